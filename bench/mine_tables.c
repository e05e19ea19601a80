/* mine_tables: what the tables of the paper on mining joseki say, of a database of Go.
 *
 *     mine_tables encodings DB
 *
 * Tables 1 and 2, "NAME VALUE" a line, for es and er:
 *
 *     es.steps, es.firsts            symbols that occur: of steps, of first moves
 *     es.steps_possible, es.firsts_possible
 *     es.all, es.repeated            different substrings; those that occur twice or more
 *     es.all54, es.repeated54        those of at most 54 symbols
 *     es.shapes.5.max, .mean         different shapes behind one string of 5 symbols, of those that
 *                                    occur twice or more
 *
 * A shape is the points of the moves in their order, without the stone that came before them; two
 * are equal if one becomes the other by turning, mirroring and moving. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bench/mined_shapes.h"
#include "text/mine/go_steps.h"

enum { SIZE = 19, CAP = 54 };

/* --- Table 1 ---------------------------------------------------------------------------------- */

/* Symbols of steps and those of first moves are counted apart. */
struct symbols {
    bool *seen;
    uint32_t steps, firsts;
};

static void count_symbols(const struct corpus *c, struct symbols *s)
{
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        uint32_t from = c->sentences[i].first, to = from + c->sentences[i].count;
        for (uint32_t at = from; at < to; at++) {
            bool fresh = !s->seen[c->text[at]];
            bool first = at == from && c->sentences[i].mark == GO_FROM_FIRST_MOVE;
            s->seen[c->text[at]] = true;
            *(first ? &s->firsts : &s->steps) += fresh;
        }
    }
}

/* What a stone after another one can give, after stones in each of the eight octants, whose axes
 * may be inherited; and every first move. */
static void count_possible(const struct encoding *e, int from, struct symbols *s)
{
    static const int8_t octants[8][2] = {{2, 5},   {5, 2},   {13, 2}, {16, 5},
                                         {16, 13}, {13, 16}, {5, 16}, {2, 13}};
    struct go_pos board;
    struct corpus c;
    struct err err;
    go_pos_empty(&board, SIZE, SIZE);
    corpus_init(&c, e->alphabet);
    for (int to = 0; to < SIZE * SIZE * 9; to++) {
        const int8_t *before = octants[to % 9 % 8];
        game_move moves[] = {go_move_make(GO_PLAY, 0, go_point(before[0], before[1])),
                             go_move_make(GO_PLAY, 1, go_point(from % SIZE, from / SIZE)),
                             go_move_make(GO_PLAY, 0, go_point(to / 9 % SIZE, to / 9 / SIZE))};
        const struct encoding_input in = {
            .start = &board, .moves = to % 9 ? moves : moves + 1, .count = to % 9 ? 3 : 2};
        bench_stop_on(e->encode(NULL, &in, &c, &err), &err);
    }
    bench_stop_on(corpus_end(&c, &err), &err);
    count_symbols(&c, s);
    corpus_release(&c);
}

static void print_symbols(const struct encoding *e, const struct corpus *c)
{
    struct symbols there = {.seen = bench_room(e->alphabet, sizeof *there.seen)};
    struct symbols possible = {.seen = bench_room(e->alphabet, sizeof *possible.seen)};
    count_symbols(c, &there);
    for (int from = 0; from < SIZE * SIZE; from++)
        count_possible(e, from, &possible);
    printf("%s.steps %u\n%s.firsts %u\n%s.steps_possible %u\n%s.firsts_possible %u\n", e->name,
           there.steps, e->name, there.firsts, e->name, possible.steps, e->name, possible.firsts);
    mem_free(there.seen);
    mem_free(possible.seen);
}

static void print_table_1(const struct encoding *e, const struct substring_index *x)
{
    struct substring_lengths l;
    struct err err;
    uint64_t all = 0, repeated = 0;
    bench_stop_on(substring_count_lengths(x, &l, &err), &err);
    print_symbols(e, x->corpus);
    for (uint32_t i = 0; i < l.longest; i++) {
        all += l.all[i];
        repeated += l.repeated[i];
        if (i + 1 == CAP)
            printf("%s.all%d %.3e\n%s.repeated%d %.3e\n", e->name, CAP, (double)all, e->name, CAP,
                   (double)repeated);
    }
    printf("%s.all %.3e\n%s.repeated %.3e\n", e->name, (double)all, e->name, (double)repeated);
    substring_lengths_release(&l);
}

/* --- Table 2 ---------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Strings of steps are asked about: with a first move, whose symbol tells where it is, they are of
 * another kind. */
static bool begins_game(const struct corpus *c, uint32_t at)
{
    return c->text[at] != CORPUS_BREAK && c->text[at - 1] == CORPUS_BREAK &&
           corpus_sentence(c, at)->mark == GO_FROM_FIRST_MOVE;
}

static void print_shapes(const struct encoding *e, const struct substring_index *x,
                         const struct bench_place *places, uint64_t *shapes, uint32_t length)
{
    uint64_t strings = 0, sum = 0, most = 0;
    for (uint32_t from = 0, to; from < x->corpus->n; from = to) {
        for (to = from + 1; to < x->corpus->n && x->lcp[to] >= length; to++)
            ;
        if (to - from < 2 || begins_game(x->corpus, x->order[from]))
            continue;
        for (uint32_t i = from; i < to; i++)
            shapes[i - from] = bench_shape(places + x->order[i], length);
        qsort(shapes, to - from, sizeof *shapes, by_value);
        uint64_t different = 1;
        for (uint32_t i = 1; i < to - from; i++)
            different += shapes[i] != shapes[i - 1];
        strings++;
        sum += different;
        most = different > most ? different : most;
    }
    printf("%s.shapes.%u.max %llu\n%s.shapes.%u.mean %.4f\n", e->name, length,
           (unsigned long long)most, e->name, length, (double)sum / (double)strings);
}

static void print_encoding(const struct encoding *e, struct db *db, bool drop)
{
    static const uint32_t lengths[] = {4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30};
    const struct mine_options opt = {.encoding = e, .drop_near_duplicates = drop};
    struct mine_result m;
    struct err err;
    bench_stop_on(mine_read(&m, &db, 1, NULL, &opt, &err), &err);
    bench_stop_on(substring_index_build(&m.index, &m.corpus, NULL, &err), &err);
    print_table_1(e, &m.index);
    struct bench_place *places = bench_places(&m, db);
    uint64_t *shapes = bench_room(m.corpus.n, sizeof *shapes);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        print_shapes(e, &m.index, places, shapes, lengths[i]);
    printf("%s.near-duplicates %u\n", e->name, m.near_duplicates);
    printf("%s.games %u\n%s.symbols %u\n%s.sentences %u\n", e->name, m.line_count, e->name,
           m.corpus.n - m.corpus.sentence_count - 1, e->name, m.corpus.sentence_count);
    mem_free(shapes);
    mem_free(places);
    mine_result_release(&m);
}

int main(int argc, char **argv)
{
    struct db *db = NULL;
    struct err err;
    bool drop = argc == 4 && strcmp(argv[3], "drop") == 0; /* near-duplicates */
    if ((argc != 3 && !drop) || strcmp(argv[1], "encodings") != 0) {
        fprintf(stderr, "usage: mine_tables encodings DB [drop]\n");
        return 2;
    }
    bench_stop_on(db_open(&db, argv[2], &err), &err);
    print_encoding(&go_es_encoding, db, drop);
    print_encoding(&go_er_encoding, db, drop);
    db_close(db);
    return 0;
}
