/* move_picker.c: in which order moves are tried.  The table's move, captures that win or keep material,
 * killers and the counter move, quiet moves by what is remembered of them, then captures that lose.
 */
#include "engine/eval/see.h"
#include "engine/search/engine_search_internal.h"

bool is_bad_nonpromotion(const struct shogi_pos *pos, shogi_move m)
{
    if (shogi_move_is_drop(m) || shogi_move_promotes(m))
        return false;
    int from = shogi_move_from(m), to = shogi_move_to(m), us = pos->turn;
    int kind = shogi_kind_of(pos->board[from]);
    int rank_from = us == SHOGI_BLACK ? shogi_rank_of(from) : 10 - shogi_rank_of(from);
    int rank_to = us == SHOGI_BLACK ? shogi_rank_of(to) : 10 - shogi_rank_of(to);
    if (kind == SHOGI_PAWN)
        return rank_to <= 3;
    if (kind == SHOGI_BISHOP || kind == SHOGI_ROOK)
        return rank_to <= 3 || rank_from <= 3;
    return kind == SHOGI_LANCE && rank_to <= 2;
}

void move_picker_open(struct move_picker *p, const struct search_worker *w,
                      const struct stack_frame *frame, shogi_move tt_move, int depth,
                      bool captures_only)
{
    p->w = w;
    p->frame = frame;
    p->captures_only = captures_only;
    p->depth = depth;
    p->skip_quiets = false;
    p->ready = false;
    p->at = p->count = p->bad_count = p->killer = 0;
    p->tt_move = tt_move && shogi_move_is_legal(&w->pos, tt_move) ? tt_move : 0;
    p->stage = PICK_TT_MOVE;
    p->killers[0] = frame->killers[0];
    p->killers[1] = frame->killers[1];
    p->killers[2] =
        frame[-1].piece_to < PIECE_TO_COUNT ? w->history->counter[frame[-1].piece_to] : 0;
}

static bool is_noisy(const struct shogi_pos *pos, shogi_move m)
{
    if (shogi_move_is_drop(m))
        return false;
    return pos->board[shogi_move_to(m)] ||
           (shogi_move_promotes(m) && shogi_kind_of(pos->board[shogi_move_from(m)]) == SHOGI_PAWN);
}

static int32_t capture_score(const struct search_worker *w, shogi_move m)
{
    int taken = shogi_kind_of(captured_by(&w->pos, m));
    int moving = shogi_kind_of(w->pos.board[shogi_move_from(m)]);
    return see_gain(taken) * 16 - see_piece_value[moving] / 8 + shogi_move_promotes(m) * 2000 +
           w->history->capture[piece_to_of(&w->pos, m)][taken];
}

/* Where what is remembered of quiet moves stands, for all moves of a position; a move before that
 * is unknown has an empty row. */
struct history_rows {
    const int16_t (*quiet)[SHOGI_SQUARES];
    const int16_t *continuation[2];
};

static struct history_rows history_rows_of(const struct move_picker *p)
{
    static const int16_t NOTHING[PIECE_TO_COUNT];
    const struct history_tables *history = p->w->history;
    struct history_rows rows = {.quiet = history->quiet[p->w->pos.turn]};
    for (int back = 1; back <= 2; back++) {
        int piece_to = p->frame[-back].piece_to;
        bool known = piece_to < PIECE_TO_COUNT && has(p->w, PART_CONTINUATION);
        rows.continuation[back - 1] = known ? history->continuation[piece_to] : NOTHING;
    }
    return rows;
}

/* Of one piece, or of what is dropped: to be looked up by square. */
static struct history_rows rows_of_piece(const struct shogi_pos *pos,
                                         const struct history_rows *rows, shogi_move m)
{
    int piece = piece_to_of(pos, m) - shogi_move_to(m);
    return (struct history_rows){
        .quiet = rows->quiet + from_code(m),
        .continuation = {rows->continuation[0] + piece, rows->continuation[1] + piece}};
}

