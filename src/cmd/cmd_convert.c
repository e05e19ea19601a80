/* cmd_convert.c: `kifu convert PATH... --to FORMAT`.
 *
 * Files are found one after the other, converted side by side (conversion.c), and written in the
 * order in which they were found: to one stream (stdout or a file) in which games follow each
 * other, or to a directory with a file per game. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/io/progress.h"
#include "base/io/source.h"
#include "base/work/pool.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/conversion.h"
#include "cmd/frame/game_output.h"
#include "cmd/frame/msg_fold.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/shared_options.h"
#include "view/report/record_json.h"

enum {
    OPT_TO,
    OPT_OUTPUT,
    OPT_FORCE,
    OPT_FROM,
    OPT_CHARSET,
    OPT_REPORT,
    OPT_STRICT,
    OPT_KO,
    OPT_COUNT
};

static const struct option_spec OPTIONS[] = {
    CHOICE_OPTION(OPT_TO, "to", format_names_written, "output format", "出力形式", .letter = 't'),
    OUTPUT_OPTION(OPT_OUTPUT),
    OUTPUT_FORCE_OPTION(OPT_FORCE),
    CHOICE_OPTION(OPT_FROM, "from", format_names, "input format (default: by content)",
                  "入力形式（既定は内容で判定）"),
    OUTPUT_CHARSET_OPTION(OPT_CHARSET),
    FILE_OPTION(OPT_REPORT, "report", "FILE|-",
                "write one JSON line per problem to FILE, or to standard output (-) if nothing "
                "else goes there",
                "問題 1 件につき JSON 1 行を FILE に書く。- は標準出力（ほかに何も出力しないとき）",
                .writes = WRITES_FILE),
    FLAG_OPTION(OPT_STRICT, "strict",
                "exit with status 1 if anything cannot be read or written in full",
                "完全に読み書きできないものがあれば終了コード 1"),
    GO_KO_OPTION(OPT_KO),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_FORMAT = {
    "missing output format; use --to csa, kif, ki2, usi, jkf …",
    "--to で出力形式を指定してください: csa, kif, ki2, usi, jkf …"};
static const struct msg UNKNOWN_CHARSET = {"unknown character set \"%1\"",
                                           "文字コード「%1」には対応していません"};
static const struct msg REPORT_AMONG_GAMES = {
    "'--report -' and the games both go to standard output; use --report FILE",
    "'--report -' は標準出力の棋譜と混ざります。--report FILE を指定してください"};
static const struct msg CANT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg COUNTS = {"%1", "%1"};
static const struct msg CONVERTING = {"converting", "変換中"};
static const struct msg FILES = {"files", "ファイル"};
static const struct msg LOSSES = {"not kept in this format: %1", "この形式に入らなかったもの: %1"};

struct convert_cmd {
    struct cmd_env *env;
    struct conversion_plan plan;
    struct game_output out;
    FILE *report;
    struct buf line;
    /* work */
    struct pool *pool;
    unsigned threads;
    struct reader *readers; /* one a thread */
    struct conversion big;
    struct reader_stream stream; /* a file that comes in pieces */
    bool stream_failed;          /* told; the rest is not read */
    struct progress progress;
    struct msg_fold fold;
    size_t strip; /* leading parts of a label that are the way to the operand, not of the name */
    /* what happened */
    uint64_t files, games, partial, lost; /* games: written, partial ones and all */
    uint64_t rejected, unwritten;
    bool unreadable; /* something could not even be opened or read */
    bool finished;   /* everything was gone through */
    unsigned losses;
    bool failed; /* something could not be written; told already */
};

/* --- Output ---------------------------------------------------------------------------------- */

static void report_problem(struct convert_cmd *c, const struct record_problem *p)
{
    if (p->severity > PROBLEM_NOTE && !c->env->json && msg_fold_add(&c->fold, c->env, &p->err)) {
        progress_wipe(&c->progress);
        cmd_warn(c->env, &p->err);
    }
    if (!c->report)
        return;
    buf_clear(&c->line);
    problem_to_json(&p->err, p->severity, &c->line);
    fwrite(c->line.p, 1, c->line.n, c->report);
}

