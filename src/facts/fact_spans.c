/* fact_spans.c: see fact_spans.h. */
#include "facts/fact_spans.h"

#include <string.h>

#include "base/le.h"

enum { HEAD_BYTES = 8, ROW_BYTES = 16, MAX_WIDTH = 16 };

/* How many bits tell n + 1 values apart; of a code that is none, no more than others need. */
static unsigned width_of(uint32_t n)
{
    unsigned width = n ? 32 - (unsigned)__builtin_clz(n) : 0;
    return width < MAX_WIDTH ? width : MAX_WIDTH;
}

/* Classes by number; width: of beginnings in the last, open one. */
static void list_classes(const struct span_code *code, uint32_t width,
                         struct span_class out[SPAN_CODE_VALUES])
{
    unsigned n = 0;
    memset(out, 0, SPAN_CODE_VALUES * sizeof *out); /* numbers outside of the code */
    for (unsigned f = 0; f < code->n_from; f++) {
        uint32_t from = code->from[f];
        bool open = f + 1 == code->n_from;
        unsigned from_width = open ? width : width_of((uint32_t)code->from[f + 1] - from - 1);
        for (unsigned r = 0; r <= code->n_reach; r++, n++) {
            uint32_t before = r ? code->reach[r - 1] : 0;
            bool ends = r < code->n_reach;
            out[n] = (struct span_class){
                .from = (uint16_t)from,
                .to = (uint16_t)(ends ? from + code->reach[r] : FACT_SPAN_END),
                .from_width = (uint8_t)from_width,
                .to_width = (uint8_t)(ends ? width_of(code->reach[r] - before - 1) : 0)};
        }
    }
}

/* --- Writing ---------------------------------------------------------------------------------- */

bool fact_spans_wanted(const struct game *game, uint32_t postings, uint32_t lines)
{
    return postings > 0 && (uint64_t)postings * game->exact_lines >= lines;
}

void fact_spans_writer_init(struct fact_spans_writer *w)
{
    buf_init(&w->rows, SIZE_MAX / 2);
    buf_init(&w->lists, SIZE_MAX / 2);
}

void fact_spans_writer_release(struct fact_spans_writer *w)
{
    buf_release(&w->rows);
    buf_release(&w->lists);
}

static uint32_t open_width(const struct span_code *code, const struct fact_span *spans, uint32_t n)
{
    uint32_t last = code->from[code->n_from - 1], most = last;
    for (uint32_t i = 0; i < n; i++)
        most = spans[i].from > most ? spans[i].from : most;
    return width_of(most - last);
}

struct span_bits {
    struct buf *out;
    uint64_t pending;
    unsigned held;
    uint64_t total;
};

static void put_bits(struct span_bits *b, uint32_t value, unsigned width)
{
    b->pending |= (uint64_t)value << b->held;
    b->held += width;
    b->total += width;
    for (; b->held >= 8; b->held -= 8, b->pending >>= 8)
        buf_add_char(b->out, (char)b->pending);
}

bool fact_spans_encode(const struct span_code *code, const char *numbers,
                       const struct fact_span *spans, uint32_t n, struct buf *out, uint32_t *width)
{
    struct span_class classes[SPAN_CODE_VALUES];
    struct span_bits bits = {.out = out};
    size_t blocks = ((size_t)n + POSTING_BLOCK - 1) / POSTING_BLOCK, begin = out->n;
    *width = open_width(code, spans, n);
    list_classes(code, *width, classes);
    if ((uint64_t)n * 2 * MAX_WIDTH > UINT32_MAX)
        return true;
    if (!buf_reserve(out, 4 * blocks + (size_t)n * 2 * MAX_WIDTH / 8 + 1))
        return false;
    memset(out->p + begin, 0, 4 * blocks);
    out->n += 4 * blocks;
    for (uint32_t i = 0; i < n; i++) {
        const struct span_class *c = &classes[span_code_number(code, numbers, i)];
        if (i % POSTING_BLOCK == 0)
            le_put32(out->p + begin + i / POSTING_BLOCK * 4, (uint32_t)bits.total);
        put_bits(&bits, (uint32_t)(spans[i].from - c->from), c->from_width);
        put_bits(&bits, (uint32_t)(c->to - spans[i].to), c->to_width);
    }
    put_bits(&bits, 0, (8 - bits.held) % 8);
    return buf_status(out) == STATUS_OK;
}

static void put_row(struct fact_spans_writer *w, uint32_t fact, uint32_t width)
{
    char row[ROW_BYTES];
    le_put32(row, fact);
    le_put32(row + 4, width);
    le_put64(row + 8, w->lists.n);
    buf_add(&w->rows, row, sizeof row);
}

void fact_spans_add(struct fact_spans_writer *w, uint32_t fact, uint32_t width, struct span bytes)
{
    if (bytes.n == 0)
        return;
    put_row(w, fact, width);
    buf_add_span(&w->lists, bytes);
}

