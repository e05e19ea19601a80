/* api_play_shogi.c: /api/play/shogi: a game of shogi against the engine.
 *
 * Nothing is kept between requests: whoever plays sends the start and all moves each time, and is
 * told what can be played there and whether it is over (/api/play/shogi), what the engine plays and
 * why (/api/play/shogi/move), or gets it as a file (/api/play/shogi/record). */
#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "engine/natural/style.h"
#include "engine/person/person_player.h"
#include "sim/match/scoresheet.h"
#include "view/board/shogi_move_text.h"
#include "web/api/played_record.h"
#include "web/api/position_request.h"
#include "web/http/cancel_watch.h"

enum {
    TABLE_BYTES = 16 << 20,
    USUAL_NODES = 50000,
    MAX_NODES = 5000000,
    MAX_MS = 10000,
};

static const struct msg IS_OVER = {"the game ends before its last move",
                                   "最後の指し手の前に終局しています"};
static const struct msg NO_END = {
    "a game in progress can end by resign, time-up, declaration (if valid) or interrupted, not by "
    "\"%1\"",
    "終わり方は resign, time-up, declaration（成立する場合）, interrupted "
    "です。「%1」は使えません"};
static const struct msg NO_FORMAT = {"\"%1\" is not an output format for %2",
                                     "%2 の出力形式に「%1」はありません"};

static const struct msg NO_PERSON = {"\"like\" goes with a person",
                                     "like は人物（person）と一緒に使います"};

struct shogi_play_request {
    struct position_request s;
    struct referee referee;
};

/* --- The game so far ------------------------------------------------------------------------- */

static enum status read_end(struct shogi_play_request *p, const struct api_call *call,
                            struct err *err)
{
    struct span name = api_text(call, "end");
    enum record_end end = record_end_by_name(name);
    bool can = referee_goes_on(&p->referee) &&
               (end == END_RESIGN || end == END_TIME_UP || end == END_INTERRUPTED ||
                (end == END_DECLARATION && referee_may_declare(&p->referee)));
    if (name.n == 0)
        return STATUS_OK;
    if (!can)
        return err_set(err, STATUS_RANGE, &NO_END, name, SPAN(""));
    referee_stop(&p->referee, end);
    return STATUS_OK;
}

/* "sfen", "moves" and "end"; *out is of the call's arena. */
static enum status read_game(struct api_call *call, struct shogi_play_request **out,
                             struct err *err)
{
    struct shogi_play_request *p = arena_alloc(&call->arena, sizeof *p);
    *out = p;
    if (!p)
        return err_nomem(err);
    enum status st = position_request_read(call, &p->s, err);
    if (st != STATUS_OK)
        return st;
    unsigned made = 0;
    referee_begin(&p->referee, &p->s.start, 0);
    for (; made < p->s.ply && referee_goes_on(&p->referee); made++)
        referee_play(&p->referee, p->s.moves[made]);
    return made < p->s.ply ? err_plain(err, STATUS_RANGE, &IS_OVER) : read_end(p, call, err);
}

static void add_move(struct json *j, const struct shogi_pos *pos, shogi_move m, int last_to)
{
    static const char *const KEYS[] = {[LANG_EN] = "en", [LANG_JA] = "ja"};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    shogi_usi_print(m, &text);
    json_key_str(j, "move", buf_span(&text));
    for (int lang = 0; lang < 2; lang++) {
        buf_clear(&text);
        if (lang == LANG_JA)
            buf_add_str(&text, shogi_turn(pos) == SHOGI_BLACK ? "▲" : "△");
        shogi_move_text(pos, m, last_to, (enum lang)lang, &text);
        json_key_str(j, KEYS[lang], buf_span(&text));
    }
    buf_release(&text);
}

static void add_played(struct json *j, const struct position_request *s)
{
    struct shogi_pos pos = s->start;
    int last_to = -1;
    json_key(j, "played");
    json_open_array(j);
    for (unsigned i = 0; i < s->ply; i++) {
        struct shogi_undo undo;
        json_open_object(j);
        add_move(j, &pos, s->moves[i], last_to);
        json_end(j);
        last_to = shogi_move_to(s->moves[i]);
        shogi_play(&pos, s->moves[i], &undo);
    }
    json_end(j);
}

