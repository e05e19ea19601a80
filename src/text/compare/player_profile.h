/* player_profile.h: what the games of one player say: openings and castles with their scores,
 * opponents, years, lengths of games, and favourite sequences.
 *
 * A game in which the player sits on both sides counts once, for the first of them.  Names of one
 * person are one (db/db_people.h), for the player as for opponents. */
#ifndef KIFU_TEXT_COMPARE_PLAYER_PROFILE_H
#define KIFU_TEXT_COMPARE_PLAYER_PROFILE_H

#include "query/language/named.h"
#include "query/scores.h"
#include "store/metadata/text_table.h"
#include "text/compare/side_games.h"
#include "text/mine/mine.h"

enum { PROFILE_BIN_PLIES = 20, PROFILE_YEARS = 4096, PROFILE_FIRST_PLIES = 6 };

/* A named query that holds for the player's side. */
struct profile_name {
    const struct named_query *named;
    struct side_score all, seats[GAME_MAX_SEATS];
    /* where to see it: the first hit of the player's games; id UINT32_MAX: not known */
    uint32_t db, id, ply;
    int seat;
};

struct profile_person {
    struct span name; /* borrowed from the table of names */
    struct side_score score;
};
struct profile_people {
    struct profile_person *at; /* owned; most games first */
    size_t count, cap;
    struct text_table names;
};

struct profile_year {
    uint32_t year; /* 0: no date */
    struct side_score score;
};

/* Plies of so many games. */
struct profile_lengths {
    uint32_t games, least, most, median;
    double mean;
};

struct profile_sequence {
    uint32_t number; /* of the mining's sequences */
    uint32_t games;
    struct side_score score; /* the player's, in games that have it */
};

/* How games from the usual start began, by seat; in Go all orientations of a board are one. */
struct profile_beginning {
    game_move moves[PROFILE_FIRST_PLIES];
    int seat;
    struct side_score score;
};

struct player_profile {
    uint64_t games;
    struct side_score all, seats[GAME_MAX_SEATS];
    struct profile_people spellings; /* the player's own, as written */
    struct profile_people persons;   /* whose these are; several if the name is not one person's */
    struct profile_people opponents;
    struct profile_year *years; /* owned; by year, the one without date last */
    size_t year_count;
    struct profile_lengths lengths, won, lost; /* of all games; of those won, lost */
    uint32_t *bins;                            /* owned; games of PROFILE_BIN_PLIES i … plies */
    size_t bin_count;
    struct profile_name *names; /* owned; by group as they are defined, then most games first */
    size_t name_count, name_cap;
    struct profile_beginning *beginnings; /* owned; by seat, then most games first */
    size_t beginning_count;
    struct profile_sequence *sequences; /* owned; in the order of the mining */
    size_t sequence_count;
    struct mine_result mining;
    bool mined;
};

struct profile_options {
    uint32_t sequences;  /* so many of the mining's best; 0: none */
    uint32_t min_length; /* of a sequence, in symbols */
    uint32_t most_games; /* STATUS_LIMIT if sequences are to be found in more; 0: any number */
    uint32_t examples;   /* so many names of each group get a place where to see them */
    unsigned threads;
    const atomic_bool *cancelled;
    const struct query_values *values;
};

struct profile_input {
    struct db *const *dbs;
    uint32_t count;
    const struct named_queries *named;
    struct span player; /* as player: takes it; an equals sign before it: exactly this name */
    struct span query;  /* further conditions; may be empty */
};

/* Whether all orientations of a board are one where games began: so in Go. */
bool player_profile_folds(const struct game *game);
/* Appends the query for the player's games: player:"…" and the further conditions. */
void player_profile_query(const struct profile_input *in, struct buf *out);

/* Released with player_profile_release() if it succeeds; not to be moved meanwhile. */
enum status player_profile_make(struct player_profile *p, const struct profile_input *in,
                                const struct profile_options *opt, struct err *err) CHECK_RESULT;
void player_profile_release(struct player_profile *p); /* of a zeroed one, too */

#endif
