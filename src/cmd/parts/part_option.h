/* part_option.h: the option --part: games of one part of the split (store/game_split.h). */
#ifndef KIFU_CMD_PARTS_PART_OPTION_H
#define KIFU_CMD_PARTS_PART_OPTION_H

#include "cmd/frame/options.h"
#include "store/game_split.h"

/* A row of a table of options, where without it all games count. */
#define PART_OPTION(ID)                                                                                            \
    CHOICE_OPTION(ID, "part", game_part_names,                                                                     \
                  "only games of one part of the split by moves: train 70 %, held-out 20 %, "                      \
                  "reserved 10 % (default: all games)",                                                            \
                  "指し手で決まる区分の棋譜だけを使う: train 70 %、held-out 20 %、reserved 10 " \
                  "%（既定は全部）")

/* The part that the option names; the fallback if it was not given. */
enum game_part part_option(const struct cmd_args *args, size_t id, enum game_part fallback);

#endif
