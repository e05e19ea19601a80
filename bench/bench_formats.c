/* How fast records are read: from bytes in memory to verified legal moves, one core.
 *
 * The files are those of KIFU_DATA: CSA and UTF-8 KIF of human-pro, Shift-JIS KIF of human-amateur.
 * tsshogi, the usual TypeScript library, reads the same files in the same run (without checking
 * legality when it reads KIF); the bars are absolute rates and ratios to it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "formats/format.h"

/* The two programs take turns and the best of all passes counts for each: on a virtual machine the
 * same code is up to half as slow again from one second to the next. */
enum { GROUPS = 3, PASSES = 15, ROUNDS = 3 };

struct bench_file {
    struct span bytes; /* in the group's store */
    size_t at;
};

struct bench_group {
    const char *name, *format, *charset;
    double bar_moves, bar_ratio;
    struct buf store;
    struct bench_file *files;
    size_t count, cap;
    uint64_t moves;
    double rate;
};

struct formats_bench {
    struct reader reader;
    struct bench_group groups[GROUPS];
    const struct source_item *item;
    struct bench_group *now;
};

/* CPU time: other programs on the machine do not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum status count_moves(void *ctx, struct record *rec)
{
    struct formats_bench *b = ctx;
    uint32_t plies;
    record_last_move(rec, &plies);
    b->now->moves += plies;
    return STATUS_OK;
}

/* --- Loading -------------------------------------------------------------------------------- */

static enum status keep_file(void *ctx, struct record *rec)
{
    struct formats_bench *b = ctx;
    for (int i = 0; i < GROUPS && rec->number_in_file == 0; i++) {
        struct bench_group *g = &b->groups[i];
        bool plain = span_ends(b->item->name, SPAN(".csa"));
        if (strcmp(rec->format, g->format) != 0 || strcmp(rec->charset, g->charset) != 0 ||
            (strcmp(g->format, "csa") == 0) != plain)
            continue;
        if (g->count == g->cap) {
            g->cap = g->cap ? g->cap * 2 : 256;
            g->files = mem_realloc_array(g->files, g->cap, sizeof *g->files);
            if (!g->files)
                return STATUS_NOMEM;
        }
        g->files[g->count++] = (struct bench_file){.at = g->store.n, .bytes = b->item->bytes};
        buf_add_span(&g->store, b->item->bytes);
    }
    return STATUS_OK;
}

