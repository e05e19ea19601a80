/* journal.c: see journal.h.
 *
 * Folding writes a new file beside the old one, with the results that are still needed, and gives
 * it the old one's name.  The lock is on the file: the new one is locked before it has the name. */
#include "base/io/journal.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/append_log.h"
#include "base/le.h"

enum {
    VERSION = 1,
    HEAD_BYTES = JOURNAL_HEAD_BYTES,
    HEAD_HASHED = 32,
    BLOCK_BYTES = 24,
    BLOCK_HASHED = 16
};
static const char MAGIC[8] = {'K', 'I', 'F', 'U', 'P', 'A', 'R', 'T'};

static const struct msg OTHER = {
    "%1 holds unfinished work begun with other options; finish that, or delete the file",
    "%1 には別の指定で始めた作業の途中経過があります。それを終えるか、ファイルを削除してください"};
static const struct msg NO_JOURNAL = {
    "%1 exists and is not a checkpoint; choose another name or delete it",
    "%1 は既にあり、途中経過のファイルではありません。別の名前にするか、削除してください"};
static const struct msg DAMAGED = {"%1 is damaged; delete it and start again",
                                   "%1 が壊れています。削除してやり直してください"};

struct journal_entry {
    uint64_t block, at; /* at: of its head */
    uint64_t bytes;     /* of the result */
};

