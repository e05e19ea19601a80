/* import.c: see import.h.
 *
 * The thread that calls finds files, hashes them, and hands those that are new to a pool, some to a
 * batch; the pool's workers read and encode; the calling thread gets the batches back in order and
 * adds their games to the writer.  A file with the same bytes as one that is still on its way waits
 * until that one is through, so that what is skipped does not depend on timing. */
#include "db/import/import_internal.h"

#include <sys/stat.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "db/import/batch.h"
#include "db/import_log.h"

const struct msg IMPORT_RESULT_CONFLICT = {
    "game %1 of the file duplicates game %2 but has another result",
    "ファイルの %1 局目は %2 番と同じ棋譜ですが、勝敗が違います"};
const struct msg IMPORT_WRONG_GAME = {"a record of %1; the database holds %2",
                                      "%1 の棋譜です。データベースは %2 用です"};

/* Hashes of files on their way, oldest first. */
struct pending_hashes {
    struct file_hash *at;
    size_t first, count, cap; /* a ring; cap is a power of two */
};

/* A file that comes in pieces. */
struct stream {
    struct reader_stream reader;
    struct file_hasher *hasher; /* NULL before the first such file */
    uint64_t bytes;
    bool failed; /* told; the rest is not read */
};

struct importer {
    char *path;
    struct import_options opt;
    struct import_events events;
    struct import_counts counts;
    struct import_sink sink;  /* where games go: to the writer, unless somebody else wants them */
    struct db_writer *writer; /* NULL: there is no database yet, or games go elsewhere */
    uint32_t first_id;        /* that this import can give */
    struct file_row row;      /* of the file whose games come now: what was added so far */
    bool any_rejected;        /* of these */
    struct pool *pool;
    struct reader *readers; /* one a thread */
    unsigned threads;
    struct batch *filling; /* the pool's slot that is being filled; NULL: none */
    struct batch big;
    struct stream stream;
    struct pending_hashes flying;
    uint64_t disk_before, disk_now; /* bytes of the files on disk gone through; of the present */
    struct err err;                 /* of what stopped the walk */
};

/* --- Files on their way ---------------------------------------------------------------------- */

static bool flying_has(const struct pending_hashes *f, struct file_hash hash)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct file_hash *h = &f->at[(f->first + i) & (f->cap - 1)];
        if (h->low == hash.low && h->high == hash.high)
            return true;
    }
    return false;
}

static bool flying_add(struct pending_hashes *f, struct file_hash hash)
{
    if (f->count == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 64;
        struct file_hash *at = mem_calloc(cap, sizeof *at);
        if (!at)
            return false;
        for (size_t i = 0; i < f->count; i++)
            at[i] = f->at[(f->first + i) & (f->cap - 1)];
        mem_free(f->at);
        *f = (struct pending_hashes){.at = at, .count = f->count, .cap = cap};
    }
    f->at[(f->first + f->count++) & (f->cap - 1)] = hash;
    return true;
}

/* --- Adding games ---------------------------------------------------------------------------- */

static bool is_cancelled(const struct importer *im)
{
    return im->opt.cancelled && atomic_load(im->opt.cancelled);
}

static void report_problem(struct importer *im, enum problem_severity severity,
                           const struct err *err)
{
    if (im->events.problem)
        im->events.problem(im->events.ctx, severity, err);
}

static void advance(struct importer *im, uint64_t disk_bytes)
{
    if (im->events.advance)
        im->events.advance(im->events.ctx, disk_bytes);
}

static enum status open_writer(struct importer *im, const struct game *game, struct err *err)
{
    const struct db_writer_options opt = {.duplicates = im->opt.duplicates,
                                          .threads = im->threads,
                                          .segment_games = im->opt.segment_games,
                                          .cancelled = im->opt.cancelled};
    enum status st = db_writer_open(&im->writer, im->path, game, &opt, err);
    if (st == STATUS_OK)
        im->first_id = db_writer_db(im->writer)->manifest.next_id;
    return st;
}

/* The game that the database holds, or is to hold; NULL if that is open. */
static const struct game *game_wanted(const struct importer *im)
{
    return im->writer ? db_writer_db(im->writer)->game : im->opt.game;
}

