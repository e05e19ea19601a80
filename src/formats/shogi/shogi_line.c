/* shogi_line.c: see shogi_line.h. */
#include "formats/shogi/shogi_line.h"

#include "base/alloc.h"
#include "base/text/num.h"

/* --- Comment value ----------------------------------------------------------------------------
 * What programs write, as the lines stand in a record (without the comment sign of the format):
 *
 *   "* 94", "* -120 +3334FU …"     CSA's  '** 94  (floodgate, V3.0): centipawns, Black's view
 *   "* m7", "* -m3"                the same for a mate
 *   "*解析 0 候補1 … 評価値 61 …"     ShogiGUI, analysis and 対局: Black's view
 *   "… 評価値 -詰 20 …", "+Mate 17"   the same for a mate in so many plies
 *   "*評価値=123", "#評価値=123"      ShogiHome: Black's view
 *   "*詰み=先手勝ち:10手"             ShogiHome: who mates, and in how many plies
 *   "形勢：-54 互角"                  Kakinoki Shogi: Black's view
 *   " [%eval 0.14]", "[%eval mate-15]"   lishogi: pawns, Black's view; mates in plies
 *
 * All known dialects speak from Black's side.  Only lines that begin as these do are looked at, so
 * that prose about values is not taken for one. */

enum { MAX_VALUE = 10000000 };

static const struct record_value NO_VALUE = {VALUE_NONE, 0};

static struct span first_word(struct span s)
{
    size_t n = 0;
    while (n < s.n && s.p[n] != ' ' && s.p[n] != '\t' && s.p[n] != '\n')
        n++;
    return span_make(s.p, n);
}

static struct record_value mate_value(struct span s, bool negative)
{
    uint64_t plies;
    int32_t n = VALUE_MATE_UNKNOWN;
    if (num_eat_u64(&s, MAX_VALUE, &plies) && plies > 0 && plies < VALUE_MATE_UNKNOWN)
        n = (int32_t)plies;
    return (struct record_value){VALUE_MATE, negative ? -n : n};
}

static bool eat_sign(struct span *s)
{
    bool negative = span_eat(s, SPAN("-"));
    if (!negative)
        span_eat(s, SPAN("+"));
    return negative;
}

/* A signed number, or a sign and a mate: "61", "-120", "m7", "-詰 20", "+Mate 17". */
static struct record_value number_or_mate(struct span s)
{
    struct span w = first_word(s);
    bool negative = eat_sign(&s);
    if (span_eat(&s, SPAN("詰")) || span_eat(&s, SPAN("Mate")) || span_eat(&s, SPAN("mate"))) {
        span_eat(&s, SPAN("み"));
        return mate_value(span_trim(s), negative);
    }
    int64_t n;
    if (num_parse_i64(w, -MAX_VALUE, MAX_VALUE, &n))
        return (struct record_value){VALUE_CENTIPAWNS, (int32_t)n};
    return NO_VALUE;
}

static struct record_value csa_value(struct span line)
{
    struct span w = first_word(line);
    bool negative = eat_sign(&w);
    if (span_eat(&w, SPAN("m")))
        return w.n == 0 || (w.p[0] >= '0' && w.p[0] <= '9') ? mate_value(w, negative) : NO_VALUE;
    return number_or_mate(line);
}

/* 先手勝ち:10手 */
static struct record_value stated_mate(struct span s)
{
    bool white = span_eat(&s, SPAN("後手"));
    if (!white && !span_eat(&s, SPAN("先手")))
        return NO_VALUE;
    span_eat(&s, SPAN("勝ち"));
    span_eat(&s, SPAN(":"));
    return mate_value(s, white);
}

/* "0.14]", "mate-15]" */
static struct record_value lishogi_value(struct span s)
{
    if (span_eat(&s, SPAN("mate"))) {
        bool negative = eat_sign(&s);
        return mate_value(s, negative);
    }
    size_t n = 0;
    while (n < s.n && s.p[n] != ']')
        n++;
    double pawns;
    if (!num_parse_double(span_make(s.p, n), &pawns) || pawns > 1e5 || pawns < -1e5)
        return NO_VALUE;
    double cp = pawns * 100;
    return (struct record_value){VALUE_CENTIPAWNS, (int32_t)(cp < 0 ? cp - 0.5 : cp + 0.5)};
}

/* Skips what stands between 評価値 and the value. */
static struct span after_key(struct span s)
{
    while (span_eat(&s, SPAN(" ")) || span_eat(&s, SPAN("=")) || span_eat(&s, SPAN("：")) ||
           span_eat(&s, SPAN(":")) || span_eat(&s, SPAN("　")))
        continue;
    return s;
}

