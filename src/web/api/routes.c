/* routes.c: from a path to the function that answers; and the arguments. */
#include <string.h>

#include "base/text/json_doc.h"
#include "base/text/num.h"
#include "base/text/utf8.h"
#include "db/found_log.h"
#include "query/language/measures.h"
#include "web/api.h"
#include "web/api/events.h"
#include "web/site/sites.h"

static const struct msg NO_SUCH_PAGE = {"not found", "見つかりません"};
static const struct msg NOT_AN_OBJECT = {
    "the body must be a JSON object of strings, numbers and booleans",
    "本文は文字列・数値・真偽値だけの JSON オブジェクトにしてください"};
static const struct msg TOO_MANY_ARGS = {"too many arguments", "引数が多すぎます"};
static const struct msg BAD_ARGUMENT = {"%1 cannot be \"%2\"", "%1 の値 %2 が正しくありません"};
static const struct msg NO_DATABASE = {"no database named %1", "データベース %1 はありません"};
static const struct msg TOO_SLOW = {"the request took too long; use a narrower query",
                                    "時間がかかりすぎました。条件を絞ってください"};

/* A path that ends in / has the rest of the address as its operand.  Long ones have workers of
 * their own and more time, and may send their answer piece by piece: http.h, events.h. */
static const struct route {
    const char *path;
    api_route *run;
    bool is_long;
    const char *takes; /* its arguments besides lang, with blanks between */
} ROUTES[] = {
    /* clang-format off */
    {"/api/info", api_info, false, ""},
    {"/api/search", api_search, false, "query limit offset lines boards sort ms db"},
    {"/api/moves", api_moves, false, "query limit years at ms db"},
    {"/api/orders", api_orders, false, "query limit db"},
    {"/api/joseki/tree", api_joseki_tree, false, "query path ahead size db"},
    {"/api/facets", api_facets, false, "query limit by ms db"},
    {"/api/facets/names", api_facet_names, false, "query ms db"},
    {"/api/matrix", api_matrix, false, "query rows columns against limit db"},
    {"/api/players", api_players, false, "name limit db"},
    {"/api/players/merge", api_players_merge, true, "a b db"},
    {"/api/players/split", api_players_split, true, "name db"},
    {"/api/players/undo", api_players_undo, true, "a b db"},
    {"/api/game/", api_game, false, "db"},
    {"/api/board", api_board, false, "sfen game db ply flip size theme pieces"},
    {"/api/parse", api_parse, false, "query"},
    {"/api/position", api_position, false, "sfen moves"},
    {"/api/names", api_names, false, "prefix limit db"},
    {"/api/tags", api_tags, false, "limit db"},
    {"/api/searches", api_searches, false, "db"},
    {"/api/searches/save", api_searches_save, false, "name query db"},
    {"/api/searches/delete", api_searches_delete, false, "name db"},
    {"/api/read", api_read, false, "text"},
    {"/api/natural", api_natural, false, "sfen moves class limit"},
    {"/api/play/shogi", api_play_shogi, false, "sfen moves end"},
    {"/api/play/shogi/record", api_play_shogi_record, false, "sfen moves end to black white date"},
    {"/api/play/go", api_play_go, false, "handicap komi moves end"},
    {"/api/play/go/programs", api_play_go_programs, false, ""},
    {"/api/play/go/record", api_play_go_record, false, "handicap komi moves end black white date"},
    {"/api/play/chaturanga", api_play_chaturanga, false, "position turn chance ask roll seed"},
    {"/api/play/chaturanga/record", api_play_chaturanga_record, false, "position turns red green yellow black date"},
    {"/api/import/cancel", api_import_cancel, false, "import"},
    {"/api/imports", api_imports, false, "limit db"},
    {"/api/import", api_import, true, "db make name bundle sent tag duplicates"},
    {"/api/import/undo", api_import_undo, true, "import dry_run db"},
    {"/api/samples", api_samples, true, "db make"},
    {"/api/tag", api_tag, true, "query add remove dry_run db"},
    {"/api/remove", api_remove, true, "query dry_run db"},
    {"/api/edit", api_edit, true, "game original event place date time black white red green yellow db"},
    {"/api/export", api_export, true, "query to sort columns db"},
    {"/api/analyse", api_analyse, true, "sfen moves lines seconds"},
    {"/api/analyse/game", api_analyse_game, true, "sfen moves nodes"},
    {"/api/found", api_found, true, "sfen moves"},
    {"/api/calibrate", api_calibrate, true, "classes when preset query skip no_checks no_hanging value weights mate_nodes bin min_positions interval replicates seed effects fit terms discover top db"},
    {"/api/joseki", api_joseki, true, "query encoding method length top size games db"},
    {"/api/compare", api_compare, true, "a b kind min_games plies sequences fdr top all db db_a db_b"},
    {"/api/profile", api_profile, true, "player query sequences top db"},
    {"/api/play/shogi/move", api_play_shogi_move, true, "sfen moves end nodes ms natural class person seed like db"},
    {"/api/play/go/move", api_play_go_move, true, "handicap komi moves end person seed program level"},
    {"/api/play/chaturanga/choose", api_play_chaturanga_choose, true, "position roll player ms seed"},
    {"/api/play/shogi/save", api_play_shogi_save, true, "sfen moves end black white date db make"},
    {"/api/play/go/save", api_play_go_save, true, "handicap komi moves end black white date db make"},
    {"/api/play/chaturanga/hint", api_play_chaturanga_hint, true, "position roll ms seed"},
    {"/api/play/chaturanga/save", api_play_chaturanga_save, true, "position turns red green yellow black date db make"},
    /* clang-format on */
};

