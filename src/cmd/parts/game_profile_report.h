/* game_profile_report.h: the frequency profile of one game (text/mine/game_profile.h) as text, JSON and
 * picture. */
#ifndef KIFU_CMD_PARTS_GAME_PROFILE_REPORT_H
#define KIFU_CMD_PARTS_GAME_PROFILE_REPORT_H

#include "cmd/frame/cmd.h"
#include "text/mine/game_profile.h"

struct game_profile_report {
    const struct game_profile *profile;
    const struct db_segment *segment; /* of the game */
    uint32_t number;                  /* its line there */
    struct span name;                 /* DB:ID */
    uint32_t games;                   /* of the corpus */
};

/* Appends the moves with their figures, and the sequences. */
enum status game_profile_report_text(const struct game_profile_report *r, enum lang lang,
                                     struct buf *out, struct err *err) CHECK_RESULT;
/* Appends one object: game, window, threshold, games, profile [{ply, move, frequency} …],
 * sequences [{from, to, frequency, moves} …]; plies count from 1. */
enum status game_profile_report_json(const struct game_profile_report *r, struct buf *out,
                                     struct err *err) CHECK_RESULT;
/* Appends an SVG file. */
void game_profile_report_svg(const struct game_profile_report *r, enum lang lang, struct buf *out);

#endif
