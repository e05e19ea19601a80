/* suffix_array.h: suffix arrays of texts of symbols, with longest common prefixes.
 *
 * Symbols are numbers; what they stand for is not our business.  The suffix array of a text of n
 * symbols is the permutation of 0 … n - 1 that sorts its suffixes; a suffix that is the beginning
 * of another one comes before it.  lcp[i] is how many symbols suffixes order[i - 1] and order[i]
 * have in common, lcp[0] is 0.  Equal substrings stand side by side: every statistic of substrings
 * is read off these two arrays.
 *
 * Time grows with n; memory is 4 bytes a symbol for each array and about 4 more while sorting. */
#ifndef KIFU_TEXT_MINE_SUFFIX_ARRAY_H
#define KIFU_TEXT_MINE_SUFFIX_ARRAY_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/err.h"

enum { SUFFIX_MAX_SYMBOLS = INT32_MAX - 1 };

/* Fills order[n].  Every symbol is below `alphabet`.  STATUS_LIMIT if n is above
 * SUFFIX_MAX_SYMBOLS, STATUS_RANGE for a symbol that is too large, STATUS_CANCELLED when
 * `cancelled`, which may be NULL, becomes true: it is looked at between sweeps over the text. */
enum status suffix_array(const uint32_t *text, uint32_t n, uint32_t alphabet, uint32_t *order,
                         const atomic_bool *cancelled, struct err *err) CHECK_RESULT;

/* Fills lcp[n].  Suffixes that meet a symbol below `breaks` end there: no common part reaches over
 * it (0: no symbol does that). */
enum status suffix_lcp(const uint32_t *text, uint32_t n, const uint32_t *order, uint32_t breaks,
                       uint32_t *lcp, struct err *err) CHECK_RESULT;

#endif
