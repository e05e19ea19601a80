/* batch.c: see batch.h. */
#include "db/import/batch.h"

#include <pthread.h>
#include <signal.h>

#include "base/alloc.h"
#include "store/entry.h"
#include "store/games_writer.h"

/* --- Big file ---------------------------------------------------------------------------------
 * The reading thread fills its own batch and exchanges it for an empty parcel when it is full; the
 * parcels are a ring:
 *
 *     taken <= ready <= taken + PARCELS */

enum { PARCELS = 4 };

struct big_file {
    struct batch *b;
    struct reader *reader;
    const struct span *tags;
    size_t tag_count;
    big_file_take *take;
    void *ctx;
    struct err *err; /* of take */
    enum status taking;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct batch parcels[PARCELS];
    size_t ready, taken;
    bool ended, stopped; /* the reader has come to its end; the taker wants no more */
    enum status reading;
    struct err why;
};

/* Games and entries change places; files stay. */
static void exchange(struct batch *a, struct batch *b)
{
    struct batch before = *a;
    a->games = b->games;
    a->game_count = b->game_count;
    a->game_cap = b->game_cap;
    a->game_room = b->game_room;
    a->entries = b->entries;
    b->games = before.games;
    b->game_count = before.game_count;
    b->game_cap = before.game_cap;
    b->game_room = before.game_room;
    b->entries = before.entries;
}

/* --- In one thread --------------------------------------------------------------------------- */

static enum status spill_at_once(void *ctx, struct batch *b)
{
    struct big_file *f = ctx;
    f->taking = f->take(f->ctx, b, f->err);
    batch_clear_games(b);
    return f->taking;
}

static enum status read_alone(struct big_file *f, struct err *err)
{
    f->b->spill = spill_at_once;
    f->b->spill_ctx = f;
    enum status st = batch_read(f->b, f->reader, f->tags, f->tag_count, &f->why);
    if (f->taking != STATUS_OK)
        return f->taking; /* *err is take's */
    if (st != STATUS_OK) {
        *err = f->why;
        return st;
    }
    return f->take(f->ctx, f->b, err);
}

/* --- In two ---------------------------------------------------------------------------------- */

static enum status spill_to_parcel(void *ctx, struct batch *b)
{
    struct big_file *f = ctx;
    pthread_mutex_lock(&f->lock);
    while (!f->stopped && f->ready - f->taken == PARCELS)
        pthread_cond_wait(&f->changed, &f->lock);
    bool stopped = f->stopped;
    if (!stopped) {
        exchange(b, &f->parcels[f->ready % PARCELS]);
        f->ready++;
        pthread_cond_broadcast(&f->changed);
    }
    pthread_mutex_unlock(&f->lock);
    return stopped ? STATUS_CANCELLED : STATUS_OK;
}

