/* cmd_matrix.c: `kifu matrix DB... --rows KIND --columns KIND [QUERY]`: a cross table of games, with
 * the score of the row's side. */
#include <math.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "query/groups/matrix.h"
#include "view/draw/text_width.h"
#include "view/report/matrix_view.h"

enum {
    OPT_ROWS,
    OPT_COLUMNS,
    OPT_AGAINST,
    OPT_LIMIT,
    OPT_MIN_GAMES,
    OPT_SVG,
    OPT_QUERY_FILE,
    OPT_COUNT
};

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_ROWS, "rows", "KIND",
                "rows: castle, opening, another group of names, player, year, decade, event, place",
                "行: castle, opening などの名前の種類、player, year, decade, event, place"),
    TEXT_OPTION(OPT_COLUMNS, "columns", "KIND", "columns, as for --rows", "列（--rows と同じ）"),
    FLAG_OPTION(OPT_AGAINST, "against", "columns are of the side that plays against the row's",
                "列は、行の側と戦う側のもの"),
    INT_OPTION(
        OPT_LIMIT, "limit", "N", 1, AXIS_MOST_GROUPS,
        "rows and columns with most games (default: 40 players, events or places; all others)",
        "局数の多い順の行と列の数（既定は対局者・棋戦・場所では 40、ほかは全部）"),
    INT_OPTION(OPT_MIN_GAMES, "min-games", "N", 1, 1000000000,
               "wins and losses that a cell needs to be tested (default 20)",
               "検定する欄の勝ち負けの数の下限（既定 20）"),
    FILE_OPTION(OPT_SVG, "svg", "FILE.svg", "draw a heat map to an SVG file",
                "ヒートマップを SVG で書き出す", .writes = WRITES_FILE, .ending = ".svg"),
    QUERY_FILE_OPTION(OPT_QUERY_FILE),
    [OPT_COUNT] = {.name = NULL},
};

struct matrix_cmd {
    struct cmd_env *env;
    struct query_operands input;
    struct matrix matrix;
};

/* --- For people -------------------------------------------------------------------------------- */

/* A cell is "58% 49-66", with a star if it stands out, and below it the games; as many columns as the
 * terminal has room for. */
enum { CELL = 12, GAP = 2, LABEL_MOST = 24, USUAL_WIDTH = 100 };

static struct span label_of(const struct matrix_cmd *c, const struct axis_group *g)
{
    return c->env->lang == LANG_JA ? g->label : g->name;
}

/* A text in so many columns, cut if it is longer. */
static void add_cell(struct buf *out, struct span text, int columns, bool right)
{
    struct buf cut;
    int used = 0;
    buf_init(&cut, BUF_DEFAULT_MAX);
    while (text.n) {
        struct span before = text;
        int width = text_char_columns(text_eat_char(&text));
        if (used + width > columns)
            break;
        used += width;
        buf_add(&cut, before.p, before.n - text.n);
    }
    for (int i = used; i < columns && right; i++)
        buf_add_char(out, ' ');
    buf_add_span(out, buf_span(&cut));
    for (int i = used; i < columns && !right; i++)
        buf_add_char(out, ' ');
    buf_release(&cut);
}

static void end_line(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
}

static int label_columns(const struct matrix_cmd *c)
{
    int most = 4;
    for (uint32_t i = 0; i < c->matrix.rows.group_count; i++) {
        int columns = text_columns(label_of(c, &c->matrix.rows.groups[i]));
        most = columns > most ? columns : most;
    }
    return most < LABEL_MOST ? most : LABEL_MOST;
}

static void add_score(struct buf *out, const struct matrix_cell *cell,
                      const struct matrix_test *test)
{
    const struct wilson score = matrix_score(cell);
    char text[32] = "";
    if (cell->games && !isnan(score.share))
        snprintf(text, sizeof text, "%.0f%% %.0f-%.0f%s", 100 * score.share, 100 * score.low,
                 100 * score.high, matrix_stands_out(test) ? "*" : " ");
    add_cell(out, span_of(text), CELL, true);
}

static void add_games(struct buf *out, const struct matrix_cell *cell,
                      const struct matrix_test *test)
{
    char text[32];
    (void)test;
    snprintf(text, sizeof text, "%llu ", (unsigned long long)cell->games);
    add_cell(out, span_of(cell->games ? text : ". "), CELL, true);
}

static void add_row(const struct matrix_cmd *c, uint32_t row, uint32_t columns, int label,
                    struct buf *out)
{
    static void (*const LINES[2])(struct buf *, const struct matrix_cell *,
                                  const struct matrix_test *) = {add_score, add_games};
    for (int line = 0; line < 2; line++) {
        add_cell(out, line ? SPAN("") : label_of(c, &c->matrix.rows.groups[row]), label, false);
        for (uint32_t column = 0; column < columns; column++) {
            buf_add_str(out, "  ");
            LINES[line](out, matrix_at(&c->matrix, row, column),
                        matrix_test_at(&c->matrix, row, column));
        }
        end_line(out);
    }
}

static uint32_t columns_shown(const struct matrix_cmd *c, int label)
{
    int width = c->env->out_columns ? c->env->out_columns : USUAL_WIDTH;
    int room = (width - label) / (CELL + GAP);
    uint32_t columns = room > 1 ? (uint32_t)room : 1;
    return columns < c->matrix.columns.group_count ? columns : c->matrix.columns.group_count;
}

static bool any_stands_out(const struct matrix *m)
{
    for (size_t i = 0; i < (size_t)m->rows.group_count * m->columns.group_count; i++)
        if (matrix_stands_out(&m->tests[i]))
            return true;
    return false;
}

