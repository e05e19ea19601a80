/* columns.c: see columns.h. */
#include "store/metadata/columns.h"

#include "base/alloc.h"

enum { HEAD_BYTES = 12, MAX_WIDTH = 4 };

static const struct msg BAD_HEAD = {"the head of the columns is damaged",
                                    "対局一覧の先頭が壊れています"};
static const struct msg BAD_SIZE = {"the columns have the wrong size",
                                    "対局一覧の大きさが合いません"};
static const struct msg BAD_END = {"the column of endings is damaged", "終局の列が壊れています"};

/* The n-th column in the section: seats come last, and only as many as there are. */
static unsigned nth_column(unsigned n, uint32_t seats)
{
    if (n < COLUMN_RATING + seats)
        return n;
    return COLUMN_PLAYER + (n - COLUMN_RATING - seats);
}

static uint32_t column_count(uint32_t seats)
{
    return COLUMN_RATING + 2 * seats;
}

static uint64_t padded(uint64_t n)
{
    return (n + 3) & ~(uint64_t)3;
}

/* --- Opening --------------------------------------------------------------------------------- */

static bool lay_out(struct columns *c, struct span bytes)
{
    uint32_t count = column_count(c->seats);
    if (bytes.n < HEAD_BYTES + 4 * (size_t)count)
        return false;
    uint64_t at = HEAD_BYTES + 4 * (uint64_t)count;
    for (uint32_t i = 0; i < count; i++) {
        struct column *column = &c->column[nth_column(i, c->seats)];
        uint32_t width = le_get32(bytes.p + HEAD_BYTES + 4 * (size_t)i);
        if (width > MAX_WIDTH || padded((uint64_t)c->games * width) > bytes.n - at)
            return false;
        *column = (struct column){.p = bytes.p + at, .width = width};
        at += padded((uint64_t)c->games * width);
    }
    return at == bytes.n;
}

const struct msg *columns_from_bytes(struct columns *c, struct span bytes, uint32_t games,
                                     const char **at)
{
    *c = (struct columns){0};
    *at = bytes.p;
    if (bytes.n < HEAD_BYTES)
        return &BAD_HEAD;
    c->games = le_get32(bytes.p);
    c->seats = le_get32(bytes.p + 4);
    if (c->games != games || c->seats == 0 || c->seats > GAME_MAX_SEATS ||
        le_get32(bytes.p + 8) != column_count(c->seats))
        return &BAD_HEAD;
    if (!lay_out(c, bytes) || c->column[COLUMN_RESULT].width != 1)
        return &BAD_SIZE;
    *at = c->column[COLUMN_END].p;
    for (uint32_t i = 0; i < games; i++)
        if (column_get(&c->column[COLUMN_END], i) >= END_COUNT)
            return &BAD_END;
    return NULL;
}

/* The figures that say where the columns are. */
static enum status verify_head(const struct segment *s, struct span bytes, struct err *err)
{
    size_t head = HEAD_BYTES + 4 * (size_t)COLUMN_COUNT;
    return segment_verify_span(s, span_make(bytes.p, bytes.n < head ? bytes.n : head), err);
}

enum status columns_open(struct columns *c, const struct segment *s, uint32_t games,
                         struct err *err)
{
    struct span bytes;
    const char *at;
    enum status status = segment_need(s, "columns", &bytes, err);
    if (status == STATUS_OK)
        status = verify_head(s, bytes, err);
    if (status != STATUS_OK)
        return status;
    const struct msg *what = columns_from_bytes(c, bytes, games, &at);
    if (what)
        return segment_damaged(s, at, what, err);
    for (int i = 0; i < COLUMN_COUNT; i++)
        c->column[i].segment = c->column[i].p ? s : NULL;
    /* ends were looked at */
    (void)columns_verify(c, COLUMN_END, COLUMN_END + 1);
    return STATUS_OK;
}

struct columns columns_verify(const struct columns *c, enum column_id from, enum column_id to)
{
    struct columns whole = *c;
    for (unsigned i = from; i < to; i++) {
        struct column *column = &whole.column[i];
        (void)segment_verify(column->segment,
                             span_make(column->p, (size_t)c->games * column->width));
        column->segment = NULL;
    }
    return whole;
}

struct columns columns_verify_all(const struct columns *c)
{
    return columns_verify(c, 0, COLUMN_COUNT);
}

/* --- Values that came later ------------------------------------------------------------------ */

/* The result keeps its one byte; others get room for anything. */
static unsigned own_width(enum column_id column)
{
    return column == COLUMN_RESULT ? 1 : MAX_WIDTH;
}

static void put_value(char *p, unsigned width, uint32_t value)
{
    char four[4];
    le_put32(four, value);
    memcpy(p, four, width);
}

bool columns_set(struct columns *c, enum column_id column, uint32_t number, uint32_t value)
{
    unsigned width = own_width(column);
    if (!c->own[column]) {
        char *own = mem_calloc(c->games, width);
        if (!own)
            return false;
        for (uint32_t i = 0; i < c->games; i++)
            put_value(own + (size_t)i * width, width, column_get(&c->column[column], i));
        c->own[column] = own;
        c->column[column] = (struct column){.p = own, .width = width};
    }
    put_value(c->own[column] + (size_t)number * width, width, value);
    return true;
}

void columns_release(struct columns *c)
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        mem_free(c->own[i]);
    *c = (struct columns){0};
}

/* --- Writing --------------------------------------------------------------------------------- */

static unsigned width_of(const uint32_t *values, uint32_t games, unsigned column)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < games; i++)
        all |= values[(size_t)i * COLUMN_COUNT + column];
    unsigned width = column == COLUMN_RESULT;
    while (width < MAX_WIDTH && all >> 8 * width)
        width++;
    return width;
}

static void put32(struct buf *out, uint32_t v)
{
    char bytes[4];
    le_put32(bytes, v);
    buf_add(out, bytes, sizeof bytes);
}

static void put_column(const uint32_t *values, const uint32_t *order, uint32_t games,
                       unsigned column, unsigned width, struct buf *out)
{
    size_t bytes = (size_t)padded((uint64_t)games * width);
    if (!buf_reserve(out, bytes))
        return;
    char *p = out->p + out->n, element[4];
    memset(p, 0, bytes);
    for (uint32_t i = 0; i < games; i++) {
        size_t game = order ? order[i] : i;
        le_put32(element, values[game * COLUMN_COUNT + column]);
        memcpy(p + (size_t)i * width, element, width);
    }
    out->n += bytes;
}

void columns_encode(const uint32_t *values, const uint32_t *order, uint32_t games, uint32_t seats,
                    struct buf *out)
{
    uint32_t count = column_count(seats);
    unsigned width[COLUMN_COUNT];
    put32(out, games);
    put32(out, seats);
    put32(out, count);
    for (uint32_t i = 0; i < count; i++) {
        width[i] = width_of(values, games, nth_column(i, seats));
        put32(out, width[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        put_column(values, order, games, nth_column(i, seats), width[i], out);
}
