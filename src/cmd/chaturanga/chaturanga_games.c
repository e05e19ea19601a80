/* chaturanga_games.c: Table 7: other games, played at random, to set √B/D of chaturanga beside. */
#include <math.h>

#include "base/work/pool.h"
#include "cmd/chaturanga/chaturanga_tables.h"
#include "sim/small_games.h"

enum {
    MOST_GAMES = 10000,  /* random shogi goes on for hundreds of plies: more would take minutes */
    MOST_HEIAN = 100000, /* on eight ranks: its own, plain board is several times as fast */
    GRAIN = 50
};

struct small_game_plan {
    enum small_game game;
    uint64_t seed;
    const atomic_bool *cancelled;
};

static enum status play_piece(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                              struct err *err)
{
    const struct small_game_plan *p = ctx;
    (void)worker;
    if (!small_games_play(p->game, from, to - from, p->seed, p->cancelled, sum))
        return err_cancelled(err);
    return STATUS_OK;
}

static void merge(void *ctx, void *total, const void *sum)
{
    struct small_sums *t = total;
    const struct small_sums *s = sum;
    (void)ctx;
    t->games += s->games;
    t->draws += s->draws;
    t->plies += s->plies;
    t->plies_squares += s->plies_squares;
    t->decided += s->decided;
    t->decided_squares += s->decided_squares;
    t->decided_moves += s->decided_moves;
    t->decided_moves_squares += s->decided_moves_squares;
    t->decided_moves_plies += s->decided_moves_plies;
    t->moves += s->moves;
    t->moves_squares += s->moves_squares;
    t->moves_plies += s->moves_plies;
}

static uint64_t games_of(const struct experiments *x, enum small_game game)
{
    uint64_t most = game == SMALL_HEIAN_9X8 ? MOST_HEIAN : MOST_GAMES;
    return x->games < most ? x->games : most;
}

static int play(struct experiments *x, enum small_game game, struct small_figures *out)
{
    struct small_sums sums = {0};
    struct err err = {0};
    struct small_game_plan p = {.game = game, .seed = x->seed, .cancelled = x->env->cancelled};
    const struct pool_reduction r = {.ctx = &p,
                                     .n = games_of(x, game),
                                     .grain = GRAIN,
                                     .sum_bytes = sizeof sums,
                                     .add = play_piece,
                                     .merge = merge};
    enum status status = pool_reduce(x->env->threads, &r, &sums, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    if (status != STATUS_OK)
        return cmd_fail(x->env, &err);
    small_games_figures(&sums, out);
    return CMD_OK;
}

static double or_nothing(double paper)
{
    return paper > 0 ? paper : NAN;
}

static struct chaturanga_mean mean(struct small_figure f)
{
    return (struct chaturanga_mean){.value = f.value, .error = f.error};
}

/* The difference in standard errors; games: ours. */
static double sigmas(struct small_figure ours, double paper, uint64_t games, double half)
{
    double theirs = ours.error * sqrt((double)games / SMALL_PAPER_GAMES), rounding = half / sqrt(3);
    if (!(paper > 0))
        return NAN;
    return (ours.value - paper) /
           sqrt(ours.error * ours.error + theirs * theirs + rounding * rounding);
}

static void add_row(struct report_table *s, const struct small_row *row,
                    const struct small_figures *f, uint64_t games, enum lang lang)
{
    report_word(s, msg_in(&row->title, lang));
    report_number(s, or_nothing(row->paper_moves), 1);
    report_mean(s, mean(f->decided_moves), 1);
    report_sigmas(s, sigmas(f->decided_moves, row->paper_moves, games, 0.05));
    report_mean(s, mean(f->moves), 1);
    report_number(s, or_nothing(row->paper_length), 1);
    report_mean(s, mean(f->decided), 1);
    report_sigmas(s, sigmas(f->decided, row->paper_length, games, 0.05));
    report_mean(s, mean(f->length), 1);
    report_number(s, or_nothing(row->paper_draws), 2);
    report_mean(s, mean(f->draws), 2);
    report_sigmas(s, sigmas(f->draws, row->paper_draws, games, 0.01));
    report_number(s, or_nothing(row->paper_index), 4);
    report_number(s, f->index_decided, 4);
    report_number(s, (double)games, 0);
}

int experiment_games(struct experiments *x)
{
    static const struct msg TITLE = {"Table 7: other games, played at random",
                                     "表 7: 他のゲームのランダム対局"};
    static const struct report_column COLUMNS[] = {
        {"game", {"game", "ゲーム"}},
        {"paper_b", {"paper B", "論文 B"}},
        {"b", {"B, decided games", "B（決着局）"}},
        {"b_sigmas", {"in s.e.", "標準誤差比"}},
        {"b_all", {"B, all games", "B（全局）"}},
        {"paper_d", {"paper D", "論文 D"}},
        {"d", {"D, decided games", "D（決着局）"}},
        {"d_sigmas", {"in s.e.", "標準誤差比"}},
        {"d_all", {"D, all games", "D（全局）"}},
        {"paper_draws", {"paper draws %", "論文 引き分け %"}},
        {"draws", {"draws %", "引き分け %"}},
        {"draws_sigmas", {"in s.e.", "標準誤差比"}},
        {"paper_index", {"paper sqrt(B)/D", "論文 √B/D"}},
        {"index", {"sqrt(B)/D", "√B/D"}},
        {"games", {"games", "局数"}}};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "7", &TITLE, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    for (int game = 0; game < SMALL_GAMES && code == CMD_OK; game++) {
        struct small_figures f = {0};
        code = play(x, (enum small_game)game, &f);
        if (code == CMD_OK)
            add_row(&s, &small_rows[game], &f, games_of(x, (enum small_game)game), x->env->lang);
    }
    return experiment_print(x, &s, code);
}
