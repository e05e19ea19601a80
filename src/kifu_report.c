/* kifu_report.c: tables of games for other programs; see kifu_report.h. */
#include "kifu_report.h"

#include "base/alloc.h"
#include "base/text/json.h"
#include "db/db_people.h"
#include "kifu_game.h"
#include "kifu_query.h"
#include "query/census/census.h"
#include "query/groups/group_scores.h"
#include "query/groups/matrix.h"
#include "query/plan/db_lookup.h"
#include "store/people/people.h"
#include "view/report/census_json.h"
#include "view/report/group_json.h"
#include "view/report/matrix_view.h"
#include "view/report/named_json.h"
#include "view/report/people_json.h"

/* What all of these begin and end with: a query, and a text to fill. */
struct kifu_report {
    struct kifu_query in;
    struct search_options search;
    uint32_t count, limit; /* databases; as in the options */
    struct buf out;
    struct err err;
};

static enum status report_open(struct kifu_report *r, struct kifu_db *const *dbs, size_t count,
                               const char *query, const struct kifu_search_options *options)
{
    *r = (struct kifu_report){.count = (uint32_t)count};
    buf_init(&r->out, SIZE_MAX / 2);
    enum status st = kifu_query_open(&r->in, dbs, count, query, &r->err);
    const struct search_options given = kifu_options_of(options);
    r->search = (struct search_options){.threads = given.threads,
                                        .cancelled = given.cancelled,
                                        .values = static_values_hook(r->in.values)};
    if (options)
        r->limit = options->limit < UINT32_MAX ? (uint32_t)options->limit : UINT32_MAX;
    return st;
}

/* A database that turned out to be damaged has no result. */
static char *report_close(struct kifu_report *r, enum status st, struct kifu_error *error)
{
    if (st == STATUS_OK)
        st = db_status_all(r->in.dbs, r->count, &r->err);
    kifu_query_release(&r->in);
    return kifu_text_from(&r->out, st, &r->err, NULL, error);
}

/* --- Groups ------------------------------------------------------------------------------------ */

static enum status add_groups(struct kifu_report *r, const char *by)
{
    const struct axis_options with = {.named = r->in.named, .limit = r->limit, .search = r->search};
    struct group_scores g = {0};
    struct json j;
    enum status st =
        group_scores_run(&g, span_of(by), &r->in.query, r->in.dbs, r->count, &with, &r->err);
    for (uint32_t i = 0; st == STATUS_OK && i < g.axis.group_count; i++) {
        json_init(&j, &r->out);
        group_to_json(&j, &r->in.query, &g, i);
        json_line(&j);
    }
    group_scores_release(&g);
    return st;
}

KIFU_API char *kifu_facets(struct kifu_db *const *dbs, size_t count, const char *query,
                           const char *by, const struct kifu_search_options *options,
                           struct kifu_error *error)
{
    struct kifu_report r;
    enum status st = report_open(&r, dbs, count, query, options);
    if (st == STATUS_OK)
        st = add_groups(&r, by);
    return report_close(&r, st, error);
}

static enum status add_cells(struct kifu_report *r, const struct matrix_request *request)
{
    struct matrix m = {0};
    struct json j;
    enum status st = matrix_run(&m, request, r->in.dbs, r->count, &r->err);
    for (uint32_t row = 0; st == STATUS_OK && row < m.rows.group_count; row++)
        for (uint32_t column = 0; column < m.columns.group_count; column++) {
            json_init(&j, &r->out);
            matrix_cell_to_json(&j, &m, row, column, r->in.query.text);
            json_line(&j);
        }
    matrix_release(&m);
    return st;
}

KIFU_API char *kifu_matrix(struct kifu_db *const *dbs, size_t count, const char *query,
                           const char *rows, const char *columns, unsigned long long min_games,
                           const struct kifu_search_options *options, struct kifu_error *error)
{
    struct kifu_report r;
    enum status st = report_open(&r, dbs, count, query, options);
    const struct matrix_request request = {.rows = span_of(rows),
                                           .columns = span_of(columns),
                                           .query = &r.in.query,
                                           .named = r.in.named,
                                           .limit = r.limit,
                                           .least = min_games,
                                           .search = r.search};
    if (st == STATUS_OK)
        st = add_cells(&r, &request);
    return report_close(&r, st, error);
}

