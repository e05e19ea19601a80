/* completion.h: completion scripts for shells, made of the tables of commands and options. */
#ifndef KIFU_CMD_FRAME_COMPLETION_H
#define KIFU_CMD_FRAME_COMPLETION_H

#include "cmd/frame/cmd.h"

struct buf;

/* Each appends the whole script for its shell; descriptions (zsh, fish) in the given language. */
void completion_bash(const struct command *const *commands, enum lang lang, struct buf *out);
void completion_zsh(const struct command *const *commands, enum lang lang, struct buf *out);
void completion_fish(const struct command *const *commands, enum lang lang, struct buf *out);

#endif
