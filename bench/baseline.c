/* baseline.c: see baseline.h. */
#include "bench/baseline.h"

enum { ROUNDS = 3 };

static enum status fastest(const struct paper_index *x, enum paper_method method,
                           const struct bench_query *q, struct paper_result *result, double *out,
                           struct err *err)
{
    enum status status = STATUS_OK;
    *out = 1e9;
    for (int round = 0; round < ROUNDS && status == STATUS_OK; round++) {
        double began = timing_cpu();
        status = paper_search(x, method, q->keys, q->key_count, result, err);
        double took = timing_cpu() - began;
        *out = took < *out ? took : *out;
    }
    return status;
}

enum status baseline_measure(const struct paper_index *x, const struct query_set *set,
                             struct baseline_set *out, uint32_t *found, struct err *err)
{
    struct paper_result result = {0};
    double times[QUERY_SET_MOST], sum = 0, merged = 0, spent = 0;
    enum status status = STATUS_OK;
    *out = (struct baseline_set){0};
    for (int method = 0; method < PAPER_METHODS && set->count; method++) {
        for (uint32_t i = 0; i < set->count && status == STATUS_OK; i++) {
            status = fastest(x, (enum paper_method)method, &set->at[i], &result, &times[i], err);
            if (method != PAPER_SEQUENTIAL)
                continue;
            uint32_t lines = paper_result_lines(&result);
            sum += lines;
            merged += (double)result.passed;
            spent += times[i];
            out->keys += set->at[i].key_count;
            if (found)
                found[i] = lines;
        }
        out->by_method[method] = timing_summarise(times, set->count);
        if (out->by_method[method].mean < out->by_method[out->best].mean)
            out->best = (enum paper_method)method;
    }
    if (set->count) {
        out->keys /= set->count;
        out->games = sum / set->count;
        out->merge_rate = spent > 0 ? merged / spent : 0;
    }
    paper_result_release(&result);
    return status;
}
