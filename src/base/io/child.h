/* child.h: another program, spoken to line by line through its standard input and output.
 *
 *     child_start(&c, "fairy-stockfish -x 'a b'", &opt, err);
 *     child_send(&c, SPAN("usi\n"), steady_ms() + 1000);
 *     while (child_line(&c, deadline, &line) == CHILD_LINE) …
 *     child_stop(&c, 1000);
 *
 * Whatever the program does (says nothing, does not read, floods us, dies), no call lasts longer
 * than its deadline, and child_stop() leaves neither it nor what it started behind: it is the
 * leader of a process group of its own, which also keeps Ctrl-C of the terminal from it.
 * Writing to a program that has ended raises no SIGPIPE, whatever the caller's process does about
 * that signal. */
#ifndef KIFU_BASE_IO_CHILD_H
#define KIFU_BASE_IO_CHILD_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/steady.h"

enum { CHILD_MAX_LINE = 1 << 20 };

struct child_options {
    const char *log;           /* file that its standard error is added to; NULL: nowhere */
    const atomic_bool *cancel; /* when set, waiting ends; may be NULL */
};

struct child {
    pid_t pid;   /* 0: none */
    int in, out; /* our ends of its standard input and output; -1: closed */
    struct buf pending;
    size_t taken; /* bytes at the front of pending that were handed out */
    const atomic_bool *cancel;
};

enum child_event {
    CHILD_LINE,
    CHILD_LATE,      /* the deadline has passed */
    CHILD_CLOSED,    /* it closed its output, or died */
    CHILD_GARBAGE,   /* a line longer than CHILD_MAX_LINE, or no memory for it */
    CHILD_CANCELLED, /* the caller asked to stop */
};

/* Deadlines below are of steady_ms(). */

/* Cuts a command at its blanks; "…", '…' and backslashes keep blanks in a word.  words gets the
 * words, each ended by a NUL, one after the other; returns how many.  STATUS_SYNTAX if a quote is
 * not closed or there is no word. */
enum status child_split(struct span command, struct buf *words, size_t *count,
                        struct err *err) CHECK_RESULT;
/* The program that a word names: a path if it has a slash, else looked for in the folders of
 * `path` (the caller's PATH), then in those where Debian keeps games.  False if there is none that
 * can be run; out, which is cleared, gets its path. */
bool child_find(struct span word, const char *path, struct buf *out);

/* command as above.  STATUS_NOT_FOUND if there is no such program. */
enum status child_start(struct child *c, struct span command, const char *path,
                        const struct child_options *opt, struct err *err) CHECK_RESULT;
/* False if it can't be sent by the deadline. */
bool child_send(struct child *c, struct span text, uint64_t deadline_ms);
/* The next line, without its end, borrowed until the next call. */
enum child_event child_line(struct child *c, uint64_t deadline_ms, struct span *line);
/* Closes its input, waits for it to end on its own for so long, then kills its group.  Nothing
 * happens if there is none. */
void child_stop(struct child *c, unsigned grace_ms);

#endif
