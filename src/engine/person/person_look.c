/* person_look.c: what a person sees of a position: the network's likelihoods, and a small search;
 * see person.h. */
#include "base/alloc.h"
#include "engine/natural/style.h"
#include "engine/person/person.h"

struct person_mind {
    const struct people_network *network; /* borrowed, or own */
    struct people_network *own;
    struct people_scratch *scratch;
    struct people_answer answer; /* too large for a stack */
};

enum status person_mind_open(struct person_mind **out, const struct people_network *network,
                             struct err *err)
{
    struct person_mind *m = mem_calloc(1, sizeof *m);
    enum status status = STATUS_OK;
    *out = NULL;
    if (!m)
        return err_nomem(err);
    if (!network)
        status = people_network_open(&m->own, NULL, err);
    m->network = network ? network : m->own;
    if (status == STATUS_OK)
        status = people_scratch_open(&m->scratch, m->network, false, err);
    if (status == STATUS_OK)
        *out = m;
    else
        person_mind_close(m);
    return status;
}

void person_mind_close(struct person_mind *m)
{
    if (!m)
        return;
    people_scratch_close(m->scratch);
    people_network_close(m->own);
    mem_free(m);
}

/* --- Without a search ------------------------------------------------------------------------- */

void person_look_likely(struct person_mind *m, enum natural_class class,
                        const struct person_question *q, struct person_view *out)
{
    const struct people_position position = {q->search->pos, q->past, (int)class};
    people_infer(m->network, m->scratch, &position, &m->answer, 1);
    *out = (struct person_view){.count = m->answer.count, .win = (double)m->answer.win};
    for (int i = 0; i < out->count; i++)
        out->moves[i] =
            (struct person_move){.move = m->answer.moves[i].move, .likely = m->answer.moves[i].p};
}

/* --- With a search ---------------------------------------------------------------------------- */

/* Moves that are compared with the best: as in style_rate.c, less of them, for nodes are few. */
#define LEAST_SEEN 0.002F
enum { MOST_SEEN = 24, MARGIN = 1500 };

static int list_likely(const struct person_view *v, shogi_move *out)
{
    bool listed[SHOGI_MAX_MOVES] = {false};
    int n = 0;
    while (n < MOST_SEEN) {
        int best = -1;
        for (int i = 0; i < v->count; i++)
            if (!listed[i] && v->moves[i].likely >= LEAST_SEEN &&
                (best < 0 || v->moves[i].likely > v->moves[best].likely))
                best = i;
        if (best < 0)
            break;
        listed[best] = true;
        out[n++] = v->moves[best].move;
    }
    return n;
}

static int place_of(const struct person_view *v, shogi_move move)
{
    for (int i = 0; i < v->count; i++)
        if (v->moves[i].move == move)
            return i;
    return 0;
}

/* Whether it is mate, and whether mate is allowed: no search is needed to see that. */
static void look_at_mates(const struct shogi_pos *pos, struct person_move *m)
{
    struct shogi_pos next = *pos;
    struct shogi_undo undo;
    shogi_play(&next, m->move, &undo);
    m->mates_now = shogi_has_no_move(&next);
    m->allows_mate = !m->mates_now && shogi_mate_in_one(&next) != 0;
}

/* Lines of an older round count for at most as good as those above, as in style_values(). */
static void take_lines(struct person_view *v, const struct style_line *lines, int n)
{
    int least = n ? lines[0].value : 0;
    double best = person_worth(least);
    for (int k = 0; k < n; k++) {
        struct person_move *m = &v->moves[place_of(v, lines[k].move)];
        least = lines[k].value < least ? lines[k].value : least;
        m->seen = true;
        m->loss = (float)(best - person_worth(least));
    }
}

/* Where there is a mate there often are several, and people play another one than the search does:
 * which moves mate is what counts, and what the others lose does not. */
