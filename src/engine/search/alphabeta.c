/* alphabeta.c: the search of one thread.
 *
 * Principal-variation search: the first move of a position is searched with the whole window, the
 * others only asked whether they are better.  Around it:
 *
 *     table of positions      cuts, first moves, better guesses
 *     mate in one, mate distance, declaration, repetition (perpetual check loses)
 *     quiet positions only    captures are played out below depth 0, checks at its first ply
 *     giving up early         static value far above beta (futility), a null move that holds,
 *                             far below alpha (razoring); late quiet moves near the leaves
 *     reductions              late moves less deep, by a table of logarithms and what is remembered
 *     extensions              checks that do not lose material; a move far better than the others
 */
#include <string.h>

#include "engine/eval/see.h"
#include "engine/search/engine_search_internal.h"
#include "games/shogi/shogi_lookup.h"

static int search(struct search_worker *w, struct stack_frame *f, int alpha, int beta, int depth,
                  int ply, bool cut_node);
static int qsearch(struct search_worker *w, struct stack_frame *f, int alpha, int beta, int depth,
                   int ply);

static int mated_in(int ply)
{
    return -THINK_MATE + ply;
}

static int mate_in(int ply)
{
    return THINK_MATE - ply;
}

/* Mates count from the position in the table, from the root elsewhere. */
static int value_to_tt(int value, int ply)
{
    return value >= THINK_MATE_BOUND    ? value + ply
           : value <= -THINK_MATE_BOUND ? value - ply
                                        : value;
}

static int value_from_tt(int value, int ply)
{
    return value >= THINK_MATE_BOUND    ? value - ply
           : value <= -THINK_MATE_BOUND ? value + ply
                                        : value;
}

/* --- Making moves ----------------------------------------------------------------------------- */

/* The table's line comes from memory, which takes as long as some hundreds of instructions: it is sent
 * for as soon as the move is known. */
static void prefetch_after(const struct search_worker *w, shogi_move m)
{
    tt_prefetch(w->tt, shogi_hash_after(&w->pos, m));
}

