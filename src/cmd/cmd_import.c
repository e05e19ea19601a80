/* cmd_import.c: `kifu import DB PATH...`: records into a database; see db/import/import.h. */
#include <errno.h>
#include <sys/stat.h>
#include <time.h>

#include "base/le.h"
#include "base/steady.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/msg_fold.h"
#include "cmd/frame/shared_options.h"
#include "db/file_table.h"
#include "db/import/import_cluster.h"
#include "values/sheet/sheet.h"
#include "view/report/import_json.h"
#include "view/report/record_json.h"

enum {
    OPT_GAME,
    OPT_TAG,
    OPT_REPORT,
    OPT_DUP,
    OPT_STRICT,
    OPT_WATCH,
    OPT_SEGMENT,
    OPT_CHECKPOINT,
    OPT_KO,
    OPT_COLUMNS,
    OPT_COUNT
};

static const char *const GAMES[] = {"shogi", "go", "chaturanga", NULL};
static const char *const DUPLICATES[] = {
    [DUP_MERGE] = "merge", [DUP_SKIP] = "skip", [DUP_KEEP] = "keep", NULL};

static const struct option_spec OPTIONS[] = {
    CHOICE_OPTION(OPT_GAME, "game", GAMES, "game of the records (default: by content)",
                  "ゲームの種類（既定は内容で判定）"),
    TEXT_OPTION(OPT_TAG, "tag", "NAME", "label these games (repeatable)",
                "棋譜にタグを付ける（繰り返し可）", .repeatable = true),
    FILE_OPTION(OPT_REPORT, "report", "FILE", "write one JSON line per problem to FILE",
                "問題 1 件につき JSON 1 行を FILE に書く", .writes = WRITES_FILE),
    CHOICE_OPTION(OPT_DUP, "dup", DUPLICATES,
                  "how to treat duplicate games: merge headers and comments (default), skip the "
                  "new game, or keep both",
                  "既にある棋譜の扱い: merge は見出しと注釈を統合（既定）、skip "
                  "は取り込まない、keep は別の棋譜として残す"),
    FLAG_OPTION(OPT_STRICT, "strict", "exit with status 1 if anything cannot be read in full",
                "完全に読めないものがあれば終了コード 1"),
    FLAG_OPTION(OPT_WATCH, "watch", "go on as files arrive, until Ctrl-C",
                "新しいファイルを待って取り込み続ける（Ctrl-C で終了）"),
    INT_OPTION(
        OPT_SEGMENT, "segment-games", "N", 1, DB_COMPACT_GAMES,
        "write a segment after every N games (default 262144); written segments survive a crash, "
        "and later imports with this option do not merge them",
        "N 局ごとにセグメントを書く（既定は "
        "262144）。書いたセグメントは異常終了しても残り、次からもこの指定があれば統合しない"),
    INT_OPTION(OPT_CHECKPOINT, "checkpoint-bytes", "N", 1024, INT32_MAX,
               "kifu-mpi: write a checkpoint after every N bytes of input (default 16777216), to "
               "resume after a crash",
               "kifu-mpi: 入力 N バイトごとに途中経過を保存し（既定は "
               "16777216）、異常終了後はそこから再開する"),
    GO_KO_OPTION(OPT_KO),
    FLAG_OPTION(OPT_COLUMNS, "columns",
                "shogi: evaluate all positions and store the columns (8 bytes a position), so that "
                "queries about value and progress need not",
                "将棋: 全局面の評価値と進行度を計算して列に保存し（1 局面 8 "
                "バイト）、value と progress の検索を速くする"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg UNKNOWN_GAME = {"records of %1 are not supported yet",
                                        "%1 の棋譜にはまだ対応していません"};
static const struct msg WATCH_STDIN = {"cannot watch standard input", "標準入力は監視できません"};
static const struct msg CLUSTER_STDIN = {"cannot import standard input with several processes",
                                         "標準入力は複数のプロセスでは取り込めません"};
static const struct msg CLUSTER_WATCH = {
    "--watch cannot run in several processes; use kifu, not kifu-mpi",
    "--watch は複数のプロセスでは使えません。kifu-mpi ではなく kifu を使ってください"};
static const struct msg CLUSTER_COLUMNS = {
    "--columns cannot run in several processes; use kifu, not kifu-mpi",
    "--columns は複数のプロセスでは使えません。kifu-mpi ではなく kifu を使ってください"};
static const struct msg ALONE_CHECKPOINT = {
    "--checkpoint-bytes is for kifu-mpi; with kifu use --segment-games",
    "--checkpoint-bytes は kifu-mpi 用です。kifu では --segment-games を使ってください"};
static const struct msg WENT_ON = {
    "resuming an earlier run: %1 parts already read, %2 segments already written",
    "前回の続きから再開しました（読み込み済み %1 部分、書き込み済み %2 セグメント）"};
static const struct msg CLUSTER_STOPPED = {
    "stopped; the database is unchanged; run the same command again to resume",
    "中断しました。データベースは変更していません。同じコマンドを実行すると再開します"};
static const struct msg CANT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg IMPORTING = {"importing", "取り込み中"};
static const struct msg GAMES_UNIT = {"games", "局"};
static const struct msg STOPPED = {"stopped; %1 new games are stored, %2 unwritten games are "
                                   "dropped; run the same command again to resume",
                                   "中断しました。新しい棋譜 %1 局を保存し、書き込み前の %2 "
                                   "局は破棄しました。同じコマンドを実行すると再開します"};
static const struct msg FAILED_STORED = {"%1 new games are stored",
                                         "新しい棋譜 %1 局は保存されています"};
static const struct msg WATCHING = {"watching; press Ctrl-C to stop", "監視中。Ctrl-C で終了"};

struct import_cmd {
    struct cmd_env *env;
    struct importer *importer;
    const struct import_counts *counts; /* of all, and games on disk: set when they are told */
    uint64_t on_disk;
    FILE *report;
    struct progress progress;
    struct msg_fold fold;
    struct watch watch;
    bool watching, columns;
    uint64_t disk_total;
    uint64_t stored; /* as told last */
    struct buf line;
    double started;
};

/* --- What happens meanwhile ------------------------------------------------------------------ */

static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    struct import_cmd *im = ctx;
    bool shown = severity > PROBLEM_NOTE || err->what == &IMPORT_RESULT_CONFLICT;
    if (shown && msg_fold_add(&im->fold, im->env, err)) {
        progress_wipe(&im->progress);
        cmd_warn(im->env, err);
    }
    if (!im->report)
        return;
    buf_clear(&im->line);
    problem_to_json(err, severity, &im->line);
    fwrite(im->line.p, 1, im->line.n, im->report);
}

/* For machines: so many new games are on disk by now, whatever happens. */
static void report_stored(struct import_cmd *im)
{
    uint64_t stored = importer_stored(im->importer);
    if (im->progress.style != PROGRESS_JSON || stored == im->stored)
        return;
    im->stored = stored;
    fprintf(im->env->err, "{\"stored\":%llu}\n", (unsigned long long)stored);
    fflush(im->env->err);
}

/* Games are what people count; the bytes gone through say how many there will be. */
static void on_advance(void *ctx, uint64_t disk_bytes)
{
    struct import_cmd *im = ctx;
    if (!im->importer)
        return;
    uint64_t games = importer_counts(im->importer)->games;
    if (disk_bytes && disk_bytes <= im->disk_total) {
        double expected = (double)games / (double)disk_bytes * (double)im->disk_total;
        progress_set_total(&im->progress, (uint64_t)expected);
    }
    progress_set(&im->progress, games);
    report_stored(im);
}

static bool on_wanted(void *ctx, const char *path, const struct stat *st)
{
    struct import_cmd *im = ctx;
    return !im->watching || watch_wanted(&im->watch, path, st, (int64_t)time(NULL));
}

/* --- What came of it ------------------------------------------------------------------------- */

static void add_count(struct import_cmd *im, const struct msg *name, uint64_t n, bool always)
{
    if (!n && !always)
        return;
    if (im->line.n)
        buf_add_str(&im->line, im->env->lang == LANG_JA ? "、" : ", ");
    buf_add_str(&im->line, msg_in(name, im->env->lang));
    buf_add_char(&im->line, ' ');
    buf_add_u64(&im->line, n);
}

static void print_text(struct import_cmd *im, const struct import_counts *c, double seconds)
{
    static const struct msg files = {"files", "ファイル"}, games = {"games", "棋譜"},
                            added = {"added", "追加"}, duplicates = {"duplicates", "重複"},
                            partial = {"in part", "一部"}, lost = {"with losses", "欠落あり"},
                            rejected = {"rejected", "拒否"},
                            conflicts = {"conflicting results", "勝敗の食い違い"},
                            plies = {"plies", "手数"};
    buf_clear(&im->line);
    add_count(im, &files, c->files, true);
    add_count(im, &games, c->games, true);
    add_count(im, &added, c->added, true);
    add_count(im, &duplicates, c->duplicates, true);
    add_count(im, &partial, c->partial, true);
    add_count(im, &lost, c->lost, false);
    add_count(im, &rejected, c->rejected, true);
    add_count(im, &conflicts, c->conflicts, false);
    add_count(im, &plies, c->plies, true);
    buf_printf(&im->line, im->env->lang == LANG_JA ? "、%.1f 秒\n" : ", %.1f s\n", seconds);
}

static int print_counts(struct import_cmd *im)
{
    const struct import_counts *c = im->counts;
    msg_fold_print(&im->fold, im->env);
    double seconds = steady_seconds() - im->started;
    if (im->env->json) {
        struct json j;
        buf_clear(&im->line);
        json_init(&j, &im->line);
        json_open_object(&j);
        import_counts_to_json(&j, c, im->on_disk, seconds);
        json_end(&j);
        json_line(&j);
    } else {
        print_text(im, c, seconds);
    }
    return cmd_print(im->env, &im->line);
}

/* --- Columns --------------------------------------------------------------------------------- */

static enum status make_columns(struct import_cmd *im, struct db *db, struct err *err)
{
    const struct value_source_options o = {.weights = NULL};
    struct sheets sheets = {0};
    struct value_source *source;
    enum status st = value_source_open(&source, "static", &o, err);
    if (st != STATUS_OK)
        return st;
    const struct sheet_options how = {.value_source = source,
                                      .threads = im->env->threads,
                                      .cancelled = im->env->cancelled,
                                      .progress = &im->progress};
    st = sheets_open(&sheets, &db, 1, &how, err);
    if (st == STATUS_OK && sheets.unwritten) {
        *err = sheets.why;
        st = sheets.why.code;
    }
    sheets_close(&sheets);
    value_source_close(source);
    return st;
}

/* The games are in the database by now: that columns cannot be made is a warning. */
static void keep_columns(struct import_cmd *im, const char *path)
{
    struct err err;
    struct db *db = NULL;
    enum status st = im->columns ? db_open(&db, path, &err) : STATUS_OK;
    if (st == STATUS_OK && db)
        st = make_columns(im, db, &err);
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        cmd_warn(im->env, &err);
    db_close(db);
}

/* --- Rounds ---------------------------------------------------------------------------------- */

static enum status run_once(struct import_cmd *im, const struct cmd_args *args, struct err *err)
{
    enum status st = importer_run(im->importer, args->operands + 1, args->n_operands - 1, err);
    return st == STATUS_OK ? importer_commit(im->importer, err) : st;
}

static void wait_a_second(const struct cmd_env *env)
{
    for (int i = 0; i < 10 && !cmd_should_stop(env); i++) {
        struct timespec tenth = {.tv_nsec = 100000000};
        nanosleep(&tenth, NULL);
    }
}

/* A line for each round in which something came. */
static enum status watch_round(struct import_cmd *im, const struct cmd_args *args, struct err *err)
{
    uint64_t before = importer_counts(im->importer)->files;
    watch_begin(&im->watch);
    enum status st = run_once(im, args, err);
    if (st == STATUS_OK && importer_counts(im->importer)->files != before) {
        im->on_disk = importer_stored(im->importer);
        print_counts(im);
        fflush(im->env->out);
        keep_columns(im, args->operands[0]);
    }
    return st;
}

static enum status watch_for_ever(struct import_cmd *im, const struct cmd_args *args,
                                  struct err *err)
{
    enum status st = STATUS_OK;
    cmd_note(im->env, &WATCHING, NULL, NULL);
    while (st == STATUS_OK && !cmd_should_stop(im->env)) {
        wait_a_second(im->env);
        if (!cmd_should_stop(im->env))
            st = watch_round(im, args, err);
    }
    return st;
}

static void report_stopped(struct import_cmd *im, const struct msg *what)
{
    const struct import_counts *c = importer_counts(im->importer);
    uint64_t stored = importer_stored(im->importer);
    char kept[24], dropped[24];
    snprintf(kept, sizeof kept, "%llu", (unsigned long long)stored);
    snprintf(dropped, sizeof dropped, "%llu", (unsigned long long)(c->added - stored));
    cmd_note(im->env, what, kept, dropped);
}

static const struct msg DAMAGED = {
    "the new games are stored, but %1 is damaged; repair it with kifu check --repair",
    "新しい棋譜は保存しましたが、%1 は壊れています。kifu check --repair で修復できます"};

static int exit_code(const struct import_counts *c, bool strict)
{
    bool problems = c->partial || c->rejected || c->lost || c->conflicts;
    if (c->unreadable)
        return CMD_ERROR;
    if (c->games == 0)
        return c->rejected ? CMD_ERROR : CMD_NOTHING;
    return strict && problems ? CMD_NOTHING : CMD_OK;
}

static int import_all(struct import_cmd *im, const struct cmd_args *args)
{
    struct err err = {0};
    progress_start(&im->progress, &IMPORTING, &GAMES_UNIT, 0);
    enum status st = run_once(im, args, &err);
    progress_finish(&im->progress);
    im->counts = importer_counts(im->importer);
    im->on_disk = importer_stored(im->importer);
    if (st == STATUS_OK) {
        int code = print_counts(im);
        if (code != CMD_OK)
            return code;
        keep_columns(im, args->operands[0]);
    }
    if (st == STATUS_OK && im->watching)
        st = watch_for_ever(im, args, &err);
    if (st == STATUS_CANCELLED) {
        report_stopped(im, &STOPPED);
        return CMD_ERROR;
    }
    if (st != STATUS_OK) {
        cmd_fail(im->env, &err);
        if (importer_counts(im->importer)->added)
            report_stopped(im, &FAILED_STORED);
        return CMD_ERROR;
    }
    if (importer_status(im->importer, &err) != STATUS_OK) {
        cmd_fail(im->env, &err);
        cmd_note(im->env, &DAMAGED, args->operands[0], NULL);
        return CMD_ERROR;
    }
    return exit_code(importer_counts(im->importer), args_flag(args, OPT_STRICT));
}

/* --- Together --------------------------------------------------------------------------------
 * What a process has to say about a problem, on its way to the first one, which says it:
 *
 *     u32 length and text for people (0: only for the report), u32 length and its pattern, the same
 *     for the text without its place, u32 length and line of the report */

static void add_text(struct buf *out, struct span text)
{
    char length[4];
    le_put32(length, (uint32_t)text.n);
    buf_add(out, length, sizeof length);
    buf_add_span(out, text);
}

static void render_problem(void *ctx, enum problem_severity severity, const struct err *err,
                           struct buf *out)
{
    const struct import_cmd *im = ctx;
    struct buf text, message, line;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&message, BUF_DEFAULT_MAX);
    buf_init(&line, BUF_DEFAULT_MAX);
    if (severity > PROBLEM_NOTE || err->what == &IMPORT_RESULT_CONFLICT)
        err_format(err, im->env->lang, &text);
    err_message(err, im->env->lang, &message);
    problem_to_json(err, severity, &line);
    add_text(out, buf_span(&text));
    add_text(out, span_of(err->what ? msg_in(err->what, im->env->lang) : status_name(err->code)));
    add_text(out, buf_span(&message));
    add_text(out, buf_span(&line));
    buf_release(&text);
    buf_release(&message);
    buf_release(&line);
}

