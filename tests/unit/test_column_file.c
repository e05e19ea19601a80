/* test_column_file.c: what is written is read back; whatever is changed, cut or of another column
 * is not; parts go on where they ended; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db/column_file.h"
#include "db_sample.h"
#include "scratch.h"

enum { BYTES = 1000, GAMES = 6 };

static struct db *db;
static char bytes_of[BYTES];

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    for (int i = 0; i < BYTES; i++)
        bytes_of[i] = (char)(i * 7 + i / 256);
    sample_make("a.kifu", 0, GAMES, 0);
    db = sample_open("a.kifu");
    return failed;
}

static int tear_down(void **state)
{
    db_close(db);
    return scratch_tear_down(state);
}

static struct column_key key_of(const char *of)
{
    return (struct column_key){.database = "a.kifu",
                               .segment = &db->segments[0],
                               .column = "values",
                               .of = span_of(of),
                               .bytes = BYTES};
}

static bool is_there(const struct column_key *k)
{
    struct column_file f;
    struct err err;
    enum status st = column_file_open(&f, k, &err);
    assert_true(st == STATUS_OK || st == STATUS_NOT_FOUND);
    if (st == STATUS_OK)
        assert_memory_equal(f.bytes.p, bytes_of, BYTES);
    column_file_close(&f);
    column_file_close(&f);
    return st == STATUS_OK;
}

static void a_column_comes_back(void **state)
{
    (void)state;
    struct err err = {0};
    struct column_key k = key_of("one"), other = key_of("two"), shorter = key_of("one");
    shorter.bytes--;
    assert_false(is_there(&k));
    assert_int_equal(column_file_write(&k, bytes_of, &err), STATUS_OK);
    assert_true(is_there(&k));
    assert_int_equal(column_file_write(&k, bytes_of, &err), STATUS_OK);
    assert_true(is_there(&k));
    assert_false(is_there(&other));
    assert_false(is_there(&shorter));
    /* another segment of the same name */
    sample_make("b.kifu", 1, GAMES + 1, 0);
    struct db *b = sample_open("b.kifu");
    struct column_key moved = k;
    moved.segment = &b->segments[0];
    assert_false(is_there(&moved));
    db_close(b);
}

/* Every byte of the file, and every length. */
static void damage_is_noticed(void **state)
{
    (void)state;
    struct err err = {0};
    struct buf path, file;
    struct column_key k = key_of("damaged");
    assert_int_equal(column_file_write(&k, bytes_of, &err), STATUS_OK);
    const char *name = column_path(&k, COLUMN_ENDING, &path);
    sample_read(name, &file);
    unsigned accepted = 0;
    for (size_t i = 0; i < file.n; i += 3) {
        FILE *out = fopen(name, "wb");
        assert_non_null(out);
        file.p[i] ^= 16;
        assert_int_equal(fwrite(file.p, 1, file.n, out), file.n);
        file.p[i] ^= 16;
        assert_int_equal(fclose(out), 0);
        accepted += is_there(&k); /* what fills up to multiples of 64 has no sum */
    }
    assert_true(accepted < 2 * 64 / 3 + 2);
    for (size_t n = 0; n < file.n; n += 17) {
        FILE *out = fopen(name, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(file.p, 1, n, out), n);
        assert_int_equal(fclose(out), 0);
        assert_false(is_there(&k));
    }
    buf_release(&file);
    buf_release(&path);
}

