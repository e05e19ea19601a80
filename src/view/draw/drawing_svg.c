/* drawing_svg.c: a drawing as an SVG document.
 *
 * Meant for any reader: colours stand as attributes, so that programs without CSS show the picture
 * as well; a style sheet adds the fonts of the pieces and, if asked for, the dark colours.  Several
 * pictures may stand in one HTML page: ids and classes carry the scheme's name, and the same name
 * always means the same thing. */
#include "view/draw/drawing.h"
#include "view/draw/svg.h"

/* Brush-like faces first, then whatever can write Japanese.  Nothing is embedded: every system
 * that shows Japanese has one of these. */
#define PIECE_FONTS                                                                                \
    "'Hiragino Mincho ProN','Yu Mincho','YuMincho','Noto Serif CJK JP','Noto Serif JP',"           \
    "'Source Han Serif JP','BIZ UDPMincho','IPAexMincho','IPAMincho','MS PMincho',"                \
    "'Noto Sans CJK JP',serif"
#define TEXT_FONTS                                                                                 \
    "'Hiragino Sans','Hiragino Kaku Gothic ProN','Yu Gothic','Noto Sans CJK JP','Noto Sans JP',"   \
    "'Source Han Sans JP','BIZ UDPGothic','IPAexGothic',Meiryo,sans-serif"

struct svg_writer {
    const struct drawing *d;
    enum draw_adapt adapt;
    struct buf *out;
};

static void add_id(const struct svg_writer *w, const struct draw_symbol *s)
{
    buf_add_str(w->out, "kifu-");
    buf_add_str(w->out, w->d->scheme);
    buf_add_char(w->out, '-');
    svg_text(w->out, span_of(s->name));
}

/* One class says it all: rules for descendants do not reach into what <use> shows. */
static void add_class_name(const struct svg_writer *w, char use, int colour)
{
    buf_add_str(w->out, "kifu-");
    buf_add_str(w->out, w->d->scheme);
    buf_add_char(w->out, '-');
    buf_add_char(w->out, use);
    buf_add_char(w->out, '-');
    buf_add_str(w->out, w->d->palette[colour].name);
}

static void add_colour(const struct svg_writer *w, const char *attr, int colour)
{
    if (colour == DRAW_NO_COLOUR) {
        svg_str_attr(w->out, attr, "none");
        return;
    }
    const struct draw_colour *c = &w->d->palette[colour];
    svg_colour_attr(w->out, attr, w->adapt == DRAW_DARK ? c->dark : c->light);
}

static void add_classes(const struct svg_writer *w, const struct draw_item *item)
{
    const struct draw_paint *p = &item->paint;
    bool piece = item->kind == DRAW_TEXT && item->font == DRAW_FONT_PIECE;
    bool adapts = w->adapt == DRAW_ADAPTS;
    bool fill = adapts && p->fill != DRAW_NO_COLOUR && item->kind != DRAW_LINE;
    bool stroke = adapts && p->stroke != DRAW_NO_COLOUR;
    if (!piece && !fill && !stroke)
        return;
    const char *gap = "";
    buf_add_str(w->out, " class=\"");
    if (piece) {
        buf_add_str(w->out, "kifu-piece");
        gap = " ";
    }
    if (fill) {
        buf_add_str(w->out, gap);
        add_class_name(w, 'f', p->fill);
        gap = " ";
    }
    if (stroke) {
        buf_add_str(w->out, gap);
        add_class_name(w, 's', p->stroke);
    }
    buf_add_char(w->out, '"');
}

static void add_paint(const struct svg_writer *w, const struct draw_item *item)
{
    const struct draw_paint *p = &item->paint;
    if (item->kind != DRAW_LINE)
        add_colour(w, "fill", p->fill);
    if (p->stroke != DRAW_NO_COLOUR) {
        add_colour(w, "stroke", p->stroke);
        svg_number_attr(w->out, "stroke-width", p->stroke_width);
        if (p->dash > 0)
            svg_number_attr(w->out, "stroke-dasharray", p->dash);
        if (item->kind == DRAW_POLYGON || item->kind == DRAW_POLYLINE)
            svg_str_attr(w->out, "stroke-linejoin", "round");
        if (item->kind == DRAW_LINE)
            svg_str_attr(w->out, "stroke-linecap", "square");
    }
    if (p->opacity > 0)
        svg_number_attr(w->out, "opacity", p->opacity);
    add_classes(w, item);
}

