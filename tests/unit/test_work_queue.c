/* test_work_queue.c: blocks dealt out to processes that are threads of this test: order, known results, a
 * journal, failures, an early end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <unistd.h>

#include <cmocka.h>

#include "cluster/work_queue.h"
#include "cluster_of_threads.h"
#include "scratch.h"

enum { BLOCKS = 300 };

/* One for all processes: they are threads of this process. */
struct queue_job {
    unsigned threads;
    uint64_t blocks, fingerprint;
    uint64_t fails_at;  /* this block does, on whatever process */
    uint64_t enough_at; /* no more is wanted after this one */
    uint64_t refuses_at;
    uint64_t knows_every;
    uint32_t other_fingerprint; /* of this process; 0: none */
    struct journal *journal;
    atomic_bool cancelled;
    uint64_t cancel_at;
    /* What came of it. */
    atomic_uint worked;
    uint64_t taken, late;
    enum status status[MAX_PROCESSES];
};

static const struct queue_job PLAIN = {.threads = 2,
                                       .blocks = BLOCKS,
                                       .fails_at = UINT64_MAX,
                                       .enough_at = UINT64_MAX,
                                       .refuses_at = UINT64_MAX,
                                       .cancel_at = UINT64_MAX};

static const struct msg BROKEN = {"broken", "broken"};

static enum status work(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                        struct err *err)
{
    struct queue_job *job = ctx;
    assert_true(worker < job->threads);
    atomic_fetch_add(&job->worked, 1);
    if (block % 7 == 3)
        usleep(300); /* so that later ones overtake it */
    if (block == job->fails_at)
        return err_plain(err, STATUS_RANGE, &BROKEN);
    buf_printf(out, "result %llu", (unsigned long long)block);
    for (uint64_t i = 0; i < block % 5; i++)
        buf_add_char(out, '!');
    return STATUS_OK;
}

static void check_result(uint64_t block, struct span bytes)
{
    struct buf expected;
    struct queue_job none = PLAIN;
    struct err err;
    buf_init(&expected, 100);
    assert_int_equal(work(&none, block, 0, &expected, &err), STATUS_OK);
    assert_true(span_eq(bytes, buf_span(&expected)));
    buf_release(&expected);
}

static bool known(void *ctx, uint64_t block)
{
    const struct queue_job *job = ctx;
    return job->knows_every && block % job->knows_every == 0;
}

static enum status take(void *ctx, uint64_t block, const struct work_queue_result *result,
                        struct err *err)
{
    struct queue_job *job = ctx;
    assert_int_equal(block, job->taken);
    job->taken++;
    if (block == job->refuses_at)
        return err_plain(err, STATUS_RANGE, &BROKEN);
    if (block == job->cancel_at)
        atomic_store(&job->cancelled, true);
    assert_int_equal(result->known, known(job, block));
    if (!result->known)
        check_result(block, result->bytes);
    return STATUS_OK;
}

static enum status keep(void *ctx, uint64_t block, struct span bytes, struct err *err)
{
    struct queue_job *job = ctx;
    (void)err;
    assert_true(block >= job->taken);
    check_result(block, bytes);
    job->late++;
    return STATUS_OK;
}

/* `over` belongs to a process. */
struct process_job {
    struct queue_job *job;
    atomic_bool over;
};

static enum status take_some(void *ctx, uint64_t block, const struct work_queue_result *result,
                             struct err *err)
{
    struct process_job *mine = ctx;
    enum status st = take(mine->job, block, result, err);
    if (block == mine->job->enough_at)
        atomic_store(&mine->over, true);
    return st;
}

static enum status work_some(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                             struct err *err)
{
    return work(((struct process_job *)ctx)->job, block, worker, out, err);
}

static bool known_some(void *ctx, uint64_t block)
{
    return known(((struct process_job *)ctx)->job, block);
}

static enum status keep_some(void *ctx, uint64_t block, struct span bytes, struct err *err)
{
    return keep(((struct process_job *)ctx)->job, block, bytes, err);
}

static void run_process_job(const struct cluster *cluster, void *ctx)
{
    struct process_job mine = {.job = ctx};
    struct queue_job *job = ctx;
    struct err err;
    const struct work_queue_ops ops = {
        .ctx = &mine,
        .blocks = job->blocks,
        .fingerprint = job->other_fingerprint && cluster_process(cluster) == job->other_fingerprint
                           ? 1
                           : job->fingerprint,
        .threads = job->threads,
        .work = work_some,
        .take = take_some,
        .known = known_some,
        .keep = keep_some,
        .cancelled = &job->cancelled,
        .over = &mine.over,
        .journal = cluster_leads(cluster) ? job->journal : NULL};
    enum status st = work_queue_run(cluster, STATUS_OK, &ops, &err);
    job->status[cluster_process(cluster)] = st;
    assert_int_equal(cluster_end(cluster, st, &err), st);
}

