/* usi_proxy.c: see usi_proxy.h. */
#include "engine/usi/usi_proxy.h"

#include "base/alloc.h"
#include "base/text/num.h"
#include "engine/natural/style.h"
#include "engine/usi/usi_info.h"
#include "engine/usi/usi_inner.h"
#include "engine/usi/usi_lines.h"
#include "engine/usi/usi_output.h"
#include "engine/usi/usi_parse.h"
#include "engine/usi/usi_session.h"

enum {
    READY_MS = 60000,
    LATE_MS = 3000,
    HANG_MS = 5000,
    MAX_RECEIVED =
        10000, /* lines heard in one go: a flood must not keep the GUI from being heard */
    MOST_LINES = 593,
    MOST_RESTARTS = 5, /* in a row, without an answer between */
    /* Of a clock, a fiftieth within these is kept back to answer for an engine that does not; but
     * at most a quarter, so that a short one is not all ours. */
    LEAST_RESERVE_MS = 50,
    MOST_RESERVE_MS = 100,
    LEAST_WARNING_MS = 12, /* told to stop so long before it is given up, or a fiftieth */
    OWN_MS = 400,          /* for a move of our own, where no clock runs */
    MOST_WAITING = 4 * USI_MAX_LINE,
};

/* Options that only a proxy has. */
struct proxy_settings {
    int64_t lines;
};
static const struct usi_row PROXY_ROWS[] = {
    {"Natural_Lines", USI_SPIN, offsetof(struct proxy_settings, lines), 10, 2, MOST_LINES, NULL},
};
static const struct usi_rows proxy_rows = {PROXY_ROWS, 1};
#define PREFIX SPAN("Inner_")

struct usi_proxy {
    struct usi_proxy_config config;
    struct usi_inner inner;
    struct usi_lines lines;
    struct style_settings settings;
    struct proxy_settings own;
    struct style *style; /* NULL: whatever it answers is passed on */
    bool style_differs;
    struct usi_fallback *fallback; /* NULL: no memory for it */

    struct usi_game game;
    bool knows_game;              /* the last position was understood */
    struct buf position;          /* as the GUI told it */
    int64_t shown, inner_multipv; /* MultiPV that the GUI wants, and that the engine was told */

    struct buf go;      /* the line being answered */
    struct buf waiting; /* lines that came meanwhile, and are for after the answer */
    size_t hurried;     /* so much of it was told to stop: each search as soon as it begins */
    struct usi_go last_go;
    bool thinking, choosing, retried, stopped;
    uint64_t stop_at, give_up_at; /* 0: never */
    uint64_t over_at;             /* when its clock runs out; 0: it has none */
    unsigned ready_wanted, restarts;
    uint64_t ready_by; /* until when "readyok" is worth waiting for when nothing more comes in */
    struct style_line received[MOST_LINES]; /* by their number; move 0: none yet */
};

/* --- To the GUI ------------------------------------------------------------------------------- */

static void put(struct usi_proxy *p, struct span lines)
{
    p->config.write(p->config.ctx, lines);
}

static void put_line(struct usi_proxy *p, struct span line)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_span(&b, line);
    buf_add_char(&b, '\n');
    if (buf_status(&b) == STATUS_OK)
        put(p, buf_span(&b));
    buf_release(&b);
}

static void report_error(struct usi_proxy *p, const struct err *err)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    usi_add_message(&b, err, p->settings.language == STYLE_JAPANESE ? LANG_JA : LANG_EN);
    if (buf_status(&b) == STATUS_OK)
        put(p, buf_span(&b));
    buf_release(&b);
}

static void report_message(struct usi_proxy *p, const struct msg *what, struct span arg1,
                           struct span arg2)
{
    struct err err;
    err_set(&err, STATUS_IO, what, arg1, arg2);
    report_error(p, &err);
}

/* --- Answers ---------------------------------------------------------------------------------- */

static bool start_go(struct usi_proxy *p);
static void revive(struct usi_proxy *p);
static void go_on(struct usi_proxy *p);

/* Nothing is waited for any more. */
static void end_go(struct usi_proxy *p)
{
    p->thinking = false;
    p->stop_at = p->give_up_at = 0;
}

