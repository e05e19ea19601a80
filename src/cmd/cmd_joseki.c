/* cmd_joseki.c: `kifu joseki DB... [QUERY]`: set sequences, found by how often and where they
 * occur.
 *
 * Games become a text of symbols (text/mine/encodings.h), whose substrings are scored (text/mine/scorers.h);
 * of the best ones is told what a player wants to know (text/profile/sequence_profile.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "cluster/fetch.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/operand.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/game_profile_report.h"
#include "cmd/parts/part_option.h"
#include "cmd/parts/sequence_report.h"
#include "cmd/parts/trend_report.h"
#include "engine/natural/go_people_network.h"
#include "text/mine/go_thread.h"
#include "text/mine/mine.h"

enum {
    OPT_ENCODING,
    OPT_METHOD,
    OPT_WINDOWS,
    OPT_THRESHOLD,
    OPT_MEAN,
    OPT_UNCLAMPED,
    OPT_MIN_LENGTH,
    OPT_TOP,
    OPT_NEAR_DUPLICATES,
    OPT_SIZE,
    OPT_DIAGRAMS,
    OPT_TRUTH,
    OPT_GALLERY,
    OPT_PROFILE,
    OPT_TRENDS,
    OPT_BEGINNING,
    OPT_FDR,
    OPT_PLOT,
    OPT_PART,
    OPT_QUERY_FILE,
    OPT_LIKELY,
    OPT_COUNT
};

enum { DEFAULT_TOP = 100, DEFAULT_LENGTH = 5, DEFAULT_DIAGRAMS = 10, MAX_TOP = 10000000 };
/* With --trends; more would not fit into memory, with all their years. */
enum { TREND_TOP = 1000, TREND_MOST_TOP = 20000, DEFAULT_BEGINNING = 2, MOST_BEGINNING = 100 };
/* With known lines to look for: as far as recall is told. */
enum { TRUTH_TOP = 25000 };
enum { TRUTH_MAX_BYTES = 1 << 26 };
/* A page of more is slow to open: 2,000 are some 4 MB. */
enum { GALLERY_MOST = 2000 };

/* In the order of enum score_mean. */
static const char *const MEANS[] = {"products", "factors", NULL};

static const char *const DROP_OR_KEEP[] = {"drop", "keep", NULL};

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_ENCODING, "encoding", "er|es|thread|moves",
                "encoding of moves as symbols (default: Go thread, shogi moves)",
                "着手の符号化（既定は囲碁で thread、将棋で moves）", .letter = 'e'),
    TEXT_OPTION(
        OPT_METHOD, "method", "NAME",
        "scoring method: nf, entropy, sfp, msfp and others (default: the best for the encoding)",
        "得点の方法: nf、entropy、sfp、msfp など（既定は符号化ごとに最良のもの）", .letter = 'm'),
    TEXT_OPTION(OPT_WINDOWS, "windows", "N,N...", "window lengths of sfp and msfp",
                "sfp と msfp の窓の長さ"),
    TEXT_OPTION(OPT_THRESHOLD, "threshold", "X", "threshold at which sfp cuts, from 0 to 1",
                "sfp が手順を切る閾値（0 から 1）"),
    CHOICE_OPTION(OPT_MEAN, "mean", MEANS, "what msfp averages over occurrences (default products)",
                  "msfp が出現について平均するもの（既定は products）"),
    FLAG_OPTION(OPT_UNCLAMPED, "unclamped",
                "keep negative factors in msfp, as in the paper's formula",
                "msfp で負の因子を 0 にせず、論文の式のまま使う"),
    INT_OPTION(OPT_MIN_LENGTH, "min-length", "N", 1, 1000,
               "minimum sequence length in symbols (default 5)",
               "手順の最小の長さ（記号数、既定は 5）"),
    INT_OPTION(OPT_TOP, "top", "N", 1, MAX_TOP, "list the N best sequences (default 100)",
               "上位 N 手順を示す（既定は 100）", .letter = 'n'),
    CHOICE_OPTION(
        OPT_NEAR_DUPLICATES, "near-duplicates", DROP_OR_KEEP,
        "games that are nearly the same as an earlier one, such as a turned or corrected "
        "record: leave them out, or not (default drop)",
        "向きを変えた棋譜や一部だけ違う棋譜など、前のものとほとんど同じ棋譜を除くか、残すか"
        "（既定は drop）"),
    TEXT_OPTION(OPT_SIZE, "size", "N|WxH", "board size; other games are skipped (default 19)",
                "盤の大きさ（既定は 19）。ほかの大きさの棋譜は除く"),
    INT_OPTION(OPT_DIAGRAMS, "diagrams", "N", 0, MAX_TOP,
               "number of sequences drawn in the text output (default 10)",
               "最初の N 手順に図を付ける（既定は 10）"),
    FILE_OPTION(OPT_TRUTH, "truth", "FILE",
                "known sequences, one per line, as \"pd nc pf\"; reports how many are among the "
                "first 1000, 5000, 10000 and 25000 (default of --top: 25000)",
                "既知の手順（一行に一つ、\"pd nc pf\" の形）。上位 1000、5000、10000、25000 "
                "に入る数を示す（--top の既定は 25000 になる）",
                .repeatable = true),
    FILE_OPTION(OPT_GALLERY, "gallery", "FILE.html", "also write an HTML page of the sequences",
                "手順を一覧する HTML ページも書き出す", .letter = 'g', .writes = WRITES_FILE,
                .ending = ".html"),
    PART_OPTION(OPT_PART),
    TEXT_OPTION(
        OPT_PROFILE, "profile", "DB:ID",
        "show one game instead: how often the moves up to each ply, as many as the window, "
        "occur in a row, and the sequences that stand out",
        "一局について、各手までの窓幅の着手の並びの出現頻度と、そこから切り出される手順を示す"),
    FLAG_OPTION(OPT_TRENDS, "trends",
                "show instead how the sequences came into fashion and went out: shares by year, "
                "change points, births and deaths (default of --top: 1000)",
                "手順の流行り廃りを示す: 年ごとの割合、変化点、初出、消滅（--top の既定は 1000 "
                "になる）"),
    INT_OPTION(OPT_BEGINNING, "beginning", "N", 0, MOST_BEGINNING,
               "with --trends: shares of the games that have a sequence's first N symbols, 0: of "
               "all games (default 2)",
               "--trends で、手順の最初の N 記号が現れた棋譜に対する割合とする。0 "
               "なら全棋譜に対する割合（既定は 2）"),
    TEXT_OPTION(OPT_FDR, "fdr", "Q",
                "with --trends: false discovery rate, from 0 to 1 (default 0.01)",
                "--trends の偽発見率（0 から 1、既定は 0.01）"),
    FILE_OPTION(OPT_PLOT, "plot", "FILE.svg", "draw the profile or the trends to an SVG file",
                "プロファイルや推移の図を SVG で書き出す", .writes = WRITES_FILE, .ending = ".svg"),
    QUERY_FILE_OPTION(OPT_QUERY_FILE),
    FLAG_OPTION(
        OPT_LIKELY, "likely",
        "of Go: how likely people are to choose each next move, by the network of their moves",
        "囲碁の次の一手を人が選ぶ確率も示す（着手のネットワークによる）"),
    [OPT_COUNT] = {.name = NULL},
};

