/* cmd_flow.c: `kifu flow HUMAN_DB COMPUTER_DB`: sequences that people play more often than programs
 * do.
 *
 * Two databases, each as a whole or what a query leaves of it; or two queries on one database.  The
 * result is a report, or lines of JSON, and with -o the file that `kifu usi --flow` plays by. */
#include "base/io/file.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/part_option.h"
#include "view/report/flow_report.h"

enum {
    OPT_FROM_PLY,
    OPT_MIN_COUNT,
    OPT_ALPHA,
    OPT_CORRECT,
    OPT_BOTH,
    OPT_CLASSES,
    OPT_HUMAN_QUERY,
    OPT_COMPUTER_QUERY,
    OPT_PART,
    OPT_TOP,
    OPT_TWICE,
    OPT_SHUFFLE,
    OPT_OUTPUT,
    OPT_COUNT
};

enum { DEFAULT_TOP = 10, MAX_TOP = 10000000, MAX_PLY = 1000000 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_FROM_PLY, "from-ply", "N", 1, MAX_PLY,
               "first ply at which a sequence may end (default 41)",
               "手順の最後の手は N 手目以降（既定は 41）"),
    INT_OPTION(OPT_MIN_COUNT, "min-count", "N", 1, MAX_TOP,
               "minimum number of occurrences in human games (default 50)",
               "人間の棋譜での最小出現回数（既定は 50）"),
    TEXT_OPTION(OPT_ALPHA, "alpha", "P",
                "significance level: keep sequences with a smaller p (default 0.05)",
                "有意水準: p がこれより小さい手順を採用する（既定は 0.05）"),
    FLAG_OPTION(OPT_CORRECT, "correct",
                "adjust p for the false discovery rate (Benjamini-Hochberg)",
                "偽発見率に基づいて p を補正する（Benjamini–Hochberg）"),
    FLAG_OPTION(OPT_BOTH, "both", "also keep sequences that programs play more often",
                "プログラムの方が多く指す手順も採用する"),
    TEXT_OPTION(OPT_CLASSES, "classes", "NAME,NAME...",
                "sequence classes, such as two/own-king/capture; a length alone, such as three, "
                "means all its classes; all (default: the paper's four)",
                "手順の種類（two/own-king/capture など）。three "
                "のように長さだけならその長さのすべて、all ですべて（既定は論文の 4 種類）"),
    TEXT_OPTION(OPT_HUMAN_QUERY, "human-query", "QUERY",
                "query for the games and positions of people", "人間の棋譜と局面を選ぶ検索式"),
    TEXT_OPTION(OPT_COMPUTER_QUERY, "computer-query", "QUERY",
                "query for the games and positions of programs",
                "プログラムの棋譜と局面を選ぶ検索式"),
    PART_OPTION(OPT_PART),
    INT_OPTION(
        OPT_TOP, "top", "N", 0, MAX_TOP,
        "list the N most significant sequences of each class (default 10; with --json all tested)",
        "種類ごとに有意な順に N 手順を示す（既定は 10、--json では検定したものすべて）",
        .letter = 'n'),
    FLAG_OPTION(OPT_TWICE, "twice", "print only how often the same piece moved twice in a row",
                "同じ駒を続けて動かした回数だけを示す"),
    INT_OPTION(OPT_SHUFFLE, "shuffle", "SEED", 0, INT64_MAX,
               "control: assign games to people and programs at random, to see how many sequences "
               "chance keeps",
               "対照実験: 棋譜を人間とプログラムに無作為に割り当て、偶然に採用される数を調べる"),
    FILE_OPTION(
        OPT_OUTPUT, "output", "FILE", "write the kept sequences to a file, for kifu usi --flow",
        "採用した手順をファイルに書く（kifu usi --flow 用）", .letter = 'o', .writes = WRITES_FILE),
    [OPT_COUNT] = {.name = NULL},
};

struct flow_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct flow_options options;
    struct query_operands sides[FLOW_SIDES];
    struct flow_table table;
    struct progress progress;
    struct file_writer file;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int read_alpha(struct flow_cmd *f)
{
    static const struct msg BAD = {"--alpha takes a number between 0 and 1: %1",
                                   "--alpha には 0 と 1 の間の数を指定してください: %1"};
    const char *text = args_text(f->args, OPT_ALPHA, NULL);
    double *alpha = &f->options.settings.alpha;
    if (text && (!num_parse_double(span_of(text), alpha) || !(*alpha > 0 && *alpha <= 1)))
        return cmd_misuse(f->env, &BAD, text);
    return CMD_OK;
}

static int unknown_class(struct flow_cmd *f, struct span name)
{
    static const struct msg UNKNOWN = {
        "unknown class %1; use {two,three,own-two}/{moved,own-king,enemy-king}[/capture] or all",
        "%1 という種類はありません。{two,three,own-two}/{moved,own-king,enemy-king}[/capture] か "
        "all を指定してください"};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "\"%.*s\"", (int)(name.n < 1000 ? name.n : 1000), name.p);
    int code = cmd_misuse(f->env, &UNKNOWN, buf_cstr(&text));
    buf_release(&text);
    return code;
}

