/* api_import.c: /api/import: files that were dropped on the page, into a database.
 *
 * The body is one file as it is: a record, several, an archive.  Who has several files to send puts
 * them into an archive for the way (bundle=1), which changes nothing in how they are read.  The
 * name is for messages; nothing on this machine is opened by it.
 *
 *     event: begin      {"import","db","total"}            the number is for /api/import/cancel
 *     event: problem    {"file","line","byte","severity","code","message"}      as they are found
 *     event: progress   {"bytes","files","games","added",…}          a few times a second
 *     event: writing    {}                                 read; games and indexes go to disk
 *     event: summary    what `kifu import --json` says, and "cancelled", "first", "problems"
 *     event: done       {}
 *
 * An import that is stopped, or whose asker has gone, keeps the games that were read whole.  Only
 * the end of the server drops what is not on disk, as Ctrl-C does for `kifu import`. */
#include <time.h>

#include "base/steady.h"
#include "base/text/num.h"
#include "view/report/import_json.h"
#include "view/report/record_json.h"
#include "web/api/events.h"
#include "web/http/cancel_watch.h"

enum {
    PROGRESS_MS = 200,
    MAX_LISTED = 10000, /* problems that are told one by one; the rest is counted */
    MAX_NAME = 1024,
    MAX_TAGS = 16,
    FLUSH_BYTES = 16 << 10,
};

static const struct msg NO_FILE = {"the file is empty", "ファイルが空です"};
static const struct msg TOO_LARGE = {"the file is larger than %1 bytes",
                                     "ファイルが %1 バイトを超えています"};
static const struct msg TOO_MANY_TAGS = {"too many tags; at most 16 per file",
                                         "タグ（tag）は 16 個までです"};
static const struct msg NOT_RUNNING = {"no such import", "その取り込みはありません"};
static const struct msg GIVEN_UP = {"the server is stopping; games not yet written are dropped",
                                    "サーバーが終了します。書き込み前の棋譜は破棄しました"};

struct import_request {
    struct api_call *call;
    struct intake *intake;
    struct importer *importer;
    struct intake_target to;
    uint64_t number;
    struct span tags[MAX_TAGS];
    size_t tag_count;
    uint64_t began_ms, reported_ms, bytes;
    uint64_t problems, listed;
    bool any_new;
    uint32_t first; /* id of the first new game */
    bool cancelled;
};

static double seconds(const struct import_request *im)
{
    return (double)(steady_ms() - im->began_ms) / 1000;
}

/* --- What is told meanwhile ------------------------------------------------------------------ */

static void report_begin(struct import_request *im)
{
    struct json *j = events_open(im->call, "begin");
    json_open_object(j);
    json_key_u64(j, "import", im->number);
    json_key_str(j, "db", im->to.name);
    json_key_u64(j, "total", im->call->request->body.n);
    json_end(j);
    events_send(im->call);
}

static void report_progress(struct import_request *im)
{
    const struct import_counts *c = importer_counts(im->importer);
    struct json *j = events_open(im->call, "progress");
    json_open_object(j);
    json_key_u64(j, "bytes", im->bytes);
    json_key_u64(j, "files", c->files);
    json_key_u64(j, "games", c->games);
    json_key_u64(j, "added", c->added);
    json_key_u64(j, "duplicates", c->duplicates);
    json_key_u64(j, "rejected", c->rejected);
    json_key_u64(j, "problems", im->problems);
    json_key_double(j, "seconds", seconds(im));
    json_end(j);
    events_send(im->call); /* who has gone is noticed by the watch */
    im->reported_ms = steady_ms();
}

static void report_writing(struct import_request *im)
{
    report_progress(im);
    struct json *j = events_open(im->call, "writing");
    json_open_object(j);
    json_end(j);
    events_send(im->call);
}

static void on_advance(void *ctx, uint64_t disk_bytes)
{
    struct import_request *im = ctx;
    if (disk_bytes)
        im->bytes = disk_bytes;
    if (im->importer && steady_ms() - im->reported_ms >= PROGRESS_MS)
        report_progress(im);
}

/* Small problems (a header that means nothing to us) are no reason to worry people. */
static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    struct import_request *im = ctx;
    if (severity == PROBLEM_NOTE && err->what != &IMPORT_RESULT_CONFLICT)
        return;
    im->problems++;
    if (im->listed == MAX_LISTED)
        return;
    im->listed++;
    struct json *j = events_open(im->call, "problem");
    problem_value(j, err, severity, im->call->lang);
    buf_add_str(&im->call->reply->body, "\n\n");
    if (im->call->reply->body.n >= FLUSH_BYTES)
        http_flush(im->call->reply);
}

static void on_added(void *ctx, const struct db_add_result *result)
{
    struct import_request *im = ctx;
    if (result->what != ADDED_NEW || im->any_new)
        return;
    im->any_new = true;
    im->first = result->id;
}

static void report_summary(struct import_request *im, const struct import_counts *c,
                           uint64_t stored)
{
    struct json *j = events_open(im->call, "summary");
    json_open_object(j);
    json_key_str(j, "db", im->to.name);
    import_counts_to_json(j, c, stored, seconds(im));
    json_key_bool(j, "cancelled", im->cancelled);
    json_key_u64(j, "problems", im->problems);
    json_key_u64(j, "listed", im->listed);
    if (im->any_new && stored)
        json_key_u64(j, "first", im->first);
    json_end(j);
    events_send(im->call);
}

