/* kifu_go_board.c: boards of Go; see kifu_board.h.  The rules are in games/go; a board adds the moves
 * that led to its position, with the stones that each took, and the earlier positions for superko. */
#include "base/alloc.h"
#include "games/game.h"
#include "games/go/go_history.h"
#include "kifu_board.h"
#include "kifu_game.h"
#include "view/board/go_board.h"

_Static_assert((int)KIFU_GO_MAX_SIZE == (int)GO_MAX_SIZE, "the public figure is that of the rules");

struct go_step {
    go_move move;
    struct go_undo undo;
    uint32_t taken_at; /* where the points of the stones that it took begin in `taken` */
};

struct kifu_go_board {
    struct go_pos pos;
    struct go_step *steps; /* owned */
    uint32_t plies;
    size_t step_cap;
    uint16_t *taken; /* owned: points of all stones taken */
    uint32_t taken_count;
    size_t taken_cap;
    struct go_history history; /* all positions, the present one last */
    struct go_change change;   /* of the last move: too large for a stack */
};

static const struct msg BAD_SIZE = {"a board has 1 to 52 columns and rows",
                                    "盤は1路から52路までです"};
static const struct msg ILLEGAL = {"illegal move %1", "着手禁止点 %1"};
static const struct msg TOO_LONG = {"the game has too many moves", "手数が多すぎます"};

/* Superko as most rules have it: no position of the whole board comes back, whoever is to move. */
static uint64_t key_of(const struct go_pos *pos)
{
    return go_history_key(pos->hash, pos->turn, GO_KO_POSITIONAL);
}

static int point_of(const struct kifu_go_board *b, int number)
{
    if (number < 0 || number >= b->pos.width * b->pos.height)
        return -1;
    return go_point(number % b->pos.width, number / b->pos.width);
}

static int number_of(const struct kifu_go_board *b, int point)
{
    return go_row(point) * b->pos.width + go_column(point);
}

/* --- Making and copying ------------------------------------------------------------------------ */

KIFU_API void kifu_go_board_free(struct kifu_go_board *board)
{
    if (!board)
        return;
    go_history_release(&board->history);
    mem_free(board->steps);
    mem_free(board->taken);
    mem_free(board);
}

static struct kifu_go_board *open_board(enum status st, struct err *err, struct kifu_go_board *b,
                                        struct kifu_error *error)
{
    if (st == STATUS_OK && !go_history_push(&b->history, key_of(&b->pos)))
        st = err_nomem(err);
    if (st == STATUS_OK)
        return b;
    kifu_go_board_free(b);
    kifu_error_from(error, err);
    return NULL;
}

KIFU_API struct kifu_go_board *kifu_go_board_new(int width, int height, struct kifu_error *error)
{
    struct err err;
    bool exists = width >= 1 && width <= GO_MAX_SIZE && height >= 1 && height <= GO_MAX_SIZE;
    struct kifu_go_board *b = exists ? mem_calloc(1, sizeof *b) : NULL;
    enum status st = STATUS_OK;
    if (!exists)
        st = err_plain(&err, STATUS_RANGE, &BAD_SIZE);
    else if (!b)
        st = err_nomem(&err);
    else
        go_pos_empty(&b->pos, width, height);
    return open_board(st, &err, b, error);
}

KIFU_API struct kifu_go_board *kifu_go_board_parse(const char *text, struct kifu_error *error)
{
    struct err err;
    struct kifu_go_board *b = mem_calloc(1, sizeof *b);
    enum status st = b ? go_pos_parse(&b->pos, span_of(text), &err) : err_nomem(&err);
    return open_board(st, &err, b, error);
}

