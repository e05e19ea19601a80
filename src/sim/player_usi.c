/* player_usi.c: a program that speaks USI as a player.
 *
 * Programs differ in what they understand after "go", and a match is only fair if nobody has a
 * book, thinks on the other's time or uses more than one processor, unless that was asked for. Both
 * are in tables. */
#include <stdio.h>

#include "base/alloc.h"
#include "base/child.h"
#include "engine/usi_client.h"
#include "sim/player.h"

enum { MOST_TEXT = 1 << 20 };

/* Set where a program has such an option; --option-a and --option-b come after. */
static const struct usi_setting USUAL[] = {
    {SPAN_INIT("Threads"), SPAN_INIT("1")},        {SPAN_INIT("Thread"), SPAN_INIT("1")},
    {SPAN_INIT("USI_Hash"), SPAN_INIT("32")},      {SPAN_INIT("Hash"), SPAN_INIT("32")},
    {SPAN_INIT("USI_Ponder"), SPAN_INIT("false")}, {SPAN_INIT("Ponder"), SPAN_INIT("false")},
    {SPAN_INIT("BookDepth"), SPAN_INIT("0")},      {SPAN_INIT("USI_OwnBook"), SPAN_INIT("false")},
    {SPAN_INIT("OwnBook"), SPAN_INIT("false")},    {SPAN_INIT("BookFile"), SPAN_INIT("no_book")},
};
enum { USUAL_COUNT = sizeof USUAL / sizeof *USUAL };

/* How a program is told its limits: time as byoyomi, which the protocol defines, by "go movetime
 * MS", or by being stopped.  A missing text: "go nodes N" and "go depth N" as everybody has them.
 */
struct usi_habits {
    struct span program;
    enum { TIME_BYOYOMI, TIME_MOVETIME, TIME_STOP } time;
    struct span depth_option;   /* an option in place of "go depth" */
    struct span nodes_argument; /* an argument of the command in place of "go nodes" */
    int least_depth, most_depth;
};
static const struct usi_habits HABITS[] = {
    {.program = SPAN_INIT("fairy-stockfish"), .time = TIME_MOVETIME},
    {.program = SPAN_INIT("kifu"), .time = TIME_MOVETIME},
    /* "go depth" and "go nodes" make it abort; of n seconds of byoyomi it uses n - 0.3, of less
     * than one 0.7 (measured), so that it gets more and is stopped when its time is over */
    {.program = SPAN_INIT("gpsusi"),
     .time = TIME_STOP,
     .depth_option = SPAN_INIT("LimitDepth"),
     .nodes_argument = SPAN_INIT("--node-count-hard-limit="),
     .least_depth = 4,
     .most_depth = 10},
};
enum { HABIT_COUNT = sizeof HABITS / sizeof *HABITS };
static const struct usi_habits PLAIN = {.time = TIME_BYOYOMI};

/* byoyomi for those that need some time where nodes or depth are the limit */
enum { CEILING_MS = 3600000, STOP_ROOM_MS = 2000, NO_HURRY_MS = 3000 };

struct usi_player {
    struct usi_client *client;
    const struct usi_habits *habits;
    struct buf limits, position;
};

static const struct usi_habits *habits_of(struct span command)
{
    const struct usi_habits *found = &PLAIN;
    struct buf words;
    struct err err;
    size_t count;
    buf_init(&words, MOST_TEXT);
    if (child_split(command, &words, &count, &err) == STATUS_OK) {
        struct span first = span_of(words.p);
        for (size_t i = 0; i < first.n; i++)
            if (words.p[i] == '/')
                first = span_make(words.p + i + 1, strlen(words.p) - i - 1);
        for (int i = 0; i < HABIT_COUNT; i++)
            if (span_eq(HABITS[i].program, first))
                found = &HABITS[i];
    }
    buf_release(&words);
    return found;
}

/* --- Limits ------------------------------------------------------------------------------------
 */

static void add_time(const struct usi_habits *h, uint32_t ms, struct buf *out)
{
    uint64_t given = h->time == TIME_STOP ? ms + (uint64_t)STOP_ROOM_MS : ms;
    buf_add_str(out, h->time == TIME_MOVETIME ? " movetime " : " btime 0 wtime 0 byoyomi ");
    buf_add_u64(out, given);
}

/* What follows "go". */
static void print_limits(const struct usi_habits *h, const struct player_limits *l, struct buf *out)
{
    if (l->nodes && !h->nodes_argument.n)
        buf_printf(out, " nodes %llu", (unsigned long long)l->nodes);
    if (l->depth && !h->depth_option.n)
        buf_printf(out, " depth %d", l->depth);
    if (l->movetime_ms)
        add_time(h, l->movetime_ms, out);
    else if (!out->n)
        add_time(h, CEILING_MS, out);
}

static enum status check_depth(const struct usi_habits *h, const struct player_spec *spec,
                               struct err *err)
{
    static const struct msg DEPTHS = {"%1 knows depths from 4 to 10 only",
                                      "%1 の深さは 4 から 10 までです"};
    int depth = spec->limits.depth;
    if (!h->depth_option.n || !depth || (depth >= h->least_depth && depth <= h->most_depth))
        return STATUS_OK;
    return err_set(err, STATUS_UNSUPPORTED, &DEPTHS, span_of(spec->name), (struct span){0});
}

/* --- The player --------------------------------------------------------------------------------
 */

