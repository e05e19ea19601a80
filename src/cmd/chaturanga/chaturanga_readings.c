/* chaturanga_readings.c: tables of what each reading of the rules does, and of what else might
 * explain the paper's figures; how interesting a game is by the paper's measure; how strong players
 * are that search. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd/chaturanga/chaturanga_tables.h"

/* --- Readings --------------------------------------------------------------------------------- */

static const struct report_column READING_COLUMNS[] = {
    {"reading", {"reading", "読み方"}},
    {"expected", {"P0 expected", "P0 期待値"}},
    {"before", {"before", "振る前"}},
    {"after", {"B", "B"}},
    {"length", {"D", "D"}},
    {"draws", {"draws %", "引分 %"}},
    {"p1_after", {"P1 B", "P1 B"}},
    {"p1_length", {"P1 D", "P1 D"}},
    {"black", {"black P1 wins %", "黒 P1 %"}},
};
enum { READING_WIDTH = sizeof READING_COLUMNS / sizeof *READING_COLUMNS };

static int add_reading(struct experiments *x, struct report_table *s, const char *name,
                       const struct chaturanga_rules *rules)
{
    struct chaturanga_sums p0, p1, black;
    const struct lineup lineups[] = {
        {.others = "P0", .black = "P0", .rules = rules, .counts = true},
        {.others = "P1", .black = "P1", .rules = rules},
        {.others = "P0", .black = "P1", .rules = rules}};
    int code = experiment_run(x, &lineups[0], &p0);
    code = code == CMD_OK ? experiment_run(x, &lineups[1], &p1) : code;
    code = code == CMD_OK ? experiment_run(x, &lineups[2], &black) : code;
    if (code != CMD_OK)
        return code;
    report_word(s, name);
    report_mean(s, chaturanga_mean_of(&p0, &p0.expected), 2);
    report_mean(s, chaturanga_mean_of(&p0, &p0.before), 1);
    report_mean(s, chaturanga_mean_of(&p0, &p0.after), 2);
    report_mean(s, chaturanga_length_of(&p0), 1);
    report_mean(s, chaturanga_share_of(p0.draws, p0.games), 1);
    report_mean(s, chaturanga_mean_of(&p1, &p1.after), 2);
    report_mean(s, chaturanga_length_of(&p1), 2);
    report_mean(s, chaturanga_share_of(black.wins[CHATURANGA_BLACK], black.games), 1);
    return CMD_OK;
}

int experiment_readings(struct experiments *x)
{
    static const struct msg TITLE = {"What each reading does: one at a time",
                                     "規則の読み方ごとの違い（一つずつ変える）"};
    struct report_table s;
    report_open(&s, "readings", &TITLE, READING_COLUMNS, READING_WIDTH);
    static const double PAPER[] = {24.3, 179, 24.2, 122, 19.2, 22.4, 22.5, 57.0};
    report_word(&s, "paper");
    for (size_t i = 0; i < sizeof PAPER / sizeof *PAPER; i++)
        report_number(&s, PAPER[i], i == 1 || i == 3 ? 0 : 1);
    int code = add_reading(x, &s, "as given", &x->rules);
    for (int i = 0; i < CHATURANGA_READINGS && code == CMD_OK; i++)
        for (int v = 0; v < chaturanga_rule_values(i) && code == CMD_OK; v++) {
            struct chaturanga_rules rules = x->rules;
            char name[64];
            if (*chaturanga_rule(&rules, i) == v)
                continue;
            *chaturanga_rule(&rules, i) = (uint8_t)v;
            snprintf(name, sizeof name, "%s=%s", chaturanga_readings[i].name,
                     chaturanga_readings[i].values[v]);
            code = add_reading(x, &s, name, &rules);
        }
    return experiment_print(x, &s, code);
}

/* --- Causes ----------------------------------------------------------------------------------- */

struct cause {
    const char *name;
    const char *habits; /* of all players but P0 */
    const char *rules;  /* beyond those given */
    unsigned oddities;
};
static const struct cause CAUSES[] = {
    {"as it stands", "", "", 0},
    {"only first moves take rajas", "first", "", 0},
    {"partners may take each other", "", "ally=any", 0},
    {"and do, if it is a raja", "partner", "ally=any", 0},
    {"pass only if forced", "move", "", 0},
    {"two moves whenever possible", "two", "", 0},
    {"horse and elephant exchanged", "", "setup=swapped", 0},
    {"that, and two moves", "two", "setup=swapped", 0},
    {"frozen pieces leave the board", "", "", CHATURANGA_FROZEN_VANISH},
    {"forced passes not counted", "", "", CHATURANGA_SKIP_FORCED},
    {"play goes the other way round", "", "", CHATURANGA_TURN_BACK},
    {"no fight of partners", "", "partners=share", 0},
    {"whole turns looked at", "set", "", 0},
    {"R2 if danger grows", "raise", "", 0},
    {"R2 for moves of the raja", "king", "", 0},
    {"that, horse and elephant exchanged", "king", "setup=swapped", 0},
    {"that, and two moves whenever possible", "king+two", "setup=swapped", 0},
    {"R2 before P3's hunt", "safe", "", 0},
    {"P4 by both rounds at once", "literal", "", 0},
};
enum { CAUSE_COUNT = sizeof CAUSES / sizeof *CAUSES, LEVELS = 5 };