static int32_t quiet_score(const struct shogi_pos *pos, const struct history_rows *rows,
                           shogi_move m)
{
    int piece_to = piece_to_of(pos, m);
    return 2 * rows->quiet[from_code(m)][shogi_move_to(m)] + rows->continuation[0][piece_to] +
           rows->continuation[1][piece_to];
}

/* Quiet moves are many, and few of them are ever looked at: instead of sorting all, the best that are left
 * are collected a few at a time.  A key has the score above the number of the move, the first the largest:
 * no two are equal, and of equal scores the first comes first. */
enum { KEY_MOVES = 1024 };
_Static_assert((int)SHOGI_MAX_MOVES <= (int)KEY_MOVES, "a key has room for the number of a move");

static int32_t quiet_key(int32_t score, int number)
{
    return score * KEY_MOVES + KEY_MOVES - 1 - number;
}

static void collect_best_quiets(struct move_picker *p, int32_t below)
{
    int32_t floor = p->least_key - 1;
    p->best_at = p->best_count = 0;
    for (int i = 0; i < p->count; i++) {
        int32_t key = p->scores[i];
        if (key <= floor || key >= below)
            continue;
        int k = p->best_count < PICK_AT_ONCE ? p->best_count++ : PICK_AT_ONCE - 1;
        for (; k > 0 && p->best[k - 1] < key; k--)
            p->best[k] = p->best[k - 1];
        p->best[k] = key;
        if (p->best_count == PICK_AT_ONCE)
            floor = p->best[PICK_AT_ONCE - 1];
    }
}

/* When the others are used up: those that did badly, unsorted. */
static void begin_bad_quiets(struct move_picker *p)
{
    p->at = 0;
    for (int i = 0; i < p->count; i++)
        if (p->scores[i] >= p->least_key)
            p->moves[i] = p->moves[p->at++];
    p->least_key = INT32_MAX;
}

/* 0: no more. */
static shogi_move next_by_key(struct move_picker *p)
{
    if (p->best_at == p->best_count && p->best_count == PICK_AT_ONCE)
        collect_best_quiets(p, p->best[PICK_AT_ONCE - 1]);
    if (p->best_at < p->best_count)
        return p->moves[KEY_MOVES - 1 - (p->best[p->best_at++] & (KEY_MOVES - 1))];
    if (p->least_key < INT32_MAX)
        begin_bad_quiets(p);
    return p->at < p->count ? p->moves[p->at++] : 0;
}

static void list_captures(struct move_picker *p)
{
    p->count = shogi_capture_moves(&p->w->pos, p->moves);
    for (int i = 0; i < p->count; i++)
        p->scores[i] = capture_score(p->w, p->moves[i]);
}

static void list_quiets(struct move_picker *p)
{
    const struct shogi_pos *pos = &p->w->pos;
    const struct history_rows rows = history_rows_of(p);
    struct history_rows at = rows;
    int last = -1;
    p->count = shogi_quiet_moves(pos, p->moves);
    for (int i = 0; i < p->count; i++) {
        shogi_move m = p->moves[i];
        int to = shogi_move_to(m), other_bits = m - to;
        if (other_bits !=
            last) { /* moves of a piece, and drops of a kind, come one after the other */
            at = rows_of_piece(pos, &rows, m);
            last = other_bits;
        }
        p->scores[i] =
            quiet_key(2 * at.quiet[0][to] + at.continuation[0][to] + at.continuation[1][to], i);
    }
    p->least_key = -tuned(p->w, TUNED_SORT_LIMIT) * p->depth * KEY_MOVES;
    collect_best_quiets(p, INT32_MAX);
}

static void list_evasions(struct move_picker *p)
{
    const struct shogi_pos *pos = &p->w->pos;
    struct history_rows rows = history_rows_of(p);
    p->count = shogi_legal_moves(pos, p->moves);
    for (int i = 0; i < p->count; i++) {
        shogi_move m = p->moves[i];
        p->scores[i] =
            is_noisy(pos, m) ? capture_score(p->w, m) + (1 << 20) : quiet_score(pos, &rows, m);
    }
}

