/* engine_search_internal.h: the parts of choosing a move: move_picker.c (in which order moves are tried),
 * history.c (what is remembered of moves), alphabeta.c (the search of one thread), engine_search.c
 * (threads, rounds, time). */
#ifndef KIFU_ENGINE_SEARCH_ENGINE_SEARCH_INTERNAL_H
#define KIFU_ENGINE_SEARCH_ENGINE_SEARCH_INTERNAL_H

#include "engine/search/engine_search.h"
#include "engine/search/tt.h"
#include "engine/search/tuning.h"

enum {
    /* a drop's "from" is its kind, as if from a square behind the board */
    FROM_CODES = SHOGI_SQUARES + SHOGI_HAND_KINDS,
    PIECE_TO_COUNT = 32 * SHOGI_SQUARES, /* a piece on a square */
    HISTORY_MAX = 16384,
    STACK_ROOM = THINK_MAX_PLY + 8,
    PATH_ROOM = 1024, /* positions of the game that are remembered */
    PATH_MARKS = 1024,
};

/* How well quiet moves did, by from and to, and as answers to the move before and the one before
 * that. */
struct history_tables {
    int16_t quiet[2][FROM_CODES][SHOGI_SQUARES];
    int16_t capture[PIECE_TO_COUNT][16];
    int16_t continuation[PIECE_TO_COUNT][PIECE_TO_COUNT];
    shogi_move counter[PIECE_TO_COUNT];
    uint32_t
        touched[PIECE_TO_COUNT]; /* by first index of follow: which pieces' 81 squares are not 0 */
};

/* For a new game.  Clearing all 13 MB takes 1.5 ms, as long as a thousand nodes; what a game of 100
 * nodes a move has touched takes 0.06. */
void history_clear(struct history_tables *m);

struct stack_frame {
    shogi_move move;   /* made from here; 0: none, or a null move */
    uint16_t piece_to; /* of the piece that it put down; PLACES: none */
    shogi_move killers[2];
    shogi_move excluded;
    int eval;
    bool in_check;
    uint32_t pv_length;
    shogi_move pv[THINK_MAX_PLY];
};

struct root_move {
    shogi_move move;
    int value, last_value;        /* of this round and the last; with its favour, if these count */
    int favour;                   /* 0 as long as they don't */
    int known_value, known_depth; /* without favour: the last that was more than an upper bound */
    enum think_bound bound;
    int selective_depth;
    uint32_t pv_length;
    shogi_move pv[THINK_MAX_PLY];
};

/* Each on cache lines of its own: they write all the time, side by side. */
enum { WORKER_ALIGN = 128 }; /* lines are fetched in pairs */
struct search_worker {
    _Alignas(WORKER_ALIGN) struct thinker *thinker;
    struct shogi_pos pos;
    const struct eval *eval;
    void *eval_state; /* owned */
    struct tt *tt;
    struct history_tables *history;   /* owned */
    struct stack_frame *stack;        /* owned: two before the root, so that nobody need ask */
    struct shogi_history_entry *path; /* owned: the game, then the search */
    uint32_t path_count;
    uint16_t path_marks[PATH_MARKS]; /* how many of the path have these low bits of the hash */
    struct root_move *root_moves;    /* owned */
    struct root_move
        *previous_root_moves; /* owned, of the first worker: as this round found them */
    int root_count, pv_index; /* lines before pv_index are found already */
    _Atomic uint64_t nodes;
    int selective_depth;
    unsigned number;
    unsigned without; /* enum think_part */
    struct tuning tuning;
    bool stopped;
    struct think_rules rules;
    int root_depth;
    unsigned best_stability; /* rounds since the best move changed */
    int mean_value;          /* value of the rounds so far, the last ones weighing most */
    /* What was best before favours counted, 0: they don't yet; and how much more it is worth than
     * the best since. */
    shogi_move plain;
    int plain_gap, plain_depth;
};

/* A value with its favour, and back; what is a mate, or a bound beyond, stays one. */
static inline int favoured(int value, int favour)
{
    enum { MOST = THINK_MATE_BOUND - 1 };
    if (value > MOST || value < -MOST)
        return value;
    int sum = value + favour;
    return sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
}

static inline int root_value(const struct root_move *r)
{
    return favoured(r->value, -r->favour);
}

static inline bool has(const struct search_worker *w, enum think_part part)
{
    return !(w->without & part);
}

