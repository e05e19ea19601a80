/* games_report.h: what a games file holds, for `kifu info FILE.games`: how many games and positions,
 * how they begin and end, and how much of it is new. */
#ifndef KIFU_CMD_PARTS_GAMES_REPORT_H
#define KIFU_CMD_PARTS_GAMES_REPORT_H

#include "cmd/frame/cmd.h"

/* Prints it, as text or JSON; an exit status. */
int games_report(struct cmd_env *env, const char *path);

#endif
