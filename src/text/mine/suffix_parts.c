/* suffix_parts.c: see suffix_parts.h.
 *
 * A part is sorted in two steps.  Counting puts its suffixes side by side that begin with the same
 * symbol, in the order of the text.  Then each such group gets keys of the symbols that come next,
 * as many as go into 64 bits, and is sorted by them; those with equal keys are the groups of the
 * next round, unless a break ended them.  All sorting is stable, so what is equal stays in the
 * order of the text. */
#include "text/mine/suffix_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"

enum { KEY_BITS = 64, BREAK = 0 };
/* More symbols than these divide nothing that fewer don't: of the games of a large corpus the most
 * usual three symbols are below a hundredth of all. */
enum { DEEPEST = 4 };
/* So many for each part: the largest is then, nearly always, less than a tenth above the mean. */
enum { SAMPLES = 1024 };
static const uint64_t SAMPLE_SEED = 1;

/* --- Dividing --------------------------------------------------------------------------------- */

static unsigned bits_of(uint32_t below)
{
    unsigned bits = 1;
    while (bits < 32 && (below - 1) >> bits)
        bits++;
    return bits;
}

/* The `count` symbols from a place on as one number; those after a break count as breaks. */
static uint64_t key_at(const uint32_t *text, uint32_t at, unsigned count, unsigned bits)
{
    uint64_t key = 0;
    unsigned i = 0;
    for (; i < count && text[at + i] != BREAK; i++)
        key = key << bits | text[at + i];
    return i < count ? key << bits * (count - i) : key;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static enum status find_boundaries(struct suffix_parts *p, struct err *err)
{
    size_t samples = (size_t)SAMPLES * p->count;
    uint64_t *keys = mem_calloc(samples, sizeof *keys);
    struct rng rng;
    if (!keys)
        return err_nomem(err);
    rng_seed(&rng, SAMPLE_SEED);
    for (size_t i = 0; i < samples; i++)
        keys[i] = key_at(p->text, (uint32_t)rng_below(&rng, p->n), p->depth, p->bits);
    qsort(keys, samples, sizeof *keys, by_size);
    for (uint32_t k = 1; k < p->count; k++)
        p->first[k] = keys[(size_t)SAMPLES * k];
    mem_free(keys);
    return STATUS_OK;
}

static uint32_t part_of_key(const struct suffix_parts *p, uint64_t key)
{
    uint32_t from = 1, to = p->count; /* parts before `from` begin at the key or below */
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (p->first[middle] <= key)
            from = middle + 1;
        else
            to = middle;
    }
    return from - 1;
}

static void find_whole(struct suffix_parts *p)
{
    unsigned rest = p->bits * (p->depth - 1);
    for (uint32_t symbol = 0; symbol < p->alphabet; symbol++) {
        uint64_t least = (uint64_t)symbol << rest, most = least + (((uint64_t)1 << rest) - 1);
        uint32_t part = part_of_key(p, least);
        p->whole[symbol] = part_of_key(p, most) == part ? part : (uint32_t)PART_MIXED;
    }
}

static enum status check_text(const uint32_t *text, uint32_t n, uint32_t alphabet, struct err *err)
{
    static const struct msg BAD = {"a text to sort must begin and end with a break",
                                   "整列するテキストの先頭と末尾には区切りが必要です"};
    static const struct msg BAD_SYMBOL = {"a symbol is outside the alphabet",
                                          "記号がアルファベットの範囲外です"};
    if (n == 0 || text[0] != BREAK || text[n - 1] != BREAK)
        return err_plain(err, STATUS_RANGE, &BAD);
    for (uint32_t i = 0; i < n; i++)
        if (text[i] >= alphabet)
            return err_plain(err, STATUS_RANGE, &BAD_SYMBOL);
    return STATUS_OK;
}

