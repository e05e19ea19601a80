/* played_record.c: see played_record.h. */
#include "web/api/played_record.h"

enum status played_record_headers(const struct api_call *call, struct record *rec, struct err *err)
{
    static const struct {
        const char *arg;
        enum record_header_id id;
    } HEADERS[] = {{"black", HEADER_PLAYER},
                   {"white", (enum record_header_id)(HEADER_PLAYER + 1)},
                   {"date", HEADER_START_TIME}};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS && st == STATUS_OK; i++) {
        struct span value;
        st = api_header(call, HEADERS[i].arg, &value, err);
        if (st == STATUS_OK && value.n &&
            record_add_header(rec, HEADERS[i].id, SPAN(""), value) != STATUS_OK)
            st = err_nomem(err);
    }
    return st;
}

/* In UTF-8. */
static enum status write_record(struct api_call *call, played_record_fill *fill, void *game,
                                const struct format *format, struct buf *out, struct err *err)
{
    struct record rec;
    struct buf utf8;
    unsigned losses = 0;
    record_init(&rec);
    buf_init(&utf8, BUF_DEFAULT_MAX);
    enum status st = fill(call, game, &rec, err);
    if (st == STATUS_OK)
        st = format_write(format, &rec, CHARSET_UTF8, &utf8, out, &losses, err);
    buf_release(&utf8);
    record_release(&rec);
    return st;
}

enum status played_record_send(struct api_call *call, played_record_fill *fill, void *game,
                               const struct format *format, struct err *err)
{
    enum status st = write_record(call, fill, game, format, &call->reply->body, err);
    call->reply->type = "text/plain; charset=utf-8";
    call->reply->download = "attachment";
    return st;
}

enum status played_record_keep(struct api_call *call, played_record_fill *fill, void *game,
                               const struct format *format, struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status st = write_record(call, fill, game, format, &text, err);
    if (st == STATUS_OK)
        st = intake_keep(call, format->game, buf_span(&text), SPAN("kifu serve"), err);
    buf_release(&text);
    return st;
}