/* Lines by their number, without gaps, the engine's own move first. */
static int gather_lines(const struct usi_proxy *p, shogi_move best, shogi_move reply,
                        struct style_line *out)
{
    int n = 1;
    out[0] = (struct style_line){.move = best, .reply = reply, .value = THINK_NO_VALUE};
    for (int i = 0; i < MOST_LINES; i++) {
        const struct style_line *line = &p->received[i];
        if (!line->move)
            continue;
        if (out[0].value == THINK_NO_VALUE || line->move == best)
            out[0].value = line->value;
        if (line->move != best)
            out[n++] = *line;
    }
    return n;
}

static void put_choice(struct usi_proxy *p, const struct style_position *at,
                       const struct style_choice *c)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "info string ");
    size_t began = b.n;
    style_explain(p->style, at, c, &b);
    if (b.n > began)
        buf_add_char(&b, '\n');
    else
        buf_clear(&b);
    buf_add_str(&b, "bestmove ");
    shogi_usi_print(c->move, &b);
    if (c->reply) {
        buf_add_str(&b, " ponder ");
        shogi_usi_print(c->reply, &b);
    }
    buf_add_char(&b, '\n');
    put(p, buf_status(&b) == STATUS_OK ? buf_span(&b) : SPAN("bestmove resign\n"));
    buf_release(&b);
}

/* False if there is nothing to choose from. */
static bool choose(struct usi_proxy *p, shogi_move best, shogi_move reply)
{
    const struct style_position at = {&p->game.pos, &p->game.past, p->game.ply - 1};
    struct style_choice choice;
    if (!p->choosing || !shogi_move_is_legal(&p->game.pos, best))
        return false;
    struct style_line *lines = mem_calloc(MOST_LINES + 1, sizeof *lines);
    int n = lines ? gather_lines(p, best, reply, lines) : 0;
    bool chosen = n > 1 && lines[0].value != THINK_NO_VALUE;
    if (chosen) {
        style_choose(p->style, &at, lines, n, &choice);
        put_choice(p, &at, &choice);
    }
    mem_free(lines);
    return chosen;
}

static bool is_legal(const struct usi_proxy *p, shogi_move m)
{
    return m && p->knows_game && shogi_move_is_legal(&p->game.pos, m);
}

static void put_move(struct usi_proxy *p, shogi_move m)
{
    char room[32];
    struct buf b = {.p = room, .cap = sizeof room, .max = sizeof room};
    buf_add_str(&b, "bestmove ");
    if (m)
        shogi_usi_print(m, &b);
    else
        buf_add_str(&b, "resign");
    put_line(p, buf_span(&b));
}

/* Without a word of the engine that can be played: the best that it had said, or a move of our
 * own. */
static void answer_alone(struct usi_proxy *p)
{
    static const struct msg OWN = {"no playable move from %1; playing Kifu's own",
                                   "%1 から指せる手が得られないため、Kifu が指します"};
    shogi_move best = p->received[0].move;
    uint64_t until = p->over_at ? p->over_at : steady_ms() + OWN_MS;
    end_go(p);
    if (p->last_go.mate || !p->knows_game) {
        put(p, p->last_go.mate ? SPAN("checkmate timeout\n") : SPAN("bestmove resign\n"));
        return;
    }
    if (is_legal(p, best)) {
        if (!choose(p, best, p->received[0].reply))
            put_move(p, best);
        return;
    }
    report_message(p, &OWN, p->config.command, SPAN(""));
    put_move(p, usi_fallback_move(p->fallback, &p->game, until));
}

/* "bestmove …" of the engine: passed on if it can be played. */
static void read_best(struct usi_proxy *p, struct span line)
{
    static const struct msg ILLEGAL = {"%1 gives \"bestmove %2\", which is not a legal move",
                                       "%1 の bestmove %2 は合法手ではありません"};
    struct span rest = line;
    shogi_move best = 0, reply = 0;
    span_eat_word(&rest);
    struct span word = span_eat_word(&rest);
    bool ends = span_eq(word, SPAN("resign")) || span_eq(word, SPAN("win"));
    if (!ends && (!shogi_usi_parse(word, &best) || !is_legal(p, best))) {
        report_message(p, &ILLEGAL, p->config.command, word);
        p->restarts = 0;
        answer_alone(p);
        return;
    }
    if (span_eq(span_eat_word(&rest), SPAN("ponder")) &&
        !shogi_usi_parse(span_eat_word(&rest), &reply))
        reply = 0;
    end_go(p);
    p->restarts = 0;
    if (ends || !choose(p, best, reply))
        put_line(p, line);
}

