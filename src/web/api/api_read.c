/* api_read.c: /api/read: a record that somebody pasted, in any format, as /api/game has games of a
 * database.  The text is only looked at: nothing is kept. */
#include "formats/format.h"
#include "view/report/game_json.h"
#include "web/api.h"

static const struct msg NO_TEXT = {"no record in the text", "棋譜がありません"};
static const struct msg OTHER_GAME = {"this is a record of %1; this server has databases of %2",
                                      "%1 の棋譜です。ここでは %2 を扱っています"};

struct read_request {
    struct api_call *call;
    struct err *err;
    enum status st; /* of the first game, which is the one that is shown */
    bool found;
};

static enum status show(struct read_request *r, const struct record *rec)
{
    struct json *j = &r->call->json;
    const struct game *game = r->call->site->game;
    if (rec->game != game)
        return err_set(r->err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(rec->game->name),
                       span_of(game->name));
    json_open_object(j);
    json_key_cstr(j, "format", rec->format ? rec->format : "");
    enum status st = game_to_json(j, rec, r->err);
    json_end(j);
    json_line(j);
    return st;
}

static enum status on_record(void *ctx, struct record *rec)
{
    struct read_request *r = ctx;
    if (record_worst(rec) == PROBLEM_REJECTED)
        return STATUS_OK;
    r->found = true;
    r->st = show(r, rec);
    return STATUS_CANCELLED; /* one is enough */
}

enum status api_read(struct api_call *call, struct err *err)
{
    struct read_request r = {.call = call, .err = err, .st = STATUS_OK};
    struct reader reader;
    struct err why = {0};
    struct span text = api_text(call, "text");
    if (span_trim(text).n == 0)
        return err_plain(err, STATUS_RANGE, &NO_TEXT);
    reader_init(&reader);
    enum status st = reader_read(&reader, text, SPAN(""), NULL, on_record, &r, &why);
    reader_release(&reader);
    if (r.found)
        return r.st;
    if (st == STATUS_OK || st == STATUS_CANCELLED)
        return err_plain(err, STATUS_RANGE, &NO_TEXT);
    *err = why;
    return st;
}