static void add_legal(struct json *j, const struct shogi_pos *pos, bool goes_on)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = goes_on ? shogi_legal_moves(pos, moves) : 0;
    struct buf usi;
    buf_init(&usi, BUF_DEFAULT_MAX);
    json_key(j, "legal");
    json_open_array(j);
    for (int i = 0; i < n; i++) {
        buf_clear(&usi);
        shogi_usi_print(moves[i], &usi);
        json_str(j, buf_span(&usi));
    }
    json_end(j);
    buf_release(&usi);
}

/* "over":null, or how it ended. */
static enum status add_end(struct json *j, const struct referee *r, struct err *err)
{
    struct record rec;
    struct buf text;
    json_key(j, "over");
    if (referee_goes_on(r)) {
        json_null_value(j);
        return STATUS_OK;
    }
    record_init(&rec);
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status st = scoresheet_write(r, NULL, &rec);
    char letter = record_result_letter(&rec);
    json_open_object(j);
    json_key_cstr(j, "end", record_end_name(r->end));
    json_key_str(j, "result", span_make(&letter, 1));
    shogi_result_text(&rec, LANG_EN, &text);
    json_key_str(j, "en", buf_span(&text));
    buf_clear(&text);
    shogi_result_text(&rec, LANG_JA, &text);
    json_key_str(j, "ja", buf_span(&text));
    json_end(j);
    buf_release(&text);
    record_release(&rec);
    return st == STATUS_OK ? st : err_nomem(err);
}

/* Members of the object that is open. */
static enum status add_game(struct json *j, const struct shogi_play_request *p, struct err *err)
{
    const struct position_request *s = &p->s;
    struct buf sfen;
    buf_init(&sfen, BUF_DEFAULT_MAX);
    shogi_game.text.pos_print(&s->pos, 1, &sfen);
    json_key_str(j, "sfen", buf_span(&sfen));
    buf_release(&sfen);
    json_key_i64(j, "turn", shogi_turn(&s->pos));
    json_key_u64(j, "ply", s->ply);
    json_key_bool(j, "check", shogi_in_check(&s->pos));
    json_key_bool(j, "declare", referee_goes_on(&p->referee) && referee_may_declare(&p->referee));
    add_played(j, s);
    add_legal(j, &s->pos, referee_goes_on(&p->referee));
    return add_end(j, &p->referee, err);
}

enum status api_play_shogi(struct api_call *call, struct err *err)
{
    struct shogi_play_request *p;
    enum status st = read_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    json_open_object(&call->json);
    st = add_game(&call->json, p, err);
    json_end(&call->json);
    json_line(&call->json);
    return st;
}

/* --- The engine's move ----------------------------------------------------------------------- */

struct engine_move {
    struct shogi_play_request *play;
    struct think_limits limits;
    struct style *style; /* NULL: strong, and nothing else */
    struct think_result answer;
    struct style_choice choice;
    struct person_player *person; /* NULL: the engine */
    struct person_reply *reply;   /* of the call's arena */
    struct buf why;               /* of the person */
};

static enum status read_style(struct engine_move *t, const struct api_call *call, struct err *err)
{
    struct style_settings settings;
    enum natural_class class = NATURAL_PRO;
    uint64_t natural;
    enum status st = api_number(call, "natural", 100, 0, &natural, err);
    if (st == STATUS_OK)
        st = position_request_class(call, &class, err);
    if (st != STATUS_OK)
        return st;
    usi_rows_init(&style_rows, &settings);
    settings.natural = (int64_t)natural;
    settings.class = class;
    settings.language = call->lang == LANG_JA ? STYLE_JAPANESE : STYLE_ENGLISH;
    st = style_open(&t->style, &settings, err);
    usi_rows_release(&style_rows, &settings);
    return st;
}

