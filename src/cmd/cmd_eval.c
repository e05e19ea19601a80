/* cmd_eval.c: `kifu eval`: what an evaluation says of a position, and why.
 *
 * Knows no evaluation by name: each explains itself (eval.h), and weights.h finds it. */
#include "base/alloc.h"
#include "base/io/file.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/operand.h"
#include "engine/eval/weights.h"
#include "formats/format.h"
#include "view/board/eval_report.h"
#include "view/board/shogi_ply_view.h"

enum { OPT_WEIGHTS, OPT_PLY, OPT_DEPTH, OPT_NODES, OPT_SVG, OPT_COUNT };
enum { DEFAULT_DEPTH = 6, TABLE_BYTES = 16 << 20 };

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_WEIGHTS, "weights", "NAME|FILE",
                "evaluation: net (default), paper, calibrated, material, or a weights file",
                "評価関数: net（既定）、paper、calibrated、material、または重みのファイル",
                .letter = 'w'),
    INT_OPTION(OPT_PLY, "ply", "N", 0, RECORD_MAX_NODES,
               "position after N moves (default: the last)", "N 手目の局面（既定は最後の局面）",
               .letter = 'n'),
    INT_OPTION(OPT_DEPTH, "depth", "N", 0, THINK_MAX_PLY,
               "search depth; 0: no search (default 6; unlimited with --nodes)",
               "探索の深さ（既定は 6、--nodes があれば無制限）。0 は探索しない"),
    INT_OPTION(OPT_NODES, "nodes", "N", 1, INT64_MAX, "search about N positions",
               "約 N 局面を探索する"),
    FILE_OPTION(OPT_SVG, "svg", "FILE", "also draw the board with the contribution of each piece",
                "各駒の寄与を記した盤面図も書き出す", .writes = WRITES_FILE, .ending = ".svg"),
    [OPT_COUNT] = {.name = NULL},
};

struct eval_cmd {
    struct cmd_env *env;
    struct eval eval;
    struct thinker *thinker;
    struct think_limits limits;
    bool searches;
    bool at_ply;
    uint32_t ply;
    const char *svg;
    uint64_t seen;
    struct shogi_ply_view moment;
    struct eval_account *account; /* large */
    struct think_line line;       /* the last that was reported */
    bool has_line;
    struct buf out;
    int code;
};

/* --- One position ----------------------------------------------------------------------------- */

static void keep_line(void *ctx, const struct think_report *report)
{
    struct eval_cmd *v = ctx;
    if (report->number != 1 || report->line->bound != THINK_EXACT)
        return;
    v->line = *report->line;
    v->has_line = true;
}

static enum status search(struct eval_cmd *v, struct eval_report *e, struct err *err)
{
    const struct think_request q = {
        .pos = e->pos, .limits = v->limits, .report = keep_line, .ctx = v};
    struct think_result answer;
    thinker_new_game(v->thinker);
    e->quiescence = think_qsearch(v->thinker, e->pos);
    v->has_line = false;
    if (!v->searches)
        return STATUS_OK;
    thinker_new_game(v->thinker); /* so that the first search leaves no trace in the second */
    enum status st = think(v->thinker, &q, &answer, err);
    e->nodes = answer.nodes;
    e->line = v->has_line ? &v->line : NULL;
    return st;
}

static void add_object(struct eval_cmd *v, const struct eval_report *e)
{
    struct json j;
    json_init(&j, &v->out);
    json_open_object(&j);
    eval_report_json(e, &j);
    json_end(&j);
    json_line(&j);
}

static enum status write_picture(struct eval_cmd *v, const struct eval_report *e, struct err *err)
{
    const struct board_options opt = {.lang = v->env->lang};
    struct buf svg;
    buf_init(&svg, BUF_DEFAULT_MAX);
    enum status st = eval_report_svg(e, &opt, &svg, err);
    if (st == STATUS_OK)
        st = file_replace(v->svg, buf_span(&svg), err);
    buf_release(&svg);
    return st;
}

static enum status evaluate(struct eval_cmd *v, struct err *err)
{
    struct eval_shares shares;
    struct eval_report e = {.name = v->eval.type->name,
                            .pos = &v->moment.pos,
                            .ply = v->moment.rec->start_ply + v->moment.ply,
                            .account = v->account,
                            .shares = &shares};
    const struct board_options opt = {
        .lang = v->env->lang, .letters = v->env->lang == LANG_EN, .colour = v->env->colour};
    v->eval.type->explain(v->eval.weights, e.pos, v->account);
    enum status st = eval_share(&v->eval, e.pos, &shares, err);
    if (st == STATUS_OK)
        st = search(v, &e, err);
    if (st == STATUS_OK && v->svg)
        st = write_picture(v, &e, err);
    buf_clear(&v->out);
    if (st == STATUS_OK && v->env->json)
        add_object(v, &e);
    else if (st == STATUS_OK) {
        buf_add_str(&v->out, v->seen > 1 ? "\n" : "");
        eval_report_text(&e, &opt, &v->out);
    }
    return st;
}

/* --- Finding it ------------------------------------------------------------------------------- */