static void make_move(struct search_worker *w, struct stack_frame *f, shogi_move m,
                      struct shogi_undo *undo)
{
    f->move = m;
    f->piece_to = (uint16_t)piece_to_of(&w->pos, m);
    w->eval->type->play(w->eval->weights, w->eval_state, &w->pos, m);
    shogi_play(&w->pos, m, undo);
    f[1].in_check = shogi_in_check(&w->pos);
    path_push(w, f[1].in_check);
    /* nobody else counts here: no need for a locked addition */
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

static void unmake_move(struct search_worker *w, const struct stack_frame *f,
                        const struct shogi_undo *undo)
{
    path_pop(w);
    shogi_unplay(&w->pos, f->move, undo);
    w->eval->type->unplay(w->eval_state);
}

static int static_eval(struct search_worker *w)
{
    int v = w->eval->type->value(w->eval->weights, w->eval_state, &w->pos);
    int most = THINK_MATE_BOUND - 1;
    return v > most ? most : v < -most ? -most : v;
}

/* --- Ends of games ---------------------------------------------------------------------------- */

static int draw_value(const struct search_worker *w, int ply)
{
    return ply % 2 ? -w->rules.draw : w->rules.draw;
}

static bool may_declare(const struct search_worker *w)
{
    switch (w->rules.declaration) {
    case THINK_DECLARE_27:
        return shogi_declare_27(&w->pos) == SHOGI_DECLARE_WIN;
    case THINK_DECLARE_24:
        return shogi_declare_24(&w->pos) == SHOGI_DECLARE_WIN;
    case THINK_DECLARE_NEVER:
        break;
    }
    return false;
}

/* The game has lasted as long as it may.  A mate with the last move is one. */
static bool is_ply_limit(const struct search_worker *w, int ply, int *value)
{
    if (!w->rules.plies_left || (unsigned)ply < w->rules.plies_left)
        return false;
    *value = shogi_has_no_move(&w->pos) ? mated_in(ply) : draw_value(w, ply);
    return true;
}

/* What perpetual check costs: the game, but in the table it must not be taken for a mate, which
 * would hold whatever led to the position. */
enum { FORFEIT = THINK_MATE_BOUND - 1 };

/* Has the position been there before?  Coming back once is taken for coming back for ever. */
static bool is_repetition(const struct search_worker *w, int ply, int *value)
{
    const struct shogi_history_entry *now = &w->path[w->path_count - 1];
    uint32_t most = w->path_count - 1 < 64 ? w->path_count - 1 : 64;
    bool we_are_checked = now->in_check, they_are = true;
    if (!path_may_repeat(w))
        return false;
    for (uint32_t back = 1; back <= most; back++) {
        if (back % 2) {
            they_are &= now[-(int)back].in_check;
            continue;
        }
        if (back >= 4 && now[-(int)back].hash == now->hash) {
            *value = we_are_checked ? FORFEIT : they_are ? -FORFEIT : draw_value(w, ply);
            return true;
        }
        we_are_checked &= now[-(int)back].in_check;
    }
    return false;
}

/* --- Below depth 0 ---------------------------------------------------------------------------- */

enum { DEPTH_QSEARCH = -1 }; /* depth in the table of what was only played out from a capture */

/* Has the table more than that?  Then there was no mate in one. */
static bool tt_has_search(bool known, const struct tt_entry *e)
{
    return known && e->depth > DEPTH_QSEARCH;
}

/* What the table says settles the question. */
static bool is_tt_cutoff(const struct tt_entry *e, int beta, int ply, int *value)
{
    *value = value_from_tt(e->value, ply);
    return e->bound & (*value >= beta ? BOUND_LOWER : BOUND_UPPER);
}

static void tt_save(struct search_worker *w, const struct stack_frame *f, shogi_move move,
                    int value, int alpha, int beta, int depth, int ply)
{
    struct tt_entry e = {.move = move,
                         .value = value_to_tt(value, ply),
                         .eval = f->eval,
                         .depth = depth,
                         .bound = value >= beta   ? BOUND_LOWER
                                  : value > alpha ? BOUND_EXACT
                                                  : BOUND_UPPER};
    tt_store(w->tt, w->pos.hash, &e);
}

/* A position that its static value decided comes back often: the next time neither that nor a mate in
 * one need be looked for.  As a bound it settles nothing that the static value would not. */
static void tt_save_static(struct search_worker *w, const struct stack_frame *f)
{
    struct tt_entry e = {.value = f->eval, .eval = f->eval, .bound = BOUND_LOWER};
    tt_store_minor(w->tt, w->pos.hash, &e);
}

/* Ends of the game, the table, standing still.  True with the value if nothing need be played. */
static bool stand_pat(struct search_worker *w, struct stack_frame *f, int alpha, int beta,
                      int depth, int ply, struct tt_entry *e, int *value)
{
    f->eval = THINK_NO_VALUE;
    if (worker_must_stop(w) || ply >= THINK_MAX_PLY - 1) {
        *value = f->in_check ? 0 : static_eval(w);
        return true;
    }
    if (is_repetition(w, ply, value) || is_ply_limit(w, ply, value))
        return true;
    bool known = tt_probe(w->tt, w->pos.hash, e);
    if (known && (beta - alpha == 1 || e->value <= -THINK_MATE_BOUND) &&
        is_tt_cutoff(e, beta, ply, value))
        return true; /* a mate that was found by a search is not to be forgotten here */
    *value = mated_in(ply);
    if (f->in_check)
        return false;
    if (depth == 0 && !tt_has_search(known, e) && has(w, PART_MATE_ONE) &&
        shogi_mate_in_one(&w->pos)) {
        *value = mate_in(ply + 1);
        return true;
    }
    f->eval = *value = known && e->eval != THINK_NO_VALUE ? e->eval : static_eval(w);
    if (*value < beta)
        return false;
    if (!known && depth == 0)
        tt_save_static(w, f);
    return true;
}

/* Captures that can't help; far below, all quiet answers to a check but one. */
static bool is_futile(const struct search_worker *w, const struct stack_frame *f, shogi_move m,
                      int best, int alpha, int depth)
{
    int taken = shogi_kind_of(captured_by(&w->pos, m));
    if (!f->in_check)
        return f->eval + see_gain(taken) + tuned(w, TUNED_QSEARCH_MARGIN) <= alpha;
    return best > -THINK_MATE_BOUND && !taken && depth < -2;
}

/* What is played out: within which window, and what has come of it. */
struct qsearch_node {
    int alpha, beta, depth, ply;
    int best;
    shogi_move best_move; /* raised alpha last */
};

// NOLINTNEXTLINE(misc-no-recursion)
static void qsearch_move(struct search_worker *w, struct stack_frame *f, struct qsearch_node *t,
                         shogi_move m)
{
    struct shogi_undo undo;
    prefetch_after(w, m);
    make_move(w, f, m, &undo);
    int value = -qsearch(w, f + 1, -t->beta, -t->alpha, t->depth - 1, t->ply + 1);
    unmake_move(w, f, &undo);
    if (w->stopped)
        return;
    if (value > t->alpha)
        t->best_move = m;
    t->best = value > t->best ? value : t->best;
    t->alpha = value > t->alpha ? value : t->alpha;
}

/* Checks that take nothing and lose nothing. */
// NOLINTNEXTLINE(misc-no-recursion)
static void qsearch_checks(struct search_worker *w, struct stack_frame *f, struct qsearch_node *t)
{
    shogi_move checks[SHOGI_MAX_MOVES];
    int n = shogi_check_moves(&w->pos, checks);
    for (int i = 0; i < n && t->alpha < t->beta && !w->stopped; i++)
        if (!captured_by(&w->pos, checks[i]) && !is_bad_nonpromotion(&w->pos, checks[i]) &&
            see_ge(&w->pos, checks[i], 0))
            qsearch_move(w, f, t, checks[i]);
}

// NOLINTNEXTLINE(misc-no-recursion)
static int qsearch(struct search_worker *w, struct stack_frame *f, int alpha, int beta, int depth,
                   int ply)
{
    struct tt_entry e = {0};
    struct move_picker picker;
    struct qsearch_node t = {.alpha = alpha, .beta = beta, .depth = depth, .ply = ply};
    shogi_move m;
    f->pv_length = 0;
    if (stand_pat(w, f, alpha, beta, depth, ply, &e, &t.best))
        return t.best;
    if (t.best > t.alpha)
        t.alpha = t.best;
    move_picker_open(&picker, w, f, e.move, 0, !f->in_check);
    while (t.alpha < beta && !w->stopped && (m = move_picker_next(&picker)))
        if (!is_futile(w, f, m, t.best, t.alpha, depth))
            qsearch_move(w, f, &t, m);
    if (depth == 0 && !f->in_check && has(w, PART_QUIET_CHECKS))
        qsearch_checks(w, f, &t);
    if (w->stopped)
        return 0;
    tt_save(w, f, t.best_move, t.best, alpha, beta, depth < 0 ? DEPTH_QSEARCH : 0, ply);
    return t.best;
}

/* --- The search ------------------------------------------------------------------------------- */

/* 64 times the logarithm of 1 … 63. */
static const uint16_t LOGS[64] = {
    0,   0,   44,  70,  89,  103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173,
    177, 181, 185, 188, 192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220,
    222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239, 241, 242, 244, 245, 246,
    248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
};

static int reduction(const struct search_worker *w, int depth, int move_count)
{
    int d = LOGS[depth < 63 ? depth : 63], n = LOGS[move_count < 63 ? move_count : 63];
    return (tuned(w, TUNED_REDUCTION_BASE) * 4096 + tuned(w, TUNED_REDUCTION_SLOPE) * d * n) /
           (100 * 4096);
}

static void update_pv(struct stack_frame *f, shogi_move m)
{
    uint32_t n = f[1].pv_length < THINK_MAX_PLY - 1 ? f[1].pv_length : THINK_MAX_PLY - 1;
    f->pv[0] = m;
    memcpy(f->pv + 1, f[1].pv, n * sizeof *f->pv);
    f->pv_length = n + 1;
}

/* What a position is searched for. */
struct search_node {
    int alpha, beta, depth, ply;
    bool cut_node;  /* expected to be refuted */
    bool improving; /* the side to move stands better than two plies ago */
    int extension;  /* what the table's move deserves beyond the others */
};

static bool is_pv(const struct search_node *t)
{
    return t->beta - t->alpha > 1;
}

/* A turn without a move; what the eval carries along stays as it is. */
// NOLINTNEXTLINE(misc-no-recursion)
static int null_move_search(struct search_worker *w, struct stack_frame *f,
                            const struct search_node *t, int depth)
{
    uint64_t hash = w->pos.hash;
    f->move = 0;
    f->piece_to = PIECE_TO_COUNT;
    w->pos.turn ^= 1;
    w->pos.hash ^= shogi_key_white;
    f[1].in_check = false;
    path_push(w, false);
    int value = -search(w, f + 1, -t->beta, -t->beta + 1, depth, t->ply + 1, !t->cut_node);
    path_pop(w);
    w->pos.turn ^= 1;
    w->pos.hash = hash;
    return value;
}

/* Positions that are decided without a search. */
static bool is_terminal(struct search_worker *w, struct stack_frame *f, struct search_node *t,
                        int *value)
{
    if (is_repetition(w, t->ply, value) || is_ply_limit(w, t->ply, value))
        return true;
    if (t->ply >= THINK_MAX_PLY - 1) {
        *value = f->in_check ? 0 : static_eval(w);
        return true;
    }
    t->alpha = t->alpha > mated_in(t->ply) ? t->alpha : mated_in(t->ply);
    t->beta = t->beta < mate_in(t->ply + 1) ? t->beta : mate_in(t->ply + 1);
    *value = t->alpha;
    if (t->alpha >= t->beta)
        return true;
    if (!f->in_check && may_declare(w)) {
        *value = mate_in(t->ply + 1);
        return true;
    }
    return false;
}

/* Giving up before any move was tried, for what the position seems to be worth.  True with the
 * value. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool node_is_pruned(struct search_worker *w, struct stack_frame *f,
                           const struct search_node *t, int eval_guess, int *value)
{
    if (has(w, PART_FUTILITY) && t->depth <= 2 &&
        eval_guess + tuned(w, TUNED_RAZOR_BASE) + tuned(w, TUNED_RAZOR_DEPTH) * t->depth <
            t->alpha) {
        int eval = f->eval;
        *value = qsearch(w, f, t->alpha, t->alpha + 1, 0, t->ply);
        f->eval = eval; /* the frame is this position's still */
        if (*value <= t->alpha)
            return true;
    }
    if (has(w, PART_FUTILITY) && t->depth <= 8 &&
        eval_guess - tuned(w, TUNED_FUTILITY_DEPTH) * (t->depth - t->improving) >= t->beta &&
        eval_guess < THINK_MATE_BOUND) {
        *value = eval_guess;
        return true;
    }
    if (has(w, PART_NULL_MOVE) && t->depth >= 3 && f[-1].move && eval_guess >= t->beta &&
        t->beta > -THINK_MATE_BOUND) {
        int more = (eval_guess - t->beta) / tuned(w, TUNED_NULL_GAP);
        int less = (tuned(w, TUNED_NULL_BASE) + tuned(w, TUNED_NULL_DEPTH) * t->depth) / 100;
        *value = null_move_search(w, f, t, t->depth - less - (more < 3 ? more : 3));
        if (!w->stopped && *value >= t->beta) {
            *value = *value >= THINK_MATE_BOUND ? t->beta : *value;
            return true;
        }
    }
    return false;
}

