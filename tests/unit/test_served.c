/* Databases that grow while they are served: who reads goes on reading what was there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <pthread.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "db/db_names.h"
#include "db/merge.h"
#include "db_sample.h"
#include "scratch.h"
#include "store/people/people_decisions.h"
#include "web/site/served.h"

static void add_games(const char *path, uint64_t from, uint64_t to)
{
    struct db_writer *w = sample_writer(path, 0);
    for (uint64_t n = from; n < to; n++)
        sample_add(w, n, "more");
    sample_commit(w);
    db_writer_close(w);
}

static void open_two(struct served *s)
{
    static const char *const paths[] = {"one.kifu", "two.kifu"};
    struct err err = {0};
    assert_int_equal(served_open(s, paths, 2, &err), STATUS_OK);
}

static void test_growing(void **state)
{
    struct served s;
    (void)state;
    sample_make("one.kifu", 0, 5, 0);
    sample_make("two.kifu", 0, 3, 0);
    open_two(&s);
    struct snapshot *before = served_take(&s), *again = served_take(&s);
    assert_ptr_equal(before, again);
    assert_int_equal(before->dbs[0]->games, 5);
    add_games("one.kifu", 5, 9);
    struct snapshot *after = served_take(&s);
    assert_ptr_not_equal(after, before);
    assert_int_equal(after->dbs[0]->games, 9);
    assert_ptr_equal(after->dbs[1], before->dbs[1]); /* which has not changed */
    assert_int_equal(before->dbs[0]->games, 5);
    assert_true(sample_is(before->dbs[0], 4, 4));
    assert_true(sample_is(after->dbs[0], 8, 8));
    served_give_back(&s, again);
    assert_true(sample_is(before->dbs[0], 0, 0));
    served_give_back(&s, before);
    served_give_back(&s, after);
    add_games("two.kifu", 3, 4);
    served_look_again(&s);
    assert_int_equal(s.now->dbs[1]->games, 4);
    served_release(&s);
}

static bool has_name(const struct snapshot *n, const char *name)
{
    return named_find(n->named, SPAN(""), span_of(name)) != NULL;
}

/* Names and decisions are seen when they change; who reads goes on with those that were there. */
static void test_names_and_people(void **state)
{
    static const char *const path = "names.kifu";
    const struct people_decision apart = {.a = SPAN("Black 1")};
    struct served s;
    struct err err;
    (void)state;
    sample_make(path, 0, 3, 0);
    assert_int_equal(served_open(&s, &path, 1, &err), STATUS_OK);
    struct snapshot *before = served_take(&s);
    assert_non_null(named_find(before->named, SPAN("castle"), SPAN("mino")));
    assert_int_equal(db_names_save(path, SPAN("mine"), SPAN("castle:mino"), &err), STATUS_OK);
    struct snapshot *named = served_take(&s);
    assert_true(has_name(named, "mine"));
    assert_false(has_name(before, "mine"));
    assert_ptr_equal(named->dbs[0], before->dbs[0]);
    assert_int_equal(named->games, before->games);
    assert_int_not_equal(named->number, before->number);
    assert_int_equal(people_decisions_add(path, &apart, &err), STATUS_OK);
    struct snapshot *decided = served_take(&s);
    assert_ptr_not_equal(decided->dbs[0], named->dbs[0]);
    assert_int_not_equal(decided->games, named->games);
    assert_true(has_name(decided, "mine"));
    assert_int_equal(file_replace("names.kifu/names.txt", SPAN("@broken\n"), &err), STATUS_OK);
    struct snapshot *broken = served_take(&s);
    assert_ptr_equal(broken, decided);
    assert_int_not_equal(served_fault(&s, broken, 0, &err), STATUS_OK);
    assert_int_equal(db_names_save(path, SPAN("broken"), SPAN("all"), &err), STATUS_OK);
    assert_int_equal(db_names_remove(path, SPAN("mine"), &err), STATUS_NOT_FOUND);
    struct snapshot *whole = served_take(&s);
    assert_true(has_name(whole, "broken"));
    assert_int_equal(served_fault(&s, whole, 0, &err), STATUS_OK);
    assert_int_equal(db_names_remove(path, SPAN("broken"), &err), STATUS_OK);
    struct snapshot *empty = served_take(&s);
    assert_false(has_name(empty, "broken"));
    struct snapshot *const all[] = {before, named, decided, broken, whole, empty};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        served_give_back(&s, all[i]);
    served_release(&s);
}

/* What cannot be opened is served as it was. */
static void test_gone_and_damaged(void **state)
{
    struct served s;
    struct err err;
    (void)state;
    open_two(&s);
    assert_int_equal(file_replace("one.kifu/MANIFEST", SPAN("rubbish\n"), &err), STATUS_OK);
    assert_int_equal(rename("two.kifu", "elsewhere.kifu"), 0);
    struct snapshot *n = served_take(&s);
    assert_int_equal(n->dbs[0]->games, 9);
    assert_int_equal(n->dbs[1]->games, 4);
    assert_true(sample_is(n->dbs[1], 3, 3));
    served_give_back(&s, n);
    served_release(&s);
}

/* --- Readers and a writer at once ------------------------------------------------------------- */

struct served_clients {
    struct served served;
    atomic_bool done;
};

static void *read_on(void *arg)
{
    struct served_clients *c = arg;
    uint64_t seen = 0;
    while (!atomic_load(&c->done)) {
        struct snapshot *n = served_take(&c->served);
        uint64_t games = n->dbs[0]->games;
        struct record rec;
        struct err err;
        record_init(&rec);
        bool good =
            games >= seen && db_record(n->dbs[0], (uint32_t)games - 1, &rec, &err) == STATUS_OK;
        record_release(&rec);
        served_give_back(&c->served, n);
        seen = games;
        if (!good)
            return c;
    }
    return NULL;
}

static void test_a_crowd(void **state)
{
    enum { READERS = 4 };
    static const char *const path = "crowd.kifu";
    static struct served_clients c;
    pthread_t readers[READERS];
    struct err err;
    (void)state;
    sample_make(path, 0, 2, 0);
    assert_int_equal(served_open(&c.served, &path, 1, &err), STATUS_OK);
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&readers[i], NULL, read_on, &c), 0);
    for (uint64_t n = 2; n < 14; n++)
        add_games(path, n, n + 1);
    const struct compact_options opt = {.threads = 1};
    struct compact_result result;
    assert_int_equal(db_compact(path, &opt, &result, &err), STATUS_OK);
    served_look_again(&c.served);
    atomic_store(&c.done, true);
    for (int i = 0; i < READERS; i++) {
        void *bad = NULL;
        pthread_join(readers[i], &bad);
        assert_null(bad);
    }
    assert_int_equal(c.served.now->dbs[0]->games, 14);
    assert_int_equal(c.served.now->dbs[0]->segment_count, 1);
    served_release(&c.served);
}

static void test_no_memory(void **state)
{
    static const char *const path = "crowd.kifu";
    (void)state;
    for (size_t n = 0; n < 40; n++) {
        struct served s;
        struct err err;
        mem_fail_after((long)n);
        enum status st = served_open(&s, &path, 1, &err);
        mem_fail_never();
        if (st != STATUS_OK)
            assert_int_equal(st, STATUS_NOMEM);
        served_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growing),          cmocka_unit_test(test_names_and_people),
        cmocka_unit_test(test_gone_and_damaged), cmocka_unit_test(test_a_crowd),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
