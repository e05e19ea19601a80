/* game_view.c: the list of views, and what they share. */
#include "view/board/game_view.h"

#include "view/draw/drawing_png.h"

static const struct game_view *const ALL_VIEWS[] = {&shogi_view, &go_view, &chaturanga_view, NULL};

const struct game_view *view_of_game(const struct game *game)
{
    for (const struct game_view *const *v = ALL_VIEWS; *v; v++)
        if ((*v)->game == game)
            return *v;
    return NULL;
}

enum status view_drawing(const struct drawing *d, const struct view_board *what, struct buf *out,
                         unsigned *notes, struct err *err)
{
    static const enum draw_adapt ADAPT[BOARD_THEMES] = {[BOARD_AUTO] = DRAW_ADAPTS,
                                                        [BOARD_WOOD] = DRAW_LIGHT,
                                                        [BOARD_DARK] = DRAW_DARK,
                                                        [BOARD_PAPER] = DRAW_LIGHT};
    enum board_theme theme = what->opt->theme;
    double width = what->opt->width_px > 0 ? what->opt->width_px : BOARD_USUAL_WIDTH_PX;
    if (what->form == VIEW_PNG)
        return drawing_to_png(d, width, theme == BOARD_DARK, out, notes, err);
    drawing_to_svg(d, width, ADAPT[theme], out);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}
