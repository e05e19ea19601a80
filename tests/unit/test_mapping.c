/* Files that are cut short while they are mapped: what is gone reads as zero bytes and is known to be
 * lost; other mappings, and other users of the signal, do not notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/mman.h>

#include "base/io/file.h"
#include "db/db.h"
#include "db/db_writer.h"
#include "kifu.h"
#include "scratch.h"
#include "sim/generate/generate.h"
#include "store/entry.h"

enum { BYTES = 4 * FILE_MAP_BYTES, GAMES = 2500 };

static sigjmp_buf elsewhere;

static void on_signal(int number)
{
    siglongjmp(elsewhere, number);
}

/* cmocka has a handler of its own in each test: ours is put back in its place. */
static struct sigaction handler;

static void make_file(const char *path)
{
    struct buf bytes;
    struct err err;
    buf_init(&bytes, SIZE_MAX / 2);
    assert_true(buf_reserve(&bytes, BYTES));
    memset(bytes.p, 'x', BYTES);
    bytes.n = BYTES;
    assert_int_equal(file_replace(path, buf_span(&bytes), &err), STATUS_OK);
    buf_release(&bytes);
}

static void test_a_view_that_is_cut_short(void **state)
{
    (void)state;
    struct file_view one, two;
    struct err err;
    struct sigaction before, own = {.sa_handler = on_signal};
    assert_int_equal(sigaction(SIGBUS, &own, &before), 0); /* was there before ours */
    make_file("one");
    make_file("two");
    assert_int_equal(file_view_open(&one, "one", SIZE_MAX, &err), STATUS_OK);
    assert_int_equal(file_view_open(&two, "two", SIZE_MAX, &err), STATUS_OK);
    assert_non_null(one.map);
    assert_int_equal(sigaction(SIGBUS, NULL, &handler), 0);
    assert_int_equal(one.bytes.p[BYTES - 1], 'x');
    assert_int_equal(truncate("one", BYTES / 2), 0);
    assert_false(file_view_is_lost(&one)); /* nobody has looked */
    assert_int_equal(one.bytes.p[BYTES / 2 + 5000], 0);
    assert_true(file_view_is_lost(&one));
    assert_int_equal(one.bytes.p[BYTES - 1], 0);
    assert_int_equal(one.bytes.p[BYTES / 2 - 1], 'x');
    assert_int_equal(two.bytes.p[BYTES - 1], 'x');
    assert_false(file_view_is_lost(&two));
    file_view_close(&one);
    /* its place in the list is used again */
    assert_int_equal(file_view_open(&one, "two", SIZE_MAX, &err), STATUS_OK);
    assert_false(file_view_is_lost(&one));
    file_view_close(&one);
    file_view_close(&two);
    assert_int_equal(sigaction(SIGBUS, &before, NULL), 0);
}

/* One that was made writable still is. */
static void test_a_writable_view_that_is_cut_short(void **state)
{
    (void)state;
    struct file_view view;
    struct err err;
    struct sigaction before;
    make_file("four");
    assert_int_equal(file_view_open(&view, "four", SIZE_MAX, &err), STATUS_OK);
    assert_int_equal(file_view_make_writable(&view, &err), STATUS_OK);
    assert_int_equal(sigaction(SIGBUS, &handler, &before), 0);
    volatile char *p = view.map;
    assert_non_null(p);
    assert_int_equal(truncate("four", BYTES / 2), 0);
    assert_int_equal(p[BYTES - 1], 0);
    p[BYTES - 1] = 'y';
    assert_int_equal(p[BYTES - 1], 'y');
    assert_true(file_view_is_lost(&view));
    file_view_close(&view);
    assert_int_equal(sigaction(SIGBUS, &before, NULL), 0);
}

