/* cmd_eval.c: `kifu eval`: what an evaluation says of a position, and why; with --people, how likely
 * people were to find the moves of a game (cmd/parts/found_report.h).
 *
 * Knows no evaluation by name: each explains itself (eval.h), and weights.h finds it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/operand.h"
#include "cmd/parts/found_report.h"
#include "engine/eval/eval.h"
#include "engine/eval/weights.h"
#include "engine/natural/natural.h"
#include "engine/search/engine_search.h"
#include "formats/format.h"
#include "games/shogi/shogi_names.h"
#include "view/board/shogi_board.h"
#include "view/board/shogi_board_text.h"
#include "view/board/shogi_move_text.h"
#include "view/board/shogi_ply_view.h"
#include "view/draw/text_width.h"

/* --- Eval report ------------------------------------------------------------------------------
 * What an evaluation says of a position, to read: as a table of terms, a board with
 * what each piece contributes, and what comes of it when captures, and then moves, are searched.
 * All values are from Black's side, in hundredths of a pawn. */

/* All borrowed. */
struct eval_report {
    const char *name; /* of the evaluation */
    const struct shogi_pos *pos;
    unsigned ply; /* moves made so far */
    const struct eval_account *account;
    const struct eval_shares *shares;
    int quiescence;                /* for the side to move, as the next two */
    const struct think_line *line; /* NULL: no search was made, or there is no move */
    uint64_t nodes;
};

static int for_black(const struct eval_report *e, int value)
{
    return e->pos->turn == SHOGI_BLACK ? value : -value;
}

/* Plies to the mate that a value of a search stands for, less than 0 if White mates; 0: none. */
static int mate_in(int black_value)
{
    int plies = THINK_MATE - abs(black_value);
    if (abs(black_value) < THINK_MATE_BOUND)
        return 0;
    return black_value > 0 ? plies : -plies;
}

static void fill_figures(const struct eval_report *e, char (*figures)[SHOGI_FIGURE_BYTES])
{
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int kind = shogi_kind_of(e->pos->board[square]), share = e->shares->board[square];
        int shown = share > 9999 ? 9999 : share < -9999 ? -9999 : share; /* five columns */
        figures[square][0] = '\0';
        if (kind && kind != SHOGI_KING)
            snprintf(figures[square], SHOGI_FIGURE_BYTES, "%+d", shown);
    }
}

/* --- Text ------------------------------------------------------------------------------------ */

enum { NAME_COLUMNS = 34, NUMBER_COLUMNS = 10 };

/* A number without digits that say nothing: +12, -0.25; nothing if there is none. */
static void add_number(struct buf *out, double v, bool sign)
{
    char text[32];
    snprintf(text, sizeof text, sign ? "%+.2f" : "%.2f", v);
    char *end = text + strlen(text);
    while (end > text && end[-1] == '0')
        *--end = '\0';
    if (end > text && end[-1] == '.')
        *--end = '\0';
    buf_printf(out, "%*s", NUMBER_COLUMNS, isnan(v) ? "" : text);
}

static void add_right(struct buf *out, const char *word)
{
    for (int i = text_columns(span_of(word)); i < NUMBER_COLUMNS; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, word);
}

static bool has_parts(const struct eval_account *a)
{
    for (int i = 0; i < a->term_count; i++)
        if (!isnan(a->terms[i].opening))
            return true;
    return false;
}

static void add_table(struct buf *out, const struct eval_report *e, enum lang lang)
{
    static const struct msg COLUMNS[] = {{"term", "項目"},    {"count", "数"},
                                         {"opening", "序盤"}, {"endgame", "終盤"},
                                         {"value", "評価"},   {"sum", "合計"}};
    const struct eval_account *a = e->account;
    bool parts = has_parts(a);
    text_pad(out, span_of(msg_in(&COLUMNS[0], lang)), NAME_COLUMNS);
    for (int i = 1; i <= 4; i++)
        if (parts || i == 1 || i == 4)
            add_right(out, msg_in(&COLUMNS[i], lang));
    buf_add_char(out, '\n');
    for (int i = 0; i < a->term_count; i++) {
        text_pad(out, span_of(a->terms[i].name), NAME_COLUMNS);
        add_number(out, a->terms[i].count, false);
        if (parts) {
            add_number(out, a->terms[i].opening, true);
            add_number(out, a->terms[i].endgame, true);
        }
        add_number(out, a->terms[i].value, true);
        buf_add_char(out, '\n');
    }
    text_pad(out, span_of(msg_in(&COLUMNS[5], lang)),
             NAME_COLUMNS + (parts ? 3 : 1) * NUMBER_COLUMNS);
    add_number(out, a->value, true);
    buf_add_char(out, '\n');
}

