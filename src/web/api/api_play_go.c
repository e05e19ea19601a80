/* api_play_go.c: /api/play/go: a game of Go against an opponent that plays as people do.
 *
 * As in api_play_shogi.c, nothing is kept between requests: whoever plays sends the handicap, komi
 * and all moves each time, and is told what can be played there and whether it is over
 * (/api/play/go), what the opponent plays (/api/play/go/move), or gets it as a file
 * (/api/play/go/record). */
#include <math.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "engine/gtp/go_chooser_network.h"
#include "engine/gtp/go_ownership.h"
#include "engine/gtp/go_player.h"
#include "engine/gtp/gtp_client.h"
#include "engine/gtp/gtp_parse.h"
#include "formats/go/go_line.h"
#include "formats/go/go_result.h"
#include "web/api/played_record.h"
#include "web/site/go_programs.h"

enum { IMAGES = 2, MOST_KOMI = 100, MAX_MOVES = 1000 };
static const double USUAL_KOMI = 6.5, HANDICAP_KOMI = 0.5;

static const struct msg NO_MOVE = {"%1 is not a legal move there", "%1 はその局面では打てません"};
static const struct msg TOO_MANY = {"too many moves", "着手が多すぎます"};
static const struct msg IS_OVER = {"the game ends before its last move",
                                   "最後の着手の前に終局しています"};
static const struct msg NO_END = {"a game in progress can end by resign or time-up, not by \"%1\"",
                                  "終わり方は resign か time-up です。「%1」は使えません"};
static const struct msg BAD_HANDICAP = {"handicap must be 0 or from 2 to 9, not %1",
                                        "置き石は 0 か 2 から 9 です（%1 は使えません）"};
static const struct msg BAD_KOMI = {"komi must be a number from -100 to 100, not %1",
                                    "コミは -100 から 100 までの数です（%1 は使えません）"};
static const struct msg NO_PERSON = {"unknown person %1; use one of: %2",
                                     "%1 という相手はありません。次から選んでください: %2"};

static const struct msg NO_PROGRAM = {"no program of Go is named %1",
                                      "%1 という囲碁プログラムはありません"};

struct go_play_request {
    struct gtp_game game;
    uint64_t handicap;
    enum record_end end; /* of the side to move: END_RESIGN, END_TIME_UP, or END_NONE */
    /* of a game that was counted: */
    struct go_ownership ownership;
    struct go_count count;
    bool has_network; /* that was asked about it */
};

/* --- The game so far ------------------------------------------------------------------------- */

static bool both_passed(const struct gtp_game *g)
{
    return g->count >= 2 && go_move_is_pass(gtp_game_last(g, 0)) &&
           go_move_is_pass(gtp_game_last(g, 1));
}

static bool goes_on(const struct go_play_request *p)
{
    return p->end == END_NONE && !both_passed(&p->game);
}

static enum status read_start(struct go_play_request *p, const struct api_call *call,
                              struct err *err)
{
    int points[GTP_MOST_FIXED_HANDICAP];
    struct span komi = api_text(call, "komi"), handicap = api_text(call, "handicap");
    enum status st = api_number(call, "handicap", GTP_MOST_FIXED_HANDICAP, 0, &p->handicap, err);
    if (st == STATUS_OK && p->handicap == 1)
        st = err_set(err, STATUS_RANGE, &BAD_HANDICAP, handicap, SPAN(""));
    if (st == STATUS_OK && p->handicap) {
        gtp_handicap_points((int)p->handicap, points);
        st = gtp_game_handicap(&p->game, points, p->handicap);
        if (st != STATUS_OK)
            return err_nomem(err);
    }
    p->game.komi = p->handicap ? HANDICAP_KOMI : USUAL_KOMI;
    if (st == STATUS_OK && komi.n &&
        (!num_parse_double(komi, &p->game.komi) || fabs(p->game.komi) > MOST_KOMI))
        st = err_set(err, STATUS_RANGE, &BAD_KOMI, komi, SPAN(""));
    return st;
}

