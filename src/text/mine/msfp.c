/* msfp.c: multiple substring frequency profiles, after Nakamura (2002).
 *
 * For the symbols from place i to place j of the text (j excluded) and a window of w symbols
 *
 *     S_w = L_w(i) * R_w(j) * f        L_w(i) = 1 - f(w symbols from i - 1) / f(w symbols from i)
 *                                      R_w(j) = 1 - f(w symbols to j + 1)   / f(w symbols to j)
 *
 * how steeply the profile rises where the sequence begins, how steeply it falls where it ends, and
 * how often the whole occurs; the score is the mean over some windows.  L and R depend on what
 * stands beside an occurrence, which the paper passes over.  Decided here:
 *
 *   - a factor below 0 counts as 0 (two of them would make a good score of two bad ones);
 *   - windows that reach over a break occur 0 times, so that a sentence's ends are steep;
 *   - a sequence is at least as long as the longest window: the windows that tell of its ends lie
 *     inside it, as with the paper's 4 and 5 for five moves or more;
 *   - a sequence has the mean of its occurrences' products (or, as an option, the product of the
 *     means of both factors).
 *
 * The mean of products times f is just their sum over occurrences, and that is found for all
 * substrings without listing them.  Those of a node that are shorter than its longest are followed
 * by the same symbols everywhere: R is one number, and the sum is R times the sum of L, which every
 * node adds up from its children.  The longest is followed by one symbol in each child: the sum
 * goes over children.  So the cost is that of walking over the nodes, and of those shorter
 * substrings that could still come among the best, which the sum of L tells. */
#include "base/alloc.h"
#include "text/mine/scorers.h"

static const uint32_t USUAL_WINDOWS[] = {4, 5};

/* A node that was visited and whose parent was not; its sums of L stand at the same place of
 * ranking.sums, one for each window. */
struct msfp_closed {
    uint32_t from, to;
};

struct msfp_ranking {
    const struct substring_index *x;
    const struct scorer_options *opt;
    struct sequences *out;
    uint32_t windows[SCORER_WINDOWS], count;
    uint32_t min_length; /* no window is longer */
    uint32_t *profiles;  /* by place in the text, then by window */
    struct msfp_closed *nodes;
    double *sums;
    size_t node_count, node_cap, sum_cap;
};

/* Sums over the occurrences of a node. */
struct msfp_totals {
    double left[SCORER_WINDOWS], right[SCORER_WINDOWS], product[SCORER_WINDOWS];
};

static double steepness(const struct msfp_ranking *r, uint32_t inside, uint32_t beyond)
{
    double factor = 1 - (double)beyond / inside;
    return factor < 0 && !r->opt->unclamped ? 0 : factor;
}

/* L of an occurrence that begins at a place; never 0, where a break stands. */
static double left_factor(const struct msfp_ranking *r, uint32_t at, uint32_t k)
{
    const uint32_t *profile = r->profiles + (size_t)at * r->count + k;
    return steepness(r, *profile, *(profile - r->count));
}

/* R of one that ends before a place. */
static double right_factor(const struct msfp_ranking *r, uint32_t at, uint32_t k)
{
    const uint32_t *profile = r->profiles + (size_t)(at - r->windows[k]) * r->count + k;
    return steepness(r, *profile, *(profile + r->count));
}

static void add_singles(const struct msfp_ranking *r, const struct substring_node *node,
                        uint32_t from, uint32_t to, struct msfp_totals *t)
{
    for (uint32_t i = from; i < to; i++) {
        uint32_t at = r->x->order[i];
        for (uint32_t k = 0; k < r->count; k++) {
            double left = left_factor(r, at, k);
            double right = right_factor(r, at + node->longest, k);
            t->left[k] += left;
            t->right[k] += right;
            t->product[k] += left * right;
        }
    }
}

/* Children of a node, and the suffixes between them. */
static void add_children(const struct msfp_ranking *r, const struct substring_node *node,
                         size_t first, struct msfp_totals *t)
{
    uint32_t done = node->from;
    for (size_t i = first; i < r->node_count; i++) {
        const struct msfp_closed *child = &r->nodes[i];
        uint32_t end = r->x->order[child->from] + node->longest;
        add_singles(r, node, done, child->from, t);
        for (uint32_t k = 0; k < r->count; k++) {
            double left = r->sums[i * r->count + k], right = right_factor(r, end, k);
            t->left[k] += left;
            t->right[k] += right * (child->to - child->from);
            t->product[k] += left * right;
        }
        done = child->to;
    }
    add_singles(r, node, done, node->to, t);
}

static enum status offer(const struct msfp_ranking *r, const struct substring_node *node,
                         uint32_t length, double sum, struct err *err)
{
    struct sequence s = {
        .score = sum / r->count, .from = node->from, .to = node->to, .length = length};
    bool good = s.score > 0 && !sequences_too_low(r->out, r->opt->top, s.score);
    return good ? sequences_offer(r->out, r->opt->top, &s, err) : STATUS_OK;
}

static enum status offer_longest(const struct msfp_ranking *r, const struct substring_node *node,
                                 const struct msfp_totals *t, struct err *err)
{
    double sum = 0;
    for (uint32_t k = 0; k < r->count; k++)
        sum += r->opt->mean == SCORE_PRODUCT_OF_MEANS
                   ? t->left[k] * t->right[k] / (node->to - node->from)
                   : t->product[k];
    return offer(r, node, node->longest, sum, err);
}

