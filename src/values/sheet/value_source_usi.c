/* value_source_usi.c: what a USI engine says of positions.
 *
 * Every worker has an engine of its own, which is given a game's positions one after another, from
 * the first to the last, each with all the moves before it and so many nodes to search.  Its last
 * value that is not a mere bound is the position's.  What needs no thought is not asked: mated, or
 * declared at the end of the game, or seen before in the same game.
 *
 * Engines remember.  What one found in a position helps it in the next of the same game, always in
 * the same order; between games it is made to forget (usi_program_forget()).  An engine that
 * does, on one thread and with a limit of nodes, says the same for any number of workers and any
 * order of games (fairy-stockfish and Kifu's own do: tests).  Nothing can be promised of an engine
 * that keeps something all the same, searches with several threads, or is stopped by the clock; nor
 * of the rest of a game in which it broke down and was started anew.
 *
 * Nothing it does stops the work: it may crash, hang, or answer nonsense, is then started anew and
 * asked a second time, and the position is without a value if that is no better.  Only an engine
 * that can't do it at the very beginning, or fails at most of what it is asked, is an error. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/usi/usi_program.h"
#include "values/sheet/value_source_internal.h"

enum {
    USUAL_NODES = 1000,
    /* Time for a position: ten seconds, and as long as ten thousand nodes a second take.  At half
     * of it an engine that does not care for nodes is told to stop. */
    LEAST_PATIENCE_MS = 10000,
    SLOWEST_NODES_A_MS = 10,
    MOST_PATIENCE_MS = 1 << 30,
    TRIES = 2,
    FAILED_IN_A_ROW = 3, /* then the rest of the game is not asked */
    HOPELESS = 30,       /* so many failed, and more than half of those asked */
    MOST_TEXT = 1 << 20,
    FILE_BYTES = 1 << 16,
    SHOWN_BYTES = 200, /* of a name, an option, a command in value_source_line() */
    SHOWN_OPTIONS = 10,
    /* goes into value_source_line(): changes when the same engine would be asked in another way */
    PROTOCOL_VERSION = 2,
    /* Its table has room for the nodes of a game's positions, and no more: an engine that is made
     * to forget empties all of it, and fairy-stockfish makes it anew for each game.  With 32 MB for
     * 1,000 nodes a position that was 11,600 page faults a game, with 4 MB 2,300. */
    TABLE_POSITIONS = 100,
    TABLE_NODE_BYTES = 32,
    MB = 1 << 20,
};

struct usi_value_source {
    struct buf command;
    struct usi_program_options program;
    uint32_t patience_ms;
    _Atomic(struct usi_program *) first; /* the one that was tried out, for the first worker */
    _Atomic uint64_t requests, silent, failed, stopped, restarts;
};

/* A position of the present game that was dealt with. */
struct known_value {
    uint64_t hash;
    int16_t value;
};

struct usi_worker {
    struct usi_value_source *value_source;
    struct usi_program *program; /* NULL: broken down */
    struct known_value *known;
    size_t known_count, known_cap;
    unsigned failed_in_a_row; /* in the present game */
    bool knows_of_game;       /* it was told that a new one has begun */
};

/* --- What an engine is ------------------------------------------------------------------------ */

/* Mixes a file's bytes in; whatever is no file, or can't be read, changes nothing. */
static uint64_t mix_file(const char *path, uint64_t sum)
{
    struct stat is;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *bytes = fd >= 0 ? mem_alloc(FILE_BYTES) : NULL;
    ssize_t n = 0;
    if (bytes && fstat(fd, &is) == 0 && S_ISREG(is.st_mode))
        while ((n = read(fd, bytes, FILE_BYTES)) > 0)
            sum = XXH3_64bits_withSeed(bytes, (size_t)n, sum);
    mem_free(bytes);
    if (fd >= 0)
        close(fd);
    return sum;
}

