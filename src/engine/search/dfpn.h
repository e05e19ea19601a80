/* dfpn.h: the parts of the mate solver: dfpn.c (proof-number search), mate.c (the
 * question as asked, and the line that answers it). */
#ifndef KIFU_ENGINE_SEARCH_DFPN_H
#define KIFU_ENGINE_SEARCH_DFPN_H

#include "engine/search/mate.h"
#include "engine/search/mate_tt.h"

/* A disproof that rests on coming back to a position says how far up the way that position is: the
 * depth of its frame.  MATE_NO_PATH: it rests on none. */
enum { MATE_NO_PATH = 0xFFFF };

struct mate_child {
    shogi_move move;
    uint16_t mate, none; /* as in struct mate_value */
    uint16_t rests_on;
    uint32_t pn, dn;
    uint32_t hand;
};

/* A position on the way from the root to where the search is. */
struct mate_frame {
    uint64_t key, hash; /* of board and side; of everything */
    uint64_t path;      /* of the positions before it, in any order */
    uint64_t met;       /* a bit for each of these and for it: most others can be told by it */
    uint32_t hand;
    uint32_t first, count; /* its moves, in the pool */
    uint32_t later;        /* behind them, those to be looked at when all others are proven */
    uint32_t chosen;       /* the one that was followed */
    uint32_t pn_limit, dn_limit;
    uint64_t nodes_before;
    uint16_t length;
    bool attacks, expanded;
    struct shogi_undo undo; /* of the move that led here */
    shogi_move move;
};

struct mate_solver {
    struct mate_tt tt;
    struct shogi_pos pos; /* where the search is */
    int attacker;
    uint64_t set;              /* of the attacker and all pieces there are, whoever has them */
    struct mate_frame *frames; /* owned */
    uint32_t depth;            /* frames in use */
    struct mate_child *pool;   /* owned */
    uint32_t pool_used;
    uint64_t nodes, node_limit;
    int64_t time_limit; /* when to give up, of mate_now() */
    const atomic_bool *stop;
    bool over;    /* time is, for all that is left of the question: reading off the line, too */
    bool gave_up; /* in this search */
};

enum { MATE_MAX_FRAMES = MATE_MAX_PLIES + 2, MATE_POOL = 1 << 18 };

/* Of s->pos: the board, the side to move, who attacks and s->set, without the hands: what one side
 * does not have in hand the other has. */
uint64_t mate_key(const struct mate_solver *s);
/* Nanoseconds on the clock that never goes back. */
int64_t mate_now(void);
/* Searches s->pos, which comes back as it was.  length: MATE_UNLIMITED or less. */
struct mate_value dfpn_search(struct mate_solver *s, uint32_t length);

#endif
