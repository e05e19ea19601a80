/* http_request.c: from the head of a request to an exchange that a worker can take; and what is
 * refused before: see http_internal.h. */
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "base/text/utf8.h"
#include "web/http/http_internal.h"
#include "web/http/peer_user.h"

static const struct msg WRONG_HOST = {
    "this address is not served; use the one that was printed at the start",
    "このアドレスでは応答しません。起動したときに表示されたアドレスを使ってください"};
static const struct msg WRONG_ORIGIN = {"requests from other origins are refused",
                                        "他のページ（オリジン）からの要求は拒否します"};
static const struct msg WRONG_METHOD = {"only GET, HEAD and POST are supported",
                                        "GET, HEAD, POST だけが使えます"};
static const struct msg WRONG_VERSION = {"only HTTP/1.1 and HTTP/1.0 are supported",
                                         "HTTP/1.1 と HTTP/1.0 だけが使えます"};
static const struct msg WRONG_TYPE = {"send a JSON object as application/json",
                                      "application/json の JSON を送ってください"};
static const struct msg WRONG_FILE_TYPE = {
    "send the file unchanged as application/octet-stream",
    "ファイルを application/octet-stream としてそのまま送ってください"};
static const struct msg WRONG_EXPECTATION = {"only \"Expect: 100-continue\" is supported",
                                             "Expect は 100-continue だけが使えます"};
static const struct msg MALFORMED = {"malformed request", "要求の形式が正しくありません"};
static const struct msg AMBIGUOUS = {"malformed request: ambiguous target or length",
                                     "要求の形式が正しくありません: 宛先または長さが曖昧です"};
static const struct msg TOO_LARGE = {"the request is too large", "要求が大きすぎます"};
static const struct msg LARGE_HEAD = {"the request line or the headers are too large",
                                      "要求行またはヘッダーが大きすぎます"};
static const struct msg TOO_MANY_ARGS = {"too many arguments", "引数が多すぎます"};
static const struct msg NOT_UTF8 = {"the arguments are not UTF-8", "引数が UTF-8 ではありません"};
static const struct msg NEEDS_TOKEN = {
    "only who has the token may change anything; use the address with ?token= that was printed at "
    "the start",
    "変更できるのはトークンを持つ人だけです。起動したときに表示された ?token= "
    "付きのアドレスを使ってください"};
static const struct msg NEEDS_USER = {
    "only the user who started the server may change anything; --allow-import permits others",
    "変更できるのはサーバーを開始した利用者だけです。ほかの利用者には --allow-import で許可します"};
static const struct msg BUSY = {"the server is busy; try again later",
                                "混み合っています。しばらくしてからやり直してください"};

struct http_exchange *http_exchange_new(struct http_server *s, struct http_connection *connection)
{
    struct http_exchange *x = mem_calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->server = s;
    x->connection = connection;
    x->from = connection->slot.from;
    x->reply.status = 200;
    x->reply.type = "application/json";
    buf_init(&x->reply.body, BUF_DEFAULT_MAX);
    buf_init(&x->ready, BUF_DEFAULT_MAX);
    buf_init(&x->body, HTTP_MAX_BODY);
    buf_init(&x->texts, HTTP_CONNECTION_MEMORY);
    atomic_init(&x->cancelled, false);
    x->request.cancelled = &x->cancelled;
    x->request.ending = &s->ending;
    x->reply.link = x;
    pthread_cond_init(&x->room, NULL);
    return x;
}

/* The bytes of an answer that is being sent are counted by the loop alone: only it has that kind of
 * exchange, and frees it. */
void http_exchange_free(struct http_exchange *x)
{
    if (x->unsent)
        x->server->unsent -= x->unsent;
    pthread_cond_destroy(&x->room);
    buf_release(&x->ready);
    buf_release(&x->reply.body);
    buf_release(&x->body);
    buf_release(&x->texts);
    http_upload_end(x);
    mem_free(x);
}

void http_refuse(struct http_exchange *x, unsigned status, enum status code, const struct msg *what)
{
    struct err err;
    err_plain(&err, code, what);
    http_error(&x->reply, status, &err, x->lang);
}

void http_refuse_head(struct http_exchange *x, enum http_head_result why)
{
    if (why == HTTP_HEAD_VERSION)
        http_refuse(x, 505, STATUS_UNSUPPORTED, &WRONG_VERSION);
    else if (why == HTTP_HEAD_TOO_MANY)
        http_refuse(x, 431, STATUS_LIMIT, &LARGE_HEAD);
    else
        http_refuse(x, 400, STATUS_SYNTAX, &MALFORMED);
}

void http_refuse_large_head(struct http_exchange *x, bool in_first_line)
{
    http_refuse(x, in_first_line ? 414 : 431, STATUS_LIMIT, &LARGE_HEAD);
}

/* --- Arguments -------------------------------------------------------------------------------- */

/* Appends a text without its escapes; those that are none stay.  One with a NUL in it stays as it
 * is written, and nothing has such a name. */
