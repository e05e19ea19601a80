/* record_codec.c: see record_codec.h. */
#include "store/record_codec.h"

#include "base/alloc.h"
#include "base/varint.h"
#include "formats/format.h"

enum { CODEC_VERSION = 1, HAS_NOTE = 1, HAS_TIME = 2, FLAG_BITS = 2 };

static const struct msg DAMAGED = {"a stored record is damaged", "保存された棋譜が壊れています"};

/* --- Encoding -------------------------------------------------------------------------------- */

/* An empty text and none at all are two things: a comment may be one empty line. */
static void put_text(struct buf *out, struct span s)
{
    varint_put(out, s.p ? (uint64_t)s.n + 1 : 0);
    buf_add_span(out, s);
}

/* Most times are whole seconds: those take half the space of milliseconds. */
static void put_time(struct buf *out, uint32_t ms)
{
    varint_put(out, ms % 1000 ? (uint64_t)ms << 1 : (uint64_t)(ms / 1000) << 1 | 1);
}

static void put_head(const struct record *rec, struct buf *out)
{
    varint_put(out, CODEC_VERSION);
    varint_put(out, rec->start_ply);
    varint_put(out, (uint64_t)rec->handicap);
    varint_put(out, rec->end);
    for (int seat = 0; seat < rec->game->seats; seat++)
        varint_put(out, (uint64_t)(rec->points[seat] + 1));
    put_text(out, rec->handicap ? rec->start : (struct span){0});
    put_text(out, span_of(rec->format));
    put_text(out, span_of(rec->charset));
    put_text(out, rec->label);
    varint_put(out, rec->charset_guessed);
    varint_put(out, rec->number_in_file);
    varint_put(out, rec->header_count);
    for (uint32_t i = 0; i < rec->header_count; i++) {
        varint_put(out, rec->headers[i].id);
        put_text(out, rec->headers[i].key);
        put_text(out, rec->headers[i].value);
    }
}

static void put_note(const struct record_note *note, struct buf *out)
{
    put_text(out, note->comment);
    put_text(out, note->remark);
    put_text(out, note->bookmark);
    put_text(out, note->end_text);
    varint_put(out, note->end);
    varint_put(out, (uint64_t)(note->end_seat + 1));
    varint_put(out, note->value.kind);
    varint_put(out, varint_fold(note->value.number));
}

static void put_nodes(const struct record *rec, struct buf *out)
{
    uint32_t main_line = rec->nodes[0].child; /* the next node on it */
    varint_put(out, rec->node_count - 1);
    for (uint32_t i = 1; i < rec->node_count; i++) {
        const struct record_node *n = &rec->nodes[i];
        bool has_time = n->time_ms != RECORD_NO_TIME;
        varint_put(out, (uint64_t)(i - n->parent - 1) << FLAG_BITS | (has_time ? HAS_TIME : 0) |
                            (n->note ? HAS_NOTE : 0));
        if (i == main_line && n->move)
            main_line = n->child;
        else
            varint_put(out, n->move ? n->move + 1 : 0);
        if (has_time)
            put_time(out, n->time_ms);
        if (n->note)
            put_note(&rec->notes[n->note], out);
    }
}

void record_encode(const struct record *rec, struct buf *out)
{
    put_head(rec, out);
    put_note(record_note_at(rec, 0), out);
    put_nodes(rec, out);
}

/* --- Decoding -------------------------------------------------------------------------------- */

/* What is left of the bytes; once something does not fit, nothing more is read. */
struct decoding {
    struct span rest;
    struct record *rec;
    bool bad, no_memory;
};

static uint64_t get(struct decoding *d, uint64_t max)
{
    uint64_t v = 0;
    if (d->bad || !varint_get(&d->rest, &v) || v > max) {
        d->bad = true;
        return 0;
    }
    return v;
}

/* Borrows the bytes. */
static struct span get_slice(struct decoding *d)
{
    uint64_t n = get(d, (uint64_t)d->rest.n + 1);
    if (d->bad || n == 0 || n - 1 > d->rest.n) {
        d->bad |= n > 0;
        return (struct span){0};
    }
    struct span s = span_make(d->rest.p, (size_t)n - 1);
    d->rest = span_skip(d->rest, s.n);
    return s;
}

static struct span get_text(struct decoding *d)
{
    struct span borrowed = get_slice(d), copy = {0};
    if (borrowed.p && !arena_copy(&d->rec->arena, borrowed, &copy))
        d->no_memory = d->bad = true;
    return copy;
}

static const char *get_format_name(struct decoding *d)
{
    const struct format *f = format_by_name(get_slice(d));
    return f ? f->name : NULL;
}

static const char *get_charset_name(struct decoding *d)
{
    enum charset cs;
    return charset_by_name(get_slice(d), &cs) ? charset_name(cs) : NULL;
}

static void get_start(struct decoding *d)
{
    struct record *rec = d->rec;
    rec->start = get_text(d);
    if (rec->start.n || d->bad)
        return;
    /* the usual start: printed by the game itself */
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    void *pos = mem_alloc(rec->game->pos_bytes);
    if (pos) {
        rec->game->pos_start(pos);
        rec->game->pos_print(pos, &text);
    }
    if (!pos || buf_status(&text) != STATUS_OK ||
        !arena_copy(&rec->arena, buf_span(&text), &rec->start))
        d->no_memory = d->bad = true;
    mem_free(pos);
    buf_release(&text);
}

