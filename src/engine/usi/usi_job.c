/* usi_job.c: see usi_job.h. */
#include "engine/usi/usi_job.h"

#include <time.h>

#include "engine/eval/weights.h"
#include "engine/search/win_rate.h"

/* --- Output ----------------------------------------------------------------------------------- */

/* Nothing is said after the answer, and that once. */
static void put_for_job(struct usi_job *j, struct span lines, bool is_answer)
{
    struct usi_output *out = j->task.out;
    pthread_mutex_lock(&out->lock);
    if (!j->answered)
        out->write(out->ctx, lines);
    j->answered |= is_answer;
    pthread_mutex_unlock(&out->lock);
}

static void add_value(struct buf *b, int value)
{
    if (value >= THINK_MATE_BOUND)
        buf_printf(b, " score mate %d", THINK_MATE - value);
    else if (value <= -THINK_MATE_BOUND)
        buf_printf(b, " score mate -%d", THINK_MATE + value);
    else
        buf_printf(b, " score cp %d", value);
}

static void add_moves(struct buf *b, const shogi_move *moves, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        buf_add_char(b, ' ');
        shogi_usi_print(moves[i], b);
    }
}

static void add_work(struct buf *b, uint64_t ms, uint64_t nodes)
{
    buf_printf(b, " time %llu nodes %llu", (unsigned long long)ms, (unsigned long long)nodes);
    buf_printf(b, " nps %llu", (unsigned long long)(nodes * 1000 / (ms ? ms : 1)));
}

/* Of a thousand games: wins, draws, losses. */
static void add_wdl(struct buf *b, int value, const struct weights *weights)
{
    const int scale = win_rate_scale(weights_eval(weights).type->name);
    const struct win_rate_wdl wdl = win_rate_wdl(value, scale);
    buf_printf(b, " wdl %d %d %d", wdl.wins, wdl.draws, wdl.losses);
}

/* weights NULL: without "wdl". */
static void add_line(struct buf *b, const struct think_report *r, bool numbered,
                     const struct weights *weights)
{
    buf_printf(b, "info depth %d seldepth %d", r->line->depth, r->line->selective_depth);
    if (numbered)
        buf_printf(b, " multipv %u", r->number);
    add_value(b, r->line->value);
    if (r->line->bound != THINK_EXACT)
        buf_add_str(b, r->line->bound == THINK_LOWER_BOUND ? " lowerbound" : " upperbound");
    if (weights)
        add_wdl(b, r->line->value, weights);
    add_work(b, r->ms, r->nodes);
    buf_printf(b, " hashfull %d pv", r->tt_hashfull);
    add_moves(b, r->line->moves, r->line->length);
    buf_add_char(b, '\n');
}

/* A block of lines goes out as one, and with it changes what is played should the search be late:
 * the answer is always the first of the lines that were seen last. */
