/* test_fetch.c: games of a shard that is on another host: threads stand for processes, and the last
 * of them have not opened it.  What they fetch is what is there; bytes that were changed on the
 * way, and a keeper that does not keep to what it said, are refused or read as a damaged file is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdatomic.h>

#include "base/le.h"
#include "base/rng.h"
#include "cluster/fetch.h"
#include "cluster/partition.h"
#include "cluster_of_threads.h"
#include "db_sample.h"
#include "scratch.h"

enum { GAMES = 30, HEAD_BYTES = SEGMENT_NAME_BYTES + 8 };

/* Several segments of games, and one of further sources. */
static int set_up(void **state)
{
    if (scratch_set_up(state))
        return -1;
    sample_make("one.kifu", 0, GAMES, 11);
    struct db_writer *w = sample_writer("one.kifu", 11);
    assert_int_equal(sample_add(w, 3, "again").id, 3);
    sample_commit(w);
    db_writer_close(w);
    return 0;
}

/* Process 0 keeps it; for the others it is away. */
static struct db *open_and_partition(const struct cluster *cluster)
{
    struct db *db = NULL;
    struct err err = {0};
    enum status st = cluster_leads(cluster) ? db_open(&db, "one.kifu", &err)
                                            : db_open_away(&db, "far:one.kifu", &err);
    assert_int_equal(db_partition(&db, 1, cluster, st, &err), STATUS_OK);
    assert_true(db->apart && db->away == !cluster_leads(cluster));
    return db;
}

/* --- What is there ----------------------------------------------------------------------------
 */

static void fetch_and_compare(const struct cluster *cluster, void *ctx)
{
    const uint32_t *processes = ctx; /* the first so many want it */
    struct db *db = open_and_partition(cluster);
    struct err err = {0};
    assert_int_equal(db_fetch(&db, 1, *processes, cluster, &err), STATUS_OK);
    bool wanted = cluster->process < *processes;
    assert_int_equal(db->away, !wanted);
    assert_int_equal(db->fetched, wanted && !cluster_leads(cluster));
    if (wanted) {
        assert_int_equal(db->games, GAMES);
        assert_int_equal(db->segment_count, 3);
        assert_int_equal(sample_sources(db, 3), 2);
        for (uint32_t id = 0; id < GAMES; id += 7)
            assert_true(sample_is(db, id, id));
    }
    uint32_t mine = 0; /* each segment belongs to who has its indexes */
    for (uint32_t i = 0; i < db->segment_count; i++)
        mine += !db->segments[i].elsewhere;
    assert_int_equal(mine, cluster_leads(cluster) ? 3 : 0);
    db_close(db);
}

static void test_same(void **state)
{
    (void)state;
    for (uint32_t size = 2; size <= 4; size++)
        for (uint32_t processes = 1; processes <= size; processes++)
            cluster_of_threads(size, fetch_and_compare, &processes);
}

/* --- Changed on the way ------------------------------------------------------------------------
 */

struct tamper {
    uint64_t seed;
    atomic_uint refused, read;
};

/* Processes who receive do so through this. */
struct bad_line {
    const struct cluster *good;
    struct rng rng;
};

static void bad_swap(void *ctx, const uint64_t *mine, size_t n, uint64_t *all)
{
    const struct bad_line *l = ctx;
    l->good->ops->allgather_words(l->good->ctx, mine, n, all);
}

/* Lengths arrive as they are; of everything else some bytes are changed. */
static void bad_exchange(void *ctx, const struct span *to, const struct cluster_room *from)
{
    struct bad_line *l = ctx;
    l->good->ops->exchange(l->good->ctx, to, from);
    for (uint32_t r = 0; r < l->good->size; r++)
        if (from[r].n > sizeof(uint64_t))
            for (int i = 0; i < 3; i++)
                ((unsigned char *)from[r].p)[rng_below(&l->rng, from[r].n)] ^=
                    (unsigned char)(1U << rng_below(&l->rng, 8));
}

static void read_everything(const struct db *db)
{
    struct err err;
    for (uint32_t id = 0; id < GAMES; id++) {
        struct record rec;
        uint32_t sources;
        record_init(&rec);
        enum status st = db_record(db, id, &rec, &err);
        assert_true(st == STATUS_OK || st == STATUS_SYNTAX || st == STATUS_NOT_FOUND ||
                    st == STATUS_UNSUPPORTED);
        st = db_sources(db, id, &sources, &err);
        assert_true(st == STATUS_OK || st == STATUS_SYNTAX || st == STATUS_NOT_FOUND);
        record_release(&rec);
    }
}

static void fetch_by_bad_line(const struct cluster *cluster, void *ctx)
{
    static const struct cluster_ops BAD_OPS = {.allgather_words = bad_swap,
                                               .exchange = bad_exchange};
    struct tamper *t = ctx;
    struct db *db = open_and_partition(cluster);
    struct err err = {0};
    struct bad_line line = {.good = cluster};
    struct cluster bad = *cluster;
    rng_seed(&line.rng, t->seed);
    bad.ops = &BAD_OPS;
    bad.ctx = &line;
    enum status st = db_fetch(&db, 1, 2, cluster_leads(cluster) ? cluster : &bad, &err);
    if (!cluster_leads(cluster) && st == STATUS_OK) {
        atomic_fetch_add(&t->read, 1);
        read_everything(db);
    } else if (!cluster_leads(cluster)) {
        assert_true(st == STATUS_SYNTAX || st == STATUS_UNSUPPORTED);
        atomic_fetch_add(&t->refused, 1);
    }
    db_close(db);
}

