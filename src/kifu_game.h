/* kifu_game.h: what the files of the library's face share. */
#ifndef KIFU_KIFU_GAME_H
#define KIFU_KIFU_GAME_H

#include <stdatomic.h>

#include "base/buf.h"
#include "games/record.h"
#include "kifu.h"

/* What a callback sees: the record, and the texts made of it. */
struct kifu_game {
    struct record *rec;
    struct record kept; /* rec of a game that is the caller's own */
    struct buf texts;   /* NUL-terminated, one after the other; the offsets are below */
    size_t source, start, moves, player[GAME_MAX_SEATS];
    struct buf ends; /* u32: where each move ends, from `moves` on */
    size_t plies;
};

/* A call that is given one looks at the flag all the time. */
struct kifu_stop {
    atomic_bool requested;
};
/* What the searching code takes; NULL for NULL. */
static inline const atomic_bool *kifu_stop_flag(const struct kifu_stop *stop)
{
    return stop ? &stop->requested : NULL;
}

/* Fills in the texts for game->rec. */
enum status kifu_game_describe(struct kifu_game *game);
/* What is in buf as a new string for kifu_free(); NULL, with *error filled and buf released, if st
 * is not STATUS_OK.  n may be NULL. */
char *kifu_text_from(struct buf *out, enum status st, struct err *err, size_t *n,
                     struct kifu_error *error);
/* out may be NULL. */
void kifu_error_from(struct kifu_error *out, const struct err *err);

#endif
