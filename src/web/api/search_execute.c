/* search_execute.c: what a request asks for, read off what its query found: kept from a request before
 * (base/work/shared_cache.h) or found now, by this process alone or, if the site has shards, by all of them,
 * and then how many did.  Routes see no difference: the answers are the same. */
#include "base/alloc.h"
#include "cluster/query_parts.h"
#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "query/run/query_result.h"
#include "web/api/search_request.h"
#include "web/site/facet_names.h"
#include "web/site/name_spans.h"

static const struct msg NOT_WHOLE = {
    "only %1 of %2 processes answered in time; try again",
    "%2 のうち %1 プロセスしか時間内に応答しませんでした。やり直してください"};

/* An export has this many times the time of other requests: it is read to the end, not looked at.
 */
enum { WHOLE_TIMES = 6 };

/* What is left of the time for the whole request. */
static uint32_t ms_left(const struct search_request *a)
{
    double all =
        a->call->site->shards->deadline_ms * (a->must_be_whole ? (double)WHOLE_TIMES : 1.0);
    double left = all - search_request_seconds(a) * 1e3;
    return left > SHARD_MAX_MS ? SHARD_MAX_MS : left > 1 ? (uint32_t)left : 1;
}

/* Of several rounds the one with the fewest answers counts. */
static enum status note_seen(struct search_request *a, const struct shards_seen *seen,
                             struct err *err)
{
    if (a->seen.of == 0 || seen->answered < a->seen.answered)
        a->seen = *seen;
    if (!a->must_be_whole || seen->answered == seen->of)
        return STATUS_OK;
    struct buf numbers[2];
    buf_init(&numbers[0], 32);
    buf_init(&numbers[1], 32);
    buf_add_u64(&numbers[0], seen->answered);
    buf_add_u64(&numbers[1], seen->of);
    err_set(err, STATUS_IO, &NOT_WHOLE, buf_span(&numbers[0]), buf_span(&numbers[1]));
    buf_release(&numbers[0]);
    buf_release(&numbers[1]);
    return STATUS_IO;
}

static enum status request_all(struct search_request *a, struct shard_request *q,
                               struct shard_parts *parts, struct err *err)
{
    q->first = a->in.first;
    q->count = a->in.count;
    q->query = a->text;
    enum status st =
        shards_request(a->call->site->shards, q, ms_left(a), a->options.cancelled, parts, err);
    return st == STATUS_OK ? note_seen(a, &parts->seen, err) : st;
}

void search_add_shards(const struct search_request *a, struct json *j)
{
    shards_seen_to_json(&a->seen, j);
}

/* --- What is kept ----------------------------------------------------------------------------- */

static double deadline_of(const struct search_request *a)
{
    return a->ms ? a->began + (double)a->ms * 1e-3 : 0;
}

/* Nothing is left to keep if it is too much. */
static enum status make_result(void *ctx, struct shared_value *out, struct err *err)
{
    const struct search_request *a = ctx;
    struct search_options opt = a->options;
    struct query_result *result = mem_calloc(1, sizeof *result);
    if (!result)
        return err_nomem(err);
    opt.deadline = deadline_of(a);
    enum status status =
        query_run(result, &a->query, a->in.dbs, a->in.count, &opt, KEEP_SPANS, err);
    if (status == STATUS_OK && !result->too_much)
        *out = (struct shared_value){.value = result,
                                     .bytes = query_result_bytes(result),
                                     .incomplete = result->looked_at < 1};
    else
        site_free_result(result);
    return status;
}

static const struct query_result *result_of(const struct shared_entry *kept)
{
    return kept->value;
}

/* What the query found, once for all that the page wants to know about it.  *out is NULL if it is
 * not kept, and each request runs the query for itself: without a cache, with variations, ranked, or
 * if it is too much.  Given back with give_back(). */
static enum status find_kept(struct search_request *a, struct shared_entry **out, struct err *err)
{
    const struct snapshot *now = a->call->snapshot; /* NULL: there are no databases */
    struct buf key;
    *out = NULL;
    if (!a->call->site->results || !now || a->options.lines || query_ranked(&a->query))
        return STATUS_OK;
    /* which databases, as they are when, and the query in its usual form */
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_printf(&key, "%llu %u %u ", (unsigned long long)now->games, a->in.first, a->in.count);
    api_key_found(&a->query, &a->in, &key);
    query_print(&a->query, &key);
    if (query_is_sided(&a->query)) { /* who plays is not in the usual form */
        buf_add_str(&key, "\nas ");
        buf_add_span(&key, a->text);
    }
    const struct shared_request request = {.make = make_result,
                                           .ctx = a,
                                           .cancelled = a->options.cancelled,
                                           .accept_incomplete = a->ms != 0};
    enum status st =
        buf_status(&key) == STATUS_OK
            ? shared_cache_get(a->call->site->results, buf_span(&key), &request, out, err)
            : err_nomem(err);
    buf_release(&key);
    if (st == STATUS_OK && *out)
        a->looked_at = result_of(*out)->looked_at;
    return st;
}

