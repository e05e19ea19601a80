/* asked.c: see asked.h. */
#include "web/api/asked.h"

#include "base/steady.h"

double asked_seconds(const struct asked *a)
{
    return steady_seconds() - a->began;
}

void asked_release(struct asked *a)
{
    static_values_close(a->values);
    query_release(&a->query);
}

enum status asked_read(struct asked *a, struct api_call *call, struct err *err)
{
    uint64_t limit, offset;
    *a = (struct asked){
        .call = call, .text = api_text(call, "query"), .began = steady_seconds(), .looked_at = 1};
    enum status st = api_databases(call, &a->in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", ASKED_MAX_HITS, ASKED_USUAL_HITS, &limit, err);
    if (st == STATUS_OK)
        st = api_number(call, "offset", UINT32_MAX, 0, &offset, err);
    if (st == STATUS_OK)
        st = api_flag(call, "lines", &a->options.lines, err);
    if (st == STATUS_OK)
        st = api_number(call, "ms", ASKED_MAX_MS, 0, &a->ms, err);
    if (st != STATUS_OK)
        return st;
    a->options.limit = limit;
    a->options.offset = offset;
    a->options.count = limit == 0;
    a->options.cancelled = call->request->cancelled;
    a->options.threads = call->site->threads;
    st = query_parse(&a->query, call->site->game, &call->site->named, a->text, err);
    if (st == STATUS_OK)
        st = static_values_for(&a->values, &a->query, err);
    a->options.values = static_values_hook(a->values);
    if (st != STATUS_OK)
        asked_release(a);
    return st;
}

bool asked_is_whole(const struct asked *a)
{
    return a->looked_at >= 1 && a->seen.answered == a->seen.of;
}

void asked_add_share(const struct asked *a, struct json *j)
{
    json_key_bool(j, "whole", asked_is_whole(a));
    if (a->looked_at < 1)
        json_key_double(j, "looked_at", a->looked_at);
}

const struct db_segment *asked_segment(const struct asked *a, const struct hit *hit)
{
    return &a->in.dbs[hit->db]->segments[hit->segment];
}

struct span asked_db_name(const struct asked *a, const struct api_call *call, const struct hit *hit)
{
    return call->site->names[a->in.first + hit->db];
}
