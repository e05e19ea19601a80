/* journal.c: see journal.h.
 *
 * Folding writes a new file beside the old one, with the results that are still needed, and gives
 * it the old one's name.  The lock is on the file: the new one is locked before it has the name. */
#include "base/io/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"

enum {
    VERSION = 1,
    HEAD_BYTES = JOURNAL_HEAD_BYTES,
    HEAD_HASHED = 32,
    BLOCK_BYTES = 24,
    BLOCK_HASHED = 16
};
static const char MAGIC[8] = {'K', 'I', 'F', 'U', 'P', 'A', 'R', 'T'};

static const struct msg CANT_OPEN = {"cannot open %1: %2", "%1 を開けません: %2"};
static const struct msg CANT_WRITE = {"cannot write %1: %2", "%1 に書き込めません: %2"};
static const struct msg IN_USE = {"another process is at work with %1",
                                  "別のプロセスが %1 を使用中です"};
static const struct msg OTHER = {
    "%1 holds unfinished work that was begun with other options: end that, or delete the file",
    "%1 には別の指定で始めた作業の途中経過があります。それを終えるか、ファイルを削除してください"};
static const struct msg NO_JOURNAL = {"%1 is in the way: it holds no unfinished work",
                                      "%1 は作業の途中経過ではなく、使えません"};
static const struct msg DAMAGED = {"%1 was damaged meanwhile: delete it and begin anew",
                                   "%1 が壊れました。削除してやり直してください"};

struct journal_entry {
    uint64_t block, at; /* at: of its head */
    uint64_t bytes;     /* of the result */
};

struct journal {
    char *path;
    int fd;
    uint64_t fingerprint, floor, size;
    struct buf state;
    pthread_mutex_t lock;
    struct journal_entry *entries; /* sorted by block */
    size_t entry_count, entry_cap;
    struct journal_entry *added;
    size_t added_count, added_cap;
    struct buf text; /* of a block on its way */
};

static enum status complain(const struct journal *j, enum status code, const struct msg *what,
                            struct err *err)
{
    return err_set(err, code, what, span_of(j->path), (struct span){0});
}

static enum status cant_write(const struct journal *j, struct err *err)
{
    return err_errno(err, errno, &CANT_WRITE, span_of(j->path));
}

/* --- Bytes ------------------------------------------------------------------------------------ */

static uint64_t hash_of(const void *head, size_t n, struct span rest)
{
    uint64_t seed = XXH3_64bits(head, n);
    return rest.n ? XXH3_64bits_withSeed(rest.p, rest.n, seed) : seed;
}

static void put_head(struct buf *out, const struct journal *j)
{
    unsigned char head[HEAD_BYTES];
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put32(head + 8, VERSION);
    le_put32(head + 12, (uint32_t)j->state.n);
    le_put64(head + 16, j->fingerprint);
    le_put64(head + 24, j->floor);
    le_put64(head + 32, hash_of(head, HEAD_HASHED, buf_span(&j->state)));
    buf_add(out, head, sizeof head);
    buf_add_span(out, buf_span(&j->state));
}

static void block_head(unsigned char head[BLOCK_BYTES], uint64_t block, struct span result)
{
    le_put64(head, block);
    le_put64(head + 8, result.n);
    le_put64(head + 16, hash_of(head, BLOCK_HASHED, result));
}

