/* discover.c: the steps in a row; see discover.h.
 *
 * What comes up first is what the largest effect can be claimed for, CAUTION standard errors being
 * taken off: the rare conditions that stand out by chance among thousands stay behind common ones
 * that are certain.  Of a pair it is the difference to its parts that has to be certain, so that a
 * pair comes before its parts only where they are not the matter. */
#include "values/discover/discover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "values/discover/discover_internal.h"

#define CAUTION 3.0
/* What a pair's effect counts for beside a single's: if it says little more, the simpler is told.
 */
#define PAIR_WORTH 0.9

enum { MOST_FOLDED = 12, MOST_ARENA = 1 << 28 };

struct discover_folded {
    uint32_t candidate;
    double overlap;
};

struct discover_finding {
    struct discover_folded folded[MOST_FOLDED]; /* nearest first */
    uint32_t folded_count, explained;
    struct score score; /* as it was when nothing had been chosen */
    bool tilted;
};

struct discover_state {
    struct discover_job job;
    struct discover_candidates candidates;
    struct scale scale;
    uint32_t *item_of;
    struct score *first, *now; /* scores: before anything was chosen; and with what was */
    size_t room;               /* of scores */
    bool *wanted;              /* to be scored */
    bool *alive;               /* may still be chosen */
    double passes;             /* the largest p that passed the correction */
    struct chosen *chosen;
    struct discover_finding *discover_findings;
    uint32_t count;
};

/* --- Singles and pairs ------------------------------------------------------------------------ */

/* Room for the scores of candidates that were added; what is there stays. */
static enum status make_scores(struct discover_state *s, struct err *err)
{
    size_t n = s->candidates.count, old = s->room;
    struct score *first = mem_realloc_array(s->first, n + 1, sizeof *first);
    s->first = first ? first : s->first;
    struct score *now = mem_realloc_array(s->now, n + 1, sizeof *now);
    s->now = now ? now : s->now;
    bool *wanted = mem_realloc_array(s->wanted, n + 1, sizeof *wanted);
    s->wanted = wanted ? wanted : s->wanted;
    if (!first || !now || !wanted)
        return err_nomem(err);
    memset(first + old, 0, (n - old) * sizeof *first);
    memset(wanted, 0, n * sizeof *wanted);
    s->room = n;
    return STATUS_OK;
}

static void want(struct discover_state *s, uint32_t candidate)
{
    const struct discover_candidate *c = &s->candidates.at[candidate];
    s->wanted[candidate] = true;
    if (c->kind == CANDIDATE_PAIR)
        s->wanted[c->a] = s->wanted[c->b] = true;
}

/* The best by p that have no place yet; UINT32_MAX if there is none left. */
static uint32_t next_best(const struct discover_state *s)
{
    uint32_t best = UINT32_MAX;
    double most = 0;
    for (uint32_t i = 0; i < s->candidates.singles; i++) {
        double z = fmax(fabs(s->first[i].z_shift), fabs(s->first[i].z_tilt));
        if (s->first[i].tested && s->item_of[i] == UINT32_MAX && z > most) {
            most = z;
            best = i;
        }
    }
    return best;
}

static enum status pair_with(struct discover_state *s, const uint32_t *items, uint32_t count,
                             struct err *err)
{
    struct discover_candidates *c = &s->candidates;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            for (int other = 0; other < 2; other++) {
                /* what both sides see alike is nobody's: only with a thing that is somebody's */
                bool needless = other && (c->at[items[i]].symmetric || c->at[items[j]].symmetric);
                if (needless || !candidates_may_pair(c, items[j], items[i]))
                    continue;
                status = candidates_add_pair(c, items[j], items[i], other, err);
                if (status != STATUS_OK)
                    return status;
            }
    return status;
}

static enum status add_pairs(struct discover_state *s, struct err *err)
{
    uint32_t count = 0, most = s->job.o->pairs_of;
    uint32_t *items = mem_calloc((size_t)most + 1, sizeof *items);
    if (!items)
        return err_nomem(err);
    while (count < most && (items[count] = next_best(s)) != UINT32_MAX) {
        s->item_of[items[count]] = count;
        count++;
    }
    s->job.items = count;
    enum status status = pair_with(s, items, count, err);
    mem_free(items);
    return status;
}