static void add_progress(struct buf *out, const struct eval_report *e, enum lang lang)
{
    static const struct msg HEAD = {"progress %1; attack on Black %2",
                                    "進行度 %1　先手玉への攻め %2"};
    static const struct msg TAIL = {", on White %1; defence of Black %2",
                                    "　後手玉への攻め %1　先手玉の守り %2"};
    static const struct msg LAST = {", of White %1\n", "　後手玉の守り %1\n"};
    const int points[] = {e->account->advance.whole, e->account->advance.attack[0],
                          e->account->advance.attack[1], e->account->advance.defence[0],
                          e->account->advance.defence[1]};
    char text[5][16];
    for (int i = 0; i < 5; i++)
        snprintf(text[i], sizeof text[i], "%.2f", (double)points[i] / ADVANCE_ONE);
    msg_format(&HEAD, lang, span_of(text[0]), span_of(text[1]), out);
    msg_format(&TAIL, lang, span_of(text[2]), span_of(text[3]), out);
    msg_format(&LAST, lang, span_of(text[4]), (struct span){0}, out);
}

static void add_hands(struct buf *out, const struct eval_report *e, enum lang lang)
{
    static const struct msg HEADS[2] = {{"Black's hand, each:", "先手の持駒一枚："},
                                        {"White's hand, each:", "後手の持駒一枚："}};
    for (int color = 0; color < 2; color++) {
        bool any = false;
        for (size_t i = 0; i < 7; i++) {
            int kind = SHOGI_HAND_ORDER[i];
            if (!e->pos->hand[color][kind])
                continue;
            if (!any)
                buf_add_str(out, msg_in(&HEADS[color], lang));
            any = true;
            buf_printf(out, " %s %+d",
                       lang == LANG_JA ? shogi_kind_kanji(kind) : shogi_kind_sfen(kind),
                       e->shares->hand[color][kind]);
        }
        buf_add_str(out, any ? "\n" : "");
    }
}

static void add_board(struct buf *out, const struct eval_report *e, const struct board_options *opt)
{
    static const struct msg HEAD = {
        "contribution of each piece (value minus the value without it):\n",
        "各駒の寄与（その駒がないときとの差）：\n"};
    char figures[SHOGI_SQUARES][SHOGI_FIGURE_BYTES];
    struct shogi_picture picture = {.pos = e->pos,
                                    .ply = e->ply,
                                    .caption_side = -1,
                                    .figures = (const char(*)[SHOGI_FIGURE_BYTES])figures};
    fill_figures(e, figures);
    buf_add_str(out, msg_in(&HEAD, opt->lang));
    shogi_board_text(&picture, opt, out);
    add_hands(out, e, opt->lang);
}

static void add_value(struct buf *out, int value, enum lang lang)
{
    static const struct msg MATES[2] = {{"Black mates in %1", "先手の %1 手詰み"},
                                        {"White mates in %1", "後手の %1 手詰み"}};
    char text[16];
    int mate = mate_in(value);
    snprintf(text, sizeof text, mate ? "%d" : "%+d", mate ? abs(mate) : value);
    if (mate)
        msg_format(&MATES[mate < 0], lang, span_of(text), (struct span){0}, out);
    else
        buf_add_str(out, text);
}

static void add_moves(struct buf *out, const struct eval_report *e, enum lang lang)
{
    struct shogi_pos pos = *e->pos;
    struct shogi_undo undo;
    int last_to = -1;
    for (uint32_t i = 0; i < e->line->length; i++) {
        shogi_move m = e->line->moves[i];
        if (lang == LANG_JA)
            buf_add_str(out, pos.turn == SHOGI_BLACK ? "▲" : "△");
        else
            buf_add_str(out, i ? " " : "");
        shogi_move_text(&pos, m, last_to, lang, out);
        last_to = shogi_move_to(m);
        shogi_play(&pos, m, &undo);
    }
}

