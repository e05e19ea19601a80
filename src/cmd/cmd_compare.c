/* cmd_compare.c: `kifu compare DB QUERY-A QUERY-B`, `kifu compare DB-A DB-B [QUERY]`: what two sets
 * of games do differently.
 *
 * Operands that name databases (query_operands.h) tell the two forms apart: one, and two queries
 * follow; two, and they are the two sets. */
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "text/compare/comparison.h"
#include "view/report/comparison_report.h"

enum { OPT_TOP, OPT_FDR, OPT_KIND, OPT_MIN_GAMES, OPT_PLIES, OPT_SEQUENCES, OPT_ALL, OPT_COUNT };

enum {
    DEFAULT_TOP = 10,
    DEFAULT_GAMES = 10,
    DEFAULT_PLIES = 40,
    DEFAULT_SEQUENCES = 1000,
    DEFAULT_LENGTH = 5,
    MAX_TOP = 10000000,
    MAX_PLIES = 10000,
};

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_TOP, "top", "N", 1, MAX_TOP,
               "list the N surest differences of each kind (default 10; with --json all)",
               "種類ごとに確かな差を上位 N 件示す（既定は 10、--json ではすべて）", .letter = 'n'),
    TEXT_OPTION(OPT_FDR, "fdr", "Q", "false discovery rate, from 0 to 1 (default 0.05)",
                "偽発見率（0 から 1、既定は 0.05）"),
    TEXT_OPTION(OPT_KIND, "kind", "KIND,KIND...",
                "compare only these: openings, castles, shapes, moves, sequences (default: all)",
                "比べるもの: openings、castles、shapes、moves、sequences（既定はすべて）"),
    INT_OPTION(OPT_MIN_GAMES, "min-games", "N", 1, MAX_TOP,
               "minimum number of games with a property in A and B together, and of a position in "
               "each (default 10)",
               "検定に要る局数: 性質をもつ A と B の合計、局面ではそれぞれ（既定は 10）"),
    INT_OPTION(OPT_PLIES, "plies", "N", 1, MAX_PLIES,
               "compare next moves in the first N plies (default 40)",
               "次の一手を比べる手数（既定は最初の 40 手）"),
    INT_OPTION(OPT_SEQUENCES, "sequences", "N", 1, MAX_TOP,
               "compare the N best sequences of both sets (default 1000)",
               "両方の棋譜の上位 N 手順を比べる（既定は 1000）"),
    FLAG_OPTION(OPT_ALL, "all", "also list what is not significantly different",
                "有意な差のないものも示す"),
    [OPT_COUNT] = {.name = NULL},
};

struct compare_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct query_operands input; /* the query of A, or of both */
    struct query other;          /* of B */
    bool has_other;
    struct static_values *values; /* of B's query */
    const char *names[COMPARED_SETS];
    uint32_t split; /* databases of A; 0: both sets are of the same */
    struct comparison_options options;
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int read_level(struct compare_cmd *c)
{
    static const struct msg BAD = {"--fdr takes a number from 0 to 1: %1",
                                   "--fdr には 0 から 1 の数を指定してください: %1"};
    const char *text = args_text(c->args, OPT_FDR, "0.05");
    double *level = &c->options.level;
    return num_parse_double(span_of(text), level) && *level >= 0 && *level <= 1
               ? CMD_OK
               : cmd_misuse(c->env, &BAD, text);
}

static int read_kinds(struct compare_cmd *c)
{
    static const struct msg UNKNOWN = {
        "--kind takes openings, castles, shapes, moves and sequences, with commas between: %1",
        "--kind には openings、castles、shapes、moves、sequences "
        "を「,」で区切って指定してください: "
        "%1"};
    const char *text = args_text(c->args, OPT_KIND, NULL);
    return !text || comparison_kinds_parse(span_of(text), &c->options.kinds)
               ? CMD_OK
               : cmd_misuse(c->env, &UNKNOWN, text);
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct compare_cmd *c = ctx;
    progress_set_total(&c->progress, total);
    progress_set(&c->progress, done);
}

static int read_options(struct compare_cmd *c)
{
    c->options.least = (uint32_t)args_int(c->args, OPT_MIN_GAMES, DEFAULT_GAMES);
    c->options.plies = (uint32_t)args_int(c->args, OPT_PLIES, DEFAULT_PLIES);
    c->options.sequences = (uint32_t)args_int(c->args, OPT_SEQUENCES, DEFAULT_SEQUENCES);
    c->options.min_length = DEFAULT_LENGTH;
    c->options.threads = c->env->threads;
    c->options.cancelled = c->env->cancelled;
    c->options.progress = on_progress;
    c->options.progress_ctx = c;
    int code = read_level(c);
    return code == CMD_OK ? read_kinds(c) : code;
}