static void add_decoded(struct buf *out, struct span text, bool plus_is_blank)
{
    const bool plain = span_find(text, SPAN("%00")) >= 0;
    for (size_t i = 0; i < text.n; i++) {
        const bool escape = text.p[i] == '%' && text.n - i > 2 && !plain;
        const int high = escape ? num_hex_digit(text.p[i + 1]) : -1;
        const int low = escape ? num_hex_digit(text.p[i + 2]) : -1;
        if (high >= 0 && low >= 0) {
            buf_add_char(out, (char)(high << 4 | low));
            i += 2;
        } else {
            buf_add_char(out, plus_is_blank && text.p[i] == '+' ? ' ' : text.p[i]);
        }
    }
}

static struct span eat_arg(struct span *query)
{
    const ptrdiff_t end = span_find(*query, SPAN("&"));
    struct span arg = end < 0 ? *query : span_make(query->p, (size_t)end);
    *query = span_skip(*query, arg.n + (end >= 0));
    return arg;
}

/* Texts become spans when the buffer does not move any more. */
struct arg_place {
    size_t name, value, end;
};

static bool keep_args(struct http_exchange *x, struct span query, struct arg_place *at)
{
    while (query.n) {
        struct span arg = eat_arg(&query);
        const ptrdiff_t equals = span_find(arg, SPAN("="));
        const size_t n = equals < 0 ? arg.n : (size_t)equals;
        if (arg.n == 0)
            continue;
        if (x->request.arg_count == HTTP_MAX_ARGS)
            return false;
        struct arg_place *place = &at[x->request.arg_count++];
        place->name = x->texts.n;
        add_decoded(&x->texts, span_make(arg.p, n), true);
        place->value = x->texts.n;
        add_decoded(&x->texts, span_skip(arg, n + (equals >= 0)), true);
        place->end = x->texts.n;
    }
    return true;
}

/* What the memory of the connection has is copied: other threads must not rely on it. */
static void keep_texts(struct http_exchange *x, const struct http_head *head)
{
    struct arg_place at[HTTP_MAX_ARGS] = {{0}};
    x->bad_args = !keep_args(x, head->query, at);
    const size_t args_end = x->texts.n;
    add_decoded(&x->texts, head->path, false);
    const size_t path_end = x->texts.n;
    buf_add_span(&x->texts, http_head_value(head, "Accept-Language"));
    if (buf_status(&x->texts) != STATUS_OK || x->bad_args) {
        x->bad_args = true;
        x->request.arg_count = 0;
        return;
    }
    const char *base = x->texts.p;
    for (size_t i = 0; i < x->request.arg_count; i++)
        x->request.args[i] =
            (struct http_arg){span_make(base + at[i].name, at[i].value - at[i].name),
                              span_make(base + at[i].value, at[i].end - at[i].value)};
    x->request.path = span_make(base + args_end, path_end - args_end);
    x->request.language = span_make(base + path_end, x->texts.n - path_end);
    x->not_utf8 = utf8_valid_prefix(buf_span(&x->texts)) != x->texts.n;
}

/* --- What can be said before the body was read -------------------------------------------------
 */

/* Neither is a type that a form, or a script of another page without being asked about, can send.
 */
static bool has_right_type(const struct http_exchange *x, const struct http_head *head)
{
    struct span wanted =
        x->request.is_upload ? SPAN("application/octet-stream") : SPAN("application/json");
    return span_starts(http_head_value(head, "Content-Type"), wanted);
}

static bool is_known_method(struct span method)
{
    return span_eq(method, SPAN("GET")) || span_eq(method, SPAN("HEAD")) ||
           span_eq(method, SPAN("POST"));
}

/* The Host; and of an absolute target that, which is then the same. */
static bool is_our_host(const struct http_exchange *x, const struct http_head *head,
                        struct span host)
{
    return origin_allows_host(&x->server->guard, host) &&
           (head->authority.n == 0 || span_eq_nocase(head->authority, host));
}

