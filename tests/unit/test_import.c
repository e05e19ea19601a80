/* Importing: the same for any number of threads, again and again, cut short, and watched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <sys/stat.h>

#include "db/file_table.h"
#include "db/import/import.h"
#include "db_sample.h"
#include "scratch.h"

struct import_log {
    unsigned problems, conflicts;
    uint64_t disk_bytes;
    atomic_bool stop;
    unsigned stop_after; /* problems */
};

static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    struct import_log *t = ctx;
    (void)severity;
    t->problems++;
    t->conflicts += err->what == &IMPORT_RESULT_CONFLICT;
    if (t->problems == t->stop_after)
        atomic_store(&t->stop, true);
}

static void on_advance(void *ctx, uint64_t disk_bytes)
{
    ((struct import_log *)ctx)->disk_bytes = disk_bytes;
}

static struct import_counts import_with(const char *db, const char *path,
                                        const struct import_options *opt, struct import_log *seen,
                                        enum status expected)
{
    const struct import_events events = {.ctx = seen, .problem = on_problem, .advance = on_advance};
    struct importer *im;
    struct err err = {0};
    assert_int_equal(importer_open(&im, db, opt, &events, &err), STATUS_OK);
    enum status st = importer_run(im, &path, 1, &err);
    if (st == STATUS_OK)
        st = importer_commit(im, &err);
    assert_int_equal(st, expected);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    return counts;
}

static struct import_counts import(const char *db, const char *path, unsigned threads,
                                   uint32_t segment_games)
{
    const struct import_options opt = {.threads = threads, .segment_games = segment_games};
    struct import_log seen = {0};
    return import_with(db, path, &opt, &seen, STATUS_OK);
}

/* A folder with small files, some twice, one that is no record, and a big one. */
static void make_folder(void)
{
    struct err err;
    assert_int_equal(mkdir("in", 0777), 0);
    for (unsigned i = 0; i < 60; i++) {
        char name[32];
        snprintf(name, sizeof name, "in/%03u.csa", i);
        sample_file(name, i % 50, i % 50 + 1);
    }
    sample_file("in/several.csa", 40, 60);
    sample_file("in/z-big.csa", 0, 1300);
    assert_int_equal(file_replace("in/rubbish.txt", SPAN("no game at all\n"), &err), STATUS_OK);
    struct stat st;
    assert_int_equal(stat("in/z-big.csa", &st), 0);
    assert_true(st.st_size > 1 << 20); /* it goes the way of big files */
}

static int set_up(void **state)
{
    if (scratch_set_up(state) != 0)
        return -1;
    make_folder();
    return 0;
}

static void test_any_number_of_threads(void **state)
{
    (void)state;
    struct import_counts one = import("one.kifu", "in", 1, 500);
    import("two.kifu", "in", 2, 500);
    import("five.kifu", "in", 5, 500);
    assert_true(sample_same_bytes("one.kifu", "two.kifu"));
    assert_true(sample_same_bytes("one.kifu", "five.kifu"));
    assert_int_equal(one.files, 63);
    assert_int_equal(one.known_files, 10);
    assert_int_equal(one.games, 60 + 20 + 1300);
    assert_int_equal(one.added + one.duplicates, one.games);
    assert_int_equal(one.rejected, 1);
    struct db *db = sample_open("one.kifu");
    assert_int_equal(db->games, one.added);
    assert_true(sample_is(db, 0, 0));
    assert_true(sample_is(db, 55, 55));          /* the first of several.csa that was not there */
    assert_int_equal(sample_sources(db, 45), 3); /* its file, several.csa, z-big.csa */
    db_close(db);
}

static void test_again_adds_nothing(void **state)
{
    (void)state;
    struct buf before, after;
    struct import_counts first = import("again.kifu", "in", 2, 0);
    sample_read("again.kifu/MANIFEST", &before);
    struct import_counts second = import("again.kifu", "in", 2, 0);
    sample_read("again.kifu/MANIFEST", &after);
    assert_true(span_eq(buf_span(&before), buf_span(&after)));
    assert_int_equal(second.added, 0);
    assert_int_equal(second.games, first.games);
    assert_int_equal(second.duplicates, first.games);
    assert_int_equal(second.plies, first.plies);
    assert_int_equal(second.bytes, first.bytes);
    assert_int_equal(second.known_files, 62);
    assert_int_equal(second.rejected, 1); /* is told again */
    buf_release(&before);
    buf_release(&after);
}