void import_wrong_game(const struct record *rec, const struct game *wanted, struct err *err)
{
    err_set(err, STATUS_UNSUPPORTED, &IMPORT_WRONG_GAME, span_of(rec->game->name),
            span_of(wanted->name));
    err_in_file(err, rec->label);
}

void import_conflict(const struct record *rec, uint32_t id, struct err *err)
{
    err_set(err, STATUS_RANGE, &IMPORT_RESULT_CONFLICT, SPAN_U64(rec->number_in_file),
            SPAN_U64(id));
    err_in_file(err, rec->label);
}

/* --- Into the database ------------------------------------------------------------------------ */

static void count_game(struct importer *im, const struct record *rec,
                       const struct db_add_result *result)
{
    uint32_t plies;
    record_last_move(rec, &plies);
    bool partial = record_worst(rec) == PROBLEM_PARTIAL;
    im->row.games++;
    im->row.partial += partial;
    im->row.plies += plies;
    im->counts.games++;
    im->counts.partial += partial;
    im->counts.lost += record_worst(rec) == PROBLEM_LOST;
    im->counts.plies += plies;
    im->counts.added += result->what == ADDED_NEW;
    im->counts.duplicates += result->what != ADDED_NEW;
    im->counts.conflicts += result->result_conflict;
}

static void report_record(struct importer *im, const struct record *rec,
                          const struct db_add_result *result)
{
    if (im->events.record)
        im->events.record(im->events.ctx, rec, result);
    if (result && im->events.added)
        im->events.added(im->events.ctx, result);
}

static enum status store_game(void *ctx, const struct record *rec, struct span entry,
                              struct err *err)
{
    struct importer *im = ctx;
    struct db_add_result result;
    for (uint32_t i = 0; i < rec->problem_count && !im->events.record; i++)
        report_problem(im, rec->problems[i].severity, &rec->problems[i].err);
    const struct game *wanted = game_wanted(im);
    bool other = wanted && wanted != rec->game;
    struct err problem;
    if (other) {
        import_wrong_game(rec, wanted, &problem);
        report_problem(im, PROBLEM_REJECTED, &problem);
    }
    if (other || record_worst(rec) == PROBLEM_REJECTED) {
        im->counts.rejected++;
        im->any_rejected = true;
        report_record(im, rec, NULL);
        return STATUS_OK;
    }
    enum status st = im->writer ? STATUS_OK : open_writer(im, rec->game, err);
    if (st == STATUS_OK)
        st = db_writer_add(im->writer, rec, entry, &result, err);
    if (st != STATUS_OK)
        return st;
    count_game(im, rec, &result);
    report_record(im, rec, &result);
    if (result.result_conflict) {
        import_conflict(rec, result.id, &problem);
        report_problem(im, PROBLEM_NOTE, &problem);
    }
    return STATUS_OK;
}

/* All games of a file are in: it need not be read again, unless something of it was rejected, which
 * is to be reported again. */
static enum status store_file(void *ctx, const struct batch_file *f, struct err *err)
{
    struct importer *im = ctx;
    struct file_row row = im->row;
    bool whole = !im->any_rejected && f->status == STATUS_OK;
    im->counts.bytes += f->bytes_n;
    if (f->status != STATUS_OK) {
        report_problem(im, PROBLEM_REJECTED, &f->why);
        im->counts.rejected++;
    }
    advance(im, f->disk_bytes);
    row.hash = f->hash;
    return whole && im->writer ? db_writer_add_file(im->writer, &row, err) : STATUS_OK;
}

static bool knows_file(void *ctx, struct file_hash hash, struct file_row *row)
{
    struct importer *im = ctx;
    return im->writer && db_writer_knows_file(im->writer, hash, row);
}

void import_count_known(struct import_counts *c, const struct file_row *row, uint64_t bytes)
{
    c->known_files++;
    c->games += row->games;
    c->duplicates += row->games;
    c->partial += row->partial;
    c->plies += row->plies;
    c->bytes += bytes;
}

static enum status count_known(void *ctx, const struct file_row *row, uint64_t bytes,
                               struct err *err)
{
    struct importer *im = ctx;
    (void)err;
    import_count_known(&im->counts, row, bytes);
    return STATUS_OK;
}

