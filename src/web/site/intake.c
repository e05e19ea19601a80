/* intake.c: see intake.h. */
#include "web/site/intake.h"

#include <string.h>

#include "db/import/import.h"
#include "web/api.h"
#include "web/site/sites.h"

const struct msg INTAKE_NOT_ALLOWED = {
    "cannot add records: the server was started without --allow-import",
    "追加できません。サーバーは --allow-import なしで動いています"};
static const struct msg BY_POST = {"this changes a database; use POST",
                                   "データベースを変更する要求は POST で送ってください"};
static const struct msg WHICH_DB = {"missing database to add to; use db=NAME",
                                    "追加先のデータベースを db=NAME で指定してください"};
static const struct msg ANOTHER = {"another import is running; try again when it is done",
                                   "別の取り込みの最中です。終わってからやり直してください"};
static const struct msg LOCKED = {
    "%1 is being written by another process; try again when it is done",
    "%1 は別のプロセスが書き込み中です。終わってからやり直してください"};
static const struct msg CANNOT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg NO_GAME = {"no complete game in the record", "完結した対局がありません"};

void intake_init(struct intake *intake)
{
    *intake = (struct intake){0};
    pthread_mutex_init(&intake->lock, NULL);
}

void intake_release_lock(struct intake *intake)
{
    pthread_mutex_destroy(&intake->lock);
}

struct intake *intake_of(const struct api_call *call)
{
    return call->sites ? &call->sites->intake : &call->site->intake;
}

enum status intake_allowed(struct api_call *call, struct err *err)
{
    if (!intake_of(call)->allowed) {
        call->reply->status = 403;
        return err_plain(err, STATUS_UNSUPPORTED, &INTAKE_NOT_ALLOWED);
    }
    if (call->request->untrusted) {
        call->reply->status = 403;
        return err_plain(err, STATUS_UNSUPPORTED, call->request->untrusted);
    }
    if (call->request->method != HTTP_POST)
        return err_plain(err, STATUS_RANGE, &BY_POST);
    return STATUS_OK;
}

enum status intake_admit(struct api_call *call, uint32_t *which, struct err *err)
{
    struct api_databases in = {0};
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = api_databases(call, &in, err);
    if (st == STATUS_OK && in.count != 1)
        st = err_plain(err, STATUS_RANGE, &WHICH_DB);
    *which = in.first;
    return st;
}

/* Where files are is nobody's business: of a path its last name is left. */
static void hide_folders(char *text, size_t room)
{
    const char *slash = strrchr(text, '/');
    if (slash)
        memmove(text, slash + 1, room - (size_t)(slash + 1 - text));
}

enum status intake_explain_named(struct api_call *call, struct span name, enum status st,
                                 struct err *err)
{
    char reason[ERR_ARG_BYTES];
    if (st == STATUS_IO && err->what == &MANIFEST_LOCKED) {
        call->reply->status = 409;
        return err_set(err, STATUS_IO, &LOCKED, name, SPAN(""));
    }
    if (st != STATUS_IO && st != STATUS_SYNTAX)
        return st;
    memcpy(reason, err->arg[1], sizeof reason); /* errno's, where it was that */
    if (st == STATUS_IO && reason[0] && !strchr(reason, '/'))
        return err_set(err, STATUS_IO, &CANNOT_WRITE, name, span_of(reason));
    hide_folders(err->arg[0], sizeof err->arg[0]);
    hide_folders(err->arg[1], sizeof err->arg[1]);
    hide_folders(err->file, sizeof err->file);
    err->code = STATUS_IO; /* of what is stored: no mistake of whoever sent it */
    return STATUS_IO;
}

enum status intake_explain(struct api_call *call, uint32_t which, enum status st, struct err *err)
{
    return intake_explain_named(call, call->site->names[which], st, err);
}

