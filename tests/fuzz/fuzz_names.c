/* fuzz_names.c: any bytes as a file of named queries.  What is accepted can be found again, and
 * every definition is read or refused. */
#include <stdlib.h>

#include "query/language/named.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct named_queries n;
    struct err err = {0};
    named_init(&n);
    enum status status =
        named_add_text(&n, span_make((const char *)data, size), SPAN("fuzz"), &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    require(status == STATUS_OK || (err.line > 0 && err.byte < size));
    for (size_t i = 0; i < n.count; i++)
        require(named_find(&n, n.at[i].group, n.at[i].name) == &n.at[i]);
    if (n.count < 100 && size < 10000) {
        status = named_check(&n, &shogi_game, &err);
        require(status == STATUS_OK || status == STATUS_SYNTAX || status == STATUS_LIMIT);
    }
    named_release(&n);
    return 0;
}
