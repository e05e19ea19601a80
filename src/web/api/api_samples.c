/* api_samples.c: /api/samples: sample games into a database that is empty. */
#include "sim/generate/sample_games.h"
#include "web/api.h"

static const struct msg NOT_EMPTY = {"%1 has games; samples are only for an empty database",
                                     "%1 には棋譜があります。見本は空のデータベースにだけ入ります"};
static const struct msg NO_SAMPLES = {"there are no sample games of %1", "%1 の見本はありません"};

static enum status add_samples(struct api_call *call, uint32_t which, struct err *err)
{
    struct site *site = call->site;
    const struct db_writer_options opt = {.threads = site->threads,
                                          .cancelled = call->request->cancelled};
    struct db_writer *writer = NULL;
    enum status st = db_writer_open(&writer, site->served.paths[which], site->game, &opt, err);
    if (st == STATUS_OK && db_writer_db(writer)->games)
        st = err_set(err, STATUS_RANGE, &NOT_EMPTY, site->names[which], SPAN(""));
    if (st == STATUS_OK)
        st = sample_games_add(writer, site->game, call->request->cancelled, err);
    if (st == STATUS_OK)
        st = db_writer_commit(writer, err);
    uint64_t stored = st == STATUS_OK ? db_writer_stored(writer) : 0;
    db_writer_close(writer);
    if (st != STATUS_OK)
        return intake_explain(call, which, st, err);
    struct json *j = &call->json;
    json_open_object(j);
    json_key_str(j, "db", site->names[which]);
    json_key_u64(j, "added", stored);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

enum status api_samples(struct api_call *call, struct err *err)
{
    const struct game *game = call->site->game;
    uint32_t which;
    enum status st = intake_admit(call, &which, err);
    if (st == STATUS_OK && !sample_games_count(game))
        st = err_set(err, STATUS_UNSUPPORTED, &NO_SAMPLES, span_of(game->name), SPAN(""));
    if (st == STATUS_OK)
        st = intake_claim(call, err);
    if (st != STATUS_OK)
        return st;
    st = add_samples(call, which, err);
    intake_release(call);
    return st;
}
