/* test_shards.c: a site that several processes search together: threads stand for them.  Answers
 * are those of one process; who is silent, late or hostile holds up nobody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "cluster/partition.h"
#include "cluster_of_threads.h"
#include "db_sample.h"
#include "scratch.h"
#include "web/shards/shard_worker.h"
#include "web/shards/shards.h"

static const char *const PATHS[] = {"one.kifu", "two.kifu"};
enum { DATABASES = 2, PATIENCE_MS = 30000 };

static void make_databases(void)
{
    struct stat st;
    if (stat("one.kifu", &st) == 0)
        return;
    sample_make("one.kifu", 0, 40, 7);
    sample_make("two.kifu", 40, 46, 0);
}

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void sleep_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* --- Requests --------------------------------------------------------------------------------- */

/* Arguments are pairs, ended by NULL. */
struct request {
    const char *path;
    const char *args[9];
};

static const struct request REQUESTS[] = {
    {"/api/search", {"query", "s76fu", "limit", "7", "offset", "3", "boards", "1"}},
    {"/api/search", {"query", "", "db", "two"}},
    {"/api/search", {"query", "like \"startpos\"", "limit", "9"}},
    {"/api/search", {"query", "s76fu", "limit", "0"}},
    {"/api/moves", {"query", "sfen \"startpos\"", "limit", "50"}},
    {"/api/moves", {"query", "s76fu g34fu", "limit", "50", "years", "5"}},
    {"/api/facets", {"query", "s76fu"}},
    {"/api/facets/names", {"query", "s28ou", "ms", "8000"}},
    {"/api/export", {"query", "s28ou", "to", "csa"}},
    {"/api/search", {"query", "s76xx"}},
    {"/api/game/3", {"db", "one"}},
};
enum { REQUEST_COUNT = sizeof REQUESTS / sizeof *REQUESTS };

static void answer(struct site *site, const struct request *r, const atomic_bool *cancelled,
                   struct http_response *reply)
{
    struct http_request request = {.path = span_of(r->path), .cancelled = cancelled};
    for (int i = 0; i + 1 < 9 && r->args[i]; i += 2)
        request.args[request.arg_count++] =
            (struct http_arg){span_of(r->args[i]), span_of(r->args[i + 1])};
    *reply = (struct http_response){.status = 200, .type = "application/json"};
    buf_init(&reply->body, BUF_DEFAULT_MAX);
    site_handle_request(site, &request, reply);
}

/* What took how long is left out. */
static struct span without_seconds(struct http_response *reply)
{
    struct span all = buf_span(&reply->body);
    ptrdiff_t at = span_find(all, SPAN("\"seconds\":"));
    return at < 0 ? all : span_make(all.p, (size_t)at);
}

/* --- The cluster --------------------------------------------------------------------------------- */

struct service {
    const struct cluster *cluster;
    struct site site;
    struct shards shards;
    struct snapshot *databases;
    atomic_bool done; /* no more requests */
};

static bool is_done(void *ctx)
{
    struct service *s = ctx;
    return atomic_load(&s->done);
}

static bool never(void *ctx)
{
    (void)ctx;
    return false;
}

static void begin(struct service *s, const struct cluster *cluster, uint32_t deadline_ms)
{
    struct err err = {0};
    s->cluster = cluster;
    atomic_init(&s->done, false);
    assert_int_equal(site_open(&s->site, "0", PATHS, DATABASES, &err), STATUS_OK);
    s->site.served.fixed = true;
    s->databases = served_take(&s->site.served);
    assert_int_equal(db_partition(s->databases->dbs, DATABASES, cluster, STATUS_OK, &err),
                     STATUS_OK);
    s->shards =
        (struct shards){.self = {.site = &s->site,
                                 .dbs = s->databases->dbs,
                                 .cluster = {.process = cluster->process, .size = cluster->size},
                                 .threads = 1},
                        .deadline_ms = deadline_ms};
    if (cluster_leads(cluster)) {
        assert_int_equal(dispatcher_open(&s->shards.dispatcher, cluster, deadline_ms, &err),
                         STATUS_OK);
        s->site.shards = &s->shards;
    }
}

static void end(struct service *s)
{
    s->site.shards = NULL;
    dispatcher_close(s->shards.dispatcher);
    served_give_back(&s->site.served, s->databases);
    site_release(&s->site);
}

