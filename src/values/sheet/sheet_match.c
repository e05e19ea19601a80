/* sheet_match.c: where a query matches; see sheet.h.
 *
 * Most queries are answered by the index in less time than a file takes to be written and read; the
 * others (many patterns, long walks) are kept as a column.  Kept is where the query matches at all,
 * which rows are chosen is asked each time. */
#include <string.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "query/language/measures.h"
#include "query/run/query_result.h"
#include "values/sheet/sheet_internal.h"

/* Below this a column is not worth its room: mapping and checking one of 30 million rows takes
 * about a millisecond, but a few thousand files would be a nuisance. */
static const double WORTH_KEEPING_SECONDS = 0.2;

/* Nor for a sheet of fewer rows, about a thousand games: the slowest query walks those in less than
 * the time above unless the machine is busy, which is no reason to keep anything. */
enum { WORTH_KEEPING_ROWS = 1 << 17 };

static bool worth_keeping(const struct sheet *s, double seconds)
{
    return seconds >= WORTH_KEEPING_SECONDS && s->rows >= WORTH_KEEPING_ROWS;
}

/* What is asked about the game itself may be answered by a source that comes later: only questions
 * about lines of play have answers that stay. */
static bool answer_stays(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_META)
            return false;
    return true;
}

static struct column_key matches_key(const struct sheet *s, const struct query *q, struct buf *of)
{
    buf_init(of, BUF_DEFAULT_MAX);
    buf_add_str(of, "query ");
    query_print(q, of);
    if (query_needs_values(q)) {
        buf_add_str(of, "\nvalues ");
        buf_add_span(of, buf_span(&s->columns->line));
    }
    return (struct column_key){.database = buf_cstr(&s->columns->database),
                               .segment = s->segment,
                               .column = "matches",
                               .of = buf_span(of),
                               .bytes = sheet_words(s) * sizeof(uint64_t)};
}

/* "value": what the sheet says of a game's positions. */
static enum status values_of_line(void *ctx, const struct lines *l, uint32_t line, uint32_t from,
                                  uint32_t to, int32_t *out, struct err *err)
{
    const struct sheet *s = ctx;
    const int16_t *values = s->values + lines_u32(l->first, line) + line;
    (void)err;
    for (uint32_t ply = from; ply < to; ply++)
        out[ply - from] = value_source_has_value(values[ply]) ? values[ply] : QUERY_NO_VALUE;
    return STATUS_OK;
}

static struct measure_columns columns_of_segment(void *ctx, const struct db_segment *s)
{
    const struct sheet *sheet = ctx;
    if (s != sheet->segment)
        return (struct measure_columns){0};
    return (struct measure_columns){.marks = (const uint8_t *)sheet->marks,
                                    .values = sheet->values};
}

/* Takes the bits from a column if there is one. */
static enum status find_matches(const struct column_key *key, uint64_t *bits, bool *cached,
                                struct err *err)
{
    struct column_file f;
    enum status status = column_file_open(&f, key, err);
    *cached = status == STATUS_OK;
    if (*cached)
        memcpy(bits, f.bytes.p, f.bytes.n);
    column_file_close(&f);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static enum status make_matches(const struct sheet *s, const struct query *q,
                                const struct sheet_options *o, const struct column_key *keep,
                                uint64_t *bits, struct err *err)
{
    const struct query_values values = {
        .ctx = (void *)s, .line = values_of_line, .columns = columns_of_segment};
    const struct search_options opt = {
        .threads = o->threads, .cancelled = o->cancelled, .values = &values};
    double began = steady_seconds();
    memset(bits, 0, sheet_words(s) * sizeof *bits);
    enum status status = query_matches(q, s->segment, &opt, bits, err);
    if (status != STATUS_OK || !keep || !worth_keeping(s, steady_seconds() - began))
        return status;
    struct err why; /* that it can't be kept was told when the columns were opened */
    return column_file_write(keep, bits, &why) == STATUS_NOMEM ? err_nomem(err) : STATUS_OK;
}

enum status sheet_match(const struct sheet *s, const struct query *q, const struct sheet_options *o,
                        uint64_t *bits, struct err *err)
{
    struct buf of;
    /* values of a slow judge, and games whose moves are known to be likely or not, may become more:
     * where they match is true only now */
    const bool may_change =
        query_needs_found(q) || (query_needs_values(q) && value_source_is_slow(o->value_source));
    bool cached = false, keeps = !o->no_cache && answer_stays(q) && !may_change;
    struct column_key key = matches_key(s, q, &of);
    enum status status = buf_status(&of) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && keeps)
        status = find_matches(&key, bits, &cached, err);
    if (status == STATUS_OK && !cached)
        status = make_matches(s, q, o, keeps && !o->keep_no_matches ? &key : NULL, bits, err);
    buf_release(&of);
    for (size_t i = 0; i < sheet_words(s) && status == STATUS_OK; i++)
        bits[i] &= s->chosen[i];
    return status;
}
