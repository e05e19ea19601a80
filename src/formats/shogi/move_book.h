/* move_book.h: opening books for other engines, made of games.
 *
 * A book counts, for every position that begins a move of its games, who played which move there
 * and how the game ended.  Positions that are reached by several orders of moves are one.  A game
 * counts once for a move, however often it comes back to the position.
 *
 *     move_book_add()      for each game
 *     move_book_select()   which positions and moves are written, in which order
 *     book_format.write()     a file of another program
 *
 * The value of a move is computed from results: with w wins, d draws and n games with a known
 * result its score is (w + d/2 + 1) / (n + 2), one win and one loss being added so that few games
 * say little, and the value is 600 ln(score / (1 - score)) hundredths of a pawn: the logistic curve
 * with which shogi programs relate values to chances. */
#ifndef KIFU_FORMATS_SHOGI_MOVE_BOOK_H
#define KIFU_FORMATS_SHOGI_MOVE_BOOK_H

#include "base/hash_index.h"
#include "formats/shogi/packed_position.h"
#include "games/record.h"

struct book_move {
    shogi_move move;
    shogi_move reply; /* the first move of the position it leads to; 0: none is written.  Set by
                         move_book_select() */
    uint32_t games;
    uint32_t wins, draws, losses; /* the mover's */
    int32_t value;                /* set by move_book_select() */
    uint32_t last_game;
    uint32_t next; /* of the position, + 1; 0: none */
};

struct book_position {
    uint8_t packed[PACKED_POSITION_BYTES]; /* packed_sfen */
    uint32_t ply;                          /* the earliest */
    uint32_t first, last;                  /* of its moves, + 1 */
    /* set by move_book_select() */
    uint32_t chosen, chosen_count; /* of move_book.chosen; 0: the position is not written */
};

struct move_book {
    struct book_position *positions;
    uint32_t position_count;
    size_t position_cap;
    struct book_move *moves;
    uint32_t move_count;
    size_t move_cap;
    struct hash_index index; /* positions by shogi_hash() */
    uint32_t games;
    uint32_t *chosen; /* numbers of moves: those of a position together, best first */
    uint32_t chosen_count, chosen_positions;
};

/* The nth move that is written for a position. */
static inline const struct book_move *book_chosen(const struct move_book *book,
                                                  const struct book_position *p, uint32_t nth)
{
    return &book->moves[book->chosen[p->chosen + nth]];
}

enum book_order { BOOK_BY_GAMES, BOOK_BY_SCORE };
struct book_choice {
    uint32_t min_games; /* of a move */
    uint32_t moves;     /* of a position, at most */
    enum book_order by;
};

/* {0} is an empty book. */
void move_book_release(struct move_book *book);
/* A game from its start on; at most `plies` of its moves.  Moves must be legal; a position that
 * cannot be packed ends the game.  start_ply: moves made before the start. */
enum status move_book_add(struct move_book *book, const struct shogi_pos *start, uint32_t start_ply,
                          const shogi_move *moves, uint32_t plies, const int8_t points[2],
                          struct err *err) CHECK_RESULT;
/* Once, after all games. */
enum status move_book_select(struct move_book *book, const struct book_choice *choice,
                             struct err *err) CHECK_RESULT;

/* The value of results, in hundredths of a pawn. */
int32_t book_value(uint32_t wins, uint32_t draws, uint32_t losses);

struct book_format {
    const char *name;
    const char *extension;
    enum status (*write)(const struct move_book *book, struct buf *out,
                         struct err *err) CHECK_RESULT;
};
extern const struct book_format book_yaneuraou, book_apery;
/* How a book of YaneuraOu's begins, and a position in it. */
#define BOOK_YANEURAOU_HEAD "#YANEURAOU-DB2016 1.00"
#define BOOK_YANEURAOU_POSITION "sfen "
enum { BOOK_APERY_BYTES = 16 }; /* an entry of Apery's */

/* The key of a position in books of Apery. */
struct apery_keys {
    uint64_t piece[31][SHOGI_SQUARES], hand[7][19], turn;
};
void apery_keys_make(struct apery_keys *keys);
uint64_t apery_key(const struct apery_keys *keys, const struct shogi_pos *pos);

#endif
