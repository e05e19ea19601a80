/* svg.h: a writer of SVG elements that escapes whatever it is given.
 *
 * Elements are appended to a buffer as open, attributes, close:
 *
 *     svg_open(out, "text");
 *     svg_number_attr(out, "x", 12.5);
 *     svg_end_open(out);
 *     svg_text(out, name);
 *     svg_close(out, "text");
 *
 * Texts and attribute values are escaped, and bytes that XML does not allow (control characters,
 * broken UTF-8) become U+FFFD, so whatever a game record holds the result is well-formed.  Numbers
 * have at most two decimals, a point whatever the locale says, and no trailing zeros: the same
 * picture is the same bytes everywhere. */
#ifndef KIFU_VIEW_DRAW_SVG_H
#define KIFU_VIEW_DRAW_SVG_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* A number rounded to hundredths: 12.5, -0.25, 3.  Limited to ±1e9; what is not a number is 0. */
void svg_number(struct buf *out, double v);
/* A colour 0xRRGGBB as #rrggbb. */
void svg_colour(struct buf *out, uint32_t rgb);
/* Character data, escaped for element contents and attribute values alike. */
void svg_text(struct buf *out, struct span text);

/* "<name". */
void svg_open(struct buf *out, const char *name);
void svg_attr(struct buf *out, const char *name, struct span value);
void svg_str_attr(struct buf *out, const char *name, const char *value);
void svg_number_attr(struct buf *out, const char *name, double value);
void svg_colour_attr(struct buf *out, const char *name, uint32_t rgb);
/* ">": contents follow. */
void svg_end_open(struct buf *out);
/* "/>" and a line end: no contents. */
void svg_end_empty(struct buf *out);
/* "</name>" and a line end. */
void svg_close(struct buf *out, const char *name);

#endif
