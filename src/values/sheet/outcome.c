/* outcome.c: see outcome.h. */
#include "values/sheet/outcome.h"

#include "base/alloc.h"
#include "values/sheet/sheet.h"

/* Room for what ten thousand nodes find; emptied before each game, so not more. */
enum { TABLE_BYTES = 4 << 20 };

bool outcome_needs_search(enum record_end end)
{
    switch (end) {
    case END_NONE:
    case END_RESIGN:
    case END_TIME_UP:
    case END_INTERRUPTED:
    case END_SEALED:
    case END_TAKE_BACK:
    case END_ERROR:
    case END_OTHER:
        return true;
    default:
        return false;
    }
}

uint8_t outcome_points(const struct columns *c, uint32_t number, int mover, enum outcome_mate mate)
{
    int mover_wins = mover == SHOGI_BLACK ? POINTS_WIN : POINTS_LOSS;
    if (!outcome_needs_search(column_end(c, number)))
        mate = OUTCOME_UNSEARCHED; /* a source that came later knew how it had ended */
    if (mate == OUTCOME_MATE)
        return (uint8_t)mover_wins;
    if (mate == OUTCOME_NO_MATE && column_end(c, number) == END_RESIGN)
        return (uint8_t)(POINTS_WIN - mover_wins);
    int points = column_points(c, number, 0);
    return points == POINTS_UNKNOWN ? SHEET_NO_POINTS : (uint8_t)points;
}

static enum status solver_open(struct outcome_solver *s, struct err *err)
{
    s->answer = mem_alloc(sizeof *s->answer);
    return s->answer ? mate_open(&s->solver, TABLE_BYTES, err) : err_nomem(err);
}

enum status outcome_solve(struct outcome_solver *s, const struct shogi_pos *last, uint8_t *mate,
                          struct err *err)
{
    const struct mate_options o = {.nodes = s->nodes};
    shogi_move checks[SHOGI_MAX_MOVES];
    *mate = OUTCOME_NO_MATE;
    if (shogi_check_moves(last, checks) == 0)
        return STATUS_OK; /* most who resign: not worth emptying a table */
    enum status status = s->solver ? STATUS_OK : solver_open(s, err);
    if (status != STATUS_OK)
        return status;
    mate_clear(s->solver);
    status = mate_solve(s->solver, last, &o, s->answer, err);
    if (status == STATUS_OK && s->answer->result == MATE_PROVEN)
        *mate = OUTCOME_MATE;
    return status;
}

void outcome_release(struct outcome_solver *s)
{
    mate_close(s->solver);
    mem_free(s->answer);
    s->solver = NULL;
    s->answer = NULL;
}