enum status intake_find_target(struct api_call *call, const struct game *game,
                               struct intake_target *to, struct err *err)
{
    uint32_t which = 0;
    bool make = false;
    struct span name = api_text(call, "db");
    *to = (struct intake_target){0};
    enum status st = intake_allowed(call, err);
    if (st == STATUS_OK)
        st = api_flag(call, "make", &make, err);
    if (st != STATUS_OK)
        return st;
    if (call->sites && name.n && !sites_find(call->sites, name, NULL)) {
        *to = (struct intake_target){.game = game, .is_new = true};
        return sites_place(call->sites, name, make, &call->arena, &to->name, &to->path, err);
    }
    st = intake_admit(call, &which, err);
    if (st == STATUS_OK)
        *to = (struct intake_target){.name = call->site->names[which],
                                     .path = call->site->served.paths[which],
                                     .game = call->site->game};
    return st;
}

enum status intake_claim(struct api_call *call, struct err *err)
{
    if (!atomic_exchange(&intake_of(call)->busy, true))
        return STATUS_OK;
    call->reply->status = 409;
    return err_plain(err, STATUS_LIMIT, &ANOTHER);
}

void intake_release(struct api_call *call)
{
    atomic_store(&intake_of(call)->busy, false);
    served_look_again(&call->site->served);
}

void intake_release_target(struct api_call *call, const struct intake_target *to)
{
    if (to->is_new) /* before anybody else may make it */
        sites_add(call->sites, to->path, to->name);
    intake_release(call);
}

enum status intake_begin(struct api_call *call, const struct intake_target *to,
                         const struct import_options *opt, const struct import_events *events,
                         struct importer **out, struct err *err)
{
    struct intake *intake = intake_of(call);
    *out = NULL;
    enum status st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    struct import_options with = *opt;
    atomic_store(&intake->stop, false);
    with.cancelled = &intake->stop;
    with.game = to->game;
    st = importer_open(out, to->path, &with, events, err);
    if (st != STATUS_OK) {
        atomic_store(&intake->busy, false);
        return intake_explain_named(call, to->name, st, err);
    }
    return STATUS_OK;
}

void intake_set_number(struct api_call *call, uint64_t number)
{
    struct intake *intake = intake_of(call);
    pthread_mutex_lock(&intake->lock);
    intake->number = number;
    atomic_store(&intake->stop, false);
    pthread_mutex_unlock(&intake->lock);
}

bool intake_stop(struct api_call *call, uint64_t number)
{
    struct intake *intake = intake_of(call);
    pthread_mutex_lock(&intake->lock);
    bool found = number && intake->number == number;
    if (found)
        atomic_store(&intake->stop, true);
    pthread_mutex_unlock(&intake->lock);
    return found;
}

void intake_end(struct api_call *call, const struct intake_target *to, struct importer *importer)
{
    importer_close(importer);
    intake_set_number(call, 0);
    intake_release_target(call, to);
}

/* --- One game -------------------------------------------------------------------------------- */

struct added_game {
    struct db_add_result result;
    unsigned count;
};

static void note_game(void *ctx, const struct db_add_result *result)
{
    struct added_game *k = ctx;
    k->result = *result;
    k->count++;
}

static void respond_added(struct api_call *call, struct span db, const struct added_game *k)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_str(j, "db", db);
    json_key_u64(j, "game", k->result.id);
    json_key_bool(j, "added", k->result.what == ADDED_NEW);
    json_end(j);
    json_line(j);
}

enum status intake_keep(struct api_call *call, const struct game *game, struct span record,
                        struct span label, struct err *err)
{
    struct added_game kept = {0};
    const struct import_options opt = {.threads = 1};
    const struct import_events events = {.ctx = &kept, .added = note_game};
    struct importer *importer;
    struct intake_target to;
    enum status st = intake_find_target(call, game, &to, err);
    if (st == STATUS_OK)
        st = intake_begin(call, &to, &opt, &events, &importer, err);
    if (st != STATUS_OK)
        return st;
    st = importer_run_bytes(importer, label, record, false, err);
    if (st == STATUS_OK && kept.count != 1)
        st = err_plain(err, STATUS_RANGE, &NO_GAME);
    else if (st == STATUS_OK)
        st = importer_commit(importer, err);
    intake_end(call, &to, importer);
    if (st != STATUS_OK)
        return intake_explain_named(call, to.name, st, err);
    respond_added(call, to.name, &kept);
    return STATUS_OK;
}
