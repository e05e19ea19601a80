/* fuzz_found.c: any bytes as a log of likelihoods (db/found_log.h).  Checksums would keep nearly all
 * out, so every second input has sums that fit.  What is read lies within the bytes, and reading as
 * far as that again gives the same. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/found_log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

enum { HEAD_BYTES = 16, GAME_BYTES = 12, SUM_BYTES = 8 };

/* Sums for games as far as they are whole. */
static void mend(char *bytes, size_t size)
{
    size_t at = HEAD_BYTES;
    while (size >= at && size - at >= GAME_BYTES + SUM_BYTES) {
        size_t moves = le_get32(bytes + at + 8) % 64, n = GAME_BYTES + moves * FOUND_MOVE_BYTES;
        if (n + SUM_BYTES > size - at)
            return;
        le_put32(bytes + at + 8, (uint32_t)moves);
        le_put64(bytes + at + n, XXH3_64bits(bytes + at, n));
        at += n + SUM_BYTES;
    }
}

struct found_sum {
    struct span file;
    uint64_t games, sum;
};

static bool add_game(void *ctx, uint64_t hash, uint32_t moves, uint64_t offset)
{
    struct found_sum *s = ctx;
    require(moves <= FOUND_MOST_MOVES && offset >= HEAD_BYTES &&
            offset + GAME_BYTES + (uint64_t)moves * FOUND_MOVE_BYTES + SUM_BYTES <= s->file.n);
    s->games++;
    s->sum += hash;
    for (uint32_t i = 0; i < moves; i++)
        for (unsigned class = 0; class < FOUND_CLASSES; class ++)
            s->sum += found_surprise(s->file.p + offset + GAME_BYTES, i, class);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = mem_alloc(size + 1);
    bool damaged;
    if (bytes && size > 0) {
        memcpy(bytes, data + 1, size - 1);
        if (data[0] & 1)
            mend(bytes, size - 1);
        struct found_sum first = {.file = span_make(bytes, size - 1)};
        size_t end = found_log_read(first.file, add_game, &first, &damaged);
        require(end <= size - 1 && (end || !damaged));
        struct found_sum again = {.file = span_make(bytes, end)};
        require(found_log_read(again.file, add_game, &again, &damaged) == end && !damaged);
        require(first.games == again.games && first.sum == again.sum);
    }
    mem_free(bytes);
    return 0;
}