static struct record_value value_in_line(struct span line)
{
    struct span s = line;
    if (span_eat(&s, SPAN("* "))) {
        struct record_value v = csa_value(s);
        if (v.kind != VALUE_NONE)
            return v;
    }
    s = span_trim(line);
    if (span_eat(&s, SPAN("[%eval ")))
        return lishogi_value(s);
    if (span_eat(&s, SPAN("形勢")))
        return number_or_mate(after_key(s));
    bool by_program = span_eat(&s, SPAN("*")) || span_eat(&s, SPAN("#"));
    if (span_eat(&s, SPAN("評価値")))
        return number_or_mate(after_key(s));
    if (!by_program)
        return NO_VALUE;
    if (span_eat(&s, SPAN("詰み=")))
        return stated_mate(s);
    ptrdiff_t at = span_find(s, SPAN("評価値 "));
    return at < 0 ? NO_VALUE : number_or_mate(after_key(span_skip(s, (size_t)at + 9)));
}

struct record_value comment_value(struct span comment)
{
    while (comment.n) {
        const char *nl = memchr(comment.p, '\n', comment.n);
        size_t n = nl ? (size_t)(nl - comment.p) : comment.n;
        struct record_value v = value_in_line(span_make(comment.p, n));
        if (v.kind != VALUE_NONE)
            return v;
        comment = span_skip(comment, n + 1);
    }
    return NO_VALUE;
}

void record_value_print(struct record_value value, struct buf *out)
{
    int64_t n = value.number;
    if (value.kind == VALUE_NONE)
        return;
    buf_add_str(out, "* ");
    if (value.kind == VALUE_CENTIPAWNS) {
        buf_add_i64(out, n);
        return;
    }
    buf_add_str(out, n < 0 ? "-m" : "m");
    buf_add_i64(out, n < 0 ? -n : n);
}

#define MAX_COMMENT_BYTES ((size_t)1 << 20)

void shogi_line_init(struct shogi_line *line)
{
    *line = (struct shogi_line){0};
    buf_init(&line->comment, MAX_COMMENT_BYTES);
    buf_init(&line->remark, MAX_COMMENT_BYTES);
    buf_init(&line->bookmark, MAX_COMMENT_BYTES);
}

void shogi_line_release(struct shogi_line *line)
{
    mem_free(line->path);
    buf_release(&line->comment);
    buf_release(&line->remark);
    buf_release(&line->bookmark);
    shogi_line_init(line);
}

void shogi_line_clear(struct shogi_line *line, struct record *rec)
{
    line->rec = rec;
    line->tip = 0;
    line->plies = 0;
    line->started = false;
    line->full = false;
    buf_clear(&line->comment);
    buf_clear(&line->remark);
    buf_clear(&line->bookmark);
}

/* Most records start from the even position; printing it once a game showed in the profile. */
static const struct span EVEN_SFEN =
    SPAN_INIT("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");

enum status shogi_line_start(struct shogi_line *line, const struct shogi_pos *pos)
{
    struct record *rec = line->rec;
    line->pos = *pos;
    line->started = true;
    rec->handicap = (int)shogi_pos_which_handicap(pos);
    if (rec->handicap == SHOGI_EVEN) {
        rec->start = EVEN_SFEN;
        return STATUS_OK;
    }
    struct buf sfen;
    buf_init(&sfen, BUF_DEFAULT_MAX);
    shogi_sfen_print(pos, 1, &sfen);
    bool ok =
        buf_status(&sfen) == STATUS_OK && arena_copy(&rec->arena, buf_span(&sfen), &rec->start);
    buf_release(&sfen);
    return ok ? STATUS_OK : STATUS_NOMEM;
}

static enum status grow_path(struct shogi_line *line)
{
    if (line->plies >= RECORD_MAX_PLIES)
        return STATUS_LIMIT;
    void *p =
        mem_grow(line->path, line->plies, &line->path_cap, RECORD_MAX_PLIES, sizeof *line->path);
    if (!p)
        return STATUS_NOMEM;
    line->path = p;
    return STATUS_OK;
}

uint32_t shogi_line_last_node(const struct shogi_line *line)
{
    return line->plies ? line->path[line->plies - 1].node : 0;
}

static enum status no_node(const struct shogi_line *line)
{
    return line->rec->node_count >= RECORD_MAX_NODES ? STATUS_LIMIT : STATUS_NOMEM;
}

enum status shogi_line_move(struct shogi_line *line, shogi_move m)
{
    if (!shogi_move_is_legal(&line->pos, m))
        return STATUS_ILLEGAL;
    enum status st = shogi_line_flush(line);
    if (st == STATUS_OK)
        st = grow_path(line);
    if (st != STATUS_OK)
        return st;
    uint32_t node = record_add_node(line->rec, shogi_line_last_node(line), m);
    if (!node)
        return no_node(line);
    struct shogi_line_step *step = &line->path[line->plies++];
    step->node = line->tip = node;
    shogi_play(&line->pos, m, &step->undo);
    return STATUS_OK;
}

int shogi_line_last_to(const struct shogi_line *line)
{
    if (!line->plies)
        return -1;
    return shogi_move_to((shogi_move)line->rec->nodes[shogi_line_last_node(line)].move);
}

void shogi_line_back_to(struct shogi_line *line, uint32_t n)
{
    while (line->plies > n) {
        const struct shogi_line_step *step = &line->path[--line->plies];
        shogi_unplay(&line->pos, (shogi_move)line->rec->nodes[step->node].move, &step->undo);
    }
    line->tip = shogi_line_last_node(line);
}