/* --- Positions --------------------------------------------------------------------------------- */

static enum status add_census(struct kifu_report *r)
{
    enum { STEPS = 20 }; /* of the curve of growth, as the command has it */
    const struct census_options opt = {.top = r->limit,
                                       .steps = STEPS,
                                       .threads = r->search.threads,
                                       .cancelled = r->search.cancelled};
    struct census c = {0};
    struct json j;
    enum status st = census_run(&c, r->in.dbs, r->count, &opt, &r->err);
    json_init(&j, &r->out);
    if (st == STATUS_OK) {
        census_to_json(&j, &c, NULL, 0);
        json_line(&j);
    }
    census_release(&c);
    return st;
}

KIFU_API char *kifu_census(struct kifu_db *const *dbs, size_t count,
                           const struct kifu_search_options *options, struct kifu_error *error)
{
    struct kifu_report r;
    enum status st = report_open(&r, dbs, count, "", options);
    if (st == STATUS_OK)
        st = add_census(&r);
    return report_close(&r, st, error);
}

/* --- Names ------------------------------------------------------------------------------------- */

static enum status count_games(struct kifu_report *r, const struct query *q, uint64_t *games)
{
    struct search_options opt = r->search;
    struct hits hits = {0};
    opt.count = true;
    enum status st = search_part(q, r->in.dbs, r->count, &opt, &hits, &r->err);
    *games = hits.games;
    hits_release(&hits);
    return st;
}

/* Games of a definition that cannot be read are not known; the others are listed all the same. */
static enum status add_name(struct kifu_report *r, const struct named_query *n)
{
    struct query q;
    struct buf word;
    struct json j;
    uint64_t games = 0;
    buf_init(&word, BUF_DEFAULT_MAX);
    named_add_word(n, &word);
    enum status st = db_lookup_parse(&q, r->in.dbs[0]->game, r->in.named, buf_span(&word),
                                     r->in.dbs, r->count, &r->err);
    const bool readable = st == STATUS_OK;
    if (readable)
        st = count_games(r, &q, &games);
    query_release(&q);
    buf_release(&word);
    if (st == STATUS_NOMEM || (readable && st != STATUS_OK))
        return st;
    json_init(&j, &r->out);
    json_open_object(&j);
    named_members_to_json(&j, n);
    if (readable)
        json_key_u64(&j, "games", games);
    json_end(&j);
    json_line(&j);
    return STATUS_OK;
}

KIFU_API char *kifu_names(struct kifu_db *const *dbs, size_t count,
                          const struct kifu_search_options *options, struct kifu_error *error)
{
    struct kifu_report r;
    enum status st = report_open(&r, dbs, count, "", options);
    for (size_t i = 0; st == STATUS_OK && i < r.in.named->count; i++)
        st = add_name(&r, &r.in.named->at[i]);
    return report_close(&r, st, error);
}

static enum status add_people(const struct people *p, struct span name, uint32_t limit,
                              struct buf *out, struct err *err)
{
    uint32_t room = limit && limit < p->count ? limit : p->count, all = 0;
    uint32_t *found = mem_calloc((size_t)room + 1, sizeof *found);
    struct json j;
    enum status st =
        found ? people_find(p, name, PEOPLE_PART, found, room, &all, err) : err_nomem(err);
    for (uint32_t i = 0; st == STATUS_OK && i < room && i < all; i++) {
        json_init(&j, out);
        person_to_json(&j, p, found[i]);
        json_line(&j);
    }
    mem_free(found);
    return st;
}

KIFU_API char *kifu_players(const struct kifu_db *db, const char *name,
                            const struct kifu_search_options *options, struct kifu_error *error)
{
    struct people *people = NULL;
    struct buf out;
    struct err err;
    const uint64_t limit = options ? options->limit : 0;
    buf_init(&out, SIZE_MAX / 2);
    enum status st = db_people_list(db->db, &people, &err);
    if (st == STATUS_OK)
        st = add_people(people, span_of(name), limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX,
                        &out, &err);
    if (st == STATUS_OK)
        st = db_status(db->db, &err);
    people_free(people);
    return kifu_text_from(&out, st, &err, NULL, error);
}