/* The table's value where it says more than the static one. */
static int tt_adjusted_eval(const struct tt_entry *e, int eval)
{
    bool mate = e->value <= -THINK_MATE_BOUND || e->value >= THINK_MATE_BOUND;
    return !mate && e->bound & (e->value > eval ? BOUND_LOWER : BOUND_UPPER) ? e->value : eval;
}

/* What can be said before any move is tried.  True with the value if that is all. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool probe_and_prune(struct search_worker *w, struct stack_frame *f, struct search_node *t,
                            struct tt_entry *e, int *value)
{
    bool known = tt_probe(w->tt, w->pos.hash, e);
    if (f->excluded) /* the same position once more: all of this was asked */
        return false;
    if (known && !is_pv(t) && e->depth >= t->depth && is_tt_cutoff(e, t->beta, t->ply, value))
        return true;
    f->eval = THINK_NO_VALUE;
    if (f->in_check)
        return false;
    f->eval = known && e->eval != THINK_NO_VALUE ? e->eval : static_eval(w);
    if (!tt_has_search(known, e) && has(w, PART_MATE_ONE) && shogi_mate_in_one(&w->pos)) {
        *value = mate_in(t->ply + 1);
        return true;
    }
    t->improving = f[-2].eval != THINK_NO_VALUE && f->eval > f[-2].eval;
    int guess = known && has(w, PART_TT_EVAL) ? tt_adjusted_eval(e, f->eval) : f->eval;
    if (is_pv(t) || !node_is_pruned(w, f, t, guess, value))
        return false;
    if (!known && *value == f->eval && *value >= t->beta && !w->stopped)
        tt_save_static(w, f);
    return true;
}