/* Says how many problems of a file were not listed. */
static void report_dropped(struct convert_cmd *c, const struct conversion *done)
{
    static const struct msg more = {"%1 more problems in this file not listed",
                                    "このファイルの問題はほかに %1 件あります"};
    struct record_problem problem = {.severity = PROBLEM_LOST};
    if (!done->problems_dropped)
        return;
    buf_clear(&c->line);
    buf_add_u64(&c->line, done->problems_dropped);
    err_set(&problem.err, STATUS_LIMIT, &more, buf_span(&c->line), (struct span){0});
    err_in_file(&problem.err, buf_span(&done->label));
    report_problem(c, &problem);
}

static enum status write_game(struct convert_cmd *c, const struct conversion *done,
                              const struct converted_game *game, struct err *err)
{
    struct span text = span_make(done->text.p + game->text_at, game->text_n);
    if (game->worst == PROBLEM_REJECTED) {
        c->rejected++;
        return STATUS_OK;
    }
    if (c->plan.to->positions && text.n == 0) { /* no code for its positions */
        c->unwritten++;
        c->losses |= game->losses;
        return STATUS_OK;
    }
    /* games of one file are numbered from the second on, so that the usual file of one game keeps
     * its name */
    enum status st =
        game_output_write(&c->out, output_name_in_operand(buf_span(&done->label), c->strip),
                          game->number ? game->number + 1 : 0, text, err);
    if (st == STATUS_RANGE) { /* costs this game only */
        if (msg_fold_add(&c->fold, c->env, err)) {
            progress_wipe(&c->progress);
            cmd_warn(c->env, err);
        }
        c->failed = true;
        c->unwritten++;
        return STATUS_OK;
    }
    if (st == STATUS_OK) {
        c->games++;
        c->partial += game->worst == PROBLEM_PARTIAL;
        c->lost += game->worst == PROBLEM_LOST;
        c->losses |= game->losses;
    }
    return st;
}

/* Writes all that a conversion holds. */
static enum status write_results(struct convert_cmd *c, const struct conversion *done,
                                 struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < done->problem_count; i++)
        report_problem(c, &done->problems[i]);
    report_dropped(c, done);
    for (size_t i = 0; i < done->game_count && st == STATUS_OK; i++)
        st = write_game(c, done, &done->games[i], err);
    if (done->json.n)
        fwrite(done->json.p, 1, done->json.n, c->env->out);
    c->rejected += done->rejected;
    if (st == STATUS_OK && cmd_should_stop(c->env))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    return st;
}

/* --- Work ------------------------------------------------------------------------------------ */

/* A file above this is converted game by game in the main thread, so that memory stays bounded
 * and the other files behind it wait; below, whole files go through the pool. */
enum { BIG_FILE_BYTES = 2 << 20 };

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct convert_cmd *c = ctx;
    return conversion_run(item, &c->plan, &c->readers[worker], err);
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct convert_cmd *c = ctx;
    progress_add(&c->progress, 1);
    return write_results(c, item, err);
}

static void release(void *ctx, void *item)
{
    struct conversion *conversion = item;
    (void)ctx;
    if (conversion->bytes.max) /* a slot that was never used is still zero */
        conversion_release(conversion);
}

static enum status flush_game(void *ctx, struct conversion *done)
{
    struct convert_cmd *c = ctx;
    struct err err;
    enum status st = write_results(c, done, &err);
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        cmd_warn(c->env, &err);
    return st;
}

static enum status load(struct conversion *conversion, const struct source_item *item)
{
    if (!conversion->bytes.max)
        conversion_init(conversion);
    buf_clear(&conversion->bytes);
    buf_clear(&conversion->label);
    buf_add_span(&conversion->bytes, item->bytes);
    buf_add_span(&conversion->label, item->label);
    enum status st = buf_status(&conversion->bytes);
    return st == STATUS_OK ? buf_status(&conversion->label) : st;
}

