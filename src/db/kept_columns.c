/* kept_columns.c: see kept_columns.h. */
#include "db/kept_columns.h"

#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "db/segment_cache.h"

/* A column that was asked for; open unless bytes is NULL. */
struct kept_column {
    struct kept_column *next;
    struct buf column, of;
    uint64_t length;
    struct column_file file;
    const void *bytes;
    /* Of one that is not valid, so that it is not read again and again. */
    bool bad;
    ino_t number;
    struct timespec changed;
};

/* Another file; likewise. */
struct kept_file {
    struct kept_file *next;
    const char *kind; /* borrowed */
    struct segment file;
    bool open;
};

struct kept_columns {
    pthread_mutex_t lock;
    struct kept_column *first;
    struct kept_file *files;
};

struct kept_columns *kept_columns_new(void)
{
    struct kept_columns *k = mem_calloc(1, sizeof *k);
    if (k)
        pthread_mutex_init(&k->lock, NULL);
    return k;
}

static void free_column(struct kept_column *c)
{
    column_file_close(&c->file);
    buf_release(&c->column);
    buf_release(&c->of);
    mem_free(c);
}

void kept_columns_free(struct kept_columns *k)
{
    if (!k)
        return;
    for (struct kept_column *c = k->first, *next; c; c = next) {
        next = c->next;
        free_column(c);
    }
    for (struct kept_file *f = k->files, *next; f; f = next) {
        next = f->next;
        if (f->open)
            segment_close(&f->file);
        mem_free(f);
    }
    pthread_mutex_destroy(&k->lock);
    mem_free(k);
}

static struct kept_column *add_column(struct kept_columns *k, const struct column_key *key)
{
    struct kept_column *c = mem_calloc(1, sizeof *c);
    if (!c)
        return NULL;
    buf_init(&c->column, BUF_DEFAULT_MAX);
    buf_init(&c->of, BUF_DEFAULT_MAX);
    buf_add_str(&c->column, key->column);
    buf_add_span(&c->of, key->of);
    if (buf_status(&c->column) != STATUS_OK || buf_status(&c->of) != STATUS_OK) {
        free_column(c);
        return NULL;
    }
    c->length = key->bytes;
    c->next = k->first;
    k->first = c;
    return c;
}

/* Whether it is the file that was found to be bad; if it is not, it may be found so next. */
static bool is_known_bad(struct kept_column *c, const struct column_key *key)
{
    struct buf path;
    struct stat is;
    const char *name = column_path(key, COLUMN_ENDING, &path);
    bool there = name && stat(name, &is) == 0;
    bool same = there && c->bad && is.st_ino == c->number &&
                is.st_mtim.tv_sec == c->changed.tv_sec && is.st_mtim.tv_nsec == c->changed.tv_nsec;
    c->bad = there;
    if (there) {
        c->number = is.st_ino;
        c->changed = is.st_mtim;
    }
    buf_release(&path);
    return same || !there;
}

static const void *find_column(struct kept_columns *k, const struct column_key *key)
{
    struct err err;
    struct kept_column *c = k->first;
    while (c && !(c->length == key->bytes && span_eq(buf_span(&c->column), span_of(key->column)) &&
                  span_eq(buf_span(&c->of), key->of)))
        c = c->next;
    if (!c)
        c = add_column(k, key);
    if (!c || c->bytes || is_known_bad(c, key))
        return c ? c->bytes : NULL;
    if (column_file_open(&c->file, key, &err) == STATUS_OK)
        c->bytes = c->file.bytes.p;
    return c->bytes;
}

const void *kept_column(const struct db_segment *s, const char *column, struct span of,
                        uint64_t bytes)
{
    if (!s->kept || !s->db)
        return NULL;
    const struct column_key key = {
        .database = s->db->path, .segment = s, .column = column, .of = of, .bytes = bytes};
    pthread_mutex_lock(&s->kept->lock);
    const void *found = find_column(s->kept, &key);
    pthread_mutex_unlock(&s->kept->lock);
    return found;
}

static const struct segment *find_file(struct kept_columns *k, const struct db_segment *s,
                                       const char *kind)
{
    struct kept_file *f = k->files;
    while (f && strcmp(f->kind, kind) != 0)
        f = f->next;
    if (!f && (f = mem_calloc(1, sizeof *f))) {
        f->kind = kind;
        f->next = k->files;
        k->files = f;
    }
    if (f && !f->open)
        f->open = segment_cache_open(&f->file, s, kind);
    return f && f->open ? &f->file : NULL;
}

const struct segment *kept_cache(const struct db_segment *s, const char *kind)
{
    if (!s->kept)
        return NULL;
    pthread_mutex_lock(&s->kept->lock);
    const struct segment *found = find_file(s->kept, s, kind);
    pthread_mutex_unlock(&s->kept->lock);
    return found;
}
