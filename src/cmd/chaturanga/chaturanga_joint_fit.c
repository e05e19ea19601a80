/* chaturanga_joint_fit.c: `kifu chaturanga readings`: which readings of the paper explain its
 * figures, as tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd/chaturanga/chaturanga_tables.h"
#include "sim/chaturanga/chaturanga_joint.h"

enum { DEFAULT_GAMES = 2000, DEFAULT_ROUNDS = 8, DEFAULT_SURVIVORS = 10 };

/* Beyond so many standard deviations a figure is not explained: one in twenty by chance. */
static const double UNEXPLAINED = 1.96;

struct joint_report {
    struct experiments x; /* form, output */
    const struct joint_fit *fit;
};

static void add_text(struct report_table *s, struct buf *text)
{
    buf_add_char(text, '\0');
    report_word(s, buf_status(text) == STATUS_OK ? (const char *)buf_span(text).p : "");
    buf_clear(text);
}

static int print_summary(struct joint_report *r)
{
    static const struct msg TITLE = {"Readings of the paper, fitted together to Tables 6 and 8",
                                     "論文の読み方の同時推定（表 6・表 8 の全数値）"};
    static const struct report_column COLUMNS[] = {
        {"readings", {"readings tried", "試した読み方"}},
        {"rounds", {"rounds", "巡"}},
        {"games", {"games", "局数"}},
        {"chi_square", {"chi-square of the best, 30 terms", "最良の読み方の χ²（30 項）"}},
        {"dispersion", {"dispersion", "散らばり"}}};
    struct report_table s;
    report_open(&s, "fit", &TITLE, COLUMNS, 5);
    report_number(&s, (double)r->fit->hypotheses, 0);
    report_number(&s, r->fit->rounds, 0);
    report_number(&s, (double)r->fit->games, 0);
    report_number(&s, r->fit->finalists[0].squares, 1);
    report_number(&s, r->fit->dispersion, 2);
    return experiment_print(&r->x, &s, CMD_OK);
}

static int print_posterior(struct joint_report *r)
{
    static const struct msg TITLE = {"Posterior over readings: departures from the plain text",
                                     "読み方の事後確率（本文どおりでない点）"};
    static const struct report_column COLUMNS[] = {
        {"reading", {"reading", "読み方"}},
        {"departures", {"departures", "相違点"}},
        {"log_prior", {"log prior odds", "事前オッズの対数"}},
        {"log_likelihood", {"log likelihood", "対数尤度"}},
        {"chi_square", {"chi-square", "χ²"}},
        {"posterior", {"posterior", "事後確率"}},
        {"tempered", {"posterior, dispersed", "事後確率（散らばり考慮）"}}};
    struct report_table s;
    struct buf text;
    buf_init(&text, REPORT_CELL_BYTES);
    report_open(&s, "posterior", &TITLE, COLUMNS, 7);
    for (size_t i = 0; i < r->fit->finalist_count; i++) {
        const struct judged_hypothesis *h = &r->fit->finalists[i];
        hypothesis_print(&h->is, &text);
        add_text(&s, &text);
        report_number(&s, hypothesis_departures(&h->is), 0);
        report_number(&s, h->log_prior, 1);
        report_number(&s, h->log_likelihood, 1);
        report_number(&s, h->squares, 1);
        report_number(&s, h->posterior, 3);
        report_number(&s, h->tempered, 3);
    }
    buf_release(&text);
    return experiment_print(&r->x, &s, CMD_OK);
}

/* The terms that gain most, if a departure is in the best reading, or lose most, if it is not. */
static void print_terms(const struct judged_departure *d, struct buf *out)
{
    enum { LISTED = 3 };
    bool used[LEVELS_OF_PAPER][PAPER_TERMS] = {{false}};
    double sign = d->company < 0 ? -1 : 1;
    for (int nth = 0; nth < LISTED; nth++) {
        int level = -1, term = 0;
        for (int l = 0; l < LEVELS_OF_PAPER; l++)
            for (int t = 0; t < PAPER_TERMS; t++)
                if (!used[l][t] && sign * d->by_term[l][t] >= 1 &&
                    (level < 0 || sign * d->by_term[l][t] > sign * d->by_term[level][term])) {
                    level = l;
                    term = t;
                }
        if (level < 0)
            return;
        used[level][term] = true;
        buf_printf(out, "%sP%d %s %+.0f", nth ? ", " : "", level, paper_figure_names[term],
                   d->by_term[level][term]);
    }
}

static int print_departures(struct joint_report *r)
{
    static const struct msg TITLE = {"What each departure buys: gain of the log likelihood",
                                     "各相違点で増える対数尤度"};
    static const struct report_column COLUMNS[] = {
        {"departure", {"departure", "相違点"}},
        {"standing", {"by the text", "本文との関係"}},
        {"best", {"in the best", "最良の読み方"}},
        {"alone", {"alone", "単独"}},
        {"company", {"in company", "最良の読み方の中で"}},
        {"posterior", {"posterior", "事後確率"}},
        {"tempered", {"posterior, dispersed", "事後確率（散らばり考慮）"}},
        {"figures", {"decided by", "決め手の数値"}}};
    static const struct msg YES = {"yes", "含む"};
    struct report_table s;
    struct buf text;
    enum lang lang = r->x.env->lang;
    buf_init(&text, REPORT_CELL_BYTES);
    report_open(&s, "departures", &TITLE, COLUMNS, 8);
    for (size_t i = 0; i < r->fit->departure_count; i++) {
        const struct judged_departure *d = &r->fit->departures[i];
        hypothesis_print_value(d->dimension, d->value, &text);
        add_text(&s, &text);
        report_word(
            &s, msg_in(&hypothesis_standings[hypothesis_standing(d->dimension, d->value)], lang));
        report_word(&s, d->in_best ? msg_in(&YES, lang) : "");
        report_number(&s, d->alone, 1);
        report_number(&s, d->company, 1);
        report_number(&s, d->posterior, 3);
        report_number(&s, d->tempered, 3);
        print_terms(d, &text);
        add_text(&s, &text);
    }
    buf_release(&text);
    return experiment_print(&r->x, &s, CMD_OK);
}

