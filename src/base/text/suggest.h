/* suggest.h: the known word nearest to a mistyped one. */
#ifndef KIFU_BASE_TEXT_SUGGEST_H
#define KIFU_BASE_TEXT_SUGGEST_H

#include <stddef.h>

/* Keeps the best candidate seen.  Start with {.word = typed}. */
struct suggestion {
    const char *word; /* as typed */
    const char *best; /* NULL while nothing was near enough */
    size_t distance;  /* of best */
};

/* Looks at one candidate; the first of equally near ones stays. */
void suggest_consider(struct suggestion *s, const char *candidate);

/* Insertions, deletions, replacements and swaps of neighbours between two words; words longer than
 * SUGGEST_MAX_BYTES count as infinitely far apart. */
enum { SUGGEST_MAX_BYTES = 40 };
size_t suggest_distance(const char *a, const char *b);

#endif
