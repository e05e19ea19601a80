/* tuning.c: see tuning.h. */
#include "engine/search/tuning.h"

#include "base/text/num.h"

/* What is divided by is at least 1, and sums of what one node multiplies stay far below 2^31. */
const struct tuning_row tuning_rows[TUNED_COUNT] = {
    [TUNED_RAZOR_BASE] = {"razor-base", 250, 0, 2000},
    [TUNED_RAZOR_DEPTH] = {"razor-depth", 250, 0, 2000},
    [TUNED_FUTILITY_DEPTH] = {"futility-depth", 85, 10, 1000},
    [TUNED_NULL_BASE] = {"null-base", 300, 100, 600},
    [TUNED_NULL_DEPTH] = {"null-depth", 25, 0, 80},
    [TUNED_NULL_GAP] = {"null-gap", 250, 50, 2000},
    [TUNED_REDUCTION_BASE] = {"reduction-base", 90, 0, 300},
    [TUNED_REDUCTION_SLOPE] = {"reduction-slope", 50, 0, 200},
    [TUNED_REDUCTION_HISTORY] = {"reduction-history", 8192, 1000, 65536},
    [TUNED_LATE_BASE] = {"late-base", 600, 100, 3000},
    [TUNED_LATE_SQUARE] = {"late-square", 100, 10, 500},
    [TUNED_QUIET_BASE] = {"quiet-base", 150, 0, 1000},
    [TUNED_QUIET_DEPTH] = {"quiet-depth", 130, 0, 1000},
    [TUNED_HISTORY_PRUNING] = {"history-pruning", 3000, 0, 65536},
    [TUNED_LOSS_CAPTURE] = {"loss-capture", 120, 0, 1000},
    [TUNED_LOSS_QUIET] = {"loss-quiet", 40, 0, 1000},
    [TUNED_SINGULAR_MARGIN] = {"singular-margin", 200, 0, 2000},
    [TUNED_QSEARCH_MARGIN] = {"qsearch-margin", 500, 0, 3000},
    [TUNED_WINDOW] = {"window", 30, 5, 1000},
    [TUNED_BONUS_SQUARE] = {"bonus-square", 8, 0, 64},
    [TUNED_BONUS_DEPTH] = {"bonus-depth", 32, 0, 1000},
    [TUNED_BONUS_MOST] = {"bonus-most", 1600, 1, 16384},
    [TUNED_SORT_LIMIT] = {"sort-limit", 500, 0, 10000},
};

void tuning_init(struct tuning *t)
{
    for (int i = 0; i < TUNED_COUNT; i++)
        t->at[i] = tuning_rows[i].value;
}

static bool read_one(struct tuning *t, struct span setting)
{
    ptrdiff_t equals = span_find(setting, SPAN("="));
    int64_t value;
    if (equals < 0)
        return false;
    for (int i = 0; i < TUNED_COUNT; i++) {
        const struct tuning_row *row = &tuning_rows[i];
        if (!span_eq(span_make(setting.p, (size_t)equals), span_of(row->name)))
            continue;
        if (!num_parse_i64(span_skip(setting, (size_t)equals + 1), row->least, row->most, &value))
            return false;
        t->at[i] = (int32_t)value;
        return true;
    }
    return false;
}

bool tuning_read(struct tuning *t, struct span text)
{
    struct tuning read = *t;
    while (text.n) {
        ptrdiff_t end = span_find(text, SPAN(","));
        struct span setting = span_make(text.p, end < 0 ? text.n : (size_t)end);
        if (!read_one(&read, setting))
            return false;
        text = span_skip(text, setting.n + (end >= 0));
    }
    *t = read;
    return true;
}
