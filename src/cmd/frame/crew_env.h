/* crew_env.h: a command that is run by several processes at once (base/work/crew.h).
 *
 * All of them run it; rank 0 alone is heard.  What the others print to stdout goes nowhere: they
 * print the same, or nothing.  What they print to stderr is kept until the end, and shown if they
 * failed while rank 0 itself had nothing to complain about. */
#ifndef KIFU_CMD_FRAME_CREW_ENV_H
#define KIFU_CMD_FRAME_CREW_ENV_H

#include "base/buf.h"
#include "cmd/frame/cmd.h"

struct crew_env {
    FILE *out, *err; /* of ranks other than 0 */
    FILE *own_out;   /* what env->out was before */
    struct buf text; /* what was written to err */
};

/* Does nothing without a crew, or on rank 0.  False if there is no memory. */
bool crew_env_begin(struct crew_env *c, struct cmd_env *env);
/* Returns the exit status that all ranks agree on: the worst failure if there is one, else that of
 * rank 0. */
int crew_env_end(struct crew_env *c, struct cmd_env *env, int code);

#endif
