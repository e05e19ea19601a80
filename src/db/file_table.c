/* file_table.c: see file_table.h. */
#include "db/file_table.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "base/le.h"

/* --- Watch ------------------------------------------------------------------------------------ */

/* A file that has not changed for so long is whole. */
enum { SETTLED_SECONDS = 3 };

void watch_init(struct watch *w)
{
    *w = (struct watch){0};
    file_table_init(&w->done);
    file_table_init(&w->before);
    file_table_init(&w->next);
}

void watch_release(struct watch *w)
{
    file_table_release(&w->done);
    file_table_release(&w->before);
    file_table_release(&w->next);
}

void watch_begin(struct watch *w)
{
    struct file_table old = w->before;
    w->before = w->next;
    w->next = old;
    file_table_clear(&w->next);
}

/* A file in a state, as 128 bits. */
static struct file_row state_of(const char *path, const struct stat *st)
{
    char numbers[32];
    le_put64(numbers, (uint64_t)st->st_size);
    le_put64(numbers + 8, (uint64_t)st->st_mtim.tv_sec);
    le_put64(numbers + 16, (uint64_t)st->st_mtim.tv_nsec);
    le_put64(numbers + 24, (uint64_t)st->st_ino);
    const struct span state = {numbers, sizeof numbers};
    return (struct file_row){.hash = file_hash_of(span_of(path), &state, 1)};
}

bool watch_wanted(struct watch *w, const char *path, const struct stat *st, int64_t now)
{
    struct file_row row = state_of(path, st);
    struct err err;
    if (file_table_find(&w->done, row.hash))
        return false;
    bool settled = (int64_t)st->st_mtim.tv_sec + SETTLED_SECONDS <= now ||
                   file_table_find(&w->before, row.hash);
    struct file_table *table = settled ? &w->done : &w->next;
    if (file_table_add(table, &row, &err) != STATUS_OK)
        w->failed = true;
    return settled || w->failed;
}

enum { ROW_BYTES = 32 };

static const struct msg DAMAGED = {"the list of imported files is damaged",
                                   "取り込み済みファイルの一覧が壊れています"};

static int compare_hashes(struct file_hash a, struct file_hash b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return a.low < b.low ? -1 : a.low > b.low;
}

static struct file_hash hash_with_tags(XXH128_hash_t hash, const struct span *tags,
                                       size_t tag_count)
{
    for (size_t i = 0; i < tag_count; i++) {
        /* chained: the hash so far is the seed of the next */
        XXH128_hash_t next = XXH3_128bits_withSeed(tags[i].p, tags[i].n, hash.low64);
        hash.low64 = next.low64;
        hash.high64 ^= next.high64;
    }
    return (struct file_hash){hash.low64, hash.high64};
}

struct file_hash file_hash_of(struct span bytes, const struct span *tags, size_t tag_count)
{
    return hash_with_tags(XXH3_128bits(bytes.p, bytes.n), tags, tag_count);
}

struct file_hasher {
    XXH3_state_t *state;
};

struct file_hasher *file_hasher_open(void)
{
    struct file_hasher *h = mem_calloc(1, sizeof *h);
    if (h && !(h->state = XXH3_createState())) {
        mem_free(h);
        return NULL;
    }
    if (h)
        file_hasher_reset(h);
    return h;
}

void file_hasher_close(struct file_hasher *h)
{
    if (h)
        XXH3_freeState(h->state);
    mem_free(h);
}

void file_hasher_reset(struct file_hasher *h)
{
    XXH3_128bits_reset(h->state);
}

void file_hasher_add(struct file_hasher *h, struct span bytes)
{
    XXH3_128bits_update(h->state, bytes.p, bytes.n);
}

struct file_hash file_hasher_end(const struct file_hasher *h, const struct span *tags,
                                 size_t tag_count)
{
    return hash_with_tags(XXH3_128bits_digest(h->state), tags, tag_count);
}

bool file_hash_file(const char *path, const struct span *tags, size_t tag_count,
                    const atomic_bool *cancelled, struct file_hash *out)
{
    enum { BLOCK_BYTES = 1 << 20 };
    struct file_hasher *h = file_hasher_open();
    char *block = mem_alloc(BLOCK_BYTES);
    int fd = h && block ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t got = fd < 0 ? -1 : 1;
    for (bool first = true; got > 0 && !(cancelled && atomic_load(cancelled)); first = false) {
        got = read(fd, block, BLOCK_BYTES);
        struct span bytes = span_make(block, got > 0 ? (size_t)got : 0);
        if (first && source_is_archive(bytes))
            got = -1; /* its members count, one by one */
        else
            file_hasher_add(h, bytes);
    }
    if (got == 0)
        *out = file_hasher_end(h, tags, tag_count);
    if (fd >= 0)
        close(fd);
    mem_free(block);
    file_hasher_close(h);
    return got == 0;
}