static const struct route *find_route(struct span path, struct span *rest)
{
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        struct span route = span_of(ROUTES[i].path);
        bool open = route.p[route.n - 1] == '/';
        if (open ? span_starts(path, route) : span_eq(path, route)) {
            *rest = span_skip(path, route.n);
            return &ROUTES[i];
        }
    }
    return NULL;
}

bool site_is_long(struct span path)
{
    struct span rest;
    const struct route *route = find_route(path, &rest);
    return route && route->is_long;
}

bool site_is_upload(struct span path)
{
    return span_eq(path, SPAN("/api/import"));
}

/* --- Arguments ------------------------------------------------------------------------------- */

struct span api_text(const struct api_call *call, const char *name)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (span_eq(call->args[i].name, span_of(name)))
            return call->args[i].value;
    return SPAN("");
}

enum status api_number(const struct api_call *call, const char *name, uint64_t max,
                       uint64_t fallback, uint64_t *out, struct err *err)
{
    struct span text = api_text(call, name);
    *out = fallback;
    if (text.n && !num_parse_u64(text, max, out))
        return err_set(err, STATUS_RANGE, &BAD_ARGUMENT, span_of(name), text);
    return STATUS_OK;
}

enum status api_flag(const struct api_call *call, const char *name, bool *out, struct err *err)
{
    struct span text = api_text(call, name);
    *out = span_eq(text, SPAN("true")) || span_eq(text, SPAN("1"));
    if (*out || text.n == 0 || span_eq(text, SPAN("false")) || span_eq(text, SPAN("0")))
        return STATUS_OK;
    return err_set(err, STATUS_RANGE, &BAD_ARGUMENT, span_of(name), text);
}

enum status api_header(const struct api_call *call, const char *name, struct span *out,
                       struct err *err)
{
    static const struct msg too_long = {"%1 is too long", "%1 が長すぎます"};
    *out = api_text(call, name);
    return out->n <= API_MAX_HEADER
               ? STATUS_OK
               : err_set(err, STATUS_LIMIT, &too_long, span_of(name), SPAN(""));
}

enum status api_count(const struct api_call *call, const char *name, uint64_t least, uint64_t most,
                      uint64_t fallback, uint64_t *out, struct err *err)
{
    enum status st = api_number(call, name, most, fallback, out, err);
    if (st == STATUS_OK && *out < least)
        st = err_set(err, STATUS_RANGE, &BAD_ARGUMENT, span_of(name), api_text(call, name));
    return st;
}

enum status api_database_named(const struct api_call *call, struct span name,
                               struct api_databases *out, struct err *err)
{
    const struct site *site = call->site;
    uint32_t count = api_database_count(call);
    struct db *const *dbs = call->snapshot ? call->snapshot->dbs : NULL;
    *out = (struct api_databases){dbs, 0, count};
    if (name.n == 0)
        return STATUS_OK;
    for (uint32_t i = 0; i < count; i++)
        if (span_eq(site->names[i], name)) {
            *out = (struct api_databases){dbs + i, i, 1};
            return STATUS_OK;
        }
    return err_set(err, STATUS_NOT_FOUND, &NO_DATABASE, name, SPAN(""));
}

