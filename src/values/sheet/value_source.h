/* value_source.h: where the values of positions come from.
 *
 *     static        an evaluation (engine/eval/weights.h), nothing searched
 *     quiescence    the same once captures are played out
 *     record        what the record itself says beside its moves
 *     usi:COMMAND   what a USI engine says after so many nodes
 *
 * One row in value_source.c for each.  A judge is shared by threads; a worker belongs to one and keeps
 * what it needs (a search, a running engine).  Values are for Black, in hundredths of a pawn;
 * a mate in n plies is ±(VALUE_SOURCE_MATE - n), anything else is cut to ±VALUE_SOURCE_MOST.
 *
 * A value that stands beside a move in a record is what its player thought before making it: it
 * belongs to the position the move was played from. */
#ifndef KIFU_VALUES_SHEET_VALUE_SOURCE_H
#define KIFU_VALUES_SHEET_VALUE_SOURCE_H

#include <stdatomic.h>

#include "base/buf.h"
#include "db/db.h"
#include "games/shogi/shogi.h"

#define VALUE_SOURCE_NO_VALUE INT16_MIN
/* In a column that a slow judge fills in bit by bit: not asked yet (sheet_evaluate.c). */
#define VALUE_SOURCE_NOT_RUN (INT16_MIN + 1)
enum { VALUE_SOURCE_MATE = 32000, VALUE_SOURCE_MOST = 30000 };

/* VALUE_SOURCE_MATE is the largest: the two numbers above are no values. */
static inline bool value_source_has_value(int16_t value)
{
    return value >= -VALUE_SOURCE_MATE;
}

struct sheet_mark;

/* A game's main line, with what a worker may want to know of it. */
struct value_source_game {
    const struct db_segment *segment;
    uint32_t number; /* in the segment */
    const struct shogi_pos *start;
    const shogi_move *moves; /* all legal */
    uint32_t plies;
    const struct sheet_mark *marks; /* sheet.h: of positions 0 … plies; NULL: not known */
    /* For a slow judge: it is asked only about positions whose bit is set, ply p having the bit
     * first_row + p; NULL: about all that the sample takes.  Values of the others stay as they
     * are. */
    const uint64_t *wanted;
    uint64_t first_row;
};

struct value_source_options {
    const char *weights; /* of static and quiescence: a name or a file; NULL: "paper" */
    uint64_t nodes;      /* of usi; 0: the usual number */
    /* of usi: "Name=Value", and where programs are looked for (PATH); borrowed until
     * value_source_close(), as is whatever follows */
    const char *const *engine_options;
    size_t engine_option_count;
    const char *path;
    const char *log;      /* file for what engines say on standard error; NULL: nowhere */
    uint32_t patience_ms; /* an engine that takes longer for a position hangs; 0: the usual */
    /* Only a sample, for engines that would take hours: one position in so many, of about so many
     * of games_there games; 0: all.  Which ones depends on nothing but a game's moves, so that it
     * is the same for any order, number of threads and database; a larger sample holds the smaller
     * one.  The others are VALUE_SOURCE_NO_VALUE. */
    uint32_t sample;
    uint64_t games, games_there;
    const atomic_bool *cancelled; /* ends waiting for an engine; may be NULL */
};

struct value_source;
struct value_source_worker;

/* spec: "static", "usi:fairy-stockfish", …  STATUS_NOT_FOUND, naming those there are, if it is
 * none; STATUS_IO if an engine or a file is not to be had. */
enum status value_source_open(struct value_source **out, const char *spec,
                              const struct value_source_options *o, struct err *err) CHECK_RESULT;
void value_source_close(struct value_source *j); /* NULL is fine */
/* A line that says all that the values depend on ("static paper 1f2e3d4c5b6a7988", the last being
 * the hash of the weights; an engine's name as it tells it, and its nodes): equal lines, equal
 * values. */
struct span value_source_line(const struct value_source *j);
/* What became of the positions asked of an engine so far (of other judges: nothing). */
struct value_source_tally {
    uint64_t requests; /* answered or not; those that need no asking are not counted */
    uint64_t silent;   /* it moved, but said no value */
    uint64_t failed;   /* it crashed, hung or refused, twice */
    uint64_t stopped;  /* it went on until it was stopped: such a value depends on the time */
    uint64_t restarts; /* times it was started anew */
};
void value_source_read_tally(const struct value_source *j, struct value_source_tally *out);

/* Is a game a matter of milliseconds or more?  Then it is worth telling, and keeping, game by game.
 */
bool value_source_is_slow(const struct value_source *j);

enum status value_source_worker_open(struct value_source_worker **out, struct value_source *j,
                                     struct err *err) CHECK_RESULT;
void value_source_worker_close(struct value_source_worker *w); /* NULL is fine */
/* Fills values[0 … plies].  STATUS_IO if an engine can't be started anew or fails more often than
 * not. */
enum status value_source_run_game(struct value_source_worker *w, const struct value_source_game *g,
                                  int16_t *values, struct err *err) CHECK_RESULT;

#endif
