/* api_saved.c: /api/searches: the searches that are saved in the databases.
 *
 * They are lines of a database's names.txt (db/db_names.h).  Who may import may save and delete, by
 * POST and one request at a time (site.h); the next request sees the change (served.h). */
#include "base/alloc.h"
#include "db/db_names.h"
#include "query/plan/db_lookup.h"
#include "view/report/named_json.h"
#include "web/api.h"
#include "web/site/name_spans.h"

/* Whether a definition stands in the names.txt of that database. */
static bool is_of_database(const struct named_query *n, const struct db *db)
{
    struct buf path;
    struct err ignored;
    bool same =
        db_names_path(db->path, &path, &ignored) == STATUS_OK && span_eq(n->file, buf_span(&path));
    buf_release(&path);
    return same;
}

static void add_search(struct api_call *call, const struct named_query *n, uint32_t which,
                       const uint64_t *games)
{
    struct json *j = &call->json;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    named_add_word(n, &word);
    json_open_object(j);
    json_key_str(j, "db", call->site->names[which]);
    named_members_to_json(j, n);
    json_key_str(j, "word", buf_span(&word));
    api_add_games(j, games);
    json_end(j);
    buf_release(&word);
}

enum status api_searches(struct api_call *call, struct err *err)
{
    const struct named_queries *named = call->named;
    struct api_databases in;
    struct json *j = &call->json;
    enum status st = api_databases(call, &in, err);
    if (st != STATUS_OK)
        return st;
    const uint64_t *games = api_games_of_names(call, &in);
    json_open_object(j);
    json_key(j, "searches");
    json_open_array(j);
    for (size_t i = 0; i < named->count; i++)
        for (uint32_t d = 0; named->at[i].group.n == 0 && d < in.count; d++)
            if (is_of_database(&named->at[i], in.dbs[d]))
                add_search(call, &named->at[i], in.first + d, games ? &games[i] : NULL);
    json_end(j);
    json_key_bool(j, "whole", games != NULL);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

/* --- Changing them ---------------------------------------------------------------------------- */

struct saved_request {
    struct api_call *call;
    uint32_t which;
    struct span name, query;
};

/* "mine" and "@mine" are the same name. */
static enum status admit(struct saved_request *r, struct err *err)
{
    static const struct msg in_parts = {"a server of several processes does not save searches",
                                        "複数プロセスのサーバーでは検索を保存できません"};
    static const struct msg no_name = {"missing name of the search", "検索の名前がありません"};
    enum status st = intake_admit(r->call, &r->which, err);
    r->name = span_trim(api_text(r->call, "name"));
    r->query = span_trim(api_text(r->call, "query"));
    (void)span_eat(&r->name, SPAN("@"));
    if (st == STATUS_OK && r->call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &in_parts);
    if (st == STATUS_OK && r->name.n == 0)
        st = err_plain(err, STATUS_RANGE, &no_name);
    return st;
}

/* All names with the new one in its place. */
static enum status add_new(const struct saved_request *r, struct named_queries *out,
                           struct err *err)
{
    const struct named_queries *now = r->call->named;
    struct buf line;
    out->at = mem_alloc((now->count + 1) * sizeof *out->at);
    if (!out->at)
        return err_nomem(err);
    if (now->count)
        memcpy(out->at, now->at, now->count * sizeof *out->at);
    out->count = now->count;
    out->cap = now->count + 1;
    buf_init(&line, BUF_DEFAULT_MAX);
    buf_add_char(&line, '@');
    buf_add_span(&line, r->name);
    buf_add_str(&line, " : ");
    db_names_add_query(r->query, &line);
    enum status st = buf_status(&line) == STATUS_OK
                         ? named_add_text(out, buf_span(&line), SPAN(""), err)
                         : err_nomem(err);
    buf_release(&line);
    return st;
}

/* A query that cannot be read is not saved, be it because the new name would stand for itself. */
static enum status check_query(const struct saved_request *r, struct err *err)
{
    struct db *const *dbs = &r->call->snapshot->dbs[r->which];
    struct named_queries with;
    struct query q;
    enum status st =
        db_lookup_parse(&q, r->call->site->game, r->call->named, r->query, dbs, 1, err);
    query_release(&q);
    if (st != STATUS_OK || !db_names_allowed(r->name)) /* which is reported when it is written */
        return st;
    named_init(&with);
    st = add_new(r, &with, err);
    if (st == STATUS_OK) {
        st = db_lookup_parse(&q, r->call->site->game, &with, r->query, dbs, 1, err);
        query_release(&q);
    }
    named_release(&with);
    return st;
}

static enum status change(const struct saved_request *r, bool save, struct err *err)
{
    const char *path = r->call->site->served.paths[r->which];
    enum status st = intake_claim(r->call, err);
    if (st != STATUS_OK)
        return st;
    st = save ? db_names_save(path, r->name, r->query, err) : db_names_remove(path, r->name, err);
    intake_release(r->call);
    return intake_explain(r->call, r->which, st, err);
}

static void respond(const struct saved_request *r, bool save)
{
    struct json *j = &r->call->json;
    struct buf query;
    buf_init(&query, BUF_DEFAULT_MAX);
    db_names_add_query(r->query, &query);
    json_open_object(j);
    json_key_str(j, "db", r->call->site->names[r->which]);
    json_key_str(j, "name", r->name);
    if (save)
        json_key_str(j, "query", buf_span(&query));
    json_key_bool(j, "saved", save);
    json_end(j);
    json_line(j);
    buf_release(&query);
}

enum status api_searches_save(struct api_call *call, struct err *err)
{
    struct saved_request r = {.call = call};
    enum status st = admit(&r, err);
    if (st == STATUS_OK)
        st = check_query(&r, err);
    if (st == STATUS_OK)
        st = change(&r, true, err);
    if (st == STATUS_OK)
        respond(&r, true);
    return st;
}

enum status api_searches_delete(struct api_call *call, struct err *err)
{
    struct saved_request r = {.call = call};
    enum status st = admit(&r, err);
    if (st == STATUS_OK)
        st = change(&r, false, err);
    if (st == STATUS_OK)
        respond(&r, false);
    return st;
}
