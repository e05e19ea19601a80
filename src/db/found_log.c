/* found_log.c: see found_log.h. */
#include "db/found_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/le.h"

static const char MAGIC[8] = "KIFUFND1";
enum { HEAD_BYTES = 16, GAME_HEAD_BYTES = 12, SUM_BYTES = 8 };

static const struct msg DAMAGED = {"damaged from byte %1 on", "%1 バイト目から先が壊れています"};
static const struct msg UNUSABLE = {
    "damaged from byte %1 on; kifu natural found makes the rest again",
    "%1 バイト目から先が壊れています。kifu natural found で作り直せます"};
static const struct msg NO_LOG = {"this is no log of likelihoods; delete it",
                                  "指し手の確率の記録ではありません。削除してください"};

/* --- Bytes ------------------------------------------------------------------------------------ */

/* The bytes of the game at p without its checksum; 0 if there cannot be so many moves. */
static uint64_t game_bytes(const char *p)
{
    uint64_t moves = le_get32(p + 8);
    return moves <= FOUND_MOST_MOVES ? GAME_HEAD_BYTES + FOUND_MOVE_BYTES * moves : 0;
}

/* The bytes of the game at p with its checksum if it is whole, otherwise 0. */
static uint64_t whole_game(const char *p, uint64_t room)
{
    uint64_t n = room >= GAME_HEAD_BYTES ? game_bytes(p) : 0;
    bool fits = n && n + SUM_BYTES <= room;
    return fits && XXH3_64bits(p, (size_t)n) == le_get64(p + n) ? n + SUM_BYTES : 0;
}

/* How far, and through how many bytes, the next game is looked for: games are shorter, and a hostile
 * file costs no more. */
enum { LOOK_BEHIND = 1 << 16, LOOK_HASHED = 64 << 20 };

/* Behind a game that was not written to its end there is nothing.  One whose number of moves was
 * changed has another one behind it. */
static bool has_game_behind(const char *p, uint64_t room)
{
    uint64_t hashed = 0;
    for (uint64_t at = 1; at <= LOOK_BEHIND && at + GAME_HEAD_BYTES + SUM_BYTES <= room; at++) {
        uint64_t n = game_bytes(p + at);
        bool fits = n && n + SUM_BYTES <= room - at;
        hashed += fits ? n : 0;
        if (hashed > LOOK_HASHED)
            return false;
        if (fits && whole_game(p + at, room - at))
            return true;
    }
    return false;
}

static bool is_damage(const char *p, uint64_t room)
{
    uint64_t n = game_bytes(p);
    return !n || n + SUM_BYTES <= room || has_game_behind(p, room);
}

size_t found_log_read(struct span file, found_log_game *each, void *ctx, bool *damaged)
{
    size_t at = HEAD_BYTES;
    bool more = true;
    if (damaged)
        *damaged = false;
    if (file.n < HEAD_BYTES || memcmp(file.p, MAGIC, sizeof MAGIC) != 0)
        return 0;
    while (more && file.n - at >= GAME_HEAD_BYTES) {
        const char *game = file.p + at;
        uint64_t n = whole_game(game, file.n - at);
        if (!n) {
            if (damaged)
                *damaged = is_damage(game, file.n - at);
            break;
        }
        more = each(ctx, le_get64(game), le_get32(game + 8), at);
        if (more)
            at += (size_t)n;
    }
    return at;
}

