/* matrix_view.h: a cross table (query/groups/matrix.h) as JSON and as a picture. */
#ifndef KIFU_VIEW_REPORT_MATRIX_VIEW_H
#define KIFU_VIEW_REPORT_MATRIX_VIEW_H

#include "base/text/json.h"
#include "query/groups/matrix.h"

/* Appends {"row","column","games","wins","losses","draws","score","low","high","p","fdr","query"} as
 * one value; score and interval are those of the row's side, null if no result is known; p and fdr
 * are null if the cell is not tested.  query is the text of the request's. */
void matrix_cell_to_json(struct json *j, const struct matrix *m, uint32_t row, uint32_t column,
                         struct span query);
/* Appends [{"name","label","games","query"}…]. */
void matrix_groups_to_json(struct json *j, const struct game_axis *a);

/* Appends a whole SVG file: a heat map, blue where the row's side scores more than half, orange
 * where less; the stronger, the surer. */
void matrix_svg(const struct matrix *m, enum lang lang, struct buf *out);

#endif
