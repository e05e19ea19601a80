/* fuzz_flow.c: any bytes as a flow file.  What is accepted is found by its keys, and writing and
 * reading it again changes nothing more; errors say where. */
#include <stdlib.h>

#include "text/flow/flow.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_rows(const struct flow_table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct flow_row *r = &t->rows[i];
        require(flow_find(t, r->class, r->key) == r);
        require(t->classes >> r->class & 1);
        require(r->kept && r->p >= 0 && r->p <= 1);
    }
    require(flow_find(t, 0, (flow_key)1 << 56 | 1 << 20) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct flow_table t;
    struct buf once, again;
    struct err err = {0};
    if (size > 1 << 16)
        return 0;
    if (flow_read(&t, span_make((const char *)data, size), &err) != STATUS_OK) {
        require(err.what && (err.line == 0 || err.byte <= size));
        return 0;
    }
    check_rows(&t);
    buf_init(&once, BUF_DEFAULT_MAX);
    buf_init(&again, BUF_DEFAULT_MAX);
    flow_write(&t, &once);
    flow_release(&t);
    require(flow_read(&t, buf_span(&once), &err) == STATUS_OK);
    check_rows(&t);
    flow_write(&t, &again);
    require(span_eq(buf_span(&once), buf_span(&again)));
    flow_release(&t);
    buf_release(&once);
    buf_release(&again);
    return 0;
}
