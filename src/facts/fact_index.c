/* fact_index.c: reading a fact index; see fact_index.h. */
#include "facts/fact_index.h"

#include <endian.h>
#include <string.h>

#include "base/le.h"

/* --- Bitmaps of the lines in which a fact held at any ply, for some common facts -------------- */

static const struct msg BAD_MAPS = {"the maps of the fact index are damaged",
                                    "局面索引のビット表が壊れています"};

enum { HEAD_BYTES = 8 };

/* --- Reading ---------------------------------------------------------------------------------- */

static size_t head_bytes(uint32_t maps)
{
    return (HEAD_BYTES + 4 * (size_t)maps + 7) / 8 * 8;
}

static bool ascending_facts(const struct fact_maps *m, uint32_t facts)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (le_get32(m->facts + 4 * (size_t)i) >= facts ||
            (i && le_get32(m->facts + 4 * (size_t)(i - 1)) >= le_get32(m->facts + 4 * (size_t)i)))
            return false;
    return true;
}

enum status fact_maps_open(struct fact_maps *m, const struct segment *s, uint32_t facts,
                           uint32_t lines, struct err *err)
{
    struct span bytes;
    *m = (struct fact_maps){.lines = lines, .words = fact_map_words(lines)};
    if (!segment_find(s, FACT_MAPS_SECTION, &bytes))
        return STATUS_OK;
    if (bytes.n < HEAD_BYTES)
        return segment_damaged(s, bytes.p, &BAD_MAPS, err);
    m->count = le_get32(bytes.p);
    m->facts = bytes.p + HEAD_BYTES;
    m->segment = s;
    size_t head = head_bytes(m->count);
    enum status st =
        segment_verify_span(s, span_make(bytes.p, head < bytes.n ? head : bytes.n), err);
    if (st != STATUS_OK)
        return st;
    if (m->count > facts || le_get32(bytes.p + 4) != m->words ||
        bytes.n != head_bytes(m->count) + (size_t)m->count * m->words * 8 ||
        !ascending_facts(m, facts))
        return segment_damaged(s, bytes.p, &BAD_MAPS, err);
    m->bits = bytes.p + head_bytes(m->count);
    return STATUS_OK;
}

const char *fact_map_find(const struct fact_maps *m, uint32_t fact)
{
    uint32_t low = 0, high = m->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (le_get32(m->facts + 4 * (size_t)middle) < fact)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == m->count || le_get32(m->facts + 4 * (size_t)low) != fact)
        return NULL;
    const char *map = m->bits + (size_t)low * m->words * 8;
    (void)segment_verify(m->segment, span_make(map, (size_t)m->words * 8));
    return map;
}

uint64_t fact_map_word(const char *map, size_t word)
{
    uint64_t v;
    memcpy(&v, map + 8 * word, sizeof v); /* unlike le_get64(), this becomes vectors */
    return le64toh(v);
}

void fact_map_and(uint64_t *bits, const char *map, size_t words)
{
    for (size_t i = 0; i < words; i++)
        bits[i] &= fact_map_word(map, i);
}

/* --- Writing ---------------------------------------------------------------------------------- */

bool fact_map_wanted(uint32_t postings, uint32_t lines)
{
    return (uint64_t)postings * 12 >= lines && (uint64_t)postings * 10 <= (uint64_t)lines * 9 &&
           postings > 0;
}

bool fact_map_begin(struct buf *maps, uint32_t lines)
{
    size_t bytes = (size_t)fact_map_words(lines) * 8;
    if (!buf_reserve(maps, bytes))
        return false;
    memset(maps->p + maps->n, 0, bytes);
    maps->n += bytes;
    return true;
}

enum status fact_maps_write(const struct buf *facts, const struct buf *maps, uint32_t lines,
                            struct segment_writer *w, struct err *err)
{
    char head[HEAD_BYTES], zeros[8] = {0};
    uint32_t count = (uint32_t)(facts->n / 4);
    le_put32(head, count);
    le_put32(head + 4, fact_map_words(lines));
    enum status st = segment_writer_begin(w, FACT_MAPS_SECTION, err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, span_make(head, sizeof head), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(facts), err);
    if (st == STATUS_OK)
        st = segment_writer_add(
            w, span_make(zeros, head_bytes(count) - HEAD_BYTES - 4 * (size_t)count), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(maps), err);
    return st == STATUS_OK ? segment_writer_end(w, err) : st;
}

static const struct msg BAD_DIRECTORY = {"the directory of the fact index is damaged",
                                         "局面索引の目録が壊れています"};
static const struct msg BAD_LIST = {"a list of the fact index is damaged",
                                    "局面索引の一覧が壊れています"};

struct list_row {
    uint32_t count, skip;
    uint64_t at;
};

