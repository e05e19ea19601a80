/* cmd_export.c: `kifu export DB [QUERY] --to FORMAT`: games of a database as files, or diagrams of
 * where a query holds. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/charset.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/game_output.h"
#include "cmd/frame/msg_fold.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/part_option.h"
#include "cmd/parts/position_selector.h"
#include "formats/format.h"
#include "query/search.h"
#include "view/board/game_view.h"
#include "view/board/shogi_board.h"
#include "view/board/shogi_ply_view.h"
#include "view/report/record_json.h"

enum {
    OPT_TO,
    OPT_OUTPUT,
    OPT_FORCE,
    OPT_CHARSET,
    OPT_LIMIT,
    OPT_ORIGINAL,
    OPT_PART,
    OPT_HITS,
    OPT_VALUE,
    OPT_WEIGHTS,
    OPT_VALUE_NODES,
    OPT_NO_CHECKS,
    OPT_NO_HANGING,
    OPT_COUNT
};

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_TO, "to", "FORMAT",
                "output format (csa, kif, ki2, usi, jkf …); svg: one diagram per hit; psv, hcpe: "
                "training positions",
                "出力形式（csa, kif, ki2, usi, jkf など）。svg は一致区間ごとの局面図、psv と hcpe "
                "は教師局面",
                .letter = 't'),
    OUTPUT_OPTION(OPT_OUTPUT),
    OUTPUT_FORCE_OPTION(OPT_FORCE),
    OUTPUT_CHARSET_OPTION(OPT_CHARSET),
    INT_OPTION(OPT_LIMIT, "limit", "N", 1, INT64_MAX, "maximum number of games or diagrams",
               "書き出す棋譜や図の最大数"),
    FLAG_OPTION(OPT_ORIGINAL, "original", "headers as the source has them, without edits",
                "編集を除き、元の棋譜の情報を書き出す"),
    PART_OPTION(OPT_PART),
    FLAG_OPTION(OPT_HITS, "hits", "psv, hcpe: only the positions of the hits",
                "psv、hcpe: 検索式に一致した局面だけを書き出す"),
    TEXT_OPTION(OPT_VALUE, "value", "record|static|quiescence|usi:CMD",
                "psv, hcpe: source of the values (default record)",
                "psv、hcpe: 評価値の出所（既定は record）"),
    FILE_OPTION(OPT_WEIGHTS, "weights", "FILE",
                "evaluation: paper, calibrated, net (default), material or a weights file",
                "評価関数: paper、calibrated、net（既定）、material、または重みのファイル"),
    INT_OPTION(OPT_VALUE_NODES, "value-nodes", "N", 1, 1000000000,
               "nodes per position for a USI engine (default 1000)",
               "USI エンジンが一局面に使うノード数（既定は 1000）"),
    FLAG_OPTION(OPT_NO_CHECKS, "no-checks", "psv, hcpe: skip positions in check",
                "psv、hcpe: 王手のかかった局面を除く"),
    FLAG_OPTION(OPT_NO_HANGING, "no-hanging",
                "psv, hcpe: skip positions where a capture wins material",
                "psv、hcpe: 駒得になる取りのある局面を除く"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_FORMAT = {
    "missing output format; use --to csa, kif, ki2, usi, jkf, svg …",
    "--to で出力形式を指定してください: csa, kif, ki2, usi, jkf, svg …"};
static const struct msg UNKNOWN_FORMAT = {"unknown output format \"%1\"",
                                          "出力形式「%1」はありません"};
static const struct msg UNKNOWN_CHARSET = {"unknown character set \"%1\"",
                                           "文字コード「%1」には対応していません"};
static const struct msg ONE_DATABASE = {"only one database can be given",
                                        "データベースは一つだけ指定してください"};
static const struct msg SVG_NEEDS_FOLDER = {
    "several diagrams match; use -o DIR/ or --limit 1",
    "局面図が複数あります。-o DIR/ か --limit 1 を指定してください"};
static const struct msg LOSSES = {"not kept in this format: %1", "この形式に入らなかったもの: %1"};
static const struct msg ONLY_POSITIONS = {
    "--hits, --value, --weights, --value-nodes, --no-checks and --no-hanging need --to psv or hcpe",
    "--hits、--value、--weights、--value-nodes、--no-checks、--no-hanging は --to psv か hcpe "
    "と使います"};
static const struct msg NO_VALUES = {
    "%1 of %2 positions have no value and are written with 0; --value chooses a source of values",
    "%2 局面のうち %1 局面には評価値がないため 0 としました。--value で出所を選べます"};
static const struct msg EXPORTING = {"exporting", "書き出し中"};
static const struct msg GAMES_UNIT = {"games", "局"};

struct export
{
    struct cmd_env *env;
    struct query_operands input;
    const struct format *format; /* NULL: svg */
    enum charset charset;
    uint64_t limit;
    bool original; /* without edits */
    enum game_part part;
    struct hits hits;
    struct game_output out;
    struct progress progress;
    struct msg_fold fold;
    struct record rec;
    struct buf text, utf8;
    uint64_t *seen; /* ids that were written: a bit each */
    bool hits_only; /* positions of hits */
    struct position_selector selector;
    struct position_counts counts;
    unsigned losses;
    bool exported; /* a game at least, be it without positions */
    bool failed;   /* a file could not be written; told already */
};

