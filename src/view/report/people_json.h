/* people_json.h: persons of a database as JSON, for `kifu players` and the page. */
#ifndef KIFU_VIEW_REPORT_PEOPLE_JSON_H
#define KIFU_VIEW_REPORT_PEOPLE_JSON_H

#include "base/text/json.h"
#include "store/people/people.h"

/* The members of an object: {"name","spellings","names","games","from","to","evidence","doubtful"}:
 * spellings are strings, the most frequent first; names are the same without ranks and titles; from and to are dates or null; evidence has {"kind","a","b"} and, of games,
 * {"games","game"}; doubtful has {"reason","spelling","name","other"} of pairs with other persons,
 * and of games the same two. */
void person_members_to_json(struct json *j, const struct people *p, uint32_t person);
/* The same as an object. */
void person_to_json(struct json *j, const struct people *p, uint32_t person);

#endif
