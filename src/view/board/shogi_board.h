/* shogi_board.h: pictures of a shogi board, as a list of shapes, SVG and PNG. */
#ifndef KIFU_VIEW_BOARD_SHOGI_BOARD_H
#define KIFU_VIEW_BOARD_SHOGI_BOARD_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"
#include "games/shogi/shogi.h"
#include "view/draw/drawing.h"
#include "view/draw/drawing_png.h"

/* Where an arrow may start besides a square: a hand. */
enum { SHOGI_ARROW_HAND_BLACK = SHOGI_SQUARES, SHOGI_ARROW_HAND_WHITE };

enum shogi_mark_shape { SHOGI_MARK_FILL, SHOGI_MARK_RING, SHOGI_MARK_CROSS };
enum { SHOGI_ACCENTS = 3 }; /* colours of marks and arrows: 0 blue, 1 green, 2 red */

struct shogi_mark {
    int square;
    enum shogi_mark_shape shape;
    int accent;
};

struct shogi_arrow {
    int from; /* a square, SHOGI_ARROW_HAND_BLACK or SHOGI_ARROW_HAND_WHITE */
    int to;
    int kind; /* from a hand: which piece of it; 0: no matter */
    int accent;
    double weight; /* thickness, 0 to 1; 0 means 1 */
    char label;    /* a letter where it ends; 0: none */
};

/* A few characters at the foot of a square: a value with its sign. */
enum { SHOGI_FIGURE_BYTES = 8 };

/* One position and what is said about it.  All borrowed. */
struct shogi_picture {
    const struct shogi_pos *pos;
    shogi_move last;     /* the move that led here, 0: none */
    unsigned ply;        /* moves made so far */
    struct span name[2]; /* Black, White; empty: the usual words */
    bool handicap;       /* the usual words are then 下手 and 上手 */
    struct span title;   /* the event, a date; may be empty */
    struct span caption; /* "第3手 ２六歩"; may be empty */
    int caption_side;    /* whose mark stands before the caption; -1: none */
    const struct shogi_mark *marks;
    size_t n_marks;
    const struct shogi_arrow *arrows;
    size_t n_arrows;
    const char (*figures)[SHOGI_FIGURE_BYTES]; /* by square, "" for none; NULL: none at all */
};

enum board_theme {
    BOARD_AUTO,  /* wood, and dark where the reader's screen is dark (SVG only) */
    BOARD_WOOD,  /* always light */
    BOARD_DARK,  /* always dark */
    BOARD_PAPER, /* black on white, for print */
    BOARD_THEMES
};

struct board_options {
    enum lang lang;
    enum board_theme theme;
    bool flip;           /* seen from White's side */
    bool no_coordinates; /* leaves out files and ranks */
    bool letters;        /* P, +R … instead of kanji for the pieces */
    bool colour;         /* text: ANSI colours */
    double width_px;     /* 0: the usual width */
    /* Go: so many of the last moves are numbered, or, if number_to is not 0, the moves from … to */
    uint32_t numbers, number_from, number_to;
};

enum { BOARD_USUAL_WIDTH_PX = 640 };

/* The player's name, or the usual word for that side. */
struct span shogi_side_name(const struct shogi_picture *p, int side, enum lang lang);
/* The kinds in the order in which hands are shown: rook, bishop, gold, silver, knight, lance,
 * pawn. */
extern const int SHOGI_HAND_ORDER[7];

/* Fills in *d, which the caller has not initialised and must release, whatever is returned. */
enum status shogi_board_draw(struct drawing *d, const struct shogi_picture *p,
                             const struct board_options *opt, struct err *err) CHECK_RESULT;

/* Appends an SVG document in UTF-8 without XML declaration: it may stand in a file of its own or
 * in an HTML page.  The same picture and options give the same bytes. */
enum status shogi_board_svg(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, struct err *err) CHECK_RESULT;

/* Appends a PNG.  *notes collects enum draw_png_note.  Fails as drawing_to_png() does. */
enum status shogi_board_png(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, unsigned *notes, struct err *err) CHECK_RESULT;

#endif
