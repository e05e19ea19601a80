/* puzzles.c: see puzzles.h. */
#include "values/natural/puzzles.h"

#include "base/alloc.h"
#include "engine/search/engine_search.h"

/* Six tenths of the nodes find the best move, the rest compares the others with it. */
enum { TABLE_BYTES = 8 << 20, SEARCH_TENTHS = 6, MARGIN = 1000 };

struct puzzle_judge {
    struct puzzle_rule rule;
    struct found_moves *found;
    struct thinker *thinker;
    struct think_rating ratings[SHOGI_MAX_MOVES];
};

enum status puzzle_judge_open(struct puzzle_judge **out, const struct people_network *n,
                              const struct eval *eval, const struct puzzle_rule *rule,
                              struct err *err)
{
    const struct think_options opt = {.tt_bytes = TABLE_BYTES, .threads = 1, .eval = *eval};
    struct puzzle_judge *j = mem_calloc(1, sizeof *j);
    *out = NULL;
    if (!j)
        return err_nomem(err);
    j->rule = *rule;
    enum status status = found_moves_open(&j->found, n, err);
    if (status == STATUS_OK)
        status = thinker_open(&j->thinker, &opt, err);
    if (status == STATUS_OK)
        *out = j;
    else
        puzzle_judge_close(j);
    return status;
}

void puzzle_judge_close(struct puzzle_judge *j)
{
    if (!j)
        return;
    thinker_close(j->thinker);
    found_moves_close(j->found);
    mem_free(j);
}

/* What the class plays most, and how likely both moves are. */
static void see_people(struct puzzle_judge *j, struct puzzle *p)
{
    struct found_ply at;
    found_moves_one(j->found, &p->pos, &p->past, p->move, &at);
    memcpy(p->p, at.p, sizeof p->p);
    p->missed = at.likeliest[j->rule.class][0].move;
    found_moves_one(j->found, &p->pos, &p->past, p->missed, &at);
    memcpy(p->missed_p, at.p, sizeof p->missed_p);
}

static const struct think_rating *rating_of(const struct puzzle_judge *j, int count, shogi_move m)
{
    for (int i = 0; i < count; i++)
        if (j->ratings[i].move == m)
            return &j->ratings[i];
    return NULL;
}

static enum status search(struct puzzle_judge *j, struct puzzle *p, bool *good, struct err *err)
{
    struct think_control control;
    struct think_request q = {.pos = &p->pos, .control = &control};
    struct think_result best;
    uint64_t nodes;
    think_control_begin(&control, NULL);
    control.cancelled = j->rule.cancelled;
    q.limits.nodes = j->rule.nodes / 10 * SEARCH_TENTHS + 1;
    thinker_new_game(j->thinker);
    enum status status = think(j->thinker, &q, &best, err);
    if (status != STATUS_OK || !best.best)
        return status;
    const shogi_move compared[] = {best.best, p->move, p->missed};
    q.only = compared;
    q.only_count = 3;
    q.limits.nodes = j->rule.nodes - j->rule.nodes / 10 * SEARCH_TENTHS + 1;
    int count = think_rate(j->thinker, &q, &best, MARGIN, j->ratings, &nodes);
    const struct think_rating *move = rating_of(j, count, p->move);
    const struct think_rating *missed = rating_of(j, count, p->missed);
    if (!move || !missed)
        return STATUS_OK;
    p->value = move->value;
    p->missed_value = missed->value;
    p->missed_worse = missed->bound == THINK_UPPER_BOUND;
    *good = move->bound != THINK_UPPER_BOUND && best.value - move->value <= j->rule.within &&
            move->value - missed->value >= j->rule.better;
    return STATUS_OK;
}

enum status puzzle_judge_try(struct puzzle_judge *j, struct puzzle *p, bool *good, struct err *err)
{
    *good = false;
    see_people(j, p);
    if (p->missed == p->move || p->p[NATURAL_PRO] < j->rule.likelier * p->p[j->rule.class])
        return STATUS_OK;
    return search(j, p, good, err);
}
