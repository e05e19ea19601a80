/* kifu.h: the library, as other programs see it.
 *
 * Reads game records of every format and encoding that Kifu knows and hands them out one by one;
 * writes them in any format; makes databases and opens them, and runs queries on them: positions,
 * parts of positions, what was played next, and (kifu_report.h) tables of games.  Nothing here prints, exits, or keeps state between
 * calls; different threads may call at the same time.  All texts are UTF-8.
 *
 *     static int each(void *ctx, struct kifu_game *game)
 *     {
 *         puts(kifu_game_moves(game));
 *         return 0;
 *     }
 *     struct kifu_error error;
 *     if (kifu_read_paths(&path, 1, each, NULL, NULL, &error) != 0)
 *         fputs(error.message, stderr);
 *
 * Searching (docs/examples/search.c is a whole program; the query language is in docs/query.md):
 *
 *     struct kifu_db *db = kifu_db_open("games.kifu", &error);
 *     struct kifu_search *search = kifu_search(&db, 1, "s99ou g91ou", NULL, &error);
 *     struct kifu_hit hit;
 *     while (kifu_search_next(search, &hit))
 *         printf("game %u, plies %u to %u\n", hit.game, hit.from, hit.to);
 *     kifu_search_close(search);
 *     kifu_db_close(db);
 *
 * Link with `pkg-config --cflags --libs kifu`. */
#ifndef KIFU_H
#define KIFU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef KIFU_API
#define KIFU_API __attribute__((visibility("default")))
#endif

/* Raised when something here changes incompatibly. */
#define KIFU_API_VERSION 2
KIFU_API const char *kifu_version(void);

/* Where and why something went wrong. */
struct kifu_error {
    char code[16];  /* "syntax", "illegal", "io", …; "" if nothing did */
    char file[256]; /* "" if unknown */
    unsigned line;  /* 1-based, 0 if unknown */
    unsigned long long byte;
    char message[512]; /* in English, with the place */
};

/* Ends a call early that was given it: soon after kifu_stop_request() the call fails with the code
 * "cancelled".  A request may come from any thread and from a signal handler; it holds until
 * kifu_stop_clear(). */
struct kifu_stop;
KIFU_API struct kifu_stop *kifu_stop_make(void); /* NULL if there is no memory */
KIFU_API void kifu_stop_request(struct kifu_stop *stop);
KIFU_API void kifu_stop_clear(struct kifu_stop *stop);
KIFU_API int kifu_stop_requested(const struct kifu_stop *stop);
KIFU_API void kifu_stop_free(struct kifu_stop *stop); /* NULL is fine */

/* A game, valid during the callback that gets it, or until kifu_game_close() if it is the caller's
 * own. */
struct kifu_game;

/* Return 0 to go on, anything else to stop. */
typedef int kifu_game_callback(void *ctx, struct kifu_game *game);
typedef void kifu_error_callback(void *ctx, const struct kifu_error *error);

/* Reads every game of some bytes.  label names them in messages.  0, or -1 with *error filled; -1
 * as well if the callback stopped it. */
KIFU_API int kifu_read_memory(const void *bytes, size_t n, const char *label,
                              kifu_game_callback *each, void *ctx, struct kifu_error *error);

/* Reads files, folders and archives.  What can't be read is handed to bad (which may be NULL) and
 * the reading goes on. */
KIFU_API int kifu_read_paths(const char *const *paths, size_t n, kifu_game_callback *each,
                             kifu_error_callback *bad, void *ctx, struct kifu_error *error);

/* Makes the game of a callback the caller's own: what the callback got is empty afterwards, and not
 * to be used again.  NULL with *error filled if there is no memory. */
KIFU_API struct kifu_game *kifu_game_take(struct kifu_game *game, struct kifu_error *error);
KIFU_API void kifu_game_close(struct kifu_game *game); /* NULL is fine */

/* About a game.  Texts live as long as the game; never NULL. */
KIFU_API size_t kifu_game_plies(const struct kifu_game *game);
KIFU_API const char *kifu_game_kind(const struct kifu_game *game);    /* "shogi", "go", … */
KIFU_API int kifu_game_seats(const struct kifu_game *game);           /* players */
KIFU_API const char *kifu_game_source(const struct kifu_game *game);  /* path of its file */
KIFU_API const char *kifu_game_format(const struct kifu_game *game);  /* "kif" */
KIFU_API const char *kifu_game_charset(const struct kifu_game *game); /* "CP932"; "" if unknown */
KIFU_API const char *kifu_game_player(const struct kifu_game *game, int seat); /* 0: black */
KIFU_API char kifu_game_result(const struct kifu_game *game);                  /* b, w, d or ? */
KIFU_API const char *kifu_game_end(const struct kifu_game *game);              /* "resign", … */
KIFU_API const char *kifu_game_start(const struct kifu_game *game);            /* SFEN */
KIFU_API const char *kifu_game_moves(const struct kifu_game *game); /* USI moves, blanks between */
/* One of these moves, of n bytes, which a NUL does not end; "" if there is none of that number. */
KIFU_API const char *kifu_game_move(const struct kifu_game *game, size_t i, size_t *n);
KIFU_API size_t kifu_game_problems(const struct kifu_game *game);
KIFU_API void kifu_game_problem(const struct kifu_game *game, size_t i, struct kifu_error *error);

