/* usi_session.h: an engine as GUIs know it: the USI protocol, both directions, without the pipes.
 *
 *     usi_open(&u, &config, err);
 *     while (usi_feed(u, bytes))          whatever came in, lines or pieces of them
 *         …
 *     usi_close(u);                       stops and waits for a search that goes on
 *
 * What is to go out is handed to config.write, whole lines at a time, from the caller's thread or
 * from one that thinks, never from two at once.  Every command is answered at once, also while the
 * engine thinks: that happens in a thread of its own, with copies of all it needs, so that a
 * position or an option that arrives meanwhile holds for the next "go".  A "go" that arrives
 * meanwhile waits for the answer before it, and so does what follows it but "stop", "gameover",
 * "ponderhit", "isready" and "quit"; when the engine is told to stop, what waits is answered too.
 *
 * Standard: ShogiDokoro's description of USI.  Beyond it, as other engines and GUIs do: go depth,
 * nodes, movetime, searchmoves; times with ponderhit (ShogiHome); go nodes N mate MS. */
#ifndef KIFU_ENGINE_USI_USI_SESSION_H
#define KIFU_ENGINE_USI_USI_SESSION_H

#include "base/err.h"
#include "engine/search/engine_search.h"
#include "engine/usi/usi_options.h"

struct usi_config {
    void *ctx;
    void (*write)(void *ctx, struct span lines);
    struct span name;             /* of the engine, with its version */
    struct usi_settings settings; /* to begin with; copied */
    /* for tests: limits, 0: none; memory to reckon with, 0: what there is; and a clock, which
     * stands still unless the test moves it, NULL: the steady one */
    int64_t most_hash_mb, most_threads;
    uint64_t most_nodes, memory;
    const struct think_clock *watch;
};

struct usi;

/* Fails if the weights that the settings name cannot be had. */
enum status usi_open(struct usi **out, const struct usi_config *config,
                     struct err *err) CHECK_RESULT;
void usi_close(struct usi *u); /* NULL is fine */

/* False after "quit".  Lines longer than USI_MAX_LINE are dropped. */
enum { USI_MAX_LINE = 1 << 20 };
bool usi_feed(struct usi *u, struct span bytes);

/* Milliseconds after which usi_tick() should be called if nothing came in, -1: no need.  It sees to
 * it that a search that was not given the processor in time still answers in time. */
int usi_due_ms(struct usi *u);
void usi_tick(struct usi *u);
/* A search goes on that will end without being told to: worth waiting for when nothing more comes
 * in. */
bool usi_ends_by_itself(struct usi *u);

#endif
