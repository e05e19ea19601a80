/* style.c: see style.h. */
#include "engine/style.h"

#include <string.h>

#include "base/alloc.h"

/* How much of time and nodes goes to the plain search, in per cent. */
enum { PLAIN_SHARE = 60 };

struct style {
    struct style_settings settings; /* numbers only */
    bool has_flow;
    struct flow_table flow;
    struct natural *model;
};

/* --- Opening and closing -----------------------------------------------------------------------
 */

static enum status open_flow(struct style *s, const char *path, struct err *err)
{
    enum status st = flow_load(&s->flow, path, err);
    s->has_flow = st == STATUS_OK;
    return st;
}

enum status style_open(struct style **out, const struct style_settings *settings, struct err *err)
{
    *out = NULL;
    if (!style_wanted(settings))
        return STATUS_OK;
    struct style *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->settings = *settings;
    s->settings.flow_file = s->settings.model_file = NULL;
    enum status st = natural_open(&s->model, settings->model_file, err);
    if (st == STATUS_OK && settings->flow_file && settings->flow_weight > 0)
        st = open_flow(s, settings->flow_file, err);
    if (st == STATUS_OK)
        *out = s;
    else
        style_close(s);
    return st;
}

void style_close(struct style *s)
{
    if (!s)
        return;
    if (s->has_flow)
        flow_release(&s->flow);
    natural_close(s->model);
    mem_free(s);
}

/* --- Choosing ----------------------------------------------------------------------------------
 */

/* All legal moves, in the order of shogi_legal_moves(). */
struct candidates {
    int count;
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    const struct style_line *lines[SHOGI_MAX_MOVES]; /* NULL: the search said nothing */
};

/* Those of them that may be played. */
struct allowed {
    int count;
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES], sums[SHOGI_MAX_MOVES];
    struct flow_reason reasons[SHOGI_MAX_MOVES];
    int places[SHOGI_MAX_MOVES]; /* among the candidates */
};

struct choosing {
    struct candidates all;
    struct allowed allowed;
};

static int16_t narrow(double value)
{
    return (int16_t)(value > THINK_MATE ? THINK_MATE : value < -THINK_MATE ? -THINK_MATE : value);
}

static int place_of_move(const struct candidates *c, shogi_move m)
{
    for (int i = 0; i < c->count; i++)
        if (c->moves[i].move == m)
            return i;
    return -1;
}

static void list_candidates(struct candidates *c, const struct style *s,
                            const struct style_position *at, const struct style_line *lines, int n)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    c->count = shogi_legal_moves(at->pos, legal);
    for (int i = 0; i < c->count; i++) {
        c->moves[i].move = legal[i];
        c->values[i] = NATURAL_NO_VALUE;
        c->lines[i] = NULL;
    }
    int most = lines[0].value;
    for (int k = 0; k < n; k++) {
        int i = place_of_move(c, lines[k].move);
        if (i < 0 || c->lines[i])
            continue;
        most = lines[k].value < most ? lines[k].value : most;
        c->values[i] = narrow(most);
        c->lines[i] = &lines[k];
    }
    const struct natural_question q = {.pos = at->pos,
                                       .past = at->past,
                                       .class = (enum natural_class)s->settings.class,
                                       .ply = at->ply,
                                       .values = c->values};
    c->count = natural_judge(s->model, &q, c->moves);
}

int style_judge(const struct style *s, const struct style_position *at,
                const struct style_line *lines, int n, struct natural_move *out)
{
    struct candidates *c = mem_alloc(sizeof *c);
    if (!c)
        return -1;
    list_candidates(c, s, at, lines, n);
    int count = c->count;
    memcpy(out, c->moves, (size_t)count * sizeof *out);
    mem_free(c);
    return count;
}

static bool is_allowed(const struct style *s, const struct candidates *c, int i, int best)
{
    if (s->settings.natural >= 100)
        return c->lines[i] != NULL;
    return c->lines[i] && !c->lines[i]->at_most && c->values[i] >= best - s->settings.margin &&
           c->values[i] > -THINK_MATE_BOUND;
}

/* Is there anything to get points for?  Openings were not mined. */
static bool has_points(const struct style *s, const struct style_position *at)
{
    return s->has_flow && at->ply + 1 >= s->flow.settings.from_ply;
}

static void judge_flow(const struct style *s, const struct style_position *at, shogi_move m,
                       struct flow_reason *out)
{
    flow_judge(&s->flow, &s->flow.points, (enum flow_side)s->settings.flow_style, at->past, at->pos,
               m, out);
}

