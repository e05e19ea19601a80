/* sheet_columns.c: columns of a segment: found in the database's folder, or made and kept there. */
#include <string.h>

#include "base/alloc.h"
#include "values/column_part.h"
#include "values/sheet_internal.h"

static const char *const COLUMN_NAMES[SHEET_COLUMNS] = {"marks", "progress", "values", "mates"};

/* --- Columns at hand -------------------------------------------------------------------------- */

static bool is_wanted(const struct sheet_options *o, int column)
{
    return column == COLUMN_MATES      ? o->mate_nodes > 0
           : column == COLUMN_PROGRESS ? o->rule != ADVANCE_PAPER
                                       : true;
}

static uint64_t column_bytes(const struct sheet *s, int column)
{
    static const uint64_t OF_ROW[SHEET_COLUMNS] = {sizeof(struct sheet_mark),
                                                   sizeof(struct sheet_mark), sizeof(int16_t), 0};
    return column == COLUMN_MATES ? s->games : OF_ROW[column] * s->rows;
}

/* What a column is made by; `of` is owned by the buffer. */
static struct column_key key_of(const struct sheet *s, const struct sheet_options *o, int column,
                                struct buf *of)
{
    buf_init(of, BUF_DEFAULT_MAX);
    if (column == COLUMN_VALUES)
        buf_add_span(of, buf_span(&s->columns->line));
    else if (column == COLUMN_MATES)
        buf_printf(of, "mate search of %u nodes", o->mate_nodes);
    else if (column == COLUMN_PROGRESS)
        buf_add_str(of, "positions, OSL's progress");
    else
        buf_add_str(of, "positions");
    return (struct column_key){.database = buf_cstr(&s->columns->database),
                               .segment = s->segment,
                               .column = COLUMN_NAMES[column],
                               .of = buf_span(of),
                               .bytes = column_bytes(s, column)};
}

/* A game of which a later source told how it ended may have to be asked after all. */
static bool answers_all(const struct sheet *s, const uint8_t *mates)
{
    for (uint32_t g = 0; g < s->games; g++)
        if (mates[g] > OUTCOME_UNASKED ||
            (mates[g] == OUTCOME_UNASKED && outcome_asks(column_end(&s->segment->columns, g))))
            return false;
    return true;
}

/* Maps a column if it is kept and valid. */
static enum status find_column(struct sheet *s, const struct sheet_options *o, int column,
                               struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct buf of;
    struct column_key key = key_of(s, o, column, &of);
    enum status status = buf_status(&of) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = column_file_open(&h->file, &key, err);
    buf_release(&of);
    if (status == STATUS_OK && column == COLUMN_MATES &&
        !answers_all(s, (const uint8_t *)h->file.bytes.p)) {
        column_file_close(&h->file);
        status = STATUS_NOT_FOUND;
    }
    if (status == STATUS_OK)
        h->bytes = h->file.bytes.p;
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* Columns are a cache: that one can't be kept is told, but no reason to stop. */
static void not_written(const struct sheet *s, const struct err *why)
{
    s->columns->unwritten = true;
    s->columns->why = *why;
}

/* Keeps a column that was made; from then on the file is used, not the memory. */
static enum status keep_column(struct sheet *s, const struct sheet_options *o, int column,
                               struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct err why;
    struct buf of;
    struct column_key key = key_of(s, o, column, &of);
    enum status status = column_file_write(&key, h->memory, &why);
    buf_release(&of);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK) {
        not_written(s, &why);
        return STATUS_OK;
    }
    status = find_column(s, o, column, err);
    if (status == STATUS_OK && h->bytes != h->memory) {
        mem_free(h->memory);
        h->memory = NULL;
    }
    return status;
}

/* --- Making them ------------------------------------------------------------------------------ */

/* Makes those of the columns that are said, in one pass. */
static enum status fill_columns(struct sheet *s, const struct sheet_options *o,
                                const bool make[SHEET_COLUMNS], struct sheet_filling *f,
                                struct err *err)
{
    void *memory[SHEET_COLUMNS] = {0};
    struct sheet_held *held = s->columns->held;
    for (int c = 0; c < SHEET_COLUMNS; c++)
        if (make[c]) {
            if (!held[c].memory)
                held[c].memory = mem_calloc(1, (size_t)column_bytes(s, c));
            if (!held[c].memory)
                return err_nomem(err);
            memory[c] = held[c].memory;
        }
    f->segment = s->segment;
    f->o = o;
    f->marks = memory[COLUMN_MARKS];
    f->progress = memory[COLUMN_PROGRESS];
    f->values = memory[COLUMN_VALUES];
    f->mates = memory[COLUMN_MATES];
    f->known = f->marks ? f->marks : held[COLUMN_MARKS].bytes;
    enum status status = sheet_fill(f, err);
    for (int c = 0; c < SHEET_COLUMNS && status == STATUS_OK; c++)
        if (make[c]) {
            held[c].bytes = held[c].memory;
            status = o->no_cache ? STATUS_OK : keep_column(s, o, c, err);
        }
    return status;
}

