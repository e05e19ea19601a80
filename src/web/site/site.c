/* site.c: see site.h. */
#include "web/site/site.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "engine/natural/go_people_network.h"
#include "engine/natural/people_network.h"
#include "page_tables.h"
#include "query/groups/name_table.h"
#include "query/run/query_result.h"
#include "web/api.h"
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

enum status site_name_database(const char *path, site_name_taken *taken, void *ctx,
                               struct arena *arena, struct span *out, struct err *err)
{
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_add_span(&name, base_name(span_of(path)));
    size_t plain = name.n;
    for (unsigned n = 2; taken(ctx, buf_span(&name)) && buf_status(&name) == STATUS_OK; n++) {
        name.n = plain;
        buf_printf(&name, "-%u", n);
    }
    bool kept = buf_status(&name) == STATUS_OK && arena_copy(arena, buf_span(&name), out);
    buf_release(&name);
    return kept ? STATUS_OK : err_nomem(err);
}

static bool is_taken(void *ctx, struct span name)
{
    const struct site *s = ctx;
    for (uint32_t i = 0; i < s->count; i++)
        if (span_eq(s->names[i], name))
            return true;
    return false;
}

/* Two folders may hold databases of the same name. */
static enum status name_all(struct site *s, const char *const *paths, uint32_t count,
                            struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++) {
        st = site_name_database(paths[i], is_taken, s, &s->arena, &s->names[i], err);
        s->count += st == STATUS_OK;
    }
    return st;
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

static void free_table(void *table)
{
    name_table_close(table);
}

enum status site_go_people(struct site *s, const struct go_people_network **out, struct err *err)
{
    struct site_networks *n = &s->networks;
    pthread_mutex_lock(&n->lock);
    enum status st = n->go ? STATUS_OK : go_people_network_open(&n->go, NULL, err);
    *out = n->go;
    pthread_mutex_unlock(&n->lock);
    return st;
}

enum status site_people_network(struct site *s, const struct people_network **out, struct err *err)
{
    struct site_networks *n = &s->networks;
    pthread_mutex_lock(&n->lock);
    enum status st = n->shogi ? STATUS_OK : people_network_open(&n->shogi, NULL, err);
    *out = n->shogi;
    pthread_mutex_unlock(&n->lock);
    return st;
}

enum status site_open_caches(struct site *s, struct err *err)
{
    const struct shared_cache_options responses = {.free_value = free_text,
                                                   .most_bytes = SITE_RESPONSE_BYTES,
                                                   .most_entries = SITE_MOST_RESPONSES,
                                                   .one_at_a_time = true},
                                      results = {.free_value = site_free_result,
                                                 .most_bytes = SITE_RESULT_BYTES,
                                                 .most_entries = SITE_MOST_RESULTS},
                                      tables = {.free_value = free_table,
                                                .most_bytes = SITE_TABLE_BYTES,
                                                .most_entries = SITE_MOST_TABLES,
                                                .one_at_a_time = true};
    enum status status = shared_cache_open(&s->responses, &responses, err);
    if (status == STATUS_OK)
        status = shared_cache_open(&s->results, &results, err);
    return status == STATUS_OK ? shared_cache_open(&s->tables, &tables, err) : status;
}

static enum status site_begin(struct site *s, const char *version, uint32_t count, struct err *err)
{
    *s = (struct site){.version = version};
    intake_init(&s->intake);
    pthread_mutex_init(&s->networks.lock, NULL);
    arena_init(&s->arena, BUF_DEFAULT_MAX);
    named_init(&s->named);
    s->names = mem_calloc((size_t)count + SERVED_MORE, sizeof *s->names);
    return s->names ? STATUS_OK : err_nomem(err);
}

static enum status site_complete(struct site *s, struct err *err)
{
    enum status st = site_open_caches(s, err);
    return st == STATUS_OK ? name_spans_open(&s->name_spans, &s->served, err) : st;
}

enum status site_open_cluster(struct site *s, const char *version, const char *const *paths,
                              const char *const *elsewhere, uint32_t count,
                              const struct cluster *cluster, struct err *err)
{
    enum status begun = site_begin(s, version, count, err);
    enum status st = served_open_cluster(&s->served, paths, elsewhere, count, cluster, err);
    if (st == STATUS_OK && begun != STATUS_OK)
        st = err_nomem(err);
    s->game = s->served.game;
    if (st == STATUS_OK)
        st = name_all(s, paths, count, err);
    return st == STATUS_OK ? site_complete(s, err) : st;
}

enum status site_open_named(struct site *s, const char *version, const struct game *game,
                            const char *const *paths, const struct span *names, uint32_t count,
                            struct err *err)
{
    enum status begun = site_begin(s, version, count, err);
    enum status st = count ? served_open(&s->served, paths, count, err)
                           : served_open_none(&s->served, game, err);
    if (st == STATUS_OK && begun != STATUS_OK)
        st = err_nomem(err);
    s->game = count ? s->served.game : game;
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        s->names[i] = names[i];
    s->count = st == STATUS_OK ? count : 0;
    return st == STATUS_OK ? site_complete(s, err) : st;
}

enum status site_add(struct site *s, const char *path, struct span name, struct err *err)
{
    uint32_t at = s->count;
    if (at < s->served.room)
        s->names[at] = name; /* before a snapshot has the database */
    enum status st = served_add(&s->served, path, err);
    s->count += st == STATUS_OK;
    return st;
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
    intake_release_lock(&s->intake);
    pthread_mutex_destroy(&s->networks.lock);
    people_network_close(s->networks.shogi);
    go_people_network_close(s->networks.go);
    mem_free(s->names);
    named_release(&s->named);
    shared_cache_close(s->responses);
    shared_cache_close(s->tables);
    arena_release(&s->arena);
    *s = (struct site){0};
}
