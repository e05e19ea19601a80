/* big_file.c: see big_file.h.
 *
 * The reading thread fills its own batch and exchanges it for an empty parcel when it is full; the
 * parcels are a ring:
 *
 *     taken <= ready <= taken + PARCELS */
#include "db/import/big_file.h"

#include <pthread.h>
#include <signal.h>

#include "base/alloc.h"

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
