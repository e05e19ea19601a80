/* generation.c: see generation.h.
 *
 * The result of a block: packets (db/import/packet.h), or texts, each with its length before it.  The
 * state in a journal: nine numbers of eight bytes, those of struct generated, then the number that
 * the database's next game had (a database with a smaller one is not the one that the games went to)
 * and 0, or struct games_place. */
#include "cmd/parts/generation.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "cluster/work_queue.h"
#include "cmd/frame/output_check.h"
#include "db/db.h"
#include "db/import/packet.h"
#include "engine/eval/weights.h"
#include "sim/generate/generate.h"
#include "sim/generate/go_generate.h"
#include "store/entry.h"

/* --- An engine for each thread of `kifu generate --engine` ------------------------------------ */

struct self_players {
    struct weights *weights;   /* owned */
    struct selfplay **players; /* owned: one for each thread */
    unsigned count;
    struct buf name;
};

/* "Kifu (material, 200 nodes)"; of a file its last part. */
static void name_them(struct self_players *p, const char *weights, const char *eval, uint64_t nodes)
{
    const char *slash = weights ? strrchr(weights, '/') : NULL;
    buf_add_str(&p->name, "Kifu (");
    buf_add_str(&p->name, !weights ? eval : slash ? slash + 1 : weights);
    buf_add_str(&p->name, ", ");
    buf_add_u64(&p->name, nodes);
    buf_add_str(&p->name, " nodes)");
}

static enum status open_players(struct self_players *p, const char *weights, unsigned threads,
                                const struct selfplay_options *given, struct err *err)
{
    struct selfplay_options opt = *given;
    enum status status = weights_open(&p->weights, weights, err);
    if (status != STATUS_OK)
        return status;
    opt.eval = weights_eval(p->weights);
    name_them(p, weights, opt.eval.type->name, opt.nodes);
    opt.name = buf_span(&p->name);
    p->players = mem_calloc(threads, sizeof(struct selfplay *));
    if (!p->players || buf_status(&p->name) != STATUS_OK)
        return err_nomem(err);
    while (p->count < threads && status == STATUS_OK) {
        status = selfplay_open(&p->players[p->count], &opt, err);
        p->count += status == STATUS_OK;
    }
    return status;
}

enum status self_players_open(struct self_players **out, const char *weights, unsigned threads,
                              const struct selfplay_options *opt, struct err *err)
{
    *out = NULL;
    struct self_players *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    buf_init(&p->name, BUF_DEFAULT_MAX);
    enum status status = open_players(p, weights, threads, opt, err);
    if (status == STATUS_OK)
        *out = p;
    else
        self_players_close(p);
    return status;
}

void self_players_close(struct self_players *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->count; i++)
        selfplay_close(p->players[i]);
    mem_free(p->players);
    weights_close(p->weights);
    buf_release(&p->name);
    mem_free(p);
}

struct span self_players_name(const struct self_players *p)
{
    return buf_span(&p->name);
}

uint64_t self_players_print(const struct self_players *p)
{
    return XXH3_64bits_withSeed(p->name.p, p->name.n, weights_hash(p->weights));
}

enum status self_players_game(struct self_players *p, unsigned thread, uint64_t number,
                              struct record *rec, struct err *err)
{
    return selfplay_game(p->players[thread], number, rec, err);
}

/* At 0.3 ms a game of shogi, 0.9 of Go, and 0.1 ms for each node that the engine searches for a
 * move, a block takes about a tenth of a second, or a game. */
enum { SHOGI_BLOCK = 256, GO_BLOCK = 64, ENGINE_BLOCK = 16, ENGINE_NODES = 3200 };

enum { STATE_SUMS = 7, STATE_WORDS = STATE_SUMS + 2, STATE_BYTES = STATE_WORDS * 8 };

static const struct msg DAMAGED = {"a game from another process is damaged",
                                   "別のプロセスから届いた棋譜が壊れています"};

/* A thread's own. */
struct generation_worker {
    struct record rec;
    struct buf bytes, text;
};

struct generation_run {
    struct generation *g;
    uint64_t block_games;
    struct generation_worker *makers; /* by worker */
    struct packet_reader reader;
    struct journal *journal;
    struct generated folded; /* sums of the blocks before `taken` */
    uint64_t taken;
    atomic_bool over;
};

static enum status make_go(const struct generator *g, uint64_t number, struct record *rec)
{
    return go_generate_game(g->seed, number, rec);
}

