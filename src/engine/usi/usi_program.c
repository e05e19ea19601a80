/* usi_program.c: see usi_program.h. */
#include "engine/usi/usi_program.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/io/child.h"

enum { MOST_TEXT = 1 << 20 };
#define THREADS SPAN("Threads")

/* Set where a program has such an option; those that were asked for come after.  Without a value:
 * the size of its table. */
static const struct usi_setting USUAL[] = {
    {SPAN_INIT("Threads"), SPAN_INIT("1")},
    {SPAN_INIT("Thread"), SPAN_INIT("1")},
    {SPAN_INIT("USI_Hash"), {0}},
    {SPAN_INIT("Hash"), {0}},
    {SPAN_INIT("USI_Ponder"), SPAN_INIT("false")},
    {SPAN_INIT("Ponder"), SPAN_INIT("false")},
    {SPAN_INIT("BookDepth"), SPAN_INIT("0")},
    {SPAN_INIT("USI_OwnBook"), SPAN_INIT("false")},
    {SPAN_INIT("OwnBook"), SPAN_INIT("false")},
    {SPAN_INIT("BookFile"), SPAN_INIT("no_book")},
    {SPAN_INIT("PvInterval"), SPAN_INIT("0")},
    {SPAN_INIT("Contempt"), SPAN_INIT("0")},
};
/* the last two are for those who want values, not play */
enum { USUAL_COUNT = sizeof USUAL / sizeof *USUAL, USUAL_PLAY_COUNT = USUAL_COUNT - 2 };

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

struct usi_program {
    struct usi_client *client;
    const struct usi_habits *habits;
    uint32_t movetime_ms;
    struct buf limits, position;
    struct buf threads; /* the option of that name, as it was set */
    void (*info)(void *ctx, const struct usi_info *info);
    void *info_ctx;
    const atomic_bool *cancel;
};

static const struct usi_habits *habits_of(struct span command)
{
    const struct usi_habits *chosen = &PLAIN;
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
                chosen = &HABITS[i];
    }
    buf_release(&words);
    return chosen;
}

/* --- Limits ----------------------------------------------------------------------------------- */

static void add_time(const struct usi_habits *h, uint32_t ms, struct buf *out)
{
    uint64_t given = h->time == TIME_STOP ? ms + (uint64_t)STOP_ROOM_MS : ms;
    buf_add_str(out, h->time == TIME_MOVETIME ? " movetime " : " btime 0 wtime 0 byoyomi ");
    buf_add_u64(out, given);
}

/* What follows "go". */
static void print_limits(const struct usi_habits *h, const struct usi_limits *l, struct buf *out)
{
    if (l->by_clock)
        return;
    if (l->nodes && !h->nodes_argument.n)
        buf_printf(out, " nodes %llu", (unsigned long long)l->nodes);
    if (l->depth && !h->depth_option.n)
        buf_printf(out, " depth %d", l->depth);
    if (l->movetime_ms)
        add_time(h, l->movetime_ms, out);
    else if (!out->n)
        add_time(h, CEILING_MS, out);
}

/* As GUIs tell it: what is added to main time, or byoyomi, which is told even if there is none. */
void usi_program_set_clocks(struct usi_program *p, const struct usi_clocks *c)
{
    struct buf *out = &p->limits;
    buf_clear(out);
    buf_printf(out, "btime %u wtime %u", c->left_ms[SHOGI_BLACK], c->left_ms[SHOGI_WHITE]);
    if (c->byoyomi_ms || !c->increment_ms)
        buf_printf(out, " byoyomi %u", c->byoyomi_ms);
    if (c->increment_ms)
        buf_printf(out, " binc %u winc %u", c->increment_ms, c->increment_ms);
}

static enum status check_depth(const struct usi_habits *h, struct span command, int depth,
                               struct err *err)
{
    static const struct msg DEPTHS = {"%1 takes depths from 4 to 10 only",
                                      "%1 の深さは 4 から 10 までです"};
    if (!h->depth_option.n || !depth || (depth >= h->least_depth && depth <= h->most_depth))
        return STATUS_OK;
    return err_set(err, STATUS_UNSUPPORTED, &DEPTHS, command, (struct span){0});
}

/* --- Starting and ending ---------------------------------------------------------------------- */

void usi_split_option(const char *option, struct span *name, struct span *value)
{
    struct span s = span_of(option);
    ptrdiff_t at = span_find(s, SPAN("="));
    *name = span_make(s.p, at < 0 ? s.n : (size_t)at);
    *value = at < 0 ? (struct span){0} : span_skip(s, (size_t)at + 1);
}

