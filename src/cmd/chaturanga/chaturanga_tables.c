/* chaturanga_tables.c: `kifu chaturanga tables`: the paper's tables beside ours, and further ones.
 *
 * Takeshita, Hashimoto, Iida: "Programming Multi-player Games with Chance: A case study using
 * Chaturanga (Four-Handed)".  Every figure of theirs comes from 1,000 games. */
#include "cmd/chaturanga/chaturanga_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "base/wilson.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "sim/chaturanga/chaturanga_threat.h"
#include "view/draw/text_width.h"

/* --- A table of figures as text, Markdown or lines of JSON ------------------------------------ */

enum { MOST_CELLS = 1 << 20 };

void report_open(struct report_table *s, const char *name, const struct msg *title,
                 const struct report_column *columns, size_t width)
{
    *s = (struct report_table){.name = name, .title = title, .columns = columns, .width = width};
}

void report_close(struct report_table *s)
{
    mem_free(s->cells);
}

static struct report_cell *add_cell(struct report_table *s)
{
    struct report_cell *grown = mem_grow(s->cells, s->n, &s->cap, MOST_CELLS, sizeof *grown);
    if (!grown) {
        s->failed = true;
        return NULL;
    }
    s->cells = grown;
    s->cells[s->n] = (struct report_cell){.value = NAN, .error = NAN};
    return &s->cells[s->n++];
}

void report_word(struct report_table *s, const char *word)
{
    struct report_cell *c = add_cell(s);
    if (c)
        snprintf(c->text, sizeof c->text, "%s", word);
}

void report_number(struct report_table *s, double value, int digits)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(value))
        return;
    c->value = value;
    c->digits = digits;
    snprintf(c->text, sizeof c->text, "%.*f", digits, value);
}

void report_mean(struct report_table *s, struct chaturanga_mean mean, int digits)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(mean.value))
        return;
    c->value = mean.value;
    c->error = mean.error;
    c->digits = digits;
    snprintf(c->text, sizeof c->text, "%.*f ± %.*f", digits, mean.value, digits,
             WILSON_Z * mean.error);
}

void report_sigmas(struct report_table *s, double sigmas)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(sigmas))
        return;
    c->value = sigmas;
    c->digits = 1;
    snprintf(c->text, sizeof c->text, "%+.1f", sigmas);
}

/* --- Printing --------------------------------------------------------------------------------- */

static void print_json(const struct report_table *s, struct buf *out)
{
    char key[64];
    for (size_t row = 0; row + s->width <= s->n; row += s->width) {
        struct json j;
        json_init(&j, out);
        json_open_object(&j);
        json_key_cstr(&j, "table", s->name);
        for (size_t i = 0; i < s->width; i++) {
            const struct report_cell *c = &s->cells[row + i];
            if (isnan(c->value) && c->text[0])
                json_key_cstr(&j, s->columns[i].key, c->text);
            else
                json_key_double(&j, s->columns[i].key, figure_rounded(c->value, c->digits + 2));
            if (isnan(c->error))
                continue;
            snprintf(key, sizeof key, "%s_error", s->columns[i].key);
            json_key_double(&j, key, figure_rounded(c->error, c->digits + 3));
        }
        json_end(&j);
        json_line(&j);
    }
}

static size_t columns_of(const char *text)
{
    return (size_t)text_columns(span_of(text));
}

static void pad(struct buf *out, const char *text, size_t width, bool right)
{
    size_t have = columns_of(text), more = width > have ? width - have : 0;
    for (size_t i = 0; right && i < more; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, text);
    for (size_t i = 0; !right && i < more; i++)
        buf_add_char(out, ' ');
}

