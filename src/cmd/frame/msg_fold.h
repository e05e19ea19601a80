/* msg_fold.h: repeated messages, folded into one line with a count.
 *
 * Of each kind of message the first few are printed where they arise, with their places; the others
 * are counted, and reported at the end in one line.  Whoever wants all of them has --report.
 *
 *     if (msg_fold_add(&fold, env, &err))
 *         cmd_warn(env, &err);
 *     …
 *     msg_fold_print(&fold, env); */
#ifndef KIFU_CMD_FRAME_MSG_FOLD_H
#define KIFU_CMD_FRAME_MSG_FOLD_H

#include "cmd/frame/cmd.h"

enum { MSG_FOLD_SHOWN = 3 };

/* A kind of message.  There are as many as the program has messages. */
struct msg_fold_kind {
    struct buf pattern, message; /* "not a time: %1"; the first of its kind, without its place */
    struct buf printed;          /* the last one, with its place */
    uint64_t count, shown;
    bool differ; /* they have different arguments */
};

struct msg_fold {
    struct msg_fold_kind *kinds; /* in the order in which they came */
    size_t count, cap;
};

void msg_fold_release(struct msg_fold *f);
/* Counts a message; true if it is to be printed: not what is there already, place and all. */
bool msg_fold_add(struct msg_fold *f, const struct cmd_env *env, const struct err *err);
/* As msg_fold_add(), for a message that was rendered elsewhere; text: with its place. */
bool msg_fold_add_text(struct msg_fold *f, struct span pattern, struct span message,
                       struct span text);
/* Prints a line for each kind of which some were not printed, and forgets all. */
void msg_fold_print(struct msg_fold *f, struct cmd_env *env);

#endif
