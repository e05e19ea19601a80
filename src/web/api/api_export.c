/* api_export.c: /api/export: the games that a query finds, as one file, sent while it is written.
 *
 * Games follow each other in the order of hits, each once, as `kifu export` writes them.  A game
 * that can't be written in the format (none can that was read) would end the answer early, cut off
 * so that the asker notices.  to=csv and to=tsv are tables with a row for each hit. */
#include "base/text/charset.h"
#include "formats/format.h"
#include "view/report/hit_columns.h"
#include "web/api/search_request.h"

static const struct msg NO_FORMAT = {
    "missing or invalid format \"%1\"; use to=csa, kif, ki2, usi, sgf, chaturanga, csv or tsv",
    "形式「%1」は複数の棋譜には使えません。to=csa, kif, ki2, usi, sgf, chaturanga, "
    "csv, tsv のいずれかを指定してください"};

enum { FLUSH_BYTES = 32 << 10 };

struct export_request {
    struct api_call *call;
    const struct format *format; /* NULL: a table */
    enum table_style style;
    struct hit_columns columns;
    struct search_request request;
    struct hits hits;
    struct record rec;
    struct buf utf8;
    struct arena arena; /* of summaries */
    uint64_t written;
};

/* Games by format, or hits by columns. */
static enum status choose_format(struct export_request *x, struct err *err)
{
    struct span to = api_text(x->call, "to"), columns = api_text(x->call, "columns");
    if (span_eq(to, SPAN("csv")) || span_eq(to, SPAN("tsv"))) {
        x->style = span_eq(to, SPAN("csv")) ? TABLE_CSV : TABLE_TSV;
        hit_columns_usual(&x->columns, x->call->site->game, api_database_count(x->call) > 1);
        return columns.n ? hit_columns_parse(&x->columns, x->call->site->game, columns, err)
                         : STATUS_OK;
    }
    x->format = format_by_name(to);
    if (!x->format || !x->format->write || !x->format->separator || x->format->positions ||
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

static enum status write_row(struct export_request *x, const struct hit *hit, struct err *err)
{
    struct game_summary summary;
    const struct hit_row row = {.db_name = search_hit_db_name(&x->request, x->call, hit),
                                .segment = search_hit_segment(&x->request, hit),
                                .hit = hit,
                                .summary = &summary};
    arena_reset(&x->arena);
    enum status st = metadata_summary(row.segment->metadata, hit->number, &x->arena, &summary, err);
    if (st == STATUS_OK)
        st = hit_columns_add_row(&x->columns, x->style, &row, &x->call->reply->body, err);
    return api_stored(st, err);
}

static enum status write_table(struct export_request *x, struct err *err)
{
    enum status st = STATUS_OK;
    hit_columns_add_head(&x->columns, x->style, &x->call->reply->body);
    for (size_t i = 0; i < x->hits.count && st == STATUS_OK; i++) {
        st = write_row(x, &x->hits.at[i], err);
        if (x->call->reply->body.n >= FLUSH_BYTES && !http_flush(x->call->reply))
            return err_plain(err, STATUS_CANCELLED, NULL);
    }
    return st;
}

static const char *type_of(const struct export_request *x)
{
    if (x->format)
        return "text/plain; charset=utf-8";
    return x->style == TABLE_CSV ? "text/csv; charset=utf-8"
                                 : "text/tab-separated-values; charset=utf-8";
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
    x->call->reply->type = type_of(x);
    x->call->reply->download = "attachment";
    return x->format ? write_games(x, err) : write_table(x, err);
}

enum status api_export(struct api_call *call, struct err *err)
{
    struct export_request x = {.call = call};
    enum status st = choose_format(&x, err);
    if (st == STATUS_OK)
        st = search_request_read(&x.request, call, err);
    if (st != STATUS_OK)
        return st;
    arena_init(&x.arena, (size_t)64 << 20);
    record_init(&x.rec);
    buf_init(&x.utf8, BUF_DEFAULT_MAX);
    st = run_export(&x, err);
    arena_release(&x.arena);
    buf_release(&x.utf8);
    record_release(&x.rec);
    hits_release(&x.hits);
    search_request_release(&x.request);
    return st;
}