static enum status play_word(struct go_play_request *p, struct span word, struct err *err)
{
    struct gtp_game *g = &p->game;
    int point, color = g->pos.turn;
    if (!goes_on(p))
        return err_plain(err, STATUS_RANGE, &IS_OVER);
    if (g->count >= MAX_MOVES)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    if (!gtp_vertex_parse(word, &point))
        return err_set(err, STATUS_RANGE, &NO_MOVE, word, SPAN(""));
    enum status st =
        gtp_game_play(g, point < 0 ? go_pass_make(color) : go_move_make(GO_PLAY, color, point));
    if (st == STATUS_NOMEM)
        return err_nomem(err);
    return st == STATUS_OK ? st : err_set(err, STATUS_RANGE, &NO_MOVE, word, SPAN(""));
}

static enum status read_end(struct go_play_request *p, const struct api_call *call, struct err *err)
{
    struct span end = api_text(call, "end");
    enum record_end how = span_eq(end, SPAN("resign"))    ? END_RESIGN
                          : span_eq(end, SPAN("time-up")) ? END_TIME_UP
                                                          : END_NONE;
    if (end.n && (how == END_NONE || !goes_on(p)))
        return err_set(err, STATUS_RANGE, &NO_END, end, SPAN(""));
    p->end = how;
    return STATUS_OK;
}

/* To be released whatever the status. */
static enum status read_game(struct api_call *call, struct go_play_request *p, struct err *err)
{
    struct span rest = span_trim(api_text(call, "moves"));
    p->end = END_NONE;
    if (gtp_game_init(&p->game) != STATUS_OK)
        return err_nomem(err);
    enum status st = read_start(p, call, err);
    while (st == STATUS_OK && rest.n) {
        st = play_word(p, span_eat_word(&rest), err);
        rest = span_trim(rest);
    }
    return st == STATUS_OK ? read_end(p, call, err) : st;
}

/* Room in the call's arena for a request that was read. */
static enum status open_game(struct api_call *call, struct go_play_request **out, struct err *err)
{
    *out = arena_alloc(&call->arena, sizeof **out);
    if (!*out)
        return err_nomem(err);
    enum status st = read_game(call, *out, err);
    if (st != STATUS_OK)
        gtp_game_release(&(*out)->game);
    return st;
}

/* --- The count ------------------------------------------------------------------------------- */

static enum status open_chooser(struct api_call *call, struct go_chooser_network **out,
                                struct err *err)
{
    const struct go_people_network *network;
    enum status st = site_go_people(call->site, &network, err);
    return st == STATUS_OK ? go_chooser_network_open(out, network, IMAGES, err) : st;
}

static void count_points(struct go_play_request *p, const struct go_player *player)
{
    go_ownership_estimate(&p->ownership, &p->game.pos);
    go_player_count(player, &p->game, &p->ownership, GO_BY_AREA, &p->count);
}

/* A game that is over by passes; without a network nothing is known of its opinion. */
static enum status count_if_over(struct api_call *call, struct go_play_request *p, struct err *err)
{
    struct go_player player = {.person = GO_PROFESSIONAL};
    struct go_chooser_network *chooser = NULL;
    if (p->end != END_NONE || !both_passed(&p->game))
        return STATUS_OK;
    enum status st = open_chooser(call, &chooser, err);
    p->has_network = st == STATUS_OK;
    if (st != STATUS_OK && st != STATUS_NOT_FOUND)
        return st;
    if (p->has_network)
        player.chooser = go_chooser_network_chooser(chooser);
    count_points(p, &player);
    go_chooser_network_close(chooser);
    return STATUS_OK;
}

/* --- As JSON --------------------------------------------------------------------------------- */

static void add_point(struct json *j, int point)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    go_point_print(point, &name);
    json_str(j, buf_span(&name));
    buf_release(&name);
}

static void add_vertex(struct json *j, const char *key, go_move m)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    gtp_vertex_print(m, &name);
    if (key)
        json_key_str(j, key, buf_span(&name));
    else
        json_str(j, buf_span(&name));
    buf_release(&name);
}

static void add_stones(struct json *j, const char *key, const struct go_pos *pos, int color)
{
    json_key(j, key);
    json_open_array(j);
    for (int i = 0; i < GTP_POINTS; i++)
        if (go_stone_at(pos, gtp_point(i)) == 1 + color)
            add_point(j, gtp_point(i));
    json_end(j);
}

static void add_played(struct json *j, const struct gtp_game *g)
{
    json_key(j, "played");
    json_open_array(j);
    for (size_t i = 0; i < g->count; i++)
        add_vertex(j, NULL, g->moves[i]);
    json_end(j);
}