static inline int tuned(const struct search_worker *w, enum tuned_constant constant)
{
    return w->tuning.at[constant];
}

static inline int from_code(shogi_move m)
{
    return shogi_move_is_drop(m) ? SHOGI_SQUARES + shogi_move_kind(m) : shogi_move_from(m);
}

/* The piece that a move puts down, and where. */
static inline int piece_to_of(const struct shogi_pos *pos, shogi_move m)
{
    int piece = shogi_move_is_drop(m) ? shogi_piece(pos->turn, shogi_move_kind(m))
                                      : pos->board[shogi_move_from(m)];
    if (shogi_move_promotes(m))
        piece |= 8;
    return piece * SHOGI_SQUARES + shogi_move_to(m);
}

static inline int captured_by(const struct shogi_pos *pos, shogi_move m)
{
    return shogi_move_is_drop(m) ? 0 : pos->board[shogi_move_to(m)];
}

/* The path grows with every move made and shrinks when it is taken back. */
static inline void path_push(struct search_worker *w, bool in_check)
{
    w->path[w->path_count++] =
        (struct shogi_history_entry){.hash = w->pos.hash, .in_check = in_check};
    w->path_marks[w->pos.hash % PATH_MARKS]++;
}

static inline void path_pop(struct search_worker *w)
{
    w->path_marks[w->path[--w->path_count].hash % PATH_MARKS]--;
}

/* Most positions are alone with their mark, and need not be looked for. */
static inline bool path_may_repeat(const struct search_worker *w)
{
    return w->path_marks[w->path[w->path_count - 1].hash % PATH_MARKS] > 1;
}

/* --- The order of moves ----------------------------------------------------------------------- */

enum move_picker_stage {
    PICK_TT_MOVE,
    PICK_CAPTURES,
    PICK_KILLERS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_EVASIONS,
    PICK_NONE
};
enum { PICK_AT_ONCE = 8 }; /* half of all nodes want no more than six quiet moves */

struct move_picker {
    const struct search_worker *w;
    const struct stack_frame *frame;
    enum move_picker_stage stage;
    bool ready;                 /* the moves of this stage are listed */
    bool captures_only;         /* captures only */
    bool skip_quiets;           /* to be set on the way: no (more) quiet moves are wanted */
    int depth;                  /* the less, the fewer quiet moves are worth sorting */
    int32_t least_key;          /* of quiet moves that are; INT32_MAX: no such move is left */
    int32_t best[PICK_AT_ONCE]; /* keys of those that come next */
    int best_at, best_count;
    shogi_move tt_move;
    shogi_move killers[3];
    int killer;
    int at, count;
    int bad_count;
    shogi_move moves[SHOGI_MAX_MOVES];
    int32_t scores[SHOGI_MAX_MOVES];
    shogi_move bad[SHOGI_MAX_MOVES];
};

void move_picker_open(struct move_picker *p, const struct search_worker *w,
                      const struct stack_frame *frame, shogi_move tt_move, int depth,
                      bool captures_only);
/* 0: no more.  Moves that promotion makes pointless are left out. */
shogi_move move_picker_next(struct move_picker *p);
/* A legal move is better not played unpromoted: pawn, bishop and rook always, a lance near the
 * edge. */
bool is_bad_nonpromotion(const struct shogi_pos *pos, shogi_move m);

/* --- What is remembered ----------------------------------------------------------------------- */

/* After a cutoff by the best of `count` moves that were tried (the best may be among them). */
void histories_update(struct search_worker *w, struct stack_frame *f, shogi_move best, int depth,
                      const shogi_move *tried, int count);
/* What is remembered of a quiet move, within four times HISTORY_MAX. */
int quiet_history(const struct search_worker *w, const struct stack_frame *f, shogi_move m);

/* --- Search ----------------------------------------------------------------------------------- */

/* One round at the root from pv_index on, within a window. */
int search_root(struct search_worker *w, int alpha, int beta, int depth);
/* One move at the root by itself, as the first of a round or not: within the window its value is
 * exact. */
int search_root_move(struct search_worker *w, struct root_move *r, int alpha, int beta, int depth,
                     bool first);
/* The value at the root with captures alone. */
int qsearch_root(struct search_worker *w);
bool worker_must_stop(struct search_worker *w);
/* What would be played if time were over now. */
void worker_publish_best(struct search_worker *w, const struct root_move *r);

#endif
