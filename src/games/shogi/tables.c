/* tables.c: gives the generated tables a home. */
#include "games/shogi/tables.h"

#include "shogi_tables.h"
