/* go_double.h: a chooser without a network (engine/gtp/go_chooser.h), for tests: some points are
 * more likely than others, in a given order, and hope is what the test says. */
#ifndef KIFU_TESTS_UNIT_GO_DOUBLE_H
#define KIFU_TESTS_UNIT_GO_DOUBLE_H

#include "engine/gtp/go_chooser.h"

struct go_double {
    const char *liked; /* points with blanks between, each half as likely as the one before */
    float pass, win;
    unsigned looks; /* how often it was asked */
};

static inline void go_double_look(void *ctx, const struct gtp_game *game, enum go_person person,
                                  struct go_chances *out)
{
    struct go_double *d = ctx;
    struct span liked = span_of(d->liked ? d->liked : "");
    float p = 0.4F;
    (void)person;
    d->looks++;
    for (int i = 0; i < GTP_POINTS; i++)
        out->point[i] = gtp_game_may_play(game, go_move_make(GO_PLAY, game->pos.turn, gtp_point(i)))
                            ? 1e-4F * (1 + 1e-3F * (float)(i * 37 % GTP_POINTS))
                            : 0;
    for (struct span word = span_eat_word(&liked); word.n; word = span_eat_word(&liked)) {
        int point;
        if (go_point_parse(&word, &point) && out->point[gtp_index(point)] > 0)
            out->point[gtp_index(point)] = p;
        p /= 2;
    }
    out->pass = d->pass;
    out->win = d->win;
}

static inline struct go_chooser go_double_chooser(struct go_double *d)
{
    return (struct go_chooser){d, go_double_look};
}

#endif
