/* usi_session.c: see usi_session.h. */
#include "engine/usi/usi_session.h"

#include "base/alloc.h"
#include "engine/usi/usi_job.h"
#include "engine/usi/usi_lines.h"

struct usi {
    struct usi_config config;
    struct usi_output out;
    struct usi_settings settings;
    bool settings_differ; /* from what the setup wants */
    struct usi_changes changes;
    struct usi_setup setup; /* the job's while it runs */
    struct usi_game game;
    struct usi_job job;
    struct usi_lines lines;
    struct buf waiting; /* lines that came while a search goes on, and are for after it */
};

static const struct msg NO_OPTION = {"unknown option %1", "オプション %1 はありません"};
static const struct msg NO_VALUE = {"option %1 cannot be %2", "オプション %1 を %2 にはできません"};
static const struct msg NO_NAME = {"setoption without a name: %1",
                                   "setoption に名前がありません: %1"};
static const struct msg LONG_LINE = {"line too long; ignored", "長すぎる行を無視します"};
static const struct msg NO_ROOM = {"too many lines during a search; %1 is ignored",
                                   "探索中の行が多すぎるため %1 を無視します"};
static const struct msg WAITS = {"%1 waits: the current search has no limit; send stop",
                                 "%1 は待機中です（制限のない探索中。stop で終了）"};

/* What the options ask for, handed to the setup.  Not while a search goes on. */
static void hand_settings(struct usi *u)
{
    struct err err;
    if (!u->settings_differ)
        return;
    if (!usi_setup_want(&u->setup, &u->settings, &u->changes)) {
        err_nomem(&err);
        usi_put_error(&u->out, &err);
        return;
    }
    u->settings_differ = false;
    u->changes = (struct usi_changes){0};
}

/* --- Commands --------------------------------------------------------------------------------- */

static void do_usi(struct usi *u, struct span rest)
{
    struct buf b;
    (void)rest;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "id name ");
    buf_add_span(&b, u->config.name);
    buf_add_str(&b, "\nid author the Kifu authors\n");
    usi_settings_print(&u->settings, &b);
    buf_add_str(&b, "usiok\n");
    if (buf_status(&b) == STATUS_OK)
        usi_put(&u->out, buf_span(&b));
    buf_release(&b);
}

/* While a search goes on there is nothing to make ready: it is what it was, and answers go on. */
static void do_isready(struct usi *u, struct span rest)
{
    (void)rest;
    if (!usi_job_is_thinking(&u->job)) {
        usi_job_wait(&u->job);
        hand_settings(u);
        usi_setup_search(&u->setup);
    }
    usi_put(&u->out, SPAN("readyok\n"));
}

/* "name N [value V]": values are the rest of the line, blanks and all. */
static void do_setoption(struct usi *u, struct span rest)
{
    struct span all = span_trim(rest), word = usi_word(&rest), name = usi_word(&rest);
    if (!span_eq(word, SPAN("name")) || !name.n) {
        usi_put_message(&u->out, &NO_NAME, all, SPAN(""));
        return;
    }
    usi_word(&rest);
    struct span value = span_trim(rest);
    switch (usi_settings_set(&u->settings, name, value)) {
    case USI_SET_FILE:
    case USI_SET:
        u->settings_differ = true;
        u->changes.weights |= span_eq_nocase(name, SPAN("Weights"));
        u->changes.style |= usi_rows_have(&style_rows, name);
        u->changes.person |= usi_rows_have(&person_rows, name);
        u->changes.book |= usi_rows_have(&book_rows, name);
        break;
    case USI_SET_NO_OPTION:
        usi_put_message(&u->out, &NO_OPTION, name, SPAN(""));
        break;
    case USI_SET_NO_VALUE:
    case USI_SET_NO_MEMORY:
        usi_put_message(&u->out, &NO_VALUE, name, value);
        break;
    }
}

static void do_usinewgame(struct usi *u, struct span rest)
{
    (void)rest;
    usi_job_stop(&u->job);
    usi_job_wait(&u->job);
    hand_settings(u);
    if (usi_setup_search(&u->setup))
        usi_setup_new_game(&u->setup);
}

static void do_position(struct usi *u, struct span rest)
{
    struct err err = {0};
    if (usi_game_set(&u->game, rest, &err) != STATUS_OK)
        usi_put_error(&u->out, &err);
}