static void add_search(struct buf *out, const struct eval_report *e, enum lang lang)
{
    static const struct msg STATIC = {"static value: ", "静的評価値："};
    static const struct msg QUIET = {"quiescence search: ", "静止探索："};
    static const struct msg DEEP = {"depth %1, %2 positions: ", "深さ %1、%2 局面："};
    char depth[16], nodes[32];
    buf_add_str(out, msg_in(&STATIC, lang));
    buf_printf(out, "%+d\n", e->account->value); /* however large, no mate */
    buf_add_str(out, msg_in(&QUIET, lang));
    add_value(out, for_black(e, e->quiescence), lang);
    buf_add_char(out, '\n');
    if (!e->line)
        return;
    snprintf(depth, sizeof depth, "%d", e->line->depth);
    snprintf(nodes, sizeof nodes, "%llu", (unsigned long long)e->nodes);
    msg_format(&DEEP, lang, span_of(depth), span_of(nodes), out);
    add_value(out, for_black(e, e->line->value), lang);
    buf_add_str(out, lang == LANG_JA ? "　" : "  ");
    add_moves(out, e, lang);
    buf_add_char(out, '\n');
}

/* Appends lines of text. */
static void eval_report_text(const struct eval_report *e, const struct board_options *opt,
                             struct buf *out)
{
    static const struct msg HEAD = {"evaluation %1, in hundredths of a pawn, from Black's side\n",
                                    "評価関数 %1（歩の百分の一単位、先手から見た値）\n"};
    msg_format(&HEAD, opt->lang, span_of(e->name), (struct span){0}, out);
    add_progress(out, e, opt->lang);
    buf_add_char(out, '\n');
    add_table(out, e, opt->lang);
    buf_add_char(out, '\n');
    add_board(out, e, opt);
    buf_add_char(out, '\n');
    add_search(out, e, opt->lang);
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void key_number(struct json *j, const char *key, double v)
{
    if (!isnan(v))
        json_key_double(j, key, v);
}

static void add_terms(const struct eval_report *e, struct json *j)
{
    json_key(j, "terms");
    json_open_array(j);
    for (int i = 0; i < e->account->term_count; i++) {
        const struct eval_term *t = &e->account->terms[i];
        json_open_object(j);
        json_key_cstr(j, "name", t->name);
        json_key_double(j, "value", t->value);
        key_number(j, "count", t->count);
        key_number(j, "opening", t->opening);
        key_number(j, "endgame", t->endgame);
        json_end(j);
    }
    json_end(j);
}

static void add_piece(struct json *j, int color, int kind, int share)
{
    json_key_cstr(j, "color", color == SHOGI_BLACK ? "black" : "white");
    json_key_cstr(j, "piece", shogi_kind_sfen(kind));
    json_key_i64(j, "value", share);
}

/* Board and hands: "square", or "hand" with how many there are. */
static void add_pieces(const struct eval_report *e, struct json *j)
{
    json_key(j, "pieces");
    json_open_array(j);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = e->pos->board[square];
        if (!piece || shogi_kind_of(piece) == SHOGI_KING)
            continue;
        const char name[] = {(char)('0' + shogi_file_of(square)),
                             (char)('a' + shogi_rank_of(square) - 1), '\0'};
        json_open_object(j);
        json_key_cstr(j, "square", name);
        add_piece(j, shogi_color_of(piece), shogi_kind_of(piece), e->shares->board[square]);
        json_end(j);
    }
    for (int color = 0; color < 2; color++)
        for (size_t i = 0; i < 7; i++) {
            int kind = SHOGI_HAND_ORDER[i];
            if (!e->pos->hand[color][kind])
                continue;
            json_open_object(j);
            json_key_u64(j, "hand", e->pos->hand[color][kind]);
            add_piece(j, color, kind, e->shares->hand[color][kind]);
            json_end(j);
        }
    json_end(j);
}

/* "mate" in plies, less than 0 if White mates, in place of "value". */
static void key_value(struct json *j, const char *key, int value)
{
    int mate = mate_in(value);
    if (!mate) {
        json_key_i64(j, key, value);
        return;
    }
    json_key(j, key);
    json_open_object(j);
    json_key_i64(j, "mate", mate);
    json_end(j);
}

static void add_line(const struct eval_report *e, struct json *j)
{
    struct buf move;
    if (!e->line)
        return;
    buf_init(&move, 64);
    json_key(j, "search");
    json_open_object(j);
    json_key_i64(j, "depth", e->line->depth);
    json_key_u64(j, "nodes", e->nodes);
    key_value(j, "value", for_black(e, e->line->value));
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < e->line->length; i++) {
        buf_clear(&move);
        shogi_usi_print(e->line->moves[i], &move);
        json_str(j, buf_span(&move));
    }
    json_end(j);
    json_end(j);
    buf_release(&move);
}

