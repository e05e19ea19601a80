/* chaturanga_options.c: see chaturanga_options.h. */
#include "sim/chaturanga/chaturanga_options.h"

#include <time.h>

#include "base/text/num.h"

enum { MOST_MS = 86400000, MOST_DEPTH = 8 };
static const double MOST_NODES = 1e15;

static bool read_one(const struct chaturanga_player_option *table, struct chaturanga_limits *limits,
                     struct span word)
{
    double value;
    ptrdiff_t equals = span_find(word, span_of("="));
    if (equals < 0 || !num_parse_double(span_skip(word, (size_t)equals + 1), &value) || value < 0)
        return false;
    struct span name = span_make(word.p, (size_t)equals);
    for (; table->name; table++) {
        if (!span_eq(name, span_of(table->name)) || value > table->max)
            continue;
        if (table->whole)
            *table->whole = (uint64_t)value;
        if (table->small)
            *table->small = (unsigned)value;
        if (table->real)
            *table->real = (float)value;
        return true;
    }
    if (span_eq(name, span_of("nodes")) && value <= MOST_NODES)
        limits->nodes = (uint64_t)value;
    else if (span_eq(name, span_of("ms")) && value <= MOST_MS)
        limits->ms = (uint32_t)value;
    else if (span_eq(name, span_of("depth")) && value <= MOST_DEPTH)
        limits->depth = (unsigned)value;
    else
        return false;
    return true;
}

enum status chaturanga_options_read(const struct chaturanga_player_option *table,
                                    struct chaturanga_limits *limits, struct span text,
                                    struct err *err)
{
    static const struct msg BAD = {"unknown option or value of the player: %1",
                                   "プレイヤーにない指定、または値です: %1"};
    while (text.n) {
        ptrdiff_t plus = span_find(text, span_of("+"));
        struct span word = span_make(text.p, plus < 0 ? text.n : (size_t)plus);
        if (!read_one(table, limits, word))
            return err_set(err, STATUS_SYNTAX, &BAD, word, (struct span){0});
        text = span_skip(text, plus < 0 ? text.n : (size_t)plus + 1);
    }
    return STATUS_OK;
}

uint64_t chaturanga_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