static void report(void *ctx, const struct think_report *r)
{
    struct usi_job *j = ctx;
    struct usi_output *out = j->task.out;
    if (r->number == 1) {
        buf_clear(&j->block);
        j->block_first =
            (struct think_result){.best = r->line->moves[0],
                                  .ponder = r->line->length > 1 ? r->line->moves[1] : 0,
                                  .value = r->line->value};
    }
    add_line(&j->block, r, j->task.lines > 1, j->task.wdl ? j->task.setup->weights : NULL);
    if (!r->last)
        return;
    pthread_mutex_lock(&out->lock);
    if (!j->answered && buf_status(&j->block) == STATUS_OK) {
        out->write(out->ctx, buf_span(&j->block));
        j->shown = j->block_first;
    }
    pthread_mutex_unlock(&out->lock);
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* A search that ended by itself while pondering or without limits must not answer before it is
 * told to. */
static void wait_until_freed(struct usi_job *j)
{
    pthread_mutex_lock(&j->lock);
    while (j->held)
        pthread_cond_wait(&j->freed, &j->lock);
    pthread_mutex_unlock(&j->lock);
}

static void set_free(struct usi_job *j)
{
    pthread_mutex_lock(&j->lock);
    j->held = false;
    pthread_cond_signal(&j->freed);
    pthread_mutex_unlock(&j->lock);
}

static bool may_declare(const struct usi_job *j)
{
    const struct shogi_pos *pos = &j->game.pos;
    switch (j->task.rules.declaration) {
    case THINK_DECLARE_27:
        return shogi_declare_27(pos) == SHOGI_DECLARE_WIN;
    case THINK_DECLARE_24:
        return shogi_declare_24(pos) == SHOGI_DECLARE_WIN;
    case THINK_DECLARE_NEVER:
        break;
    }
    return false;
}

static bool is_expected(const struct usi_job *j, const struct think_result *a)
{
    struct shogi_pos pos = j->game.pos;
    struct shogi_undo undo;
    shogi_play(&pos, a->best, &undo);
    return a->ponder && shogi_move_is_legal(&pos, a->ponder);
}

static void add_best(const struct usi_job *j, const struct think_result *a, struct buf *out)
{
    buf_add_str(out, "bestmove ");
    if (!a->best || (!j->task.go.infinite && a->value <= -j->task.resign_value &&
                     j->task.resign_value < USI_NEVER)) {
        buf_add_str(out, "resign");
    } else {
        shogi_usi_print(a->best, out);
        if (is_expected(j, a)) {
            buf_add_str(out, " ponder ");
            shogi_usi_print(a->ponder, out);
        }
    }
    buf_add_char(out, '\n');
}

/* Without a search: what a person would play, a move that "go" allows, or any other. */
static shogi_move some_move(const struct usi_job *j)
{
    if (j->has_draft)
        return j->draft.best;
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(&j->game.pos, moves);
    for (unsigned i = 0; i < j->task.go.only_count; i++)
        if (shogi_move_is_legal(&j->game.pos, j->task.go.only[i]))
            return j->task.go.only[i];
    return n ? moves[0] : 0;
}

enum { ANSWER_BYTES = 64 }; /* an answer must not want for memory */

static void put_best(struct usi_job *j, const struct think_result *a)
{
    char room[ANSWER_BYTES];
    struct buf b = {.p = room, .cap = sizeof room, .max = sizeof room};
    add_best(j, a, &b);
    put_for_job(j, buf_span(&b), true);
}

/* For a search that is late; of several lines those that were shown count, nothing after them. */
static void put_best_so_far(struct usi_job *j)
{
    char room[ANSWER_BYTES];
    struct buf b = {.p = room, .cap = sizeof room, .max = sizeof room};
    struct usi_output *out = j->task.out;
    struct think_result a;
    pthread_mutex_lock(&out->lock);
    if (j->has_draft)
        a = j->draft;
    else if (j->task.lines > 1 && j->shown.best)
        a = j->shown;
    else if (!think_control_best(&j->control, &a))
        a = (struct think_result){.best = some_move(j)};
    add_best(j, &a, &b);
    if (!j->answered)
        out->write(out->ctx, buf_span(&b));
    j->answered = true;
    pthread_mutex_unlock(&out->lock);
}

/* Why it is that move. */
static void put_reasons(struct usi_job *j, const struct style_position *at,
                        const struct style_choice *c)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "info string ");
    size_t began = b.n;
    style_explain(j->task.setup->style, at, c, &b);
    if (b.n > began)
        buf_add_char(&b, '\n');
    if (buf_status(&b) == STATUS_OK && b.n > began)
        put_for_job(j, buf_span(&b), false);
    buf_release(&b);
}

/* --- Persons ---------------------------------------------------------------------------------- */

/* Analysis without limits, and of some moves alone, is the plain engine's. */
static bool is_for_somebody(const struct usi_job *j)
{
    const struct usi_go *go = &j->task.go;
    return !go->infinite && !go->mate && !go->only_count;
}

static void set_draft(struct usi_job *j, const struct think_result *a)
{
    struct usi_output *out = j->task.out;
    pthread_mutex_lock(&out->lock);
    j->draft = *a;
    j->has_draft = true;
    pthread_mutex_unlock(&out->lock);
}

