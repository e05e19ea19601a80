/* chaturanga_write.c: writing records of chaturanga.
 *
 * The tree is walked in the order of record_next(): a line to its end, then its variations from the
 * deepest branch back to the first; the positions before each turn are kept on the way. */
#include "base/alloc.h"
#include "formats/chaturanga/chaturanga_text.h"

struct chaturanga_writer {
    const struct record *rec;
    struct buf *out;
    unsigned *losses;
    struct chaturanga_pos *path; /* owned: by depth, the position before the turn at that depth */
    size_t path_cap;
    uint32_t depth;      /* turns that lead to the present node */
    bool result_written; /* the result of the game was written */
};

/* One line for each of the text, after a sign. */
static void write_lines(struct buf *out, char sign, struct span text)
{
    if (!text.p)
        return;
    for (;;) {
        size_t n = 0;
        while (n < text.n && text.p[n] != '\n' && text.p[n] != '\r')
            n++;
        buf_add_char(out, sign);
        if (n)
            buf_add_char(out, ' ');
        buf_add(out, text.p, n);
        buf_add_char(out, '\n');
        if (n == text.n)
            return;
        bool crlf = text.p[n] == '\r' && n + 1 < text.n && text.p[n + 1] == '\n';
        text = span_skip(text, n + (crlf ? 2 : 1));
    }
}

static void write_note(struct chaturanga_writer *w, uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    write_lines(w->out, '&', note->bookmark);
    write_lines(w->out, '*', note->comment);
    write_lines(w->out, '#', note->remark);
}

/* --- Headers --------------------------------------------------------------------------------- */

static void write_value(struct chaturanga_writer *w, struct span value)
{
    for (size_t i = 0; i < value.n; i++) {
        bool line_end = value.p[i] == '\n' || value.p[i] == '\r';
        *w->losses |= line_end ? LOSS_HEADERS : 0;
        buf_add_char(w->out, line_end ? ' ' : value.p[i]);
    }
}

/* Would a line with this key be read as something else? */
static bool is_good_key(struct span key)
{
    static const char *const TAKEN[] = {"Result", "Rules", "Start"};
    if (key.n == 0 || memchr("#*&0123456789", key.p[0], 13) || memchr(key.p, ':', key.n) ||
        memchr(key.p, '\n', key.n) || memchr(key.p, '\r', key.n) || span_find(key, SPAN("：")) >= 0)
        return false;
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
        if (span_eq_nocase(key, span_of(TAKEN[i])))
            return false;
    struct span rest = key, word = span_eat_word(&rest);
    return !span_eq_nocase(word, SPAN("variation")) &&
           !span_eq_nocase(word, SPAN(CHATURANGA_MAGIC));
}

static void write_headers(struct chaturanga_writer *w)
{
    for (uint32_t i = 0; i < w->rec->header_count; i++) {
        const struct record_header *h = &w->rec->headers[i];
        const char *usual = chaturanga_header_key(h->id);
        bool own = chaturanga_header_id(h->key) == h->id; /* as it was written, 赤 for Red */
        struct span key = usual && !own ? span_of(usual) : h->key;
        if (!is_good_key(key)) {
            *w->losses |= LOSS_HEADERS;
            continue;
        }
        buf_add_span(w->out, key);
        buf_add_str(w->out, ": ");
        write_value(w, h->value);
        buf_add_char(w->out, '\n');
    }
}

/* The rules always, the position only if these rules do not begin with it. */
static enum status write_start(struct chaturanga_writer *w, struct chaturanga_pos *pos,
                               struct err *err)
{
    struct chaturanga_pos usual;
    struct buf text, usual_text;
    enum status st = chaturanga_parse(pos, w->rec->start, err);
    if (st != STATUS_OK)
        return st;
    pos->ply = w->rec->start_ply;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&usual_text, BUF_DEFAULT_MAX);
    chaturanga_rules_print(&pos->rules, &text);
    buf_add_str(w->out, "Rules: ");
    buf_add_span(w->out, text.n ? buf_span(&text) : SPAN("usual"));
    buf_add_char(w->out, '\n');
    buf_clear(&text);
    chaturanga_start(&usual, &pos->rules);
    chaturanga_print(&usual, &usual_text);
    chaturanga_print(pos, &text);
    if (!span_eq(buf_span(&text), buf_span(&usual_text))) {
        buf_add_str(w->out, "Start: ");
        buf_add_span(w->out, buf_span(&text));
        buf_add_char(w->out, '\n');
    }
    bool good = buf_status(&text) == STATUS_OK && buf_status(&usual_text) == STATUS_OK;
    buf_release(&text);
    buf_release(&usual_text);
    return good ? STATUS_OK : err_nomem(err);
}