static bool take_text(struct span *s, struct span *text)
{
    if (s->n < 4 || le_get32(s->p) > s->n - 4)
        return false;
    *text = span_make(s->p + 4, le_get32(s->p));
    *s = span_skip(*s, 4 + text->n);
    return true;
}

static void report_problems(void *ctx, struct span rendered)
{
    struct import_cmd *im = ctx;
    struct span text, pattern, message, line;
    progress_wipe(&im->progress);
    while (take_text(&rendered, &text) && take_text(&rendered, &pattern) &&
           take_text(&rendered, &message) && take_text(&rendered, &line)) {
        if (text.n && msg_fold_add_text(&im->fold, pattern, message, text))
            fprintf(im->env->err, "kifu import: %.*s\n", (int)text.n, text.p);
        if (im->report && line.n)
            fwrite(line.p, 1, line.n, im->report);
    }
}

static void advance_cluster(void *ctx, uint64_t bytes, uint64_t all)
{
    struct import_cmd *im = ctx;
    progress_set_total(&im->progress, all);
    progress_set(&im->progress, bytes);
}

static void report_reused(struct import_cmd *im, const struct import_reused *reused)
{
    char parts[24], ranges[24];
    if (!reused->parts && !reused->ranges)
        return;
    snprintf(parts, sizeof parts, "%llu", (unsigned long long)reused->parts);
    snprintf(ranges, sizeof ranges, "%llu", (unsigned long long)reused->ranges);
    cmd_note(im->env, &WENT_ON, parts, ranges);
}

