/* api_search.c: /api/search and /api/moves. */
#include "view/answer_json.h"
#include "web/asked.h"

static enum status add_hit(struct api_call *call, const struct asked *q, const struct hit *hit,
                           struct err *err)
{
    struct game_summary summary;
    enum status st =
        metadata_summary(asked_segment(q, hit)->metadata, hit->number, &call->arena, &summary, err);
    if (st == STATUS_OK)
        hit_to_json(&call->json, call->site->game, asked_db_name(q, call, hit), hit, &summary);
    return api_stored(st, err);
}

static enum status add_hits(struct api_call *call, const struct asked *q, const struct hits *hits,
                            struct err *err)
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
    json_key_double(j, "seconds", asked_seconds(q));
    json_end(j);
    json_line(j);
    return st;
}

enum status api_search(struct api_call *call, struct err *err)
{
    struct asked q;
    enum status st = asked_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct hits hits = {0};
    st = api_stored(search_run(&q.query, q.in.dbs, q.in.count, &q.options, &hits, err), err);
    if (st == STATUS_OK)
        st = add_hits(call, &q, &hits, err);
    hits_release(&hits);
    asked_release(&q);
    return st;
}

static void add_moves(struct api_call *call, const struct asked *q, const struct moves_table *table)
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
    json_key_double(j, "seconds", asked_seconds(q));
    json_end(j);
    json_line(j);
}

enum status api_moves(struct api_call *call, struct err *err)
{
    struct asked q;
    enum status st = asked_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct moves_table table = {0};
    st = api_stored(moves_run(&q.query, q.in.dbs, q.in.count, &q.options, &table, err), err);
    if (st == STATUS_OK)
        add_moves(call, &q, &table);
    moves_release(&table);
    asked_release(&q);
    return st;
}
