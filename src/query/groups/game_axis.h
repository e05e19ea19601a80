/* game_axis.h: games in groups: by castle, opening, player, year, decade, event, place.
 *
 * A game may be in several groups of an axis (castles), and in each of them one player may have the
 * part: the one who has the castle, the one who is the player.  Years and events have no players. */
#ifndef KIFU_QUERY_GROUPS_GAME_AXIS_H
#define KIFU_QUERY_GROUPS_GAME_AXIS_H

#include "base/work/reduction.h"
#include "query/language/named.h"
#include "query/run/query_result.h"

enum axis_kind { AXIS_NAMES, AXIS_PLAYER, AXIS_YEAR, AXIS_DECADE, AXIS_EVENT, AXIS_PLACE };

struct axis_group {
    struct span name;  /* "mino", "1990s"; borrowed from the axis */
    struct span label; /* as Japanese readers know it; else the name */
    /* the words that find its games; and for each player, "s.castle:mino", "g.castle:mino": empty if
     * the group has no player */
    struct span query, by_player[2];
    uint64_t games;
};

struct axis_entry {
    uint32_t group;
    uint8_t plays; /* who has the part, PLAYS_… (query.h); 0: the group has no player */
    uint8_t first; /* of these the one in the first hit, as in scores.h */
};

/* Of one segment: those of game n are entries first[n] … first[n + 1] - 1. */
struct axis_part {
    uint32_t *first; /* owned */
    struct axis_entry *at;
};

struct game_axis {
    enum axis_kind kind;
    struct span what;          /* "castle": as it was named; borrowed from the axis */
    struct axis_group *groups; /* owned */
    uint32_t group_count;
    struct axis_part *parts; /* owned; of the segments of all databases in turn */
    uint32_t part_count;
    struct arena arena;
};

struct axis_options {
    const struct named_queries *named;
    bool ever;      /* plays: who has the part at any ply of the game; else that is as in `first` */
    uint32_t limit; /* groups, those with most games; 0: the usual number */
    struct search_options search;
    const struct query_result *only; /* KEEP_GAMES: no other games count; NULL: all do */
    /* Those who each have some of the segments (search.own): all get the same groups, with the
     * games of all; entries are those of the own games.  May be NULL. */
    const struct reduction *reduction;
};

/* The usual number of players, events and places; of the others there is no limit. */
enum { AXIS_USUAL_GROUPS = 40, AXIS_MOST_GROUPS = 2000 };

/* what: player, year, decade, event, place, or a group of named queries (castle, opening, …).
 * STATUS_RANGE, saying which there are, if it is none of these.  Groups without games are left out;
 * years stand in order, others by games, most first.  Released with axis_close(), whatever is
 * returned.  A meeting if there is a reduction. */
enum status axis_open(struct game_axis *a, struct span what, struct db *const *dbs, uint32_t count,
                      const struct axis_options *opt, struct err *err) CHECK_RESULT;
void axis_close(struct game_axis *a);
/* Whether its groups have players. */
bool axis_has_players(const struct game_axis *a);

#endif
