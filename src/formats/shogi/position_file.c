/* position_file.c: see position_file.h. */
#include "formats/shogi/position_file.h"

#include "formats/record_contents.h"

static const struct msg BAD_MOVE = {"entry %1 has an illegal move; only its position is kept",
                                    "%1 番目の指し手は指せません（局面だけを読みました）"};
static const struct msg LEFT_OVER = {"%1 bytes after the last whole entry are ignored",
                                     "最後の局面の後に %1 バイトの余りがあります"};
static const struct msg NO_ENTRY = {"no whole entry in this file", "局面が含まれていません"};

/* --- Values ---------------------------------------------------------------------------------- */

struct record_value position_value_to_record(int16_t value, int turn)
{
    int side = turn == SHOGI_BLACK ? 1 : -1, size = value < 0 ? -value : value;
    int sign = value < 0 ? -side : side;
    if (value == POSITION_NO_VALUE)
        return (struct record_value){VALUE_NONE, 0};
    if (size <= POSITION_VALUE_MOST)
        return (struct record_value){VALUE_CENTIPAWNS, sign * size};
    if (size >= POSITION_MATE)
        return (struct record_value){VALUE_MATE, sign * VALUE_MATE_UNKNOWN};
    return (struct record_value){VALUE_MATE, sign * (POSITION_MATE - size)};
}

int16_t position_value_of_record(struct record_value value, int turn)
{
    int side = turn == SHOGI_BLACK ? 1 : -1;
    int32_t size = value.number < 0 ? -value.number : value.number;
    if (value.number < 0)
        side = -side;
    if (value.kind == VALUE_NONE || (value.kind == VALUE_MATE && size == 0))
        return POSITION_NO_VALUE;
    if (value.kind == VALUE_CENTIPAWNS)
        size = size < POSITION_VALUE_MOST ? size : POSITION_VALUE_MOST;
    else if (size < POSITION_MATE - POSITION_VALUE_MOST)
        size = POSITION_MATE - size;
    else
        size = POSITION_MATE;
    return (int16_t)(side * size);
}

/* --- Reading --------------------------------------------------------------------------------- */

/* One entry that is followed by something else may be the beginning of anything. */
int position_file_probe(const struct position_codec *codec, struct span head)
{
    enum { CERTAIN = 100, BY_NAME = 40, LOOKED_AT = 8 };
    size_t n = head.n / codec->bytes, good = 0;
    struct position_entry entry;
    bool move_ok, exact = head.n == codec->bytes;
    if (n > LOOKED_AT)
        n = LOOKED_AT;
    for (size_t i = 0; i < n; i++)
        good += codec->decode((const uint8_t *)head.p + i * codec->bytes, &entry, &move_ok, NULL) ==
                STATUS_OK;
    if (good == n && (n > 1 || exact))
        return CERTAIN;
    return 2 * good > n ? BY_NAME : 0;
}

struct position_reader {
    struct reader *r;
    const struct position_codec *codec;
    const char *at; /* the present entry */
    uint32_t nth;   /* from 1 */
    struct position_entry entry;
    /* What the next entry must be to continue the record; its position is that of the line. */
    bool open;
    uint32_t next_ply;
    int8_t next_points;
};

static int8_t other_points(int8_t points)
{
    return points == POINTS_UNKNOWN ? points : (int8_t)(POINTS_WIN - points);
}

/* A position without a move is a record of its own: its value would be that of the move before. */
static bool continues(const struct position_reader *p)
{
    return p->open && p->entry.move && shogi_pos_equal(&p->entry.pos, &p->r->line.pos) &&
           p->entry.points == p->next_points &&
           (!p->codec->has_plies || p->entry.ply == p->next_ply) &&
           p->r->line.plies < RECORD_MAX_PLIES;
}

static enum status end_record(struct position_reader *p, struct err *err)
{
    if (!p->open)
        return STATUS_OK;
    p->open = false;
    return reader_emit(p->r, err);
}

