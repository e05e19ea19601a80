/* query.h: the syntax tree of a query, and its text.
 *
 * The language is described in docs/query.md; parse.c reads it.  What is particular to a game
 * (squares, pieces, hands, regions, moves) is turned into facts while reading, so the tree knows
 * only facts and their weights, whatever the game:
 *
 *     s99ou                      SUM of one fact, >= 1
 *     s.hand.gi=2                AND of "two or more" and NOT "three or more"
 *     empty:55                   SUM of all facts about the square, = 0
 *     any:s55, 55:{sfu,sgi}      SUM of a set of facts, >= 1
 *     count(sfu,rank:5)>=2       SUM of facts, >= 2
 *     material>=500              SUM of all facts weighted by what the pieces are worth
 *     progress.diff>=0.25        MEASURE: a number worked out from the whole position, compared
 *     like "SFEN" >=30           SUM of the position's facts, >= 30, ranked
 *     sfen "…" (complete)        EXACT: a key
 *     sfen "…" (with ?)          AND of its facts, of one SUM = 0 of all that must not be, and TURN
 *     pattern "…"                PATTERN: what the game makes of the diagram
 *     castle:mino, flip(X)       the tree of what they stand for
 *
 * Meaning.  For each line of play a node has two sets of plies: where it *holds*, and which of
 * those plies *match*.  They differ only through turn: and the side to move of sfen, which leave
 * spans whole and filter plies within them.
 *
 *     AND, OR       both sets by intersection, union
 *     NOT           holds = matches = plies that do not match; if there is a turn inside: holds =
 *                   all plies, matches = plies that do not match
 *     TURN          holds everywhere, matches where that seat is to move
 *     EXACT         holds where the board is the same, matches where the side to move is too
 *     THEN          for each span of X (a run of plies where it holds, with a match in it) the
 *                   first span of Y that begins after X's begins, at most n plies after: the plies
 *                   from X's first to Y's last
 *     NEVER         X, if Y matches at no ply of the line; else nothing
 *     EVER          X, if Y matches at a ply of the line; else nothing
 *     SINCE         from the first ply at which X matches to the end of the line
 *     FOR           X's spans of that length
 *     META          all plies, if the condition is true of the game
 *     PATTERN       where the diagram is at one place or more
 *     MEASURE       where the comparison is true; nowhere that there is no number
 *
 * A hit is a maximal run of plies where the root holds that has a matching ply; it says how many of
 * its plies match. */
#ifndef KIFU_QUERY_LANGUAGE_QUERY_H
#define KIFU_QUERY_LANGUAGE_QUERY_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "games/game.h"
#include "games/replay.h"
#include "store/metadata/metadata.h"

enum query_op {
    Q_AND, /* children: two or more */
    Q_OR,
    Q_NOT,   /* one */
    Q_THEN,  /* two; number: the most plies from one to the other, UINT32_MAX: any */
    Q_NEVER, /* two */
    Q_EVER,  /* two */
    Q_SINCE, /* one */
    Q_FOR,   /* one; compare, number */
    Q_SUM,
    Q_EXACT,
    Q_TURN, /* seat */
    Q_PLY,  /* low … high, both included */
    Q_MOVE, /* a move, or several in a row: matches at the ply that the last one produces */
    Q_META,
    Q_PATTERN, /* a drawn part of the board: see patterns.h */
    Q_MEASURE, /* number: row of the game's table (measures.h); compare, value in millionths */
    Q_TRUE,    /* every ply: an empty query, all games */
};

enum query_compare { COMPARE_GE, COMPARE_LE, COMPARE_EQ, COMPARE_GT, COMPARE_LT, COMPARE_NE };

struct query_term {
    uint32_t fact;
    int32_t weight;
};

/* A move as a pattern.  Fields that are not given match anything. */
struct query_move {
    game_move move; /* 0: not given, else exactly this */
    game_move mask; /* of chaturanga: not 0: only these bits of it must match */
    uint32_t
        *begins;    /* facts, sorted, one of which must begin with the move (the piece arriving) */
    uint32_t *ends; /* one of which must end (the piece leaving its square or the hand), or none */
    int seat;       /* -1: anybody */
    uint32_t begins_count, ends_count;
};

/* Whether it is one move and no other, by whoever it may be. */
static inline bool query_move_is_given(const struct query_move *m)
{
    return m->move != 0 && m->mask == 0 && m->begins_count == 0 && m->ends_count == 0;
}

/* The condition of a META node. */
enum query_meta {
    META_TEXT,     /* field contains text (metadata.h), or with COMPARE_EQ is it */
    META_RATING,   /* every known rating, one at least, or that of `seat`: compare, number */
    META_PLIES,    /* moves: compare, number */
    META_DATE,     /* low … high as columns.h packs them, both included; a date of which only the
                     year is known is within if some day of it is */
    META_RESULT,   /* won by `seat`; seat -1: drawn; -2: not known */
    META_END,      /* how it ended: number is enum record_end */
    META_HANDICAP, /* number is the game's own */
    META_SIZE, /* of the board, both sides: compare, number; if low is not 0, the width is number
                     and the height low */
    META_ID,   /* low … high */
    META_KOMI, /* one that is known: compare, value in hundredths */
};

