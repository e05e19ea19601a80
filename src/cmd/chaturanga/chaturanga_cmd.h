/* chaturanga_cmd.h: the subcommands of `kifu chaturanga`, their options, and the functions they
 * share. */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_CMD_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_CMD_H

#include "cmd/frame/cmd.h"
#include "games/chaturanga/chaturanga.h"

enum chaturanga_option {
    CHATURANGA_OPT_ORDER,
    CHATURANGA_OPT_WEIGHTED,
    CHATURANGA_OPT_RULES,
    CHATURANGA_OPT_PLAYERS,
    CHATURANGA_OPT_SEED,
    CHATURANGA_OPT_NODES,
    CHATURANGA_OPT_MOVETIME,
    CHATURANGA_OPT_ENTER_DICE,
    CHATURANGA_OPT_OUTPUT,
    CHATURANGA_OPT_GAMES,
    CHATURANGA_OPT_ROLL,
    CHATURANGA_OPT_PART,
    CHATURANGA_OPT_MARKDOWN,
    CHATURANGA_OPT_CHECKPOINT,
    CHATURANGA_OPT_ROUNDS,
    CHATURANGA_OPT_SURVIVORS,
    CHATURANGA_OPT_COUNT
};

/* The operands after the word.  Each returns an exit status. */
int chaturanga_perft(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                     size_t n);
int chaturanga_play(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);
int chaturanga_simulate(struct cmd_env *env, const struct cmd_args *args,
                        const char *const *operands, size_t n);
int chaturanga_tables(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                      size_t n);
int chaturanga_analyse(struct cmd_env *env, const struct cmd_args *args,
                       const char *const *operands, size_t n);
int chaturanga_fit(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                   size_t n);

int chaturanga_joint(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                     size_t n);

/* The parts of `tables`, ended by NULL. */
extern const char *const chaturanga_parts[];

/* What --rules (a file, or readings themselves: "order=any bare=never") and --order say.  An exit
 * status: if it is not CMD_OK, the message was printed. */
int chaturanga_rules_read(struct cmd_env *env, const struct cmd_args *args,
                          struct chaturanga_rules *out);
/* A position from the words of the command line; none: the start.  Its own readings count if it
 * names any, else the given ones. */
int chaturanga_position_read(struct cmd_env *env, const char *const *words, size_t n,
                             const struct chaturanga_rules *rules, struct chaturanga_pos *out);

#endif
