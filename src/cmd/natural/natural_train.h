/* natural_train.h: the subcommands of `kifu natural`, and their options. */
#ifndef KIFU_CMD_NATURAL_NATURAL_TRAIN_H
#define KIFU_CMD_NATURAL_NATURAL_TRAIN_H

#include "cmd/frame/cmd.h"
#include "store/game_split.h"
#include "values/learn/natural_samples.h"

enum natural_option {
    NATURAL_OPT_OUTPUT,
    NATURAL_OPT_CLASS,
    NATURAL_OPT_BEFORE,
    NATURAL_OPT_BEFORE_SHARE,
    NATURAL_OPT_EPOCHS,
    NATURAL_OPT_RATE,
    NATURAL_OPT_BATCH,
    NATURAL_OPT_DECAY,
    NATURAL_OPT_NEIGHBOUR_DECAY,
    NATURAL_OPT_HEAD_DECAY,
    NATURAL_OPT_DROP,
    NATURAL_OPT_EARLY,
    NATURAL_OPT_LABELS,
    NATURAL_OPT_KEEP,
    NATURAL_OPT_START,
    NATURAL_OPT_HELD_OUT,
    NATURAL_OPT_RESERVE,
    NATURAL_OPT_TEMPER,
    NATURAL_OPT_SHARE,
    NATURAL_OPT_SEED,
    NATURAL_OPT_NODES,
    NATURAL_OPT_MODEL,
    NATURAL_OPT_NETWORK,
    NATURAL_OPT_NO_MIRROR,
    NATURAL_OPT_VALUES,
    NATURAL_OPT_FLOW,
    NATURAL_OPT_METHOD,
    NATURAL_OPT_FLOW_WEIGHT,
    NATURAL_OPT_POSITIONS,
    NATURAL_OPT_FROM_PLY,
    NATURAL_OPT_PART,
    NATURAL_OPT_DIAL,
    NATURAL_OPT_ANSWERS,
    NATURAL_OPT_INTO,
    NATURAL_OPT_BY,
    NATURAL_OPT_IMAGES,
    NATURAL_OPT_PUZZLES,
    NATURAL_OPT_PERSON,
    NATURAL_OPT_FIT,
    NATURAL_OPT_COUNT
};

/* The operands after the word.  Returns an exit status. */
int natural_train(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n);

int natural_positions(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                      size_t n);
int natural_values_learn(struct cmd_env *env, const struct cmd_args *args,
                         const char *const *operands, size_t n);
int natural_eval(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                 size_t n);

/* The same of Go. */
int natural_eval_go(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);

int natural_blind(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n);
int natural_ratings(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);
int natural_found(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n);
int natural_puzzles(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);

int natural_persons(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);

/* Hands on the databases of --before. */
enum status natural_add_programs(struct cmd_env *env, const struct cmd_args *args,
                                 natural_db_taker *take, void *ctx, struct err *err) CHECK_RESULT;

/* For natural_game_options.only: the part that eval and blind judge by, reserved unless --part
 * says otherwise. */
enum game_part natural_judged_part(const struct cmd_args *args);
/* Of --images: how many images of a position of Go a network judges. */
extern const char *const natural_image_names[]; /* NULL at the end */
/* train and values learn: CMD_OK, or an exit status after a message if --part names another part
 * than the one they learn from. */
int natural_check_part(struct cmd_env *env, const struct cmd_args *args, enum game_part learnt);

#endif
