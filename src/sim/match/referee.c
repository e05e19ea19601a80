/* referee.c: see referee.h. */
#include "sim/match/referee.h"

static void end_game(struct referee *r, enum record_end end, int end_seat)
{
    r->end = end;
    r->end_seat = end_seat;
    record_points_of_end(end, end_seat, r->pos.turn, r->points);
}

static void check_position(struct referee *r)
{
    if (shogi_has_no_move(&r->pos)) {
        end_game(r, END_MATE, -1);
        return;
    }
    switch (shogi_repetition(r->history, r->plies + 1)) {
    case SHOGI_REP_NONE:
        if (r->plies >= r->max_plies)
            end_game(r, END_MAX_MOVES, -1);
        return;
    case SHOGI_REP_DRAW:
        end_game(r, END_REPETITION, -1);
        return;
    case SHOGI_REP_WIN:
        end_game(r, END_ILLEGAL_ACTION, r->pos.turn ^ 1);
        return;
    case SHOGI_REP_LOSS:
        end_game(r, END_ILLEGAL_ACTION, r->pos.turn);
        return;
    }
}

static void note_position(struct referee *r)
{
    r->history[r->plies] = (struct shogi_history_entry){.hash = shogi_hash(&r->pos),
                                                        .in_check = shogi_in_check(&r->pos)};
    check_position(r);
}

void referee_begin(struct referee *r, const struct shogi_pos *start, unsigned max_plies)
{
    r->start = *start;
    r->pos = *start;
    r->plies = 0;
    r->max_plies = max_plies && max_plies < REFEREE_MOST_PLIES ? max_plies : REFEREE_MOST_PLIES;
    r->end = END_NONE;
    r->end_seat = -1;
    r->points[0] = r->points[1] = POINTS_UNKNOWN;
    note_position(r);
}

bool referee_play(struct referee *r, shogi_move m)
{
    struct shogi_undo undo;
    if (!referee_goes_on(r))
        return false;
    if (!shogi_move_is_legal(&r->pos, m)) {
        end_game(r, END_ILLEGAL_MOVE, -1);
        return false;
    }
    shogi_play(&r->pos, m, &undo);
    r->moves[r->plies++] = m;
    note_position(r);
    return referee_goes_on(r);
}

void referee_stop(struct referee *r, enum record_end end)
{
    if (!referee_goes_on(r) || end == END_NONE)
        return;
    if (end == END_DECLARATION && !referee_may_declare(r))
        end = END_ILLEGAL_MOVE;
    end_game(r, end, -1);
    if (end == END_ERROR) {
        r->points[r->pos.turn] = POINTS_LOSS;
        r->points[r->pos.turn ^ 1] = POINTS_WIN;
    }
}

bool referee_may_declare(const struct referee *r)
{
    return shogi_declare_27(&r->pos) == SHOGI_DECLARE_WIN;
}
