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

#include <string.h>

#include "base/alloc.h"

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
};

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
    for (uint32_t i = v->n - 1; i-- > 0;) {
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
    for (uint32_t i = 0; i < v->n; i++) {
        uint32_t j = v->order[i];
        if (j != EMPTY && j > 0 && !is_s(v, j - 1))
            v->order[v->bucket[v->text[j - 1]]++] = j - 1;
    }
}

static void induce_s(struct suffix_level *v)
{
    find_buckets(v, true);
    for (uint32_t i = v->n; i-- > 0;) {
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
    for (uint32_t i = 1; i < v->n; i++)
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
    for (uint32_t i = 0; i < v->n; i++)
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
    for (uint32_t i = 0; i < count; i++) {
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
    for (uint32_t i = count; i-- > 0;) {
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

static void close_level(struct suffix_level *v)
{
    mem_free(v->bucket);
    mem_free(v->types);
}

/* Sorts the pieces between LMS places. */
static void sort_pieces(struct suffix_level *v)
{
    find_types(v);
    put_lms_as_they_come(v);
    induce(v);
}

/* Names the sorted pieces.  True if all have names of their own: then order[0 … lms) is what
 * put_lms_in_order() needs. */
static bool shorten(struct suffix_level *v, struct suffix_level *next)
{
    v->lms = gather_lms(v);
    uint32_t names = name_pieces(v, v->lms);
    const uint32_t *shorter = v->order + v->n - v->lms;
    *next =
        (struct suffix_level){.text = shorter, .n = v->lms, .alphabet = names, .order = v->order};
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

/* Down to a text without equal pieces, and up again. */
static enum status sort_levels(struct suffix_level *levels, const atomic_bool *cancelled,
                               struct err *err)
{
    uint32_t depth = 0;
    bool enough = levels[0].n == 0;
    enum status st = STATUS_OK;
    while (!enough && st == STATUS_OK) {
        struct suffix_level next;
        if (!open_level(&levels[depth])) {
            st = err_nomem(err);
        } else {
            sort_pieces(&levels[depth]);
            st = stop_if(cancelled, err);
            enough = st == STATUS_OK && shorten(&levels[depth], &next);
        }
        depth++;
        if (!enough && st == STATUS_OK)
            levels[depth] = next;
    }
    while (depth-- > 0) {
        if (st == STATUS_OK) {
            put_lms_in_order(&levels[depth], levels[depth].lms);
            induce(&levels[depth]);
            st = stop_if(cancelled, err);
        }
        close_level(&levels[depth]);
    }
    return st;
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
        {.text = text, .n = n, .alphabet = alphabet, .order = order}};
    return sort_levels(levels, cancelled, err);
}

/* Walks the suffixes in the order of the text: what a suffix shares with the one sorted before it
 * is at most one less for the next (Kasai and others; `before` instead of ranks, after Kärkkäinen).
 */
enum status suffix_lcp(const uint32_t *text, uint32_t n, const uint32_t *order, uint32_t breaks,
                       uint32_t *lcp, struct err *err)
{
    uint32_t *before = mem_calloc(n ? n : 1, sizeof *before);
    if (!before)
        return err_nomem(err);
    for (uint32_t i = 0; i < n; i++)
        before[order[i]] = i ? order[i - 1] : EMPTY;
    uint32_t shared = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = before[i];
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
    for (uint32_t i = 0; i < n; i++)
        lcp[i] = before[order[i]];
    mem_free(before);
    return STATUS_OK;
}
