/* paper.h: the evaluation that the paper on win rates starts from, every term of it in the open.
 *
 *     value = (1 - P) · opening + P · (endgame + attack · dA + defence · dD)
 *
 *     P         whole progress (shogi_advance.h), by the paper's rule or by OSL's
 *     opening   material, and pairs of own pieces that stand next to each other
 *     endgame   material, and where each piece stands as seen from its own and the enemy's king
 *     dA, dD    attack and defence progress, Black's less White's; their weights are 0 unless
 *               somebody fitted them: then this is the function before the paper's terms
 *
 * All weights are hundredths of a pawn and live in one text file (docs/evaluation.md); what is
 * built in is data/weights/paper.txt.  Material, pairs and places are carried along move by move;
 * progress is counted when a value is asked for. */
#ifndef KIFU_ENGINE_EVAL_PAPER_H
#define KIFU_ENGINE_EVAL_PAPER_H

#include "base/buf.h"
#include "engine/eval/eval.h"
#include "games/shogi/shogi_advance.h"

/* How two own pieces stand next to each other, as their owner sees it. */
enum paper_relation {
    PAPER_BESIDE, /* on one rank: [lesser kind][greater kind] */
    PAPER_AHEAD,  /* the first right before the second */
    PAPER_SLANT,  /* the first diagonally before the second */
    PAPER_RELATIONS
};

enum paper_part { PAPER_OPENING, PAPER_ENDGAME, PAPER_PARTS };
enum paper_king { PAPER_OWN, PAPER_ENEMY, PAPER_KINGS };

/* Where a piece stands from a king, as the piece's owner sees it: ranks ahead of it (8, the first
 * row) to behind it (-8, the last), files aside. */
enum { PAPER_ROWS = 17, PAPER_COLUMNS = 9, PAPER_MOST = 30000 };

struct paper {
    enum advance_rule rule;
    int16_t attack, defence; /* for a difference of 1 */
    int16_t board[PAPER_PARTS][SHOGI_KINDS];
    int16_t hand[PAPER_PARTS][SHOGI_HAND_KINDS];
    int16_t pair[PAPER_RELATIONS][SHOGI_KINDS][SHOGI_KINDS];            /* opening */
    int16_t place[PAPER_KINGS][SHOGI_KINDS][PAPER_ROWS][PAPER_COLUMNS]; /* endgame */
};

extern const struct eval_type eval_paper; /* weights: struct paper */
/* The same value for who knows the progress already, by the rule of the weights; state: as
 * eval_paper keeps it. */
int paper_value_at(const struct paper *w, void *state, const struct shogi_pos *pos,
                   const struct advance *a);

/* Row and column of a square from a king's square, for a piece of that colour. */
static inline int paper_row(int color, int king, int square)
{
    int behind = shogi_rank_of(square) - shogi_rank_of(king);
    return PAPER_ROWS / 2 + (color == SHOGI_BLACK ? behind : -behind);
}
static inline int paper_column(int king, int square)
{
    int aside = shogi_file_of(square) - shogi_file_of(king);
    return aside < 0 ? -aside : aside;
}

/* --- The file --------------------------------------------------------------------------------- */

extern const char *const paper_relation_names[PAPER_RELATIONS]; /* "beside" … */
extern const char *const paper_king_names[PAPER_KINGS];         /* "own", "enemy" */
/* The first line, without its end: tells what the file is. */
#define PAPER_HEADING "kifu-weights paper 1"

/* The weights that are built in. */
enum status paper_default(struct paper *out, struct err *err) CHECK_RESULT;
/* Changes what the file names and leaves the rest of *paper as it is.  STATUS_SYNTAX with the line
 * if anything in it is not understood; *paper is then half changed. */
enum status paper_read(struct span text, struct paper *paper, struct err *err) CHECK_RESULT;
/* Appends a file that reads back as the same: every weight but pairs of 0, with comments. */
void paper_write(const struct paper *paper, struct buf *out);

#endif
