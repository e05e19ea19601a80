/* http_upload.c: requests that bring a file: see http.h.
 *
 * Bytes are written to the temporary file by the loop as they come.  That is a copy into the page
 * cache; a disk so slow that the kernel makes writers wait would hold up other connections, too.
 * Several may come at a time, so that one that is slow does not keep the others out; the one upload
 * that is worked on is taken when a file has come whole. */
#include "web/http/http_internal.h"

static const struct msg ANOTHER = {
    "another file is being imported; try again when that is done",
    "別のファイルを取り込んでいます。終わってからやり直してください"};
static const struct msg TOO_MANY = {"too many uploads; try again when one is done",
                                    "送信中のファイルが多すぎます。終わってからやり直してください"};

static unsigned refuse_another(struct err *err)
{
    err_plain(err, STATUS_LIMIT, &ANOTHER);
    return 409;
}

unsigned http_upload_begin(struct http_exchange *x, struct err *err)
{
    struct http_server *s = x->server;
    if (atomic_load(&s->uploading)) /* sooner than after the last byte */
        return refuse_another(err);
    if (atomic_load(&s->spools) >= HTTP_MAX_SPOOLS) {
        err_plain(err, STATUS_LIMIT, &TOO_MANY);
        return 503;
    }
    if (spool_open(&x->spool, s->upload_folder, s->upload_bytes, err) != STATUS_OK)
        return 500;
    atomic_fetch_add(&s->spools, 1);
    x->spooling = true;
    return 0;
}

unsigned http_upload_claim(struct http_exchange *x, struct err *err)
{
    x->has_upload = !atomic_exchange(&x->server->uploading, true);
    return x->has_upload ? 0 : refuse_another(err);
}

void http_upload_end(struct http_exchange *x)
{
    if (x->spooling) {
        spool_close(&x->spool);
        atomic_fetch_sub(&x->server->spools, 1);
    }
    if (x->has_upload)
        atomic_store(&x->server->uploading, false);
    x->spooling = x->has_upload = false;
}
