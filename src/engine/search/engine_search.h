/* engine_search.h: choosing a move by search.
 *
 * Principal-variation search, deepened ply by ply, on any number of threads that share a table of
 * positions.  What it is made of is in alphabeta.c; docs/engine.md says what each part is worth.
 *
 *     thinker_open(&t, &options, err);
 *     think(t, &question, &answer);          from any thread; thinker_stop() from another
 *     thinker_close(t);
 */
#ifndef KIFU_ENGINE_SEARCH_ENGINE_SEARCH_H
#define KIFU_ENGINE_SEARCH_ENGINE_SEARCH_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/eval/eval.h"
#include "engine/search/tuning.h"
#include "games/shogi/shogi.h"

/* Values.  Mate in n plies is THINK_MATE - n; values beyond THINK_MATE_BOUND are such. */
enum {
    THINK_MATE = 32000,
    THINK_INFINITE = 32001,
    THINK_MAX_PLY = EVAL_MAX_PLY,
    THINK_MATE_BOUND = THINK_MATE - 2 * THINK_MAX_PLY,
    THINK_NO_VALUE = 32002,
};

/* Parts of the search that can be left out, to measure what they are worth. */
enum think_part {
    PART_NULL_MOVE = 1 << 0, /* a turn given away that still holds ends the search */
    PART_LMR = 1 << 1,       /* late moves are searched less deep */
    PART_FUTILITY = 1 << 2, /* a static value far above beta ends it, far below leads to captures */
    PART_LMP = 1 << 3,      /* late quiet moves near the leaves are left out */
    PART_SEE_PRUNING = 1 << 4,     /* moves that lose material are left out near the leaves */
    PART_CONTINUATION = 1 << 5,    /* what is remembered of answers to moves */
    PART_KILLERS = 1 << 6,         /* moves that refuted a neighbour come early */
    PART_MATE_ONE = 1 << 7,        /* mates in one are looked for at every leaf */
    PART_CHECK_EXTENSION = 1 << 8, /* checks are searched deeper */
    PART_SINGULAR = 1 << 9,        /* a move far better than all others is searched deeper */
    PART_ASPIRATION = 1 << 10,     /* rounds begin with a narrow window */
    PART_TT_EVAL = 1 << 11,        /* the table's value in place of the static one */
    PART_IIR = 1 << 12,            /* where no first move is known, a ply less */
    PART_QUIET_CHECKS = 1 << 13,   /* quiescence search begins with checks, too */
    PART_COUNT = 14
};
/* Their names, in the order of the bits. */
extern const char *const think_part_names[PART_COUNT + 1]; /* NULL at the end */

struct think_options {
    size_t tt_bytes;
    unsigned threads;
    unsigned without;            /* enum think_part */
    const struct tuning *tuning; /* NULL: the defaults */
    struct eval eval;
};

/* What is wanted.  0 is "no limit" everywhere. */
struct think_limits {
    int depth;
    uint64_t nodes;
    /* About when no new round begins: sooner if one move has been best for long or is the only one,
     * later if the value falls; but not before least_ms.  Stops at hard_ms in any case. */
    uint32_t soft_ms, least_ms, hard_ms;
    unsigned lines; /* MultiPV; 0 is 1 */
};

/* A clock for tests, which then do not depend on how busy the machine is.  From any thread. */
struct think_clock {
    uint64_t (*ns)(void *ctx);
    void *ctx;
};
uint64_t think_clock_ns(const struct think_clock *clock); /* NULL: the steady one */

/* How other threads reach a search that goes on or is about to begin: think_control_begin(), then
 * hand it to think(), whose limits of time then are those in here; meanwhile anybody may stop it or
 * set other limits (an expected move was played: pondering becomes thinking).  Milliseconds count
 * from the beginning. */
struct think_control {
    const struct think_clock *clock; /* NULL: the one that only goes forward */
    uint64_t began_ns;
    atomic_bool stop;
    const atomic_bool *cancelled; /* somebody's own flag that stops it likewise; may be NULL */
    _Atomic uint32_t soft_ms, least_ms, hard_ms; /* 0: no limit */
    /* How much of these times the search may use, in per cent, 0: all; who has more to do after it
     * keeps the rest. */
    _Atomic uint32_t share;
    /* The best so far (think_control_best()): on a crowded machine it may take the search some
     * time to notice that its time is over, but somebody who slept is woken at once. */
    _Atomic uint64_t best;
};