/* --- From the engine -------------------------------------------------------------------------- */

static void read_info(struct usi_proxy *p, struct span line)
{
    struct span rest = line;
    struct usi_info info;
    struct style_line received = {0};
    span_eat_word(&rest);
    usi_info_parse(rest, &info);
    if (!p->choosing || (int64_t)info.number <= p->shown)
        put_line(p, line);
    if (info.number > MOST_LINES || info.is_bound || info.value == THINK_NO_VALUE ||
        !shogi_usi_parse(span_eat_word(&info.moves), &received.move))
        return;
    if (!shogi_usi_parse(span_eat_word(&info.moves), &received.reply))
        received.reply = 0;
    received.value = info.value;
    p->received[info.number - 1] = received;
}

static void read_line(struct usi_proxy *p, struct span line)
{
    struct span rest = line, word = span_eat_word(&rest);
    if (memchr(line.n ? line.p : "", 0, line.n))
        return;
    if (span_eq(word, SPAN("info"))) {
        if (p->thinking)
            read_info(p, line);
        else if (span_eq(span_eat_word(&rest), SPAN("string")))
            put_line(p, line);
    } else if (span_eq(word, SPAN("bestmove"))) {
        if (p->thinking && !p->last_go.mate)
            read_best(p, line);
    } else if (span_eq(word, SPAN("checkmate"))) {
        if (p->thinking && p->last_go.mate) {
            end_go(p);
            put_line(p, line);
        }
    } else if (span_eq(word, SPAN("readyok")) && p->ready_wanted) {
        p->ready_wanted--;
        put_line(p, line);
    }
}

static void look_at_clock(struct usi_proxy *p)
{
    static const struct msg SILENT = {"%1 does not answer; restarting it",
                                      "%1 が応答しません。再起動します"};
    uint64_t now = steady_ms();
    if (p->thinking && p->stop_at && now >= p->stop_at) {
        p->stop_at = 0;
        p->stopped = true;
        if (!p->over_at)
            p->give_up_at = now + p->config.hang_ms;
        if (!usi_inner_send(&p->inner, SPAN("stop")))
            revive(p);
    }
    if (p->thinking && p->give_up_at && now >= p->give_up_at) {
        report_message(p, &SILENT, p->config.command, SPAN(""));
        answer_alone(p);
        revive(p);
    }
}

void usi_proxy_read(struct usi_proxy *p)
{
    struct span line;
    enum child_event event = CHILD_LATE;
    for (int i = 0; i < MAX_RECEIVED && usi_inner_lives(&p->inner); i++) {
        event = child_line(&p->inner.child, steady_ms(), &line);
        if (event != CHILD_LINE)
            break;
        read_line(p, line);
    }
    if (usi_inner_lives(&p->inner) && (event == CHILD_CLOSED || event == CHILD_GARBAGE))
        revive(p);
    look_at_clock(p);
    go_on(p);
}

/* --- When it dies ----------------------------------------------------------------------------- */

static void answer_ready(struct usi_proxy *p)
{
    for (; p->ready_wanted; p->ready_wanted--)
        put(p, SPAN("readyok\n"));
}

static bool restart(struct usi_proxy *p)
{
    static const struct msg ENDED = {"%1 exited or crashed; restarting it",
                                     "%1 が終了または異常終了したため、再起動します"};
    struct err err = {0};
    report_message(p, &ENDED, p->config.command, SPAN(""));
    enum status status = STATUS_IO;
    if (p->restarts++ < MOST_RESTARTS)
        status = usi_inner_restart(&p->inner, &err);
    else
        child_stop(&p->inner.child, 0);
    if (status != STATUS_OK && err.what)
        report_error(p, &err);
    answer_ready(p);
    return status == STATUS_OK;
}

/* It has died, or is of no more use.  A new start takes as long as it takes: where a clock runs, or
 * asking once more is no use, the answer comes first; otherwise it is asked once more. */