static void add_rect(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, "rect");
    svg_number_attr(w->out, "x", item->x);
    svg_number_attr(w->out, "y", item->y);
    svg_number_attr(w->out, "width", item->x2);
    svg_number_attr(w->out, "height", item->y2);
    if (item->size > 0)
        svg_number_attr(w->out, "rx", item->size);
    add_paint(w, item);
    svg_end_empty(w->out);
}

static void add_line(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, "line");
    svg_number_attr(w->out, "x1", item->x);
    svg_number_attr(w->out, "y1", item->y);
    svg_number_attr(w->out, "x2", item->x2);
    svg_number_attr(w->out, "y2", item->y2);
    add_paint(w, item);
    svg_end_empty(w->out);
}

static void add_polygon(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, item->kind == DRAW_POLYLINE ? "polyline" : "polygon");
    buf_add_str(w->out, " points=\"");
    for (uint32_t i = 0; i < item->count; i++) {
        const struct draw_point *p = &w->d->points[item->first + i];
        if (i > 0)
            buf_add_char(w->out, ' ');
        svg_number(w->out, p->x);
        buf_add_char(w->out, ',');
        svg_number(w->out, p->y);
    }
    buf_add_char(w->out, '"');
    add_paint(w, item);
    svg_end_empty(w->out);
}

static void add_circle(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, "circle");
    svg_number_attr(w->out, "cx", item->x);
    svg_number_attr(w->out, "cy", item->y);
    svg_number_attr(w->out, "r", item->size);
    add_paint(w, item);
    svg_end_empty(w->out);
}

static void add_turn(const struct svg_writer *w, const struct draw_item *item)
{
    buf_add_str(w->out, " transform=\"rotate(");
    svg_number(w->out, item->angle);
    buf_add_char(w->out, ' ');
    svg_number(w->out, item->x);
    buf_add_char(w->out, ' ');
    svg_number(w->out, item->y);
    buf_add_str(w->out, ")\"");
}

static void add_text(const struct svg_writer *w, const struct draw_item *item)
{
    static const char *const anchors[] = {
        [DRAW_START] = NULL, [DRAW_MIDDLE] = "middle", [DRAW_END] = "end"};
    svg_open(w->out, "text");
    svg_number_attr(w->out, "x", item->x);
    svg_number_attr(w->out, "y", item->y);
    svg_number_attr(w->out, "font-size", item->size);
    if (anchors[item->anchor])
        svg_str_attr(w->out, "text-anchor", anchors[item->anchor]);
    if (item->bold)
        svg_str_attr(w->out, "font-weight", "600");
    if (item->font == DRAW_FONT_PIECE)
        svg_str_attr(w->out, "xml:lang", "ja"); /* or a Chinese face may be taken */
    if (item->angle < 0 || item->angle > 0)
        add_turn(w, item);
    add_paint(w, item);
    svg_end_open(w->out);
    svg_text(w->out, drawing_item_text(w->d, item));
    svg_close(w->out, "text");
}

static void add_use(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, "use");
    buf_add_str(w->out, " href=\"#");
    add_id(w, &w->d->symbols[item->first]);
    buf_add_str(w->out, "\" xlink:href=\"#");
    add_id(w, &w->d->symbols[item->first]);
    buf_add_str(w->out, "\" transform=\"translate(");
    svg_number(w->out, item->x);
    buf_add_char(w->out, ' ');
    svg_number(w->out, item->y);
    buf_add_char(w->out, ')');
    if (item->angle < 0 || item->angle > 0) {
        buf_add_str(w->out, " rotate(");
        svg_number(w->out, item->angle);
        buf_add_char(w->out, ')');
    }
    if (item->size < 1 || item->size > 1) {
        buf_add_str(w->out, " scale(");
        svg_number(w->out, item->size);
        buf_add_char(w->out, ')');
    }
    buf_add_char(w->out, '"');
    svg_end_empty(w->out);
}

