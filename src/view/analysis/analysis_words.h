/* analysis_words.h: an analysed game in words: moves, values, mistakes, and the report for people. */
#ifndef KIFU_VIEW_ANALYSIS_ANALYSIS_WORDS_H
#define KIFU_VIEW_ANALYSIS_ANALYSIS_WORDS_H

#include "base/buf.h"
#include "games/record.h"
#include "values/analysis/game_analysis.h"

struct analysis_view {
    const struct game_analysis *a; /* borrowed, like rec and the texts */
    const struct record *rec;
    struct span engine;
    uint64_t nodes;
    bool has_id;
    uint32_t id;                 /* in its database */
    struct shogi_pos *positions; /* owned: plies + 1 */
};

/* Fills in the positions; the caller has filled in the rest. */
enum status analysis_view_open(struct analysis_view *v, struct err *err) CHECK_RESULT;
void analysis_view_release(struct analysis_view *v);

/* The number that a move has in its record, 1 being the first. */
static inline uint32_t analysis_number(const struct analysis_view *v, uint32_t move)
{
    return v->rec->start_ply + move + 1;
}

/* Appends "▲P-7f", a move of position p. */
void analysis_add_move(const struct analysis_view *v, uint32_t p, shogi_move move, enum lang lang,
                       struct buf *out);
/* Appends the line of position p, moves with blanks between. */
void analysis_add_line(const struct analysis_view *v, uint32_t p, enum lang lang, struct buf *out);
/* Appends "61 %". */
void analysis_add_percent(double share, struct buf *out);
/* Whether a sentence is due: for a mistake of any class, and a mate missed or allowed. */
bool analysis_is_worth_words(const struct analysed_move *m);
/* Appends the sentence on move p, without line end. */
void analysis_add_sentence(const struct analysis_view *v, uint32_t p, enum lang lang,
                           struct buf *out);
/* "▲" and the name, or what the side is called. */
void analysis_add_player(const struct analysis_view *v, int side, enum lang lang, struct buf *out);

/* Appends the report of a game, some lines. */
void analysis_add_report(const struct analysis_view *v, enum lang lang, struct buf *out);
/* Appends two lines: what was analysed how, and the accuracy of both players. */
void analysis_add_summary(const struct analysis_view *v, enum lang lang, struct buf *out);

extern const struct msg move_class_words[MOVE_CLASSES];

#endif