/* Is the table's move far better than all others?  They are searched less deep without it.  If none
 * comes near, it deserves a deeper look; true if one does so well that the move is not even needed
 * (with the value). */
// NOLINTNEXTLINE(misc-no-recursion)
static bool is_multi_cut(struct search_worker *w, struct stack_frame *f, struct search_node *t,
                         const struct tt_entry *e, int *value)
{
    if (!has(w, PART_SINGULAR) || t->depth < 7 || f->excluded || !e->move ||
        e->depth < t->depth - 3 || !(e->bound & BOUND_LOWER) || e->value >= THINK_MATE_BOUND ||
        e->value <= -THINK_MATE_BOUND)
        return false;
    int bar = e->value - tuned(w, TUNED_SINGULAR_MARGIN) * t->depth / 100;
    f->excluded = e->move;
    *value = search(w, f, bar - 1, bar, (t->depth - 1) / 2, t->ply, t->cut_node);
    f->excluded = 0;
    t->extension = *value < bar;
    return *value >= bar && bar >= t->beta && !is_pv(t);
}

struct moves_tried {
    int move_count; /* moves tried */
    int tried_count;
    shogi_move tried[64];
};

/* Near the leaves, after enough moves or with a hopeless value, quiet moves are not worth a look.
 */
static bool is_late_move(const struct search_worker *w, const struct stack_frame *f,
                         const struct search_node *t, int move_count)
{
    if (f->in_check || t->depth > 6)
        return false;
    int enough =
        (tuned(w, TUNED_LATE_BASE) + tuned(w, TUNED_LATE_SQUARE) * t->depth * t->depth) / 100;
    return move_count > enough / (2 - t->improving) ||
           f->eval + tuned(w, TUNED_QUIET_BASE) + tuned(w, TUNED_QUIET_DEPTH) * t->depth <=
               t->alpha;
}