struct joseki_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct query_operands input;
    struct mine_options options;
    struct mine_result mining;
    struct progress progress;
    struct buf cards;
    struct span *names; /* of the databases; owned */
    struct truth *truths;
    size_t truth_count;
    struct file_writer page; /* of the gallery */
    char *profile_path;      /* owned; with --profile: the database and the game */
    uint32_t profile_id;
    bool trends;
    struct trend_options trending; /* with --trends */
};

/* --- Options ---------------------------------------------------------------------------------- */

/* Says that there is none of that name, and which there are. */
static int unknown_name(struct joseki_cmd *k, const struct msg *what, const char *name,
                        const char *(*name_of)(size_t i))
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, name);
    for (size_t i = 0; name_of(i); i++) {
        buf_add_str(&text, i ? ", " : " (");
        buf_add_str(&text, name_of(i));
    }
    buf_add_str(&text, ")");
    int code = cmd_misuse(k->env, what, buf_cstr(&text));
    buf_release(&text);
    return code;
}

static const char *encoding_name(size_t i)
{
    return all_encodings[i] ? all_encodings[i]->name : NULL;
}

static const char *scorer_name(size_t i)
{
    return all_scorers[i] ? all_scorers[i]->name : NULL;
}

/* If nobody says how, the games do. */
static int choose_encoding(struct joseki_cmd *k)
{
    static const struct msg UNKNOWN = {"unknown encoding %1", "符号化 %1 はありません"};
    static const struct msg NOT_ORDERED = {
        "encoding %1 does not take moves in their order, as --profile needs",
        "符号化 %1 は着手の順に従わないので、--profile には使えません"};
    static const struct msg NOT_THREADS = {"--trends with --truth needs encoding thread, not %1",
                                           "--trends と --truth には符号化 thread が必要です: %1"};
    static const struct msg NEITHER = {"%1 is not a Go or shogi database",
                                       "%1 は囲碁や将棋のデータベースではありません"};
    const char *name = args_text(k->args, OPT_ENCODING, NULL);
    const struct game *game = k->input.dbs[0]->game;
    k->options.encoding = name              ? encoding_by_name(span_of(name))
                          : k->profile_path ? encoding_ordered(game)
                                            : encoding_usual(game);
    if (!k->options.encoding && !name)
        return cmd_fail_msg(k->env, &NEITHER, k->input.paths[0]);
    if (!k->options.encoding)
        return unknown_name(k, &UNKNOWN, name, encoding_name);
    if (k->profile_path && !k->options.encoding->ordered)
        return cmd_misuse(k->env, &NOT_ORDERED, name);
    if (k->trends && args_flag(k->args, OPT_TRUTH) && k->options.encoding != &go_thread_encoding)
        return cmd_misuse(k->env, &NOT_THREADS, k->options.encoding->name);
    return CMD_OK;
}