static enum status play(struct kifu_go_board *b, go_move m, struct err *err)
{
    if (b->plies >= GAME_MAX_PLIES)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    void *steps = mem_grow(b->steps, b->plies, &b->step_cap, GAME_MAX_PLIES, sizeof *b->steps);
    if (!steps)
        return err_nomem(err);
    b->steps = steps;
    struct go_step *step = &b->steps[b->plies];
    *step = (struct go_step){.move = m, .taken_at = b->taken_count};
    (void)go_play_undoable(&b->pos, m, &b->change, &step->undo); /* its point is on the board */
    b->plies++;
    bool kept = go_history_push(&b->history, key_of(&b->pos));
    for (uint32_t i = 0; i < b->change.taken && kept; i++) {
        void *taken =
            mem_grow(b->taken, b->taken_count, &b->taken_cap, UINT32_MAX, sizeof *b->taken);
        kept = taken != NULL;
        if (kept) {
            b->taken = taken;
            b->taken[b->taken_count++] = b->change.points[i];
        }
    }
    if (kept)
        return STATUS_OK;
    go_unplay(&b->pos, &step->undo, b->change.points);
    b->taken_count = step->taken_at;
    go_history_back_to(&b->history, b->plies--);
    return err_nomem(err);
}

/* A block of its own with the same bytes; *copy is NULL where there are none. */
static bool copy_block(void **copy, const void *from, size_t bytes)
{
    *copy = bytes ? mem_alloc(bytes) : NULL;
    if (*copy)
        memcpy(*copy, from, bytes);
    return *copy || !bytes;
}

KIFU_API struct kifu_go_board *kifu_go_board_copy(const struct kifu_go_board *board)
{
    struct kifu_go_board *b = mem_calloc(1, sizeof *b);
    void *steps = NULL, *taken = NULL;
    if (!b)
        return NULL;
    go_pos_copy(&b->pos, &board->pos);
    bool copied = copy_block(&steps, board->steps, board->plies * sizeof *board->steps) &&
                  copy_block(&taken, board->taken, board->taken_count * sizeof *board->taken);
    b->steps = steps;
    b->taken = taken;
    b->step_cap = b->plies = copied ? board->plies : 0;
    b->taken_cap = b->taken_count = copied ? board->taken_count : 0;
    for (uint32_t i = 0; i < board->history.count && copied; i++)
        copied = go_history_push(&b->history, board->history.past[i].key);
    if (copied)
        return b;
    kifu_go_board_free(b);
    return NULL;
}

/* --- The position ------------------------------------------------------------------------------ */

KIFU_API int kifu_go_board_width(const struct kifu_go_board *board)
{
    return board->pos.width;
}

KIFU_API int kifu_go_board_height(const struct kifu_go_board *board)
{
    return board->pos.height;
}

KIFU_API int kifu_go_board_turn(const struct kifu_go_board *board)
{
    return board->pos.turn;
}

/* The contents as a string of the caller's; NULL with *error filled if that failed. */
static char *take_text(struct buf *text, enum status st, struct err *err, struct kifu_error *error)
{
    if (st == STATUS_OK && buf_cstr(text) && buf_status(text) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK)
        return text->p;
    buf_release(text);
    kifu_error_from(error, err);
    return NULL;
}

KIFU_API char *kifu_go_board_text(const struct kifu_go_board *board, struct kifu_error *error)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    go_pos_print(&board->pos, &text);
    return take_text(&text, STATUS_OK, &err, error);
}

KIFU_API int kifu_go_board_stone(const struct kifu_go_board *board, int point)
{
    int at = point_of(board, point);
    return at < 0 ? GO_EMPTY : go_stone_at(&board->pos, at);
}

static bool is_stone(int cell)
{
    return cell != GO_EMPTY && cell != GO_WALL;
}

KIFU_API int kifu_go_board_chain(const struct kifu_go_board *board, int point, int *out)
{
    int at = point_of(board, point), n = 0;
    if (at < 0 || !is_stone(go_stone_at(&board->pos, at)))
        return 0;
    int first = go_cell(at), cell = first;
    do {
        out[n++] = number_of(board, go_point_of_cell(cell));
        cell = board->pos.next[cell];
    } while (cell != first);
    return n;
}

