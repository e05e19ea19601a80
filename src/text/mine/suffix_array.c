/* suffix_array.c: sorting suffixes by induction; see suffix_array.h.
 *
 * The method of Nong, Zhang and Chan (SA-IS).  A suffix is of type S if it is smaller than the one
 * that begins a symbol later, otherwise of type L; an S after an L is leftmost (LMS).  If the LMS
 * suffixes are known in order, two sweeps over the array put all others in place: left to right the
 * L suffixes, each in front of its bucket, right to left the S suffixes, each at the back.
 *
 * To sort the LMS suffixes, the same sweeps sort the pieces of text between them; equal pieces get
 * equal names, which make a text of at most half the length, and so on.  Levels are at most 31
 * deep. The empty suffix at the end, smaller than all, is thought of and not stored. */
#include "text/mine/suffix_array.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"

/* --- Suffix parts -----------------------------------------------------------------------------
 * A part is sorted in two steps.  Counting puts its suffixes side by side that begin with the same
 * symbol, in the order of the text.  Then each such group gets keys of the symbols that come next,
 * as many as go into 64 bits, and is sorted by them; those with equal keys are the groups of the
 * next round, unless a break ended them.  All sorting is stable, so what is equal stays in the
 * order of the text. */

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

static const struct msg TOO_LONG = {"the text is too long to index",
                                    "テキストが長すぎて索引を作れません"};
static const struct msg BAD_SYMBOL = {"a symbol is outside the alphabet",
                                      "記号がアルファベットの範囲外です"};

#define EMPTY UINT32_MAX

/* One level of the work. */
struct suffix_level {
    const uint32_t *text;
    uint32_t n, alphabet;
    uint32_t *order;
    uint32_t *bucket; /* by symbol: where the next suffix goes */
    uint64_t *types;  /* a bit for each suffix: 1 is S */
    uint32_t lms;     /* how many LMS places there are */
    const atomic_bool *cancelled;
};

/* A sweep over a large text takes seconds: it ends early, and what it leaves is of no use. */
enum { LOOK_EVERY = 1 << 16 };

static bool is_cancelled(const atomic_bool *cancelled, uint32_t i)
{
    return i % LOOK_EVERY == 0 && cancelled && atomic_load(cancelled);
}

static bool is_over(const struct suffix_level *v, uint32_t i)
{
    return is_cancelled(v->cancelled, i);
}

static bool is_s(const struct suffix_level *v, uint32_t i)
{
    return v->types[i / 64] >> i % 64 & 1;
}

static bool is_lms(const struct suffix_level *v, uint32_t i)
{
    return i > 0 && is_s(v, i) && !is_s(v, i - 1);
}

/* The last suffix is of type L: it is larger than the empty one. */
static void find_types(struct suffix_level *v)
{
    bool s = false;
    memset(v->types, 0, ((size_t)v->n / 64 + 1) * sizeof *v->types);
    for (uint32_t i = v->n - 1; i-- > 0 && !is_over(v, i);) {
        s = v->text[i] < v->text[i + 1] || (v->text[i] == v->text[i + 1] && s);
        if (s)
            v->types[i / 64] |= (uint64_t)1 << i % 64;
    }
}

/* Points each bucket at its first place, or just after its last. */
static void find_buckets(struct suffix_level *v, bool ends)
{
    memset(v->bucket, 0, v->alphabet * sizeof *v->bucket);
    for (uint32_t i = 0; i < v->n; i++)
        v->bucket[v->text[i]]++;
    uint32_t sum = 0;
    for (uint32_t c = 0; c < v->alphabet; c++) {
        uint32_t size = v->bucket[c];
        v->bucket[c] = ends ? sum + size : sum;
        sum += size;
    }
}

static void induce_l(struct suffix_level *v)
{
    find_buckets(v, false);
    v->order[v->bucket[v->text[v->n - 1]]++] = v->n - 1; /* induced by the empty suffix */
    for (uint32_t i = 0; i < v->n && !is_over(v, i); i++) {
        uint32_t j = v->order[i];
        if (j != EMPTY && j > 0 && !is_s(v, j - 1))
            v->order[v->bucket[v->text[j - 1]]++] = j - 1;
    }
}

