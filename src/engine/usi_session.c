/* usi_session.c: see usi_session.h. */
#include "engine/usi_session.h"

#include "base/alloc.h"
#include "engine/usi_job.h"
#include "engine/usi_lines.h"
#include "engine/weights.h"

struct usi {
    struct usi_config config;
    struct usi_output out;
    struct usi_settings settings;
    int64_t hash_mb, threads; /* that the thinker was opened with */
    bool weights_differ;      /* settings name others than those that are opened */
    bool fresh;               /* nothing was searched since the tables were emptied */
    bool style_differs;       /* likewise of how to choose */
    struct weights *weights;
    struct style *style; /* NULL: the best move is played */
    struct thinker *thinker;
    struct mate_solver *solver; /* NULL until there is a "go mate" */
    struct usi_game game;
    struct usi_job job;
    struct usi_lines lines;
};

static const struct msg NO_OPTION = {"there is no option %1", "オプション %1 はありません"};
static const struct msg NO_VALUE = {"option %1 can't be %2", "オプション %1 を %2 にはできません"};
static const struct msg LONG_LINE = {"a line was too long and is ignored",
                                     "長すぎる行を無視します"};

static void complain(struct usi *u, const struct msg *what, struct span arg1, struct span arg2)
{
    struct err err;
    err_set(&err, STATUS_SYNTAX, what, arg1, arg2);
    usi_put_error(&u->out, &err);
}

/* --- What the options ask for ----------------------------------------------------------------- */

static int64_t at_most(int64_t n, int64_t most)
{
    return most && n > most ? most : n;
}

static size_t hash_bytes(const struct usi *u)
{
    return (size_t)at_most(u->settings.hash_mb, u->config.most_hash_mb) << 20;
}

/* Others in place of those that are there; without luck these stay. */
static enum status open_weights(struct usi *u, struct err *err)
{
    struct weights *opened;
    enum status st = weights_open(&opened, u->settings.weights, err);
    u->weights_differ = false; /* asking again would not help */
    if (st != STATUS_OK)
        return st;
    thinker_close(u->thinker);
    u->thinker = NULL;
    weights_close(u->weights);
    u->weights = opened;
    return STATUS_OK;
}

/* Without luck the best move is played. */
static enum status open_style(struct usi *u, struct err *err)
{
    u->style_differs = false;
    style_close(u->style);
    return style_open(&u->style, &u->settings.style, err);
}

static enum status open_thinker(struct usi *u, struct err *err)
{
    struct think_options options = {
        .table_bytes = hash_bytes(u),
        .threads = (unsigned)at_most(u->settings.threads, u->config.most_threads),
        .eval = weights_eval(u->weights)};
    thinker_close(u->thinker); /* first, for the memory */
    mate_close(u->solver);
    u->thinker = NULL;
    u->solver = NULL;
    u->fresh = true;
    u->hash_mb = u->settings.hash_mb;
    u->threads = u->settings.threads;
    return thinker_open(&u->thinker, &options, err);
}

/* Not while a search goes on. */
static bool make_ready(struct usi *u)
{
    struct err err = {0};
    if (u->weights_differ && open_weights(u, &err) != STATUS_OK)
        usi_put_error(&u->out, &err);
    if (u->style_differs && open_style(u, &err) != STATUS_OK)
        usi_put_error(&u->out, &err);
    if (u->thinker && u->hash_mb == u->settings.hash_mb && u->threads == u->settings.threads)
        return true;
    if (open_thinker(u, &err) == STATUS_OK)
        return true;
    usi_put_error(&u->out, &err);
    return false;
}

/* --- Commands --------------------------------------------------------------------------------- */

static void finish_job(struct usi *u)
{
    usi_job_stop(&u->job);
    usi_job_wait(&u->job);
}

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

static bool is_thinking(struct usi *u)
{
    return u->job.running && !atomic_load(&u->job.finished);
}

static void do_isready(struct usi *u, struct span rest)
{
    (void)rest;
    if (!is_thinking(u)) {
        usi_job_wait(&u->job);
        make_ready(u);
    }
    usi_put(&u->out, SPAN("readyok\n"));
}

/* "name N [value V]": values are the rest of the line, blanks and all. */
static void do_setoption(struct usi *u, struct span rest)
{
    struct span word = usi_word(&rest), name = usi_word(&rest);
    if (!span_eq(word, SPAN("name")) || !name.n)
        return;
    usi_word(&rest);
    struct span value = span_trim(rest);
    switch (usi_settings_set(&u->settings, name, value)) {
    case USI_SET_FILE:
    case USI_SET:
        u->weights_differ |= span_eq_nocase(name, SPAN("Weights"));
        u->style_differs |= usi_rows_have(&style_rows, name);
        break;
    case USI_SET_NO_OPTION:
        complain(u, &NO_OPTION, name, SPAN(""));
        break;
    case USI_SET_NO_VALUE:
    case USI_SET_NO_MEMORY:
        complain(u, &NO_VALUE, name, value);
        break;
    }
}

static void do_usinewgame(struct usi *u, struct span rest)
{
    (void)rest;
    finish_job(u);
    if (make_ready(u) && !u->fresh)
        thinker_new_game(u->thinker);
    u->fresh = true;
}

