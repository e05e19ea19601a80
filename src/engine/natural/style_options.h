/* style_options.h: what may be set of how moves are chosen (style.h), by the names that USI has for
 * it; matches take the same. */
#ifndef KIFU_ENGINE_NATURAL_STYLE_OPTIONS_H
#define KIFU_ENGINE_NATURAL_STYLE_OPTIONS_H

#include "engine/usi_rows.h"

enum style_language { STYLE_ENGLISH, STYLE_JAPANESE, STYLE_SILENT };

struct style_settings {
    char *flow_file;     /* owned; NULL: none, the rule of points is off */
    int64_t flow_weight; /* per cent of the points */
    int64_t flow_style;  /* enum flow_side: whose sequences get points */
    int64_t natural;     /* the dial, 0: off */
    char *model_file;    /* owned; NULL: the built-in model */
    int64_t class;       /* enum natural_class */
    int64_t margin;      /* of value, below the best */
    int64_t language;    /* enum style_language: of explanations */
};
extern const struct usi_rows style_rows;

/* Do they ask for anything but the plain best move? */
static inline bool style_wanted(const struct style_settings *s)
{
    return (s->flow_file && s->flow_weight > 0) || s->natural > 0;
}

#endif
