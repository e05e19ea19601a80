/* api_names.c: /api/names and /api/tags: all names, and those that begin with what was typed. */
#include "base/alloc.h"
#include "query/groups/name_table.h"
#include "view/report/named_json.h"
#include "web/api.h"
#include "web/site/name_spans.h"

enum { USUAL_NAMES = 10, MAX_NAMES = 1000, USUAL_TAGS = 200 };

const uint64_t *api_games_of_names(struct api_call *call, const struct api_databases *in)
{
    struct site *site = call->site;
    uint64_t *games = arena_alloc_array(&call->arena, call->named->count + 1, sizeof *games);
    if (!games || !site->name_spans || site->shards || !call->snapshot)
        return NULL;
    name_spans_want(site->name_spans, call->snapshot); /* they will be asked for soon */
    return name_spans_games(site->name_spans, call->snapshot, in->first, in->count, games) ? games
                                                                                           : NULL;
}

void api_add_games(struct json *j, const uint64_t *games)
{
    json_key(j, "games");
    if (games && *games != UINT64_MAX)
        json_u64(j, *games);
    else
        json_null_value(j);
}

/* The members of a definition that are not in every row. */
static void add_definition(struct json *j, const struct named_query *n)
{
    json_key_str(j, "group", n->group);
    json_key(j, "labels");
    json_open_array(j);
    for (uint32_t k = 0; k < n->label_count; k++)
        json_str(j, n->labels[k]);
    json_end(j);
    if (n->mirrored)
        json_key_bool(j, "mirrored", true);
}

static void list_all(struct api_call *call, const struct api_databases *in)
{
    const struct named_queries *named = call->named;
    const uint64_t *games = api_games_of_names(call, in);
    struct json *j = &call->json;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_open_object(j);
    json_key(j, "names");
    json_open_array(j);
    for (size_t i = 0; i < named->count; i++) {
        buf_clear(&word);
        named_add_word(&named->at[i], &word);
        json_open_object(j);
        add_definition(j, &named->at[i]);
        named_members_to_json(j, &named->at[i]);
        json_key_str(j, "word", buf_span(&word));
        api_add_games(j, games ? &games[i] : NULL);
        json_end(j);
    }
    json_end(j);
    json_key_bool(j, "whole", games != NULL);
    json_end(j);
    json_line(j);
    buf_release(&word);
}

/* --- Names by what was typed ------------------------------------------------------------------ */

struct table_request {
    struct api_call *call;
    const struct api_databases *in;
};

static enum status make_table(void *ctx, struct shared_value *out, struct err *err)
{
    const struct table_request *t = ctx;
    struct name_table *table;
    enum status st = name_table_open(&table, t->call->named, t->in->dbs, t->in->count, err);
    if (st == STATUS_OK)
        *out = (struct shared_value){.value = table, .bytes = name_table_bytes(table)};
    return st;
}

static enum status get_table(struct api_call *call, const struct api_databases *in,
                             struct shared_entry **out, struct err *err)
{
    struct table_request t = {call, in};
    const struct shared_request request = {
        .make = make_table, .ctx = &t, .cancelled = call->request->cancelled};
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_printf(&key, "%llu %u %u",
               (unsigned long long)(call->snapshot ? call->snapshot->number : 0), in->first,
               in->count);
    enum status st = buf_status(&key) == STATUS_OK
                         ? shared_cache_get(call->site->tables, buf_span(&key), &request, out, err)
                         : err_nomem(err);
    buf_release(&key);
    return api_stored(st, err);
}

static void add_row(struct api_call *call, const struct name_row *row, const uint64_t *games)
{
    struct json *j = &call->json;
    json_open_object(j);
    if (row->definition != UINT32_MAX) {
        const struct named_query *n = &call->named->at[row->definition];
        add_definition(j, n);
        named_members_to_json(j, n);
    } else {
        json_key_str(j, "name", row->name);
        json_key_str(j, "kind", row->group);
        titles_to_json(j, row->en, row->ja);
        json_key_str(j, "query", row->word);
    }
    json_key_str(j, "word", row->word);
    if (row->definition == UINT32_MAX)
        json_key_u64(j, "games", row->games);
    else
        api_add_games(j, games ? &games[row->definition] : NULL);
    json_end(j);
}

static enum status list_fitting(struct api_call *call, const struct api_databases *in,
                                const struct name_table *table, uint32_t limit, struct err *err)
{
    const struct name_row *rows[MAX_NAMES];
    const uint64_t *games = api_games_of_names(call, in);
    struct span prefix = api_text(call, "prefix");
    struct json *j = &call->json;
    uint32_t count, total;
    enum status st = name_table_find(table, prefix, rows, limit, &count, &total, err);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key_str(j, "prefix", prefix);
    json_key_u64(j, "total", total);
    json_key(j, "names");
    json_open_array(j);
    for (uint32_t i = 0; i < count; i++)
        add_row(call, rows[i], games);
    json_end(j);
    json_key_bool(j, "whole", games != NULL);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

static bool has_argument(const struct api_call *call, const char *name)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (span_eq(call->args[i].name, span_of(name)))
            return true;
    return false;
}

enum status api_names(struct api_call *call, struct err *err)
{
    struct api_databases in;
    struct shared_entry *entry = NULL;
    uint64_t limit;
    enum status st = api_databases(call, &in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", MAX_NAMES, USUAL_NAMES, &limit, err);
    if (st != STATUS_OK)
        return st;
    if (!has_argument(call, "prefix") && !has_argument(call, "limit")) {
        list_all(call, &in);
        return STATUS_OK;
    }
    st = get_table(call, &in, &entry, err);
    if (st == STATUS_OK)
        st = list_fitting(call, &in, entry->value, (uint32_t)limit, err);
    shared_cache_release(call->site->tables, entry);
    return st;
}

/* --- Tags ------------------------------------------------------------------------------------- */

static enum status list_tags(struct api_call *call, const struct name_table *table, uint32_t limit,
                             struct err *err)
{
    const struct name_row *rows[MAX_NAMES];
    struct json *j = &call->json;
    uint32_t count, total;
    enum status st = name_table_list(table, NAME_TAG, rows, limit, &count, &total, err);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key_u64(j, "total", total);
    json_key(j, "tags");
    json_open_array(j);
    for (uint32_t i = 0; i < count; i++) {
        json_open_object(j);
        json_key_str(j, "tag", rows[i]->name);
        json_key_u64(j, "games", rows[i]->games);
        json_key_str(j, "query", rows[i]->word);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

enum status api_tags(struct api_call *call, struct err *err)
{
    struct api_databases in;
    struct shared_entry *entry = NULL;
    uint64_t limit;
    enum status st = api_databases(call, &in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", MAX_NAMES, USUAL_TAGS, &limit, err);
    if (st == STATUS_OK)
        st = get_table(call, &in, &entry, err);
    if (st == STATUS_OK)
        st = list_tags(call, entry->value, (uint32_t)limit, err);
    shared_cache_release(call->site->tables, entry);
    return st;
}
