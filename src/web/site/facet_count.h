/* facet_count.h: facets of the games with a hit: years, results, players.
 *
 * Counted from the columns of all these games; in a cluster each process counts its own, and the
 * figures are added. */
#ifndef KIFU_WEB_SITE_FACET_COUNT_H
#define KIFU_WEB_SITE_FACET_COUNT_H

#include "query/run/query_result.h"

enum {
    FACET_YEARS = 4096,
    FACET_DRAWN = GAME_MAX_SEATS, /* results: those before are the seats that won */
    FACET_UNKNOWN,
    FACET_RESULTS,
    FACET_MAX_PLAYERS = 200, /* in a response */
};

struct facet_player {
    struct span name; /* the usual one of the person; borrowed from the database or the part */
    uint32_t games, wins;
};

struct facets {
    uint64_t games;
    uint32_t years[FACET_YEARS];     /* 0: no date */
    uint32_t results[FACET_RESULTS]; /* a game that partners won counts for each */
    struct facet_player *players;    /* owned; a name may be there several times until the end */
    size_t player_count, player_cap;
};

/* Adds the games of a result that keeps spans or games.  Zero *f before first use. */
enum status facets_count(struct facets *f, struct db *const *dbs, uint32_t count,
                         const struct query_result *result, struct err *err) CHECK_RESULT;
/* A name that several segments have becomes one player; those with most games first. */
void facets_finish(struct facets *f);
void facets_free(struct facets *f); /* and what it owns; NULL is fine */

void facets_to_bytes(const struct facets *f, struct buf *out);
/* Adds those of another process; names are borrowed from the part.  STATUS_SYNTAX if the bytes are
 * not what facets_to_bytes() writes. */
enum status facets_from_bytes(struct facets *f, struct span part, struct err *err) CHECK_RESULT;

#endif
