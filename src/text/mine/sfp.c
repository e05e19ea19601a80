/* sfp.c: substring frequency profiles, after Nakamura (2002).
 *
 * The profile of a sentence is how often each of its windows of w symbols occurs in the corpus.
 * Inside a common sequence it is high, at its ends it falls to nothing:
 *
 *     frequency      ____
 *                   /    \                 the windows from `rise` to `fall` make a mountain, and
 *            ______/      \_____           everything they cover is the sequence
 *                 rise    fall
 *
 * The paper does not say how steep the sides are to be.  Here the profile rises at a window if the
 * one before occurs less than `threshold` times as often, and falls after it if the next one does;
 * a mountain goes from the last rise to the first fall after it.  Beyond the ends of a sentence the
 * profile is 0.  Sequences are ranked by how often they were cut out, not by how often they occur.
 *
 * Which of the pieces cut out are equal is found in the order of suffixes: pieces of a length stand
 * side by side as long as neighbours share that much. */
#include "text/mine/sfp.h"

#include <math.h>

#include "base/alloc.h"
#include "text/mine/scorers.h"

/* Pieces of one length that are equal, as far as the order of suffixes was gone through. */
struct sfp_group {
    uint32_t length, from, count;
};

/* Suffixes from `from` on share `depth` symbols. */
struct sfp_shared {
    uint32_t depth, from;
};

struct sfp_ranking {
    const struct substring_index *x;
    const struct scorer_options *opt;
    struct sequences *out;
    const uint32_t *cuts;     /* by place in the text: length of the piece cut out there, or 0 */
    struct sfp_group *groups; /* ascending lengths */
    size_t count, cap;
    struct sfp_shared *stack; /* ascending depths */
    size_t depth_count, depth_cap;
};

/* --- Cutting ---------------------------------------------------------------------------------- */

void sfp_cut_sentence(const uint32_t *profile, uint32_t from, uint32_t to, uint32_t w,
                      double threshold, uint32_t *cuts)
{
    bool climbing = false;
    uint32_t rise = from;
    for (uint32_t at = from; at < to; at++) {
        double steep = threshold * profile[at];
        if (at == from || profile[at - 1] < steep) {
            climbing = true;
            rise = at;
        }
        if (climbing && (at + 1 == to || profile[at + 1] < steep)) {
            climbing = false;
            cuts[rise] = at + w - rise;
        }
    }
}

static void cut_all(const struct corpus *c, const uint32_t *profile, uint32_t w, double threshold,
                    uint32_t *cuts)
{
    for (uint32_t from = 0, to; from < c->n; from = to + 1) {
        for (to = from; to < c->n && c->text[to] != CORPUS_BREAK; to++)
            ;
        if (to - from >= w)
            sfp_cut_sentence(profile, from, to - w + 1, w, threshold, cuts);
    }
}

/* --- Counting --------------------------------------------------------------------------------- */

/* Pieces that are longer than what the suffix at `to` shares with the one before are complete. */
static enum status close_groups(struct sfp_ranking *r, uint32_t to, uint32_t shared,
                                struct err *err)
{
    enum status status = STATUS_OK;
    while (r->count && r->groups[r->count - 1].length > shared && status == STATUS_OK) {
        const struct sfp_group *g = &r->groups[--r->count];
        struct sequence s = {.score = g->count, .from = g->from, .to = to, .length = g->length};
        if (to - g->from > 1 && g->length >= r->opt->min_length)
            status = sequences_offer(r->out, r->opt->top, &s, err);
    }
    return status;
}