/* Runs `ask` beside the desk, then ends all. */
static void serve(struct service *s, void *(*ask)(void *))
{
    pthread_t thread;
    uint32_t left = 0;
    assert_int_equal(pthread_create(&thread, NULL, ask, s), 0);
    dispatcher_serve(s->shards.dispatcher, is_done, s, &left);
    assert_int_equal(left, 0);
    dispatcher_end_rounds(s->shards.dispatcher);
    pthread_join(thread, NULL);
    assert_int_equal(dispatcher_dismiss(s->shards.dispatcher, PATIENCE_MS), 0);
}

/* --- The same answers ------------------------------------------------------------------------- */

static void *compare_answers(void *arg)
{
    struct service *s = arg;
    struct site alone;
    struct err err;
    atomic_bool cancelled;
    atomic_init(&cancelled, false);
    assert_int_equal(site_open(&alone, "0", PATHS, DATABASES, &err), STATUS_OK);
    for (int i = 0; i < REQUEST_COUNT; i++) {
        struct http_response expected, got;
        answer(&alone, &REQUESTS[i], &cancelled, &expected);
        answer(&s->site, &REQUESTS[i], &cancelled, &got);
        assert_int_equal(got.status, expected.status);
        assert_true(without_seconds(&got).n > 0);
        assert_true(span_eq(without_seconds(&got), without_seconds(&expected)));
        buf_release(&expected.body);
        buf_release(&got.body);
    }
    site_release(&alone);
    atomic_store(&s->done, true);
    return NULL;
}

static void serve_or_work(const struct cluster *cluster, void *ctx)
{
    struct service s;
    struct err err = {0};
    (void)ctx;
    begin(&s, cluster, PATIENCE_MS);
    if (cluster_leads(cluster))
        serve(&s, compare_answers);
    else
        assert_int_equal(shard_work(&s.shards.self, cluster, 2, never, NULL, &err), STATUS_OK);
    end(&s);
}

static void test_same_answers(void **state)
{
    (void)state;
    make_databases();
    for (uint32_t size = 2; size <= 4; size++)
        cluster_of_threads(size, serve_or_work, NULL);
}

/* --- A process that was told to end -------------------------------------------------------------- */

static bool at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void one_leaves(const struct cluster *cluster, void *ctx)
{
    struct service s;
    struct err err = {0};
    uint32_t left = 0;
    (void)ctx;
    begin(&s, cluster, PATIENCE_MS);
    if (cluster_leads(cluster)) {
        dispatcher_serve(s.shards.dispatcher, is_done, &s, &left);
        assert_int_equal(left, 2);
        dispatcher_end_rounds(s.shards.dispatcher);
        assert_int_equal(dispatcher_dismiss(s.shards.dispatcher, PATIENCE_MS), 0);
    } else {
        assert_int_equal(shard_work(&s.shards.self, cluster, 1,
                                    cluster->process == 2 ? at_once : never, NULL, &err),
                         STATUS_OK);
    }
    end(&s);
}

static void test_one_leaves(void **state)
{
    (void)state;
    make_databases();
    cluster_of_threads(3, one_leaves, NULL);
}

/* --- A process that answers as the test wants ---------------------------------------------------- */

struct script {
    atomic_int step;
    atomic_uint messages, cancels;
    bool too_busy;
};

static void send_message(const struct cluster *cluster, enum shard_message kind, uint64_t id,
                         enum status number, struct span body)
{
    struct shard_head head = {.kind = kind, .id = id, .number = number};
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    shard_message_write(&message, &head, body);
    assert_int_equal(cluster_send(cluster, 0, buf_span(&message), NULL), STATUS_OK);
    buf_release(&message);
}

/* Step 0: says nothing.  1: rubbish of all kinds, and late answers to everything.  2: answers that
 * can't be read.  3: fails.  4: does what it should. */
