/* mine_recall: how many lines of a dictionary of joseki are among the first sequences of each
 * method.
 *
 *     mine_recall DB TRUTH...
 *
 * Prints, for every method of the paper, encoding, and file of known lines (text/mine/truth.h), a line
 *
 *     METHOD.ENCODING.FILE.RANK PERCENT
 *
 * for ranks from 1,000 to 25,000; ENCODING is es, er, or er-corrected: ranks corrected as in the
 * paper, sequences that es would write alike sharing the best rank.  The paper looks up the string
 * of a line; so here a string is found to be a line if the moves of any of its occurrences are.
 *
 * Methods are those of the table of scorers with the paper's settings, sequences of five symbols or
 * more; "entropy-all" ranks shorter ones too; "sfp-8" has the other window of the paper, and
 * "sfp-X" another threshold; "msfp-means" takes the product of means, "msfp-unclamped" leaves
 * factors below 0 as they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "bench/mined_shapes.h"
#include "text/mine/truth.h"

enum { MAX_TRUTHS = 8 };

static const uint32_t RANKS[] = {1000, 2000, 3000,  4000,  5000,  6000, 7000,
                                 8000, 9000, 10000, 15000, 20000, 25000};

static const struct method {
    const char *name, *scorer;
    struct scorer_options opt;
    const char *encodings; /* of which it is told */
} METHODS[] = {
    {"nf", "nf", {.min_length = 5}, "es er er-corrected"},
    {"entropy", "entropy", {.min_length = 5}, "es er er-corrected"},
    {"entropy-all", "entropy", {.min_length = 1}, "es er er-corrected"},
    {"sfp", "sfp", {.min_length = 5, .threshold = NAN}, "es er er-corrected"},
    {"sfp-0.5", "sfp", {.min_length = 5, .threshold = 0.5}, "er"},
    {"sfp-0.85", "sfp", {.min_length = 5, .threshold = 0.85}, "er"},
    {"sfp-8", "sfp", {.min_length = 5, .threshold = NAN, .windows = {8}, .window_count = 1}, "er"},
    {"msfp", "msfp", {.min_length = 5}, "es er er-corrected"},
    {"msfp-means", "msfp", {.min_length = 5, .mean = SCORE_PRODUCT_OF_MEANS}, "er"},
    {"msfp-unclamped", "msfp", {.min_length = 5, .unclamped = true}, "er"},
};

struct known_sequence {
    const char *name; /* of the file, without folder and ending */
    struct truth truth;
};

static struct known_sequence knowns[MAX_TRUTHS];
static int known_count;

static void read_truth(const char *path)
{
    struct known_sequence *k = &knowns[known_count++];
    struct buf text;
    struct err err;
    const char *slash = strrchr(path, '/');
    buf_init(&text, BUF_DEFAULT_MAX);
    bench_stop_on(file_read(path, BUF_DEFAULT_MAX, &text, &err), &err);
    bench_stop_on(truth_read(&k->truth, buf_span(&text), &err), &err);
    k->name = slash ? slash + 1 : path;
    buf_release(&text);
}

/* --- Ranks of lines --------------------------------------------------------------------------- */

/* A shape behind a string, and where. */
struct recall_shape {
    uint64_t number;
    uint32_t at;
};

static int by_number(const void *a, const void *b)
{
    const struct recall_shape *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void note_shape(const struct bench_place *places, uint32_t length, uint32_t rank)
{
    struct truth_stone stones[TRUTH_LONGEST];
    for (uint32_t i = 0; i < length; i++)
        stones[i] = (struct truth_stone){(uint8_t)places[i].column, (uint8_t)places[i].row,
                                         (uint8_t)(i % 2)};
    for (int i = 0; i < known_count; i++)
        truth_note(&knowns[i].truth, stones, length, rank);
}

/* Every different shape of a sequence once. */
static void note_sequence(const struct mine_result *m, const struct sequence *s,
                          const struct bench_place *places, struct recall_shape *shapes,
                          uint32_t rank)
{
    uint32_t count = s->to - s->from, moves = sequence_plies(m, s);
    if (moves > TRUTH_LONGEST)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = m->index.order[s->from + i] - (moves - s->length);
        shapes[i] = (struct recall_shape){bench_shape(places + at, moves), at};
    }
    qsort(shapes, count, sizeof *shapes, by_number);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || shapes[i].number != shapes[i - 1].number)
            note_shape(places + shapes[i].at, moves, rank);
}

