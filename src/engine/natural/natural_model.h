/* natural_model.h: the features of the model of people's moves, and the layout of its weights.
 *
 * Everything is seen by the side to move: for White the board is turned round, and it is mirrored
 * if its king would stand on the left.  A position is looked at once (struct natural_scene), then
 * each move.  What is the same for many moves is kept in groups, whose sums are made once:
 *
 *     rows of the position ─────────────────┐
 *     rows by sort of move ─────────────────┤
 *     rows by sort and where it comes from ─┼──▶ sum ──▶ hidden units ──▶ score of the move
 *     rows around the destination ──────────┤      └──▶ worths ─────────────▲ ▲ ▲
 *     rows of the move ─────────────────────┘                               │ │
 *     worth of what is around the destination, by sort of move ─────────────┘ │
 *     the position as a whole × sort and destination, sort and origin ────────┘
 *
 * A row is what one feature adds to the hidden units, and its worth, what it adds to the score:
 *
 *     0            1                  NATURAL_HIDDEN       NATURAL_HIDDEN + 1
 *     [ unit 0     unit 1     …       worth                (rest of the worth, in integers) ] */
#ifndef KIFU_ENGINE_NATURAL_NATURAL_MODEL_H
#define KIFU_ENGINE_NATURAL_NATURAL_MODEL_H

#include "base/buf.h"
#include "engine/natural/natural.h"
#include "engine/natural/natural_values.h"

/* Sorts of moves: 1..14 a kind that moves, 15..20 one that promotes, 21..27 a drop; 0: no move. */
enum { NATURAL_SORTS = 28, SORT_PROMOTES = 14, SORT_DROPS = 20 };
enum {
    NATURAL_AROUND = 24, /* neighbours in five files by five ranks */
    NATURAL_CODES = 32,  /* what stands there: kind, 16 more if the enemy's; 31: off the board */
    CODE_OUTSIDE = 31,
    NATURAL_PLACES = 81 + 1, /* by distance in files and ranks up to 4; the last: further */
    NATURAL_PHASES = 8,
};

/* Where the rows of each group begin: sort × what is said.  Files depend on them: MAGIC of
 * natural_file.c changes with them. */
