/* database.c: kifu.Database. */
#include "parts.h"

int database_types_add(PyObject *module)
{
    (void)module;
    return 0;
}
