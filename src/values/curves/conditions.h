/* conditions.h: what curves are drawn for: queries, and where they match on the sheets. */
#ifndef KIFU_VALUES_CURVES_CONDITIONS_H
#define KIFU_VALUES_CURVES_CONDITIONS_H

#include "values/curves/curves.h"

struct condition {
    const char *name; /* the query's text; owned */
    struct query query;
    uint64_t **bits; /* owned; for each sheet */
};

struct conditions {
    struct condition *at;
    uint32_t count;
    size_t cap;
    uint32_t sheets;
};

void conditions_init(struct conditions *c);
void conditions_release(struct conditions *c);
/* Takes the query over, whatever is returned. */
enum status conditions_add(struct conditions *c, struct query *q, struct err *err) CHECK_RESULT;
/* Finds out where each matches. */
enum status conditions_match(struct conditions *c, const struct sheets *s,
                             const struct sheet_options *o, struct err *err) CHECK_RESULT;
/* The opposite of each of those that were matched: the chosen positions where it does not match,
 * called "not (…)".  They have no query of their own: not to be matched again.  out was
 * initialised, and is to be released whatever is returned. */
enum status conditions_oppose(struct conditions *out, const struct conditions *c,
                              const struct sheets *s, struct err *err) CHECK_RESULT;
/* As curves want them; out has room for c->count. */
void conditions_for_curves(const struct conditions *c, struct curve_condition *out);

/* Conditions that have a name together: those of the paper. */
enum { CONDITION_PRESET_MOST = 8 };
struct condition_preset {
    const char *name;
    const char *queries[CONDITION_PRESET_MOST + 1]; /* NULL at the end */
};
extern const struct condition_preset condition_presets[]; /* a name of NULL at the end */
/* NULL if there is none of that name. */
const struct condition_preset *condition_preset(const char *name);

#endif
