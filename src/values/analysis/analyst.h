/* analyst.h: searching the positions of whole games, by the own engine or another one that speaks
 * USI.
 *
 *     analyst_open(&a, &options, err);
 *     analyst_worker_open(&w, a, err);            one for each thread
 *     analyst_run(w, &game, positions, err);      plies + 1 positions
 *
 * Positions are searched once each, from the last to the first, with one transposition table for
 * the game, which is emptied before the next: what was found out behind a move is known when the
 * position before it is searched, so that values on both sides of a move agree better than in the
 * order of play.  A mate by checks alone that df-pn finds first needs no other search.  With one
 * thread for a game, the values depend on nothing but the game and the options. */
#ifndef KIFU_VALUES_ANALYSIS_ANALYST_H
#define KIFU_VALUES_ANALYSIS_ANALYST_H

#include <stdatomic.h>

#include "values/analysis/game_analysis.h"

struct analyst_options {
    const char *weights; /* name or file; NULL: the default */
    const char *engine;  /* command of a USI engine in place of the own one; NULL: none */
    /* of a USI engine: "Name=Value", and where programs are looked for (PATH); borrowed until
     * analyst_close() */
    const char *const *engine_options;
    size_t engine_option_count;
    const char *path;
    uint64_t nodes;               /* a position; not 0 */
    uint64_t mate_nodes;          /* of df-pn before that; 0: none */
    int scale;                    /* win_rate.h; 0: that of the evaluation */
    const atomic_bool *cancelled; /* may be NULL */
    /* ends waiting for a USI engine in analyst_open(); NULL: cancelled does */
    const atomic_bool *open_cancelled;
};

struct analyst;
struct analyst_worker;

enum status analyst_open(struct analyst **out, const struct analyst_options *o,
                         struct err *err) CHECK_RESULT;
void analyst_close(struct analyst *a); /* NULL is fine */
/* "Kifu (net)", or what a USI engine calls itself. */
struct span analyst_name(const struct analyst *a);
int analyst_scale(const struct analyst *a);
/* Of all that values depend on, but for what a USI program is made of. */
uint64_t analyst_fingerprint(const struct analyst *a);

enum status analyst_worker_open(struct analyst_worker **out, struct analyst *a,
                                struct err *err) CHECK_RESULT;
void analyst_worker_close(struct analyst_worker *w); /* NULL is fine */

struct analyst_game {
    const struct shogi_pos *start;
    const shogi_move *moves; /* legal */
    uint32_t plies;
    /* After each position, in the caller's thread; may be NULL.  False ends it with
     * STATUS_CANCELLED. */
    bool (*done)(void *ctx, uint32_t ply, const struct analysed_position *at);
    void *ctx;
};
/* STATUS_CANCELLED; STATUS_IO if a USI engine cannot be started again, or fails at three positions in
 * a row.  A position at which it fails twice has no value. */
enum status analyst_run(struct analyst_worker *w, const struct analyst_game *g,
                        struct analysed_position *out, struct err *err) CHECK_RESULT;

#endif
