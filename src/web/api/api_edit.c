/* api_edit.c: /api/tag, /api/edit and /api/remove: tags and headers of games, changed beside their
 * records, and games taken out.
 *
 * Who may import may change these, by POST and one request at a time (site.h).  The next request
 * sees the change: it is another state of the database, under which nothing is cached yet. */
#include "base/alloc.h"
#include "base/text/num.h"
#include "db/db_edits.h"
#include "db/db_writer.h"
#include "db/edit_games.h"
#include "query/run/query_result.h"
#include "web/api/search_request.h"

enum { MAX_TAGS = 16 };

static const struct msg IN_PARTS = {"a server of several processes does not change games",
                                    "複数プロセスのサーバーでは棋譜を変更できません"};

static const struct msg NO_QUERY = {"missing query; 'ply:0' matches all games",
                                    "検索式がありません。'ply:0' は全局です"};

/* --- Tags ------------------------------------------------------------------------------------- */

struct tag_request {
    struct api_call *call;
    struct search_request search;
    struct tag_games tags[MAX_TAGS];
    size_t count;
    bool dry_run;
    uint64_t games; /* that match */
};

/* "study,to do" */
static enum status read_tags(struct tag_request *t, const char *argument, bool add, struct err *err)
{
    static const struct msg many = {"too many tags; at most 16", "タグは 16 個までです"};
    struct span rest = api_text(t->call, argument);
    while (rest.n) {
        const char *comma = memchr(rest.p, ',', rest.n);
        size_t n = comma ? (size_t)(comma - rest.p) : rest.n;
        if (t->count == MAX_TAGS)
            return err_plain(err, STATUS_LIMIT, &many);
        t->tags[t->count++] =
            (struct tag_games){.name = span_trim(span_make(rest.p, n)), .add = add};
        rest = span_skip(rest, comma ? n + 1 : n);
    }
    return STATUS_OK;
}

static enum status read_tag_request(struct tag_request *t, struct err *err)
{
    static const struct msg none = {"no tag to add or remove", "付け外しするタグがありません"};
    enum status st = api_flag(t->call, "dry_run", &t->dry_run, err);
    if (st == STATUS_OK)
        st = read_tags(t, "add", true, err);
    if (st == STATUS_OK)
        st = read_tags(t, "remove", false, err);
    if (st == STATUS_OK && t->count == 0)
        st = err_plain(err, STATUS_RANGE, &none);
    if (st == STATUS_OK && span_trim(api_text(t->call, "query")).n == 0)
        st = err_plain(err, STATUS_RANGE, &NO_QUERY);
    return st == STATUS_OK ? tag_games_check(t->tags, t->count, err) : st;
}

static enum status find_tagged(struct tag_request *t, struct err *err)
{
    const struct search_request *q = &t->search;
    struct query_result games = {0};
    enum status st =
        query_run(&games, &q->query, q->in.dbs, q->in.count, &q->options, KEEP_GAMES, err);
    t->games = games.games;
    for (uint32_t i = 0; st == STATUS_OK && i < q->in.dbs[0]->segment_count; i++)
        st = tag_games_find(t->tags, t->count, &q->in.dbs[0]->segments[i], games.parts[i].games,
                            err);
    query_result_release(&games);
    return api_stored(st, err);
}

static void respond_tagged(struct tag_request *t, uint32_t which)
{
    struct json *j = &t->call->json;
    json_open_object(j);
    json_key_str(j, "db", t->call->site->names[which]);
    json_key_u64(j, "games", t->games);
    json_key(j, "tags");
    json_open_array(j);
    for (size_t i = 0; i < t->count; i++) {
        json_open_object(j);
        json_key_str(j, "tag", t->tags[i].name);
        json_key_cstr(j, "change", t->tags[i].add ? "add" : "remove");
        json_key_u64(j, "games", t->tags[i].count);
        json_end(j);
    }
    json_end(j);
    json_key_bool(j, "dry_run", t->dry_run);
    json_end(j);
    json_line(j);
}

static enum status change_tags(struct tag_request *t, uint32_t which, struct err *err)
{
    enum status st = find_tagged(t, err);
    if (st != STATUS_OK || t->dry_run)
        return st;
    st = intake_claim(t->call, err);
    if (st != STATUS_OK)
        return st;
    st = tag_games_write(t->tags, t->count, t->call->site->served.paths[which],
                         t->call->request->cancelled, err);
    intake_release(t->call);
    return intake_explain(t->call, which, st, err);
}

enum status api_tag(struct api_call *call, struct err *err)
{
    struct tag_request t = {.call = call};
    uint32_t which = 0;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK && call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &IN_PARTS);
    if (st == STATUS_OK)
        st = read_tag_request(&t, err);
    if (st == STATUS_OK)
        st = search_request_read(&t.search, call, err);
    if (st == STATUS_OK) {
        st = change_tags(&t, which, err);
        if (st == STATUS_OK)
            respond_tagged(&t, which);
        search_request_release(&t.search);
    }
    tag_games_release(t.tags, t.count);
    return st;
}

/* --- Games taken out -------------------------------------------------------------------------- */

