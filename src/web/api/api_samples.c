/* api_samples.c: /api/samples: sample games into a database that is empty. */
#include "sim/generate/sample_games.h"
#include "web/api.h"

static const struct msg NOT_EMPTY = {"%1 has games; samples are only for an empty database",
                                     "%1 には棋譜があります。見本は空のデータベースにだけ入ります"};
static const struct msg NO_SAMPLES = {"there are no sample games of %1", "%1 の見本はありません"};

static enum status add_samples(struct api_call *call, const struct intake_target *to,
                               uint64_t *stored, struct err *err)
{
    const struct db_writer_options opt = {.threads = call->site->threads,
                                          .cancelled = call->request->cancelled};
    struct db_writer *writer = NULL;
    enum status st = db_writer_open(&writer, to->path, to->game, &opt, err);
    if (st == STATUS_OK && db_writer_db(writer)->games)
        st = err_set(err, STATUS_RANGE, &NOT_EMPTY, to->name, SPAN(""));
    if (st == STATUS_OK)
        st = sample_games_add(writer, to->game, call->request->cancelled, err);
    if (st == STATUS_OK)
        st = db_writer_commit(writer, err);
    *stored = st == STATUS_OK ? db_writer_stored(writer) : 0;
    db_writer_close(writer);
    return intake_explain_named(call, to->name, st, err);
}

static void respond(struct api_call *call, const struct intake_target *to, uint64_t stored)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_str(j, "db", to->name);
    json_key_u64(j, "added", stored);
    json_end(j);
    json_line(j);
}

enum status api_samples(struct api_call *call, struct err *err)
{
    struct intake_target to;
    uint64_t stored = 0;
    enum status st = intake_find_target(call, call->site->game, &to, err);
    if (st == STATUS_OK && !sample_games_count(to.game))
        st = err_set(err, STATUS_UNSUPPORTED, &NO_SAMPLES, span_of(to.game->name), SPAN(""));
    if (st == STATUS_OK)
        st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    st = add_samples(call, &to, &stored, err);
    intake_release_target(call, &to);
    if (st == STATUS_OK)
        respond(call, &to, stored);
    return st;
}