static void take_draft(void *ctx, shogi_move move)
{
    set_draft(ctx, &(struct think_result){.best = move});
}

/* Before anything that takes time. */
static void draft_quickly(struct usi_job *j)
{
    const struct think_request search = {.pos = &j->game.pos};
    const struct person_question q = {
        .search = &search, .past = &j->game.past, .ply = j->game.ply - 1};
    if (!is_for_somebody(j) || !j->game.known || shogi_has_no_move(&j->game.pos))
        return;
    shogi_move move = usi_setup_draft(j->task.setup, &q);
    if (move)
        take_draft(j, move);
}

/* The person that it is of could not be had. */
static void drop_draft(struct usi_job *j)
{
    struct usi_output *out = j->task.out;
    pthread_mutex_lock(&out->lock);
    j->has_draft = false;
    pthread_mutex_unlock(&out->lock);
}

enum { LOOK_EVERY_NS = 5000000 };

/* As long as a person would think, but not beyond what the clock allows for a move. */
static void take_time(struct usi_job *j, uint32_t ms)
{
    const struct timespec pause = {.tv_nsec = LOOK_EVERY_NS};
    uint32_t soft = atomic_load(&j->control.soft_ms), hard = atomic_load(&j->control.hard_ms);
    uint32_t most = soft ? soft : hard;
    ms = most && most < ms ? most : ms;
    while (think_control_ms(&j->control) < ms && !atomic_load(&j->control.stop))
        nanosleep(&pause, NULL);
}

static void put_person(struct usi_job *j, const struct person_reply *r, struct span why)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    if (r->view.depth) {
        buf_printf(&b, "info depth %d", r->view.depth);
        add_value(&b, r->view.value);
        add_work(&b, think_control_ms(&j->control), r->view.nodes);
        buf_add_str(&b, " pv");
        add_moves(&b, &r->move, 1);
        buf_add_char(&b, '\n');
    }
    if (why.n) {
        buf_add_str(&b, "info string ");
        buf_add_span(&b, why);
        buf_add_char(&b, '\n');
    }
    if (buf_status(&b) == STATUS_OK && b.n)
        put_for_job(j, buf_span(&b), false);
    buf_release(&b);
}

/* *played: false if the engine is to play. */
static enum status let_person_play(struct usi_job *j, const struct think_request *q,
                                   struct think_result *a, bool *played, struct err *err)
{
    struct usi_setup *setup = j->task.setup;
    int64_t language = setup->wanted.style.language;
    struct think_request search = *q;
    struct person_reply *reply = &j->reply;
    struct buf why;
    const struct person_question question = {.search = &search,
                                             .past = &j->game.past,
                                             .ply = j->game.ply - 1,
                                             .draft = take_draft,
                                             .ctx = j};
    search.report = NULL;
    buf_init(&why, BUF_DEFAULT_MAX);
    enum status status = person_play(setup->person, setup->thinker, &question,
                                     language == STYLE_JAPANESE ? LANG_JA : LANG_EN, reply,
                                     language == STYLE_SILENT ? NULL : &why, err);
    *played = status == STATUS_OK && reply->plays;
    if (*played) {
        put_person(j, reply, buf_span(&why));
        *a = (struct think_result){.best = reply->resigns ? 0 : reply->move,
                                   .value = reply->view.value};
        set_draft(j, a); /* the time that it takes may be too long */
        take_time(j, reply->ms);
    }
    buf_release(&why);
    return status;
}

/* --- Opening books ---------------------------------------------------------------------------- */

static void put_refused(struct usi_job *j, uint32_t moves)
{
    static const struct msg REFUSED = {"opening book: %1 illegal moves ignored in this position",
                                       "定跡: この局面の反則手 %1 手を無視します"};
    usi_put_message(j->task.out, &REFUSED, SPAN_U64(moves), SPAN(""));
}

