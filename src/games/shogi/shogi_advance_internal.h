/* shogi_advance_internal.h: declarations of the two compilations of shogi_advance_core.h. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_ADVANCE_INTERNAL_H
#define KIFU_GAMES_SHOGI_SHOGI_ADVANCE_INTERNAL_H

#include "games/shogi/shogi.h"

#pragma GCC visibility push(hidden)

/* n[by][k]: effects of a colour's pieces on box k. */
void advance_effects_base(const struct shogi_pos *pos, const struct shogi_bb box[2], int n[2][2]);

#if defined(__x86_64__)
#define ADVANCE_HAVE_V3 1
void advance_effects_v3(const struct shogi_pos *pos, const struct shogi_bb box[2], int n[2][2]);
#else
#define ADVANCE_HAVE_V3 0
#endif

#pragma GCC visibility pop

#endif
