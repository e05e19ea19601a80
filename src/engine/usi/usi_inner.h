/* usi_inner.h: an engine that stands behind another one, kept alive: what it offers, what it was
 * told, and how to start it again when it dies.
 *
 * Not usi_client.h: that waits for answers, and this must not, while a GUI speaks to the one in
 * front. */
#ifndef KIFU_ENGINE_USI_USI_INNER_H
#define KIFU_ENGINE_USI_USI_INNER_H

#include <stdatomic.h>

#include "base/err.h"
#include "base/io/child.h"
#include "engine/usi/usi_parse.h"

struct usi_inner {
    struct span command; /* borrowed */
    const char *path, *log;
    uint32_t ready_ms;
    const atomic_bool *cancel; /* ends waiting; may be NULL */
    bool (*quits)(void *ctx);  /* likewise, soon after it says so; may be NULL */
    void *ctx;
    struct child child;
    struct buf name;
    struct buf options;      /* its lines "option name …", as they came */
    struct buf sent_options; /* lines "setoption …", for a new start */
};

/* Starts it and waits for its "usiok", ready_ms at most; STATUS_CANCELLED, without words, if told
 * not to wait. */
enum status usi_inner_open(struct usi_inner *i, struct err *err) CHECK_RESULT;
void usi_inner_close(struct usi_inner *i);
bool usi_inner_lives(const struct usi_inner *i);
/* Ends what there is of it and starts it again with the options that it was told; waits until it is
 * ready, ready_ms at most. */
enum status usi_inner_restart(struct usi_inner *i, struct err *err) CHECK_RESULT;

/* One line, without its end.  False if it does not listen. */
bool usi_inner_send(struct usi_inner *i, struct span line);
/* The same, and it is told again after a new start. */
bool usi_inner_set(struct usi_inner *i, struct span name, struct span value);
bool usi_inner_has(const struct usi_inner *i, struct span name);

/* The name in "name Skill Level type spin …" or "name Skill Level value 3"; *rest gets what
 * follows, from that word on. */
struct span usi_option_name(struct span line, struct span before, struct span *rest);
/* The next of the lines in a text. */
struct span usi_next_line(struct span *text);

/* --- A move of our own where another engine has none that can be played ----------------------- */

struct usi_fallback;

/* Opened long before it is wanted: when it is, a clock may be about to run out.  NULL: no memory,
 * which is no error. */
struct usi_fallback *usi_fallback_open(void);
void usi_fallback_close(struct usi_fallback *f); /* NULL is fine */

/* A legal move for the game's position; 0: there is none.  until: of steady_ms(); about half of the
 * time to there is used, 200 ms at most.  Where that is too short to think, or f is NULL, it is the
 * first legal move. */
shogi_move usi_fallback_move(struct usi_fallback *f, const struct usi_game *game, uint64_t until);

#endif