/* --- The import ------------------------------------------------------------------------------ */

static enum status read_tags(struct import_request *im, struct err *err)
{
    for (size_t i = 0; i < im->call->arg_count; i++) {
        struct span value = span_trim(im->call->args[i].value);
        if (!span_eq(im->call->args[i].name, SPAN("tag")) || value.n == 0)
            continue;
        if (im->tag_count == MAX_TAGS)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY_TAGS);
        im->tags[im->tag_count++] = value;
    }
    return STATUS_OK;
}

static enum status check_size(struct import_request *im, bool bundle, struct err *err)
{
    struct span body = im->call->request->body;
    if (body.n == 0)
        return err_plain(err, STATUS_RANGE, &NO_FILE);
    if (bundle || body.n <= INTAKE_FILE_BYTES)
        return STATUS_OK;
    im->call->reply->status = 413;
    return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(INTAKE_FILE_BYTES), SPAN(""));
}

static bool is_ending(const struct api_call *call)
{
    return call->request->ending && atomic_load(call->request->ending);
}

/* Until there is nothing more to read, or nobody who wants it. */
static enum status read_file(struct import_request *im, struct span name, bool bundle,
                             struct err *err)
{
    const struct http_request *request = im->call->request;
    struct cancel_watch watch;
    enum status st = cancel_watch_begin(&watch, request->cancelled, &im->intake->stop, err);
    if (st != STATUS_OK)
        return st;
    st = importer_run_bytes(im->importer, bundle ? SPAN("") : name, request->body, bundle, err);
    cancel_watch_end(&watch);
    im->cancelled = st == STATUS_CANCELLED;
    if (is_ending(im->call))
        return err_plain(err, STATUS_IO, &GIVEN_UP);
    return im->cancelled ? STATUS_OK : st;
}

/* From here on only the end of the server stops it. */
static enum status write_games(struct import_request *im, struct err *err)
{
    struct cancel_watch watch;
    report_writing(im);
    intake_set_number(im->call, 0);
    enum status st = cancel_watch_begin(&watch, im->call->request->ending, &im->intake->stop, err);
    if (st != STATUS_OK)
        return st;
    st = importer_commit(im->importer, err);
    cancel_watch_end(&watch);
    return st == STATUS_CANCELLED ? err_plain(err, STATUS_IO, &GIVEN_UP) : st;
}

/* What ends it may be the fault of a record, which is then told like the others: file, line, byte. */
static enum status explain(struct import_request *im, enum status st, struct err *err)
{
    if (err->file[0] && st != STATUS_IO && st != STATUS_SYNTAX && st != STATUS_NOMEM)
        on_problem(im, PROBLEM_REJECTED, err);
    return intake_explain_named(im->call, im->to.name, st, err);
}

static enum status run_import(struct import_request *im, struct span name, bool bundle,
                              struct err *err)
{
    enum status st = read_file(im, name, bundle, err);
    if (st == STATUS_OK)
        st = write_games(im, err);
    struct import_counts counts = *importer_counts(im->importer);
    uint64_t stored = importer_stored(im->importer);
    intake_end(im->call, &im->to, im->importer);
    if (st == STATUS_OK)
        report_summary(im, &counts, stored);
    else if (err->what != &GIVEN_UP)
        st = explain(im, st, err);
    return st == STATUS_OK ? events_done(im->call) : st;
}

/* A number that no import of this server had, and few of another's. */
static uint64_t new_number(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return ((uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000) % (UINT64_C(1) << 52);
}

enum status api_import(struct api_call *call, struct err *err)
{
    struct import_request im = {.call = call, .intake = intake_of(call), .began_ms = steady_ms()};
    struct span name = api_text(call, "name");
    bool bundle;
    enum status st = intake_find_target(call, NULL, &im.to, err);
    if (st == STATUS_OK)
        st = api_flag(call, "bundle", &bundle, err);
    if (st == STATUS_OK)
        st = check_size(&im, bundle, err);
    if (st == STATUS_OK)
        st = read_tags(&im, err);
    if (st != STATUS_OK)
        return st;
    const struct import_options opt = {.tags = im.tags, .tag_count = im.tag_count};
    const struct import_events events = {
        .ctx = &im, .problem = on_problem, .advance = on_advance, .added = on_added};
    st = intake_begin(call, &im.to, &opt, &events, &im.importer, err);
    if (st != STATUS_OK)
        return st;
    im.number = new_number();
    intake_set_number(call, im.number);
    events_begin(call);
    report_begin(&im);
    return run_import(&im, name.n <= MAX_NAME ? name : span_make(name.p, MAX_NAME), bundle, err);
}

enum status api_import_cancel(struct api_call *call, struct err *err)
{
    struct json *j = &call->json;
    uint64_t number = 0;
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = api_number(call, "import", UINT64_MAX, 0, &number, err);
    if (st == STATUS_OK && !intake_stop(call, number))
        st = err_plain(err, STATUS_NOT_FOUND, &NOT_RUNNING);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key_bool(j, "stopping", true);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}