static void run_job(struct queue_job *job, uint32_t processes)
{
    if (processes)
        cluster_of_threads(processes, run_process_job, job);
    else
        run_process_job(NULL, job);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_all_in_order(void **state)
{
    (void)state;
    for (uint32_t processes = 0; processes <= 4; processes++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            struct queue_job job = PLAIN;
            job.threads = threads;
            job.knows_every = processes % 2 ? 10 : 0;
            run_job(&job, processes);
            assert_int_equal(job.taken, BLOCKS);
            assert_int_equal(job.worked, job.knows_every ? BLOCKS - BLOCKS / 10 : BLOCKS);
            for (uint32_t i = 0; i < processes; i++)
                assert_int_equal(job.status[i], STATUS_OK);
        }
}

static void test_few_blocks(void **state)
{
    (void)state;
    for (uint64_t blocks = 0; blocks < 3; blocks++) {
        struct queue_job job = PLAIN;
        job.blocks = blocks;
        run_job(&job, 3);
        assert_int_equal(job.taken, blocks);
    }
}

static void test_enough(void **state)
{
    (void)state;
    for (uint32_t processes = 0; processes <= 3; processes++) {
        struct queue_job job = PLAIN;
        job.enough_at = 40;
        run_job(&job, processes);
        assert_int_equal(job.taken, 41);
        assert_true(job.worked < BLOCKS);
        assert_int_equal(job.late, 0);
        for (uint32_t i = 0; i < processes; i++)
            assert_int_equal(job.status[i], STATUS_OK);
    }
}

static void test_failures(void **state)
{
    (void)state;
    for (uint32_t processes = 1; processes <= 3; processes++) {
        struct queue_job job = PLAIN;
        unsigned reported = 0;
        job.fails_at = 50;
        run_job(&job, processes);
        assert_true(job.taken <= 50);
        for (uint32_t i = 0; i < processes; i++) {
            reported += job.status[i] == STATUS_RANGE;
            assert_true(job.status[i] == STATUS_RANGE || job.status[i] == STATUS_CANCELLED);
        }
        assert_int_equal(reported, 1);
        job = PLAIN;
        job.refuses_at = 60;
        run_job(&job, processes);
        assert_int_equal(job.taken, 61);
        assert_int_equal(job.status[0], STATUS_RANGE);
        for (uint32_t i = 1; i < processes; i++)
            assert_int_equal(job.status[i], STATUS_CANCELLED);
    }
}

static void test_cancelled(void **state)
{
    (void)state;
    struct queue_job job = PLAIN;
    job.cancel_at = 30;
    run_job(&job, 3);
    assert_true(job.taken >= 31 && job.taken < BLOCKS);
    assert_int_equal(job.status[0], STATUS_CANCELLED);
    assert_int_equal(job.status[2], STATUS_CANCELLED);
}

static void test_different_plans(void **state)
{
    (void)state;
    struct queue_job job = PLAIN;
    job.other_fingerprint = 2;
    run_job(&job, 3);
    assert_int_equal(job.taken, 0);
    assert_int_equal(job.worked, 0);
    assert_int_equal(job.status[2], STATUS_UNSUPPORTED);
}

static void test_goes_on(void **state)
{
    (void)state;
    static const char path[] = "work.part";
    struct err err;
    for (uint32_t processes = 0; processes <= 3; processes++) {
        struct queue_job job = PLAIN;
        job.refuses_at = 70;
        assert_int_equal(journal_open(&job.journal, path, 5, &err), STATUS_OK);
        run_job(&job, processes);
        assert_int_equal(job.status[0], STATUS_RANGE);
        journal_close(job.journal);
        unsigned before = job.worked;
        job = PLAIN;
        assert_int_equal(journal_open(&job.journal, path, 5, &err), STATUS_OK);
        assert_true(journal_count(job.journal) >= 71);
        uint64_t found = journal_count(job.journal);
        run_job(&job, processes);
        assert_int_equal(job.taken, BLOCKS);
        assert_int_equal(job.worked, BLOCKS - found);
        assert_true(found <= before);
        journal_finish(job.journal);
        assert_int_equal(access(path, F_OK), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_in_order),    cmocka_unit_test(test_few_blocks),
        cmocka_unit_test(test_enough),          cmocka_unit_test(test_failures),
        cmocka_unit_test(test_cancelled),       cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_different_plans),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
