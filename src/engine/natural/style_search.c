/* style_search.c: our own search for the best sum; see style.h.
 *
 * What a move has to show for itself beside its value is known before the search (style_favour()),
 * so that the search itself can look for the best sum: engine_search.h calls it a favour.  That costs no
 * nodes.  To compare the moves after a plain search does: at 5,000 nodes a move, with six tenths
 * for the plain search and the rest for comparing, it lost 135 Elo (95 %: 84 to 187; 240 games)
 * with points of next to nothing, and six tenths of the nodes alone 170 (121 to 219).
 *
 * That is nevertheless the paper's rule, and there for those who want to see it (STYLE_RULE_PAPER):
 * one search gives every move a value, and when it is finished what moves have to show for
 * themselves is added.
 *
 * The first rounds are plain, so that it can be told what the plain engine would have played. */
#include <math.h>

#include "engine/natural/style_internal.h"

/* How much of time and nodes the plain rounds have, in per cent. */
enum { PLAIN_SHARE = 30 };

static int list_favours(const struct style *s, const struct style_position *at,
                        struct think_favour *out)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    double sums[SHOGI_MAX_MOVES], most = -INFINITY;
    int n = style_favour(s, at, moves, sums);
    for (int i = 0; i < n; i++)
        most = fmax(most, sums[i]);
    for (int i = 0; i < n; i++) {
        double behind = fmin(most - sums[i], (double)s->settings.margin);
        out[i] = (struct think_favour){moves[i].move, -(int)lround(behind)};
    }
    return n;
}

static bool differ(const struct think_favour *favours, int n)
{
    for (int i = 1; i < n; i++)
        if (favours[i].by != favours[0].by)
            return true;
    return false;
}

/* --- The paper's rule ------------------------------------------------------------------------- */

struct all_lines {
    struct style_line *lines;
    int count;
    const struct think_request *q; /* who listens besides */
};

/* Who listens gets as many lines as it wanted. */
static void pass_on(const struct think_request *q, const struct think_report *r)
{
    unsigned wanted = q->limits.lines ? q->limits.lines : 1;
    struct think_report one = *r;
    one.last = r->last || r->number == wanted;
    if (q->report && r->number <= wanted)
        q->report(q->ctx, &one);
}

/* Lines come sorted, those of an older iteration last and worth no more than the ones above. */
static void keep_line(void *ctx, const struct think_report *r)
{
    struct all_lines *all = ctx;
    const struct think_line *line = r->line;
    pass_on(all->q, r);
    if (r->number > SHOGI_MAX_MOVES || !line->length)
        return;
    all->lines[r->number - 1] =
        (struct style_line){.move = line->moves[0],
                            .reply = (shogi_move)(line->length > 1 ? line->moves[1] : 0),
                            .value = line->value,
                            .depth = line->depth,
                            .at_most = line->bound == THINK_UPPER_BOUND};
    all->count = (int)r->number; /* of this block: a new one begins with 1 */
}

enum status style_search_all(struct thinker *t, const struct think_request *q,
                             struct think_result *answer, struct style_line *lines, int *count,
                             struct err *err)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    struct all_lines all = {.lines = lines, .q = q};
    struct think_request every = *q;
    every.limits.lines = (unsigned)shogi_legal_moves(q->pos, legal);
    every.report = keep_line;
    every.ctx = &all;
    *count = 0;
    enum status status = think(t, &every, answer, err);
    if (status != STATUS_OK || !answer->best)
        return status;
    /* stopped before anything was reported */
    if (!all.count || lines[0].move != answer->best) {
        lines[0] = (struct style_line){.move = answer->best,
                                       .reply = answer->ponder,
                                       .value = answer->value,
                                       .depth = answer->depth};
        all.count = 1;
    }
    *count = all.count;
    return STATUS_OK;
}

/* The plain move is the best of the finished search. */
static enum status add_after_search(const struct style *s, struct thinker *t,
                                    const struct think_request *q, const struct style_position *at,
                                    struct think_result *answer, struct style_choice *choice,
                                    struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    struct style_choice own;
    int n = 0;
    enum status status = style_search_all(t, q, answer, lines, &n, err);
    if (status != STATUS_OK || n == 0)
        return status;
    style_choose(s, at, lines, n, &own);
    answer->plain = own.plain;
    answer->plain_value = own.plain_value;
    answer->plain_depth = answer->depth;
    answer->best = own.move;
    answer->ponder = own.reply;
    answer->value = own.value;
    if (choice)
        *choice = own;
    return STATUS_OK;
}

enum status style_search(const struct style *s, struct thinker *t, const struct think_request *q,
                         const struct style_position *at, struct think_result *answer,
                         struct style_choice *choice, struct err *err)
{
    struct think_favour favours[SHOGI_MAX_MOVES];
    struct think_request favouring = *q;
    if (choice)
        *choice = (struct style_choice){0};
    int n = s ? list_favours(s, at, favours) : 0;
    if (s && s->settings.flow_rule == STYLE_RULE_PAPER && differ(favours, n))
        return add_after_search(s, t, q, at, answer, choice, err);
    if (differ(favours, n)) {
        favouring.favours = favours;
        favouring.favour_count = (unsigned)n;
        favouring.plain_share = PLAIN_SHARE;
    }
    enum status status = think(t, &favouring, answer, err);
    if (status != STATUS_OK || !s || !choice || !answer->best)
        return status;
    *choice =
        (struct style_choice){.move = answer->best,
                              .reply = answer->ponder,
                              .value = answer->value,
                              .plain = answer->plain ? answer->plain : answer->best,
                              .plain_value = answer->plain ? answer->plain_value : answer->value,
                              .plain_depth = answer->plain_depth};
    style_describe(s, at, choice);
    return status;
}