const struct generation_game *generation_of_game(const struct game *game)
{
    static const struct generation_game GAMES[] = {
        {&shogi_game, "usi", SHOGI_BLOCK, true, generator_game},
        {&go_game, "sgf", GO_BLOCK, false, make_go},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        if (GAMES[i].game == game)
            return &GAMES[i];
    return NULL;
}

uint64_t generation_block_games(const struct game *game, uint64_t nodes)
{
    if (nodes == 0)
        return generation_of_game(game)->block_games;
    return nodes >= ENGINE_NODES                  ? 1
           : nodes * ENGINE_BLOCK <= ENGINE_NODES ? ENGINE_BLOCK
                                                  : ENGINE_NODES / nodes;
}

/* --- Making ----------------------------------------------------------------------------------- */

static enum status invent_game(const struct generation *g, uint64_t number, struct record *rec,
                               struct err *err)
{
    uint64_t seed = g->generator->seed;
    enum status status = generation_of_game(g->game)->make(g->generator, number, rec);
    if (status == STATUS_OK)
        status = invented_headers(seed, number, rec);
    return status == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status make_game(struct generation_run *r, uint64_t number, unsigned worker,
                             struct buf *out, struct err *err)
{
    const struct generation *g = r->g;
    struct generation_worker *m = &r->makers[worker];
    struct span tag = g->players ? SPAN("self-play") : SPAN("generated");
    unsigned losses = 0;
    enum status status = g->players ? self_players_game(g->players, worker, number, &m->rec, err)
                                    : invent_game(g, number, &m->rec, err);
    if (status != STATUS_OK)
        return status;
    m->rec.label = g->label;
    m->rec.number_in_file = (uint32_t)number;
    buf_clear(&m->bytes);
    if (g->to_database || g->to_files) {
        entry_encode(&m->rec, &tag, 1, &m->bytes);
        packet_put(out, &m->rec, buf_span(&m->bytes));
        return buf_status(&m->bytes) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    status =
        format_write(g->format, &m->rec, g->format->charset, &m->text, &m->bytes, &losses, err);
    varint_put(out, m->bytes.n);
    buf_add_span(out, buf_span(&m->bytes));
    return status;
}

static uint64_t block_end(const struct generation_run *r, uint64_t block)
{
    uint64_t first = block * r->block_games;
    return r->g->games - first < r->block_games ? r->g->games : first + r->block_games;
}

static enum status make_block(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                              struct err *err)
{
    struct generation_run *r = ctx;
    enum status status = STATUS_OK;
    uint64_t end = block_end(r, block);
    for (uint64_t n = block * r->block_games; n < end && status == STATUS_OK; n++)
        status = atomic_load(&r->over) ? STATUS_CANCELLED : make_game(r, n, worker, out, err);
    return status;
}

/* --- Taking ----------------------------------------------------------------------------------- */

static void count_game(struct generated *s, const struct record *rec, enum db_added what)
{
    uint32_t plies;
    record_last_move(rec, &plies);
    s->plies += plies;
    s->added += what == ADDED_NEW;
    s->duplicates += what != ADDED_NEW;
    s->drawn += rec->points[0] == POINTS_DRAW;
    for (int seat = 0; seat < 2; seat++)
        s->won[seat] += rec->points[seat] == POINTS_WIN;
}

static enum status store_game(struct generation_run *r, struct span *bytes, bool ours,
                              struct err *err)
{
    struct generation *g = r->g;
    struct db_add_result result;
    enum status status = packet_get(&r->reader, bytes, g->game, ours, err);
    if (status == STATUS_OK)
        status = db_writer_add(g->writer, &r->reader.rec, r->reader.entry, &result, err);
    if (status == STATUS_OK)
        count_game(&g->sums, &r->reader.rec, result.what);
    return status;
}

/* Files take every game as it is. */
static enum status file_game(struct generation_run *r, struct span *bytes, bool ours,
                             uint64_t number, struct err *err)
{
    struct generation *g = r->g;
    enum status status = packet_get(&r->reader, bytes, g->game, ours, err);
    if (status == STATUS_OK)
        status = games_output_add(&g->output, &r->reader.rec, number, err);
    if (status == STATUS_OK)
        count_game(&g->sums, &r->reader.rec, ADDED_NEW);
    return status;
}

static enum status print_game(struct generation *g, struct span *bytes, struct err *err)
{
    uint64_t n;
    if (!varint_get(bytes, &n) || n > bytes->n)
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    if (g->sums.games && g->format->separator)
        fputs(g->format->separator, g->env->out);
    fwrite(bytes->p, 1, (size_t)n, g->env->out);
    *bytes = span_skip(*bytes, (size_t)n);
    return STATUS_OK;
}

static struct games_place place_of(const struct generation *g)
{
    return g->to_files ? games_output_place(&g->output)
                       : (struct games_place){db_writer_db(g->writer)->manifest.next_id, 0};
}

static void put_state(unsigned char bytes[STATE_BYTES], const struct generated *s,
                      struct games_place place)
{
    const uint64_t words[STATE_WORDS] = {s->games,  s->plies, s->added,   s->duplicates, s->won[0],
                                         s->won[1], s->drawn, place.part, place.size};
    for (int i = 0; i < STATE_WORDS; i++)
        le_put64(bytes + (size_t)i * 8, words[i]);
}

/* Blocks before `taken` are in the database, or in files. */
static enum status fold(struct generation_run *r, struct err *err)
{
    unsigned char state[STATE_BYTES];
    put_state(state, &r->folded, place_of(r->g));
    return journal_fold(r->journal, r->taken, span_make((char *)state, sizeof state), err);
}

static enum status take_game(struct generation_run *r, struct span *bytes, bool ours,
                             uint64_t number, struct err *err)
{
    struct generation *g = r->g;
    return g->to_files ? file_game(r, bytes, ours, number, err)
           : g->writer ? store_game(r, bytes, ours, err)
                       : print_game(g, bytes, err);
}

/* Files hold whole blocks of games, which are folded when they are there. */
static enum status flush_files(struct generation_run *r, struct err *err)
{
    if (!r->g->to_files || !games_output_is_due(&r->g->output))
        return STATUS_OK;
    enum status status = games_output_flush(&r->g->output, err);
    return status == STATUS_OK && r->journal ? fold(r, err) : status;
}

static enum status take_block(void *ctx, uint64_t block, const struct work_queue_result *result,
                              struct err *err)
{
    struct generation_run *r = ctx;
    struct generation *g = r->g;
    struct span bytes = result->bytes;
    enum status status = STATUS_OK;
    uint64_t end = block_end(r, block), stored = g->writer ? db_writer_stored(g->writer) : 0;
    /* never in the middle: the sums are kept with whole blocks, and games that were added beyond
     * them would be found again as duplicates */
    if (cmd_should_stop(g->env))
        return STATUS_CANCELLED;
    for (uint64_t n = block * r->block_games; n < end && status == STATUS_OK; n++) {
        status = take_game(r, &bytes, result->ours, n, err);
        g->sums.games += status == STATUS_OK;
        progress_add(g->progress, 1);
    }
    if (status == STATUS_OK && bytes.n)
        status = err_plain(err, STATUS_SYNTAX, &DAMAGED);
    /* a segment went to disk on the way: then all blocks before this one are there */
    if (status == STATUS_OK && r->journal && g->writer && db_writer_stored(g->writer) != stored)
        status = fold(r, err);
    if (status == STATUS_OK) {
        r->folded = g->sums;
        r->taken = block + 1;
        status = flush_files(r, err);
    }
    return status;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status read_state(struct generation_run *r, struct err *err)
{
    static const struct msg OTHER_DATABASE = {
        "the games of %1 are in another database; delete that file to start again",
        "%1 の棋譜は別のデータベースに入っています。やり直すにはそのファイルを削除してください"};
    struct span state = journal_state(r->journal);
    struct generated *s = &r->g->sums;
    uint64_t words[STATE_WORDS], *to[] = {&s->games,  &s->plies,  &s->added, &s->duplicates,
                                          &s->won[0], &s->won[1], &s->drawn};
    if (journal_floor(r->journal) == 0)
        return STATUS_OK;
    for (int i = 0; i < STATE_WORDS && state.n == STATE_BYTES; i++)
        words[i] = le_get64(state.p + (size_t)i * 8);
    bool ours = (r->g->writer || r->g->to_files) && state.n == STATE_BYTES;
    if (ours && r->g->writer)
        ours = words[STATE_SUMS] <= db_writer_db(r->g->writer)->manifest.next_id;
    if (!ours)
        return err_set(err, STATUS_RANGE, &OTHER_DATABASE, span_of(r->g->journal),
                       (struct span){0});
    for (int i = 0; i < STATE_SUMS; i++)
        *to[i] = words[i];
    r->folded = *s;
    r->taken = journal_floor(r->journal);
    const struct games_place place = {words[STATE_SUMS], words[STATE_SUMS + 1]};
    return r->g->to_files ? games_output_resume(&r->g->output, place, err) : STATUS_OK;
}

/* Files of another run are not overwritten, nor is a second one left that would seem to be of this
 * one; what this one has flushed at its interruption is. */
static enum status check_files(struct generation_run *r, struct err *err)
{
    struct generation *g = r->g;
    bool resuming = r->journal && (journal_floor(r->journal) || journal_count(r->journal));
    enum status status = STATUS_OK;
    for (uint32_t part = 1; part <= 2 && g->to_files && !resuming && status == STATUS_OK; part++) {
        const char *path = games_output_path(&g->output, part);
        status = path ? output_check(path, WRITES_FILE, g->env->force, err) : err_nomem(err);
    }
    return status;
}

static enum status open_run(struct generation_run *r, struct err *err)
{
    packet_reader_init(&r->reader);
    r->makers = mem_calloc(r->g->threads, sizeof *r->makers);
    if (!r->makers)
        return err_nomem(err);
    for (unsigned i = 0; i < r->g->threads; i++) {
        record_init(&r->makers[i].rec);
        buf_init(&r->makers[i].bytes, BUF_DEFAULT_MAX);
        buf_init(&r->makers[i].text, BUF_DEFAULT_MAX);
    }
    static const struct msg GOING_ON = {"resuming: %1 of %2 games are done",
                                        "再開します: %2 局のうち %1 局は済んでいます"};
    struct generation *g = r->g;
    char there[32], all[32];
    if (!g->journal || !g->env->leads)
        return STATUS_OK;
    enum status status = journal_open(&r->journal, g->journal, g->fingerprint, err);
    if (status == STATUS_OK)
        status = read_state(r, err);
    if (status == STATUS_OK)
        status = check_files(r, err);
    if (status != STATUS_OK)
        return status;
    uint64_t games = (journal_floor(r->journal) + journal_count(r->journal)) * r->block_games;
    snprintf(there, sizeof there, "%llu",
             (unsigned long long)(games < g->games ? games : g->games));
    snprintf(all, sizeof all, "%llu", (unsigned long long)g->games);
    if (games)
        cmd_note(g->env, &GOING_ON, there, all);
    return STATUS_OK;
}

static void close_run(struct generation_run *r)
{
    for (unsigned i = 0; r->makers && i < r->g->threads; i++) {
        record_release(&r->makers[i].rec);
        buf_release(&r->makers[i].bytes);
        buf_release(&r->makers[i].text);
    }
    mem_free(r->makers);
    packet_reader_release(&r->reader);
}

/* What there is goes to the file even after Ctrl-C: one may be content with it.  It is not folded: a
 * run that goes on cuts it off and writes whole blocks, so that its files do not depend on
 * interruptions. */
static enum status commit_files(struct generation_run *r, enum status status, struct err *err)
{
    if (status != STATUS_OK && status != STATUS_CANCELLED)
        return status;
    enum status stored = games_output_flush(&r->g->output, err);
    return stored == STATUS_OK ? status : stored;
}

/* What the engine has played is put into the database even after Ctrl-C.  What is invented quickly
 * waits in the journal. */
static enum status commit(struct generation_run *r, enum status status, struct err *err)
{
    struct generation *g = r->g;
    bool broken_off = status == STATUS_CANCELLED && g->players;
    if (!g->writer || (status != STATUS_OK && !broken_off))
        return status;
    enum status stored = db_writer_commit(g->writer, err);
    if (stored == STATUS_OK && broken_off && r->journal)
        stored = fold(r, err);
    return stored == STATUS_OK ? status : stored;
}

static void end_journal(struct generation_run *r, enum status status)
{
    static const struct msg KEPT = {
        "games generated so far are in %1; run the same command again to resume",
        "途中までの棋譜は %1 にあります。同じコマンドを実行すると再開します"};
    struct generation *g = r->g;
    if (!r->journal)
        return;
    if (status == STATUS_OK) {
        journal_finish(r->journal);
        return;
    }
    bool some = journal_floor(r->journal) || journal_size(r->journal) > JOURNAL_HEAD_BYTES;
    journal_close(r->journal);
    if (some)
        cmd_note(g->env, &KEPT, g->journal, NULL);
}

enum status generation_make_games(struct generation *g, uint64_t block_games, struct err *err)
{
    static const struct msg MAKING = {"generating games", "棋譜を作成中"}, UNIT = {"games", "局"};
    struct generation_run r = {.g = g, .block_games = block_games};
    enum status status = open_run(&r, err);
    const struct work_queue_ops ops = {.ctx = &r,
                                       .blocks = (g->games - 1) / block_games + 1,
                                       .fingerprint = g->fingerprint,
                                       .threads = g->threads,
                                       .work = make_block,
                                       .take = take_block,
                                       .cancelled = g->env->cancelled,
                                       .over = &r.over,
                                       .journal = r.journal};
    progress_start(g->progress, &MAKING, &UNIT, g->games);
    if (g->sums.games)
        progress_set(g->progress, g->sums.games);
    status = work_queue_run(g->env->cluster, status, &ops, err);
    status = g->to_files && g->env->leads ? commit_files(&r, status, err) : commit(&r, status, err);
    progress_finish(g->progress);
    end_journal(&r, status);
    close_run(&r);
    return status;
}
