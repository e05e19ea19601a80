/* answer_file.c: see answer_file.h. */
#include "values/sheet/answer_file.h"

#include <pthread.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/hash_index.h"
#include "base/io/append_log.h"
#include "base/le.h"

#define MAGIC "KIFUANS1"
enum { MAGIC_BYTES = 8, HEAD_BYTES = 12, LINE_BYTES = 6, SUM_BYTES = 4 };
static const size_t MOST_BYTES = (size_t)1 << 32;

struct answer_file {
    pthread_mutex_t lock;
    struct append_log log;
    struct buf bytes;         /* the whole file */
    struct hash_index by_key; /* numbers are places among the bytes */
};

/* --- By key ----------------------------------------------------------------------------------- */

/* Where the answer to a key is; 0: there is none. */
static size_t place_of(const struct answer_file *f, uint64_t key)
{
    uint32_t at;
    for (size_t i = hash_index_first(&f->by_key, key); hash_index_next(&f->by_key, key, &i, &at);)
        if (le_get64(f->bytes.p + at) == key)
            return at;
    return 0;
}

static bool remember(struct answer_file *f, uint64_t key, size_t at)
{
    return place_of(f, key) || hash_index_add(&f->by_key, key, (uint32_t)at);
}

/* --- Bytes ------------------------------------------------------------------------------------ */

static size_t answer_bytes(uint32_t lines)
{
    return HEAD_BYTES + (size_t)lines * LINE_BYTES + SUM_BYTES;
}

/* How many bytes the answer has that begins there; 0: none that is whole. */
static size_t whole_answer(struct span bytes, size_t at)
{
    if (bytes.n - at < HEAD_BYTES + SUM_BYTES)
        return 0;
    uint32_t lines = le_get32(bytes.p + at + 8);
    if (lines > ANSWER_MOST_LINES || bytes.n - at < answer_bytes(lines))
        return 0;
    size_t n = answer_bytes(lines);
    uint32_t sum = (uint32_t)XXH3_64bits(bytes.p + at, n - SUM_BYTES);
    return sum == le_get32(bytes.p + at + n - SUM_BYTES) ? n : 0;
}

static enum status read_answers(struct answer_file *f, struct err *err)
{
    static const struct msg NONE = {"not a file of stored values",
                                    "保存した評価値のファイルではありません"};
    struct span bytes = buf_span(&f->bytes);
    size_t at = MAGIC_BYTES, n;
    size_t known = bytes.n < MAGIC_BYTES ? bytes.n : MAGIC_BYTES;
    if (known && memcmp(bytes.p, MAGIC, known) != 0)
        return err_plain(err, STATUS_SYNTAX, &NONE);
    if (bytes.n < MAGIC_BYTES) { /* new, or torn at once */
        f->bytes.n = 0;
        buf_add(&f->bytes, MAGIC, MAGIC_BYTES);
        return buf_status(&f->bytes) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    for (; (n = whole_answer(bytes, at)) > 0; at += n)
        if (!remember(f, le_get64(bytes.p + at), at))
            return err_nomem(err);
    f->bytes.n = at;
    return STATUS_OK;
}

/* --- The file --------------------------------------------------------------------------------- */

static enum status open_file(struct answer_file *f, const char *path, struct err *err)
{
    enum status status = append_log_open(&f->log, path, 0, err);
    if (status == STATUS_OK)
        status = append_log_load(&f->log, MOST_BYTES, &f->bytes, err);
    bool begun = f->bytes.n >= MAGIC_BYTES;
    if (status == STATUS_OK && (status = read_answers(f, err)) != STATUS_OK)
        err_in_file(err, span_of(path));
    if (status == STATUS_OK)
        status = append_log_cut(&f->log, begun ? f->bytes.n : 0, err);
    if (status == STATUS_OK && !begun)
        status = append_log_add(&f->log, buf_span(&f->bytes), err);
    return status;
}

enum status answer_file_open(struct answer_file **out, const char *path, struct err *err)
{
    struct answer_file *f = mem_calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return err_nomem(err);
    pthread_mutex_init(&f->lock, NULL);
    f->log.fd = -1;
    buf_init(&f->bytes, MOST_BYTES);
    enum status status = open_file(f, path, err);
    if (status == STATUS_OK)
        *out = f;
    else
        answer_file_close(f);
    return status;
}

void answer_file_close(struct answer_file *f)
{
    if (!f)
        return;
    append_log_close(&f->log);
    pthread_mutex_destroy(&f->lock);
    buf_release(&f->bytes);
    hash_index_release(&f->by_key);
    mem_free(f);
}

size_t answer_file_count(const struct answer_file *f)
{
    return f->by_key.count;
}

bool answer_file_find(struct answer_file *f, uint64_t key, struct answer_line *lines, int *count)
{
    pthread_mutex_lock(&f->lock);
    size_t at = place_of(f, key);
    if (at) {
        const char *p = f->bytes.p + at;
        *count = (int)le_get32(p + 8);
        p += HEAD_BYTES;
        for (int i = 0; i < *count; i++, p += LINE_BYTES)
            lines[i] = (struct answer_line){.move = le_get16(p),
                                            .value = (int16_t)le_get16(p + 2),
                                            .depth = (uint8_t)p[4],
                                            .bound = (uint8_t)p[5]};
    }
    pthread_mutex_unlock(&f->lock);
    return at != 0;
}

static void put_answer(uint8_t *p, uint64_t key, const struct answer_line *lines, int count)
{
    const uint8_t *first = p;
    le_put64(p, key);
    le_put32(p + 8, (uint32_t)count);
    p += HEAD_BYTES;
    for (int i = 0; i < count; i++, p += LINE_BYTES) {
        le_put16(p, lines[i].move);
        le_put16(p + 2, (uint16_t)lines[i].value);
        p[4] = lines[i].depth;
        p[5] = lines[i].bound;
    }
    le_put32(p, (uint32_t)XXH3_64bits(first, (size_t)(p - first)));
}

enum status answer_file_add(struct answer_file *f, uint64_t key, const struct answer_line *lines,
                            int count, struct err *err)
{
    uint8_t bytes[HEAD_BYTES + ANSWER_MOST_LINES * LINE_BYTES + SUM_BYTES];
    size_t n = answer_bytes((uint32_t)count);
    put_answer(bytes, key, lines, count);
    pthread_mutex_lock(&f->lock);
    size_t at = f->bytes.n;
    buf_add(&f->bytes, bytes, n);
    enum status status = buf_status(&f->bytes) == STATUS_OK && remember(f, key, at)
                             ? append_log_add(&f->log, span_make((const char *)bytes, n), err)
                             : err_nomem(err);
    pthread_mutex_unlock(&f->lock);
    return status;
}
