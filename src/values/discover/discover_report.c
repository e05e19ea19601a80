/* discover_report.c: what the games that the scores did not see say of those that were found. */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "values/discover/discover_internal.h"

/* --- Figures and examples --------------------------------------------------------------------- */

/* An example is a position that looks even, or nearly so.  Where the value says that all is lost
 * and the game was won all the same, somebody blundered: the residual is largest there, but the
 * condition has little to do with it.  If the finding is about the side that is ahead, it has to be
 * ahead, but not by much. */
enum { EVEN_VALUE = 0, AHEAD_VALUE = 500, VALUE_STEP = 100, LONG_GAME = 200 };
/* A residual that a win or a loss leaves, and hardly a draw. */
static const double CLEAR_RESIDUAL = 0.25;

struct report_pass {
    const struct discover_job *job;
    const struct chosen *k;
    struct discovery *d;
    double direction;   /* in which residuals are examples of it */
    double *strength;   /* of the examples so far */
    double shift, lean; /* sums */
    uint32_t number;    /* of the game that is looked at */
};

static void add_example(struct report_pass *l, const struct discover_example *e, double strength)
{
    uint32_t most = l->job->o->examples, at = l->d->example_count;
    while (at > 0 && l->strength[at - 1] < strength)
        at--;
    if (at >= most)
        return;
    if (l->d->example_count < most)
        l->d->example_count++;
    for (uint32_t i = l->d->example_count; i-- > at + 1;) {
        l->d->examples[i] = l->d->examples[i - 1];
        l->strength[i] = l->strength[i - 1];
    }
    l->d->examples[at] = *e;
    l->strength[at] = strength;
}

/* A row as one of the sides sees it. */
struct row_residual {
    double residual, ahead; /* Black's */
    double own;             /* the residual of the side that has it */
};

/* False where the side does not have it. */
static bool row_residual_of(const struct report_pass *l, uint32_t sheet, uint64_t row, int side,
                            struct row_residual *out)
{
    const struct sheet *s = &l->job->sheets->at[sheet];
    if (!sheet_has(l->k->bits[2 * (size_t)sheet + (size_t)side], row))
        return false;
    double rate = scale_rate(l->job->scale, s->values[row]);
    out->ahead = 2 * rate - 1;
    out->residual = 0.5 * s->points[l->number] - rate;
    out->own = side ? -out->residual : out->residual;
    return true;
}

/* A game that judges: what it says. */
static void count_game(struct report_pass *l, uint32_t sheet, uint64_t first, uint64_t end)
{
    uint64_t before = l->d->positions;
    struct row_residual x;
    for (uint64_t row = first; row < end; row++)
        for (int side = 0; side < 2; side++) {
            if (!row_residual_of(l, sheet, row, side, &x))
                continue;
            l->d->positions++;
            l->shift += x.own;
            l->lean += x.ahead < 0 ? -x.residual : x.residual;
        }
    l->d->games += l->d->positions > before;
}

/* How good an example is, above 0 if it is one.  Decided games come before draws, then the values
 * nearest to where they should be, in steps; of one step the latest, whose results have most to do
 * with them. */
static double worth_showing(const struct report_pass *l, const struct row_residual *x, int value,
                            uint64_t ply)
{
    const bool tilted = l->d->tilted;
    const double good = l->direction * (tilted ? x->residual * x->ahead : x->own);
    if (good <= 0 || abs(value) > VALUE_SOURCE_MOST)
        return 0;
    const int off = abs(abs(value) - (tilted ? AHEAD_VALUE : EVEN_VALUE)) / VALUE_STEP;
    const double late = ply < LONG_GAME ? (double)ply / LONG_GAME : 1;
    return (fabs(x->residual) >= CLEAR_RESIDUAL) + (1 + 1e-3 * late) / (2 + off);
}

/* Any game: its best example. */
static void show_game(struct report_pass *l, uint32_t sheet, uint64_t first, uint64_t end)
{
    const struct sheet *s = &l->job->sheets->at[sheet];
    struct discover_example best = {
        .db = s->db, .id = game_id(&s->segment->lines, l->number), .points = s->points[l->number]};
    double most = 0;
    struct row_residual x;
    for (uint64_t row = first; row < end; row++)
        for (int side = 0; side < 2; side++) {
            if (!row_residual_of(l, sheet, row, side, &x))
                continue;
            double worth = worth_showing(l, &x, s->values[row], row - first);
            if (worth <= most)
                continue;
            most = worth;
            best.ply = (uint32_t)(row - first);
            best.value = s->values[row];
            best.flipped = side;
        }
    if (most > 0)
        add_example(l, &best, most);
}

typedef void look_at_game(struct report_pass *l, uint32_t sheet, uint64_t first, uint64_t end);

static enum status look_at_all(struct report_pass *l, enum discover_part part, look_at_game *look,
                               struct err *err)
{
    const struct discover_options *o = l->job->o;
    const struct sheets *s = l->job->sheets;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        const struct sheet *sheet = &s->at[i];
        for (l->number = 0; l->number < sheet->games; l->number++) {
            uint64_t first = sheet_row(sheet, l->number);
            if (discover_is_in_part(o, sheet, l->number, part))
                look(l, i, first, first + line_plies(&sheet->segment->lines, l->number) + 1);
        }
        status = discover_cancelled(o, err);
    }
    return status;
}

