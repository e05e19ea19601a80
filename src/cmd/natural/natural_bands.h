/* natural_bands.h: `kifu natural eval --by`: how often people play what programs would, by how many
 * moves were made and by who is ahead. */
#ifndef KIFU_CMD_NATURAL_NATURAL_BANDS_H
#define KIFU_CMD_NATURAL_NATURAL_BANDS_H

#include "base/buf.h"
#include "base/err.h"
#include "values/natural/natural_predict.h"

enum natural_bands { NATURAL_BY_PHASE, NATURAL_BY_VALUE, NATURAL_BY_BOTH, NATURAL_BY_NOTHING };
extern const char *const natural_band_names[]; /* NULL at the end */

struct natural_band_report {
    enum natural_bands by;
    unsigned methods; /* a bit for each */
    uint64_t nodes;
    bool json;
    enum lang lang;
};
/* Appends a line for each method, class and band that has positions. */
enum status natural_bands_print(const struct agreement *a, const struct natural_band_report *r,
                                struct buf *out, struct err *err) CHECK_RESULT;

#endif
