/* nf.c: normalised frequency, after Nakawatase as Nakamura (2002) uses it.
 *
 *     nf(x) = (f(x) - 1) * alpha(|x|)        alpha(n) = beta(1) + … + beta(n)
 *
 * f is how often a substring occurs, beta(i) how many different ones of i symbols there are.  Long
 * ones are of more kinds and so each is rarer: alpha makes up for that.  (The paper's formula has
 * beta(n) under the sum, which would be n * beta(n); the text speaks of the counts of all lengths.)
 *
 * All substrings of a node occur equally often, the longest of them score best. */
#include "base/alloc.h"
#include "text/mine/scorers.h"

struct nf_ranking {
    const struct scorer_options *opt;
    const double *alpha; /* by length */
    struct sequences *out;
};

static enum status rank_node(void *ctx, const struct substring_node *node, struct err *err)
{
    const struct nf_ranking *r = ctx;
    uint32_t shortest = node->shortest > r->opt->min_length ? node->shortest : r->opt->min_length;
    enum status status = STATUS_OK;
    for (uint32_t length = node->longest; length >= shortest && status == STATUS_OK; length--) {
        struct sequence s = {.score = (node->to - node->from - 1) * r->alpha[length],
                             .from = node->from,
                             .to = node->to,
                             .length = length};
        if (sequences_too_low(r->out, r->opt->top, s.score))
            break;
        status = sequences_offer(r->out, r->opt->top, &s, err);
    }
    return status;
}

static enum status run(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err)
{
    struct substring_lengths lengths;
    enum status status = substring_count_lengths(x, &lengths, err);
    if (status != STATUS_OK)
        return status;
    double *alpha = mem_calloc((size_t)lengths.longest + 1, sizeof *alpha);
    for (uint32_t i = 1; alpha && i <= lengths.longest; i++)
        alpha[i] = alpha[i - 1] + (double)lengths.all[i - 1];
    struct nf_ranking ranking = {.opt = opt, .alpha = alpha, .out = out};
    status =
        alpha ? substring_walk(x, SUBSTRINGS_REPEATED, rank_node, &ranking, err) : err_nomem(err);
    mem_free(alpha);
    substring_lengths_release(&lengths);
    if (status == STATUS_OK)
        sequences_finish(out);
    else
        sequences_release(out);
    return status;
}

const struct scorer nf_scorer = {
    .name = "nf",
    .title = {"normalised frequency", "正規化頻度法"},
    .run = run,
};