/* Could a substring of the node score enough?  R is at most 1. */
static bool hopeless(const struct msfp_ranking *r, const struct msfp_totals *t)
{
    double sum = 0;
    for (uint32_t k = 0; k < r->count; k++)
        sum += t->left[k];
    return !r->opt->unclamped &&
           (sum <= 0 || sequences_too_low(r->out, r->opt->top, sum / r->count));
}

static enum status offer_shorter(const struct msfp_ranking *r, const struct substring_node *node,
                                 const struct msfp_totals *t, struct err *err)
{
    uint32_t shortest = node->shortest > r->min_length ? node->shortest : r->min_length;
    uint32_t begin = r->x->order[node->from];
    enum status status = STATUS_OK;
    for (uint32_t length = shortest; length < node->longest && status == STATUS_OK; length++) {
        double sum = 0;
        for (uint32_t k = 0; k < r->count; k++)
            sum += t->left[k] * right_factor(r, begin + length, k);
        status = offer(r, node, length, sum, err);
    }
    return status;
}

static enum status push(struct msfp_ranking *r, const struct substring_node *node,
                        const struct msfp_totals *t, struct err *err)
{
    struct msfp_closed *nodes =
        mem_grow(r->nodes, r->node_count, &r->node_cap, SIZE_MAX / sizeof *nodes, sizeof *nodes);
    if (!nodes)
        return err_nomem(err);
    r->nodes = nodes;
    if (r->node_cap > r->sum_cap) {
        double *sums = mem_realloc_array(r->sums, r->node_cap * r->count, sizeof *sums);
        if (!sums)
            return err_nomem(err);
        r->sums = sums;
        r->sum_cap = r->node_cap;
    }
    for (uint32_t k = 0; k < r->count; k++)
        r->sums[r->node_count * r->count + k] = t->left[k];
    r->nodes[r->node_count++] = (struct msfp_closed){node->from, node->to};
    return STATUS_OK;
}

static enum status rank_node(void *ctx, const struct substring_node *node, struct err *err)
{
    struct msfp_ranking *r = ctx;
    struct msfp_totals t = {0};
    if (node->longest < r->min_length) {
        r->node_count = 0; /* all that are still to come around here are shorter */
        return STATUS_OK;
    }
    size_t first = r->node_count;
    while (first > 0 && r->nodes[first - 1].from >= node->from)
        first--;
    add_children(r, node, first, &t);
    r->node_count = first;
    enum status status = push(r, node, &t, err);
    if (status == STATUS_OK)
        status = offer_longest(r, node, &t, err);
    if (status == STATUS_OK && !hopeless(r, &t))
        status = offer_shorter(r, node, &t, err);
    return status;
}

/* Profiles of all windows side by side: the factors of one place are neighbours in memory. */
static enum status make_profiles(struct msfp_ranking *r, struct err *err)
{
    enum status status = STATUS_OK;
    r->profiles = mem_calloc((size_t)r->x->corpus->n + 1, sizeof *r->profiles * r->count);
    if (!r->profiles)
        return err_nomem(err);
    for (uint32_t k = 0; k < r->count && status == STATUS_OK; k++)
        status = substring_windows(r->x, r->windows[k], r->profiles + k, r->count, err);
    return status;
}

static enum status take_windows(struct msfp_ranking *r, struct err *err)
{
    static const struct msg NONE = {"a window must be at least 1 long", "窓幅は 1 以上です"};
    static const struct msg MANY = {"too many windows", "窓幅の数が多すぎます"};
    bool usual = r->opt->window_count == 0;
    r->count = usual ? sizeof USUAL_WINDOWS / sizeof *USUAL_WINDOWS : r->opt->window_count;
    if (r->count > SCORER_WINDOWS)
        return err_plain(err, STATUS_RANGE, &MANY);
    r->min_length = r->opt->min_length;
    for (uint32_t k = 0; k < r->count; k++) {
        r->windows[k] = usual ? USUAL_WINDOWS[k] : r->opt->windows[k];
        if (!r->windows[k])
            return err_plain(err, STATUS_RANGE, &NONE);
        r->min_length = r->windows[k] > r->min_length ? r->windows[k] : r->min_length;
    }
    return STATUS_OK;
}

static enum status run(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err)
{
    struct msfp_ranking r = {.x = x, .opt = opt, .out = out};
    enum status status = take_windows(&r, err);
    if (status == STATUS_OK)
        status = make_profiles(&r, err);
    if (status == STATUS_OK)
        status = substring_walk(x, SUBSTRINGS_REPEATED, rank_node, &r, err);
    mem_free(r.profiles);
    mem_free(r.nodes);
    mem_free(r.sums);
    if (status == STATUS_OK)
        sequences_finish(out);
    else
        sequences_release(out);
    return status;
}

static uint32_t shortest(const struct scorer_options *opt)
{
    bool usual = opt->window_count == 0;
    uint32_t least =
        usual && USUAL_WINDOWS[0] < opt->min_length ? USUAL_WINDOWS[0] : opt->min_length;
    for (uint32_t k = 0; k < opt->window_count; k++)
        least = opt->windows[k] < least ? opt->windows[k] : least;
    return least;
}

const struct scorer msfp_scorer = {
    .name = "msfp",
    .title = {"multiple substring frequency profiles", "多重部分列頻度プロファイル法 (MSFP)"},
    .shortest = shortest,
    .run = run,
};
