/* analyst.c: see analyst.h. */
#include "values/analysis/analyst.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "engine/search/mate.h"
#include "engine/usi/usi_program.h"

enum {
    /* The table has room for the nodes of the positions of a game, and no more: it is emptied for
     * each. */
    TABLE_POSITIONS = 120,
    TABLE_NODE_BYTES = 16,
    LEAST_TABLE = 1 << 20,
    MOST_TABLE = 64 << 20,
    MATE_NODE_BYTES = 64,
    LEAST_MATE_TABLE = 1 << 20,
    MOST_MATE_TABLE = 16 << 20,
    MB = 1 << 20,
    /* Time that an engine has for a position: ten seconds, and as long as ten thousand nodes a
     * second take. */
    LEAST_PATIENCE_MS = 10000,
    SLOWEST_NODES_A_MS = 10,
    MOST_PATIENCE_MS = 1 << 30,
    TRIES = 2,
    MOST_SILENT = 3, /* positions in a row without an answer */
    MOST_TEXT = 1 << 20,
    /* changes when the same engine would be used in another way */
    VERSION = 1,
};

struct analyst {
    struct analyst_options o;
    struct weights *weights; /* owned; NULL: another engine searches */
    struct buf name, command;
    struct usi_program_options program;
    uint32_t patience_ms;
    _Atomic(struct usi_program *) first; /* the one that was tried out, for the first worker */
    int scale;
};

/* The last line of a search that is not a mere bound. */
struct kept_line {
    uint32_t length;
    shogi_move moves[ANALYSIS_LINE_MOST];
};

struct analyst_worker {
    struct analyst *analyst;
    struct thinker *thinker;
    struct mate_solver *solver;
    struct mate_answer *mate;    /* owned; large */
    struct usi_program *program; /* NULL: broken down */
    int silent;                  /* positions in a row, until now, that it did not answer */
    struct kept_line line;
    /* by position of the present game */
    struct shogi_pos *positions;
    struct shogi_history_entry *history;
    size_t cap;
};

/* --- Lines ------------------------------------------------------------------------------------ */

/* As far as its moves are legal. */
static void set_line(struct analysed_position *out, const struct shogi_pos *at,
                     const shogi_move *moves, size_t count)
{
    struct shogi_pos pos = *at;
    struct shogi_undo undo;
    out->length = 0;
    for (size_t i = 0; i < count && i < ANALYSIS_LINE_MOST; i++) {
        if (!shogi_move_is_legal(&pos, moves[i]))
            return;
        out->line[out->length++] = moves[i];
        shogi_play(&pos, moves[i], &undo);
    }
}

static void set_usi_line(struct analysed_position *out, const struct shogi_pos *at,
                         struct span words)
{
    shogi_move moves[ANALYSIS_LINE_MOST];
    struct span word;
    size_t count = 0;
    while (count < ANALYSIS_LINE_MOST && (word = span_eat_word(&words)).n &&
           shogi_usi_parse(word, &moves[count]))
        count++;
    set_line(out, at, moves, count);
}

/* --- The own engine --------------------------------------------------------------------------- */

static void keep_line(void *ctx, const struct think_report *report)
{
    struct kept_line *kept = ctx;
    if (report->number != 1 || report->line->bound != THINK_EXACT)
        return;
    kept->length =
        report->line->length < ANALYSIS_LINE_MOST ? report->line->length : ANALYSIS_LINE_MOST;
    for (uint32_t i = 0; i < kept->length; i++)
        kept->moves[i] = report->line->moves[i];
}

static enum status find_mate(struct analyst_worker *w, const struct shogi_pos *pos,
                             struct analysed_position *out, bool *found, struct err *err)
{
    const struct mate_options opt = {.nodes = w->analyst->o.mate_nodes,
                                     .stop = w->analyst->o.cancelled};
    *found = false;
    if (!w->solver)
        return STATUS_OK;
    enum status status = mate_solve(w->solver, pos, &opt, w->mate, err);
    if (status != STATUS_OK || w->mate->result != MATE_PROVEN ||
        w->mate->length >= THINK_MATE - THINK_MATE_BOUND)
        return status;
    *found = true;
    out->value = THINK_MATE - (int)w->mate->length;
    set_line(out, pos, w->mate->line, w->mate->length);
    return STATUS_OK;
}