/* By bits: the class of that name; or all of a length, if only that is named. */
static uint32_t classes_of(struct span name)
{
    uint32_t matched = 0;
    unsigned class = flow_class_of(name);
    if (class < FLOW_CLASSES)
        return (uint32_t)1 << class;
    for (unsigned i = 0; i < FLOW_CLASSES && name.n; i++) {
        struct span whole = span_of(flow_classes[i].name);
        if (span_starts(whole, name) && whole.p[name.n] == '/')
            matched |= (uint32_t)1 << i;
    }
    return matched;
}

static int read_classes(struct flow_cmd *f)
{
    struct span left = span_of(args_text(f->args, OPT_CLASSES, NULL));
    if (span_eq(left, SPAN("all"))) {
        f->options.classes = ((uint32_t)1 << FLOW_CLASSES) - 1;
        return CMD_OK;
    }
    for (bool more = left.p != NULL; more;) {
        const char *comma = left.n ? memchr(left.p, ',', left.n) : NULL;
        struct span name = span_make(left.p, comma ? (size_t)(comma - left.p) : left.n);
        uint32_t classes = classes_of(name);
        if (!classes)
            return unknown_class(f, name);
        f->options.classes |= classes;
        more = comma != NULL;
        left = span_skip(left, name.n + 1);
    }
    return CMD_OK;
}

static int read_options(struct flow_cmd *f)
{
    struct flow_settings *s = &f->options.settings;
    s->from_ply = (uint32_t)args_int(f->args, OPT_FROM_PLY, s->from_ply);
    s->min_count = (uint32_t)args_int(f->args, OPT_MIN_COUNT, s->min_count);
    s->correct = args_flag(f->args, OPT_CORRECT);
    s->both = args_flag(f->args, OPT_BOTH);
    s->shuffled = args_flag(f->args, OPT_SHUFFLE);
    s->part = part_option(f->args, OPT_PART, GAME_PART_ALL);
    f->options.seed = (uint64_t)args_int(f->args, OPT_SHUFFLE, 0);
    f->options.threads = f->env->threads;
    f->options.reduction = cluster_reduction(f->env->cluster);
    f->options.cancelled = f->env->cancelled;
    f->options.progress = &f->progress;
    int code = read_alpha(f);
    return code == CMD_OK ? read_classes(f) : code;
}

/* --- Databases -------------------------------------------------------------------------------- */

static const char *query_of(const struct flow_cmd *f, enum flow_side side)
{
    return args_text(f->args, side == FLOW_HUMAN ? OPT_HUMAN_QUERY : OPT_COMPUTER_QUERY, NULL);
}

static int open_sides(struct flow_cmd *f)
{
    static const struct msg ALIKE = {
        "one database needs --human-query and --computer-query; otherwise name two databases",
        "データベースが一つのときは --human-query と --computer-query を指定してください"};
    const struct cmd_args *args = f->args;
    int code = CMD_OK;
    if (args->n_operands == 1 && !(query_of(f, FLOW_HUMAN) && query_of(f, FLOW_COMPUTER)))
        return cmd_misuse(f->env, &ALIKE, NULL);
    for (int side = 0; side < FLOW_SIDES && code == CMD_OK; side++) {
        const char *query = query_of(f, (enum flow_side)side);
        const char *operands[2] = {args->operands[args->n_operands == 1 ? 0 : side], query};
        code = query_operands_open(&f->sides[side], f->env, operands, query ? 2 : 1, NULL);
    }
    return code;
}

/* A path that can't be written to should not cost the user the work. */
static int begin_file(struct flow_cmd *f)
{
    const char *path = f->env->leads ? args_text(f->args, OPT_OUTPUT, NULL) : NULL;
    struct err err;
    return !path || file_writer_open(&f->file, path, &err) == STATUS_OK ? CMD_OK
                                                                        : cmd_fail(f->env, &err);
}

/* --- Telling ---------------------------------------------------------------------------------- */

static int write_file(struct flow_cmd *f)
{
    struct buf text;
    struct err err = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    flow_write(&f->table, &text);
    enum status status = buf_status(&text) == STATUS_OK
                             ? file_writer_add(&f->file, buf_span(&text), &err)
                             : err_nomem(&err);
    if (status == STATUS_OK)
        status = file_writer_commit(&f->file, &err);
    buf_release(&text);
    return status == STATUS_OK ? CMD_OK : cmd_fail(f->env, &err);
}

static int flush(struct flow_cmd *f, struct buf *out)
{
    int code = cmd_print(f->env, out);
    buf_clear(out);
    return code;
}