static bool move_is_pruned(const struct search_worker *w, const struct stack_frame *f, shogi_move m,
                           bool late, int depth)
{
    int taken = captured_by(&w->pos, m);
    if (f->in_check)
        return false;
    if (!taken && !shogi_move_promotes(m) &&
        (late || (has(w, PART_LMP) && depth <= 3 &&
                  quiet_history(w, f, m) < -tuned(w, TUNED_HISTORY_PRUNING) * depth)))
        return true;
    return has(w, PART_SEE_PRUNING) && depth <= 5 &&
           !see_ge(&w->pos, m, -tuned(w, taken ? TUNED_LOSS_CAPTURE : TUNED_LOSS_QUIET) * depth);
}

/* Of the move that was just made.  Few moves are checks: it is cheaper to go back for these than to look at
 * every exchange before. */
static bool lost_nothing(struct search_worker *w, shogi_move m, struct shogi_undo *undo)
{
    shogi_unplay(&w->pos, m, undo);
    bool result = see_ge(&w->pos, m, 0);
    shogi_play(&w->pos, m, undo);
    return result;
}

// NOLINTNEXTLINE(misc-no-recursion)
static int search_move(struct search_worker *w, struct stack_frame *f, const struct search_node *t,
                       shogi_move m, int move_count)
{
    struct shogi_undo undo;
    prefetch_after(w, m);
    bool quiet = !captured_by(&w->pos, m) && !shogi_move_promotes(m);
    int history = quiet ? quiet_history(w, f, m) : 0, value = 0, next = t->depth - 1;
    make_move(w, f, m, &undo);
    next += move_count == 1 && t->extension ? 1
                                            : f[1].in_check && has(w, PART_CHECK_EXTENSION) &&
                                                  (move_count < 8 || lost_nothing(w, m, &undo));
    if (has(w, PART_LMR) && move_count > 1 && t->depth >= 3 && (quiet || move_count > 6)) {
        int r = reduction(w, t->depth, move_count) + t->cut_node - is_pv(t) - f[1].in_check -
                f->in_check + !t->improving;
        r -= history / tuned(w, TUNED_REDUCTION_HISTORY);
        r = r < 0 ? 0 : r > next - 1 ? next - 1 : r;
        value = -search(w, f + 1, -t->alpha - 1, -t->alpha, next - r, t->ply + 1, true);
        if (value > t->alpha && r > 0 && !w->stopped)
            value = -search(w, f + 1, -t->alpha - 1, -t->alpha, next, t->ply + 1, !t->cut_node);
    } else if (!is_pv(t) || move_count > 1) {
        value = -search(w, f + 1, -t->alpha - 1, -t->alpha, next, t->ply + 1, !t->cut_node);
    }
    if (is_pv(t) && (move_count == 1 || (value > t->alpha && value < t->beta)) && !w->stopped)
        value = -search(w, f + 1, -t->beta, -t->alpha, next, t->ply + 1, false);
    unmake_move(w, f, &undo);
    return value;
}

