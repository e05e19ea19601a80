/* usi_program.h: a program that speaks USI, with its habits known: what matches and judges share.
 *
 *     usi_program_open(&p, "fairy-stockfish", &opt, err);
 *     usi_program_new_game(p);
 *     usi_program_go(p, &game, patience_ms, &answer);
 *     usi_program_close(p);
 *
 * usi_client.h is the language; this is what programs make of it.  They differ in what they
 * understand after "go", and comparisons are only fair if nobody has a book, thinks on the other's
 * time or uses more than one processor, unless that was asked for.  Both are in tables
 * (usi_program.c). */
#ifndef KIFU_ENGINE_USI_USI_PROGRAM_H
#define KIFU_ENGINE_USI_USI_PROGRAM_H

#include "engine/usi/usi_client.h"

/* How long it may think; 0: no such limit.  One of them at least is set. */
struct usi_limits {
    uint64_t nodes;
    int depth;
    uint32_t movetime_ms;
    bool by_clock; /* none of these: usi_program_set_clocks() before every move */
};

/* The clocks of a game as they stand before a move, by side. */
struct usi_clocks {
    uint32_t left_ms[2];
    uint32_t byoyomi_ms, increment_ms; /* the same for both */
    uint32_t margin_ms;                /* how much later a move is still accepted; nobody is told */
};

enum { USI_PROGRAM_HASH_MB = 32 };

struct usi_program_options {
    const char *const *options; /* "Name=Value" */
    size_t option_count;
    struct usi_limits limits; /* of every position */
    uint32_t ready_ms;        /* how long it may take to get ready; 0: a minute */
    uint32_t hash_mb; /* its table, unless an option says otherwise; 0: USI_PROGRAM_HASH_MB */
    /* It is asked for values, not for moves: it shall keep none back to save on output, nor add to
     * them for whoever is to move (contempt). */
    bool values;
    const char *path;          /* where programs are looked for (PATH) */
    const char *log;           /* file for what it says on standard error; NULL: nowhere */
    const atomic_bool *cancel; /* ends waiting; may be NULL */
};

/* A position, as start and moves, so that a program knows what would be a repetition. */
struct usi_position {
    const struct shogi_pos *start;
    const shogi_move *moves;
    unsigned plies;
};

struct usi_program;

/* STATUS_NOT_FOUND, STATUS_IO, … if it can't be had; STATUS_UNSUPPORTED if the limits are more than
 * it can do. */
enum status usi_program_open(struct usi_program **out, struct span command,
                             const struct usi_program_options *opt, struct err *err) CHECK_RESULT;
void usi_program_close(struct usi_program *p); /* NULL is fine */
/* What it calls itself; "" if it does not say. */
struct span usi_program_name(const struct usi_program *p);
/* False if it is not ready in time: of no more use. */
bool usi_program_new_game(struct usi_program *p);
/* As above, for callers that need the program to forget earlier games. */
bool usi_program_forget(struct usi_program *p);
/* By these clocks it plays from now on; in place of its limits. */
void usi_program_set_clocks(struct usi_program *p, const struct usi_clocks *clocks);
/* Other limits from now on; STATUS_UNSUPPORTED if they are more than it can do, or have to be known
 * when it is started. */
enum status usi_program_set_limits(struct usi_program *p, const struct usi_limits *limits,
                                   struct err *err) CHECK_RESULT;
/* False if it has no such option, or does not listen. */
bool usi_program_set_option(struct usi_program *p, struct span name, struct span value);
/* Another flag that ends waiting, in place of that of the options; NULL: none. */
void usi_program_set_cancel(struct usi_program *p, const atomic_bool *cancel);
/* Who hears what it says while it thinks, and may stop it: as in struct usi_request. */
void usi_program_listen(struct usi_program *p, void (*info)(void *ctx, const struct usi_info *info),
                        void *ctx, const atomic_bool *cancel);
/* A move, and what it thinks of the position.  stop_ms: told to stop after so long; 0: as its
 * habits are. */
void usi_program_go(struct usi_program *p, const struct usi_position *g, uint32_t patience_ms,
                    uint32_t stop_ms, struct usi_answer *out);

/* "Name=Value" in two; the value is empty, with p == NULL, without a =. */
void usi_split_option(const char *option, struct span *name, struct span *value);
/* What follows the word "position". */
void usi_print_position(const struct usi_position *g, struct buf *out);

#endif
