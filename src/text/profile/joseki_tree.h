/* joseki_tree.h: what is played in a corner of the Go board, move by move.
 *
 * Counts are of corners (go_corner.h), unless they are said to be of games: a game has up to four.
 * A tree is read along one path from the empty corner; each of its steps knows all moves that were
 * played there, and how the games ended. */
#ifndef KIFU_TEXT_PROFILE_JOSEKI_TREE_H
#define KIFU_TEXT_PROFILE_JOSEKI_TREE_H

#include "base/wilson.h"
#include "text/profile/go_corner.h"
#include "text/profile/sequence_profile.h"

enum {
    JOSEKI_TREE_DEPTH = GO_CORNER_LONGEST,
    JOSEKI_TREE_DECADES = 300,
    JOSEKI_TREE_EXAMPLES = 8,
};

/* Corners, with the results of the side that moved there. */
struct joseki_count {
    uint32_t times, wins, losses, draws;
};
struct joseki_move {
    uint32_t symbol;
    struct joseki_count count;             /* of the side that made it */
    uint32_t decades[JOSEKI_TREE_DECADES]; /* corners of the years 10 i … 10 i + 9 */
};
struct joseki_step {
    struct joseki_move *moves; /* owned; most corners first */
    uint32_t count, cap;
    uint32_t times; /* corners that came here */
    uint32_t moved; /* of these: in which a move of the other side followed */
    uint32_t again; /* the same side played here again first */
};
struct joseki_example {
    uint32_t line, ply, date; /* of the corpus; of its last stone */
};
struct joseki_tree {
    struct joseki_step steps[JOSEKI_TREE_DEPTH + 1]; /* before the first move, the second … */
    uint32_t path[JOSEKI_TREE_DEPTH];
    uint32_t length; /* of the path that was asked for */
    uint32_t depth;  /* with the commonest moves after it */
    /* of the corners at the end of the path */
    uint32_t games, first_year, last_year;
    struct joseki_count began; /* results of the side that began the corner */
    struct joseki_example examples[JOSEKI_TREE_EXAMPLES]; /* the newest first */
    uint32_t example_count;
};

/* corners: read with go_corner_encoding.  path: symbols, at most JOSEKI_TREE_DEPTH; the tree goes on
 * along the commonest moves for `ahead` steps more.  STATUS_RANGE if the path is too long.  Released
 * with joseki_tree_release(), whatever is returned. */
enum status joseki_tree_read(struct joseki_tree *t, const struct mine_result *corners,
                             struct db *const *dbs, const uint32_t *path, uint32_t length,
                             uint32_t ahead, struct err *err) CHECK_RESULT;
void joseki_tree_release(struct joseki_tree *t);

/* A path as points of the upper right corner: "R16 P16".  Any corner and either orientation may be
 * written; it becomes the usual one.  STATUS_SYNTAX for anything else. */
enum status joseki_path_parse(struct span text, int size, uint32_t path[JOSEKI_TREE_DEPTH],
                              uint32_t *length, struct err *err) CHECK_RESULT;
/* The point of a symbol there. */
int joseki_point(uint32_t symbol, int size);

#endif
