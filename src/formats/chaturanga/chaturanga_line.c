/* chaturanga_line.c: see chaturanga_line.h. */
#include "formats/chaturanga/chaturanga_line.h"

#include "base/alloc.h"

enum { MAX_TEXT_BYTES = 1 << 20 };

void chaturanga_line_init(struct chaturanga_line *line)
{
    memset(line, 0, sizeof *line);
    buf_init(&line->comment, MAX_TEXT_BYTES);
    buf_init(&line->remark, MAX_TEXT_BYTES);
    buf_init(&line->bookmark, MAX_TEXT_BYTES);
}

void chaturanga_line_release(struct chaturanga_line *line)
{
    mem_free(line->path);
    buf_release(&line->comment);
    buf_release(&line->remark);
    buf_release(&line->bookmark);
    chaturanga_line_init(line);
}

void chaturanga_line_clear(struct chaturanga_line *line, struct record *rec)
{
    line->rec = rec;
    line->tip = line->plies = 0;
    line->full = false;
    buf_clear(&line->comment);
    buf_clear(&line->remark);
    buf_clear(&line->bookmark);
    chaturanga_start(&line->pos, &(struct chaturanga_rules){0});
}

enum status chaturanga_line_start(struct chaturanga_line *line, const struct chaturanga_pos *pos)
{
    line->pos = *pos;
    line->rec->start_ply = pos->ply;
    struct chaturanga_pos usual;
    struct buf text, usual_text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&usual_text, BUF_DEFAULT_MAX);
    chaturanga_start(&usual, &(struct chaturanga_rules){0});
    chaturanga_print(&usual, &usual_text);
    chaturanga_print(pos, &text);
    line->rec->handicap = span_eq(buf_span(&text), buf_span(&usual_text)) ? CHATURANGA_START_USUAL
                                                                          : CHATURANGA_START_OTHER;
    bool good = buf_status(&text) == STATUS_OK && buf_status(&usual_text) == STATUS_OK &&
                arena_copy(&line->rec->arena, buf_span(&text), &line->rec->start);
    buf_release(&text);
    buf_release(&usual_text);
    return good ? STATUS_OK : STATUS_NOMEM;
}

enum status chaturanga_line_turn(struct chaturanga_line *line, game_move turn)
{
    if (chaturanga_over(&line->pos) || !chaturanga_is_legal(&line->pos, turn))
        return STATUS_ILLEGAL;
    if (line->plies >= CHATURANGA_MAX_PLIES || line->rec->node_count >= RECORD_MAX_NODES)
        return STATUS_LIMIT;
    void *path = mem_grow(line->path, line->plies, &line->path_cap, CHATURANGA_MAX_PLIES,
                          sizeof *line->path);
    if (!path)
        return STATUS_NOMEM;
    line->path = path;
    enum status st = chaturanga_line_flush(line);
    if (st != STATUS_OK)
        return st;
    uint32_t parent = line->plies ? line->path[line->plies - 1].node : 0;
    uint32_t node = record_add_node(line->rec, parent, turn);
    if (!node)
        return STATUS_NOMEM;
    line->path[line->plies++] = (struct chaturanga_step){node, line->pos};
    line->tip = node;
    chaturanga_play_turn(&line->pos, turn);
    return STATUS_OK;
}

enum status chaturanga_line_back_to(struct chaturanga_line *line, uint32_t n)
{
    enum status st = chaturanga_line_flush(line);
    if (n < line->plies) {
        line->pos = line->path[n].before;
        line->plies = n;
    }
    line->tip = n ? line->path[n - 1].node : 0;
    return st;
}

void chaturanga_line_undo(struct chaturanga_line *line)
{
    struct record *rec = line->rec;
    buf_clear(&line->comment);
    buf_clear(&line->remark);
    buf_clear(&line->bookmark);
    struct chaturanga_step *last = &line->path[--line->plies];
    uint32_t parent = rec->nodes[last->node].parent;
    line->pos = last->before;
    rec->node_count = last->node; /* nothing was added after it but its end */
    rec->nodes[parent].child = rec->nodes[parent].last = 0;
    line->tip = parent;
}