/* "like", with "db": the person's openings, as in the games of a query of one database served here. */
static enum status read_like(struct person_settings *settings, const struct api_call *call,
                             struct err *err)
{
    static const struct msg ONE = {"\"like\" needs one database of shogi games: \"db\"",
                                   "like には将棋のデータベースを一つ db で指定してください"};
    static const struct msg NO_QUERY = {"\"like\" is not a query: \"%1\"",
                                        "like は検索式ではありません:「%1」"};
    const struct span query = api_text(call, "like");
    struct api_databases from;
    if (!query.n)
        return STATUS_OK;
    if (settings->person == PERSON_NONE)
        return err_plain(err, STATUS_RANGE, &NO_PERSON);
    enum status st = api_databases(call, &from, err);
    if (st == STATUS_OK)
        st = api_needs_one_process(call, &from, err);
    if (st != STATUS_OK)
        return st;
    if (from.count != 1 || from.dbs[0]->game != &shogi_game)
        return err_plain(err, STATUS_RANGE, &ONE);
    const enum usi_set database = usi_rows_set(&person_rows, settings, SPAN("Like_Database"),
                                               span_of(from.dbs[0]->path)),
                       words = usi_rows_set(&person_rows, settings, SPAN("Like_Query"), query);
    if (database == USI_SET_NO_MEMORY || words == USI_SET_NO_MEMORY)
        return err_nomem(err);
    return settings->like_database && settings->like_query
               ? STATUS_OK
               : err_set(err, STATUS_RANGE, &NO_QUERY, query, SPAN(""));
}

/* What was wrong with the openings, without the path of the database. */
static enum status explain_like(enum status st, struct err *err)
{
    static const struct msg NONE = {"no game of the database matches \"like\"",
                                    "like に合う対局がデータベースにありません"};
    static const struct msg UNREAD = {"the database of \"like\" cannot be read",
                                      "like のデータベースを読めません"};
    if (st == STATUS_NOT_FOUND)
        return err_plain(err, st, &NONE);
    return st == STATUS_OK || st == STATUS_SYNTAX || st == STATUS_RANGE || st == STATUS_CANCELLED ||
                   st == STATUS_NOMEM
               ? st
               : err_plain(err, STATUS_IO, &UNREAD);
}

/* "person", "seed": somebody plays in the engine's place. */
static enum status read_person(struct engine_move *t, struct api_call *call, struct err *err)
{
    static const struct msg NOBODY = {
        "unknown person \"%1\"; use professional, strong-amateur, club-player or beginner",
        "「%1」という人物はいません。professional, strong-amateur, club-player, beginner "
        "のいずれかを指定してください"};
    struct span name = api_text(call, "person");
    const struct people_network *network;
    struct person_settings settings;
    uint64_t seed;
    enum status st = api_number(call, "seed", INT32_MAX, 0, &seed, err);
    if (st == STATUS_OK && !name.n && api_text(call, "like").n)
        st = err_plain(err, STATUS_RANGE, &NO_PERSON);
    if (st != STATUS_OK || !name.n)
        return st;
    usi_rows_init(&person_rows, &settings);
    if (usi_rows_set(&person_rows, &settings, SPAN("Person"), name) != USI_SET)
        return err_set(err, STATUS_RANGE, &NOBODY, name, SPAN(""));
    settings.seed = (int64_t)seed;
    settings.takes_time = true; /* the page decides whether it waits */
    st = read_like(&settings, call, err);
    if (st == STATUS_OK && settings.person != PERSON_NONE) {
        t->reply = arena_alloc(&call->arena, sizeof *t->reply);
        st = t->reply ? site_people_network(call->site, &network, err) : err_nomem(err);
        if (st == STATUS_OK)
            st = person_player_open(&t->person, &settings, network, call->request->cancelled, err);
        if (settings.like_query)
            st = explain_like(st, err);
    }
    usi_rows_release(&person_rows, &settings);
    return st;
}