static enum status note_shared(struct sfp_ranking *r, uint32_t at, uint32_t shared, struct err *err)
{
    uint32_t from = at ? at - 1 : 0;
    while (r->depth_count && r->stack[r->depth_count - 1].depth > shared)
        from = r->stack[--r->depth_count].from;
    if (!shared || (r->depth_count && r->stack[r->depth_count - 1].depth == shared))
        return STATUS_OK;
    struct sfp_shared *grown =
        mem_grow(r->stack, r->depth_count, &r->depth_cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    r->stack = grown;
    r->stack[r->depth_count++] = (struct sfp_shared){shared, from};
    return STATUS_OK;
}

/* The first suffix that begins with the `length` symbols of the one at hand. */
static uint32_t first_with(const struct sfp_ranking *r, uint32_t at, uint32_t length)
{
    size_t from = 0, to = r->depth_count; /* those before `from` share less */
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (r->stack[middle].depth < length)
            from = middle + 1;
        else
            to = middle;
    }
    return from < r->depth_count ? r->stack[from].from : at;
}

/* Lengths of open groups are few: those of the pieces cut out of one stretch of text. */
static enum status count_piece(struct sfp_ranking *r, uint32_t at, uint32_t length, struct err *err)
{
    size_t i = r->count;
    while (i > 0 && r->groups[i - 1].length > length)
        i--;
    if (i > 0 && r->groups[i - 1].length == length) {
        r->groups[i - 1].count++;
        return STATUS_OK;
    }
    struct sfp_group *grown =
        mem_grow(r->groups, r->count, &r->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    r->groups = grown;
    for (size_t k = r->count++; k > i; k--)
        r->groups[k] = r->groups[k - 1];
    r->groups[i] = (struct sfp_group){length, first_with(r, at, length), 1};
    return STATUS_OK;
}

static enum status count_pieces(struct sfp_ranking *r, struct err *err)
{
    uint32_t n = r->x->count;
    enum status status = STATUS_OK;
    for (uint32_t at = 0; at < n && status == STATUS_OK; at++) {
        uint32_t cut = r->cuts[r->x->order[at]];
        status = close_groups(r, at, r->x->lcp[at], err);
        if (status == STATUS_OK)
            status = note_shared(r, at, r->x->lcp[at], err);
        if (status == STATUS_OK && cut)
            status = count_piece(r, at, cut, err);
    }
    return status == STATUS_OK ? close_groups(r, n, 0, err) : status;
}

static enum status run(const struct substring_index *x, const struct scorer_options *opt,
                       struct sequences *out, struct err *err)
{
    static const struct msg ONE = {"sfp takes one window, at least 1 long",
                                   "sfp の窓幅には 1 以上の値を一つだけ指定してください"};
    uint32_t w = opt->window_count ? opt->windows[0] : SFP_USUAL_WINDOW;
    double threshold = isnan(opt->threshold) ? SFP_USUAL_THRESHOLD : opt->threshold;
    if (opt->window_count > 1 || w == 0)
        return err_plain(err, STATUS_RANGE, &ONE);
    size_t n = (size_t)x->corpus->n + 1;
    uint32_t *profile = mem_calloc(n, sizeof *profile), *cuts = mem_calloc(n, sizeof *cuts);
    struct sfp_ranking r = {.x = x, .opt = opt, .out = out, .cuts = cuts};
    if (!profile || !cuts) {
        mem_free(profile);
        mem_free(cuts);
        return err_nomem(err);
    }
    enum status status = substring_windows(x, w, profile, 1, err);
    if (status == STATUS_OK) {
        cut_all(x->corpus, profile, w, threshold, cuts);
        status = count_pieces(&r, err);
    }
    mem_free(profile);
    mem_free(cuts);
    mem_free(r.groups);
    mem_free(r.stack);
    if (status == STATUS_OK)
        sequences_finish(out);
    else
        sequences_release(out);
    return status;
}

static uint32_t shortest(const struct scorer_options *opt)
{
    uint32_t w = opt->window_count ? opt->windows[0] : SFP_USUAL_WINDOW;
    return w < opt->min_length ? w : opt->min_length;
}

const struct scorer sfp_scorer = {
    .name = "sfp",
    .title = {"substring frequency profile", "部分列頻度プロファイル法 (SFP)"},
    .shortest = shortest,
    .run = run,
};
