/* eval_report.h: what an evaluation says of a position, to read: as a table of terms, a board with
 * what each piece contributes, and what comes of it when captures, and then moves, are searched.
 * All values are from Black's side, in hundredths of a pawn. */
#ifndef KIFU_VIEW_BOARD_EVAL_REPORT_H
#define KIFU_VIEW_BOARD_EVAL_REPORT_H

#include "base/text/json.h"
#include "engine/eval/eval.h"
#include "engine/search/engine_search.h"
#include "view/board/shogi_board.h"

/* All borrowed. */
struct eval_report {
    const char *name; /* of the evaluation */
    const struct shogi_pos *pos;
    unsigned ply; /* moves made so far */
    const struct eval_account *account;
    const struct eval_shares *shares;
    int quiescence;                /* for the side to move, as the next two */
    const struct think_line *line; /* NULL: no search was made, or there is no move */
    uint64_t nodes;
};

/* Appends lines of text. */
void eval_report_text(const struct eval_report *e, const struct board_options *opt,
                      struct buf *out);
/* Appends the fields of one object, which the caller has opened and ends. */
void eval_report_json(const struct eval_report *e, struct json *j);
/* Appends a picture: the board with the figures. */
enum status eval_report_svg(const struct eval_report *e, const struct board_options *opt,
                            struct buf *out, struct err *err) CHECK_RESULT;

#endif
