/* scorers.c: the table of scorers; see scorers.h. */
#include "text/mine/scorers.h"

const struct scorer *const all_scorers[] = {
    &nf_scorer, &entropy_scorer, &sfp_scorer, &msfp_scorer, &pause_scorer, NULL,
};

const struct scorer *scorer_by_name(struct span name)
{
    for (const struct scorer *const *s = all_scorers; *s; s++)
        if (span_eq(name, span_of((*s)->name)))
            return *s;
    return NULL;
}

uint32_t scorer_shortest(const struct scorer *s, const struct scorer_options *opt)
{
    uint32_t shortest = s->shortest ? s->shortest(opt) : opt->min_length;
    return shortest ? shortest : 1; /* what is no window is refused later */
}
