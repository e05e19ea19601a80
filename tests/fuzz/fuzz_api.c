/* fuzz_api.c: any bytes as a request to a site without databases: first byte GET or POST, with a
 * file instead of JSON, and whether anything may be added; then the
 * path up to a line end, then arguments "name=value", a line each, then after an empty line the
 * body.  Whatever comes, the answer is whole JSON or a picture; and any Host is taken or refused.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/text/json_doc.h"
#include "base/text/utf8.h"
#include "web/http/http.h"
#include "web/site/site.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static struct span eat_line(struct span *rest)
{
    ptrdiff_t end = span_find(*rest, SPAN("\n"));
    struct span line = end < 0 ? *rest : span_make(rest->p, (size_t)end);
    *rest = span_skip(*rest, end < 0 ? rest->n : line.n + 1);
    return line;
}

/* The server lets nothing else through. */
static bool is_text(struct span s)
{
    return utf8_is_valid(s);
}

static void read_args(struct http_request *request, struct span *rest)
{
    while (request->arg_count < HTTP_MAX_ARGS) {
        struct span line = eat_line(rest);
        if (line.n == 0)
            return;
        ptrdiff_t equals = span_find(line, SPAN("="));
        size_t n = equals < 0 ? line.n : (size_t)equals;
        struct http_arg arg = {span_make(line.p, n), span_skip(line, n + (n < line.n))};
        if (is_text(arg.name) && is_text(arg.value))
            request->args[request->arg_count++] = arg;
    }
}

static void check_reply(const struct http_response *reply)
{
    require(reply->status == 200 || (reply->status >= 400 && reply->status < 600));
    if (reply->fixed.n || buf_status(&reply->body) != STATUS_OK || reply->type[0] != 'a')
        return;
    struct json_doc doc;
    json_doc_init(&doc);
    require(is_text(buf_span(&reply->body)));
    require(json_doc_read(&doc, buf_span(&reply->body)) == STATUS_OK);
    json_doc_release(&doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct site site = {.version = "0", .game = &shogi_game};
    struct http_request request = {0};
    struct http_response reply = {.status = 200, .type = "application/json"};
    const struct allowed_hosts guard = {.port = 8017};
    atomic_bool cancelled;
    struct err err;
    if (size == 0 || size > HTTP_MAX_BODY)
        return 0;
    struct span rest = span_make((const char *)data + 1, size - 1);
    atomic_init(&cancelled, false);
    request.cancelled = &cancelled;
    request.method = data[0] & 1 ? HTTP_POST : HTTP_GET;
    request.is_upload = data[0] & 2 && data[0] & 1;
    site.intake.allowed = data[0] & 4;
    request.path = eat_line(&rest);
    (void)origin_allows_host(&guard, request.path);
    read_args(&request, &rest);
    request.body = rest;
    if (!is_text(request.path))
        return 0;
    atomic_store(&cancelled, site_is_long(request.path)); /* as if nobody waited for the end */
    named_init(&site.named);
    require(named_add_builtin(&site.named, site.game, &err) == STATUS_OK);
    require(site_open_caches(&site, &err) == STATUS_OK);
    buf_init(&reply.body, BUF_DEFAULT_MAX);
    site_handle_request(&site, &request, &reply);
    check_reply(&reply);
    buf_release(&reply.body);
    shared_cache_close(site.results);
    shared_cache_close(site.responses);
    shared_cache_close(site.tables);
    named_release(&site.named);
    return 0;
}
