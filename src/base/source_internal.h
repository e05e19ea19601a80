/* source_internal.h: what source.c and source_archive.c share. */
#ifndef KIFU_BASE_SOURCE_INTERNAL_H
#define KIFU_BASE_SOURCE_INTERNAL_H

#include "base/buf.h"
#include "base/source.h"

/* Labels are for people: longer ones are a sign of mischief. */
enum { SOURCE_LABEL_BYTES = 1 << 16 };

/* One walk. */
struct source_walker {
    struct source_limits limits;
    const struct source_handler *handler;
    struct err *err;
    uint64_t disk_bytes; /* for the items to come: see source_item */
};

/* An archive: bytes in memory, or an open file if fd >= 0. */
struct source_packed {
    struct span bytes;
    int fd;
    uint64_t size; /* packed, in bytes */
};

/* Hands all members to the handler.  label is that of the archive; head holds its first bytes. */
enum status source_walk_archive(struct source_walker *w, struct span label, struct span head,
                                const struct source_packed *packed);

/* Hands out one item. */
enum status source_give_item(struct source_walker *w, struct span label, struct span bytes,
                             unsigned depth);
/* Reports a problem with what label names; fills in err->file.  The status to go on with. */
enum status source_give_problem(struct source_walker *w, struct span label, struct err *problem);
/* Reports a failure of ours, not the source's, which ends the walk. */
enum status source_fail_nomem(struct source_walker *w);

/* Appends a name found in a file system or an archive as text fit for a label: decoded if it is
 * not UTF-8, control characters replaced. */
enum status source_add_label(struct buf *label, struct span name);

#endif