static int add_cause(struct experiments *x, struct report_table *s, const struct cause *cause)
{
    struct chaturanga_rules rules = x->rules, named;
    struct chaturanga_sums sums;
    struct err err;
    char player[32];
    int code = CMD_OK;
    if (chaturanga_rules_parse(&named, span_of(cause->rules), &err) != STATUS_OK)
        return cmd_fail(x->env, &err);
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        if (*chaturanga_rule(&named, i))
            *chaturanga_rule(&rules, i) = *chaturanga_rule(&named, i);
    report_word(s, cause->name);
    for (int level = 0; level < LEVELS && code == CMD_OK; level++) {
        bool plain = level == 0 || !cause->habits[0];
        snprintf(player, sizeof player, "P%d%s%s", level, plain ? "" : ":",
                 plain ? "" : cause->habits);
        const struct lineup l = {
            .others = player, .black = player, .rules = &rules, .oddities = cause->oddities};
        code = experiment_run(x, &l, &sums);
        if (code == CMD_OK)
            report_mean(s, chaturanga_length_of(&sums), level ? 2 : 1);
        if (code == CMD_OK && level == 1)
            report_mean(s, chaturanga_mean_of(&sums, &sums.after), 2);
    }
    snprintf(player, sizeof player, "P1%s%s", cause->habits[0] ? ":" : "", cause->habits);
    const struct lineup l = {
        .others = "P0", .black = player, .rules = &rules, .oddities = cause->oddities};
    code = code == CMD_OK ? experiment_run(x, &l, &sums) : code;
    if (code == CMD_OK)
        report_mean(s, chaturanga_share_of(sums.wins[CHATURANGA_BLACK], sums.games), 1);
    return code;
}

int experiment_causes(struct experiments *x)
{
    static const struct msg TITLE = {"Why games of P1 to P4 may be shorter in the paper",
                                     "P1〜P4 の手数が論文で短い理由の候補"};
    static const struct report_column COLUMNS[] = {{"cause", {"what is different", "変えた点"}},
                                                   {"p0", {"P0 D", "P0 D"}},
                                                   {"p1", {"P1 D", "P1 D"}},
                                                   {"p1_after", {"P1 B", "P1 B"}},
                                                   {"p2", {"P2 D", "P2 D"}},
                                                   {"p3", {"P3 D", "P3 D"}},
                                                   {"p4", {"P4 D", "P4 D"}},
                                                   {"black", {"black P1 wins %", "黒 P1 %"}}};
    static const double PAPER[] = {122, 22.5, 22.4, 29.4, 16.7, 18.6, 57.0};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "causes", &TITLE, COLUMNS, 8);
    report_word(&s, "paper");
    for (int i = 0; i < 7; i++)
        report_number(&s, PAPER[i], i ? 1 : 0);
    for (int i = 0; i < CAUSE_COUNT && code == CMD_OK; i++)
        code = add_cause(x, &s, &CAUSES[i]);
    return experiment_print(x, &s, code);
}

/* --- The measure ------------------------------------------------------------------------------ */

enum { SLOW = 50 }; /* who searches plays so many times fewer games */

int experiment_index(struct experiments *x)
{
    static const struct msg TITLE = {"sqrt(B)/D, all four alike, against strength (black's wins "
                                     "against three P0)",
                                     "√B/D と強さ（黒の対 P0 勝率）"};
    static const struct report_column COLUMNS[] = {{"player", {"player", "プレイヤ"}},
                                                   {"strength", {"wins %", "勝率"}},
                                                   {"after", {"B", "B"}},
                                                   {"length", {"D", "D"}},
                                                   {"index", {"sqrt(B)/D", "√B/D"}},
                                                   {"games", {"games", "局数"}}};
    static const struct {
        const char *name;
        bool searches;
    } ROWS[] = {{"P0", false},           {"P1:first", false},    {"P1", false},
                {"P2", false},           {"P3", false},          {"P4", false},
                {"P5", false},           {"P6", false},          {"P8", false},
                {"P2:set", false},       {"team:depth=1", true}, {"maxn:depth=1", true},
                {"mcts:nodes=100", true}};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "index", &TITLE, COLUMNS, 6);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS && code == CMD_OK; i++) {
        uint64_t games = ROWS[i].searches ? x->games / SLOW + 1 : x->games;
        const struct lineup even = {.others = ROWS[i].name, .black = ROWS[i].name, .games = games};
        const struct lineup odd = {.others = "P0", .black = ROWS[i].name, .games = games};
        struct chaturanga_sums alike, alone;
        code = experiment_run(x, &even, &alike);
        code = code == CMD_OK ? experiment_run(x, &odd, &alone) : code;
        if (code != CMD_OK)
            break;
        report_word(&s, ROWS[i].name);
        report_mean(&s, chaturanga_share_of(alone.wins[CHATURANGA_BLACK], alone.games), 1);
        report_mean(&s, chaturanga_mean_of(&alike, &alike.after), 2);
        report_mean(&s, chaturanga_length_of(&alike), 2);
        report_mean(&s, chaturanga_index_of(&alike), 4);
        report_number(&s, (double)games, 0);
    }
    return experiment_print(x, &s, code);
}