static void print_text(const struct report_table *s, enum lang lang, struct buf *out)
{
    size_t widths[REPORT_MAX_COLUMNS];
    for (size_t i = 0; i < s->width; i++)
        widths[i] = columns_of(msg_in(&s->columns[i].heading, lang));
    for (size_t i = 0; i < s->n; i++) {
        size_t w = columns_of(s->cells[i].text);
        widths[i % s->width] = w > widths[i % s->width] ? w : widths[i % s->width];
    }
    buf_printf(out, "%s\n", msg_in(s->title, lang));
    for (size_t i = 0; i < s->width; i++) {
        buf_add_str(out, "  ");
        pad(out, msg_in(&s->columns[i].heading, lang), widths[i], i > 0);
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < s->n; i++) {
        buf_add_str(out, "  ");
        pad(out, s->cells[i].text, widths[i % s->width], i % s->width > 0);
        if (i % s->width == s->width - 1)
            buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
}

static void print_markdown(const struct report_table *s, enum lang lang, struct buf *out)
{
    buf_printf(out, "%s\n\n", msg_in(s->title, lang));
    for (size_t i = 0; i < s->width; i++)
        buf_printf(out, "| %s ", msg_in(&s->columns[i].heading, lang));
    buf_add_str(out, "|\n");
    for (size_t i = 0; i < s->width; i++)
        buf_add_str(out, i ? "|---:" : "|---");
    buf_add_str(out, "|\n");
    for (size_t i = 0; i < s->n; i++) {
        buf_printf(out, "| %s ", s->cells[i].text);
        if (i % s->width == s->width - 1)
            buf_add_str(out, "|\n");
    }
    buf_add_char(out, '\n');
}

bool report_print(const struct report_table *s, enum report_form form, enum lang lang,
                  struct buf *out)
{
    if (s->failed || s->width == 0 || s->width > REPORT_MAX_COLUMNS)
        return false;
    if (form == REPORT_JSON)
        print_json(s, out);
    else if (form == REPORT_MARKDOWN)
        print_markdown(s, lang, out);
    else
        print_text(s, lang, out);
    return true;
}

enum { DEFAULT_GAMES = 10000, PAPER_GAMES = 1000 };

int experiment_run(struct experiments *x, const struct lineup *lineup, struct chaturanga_sums *out)
{
    struct chaturanga_trial t = {.games = lineup->games ? lineup->games : x->games,
                                 .seed = x->seed,
                                 .rules = lineup->rules ? *lineup->rules : x->rules,
                                 .limits = x->limits,
                                 .oddities = lineup->oddities,
                                 .counts = lineup->counts};
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        t.players[i] = i < CHATURANGA_BLACK ? lineup->others : lineup->black;
    return trial_bar_run(&x->bar, &t, out);
}

int experiment_print(struct experiments *x, struct report_table *s, int code)
{
    struct err err;
    if (code == CMD_OK && !report_print(s, x->form, x->env->lang, &x->out)) {
        err_nomem(&err);
        code = cmd_fail(x->env, &err);
    }
    report_close(s);
    return code;
}

/* How far our mean lies from another's who played that many games, in standard errors of the
 * difference; half: the other was rounded to so much. */
static double experiment_sigmas(const struct chaturanga_sums *sums, struct chaturanga_mean ours,
                                double other, double other_games, double half)
{
    /* the other's error is ours for as many games; rounding is uniform */
    double theirs = ours.error * sqrt((double)sums->games / other_games);
    double rounding = half / sqrt(3);
    return (ours.value - other) /
           sqrt(ours.error * ours.error + theirs * theirs + rounding * rounding);
}

/* --- Tables 4 and 5 --------------------------------------------------------------------------- */

static int experiment_dice(struct experiments *x)
{
    static const struct msg TITLE = {"Tables 4 and 5: rolls, of sixteen, that move a kind, or two",
                                     "表 4、5: 駒を動かせる目の数（16 通りのうち）"};
    static const struct report_column COLUMNS[] = {{"kind", {"kind", "駒"}},
                                                   {"paper", {"paper", "論文"}},
                                                   {"rolls", {"alone", "単独"}},
                                                   {"twice", {"twice", "2 回"}},
                                                   {"boat", {"with boat", "船と"}},
                                                   {"horse", {"with horse", "馬と"}},
                                                   {"elephant", {"with elephant", "象と"}}};
    static const double PAPER[CHATURANGA_KINDS] = {7, 7, 8, 9, 9};
    static const unsigned DIE[CHATURANGA_KINDS] = {2, 3, 4, 5, 5};
    struct report_table s;
    report_open(&s, "4-5", &TITLE, COLUMNS, 7);
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
        report_word(&s, chaturanga_kind_names[kind]);
        report_number(&s, PAPER[kind], 0);
        report_number(&s, chaturanga_rolls_count(chaturanga_kind_rolls(&x->rules, kind)), 0);
        report_number(&s, 1, 0);
        for (unsigned other = CHATURANGA_BOAT; other <= CHATURANGA_ELEPHANT; other++)
            report_number(&s, DIE[kind] == DIE[other] ? NAN : 2, 0);
    }
    return experiment_print(x, &s, CMD_OK);
}

/* --- Table 6 ---------------------------------------------------------------------------------- */