static enum status convert_big(struct convert_cmd *c, const struct source_item *item,
                               struct err *err)
{
    enum status st = pool_finish(c->pool, err);
    if (st == STATUS_OK)
        st = load(&c->big, item);
    if (st != STATUS_OK)
        return st;
    c->big.flush = flush_game;
    c->big.flush_ctx = c;
    st = conversion_run(&c->big, &c->plan, &c->readers[0], err);
    progress_add(&c->progress, !c->big.stream || c->big.piece.last);
    return st == STATUS_OK ? write_results(c, &c->big, err) : st;
}

static enum status convert_piece(struct convert_cmd *c, struct source_piece *piece, struct err *err)
{
    struct conversion *big = &c->big;
    if (piece->offset == 0) {
        c->stream = (struct reader_stream){0};
        c->stream_failed = false;
    }
    piece->used = piece->item.bytes.n;
    if (c->stream_failed)
        return STATUS_OK;
    big->stream = &c->stream;
    big->piece = (struct reader_piece){.last = piece->last, .full = piece->full};
    enum status st = convert_big(c, &piece->item, err);
    c->stream_failed = big->rejected;
    if (!big->rejected)
        piece->used = big->piece.used;
    big->stream = NULL;
    return st;
}

static enum status hand_out(struct convert_cmd *c, const struct source_item *item, struct err *err)
{
    void *slot;
    if (item->bytes.n > BIG_FILE_BYTES)
        return convert_big(c, item, err);
    enum status st = pool_slot(c->pool, &slot, err);
    if (st == STATUS_OK)
        st = load(slot, item);
    return st == STATUS_OK ? pool_submit(c->pool, err) : st;
}

static bool is_reported(enum status st)
{
    return st == STATUS_CANCELLED || st == STATUS_OK;
}

static enum status convert_item(void *ctx, const struct source_item *item)
{
    struct convert_cmd *c = ctx;
    struct err err = {0};
    c->files++;
    enum status st = hand_out(c, item, &err);
    if (!is_reported(st)) {
        cmd_warn(c->env, &err);
        c->failed = true;
        return STATUS_CANCELLED;
    }
    return st;
}

static enum status take_piece(void *ctx, struct source_piece *piece)
{
    struct convert_cmd *c = ctx;
    struct err err = {0};
    c->files += piece->last;
    enum status st = convert_piece(c, piece, &err);
    if (!is_reported(st)) {
        cmd_warn(c->env, &err);
        c->failed = true;
        return STATUS_CANCELLED;
    }
    return st;
}

static bool is_stopped(void *ctx)
{
    const struct convert_cmd *c = ctx;
    return cmd_should_stop(c->env);
}

static enum status convert_problem(void *ctx, struct span label, const struct err *err)
{
    struct convert_cmd *c = ctx;
    struct record_problem problem = {.severity = PROBLEM_REJECTED, .err = *err};
    c->files++;
    c->rejected++;
    c->unreadable |= err->code == STATUS_NOT_FOUND || err->code == STATUS_IO;
    report_problem(c, &problem);
    if (c->env->json) {
        buf_clear(&c->line);
        rejection_to_json(label, err, &c->line);
        fwrite(c->line.p, 1, c->line.n, c->env->out);
    }
    return cmd_should_stop(c->env) ? STATUS_CANCELLED : STATUS_OK;
}

static enum status convert_operands(struct convert_cmd *c, const struct cmd_args *args,
                                    struct err *err)
{
    const struct source_handler handler = {.ctx = c,
                                           .item = convert_item,
                                           .piece = take_piece,
                                           .stopped = is_stopped,
                                           .problem = convert_problem,
                                           .except = c->out.to_directory ? c->out.path : NULL};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < args->n_operands && st == STATUS_OK; i++) {
        c->strip = output_parts_before_name(args->operands[i]);
        st = source_walk(&args->operands[i], 1, NULL, &handler, err);
        if (st == STATUS_OK)
            st = pool_finish(c->pool, err);
    }
    return st;
}