static void do_position(struct usi *u, struct span rest)
{
    struct err err = {0};
    if (usi_game_set(&u->game, rest, &err) != STATUS_OK)
        usi_put_error(&u->out, &err);
}

static bool has_solver(struct usi *u, struct err *err)
{
    return u->solver || mate_open(&u->solver, hash_bytes(u), err) == STATUS_OK;
}

/* What is said when there is no memory or no thread to think with. */
static void give_up(struct usi *u, const struct usi_go *go, const struct err *err)
{
    if (err->what)
        usi_put_error(&u->out, err);
    usi_put(&u->out, go->mate ? SPAN("checkmate timeout\n") : SPAN("bestmove resign\n"));
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
                            .game = &u->game,
                            .clock = {.delay_ms = (uint32_t)s->delay_ms, .ponders = s->ponder != 0},
                            .lines = (unsigned)s->lines,
                            .resign_value = s->resign_value,
                            .rules = rules_of(u)};
    struct err err = {0};
    clock_gettime(CLOCK_MONOTONIC, &task.asked);
    usi_go_parse(&task.go, rest);
    if (u->config.most_nodes && (!task.go.nodes || task.go.nodes > u->config.most_nodes))
        task.go.nodes = u->config.most_nodes;
    finish_job(u);
    if (!make_ready(u) || (task.go.mate && !has_solver(u, &err))) {
        give_up(u, &task.go, &err);
        return;
    }
    task.thinker = u->thinker;
    task.style = u->style;
    task.solver = u->solver;
    u->fresh = false;
    if (usi_job_start(&u->job, &task, &err) != STATUS_OK)
        give_up(u, &task.go, &err);
}

static void do_stop(struct usi *u, struct span rest)
{
    (void)rest;
    usi_job_stop(&u->job);
}

static void do_ponderhit(struct usi *u, struct span rest)
{
    struct usi_go times;
    usi_go_parse(&times, rest);
    usi_job_hit(&u->job, &times);
}

static const struct {
    struct span name;
    void (*run)(struct usi *u, struct span rest);
} COMMANDS[] = {
    {SPAN_INIT("usi"), do_usi},
    {SPAN_INIT("isready"), do_isready},
    {SPAN_INIT("setoption"), do_setoption},
    {SPAN_INIT("usinewgame"), do_usinewgame},
    {SPAN_INIT("position"), do_position},
    {SPAN_INIT("go"), do_go},
    {SPAN_INIT("stop"), do_stop},
    {SPAN_INIT("ponderhit"), do_ponderhit},
    {SPAN_INIT("gameover"), do_stop},
};

/* What is no command is ignored, as the protocol wants it. */
static bool obey(struct usi *u, struct span line)
{
    struct span name = usi_word(&line);
    if (span_eq(name, SPAN("quit"))) {
        usi_job_stop(&u->job);
        return false;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (span_eq(name, COMMANDS[i].name)) {
            COMMANDS[i].run(u, line);
            break;
        }
    return true;
}

/* --- Lines ------------------------------------------------------------------------------------ */

bool usi_feed(struct usi *u, struct span bytes)
{
    bool more = true;
    while (more && usi_lines_take(&u->lines, &bytes)) {
        if (u->lines.dropping)
            complain(u, &LONG_LINE, SPAN(""), SPAN(""));
        else
            more = obey(u, buf_span(&u->lines.line));
        usi_lines_clear(&u->lines);
    }
    return more;
}

int usi_due_ms(struct usi *u)
{
    return usi_job_due_ms(&u->job);
}

void usi_tick(struct usi *u)
{
    usi_job_tick(&u->job);
}

bool usi_ends_by_itself(struct usi *u)
{
    const struct usi_go *go = &u->job.task.go;
    bool limited = go->mate ? go->mate_ms || go->nodes : !go->infinite && !go->ponder;
    return is_thinking(u) && limited;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status copy_settings(struct usi *u, const struct usi_config *config, struct err *err)
{
    if (!usi_settings_copy(&u->settings, &config->settings))
        return err_nomem(err);
    enum status st = open_weights(u, err);
    return st == STATUS_OK ? open_style(u, err) : st;
}

enum status usi_open(struct usi **out, const struct usi_config *config, struct err *err)
{
    *out = NULL;
    struct usi *u = mem_calloc(1, sizeof *u);
    if (!u)
        return err_nomem(err);
    enum status st = usi_job_init(&u->job, err);
    if (st != STATUS_OK) {
        mem_free(u);
        return st;
    }
    u->config = *config;
    u->out = (struct usi_output){.ctx = config->ctx, .write = config->write};
    pthread_mutex_init(&u->out.lock, NULL); /* never fails where this is built for */
    st = usi_game_init(&u->game, err);
    if (!usi_lines_init(&u->lines, USI_MAX_LINE) && st == STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK)
        st = copy_settings(u, config, err);
    if (st == STATUS_OK)
        *out = u;
    else
        usi_close(u);
    return st;
}

void usi_close(struct usi *u)
{
    if (!u)
        return;
    finish_job(u);
    usi_job_release(&u->job);
    thinker_close(u->thinker);
    mate_close(u->solver);
    weights_close(u->weights);
    style_close(u->style);
    usi_game_release(&u->game);
    usi_settings_release(&u->settings);
    usi_lines_release(&u->lines);
    pthread_mutex_destroy(&u->out.lock);
    mem_free(u);
}
