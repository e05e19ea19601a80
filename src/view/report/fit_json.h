/* fit_json.h: fitted weights as JSON. */
#ifndef KIFU_VIEW_REPORT_FIT_JSON_H
#define KIFU_VIEW_REPORT_FIT_JSON_H

#include "base/text/json.h"
#include "values/fit/term_refit.h"

/* Each appends one object; figures that are not known are null:
 *
 *     fit_term_to_json    term, weight, error, old             in points (term_fit.h)
 *     fit_to_json         fit, terms, scale, bias, steps, converged, learnt,
 *                         held_out: {positions, games, blind, before, after}
 *                                                              losses are means
 *     fit_curve_to_json   after, before, curve                 a condition: its curve (curve_report.h)
 *                                                              before the fit and after it
 */
void fit_term_to_json(struct json *j, const struct fitted_term *t);
void fit_to_json(struct json *j, const struct term_fit *fit);
void fit_curve_to_json(struct json *j, const struct term_refit *f, uint32_t condition);

#endif
