/* Writing databases: ids, duplicates, sources, removals, crashes, and one writer at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "db/merge.h"
#include "db_sample.h"
#include "scratch.h"

static void test_ids_follow_the_input(void **state)
{
    (void)state;
    sample_make("ids.kifu", 0, 25, 10);
    struct db *db = sample_open("ids.kifu");
    assert_int_equal(db->games, 25);
    assert_int_equal(db->segment_count, 3);
    for (uint32_t id = 0; id < 25; id++)
        assert_true(sample_is(db, id, id));
    struct err err;
    struct record rec;
    record_init(&rec);
    assert_int_equal(db_record(db, 25, &rec, &err), STATUS_NOT_FOUND);
    record_release(&rec);
    db_close(db);
}

static void test_duplicates_are_merged(void **state)
{
    (void)state;
    sample_make("dup.kifu", 0, 5, 0);
    struct db_writer *w = sample_writer("dup.kifu", 0);
    struct db_add_result on_disk = sample_add(w, 3, "another file");
    assert_int_equal(on_disk.what, ADDED_MERGED);
    assert_int_equal(on_disk.id, 3);
    assert_false(on_disk.result_conflict);
    assert_int_equal(sample_add(w, 100, "one").what, ADDED_NEW);
    struct db_add_result pending = sample_add(w, 100, "two");
    assert_int_equal(pending.what, ADDED_MERGED);
    assert_int_equal(pending.id, 5);
    sample_commit(w);
    assert_int_equal(db_writer_stored(w), 1);
    db_writer_close(w);
    struct db *db = sample_open("dup.kifu");
    assert_int_equal(db->games, 6);
    assert_int_equal(sample_sources(db, 2), 1);
    assert_int_equal(sample_sources(db, 3), 2);
    assert_int_equal(sample_sources(db, 5), 2);
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(db_source(db, 3, 0, &rec, &err), STATUS_OK);
    assert_true(span_eq(rec.label, SPAN("sample")));
    assert_int_equal(db_source(db, 3, 1, &rec, &err), STATUS_OK);
    assert_true(span_eq(rec.label, SPAN("another file")));
    assert_int_equal(db_source(db, 3, 2, &rec, &err), STATUS_NOT_FOUND);
    record_release(&rec);
    db_close(db);
}

static void test_the_same_source_is_not_kept_twice(void **state)
{
    (void)state;
    sample_make("again.kifu", 0, 3, 0);
    struct db_writer *w = sample_writer("again.kifu", 0);
    assert_int_equal(sample_add(w, 1, "sample").what, ADDED_SKIPPED);
    sample_commit(w);
    db_writer_close(w);
    struct db *db = sample_open("again.kifu");
    assert_int_equal(sample_sources(db, 1), 1);
    assert_int_equal(db->manifest.count, 1);
    db_close(db);
}

static void add_with_result(struct db_writer *w, bool known)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(0, &rec);
    sample_label(&rec, known ? "known" : "unknown");
    rec.end = known ? END_RESIGN : END_NONE;
    rec.points[0] = known ? POINTS_WIN : POINTS_UNKNOWN;
    rec.points[1] = known ? POINTS_LOSS : POINTS_UNKNOWN;
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

/* The same is known whether both sources came at once or one after the other. */
static void test_a_later_source_completes_a_game(void **state)
{
    (void)state;
    struct db_writer *w = sample_writer("later.kifu", 0);
    sample_add(w, 1, "other");
    for (int known = 0; known < 2; known++) {
        add_with_result(w, known);
        sample_commit(w);
    }
    db_writer_close(w);
    struct db *db = sample_open("later.kifu");
    const struct db_segment *s = NULL;
    struct err err;
    uint32_t number = 0;
    assert_int_equal(db->extra_count, 1);
    assert_int_equal(db_find(db, 1, &s, &number, &err), STATUS_OK);
    assert_int_equal(column_points(&s->columns, number, 0), POINTS_WIN);
    assert_int_equal(column_points(&s->columns, number, 1), POINTS_LOSS);
    assert_int_equal(column_end(&s->columns, number), END_RESIGN);
    assert_int_equal(column_end(&s->columns, 1 - number), END_RESIGN);
    db_close(db);
}