/* --- Operands --------------------------------------------------------------------------------- */

static size_t count_databases(const struct cmd_args *args)
{
    size_t n = 1;
    while (n < args->n_operands && operand_is_database(args->operands[n]))
        n++;
    return n;
}

/* One database, two queries. */
static int open_queries(struct compare_cmd *c)
{
    struct err err = {0};
    const char *const *operands = c->args->operands;
    int code = query_operands_open(&c->input, c->env, operands, 2, NULL);
    if (code != CMD_OK)
        return code;
    c->has_other = true;
    code = query_operands_parse(&c->input, c->env, span_of(operands[2]), &c->other);
    if (code == CMD_OK && static_values_for(&c->values, &c->other, &err) != STATUS_OK)
        code = cmd_fail(c->env, &err);
    for (int set = 0; set < COMPARED_SETS; set++)
        c->names[set] = operands[1 + set];
    return code;
}

/* Two databases, each of which may be a list of several, and a query for both. */
static int open_databases(struct compare_cmd *c)
{
    struct databases first = {0};
    struct err err = {0};
    enum status status = databases_open(&first, c->args->operands, 1, c->env->cluster, &err);
    c->split = first.count;
    databases_close(&first);
    for (int set = 0; set < COMPARED_SETS; set++)
        c->names[set] = c->args->operands[set];
    return status == STATUS_OK ? query_operands_open(&c->input, c->env, c->args->operands,
                                                     c->args->n_operands, NULL)
                               : cmd_fail(c->env, &err);
}

static int open_sets(struct compare_cmd *c)
{
    static const struct msg FORMS = {
        "expected DB QUERY-A QUERY-B, each query one operand, or DB-A DB-B [QUERY]",
        "DB QUERY-A QUERY-B（検索式はそれぞれ一つの引数）か DB-A DB-B [QUERY] "
        "の形で指定してください"};
    size_t n = c->args->n_operands, databases = count_databases(c->args);
    if (databases == 1 && n == 3)
        return open_queries(c);
    if (databases == 2 && n <= 3)
        return open_databases(c);
    return cmd_misuse(c->env, &FORMS, NULL);
}

/* --- Reporting -------------------------------------------------------------------------------- */

static enum status print_row(struct compare_cmd *c, const struct comparison_report *r,
                             const struct comparison_row *row, struct buf *out, struct err *err)
{
    struct json j;
    if (!c->env->json)
        return comparison_text_row(r, row, out, err);
    json_init(&j, out);
    enum status status = comparison_row_json(r, row, &j, err);
    json_line(&j);
    return status;
}

static void print_head(struct compare_cmd *c, const struct comparison_report *r, struct buf *out)
{
    const struct span names[COMPARED_SETS] = {span_of(c->names[0]), span_of(c->names[1])};
    struct json j;
    if (!c->env->json) {
        comparison_text_head(r, names, c->options.level, out);
        return;
    }
    json_init(&j, out);
    comparison_head_json(r, names, c->options.level, &j);
    json_line(&j);
}

/* Rows of one kind, or of all for JSON, in their order: those that are listed at all, and at most
 * `top` of each kind. */
struct row_walk {
    bool all; /* also what is not different */
    uint64_t top, printed[COMPARISON_KINDS], left_out;
};

static bool takes_row(struct row_walk *w, const struct comparison_row *row)
{
    if (!w->all && !row->different)
        return false;
    bool takes = w->printed[row->kind]++ < w->top;
    w->left_out += !takes;
    return takes;
}

/* kind: COMPARISON_KINDS for all. */
static int print_kind(struct compare_cmd *c, const struct comparison_report *r, struct row_walk *w,
                      unsigned kind, struct buf *out)
{
    struct err err = {0};
    int code = CMD_OK;
    bool headed = c->env->json;
    for (size_t i = 0; i < r->c->count && code == CMD_OK && !cmd_should_stop(c->env); i++) {
        const struct comparison_row *row = &r->c->rows[i];
        if ((kind < COMPARISON_KINDS && row->kind != kind) || !takes_row(w, row))
            continue;
        buf_clear(out);
        if (!headed)
            comparison_text_columns(r, out);
        headed = true;
        code = print_row(c, r, row, out, &err) == STATUS_OK ? cmd_print(c->env, out)
                                                            : cmd_fail(c->env, &err);
    }
    return code;
}

