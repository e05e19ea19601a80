/* cmd_census.c: `kifu census DB...`: how many positions there are, and how often they occur. */
#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "cluster/databases.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/census_classes.h"
#include "query/census/census.h"
#include "view/board/shogi_move_text.h"
#include "view/draw/plot.h"
#include "view/report/census_json.h"

/* --- A census as two plots side by side, for print and page ----------------------------------- */

enum { WIDTH = 860, HEIGHT = 380, LEFT = 70, RIGHT = 500 /* where the second plot begins */ };
static const double MARK = 2;
static const struct plot_look BLUE = {.colour = PLOT_FIRST + 2, .shape = PLOT_DISC};

/* Logarithms of the axes are taken by the caller. */
static struct plot plot_at(struct drawing *d, double left, double x_most, double y_most)
{
    return (struct plot){.d = d,
                         .left = left,
                         .top = 40,
                         .width = 330,
                         .height = 270,
                         .x_most = x_most,
                         .y_most = y_most,
                         .font = 12};
}

static void titles(const struct plot *p, const char *title, const char *x, const char *y)
{
    plot_titles(p, &(struct plot_words){span_of(title), span_of(x), span_of(y), 48});
}

/* --- How many positions occur n times --------------------------------------------------------- */

static void plot_frequencies(const struct census *c, enum lang lang, struct drawing *d)
{
    static const struct msg TITLE = {"Distinct positions by how often they occur",
                                     "出現度数による異なり局面数の分布"},
                            X = {"occurrences", "出現度数"},
                            Y = {"distinct positions", "異なり局面数"};
    double most_times = 10, most_positions = 10;
    for (size_t i = 0; i < c->frequency_count; i++) {
        most_times = fmax(most_times, (double)c->frequencies[i].times);
        most_positions = fmax(most_positions, (double)c->frequencies[i].positions);
    }
    const struct plot p = plot_at(d, LEFT, ceil(log10(most_times)), ceil(log10(most_positions)));
    char label[32];
    for (int power = 0; power <= (int)p.x_most; power++) {
        plot_short_number(pow(10, power), label, sizeof label);
        plot_x_tick(&p, power, label);
    }
    for (int power = 0; power <= (int)p.y_most; power++) {
        plot_short_number(pow(10, power), label, sizeof label);
        plot_y_tick(&p, power, label);
    }
    plot_frame(&p);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang));
    for (size_t i = 0; i < c->frequency_count; i++)
        plot_marker(d, plot_x(&p, log10((double)c->frequencies[i].times)),
                    plot_y(&p, log10((double)c->frequencies[i].positions)), MARK, BLUE);
}

/* --- Growth of the duplicate share ------------------------------------------------------------ */

static double duplicate_percent(const struct census_growth *g)
{
    return g->positions ? 100 * (1 - (double)g->distinct / (double)g->positions) : 0;
}

static void curve(const struct plot *p, const struct census *c)
{
    struct draw_point *points = mem_calloc(c->growth_count, sizeof *points);
    if (!points) {
        p->d->bad = STATUS_NOMEM;
        return;
    }
    for (size_t i = 0; i < c->growth_count; i++)
        points[i] = (struct draw_point){plot_x(p, (double)c->growth[i].games),
                                        plot_y(p, duplicate_percent(&c->growth[i]))};
    drawing_polyline(p->d, points, (uint32_t)c->growth_count, plot_stroke(BLUE.colour, 1));
    for (size_t i = 0; i < c->growth_count; i++)
        plot_marker(p->d, points[i].x, points[i].y, MARK, BLUE);
    mem_free(points);
}

