/* person_text.c: see person_text.h. */
#include "store/people/person_text.h"

#include "base/alloc.h"

void person_text_init(struct person_text *t)
{
    *t = (struct person_text){0};
    buf_init(&t->bytes, SIZE_MAX / 2);
}

void person_text_release(struct person_text *t)
{
    buf_release(&t->bytes);
    mem_free(t->ends);
    mem_free(t->person);
}

static bool end_text(struct person_text *t, uint32_t person)
{
    size_t *ends = mem_grow(t->ends, t->count, &t->end_cap, UINT32_MAX, sizeof *ends);
    if (ends)
        t->ends = ends;
    uint32_t *persons = mem_grow(t->person, t->count, &t->person_cap, UINT32_MAX, sizeof *persons);
    if (persons)
        t->person = persons;
    buf_add_char(&t->bytes, '\0');
    if (!ends || !persons || buf_status(&t->bytes) != STATUS_OK)
        return false;
    t->ends[t->count] = t->bytes.n;
    t->person[t->count++] = person;
    return true;
}

bool person_text_add(struct person_text *t, struct span key, uint32_t person)
{
    const char *blank = key.n ? memchr(key.p, ' ', key.n) : NULL;
    size_t n = blank ? (size_t)(blank - key.p) : key.n;
    struct span one = span_make(key.p, n), other = span_skip(key, n + (blank ? 1 : 0));
    buf_add_span(&t->bytes, one);
    buf_add_span(&t->bytes, other);
    if (!end_text(t, person))
        return false;
    if (!blank)
        return true;
    buf_add_span(&t->bytes, other);
    buf_add_span(&t->bytes, one);
    return end_text(t, person);
}

/* All texts are searched as one string, and after a hit the rest of its text is skipped. */
void person_text_match(const struct person_text *t, struct span text, bool prefix, bool *found)
{
    struct span all = buf_span(&t->bytes);
    size_t at = 0;
    uint32_t i = 0;
    while (text.n && at < all.n) {
        const char *hit = memmem(all.p + at, all.n - at, text.p, text.n);
        if (!hit)
            return;
        while (t->ends[i] <= (size_t)(hit - all.p))
            i++;
        if (!prefix || hit == all.p || hit[-1] == '\0')
            found[t->person[i]] = true;
        at = prefix ? (size_t)(hit - all.p) + 1 : t->ends[i];
    }
}

static struct span text_at(const struct person_text *t, uint32_t i)
{
    size_t from = i ? t->ends[i - 1] : 0;
    return span_make(t->bytes.p + from, t->ends[i] - from - 1);
}

void person_text_match_whole(const struct person_text *t, struct span text, bool *found)
{
    for (uint32_t i = 0; i < t->count && text.n; i++)
        if (span_eq(text_at(t, i), text))
            found[t->person[i]] = true;
}

/* Whether text i, which begins with a word of n bytes, is that word, or has the other one behind it:
 * then its neighbour has them the other way round. */
static bool is_word(const struct person_text *t, uint32_t i, size_t n)
{
    struct span text = text_at(t, i), word = span_make(text.p, n), rest = span_skip(text, n);
    if (rest.n == 0)
        return true;
    for (uint32_t k = i ? i - 1 : 0; k <= i + 1 && k < t->count; k++) {
        struct span other = text_at(t, k);
        if (k != i && t->person[k] == t->person[i] && other.n == text.n &&
            span_starts(other, rest) && span_eq(span_skip(other, rest.n), word))
            return true;
    }
    return false;
}

void person_text_match_words(const struct person_text *t, struct span text, bool whole, bool *found)
{
    for (uint32_t i = 0; i < t->count && text.n; i++)
        if (span_starts(text_at(t, i), text) && (!whole || is_word(t, i, text.n)))
            found[t->person[i]] = true;
}
