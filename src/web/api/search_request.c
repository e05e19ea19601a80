/* search_request.c: see search_request.h. */
#include "web/api/search_request.h"

#include "base/steady.h"
#include "query/plan/db_lookup.h"
#include "query/run/hit_order.h"

double search_request_seconds(const struct search_request *a)
{
    return steady_seconds() - a->began;
}

void search_request_release(struct search_request *a)
{
    static_values_close(a->values);
    query_release(&a->query);
}

enum status search_request_read(struct search_request *a, struct api_call *call, struct err *err)
{
    uint64_t limit, offset;
    *a = (struct search_request){
        .call = call, .text = api_text(call, "query"), .began = steady_seconds(), .looked_at = 1};
    enum status st = api_databases(call, &a->in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", SEARCH_MAX_HITS, SEARCH_USUAL_HITS, &limit, err);
    if (st == STATUS_OK)
        st = api_number(call, "offset", UINT32_MAX, 0, &offset, err);
    if (st == STATUS_OK)
        st = api_flag(call, "lines", &a->options.lines, err);
    if (st == STATUS_OK)
        st = hit_order_parse(api_text(call, "sort"), &a->options.order, err);
    if (st == STATUS_OK)
        st = api_number(call, "ms", SEARCH_MAX_MS, 0, &a->ms, err);
    if (st != STATUS_OK)
        return st;
    a->options.limit = limit;
    a->options.offset = offset;
    a->options.count = limit == 0;
    a->options.cancelled = call->request->cancelled;
    a->options.threads = call->site->threads;
    a->options.scores = true;
    st = db_lookup_parse(&a->query, call->site->game, call->named, a->text, a->in.dbs, a->in.count,
                         err);
    if (st == STATUS_OK)
        st = hit_order_check(&a->options.order, &a->query, err);
    if (st == STATUS_OK)
        st = static_values_for(&a->values, &a->query, err);
    a->options.values = static_values_hook(a->values);
    if (st != STATUS_OK)
        search_request_release(a);
    return st;
}

bool search_is_whole(const struct search_request *a)
{
    return a->looked_at >= 1 && a->seen.answered == a->seen.of;
}

void search_add_share(const struct search_request *a, struct json *j)
{
    json_key_bool(j, "whole", search_is_whole(a));
    if (a->looked_at < 1)
        json_key_double(j, "looked_at", a->looked_at);
}

const struct db_segment *search_hit_segment(const struct search_request *a, const struct hit *hit)
{
    return &a->in.dbs[hit->db]->segments[hit->segment];
}

struct span search_hit_db_name(const struct search_request *a, const struct api_call *call,
                               const struct hit *hit)
{
    return call->site->names[a->in.first + hit->db];
}