/* The text belongs to the file: one that says something else under the same name is none. */
static void the_text_counts_not_the_name(void **state)
{
    (void)state;
    struct err err = {0};
    struct buf from, to;
    struct column_key one = key_of("this"), two = key_of("that");
    assert_int_equal(column_file_write(&one, bytes_of, &err), STATUS_OK);
    assert_int_equal(
        rename(column_path(&one, COLUMN_ENDING, &from), column_path(&two, COLUMN_ENDING, &to)), 0);
    assert_false(is_there(&two));
    buf_release(&from);
    buf_release(&to);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static bool count_game(void *ctx, uint32_t number, struct span elements)
{
    unsigned *games = ctx;
    if (number >= GAMES)
        return false;
    assert_int_equal(elements.n, number + 3);
    assert_memory_equal(elements.p, bytes_of, elements.n);
    ++*games;
    return true;
}

static unsigned open_part(struct column_part *p, const struct column_key *k)
{
    struct err err = {0};
    unsigned games = 0;
    assert_int_equal(column_part_open(p, k, count_game, &games, &err), STATUS_OK);
    return games;
}

static void add_game(struct column_part *p, uint32_t number)
{
    struct err err = {0};
    assert_int_equal(column_part_add(p, number, span_make(bytes_of, number + 3), &err), STATUS_OK);
}

static void a_part_goes_on(void **state)
{
    (void)state;
    struct column_part p, other;
    struct buf path;
    struct err err = {0};
    struct stat st;
    unsigned games = 0;
    struct column_key k = key_of("part");
    assert_int_equal(open_part(&p, &k), 0);
    add_game(&p, 4);
    add_game(&p, 0);
    /* one at a time */
    assert_int_equal(column_part_open(&other, &k, count_game, &games, &err), STATUS_IO);
    column_part_close(&other);
    column_part_close(&p);
    assert_int_equal(open_part(&p, &k), 2);
    add_game(&p, 5);
    column_part_close(&p);
    const char *name = column_path(&k, COLUMN_PART_ENDING, &path);
    assert_int_equal(stat(name, &st), 0);
    assert_int_equal(truncate(name, st.st_size - 5), 0);
    assert_int_equal(open_part(&p, &k), 2);
    add_game(&p, 1);
    add_game(&p, GAMES); /* no such game: whatever follows it is not believed */
    add_game(&p, 2);
    column_part_close(&p);
    assert_int_equal(open_part(&p, &k), 3);
    column_part_close(&p);
    assert_int_equal(open_part(&p, &k), 3);
    column_part_finish(&p);
    assert_int_equal(stat(name, &st), -1);
    assert_int_equal(open_part(&p, &k), 0);
    column_part_finish(&p);
    buf_release(&path);
}

static void a_part_of_something_else_is_begun_anew(void **state)
{
    (void)state;
    struct column_part p;
    struct buf path;
    struct err err = {0};
    struct column_key k = key_of("anew");
    (void)open_part(&p, &k);
    add_game(&p, 1);
    column_part_close(&p);
    const char *name = column_path(&k, COLUMN_PART_ENDING, &path);
    struct buf file;
    sample_read(name, &file);
    for (size_t at = 0; at < 40; at += 3) {
        file.p[at] ^= 1;
        assert_int_equal(file_replace(name, buf_span(&file), &err), STATUS_OK);
        assert_int_equal(open_part(&p, &k), 0);
        column_part_close(&p);
        file.p[at] ^= 1;
    }
    assert_int_equal(file_replace(name, buf_span(&file), &err), STATUS_OK);
    assert_int_equal(open_part(&p, &k), 1);
    column_part_finish(&p);
    buf_release(&file);
    buf_release(&path);
}

/* A database from elsewhere may have anything where columns are looked for: nobody waits for a
 * pipe, and what a link leads to is not touched. */
static void links_and_pipes_are_left_alone(void **state)
{
    (void)state;
    struct column_key k = key_of("link");
    struct column_part p;
    struct buf file, part;
    struct err err = {0};
    struct stat st;
    unsigned games = 0;
    const char *names[2] = {column_path(&k, COLUMN_ENDING, &file),
                            column_path(&k, COLUMN_PART_ENDING, &part)};
    for (int pipe = 0; pipe < 2; pipe++) {
        assert_int_equal(file_replace("precious", SPAN("mine"), &err), STATUS_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(pipe ? mkfifo(names[i], 0600) : symlink("../../precious", names[i]),
                             0);
        assert_false(is_there(&k));
        assert_int_not_equal(column_part_open(&p, &k, count_game, &games, &err), STATUS_OK);
        column_part_close(&p);
        assert_int_equal(column_file_write(&k, bytes_of, &err), STATUS_OK);
        assert_true(is_there(&k));
        assert_int_equal(stat("precious", &st), 0);
        assert_int_equal(st.st_size, 4);
        assert_int_equal(unlink(names[0]), 0);
        assert_int_equal(unlink(names[1]), 0);
    }
    buf_release(&file);
    buf_release(&part);
}

static void no_memory(void **state)
{
    (void)state;
    enum status st = STATUS_NOMEM;
    struct column_key k = key_of("memory");
    long n = 0;
    for (; st != STATUS_OK; n++) {
        struct column_file f = {0};
        struct column_part p = {.log.fd = -1};
        struct err err;
        unsigned games = 0;
        mem_fail_after(n);
        st = column_file_write(&k, bytes_of, &err);
        if (st == STATUS_OK)
            st = column_file_open(&f, &k, &err);
        if (st == STATUS_OK)
            st = column_part_open(&p, &k, count_game, &games, &err);
        if (st == STATUS_OK)
            st = column_part_add(&p, 1, span_make(bytes_of, 4), &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        column_part_close(&p);
        column_file_close(&f);
    }
    assert_true(n > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_comes_back),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(the_text_counts_not_the_name),
        cmocka_unit_test(a_part_goes_on),
        cmocka_unit_test(a_part_of_something_else_is_begun_anew),
        cmocka_unit_test(links_and_pipes_are_left_alone),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