static int choose_method(struct joseki_cmd *k)
{
    static const struct msg UNKNOWN = {"unknown method %1", "得点の方法 %1 はありません"};
    const char *name = args_text(k->args, OPT_METHOD, k->options.encoding->method);
    static const struct msg NO_PAUSES = {"method %1 needs an encoding that marks tenuki",
                                         "方法 %1 には手抜きを区別する符号化が必要です"};
    k->options.scorer = scorer_by_name(span_of(name));
    if (!k->options.scorer)
        return unknown_name(k, &UNKNOWN, name, scorer_name);
    if (k->options.scorer->needs_pauses && !k->options.encoding->pauses)
        return cmd_misuse(k->env, &NO_PAUSES, name);
    return CMD_OK;
}

static int read_windows(struct joseki_cmd *k)
{
    static const struct msg BAD = {
        "--windows takes up to 16 lengths such as 4,5: %1",
        "--windows には 4,5 のように 16 個までの長さを指定してください: %1"};
    struct scorer_options *scoring = &k->options.scoring;
    const char *text = args_text(k->args, OPT_WINDOWS, NULL);
    struct span left = span_of(text);
    for (bool more = text != NULL; more;) {
        uint64_t n;
        if (scoring->window_count == SCORER_WINDOWS || !num_eat_u64(&left, 1000, &n) || n == 0)
            return cmd_misuse(k->env, &BAD, text);
        scoring->windows[scoring->window_count++] = (uint32_t)n;
        more = span_eat(&left, SPAN(","));
    }
    return left.n == 0 ? CMD_OK : cmd_misuse(k->env, &BAD, text);
}

static int read_threshold(struct joseki_cmd *k)
{
    static const struct msg BAD = {"--threshold takes a number from 0 to 1: %1",
                                   "--threshold には 0 から 1 の数を指定してください: %1"};
    const char *text = args_text(k->args, OPT_THRESHOLD, NULL);
    double *x = &k->options.scoring.threshold;
    *x = NAN;
    if (text && (!num_parse_double(span_of(text), x) || !(*x >= 0 && *x <= 1)))
        return cmd_misuse(k->env, &BAD, text);
    return CMD_OK;
}

static int read_size(struct joseki_cmd *k)
{
    static const struct msg BAD = {
        "--size takes 2 to 52, or two such numbers as in 19x13: %1",
        "--size には 2 から 52、または 19x13 のように指定してください: %1"};
    const char *text = args_text(k->args, OPT_SIZE, "19");
    struct span left = span_of(text);
    uint64_t width, height;
    bool good = num_eat_u64(&left, GO_MAX_SIZE, &width);
    height = good ? width : 0;
    if (good && span_eat(&left, SPAN("x")))
        good = num_eat_u64(&left, GO_MAX_SIZE, &height);
    if (!good || left.n || width < 2 || height < 2)
        return cmd_misuse(k->env, &BAD, text);
    k->options.width = (int)width;
    k->options.height = (int)height;
    return CMD_OK;
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct joseki_cmd *k = ctx;
    progress_set_total(&k->progress, total);
    progress_set(&k->progress, done);
}

static int read_options(struct joseki_cmd *k)
{
    k->trends = args_flag(k->args, OPT_TRENDS);
    k->options.threads = k->env->threads;
    k->options.reduction = cluster_reduction(k->env->cluster);
    k->options.cancelled = k->env->cancelled;
    k->options.progress = on_progress;
    k->options.progress_ctx = k;
    k->options.part = part_option(k->args, OPT_PART, GAME_PART_ALL);
    k->options.drop_near_duplicates = args_choice(k->args, OPT_NEAR_DUPLICATES, 0) == 0;
    k->options.scoring.min_length = (uint32_t)args_int(k->args, OPT_MIN_LENGTH, DEFAULT_LENGTH);
    k->options.scoring.top = (uint64_t)args_int(k->args, OPT_TOP,
                                                k->trends                       ? TREND_TOP
                                                : args_flag(k->args, OPT_TRUTH) ? TRUTH_TOP
                                                                                : DEFAULT_TOP);
    k->options.scoring.mean = (enum score_mean)args_choice(k->args, OPT_MEAN, 0);
    k->options.scoring.unclamped = args_flag(k->args, OPT_UNCLAMPED);
    int code = read_windows(k);
    code = code == CMD_OK ? read_threshold(k) : code;
    return code == CMD_OK ? read_size(k) : code;
}