static void test_many_sources_of_one_game_do_not_fill_memory(void **state)
{
    (void)state;
    enum { SOURCES = 40, COMMENT_BYTES = 100000 };
    const struct db_writer_options opt = {.threads = 1, .segment_bytes = 1 << 20};
    struct db_writer *w = NULL;
    struct err err = {0};
    struct record rec;
    struct buf entry;
    struct rng rng;
    char *comment = malloc(COMMENT_BYTES);
    rng_seed(&rng, 1);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(db_writer_open(&w, "sources.kifu", &shogi_game, &opt, &err), STATUS_OK);
    for (int i = 0; i < SOURCES; i++) {
        struct db_add_result result;
        for (size_t k = 0; k < COMMENT_BYTES; k++)
            comment[k] = (char)(' ' + rng_below(&rng, 90));
        sample_game(0, &rec);
        record_note(&rec, 0)->comment = span_make(comment, COMMENT_BYTES);
        buf_clear(&entry);
        entry_encode(&rec, NULL, 0, &entry);
        assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
        assert_int_equal(result.what, i ? ADDED_MERGED : ADDED_NEW);
    }
    assert_int_equal(db_writer_db(w)->games, 1); /* it had to be flushed on the way */
    sample_commit(w);
    db_writer_close(w);
    struct db *db = sample_open("sources.kifu");
    assert_int_equal(sample_sources(db, 0), SOURCES);
    db_close(db);
    buf_release(&entry);
    record_release(&rec);
    free(comment);
}

static void test_conflicting_results_are_seen(void **state)
{
    (void)state;
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    sample_make("conflict.kifu", 0, 2, 0);
    struct db_writer *w = sample_writer("conflict.kifu", 0);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(1, &rec);
    assert_true(rec.points[0] >= 0);
    int8_t before = rec.points[0];
    rec.points[0] = rec.points[1];
    rec.points[1] = before;
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    assert_int_equal(result.what, ADDED_MERGED);
    assert_true(result.result_conflict);
    rec.points[0] = rec.points[1] = POINTS_UNKNOWN;
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    assert_false(result.result_conflict);
    buf_release(&entry);
    record_release(&rec);
    db_writer_close(w);
}

static void test_what_is_not_committed_is_given_up(void **state)
{
    (void)state;
    sample_make("half.kifu", 0, 4, 0);
    struct db_writer *w = sample_writer("half.kifu", 0);
    sample_add(w, 10, "x");
    db_writer_close(w);
    struct db *db = sample_open("half.kifu");
    assert_int_equal(db->games, 4);
    assert_int_equal(db->manifest.next_id, 4);
    db_close(db);
}

static void test_a_removed_game_comes_back_under_a_new_id(void **state)
{
    (void)state;
    uint32_t ids[] = {7, 2, 2, 900};
    uint32_t removed;
    struct err err = {0};
    sample_make("removed.kifu", 0, 10, 4);
    struct db_writer *w = sample_writer("removed.kifu", 0);
    assert_int_equal(db_writer_remove(w, ids, 4, &removed, &err), STATUS_OK);
    assert_int_equal(removed, 2);
    assert_int_equal(db_writer_db(w)->games, 8);
    struct db_add_result result = sample_add(w, 2, "sample");
    assert_int_equal(result.what, ADDED_NEW);
    assert_int_equal(result.id, 10);
    sample_commit(w);
    uint32_t again[] = {2};
    assert_int_equal(db_writer_remove(w, again, 1, &removed, &err), STATUS_OK);
    assert_int_equal(removed, 0);
    db_writer_close(w);
    struct db *db = sample_open("removed.kifu");
    const struct db_segment *s;
    uint32_t number;
    assert_int_equal(db->games, 9);
    assert_int_equal(db_find(db, 2, &s, &number, &err), STATUS_NOT_FOUND);
    assert_int_equal(db_find(db, 7, &s, &number, &err), STATUS_NOT_FOUND);
    assert_true(sample_is(db, 10, 2));
    db_close(db);
}