static struct think_rules rules_of(const struct usi *u)
{
    static const enum think_declaration declarations[] = {[USI_RULE_NONE] = THINK_DECLARE_NEVER,
                                                          [USI_RULE_27] = THINK_DECLARE_27,
                                                          [USI_RULE_24] = THINK_DECLARE_24};
    const struct usi_settings *s = &u->settings;
    unsigned most = (unsigned)s->most_plies, made = u->game.ply - 1;
    return (struct think_rules){.declaration = declarations[s->rule],
                                .draw = (int)s->draw_value,
                                .plies_left = !most         ? 0
                                              : made < most ? most - made
                                                            : 1};
}

static void do_go(struct usi *u, struct span rest)
{
    const struct usi_settings *s = &u->settings;
    struct usi_task task = {.out = &u->out,
                            .setup = &u->setup,
                            .game = &u->game,
                            .watch = u->config.watch,
                            .received_ns = think_clock_ns(u->config.watch),
                            .clock = {.delay_ms = (uint32_t)s->delay_ms, .ponders = s->ponder != 0},
                            .lines = (unsigned)s->lines,
                            .resign_value = s->resign_value,
                            .wdl = s->wdl != 0,
                            .rules = rules_of(u)};
    struct err err = {0};
    usi_go_parse(&task.go, rest);
    if (u->config.most_nodes && (!task.go.nodes || task.go.nodes > u->config.most_nodes))
        task.go.nodes = u->config.most_nodes;
    usi_job_wait(&u->job); /* it has answered, or was told to */
    hand_settings(u);
    if (usi_job_start(&u->job, &task, &err) == STATUS_OK)
        return;
    usi_put_error(&u->out, &err); /* no thread, or no memory for the game */
    usi_put(&u->out, task.go.mate ? SPAN("checkmate timeout\n") : SPAN("bestmove resign\n"));
}

static void do_ponderhit(struct usi *u, struct span rest)
{
    struct usi_go times;
    usi_go_parse(&times, rest);
    usi_job_hit(&u->job, &times);
}

static bool obey(struct usi *u, struct span line, bool has_waited);

/* What waited for the end of a search; hurry: every search is told to stop as soon as it begins.
 * Nothing that waits adds to what waits, so the lines stay where they are until they are done. */
static void go_on(struct usi *u, bool hurry)
{
    size_t done = 0;
    while (done < u->waiting.n && (hurry || !usi_job_is_thinking(&u->job))) {
        struct span rest = span_skip(buf_span(&u->waiting), done);
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = (size_t)(end - rest.p);
        obey(u, span_make(rest.p, n), true);
        done += n + 1;
        if (hurry)
            usi_job_stop(&u->job);
    }
    if (!done)
        return;
    memmove(u->waiting.p, u->waiting.p + done, u->waiting.n - done);
    u->waiting.n -= done;
}

/* Also what is waiting is answered: each "go" has its answer. */
static void do_stop(struct usi *u, struct span rest)
{
    (void)rest;
    usi_job_stop(&u->job);
    go_on(u, true);
}

enum usi_session_turn {
    AT_ONCE,    /* whatever goes on */
    IN_TURN,    /* after those that wait, if any do */
    BY_ITSELF,  /* and after the search that goes on, if that has an end; otherwise it ends it */
    AFTER_STOP, /* and after any search */
};

static const struct {
    struct span name;
    enum usi_session_turn turn;
    void (*run)(struct usi *u, struct span rest);
} COMMANDS[] = {
    {SPAN_INIT("usi"), AT_ONCE, do_usi},
    {SPAN_INIT("isready"), AT_ONCE, do_isready},
    {SPAN_INIT("setoption"), IN_TURN, do_setoption},
    {SPAN_INIT("usinewgame"), BY_ITSELF, do_usinewgame},
    {SPAN_INIT("position"), IN_TURN, do_position},
    {SPAN_INIT("go"), AFTER_STOP, do_go},
    {SPAN_INIT("stop"), AT_ONCE, do_stop},
    {SPAN_INIT("ponderhit"), AT_ONCE, do_ponderhit},
    {SPAN_INIT("gameover"), AT_ONCE, do_stop},
};

static bool must_wait(struct usi *u, enum usi_session_turn turn)
{
    if (turn == AT_ONCE || u->waiting.n)
        return turn != AT_ONCE;
    if (turn == IN_TURN || !usi_job_is_thinking(&u->job))
        return false;
    return turn == AFTER_STOP || usi_job_ends_by_itself(&u->job);
}

