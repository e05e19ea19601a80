/* progress.h: progress reports of long work.
 *
 * A value that turns counts into text and hands it to the caller's writer; this library never
 * prints.  Three styles: one line on a terminal that is written over at most five times a second,
 * with a bar, the rate and the time left; a plain line every ten seconds elsewhere; a JSON object a
 * line for machines.  Updating is cheap: most calls only look at the clock. */
#ifndef KIFU_BASE_IO_PROGRESS_H
#define KIFU_BASE_IO_PROGRESS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum progress_style { PROGRESS_NONE, PROGRESS_TERMINAL, PROGRESS_LINES, PROGRESS_JSON };

struct progress_writer {
    void *ctx;
    void (*write)(void *ctx, struct span text);
    /* Milliseconds of some steady clock; NULL: the system's. */
    uint64_t (*now_ms)(void *ctx);
    size_t columns; /* of the terminal; 0: 80 */
};

struct progress {
    enum progress_style style;
    enum lang lang;
    struct progress_writer writer;
    const struct msg *what; /* "importing"; static */
    const struct msg *unit; /* "files"; static */
    uint64_t total;         /* 0: not known */
    uint64_t done;
    uint64_t start_ms, shown_ms;
    bool shown_any;
    size_t shown_width; /* columns of the line now on the terminal */
    const char *note;   /* how it stands, shown at the end of a line; borrowed; NULL: nothing */
    struct buf line;
};

void progress_init(struct progress *p, enum progress_style style, enum lang lang,
                   const struct progress_writer *writer);
void progress_release(struct progress *p);

/* Begins a piece of work; what and unit must be static. */
void progress_start(struct progress *p, const struct msg *what, const struct msg *unit,
                    uint64_t total);
/* The total may become known, or grow, later. */
void progress_set_total(struct progress *p, uint64_t total);
void progress_set(struct progress *p, uint64_t done);
void progress_add(struct progress *p, uint64_t more);
/* Shows the final state and ends the line; says nothing of work that was over before anything was
 * shown, but to machines. */
void progress_finish(struct progress *p);

/* Wipes the terminal's line, so that a message can be written; the next update shows it again. */
void progress_wipe(struct progress *p);

#endif
