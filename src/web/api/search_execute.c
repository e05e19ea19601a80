/* search_execute.c: who finds out what was asked: this process alone, or, if the site has shards, all of
 * them together, and then how many did.  Routes see no difference: the answers are the same. */
#include "base/alloc.h"
#include "cluster/query_parts.h"
#include "web/api/search_response.h"
#include "web/shards/shards.h"

static const struct msg NOT_WHOLE = {
    "only %1 of %2 processes answered in time; try again when all are there",
    "%2 のうち %1 プロセスしか時間内に応答しませんでした。すべて揃ってからお試しください"};

/* An export has this many times the time of other questions: it is read to the end, not looked at.
 */
enum { WHOLE_TIMES = 6 };

static bool is_shared(const struct search_request *a)
{
    return a->call->site->shards != NULL;
}

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

/* --- Hits ------------------------------------------------------------------------------------- */

static enum status search_shards(struct search_request *a, struct hits *out, struct err *err)
{
    struct shard_parts parts;
    struct shard_request q = {.kind = SHARD_GET_HITS,
                              .lines = a->options.lines,
                              .counts = a->options.count,
                              .limit = a->options.limit,
                              .offset = a->options.offset};
    enum status st = request_all(a, &q, &parts, err);
    if (st == STATUS_OK)
        st = search_merge(&a->query, a->in.dbs, a->in.count, &a->options, parts.at, parts.count,
                          out, err);
    shard_parts_release(&parts);
    return st;
}

enum status search_execute_hits(struct search_request *a, struct hits *out, struct err *err)
{
    *out = (struct hits){0};
    enum status st = is_shared(a) ? search_shards(a, out, err) : search_response_hits(a, out, err);
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
    struct shard_request q = {.kind = SHARD_GET_MOVES, .years = a->options.by_years};
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
    *out = (struct moves_table){0};
    enum status st =
        is_shared(a) ? moves_of_shards(a, out, err) : search_response_moves(a, out, err);
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

enum status search_execute_facets(struct search_request *a, struct facets *f, struct err *err)
{
    a->options.limit = UINT64_MAX;
    a->options.offset = 0;
    a->options.count = a->options.lines = false;
    return api_stored(
        is_shared(a) ? facets_of_shards(a, f, err) : search_response_facets(a, f, err), err);
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
    size_t count = a->call->site->named.count;
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

enum status search_execute_names(struct search_request *a, uint64_t ms, uint64_t *games,
                                 size_t *done, struct err *err)
{
    return api_stored(is_shared(a) ? names_of_shards(a, ms, games, done, err)
                                   : search_response_names(a, ms, games, done, err),
                      err);
}
