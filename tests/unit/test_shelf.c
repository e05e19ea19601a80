/* test_shelf.c: answers that are kept: found again, made once, dropped when there is no room. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "web/site/shelf.h"

static const struct shelved *find(struct shelf *s, const char *key)
{
    const struct shelved *found;
    struct err err;
    assert_int_equal(shelf_find(s, span_of(key), NULL, NULL, NULL, &found, &err), STATUS_OK);
    return found;
}

static void keep(struct shelf *s, const char *key, struct span text)
{
    assert_null(find(s, key));
    shelf_put(s, span_of(key), text);
}

static void test_kept(void **state)
{
    (void)state;
    struct shelf *s;
    struct err err;
    assert_int_equal(shelf_open(&s, 1 << 20, &err), STATUS_OK);
    keep(s, "a", SPAN("first"));
    keep(s, "b", SPAN("second"));
    const struct shelved *found = find(s, "a");
    assert_true(found && span_eq(found->text, SPAN("first")));
    shelf_return(s, found);
    assert_null(find(s, "c"));
    shelf_give_up(s);
    assert_null(find(s, "c"));
    shelf_give_up(s);
    shelf_close(s);
}

/* The one that nobody asked for longest goes; one that is being read stays with its reader. */
static void test_room(void **state)
{
    (void)state;
    static char text[1000];
    struct shelf *s;
    struct err err;
    assert_int_equal(shelf_open(&s, 3000, &err), STATUS_OK);
    keep(s, "a", span_make(text, sizeof text));
    keep(s, "b", span_make(text, sizeof text));
    const struct shelved *b = find(s, "b"), *a = find(s, "a");
    assert_true(a && b);
    shelf_return(s, a);
    keep(s, "c", span_make(text, sizeof text));
    assert_null(find(s, "b"));
    shelf_give_up(s);
    assert_int_equal(b->text.n, sizeof text);
    assert_memory_equal(b->text.p, text, sizeof text);
    shelf_return(s, b);
    a = find(s, "a");
    assert_non_null(a);
    shelf_return(s, a);
    keep(s, "large", span_make(text, 0));
    static char larger[5000];
    keep(s, "larger", span_make(larger, sizeof larger));
    assert_null(find(s, "larger"));
    shelf_give_up(s);
    shelf_close(s);
}

static void test_many(void **state)
{
    (void)state;
    struct shelf *s;
    struct err err;
    char key[16];
    assert_int_equal(shelf_open(&s, 1 << 20, &err), STATUS_OK);
    for (int i = 0; i < SHELF_MOST + 3; i++) {
        snprintf(key, sizeof key, "%d", i);
        keep(s, key, SPAN("x"));
    }
    assert_null(find(s, "2"));
    shelf_give_up(s);
    const struct shelved *found = find(s, "3");
    assert_non_null(found);
    shelf_return(s, found);
    shelf_close(s);
}

struct waiter {
    struct shelf *shelf;
    const char *key;
    atomic_bool cancelled;
    atomic_int told;
    enum status status;
    bool found;
};

static bool on_waiting(void *ctx)
{
    atomic_fetch_add(&((struct waiter *)ctx)->told, 1);
    return true;
}

static void *wait_for(void *arg)
{
    struct waiter *w = arg;
    const struct shelved *found = NULL;
    struct err err;
    w->status = shelf_find(w->shelf, span_of(w->key), &w->cancelled, on_waiting, w, &found, &err);
    w->found = found != NULL;
    if (found)
        shelf_return(w->shelf, found);
    else if (w->status == STATUS_OK)
        shelf_give_up(w->shelf);
    return NULL;
}

static void start(struct waiter *w, pthread_t *thread)
{
    assert_int_equal(pthread_create(thread, NULL, wait_for, w), 0);
    while (atomic_load(&w->told) == 0)
        ;
}

/* Who asks the same gets what the other one made; who is gone waits no longer. */
static void test_waiting(void **state)
{
    (void)state;
    struct shelf *s;
    struct err err;
    pthread_t threads[3];
    assert_int_equal(shelf_open(&s, 1 << 20, &err), STATUS_OK);
    assert_null(find(s, "a"));
    struct waiter same = {.shelf = s, .key = "a"}, gone = {.shelf = s, .key = "b"},
                  other = {.shelf = s, .key = "c"};
    start(&same, &threads[0]);
    start(&gone, &threads[1]);
    start(&other, &threads[2]);
    atomic_store(&gone.cancelled, true);
    pthread_join(threads[1], NULL);
    shelf_put(s, SPAN("a"), SPAN("made"));
    pthread_join(threads[0], NULL);
    pthread_join(threads[2], NULL);
    assert_int_equal(same.status, STATUS_OK);
    assert_true(same.found);
    assert_int_equal(gone.status, STATUS_CANCELLED);
    assert_int_equal(other.status, STATUS_OK);
    assert_false(other.found);
    shelf_close(s);
}

/* Without memory nothing is kept, and nothing is lost. */
static void test_no_memory(void **state)
{
    (void)state;
    struct shelf *s;
    struct err err;
    assert_int_equal(shelf_open(&s, 1 << 20, &err), STATUS_OK);
    for (int n = 0; n < 3; n++) {
        assert_null(find(s, "a"));
        mem_fail_after(n);
        shelf_put(s, SPAN("a"), SPAN("text"));
        mem_fail_never();
    }
    keep(s, "a", SPAN("text"));
    shelf_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),      cmocka_unit_test(test_room),
        cmocka_unit_test(test_many),      cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
