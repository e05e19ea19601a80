/* drawing_png.h: a drawing as a PNG, through cairo where it was built in. */
#ifndef KIFU_VIEW_DRAW_DRAWING_PNG_H
#define KIFU_VIEW_DRAW_DRAWING_PNG_H

#include <stdint.h>

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

/* --- The kanji of shogi pieces and ranks as strokes, for drawing without a font ---------------
 * A PNG needs letter shapes, and a machine may have no Japanese font.  So that a board can be drawn
 * there, too, the characters on pieces, coordinates and in moves are described here by straight
 * strokes, in the manner of somebody writing with a felt pen. */

/* The strokes of a character, or NULL: points "XXYY" of four digits in a square of 100 by 100, y
 * downwards; a blank joins two points, "/" begins a new stroke.  Static. */
const char *stroke_glyph(uint32_t c);

#endif
