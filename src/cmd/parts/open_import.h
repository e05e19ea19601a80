/* open_import.h: the records that `kifu open` was given, each into the library of its game. */
#ifndef KIFU_CMD_PARTS_OPEN_IMPORT_H
#define KIFU_CMD_PARTS_OPEN_IMPORT_H

#include "cmd/frame/cmd.h"
#include "db/import/import.h"

enum { OPEN_MAX_GAMES = 8 };

/* What came of it for each game, in the order of all_games. */
struct open_import {
    struct import_counts counts[OPEN_MAX_GAMES];
    bool has_game[OPEN_MAX_GAMES]; /* records of it were read */
    bool has_one;                  /* all that there was is one game: */
    size_t one_game;               /* of this game */
    uint32_t one_id;               /* in its library */
};

/* Imports all that the paths hold, and reports what could not be read.  CMD_ERROR if nothing, or
 * not all of it, could be read or written; libraries are made for games that occur. */
int open_import_run(struct open_import *o, struct cmd_env *env, const char *const *paths,
                    size_t count);

#endif
