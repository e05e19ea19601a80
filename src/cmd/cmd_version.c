/* cmd_version.c: `kifu version`. */
#include "cmd/frame/cmd.h"
#include "kifu.h"

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    (void)args;
    if (env->json)
        fprintf(env->out, "{\"version\":\"%s\"}\n", kifu_version());
    else
        fprintf(env->out, "kifu %s\n", kifu_version());
    return CMD_OK;
}

const struct command CMD_VERSION = {
    .name = "version",
    .group = GROUP_UPKEEP,
    .summary = {"print the version", "版を表示する"},
    .shared = TAKES_JSON,
    .run = run,
};