KIFU_API int kifu_go_board_liberties(const struct kifu_go_board *board, int point)
{
    int at = point_of(board, point);
    return at < 0 ? 0 : go_chain_liberties(&board->pos, at);
}

KIFU_API unsigned kifu_go_board_captures(const struct kifu_go_board *board, int side)
{
    return side == GO_BLACK || side == GO_WHITE ? board->pos.captured[side] : 0;
}

KIFU_API int kifu_go_board_ko(const struct kifu_go_board *board)
{
    return board->pos.ko ? number_of(board, go_point_of_cell(board->pos.ko)) : -1;
}

KIFU_API uint64_t kifu_go_board_key(const struct kifu_go_board *board)
{
    return go_history_key(board->pos.hash, board->pos.turn, GO_KO_SITUATIONAL);
}

KIFU_API int kifu_go_board_equal(const struct kifu_go_board *a, const struct kifu_go_board *b)
{
    return go_pos_equal(&a->pos, &b->pos);
}

/* --- Moves ------------------------------------------------------------------------------------- */

/* Would an earlier position come back?  The move is legal otherwise.  The board is as it was then. */
static bool comes_back(struct kifu_go_board *b, go_move m)
{
    struct go_undo undo;
    (void)go_play_undoable(&b->pos, m, &b->change, &undo);
    bool known = go_history_has(&b->history, key_of(&b->pos));
    go_unplay(&b->pos, &undo, b->change.points);
    return known;
}

KIFU_API int kifu_go_board_is_legal(struct kifu_go_board *board, int point, int superko)
{
    int at = point_of(board, point);
    if (point == KIFU_GO_PASS || at < 0)
        return point == KIFU_GO_PASS;
    go_move m = go_move_make(GO_PLAY, board->pos.turn, at);
    return go_why_illegal(&board->pos, m) == GO_LEGAL && (!superko || !comes_back(board, m));
}

KIFU_API int kifu_go_board_legal_moves(struct kifu_go_board *board, int superko, int *out)
{
    int n = 0, points = board->pos.width * board->pos.height;
    for (int point = 0; point < points; point++)
        if (kifu_go_board_is_legal(board, point, superko))
            out[n++] = point;
    return n;
}

static enum status play_legal(struct kifu_go_board *b, int point, struct err *err)
{
    int at = point_of(b, point);
    char name[KIFU_GO_POINT_BYTES] = "";
    if (point == KIFU_GO_PASS)
        return play(b, go_pass_make(b->pos.turn), err);
    go_move m = at < 0 ? 0 : go_move_make(GO_PLAY, b->pos.turn, at);
    if (m && go_why_illegal(&b->pos, m) == GO_LEGAL)
        return play(b, m, err);
    if (at < 0)
        return err_set(err, STATUS_ILLEGAL, &ILLEGAL, SPAN("-"), (struct span){0});
    kifu_go_board_print_point(b, point, name);
    return err_set(err, STATUS_ILLEGAL, &ILLEGAL, span_of(name), (struct span){0});
}

KIFU_API int kifu_go_board_play(struct kifu_go_board *board, int point, struct kifu_error *error)
{
    struct err err;
    if (play_legal(board, point, &err) == STATUS_OK)
        return 0;
    kifu_error_from(error, &err);
    return -1;
}

KIFU_API int kifu_go_board_pop(struct kifu_go_board *board)
{
    if (!board->plies)
        return 0;
    const struct go_step *step = &board->steps[--board->plies];
    /* Nothing was ever taken: there is no such array, and no place in it. */
    const uint16_t *taken = board->taken ? board->taken + step->taken_at : NULL;
    go_unplay(&board->pos, &step->undo, taken);
    board->taken_count = step->taken_at;
    go_history_back_to(&board->history, board->plies + 1);
    return 1;
}