static int print_rows(struct compare_cmd *c, const struct comparison_report *r)
{
    static const struct msg MORE = {"%1 more; use --top to list them",
                                    "ほか %1 件（--top で表示）"};
    struct row_walk w = {
        .all = args_flag(c->args, OPT_ALL),
        .top = (uint64_t)args_int(c->args, OPT_TOP, c->env->json ? MAX_TOP : DEFAULT_TOP)};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    print_head(c, r, &out);
    int code = cmd_print(c->env, &out);
    if (c->env->json && code == CMD_OK)
        code = print_kind(c, r, &w, COMPARISON_KINDS, &out);
    for (unsigned kind = 0; kind < COMPARISON_KINDS && code == CMD_OK && !c->env->json; kind++)
        code = print_kind(c, r, &w, kind, &out);
    if (code == CMD_OK && w.left_out) {
        fflush(c->env->out);
        buf_clear(&out);
        buf_add_u64(&out, w.left_out);
        cmd_note(c->env, &MORE, buf_cstr(&out), NULL);
    }
    buf_release(&out);
    return code;
}

static int report(struct compare_cmd *c, const struct game_comparison *comparison,
                  const struct comparison_input *in)
{
    struct sequence_profile profile;
    struct err err = {0};
    if (sequence_profile_init(&profile, &err) != STATUS_OK)
        return cmd_fail(c->env, &err);
    const struct comparison_report r = {.c = comparison,
                                        .in = in,
                                        .paths = c->input.paths,
                                        .lang = c->env->lang,
                                        .cancelled = c->env->cancelled,
                                        .profile = &profile};
    int code = print_rows(c, &r);
    sequence_profile_release(&profile);
    return code;
}

/* Nothing to compare is said of the set that has no games. */
static int check_sets(struct compare_cmd *c, const struct game_comparison *comparison)
{
    static const struct msg EMPTY = {"no games match %1", "%1 に一致する棋譜はありません"};
    for (int set = 0; set < COMPARED_SETS; set++)
        if (comparison->games[set] == 0) {
            cmd_remark(c->env, &EMPTY, c->names[set], NULL);
            return CMD_NOTHING;
        }
    return CMD_OK;
}

static int compare(struct compare_cmd *c)
{
    static const struct msg WHAT = {"comparing", "比較中"}, UNIT = {"steps", "段階"};
    const uint32_t count = c->input.count;
    struct game_comparison comparison = {0};
    struct comparison_input in = {.dbs = c->input.dbs, .count = count, .named = &c->input.named};
    struct err err = {0};
    in.sets[0] = (struct compared_query){&c->input.query, 0, c->split ? c->split : count};
    in.sets[1] = (struct compared_query){c->split ? &c->input.query : &c->other, c->split, count};
    c->options.values = static_values_hook(c->values ? c->values : c->input.values);
    progress_start(&c->progress, &WHAT, &UNIT, 0);
    enum status status = comparison_run(&comparison, &in, &c->options, &err);
    progress_finish(&c->progress);
    if (status != STATUS_OK)
        return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    int code = check_sets(c, &comparison);
    if (code == CMD_OK)
        code = report(c, &comparison, &in);
    bool nothing = comparison.different == 0;
    comparison_release(&comparison);
    return code == CMD_OK && nothing ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct compare_cmd c = {.env = env, .args = args};
    int code = read_options(&c);
    if (code != CMD_OK)
        return code;
    cmd_progress_init(env, &c.progress);
    code = open_sets(&c);
    if (code == CMD_OK)
        code = compare(&c);
    code = query_operands_check(&c.input, env, code);
    if (c.has_other)
        query_release(&c.other);
    static_values_close(c.values);
    query_operands_release(&c.input);
    progress_release(&c.progress);
    return code;
}

const struct command CMD_COMPARE = {
    .name = "compare",
    .group = GROUP_SEARCH,
    .summary = {"what two players, periods or databases do differently",
                "二人の対局者、二つの時期やデータベースの違いを調べる"},
    .operands = "DB QUERY-A QUERY-B|DB-A DB-B [QUERY]",
    .min_operands = 2,
    .max_operands = 3,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Compares openings, castles, next moves and set sequences of two sets of games, and lists "
         "what is surely different, with 95 % intervals and a false discovery rate. A query that "
         "names one player is about that player's side. If the second operand is a database, the "
         "two databases are compared. Example: kifu compare pro.kifu player:羽生善治 "
         "player:藤井聡太.",
         "二組の棋譜の戦型、囲い、次の一手、手順を比べ、確かな差を 95 % 区間と偽発見率を付けて示し"
         "ます。対局者を一人だけ指定した検索式では、その対局者の側を数えます。二番目の引数がデータ"
         "ベースなら、二つのデータベースを比べます。例: kifu compare pro.kifu player:羽生善治 "
         "player:藤井聡太。"},
    .run = run,
};
