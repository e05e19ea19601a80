/* named_json.h: named queries as JSON, for `kifu names` and the page. */
#ifndef KIFU_VIEW_REPORT_NAMED_JSON_H
#define KIFU_VIEW_REPORT_NAMED_JSON_H

#include "base/text/json.h"
#include "query/language/named.h"

/* The members of an object: {"name","kind","titles":{"en","ja"},"query"}; the kind of a saved search
 * is "search". */
void named_members_to_json(struct json *j, const struct named_query *q);
/* The member "titles". */
void titles_to_json(struct json *j, struct span en, struct span ja);

#endif