static void put_book_move(struct usi_job *j, const struct own_book_choice *c,
                          const struct think_result *a)
{
    int64_t language = j->task.setup->wanted.style.language;
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "info depth 0");
    add_value(&b, c->value);
    buf_add_str(&b, " pv");
    add_moves(&b, &c->move, 1);
    if (is_expected(j, a)) /* books hold replies that are not legal, too */
        add_moves(&b, &a->ponder, 1);
    buf_add_char(&b, '\n');
    if (language != STYLE_SILENT) {
        buf_add_str(&b, "info string ");
        own_book_explain(&j->game.pos, c, language == STYLE_JAPANESE ? LANG_JA : LANG_EN, &b);
        buf_add_char(&b, '\n');
    }
    if (buf_status(&b) == STATUS_OK)
        put_for_job(j, buf_span(&b), false);
    buf_release(&b);
}

/* False if there is nothing to play in the book: what is wrong with it does not stop the engine.  Its
 * value is no reason to resign. */
static bool play_book(struct usi_job *j, const struct think_request *q, struct think_result *a)
{
    struct own_book_choice c;
    struct err err = {0};
    if (own_book_choose(j->task.setup->book, q, j->game.ply - 1, &c, &err) != STATUS_OK) {
        usi_put_error(j->task.out, &err);
        return false;
    }
    if (c.refused)
        put_refused(j, c.refused);
    if (!c.move)
        return false;
    *a = (struct think_result){.best = c.move, .ponder = c.reply};
    put_book_move(j, &c, a);
    return true;
}

/* --- Choosing --------------------------------------------------------------------------------- */

/* The search, with mates looked for beside it.  They would end an analysis, which goes on. */
static enum status search_move(struct usi_job *j, const struct think_request *q,
                               struct think_result *a, struct err *err)
{
    const struct style_position at = {&j->game.pos, &j->game.past, j->game.ply - 1};
    struct style_choice choice = {0};
    struct usi_setup *setup = j->task.setup;
    enum status status = STATUS_OK;
    bool styled = setup->style && !j->task.go.infinite;
    struct root_mate *mate = j->task.go.infinite ? NULL : setup->root_mate;
    if (!mate || !root_mate_begin(mate, q, (unsigned)setup->running_threads))
        status = styled ? style_search(setup->style, setup->thinker, q, &at, a, &choice, err)
                        : think(setup->thinker, q, a, err);
    bool mates = mate && root_mate_end(mate, a);
    if (status == STATUS_OK && !mates && choice.free)
        put_reasons(j, &at, &choice);
    return mates ? STATUS_OK : status;
}

static enum status choose_move(struct usi_job *j, const struct think_request *q,
                               struct think_result *a, struct err *err)
{
    struct usi_setup *setup = j->task.setup;
    bool played = false;
    if (!usi_setup_search(setup))
        return STATUS_NOMEM; /* that was told */
    if (!setup->person)
        drop_draft(j);
    setup->fresh = false;
    if (setup->book && !j->task.go.infinite && play_book(j, q, a))
        return STATUS_OK;
    if (setup->person && is_for_somebody(j)) {
        enum status status = let_person_play(j, q, a, &played, err);
        if (status != STATUS_OK || played)
            return status;
    }
    return search_move(j, q, a, err);
}

/* --- Searching -------------------------------------------------------------------------------- */

static void run_search(struct usi_job *j)
{
    const struct usi_go *go = &j->task.go;
    struct think_request q = {
        .pos = &j->game.pos,
        .rules = j->task.rules,
        .history = j->game.history,
        .history_count = (unsigned)j->game.count,
        .limits = {.depth = (int)go->depth, .nodes = go->nodes, .lines = j->task.lines},
        .control = &j->control,
        .only = go->only,
        .only_count = go->only_count,
        .report = report,
        .ctx = j,
    };
    struct think_result a = {0};
    struct err err = {0};
    bool declares = may_declare(j);
    if (shogi_has_no_move(&j->game.pos))
        usi_put(j->task.out, SPAN("info depth 0 score mate -\n"));
    else if ((!declares || go->infinite) && choose_move(j, &q, &a, &err) != STATUS_OK) {
        if (err.what)
            usi_put_error(j->task.out, &err);
        a = (struct think_result){.best = some_move(j)};
    }
    wait_until_freed(j);
    if (declares)
        put_for_job(j, SPAN("bestmove win\n"), true);
    else
        put_best(j, &a);
}

