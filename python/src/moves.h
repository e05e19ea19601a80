/* moves.h: kifu.ShogiMove: one object for each move, whichever board it is of. */
#ifndef KIFU_PYTHON_MOVES_H
#define KIFU_PYTHON_MOVES_H

#include "kifu_board.h"
#include "support.h"

/* The object of a move: a new reference, or NULL with an exception.  Code 0 is None. */
PyObject *move_object(struct module_state *state, kifu_shogi_move code);
/* The code of a ShogiMove, a text in USI, or a number.  -1 with an exception: it is none of them. */
int move_code(struct module_state *state, PyObject *object, kifu_shogi_move *code);
/* Raises kifu.BoardError, or MemoryError where that is the reason; returns NULL. */
PyObject *raise_board_error(struct module_state *state, const struct kifu_error *error);
/* The same with a text of one's own. */
PyObject *raise_bad_text(struct module_state *state, const char *what, PyObject *object);
/* Frees what move_object() made. */
void moves_clear(struct module_state *state);

#endif
