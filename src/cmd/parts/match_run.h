/* match_run.h: the games of `kifu match`, played by all threads of all processes.
 *
 * Games are counted in the order of their numbers, so that with a limit of nodes or depth the
 * result, and when a test ends, do not depend on the number of threads and processes. */
#ifndef KIFU_CMD_PARTS_MATCH_RUN_H
#define KIFU_CMD_PARTS_MATCH_RUN_H

#include "cmd/frame/cmd.h"
#include "db/import/packet.h"
#include "sim/match/match.h"
#include "sim/match/match_file.h"

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
