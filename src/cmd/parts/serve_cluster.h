/* serve_cluster.h: `kifu serve` in the processes of a cluster: the first answers requests, all
 * search (web/shards/shards.h). */
#ifndef KIFU_CMD_PARTS_SERVE_CLUSTER_H
#define KIFU_CMD_PARTS_SERVE_CLUSTER_H

#include "cmd/frame/cmd.h"
#include "web/shards/shards.h"

struct serve_cluster {
    struct shards shards;
    struct snapshot *databases;
};

/* A meeting of all, which fails if they do not run the same program.  On the first process the
 * site, which all opened together, gets its shards.  `opened` is how opening it went.  Does nothing
 * for a process that is alone.  Released with serve_cluster_release(), whatever is returned. */
enum status serve_cluster_begin(struct serve_cluster *c, struct cmd_env *env, struct site *site,
                                uint32_t deadline_ms, enum status opened,
                                struct err *err) CHECK_RESULT;
void serve_cluster_release(struct serve_cluster *c, struct site *site);

/* The first process: carries messages until the service is to end, and ends what is under way; the
 * server can be stopped after that. */
void serve_cluster_wait(struct serve_cluster *c, struct cmd_env *env);
/* After the server was stopped: ends the other processes.  Does not return if one of them does not
 * reply. */
void serve_cluster_dismiss(struct serve_cluster *c, struct cmd_env *env);
/* The others: replies to the requests of the first until the service ends. */
int serve_cluster_work(struct serve_cluster *c, struct cmd_env *env);

#endif
