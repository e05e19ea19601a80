/* test_thread_recall.c: of the lines of a dictionary of joseki as many are found in the games of
 * professionals as were found when this was written; less is a fault.  Needs the corpus. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/io/file.h"
#include "db/import/import.h"
#include "scratch.h"
#include "text/mine/go_thread.h"
#include "text/mine/mine.h"

static struct mine_result mined;

static void path_of(const char *name, char *path, size_t room)
{
    const char *data = getenv("KIFU_DATA");
    snprintf(path, room, "%s/go/%s", data ? data : "", name);
}

/* A minute and more with sanitizers, which have test_thread and the seeds to look at. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static bool can_run(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE");
    char path[4096];
    path_of("pro-to-2005.tar.zst", path, sizeof path);
    if (!SANITIZED && scope && strcmp(scope, "quick") != 0 && access(path, R_OK) == 0)
        return true;
    puts("quick tests, sanitizers, or no go/pro-to-2005.tar.zst under KIFU_DATA");
    return false;
}

static void import(const char *db, const char *path)
{
    const struct import_options opt = {.game = &go_game};
    const struct import_events events = {0};
    struct importer *im;
    struct err err;
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    importer_close(im);
}

static void test_mine(void **state)
{
    (void)state;
    const struct mine_options opt = {
        .encoding = &go_thread_encoding,
        .scoring = {.min_length = TRUTH_SHORTEST, .threshold = NAN, .top = 25000}};
    char path[4096];
    struct db *db;
    struct err err;
    path_of("pro-to-2005.tar.zst", path, sizeof path);
    import("pro.kifu", path);
    assert_int_equal(db_open(&db, "pro.kifu", &err), STATUS_OK);
    assert_int_equal(mine_run(&mined, &db, 1, NULL, &opt, &err), STATUS_OK);
    assert_int_equal(mined.found.count, 25000);
    db_close(db);
}

/* Lines of the table of occurrences that occur in so many games or more. */
static void lines_of(const char *name, long least, struct buf *out)
{
    char path[4096];
    struct buf table;
    struct err err;
    path_of(name, path, sizeof path);
    buf_init(&table, 1 << 24);
    assert_int_equal(file_read(path, 1 << 24, &table, &err), STATUS_OK);
    for (char *at = strchr(buf_cstr(&table), '\n'); at && at[1]; at = strchr(at + 1, '\n')) {
        char *end;
        (void)strtol(at + 1, &end, 10); /* the length */
        if (strtol(end, &end, 10) < least)
            continue;
        for (int column = 2; column < 5; column++)
            end = strchr(end + (column > 2), '\t');
        buf_add(out, end + 1, strcspn(end + 1, "\n") + 1);
    }
    buf_release(&table);
}

static void expect(const char *text, size_t lines, const size_t *found)
{
    struct truth t;
    struct truth_stone stones[TRUTH_LONGEST];
    struct err err;
    assert_int_equal(truth_read(&t, span_of(text), &err), STATUS_OK);
    assert_int_equal(t.line_count, lines);
    for (size_t i = 0; i < mined.found.count; i++) {
        size_t n = go_thread_stones(&mined.index, &mined.found.at[i], stones);
        truth_note(&t, stones, n, (uint32_t)i + 1);
    }
    for (int i = 0; i < TRUTH_CUTOFFS; i++) {
        print_message("rank %u: %zu of %zu\n", truth_cutoffs[i],
                      truth_count_found(&t, truth_cutoffs[i]), lines);
        assert_true(truth_count_found(&t, truth_cutoffs[i]) >= found[i]);
    }
    truth_release(&t);
}

static void test_recall(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text, 1 << 24);
    lines_of("joseki/kogo-occurrence.tsv", 0, &text);
    expect(buf_cstr(&text), 336, (const size_t[]){86, 130, 138, 159});
    buf_clear(&text);
    lines_of("joseki/kogo-occurrence.tsv", 5, &text);
    expect(buf_cstr(&text), 123, (const size_t[]){81, 109, 110, 119});
    buf_release(&text);
    mine_result_release(&mined);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mine),
        cmocka_unit_test(test_recall),
    };
    return can_run() ? cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down) : 77;
}