static void list_allowed(struct choosing *ch, const struct style *s,
                         const struct style_position *at, int best)
{
    struct allowed *a = &ch->allowed;
    bool flows = has_points(s, at);
    a->count = 0;
    for (int i = 0; i < ch->all.count; i++) {
        int k = a->count;
        if (!is_allowed(s, &ch->all, i, best))
            continue;
        a->moves[k] = ch->all.moves[i];
        a->values[k] = ch->all.values[i];
        a->places[k] = i;
        a->reasons[k] = (struct flow_reason){0};
        if (flows)
            judge_flow(s, at, a->moves[k].move, &a->reasons[k]);
        a->sums[k] =
            narrow(a->values[k] + (double)s->settings.flow_weight / 100 * a->reasons[k].points);
        a->count++;
    }
}

static int choose_allowed(const struct style *s, const struct allowed *a)
{
    if (s->settings.natural > 0)
        return natural_choose(a->moves, a->sums, a->count, (int)s->settings.natural);
    return flow_choose(a->reasons, a->values, a->count, (double)s->settings.flow_weight / 100);
}

static int rank_of(const struct candidates *c, int place)
{
    int rank = 1;
    for (int i = 0; i < c->count; i++)
        rank += c->moves[i].p > c->moves[place].p;
    return rank;
}

static void describe(const struct candidates *c, struct style_choice *out)
{
    int place = place_of_move(c, out->move), plain = place_of_move(c, out->plain);
    out->of = c->count;
    if (place < 0 || plain < 0)
        return;
    out->p = (double)c->moves[place].p;
    out->plain_p = (double)c->moves[plain].p;
    out->rank = rank_of(c, place);
}

void style_choose(const struct style *s, const struct style_position *at,
                  const struct style_line *lines, int n, struct style_choice *out)
{
    *out = (struct style_choice){.move = lines[0].move,
                                 .reply = lines[0].reply,
                                 .value = lines[0].value,
                                 .plain = lines[0].move,
                                 .plain_value = lines[0].value};
    struct choosing *ch = mem_alloc(sizeof *ch);
    if (!ch) /* the plain move is an answer, too */
        return;
    list_candidates(&ch->all, s, at, lines, n);
    describe(&ch->all, out);
    out->free = ch->all.count > 1 && lines[0].value < THINK_MATE_BOUND &&
                lines[0].value > -THINK_MATE_BOUND;
    if (out->free) {
        list_allowed(ch, s, at, lines[0].value);
        int k = choose_allowed(s, &ch->allowed);
        const struct style_line *line =
            k >= 0 && k < ch->allowed.count ? ch->all.lines[ch->allowed.places[k]] : &lines[0];
        out->move = line->move;
        out->reply = line->reply;
        if (line != &lines[0])
            out->value = ch->allowed.values[k];
        if (k >= 0 && k < ch->allowed.count)
            out->reason = ch->allowed.reasons[k];
        describe(&ch->all, out);
    }
    mem_free(ch);
}

/* --- Which moves are worth looking at ----------------------------------------------------------
 */

/* Moves that people play less often than this, by the model, are not looked at; not tuned. */
#define LEAST_LIKELY 0.002F

static bool is_asked_for(const struct think_question *q, shogi_move m)
{
    for (unsigned i = 0; i < q->only_count; i++)
        if (q->only[i] == m)
            return true;
    return q->only_count == 0;
}

/* Moves that may be chosen though they are not the best: likely ones, and with points alone those
 * that get some. */
static int list_worthwhile(const struct style *s, const struct think_question *q,
                           const struct style_position *at, shogi_move *out)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    const struct natural_question plain = {.pos = at->pos,
                                           .past = at->past,
                                           .class = (enum natural_class)s->settings.class,
                                           .ply = at->ply};
    struct flow_reason reason;
    int count = natural_judge(s->model, &plain, moves), n = 0;
    for (int i = 0; i < count; i++) {
        bool wanted = s->settings.natural > 0 && moves[i].p >= LEAST_LIKELY;
        if (!wanted && has_points(s, at)) {
            judge_flow(s, at, moves[i].move, &reason);
            wanted = reason.points > 0;
        }
        if (wanted && is_asked_for(q, moves[i].move))
            out[n++] = moves[i].move;
    }
    return n;
}

/* --- With our own search -----------------------------------------------------------------------
 */

static int lines_of(const struct think_rating *rated, int n, struct style_line *lines)
{
    for (int i = 0; i < n; i++)
        lines[i] = (struct style_line){.move = rated[i].move,
                                       .reply = rated[i].reply,
                                       .value = rated[i].value,
                                       .at_most = rated[i].bound == THINK_AT_MOST};
    return n;
}

/* All that is known after a plain search. */
static int line_of_best(const struct think_answer *a, struct style_line *lines)
{
    lines[0] = (struct style_line){.move = a->best, .reply = a->ponder, .value = a->value};
    return a->best ? 1 : 0;
}

static bool is_settled(const struct think_answer *a)
{
    return !a->best || a->value >= THINK_MATE_BOUND || a->value <= -THINK_MATE_BOUND;
}

