/* usi_proxy.h: an engine for GUIs whose thinking another engine does.
 *
 *     GUI ── usi_proxy_feed() ──▶ proxy ──▶ inner engine
 *         ◀── config.write ────── proxy ◀── usi_proxy_read()
 *
 * The protocol passes through; the inner engine's options are offered beside ours
 * (style_options.h), those of equal names with "Inner_" before them.  When the best move is not all
 * that counts, the inner engine is asked for several lines (MultiPV, as many as Natural_Lines
 * says), and what it answers is a move chosen among them (style.h), with a line that tells why. The
 * GUI sees no more lines than it asked for.  "go infinite" and "go mate" are left alone.
 *
 * Nothing that the inner engine does is trusted.  One that dies or talks without end is started
 * again with the options it had, and asked once more; if that does not help either, or its clock
 * runs, or it answers nothing before that runs out although it was told to stop, the best it had
 * said is played, and without that a move of our own (usi_inner.h).  So it is with an answer
 * that is not legal.  A position that cannot be read is not passed on: "go" is then answered by
 * resigning.
 *
 * What comes before "go" was answered and is for the next one (a position, an option, another "go")
 * waits for the answer; a search without end is stopped for the next "go".  When the GUI says
 * "stop" or "gameover", what waits is answered too.
 *
 * All calls from one thread. */
#ifndef KIFU_ENGINE_USI_USI_PROXY_H
#define KIFU_ENGINE_USI_USI_PROXY_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/style_options.h"

struct usi_proxy_config {
    void *ctx;
    void (*write)(void *ctx, struct span lines);
    struct span name; /* of ours, with its version */
    struct span command;
    const char *path;            /* where programs are looked for (PATH) */
    const char *log;             /* file for its standard error; NULL: nowhere */
    struct style_settings style; /* to begin with; copied */
    const atomic_bool *cancel;   /* ends waiting for the engine; may be NULL */
    /* asked now and then while it is waited for: has the GUI sent "quit" meanwhile?  NULL: no */
    bool (*quits)(void *ctx);
    uint32_t ready_ms; /* how long it may take to start, or for "readyok"; 0: a minute */
    uint32_t late_ms;  /* beyond "movetime", until it is told to stop; 0: 3 seconds */
    uint32_t hang_ms;  /* after "stop", until it is given up; 0: 5 seconds */
};

struct usi_proxy;

/* Starts the engine and waits until it has named its options. */
enum status usi_proxy_open(struct usi_proxy **out, const struct usi_proxy_config *config,
                           struct err *err) CHECK_RESULT;
void usi_proxy_close(struct usi_proxy *p); /* NULL is fine */

/* From the GUI; false after "quit". */
bool usi_proxy_feed(struct usi_proxy *p, struct span bytes);

/* Where the engine is heard, for poll(); -1: nowhere. */
int usi_proxy_fd(const struct usi_proxy *p);
/* Whatever it said until now, and what is due.  To be called when there is something to read, and
 * after usi_proxy_due_ms() (-1: never) at the latest. */
void usi_proxy_read(struct usi_proxy *p);
int usi_proxy_due_ms(const struct usi_proxy *p);
/* An answer will come without further words of the GUI; "readyok" is waited for ready_ms at most. */
bool usi_proxy_ends_by_itself(const struct usi_proxy *p);

#endif
