/* jkf_write.c: JSON Kifu Format, writing; a game a line, as json-kifu-format's schema has it.
 *
 * In JKF a variation stands inside the move that it replaces, before the moves that follow:
 *
 *     {move A, forks: [[{move A'}, …], [{move A''}, …]]}, {move B}, …
 *
 * so the tree is written neither depth first nor line by line: after A come its siblings with all
 * that hangs on them, then A's child.  The walk below follows the record's own links and keeps no
 * stack but the moves' undo records.
 *
 * What JKF has no place for: remarks, bookmarks, the move number of a start position, fractions of
 * seconds, and a few ways to end (they become CHUDAN, or HIKIWAKE for a draw by the move limit).
 */
#include "formats/shogi/jkf.h"

#include "base/alloc.h"
#include "base/text/json.h"
#include "formats/record_contents.h"
#include "formats/shogi/csa.h"
#include "formats/shogi/kakinoki.h"
#include "games/shogi/shogi_names.h"

struct jkf_writer {
    const struct record *rec;
    struct buf *out;
    unsigned *losses;
    struct shogi_pos pos;
    struct shogi_undo undo[RECORD_MAX_PLIES + 1];
    uint32_t plies;
    uint64_t total_ms[2];
};

/* --- Strings and headers -------------------------------------------------------------------- */

static void write_string(struct buf *out, struct span s)
{
    struct json j;
    json_init(&j, out);
    json_str(&j, s);
}

/* A key that stands in the object already: readers would keep one of the two. */
static bool is_repeated(const struct record *rec, uint32_t header)
{
    struct span key = kakinoki_header_key(rec, &rec->headers[header]);
    for (uint32_t i = 0; i < header; i++)
        if (span_eq(kakinoki_header_key(rec, &rec->headers[i]), key))
            return true;
    return false;
}

static void write_headers(struct jkf_writer *w)
{
    /* no record has so many; it bounds the time spent looking for repetitions */
    enum { MAX_HEADERS = 4096 };
    const struct record *rec = w->rec;
    buf_add_str(w->out, "\"header\":{");
    bool any = false;
    for (uint32_t i = 0; i < rec->header_count; i++) {
        const struct record_header *h = &rec->headers[i];
        struct span key = kakinoki_header_key(rec, h);
        if (i >= MAX_HEADERS || is_repeated(rec, i)) {
            *w->losses |= LOSS_HEADERS;
            continue;
        }
        if (kakinoki_header_id(key) != h->id || span_eq(key, SPAN("手合割")))
            *w->losses |= LOSS_HEADERS;
        buf_add_str(w->out, any ? "," : "");
        write_string(w->out, key);
        buf_add_char(w->out, ':');
        write_string(w->out, h->value);
        any = true;
    }
    buf_add_char(w->out, '}');
}

/* --- Start position ------------------------------------------------------------------------- */

static void write_board(const struct shogi_pos *pos, struct buf *out)
{
    buf_add_str(out, "\"board\":[");
    for (int file = 1; file <= 9; file++)
        for (int rank = 1; rank <= 9; rank++) {
            int piece = shogi_piece_at(pos, shogi_square(file, rank));
            buf_add_str(out, rank > 1 ? "," : file > 1 ? "],[" : "[");
            if (piece)
                buf_printf(out, "{\"color\":%d,\"kind\":\"%s\"}", shogi_color_of(piece),
                           shogi_kind_csa(shogi_kind_of(piece)));
            else
                buf_add_str(out, "{}");
        }
    buf_add_str(out, "]]");
}

static void write_hand(const struct shogi_pos *pos, int color, struct buf *out)
{
    buf_add_char(out, '{');
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
        buf_printf(out, "%s\"%s\":%d", kind > SHOGI_PAWN ? "," : "", shogi_kind_csa(kind),
                   shogi_hand(pos, color, kind));
    buf_add_char(out, '}');
}

static void write_initial(struct jkf_writer *w)
{
    const struct shogi_pos *pos = &w->pos;
    buf_printf(w->out, ",\"initial\":{\"preset\":\"%s\"", jkf_presets[w->rec->handicap]);
    if (w->rec->handicap == SHOGI_HANDICAP_OTHER) {
        buf_printf(w->out, ",\"data\":{\"color\":%d,", shogi_turn(pos));
        write_board(pos, w->out);
        buf_add_str(w->out, ",\"hands\":[");
        write_hand(pos, SHOGI_BLACK, w->out);
        buf_add_char(w->out, ',');
        write_hand(pos, SHOGI_WHITE, w->out);
        buf_add_str(w->out, "]}");
    }
    buf_add_char(w->out, '}');
}