static void *reader_main(void *arg)
{
    struct big_file *f = arg;
    enum status st = batch_read(f->b, f->reader, f->tags, f->tag_count, &f->why);
    pthread_mutex_lock(&f->lock);
    f->reading = st;
    f->ended = true;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

/* The next parcel; NULL when there are no more. */
static struct batch *next_parcel(struct big_file *f)
{
    pthread_mutex_lock(&f->lock);
    while (!f->ended && f->ready == f->taken)
        pthread_cond_wait(&f->changed, &f->lock);
    struct batch *parcel = f->ready > f->taken ? &f->parcels[f->taken % PARCELS] : NULL;
    pthread_mutex_unlock(&f->lock);
    return parcel;
}

static void give_back(struct big_file *f, struct batch *parcel, bool stop)
{
    batch_clear_games(parcel);
    pthread_mutex_lock(&f->lock);
    f->taken++;
    f->stopped |= stop;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

static enum status take_parcels(struct big_file *f, struct err *err)
{
    enum status st = STATUS_OK;
    struct batch *parcel;
    while ((parcel = next_parcel(f))) {
        if (st == STATUS_OK)
            st = f->take(f->ctx, parcel, err);
        give_back(f, parcel, st != STATUS_OK);
    }
    return st;
}

/* Signals are the caller's business. */
static bool start_reader(struct big_file *f, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, reader_main, f) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static enum status read_beside(struct big_file *f, struct err *err)
{
    pthread_t thread;
    f->b->spill = spill_to_parcel;
    f->b->spill_ctx = f;
    for (int i = 0; i < PARCELS; i++)
        batch_clear(&f->parcels[i]);
    if (!start_reader(f, &thread))
        return read_alone(f, err);
    enum status st = take_parcels(f, err);
    pthread_join(thread, NULL);
    if (st == STATUS_OK && f->reading != STATUS_OK) {
        *err = f->why;
        st = f->reading;
    }
    return st == STATUS_OK ? f->take(f->ctx, f->b, err) : st;
}

enum status big_file_read(struct batch *b, struct reader *reader, const struct span *tags,
                          size_t tag_count, unsigned threads, big_file_take *take, void *ctx,
                          struct err *err)
{
    struct big_file *f = mem_calloc(1, sizeof *f);
    if (!f)
        return err_nomem(err);
    f->b = b;
    f->reader = reader;
    f->tags = tags;
    f->tag_count = tag_count;
    f->take = take;
    f->ctx = ctx;
    f->err = err;
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    enum status st = threads < 2 ? read_alone(f, err) : read_beside(f, err);
    b->spill = NULL;
    for (int i = 0; i < PARCELS; i++)
        batch_release(&f->parcels[i]);
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->changed);
    mem_free(f);
    return st;
}

/* A record that grew beyond this is not kept for the next game. */
enum { KEEP_RECORD_BYTES = 256 << 10 };

static void init_once(struct batch *b)
{
    if (b->bytes.max)
        return;
    buf_init(&b->labels, BUF_DEFAULT_MAX);
    buf_init(&b->bytes, SIZE_MAX / 2);
    buf_init(&b->entries, SIZE_MAX / 2);
}

void batch_release(struct batch *b)
{
    buf_release(&b->labels);
    buf_release(&b->bytes);
    buf_release(&b->entries);
    for (size_t i = 0; i < b->game_room; i++)
        record_release(&b->games[i].rec);
    mem_free(b->games);
    mem_free(b->files);
    *b = (struct batch){0};
}

void batch_clear_games(struct batch *b)
{
    for (size_t i = 0; i < b->game_count; i++) {
        struct record *rec = &b->games[i].rec;
        if (rec->arena.total + rec->node_cap * sizeof *rec->nodes > KEEP_RECORD_BYTES) {
            record_release(rec);
            record_init(rec);
        }
    }
    b->game_count = 0;
    buf_clear(&b->entries);
}

void batch_clear(struct batch *b)
{
    enum { KEEP_BYTES = 4 << 20 };
    init_once(b);
    batch_clear_games(b);
    b->file_count = 0;
    buf_clear(&b->labels);
    if (b->bytes.cap > KEEP_BYTES) {
        buf_release(&b->bytes);
        buf_init(&b->bytes, SIZE_MAX / 2);
    }
    buf_clear(&b->bytes);
}

enum status batch_add_file(struct batch *b, struct span label, struct span bytes,
                           struct file_hash hash, uint64_t disk_bytes, struct err *err)
{
    init_once(b);
    void *p = mem_grow(b->files, b->file_count, &b->file_cap, SIZE_MAX, sizeof *b->files);
    if (!p)
        return err_nomem(err);
    b->files = p;
    struct batch_file *f = &b->files[b->file_count];
    *f = (struct batch_file){.label_at = b->labels.n,
                             .label_n = label.n,
                             .bytes_at = b->bytes.n,
                             .bytes_n = bytes.n,
                             .hash = hash,
                             .disk_bytes = disk_bytes};
    buf_add_span(&b->labels, label);
    buf_add_span(&b->bytes, bytes);
    if (buf_status(&b->labels) != STATUS_OK || buf_status(&b->bytes) != STATUS_OK)
        return err_nomem(err);
    b->file_count++;
    return STATUS_OK;
}

/* --- Reading --------------------------------------------------------------------------------- */

struct batch_reader {
    struct batch *b;
    const struct span *tags;
    size_t tag_count;
    bool spill_failed;
};

static struct batch_game *next_game(struct batch *b)
{
    void *p = mem_grow(b->games, b->game_count, &b->game_cap, SIZE_MAX, sizeof *b->games);
    if (!p)
        return NULL;
    b->games = p;
    if (b->game_count == b->game_room)
        record_init(&b->games[b->game_room++].rec);
    return &b->games[b->game_count];
}

/* What no segment can hold costs the record, here, and not the segment that it would be in. */
static void reject_unfit(struct batch *b, struct record *rec, size_t entry_at)
{
    struct span entry = span_make(b->entries.p + entry_at, b->entries.n - entry_at);
    struct err err;
    if (games_writer_check(rec, entry, &err) == STATUS_OK)
        return;
    err_in_file(&err, rec->label);
    record_add_problem(rec, PROBLEM_REJECTED, &err);
    b->entries.n = entry_at;
}

static enum status take_record(void *ctx, struct record *rec)
{
    struct batch_reader *r = ctx;
    struct batch *b = r->b;
    struct batch_game *game = next_game(b);
    if (!game)
        return STATUS_NOMEM;
    game->entry_at = b->entries.n;
    if (record_worst(rec) != PROBLEM_REJECTED)
        entry_encode(rec, r->tags, r->tag_count, &b->entries);
    if (buf_status(&b->entries) != STATUS_OK)
        return STATUS_NOMEM;
    if (record_worst(rec) != PROBLEM_REJECTED)
        reject_unfit(b, rec, game->entry_at);
    game->entry_n = b->entries.n - game->entry_at;
    struct record mine = game->rec;
    game->rec = *rec;
    *rec = mine; /* the reader clears it for the next game */
    b->game_count++;
    b->files[b->file_count - 1].games += !b->spill;
    if (!b->spill || b->game_count < BATCH_SPILL_GAMES)
        return STATUS_OK;
    enum status st = b->spill(b->spill_ctx, b);
    r->spill_failed = st != STATUS_OK;
    return st;
}

static enum status read_file(struct batch *b, struct batch_file *f, struct reader *reader,
                             struct batch_reader *r)
{
    struct span bytes = span_make(b->bytes.p + f->bytes_at, f->bytes_n);
    if (!b->stream)
        return reader_read(reader, bytes, batch_label(b, f), NULL, take_record, r, &f->why);
    b->piece.raw = bytes;
    return reader_read_piece(reader, b->stream, &b->piece, batch_label(b, f), NULL, take_record, r,
                             &f->why);
}

static bool ends_all(enum status st)
{
    return st == STATUS_NOMEM || st == STATUS_CANCELLED;
}

enum status batch_read(struct batch *b, struct reader *reader, const struct span *tags,
                       size_t tag_count, struct err *err)
{
    size_t count = b->file_count;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < count && st == STATUS_OK; i++) {
        struct batch_file *f = &b->files[i];
        struct batch_reader r = {.b = b, .tags = tags, .tag_count = tag_count};
        b->file_count = i + 1; /* the one being read is the last, for take_record() */
        f->status = read_file(b, f, reader, &r);
        if (r.spill_failed || ends_all(f->status))
            st = f->status;
    }
    b->file_count = count;
    if (st == STATUS_NOMEM)
        return err_nomem(err);
    return st == STATUS_OK ? STATUS_OK : err_plain(err, st, NULL);
}