static struct list_row row_of(const struct fact_index *x, uint32_t fact)
{
    const char *p = x->directory.p + FACT_HEAD_BYTES + (size_t)fact * FACT_ROW_BYTES;
    return (struct list_row){le_get32(p), le_get32(p + 4), le_get64(p + 8)};
}

static uint32_t blocks_of(uint32_t count)
{
    return count / POSTING_BLOCK + (count % POSTING_BLOCK != 0);
}

static size_t skip_bytes(uint32_t blocks)
{
    size_t groups = ((size_t)blocks + FACT_SKIP_GROUP - 1) / FACT_SKIP_GROUP;
    return blocks > 1 ? 6 * (size_t)blocks + 4 * groups : 0;
}

enum status fact_index_open(struct fact_index *x, const struct game *game, const struct lines *l,
                            const struct segment *s, struct err *err)
{
    *x = (struct fact_index){.segment = s, .facts = game->fact_count, .lines = *l};
    enum status st = segment_need_whole(s, FACT_DIRECTORY_SECTION, &x->directory, err);
    if (st == STATUS_OK)
        st = segment_need(s, FACT_SKIPS_SECTION, &x->skips, err);
    if (st == STATUS_OK)
        st = segment_need(s, FACT_LISTS_SECTION, &x->lists, err);
    if (st == STATUS_OK)
        st = fact_maps_open(&x->maps, s, x->facts, l->count, err);
    if (st == STATUS_OK)
        st = fact_spans_open(&x->spans, s, x->facts, err);
    if (st != STATUS_OK)
        return st;
    if (x->directory.n != FACT_HEAD_BYTES + ((size_t)x->facts + 1) * FACT_ROW_BYTES ||
        le_get32(x->directory.p) != x->facts || le_get32(x->directory.p + 4) != l->count)
        return segment_damaged(s, x->directory.p, &BAD_DIRECTORY, err);
    /* Rows must follow one another, in the skip table and in the lists. */
    uint64_t skip = 0, at = 0;
    for (uint32_t fact = 0; fact <= x->facts; fact++) {
        struct list_row row = row_of(x, fact);
        if (row.skip != skip || row.at < at || row.at > x->lists.n || (fact == 0 && row.at != 0))
            return segment_damaged(x->segment,
                                   x->directory.p + FACT_HEAD_BYTES + (size_t)fact * FACT_ROW_BYTES,
                                   &BAD_DIRECTORY, err);
        skip += skip_bytes(blocks_of(row.count));
        at = row.at;
    }
    if (skip != x->skips.n || at != x->lists.n)
        return segment_damaged(x->segment, x->directory.p, &BAD_DIRECTORY, err);
    return STATUS_OK;
}

uint32_t fact_list_length(const struct fact_index *x, uint32_t fact)
{
    return row_of(x, fact).count;
}

/* --- Cursors --------------------------------------------------------------------------------- */

static bool to_end(struct fact_cursor *c, bool damaged)
{
    c->damaged = c->damaged || damaged;
    c->block = c->blocks;
    c->at = c->in_block = 0;
    return false;
}

/* Takes the list apart; false if it is none. */
static bool find_parts(struct fact_cursor *c, struct span list, const char *skips)
{
    const struct segment *s = c->index->segment;
    size_t numbers;
    const char *begin = list.p;
    if (!c->length)
        return list.n == 0;
    if (!span_code_get(&c->code, &list))
        return false;
    if (!segment_verify(s, span_make(begin, (size_t)(list.p - begin))) ||
        !segment_verify(s, span_make(skips, skip_bytes(c->blocks))))
        return false;
    numbers = ((size_t)c->length * c->code.bits + 7) / 8;
    if (list.n < numbers + 2) /* spans are read two bytes at a time */
        return false;
    c->numbers = list.p;
    c->bytes = span_skip(list, numbers);
    if (c->blocks > 1) {
        c->last = skips;
        c->group = c->last + 4 * (size_t)c->blocks;
        c->offset = skips + skip_bytes(c->blocks) - 2 * (size_t)c->blocks;
    }
    return true;
}

void fact_cursor_open(struct fact_cursor *c, const struct fact_index *x, uint32_t fact)
{
    struct list_row row = row_of(x, fact), next = row_of(x, fact + 1);
    c->index = x;
    c->fact = fact;
    c->length = row.count;
    c->blocks = blocks_of(row.count);
    c->block = UINT32_MAX;
    c->at = c->in_block = 0;
    c->damaged = false;
    c->last = NULL;
    c->bytes = span_make(x->lists.p + row.at, (size_t)(next.at - row.at));
    if (!find_parts(c, c->bytes, x->skips.p + row.skip))
        to_end(c, true);
}

static uint32_t last_line(const struct fact_cursor *c, uint32_t block)
{
    return le_get32(c->last + 4 * (size_t)block);
}

