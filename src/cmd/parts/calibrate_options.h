/* calibrate_options.h: the options of `kifu calibrate`, and the check of which go together.  All of
 * them are checked before any position is evaluated, which may take hours. */
#ifndef KIFU_CMD_PARTS_CALIBRATE_OPTIONS_H
#define KIFU_CMD_PARTS_CALIBRATE_OPTIONS_H

#include "cmd/frame/cmd.h"
#include "engine/eval/weights.h"
#include "values/curves/curves.h"
#include "values/fit/term_fit.h"

enum calibrate_option {
    OPT_WHEN,
    OPT_PRESET,
    OPT_VALUE,
    OPT_WEIGHTS,
    OPT_VALUE_NODES,
    OPT_ENGINE_OPTION,
    OPT_SAMPLE,
    OPT_BIN,
    OPT_MIN_POSITIONS,
    OPT_MATE_NODES,
    OPT_SKIP,
    OPT_NO_CHECKS,
    OPT_NO_HANGING,
    OPT_INTERVAL,
    OPT_REPLICATES,
    OPT_SEED,
    OPT_BINS,
    OPT_EFFECTS,
    OPT_FIT,
    OPT_TERMS,
    OPT_RIDGE,
    OPT_LASSO,
    OPT_HELD_OUT,
    OPT_OUTPUT,
    OPT_DISCOVER,
    OPT_TOP,
    OPT_PLOT,
    OPT_PART,
    OPT_NO_CACHE,
    OPT_QUERY_FILE,
    OPT_COUNT
};

extern const struct option_spec calibrate_options[];

/* Words of --effects. */
enum calibrate_effects { CALIBRATE_EFFECTS_JOINT, CALIBRATE_EFFECTS_ALONE, CALIBRATE_EFFECTS_NONE };

/* Whether an option of the fit was given, which implies --fit by maximum likelihood. */
bool calibrate_fits(const struct cmd_args *args);

struct sheet_options calibrate_sheet_options(const struct cmd_env *env,
                                             const struct cmd_args *args);
struct curve_options calibrate_curve_options(const struct cmd_env *env,
                                             const struct cmd_args *args);
/* Which weights are fitted, from those of the evaluation on.  CMD_OK, or an exit status after a
 * message. */
int calibrate_fit_options(struct cmd_env *env, const struct cmd_args *args, const struct eval *eval,
                          struct term_fit_options *out);

#endif