void file_table_init(struct file_table *t)
{
    *t = (struct file_table){0};
}

void file_table_release(struct file_table *t)
{
    mem_free(t->rows);
    hash_index_release(&t->by_hash);
    file_table_init(t);
}

void file_table_clear(struct file_table *t)
{
    t->count = 0;
    hash_index_clear(&t->by_hash);
}

const struct file_row *file_table_find(const struct file_table *t, struct file_hash hash)
{
    uint32_t row;
    for (size_t at = hash_index_first(&t->by_hash, hash.low);
         hash_index_next(&t->by_hash, hash.low, &at, &row);)
        if (compare_hashes(t->rows[row].hash, hash) == 0)
            return &t->rows[row];
    return NULL;
}

enum status file_table_add(struct file_table *t, const struct file_row *row, struct err *err)
{
    if (file_table_find(t, row->hash))
        return STATUS_OK;
    void *p = mem_grow(t->rows, t->count, &t->cap, UINT32_MAX - 1, sizeof *t->rows);
    if (!p)
        return err_nomem(err);
    t->rows = p;
    if (!hash_index_add(&t->by_hash, row->hash.low, (uint32_t)t->count))
        return err_nomem(err);
    t->rows[t->count++] = *row;
    return STATUS_OK;
}

static int compare_rows(const void *a, const void *b)
{
    return compare_hashes(((const struct file_row *)a)->hash, ((const struct file_row *)b)->hash);
}

static struct file_row read_row(const char *p)
{
    return (struct file_row){.hash = {le_get64(p), le_get64(p + 8)},
                             .games = le_get32(p + 16),
                             .partial = le_get32(p + 20),
                             .plies = le_get64(p + 24)};
}

enum status file_table_print(struct file_table *t, struct buf *out, struct err *err)
{
    struct file_row *sorted = mem_calloc(t->count, sizeof *sorted);
    if (!sorted)
        return err_nomem(err);
    if (t->count)
        memcpy(sorted, t->rows, t->count * sizeof *sorted);
    qsort(sorted, t->count, sizeof *sorted, compare_rows);
    for (size_t i = 0; i < t->count; i++) {
        char row[ROW_BYTES];
        le_put64(row, sorted[i].hash.low);
        le_put64(row + 8, sorted[i].hash.high);
        le_put32(row + 16, sorted[i].games);
        le_put32(row + 20, sorted[i].partial);
        le_put64(row + 24, sorted[i].plies);
        buf_add(out, row, sizeof row);
    }
    mem_free(sorted);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- On disk --------------------------------------------------------------------------------- */

static bool find_in(const struct segment *s, struct file_hash hash, struct file_row *row)
{
    struct span bytes;
    if (!segment_find(s, "files", &bytes))
        return false;
    /* who finds nothing reads the file again, which is never wrong */
    if (!segment_is_whole(s, bytes))
        return false;
    size_t low = 0, high = bytes.n / ROW_BYTES;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        *row = read_row(bytes.p + mid * ROW_BYTES);
        int order = compare_hashes(row->hash, hash);
        if (order == 0)
            return true;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

bool file_table_counts(const struct manifest *m, uint32_t place)
{
    for (uint32_t i = place + 1; i < m->count; i++)
        if (m->entries[i].kind == SEGMENT_REMOVALS)
            return false;
    return true;
}

bool file_table_on_disk(const struct db *db, struct file_hash hash, struct file_row *row)
{
    uint32_t games = db->segment_count, extras = db->extra_count;
    for (uint32_t i = db->manifest.count; i-- > 0;) {
        enum segment_kind kind = db->manifest.entries[i].kind;
        if (kind == SEGMENT_REMOVALS)
            return false;
        const struct segment *s =
            kind == SEGMENT_GAMES ? &db->segments[--games].file : &db->extras[--extras].file;
        if (find_in(s, hash, row))
            return true;
    }
    return false;
}

enum status file_table_add_segment(struct file_table *t, const struct segment *s, struct err *err)
{
    struct span bytes;
    enum status st = STATUS_OK;
    if (!segment_find(s, "files", &bytes))
        return STATUS_OK;
    if (bytes.n % ROW_BYTES)
        return segment_damaged(s, bytes.p, &DAMAGED, err);
    st = segment_verify_span(s, bytes, err);
    for (size_t at = 0; at < bytes.n && st == STATUS_OK; at += ROW_BYTES) {
        struct file_row row = read_row(bytes.p + at);
        st = file_table_add(t, &row, err);
    }
    return st;
}