/* Duplicates that were kept stand side by side; the first of them may be gone. */
static void test_a_source_is_merged_into_a_game_that_is_left(void **state)
{
    (void)state;
    const struct db_writer_options keep = {.threads = 1, .duplicates = DUP_KEEP};
    struct db_writer *w = NULL;
    struct err err = {0};
    uint32_t first[] = {0}, both[] = {1}, removed;
    assert_int_equal(db_writer_open(&w, "twins.kifu", &shogi_game, &keep, &err), STATUS_OK);
    sample_add(w, 0, "a");
    assert_int_equal(sample_add(w, 0, "b").id, 1);
    sample_commit(w);
    db_writer_close(w);
    w = sample_writer("twins.kifu", 0);
    assert_int_equal(db_writer_remove(w, first, 1, &removed, &err), STATUS_OK);
    struct db_add_result result = sample_add(w, 0, "c");
    assert_int_equal(result.what, ADDED_MERGED);
    assert_int_equal(result.id, 1);
    assert_int_equal(db_writer_remove(w, both, 1, &removed, &err), STATUS_OK);
    assert_int_equal(sample_add(w, 0, "d").what, ADDED_NEW);
    db_writer_close(w);
}

static void test_one_writer_at_a_time(void **state)
{
    (void)state;
    const struct db_writer_options opt = {0};
    struct db_writer *w = sample_writer("lock.kifu", 0), *other;
    struct err err = {0};
    assert_int_equal(db_writer_open(&other, "lock.kifu", &shogi_game, &opt, &err), STATUS_IO);
    assert_null(other);
    db_writer_close(w);
    assert_int_equal(db_writer_open(&other, "lock.kifu", NULL, &opt, &err), STATUS_OK);
    db_writer_close(other);
}

static void touch(const char *path)
{
    int fd = open(path, O_CREAT | O_WRONLY, 0666);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
}

static void test_leftovers_are_swept_away(void **state)
{
    (void)state;
    sample_make("crash.kifu", 0, 3, 0);
    touch("crash.kifu/s000099.seg");
    touch("crash.kifu/.kifu-tmp-1234-0");
    struct db *db = sample_open("crash.kifu"); /* readers leave them alone */
    db_close(db);
    assert_int_equal(sample_files_in("crash.kifu"), 5);
    db_writer_close(sample_writer("crash.kifu", 0));
    assert_int_equal(sample_files_in("crash.kifu"), 3);
}

static void test_what_is_no_database_is_left_alone(void **state)
{
    (void)state;
    const struct db_writer_options opt = {0};
    struct db_writer *w;
    struct db *db;
    struct err err = {0};
    assert_int_equal(mkdir("folder", 0777), 0);
    touch("folder/precious");
    touch("file");
    assert_int_equal(db_writer_open(&w, "folder", &shogi_game, &opt, &err), STATUS_NOT_FOUND);
    assert_int_equal(sample_files_in("folder"), 1);
    assert_int_not_equal(db_writer_open(&w, "file", &shogi_game, &opt, &err), STATUS_OK);
    assert_int_equal(db_open(&db, "folder", &err), STATUS_NOT_FOUND);
    assert_int_equal(db_open(&db, "nowhere", &err), STATUS_NOT_FOUND);
    assert_int_equal(db_writer_open(&w, "nowhere", NULL, &opt, &err), STATUS_RANGE);
    assert_int_not_equal(access("nowhere", F_OK), 0);
}

static void test_many_small_commits_make_few_segments(void **state)
{
    (void)state;
    struct db_writer *w = sample_writer("tail.kifu", 0);
    for (uint32_t n = 0; n < 60; n++) {
        assert_int_equal(sample_add(w, n, "x").id, n);
        if (n)
            assert_int_equal(sample_add(w, n - 1, "y").what, ADDED_MERGED);
        sample_commit(w);
    }
    assert_int_equal(db_writer_stored(w), 60);
    db_writer_close(w);
    struct db *db = sample_open("tail.kifu");
    assert_int_equal(db->games, 60);
    assert_true(db->manifest.count <= 28);
    assert_int_equal(sample_files_in("tail.kifu"), db->manifest.count + 2);
    for (uint32_t id = 0; id < 60; id++) {
        assert_true(sample_is(db, id, id));
        assert_int_equal(sample_sources(db, id), id < 59 ? 2 : 1);
    }
    db_close(db);
}

