/* cmd_help.c: `kifu help`: for people, and with --scdoc for the man pages' build. */
#include "base/buf.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/help.h"

enum { OPT_SCDOC, OPT_COUNT };
enum scdoc_part { SCDOC_NAME, SCDOC_SYNOPSIS, SCDOC_OPTIONS, SCDOC_COMMANDS };

static const char *const PARTS[] = {[SCDOC_NAME] = "name",
                                    [SCDOC_SYNOPSIS] = "synopsis",
                                    [SCDOC_OPTIONS] = "options",
                                    [SCDOC_COMMANDS] = "commands",
                                    NULL};

static const struct option_spec OPTIONS[] = {
    CHOICE_OPTION(OPT_SCDOC, "scdoc", PARTS, "print this part of the man page in scdoc format",
                  "man ページの該当部分を scdoc の書式で表示する"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg WHICH_COMMAND = {"missing operand: COMMAND", "引数が足りません: COMMAND"};

static void add_part(const struct cmd_env *env, const struct command *c, enum scdoc_part part,
                     struct buf *out)
{
    switch (part) {
    case SCDOC_NAME:
        help_scdoc_name(c, env->lang, out);
        break;
    case SCDOC_SYNOPSIS:
        help_scdoc_synopsis(c, out);
        break;
    case SCDOC_OPTIONS:
        help_scdoc_options(c, env->lang, out);
        break;
    case SCDOC_COMMANDS:
        help_scdoc_commands(env->commands, env->lang, out);
        break;
    }
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    const struct command *about = NULL;
    if (args->n_operands) {
        about = cmd_find(env->commands, args->operands[0]);
        if (!about)
            return cmd_unknown(env, args->operands[0]);
    }
    bool scdoc = args_flag(args, OPT_SCDOC);
    enum scdoc_part part = (enum scdoc_part)args_choice(args, OPT_SCDOC, SCDOC_OPTIONS);
    if (scdoc && !about && part != SCDOC_COMMANDS)
        return cmd_misuse(env, &WHICH_COMMAND, NULL);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (scdoc)
        add_part(env, about, part, &text);
    else if (about)
        help_command(about, env->lang, &text);
    else
        help_overview(env->commands, env->lang, &text);
    int status = cmd_print(env, &text);
    buf_release(&text);
    return status;
}

const struct command CMD_HELP = {
    .name = "help",
    .group = GROUP_UPKEEP,
    .summary = {"print help for Kifu or for one command",
                "Kifu の、または各コマンドの説明を表示する"},
    .operands = "[COMMAND]",
    .max_operands = 1,
    .completes = COMPLETE_COMMAND,
    .options = OPTIONS,
    .run = run,
};