/* --- Turns ----------------------------------------------------------------------------------- */

static void write_time(struct buf *out, uint32_t ms)
{
    if (ms == RECORD_NO_TIME)
        return;
    buf_printf(out, " %u", ms / 1000);
    if (ms % 1000)
        buf_printf(out, ".%03u", ms % 1000);
    while (ms % 1000 && out->n && out->p[out->n - 1] == '0')
        out->n--;
    buf_add_char(out, 's');
}

static void write_result(struct chaturanga_writer *w, const int8_t *points, enum record_end end,
                         struct span words)
{
    buf_add_str(w->out, "Result: ");
    chaturanga_result_print(points, end, words, w->out);
    buf_add_char(w->out, '\n');
}

/* The end of a line: the game's own result, or what the end of a variation alone can say. */
static void write_end(struct chaturanga_writer *w, uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    if (!w->result_written) {
        write_result(w, w->rec->points, w->rec->end == END_NONE ? note->end : w->rec->end,
                     note->shogi_end_text);
        w->result_written = true;
    } else {
        int8_t points[CHATURANGA_COLOURS];
        enum record_end by_rules = chaturanga_outcome(&w->path[w->depth], points);
        (void)by_rules;
        write_result(w, points, note->end, note->shogi_end_text);
    }
    write_note(w, node);
}

/* Room for the position at that depth. */
static bool reserve(struct chaturanga_writer *w, uint32_t depth)
{
    void *path = mem_grow(w->path, depth, &w->path_cap, RECORD_MAX_NODES, sizeof *w->path);
    if (path)
        w->path = path;
    return path != NULL;
}

static enum status write_turn(struct chaturanga_writer *w, uint32_t node, struct err *err)
{
    const struct record_node *n = &w->rec->nodes[node];
    if (!reserve(w, w->depth + 1))
        return err_nomem(err);
    const struct chaturanga_pos *pos = &w->path[w->depth];
    buf_printf(w->out, "%u %s ", w->rec->start_ply + w->depth + 1,
               chaturanga_colour_names[pos->turn & 3]);
    chaturanga_turn_print(pos, n->move, w->out);
    write_time(w->out, n->time_ms);
    buf_add_char(w->out, '\n');
    w->path[w->depth + 1] = *pos;
    chaturanga_play_turn(&w->path[++w->depth], n->move);
    write_note(w, node);
    return STATUS_OK;
}

/* How many turns lead to the parent of a node. */
static uint32_t depth_before(const struct record *rec, uint32_t node)
{
    uint32_t depth = 0;
    for (node = rec->nodes[node].parent; node; node = rec->nodes[node].parent)
        depth++;
    return depth;
}

/* Whatever is known of the game's end, if its line has no node for it. */
static void write_outcome(struct chaturanga_writer *w)
{
    if (w->result_written)
        return;
    w->result_written = true;
    bool known = w->rec->end != END_NONE;
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        known |= w->rec->points[c] != POINTS_UNKNOWN;
    if (known)
        write_result(w, w->rec->points, w->rec->end, (struct span){0});
    else
        buf_add_str(w->out, "Result: unfinished\n");
}

static enum status write_tree(struct chaturanga_writer *w, struct err *err)
{
    const struct record *rec = w->rec;
    enum status st = STATUS_OK;
    write_note(w, 0);
    for (uint32_t node = record_next(rec, 0); node && st == STATUS_OK;
         node = record_next(rec, node)) {
        if (rec->nodes[rec->nodes[node].parent].child != node) {
            write_outcome(w);
            w->depth = depth_before(rec, node);
            buf_printf(w->out, "\nvariation %u\n", rec->start_ply + w->depth + 1);
        }
        if (rec->nodes[node].move)
            st = write_turn(w, node, err);
        else
            write_end(w, node);
    }
    write_outcome(w);
    return st;
}

enum status chaturanga_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    struct chaturanga_writer w = {.rec = rec, .out = out, .losses = losses};
    struct chaturanga_pos start;
    buf_printf(out, CHATURANGA_MAGIC " %d\n", CHATURANGA_VERSION);
    write_headers(&w);
    enum status st = reserve(&w, 0) ? write_start(&w, &start, err) : err_nomem(err);
    if (st == STATUS_OK) {
        w.path[0] = start;
        buf_add_char(out, '\n');
        st = write_tree(&w, err);
    }
    mem_free(w.path);
    if (st == STATUS_OK && buf_status(out) != STATUS_OK)
        st = err_nomem(err);
    return st;
}