/* The rest of what q allows, for the moves and the best; the times count from q's beginning. */
static struct think_question rest_of(const struct think_question *q, const struct think_answer *a,
                                     shogi_move *moves, int n)
{
    struct think_question rest = *q;
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

enum status style_rate(const struct style *s, struct thinker *t, const struct think_question *q,
                       const struct style_position *at, struct think_answer *answer,
                       struct style_line *lines, int *count, struct err *err)
{
    shogi_move moves[SHOGI_MAX_MOVES + 1];
    struct think_rating rated[SHOGI_MAX_MOVES];
    struct think_control own;
    struct think_question first = *q;
    uint64_t nodes;
    int n = s ? list_worthwhile(s, q, at, moves) : 0;
    *count = 0;
    if (n == 0 || shogi_count_few_moves(q->pos, 2) < 2) {
        enum status st = think(t, q, answer, err);
        *count = st == STATUS_OK ? line_of_best(answer, lines) : 0;
        return st;
    }
    if (!q->control) {
        think_control_begin(&own, &q->limits);
        first.control = &own;
    }
    first.limits.nodes = q->limits.nodes * PLAIN_SHARE / 100;
    atomic_store(&first.control->share, PLAIN_SHARE);
    enum status st = think(t, &first, answer, err);
    atomic_store(&first.control->share, 0);
    if (st != STATUS_OK)
        return st;
    *count = line_of_best(answer, lines);
    if (is_settled(answer))
        return STATUS_OK;
    first.limits.nodes = q->limits.nodes;
    const struct think_question rest = rest_of(&first, answer, moves, n);
    n = think_rate(t, &rest, answer, (int)s->settings.margin, rated, &nodes);
    if (n > 0) /* the best is always among them */
        *count = lines_of(rated, n, lines);
    answer->nodes += nodes;
    answer->ms = think_control_ms(first.control);
    return STATUS_OK;
}

enum status style_think(const struct style *s, struct thinker *t, const struct think_question *q,
                        const struct style_position *at, struct think_answer *answer,
                        struct style_choice *choice, struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    struct style_choice aside;
    int n;
    choice = choice ? choice : &aside;
    *choice = (struct style_choice){0};
    enum status st = style_rate(s, t, q, at, answer, lines, &n, err);
    if (st != STATUS_OK || n < 2)
        return st;
    style_choose(s, at, lines, n, choice);
    answer->best = choice->move;
    answer->ponder = choice->reply;
    answer->value = choice->value;
    return STATUS_OK;
}

/* --- Explaining --------------------------------------------------------------------------------
 */

static const char *const FRAMES[FLOW_FRAMES][2] = {
    [FLOW_MOVED] = {"moved piece", "移動駒相対"},
    [FLOW_OWN_KING] = {"own king", "自玉相対"},
    [FLOW_ENEMY_KING] = {"enemy king", "相手玉相対"},
};

static void explain_rows(const struct flow_reason *r, bool ja, struct buf *out)
{
    for (int f = 0; f < FLOW_FRAMES; f++) {
        const struct flow_row *row = r->row[f];
        if (!row)
            continue;
        buf_printf(out, ja ? "、%s " : ", %s ", FRAMES[f][ja]);
        flow_key_text(row->class, row->key, out);
        buf_printf(out, ja ? "（人 %lu 回、プログラム %lu 回）" : " (people %lu, programs %lu)",
                   (unsigned long)row->count[FLOW_HUMAN], (unsigned long)row->count[FLOW_COMPUTER]);
    }
    if (r->again)
        buf_add_str(out, ja ? "、同じ駒を続けて" : ", same piece again");
    if (r->points)
        buf_printf(out, ja ? "、%+d 点" : ", %+d points", r->points);
}

static void explain_plain(const struct style_choice *c, bool ja, struct buf *out)
{
    if (c->move == c->plain) {
        buf_add_str(out, ja ? "。通常の最善手と同じ" : "; the plain engine's move too");
        return;
    }
    buf_add_str(out, ja ? "。通常は " : "; plain engine ");
    shogi_usi_print(c->plain, out);
    buf_printf(out,
               ja ? "（評価値 %d、差 %d、確率 %.1f%%）" : " (value %d, %d more, likely %.1f%%)",
               c->plain_value, c->plain_value - c->value, 100 * c->plain_p);
}

void style_explain(const struct style *s, const struct style_choice *c, struct buf *out)
{
    bool ja = s->settings.language == STYLE_JAPANESE;
    if (s->settings.language == STYLE_SILENT || !c->free)
        return;
    shogi_usi_print(c->move, out);
    buf_printf(out,
               ja ? ": 評価値 %d、人が指す確率 %.1f%%（%s、%d 手中 %d 位）"
                  : ": value %d, likely %.1f%% (%s, of %d moves number %d)",
               c->value, 100 * c->p, natural_class_names[s->settings.class], c->of, c->rank);
    explain_rows(&c->reason, ja, out);
    explain_plain(c, ja, out);
}