static size_t block_at(const struct fact_cursor *c, uint32_t block)
{
    if (block == c->blocks || !c->last)
        return block ? c->bytes.n : 0;
    return (size_t)le_get32(c->group + 4 * (size_t)(block / FACT_SKIP_GROUP)) +
           le_get16(c->offset + 2 * (size_t)block);
}

/* The bytes of a block, and the numbers of its spans. */
static bool verify_block(const struct fact_cursor *c, uint32_t block, uint32_t n, size_t from,
                         size_t to)
{
    const struct segment *s = c->index->segment;
    size_t first = (size_t)block * POSTING_BLOCK * c->code.bits / 8;
    /* two bytes at a time are read of them */
    return segment_verify(s, span_make(c->bytes.p + from, to - from)) &&
           segment_verify(s, span_make(c->numbers + first, (size_t)n * c->code.bits / 8 + 2));
}

/* Unpacks a block and goes to its first posting. */
static bool load(struct fact_cursor *c, uint32_t block)
{
    uint32_t n = c->length - block * POSTING_BLOCK, lines = c->index->lines.count;
    uint32_t base = block ? last_line(c, block - 1) : 0;
    uint32_t last = c->last ? last_line(c, block) : lines - 1;
    size_t from = block_at(c, block), to = block_at(c, block + 1);
    n = n < POSTING_BLOCK ? n : POSTING_BLOCK;
    if (from > to || to > c->bytes.n || last >= lines || !verify_block(c, block, n, from, to) ||
        !posting_block_decode(span_make(c->bytes.p + from, to - from), n, base, last, c->lines) ||
        (c->last && c->lines[n - 1] != last))
        return to_end(c, true);
    c->block = block;
    c->at = 0;
    c->in_block = n;
    return true;
}

/* The first block from `block` on that ends with the line or a later one. */
static uint32_t find_block(const struct fact_cursor *c, uint32_t block, uint32_t line)
{
    uint32_t step = 1, low = block, high = block;
    if (!c->last)
        return block;
    while (high < c->blocks && last_line(c, high) < line) {
        low = high + 1;
        high = c->blocks - high > step ? high + step : c->blocks;
        step *= 2;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (last_line(c, middle) < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first posting from `at` on whose line is not before this one, or in_block. */
static uint32_t find_in_block(const struct fact_cursor *c, uint32_t line)
{
    const uint32_t *p = c->lines + c->at;
    uint32_t n = c->in_block - c->at;
    if (*p >= line)
        return c->at;
    while (n > 1) { /* without branches that could be guessed wrong: *p < line throughout */
        uint32_t half = n / 2;
        p = p[half] < line ? p + half : p;
        n -= half;
    }
    return (uint32_t)(p - c->lines) + 1;
}

bool fact_cursor_seek(struct fact_cursor *c, uint32_t line)
{
    if (c->block == c->blocks)
        return false;
    uint32_t block = find_block(c, c->block == UINT32_MAX ? 0 : c->block, line);
    if (block == c->blocks)
        return to_end(c, false);
    if (block != c->block && !load(c, block))
        return false;
    c->at = find_in_block(c, line);
    /* only a list of one block does not say where it ends (and one that is damaged) */
    return c->at < c->in_block ? true : to_end(c, c->last != NULL);
}

bool fact_cursor_next_block(struct fact_cursor *c)
{
    if (c->block == c->blocks)
        return false;
    uint32_t block = c->block == UINT32_MAX ? 0 : c->block + 1;
    return block < c->blocks ? load(c, block) : to_end(c, false);
}

bool fact_cursor_seek_block(struct fact_cursor *c, uint32_t line)
{
    if (c->block == c->blocks)
        return false;
    uint32_t block = find_block(c, c->block == UINT32_MAX ? 0 : c->block + 1, line);
    return block < c->blocks ? load(c, block) : to_end(c, false);
}

void fact_cursor_fail(struct fact_cursor *c)
{
    (void)to_end(c, true);
}

bool fact_cursor_next(struct fact_cursor *c)
{
    if (c->at + 1 < c->in_block) {
        c->at++;
        return true;
    }
    return fact_cursor_next_block(c);
}

const struct posting *fact_cursor_get(struct fact_cursor *c)
{
    uint32_t end = line_plies(&c->index->lines, fact_cursor_line(c)) + 1;
    c->now.line = fact_cursor_line(c);
    fact_cursor_span(c, c->at, &c->now.from, &c->now.to);
    c->now.to = c->now.to > end ? end : c->now.to;
    return &c->now;
}

enum status fact_cursor_status(const struct fact_cursor *c, struct err *err)
{
    if (!c->damaged)
        return STATUS_OK;
    enum status st = segment_status(c->index->segment, err);
    return st != STATUS_OK ? st : segment_damaged(c->index->segment, c->bytes.p, &BAD_LIST, err);
}
