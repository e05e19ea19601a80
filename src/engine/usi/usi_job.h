/* usi_job.h: one "go" on its way to its answer, in a thread of its own.
 *
 *     usi_job_start(&j, &task)      the clock runs from here
 *     usi_job_stop(&j)              answer now
 *     usi_job_hit(&j, …)            the expected move was played: pondering becomes thinking
 *     usi_job_wait(&j)              until the answer is out
 *
 * All calls from one thread. */
#ifndef KIFU_ENGINE_USI_USI_JOB_H
#define KIFU_ENGINE_USI_USI_JOB_H

#include <pthread.h>

#include "engine/search/clock.h"
#include "engine/usi/usi_parse.h"
#include "engine/usi/usi_setup.h"

/* What is to be done.  game is copied, the rest borrowed until the job is waited for. */
struct usi_task {
    struct usi_output *out;
    struct usi_setup *setup; /* the job makes it ready, in its own thread */
    const struct usi_game *game;
    struct usi_go go;
    const struct think_clock *watch; /* NULL: the steady one */
    uint64_t received_ns;            /* of it: time counts from here */
    struct clock_state clock;        /* what is not in go: delay, ponders */
    unsigned lines;
    int64_t resign_value;
    bool wdl; /* info lines have "wdl" */
    struct think_rules rules;
};

struct usi_job {
    struct usi_task task;
    struct usi_game game;
    struct mate_answer mate;   /* too large for the thread's stack */
    struct person_reply reply; /* likewise */
    struct think_control control;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    struct buf block;                /* lines that are to go out together */
    struct think_result block_first; /* the first of them */
    struct think_result shown;       /* under the output's lock: of the last block that went out */
    bool answered;                   /* likewise; after it nothing more is said */
    struct think_result draft;       /* likewise; what a person who is late plays … */
    bool has_draft;                  /* … if there is one who has an idea */
    bool held;            /* under lock: pondering or infinite, no answer may be given yet */
    bool endless;         /* it is held until somebody says something */
    bool running;         /* there is a thread to wait for */
    atomic_bool finished; /* the answer is out */
    pthread_t thread;
};

enum status usi_job_init(struct usi_job *j, struct err *err) CHECK_RESULT;
void usi_job_release(struct usi_job *j);
enum status usi_job_start(struct usi_job *j, const struct usi_task *task,
                          struct err *err) CHECK_RESULT;
void usi_job_stop(struct usi_job *j);
/* times: as "ponderhit" gave them; timed is false if it gave none. */
void usi_job_hit(struct usi_job *j, const struct usi_go *times);
void usi_job_wait(struct usi_job *j);
/* An answer is still to come, and nobody has told it to hurry. */
bool usi_job_is_thinking(struct usi_job *j);
/* It will end without being told to. */
bool usi_job_ends_by_itself(const struct usi_job *j);
/* Milliseconds until usi_job_tick() is to be called, -1: never.  It answers for a search that is
 * late: with the best so far, or, before there is any, with a legal move. */
int usi_job_due_ms(struct usi_job *j);
void usi_job_tick(struct usi_job *j);

#endif
