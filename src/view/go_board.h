/* go_board.h: what is to be seen on a picture of a Go board, whatever it is drawn with. */
#ifndef KIFU_VIEW_GO_BOARD_H
#define KIFU_VIEW_GO_BOARD_H

#include "games/go/go.h"
#include "games/record.h"
#include "view/board.h"
#include "view/drawing.h"

enum go_sign {
    GO_SIGN_NONE,
    GO_SIGN_LABEL,
    GO_SIGN_RING,
    GO_SIGN_SQUARE,
    GO_SIGN_CROSS,
    GO_SIGN_TRIANGLE
};
enum { GO_LABEL_BYTES = 16 };

/* Something drawn on a point. */
struct go_mark {
    enum go_sign sign;
    char label[GO_LABEL_BYTES]; /* NUL-terminated */
};

struct go_picture {
    struct go_pos pos;
    go_move last;        /* the move that led here, 0: none */
    uint32_t ply;        /* moves made so far */
    struct span name[2]; /* borrowed */
    struct buf title, caption;
    struct go_mark marks[GO_POINTS];
};

void go_picture_init(struct go_picture *p);
void go_picture_release(struct go_picture *p);
/* Fills it from the record after so many moves, with the marks that SGF has there.  numbers: so
 * many of the last moves are numbered. */
enum status go_picture_fill(struct go_picture *p, const struct record *rec, uint32_t ply,
                            uint32_t numbers, enum lang lang, struct err *err) CHECK_RESULT;

/* Is there a star, a point with a dot, on an empty board? */
bool go_is_star(int width, int height, int column, int row);

/* Appends the board in characters: X and O, + for stars, brackets around the last move. */
void go_board_text(const struct go_picture *p, const struct board_options *opt, struct buf *out);

/* Makes a drawing of it; *d must be released, also after a failure. */
enum status go_board_draw(struct drawing *d, const struct go_picture *p,
                          const struct board_options *opt, struct err *err) CHECK_RESULT;

/* "Black Q16", "White passes", "黒 Q16". */
void go_move_text(go_move m, enum lang lang, struct buf *out);

/* A whole game as a page to read. */
enum status go_page(const struct record *rec, const struct board_options *opt, struct buf *out,
                    struct err *err) CHECK_RESULT;

#endif
