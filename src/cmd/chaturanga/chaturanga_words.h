/* chaturanga_words.h: the words of `kifu chaturanga`, their options, and what they share. */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_WORDS_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_WORDS_H

#include "cmd/frame/cmd.h"
#include "games/chaturanga/chaturanga.h"

enum chaturanga_option {
    CHATUR_OPT_ORDER,
    CHATUR_OPT_WEIGHTED,
    CHATUR_OPT_RULES,
    CHATUR_OPT_PLAYERS,
    CHATUR_OPT_SEED,
    CHATUR_OPT_NODES,
    CHATUR_OPT_MOVETIME,
    CHATUR_OPT_ENTER_DICE,
    CHATUR_OPT_OUTPUT,
    CHATUR_OPT_GAMES,
    CHATUR_OPT_ROLL,
    CHATUR_OPT_PART,
    CHATUR_OPT_MARKDOWN,
    CHATUR_OPT_CHECKPOINT,
    CHATUR_OPT_COUNT
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

/* The parts of `tables`, ended by NULL. */
extern const char *const chaturanga_parts[];

/* What --rules (a file, or readings themselves: "order=any bare=never") and --order say.  An exit
 * status: if it is not CMD_OK, the message was printed. */
int chaturanga_rules_asked(struct cmd_env *env, const struct cmd_args *args,
                           struct chatur_rules *out);
/* A position from the words of the command line; none: the start.  Its own readings count if it
 * names any, else the given ones. */
int chaturanga_position_asked(struct cmd_env *env, const char *const *words, size_t n,
                              const struct chatur_rules *rules, struct chatur_pos *out);

#endif
