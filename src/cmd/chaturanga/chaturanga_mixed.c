/* chaturanga_mixed.c: the tournament that the paper leaves for later: P0 to P4 in every combination
 * of seats; and players that search, in each seat, against three P4. */
#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/wilson.h"
#include "cmd/chaturanga/chaturanga_tables.h"

enum { LEVELS = 5, COMBINATIONS = LEVELS * LEVELS * LEVELS * LEVELS, MOST_GAMES = 2000 };

/* A share that many combinations add to.  Games within one are independent, and so are those of
 * different ones, so its error is that of one share of them all or less. */
struct mixed_share {
    uint64_t part, of;
};

struct mixed_tally {
    struct mixed_share alone[LEVELS][CHATURANGA_COLOURS]; /* a player's own wins, by seat */
    struct mixed_share pair[LEVELS][LEVELS];    /* own level, partner's: fights of teams won */
    struct mixed_share against[LEVELS][LEVELS]; /* both of a team alike, both of the other */
    struct mixed_share seats[CHATURANGA_COLOURS], equals[CHATURANGA_COLOURS];
    struct mixed_share teams, equal_teams; /* red's */
};

static void add(struct mixed_share *p, uint64_t part, uint64_t of)
{
    p->part += part;
    p->of += of;
}

static void add_combination(struct mixed_tally *t, const int level[CHATURANGA_COLOURS],
                            const struct chaturanga_sums *s)
{
    uint64_t fights = s->teams[0] + s->teams[1];
    bool equal = true;
    for (int i = 0; i < CHATURANGA_COLOURS; i++) {
        add(&t->alone[level[i]][i], s->wins[i], s->games);
        add(&t->seats[i], s->wins[i], s->games);
        equal = equal && level[i] == level[0];
    }
    for (int i = 0; i < 2; i++) {
        int own = level[i], partner = level[i + 2];
        add(&t->pair[own][partner], s->teams[i], fights);
        if (own != partner)
            add(&t->pair[partner][own], s->teams[i], fights);
    }
    add(&t->teams, s->teams[0], fights);
    if (level[0] == level[2] && level[1] == level[3]) {
        /* of two alike red's stands there: what the seats are worth */
        add(&t->against[level[0]][level[1]], s->teams[0], fights);
        if (level[0] != level[1])
            add(&t->against[level[1]][level[0]], s->teams[1], fights);
    }
    if (!equal)
        return;
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        add(&t->equals[i], s->wins[i], s->games);
    add(&t->equal_teams, s->teams[0], fights);
}

static struct chaturanga_mean mean_of(struct mixed_share p)
{
    return chaturanga_share_of(p.part, p.of);
}

static const char *const NAMES[LEVELS] = {"P0", "P1", "P2", "P3", "P4"};

static int play_all(struct experiments *x, struct mixed_tally *t)
{
    int code = CMD_OK;
    for (int n = 0; n < COMBINATIONS && code == CMD_OK; n++) {
        const int level[CHATURANGA_COLOURS] = {n % 5, n / 5 % 5, n / 25 % 5, n / 125};
        struct chaturanga_trial trial = {.games = x->games < MOST_GAMES ? x->games : MOST_GAMES,
                                         .seed = x->seed + (uint64_t)n * 7919,
                                         .rules = x->rules};
        struct chaturanga_sums sums;
        for (int i = 0; i < CHATURANGA_COLOURS; i++)
            trial.players[i] = NAMES[level[i]];
        code = trial_bar_run(&x->bar, &trial, &sums);
        if (code == CMD_OK)
            add_combination(t, level, &sums);
    }
    return code;
}

static int print_alone(struct experiments *x, const struct mixed_tally *t)
{
    static const struct msg TITLE = {"All combinations: own wins % by seat, whoever the others are",
                                     "全組合せ: 席ごとの勝率"};
    static const struct report_column COLUMNS[] = {{"player", {"player", "プレイヤ"}},
                                                   {"red", {"red", "赤"}},
                                                   {"green", {"green", "緑"}},
                                                   {"yellow", {"yellow", "黄"}},
                                                   {"black", {"black", "黒"}}};
    struct report_table s;
    report_open(&s, "mixed-seats", &TITLE, COLUMNS, 5);
    for (int level = 0; level < LEVELS; level++) {
        report_word(&s, NAMES[level]);
        for (int i = 0; i < CHATURANGA_COLOURS; i++)
            report_mean(&s, mean_of(t->alone[level][i]), 2);
    }
    report_word(&s, "all");
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        report_mean(&s, mean_of(t->seats[i]), 2);
    report_word(&s, "four alike");
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        report_mean(&s, mean_of(t->equals[i]), 2);
    return experiment_print(x, &s, CMD_OK);
}

static int print_matrix(struct experiments *x, const char *name, const struct msg *title,
                        struct mixed_share m[LEVELS][LEVELS])
{
    static const struct report_column COLUMNS[] = {{"player", {"", ""}}, {"p0", {"P0", "P0"}},
                                                   {"p1", {"P1", "P1"}}, {"p2", {"P2", "P2"}},
                                                   {"p3", {"P3", "P3"}}, {"p4", {"P4", "P4"}}};
    struct report_table s;
    report_open(&s, name, title, COLUMNS, 6);
    for (int i = 0; i < LEVELS; i++) {
        report_word(&s, NAMES[i]);
        for (int k = 0; k < LEVELS; k++)
            report_mean(&s, mean_of(m[i][k]), 2);
    }
    return experiment_print(x, &s, CMD_OK);
}

