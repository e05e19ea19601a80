/* sheet_evaluate.c: values of a slow judge: which positions are asked about, and what is kept of them.
 *
 * An engine takes milliseconds for a position, so it is asked about chosen rows alone: those that
 * the options, the query and the sample leave.  Its column has VALUE_SOURCE_NOT_RUN everywhere else, and
 * is kept so: the next question, whatever it leaves, asks about what is missing and adds it.
 *
 *     column on disk  ──┐
 *     part (crash, ^C) ─┴▶ values ──▶ to ask: chosen, in the sample, not asked yet
 *                                       │ game by game, each kept in the part as soon as it is done
 *                                       ▼
 *                          column, with what others wrote meanwhile; the part is deleted
 *
 * An engine remembers what it saw of a game, so what it says of a position can depend on which
 * positions of that game were asked before it in the same run. */
#include <string.h>

#include "base/alloc.h"
#include "db/column_file.h"
#include "values/sheet/sheet_internal.h"

struct sheet_pending {
    struct sheet *sheet;
    struct column_part part; /* fd -1: nothing is kept as it is made */
    int16_t *values;         /* borrowed: the column in memory */
    uint64_t *wanted;        /* owned; bits by row: to be asked */
    bool kept_any;           /* the part had something that the column has not */
};

uint64_t sheet_count_bits(const uint64_t *bits, uint64_t from, uint64_t end)
{
    uint64_t count = 0;
    while (from < end) {
        uint64_t next = from / 64 * 64 + 64, word = bits[from / 64] >> from % 64;
        if (next > end)
            word &= ~(uint64_t)0 >> (64 - (end - from));
        count += (unsigned)__builtin_popcountll(word);
        from = next;
    }
    return count;
}

static uint64_t last_row(const struct sheet *s, uint32_t number)
{
    return sheet_row(s, number) + line_plies(&s->segment->lines, number);
}

/* --- What is known already -------------------------------------------------------------------- */

/* Answers where there was none; true if that changed anything. */
static bool take_answers(int16_t *values, const char *from, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        int16_t value;
        memcpy(&value, from + i * sizeof value, sizeof value);
        if (values[i] == VALUE_SOURCE_NOT_RUN && value != VALUE_SOURCE_NOT_RUN) {
            values[i] = value;
            any = true;
        }
    }
    return any;
}

static bool take_kept_game(void *ctx, uint32_t number, struct span elements)
{
    struct sheet_pending *a = ctx;
    const struct sheet *s = a->sheet;
    if (number >= s->games)
        return false;
    size_t rows = (size_t)line_plies(&s->segment->lines, number) + 1;
    if (elements.n != rows * sizeof(int16_t))
        return false;
    a->kept_any |= take_answers(a->values + sheet_row(s, number), elements.p, rows);
    return true;
}

static enum status open_part(struct sheet_pending *a, const struct sheet_options *o,
                             struct err *err)
{
    struct buf of;
    struct err why;
    struct column_key key = sheet_column_key(a->sheet, o, COLUMN_VALUES, &of);
    enum status status = column_part_open(&a->part, &key, take_kept_game, a, &why);
    buf_release(&of);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK)
        sheet_not_written(a->sheet, &why);
    return STATUS_OK;
}

/* The column as it is kept, to be added to. */
static enum status copy_column(struct sheet_pending *a, struct err *err)
{
    const struct sheet *s = a->sheet;
    struct sheet_held *h = &s->columns->held[COLUMN_VALUES];
    h->memory = mem_alloc(s->rows ? (size_t)s->rows * sizeof(int16_t) : 1);
    if (!h->memory)
        return err_nomem(err);
    a->values = h->memory;
    for (uint64_t row = 0; row < s->rows; row++)
        a->values[row] = VALUE_SOURCE_NOT_RUN;
    if (h->bytes)
        memcpy(a->values, h->bytes, (size_t)s->rows * sizeof(int16_t));
    column_file_close(&h->file);
    h->bytes = h->memory;
    return STATUS_OK;
}

/* --- What is to be asked ---------------------------------------------------------------------- */

static bool wants_row(const struct sheet *s, const int16_t *values, uint64_t row)
{
    return sheet_has(s->chosen, row) && (!values || values[row] == VALUE_SOURCE_NOT_RUN);
}

static bool wants_game(const struct sheet *s, const int16_t *values, uint32_t number)
{
    for (uint64_t row = sheet_row(s, number); row <= last_row(s, number); row++)
        if (wants_row(s, values, row))
            return true;
    return false;
}

/* Marks what a game has to ask; the sample goes by its moves. */
static enum status want_game(const struct sheet *s, const struct value_source_sample *sample,
                             const int16_t *values, uint32_t number, struct sheet_line *line,
                             uint64_t *wanted, struct err *err)
{
    const uint64_t first = sheet_row(s, number);
    enum status status = sheet_line_read(line, s->segment, number, err);
    if (status != STATUS_OK)
        return status;
    const struct value_source_game g = {
        .start = &line->start, .moves = line->moves, .plies = line->plies};
    const uint64_t game = value_source_sample_game(sample, &g);
    for (uint32_t ply = 0; ply <= line->plies; ply++)
        if (wants_row(s, values, first + ply) && value_source_sample_takes(sample, game, ply))
            wanted[(first + ply) / 64] |= (uint64_t)1 << (first + ply) % 64;
    return STATUS_OK;
}

