/* fuzz_network.c: any bytes as the file of a network.  The checksum at its end would keep nearly all
 * of them out, so the input is a file without it, and gets one that fits.  What is read judges a
 * board with every other point of every plane set: all that it says are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/network/network.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void judge(const struct network *n)
{
    static uint16_t ones[NETWORK_MOST_PLANES * NETWORK_MOST_POINTS], globals[NETWORK_MOST_GLOBALS];
    static float logits[NETWORK_MOST_POLICY * NETWORK_MOST_POINTS];
    const struct network_shape *s = network_shape_of(n);
    struct network_scratch *scratch;
    struct network_input in = {.ones = ones, .globals = globals};
    struct network_output out = {.logits = logits};
    for (uint32_t i = 0; i < s->planes * s->width * s->height; i += 2)
        ones[in.ones_count++] = (uint16_t)i;
    for (uint32_t i = 0; i < s->globals; i++)
        globals[in.globals_count++] = (uint16_t)i;
    require(network_scratch_open(&scratch, n, 1, NULL) == STATUS_OK);
    network_run(n, scratch, &in, &out, 1);
    for (uint32_t i = 0; i < s->policy * s->width * s->height; i++)
        require(isfinite(logits[i]));
    require(out.win >= 0 && out.win <= 1);
    for (uint32_t i = 0; i < s->classes; i++)
        require(isfinite(network_temperature(n, i)));
    network_scratch_close(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct network *n;
    struct err err = {0};
    char *file = mem_alloc(size + 8);
    require(file != NULL);
    if (size)
        memcpy(file, data, size);
    le_put64(file + size, XXH3_64bits(file, size));
    enum status status = network_read(&n, span_make(file, size + 8), &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX || status == STATUS_LIMIT ||
            status == STATUS_UNSUPPORTED);
    if (status == STATUS_OK)
        judge(n);
    network_close(n);
    mem_free(file);
    return 0;
}
