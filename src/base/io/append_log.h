/* append_log.h: an append-only log: a file that grows by whole entries and survives a kill.
 *
 * The file is locked (flock) while it is open, so one process writes it at a time.  Each entry is
 * appended by one call; what a kill leaves of the last one is for the next run to find and to cut
 * off.  What an entry looks like, and when it is whole, is known to the caller alone.
 *
 *     append_log_open(&log, path, 0, err);
 *     append_log_load(&log, most, &bytes, err);      or append_log_read_at(), piece by piece
 *     append_log_cut(&log, end_of_whole_entries, err);
 *     append_log_add(&log, entry, err);
 *     append_log_close(&log);
 *
 * Errors name the file.  A log is used by one thread at a time. */
#ifndef KIFU_BASE_IO_APPEND_LOG_H
#define KIFU_BASE_IO_APPEND_LOG_H

#include "base/buf.h"

struct append_log {
    int fd; /* -1: closed */
    struct buf path;
    uint64_t size; /* of the file, where the next entry goes */
};

/* Opens the file, or makes it, and locks it.  flags are added to those of open(): O_NOFOLLOW where
 * a link may lead to somebody else's file, O_TRUNC to begin anew.  STATUS_IO if that fails or
 * another process has the lock; the log is closed then. */
enum status append_log_open(struct append_log *log, const char *path, int flags,
                            struct err *err) CHECK_RESULT;
void append_log_close(struct append_log *log); /* fine if it is closed */
/* Closes the log and removes the file. */
void append_log_remove(struct append_log *log);

/* Appends the whole file to out.  STATUS_LIMIT if it has more than most bytes. */
enum status append_log_load(struct append_log *log, size_t most, struct buf *out,
                            struct err *err) CHECK_RESULT;
/* n bytes from `at` on; false if they are not there. */
bool append_log_read_at(const struct append_log *log, uint64_t at, void *p, size_t n);
/* Cuts off what is behind size. */
enum status append_log_cut(struct append_log *log, uint64_t size, struct err *err) CHECK_RESULT;
/* Bytes that could not all be written are overwritten by the next ones. */
enum status append_log_add(struct append_log *log, struct span entry, struct err *err) CHECK_RESULT;
/* Puts another log, which is closed by that, in this one's place: a kill leaves the one or the
 * other under the name.  If that fails, the other one is removed. */
enum status append_log_replace(struct append_log *log, struct append_log *by,
                               struct err *err) CHECK_RESULT;

#endif
