/* test_result_cache.c: what was found is kept within its bytes, made once however many ask, and
 * dropped when nobody reads it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "web/site/result_cache.h"

/* Makes a finding of so many spans. */
struct recipe {
    size_t spans;
    double looked_at;
    bool fails, too_much;
    bool waits; /* until it is let go */
    atomic_bool let_go;
    atomic_uint made;
};

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static enum status make(void *ctx, struct query_result *out, struct err *err)
{
    struct recipe *r = ctx;
    atomic_fetch_add(&r->made, 1);
    while (r->waits && !atomic_load(&r->let_go))
        rest();
    *out = (struct query_result){
        .games = r->spans, .looked_at = r->looked_at, .too_much = r->too_much};
    out->parts = mem_calloc(1, sizeof *out->parts);
    if (!out->parts || r->fails)
        return err_nomem(err);
    out->part_count = 1;
    out->parts->at = mem_calloc(r->spans, sizeof *out->parts->at);
    out->parts->count = out->parts->cap = r->spans;
    return out->parts->at ? STATUS_OK : err_nomem(err);
}

static struct result_cache *open_cache(size_t bytes)
{
    struct result_cache *c;
    assert_int_equal(result_cache_open(&c, bytes, NULL), STATUS_OK);
    return c;
}

static struct cached_result *get(struct result_cache *c, const char *key, bool whole,
                                 struct recipe *r)
{
    struct cached_result *f;
    assert_int_equal(result_cache_get(c, span_of(key), whole, make, r, NULL, &f, NULL), STATUS_OK);
    return f;
}

static void is_made_once(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(1 << 20);
    struct recipe r = {.spans = 10, .looked_at = 1};
    struct cached_result *a = get(c, "x", true, &r), *b = get(c, "x", true, &r),
                         *other = get(c, "y", true, &r);
    assert_ptr_equal(a, b);
    assert_ptr_not_equal(a, other);
    assert_int_equal(a->result.games, 10);
    assert_int_equal(atomic_load(&r.made), 2);
    assert_int_equal(result_cache_state(c).entries, 2);
    assert_int_equal(result_cache_state(c).hits, 1);
    result_cache_release(c, a);
    result_cache_release(c, b);
    result_cache_release(c, other);
    result_cache_release(c, NULL);
    result_cache_close(c);
    result_cache_close(NULL);
}

static void keeps_within_its_bytes(void **state)
{
    (void)state;
    size_t each = 1000 * sizeof(struct result_span);
    struct result_cache *c = open_cache(4 * each);
    struct recipe r = {.spans = 1000, .looked_at = 1};
    char key[16];
    for (int i = 0; i < 20; i++) {
        snprintf(key, sizeof key, "%d", i);
        result_cache_release(c, get(c, key, true, &r));
        result_cache_release(c, get(c, "0", true, &r)); /* the one that is always wanted */
        assert_in_range(result_cache_state(c).bytes, 1, 4 * each);
    }
    assert_int_equal(result_cache_state(c).entries, 3);
    assert_int_equal(atomic_load(&r.made), 20);
    result_cache_release(c, get(c, "5", true, &r)); /* dropped long ago */
    assert_int_equal(atomic_load(&r.made), 21);
    result_cache_close(c);
}

static void what_is_read_stays(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(100); /* room for nothing */
    struct recipe r = {.spans = 1000, .looked_at = 1};
    struct cached_result *a = get(c, "a", true, &r), *b = get(c, "b", true, &r);
    assert_int_equal(result_cache_state(c).entries, 0);
    assert_int_equal(result_cache_state(c).bytes, 0);
    assert_int_equal(a->result.parts->count + b->result.parts->count, 2000);
    result_cache_release(c, a);
    result_cache_release(c, b);
    result_cache_close(c);
}

