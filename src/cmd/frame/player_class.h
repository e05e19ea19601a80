/* player_class.h: databases from the command line with the class of player of each game.
 *
 *     [CLASS=]DB        pro, amateur or online; without it: by a tag of that name, else
 *                       amateur, which is reported
 *     --class CLASS=QUERY   games that match are of this class, whatever DB says; the last that
 *                       matches counts */
#ifndef KIFU_CMD_FRAME_PLAYER_CLASS_H
#define KIFU_CMD_FRAME_PLAYER_CLASS_H

#include "cmd/frame/cmd.h"
#include "db/db.h"
#include "values/learn/natural_samples.h"

struct classed_db {
    struct db *db;   /* owned */
    uint8_t **class; /* owned: by segment and number */
};

/* An option for cmd_natural.c's tables. */
#define CLASS_OPTION(ID)                                                                                           \
    TEXT_OPTION(ID, "class", "CLASS[=QUERY]",                                                                      \
                "class of the games that match: pro, amateur or online (repeatable); puzzles: "                    \
                "class of those who miss the move (default amateur)",                                              \
                "検索式に一致する棋譜の階級: pro、amateur、online（繰り返し可）。puzzles: " \
                "手を逃す人の階級（既定は amateur）",                                                              \
                .repeatable = true)

/* Reports what is wrong and returns an exit status other than CMD_OK. */
int classed_db_open(struct classed_db *c, struct cmd_env *env, const char *operand,
                    const struct cmd_args *args, size_t class_option);
/* The game of the database that an operand names; NULL if it cannot be opened. */
const struct game *classed_db_game(const char *operand);
void classed_db_release(struct classed_db *c);
/* For natural_game_options; ctx is a struct classed_db. */
int classed_db_class(void *ctx, const struct db_segment *segment, uint32_t number);

/* Hands on the databases of all operands; o's class_of and ctx need not be set.  Reports what is
 * wrong, as above, and if there is no operand. */
int classed_databases(struct cmd_env *env, const struct cmd_args *args, size_t class_option,
                      const struct natural_game_options *o, const char *const *operands, size_t n,
                      natural_db_taker *take, void *ctx);
/* The positions of their games, of shogi. */
int classed_samples(struct natural_samples *out, struct cmd_env *env, const struct cmd_args *args,
                    size_t class_option, const struct natural_game_options *o,
                    const char *const *operands, size_t n);

#endif