enum status api_databases_by(const struct api_call *call, const char *argument,
                             struct api_databases *out, struct err *err)
{
    return api_database_named(call, api_text(call, argument), out, err);
}

uint32_t api_database_count(const struct api_call *call)
{
    return call->snapshot ? call->snapshot->count : 0;
}

enum status api_databases(const struct api_call *call, struct api_databases *out, struct err *err)
{
    return api_databases_by(call, "db", out, err);
}

void api_key_found(const struct query *q, const struct api_databases *in, struct buf *key)
{
    for (uint32_t i = 0; i < in->count && query_needs_found(q); i++)
        found_log_mark(in->dbs[i]->path, key);
}

const char *const *api_database_names(struct api_call *call, const struct api_databases *in)
{
    const char **names = arena_alloc_array(&call->arena, in->count + 1UL, sizeof *names);
    for (uint32_t i = 0; names && i < in->count; i++) {
        struct span name = call->site->names[in->first + i];
        char *copy = arena_alloc(&call->arena, name.n + 1);
        if (!copy)
            return NULL;
        memcpy(copy, name.p, name.n);
        copy[name.n] = '\0';
        names[i] = copy;
    }
    return names;
}

enum status api_needs_one_process(const struct api_call *call, const struct api_databases *in,
                                  struct err *err)
{
    static const struct msg MANY = {"not available on a server of several processes",
                                    "複数プロセスのサーバーでは使えません"};
    static const struct msg NONE = {"no database is served", "公開中のデータベースがありません"};
    if (call->site->shards)
        return err_plain(err, STATUS_UNSUPPORTED, &MANY);
    return in->count && in->dbs ? STATUS_OK : err_plain(err, STATUS_NOT_FOUND, &NONE);
}

enum status api_needs_indexes(const struct api_call *call, const struct api_databases *in,
                              struct err *err)
{
    static const struct msg ELSEWHERE = {
        "%1 is on another host than the first process and cannot be used here",
        "%1 は最初のプロセスとは別のホストにあるため、ここでは使えません"};
    for (uint32_t i = 0; i < in->count; i++)
        if (in->dbs[i]->fetched)
            return err_set(err, STATUS_UNSUPPORTED, &ELSEWHERE, call->site->names[in->first + i],
                           SPAN(""));
    return STATUS_OK;
}

static enum status add_arg(struct api_call *call, struct span name, struct span value,
                           struct err *err)
{
    if (call->arg_count == HTTP_MAX_ARGS)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY_ARGS);
    struct http_arg *arg = &call->args[call->arg_count];
    if (!arena_copy(&call->arena, name, &arg->name) ||
        !arena_copy(&call->arena, value, &arg->value))
        return err_nomem(err);
    call->arg_count++;
    return STATUS_OK;
}

/* Key and value are the tokens `key` and `key + 1`. */
static enum status add_member(struct api_call *call, const struct json_doc *doc, uint32_t key,
                              struct err *err)
{
    struct buf name, value;
    enum json_kind kind = doc->tokens[key + 1].kind;
    if (kind == JSON_DOC_NULL)
        return STATUS_OK;
    if (kind == JSON_DOC_OBJECT || kind == JSON_DOC_ARRAY)
        return err_plain(err, STATUS_SYNTAX, &NOT_AN_OBJECT);
    buf_init(&name, HTTP_MAX_BODY);
    buf_init(&value, HTTP_MAX_BODY);
    json_doc_string(doc, key, &name);
    if (kind == JSON_DOC_STRING)
        json_doc_string(doc, key + 1, &value);
    else
        buf_add_span(&value, doc->tokens[key + 1].at);
    enum status st = buf_status(&name) == STATUS_OK && buf_status(&value) == STATUS_OK
                         ? add_arg(call, buf_span(&name), buf_span(&value), err)
                         : err_nomem(err);
    buf_release(&name);
    buf_release(&value);
    return st;
}

static enum status read_members(struct api_call *call, const struct json_doc *doc, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t key = 1; st == STATUS_OK && key < json_doc_end(doc, 0);
         key = json_doc_next(doc, key + 1))
        st = add_member(call, doc, key, err);
    return st;
}

