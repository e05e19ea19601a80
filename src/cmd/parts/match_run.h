/* match_run.h: the games of `kifu match`, played by all threads of all processes.
 *
 * Games are counted in the order of their numbers, so that with a limit of nodes or depth the
 * result, and when a test ends, do not depend on the number of threads and processes. */
#ifndef KIFU_CMD_PARTS_MATCH_RUN_H
#define KIFU_CMD_PARTS_MATCH_RUN_H

#include "base/io/append_log.h"
#include "cmd/frame/cmd.h"
#include "db/import/packet.h"
#include "formats/format.h"
#include "sim/match/match.h"

/* --- The games of a match in an append-only file of records -----------------------------------
 * Games are added to a CSA file as they end, each in one write; a line "$MATCH:PRINT NUMBER" in a
 * game's head says of which match (a hash of players, limits, openings …) and which game it is.  A
 * match that was broken off reads the file, counts the games that it finds and plays the others.  A
 * game of which only a part got into the file is cut off. */

struct match_file {
    struct append_log log;
    uint64_t fingerprint;
    uint64_t found_games; /* games of this match that were there */
    struct buf text;
};

/* Opens or makes the file, which nobody else may write meanwhile, and puts the results of games
 * found in it into tally->points, those beyond its size aside.  STATUS_RANGE if it holds games of
 * something else. */
enum status match_file_open(struct match_file *f, const char *path, uint64_t fingerprint,
                            struct match_tally *tally, struct err *err) CHECK_RESULT;
void match_file_close(struct match_file *f);
/* Adds a finished game; rec gets a header. */
enum status match_file_add(struct match_file *f, struct record *rec, uint64_t number,
                           struct err *err) CHECK_RESULT;

/* --- Match run -------------------------------------------------------------------------------- */

enum { MATCH_NOTE_BYTES = 160 };

struct match_run {
    struct cmd_env *env;
    struct player_spec specs[2];
    const char **options[2]; /* owned */
    const char *names[2];    /* in records */
    struct buf name_texts[2];
    struct match_rules rules;
    struct openings openings;
    bool tests;
    struct sprt sprt;
    uint64_t games, fingerprint; /* fingerprint: of everything that they depend on */
    struct match_tally tally;
    bool records; /* are wanted */
    bool writes;  /* by this process: the file is open */
    struct match_file file;
    unsigned threads;
    struct match_clock clock[2];
    uint64_t trouble[2], time_losses[2];
    atomic_bool over;
    struct progress progress;
    char note[MATCH_NOTE_BYTES];
};

static inline const char *match_player_name(int player)
{
    return player ? "B" : "A";
}

/* The test's log likelihood ratio so far; 0 if there is no test. */
double match_run_llr(const struct match_run *m);

/* Plays, counts and writes down.  STATUS_CANCELLED if it was broken off; what was finished is in
 * the file then, too. */
enum status match_run_play(struct match_run *m, struct err *err) CHECK_RESULT;

#endif