static int report_json(struct flow_cmd *f, struct buf *out)
{
    enum { FLUSH_BYTES = 1 << 16 };
    const char *const *const paths[FLOW_SIDES] = {f->sides[FLOW_HUMAN].paths,
                                                  f->sides[FLOW_COMPUTER].paths};
    uint64_t top = (uint64_t)args_int(f->args, OPT_TOP, INT64_MAX);
    uint64_t printed[FLOW_CLASSES] = {0};
    struct json j;
    json_init(&j, out);
    int code = CMD_OK;
    for (size_t i = 0; i < f->table.count && code == CMD_OK && !cmd_should_stop(f->env); i++) {
        const struct flow_row *r = &f->table.rows[i];
        if (printed[r->class]++ >= top)
            continue;
        flow_row_json(&j, r, paths);
        json_line(&j);
        if (out->n > FLUSH_BYTES)
            code = flush(f, out);
    }
    return code;
}

static void report_both(struct flow_cmd *f, struct buf *out)
{
    struct json j;
    if (!f->env->json) {
        flow_text_head(&f->table, f->env->lang, out);
        flow_text_twice(&f->table, f->env->lang, out);
        return;
    }
    json_init(&j, out);
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
        flow_twice_json(&j, &f->table, kind);
        json_line(&j);
    }
}

static int print_report(struct flow_cmd *f)
{
    struct buf out;
    int code = CMD_OK;
    buf_init(&out, BUF_DEFAULT_MAX);
    if (args_flag(f->args, OPT_TWICE))
        report_both(f, &out);
    else if (f->env->json)
        code = report_json(f, &out);
    else {
        const struct flow_text_options how = {
            .paths = {f->sides[FLOW_HUMAN].paths, f->sides[FLOW_COMPUTER].paths},
            .top = (uint32_t)args_int(f->args, OPT_TOP, DEFAULT_TOP),
            .lang = f->env->lang,
        };
        flow_text_head(&f->table, f->env->lang, &out);
        flow_text_classes(&f->table, &how, &out);
        flow_text_twice(&f->table, f->env->lang, &out);
    }
    if (code == CMD_OK)
        code = flush(f, &out);
    buf_release(&out);
    return code;
}

/* ----------------------------------------------------------------------------------------------
 */

static int mine(struct flow_cmd *f)
{
    static const struct msg WHAT = {"counting", "集計中"}, UNIT = {"games", "局"};
    struct flow_source sources[FLOW_SIDES];
    struct err err = {0};
    for (int side = 0; side < FLOW_SIDES; side++) {
        const struct query_operands *q = &f->sides[side];
        sources[side] =
            (struct flow_source){.dbs = q->dbs,
                                 .count = q->count,
                                 .names = q->paths,
                                 .q = query_of(f, (enum flow_side)side) ? &q->query : NULL,
                                 .values = static_values_hook(q->values)};
    }
    progress_start(&f->progress, &WHAT, &UNIT, 0);
    enum status status = flow_mine(&f->table, sources, &f->options, &err);
    progress_finish(&f->progress);
    if (status != STATUS_OK)
        return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(f->env, &err);
    bool writes = args_text(f->args, OPT_OUTPUT, NULL) && f->env->leads;
    int code = writes ? write_file(f) : CMD_OK;
    if (code == CMD_OK)
        code = print_report(f);
    bool nothing = f->table.count == 0;
    flow_release(&f->table);
    return code == CMD_OK && nothing ? CMD_NOTHING : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct flow_cmd f = {.env = env, .args = args, .options = FLOW_DEFAULTS, .file = {.fd = -1}};
    int code = read_options(&f);
    if (code != CMD_OK)
        return code;
    cmd_progress_init(env, &f.progress);
    code = open_sides(&f);
    if (code == CMD_OK)
        code = begin_file(&f);
    if (code == CMD_OK)
        code = mine(&f);
    file_writer_abort(&f.file);
    for (int side = 0; side < FLOW_SIDES; side++) {
        code = query_operands_check(&f.sides[side], env, code);
        query_operands_release(&f.sides[side]);
    }
    progress_release(&f.progress);
    return code;
}

const struct command CMD_FLOW = {
    .name = "flow",
    .group = GROUP_MINING,
    .summary = {"find sequences that people play more often than programs",
                "人間がプログラムより多く指す手順を見つける"},
    .operands = "HUMAN_DB [COMPUTER_DB]",
    .min_operands = 1,
    .max_operands = 2,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Counts short sequences of shogi moves, described by where pieces go as seen from a king "
         "or from the first piece, in games of people and of programs, and keeps those that people "
         "play significantly more often. With one database, two queries select the games of each. "
         "Example: kifu flow people.kifu programs.kifu -o flow.txt.",
         "将棋の短い手順（玉や最初の駒から見た移動先の並び）を人間の棋譜とプログラムの棋譜で数え、"
         "人間が有意に多く指す手順を採用します。データベースが一つのときは、二つの検索式で棋譜を分"
         "けます。例: kifu flow people.kifu programs.kifu -o flow.txt。"},
    .run = run,
};
