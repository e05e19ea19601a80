/* main.c: the command table and dispatch, nothing else. */
#include "cmd/cmd.h"

static const struct command *const COMMANDS[] = {
    &CMD_CONVERT,
    &CMD_COMPLETION,
    &CMD_HELP,
    &CMD_VERSION,
    NULL,
};

int main(int argc, char **argv)
{
    return cmd_main(COMMANDS, argc, (const char *const *)argv);
}
