/* fuzz_query.c: any bytes as a query, about Go if the first one is "~", else about shogi.  What is
 * accepted must print, and read back as the same; what is not must say where, within the text. */
#include <stdlib.h>

#include "query/language/named.h"
#include "query/language/query.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_error(const struct err *err, enum status status, size_t size)
{
    struct buf text;
    require(status == STATUS_SYNTAX || status == STATUS_LIMIT);
    require(err->code == status && err->what);
    require(err->file[0] || err->line == 0 || err->byte <= size);
    buf_init(&text, 10000);
    err_format(err, LANG_EN, &text);
    require(text.n > 0);
    buf_release(&text);
}

/* A printed tree may be longer than a query may be: names and symmetries are written out. */
static void check_printing(const struct query *q)
{
    struct query again;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    query_print(q, &text);
    if (text.n <= QUERY_MAX_BYTES) {
        require(query_parse(&again, q->game, NULL, buf_span(&text), NULL) == STATUS_OK);
        require(query_equal(q, &again));
        query_release(&again);
    }
    buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct named_queries named[2]; /* read once: they do not change */
    struct span text = span_make((const char *)data, size);
    bool go = span_eat(&text, SPAN("~"));
    const struct game *game = go ? &go_game : &shogi_game;
    struct query q;
    struct err err = {0};
    if (!named[go].count) {
        named_init(&named[go]);
        require(named_add_builtin(&named[go], game, NULL) == STATUS_OK);
    }
    enum status status = query_parse(&q, game, &named[go], text, &err);
    if (status == STATUS_OK)
        check_printing(&q);
    else
        check_error(&err, status, text.n);
    query_release(&q);
    return 0;
}