KIFU_API unsigned kifu_go_board_plies(const struct kifu_go_board *board)
{
    return board->plies;
}

KIFU_API int kifu_go_board_move(const struct kifu_go_board *board, unsigned n)
{
    if (n >= board->plies)
        return -2;
    int point = go_move_point(board->steps[n].move);
    return point < 0 ? KIFU_GO_PASS : number_of(board, point);
}

/* --- Notation and pictures --------------------------------------------------------------------- */

KIFU_API size_t kifu_go_board_print_point(const struct kifu_go_board *board, int point,
                                          char out[KIFU_GO_POINT_BYTES])
{
    struct buf text;
    int at = point_of(board, point);
    buf_init(&text, KIFU_GO_POINT_BYTES);
    if (point == KIFU_GO_PASS)
        buf_add_str(&text, "pass");
    else if (at >= 0)
        go_point_print(at, &text);
    const char *s = buf_cstr(&text);
    size_t n = buf_status(&text) == STATUS_OK && text.n < KIFU_GO_POINT_BYTES ? text.n : 0;
    memcpy(out, s, n);
    out[n] = '\0';
    buf_release(&text);
    return n;
}

KIFU_API int kifu_go_board_parse_point(const struct kifu_go_board *board, const char *text,
                                       int *point)
{
    struct span s = span_of(text);
    int at;
    if (span_eq_nocase(s, SPAN("pass"))) {
        *point = KIFU_GO_PASS;
        return 1;
    }
    if (!go_point_parse(&s, &at) || s.n || !go_on_board(&board->pos, at))
        return 0;
    *point = number_of(board, at);
    return 1;
}

/* A picture is too large for a stack. */
static struct go_picture *picture_open(const struct kifu_go_board *board, struct err *err)
{
    struct go_picture *p = mem_alloc(sizeof *p);
    if (!p) {
        err_fill_nomem(err);
        return NULL;
    }
    go_picture_init(p);
    go_pos_copy(&p->pos, &board->pos);
    p->last = board->plies ? board->steps[board->plies - 1].move : 0;
    p->ply = board->plies;
    return p;
}

static void picture_close(struct go_picture *p)
{
    if (p)
        go_picture_release(p);
    mem_free(p);
}

static struct board_options options_of(const struct kifu_picture_options *o)
{
    struct board_options opt = {0};
    if (!o)
        return opt;
    opt.lang = o->japanese ? LANG_JA : LANG_EN;
    opt.flip = o->flip != 0;
    opt.width_px = o->width > 0 ? o->width : 0;
    return opt;
}

KIFU_API char *kifu_go_board_svg(const struct kifu_go_board *board,
                                 const struct kifu_picture_options *options,
                                 struct kifu_error *error)
{
    struct buf text;
    struct err err;
    struct drawing d;
    struct board_options opt = options_of(options);
    struct go_picture *p = picture_open(board, &err);
    enum status st = STATUS_NOMEM;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (p) {
        st = go_board_draw(&d, p, &opt, &err);
        if (st == STATUS_OK)
            drawing_to_svg(&d, opt.width_px > 0 ? opt.width_px : BOARD_USUAL_WIDTH_PX, DRAW_ADAPTS,
                           &text);
        drawing_release(&d);
    }
    picture_close(p);
    return take_text(&text, st, &err, error);
}

KIFU_API char *kifu_go_board_diagram(const struct kifu_go_board *board,
                                     const struct kifu_picture_options *options,
                                     struct kifu_error *error)
{
    struct buf text;
    struct err err;
    struct board_options opt = options_of(options);
    struct go_picture *p = picture_open(board, &err);
    buf_init(&text, BUF_DEFAULT_MAX);
    if (p)
        go_board_text(p, &opt, &text);
    picture_close(p);
    return take_text(&text, p ? STATUS_OK : STATUS_NOMEM, &err, error);
}
