/* site.c: see site.h. */
#include "web/site/site.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "page_tables.h"
#include "query/run/query_result.h"
#include "web/site/name_spans.h"

bool page_find(struct span path, struct span *bytes, const char **type)
{
    for (size_t i = 0; i < sizeof PAGE_FILES / sizeof *PAGE_FILES; i++)
        if (span_eq(path, span_of(PAGE_FILES[i].path))) {
            *bytes = span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count);
            *type = PAGE_FILES[i].type;
            return true;
        }
    return false;
}

/* The last part of the path without ".kifu". */
static struct span base_name(struct span path)
{
    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;
    if (slash)
        path = span_skip(path, (size_t)(slash - path.p) + 1);
    if (path.n > 5 && span_ends(path, SPAN(".kifu")))
        path.n -= 5;
    return path;
}

static bool is_taken(const struct site *s, struct span name)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (span_eq(s->names[i], name))
            return true;
    return false;
}

/* "games", "games-2", …: two folders may hold databases of the same name. */
static enum status name_database(struct site *s, const char *path, struct err *err)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_add_span(&name, base_name(span_of(path)));
    size_t plain = name.n;
    for (unsigned n = 2; is_taken(s, buf_span(&name)) && buf_status(&name) == STATUS_OK; n++) {
        name.n = plain;
        buf_printf(&name, "-%u", n);
    }
    bool kept = buf_status(&name) == STATUS_OK &&
                arena_copy(&s->arena, buf_span(&name), &s->names[s->count]);
    buf_release(&name);
    s->count += kept;
    return kept ? STATUS_OK : err_nomem(err);
}

void site_free_result(void *result)
{
    query_result_release(result);
    mem_free(result);
}

static void free_text(void *text)
{
    buf_release(text);
    mem_free(text);
}

enum status site_open_caches(struct site *s, struct err *err)
{
    const struct shared_cache_options responses = {.free_value = free_text,
                                                   .most_bytes = SITE_RESPONSE_BYTES,
                                                   .most_entries = SITE_MOST_RESPONSES,
                                                   .one_at_a_time = true},
                                      results = {.free_value = site_free_result,
                                                 .most_bytes = SITE_RESULT_BYTES,
                                                 .most_entries = SITE_MOST_RESULTS};
    enum status status = shared_cache_open(&s->responses, &responses, err);
    return status == STATUS_OK ? shared_cache_open(&s->results, &results, err) : status;
}

/* Those that every process has: a query must mean the same to all. */
static enum status add_names_of_databases(struct site *s, struct err *err)
{
    enum status st = STATUS_OK;
    struct snapshot *snapshot = served_take(&s->served);
    for (uint32_t i = 0; snapshot && i < snapshot->count && st == STATUS_OK; i++)
        if (!snapshot->dbs[i]->apart)
            st = named_add_database(&s->named, snapshot->dbs[i]->path, err);
    served_give_back(&s->served, snapshot);
    return st;
}

enum status site_open_cluster(struct site *s, const char *version, const char *const *paths,
                              const char *const *elsewhere, uint32_t count,
                              const struct cluster *cluster, struct err *err)
{
    *s = (struct site){.version = version};
    pthread_mutex_init(&s->intake.lock, NULL);
    arena_init(&s->arena, BUF_DEFAULT_MAX);
    named_init(&s->named);
    s->names = mem_calloc(count, sizeof *s->names);
    enum status st = served_open_cluster(&s->served, paths, elsewhere, count, cluster, err);
    if (st == STATUS_OK && !s->names)
        st = err_nomem(err);
    s->game = s->served.game;
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        st = name_database(s, paths[i], err);
    if (st == STATUS_OK)
        st = site_open_caches(s, err);
    if (st == STATUS_OK)
        st = name_spans_open(&s->name_spans, &s->served, &s->named, err);
    if (st == STATUS_OK)
        st = named_add_builtin(&s->named, s->game, err);
    return st == STATUS_OK ? add_names_of_databases(s, err) : st;
}

enum status site_open(struct site *s, const char *version, const char *const *paths, uint32_t count,
                      struct err *err)
{
    return site_open_cluster(s, version, paths, NULL, count, NULL, err);
}

void site_release(struct site *s)
{
    name_spans_close(s->name_spans); /* reads the databases */
    shared_cache_close(s->results);
    served_release(&s->served);
    pthread_mutex_destroy(&s->intake.lock);
    mem_free(s->names);
    named_release(&s->named);
    shared_cache_close(s->responses);
    arena_release(&s->arena);
    *s = (struct site){0};
}
