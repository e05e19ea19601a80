/* api_export.c: /api/export: the games that a query finds, as one file, sent while it is written.
 *
 * Games follow each other in the order of hits, each once, as `kifu export` writes them.  A game
 * that can't be written in the format (none can that was read) would end the answer early, cut off
 * so that the asker notices. */
#include "base/text/charset.h"
#include "formats/format.h"
#include "web/api/search_request.h"

static const struct msg NO_FORMAT = {
    "missing or invalid format \"%1\"; use to=csa, kif, ki2, usi, sgf or chaturanga",
    "形式「%1」は複数の棋譜には使えません。to=csa, kif, ki2, usi, sgf, chaturanga "
    "のいずれかを指定してください"};

enum { FLUSH_BYTES = 32 << 10 };

struct export_request {
    struct api_call *call;
    const struct format *format;
    struct search_request request;
    struct hits hits;
    struct record rec;
    struct buf utf8;
    uint64_t written;
};

static enum status choose_format(struct export_request *x, struct err *err)
{
    struct span to = api_text(x->call, "to");
    x->format = format_by_name(to);
    if (!x->format || !x->format->write || !x->format->separator ||
        x->format->game != x->call->site->game)
        return err_set(err, STATUS_RANGE, &NO_FORMAT, to, SPAN(""));
    return STATUS_OK;
}

/* Hits are sorted by database and game, unless they are ranked; then one may come twice, which is
 * better than keeping a list of all that were seen. */
static bool is_same_game(const struct hit *a, const struct hit *b)
{
    return a->db == b->db && a->id == b->id;
}

static enum status write_game(struct export_request *x, const struct hit *hit, struct err *err)
{
    struct buf *out = &x->call->reply->body;
    unsigned losses = 0;
    enum status st = db_record(x->request.in.dbs[hit->db], hit->id, &x->rec, err);
    if (st == STATUS_OK && x->written++ > 0)
        buf_add_str(out, x->format->separator);
    buf_clear(&x->utf8);
    if (st == STATUS_OK) /* always UTF-8: nothing is lost, and pages are in it, too */
        st = format_write(x->format, &x->rec, CHARSET_UTF8, &x->utf8, out, &losses, err);
    return api_stored(st, err);
}

static enum status write_games(struct export_request *x, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < x->hits.count && st == STATUS_OK; i++) {
        if (i > 0 && is_same_game(&x->hits.at[i - 1], &x->hits.at[i]))
            continue;
        st = write_game(x, &x->hits.at[i], err);
        if (x->call->reply->body.n >= FLUSH_BYTES && !http_flush(x->call->reply))
            return err_plain(err, STATUS_CANCELLED, NULL);
    }
    return st;
}

static enum status run_export(struct export_request *x, struct err *err)
{
    x->request.options.limit = UINT64_MAX;
    x->request.options.offset = 0;
    x->request.options.count = false;
    x->request.must_be_whole = true;
    enum status st = search_execute_hits(&x->request, &x->hits, err);
    if (st != STATUS_OK)
        return st;
    x->call->reply->type = "text/plain; charset=utf-8";
    x->call->reply->download = "attachment";
    return write_games(x, err);
}

enum status api_export(struct api_call *call, struct err *err)
{
    struct export_request x = {.call = call};
    enum status st = choose_format(&x, err);
    if (st == STATUS_OK)
        st = search_request_read(&x.request, call, err);
    if (st != STATUS_OK)
        return st;
    record_init(&x.rec);
    buf_init(&x.utf8, BUF_DEFAULT_MAX);
    st = run_export(&x, err);
    buf_release(&x.utf8);
    record_release(&x.rec);
    hits_release(&x.hits);
    search_request_release(&x.request);
    return st;
}
