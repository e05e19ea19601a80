/* game_view.h: the table of views: for each game, functions that show its games and positions. */
#ifndef KIFU_VIEW_BOARD_GAME_VIEW_H
#define KIFU_VIEW_BOARD_GAME_VIEW_H

#include "base/buf.h"
#include "base/text/json.h"
#include "games/record.h"
#include "view/board/shogi_board.h"
#include "view/draw/drawing.h"

enum view_form { VIEW_TEXT, VIEW_SVG, VIEW_PNG };

/* The board after so many moves of the main line, of which there must be so many. */
struct view_board {
    const struct record *rec;
    uint32_t ply;
    enum view_form form;
    const struct board_options *opt;
    /* Squares to ring and moves to show as arrows, in the game's own notation. */
    const char *const *marks, *const *arrows;
    size_t n_marks, n_arrows;
    const char *part; /* of the board, "C3..K10"; NULL: the whole of it */
};

struct game_view {
    const struct game *game;
    /* Are the marks and arrows such?  STATUS_RANGE, with the reason, if not. */
    enum status (*check_signs)(const struct view_board *what, struct err *err);
    /* Appends it.  *notes: bits of drawing_png.h.  Signs that are none: as above. */
    enum status (*board)(const struct view_board *what, struct buf *out, unsigned *notes,
                         struct err *err);
    /* Appends the board of a position alone, as SVG; NULL: it is drawn as a game without moves. */
    enum status (*bare)(const void *pos, const struct board_options *opt, struct buf *out,
                        struct err *err);
    /* Appends a sentence on how the game of a record ended; nothing if it just stops. */
    void (*result)(const struct record *rec, enum lang lang, struct buf *out);
    /* Appends a page with all about the game. */
    enum status (*page)(const struct record *rec, const struct board_options *opt, struct buf *out,
                        struct err *err);
    /* The position as a record that starts there; out, which must be initialised, is filled. */
    enum status (*position)(const struct record *rec, uint32_t ply, struct record *out,
                            struct err *err);
    /* Adds the position, the move that led there and that move in words. */
    enum status (*json)(const struct record *rec, uint32_t ply, enum lang lang, struct json *j,
                        struct err *err);
};

extern const struct game_view shogi_view, go_view, chaturanga_view;
/* NULL if the game can't be shown. */
const struct game_view *view_of_game(const struct game *game);

/* Appends the drawing of a board as a picture of the form, width and theme that are asked for. */
enum status view_drawing(const struct drawing *d, const struct view_board *what, struct buf *out,
                         unsigned *notes, struct err *err);

#endif