static void put_off(struct usi *u, struct span name, struct span line)
{
    if (!u->waiting.n && !usi_job_ends_by_itself(&u->job))
        usi_put_message(&u->out, &WAITS, name, SPAN(""));
    size_t before = u->waiting.n;
    buf_add_span(&u->waiting, line);
    buf_add_char(&u->waiting, '\n');
    if (buf_status(&u->waiting) == STATUS_OK)
        return;
    u->waiting.n = before;
    u->waiting.bad = STATUS_OK;
    usi_put_message(&u->out, &NO_ROOM, name, SPAN(""));
}

/* What is no command is ignored, as the protocol wants it. */
static bool obey(struct usi *u, struct span line, bool has_waited)
{
    struct span rest = line, name = usi_word(&rest);
    if (span_eq(name, SPAN("quit"))) {
        do_stop(u, rest);
        return false;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (!span_eq(name, COMMANDS[i].name))
            continue;
        if (!has_waited && must_wait(u, COMMANDS[i].turn))
            put_off(u, name, line);
        else
            COMMANDS[i].run(u, rest);
        break;
    }
    return true;
}

/* --- Lines ------------------------------------------------------------------------------------ */

bool usi_feed(struct usi *u, struct span bytes)
{
    bool more = true;
    while (more && usi_lines_take(&u->lines, &bytes)) {
        go_on(u, false);
        if (u->lines.dropping)
            usi_put_message(&u->out, &LONG_LINE, SPAN(""), SPAN(""));
        else
            more = obey(u, buf_span(&u->lines.line), false);
        usi_lines_clear(&u->lines);
    }
    return more;
}

/* How soon a search that has ended is noticed, if something waits for it. */
enum { LOOK_MS = 1 };

int usi_due_ms(struct usi *u)
{
    int due = usi_job_due_ms(&u->job);
    return u->waiting.n && (due < 0 || due > LOOK_MS) ? LOOK_MS : due;
}

void usi_tick(struct usi *u)
{
    usi_job_tick(&u->job);
    go_on(u, false);
}

bool usi_ends_by_itself(struct usi *u)
{
    bool busy = u->job.running && !atomic_load(&u->job.finished);
    return busy ? usi_job_ends_by_itself(&u->job) : u->waiting.n > 0;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status open_setup(struct usi *u, const struct usi_config *config, struct err *err)
{
    const struct usi_setup_limits limits = {
        .hash_mb = config->most_hash_mb, .threads = config->most_threads, .memory = config->memory};
    if (!usi_settings_copy(&u->settings, &config->settings))
        return err_nomem(err);
    return usi_setup_open(&u->setup, &u->out, &limits, &config->settings, err);
}

enum { COMMON_WAITING = 4096 }; /* so that a few lines never want for memory */

enum status usi_open(struct usi **out, const struct usi_config *config, struct err *err)
{
    *out = NULL;
    struct usi *u = mem_calloc(1, sizeof *u);
    if (!u)
        return err_nomem(err);
    enum status status = usi_job_init(&u->job, err);
    if (status != STATUS_OK) {
        mem_free(u);
        return status;
    }
    u->config = *config;
    buf_init(&u->waiting, USI_MAX_LINE);
    u->out = (struct usi_output){.ctx = config->ctx, .write = config->write};
    pthread_mutex_init(&u->out.lock, NULL); /* never fails where this is built for */
    status = usi_game_init(&u->game, err);
    bool room = usi_lines_init(&u->lines, USI_MAX_LINE);
    room &= buf_reserve(&u->waiting, COMMON_WAITING);
    if (!room && status == STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = open_setup(u, config, err);
    if (status == STATUS_OK)
        *out = u;
    else
        usi_close(u);
    return status;
}

void usi_close(struct usi *u)
{
    if (!u)
        return;
    do_stop(u, SPAN(""));
    usi_job_wait(&u->job);
    usi_job_release(&u->job);
    usi_setup_close(&u->setup);
    buf_release(&u->waiting);
    usi_game_release(&u->game);
    usi_settings_release(&u->settings);
    usi_lines_release(&u->lines);
    pthread_mutex_destroy(&u->out.lock);
    mem_free(u);
}
