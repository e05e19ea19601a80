/* shogi_line.c: see shogi_line.h. */
#include "formats/shogi/shogi_line.h"

#include "base/alloc.h"
#include "formats/shogi/comment_value.h"

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