static void revive(struct usi_proxy *p)
{
    if (p->thinking && (p->over_at || p->retried || p->stopped))
        answer_alone(p);
    bool lives = restart(p);
    if (!p->thinking)
        return;
    p->retried = true;
    if (lives && start_go(p))
        return;
    answer_alone(p);
    if (lives)
        restart(p);
}

/* --- go --------------------------------------------------------------------------------------- */

static uint64_t between(uint64_t value, uint64_t least, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* A clock that runs out loses the game: shortly before that it is told to stop, and then answered
 * for. */
static void set_game_clock(struct usi_proxy *p, const struct usi_go *go)
{
    int turn = p->game.pos.turn;
    uint64_t now = steady_ms(), ms = (uint64_t)go->time_ms[turn] + go->byoyomi_ms;
    ms += go->time_ms[turn] < go->increment_ms[turn] ? go->increment_ms[turn] : 0; /* see clock.c */
    uint64_t reserve = between(ms / 50, LEAST_RESERVE_MS, MOST_RESERVE_MS);
    reserve = reserve < ms / 4 ? reserve : ms / 4;
    uint64_t warning = between(ms / 50, LEAST_WARNING_MS, MOST_RESERVE_MS),
             kept = reserve + warning;
    p->over_at = now + ms;
    p->stop_at = now + (ms > kept ? ms - kept : 1);
    p->give_up_at = now + (ms > reserve ? ms - reserve : 1);
}

/* When it is told to stop, and when it is given up. */
static void set_clock(struct usi_proxy *p, const struct usi_go *go)
{
    bool exact = go->mate ? go->mate_timed : go->has_movetime;
    uint64_t ms = go->mate ? go->mate_ms : go->movetime_ms;
    p->stop_at = p->give_up_at = p->over_at = 0;
    if (!go->mate && (go->infinite || go->ponder))
        return;
    if (exact)
        p->stop_at = steady_ms() + ms + p->config.late_ms;
    else if (go->timed && !go->mate)
        set_game_clock(p, go);
}

static bool report_lines(struct usi_proxy *p)
{
    char room[32];
    struct buf b = {.p = room, .cap = sizeof room, .max = sizeof room};
    int64_t wanted = p->choosing && p->own.lines > p->shown ? p->own.lines : p->shown;
    if (wanted == p->inner_multipv || !usi_inner_has(&p->inner, SPAN("MultiPV")))
        return true;
    p->inner_multipv = wanted;
    buf_printf(&b, "%lld", (long long)wanted);
    return usi_inner_set(&p->inner, SPAN("MultiPV"), buf_span(&b));
}

/* The line in p->go; false if the engine does not listen. */
static bool start_go(struct usi_proxy *p)
{
    static const struct msg NO_POSITION = {"no position: the last one was rejected",
                                           "局面がありません（直前の position が不正）"};
    struct span rest = buf_span(&p->go);
    span_eat_word(&rest);
    usi_go_parse(&p->last_go, rest);
    memset(p->received, 0, sizeof p->received);
    p->choosing = p->style && p->knows_game && !p->last_go.mate && !p->last_go.infinite &&
                  usi_inner_has(&p->inner, SPAN("MultiPV"));
    p->thinking = true;
    p->stopped = false;
    set_clock(p, &p->last_go);
    if (!p->knows_game)
        report_message(p, &NO_POSITION, SPAN(""), SPAN(""));
    if (!usi_inner_lives(&p->inner) || !p->knows_game) {
        answer_alone(p);
        return true;
    }
    return report_lines(p) && usi_inner_send(&p->inner, buf_span(&p->position)) &&
           usi_inner_send(&p->inner, buf_span(&p->go));
}

/* --- From the GUI ----------------------------------------------------------------------------- */

static void open_style(struct usi_proxy *p)
{
    static const struct msg NO_LINES = {
        "%1 has no MultiPV; playing its moves unchanged",
        "%1 には MultiPV がないため選べません。エンジンの手をそのまま指します"};
    struct err err = {0};
    if (!p->style_differs)
        return;
    p->style_differs = false;
    style_close(p->style);
    if (style_open(&p->style, &p->settings, &err) != STATUS_OK)
        report_error(p, &err);
    if (p->style && !usi_inner_has(&p->inner, SPAN("MultiPV")))
        report_message(p, &NO_LINES, p->config.command, SPAN(""));
}

static bool is_ours(struct span name)
{
    return usi_rows_have(&style_rows, name) || usi_rows_have(&proxy_rows, name);
}

static void do_usi(struct usi_proxy *p, struct span line)
{
    struct span options = buf_span(&p->inner.options), rest;
    struct buf b;
    (void)line;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "id name ");
    buf_add_span(&b, p->config.name);
    buf_add_str(&b, " over ");
    buf_add_span(&b, p->inner.name.n ? buf_span(&p->inner.name) : p->config.command);
    buf_add_str(&b, "\nid author the Kifu authors\n");
    while (options.n) {
        struct span option = usi_next_line(&options);
        span_eat_word(&option);
        struct span name = usi_option_name(option, SPAN(" type "), &rest);
        buf_add_str(&b, "option name ");
        if (is_ours(name))
            buf_add_span(&b, PREFIX);
        buf_add_span(&b, name);
        buf_add_char(&b, ' ');
        buf_add_span(&b, rest);
        buf_add_char(&b, '\n');
    }
    usi_rows_print(&style_rows, &p->settings, &b);
    usi_rows_print(&proxy_rows, &p->own, &b);
    buf_add_str(&b, "usiok\n");
    if (buf_status(&b) == STATUS_OK)
        put(p, buf_span(&b));
    buf_release(&b);
}