static void put_mate(struct usi_job *j, const struct mate_answer *a)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_add_str(&b, "info");
    if (a->result == MATE_PROVEN)
        buf_printf(&b, " depth %u score mate %u", a->length, a->length);
    add_work(&b, think_control_ms(&j->control), a->nodes);
    if (a->result == MATE_PROVEN) {
        buf_add_str(&b, " pv");
        add_moves(&b, a->line, a->length);
    }
    buf_add_str(&b, "\ncheckmate");
    if (a->result == MATE_PROVEN)
        add_moves(&b, a->line, a->length);
    else
        buf_add_str(&b, a->result == MATE_DISPROVEN ? " nomate" : " timeout");
    buf_add_char(&b, '\n');
    put_for_job(j, buf_status(&b) == STATUS_OK ? buf_span(&b) : SPAN("checkmate timeout\n"), true);
    buf_release(&b);
}

/* What is left of the time; 0: there is no limit. */
static uint32_t mate_ms(const struct usi_job *j)
{
    uint32_t hard = atomic_load(&j->control.hard_ms), now = think_control_ms(&j->control);
    return hard == 0 ? 0 : now < hard ? hard - now : 1;
}

static void run_mate(struct usi_job *j)
{
    const struct usi_go *go = &j->task.go;
    struct mate_options options = {
        .nodes = go->nodes, .length = go->depth, .stop = &j->control.stop};
    struct err err = {0};
    struct mate_answer *a = &j->mate;
    a->result = MATE_UNKNOWN;
    a->nodes = 0;
    if (usi_setup_mate(j->task.setup)) {
        options.milliseconds = mate_ms(j);
        if (mate_solve(j->task.setup->solver, &j->game.pos, &options, a, &err) != STATUS_OK) {
            usi_put_error(j->task.out, &err);
            a->result = MATE_UNKNOWN;
        }
    }
    put_mate(j, a);
}

/* There is no position.  An answer is owed all the same, and no GUI expects another one than these:
 * a move from any other position would be against the rules, too, and lose the game without a
 * reason. */
static void refuse(struct usi_job *j)
{
    static const struct msg NO_POSITION = {"no position: the last one was rejected",
                                           "局面がありません（直前の position が不正）"};
    usi_put_message(j->task.out, &NO_POSITION, SPAN(""), SPAN(""));
    wait_until_freed(j);
    put_for_job(j, j->task.go.mate ? SPAN("checkmate timeout\n") : SPAN("bestmove resign\n"), true);
}

static void *run(void *job)
{
    struct usi_job *j = job;
    if (!j->game.known)
        refuse(j);
    else if (j->task.go.mate)
        run_mate(j);
    else
        run_search(j);
    atomic_store(&j->finished, true);
    return NULL;
}

/* --- Life ------------------------------------------------------------------------------------- */

enum status usi_job_init(struct usi_job *j, struct err *err)
{
    static const struct msg NO_LOCK = {"cannot create a lock: %2", "ロックを作れません: %2"};
    *j = (struct usi_job){0};
    buf_init(&j->block, BUF_DEFAULT_MAX);
    int why = pthread_mutex_init(&j->lock, NULL);
    if (why)
        return err_errno(err, why, &NO_LOCK, SPAN(""));
    why = pthread_cond_init(&j->freed, NULL);
    if (why) {
        pthread_mutex_destroy(&j->lock);
        return err_errno(err, why, &NO_LOCK, SPAN(""));
    }
    return usi_game_init(&j->game, err);
}

void usi_job_release(struct usi_job *j)
{
    usi_game_release(&j->game);
    buf_release(&j->block);
    pthread_cond_destroy(&j->freed);
    pthread_mutex_destroy(&j->lock);
}

