/* test_response_cache.c: answers that are kept: found again, made once, dropped when there is no room. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "web/site/response_cache.h"

static const struct cached_response *find(struct response_cache *s, const char *key)
{
    const struct cached_response *cached;
    struct err err;
    assert_int_equal(response_cache_find(s, span_of(key), NULL, NULL, NULL, &cached, &err),
                     STATUS_OK);
    return cached;
}

static void keep(struct response_cache *s, const char *key, struct span text)
{
    assert_null(find(s, key));
    response_cache_put(s, span_of(key), text);
}

static void test_kept(void **state)
{
    (void)state;
    struct response_cache *s;
    struct err err;
    assert_int_equal(response_cache_open(&s, 1 << 20, &err), STATUS_OK);
    keep(s, "a", SPAN("first"));
    keep(s, "b", SPAN("second"));
    const struct cached_response *cached = find(s, "a");
    assert_true(cached && span_eq(cached->text, SPAN("first")));
    response_cache_release(s, cached);
    assert_null(find(s, "c"));
    response_cache_abandon(s);
    assert_null(find(s, "c"));
    response_cache_abandon(s);
    response_cache_close(s);
}

/* The one that nobody asked for longest goes; one that is being read stays with its reader. */
static void test_room(void **state)
{
    (void)state;
    static char text[1000];
    struct response_cache *s;
    struct err err;
    assert_int_equal(response_cache_open(&s, 3000, &err), STATUS_OK);
    keep(s, "a", span_make(text, sizeof text));
    keep(s, "b", span_make(text, sizeof text));
    const struct cached_response *b = find(s, "b"), *a = find(s, "a");
    assert_true(a && b);
    response_cache_release(s, a);
    keep(s, "c", span_make(text, sizeof text));
    assert_null(find(s, "b"));
    response_cache_abandon(s);
    assert_int_equal(b->text.n, sizeof text);
    assert_memory_equal(b->text.p, text, sizeof text);
    response_cache_release(s, b);
    a = find(s, "a");
    assert_non_null(a);
    response_cache_release(s, a);
    keep(s, "large", span_make(text, 0));
    static char larger[5000];
    keep(s, "larger", span_make(larger, sizeof larger));
    assert_null(find(s, "larger"));
    response_cache_abandon(s);
    response_cache_close(s);
}

static void test_many(void **state)
{
    (void)state;
    struct response_cache *s;
    struct err err;
    char key[16];
    assert_int_equal(response_cache_open(&s, 1 << 20, &err), STATUS_OK);
    for (int i = 0; i < RESPONSE_CACHE_MOST + 3; i++) {
        snprintf(key, sizeof key, "%d", i);
        keep(s, key, SPAN("x"));
    }
    assert_null(find(s, "2"));
    response_cache_abandon(s);
    const struct cached_response *cached = find(s, "3");
    assert_non_null(cached);
    response_cache_release(s, cached);
    response_cache_close(s);
}

struct waiter {
    struct response_cache *responses;
    const char *key;
    atomic_bool cancelled;
    atomic_int notified;
    enum status status;
    bool cached;
};

static bool on_waiting(void *ctx)
{
    atomic_fetch_add(&((struct waiter *)ctx)->notified, 1);
    return true;
}

static void *wait_for(void *arg)
{
    struct waiter *w = arg;
    const struct cached_response *cached = NULL;
    struct err err;
    w->status = response_cache_find(w->responses, span_of(w->key), &w->cancelled, on_waiting, w,
                                    &cached, &err);
    w->cached = cached != NULL;
    if (cached)
        response_cache_release(w->responses, cached);
    else if (w->status == STATUS_OK)
        response_cache_abandon(w->responses);
    return NULL;
}

static void start(struct waiter *w, pthread_t *thread)
{
    assert_int_equal(pthread_create(thread, NULL, wait_for, w), 0);
    while (atomic_load(&w->notified) == 0)
        ;
}

/* Who asks the same gets what the other one made; who is gone waits no longer. */
static void test_waiting(void **state)
{
    (void)state;
    struct response_cache *s;
    struct err err;
    pthread_t threads[3];
    assert_int_equal(response_cache_open(&s, 1 << 20, &err), STATUS_OK);
    assert_null(find(s, "a"));
    struct waiter same = {.responses = s, .key = "a"}, gone = {.responses = s, .key = "b"},
                  other = {.responses = s, .key = "c"};
    start(&same, &threads[0]);
    start(&gone, &threads[1]);
    start(&other, &threads[2]);
    atomic_store(&gone.cancelled, true);
    pthread_join(threads[1], NULL);
    response_cache_put(s, SPAN("a"), SPAN("made"));
    pthread_join(threads[0], NULL);
    pthread_join(threads[2], NULL);
    assert_int_equal(same.status, STATUS_OK);
    assert_true(same.cached);
    assert_int_equal(gone.status, STATUS_CANCELLED);
    assert_int_equal(other.status, STATUS_OK);
    assert_false(other.cached);
    response_cache_close(s);
}

/* Without memory nothing is kept, and nothing is lost. */
static void test_no_memory(void **state)
{
    (void)state;
    struct response_cache *s;
    struct err err;
    assert_int_equal(response_cache_open(&s, 1 << 20, &err), STATUS_OK);
    for (int n = 0; n < 3; n++) {
        assert_null(find(s, "a"));
        mem_fail_after(n);
        response_cache_put(s, SPAN("a"), SPAN("text"));
        mem_fail_never();
    }
    keep(s, "a", SPAN("text"));
    response_cache_close(s);
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
