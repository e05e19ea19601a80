/* mine_cost: what mining a database of Go costs, step by step.
 *
 *     mine_cost DB QUARTERS THREADS
 *
 * Both encodings, all four scorers of the paper, the best 25,000 sequences of five symbols or more
 * of each.  QUARTERS of the games are mined, 4 being all.  Above 4 the rest of the text is spliced:
 * sentences as long as those of the games, put together from pieces of 3 to 8 symbols that are
 * taken from anywhere, so that no game is there twice.  Prints a line for each step, "ENCODING STEP
 * CPU_SECONDS", of this process, how many symbols a suffix shares with the next on average
 * ("shared": how repetitive the text is), and at the end CPU and real seconds, peak memory and a
 * number that depends on everything found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "bench/mined_shapes.h"
#include "bench/timing.h"

/* All threads of the process. */
static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double lap(const char *encoding, const char *step, double since)
{
    double now = cpu_seconds();
    printf("%s %s %.3f\n", encoding, step, now - since);
    return now;
}

/* --- Less and more text ----------------------------------------------------------------------- */

static void copy_games(struct corpus *to, const struct corpus *from, uint32_t lines)
{
    struct err err;
    for (uint32_t i = 0; i < from->sentence_count; i++) {
        const struct sentence *s = &from->sentences[i];
        if (s->line >= lines)
            break;
        bench_stop_on(corpus_begin(to, s->line, s->mark, &err), &err);
        for (uint32_t k = 0; k < s->count; k++)
            bench_stop_on(corpus_add(to, from->text[s->first + k], from->ply[s->first + k], &err),
                          &err);
    }
}

static void splice_sentence(struct corpus *to, const struct corpus *from, uint32_t line,
                            uint32_t length, struct rng *rng)
{
    struct err err;
    bench_stop_on(corpus_begin(to, line, 0, &err), &err);
    while (length) {
        uint32_t at = (uint32_t)rng_below(rng, from->n);
        for (uint32_t k = 3 + (uint32_t)rng_below(rng, 6); k > 0 && length; k--, at++) {
            if (at >= from->n || from->text[at] == CORPUS_BREAK)
                break;
            bench_stop_on(corpus_add(to, from->text[at], 0, &err), &err);
            length--;
        }
    }
}

static void resize(struct corpus *c, uint32_t lines, uint32_t quarters)
{
    struct corpus other;
    struct rng rng;
    struct err err;
    rng_seed(&rng, 1);
    corpus_init(&other, c->alphabet);
    copy_games(&other, c, quarters >= 4 ? lines : lines / 4 * quarters);
    for (uint32_t q = 4; q < quarters; q++)
        for (uint32_t i = q % 4; i < c->sentence_count; i += 4)
            splice_sentence(&other, c, lines + i, c->sentences[i].count, &rng);
    bench_stop_on(corpus_end(&other, &err), &err);
    corpus_release(c);
    *c = other;
}

/* --- Mining ----------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * 0x9E3779B97F4A7C15U ^ sum >> 29;
}

static uint64_t mix_sequences(uint64_t sum, const struct sequences *s)
{
    for (size_t i = 0; i < s->count; i++) {
        sum = mix(sum, (uint64_t)s->at[i].from << 32 | s->at[i].to);
        sum = mix(sum, (uint64_t)s->at[i].length << 32 | (uint64_t)(s->at[i].score * 1000));
    }
    return sum;
}

static uint64_t mine(struct db *db, const struct encoding *e, uint32_t quarters, unsigned threads,
                     uint64_t sum)
{
    const struct mine_options opt = {.encoding = e,
                                     .threads = threads,
                                     .scoring = {.min_length = 5, .threshold = NAN, .top = 25000}};
    static const char *const scorers[] = {"nf", "entropy", "sfp", "msfp"};
    struct mine_result m;
    struct err err;
    double since = cpu_seconds();
    bench_stop_on(mine_read(&m, &db, 1, NULL, &opt, &err), &err);
    since = lap(e->name, "encode", since);
    if (quarters != 4) {
        resize(&m.corpus, m.line_count, quarters);
        since = cpu_seconds();
    }
    bench_stop_on(substring_index_build(&m.index, &m.corpus, NULL, &err), &err);
    since = lap(e->name, "index", since);
    for (size_t i = 0; i < sizeof scorers / sizeof scorers[0]; i++) {
        const struct scorer *s = scorer_by_name(span_of(scorers[i]));
        bench_stop_on(s->run(&m.index, &opt.scoring, &m.found, &err), &err);
        sum = mix_sequences(sum, &m.found);
        sequences_release(&m.found);
        since = lap(e->name, s->name, since);
    }
    double shared = 0;
    for (uint32_t i = 0; i < m.corpus.n; i++)
        shared += m.index.lcp[i];
    printf("%s symbols %u\n%s shared %.2f\n", e->name, m.corpus.n, e->name, shared / m.corpus.n);
    mine_result_release(&m);
    return sum;
}

int main(int argc, char **argv)
{
    struct db *db = NULL;
    struct err err;
    if (argc != 4) {
        fprintf(stderr, "usage: mine_cost DB QUARTERS THREADS\n");
        return 2;
    }
    uint32_t quarters = (uint32_t)strtoul(argv[2], NULL, 10);
    unsigned threads = (unsigned)strtoul(argv[3], NULL, 10);
    double began = timing_now();
    bench_stop_on(db_open(&db, argv[1], &err), &err);
    uint64_t sum = mine(db, &go_es_encoding, quarters, threads, 0);
    sum = mine(db, &go_er_encoding, quarters, threads, sum);
    db_close(db);
    printf("all cpu %.3f\nall real %.3f\nall bytes %llu\nall found %016llx\n", cpu_seconds(),
           timing_now() - began, (unsigned long long)timing_peak_memory(), (unsigned long long)sum);
    return 0;
}
