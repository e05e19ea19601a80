/* tree.h: properties of a query that are read off its syntax tree. */
#ifndef KIFU_QUERY_LANGUAGE_TREE_H
#define KIFU_QUERY_LANGUAGE_TREE_H

#include "query/language/query.h"

/* STATUS_LIMIT if it is nested deeper than QUERY_MAX_DEPTH (trees may be built by hand): everything
 * else that walks through a tree relies on it. */
enum status query_check_depth(const struct query *q, struct err *err) CHECK_RESULT;

/* Whether there is a turn: or a side to move below, so that plies that hold need not match. */
bool query_has_turn(const struct query *q, uint32_t node);
/* Whether it is about the game alone (META, joined by AND, OR, NOT). */
bool query_is_meta(const struct query *q, uint32_t node);
/* Whether it has nothing that needs the moves to be played, but only drawn diagrams, plies and
 * conditions on the game. */
bool query_is_drawn(const struct query *q, uint32_t node);
/* Whether it depends at each ply on that ply and those before it, but never on later ones. */
bool query_is_local(const struct query *q, uint32_t node);
/* Whether it is about games alone, its hits beginning where a name of the query arises: beside a
 * condition on plies the name would hold in all of the game. */
bool query_is_of_games(const struct query *q);
/* The first node that ranks hits; 0 if there is none. */
uint32_t query_ranked(const struct query *q);

/* --- Whose part it is --------------------------------------------------------------------------
 *
 * A query is written for one player, s or b.  Where it is either(X), sym(X) or a name without a
 * player, the part of that player may be played by the other one, and each hit tells by whom:
 *
 *     the query is read with X in place of either(X), and once more with flip(X); the player whose
 *     query matches first within the hit, from its first matching ply on, plays the part, or both
 *     if that is at the same ply.
 *
 * Of several such words the outermost and, side by side, the first counts; the others stay as they
 * are.  Alternatives that are joined by `or` have one each; those that have none are played as they
 * are written.  What is under `not`, or to the right of `never`, does not count. */
enum query_own {
    OWN_NONE,   /* it names no player */
    OWN_FIRST,  /* the part of s or b is always the first player's */
    OWN_BY_HIT, /* see above */
};
enum query_own query_own(const struct query *q);
/* OWN_BY_HIT, found at once. */
bool query_is_sided(const struct query *q);
/* Whether there is such a word at or below a node. */
bool query_has_sides(const struct query *q, uint32_t node);
/* The child that decides for a node that has one: query_has_sides(). */
uint32_t query_sided_child(const struct query *q, uint32_t node);
/* Who plays, PLAYS_…, where a leaf below holds and nothing but OR is between it and the node. */
uint8_t query_leaf_plays(const struct query *q, uint32_t node, uint32_t leaf);
/* The META node of the one player that the query names by player:; 0 if there is none, or are
 * several different ones. */
uint32_t query_player(const struct query *q);

/* "This one fact": SUM of one term >= 1. */
bool query_is_fact(const struct query_node *n, uint32_t *fact);
/* "None of these facts" */
bool query_is_absence(const struct query_node *n);

static inline bool query_compare(int64_t a, enum query_compare compare, int64_t b)
{
    switch (compare) {
    case COMPARE_GE:
        return a >= b;
    case COMPARE_LE:
        return a <= b;
    case COMPARE_EQ:
        return a == b;
    case COMPARE_GT:
        return a > b;
    case COMPARE_LT:
        return a < b;
    case COMPARE_NE:
        return a != b;
    }
    return false;
}

#endif
