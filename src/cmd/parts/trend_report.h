/* trend_report.h: mined sequences through the years (text/profile/sequence_trends.h) as text, JSON and
 * SVG: which rose and fell most, and when. */
#ifndef KIFU_CMD_PARTS_TREND_REPORT_H
#define KIFU_CMD_PARTS_TREND_REPORT_H

#include "cmd/frame/cmd.h"
#include "text/profile/sequence_trends.h"

/* A sequence that the caller wants to see, with a name for it. */
struct trend_choice {
    size_t nth;       /* in the order of the mining, from 0 */
    struct span name; /* borrowed; may be empty */
};

struct trend_report {
    struct cmd_env *env;
    const struct sequence_source *source;
    const struct sequence_trends *trends;
    bool chosen; /* list and plot the choices only; else the greatest rises and falls */
    const struct trend_choice *choices;
    size_t choice_count;
    uint32_t beginning; /* as in trend_options */
    double level;
    const char *plot; /* SVG file; may be NULL */
};

/* Text: a summary, the greatest rises and falls, sequences that begin with one above them or that one
 * begins with left out; or the chosen ones.  JSON, a line each: all sequences,
 *
 *     rank, moves ["B[R16]", …], name (of a chosen one), games, reached, tested
 *     first, last                               years of the first and of the last game
 *     born, born_fdr, died, died_fdr            true: the silence before, after is more than chance
 *     dispersion, p, fdr, changed, shape
 *     segments [{from, to, games, reached, share, low, high} …]
 *     changes [{year, difference, low, high} …] where a segment begins
 *     rise, fall                                 years of the greatest changes, null: none
 *     peak {from, to, share}
 *     years [[year, games, reached] …]           in which the beginning was played
 *
 * and then a summary: sequences, tested, changed, fdr, beginning, beginnings, games, undated, first_year,
 * last_year, born, died, steady, rose, fell, fashion, revival. */
enum status trend_report_print(const struct trend_report *r, struct err *err) CHECK_RESULT;

#endif
