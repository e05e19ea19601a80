/* api_play_chaturanga.c: /api/play/chaturanga: four-handed chaturanga at one screen.
 *
 * Nothing is kept between requests: whoever plays sends the position, and a turn to be made there,
 * and is told the next position; with a roll, also which turns it allows.  A program's turn is
 * chosen and made by /api/play/chaturanga/choose, the best turns for a roll are those of
 * /api/play/chaturanga/hint; /api/play/chaturanga/record makes a file of it all.  Dice are the
 * asker's ("35") or ours ("random"). */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "formats/chaturanga/chaturanga_text.h"
#include "sim/chaturanga/chaturanga_mcts.h"
#include "sim/chaturanga/chaturanga_players.h"
#include "view/board/chaturanga_picture.h"
#include "web/api/played_record.h"

enum { USUAL_MS = 1000, MAX_MS = 5000, HINTS = 5 };

static const struct msg NO_TURN = {"\"%1\" is not a legal turn there",
                                   "「%1」はその局面では指せません"};
static const struct msg NO_ROLL = {"a roll is two digits from 2 to 5, or random: \"%1\"",
                                   "目は 2〜5 の 2 桁か random で指定してください: 「%1」"};
static const struct msg NO_PLAYER = {"unknown player \"%1\"", "プレイヤー「%1」はありません"};
static const struct msg IS_OVER = {"the game is over", "終局しています"};
static const struct msg WHICH_ROLL = {"a hint needs a roll", "ヒントには目が必要です"};
static const struct msg TOO_LONG = {"too many turns", "手数が多すぎます"};

struct chaturanga_play_request {
    struct api_call *call;
    struct chaturanga_pos pos;
    struct rng rng;
    bool rolled;
    unsigned roll;
};

/* --- Arguments ------------------------------------------------------------------------------- */

static enum status read_position(struct chaturanga_play_request *t, struct err *err)
{
    struct span text = span_trim(api_text(t->call, "position"));
    return chaturanga_parse(&t->pos, text.n ? text : SPAN("startpos order=any"), err);
}

/* "roll": none is fine. */
static enum status read_roll(struct chaturanga_play_request *t, struct err *err)
{
    struct span text = api_text(t->call, "roll");
    t->rolled = text.n > 0;
    if (!t->rolled)
        return STATUS_OK;
    if (span_eq(text, SPAN("random"))) {
        t->roll = (unsigned)rng_below(&t->rng, CHATURANGA_ROLLS);
        return STATUS_OK;
    }
    if (text.n != 2 || text.p[0] < '2' || text.p[0] > '5' || text.p[1] < '2' || text.p[1] > '5')
        return err_set(err, STATUS_RANGE, &NO_ROLL, text, SPAN(""));
    t->roll = chaturanga_roll((unsigned)(text.p[0] - '0'), (unsigned)(text.p[1] - '0'));
    return STATUS_OK;
}

/* Dice fall otherwise each time, unless "seed" says how. */
static enum status read_table(struct api_call *call, struct chaturanga_play_request *t,
                              struct err *err)
{
    struct timespec now;
    uint64_t seed;
    *t = (struct chaturanga_play_request){.call = call};
    clock_gettime(CLOCK_REALTIME, &now);
    enum status st =
        api_number(call, "seed", UINT64_MAX,
                   (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec, &seed, err);
    if (st != STATUS_OK)
        return st;
    rng_seed(&t->rng, seed);
    return read_position(t, err);
}

/* --- Answers --------------------------------------------------------------------------------- */

static void add_turn_words(struct json *j, const struct chaturanga_pos *before, game_move turn)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    chaturanga_turn_print(before, turn, &text);
    json_key_str(j, "turn", buf_span(&text));
    buf_clear(&text);
    chaturanga_turn_text(before, turn, LANG_EN, &text);
    json_key_str(j, "en", buf_span(&text));
    buf_clear(&text);
    chaturanga_turn_text(before, turn, LANG_JA, &text);
    json_key_str(j, "ja", buf_span(&text));
    buf_release(&text);
}