static void plot_growth(const struct census *c, enum lang lang, struct drawing *d)
{
    static const struct msg TITLE = {"Duplicate positions as games are added",
                                     "棋譜数の増加と重複局面の割合"},
                            X = {"games", "棋譜数"}, Y = {"duplicates, %", "重複局面の割合（％）"};
    double most = 1;
    char label[32];
    for (size_t i = 0; i < c->growth_count; i++)
        most = fmax(most, duplicate_percent(&c->growth[i]));
    double games = fmax(1, (double)c->games);
    double x_step = fmax(1, plot_step(games, 6)), y_step = plot_step(most, 6);
    const struct plot p = plot_at(d, RIGHT, games, ceil(most / y_step) * y_step);
    for (int i = 0; i * x_step <= p.x_most; i++) {
        plot_short_number(i * x_step, label, sizeof label);
        plot_x_tick(&p, i * x_step, label);
    }
    for (int i = 0; i <= (int)round(p.y_most / y_step); i++) {
        snprintf(label, sizeof label, "%g", i * y_step);
        plot_y_tick(&p, i * y_step, label);
    }
    plot_frame(&p);
    titles(&p, msg_in(&TITLE, lang), msg_in(&X, lang), msg_in(&Y, lang));
    curve(&p, c);
}

/* Appends a whole SVG file: on the left how many positions occur n times, both axes logarithmic, as
 * in the paper's Figure 1; on the right how the share of duplicates grows with the games. */
static void census_svg(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {"How often positions occur", "局面の出現度数"};
    struct drawing d;
    plot_drawing_init(&d, WIDTH, HEIGHT, lang, msg_in(&TITLE, lang));
    plot_frequencies(c, lang, &d);
    plot_growth(c, lang, &d);
    if (d.bad)
        out->bad = d.bad;
    else
        drawing_to_svg(&d, WIDTH, DRAW_ADAPTS, out);
    drawing_release(&d);
}

enum { OPT_TOP, OPT_SHUFFLE, OPT_PARTS, OPT_MEMORY, OPT_PLOT, OPT_COUNT };
enum { DEFAULT_TOP = 10, MOST_TOP = 1000000, STEPS = 20, MOST_PARTS = 1000 };
enum { DEFAULT_MEMORY = 512, MOST_MEMORY = 1 << 22 }; /* MiB */

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_TOP, "top", "N", 0, MOST_TOP,
               "number of most frequent positions to list (default 10)",
               "表示する最頻局面の数（既定は 10）"),
    INT_OPTION(OPT_SHUFFLE, "shuffle", "SEED", 0, INT32_MAX,
               "take games in random order; with CLASS=DB, the seed of the samples (default 0)",
               "棋譜を無作為な順に取る。CLASS=DB のときは標本の乱数の種（既定は 0）"),
    INT_OPTION(OPT_PARTS, "parts", "N", 1, MOST_PARTS,
               "also count each of N equal parts of the games by itself",
               "棋譜を N 等分し、それぞれの中でも数える"),
    INT_OPTION(OPT_MEMORY, "memory", "MIB", 1, MOST_MEMORY,
               "memory for positions per process, in MiB; below 16 bytes per position games are "
               "replayed in several passes (default 512)",
               "局面に使うメモリ（プロセスごと、MiB、既定は 512）。1 局面 16 "
               "バイトに満たないと棋譜を複数回再生する"),
    FILE_OPTION(OPT_PLOT, "plot", "FILE.svg", "draw frequencies and growth to an SVG file",
                "度数分布と増加の図を SVG で書き出す", .writes = WRITES_FILE, .ending = ".svg"),
    [OPT_COUNT] = {.name = NULL},
};

/* Parts of the games, each counted by itself. */
struct part_counts {
    struct census_growth *at;
    size_t count;
};

/* --- For people ------------------------------------------------------------------------------- */

