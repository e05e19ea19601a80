/* bench_chaturanga.c: how fast chaturanga is played at random, beside a plain implementation of the
 * same rules (chaturanga_slow.c) in the same run.
 *
 * CPU time of one thread, the best of ROUNDS, the two taking turns: a shared machine only ever adds
 * time.  Full rules, every turn of a list as likely; turns to choose from (B), length (D) and draws
 * are counted in all.  Exit status 1 if a required rate is missed. */
#include <stdio.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "bench/chaturanga_slow.h"
#include "bench/timing.h"

enum { ROUNDS = 5, GAMES = 10000, COUNTED_GAMES = 4000, SLOW_GAMES = 60 };
/* Million turns a second. */
static const double REQUIRED = 3, REQUIRED_COUNTED = 1;

struct outcome {
    double rate; /* million turns a second */
    double after, length, draws;
};

static struct outcome summary(const struct chaturanga_course *c, unsigned games, unsigned drawn,
                              double seconds)
{
    return (struct outcome){(double)c->turns / seconds / 1e6, (double)c->after / (double)c->turns,
                            (double)c->turns / games, 100.0 * drawn / games};
}

static struct outcome fast(unsigned games, bool counts)
{
    static const struct chaturanga_rules USUAL = {0};
    struct chaturanga_course course = {0};
    unsigned drawn = 0;
    double start = timing_cpu();
    for (unsigned i = 0; i < games; i++) {
        struct chaturanga_pos pos;
        struct rng rng;
        rng_seed_stream(&rng, 1, i);
        chaturanga_start(&pos, &USUAL);
        chaturanga_random_game(&pos, &rng, counts, &course);
        drawn += pos.phase == CHATURANGA_DRAWN;
    }
    return summary(&course, games, drawn, timing_cpu() - start);
}

static struct outcome slow(unsigned games)
{
    static const struct chaturanga_rules USUAL = {0};
    static struct slow_turn turns[SLOW_MAX_TURNS];
    struct chaturanga_course course = {0};
    unsigned drawn = 0;
    double start = timing_cpu();
    for (unsigned i = 0; i < games; i++) {
        struct slow_game g;
        struct rng rng;
        rng_seed_stream(&rng, 1, i);
        slow_start(&g, &USUAL);
        while (!g.over) {
            int d1 = (int)rng_below(&rng, 4) + 2, d2 = (int)rng_below(&rng, 4) + 2;
            int n = slow_turns(&g, d1, d2, turns);
            const struct slow_turn *turn = &turns[rng_below(&rng, (uint64_t)n)];
            bool agreed = turn->exchange && rng_below(&rng, UINT64_C(1) << turn->exchange) == 0;
            course.turns++;
            course.after += turn->comes_back ? 1 : (uint64_t)n;
            slow_play(&g, turn, agreed);
        }
        drawn += g.drawn;
    }
    return summary(&course, games, drawn, timing_cpu() - start);
}

static void keep_best(struct outcome *best, struct outcome o)
{
    if (o.rate > best->rate)
        *best = o;
}

static void print_row(const char *what, const struct outcome *o, double slow_rate, double required)
{
    printf("%-50s %8.3f M turns/s %7.1f x  B %.1f D %.1f draws %.1f %%", what, o->rate,
           o->rate / slow_rate, o->after, o->length, o->draws);
    if (required > 0)
        printf("  (required %.0f)%s", required, o->rate < required ? "  MISSED" : "");
    putchar('\n');
}

int main(void)
{
    struct outcome plain = {0}, quick = {0}, counted = {0}, base = {0};
    for (int i = 0; i < ROUNDS; i++) {
        keep_best(&plain, slow(SLOW_GAMES));
        cpu_level_limit(CPU_V3);
        keep_best(&quick, fast(GAMES, false));
        keep_best(&counted, fast(COUNTED_GAMES, true));
        cpu_level_limit(CPU_BASE);
        keep_best(&base, fast(GAMES, false));
    }
    print_row("the same rules on a board of squares", &plain, plain.rate, 0);
    print_row("random play", &quick, plain.rate, REQUIRED);
    print_row("random play, turns before the dice counted, too", &counted, plain.rate,
              REQUIRED_COUNTED);
    print_row("random play, for any x86-64 (KIFU_CPU=base)", &base, plain.rate, 0);
    puts(
        "for scale, not a comparison: Ludii plays 0.042 to 0.051 M moves/s of its own four-handed\n"
        "variants (other rules; measured with Java 17 on another machine)");
    return quick.rate < REQUIRED || counted.rate < REQUIRED_COUNTED;
}