/* --- One element ---------------------------------------------------------------------------- */

/* A comma unless the object has only just been opened. */
static void write_key(struct buf *out, const char *key)
{
    if (out->n && out->p[out->n - 1] != '{')
        buf_add_char(out, ',');
    buf_printf(out, "\"%s\":", key);
}

static void write_place(struct buf *out, const char *key, int square)
{
    write_key(out, key);
    buf_printf(out, "{\"x\":%d,\"y\":%d}", shogi_file_of(square), shogi_rank_of(square));
}

static bool in_zone(int square, int color)
{
    int rank = shogi_rank_of(square);
    return color == SHOGI_BLACK ? rank <= 3 : rank >= 7;
}

static void write_board_move(struct buf *out, const struct shogi_pos *pos, shogi_move m)
{
    int from = shogi_move_from(m), to = shogi_move_to(m), color = shogi_turn(pos);
    int kind = shogi_kind_of(shogi_piece_at(pos, from));
    int captured = shogi_kind_of(shogi_piece_at(pos, to));
    if (shogi_move_promotes(m))
        buf_add_str(out, ",\"promote\":true");
    else if (shogi_kind_can_promote(kind) && (in_zone(from, color) || in_zone(to, color)))
        buf_add_str(out, ",\"promote\":false");
    if (captured)
        buf_printf(out, ",\"capture\":\"%s\"", shogi_kind_csa(captured));
}

/* What tells this piece from others that could go there. */
static void write_relative(struct buf *out, const struct shogi_pos *pos, shogi_move m)
{
    unsigned words = ki2_words_of_move(pos, m);
    bool any = false;
    for (int i = 0; i < JKF_RELATIVES; i++) {
        if (!(words & jkf_relatives[i].word))
            continue;
        buf_add_str(out, any ? "" : ",\"relative\":\"");
        buf_add_char(out, jkf_relatives[i].letter);
        any = true;
    }
    buf_add_str(out, any ? "\"" : "");
}

static void write_move(struct jkf_writer *w, uint32_t node)
{
    const struct record_node *n = &w->rec->nodes[node];
    shogi_move m = (shogi_move)n->move, before = (shogi_move)w->rec->nodes[n->parent].move;
    bool drop = shogi_move_is_drop(m);
    int to = shogi_move_to(m);
    write_key(w->out, "move");
    buf_printf(w->out, "{\"color\":%d", shogi_turn(&w->pos));
    if (!drop)
        write_place(w->out, "from", shogi_move_from(m));
    write_place(w->out, "to", to);
    int kind =
        drop ? shogi_move_kind(m) : shogi_kind_of(shogi_piece_at(&w->pos, shogi_move_from(m)));
    buf_printf(w->out, ",\"piece\":\"%s\"", shogi_kind_csa(kind));
    if (before && shogi_move_to(before) == to)
        buf_add_str(w->out, ",\"same\":true");
    if (!drop)
        write_board_move(w->out, &w->pos, m);
    write_relative(w->out, &w->pos, m);
    buf_add_char(w->out, '}');
}

static void write_special(struct jkf_writer *w, const struct record_note *note)
{
    const char *name = csa_end_name(note->end, note->end_seat);
    if (note->end == END_MAX_MOVES)
        name = "HIKIWAKE";
    if (!name || note->end == END_MAX_MOVES || note->shogi_end_text.n)
        *w->losses |= LOSS_END;
    write_key(w->out, "special");
    buf_printf(w->out, "\"%s\"", name ? name : "CHUDAN");
}

/* Comments are arrays of lines. */
static void write_comments(struct buf *out, struct span text)
{
    if (!text.p)
        return;
    write_key(out, "comments");
    buf_add_char(out, '[');
    for (;;) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        write_string(out, span_make(text.p, n));
        if (!end)
            break;
        buf_add_char(out, ',');
        text = span_skip(text, n + 1);
    }
    buf_add_char(out, ']');
}

static void write_hms(struct buf *out, const char *key, uint64_t ms, bool hours)
{
    unsigned long long s = ms / 1000;
    buf_printf(out, "\"%s\":{", key);
    if (hours || s >= 3600)
        buf_printf(out, "\"h\":%llu,", s / 3600);
    buf_printf(out, "\"m\":%llu,\"s\":%llu}", s / 60 % 60, s % 60);
}

