/* pictures.h: what boards share: options of pictures, and boards handed to other types. */
#ifndef KIFU_PYTHON_PICTURES_H
#define KIFU_PYTHON_PICTURES_H

#include "kifu_board.h"
#include "support.h"

enum { PICTURE_NOTEBOOK_WIDTH = 420 };

/* Reads flip, width and lang.  0, or -1 with an exception. */
int picture_options(PyObject *args, PyObject *kwargs, const char *format, char **names,
                    struct kifu_picture_options *out);

/* The board of a kifu.Board, borrowed; NULL with an exception if the object is none. */
const struct kifu_board *board_of_object(struct module_state *state, PyObject *object);

#endif
