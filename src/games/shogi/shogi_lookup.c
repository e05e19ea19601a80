/* shogi_lookup.c: gives the generated tables a home. */
#include "games/shogi/shogi_lookup.h"

#include "shogi_tables.h"
