/* stroke_glyph.h: the kanji of shogi pieces and ranks as strokes, for drawing without a font.
 *
 * A PNG needs letter shapes, and a machine may have no Japanese font.  So that a board can be drawn
 * there, too, the characters on pieces, coordinates and in moves are described here by straight
 * strokes, in the manner of somebody writing with a felt pen. */
#ifndef KIFU_VIEW_DRAW_STROKE_GLYPH_H
#define KIFU_VIEW_DRAW_STROKE_GLYPH_H

#include <stdint.h>

/* The strokes of a character, or NULL: points "XXYY" of four digits in a square of 100 by 100, y
 * downwards; a blank joins two points, "/" begins a new stroke.  Static. */
const char *stroke_glyph(uint32_t c);

#endif
