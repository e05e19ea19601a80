/* scoresheet.c: see scoresheet.h. */
#include "sim/match/scoresheet.h"

#include "engine/search/engine_search.h"
#include "formats/shogi/shogi_line.h"

struct record_value scoresheet_value(int value, int turn)
{
    int side = turn == SHOGI_BLACK ? 1 : -1;
    if (value == THINK_NO_VALUE || value <= -THINK_INFINITE || value >= THINK_INFINITE)
        return (struct record_value){VALUE_NONE, 0};
    if (value >= THINK_MATE_BOUND)
        return (struct record_value){VALUE_MATE, side * (THINK_MATE - value)};
    if (value <= -THINK_MATE_BOUND)
        return (struct record_value){VALUE_MATE, -side * (THINK_MATE + value)};
    return (struct record_value){VALUE_CENTIPAWNS, side * value};
}

static enum status write_start(const struct shogi_pos *pos, struct record *rec)
{
    struct buf sfen;
    rec->handicap = (int)shogi_pos_which_handicap(pos);
    buf_init(&sfen, BUF_DEFAULT_MAX);
    shogi_sfen_print(pos, 1, &sfen);
    bool ok =
        buf_status(&sfen) == STATUS_OK && arena_copy(&rec->arena, buf_span(&sfen), &rec->start);
    buf_release(&sfen);
    return ok ? STATUS_OK : STATUS_NOMEM;
}

/* "* 94 …", "* m7", "* -m3": as shogi_line.h reads it. */
static void print_value(const struct scoresheet_entry *e, struct buf *out)
{
    buf_clear(out);
    record_value_print(e->value, out);
    if (e->line.n) {
        buf_add_char(out, ' ');
        buf_add_span(out, e->line);
    }
}

static enum status write_value(const struct scoresheet_entry *e, struct record *rec, uint32_t node,
                               struct buf *text)
{
    struct span comment;
    struct record_note *note = record_note(rec, node);
    print_value(e, text);
    if (!note || buf_status(text) != STATUS_OK ||
        !arena_copy(&rec->arena, buf_span(text), &comment))
        return STATUS_NOMEM;
    note->comment = comment;
    note->value = e->value;
    return STATUS_OK;
}

static enum status write_moves(const struct referee *r, const struct scoresheet_entry *entries,
                               struct record *rec, uint32_t *last, struct buf *text)
{
    enum status status = STATUS_OK;
    *last = 0;
    for (unsigned i = 0; i < r->plies && status == STATUS_OK; i++) {
        *last = record_add_node(rec, *last, r->moves[i]);
        if (!*last)
            return STATUS_NOMEM;
        if (entries && entries[i].timed)
            rec->nodes[*last].time_ms = entries[i].time_ms;
        if (entries && entries[i].value.kind != VALUE_NONE)
            status = write_value(&entries[i], rec, *last, text);
    }
    return status;
}

static enum status write_end(const struct referee *r, struct record *rec, uint32_t last)
{
    if (r->end == END_NONE)
        return STATUS_OK;
    uint32_t node = record_add_node(rec, last, 0);
    struct record_note *note = node ? record_note(rec, node) : NULL;
    if (!note)
        return STATUS_NOMEM;
    note->end = rec->end = r->end;
    note->end_seat = (int8_t)r->end_seat;
    rec->points[0] = r->points[0];
    rec->points[1] = r->points[1];
    return STATUS_OK;
}

enum status scoresheet_write(const struct referee *r, const struct scoresheet_entry *entries,
                             struct record *rec)
{
    struct buf text;
    uint32_t last = 0;
    enum status status = record_clear(rec, &shogi_game);
    if (status == STATUS_OK)
        status = write_start(&r->start, rec);
    buf_init(&text, BUF_DEFAULT_MAX);
    if (status == STATUS_OK)
        status = write_moves(r, entries, rec, &last, &text);
    buf_release(&text);
    return status == STATUS_OK ? write_end(r, rec, last) : status;
}
