/* The log of imports: written, read, damaged, and imports taken back by it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "db/import/import.h"
#include "db/import_log.h"
#include "db_sample.h"
#include "scratch.h"

/* Imports games first … first + count - 1 of the sample, and logs it; returns its number. */
static uint64_t import_games(const char *db, const char *path, unsigned first, unsigned count,
                             const char *again)
{
    const struct import_options opt = {.threads = 1};
    const struct import_events events = {0};
    struct import_entry e = {
        .time = 1795182780, .sent = 1, .what = span_of(path), .again = span_of(again)};
    struct importer *im;
    struct err err = {0};
    sample_file(path, first, first + count);
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    assert_int_equal(importer_log(im, &e, &err), STATUS_OK);
    importer_close(im);
    return e.number;
}

static uint64_t games_of(const char *path)
{
    struct db *db = sample_open(path);
    uint64_t games = db->games;
    db_close(db);
    return games;
}

static void test_written_and_read(void **state)
{
    (void)state;
    struct import_log log;
    struct err err;
    assert_int_equal(import_log_read(&log, "nothing.kifu", &err), STATUS_OK);
    assert_int_equal(log.count, 0);
    import_log_release(&log);
    import_games("read.kifu", "one.csa", 0, 10, "");
    struct import_entry e = {.time = 7,
                             .first = 10,
                             .end = 10,
                             .sent = 3,
                             .what = SPAN("a\tb\nc"),
                             .tags = SPAN("club evening\tmine")};
    assert_int_equal(import_log_add("read.kifu", &e, &err), STATUS_OK);
    assert_int_equal(e.number, 2);
    assert_int_equal(import_log_read(&log, "read.kifu", &err), STATUS_OK);
    assert_int_equal(log.count, 2);
    assert_int_equal(log.at[0].number, 1);
    assert_int_equal(log.at[0].time, 1795182780);
    assert_int_equal(log.at[0].first, 0);
    assert_int_equal(log.at[0].end, 10);
    assert_int_equal(log.at[0].added, 10);
    assert_int_equal(log.at[0].files, 1);
    assert_true(span_eq(log.at[0].what, SPAN("one.csa")));
    assert_true(
        span_eq(log.at[1].what, SPAN("a b c"))); /* tabs and line ends part words and lines */
    assert_true(span_eq(log.at[1].tags, SPAN("club evening\tmine")));
    assert_false(log.at[1].taken);
    import_log_release(&log);
}

static void test_as_many_as_are_kept(void **state)
{
    (void)state;
    struct import_log log;
    struct err err;
    import_games("many.kifu", "one.csa", 0, 1, "");
    for (unsigned i = 0; i < IMPORT_LOG_MOST + 5; i++) {
        struct import_entry e = {.what = SPAN("x")};
        assert_int_equal(import_log_add("many.kifu", &e, &err), STATUS_OK);
        assert_int_equal(e.number, i + 2);
    }
    assert_int_equal(import_log_read(&log, "many.kifu", &err), STATUS_OK);
    assert_int_equal(log.count, IMPORT_LOG_MOST);
    assert_int_equal(log.at[IMPORT_LOG_MOST - 1].number, IMPORT_LOG_MOST + 6);
    import_log_release(&log);
}

static void test_damage(void **state)
{
    (void)state;
    struct import_log log;
    struct buf text;
    struct err err;
    import_games("bad.kifu", "one.csa", 0, 3, "");
    sample_read("bad.kifu/imports", &text);
    for (size_t i = 0; i < text.n; i++) {
        text.p[i] ^= 1;
        assert_int_equal(file_replace("bad.kifu/imports", buf_span(&text), &err), STATUS_OK);
        assert_int_equal(import_log_read(&log, "bad.kifu", &err), STATUS_SYNTAX);
        text.p[i] ^= 1;
        if (i % 7 == 0) {
            assert_int_equal(file_replace("bad.kifu/imports", span_make(text.p, i), &err),
                             STATUS_OK);
            assert_int_equal(import_log_read(&log, "bad.kifu", &err), STATUS_SYNTAX);
        }
    }
    buf_release(&text);
    struct import_entry e = {.what = SPAN("after")}; /* a list of imports is worth no failure */
    assert_int_equal(import_log_add("bad.kifu", &e, &err), STATUS_OK);
    assert_int_equal(e.number, 1);
}

static void expect_runs(const char *expected, uint32_t *ids, size_t count)
{
    struct buf out;
    buf_init(&out, 1000);
    import_log_runs(ids, count, &out);
    assert_string_equal(buf_cstr(&out), expected);
    buf_release(&out);
}

static void test_runs(void **state)
{
    (void)state;
    expect_runs("", NULL, 0);
    expect_runs("5", (uint32_t[]){5}, 1);
    expect_runs("1-3,7,9-10", (uint32_t[]){9, 3, 1, 2, 10, 7, 2, 7}, 8);
}

static void test_taken_back(void **state)
{
    (void)state;
    struct taken_back back;
    struct import_log log;
    struct err err;
    uint64_t first = import_games("back.kifu", "one.csa", 0, 10, "");
    uint64_t second = import_games("back.kifu", "two.csa", 5, 10, "5-9"); /* five of them again */
    assert_int_equal(games_of("back.kifu"), 15);
    assert_int_equal(import_take_back("back.kifu", first, true, NULL, &back, &err), STATUS_OK);
    assert_int_equal(back.removed, 5);
    assert_int_equal(back.kept, 5);
    assert_int_equal(games_of("back.kifu"), 15); /* that was only to know */
    assert_int_equal(import_take_back("back.kifu", first, false, NULL, &back, &err), STATUS_OK);
    assert_int_equal(back.removed, 5);
    assert_int_equal(games_of("back.kifu"), 10);
    assert_int_equal(import_take_back("back.kifu", first, false, NULL, &back, &err),
                     STATUS_NOT_FOUND);
    assert_int_equal(import_take_back("back.kifu", 99, false, NULL, &back, &err), STATUS_NOT_FOUND);
    assert_int_equal(import_log_read(&log, "back.kifu", &err), STATUS_OK);
    assert_true(log.at[0].taken);
    assert_int_equal(log.at[0].removed, 5);
    assert_false(log.at[1].taken);
    import_log_release(&log);
    /* What was taken back can come again, under new ids, from the same file. */
    assert_int_equal(import_games("back.kifu", "one.csa", 0, 10, "5-9"), 3);
    assert_int_equal(games_of("back.kifu"), 15);
    /* The second one's own five; those that it brought again are the first one's. */
    assert_int_equal(import_take_back("back.kifu", second, false, NULL, &back, &err), STATUS_OK);
    assert_int_equal(back.removed, 5);
    assert_int_equal(back.kept, 0);
    assert_int_equal(games_of("back.kifu"), 10);
}

static void test_locked(void **state)
{
    (void)state;
    struct taken_back back;
    struct err err;
    int lock;
    uint64_t number = import_games("lock.kifu", "one.csa", 0, 2, "");
    assert_int_equal(manifest_lock("lock.kifu", &lock, &err), STATUS_OK);
    assert_int_equal(import_take_back("lock.kifu", number, false, NULL, &back, &err), STATUS_IO);
    manifest_unlock(&lock);
    assert_int_equal(games_of("lock.kifu"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_and_read), cmocka_unit_test(test_as_many_as_are_kept),
        cmocka_unit_test(test_damage),           cmocka_unit_test(test_runs),
        cmocka_unit_test(test_taken_back),       cmocka_unit_test(test_locked),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