static void note_stars(const struct matrix_cmd *c)
{
    static const struct msg STARS = {
        "* more or less than half, at a false discovery rate of 5 % over the %1 cells with at "
        "least "
        "%2 wins and losses",
        "* は 5 割と異なる欄（勝ち負けが %2 以上の %1 欄での偽発見率 5 %）"};
    char tested[24], least[24];
    snprintf(tested, sizeof tested, "%llu", (unsigned long long)c->matrix.tested);
    snprintf(least, sizeof least, "%llu", (unsigned long long)c->matrix.least);
    if (any_stands_out(&c->matrix))
        cmd_note(c->env, &STARS, tested, least);
}

static int print_table(const struct matrix_cmd *c)
{
    static const struct msg more = {"%1 more columns; use --json or --svg for all of them",
                                    "ほか %1 列（--json、--svg ではすべて）"};
    const struct matrix *m = &c->matrix;
    int label = label_columns(c);
    uint32_t columns = columns_shown(c, label);
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    add_cell(&out, SPAN(""), label, false);
    for (uint32_t i = 0; i < columns; i++) {
        buf_add_str(&out, "  ");
        add_cell(&out, label_of(c, &m->columns.groups[i]), CELL - 1, true);
        buf_add_char(&out, ' '); /* above the stars */
    }
    end_line(&out);
    for (uint32_t row = 0; row < m->rows.group_count; row++)
        add_row(c, row, columns, label, &out);
    int code = cmd_print(c->env, &out);
    buf_clear(&out);
    if (code == CMD_OK) {
        fflush(c->env->out);
        note_stars(c);
    }
    if (code == CMD_OK && columns < m->columns.group_count) {
        buf_add_u64(&out, m->columns.group_count - columns);
        cmd_note(c->env, &more, buf_cstr(&out), NULL);
    }
    buf_release(&out);
    return code;
}

/* --- Otherwise --------------------------------------------------------------------------------- */

static int print_json(const struct matrix_cmd *c)
{
    struct buf line;
    struct json j;
    int code = CMD_OK;
    buf_init(&line, BUF_DEFAULT_MAX);
    for (uint32_t row = 0; row < c->matrix.rows.group_count && code == CMD_OK; row++) {
        buf_clear(&line);
        for (uint32_t column = 0; column < c->matrix.columns.group_count; column++) {
            json_init(&j, &line);
            matrix_cell_to_json(&j, &c->matrix, row, column, c->input.query.text);
            json_line(&j);
        }
        code = cmd_print(c->env, &line);
    }
    buf_release(&line);
    return code;
}

static int draw(const struct matrix_cmd *c, const char *path)
{
    struct buf svg;
    struct err err;
    buf_init(&svg, BUF_DEFAULT_MAX);
    matrix_svg(&c->matrix, c->env->lang, &svg);
    enum status status =
        buf_status(&svg) == STATUS_OK ? file_replace(path, buf_span(&svg), &err) : err_nomem(&err);
    buf_release(&svg);
    return status == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
}

static int answer(struct matrix_cmd *c, const struct cmd_args *args)
{
    static const struct msg WANT = {"name the rows and the columns: --rows KIND --columns KIND",
                                    "--rows と --columns で行と列の種類を指定してください"};
    struct err err = {0};
    const char *rows = args_text(args, OPT_ROWS, NULL),
               *columns = args_text(args, OPT_COLUMNS, NULL);
    const char *svg = args_text(args, OPT_SVG, NULL);
    if (!rows || !columns)
        return cmd_misuse(c->env, &WANT, NULL);
    const struct matrix_request request = {
        .rows = span_of(rows),
        .columns = span_of(columns),
        .against = args_flag(args, OPT_AGAINST),
        .query = &c->input.query,
        .named = &c->input.named,
        .limit = (uint32_t)args_int(args, OPT_LIMIT, 0),
        .least = (uint64_t)args_int(args, OPT_MIN_GAMES, 0),
        .search = {.threads = c->env->threads,
                   .cancelled = c->env->cancelled,
                   .values = static_values_hook(c->input.values)},
        .reduction = cluster_reduction(c->env->cluster)};
    enum status status = matrix_run(&c->matrix, &request, c->input.dbs, c->input.count, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    if (status != STATUS_OK) {
        int failed = cmd_fail(c->env, &err);
        return status == STATUS_RANGE ? CMD_MISUSE : failed; /* no such kind */
    }
    int code = c->env->json ? print_json(c) : print_table(c);
    if (code == CMD_OK && svg && c->env->leads)
        code = draw(c, svg);
    bool any = c->matrix.rows.group_count && c->matrix.columns.group_count;
    return code == CMD_OK && !any ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct matrix_cmd c = {.env = env};
    int code = query_operands_open(&c.input, env, args->operands, args->n_operands,
                                   args_text(args, OPT_QUERY_FILE, NULL));
    if (code == CMD_OK)
        code = answer(&c, args);
    matrix_release(&c.matrix);
    code = query_operands_check(&c.input, env, code);
    query_operands_release(&c.input);
    return code;
}

const struct command CMD_MATRIX = {
    .name = "matrix",
    .group = GROUP_SEARCH,
    .summary = {"a cross table of games with scores", "対局の集計表と勝率"},
    .operands = "DB... [QUERY]",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Counts the games of each row and column, and the score of the row's side in them, "
                "with its 95 % interval. Example: kifu matrix games.kifu --rows castle --columns "
                "opening.",
                "各行・各列の局数と、行の側の勝率および 95 % 区間を示します。例: kifu matrix "
                "games.kifu --rows castle --columns opening。"},
    .run = run,
};