static void induce_s(struct suffix_level *v)
{
    find_buckets(v, true);
    for (uint32_t i = v->n; i-- > 0 && !is_over(v, i);) {
        uint32_t j = v->order[i];
        if (j != EMPTY && j > 0 && is_s(v, j - 1))
            v->order[--v->bucket[v->text[j - 1]]] = j - 1;
    }
}

/* From LMS suffixes at the back of their buckets to the whole order. */
static void induce(struct suffix_level *v)
{
    induce_l(v);
    induce_s(v);
}

static void put_lms_as_they_come(struct suffix_level *v)
{
    memset(v->order, 0xFF, v->n * sizeof *v->order);
    find_buckets(v, true);
    for (uint32_t i = 1; i < v->n && !is_over(v, i); i++)
        if (is_lms(v, i))
            v->order[--v->bucket[v->text[i]]] = i;
}

/* Are the pieces of text from LMS places a and b to the next such places equal? */
static bool pieces_equal(const struct suffix_level *v, uint32_t a, uint32_t b)
{
    for (uint32_t d = 0;; d++) {
        if (a + d == v->n || b + d == v->n)
            return false; /* one of them reaches the empty suffix */
        if (v->text[a + d] != v->text[b + d])
            return false;
        if (d > 0 && (is_lms(v, a + d) || is_lms(v, b + d)))
            return is_lms(v, a + d) && is_lms(v, b + d);
    }
}

/* Collects the sorted LMS places at the front of order; returns how many. */
static uint32_t gather_lms(struct suffix_level *v)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->n && !is_over(v, i); i++)
        if (is_lms(v, v->order[i]))
            v->order[count++] = v->order[i];
    return count;
}

/* Names the pieces in order of their size: the names, in the order of the text, go to the last
 * `count` places of order.  Returns how many different ones there are. */
static uint32_t name_pieces(struct suffix_level *v, uint32_t count)
{
    uint32_t names = 0, before = EMPTY;
    /* LMS places are never neighbours: half of each is a place of its own behind the first count */
    uint32_t *by_place = v->order + count;
    memset(by_place, 0xFF, (v->n - count) * sizeof *by_place);
    for (uint32_t i = 0; i < count && !is_over(v, i); i++) {
        uint32_t at = v->order[i];
        if (before == EMPTY || !pieces_equal(v, before, at))
            names++;
        before = at;
        by_place[at / 2] = names - 1;
    }
    for (uint32_t i = v->n - count, to = v->n; i-- > 0;)
        if (by_place[i] != EMPTY)
            v->order[--to] = by_place[i];
    return names;
}

/* order[0 … count) says in which order the LMS places, taken in the order of the text, come: puts
 * them at the back of their buckets. */
static void put_lms_in_order(struct suffix_level *v, uint32_t count)
{
    uint32_t *places = v->order + v->n - count, at = 0;
    for (uint32_t i = 1; i < v->n; i++)
        if (is_lms(v, i))
            places[at++] = i;
    for (uint32_t i = 0; i < count; i++)
        v->order[i] = places[v->order[i]];
    memset(v->order + count, 0xFF, (v->n - count) * sizeof *v->order);
    find_buckets(v, true);
    for (uint32_t i = count; i-- > 0 && !is_over(v, i);) {
        uint32_t j = v->order[i];
        v->order[i] = EMPTY;
        v->order[--v->bucket[v->text[j]]] = j;
    }
}

/* Each level has at most half the symbols of the one before. */
enum { MAX_LEVELS = 32 };

static bool open_level(struct suffix_level *v)
{
    v->bucket = mem_calloc((size_t)v->alphabet + 1, sizeof *v->bucket);
    v->types = mem_calloc((size_t)v->n / 64 + 1, sizeof *v->types);
    return v->bucket && v->types;
}

/* Names the sorted pieces.  True if all have names of their own: then order[0 … lms) is what
 * put_lms_in_order() needs. */