static void key_sides(struct json *j, const char *key, const int *points)
{
    json_key(j, key);
    json_open_array(j);
    for (int color = 0; color < 2; color++)
        json_double(j, (double)points[color] / ADVANCE_ONE);
    json_end(j);
}

/* Appends the fields of one object, which the caller has opened and ends. */
static void eval_report_json(const struct eval_report *e, struct json *j)
{
    struct buf sfen;
    buf_init(&sfen, BUF_DEFAULT_MAX);
    shogi_sfen_print(e->pos, e->ply + 1, &sfen);
    json_key_str(j, "sfen", buf_span(&sfen));
    buf_release(&sfen);
    json_key_cstr(j, "evaluation", e->name);
    json_key_i64(j, "value", e->account->value);
    json_key_double(j, "progress", (double)e->account->advance.whole / ADVANCE_ONE);
    key_sides(j, "attack", e->account->advance.attack);
    key_sides(j, "defence", e->account->advance.defence);
    add_terms(e, j);
    add_pieces(e, j);
    key_value(j, "quiescence", for_black(e, e->quiescence));
    add_line(e, j);
}

/* --- Picture --------------------------------------------------------------------------------- */

/* Appends a picture: the board with the figures. */
static enum status eval_report_svg(const struct eval_report *e, const struct board_options *opt,
                                   struct buf *out, struct err *err)
{
    static const struct msg CAPTION = {"%1: %2", "%1：%2"};
    char figures[SHOGI_SQUARES][SHOGI_FIGURE_BYTES], value[16];
    struct buf caption;
    buf_init(&caption, BUF_DEFAULT_MAX);
    snprintf(value, sizeof value, "%+d", e->account->value);
    msg_format(&CAPTION, opt->lang, span_of(e->name), span_of(value), &caption);
    fill_figures(e, figures);
    struct shogi_picture picture = {.pos = e->pos,
                                    .ply = e->ply,
                                    .caption = buf_span(&caption),
                                    .caption_side = -1,
                                    .figures = (const char(*)[SHOGI_FIGURE_BYTES])figures};
    enum status st = buf_status(&caption) == STATUS_OK ? shogi_board_svg(&picture, opt, out, err)
                                                       : err_nomem(err);
    buf_release(&caption);
    return st;
}

enum {
    OPT_WEIGHTS,
    OPT_PLY,
    OPT_DEPTH,
    OPT_NODES,
    OPT_SVG,
    OPT_PEOPLE,
    OPT_CLASS,
    OPT_NETWORK,
    OPT_COUNT
};
enum { DEFAULT_DEPTH = 6, TABLE_BYTES = 16 << 20 };

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_WEIGHTS, "weights", "NAME|FILE",
                "evaluation: halfka (default), net, paper, calibrated, material, or a weights file",
                "評価関数: halfka（既定）、net、paper、calibrated、material、または重みのファイル",
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
    FLAG_OPTION(OPT_PEOPLE, "people",
                "print how likely people of each class were to find each move of a game, instead "
                "of an evaluation",
                "評価の代わりに、棋譜の各指し手を各階級の人が見つける確率を示す"),
    CHOICE_OPTION(OPT_CLASS, "class", natural_class_names,
                  "--people: class of player whose surprise is printed (default pro)",
                  "--people: 意外さを示す階級（既定は pro）"),
    FILE_OPTION(OPT_NETWORK, "network", "FILE",
                "--people: network of people's moves (default: installed)",
                "--people: 人の指し手のネットワーク（既定は付属のもの）"),
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
    struct found_report *people;  /* NULL: evaluations */
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
    if (st == STATUS_OK && v->env->json) {
        struct json j;
        json_init(&j, &v->out);
        json_open_object(&j);
        eval_report_json(&e, &j);
        json_end(&j);
        json_line(&j);
    } else if (st == STATUS_OK) {
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
    static const struct msg NO_SUCH_PLY = {"the game has no ply %1", "棋譜に %1 手目はありません"};
    uint32_t plies;
    record_last_move(rec, &plies);
    if (v->at_ply && v->ply > plies)
        return err_set(err, STATUS_NOT_FOUND, &NO_SUCH_PLY, SPAN_U64(v->ply), (struct span){0});
    return shogi_ply_view_find(&v->moment, rec, v->at_ply ? v->ply : plies, err);
}