static int check_game(struct joseki_cmd *k)
{
    static const struct msg OTHER_GAME = {"%1 is not a %2 database",
                                          "%1 は%2のデータベースではありません"};
    static const struct msg GO_ONLY = {"%1 is only for Go", "%1 は囲碁用です"};
    const struct game *game = k->options.encoding->game;
    for (uint32_t i = 0; i < k->input.count; i++)
        if (k->input.dbs[i]->game != game) {
            struct err err;
            err_set(&err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(k->input.paths[i]),
                    span_of(msg_in(&game->title, k->env->lang)));
            return cmd_fail(k->env, &err);
        }
    if (!k->options.encoding->placed && args_text(k->args, OPT_GALLERY, NULL))
        return cmd_misuse(k->env, &GO_ONLY, "--gallery");
    if (!k->options.encoding->placed && args_count(k->args, OPT_TRUTH))
        return cmd_misuse(k->env, &GO_ONLY, "--truth");
    if (!k->options.encoding->placed && args_flag(k->args, OPT_LIKELY))
        return cmd_misuse(k->env, &GO_ONLY, "--likely");
    return CMD_OK;
}

/* Every process encodes some games, and the first tells of all. */
static int fetch_games(struct joseki_cmd *k)
{
    struct err err = {0};
    enum status status = db_fetch(k->input.dbs, k->input.count, cluster_size(k->env->cluster),
                                  k->env->cluster, &err);
    k->names = mem_calloc((size_t)k->input.count + 1, sizeof *k->names);
    if (status == STATUS_OK && !k->names)
        status = err_nomem(&err);
    for (uint32_t i = 0; i < k->input.count && k->names; i++)
        k->names[i] = span_of(k->input.paths[i]);
    return status == STATUS_OK ? CMD_OK : cmd_fail(k->env, &err);
}

/* Is there a query at all?  All games need no asking. */
static bool has_query(const struct joseki_cmd *k)
{
    return k->args->n_operands > k->input.count || args_text(k->args, OPT_QUERY_FILE, NULL);
}

/* --- Known lines ------------------------------------------------------------------------------ */

static enum status read_truth(struct joseki_cmd *k, const char *path, struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = file_read(path, TRUTH_MAX_BYTES, &text, err);
    if (status == STATUS_OK)
        status = truth_read(&k->truths[k->truth_count], buf_span(&text), err);
    k->truth_count += status == STATUS_OK;
    if (status != STATUS_OK)
        err_in_file(err, span_of(path));
    buf_release(&text);
    return status;
}

static int read_truths(struct joseki_cmd *k)
{
    size_t count = args_count(k->args, OPT_TRUTH);
    struct err err = {0};
    k->truths = mem_calloc(count ? count : 1, sizeof *k->truths);
    enum status status = k->truths ? STATUS_OK : err_nomem(&err);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = read_truth(k, args_nth(k->args, OPT_TRUTH, i), &err);
    return status == STATUS_OK ? CMD_OK : cmd_fail(k->env, &err);
}

static void add_recall(const struct joseki_cmd *k, size_t i, uint32_t nth, struct buf *out)
{
    const struct truth *t = &k->truths[i];
    const char *path = args_nth(k->args, OPT_TRUTH, i);
    size_t found = truth_count_found(t, nth);
    double recall = t->line_count ? (double)found / (double)t->line_count : 0;
    struct json j;
    if (!k->env->json) {
        static const struct msg AMONG = {"among the first %1: ", "上位 %1: "};
        char digits[16];
        int n = snprintf(digits, sizeof digits, "%u", (unsigned)nth);
        msg_format(&AMONG, k->env->lang, span_make(digits, (size_t)n), SPAN(""), out);
        buf_printf(out, "%zu/%zu  %.1f %%  %s\n", found, t->line_count, 100 * recall, path);
        return;
    }
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "truth", path);
    json_key_u64(&j, "lines", t->line_count);
    json_key_u64(&j, "found", found);
    json_key_double(&j, "recall", recall);
    json_key_u64(&j, "rank", nth);
    json_end(&j);
    json_line(&j);
}

/* Below the first of the processes: one line for as far as it goes. */
static int report_recall(const struct joseki_cmd *k)
{
    const uint64_t top = k->options.scoring.top;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < k->truth_count; i++) {
        for (size_t r = 0; r < TRUTH_CUTOFFS && truth_cutoffs[r] <= top; r++)
            add_recall(k, i, truth_cutoffs[r], &out);
        if (top < truth_cutoffs[0])
            add_recall(k, i, (uint32_t)top, &out);
    }
    int code = cmd_print(k->env, &out);
    buf_release(&out);
    return code;
}

/* --- The gallery ------------------------------------------------------------------------------ */

/* Before any work is done: a path that can't be written to should not cost the user that. */
static int begin_gallery(struct joseki_cmd *k)
{
    const char *path = k->env->leads ? args_text(k->args, OPT_GALLERY, NULL) : NULL;
    struct err err;
    return !path || file_writer_open(&k->page, path, &err) == STATUS_OK ? CMD_OK
                                                                        : cmd_fail(k->env, &err);
}

