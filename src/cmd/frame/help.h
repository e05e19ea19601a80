/* help.h: help texts of commands, for people and for scdoc. */
#ifndef KIFU_CMD_FRAME_HELP_H
#define KIFU_CMD_FRAME_HELP_H

#include "cmd/frame/cmd.h"

struct buf;

/* All commands with their summaries, by group. */
void help_overview(const struct command *const *commands, enum lang lang, struct buf *out);
/* What `kifu NAME --help` prints. */
void help_command(const struct command *c, enum lang lang, struct buf *out);

/* Parts of a man page in scdoc's notation. */
void help_scdoc_name(const struct command *c, enum lang lang, struct buf *out);
void help_scdoc_synopsis(const struct command *c, struct buf *out);
void help_scdoc_options(const struct command *c, enum lang lang, struct buf *out);
/* The list of commands of kifu(1). */
void help_scdoc_commands(const struct command *const *commands, enum lang lang, struct buf *out);

#endif