/* Otherwise a writer would merge for ever. */
static void test_merging_makes_fewer_segments_or_none(void **state)
{
    (void)state;
    struct db_writer *w = sample_writer("full.kifu", 1);
    for (uint32_t n = 0; n < 9; n++)
        sample_add(w, n, "x");
    db_writer_close(w); /* eight were flushed, each in a segment of its own */
    struct db *db = sample_open("full.kifu");
    struct merge_options opt = {.index = {.threads = 1, .memory = 1 << 20}, .max_games = 1};
    struct manifest next;
    bool changed;
    struct err err;
    assert_int_equal(db->segment_count, 8);
    assert_int_equal(merge_tail(db, &opt, &next, &changed, &err), STATUS_OK);
    assert_false(changed);
    opt.max_games = 7;
    assert_int_equal(merge_tail(db, &opt, &next, &changed, &err), STATUS_OK);
    assert_true(changed);
    assert_int_equal(next.count, 2);
    manifest_release(&next);
    opt.large = 1;
    assert_int_equal(merge_tail(db, &opt, &next, &changed, &err), STATUS_OK);
    assert_false(changed);
    db_close(db);
}

static uint32_t segments_after(uint32_t segment_games, uint32_t from, uint32_t to)
{
    struct err err;
    struct db_writer *w = sample_writer("small.kifu", segment_games);
    for (uint32_t n = from; n < to; n++)
        sample_add(w, n, "x");
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
    db_writer_close(w);
    struct db *db = sample_open("small.kifu");
    uint32_t count = db->segment_count;
    db_close(db);
    return count;
}

/* They are for the processes of a cluster; who does not ask gets few. */
static void test_segments_of_the_size_wanted_stay(void **state)
{
    (void)state;
    assert_int_equal(segments_after(2, 0, 20), 10);
    assert_int_equal(segments_after(2, 20, 21), 11);
    assert_int_equal(segments_after(0, 21, 22), 1);
}

static void test_the_same_games_make_the_same_bytes(void **state)
{
    (void)state;
    sample_make("same1.kifu", 0, 30, 12);
    sample_make("same2.kifu", 0, 30, 12);
    assert_true(sample_same_bytes("same1.kifu", "same2.kifu"));
}

/* Whatever allocation fails, the database is as it was or has the new game, and opens. */
static void test_running_out_of_memory(void **state)
{
    (void)state;
    const struct db_writer_options opt = {.threads = 1};
    struct record rec;
    struct buf entry;
    bool through = false;
    sample_make("memory.kifu", 0, 3, 0);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(50, &rec);
    entry_encode(&rec, NULL, 0, &entry);
    for (long n = 0; !through; n += 1 + n / 8) {
        struct db_writer *w;
        struct err err;
        struct db_add_result result;
        mem_fail_after(n);
        enum status st = db_writer_open(&w, "memory.kifu", NULL, &opt, &err);
        if (st == STATUS_OK)
            st = db_writer_add(w, &rec, buf_span(&entry), &result, &err);
        if (st == STATUS_OK)
            st = db_writer_commit(w, &err);
        mem_fail_never();
        db_writer_close(w);
        struct db *db = sample_open("memory.kifu");
        assert_true(db->games == 3 || db->games == 4);
        through = st == STATUS_OK;
        assert_true(!through || db->games == 4);
        db_close(db);
    }
    buf_release(&entry);
    record_release(&rec);
}

/* Commits game 1 to a database that has game 0, with memory for so many allocations only; then
 * game 2, with the same writer.  Says whether game 1 was reported as stored. */
static bool commit_in_little_memory(const char *path, long allocations)
{
    struct err err;
    struct db_writer *w = sample_writer(path, 0);
    sample_add(w, 0, "x");
    sample_commit(w);
    sample_add(w, 1, "x");
    mem_fail_after(allocations);
    bool stored = db_writer_commit(w, &err) == STATUS_OK;
    mem_fail_never();
    struct db *between = sample_open(path);
    assert_true(!stored || between->games == 2);

    struct record rec;
    struct buf entry;
    struct db_add_result result;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(2, &rec);
    entry_encode(&rec, NULL, 0, &entry);
    bool third = db_writer_add(w, &rec, buf_span(&entry), &result, &err) == STATUS_OK &&
                 db_writer_commit(w, &err) == STATUS_OK;
    db_writer_close(w);
    buf_release(&entry);
    record_release(&rec);

    struct db *after = sample_open(path);
    assert_int_equal(after->games, between->games + third);
    for (uint32_t id = 0; id < between->games; id++)
        assert_true(sample_is(after, id, id));
    db_close(between);
    db_close(after);
    return stored;
}