/* --- What was read, in order ------------------------------------------------------------------ */

static enum status add_games(struct importer *im, const struct batch *b,
                             const struct batch_game *games, size_t count, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < count && st == STATUS_OK; i++)
        st = im->sink.game(im->sink.ctx, &games[i].rec,
                           span_make(b->entries.p + games[i].entry_at, games[i].entry_n), err);
    return st;
}

/* --- The pool -------------------------------------------------------------------------------- */

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct importer *im = ctx;
    return batch_read(item, &im->readers[worker], im->opt.tags, im->opt.tag_count, err);
}

/* A stream that broke off was never finished: what it counted is not the next file's. */
static void begin_file(struct importer *im)
{
    im->row = (struct file_row){0};
    im->any_rejected = false;
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct importer *im = ctx;
    struct batch *b = item;
    const struct batch_game *games = b->games;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < b->file_count && st == STATUS_OK; i++) {
        begin_file(im);
        st = add_games(im, b, games, b->files[i].games, err);
        if (st == STATUS_OK)
            st = im->sink.file(im->sink.ctx, &b->files[i], err);
        games += b->files[i].games;
        im->flying.first = (im->flying.first + 1) & (im->flying.cap - 1);
        im->flying.count--;
    }
    batch_clear(b);
    if (st == STATUS_OK && is_cancelled(im))
        st = err_cancelled(err);
    return st;
}

static void release(void *ctx, void *item)
{
    (void)ctx;
    batch_release(item);
}

static enum status submit_filling(struct importer *im, struct err *err)
{
    if (!im->filling)
        return STATUS_OK;
    im->filling = NULL;
    return pool_submit(im->pool, err);
}

/* Waits until everything that was handed out is in. */
static enum status drain(struct importer *im, struct err *err)
{
    enum status st = submit_filling(im, err);
    return st == STATUS_OK ? pool_finish(im->pool, err) : st;
}

/* --- Big files ------------------------------------------------------------------------------- */

static enum status take_games(void *ctx, struct batch *b, struct err *err)
{
    struct importer *im = ctx;
    enum status st = add_games(im, b, b->games, b->game_count, err);
    advance(im, 0); /* where in the file it is, only its reader knows */
    if (st == STATUS_OK && is_cancelled(im))
        st = err_cancelled(err);
    return st;
}

static enum status import_big(struct importer *im, const struct source_item *item,
                              struct file_hash hash, uint64_t disk_bytes, struct err *err)
{
    enum status st = drain(im, err);
    begin_file(im);
    batch_clear(&im->big);
    if (st == STATUS_OK)
        st = batch_add_file(&im->big, item->label, item->bytes, hash, disk_bytes, err);
    if (st == STATUS_OK)
        st = big_file_read(&im->big, &im->readers[0], im->opt.tags, im->opt.tag_count, im->threads,
                           take_games, im, err);
    if (st == STATUS_OK)
        st = im->sink.file(im->sink.ctx, &im->big.files[0], err);
    batch_clear(&im->big);
    return st;
}

/* --- Files in pieces -------------------------------------------------------------------------- */

static enum status begin_stream(struct importer *im, struct err *err)
{
    struct stream *s = &im->stream;
    struct file_hasher *hasher = s->hasher ? s->hasher : file_hasher_open();
    if (!hasher)
        return err_nomem(err);
    *s = (struct stream){.hasher = hasher};
    file_hasher_reset(hasher);
    enum status status = drain(im, err);
    begin_file(im);
    return status;
}

/* The file as a whole, for those who keep account of it. */
static enum status finish_stream(struct importer *im, struct batch_file *f, struct err *err)
{
    struct stream *s = &im->stream;
    f->hash = file_hasher_end(s->hasher, im->opt.tags, im->opt.tag_count);
    f->bytes_n = (size_t)s->bytes;
    im->counts.files++;
    return im->sink.file(im->sink.ctx, f, err);
}