/* --- One game -------------------------------------------------------------------------------- */

static enum status write_record(struct export *x, unsigned *losses, struct err *err)
{
    if (!x->format->positions)
        return format_write(x->format, &x->rec, x->charset, &x->utf8, &x->text, losses, err);
    enum status st = format_check_game(x->format, &x->rec, err);
    return st == STATUS_OK ? position_selector_write(&x->selector, x->format->positions, &x->rec,
                                                     &x->counts, &x->text, losses, err)
                           : st;
}

static enum status make_text(struct export *x, struct err *err)
{
    unsigned losses = 0;
    buf_clear(&x->text);
    buf_clear(&x->utf8);
    enum status st = write_record(x, &losses, err);
    if (st != STATUS_OK)
        return st;
    x->losses |= losses;
    if (!x->env->json)
        return STATUS_OK;
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    record_to_json(&x->rec, losses, buf_span(&x->utf8), &line);
    cmd_print(x->env, &line);
    buf_release(&line);
    return STATUS_OK;
}

static enum status make_diagram(struct export *x, uint32_t ply, struct err *err)
{
    static const struct msg NO_VIEW = {"cannot draw games of %1", "%1 の図は描けません"};
    const struct board_options opt = {.lang = x->env->lang};
    const struct view_board what = {.rec = &x->rec, .ply = ply, .form = VIEW_SVG, .opt = &opt};
    const struct game_view *view = view_of_game(x->rec.game);
    unsigned notes = 0;
    buf_clear(&x->text);
    if (!view)
        return err_set(err, STATUS_UNSUPPORTED, &NO_VIEW, span_of(x->rec.game->name),
                       (struct span){0});
    enum status st = view->board(&what, &x->text, &notes, err);
    if (st == STATUS_OK)
        buf_add_char(&x->text, '\n');
    return st;
}

/* Files are called by the game's id: 123.kif, 123-45.svg. */
static enum status write_out(struct export *x, uint32_t id, const uint32_t *ply, struct err *err)
{
    char name[32];
    if (ply)
        snprintf(name, sizeof name, "%u-%u", id, *ply);
    else
        snprintf(name, sizeof name, "%u", id);
    if (buf_status(&x->text) != STATUS_OK)
        return err_nomem(err);
    if (x->format && x->format->positions && x->text.n == 0) /* none is wanted, or has a code */
        return STATUS_OK;
    enum status st = game_output_write(&x->out, span_of(name), 0, buf_span(&x->text), err);
    if (st != STATUS_RANGE)
        return st;
    if (msg_fold_add(&x->fold, x->env, err)) {
        progress_wipe(&x->progress);
        cmd_warn(x->env, err);
    }
    x->failed = true;
    return STATUS_OK;
}

