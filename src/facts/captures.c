/* captures.c: see captures.h. */
#include "facts/captures.h"

#include "base/alloc.h"
#include "base/varint.h"
#include "games/go/go_facts.h"

static const struct msg DAMAGED = {"the list of captures is damaged",
                                   "取られた石の一覧が壊れています"};

enum { RIGHT, LEFT, ABOVE, BELOW, ITSELF, LIST, HOW_BITS = 3 };
enum { REACH = 7, SIDE = 2 * REACH + 1, FAR = 255, HEAD_BYTES = 4 };

const struct capture_game *captures_of_game(const struct game *game)
{
    static const struct capture_game GO = {&go_game, go_emptied};
    return game == GO.game ? &GO : NULL;
}

/* --- Writing ---------------------------------------------------------------------------------- */

void captures_part_init(struct captures_part *p)
{
    buf_init(&p->bytes, UINT32_MAX);
    buf_init(&p->ends, UINT32_MAX);
    p->ply = 0;
}

void captures_part_release(struct captures_part *p)
{
    buf_release(&p->bytes);
    buf_release(&p->ends);
}

void captures_begin_line(struct captures_part *p)
{
    p->ply = 0;
}

void captures_end_line(struct captures_part *p)
{
    char end[4];
    le_put32(end, (uint32_t)p->bytes.n);
    buf_add(&p->ends, end, sizeof end);
}

static int how_single(int from, int to)
{
    switch (to - from) {
    case 1:
        return RIGHT; /* or, of a board 52 wide, the first of the next row: no matter */
    case -1:
        return LEFT;
    case GO_MAX_SIZE:
        return ABOVE;
    case -GO_MAX_SIZE:
        return BELOW;
    default:
        return to == from ? ITSELF : LIST;
    }
}

static void put_point(struct buf *out, int from, int to)
{
    int right = go_column(to) - go_column(from), up = go_row(to) - go_row(from);
    if (right >= -REACH && right <= REACH && up >= -REACH && up <= REACH) {
        buf_add_char(out, (char)(SIDE * (right + REACH) + up + REACH));
        return;
    }
    char bytes[3] = {(char)FAR};
    le_put16(bytes + 1, (uint16_t)to);
    buf_add(out, bytes, sizeof bytes);
}

void captures_add(struct captures_part *p, uint32_t ply, game_move move, const uint16_t *points,
                  uint32_t count)
{
    int from = go_move_point((go_move)move);
    unsigned how = count == 1 ? (unsigned)how_single(from, points[0]) : LIST;
    varint_put(&p->bytes, (uint64_t)(ply - p->ply) << HOW_BITS | how);
    p->ply = ply;
    if (how != LIST)
        return;
    varint_put(&p->bytes, count);
    for (uint32_t i = 0; i < count; from = points[i++])
        put_point(&p->bytes, from, points[i]);
}

/* Appends the ends of a part, counted from the first part's first byte. */
static enum status add_ends(const struct captures_part *p, uint64_t *before, struct buf *out,
                            struct err *err)
{
    static const struct msg too_much = {"too many captures for one segment",
                                        "取られた石が多すぎて一つのセグメントに入りません"};
    if (buf_status(&p->bytes) != STATUS_OK || buf_status(&p->ends) != STATUS_OK)
        return err_nomem(err);
    if (*before + p->bytes.n > UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &too_much);
    for (size_t at = 0; at < p->ends.n; at += 4) {
        char end[4];
        le_put32(end, (uint32_t)(*before + le_get32(p->ends.p + at)));
        buf_add(out, end, sizeof end);
    }
    *before += p->bytes.n;
    return STATUS_OK;
}

enum status captures_write(const struct captures_part *parts, size_t count,
                           struct segment_writer *w, struct err *err)
{
    struct buf head;
    char lines[HEAD_BYTES] = {0};
    uint64_t before = 0;
    enum status st = STATUS_OK;
    buf_init(&head, SIZE_MAX / 2);
    buf_add(&head, lines, sizeof lines);
    for (size_t i = 0; i < count && st == STATUS_OK; i++)
        st = add_ends(&parts[i], &before, &head, err);
    if (st == STATUS_OK && buf_status(&head) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK) {
        le_put32(head.p, (uint32_t)((head.n - HEAD_BYTES) / 4));
        st = segment_writer_begin(w, CAPTURES_SECTION, err);
    }
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(&head), err);
    for (size_t i = 0; i < count && st == STATUS_OK; i++)
        st = segment_writer_add(w, buf_span(&parts[i].bytes), err);
    buf_release(&head);
    return st == STATUS_OK ? segment_writer_end(w, err) : st;
}

/* --- Reading ---------------------------------------------------------------------------------- */

enum status captures_open(struct captures *c, const struct lines *l, const struct segment *s,
                          struct err *err)
{
    struct span all;
    *c = (struct captures){0};
    if (!captures_of_game(l->game) || !segment_find(s, CAPTURES_SECTION, &all))
        return STATUS_OK;
    size_t ends = 4 * (size_t)l->count;
    enum status st =
        segment_verify_span(s, span_make(all.p, all.n < HEAD_BYTES ? all.n : HEAD_BYTES), err);
    if (st != STATUS_OK)
        return st;
    if (all.n < HEAD_BYTES || le_get32(all.p) != l->count || all.n - HEAD_BYTES < ends ||
        l->move_bytes != sizeof(go_move))
        return segment_damaged(s, all.p, &DAMAGED, err);
    c->ends = span_make(all.p + HEAD_BYTES, ends);
    c->bytes = span_skip(all, HEAD_BYTES + ends);
    if (l->count && !segment_verify(s, span_make(c->ends.p + ends - 4, 4)))
        return segment_status(s, err);
    if (c->bytes.n != (l->count ? le_get32(c->ends.p + ends - 4) : 0))
        return segment_damaged(s, all.p, &DAMAGED, err);
    c->segment = s;
    return STATUS_OK;
}