static enum status read_piece(struct importer *im, struct source_piece *piece, uint64_t disk_bytes,
                              struct err *err)
{
    struct stream *s = &im->stream;
    struct batch *b = &im->big;
    batch_clear(b);
    b->stream = &s->reader;
    b->piece = (struct reader_piece){.last = piece->last, .full = piece->full};
    enum status st = batch_add_file(b, piece->item.label, piece->item.bytes, (struct file_hash){0},
                                    disk_bytes, err);
    if (st == STATUS_OK)
        st = big_file_read(b, &im->readers[0], im->opt.tags, im->opt.tag_count, im->threads,
                           take_games, im, err);
    struct batch_file *f = b->file_count ? &b->files[0] : NULL;
    s->failed = st == STATUS_OK && f && f->status != STATUS_OK;
    piece->used = s->failed || piece->last ? piece->item.bytes.n : b->piece.used;
    if (st == STATUS_OK) {
        file_hasher_add(s->hasher, span_make(piece->item.bytes.p, piece->used));
        s->bytes += piece->used;
    }
    if (st == STATUS_OK && (piece->last || s->failed))
        st = finish_stream(im, f, err);
    else if (st == STATUS_OK)
        advance(im, disk_bytes);
    b->stream = NULL;
    batch_clear(b);
    return st;
}

/* Whether it was imported before is known when all of it was read, and then its games are there. */
static enum status take_piece(void *ctx, struct source_piece *piece)
{
    struct importer *im = ctx;
    uint64_t at = piece->item.disk_bytes;
    if (is_cancelled(im))
        return err_cancelled(&im->err);
    enum status st = piece->offset == 0 ? begin_stream(im, &im->err) : STATUS_OK;
    if (st == STATUS_OK && im->stream.failed) {
        piece->used = piece->item.bytes.n;
        return STATUS_OK;
    }
    at = im->disk_before + (at < im->disk_now ? at : im->disk_now);
    return st == STATUS_OK ? read_piece(im, piece, at, &im->err) : st;
}

static bool is_stopped(void *ctx)
{
    return is_cancelled(ctx);
}

/* --- Finding files --------------------------------------------------------------------------- */

/* Was it imported before?  If it is on its way just now, waits. */
static enum status is_known(struct importer *im, struct file_hash hash, struct file_row *row,
                            bool *known, struct err *err)
{
    enum status st = STATUS_OK;
    *known = false;
    if (im->opt.duplicates == DUP_KEEP)
        return STATUS_OK;
    if (flying_has(&im->flying, hash))
        st = drain(im, err);
    *known = st == STATUS_OK && im->sink.knows(im->sink.ctx, hash, row);
    return st;
}

static enum status hand_out(struct importer *im, const struct source_item *item,
                            struct file_hash hash, uint64_t disk_bytes, struct err *err)
{
    void *slot;
    if (!im->filling) {
        enum status st = pool_slot(im->pool, &slot, err);
        if (st != STATUS_OK)
            return st;
        im->filling = slot;
    }
    enum status st = batch_add_file(im->filling, item->label, item->bytes, hash, disk_bytes, err);
    if (st != STATUS_OK)
        return st;
    if (!flying_add(&im->flying, hash))
        return err_nomem(err);
    if (im->filling->bytes.n < BATCH_BYTES && im->filling->file_count < BATCH_FILES)
        return STATUS_OK;
    return submit_filling(im, err);
}

static enum status take_item(void *ctx, const struct source_item *item)
{
    struct importer *im = ctx;
    struct file_row row;
    bool known;
    struct file_hash hash = file_hash_of(item->bytes, im->opt.tags, im->opt.tag_count);
    uint64_t in_file = item->disk_bytes < im->disk_now ? item->disk_bytes : im->disk_now;
    uint64_t disk_bytes = im->disk_before + in_file;
    if (is_cancelled(im))
        return err_cancelled(&im->err);
    im->counts.files++;
    enum status st = is_known(im, hash, &row, &known, &im->err);
    if (st != STATUS_OK)
        return st;
    if (known) {
        st = im->sink.known_file(im->sink.ctx, &row, item->bytes.n, &im->err);
        advance(im, disk_bytes);
        return st;
    }
    if (item->bytes.n > BATCH_BIG_FILE_BYTES)
        return import_big(im, item, hash, disk_bytes, &im->err);
    return hand_out(im, item, hash, disk_bytes, &im->err);
}

bool import_is_unreadable(const struct err *err)
{
    return err->code == STATUS_NOT_FOUND || err->code == STATUS_IO;
}