static int import_all_cluster(struct import_cmd *im, const struct cmd_args *args,
                              const struct import_options *opt)
{
    static const struct msg reading = {"reading", "読み込み中"}, bytes = {"bytes", "バイト"};
    const struct import_job_events events = {
        .ctx = im, .render = render_problem, .report = report_problems, .advance = advance_cluster};
    struct import_counts counts;
    struct import_reused reused;
    struct err err = {0};
    progress_start(&im->progress, &reading, &bytes, 0);
    enum status st =
        import_cluster(args->operands[0], args->operands + 1, args->n_operands - 1, opt, &events,
                       cluster_reduction(im->env->cluster), &counts, &reused, &err);
    progress_finish(&im->progress);
    if (st == STATUS_CANCELLED && im->env->leads && cmd_should_stop(im->env)) {
        cmd_note(im->env, &CLUSTER_STOPPED, NULL, NULL);
        im->env->complained = true;
        return CMD_ERROR;
    }
    if (st != STATUS_OK)
        return cmd_fail(im->env, &err);
    report_reused(im, &reused);
    im->counts = &counts;
    im->on_disk = counts.added;
    int code = print_counts(im);
    return code == CMD_OK ? exit_code(&counts, args_flag(args, OPT_STRICT)) : code;
}

/* --- Setting up ------------------------------------------------------------------------------ */

