/* fuzz_natural.c: any bytes as the file of a model of moves.  The checksum at its end would keep
 * nearly all of them out, so the input is a file without it, and gets one that fits.  What is read
 * judges a position: probabilities are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/natural/natural.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void judge(const struct natural *n)
{
    struct shogi_pos pos;
    struct natural_past past;
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_input q = {.pos = &pos, .past = &past};
    shogi_pos_start(&pos);
    natural_past_clear(&past);
    for (int i = 0; i < SHOGI_MAX_MOVES; i++)
        values[i] = (int16_t)(i % 3 ? i * 10 : NATURAL_NO_VALUE);
    for (int with = 0; with < 2; with++) {
        q.values = with ? values : NULL;
        int count = natural_infer(n, &q, moves);
        for (int i = 0; i < count; i++)
            require(isfinite(moves[i].p));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct natural *n;
    struct err err = {0};
    char *file = mem_alloc(size + 8);
    require(file != NULL);
    memcpy(file, data, size);
    le_put64(file + size, XXH3_64bits(file, size));
    enum status status = natural_read(&n, span_make(file, size + 8), &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    if (status == STATUS_OK)
        judge(n);
    natural_close(n);
    mem_free(file);
    return 0;
}
