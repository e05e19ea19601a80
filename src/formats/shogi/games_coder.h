/* games_coder.h: games with values in few bits: what a block of a games file holds.
 *
 * Every move is coded among the legal ones: they are asked about in the order of how likely they are,
 * and each answer is a bit of an adaptive model (base/range_coder.h) chosen by what the move does.  A
 * value is coded by its difference from what the values before let expect.  A searched move with its
 * value takes about twelve bits; docs/formats/games.md has every step.
 *
 *     games_coder_write(c, &out);                  games_coder_read(c, bytes);
 *     games_coder_code(c, &game, err);  each       games_coder_code(c, &game, err);  each
 *     games_coder_flush(c);
 *
 * Nothing of one block is known in the next. */
#ifndef KIFU_FORMATS_SHOGI_GAMES_CODER_H
#define KIFU_FORMATS_SHOGI_GAMES_CODER_H

#include "base/err.h"
#include "games/record.h"
#include "games/shogi/shogi.h"

enum { CODED_GAME_MOST_PLIES = 4095, CODED_GAME_MOST_VALUE = 1 << 20 };

/* The main line of a game, its values and its end. */
struct coded_game {
    struct shogi_pos start;
    uint32_t start_ply; /* moves made before */
    uint32_t plies;
    shogi_move moves[CODED_GAME_MOST_PLIES];
    /* Of the position before each move, Black's view; numbers within ±CODED_GAME_MOST_VALUE. */
    struct record_value values[CODED_GAME_MOST_PLIES];
    enum record_end end;
    int8_t end_seat;
    int8_t points[2];
};

struct games_coder;
struct games_coder *games_coder_make(void);   /* NULL: no memory */
void games_coder_free(struct games_coder *c); /* NULL is fine */

/* Begin a block with models that know nothing. */
void games_coder_write(struct games_coder *c, struct buf *out);
void games_coder_read(struct games_coder *c, struct span bytes);

/* Writes the game, or reads the next one into it.  Writing: STATUS_ILLEGAL if a move is not legal,
 * STATUS_UNSUPPORTED if the start position has no code, STATUS_LIMIT if a number is too large; the
 * block is of no use then.  Reading: STATUS_SYNTAX if the bytes are no games. */
enum status games_coder_code(struct games_coder *c, struct coded_game *game,
                             struct err *err) CHECK_RESULT;
/* After the last game of a block that is written. */
void games_coder_flush(struct games_coder *c);

#endif