/* The ids of the games of a result, in *ids, which the caller frees. */
static enum status collect_ids(const struct query_result *games, const struct db *db,
                               uint32_t **ids, size_t *count, struct err *err)
{
    *count = 0;
    *ids = mem_calloc(games->games + 1, sizeof **ids);
    if (!*ids)
        return err_nomem(err);
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *lines = &db->segments[i].lines;
        const uint64_t *held = games->parts[i].games;
        for (uint32_t n = 0; held && n < lines->games && *count < games->games; n++)
            if (held[n / 64] >> n % 64 & 1)
                (*ids)[(*count)++] = game_id(lines, n);
    }
    return STATUS_OK;
}

static enum status remove_ids(struct api_call *call, uint32_t which, uint32_t *ids, size_t count,
                              uint32_t *removed, struct err *err)
{
    const struct db_writer_options opt = {.cancelled = call->request->cancelled};
    struct db_writer *w = NULL;
    enum status st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    st = db_writer_open(&w, call->site->served.paths[which], NULL, &opt, err);
    if (st == STATUS_OK)
        st = db_writer_remove(w, ids, count, removed, err);
    db_writer_close(w);
    intake_release(call);
    return intake_explain(call, which, st, err);
}

static enum status find_and_remove(const struct search_request *q, uint32_t which, bool dry_run,
                                   uint64_t *found, uint32_t *removed, struct err *err)
{
    struct query_result games = {0};
    uint32_t *ids = NULL;
    size_t count = 0;
    enum status st =
        query_run(&games, &q->query, q->in.dbs, q->in.count, &q->options, KEEP_GAMES, err);
    *found = games.games;
    if (st == STATUS_OK)
        st = collect_ids(&games, q->in.dbs[0], &ids, &count, err);
    st = api_stored(st, err);
    query_result_release(&games);
    if (st == STATUS_OK && count && !dry_run)
        st = remove_ids(q->call, which, ids, count, removed, err);
    mem_free(ids);
    return st;
}

enum status api_remove(struct api_call *call, struct err *err)
{
    struct search_request search;
    struct json *j = &call->json;
    uint32_t which = 0, removed = 0;
    uint64_t found = 0;
    bool dry_run = false;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK && call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &IN_PARTS);
    if (st == STATUS_OK)
        st = api_flag(call, "dry_run", &dry_run, err);
    if (st == STATUS_OK && span_trim(api_text(call, "query")).n == 0)
        st = err_plain(err, STATUS_RANGE, &NO_QUERY);
    if (st == STATUS_OK)
        st = search_request_read(&search, call, err);
    if (st != STATUS_OK)
        return st;
    st = find_and_remove(&search, which, dry_run, &found, &removed, err);
    search_request_release(&search);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key_str(j, "db", call->site->names[which]);
    json_key_u64(j, "games", found);
    json_key_u64(j, "removed", removed);
    json_key_bool(j, "dry_run", dry_run);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

/* --- Headers ---------------------------------------------------------------------------------- */

static enum status read_headers(const struct api_call *call, struct header_edit *edits,
                                size_t *count, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < call->arg_count && st == STATUS_OK; i++) {
        struct span name = call->args[i].name;
        if (span_eq(name, SPAN("game")) || span_eq(name, SPAN("original")) ||
            span_eq(name, SPAN("db")) || span_eq(name, SPAN("lang")))
            continue;
        st = header_edit_make(&edits[*count], call->site->game, name, call->args[i].value, err);
        *count += st == STATUS_OK;
    }
    return st;
}

static enum status write_headers(struct api_call *call, uint32_t which, uint64_t id, bool original,
                                 size_t *changed, struct err *err)
{
    static const struct msg none = {"nothing to change", "変えるものがありません"};
    static const struct msg no_game = {"no game %1", "%1 番の棋譜はありません"};
    struct header_edit edits[HTTP_MAX_ARGS];
    size_t count = 0;
    enum status st = read_headers(call, edits, &count, err);
    if (st == STATUS_OK && count == 0 && !original)
        st = err_plain(err, STATUS_RANGE, &none);
    if (st == STATUS_OK)
        st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    st = header_edits_write(edits, count, original, call->site->served.paths[which], (uint32_t)id,
                            changed, err);
    intake_release(call);
    if (st == STATUS_NOT_FOUND) /* its own message has the database's path */
        return err_set(err, STATUS_NOT_FOUND, &no_game, SPAN_U64(id), SPAN(""));
    return intake_explain(call, which, st, err);
}

enum status api_edit(struct api_call *call, struct err *err)
{
    uint32_t which = 0;
    uint64_t id = 0;
    size_t changed = 0;
    bool original = false;
    struct json *j = &call->json;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK && call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &IN_PARTS);
    if (st == STATUS_OK)
        st = api_number(call, "game", UINT32_MAX - 1, UINT32_MAX, &id, err);
    if (st == STATUS_OK)
        st = api_flag(call, "original", &original, err);
    if (st == STATUS_OK)
        st = write_headers(call, which, id, original, &changed, err);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key_str(j, "db", call->site->names[which]);
    json_key_u64(j, "game", id);
    json_key_u64(j, "changed", changed);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}