/* --- What happened ---------------------------------------------------------------------------- */

static void report_losses(struct convert_cmd *c)
{
    buf_clear(&c->line);
    record_loss_names(c->losses, c->env->lang, &c->line);
    if (c->losses)
        cmd_note(c->env, &LOSSES, buf_cstr(&c->line), NULL);
}

static void add_count(struct convert_cmd *c, const struct msg *before, uint64_t n)
{
    buf_add_str(&c->line, msg_in(before, c->env->lang));
    buf_add_u64(&c->line, n);
}

/* Said when something was left out, or when there is nothing else to see. */
static void report_counts(struct convert_cmd *c)
{
    static const struct msg files = {"files ", "ファイル "}, whole = {", whole ", "、完全 "};
    static const struct msg partial = {", in part ", "、一部 "},
                            rejected = {", rejected ", "、拒否 "},
                            unwritten = {", not written ", "、書けず "};
    if (!c->out.to_directory && !c->out.to_file && !c->partial && !c->rejected && !c->unwritten &&
        c->games)
        return;
    buf_clear(&c->line);
    add_count(c, &files, c->files);
    add_count(c, &whole, c->games - c->partial);
    add_count(c, &partial, c->partial);
    add_count(c, &rejected, c->rejected);
    if (c->unwritten)
        add_count(c, &unwritten, c->unwritten);
    cmd_note(c->env, &COUNTS, buf_cstr(&c->line), NULL);
}

static int exit_code(const struct convert_cmd *c, bool strict)
{
    if (c->failed || c->unreadable || (c->games == 0 && c->rejected))
        return CMD_ERROR;
    if (c->games == 0)
        return CMD_NOTHING;
    return strict && (c->partial || c->rejected || c->lost || c->losses) ? CMD_NOTHING : CMD_OK;
}

static int convert_all(struct convert_cmd *c, const struct cmd_args *args)
{
    struct err err = {0};
    const struct pool_ops ops = {.ctx = c,
                                 .item_bytes = sizeof(struct conversion),
                                 .work = work,
                                 .consume = consume,
                                 .release = release};
    enum status st = pool_open(&c->pool, c->threads, &ops, &err);
    progress_start(&c->progress, &CONVERTING, &FILES, 0);
    if (st == STATUS_OK)
        st = convert_operands(c, args, &err);
    progress_finish(&c->progress);
    pool_close(c->pool);
    c->finished = st == STATUS_OK;
    if (st != STATUS_OK)
        msg_fold_print(&c->fold, c->env);
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        return cmd_fail(c->env, &err);
    msg_fold_print(&c->fold, c->env);
    report_losses(c);
    report_counts(c);
    return st == STATUS_CANCELLED ? CMD_ERROR : exit_code(c, args_flag(args, OPT_STRICT));
}

/* --- Setting up ------------------------------------------------------------------------------- */

static int choose_formats(struct convert_cmd *c, const struct cmd_args *args)
{
    const char *to = args_text(args, OPT_TO, NULL), *from = args_text(args, OPT_FROM, NULL);
    const char *charset = args_text(args, OPT_CHARSET, NULL);
    struct conversion_plan *plan = &c->plan;
    if (!to)
        return cmd_misuse(c->env, &NO_FORMAT, NULL);
    plan->to = format_by_name(span_of(to));
    plan->from = from ? format_by_name(span_of(from)) : NULL;
    plan->charset = plan->to->charset;
    if (charset && !charset_by_name(span_of(charset), &plan->charset))
        return cmd_misuse(c->env, &UNKNOWN_CHARSET, charset);
    plan->json = c->env->json;
    plan->go_ko = (enum go_ko_rule)args_choice(args, OPT_KO, GO_KO_SIMPLE);
    return CMD_OK;
}

