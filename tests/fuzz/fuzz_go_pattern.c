/* fuzz_go_pattern.c: any bytes as a diagram.  What is accepted must print, read back as the same
 * pattern, and come back from each of its images. */
#include <stdlib.h>

#include "games/go/go_pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_text(const struct go_pattern *p)
{
    struct buf out;
    struct go_pattern again;
    buf_init(&out, 10000);
    go_pattern_print(p, &out);
    require(go_pattern_parse(&again, buf_span(&out), NULL) == STATUS_OK);
    require(go_pattern_equal(p, &again));
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct go_pattern p;
    struct err err;
    if (go_pattern_parse(&p, span_make((const char *)data, size), &err) != STATUS_OK) {
        require(err.byte <= size && err.line > 0);
        return 0;
    }
    for (unsigned symmetry = 0; symmetry < GO_SYMMETRIES; symmetry++) {
        struct go_pattern image, back;
        go_pattern_image(&p, symmetry, &image);
        check_text(&image);
        go_pattern_image(&image, go_symmetry_inverse(symmetry), &back);
        require(go_pattern_equal(&p, &back));
    }
    return 0;
}
