/* go_thread.c: what happened in a corner, whatever was played elsewhere meanwhile.
 *
 * A joseki is seldom played in one go: somebody plays elsewhere, comes back, or fights on two sides
 * at once.  So each corner is read by itself.  A window is a rectangle of the board that has the
 * corner in it; a reading is all stones that were played in a window so far, in their order.  Which
 * window is the right one nobody knows: one that is too small cuts off what belongs to a sequence,
 * one that is too large takes in what does not.  Therefore all are tried, and each reading says how
 * far it is to be trusted.
 *
 *     . . . . . . . . .        stones 1 to 5 are a reading of the window of 6 by 4; 6 is outside,
 *     . . 6 . | . 5 . .        3 away.  The window is told by its farthest stones, so that there
 *     --------+ . . . .        are no more readings than differ.
 *     . 2 . . | . . . .
 *     . . 1 . 4 . . . .
 *     . . 3 . | . . . .
 *     +-----------------
 *
 * Every reading of every moment is a sentence of its own; only whole sentences mean something (the
 * symbols that begin one stand nowhere else, so that the suffixes that are whole sentences stand
 * together).  A symbol is a point as seen from the corner; the two sides of the corner are
 * exchanged so that the first stone off the diagonal is nearer to one of them.  Colours alternate:
 * a window in which a colour plays twice is read no further, since known sequences are told with
 * alternating colours; so they need no symbols.  Captures change nothing.
 *
 * The note of a sentence's last symbol says how far the reading is to be trusted, and how far play
 * paused after it (notes.h): wholly if the next move of the game is FAR lines or more from all its
 * stones, not at all if it is NEAR or nearer, three quarters in between, where opinions differ.
 * Trust is 1, and is
 *   - halved for each line by which the nearest stone outside is nearer than FREE lines; if it is
 *     less than CLEAR lines away, there is no reading;
 *   - quartered when play had left the window and came back, at most twice, but for the first
 *     stones: what was there by then was a unit already;
 *   - less, the later in the game: half at ply LATE.
 *
 * Measured on 33,226 games of professionals (docs/papers/joseki-mining.md): of 336 lines of a
 * dictionary 26, 39 and 47 % are among the first 1,000, 5,000 and 25,000 sequences; other numbers
 * than those below change that by up to three. */
#include "text/mine/go_thread.h"

#include "base/alloc.h"
#include "text/mine/go_steps.h"
#include "text/mine/notes.h"

enum {
    POINTS = GO_MAX_SIZE * GO_MAX_SIZE,
    ALPHABET = 1 + 2 * POINTS, /* 0 the break | points that begin a sentence | points */
    MOST_REACH = 2 * GO_MAX_SIZE / 3 + 1,
    CORNERS = 4,
    SHORTEST = 3, /* stones of a reading that is written */
    LONGEST = 36,
    CLEAR = 2,
    FREE = 6,
    NEAR = 3,
    FAR = 6,
    OPENED = 3, /* stones that may be there long before the rest */
    RETURNS = 2,
    LATE = 100,
    LAST_PLY = 400, /* trust is below 1/16 then */
};

/* A stone as seen from the corner. */
struct thread_stone {
    uint8_t x, y, color;
    uint32_t ply;
};

struct thread_window {
    bool dead;
    uint8_t count, color; /* stones; colour of the last */
    uint8_t far_x, far_y; /* of its stones */
    int8_t side;          /* first stone off the diagonal: 1 x < y, -1 x > y, 0 none */
    uint8_t margin;       /* lines to the nearest stone outside, at most FREE */
    uint8_t returns;      /* how often play came back */
    uint32_t ply;         /* of its last stone */
};

struct encoder {
    const struct encoding_input *in;
    struct corpus *out;
    int width, height, corner;
    int reach; /* lines of the largest window */
    uint32_t living;
    struct thread_window windows[MOST_REACH][MOST_REACH]; /* by their farthest x and y */
    struct thread_stone stones[MOST_REACH * MOST_REACH + LAST_PLY];
    uint32_t stone_count;
};

static enum status open_encoder(struct encoder **out, struct err *err)
{
    *out = mem_calloc(1, sizeof **out);
    return *out ? STATUS_OK : err_nomem(err);
}

static void close_encoder(struct encoder *e)
{
    mem_free(e);
}