/* The same for hits and moves: what a whole position or the metadata alone can tell is quicker
 * found anew. */
static enum status find_walked(struct search_request *a, struct shared_entry **out, struct err *err)
{
    uint32_t exact;
    *out = NULL;
    return plan_kind_of(&a->query, &exact) == PLAN_WALK ? find_kept(a, out, err) : STATUS_OK;
}

static void give_back(const struct search_request *a, struct shared_entry *kept)
{
    if (kept)
        shared_cache_release(a->call->site->results, kept);
}

/* --- Hits ------------------------------------------------------------------------------------- */

static enum status hits_of_shards(struct search_request *a, struct hits *out, struct err *err)
{
    struct shard_parts parts;
    struct shard_request q = {.kind = SHARD_GET_HITS,
                              .lines = a->options.lines,
                              .counts = a->options.count,
                              .limit = a->options.limit,
                              .offset = a->options.offset,
                              .order = a->options.order};
    enum status st = request_all(a, &q, &parts, err);
    if (st == STATUS_OK)
        st = search_merge(&a->query, a->in.dbs, a->in.count, &a->options, parts.at, parts.count,
                          out, err);
    shard_parts_release(&parts);
    return st;
}

enum status search_execute_hits(struct search_request *a, struct hits *out, struct err *err)
{
    struct shared_entry *kept;
    *out = (struct hits){0};
    if (a->call->site->shards)
        return api_stored(hits_of_shards(a, out, err), err);
    enum status st = find_walked(a, &kept, err);
    if (st == STATUS_OK && kept)
        st = query_result_hits(result_of(kept), a->in.dbs, a->in.count, &a->options, out, err);
    else if (st == STATUS_OK)
        st = search_run(&a->query, a->in.dbs, a->in.count, &a->options, out, err);
    give_back(a, kept);
    return api_stored(st, err);
}

/* --- Next moves ------------------------------------------------------------------------------- */

static enum status add_numbers(const struct shard_parts *parts, uint64_t *sums, uint64_t *room,
                               size_t count, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < parts->count && st == STATUS_OK; i++) {
        size_t n = 0;
        st = numbers_read(parts->at[i], room, count, &n, err);
        if (st == STATUS_OK && n != count)
            st = reduction_damaged(err);
        for (size_t k = 0; k < count && st == STATUS_OK; k++)
            sums[k] += room[k];
    }
    return st;
}

/* Games that reach the position after a row in another way may be anybody's, so all are asked once
 * more. */
