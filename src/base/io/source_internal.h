/* source_internal.h: what source.c and source_archive.c share. */
#ifndef KIFU_BASE_IO_SOURCE_INTERNAL_H
#define KIFU_BASE_IO_SOURCE_INTERNAL_H

#include "base/buf.h"
#include "base/io/source.h"

/* Labels are for people: longer ones are a sign of mischief. */
enum { SOURCE_LABEL_BYTES = 1 << 16 };

/* One walk. */
struct source_walker {
    struct source_limits limits;
    const struct source_handler *handler;
    struct err *err;
    uint64_t disk_bytes; /* for the items to come: see source_item */
};

/* An item that comes in pieces, on its way. */
struct source_pieces {
    struct source_walker *w;
    struct buf bytes; /* not used yet; filled by the caller, up to want */
    size_t want;
    uint64_t offset; /* of the first of them */
    bool begun;
};

void source_pieces_init(struct source_pieces *p, struct source_walker *w);
void source_pieces_release(struct source_pieces *p);
void source_pieces_clear(struct source_pieces *p);
/* Hands out what there is; makes room for more. */
enum status source_give_piece(struct source_pieces *p, struct span label, unsigned depth,
                              bool last);
/* STATUS_CANCELLED if the handler wants no more. */
enum status source_check_stopped(struct source_walker *w);

/* An archive: bytes in memory, or an open file if fd >= 0. */
struct source_packed {
    struct span bytes;
    int fd;
    bool piped;    /* bytes are the first, fd has those that follow, and cannot seek */
    uint64_t size; /* packed, in bytes; of a pipe nobody knows */
};

/* Is it an archive that can be unpacked without seeking? */
bool source_is_streamable(struct span head);

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
 * not UTF-8, what is in no charset as %FF, control characters replaced. */
enum status source_add_label(struct buf *label, struct span name);

#endif