/* "made":{…}, and makes it. */
static void make_turn(struct chaturanga_play_request *t, game_move turn)
{
    struct json *j = &t->call->json;
    json_key(j, "made");
    json_open_object(j);
    json_key_cstr(j, "colour", chaturanga_colour_names[t->pos.turn]);
    add_turn_words(j, &t->pos, turn);
    json_end(j);
    chaturanga_play_turn(&t->pos, turn);
}

static void add_winners(struct json *j, const struct chaturanga_pos *pos)
{
    json_key(j, "winners");
    json_open_array(j);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (chaturanga_wins(pos, c))
            json_cstr(j, chaturanga_colour_names[c]);
    json_end(j);
}

/* Four digits: an estimate says no more. */
static void add_chances(struct json *j, const float *chances, unsigned n)
{
    json_open_array(j);
    for (unsigned i = 0; i < n; i++)
        json_double(j, round((double)chances[i] * 1e4) / 1e4);
    json_end(j);
}

/* "chances": who will be the last with a raja, which team wins the fight, before the dice. */
static void add_value(struct json *j, const struct chaturanga_pos *pos)
{
    struct chaturanga_value value;
    chaturanga_judge(pos, &value);
    json_key(j, "chances");
    json_open_object(j);
    json_key(j, "seats");
    add_chances(j, value.seat, CHATURANGA_COLOURS);
    json_key(j, "teams");
    add_chances(j, value.team, 2);
    json_end(j);
}

/* "captors": who holds each player's raja. */
static void add_captors(struct json *j, const struct chaturanga_pos *pos)
{
    json_key(j, "captors");
    json_open_array(j);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (pos->state[c] == CHATURANGA_FROZEN && pos->taken[c])
            json_cstr(j, chaturanga_colour_names[pos->taker[c]]);
        else
            json_null_value(j);
    json_end(j);
}

static void add_position(struct chaturanga_play_request *t)
{
    static const char *const STATES[] = {[CHATURANGA_PLAYING] = "playing",
                                         [CHATURANGA_FROZEN] = "frozen",
                                         [CHATURANGA_WAITING] = "waiting"};
    static const char *const PHASES[] = {[CHATURANGA_TEAMS] = "teams",
                                         [CHATURANGA_PARTNERS] = "partners",
                                         [CHATURANGA_WON] = "won",
                                         [CHATURANGA_DRAWN] = "drawn"};
    struct json *j = &t->call->json;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    chaturanga_print(&t->pos, &text);
    json_key_str(j, "position", buf_span(&text));
    buf_release(&text);
    json_key_cstr(j, "colour", chaturanga_colour_names[t->pos.turn]);
    json_key_u64(j, "ply", t->pos.ply);
    json_key_cstr(j, "phase", PHASES[t->pos.phase]);
    json_key(j, "states");
    json_open_array(j);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        json_cstr(j, STATES[t->pos.state[c]]);
    json_end(j);
    add_captors(j, &t->pos);
    add_value(j, &t->pos);
    add_winners(j, &t->pos);
}

/* The same two moves the other way round. */
static game_move turned_round(game_move turn)
{
    const game_move steps = UINT64_C(0xffffff) << 6;
    game_move both = turn & steps;
    return (turn & ~steps) | ((both >> 12 | both << 12) & steps);
}

/* Without the dice, which are the same for all: "b1c3 d2d3". */
static void add_listed(struct json *j, const struct chaturanga_pos *pos, game_move turn,
                       struct buf *text)
{
    buf_clear(text);
    chaturanga_turn_print(pos, turn, text);
    json_str(j, span_skip(buf_span(text), 3));
}

/* "roll" and "turns": what it allows.  Where both orders are allowed but listed as one, people want
 * to choose: both are here. */
