/* kifu_engine.h: searching positions of shogi: Kifu's own engine, or any program that speaks USI.
 *
 *     struct kifu_engine *engine = kifu_engine_open(NULL, &error);
 *     struct kifu_limits limits = {.nodes = 100000, .lines = 3};
 *     struct kifu_line lines[3];
 *     struct kifu_thought thought;
 *     int n = kifu_engine_search(engine, board, &limits, lines, 3, &thought, NULL, &error);
 *     kifu_engine_close(engine);
 *
 * An engine belongs to one thread at a time.  Values are for the side to move, in hundredths of a
 * pawn. */
#ifndef KIFU_ENGINE_H
#define KIFU_ENGINE_H

#include "kifu_board.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kifu_engine;

/* What is not set (all zero) is as usual. */
struct kifu_engine_options {
    const char *command; /* a USI program with its arguments; NULL: Kifu's own engine */
    /* Of a program: */
    const char *path;           /* where it is looked for (PATH) */
    const char *const *options; /* "Name=Value" */
    size_t option_count;
    unsigned ready_ms; /* how long it may take to get ready; 0: a minute */
    /* Of Kifu's own: */
    const char *weights; /* "net", "paper", "material" …, or a file; NULL: the usual */
    unsigned threads;    /* 0: 1 */
    unsigned hash_mb;    /* the table of positions; 0: 64 */
    /* Of both: */
    const char *model;            /* of human moves: a file; NULL: the built-in one */
    const struct kifu_stop *stop; /* ends the opening; may be NULL */
};

/* NULL with *error filled if there is no such program or file, or it does not answer. */
KIFU_API struct kifu_engine *kifu_engine_open(const struct kifu_engine_options *options,
                                              struct kifu_error *error);
/* A program is asked to quit, and killed if it does not within a second.  NULL is fine. */
KIFU_API void kifu_engine_close(struct kifu_engine *engine);
/* What it calls itself; borrowed. */
KIFU_API const char *kifu_engine_name(const struct kifu_engine *engine);
/* Forgets what it knows of earlier positions.  0, or -1 with *error filled. */
KIFU_API int kifu_engine_new_game(struct kifu_engine *engine, struct kifu_error *error);

/* --- Searching -------------------------------------------------------------------------------- */

enum { KIFU_LINE_MOVES = 128 };

/* 0: no such limit; one of the first three is needed. */
struct kifu_limits {
    unsigned long long nodes;
    unsigned depth, movetime_ms;
    unsigned lines; /* how many moves get a value of their own (MultiPV); 0: 1 */
    unsigned
        timeout_ms; /* a program that takes longer than this, and movetime, hangs; 0: ten minutes */
};

/* A move and what is expected after it. */
struct kifu_line {
    int value; /* with a mate: ±(32000 - plies) */
    int mate; /* plies to mate: more than 0 if the side to move mates, less if it is mated; 0: none */
    int depth;
    unsigned length; /* of the moves; longer ones are cut */
    kifu_shogi_move moves[KIFU_LINE_MOVES];
};

struct kifu_thought {
    kifu_shogi_move best, ponder; /* 0: none */
    int depth;
    unsigned long long nodes, ms;
    int resigns, declares; /* a program gives up; says that it has won by declaration */
};

/* The lines, the best first, at most `room` of them; returns how many (0: there is no legal move).  -1
 * with *error filled if a program failed, which then is of no more use, or the call was stopped (code
 * "cancelled"), after which the engine may go on.  The moves of the board count for repetitions. */
KIFU_API int kifu_engine_search(struct kifu_engine *engine, const struct kifu_board *board,
                                const struct kifu_limits *limits, struct kifu_line *lines,
                                size_t room, struct kifu_thought *thought,
                                const struct kifu_stop *stop, struct kifu_error *error);

/* --- What Kifu itself says of a position, whichever engine it is asked of ----------------------- */

enum kifu_mate_result { KIFU_MATE_UNKNOWN, KIFU_MATE_PROVEN, KIFU_MATE_DISPROVEN };
enum { KIFU_MATE_MOVES = 4095 };
struct kifu_mate_limits {
    unsigned long long nodes; /* 0: one million */
    unsigned milliseconds;    /* 0: no limit */
    unsigned length;          /* within so many plies; 0: any */
    int shortest;             /* prove that there is no shorter one */
};
struct kifu_mate {
    enum kifu_mate_result result; /* of a mate by checks alone */
    int shortest;                 /* no shorter one exists: proven */
    unsigned long long nodes;
    unsigned length;
    kifu_shogi_move moves[KIFU_MATE_MOVES];
};
/* Can the side to move mate?  0, or -1 with *error filled. */
KIFU_API int kifu_engine_mate(struct kifu_engine *engine, const struct kifu_board *board,
                              const struct kifu_mate_limits *limits, struct kifu_mate *out,
                              const struct kifu_stop *stop, struct kifu_error *error);

/* A part of an evaluation, from Black's side; NaN where the evaluation has no such number. */
struct kifu_term {
    const char *name;
    double count;            /* how often Black has it, less how often White has it */
    double opening, endgame; /* what it is worth in these parts of a game */
    double value;            /* what it adds */
};
typedef int kifu_term_callback(void *ctx, const struct kifu_term *term);
/* The static value, for the side to move; each (may be NULL) gets its terms, whose values add up to it
 * from Black's side.  0, or -1 with *error filled; -1 as well if the callback stopped it. */
KIFU_API int kifu_engine_evaluate(struct kifu_engine *engine, const struct kifu_board *board,
                                  int *value, kifu_term_callback *each, void *ctx,
                                  struct kifu_error *error);

/* How likely people are to play each legal move. */
struct kifu_choice {
    kifu_shogi_move move;
    double p;
};
/* player_class: "pro", "amateur" or "online".  The likeliest first; returns how many, or -1 with *error
 * filled. */
KIFU_API int kifu_engine_people(struct kifu_engine *engine, const struct kifu_board *board,
                                const char *player_class, struct kifu_choice out[KIFU_MAX_MOVES],
                                struct kifu_error *error);

#ifdef __cplusplus
}
#endif

#endif