/* ply NULL: the game itself. */
static enum status export_game(struct export *x, uint32_t id, const uint32_t *ply, struct err *err)
{
    enum status st =
        (x->original ? db_record_original : db_record)(x->input.dbs[0], id, &x->rec, err);
    if (st == STATUS_OK)
        st = ply ? make_diagram(x, *ply, err) : make_text(x, err);
    if (st == STATUS_OK)
        st = write_out(x, id, ply, err);
    progress_add(&x->progress, 1);
    x->exported = true;
    if (st == STATUS_OK && cmd_should_stop(x->env))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    return st;
}

/* --- Which games ----------------------------------------------------------------------------- */

/* All of them, without keeping a list. */
static enum status export_all(struct export *x, struct err *err)
{
    const struct db *db = x->input.dbs[0];
    const uint32_t start = 0, *ply = x->format ? NULL : &start;
    enum status st = STATUS_OK;
    progress_set_total(&x->progress, db->games);
    for (uint32_t i = 0; i < db->segment_count && st == STATUS_OK; i++) {
        const struct db_segment *s = &db->segments[i];
        for (uint32_t nth = 0; nth < s->lines.games && st == STATUS_OK; nth++) {
            uint32_t number = lines_u32(s->lines.by_id, nth);
            if (!db_is_removed(s, number) && game_is_in_part(&s->lines, number, x->part) &&
                x->out.written < x->limit)
                st = export_game(x, game_id(&s->lines, number), ply, err);
        }
    }
    return st;
}

static bool seen_before(struct export *x, uint32_t id)
{
    uint64_t bit = (uint64_t)1 << id % 64;
    bool seen = x->seen[id / 64] & bit;
    x->seen[id / 64] |= bit;
    return seen;
}

/* Hits are in the order of games: the positions of all of a game's go into its file. */
static enum status export_positions(struct export *x, struct err *err)
{
    enum status st = STATUS_OK;
    progress_set_total(&x->progress, x->hits.games);
    for (size_t i = 0; i < x->hits.count && st == STATUS_OK && x->out.written < x->limit; i++) {
        const struct hit *h = &x->hits.at[i];
        st = position_selector_add(&x->selector, h->from, h->to, err);
        bool last = i + 1 == x->hits.count || h[1].id != h->id;
        if (st == STATUS_OK && last)
            st = export_game(x, h->id, NULL, err);
    }
    return st;
}

static enum status export_hits(struct export *x, struct err *err)
{
    enum status st = STATUS_OK;
    progress_set_total(&x->progress, x->format ? x->hits.games : x->hits.spans);
    for (size_t i = 0; i < x->hits.count && st == STATUS_OK && x->out.written < x->limit; i++) {
        const struct hit *h = &x->hits.at[i];
        if (!x->format)
            st = export_game(x, h->id, &h->first, err);
        else if (!seen_before(x, h->id))
            st = export_game(x, h->id, NULL, err);
    }
    return st;
}

/* Keeps the hits in games of the part. */
static void restrict_to_part(struct export *x)
{
    struct hits *hits = &x->hits;
    size_t kept = 0;
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *h = &hits->at[i];
        const struct db_segment *s = &x->input.dbs[0]->segments[h->segment];
        if (game_is_in_part(&s->lines, h->number, x->part))
            hits->at[kept++] = *h;
    }
    hits->count = kept;
}

static enum status search(struct export *x, struct err *err)
{
    const struct search_options opt = {.limit = UINT64_MAX,
                                       .cancelled = x->env->cancelled,
                                       .values = static_values_hook(x->input.values),
                                       .order = {x->hits_only ? ORDER_ID : ORDER_USUAL, false}};
    enum status st = search_run(&x->input.query, x->input.dbs, 1, &opt, &x->hits, err);
    if (st != STATUS_OK)
        return st;
    restrict_to_part(x);
    x->seen = mem_calloc(x->input.dbs[0]->manifest.next_id / 64 + 1, sizeof *x->seen);
    return x->seen ? STATUS_OK : err_nomem(err);
}