static void print_recall(const char *method, const char *encoding)
{
    for (int k = 0; k < known_count; k++) {
        int name = (int)strcspn(knowns[k].name, ".");
        for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++)
            printf("%s.%s.%.*s.%u %.1f\n", method, encoding, name, knowns[k].name, RANKS[i],
                   100.0 * (double)truth_count_found(&knowns[k].truth, RANKS[i]) /
                       (double)knowns[k].truth.line_count);
        truth_clear(&knowns[k].truth);
    }
    fflush(stdout);
}

/* --- Methods ---------------------------------------------------------------------------------- */

static bool reports_on(const struct method *m, const char *encoding)
{
    const char *at = strstr(m->encodings, encoding);
    size_t n = strlen(encoding);
    while (at && at[n] != '\0' && at[n] != ' ')
        at = strstr(at + n, encoding);
    return at != NULL;
}

static void rank_lines(struct mine_result *m, const struct method *method,
                       const struct bench_place *places, struct recall_shape *shapes,
                       bool corrected)
{
    struct scorer_options opt = method->opt;
    struct err err;
    /* a line far down may share the rank of one near the top */
    opt.top = corrected ? UINT64_MAX : 25000;
    bench_stop_on(scorer_by_name(span_of(method->scorer))->run(&m->index, &opt, &m->found, &err),
                  &err);
    uint32_t *ranks = bench_room(m->found.count, sizeof *ranks);
    bench_stop_on(mine_correct_order(m, ranks, &err), &err);
    for (size_t i = 0; i < m->found.count; i++) {
        uint32_t rank = corrected ? ranks[i] : (uint32_t)i + 1;
        if (rank <= 25000)
            note_sequence(m, &m->found.at[i], places, shapes, rank);
    }
    mem_free(ranks);
    sequences_release(&m->found);
}

static void print_encoding(struct db *db, const struct encoding *e)
{
    const struct mine_options opt = {.encoding = e, .drop_near_duplicates = true};
    struct mine_result m;
    struct err err;
    char corrected[32];
    snprintf(corrected, sizeof corrected, "%s-corrected", e->name);
    bench_stop_on(mine_read(&m, &db, 1, NULL, &opt, &err), &err);
    bench_stop_on(substring_index_build(&m.index, &m.corpus, NULL, &err), &err);
    struct bench_place *places = bench_places(&m, db);
    struct recall_shape *shapes = bench_room(m.corpus.n, sizeof *shapes);
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++) {
        if (reports_on(&METHODS[i], e->name)) {
            rank_lines(&m, &METHODS[i], places, shapes, false);
            print_recall(METHODS[i].name, e->name);
        }
        if (reports_on(&METHODS[i], corrected)) {
            rank_lines(&m, &METHODS[i], places, shapes, true);
            print_recall(METHODS[i].name, corrected);
        }
    }
    mem_free(shapes);
    mem_free(places);
    mine_result_release(&m);
}

int main(int argc, char **argv)
{
    struct db *db = NULL;
    struct err err;
    if (argc < 3 || argc > 2 + MAX_TRUTHS) {
        fprintf(stderr, "usage: mine_recall DB TRUTH...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        read_truth(argv[i]);
    bench_stop_on(db_open(&db, argv[1], &err), &err);
    print_encoding(db, &go_es_encoding);
    print_encoding(db, &go_er_encoding);
    db_close(db);
    for (int i = 0; i < known_count; i++)
        truth_release(&knowns[i].truth);
    return 0;
}
