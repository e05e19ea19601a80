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
 *     event: twice      {"file","number","game","what","conflict"}  a game that was there already
 *     event: summary    what `kifu import --json` says, and "cancelled", "first", "problems", …
 *     event: done       {}
 *
 * An import that is stopped, or whose asker has gone, keeps the games that were read whole.  Only
 * the end of the server drops what is not on disk, as Ctrl-C does for `kifu import`. */
#include <time.h>

#include "base/alloc.h"
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
    MAX_TWICE = 1000,    /* games that were there already, told one by one */
    MAX_AGAIN = 1 << 20, /* and remembered in the log */
    MAX_IMPORTS = 500,
    FLUSH_BYTES = 16 << 10,
};

static const struct msg NO_FILE = {"the file is empty", "ファイルが空です"};
static const struct msg TOO_LARGE = {"the file is larger than %1 bytes",
                                     "ファイルが %1 バイトを超えています"};
static const struct msg TOO_MANY_TAGS = {"too many tags; at most 16 per file",
                                         "タグ（tag）は 16 個までです"};
static const struct msg BAD_DUPLICATES = {
    "duplicates cannot be \"%1\"; merge, skip or keep",
    "duplicates の値 %1 が正しくありません（merge, skip, keep）"};
static const struct msg WHICH_IMPORT = {"missing import; use import=NUMBER",
                                        "取り消す取り込みを import=番号 で指定してください"};
static const struct msg IN_PARTS = {"a server of several processes does not change games",
                                    "複数プロセスのサーバーでは棋譜を変更できません"};
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
    uint32_t first, last; /* ids of the new games */
    uint64_t merged;      /* games that were there, of which something further came */
    uint64_t twice;       /* told */
    uint32_t *again;      /* owned: ids of games that were there already */
    size_t again_count, again_cap;
    struct span what; /* of the log */
    uint64_t sent, log_number;
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

/* What is listed is listed in words that say where it is. */
static void on_record_problem(struct import_request *im, const struct record *rec,
                              const struct record_problem *problem, const uint32_t *id)
{
    if (problem->severity == PROBLEM_NOTE)
        return;
    im->problems++;
    if (im->listed == MAX_LISTED)
        return;
    im->listed++;
    import_problem_to_json(events_open(im->call, "problem"), rec, problem, id, im->call->lang);
    buf_add_str(&im->call->reply->body, "\n\n");
    if (im->call->reply->body.n >= FLUSH_BYTES)
        http_flush(im->call->reply);
}

static void report_twice(struct import_request *im, const struct record *rec,
                         const struct db_add_result *result)
{
    if (im->twice++ >= MAX_TWICE)
        return;
    struct json *j = events_open(im->call, "twice");
    json_open_object(j);
    json_key_str(j, "file", rec->label);
    json_key_u64(j, "number", rec->number_in_file);
    json_key_u64(j, "game", result->id);
    json_key_cstr(j, "what", result->what == ADDED_MERGED ? "merged" : "skipped");
    json_key_bool(j, "conflict", result->result_conflict);
    json_end(j);
    buf_add_str(&im->call->reply->body, "\n\n");
}

/* For the log: who takes back the import that brought it leaves it, for it came again.  Without memory,
 * or after a million, that is not known. */
static void note_again(struct import_request *im, uint32_t id)
{
    if (im->again_count && im->again[im->again_count - 1] == id)
        return;
    uint32_t *again =
        mem_grow(im->again, im->again_count, &im->again_cap, MAX_AGAIN, sizeof *again);
    if (!again)
        return;
    im->again = again;
    again[im->again_count++] = id;
}