/* --- All of it ------------------------------------------------------------------------------- */

static bool wants_all(const struct export *x)
{
    const struct query *q = &x->input.query;
    return q->nodes[q->root].op == Q_TRUE;
}

static void report_losses(struct export *x)
{
    struct buf names;
    buf_init(&names, BUF_DEFAULT_MAX);
    record_loss_names(x->losses, x->env->lang, &names);
    if (x->losses)
        cmd_note(x->env, &LOSSES, buf_cstr(&names), NULL);
    buf_release(&names);
}

static void report_values(struct export *x)
{
    char without[24], written[24];
    snprintf(without, sizeof without, "%" PRIu64, x->counts.without_value);
    snprintf(written, sizeof written, "%" PRIu64, x->counts.written);
    if (x->counts.without_value)
        cmd_note(x->env, &NO_VALUES, without, written);
}

static const struct msg NO_POSITIONS = {"no positions to write", "書き出せる局面がありません"};
static const struct msg NO_GAMES = {"no games match", "該当する棋譜がありません"};

static int export_results(struct export *x)
{
    struct err err = {0};
    bool all = wants_all(x);
    enum status st = all ? STATUS_OK : search(x, &err);
    uint64_t diagrams = all ? x->input.dbs[0]->games : x->hits.count;
    if (st == STATUS_OK && !x->format && !x->out.to_directory && diagrams > 1 && x->limit > 1)
        return cmd_misuse(x->env, &SVG_NEEDS_FOLDER, NULL);
    if (st == STATUS_OK)
        st = game_output_open(&x->out, &err);
    progress_start(&x->progress, &EXPORTING, &GAMES_UNIT, 0);
    if (st == STATUS_OK && x->hits_only && !all)
        st = export_positions(x, &err);
    else if (st == STATUS_OK)
        st = all ? export_all(x, &err) : export_hits(x, &err);
    progress_finish(&x->progress);
    msg_fold_print(&x->fold, x->env);
    bool good = st == STATUS_OK;
    int code = good ? CMD_OK : CMD_ERROR;
    if (!good && st != STATUS_CANCELLED)
        code = cmd_fail(x->env, &err);
    code = game_output_close(&x->out, good && x->out.written > 0, code);
    if (code != CMD_OK)
        return code;
    report_losses(x);
    report_values(x);
    if (x->failed)
        return CMD_ERROR;
    if (x->out.written == 0)
        cmd_note(x->env, x->exported ? &NO_POSITIONS : &NO_GAMES, NULL, NULL);
    return x->out.written ? CMD_OK : CMD_NOTHING;
}

static int choose_format(struct export *x, const struct cmd_args *args)
{
    const char *to = args_text(args, OPT_TO, NULL);
    const char *charset = args_text(args, OPT_CHARSET, NULL);
    if (!to)
        return cmd_misuse(x->env, &NO_FORMAT, NULL);
    if (strcmp(to, "svg") != 0) {
        x->format = format_by_name(span_of(to));
        if (!x->format || !x->format->write)
            return cmd_misuse(x->env, &UNKNOWN_FORMAT, to);
        x->charset = x->format->charset;
    }
    if (charset && !charset_by_name(span_of(charset), &x->charset))
        return cmd_misuse(x->env, &UNKNOWN_CHARSET, charset);
    x->limit = (uint64_t)args_int(args, OPT_LIMIT, INT64_MAX);
    x->original = args_flag(args, OPT_ORIGINAL);
    x->part = part_option(args, OPT_PART, GAME_PART_ALL);
    game_output_init(&x->out, x->env, args_text(args, OPT_OUTPUT, "-"));
    x->out.silent = x->env->json && x->format;
    x->out.extension = x->format ? x->format->extensions[0] : "svg";
    x->out.separator = x->format ? x->format->separator : NULL;
    if (!x->format && x->out.to_file && output_ends_otherwise(x->out.path, ".svg"))
        return cmd_misuse(x->env, &OUTPUT_NOT_SVG, x->out.path);
    if (!x->format && x->out.to_file && !span_ends(span_of(x->out.path), SPAN(".svg"))) {
        x->out.to_file = false; /* a diagram is a file of its own: what else could it be? */
        x->out.to_directory = true;
    }
    return CMD_OK;
}

