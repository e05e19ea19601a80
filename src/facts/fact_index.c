/* fact_index.c: reading a fact index; see fact_index.h. */
#include "facts/fact_index.h"

static const struct msg BAD_DIRECTORY = {"the directory of the fact index is damaged",
                                         "局面索引の目録が壊れています"};
static const struct msg BAD_LIST = {"a list of the fact index is damaged",
                                    "局面索引の一覧が壊れています"};

struct list_row {
    uint32_t count, skip;
    uint64_t offset;
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

/* Rows must follow one another, in the skip table and in the blocks. */
static enum status check_rows(const struct fact_index *x, struct err *err)
{
    uint64_t skip = 0, offset = 0;
    for (uint32_t fact = 0; fact <= x->facts; fact++) {
        struct list_row row = row_of(x, fact);
        if (row.skip != skip || row.offset < offset || row.offset > x->blocks.n ||
            (fact == 0 && row.offset != 0))
            return segment_damaged(x->segment,
                                   x->directory.p + FACT_HEAD_BYTES + (size_t)fact * FACT_ROW_BYTES,
                                   &BAD_DIRECTORY, err);
        skip += blocks_of(row.count);
        offset = row.offset;
    }
    if (skip * FACT_SKIP_BYTES != x->skips.n || offset != x->blocks.n)
        return segment_damaged(x->segment, x->directory.p, &BAD_DIRECTORY, err);
    return STATUS_OK;
}

enum status fact_index_open(struct fact_index *x, const struct game *game, const struct lines *l,
                            const struct segment *s, struct err *err)
{
    *x = (struct fact_index){.segment = s, .facts = game->fact_count, .lines = l->count};
    enum status st = segment_need(s, FACT_DIRECTORY_SECTION, &x->directory, err);
    if (st == STATUS_OK)
        st = segment_need(s, FACT_SKIPS_SECTION, &x->skips, err);
    if (st == STATUS_OK)
        st = segment_need(s, FACT_BLOCKS_SECTION, &x->blocks, err);
    if (st != STATUS_OK)
        return st;
    if (x->directory.n != FACT_HEAD_BYTES + ((size_t)x->facts + 1) * FACT_ROW_BYTES ||
        le_get32(x->directory.p) != x->facts || le_get32(x->directory.p + 4) != x->lines)
        return segment_damaged(s, x->directory.p, &BAD_DIRECTORY, err);
    return check_rows(x, err);
}

uint32_t fact_list_length(const struct fact_index *x, uint32_t fact)
{
    return row_of(x, fact).count;
}

/* --- Cursors --------------------------------------------------------------------------------- */

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
    c->skips = x->skips.p + (size_t)row.skip * FACT_SKIP_BYTES;
    c->bytes = span_make(x->blocks.p + row.offset, (size_t)(next.offset - row.offset));
}

static uint32_t last_line(const struct fact_cursor *c, uint32_t block)
{
    return le_get32(c->skips + (size_t)block * FACT_SKIP_BYTES);
}

static uint32_t block_offset(const struct fact_cursor *c, uint32_t block)
{
    return le_get32(c->skips + (size_t)block * FACT_SKIP_BYTES + 4);
}

static bool to_end(struct fact_cursor *c, bool damaged)
{
    c->damaged = c->damaged || damaged;
    c->block = c->blocks;
    c->at = c->in_block = 0;
    return false;
}

/* The lines of a block lie between those that the skip table names. */
static bool lines_fit(const struct fact_cursor *c, uint32_t n, uint32_t base, uint32_t last)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < n; i++)
        bad |= (uint32_t)(c->postings[i].line < base) | (uint32_t)(c->postings[i].line > last);
    return !bad && c->postings[n - 1].line == last && last < c->index->lines;
}

/* Unpacks a block and goes to its first posting. */
static bool load(struct fact_cursor *c, uint32_t block)
{
    uint32_t n = c->length - block * POSTING_BLOCK;
    uint32_t base = block ? last_line(c, block - 1) : 0;
    size_t from = block_offset(c, block);
    size_t to = block + 1 < c->blocks ? block_offset(c, block + 1) : c->bytes.n;
    n = n < POSTING_BLOCK ? n : POSTING_BLOCK;
    if (from > to || to > c->bytes.n)
        return to_end(c, true);
    struct span bytes = span_make(c->bytes.p + from, to - from);
    if (!posting_block_decode(&bytes, n, base, c->postings) || bytes.n ||
        !lines_fit(c, n, base, last_line(c, block)))
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

bool fact_cursor_seek(struct fact_cursor *c, uint32_t line)
{
    if (c->damaged || c->block == c->blocks)
        return false;
    uint32_t now = c->block == UINT32_MAX ? 0 : c->block;
    uint32_t block = find_block(c, now, line);
    if (block == c->blocks)
        return to_end(c, false);
    if (block != c->block && !load(c, block))
        return false;
    while (c->postings[c->at].line < line) /* the block's last line is not before it */
        c->at++;
    return true;
}

bool fact_cursor_next(struct fact_cursor *c)
{
    if (c->damaged || c->block == c->blocks)
        return false;
    if (c->block != UINT32_MAX && c->at + 1 < c->in_block) {
        c->at++;
        return true;
    }
    uint32_t block = c->block == UINT32_MAX ? 0 : c->block + 1;
    return block < c->blocks ? load(c, block) : to_end(c, false);
}

enum status fact_cursor_status(const struct fact_cursor *c, struct err *err)
{
    return c->damaged ? segment_damaged(c->index->segment, c->bytes.p, &BAD_LIST, err) : STATUS_OK;
}