static bool read_at(int fd, uint64_t at, void *p, size_t n)
{
    char *to = p;
    while (n) {
        ssize_t got = pread(fd, to, n, (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        size_t step = got > 0 ? (size_t)got : 0;
        to += step;
        at += step;
        n -= step;
    }
    return true;
}

static bool write_at(int fd, uint64_t at, struct span bytes)
{
    while (bytes.n) {
        ssize_t n = pwrite(fd, bytes.p, bytes.n, (off_t)at);
        if (n < 0 && errno != EINTR)
            return false;
        size_t step = n > 0 ? (size_t)n : 0;
        bytes = span_skip(bytes, step);
        at += step;
    }
    return true;
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* The block at `at`, into out; false: there is none that is whole. */
static bool load_block(int fd, uint64_t at, uint64_t size, struct journal_entry *place,
                       struct buf *out)
{
    unsigned char head[BLOCK_BYTES];
    if (size - at < BLOCK_BYTES || !read_at(fd, at, head, sizeof head))
        return false;
    *place = (struct journal_entry){.block = le_get64(head), .at = at, .bytes = le_get64(head + 8)};
    buf_clear(out);
    if (place->bytes > size - at - BLOCK_BYTES || place->bytes > JOURNAL_MOST_RESULT ||
        !buf_reserve(out, (size_t)place->bytes + 1) ||
        !read_at(fd, at + BLOCK_BYTES, out->p, (size_t)place->bytes))
        return false;
    out->n = (size_t)place->bytes;
    return hash_of(head, BLOCK_HASHED, buf_span(out)) == le_get64(head + 16);
}

static int compare_places(const void *a, const void *b)
{
    uint64_t x = ((const struct journal_entry *)a)->block,
             y = ((const struct journal_entry *)b)->block;
    return x < y ? -1 : x > y;
}

static enum status note_place(struct journal_entry **list, size_t *count, size_t *cap,
                              struct journal_entry place, struct err *err)
{
    struct journal_entry *grown =
        mem_grow(*list, *count, cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    *list = grown;
    (*list)[(*count)++] = place;
    return STATUS_OK;
}

/* Finds all blocks up to the first that is not whole, and cuts off the rest. */
static enum status scan(struct journal *j, uint64_t size, struct err *err)
{
    struct journal_entry place;
    j->size = HEAD_BYTES + j->state.n;
    while (load_block(j->fd, j->size, size, &place, &j->text)) {
        enum status st = place.block < j->floor
                             ? STATUS_OK
                             : note_place(&j->entries, &j->entry_count, &j->entry_cap, place, err);
        if (st != STATUS_OK)
            return st;
        j->size += BLOCK_BYTES + place.bytes;
    }
    if (buf_status(&j->text) == STATUS_NOMEM)
        return err_nomem(err);
    if (j->entry_count)
        qsort(j->entries, j->entry_count, sizeof *j->entries, compare_places);
    return j->size == size || ftruncate(j->fd, (off_t)j->size) == 0 ? STATUS_OK
                                                                    : cant_write(j, err);
}

static enum status read_head(struct journal *j, uint64_t size, struct err *err)
{
    unsigned char head[HEAD_BYTES];
    if (size < HEAD_BYTES || !read_at(j->fd, 0, head, sizeof head) ||
        memcmp(head, MAGIC, sizeof MAGIC) != 0)
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    uint32_t n = le_get32(head + 12);
    if (le_get32(head + 8) != VERSION)
        return complain(j, STATUS_RANGE, &OTHER, err);
    if (n > JOURNAL_MOST_STATE || n > size - HEAD_BYTES)
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    if (!buf_reserve(&j->state, n + 1))
        return err_nomem(err);
    j->state.n = n;
    if (!read_at(j->fd, HEAD_BYTES, j->state.p, n) ||
        hash_of(head, HEAD_HASHED, buf_span(&j->state)) != le_get64(head + 32))
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    if (le_get64(head + 16) != j->fingerprint)
        return complain(j, STATUS_RANGE, &OTHER, err);
    j->floor = le_get64(head + 24);
    return STATUS_OK;
}

static enum status begin(struct journal *j, struct err *err)
{
    buf_clear(&j->text);
    put_head(&j->text, j);
    if (buf_status(&j->text) != STATUS_OK)
        return err_nomem(err);
    j->size = j->text.n;
    return write_at(j->fd, 0, buf_span(&j->text)) ? STATUS_OK : cant_write(j, err);
}

static enum status name_of_new(const struct journal *j, struct buf *name, struct err *err)
{
    buf_init(name, BUF_DEFAULT_MAX);
    buf_add_str(name, j->path);
    buf_add_str(name, ".new");
    (void)buf_cstr(name);
    return buf_status(name) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* A kill in the middle of folding leaves one; the lock says that nobody is at it. */
static enum status drop_new(const struct journal *j, struct err *err)
{
    struct buf name;
    enum status st = name_of_new(j, &name, err);
    if (st == STATUS_OK)
        (void)unlink(buf_cstr(&name));
    buf_release(&name);
    return st;
}

/* flock() is of the open file: a file that was replaced or removed meanwhile is let go. */
static bool has_its_name(const struct journal *j, const struct stat *opened)
{
    struct stat named;
    return stat(j->path, &named) == 0 && named.st_ino == opened->st_ino &&
           named.st_dev == opened->st_dev;
}

static enum status open_file(struct journal *j, struct err *err)
{
    struct stat st;
    j->fd = open(j->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->fd < 0 || fstat(j->fd, &st) != 0)
        return err_errno(err, errno, &CANT_OPEN, span_of(j->path));
    if (!S_ISREG(st.st_mode))
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0 || !has_its_name(j, &st) || fstat(j->fd, &st) != 0)
        return complain(j, STATUS_IO, &IN_USE, err);
    if (st.st_size == 0)
        return begin(j, err);
    enum status status = read_head(j, (uint64_t)st.st_size, err);
    if (status == STATUS_OK)
        status = drop_new(j, err);
    return status == STATUS_OK ? scan(j, (uint64_t)st.st_size, err) : status;
}

static void release(struct journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    pthread_mutex_destroy(&j->lock);
    buf_release(&j->state);
    buf_release(&j->text);
    mem_free(j->entries);
    mem_free(j->added);
    mem_free(j->path);
    mem_free(j);
}

enum status journal_open(struct journal **out, const char *path, uint64_t fingerprint,
                         struct err *err)
{
    size_t n = strlen(path) + 1;
    struct journal *j = mem_calloc(1, sizeof *j);
    *out = NULL;
    if (!j)
        return err_nomem(err);
    j->fd = -1;
    j->fingerprint = fingerprint;
    pthread_mutex_init(&j->lock, NULL);
    buf_init(&j->state, JOURNAL_MOST_STATE + 1);
    buf_init(&j->text, (size_t)JOURNAL_MOST_RESULT + BLOCK_BYTES + JOURNAL_MOST_STATE);
    j->path = mem_alloc(n);
    if (!j->path) {
        release(j);
        return err_nomem(err);
    }
    memcpy(j->path, path, n);
    enum status status = open_file(j, err);
    if (status == STATUS_OK)
        *out = j;
    else
        release(j);
    return status;
}

void journal_close(struct journal *j)
{
    if (!j)
        return;
    if (j->floor == 0 && j->entry_count == 0 && j->added_count == 0)
        (void)unlink(j->path);
    release(j);
}

void journal_finish(struct journal *j)
{
    if (!j)
        return;
    (void)unlink(j->path); /* one that stays is found done by the next run */
    release(j);
}

/* --- Reading ---------------------------------------------------------------------------------- */

uint64_t journal_floor(const struct journal *j)
{
    return j->floor;
}

struct span journal_state(const struct journal *j)
{
    return buf_span(&j->state);
}

uint64_t journal_count(const struct journal *j)
{
    return j->entry_count;
}

uint64_t journal_size(struct journal *j)
{
    pthread_mutex_lock(&j->lock);
    uint64_t size = j->size;
    pthread_mutex_unlock(&j->lock);
    return size;
}

static const struct journal_entry *find(const struct journal *j, uint64_t block)
{
    const struct journal_entry key = {.block = block};
    return j->entry_count
               ? bsearch(&key, j->entries, j->entry_count, sizeof *j->entries, compare_places)
               : NULL;
}

bool journal_has(struct journal *j, uint64_t block)
{
    pthread_mutex_lock(&j->lock);
    bool has = find(j, block) != NULL;
    pthread_mutex_unlock(&j->lock);
    return has;
}

enum status journal_read(struct journal *j, uint64_t block, struct buf *out, struct err *err)
{
    struct journal_entry now;
    pthread_mutex_lock(&j->lock);
    const struct journal_entry *place = find(j, block);
    bool good = place && load_block(j->fd, place->at, j->size, &now, out) && now.block == block;
    pthread_mutex_unlock(&j->lock);
    if (buf_status(out) == STATUS_NOMEM)
        return err_nomem(err);
    return good ? STATUS_OK : complain(j, STATUS_SYNTAX, &DAMAGED, err);
}

/* --- Writing ---------------------------------------------------------------------------------- */

static enum status add(struct journal *j, uint64_t block, struct span result, struct err *err)
{
    struct journal_entry place = {.block = block, .at = j->size, .bytes = result.n};
    unsigned char head[BLOCK_BYTES];
    block_head(head, block, result);
    buf_clear(&j->text);
    buf_add(&j->text, head, sizeof head);
    buf_add_span(&j->text, result);
    if (buf_status(&j->text) != STATUS_OK)
        return err_nomem(err);
    enum status st = note_place(&j->added, &j->added_count, &j->added_cap, place, err);
    if (st != STATUS_OK)
        return st;
    if (!write_at(j->fd, j->size, buf_span(&j->text)))
        return cant_write(j, err);
    j->size += j->text.n;
    return STATUS_OK;
}

enum status journal_add(struct journal *j, uint64_t block, struct span result, struct err *err)
{
    pthread_mutex_lock(&j->lock);
    enum status st = add(j, block, result, err);
    pthread_mutex_unlock(&j->lock);
    return st;
}

/* Copies those of a list that are not below the floor to the end of another file. */
static bool copy_blocks(struct journal *j, struct journal_entry *list, size_t *count, int to,
                        uint64_t *size)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        struct journal_entry place;
        if (list[i].block < j->floor)
            continue;
        if (!load_block(j->fd, list[i].at, j->size, &place, &j->text))
            return false;
        list[kept] = place;
        list[kept++].at = *size;
        unsigned char head[BLOCK_BYTES];
        block_head(head, place.block, buf_span(&j->text));
        if (!write_at(to, *size, span_make((const char *)head, sizeof head)) ||
            !write_at(to, *size + BLOCK_BYTES, buf_span(&j->text)))
            return false;
        *size += BLOCK_BYTES + place.bytes;
    }
    *count = kept;
    return true;
}

/* The new file, under its own name; -1 with errno.  Its size in *size. */
static int write_new(struct journal *j, const char *temp, uint64_t *size)
{
    int fd = open(temp, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    buf_clear(&j->text);
    put_head(&j->text, j);
    *size = j->text.n;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && buf_status(&j->text) == STATUS_OK &&
        write_at(fd, 0, buf_span(&j->text)) &&
        copy_blocks(j, j->entries, &j->entry_count, fd, size) &&
        copy_blocks(j, j->added, &j->added_count, fd, size) && rename(temp, j->path) == 0)
        return fd;
    int why = errno;
    close(fd);
    unlink(temp);
    errno = why;
    return -1;
}

static enum status fold(struct journal *j, uint64_t floor, struct span state, struct err *err)
{
    struct buf temp;
    uint64_t size = 0;
    buf_clear(&j->state);
    buf_add_span(&j->state, state);
    enum status st = name_of_new(j, &temp, err);
    j->floor = floor;
    if (st == STATUS_OK && buf_status(&j->state) != STATUS_OK)
        st = err_nomem(err);
    int fd = st == STATUS_OK ? write_new(j, buf_cstr(&temp), &size) : -1;
    if (st == STATUS_OK && fd < 0)
        st = cant_write(j, err);
    if (fd >= 0) {
        close(j->fd);
        j->fd = fd;
        j->size = size;
    }
    buf_release(&temp);
    return st;
}

enum status journal_fold(struct journal *j, uint64_t floor, struct span state, struct err *err)
{
    pthread_mutex_lock(&j->lock);
    enum status st = fold(j, floor, state, err);
    pthread_mutex_unlock(&j->lock);
    return st;
}