/* Tries the moves one after another; what the best is worth, and which raised alpha last. */
// NOLINTNEXTLINE(misc-no-recursion)
static int search_moves(struct search_worker *w, struct stack_frame *f, struct search_node *t,
                        shogi_move *best_move)
{
    struct move_picker picker;
    struct moves_tried l = {0};
    bool pv = is_pv(t);
    int best = mated_in(t->ply); /* without a legal move the game is lost, in check or not */
    shogi_move m;
    move_picker_open(&picker, w, f, *best_move, t->depth, false);
    *best_move = 0;
    if (f->excluded)
        best = t->alpha;
    while (t->alpha < t->beta && (m = move_picker_next(&picker))) {
        if (m == f->excluded)
            continue;
        if (++l.move_count > 1 && best > -THINK_MATE_BOUND) {
            picker.skip_quiets |= has(w, PART_LMP) && is_late_move(w, f, t, l.move_count);
            if (move_is_pruned(w, f, m, picker.skip_quiets, t->depth))
                continue;
        }
        int value = search_move(w, f, t, m, l.move_count);
        if (w->stopped)
            return 0;
        if (l.tried_count < 64)
            l.tried[l.tried_count++] = m;
        best = value > best ? value : best;
        if (value <= t->alpha)
            continue;
        *best_move = m;
        t->alpha = value;
        if (pv)
            update_pv(f, m);
    }
    if (*best_move && t->alpha >= t->beta && !f->excluded)
        histories_update(w, f, *best_move, t->depth, l.tried, l.tried_count);
    return best;
}