/* Points that may be played on; passing is always possible. */
static void add_legal(struct json *j, const struct go_play_request *p)
{
    const struct gtp_game *g = &p->game;
    json_key(j, "legal");
    json_open_array(j);
    for (int i = 0; i < GTP_POINTS && goes_on(p); i++)
        if (gtp_game_may_play(g, go_move_make(GO_PLAY, g->pos.turn, gtp_point(i))))
            add_point(j, gtp_point(i));
    json_end(j);
}

static void add_result_texts(struct json *j, int winner, bool by_time, const char *points)
{
    static const struct msg RESIGNED[2] = {{"White resigned. Black wins.", "黒の中押し勝ちです。"},
                                           {"Black resigned. White wins.", "白の中押し勝ちです。"}};
    static const struct msg LATE[2] = {
        {"White ran out of time. Black wins.", "白の時間切れで、黒の勝ちです。"},
        {"Black ran out of time. White wins.", "黒の時間切れで、白の勝ちです。"}};
    static const struct msg COUNTED[2] = {{"Black wins by %1 points.", "黒の %1 目勝ちです。"},
                                          {"White wins by %1 points.", "白の %1 目勝ちです。"}};
    static const struct msg JIGO = {"The game is drawn.", "持碁（引き分け）です。"};
    static const char *const KEYS[] = {[LANG_EN] = "en", [LANG_JA] = "ja"};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int lang = 0; lang < 2; lang++) {
        const struct msg *what = winner < 0 ? &JIGO
                                 : points   ? &COUNTED[winner]
                                 : by_time  ? &LATE[winner]
                                            : &RESIGNED[winner];
        buf_clear(&text);
        msg_format(what, (enum lang)lang, span_of(points ? points : ""), SPAN(""), &text);
        json_key_str(j, KEYS[lang], buf_span(&text));
    }
    buf_release(&text);
}

/* What belongs to whom, and which stones are dead. */
static void add_count(struct json *j, const struct go_play_request *p)
{
    static const char *const AREAS[] = {"black_area", "white_area"};
    const struct go_pos *pos = &p->game.pos;
    uint8_t owner[GTP_POINTS];
    json_key_double(j, "points", fabs(p->count.score));
    if (p->has_network) {
        json_key_double(j, "win", (double)p->count.win);
        json_key_bool(j, "doubtful", p->count.doubtful);
    }
    go_area(&p->ownership, pos, owner);
    for (int color = 0; color < 2; color++) {
        json_key(j, AREAS[color]);
        json_open_array(j);
        for (int i = 0; i < GTP_POINTS; i++)
            if (owner[i] == 1 + color && go_stone_at(pos, gtp_point(i)) != 1 + color)
                add_point(j, gtp_point(i));
        json_end(j);
    }
    json_key(j, "dead");
    json_open_array(j);
    for (int i = 0; i < GTP_POINTS; i++)
        if (go_is_dead(&p->ownership, pos, gtp_point(i)))
            add_point(j, gtp_point(i));
    json_end(j);
}

/* "over":null, or how it ended. */
static void add_end(struct json *j, const struct go_play_request *p)
{
    struct buf points;
    json_key(j, "over");
    if (goes_on(p)) {
        json_null_value(j);
        return;
    }
    buf_init(&points, BUF_DEFAULT_MAX);
    bool counted = p->end == END_NONE, by_time = p->end == END_TIME_UP;
    double score = !counted ? (p->game.pos.turn == GO_BLACK ? -1 : 1) : p->count.score;
    int winner = fabs(score) < 0.01 ? -1 : score > 0 ? GO_BLACK : GO_WHITE;
    json_open_object(j);
    json_key_cstr(j, "end", counted ? "score" : by_time ? "time-up" : "resign");
    json_key_cstr(j, "result", winner < 0 ? "d" : winner == GO_BLACK ? "b" : "w");
    if (counted) {
        buf_printf(&points, "%.1f", fabs(score));
        add_count(j, p);
    }
    add_result_texts(j, winner, by_time, counted ? buf_cstr(&points) : NULL);
    json_end(j);
    buf_release(&points);
}