/* limits NULL: as long as nobody stops it.  The clock is the steady one. */
void think_control_begin(struct think_control *c, const struct think_limits *limits);
/* New limits of time, which count from now on; soft_ms counts from the beginning. */
void think_control_limit(struct think_control *c, const struct think_limits *limits);
uint32_t think_control_ms(const struct think_control *c);
struct think_result;
/* What think() would answer now, without depth, nodes and time; false: nothing yet. */
bool think_control_best(const struct think_control *c, struct think_result *out);

enum think_bound { THINK_EXACT, THINK_LOWER_BOUND, THINK_UPPER_BOUND };

struct think_line {
    int value, depth, selective_depth;
    enum think_bound bound; /* others than exact only in the middle of a round */
    uint32_t length;
    shogi_move moves[THINK_MAX_PLY];
};

/* One line of a block.  Lines of a block have different moves and are sorted by value (with
 * favours, by the sum); they are of one depth if the round was finished, else those that were not
 * searched again come last, with the depth of the round before and a value that is at most that of
 * the line above them.  The answer's move is that of the first line of the last block. */
struct think_report {
    const struct think_line *line;
    unsigned number; /* 1: the best */
    bool last;       /* of the block */
    uint64_t nodes;
    uint64_t ms;
    int tt_hashfull; /* thousandths */
};

/* By which rules the game is played; all zero: the usual ones. */
enum think_declaration { THINK_DECLARE_27, THINK_DECLARE_24, THINK_DECLARE_NEVER };
struct think_rules {
    enum think_declaration declaration;
    int draw;            /* what a draw is worth to the side to move */
    unsigned plies_left; /* after so many moves the game is a draw; 0: never */
};

/* What a move at the root is preferred by, in the units of values; others by 0. */
struct think_favour {
    shogi_move move;
    int by;
};

struct think_request {
    const struct shogi_pos *pos;
    struct think_rules rules;
    /* positions before, the present one last (shogi_repetition()); may be NULL */
    const struct shogi_history_entry *history;
    unsigned history_count;
    struct think_limits limits;
    struct think_control *control; /* NULL: the times of limits hold, from the call on */
    /* only these moves at the root (those that are legal); count 0: all */
    const shogi_move *only;
    unsigned only_count;
    /* With favours the search looks for the best sum of a move's value and its favour (a mate is
     * one, whatever it is favoured by).  The first rounds are plain, until so much of the time or
     * the nodes is used up, or before the last round if depth is limited; without limits all are.
     */
    const struct think_favour *favours;
    unsigned favour_count;
    unsigned plain_share; /* per cent */
    /* called after each round and line from the thread that thinks; may be NULL */
    void (*report)(void *ctx, const struct think_report *report);
    void *ctx;
};

struct think_result {
    shogi_move best, ponder; /* 0: none (mated; nothing expected) */
    int value, depth;
    uint64_t nodes, ms;
    /* With favours: what was best without them, at which depth, and what that is worth, compared
     * with the best at equal depth; 0: all rounds were plain. */
    shogi_move plain;
    int plain_value, plain_depth;
};

struct thinker;
enum status thinker_open(struct thinker **out, const struct think_options *opt,
                         struct err *err) CHECK_RESULT;
void thinker_close(struct thinker *t); /* NULL is fine */
void thinker_new_game(struct thinker *t);
enum status think(struct thinker *t, const struct think_request *q, struct think_result *out,
                  struct err *err) CHECK_RESULT;

/* What one move is worth: its value, or a bound of it. */
struct think_rating {
    shogi_move move, reply; /* reply 0: none expected */
    int value, depth;
    enum think_bound bound;
};
/* What every move that q allows is worth, after think() has answered about the same position: the
 * best, which must be among them, keeps its value and comes first.  Round by round, until a ply
 * less deep than the best was searched, each other one is compared with the best at the same depth:
 *
 *     value = value of the best - (what the best is worth at this depth - what this one is)
 *
 * which is known exactly if they lie within margin of each other; what is worse is THINK_UPPER_BOUND
 * margin less, what seems better is taken for as good.  Limits as of think(), nodes counted from
 * here; the first round is finished in any case.  One thread searches.  out has room for
 * SHOGI_MAX_MOVES; *nodes gets what it took.  Returns how many moves there are; the others are
 * sorted by value. */
int think_rate(struct thinker *t, const struct think_request *q, const struct think_result *best,
               int margin, struct think_rating *out, uint64_t *nodes);

/* The value for the side to move once captures have been played out; of a check, once it was
 * answered.  It leaves no trace: of a thinker that is used for nothing else, or since
 * thinker_new_game(), it depends on the position alone. */
int think_qsearch(struct thinker *t, const struct shogi_pos *pos);
/* From any thread: think() returns soon. */
void thinker_stop(struct thinker *t);

#endif