struct journal {
    struct append_log log;
    uint64_t fingerprint, floor;
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
    return err_set(err, code, what, buf_span(&j->log.path), (struct span){0});
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

/* --- Opening ---------------------------------------------------------------------------------- */

/* The block at `at`, into out; false: there is none that is whole. */
static bool load_block(const struct append_log *log, uint64_t at, struct journal_entry *place,
                       struct buf *out)
{
    unsigned char head[BLOCK_BYTES];
    if (log->size - at < BLOCK_BYTES || !append_log_read_at(log, at, head, sizeof head))
        return false;
    *place = (struct journal_entry){.block = le_get64(head), .at = at, .bytes = le_get64(head + 8)};
    buf_clear(out);
    if (place->bytes > log->size - at - BLOCK_BYTES || place->bytes > JOURNAL_MOST_RESULT ||
        !buf_reserve(out, (size_t)place->bytes + 1) ||
        !append_log_read_at(log, at + BLOCK_BYTES, out->p, (size_t)place->bytes))
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
static enum status scan(struct journal *j, struct err *err)
{
    struct journal_entry place;
    uint64_t at = HEAD_BYTES + j->state.n;
    while (load_block(&j->log, at, &place, &j->text)) {
        enum status status = place.block < j->floor ? STATUS_OK
                                                    : note_place(&j->entries, &j->entry_count,
                                                                 &j->entry_cap, place, err);
        if (status != STATUS_OK)
            return status;
        at += BLOCK_BYTES + place.bytes;
    }
    if (buf_status(&j->text) == STATUS_NOMEM)
        return err_nomem(err);
    if (j->entry_count)
        qsort(j->entries, j->entry_count, sizeof *j->entries, compare_places);
    return append_log_cut(&j->log, at, err);
}

static enum status read_head(struct journal *j, struct err *err)
{
    unsigned char head[HEAD_BYTES];
    if (j->log.size < HEAD_BYTES || !append_log_read_at(&j->log, 0, head, sizeof head) ||
        memcmp(head, MAGIC, sizeof MAGIC) != 0)
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    uint32_t n = le_get32(head + 12);
    if (le_get32(head + 8) != VERSION)
        return complain(j, STATUS_RANGE, &OTHER, err);
    if (n > JOURNAL_MOST_STATE || n > j->log.size - HEAD_BYTES)
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    if (!buf_reserve(&j->state, n + 1))
        return err_nomem(err);
    j->state.n = n;
    if (!append_log_read_at(&j->log, HEAD_BYTES, j->state.p, n) ||
        hash_of(head, HEAD_HASHED, buf_span(&j->state)) != le_get64(head + 32))
        return complain(j, STATUS_SYNTAX, &NO_JOURNAL, err);
    if (le_get64(head + 16) != j->fingerprint)
        return complain(j, STATUS_RANGE, &OTHER, err);
    j->floor = le_get64(head + 24);
    return STATUS_OK;
}

/* Appends the head to an empty log. */
static enum status begin(struct journal *j, struct append_log *log, struct err *err)
{
    buf_clear(&j->text);
    put_head(&j->text, j);
    return buf_status(&j->text) == STATUS_OK ? append_log_add(log, buf_span(&j->text), err)
                                             : err_nomem(err);
}

static enum status name_of_new(const struct journal *j, struct buf *name, struct err *err)
{
    buf_init(name, BUF_DEFAULT_MAX);
    buf_add_span(name, buf_span(&j->log.path));
    buf_add_str(name, ".new");
    (void)buf_cstr(name);
    return buf_status(name) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* A kill in the middle of folding leaves one; the lock says that nobody is at it. */
static enum status drop_new(const struct journal *j, struct err *err)
{
    struct buf name;
    enum status status = name_of_new(j, &name, err);
    if (status == STATUS_OK)
        (void)unlink(buf_cstr(&name));
    buf_release(&name);
    return status;
}

static void release(struct journal *j)
{
    append_log_close(&j->log);
    pthread_mutex_destroy(&j->lock);
    buf_release(&j->state);
    buf_release(&j->text);
    mem_free(j->entries);
    mem_free(j->added);
    mem_free(j);
}

enum status journal_open(struct journal **out, const char *path, uint64_t fingerprint,
                         struct err *err)
{
    struct journal *j = mem_calloc(1, sizeof *j);
    *out = NULL;
    if (!j)
        return err_nomem(err);
    j->fingerprint = fingerprint;
    pthread_mutex_init(&j->lock, NULL);
    buf_init(&j->state, JOURNAL_MOST_STATE + 1);
    buf_init(&j->text, (size_t)JOURNAL_MOST_RESULT + BLOCK_BYTES + JOURNAL_MOST_STATE);
    enum status status = append_log_open(&j->log, path, 0, err);
    if (status == STATUS_OK && j->log.size == 0) {
        status = begin(j, &j->log, err);
    } else if (status == STATUS_OK) {
        status = read_head(j, err);
        if (status == STATUS_OK)
            status = drop_new(j, err);
        if (status == STATUS_OK)
            status = scan(j, err);
    }
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
        append_log_remove(&j->log);
    release(j);
}

void journal_finish(struct journal *j)
{
    if (!j)
        return;
    append_log_remove(&j->log); /* one that stays is found done by the next run */
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
    uint64_t size = j->log.size;
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
    bool good = place && load_block(&j->log, place->at, &now, out) && now.block == block;
    pthread_mutex_unlock(&j->lock);
    if (buf_status(out) == STATUS_NOMEM)
        return err_nomem(err);
    return good ? STATUS_OK : complain(j, STATUS_SYNTAX, &DAMAGED, err);
}

/* --- Writing ---------------------------------------------------------------------------------- */

enum status journal_add(struct journal *j, uint64_t block, struct span result, struct err *err)
{
    unsigned char head[BLOCK_BYTES];
    block_head(head, block, result);
    pthread_mutex_lock(&j->lock);
    struct journal_entry place = {.block = block, .at = j->log.size, .bytes = result.n};
    buf_clear(&j->text);
    buf_add(&j->text, head, sizeof head);
    buf_add_span(&j->text, result);
    enum status status = buf_status(&j->text) == STATUS_OK
                             ? note_place(&j->added, &j->added_count, &j->added_cap, place, err)
                             : err_nomem(err);
    if (status == STATUS_OK)
        status = append_log_add(&j->log, buf_span(&j->text), err);
    pthread_mutex_unlock(&j->lock);
    return status;
}

/* Copies those of a list that are not below the floor to the end of another log. */
static enum status copy_blocks(struct journal *j, struct journal_entry *list, size_t *count,
                               struct append_log *to, struct err *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        struct journal_entry place;
        unsigned char head[BLOCK_BYTES];
        if (list[i].block < j->floor)
            continue;
        if (!load_block(&j->log, list[i].at, &place, &j->text))
            return complain(j, STATUS_SYNTAX, &DAMAGED, err);
        list[kept] = place;
        list[kept++].at = to->size;
        block_head(head, place.block, buf_span(&j->text));
        enum status status = append_log_add(to, span_make((const char *)head, sizeof head), err);
        if (status == STATUS_OK)
            status = append_log_add(to, buf_span(&j->text), err);
        if (status != STATUS_OK)
            return status;
    }
    *count = kept;
    return STATUS_OK;
}

static enum status fold(struct journal *j, struct err *err)
{
    struct append_log folded = {.fd = -1};
    struct buf name;
    enum status status = name_of_new(j, &name, err);
    if (status == STATUS_OK)
        status = append_log_open(&folded, buf_cstr(&name), O_TRUNC, err);
    buf_release(&name);
    if (status == STATUS_OK)
        status = begin(j, &folded, err);
    if (status == STATUS_OK)
        status = copy_blocks(j, j->entries, &j->entry_count, &folded, err);
    if (status == STATUS_OK)
        status = copy_blocks(j, j->added, &j->added_count, &folded, err);
    if (status == STATUS_OK)
        return append_log_replace(&j->log, &folded, err);
    append_log_remove(&folded);
    return status;
}

enum status journal_fold(struct journal *j, uint64_t floor, struct span state, struct err *err)
{
    pthread_mutex_lock(&j->lock);
    buf_clear(&j->state);
    buf_add_span(&j->state, state);
    j->floor = floor;
    enum status status = buf_status(&j->state) == STATUS_OK ? fold(j, err) : err_nomem(err);
    pthread_mutex_unlock(&j->lock);
    return status;
}