static void set_ours(struct usi_proxy *p, struct span name, struct span value)
{
    static const struct msg NO_VALUE = {"option %1 cannot be %2",
                                        "オプション %1 を %2 にはできません"};
    enum usi_set done = usi_rows_set(&style_rows, &p->settings, name, value);
    if (done == USI_SET_NO_OPTION)
        done = usi_rows_set(&proxy_rows, &p->own, name, value);
    if (done == USI_SET || done == USI_SET_FILE)
        p->style_differs = true;
    else
        report_message(p, &NO_VALUE, name, value);
}

static void do_setoption(struct usi_proxy *p, struct span line)
{
    struct span value, name;
    int64_t lines;
    span_eat_word(&line);
    name = usi_option_name(line, SPAN(" value"), &value);
    if (!name.n)
        return;
    bool has_value = value.p != NULL;
    span_eat_word(&value);
    value = has_value ? span_trim(value) : (struct span){0};
    if (is_ours(name)) {
        set_ours(p, name, value);
        return;
    }
    struct span inner = name;
    if (span_eat(&inner, PREFIX) && is_ours(inner))
        name = inner;
    if (span_eq_nocase(name, SPAN("MultiPV")) && num_parse_i64(value, 1, MOST_LINES, &lines))
        p->shown = lines; /* it is told before the next "go" */
    else if (!usi_inner_set(&p->inner, name, value) && usi_inner_lives(&p->inner))
        revive(p);
}

/* What is passed on as it is. */
static void pass(struct usi_proxy *p, struct span line)
{
    if (usi_inner_lives(&p->inner) && !usi_inner_send(&p->inner, line))
        revive(p);
}

static void do_isready(struct usi_proxy *p, struct span line)
{
    open_style(p);
    p->ready_wanted++;
    p->ready_by = steady_ms() + p->config.ready_ms;
    if (!usi_inner_lives(&p->inner) && !p->thinking) {
        p->restarts = 0; /* who asks again wants it tried again */
        revive(p);
        return;
    }
    pass(p, line);
    if (!usi_inner_lives(&p->inner))
        answer_ready(p);
}

static void do_position(struct usi_proxy *p, struct span line)
{
    struct err err = {0};
    struct span rest = line;
    buf_clear(&p->position);
    buf_add_span(&p->position, line);
    span_eat_word(&rest);
    p->knows_game = usi_game_set(&p->game, rest, &err) == STATUS_OK;
    if (!p->knows_game)
        report_error(p, &err);
}

static void stop_search(struct usi_proxy *p)
{
    if (!p->thinking)
        return;
    p->stopped = true;
    p->stop_at = 0;
    if (!p->over_at)
        p->give_up_at = steady_ms() + p->config.hang_ms;
    pass(p, SPAN("stop"));
}

/* Also what is waiting is answered: each "go" has its answer. */
static void do_stop(struct usi_proxy *p, struct span line)
{
    (void)line;
    p->hurried = p->waiting.n;
    stop_search(p);
}

