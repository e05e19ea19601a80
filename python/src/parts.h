/* parts.h: the parts of the module, one row each in kifumodule.c.
 *
 * Each adds its types and functions to the module: 0, or -1 with an exception. */
#ifndef KIFU_PYTHON_PARTS_H
#define KIFU_PYTHON_PARTS_H

#include "support.h"

int errors_types_add(PyObject *module);
int database_types_add(PyObject *module);
int search_types_add(PyObject *module);
int game_types_add(PyObject *module);
int records_functions_add(PyObject *module);
int reports_functions_add(PyObject *module);
int moves_types_add(PyObject *module);
int board_types_add(PyObject *module);
int go_board_types_add(PyObject *module);
int batches_types_add(PyObject *module);
int engine_types_add(PyObject *module);

#endif
