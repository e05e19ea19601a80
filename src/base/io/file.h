/* file.h: reading files whole, and replacing them atomically.
 *
 * Reading gives all bytes or an error.  Writing goes to a temporary file in the same folder that
 * takes the name when it is complete and on disk, so that a reader, or a crash at any instant,
 * finds the old contents or the new ones and never a part.
 *
 * A signal whose handler lets calls be interrupted (no SA_RESTART) is a wish to stop: a call that
 * was waiting, for a pipe or a terminal, ends with STATUS_CANCELLED. */
#ifndef KIFU_BASE_IO_FILE_H
#define KIFU_BASE_IO_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

/* --- Mapped files that another process may cut short ------------------------------------------
 * Touching a page of a mapped file whose bytes are gone (somebody cut the file short, or the disk
 * fails) raises SIGBUS, which ends the process.  A mapping that is registered here survives: from
 * the page that was touched on it becomes zero bytes, and mapping_is_lost() says so from then on.
 * What was read meanwhile is worth nothing; whoever reads mapped files asks before answering.
 *
 * The first registration installs the handler, for the whole process.  A SIGBUS at any other
 * address goes to the handler that was there before. */

struct mapping;

/* Registers n bytes at p, which begins a page.  NULL if there is no memory. */
struct mapping *mapping_register(void *p, size_t n);
/* Before the bytes are unmapped; NULL is fine. */
void mapping_forget(struct mapping *m);
/* Did some of it vanish? */
bool mapping_is_lost(const struct mapping *m);

/* --- Whole files ------------------------------------------------------------------------------ */

/* Appends the whole file to out.  STATUS_LIMIT if that exceeds max bytes or out's own limit;
 * STATUS_NOT_FOUND if there is no such file; STATUS_IO with the system's reason (a folder, too). */
enum status file_read(const char *path, size_t max, struct buf *out, struct err *err);
/* The same from an open descriptor, from where it stands to its end; err->file is left empty. */
enum status file_read_fd(int fd, size_t max, struct buf *out, struct err *err);

/* Writes all of the bytes; false with errno if that fails. */
bool file_write_fd(int fd, struct span bytes);

/* A file's bytes, to read.  Below FILE_MAP_BYTES they are a copy; above, the file is mapped, for
 * files that we write ourselves and only ever replace as a whole: read files that others may be
 * writing with file_read().  If a mapped file is cut short nonetheless, what is gone reads as zero
 * bytes: file_view_is_lost() must be asked after reading, before anything that was read
 * is believed.  A cut within the last page that is left zeroes the rest of it without a trace; who
 * knows what a file ends with looks there. */
struct file_view {
    struct span bytes; /* borrowed until file_view_close() */
    void *map;         /* NULL if copied */
    struct buf copy;
    struct mapping *mapping; /* NULL if copied */
};

enum { FILE_MAP_BYTES = 1 << 20 };

/* STATUS_UNSUPPORTED for what is no ordinary file: a folder, a pipe, a device. */
enum status file_view_open(struct file_view *v, const char *path, size_t max, struct err *err);
/* A view of no file: n bytes of memory, at v->map, for the caller to fill. */
enum status file_view_room(struct file_view *v, uint64_t n, struct err *err) CHECK_RESULT;
/* From now on the bytes may be written to.  The file stays as it is: what changes is in memory. */
enum status file_view_make_writable(struct file_view *v, struct err *err) CHECK_RESULT;
/* May be called on a view that failed to open or is closed. */
void file_view_close(struct file_view *v);
/* Did bytes vanish since it was opened?  True from the first read of one of them on. */
static inline bool file_view_is_lost(const struct file_view *v)
{
    return mapping_is_lost(v->mapping);
}

/* A file being written in place of another. */
struct file_writer {
    int fd;           /* -1 when closed */
    struct buf path;  /* the name to take */
    struct buf temp;  /* the name until then; empty: written in place */
    uint64_t written; /* bytes */
};

/* Makes the temporary file in the same folder.  It gets the permissions of the file it will
 * replace, or those of a new file.  A symbolic link is followed, and what it leads to replaced; a
 * device or a pipe is no file to be replaced and is written to as it stands. */
enum status file_writer_open(struct file_writer *w, const char *path, struct err *err);
enum status file_writer_add(struct file_writer *w, struct span bytes, struct err *err);
/* Flushes to disk, renames, flushes the folder, and closes.  After a failure the temporary file is
 * gone and the old one stands; only if the folder could not be flushed, the new one may. */
enum status file_writer_commit(struct file_writer *w, struct err *err);
/* Closes and removes the temporary file; nothing happens if already closed. */
void file_writer_abort(struct file_writer *w);

/* Whether file_writer_open() can be expected to work, for those who have long work to do before
 * they write: the same errors, and nothing is left behind. */
enum status file_check_writable(const char *path, struct err *err) CHECK_RESULT;

/* All of the above in one call. */
enum status file_replace(const char *path, struct span bytes, struct err *err);

#endif