static void get_headers(struct decoding *d)
{
    uint64_t n = get(d, d->rest.n);
    for (uint64_t i = 0; i < n && !d->bad; i++) {
        enum record_header_id id = (enum record_header_id)get(d, HEADER_ID_COUNT - 1);
        struct span key = get_slice(d), value = get_slice(d);
        if (!d->bad && record_add_header(d->rec, id, key, value) != STATUS_OK)
            d->no_memory = d->bad = true;
    }
}

static void get_head(struct decoding *d)
{
    struct record *rec = d->rec;
    d->bad |= get(d, CODEC_VERSION) != CODEC_VERSION;
    rec->start_ply = (uint32_t)get(d, UINT32_MAX);
    rec->handicap = (int)get(d, INT16_MAX);
    rec->end = (enum record_end)get(d, END_COUNT - 1);
    for (int seat = 0; seat < rec->game->seats; seat++)
        rec->points[seat] = (int8_t)((int)get(d, POINTS_WIN + 1) - 1);
    get_start(d);
    rec->format = get_format_name(d);
    rec->charset = get_charset_name(d);
    rec->label = get_text(d);
    rec->charset_guessed = get(d, 1);
    rec->number_in_file = (uint32_t)get(d, UINT32_MAX);
    get_headers(d);
}

static uint32_t get_time(struct decoding *d)
{
    uint64_t v = get(d, (uint64_t)UINT32_MAX << 1);
    uint64_t ms = v & 1 ? (v >> 1) * 1000 : v >> 1;
    d->bad |= ms >= RECORD_NO_TIME;
    return (uint32_t)ms;
}

/* The moves of the main line, as they are used up. */
struct main_line {
    const game_move *moves;
    uint32_t plies, used, tip;
};

static void get_note(struct decoding *d, uint32_t node)
{
    struct record_note n;
    n.comment = get_text(d);
    n.remark = get_text(d);
    n.bookmark = get_text(d);
    n.end_text = get_text(d);
    n.end = (enum record_end)get(d, END_COUNT - 1);
    n.end_seat = (int8_t)((int)get(d, GAME_MAX_SEATS) - 1);
    n.value.kind = (enum record_value_kind)get(d, VALUE_MATE);
    int64_t number = varint_unfold(get(d, UINT32_MAX));
    n.value.number = (int32_t)number;
    if (d->bad)
        return;
    struct record_note *note = record_note(d->rec, node);
    if (note)
        *note = n;
    else
        d->no_memory = d->bad = true;
}

static void get_node(struct decoding *d, struct main_line *line)
{
    struct record *rec = d->rec;
    uint32_t id = rec->node_count;
    uint64_t word = get(d, (uint64_t)id << FLAG_BITS);
    uint64_t back = word >> FLAG_BITS;
    if (d->bad || back >= id) {
        d->bad = true;
        return;
    }
    uint32_t parent = id - 1 - (uint32_t)back;
    game_move move = 0;
    bool on_main = parent == line->tip && !rec->nodes[parent].child && line->used < line->plies;
    if (on_main) {
        move = line->moves[line->used++];
        line->tip = id;
    } else {
        uint64_t coded = get(d, UINT64_MAX);
        move = coded ? coded - 1 : 0;
    }
    if (!d->bad && !record_add_node(rec, parent, move)) {
        d->no_memory = d->bad = true;
        return;
    }
    if (!d->bad && word & HAS_TIME)
        rec->nodes[id].time_ms = get_time(d);
    if (!d->bad && word & HAS_NOTE)
        get_note(d, id);
}

static void get_nodes(struct decoding *d, struct main_line *line)
{
    uint64_t n = get(d, RECORD_MAX_NODES - 1);
    for (uint64_t i = 0; i < n && !d->bad; i++)
        get_node(d, line);
}

static bool is_empty(const struct record_note *note)
{
    return !note->comment.p && !note->remark.p && !note->bookmark.p;
}

/* The root always has a note in the bytes; it gets one in the record only if there is something
 * in it. */
static void get_root_note(struct decoding *d)
{
    get_note(d, 0);
    if (!d->bad && is_empty(&d->rec->notes[d->rec->nodes[0].note])) {
        d->rec->nodes[0].note = 0;
        d->rec->note_count--;
    }
}

enum status record_decode(struct record *rec, const struct game *game, struct span bytes,
                          const game_move *moves, uint32_t plies, struct err *err)
{
    struct decoding d = {.rest = bytes, .rec = rec};
    struct main_line line = {moves, plies, 0, 0};
    if (record_clear(rec, game) != STATUS_OK)
        return err_nomem(err);
    get_head(&d);
    get_root_note(&d);
    get_nodes(&d, &line);
    if (d.no_memory)
        return err_nomem(err);
    if (d.bad || d.rest.n || line.used != plies)
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    return STATUS_OK;
}