/* What is not registered is left to the handler that was there. */
static void test_other_mappings(void **state)
{
    (void)state;
    struct sigaction before;
    FILE *f = fopen("three", "w+b");
    assert_non_null(f);
    assert_int_equal(ftruncate(fileno(f), 4096), 0);
    volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fileno(f), 0);
    fclose(f);
    assert_true(p != MAP_FAILED);
    assert_int_equal(sigaction(SIGBUS, &handler, &before), 0);
    int got = sigsetjmp(elsewhere, 1);
    if (!got) {
        assert_int_equal(truncate("three", 0), 0);
        (void)p[0];
        fail();
    }
    assert_int_equal(got, SIGBUS);
    assert_int_equal(sigaction(SIGBUS, &before, NULL), 0);
    munmap((void *)(uintptr_t)p, 4096);
}

/* --- Databases -------------------------------------------------------------------------------- */

static void make_database(const char *path, uint64_t seed)
{
    const struct db_writer_options opt = {.threads = 1};
    struct db_writer *w = NULL;
    struct generator g;
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    generator_init(&g, seed);
    assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(db_writer_open(&w, path, &shogi_game, &opt, &err), STATUS_OK);
    for (uint64_t i = 0; i < GAMES; i++) {
        assert_int_equal(generator_game(&g, i, &rec), STATUS_OK);
        buf_clear(&entry);
        entry_encode(&rec, NULL, 0, &entry);
        assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    }
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
    db_writer_close(w);
    generator_release(&g);
    record_release(&rec);
    buf_release(&entry);
}

static bool search(struct kifu_db *db, const char *query, struct kifu_error *error)
{
    struct kifu_search *s = kifu_search(&db, 1, query, NULL, error);
    bool found = s && kifu_search_games(s) > 0;
    kifu_search_close(s);
    return found;
}

static int take_game(void *ctx, struct kifu_game *game)
{
    (void)ctx, (void)game;
    return 0;
}

/* Wherever it is cut: in a page that was read, within a page, in the last one. */
static void test_a_database_that_is_cut_short(void **state)
{
    (void)state;
    static const char path[] = "cut.kifu/s000001.seg";
    struct kifu_error error;
    struct buf good;
    struct err err;
    struct sigaction before;
    assert_int_equal(sigaction(SIGBUS, &handler, &before), 0);
    make_database("cut.kifu", 1);
    make_database("other.kifu", 2);
    buf_init(&good, SIZE_MAX / 2);
    assert_int_equal(file_read(path, SIZE_MAX / 2, &good, &err), STATUS_OK);
    assert_true(good.n > FILE_MAP_BYTES);
    const size_t cuts[] = {good.n - 1, good.n - 5000, good.n / 2 + 77, good.n / 3, 4096, 100, 0};
    struct kifu_db *other = kifu_db_open("other.kifu", &error);
    assert_non_null(other);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        assert_int_equal(file_replace(path, buf_span(&good), &err), STATUS_OK);
        struct kifu_db *db = kifu_db_open("cut.kifu", &error);
        assert_non_null(db);
        assert_true(search(db, "s76fu g34fu", &error));
        assert_int_equal(truncate(path, (off_t)cuts[i]), 0);
        assert_false(search(db, "s76fu g34fu", &error));
        assert_string_equal(error.code, "syntax");
        assert_non_null(strstr(error.file, "s000001.seg"));
        assert_false(search(db, "startpos", &error));
        assert_int_equal(kifu_db_game(db, 3, take_game, NULL, &error), -1);
        assert_true(search(other, "s76fu g34fu", &error));
        kifu_db_close(db);
        assert_null(kifu_db_open("cut.kifu", &error));
    }
    kifu_db_close(other);
    buf_release(&good);
    assert_int_equal(sigaction(SIGBUS, &before, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_view_that_is_cut_short),
        cmocka_unit_test(test_a_writable_view_that_is_cut_short),
        cmocka_unit_test(test_other_mappings),
        cmocka_unit_test(test_a_database_that_is_cut_short),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