static uint64_t mix_text(struct span text, uint64_t sum)
{
    return XXH3_64bits_withSeed(text.p ? text.p : "", text.n, sum);
}

/* The program and whatever file its words name. */
static uint64_t mix_command(const struct usi_value_source *u, uint64_t sum)
{
    struct buf words, program;
    struct err err;
    size_t count;
    buf_init(&words, MOST_TEXT);
    buf_init(&program, MOST_TEXT);
    sum = mix_text(buf_span(&u->command), sum);
    if (child_split(buf_span(&u->command), &words, &count, &err) == STATUS_OK) {
        const char *word = words.p;
        if (child_find(span_of(word), u->program.path, &program))
            sum = mix_file(buf_cstr(&program), sum);
        for (size_t i = 1; i < count; i++) {
            word += strlen(word) + 1;
            sum = mix_file(word, sum);
        }
    }
    buf_release(&words);
    buf_release(&program);
    return sum;
}

/* An author changes his engine and not its name: the line tells apart what its files and options
 * are made of. */
static uint64_t mix_engine(const struct usi_value_source *u)
{
    uint64_t sum = mix_command(u, PROTOCOL_VERSION);
    for (size_t i = 0; i < u->program.option_count; i++) {
        const char *option = u->program.options[i], *value = strchr(option, '=');
        sum = mix_text(span_of(option), sum);
        if (value)
            sum = mix_file(value + 1, sum);
    }
    return sum;
}

/* A piece of one line, whatever is in it: what is left out is in the sum. */
static void add_plain(struct buf *out, struct span text)
{
    size_t n = text.n < SHOWN_BYTES ? text.n : SHOWN_BYTES;
    while (n < text.n && n && ((unsigned char)text.p[n] & 0xc0) == 0x80)
        n--; /* not in the middle of a character */
    buf_add_char(out, ' ');
    for (size_t i = 0; i < n; i++)
        buf_add_char(out, (unsigned char)text.p[i] < ' ' ? '?' : text.p[i]);
    buf_add_str(out, n < text.n ? "…" : "");
}

