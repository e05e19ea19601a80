/* suggest.c: the word somebody probably meant.
 *
 * Damerau's distance in its "optimal string alignment" form over three rows of the usual table.
 * A candidate counts as near if at most a third of the typed letters (and at least one) must
 * change, or if what was typed is the beginning of it. */
#include "base/text/suggest.h"

#include <stdint.h>
#include <string.h>

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

size_t suggest_distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    if (na > SUGGEST_MAX_BYTES || nb > SUGGEST_MAX_BYTES)
        return SIZE_MAX;
    size_t rows[3][SUGGEST_MAX_BYTES + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    memset(rows, 0, sizeof rows);
    for (size_t j = 0; j <= nb; j++)
        last[j] = j;
    for (size_t i = 1; i <= na; i++) {
        now[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t replace = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = min3(last[j] + 1, now[j - 1] + 1, replace);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = min3(now[j], now[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[nb];
}

void suggest_consider(struct suggestion *s, const char *candidate)
{
    size_t typed = strlen(s->word);
    size_t far = typed / 3 > 1 ? typed / 3 : 1;
    size_t distance = suggest_distance(s->word, candidate);
    if (typed > 1 && distance > 1 && strncmp(s->word, candidate, typed) == 0)
        distance = 1;
    if (distance <= far && (!s->best || distance < s->distance)) {
        s->best = candidate;
        s->distance = distance;
    }
}
