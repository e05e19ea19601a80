/* encodings.h: ways to write a game as symbols, one row and one file each.
 *
 *     es       where a move lies from the one before it, as an unordered pair of distances
 *     er       the same, as a vector along axes that the one before chooses (octants)
 *     thread   moves that belong together in one part of the board, whatever is played elsewhere
 */
#ifndef KIFU_TEXT_ENCODINGS_H
#define KIFU_TEXT_ENCODINGS_H

#include "base/span.h"
#include "games/game.h"
#include "text/corpus.h"

/* A game to be encoded: borrowed. */
struct encoding_input {
    const void *start; /* a position of the game */
    const game_move *moves;
    uint32_t count;
    uint32_t line; /* goes into the sentences */
};

struct encoder; /* working memory of one thread */

struct encoding {
    const char *name;
    struct msg title;
    const struct game *game;
    uint32_t alphabet;  /* every symbol is below; 0 is the break */
    const char *method; /* the scorer that suits it best: scorers.h */
    enum status (*open)(struct encoder **out, struct err *err);
    void (*close)(struct encoder *e);
    /* Appends the sentences of a game. */
    enum status (*encode)(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err);
};

extern const struct encoding *const all_encodings[];       /* NULL at the end */
const struct encoding *encoding_by_name(struct span name); /* NULL if there is none */

#endif