static enum status search(struct analyst_worker *w, uint32_t ply, struct analysed_position *out,
                          struct err *err)
{
    const struct shogi_pos *pos = &w->positions[ply];
    struct think_control control;
    struct think_result result;
    const struct think_limits limits = {.nodes = w->analyst->o.nodes};
    think_control_begin(&control, &limits);
    control.cancelled = w->analyst->o.cancelled;
    const struct think_request q = {.pos = pos,
                                    .history = w->history,
                                    .history_count = ply + 1,
                                    .limits = limits,
                                    .control = &control,
                                    .report = keep_line,
                                    .ctx = &w->line};
    w->line.length = 0;
    enum status status = think(w->thinker, &q, &result, err);
    if (status != STATUS_OK)
        return status;
    out->value = result.value;
    if (w->line.length && w->line.moves[0] == result.best)
        set_line(out, pos, w->line.moves, w->line.length);
    else if (result.best)
        set_line(out, pos, &result.best, 1);
    return STATUS_OK;
}

static enum status think_of(struct analyst_worker *w, uint32_t ply, struct analysed_position *out,
                            struct err *err)
{
    bool found;
    enum status status = find_mate(w, &w->positions[ply], out, &found, err);
    return status == STATUS_OK && !found ? search(w, ply, out, err) : status;
}

/* One reply to a check: false unless the attacker still mates. */
static enum status solve_reply(struct analyst_worker *w, struct shogi_pos pos, shogi_move reply,
                               bool *mated, struct err *err)
{
    const struct mate_options opt = {.nodes = w->analyst->o.mate_nodes,
                                     .stop = w->analyst->o.cancelled};
    struct shogi_undo undo;
    shogi_play(&pos, reply, &undo);
    enum status status = mate_solve(w->solver, &pos, &opt, w->mate, err);
    *mated = status == STATUS_OK && w->mate->result == MATE_PROVEN &&
             w->mate->length + 1 < THINK_MATE - THINK_MATE_BOUND;
    return status;
}

/* A search that sees no mate does not show that there is none: where the mover had one, and gave
 * another check than the best, the replies are searched for mates one by one. */
static enum status confirm_mate(struct analyst_worker *w, const struct analyst_game *g, uint32_t p,
                                struct analysed_position *out, struct err *err)
{
    shogi_move replies[SHOGI_MAX_MOVES], line[ANALYSIS_LINE_MOST];
    const struct shogi_pos *pos = &w->positions[p + 1];
    uint32_t longest = 0, count = 0;
    enum status status = STATUS_OK;
    bool mated = true;
    if (out[p].value < THINK_MATE_BOUND || out[p].value == THINK_NO_VALUE || !out[p].length ||
        out[p].line[0] == g->moves[p] || !w->history[p + 1].in_check ||
        out[p + 1].value <= -THINK_MATE_BOUND)
        return STATUS_OK;
    const int n = shogi_legal_moves(pos, replies);
    for (int i = 0; i < n && mated && status == STATUS_OK; i++) {
        status = solve_reply(w, *pos, replies[i], &mated, err);
        if (status != STATUS_OK || !mated || w->mate->length < longest)
            continue;
        longest = w->mate->length;
        line[0] = replies[i];
        for (count = 1; count < ANALYSIS_LINE_MOST && count <= longest; count++)
            line[count] = w->mate->line[count - 1];
    }
    if (status == STATUS_OK && mated) {
        out[p + 1].value = -(THINK_MATE - (int)longest - 1);
        set_line(&out[p + 1], pos, line, count);
    }
    return status;
}

