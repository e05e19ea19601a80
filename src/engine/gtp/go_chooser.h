/* go_chooser.h: what is known of how people would go on in a game of Go, and where from.
 *
 * Sessions and the page ask through this table, so that tests can do without a network. */
#ifndef KIFU_ENGINE_GTP_GO_CHOOSER_H
#define KIFU_ENGINE_GTP_GO_CHOOSER_H

#include "engine/gtp/gtp_game.h"

/* Who plays: the order is that of the network's classes. */
enum go_person { GO_PROFESSIONAL, GO_STRONG_AMATEUR, GO_AMATEUR, GO_PERSONS };
/* "professional", "strong-amateur", "amateur", NULL: for tables of options. */
extern const char *const go_person_names[];

struct go_chances {
    float point[GTP_POINTS]; /* by gtp_index(); what is not legal has 0 */
    float pass;
    float win; /* probability, for the side to move */
};

struct go_chooser {
    void *ctx;
    /* For the side to move of game->pos. */
    void (*look)(void *ctx, const struct gtp_game *game, enum go_person person,
                 struct go_chances *out);
};

#endif
