/* value_source_record.c: the judge record: values that stand in the games' own records; see value_source.h.
 *
 * A value beside a move is of the position the move was played from: ply p has that of its p+1st
 * move, and the last position that of the node that ends the game ("resigns", with a value beside
 * it).  The first source of a game is asked: the one that is shown. */
#include "base/alloc.h"
#include "values/sheet/value_source_internal.h"

struct record_values {
    const struct db_segment *segment; /* that the cursor is of; NULL: none yet */
    struct entry_cursor cursor;
    struct record rec;
};

static enum status open_record(struct value_source *j, const char *argument,
                               const struct value_source_options *o, struct err *err)
{
    (void)argument;
    (void)o;
    (void)err;
    buf_add_str(&j->line, "record");
    return STATUS_OK;
}

static void close_record(void *own)
{
    (void)own;
}

static enum status record_values_open(struct value_source_worker *w, struct err *err)
{
    struct record_values *r = mem_calloc(1, sizeof *r);
    if (!r)
        return err_nomem(err);
    record_init(&r->rec);
    w->own = r;
    return STATUS_OK;
}

static void record_values_close(void *own)
{
    struct record_values *r = own;
    if (!r)
        return;
    if (r->segment)
        entry_cursor_release(&r->cursor);
    record_release(&r->rec);
    mem_free(r);
}

static int16_t value_of(struct record_value v)
{
    if (v.kind == VALUE_CENTIPAWNS)
        return value_source_value(v.number, SHOGI_BLACK);
    if (v.kind != VALUE_MATE || v.number == 0)
        return VALUE_SOURCE_NO_VALUE;
    int64_t plies = v.number > 0 ? v.number : -(int64_t)v.number;
    return value_source_mate(v.number > 0 ? SHOGI_BLACK : SHOGI_WHITE,
                             plies >= VALUE_MATE_UNKNOWN ? -1 : (int)plies);
}

static void go_to_segment(struct record_values *r, const struct db_segment *s)
{
    if (r->segment == s)
        return;
    if (r->segment)
        entry_cursor_release(&r->cursor);
    entry_cursor_init(&r->cursor, &s->entries);
    r->segment = s;
}

static enum status evaluate_by_record(struct value_source_worker *w,
                                      const struct value_source_game *g, int16_t *values,
                                      struct err *err)
{
    struct record_values *r = w->own;
    struct span bytes;
    go_to_segment(r, g->segment);
    enum status status =
        entry_cursor_get(&r->cursor, line_order(&g->segment->lines, g->number), &bytes, err);
    if (status == STATUS_OK)
        status = db_decode(g->segment, g->number, bytes, &r->rec, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t ply = 0; ply <= g->plies; ply++)
        values[ply] = VALUE_SOURCE_NO_VALUE;
    uint32_t node = r->rec.nodes[0].child;
    for (uint32_t ply = 0; node && ply <= g->plies; ply++, node = r->rec.nodes[node].child)
        values[ply] = value_of(record_note_at(&r->rec, node)->value);
    return STATUS_OK;
}

const struct value_source_type value_source_record = {.name = "record",
                                                      .by_id = true,
                                                      .open = open_record,
                                                      .close = close_record,
                                                      .worker_open = record_values_open,
                                                      .worker_close = record_values_close,
                                                      .game = evaluate_by_record};