enum { FIGURES = 6 };
static const struct {
    const char *name;
    struct msg what;
    int digits;
    double half; /* what the paper's figure may be off by rounding */
} FIGURE[FIGURES] = {
    {"expected", {"expected", "期待値"}, 2, 0.05},
    {"before", {"before dice", "振る前"}, 1, 0.5},
    {"after", {"after dice (B)", "振った後 (B)"}, 2, 0.05},
    {"length", {"length (D)", "手数 (D)"}, 2, 0.05},
    {"draws", {"draws %", "引き分け %"}, 2, 0.05},
    {"index", {"sqrt(B)/D", "√B/D"}, 4, 0.005},
};

static struct chaturanga_mean figure_of(const struct chaturanga_sums *s, int figure)
{
    switch (figure) {
    case 0:
        return chaturanga_mean_of(s, &s->expected);
    case 1:
        return chaturanga_mean_of(s, &s->before);
    case 2:
        return chaturanga_mean_of(s, &s->after);
    case 3:
        return chaturanga_length_of(s);
    case 4:
        return chaturanga_share_of(s->draws, s->games);
    default:
        return chaturanga_index_of(s);
    }
}

/* Players of ours, and the column of the paper that they stand beside.  Looking through all lists
 * of turns that others could have takes long: such a player plays fewer games. */
static const struct {
    const char *name;
    int paper;
    unsigned slow;
} ROWS[] = {{"P0", 0, 1}, {"P1", 1, 1},     {"P1:first", 1, 1},
            {"P2", 2, 1}, {"P2:set", 2, 1}, {"P2:set+double", 2, 50},
            {"P3", 3, 1}, {"P4", 4, 1}};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static const double TABLE_6[5][FIGURES] = {
    {24.3, 179, 24.2, 122, 19.2, 0.04}, {22.5, 163, 22.4, 22.5, 0.0, 0.21},
    {21.7, 157, 21.6, 29.4, 0.4, 0.16}, {20.3, 146, 20.5, 16.7, 0.0, 0.27},
    {21.2, 153, 20.8, 18.6, 0.0, 0.25},
};
static const double TABLE_8[5] = {22.4, 57.0, 77.1, 81.5, 80.4};

static const struct report_column PAPER_COLUMNS[] = {
    {"player", {"player", "プレイヤ"}},   {"figure", {"figure", "項目"}},
    {"paper", {"paper", "論文"}},         {"ours", {"ours (95 %)", "本実験 (95 %)"}},
    {"difference", {"difference", "差"}}, {"sigmas", {"in standard errors", "標準誤差比"}}};

static void add_figure(struct report_table *s, const char *player, int figure, double paper,
                       const struct chaturanga_sums *sums, enum lang lang)
{
    struct chaturanga_mean ours = figure_of(sums, figure);
    report_word(s, player);
    report_word(s, msg_in(&FIGURE[figure].what, lang));
    report_number(s, paper, figure == 1 ? 0 : figure == 5 ? 2 : 1);
    report_mean(s, ours, FIGURE[figure].digits);
    report_number(s, ours.value - paper, FIGURE[figure].digits);
    report_sigmas(s, experiment_sigmas(sums, ours, paper, PAPER_GAMES, FIGURE[figure].half));
}

static int experiment_paper(struct experiments *x)
{
    static const struct msg TITLE = {"Table 6: all four the same player",
                                     "表 6: 全員が同じプレイヤ"};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "6", &TITLE, PAPER_COLUMNS, 6);
    for (int row = 0; row < ROW_COUNT && code == CMD_OK; row++) {
        const struct lineup l = {.others = ROWS[row].name,
                                 .black = ROWS[row].name,
                                 .counts = true,
                                 .games = (x->games - 1) / ROWS[row].slow + 1};
        struct chaturanga_sums sums;
        code = experiment_run(x, &l, &sums);
        for (int f = 0; f < FIGURES && code == CMD_OK; f++)
            add_figure(&s, ROWS[row].name, f, TABLE_6[ROWS[row].paper][f], &sums, x->env->lang);
    }
    return experiment_print(x, &s, code);
}

/* --- Table 8 ---------------------------------------------------------------------------------- */