static void test_other_tags_are_another_import(void **state)
{
    (void)state;
    struct span tag = SPAN("new");
    const struct import_options opt = {.threads = 1, .tags = &tag, .tag_count = 1};
    struct import_log seen = {0};
    import("tag.kifu", "in/several.csa", 1, 0);
    struct import_counts c = import_with("tag.kifu", "in/several.csa", &opt, &seen, STATUS_OK);
    assert_int_equal(c.known_files, 0);
    assert_int_equal(c.duplicates, 20);
    struct db *db = sample_open("tag.kifu");
    assert_int_equal(sample_sources(db, 4), 2);
    db_close(db);
}

static void test_skip_and_keep(void **state)
{
    (void)state;
    struct import_options opt = {.threads = 1, .duplicates = DUP_SKIP};
    struct import_log seen = {0};
    import("skip.kifu", "in/several.csa", 1, 0);
    struct import_counts c = import_with("skip.kifu", "in/z-big.csa", &opt, &seen, STATUS_OK);
    assert_int_equal(c.duplicates, 20 + c.games - 20 - c.added);
    struct db *db = sample_open("skip.kifu");
    assert_int_equal(sample_sources(db, 4), 1);
    db_close(db);
    opt.duplicates = DUP_KEEP;
    c = import_with("skip.kifu", "in/several.csa", &opt, &seen, STATUS_OK);
    assert_int_equal(c.added, 20);
    assert_int_equal(c.duplicates, 0);
}

/* Nothing that is on disk is lost, and the next run goes on from there. */
static void test_cut_short_and_begun_again(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        char name[32];
        snprintf(name, sizeof name, "cut%u.kifu", threads);
        struct import_log seen = {.stop_after = 1}; /* rubbish.txt comes before z-big.csa */
        const struct import_options opt = {
            .threads = threads, .segment_games = 30, .cancelled = &seen.stop};
        struct import_counts c = import_with(name, "in", &opt, &seen, STATUS_CANCELLED);
        struct db *db = sample_open(name);
        assert_true(db->games <= c.added);
        assert_true(db->games >= 30);
        for (uint32_t id = 0; id < 30; id++)
            assert_true(sample_is(db, id, id));
        db_close(db);
        import(name, "in", threads, 0);
        db = sample_open(name);
        struct db *whole = sample_open("one.kifu");
        assert_int_equal(db->games, whole->games);
        assert_int_equal(sample_sources(db, 45), sample_sources(whole, 45));
        db_close(db);
        db_close(whole);
    }
}

static void test_a_removed_game_is_imported_again(void **state)
{
    (void)state;
    uint32_t id = 3, removed;
    struct err err;
    import("back.kifu", "in/several.csa", 1, 0);
    struct db_writer *w = sample_writer("back.kifu", 0);
    assert_int_equal(db_writer_remove(w, &id, 1, &removed, &err), STATUS_OK);
    db_writer_close(w);
    struct import_counts c = import("back.kifu", "in/several.csa", 1, 0);
    assert_int_equal(c.added, 1);
    assert_int_equal(c.duplicates, 19);
    c = import("back.kifu", "in/several.csa", 1, 0);
    assert_int_equal(c.known_files, 1);
    assert_int_equal(c.added, 0);
}