static void do_go(struct usi_proxy *p, struct span line)
{
    open_style(p);
    buf_clear(&p->go);
    buf_add_span(&p->go, line);
    p->retried = false;
    if (!start_go(p))
        revive(p);
}

static void do_ponderhit(struct usi_proxy *p, struct span line)
{
    struct usi_go times;
    struct span rest = line;
    if (!p->thinking)
        return;
    span_eat_word(&rest);
    usi_go_parse(&times, rest);
    p->last_go.ponder = false;
    if (!times.timed)
        times = p->last_go;
    set_clock(p, &times);
    pass(p, line);
}

enum usi_proxy_turn {
    AT_ONCE,  /* whatever goes on */
    IN_TURN,  /* after the answer that is waited for, and after those that wait */
    HIT,      /* at once if it means the search that goes on, otherwise in turn */
    STOPPING, /* in turn, but all that is to be answered before it is told to stop */
};

static const struct {
    struct span name;
    enum usi_proxy_turn turn;
    void (*run)(struct usi_proxy *p, struct span line);
} COMMANDS[] = {
    {SPAN_INIT("usi"), AT_ONCE, do_usi},
    {SPAN_INIT("isready"), AT_ONCE, do_isready},
    {SPAN_INIT("setoption"), IN_TURN, do_setoption},
    {SPAN_INIT("usinewgame"), IN_TURN, pass},
    {SPAN_INIT("position"), IN_TURN, do_position},
    {SPAN_INIT("go"), IN_TURN, do_go},
    {SPAN_INIT("stop"), AT_ONCE, do_stop},
    {SPAN_INIT("ponderhit"), HIT, do_ponderhit},
    {SPAN_INIT("gameover"), STOPPING, pass},
};

static bool must_wait(const struct usi_proxy *p, enum usi_proxy_turn turn)
{
    switch (turn) {
    case AT_ONCE:
        return false;
    case IN_TURN:
        return p->thinking || p->waiting.n;
    case HIT:
        return p->waiting.n && !(p->thinking && p->last_go.ponder && !p->stopped);
    case STOPPING:
        return p->waiting.n;
    }
    return false;
}

/* Of a line, or of the first of several. */
static struct span first_word(struct span lines)
{
    struct span line = usi_next_line(&lines);
    return usi_word(&line);
}

static bool is_endless(const struct usi_proxy *p)
{
    return p->last_go.mate ? !p->last_go.mate_timed : p->last_go.infinite || p->last_go.ponder;
}

/* One without end gives way to the next that is asked for. */
static void make_way(struct usi_proxy *p, struct span waiting)
{
    while (p->thinking && !p->stopped && is_endless(p) && waiting.n)
        if (span_eq(first_word(usi_next_line(&waiting)), SPAN("go")))
            stop_search(p);
}

static void put_off(struct usi_proxy *p, struct span line)
{
    static const struct msg NO_ROOM = {"too many lines during a search; %1 is ignored",
                                       "探索中の行が多すぎるため %1 を無視します"};
    size_t before = p->waiting.n;
    buf_add_span(&p->waiting, line);
    buf_add_char(&p->waiting, '\n');
    if (buf_status(&p->waiting) == STATUS_OK) {
        make_way(p, line);
        return;
    }
    p->waiting.n = before;
    p->waiting.bad = STATUS_OK;
    report_message(p, &NO_ROOM, first_word(line), SPAN(""));
}

static bool obey(struct usi_proxy *p, struct span line, bool has_waited)
{
    line = span_trim(line);
    struct span name = first_word(line);
    if (span_eq(name, SPAN("quit")))
        return false;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (!span_eq(name, COMMANDS[i].name))
            continue;
        if (!has_waited && COMMANDS[i].turn == STOPPING)
            do_stop(p, line);
        if (!has_waited && must_wait(p, COMMANDS[i].turn))
            put_off(p, line);
        else
            COMMANDS[i].run(p, line);
        break;
    }
    return true;
}

/* What waited for the answer.  Nothing that waits adds to what waits, so the lines stay where they
 * are until they are done. */