static int open_report(struct import_cmd *im, const struct cmd_args *args)
{
    const char *report = args_text(args, OPT_REPORT, NULL);
    struct err err;
    if (report && !(im->report = fopen(report, "wb"))) {
        err_errno(&err, errno, &CANT_WRITE, span_of(report));
        return cmd_fail(im->env, &err);
    }
    return CMD_OK;
}

static int close_report(struct import_cmd *im, int code)
{
    struct err err;
    if (!im->report)
        return code;
    bool failed = ferror(im->report);
    if (fclose(im->report) == 0 && !failed)
        return code;
    err_errno(&err, errno, &CANT_WRITE, SPAN("--report"));
    return cmd_fail(im->env, &err);
}

enum { MAX_TAGS = 64 };

static int read_options(struct import_cmd *im, const struct cmd_args *args,
                        struct span tags[MAX_TAGS], struct import_options *opt)
{
    static const struct msg too_many = {"too many tags; at most 64", "タグは 64 個までです"};
    static const struct msg empty = {"a tag cannot be empty", "タグの名前が空です"};
    const char *game = args_text(args, OPT_GAME, NULL);
    *opt = (struct import_options){
        .duplicates = (enum db_duplicates)args_choice(args, OPT_DUP, DUP_MERGE),
        .tags = tags,
        .tag_count = args_count(args, OPT_TAG),
        .threads = im->env->threads,
        .segment_games = (uint32_t)args_int(args, OPT_SEGMENT, 0),
        .go_ko = (enum go_ko_rule)args_choice(args, OPT_KO, GO_KO_SIMPLE),
        .checkpoint_bytes = (uint64_t)args_int(args, OPT_CHECKPOINT, 0),
        .cancelled = im->env->cancelled,
    };
    if (game && !(opt->game = game_by_name(span_of(game))))
        return cmd_misuse(im->env, &UNKNOWN_GAME, game);
    if (opt->tag_count > MAX_TAGS)
        return cmd_misuse(im->env, &too_many, NULL);
    for (size_t i = 0; i < opt->tag_count; i++) {
        tags[i] = span_trim(span_of(args_nth(args, OPT_TAG, i)));
        if (!tags[i].n)
            return cmd_misuse(im->env, &empty, NULL);
    }
    im->watching = args_flag(args, OPT_WATCH);
    im->columns = args_flag(args, OPT_COLUMNS);
    for (size_t i = 1; i < args->n_operands; i++)
        if (im->watching && strcmp(args->operands[i], "-") == 0)
            return cmd_misuse(im->env, &WATCH_STDIN, NULL);
    if (!im->env->cluster)
        return args_count(args, OPT_CHECKPOINT) ? cmd_misuse(im->env, &ALONE_CHECKPOINT, NULL)
                                                : CMD_OK;
    if (im->watching)
        return cmd_misuse(im->env, &CLUSTER_WATCH, NULL);
    if (im->columns)
        return cmd_misuse(im->env, &CLUSTER_COLUMNS, NULL);
    for (size_t i = 1; i < args->n_operands; i++)
        if (strcmp(args->operands[i], "-") == 0)
            return cmd_misuse(im->env, &CLUSTER_STDIN, NULL);
    return CMD_OK;
}