enum natural_rows {
    /* by sort of move */
    ROW_PHASE = 0,
    ROW_CLASS = ROW_PHASE + NATURAL_SORTS * NATURAL_PHASES,
    ROW_DANGER = ROW_CLASS + NATURAL_SORTS * 4,       /* enemies at the own king */
    ROW_HUNT = ROW_DANGER + NATURAL_SORTS * 8,        /* own pieces at the enemy king */
    ROW_REPLY = ROW_HUNT + NATURAL_SORTS * 8,         /* sort of his last move × did it take? */
    ROW_AFTER = ROW_REPLY + NATURAL_SORTS * 64,       /* sort of one's own last move */
    ROW_PRESSED = ROW_AFTER + NATURAL_SORTS * 32,     /* worst threat × another × is it new? */
    ROW_NEAR_MATE = ROW_PRESSED + NATURAL_SORTS * 16, /* mate in one: ours, his */
    ROW_HAND = ROW_NEAR_MATE + NATURAL_SORTS * 4,     /* how many */
    ROW_CHECKED = ROW_HAND + NATURAL_SORTS * 8,       /* in check by which kind */
    /* by sort and origin */
    ROW_FROM = ROW_CHECKED + NATURAL_SORTS * 16,
    ROW_FROM_LAST = ROW_FROM + NATURAL_SORTS * 81,                   /* place from his last move */
    ROW_FROM_GUARD = ROW_FROM_LAST + NATURAL_SORTS * NATURAL_PLACES, /* least enemy × support */
    ROW_FROM_THREAT = ROW_FROM_GUARD + NATURAL_SORTS * 18, /* threat to it × by the last piece */
    ROW_UNCOVERS = ROW_FROM_THREAT + NATURAL_SORTS * 16,   /* a line on that enemy piece */
    ROW_EXPOSES = ROW_UNCOVERS + NATURAL_SORTS * 16,       /* that own piece to a line */
    ROW_SAME = ROW_EXPOSES + NATURAL_SORTS * 16,           /* one's own last move, again */
    ROW_FROM_ZONE = ROW_SAME + NATURAL_SORTS * 32,         /* squares at the enemy king before */
    ROW_FROM_HOME = ROW_FROM_ZONE + NATURAL_SORTS * 5,     /* at the own king */
    /* of the move */
    ROW_TO = ROW_FROM_HOME + NATURAL_SORTS * 5,
    ROW_ENEMY_KING = ROW_TO + NATURAL_SORTS * 81, /* files apart × ranks from it */
    ROW_OWN_KING = ROW_ENEMY_KING + NATURAL_SORTS * 9 * 17,
    ROW_NEAR_LAST = ROW_OWN_KING + NATURAL_SORTS * 9 * 17, /* place from his last move */
    ROW_NEAR_OWN = ROW_NEAR_LAST + NATURAL_SORTS * NATURAL_PLACES,
    ROW_NEAR_THIRD = ROW_NEAR_OWN + NATURAL_SORTS * NATURAL_PLACES,
    ROW_TAKES = ROW_NEAR_THIRD + NATURAL_SORTS * NATURAL_PLACES, /* kind × was it there before? */
    ROW_EXCHANGE = ROW_TAKES + NATURAL_SORTS * 32,               /* result */
    ROW_TO_GUARD = ROW_EXCHANGE + NATURAL_SORTS * 12,            /* least enemy × own support */
    ROW_WORST = ROW_TO_GUARD + NATURAL_SORTS * 18, /* what it does about the worst threat */
    ROW_ZONE = ROW_WORST + NATURAL_SORTS * 64,     /* squares at the enemy king */
    ROW_HOME = ROW_ZONE + NATURAL_SORTS * 5,       /* squares at the own king */
    ROW_AHEAD = ROW_HOME + NATURAL_SORTS * 5,      /* what stands there */
    ROW_TAKES_BACK = ROW_AHEAD + NATURAL_SORTS * NATURAL_CODES, /* last sort × did it take? */
    ROW_CHASES = ROW_TAKES_BACK + NATURAL_SORTS * 64,           /* the piece that moved last */
    ROW_CHECK = ROW_CHASES + NATURAL_SORTS * 2,                 /* how × how safe */
    ROW_HITS = ROW_CHECK + NATURAL_SORTS * 12,                  /* kind × how */
    ROW_FORK = ROW_HITS + NATURAL_SORTS * 48,                   /* two, more */
    ROW_SHIELDS = ROW_FORK + NATURAL_SORTS * 4,                 /* threatened kind */
    ROW_LEAVES = ROW_SHIELDS + NATURAL_SORTS * 16,              /* kind no longer covered */
    ROW_EVADE = ROW_LEAVES + NATURAL_SORTS * 16,                /* takes the checker? */
    ROW_BACK = ROW_EVADE + NATURAL_SORTS * 2,                   /* goes back where it came from */
    ROW_MATES = ROW_BACK + NATURAL_SORTS,
    ROW_MEETS_MATE = ROW_MATES + NATURAL_SORTS,     /* how */
    ROW_STAYS = ROW_MEETS_MATE + NATURAL_SORTS * 8, /* could promote and does not */
    /* of neighbours */
    ROW_AROUND_TO = ROW_STAYS + NATURAL_SORTS,
    ROW_AROUND_FROM = ROW_AROUND_TO + NATURAL_AROUND * NATURAL_CODES,
    /* of positions */
    ROW_POSITION = ROW_AROUND_FROM + NATURAL_AROUND * NATURAL_CODES,
    ROW_PIECE = ROW_POSITION,                   /* what × where */
    ROW_HANDS = ROW_PIECE + NATURAL_CODES * 81, /* whose × kind × how many */
    ROW_WHEN = ROW_HANDS + 2 * 8 * 8,
    ROW_WHO = ROW_WHEN + NATURAL_PHASES,
    ROW_IN_CHECK = ROW_WHO + 4,
    ROW_POSITION_END = (ROW_IN_CHECK + 1 + 7) / 8 * 8, /* of the position as a whole */
    ROW_LAST = ROW_POSITION_END,                       /* sort × square */
    ROW_OWN_LAST = ROW_LAST + NATURAL_SORTS * 81,
    NATURAL_ROWS = (ROW_OWN_LAST + NATURAL_SORTS * 81 + 7) / 8 * 8,
};
_Static_assert(NATURAL_ROWS <= UINT16_MAX, "rows are numbers of sixteen bits");

enum {
    NATURAL_HIDDEN = 62,
    NATURAL_LANES = NATURAL_HIDDEN + 2, /* of a row */
    NATURAL_ITEMS = NATURAL_AROUND * NATURAL_CODES,
    NATURAL_HEAD = 128, /* units of the position as a whole */
    NATURAL_HEAD_ROWS = ROW_POSITION_END - ROW_POSITION,
    NATURAL_PLACINGS = NATURAL_SORTS * 81,
    NATURAL_MOST_ROWS = 48,              /* of a move */
    NATURAL_SORT_ROWS = 16,              /* of a sort */
    NATURAL_FROM_ROWS = 16,              /* of an origin, neighbours apart */
    NATURAL_POSITION_ROWS = 64,          /* 40 pieces, 14 hands, and the rest */
    NATURAL_ORIGINS = 2 * SHOGI_SQUARES, /* square as seen × 2, one more for moves that promote */
};
_Static_assert(NATURAL_HIDDEN + 2 == NATURAL_LANES, "the last two are the worth");

/* What stands around a square, as offset × NATURAL_CODES + code. */
struct natural_around {
    uint16_t item[NATURAL_AROUND + 1]; /* the last is scratch */
    uint8_t count;
};

struct natural_last { /* a move made before, as the side to move sees it */
    uint8_t sort, to; /* sort 0: none */
};

struct natural_rows_list {
    uint16_t row[NATURAL_MOST_ROWS];
    int count;
};

