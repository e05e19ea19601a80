/* fuzz_values.c: any bytes as the file of weights of search values.  The checksum at its end would
 * keep nearly all of them out, so the input is a file without it, and gets one that fits.  What is
 * read weighs the moves of a position: scores are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/natural/people_predictor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void weigh(const struct natural_values *v)
{
    struct shogi_pos pos;
    struct natural_past past;
    shogi_move legal[SHOGI_MAX_MOVES];
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    const struct natural_input q = {.pos = &pos, .past = &past, .values = values};
    shogi_pos_start(&pos);
    natural_past_clear(&past);
    int count = shogi_legal_moves(&pos, legal);
    for (int i = 0; i < count; i++) {
        moves[i] = (struct natural_move){.move = legal[i], .score = (float)-i};
        values[i] = (int16_t)(i % 3 ? i * 10 : NATURAL_NO_VALUE);
    }
    natural_values_add(v, &q, moves, count);
    for (int i = 0; i < count; i++)
        require(isfinite(moves[i].score));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct natural_values v;
    struct err err = {0};
    char *file = mem_alloc(size + 8);
    require(file != NULL);
    if (size)
        memcpy(file, data, size);
    le_put64(file + size, XXH3_64bits(file, size));
    enum status status = people_values_read(&v, span_make(file, size + 8), &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    if (status == STATUS_OK)
        weigh(&v);
    mem_free(file);
    return 0;
}
