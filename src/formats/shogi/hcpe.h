/* hcpe.h: moves in the sixteen bits of Apery, which its opening books share with its positions. */
#ifndef KIFU_FORMATS_SHOGI_HCPE_H
#define KIFU_FORMATS_SHOGI_HCPE_H

#include "games/shogi/shogi.h"

uint16_t hcpe_move(shogi_move m);
/* The form only; 0: it is none. */
shogi_move hcpe_move_parse(uint16_t m);

#endif