static enum status read_body(struct api_call *call, struct err *err)
{
    struct json_doc doc;
    struct span body = call->request->body;
    if (!utf8_is_valid(body))
        return err_plain(err, STATUS_CHARSET, &NOT_AN_OBJECT);
    json_doc_init(&doc);
    enum status st = json_doc_read(&doc, body);
    if (st == STATUS_NOMEM)
        st = err_nomem(err);
    else if (st != STATUS_OK || !json_doc_is(&doc, 0, JSON_DOC_OBJECT) ||
             span_trim(span_skip(body, (size_t)(doc.end - body.p))).n)
        st = err_plain(err, STATUS_SYNTAX, &NOT_AN_OBJECT);
    else
        st = read_members(call, &doc, err);
    json_doc_release(&doc);
    return st;
}

static enum status read_args(struct api_call *call, struct err *err)
{
    const struct http_request *request = call->request;
    memcpy(call->args, request->args, sizeof *request->args * request->arg_count);
    call->arg_count = request->arg_count;
    enum status st =
        request->method == HTTP_POST && !request->is_upload ? read_body(call, err) : STATUS_OK;
    struct span lang = api_text(call, "lang");
    if (span_eq(lang, SPAN("ja")) || span_eq(lang, SPAN("en")))
        call->lang = span_eq(lang, SPAN("ja")) ? LANG_JA : LANG_EN;
    else if (st == STATUS_OK && lang.n)
        st = err_set(err, STATUS_RANGE, &BAD_ARGUMENT, SPAN("lang"), lang);
    return st;
}

/* An argument that a route has not would be one that somebody misspelt. */
static enum status check_args(const struct api_call *call, const char *takes, struct err *err)
{
    static const struct msg unknown = {"unknown argument %1; use: lang rules db %2",
                                       "引数 %1 はありません。使えるもの: lang rules db %2"};
    for (size_t i = 0; i < call->arg_count; i++) {
        struct span name = call->args[i].name, rest = span_of(takes);
        bool known = span_eq(name, SPAN("lang")) || span_eq(name, SPAN("rules")) ||
                     span_eq(name, SPAN("db"));
        while (!known && rest.n)
            known = span_eq(name, span_eat_word(&rest));
        if (!known)
            return err_set(err, STATUS_RANGE, &unknown, name, span_of(takes));
    }
    return STATUS_OK;
}

/* --- Answering ------------------------------------------------------------------------------- */

static unsigned http_status_of(enum status st)
{
    switch (st) {
    case STATUS_NOT_FOUND:
        return 404;
    case STATUS_NOMEM:
    case STATUS_IO:
        return 500;
    case STATUS_CANCELLED:
        return 503;
    default:
        return 400;
    }
}

/* Part of the answer is with the asker.  Who reads events is told; another answer is cut off, so
 * that it does not look whole. */
static void end_badly(struct api_call *call, const struct err *err)
{
    if (strcmp(call->reply->type, "text/event-stream") == 0)
        events_error(call, err);
    else
        http_cut_off(call->reply);
}

/* An answer from a database that turned out to be damaged on the way is none. */
static enum status check_databases(const struct api_call *call, const struct route *route,
                                   struct err *err)
{
    struct api_databases wanted;
    struct span rest = span_of(route->takes);
    bool asks = false;
    while (!asks && rest.n)
        asks = span_eq(span_eat_word(&rest), SPAN("db"));
    if (!asks || !call->snapshot)
        return STATUS_OK;
    enum status st = api_databases(call, &wanted, err);
    if (st == STATUS_NOT_FOUND) /* this request has made it */
        return STATUS_OK;
    if (st == STATUS_OK)
        st = db_status_all(wanted.dbs, wanted.count, err);
    if (st == STATUS_SYNTAX)
        served_report(&call->site->served, err);
    return api_stored(st, err);
}

/* A game may be played whatever the databases hold. */
static struct site *site_to_play_in(struct sites *sites, const struct route *route)
{
    struct span rest = span_of(route->path);
    if (!span_eat(&rest, SPAN("/api/play/")))
        return NULL;
    ptrdiff_t end = span_find(rest, SPAN("/"));
    return sites_of_game(sites, end < 0 ? rest : span_make(rest.p, (size_t)end));
}

