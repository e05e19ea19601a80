/* natural_model.h: what the model of people's moves looks at, and its numbers: for who makes one.
 *
 * Everything is seen by the side to move: for White the board is turned round.  A position is
 * looked at once (struct natural_scene), then each move (struct natural_active).
 *
 *     position rows ─────────────┐
 *     around the destination ────┤
 *     around where it comes from ┼──▶ sum ──▶ H hidden units ──▶ score of the move
 *     rows of the move ──────────┘                                ▲  ▲  ▲
 *     worth of each row ──────────────────────────────────────────┘  │  │
 *     worth of each neighbour, by sort of move ──────────────────────┘  │
 *     hashed sequences and patterns ────────────────────────────────────┘
 *
 * A row is what one feature adds to the hidden units, and its worth what it adds to the score. */
#ifndef KIFU_ENGINE_NATURAL_MODEL_H
#define KIFU_ENGINE_NATURAL_MODEL_H

#include "engine/natural.h"
#include "engine/natural_values.h"

/* Sorts of moves: 1..14 a kind that moves, 15..20 one that promotes, 21..27 a drop; 0: no move. */
enum { NATURAL_SORTS = 28, SORT_PROMOTES = 14, SORT_DROPS = 20 };
enum {
    NATURAL_AROUND = 24, /* neighbours in five files by five ranks */
    NATURAL_CODES = 32,  /* what stands there: kind, 16 more if the enemy's; 31: off the board */
    CODE_OUTSIDE = 31,
    NATURAL_PLACES = 81 + 1, /* by distance in files and ranks up to 4; the last: further */
    NATURAL_PHASES = 8,
};

/* Where the rows of each group begin.  Files depend on them: NATURAL_MAGIC changes with them. */
enum natural_rows {
    /* of moves */
    ROW_TO = 0,                                     /* sort × square */
    ROW_FROM = ROW_TO + NATURAL_SORTS * 81,         /* sort × square */
    ROW_ENEMY_KING = ROW_FROM + NATURAL_SORTS * 81, /* sort × files apart × ranks from it */
    ROW_OWN_KING = ROW_ENEMY_KING + NATURAL_SORTS * 9 * 17,
    ROW_TAKES = ROW_OWN_KING + NATURAL_SORTS * 9 * 17, /* sort × kind */
    ROW_EXCHANGE = ROW_TAKES + NATURAL_SORTS * 16,     /* sort × result */
    ROW_TO_GUARD = ROW_EXCHANGE + NATURAL_SORTS * 12,  /* sort × least enemy × own support */
    ROW_FROM_GUARD = ROW_TO_GUARD + NATURAL_SORTS * 18,
    ROW_CHECK = ROW_FROM_GUARD + NATURAL_SORTS * 18, /* sort × how × how safe */
    ROW_HITS = ROW_CHECK + NATURAL_SORTS * 12,       /* sort × kind × how */
    ROW_SHIELDS = ROW_HITS + NATURAL_SORTS * 48,     /* sort × threatened kind */
    ROW_LEAVES = ROW_SHIELDS + NATURAL_SORTS * 16,   /* sort × kind no longer covered */
    ROW_NEAR_LAST = ROW_LEAVES + NATURAL_SORTS * 16, /* sort × place */
    ROW_FROM_LAST = ROW_NEAR_LAST + NATURAL_SORTS * NATURAL_PLACES,
    ROW_NEAR_OWN = ROW_FROM_LAST + NATURAL_SORTS * NATURAL_PLACES,
    ROW_REPLY = ROW_NEAR_OWN + NATURAL_SORTS * NATURAL_PLACES, /* sorts × takes it back */
    ROW_AGAIN = ROW_REPLY + 2 * NATURAL_SORTS * NATURAL_SORTS, /* sorts × same piece */
    ROW_PHASE = ROW_AGAIN + 2 * NATURAL_SORTS * NATURAL_SORTS,
    ROW_CLASS = ROW_PHASE + NATURAL_SORTS * NATURAL_PHASES,
    ROW_EVADE = ROW_CLASS + NATURAL_SORTS * NATURAL_CLASSES, /* sort × takes the checker */
    ROW_AHEAD = ROW_EVADE + NATURAL_SORTS * 2,               /* sort × what is there */
    ROW_BEHIND = ROW_AHEAD + NATURAL_SORTS * NATURAL_CODES,
    ROW_ZONE = ROW_BEHIND + NATURAL_SORTS * NATURAL_CODES, /* sort × squares at the enemy king */
    ROW_HOME = ROW_ZONE + NATURAL_SORTS * 5,               /* sort × squares at the own king */
    ROW_LOOSE = ROW_HOME + NATURAL_SORTS * 5,              /* sort × threat to it × to others */
    ROW_BY_LAST = ROW_LOOSE + NATURAL_SORTS * 16, /* sort × chased by the last piece × chases it */
    ROW_HAND = ROW_BY_LAST + NATURAL_SORTS * 4,   /* sort × how many */
    ROW_DANGER = ROW_HAND + NATURAL_SORTS * 8,    /* sort × enemies at the own king */
    ROW_HUNT = ROW_DANGER + NATURAL_SORTS * 8,    /* sort × own pieces at the enemy king */
    ROW_NEAR_THIRD = ROW_HUNT + NATURAL_SORTS * 8, /* sort × place from his move before the last */
    ROW_TAKEN =
        ROW_NEAR_THIRD + NATURAL_SORTS * NATURAL_PLACES, /* sort × did the last move take? */
    NATURAL_MOVE_ROWS = ROW_TAKEN + NATURAL_SORTS * 4,
    /* of neighbours */
    ROW_AROUND_TO = NATURAL_MOVE_ROWS,
    ROW_AROUND_FROM = ROW_AROUND_TO + NATURAL_AROUND * NATURAL_CODES,
    /* of positions */
    ROW_PIECE = ROW_AROUND_FROM + NATURAL_AROUND * NATURAL_CODES, /* what × where */
    ROW_HANDS = ROW_PIECE + NATURAL_CODES * 81,                   /* whose × kind × how many */
    ROW_LAST = ROW_HANDS + 2 * 8 * 8,                             /* sort × square */
    ROW_OWN_LAST = ROW_LAST + NATURAL_SORTS * 81,
    ROW_WHEN = ROW_OWN_LAST + NATURAL_SORTS * 81,
    ROW_WHO = ROW_WHEN + NATURAL_PHASES,
    ROW_IN_CHECK = ROW_WHO + NATURAL_CLASSES,
    NATURAL_ROWS = (ROW_IN_CHECK + 1 + 7) / 8 * 8,
};
_Static_assert(NATURAL_ROWS <= UINT16_MAX, "rows are numbers of sixteen bits");

