/* kifu_game.h: what the files of the library's face share. */
#ifndef KIFU_KIFU_GAME_H
#define KIFU_KIFU_GAME_H

#include "base/buf.h"
#include "games/record.h"
#include "kifu.h"

/* What a callback sees: the record, and the texts made of it. */
struct kifu_game {
    const struct record *rec;
    struct buf texts; /* NUL-terminated, one after the other; the offsets are below */
    size_t source, start, moves, player[GAME_MAX_SEATS];
    size_t plies;
};

/* Fills in the texts for game->rec. */
enum status kifu_game_describe(struct kifu_game *game);
/* out may be NULL. */
void kifu_error_from(struct kifu_error *out, const struct err *err);

#endif