static void add_figure(struct joint_report *r, struct report_table *s, int level, int figure)
{
    static const struct msg WORDS[] = {{"yes", "説明できる"},
                                       {"not by the best", "最良の読み方では不可"},
                                       {"by none", "どの読み方でも不可"}};
    const struct paper_comparison *c = &r->fit->finalists[0].levels[level].figures[figure];
    double nearest = r->fit->nearest[level][figure];
    int word = fabs(c->sigmas) <= UNEXPLAINED ? 0 : fabs(nearest) <= UNEXPLAINED ? 1 : 2;
    int digits = figure == PAPER_INDEX ? 4 : figure == PAPER_BEFORE ? 1 : 2;
    char name[32];
    snprintf(name, sizeof name, "P%d %s", level, paper_figure_names[figure]);
    report_word(s, name);
    report_number(s, paper_figures[level][figure],
                  figure == PAPER_INDEX    ? 2
                  : figure == PAPER_BEFORE ? 0
                                           : 1);
    report_mean(s, (struct chaturanga_mean){.value = c->ours, .error = c->error}, digits);
    report_sigmas(s, c->sigmas);
    report_sigmas(s, nearest);
    report_word(s, msg_in(&WORDS[word], r->x.env->lang));
}

static int print_figures(struct joint_report *r)
{
    static const struct msg TITLE = {"The 35 figures under the best reading",
                                     "最良の読み方での 35 の数値"};
    static const struct report_column COLUMNS[] = {
        {"figure", {"figure", "数値"}},
        {"paper", {"paper", "論文"}},
        {"ours", {"best reading (95 %)", "最良の読み方 (95 %)"}},
        {"sigmas", {"in standard deviations", "標準偏差比"}},
        {"nearest", {"nearest of any reading", "最も近い読み方"}},
        {"explained", {"explained", "説明"}}};
    struct report_table s;
    report_open(&s, "figures", &TITLE, COLUMNS, 6);
    for (int level = 0; level < LEVELS_OF_PAPER; level++)
        for (int figure = 0; figure < PAPER_FIGURES; figure++)
            add_figure(r, &s, level, figure);
    return experiment_print(&r->x, &s, CMD_OK);
}

static int print_fit(struct joint_report *r)
{
    int code = print_summary(r);
    code = code == CMD_OK ? print_posterior(r) : code;
    code = code == CMD_OK ? print_departures(r) : code;
    code = code == CMD_OK ? print_figures(r) : code;
    return code == CMD_OK ? cmd_print(r->x.env, &r->x.out) : code;
}

static void show(void *ctx, uint64_t games)
{
    progress_set(ctx, games);
}

int chaturanga_joint(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                     size_t n)
{
    static const struct msg NOTHING = {"readings takes options only: %1",
                                       "readings に引数はありません: %1"};
    static const struct msg PLAYING = {"playing", "対局中"}, UNIT = {"games", "局"};
    static const struct msg FEW = {"readings needs at least 20 games a row: %1",
                                   "readings には 20 局以上が必要です: %1"};
    struct progress progress;
    struct joint_fit fit;
    struct err err;
    uint64_t games = (uint64_t)args_int(args, CHATURANGA_OPT_GAMES, DEFAULT_GAMES);
    if (n)
        return cmd_misuse(env, &NOTHING, operands[0]);
    if (games < JOINT_FIT_LEAST_GAMES)
        return cmd_misuse(env, &FEW, args_text(args, CHATURANGA_OPT_GAMES, ""));
    const struct joint_fit_options options = {
        .seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, 1),
        .games = games,
        .rounds = (unsigned)args_int(args, CHATURANGA_OPT_ROUNDS, DEFAULT_ROUNDS),
        .survivors = (unsigned)args_int(args, CHATURANGA_OPT_SURVIVORS, DEFAULT_SURVIVORS),
        .threads = env->threads,
        .stop = env->cancelled,
        .ctx = &progress,
        .progress = show};
    cmd_progress_init(env, &progress);
    progress_start(&progress, &PLAYING, &UNIT, 0);
    enum status status = joint_fit_run(&options, &fit, &err);
    progress_finish(&progress);
    progress_release(&progress);
    if (status != STATUS_OK)
        return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
    struct joint_report r = {.fit = &fit};
    r.x.env = env;
    r.x.form = env->json                                  ? REPORT_JSON
               : args_flag(args, CHATURANGA_OPT_MARKDOWN) ? REPORT_MARKDOWN
                                                          : REPORT_TEXT;
    buf_init(&r.x.out, BUF_DEFAULT_MAX);
    int code = print_fit(&r);
    buf_release(&r.x.out);
    joint_fit_release(&fit);
    return code;
}