/* The game in another format ("csa", "kif", …) as a new string, to be freed with kifu_free();
 * NULL with *error filled if that can't be done.  *n, if not NULL, gets the length. */
KIFU_API char *kifu_game_write(const struct kifu_game *game, const char *format, size_t *n,
                               struct kifu_error *error);
KIFU_API void kifu_free(void *p);

/* The position after so many plies of the game itself (SFEN for shogi, with its move number) as a new string, to be freed
 * with kifu_free(); the last one if there are fewer plies. */
KIFU_API char *kifu_game_position(const struct kifu_game *game, size_t ply,
                                  struct kifu_error *error);

/* All about the game as one JSON object, as `/api/game` of docs/api.md has it: "headers", "start",
 * "result", "end", "positions" of every ply with "move", "comment", "ms", "value", and "variations".
 * A new string, to be freed with kifu_free(). */
KIFU_API char *kifu_game_json(const struct kifu_game *game, size_t *n, struct kifu_error *error);
/* The board after so many plies, of which there must be so many, as an SVG document; to be freed
 * with kifu_free(). */
KIFU_API char *kifu_game_svg(const struct kifu_game *game, size_t ply, size_t *n,
                             struct kifu_error *error);

/* --- Databases ------------------------------------------------------------------------------- */

/* A database as it was when it was opened.  Threads may share it. */
struct kifu_db;

KIFU_API struct kifu_db *kifu_db_open(const char *path, struct kifu_error *error);
KIFU_API void kifu_db_close(struct kifu_db *db); /* NULL is fine */
KIFU_API unsigned long long kifu_db_games(const struct kifu_db *db);

KIFU_API const char *kifu_db_kind(const struct kifu_db *db); /* "shogi", "go", … */
KIFU_API int kifu_db_seats(const struct kifu_db *db);        /* players of a game */
/* Ids are below this number; those of removed games are not used again. */
KIFU_API unsigned kifu_db_ids(const struct kifu_db *db);
KIFU_API int kifu_db_has(const struct kifu_db *db, unsigned id); /* 0 if it was removed, too */

/* The game with this id, the caller's to kifu_game_close().  NULL with *error filled. */
KIFU_API struct kifu_game *kifu_db_game_open(const struct kifu_db *db, unsigned id,
                                             struct kifu_error *error);
/* Hands the game with this id to the callback.  0, or -1 with *error filled. */
KIFU_API int kifu_db_game(const struct kifu_db *db, unsigned id, kifu_game_callback *each,
                          void *ctx, struct kifu_error *error);

/* A game, and a run of plies in it during which the query held. */
struct kifu_hit {
    unsigned db;       /* which of the databases */
    unsigned game;     /* its id there */
    unsigned line;     /* 0: the game itself; n: its n-th variation */
    unsigned from, to; /* plies, end excluded */
    unsigned plies;    /* of these that match */
    unsigned first;    /* the first that does (the best, for `like`) */
    int score;         /* of `like`: pieces in common */
    char own; /* who plays s (b in Go) of the query as written: 'b', 'w', '*' (both); 0: it names
                 no side */
};

/* What is not set (all zero) is as usual. */
struct kifu_search_options {
    unsigned long long limit; /* hits; 0: all */
    unsigned long long offset;
    int lines;                    /* variations too */
    unsigned threads;             /* 0: one for each processor */
    const struct kifu_stop *stop; /* may be NULL */
    int count;                    /* totals and results only: no hits */
};

/* Runs a query on databases of the same game.  options may be NULL.  NULL with *error filled if it
 * fails; for a query that cannot be read, code "syntax", error->byte is the place in it. */
struct kifu_search;
KIFU_API struct kifu_search *kifu_search(struct kifu_db *const *dbs, size_t count,
                                         const char *query,
                                         const struct kifu_search_options *options,
                                         struct kifu_error *error);
/* Whether the query can be read and run on these databases: 0, or -1 with *error filled as
 * kifu_search() does. */
KIFU_API int kifu_query_check(struct kifu_db *const *dbs, size_t count, const char *query,
                              struct kifu_error *error);
/* As kifu_search(), sorted as `kifu search --sort` does: "date", "-rating"; NULL: the usual order. */
KIFU_API struct kifu_search *kifu_search_sorted(struct kifu_db *const *dbs, size_t count,
                                                const char *query, const char *sort,
                                                const struct kifu_search_options *options,
                                                struct kifu_error *error);
/* The hits at hand, limit and offset heeded, and any of them: 1, or 0 if there is none of that
 * number. */
