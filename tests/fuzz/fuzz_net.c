/* fuzz_net.c: any bytes as the file of a network.  The checksum at its end would keep nearly all of
 * them out, so the input is a file without it, and gets one that fits.  What is read judges a
 * position without overflow: with sixteen bits as with sixty-four. */
#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/eval/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct net net;
    struct shogi_pos pos;
    char *file = mem_alloc(size + 8);
    require(file != NULL);
    memcpy(file, data, size);
    le_put64(file + size, XXH3_64bits(file, size));
    struct err err;
    enum status status = net_read(span_make(file, size + 8), &net, &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    if (status == STATUS_OK) {
        void *state = mem_calloc_aligned(64, 1, (eval_net.state_bytes + 63) / 64 * 64);
        require(state != NULL);
        shogi_pos_start(&pos);
        eval_net.begin(&net, state, &pos);
        require(eval_net.value(&net, state, &pos) == net_value_plain(&net, &pos));
        mem_free(state);
    }
    mem_free(file);
    return 0;
}