/* All scores before anything is chosen. */
static enum status score_all(struct discover_state *s, struct err *err)
{
    enum status status = make_scores(s, err);
    if (status == STATUS_OK)
        status = discover_score(&s->job, s->first, err);
    if (status == STATUS_OK)
        status = add_pairs(s, err);
    if (status != STATUS_OK || s->candidates.count == s->candidates.singles)
        return status;
    status = make_scores(s, err);
    for (uint32_t i = s->candidates.singles; i < s->candidates.count && status == STATUS_OK; i++)
        want(s, i);
    s->job.wanted = s->wanted;
    return status == STATUS_OK ? discover_score(&s->job, s->first, err) : status;
}

/* --- Choosing --------------------------------------------------------------------------------- */

static double claim(double effect, double z)
{
    return fabs(z) > CAUTION ? fabs(effect) * (1 - CAUTION / fabs(z)) : 0;
}

static double claimed_effect(const struct discover_state *s, uint32_t i, bool *tilted)
{
    const struct score *x = &s->now[i];
    double shift = claim(x->shift, x->z_least), tilt = claim(x->tilt * x->spread, x->z_tilt);
    *tilted = tilt > shift;
    return (*tilted ? tilt : shift) * (s->candidates.at[i].kind == CANDIDATE_PAIR ? PAIR_WORTH : 1);
}

static uint32_t worst(const struct discover_state *s, bool *tilted)
{
    uint32_t best = UINT32_MAX;
    double most = 0;
    for (uint32_t i = 0; i < s->candidates.count; i++) {
        bool t;
        if (!s->alive[i] || !s->now[i].tested || s->now[i].p > s->passes)
            continue;
        double effect = claimed_effect(s, i, &t);
        if (effect > most) {
            most = effect;
            best = i;
            *tilted = t;
        }
    }
    return best;
}

static void fold(struct discover_finding *f, uint32_t candidate, double overlap)
{
    uint32_t at = f->folded_count;
    while (at > 0 && f->folded[at - 1].overlap < overlap)
        at--;
    if (at >= MOST_FOLDED)
        return;
    if (f->folded_count < MOST_FOLDED)
        f->folded_count++;
    for (uint32_t i = f->folded_count; i-- > at + 1;)
        f->folded[i] = f->folded[i - 1];
    f->folded[at] = (struct discover_folded){candidate, overlap};
}

/* After the residuals were freed of the last one chosen: who is nearly the same, and who is not
 * wrong any more. */
static void fold_others(struct discover_state *s, uint32_t chosen)
{
    struct discover_finding *f = &s->discover_findings[s->count - 1];
    double n = s->first[chosen].tally.n;
    for (uint32_t i = 0; i < s->candidates.count; i++) {
        const struct discover_tally *t = &s->now[i].tally;
        if (!s->alive[i] || !s->now[i].tested)
            continue;
        double overlap = t->had / (n + t->n - t->had);
        bool is_same = overlap >= s->job.o->overlap, is_explained = s->now[i].p > s->passes;
        bool is_within = t->had / t->n >= s->job.o->overlap;
        if (is_same || (is_explained && is_within))
            fold(f, i, overlap);
        if (is_same || is_explained)
            s->alive[i] = false;
        f->explained += is_explained;
    }
}

static enum status choose(struct discover_state *s, uint32_t candidate, bool tilted,
                          struct err *err)
{
    struct discover_finding *f = &s->discover_findings[s->count];
    *f = (struct discover_finding){.score = s->first[candidate], .tilted = tilted};
    enum status status = chosen_open(&s->chosen[s->count], &s->job, candidate, err);
    s->count++; /* it is to be closed in any case */
    s->alive[candidate] = false;
    if (status == STATUS_OK)
        status = chosen_fit(s->chosen, s->count, &s->job, err);
    memset(s->wanted, 0, s->candidates.count * sizeof *s->wanted);
    for (uint32_t i = 0; i < s->candidates.count; i++)
        if (s->alive[i])
            want(s, i);
    s->job.wanted = s->wanted;
    s->job.chosen_count = s->count;
    if (status == STATUS_OK)
        status = discover_score(&s->job, s->now, err);
    s->job.chosen_count = status == STATUS_OK ? s->count : 0;
    if (status == STATUS_OK)
        fold_others(s, candidate);
    return status;
}