static void test_changed(void **state)
{
    struct tamper t = {0};
    (void)state;
    atomic_init(&t.refused, 0);
    atomic_init(&t.read, 0);
    for (t.seed = 1; t.seed <= 150; t.seed++)
        cluster_of_threads(2, fetch_by_bad_line, &t);
    assert_true(atomic_load(&t.refused) > 50);
}

/* --- A keeper that lies ------------------------------------------------------------------------
 */

struct lie {
    const char *what;
    uint64_t bytes;    /* announced */
    uint64_t sends;    /* of them */
    uint64_t sections; /* each of this length: */
    uint64_t length;
    size_t head_more;    /* bytes after the head */
    enum status refused; /* how, and: */
    bool at_once;        /* not only by who reads the sections */
};

static const struct lie LIES[] = {
    {"a head that is cut", 64, 64, 1, 64, 3, STATUS_SYNTAX, true},
    {"a head without sections", 64, 64, 0, 0, 0, STATUS_SYNTAX, true},
    {"too many sections", 0, 0, SEGMENT_MAX_SECTIONS + 1, 0, 0, STATUS_SYNTAX, true},
    {"a section beyond the end", 64, 64, 1, 65, 0, STATUS_SYNTAX, true},
    {"sections beyond the end", 128, 128, 3, 64, 0, STATUS_SYNTAX, true},
    {"a length that overflows", 0, 0, 1, UINT64_MAX, 0, STATUS_SYNTAX, true},
    {"bytes in no section", 192, 192, 1, 64, 0, STATUS_SYNTAX, true},
    {"fewer bytes than announced", 64, 63, 1, 64, 0, STATUS_SYNTAX, true},
    {"more bytes than announced", 64, 65, 1, 64, 0, STATUS_SYNTAX, true},
    {"no bytes", 64, 0, 1, 64, 0, STATUS_SYNTAX, true},
    {"more than there is memory", UINT64_MAX - 63, 0, 0, 0, 0, STATUS_NOMEM, false},
    {"sections of other names", 64, 64, 1, 64, 0, STATUS_SYNTAX, false},
    {"nothing at all", 0, 0, 0, 0, 0, STATUS_SYNTAX, false},
};

static void make_lie(const struct lie *lie, struct buf *head, struct buf *body)
{
    buf_init(head, BUF_DEFAULT_MAX);
    buf_init(body, BUF_DEFAULT_MAX);
    for (uint64_t i = 0; i < lie->sections; i++) {
        char section[HEAD_BYTES] = {'n', 'o', 'n', 's', 'e', 'n', 's', 'e'};
        le_put64(section + SEGMENT_NAME_BYTES, lie->length);
        buf_add(head, section, sizeof section);
    }
    for (size_t i = 0; i < lie->head_more; i++)
        buf_add(head, "", 1);
    for (uint64_t i = 0; i < lie->sends; i++)
        buf_add(body, "x", 1);
}

static enum status send_to_other(const struct cluster *cluster, enum status st,
                                 const struct buf *bytes, struct err *err)
{
    const struct span to[2] = {{0}, buf_span(bytes)};
    struct byte_parts parts = {0};
    st = cluster_exchange(cluster, st, to, &parts, err);
    byte_parts_release(&parts);
    return st;
}

/* What db_fetch() does on the keeper, but that all files are as the lie has them. */
static enum status send_lie(const struct cluster *cluster, const struct db *db,
                            const struct lie *lie, struct err *err)
{
    struct byte_parts parts = {0};
    struct buf head, body;
    make_lie(lie, &head, &body);
    enum status st = cluster_agree(cluster, STATUS_OK, err);
    st = cluster_allgather(cluster, st, span_make("", 1), &parts, err);
    byte_parts_release(&parts);
    st = cluster_agree(cluster, st, err);
    for (uint32_t i = 0; i < db->manifest.count && st == STATUS_OK; i++) {
        uint64_t n = lie->bytes;
        st = cluster_sum(cluster, st, &n, 1, err);
        st = send_to_other(cluster, st, &head, err);
        st = cluster_agree(cluster, st, err);
        if (n)
            st = send_to_other(cluster, st, &body, err);
    }
    buf_release(&head);
    buf_release(&body);
    return cluster_agree(cluster, st, err);
}

static void lie_or_fetch(const struct cluster *cluster, void *ctx)
{
    const struct lie *lie = ctx;
    struct db *db = open_and_partition(cluster);
    struct err err = {0};
    if (cluster_leads(cluster)) {
        assert_int_equal(send_lie(cluster, db, lie, &err), STATUS_CANCELLED);
    } else {
        assert_int_equal(db_fetch(&db, 1, 2, cluster, &err), lie->refused);
        assert_int_equal(
            span_starts(span_of(err.what->en), SPAN("data of %1 from another process")),
            lie->at_once);
    }
    db_close(db);
}

static void test_lies(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof LIES / sizeof *LIES; i++)
        cluster_of_threads(2, lie_or_fetch, (void *)&LIES[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_lies),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