static enum status add_turns(struct chaturanga_play_request *t, struct err *err)
{
    struct json *j = &t->call->json;
    const char dice[2] = {(char)('2' + (t->roll & 3)), (char)('2' + (t->roll >> 2))};
    game_move *turns = arena_alloc_array(&t->call->arena, CHATURANGA_MAX_TURNS, sizeof *turns);
    struct chaturanga_rules any;
    struct buf text;
    if (!turns)
        return err_nomem(err);
    if (chaturanga_rules_parse(&any, SPAN("order any"), err) != STATUS_OK)
        return err->code;
    uint32_t n = chaturanga_turns(&t->pos, t->roll, turns);
    buf_init(&text, BUF_DEFAULT_MAX);
    json_key_str(j, "roll", span_make(dice, 2));
    json_key(j, "turns");
    json_open_array(j);
    for (uint32_t i = 0; i < n; i++) {
        game_move other = turned_round(turns[i]);
        add_listed(j, &t->pos, turns[i], &text);
        if (t->pos.rules.order == any.order && chaturanga_steps(turns[i]) == 2 &&
            other != turns[i] && chaturanga_is_legal(&t->pos, other))
            add_listed(j, &t->pos, other, &text);
    }
    json_end(j);
    buf_release(&text);
    return STATUS_OK;
}

/* --- Making a turn --------------------------------------------------------------------------- */

static enum status read_turn(const struct chaturanga_pos *pos, struct span text, game_move *out,
                             struct err *err)
{
    if (!chaturanga_over(pos) && chaturanga_turn_parse(pos, text, out) &&
        chaturanga_is_legal(pos, *out))
        return STATUS_OK;
    return err_set(err, STATUS_RANGE, &NO_TURN, text, SPAN(""));
}

