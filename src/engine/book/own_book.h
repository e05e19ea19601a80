/* own_book.h: moves from an opening book in place of a search.
 *
 *     own_book_open(&b, &settings, err);
 *     own_book_begin(b, number);                     a game
 *     own_book_choose(b, &question, ply, &choice, err);
 *
 * A book is a file (book_file.h) or a database, of which the position index gives the moves.  While
 * the position is in it, and not more moves were made than are to be followed, one of its moves is
 * chosen.  A move is left out if it is not legal, was played in too few games, or leads to a
 * position that this game has had: so that a book does not repeat moves, which is the search's to
 * decide. */
#ifndef KIFU_ENGINE_BOOK_OWN_BOOK_H
#define KIFU_ENGINE_BOOK_OWN_BOOK_H

#include "engine/book/book_options.h"
#include "engine/search/engine_search.h"

struct own_book; /* belongs to one thread */

/* *out is NULL if the settings want none. */
enum status own_book_open(struct own_book **out, const struct book_settings *settings,
                          struct err *err) CHECK_RESULT;
void own_book_close(struct own_book *b); /* NULL is fine */
/* A game: with the same seed and number the same moves are drawn. */
void own_book_begin(struct own_book *b, uint64_t number);

struct own_book_choice {
    shogi_move move;  /* 0: the book has none to play here */
    shogi_move reply; /* that the book expects; 0: none */
    int value;        /* in hundredths of a pawn, for the side to move */
    uint32_t games;   /* in which it was played … */
    uint64_t of;      /* … of all with a move that could be chosen */
    uint32_t refused; /* moves that the book has here and that are not legal */
};
/* Of q position, history and `only` count: with moves to choose from there is no book.  ply: moves
 * made so far. */
enum status own_book_choose(struct own_book *b, const struct think_request *q, unsigned ply,
                            struct own_book_choice *out, struct err *err) CHECK_RESULT;

/* One sentence, without an end of line. */
void own_book_explain(const struct shogi_pos *pos, const struct own_book_choice *c, enum lang lang,
                      struct buf *out);

#endif
