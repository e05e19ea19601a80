/* http_upload.c: requests that bring a file: see http.h.
 *
 * Bytes are written to the temporary file by the loop as they come.  That is a copy into the page
 * cache; a disk so slow that the kernel makes writers wait would hold up other connections, too. */
#include "web/http_internal.h"

static const struct msg ANOTHER = {
    "another file is being taken in; try again when that is done",
    "別のファイルを取り込んでいます。それが終わってから再度お試しください"};

unsigned http_upload_begin(struct exchange *x, struct err *err)
{
    struct http_server *s = x->server;
    if (atomic_exchange(&s->uploading, true)) {
        err_plain(err, STATUS_LIMIT, &ANOTHER);
        return MHD_HTTP_CONFLICT;
    }
    if (spool_open(&x->spool, s->upload_folder, s->upload_bytes, err) != STATUS_OK) {
        atomic_store(&s->uploading, false);
        return MHD_HTTP_INTERNAL_SERVER_ERROR;
    }
    x->has_upload = true;
    return 0;
}

void http_upload_end(struct exchange *x)
{
    if (!x->has_upload)
        return;
    spool_close(&x->spool);
    x->has_upload = false;
    atomic_store(&x->server->uploading, false);
}
