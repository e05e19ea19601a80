/* logistic.c: see logistic.h. */
#include "values/logistic.h"

#include <string.h>

#include "base/alloc.h"

enum { ALIGNMENT = 64 };

static const struct msg TOO_MANY = {"too many examples", "学習データが多すぎます"};

void logistic_init(struct logistic *l, uint32_t features, bool valued)
{
    *l = (struct logistic){.features = features, .valued = valued};
}

static void release_fitting(struct logistic *l)
{
    mem_free(l->m);
    mem_free(l->v);
    mem_free(l->sum);
    l->m = l->v = l->sum = NULL;
    for (int s = 0; s < DESCENT_SHARDS; s++) {
        mem_free(l->gradient[s]);
        l->gradient[s] = NULL;
    }
}

void logistic_release(struct logistic *l)
{
    for (int p = 0; p < DESCENT_PARTS; p++) {
        mem_free(l->part[p].feature);
        mem_free(l->part[p].value);
        mem_free(l->part[p].row);
    }
    mem_free(l->weight);
    release_fitting(l);
    *l = (struct logistic){0};
}

/* --- Examples --------------------------------------------------------------------------------- */

static bool add_feature(struct logistic_rows *r, uint32_t feature)
{
    uint32_t *array = mem_grow(r->feature, r->count, &r->feature_cap, SIZE_MAX / 8, sizeof *array);
    if (!array)
        return false;
    r->feature = array;
    array[r->count] = feature;
    return true;
}

static bool add_value(struct logistic_rows *r, float value)
{
    float *array = mem_grow(r->value, r->count, &r->value_cap, SIZE_MAX / 8, sizeof *array);
    if (!array)
        return false;
    r->value = array;
    array[r->count] = value;
    return true;
}

enum status logistic_add(struct logistic *l, int part, const uint32_t *feature, const float *value,
                         size_t n, float target, struct err *err)
{
    struct logistic_rows *r = &l->part[part];
    size_t before = r->count;
    if (r->rows == UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    struct logistic_row *row = mem_grow(r->row, r->rows, &r->row_cap, UINT32_MAX, sizeof *row);
    if (!row)
        return err_nomem(err);
    r->row = row;
    for (size_t i = 0; i < n; i++, r->count++)
        if (!add_feature(r, feature[i]) || (l->valued && !add_value(r, value[i]))) {
            r->count = before;
            return err_nomem(err);
        }
    row[r->rows++] = (struct logistic_row){before, target};
    return STATUS_OK;
}

/* --- The model -------------------------------------------------------------------------------- */

float logistic_judge(const struct logistic *l, const uint32_t *feature, const float *value,
                     size_t n)
{
    float logit = l->weight[l->features];
    for (size_t i = 0; i < n; i++)
        logit += value ? value[i] * l->weight[feature[i]] : l->weight[feature[i]];
    return logit;
}

static void add(void *ctx, int part, const uint32_t *which, size_t n, int shard,
                struct descent_sums *sums)
{
    const struct logistic *l = ctx;
    const struct logistic_rows *r = &l->part[part];
    float *gradient = shard < 0 ? NULL : l->gradient[shard];
    for (size_t k = 0; k < n; k++) {
        size_t row = which[k], first = r->row[row].first;
        size_t count = (row + 1 < r->rows ? r->row[row + 1].first : r->count) - first;
        const uint32_t *feature = r->feature + first;
        const float *value = l->valued ? r->value + first : NULL;
        float logit = logistic_judge(l, feature, value, count), target = r->row[row].target;
        float slope = descent_judge(logit, target, target, sums);
        if (!gradient)
            continue;
        gradient[l->features] += slope;
        for (size_t i = 0; i < count; i++)
            gradient[feature[i]] += value ? slope * value[i] : slope;
    }
}

static size_t padded(const struct logistic *l)
{
    return ((size_t)l->features + DESCENT_LANES) / DESCENT_LANES * DESCENT_LANES;
}

static void update(void *ctx, const struct descent_step *step, unsigned nth, unsigned n)
{
    struct logistic *l = ctx;
    size_t vectors = padded(l) / DESCENT_LANES;
    size_t from = vectors * nth / n * DESCENT_LANES, to = vectors * (nth + 1) / n * DESCENT_LANES;
    for (size_t i = from; i < to; i++) {
        float sum = i < l->features ? l->l2 * l->weight[i] / step->scale : 0;
        for (int s = 0; s < DESCENT_SHARDS; s++) {
            sum += l->gradient[s][i];
            l->gradient[s][i] = 0;
        }
        l->sum[i] = sum;
    }
    descent_adam(step, 0, l->weight + from, l->m + from, l->v + from, l->sum + from, to - from);
}

bool logistic_make_weights(struct logistic *l)
{
    if (!l->weight)
        l->weight = mem_calloc_aligned(ALIGNMENT, padded(l), sizeof *l->weight);
    return l->weight != NULL;
}

static bool begin_fitting(struct logistic *l)
{
    size_t n = padded(l);
    l->m = mem_calloc_aligned(ALIGNMENT, n, sizeof *l->m);
    l->v = mem_calloc_aligned(ALIGNMENT, n, sizeof *l->v);
    l->sum = mem_calloc_aligned(ALIGNMENT, n, sizeof *l->sum);
    bool good = logistic_make_weights(l) && l->m && l->v && l->sum;
    for (int s = 0; s < DESCENT_SHARDS && good; s++) {
        l->gradient[s] = mem_calloc_aligned(ALIGNMENT, n, sizeof *l->gradient[s]);
        good = l->gradient[s] != NULL;
    }
    return good;
}

enum status logistic_fit(struct logistic *l, const struct descent_options *o, struct err *err)
{
    const struct descent_model model = {
        .ctx = l,
        .examples = {l->part[DESCENT_LEARN].rows, l->part[DESCENT_HELD_OUT].rows},
        .add = add,
        .update = update};
    enum status st = begin_fitting(l) ? descent_run(&model, o, err) : err_nomem(err);
    release_fitting(l);
    return st;
}