/* ---- the board from a corner ---- */

static struct thread_stone see(const struct encoder *e, int point, int color, uint32_t ply)
{
    int column = go_column(point), row = go_row(point);
    return (struct thread_stone){
        .x = (uint8_t)(e->corner & 1 ? e->width - 1 - column : column),
        .y = (uint8_t)(e->corner & 2 ? e->height - 1 - row : row),
        .color = (uint8_t)color,
        .ply = ply,
    };
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* A stone that is played, or that stands there already: what it does to the windows that it lies
 * outside of. */
static void kill_window(struct encoder *e, struct thread_window *w)
{
    e->living -= !w->dead;
    w->dead = true;
}

static void stone_outside(struct encoder *e, struct thread_window *w, int lines)
{
    if (lines < w->margin)
        w->margin = (uint8_t)lines;
    if (lines < CLEAR)
        kill_window(e, w);
}

static void stone_inside(struct encoder *e, struct thread_window *w, const struct thread_stone *s)
{
    if (w->count == LONGEST || (w->count && w->color == s->color)) {
        kill_window(e, w);
        return;
    }
    if (w->count >= OPENED && s->ply != w->ply + 1 && w->returns < RETURNS)
        w->returns++;
    w->count++;
    w->color = s->color;
    w->ply = s->ply;
    w->far_x = (uint8_t)larger(w->far_x, s->x);
    w->far_y = (uint8_t)larger(w->far_y, s->y);
    if (!w->side)
        w->side = (int8_t)((s->x < s->y) - (s->x > s->y));
}

/* ---- readings ---- */

static bool inside(const struct thread_stone *s, int x, int y)
{
    return s->x <= x && s->y <= y;
}

/* How far the move after this one is played elsewhere: notes.h. */
static uint32_t pause_after(const struct encoder *e, int x, int y, uint32_t ply)
{
    if (ply + 1 >= e->in->count)
        return NOTE_PAUSE;
    go_move m = (go_move)e->in->moves[ply + 1];
    if (go_move_kind(m) != GO_PLAY || go_move_is_pass(m))
        return NOTE_PAUSE;
    struct thread_stone next = see(e, go_move_point(m), 0, 0);
    int lines = larger(next.x - x, next.y - y); /* to the window: at least so many to a stone */
    if (lines >= FAR)
        return NOTE_PAUSE;
    lines = FAR;
    for (uint32_t i = 0; i < e->stone_count; i++) {
        const struct thread_stone *s = &e->stones[i];
        int here = larger(apart(s->x, next.x), apart(s->y, next.y));
        if (here < lines && inside(s, x, y))
            lines = here;
    }
    return lines >= FAR ? NOTE_PAUSE : lines > NEAR ? 3 : 0;
}

static uint32_t trust(const struct thread_window *w)
{
    unsigned halvings = (unsigned)(FREE - w->margin) + 2U * w->returns;
    if (halvings >= 20)
        return 0;
    uint64_t late = (uint64_t)LATE * LATE;
    uint64_t whole = (uint64_t)NOTE_TRUST * late / (late + (uint64_t)w->ply * w->ply);
    return (uint32_t)(whole >> halvings);
}

/* Writes down the stones in a window, the last of which was just played. */
static enum status write_reading(struct encoder *e, const struct thread_window *w, int x, int y,
                                 struct err *err)
{
    uint32_t trusted = trust(w);
    if (!trusted)
        return STATUS_OK;
    enum status status = corpus_begin(e->out, e->in->line, (uint32_t)e->corner, err);
    uint32_t symbol = 1;
    for (uint32_t i = 0; i < e->stone_count && status == STATUS_OK; i++) {
        const struct thread_stone *s = &e->stones[i];
        if (!inside(s, x, y))
            continue;
        symbol += (uint32_t)(w->side < 0 ? s->x * GO_MAX_SIZE + s->y : s->y * GO_MAX_SIZE + s->x);
        status = corpus_add(e->out, symbol, s->ply, err);
        symbol = 1 + POINTS;
    }
    if (status == STATUS_OK)
        corpus_note(e->out, note_make(trusted, pause_after(e, x, y, w->ply)));
    return status;
}

/* A stone of the game. */
static enum status play(struct encoder *e, struct thread_stone s, struct err *err)
{
    enum status status = STATUS_OK;
    if (s.x < e->reach && s.y < e->reach)
        e->stones[e->stone_count++] = s;
    /* windows from which it is FREE lines away or more are not concerned */
    for (int x = larger(0, s.x - FREE + 1); x < e->reach; x++)
        for (int y = larger(0, s.y - FREE + 1); y < e->reach && status == STATUS_OK; y++) {
            struct thread_window *w = &e->windows[x][y];
            if (w->dead)
                continue;
            if (!inside(&s, x, y)) {
                stone_outside(e, w, larger(s.x - x, s.y - y));
                continue;
            }
            stone_inside(e, w, &s);
            if (!w->dead && w->count >= SHORTEST && w->far_x == x && w->far_y == y)
                status = write_reading(e, w, x, y, err);
        }
    return status;
}

/* ---- a game ---- */

/* Windows that no stone has touched; those with stones of the start position in them are dead. */
static void begin_corner(struct encoder *e, int corner)
{
    const struct go_pos *start = e->in->start;
    e->corner = corner;
    e->stone_count = 0;
    e->living = (uint32_t)(e->reach * e->reach);
    for (int x = 0; x < e->reach; x++)
        for (int y = 0; y < e->reach; y++)
            e->windows[x][y] = (struct thread_window){.margin = FREE};
    for (int row = 0; row < e->height; row++)
        for (int column = 0; column < e->width; column++) {
            int point = go_point(column, row);
            if (start->cell[go_cell(point)] == GO_EMPTY)
                continue;
            struct thread_stone s = see(e, point, 0, 0);
            for (int x = 0; x < e->reach; x++)
                for (int y = 0; y < e->reach; y++)
                    stone_outside(e, &e->windows[x][y],
                                  inside(&s, x, y) ? 0 : larger(s.x - x, s.y - y));
        }
}

static enum status read_corner(struct encoder *e, int corner, struct err *err)
{
    static const struct msg OFF_BOARD = {"a move is outside the board", "着手が盤の外にあります"};
    enum status status = STATUS_OK;
    begin_corner(e, corner);
    for (uint32_t ply = 0; ply < e->in->count && ply < LAST_PLY && e->living && status == STATUS_OK;
         ply++) {
        go_move m = (go_move)e->in->moves[ply];
        if (go_move_kind(m) != GO_PLAY)
            break; /* somebody changed the board */
        if (go_move_is_pass(m))
            continue;
        if (!go_on_board(e->in->start, go_move_point(m)))
            return err_plain(err, STATUS_SYNTAX, &OFF_BOARD);
        status = play(e, see(e, go_move_point(m), go_move_color(m), ply), err);
    }
    return status;
}

static enum status encode(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err)
{
    const struct go_pos *board = in->start;
    enum status status = STATUS_OK;
    e->in = in;
    e->out = out;
    e->width = board->width;
    e->height = board->height;
    e->reach = 2 * (board->width < board->height ? board->width : board->height) / 3 + 1;
    for (int corner = 0; corner < CORNERS && status == STATUS_OK; corner++)
        status = read_corner(e, corner, err);
    return status;
}

int go_thread_point(uint32_t symbol)
{
    return (int)((symbol - 1) % POINTS);
}

size_t go_thread_stones(const struct substring_index *x, const struct sequence *s,
                        struct truth_stone *out)
{
    const uint32_t *text = x->corpus->text + x->order[s->from];
    if (s->length > TRUTH_LONGEST)
        return 0;
    for (uint32_t i = 0; i < s->length; i++) {
        int point = go_thread_point(text[i]);
        out[i] = (struct truth_stone){(uint8_t)go_column(point), (uint8_t)go_row(point), i & 1};
    }
    return s->length;
}

/* Lines from the two edges, counted from 1. */
static void print(uint32_t symbol, struct buf *out)
{
    int point = go_thread_point(symbol);
    buf_printf(out, "%d-%d", go_column(point) + 1, go_row(point) + 1);
}

const struct encoding go_thread_encoding = {
    .name = "thread",
    .title = {"moves in one corner", "隅ごとの手順"},
    .game = &go_game,
    .usual = true,
    .placed = true,
    .alphabet = ALPHABET,
    .method = "pause",
    .pauses = true,
    .open = open_encoder,
    .close = close_encoder,
    .on_board = go_steps_on_board,
    .encode = encode,
    .print = print,
};
