/* natural_figures.h: figures of agreement with people, as `kifu natural eval` prints them. */
#ifndef KIFU_CMD_NATURAL_NATURAL_FIGURES_H
#define KIFU_CMD_NATURAL_NATURAL_FIGURES_H

#include "base/text/json.h"
#include "values/natural/agreement.h"

/* NAME, NAME_low and NAME_high. */
void natural_json_figure(struct json *j, const char *name, const struct agreement_figure *f);
enum natural_tops { NATURAL_TOP3, NATURAL_TOP5 /* and 3 */ };
/* Positions, games, and all figures. */
void natural_json_figures(struct json *j, enum natural_tops tops,
                          const struct agreement_figures *f);

/* Columns of a table. */
void natural_text_share(struct buf *out, const struct agreement_figure *f);
void natural_text_likelihood(struct buf *out, const struct agreement_figure *f);

#endif
