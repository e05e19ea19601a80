/* fold.h: messages that come again and again, printed once with a count.
 *
 * Of each kind of message the first few are printed where they arise, with their places; the others
 * are counted, and said at the end in one line.  Whoever wants all of them has --report.
 *
 *     if (fold_add(&fold, env, &err))
 *         cmd_warn(env, &err);
 *     …
 *     fold_print(&fold, env); */
#ifndef KIFU_CMD_FRAME_FOLD_H
#define KIFU_CMD_FRAME_FOLD_H

#include "cmd/frame/cmd.h"

enum { FOLD_SHOWN = 3 };

/* A kind of message.  There are as many as the program has messages. */
struct fold_kind {
    struct buf pattern, message; /* "not a time: %1"; the first of its kind, without its place */
    struct buf printed;          /* the last one, with its place */
    uint64_t count, shown;
    bool differ; /* they have different arguments */
};

struct fold {
    struct fold_kind *kinds; /* in the order in which they came */
    size_t count, cap;
};

void fold_release(struct fold *f);
/* Counts a message; true if it is to be printed: not what is there already, place and all. */
bool fold_add(struct fold *f, const struct cmd_env *env, const struct err *err);
/* The same for a message that was rendered elsewhere; text: with its place. */
bool fold_add_text(struct fold *f, struct span pattern, struct span message, struct span text);
/* Prints a line for each kind of which some were not printed, and forgets all. */
void fold_print(struct fold *f, struct cmd_env *env);

#endif
