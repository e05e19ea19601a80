/* cmd_book.c: `kifu book DB [QUERY] --to FORMAT`: opening books of other engines. */
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/query_operands.h"
#include "formats/shogi/move_book.h"
#include "query/run/query_result.h"

enum { OPT_TO, OPT_OUTPUT, OPT_PLIES, OPT_MIN_GAMES, OPT_MOVES, OPT_BY, OPT_COUNT };
enum { DEFAULT_PLIES = 40, DEFAULT_MIN_GAMES = 2, DEFAULT_MOVES = 8 };

static const char *const FORMATS[] = {"yaneuraou", "apery", NULL};
static const struct book_format *const FORMAT_ROWS[] = {&book_yaneuraou, &book_apery};
static const char *const ORDERS[] = {"games", "score", NULL};

static const struct option_spec OPTIONS[] = {
    CHOICE_OPTION(OPT_TO, "to", FORMATS, "format of the book", "定跡の形式", .letter = 't'),
    FILE_OPTION(OPT_OUTPUT, "output", "FILE", "output file (default: standard output)",
                "出力先（既定は標準出力）", .letter = 'o', .writes = WRITES_FILE),
    INT_OPTION(OPT_PLIES, "plies", "N", 1, RECORD_MAX_PLIES,
               "number of moves taken from the beginning of a game (default 40)",
               "各局の最初の N 手を使う（既定は 40）"),
    INT_OPTION(OPT_MIN_GAMES, "min-games", "N", 1, UINT32_MAX,
               "least number of games in which a move was played (default 2)",
               "N 局以上で指された手だけを使う（既定は 2）"),
    INT_OPTION(OPT_MOVES, "moves", "N", 1, SHOGI_MAX_MOVES,
               "maximum number of moves per position (default 8)",
               "一局面の手の最大数（既定は 8）"),
    CHOICE_OPTION(OPT_BY, "by", ORDERS,
                  "order of the moves of a position: number of games or score (default games)",
                  "一局面の手の順: games は局数、score は勝率（既定は games）"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_FORMAT = {"missing format of the book; use --to yaneuraou or apery",
                                     "--to で定跡の形式を指定してください: yaneuraou、apery"};
static const struct msg NOT_SHOGI = {"opening books are for shogi only: %1",
                                     "定跡は将棋のデータベースだけから作れます: %1"};
static const struct msg NO_MOVES = {
    "no move has enough games; lower --min-games or widen the query",
    "条件に合う手がありません。--min-games を下げるか検索式を広げてください"};
static const struct msg JSON_NEEDS_FILE = {"--json needs -o FILE for the book",
                                           "--json では -o FILE で定跡の出力先を指定してください"};
static const struct msg MADE = {"%1", "%1"};
static const struct msg BAD_GAME = {"game %1 contains an illegal move",
                                    "%1 番の棋譜に反則手があります"};
static const struct msg COUNTING = {"counting moves", "指し手を集計中"};
static const struct msg GAMES_UNIT = {"games", "局"};

struct book_cmd {
    struct cmd_env *env;
    struct query_operands input;
    const struct book_format *format;
    const char *path; /* NULL: standard output */
    uint32_t plies;
    struct move_book book;
    struct progress progress;
    shogi_move *moves; /* owned: of a game */
    struct record rec; /* of one that begins elsewhere */
};

/* --- Counting -------------------------------------------------------------------------------- */

static enum status bad_game(const struct db_segment *s, uint32_t number, struct err *err)
{
    err_set(err, STATUS_SYNTAX, &BAD_GAME, SPAN_U64(game_id(&s->lines, number)), (struct span){0});
    err_in_file(err, span_of(s->file.path));
    return STATUS_SYNTAX;
}

/* The first moves of a game, all legal: a segment's bytes may be damaged. */
static enum status read_moves(struct book_cmd *b, const struct db_segment *s, uint32_t number,
                              struct shogi_pos *start, uint32_t *plies, struct err *err)
{
    struct span text = lines_start_text(&s->lines, line_start(&s->lines, number));
    shogi_pos_start(start);
    if (text.n && shogi_game.text.pos_parse(start, text, err) != STATUS_OK)
        return bad_game(s, number, err);
    struct shogi_pos pos = *start;
    *plies = line_plies(&s->lines, number);
    if (*plies > b->plies)
        *plies = b->plies;
    for (uint32_t ply = 0; ply < *plies; ply++) {
        struct shogi_undo undo;
        game_move m = line_move(&s->lines, number, ply);
        if (m > UINT16_MAX || !shogi_move_is_legal(&pos, (shogi_move)m))
            return bad_game(s, number, err);
        b->moves[ply] = (shogi_move)m;
        shogi_play(&pos, (shogi_move)m, &undo);
    }
    return STATUS_OK;
}

/* Moves made before the start.  Only the record has it: it is asked where the start is not the usual
 * one. */
static enum status read_start_ply(struct book_cmd *b, const struct db *db,
                                  const struct db_segment *s, uint32_t number, uint32_t *start_ply,
                                  struct err *err)
{
    *start_ply = 0;
    if (!lines_start_text(&s->lines, line_start(&s->lines, number)).n)
        return STATUS_OK;
    enum status st = db_record(db, game_id(&s->lines, number), &b->rec, err);
    if (st == STATUS_OK)
        *start_ply = b->rec.start_ply;
    return st;
}

static enum status count_game(struct book_cmd *b, const struct db *db, const struct db_segment *s,
                              uint32_t number, struct err *err)
{
    struct shogi_pos start;
    uint32_t plies = 0, start_ply = 0;
    const int8_t points[2] = {(int8_t)column_points(&s->columns, number, SHOGI_BLACK),
                              (int8_t)column_points(&s->columns, number, SHOGI_WHITE)};
    enum status st = read_moves(b, s, number, &start, &plies, err);
    if (st == STATUS_OK)
        st = read_start_ply(b, db, s, number, &start_ply, err);
    if (st == STATUS_OK)
        st = move_book_add(&b->book, &start, start_ply, b->moves, plies, points, err);
    progress_add(&b->progress, 1);
    if (st == STATUS_OK && cmd_should_stop(b->env))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    return st;
}

static enum status count_games(struct book_cmd *b, struct err *err)
{
    const struct search_options opt = {.cancelled = b->env->cancelled,
                                       .threads = b->env->threads,
                                       .values = static_values_hook(b->input.values)};
    struct query_result r = {0};
    uint32_t part = 0;
    enum status st =
        query_run(&r, &b->input.query, b->input.dbs, b->input.count, &opt, KEEP_GAMES, err);
    progress_set_total(&b->progress, r.games);
    for (uint32_t d = 0; d < b->input.count && st == STATUS_OK; d++)
        for (uint32_t i = 0; i < b->input.dbs[d]->segment_count; i++, part++) {
            const struct db_segment *s = &b->input.dbs[d]->segments[i];
            const uint64_t *games = r.parts[part].games;
            for (uint32_t n = 0; games && n < s->lines.games && st == STATUS_OK; n++)
                if (games[n / 64] >> n % 64 & 1)
                    st = count_game(b, b->input.dbs[d], s, n, err);
        }
    query_result_release(&r);
    return st;
}

/* --- Writing --------------------------------------------------------------------------------- */

static void report_book(struct book_cmd *b)
{
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    if (b->env->json) {
        struct json j;
        json_init(&j, &line);
        json_open_object(&j);
        json_key_u64(&j, "games", b->book.games);
        json_key_u64(&j, "positions", b->book.chosen_positions);
        json_key_u64(&j, "moves", b->book.chosen_count);
        json_end(&j);
        json_line(&j);
        cmd_print(b->env, &line);
    } else {
        buf_printf(&line,
                   b->env->lang == LANG_JA ? "%u 局から %u 局面、%u 手"
                                           : "games %u, positions %u, moves %u",
                   b->book.games, b->book.chosen_positions, b->book.chosen_count);
        cmd_note(b->env, &MADE, buf_cstr(&line), NULL);
    }
    buf_release(&line);
}

static int write_book(struct book_cmd *b, struct err *err)
{
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    enum status st = b->format->write(&b->book, &out, err);
    if (st == STATUS_OK && b->path)
        st = file_replace(b->path, buf_span(&out), err);
    int code = st == STATUS_OK ? CMD_OK : cmd_fail(b->env, err);
    if (code == CMD_OK && !b->path)
        code = cmd_print(b->env, &out);
    if (code == CMD_OK)
        report_book(b);
    buf_release(&out);
    return code;
}

static int make_book(struct book_cmd *b, const struct book_choice *choice)
{
    struct err err = {0};
    b->moves = mem_alloc((size_t)b->plies * sizeof *b->moves);
    progress_start(&b->progress, &COUNTING, &GAMES_UNIT, 0);
    enum status st = b->moves ? count_games(b, &err) : err_nomem(&err);
    progress_finish(&b->progress);
    if (st == STATUS_OK)
        st = move_book_select(&b->book, choice, &err);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(b->env, &err);
    if (!b->book.chosen_positions) {
        cmd_note(b->env, &NO_MOVES, NULL, NULL);
        return CMD_NOTHING;
    }
    return write_book(b, &err);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct book_cmd b = {.env = env, .path = args_text(args, OPT_OUTPUT, NULL)};
    const struct book_choice choice = {
        .min_games = (uint32_t)args_int(args, OPT_MIN_GAMES, DEFAULT_MIN_GAMES),
        .moves = (uint32_t)args_int(args, OPT_MOVES, DEFAULT_MOVES),
        .by = (enum book_order)args_choice(args, OPT_BY, BOOK_BY_GAMES)};
    if (!args_count(args, OPT_TO))
        return cmd_misuse(env, &NO_FORMAT, NULL);
    b.format = FORMAT_ROWS[args_choice(args, OPT_TO, 0)];
    b.plies = (uint32_t)args_int(args, OPT_PLIES, DEFAULT_PLIES);
    if (b.path && strcmp(b.path, "-") == 0)
        b.path = NULL;
    if (!b.path && env->json)
        return cmd_misuse(env, &JSON_NEEDS_FILE, NULL);
    if (!b.path && env->out_is_tty && b.format == &book_apery)
        return cmd_misuse(env, &OUTPUT_ON_TERMINAL, b.format->name);
    cmd_progress_init(env, &b.progress);
    record_init(&b.rec);
    int code = query_operands_open(&b.input, env, args->operands, args->n_operands, NULL);
    if (code == CMD_OK && b.input.query.game != &shogi_game)
        code = cmd_fail_msg(env, &NOT_SHOGI, b.input.paths[0]);
    if (code == CMD_OK)
        code = make_book(&b, &choice);
    code = query_operands_check(&b.input, env, code);
    progress_release(&b.progress);
    query_operands_release(&b.input);
    move_book_release(&b.book);
    record_release(&b.rec);
    mem_free(b.moves);
    return code;
}

const struct command CMD_BOOK = {
    .name = "book",
    .group = GROUP_SEARCH,
    .summary = {"make an opening book for other engines", "ほかのエンジンの定跡を作る"},
    .operands = "DB... [QUERY] --to FORMAT",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Counts which moves were played in the openings of the games that match, all games "
                "without a query, and writes the positions with their moves, the number of games, "
                "and values computed from the results. Positions that several orders of moves lead "
                "to are one.",
                "検索式に一致する棋譜（なければ全局）の序盤で指された手を数え、局面ごとに手、局数、"
                "勝敗から求めた評価値を書き出します。手順が違っても同じ局面は一つに数えます。"},
    .run = run,
};