static bool plan(const struct usi_job *j, const struct usi_go *go, struct think_limits *limits)
{
    struct clock_state c = j->task.clock;
    int turn = j->game.pos.turn;
    *limits = (struct think_limits){0};
    bool exact = go->mate ? go->mate_timed : go->has_movetime;
    if (go->mate ? !exact : go->infinite)
        return false;
    if (!exact && !go->timed && (go->depth || go->nodes))
        return false;
    c.kind = exact ? CLOCK_EXACT : go->timed ? CLOCK_GAME : CLOCK_NONE;
    c.exact_ms = go->mate ? go->mate_ms : go->movetime_ms;
    c.left_ms = go->time_ms[turn];
    c.increment_ms = go->increment_ms[turn];
    c.byoyomi_ms = go->byoyomi_ms;
    c.ply = j->game.ply;
    clock_plan(&c, limits);
    return true;
}

enum status usi_job_start(struct usi_job *j, const struct usi_task *task, struct err *err)
{
    static const struct msg NO_THREAD = {"cannot start a thread: %2",
                                         "スレッドを開始できません: %2"};
    struct think_limits limits;
    enum status status = usi_game_copy(&j->game, task->game, err);
    if (status != STATUS_OK)
        return status;
    j->task = *task;
    j->answered = false;
    j->shown = (struct think_result){0};
    j->has_draft = false;
    draft_quickly(j);
    bool limited = !task->go.ponder && plan(j, &task->go, &limits);
    think_control_begin(&j->control, limited ? &limits : NULL);
    j->control.clock = task->watch; /* what went by since it was asked counts, too */
    j->control.began_ns = task->received_ns;
    atomic_store(&j->finished, false);
    j->held = j->endless = !task->go.mate && (task->go.ponder || task->go.infinite);
    int why = pthread_create(&j->thread, NULL, run, j);
    j->running = why == 0;
    return why ? err_errno(err, why, &NO_THREAD, SPAN("")) : STATUS_OK;
}

void usi_job_stop(struct usi_job *j)
{
    if (!j->running)
        return;
    atomic_store(&j->control.stop, true);
    set_free(j);
}

void usi_job_hit(struct usi_job *j, const struct usi_go *times)
{
    struct think_limits limits;
    if (!j->running || !j->task.go.ponder)
        return;
    if (plan(j, times->timed || times->has_movetime ? times : &j->task.go, &limits))
        think_control_limit(&j->control, &limits);
    if (!j->task.go.infinite) {
        j->endless = false;
        set_free(j);
    }
}

/* The search itself should have answered by then. */
enum { GRACE_MS = 2 };

int usi_job_due_ms(struct usi_job *j)
{
    uint32_t hard = atomic_load(&j->control.hard_ms), now = think_control_ms(&j->control);
    if (!j->running || !hard || atomic_load(&j->finished))
        return -1;
    return now < hard + GRACE_MS ? (int)(hard + GRACE_MS - now) : 1;
}

/* Before the search has a move, its tables or threads have taken all the time there is. */
static void answer_now(struct usi_job *j)
{
    if (j->task.go.mate)
        put_for_job(j, SPAN("checkmate timeout\n"), true);
    else if (may_declare(j))
        put_for_job(j, SPAN("bestmove win\n"), true);
    else
        put_best_so_far(j);
}

void usi_job_tick(struct usi_job *j)
{
    int due = usi_job_due_ms(j);
    if (due < 0 || due > 1 || !j->game.known)
        return;
    answer_now(j);
    usi_job_stop(j);
}

bool usi_job_is_thinking(struct usi_job *j)
{
    if (!j->running || atomic_load(&j->finished) || atomic_load(&j->control.stop))
        return false;
    pthread_mutex_lock(&j->task.out->lock);
    bool answered = j->answered;
    pthread_mutex_unlock(&j->task.out->lock);
    return !answered;
}

bool usi_job_ends_by_itself(const struct usi_job *j)
{
    const struct usi_go *go = &j->task.go;
    return go->mate ? go->mate_timed || go->nodes : !j->endless;
}

void usi_job_wait(struct usi_job *j)
{
    if (j->running)
        pthread_join(j->thread, NULL);
    j->running = false;
}