static void write_time(struct jkf_writer *w, uint32_t node)
{
    uint32_t ms = w->rec->nodes[node].time_ms;
    if (ms == RECORD_NO_TIME)
        return;
    if (ms % 1000)
        *w->losses |= LOSS_TIME_FRACTIONS;
    write_key(w->out, "time");
    buf_add_char(w->out, '{');
    write_hms(w->out, "now", ms, false);
    buf_add_char(w->out, ',');
    write_hms(w->out, "total", w->total_ms[shogi_turn(&w->pos)] + ms, true);
    buf_add_char(w->out, '}');
}

/* All of a node but its forks and the closing bracket. */
static void write_element(struct jkf_writer *w, uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    buf_add_char(w->out, '{');
    write_comments(w->out, note->comment);
    if (record_is_end(w->rec, node))
        write_special(w, note);
    else if (node)
        write_move(w, node);
    if (node)
        write_time(w, node);
}

/* --- The tree ------------------------------------------------------------------------------- */

static uint32_t time_of(const struct jkf_writer *w, uint32_t node)
{
    uint32_t ms = w->rec->nodes[node].time_ms;
    return ms == RECORD_NO_TIME ? 0 : ms;
}

static void play(struct jkf_writer *w, uint32_t node)
{
    shogi_move m = (shogi_move)w->rec->nodes[node].move;
    if (!m)
        return;
    w->total_ms[shogi_turn(&w->pos)] += time_of(w, node);
    shogi_play(&w->pos, m, &w->undo[w->plies++]);
}

static void unplay(struct jkf_writer *w, uint32_t node)
{
    shogi_move m = (shogi_move)w->rec->nodes[node].move;
    if (!m)
        return;
    shogi_unplay(&w->pos, m, &w->undo[--w->plies]);
    w->total_ms[shogi_turn(&w->pos)] -= time_of(w, node);
}

static bool is_first_child(const struct record *rec, uint32_t node)
{
    return rec->nodes[rec->nodes[node].parent].child == node;
}

/* Goes on from an element that is complete but for its bracket, and whose move is not played.
 * Returns the next node to write, or 0 when everything is. */
static uint32_t close_element(struct jkf_writer *w, uint32_t node)
{
    const struct record_node *nodes = w->rec->nodes;
    for (;;) {
        buf_add_char(w->out, '}');
        if (nodes[node].child) {
            play(w, node);
            buf_add_char(w->out, ',');
            return nodes[node].child;
        }
        /* the line is at its end: back to where it branched off */
        while (node && is_first_child(w->rec, node)) {
            node = nodes[node].parent;
            if (node)
                unplay(w, node);
        }
        buf_add_char(w->out, ']');
        if (!node)
            return 0;
        if (nodes[node].sibling) {
            buf_add_str(w->out, ",[");
            return nodes[node].sibling;
        }
        buf_add_char(w->out, ']');
        node = nodes[nodes[node].parent].child;
    }
}

static void write_moves(struct jkf_writer *w)
{
    const struct record_node *nodes = w->rec->nodes;
    buf_add_str(w->out, ",\"moves\":[");
    write_element(w, 0);
    buf_add_char(w->out, '}');
    if (nodes[0].child)
        buf_add_char(w->out, ',');
    else
        buf_add_char(w->out, ']');
    for (uint32_t node = nodes[0].child; node;) {
        write_element(w, node);
        if (nodes[node].sibling && is_first_child(w->rec, node)) {
            write_key(w->out, "forks");
            buf_add_str(w->out, "[[");
            node = nodes[node].sibling;
        } else {
            node = close_element(w, node);
        }
    }
}

enum status jkf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err)
{
    struct jkf_writer *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    w->rec = rec;
    w->out = out;
    w->losses = losses;
    enum status st = shogi_sfen_parse(&w->pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st == STATUS_OK) {
        buf_add_char(out, '{');
        write_headers(w);
        write_initial(w);
        write_moves(w);
        buf_add_str(out, "}\n");
        *losses |= record_contents(rec) & (LOSS_REMARKS | LOSS_BOOKMARKS | LOSS_START_PLY);
        *losses |= record_loose_end(rec);
        st = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    mem_free(w);
    return st;
}
