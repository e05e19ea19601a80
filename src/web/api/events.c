/* events.c: see events.h. */
#include "web/api/events.h"

void events_begin(struct api_call *call)
{
    call->reply->type = "text/event-stream";
    buf_clear(&call->reply->body);
    http_flush(call->reply);
}

struct json *events_open(struct api_call *call, const char *name)
{
    buf_printf(&call->reply->body, "event: %s\ndata: ", name);
    json_init(&call->json, &call->reply->body);
    return &call->json;
}

bool events_send(struct api_call *call)
{
    buf_add_str(&call->reply->body, "\n\n");
    return http_flush(call->reply);
}

enum status events_done(struct api_call *call)
{
    struct json *j = events_open(call, "done");
    json_open_object(j);
    json_end(j);
    events_send(call);
    return STATUS_OK;
}

void events_error(struct api_call *call, const struct err *err)
{
    buf_clear(&call->reply->body);
    struct json *j = events_open(call, "error");
    json_open_object(j);
    http_error_member(j, err, call->lang);
    json_end(j);
    events_send(call);
}