enum {
    NATURAL_HIDDEN = 32,
    NATURAL_NEIGHBOURS = NATURAL_SORTS * NATURAL_AROUND * NATURAL_CODES,
    NATURAL_HASH_BITS = 17,
    NATURAL_HASHES = 1 << NATURAL_HASH_BITS,
    NATURAL_MOST_ROWS = 64,     /* of a move */
    NATURAL_MOST_HASHES = 16,   /* of a move */
    NATURAL_POSITION_ROWS = 64, /* 40 pieces, 14 hands, and the rest */
};

/* What stands around a square, as offset × NATURAL_CODES + code. */
struct natural_around {
    uint16_t item[NATURAL_AROUND + 1]; /* the last is scratch */
    uint8_t count;
    bool ready;
    uint32_t near; /* hash of the eight next to it */
};

struct natural_last { /* a move made before, as the side to move sees it */
    uint8_t sort, to; /* sort 0: none */
};

struct natural_scene {
    const struct natural_question *q;
    int us;
    bool mirrored; /* left and right are changed, so that the own king is on the right */
    struct shogi_bb occupied;
    struct shogi_bb reach[SHOGI_SQUARES]; /* of each piece; squares as they are */
    struct shogi_bb last_reach;           /* of the piece that moved last */
    struct shogi_bb unmasks;              /* own pieces whose going gives check */
    struct shogi_bb zone, home;           /* at the enemy king, at the own one */
    struct shogi_bb threatened;           /* own pieces */
    uint8_t padded[13 * 13];              /* codes, as the side to move sees them */
    uint8_t count[2][SHOGI_SQUARES];      /* attackers: own, enemy; squares as they are */
    uint8_t least[2][SHOGI_SQUARES];      /* the least of them: a rank, 0 none … 5 king */
    uint8_t threat[SHOGI_SQUARES];        /* to own pieces, 0 … 3 */
    uint8_t threats[4];                   /* how many of each */
    int own_king, enemy_king;             /* as seen; -1: none */
    bool in_check;
    int checker;                                 /* its square, if there is one */
    int phase, danger, hunt;                     /* 0 … 7 */
    struct natural_last last, own, third;        /* his last, one's own, his before that */
    struct natural_around around[SHOGI_SQUARES]; /* by square as seen; when asked for */
    uint16_t row[NATURAL_POSITION_ROWS];
    int rows;
};

struct natural_active {
    uint16_t row[NATURAL_MOST_ROWS];
    uint32_t hash[NATURAL_MOST_HASHES];
    uint8_t hash_group[NATURAL_MOST_HASHES];
    uint8_t rows, hashes;
    uint8_t sort, to;
    uint8_t from; /* SHOGI_NO_SQUARE: a drop */
};

#pragma GCC visibility push(hidden)

void natural_look(struct natural_scene *s, const struct natural_question *q);
void natural_look_at(struct natural_scene *s, shogi_move m, struct natural_active *out);
const struct natural_around *natural_look_around(struct natural_scene *s, int square);

#pragma GCC visibility pop

/* --- The numbers ------------------------------------------------------------------------------ */

/* Units of the integers: hidden units and rows, worths, weights of hidden units. */
enum { NATURAL_ROW_ONE = 64, NATURAL_WORTH_ONE = 512, NATURAL_OUT_ONE = 512 };
enum { NATURAL_ROW_MOST = 127, NATURAL_UNIT_MOST = 4095, NATURAL_OUT_MOST = 8191 };

struct natural {
    _Alignas(64) int8_t row[NATURAL_ROWS][NATURAL_HIDDEN]; /* within ±NATURAL_ROW_MOST */
    int16_t worth[NATURAL_ROWS];
    int16_t neighbour[NATURAL_NEIGHBOURS];
    int8_t hash[NATURAL_HASHES];
    _Alignas(64) int16_t out[NATURAL_HIDDEN];
    float hash_one;               /* what 1 in hash is worth */
    struct natural_values values; /* what a search adds */
};

#pragma GCC visibility push(hidden)
/* By sort, neighbour and code. */
static inline int natural_neighbour(int sort, int item)
{
    return sort * NATURAL_AROUND * NATURAL_CODES + item;
}
enum status natural_write(const struct natural *n, struct buf *out, struct err *err) CHECK_RESULT;
#pragma GCC visibility pop

#endif