/* The best that is left. */
static shogi_move pick_best(struct move_picker *p)
{
    int best = p->at;
    for (int i = p->at + 1; i < p->count; i++)
        if (p->scores[i] > p->scores[best])
            best = i;
    shogi_move m = p->moves[best];
    p->moves[best] = p->moves[p->at];
    p->scores[best] = p->scores[p->at];
    p->at++;
    return m;
}

static bool is_killer(const struct move_picker *p, shogi_move m)
{
    return has(p->w, PART_KILLERS) &&
           (m == p->killers[0] || m == p->killers[1] || m == p->killers[2]);
}

static shogi_move next_capture(struct move_picker *p)
{
    while (p->at < p->count) {
        shogi_move m = pick_best(p);
        if (m == p->tt_move || is_bad_nonpromotion(&p->w->pos, m))
            continue;
        if (see_ge(&p->w->pos, m, 0))
            return m;
        p->bad[p->bad_count++] = m;
    }
    return 0;
}

static shogi_move next_killer(struct move_picker *p)
{
    while (p->killer < 3 && has(p->w, PART_KILLERS)) {
        shogi_move m = p->killers[p->killer++];
        bool twice = (p->killer > 1 && m == p->killers[0]) || (p->killer > 2 && m == p->killers[1]);
        if (m && m != p->tt_move && !twice && shogi_move_is_legal(&p->w->pos, m) &&
            !is_noisy(&p->w->pos, m))
            return m;
    }
    return 0;
}

static shogi_move next_quiet(struct move_picker *p)
{
    shogi_move m;
    while (!p->skip_quiets && (m = next_by_key(p)))
        if (m != p->tt_move && !is_killer(p, m) && !is_bad_nonpromotion(&p->w->pos, m))
            return m;
    return 0;
}

static shogi_move next_evasion(struct move_picker *p)
{
    while (p->at < p->count) {
        shogi_move m = pick_best(p);
        if (m != p->tt_move && !is_bad_nonpromotion(&p->w->pos, m))
            return m;
    }
    return 0;
}

static shogi_move next_of_stage(struct move_picker *p)
{
    switch (p->stage) {
    case PICK_CAPTURES:
        return next_capture(p);
    case PICK_KILLERS:
        return next_killer(p);
    case PICK_QUIETS:
        return next_quiet(p);
    case PICK_EVASIONS:
        return next_evasion(p);
    case PICK_BAD_CAPTURES:
        return p->at < p->bad_count ? p->bad[p->at++] : 0;
    default:
        return 0;
    }
}

static void next_stage(struct move_picker *p)
{
    p->ready = false;
    if (p->stage == PICK_TT_MOVE)
        p->stage = p->frame->in_check ? PICK_EVASIONS : PICK_CAPTURES;
    else if (p->stage == PICK_EVASIONS || p->stage == PICK_BAD_CAPTURES ||
             (p->captures_only && p->stage == PICK_CAPTURES))
        p->stage = PICK_NONE;
    else
        p->stage++;
    if (p->stage == PICK_QUIETS && p->skip_quiets)
        p->stage = PICK_BAD_CAPTURES;
    p->at = 0;
    if (p->stage == PICK_CAPTURES)
        list_captures(p);
    else if (p->stage == PICK_QUIETS)
        list_quiets(p);
    else if (p->stage == PICK_EVASIONS)
        list_evasions(p);
}

shogi_move move_picker_next(struct move_picker *p)
{
    if (p->stage == PICK_TT_MOVE && !p->ready) {
        shogi_move m = p->tt_move;
        p->ready = true;
        if (m && (!p->captures_only || p->frame->in_check || is_noisy(&p->w->pos, m)))
            return m;
        p->tt_move = 0;
    }
    while (p->stage != PICK_NONE) {
        shogi_move m = next_of_stage(p);
        if (m)
            return m;
        next_stage(p);
    }
    return 0;
}
