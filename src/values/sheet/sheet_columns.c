/* sheet_columns.c: columns of a segment: found in the database's folder, or made and kept there. */
#include <string.h>

#include "base/alloc.h"
#include "values/sheet/sheet_internal.h"

static const char *const COLUMN_NAMES[SHEET_COLUMNS] = {MARKS_COLUMN, "progress", VALUES_COLUMN,
                                                        "mates"};

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

struct column_key sheet_column_key(const struct sheet *s, const struct sheet_options *o, int column,
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
        buf_add_str(of, POSITIONS);
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
        if (mates[g] > OUTCOME_UNSEARCHED ||
            (mates[g] == OUTCOME_UNSEARCHED &&
             outcome_needs_search(column_end(&s->segment->columns, g))))
            return false;
    return true;
}

/* Maps a column if it is kept and valid. */
static enum status find_column(struct sheet *s, const struct sheet_options *o, int column,
                               struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct buf of;
    struct column_key key = sheet_column_key(s, o, column, &of);
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

void sheet_not_written(const struct sheet *s, const struct err *why)
{
    s->columns->unwritten = true;
    s->columns->why = *why;
}

enum status sheet_column_keep(struct sheet *s, const struct sheet_options *o, int column,
                              struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct err why;
    struct buf of;
    struct column_key key = sheet_column_key(s, o, column, &of);
    enum status status = column_file_write(&key, h->memory, &why);
    buf_release(&of);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK) {
        sheet_not_written(s, &why);
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
                                const bool make[SHEET_COLUMNS], struct err *err)
{
    void *memory[SHEET_COLUMNS] = {0};
    struct sheet_held *held = s->columns->held;
    for (int c = 0; c < SHEET_COLUMNS; c++)
        if (make[c]) {
            held[c].memory = mem_calloc(1, (size_t)column_bytes(s, c));
            if (!held[c].memory)
                return err_nomem(err);
            memory[c] = held[c].memory;
        }
    const struct sheet_filling f = {
        .segment = s->segment,
        .o = o,
        .marks = memory[COLUMN_MARKS],
        .progress = memory[COLUMN_PROGRESS],
        .values = memory[COLUMN_VALUES],
        .mates = memory[COLUMN_MATES],
        .known = memory[COLUMN_MARKS] ? memory[COLUMN_MARKS] : held[COLUMN_MARKS].bytes,
    };
    enum status status = sheet_fill(&f, err);
    for (int c = 0; c < SHEET_COLUMNS && status == STATUS_OK; c++)
        if (make[c]) {
            held[c].bytes = held[c].memory;
            status = o->no_cache ? STATUS_OK : sheet_column_keep(s, o, c, err);
        }
    return status;
}

/* What the pass makes: a slow judge is asked apart. */
static bool plan_pass(const struct sheet *s, const struct sheet_options *o,
                      bool make[SHEET_COLUMNS])
{
    bool any = false;
    for (int c = 0; c < SHEET_COLUMNS; c++) {
        make[c] = is_wanted(o, c) && !s->columns->held[c].bytes &&
                  !(c == COLUMN_VALUES && value_source_is_slow(o->value_source));
        any |= make[c];
    }
    return any;
}

bool sheet_columns_lack(const struct sheet *s, const struct sheet_options *o)
{
    bool make[SHEET_COLUMNS];
    return plan_pass(s, o, make);
}

enum status sheet_columns_make(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    bool make[SHEET_COLUMNS];
    return plan_pass(s, o, make) ? fill_columns(s, o, make, err) : STATUS_OK;
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
    buf_add_span(&c->line, value_source_line(o->value_source));
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
    sheet_pending_free(c->pending);
    buf_release(&c->database);
    buf_release(&c->line);
    mem_free(c->points);
    mem_free(c);
}