/* Members of the object that is open. */
static void add_game(struct json *j, const struct go_play_request *p)
{
    const struct gtp_game *g = &p->game;
    json_key_i64(j, "turn", g->pos.turn);
    json_key_u64(j, "ply", g->count);
    json_key_u64(j, "handicap", p->handicap);
    json_key_double(j, "komi", g->komi);
    add_stones(j, "black", &g->pos, GO_BLACK);
    add_stones(j, "white", &g->pos, GO_WHITE);
    json_key(j, "captured");
    json_open_array(j);
    json_u64(j, g->pos.captured[GO_BLACK]);
    json_u64(j, g->pos.captured[GO_WHITE]);
    json_end(j);
    add_played(j, g);
    add_legal(j, p);
    add_end(j, p);
}

enum status api_play_go(struct api_call *call, struct err *err)
{
    struct go_play_request *p;
    enum status st = open_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    st = count_if_over(call, p, err);
    if (st == STATUS_OK) {
        json_open_object(&call->json);
        add_game(&call->json, p);
        json_end(&call->json);
        json_line(&call->json);
    }
    gtp_game_release(&p->game);
    return st;
}

/* --- The opponent's move --------------------------------------------------------------------- */

static enum status read_person(const struct api_call *call, struct go_player *player,
                               struct err *err)
{
    struct span name = api_text(call, "person");
    player->person = GO_PROFESSIONAL;
    player->temperature = name.n ? 1 : -1;
    for (int i = 0; i < GO_PERSONS; i++)
        if (span_eq(name, span_of(go_person_names[i]))) {
            player->person = (enum go_person)i;
            return STATUS_OK;
        }
    return name.n ? err_set(err, STATUS_RANGE, &NO_PERSON, name,
                            SPAN("professional, strong-amateur, amateur"))
                  : STATUS_OK;
}

static enum status decide(struct api_call *call, const struct go_play_request *p,
                          struct go_decision *out, struct err *err)
{
    struct go_player player = {.resign = GO_RESIGN_PERCENT / 100.0};
    struct go_chooser_network *chooser = NULL;
    enum status st = read_person(call, &player, err);
    if (st == STATUS_OK)
        st = api_number(call, "seed", INT64_MAX, 1, &player.seed, err);
    if (st == STATUS_OK)
        st = open_chooser(call, &chooser, err);
    if (st != STATUS_OK)
        return st;
    player.chooser = go_chooser_network_chooser(chooser);
    st = go_player_decide(&player, &p->game, out);
    go_chooser_network_close(chooser);
    return st == STATUS_OK ? st : err_nomem(err);
}

/* What a program that was named plays. */
static enum status ask_program(struct api_call *call, const struct go_play_request *p,
                               struct span name, struct go_decision *out, struct err *err)
{
    struct go_programs *programs = call->site->go_programs;
    uint32_t which = programs ? go_programs_find(programs, name) : GO_PROGRAMS_MOST;
    struct gtp_answer answer;
    uint64_t level;
    enum status st = api_count(call, "level", 1, GNUGO_LEVELS, GNUGO_LEVELS, &level, err);
    if (st != STATUS_OK)
        return st;
    if (which == GO_PROGRAMS_MOST)
        return err_set(err, STATUS_NOT_FOUND, &NO_PROGRAM, name, SPAN(""));
    st = go_programs_move(programs, which, (unsigned)level, &p->game, call->request->cancelled,
                          &answer, err);
    if (st == STATUS_OK)
        *out = (struct go_decision){.resigns = answer.reply == GTP_RESIGN, .move = answer.move};
    return st;
}