static size_t fill_settings(const struct usi_habits *h, const struct usi_program_options *opt,
                            struct usi_setting *out, struct buf *depth)
{
    size_t n = 0;
    if (h->depth_option.n && opt->limits.depth) {
        buf_add_i64(depth, opt->limits.depth);
        out[n++] = (struct usi_setting){h->depth_option, buf_span(depth)};
    }
    for (size_t i = 0; i < opt->option_count; i++, n++)
        usi_split_option(opt->options[i], &out[n].name, &out[n].value);
    return n;
}

/* Who names a book wants it to be followed. */
static bool names_book(const struct usi_program_options *opt)
{
    struct span name, value;
    for (size_t i = 0; i < opt->option_count; i++) {
        usi_split_option(opt->options[i], &name, &value);
        if (span_eq_nocase(name, SPAN("BookFile")))
            return true;
    }
    return false;
}

static enum status start_program(struct usi_program *p, struct span command,
                                 const struct usi_program_options *opt, struct err *err)
{
    struct buf whole, depth, size;
    struct usi_setting usual[USUAL_COUNT];
    struct usi_setting *settings = mem_calloc(opt->option_count + 1, sizeof *settings);
    if (!settings)
        return err_nomem(err);
    buf_init(&whole, MOST_TEXT);
    buf_init(&depth, MOST_TEXT);
    buf_init(&size, MOST_TEXT);
    buf_add_u64(&size, opt->hash_mb ? opt->hash_mb : USI_PROGRAM_HASH_MB);
    for (int i = 0; i < USUAL_COUNT; i++) {
        usual[i] = USUAL[i];
        if (span_eq(usual[i].name, SPAN("USI_OwnBook")) && names_book(opt))
            usual[i].value = SPAN("true");
        if (!usual[i].value.p)
            usual[i].value = buf_span(&size);
    }
    buf_add_span(&whole, command);
    if (p->habits->nodes_argument.n && opt->limits.nodes) {
        buf_add_char(&whole, ' ');
        buf_add_span(&whole, p->habits->nodes_argument);
        buf_add_u64(&whole, opt->limits.nodes);
    }
    const struct usi_client_options client = {
        .path = opt->path,
        .log = opt->log,
        .settings = settings,
        .own_count = p->habits->depth_option.n && opt->limits.depth,
        .setting_count = fill_settings(p->habits, opt, settings, &depth),
        .usual = usual,
        .usual_count = opt->values ? USUAL_COUNT : USUAL_PLAY_COUNT,
        .ready_ms = opt->ready_ms,
        .cancel = opt->cancel,
    };
    enum status status = buf_status(&whole) == STATUS_OK && buf_status(&depth) == STATUS_OK &&
                                 buf_status(&size) == STATUS_OK
                             ? usi_client_open(&p->client, buf_span(&whole), &client, err)
                             : err_nomem(err);
    buf_release(&whole);
    buf_release(&depth);
    buf_release(&size);
    mem_free(settings);
    return status;
}

static void note_threads(struct usi_program *p, const struct usi_program_options *opt)
{
    struct span value = SPAN("1");
    for (size_t i = 0; i < opt->option_count; i++) {
        struct span option = span_of(opt->options[i]);
        if (span_eat(&option, SPAN("Threads=")))
            value = option;
    }
    buf_add_span(&p->threads, value);
}

enum status usi_program_open(struct usi_program **out, struct span command,
                             const struct usi_program_options *opt, struct err *err)
{
    *out = NULL;
    struct usi_program *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    buf_init(&p->limits, MOST_TEXT);
    buf_init(&p->position, MOST_TEXT);
    buf_init(&p->threads, MOST_TEXT);
    p->habits = habits_of(command);
    p->movetime_ms = opt->limits.movetime_ms;
    print_limits(p->habits, &opt->limits, &p->limits);
    enum status status = check_depth(p->habits, command, opt->limits.depth, err);
    note_threads(p, opt);
    if (status == STATUS_OK &&
        (buf_status(&p->limits) != STATUS_OK || buf_status(&p->threads) != STATUS_OK))
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = start_program(p, command, opt, err);
    if (status == STATUS_OK)
        *out = p;
    else
        usi_program_close(p);
    return status;
}

void usi_program_close(struct usi_program *p)
{
    if (!p)
        return;
    usi_client_close(p->client);
    buf_release(&p->limits);
    buf_release(&p->position);
    buf_release(&p->threads);
    mem_free(p);
}

struct span usi_program_name(const struct usi_program *p)
{
    return usi_client_name(p->client);
}

bool usi_program_new_game(struct usi_program *p)
{
    return usi_client_new_game(p->client);
}

/* "usinewgame" empties Stockfish's table of positions, but not what its threads keep of pawns and
 * material, of which fairy-stockfish 11.1 says something else once it has seen more (of 40 games,
 * one had other values after another game).  New threads know nothing, and it makes them when it is
 * told how many, be it the same number. */