/* Which of the two players a node leaves open; see query_own() in tree.h. */
enum query_sides {
    SIDES_FIXED,  /* none */
    SIDES_IMAGES, /* OR of what was written and its images: `plays` of each child says as whom */
    SIDES_SAME,   /* the same with the players exchanged: both play the part */
};
enum { PLAYS_WRITTEN = 1, PLAYS_EXCHANGED = 2, PLAYS_BOTH = 3 };

struct query_node {
    enum query_op op;
    uint32_t child, next; /* numbers of nodes; 0: none */
    uint32_t last;        /* its last child */
    uint32_t depth;       /* levels below and with it: 1 for a leaf, at most QUERY_MAX_DEPTH */
    struct span source;   /* the text it was read from, for --explain and messages */
    enum query_compare compare;
    uint32_t number, low, high;
    int64_t value; /* SUM or MEASURE is compared with this */
    int seat;      /* TURN, META; -1: any */
    /* SUM */
    struct query_term *terms; /* by fact, each once */
    uint32_t term_count;
    bool ranked; /* like: hits are ordered by the sum, best first */
    /* EXACT: keys with each seat to move; seat says which matches, -1: any (board "…") */
    struct position_key keys[GAME_MAX_SEATS];
    struct span position; /* in the game's notation; of PATTERN its text */
    /* PATTERN: as the game has it, the diagram as it was drawn, and the symmetry between them */
    const void *pattern, *drawn;
    unsigned symmetry;
    /* The symmetries, as bits, of the sym(…) or the like that it was written with.  If there are
     * several images it is an OR, and the first child is as it was written.  Does not change where
     * it holds; see moves_turned.c, moves_shape.c. */
    uint32_t images;
    bool about_game; /* SINCE: a name that is about the game; see game_names.h */
    enum query_sides sides;
    uint8_t plays;            /* PLAYS_… of a child of SIDES_IMAGES; else 0 */
    struct board_shape board; /* that those images are on */
    unsigned turn;            /* the symmetry that made it of the first child of such an OR */
    /* MOVE */
    struct query_move *moves;
    uint32_t move_count;
    /* META */
    enum query_meta ask;
    enum meta_field field;
    struct span text;
    bool named_player; /* player: itself, and not black:, winner: and the like */
    bool person;       /* whoever has the name, in all spellings, and nobody else */
};

/* A bare name that several people have, and who is meant: nearly all games are that one's. */
struct name_reading {
    struct span word, name; /* as written; the person's usual spelling */
    uint64_t games, of;     /* that one's, and everybody's who has the name */
    const struct name_reading *next;
};

struct query {
    const struct game *game;
    struct query_node *nodes; /* nodes[0] is unused */
    uint32_t count;
    size_t cap;
    uint32_t root;
    struct arena arena; /* owns terms, texts, … and a copy of the query's text */
    struct span text;
    const struct name_reading *readings; /* in the arena, the last one first */
};

/* Named queries: castle:mino, opening:yagura, @name.  See named.h. */
struct named_queries;

enum {
    QUERY_MAX_NODES = 100000,
    QUERY_MAX_BYTES = 1 << 20,
    QUERY_MAX_DEPTH = 200,
    QUERY_MAX_MOVES = 512, /* in a row */
};

/* Reads text.  named may be NULL.  STATUS_SYNTAX with err->byte the place in text (line 1), saying
 * what is wrong and, for an unknown word, which one is nearest.  If the mistake is in the
 * definition of a name, err->file is that name ("castle:mino") and the byte is in the definition.
 * STATUS_LIMIT and STATUS_NOMEM as well.  Whatever is returned, *q may and must be released. */
enum status query_parse(struct query *q, const struct game *game, const struct named_queries *named,
                        struct span text, struct err *err) CHECK_RESULT;
void query_release(struct query *q);

/* A tree that was built by hand: for tests and other front ends. */
void query_init(struct query *q, const struct game *game);
/* 0 if there is no memory or room. */
uint32_t query_add(struct query *q, enum query_op op);
/* Makes child the last child of parent.  False if the tree would be deeper than QUERY_MAX_DEPTH. */
bool query_adopt(struct query *q, uint32_t parent, uint32_t child);
/* Whether the trees are equal, children in the same order; their sources do not matter. */
bool query_equal(const struct query *a, const struct query *b);
/* Whether they have the same meaning, with the children of AND and OR in any order.  May be false
 * of queries that are equivalent by a longer proof. */
bool query_same_meaning(const struct query *a, const struct query *b);
/* As query_same_meaning(), of two trees in one query. */
bool query_nodes_same(const struct query *q, uint32_t a, uint32_t b);

/* The tree as text that query_parse() reads back to an equal tree. */
void query_print(const struct query *q, struct buf *out);
/* One node and what is below it. */
void query_print_node(const struct query *q, uint32_t node, struct buf *out);

#endif