/* "answer":{…}; then the move is made.  person: what people do there is known. */
static enum status add_answer(struct json *j, struct go_play_request *p,
                              const struct go_decision *d, bool person, struct err *err)
{
    json_key(j, "answer");
    json_open_object(j);
    if (d->resigns)
        json_key_cstr(j, "move", "resign");
    else
        add_vertex(j, "move", d->move);
    if (person) {
        json_key_double(j, "share", (double)d->p);
        json_key_double(j, "win", (double)d->win);
    }
    json_end(j);
    p->end = d->resigns ? END_RESIGN : END_NONE;
    return d->resigns || gtp_game_play(&p->game, d->move) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status respond_move(struct api_call *call, struct go_play_request *p, struct err *err)
{
    struct go_decision decision;
    struct json *j = &call->json;
    struct span program = api_text(call, "program");
    enum status st = goes_on(p) ? STATUS_OK : err_plain(err, STATUS_RANGE, &IS_OVER);
    if (st == STATUS_OK && p->game.count >= MAX_MOVES)
        st = err_plain(err, STATUS_LIMIT, &TOO_MANY);
    if (st == STATUS_OK)
        st = program.n ? ask_program(call, p, program, &decision, err)
                       : decide(call, p, &decision, err);
    if (st == STATUS_OK && atomic_load(call->request->cancelled))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    st = add_answer(j, p, &decision, program.n == 0, err);
    if (st == STATUS_OK)
        st = count_if_over(call, p, err);
    if (st == STATUS_OK)
        add_game(j, p);
    json_end(j);
    json_line(j);
    return st;
}

enum status api_play_go_move(struct api_call *call, struct err *err)
{
    struct go_play_request *p;
    enum status st = open_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    st = respond_move(call, p, err);
    gtp_game_release(&p->game);
    return st;
}

/* --- Programs -------------------------------------------------------------------------------- */

enum status api_play_go_programs(struct api_call *call, struct err *err)
{
    const struct go_programs *programs = call->site->go_programs;
    struct json *j = &call->json;
    (void)err;
    json_open_object(j);
    json_key(j, "programs");
    json_open_array(j);
    for (uint32_t i = 0; programs && i < programs->count; i++) {
        json_open_object(j);
        json_key_str(j, "name", programs->at[i].name);
        json_key_bool(j, "installed", go_programs_installed(programs, i));
        json_key_u64(j, "levels", i == 0 ? GNUGO_LEVELS : 0);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

/* --- As a file ------------------------------------------------------------------------------- */

static enum status add_header(struct record *rec, const char *key, struct span value)
{
    return record_add_header(rec, HEADER_OTHER, span_of(key), value);
}

static enum status add_headers(struct record *rec, struct go_play_request *p)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "%.10g", p->game.komi);
    enum status st = add_header(rec, "KM", buf_span(&text));
    if (st == STATUS_OK && p->handicap)
        st = add_header(rec, "HA", SPAN_U64(p->handicap));
    buf_clear(&text);
    if (p->end != END_NONE) {
        buf_printf(&text, "%c+%c", p->game.pos.turn == GO_BLACK ? 'W' : 'B',
                   p->end == END_RESIGN ? 'R' : 'T');
    } else if (both_passed(&p->game)) {
        count_points(p, &(const struct go_player){0});
        double score = p->count.score;
        if (fabs(score) < 0.01)
            buf_add_str(&text, "0");
        else
            buf_printf(&text, "%c+%.10g", score > 0 ? 'B' : 'W', fabs(score));
    }
    if (st == STATUS_OK && text.n) {
        (void)go_result_read(buf_span(&text), rec);
        st = add_header(rec, "RE", buf_span(&text));
    }
    if (buf_status(&text) != STATUS_OK)
        st = STATUS_NOMEM;
    buf_release(&text);
    return st;
}

static enum status fill_record(struct go_play_request *p, struct record *rec)
{
    struct go_line *line = mem_alloc(sizeof *line);
    enum go_illegal why;
    if (!line)
        return STATUS_NOMEM;
    go_line_init(line);
    enum status st = record_clear(rec, format_by_name(SPAN("sgf"))->game);
    if (st == STATUS_OK) {
        go_line_clear(line, rec);
        st = go_line_start(line, &p->game.start);
    }
    for (size_t i = 0; i < p->game.count && st == STATUS_OK; i++)
        st = go_line_move(line, p->game.moves[i], &why);
    go_line_release(line);
    mem_free(line);
    return st == STATUS_OK ? add_headers(rec, p) : st;
}

static enum status fill_as_sgf(struct api_call *call, void *game, struct record *rec,
                               struct err *err)
{
    enum status st = fill_record(game, rec);
    return st == STATUS_OK ? played_record_headers(call, rec, err) : err_nomem(err);
}

enum status api_play_go_record(struct api_call *call, struct err *err)
{
    struct go_play_request *p;
    enum status st = open_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    st = played_record_send(call, fill_as_sgf, p, format_by_name(SPAN("sgf")), err);
    gtp_game_release(&p->game);
    return st;
}

/* Into the database. */
enum status api_play_go_save(struct api_call *call, struct err *err)
{
    struct go_play_request *p;
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = open_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    st = played_record_keep(call, fill_as_sgf, p, format_by_name(SPAN("sgf")), err);
    gtp_game_release(&p->game);
    return st;
}
