/* side_games.h: the games of a query, and in each the side that the query is about.
 *
 * A query that names one player (player:Habu, black:Habu, alone or together with other conditions)
 * is about that player's side.  Otherwise it is about whole games: either side, or, to be compared
 * with a player, one side of each game, drawn by its id, so that a game counts once on either hand.
 */
#ifndef KIFU_TEXT_COMPARE_SIDE_GAMES_H
#define KIFU_TEXT_COMPARE_SIDE_GAMES_H

#include "query/language/named.h"
#include "query/run/query_result.h"

enum side_rule {
    SIDE_EITHER,
    SIDE_PLAYER, /* the one that the query names */
    SIDE_DRAWN,  /* one of each game */
};

/* Of one segment: bits by game number, owned.  Of a seat: games in which it is the side. */
struct side_part {
    uint64_t *games;
    uint64_t *seats[GAME_MAX_SEATS];
};

struct side_games {
    enum side_rule rule;
    struct side_part *parts; /* owned; the segments of all databases in turn */
    uint32_t part_count;
    int seats;
    uint64_t games;
};

/* Whether the query names one player. */
bool side_query_has_player(const struct query *q);

/* Of all databases, or those `from` … to - 1 of them: games of others are in no set.  rule is
 * SIDE_PLAYER only if side_query_has_player().  Of opt count threads, cancelled and values.
 * Released with side_games_release(), whatever is returned. */
struct side_range {
    struct db *const *dbs;
    uint32_t count;    /* of all */
    uint32_t from, to; /* those searched */
};
enum status side_games_find(struct side_games *s, const struct query *q, enum side_rule rule,
                            const struct side_range *range, const struct search_options *opt,
                            struct err *err) CHECK_RESULT;
/* Leaves the games in which another query holds, too. */
enum status side_games_limit(struct side_games *s, const struct query *q,
                             const struct side_range *range, const struct search_options *opt,
                             struct err *err) CHECK_RESULT;
void side_games_release(struct side_games *s);

/* Appends the word for a name of one seat: s.castle:"mino". */
void side_word(const struct named_query *n, const struct game *game, int seat, struct buf *out);

static inline bool side_has(const uint64_t *bits, uint32_t number)
{
    return bits[number / 64] >> number % 64 & 1;
}

#endif