static enum status take_problem(void *ctx, struct span label, const struct err *err)
{
    struct importer *im = ctx;
    (void)label;
    im->counts.files++;
    im->counts.rejected++;
    im->counts.unreadable += import_is_unreadable(err);
    report_problem(im, PROBLEM_REJECTED, err);
    return is_cancelled(im) ? err_cancelled(&im->err) : STATUS_OK;
}

/* A file that would come in pieces is read once more, to know what it is, rather than all its games
 * be compared. */
static bool is_known_stream(struct importer *im, const char *path, const struct stat *st)
{
    const struct source_limits limits = im->opt.limits ? *im->opt.limits : source_limits_default();
    struct file_row row;
    if (!im->writer || im->opt.duplicates == DUP_KEEP ||
        (uint64_t)st->st_size <= limits.piece_bytes)
        return false;
    struct file_hash hash;
    bool known = file_hash_file(path, im->opt.tags, im->opt.tag_count, im->opt.cancelled, &hash) &&
                 knows_file(im, hash, &row);
    if (known) {
        import_count_known(&im->counts, &row, (uint64_t)st->st_size);
        im->counts.files++;
        advance(im, im->disk_before + im->disk_now);
    }
    return known;
}

static bool note_file(void *ctx, const char *path, const struct stat *st)
{
    struct importer *im = ctx;
    im->disk_before += im->disk_now;
    im->disk_now = (uint64_t)st->st_size;
    if (im->events.wanted && !im->events.wanted(im->events.ctx, path, st))
        return false;
    return !is_known_stream(im, path, st);
}

static enum status finish_walk(struct importer *im, enum status st, struct err *err)
{
    if (st == STATUS_OK)
        st = drain(im, &im->err);
    if (st != STATUS_OK)
        *err = im->err;
    return st;
}

enum status importer_run(struct importer *im, const char *const *paths, size_t n, struct err *err)
{
    const struct source_handler handler = {.ctx = im,
                                           .item = take_item,
                                           .piece = take_piece,
                                           .stopped = is_stopped,
                                           .problem = take_problem,
                                           .except = im->path,
                                           .wanted = note_file};
    im->disk_before = im->disk_now = 0;
    im->err = (struct err){0};
    return finish_walk(im, source_walk(paths, n, im->opt.limits, &handler, &im->err), err);
}

enum status importer_run_bytes(struct importer *im, struct span label, struct span bytes,
                               bool wrapped, struct err *err)
{
    const struct source_handler handler = {.ctx = im,
                                           .item = take_item,
                                           .piece = take_piece,
                                           .stopped = is_stopped,
                                           .problem = take_problem};
    struct source_limits limits = im->opt.limits ? *im->opt.limits : source_limits_default();
    limits.depth += wrapped;
    im->disk_before = 0;
    im->disk_now = bytes.n;
    im->err = (struct err){0};
    return finish_walk(im, source_walk_bytes(label, bytes, &limits, &handler, &im->err), err);
}

/* --- Opening and closing --------------------------------------------------------------------- */

static enum status open_existing(struct importer *im, struct err *err)
{
    bool there = false;
    enum status st = db_exists(im->path, &there, err);
    return st == STATUS_OK && there ? open_writer(im, im->opt.game, err) : st;
}

static enum status set_up(struct importer *im, const char *path, struct err *err)
{
    const struct pool_ops ops = {.ctx = im,
                                 .item_bytes = sizeof(struct batch),
                                 .work = work,
                                 .consume = consume,
                                 .release = release};
    size_t n = strlen(path) + 1;
    im->threads = im->opt.threads ? im->opt.threads : pool_cpu_count();
    im->path = mem_alloc(n);
    im->readers = mem_calloc(im->threads, sizeof *im->readers);
    if (!im->path || !im->readers)
        return err_nomem(err);
    memcpy(im->path, path, n);
    for (unsigned i = 0; i < im->threads; i++) {
        reader_init(&im->readers[i]);
        im->readers[i].go_line.ko = im->opt.go_ko;
    }
    enum status st = pool_open(&im->pool, im->threads, &ops, err);
    return st == STATUS_OK && im->sink.ctx == im ? open_existing(im, err) : st;
}

