/* chaturanga_perft.c: `kifu chaturanga perft [POSITION] DEPTH`: how many sequences of turns. */
#include <inttypes.h>

#include "base/text/num.h"
#include "cmd/chaturanga/chaturanga_cmd.h"

int chaturanga_perft(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                     size_t n)
{
    static const struct msg NO_DEPTH = {"missing operand: DEPTH", "引数が足りません: DEPTH"};
    static const struct msg BAD_DEPTH = {"the depth must be from 0 to 8: %1",
                                         "深さには 0 から 8 を指定してください: %1"};
    struct chaturanga_rules rules;
    struct chaturanga_pos pos;
    uint64_t depth;
    if (n == 0)
        return cmd_misuse(env, &NO_DEPTH, NULL);
    if (!num_parse_u64(span_of(operands[n - 1]), CHATURANGA_PERFT_MAX_DEPTH, &depth))
        return cmd_misuse(env, &BAD_DEPTH, operands[n - 1]);
    int status = chaturanga_rules_read(env, args, &rules);
    if (status == CMD_OK)
        status = chaturanga_position_read(env, operands, n - 1, &rules, &pos);
    if (status != CMD_OK)
        return status;
    bool weighted = args_flag(args, CHATURANGA_OPT_WEIGHTED);
    uint64_t count = weighted ? 0 : chaturanga_count_tree(&pos, (unsigned)depth, env->cancelled);
    double mean = weighted ? chaturanga_weigh_tree(&pos, (unsigned)depth, env->cancelled) : 0;
    if (cmd_should_stop(env))
        return CMD_ERROR;
    if (env->json)
        fprintf(env->out, "{\"depth\":%u,", (unsigned)depth);
    fputs(!env->json ? "" : weighted ? "\"mean\":" : "\"count\":", env->out);
    if (weighted)
        fprintf(env->out, "%.6f", mean);
    else
        fprintf(env->out, "%" PRIu64, count);
    fputs(env->json ? "}\n" : "\n", env->out);
    return CMD_OK;
}