static void play_along(const struct cluster *cluster, struct service *s, struct script *script,
                       struct span message, bool *over)
{
    static const char *const rubbish[] = {"", "kL", "kL\1\2", "XXXXXXXXXXXXXXXXXXXXXXXX"};
    struct shard_head head;
    struct span body;
    struct buf part;
    struct err err;
    atomic_bool go_on;
    atomic_init(&go_on, false);
    assert_true(shard_message_read(message, &head, &body));
    *over = head.kind == SHARD_END;
    if (head.kind == SHARD_CANCEL)
        atomic_fetch_add(&script->cancels, 1);
    if (head.kind != SHARD_REQUEST)
        return;
    atomic_fetch_add(&script->messages, 1);
    buf_init(&part, BUF_DEFAULT_MAX);
    switch (atomic_load(&script->step)) {
    case 0:
        break;
    case 1:
        for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++)
            assert_int_equal(cluster_send(cluster, 0, span_of(rubbish[i]), NULL), STATUS_OK);
        send_message(cluster, SHARD_REPLY, head.id + 1000, STATUS_OK, SPAN("no such question"));
        /* fall through */
    case 4:
        assert_int_equal(shard_reply(&s->shards.self, body, &go_on, &part, &err), STATUS_OK);
        send_message(cluster, SHARD_REPLY, head.id, STATUS_OK, buf_span(&part));
        break;
    case 2:
        send_message(cluster, SHARD_REPLY, head.id, STATUS_OK, SPAN("\1\1\1\1\377\377\377\377\1"));
        break;
    default:
        send_message(cluster, SHARD_REPLY, head.id, STATUS_IO, SPAN("the disk is gone"));
        break;
    }
    buf_release(&part);
}

static void act(const struct cluster *cluster, struct service *s, struct script *script)
{
    struct buf message;
    uint32_t from;
    buf_init(&message, BUF_DEFAULT_MAX);
    for (bool over = false; !over; sleep_ms(1))
        while (!over && cluster_receive(cluster, &from, &message))
            play_along(cluster, s, script, buf_span(&message), &over);
    send_message(cluster, SHARD_DONE, 0, 0, SPAN(""));
    buf_release(&message);
}

struct shards_client {
    struct service *s;
    struct script *script;
};

static const struct request COUNT = {"/api/search", {"query", "s76fu", "limit", "0"}};
static const struct request MOVES = {"/api/moves", {"query", "s76fu"}};
static const struct request FACETS = {"/api/facets", {"query", "s76fu"}};
static const struct request NAMES = {"/api/facets/names", {"query", "s76fu", "ms", "10"}};
static const struct request INFO = {"/api/info", {NULL}};
static const struct request EXPORT = {"/api/export", {"query", "s76fu", "to", "csa"}};

/* The status, and whether the answer has this text. */
static unsigned ask(struct service *s, const struct request *r, bool hung_up, const char *text,
                    bool *has)
{
    struct http_response reply;
    atomic_bool cancelled;
    atomic_init(&cancelled, hung_up);
    answer(&s->site, r, &cancelled, &reply);
    *has = span_find(buf_span(&reply.body), span_of(text)) >= 0;
    unsigned status = reply.status;
    buf_release(&reply.body);
    return status;
}

static const char TWO_OF_THREE[] = "\"shards\":{\"answered\":2,\"of\":3,\"games_missed\":";

/* Where the other one does not answer in time either, the machine is too busy for this deadline. */
static void *ask_silent(void *arg)
{
    const struct shards_client *a = arg;
    struct service *s = a->s;
    bool has;
    uint64_t began = now_ms();
    assert_int_equal(ask(s, &COUNT, false, TWO_OF_THREE, &has), 200); /* after the deadline */
    assert_true(now_ms() - began >= s->shards.deadline_ms);
    a->script->too_busy = !has;
    if (!has)
        return NULL;
    unsigned messages = atomic_load(&a->script->messages);
    for (int i = 0; i < 5; i++) { /* it is not asked any more */
        assert_int_equal(ask(s, &COUNT, false, TWO_OF_THREE, &has), 200);
        assert_true(has);
    }
    static const struct request *const SEVERAL[] = {&COUNT, &MOVES, &FACETS, &NAMES, &INFO};
    for (size_t i = 0; i < sizeof SEVERAL / sizeof *SEVERAL; i++) {
        assert_int_equal(ask(s, SEVERAL[i], false, TWO_OF_THREE, &has), 200);
        assert_true(has);
        assert_int_equal(ask(s, SEVERAL[i], false, "\"whole\":false", &has), 200);
        assert_true(has);
    }
    assert_int_equal(atomic_load(&a->script->messages), messages);
    assert_int_equal(ask(s, &EXPORT, false, "only 2 of 3", &has), 500);
    assert_true(has);
    return NULL;
}

