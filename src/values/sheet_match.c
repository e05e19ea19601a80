/* sheet_match.c: where a query matches; see sheet.h. */
#include "query/matches.h"
#include "values/sheet_internal.h"

enum status sheet_match(const struct sheet *s, const struct query *q, const struct sheet_options *o,
                        uint64_t *bits, struct err *err)
{
    const struct search_options opt = {.threads = o->threads, .cancelled = o->cancelled};
    enum status status = query_matches(q, s->segment, &opt, bits, err);
    for (size_t i = 0; i < sheet_words(s) && status == STATUS_OK; i++)
        bits[i] &= s->chosen[i];
    return status;
}
