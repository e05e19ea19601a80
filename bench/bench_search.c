/* Searching positions: the paper's four methods over a corpus of generated games. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/num.h"
#include "bench/baseline.h"
#include "sim/generate.h"

static enum status generate(struct memory_games *games, uint64_t n, struct err *err)
{
    struct generator g;
    struct record rec;
    generator_init(&g, 1);
    record_init(&rec);
    enum status status = generator_add_book(&g, err);
    for (uint64_t i = 0; i < n && status == STATUS_OK; i++) {
        status = generator_game(&g, i, &rec);
        if (status == STATUS_OK)
            status = memory_games_add_record(games, &rec, err);
    }
    record_release(&rec);
    generator_release(&g);
    return status;
}

static enum status measure(const struct memory_games *games, struct err *err)
{
    struct paper_source source = memory_games_source(games);
    struct paper_index x;
    struct query_sets *sets = mem_calloc(1, sizeof *sets);
    enum status status = sets ? paper_index_build(&x, &shogi_game, &source, err) : err_nomem(err);
    if (status != STATUS_OK)
        return status;
    double t = timing_now();
    status = query_sets_make(sets, games, &x, 1, err);
    fprintf(stderr, "sets %.1f s\n", timing_now() - t);
    for (int set = 0; set < QUERY_SETS && status == STATUS_OK; set++) {
        struct baseline_set b;
        char text[4][TIMING_TEXT];
        status = baseline_measure(&x, &sets->sets[set], &b, NULL, err);
        printf("%-10s %3u questions, %4.1f keys, %8.1f games, %4.0f million postings/s\n",
               query_set_names[set], sets->sets[set].count, b.keys, b.games, b.merge_rate / 1e6);
        for (int m = 0; m < PAPER_METHODS; m++)
            printf("    %-24s %10s %10s %10s %10s\n", paper_method_names[m],
                   timing_text(b.by_method[m].mean, text[0]),
                   timing_text(b.by_method[m].median, text[1]),
                   timing_text(b.by_method[m].p99, text[2]),
                   timing_text(b.by_method[m].worst, text[3]));
    }
    query_sets_release(sets);
    mem_free(sets);
    paper_index_release(&x);
    return status;
}

int main(int argc, char **argv)
{
    struct memory_games games;
    struct err err;
    uint64_t n = 10000;
    if (argc > 1 && !num_parse_u64(span_of(argv[1]), 10000000, &n))
        return 2;
    memory_games_init(&games, &shogi_game);
    enum status status = generate(&games, n, &err);
    if (status == STATUS_OK)
        status = measure(&games, &err);
    memory_games_release(&games);
    if (status != STATUS_OK) {
        struct buf text;
        buf_init(&text, 4096);
        err_format(&err, LANG_EN, &text);
        fprintf(stderr, "%s\n", buf_cstr(&text));
        buf_release(&text);
    }
    return status == STATUS_OK ? 0 : 3;
}