/* Examples are of what is told: where the games that judge contradict those that found it, they
 * are right. */
static void find_direction(struct report_pass *l)
{
    struct discovery *d = l->d;
    double expected = d->tilted ? d->tilt : d->score;
    d->shift = l->shift / (double)d->positions; /* NaN if there are none */
    d->lean = l->lean / (double)d->positions;
    double measured = d->tilted ? d->lean : d->shift;
    d->contradicted = measured * expected < 0;
    l->direction = (isnan(measured) ? expected : measured) < 0 ? -1 : 1;
}

static enum status look(struct report_pass *l, struct arena *arena, struct err *err)
{
    size_t room = (size_t)l->job->o->examples + 1;
    l->d->examples = arena_alloc_array(arena, room, sizeof *l->d->examples);
    l->strength = mem_calloc(room, sizeof *l->strength);
    enum status status = l->d->examples && l->strength ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = look_at_all(l, DISCOVER_HELD_OUT, count_game, err);
    find_direction(l);
    if (status == STATUS_OK)
        status = look_at_all(l, DISCOVER_ALL, show_game, err);
    mem_free(l->strength);
    return status;
}

/* --- Curves ----------------------------------------------------------------------------------- */

/* The two curves as one: positions weigh alike.  Their errors may go together, as far as we know
 * entirely, so the ends of the interval are weighed like the rest. */
static void join_distortions(struct discovery *d)
{
    const struct curve *c[2] = {&d->curve, &d->flipped_curve};
    double n = 0;
    d->distortion = d->low = d->high = 0;
    for (int i = 0; i < 2; i++) {
        double weight = (double)c[i]->positions;
        if (!weight || isnan(c[i]->distortion))
            continue;
        n += weight;
        d->distortion += weight * c[i]->distortion;
        d->low += weight * c[i]->low;
        d->high += weight * c[i]->high;
    }
    d->distortion /= n; /* NaN if there is nothing to tell */
    d->low /= n;
    d->high /= n;
}

static struct curve take_curve(struct curve *c)
{
    struct curve taken = *c;
    *c = (struct curve){0};
    return taken;
}

static enum status draw_curves(struct discoveries *out, const struct chosen *k,
                               const struct discover_job *job, struct curve_condition *conditions,
                               struct err *err)
{
    const struct discover_options *o = job->o;
    uint32_t sheets = job->sheets->count;
    struct curve_options co = o->curves;
    struct curves curves = {0};
    /* curves.h wants a condition's bits by sheet; ours lie side by side for both sides */
    const uint64_t **bits = mem_calloc(2 * (size_t)out->count * sheets + 1, sizeof *bits);
    if (!bits)
        return err_nomem(err);
    for (uint32_t i = 0; i < 2 * out->count; i++) {
        for (uint32_t sheet = 0; sheet < sheets; sheet++)
            bits[(size_t)i * sheets + sheet] = k[i / 2].bits[2 * (size_t)sheet + i % 2];
        conditions[i].bits = bits + (size_t)i * sheets;
    }
    const struct curve_request q = {.sheets = job->sheets,
                                    .conditions = conditions,
                                    .count = 2 * out->count,
                                    .held_out = o->held_out_per_mille,
                                    .part = o->held_out_per_mille ? CURVES_HELD_OUT : CURVES_ALL};
    /* a bin that would count if all games judged counts */
    if (o->held_out_per_mille)
        co.min_positions = (co.min_positions * o->held_out_per_mille + 999) / 1000;
    co.threads = o->threads;
    co.cancelled = o->cancelled;
    enum status status = curves_run(&curves, &q, &co, err);
    if (status == STATUS_OK) {
        out->all = take_curve(&curves.all);
        for (uint32_t i = 0; i < out->count; i++) {
            out->at[i].curve = take_curve(&curves.conditions[2 * (size_t)i]);
            out->at[i].flipped_curve = take_curve(&curves.conditions[2 * (size_t)i + 1]);
            join_distortions(&out->at[i]);
        }
    }
    curves_release(&curves);
    mem_free(bits);
    return status;
}

/* --- All -------------------------------------------------------------------------------------- */

enum status discover_validate(struct discoveries *out, const struct chosen *k,
                              const struct discover_job *job, struct err *err)
{
    struct curve_condition *conditions = mem_calloc(2 * (size_t)out->count + 1, sizeof *conditions);
    if (!conditions)
        return err_nomem(err);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < out->count && status == STATUS_OK; i++) {
        struct discovery *d = &out->at[i];
        struct report_pass l = {.job = job, .k = &k[i], .d = d};
        status = look(&l, &out->arena, err);
    }
    if (status == STATUS_OK)
        status = draw_curves(out, k, job, conditions, err);
    mem_free(conditions);
    return status;
}