enum status shogi_line_return_to(struct shogi_line *line, uint32_t node)
{
    uint32_t parent = line->rec->nodes[node].parent;
    enum status st = shogi_line_flush(line);
    if (st != STATUS_OK)
        return st;
    uint32_t n = line->plies;
    while (n && line->path[n - 1].node != node && line->path[n - 1].node != parent)
        n--;
    shogi_line_back_to(line, n);
    if (line->tip == node)
        return STATUS_OK;
    st = grow_path(line);
    if (st != STATUS_OK)
        return st;
    struct shogi_line_step *step = &line->path[line->plies++];
    step->node = line->tip = node;
    shogi_play(&line->pos, (shogi_move)line->rec->nodes[node].move, &step->undo);
    return STATUS_OK;
}

enum status shogi_line_end(struct shogi_line *line, enum record_end end, int end_seat,
                           struct span text)
{
    enum status st = shogi_line_flush(line);
    if (st != STATUS_OK)
        return st;
    uint32_t node = record_add_node(line->rec, shogi_line_last_node(line), 0);
    if (!node)
        return no_node(line);
    struct record_note *note = record_note(line->rec, node);
    if (!note || !arena_copy(&line->rec->arena, text, &note->shogi_end_text))
        return STATUS_NOMEM;
    note->end = end;
    note->end_seat = (int8_t)end_seat;
    line->tip = node;
    return STATUS_OK;
}

/* The first line is marked by a byte count of its own: an empty first line is a line too. */
static bool add_line(struct shogi_line *line, struct buf *b, struct span text)
{
    if (line->full)
        return true; /* told already */
    if (text.n >= b->max - b->n) {
        line->full = true;
        return false;
    }
    buf_add_span(b, text);
    buf_add_char(b, '\n');
    return true;
}

bool shogi_line_comment(struct shogi_line *line, struct span text)
{
    return add_line(line, &line->comment, text);
}

bool shogi_line_remark(struct shogi_line *line, struct span text)
{
    return add_line(line, &line->remark, text);
}

bool shogi_line_bookmark(struct shogi_line *line, struct span text)
{
    return add_line(line, &line->bookmark, text);
}

void shogi_line_time(struct shogi_line *line, uint64_t ms)
{
    if (line->tip && ms < RECORD_NO_TIME)
        line->rec->nodes[line->tip].time_ms = (uint32_t)ms;
}

/* Text, or the news that there was no memory for it. */
static bool has_pending(const struct buf *b)
{
    return b->n || buf_status(b) != STATUS_OK;
}

/* Texts of notes are made here alone, with room up to the next power of two, so that a comment
 * which many visits to a move add to is not copied at each. */
static size_t room_of(size_t n)
{
    size_t room = 16;
    while (room < n)
        room *= 2;
    return room;
}

/* Appends what was collected to a text of the note (there may be some from an earlier visit). */
static enum status settle(struct record *rec, struct buf *pending, struct span *text)
{
    if (!has_pending(pending))
        return STATUS_OK;
    if (buf_status(pending) != STATUS_OK)
        return buf_status(pending);
    size_t old = text->p ? text->n + 1 : 0, n = old + pending->n - 1;
    char *p = (char *)text->p;
    if (!p || n > room_of(text->n)) {
        p = arena_alloc(&rec->arena, room_of(n));
        if (!p)
            return STATUS_NOMEM;
        if (text->p)
            memcpy(p, text->p, text->n);
    }
    if (old)
        p[old - 1] = '\n';
    memcpy(p + old, pending->p, pending->n - 1);
    *text = span_make(p, n);
    buf_clear(pending);
    return STATUS_OK;
}

enum status shogi_line_flush(struct shogi_line *line)
{
    line->full = false;
    if (!has_pending(&line->comment) && !has_pending(&line->remark) &&
        !has_pending(&line->bookmark))
        return STATUS_OK;
    struct record_note *note = record_note(line->rec, line->tip);
    if (!note)
        return STATUS_NOMEM;
    if (line->comment.n && note->value.kind == VALUE_NONE)
        note->value = comment_value(buf_span(&line->comment));
    enum status st = settle(line->rec, &line->comment, &note->comment);
    if (st == STATUS_OK)
        st = settle(line->rec, &line->remark, &note->remark);
    if (st == STATUS_OK)
        st = settle(line->rec, &line->bookmark, &note->bookmark);
    return st;
}

enum status shogi_line_finish(struct shogi_line *line)
{
    enum status st = shogi_line_flush(line);
    if (st != STATUS_OK)
        return st;
    struct record *rec = line->rec;
    int first = shogi_turn(&line->pos) ^ (int)(line->plies & 1);
    uint32_t plies;
    uint32_t last = record_last_move(rec, &plies);
    uint32_t end = rec->nodes[last].child;
    if (!end)
        return STATUS_OK;
    const struct record_note *note = record_note_at(rec, end);
    int mover = first ^ (int)(plies & 1);
    rec->end = note->end;
    if (rec->points[0] == POINTS_UNKNOWN)
        record_points_of_end(note->end, note->end_seat, mover, rec->points);
    return STATUS_OK;
}
