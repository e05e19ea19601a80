/* csa_write.c: CSA, writing.
 *
 * V2.2 where that can hold the record, V3.0 where it takes its character set, fractions of seconds
 * or %MAX_MOVES.  CSA has no variations, bookmarks or headers of one's own: the last become
 * remarks.
 */
#include "formats/shogi/csa.h"

#include "formats/record_contents.h"
#include "games/shogi/shogi_names.h"

/* Each line of a text, also an empty one at the end, with a mark before it. */
static void write_lines(struct buf *out, const char *mark, struct span text)
{
    while (text.p) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        buf_add_str(out, mark);
        buf_add(out, text.p, n);
        buf_add_char(out, '\n');
        text = end ? span_skip(text, n + 1) : (struct span){0};
    }
}

/* Would it be more than a remark after an apostrophe? */
static bool means_something(struct span s)
{
    return span_starts(s, SPAN("*")) || span_starts(s, SPAN("summary")) ||
           span_starts(s, SPAN("CSA encoding="));
}

/* A remark that begins with a star would be a comment. */
static void write_remark(struct buf *out, struct span text, unsigned *losses)
{
    bool starred = span_starts(text, SPAN("*")) || span_find(text, SPAN("\n*")) >= 0;
    if (starred)
        *losses |= LOSS_REMARKS;
    write_lines(out, starred ? "' " : "'", text);
}

/* What a line can hold of a text: its line ends become blanks. */
static void write_flat(struct buf *out, struct span text, unsigned *losses)
{
    for (size_t i = 0; i < text.n; i++) {
        bool breaks = text.p[i] == '\n' || text.p[i] == '\r';
        buf_add_char(out, breaks ? ' ' : text.p[i]);
        if (breaks)
            *losses |= LOSS_HEADERS;
    }
}

static bool is_plain(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

/* Has CSA no keyword for it, so that the record's own is written? */
static bool is_written_as_is(enum record_header_id id)
{
    return id != HEADER_PLAYER && (int)id != HEADER_PLAYER + 1 && !csa_header_key(id);
}

/* V3.0 is the first version that says which character set it is in, and knows fractions of a
 * second and %MAX_MOVES; a record that needs none of that is written for older programs. */
static bool needs_v3(const struct record *rec)
{
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (!is_plain(rec->headers[i].value) ||
            (is_written_as_is(rec->headers[i].id) && !is_plain(rec->headers[i].key)))
            return true;
    for (uint32_t node = 0;; node = rec->nodes[node].child) {
        const struct record_note *note = record_note_at(rec, node);
        uint32_t ms = rec->nodes[node].time_ms;
        if (!is_plain(note->comment) || !is_plain(note->remark) ||
            !is_plain(note->shogi_end_text) || note->end == END_MAX_MOVES ||
            (ms != RECORD_NO_TIME && ms % 1000))
            return true;
        if (!rec->nodes[node].child)
            return false;
    }
}

static void write_header(const struct record_header *h, struct buf *out, unsigned *losses)
{
    const char *key = csa_header_key(h->id);
    if (h->id == HEADER_PLAYER || h->id == HEADER_PLAYER + 1) {
        buf_add_str(out, h->id == HEADER_PLAYER ? "N+" : "N-");
    } else if (key) {
        buf_printf(out, "$%s:", key);
    } else {
        /* what is no CSA keyword is kept as a remark, for people */
        bool is_csa = h->key.n && h->key.p[0] == '$';
        buf_add_str(out, is_csa ? "" : means_something(h->key) ? "' " : "'");
        write_flat(out, h->key, losses);
        buf_add_char(out, ':');
        if (!is_csa)
            *losses |= LOSS_HEADERS;
    }
    write_flat(out, h->value, losses);
    buf_add_char(out, '\n');
}

static void write_hand(const struct shogi_pos *pos, int color, struct buf *out)
{
    bool any = false;
    for (int kind = SHOGI_GOLD; kind >= SHOGI_PAWN; kind--)
        for (int i = shogi_hand(pos, color, kind); i > 0; i--, any = true)
            buf_printf(out, "%s00%s",
                       any                    ? ""
                       : color == SHOGI_BLACK ? "P+"
                                              : "P-",
                       shogi_kind_csa(kind));
    if (any)
        buf_add_char(out, '\n');
}

static void write_start(const struct shogi_pos *pos, int handicap, struct buf *out)
{
    if (handicap == SHOGI_EVEN) {
        buf_add_str(out, "PI\n");
    } else {
        for (int rank = 1; rank <= 9; rank++) {
            buf_printf(out, "P%d", rank);
            for (int file = 9; file >= 1; file--) {
                int piece = shogi_piece_at(pos, shogi_square(file, rank));
                if (piece)
                    buf_printf(out, "%c%s", shogi_color_of(piece) ? '-' : '+',
                               shogi_kind_csa(shogi_kind_of(piece)));
                else
                    buf_add_str(out, " * ");
            }
            buf_add_char(out, '\n');
        }
        write_hand(pos, SHOGI_BLACK, out);
        write_hand(pos, SHOGI_WHITE, out);
    }
    buf_add_str(out, shogi_turn(pos) == SHOGI_BLACK ? "+\n" : "-\n");
}

static void write_time(uint32_t ms, struct buf *out)
{
    if (ms == RECORD_NO_TIME)
        return;
    if (ms % 1000)
        buf_printf(out, "T%u.%03u\n", ms / 1000, ms % 1000);
    else
        buf_printf(out, "T%u\n", ms / 1000);
}

static void write_move(const struct shogi_pos *pos, shogi_move m, struct buf *out)
{
    int to = shogi_move_to(m), from = 0, kind;
    if (shogi_move_is_drop(m)) {
        kind = shogi_move_kind(m);
    } else {
        from = shogi_move_from(m);
        kind = shogi_kind_of(shogi_piece_at(pos, from)) | (shogi_move_promotes(m) ? 8 : 0);
        from = shogi_file_of(from) * 10 + shogi_rank_of(from);
    }
    buf_printf(out, "%c%02d%d%d%s\n", shogi_turn(pos) == SHOGI_BLACK ? '+' : '-', from,
               shogi_file_of(to), shogi_rank_of(to), shogi_kind_csa(kind));
}

static bool is_word(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] <= ' ' || (unsigned char)s.p[i] >= 0x7F || s.p[i] == ',')
            return false;
    return s.n != 0;
}