enum status suffix_parts_init(struct suffix_parts *p, const uint32_t *text, uint32_t n,
                              uint32_t alphabet, uint32_t depth, uint32_t count, struct err *err)
{
    *p = (struct suffix_parts){
        .text = text, .n = n, .alphabet = alphabet, .count = count, .bits = bits_of(alphabet)};
    unsigned most = (KEY_BITS - 1) / p->bits < DEEPEST ? (KEY_BITS - 1) / p->bits : DEEPEST;
    p->depth = depth < most ? depth : most;
    enum status status = check_text(text, n, alphabet, err);
    if (status != STATUS_OK)
        return status;
    p->first = mem_calloc(count, sizeof *p->first);
    p->whole = mem_calloc(alphabet, sizeof *p->whole);
    if (!p->first || !p->whole) {
        suffix_parts_release(p);
        return err_nomem(err);
    }
    status = find_boundaries(p, err);
    if (status == STATUS_OK)
        find_whole(p);
    else
        suffix_parts_release(p);
    return status;
}

void suffix_parts_release(struct suffix_parts *p)
{
    mem_free(p->first);
    mem_free(p->whole);
    *p = (struct suffix_parts){0};
}

uint32_t suffix_part_search(const struct suffix_parts *p, uint32_t at)
{
    return part_of_key(p, key_at(p->text, at, p->depth, p->bits));
}

void suffix_part_sizes(const struct suffix_parts *p, uint32_t *sizes)
{
    for (uint32_t k = 0; k < p->count; k++)
        sizes[k] = 0;
    for (uint32_t at = 0; at < p->n; at++)
        sizes[suffix_part_of(p, at)]++;
}

/* --- Sorting ---------------------------------------------------------------------------------- */

struct suffix_keyed {
    uint64_t key;
    uint32_t at;
};

/* Suffixes that share `depth` symbols, none of them a break. */
struct suffix_group {
    uint32_t from, to, depth;
};

struct suffix_sorter {
    const struct suffix_parts *p;
    uint32_t *order, *lcp;
    unsigned symbols; /* of a key */
    struct suffix_keyed *keys, *other;
    size_t room; /* in both */
    struct suffix_group *groups;
    size_t group_count, group_cap;
};

enum { DIGIT_BITS = 8, DIGITS = KEY_BITS / DIGIT_BITS, VALUES = 1 << DIGIT_BITS, FEW = 48 };

static void sort_few(struct suffix_keyed *k, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        struct suffix_keyed one = k[i];
        uint32_t to = i;
        for (; to > 0 && k[to - 1].key > one.key; to--)
            k[to] = k[to - 1];
        k[to] = one;
    }
}

/* By one digit after another, from the last; digits that all have in common are passed over. */
static void sort_many(struct suffix_sorter *s, uint32_t n)
{
    uint32_t counts[DIGITS][VALUES] = {{0}};
    for (uint32_t i = 0; i < n; i++)
        for (unsigned d = 0; d < DIGITS; d++)
            counts[d][s->keys[i].key >> d * DIGIT_BITS & (VALUES - 1)]++;
    for (unsigned d = 0; d < DIGITS; d++) {
        uint32_t sum = 0;
        if (counts[d][s->keys[0].key >> d * DIGIT_BITS & (VALUES - 1)] == n)
            continue;
        for (unsigned v = 0; v < VALUES; v++) {
            uint32_t count = counts[d][v];
            counts[d][v] = sum;
            sum += count;
        }
        for (uint32_t i = 0; i < n; i++)
            s->other[counts[d][s->keys[i].key >> d * DIGIT_BITS & (VALUES - 1)]++] = s->keys[i];
        struct suffix_keyed *sorted = s->other;
        s->other = s->keys;
        s->keys = sorted;
    }
}

static enum status make_room(struct suffix_sorter *s, uint32_t n, struct err *err)
{
    if (n <= s->room)
        return STATUS_OK;
    mem_free(s->keys);
    mem_free(s->other);
    s->room = 0;
    s->keys = mem_calloc(n, sizeof *s->keys);
    s->other = mem_calloc(n, sizeof *s->other);
    if (!s->keys || !s->other)
        return err_nomem(err);
    s->room = n;
    return STATUS_OK;
}

