/* picker.c: in which order moves are tried.  The table's move, captures that win or keep material,
 * killers and the counter move, quiet moves by what is remembered of them, then captures that lose.
 */
#include "engine/eval/exchange.h"
#include "engine/search/think_internal.h"

bool is_pointless(const struct shogi_pos *pos, shogi_move m)
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

void picker_open(struct picker *p, const struct worker *w, const struct stack_frame *frame,
                 shogi_move table_move, int depth, bool violent)
{
    p->w = w;
    p->frame = frame;
    p->violent = violent;
    p->depth = depth;
    p->no_quiet = false;
    p->ready = false;
    p->at = p->count = p->bad_count = p->killer = 0;
    p->table_move = table_move && shogi_move_is_legal(&w->pos, table_move) ? table_move : 0;
    p->stage = PICK_TABLE;
    p->killers[0] = frame->killers[0];
    p->killers[1] = frame->killers[1];
    p->killers[2] = frame[-1].place < PLACES ? w->memory->counter[frame[-1].place] : 0;
}

static bool is_violent(const struct shogi_pos *pos, shogi_move m)
{
    if (shogi_move_is_drop(m))
        return false;
    return pos->board[shogi_move_to(m)] ||
           (shogi_move_promotes(m) && shogi_kind_of(pos->board[shogi_move_from(m)]) == SHOGI_PAWN);
}

static int32_t capture_score(const struct worker *w, shogi_move m)
{
    int taken = shogi_kind_of(captured_by(&w->pos, m));
    int moving = shogi_kind_of(w->pos.board[shogi_move_from(m)]);
    return exchange_gain(taken) * 16 - exchange_value[moving] / 8 + shogi_move_promotes(m) * 2000 +
           w->memory->capture[place_of(&w->pos, m)][taken];
}

/* Where what is remembered of quiet moves stands, for all moves of a position; a move before that
 * is unknown has an empty row. */
struct quiet_rows {
    const int16_t (*quiet)[SHOGI_SQUARES];
    const int16_t *follow[2];
};

static struct quiet_rows rows_of(const struct picker *p)
{
    static const int16_t NOTHING[PLACES];
    const struct memory *memory = p->w->memory;
    struct quiet_rows rows = {.quiet = memory->quiet[p->w->pos.turn]};
    for (int back = 1; back <= 2; back++) {
        int place = p->frame[-back].place;
        bool known = place < PLACES && has(p->w, PART_FOLLOW);
        rows.follow[back - 1] = known ? memory->follow[place] : NOTHING;
    }
    return rows;
}

static int32_t quiet_score(const struct shogi_pos *pos, const struct quiet_rows *rows, shogi_move m)
{
    int place = place_of(pos, m);
    return 2 * rows->quiet[from_code(m)][shogi_move_to(m)] + rows->follow[0][place] +
           rows->follow[1][place];
}

/* Puts the moves that did not do badly first, best first, and leaves the others as they come: there
 * may be hundreds, and few of them will ever be looked at. */
static void sort_promising(struct picker *p)
{
    int sorted = 0, limit = -500 * p->depth;
    for (int i = 0; i < p->count; i++) {
        if (p->scores[i] < limit)
            continue;
        shogi_move m = p->moves[i];
        int32_t score = p->scores[i];
        p->moves[i] = p->moves[sorted];
        p->scores[i] = p->scores[sorted];
        int k = sorted++;
        for (; k > 0 && p->scores[k - 1] < score; k--) {
            p->moves[k] = p->moves[k - 1];
            p->scores[k] = p->scores[k - 1];
        }
        p->moves[k] = m;
        p->scores[k] = score;
    }
}

static void list_stage(struct picker *p)
{
    const struct shogi_pos *pos = &p->w->pos;
    p->at = 0;
    p->count = p->stage == PICK_CAPTURES ? shogi_capture_moves(pos, p->moves)
               : p->stage == PICK_QUIETS ? shogi_quiet_moves(pos, p->moves)
                                         : shogi_legal_moves(pos, p->moves);
    struct quiet_rows rows = rows_of(p);
    for (int i = 0; i < p->count; i++) {
        shogi_move m = p->moves[i];
        if (p->stage == PICK_CAPTURES)
            p->scores[i] = capture_score(p->w, m);
        else if (p->stage == PICK_EVASIONS && is_violent(pos, m))
            p->scores[i] = capture_score(p->w, m) + (1 << 20);
        else
            p->scores[i] = quiet_score(pos, &rows, m);
    }
    p->ready = true;
    if (p->stage == PICK_QUIETS)
        sort_promising(p);
}

/* The best that is left. */
static shogi_move take_best(struct picker *p)
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

static bool is_killer(const struct picker *p, shogi_move m)
{
    return has(p->w, PART_KILLERS) &&
           (m == p->killers[0] || m == p->killers[1] || m == p->killers[2]);
}

static shogi_move next_capture(struct picker *p)
{
    while (p->at < p->count) {
        shogi_move m = take_best(p);
        if (m == p->table_move || is_pointless(&p->w->pos, m))
            continue;
        if (exchange_wins(&p->w->pos, m, 0))
            return m;
        p->bad[p->bad_count++] = m;
    }
    return 0;
}

static shogi_move next_killer(struct picker *p)
{
    while (p->killer < 3 && has(p->w, PART_KILLERS)) {
        shogi_move m = p->killers[p->killer++];
        bool twice = (p->killer > 1 && m == p->killers[0]) || (p->killer > 2 && m == p->killers[1]);
        if (m && m != p->table_move && !twice && shogi_move_is_legal(&p->w->pos, m) &&
            !is_violent(&p->w->pos, m))
            return m;
    }
    return 0;
}

static shogi_move next_quiet(struct picker *p)
{
    while (p->at < p->count && !p->no_quiet) {
        shogi_move m = p->moves[p->at++];
        if (m != p->table_move && !is_killer(p, m) && !is_pointless(&p->w->pos, m))
            return m;
    }
    return 0;
}

static shogi_move next_evasion(struct picker *p)
{
    while (p->at < p->count) {
        shogi_move m = take_best(p);
        if (m != p->table_move && !is_pointless(&p->w->pos, m))
            return m;
    }
    return 0;
}

static shogi_move next_of_stage(struct picker *p)
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
    case PICK_BAD:
        return p->at < p->bad_count ? p->bad[p->at++] : 0;
    default:
        return 0;
    }
}

static void next_stage(struct picker *p)
{
    p->ready = false;
    if (p->stage == PICK_TABLE)
        p->stage = p->frame->in_check ? PICK_EVASIONS : PICK_CAPTURES;
    else if (p->stage == PICK_EVASIONS || p->stage == PICK_BAD ||
             (p->violent && p->stage == PICK_CAPTURES))
        p->stage = PICK_NONE;
    else
        p->stage++;
    if (p->stage == PICK_QUIETS && p->no_quiet)
        p->stage = PICK_BAD;
    if (p->stage == PICK_CAPTURES || p->stage == PICK_QUIETS || p->stage == PICK_EVASIONS)
        list_stage(p);
    else
        p->at = 0;
}

shogi_move picker_next(struct picker *p)
{
    if (p->stage == PICK_TABLE && !p->ready) {
        shogi_move m = p->table_move;
        p->ready = true;
        if (m && (!p->violent || p->frame->in_check || is_violent(&p->w->pos, m)))
            return m;
        p->table_move = 0;
    }
    while (p->stage != PICK_NONE) {
        shogi_move m = next_of_stage(p);
        if (m)
            return m;
        next_stage(p);
    }
    return 0;
}