static int write_gallery(struct joseki_cmd *k)
{
    static const struct msg CUT = {"the gallery shows only the first %1 sequences",
                                   "ページに載るのは最初の %1 手順だけです"};
    struct buf page, query, most;
    struct err err;
    buf_init(&page, BUF_DEFAULT_MAX);
    buf_init(&query, BUF_DEFAULT_MAX);
    buf_init(&most, 32);
    if (has_query(k))
        query_print(&k->input.query, &query);
    const struct gallery_head head = {
        .lang = k->env->lang,
        .dbs = k->input.paths,
        .db_count = k->input.count,
        .query = buf_span(&query),
        .encoding = k->options.encoding->name,
        .method = k->options.scorer->name,
        .games = k->mining.line_count,
        .width = k->options.width,
        .height = k->options.height,
    };
    gallery_page(&head, buf_span(&k->cards), &page);
    enum status status = buf_status(&page) == STATUS_OK && buf_status(&query) == STATUS_OK
                             ? file_writer_add(&k->page, buf_span(&page), &err)
                             : err_nomem(&err);
    if (status == STATUS_OK)
        status = file_writer_commit(&k->page, &err);
    buf_add_u64(&most, GALLERY_MOST);
    if (status == STATUS_OK && k->mining.found.count > GALLERY_MOST)
        cmd_note(k->env, &CUT, buf_cstr(&most), NULL);
    buf_release(&most);
    buf_release(&page);
    buf_release(&query);
    return status == STATUS_OK ? CMD_OK : cmd_fail(k->env, &err);
}

/* ----------------------------------------------------------------------------------------------
 */

static const struct msg MINING = {"mining", "抽出中"}, GAMES = {"games", "局"};

static void note_near_duplicates(struct joseki_cmd *k)
{
    static const struct msg LEFT_OUT = {"%1 games left out as near-duplicates of others",
                                        "ほかとほとんど同じ棋譜 %1 局を除きました"};
    char digits[16];
    snprintf(digits, sizeof digits, "%u", (unsigned)k->mining.near_duplicates);
    cmd_note(k->env, &LEFT_OUT, digits, NULL);
}

static int fail(struct joseki_cmd *k, enum status status, const struct err *err)
{
    return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(k->env, err);
}

static int report(struct joseki_cmd *k)
{
    const char *gallery = args_text(k->args, OPT_GALLERY, NULL);
    struct go_people_network *network = NULL;
    struct err err = {0};
    const struct sequence_source source = {
        .mining = &k->mining,
        .dbs = k->input.dbs,
        .names = k->names,
        .width = k->options.width,
        .height = k->options.height,
        .cancelled = k->env->cancelled,
    };
    if (args_flag(k->args, OPT_LIKELY) && go_people_network_open(&network, NULL, &err) != STATUS_OK)
        return cmd_fail(k->env, &err);
    const struct sequence_report reporter = {
        .env = k->env,
        .source = &source,
        .diagrams = (uint32_t)args_int(k->args, OPT_DIAGRAMS, DEFAULT_DIAGRAMS),
        .in_gallery = GALLERY_MOST,
        .cards = gallery ? &k->cards : NULL,
        .truths = k->truths,
        .truth_count = k->truth_count,
        .progress = &k->progress,
        .network = network,
    };
    enum status status = sequence_report_print(&reporter, &err);
    go_people_network_close(network);
    if (status != STATUS_OK)
        return fail(k, status, &err);
    int code = report_recall(k);
    return code == CMD_OK && gallery ? write_gallery(k) : code;
}

static int mine(struct joseki_cmd *k)
{
    static const struct msg NO_GAMES = {"no games on boards of size %1",
                                        "大きさ %1 の盤の棋譜がありません"};
    struct err err = {0};
    k->options.values = static_values_hook(k->input.values);
    progress_start(&k->progress, &MINING, &GAMES, 0);
    enum status status = mine_run(&k->mining, k->input.dbs, k->input.count,
                                  has_query(k) ? &k->input.query : NULL, &k->options, &err);
    progress_finish(&k->progress);
    if (status != STATUS_OK)
        return fail(k, status, &err);
    if (!k->env->leads) {
        mine_result_release(&k->mining);
        return CMD_OK;
    }
    if (k->mining.near_duplicates)
        note_near_duplicates(k);
    int code = report(k);
    bool nothing = k->mining.found.count == 0;
    if (code == CMD_OK && k->mining.line_count == 0)
        cmd_note(k->env, &NO_GAMES, args_text(k->args, OPT_SIZE, "19"), NULL);
    mine_result_release(&k->mining);
    return code == CMD_OK && nothing ? CMD_NOTHING : code;
}

/* --- One game ---------------------------------------------------------------------------------- */

