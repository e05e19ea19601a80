/* generation.h: the games of `kifu generate`, block by block.
 *
 * Blocks of games are made by all threads of all processes (cluster/work_queue.h) and go in order
 * into a database, into games files or to standard output.  A run that was broken off goes on from
 * its journal: what is in the database or the files already is folded there. */
#ifndef KIFU_CMD_PARTS_GENERATION_H
#define KIFU_CMD_PARTS_GENERATION_H

#include "base/io/journal.h"
#include "cmd/frame/cmd.h"
#include "cmd/parts/games_output.h"
#include "db/db_writer.h"
#include "formats/format.h"
#include "sim/generate/generate.h"
#include "sim/match/selfplay.h"

struct generated {
    uint64_t games, plies, added, duplicates;
    uint64_t won[2], drawn;
};

struct generation {
    struct cmd_env *env;
    const struct game *game;
    const struct generator *generator; /* of shogi; its seed is everybody's */
    struct self_players *players;      /* with --engine; else NULL */
    bool to_database, to_files;
    struct db_writer *writer;    /* of process 0, to a database */
    struct games_output output;  /* of process 0, to files */
    const struct format *format; /* of standard output */
    struct span label;           /* of the games' source */
    struct progress *progress;
    uint64_t games;       /* how many are wanted */
    uint64_t fingerprint; /* of everything that they depend on */
    const char *journal;  /* its path; NULL: none */
    unsigned threads;
    struct generated sums; /* what there is now */
};

/* What `kifu generate` can do for a game. */
struct generation_game {
    const struct game *game;
    const char *format;   /* that standard output has if no other is named */
    uint64_t block_games; /* of a block, if the engine does not play them */
    bool has_engine;      /* and openings */
    enum status (*make)(const struct generator *g, uint64_t number, struct record *rec);
};
/* NULL: nothing. */
const struct generation_game *generation_of_game(const struct game *game);

/* Games of a block: enough that handing them over costs little, few enough that an interruption
 * loses little. */
uint64_t generation_block_games(const struct game *game, uint64_t nodes);

/* Makes the games that are wanted.  STATUS_CANCELLED if that was broken off. */
enum status generation_make_games(struct generation *g, uint64_t block_games,
                                  struct err *err) CHECK_RESULT;

/* --- An engine for each thread of `kifu generate --engine` ------------------------------------ */

struct self_players;

/* For `threads` threads.  opt's eval and name come from weights: a name or a file, NULL for the
 * default. */
enum status self_players_open(struct self_players **out, const char *weights, unsigned threads,
                              const struct selfplay_options *opt, struct err *err) CHECK_RESULT;
void self_players_close(struct self_players *p); /* NULL is fine */
/* Of both players; borrowed. */
struct span self_players_name(const struct self_players *p);
/* Of the weights and the name they go by. */
uint64_t self_players_print(const struct self_players *p);

/* Game `number`, in the thread with that number. */
enum status self_players_game(struct self_players *p, unsigned thread, uint64_t number,
                              struct record *rec, struct err *err) CHECK_RESULT;

#endif