static enum status look_for_mates(struct thinker *t, const struct think_request *search,
                                  struct person_view *v, struct err *err)
{
    struct style_line lines[SHOGI_MAX_MOVES];
    struct think_result answer;
    int count;
    enum status status = style_search_all(t, search, &answer, lines, &count, err);
    if (status != STATUS_OK)
        return status;
    for (int k = 0; k < count; k++)
        if (lines[k].value >= THINK_MATE_BOUND)
            v->moves[place_of(v, lines[k].move)].mates = true;
    v->nodes += answer.nodes;
    return STATUS_OK;
}

enum status person_look_deep(struct thinker *t, uint64_t nodes, const struct person_question *q,
                             struct person_view *out, struct err *err)
{
    shogi_move moves[MOST_SEEN + 1];
    struct style_line lines[SHOGI_MAX_MOVES];
    struct think_result answer = {0};
    struct think_request search = *q->search;
    int n = list_likely(out, moves), count;
    search.limits.nodes =
        search.limits.nodes && search.limits.nodes < nodes ? search.limits.nodes : nodes;
    search.limits.depth = 0;
    search.limits.lines = 1;
    enum status status =
        style_rate_moves(t, &search, moves, n, MARGIN, &answer, lines, &count, err);
    if (status != STATUS_OK)
        return status;
    out->best = place_of(out, answer.best);
    out->value = answer.value;
    out->nodes = answer.nodes;
    out->depth = answer.depth;
    out->moves[out->best].best = true;
    /* where a mate was seen, nothing is known of what other moves lose */
    bool mates = answer.value >= THINK_MATE_BOUND;
    bool settled = mates || answer.value <= -THINK_MATE_BOUND;
    take_lines(out, lines, count);
    for (int i = 0; i < out->count; i++) {
        look_at_mates(q->search->pos, &out->moves[i]);
        out->moves[i].seen |= settled;
    }
    out->moves[out->best].mates = mates;
    return mates ? look_for_mates(t, &search, out, err) : STATUS_OK;
}

/* --- With little time -------------------------------------------------------------------------- */

static bool is_over(const struct think_control *c)
{
    uint32_t hard = c ? atomic_load(&c->hard_ms) : 0;
    return c && (atomic_load(&c->stop) || (hard && think_control_ms(c) >= hard));
}

/* All moves as if they were as good: how likely they are is left, and mates in one. */
static void look_without_search(const struct person_kind *who, const struct shogi_pos *pos,
                                struct person_view *v)
{
    for (int i = 0; i < v->count; i++) {
        v->moves[i].seen = true;
        look_at_mates(pos, &v->moves[i]);
    }
    person_weigh(who, v);
}

static shogi_move draw(const struct person_kind *who, const struct person_question *q,
                       const struct person_view *v)
{
    struct person_choice choice;
    person_decide(who, q, v, &choice);
    return v->moves[choice.place].move;
}

shogi_move person_draft(const struct person_kind *who, const struct natural *model,
                        const struct person_question *q)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    struct person_view v;
    const struct natural_input input = {
        .pos = q->search->pos, .past = q->past, .class = who->class, .ply = q->ply};
    v.count = natural_infer(model, &input, moves);
    v.value = 0;
    for (int i = 0; i < v.count; i++)
        v.moves[i] =
            (struct person_move){.move = moves[i].move, .likely = moves[i].p, .seen = true};
    person_weigh(who, &v);
    return draw(who, q, &v);
}

enum status person_look(struct person_mind *m, const struct person_kind *who, struct thinker *t,
                        const struct person_question *q, struct person_view *out, struct err *err)
{
    person_look_likely(m, who->class, q, out);
    bool over = is_over(q->search->control);
    if (over || q->draft)
        look_without_search(who, q->search->pos, out);
    if (q->draft)
        q->draft(q->ctx, draw(who, q, out));
    if (over)
        return STATUS_OK;
    for (int i = 0; i < out->count; i++)
        out->moves[i].seen = false;
    enum status status = person_look_deep(t, who->nodes, q, out, err);
    if (status == STATUS_OK)
        person_weigh(who, out);
    return status;
}