static int read_profile(struct joseki_cmd *k)
{
    static const struct msg BAD = {
        "--profile takes a game, as games.kifu:12: %1",
        "--profile には games.kifu:12 のように棋譜を指定してください: %1"};
    static const struct msg PLOT_OF = {"--plot needs --profile or --trends",
                                       "--plot には --profile か --trends が必要です"};
    static const struct msg NOT_WITH = {"--%1 is not for --profile",
                                        "--%1 は --profile とは使えません"};
    static const size_t NOT_THESE[] = {OPT_METHOD, OPT_TRUTH, OPT_GALLERY, OPT_TRENDS};
    const char *text = args_text(k->args, OPT_PROFILE, NULL);
    struct err err;
    if (!text)
        return args_flag(k->args, OPT_PLOT) && !k->trends ? cmd_misuse(k->env, &PLOT_OF, NULL)
                                                          : CMD_OK;
    for (size_t i = 0; i < sizeof NOT_THESE / sizeof *NOT_THESE; i++)
        if (args_flag(k->args, NOT_THESE[i]))
            return cmd_misuse(k->env, &NOT_WITH, OPTIONS[NOT_THESE[i]].name);
    if (!operand_game_id(text, &k->profile_id))
        return cmd_misuse(k->env, &BAD, text);
    size_t n = (size_t)(strrchr(text, ':') - text);
    k->profile_path = mem_calloc(n + 1, 1);
    if (!k->profile_path) {
        err_nomem(&err);
        return cmd_fail(k->env, &err);
    }
    memcpy(k->profile_path, text, n);
    k->options.reduction = NULL; /* the process that prints does it all */
    return CMD_OK;
}

/* The line of the game that --profile names; UINT32_MAX: it was not read. */
static uint32_t line_of_profile(const struct joseki_cmd *k)
{
    for (uint32_t i = 0; i < k->mining.line_count; i++)
        if (k->mining.lines[i].id == k->profile_id &&
            strcmp(k->input.paths[k->mining.lines[i].db], k->profile_path) == 0)
            return i;
    return UINT32_MAX;
}

static int draw_profile(struct joseki_cmd *k, const struct game_profile_report *r)
{
    const char *path = args_text(k->args, OPT_PLOT, NULL);
    struct buf svg;
    struct err err;
    if (!path)
        return CMD_OK;
    buf_init(&svg, BUF_DEFAULT_MAX);
    game_profile_report_svg(r, k->env->lang, &svg);
    enum status status =
        buf_status(&svg) == STATUS_OK ? file_replace(path, buf_span(&svg), &err) : err_nomem(&err);
    buf_release(&svg);
    return status == STATUS_OK ? CMD_OK : cmd_fail(k->env, &err);
}

static int print_profile(struct joseki_cmd *k, uint32_t line, const struct game_profile *profile)
{
    const struct mined_line *at = &k->mining.lines[line];
    const struct game_profile_report r = {.profile = profile,
                                          .segment = &k->input.dbs[at->db]->segments[at->segment],
                                          .number = at->number,
                                          .name = span_of(args_text(k->args, OPT_PROFILE, NULL)),
                                          .games = k->mining.line_count};
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = k->env->json ? game_profile_report_json(&r, &text, &err)
                                      : game_profile_report_text(&r, k->env->lang, &text, &err);
    int code = status == STATUS_OK ? cmd_print(k->env, &text) : cmd_fail(k->env, &err);
    buf_release(&text);
    return code == CMD_OK ? draw_profile(k, &r) : code;
}

static int profile_game(struct joseki_cmd *k)
{
    static const struct msg NOT_THERE = {
        "%1 is not among the games that were read; it may be of another board size, a "
        "near-duplicate, or in no database that was named",
        "%1 は読んだ棋譜の中にありません（盤の大きさが違う、ほかとほとんど同じ、"
        "指定したデータベースにない、など）"};
    const struct scorer_options *scoring = &k->options.scoring;
    struct game_profile profile;
    struct err err = {0};
    progress_start(&k->progress, &MINING, &GAMES, 0);
    enum status status = mine_read(&k->mining, k->input.dbs, k->input.count,
                                   has_query(k) ? &k->input.query : NULL, &k->options, &err);
    if (status == STATUS_OK)
        status =
            substring_index_build(&k->mining.index, &k->mining.corpus, k->env->cancelled, &err);
    progress_finish(&k->progress);
    uint32_t line = status == STATUS_OK ? line_of_profile(k) : UINT32_MAX;
    int code = status != STATUS_OK ? fail(k, status, &err) : CMD_OK;
    if (code == CMD_OK && line == UINT32_MAX)
        code = cmd_fail_msg(k->env, &NOT_THERE, args_text(k->args, OPT_PROFILE, NULL));
    if (code == CMD_OK) {
        status = game_profile_make(&profile, &k->mining, line, scoring->windows[0],
                                   scoring->threshold, &err);
        code = status == STATUS_OK ? print_profile(k, line, &profile) : fail(k, status, &err);
        if (status == STATUS_OK)
            game_profile_release(&profile);
    }
    mine_result_release(&k->mining);
    return code;
}

/* --- Through the years ------------------------------------------------------------------------ */