static void a_part_will_not_do_for_the_whole(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(1 << 20);
    struct recipe part = {.spans = 5, .looked_at = 0.5}, whole = {.spans = 10, .looked_at = 1};
    result_cache_release(c, get(c, "x", false, &part));
    result_cache_release(c, get(c, "x", false, &part));
    assert_int_equal(atomic_load(&part.made), 1);
    result_cache_release(c, get(c, "x", true, &whole));
    struct cached_result *f = get(c, "x", false, &part); /* the whole is better */
    assert_int_equal(f->result.games, 10);
    assert_int_equal(atomic_load(&part.made), 1);
    result_cache_release(c, f);
    result_cache_close(c);
}

static void a_failure_is_not_kept(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(1 << 20);
    struct recipe r = {.spans = 5, .looked_at = 1, .fails = true};
    struct cached_result *f;
    assert_int_equal(result_cache_get(c, SPAN("x"), true, make, &r, NULL, &f, NULL), STATUS_NOMEM);
    assert_null(f);
    assert_int_equal(result_cache_state(c).entries, 0);
    r.fails = false;
    result_cache_release(c, get(c, "x", true, &r));
    mem_fail_after(0);
    assert_int_equal(result_cache_get(c, SPAN("y"), true, make, &r, NULL, &f, NULL), STATUS_NOMEM);
    mem_fail_never();
    result_cache_close(c);
}

/* --- Many at once ----------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 200 };

struct found_cache_client {
    struct result_cache *cache;
    struct recipe *recipe;
    unsigned number;
    atomic_bool cancelled;
    enum status status;
};

static void *ask_much(void *arg)
{
    struct found_cache_client *a = arg;
    char key[16];
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct cached_result *f = NULL;
        snprintf(key, sizeof key, "%u", (i * 7 + a->number) % 11);
        a->status = result_cache_get(a->cache, span_of(key), i % 2, make, a->recipe, &a->cancelled,
                                     &f, NULL);
        if (a->status != STATUS_OK || f->result.parts->count != 100)
            return NULL;
        result_cache_release(a->cache, f);
    }
    return NULL;
}

static void what_is_too_much_is_not_kept(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(1 << 20);
    struct recipe r = {.spans = 5, .looked_at = 1, .too_much = true};
    assert_null(get(c, "x", true, &r));
    assert_int_equal(result_cache_state(c).entries, 0);
    assert_int_equal(result_cache_state(c).bytes, 0);
    assert_null(get(c, "x", true, &r));
    assert_int_equal(atomic_load(&r.made), 2);
    result_cache_close(c);
}

static void many_ask_at_once(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(500 * sizeof(struct result_span)); /* room for four of 11 */
    struct recipe r = {.spans = 100, .looked_at = 1};
    struct found_cache_client askers[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        askers[i] = (struct found_cache_client){.cache = c, .recipe = &r, .number = i};
        atomic_init(&askers[i].cancelled, false);
        assert_int_equal(pthread_create(&threads[i], NULL, ask_much, &askers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(askers[i].status, STATUS_OK);
    }
    assert_in_range(result_cache_state(c).bytes, 1, 500 * sizeof(struct result_span));
    result_cache_close(c);
}

static void *ask_once(void *arg)
{
    struct found_cache_client *a = arg;
    struct cached_result *f = NULL;
    a->status =
        result_cache_get(a->cache, SPAN("slow"), true, make, a->recipe, &a->cancelled, &f, NULL);
    result_cache_release(a->cache, f);
    return NULL;
}

/* Two ask the same: one finds, the other waits; a third has hung up. */
static void who_comes_meanwhile_waits(void **state)
{
    (void)state;
    struct result_cache *c = open_cache(1 << 20);
    struct recipe r = {.spans = 100, .looked_at = 1, .waits = true};
    struct found_cache_client askers[3];
    pthread_t threads[3];
    for (unsigned i = 0; i < 3; i++) {
        askers[i] = (struct found_cache_client){.cache = c, .recipe = &r};
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
    result_cache_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_made_once),          cmocka_unit_test(keeps_within_its_bytes),
        cmocka_unit_test(what_is_read_stays),    cmocka_unit_test(a_part_will_not_do_for_the_whole),
        cmocka_unit_test(a_failure_is_not_kept), cmocka_unit_test(what_is_too_much_is_not_kept),
        cmocka_unit_test(many_ask_at_once),      cmocka_unit_test(who_comes_meanwhile_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
