/* tags.h: the named queries that hold in a game, each with its player and its plies.
 *
 * Every named query that has a group, read once for each player; a line of play is then a run of
 * each over its moves.  With the 113 that are built in: opening 4 ms, a game 0.44 ms (4,375 real
 * games, one core of a busy two-core virtual machine).
 *
 *     named_tags_open(&t, &named, game, err);
 *     named_tags_of_line(t, start, moves, n, &found, err);
 *     for (i = 0; i < found.count; i++)
 *         … found.at[i].named->name, found.at[i].seat, from, to …
 *     named_tags_close(t);
 *
 * A query that is its own image when the players change places (both in the same castle) is found
 * once, with seat -1. */
#ifndef KIFU_QUERY_RUN_TAGS_H
#define KIFU_QUERY_RUN_TAGS_H

#include "games/record.h"
#include "query/language/named.h"

struct named_tag {
    const struct named_query *named;
    int seat;          /* whose; -1: both players' */
    uint32_t from, to; /* plies of the first span that matches, end excluded */
    uint32_t spans;    /* how many there are */
    uint32_t plies;    /* that match, in all of them */
};

struct tag_list {
    struct named_tag *at; /* by from, then in the order of the definitions */
    size_t count, cap;
};
void tag_list_release(struct tag_list *l);

struct named_tags;

/* Reads the definitions.  Borrows named, which must not change meanwhile.  Those that can't be read
 * are left out: named_check() says why. */
enum status named_tags_open(struct named_tags **out, const struct named_queries *named,
                            const struct game *game, struct err *err) CHECK_RESULT;
void named_tags_close(struct named_tags *t); /* NULL is fine */

/* Replaces what is in *out by the tags of n moves from a start in the game's notation ("": the
 * usual one).  One line at a time for each named_tags. */
enum status named_tags_of_line(struct named_tags *t, struct span start, const game_move *moves,
                               uint32_t n, struct tag_list *out, struct err *err) CHECK_RESULT;
/* As named_tags_of_line(), of a record's main line. */
enum status named_tags_of_record(struct named_tags *t, const struct record *rec,
                                 struct tag_list *out, struct err *err) CHECK_RESULT;

#endif