static enum status confirm_mates(struct analyst_worker *w, const struct analyst_game *g,
                                 struct analysed_position *out, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t p = 0; p < g->plies && w->solver && status == STATUS_OK; p++)
        status = confirm_mate(w, g, p, out, err);
    return status;
}

/* --- A USI engine ----------------------------------------------------------------------------- */

static void break_down(struct analyst_worker *w)
{
    usi_program_close(w->program);
    w->program = NULL;
}

static enum status start_engine(struct analyst_worker *w, struct err *err)
{
    static const struct msg DEAD = {"the engine crashes at the start of a game: %1",
                                    "エンジンが対局開始時に異常終了します: %1"};
    const struct analyst *a = w->analyst;
    if (!w->program) {
        enum status status = usi_program_open(&w->program, buf_span(&a->command), &a->program, err);
        if (status != STATUS_OK)
            return status;
    }
    if (usi_program_forget(w->program))
        return STATUS_OK;
    break_down(w);
    return a->o.cancelled && atomic_load(a->o.cancelled)
               ? err_cancelled(err)
               : err_set(err, STATUS_IO, &DEAD, buf_span(&a->command), (struct span){0});
}

static bool is_answer(const struct usi_answer *answer)
{
    return answer->reply == USI_MOVE || answer->reply == USI_RESIGN || answer->reply == USI_WIN;
}

/* It may fail at a position, but one that fails at them all is of no use. */
static enum status note_silence(struct analyst_worker *w, struct err *err)
{
    static const struct msg SILENT = {"the engine does not answer: %1",
                                      "エンジンが応答しません: %1"};
    if (++w->silent < MOST_SILENT)
        return STATUS_OK;
    return err_set(err, STATUS_IO, &SILENT, buf_span(&w->analyst->command), (struct span){0});
}

/* For the side to move; THINK_NO_VALUE if it fails at this position. */
static enum status run_engine(struct analyst_worker *w, const struct analyst_game *g, uint32_t ply,
                              struct analysed_position *out, struct err *err)
{
    const uint32_t patience = w->analyst->patience_ms;
    const struct usi_position position = {g->start, g->moves, ply};
    struct usi_answer answer = {.reply = USI_DIED};
    for (int i = 0; i < TRIES && !is_answer(&answer); i++) {
        enum status status = w->program ? STATUS_OK : start_engine(w, err);
        if (status != STATUS_OK)
            return status;
        usi_program_go(w->program, &position, patience, patience / 2, &answer);
        if (answer.reply == USI_CANCELLED)
            return err_cancelled(err);
        if (!is_answer(&answer))
            break_down(w);
    }
    if (!is_answer(&answer))
        return note_silence(w, err);
    w->silent = 0;
    out->value = answer.value;
    if (answer.value == THINK_NO_VALUE && answer.reply == USI_WIN)
        out->value = THINK_MATE - 1;
    set_usi_line(out, &w->positions[ply], answer.line);
    if (answer.best && (!out->length || out->line[0] != answer.best))
        set_line(out, &w->positions[ply], &answer.best, 1);
    return STATUS_OK;
}

/* --- A game ----------------------------------------------------------------------------------- */

static enum status set_up_game(struct analyst_worker *w, const struct analyst_game *g,
                               struct err *err)
{
    const size_t count = (size_t)g->plies + 1;
    if (count > w->cap) {
        struct shogi_pos *positions = mem_realloc_array(w->positions, count, sizeof *positions);
        w->positions = positions ? positions : w->positions;
        struct shogi_history_entry *history =
            positions ? mem_realloc_array(w->history, count, sizeof *history) : NULL;
        if (!history)
            return err_nomem(err);
        w->history = history;
        w->cap = count;
    }
    struct shogi_pos pos = *g->start;
    for (uint32_t p = 0; p <= g->plies; p++) {
        struct shogi_undo undo;
        w->positions[p] = pos;
        w->history[p] = (struct shogi_history_entry){.hash = shogi_hash(&pos),
                                                     .in_check = shogi_in_check(&pos)};
        if (p < g->plies)
            shogi_play(&pos, g->moves[p], &undo);
    }
    if (!w->thinker)
        return start_engine(w, err);
    thinker_new_game(w->thinker);
    if (w->solver)
        mate_clear(w->solver);
    return STATUS_OK;
}

