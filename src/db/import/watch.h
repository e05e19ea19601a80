/* watch.h: the files of a watched folder that are to be read (again), when it is listed every
 * second.
 *
 * A file is wanted once for every state it is in: path, size and times.  One that has just come is
 * left alone until it was the same twice, or has not changed for a while: somebody may still be
 * writing it. */
#ifndef KIFU_DB_IMPORT_WATCH_H
#define KIFU_DB_IMPORT_WATCH_H

#include <stdbool.h>
#include <sys/stat.h>

#include "db/file_table.h"

struct watch {
    struct file_table done;         /* states that were imported */
    struct file_table before, next; /* states seen in the last round, and in this one */
    bool failed;                    /* no memory: everything is wanted then */
};

void watch_init(struct watch *w);
void watch_release(struct watch *w);
/* Begins a round. */
void watch_begin(struct watch *w);
/* Whether it is to be read now.  now: seconds since 1970. */
bool watch_wanted(struct watch *w, const char *path, const struct stat *st, int64_t now);

#endif
