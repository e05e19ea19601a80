/* cmd_show.c: `kifu show FILE`: a game to read, or its board at a ply.
 *
 * One game is picked out of what the operand stands for, and shown while the reader holds it.  The
 * result is made in memory first and then written in one piece, to stdout or in place of a file. */
#include "base/io/file.h"
#include "base/text/charset.h"
#include "base/text/json.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/game_output.h"
#include "cmd/frame/operand.h"
#include "cmd/frame/output_check.h"
#include "formats/format.h"
#include "view/board/game_view.h"
#include "view/draw/drawing_png.h"
#include "view/report/result_json.h"

enum {
    OPT_PLY,
    OPT_AS,
    OPT_GAME,
    OPT_OUTPUT,
    OPT_CHARSET,
    OPT_FLIP,
    OPT_SIZE,
    OPT_THEME,
    OPT_PIECES,
    OPT_NO_COORDINATES,
    OPT_MARK,
    OPT_ARROW,
    OPT_NUMBERS,
    OPT_PART,
    OPT_COUNT
};

static const char *const THEMES[] = {"auto", "wood", "dark", "paper", NULL};
static const char *const PIECES[] = {"kanji", "letters", NULL};

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_PLY, "ply", "N",
                "show the board after N moves; -N: N moves before the end; last: at the end",
                "N 手目の局面を表示する。-N は終局の N 手前、last は終局", .letter = 'n'),
    TEXT_OPTION(
        OPT_AS, "as", "text|svg|png|FORMAT",
        "form: text (default), svg, png, or a record format (csa, kif, ki2, usi, jkf, bod …)",
        "表示の形式: text（既定）、svg、png、または棋譜の形式"
        "（csa, kif, ki2, usi, jkf, bod など）"),
    INT_OPTION(OPT_GAME, "game", "K", 0, INT32_MAX,
               "number of the game in a file with several, from 0 (default 0)",
               "複数局のファイルの何局目か（0 から数える、既定は 0）"),
    FILE_OPTION(
        OPT_OUTPUT, "output", "FILE", "output file; without --as its extension selects the form",
        "出力先。--as がなければ拡張子で形式が決まる", .letter = 'o', .writes = WRITES_FILE),
    OUTPUT_CHARSET_OPTION(OPT_CHARSET),
    FLAG_OPTION(OPT_FLIP, "flip", "view from White's side", "後手側から見る", .letter = 'f'),
    INT_OPTION(OPT_SIZE, "size", "PIXELS", 16, DRAW_PNG_MAX_PX,
               "width of the picture in pixels (default 640)", "図の幅（ピクセル、既定は 640）"),
    CHOICE_OPTION(OPT_THEME, "theme", THEMES,
                  "colours of the picture; auto: wood, or dark on a dark screen",
                  "図の配色。auto は木目調で、暗い画面では暗色"),
    CHOICE_OPTION(OPT_PIECES, "pieces", PIECES,
                  "labels of the pieces (default kanji; letters in English text)",
                  "駒の表記（既定は漢字、英語の text では英字）"),
    FLAG_OPTION(OPT_NO_COORDINATES, "no-coordinates", "omit file and rank labels",
                "筋と段の数字を省く"),
    TEXT_OPTION(OPT_MARK, "mark", "SQUARE",
                "ring a square on the picture, such as 5e or Q16 (repeatable)",
                "図の升（5e、碁盤では Q16 など）を丸で囲む（繰り返し可）", .repeatable = true),
    TEXT_OPTION(OPT_ARROW, "arrow", "MOVE",
                "draw an arrow for a move, such as 7g7f or P*5e (repeatable)",
                "図に指し手（7g7f、P*5e など）の矢印を描く（繰り返し可）", .repeatable = true),
    TEXT_OPTION(
        OPT_NUMBERS, "numbers", "N|FROM..TO",
        "Go: number the stones of the last N moves, or of moves FROM to TO, on the board after TO",
        "囲碁: 最後の N 手、または FROM 手から TO 手までの石に番号を付ける（TO 手目の盤面を表示）"),
    TEXT_OPTION(OPT_PART, "part", "POINT..POINT",
                "Go: show the part of the board between two corners, such as K10..T19",
                "囲碁: 盤の一部だけを表示。K10..T19 のように二隅を指定"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg BAD_PLY = {"--ply takes a number, -N or last: %1",
                                   "--ply には数、-N または last を指定してください: %1"};
static const struct msg NO_SUCH_PLY = {"no ply %1; the game has %2 moves",
                                       "%1 手目はありません。棋譜は %2 手です"};
static const struct msg NO_SUCH_GAME = {
    "no game %1; the file has %2, counted from 0",
    "%1 番の局はありません。全部で %2 局です（0 から数えます）"};
static const struct msg UNKNOWN_FORM = {
    "--as takes text, svg, png or a record format: %1",
    "--as には text, svg, png か棋譜の形式を指定してください: %1"};
static const struct msg WHICH_FORM = {"%1: unknown extension; choose the form with --as",
                                      "%1: この拡張子の形式はありません。--as で指定してください"};
static const struct msg READ_ONLY = {"%1 can be read but not written", "%1 は読み込み専用です"};
static const struct msg NO_VIEW = {"cannot show games of %1", "%1 の棋譜は表示できません"};
static const struct msg BYTES_IN_JSON = {"cannot put %1 into JSON; use -o FILE",
                                         "%1 は JSON に入りません。-o FILE を指定してください"};
static const struct msg STROKES = {
    "no Japanese font found; kanji are drawn as strokes (install fonts-noto-cjk, or use --as svg)",
    "日本語フォントがないため、漢字を線で描きました（fonts-noto-cjk をインストールするか --as svg "
    "を使ってください）"};
static const struct msg BAD_LETTERS = {"cannot draw some characters", "描けなかった文字があります"};
static const struct msg LOSSES = {"not kept in this format: %1", "この形式に入らなかったもの: %1"};

/* The first three are those of enum view_form. */
enum show_form { FORM_TEXT, FORM_SVG, FORM_PNG, FORM_RECORD };
enum { MAX_SIGNS = 64 };

struct show_cmd {
    struct cmd_env *env;
    const struct game_view *view; /* of the game shown */
    enum show_form form;
    const struct format *format; /* FORM_RECORD */
    bool form_given;             /* by --as or by the output's name */
    enum charset charset;        /* of a record; if none was given, a screen has it in UTF-8 */
    bool charset_given;
    bool typed; /* a position on the command line, and not a file that somebody else wrote */
    const char *output; /* NULL: stdout */
    bool at_ply;        /* a board rather than the game */
    bool from_end;
    int64_t ply;           /* from the start, or before the end */
    uint64_t wanted, seen; /* games */
    uint64_t number;       /* of the game, for programs: its id, or which one of the file */
    struct board_options board;
    const char *marks[MAX_SIGNS], *arrows[MAX_SIGNS];
    size_t n_marks, n_arrows;
    const char *part;
    struct buf out;
    bool shown;
    int code; /* what the command will return */
};

/* --- Command line ---------------------------------------------------------------------------- */

static int choose_form(struct show_cmd *s, const struct cmd_args *args)
{
    static const char *const words[] = {"text", "svg", "png"};
    const char *as = args_text(args, OPT_AS, NULL);
    struct span name = span_of(as);
    s->output = args_text(args, OPT_OUTPUT, NULL);
    if (s->output && strcmp(s->output, "-") == 0)
        s->output = NULL;
    if (!as && s->output) {
        const char *dot = strrchr(s->output, '.');
        if (dot && (!strcmp(dot, ".svg") || !strcmp(dot, ".png")))
            name = span_of(dot + 1);
        else if ((s->format = format_by_path(span_of(s->output))))
            name = span_of(s->format->name);
    }
    s->form_given = name.n > 0;
    if (!s->form_given && s->output && output_ends_otherwise(s->output, ".txt"))
        return cmd_misuse(s->env, &WHICH_FORM, s->output);
    if (!s->form_given)
        return CMD_OK;
    if (s->output && span_eq(name, SPAN("svg")) && output_ends_otherwise(s->output, ".svg"))
        return cmd_misuse(s->env, &OUTPUT_NOT_SVG, s->output);
    for (int i = 0; i < 3; i++)
        if (span_eq(name, span_of(words[i]))) {
            s->form = (enum show_form)i;
            return CMD_OK;
        }
    s->form = FORM_RECORD;
    s->format = format_by_name(name);
    if (!s->format)
        return cmd_misuse(s->env, &UNKNOWN_FORM, as);
    return s->format->write ? CMD_OK : cmd_misuse(s->env, &READ_ONLY, s->format->name);
}

static int choose_charset(struct show_cmd *s, const struct cmd_args *args)
{
    static const struct msg UNKNOWN_CHARSET = {"unknown character set \"%1\"",
                                               "文字コード「%1」には対応していません"};
    static const struct msg FOR_RECORDS = {"--charset is only for record formats: --as csa, kif …",
                                           "--charset は棋譜の形式（--as csa, kif など）用です"};
    const char *name = args_text(args, OPT_CHARSET, NULL);
    s->charset_given = name != NULL;
    if (s->form == FORM_RECORD)
        s->charset = s->format->charset;
    if (name && !charset_by_name(span_of(name), &s->charset))
        return cmd_misuse(s->env, &UNKNOWN_CHARSET, name);
    return name && s->form != FORM_RECORD ? cmd_misuse(s->env, &FOR_RECORDS, NULL) : CMD_OK;
}

static int choose_ply(struct show_cmd *s, const struct cmd_args *args)
{
    const char *text = args_text(args, OPT_PLY, NULL);
    s->at_ply = text != NULL;
    s->from_end = !text || text[0] == '-' || !strcmp(text, "last");
    if (!text || !strcmp(text, "last"))
        return CMD_OK;
    if (!num_parse_i64(span_of(text), -RECORD_MAX_NODES, RECORD_MAX_NODES, &s->ply))
        return cmd_misuse(s->env, &BAD_PLY, text);
    if (s->ply < 0)
        s->ply = -s->ply;
    return CMD_OK;
}

/* N, or FROM..TO, which also says up to where to show the game unless --ply does. */
static int choose_numbers(struct show_cmd *s, const struct cmd_args *args)
{
    static const struct msg BAD_NUMBERS = {"--numbers takes a number or FROM..TO: %1",
                                           "--numbers には数か FROM..TO を指定してください: %1"};
    const char *text = args_text(args, OPT_NUMBERS, NULL);
    struct span rest = span_of(text ? text : "0");
    uint64_t first, last = 0;
    bool good = num_eat_u64(&rest, RECORD_MAX_NODES, &first);
    bool range = good && span_eat(&rest, SPAN(".."));
    if (range)
        good = num_eat_u64(&rest, RECORD_MAX_NODES, &last) && last >= first && last > 0;
    if (!good || rest.n)
        return cmd_misuse(s->env, &BAD_NUMBERS, text);
    s->board.numbers = range ? 0 : (uint32_t)first;
    s->board.number_from = range ? (uint32_t)first : 0;
    s->board.number_to = (uint32_t)last;
    if (range && !s->at_ply) {
        s->at_ply = true;
        s->from_end = false;
        s->ply = (int64_t)last;
    }
    return CMD_OK;
}

static size_t read_signs(const struct cmd_args *args, size_t option, const char **out)
{
    size_t n = 0;
    for (const char *text; n < MAX_SIGNS && (text = args_nth(args, option, n)); n++)
        out[n] = text;
    return n;
}

static int read_options(struct show_cmd *s, const struct cmd_args *args)
{
    static const struct msg too_many = {"too many marks or arrows; at most 64 of each",
                                        "印と矢印はそれぞれ 64 までです"};
    if (args_count(args, OPT_MARK) > MAX_SIGNS || args_count(args, OPT_ARROW) > MAX_SIGNS)
        return cmd_misuse(s->env, &too_many, NULL);
    int code = choose_form(s, args);
    if (code == CMD_OK)
        code = choose_charset(s, args);
    if (code == CMD_OK)
        code = choose_ply(s, args);
    if (code != CMD_OK)
        return code;
    s->n_marks = read_signs(args, OPT_MARK, s->marks);
    s->n_arrows = read_signs(args, OPT_ARROW, s->arrows);
    s->part = args_text(args, OPT_PART, NULL);
    s->at_ply |= s->part != NULL;
    bool english_text = s->form == FORM_TEXT && s->env->lang == LANG_EN;
    uint32_t id;
    s->wanted = s->number = (uint64_t)args_int(args, OPT_GAME, 0);
    if (operand_game_id(args->operands[0], &id))
        s->number = id;
    s->board = (struct board_options){
        .lang = s->env->lang,
        .theme = (enum board_theme)args_choice(args, OPT_THEME, BOARD_AUTO),
        .flip = args_flag(args, OPT_FLIP),
        .no_coordinates = args_flag(args, OPT_NO_COORDINATES),
        .letters = args_choice(args, OPT_PIECES, english_text) == 1,
        .colour = s->env->colour && !s->output,
        .width_px = (double)args_int(args, OPT_SIZE, 0),
    };
    code = choose_numbers(s, args);
    if (code != CMD_OK)
        return code;
    const char *bytes = NULL; /* what is no text */
    if (s->form == FORM_PNG)
        bytes = "a PNG";
    else if (s->form == FORM_RECORD && s->format->positions)
        bytes = s->format->name;
    if (bytes && !s->output && s->env->json)
        return cmd_misuse(s->env, &BYTES_IN_JSON, bytes);
    if (bytes && !s->output && s->env->out_is_tty)
        return cmd_misuse(s->env, &OUTPUT_ON_TERMINAL, bytes);
    return CMD_OK;
}

/* --- One game -------------------------------------------------------------------------------- */

static void report_losses(struct show_cmd *s, unsigned losses)
{
    struct buf names;
    buf_init(&names, BUF_DEFAULT_MAX);
    record_loss_names(losses, s->env->lang, &names);
    if (losses)
        cmd_note(s->env, &LOSSES, buf_cstr(&names), NULL);
    buf_release(&names);
}

/* In UTF-8 to read, in the format's own charset to keep. */
static enum status write_record(struct show_cmd *s, const struct record *rec, struct err *err)
{
    unsigned losses = 0;
    struct buf text;
    if (format_check_game(s->format, rec, err) != STATUS_OK)
        return STATUS_UNSUPPORTED;
    bool to_screen = s->env->out_is_tty && !s->charset_given;
    if (!s->output && (s->env->json || to_screen)) {
        enum status st = s->format->write(rec, &s->out, &losses, err);
        if (st == STATUS_OK)
            report_losses(s, losses);
        return st;
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status st = format_write(s->format, rec, s->charset, &text, &s->out, &losses, err);
    if (st == STATUS_OK)
        report_losses(s, losses);
    buf_release(&text);
    return st;
}

/* The position alone as a record that starts there: what a diagram format keeps. */
static enum status write_position(struct show_cmd *s, const struct record *rec, uint32_t ply,
                                  struct err *err)
{
    struct record position;
    record_init(&position);
    enum status st = s->view->position(rec, ply, &position, err);
    if (st == STATUS_OK)
        st = write_record(s, &position, err);
    record_release(&position);
    return st;
}

static struct view_board board_of(const struct show_cmd *s, const struct record *rec, uint32_t ply)
{
    return (struct view_board){.rec = rec,
                               .ply = ply,
                               .form = (enum view_form)s->form,
                               .opt = &s->board,
                               .marks = s->marks,
                               .n_marks = s->n_marks,
                               .arrows = s->arrows,
                               .n_arrows = s->n_arrows,
                               .part = s->part};
}

static enum status make_output(struct show_cmd *s, const struct record *rec, uint32_t ply,
                               struct err *err)
{
    if (s->form == FORM_RECORD)
        return s->at_ply ? write_position(s, rec, ply, err) : write_record(s, rec, err);
    if (s->form == FORM_TEXT && !s->at_ply)
        return s->view->page(rec, &s->board, &s->out, err);
    const struct view_board what = board_of(s, rec, ply);
    unsigned notes = 0;
    enum status st = s->view->board(&what, &s->out, &notes, err);
    if (notes & DRAW_PNG_STROKES)
        cmd_note(s->env, &STROKES, NULL, NULL);
    if (notes & DRAW_PNG_BAD_LETTERS)
        cmd_note(s->env, &BAD_LETTERS, NULL, NULL);
    return st;
}

static enum status add_json(struct show_cmd *s, const struct record *rec, uint32_t ply,
                            struct buf *out, struct err *err)
{
    char result[2] = {record_result_letter(rec), '\0'};
    uint32_t plies;
    struct json j;
    record_last_move(rec, &plies);
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "game", s->number);
    json_key_str(&j, "file", rec->label);
    json_key_cstr(&j, "format", rec->format);
    json_key_u64(&j, "ply", ply);
    enum status st = s->view->json(rec, ply, s->env->lang, &j, err);
    if (st != STATUS_OK)
        return st;
    json_key_str(&j, "comment", record_note_at(rec, record_node_at_ply(rec, ply))->comment);
    for (int seat = 0; seat < rec->game->seats; seat++)
        json_key_str(&j, rec->game->seat_names[seat], record_header(rec, HEADER_PLAYER + seat));
    json_key_str(&j, "event", record_header(rec, HEADER_EVENT));
    json_key_str(&j, "date", record_header(rec, HEADER_START_TIME));
    json_key_cstr(&j, "result", result);
    points_to_json(&j, rec->game, rec->points);
    json_key_cstr(&j, "end", record_end_name(rec->end));
    json_key_u64(&j, "plies", plies);
    if (s->form_given && !s->output)
        json_key_str(&j, "text", buf_span(&s->out));
    json_end(&j);
    json_line(&j);
    return STATUS_OK;
}

static int print_result(struct show_cmd *s, const struct record *rec, uint32_t ply)
{
    struct err err;
    if (buf_status(&s->out)) {
        err_nomem(&err);
        return cmd_fail(s->env, &err);
    }
    if (s->output && file_replace(s->output, buf_span(&s->out), &err) != STATUS_OK)
        return cmd_fail(s->env, &err);
    if (!s->env->json)
        return s->output ? CMD_OK : cmd_print(s->env, &s->out);
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    int code = add_json(s, rec, ply, &line, &err) == STATUS_OK ? cmd_print(s->env, &line)
                                                               : cmd_fail(s->env, &err);
    buf_release(&line);
    return code;
}

static int fail_numbers(struct show_cmd *s, const struct msg *what, int64_t wanted, uint64_t there)
{
    struct err err;
    struct buf a, b;
    buf_init(&a, 64);
    buf_init(&b, 64);
    buf_add_i64(&a, wanted);
    buf_add_u64(&b, there);
    err_set(&err, STATUS_NOT_FOUND, what, buf_span(&a), buf_span(&b));
    buf_release(&a);
    buf_release(&b);
    return cmd_fail(s->env, &err);
}

/* What was asked for can't be drawn: that is wrong use. */
static int fail_output(struct show_cmd *s, enum status st, const struct err *err)
{
    return st == STATUS_RANGE && err->what && (s->n_marks + s->n_arrows || s->part)
               ? cmd_misuse(s->env, err->what, err->arg[0])
               : cmd_fail(s->env, err);
}

static int show_record(struct show_cmd *s, const struct record *rec)
{
    struct err err;
    uint32_t plies;
    record_last_move(rec, &plies);
    s->view = view_of_game(rec->game);
    if (!s->view) {
        err_set(&err, STATUS_UNSUPPORTED, &NO_VIEW, span_of(rec->game->name), (struct span){0});
        return cmd_fail(s->env, &err);
    }
    if (s->ply > plies)
        return fail_numbers(s, &NO_SUCH_PLY, s->from_end ? -s->ply : s->ply, plies);
    uint32_t ply = s->from_end ? plies - (uint32_t)s->ply : (uint32_t)s->ply;
    const struct view_board what = board_of(s, rec, ply);
    enum status st = s->view->check_signs(&what, &err);
    if (st == STATUS_OK && (s->form_given || !s->env->json))
        st = make_output(s, rec, ply, &err);
    return st == STATUS_OK ? print_result(s, rec, ply) : fail_output(s, st, &err);
}

/* --- Finding it ------------------------------------------------------------------------------ */

/* True if there are any worth telling. */
static bool report_problems(struct show_cmd *s, const struct record *rec)
{
    bool some = false;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        if (rec->problems[i].severity > PROBLEM_NOTE) {
            cmd_warn(s->env, &rec->problems[i].err);
            some = true;
        }
    return some;
}

static enum status take_game(void *ctx, struct record *rec)
{
    struct show_cmd *s = ctx;
    bool rejected = record_worst(rec) == PROBLEM_REJECTED;
    bool wanted = s->seen++ == s->wanted;
    if (rejected)
        s->code = CMD_ERROR; /* unless a good one follows */
    bool wrong = (rejected || wanted) && report_problems(s, rec);
    if (rejected || !wanted)
        return cmd_should_stop(s->env) ? STATUS_CANCELLED : STATUS_OK;
    s->code = show_record(s, rec);
    if (wrong && s->typed && s->code == CMD_OK)
        s->code = CMD_ERROR;
    s->shown = true;
    return STATUS_CANCELLED;
}

static enum status take_problem(void *ctx, const struct err *err)
{
    struct show_cmd *s = ctx;
    cmd_warn(s->env, err);
    s->code = CMD_ERROR;
    return STATUS_OK;
}

static const struct msg ONE_GAME = {"unexpected operand '%1'; show takes one game",
                                    "引数 '%1' は余分です。一度に表示できるのは一局です"};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct show_cmd s = {.env = env};
    struct reader reader;
    struct err err = {0};
    s.typed = operand_is_position(args->operands[0]);
    if (!s.typed && args->n_operands > 1)
        return cmd_misuse(env, &ONE_GAME, args->operands[1]);
    int code = read_options(&s, args);
    if (code != CMD_OK)
        return code;
    reader_init(&reader);
    buf_init(&s.out, BUF_DEFAULT_MAX);
    enum status st = operand_read_games(args->operands, args->n_operands, &reader, take_game,
                                        take_problem, &s, &err);
    if (st == STATUS_NOMEM)
        err_nomem(&err); /* from inside the walk, where there is no err to set */
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        s.code = cmd_fail(env, &err);
    else if (!s.shown && s.code == CMD_OK && !cmd_should_stop(env))
        s.code = fail_numbers(&s, &NO_SUCH_GAME, (int64_t)s.wanted, s.seen);
    buf_release(&s.out);
    reader_release(&reader);
    return s.code;
}

const struct command CMD_SHOW = {
    .name = "show",
    .group = GROUP_RECORDS,
    .summary = {"show a game, or the board at a ply", "棋譜や局面を表示する"},
    .operands = "FILE|DB:ID|-|SFEN",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details = {"Without --ply and --as, prints the headers, the board at the end and the moves. "
                "FILE may be a record in any format or an archive. SFEN is startpos, a position, "
                "or \"startpos moves 7g7f …\".",
                "--ply も --as もなければ、対局情報、終局図、指し手を表示します。FILE "
                "は棋譜（形式は問わない）か書庫です。SFEN は startpos、局面、または「startpos "
                "moves 7g7f …」です。"},
    .run = run,
};
