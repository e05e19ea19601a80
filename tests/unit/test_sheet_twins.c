/* test_sheet_twins.c: games that stand in several databases, found by several processes: threads
 * stand for them.  Each must learn of its own games what one process finds; letters that are not
 * what they should be are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/le.h"
#include "cluster/partition.h"
#include "cluster_of_threads.h"
#include "db_sample.h"
#include "scratch.h"
#include "values/sheet/sheet_internal.h"

enum { DATABASES = 3, GAME_BYTES = 21, ANSWER_BYTES = 4 };
static const char *const PATHS[DATABASES] = {"one.kifu", "two.kifu", "three.kifu"};

/* Games 10 … 19 are in two of them, 15 … 19 in all three; one of these was removed from the first.
 */
static int set_up(void **state)
{
    uint32_t id = 17, removed = 0;
    struct err err;
    if (scratch_set_up(state))
        return -1;
    sample_make(PATHS[0], 0, 20, 3);
    sample_make(PATHS[1], 10, 30, 4);
    sample_make(PATHS[2], 15, 25, 5);
    struct db_writer *w = sample_writer(PATHS[0], 3);
    assert_int_equal(db_writer_remove(w, &id, 1, &removed, &err), STATUS_OK);
    db_writer_close(w);
    return 0;
}

static void open_all(struct db **dbs, const struct cluster *cluster)
{
    struct err err = {0};
    for (int d = 0; d < DATABASES; d++)
        dbs[d] = sample_open(PATHS[d]);
    assert_int_equal(db_partition(dbs, DATABASES, cluster, STATUS_OK, &err), STATUS_OK);
}

static void close_all(struct db **dbs)
{
    for (int d = 0; d < DATABASES; d++)
        db_close(dbs[d]);
}

/* --- The same answers --------------------------------------------------------------------------
 */

/* How many of this process's games count elsewhere; all must be as one process says. */
static uint32_t compare_own(struct db *const *dbs, const struct sheet_twins *together,
                            const struct sheet_twins *alone)
{
    uint32_t twins = 0;
    for (uint32_t d = 0; d < DATABASES; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++) {
            const struct sheet s = {.segment = &dbs[d]->segments[i], .db = d};
            for (uint32_t g = 0; g < s.segment->lines.games; g++) {
                if (s.segment->elsewhere)
                    continue;
                assert_int_equal(sheet_is_twin(together, &s, g), sheet_is_twin(alone, &s, g));
                twins += sheet_is_twin(together, &s, g);
            }
        }
    return twins;
}

static void find_and_compare(const struct cluster *cluster, void *ctx)
{
    struct db *dbs[DATABASES];
    struct sheet_twins together, alone;
    struct err err = {0};
    (void)ctx;
    open_all(dbs, cluster);
    assert_int_equal(sheet_twins_find(&alone, dbs, DATABASES, NULL, STATUS_OK, &err), STATUS_OK);
    assert_int_equal(
        sheet_twins_find(&together, dbs, DATABASES, cluster_reduction(cluster), STATUS_OK, &err),
        STATUS_OK);
    uint64_t twins = compare_own(dbs, &together, &alone);
    assert_int_equal(cluster_sum(cluster, STATUS_OK, &twins, 1, &err), STATUS_OK);
    assert_int_equal(twins, 19); /* 5 once, 5 twice less the one removed, 5 of the last two */
    sheet_twins_release(&together);
    sheet_twins_release(&alone);
    close_all(dbs);
}

static void test_same(void **state)
{
    (void)state;
    for (uint32_t size = 1; size <= 5; size++)
        cluster_of_threads(size, find_and_compare, NULL);
}

/* One database has no twins, and nobody meets. */
static void test_one_database(void **state)
{
    struct sheet_twins t;
    struct err err;
    struct db *db = sample_open(PATHS[0]);
    (void)state;
    assert_int_equal(sheet_twins_find(&t, &db, 1, NULL, STATUS_OK, &err), STATUS_OK);
    assert_null(t.slots);
    db_close(db);
}

