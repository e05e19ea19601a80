/* http_response.c: the head of an answer: see http_internal.h. */
#include <string.h>
#include <time.h>

#include "web/http/http_internal.h"

static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/* A picture has its colours inside. */
static const char PICTURE_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

static const char *reason_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *reason;
    } REASONS[] = {
        {200, "OK"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
        if (REASONS[i].status == status)
            return REASONS[i].reason;
    return "Error";
}

static void add_header(struct buf *out, const char *name, const char *value)
{
    buf_add_str(out, name);
    buf_add_str(out, ": ");
    buf_add_str(out, value);
    buf_add_str(out, "\r\n");
}

/* In English whatever the locale is. */
static void add_date(struct buf *out)
{
    static const char DAYS[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char MONTHS[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t now = time(NULL);
    struct tm t;
    if (gmtime_r(&now, &t))
        buf_printf(out, "Date: %s, %02d %s %04d %02d:%02d:%02d GMT\r\n", DAYS[t.tm_wday], t.tm_mday,
                   MONTHS[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

static void add_length(struct buf *out, int64_t length)
{
    if (length == HTTP_CHUNKED)
        add_header(out, "Transfer-Encoding", "chunked");
    else if (length != HTTP_TO_THE_END)
        buf_printf(out, "Content-Length: %lld\r\n", (long long)length);
}

void http_response_head(struct buf *out, const struct http_response *reply, int64_t length,
                        bool keep_alive)
{
    const bool picture = strcmp(reply->type, "image/svg+xml") == 0;
    const char *const headers[][2] = {
        {"Content-Type", reply->type},
        {"Content-Security-Policy", picture ? PICTURE_POLICY : PAGE_POLICY},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", reply->fixed.n ? "no-cache" : "no-store"},
        {reply->status == 405 ? "Allow" : NULL, "GET, HEAD, POST"},
        {keep_alive ? NULL : "Connection", "close"},
        {reply->download ? "Content-Disposition" : NULL, reply->download},
        {reply->cookie ? "Set-Cookie" : NULL, reply->cookie},
    };
    buf_printf(out, "HTTP/1.1 %u %s\r\n", reply->status, reason_of(reply->status));
    add_date(out);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i][0])
            add_header(out, headers[i][0], headers[i][1]);
    add_length(out, length);
    buf_add_str(out, "\r\n");
}
