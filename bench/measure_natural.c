/* measure_natural: how fast the model of people's moves judges positions.
 *
 *     measure_natural MODEL|- REPEATS DB...
 *
 * Prints one JSON object: positions (of the main lines, from the 41st move on, at most MOST), legal
 * moves in them, and seconds of processor time for judging them one after another in one thread,
 * the least of the repeats; "base" without newer instructions.  "-": the model that is built in. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "base/text/num.h"
#include "bench/timing.h"
#include "values/learn/natural_fit.h"

enum { MOST = 20000 };

static int complain(const struct err *err)
{
    struct buf why;
    buf_init(&why, BUF_DEFAULT_MAX);
    err_format(err, LANG_EN, &why);
    fprintf(stderr, "measure_natural: %s\n", buf_cstr(&why));
    buf_release(&why);
    return 1;
}

static int any_class(void *ctx, const struct db_segment *segment, uint32_t number)
{
    (void)ctx;
    (void)segment;
    (void)number;
    return NATURAL_PRO;
}

static enum status gather(struct natural_samples *s, char **paths, int count, struct err *err)
{
    const struct natural_game_options o = {.class_of = any_class};
    enum status st = STATUS_OK;
    for (int i = 0; i < count && st == STATUS_OK; i++) {
        struct db *db;
        st = db_open_parts(&db, paths[i], DB_GAMES, err);
        if (st == STATUS_OK)
            st = natural_samples_add(s, db, &o, err);
        db_close(db);
    }
    return st;
}

struct natural_measured {
    uint64_t positions, moves;
    double sum; /* of what is judged, so that nothing is left out as useless */
};

static void infer_all(const struct natural *n, const struct natural_sample_set *set,
                      struct natural_measured *m)
{
    struct natural_move moves[SHOGI_MAX_MOVES];
    *m = (struct natural_measured){0};
    size_t every = set->count / (2 * MOST) + 1;
    for (size_t i = 0; i < set->count && m->positions < MOST; i += every) {
        const struct natural_sample *s = &set->rows[i];
        if (s->ply < NATURAL_FROM_PLY)
            continue;
        const struct natural_input q = {
            .pos = &s->pos, .past = &s->past, .class = s->class, .ply = s->ply};
        int count = natural_infer(n, &q, moves);
        m->positions++;
        m->moves += (uint64_t)count;
        m->sum += (double)moves[0].score;
    }
}

static double least_seconds(const struct natural *n, const struct natural_sample_set *set,
                            uint64_t repeats, struct natural_measured *m)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < repeats; i++) {
        double began = timing_cpu();
        infer_all(n, set, m);
        least = fmin(least, timing_cpu() - began);
    }
    return least;
}

int main(int argc, char **argv)
{
    struct natural_samples samples;
    struct natural *n = NULL;
    struct natural_measured m, base;
    struct err err = {0};
    uint64_t repeats;
    if (argc < 4 || !num_parse_u64(span_of(argv[2]), 1000, &repeats)) {
        fprintf(stderr, "usage: measure_natural MODEL|- REPEATS DB...\n");
        return 2;
    }
    natural_samples_init(&samples);
    if (natural_open(&n, strcmp(argv[1], "-") ? argv[1] : NULL, &err) != STATUS_OK ||
        gather(&samples, argv + 3, argc - 3, &err) != STATUS_OK)
        return complain(&err);
    double seconds = least_seconds(n, &samples.part[NATURAL_TRAINING], repeats, &m);
    cpu_level_limit(CPU_BASE);
    double plain = least_seconds(n, &samples.part[NATURAL_TRAINING], repeats, &base);
    printf("{\"positions\":%" PRIu64 ",\"moves\":%" PRIu64 ",\"seconds\":%.4f,\"base\":%.4f,"
           "\"same\":%s}\n",
           m.positions, m.moves, seconds, plain, m.sum == base.sum ? "true" : "false");
    natural_close(n);
    natural_samples_release(&samples);
    return 0;
}
