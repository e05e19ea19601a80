/* site.c: see site.h. */
#include "web/site/site.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "db/import/import.h"
#include "engine/natural/go_people_network.h"
#include "engine/natural/people_network.h"
#include "page_tables.h"
#include "query/groups/name_table.h"
#include "query/run/query_result.h"
#include "web/api.h"
#include "web/site/name_spans.h"

/* --- Adding to a database that is served: uploaded files, and games played on the page -------- */

const struct msg INTAKE_NOT_ALLOWED = {
    "cannot add records: the server was started without --allow-import",
    "追加できません。サーバーは --allow-import なしで動いています"};
static const struct msg BY_POST = {"this changes a database; use POST",
                                   "データベースを変更する要求は POST で送ってください"};
static const struct msg WHICH_DB = {"missing database to add to; use db=NAME",
                                    "追加先のデータベースを db=NAME で指定してください"};
static const struct msg ANOTHER = {"another import is running; try again when it is done",
                                   "別の取り込みの最中です。終わってからやり直してください"};
static const struct msg LOCKED = {
    "%1 is being written by another process; try again when it is done",
    "%1 は別のプロセスが書き込み中です。終わってからやり直してください"};
static const struct msg CANNOT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg NO_GAME = {"no complete game in the record", "完結した対局がありません"};

enum status intake_allowed(struct api_call *call, struct err *err)
{
    if (!call->site->intake.allowed) {
        call->reply->status = 403;
        return err_plain(err, STATUS_UNSUPPORTED, &INTAKE_NOT_ALLOWED);
    }
    if (call->request->method != HTTP_POST)
        return err_plain(err, STATUS_RANGE, &BY_POST);
    return STATUS_OK;
}

enum status intake_admit(struct api_call *call, uint32_t *which, struct err *err)
{
    struct api_databases in = {0};
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = api_databases(call, &in, err);
    if (st == STATUS_OK && in.count != 1)
        st = err_plain(err, STATUS_RANGE, &WHICH_DB);
    *which = in.first;
    return st;
}

/* Where files are is nobody's business: of a path its last name is left. */
static void hide_folders(char *text, size_t room)
{
    const char *slash = strrchr(text, '/');
    if (slash)
        memmove(text, slash + 1, room - (size_t)(slash + 1 - text));
}

enum status intake_explain(struct api_call *call, uint32_t which, enum status st, struct err *err)
{
    struct span name = call->site->names[which];
    char reason[ERR_ARG_BYTES];
    if (st == STATUS_IO && err->what == &MANIFEST_LOCKED) {
        call->reply->status = 409;
        return err_set(err, STATUS_IO, &LOCKED, name, SPAN(""));
    }
    if (st != STATUS_IO && st != STATUS_SYNTAX)
        return st;
    memcpy(reason, err->arg[1], sizeof reason); /* errno's, where it was that */
    if (st == STATUS_IO && reason[0] && !strchr(reason, '/'))
        return err_set(err, STATUS_IO, &CANNOT_WRITE, name, span_of(reason));
    hide_folders(err->arg[0], sizeof err->arg[0]);
    hide_folders(err->arg[1], sizeof err->arg[1]);
    hide_folders(err->file, sizeof err->file);
    err->code = STATUS_IO; /* of what is stored: no mistake of whoever sent it */
    return STATUS_IO;
}

enum status intake_claim(struct api_call *call, struct err *err)
{
    if (!atomic_exchange(&call->site->intake.busy, true))
        return STATUS_OK;
    call->reply->status = 409;
    return err_plain(err, STATUS_LIMIT, &ANOTHER);
}

void intake_release(struct api_call *call)
{
    atomic_store(&call->site->intake.busy, false);
    served_look_again(&call->site->served);
}

enum status intake_begin(struct api_call *call, uint32_t which, const struct import_options *opt,
                         const struct import_events *events, struct importer **out, struct err *err)
{
    struct intake *intake = &call->site->intake;
    *out = NULL;
    enum status st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    struct import_options with = *opt;
    atomic_store(&intake->stop, false);
    with.cancelled = &intake->stop;
    with.game = call->site->game;
    st = importer_open(out, call->site->served.paths[which], &with, events, err);
    if (st != STATUS_OK) {
        atomic_store(&intake->busy, false);
        return intake_explain(call, which, st, err);
    }
    return STATUS_OK;
}

void intake_set_number(struct api_call *call, uint64_t number)
{
    struct intake *intake = &call->site->intake;
    pthread_mutex_lock(&intake->lock);
    intake->number = number;
    atomic_store(&intake->stop, false);
    pthread_mutex_unlock(&intake->lock);
}

bool intake_stop(struct api_call *call, uint64_t number)
{
    struct intake *intake = &call->site->intake;
    pthread_mutex_lock(&intake->lock);
    bool found = number && intake->number == number;
    if (found)
        atomic_store(&intake->stop, true);
    pthread_mutex_unlock(&intake->lock);
    return found;
}

void intake_end(struct api_call *call, struct importer *importer)
{
    importer_close(importer);
    intake_set_number(call, 0);
    atomic_store(&call->site->intake.busy, false);
    served_look_again(&call->site->served);
}

/* --- One game -------------------------------------------------------------------------------- */

struct added_game {
    struct db_add_result result;
    unsigned count;
};

static void note_game(void *ctx, const struct db_add_result *result)
{
    struct added_game *k = ctx;
    k->result = *result;
    k->count++;
}

static void respond_added(struct api_call *call, uint32_t which, const struct added_game *k)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_str(j, "db", call->site->names[which]);
    json_key_u64(j, "game", k->result.id);
    json_key_bool(j, "added", k->result.what == ADDED_NEW);
    json_end(j);
    json_line(j);
}

enum status intake_keep(struct api_call *call, struct span record, struct span label,
                        struct err *err)
{
    struct added_game kept = {0};
    const struct import_options opt = {.threads = 1};
    const struct import_events events = {.ctx = &kept, .added = note_game};
    struct importer *importer;
    uint32_t which;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK)
        st = intake_begin(call, which, &opt, &events, &importer, err);
    if (st != STATUS_OK)
        return st;
    st = importer_run_bytes(importer, label, record, false, err);
    if (st == STATUS_OK && kept.count != 1)
        st = err_plain(err, STATUS_RANGE, &NO_GAME);
    else if (st == STATUS_OK)
        st = importer_commit(importer, err);
    intake_end(call, importer);
    if (st != STATUS_OK)
        return intake_explain(call, which, st, err);
    respond_added(call, which, &kept);
    return STATUS_OK;
}

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

enum status site_open_cluster(struct site *s, const char *version, const char *const *paths,
                              const char *const *elsewhere, uint32_t count,
                              const struct cluster *cluster, struct err *err)
{
    *s = (struct site){.version = version};
    pthread_mutex_init(&s->intake.lock, NULL);
    pthread_mutex_init(&s->networks.lock, NULL);
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
        st = name_spans_open(&s->name_spans, &s->served, err);
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
    pthread_mutex_destroy(&s->intake.lock);
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
