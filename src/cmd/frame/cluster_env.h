/* cluster_env.h: the environment of a command that several processes run at once
 * (cluster/cluster.h).
 *
 * All of them run it; process 0 alone prints.  What the others print to stdout goes nowhere: they
 * print the same, or nothing.  What they print to stderr is kept until the end, and printed if they
 * failed while process 0 itself printed no failure. */
#ifndef KIFU_CMD_FRAME_CLUSTER_ENV_H
#define KIFU_CMD_FRAME_CLUSTER_ENV_H

#include "base/buf.h"
#include "cmd/frame/cmd.h"

struct cluster_env {
    FILE *out, *err; /* of processes other than 0 */
    FILE *own_out;   /* what env->out was before */
    struct buf text; /* what was written to err */
};

/* Does nothing without a cluster, or on process 0.  False if there is no memory. */
bool cluster_env_begin(struct cluster_env *c, struct cmd_env *env);
/* Returns the exit status that all processes agree on: the worst failure if there is one, else that
 * of process 0. */
int cluster_env_end(struct cluster_env *c, struct cmd_env *env, int code);

#endif
