/* drawing.h: a picture as a short list of shapes.
 *
 * What draws a board (or a plot) fills in a drawing; what writes a file goes through one.  There
 * are two writers, SVG and PNG, and they see the same list: the two pictures can't drift apart.
 *
 *     items     group "pieces" ( use 0 at 34,61 turned by 180 | use 3 … ) end
 *     symbols   0: polygon, text          shapes drawn many times, each about its own origin
 *
 * Colours are numbers of a palette in which each has a value for light and one for dark
 * surroundings.  Lengths are in units of the drawing's own; y grows downwards.  A text is placed
 * by its baseline, because what renderers understand by "middle" differs.
 *
 * As with buffers failure is remembered, and adding to a failed drawing does nothing: ask
 * drawing.bad once at the end. */
#ifndef KIFU_VIEW_DRAW_DRAWING_H
#define KIFU_VIEW_DRAW_DRAWING_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { DRAW_NO_COLOUR = -1 };

struct draw_colour {
    const char *name;     /* a word for CSS classes */
    uint32_t light, dark; /* 0xRRGGBB */
};

struct draw_paint {
    int fill, stroke; /* numbers of the palette, or DRAW_NO_COLOUR */
    double stroke_width;
    double opacity; /* 0 means 1: the usual paint needs no word */
    double dash;    /* of a stroke: as long as its gaps; 0: none */
};

enum draw_font { DRAW_FONT_PIECE, DRAW_FONT_TEXT };
enum draw_anchor { DRAW_START, DRAW_MIDDLE, DRAW_END };

enum draw_kind {
    DRAW_RECT,
    DRAW_LINE,
    DRAW_POLYGON,
    DRAW_POLYLINE, /* its paint has no fill */
    DRAW_CIRCLE,
    DRAW_TEXT,
    DRAW_USE,
    DRAW_GROUP,
    DRAW_GROUP_END,
};

struct draw_point {
    double x, y;
};

struct draw_item {
    enum draw_kind kind;
    struct draw_paint paint;
    double x, y;   /* corner, centre, first point, baseline or origin */
    double x2, y2; /* rect: width and height; line: second point */
    double size;   /* radius of a circle or of a rect's corners; font size; scale of a use */
    double angle;  /* use, text: degrees, clockwise */
    uint32_t first,
        count; /* polygon and polyline: points; text and group: bytes of texts; use: symbol */
    enum draw_font font;
    enum draw_anchor anchor;
    bool bold;
};

struct draw_symbol {
    const char *name;      /* static; unique within the drawing */
    uint32_t first, count; /* its items; neither uses nor groups */
};

struct drawing {
    double width, height;
    struct draw_item *items;
    uint32_t item_count;
    size_t item_cap;
    struct draw_item *symbol_items;
    uint32_t symbol_item_count;
    size_t symbol_item_cap;
    struct draw_symbol *symbols;
    uint32_t symbol_count;
    size_t symbol_cap;
    struct draw_point *points;
    uint32_t point_count;
    size_t point_cap;
    struct buf texts;
    struct buf title, desc; /* for those who can't see it */

    const struct draw_colour *palette; /* borrowed; must outlive the drawing */
    uint32_t colour_count;
    const char *scheme; /* name of palette and style, a word: makes ids and classes unique */
    const char *lang;   /* static: "en", "ja" */
    bool in_symbol;
    enum status bad;
};

void drawing_init(struct drawing *d, double width, double height);
void drawing_release(struct drawing *d);

void drawing_rect(struct drawing *d, double x, double y, double w, double h, double radius,
                  struct draw_paint paint);
void drawing_line(struct drawing *d, double x1, double y1, double x2, double y2,
                  struct draw_paint paint);
void drawing_polygon(struct drawing *d, const struct draw_point *points, uint32_t n,
                     struct draw_paint paint);
void drawing_polyline(struct drawing *d, const struct draw_point *points, uint32_t n,
                      struct draw_paint paint);
void drawing_circle(struct drawing *d, double x, double y, double r, struct draw_paint paint);

struct draw_text_style {
    enum draw_font font;
    enum draw_anchor anchor;
    double size;
    int colour;
    bool bold;
};
/* y is the baseline. */
void drawing_text(struct drawing *d, double x, double y, struct span text,
                  struct draw_text_style style);
/* The same turned about x, y, by degrees, clockwise. */
void drawing_text_turned(struct drawing *d, double x, double y, struct span text,
                         struct draw_text_style style, double angle);
/* y is the middle of the characters. */
void drawing_text_middle(struct drawing *d, double x, double y, struct span text,
                         struct draw_text_style style);

/* The same in the usual size, at most so wide: smaller if need be, cut if it would get too small.
 */
void drawing_text_fitted(struct drawing *d, double x, double y, struct span text, double width,
                         enum draw_anchor anchor, int colour);

/* What is added between these belongs to the symbol.  Returns its number. */
uint32_t drawing_symbol_begin(struct drawing *d, const char *name);
void drawing_symbol_end(struct drawing *d);
/* The symbol of that name, or UINT32_MAX. */
uint32_t drawing_find_symbol(const struct drawing *d, const char *name);
void drawing_use(struct drawing *d, uint32_t symbol, double x, double y, double angle,
                 double scale);

/* A named part of the picture.  Parts do not nest. */
void drawing_group(struct drawing *d, const char *name);
void drawing_group_end(struct drawing *d);

static inline struct span drawing_item_text(const struct drawing *d, const struct draw_item *item)
{
    return span_make(d->texts.p + item->first, item->count);
}

/* Appends an SVG document.  width_px: the size at which it is shown where nobody says otherwise.
 * adapts: takes the dark colours where the reader prefers a dark screen; otherwise always those
 * of one side (dark: the dark ones). */
enum draw_adapt { DRAW_LIGHT, DRAW_DARK, DRAW_ADAPTS };
void drawing_to_svg(const struct drawing *d, double width_px, enum draw_adapt adapt,
                    struct buf *out);

#endif
