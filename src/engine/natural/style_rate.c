/* style_rate.c: what a search says of many moves; see style.h. */
#include "engine/natural/style_internal.h"

/* How much of time and nodes goes to the plain search, in per cent. */
enum { PLAIN_SHARE = 60 };

/* --- After a search --------------------------------------------------------------------------- */

static int16_t narrow(int value)
{
    return (int16_t)(value > THINK_MATE ? THINK_MATE : value < -THINK_MATE ? -THINK_MATE : value);
}

static int place_of_move(const struct natural_move *legal, int count, shogi_move m)
{
    for (int i = 0; i < count; i++)
        if (legal[i].move == m)
            return i;
    return -1;
}

void style_values(const struct style_line *lines, int n, const struct natural_move *legal,
                  int count, int16_t *values)
{
    int most = n > 0 ? lines[0].value : 0;
    for (int i = 0; i < count; i++)
        values[i] = NATURAL_NO_VALUE;
    for (int k = 0; k < n; k++) {
        int i = place_of_move(legal, count, lines[k].move);
        if (i < 0 || values[i] != NATURAL_NO_VALUE)
            continue;
        most = lines[k].value < most ? lines[k].value : most;
        values[i] = narrow(most);
        if (k == 0)
            most--; /* no other move is as good as the search's own */
    }
}

/* --- Which moves are worth looking at --------------------------------------------------------- */

/* Moves that people play less often than this, by the model, are not looked at, and no more than so
 * many.  1,000 positions of games held out, 50,000 nodes: people's move is among the 12 likeliest
 * above 0.2 % in 88 of 100 cases, and among these in 96; as the windows of think_rate() are narrow,
 * that costs half a ply, and ln p rises from -1.94 to -1.90. */
#define LEAST_LIKELY 0.0003F
enum { MOST_LIKELY = 40 };

float style_least_likely(const struct natural_move *moves, int count)
{
    float most[MOST_LIKELY] = {0};
    for (int i = 0; i < count; i++) {
        int k = MOST_LIKELY - 1;
        if (moves[i].p <= most[k])
            continue;
        for (; k > 0 && most[k - 1] < moves[i].p; k--)
            most[k] = most[k - 1];
        most[k] = moves[i].p;
    }
    return most[MOST_LIKELY - 1] > LEAST_LIKELY ? most[MOST_LIKELY - 1] : LEAST_LIKELY;
}

static bool is_requested(const struct think_request *q, shogi_move m)
{
    for (unsigned i = 0; i < q->only_count; i++)
        if (q->only[i] == m)
            return true;
    return q->only_count == 0;
}

/* Moves that may be chosen though they are not the best: likely ones, and with points alone those
 * that get some. */
static int list_worthwhile(const struct style *s, const struct think_request *q,
                           const struct style_position *at, shogi_move *out)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    struct flow_reason reason;
    int count = style_infer_moves(s, at, moves), n = 0;
    float least = style_least_likely(moves, count);
    for (int i = 0; i < count; i++) {
        bool wanted = s->settings.natural > 0 && moves[i].p >= least;
        if (!wanted) {
            style_score_flow(s, at, moves[i].move, &reason);
            wanted = reason.points > 0;
        }
        if (wanted && is_requested(q, moves[i].move))
            out[n++] = moves[i].move;
    }
    return n;
}

int style_list(const struct style *s, const struct style_position *at, shogi_move *out)
{
    const struct think_request all = {.pos = at->pos};
    return list_worthwhile(s, &all, at, out);
}

/* --- With our own search ---------------------------------------------------------------------- */

static int lines_of(const struct think_rating *rated, int n, struct style_line *lines)
{
    for (int i = 0; i < n; i++)
        lines[i] = (struct style_line){.move = rated[i].move,
                                       .reply = rated[i].reply,
                                       .value = rated[i].value,
                                       .depth = rated[i].depth,
                                       .at_most = rated[i].bound == THINK_UPPER_BOUND};
    return n;
}

/* All that is known after a plain search. */
static int line_of_best(const struct think_result *a, struct style_line *lines)
{
    lines[0] = (struct style_line){
        .move = a->best, .reply = a->ponder, .value = a->value, .depth = a->depth};
    return a->best ? 1 : 0;
}

static bool is_settled(const struct think_result *a)
{
    return !a->best || a->value >= THINK_MATE_BOUND || a->value <= -THINK_MATE_BOUND;
}

/* The rest of what q allows, for the moves and the best; the times count from q's beginning. */
static struct think_request rest_of(const struct think_request *q, const struct think_result *a,
                                    shogi_move *moves, int n)
{
    struct think_request rest = *q;
    bool listed = false;
    for (int i = 0; i < n; i++)
        listed |= moves[i] == a->best;
    if (!listed)
        moves[n++] = a->best;
    rest.only = moves;
    rest.only_count = (unsigned)n;
    rest.report = NULL;
    if (q->limits.nodes)
        rest.limits.nodes = q->limits.nodes > a->nodes ? q->limits.nodes - a->nodes : 1;
    return rest;
}

enum status style_rate_moves(struct thinker *t, const struct think_request *q, shogi_move *moves,
                             int n, int margin, struct think_result *answer,
                             struct style_line *lines, int *count, struct err *err)
{
    struct think_rating rated[SHOGI_MAX_MOVES];
    struct think_control own;
    struct think_request first = *q;
    uint64_t nodes;
    *count = 0;
    if (!q->control) {
        think_control_begin(&own, &q->limits);
        first.control = &own;
    }
    first.limits.nodes = q->limits.nodes * PLAIN_SHARE / 100;
    atomic_store(&first.control->share, PLAIN_SHARE);
    enum status status = think(t, &first, answer, err);
    atomic_store(&first.control->share, 0);
    if (status != STATUS_OK)
        return status;
    *count = line_of_best(answer, lines);
    if (is_settled(answer))
        return STATUS_OK;
    first.limits.nodes = q->limits.nodes;
    const struct think_request rest = rest_of(&first, answer, moves, n);
    n = think_rate(t, &rest, answer, margin, rated, &nodes);
    if (n > 0) /* the best is always among them */
        *count = lines_of(rated, n, lines);
    answer->nodes += nodes;
    answer->ms = think_control_ms(first.control);
    return STATUS_OK;
}

enum status style_rate(const struct style *s, struct thinker *t, const struct think_request *q,
                       const struct style_position *at, struct think_result *answer,
                       struct style_line *lines, int *count, struct err *err)
{
    shogi_move moves[SHOGI_MAX_MOVES + 1];
    int n = s ? list_worthwhile(s, q, at, moves) : 0;
    *count = 0;
    if (n > 0 && shogi_count_few_moves(q->pos, 2) > 1)
        return style_rate_moves(t, q, moves, n, (int)s->settings.margin, answer, lines, count, err);
    enum status status = think(t, q, answer, err);
    *count = status == STATUS_OK ? line_of_best(answer, lines) : 0;
    return status;
}