static bool shorten(struct suffix_level *v, struct suffix_level *next)
{
    v->lms = gather_lms(v);
    uint32_t names = name_pieces(v, v->lms);
    const uint32_t *shorter = v->order + v->n - v->lms;
    *next = (struct suffix_level){.text = shorter,
                                  .n = v->lms,
                                  .alphabet = names,
                                  .order = v->order,
                                  .cancelled = v->cancelled};
    if (names < v->lms)
        return false;
    for (uint32_t i = 0; i < v->lms; i++)
        v->order[shorter[i]] = i;
    return true;
}

static enum status stop_if(const atomic_bool *cancelled, struct err *err)
{
    return cancelled && atomic_load(cancelled) ? err_cancelled(err) : STATUS_OK;
}

enum status suffix_array(const uint32_t *text, uint32_t n, uint32_t alphabet, uint32_t *order,
                         const atomic_bool *cancelled, struct err *err)
{
    if (n > SUFFIX_MAX_SYMBOLS)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    for (uint32_t i = 0; i < n; i++)
        if (text[i] >= alphabet)
            return err_plain(err, STATUS_RANGE, &BAD_SYMBOL);
    struct suffix_level levels[MAX_LEVELS + 1] = {
        {.text = text, .n = n, .alphabet = alphabet, .order = order, .cancelled = cancelled}};
    /* Down to a text without equal pieces, and up again. */
    uint32_t depth = 0;
    bool enough = levels[0].n == 0;
    enum status st = STATUS_OK;
    while (!enough && st == STATUS_OK) {
        struct suffix_level next;
        if (!open_level(&levels[depth])) {
            st = err_nomem(err);
        } else {
            /* Sorts the pieces between LMS places. */
            find_types(&levels[depth]);
            put_lms_as_they_come(&levels[depth]);
            induce(&levels[depth]);
            st = stop_if(cancelled, err);
            enough = st == STATUS_OK && shorten(&levels[depth], &next);
            st = st == STATUS_OK ? stop_if(cancelled, err) : st;
        }
        depth++;
        if (!enough && st == STATUS_OK)
            levels[depth] = next;
    }
    while (depth-- > 0) {
        if (st == STATUS_OK) {
            put_lms_in_order(&levels[depth], levels[depth].lms);
            st = stop_if(cancelled, err);
        }
        if (st == STATUS_OK) {
            induce(&levels[depth]);
            st = stop_if(cancelled, err);
        }
        mem_free(levels[depth].bucket);
        mem_free(levels[depth].types);
    }
    return st;
}

/* Walks the suffixes in the order of the text: what a suffix shares with the one sorted before it
 * is at most one less for the next (Kasai and others; `before` instead of ranks, after Kärkkäinen).
 */
enum status suffix_lcp(const uint32_t *text, uint32_t n, const uint32_t *order, uint32_t breaks,
                       uint32_t *lcp, const atomic_bool *cancelled, struct err *err)
{
    uint32_t *before = mem_calloc(n ? n : 1, sizeof *before);
    if (!before)
        return err_nomem(err);
    for (uint32_t i = 0; i < n && !is_cancelled(cancelled, i); i++)
        before[order[i]] = i ? order[i - 1] : EMPTY;
    uint32_t shared = 0;
    enum status st = stop_if(cancelled, err);
    for (uint32_t i = 0; i < n && st == STATUS_OK; i++) {
        uint32_t j = before[i];
        if (is_cancelled(cancelled, i))
            st = err_cancelled(err);
        if (j == EMPTY) {
            shared = 0;
        } else {
            while (i + shared < n && j + shared < n && text[i + shared] == text[j + shared] &&
                   text[i + shared] >= breaks)
                shared++;
        }
        before[i] = shared; /* no longer needed as a place */
        shared -= shared > 0;
    }
    for (uint32_t i = 0; i < n && st == STATUS_OK; i++) {
        lcp[i] = before[order[i]];
        if (is_cancelled(cancelled, i))
            st = err_cancelled(err);
    }
    mem_free(before);
    return st;
}
