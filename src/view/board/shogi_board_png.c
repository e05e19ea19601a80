/* shogi_board_png.c: see shogi_board_png.h. */
#include "view/board/shogi_board_png.h"

#include "view/board/shogi_board_drawing.h"

enum status shogi_board_png(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, unsigned *notes, struct err *err)
{
    struct drawing d;
    enum status s = shogi_board_draw(&d, p, opt, err);
    double width = opt->width_px > 0 ? opt->width_px : BOARD_USUAL_WIDTH_PX;
    if (s == STATUS_OK)
        s = drawing_to_png(&d, width, opt->theme == BOARD_DARK, out, notes, err);
    drawing_release(&d);
    return s;
}
