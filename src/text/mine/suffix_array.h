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
 * `cancelled`, which may be NULL, becomes true. */
enum status suffix_array(const uint32_t *text, uint32_t n, uint32_t alphabet, uint32_t *order,
                         const atomic_bool *cancelled, struct err *err) CHECK_RESULT;

/* Fills lcp[n].  Suffixes that meet a symbol below `breaks` end there: no common part reaches over
 * it (0: no symbol does that). */
enum status suffix_lcp(const uint32_t *text, uint32_t n, const uint32_t *order, uint32_t breaks,
                       uint32_t *lcp, const atomic_bool *cancelled, struct err *err) CHECK_RESULT;

/* --- The suffixes of a text divided by how they begin, and one part of them sorted ------------
 * Several who all have a text sort it together: each takes the suffixes whose first few
 * symbols, as a number, lie in its range.  Substrings of that many symbols or more then have all
 * their occurrences in one part, so whatever is told of them is told by one part; only shorter
 * ones may lie across a boundary.
 *
 *     key of a suffix   its first `depth` symbols, `bits` bits each; nothing after a break
 *     part k            keys from first[k] to before first[k + 1]
 *
 * Boundaries are those of a sample, so that parts are about equally large.  The sample depends on
 * the text alone: all parts find the same boundaries, and each can tell whose a suffix is
 * without asking.
 *
 * A text here is one of a corpus: it begins and ends with a break, the symbol 0.  Suffixes that
 * agree up to a break stand in the order of the text, as in a whole index (substrings.h). */

struct suffix_parts {
    const uint32_t *text; /* borrowed */
    uint32_t n, alphabet;
    uint32_t count; /* of parts */
    unsigned depth, bits;
    uint64_t *first; /* by part: its smallest key; 0 for part 0 */
    uint32_t *whole; /* by symbol: the part of all suffixes that begin with it, or PART_MIXED */
};
#define PART_MIXED UINT32_MAX

/* depth: no boundary reaches deeper, 1 or more.  STATUS_RANGE for a text that is none. */
enum status suffix_parts_init(struct suffix_parts *p, const uint32_t *text, uint32_t n,
                              uint32_t alphabet, uint32_t depth, uint32_t count,
                              struct err *err) CHECK_RESULT;
void suffix_parts_release(struct suffix_parts *p);

/* The part that the suffix at a place belongs to. */
uint32_t suffix_part_search(const struct suffix_parts *p, uint32_t at);
static inline uint32_t suffix_part_of(const struct suffix_parts *p, uint32_t at)
{
    uint32_t part = p->whole[p->text[at]];
    return part == (uint32_t)PART_MIXED ? suffix_part_search(p, at) : part;
}
/* How many suffixes there are in each part: sizes has room for all parts. */
void suffix_part_sizes(const struct suffix_parts *p, uint32_t *sizes);

/* Fills order[size] with the suffixes of a part, and lcp[1 … size - 1] with what each shares with
 * the one before, up to a break.  lcp[0] becomes 0.
 *
 * Time grows with the symbols that tell the suffixes apart, several of which are looked at at once.
 * Games share a handful; of k copies of a sentence of m symbols, k m² / 2 are looked at. */
enum status suffix_part_sort(const struct suffix_parts *p, uint32_t part, uint32_t size,
                             uint32_t *order, uint32_t *lcp, const atomic_bool *cancelled,
                             struct err *err) CHECK_RESULT;

#endif
