/* cmd_completion.c: `kifu completion bash|zsh|fish`. */
#include "base/buf.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/completion.h"

static const char *const SHELLS[] = {"bash", "zsh", "fish", NULL};

static void (*const WRITERS[])(const struct command *const *, enum lang,
                               struct buf *) = {completion_bash, completion_zsh, completion_fish};

static const struct msg UNKNOWN_SHELL = {
    "unknown shell '%1'; use bash, zsh or fish",
    "シェル '%1' には対応していません。bash、zsh、fish のいずれかを指定してください"};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    size_t shell = 0;
    while (SHELLS[shell] && strcmp(SHELLS[shell], args->operands[0]) != 0)
        shell++;
    if (!SHELLS[shell])
        return cmd_misuse(env, &UNKNOWN_SHELL, args->operands[0]);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    WRITERS[shell](env->commands, env->lang, &text);
    int status = cmd_print(env, &text);
    buf_release(&text);
    return status;
}

const struct command CMD_COMPLETION = {
    .name = "completion",
    .group = GROUP_UPKEEP,
    .summary = {"print a shell completion script", "シェルの補完スクリプトを表示する"},
    .operands = "bash|zsh|fish",
    .min_operands = 1,
    .max_operands = 1,
    .words = SHELLS,
    .details = {"Try it with: source <(kifu completion bash)",
                "試すには: source <(kifu completion bash)"},
    .run = run,
};