struct natural_scene {
    const struct natural_input *q;
    int us;
    uint8_t seen[SHOGI_SQUARES + 1]; /* squares as the side to move sees them */
    struct shogi_bb occupied;
    struct shogi_bb reach[SHOGI_SQUARES]; /* of each piece; squares as they are, as in all sets */
    struct shogi_bb last_reach;           /* of the piece that moved last */
    struct shogi_bb unmasks;              /* own pieces whose going gives check */
    struct shogi_bb zone, home;           /* at the enemy king, at the own one */
    struct shogi_bb threatened;           /* own pieces that may be lost */
    struct shogi_bb answers;              /* where the worst threat can be met */
    struct shogi_bb loose;                /* own pieces in danger that only one piece covers */
    uint8_t padded[13 * 13];              /* codes, as the side to move sees them */
    uint8_t count[2][SHOGI_SQUARES];      /* attackers: own, enemy; squares as they are */
    uint8_t least[2][SHOGI_SQUARES];      /* the least of them: a rank, 0 none … 5 king */
    uint8_t threat[SHOGI_SQUARES];        /* to own pieces: 0 none … 4 */
    uint8_t uncovers[SHOGI_SQUARES];      /* an enemy's kind that a line is opened to; 0: none */
    uint8_t exposes[SHOGI_SQUARES];       /* an own one */
    int worst;                            /* own piece that is threatened most; or NO_SQUARE */
    int worst_level, second_level;        /* how much; 0: none */
    bool worst_is_new;                    /* the last move threatens it */
    int king[2];                          /* own, enemy; as they are; -1: none */
    int own_king, enemy_king;             /* as seen; -1: none */
    bool in_check;
    int checker, check_kind;              /* its square and kind, if there is one */
    int phase, danger, hunt;              /* 0 … 7 */
    bool mate, threatened_mate;           /* in one: ours, his if we passed */
    struct natural_last last, own, third; /* his last, one's own, his before that */
    int own_from;                         /* where one's own last came from; or NO_SQUARE */
    uint16_t row[NATURAL_POSITION_ROWS];
    int rows, head_rows; /* the first of them: of the position as a whole */
};

/* A move: what groups it belongs to, and what is its own. */
struct natural_active {
    struct natural_rows_list list;
    uint8_t sort, to;
    uint8_t origin; /* NATURAL_ORIGINS: a drop */
};

/* --- The numbers ------------------------------------------------------------------------------ */

/* Each unit has a scale of its own, made from its weights when they become integers; out, whole and
 * counts put them together again:
 *
 *     score = (counts.units · Σ out × units + counts.whole · Σ weights × whole
 *              + counts.neighbours · Σ neighbours) / NATURAL_SCORE_ONE */
#define NATURAL_SCORE_ONE ((float)(UINT64_C(1) << 36))
enum {
    NATURAL_ROW_MOST = 127,
    NATURAL_WORTH_HIGH = 16, /* what one of the first of a worth's two numbers counts */
    NATURAL_WORTH_MOST = NATURAL_WORTH_HIGH * NATURAL_ROW_MOST,
    NATURAL_UNIT_ROWS = 64 + 16 + 16 + 48 + 2 * NATURAL_AROUND, /* that are added up for a move */
    NATURAL_UNIT_MOST = NATURAL_UNIT_ROWS * 128,
    NATURAL_OUTS_MOST = INT32_MAX / NATURAL_UNIT_MOST, /* all of out together: sums of 32 bits */
    NATURAL_NEIGHBOUR_MOST = 1300,                     /* 24 of them fit sixteen bits */
    NATURAL_WHOLE_FINER = 4, /* so much finer are units of the whole than their rows: 57 rows fit */
    NATURAL_WHOLE_ONE = 32768, /* of what they are multiplied with */
    NATURAL_COUNT_MOST = 1 << 28,
};

struct natural_counts {
    int32_t units, whole, neighbours; /* 1 … NATURAL_COUNT_MOST */
};

struct natural {
    _Alignas(64) int8_t row[NATURAL_ROWS][NATURAL_LANES];         /* within ±NATURAL_ROW_MOST */
    _Alignas(64) int16_t neighbour[NATURAL_ITEMS][NATURAL_LANES]; /* worth by sort */
    _Alignas(64) int8_t head[NATURAL_HEAD_ROWS][NATURAL_HEAD];
    _Alignas(64) int8_t head_to[NATURAL_PLACINGS][NATURAL_HEAD];
    _Alignas(64) int8_t head_from[NATURAL_PLACINGS][NATURAL_HEAD];
    _Alignas(64) int16_t out[NATURAL_LANES];  /* the last two: what a worth counts */
    _Alignas(64) int16_t whole[NATURAL_HEAD]; /* what units of the whole are multiplied with */
    struct natural_counts counts;
    struct natural_values values; /* what a search adds */
};

#pragma GCC visibility push(hidden)
enum status natural_write(const struct natural *n, struct buf *out, struct err *err) CHECK_RESULT;
enum status natural_save(const struct natural *n, const char *path, struct err *err) CHECK_RESULT;
#pragma GCC visibility pop

#endif