/* Who fails before it comes to the meeting ends it for all. */
static void fail_or_find(const struct cluster *cluster, void *ctx)
{
    struct db *dbs[DATABASES];
    struct sheet_twins t;
    struct err err = {0};
    enum status mine = cluster->process == 1 ? STATUS_IO : STATUS_OK;
    (void)ctx;
    open_all(dbs, cluster);
    enum status st = sheet_twins_find(&t, dbs, DATABASES, cluster_reduction(cluster), mine, &err);
    assert_int_equal(st, cluster->process == 1 ? STATUS_IO : STATUS_CANCELLED);
    sheet_twins_release(&t);
    close_all(dbs);
}

static void test_one_fails(void **state)
{
    (void)state;
    cluster_of_threads(3, fail_or_find, NULL);
}

/* --- Letters that are wrong --------------------------------------------------------------------
 */

struct wrong {
    size_t request;  /* its bytes */
    uint32_t db;     /* in it */
    int answers;     /* more or fewer than were asked for */
    uint32_t answer; /* what they say */
};

static const struct wrong WRONG[] = {
    {GAME_BYTES - 1, 1, 0, 1},              /* no whole game */
    {GAME_BYTES + 1, 1, 0, 1},              /* one and a part */
    {GAME_BYTES, 0, 0, 1},                  /* of no database */
    {GAME_BYTES, DATABASES + 1, 0, 1},      /* of one too many */
    {GAME_BYTES, UINT32_MAX, 0, 1},         /* of one far away */
    {GAME_BYTES, 1, -1, 1},                 /* an answer is missing */
    {GAME_BYTES, 1, 0, 0},                  /* answers that say nothing */
    {GAME_BYTES, 1, 0, DATABASES + 1},      /* that name no database */
    {0, 1, -GAME_BYTES * 1000, UINT32_MAX}, /* no questions, no answers */
};

static enum status send_other(const struct cluster *cluster, enum status st,
                              const struct buf *bytes, struct byte_parts *out, struct err *err)
{
    const struct span to[2] = {{0}, buf_span(bytes)};
    return cluster_exchange(cluster, st, to, out, err);
}

/* Process 0 does what sheet_twins_find() does there, but for what is wrong. */
static enum status send_wrong(const struct cluster *cluster, const struct wrong *wrong,
                              struct err *err)
{
    struct byte_parts requests = {0}, replies = {0};
    struct buf request, answers;
    char game[GAME_BYTES + 1] = {0};
    buf_init(&request, BUF_DEFAULT_MAX);
    buf_init(&answers, BUF_DEFAULT_MAX);
    le_put32(game + 16, wrong->db);
    buf_add(&request, game, wrong->request);
    enum status st = send_other(cluster, STATUS_OK, &request, &requests, err);
    assert_int_equal(st, STATUS_OK);
    int n = (int)(requests.at[1].n / GAME_BYTES) + wrong->answers;
    assert_true(requests.at[1].n >= GAME_BYTES);
    for (int i = 0; i < n; i++) {
        char answer[ANSWER_BYTES];
        le_put32(answer, wrong->answer);
        buf_add(&answers, answer, sizeof answer);
    }
    st = send_other(cluster, STATUS_OK, &answers, &replies, err);
    byte_parts_release(&requests);
    byte_parts_release(&replies);
    buf_release(&request);
    buf_release(&answers);
    return cluster_end(cluster, st, err);
}

static void send_or_find(const struct cluster *cluster, void *ctx)
{
    struct db *dbs[DATABASES];
    struct sheet_twins t;
    struct err err = {0};
    open_all(dbs, cluster);
    if (cluster_leads(cluster)) {
        assert_int_equal(send_wrong(cluster, ctx, &err), STATUS_CANCELLED);
    } else {
        enum status st =
            sheet_twins_find(&t, dbs, DATABASES, cluster_reduction(cluster), STATUS_OK, &err);
        assert_int_equal(cluster_end(cluster, st, &err), STATUS_SYNTAX);
        sheet_twins_release(&t);
    }
    close_all(dbs);
}

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cluster_of_threads(2, send_or_find, (void *)&WRONG[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_one_database),
        cmocka_unit_test(test_one_fails),
        cmocka_unit_test(test_wrong),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
