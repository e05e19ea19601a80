/* How fast SGF is read: from bytes in memory to records, every move played, one core.
 *
 * The files are the 33,226 of KIFU_DATA/go/pro-to-2005.tar.zst.  @sabaki/sgf, the usual JavaScript
 * library, parses every 20th of them in the same run (it plays no moves). */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "formats/format.h"

enum { PASSES = 5, SAMPLE = 20 };
static const double BAR_GAMES = 20000, BAR_RATIO = 20;

struct sgf_bench {
    struct reader reader;
    struct buf store;
    size_t *ends; /* of each file in the store */
    size_t count, cap;
    uint64_t games, moves;
};

/* CPU time: other programs on the machine do not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum status count_game(void *ctx, struct record *rec)
{
    struct sgf_bench *b = ctx;
    uint32_t plies;
    record_last_move(rec, &plies);
    b->games++;
    b->moves += plies;
    return STATUS_OK;
}

static enum status keep_file(void *ctx, const struct source_item *item)
{
    struct sgf_bench *b = ctx;
    size_t *ends = mem_grow(b->ends, b->count, &b->cap, SIZE_MAX / 8, sizeof *ends);
    if (!ends)
        return STATUS_NOMEM;
    b->ends = ends;
    buf_add_span(&b->store, item->bytes);
    b->ends[b->count++] = b->store.n;
    return buf_status(&b->store);
}

static struct span file_of(const struct sgf_bench *b, size_t i)
{
    size_t from = i ? b->ends[i - 1] : 0;
    return span_make(b->store.p + from, b->ends[i] - from);
}

static double one_pass(struct sgf_bench *b)
{
    struct err err;
    double began = seconds();
    b->games = b->moves = 0;
    for (size_t i = 0; i < b->count; i++)
        if (reader_read(&b->reader, file_of(b, i), SPAN("bench.sgf"), NULL, count_game, b, &err) !=
            STATUS_OK)
            fprintf(stderr, "a file could not be read\n");
    return seconds() - began;
}

/* Games a second; 0 if it is not there. */
static double measure_sabaki(const struct sgf_bench *b)
{
    char dir[] = "/tmp/kifu-bench-XXXXXX", path[256], command[512];
    double rate = 0;
    if (!mkdtemp(dir))
        return 0;
    snprintf(path, sizeof path, "%s/games.sgf", dir);
    FILE *out = fopen(path, "wb");
    for (size_t i = 0; out && i < b->count; i += SAMPLE) {
        struct span file = file_of(b, i);
        fwrite(file.p, 1, file.n, out);
        fputc('\0', out);
    }
    if (out)
        fclose(out);
    snprintf(command, sizeof command, "node bench/sabaki_bench.mjs %s 2>/dev/null", path);
    FILE *pipe = popen(command, "r");
    if (pipe) {
        if (fscanf(pipe, "%lf", &rate) != 1)
            rate = 0;
        pclose(pipe);
    }
    unlink(path);
    rmdir(dir);
    return rate;
}

int main(void)
{
    static struct sgf_bench b;
    const char *root = getenv("KIFU_DATA");
    char path[4096];
    const char *paths[1] = {path};
    struct source_handler handler = {.ctx = &b, .item = keep_file};
    struct err err;
    snprintf(path, sizeof path, "%s/go/pro-to-2005.tar.zst", root ? root : "../shared/data");
    reader_init(&b.reader);
    buf_init(&b.store, BUF_DEFAULT_MAX);
    if (access(path, R_OK) != 0 || source_walk(paths, 1, NULL, &handler, &err) != STATUS_OK) {
        printf("skipped: no go/pro-to-2005.tar.zst under KIFU_DATA\n");
        return 77;
    }
    double best = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        double rate = 1 / one_pass(&b);
        best = rate > best ? rate : best;
    }
    double games = best * (double)b.games, sabaki = measure_sabaki(&b);
    printf("SGF %zu files, %llu moves   %.0f games/s, %.2f million moves/s (bar %.0f games: %s)\n",
           b.count, (unsigned long long)b.moves, games, best * (double)b.moves / 1e6, BAR_GAMES,
           games >= BAR_GAMES ? "met" : "MISSED");
    if (sabaki > 0)
        printf("    @sabaki/sgf %.0f games/s, ratio %.0f (bar %.0f: %s)\n", sabaki, games / sabaki,
               BAR_RATIO, games / sabaki >= BAR_RATIO ? "met" : "MISSED");
    else
        printf("    no ratio to @sabaki/sgf: node or tests/oracle/node_modules missing "
               "(scripts/deps bench)\n");
    reader_release(&b.reader);
    buf_release(&b.store);
    mem_free(b.ends);
    return 0;
}