static enum status open_importer(struct importer **out, const char *path,
                                 const struct import_options *opt,
                                 const struct import_events *events, const struct import_sink *sink,
                                 struct err *err)
{
    struct importer *im = mem_calloc(1, sizeof *im);
    *out = NULL;
    if (!im)
        return err_nomem(err);
    im->opt = *opt;
    im->events = *events;
    im->sink = sink ? *sink
                    : (struct import_sink){.ctx = im,
                                           .knows = knows_file,
                                           .known_file = count_known,
                                           .game = store_game,
                                           .file = store_file};
    enum status st = set_up(im, path, err);
    if (st == STATUS_OK)
        *out = im;
    else
        importer_close(im);
    return st;
}

enum status importer_open(struct importer **out, const char *path, const struct import_options *opt,
                          const struct import_events *events, struct err *err)
{
    return open_importer(out, path, opt, events, NULL, err);
}

enum status importer_open_sink(struct importer **out, const struct import_options *opt,
                               const struct import_sink *sink, struct err *err)
{
    return open_importer(out, "", opt, &(const struct import_events){0}, sink, err);
}

void importer_close(struct importer *im)
{
    if (!im)
        return;
    pool_close(im->pool);
    db_writer_close(im->writer);
    for (unsigned i = 0; im->readers && i < im->threads; i++)
        reader_release(&im->readers[i]);
    mem_free(im->readers);
    batch_release(&im->big);
    file_hasher_close(im->stream.hasher);
    mem_free(im->flying.at);
    mem_free(im->path);
    mem_free(im);
}

/* --- For a sink ------------------------------------------------------------------------------ */

enum status importer_take(struct importer *im, const struct source_item *item, struct err *err)
{
    im->err = (struct err){0};
    enum status st = take_item(im, item);
    if (st != STATUS_OK)
        *err = im->err;
    return st;
}

enum status importer_take_piece(struct importer *im, struct source_piece *piece, struct err *err)
{
    im->err = (struct err){0};
    enum status st = take_piece(im, piece);
    if (st != STATUS_OK)
        *err = im->err;
    return st;
}

enum status importer_drain(struct importer *im, struct err *err)
{
    return drain(im, err);
}

/* --- What was done --------------------------------------------------------------------------- */

enum status importer_commit(struct importer *im, struct err *err)
{
    return im->writer ? db_writer_commit(im->writer, err) : STATUS_OK;
}

enum status importer_status(struct importer *im, struct err *err)
{
    return im->writer ? db_writer_status(im->writer, err) : STATUS_OK;
}

enum status importer_log(struct importer *im, struct import_entry *e, struct err *err)
{
    const struct import_counts *c = &im->counts;
    e->number = 0;
    if (!im->writer)
        return STATUS_OK;
    e->first = im->first_id;
    e->end = db_writer_db(im->writer)->manifest.next_id;
    e->files = c->files;
    e->games = c->games;
    e->added = c->added;
    e->duplicates = c->duplicates;
    e->partial = c->partial;
    e->rejected = c->rejected;
    e->conflicts = c->conflicts;
    return import_log_add(im->path, e, err);
}

const struct import_counts *importer_counts(const struct importer *im)
{
    return &im->counts;
}

uint64_t importer_stored(const struct importer *im)
{
    return im->writer ? db_writer_stored(im->writer) : 0;
}

/* --- How much there is ----------------------------------------------------------------------- */

static bool measure_file(void *ctx, const char *path, const struct stat *st)
{
    (void)path;
    *(uint64_t *)ctx += (uint64_t)st->st_size;
    return false;
}

static enum status measure_item(void *ctx, const struct source_item *item)
{
    (void)ctx;
    (void)item;
    return STATUS_OK;
}

enum status import_measure(const char *const *paths, size_t n, const char *except, uint64_t *bytes,
                           struct err *err)
{
    const struct source_handler handler = {
        .ctx = bytes, .item = measure_item, .except = except, .wanted = measure_file};
    enum status st = STATUS_OK;
    *bytes = 0;
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        struct stat about;
        /* a pipe can be read but once */
        bool plain =
            stat(paths[i], &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
        if (plain)
            st = source_walk(&paths[i], 1, NULL, &handler, err);
    }
    return st;
}