static const char *query_text(const struct discover_state *s, uint32_t candidate, int side,
                              struct arena *arena)
{
    struct buf text;
    struct span copy = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    candidate_print(&s->candidates, candidate, side, s->job.o->named, &text);
    buf_add_char(&text, '\0');
    bool ok = buf_status(&text) == STATUS_OK && arena_copy(arena, buf_span(&text), &copy);
    buf_release(&text);
    return ok ? copy.p : NULL;
}

/* Tells of it while the search goes on. */
static enum status report_suspect(const struct discover_state *s, uint32_t candidate,
                                  struct err *err)
{
    const struct discover_options *o = s->job.o;
    struct arena arena;
    if (!o->suspect)
        return STATUS_OK;
    arena_init(&arena, MOST_ARENA);
    const char *query = query_text(s, candidate, 0, &arena);
    if (query)
        o->suspect(o->ctx, query, s->first[candidate].z_shift, s->first[candidate].z_tilt);
    arena_release(&arena);
    return query ? STATUS_OK : err_nomem(err);
}

static enum status choose_all(struct discover_state *s, struct err *err)
{
    uint32_t most = s->job.o->most;
    size_t n = s->candidates.count;
    enum status status = STATUS_OK;
    s->chosen = mem_calloc((size_t)most + 1, sizeof *s->chosen);
    s->discover_findings = mem_calloc((size_t)most + 1, sizeof *s->discover_findings);
    s->alive = mem_calloc(n + 1, sizeof *s->alive);
    if (!s->chosen || !s->discover_findings || !s->alive)
        return err_nomem(err);
    s->job.chosen = s->chosen;
    memcpy(s->now, s->first, n * sizeof *s->now);
    for (size_t i = 0; i < n; i++)
        s->alive[i] = s->first[i].tested && s->first[i].adjusted <= s->job.o->level;
    while (s->count < most && status == STATUS_OK) {
        bool tilted = false;
        uint32_t next = worst(s, &tilted);
        if (next == UINT32_MAX)
            break;
        status = report_suspect(s, next, err);
        if (status == STATUS_OK)
            status = choose(s, next, tilted, err);
    }
    return status;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static enum status report_finding(const struct discover_state *s, uint32_t number,
                                  struct discoveries *out, struct err *err)
{
    const struct discover_finding *f = &s->discover_findings[number];
    uint32_t candidate = s->chosen[number].candidate;
    struct discovery *d = &out->at[out->count++];
    const char **folded = arena_alloc_array(&out->arena, f->folded_count + 1UL, sizeof *folded);
    *d = (struct discovery){.symmetric = s->candidates.at[candidate].symmetric,
                            .tilted = f->tilted,
                            .score = f->score.z_shift,
                            .tilt = f->score.z_tilt,
                            .p = f->score.p,
                            .adjusted = f->score.adjusted,
                            .explained = f->explained,
                            .folded = folded,
                            .folded_count = f->folded_count};
    d->query = query_text(s, candidate, 0, &out->arena);
    d->flipped = d->symmetric ? d->query : query_text(s, candidate, 1, &out->arena);
    bool ok = folded && d->query && d->flipped;
    for (uint32_t i = 0; i < f->folded_count && ok; i++) {
        folded[i] = query_text(s, f->folded[i].candidate, 0, &out->arena);
        ok = folded[i] != NULL;
    }
    return ok ? STATUS_OK : err_nomem(err);
}

static void count_tested(const struct discover_state *s, struct discoveries *out)
{
    for (uint32_t i = 0; i < s->candidates.count; i++) {
        const struct score *x = &s->first[i];
        bool is_pair = i >= s->candidates.singles;
        bool significant = x->tested && x->adjusted <= s->job.o->level;
        out->tested += x->tested;
        out->significant += significant;
        out->tested_pairs += x->tested && is_pair;
        out->significant_pairs += significant && is_pair;
    }
}

/* By what can be claimed: rare ones come to lie high by luck as often as low. */
static int by_distortion(const void *a, const void *b)
{
    const struct discovery *x = a, *y = b;
    double p = isnan(x->low) ? -2 : x->low;
    double q = isnan(y->low) ? -2 : y->low;
    if (p != q)
        return p > q ? -1 : 1;
    p = fmax(fabs(x->score), fabs(x->tilt));
    q = fmax(fabs(y->score), fabs(y->tilt));
    if (p != q)
        return p > q ? -1 : 1;
    return strcmp(x->query, y->query);
}

static enum status report_all(struct discover_state *s, struct discoveries *out, struct err *err)
{
    enum status status = STATUS_OK;
    out->at = arena_alloc_array(&out->arena, (size_t)s->count + 1, sizeof *out->at);
    if (!out->at)
        return err_nomem(err);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++)
        status = report_finding(s, i, out, err);
    if (status == STATUS_OK)
        status = discover_validate(out, s->chosen, &s->job, err);
    if (status == STATUS_OK)
        qsort(out->at, out->count, sizeof *out->at, by_distortion);
    count_tested(s, out);
    const struct sheets *sheets = s->job.sheets;
    for (uint32_t i = 0; i < sheets->count; i++)
        for (uint32_t g = 0; g < sheets->at[i].games; g++) {
            out->scored_games += discover_is_in_part(s->job.o, &sheets->at[i], g, DISCOVER_SCORED);
            out->held_out_games +=
                discover_is_in_part(s->job.o, &sheets->at[i], g, DISCOVER_HELD_OUT);
        }
    return status;
}