void taken_list_release(struct taken_list *t)
{
    mem_free(t->at);
    *t = (struct taken_list){0};
}

/* What is being read. */
struct captures_reader {
    const unsigned char *at, *end;
    struct taken_list *out;
    uint32_t ply;
};

static bool get_number(struct captures_reader *r, uint32_t *out)
{
    if (r->at < r->end && *r->at < 0x80) { /* nearly always */
        *out = *r->at++;
        return true;
    }
    struct span rest = span_make((const char *)r->at, (size_t)(r->end - r->at));
    uint64_t v;
    if (!varint_get(&rest, &v) || v > UINT32_MAX)
        return false;
    r->at = (const unsigned char *)rest.p;
    *out = (uint32_t)v;
    return true;
}

static bool get_point(struct captures_reader *r, int *point)
{
    if (r->at == r->end)
        return false;
    int code = *r->at++;
    int column = go_column(*point) + code / SIDE - REACH,
        row = go_row(*point) + code % SIDE - REACH;
    *point = go_point(column, row);
    if (code < SIDE * SIDE)
        return column >= 0 && row >= 0 && column < GO_MAX_SIZE && row < GO_MAX_SIZE;
    if (code != FAR || r->end - r->at < 2)
        return false;
    *point = le_get16(r->at);
    r->at += 2;
    return *point < GO_POINTS;
}

static inline bool add_taken(struct captures_reader *r, int point)
{
    struct taken_list *t = r->out;
    void *grown = mem_grow(t->at, t->count, &t->cap, SIZE_MAX, sizeof *t->at);
    if (!grown)
        return false;
    t->at = grown;
    t->at[t->count++] = (struct go_taken){r->ply, (uint16_t)point};
    return true;
}

/* Points of one ply; *room false if there was no memory. */
static bool get_points(struct captures_reader *r, unsigned how, int point, bool *room)
{
    static const int steps[] = {1, -1, GO_MAX_SIZE, -GO_MAX_SIZE, 0};
    uint32_t count;
    if (point < 0)
        return false;
    if (how < LIST) {
        point += steps[how];
        return point >= 0 && point < GO_POINTS && (*room = add_taken(r, point));
    }
    /* each takes a byte, which bounds them */
    if (how != LIST || !get_number(r, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!get_point(r, &point) || !(*room = add_taken(r, point)))
            return false;
    return true;
}

/* False at the first byte that can't be. */
static bool read_line(struct captures_reader *r, const char *moves, uint32_t plies, bool *room)
{
    while (r->at < r->end) {
        const unsigned char *first = r->at;
        uint32_t v;
        if (!get_number(r, &v))
            return false;
        uint32_t step = v >> HOW_BITS;
        if (step == 0 || step > plies - r->ply) {
            r->at = first;
            return false;
        }
        r->ply += step;
        int point = go_move_point(le_get16(moves + 2 * (size_t)(r->ply - 1)));
        if (!get_points(r, v & ((1U << HOW_BITS) - 1), point, room))
            return false;
    }
    return true;
}

enum status captures_of_line(const struct captures *c, const struct lines *l, uint32_t line,
                             struct taken_list *out, struct err *err)
{
    uint32_t from = line ? lines_u32(c->ends.p, line - 1) : 0, to = lines_u32(c->ends.p, line);
    bool room = true;
    out->count = 0;
    const char *ends = c->ends.p + 4 * (size_t)(line ? line - 1 : 0);
    enum status st = segment_verify_span(c->segment, span_make(ends, line ? 8 : 4), err);
    if (st != STATUS_OK)
        return st;
    if (from > to || to > c->bytes.n)
        return segment_damaged(c->segment, c->ends.p + 4 * (size_t)line, &DAMAGED, err);
    const unsigned char *bytes = (const unsigned char *)c->bytes.p;
    st = segment_verify_span(c->segment, span_make(c->bytes.p + from, to - from), err);
    if (st != STATUS_OK)
        return st;
    struct captures_reader r = {.at = bytes + from, .end = bytes + to, .out = out};
    if (read_line(&r, line_stored(l, line), line_plies(l, line), &room))
        return STATUS_OK;
    return room ? segment_damaged(c->segment, r.at, &DAMAGED, err) : err_nomem(err);
}

enum status captures_match_line(const struct captures *c, const struct lines *l, uint32_t line,
                                const struct go_pos *start, struct taken_list *room,
                                struct go_match_line *out, struct err *err)
{
    *out = (struct go_match_line){
        .start = start, .moves = line_stored(l, line), .count = line_plies(l, line)};
    if (!c->segment)
        return STATUS_OK;
    enum status st = captures_of_line(c, l, line, room, err);
    out->taken = room->at;
    out->taken_count = (uint32_t)room->count;
    out->taken_known = st == STATUS_OK;
    return st;
}