/* The new manifest may be in place although something failed after that. */
static void test_a_writer_goes_on_from_what_is_on_disk(void **state)
{
    (void)state;
    char path[32];
    unsigned n = 0;
    long few = 0, enough = 1;
    for (;; enough *= 2) {
        snprintf(path, sizeof path, "little%u.kifu", n++);
        if (commit_in_little_memory(path, enough))
            break;
    }
    while (enough - few > 1) {
        long middle = few + (enough - few) / 2;
        snprintf(path, sizeof path, "little%u.kifu", n++);
        if (commit_in_little_memory(path, middle))
            enough = middle;
        else
            few = middle;
    }
    for (long back = 1; back < 24 && back <= few; back++) {
        snprintf(path, sizeof path, "little%u.kifu", n++);
        (void)commit_in_little_memory(path, few - back);
    }
}

/* Puts game 0 into a database with an entry made of another record. */
static enum status read_back(const char *path, const struct record *stored)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    struct db_writer *w = sample_writer(path, 0);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(0, &rec);
    entry_encode(stored, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    sample_commit(w);
    db_writer_close(w);
    struct db *db = sample_open(path);
    enum status st = db_record(db, 0, &rec, &err);
    if (st != STATUS_OK)
        assert_non_null(strstr(err.file, path));
    assert_int_equal(db_source(db, 0, 0, &rec, &err), st);
    db_close(db);
    buf_release(&entry);
    record_release(&rec);
    return st;
}

/* Those who print a record trust its moves, its length and its handicap. */
static void test_a_stored_record_that_breaks_the_rules_is_an_error(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    sample_game(0, &rec);
    assert_int_equal(read_back("rules.kifu", &rec), STATUS_OK);
    assert_int_not_equal(record_add_node(&rec, 0, 0x7fff), 0); /* from square 127 */
    assert_int_equal(read_back("move.kifu", &rec), STATUS_SYNTAX);

    sample_game(0, &rec);
    rec.handicap = 300;
    assert_int_equal(read_back("handicap.kifu", &rec), STATUS_SYNTAX);

    sample_game(0, &rec);
    const char *const CYCLE[4] = {"5i5h", "5a5b", "5h5i", "5b5a"};
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    for (uint32_t i = 0, node = 0; i <= RECORD_MAX_PLIES; i++) {
        game_move move;
        assert_true(shogi_game.text.move_parse(&pos, span_of(CYCLE[i % 4]), &move));
        assert_int_not_equal(node = record_add_node(&rec, node, move), 0);
        shogi_game.rules.play(&pos, move);
    }
    assert_int_equal(read_back("long.kifu", &rec), STATUS_SYNTAX);
    record_release(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_follow_the_input),
        cmocka_unit_test(test_duplicates_are_merged),
        cmocka_unit_test(test_the_same_source_is_not_kept_twice),
        cmocka_unit_test(test_a_later_source_completes_a_game),
        cmocka_unit_test(test_many_sources_of_one_game_do_not_fill_memory),
        cmocka_unit_test(test_conflicting_results_are_seen),
        cmocka_unit_test(test_what_is_not_committed_is_given_up),
        cmocka_unit_test(test_a_removed_game_comes_back_under_a_new_id),
        cmocka_unit_test(test_a_source_is_merged_into_a_game_that_is_left),
        cmocka_unit_test(test_one_writer_at_a_time),
        cmocka_unit_test(test_leftovers_are_swept_away),
        cmocka_unit_test(test_what_is_no_database_is_left_alone),
        cmocka_unit_test(test_many_small_commits_make_few_segments),
        cmocka_unit_test(test_merging_makes_fewer_segments_or_none),
        cmocka_unit_test(test_segments_of_the_size_wanted_stay),
        cmocka_unit_test(test_the_same_games_make_the_same_bytes),
        cmocka_unit_test(test_running_out_of_memory),
        cmocka_unit_test(test_a_writer_goes_on_from_what_is_on_disk),
        cmocka_unit_test(test_a_stored_record_that_breaks_the_rules_is_an_error),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