/* "asks": who says yes or no to the exchange that the turn puts in question; nothing is made. */
static enum status respond_deciders(struct chaturanga_play_request *t, game_move turn)
{
    struct json *j = &t->call->json;
    unsigned deciders = chaturanga_deciders(&t->pos, turn);
    json_open_object(j);
    json_key(j, "asks");
    json_open_array(j);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (deciders >> c & 1)
            json_cstr(j, chaturanga_colour_names[c]);
    json_end(j);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

static enum status respond_turn(struct chaturanga_play_request *t, struct err *err)
{
    struct json *j = &t->call->json;
    struct span text = span_trim(api_text(t->call, "turn"));
    game_move turn = 0;
    bool chance, ask = false;
    enum status st = api_flag(t->call, "chance", &chance, err);
    if (st == STATUS_OK)
        st = api_flag(t->call, "ask", &ask, err);
    if (st == STATUS_OK && text.n)
        st = read_turn(&t->pos, text, &turn, err);
    if (st == STATUS_OK)
        st = read_roll(t, err);
    if (st != STATUS_OK)
        return st;
    if (ask)
        return respond_deciders(t, turn);
    json_open_object(j);
    if (turn)
        make_turn(t, chance ? chaturanga_chance(&t->pos, turn, &t->rng) : turn);
    add_position(t);
    if (t->rolled)
        st = add_turns(t, err);
    json_end(j);
    json_line(j);
    return st;
}

enum status api_play_chaturanga(struct api_call *call, struct err *err)
{
    struct chaturanga_play_request t;
    enum status st = read_table(call, &t, err);
    return st == STATUS_OK ? respond_turn(&t, err) : st;
}

/* --- A program's turn ------------------------------------------------------------------------ */

/* A kind by its name alone: what may stand after a colon could set other limits than ours. */
static enum status open_player(const struct chaturanga_play_request *t,
                               struct chaturanga_player **out, struct err *err)
{
    struct span name = api_text(t->call, "player");
    uint64_t ms;
    enum status st = api_number(t->call, "ms", MAX_MS, USUAL_MS, &ms, err);
    if (st != STATUS_OK)
        return st;
    const struct chaturanga_limits limits = {.ms = ms ? (uint32_t)ms : 1,
                                             .stop = t->call->request->cancelled};
    int level;
    if (!chaturanga_player_kind(name, &level))
        return err_set(err, STATUS_RANGE, &NO_PLAYER, name, SPAN(""));
    return chaturanga_player_open(out, name, &limits, err);
}

static enum status respond_choice(struct chaturanga_play_request *t, struct err *err)
{
    struct json *j = &t->call->json;
    struct chaturanga_player *player = NULL;
    enum status st = open_player(t, &player, err);
    if (st != STATUS_OK)
        return st;
    game_move turn = chaturanga_player_choose(player, &t->pos, t->roll, &t->rng, NULL);
    chaturanga_player_close(player);
    if (atomic_load(t->call->request->cancelled))
        return err_plain(err, STATUS_CANCELLED, NULL);
    json_open_object(j);
    make_turn(t, turn);
    add_position(t);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

enum status api_play_chaturanga_choose(struct api_call *call, struct err *err)
{
    struct chaturanga_play_request t;
    enum status st = read_table(call, &t, err);
    if (st == STATUS_OK)
        st = read_roll(&t, err);
    if (st == STATUS_OK && !t.rolled)
        t.roll = (unsigned)rng_below(&t.rng, CHATURANGA_ROLLS);
    if (st == STATUS_OK && chaturanga_over(&t.pos))
        st = err_plain(err, STATUS_RANGE, &IS_OVER);
    return st == STATUS_OK ? respond_choice(&t, err) : st;
}

/* --- A hint ---------------------------------------------------------------------------------- */

static void add_hints(struct chaturanga_play_request *t, struct mcts *m)
{
    struct json *j = &t->call->json;
    const struct mcts_turn *turns = NULL;
    struct buf text;
    uint32_t n = mcts_turns(m, t->roll, &turns);
    buf_init(&text, BUF_DEFAULT_MAX);
    json_open_object(j);
    json_key(j, "turns");
    json_open_array(j);
    for (uint32_t i = 0; i < n && i < HINTS; i++) {
        json_open_object(j);
        json_key(j, "turn");
        add_listed(j, &t->pos, turns[i].turn, &text);
        json_key(j, "chance");
        json_double(j, round((double)turns[i].payoff * 1e4) / 1e4);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
    buf_release(&text);
}

/* The best turns for the roll, and what each is worth to who plays it: the chance that the team
 * wins the fight, or, when partners fight each other, the player. */
static enum status respond_hint(struct chaturanga_play_request *t, struct err *err)
{
    struct mcts *m = NULL;
    uint64_t ms;
    enum status st = api_number(t->call, "ms", MAX_MS, USUAL_MS, &ms, err);
    if (st == STATUS_OK)
        st = mcts_new(&m, NULL, err);
    if (st != STATUS_OK)
        return st;
    const struct chaturanga_limits limits = {.ms = ms ? (uint32_t)ms : 1,
                                             .stop = t->call->request->cancelled};
    st = mcts_search(m, &t->pos, t->roll, &limits, rng_next(&t->rng), err);
    if (st == STATUS_OK && atomic_load(t->call->request->cancelled))
        st = err_plain(err, STATUS_CANCELLED, NULL);
    if (st == STATUS_OK)
        add_hints(t, m);
    mcts_free(m);
    return st;
}

enum status api_play_chaturanga_hint(struct api_call *call, struct err *err)
{
    struct chaturanga_play_request t;
    enum status st = read_table(call, &t, err);
    if (st == STATUS_OK)
        st = read_roll(&t, err);
    if (st == STATUS_OK && !t.rolled)
        st = err_plain(err, STATUS_RANGE, &WHICH_ROLL);
    if (st == STATUS_OK && chaturanga_over(&t.pos))
        st = err_plain(err, STATUS_RANGE, &IS_OVER);
    return st == STATUS_OK ? respond_hint(&t, err) : st;
}

/* --- As a file ------------------------------------------------------------------------------- */

/* "turns": a line each. */
static enum status write_turns(struct chaturanga_line *line, struct span rest, struct err *err)
{
    enum status st = STATUS_OK;
    while (st == STATUS_OK && rest.n) {
        ptrdiff_t end = span_find(rest, SPAN("\n"));
        struct span text = end < 0 ? rest : span_make(rest.p, (size_t)end);
        game_move turn = 0;
        rest = span_skip(rest, text.n + (end >= 0));
        if (span_trim(text).n == 0)
            continue;
        st = read_turn(&line->pos, span_trim(text), &turn, err);
        if (st == STATUS_OK && chaturanga_line_turn(line, turn) != STATUS_OK)
            st = err_plain(err, STATUS_LIMIT, &TOO_LONG);
    }
    return st;
}

static enum status write_header(struct record *rec, enum record_header_id id,
                                const struct api_call *call, const char *name, struct err *err)
{
    struct span value;
    enum status st = api_header(call, name, &value, err);
    if (st != STATUS_OK || value.n == 0)
        return st;
    st = record_add_header(rec, id, span_of(chaturanga_header_key(id)), value);
    return st == STATUS_OK ? st : err_nomem(err);
}

static enum status write_headers(struct record *rec, const struct api_call *call, struct err *err)
{
    enum status st = STATUS_OK;
    for (unsigned c = 0; c < CHATURANGA_COLOURS && st == STATUS_OK; c++)
        st = write_header(rec, (enum record_header_id)(HEADER_PLAYER + c), call,
                          chaturanga_colour_names[c], err);
    return st == STATUS_OK ? write_header(rec, HEADER_START_TIME, call, "date", err) : st;
}

static enum status write_game(struct chaturanga_play_request *t, struct record *rec,
                              struct chaturanga_line *line, struct err *err)
{
    enum status st = record_clear(rec, &chaturanga_game);
    memset(rec->points, POINTS_UNKNOWN, sizeof rec->points);
    chaturanga_line_clear(line, rec);
    if (st == STATUS_OK)
        st = chaturanga_line_start(line, &t->pos);
    st = st == STATUS_OK ? write_headers(rec, t->call, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = write_turns(line, api_text(t->call, "turns"), err);
    if (st != STATUS_OK)
        return st;
    rec->end = chaturanga_outcome(&line->pos, rec->points);
    if (rec->end != END_NONE)
        st = chaturanga_line_end(line, rec->end, SPAN(""));
    if (st == STATUS_OK)
        st = chaturanga_line_flush(line);
    return st == STATUS_OK ? st : err_nomem(err);
}

static enum status fill_as_played(struct api_call *call, void *game, struct record *rec,
                                  struct err *err)
{
    struct chaturanga_play_request t;
    struct chaturanga_line line;
    (void)game;
    enum status st = read_table(call, &t, err);
    if (st != STATUS_OK)
        return st;
    chaturanga_line_init(&line);
    st = write_game(&t, rec, &line, err);
    chaturanga_line_release(&line);
    return st;
}

enum status api_play_chaturanga_record(struct api_call *call, struct err *err)
{
    return played_record_send(call, fill_as_played, NULL, format_by_name(SPAN("chaturanga")), err);
}

/* Into the database. */
enum status api_play_chaturanga_save(struct api_call *call, struct err *err)
{
    static const struct msg OTHER_GAME = {
        "these are databases of %1, not of chaturanga",
        "%1 のデータベースです。チャトランガの対局は保存できません"};
    const struct format *format = format_by_name(SPAN("chaturanga"));
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK && call->site->game != format->game)
        st = err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(call->site->game->name),
                     SPAN(""));
    return st == STATUS_OK ? played_record_keep(call, fill_as_played, NULL, format, err) : st;
}
