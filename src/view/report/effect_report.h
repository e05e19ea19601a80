/* effect_report.h: effects of conditions (values/fit/effects.h), of one class of games or of several side by side:
 * as a table, as JSON and as a picture.
 *
 *     effect beyond the value    people               z   engines              z   difference      z
 *     s.hand.hi>=2               -1257 ± 437       -2.9   +180 ± 181         1.0   -1437 ± 473  -3.0
 *
 * The flip of a condition before it has no line of its own: its effect is the same with the other
 * sign. */
#ifndef KIFU_VIEW_REPORT_EFFECT_REPORT_H
#define KIFU_VIEW_REPORT_EFFECT_REPORT_H

#include "base/text/json.h"
#include "values/fit/effects.h"
#include "view/draw/drawing.h"

struct effect_class {
    const char *name; /* NULL: the only one, without a name */
    const struct effects *effects;
};

/* Appends the table; classes have the same conditions.  The last column is what the first class has
 * more than class number `other`, which shares no games with it; 0: there is no such column. */
void effect_text_table(const struct effect_class *classes, uint32_t count, uint32_t other,
                       enum lang lang, struct buf *out);

/* Fields of an object that is open, null where not known: effect, effect_error (points, rounded to
 * a thousandth), effect_z, effect_p, effect_positions, effect_games, effect_share, effect_share_low,
 * effect_share_high (games, 0.05 being 5 of 100). */
void effect_to_json(struct json *j, const struct condition_effect *e);
/* One object: difference, classes [first, second], effect, effect_error, effect_z, effect_p. */
void effect_difference_to_json(struct json *j, const struct effect_class *first,
                               const struct effect_class *second, uint32_t condition);

/* Appends a picture: the effect of each condition with its 95 % interval, a mark for each class. */
void effect_svg(const struct effect_class *classes, uint32_t count, enum lang lang,
                enum draw_adapt adapt, struct buf *out);

#endif
