/* fuzz_edits.c: any bytes as the edits of a database.  What is read is written as the same bytes, and
 * changes leave what can be read again. */
#include <stdlib.h>

#include "base/alloc.h"
#include "store/edits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void require_readable(const struct edits *e)
{
    struct edits again;
    struct buf bytes;
    buf_init(&bytes, SIZE_MAX / 2);
    edits_init(&again);
    edits_encode(e, &bytes);
    require(edits_parse(&again, buf_span(&bytes), NULL) == STATUS_OK);
    require(edits_count(&again) == edits_count(e));
    edits_release(&again);
    buf_release(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t IDS[] = {0, 3, 9};
    struct edits e;
    edits_init(&e);
    if (edits_parse(&e, span_make((const char *)data, size), NULL) == STATUS_OK) {
        require_readable(&e);
        require(edits_change_tag(&e, SPAN("b"), IDS, 3, true, NULL) == STATUS_OK);
        require(edits_change_tag(&e, SPAN("B"), IDS + 1, 1, false, NULL) == STATUS_OK);
        require(edits_set_field(&e, 3, EDIT_EVENT, SPAN("x"), NULL) == STATUS_OK);
        require(edits_clear_game(&e, 3) >= 1);
        require_readable(&e);
    }
    edits_release(&e);
    return 0;
}
