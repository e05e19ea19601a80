/* api_matrix.c: /api/matrix: a cross table of games, with the score of the row's side. */
#include "query/groups/matrix.h"
#include "view/report/matrix_view.h"
#include "web/api/search_request.h"

static void add_matrix(struct api_call *call, const struct search_request *q,
                       const struct matrix *m)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key(j, "rows");
    matrix_groups_to_json(j, &m->rows);
    json_key(j, "columns");
    matrix_groups_to_json(j, &m->columns);
    json_key(j, "cells");
    json_open_array(j);
    for (uint32_t row = 0; row < m->rows.group_count; row++)
        for (uint32_t column = 0; column < m->columns.group_count; column++)
            if (matrix_at(m, row, column)->games)
                matrix_cell_to_json(j, m, row, column, q->text);
    json_end(j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
}

/* Rows and columns of a table on a page. */
enum { MOST_GROUPS = 200 };

enum status api_matrix(struct api_call *call, struct err *err)
{
    static const struct msg MANY = {"a matrix is not available on a server of several processes",
                                    "複数プロセスのサーバーでは表を作れません"};
    struct search_request q;
    struct matrix m = {0};
    uint64_t limit;
    bool against = false;
    if (call->site->shards)
        return err_plain(err, STATUS_UNSUPPORTED, &MANY);
    enum status st = api_number(call, "limit", MOST_GROUPS, 0, &limit, err);
    if (st == STATUS_OK)
        st = api_flag(call, "against", &against, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    const struct matrix_request request = {.rows = api_text(call, "rows"),
                                           .columns = api_text(call, "columns"),
                                           .against = against,
                                           .query = &q.query,
                                           .named = call->named,
                                           .limit = (uint32_t)limit,
                                           .search = {.threads = q.options.threads,
                                                      .cancelled = q.options.cancelled,
                                                      .values = q.options.values}};
    st = matrix_run(&m, &request, q.in.dbs, q.in.count, err);
    if (st == STATUS_OK)
        add_matrix(call, &q, &m);
    else if (st != STATUS_RANGE && st != STATUS_UNSUPPORTED)
        st = api_stored(st, err);
    matrix_release(&m);
    search_request_release(&q);
    return st;
}
