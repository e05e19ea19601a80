/* main.c: the command table and dispatch, nothing else. */
#include "cmd/frame/cmd.h"

/* One to a line, so that additions merge. */
/* clang-format off */
static const struct command *const COMMANDS[] = {
    &CMD_ANALYSE,
    &CMD_BENCH,
    &CMD_BOOK,
    &CMD_CENSUS,
    &CMD_CHATURANGA,
    &CMD_CHECK,
    &CMD_COMPACT,
    &CMD_COMPARE,
    &CMD_COMPLETION,
    &CMD_CONVERT,
    &CMD_EVAL,
    &CMD_EXPORT,
    &CMD_FLOW,
    &CMD_GENERATE,
    &CMD_GTP,
    &CMD_HELP,
    &CMD_IMPORT,
    &CMD_INFO,
    &CMD_JOSEKI,
    &CMD_MATCH,
    &CMD_MATE,
    &CMD_MATRIX,
    &CMD_MOVES,
    &CMD_PERFT,
    &CMD_NAMES,
    &CMD_OPEN,
    &CMD_PLAYERS,
    &CMD_PROFILE,
    &CMD_REMOVE,
    &CMD_TAG,
    &CMD_EDIT,
    &CMD_SEARCH,
    &CMD_SERVE,
    &CMD_SHOW,
    &CMD_CALIBRATE,
    &CMD_NATURAL,
    &CMD_TRAIN,
    &CMD_USI,
    &CMD_VERSION,
    NULL,
};
/* clang-format on */

int main(int argc, char **argv)
{
    return cmd_main(COMMANDS, argc, (const char *const *)argv);
}