// NOLINTNEXTLINE(misc-no-recursion)
static int search(struct search_worker *w, struct stack_frame *f, int alpha, int beta, int depth,
                  int ply, bool cut_node)
{
    struct tt_entry e = {0};
    struct search_node t = {
        .alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .cut_node = cut_node};
    int value;
    f->pv_length = 0;
    if (depth <= 0)
        return qsearch(w, f, alpha, beta, 0, ply);
    if (worker_must_stop(w))
        return 0;
    if (is_terminal(w, f, &t, &value))
        return value;
    if (w->selective_depth < ply)
        w->selective_depth = ply;
    f[1].killers[0] = f[1].killers[1] = 0;
    alpha = t.alpha;
    if (probe_and_prune(w, f, &t, &e, &value) || is_multi_cut(w, f, &t, &e, &value))
        return w->stopped ? 0 : value;
    t.depth -= t.depth >= 4 && !e.move && has(w, PART_IIR);
    value = search_moves(w, f, &t, &e.move);
    if (!w->stopped && !f->excluded)
        tt_save(w, f, e.move, value, alpha, t.beta, t.depth, ply);
    return value;
}

/* --- The root --------------------------------------------------------------------------------- */

static void update_root_move(struct search_worker *w, struct root_move *r,
                             const struct stack_frame *f, int value, const struct search_node *t)
{
    r->value = favoured(value, r->favour);
    r->bound = value <= t->alpha  ? THINK_UPPER_BOUND
               : value >= t->beta ? THINK_LOWER_BOUND
                                  : THINK_EXACT;
    if (r->bound != THINK_UPPER_BOUND) {
        r->known_value = value;
        r->known_depth = w->root_depth;
    }
    r->selective_depth = w->selective_depth;
    r->pv[0] = r->move;
    r->pv_length = 1;
    for (uint32_t i = 0; i < f[1].pv_length && r->pv_length < THINK_MAX_PLY; i++)
        r->pv[r->pv_length++] = f[1].pv[i];
    worker_publish_best(w, r);
}

int search_root(struct search_worker *w, int alpha, int beta, int depth)
{
    struct stack_frame *f = w->stack + 2;
    int best = -THINK_INFINITE;
    f->eval = f->in_check ? THINK_NO_VALUE : static_eval(w);
    f[1].killers[0] = f[1].killers[1] = 0;
    /* if this is cut short, what others were worth in an earlier round must not count */
    for (int i = w->pv_index + 1; i < w->root_count; i++)
        w->root_moves[i].value = -THINK_INFINITE;
    for (int i = w->pv_index; i < w->root_count; i++) {
        struct root_move *r = &w->root_moves[i];
        int move_count = i - w->pv_index + 1;
        f[1].pv_length = 0;
        struct search_node t = {.alpha = favoured(alpha, -r->favour),
                                .beta = favoured(beta, -r->favour),
                                .depth = depth,
                                .improving = true};
        t.beta = t.beta > t.alpha ? t.beta : t.alpha + 1;
        int value = search_move(w, f, &t, r->move, move_count);
        if (w->stopped)
            return best;
        if (move_count == 1 || value > t.alpha)
            update_root_move(w, r, f, value, &t);
        value = favoured(value, r->favour);
        if (value <= best)
            continue;
        best = value;
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

int search_root_move(struct search_worker *w, struct root_move *r, int alpha, int beta, int depth,
                     bool first)
{
    struct stack_frame *f = w->stack + 2;
    f->eval = f->in_check ? THINK_NO_VALUE : static_eval(w);
    f[1].killers[0] = f[1].killers[1] = 0;
    f[1].pv_length = 0;
    struct search_node t = {.alpha = alpha, .beta = beta, .depth = depth, .improving = true};
    int value = search_move(w, f, &t, r->move, first ? 1 : 2);
    if (!w->stopped && !first && value > alpha) {
        r->pv_length = f[1].pv_length ? 2 : 1;
        r->pv[1] = f[1].pv_length ? f[1].pv[0] : 0;
    }
    return value;
}

int qsearch_root(struct search_worker *w)
{
    unsigned without = w->without;
    w->without |= PART_QUIET_CHECKS;
    int value = qsearch(w, w->stack + 2, -THINK_INFINITE, THINK_INFINITE, 0, 0);
    w->without = without;
    return value;
}