/* Over, whatever a search thinks of it. */
static bool is_over(const struct analyst_game *g, uint32_t ply, const struct shogi_pos *pos,
                    struct analysed_position *out)
{
    if (shogi_has_no_move(pos)) {
        out->value = -THINK_MATE;
        return true;
    }
    if (ply == g->plies && shogi_declare_27(pos) == SHOGI_DECLARE_WIN) {
        out->value = THINK_MATE - 1;
        return true;
    }
    return false;
}

enum status analyst_run(struct analyst_worker *w, const struct analyst_game *g,
                        struct analysed_position *out, struct err *err)
{
    const atomic_bool *cancelled = w->analyst->o.cancelled;
    enum status status = set_up_game(w, g, err);
    for (uint32_t p = g->plies + 1; p-- > 0 && status == STATUS_OK;) {
        out[p] = (struct analysed_position){.value = THINK_NO_VALUE};
        if (!is_over(g, p, &w->positions[p], &out[p]))
            status = w->thinker ? think_of(w, p, &out[p], err) : run_engine(w, g, p, &out[p], err);
        if (status == STATUS_OK && cancelled && atomic_load(cancelled))
            status = err_cancelled(err);
        if (status == STATUS_OK && g->done && !g->done(g->ctx, p, &out[p]))
            status = err_cancelled(err);
    }
    if (status == STATUS_OK)
        status = confirm_mates(w, g, out, err);
    /* a mate search that was cut short ends well, too */
    if (status == STATUS_OK && cancelled && atomic_load(cancelled))
        status = err_cancelled(err);
    if (status == STATUS_OK)
        analysis_carry_mates(out, g->moves, g->plies);
    return status;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static size_t table_bytes(uint64_t nodes)
{
    const uint64_t each = (uint64_t)TABLE_POSITIONS * TABLE_NODE_BYTES;
    uint64_t bytes = LEAST_TABLE;
    while (bytes < MOST_TABLE && (nodes > MOST_TABLE / each || bytes < nodes * each))
        bytes *= 2;
    return (size_t)bytes;
}

static size_t mate_bytes(uint64_t nodes)
{
    uint64_t bytes = LEAST_MATE_TABLE;
    while (bytes < MOST_MATE_TABLE && bytes / MATE_NODE_BYTES < nodes)
        bytes *= 2;
    return (size_t)bytes;
}

static enum status open_thinker(struct analyst_worker *w, struct err *err)
{
    const struct analyst *a = w->analyst;
    const struct think_options opt = {
        .tt_bytes = table_bytes(a->o.nodes), .threads = 1, .eval = weights_eval(a->weights)};
    enum status status = thinker_open(&w->thinker, &opt, err);
    if (status != STATUS_OK || !a->o.mate_nodes)
        return status;
    w->mate = mem_calloc(1, sizeof *w->mate);
    return w->mate ? mate_open(&w->solver, mate_bytes(a->o.mate_nodes), err) : err_nomem(err);
}

static enum status open_program(struct analyst_worker *w, struct err *err)
{
    struct analyst *a = w->analyst;
    w->program = atomic_exchange(&a->first, NULL);
    return w->program ? STATUS_OK
                      : usi_program_open(&w->program, buf_span(&a->command), &a->program, err);
}

enum status analyst_worker_open(struct analyst_worker **out, struct analyst *a, struct err *err)
{
    struct analyst_worker *w = mem_calloc(1, sizeof *w);
    *out = NULL;
    if (!w)
        return err_nomem(err);
    w->analyst = a;
    enum status status = a->weights ? open_thinker(w, err) : open_program(w, err);
    if (status == STATUS_OK)
        *out = w;
    else
        analyst_worker_close(w);
    return status;
}

void analyst_worker_close(struct analyst_worker *w)
{
    if (!w)
        return;
    thinker_close(w->thinker);
    mate_close(w->solver);
    mem_free(w->mate);
    usi_program_close(w->program);
    mem_free(w->positions);
    mem_free(w->history);
    mem_free(w);
}

static enum status open_own(struct analyst *a, struct err *err)
{
    enum status status = weights_open(&a->weights, a->o.weights, err);
    if (status != STATUS_OK)
        return status;
    const char *name = weights_eval(a->weights).type->name;
    buf_printf(&a->name, "Kifu (%s)", name);
    a->scale = win_rate_scale(name);
    return STATUS_OK;
}

static uint32_t patience_for(uint64_t nodes)
{
    uint64_t ms = LEAST_PATIENCE_MS + nodes / SLOWEST_NODES_A_MS;
    return ms < MOST_PATIENCE_MS ? (uint32_t)ms : MOST_PATIENCE_MS;
}

/* It is started at once, so that a wrong command is reported before any work. */
static enum status open_engine(struct analyst *a, struct err *err)
{
    struct usi_program *first = NULL;
    a->scale = WIN_RATE_SCALE;
    a->patience_ms = patience_for(a->o.nodes);
    buf_add_str(&a->command, a->o.engine);
    a->program = (struct usi_program_options){
        .options = a->o.engine_options,
        .option_count = a->o.engine_option_count,
        .limits.nodes = a->o.nodes,
        .hash_mb = (uint32_t)(table_bytes(a->o.nodes) / MB),
        .values = true,
        .path = a->o.path,
        .cancel = a->o.open_cancelled ? a->o.open_cancelled : a->o.cancelled,
    };
    if (buf_status(&a->command) != STATUS_OK)
        return err_nomem(err);
    enum status status = usi_program_open(&first, buf_span(&a->command), &a->program, err);
    if (status != STATUS_OK)
        return status;
    a->program.cancel = a->o.cancelled;
    usi_program_set_cancel(first, a->o.cancelled);
    struct span name = usi_program_name(first);
    buf_add_span(&a->name, name.n ? name : buf_span(&a->command));
    atomic_store(&a->first, first);
    return STATUS_OK;
}

enum status analyst_open(struct analyst **out, const struct analyst_options *o, struct err *err)
{
    struct analyst *a = mem_calloc(1, sizeof *a);
    *out = NULL;
    if (!a)
        return err_nomem(err);
    a->o = *o;
    buf_init(&a->name, MOST_TEXT);
    buf_init(&a->command, MOST_TEXT);
    enum status status = o->engine ? open_engine(a, err) : open_own(a, err);
    if (status == STATUS_OK && buf_status(&a->name) != STATUS_OK)
        status = err_nomem(err);
    if (o->scale)
        a->scale = o->scale;
    if (status == STATUS_OK)
        *out = a;
    else
        analyst_close(a);
    return status;
}

void analyst_close(struct analyst *a)
{
    if (!a)
        return;
    usi_program_close(atomic_load(&a->first));
    weights_close(a->weights);
    buf_release(&a->name);
    buf_release(&a->command);
    mem_free(a);
}

struct span analyst_name(const struct analyst *a)
{
    return buf_span(&a->name);
}

int analyst_scale(const struct analyst *a)
{
    return a->scale;
}

uint64_t analyst_fingerprint(const struct analyst *a)
{
    const uint64_t numbers[] = {VERSION, a->o.nodes, a->o.mate_nodes,
                                a->weights ? weights_hash(a->weights) : 0};
    uint64_t sum = XXH3_64bits_withSeed(numbers, sizeof numbers, ANALYSIS_LINE_MOST);
    sum = XXH3_64bits_withSeed(a->name.p, a->name.n, sum);
    sum = XXH3_64bits_withSeed(a->command.p, a->command.n, sum);
    for (size_t i = 0; i < a->o.engine_option_count; i++) {
        struct span option = span_of(a->o.engine_options[i]);
        sum = XXH3_64bits_withSeed(option.p, option.n, sum);
    }
    return sum;
}