static void usi_close(void *state)
{
    struct usi_player *u = state;
    usi_client_close(u->client);
    buf_release(&u->limits);
    buf_release(&u->position);
    mem_free(u);
}

static size_t fill_settings(const struct usi_habits *h, const struct player_spec *spec,
                            struct usi_setting *out, struct buf *depth)
{
    size_t n = 0;
    if (h->depth_option.n && spec->limits.depth) {
        buf_add_i64(depth, spec->limits.depth);
        out[n++] = (struct usi_setting){h->depth_option, buf_span(depth)};
    }
    for (size_t i = 0; i < spec->option_count; i++, n++)
        player_split_option(spec->options[i], &out[n].name, &out[n].value);
    return n;
}

static enum status start_program(struct usi_player *u, const struct player_spec *spec,
                                 struct span command, struct err *err)
{
    struct buf whole, depth;
    struct usi_setting *settings = mem_calloc(spec->option_count + 1, sizeof *settings);
    if (!settings)
        return err_nomem(err);
    buf_init(&whole, MOST_TEXT);
    buf_init(&depth, MOST_TEXT);
    buf_add_span(&whole, command);
    if (u->habits->nodes_argument.n && spec->limits.nodes) {
        buf_add_char(&whole, ' ');
        buf_add_span(&whole, u->habits->nodes_argument);
        buf_add_u64(&whole, spec->limits.nodes);
    }
    const struct usi_client_options opt = {
        .path = spec->path,
        .log = spec->log,
        .settings = settings,
        .setting_count = fill_settings(u->habits, spec, settings, &depth),
        .usual = USUAL,
        .usual_count = USUAL_COUNT,
        .ready_ms = player_patience_ms(spec),
        .cancel = spec->cancel,
    };
    enum status st = buf_status(&whole) == STATUS_OK && buf_status(&depth) == STATUS_OK
                         ? usi_client_open(&u->client, buf_span(&whole), &opt, err)
                         : err_nomem(err);
    buf_release(&whole);
    buf_release(&depth);
    mem_free(settings);
    return st;
}

static enum status usi_open(void **state, const struct player_spec *spec, struct err *err)
{
    struct span command = span_of(spec->name);
    struct usi_player *u = mem_calloc(1, sizeof *u);
    if (!u)
        return err_nomem(err);
    span_eat(&command, SPAN("usi:"));
    buf_init(&u->limits, MOST_TEXT);
    buf_init(&u->position, MOST_TEXT);
    u->habits = habits_of(command);
    print_limits(u->habits, &spec->limits, &u->limits);
    enum status st = check_depth(u->habits, spec, err);
    if (st == STATUS_OK)
        st = start_program(u, spec, command, err);
    if (st == STATUS_OK)
        *state = u;
    else
        usi_close(u);
    return st;
}

static bool usi_new_game(void *state)
{
    struct usi_player *u = state;
    return usi_client_new_game(u->client);
}

static enum player_reply reply_of(enum usi_reply reply)
{
    static const enum player_reply replies[] = {
        [USI_MOVE] = PLAYER_MOVES,   [USI_RESIGN] = PLAYER_RESIGNS,
        [USI_WIN] = PLAYER_DECLARES, [USI_NO_MOVE] = PLAYER_NO_MOVE,
        [USI_HANGS] = PLAYER_HANGS,  [USI_DIED] = PLAYER_DIED,
        [USI_GARBAGE] = PLAYER_DIED, [USI_CANCELLED] = PLAYER_CANCELLED,
    };
    return replies[reply];
}

/* gpsusi answers "resign" when its time is over before it has a move: it looks for mates first, and
 * at 0.1 s a move it gave up won games so.  To count that would be to win by the stop.  It is asked
 * again at its own pace (0.7 s), then with 3 s, and only what it then says is meant. */
static void ask_again(struct usi_player *u, const struct player_spec *spec, struct usi_request go,
                      struct usi_answer *out)
{
    const uint32_t times[] = {spec->limits.movetime_ms, NO_HURRY_MS};
    char limits[64];
    go.stop_ms = 0;
    for (int i = 0; i < 2 && out->reply == USI_RESIGN; i++) {
        snprintf(limits, sizeof limits, "btime 0 wtime 0 byoyomi %u", times[i]);
        go.limits = span_of(limits);
        usi_client_go(u->client, buf_span(&u->position), &go, out);
    }
}

static void usi_move(void *state, const struct player_spec *spec, const struct referee *r,
                     struct player_answer *out)
{
    struct usi_player *u = state;
    struct usi_answer answer;
    buf_clear(&u->position);
    player_print_position(r, &u->position);
    if (buf_status(&u->position) != STATUS_OK)
        return;
    const struct usi_request go = {
        .limits = span_trim(buf_span(&u->limits)),
        .patience_ms = player_patience_ms(spec),
        .stop_ms = u->habits->time == TIME_STOP ? spec->limits.movetime_ms : 0,
    };
    usi_client_go(u->client, buf_span(&u->position), &go, &answer);
    if (answer.reply == USI_RESIGN && answer.stopped)
        ask_again(u, spec, go, &answer);
    out->reply = reply_of(answer.reply);
    out->move = answer.best;
    out->value = answer.value;
    out->depth = answer.depth;
    out->nodes = answer.nodes;
    memcpy(out->said, answer.said, sizeof out->said);
}

const struct player_kind player_usi = {
    .name = "usi",
    .open = usi_open,
    .new_game = usi_new_game,
    .move = usi_move,
    .close = usi_close,
};
