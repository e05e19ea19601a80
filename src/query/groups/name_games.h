/* name_games.h: the games in which queries match, with who plays the part of s or b in each; for
 * tables that need those of a hundred castles and openings at once.
 *
 * Lists of queries about moves alone never change, so they are kept in the folder of columns (db.h),
 * where anybody may delete them:
 *
 *     NAME.kifu/columns/SEGMENT-names.idx     a segment file (store/segment.h) with the sections
 *         about    text: "kifu-names 1", then the segment's name and a hash of its table
 *         keys     for each list: 16 bytes, the XXH3-128 of its query; u64 where it ends in "lists"
 *         lists    each: varint number of games; for each game, ascending, a varint: four times the
 *                  distance from the game number before (the first: its number), plus PLAYS_…
 *
 * The file appears whole or not at all, and counts only if its "about" fits the segment, all
 * checksums are right and every list is as above.  Where it cannot be written, nothing is kept. */
#ifndef KIFU_QUERY_GROUPS_NAME_GAMES_H
#define KIFU_QUERY_GROUPS_NAME_GAMES_H

#include "query/search.h"

/* In one segment. */
struct game_list {
    uint32_t *at; /* owned; game numbers, ascending, times four plus PLAYS_… (query.h) */
    uint32_t count;
};
/* Of one query: a list for each segment of all databases in turn. */
struct name_games {
    struct game_list *parts; /* owned */
    uint32_t part_count;
};
void name_games_release(struct name_games *g);

/* Fills in out, which has room for count; to be released whatever is returned.  Removed games are
 * left out.  Of opt only threads, cancelled, values and own count: with own, the lists of segments that
 * another process has are empty. */
enum status name_games_find(struct name_games *out, const struct query *queries, size_t count,
                            struct db *const *dbs, uint32_t db_count,
                            const struct search_options *opt, struct err *err) CHECK_RESULT;

/* Reads a list; games: how many the segment has.  False if it is damaged; l is empty then.  For
 * tests, too. */
bool game_list_read(struct game_list *l, struct span bytes, uint32_t games);

#endif
