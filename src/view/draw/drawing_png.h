/* drawing_png.h: a drawing as a PNG, through cairo where it was built in. */
#ifndef KIFU_VIEW_DRAW_DRAWING_PNG_H
#define KIFU_VIEW_DRAW_DRAWING_PNG_H

#include "view/draw/drawing.h"

/* What could not be drawn as it should. */
enum draw_png_note {
    DRAW_PNG_STROKES = 1 << 0,    /* no Japanese font: characters made of our own strokes */
    DRAW_PNG_BAD_LETTERS = 1 << 1 /* and there are characters that have none */
};

enum { DRAW_PNG_MAX_PX = 16384 };

/* Was the PNG writer built in? */
bool drawing_png_available(void);

/* Appends a PNG of that width.  *notes collects enum draw_png_note.  STATUS_UNSUPPORTED without
 * cairo; STATUS_RANGE if the picture would have more than DRAW_PNG_MAX_PX in a direction. */
enum status drawing_to_png(const struct drawing *d, double width_px, bool dark, struct buf *out,
                           unsigned *notes, struct err *err) CHECK_RESULT;

#endif