/* So far apart that names in both languages fit: a tab would do, but columns are for people. */
static void add_row(struct buf *out, const struct msg *name, enum lang lang, uint64_t value)
{
    buf_printf(out, "%14llu  %s", (unsigned long long)value, msg_in(name, lang));
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void totals(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg GAMES = {"games\n", "棋譜数\n"}, PLIES = {"plies", "手数"},
                            POSITIONS = {"positions\n", "のべ局面数\n"},
                            DISTINCT = {"distinct\n", "異なり局面数\n"},
                            DUPLICATES = {"duplicates", "重複局面数"};
    add_row(out, &GAMES, lang, c->games);
    add_row(out, &PLIES, lang, c->plies);
    double plies = c->games ? (double)c->plies / (double)c->games : 0;
    buf_printf(out, lang == LANG_JA ? "（1局平均 %.1f）\n" : " (%.1f a game)\n", plies);
    add_row(out, &POSITIONS, lang, c->positions);
    add_row(out, &DISTINCT, lang, c->distinct);
    add_row(out, &DUPLICATES, lang, census_duplicates(c));
    buf_printf(out, lang == LANG_JA ? "（%.1f%%）\n" : " (%.1f%%)\n",
               percent(census_duplicates(c), c->positions));
}

/* The class a frequency is shown in: 1, 2, … 10, 11-20, 21-50, 51-100, 101-200, … */
static void class_of(uint64_t times, uint64_t *first, uint64_t *last)
{
    uint64_t power = 10;
    *first = *last = times;
    if (times <= 10)
        return;
    while (power * 10 < times)
        power *= 10;
    *first = times <= 2 * power ? power + 1 : times <= 5 * power ? 2 * power + 1 : 5 * power + 1;
    *last = times <= 2 * power ? 2 * power : times <= 5 * power ? 5 * power : 10 * power;
}

static void frequencies(const struct census *c, enum lang lang, struct buf *out)
{
    static const struct msg HEAD = {"\n    occurrences  distinct positions\n",
                                    "\n       出現度数  異なり局面数\n"};
    buf_add_str(out, msg_in(&HEAD, lang));
    for (size_t i = 0; i < c->frequency_count;) {
        uint64_t first, last, positions = 0;
        char range[48];
        class_of(c->frequencies[i].times, &first, &last);
        while (i < c->frequency_count && c->frequencies[i].times <= last)
            positions += c->frequencies[i++].positions;
        if (first == last)
            snprintf(range, sizeof range, "%llu", (unsigned long long)last);
        else
            snprintf(range, sizeof range, "%llu-%llu", (unsigned long long)first,
                     (unsigned long long)last);
        buf_printf(out, "%15s  %llu\n", range, (unsigned long long)positions);
    }
}

static void words_of_moves(const struct census_position *p, enum lang lang, struct buf *out)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct err err;
    int last_to = -1;
    shogi_pos_start(&pos);
    if (p->start.n &&
        shogi_sfen_parse(&pos, p->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK)
        return;
    for (struct span rest = p->moves; rest.n;) {
        ptrdiff_t blank = span_find(rest, SPAN(" "));
        size_t n = blank < 0 ? rest.n : (size_t)blank;
        shogi_move m;
        if (!shogi_usi_parse(span_make(rest.p, n), &m) || !shogi_move_is_legal(&pos, m))
            return;
        buf_add_str(out, rest.p == p->moves.p ? "" : " ");
        shogi_move_text(&pos, m, last_to, lang, out);
        last_to = shogi_move_to(m);
        shogi_play(&pos, m, &undo);
        rest = span_skip(rest, n + (blank >= 0));
    }
}

/* In words, of a game that has them. */
static void add_moves(const struct census_position *p, const struct game *game, enum lang lang,
                      struct buf *out)
{
    static const struct {
        const struct game *game;
        void (*add)(const struct census_position *p, enum lang lang, struct buf *out);
    } WORDS[] = {{&shogi_game, words_of_moves}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (WORDS[i].game == game) {
            WORDS[i].add(p, lang, out);
            return;
        }
    buf_add_span(out, p->moves);
}

static void top(const struct census *c, const struct game *game, enum lang lang, struct buf *out)
{
    static const struct msg HEAD = {"\n          count  reached by\n",
                                    "\n       出現度数  局面に至る手順の例\n"},
                            START = {"(the start)", "（初形）"};
    if (c->top_count)
        buf_add_str(out, msg_in(&HEAD, lang));
    for (size_t i = 0; i < c->top_count; i++) {
        const struct census_position *p = &c->top[i];
        buf_printf(out, "%15llu  ", (unsigned long long)p->times);
        if (p->start.n) {
            buf_add_span(out, p->start);
            buf_add_char(out, ' ');
        }
        if (p->moves.n == 0)
            buf_add_str(out, msg_in(&START, lang));
        else
            add_moves(p, game, lang, out);
        buf_add_char(out, '\n');
    }
}

static void counts_to_text(const struct census_growth *at, size_t count, enum lang lang,
                           struct buf *out)
{
    static const struct msg HEAD = {
        "\n          games       positions        distinct  duplicates\n",
        "\n         棋譜数      のべ局面数    異なり局面数  重複\n"};
    buf_add_str(out, msg_in(&HEAD, lang));
    for (size_t i = 0; i < count; i++) {
        const struct census_growth *g = &at[i];
        buf_printf(out, "%15llu %15llu %15llu  %.1f%%\n", (unsigned long long)g->games,
                   (unsigned long long)g->positions, (unsigned long long)g->distinct,
                   percent(g->positions - g->distinct, g->positions));
    }
}

static void to_text(const struct census *c, const struct part_counts *parts,
                    const struct game *game, enum lang lang, struct buf *out)
{
    static const struct msg PARTS = {"\nparts, each by itself:", "\n各部分の中で数えると:"};
    totals(c, lang, out);
    if (c->games == 0)
        return;
    frequencies(c, lang, out);
    top(c, game, lang, out);
    counts_to_text(c->growth, c->growth_count, lang, out);
    if (parts->count) {
        buf_add_str(out, msg_in(&PARTS, lang));
        counts_to_text(parts->at, parts->count, lang, out);
    }
}

/* ----------------------------------------------------------------------------------------------
 */

static int draw(struct cmd_env *env, const struct census *c, const char *path)
{
    struct buf svg;
    struct err err;
    buf_init(&svg, BUF_DEFAULT_MAX);
    census_svg(c, env->lang, &svg);
    enum status status =
        buf_status(&svg) == STATUS_OK ? file_replace(path, buf_span(&svg), &err) : err_nomem(&err);
    buf_release(&svg);
    return status == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

static int report(struct cmd_env *env, const struct census *c, const struct part_counts *parts,
                  const struct game *game, const char *plot)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    struct json j;
    json_init(&j, &text);
    if (env->json) {
        census_to_json(&j, c, parts->at, parts->count);
        json_line(&j);
    } else {
        to_text(c, parts, game, env->lang, &text);
    }
    int code = cmd_print(env, &text);
    buf_release(&text);
    if (code == CMD_OK && plot && env->leads)
        code = draw(env, c, plot);
    return code == CMD_OK && c->games == 0 ? CMD_NOTHING : code;
}

static struct census_options options_of(struct cmd_env *env, const struct cmd_args *args,
                                        struct progress *progress)
{
    return (struct census_options){
        .top = (uint32_t)args_int(args, OPT_TOP, DEFAULT_TOP),
        .steps = STEPS,
        .threads = env->threads,
        .shuffled = args_flag(args, OPT_SHUFFLE),
        .seed = (uint64_t)args_int(args, OPT_SHUFFLE, 0),
        .memory = (size_t)args_int(args, OPT_MEMORY, DEFAULT_MEMORY) << 20,
        .cancelled = env->cancelled,
        .progress = progress,
        .reduction = cluster_reduction(env->cluster),
    };
}

static enum status count_parts(struct part_counts *parts, struct db *const *dbs, uint32_t count,
                               struct census_options opt, struct err *err)
{
    enum status status = STATUS_OK;
    opt.top = 0;
    for (size_t i = 0; i < parts->count && status == STATUS_OK; i++) {
        struct census c;
        opt.part = (uint32_t)i;
        opt.parts = (uint32_t)parts->count;
        status = census_run(&c, dbs, count, &opt, err);
        if (status == STATUS_OK)
            parts->at[i] = (struct census_growth){c.games, c.positions, c.distinct};
        census_release(&c);
    }
    return status;
}

static int take_census(struct cmd_env *env, const struct cmd_args *args, struct db *const *dbs,
                       uint32_t count)
{
    struct progress progress;
    struct census c = {0};
    struct err err;
    struct part_counts parts = {.count = (size_t)args_int(args, OPT_PARTS, 0)};
    cmd_progress_init(env, &progress);
    const struct census_options opt = options_of(env, args, &progress);
    parts.at = mem_calloc(parts.count + 1, sizeof *parts.at);
    enum status status = parts.at ? census_run(&c, dbs, count, &opt, &err) : err_nomem(&err);
    if (status == STATUS_OK)
        status = count_parts(&parts, dbs, count, opt, &err);
    progress_release(&progress);
    int code = CMD_ERROR;
    if (status == STATUS_OK)
        code = report(env, &c, &parts, dbs[0]->game, args_text(args, OPT_PLOT, NULL));
    else if (status != STATUS_CANCELLED)
        code = cmd_fail(env, &err);
    census_release(&c);
    mem_free(parts.at);
    return code;
}

static int check_games(struct cmd_env *env, const struct databases *d)
{
    static const struct msg OTHER_GAME = {"%1 holds a different game from the first database",
                                          "%1 は最初のデータベースと別のゲームです"};
    for (uint32_t i = 0; i < d->count; i++)
        if (d->at[i]->game != d->at[0]->game)
            return cmd_fail_msg(env, &OTHER_GAME, d->names[i]);
    return CMD_OK;
}

static int compare_classes(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NOT_OF_CLASSES = {"--%1 is not for CLASS=DB",
                                              "--%1 は CLASS=DB とは使えません"};
    static const size_t NOT_THESE[] = {OPT_TOP, OPT_PARTS, OPT_PLOT};
    struct progress progress;
    for (size_t i = 0; i < sizeof NOT_THESE / sizeof *NOT_THESE; i++)
        if (args_flag(args, NOT_THESE[i]))
            return cmd_misuse(env, &NOT_OF_CLASSES, OPTIONS[NOT_THESE[i]].name);
    cmd_progress_init(env, &progress);
    const struct census_options opt = options_of(env, args, &progress);
    int code = census_compare_classes(env, args->operands, args->n_operands, &opt);
    progress_release(&progress);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct databases d;
    struct err err;
    for (size_t i = 0; i < args->n_operands; i++)
        if (census_has_class(args->operands[i]))
            return compare_classes(env, args);
    enum status st = databases_open(&d, args->operands, args->n_operands, env->cluster, &err);
    int code = st == STATUS_OK ? check_games(env, &d) : cmd_fail(env, &err);
    if (code == CMD_OK)
        code = take_census(env, args, d.at, d.count);
    code = databases_check(&d, env, code);
    databases_close(&d);
    return code;
}

const struct command CMD_CENSUS = {
    .name = "census",
    .group = GROUP_SEARCH,
    .summary = {"count positions and how often they occur", "局面の数と出現度数を調べる"},
    .operands = "[CLASS=]DB...",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Counts games, plies, and total, distinct and duplicate positions. Lists how many "
         "positions occur n times, the most frequent positions with a line that reaches them, and "
         "how the share of duplicates grows with the number of games. Variations are not counted. "
         "CLASS=DB "
         "compares classes: the share of duplicates among as many positions of each.",
         "棋譜数、手数、のべ局面数、異なり局面数、重複局面数、出現度数ごとの局面数、最も多く現れる"
         "局面とそこに至る手順、棋譜の増加に伴う重複の割合を示します。変化手順は数えません。CLASS="
         "DB "
         "とすると、同じ局面数での重複の割合をクラスごとに比べます。"},
    .run = run,
};