static enum status read_limits(struct engine_move *t, const struct api_call *call, struct err *err)
{
    uint64_t nodes, ms;
    enum status st = api_number(call, "nodes", MAX_NODES, USUAL_NODES, &nodes, err);
    if (st == STATUS_OK)
        st = api_number(call, "ms", MAX_MS, MAX_MS, &ms, err);
    if (st == STATUS_OK) /* 0 would be no limit */
        t->limits =
            (struct think_limits){.nodes = nodes ? nodes : 1, .hard_ms = ms ? (uint32_t)ms : 1};
    return st;
}

/* With few nodes, as easy levels have, style_search() may end before it comes to a second move in
 * the round that prefers some; style_rate() compares all likely ones at least once.  Five openings,
 * dial at 60, amateurs: with 300 nodes the first played moves that people play less than one time
 * in a thousand in two of them, the second in none; with 3,000 and more neither did. */
static enum status choose(struct engine_move *t, struct thinker *thinker,
                          const struct think_request *request, struct err *err)
{
    const struct position_request *s = &t->play->s;
    const struct style_position at = {&s->pos, &s->past, s->ply};
    struct style_line lines[SHOGI_MAX_MOVES];
    int n = 0;
    if (!t->style)
        return think(thinker, request, &t->answer, err);
    enum status st = style_rate(t->style, thinker, request, &at, &t->answer, lines, &n, err);
    if (st != STATUS_OK || n == 0)
        return st;
    style_choose(t->style, &at, lines, n, &t->choice);
    t->answer.best = t->choice.move;
    t->answer.value = t->choice.value;
    return STATUS_OK;
}

static enum status let_person_play(struct engine_move *t, const struct api_call *call,
                                   struct thinker *thinker, const struct think_request *request,
                                   struct err *err)
{
    const struct position_request *s = &t->play->s;
    const struct person_question q = {.search = request, .past = &s->past, .ply = s->ply};
    enum status st = person_play(t->person, thinker, &q, call->lang, t->reply, &t->why, err);
    if (st == STATUS_OK)
        t->answer = (struct think_result){.best = t->reply->move,
                                          .value = t->reply->view.value,
                                          .depth = t->reply->view.depth,
                                          .nodes = t->reply->view.nodes,
                                          .ms = think_control_ms(request->control)};
    return st;
}

static enum status search(struct engine_move *t, const struct api_call *call,
                          struct thinker *thinker, struct err *err)
{
    const struct position_request *s = &t->play->s;
    struct think_control control;
    struct cancel_watch watch;
    think_control_begin(&control, &t->limits);
    const struct think_request request = {.pos = &s->pos,
                                          .history = s->history,
                                          .history_count = s->count,
                                          .limits = t->limits,
                                          .control = &control};
    enum status st = cancel_watch_begin(&watch, call->request->cancelled, &control.stop, err);
    if (st != STATUS_OK)
        return st;
    st = t->person ? let_person_play(t, call, thinker, &request, err)
                   : choose(t, thinker, &request, err);
    cancel_watch_end(&watch);
    return st;
}

static enum status open_and_search(struct engine_move *t, const struct api_call *call,
                                   struct err *err)
{
    struct weights *weights = NULL;
    struct thinker *thinker = NULL;
    enum status st = weights_open(&weights, t->person || t->style ? WEIGHTS_SMALL : NULL, err);
    if (st != STATUS_OK)
        return st;
    /* one thread: the same question has the same answer, unless time runs out */
    const struct think_options opt = {
        .tt_bytes = TABLE_BYTES, .threads = 1, .eval = weights_eval(weights)};
    st = thinker_open(&thinker, &opt, err);
    if (st == STATUS_OK)
        st = search(t, call, thinker, err);
    thinker_close(thinker);
    weights_close(weights);
    return st;
}

/* What is the person's own, and why it plays that.  An opening is not thought about. */
static void add_person(struct json *j, const struct engine_move *t, struct buf *why)
{
    const struct person_view *v = &t->reply->view;
    json_key_bool(j, "opening", v->count == 0);
    if (v->count) {
        json_key_double(j, "p", v->moves[t->reply->place].p);
        json_key_double(j, "win", v->win);
        json_key_u64(j, "thinks", t->reply->ms);
    }
    buf_add_span(why, buf_span(&t->why));
}

