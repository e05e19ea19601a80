/* calibrate_classes.h: the operands of `kifu calibrate` by class of games.
 *
 *     DB... [QUERY]             one class without a name
 *     CLASS=DB... [QUERY]       classes in the order in which they are named first; several
 *                               databases may be of one class, and one database of several */
#ifndef KIFU_CMD_PARTS_CALIBRATE_CLASSES_H
#define KIFU_CMD_PARTS_CALIBRATE_CLASSES_H

#include "cmd/frame/cmd.h"

struct calibrate_class {
    char *name;            /* owned; NULL: none */
    const char **operands; /* owned: its databases, then the words of the query */
    size_t count, databases;
};

struct calibrate_classes {
    struct calibrate_class *at; /* owned; one at least, if they were read */
    size_t count;
};

/* CMD_OK, or an exit status after a message; to be released in any case. */
int calibrate_classes_read(struct calibrate_classes *c, struct cmd_env *env,
                           const struct cmd_args *args);
/* Whether a database is of both. */
bool calibrate_classes_share(const struct calibrate_class *a, const struct calibrate_class *b);
void calibrate_classes_release(struct calibrate_classes *c);

#endif
