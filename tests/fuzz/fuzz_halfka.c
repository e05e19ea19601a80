/* fuzz_halfka.c: any bytes as a file of weights, with the checksum put right: refused, or positions have
 * the same value with and without shortcuts. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/eval/halfka.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_values(const struct halfka *h)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    void *state = mem_calloc_aligned(64, 1, (eval_halfka.state_bytes + 63) / 64 * 64);
    if (!state)
        return;
    shogi_pos_start(&pos);
    eval_halfka.begin(h, state, &pos);
    for (int i = 0; i < 8; i++) {
        shogi_move moves[SHOGI_MAX_MOVES];
        int n = shogi_legal_moves(&pos, moves);
        if (eval_halfka.value(h, state, &pos) != halfka_value_plain(h, &pos))
            abort();
        eval_halfka.play(h, state, &pos, moves[n / 2]);
        shogi_play(&pos, moves[n / 2], &undo);
    }
    mem_free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct halfka *h;
    struct err err;
    char *file = malloc(size + 8);
    if (!file)
        return 0;
    if (size)
        memcpy(file, data, size);
    le_put64(file + size, XXH3_64bits(file, size));
    if (halfka_read(span_make(file, size + 8), &h, &err) == STATUS_OK)
        check_values(h);
    mem_free(h);
    free(file);
    return 0;
}