static enum status push(struct suffix_sorter *s, struct suffix_group g, struct err *err)
{
    struct suffix_group *grown =
        mem_grow(s->groups, s->group_count, &s->group_cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    s->groups = grown;
    s->groups[s->group_count++] = g;
    return STATUS_OK;
}

/* How many symbols two keys share before they differ or a break comes. */
static unsigned shared(const struct suffix_sorter *s, uint64_t a, uint64_t b)
{
    const unsigned bits = s->p->bits;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    unsigned i = 0;
    for (; i < s->symbols; i++) {
        unsigned shift = bits * (s->symbols - 1 - i);
        uint64_t x = a >> shift & mask;
        if (x != (b >> shift & mask) || x == BREAK)
            break;
    }
    return i;
}

/* From sorted keys: what neighbours share, and groups for the next round. */
static enum status take_keys(struct suffix_sorter *s, const struct suffix_group *g, struct err *err)
{
    const struct suffix_keyed *k = s->keys;
    uint32_t n = g->to - g->from, from = 0;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < n; i++)
        s->order[g->from + i] = k[i].at;
    for (uint32_t i = 1; i <= n && status == STATUS_OK; i++) {
        unsigned common = i < n ? shared(s, k[i - 1].key, k[i].key) : 0;
        if (i < n && common == s->symbols)
            continue;
        if (i < n)
            s->lcp[g->from + i] = g->depth + common;
        if (i - from > 1)
            status = push(
                s, (struct suffix_group){g->from + from, g->from + i, g->depth + s->symbols}, err);
        from = i;
    }
    return status;
}

static enum status sort_group(struct suffix_sorter *s, const struct suffix_group *g,
                              struct err *err)
{
    uint32_t n = g->to - g->from;
    enum status status = make_room(s, n, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = s->order[g->from + i];
        s->keys[i] =
            (struct suffix_keyed){key_at(s->p->text, at + g->depth, s->symbols, s->p->bits), at};
    }
    if (n < FEW)
        sort_few(s->keys, n);
    else
        sort_many(s, n);
    return take_keys(s, g, err);
}

/* Puts the suffixes of a part side by side by their first symbols, and notes the groups. */
static enum status collect(struct suffix_sorter *s, uint32_t part, struct err *err)
{
    const struct suffix_parts *p = s->p;
    uint32_t *next = mem_calloc((size_t)p->alphabet + 1, sizeof *next), sum = 0;
    enum status status = STATUS_OK;
    if (!next)
        return err_nomem(err);
    for (uint32_t at = 0; at < p->n; at++)
        if (suffix_part_of(p, at) == part)
            next[p->text[at]]++;
    for (uint32_t c = 0; c < p->alphabet && status == STATUS_OK; c++) {
        uint32_t size = next[c];
        next[c] = sum;
        sum += size;
        if (c != BREAK && size > 1)
            status = push(s, (struct suffix_group){next[c], sum, 1}, err);
    }
    for (uint32_t at = 0; at < p->n && status == STATUS_OK; at++)
        if (suffix_part_of(p, at) == part)
            s->order[next[p->text[at]]++] = at;
    mem_free(next);
    return status;
}

enum status suffix_part_sort(const struct suffix_parts *p, uint32_t part, uint32_t size,
                             uint32_t *order, uint32_t *lcp, const atomic_bool *cancelled,
                             struct err *err)
{
    struct suffix_sorter s = {
        .p = p, .order = order, .lcp = lcp, .symbols = (KEY_BITS - 1) / p->bits};
    if (size)
        memset(lcp, 0, size * sizeof *lcp);
    enum status status = collect(&s, part, err);
    while (s.group_count && status == STATUS_OK) {
        const struct suffix_group g = s.groups[--s.group_count];
        status = cancelled && atomic_load(cancelled) ? err_cancelled(err) : sort_group(&s, &g, err);
    }
    mem_free(s.keys);
    mem_free(s.other);
    mem_free(s.groups);
    return status;
}