static int print_teams(struct experiments *x, const struct mixed_tally *t)
{
    static const struct msg TITLE = {"Decided fights of teams that red and yellow win, %",
                                     "赤・黄チームが勝った割合（決着したチーム戦）"};
    static const struct report_column COLUMNS[] = {{"which", {"combinations", "組合せ"}},
                                                   {"share", {"share", "割合"}},
                                                   {"fights", {"fights", "決着数"}}};
    struct report_table s;
    report_open(&s, "mixed-advantage", &TITLE, COLUMNS, 3);
    report_word(&s, "all");
    report_mean(&s, mean_of(t->teams), 2);
    report_number(&s, (double)t->teams.of, 0);
    report_word(&s, "four alike");
    report_mean(&s, mean_of(t->equal_teams), 2);
    report_number(&s, (double)t->equal_teams.of, 0);
    return experiment_print(x, &s, CMD_OK);
}

int experiment_mixed(struct experiments *x)
{
    static const struct msg PAIR = {
        "Fights of teams won, %: own player (row) and partner (column), whoever the others are",
        "チーム戦の勝率: 自分（行）と味方（列）"};
    static const struct msg AGAINST = {
        "Fights of teams won, %: both of a team (row) against both of the other (column); of "
        "two alike, red's team",
        "チーム戦の勝率: 同じ二人のチーム（行）対（列）。同じ同士は赤チーム"};
    struct mixed_tally *t = mem_calloc(1, sizeof *t);
    struct err err;
    if (!t) {
        err_nomem(&err);
        return cmd_fail(x->env, &err);
    }
    int code = play_all(x, t);
    code = code == CMD_OK ? print_teams(x, t) : code;
    code = code == CMD_OK ? print_alone(x, t) : code;
    code = code == CMD_OK ? print_matrix(x, "mixed-pairs", &PAIR, t->pair) : code;
    code = code == CMD_OK ? print_matrix(x, "mixed-teams", &AGAINST, t->against) : code;
    mem_free(t);
    return code;
}

/* --- Players that search ---------------------------------------------------------------------- */

enum { SEARCH_GAMES = 4 }; /* a seat for each thousand of the others' */

/* One player in each seat in turn, three P4 in the others. */
static int add_searcher(struct experiments *x, struct report_table *s, const char *name,
                        uint64_t games)
{
    struct mixed_share seats[CHATURANGA_COLOURS] = {{0}}, team = {0}, alone = {0};
    int code = CMD_OK;
    for (int seat = 0; seat < CHATURANGA_COLOURS && code == CMD_OK; seat++) {
        struct chaturanga_trial trial = {.games = games,
                                         .seed = x->seed + (uint64_t)seat,
                                         .rules = x->rules,
                                         .limits = x->limits};
        struct chaturanga_sums sums;
        for (int i = 0; i < CHATURANGA_COLOURS; i++)
            trial.players[i] = i == seat ? name : "P4";
        code = trial_bar_run(&x->bar, &trial, &sums);
        if (code != CMD_OK)
            break;
        add(&seats[seat], sums.teams[seat & 1], sums.teams[0] + sums.teams[1]);
        add(&team, sums.teams[seat & 1], sums.teams[0] + sums.teams[1]);
        add(&alone, sums.wins[seat], sums.games);
    }
    report_word(s, name);
    report_mean(s, mean_of(team), 1);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        report_mean(s, mean_of(seats[i]), 1);
    report_mean(s, mean_of(alone), 1);
    report_number(s, (double)alone.of, 0);
    return code;
}

int experiment_strong(struct experiments *x)
{
    static const struct msg TITLE = {
        "Against three P4: decided fights of teams won, %; in all, and by seat",
        "三人の P4 との対局: チーム戦の勝率、全体と席ごと"};
    static const struct report_column COLUMNS[] = {{"player", {"player", "プレイヤ"}},
                                                   {"team", {"fights won %", "チーム勝率"}},
                                                   {"red", {"as red", "赤"}},
                                                   {"green", {"as green", "緑"}},
                                                   {"yellow", {"as yellow", "黄"}},
                                                   {"black", {"as black", "黒"}},
                                                   {"alone", {"own wins %", "単独勝率"}},
                                                   {"games", {"games", "局数"}}};
    static const struct {
        const char *name;
        unsigned slow; /* so many times fewer games */
    } ROWS[] = {{"P4", 1},
                {"P2:set", 1},
                {"team:depth=1", 1},
                {"maxn:depth=1", 1},
                {"paranoid:depth=1", 1},
                {"team:depth=2", 20},
                {"maxn:depth=2", 20},
                {"paranoid:depth=2", 20},
                {"mcts:nodes=100", 10},
                {"mcts:nodes=1000", 50}};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "strong", &TITLE, COLUMNS, 8);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS && code == CMD_OK; i++)
        code = add_searcher(x, &s, ROWS[i].name, x->games / ROWS[i].slow / SEARCH_GAMES + 1);
    return experiment_print(x, &s, code);
}
