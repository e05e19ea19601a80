/* game.h: kifu.Game for the parts that make one. */
#ifndef KIFU_PYTHON_GAME_H
#define KIFU_PYTHON_GAME_H

#include "support.h"

/* Takes over the game.  id: a new reference, taken over; None for a game that is in no database. */
PyObject *game_make(struct module_state *state, struct kifu_game *game, PyObject *id);

#endif