static void *ask_others(void *arg)
{
    const struct shards_client *a = arg;
    struct service *s = a->s;
    bool has;
    assert_int_equal(ask(s, &COUNT, false, "shards", &has), 200);
    assert_false(has); /* rubbish is dropped, answers that are not waited for as well */
    atomic_store(&a->script->step, 2);
    assert_int_equal(ask(s, &COUNT, false, "damaged", &has), 500);
    assert_true(has);
    atomic_store(&a->script->step, 3);
    assert_int_equal(ask(s, &COUNT, false, "process 2: the disk is gone", &has), 500);
    assert_true(has);
    atomic_store(&a->script->step, 0);
    assert_int_equal(ask(s, &COUNT, true, "", &has), 503); /* nobody wants to know */
    for (int i = 0; i < 120000 && atomic_load(&a->script->cancels) == 0; i++)
        sleep_ms(1);
    assert_true(atomic_load(&a->script->cancels) > 0);
    atomic_store(&a->script->step, 4);
    assert_int_equal(ask(s, &COUNT, false, "shards", &has), 200);
    assert_false(has);
    return NULL;
}

/* Who is there is known long before the deadline. */
static void *ask_who_is_there(void *arg)
{
    const struct shards_client *a = arg;
    bool has;
    uint64_t began = now_ms();
    assert_int_equal(ask(a->s, &INFO, false, "\"of\":3", &has), 200);
    assert_true(has);
    assert_true(now_ms() - began < a->s->shards.deadline_ms / 2);
    return NULL;
}

struct shards_play {
    void *(*ask)(void *);
    uint32_t deadline_ms;
    struct script script;
};

struct beside {
    struct shards_client asker;
    void *(*ask)(void *);
};

static void *ask_beside(void *arg)
{
    struct beside *b = arg;
    b->ask(&b->asker);
    atomic_store(&b->asker.s->done, true);
    return NULL;
}

static void play(const struct cluster *cluster, void *ctx)
{
    struct shards_play *p = ctx;
    struct service s;
    struct err err = {0};
    begin(&s, cluster, p->deadline_ms);
    if (cluster_leads(cluster)) {
        struct beside b = {{&s, &p->script}, p->ask};
        pthread_t thread;
        uint32_t left = 0;
        assert_int_equal(pthread_create(&thread, NULL, ask_beside, &b), 0);
        dispatcher_serve(s.shards.dispatcher, is_done, &s, &left);
        dispatcher_end_rounds(s.shards.dispatcher);
        pthread_join(thread, NULL);
        assert_int_equal(dispatcher_dismiss(s.shards.dispatcher, PATIENCE_MS), 0);
    } else if (cluster->process == 2) {
        act(cluster, &s, &p->script);
    } else {
        assert_int_equal(shard_work(&s.shards.self, cluster, 2, never, NULL, &err), STATUS_OK);
    }
    end(&s);
}

static void test_silent(void **state)
{
    struct shards_play p = {.ask = ask_silent, .deadline_ms = 500};
    (void)state;
    make_databases();
    do {
        assert_true((p.deadline_ms *= 2) < 2 * PATIENCE_MS);
        p.script = (struct script){0};
        atomic_init(&p.script.step, 0);
        cluster_of_threads(3, play, &p);
    } while (p.script.too_busy);
}

static void test_silent_to_a_page(void **state)
{
    struct shards_play p = {.ask = ask_who_is_there, .deadline_ms = PATIENCE_MS};
    (void)state;
    make_databases();
    atomic_init(&p.script.step, 0);
    cluster_of_threads(3, play, &p);
}

static void test_hostile(void **state)
{
    struct shards_play p = {.ask = ask_others, .deadline_ms = PATIENCE_MS};
    (void)state;
    make_databases();
    atomic_init(&p.script.step, 1);
    cluster_of_threads(3, play, &p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answers), cmocka_unit_test(test_one_leaves),
        cmocka_unit_test(test_silent),       cmocka_unit_test(test_silent_to_a_page),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
