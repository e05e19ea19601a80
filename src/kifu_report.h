/* kifu_report.h: tables of the games of databases, as JSON; part of kifu.h's library.
 *
 * Each function gives what the command of the same name prints with --json: one JSON value for each
 * line, as a new string to be freed with kifu_free(), "" if there is nothing to list.  NULL with *error
 * filled if it fails.  query may be "" for all games where there is one; of the options, which may be
 * NULL, limit, threads and stop count.  docs/api.md and the man pages describe the members. */
#ifndef KIFU_REPORT_H
#define KIFU_REPORT_H

#include "kifu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The games that a query finds in groups, `kifu search --by`: by is "player", "year", "decade",
 * "event", "place" or a group of named queries such as "castle".  limit: groups; 0: the usual number. */
KIFU_API char *kifu_facets(struct kifu_db *const *dbs, size_t count, const char *query,
                           const char *by, const struct kifu_search_options *options,
                           struct kifu_error *error);

/* A cross table, `kifu matrix`: a value for each cell.  rows and columns: as `by` above; limit: of
 * each.  min_games: wins and losses that a cell needs to be tested; 0: the usual number. */
KIFU_API char *kifu_matrix(struct kifu_db *const *dbs, size_t count, const char *query,
                           const char *rows, const char *columns, unsigned long long min_games,
                           const struct kifu_search_options *options, struct kifu_error *error);

/* How many positions there are and how often they occur, `kifu census`: one value.  limit: of the
 * most frequent ones; 0: none. */
KIFU_API char *kifu_census(struct kifu_db *const *dbs, size_t count,
                           const struct kifu_search_options *options, struct kifu_error *error);

/* The names that queries may use, `kifu names`, with the number of games that have them. */
KIFU_API char *kifu_names(struct kifu_db *const *dbs, size_t count,
                          const struct kifu_search_options *options, struct kifu_error *error);

/* The players of a database, `kifu players`: those who have `name` in a name, or all if it is "". */
KIFU_API char *kifu_players(const struct kifu_db *db, const char *name,
                            const struct kifu_search_options *options, struct kifu_error *error);

/* What is not set (all zero) is as usual. */
struct kifu_calibrate_options {
    const char *query;       /* positions to look at; NULL: all */
    const char *const *when; /* conditions */
    size_t when_count;       /* 0: those of preset */
    const char *preset;  /* "progress" (usual), "rooks", "bishops", "knights", "paper", "common" */
    const char *value;   /* "static" (usual), "quiescence", "record" */
    const char *weights; /* "paper" (usual), "calibrated", "net", "material", or a file */
    unsigned bin;        /* width in hundredths of a pawn */
    unsigned long long min_positions; /* of a bin that counts; 0: as many as suit the games */
    unsigned resamples;               /* of the bootstrap; 0: the usual number */
    unsigned long long seed;
    int keep; /* store values in the database, as the command does, so that the next call is fast */
    unsigned threads;             /* 0: one for each processor */
    const struct kifu_stop *stop; /* may be NULL */
};
/* How often positions of a value are won, under conditions, `kifu calibrate`: a value for all
 * positions, then one for each condition.  Databases of shogi. */
KIFU_API char *kifu_calibrate(struct kifu_db *const *dbs, size_t count,
                              const struct kifu_calibrate_options *options,
                              struct kifu_error *error);

/* What is not set (all zero) is as usual. */
struct kifu_joseki_options {
    const char *query;    /* games to look at; NULL: all */
    const char *encoding; /* "er", "es", "thread", "moves"; NULL: the best for the game */
    const char *method;   /* "nf", "entropy", "sfp", "msfp", …; NULL: the encoding's best */
    unsigned long long top;
    unsigned min_length;
    unsigned size;                /* of the board, in Go */
    unsigned threads;             /* 0: one for each processor */
    const struct kifu_stop *stop; /* may be NULL */
};
/* Set sequences of moves, the best first, `kifu joseki`: a value for each. */
KIFU_API char *kifu_joseki(struct kifu_db *const *dbs, size_t count,
                           const struct kifu_joseki_options *options, struct kifu_error *error);

#ifdef __cplusplus
}
#endif

#endif
