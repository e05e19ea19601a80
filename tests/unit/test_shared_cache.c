/* test_shared_cache.c: values are kept within their bytes, made once however many threads want them,
 * and dropped when nobody reads them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/work/shared_cache.h"

/* Makes a value of so many bytes, or none. */
struct recipe {
    size_t bytes;
    bool part, fails, nothing;
    bool waits; /* until it is let go */
    atomic_bool let_go;
    atomic_uint made, notified;
};

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static enum status make(void *ctx, struct shared_value *out, struct err *err)
{
    struct recipe *r = ctx;
    atomic_fetch_add(&r->made, 1);
    while (r->waits && !atomic_load(&r->let_go))
        rest();
    size_t *value = r->nothing ? NULL : mem_calloc(1, sizeof *value);
    if (value)
        *value = r->bytes;
    *out = (struct shared_value){.value = value, .bytes = r->bytes, .incomplete = r->part};
    return r->fails || (!value && !r->nothing) ? err_nomem(err) : STATUS_OK;
}

static bool on_waiting(void *ctx)
{
    atomic_fetch_add(&((struct recipe *)ctx)->notified, 1);
    return true;
}

static size_t size_of(const struct shared_entry *e)
{
    return *(const size_t *)e->value;
}

static struct shared_cache *open_cache(size_t bytes)
{
    const struct shared_cache_options o = {
        .free_value = mem_free, .most_bytes = bytes, .most_entries = 40};
    struct shared_cache *c;
    assert_int_equal(shared_cache_open(&c, &o, NULL), STATUS_OK);
    return c;
}

static enum status try_get(struct shared_cache *c, const char *key, bool whole, struct recipe *r,
                           const atomic_bool *cancelled, struct shared_entry **out)
{
    const struct shared_request request = {.make = make,
                                           .waiting = on_waiting,
                                           .ctx = r,
                                           .cancelled = cancelled,
                                           .accept_incomplete = !whole};
    return shared_cache_get(c, span_of(key), &request, out, NULL);
}

static struct shared_entry *get(struct shared_cache *c, const char *key, bool whole,
                                struct recipe *r)
{
    struct shared_entry *f;
    assert_int_equal(try_get(c, key, whole, r, NULL, &f), STATUS_OK);
    return f;
}

static void is_made_once(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe r = {.bytes = 10};
    struct shared_entry *a = get(c, "x", true, &r), *b = get(c, "x", true, &r),
                        *other = get(c, "y", true, &r);
    assert_ptr_equal(a, b);
    assert_ptr_not_equal(a, other);
    assert_int_equal(size_of(a), 10);
    assert_int_equal(atomic_load(&r.made), 2);
    assert_int_equal(shared_cache_state(c).entries, 2);
    assert_int_equal(shared_cache_state(c).hits, 1);
    shared_cache_release(c, a);
    shared_cache_release(c, b);
    shared_cache_release(c, other);
    shared_cache_release(c, NULL);
    shared_cache_close(c);
    shared_cache_close(NULL);
}

static void keeps_within_its_bytes(void **state)
{
    (void)state;
    size_t each = 1000;
    struct shared_cache *c = open_cache(4 * each);
    struct recipe r = {.bytes = 1000};
    char key[16];
    for (int i = 0; i < 20; i++) {
        snprintf(key, sizeof key, "%d", i);
        shared_cache_release(c, get(c, key, true, &r));
        shared_cache_release(c, get(c, "0", true, &r)); /* the one that is always wanted */
        assert_in_range(shared_cache_state(c).bytes, 1, 4 * each);
    }
    assert_int_equal(shared_cache_state(c).entries, 3);
    assert_int_equal(atomic_load(&r.made), 20);
    shared_cache_release(c, get(c, "5", true, &r)); /* dropped long ago */
    assert_int_equal(atomic_load(&r.made), 21);
    shared_cache_close(c);
}

static void what_is_read_stays(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(100); /* room for nothing */
    struct recipe r = {.bytes = 1000};
    struct shared_entry *a = get(c, "a", true, &r), *b = get(c, "b", true, &r);
    assert_int_equal(shared_cache_state(c).entries, 0);
    assert_int_equal(shared_cache_state(c).bytes, 0);
    assert_int_equal(size_of(a) + size_of(b), 2000);
    shared_cache_release(c, a);
    shared_cache_release(c, b);
    shared_cache_close(c);
}

static void a_part_will_not_do_for_the_whole(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe part = {.bytes = 5, .part = true}, whole = {.bytes = 10};
    shared_cache_release(c, get(c, "x", false, &part));
    shared_cache_release(c, get(c, "x", false, &part));
    assert_int_equal(atomic_load(&part.made), 1);
    shared_cache_release(c, get(c, "x", true, &whole));
    struct shared_entry *f = get(c, "x", false, &part); /* the whole is better */
    assert_int_equal(size_of(f), 10);
    assert_int_equal(atomic_load(&part.made), 1);
    shared_cache_release(c, f);
    shared_cache_close(c);
}

static void a_failure_is_not_kept(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe r = {.bytes = 5, .fails = true};
    struct shared_entry *f;
    assert_int_equal(try_get(c, "x", true, &r, NULL, &f), STATUS_NOMEM);
    assert_null(f);
    assert_int_equal(shared_cache_state(c).entries, 0);
    r.fails = false;
    shared_cache_release(c, get(c, "x", true, &r));
    mem_fail_after(0);
    assert_int_equal(try_get(c, "y", true, &r, NULL, &f), STATUS_NOMEM);
    mem_fail_never();
    shared_cache_close(c);
}