static enum status find_wanted(const struct sheet *s, const struct sheet_options *o,
                               const int16_t *values, uint64_t *wanted, uint64_t *count,
                               struct err *err)
{
    struct sheet_line line = {0};
    enum status status = STATUS_OK;
    memset(wanted, 0, sheet_words(s) * sizeof *wanted);
    for (uint32_t g = 0; g < s->games && status == STATUS_OK; g++)
        if (wants_game(s, values, g))
            status = want_game(s, &o->value_source->sample, values, g, &line, wanted, err);
    sheet_line_release(&line);
    *count = sheet_count_bits(wanted, 0, s->rows);
    return status;
}

/* What the part knows need not be asked: it is read if something is missing. */
static enum status take_part(struct sheet_pending *a, const struct sheet_options *o,
                             uint64_t *count, struct err *err)
{
    enum status status = copy_column(a, err);
    if (status == STATUS_OK && *count && !o->no_cache)
        status = open_part(a, o, err);
    if (status == STATUS_OK && a->kept_any)
        status = find_wanted(a->sheet, o, a->values, a->wanted, count, err);
    return status;
}

enum status sheet_evaluate_prepare(struct sheet *s, const struct sheet_options *o, uint64_t *count,
                                   struct err *err)
{
    *count = 0;
    if (!value_source_is_slow(o->value_source))
        return STATUS_OK;
    struct sheet_pending *a = s->columns->pending = mem_calloc(1, sizeof *a);
    if (!a)
        return err_nomem(err);
    *a = (struct sheet_pending){.sheet = s, .part.log.fd = -1};
    a->wanted = mem_calloc(sheet_words(s) + 1, sizeof *a->wanted);
    const int16_t *kept = s->columns->held[COLUMN_VALUES].bytes;
    enum status status =
        a->wanted ? find_wanted(s, o, kept, a->wanted, count, err) : err_nomem(err);
    if (status == STATUS_OK && (*count || !kept))
        status = take_part(a, o, count, err);
    return status;
}

/* --- Asking ----------------------------------------------------------------------------------- */

static enum status keep_game(void *ctx, uint32_t number, struct err *err)
{
    struct sheet_pending *a = ctx;
    const struct sheet *s = a->sheet;
    struct err why;
    size_t rows = (size_t)line_plies(&s->segment->lines, number) + 1;
    if (a->part.log.fd < 0)
        return STATUS_OK;
    enum status status = column_part_add(
        &a->part, number,
        span_make((const char *)(a->values + sheet_row(s, number)), rows * sizeof(int16_t)), &why);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK) {
        sheet_not_written(s, &why);
        column_part_close(&a->part);
    }
    return STATUS_OK;
}

/* Another process may have asked about other positions meanwhile: its column is replaced, what it
 * knows is not lost. */
static enum status take_column(struct sheet_pending *a, const struct sheet_options *o,
                               struct err *err)
{
    struct column_file file;
    struct buf of;
    struct column_key key = sheet_column_key(a->sheet, o, COLUMN_VALUES, &of);
    enum status status = column_file_open(&file, &key, err);
    buf_release(&of);
    if (status == STATUS_OK)
        take_answers(a->values, file.bytes.p, (size_t)a->sheet->rows);
    column_file_close(&file);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static enum status keep_answers(struct sheet_pending *a, const struct sheet_options *o,
                                struct err *err)
{
    const struct sheet_held *h = &a->sheet->columns->held[COLUMN_VALUES];
    enum status status = take_column(a, o, err);
    if (status == STATUS_OK)
        status = sheet_column_keep(a->sheet, o, COLUMN_VALUES, err);
    if (status == STATUS_OK && !h->memory) /* it is in its file */
        column_part_finish(&a->part);
    return status;
}

static enum status evaluate_wanted(struct sheet_pending *a, const struct sheet_options *o,
                                   struct err *err)
{
    const struct sheet *s = a->sheet;
    const struct sheet_filling f = {.segment = s->segment,
                                    .o = o,
                                    .values = a->values,
                                    .known = s->columns->held[COLUMN_MARKS].bytes,
                                    .keep = keep_game,
                                    .ctx = a,
                                    .wanted = a->wanted};
    return sheet_fill(&f, err);
}

enum status sheet_evaluate(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    struct sheet_pending *a = s->columns->pending;
    enum status status = STATUS_OK;
    if (a && a->values) {
        const bool asks = sheet_count_bits(a->wanted, 0, s->rows) > 0;
        if (asks)
            status = evaluate_wanted(a, o, err);
        if (status == STATUS_OK && !o->no_cache && (asks || a->kept_any))
            status = keep_answers(a, o, err);
    }
    sheet_pending_free(a);
    s->columns->pending = NULL;
    return status;
}

void sheet_pending_free(struct sheet_pending *a)
{
    if (!a)
        return;
    column_part_close(&a->part);
    mem_free(a->wanted);
    mem_free(a);
}