static int read_trends(struct joseki_cmd *k)
{
    static const struct msg NEEDS = {"--%1 needs --trends", "--%1 には --trends が必要です"};
    static const struct msg NOT_WITH = {"--%1 is not for --trends",
                                        "--%1 は --trends とは使えません"};
    static const struct msg BAD = {"--fdr takes a number from 0 to 1: %1",
                                   "--fdr には 0 から 1 の数を指定してください: %1"};
    static const struct msg TOO_MANY = {"--trends takes at most %1 sequences; use a smaller --top",
                                        "--trends で扱える手順は %1 "
                                        "までです。--top を小さくしてください"};
    static const struct msg TOO_LONG = {"--beginning must be below --min-length: %1",
                                        "--beginning は --min-length より小さくしてください: %1"};
    static const size_t ONLY_THESE[] = {OPT_BEGINNING, OPT_FDR};
    static const size_t NOT_THESE[] = {OPT_GALLERY, OPT_DIAGRAMS};
    const char *level = args_text(k->args, OPT_FDR, "0.01");
    char digits[16];
    for (size_t i = 0; i < 2 && !k->trends; i++)
        if (args_flag(k->args, ONLY_THESE[i]))
            return cmd_misuse(k->env, &NEEDS, OPTIONS[ONLY_THESE[i]].name);
    for (size_t i = 0; i < 2 && k->trends; i++)
        if (args_flag(k->args, NOT_THESE[i]))
            return cmd_misuse(k->env, &NOT_WITH, OPTIONS[NOT_THESE[i]].name);
    if (!k->trends)
        return CMD_OK;
    k->trending = (struct trend_options){
        .beginning = (uint32_t)args_int(k->args, OPT_BEGINNING, DEFAULT_BEGINNING),
        .cancelled = k->env->cancelled};
    if (!num_parse_double(span_of(level), &k->trending.level) ||
        !(k->trending.level >= 0 && k->trending.level <= 1))
        return cmd_misuse(k->env, &BAD, level);
    snprintf(digits, sizeof digits, "%d", (int)TREND_MOST_TOP);
    if (k->options.scoring.top > TREND_MOST_TOP)
        return cmd_misuse(k->env, &TOO_MANY, digits);
    snprintf(digits, sizeof digits, "%u", (unsigned)k->trending.beginning);
    if (k->trending.beginning >= k->options.scoring.min_length)
        return cmd_misuse(k->env, &TOO_LONG, digits);
    k->options.reduction = NULL; /* beginnings are looked up in the whole index */
    return CMD_OK;
}

/* The comment right above a line of a file of known lines is its name. */
static struct span name_above(struct span text, uint32_t number)
{
    struct span above = {0};
    for (uint32_t i = 1; i < number && text.n; i++) {
        ptrdiff_t end = span_find(text, SPAN("\n"));
        size_t n = end < 0 ? text.n : (size_t)end;
        above = span_make(text.p, n);
        text = span_skip(text, n + 1 <= text.n ? n + 1 : text.n);
    }
    above = span_trim(above);
    return span_eat(&above, SPAN("#")) ? span_trim(above) : span_make(NULL, 0);
}

/* The sequences that are lines of --truth, in the order of the files; texts: of these, by file. */
static size_t choose_trends(struct joseki_cmd *k, const struct buf *texts,
                            struct trend_choice *choices)
{
    struct truth_stone stones[TRUTH_LONGEST];
    size_t n = 0;
    for (size_t i = 0; i < k->mining.found.count && k->truth_count; i++) {
        size_t count = go_thread_stones(&k->mining.index, &k->mining.found.at[i], stones);
        for (size_t f = 0; f < k->truth_count && count; f++)
            truth_note(&k->truths[f], stones, count, (uint32_t)i + 1);
    }
    for (size_t f = 0; f < k->truth_count; f++)
        for (size_t i = 0; i < k->truths[f].line_count; i++) {
            const struct truth_line *line = &k->truths[f].lines[i];
            if (line->nth)
                choices[n++] = (struct trend_choice){line->nth - 1,
                                                     name_above(buf_span(&texts[f]), line->number)};
        }
    return n;
}

static void note_missing_lines(struct joseki_cmd *k, size_t missing)
{
    static const struct msg MISSING = {
        "%1 known lines are not among the sequences; a larger --top may have them",
        "既知の手順のうち %1 は抽出した中にありません（--top を大きくすると入ることがあります）"};
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", missing);
    cmd_note(k->env, &MISSING, digits, NULL);
}

static enum status print_trends(struct joseki_cmd *k, const struct sequence_trends *trends,
                                const struct sequence_source *source, struct err *err)
{
    size_t lines = 0;
    for (size_t f = 0; f < k->truth_count; f++)
        lines += k->truths[f].line_count;
    struct trend_choice *choices = mem_calloc(lines + 1, sizeof *choices);
    struct buf *texts = mem_calloc(k->truth_count + 1, sizeof *texts);
    enum status status = choices && texts ? STATUS_OK : err_nomem(err);
    for (size_t f = 0; f < k->truth_count && status == STATUS_OK; f++) {
        buf_init(&texts[f], BUF_DEFAULT_MAX);
        status = file_read(args_nth(k->args, OPT_TRUTH, f), TRUTH_MAX_BYTES, &texts[f], err);
    }
    if (status == STATUS_OK) {
        const size_t found = choose_trends(k, texts, choices);
        const struct trend_report r = {.env = k->env,
                                       .source = source,
                                       .trends = trends,
                                       .choices = choices,
                                       .choice_count = found,
                                       .chosen = k->truth_count > 0,
                                       .beginning = k->trending.beginning,
                                       .level = k->trending.level,
                                       .plot = args_text(k->args, OPT_PLOT, NULL)};
        status = trend_report_print(&r, err);
        if (status == STATUS_OK && found < lines)
            note_missing_lines(k, lines - found);
    }
    for (size_t f = 0; f < k->truth_count && texts; f++)
        buf_release(&texts[f]);
    mem_free(texts);
    mem_free(choices);
    return status;
}

