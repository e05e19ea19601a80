/* patterns.h: drawn diagrams (parts of boards) in queries, for any game.
 *
 * A PATTERN node holds a diagram as its game understands it.  The tree, the plan and the evaluator
 * know it only through the table below: how it is read, what a symmetry makes of it, where it is in
 * a line of play, and which facts must be true where it is.  go_patterns.c fills it in for Go.
 *
 * All diagrams of a query are looked for at once: the sixteen images of one that either(sym(X))
 * makes are one run over a line, not sixteen. */
#ifndef KIFU_QUERY_LANGUAGE_PATTERNS_H
#define KIFU_QUERY_LANGUAGE_PATTERNS_H

#include "query/language/query.h"

struct captures;
struct lines;

/* A diagram was on the board at plies from … to - 1. */
struct pattern_place {
    uint32_t from, to;
    uint32_t pattern;    /* which of those that the matcher was opened with */
    int16_t column, row; /* of its lower left cell */
};

/* A line of play as it is stored. */
struct pattern_line {
    struct span start; /* in the game's notation; "": the usual one */
    const char *moves; /* game->move_bytes each */
    uint32_t count;
    /* what came off the board in it; NULL: not known */
    const struct captures *captures;
    const struct lines *lines; /* that captures are of, and the number of the line among them */
    uint32_t line;
};

struct pattern_game {
    size_t bytes; /* of a pattern, which may be copied */
    enum status (*parse)(void *pattern, struct span text, struct err *err);
    void (*print)(const void *pattern, struct buf *out);
    void (*image)(const void *pattern, unsigned symmetry, void *out);
    /* The symmetry that does the first and then the second. */
    unsigned (*compose)(unsigned first, unsigned second);

    /* Finding, one matcher for each thread.  The patterns are borrowed.  playing: by making every
     * move and looking at the board, to check the other way with. */
    enum status (*open)(void **matcher, const void *const *patterns, uint32_t count, bool playing,
                        struct err *err);
    void (*close)(void *matcher); /* NULL is fine */
    /* All places, sorted by pattern; borrowed until the next run.  STATUS_SYNTAX if a move can't
     * be made. */
    enum status (*find)(void *matcher, const struct pattern_line *line,
                        const struct pattern_place **places, size_t *count, struct err *err);

    /* What boards a segment has: a number for the shape that a start position has. */
    uint32_t (*board)(struct span start);
    /* How many places it can be at on such a board; 0: it is too large. */
    uint32_t (*place_count)(const void *pattern, uint32_t board);
    /* The facts that are true where it is at the i-th place; room for GAME_MAX_FACTS.  *lasting:
     * they are true at every ply at which it is there, and not only at some ply before. */
    uint32_t (*place_facts)(const void *pattern, uint32_t board, uint32_t i, uint32_t *facts,
                            bool *lasting);
    /* If it says what is on every point of the board: the keys with each seat to move. */
    bool (*whole)(const void *pattern, uint32_t board, struct position_key keys[GAME_MAX_SEATS]);

    /* A move made while the pattern of a node is at a place, as somebody sees it who looks at the
     * diagram as it was drawn.  0: nothing that counts; MOVE_ELSEWHERE: a move that has nothing to
     * do with it.  beside: lines around the diagram that have to do with it, where the drawing says
     * which points these are.  ends: it is the move that ended it there.  *seat: who made it, as
     * drawn; *swapped: that is the other player. */
    game_move (*move_seen)(const struct query_node *n, const struct pattern_place *place,
                           uint32_t board, game_move move, int beside, bool ends, int *seat,
                           bool *swapped);
    /* As move_seen(), of a move that has nothing to do with it: where it is on the board as
     * drawn; 0 if the drawing does not say where on the board it is. */
    game_move (*move_elsewhere)(const struct query_node *n, uint32_t board, game_move move);

    /* The image of a move as move_seen() names it, under a symmetry that leaves the diagram as it
     * is. */
    game_move (*move_turned)(const void *drawn, unsigned symmetry, game_move seen);

    /* Points of the board, numbered below SHAPE_POINTS.  Of a fact; a fact about a point; of a
     * move, with who made it: POINT_NONE of a pass, POINT_NOT_PLAYED if it is nobody's turn (stones
     * that are set up).  near: whether a move at one is next to a stone at the other. */
    int (*fact_point)(uint32_t fact);
    uint32_t (*point_fact)(int point);
    int (*move_point)(game_move move, int *seat);
    bool (*near)(int stone, int point);
    /* "Q16" */
    void (*print_place)(int column, int row, struct buf *out);
};

enum { SHAPE_POINTS = 52 * 52, POINT_NONE = -1, POINT_NOT_PLAYED = -2 };

/* No move of any game. */
#define MOVE_ELSEWHERE ((game_move)1 << 32)

/* Of a game; NULL if it has none. */
const struct pattern_game *patterns_of_game(const struct game *game);
/* The diagram that all patterns of a query are images of; NULL if there is none, or several. */
const void *query_drawn(const struct query *q);

#endif
