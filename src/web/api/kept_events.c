/* kept_events.c: see kept_events.h. */
#include "web/api/kept_events.h"

#include "base/alloc.h"
#include "web/api/events.h"

void kept_events_begin(struct kept_events *k, struct api_call *call)
{
    *k = (struct kept_events){.call = call, .reported = -1};
    buf_init(&k->key, BUF_DEFAULT_MAX);
    buf_init(&k->lines, BUF_DEFAULT_MAX);
    buf_printf(&k->key, "%llu\n",
               (unsigned long long)(call->snapshot ? call->snapshot->number : 0));
}

struct json *kept_events_open(struct kept_events *k, const char *name)
{
    buf_printf(&k->lines, "%s ", name);
    json_init(&k->json, &k->lines);
    return &k->json;
}

void kept_events_add(struct kept_events *k)
{
    buf_add_char(&k->lines, '\n');
}

void kept_events_progress(struct kept_events *k, uint64_t done, uint64_t total)
{
    double share = total ? (double)done / (double)total : 0;
    int percent = (int)(100 * share);
    if (total && percent == k->reported)
        return;
    k->reported = percent;
    struct json *j = events_open(k->call, "progress");
    json_open_object(j);
    json_key_cstr(j, "stage", total ? "running" : "waiting");
    json_key_u64(j, "done", done);
    json_key_u64(j, "total", total);
    json_key_double(j, "share", share);
    json_end(j);
    k->gone = !events_send(k->call) || k->gone;
}

static bool on_waiting(void *ctx)
{
    struct kept_events *k = ctx;
    kept_events_progress(k, 0, 0);
    return !k->gone;
}

static void send_lines(struct kept_events *k, struct span lines)
{
    for (ptrdiff_t end; (end = span_find(lines, SPAN("\n"))) >= 0 && !k->gone;) {
        struct span line = span_make(lines.p, (size_t)end);
        struct span name = span_eat_word(&line);
        struct buf *body = &k->call->reply->body;
        lines = span_skip(lines, (size_t)end + 1);
        buf_add_str(body, "event: ");
        buf_add_span(body, name);
        buf_add_str(body, "\ndata: ");
        buf_add_span(body, span_trim(line));
        k->gone = !events_send(k->call);
    }
}

static enum status make_lines(struct kept_events *k, struct err *err)
{
    enum status status = api_stored(k->make(k->ctx, err), err);
    if (status == STATUS_OK && buf_status(&k->lines) != STATUS_OK)
        status = err_nomem(err);
    return status;
}

static enum status make_value(void *ctx, struct shared_value *out, struct err *err)
{
    struct kept_events *k = ctx;
    enum status status = make_lines(k, err);
    if (status != STATUS_OK)
        return status;
    struct buf *text = mem_alloc(sizeof *text);
    if (!text)
        return err_nomem(err);
    *text = k->lines;
    buf_init(&k->lines, BUF_DEFAULT_MAX);
    *out = (struct shared_value){.value = text, .bytes = sizeof *text + text->cap};
    return STATUS_OK;
}

static enum status make_or_repeat(struct kept_events *k, struct err *err)
{
    const struct shared_request request = {.make = make_value,
                                           .waiting = on_waiting,
                                           .ctx = k,
                                           .cancelled = k->call->request->cancelled};
    struct shared_cache *responses = k->call->site->responses;
    struct shared_entry *kept;
    if (buf_status(&k->key) != STATUS_OK)
        return err_nomem(err);
    enum status status = shared_cache_get(responses, buf_span(&k->key), &request, &kept, err);
    if (status == STATUS_OK)
        send_lines(k, buf_span(kept->value));
    shared_cache_release(responses, kept);
    return status;
}

/* A site without a cache makes it for everybody. */
static enum status make_and_send(struct kept_events *k, struct err *err)
{
    enum status status = make_lines(k, err);
    if (status == STATUS_OK)
        send_lines(k, buf_span(&k->lines));
    return status;
}

enum status kept_events_answer(struct kept_events *k,
                               enum status (*make)(void *ctx, struct err *err), void *ctx,
                               struct err *err)
{
    k->make = make;
    k->ctx = ctx;
    events_begin(k->call);
    enum status status = k->call->site->responses ? make_or_repeat(k, err) : make_and_send(k, err);
    buf_release(&k->key);
    buf_release(&k->lines);
    return status == STATUS_OK ? events_done(k->call) : status;
}