/* --- The whole -------------------------------------------------------------------------------- */

static void discover_state_close(struct discover_state *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        chosen_close(&s->chosen[i], s->job.sheets->count);
    mem_free(s->chosen);
    mem_free(s->discover_findings);
    mem_free(s->alive);
    mem_free(s->wanted);
    mem_free(s->first);
    mem_free(s->now);
    mem_free(s->item_of);
    scale_close(&s->scale);
    candidates_close(&s->candidates);
}

static enum status discover_state_open(struct discover_state *s, struct err *err)
{
    enum status status = candidates_open(&s->candidates, s->job.sheets, s->job.o, err);
    if (status == STATUS_OK)
        status = scale_open(&s->scale, s->job.sheets, s->job.o, err);
    if (status != STATUS_OK)
        return status;
    size_t n = (size_t)s->candidates.singles + 1;
    s->item_of = mem_alloc(n * sizeof *s->item_of);
    if (!s->item_of)
        return err_nomem(err);
    memset(s->item_of, 0xff, n * sizeof *s->item_of);
    s->job.item_of = s->item_of;
    return STATUS_OK;
}

enum status discover_run(struct discoveries *out, const struct sheets *sheets,
                         const struct discover_options *o, struct err *err)
{
    struct discover_state s = {.job = {.sheets = sheets, .o = o, .part = DISCOVER_SCORED}};
    s.job.candidates = &s.candidates;
    s.job.scale = &s.scale;
    *out = (struct discoveries){0};
    arena_init(&out->arena, MOST_ARENA);
    enum status status = discover_state_open(&s, err);
    if (status == STATUS_OK)
        status = score_all(&s, err);
    if (status == STATUS_OK)
        status = discover_correct(s.first, s.candidates.count, o->level, &s.passes, err);
    if (status == STATUS_OK)
        status = choose_all(&s, err);
    if (status == STATUS_OK)
        status = report_all(&s, out, err);
    discover_state_close(&s);
    if (status != STATUS_OK)
        discoveries_release(out);
    return status;
}

void discoveries_release(struct discoveries *d)
{
    for (uint32_t i = 0; i < d->count; i++) {
        mem_free(d->at[i].curve.bins);
        mem_free(d->at[i].flipped_curve.bins);
    }
    mem_free(d->all.bins);
    arena_release(&d->arena);
    *d = (struct discoveries){0};
}
