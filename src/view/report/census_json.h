/* census_json.h: a census of positions (query/census/census.h) as JSON. */
#ifndef KIFU_VIEW_REPORT_CENSUS_JSON_H
#define KIFU_VIEW_REPORT_CENSUS_JSON_H

#include "base/text/json.h"
#include "query/census/census.h"

/* Appends {"games","plies","positions","distinct","duplicates","frequencies","top","growth"} as one
 * value, with "parts" if there are any: counts of parts of the games, each by itself. */
void census_to_json(struct json *j, const struct census *c, const struct census_growth *parts,
                    size_t part_count);

#endif