static bool report_problems(struct eval_cmd *v, const struct record *rec)
{
    bool bad = false;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        if (rec->problems[i].severity > PROBLEM_NOTE) {
            cmd_warn(v->env, &rec->problems[i].err);
            bad = true;
        }
    return bad;
}

static enum status find_moment(struct eval_cmd *v, const struct record *rec, struct err *err)
{
    static const struct msg NOT_SHOGI = {"only shogi positions can be evaluated",
                                         "評価できるのは将棋の局面だけです"};
    static const struct msg NO_SUCH_PLY = {"the game has no ply %1", "棋譜に %1 手目はありません"};
    uint32_t plies;
    if (strcmp(rec->game->name, "shogi") != 0)
        return err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
    record_last_move(rec, &plies);
    if (v->at_ply && v->ply > plies)
        return err_set(err, STATUS_NOT_FOUND, &NO_SUCH_PLY, SPAN_U64(v->ply), (struct span){0});
    return shogi_ply_view_find(&v->moment, rec, v->at_ply ? v->ply : plies, err);
}

static enum status take_game(void *ctx, struct record *rec)
{
    struct eval_cmd *v = ctx;
    struct err err = {0};
    if (report_problems(v, rec))
        v->code = CMD_ERROR;
    if (record_worst(rec) == PROBLEM_REJECTED)
        return STATUS_OK;
    v->seen++;
    enum status st = find_moment(v, rec, &err);
    if (st == STATUS_OK)
        st = evaluate(v, &err);
    if (st != STATUS_OK) {
        if (!err.file[0])
            err_in_file(&err, rec->label);
        v->code = cmd_fail(v->env, &err);
        return st == STATUS_NOMEM ? st : STATUS_OK;
    }
    if (cmd_print(v->env, &v->out) != CMD_OK)
        return STATUS_NOMEM;
    return cmd_should_stop(v->env) ? STATUS_CANCELLED : STATUS_OK;
}

static enum status take_problem(void *ctx, const struct err *err)
{
    struct eval_cmd *v = ctx;
    cmd_warn(v->env, err);
    v->code = CMD_ERROR;
    return STATUS_OK;
}

/* --- The command ------------------------------------------------------------------------------ */

static void read_options(struct eval_cmd *v, const struct cmd_args *args)
{
    v->limits.nodes = (uint64_t)args_int(args, OPT_NODES, 0);
    v->limits.depth = (int)args_int(args, OPT_DEPTH, v->limits.nodes ? 0 : DEFAULT_DEPTH);
    v->searches = v->limits.nodes || v->limits.depth;
    v->at_ply = args_flag(args, OPT_PLY);
    v->ply = (uint32_t)args_int(args, OPT_PLY, 0);
    v->svg = args_text(args, OPT_SVG, NULL);
}

static enum status open_all(struct eval_cmd *v, const struct weights *w, struct err *err)
{
    v->eval = weights_eval(w);
    v->account = mem_calloc(1, sizeof *v->account);
    if (!v->account)
        return err_nomem(err);
    const struct think_options opt = {.tt_bytes = TABLE_BYTES, .threads = 1, .eval = v->eval};
    return thinker_open(&v->thinker, &opt, err);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NOTHING = {"no position in %1", "%1 に局面がありません"};
    struct eval_cmd v = {.env = env};
    struct weights *weights = NULL;
    struct reader reader;
    struct err err = {0};
    read_options(&v, args);
    reader_init(&reader);
    shogi_ply_view_init(&v.moment);
    buf_init(&v.out, BUF_DEFAULT_MAX);
    enum status st = weights_open(&weights, args_text(args, OPT_WEIGHTS, NULL), &err);
    if (st == STATUS_OK)
        st = open_all(&v, weights, &err);
    if (st == STATUS_OK)
        st = operand_read_games(args->operands, args->n_operands, &reader, take_game, take_problem,
                                &v, &err);
    if (st == STATUS_NOMEM)
        err_nomem(&err);
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        v.code = cmd_fail(env, &err);
    else if (!v.seen && v.code == CMD_OK && !cmd_should_stop(env))
        v.code = cmd_fail_msg(env, &NOTHING, args->operands[0]);
    thinker_close(v.thinker);
    mem_free(v.account);
    weights_close(weights);
    shogi_ply_view_release(&v.moment);
    buf_release(&v.out);
    reader_release(&reader);
    return v.code;
}

const struct command CMD_EVAL = {
    .name = "eval",
    .group = GROUP_EVALUATION,
    .summary = {"print the evaluation of a position, term by term", "局面の評価を項目ごとに示す"},
    .operands = "SFEN|FILE|DB:ID|-",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details =
        {"Prints the terms and their sum, the contribution of each piece, and the values of the "
         "quiescence search and of a full search. SFEN is startpos, a position, or \"startpos "
         "moves 7g7f …\". Of a record, the last position or that of --ply is evaluated.",
         "項目の表と合計、各駒の寄与、静止探索と探索の結果を表示します。SFEN は "
         "startpos、局面、または「startpos moves 7g7f …」です。棋譜では最後の局面か --ply "
         "の局面を評価します。"},
    .run = run,
};