static bool admit(struct http_exchange *x, const struct http_head *head, struct http_length *length)
{
    const struct span host = http_head_value(head, "Host");
    const struct span expected = http_head_value(head, "Expect");
    const bool api = span_starts(x->request.path, SPAN("/api/"));
    const bool upload = x->request.is_upload;
    const struct msg *refusal = !upload                     ? NULL
                                : x->server->upload_refusal ? x->server->upload_refusal
                                                            : x->request.untrusted;
    const enum http_framing framing =
        http_head_length(head, upload ? x->server->upload_bytes : HTTP_MAX_BODY, length);
    if (framing == HTTP_AMBIGUOUS)
        http_refuse(x, 400, STATUS_SYNTAX, &AMBIGUOUS);
    else if (x->bad_args)
        http_refuse(x, 414, STATUS_LIMIT, &TOO_MANY_ARGS);
    else if (!is_our_host(x, head, host))
        http_refuse(x, 421, STATUS_UNSUPPORTED, &WRONG_HOST);
    else if (api && !origin_is_same(&x->server->guard, host, http_head_value(head, "Origin"),
                                    http_head_value(head, "Sec-Fetch-Site")))
        http_refuse(x, 403, STATUS_UNSUPPORTED, &WRONG_ORIGIN);
    else if (!is_known_method(head->method))
        http_refuse(x, 405, STATUS_UNSUPPORTED, &WRONG_METHOD);
    else if (head->path.n == 0)
        http_refuse(x, 400, STATUS_SYNTAX, &MALFORMED);
    else if (refusal)
        http_refuse(x, 403, STATUS_UNSUPPORTED, refusal);
    else if (framing == HTTP_LENGTH_TOO_LARGE)
        http_refuse(x, 413, STATUS_LIMIT, &TOO_LARGE);
    else if (x->not_utf8)
        http_refuse(x, 400, STATUS_CHARSET, &NOT_UTF8);
    else if (expected.n && !span_eq_nocase(expected, SPAN("100-continue")))
        http_refuse(x, 417, STATUS_UNSUPPORTED, &WRONG_EXPECTATION);
    else if (x->request.method == HTTP_POST && !has_right_type(x, head))
        http_refuse(x, 415, STATUS_UNSUPPORTED, upload ? &WRONG_FILE_TYPE : &WRONG_TYPE);
    else
        return true;
    return false;
}

/* A file may come, if there is a place for it. */
static bool admit_upload(struct http_exchange *x)
{
    struct err err;
    unsigned status = x->request.is_upload ? http_upload_begin(x, &err) : 0;
    if (status)
        http_error(&x->reply, status, &err, x->lang);
    return status == 0;
}

/* Only a POST can change anything (src/web/site/intake.h), and few have to be looked at so closely. */
static const struct msg *why_untrusted(const struct http_exchange *x, const struct http_head *head)
{
    const struct http_server *s = x->server;
    if (s->trust == HTTP_TRUST_TOKEN)
        return http_token_shown(head, span_of(s->token), s->guard.port) ? NULL : &NEEDS_TOKEN;
    if (s->trust == HTTP_TRUST_USER && x->request.method == HTTP_POST)
        return peer_is_user(x->connection->fd, geteuid()) ? NULL : &NEEDS_USER;
    return NULL;
}

/* The page, with the token in its address: its browser shows it from now on. */
static bool brings_token(const struct http_exchange *x)
{
    const struct http_server *s = x->server;
    if (s->trust != HTTP_TRUST_TOKEN || !span_eq(x->request.path, SPAN("/")))
        return false;
    for (size_t i = 0; i < x->request.arg_count; i++)
        if (span_eq(x->request.args[i].name, SPAN("token")))
            return http_token_same(x->request.args[i].value, span_of(s->token));
    return false;
}

bool http_request_begin(struct http_exchange *x, const struct http_head *head,
                        struct http_length *length)
{
    const struct http_server *s = x->server;
    x->lang = span_starts(http_head_value(head, "Accept-Language"), SPAN("ja")) ? LANG_JA : LANG_EN;
    x->request.method = span_eq(head->method, SPAN("POST")) ? HTTP_POST : HTTP_GET;
    keep_texts(x, head);
    x->is_long = s->is_long && s->is_long(x->request.path);
    x->request.is_upload =
        x->request.method == HTTP_POST && s->is_upload && s->is_upload(x->request.path);
    x->request.untrusted = why_untrusted(x, head);
    x->reply.cookie = brings_token(x) ? s->cookie : NULL;
    return admit(x, head, length) && admit_upload(x);
}

/* --- The body ----------------------------------------------------------------------------------
 */

/* Nothing has gone wrong with the file; and it is all there, if *body is to be it. */
static bool view_file(struct http_exchange *x, struct span *body)
{
    struct err err;
    if (spool_view(&x->spool, body, &err) == STATUS_OK)
        return true;
    http_error(&x->reply, err.code == STATUS_LIMIT ? 413 : 500, &err, x->lang);
    return false;
}

bool http_request_add(struct http_exchange *x, struct span more)
{
    if (x->spooling) {
        spool_add(&x->spool, more);
        return (!x->spool.too_large && !x->spool.failed) || view_file(x, &x->request.body);
    }
    buf_add_span(&x->body, more);
    if (buf_status(&x->body) == STATUS_OK)
        return true;
    http_refuse(x, 413, STATUS_LIMIT, &TOO_LARGE);
    return false;
}

static bool claim_upload(struct http_exchange *x)
{
    struct err err;
    if (!view_file(x, &x->request.body))
        return false;
    unsigned status = http_upload_claim(x, &err);
    if (status)
        http_error(&x->reply, status, &err, x->lang);
    return status == 0;
}

bool http_request_end(struct http_exchange *x)
{
    x->request.body = buf_span(&x->body);
    if (x->spooling && !claim_upload(x))
        return false;
    if (http_enqueue(x))
        return true;
    http_refuse(x, 503, STATUS_LIMIT, &BUSY);
    return false;
}
