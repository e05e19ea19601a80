/* measure_library: what a program that links the library waits for, to compare Python with.
 *
 *     measure_library DB QUERY TIMES    prints the median microseconds of a search with its first hit
 *     measure_library --read FILE       prints games a second of processor time, read from memory
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/io/file.h"
#include "base/steady.h"
#include "base/text/num.h"
#include "bench/timing.h"
#include "kifu.h"

enum { MOST_TIMES = 1000000, READ_TIMES = 5 };
static const size_t MOST_BYTES = (size_t)1 << 30;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int search_once(struct kifu_db *db, const char *query, unsigned *game)
{
    struct kifu_error error;
    struct kifu_hit hit = {0};
    struct kifu_search *search = kifu_search(&db, 1, query, NULL, &error);
    if (!search || !kifu_search_next(search, &hit)) {
        fprintf(stderr, "measure_library: %s\n", search ? "no hit" : error.message);
        kifu_search_close(search);
        return -1;
    }
    *game += hit.game;
    kifu_search_close(search);
    return 0;
}

static int measure_search(const char *path, const char *query, size_t times)
{
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open(path, &error);
    double *took = mem_calloc(times, sizeof *took);
    unsigned seen = 0;
    int result = db && took ? 0 : -1;
    for (size_t i = 0; i < times && result == 0; i++) {
        double began = steady_seconds();
        result = search_once(db, query, &seen);
        took[i] = steady_seconds() - began;
    }
    if (result == 0) {
        qsort(took, times, sizeof *took, by_value);
        printf("%.2f\n", 1e6 * took[times / 2]);
    }
    mem_free(took);
    kifu_db_close(db);
    return result;
}

static int count_moves(void *ctx, struct kifu_game *game)
{
    size_t *games = ctx;
    *games += kifu_game_plies(game) > 0;
    return 0;
}

static int measure_reading(const char *path)
{
    struct kifu_error error;
    struct buf bytes;
    struct err err;
    double best = 0;
    buf_init(&bytes, MOST_BYTES);
    int result = file_read(path, MOST_BYTES, &bytes, &err) == STATUS_OK ? 0 : -1;
    for (int i = 0; i < READ_TIMES && result == 0; i++) {
        size_t games = 0;
        double began = timing_cpu();
        result = kifu_read_memory(bytes.p, bytes.n, path, count_moves, &games, &error);
        double rate = (double)games / (timing_cpu() - began);
        best = rate > best ? rate : best;
    }
    buf_release(&bytes);
    if (result == 0)
        printf("%.0f\n", best);
    return result;
}

int main(int argc, char **argv)
{
    uint64_t times;
    if (argc == 3 && strcmp(argv[1], "--read") == 0)
        return measure_reading(argv[2]) == 0 ? 0 : 3;
    if (argc == 4 && num_parse_u64(span_of(argv[3]), MOST_TIMES, &times) && times)
        return measure_search(argv[1], argv[2], (size_t)times) == 0 ? 0 : 3;
    fputs("usage: measure_library DB QUERY TIMES | --read FILE\n", stderr);
    return 2;
}
