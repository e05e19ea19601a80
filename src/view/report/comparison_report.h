/* comparison_report.h: a comparison of two sets of games, as text and as JSON.
 *
 * As text, one line a row:
 *
 *     kind      A of games     B of games  A less B (95 %)           p    fdr  what
 *     castle   41.2 %  102    12.0 %  388  +29.2 (+19.6 +38.5)  1.2e-12  0.000  mino 美濃囲い
 */
#ifndef KIFU_VIEW_REPORT_COMPARISON_REPORT_H
#define KIFU_VIEW_REPORT_COMPARISON_REPORT_H

#include "base/text/json.h"
#include "text/compare/comparison.h"
#include "text/profile/sequence_profiles.h"

struct comparison_report {
    const struct game_comparison *c;
    const struct comparison_input *in;
    const char *const *paths; /* of the databases */
    enum lang lang;
    const atomic_bool *cancelled;
    struct sequence_profile *profile; /* working memory for sequences */
};

/* What the two sets are, and how many rows were tested. */
void comparison_text_head(const struct comparison_report *r, const struct span names[COMPARED_SETS],
                          double level, struct buf *out);
/* The line above the rows. */
void comparison_text_columns(const struct comparison_report *r, struct buf *out);
enum status comparison_text_row(const struct comparison_report *r, const struct comparison_row *row,
                                struct buf *out, struct err *err) CHECK_RESULT;

/* {"kind":"summary","a":{"query","games","side"},"b":…,"both","tested","different","fdr"}; side:
 * player, either or drawn. */
void comparison_head_json(const struct comparison_report *r, const struct span names[COMPARED_SETS],
                          double level, struct json *j);
/* {"kind","name","titles":[…],"query","a":{"games","of","share","low","high"},"b":…,"difference",
 * "low","high","p","fdr","different"}.  Of a move, instead of titles: "move","position","moves"
 * (to the position),"db","game","ply"; of a sequence "moves":[…]. */
enum status comparison_row_json(const struct comparison_report *r, const struct comparison_row *row,
                                struct json *j, struct err *err) CHECK_RESULT;

#endif
