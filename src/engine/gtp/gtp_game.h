/* gtp_game.h: a game of Go that is being played: who has put which stone where, and what may come.
 *
 * Used by GTP sessions (gtp_session.h) and by the page.  Colours need not alternate: GTP names the
 * colour of every move.  Handicap stones are part of the start; undoing stops there. */
#ifndef KIFU_ENGINE_GTP_GTP_GAME_H
#define KIFU_ENGINE_GTP_GTP_GAME_H

#include "base/err.h"
#include "games/go/go.h"
#include "games/go/go_history.h"

enum {
    GTP_SIDE = 19, /* of the only board that is played on: networks have a fixed size */
    GTP_POINTS = GTP_SIDE * GTP_SIDE,
    GTP_MOST_MOVES = 4096,
    GTP_MOST_FIXED_HANDICAP = 9,
};

struct gtp_game {
    struct go_pos start, pos;
    go_move *moves; /* count of them since the start */
    size_t count, cap;
    struct go_history history; /* positional: of the start and after every move */
    double komi;
};

/* An empty board; komi as it was, or 0 after gtp_game_init().  STATUS_NOMEM. */
enum status gtp_game_init(struct gtp_game *g) CHECK_RESULT;
void gtp_game_release(struct gtp_game *g);
enum status gtp_game_clear(struct gtp_game *g) CHECK_RESULT;
/* A start of another kind, of 19 by 19. */
enum status gtp_game_begin(struct gtp_game *g, const struct go_pos *start) CHECK_RESULT;

/* As it was after the first `count` moves of another one; g is initialised. */
enum status gtp_game_copy(struct gtp_game *g, const struct gtp_game *from,
                          size_t count) CHECK_RESULT;

/* By the usual rules, simple ko: what an opponent may do, whatever superko rule he plays by. */
bool gtp_game_may_play(const struct gtp_game *g, go_move m);
/* Also not a position of the whole board that there was before: what Kifu itself does. */
bool gtp_game_may_choose(const struct gtp_game *g, go_move m);
/* A stone or a pass.  STATUS_ILLEGAL: gtp_game_may_play() says no; STATUS_LIMIT: too many moves. */
enum status gtp_game_play(struct gtp_game *g, go_move m) CHECK_RESULT;
/* Whose turn it is, where that is not the other colour's: a ko is over then. */
void gtp_game_set_turn(struct gtp_game *g, int color);
/* False if there is no move to take back. */
bool gtp_game_undo(struct gtp_game *g);
/* The nth move from the last one (0); 0: there is none. */
go_move gtp_game_last(const struct gtp_game *g, size_t nth);

/* The points of a handicap of 2 … 9 stones, as GTP prescribes them. */
void gtp_handicap_points(int stones, int points[GTP_MOST_FIXED_HANDICAP]);
/* Begins with so many black stones, White to move.  STATUS_RANGE: fewer than two, a point twice or
 * not on the board; the game is as it was then. */
enum status gtp_game_handicap(struct gtp_game *g, const int *points, size_t count) CHECK_RESULT;

/* Points are numbered column by column in what is about one board of 19 by 19. */
static inline int gtp_index(int point)
{
    return GTP_SIDE * go_column(point) + go_row(point);
}
static inline int gtp_point(int index)
{
    return go_point(index / GTP_SIDE, index % GTP_SIDE);
}

#endif
