/* http_framing.c: where a request goes and where it ends: see http_internal.h. */
#include <string.h>
#include <strings.h>

#include "web/http_internal.h"

/* Where the request goes and where it ends, as its headers say it. */
struct framing {
    unsigned hosts, lengths, codings;
    bool strange; /* a coding that is not "chunked" */
};

static enum MHD_Result note_framing(void *ctx, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    struct framing *f = ctx;
    (void)kind;
    f->hosts += strcasecmp(name, "Host") == 0;
    f->lengths += strcasecmp(name, "Content-Length") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        f->codings++;
        f->strange |= !value || strcasecmp(value, "chunked") != 0;
    }
    return MHD_YES;
}

bool http_is_ambiguous(struct MHD_Connection *connection)
{
    struct framing f = {0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_framing, &f);
    return f.hosts > 1 || f.lengths + f.codings > 1 || f.strange;
}

size_t http_unescape(void *ctx, struct MHD_Connection *connection, char *text)
{
    (void)ctx, (void)connection;
    return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}