static int open_outputs(struct convert_cmd *c, const struct cmd_args *args)
{
    const char *report = args_text(args, OPT_REPORT, NULL);
    struct game_output *out = &c->out;
    struct err err;
    game_output_init(out, c->env, args_text(args, OPT_OUTPUT, "-"));
    out->silent = c->env->json; /* the text is in the object */
    out->extension = c->plan.to->extensions[0];
    out->separator = c->plan.to->separator;
    bool to_stream = !out->to_file && !out->to_directory;
    if (c->plan.to->positions && to_stream && c->env->out_is_tty && !c->env->json)
        return cmd_misuse(c->env, &OUTPUT_ON_TERMINAL, c->plan.to->name);
    bool report_to_stdout = report && strcmp(report, "-") == 0;
    if (report_to_stdout && (c->env->json || (!out->to_file && !out->to_directory)))
        return cmd_misuse(c->env, &REPORT_AMONG_GAMES, NULL);
    if (game_output_open(out, &err) != STATUS_OK)
        return cmd_fail(c->env, &err);
    if (report_to_stdout)
        c->report = c->env->out;
    else if (report && !(c->report = fopen(report, "wb"))) {
        err_errno(&err, errno, &CANT_WRITE, span_of(report));
        return cmd_fail(c->env, &err);
    }
    return CMD_OK;
}

/* The file takes its name only if something was written to it, and all that could be read. */
static int close_outputs(struct convert_cmd *c, int code)
{
    code = game_output_close(&c->out, c->finished && !c->failed && c->games > 0, code);
    struct err err;
    if (!c->report || c->report == c->env->out)
        return code; /* the frame looks after stdout */
    bool failed = ferror(c->report);
    if (fclose(c->report) == 0 && !failed)
        return code;
    err_errno(&err, errno, &CANT_WRITE, SPAN("--report"));
    return cmd_fail(c->env, &err);
}

static bool set_up(struct convert_cmd *c)
{
    buf_init(&c->line, BUF_DEFAULT_MAX);
    conversion_init(&c->big);
    cmd_progress_init(c->env, &c->progress);
    c->threads = c->env->threads ? c->env->threads : pool_cpu_count();
    c->readers = mem_calloc(c->threads, sizeof *c->readers);
    for (unsigned i = 0; c->readers && i < c->threads; i++)
        reader_init(&c->readers[i]);
    return c->readers != NULL;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct convert_cmd c = {.env = env, .out.file.fd = -1};
    struct err err;
    int code = choose_formats(&c, args);
    if (code != CMD_OK)
        return code;
    if (!set_up(&c)) {
        err_nomem(&err);
        code = cmd_fail(env, &err);
    }
    if (code == CMD_OK) {
        code = open_outputs(&c, args);
        code = close_outputs(&c, code == CMD_OK ? convert_all(&c, args) : code);
    }
    for (unsigned i = 0; c.readers && i < c.threads; i++)
        reader_release(&c.readers[i]);
    mem_free(c.readers);
    buf_release(&c.line);
    conversion_release(&c.big);
    game_output_release(&c.out);
    progress_release(&c.progress);
    return code;
}

const struct command CMD_CONVERT = {
    .name = "convert",
    .group = GROUP_RECORDS,
    .summary = {"write records in another format", "棋譜を別の形式で書き出す"},
    .operands = "PATH... --to FORMAT",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Reads files, folders and archives (zip 7z tar gz bz2 xz zst lzh; - for standard "
                "input) in every supported format and character set. What cannot be read is "
                "reported with its location and skipped; the rest is written.",
                "ファイル、フォルダ、書庫（zip 7z tar gz bz2 xz zst lzh、- "
                "は標準入力）を、対応するすべての形式と文字コードで読みます。読めない部分は場所を示"
                "して報告し、残りを書き出します。"},
    .run = run,
};
