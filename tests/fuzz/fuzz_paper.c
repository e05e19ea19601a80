/* fuzz_paper.c: any bytes as a file of the paper's weights; what is read survives being written. */
#include <stdlib.h>
#include <string.h>

#include "engine/eval/paper.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct paper first, second;
    struct buf text;
    memset(&first, 0, sizeof first); /* bytes between fields, too: they are compared */
    memset(&second, 0, sizeof second);
    if (paper_read(span_make((const char *)data, size), &first, NULL) != STATUS_OK)
        return 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    paper_write(&first, &text);
    if (buf_status(&text) == STATUS_OK &&
        (paper_read(buf_span(&text), &second, NULL) != STATUS_OK ||
         memcmp(&first, &second, sizeof first) != 0))
        abort();
    buf_release(&text);
    return 0;
}