static int choose_positions(struct export *x, const struct cmd_args *args)
{
    struct err err;
    bool positions = x->format && x->format->positions;
    for (size_t opt = OPT_HITS; opt <= OPT_NO_HANGING && !positions; opt++)
        if (args_count(args, opt))
            return cmd_misuse(x->env, &ONLY_POSITIONS, NULL);
    if (!positions)
        return CMD_OK;
    bool to_stream = !x->out.to_file && !x->out.to_directory;
    if (to_stream && x->env->out_is_tty && !x->env->json)
        return cmd_misuse(x->env, &OUTPUT_ON_TERMINAL, x->format->name);
    const char *weights = args_text(args, OPT_WEIGHTS, "net");
    const struct value_source_options o = {.weights = weights,
                                           .nodes = (uint64_t)args_int(args, OPT_VALUE_NODES, 0),
                                           .path = getenv("PATH"),
                                           .cancelled = x->env->cancelled};
    x->hits_only = args_flag(args, OPT_HITS);
    x->selector.no_checks = args_flag(args, OPT_NO_CHECKS);
    x->selector.no_hanging = args_flag(args, OPT_NO_HANGING);
    enum status st =
        position_selector_open(&x->selector, args_text(args, OPT_VALUE, "record"), &o, &err);
    int code = st == STATUS_OK ? CMD_OK : cmd_fail(x->env, &err);
    return st == STATUS_NOT_FOUND ? CMD_MISUSE : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct export x = {.env = env};
    int code = choose_format(&x, args);
    if (code == CMD_OK)
        code = choose_positions(&x, args);
    if (code != CMD_OK) {
        position_selector_close(&x.selector);
        return code;
    }
    buf_init(&x.text, BUF_DEFAULT_MAX);
    buf_init(&x.utf8, BUF_DEFAULT_MAX);
    record_init(&x.rec);
    cmd_progress_init(env, &x.progress);
    code = query_operands_open(&x.input, env, args->operands, args->n_operands, NULL);
    if (code == CMD_OK && x.input.count > 1)
        code = cmd_misuse(env, &ONE_DATABASE, NULL);
    if (code == CMD_OK)
        code = export_results(&x);
    progress_release(&x.progress);
    hits_release(&x.hits);
    code = query_operands_check(&x.input, env, code);
    query_operands_release(&x.input);
    game_output_release(&x.out);
    record_release(&x.rec);
    buf_release(&x.text);
    buf_release(&x.utf8);
    mem_free(x.seen);
    position_selector_close(&x.selector);
    return code;
}

const struct command CMD_EXPORT = {
    .name = "export",
    .group = GROUP_RECORDS,
    .summary = {"write games of a database to files", "データベースの棋譜をファイルに書き出す"},
    .operands = "DB [QUERY] --to FORMAT",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS,
    .options = OPTIONS,
    .details =
        {"Without a query, writes all games in the order of their ids with everything that "
         "was read: importing and exporting gives what kifu convert writes. With a query, "
         "as for kifu search, writes the games that match; --to svg draws the board at the "
         "first ply of every hit. --to psv and --to hcpe write the positions of the main lines "
         "with the move played, a value and the result, to train other engines; with --hits "
         "only the positions of the hits.",
         "検索式がなければ全局を番号順に、読み込んだ内容のすべてを添えて書き出します。取り込"
         "んで書き出したものは kifu convert の出力と同じです。kifu search "
         "と同じ検索式を付けると一致する棋譜だけを書き出し、--to svg "
         "では一致区間ごとに最初の局面を図にします。--to psv と --to hcpe "
         "は、本譜の局面を指し手、評価"
         "値、勝敗とともに書き出します。ほかのエンジンの学習に使えます。--hits "
         "を付けると一致した局面だけになります。"},
    .run = run,
};