/* "answer":{…}; then the move is made. */
static enum status add_answer(struct json *j, struct engine_move *t, struct err *err)
{
    struct position_request *s = &t->play->s;
    const struct style_position at = {&s->pos, &s->past, s->ply};
    struct buf text;
    json_key(j, "answer");
    json_open_object(j);
    add_move(j, &s->pos, t->answer.best, s->last_to);
    if (t->answer.depth) /* a person without time has none */
        position_add_value(j, shogi_turn(&s->pos), t->answer.value);
    buf_init(&text, BUF_DEFAULT_MAX);
    if (t->person)
        add_person(j, t, &text);
    else if (t->style)
        style_explain(t->style, &at, &t->choice, &text);
    if (text.n)
        json_key_str(j, "explanation", buf_span(&text));
    buf_release(&text);
    json_key_i64(j, "depth", t->answer.depth);
    json_key_u64(j, "nodes", t->answer.nodes);
    json_key_u64(j, "ms", t->answer.ms);
    json_end(j);
    referee_play(&t->play->referee, t->answer.best);
    return position_request_play(s, t->answer.best, err);
}

/* A win is declared where it can be, and a person may resign. */
static enum status respond_move(struct api_call *call, struct engine_move *t, struct err *err)
{
    struct json *j = &call->json;
    enum status st = STATUS_OK;
    bool declares = referee_may_declare(&t->play->referee);
    if (declares)
        referee_stop(&t->play->referee, END_DECLARATION);
    else
        st = open_and_search(t, call, err);
    if (st == STATUS_OK && atomic_load(call->request->cancelled))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    if (t->person && !declares && t->reply->resigns) {
        json_key_str(j, "resigns", buf_span(&t->why));
        referee_stop(&t->play->referee, END_RESIGN);
    } else if (!declares) {
        st = add_answer(j, t, err);
    }
    if (st == STATUS_OK)
        st = add_game(j, t->play, err);
    json_end(j);
    json_line(j);
    return st;
}

enum status api_play_shogi_move(struct api_call *call, struct err *err)
{
    struct engine_move t = {0};
    buf_init(&t.why, BUF_DEFAULT_MAX);
    enum status st = read_game(call, &t.play, err);
    if (st == STATUS_OK && !referee_goes_on(&t.play->referee))
        st = err_plain(err, STATUS_RANGE, &IS_OVER);
    if (st == STATUS_OK)
        st = read_limits(&t, call, err);
    if (st == STATUS_OK)
        st = read_style(&t, call, err);
    if (st == STATUS_OK)
        st = read_person(&t, call, err);
    if (st == STATUS_OK)
        st = respond_move(call, &t, err);
    style_close(t.style);
    person_player_close(t.person);
    buf_release(&t.why);
    return st;
}

/* --- As a file ------------------------------------------------------------------------------- */

static enum status fill_as_played(struct api_call *call, void *game, struct record *rec,
                                  struct err *err)
{
    const struct shogi_play_request *p = game;
    enum status st = scoresheet_write(&p->referee, NULL, rec);
    return st == STATUS_OK ? played_record_headers(call, rec, err) : err_nomem(err);
}

enum status api_play_shogi_record(struct api_call *call, struct err *err)
{
    struct shogi_play_request *p;
    struct span to = api_text(call, "to");
    const struct format *format = format_by_name(to.n ? to : SPAN("kif"));
    enum status st = read_game(call, &p, err);
    if (st != STATUS_OK)
        return st;
    if (!format || !format->write || format->game != format_by_name(SPAN("kif"))->game)
        return err_set(err, STATUS_RANGE, &NO_FORMAT, to, span_of(shogi_game.name));
    return played_record_send(call, fill_as_played, p, format, err);
}

/* Into the database. */
enum status api_play_shogi_save(struct api_call *call, struct err *err)
{
    struct shogi_play_request *p;
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = read_game(call, &p, err);
    return st == STATUS_OK
               ? played_record_keep(call, fill_as_played, p, format_by_name(SPAN("kif")), err)
               : st;
}