static void on_record(void *ctx, const struct record *rec, const struct db_add_result *result)
{
    struct import_request *im = ctx;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        on_record_problem(im, rec, &rec->problems[i], result ? &result->id : NULL);
    if (!result)
        return;
    if (result->what == ADDED_NEW) {
        im->first = im->any_new ? im->first : result->id;
        im->last = result->id;
        im->any_new = true;
        return;
    }
    im->merged += result->what == ADDED_MERGED;
    note_again(im, result->id);
    report_twice(im, rec, result);
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
    json_key_u64(j, "merged", im->merged);
    if (im->log_number)
        json_key_u64(j, "import", im->log_number);
    if (im->any_new && stored) {
        json_key_u64(j, "first", im->first);
        json_key_u64(j, "last", im->last);
    }
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

/* The log of the database is worth no failure: games that are in are in. */
static void log_import(struct import_request *im)
{
    struct buf again, tags;
    struct err ignored;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    buf_init(&again, BUF_DEFAULT_MAX);
    buf_init(&tags, BUF_DEFAULT_MAX);
    import_log_runs(im->again, im->again_count, &again);
    for (size_t i = 0; i < im->tag_count; i++) {
        if (i)
            buf_add_char(&tags, '\t');
        buf_add_span(&tags, im->tags[i]);
    }
    struct import_entry entry = {.time = (uint64_t)now.tv_sec,
                                 .sent = im->sent,
                                 .what = im->what,
                                 .again = buf_span(&again),
                                 .tags = buf_span(&tags)};
    if (buf_status(&again) == STATUS_OK && buf_status(&tags) == STATUS_OK &&
        importer_log(im->importer, &entry, &ignored) == STATUS_OK)
        im->log_number = entry.number;
    buf_release(&again);
    buf_release(&tags);
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
    if (st == STATUS_OK)
        log_import(im);
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

static enum status read_duplicates(const struct api_call *call, enum db_duplicates *out,
                                   struct err *err)
{
    static const char *const WORDS[] = {
        [DUP_MERGE] = "merge", [DUP_SKIP] = "skip", [DUP_KEEP] = "keep"};
    struct span text = api_text(call, "duplicates");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (span_eq(text, span_of(WORDS[i])) || (i == DUP_MERGE && text.n == 0)) {
            *out = (enum db_duplicates)i;
            return STATUS_OK;
        }
    return err_set(err, STATUS_RANGE, &BAD_DUPLICATES, text, SPAN(""));
}

enum status api_import(struct api_call *call, struct err *err)
{
    struct import_request im = {.call = call, .intake = intake_of(call), .began_ms = steady_ms()};
    struct span name = api_text(call, "name");
    enum db_duplicates duplicates = DUP_MERGE;
    bool bundle;
    if (name.n > MAX_NAME)
        name = span_make(name.p, MAX_NAME);
    im.what = name;
    enum status st = intake_find_target(call, NULL, &im.to, err);
    if (st == STATUS_OK)
        st = api_flag(call, "bundle", &bundle, err);
    if (st == STATUS_OK)
        st = check_size(&im, bundle, err);
    if (st == STATUS_OK)
        st = read_tags(&im, err);
    if (st == STATUS_OK)
        st = read_duplicates(call, &duplicates, err);
    if (st == STATUS_OK)
        st = api_number(call, "sent", UINT32_MAX, 1, &im.sent, err);
    if (st != STATUS_OK)
        return st;
    const struct import_options opt = {
        .duplicates = duplicates, .tags = im.tags, .tag_count = im.tag_count};
    const struct import_events events = {
        .ctx = &im, .problem = on_problem, .advance = on_advance, .record = on_record};
    st = intake_begin(call, &im.to, &opt, &events, &im.importer, err);
    if (st != STATUS_OK)
        return st;
    im.number = new_number();
    intake_set_number(call, im.number);
    events_begin(call);
    report_begin(&im);
    st = run_import(&im, name, bundle, err);
    mem_free(im.again);
    return st;
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

/* --- Imports of before ------------------------------------------------------------------------- */

/* Those of one database, the newest first. */
static enum status add_imports(struct api_call *call, uint32_t which, uint64_t limit,
                               struct err *err)
{
    struct import_log log;
    const struct site *site = call->site;
    enum status st = import_log_read(&log, site->served.paths[which], err);
    if (st != STATUS_OK)
        return intake_explain(call, which, st, err);
    for (size_t i = log.count; i-- > 0 && log.count - i <= limit;)
        import_entry_to_json(&call->json, &log.at[i], site->names[which]);
    import_log_release(&log);
    return STATUS_OK;
}

enum status api_imports(struct api_call *call, struct err *err)
{
    struct api_databases in = {0};
    struct json *j = &call->json;
    uint64_t limit;
    enum status st = api_databases(call, &in, err);
    if (st == STATUS_OK)
        st = api_number(call, "limit", MAX_IMPORTS, 20, &limit, err);
    if (st != STATUS_OK)
        return st;
    json_open_object(j);
    json_key(j, "imports");
    json_open_array(j);
    for (uint32_t i = 0; i < in.count && st == STATUS_OK; i++)
        st = add_imports(call, in.first + i, limit, err);
    json_end(j);
    json_end(j);
    json_line(j);
    return st;
}

enum status api_import_undo(struct api_call *call, struct err *err)
{
    struct json *j = &call->json;
    struct taken_back back;
    uint32_t which = 0;
    uint64_t number = 0;
    bool dry_run = false;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK && call->site->shards)
        st = err_plain(err, STATUS_UNSUPPORTED, &IN_PARTS);
    if (st == STATUS_OK)
        st = api_number(call, "import", UINT64_MAX, 0, &number, err);
    if (st == STATUS_OK && !number)
        st = err_plain(err, STATUS_RANGE, &WHICH_IMPORT);
    if (st == STATUS_OK)
        st = api_flag(call, "dry_run", &dry_run, err);
    if (st == STATUS_OK)
        st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    st = import_take_back(call->site->served.paths[which], number, dry_run,
                          call->request->cancelled, &back, err);
    intake_release(call);
    if (st != STATUS_OK)
        return intake_explain(call, which, st, err);
    json_open_object(j);
    json_key_str(j, "db", call->site->names[which]);
    json_key_u64(j, "import", number);
    json_key_u64(j, "removed", back.removed);
    json_key_u64(j, "kept", back.kept);
    json_key_bool(j, "dry_run", dry_run);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}
