/* kept_spans.c: see kept_spans.h. */
#include "query/run/kept_spans.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/varint.h"
#include "db/kept_columns.h"
#include "db/segment_cache.h"
#include "query/run/plies.h"
#include "query/run/runner.h"

enum { ROW_BYTES = SPANS_KEY_BYTES + 8, MOST_LISTS = 4096, SOME = 1, LINE_SHIFT = 3 };

static const char KIND[] = "spans";

/* Of a file. */
struct span_lists {
    struct span keys, lists;
    uint32_t count;
};

struct kept_spans {
    const struct db_segment *segment;
    struct segment file;
    bool open;
    struct span_lists have;
    struct buf new_keys, new_lists;
};

/* --- Keys -------------------------------------------------------------------------------------- */

/* Conditions on the game may become true of others when further sources come. */
static bool is_about_moves(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_META)
            return false;
    return !query_needs_others(q);
}

bool kept_spans_key(const struct query *q, unsigned char key[SPANS_KEY_BYTES])
{
    struct buf text;
    if (!is_about_moves(q))
        return false;
    buf_init(&text, SIZE_MAX / 2);
    buf_add_span(&text, q->text); /* whether the player is open is not in the printed tree */
    buf_add_char(&text, '\n');
    query_print(q, &text);
    bool good = buf_status(&text) == STATUS_OK;
    XXH128_hash_t hash = XXH3_128bits(good ? text.p : NULL, good ? text.n : 0);
    le_put64(key, hash.low64);
    le_put64(key + 8, hash.high64);
    buf_release(&text);
    return good;
}

/* --- Lists as bytes --------------------------------------------------------------------------- */

static void runs_write(const uint64_t *set, uint32_t n, struct buf *out)
{
    uint32_t count = 0, end = 0, to;
    for (uint32_t from = plies_next(set, n, 0); from < n; from = plies_next(set, n, to)) {
        to = plies_next_not(set, n, from);
        count++;
    }
    varint_put(out, count);
    for (uint32_t from = plies_next(set, n, 0); from < n; from = plies_next(set, n, to)) {
        to = plies_next_not(set, n, from);
        varint_put(out, from - end);
        varint_put(out, to - from);
        end = to;
    }
}

void span_list_write(const struct result_part *spans, struct buf *out)
{
    uint32_t line = 0;
    bool placed = false;
    for (size_t i = 0; i < spans->count; i++)
        placed |= spans->at[i].placed;
    varint_put(out, (uint64_t)spans->count << 1 | placed);
    for (size_t i = 0; i < spans->count; i++) {
        const struct result_span *s = &spans->at[i];
        bool some = s->bits != RESULT_ALL_MATCH;
        varint_put(out, (uint64_t)(s->line - line) << LINE_SHIFT | (uint64_t)s->plays << 1 | some);
        varint_put(out, s->from);
        varint_put(out, s->to - s->from);
        if (some)
            runs_write(spans->words + s->bits, s->to - s->from, out);
        line = s->line;
    }
}

static bool get_number(struct span *bytes, uint64_t most, uint32_t *out)
{
    uint64_t v;
    if (bytes->n && (unsigned char)*bytes->p < 0x80) { /* nearly always */
        v = (unsigned char)*bytes->p;
        *bytes = span_skip(*bytes, 1);
    } else if (!varint_get(bytes, &v)) {
        return false;
    }
    *out = (uint32_t)v;
    return v <= most;
}

/* Which of n plies match. */
static bool get_runs(struct span *bytes, uint32_t n, struct result_part *out,
                     struct result_span *span)
{
    uint32_t words = plies_words(n), runs, at = 0, gap, length;
    if (!get_number(bytes, n, &runs) || runs == 0 || out->word_count + words >= RESULT_ALL_MATCH)
        return false;
    uint64_t *grown = out->words;
    if (out->word_count + words > out->word_cap) {
        size_t cap = 2 * out->word_cap + words + 64;
        if (!(grown = mem_realloc_array(out->words, cap, sizeof *grown)))
            return false;
        out->words = grown;
        out->word_cap = cap;
    }
    uint64_t *set = grown + out->word_count;
    memset(set, 0, words * sizeof *set);
    span->bits = (uint32_t)out->word_count;
    span->plies = 0;
    out->word_count += words;
    for (uint32_t i = 0; i < runs; i++) {
        if (!get_number(bytes, n - at, &gap) || (i && gap == 0) ||
            !get_number(bytes, n - at - gap, &length) || length == 0)
            return false;
        span->first = i ? span->first : span->from + gap;
        plies_add_range(set, at + gap, at + gap + length);
        at += gap + length;
        span->plies += length;
    }
    return true;
}

/* One more span; before: the one before it in the list. */
static bool get_span(struct span *bytes, const struct lines *l, struct result_span *before,
                     struct result_part *out)
{
    uint64_t head;
    uint32_t length;
    struct result_span s = {.bits = RESULT_ALL_MATCH};
    bool first = before->to == 0;
    if (!varint_get(bytes, &head) || head >> LINE_SHIFT >= l->games - before->line)
        return false;
    s.line = before->line + (uint32_t)(head >> LINE_SHIFT);
    s.plays = head >> 1 & PLAYS_BOTH;
    uint32_t plies = line_plies(l, s.line) + 1;
    if (!get_number(bytes, plies, &s.from) || !get_number(bytes, plies - s.from, &length) ||
        length == 0 || (!first && s.line == before->line && s.from < before->to))
        return false;
    s.to = s.from + length;
    s.first = s.from;
    s.plies = length;
    if (head & SOME && !get_runs(bytes, length, out, &s))
        return false;
    *before = out->at[out->count++] = s;
    return true;
}