static void add_group(const struct svg_writer *w, const struct draw_item *item)
{
    svg_open(w->out, "g");
    svg_attr(w->out, "class", drawing_item_text(w->d, item));
    svg_end_open(w->out);
    buf_add_char(w->out, '\n');
}

static void add_item(const struct svg_writer *w, const struct draw_item *item)
{
    switch (item->kind) {
    case DRAW_RECT:
        add_rect(w, item);
        break;
    case DRAW_LINE:
        add_line(w, item);
        break;
    case DRAW_POLYGON:
    case DRAW_POLYLINE:
        add_polygon(w, item);
        break;
    case DRAW_CIRCLE:
        add_circle(w, item);
        break;
    case DRAW_TEXT:
        add_text(w, item);
        break;
    case DRAW_USE:
        add_use(w, item);
        break;
    case DRAW_GROUP:
        add_group(w, item);
        break;
    case DRAW_GROUP_END:
        svg_close(w->out, "g");
        break;
    }
}

static void add_dark_rule(const struct svg_writer *w, int colour, char use, const char *property)
{
    buf_add_char(w->out, '.');
    add_class_name(w, use, colour);
    buf_add_char(w->out, '{');
    buf_add_str(w->out, property);
    buf_add_char(w->out, ':');
    svg_colour(w->out, w->d->palette[colour].dark);
    buf_add_str(w->out, "}\n");
}

static void add_style(const struct svg_writer *w)
{
    buf_add_str(w->out, "<style>\n.kifu-piece{font-family:" PIECE_FONTS "}\n");
    if (w->adapt == DRAW_ADAPTS) {
        buf_add_str(w->out, "@media (prefers-color-scheme:dark){\n");
        for (uint32_t i = 0; i < w->d->colour_count; i++) {
            add_dark_rule(w, (int)i, 'f', "fill");
            add_dark_rule(w, (int)i, 's', "stroke");
        }
        buf_add_str(w->out, "}\n");
    }
    buf_add_str(w->out, "</style>\n");
}

static void add_symbols(const struct svg_writer *w)
{
    buf_add_str(w->out, "<defs>\n");
    for (uint32_t i = 0; i < w->d->symbol_count; i++) {
        const struct draw_symbol *s = &w->d->symbols[i];
        buf_add_str(w->out, "<g id=\"");
        add_id(w, s);
        buf_add_str(w->out, "\">\n");
        for (uint32_t k = 0; k < s->count; k++)
            add_item(w, &w->d->symbol_items[s->first + k]);
        svg_close(w->out, "g");
    }
    buf_add_str(w->out, "</defs>\n");
}

static void add_head(const struct svg_writer *w, double width_px)
{
    const struct drawing *d = w->d;
    svg_open(w->out, "svg");
    svg_str_attr(w->out, "xmlns", "http://www.w3.org/2000/svg");
    svg_str_attr(w->out, "xmlns:xlink", "http://www.w3.org/1999/xlink");
    buf_add_str(w->out, " viewBox=\"0 0 ");
    svg_number(w->out, d->width);
    buf_add_char(w->out, ' ');
    svg_number(w->out, d->height);
    buf_add_char(w->out, '"');
    svg_number_attr(w->out, "width", width_px);
    svg_number_attr(w->out, "height", width_px * d->height / d->width);
    buf_add_str(w->out, " class=\"kifu-");
    buf_add_str(w->out, d->scheme);
    buf_add_char(w->out, '"');
    svg_str_attr(w->out, "role", "img");
    svg_str_attr(w->out, "xml:lang", d->lang);
    svg_str_attr(w->out, "font-family", TEXT_FONTS);
    svg_end_open(w->out);
    buf_add_str(w->out, "\n<title>");
    svg_text(w->out, buf_span(&d->title));
    buf_add_str(w->out, "</title>\n<desc>");
    svg_text(w->out, buf_span(&d->desc));
    buf_add_str(w->out, "</desc>\n");
}

void drawing_to_svg(const struct drawing *d, double width_px, enum draw_adapt adapt,
                    struct buf *out)
{
    struct svg_writer w = {d, adapt, out};
    add_head(&w, width_px);
    add_style(&w);
    add_symbols(&w);
    for (uint32_t i = 0; i < d->item_count; i++)
        add_item(&w, &d->items[i]);
    svg_close(out, "svg");
}
