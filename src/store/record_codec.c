/* record_codec.c: see record_codec.h. */
#include "store/record_codec.h"

#include "base/alloc.h"
#include "base/varint.h"
#include "formats/format.h"

enum { CODEC_VERSION = 1, HAS_NOTE = 1, HAS_TIME = 2, FLAG_BITS = 2 };

/* Which parts of a note follow. */
enum {
    NOTE_COMMENT = 1,
    NOTE_REMARK = 2,
    NOTE_BOOKMARK = 4,
    NOTE_END_TEXT = 8,
    NOTE_END = 16,
    NOTE_END_SEAT = 32,
    NOTE_VALUE = 64,
    NOTE_EXTRA = 128,
    NOTE_ALL = 255
};

static const struct msg DAMAGED = {"a stored record is damaged", "保存された棋譜が壊れています"};

/* --- Encoding -------------------------------------------------------------------------------- */

/* An empty text and none at all are two things: a comment may be one empty line. */
static void put_text(struct buf *out, struct span s)
{
    varint_put(out, s.p ? (uint64_t)s.n + 1 : 0);
    buf_add_span(out, s);
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

static unsigned note_parts(const struct record_note *note)
{
    return (note->comment.p ? NOTE_COMMENT : 0U) | (note->remark.p ? NOTE_REMARK : 0U) |
           (note->bookmark.p ? NOTE_BOOKMARK : 0U) | (note->shogi_end_text.p ? NOTE_END_TEXT : 0U) |
           (note->end ? NOTE_END : 0U) | (note->end_seat >= 0 ? NOTE_END_SEAT : 0U) |
           (note->value.kind || note->value.number ? NOTE_VALUE : 0U) |
           (note->extra.p ? NOTE_EXTRA : 0U);
}

static void put_note(const struct record_note *note, struct buf *out)
{
    unsigned parts = note_parts(note);
    varint_put(out, parts);
    if (parts & NOTE_COMMENT)
        put_text(out, note->comment);
    if (parts & NOTE_REMARK)
        put_text(out, note->remark);
    if (parts & NOTE_BOOKMARK)
        put_text(out, note->bookmark);
    if (parts & NOTE_END_TEXT)
        put_text(out, note->shogi_end_text);
    if (parts & NOTE_END)
        varint_put(out, note->end);
    if (parts & NOTE_END_SEAT)
        varint_put(out, (uint64_t)note->end_seat);
    if (parts & NOTE_VALUE) {
        varint_put(out, note->value.kind);
        varint_put(out, varint_fold(note->value.number));
    }
    if (parts & NOTE_EXTRA)
        put_text(out, note->extra);
}

static uint64_t node_word(const struct record *rec, uint32_t i)
{
    const struct record_node *n = &rec->nodes[i];
    return (uint64_t)(i ? i - n->parent - 1 : 0) << FLAG_BITS |
           (n->time_ms != RECORD_NO_TIME ? HAS_TIME : 0) | (n->note ? HAS_NOTE : 0);
}

void record_encode(const struct record *rec, struct buf *out)
{
    put_head(rec, out);
    varint_put(out, rec->node_count);
    /* Most games are one long run of nodes that follow each other. */
    for (uint32_t i = 0; i < rec->node_count;) {
        uint64_t word = node_word(rec, i);
        uint32_t from = i++;
        while (i < rec->node_count && node_word(rec, i) == word)
            i++;
        varint_put(out, word);
        varint_put(out, i - from - 1);
    }
    uint32_t main_line = rec->nodes[0].child; /* the next node on it */
    for (uint32_t i = 1; i < rec->node_count; i++) {
        game_move move = rec->nodes[i].move;
        if (i == main_line && move)
            main_line = rec->nodes[i].child;
        else
            varint_put(out, move ? move + 1 : 0);
    }
    /* Most times are whole seconds: then that is the unit of all. */
    uint32_t unit = 1000;
    for (uint32_t i = 0; i < rec->node_count; i++)
        if (rec->nodes[i].time_ms != RECORD_NO_TIME && rec->nodes[i].time_ms % 1000)
            unit = 1;
    varint_put(out, unit);
    for (uint32_t i = 0; i < rec->node_count; i++)
        if (rec->nodes[i].time_ms != RECORD_NO_TIME)
            varint_put(out, rec->nodes[i].time_ms / unit);
    for (uint32_t i = 0; i < rec->node_count; i++)
        if (rec->nodes[i].note)
            put_note(&rec->notes[rec->nodes[i].note], out);
}

/* --- Decoding -------------------------------------------------------------------------------- */

/* What is left of the bytes; once something does not fit, nothing more is read. */
struct record_decoder {
    struct span rest;
    struct record *rec;
    bool bad, no_memory;
};

static uint64_t get(struct record_decoder *d, uint64_t max)
{
    uint64_t v = 0;
    if (d->bad || !varint_get(&d->rest, &v) || v > max) {
        d->bad = true;
        return 0;
    }
    return v;
}

/* Borrows the bytes. */
static struct span get_slice(struct record_decoder *d)
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

static struct span get_text(struct record_decoder *d)
{
    struct span borrowed = get_slice(d), copy = {0};
    if (borrowed.p && !arena_copy(&d->rec->arena, borrowed, &copy))
        d->no_memory = d->bad = true;
    return copy;
}

static const char *get_format_name(struct record_decoder *d)
{
    const struct format *f = format_by_name(get_slice(d));
    return f ? f->name : NULL;
}

static const char *get_charset_name(struct record_decoder *d)
{
    enum charset cs;
    return charset_by_name(get_slice(d), &cs) ? charset_name(cs) : NULL;
}

static void get_start(struct record_decoder *d)
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
        rec->game->rules.pos_start(pos);
        rec->game->text.pos_print(pos, 1, &text);
    }
    if (!pos || buf_status(&text) != STATUS_OK ||
        !arena_copy(&rec->arena, buf_span(&text), &rec->start))
        d->no_memory = d->bad = true;
    mem_free(pos);
    buf_release(&text);
}