/* By what the request names: a database, a game.  Of one that is not served the handler says so. */
static enum status choose_site(struct api_call *call, const struct route *route, struct err *err)
{
    struct sites *sites = call->sites;
    struct span db = api_text(call, "db"), rules = api_text(call, "rules");
    if (!db.n)
        db = api_text(call, "db_a");
    struct site *site = db.n ? sites_find(sites, db, NULL) : NULL;
    if (!site && rules.n && !(site = sites_of_game(sites, rules)))
        return err_set(err, STATUS_RANGE, &BAD_ARGUMENT, SPAN("rules"), rules);
    if (!site)
        site = site_to_play_in(sites, route);
    call->site = site ? site : sites_default(sites);
    return STATUS_OK;
}

static enum status answer(struct api_call *call, const struct route *route, struct err *err)
{
    enum status st = read_args(call, err);
    if (st == STATUS_OK)
        st = check_args(call, route->takes, err);
    if (st == STATUS_OK && call->sites)
        st = choose_site(call, route, err);
    if (st != STATUS_OK)
        return st;
    struct snapshot *snapshot = served_take(&call->site->served);
    call->snapshot = snapshot;
    call->named = snapshot ? snapshot->named : site_named(call->site);
    st = route->run(call, err);
    if (st == STATUS_OK)
        st = check_databases(call, route, err);
    served_give_back(&call->site->served, snapshot);
    return st;
}

static void handle_api(struct sites *sites, struct site *site, const struct http_request *request,
                       struct http_response *reply, const struct route *route, struct span rest)
{
    struct api_call call = {
        .sites = sites, .site = site, .request = request, .reply = reply, .rest = rest};
    struct err err = {0};
    call.lang = span_starts(request->language, SPAN("ja")) ? LANG_JA : LANG_EN;
    arena_init(&call.arena, (size_t)64 << 20);
    json_init(&call.json, &reply->body);
    enum status st = answer(&call, route, &err);
    if (st == STATUS_CANCELLED)
        err_plain(&err, STATUS_CANCELLED, &TOO_SLOW);
    if (st != STATUS_OK && reply->begun)
        end_badly(&call, &err);
    else if (st != STATUS_OK)
        http_error(reply, reply->status == 200 ? http_status_of(st) : reply->status, &err,
                   call.lang);
    arena_release(&call.arena);
}

/* The page says itself that there is nothing at this address.  What it loads lies at the root. */
static bool send_nothing_here(struct span path, struct http_response *reply)
{
    static const struct span LINKS[] = {SPAN_INIT("href=\""), SPAN_INIT("src=\"")};
    struct span page;
    if (!page_find(SPAN("/"), &page, &reply->type))
        return false;
    reply->status = 404;
    while (page.n) {
        size_t taken = 1;
        for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++)
            if (span_starts(page, LINKS[i]))
                taken = LINKS[i].n;
        buf_add_span(&reply->body, span_make(page.p, taken));
        for (size_t i = 1; taken > 1 && i < path.n; i++)
            if (path.p[i] == '/')
                buf_add_span(&reply->body, SPAN("../"));
        page = span_skip(page, taken);
    }
    return true;
}

static void handle_request(struct sites *sites, struct site *site,
                           const struct http_request *request, struct http_response *reply)
{
    struct span rest = SPAN("");
    const struct route *route = find_route(request->path, &rest);
    struct err err;
    if (route)
        handle_api(sites, site, request, reply, route, rest);
    else if (!page_find(request->path, &reply->fixed, &reply->type) &&
             (span_starts(request->path, SPAN("/api/")) ||
              !send_nothing_here(request->path, reply))) {
        err_plain(&err, STATUS_NOT_FOUND, &NO_SUCH_PAGE);
        http_error(reply, 404, &err,
                   span_starts(request->language, SPAN("ja")) ? LANG_JA : LANG_EN);
    }
}

void site_handle_request(void *ctx, const struct http_request *request, struct http_response *reply)
{
    handle_request(NULL, ctx, request, reply);
}

void sites_handle_request(void *ctx, const struct http_request *request,
                          struct http_response *reply)
{
    struct sites *sites = ctx;
    handle_request(sites, &sites->at[sites->first], request, reply);
}
