/* shogi_board_svg.c: see shogi_board_svg.h. */
#include "view/board/shogi_board_svg.h"

#include "view/board/shogi_board_drawing.h"

enum status shogi_board_svg(const struct shogi_picture *p, const struct board_options *opt,
                            struct buf *out, struct err *err)
{
    static const enum draw_adapt adapt[BOARD_THEMES] = {[BOARD_AUTO] = DRAW_ADAPTS,
                                                        [BOARD_WOOD] = DRAW_LIGHT,
                                                        [BOARD_DARK] = DRAW_DARK,
                                                        [BOARD_PAPER] = DRAW_LIGHT};
    struct drawing d;
    enum status s = shogi_board_draw(&d, p, opt, err);
    if (s == STATUS_OK) {
        double width = opt->width_px > 0 ? opt->width_px : BOARD_USUAL_WIDTH_PX;
        drawing_to_svg(&d, width, adapt[opt->theme], out);
        s = buf_status(out);
        if (s)
            s = err_nomem(err);
    }
    drawing_release(&d);
    return s;
}
