/* measure_sheets: how fast positions of databases become columns.
 *
 *     measure_sheets REPEATS DB...
 *
 * Prints one JSON object: positions; seconds of processor time of one thread for marks, static
 * values of the paper's function and results of all of them ("sheets", the least of the repeats);
 * for opening them when they are kept ("kept"; in the databases' own folders); and, for one game in
 * fifty, for the same values and measures of each position by itself, nothing being carried along
 * from move to move ("afresh"). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "bench/timing.h"
#include "engine/eval/weights.h"
#include "games/shogi/shogi_advance.h"
#include "values/sheet/sheet.h"

enum { MOST_DATABASES = 100, AFRESH_EVERY = 50 };

struct sheets_measured {
    struct db *dbs[MOST_DATABASES];
    uint32_t count;
    struct value_source *value_source;
    struct weights *weights;
};

static int complain(const struct err *err)
{
    struct buf why;
    buf_init(&why, BUF_DEFAULT_MAX);
    err_format(err, LANG_EN, &why);
    fprintf(stderr, "measure_sheets: %s\n", buf_cstr(&why));
    buf_release(&why);
    return 1;
}

static int open_all(struct sheets_measured *m, char **paths, int count, struct err *err)
{
    if (value_source_open(&m->value_source, "static", &(struct value_source_options){0}, err) !=
            STATUS_OK ||
        weights_open(&m->weights, "paper", err) != STATUS_OK)
        return complain(err);
    for (; count > 0 && m->count < MOST_DATABASES; paths++, count--)
        if (db_open(&m->dbs[m->count++], *paths, err) != STATUS_OK)
            return complain(err);
    return 0;
}

/* Seconds of opening all sheets, the least of the repeats. */
static double time_sheets(struct sheets_measured *m, bool kept, uint64_t repeats, uint64_t *rows,
                          struct err *err)
{
    double best = INFINITY;
    for (uint64_t i = 0; i < repeats; i++) {
        const struct sheet_options o = {
            .value_source = m->value_source, .threads = 1, .no_cache = !kept};
        struct sheets s;
        double began = timing_cpu();
        if (sheets_open(&s, m->dbs, m->count, &o, err) != STATUS_OK)
            return NAN;
        double took = timing_cpu() - began;
        *rows = s.rows;
        sheets_close(&s);
        best = took < best ? took : best;
    }
    return best;
}

/* Every position of a game by itself. */
static uint64_t evaluate_afresh(const struct eval *eval, void *state, const struct lines *l,
                                uint32_t number)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct advance a;
    shogi_pos_start(&pos);
    uint32_t plies = line_plies(l, number);
    int64_t sum = 0;
    for (uint32_t ply = 0; ply < plies; ply++) {
        eval->type->begin(eval->weights, state, &pos);
        advance_of(&pos, &a);
        sum += eval->type->value(eval->weights, state, &pos) + a.whole;
        shogi_play(&pos, (shogi_move)line_move(l, number, ply), &undo);
    }
    return sum == INT64_MAX ? 0 : plies; /* so that nothing is left out as useless */
}

static int time_afresh(const struct sheets_measured *m, double *seconds, uint64_t *rows)
{
    struct eval eval = weights_eval(m->weights);
    void *state = mem_calloc_aligned(64, 1, (eval.type->state_bytes + 63) / 64 * 64);
    double began = timing_cpu();
    for (uint32_t d = 0; state && d < m->count; d++)
        for (uint32_t i = 0; i < m->dbs[d]->segment_count; i++) {
            const struct lines *l = &m->dbs[d]->segments[i].lines;
            for (uint32_t g = 0; g < l->games; g += AFRESH_EVERY)
                *rows += evaluate_afresh(&eval, state, l, g);
        }
    *seconds = timing_cpu() - began;
    mem_free(state);
    return state == NULL;
}

static void close_all(struct sheets_measured *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        db_close(m->dbs[i]);
    value_source_close(m->value_source);
    weights_close(m->weights);
}

int main(int argc, char **argv)
{
    struct sheets_measured m = {0};
    struct err err = {0};
    uint64_t repeats, rows = 0, afresh_rows = 0;
    double afresh = 0;
    if (argc < 3 || !num_parse_u64(span_of(argv[1]), 1000, &repeats) || repeats == 0) {
        fputs("usage: measure_sheets REPEATS DB...\n", stderr);
        return 2;
    }
    int failed = open_all(&m, argv + 2, argc - 2, &err);
    if (!failed) {
        double sheets = time_sheets(&m, false, repeats, &rows, &err);
        double kept = isnan(sheets) ? NAN : time_sheets(&m, true, 2, &rows, &err);
        failed = isnan(kept) ? complain(&err) : time_afresh(&m, &afresh, &afresh_rows);
        printf("{\"positions\":%" PRIu64
               ",\"sheets\":%.4f,\"kept\":%.4f,\"afresh_positions\":%" PRIu64 ",\"afresh\":%.4f}\n",
               rows, sheets, kept, afresh_rows, afresh);
    }
    close_all(&m);
    return failed;
}