enum status fact_spans_write(struct fact_spans_writer *w, struct segment_writer *out,
                             struct err *err)
{
    static const char SLACK[FACT_SPANS_SLACK];
    char head[HEAD_BYTES] = {0};
    le_put32(head, (uint32_t)(w->rows.n / ROW_BYTES));
    put_row(w, UINT32_MAX, 0);
    if (buf_status(&w->rows) != STATUS_OK || buf_status(&w->lists) != STATUS_OK)
        return err_nomem(err);
    const struct span all[] = {span_make(head, sizeof head), buf_span(&w->rows),
                               buf_span(&w->lists), span_make(SLACK, sizeof SLACK)};
    enum status st = segment_writer_begin(out, FACT_SPANS_SECTION, err);
    for (size_t i = 0; i < sizeof all / sizeof *all && st == STATUS_OK; i++)
        st = segment_writer_add(out, all[i], err);
    return st == STATUS_OK ? segment_writer_end(out, err) : st;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static const struct msg DAMAGED = {"the exact spans of the fact index are damaged",
                                   "局面索引の正確な区間が壊れています"};

static const char *row_at(const struct fact_spans *s, uint32_t i)
{
    return s->rows + (size_t)i * ROW_BYTES;
}

/* Facts ascend and are some, widths can be, and lists follow one another to the end. */
static bool rows_fit(const struct fact_spans *s, uint32_t facts)
{
    uint64_t before = 0;
    for (uint32_t i = 0; i <= s->count; i++) {
        uint32_t fact = le_get32(row_at(s, i));
        uint64_t at = le_get64(row_at(s, i) + 8);
        if (i < s->count ? fact >= facts || (i && fact <= le_get32(row_at(s, i - 1))) ||
                               le_get32(row_at(s, i) + 4) > MAX_WIDTH
                         : fact != UINT32_MAX || at != s->lists.n)
            return false;
        if (at < before || at > s->lists.n)
            return false;
        before = at;
    }
    return true;
}

enum status fact_spans_open(struct fact_spans *s, const struct segment *segment, uint32_t facts,
                            struct err *err)
{
    struct span bytes;
    *s = (struct fact_spans){.segment = segment};
    if (!segment_find(segment, FACT_SPANS_SECTION, &bytes))
        return STATUS_OK;
    if (bytes.n < HEAD_BYTES)
        return segment_damaged(segment, bytes.p, &DAMAGED, err);
    enum status st = segment_verify_span(segment, span_make(bytes.p, HEAD_BYTES), err);
    if (st != STATUS_OK)
        return st;
    uint32_t count = le_get32(bytes.p);
    size_t rows = ((size_t)count + 1) * ROW_BYTES;
    if (count > facts || bytes.n < HEAD_BYTES + rows + FACT_SPANS_SLACK)
        return segment_damaged(segment, bytes.p, &DAMAGED, err);
    st = segment_verify_span(segment, span_make(bytes.p, HEAD_BYTES + rows), err);
    if (st != STATUS_OK)
        return st;
    s->count = count;
    s->rows = bytes.p + HEAD_BYTES;
    s->lists = span_make(s->rows + rows, bytes.n - HEAD_BYTES - rows - FACT_SPANS_SLACK);
    return rows_fit(s, facts) ? STATUS_OK : segment_damaged(segment, bytes.p, &DAMAGED, err);
}

/* The row of a fact; s->count if there is none. */
static uint32_t find_row(const struct fact_spans *s, uint32_t fact)
{
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (le_get32(row_at(s, middle)) < fact)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && le_get32(row_at(s, low)) == fact ? low : s->count;
}

bool fact_spans_has(const struct fact_index *x, uint32_t fact)
{
    return find_row(&x->spans, fact) < x->spans.count;
}

bool fact_span_cursor_open(struct fact_span_cursor *c, const struct fact_index *x, uint32_t fact)
{
    const struct fact_spans *s = &x->spans;
    uint32_t row = find_row(s, fact);
    if (row == s->count)
        return false;
    uint64_t at = le_get64(row_at(s, row) + 8), end = le_get64(row_at(s, row + 1) + 8);
    struct span bytes = span_make(s->lists.p + at, (size_t)(end - at));
    fact_cursor_open(&c->list, x, fact);
    size_t starts = 4 * (size_t)c->list.blocks;
    if (starts > bytes.n || !segment_verify(s->segment, bytes)) {
        fact_cursor_fail(&c->list);
        return true;
    }
    c->starts = span_make(bytes.p, starts);
    c->bits = span_skip(bytes, starts);
    if (!c->list.damaged)
        list_classes(&c->list.code, le_get32(row_at(s, row) + 4), c->classes);
    return true;
}

/* Behind the bits there is room for a block of whatever width. */
static bool unpack(struct fact_span_cursor *c)
{
    const struct fact_cursor *list = &c->list;
    uint32_t first = list->block * POSTING_BLOCK;
    uint64_t bit = le_get32(c->starts.p + 4 * (size_t)list->block);
    if (bit / 8 > c->bits.n)
        return false;
    for (uint32_t i = 0; i < list->in_block; i++) {
        unsigned number = fact_list_number(list, first + i);
        const struct span_class *k = &c->classes[number];
        uint64_t bits = le_get64(c->bits.p + bit / 8) >> bit % 8;
        c->from[i] = (uint16_t)(k->from + (bits & ((UINT64_C(1) << k->from_width) - 1)));
        bits >>= k->from_width;
        c->to[i] = (uint16_t)(k->to - (bits & ((UINT64_C(1) << k->to_width) - 1)));
        bit += k->from_width + k->to_width;
    }
    return true;
}

bool fact_span_cursor_next(struct fact_span_cursor *c, uint32_t line)
{
    if (!fact_cursor_seek_block(&c->list, line))
        return false;
    if (unpack(c))
        return true;
    fact_cursor_fail(&c->list);
    return false;
}
