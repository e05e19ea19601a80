/* usi_info.c: see usi_info.h. */
#include "engine/usi/usi_info.h"

#include "base/text/num.h"

static int value_of_score(struct span kind, struct span number)
{
    int64_t n;
    bool negative = span_starts(number, SPAN("-"));
    bool known = num_parse_i64(number, -1000000000, 1000000000, &n);
    if (span_eq(kind, SPAN("cp"))) {
        int64_t most = THINK_MATE_BOUND - 1;
        return !known ? THINK_NO_VALUE : (int)(n > most ? most : n < -most ? -most : n);
    }
    if (!span_eq(kind, SPAN("mate")))
        return THINK_NO_VALUE;
    /* "mate +", "mate -": of unknown length */
    int64_t plies = known ? (n < 0 ? -n : n) : THINK_MATE;
    int value = plies < THINK_MATE - THINK_MATE_BOUND ? THINK_MATE - (int)plies : THINK_MATE_BOUND;
    return negative ? -value : value;
}

/* One word and what belongs to it. */
static void take_word(struct span word, struct span *rest, struct usi_info *out)
{
    uint64_t n;
    if (span_eq(word, SPAN("multipv"))) {
        if (num_parse_u64(span_eat_word(rest), UINT32_MAX, &n) && n > 1)
            out->number = (uint32_t)n;
    } else if (span_eq(word, SPAN("depth"))) {
        if (num_parse_u64(span_eat_word(rest), INT16_MAX, &n))
            out->depth = (int)n;
    } else if (span_eq(word, SPAN("nodes"))) {
        if (num_parse_u64(span_eat_word(rest), UINT64_MAX / 2, &n))
            out->nodes = n;
    } else if (span_eq(word, SPAN("score"))) {
        struct span kind = span_eat_word(rest);
        out->value = value_of_score(kind, span_eat_word(rest));
    } else if (span_eq(word, SPAN("lowerbound")) || span_eq(word, SPAN("upperbound"))) {
        out->is_bound = true;
    }
}

void usi_info_parse(struct span rest, struct usi_info *out)
{
    struct span word;
    *out =
        (struct usi_info){.number = 1, .value = THINK_NO_VALUE, .depth = -1, .nodes = UINT64_MAX};
    while ((word = span_eat_word(&rest)).n && !span_eq(word, SPAN("string"))) {
        if (span_eq(word, SPAN("pv"))) {
            out->has_moves = true;
            out->moves = span_trim(rest);
            return;
        }
        take_word(word, &rest, out);
    }
}