static int show_trends(struct joseki_cmd *k)
{
    static const struct msg NO_YEARS = {"no game has a year", "年のわかる棋譜がありません"};
    struct err err = {0};
    struct sequence_trends trends = {0};
    if (!k->env->leads) /* the process that prints does it all */
        return CMD_OK;
    progress_start(&k->progress, &MINING, &GAMES, 0);
    enum status status = mine_run(&k->mining, k->input.dbs, k->input.count,
                                  has_query(k) ? &k->input.query : NULL, &k->options, &err);
    progress_finish(&k->progress);
    if (status != STATUS_OK)
        return fail(k, status, &err);
    const struct sequence_source source = {.mining = &k->mining,
                                           .dbs = k->input.dbs,
                                           .names = k->names,
                                           .width = k->options.width,
                                           .height = k->options.height,
                                           .cancelled = k->env->cancelled};
    if (k->mining.near_duplicates)
        note_near_duplicates(k);
    status = sequence_trends_make(&trends, &source, &k->trending, &err);
    bool nothing = trends.count == 0 || trends.games == 0;
    if (status == STATUS_OK && trends.count && !trends.games)
        cmd_note(k->env, &NO_YEARS, NULL, NULL);
    if (status == STATUS_OK && !nothing)
        status = print_trends(k, &trends, &source, &err);
    sequence_trends_release(&trends);
    mine_result_release(&k->mining);
    return status != STATUS_OK ? fail(k, status, &err) : nothing ? CMD_NOTHING : CMD_OK;
}

/* --profile alone names its database. */
static int open_input(struct joseki_cmd *k)
{
    static const struct msg MISSING = {"missing operand: DB... [QUERY]",
                                       "引数が足りません: DB... [QUERY]"};
    const struct cmd_args *args = k->args;
    const char *const own[] = {k->profile_path};
    if (args->n_operands == 0 && !k->profile_path)
        return cmd_misuse(k->env, &MISSING, NULL);
    return query_operands_open(&k->input, k->env, args->n_operands ? args->operands : own,
                               args->n_operands ? args->n_operands : 1,
                               args_text(args, OPT_QUERY_FILE, NULL));
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct joseki_cmd k = {.env = env, .args = args, .page = {.fd = -1}};
    int code = read_options(&k);
    if (code == CMD_OK)
        code = read_profile(&k);
    if (code == CMD_OK)
        code = read_trends(&k);
    if (code != CMD_OK)
        return code;
    buf_init(&k.cards, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &k.progress);
    code = open_input(&k);
    if (code == CMD_OK)
        code = choose_encoding(&k);
    if (code == CMD_OK)
        code = choose_method(&k);
    if (code == CMD_OK)
        code = check_game(&k);
    if (code == CMD_OK)
        code = fetch_games(&k);
    if (code == CMD_OK)
        code = read_truths(&k);
    if (code == CMD_OK)
        code = begin_gallery(&k);
    if (code == CMD_OK)
        code = k.profile_path ? profile_game(&k) : k.trends ? show_trends(&k) : mine(&k);
    file_writer_abort(&k.page);
    for (size_t i = 0; i < k.truth_count; i++)
        truth_release(&k.truths[i]);
    mem_free(k.truths);
    mem_free(k.names);
    mem_free(k.profile_path);
    code = query_operands_check(&k.input, env, code);
    query_operands_release(&k.input);
    progress_release(&k.progress);
    buf_release(&k.cards);
    return code;
}

const struct command CMD_JOSEKI = {
    .name = "joseki",
    .group = GROUP_MINING,
    .summary = {"find joseki and other set sequences in Go and shogi records",
                "囲碁や将棋の棋譜から定石・定跡などの手順を抽出する"},
    .operands = "DB... [QUERY]",
    .min_operands = 0, /* --profile names one */
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Encodes games as strings of symbols, finds substrings that behave as units, and "
                "reports for each how often, when, by whom and with what result it was played, the "
                "position around it and the next moves. QUERY selects the games. Example: kifu "
                "joseki pro.kifu 'date:1990..2000' --gallery joseki.html.",
                "棋譜を記号の列にし、まとまりをなす部分列を抽出し、それぞれの出現数、年代、対局者、"
                "成績、周囲の配置、次の一手を示します。検索式を付けると、一致する棋譜に限ります。例"
                ": kifu joseki pro.kifu 'date:1990..2000' --gallery joseki.html。"},
    .run = run,
};
