/* go_board.h: pictures of a Go board, as text, a list of shapes, SVG and PNG. */
#ifndef KIFU_VIEW_BOARD_GO_BOARD_H
#define KIFU_VIEW_BOARD_GO_BOARD_H

#include "games/go/go.h"
#include "games/record.h"
#include "view/board/shogi_board.h"
#include "view/draw/drawing.h"

enum go_sign {
    GO_SIGN_NONE,
    GO_SIGN_LABEL,
    GO_SIGN_RING,
    GO_SIGN_SQUARE,
    GO_SIGN_CROSS,
    GO_SIGN_TRIANGLE,
    GO_SIGN_BLACK_AREA, /* somebody's territory, or a dead stone in it */
    GO_SIGN_WHITE_AREA
};
enum { GO_LABEL_BYTES = 16 };

/* Something drawn on a point. */
struct go_mark {
    enum go_sign sign;
    char label[GO_LABEL_BYTES]; /* NUL-terminated */
};

/* A line between two points; an arrow's head is at `to`. */
struct go_stroke {
    int from, to;
    bool arrow;
};
enum { GO_MAX_STROKES = 64 };

/* A rectangle of the board, all ends included; all 0: the whole board. */
struct go_part {
    int left, right, bottom, top;
};

struct go_picture {
    struct go_pos pos;
    struct go_part part; /* that is to be seen */
    go_move last;        /* the move that led here, 0: none */
    uint32_t ply;        /* moves made so far */
    bool numbered;       /* some marks are numbers of moves */
    struct span name[2]; /* borrowed */
    struct span rank[2];
    struct buf title, caption;
    struct buf again; /* numbered moves on points that have a number: "65 at 52" */
    struct go_mark marks[GO_POINTS];
    struct go_stroke strokes[GO_MAX_STROKES]; /* further ones are not drawn */
    size_t n_strokes;
};

void go_picture_init(struct go_picture *p);
void go_picture_release(struct go_picture *p);
/* Fills it from the record after so many moves, with the marks that SGF has there.  The moves
 * opt->number_from to number_to, or the last opt->numbers, are numbered; the first number of a
 * point stays. */
enum status go_picture_fill(struct go_picture *p, const struct record *rec, uint32_t ply,
                            const struct board_options *opt, struct err *err) CHECK_RESULT;
/* "C3..K10", or two other corners.  False if it is none of this board. */
bool go_part_parse(struct span text, const struct go_pos *pos, struct go_part *part);
/* The part that is to be seen. */
struct go_part go_picture_part(const struct go_picture *p);

/* Is there a star, a point with a dot, on an empty board? */
bool go_is_star(int width, int height, int column, int row);

/* Appends the board in characters: X and O, + for stars, brackets around the last move. */
void go_board_text(const struct go_picture *p, const struct board_options *opt, struct buf *out);

/* Makes a drawing of it; *d must be released, also after a failure. */
enum status go_board_draw(struct drawing *d, const struct go_picture *p,
                          const struct board_options *opt, struct err *err) CHECK_RESULT;

/* "Black Q16", "White passes", "黒 Q16". */
void go_move_text(go_move m, enum lang lang, struct buf *out);

#endif