static enum status evaluate_record(struct eval_cmd *v, const struct record *rec, struct err *err)
{
    static const struct msg NOT_SHOGI = {"only shogi positions can be evaluated",
                                         "評価できるのは将棋の局面だけです"};
    if (strcmp(rec->game->name, "shogi") != 0)
        return err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
    if (v->people)
        return found_report_game(v->people, rec, err);
    enum status st = find_moment(v, rec, err);
    return st == STATUS_OK ? evaluate(v, err) : st;
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
    enum status st = evaluate_record(v, rec, &err);
    if (st == STATUS_CANCELLED)
        return st;
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

static enum status open_all(struct eval_cmd *v, struct weights **w, const struct cmd_args *args,
                            struct err *err)
{
    if (args_flag(args, OPT_PEOPLE))
        return found_report_open(&v->people, v->env, args_text(args, OPT_NETWORK, NULL),
                                 (int)args_choice(args, OPT_CLASS, NATURAL_PRO), err);
    enum status st = weights_open(w, args_text(args, OPT_WEIGHTS, NULL), err);
    if (st != STATUS_OK)
        return st;
    v->eval = weights_eval(*w);
    v->account = mem_calloc(1, sizeof *v->account);
    if (!v->account)
        return err_nomem(err);
    const struct think_options opt = {.tt_bytes = TABLE_BYTES, .threads = 1, .eval = v->eval};
    return thinker_open(&v->thinker, &opt, err);
}

/* --people is about all moves, and nothing else is about people. */
static int check_options(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg WITH = {"--people cannot be used with --%1",
                                    "--people と --%1 は同時に使えません"};
    static const struct msg WITHOUT = {"--%1 needs --people", "--%1 には --people が必要です"};
    static const int OTHERS[] = {OPT_WEIGHTS, OPT_PLY, OPT_DEPTH, OPT_NODES, OPT_SVG};
    bool people = args_flag(args, OPT_PEOPLE);
    for (size_t i = 0; people && i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (args_flag(args, (size_t)OTHERS[i]))
            return cmd_misuse(env, &WITH, OPTIONS[OTHERS[i]].name);
    for (size_t i = OPT_CLASS; !people && i <= OPT_NETWORK; i++)
        if (args_flag(args, i))
            return cmd_misuse(env, &WITHOUT, OPTIONS[i].name);
    return CMD_OK;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NOTHING = {"no position in %1", "%1 に局面がありません"};
    struct eval_cmd v = {.env = env};
    struct weights *weights = NULL;
    struct reader reader;
    struct err err = {0};
    if (check_options(env, args) != CMD_OK)
        return CMD_MISUSE;
    v.limits.nodes = (uint64_t)args_int(args, OPT_NODES, 0);
    v.limits.depth = (int)args_int(args, OPT_DEPTH, v.limits.nodes ? 0 : DEFAULT_DEPTH);
    v.searches = v.limits.nodes || v.limits.depth;
    v.at_ply = args_flag(args, OPT_PLY);
    v.ply = (uint32_t)args_int(args, OPT_PLY, 0);
    v.svg = args_text(args, OPT_SVG, NULL);
    reader_init(&reader);
    shogi_ply_view_init(&v.moment);
    buf_init(&v.out, BUF_DEFAULT_MAX);
    enum status st = open_all(&v, &weights, args, &err);
    if (st == STATUS_OK)
        st = operand_read_games(args->operands, args->n_operands, &reader, take_game, take_problem,
                                &v, &err);
    if (st == STATUS_NOMEM)
        err_nomem(&err);
    if (st != STATUS_OK && st != STATUS_CANCELLED)
        v.code = cmd_fail(env, &err);
    else if (!v.seen && v.code == CMD_OK && !cmd_should_stop(env))
        v.code = cmd_fail_msg(env, &NOTHING, args->operands[0]);
    found_report_close(v.people);
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
    .shared = TAKES_JSON | TAKES_PROGRESS,
    .options = OPTIONS,
    .details =
        {"Prints the terms and their sum, the contribution of each piece, and the values of the "
         "quiescence search and of a full search. SFEN is startpos, a position, or \"startpos "
         "moves 7g7f …\". Of a record, the last position or that of --ply is evaluated. With "
         "--people, all "
         "moves of a record are rated by a network of people's moves, and nothing is evaluated.",
         "項目の表と合計、各駒の寄与、静止探索と探索の結果を表示します。SFEN は "
         "startpos、局面、または「startpos moves 7g7f …」です。棋譜では最後の局面か --ply "
         "の局面を評価します。--people "
         "では評価をせず、棋譜のすべての指し手を人の指し手のネットワークで調べます。"},
    .run = run,
};
