/* natural_internal.h: scores of moves, compiled once for any processor, once for those with AVX2
 * and once for those with AVX-512. */
#ifndef KIFU_ENGINE_NATURAL_NATURAL_INTERNAL_H
#define KIFU_ENGINE_NATURAL_NATURAL_INTERNAL_H

#include "engine/natural/natural_model.h"

#pragma GCC visibility push(hidden)
/* Fills in the scores of all legal moves; returns how far the game has come
 * (natural_scene.phase). */
int natural_score_base(const struct natural *n, const struct natural_input *q,
                       struct natural_move *moves, int count);
#if defined(__x86_64__)
#define NATURAL_HAVE_X86 1
int natural_score_v3(const struct natural *n, const struct natural_input *q,
                     struct natural_move *moves, int count);
int natural_score_v4(const struct natural *n, const struct natural_input *q,
                     struct natural_move *moves, int count);
#else
#define NATURAL_HAVE_X86 0
#endif
#pragma GCC visibility pop

#endif
