/* source.h: input: files, folders, archives and standard input.
 *
 * People have their records in files, in folders, in archives, in archives inside archives, and in
 * a pipe.  source_walk() hands out the bytes of each, one after another, always in the same order:
 * the paths as given, a folder's entries by the bytes of their names, an archive's members as
 * stored.  What is an archive is decided by its first bytes, never by its name.
 *
 * Read are zip, 7z, tar and lzh, and single files or tars packed with gzip, bzip2, xz or zstd; no
 * other reader of libarchive is switched on.  A file that cannot be read costs that file, a damaged
 * archive the rest of that archive; each is reported, and the walk goes on. */
#ifndef KIFU_BASE_IO_SOURCE_H
#define KIFU_BASE_IO_SOURCE_H

#include <stdint.h>

#include "base/err.h"
#include "base/span.h"

struct stat;

/* One file, or one member of an archive. */
struct source_item {
    struct span label; /* "dir/a.zip:inner/b.kif", valid UTF-8 without control characters: to show
                          to people, never to open */
    struct span name;  /* the last part of label, "b.kif"; borrows label */
    struct span bytes;
    unsigned depth; /* 0: a file or stdin; n: inside n archives */
    /* How far the walk has come in the file on disk that this is, or is inside of: its size, or as
     * much of the archive as was read.  For showing progress. */
    uint64_t disk_bytes;
};

/* Some bytes of an item that is too large to be handed out whole. */
struct source_piece {
    struct source_item item; /* its bytes are those from `offset` on */
    uint64_t offset;
    bool last;   /* the item ends with them */
    bool full;   /* no more can come before some of them are used */
    size_t used; /* to be set: the next piece begins behind so many bytes */
};

struct source_handler {
    void *ctx;
    /* Gets every item.  Everything in it is borrowed until the return.  Anything but STATUS_OK
     * stops the walk and becomes its result. */
    enum status (*item)(void *ctx, const struct source_item *item);
    /* Gets files, streams and members of more than limits.piece_bytes piece by piece.  A piece that
     * is neither last nor full may be left unused: the next one has more bytes.  NULL: they are
     * handed out whole, up to limits.item_bytes. */
    enum status (*piece)(void *ctx, struct source_piece *piece);
    /* Is asked again and again while bytes are read; true stops the walk with STATUS_CANCELLED.
     * May be NULL. */
    bool (*stopped)(void *ctx);
    /* Gets every file, folder, member or archive that could not be read, err->file being its
     * label (cut if long).  Of a packed file that breaks off, what could be unpacked comes as an
     * item after it.  May be NULL.  Anything but STATUS_OK stops the walk. */
    enum status (*problem)(void *ctx, struct span label, const struct err *err);
    /* A folder not to be entered when it is found inside another: the one being written to, say.
     * NULL: none. */
    const char *except;
    /* Is asked about every plain file on disk before it is opened; false: not read.  For those who
     * look again and again for what is new, or only want to know how much there is.  May be NULL.
     */
    bool (*wanted)(void *ctx, const char *path, const struct stat *st);
};

/* Members that an archive claims or turns out to have beyond these are not read. */
struct source_limits {
    size_t item_bytes;    /* of one file or member handed out whole, and of an archive inside
                             another; larger ones are reported and left out */
    size_t piece_bytes;   /* of a piece */
    size_t record_bytes;  /* of the largest piece, if smaller ones are not used */
    uint64_t total_bytes; /* of all that is unpacked from one archive, what is nested included */
    uint64_t ratio;       /* unpacked to packed size, beyond the first ratio_free_bytes */
    uint64_t ratio_free_bytes;
    uint64_t members; /* of one archive, what is nested included */
    unsigned depth;   /* archives inside archives; 1: none inside another */
};

/* 256 MiB an item, pieces of 32 to 64 MiB, 64 GiB an archive, 200 to 1 after 64 MiB, 10 million
 * members, depth 3.  What is passed over counts like what is handed out. */
struct source_limits source_limits_default(void);
/* Bytes of one record: larger ones cannot be read from what comes in pieces. */
#define SOURCE_RECORD_BYTES ((size_t)64 << 20)

/* Walks over paths ("-": stdin; a folder: all in it but names that start with a dot).  Symbolic
 * links are followed; a folder is entered once, however often links lead to it.  limits may be
 * NULL.  Besides what the handler returns, fails with STATUS_NOMEM, and with STATUS_CANCELLED if a
 * signal interrupted it while it waited for a pipe or a terminal (see file.h). */
enum status source_walk(const char *const *paths, size_t n, const struct source_limits *limits,
                        const struct source_handler *handler, struct err *err);

/* The same for bytes in memory: an archive is opened, anything else is one item.  label: what to
 * call them, in any bytes; if it is empty, members of an archive are called by their names alone.
 */
enum status source_walk_bytes(struct span label, struct span bytes,
                              const struct source_limits *limits,
                              const struct source_handler *handler, struct err *err);

/* Do the first bytes of a file say that it is an archive we read?  512 bytes are enough. */
bool source_is_archive(struct span head);

#endif