static void go_on(struct usi_proxy *p)
{
    struct span rest = buf_span(&p->waiting);
    while (rest.n && (!p->thinking || span_eq(first_word(rest), SPAN("ponderhit")))) {
        obey(p, usi_next_line(&rest), true);
        if (!p->stopped && p->waiting.n - rest.n <= p->hurried)
            stop_search(p);
    }
    size_t done = p->waiting.n - rest.n;
    if (!done)
        return;
    p->hurried -= done < p->hurried ? done : p->hurried;
    memmove(p->waiting.p, rest.p, rest.n);
    p->waiting.n = rest.n;
    make_way(p, buf_span(&p->waiting));
}

bool usi_proxy_feed(struct usi_proxy *p, struct span bytes)
{
    static const struct msg LONG_LINE = {"line too long; ignored", "長すぎる行を無視します"};
    bool more = true;
    while (more && usi_lines_take(&p->lines, &bytes)) {
        if (p->lines.dropping)
            report_message(p, &LONG_LINE, SPAN(""), SPAN(""));
        else
            more = obey(p, buf_span(&p->lines.line), false);
        usi_lines_clear(&p->lines);
        go_on(p);
    }
    return more;
}

/* --- Waiting ---------------------------------------------------------------------------------- */

int usi_proxy_fd(const struct usi_proxy *p)
{
    return usi_inner_lives(&p->inner) ? p->inner.child.out : -1;
}

/* The earlier one, where 0 is never. */
static uint64_t sooner(uint64_t a, uint64_t b)
{
    return !a || (b && b < a) ? b : a;
}

int usi_proxy_due_ms(const struct usi_proxy *p)
{
    uint64_t now = steady_ms(), due = p->thinking ? sooner(p->give_up_at, p->stop_at) : 0;
    if (p->ready_wanted && p->ready_by > now)
        due = sooner(due, p->ready_by);
    if (!due)
        return -1;
    return due <= now ? 0 : due - now < INT32_MAX ? (int)(due - now) : INT32_MAX;
}

bool usi_proxy_ends_by_itself(const struct usi_proxy *p)
{
    return (p->ready_wanted && steady_ms() < p->ready_by) ||
           (p->thinking && (!is_endless(p) || p->stopped));
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status open_parts(struct usi_proxy *p, struct err *err)
{
    const struct usi_proxy_config *c = &p->config;
    enum status status = usi_game_init(&p->game, err);
    if (!usi_lines_init(&p->lines, USI_MAX_LINE) && status == STATUS_OK)
        status = err_nomem(err);
    if (!usi_rows_copy(&style_rows, &p->settings, &c->style) && status == STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = style_open(&p->style, &p->settings, err);
    buf_add_str(&p->position, "position startpos");
    p->fallback = usi_fallback_open();
    p->inner = (struct usi_inner){.command = c->command,
                                  .path = c->path,
                                  .log = c->log,
                                  .ready_ms = c->ready_ms,
                                  .cancel = c->cancel,
                                  .quits = c->quits,
                                  .ctx = c->ctx};
    if (status == STATUS_OK)
        status = usi_inner_open(&p->inner, err);
    return status;
}

enum status usi_proxy_open(struct usi_proxy **out, const struct usi_proxy_config *config,
                           struct err *err)
{
    *out = NULL;
    struct usi_proxy *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    p->config = *config;
    p->config.ready_ms = config->ready_ms ? config->ready_ms : READY_MS;
    p->config.late_ms = config->late_ms ? config->late_ms : LATE_MS;
    p->config.hang_ms = config->hang_ms ? config->hang_ms : HANG_MS;
    p->shown = p->inner_multipv = 1;
    p->knows_game = true;
    p->style_differs = true; /* so that an engine without MultiPV is told of */
    buf_init(&p->position, USI_MAX_LINE);
    buf_init(&p->go, USI_MAX_LINE);
    buf_init(&p->waiting, MOST_WAITING);
    usi_rows_init(&proxy_rows, &p->own);
    enum status status = open_parts(p, err);
    if (status == STATUS_OK)
        *out = p;
    else
        usi_proxy_close(p);
    return status;
}

void usi_proxy_close(struct usi_proxy *p)
{
    if (!p)
        return;
    usi_inner_close(&p->inner);
    style_close(p->style);
    usi_fallback_close(p->fallback);
    usi_rows_release(&style_rows, &p->settings);
    usi_game_release(&p->game);
    usi_lines_release(&p->lines);
    buf_release(&p->position);
    buf_release(&p->go);
    buf_release(&p->waiting);
    mem_free(p);
}