bool span_list_read(struct span bytes, const struct lines *l, const uint64_t *removed,
                    struct result_part *out, bool *placed)
{
    struct result_span before = {0};
    uint64_t count;
    *out = (struct result_part){0};
    if (!varint_get(&bytes, &count) || count >> 1 > bytes.n / 3)
        return false;
    *placed = count & 1;
    count >>= 1;
    out->cap = (size_t)count + 1;
    out->at = mem_alloc(out->cap * sizeof *out->at);
    bool good = out->at != NULL;
    for (uint64_t i = 0; good && i < count; i++) {
        good = get_span(&bytes, l, &before, out);
        if (good && removed && plies_has(removed, before.line))
            out->count--;
    }
    if (good && bytes.n == 0)
        return true;
    result_part_release(out);
    return false;
}

/* --- The file ---------------------------------------------------------------------------------- */

static bool rows_fit(const struct span_lists *k)
{
    uint64_t before = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        uint64_t end = le_get64(k->keys.p + (size_t)i * ROW_BYTES + SPANS_KEY_BYTES);
        if (end < before || end > k->lists.n)
            return false;
        before = end;
    }
    return before == k->lists.n;
}

static struct span_lists lists_of(const struct segment *file)
{
    struct span_lists k = {0};
    bool good = segment_find(file, "keys", &k.keys) && segment_find(file, "lists", &k.lists) &&
                k.keys.n % ROW_BYTES == 0 && k.keys.n / ROW_BYTES <= MOST_LISTS;
    k.count = good ? (uint32_t)(k.keys.n / ROW_BYTES) : 0;
    if (!good || !rows_fit(&k))
        k.count = 0;
    return k;
}

struct kept_spans *kept_spans_open(const struct db_segment *s)
{
    struct kept_spans *k = mem_calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->segment = s;
    buf_init(&k->new_keys, SIZE_MAX / 2);
    buf_init(&k->new_lists, SIZE_MAX / 2);
    k->open = segment_cache_open(&k->file, s, KIND);
    if (k->open)
        k->have = lists_of(&k->file);
    return k;
}

void kept_spans_close(struct kept_spans *k)
{
    if (!k)
        return;
    if (k->open)
        segment_close(&k->file);
    buf_release(&k->new_keys);
    buf_release(&k->new_lists);
    mem_free(k);
}

static struct span kept_list(const struct span_lists *k, uint32_t i)
{
    const char *row = k->keys.p + (size_t)i * ROW_BYTES;
    uint64_t from = i ? le_get64(row - ROW_BYTES + SPANS_KEY_BYTES) : 0;
    return span_make(k->lists.p + from, (size_t)(le_get64(row + SPANS_KEY_BYTES) - from));
}

static bool read_list(const struct span_lists *k, const struct db_segment *s,
                      const unsigned char key[SPANS_KEY_BYTES], struct result_part *out,
                      bool *placed)
{
    *out = (struct result_part){0};
    for (uint32_t i = 0; i < k->count; i++)
        if (memcmp(k->keys.p + (size_t)i * ROW_BYTES, key, SPANS_KEY_BYTES) == 0)
            return span_list_read(kept_list(k, i), &s->lines, s->removed, out, placed);
    return false;
}

bool kept_spans_read(const struct kept_spans *k, const unsigned char key[SPANS_KEY_BYTES],
                     struct result_part *out)
{
    bool placed;
    return read_list(&k->have, k->segment, key, out, &placed);
}

bool kept_spans_find(const struct db_segment *s, const unsigned char key[SPANS_KEY_BYTES],
                     struct result_part *out)
{
    const struct segment *file = kept_cache(s, KIND);
    bool placed = false;
    *out = (struct result_part){0};
    if (!file)
        return false;
    const struct span_lists have = lists_of(file);
    if (read_list(&have, s, key, out, &placed) && !placed)
        return true;
    result_part_release(out);
    return false;
}

static void add_row(struct buf *keys, const void *key, const struct buf *lists)
{
    char end[8];
    buf_add(keys, key, SPANS_KEY_BYTES);
    le_put64(end, lists->n);
    buf_add(keys, end, sizeof end);
}

void kept_spans_add(struct kept_spans *k, const unsigned char key[SPANS_KEY_BYTES],
                    const struct result_part *spans)
{
    span_list_write(spans, &k->new_lists);
    add_row(&k->new_keys, key, &k->new_lists);
}

static bool is_new(const struct kept_spans *k, const char *key)
{
    for (size_t at = 0; at < k->new_keys.n; at += ROW_BYTES)
        if (memcmp(k->new_keys.p + at, key, SPANS_KEY_BYTES) == 0)
            return true;
    return false;
}

void kept_spans_write(struct kept_spans *k)
{
    struct segment_writer w;
    struct err ignored;
    if (k->new_keys.n == 0)
        return;
    for (uint32_t i = 0; i < k->have.count && k->new_keys.n / ROW_BYTES < MOST_LISTS; i++) {
        const char *key = k->have.keys.p + (size_t)i * ROW_BYTES;
        if (is_new(k, key))
            continue;
        buf_add_span(&k->new_lists, kept_list(&k->have, i));
        add_row(&k->new_keys, key, &k->new_lists);
    }
    if (buf_status(&k->new_keys) != STATUS_OK || buf_status(&k->new_lists) != STATUS_OK ||
        k->new_keys.n / ROW_BYTES > MOST_LISTS || !segment_cache_create(&w, k->segment, KIND))
        return;
    if (segment_writer_section(&w, "keys", buf_span(&k->new_keys), &ignored) != STATUS_OK ||
        segment_writer_section(&w, "lists", buf_span(&k->new_lists), &ignored) != STATUS_OK ||
        segment_writer_commit(&w, &ignored) != STATUS_OK)
        segment_writer_abort(&w);
}
