/* style.h: choosing a move by other criteria than its value alone.
 *
 *     style_open(&s, &settings, err);
 *     style_search(s, thinker, &question, &position, &answer, &choice, err);   our own search
 *     style_choose(s, &position, lines, n, &choice);                          anybody's lines
 *     style_explain(s, &position, &choice, &text);
 *
 * Between a search and the answer to a GUI, a match or a proxy.  Played is the best sum of
 *
 *     value        by the search, in hundredths of a pawn
 *     points       for moves that continue a sequence that people play, times the weight
 *     ln p · fold  p: how likely people are to play it (natural.h, without a search); fold, what
 *                  a move e times as likely may cost, is set by the dial
 *
 * Whatever that is, a mate is played, and no move that is worth less than the best by more than the
 * margin, or that loses to a mate that the search has seen. */
#ifndef KIFU_ENGINE_NATURAL_STYLE_H
#define KIFU_ENGINE_NATURAL_STYLE_H

#include "engine/natural/natural.h"
#include "engine/search/engine_search.h"
#include "engine/style_options.h"
#include "text/flow/flow.h"

/* --- The paper's way to play naturally: points for moves that continue a sequence -------------
 *     sum(move) = value by the search + weight × points
 *
 * Points are a table in the flow file (struct flow_points of flow.h): the paper's are 150 for a
 * match in one king's frame, 300 for both, 100 more when the same pawn or bishop moves twice
 * running.  The rule itself is lost from the paper's text; that the 100 are only added to points
 * for a sequence is read off its appendix, where none of the moves was chosen for 100 alone. */

/* Why a move got its points. */
struct flow_reason {
    int points;
    const struct flow_row *row[FLOW_FRAMES]; /* NULL: no match in that frame; of several the
                                                surest (the least p) */
    bool again;
};

/* style: whose sequences count, those that people play more or those of programs.  The points for
 * moving the same piece twice are for people's habits: they are not given for FLOW_COMPUTER. */
void flow_score(const struct flow_table *t, const struct flow_points *points, enum flow_side style,
                const struct natural_past *past, const struct shogi_pos *pos, shogi_move m,
                struct flow_reason *out);

/* --- Choosing a move -------------------------------------------------------------------------- */

struct style; /* shared by threads */

/* Reads the files that the settings name.  *out is NULL if the settings want the plain engine. */
enum status style_open(struct style **out, const struct style_settings *settings,
                       struct err *err) CHECK_RESULT;
void style_close(struct style *s); /* NULL is fine */

struct style_position {
    const struct shogi_pos *pos;
    const struct natural_past *past;
    unsigned ply; /* moves made so far */
};

/* What a search says of a move.  Values as in engine_search.h. */
struct style_line {
    shogi_move move, reply; /* reply 0: none */
    int value;
    int depth;    /* 0: not known */
    bool at_most; /* no more is known than that it is worth so much at most */
};

struct style_choice {
    shogi_move move, reply;
    int value;
    shogi_move plain;             /* the search's own */
    int plain_value, plain_depth; /* depth 0: not known, or all of it */
    struct flow_reason reason;    /* rows are borrowed from the style */
    /* how often people play the move and the plain one, by the model without any search; rank 1:
     * the likeliest of `of` */
    double p, plain_p;
    int order, plain_order, of;
    bool free; /* there was a choice: no mate, more than one move */
};

/* lines: the best first, as they come from the last round or rounds of a search; those of an older
 * round may seem better than they are: each counts for at most as good as those above.  n is at
 * least 1. */
void style_choose(const struct style *s, const struct style_position *at,
                  const struct style_line *lines, int n, struct style_choice *out);

/* Values for struct natural_input, of the legal moves; lines of an older round are clamped, to less
 * than the first: a move that seems as good at a lesser depth is not the search's own. */
void style_values(const struct style_line *lines, int n, const struct natural_move *legal,
                  int count, int16_t *values);

/* The least probability of moves that are worth comparing: of the likeliest of them. */
float style_least_likely(const struct natural_move *moves, int count);
/* Moves that style_rate() asks about, in the order of shogi_legal_moves(): the likeliest, if the
 * dial is on, and those that get points.  out has room for SHOGI_MAX_MOVES. */
int style_list(const struct style *s, const struct style_position *at, shogi_move *out);
/* A search that says something of many moves, for measuring: think() if s is NULL, or if there is
 * nothing to choose; otherwise a plain search with a part of the time and the nodes, then
 * think_rate() with the rest.  answer is the plain search's, with the nodes and the time of both;
 * lines (SHOGI_MAX_MOVES of them) get what is known of moves, the best first: none if mated, the
 * best alone if it mates or all is lost. */
enum status style_rate(const struct style *s, struct thinker *t, const struct think_request *q,
                       const struct style_position *at, struct think_result *answer,
                       struct style_line *lines, int *count, struct err *err) CHECK_RESULT;

/* The same of moves that somebody else has listed: n of them, with room for one more.  margin as of
 * think_rate(). */
enum status style_rate_moves(struct thinker *t, const struct think_request *q, shogi_move *moves,
                             int n, int margin, struct think_result *answer,
                             struct style_line *lines, int *count, struct err *err) CHECK_RESULT;

/* One search that gives every move that q allows a value (as many lines as there are moves), as far
 * as its last iteration came: lines, the best first, SHOGI_MAX_MOVES of them at most.  Moves that
 * even the first iteration did not come to, and those that lose at once, may have none. */
enum status style_search_all(struct thinker *t, const struct think_request *q,
                             struct think_result *answer, struct style_line *lines, int *count,
                             struct err *err) CHECK_RESULT;

/* think() if s is NULL, and if no move is to be preferred; otherwise a search for the best sum, or
 * by the paper's rule style_search_all() and style_choose() among its lines.  choice may be NULL. */
enum status style_search(const struct style *s, struct thinker *t, const struct think_request *q,
                         const struct style_position *at, struct think_result *answer,
                         struct style_choice *choice, struct err *err) CHECK_RESULT;

/* One line, without its end, in the language of the settings; nothing if that is "none" or there
 * was no choice. */
void style_explain(const struct style *s, const struct style_position *at,
                   const struct style_choice *c, struct buf *out);

#endif