static void get_head(struct record_decoder *d)
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
    uint64_t n = get(d, d->rest.n);
    for (uint64_t i = 0; i < n && !d->bad; i++) {
        enum record_header_id id = (enum record_header_id)get(d, HEADER_ID_COUNT - 1);
        struct span key = get_slice(d), value = get_slice(d);
        if (!d->bad && record_add_header(d->rec, id, key, value) != STATUS_OK)
            d->no_memory = d->bad = true;
    }
}

/* The moves of the main line, as they are used up. */
struct main_line {
    const game_move *moves;
    uint32_t plies, used, tip;
};

static void get_note(struct record_decoder *d, uint32_t node)
{
    struct record_note n = {.end_seat = -1};
    unsigned parts = (unsigned)get(d, NOTE_ALL);
    if (parts & NOTE_COMMENT)
        n.comment = get_text(d);
    if (parts & NOTE_REMARK)
        n.remark = get_text(d);
    if (parts & NOTE_BOOKMARK)
        n.bookmark = get_text(d);
    if (parts & NOTE_END_TEXT)
        n.shogi_end_text = get_text(d);
    if (parts & NOTE_END)
        n.end = (enum record_end)get(d, END_COUNT - 1);
    if (parts & NOTE_END_SEAT)
        n.end_seat = (int8_t)get(d, GAME_MAX_SEATS - 1);
    if (parts & NOTE_VALUE) {
        n.value.kind = (enum record_value_kind)get(d, VALUE_MATE);
        n.value.number = (int32_t)varint_unfold(get(d, UINT32_MAX));
    }
    if (parts & NOTE_EXTRA)
        n.extra = get_text(d);
    if (d->bad)
        return;
    struct record_note *note = record_note(d->rec, node);
    if (note)
        *note = n;
    else
        d->no_memory = d->bad = true;
}

/* The words of the nodes, run by run; gone through once for each thing they speak of. */
struct node_words {
    struct span rest;
    uint64_t word, left;
};

static uint64_t next_word(struct node_words *w)
{
    if (w->left) {
        w->left--;
        return w->word;
    }
    /* skip_words() has seen that they can be read */
    (void)varint_get(&w->rest, &w->word);
    (void)varint_get(&w->rest, &w->left);
    return w->word;
}

/* Goes to the end of the words, which speak of n nodes. */
static struct node_words skip_words(struct record_decoder *d, uint64_t n)
{
    struct node_words w = {.rest = d->rest};
    while (n && !d->bad) {
        (void)get(d, (uint64_t)RECORD_MAX_NODES << FLAG_BITS);
        uint64_t run = get(d, n - 1) + 1;
        n -= d->bad ? 0 : run;
    }
    return w;
}

static void get_node(struct record_decoder *d, struct main_line *line, uint64_t back)
{
    struct record *rec = d->rec;
    uint32_t id = rec->node_count;
    if (back >= id) {
        d->bad = true;
        return;
    }
    uint32_t parent = id - 1 - (uint32_t)back;
    game_move move = 0;
    if (parent == line->tip && !rec->nodes[parent].child && line->used < line->plies) {
        move = line->moves[line->used++];
        line->tip = id;
    } else {
        uint64_t coded = get(d, UINT64_MAX);
        move = coded ? coded - 1 : 0;
    }
    if (!d->bad && !record_add_node(rec, parent, move))
        d->no_memory = d->bad = true;
}

static void get_times(struct record_decoder *d, struct node_words words, uint64_t n)
{
    uint64_t unit = get(d, 1000);
    for (uint64_t i = 0; i < n && !d->bad; i++)
        if (next_word(&words) & HAS_TIME)
            d->rec->nodes[i].time_ms =
                (uint32_t)(get(d, (RECORD_NO_TIME - 1) / (unit ? unit : 1)) * unit);
}

static void get_nodes(struct record_decoder *d, struct main_line *line)
{
    uint64_t n = get(d, RECORD_MAX_NODES);
    struct node_words words = skip_words(d, n), again = words;
    d->bad |= n == 0;
    if (!d->bad)
        d->bad = next_word(&again) >> FLAG_BITS != 0; /* the root has no parent */
    for (uint64_t i = 1; i < n && !d->bad; i++)
        get_node(d, line, next_word(&again) >> FLAG_BITS);
    get_times(d, words, n);
    for (uint64_t i = 0; i < n && !d->bad; i++)
        if (next_word(&words) & HAS_NOTE)
            get_note(d, (uint32_t)i);
}

enum status record_decode(struct record *rec, const struct game *game, struct span bytes,
                          const game_move *moves, uint32_t plies, struct err *err)
{
    struct record_decoder d = {.rest = bytes, .rec = rec};
    struct main_line line = {moves, plies, 0, 0};
    if (record_clear(rec, game) != STATUS_OK)
        return err_nomem(err);
    get_head(&d);
    get_nodes(&d, &line);
    if (d.no_memory)
        return err_nomem(err);
    if (d.bad || d.rest.n || line.used != plies)
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    return STATUS_OK;
}
