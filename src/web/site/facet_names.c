/* facet_names.c: see facet_names.h. */
#include "web/site/facet_names.h"

#include "base/steady.h"
#include "query/plan/db_lookup.h"

void facet_name_word(const struct named_query *n, struct buf *out)
{
    buf_add_span(out, n->group);
    buf_add_char(out, ':');
    buf_add_span(out, n->name);
}

static enum status count_name(const struct facet_names *f, const struct named_query *name,
                              uint64_t *games, struct err *err)
{
    struct query both;
    struct hits hits = {0};
    struct buf text;
    struct search_options options = f->options;
    struct span query = span_trim(f->query);
    options.count = true;
    options.limit = options.offset = 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (query.n) {
        buf_add_char(&text, '(');
        buf_add_span(&text, query);
        buf_add_str(&text, ") ");
    }
    facet_name_word(name, &text);
    enum status st =
        db_lookup_parse(&both, f->game, f->named, buf_span(&text), f->dbs, f->count, err);
    if (st == STATUS_OK)
        st = search_part(&both, f->dbs, f->count, &options, &hits, err);
    *games = hits.games;
    query_release(&both);
    hits_release(&hits);
    buf_release(&text);
    return st;
}

enum status facet_names_count(const struct facet_names *f, uint64_t *games, size_t *done,
                              struct err *err)
{
    uint64_t end = steady_ms() + f->ms;
    enum status st = STATUS_OK;
    size_t i = 0;
    for (; i < f->named->count && st == STATUS_OK && steady_ms() < end; i++) {
        games[i] = 0;
        if (f->named->at[i].group.n)
            st = count_name(f, &f->named->at[i], &games[i], err);
    }
    *done = i;
    return st;
}