static const char *log_path(const char *database, struct buf *out)
{
    buf_init(out, BUF_DEFAULT_MAX);
    buf_printf(out, "%s/" DB_COLUMNS_FOLDER "/found.log", database);
    const char *path = buf_cstr(out);
    return buf_status(out) == STATUS_OK ? path : NULL;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Which file it is, and of when; all zero: there is none. */
struct file_state {
    uint64_t device, inode, bytes;
    struct timespec written, changed;
};

struct found_log {
    struct file_view file;
    struct buf path;
    struct hash_index games;
    uint64_t *offsets; /* owned; where games begin */
    size_t count, cap;
    bool no_memory;
    struct file_state state; /* before it was read */
    atomic_uint holders;
};

static struct file_state state_of(const char *path)
{
    struct stat st;
    if (!path || stat(path, &st) != 0)
        return (struct file_state){0};
    return (struct file_state){.device = (uint64_t)st.st_dev,
                               .inode = (uint64_t)st.st_ino,
                               .bytes = (uint64_t)st.st_size,
                               .written = st.st_mtim,
                               .changed = st.st_ctim};
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool same_state(const struct file_state *a, const struct file_state *b)
{
    return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes &&
           same_time(&a->written, &b->written) && same_time(&a->changed, &b->changed);
}

void found_log_mark(const char *database, struct buf *out)
{
    struct buf path;
    const struct file_state s = state_of(log_path(database, &path));
    buf_printf(out, "found %" PRIu64 " %" PRIu64 " %" PRIu64, s.device, s.inode, s.bytes);
    buf_printf(out, " %lld.%09ld %lld.%09ld\n", (long long)s.written.tv_sec, s.written.tv_nsec,
               (long long)s.changed.tv_sec, s.changed.tv_nsec);
    buf_release(&path);
}

static bool note_game(void *ctx, uint64_t hash, uint32_t moves, uint64_t offset)
{
    struct found_log *f = ctx;
    (void)moves;
    uint64_t *grown = mem_grow(f->offsets, f->count, &f->cap, UINT32_MAX - 1, sizeof *grown);
    if (grown)
        f->offsets = grown;
    f->no_memory = !grown || !hash_index_add(&f->games, hash, (uint32_t)f->count);
    if (f->no_memory)
        return false;
    f->offsets[f->count++] = offset;
    return true;
}

/* The bytes of a database's log. */
static enum status view_log(struct file_view *file, const char *database, struct buf *path,
                            struct err *err)
{
    *file = (struct file_view){0};
    const char *name = log_path(database, path);
    return name ? file_view_open(file, name, SIZE_MAX / 2, err) : err_nomem(err);
}

/* Fewer games than there were would be another answer: damage is an error. */
static enum status read_games(const struct file_view *file, const struct buf *path,
                              found_log_game *each, void *ctx, const struct msg *if_damaged,
                              struct err *err)
{
    bool damaged;
    size_t end = found_log_read(file->bytes, each, ctx, &damaged);
    if (end && !damaged)
        return STATUS_OK;
    err_set(err, STATUS_SYNTAX, end ? if_damaged : &NO_LOG, SPAN_U64(end), (struct span){0});
    err_in_file(err, buf_span(path));
    return STATUS_SYNTAX;
}

static enum status read_log(struct found_log **out, const char *database,
                            const struct file_state *state, struct err *err)
{
    struct found_log *f = mem_calloc(1, sizeof *f);
    if (!f)
        return err_nomem(err);
    f->state = *state;
    atomic_init(&f->holders, 1);
    enum status status = view_log(&f->file, database, &f->path, err);
    if (status == STATUS_OK)
        status = read_games(&f->file, &f->path, note_game, f, &UNUSABLE, err);
    if (status == STATUS_OK && f->no_memory)
        status = err_nomem(err);
    if (status == STATUS_OK)
        *out = f;
    else
        found_log_close(f);
    return status;
}

void found_log_close(struct found_log *f)
{
    if (!f || atomic_fetch_sub(&f->holders, 1) > 1)
        return;
    file_view_close(&f->file);
    buf_release(&f->path);
    hash_index_release(&f->games);
    mem_free(f->offsets);
    mem_free(f);
}

/* --- What is kept ----------------------------------------------------------------------------- */

struct found_keeper {
    pthread_mutex_t lock;
    struct found_log *log; /* NULL: none was read yet */
};

struct found_keeper *found_keeper_new(void)
{
    struct found_keeper *k = mem_calloc(1, sizeof *k);
    if (k)
        pthread_mutex_init(&k->lock, NULL); /* never fails where this is built for */
    return k;
}

void found_keeper_free(struct found_keeper *k)
{
    if (!k)
        return;
    found_log_close(k->log);
    pthread_mutex_destroy(&k->lock);
    mem_free(k);
}

/* Of a file that is written to meanwhile, the state is one from before: the next reader sees another
 * one, and reads again. */
static enum status read_again(struct found_keeper *k, const char *database, struct err *err)
{
    struct buf path;
    const struct file_state now = state_of(log_path(database, &path));
    buf_release(&path);
    if (k->log && same_state(&k->log->state, &now) && !file_view_is_lost(&k->log->file))
        return STATUS_OK;
    found_log_close(k->log); /* whoever reads it still has it */
    k->log = NULL;
    return read_log(&k->log, database, &now, err);
}

enum status found_log_open(struct found_log **out, struct db *db, struct err *err)
{
    struct found_keeper *k = db->found;
    *out = NULL;
    pthread_mutex_lock(&k->lock);
    enum status status = read_again(k, db->path, err);
    if (status == STATUS_OK) {
        atomic_fetch_add(&k->log->holders, 1);
        *out = k->log;
    }
    pthread_mutex_unlock(&k->lock);
    return status;
}

/* --- What it has ------------------------------------------------------------------------------ */

uint64_t found_log_network(const struct found_log *f)
{
    return le_get64(f->file.bytes.p + sizeof MAGIC);
}

bool found_log_find(const struct found_log *f, uint64_t hash, uint32_t moves, const char **out)
{
    uint32_t number;
    for (size_t at = hash_index_first(&f->games, hash);
         hash_index_next(&f->games, hash, &at, &number);) {
        const char *game = f->file.bytes.p + f->offsets[number];
        if (le_get64(game) != hash || le_get32(game + 8) != moves)
            continue;
        *out = game + GAME_HEAD_BYTES;
        return true;
    }
    return false;
}

uint64_t found_log_count(const struct found_log *f, const struct db *db, uint64_t *games)
{
    uint64_t have = 0;
    const char *moves;
    *games = 0;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct db_segment *s = &db->segments[i];
        for (uint32_t g = 0; g < s->lines.games; g++) {
            if (db_is_removed(s, g))
                continue;
            ++*games;
            have += found_log_find(f, line_hash(&s->lines, g), line_plies(&s->lines, g), &moves);
        }
    }
    return have;
}

enum status found_log_status(const struct found_log *f, struct err *err)
{
    static const struct msg CUT = {"the file was cut short while it was read",
                                   "読んでいる間にファイルが短くなりました"};
    if (!file_view_is_lost(&f->file))
        return STATUS_OK;
    err_plain(err, STATUS_IO, &CUT);
    err_in_file(err, buf_span(&f->path));
    return STATUS_IO;
}

enum status found_log_missing(const char *database, struct err *err)
{
    static const struct msg MISSING = {
        "found and surprise need likelihoods of moves, which %1 does not have; make them with kifu "
        "natural found",
        "found と surprise に必要な指し手の確率が %1 にありません。kifu natural found "
        "で作ってください"};
    /* without its folders, which are nobody's business on a page */
    struct span name = span_of(database);
    while (name.n > 1 && name.p[name.n - 1] == '/')
        name.n--;
    for (ptrdiff_t at; (at = span_find(name, SPAN("/"))) >= 0 && (size_t)at + 1 < name.n;)
        name = span_skip(name, (size_t)at + 1);
    return err_set(err, STATUS_UNSUPPORTED, &MISSING, name, (struct span){0});
}

static bool pass_game(void *ctx, uint64_t hash, uint32_t moves, uint64_t offset)
{
    (void)ctx, (void)hash, (void)moves, (void)offset;
    return true;
}

enum status found_log_check(const char *database, struct err *err)
{
    struct file_view file;
    struct buf path;
    enum status status = view_log(&file, database, &path, err);
    if (status == STATUS_OK)
        status = read_games(&file, &path, pass_game, NULL, &DAMAGED, err);
    file_view_close(&file);
    buf_release(&path);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static enum status make_folder(const char *database, struct err *err)
{
    static const struct msg CANNOT = {"cannot create the folder for columns: %2",
                                      "列のフォルダを作れません: %2"};
    struct buf path;
    enum status status = STATUS_OK;
    const char *name = db_file_path(&path, database, DB_COLUMNS_FOLDER, "");
    if (!name)
        status = err_nomem(err);
    else if (mkdir(name, 0777) != 0 && errno != EEXIST) {
        status = err_errno(err, errno, &CANNOT, (struct span){0});
        err_in_file(err, span_of(name));
    }
    buf_release(&path);
    return status;
}

static enum status open_log(struct append_log *log, const char *database, struct err *err)
{
    struct buf path;
    *log = (struct append_log){.fd = -1};
    const char *name = log_path(database, &path);
    /* A link that a database from elsewhere has in its place may lead to somebody's file. */
    enum status status = name ? append_log_open(log, name, O_NOFOLLOW, err) : err_nomem(err);
    buf_release(&path);
    return status;
}

/* Games that are known, as long as there is memory. */
struct known_games {
    struct hash_set *set;
    bool no_memory;
};

static bool know_game(void *ctx, uint64_t hash, uint32_t moves, uint64_t offset)
{
    struct known_games *known = ctx;
    (void)moves, (void)offset;
    known->no_memory = !hash_set_add(known->set, hash, NULL);
    return !known->no_memory;
}

static enum status begin(struct found_writer *w, uint64_t network, struct err *err)
{
    char head[HEAD_BYTES];
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put64(head + sizeof MAGIC, network);
    enum status status = append_log_cut(&w->log, 0, err);
    return status == STATUS_OK ? append_log_add(&w->log, span_make(head, sizeof head), err)
                               : status;
}

static enum status go_on(struct found_writer *w, const char *database, uint64_t network,
                         struct err *err)
{
    static const struct msg OTHER = {
        "another network made these likelihoods; use --force to make them all again",
        "別のネットワークで作られています。すべて作り直すには --force を指定してください"};
    struct known_games known = {.set = &w->known};
    struct file_view file;
    struct buf path;
    enum status status = view_log(&file, database, &path, err);
    size_t end = status == STATUS_OK ? found_log_read(file.bytes, know_game, &known, NULL) : 0;
    if (known.no_memory)
        status = err_nomem(err);
    bool other = end && le_get64(file.bytes.p + sizeof MAGIC) != network;
    bool empty = status == STATUS_OK && file.bytes.n < HEAD_BYTES;
    if (status == STATUS_OK && !empty && (!end || other)) {
        status = err_plain(err, end ? STATUS_UNSUPPORTED : STATUS_SYNTAX, end ? &OTHER : &NO_LOG);
        err_in_file(err, buf_span(&path));
    }
    file_view_close(&file);
    buf_release(&path);
    if (status != STATUS_OK)
        return status;
    return end ? append_log_cut(&w->log, end, err) : begin(w, network, err);
}

enum status found_writer_open(struct found_writer *w, const char *database, uint64_t network,
                              bool anew, struct err *err)
{
    *w = (struct found_writer){.log.fd = -1};
    buf_init(&w->row, BUF_DEFAULT_MAX);
    enum status status = make_folder(database, err);
    if (status == STATUS_OK)
        status = open_log(&w->log, database, err);
    if (status == STATUS_OK && anew) { /* another file: whoever reads the old one keeps it */
        append_log_remove(&w->log);
        status = open_log(&w->log, database, err);
    }
    if (status == STATUS_OK)
        status = anew ? begin(w, network, err) : go_on(w, database, network, err);
    if (status != STATUS_OK)
        found_writer_close(w);
    return status;
}

void found_writer_close(struct found_writer *w)
{
    append_log_close(&w->log);
    hash_set_release(&w->known);
    buf_release(&w->row);
}

bool found_writer_has(const struct found_writer *w, uint64_t hash)
{
    return hash_set_has(&w->known, hash);
}

enum status found_writer_add(struct found_writer *w, uint64_t hash, const uint16_t *surprises,
                             uint32_t moves, struct err *err)
{
    char word[8];
    buf_clear(&w->row);
    le_put64(word, hash);
    buf_add(&w->row, word, 8);
    le_put32(word, moves);
    buf_add(&w->row, word, 4);
    for (size_t i = 0; i < (size_t)moves * FOUND_CLASSES; i++) {
        le_put16(word, surprises[i]);
        buf_add(&w->row, word, 2);
    }
    le_put64(word, XXH3_64bits(w->row.p, w->row.n));
    buf_add(&w->row, word, SUM_BYTES);
    if (buf_status(&w->row) != STATUS_OK || !hash_set_add(&w->known, hash, NULL))
        return err_nomem(err);
    return append_log_add(&w->log, buf_span(&w->row), err);
}

/* Where the last whole game ends (0: nothing can be read), and the size of the file. */
static enum status find_end(const char *database, size_t *end, size_t *size, struct err *err)
{
    struct file_view file;
    struct buf path;
    enum status status = view_log(&file, database, &path, err);
    *end = status == STATUS_OK ? found_log_read(file.bytes, pass_game, NULL, NULL) : 0;
    *size = file.bytes.n;
    file_view_close(&file);
    buf_release(&path);
    return status;
}

enum status found_log_repair(const char *database, struct err *err)
{
    struct append_log log;
    size_t end, size;
    enum status status = find_end(database, &end, &size, err);
    if (status == STATUS_NOT_FOUND || (status == STATUS_OK && end == size))
        return STATUS_OK;
    if (status == STATUS_OK)
        status = open_log(&log, database, err);
    if (status != STATUS_OK)
        return status;
    /* again: until it was locked, what looked torn may have been a game being appended */
    status = find_end(database, &end, &size, err);
    if (status == STATUS_OK && end)
        status = append_log_cut(&log, end, err);
    else if (status == STATUS_OK)
        append_log_remove(&log); /* nothing of it can be read */
    append_log_close(&log);
    return status;
}