static enum status load_item(void *ctx, const struct source_item *item)
{
    struct formats_bench *b = ctx;
    struct err err;
    b->item = item;
    enum status st = reader_read(&b->reader, item->bytes, item->name, NULL, keep_file, b, &err);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

static bool load(struct formats_bench *b)
{
    const char *root = getenv("KIFU_DATA");
    char pro[4096], amateur[4096];
    const char *paths[2] = {pro, amateur};
    struct source_handler handler = {.ctx = b, .item = load_item};
    struct err err;
    snprintf(pro, sizeof pro, "%s/shogi/human-pro.tar.zst", root ? root : "../shared/data");
    snprintf(amateur, sizeof amateur, "%s/shogi/human-amateur.tar.zst",
             root ? root : "../shared/data");
    if (source_walk(paths, 2, NULL, &handler, &err) != STATUS_OK)
        return false;
    for (int i = 0; i < GROUPS; i++)
        for (size_t f = 0; f < b->groups[i].count; f++)
            b->groups[i].files[f].bytes.p = b->groups[i].store.p + b->groups[i].files[f].at;
    return b->groups[0].count != 0;
}

/* --- Measuring ------------------------------------------------------------------------------ */

static double one_pass(struct formats_bench *b, struct bench_group *g)
{
    struct err err;
    double began = seconds();
    g->moves = 0;
    b->now = g;
    for (size_t i = 0; i < g->count; i++)
        if (reader_read(&b->reader, g->files[i].bytes, SPAN("bench"), NULL, count_moves, b, &err) !=
            STATUS_OK)
            fprintf(stderr, "a file could not be read\n");
    return seconds() - began;
}

static void measure(struct formats_bench *b, struct bench_group *g)
{
    for (int pass = 0; pass < PASSES; pass++) {
        double took = one_pass(b, g), rate = (double)g->moves / took;
        g->rate = rate > g->rate ? rate : g->rate;
    }
}

/* --- tsshogi -------------------------------------------------------------------------------- */

/* Puts the group's files into a folder for tsshogi, has them read, takes the folder away. */
static double measure_tsshogi(const struct bench_group *g)
{
    char dir[] = "/tmp/kifu-bench-XXXXXX", path[256], command[1024];
    double rate = 0;
    if (!mkdtemp(dir))
        return 0;
    for (size_t i = 0; i < g->count; i++) {
        snprintf(path, sizeof path, "%s/%06zu", dir, i);
        FILE *out = fopen(path, "wb");
        if (out) {
            fwrite(g->files[i].bytes.p, 1, g->files[i].bytes.n, out);
            fclose(out);
        }
    }
    snprintf(command, sizeof command, "node bench/tsshogi_bench.mjs %s %s %s 2>/dev/null", dir,
             g->format, g->charset);
    FILE *pipe = popen(command, "r");
    if (pipe) {
        if (fscanf(pipe, "%lf", &rate) != 1)
            rate = 0;
        pclose(pipe);
    }
    for (size_t i = 0; i < g->count; i++) {
        snprintf(path, sizeof path, "%s/%06zu", dir, i);
        unlink(path);
    }
    rmdir(dir);
    return rate;
}

static void report(const struct bench_group *g, double tsshogi)
{
    printf("%-16s %6zu files %8llu moves   %6.2f million moves/s (bar %.1f: %s)\n", g->name,
           g->count, (unsigned long long)g->moves, g->rate / 1e6, g->bar_moves,
           g->rate >= g->bar_moves * 1e6 ? "met" : "MISSED");
    if (tsshogi > 0)
        printf("%-16s tsshogi %8.0f moves/s, ratio %.0f (bar %.0f: %s)\n", "", tsshogi,
               g->rate / tsshogi, g->bar_ratio,
               g->rate / tsshogi >= g->bar_ratio ? "met" : "MISSED");
    else
        printf("%-16s no ratio to tsshogi: node or tests/oracle/node_modules missing "
               "(scripts/deps bench)\n",
               "");
}

int main(void)
{
    static struct formats_bench b = {
        .groups = {
            {.name = "CSA", .format = "csa", .charset = "UTF-8", .bar_moves = 5, .bar_ratio = 100},
            {.name = "KIF UTF-8",
             .format = "kif",
             .charset = "UTF-8",
             .bar_moves = 2.5,
             .bar_ratio = 50},
            {.name = "KIF Shift-JIS",
             .format = "kif",
             .charset = "CP932",
             .bar_moves = 2,
             .bar_ratio = 50}}};
    reader_init(&b.reader);
    for (int i = 0; i < GROUPS; i++)
        buf_init(&b.groups[i].store, BUF_DEFAULT_MAX);
    if (!load(&b)) {
        printf("skipped: no records under KIFU_DATA\n");
        return 77;
    }
    for (int i = 0; i < GROUPS; i++) {
        if (!b.groups[i].count)
            continue;
        double tsshogi = 0;
        for (int round = 0; round < ROUNDS; round++) {
            measure(&b, &b.groups[i]);
            double rate = measure_tsshogi(&b.groups[i]);
            tsshogi = rate > tsshogi ? rate : tsshogi;
        }
        report(&b.groups[i], tsshogi);
    }
    for (int i = 0; i < GROUPS; i++) {
        buf_release(&b.groups[i].store);
        mem_free(b.groups[i].files);
    }
    reader_release(&b.reader);
    return 0;
}