enum status chaturanga_line_end(struct chaturanga_line *line, enum record_end end, struct span text)
{
    enum status st = chaturanga_line_flush(line);
    if (st != STATUS_OK)
        return st;
    if (line->rec->node_count >= RECORD_MAX_NODES)
        return STATUS_LIMIT;
    uint32_t parent = line->plies ? line->path[line->plies - 1].node : 0;
    uint32_t node = record_add_node(line->rec, parent, 0);
    struct record_note *note = node ? record_note(line->rec, node) : NULL;
    if (!note || !arena_copy(&line->rec->arena, text, &note->shogi_end_text))
        return STATUS_NOMEM;
    note->end = end;
    line->tip = node;
    return STATUS_OK;
}

/* --- Texts ----------------------------------------------------------------------------------- */

static struct buf *pending(struct chaturanga_line *line, enum chaturanga_text kind)
{
    return kind == CHATURANGA_COMMENT  ? &line->comment
           : kind == CHATURANGA_REMARK ? &line->remark
                                       : &line->bookmark;
}

/* A line feed ends each line here, so that an empty one is something. */
bool chaturanga_line_text(struct chaturanga_line *line, enum chaturanga_text kind, struct span text)
{
    struct buf *b = pending(line, kind);
    if (line->full)
        return true;
    if (text.n + 1 > MAX_TEXT_BYTES - b->n) {
        line->full = true;
        return false;
    }
    buf_add_span(b, text);
    buf_add_char(b, '\n');
    return true;
}

/* Appends what is pending to a text of the note. */
static bool settle(struct record *rec, struct buf *b, struct span *to)
{
    if (b->n == 0)
        return buf_status(b) == STATUS_OK;
    bool more = to->p != NULL;
    size_t n = b->n - 1 + (more ? to->n + 1 : 0);
    char *text = arena_alloc(&rec->arena, n + 1);
    if (!text || buf_status(b) != STATUS_OK)
        return false;
    size_t at = 0;
    if (more) {
        memcpy(text, to->p, to->n);
        text[to->n] = '\n';
        at = to->n + 1;
    }
    memcpy(text + at, b->p, b->n - 1);
    *to = span_make(text, n);
    buf_clear(b);
    return true;
}

enum status chaturanga_line_flush(struct chaturanga_line *line)
{
    bool failed =
        buf_status(&line->comment) || buf_status(&line->remark) || buf_status(&line->bookmark);
    if (failed)
        return STATUS_NOMEM;
    if (line->comment.n + line->remark.n + line->bookmark.n == 0)
        return STATUS_OK;
    struct record_note *note = record_note(line->rec, line->tip);
    bool good = note && settle(line->rec, &line->comment, &note->comment) &&
                settle(line->rec, &line->remark, &note->remark) &&
                settle(line->rec, &line->bookmark, &note->bookmark);
    return good ? STATUS_OK : STATUS_NOMEM;
}

/* --- The end --------------------------------------------------------------------------------- */

enum record_end chaturanga_outcome(const struct chaturanga_pos *pos,
                                   int8_t points[CHATURANGA_COLOURS])
{
    bool shared = pos->rules.partners != 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        points[c] = pos->phase == CHATURANGA_DRAWN     ? POINTS_DRAW
                    : pos->phase != CHATURANGA_WON     ? POINTS_UNKNOWN
                    : c == pos->winner                 ? POINTS_WIN
                    : shared && (c ^ 2) == pos->winner ? POINTS_WIN
                                                       : POINTS_LOSS;
    return pos->phase == CHATURANGA_WON     ? END_RAJAS
           : pos->phase == CHATURANGA_DRAWN ? END_BARE_RAJA
                                            : END_NONE;
}