static enum status print_line(struct value_source *j, struct span name, struct err *err)
{
    struct usi_value_source *u = j->own;
    buf_add_str(&j->line, "usi");
    add_plain(&j->line, name.n ? name : SPAN("(nameless)"));
    buf_printf(&j->line, " nodes %llu", (unsigned long long)u->program.limits.nodes);
    for (size_t i = 0; i < u->program.option_count && i < SHOWN_OPTIONS; i++) {
        buf_add_str(&j->line, i ? "" : " options");
        add_plain(&j->line, span_of(u->program.options[i]));
    }
    buf_add_str(&j->line, " command");
    add_plain(&j->line, buf_span(&u->command));
    buf_printf(&j->line, " %016llx", (unsigned long long)mix_engine(u));
    return buf_status(&j->line) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* Starts it anew: it had better come up, but may take two tries. */
static enum status start_again(struct usi_worker *w, struct err *err)
{
    static const struct msg DEAD = {"the engine crashes at the start of a game: %1",
                                    "エンジンが対局開始時に異常終了します: %1"};
    struct usi_value_source *u = w->value_source;
    struct span command = buf_span(&u->command);
    enum status status = STATUS_OK;
    for (int i = 0; i < TRIES && !w->program; i++) {
        atomic_fetch_add(&u->restarts, 1);
        status = usi_program_open(&w->program, command, &u->program, err);
        if (status == STATUS_NOMEM || status == STATUS_CANCELLED)
            return status;
        if (status == STATUS_OK && !usi_program_forget(w->program)) {
            usi_program_close(w->program);
            w->program = NULL;
            status = err_set(err, STATUS_IO, &DEAD, command, (struct span){0});
        }
    }
    return status;
}

static void break_down(struct usi_worker *w)
{
    usi_program_close(w->program);
    w->program = NULL;
}

static bool is_answer(const struct usi_answer *a)
{
    return a->reply == USI_MOVE || a->reply == USI_RESIGN || a->reply == USI_WIN;
}

/* An answer, be it at the second try; *a tells of a failure otherwise. */
static enum status run_engine(struct usi_worker *w, const struct usi_position *g,
                              struct usi_answer *a, struct err *err)
{
    const uint32_t patience = w->value_source->patience_ms;
    if (w->program && !w->knows_of_game && !usi_program_forget(w->program))
        break_down(w);
    w->knows_of_game = true;
    for (int i = 0; i < TRIES; i++) {
        enum status status = w->program ? STATUS_OK : start_again(w, err);
        if (status != STATUS_OK)
            return status;
        usi_program_go(w->program, g, patience, patience / 2, a);
        if (is_answer(a))
            return STATUS_OK;
        break_down(w);
        if (a->reply == USI_CANCELLED)
            return err_cancelled(err);
    }
    return STATUS_OK;
}

/* For the side to move, by engine_search.h. */
static int16_t value_of(const struct usi_answer *a, int turn)
{
    int v = a->value;
    if (v == THINK_NO_VALUE)
        return a->reply == USI_WIN ? value_source_mate(turn, 1) : VALUE_SOURCE_NO_VALUE;
    if (v <= -THINK_MATE_BOUND || v >= THINK_MATE_BOUND) {
        int plies = THINK_MATE - (v < 0 ? -v : v);
        /* the bound itself is said of mates whose length is not known */
        return value_source_mate(v < 0 ? !turn : turn,
                                 plies < THINK_MATE - THINK_MATE_BOUND ? plies : -1);
    }
    return value_source_value(v, turn);
}

static enum status check_hope(const struct usi_value_source *u, struct err *err)
{
    static const struct msg HOPELESS_ENGINE = {
        "the engine failed at %1 positions, more than half of them: %2",
        "エンジンが局面の半数以上（%1）で失敗しました: %2"};
    uint64_t failed = atomic_load(&u->failed), requests = atomic_load(&u->requests);
    if (failed < HOPELESS || failed <= requests / 2)
        return STATUS_OK;
    return err_set(err, STATUS_IO, &HOPELESS_ENGINE, SPAN_U64(failed), buf_span(&u->command));
}

static enum status evaluate_by_engine(struct usi_worker *w, const struct usi_position *g, int turn,
                                      int16_t *value, struct err *err)
{
    struct usi_value_source *u = w->value_source;
    struct usi_answer a = {.reply = USI_DIED};
    *value = VALUE_SOURCE_NO_VALUE;
    if (w->failed_in_a_row < FAILED_IN_A_ROW) {
        enum status status = run_engine(w, g, &a, err);
        if (status != STATUS_OK)
            return status;
    }
    atomic_fetch_add(&u->requests, 1);
    if (!is_answer(&a)) {
        w->failed_in_a_row++;
        atomic_fetch_add(&u->failed, 1);
        return check_hope(u, err);
    }
    w->failed_in_a_row = 0;
    *value = value_of(&a, turn);
    atomic_fetch_add(&u->stopped, a.stopped);
    atomic_fetch_add(&u->silent, *value == VALUE_SOURCE_NO_VALUE);
    return STATUS_OK;
}

/* --- A game ----------------------------------------------------------------------------------- */

static const struct known_value *find_known(const struct usi_worker *w, uint64_t hash)
{
    for (size_t i = 0; i < w->known_count; i++)
        if (w->known[i].hash == hash)
            return &w->known[i];
    return NULL;
}

/* Over, whatever an engine thinks of it. */
static bool evaluate_by_rules(const struct value_source_game *g, uint32_t ply,
                              const struct shogi_pos *pos, int16_t *value)
{
    if (shogi_has_no_move(pos)) {
        *value = value_source_mate(!pos->turn, 0);
        return true;
    }
    if (ply == g->plies && shogi_declare_27(pos) == SHOGI_DECLARE_WIN) {
        *value = value_source_mate(pos->turn, 1);
        return true;
    }
    return false;
}

static enum status evaluate_position(struct usi_worker *w, const struct value_source_game *g,
                                     uint32_t ply, const struct shogi_pos *pos, int16_t *value,
                                     struct err *err)
{
    const uint64_t hash = shogi_hash(pos);
    const struct known_value *before = find_known(w, hash);
    if (before) {
        *value = before->value;
        return STATUS_OK;
    }
    if (evaluate_by_rules(g, ply, pos, value))
        return STATUS_OK;
    struct known_value *known =
        mem_grow(w->known, w->known_count, &w->known_cap, UINT32_MAX, sizeof *known);
    if (!known)
        return err_nomem(err);
    w->known = known;
    const struct usi_position to_here = {g->start, g->moves, ply};
    enum status status = evaluate_by_engine(w, &to_here, pos->turn, value, err);
    w->known[w->known_count++] = (struct known_value){hash, *value};
    return status;
}

static bool is_wanted(const struct value_source_game *g, uint32_t ply)
{
    const uint64_t row = g->first_row + ply;
    return !g->wanted || g->wanted[row / 64] >> row % 64 & 1;
}

static enum status usi_game(struct value_source_worker *worker, const struct value_source_game *g,
                            int16_t *values, struct err *err)
{
    struct usi_worker *w = worker->own;
    const struct value_source_sample *sample = &worker->value_source->sample;
    struct shogi_pos pos = *g->start;
    const uint64_t game = value_source_sample_game(sample, g);
    for (uint32_t ply = 0; ply <= g->plies && !g->wanted; ply++)
        values[ply] = VALUE_SOURCE_NO_VALUE;
    if (game == VALUE_SOURCE_SAMPLE_NO_GAME)
        return STATUS_OK;
    w->known_count = 0;
    w->failed_in_a_row = 0;
    w->knows_of_game = false;
    for (uint32_t ply = 0; ply <= g->plies; ply++) {
        enum status status = is_wanted(g, ply) && value_source_sample_takes(sample, game, ply)
                                 ? evaluate_position(w, g, ply, &pos, &values[ply], err)
                                 : STATUS_OK;
        if (status != STATUS_OK)
            return status;
        if (ply < g->plies) {
            struct shogi_undo undo;
            shogi_play(&pos, g->moves[ply], &undo);
        }
    }
    return STATUS_OK;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static void usi_worker_close(void *own)
{
    struct usi_worker *w = own;
    if (!w)
        return;
    usi_program_close(w->program);
    mem_free(w->known);
    mem_free(w);
}

static enum status usi_worker_open(struct value_source_worker *worker, struct err *err)
{
    struct usi_worker *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    worker->own = w;
    w->value_source = worker->value_source->own;
    w->program = atomic_exchange(&w->value_source->first, NULL);
    return w->program ? STATUS_OK
                      : usi_program_open(&w->program, buf_span(&w->value_source->command),
                                         &w->value_source->program, err);
}

static void usi_close(void *own)
{
    struct usi_value_source *u = own;
    if (!u)
        return;
    usi_program_close(atomic_load(&u->first));
    buf_release(&u->command);
    mem_free(u);
}

static uint32_t table_mb_for(uint64_t nodes)
{
    const uint64_t most = (uint64_t)USI_PROGRAM_HASH_MB * MB;
    const uint64_t each = (uint64_t)TABLE_POSITIONS * TABLE_NODE_BYTES;
    uint32_t mb = 1;
    while (mb < USI_PROGRAM_HASH_MB && (nodes > most / each || nodes * each > (uint64_t)mb * MB))
        mb *= 2;
    return mb;
}

static uint32_t patience_for(const struct value_source_options *o, uint64_t nodes)
{
    if (o->patience_ms)
        return o->patience_ms;
    uint64_t ms = LEAST_PATIENCE_MS + nodes / SLOWEST_NODES_A_MS;
    return ms < MOST_PATIENCE_MS ? (uint32_t)ms : MOST_PATIENCE_MS;
}

/* The start position shows whether it can do what will be asked of it. */
static enum status try_out(struct usi_worker *w, struct err *err)
{
    static const struct msg FAILS = {"the engine crashes, hangs or refuses to search: %1",
                                     "エンジンが探索中に異常終了するか、応答しません: %1"};
    static const struct msg SILENT = {"the engine reports no values: %1",
                                      "エンジンが評価値を出力しません: %1"};
    static const struct msg ENDLESS = {"the engine ignores \"go nodes\": %1",
                                       "エンジンが go nodes を無視します: %1"};
    struct shogi_pos start;
    struct usi_answer a = {.reply = USI_DIED};
    struct span command = buf_span(&w->value_source->command);
    shogi_pos_start(&start);
    enum status status = run_engine(w, &(struct usi_position){.start = &start}, &a, err);
    if (status == STATUS_OK && a.stopped)
        status = run_engine(w, &(struct usi_position){.start = &start}, &a, err);
    if (status != STATUS_OK)
        return status;
    if (!is_answer(&a))
        return err_set(err, STATUS_IO, &FAILS, command, (struct span){0});
    if (a.stopped)
        return err_set(err, STATUS_IO, &ENDLESS, command, (struct span){0});
    if (a.value == THINK_NO_VALUE)
        return err_set(err, STATUS_IO, &SILENT, command, (struct span){0});
    return STATUS_OK;
}

static enum status start_first(struct value_source *j, struct err *err)
{
    struct usi_value_source *u = j->own;
    struct usi_worker w = {.value_source = u};
    enum status status = usi_program_open(&w.program, buf_span(&u->command), &u->program, err);
    if (status == STATUS_NOT_FOUND) {
        status = STATUS_IO; /* the judge is known, the program is not there */
        if (err)
            err->code = status;
    }
    if (status == STATUS_OK)
        status = try_out(&w, err);
    if (status == STATUS_OK)
        status = print_line(j, usi_program_name(w.program), err);
    atomic_store(&u->first, w.program);
    atomic_store(&u->restarts, 0);
    return status;
}

static enum status usi_open(struct value_source *j, const char *argument,
                            const struct value_source_options *o, struct err *err)
{
    struct usi_value_source *u = mem_calloc(1, sizeof *u);
    if (!u)
        return err_nomem(err);
    j->own = u;
    const uint64_t nodes = o->nodes ? o->nodes : USUAL_NODES;
    u->program = (struct usi_program_options){
        .options = o->engine_options,
        .option_count = o->engine_option_count,
        .limits.nodes = nodes,
        .ready_ms = o->patience_ms,
        .hash_mb = table_mb_for(nodes),
        .values = true,
        .path = o->path,
        .log = o->log,
        .cancel = o->cancelled,
    };
    u->patience_ms = patience_for(o, nodes);
    buf_init(&u->command, MOST_TEXT);
    buf_add_str(&u->command, argument);
    return buf_status(&u->command) == STATUS_OK ? start_first(j, err) : err_nomem(err);
}

static void usi_read_tally(const struct value_source *j, struct value_source_tally *out)
{
    const struct usi_value_source *u = j->own;
    *out = (struct value_source_tally){
        .requests = atomic_load(&u->requests),
        .silent = atomic_load(&u->silent),
        .failed = atomic_load(&u->failed),
        .stopped = atomic_load(&u->stopped),
        .restarts = atomic_load(&u->restarts),
    };
}

const struct value_source_type value_source_usi = {
    .name = "usi:",
    .argument = "COMMAND",
    .slow = true,
    .open = usi_open,
    .close = usi_close,
    .worker_open = usi_worker_open,
    .worker_close = usi_worker_close,
    .game = usi_game,
    .read_tally = usi_read_tally,
};