static void write_end(const struct record_note *note, struct buf *out, unsigned *losses)
{
    const char *name = csa_end_name(note->end, note->end_seat);
    bool other = note->end == END_OTHER && is_word(note->shogi_end_text);
    /* the foul itself, where it was read from CSA */
    if (name && note->shogi_end_text.n == 7 && csa_is_move(note->shogi_end_text)) {
        buf_add_span(out, note->shogi_end_text);
        buf_add_char(out, '\n');
    } else if (note->shogi_end_text.n && !other) {
        *losses |= LOSS_END;
    }
    if (!name && !other)
        *losses |= LOSS_END;
    buf_add_char(out, '%');
    buf_add_span(out, other ? note->shogi_end_text : span_of(name ? name : "CHUDAN"));
    buf_add_char(out, '\n');
}

/* Writes what belongs to one node, and plays its move. */
static void write_node(const struct record *rec, uint32_t node, struct shogi_pos *pos,
                       struct buf *out, unsigned *losses)
{
    const struct record_node *n = &rec->nodes[node];
    const struct record_note *note = record_note_at(rec, node);
    if (record_is_end(rec, node)) {
        write_end(note, out, losses);
    } else if (node) {
        struct shogi_undo undo;
        write_move(pos, (shogi_move)n->move, out);
        shogi_play(pos, (shogi_move)n->move, &undo);
    }
    write_time(n->time_ms, out);
    write_lines(out, "'*", note->comment);
    write_remark(out, note->remark, losses);
    if (note->bookmark.p)
        *losses |= LOSS_BOOKMARKS;
    if (n->sibling)
        *losses |= LOSS_VARIATIONS;
}

enum status csa_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err)
{
    struct shogi_pos pos;
    enum status st = shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    buf_add_str(out, needs_v3(rec) ? "'CSA encoding=UTF-8\nV3.0\n" : "V2.2\n");
    for (uint32_t i = 0; i < rec->header_count; i++)
        write_header(&rec->headers[i], out, losses);
    write_start(&pos, rec->handicap, out);
    uint32_t node = 0;
    do
        write_node(rec, node, &pos, out, losses);
    while ((node = rec->nodes[node].child));
    if (rec->start_ply)
        *losses |= LOSS_START_PLY;
    *losses |= record_loose_end(rec);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}
