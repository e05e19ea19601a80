/* static_values.h: what `value` means in a question where nobody says otherwise: an evaluation of
 * the position, nothing searched.  The same numbers as the judge "static" (value_source.h).  Where
 * the database has them as columns (sheet.h), and what measures of progress need, they are read
 * there: value>=500 in 240,000 games in 20 ms instead of 5 s. */
#ifndef KIFU_VALUES_SHEET_STATIC_VALUES_H
#define KIFU_VALUES_SHEET_STATIC_VALUES_H

#include "query/language/measures.h"

struct static_values;

/* weights: a name or a file (engine/eval/weights.h); NULL: "paper". */
enum status static_values_open(struct static_values **out, const char *weights,
                               struct err *err) CHECK_RESULT;
void static_values_close(struct static_values *v); /* NULL is fine */
/* For search_options.values, until it is closed; NULL of NULL. */
const struct query_values *static_values_hook(const struct static_values *v);

/* Opens them only if the question measures something; else *out is NULL. */
enum status static_values_for(struct static_values **out, const struct query *q,
                              struct err *err) CHECK_RESULT;

#endif
