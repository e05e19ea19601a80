/* bench_perft.c: how fast shogi moves are generated, played and checked, beside fairy-stockfish in
 * the same run.
 *
 * CPU time of one thread; programs take turns and the best of ROUNDS counts, because a shared
 * machine only ever adds time.  fairy-stockfish's start is measured apart and taken off.  Exit
 * status 1 if a count is wrong or a required ratio (20 and 5) is missed. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "base/cpu.h"
#include "games/shogi/shogi.h"

enum { ROUNDS = 3, FAIRY_DEPTH = 5, START_D5 = 19861490, START_D6 = 547581517 };
enum { REQUIRED_COUNTED = 20, REQUIRED_PLAYED = 5, GAMES = 2000, GAME_PLIES = 120 };

static const char FULL_HANDS[] =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
enum { FULL_HANDS_D4 = 516925165 };

static double own_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double children_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* CPU seconds fairy-stockfish needs for these commands; negative if it does not run. */
static double fairy_seconds(const char *commands)
{
    double before = children_seconds();
    FILE *f = popen("PATH=$PATH:/usr/games exec fairy-stockfish >/dev/null 2>&1", "w");
    if (!f)
        return -1;
    fputs(commands, f);
    return pclose(f) == 0 ? children_seconds() - before : -1;
}

static double fairy_rate(void)
{
    double idle = fairy_seconds("usi\nposition startpos\nquit\n");
    double busy = fairy_seconds("usi\nposition startpos\ngo perft 5\nquit\n");
    return idle < 0 || busy <= idle ? -1 : START_D5 / (busy - idle) / 1e6;
}

typedef uint64_t perft_function(struct shogi_pos *pos, int depth);

/* Million leaves a second; exits if the count is wrong. */
static double rate(perft_function *perft, const char *sfen, int depth, uint64_t expected)
{
    struct shogi_pos pos;
    if (shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL) != STATUS_OK)
        exit(1);
    double before = own_seconds();
    uint64_t n = perft(&pos, depth);
    double seconds = own_seconds() - before;
    if (n != expected) {
        printf("wrong count: %llu\n", (unsigned long long)n);
        exit(1);
    }
    return (double)n / seconds / 1e6;
}

static void keep_best(double *best, double value)
{
    if (value > *best)
        *best = value;
}

/* Plays random games once to have their moves, then times asking and playing them again. */
static double checked_moves_rate(void)
{
    static shogi_move moves[GAMES][GAME_PLIES];
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    uint64_t seed = 1;
    for (int g = 0; g < GAMES; g++) {
        struct shogi_pos pos;
        shogi_pos_start(&pos);
        for (int ply = 0; ply < GAME_PLIES; ply++) {
            int n = shogi_legal_moves(&pos, list);
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            moves[g][ply] = n ? list[(seed >> 33) % (uint64_t)n] : 0;
            if (n)
                shogi_play(&pos, moves[g][ply], &undo);
        }
    }
    double before = own_seconds();
    long played = 0;
    for (int g = 0; g < GAMES; g++) {
        struct shogi_pos pos;
        shogi_pos_start(&pos);
        for (int ply = 0; ply < GAME_PLIES && shogi_move_is_legal(&pos, moves[g][ply]); ply++) {
            shogi_play(&pos, moves[g][ply], &undo);
            played++;
        }
    }
    return (double)played / (own_seconds() - before) / 1e6;
}

static void print_ratio(const char *what, double ours, double theirs, int required)
{
    printf("%-58s %8.1f M/s", what, ours);
    if (theirs > 0)
        printf("  %6.1f x fairy-stockfish", ours / theirs);
    if (theirs > 0 && required)
        printf(" (required %d)%s", required, ours < required * theirs ? "  MISSED" : "");
    putchar('\n');
}

int main(void)
{
    double fairy = -1, counted = 0, played = 0, full = 0, checked = 0, base = 0;
    for (int i = 0; i < ROUNDS; i++) {
        keep_best(&fairy, fairy_rate());
        cpu_level_limit(CPU_V3);
        keep_best(&counted, rate(shogi_perft, "startpos", 6, START_D6));
        keep_best(&played, rate(shogi_perft_make_leaves, "startpos", 5, START_D5));
        keep_best(&full, rate(shogi_perft, FULL_HANDS, 4, FULL_HANDS_D4));
        keep_best(&checked, checked_moves_rate());
        cpu_level_limit(CPU_BASE);
        keep_best(&base, rate(shogi_perft, "startpos", 5, START_D5));
    }
    if (fairy > 0)
        print_ratio("fairy-stockfish, start, depth 5", fairy, fairy, 0);
    else
        puts("fairy-stockfish is not installed: no ratios");
    print_ratio("start, depth 6, leaves counted", counted, fairy, REQUIRED_COUNTED);
    print_ratio("start, depth 5, every leaf played and undone", played, fairy, REQUIRED_PLAYED);
    print_ratio("start, depth 5, counted, for any x86-64 (KIFU_CPU=base)", base, fairy, 0);
    print_ratio("full hands, depth 4, leaves counted", full, -1, 0);
    print_ratio("moves of games checked for legality and played", checked, -1, 0);
    return fairy > 0 && (counted < REQUIRED_COUNTED * fairy || played < REQUIRED_PLAYED * fairy);
}
