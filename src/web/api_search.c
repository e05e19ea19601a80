/* api_search.c: /api/search and /api/moves. */
#include <time.h>

#include "query/search.h"
#include "values/static_values.h"
#include "view/answer_json.h"
#include "web/api.h"

enum { USUAL_HITS = 50, MAX_HITS = 10000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What both are asked. */
struct question {
    struct query query;
    struct api_databases in;
    struct search_options options;
    struct static_values *values;
    double began;
};

static void release_question(struct question *q)
{
    static_values_close(q->values);
    query_release(&q->query);
}

/* Released with release_question() if STATUS_OK. */
static enum status read_question(struct api_call *call, struct question *q, struct err *err)
{
    uint64_t limit, offset;
    *q = (struct question){.began = now()};
    enum status st = api_databases(call, &q->in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", MAX_HITS, USUAL_HITS, &limit, err);
    if (st == STATUS_OK)
        st = api_number(call, "offset", UINT32_MAX, 0, &offset, err);
    if (st == STATUS_OK)
        st = api_flag(call, "lines", &q->options.lines, err);
    if (st != STATUS_OK)
        return st;
    q->options.limit = limit;
    q->options.offset = offset;
    q->options.count = limit == 0;
    q->options.cancelled = call->request->cancelled;
    st = query_parse(&q->query, call->site->game, &call->site->named, api_text(call, "query"), err);
    if (st == STATUS_OK)
        st = static_values_for(&q->values, &q->query, err);
    q->options.values = static_values_hook(q->values);
    if (st != STATUS_OK)
        release_question(q);
    return st;
}

static enum status add_hit(struct api_call *call, const struct question *q, const struct hit *hit,
                           struct err *err)
{
    const struct site *site = call->site;
    const struct db_segment *segment = &q->in.dbs[hit->db]->segments[hit->segment];
    struct game_summary summary;
    enum status st = metadata_summary(segment->metadata, hit->number, &call->arena, &summary, err);
    if (st == STATUS_OK)
        hit_to_json(&call->json, site->game, site->names[q->in.first + hit->db], hit, &summary);
    return api_stored(st, err);
}

static enum status add_hits(struct api_call *call, const struct question *q,
                            const struct hits *hits, struct err *err)
{
    struct json *j = &call->json;
    enum status st = STATUS_OK;
    json_open_object(j);
    json_key_u64(j, "games", hits->games);
    json_key_u64(j, "spans", hits->spans);
    json_key_u64(j, "positions", hits->positions);
    json_key_u64(j, "offset", q->options.offset);
    json_key_bool(j, "more", q->options.offset + hits->count < hits->spans);
    json_key(j, "hits");
    json_open_array(j);
    for (size_t i = 0; i < hits->count && st == STATUS_OK; i++)
        st = add_hit(call, q, &hits->at[i], err);
    json_end(j);
    json_key_double(j, "seconds", now() - q->began);
    json_end(j);
    json_line(j);
    return st;
}

enum status api_search(struct api_call *call, struct err *err)
{
    struct question q;
    enum status st = read_question(call, &q, err);
    if (st != STATUS_OK)
        return st;
    struct hits hits = {0};
    st = api_stored(search_run(&q.query, q.in.dbs, q.in.count, &q.options, &hits, err), err);
    if (st == STATUS_OK)
        st = add_hits(call, &q, &hits, err);
    hits_release(&hits);
    release_question(&q);
    return st;
}

static void add_moves(struct api_call *call, const struct question *q,
                      const struct moves_table *table)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_u64(j, "games", table->games);
    json_key_u64(j, "moved", table->moved);
    json_key(j, "moves");
    json_open_array(j);
    for (size_t i = 0; i < table->count && i < q->options.limit; i++)
        moves_row_to_json(j, call->site->game, &table->rows[i]);
    json_end(j);
    json_key_u64(j, "total", table->count);
    json_key_double(j, "seconds", now() - q->began);
    json_end(j);
    json_line(j);
}

enum status api_moves(struct api_call *call, struct err *err)
{
    struct question q;
    enum status st = read_question(call, &q, err);
    if (st != STATUS_OK)
        return st;
    struct moves_table table = {0};
    st = api_stored(moves_run(&q.query, q.in.dbs, q.in.count, &q.options, &table, err), err);
    if (st == STATUS_OK)
        add_moves(call, &q, &table);
    moves_release(&table);
    release_question(&q);
    return st;
}