static int open_and_run(struct import_cmd *im, const struct cmd_args *args,
                        const struct import_options *opt)
{
    const struct import_events events = {
        .ctx = im, .problem = on_problem, .advance = on_advance, .wanted = on_wanted};
    struct err err;
    int code = im->env->leads ? open_report(im, args) : CMD_OK;
    if (code != CMD_OK)
        return code;
    if (im->env->cluster)
        return close_report(im, import_all_cluster(im, args, opt));
    enum status st = importer_open(&im->importer, args->operands[0], opt, &events, &err);
    if (st == STATUS_OK && im->progress.style != PROGRESS_NONE)
        st = import_measure(args->operands + 1, args->n_operands - 1, args->operands[0],
                            &im->disk_total, &err);
    code = st == STATUS_OK ? import_all(im, args) : cmd_fail(im->env, &err);
    importer_close(im->importer);
    return close_report(im, code);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct import_cmd im = {.env = env, .started = steady_seconds()};
    struct import_options opt;
    struct span tags[MAX_TAGS];
    int code = read_options(&im, args, tags, &opt);
    if (code != CMD_OK)
        return code;
    buf_init(&im.line, BUF_DEFAULT_MAX);
    watch_init(&im.watch);
    cmd_progress_init(env, &im.progress);
    code = open_and_run(&im, args, &opt);
    progress_release(&im.progress);
    watch_release(&im.watch);
    msg_fold_release(&im.fold);
    buf_release(&im.line);
    return code;
}

const struct command CMD_IMPORT = {
    .name = "import",
    .group = GROUP_RECORDS,
    .summary = {"add records to a database", "棋譜をデータベースに取り込む"},
    .operands = "DB PATH...",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Reads files, folders and archives (zip 7z tar gz bz2 xz zst lzh; - for standard input) "
         "and adds their games to the database DB, a directory that is created if it does not "
         "exist. Files imported before are not read again; duplicate games are merged.",
         "ファイル、フォルダ、書庫（zip 7z tar gz bz2 xz zst lzh、- "
         "は標準入力）の棋譜をデータベース "
         "DB（ディレクトリ。なければ作る）に加えます。取り込み済みのファイルは読まず、既にある棋譜"
         "は一つにまとめます。"},
    .run = run,
};
