/* pause.c: sequences after which people played elsewhere.
 *
 * Whoever leaves a place says that what was played there is complete, for now.  This is the
 * strongest sign of a unit there is.  It needs an encoding that says where play pauses, and writes
 * all that is to be counted as whole sentences (notes.h); the others find nothing here.
 *
 *     score(x) = P (1 - 1 / 2n) + 0.15 log(1 + sqrt(n B))
 *
 *     n   sentences that are x
 *     N   the same, each by its trust
 *     P   the same, each by its trust and by how far play paused after it
 *     B   N without that of the most usual continuation of x by one symbol
 *
 * The first term counts pauses, and twice as much what more than one game has than what was there
 * once.  The second one puts in order what nobody ever left, but many reached: of the beginnings of
 * one sequence those where the ways part.  It is small: among what people do leave it decides
 * little.
 *
 * Sentences in order stand so that each is followed by those that begin with it: one pass, with a
 * stack of those that the sentence at hand begins with, sees all. */
#include <math.h>

#include "base/alloc.h"
#include "text/mine/notes.h"
#include "text/mine/scorers.h"

struct pause_node {
    uint32_t from, to, length;
    double all, paused;   /* N, P */
    double most_followed; /* N of the most usual continuation */
};

struct pause_ranking {
    const struct substring_index *x;
    const struct scorer_options *opt;
    struct sequences *out;
    struct pause_node *open; /* each begins with the one before it */
    size_t depth, cap;
};

static double score(const struct pause_node *n)
{
    double count = n->to - n->from;
    double branching = n->all > n->most_followed ? n->all - n->most_followed : 0;
    return n->paused * (1 - 0.5 / count) + 0.15 * log1p(sqrt(count * branching));
}

/* Nothing that begins with the last node comes any more. */
static enum status close_node(struct pause_ranking *r, struct err *err)
{
    const struct pause_node *n = &r->open[--r->depth];
    if (r->depth && r->open[r->depth - 1].length + 1 == n->length)
        r->open[r->depth - 1].most_followed = fmax(r->open[r->depth - 1].most_followed, n->all);
    struct sequence s = {.score = score(n), .from = n->from, .to = n->to, .length = n->length};
    if (n->length < r->opt->min_length || s.score <= 0)
        return STATUS_OK;
    return sequences_offer(r->out, r->opt->top, &s, err);
}

static enum status close_longer(struct pause_ranking *r, uint32_t length, struct err *err)
{
    enum status status = STATUS_OK;
    while (r->depth && r->open[r->depth - 1].length > length && status == STATUS_OK)
        status = close_node(r, err);
    return status;
}

/* The sentence at order[i] shares `common` symbols with the one before it. */
static enum status add_sentence(struct pause_ranking *r, uint32_t i, uint32_t common,
                                struct err *err)
{
    const struct corpus *c = r->x->corpus;
    uint32_t length = 0;
    while (c->text[r->x->order[i] + length] != CORPUS_BREAK)
        length++;
    uint32_t note = c->note[r->x->order[i] + length - 1];
    enum status status = close_longer(r, common, err);
    if (status != STATUS_OK || !note)
        return status;
    if (!r->depth || r->open[r->depth - 1].length != length) {
        struct pause_node *grown = mem_grow(r->open, r->depth, &r->cap, SIZE_MAX, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->open = grown;
        r->open[r->depth++] = (struct pause_node){.from = i, .length = length};
    }
    struct pause_node *n = &r->open[r->depth - 1];
    n->to = i + 1;
    n->all += note_trust(note);
    n->paused += note_trust(note) * note_pause(note);
    return STATUS_OK;
}

static enum status rank_all(struct pause_ranking *r, struct err *err)
{
    const struct corpus *c = r->x->corpus;
    uint32_t common = 0;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < r->x->count && status == STATUS_OK; i++) {
        uint32_t at = r->x->order[i];
        common = r->x->lcp[i] < common ? r->x->lcp[i] : common;
        if (at == 0 || c->text[at] == CORPUS_BREAK || c->text[at - 1] != CORPUS_BREAK)
            continue;
        status = add_sentence(r, i, common, err);
        common = UINT32_MAX;
    }
    return status == STATUS_OK ? close_longer(r, 0, err) : status;
}

static enum status run(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err)
{
    struct pause_ranking ranking = {.x = x, .opt = opt, .out = out};
    enum status status = rank_all(&ranking, err);
    mem_free(ranking.open);
    if (status == STATUS_OK)
        sequences_finish(out);
    else
        sequences_release(out);
    return status;
}

const struct scorer pause_scorer = {
    .name = "pause",
    .title = {"number of tenuki", "手抜きの回数"},
    .needs_pauses = true,
    .run = run,
};