static enum status request_after(struct search_request *a, struct moves_table *table,
                                 struct err *err)
{
    struct shard_parts parts = {0};
    struct shard_request q = {.kind = SHARD_GET_AFTER, .rows = *table};
    uint64_t *sums = mem_calloc(table->count, sizeof *sums);
    uint64_t *room = mem_calloc(table->count, sizeof *room);
    enum status st = sums && room ? request_all(a, &q, &parts, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = add_numbers(&parts, sums, room, table->count, err);
    if (st == STATUS_OK)
        moves_set_after(table, sums);
    shard_parts_release(&parts);
    mem_free(sums);
    mem_free(room);
    return st;
}

static enum status moves_of_shards(struct search_request *a, struct moves_table *out,
                                   struct err *err)
{
    struct shard_parts parts;
    struct shard_request q = {
        .kind = SHARD_GET_MOVES, .years = a->options.by_years, .at = a->options.at};
    enum status st = request_all(a, &q, &parts, err);
    if (st == STATUS_OK)
        st = moves_merge(parts.at, parts.count, out, err);
    shard_parts_release(&parts);
    if (st == STATUS_OK && moves_wants_after(&a->query, &a->options, out))
        st = request_after(a, out, err);
    return st;
}

enum status search_execute_moves(struct search_request *a, struct moves_table *out, struct err *err)
{
    struct shared_entry *kept = NULL;
    struct search_options opt = a->options;
    opt.deadline = deadline_of(a);
    *out = (struct moves_table){0};
    if (a->call->site->shards)
        return api_stored(moves_of_shards(a, out, err), err);
    enum status st = STATUS_OK;
    if (query_tells_moves(&a->query) && !opt.by_years)
        st = find_walked(a, &kept, err);
    if (st == STATUS_OK && kept)
        st = query_result_moves(result_of(kept), &a->query, a->in.dbs, a->in.count, &opt, out, err);
    else if (st == STATUS_OK)
        st = moves_run(&a->query, a->in.dbs, a->in.count, &opt, out, err);
    a->looked_at = out->looked_at;
    give_back(a, kept);
    return api_stored(st, err);
}

/* --- Facets ----------------------------------------------------------------------------------- */

/* Names live in the parts, so these are kept in the answer's arena. */
static enum status keep_names(const struct search_request *a, struct facets *f, struct err *err)
{
    for (size_t i = 0; i < f->player_count; i++)
        if (!arena_copy(&a->call->arena, f->players[i].name, &f->players[i].name))
            return err_nomem(err);
    return STATUS_OK;
}

static enum status facets_of_shards(struct search_request *a, struct facets *f, struct err *err)
{
    struct shard_parts parts;
    struct shard_request q = {.kind = SHARD_GET_FACETS, .limit = UINT64_MAX};
    enum status st = request_all(a, &q, &parts, err);
    for (uint32_t i = 0; i < parts.count && st == STATUS_OK; i++)
        st = facets_from_bytes(f, parts.at[i], err);
    if (st == STATUS_OK) {
        facets_finish(f);
        f->player_count = f->player_count < FACET_MAX_PLAYERS ? f->player_count : FACET_MAX_PLAYERS;
        st = keep_names(a, f, err);
    }
    shard_parts_release(&parts);
    return st;
}

static enum status facets_of_result(struct search_request *a, struct facets *f, struct err *err)
{
    struct shared_entry *kept;
    struct query_result games = {0};
    enum status st = find_kept(a, &kept, err);
    if (st == STATUS_OK && !kept)
        st = query_run(&games, &a->query, a->in.dbs, a->in.count, &a->options, KEEP_GAMES, err);
    if (st == STATUS_OK)
        st = facets_count(f, a->in.dbs, a->in.count, kept ? result_of(kept) : &games, err);
    give_back(a, kept);
    query_result_release(&games);
    if (st == STATUS_OK)
        facets_finish(f);
    return st;
}

enum status search_execute_facets(struct search_request *a, struct facets *f, struct err *err)
{
    a->options.lines = false;
    return api_stored(
        a->call->site->shards ? facets_of_shards(a, f, err) : facets_of_result(a, f, err), err);
}

/* --- Names ------------------------------------------------------------------------------------ */

/* A name counts if all who answered had time for it. */
static enum status add_names(const struct shard_parts *parts, uint64_t *games, uint64_t *room,
                             size_t count, size_t *done, struct err *err)
{
    enum status st = STATUS_OK;
    *done = count;
    for (uint32_t i = 0; i < parts->count && st == STATUS_OK; i++) {
        size_t n = 0;
        st = numbers_read(parts->at[i], room, count, &n, err);
        *done = n < *done ? n : *done;
        for (size_t k = 0; k < n && st == STATUS_OK; k++)
            games[k] = (i ? games[k] : 0) + room[k];
    }
    return st;
}

static enum status names_of_shards(struct search_request *a, uint64_t ms, uint64_t *games,
                                   size_t *done, struct err *err)
{
    size_t count = a->call->named->count;
    struct shard_parts parts = {0};
    struct shard_request q = {
        .kind = SHARD_GET_NAMES, .lines = a->options.lines, .ms = (uint32_t)ms};
    uint64_t *room = mem_calloc(count + 1, sizeof *room);
    enum status st = room ? request_all(a, &q, &parts, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = add_names(&parts, games, room, count, done, err);
    shard_parts_release(&parts);
    mem_free(room);
    return st;
}

/* From the spans of all names, if they are known by now. */
static enum status count_names(struct search_request *a, uint64_t *games, bool *done,
                               struct err *err)
{
    const struct site *site = a->call->site;
    struct shared_entry *kept = NULL;
    bool of_games = query_is_of_games(&a->query);
    *done = false;
    if (!site->name_spans || !a->call->snapshot || a->options.lines || query_ranked(&a->query) ||
        (of_games && query_has_turn(&a->query, a->query.root)))
        return STATUS_OK;
    name_spans_want(site->name_spans, a->call->snapshot);
    enum status st = find_kept(a, &kept, err);
    if (st == STATUS_OK && kept)
        *done = name_spans_count(site->name_spans, a->call->snapshot, a->in.first, result_of(kept),
                                 of_games, games);
    give_back(a, kept);
    return st;
}

enum status search_execute_names(struct search_request *a, uint64_t ms, uint64_t *games,
                                 size_t *done, struct err *err)
{
    const struct site *site = a->call->site;
    const struct facet_names names = {.game = site->game,
                                      .named = a->call->named,
                                      .query = a->text,
                                      .dbs = a->in.dbs,
                                      .count = a->in.count,
                                      .options = a->options,
                                      .ms = ms};
    bool counted = false;
    if (site->shards)
        return api_stored(names_of_shards(a, ms, games, done, err), err);
    enum status st = count_names(a, games, &counted, err);
    *done = a->call->named->count;
    if (st == STATUS_OK && !counted)
        st = facet_names_count(&names, games, done, err);
    return api_stored(st, err);
}