bool usi_program_forget(struct usi_program *p)
{
    const struct usi_setting threads = {THREADS, buf_span(&p->threads)};
    if (usi_client_has_option(p->client, THREADS) && !usi_client_set_option(p->client, &threads))
        return false;
    return usi_client_new_game(p->client);
}

void usi_program_listen(struct usi_program *p, void (*info)(void *ctx, const struct usi_info *info),
                        void *ctx, const atomic_bool *cancel)
{
    p->info = info;
    p->info_ctx = ctx;
    p->cancel = cancel;
}

void usi_program_set_cancel(struct usi_program *p, const atomic_bool *cancel)
{
    usi_client_set_cancel(p->client, cancel);
}

bool usi_program_set_option(struct usi_program *p, struct span name, struct span value)
{
    const struct usi_setting setting = {name, value};
    return usi_client_has_option(p->client, name) && usi_client_set_option(p->client, &setting);
}

/* Of a program that takes its depth as an option. */
static enum status set_depth_option(struct usi_program *p, int depth, struct err *err)
{
    static const struct msg DEAF = {"%1 does not take its option",
                                    "%1 がオプションを受け付けません"};
    char text[16];
    enum status st = check_depth(p->habits, p->habits->program, depth, err);
    if (st != STATUS_OK || !depth)
        return st;
    snprintf(text, sizeof text, "%d", depth);
    if (usi_program_set_option(p, p->habits->depth_option, span_of(text)))
        return STATUS_OK;
    return err_set(err, STATUS_IO, &DEAF, p->habits->program, (struct span){0});
}

enum status usi_program_set_limits(struct usi_program *p, const struct usi_limits *limits,
                                   struct err *err)
{
    static const struct msg NODES = {"%1 takes a limit of nodes only as an argument of its command",
                                     "%1 のノード数の上限は起動時の引数でのみ指定できます"};
    if (limits->nodes && p->habits->nodes_argument.n)
        return err_set(err, STATUS_UNSUPPORTED, &NODES, p->habits->program, (struct span){0});
    enum status st =
        p->habits->depth_option.n ? set_depth_option(p, limits->depth, err) : STATUS_OK;
    buf_clear(&p->limits);
    print_limits(p->habits, limits, &p->limits);
    p->movetime_ms = limits->movetime_ms;
    return st == STATUS_OK && buf_status(&p->limits) != STATUS_OK ? err_nomem(err) : st;
}

/* --- Thinking --------------------------------------------------------------------------------- */

void usi_print_position(const struct usi_position *g, struct buf *out)
{
    if (shogi_pos_which_handicap(g->start) == SHOGI_EVEN) {
        buf_add_str(out, "startpos");
    } else {
        buf_add_str(out, "sfen ");
        shogi_sfen_print(g->start, 1, out);
    }
    buf_add_str(out, g->plies ? " moves" : "");
    for (unsigned i = 0; i < g->plies; i++) {
        buf_add_char(out, ' ');
        shogi_usi_print(g->moves[i], out);
    }
}

/* gpsusi answers "resign" when its time is over before it has a move: it looks for mates first, and
 * at 0.1 s a move it gave up won games so.  To count that would be to win by the stop.  It is asked
 * again at its own pace (0.7 s), then with 3 s, and only what it then says is meant. */
static void request_again(struct usi_program *p, struct usi_request go, struct usi_answer *out)
{
    const uint32_t times[] = {p->movetime_ms, NO_HURRY_MS};
    char limits[64];
    go.stop_ms = 0;
    for (int i = 0; i < 2 && out->reply == USI_RESIGN; i++) {
        snprintf(limits, sizeof limits, "btime 0 wtime 0 byoyomi %u", times[i]);
        go.limits = span_of(limits);
        usi_client_go(p->client, buf_span(&p->position), &go, out);
    }
}

void usi_program_go(struct usi_program *p, const struct usi_position *g, uint32_t patience_ms,
                    uint32_t stop_ms, struct usi_answer *out)
{
    const struct usi_request go = {
        .limits = span_trim(buf_span(&p->limits)),
        .patience_ms = patience_ms,
        .stop_ms = p->habits->time == TIME_STOP && p->movetime_ms ? p->movetime_ms : stop_ms,
        .info = p->info,
        .ctx = p->info_ctx,
        .cancel = p->cancel,
    };
    *out = (struct usi_answer){.reply = USI_DIED, .value = THINK_NO_VALUE};
    buf_clear(&p->position);
    usi_print_position(g, &p->position);
    if (buf_status(&p->position) != STATUS_OK || buf_status(&p->limits) != STATUS_OK)
        return;
    usi_client_go(p->client, buf_span(&p->position), &go, out);
    if (out->reply == USI_RESIGN && out->stopped && p->movetime_ms)
        request_again(p, go, out);
}