static void test_conflicts_are_reported(void **state)
{
    (void)state;
    struct err err;
    struct import_log seen = {0};
    const struct import_options opt = {.threads = 1};
    const struct span moves = SPAN("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
    const struct span other = SPAN("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TIME_UP\n");
    const struct span won = SPAN("V2.2\nPI\n+\n+7776FU\n-3334FU\n%KACHI\n");
    assert_int_equal(mkdir("odd", 0777), 0);
    assert_int_equal(file_replace("odd/a.csa", moves, &err), STATUS_OK);
    assert_int_equal(file_replace("odd/b.csa", other, &err), STATUS_OK);
    assert_int_equal(file_replace("odd/c.csa", won, &err), STATUS_OK);
    struct import_counts c = import_with("odd.kifu", "odd", &opt, &seen, STATUS_OK);
    assert_int_equal(c.added, 1);
    assert_int_equal(c.conflicts, 1);
    assert_int_equal(seen.conflicts, 1);
}

static void count_added(void *ctx, const struct db_add_result *result)
{
    *(unsigned *)ctx += result->what == ADDED_NEW;
}

/* What somebody sent: the same as from a file, under the name it was sent with. */
static void test_bytes(void **state)
{
    (void)state;
    struct importer *im;
    struct err err = {0};
    struct buf bytes;
    unsigned added = 0;
    const struct import_options opt = {.threads = 2};
    const struct import_events events = {.ctx = &added, .added = count_added};
    buf_init(&bytes, BUF_DEFAULT_MAX);
    assert_int_equal(file_read("in/several.csa", BUF_DEFAULT_MAX, &bytes, &err), STATUS_OK);
    assert_int_equal(importer_open(&im, "bytes.kifu", &opt, &events, &err), STATUS_OK);
    assert_int_equal(
        importer_run_bytes(im, SPAN("../no/path\n.csa"), buf_span(&bytes), false, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    assert_int_equal(importer_counts(im)->files, 1);
    assert_int_equal(importer_counts(im)->added, 20);
    assert_int_equal(added, 20);
    importer_close(im);
    buf_release(&bytes);
    struct db *db = sample_open("bytes.kifu");
    struct record rec;
    record_init(&rec);
    assert_int_equal(db_record(db, 0, &rec, &err), STATUS_OK);
    assert_true(span_eq(rec.label, SPAN("../no/path\xef\xbf\xbd.csa")));
    record_release(&rec);
    db_close(db);
}

static void test_measuring(void **state)
{
    (void)state;
    const char *paths[] = {"in", "in/several.csa", "nowhere"};
    struct stat st;
    uint64_t all, one;
    struct err err;
    assert_int_equal(stat("in/several.csa", &st), 0);
    assert_int_equal(import_measure(paths + 1, 1, NULL, &one, &err), STATUS_OK);
    assert_int_equal(one, st.st_size);
    assert_int_equal(import_measure(paths, 3, NULL, &all, &err), STATUS_OK);
    struct import_log seen = {0};
    const struct import_options opt = {.threads = 2};
    import_with("measure.kifu", "in", &opt, &seen, STATUS_OK);
    assert_int_equal(seen.disk_bytes + one, all); /* the walk ends where the measuring does */
}

static void test_watching(void **state)
{
    (void)state;
    struct watch w;
    struct stat st = {.st_size = 10, .st_ino = 1, .st_mtim = {.tv_sec = 1000}};
    watch_init(&w);
    watch_begin(&w);
    assert_false(watch_wanted(&w, "a", &st, 1001)); /* somebody may be writing it */
    st.st_size = 20;
    watch_begin(&w);
    assert_false(watch_wanted(&w, "a", &st, 1001));
    watch_begin(&w);
    assert_true(watch_wanted(&w, "a", &st, 1001)); /* as it was a round ago */
    watch_begin(&w);
    assert_false(watch_wanted(&w, "a", &st, 2000)); /* done */
    assert_true(watch_wanted(&w, "b", &st, 2000));  /* has not changed for long */
    st.st_mtim.tv_nsec = 5;
    assert_true(watch_wanted(&w, "b", &st, 2000)); /* but now it has */
    watch_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_again_adds_nothing),
        cmocka_unit_test(test_other_tags_are_another_import),
        cmocka_unit_test(test_skip_and_keep),
        cmocka_unit_test(test_cut_short_and_begun_again),
        cmocka_unit_test(test_a_removed_game_is_imported_again),
        cmocka_unit_test(test_conflicts_are_reported),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_measuring),
        cmocka_unit_test(test_watching),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