static int experiment_black(struct experiments *x)
{
    static const struct msg TITLE = {"Table 8: black against three P0", "表 8: 黒と三人の P0"};
    static const struct report_column COLUMNS[] = {{"player", {"black", "黒"}},
                                                   {"paper", {"paper, wins %", "論文の勝率"}},
                                                   {"wins", {"ours (95 %)", "本実験 (95 %)"}},
                                                   {"difference", {"difference", "差"}},
                                                   {"sigmas", {"in standard errors", "標準誤差比"}},
                                                   {"team", {"team wins %", "チームの勝率"}},
                                                   {"length", {"length", "手数"}}};
    struct report_table s;
    int code = CMD_OK;
    report_open(&s, "8", &TITLE, COLUMNS, 7);
    for (int row = 0; row < ROW_COUNT && code == CMD_OK; row++) {
        const struct lineup l = {
            .others = "P0", .black = ROWS[row].name, .games = (x->games - 1) / ROWS[row].slow + 1};
        struct chaturanga_sums sums;
        code = experiment_run(x, &l, &sums);
        if (code != CMD_OK)
            break;
        double paper = TABLE_8[ROWS[row].paper];
        struct chaturanga_mean wins = chaturanga_share_of(sums.wins[CHATURANGA_BLACK], sums.games);
        report_word(&s, ROWS[row].name);
        report_number(&s, paper, 1);
        report_mean(&s, wins, 2);
        report_number(&s, wins.value - paper, 2);
        report_sigmas(&s, experiment_sigmas(&sums, wins, paper, PAPER_GAMES, 0.05));
        report_mean(&s, chaturanga_share_of(sums.teams[1], sums.games), 2);
        report_mean(&s, chaturanga_length_of(&sums), 2);
    }
    return experiment_print(x, &s, code);
}

/* --- The word --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*run)(struct experiments *x);
    bool by_default; /* also if nobody asks for it */
} PARTS[] = {
    {"dice", experiment_dice, true},      {"paper", experiment_paper, true},
    {"games", experiment_games, true},    {"black", experiment_black, true},
    {"index", experiment_index, true},    {"readings", experiment_readings, true},
    {"causes", experiment_causes, true},  {"mixed", experiment_mixed, false},
    {"strong", experiment_strong, false},
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };
const char *const chaturanga_parts[] = {"dice",     "paper",  "games", "black",  "index",
                                        "readings", "causes", "mixed", "strong", NULL};

static bool is_selected(const struct cmd_args *args, const char *part, bool by_default)
{
    size_t n = args_count(args, CHATURANGA_OPT_PART);
    for (size_t i = 0; i < n; i++)
        if (span_eq(span_of(args_nth(args, CHATURANGA_OPT_PART, i)), span_of(part)))
            return true;
    return n == 0 && by_default;
}

/* How many games all that is asked for takes: the parts are gone through without playing. */
static int count_games(struct experiments *x, const struct cmd_args *args, uint64_t *games)
{
    int code = CMD_OK;
    x->bar = (struct trial_bar){.env = x->env, .counting = true};
    for (int i = 0; i < PART_COUNT && code == CMD_OK; i++)
        if (is_selected(args, PARTS[i].name, PARTS[i].by_default))
            code = PARTS[i].run(x);
    buf_clear(&x->out);
    *games = x->bar.done;
    return code;
}

static int run_parts(struct experiments *x, const struct cmd_args *args)
{
    int code = CMD_OK;
    for (int i = 0; i < PART_COUNT && code == CMD_OK; i++) {
        if (!is_selected(args, PARTS[i].name, PARTS[i].by_default))
            continue;
        code = PARTS[i].run(x);
        progress_wipe(&x->bar.progress);
        if (code == CMD_OK)
            code = cmd_print(x->env, &x->out);
        buf_clear(&x->out);
    }
    return code;
}

int chaturanga_tables(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                      size_t n)
{
    static const struct msg NOTHING = {"tables takes options only: %1",
                                       "tables に引数はありません: %1"};
    struct experiments x = {
        .env = env,
        .games = (uint64_t)args_int(args, CHATURANGA_OPT_GAMES, DEFAULT_GAMES),
        .seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, 1),
        .limits = chaturanga_limits_read(env, args),
        .form = env->json                                  ? REPORT_JSON
                : args_flag(args, CHATURANGA_OPT_MARKDOWN) ? REPORT_MARKDOWN
                                                           : REPORT_TEXT,
    };
    if (n)
        return cmd_misuse(env, &NOTHING, operands[0]);
    int code = chaturanga_rules_read(env, args, &x.rules);
    if (code != CMD_OK)
        return code;
    buf_init(&x.out, BUF_DEFAULT_MAX);
    uint64_t games = 0;
    code = count_games(&x, args, &games);
    if (code == CMD_OK) {
        trial_bar_open(&x.bar, env, games);
        code = run_parts(&x, args);
        trial_bar_close(&x.bar);
    }
    buf_release(&x.out);
    return code;
}