/* --- Many at once ----------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 200 };

struct client {
    struct shared_cache *cache;
    const char *key; /* NULL: "slow" */
    struct recipe *recipe;
    unsigned number;
    atomic_bool cancelled;
    enum status status;
};

static void *ask_much(void *arg)
{
    struct client *a = arg;
    char key[16];
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct shared_entry *f = NULL;
        snprintf(key, sizeof key, "%u", (i * 7 + a->number) % 11);
        a->status = try_get(a->cache, key, i % 2, a->recipe, &a->cancelled, &f);
        if (a->status != STATUS_OK || size_of(f) != 100)
            return NULL;
        shared_cache_release(a->cache, f);
    }
    return NULL;
}

static void what_is_too_much_is_not_kept(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe r = {.bytes = 5, .nothing = true};
    assert_null(get(c, "x", true, &r));
    assert_int_equal(shared_cache_state(c).entries, 0);
    assert_int_equal(shared_cache_state(c).bytes, 0);
    assert_null(get(c, "x", true, &r));
    assert_int_equal(atomic_load(&r.made), 2);
    shared_cache_close(c);
}

static void many_ask_at_once(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1000); /* room for four of 11 */
    struct recipe r = {.bytes = 100};
    struct client askers[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        askers[i] = (struct client){.cache = c, .recipe = &r, .number = i};
        atomic_init(&askers[i].cancelled, false);
        assert_int_equal(pthread_create(&threads[i], NULL, ask_much, &askers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(askers[i].status, STATUS_OK);
    }
    assert_in_range(shared_cache_state(c).bytes, 1, 1000);
    shared_cache_close(c);
}

static void *ask_once(void *arg)
{
    struct client *a = arg;
    struct shared_entry *f = NULL;
    a->status = try_get(a->cache, a->key ? a->key : "slow", true, a->recipe, &a->cancelled, &f);
    shared_cache_release(a->cache, f);
    return NULL;
}

/* Two ask the same: one finds, the other waits; a third has hung up. */
static void who_comes_meanwhile_waits(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe r = {.bytes = 100, .waits = true};
    struct client askers[3];
    pthread_t threads[3];
    for (unsigned i = 0; i < 3; i++) {
        askers[i] = (struct client){.cache = c, .recipe = &r};
        atomic_init(&askers[i].cancelled, i == 2);
    }
    assert_int_equal(pthread_create(&threads[0], NULL, ask_once, &askers[0]), 0);
    while (atomic_load(&r.made) == 0)
        rest();
    for (unsigned i = 1; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_once, &askers[i]), 0);
    pthread_join(threads[2], NULL); /* it goes while the first is still at work */
    atomic_store(&r.let_go, true);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(askers[0].status, STATUS_OK);
    assert_int_equal(askers[1].status, STATUS_OK);
    assert_int_equal(askers[2].status, STATUS_CANCELLED);
    assert_int_equal(atomic_load(&r.made), 1);
    shared_cache_close(c);
}

static void no_more_than_so_many(void **state)
{
    (void)state;
    struct shared_cache *c = open_cache(1 << 20);
    struct recipe r = {.bytes = 1};
    char key[16];
    for (int i = 0; i < 43; i++) {
        snprintf(key, sizeof key, "%d", i);
        shared_cache_release(c, get(c, key, true, &r));
    }
    assert_int_equal(shared_cache_state(c).entries, 40);
    shared_cache_release(c, get(c, "3", true, &r));
    assert_int_equal(atomic_load(&r.made), 43);
    shared_cache_release(c, get(c, "2", true, &r));
    assert_int_equal(atomic_load(&r.made), 44);
    shared_cache_close(c);
}

/* One at a time: a request for another value waits, too, and is told so. */
static void one_after_another(void **state)
{
    (void)state;
    const struct shared_cache_options o = {
        .free_value = mem_free, .most_bytes = 1 << 20, .most_entries = 40, .one_at_a_time = true};
    struct shared_cache *c;
    struct recipe slow = {.bytes = 1, .waits = true}, quick = {.bytes = 2};
    pthread_t threads[2];
    assert_int_equal(shared_cache_open(&c, &o, NULL), STATUS_OK);
    struct client first = {.cache = c, .recipe = &slow},
                  second = {.cache = c, .recipe = &quick, .key = "quick"};
    assert_int_equal(pthread_create(&threads[0], NULL, ask_once, &first), 0);
    while (atomic_load(&slow.made) == 0)
        rest();
    assert_int_equal(pthread_create(&threads[1], NULL, ask_once, &second), 0);
    while (atomic_load(&quick.notified) < 2)
        rest();
    assert_int_equal(atomic_load(&quick.made), 0);
    atomic_store(&slow.let_go, true);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert_int_equal(first.status, STATUS_OK);
    assert_int_equal(second.status, STATUS_OK);
    assert_int_equal(atomic_load(&quick.made), 1);
    shared_cache_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_made_once),          cmocka_unit_test(keeps_within_its_bytes),
        cmocka_unit_test(what_is_read_stays),    cmocka_unit_test(a_part_will_not_do_for_the_whole),
        cmocka_unit_test(a_failure_is_not_kept), cmocka_unit_test(what_is_too_much_is_not_kept),
        cmocka_unit_test(no_more_than_so_many),  cmocka_unit_test(one_after_another),
        cmocka_unit_test(many_ask_at_once),      cmocka_unit_test(who_comes_meanwhile_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