static enum status begin_record(struct position_reader *p, struct err *err)
{
    enum status st = end_record(p, err);
    if (st == STATUS_OK)
        st = reader_begin(p->r, p->at, err);
    if (st != STATUS_OK)
        return st;
    struct record *rec = p->r->rec;
    int turn = shogi_turn(&p->entry.pos);
    p->open = true;
    rec->start_ply = p->entry.ply;
    rec->points[turn] = p->entry.points;
    rec->points[turn ^ 1] = other_points(p->entry.points);
    return shogi_line_start(&p->r->line, &p->entry.pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* Something that is no position: a record that has nothing but its problem. */
static enum status reject_entry(struct position_reader *p, const struct err *why, struct err *err)
{
    enum status st = end_record(p, err);
    if (st == STATUS_OK)
        st = reader_begin(p->r, p->at, err);
    if (st != STATUS_OK)
        return st;
    struct shogi_pos start;
    shogi_pos_start(&start);
    if (shogi_line_start(&p->r->line, &start) != STATUS_OK)
        return err_nomem(err);
    reader_problem_at(p->r, PROBLEM_REJECTED, why, p->at, p->nth);
    return reader_emit(p->r, err);
}

static enum status add_value(struct position_reader *p, struct err *err)
{
    struct record_value value = position_value_to_record(p->entry.value, shogi_turn(&p->entry.pos));
    struct buf text;
    if (value.kind == VALUE_NONE)
        return STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    record_value_print(value, &text);
    bool ok = buf_status(&text) == STATUS_OK && shogi_line_comment(&p->r->line, buf_span(&text));
    buf_release(&text);
    return ok ? STATUS_OK : err_nomem(err);
}

static enum status add_entry(struct position_reader *p, bool move_ok, struct err *err)
{
    enum status st = continues(p) ? STATUS_OK : begin_record(p, err);
    if (st != STATUS_OK)
        return st;
    if (!move_ok)
        reader_problem(p->r, PROBLEM_PARTIAL, STATUS_ILLEGAL, &BAD_MOVE, SPAN_U64(p->nth), p->at,
                       p->nth);
    if (p->entry.move) /* it was checked, and there is room for it */
        st = shogi_line_move(&p->r->line, p->entry.move);
    if (st == STATUS_OK)
        st = add_value(p, err);
    else
        return err_nomem(err);
    p->next_ply = p->entry.ply + 1;
    p->next_points = other_points(p->entry.points);
    return st == STATUS_OK && !p->entry.move ? end_record(p, err) : st;
}

/* Bytes after the last entry are a problem of the last record, or of one that has nothing else. */
static enum status report_left_over(struct position_reader *p, size_t bytes, struct err *err)
{
    struct err why;
    p->nth++;
    err_set(&why, STATUS_SYNTAX, &LEFT_OVER, SPAN_U64(bytes), (struct span){0});
    if (!p->open)
        return reject_entry(p, &why, err);
    reader_problem_at(p->r, PROBLEM_LOST, &why, p->at, p->nth);
    return STATUS_OK;
}

enum status position_file_read(struct reader *r, const struct position_codec *codec,
                               struct err *err)
{
    struct position_reader p = {.r = r, .codec = codec, .at = r->text.p};
    size_t count = r->text.n / codec->bytes, left = r->text.n % codec->bytes;
    enum status st = STATUS_OK;
    if (count == 0)
        return reader_fail(r, STATUS_SYNTAX, &NO_ENTRY, (struct span){0}, r->text.p, 1, err);
    for (size_t i = 0; i < count && st == STATUS_OK; i++, p.at += codec->bytes) {
        struct err why;
        bool move_ok;
        p.nth = (uint32_t)i + 1;
        if (codec->decode((const uint8_t *)p.at, &p.entry, &move_ok, &why) == STATUS_OK)
            st = add_entry(&p, move_ok, err);
        else
            st = reject_entry(&p, &why, err);
    }
    if (st == STATUS_OK && left)
        st = report_left_over(&p, left, err);
    return st == STATUS_OK ? end_record(&p, err) : st;
}

/* --- Writing --------------------------------------------------------------------------------- */

/* A comment that is nothing but the value beside it is not lost. */
static bool is_value_only(const struct record_note *note)
{
    struct buf text;
    if (note->value.kind == VALUE_NONE)
        return false;
    buf_init(&text, BUF_DEFAULT_MAX);
    record_value_print(note->value, &text);
    bool same = span_eq(buf_span(&text), note->comment);
    buf_release(&text);
    return same;
}

static bool loses_comments(const struct record *rec)
{
    for (uint32_t node = 0; node < rec->node_count; node++) {
        const struct record_note *note = record_note_at(rec, node);
        bool written = node ? rec->nodes[node].move != 0 : !rec->nodes[0].child;
        if (note->comment.n && !(written && is_value_only(note)))
            return true;
    }
    return false;
}

static unsigned losses_of(const struct position_codec *codec, const struct record *rec)
{
    unsigned kept = LOSS_MOVES | LOSS_RESULT | LOSS_TIME_FRACTIONS;
    if (!loses_comments(rec))
        kept |= LOSS_COMMENTS;
    if (codec->has_plies && rec->start_ply <= codec->max_ply)
        kept |= LOSS_START_PLY;
    unsigned losses = record_contents(rec) & ~kept;
    return rec->points[0] == POINTS_UNKNOWN ? losses | LOSS_RESULT : losses;
}

/* The positions of a main line, one after the other. */
struct position_writer {
    const struct position_codec *codec;
    const struct record *rec;
    const struct position_selection *selection;
    struct position_entry entry;
    uint32_t node; /* of the move that follows, 0: none */
    uint32_t ply;  /* from the record's start */
};

static bool is_selected(const struct position_writer *w)
{
    const struct position_selection *s = w->selection;
    return !s || !s->plies || s->plies[w->ply / 64] >> w->ply % 64 & 1;
}

static void fill_entry(struct position_writer *w)
{
    const struct record *rec = w->rec;
    int turn = shogi_turn(&w->entry.pos);
    w->entry.move = w->node ? (shogi_move)rec->nodes[w->node].move : 0;
    w->entry.points = rec->points[turn];
    w->entry.ply = rec->start_ply + w->ply;
    if (!w->selection || !w->selection->values) {
        w->entry.value = position_value_of_record(record_note_at(rec, w->node)->value, turn);
        return;
    }
    int value = w->selection->values[w->ply];
    bool known = value >= -POSITION_MATE && value <= POSITION_MATE;
    w->entry.value = (int16_t)(!known ? POSITION_NO_VALUE : turn == SHOGI_BLACK ? value : -value);
}

/* False if the position cannot be coded, and so none of the game can. */
static bool write_entry(struct position_writer *w, struct position_counts *counts, struct buf *out)
{
    uint8_t bytes[POSITION_MAX_BYTES];
    fill_entry(w);
    if (!w->codec->encode(&w->entry, bytes))
        return false;
    buf_add(out, bytes, w->codec->bytes);
    if (counts) {
        counts->written++;
        counts->without_value += w->entry.value == POSITION_NO_VALUE;
    }
    return true;
}

static uint32_t next_move(const struct record *rec, uint32_t node)
{
    uint32_t next = rec->nodes[node].child;
    return next && rec->nodes[next].move ? next : 0;
}

enum status position_file_write(const struct position_codec *codec, const struct record *rec,
                                const struct position_selection *selection,
                                struct position_counts *counts, struct buf *out, unsigned *losses,
                                struct err *err)
{
    struct position_writer w = {.codec = codec, .rec = rec, .selection = selection};
    enum status st = shogi_sfen_parse(&w.entry.pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    *losses |= losses_of(codec, rec);
    w.node = next_move(rec, 0);
    bool fits = true;
    if (!w.node && is_selected(&w)) /* a position alone */
        fits = write_entry(&w, counts, out);
    for (; w.node && fits; w.node = next_move(rec, w.node), w.ply++) {
        struct shogi_undo undo;
        if (is_selected(&w))
            fits = write_entry(&w, counts, out);
        shogi_play(&w.entry.pos, (shogi_move)rec->nodes[w.node].move, &undo);
    }
    if (!fits)
        *losses |= LOSS_MOVES;
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}