/* Values of a slow judge, kept game by game. */
struct keeping {
    struct sheet *sheet;
    struct column_part part;
    int16_t *values;
    uint64_t *done; /* by game number */
};

static bool take_kept_game(void *ctx, uint32_t number, struct span elements)
{
    struct keeping *k = ctx;
    const struct sheet *s = k->sheet;
    if (number >= s->games ||
        elements.n != ((size_t)line_plies(&s->segment->lines, number) + 1) * sizeof(int16_t))
        return false;
    memcpy(k->values + sheet_row(s, number), elements.p, elements.n);
    k->done[number / 64] |= (uint64_t)1 << number % 64;
    return true;
}

static enum status keep_game(void *ctx, uint32_t number, struct err *err)
{
    struct keeping *k = ctx;
    const struct sheet *s = k->sheet;
    struct err why;
    size_t rows = (size_t)line_plies(&s->segment->lines, number) + 1;
    if (k->part.fd < 0)
        return STATUS_OK;
    enum status status = column_part_add(
        &k->part, number,
        span_make((const char *)(k->values + sheet_row(s, number)), rows * sizeof(int16_t)), &why);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK) {
        not_written(s, &why);
        column_part_close(&k->part);
    }
    return STATUS_OK;
}

static enum status open_part(struct keeping *k, const struct sheet_options *o, struct err *err)
{
    struct buf of;
    struct err why;
    struct column_key key = key_of(k->sheet, o, COLUMN_VALUES, &of);
    enum status status = column_part_open(&k->part, &key, take_kept_game, k, &why);
    buf_release(&of);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK)
        not_written(k->sheet, &why);
    return STATUS_OK;
}

static enum status make_slow_values(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    static const bool VALUES[SHEET_COLUMNS] = {[COLUMN_VALUES] = true};
    struct keeping k = {.sheet = s, .part = {.fd = -1}};
    struct sheet_held *h = &s->columns->held[COLUMN_VALUES];
    k.values = h->memory = mem_calloc(1, (size_t)column_bytes(s, COLUMN_VALUES));
    k.done = mem_calloc((size_t)s->games / 64 + 1, sizeof *k.done);
    enum status status = k.values && k.done ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && !o->no_cache)
        status = open_part(&k, o, err);
    if (status == STATUS_OK) {
        struct sheet_filling f = {.keep = keep_game, .ctx = &k, .done = k.done};
        status = fill_columns(s, o, VALUES, &f, err);
    }
    if (status == STATUS_OK && !h->memory) /* it is in its file */
        column_part_finish(&k.part);
    column_part_close(&k.part);
    mem_free(k.done);
    return status;
}

/* What is to be made: in one pass, and, if a slow judge is asked, in a second one. */
static void plan_passes(const struct sheet *s, const struct sheet_options *o,
                        bool first[SHEET_COLUMNS], bool *slow)
{
    for (int c = 0; c < SHEET_COLUMNS; c++)
        first[c] = is_wanted(o, c) && !s->columns->held[c].bytes;
    *slow = first[COLUMN_VALUES] && judge_is_slow(o->judge);
    first[COLUMN_VALUES] &= !*slow;
}

static bool any_of(const bool columns[SHEET_COLUMNS])
{
    bool any = false;
    for (int c = 0; c < SHEET_COLUMNS; c++)
        any |= columns[c];
    return any;
}

unsigned sheet_columns_passes(const struct sheet *s, const struct sheet_options *o)
{
    bool first[SHEET_COLUMNS], slow;
    plan_passes(s, o, first, &slow);
    return (unsigned)any_of(first) + slow;
}

enum status sheet_columns_make(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    bool first[SHEET_COLUMNS], slow;
    plan_passes(s, o, first, &slow);
    struct sheet_filling f = {0};
    enum status status = STATUS_OK;
    if (any_of(first))
        status = fill_columns(s, o, first, &f, err);
    return status == STATUS_OK && slow ? make_slow_values(s, o, err) : status;
}

/* --- From beginning to end -------------------------------------------------------------------- */

enum status sheet_columns_find(struct sheet *s, const char *database, const struct sheet_options *o,
                               struct err *err)
{
    struct sheet_columns *c = s->columns = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    buf_init(&c->database, BUF_DEFAULT_MAX);
    buf_init(&c->line, BUF_DEFAULT_MAX);
    buf_add_str(&c->database, database);
    buf_add_span(&c->line, judge_line(o->judge));
    (void)buf_cstr(&c->database); /* ends it */
    enum status status = buf_status(&c->database) == STATUS_OK && buf_status(&c->line) == STATUS_OK
                             ? STATUS_OK
                             : err_nomem(err);
    for (int i = 0; i < SHEET_COLUMNS && status == STATUS_OK && !o->no_cache; i++)
        if (is_wanted(o, i))
            status = find_column(s, o, i, err);
    return status;
}

void sheet_columns_close(struct sheet_columns *c)
{
    if (!c)
        return;
    for (int i = 0; i < SHEET_COLUMNS; i++) {
        column_file_close(&c->held[i].file);
        mem_free(c->held[i].memory);
    }
    buf_release(&c->database);
    buf_release(&c->line);
    mem_free(c->points);
    mem_free(c);
}