KIFU_API size_t kifu_search_count(const struct kifu_search *search);
KIFU_API int kifu_search_hit(const struct kifu_search *search, size_t i, struct kifu_hit *hit);
/* The next hit: 1, or 0 when there is none left. */
KIFU_API int kifu_search_next(struct kifu_search *search, struct kifu_hit *hit);
/* Of all hits, whatever the limit. */
KIFU_API unsigned long long kifu_search_games(const struct kifu_search *search);
KIFU_API unsigned long long kifu_search_spans(const struct kifu_search *search);
KIFU_API void kifu_search_close(struct kifu_search *search); /* NULL is fine */

/* How games ended for somebody. */
struct kifu_score {
    unsigned long long wins, losses, draws, unknown;
    unsigned long long both; /* games in which both players are meant; not in the other figures */
    double score, low, high; /* (wins + draws / 2) / games with a known result, with its 95 %
                                interval; NaN if there are none */
};
/* Results of all games with a hit, whatever the limit, each counted once; of games for two, otherwise
 * all 0. */
struct kifu_results {
    unsigned long long black, white; /* games won by each */
    unsigned long long draws, unknown;
    int has_own, has_player; /* whether the query names a side, and one player by `player:` */
    struct kifu_score own;   /* of the side that plays s (b) in the game's first hit */
    struct kifu_score player;
};
KIFU_API void kifu_search_results(const struct kifu_search *search, struct kifu_results *results);

/* A move that was played where a query held. */
struct kifu_move {
    char move[32];           /* USI for shogi; "tenuki": a move that is not in the shape */
    unsigned games;          /* each counted once */
    double share;            /* of the games in which a move followed */
    unsigned wins[4], draws; /* games won by each seat; drawn */
    double score, low, high; /* the mover's, with its 95 % interval; NaN if no result is known */
    unsigned transposed;     /* games that reach the same position in another way */
    unsigned last_year;      /* 0: unknown */
    int near; /* of a shape of Go: 1 in or next to it, 0 elsewhere; -1: the query is about none */
    struct kifu_score own, player; /* as in kifu_results; no games if the query names none */
};
typedef int kifu_move_callback(void *ctx, const struct kifu_move *move);
/* Hands out what was played next, the most frequent first.  0, or -1 with *error filled; -1 as well
 * if the callback stopped it. */
KIFU_API int kifu_moves(struct kifu_db *const *dbs, size_t count, const char *query,
                        kifu_move_callback *each, void *ctx, struct kifu_error *error);

/* The plies of a game whose moves count.  kifu_moves() takes the usual ones: of a whole position
 * every ply at which it is on the board, otherwise the first ply at which the query holds. */
enum kifu_at { KIFU_AT_USUAL, KIFU_AT_FIRST, KIFU_AT_EVERY, KIFU_AT_LAST };
KIFU_API int kifu_moves_at(struct kifu_db *const *dbs, size_t count, const char *query,
                           enum kifu_at at, kifu_move_callback *each, void *ctx,
                           struct kifu_error *error);
/* As kifu_moves_at(); of the options, which may be NULL, lines, threads and stop count. */
KIFU_API int kifu_moves_run(struct kifu_db *const *dbs, size_t count, const char *query,
                            enum kifu_at at, const struct kifu_search_options *options,
                            kifu_move_callback *each, void *ctx, struct kifu_error *error);

/* --- Import ------------------------------------------------------------------------------------ */

/* Everything that could not be read whole; severity: "note", "lost" (a detail), "partial" (moves) or
 * "rejected" (all of it). */
typedef void kifu_problem_callback(void *ctx, const char *severity, const struct kifu_error *error);
/* How far it is: bytes of the files gone through, of all, and games read so far.  Anything but 0
 * stops the import. */
typedef int kifu_progress_callback(void *ctx, unsigned long long bytes, unsigned long long all,
                                   unsigned long long games);

/* What is not set (all zero) is as usual. */
struct kifu_import_options {
    const char *game;        /* "shogi", "go", "chaturanga"; NULL: by content */
    const char *duplicates;  /* "merge" (usual), "skip", "keep" */
    const char *const *tags; /* labels for these games */
    size_t tag_count;
    unsigned threads;       /* 0: one for each processor */
    struct kifu_stop *stop; /* may be NULL; requested as well when a callback stops it */
    kifu_problem_callback *problem;
    kifu_progress_callback *progress;
    void *ctx; /* of both, which are called in the caller's thread */
};
struct kifu_import_counts {
    unsigned long long files, known_files; /* known: imported before, not read again */
    unsigned long long games;              /* read: added and duplicates */
    unsigned long long added, duplicates;
    unsigned long long partial, lost; /* games of which moves, or less than that, are missing */
    unsigned long long rejected;      /* records and files of which nothing could be used */
    unsigned long long unreadable;    /* of those: files that could not be read at all */
    unsigned long long conflicts;     /* duplicates with another winner */
    unsigned long long plies, bytes;  /* of the games read; of the files */
};
/* Imports files, folders and archives into a database, which is made if there is none.  0, or -1
 * with *error filled: what is on disk by then stays.  *counts is filled in either case. */
KIFU_API int kifu_import(const char *db, const char *const *paths, size_t n,
                         const struct kifu_import_options *options,
                         struct kifu_import_counts *counts, struct kifu_error *error);

#ifdef __cplusplus
}
#endif

#endif
