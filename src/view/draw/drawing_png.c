/* drawing_png.c: a drawing as a PNG.
 *
 * Shapes go to cairo as they are.  Text needs a font: families are tried in order until one has
 * the character 歩.  If none has, texts are put together character by character, our own strokes
 * for the kanji we have, full-width digits as plain ones, and the usual font for the rest. */
#include "view/draw/drawing_png.h"

#ifndef KIFU_HAVE_CAIRO

bool drawing_png_available(void)
{
    return false;
}

enum status drawing_to_png(const struct drawing *d, double width_px, bool dark, struct buf *out,
                           unsigned *notes, struct err *err)
{
    static const struct msg no_cairo = {
        "this kifu was built without cairo and cannot write PNG; use --as svg",
        "この kifu は cairo なしでビルドされているため PNG を書けません。--as svg "
        "を使ってください"};
    (void)d;
    (void)width_px;
    (void)dark;
    (void)out;
    (void)notes;
    return err_plain(err, STATUS_UNSUPPORTED, &no_cairo);
}

#else

#include <cairo.h>
#include <math.h>

#include "view/draw/stroke_glyph.h"
#include "view/draw/text_width.h"

static const double DEGREE = 0.017453292519943295;

struct png_writer {
    const struct drawing *d;
    cairo_t *cr;
    bool dark;
    const char *family[2]; /* by enum draw_font; NULL: none has kanji */
    unsigned notes;
};

bool drawing_png_available(void)
{
    return true;
}

/* --- Fonts ----------------------------------------------------------------------------------- */

static bool family_has_kanji(cairo_t *cr, const char *family)
{
    cairo_glyph_t *glyphs = NULL;
    int n = 0;
    cairo_select_font_face(cr, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_status_t bad = cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cr), 0, 0, "歩龍",
                                                          -1, &glyphs, &n, NULL, NULL, NULL);
    bool has = !bad && n == 2 && glyphs[0].index != 0 && glyphs[1].index != 0;
    cairo_glyph_free(glyphs);
    return has;
}

static const char *find_family(cairo_t *cr, const char *const *families)
{
    for (; *families; families++)
        if (family_has_kanji(cr, *families))
            return *families;
    return NULL;
}

static void find_fonts(struct png_writer *w)
{
    static const char *const serif[] = {"Noto Serif CJK JP",
                                        "Source Han Serif JP",
                                        "Noto Serif JP",
                                        "IPAexMincho",
                                        "IPAMincho",
                                        "TakaoMincho",
                                        "Yu Mincho",
                                        "MS PMincho",
                                        "HanaMinA",
                                        "AR PL UMing",
                                        "serif",
                                        "Noto Sans CJK JP",
                                        "IPAexGothic",
                                        "IPAGothic",
                                        "TakaoGothic",
                                        "VL Gothic",
                                        "Droid Sans Fallback",
                                        "Unifont",
                                        "sans-serif",
                                        NULL};
    static const char *const sans[] = {"Noto Sans CJK JP",
                                       "Source Han Sans JP",
                                       "Noto Sans JP",
                                       "IPAexGothic",
                                       "IPAPGothic",
                                       "IPAGothic",
                                       "TakaoPGothic",
                                       "VL PGothic",
                                       "Yu Gothic",
                                       "MS PGothic",
                                       "sans-serif",
                                       "WenQuanYi Zen Hei",
                                       "Droid Sans Fallback",
                                       "Noto Serif CJK JP",
                                       "IPAexMincho",
                                       "serif",
                                       "Unifont",
                                       NULL};
    w->family[DRAW_FONT_PIECE] = find_family(w->cr, serif);
    w->family[DRAW_FONT_TEXT] = find_family(w->cr, sans);
}

static void choose_font(const struct png_writer *w, const struct draw_item *item)
{
    const char *family = w->family[item->font];
    cairo_select_font_face(w->cr, family ? family : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           item->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(w->cr, item->size);
}

/* --- Painting -------------------------------------------------------------------------------- */

static void set_colour(const struct png_writer *w, int colour, double opacity)
{
    const struct draw_colour *c = &w->d->palette[colour];
    uint32_t rgb = w->dark ? c->dark : c->light;
    cairo_set_source_rgba(w->cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                          opacity > 0 ? opacity : 1);
}

static void paint_path(const struct png_writer *w, const struct draw_item *item)
{
    const struct draw_paint *p = &item->paint;
    if (p->fill != DRAW_NO_COLOUR && item->kind != DRAW_LINE) {
        set_colour(w, p->fill, p->opacity);
        cairo_fill_preserve(w->cr);
    }
    if (p->stroke != DRAW_NO_COLOUR) {
        set_colour(w, p->stroke, p->opacity);
        cairo_set_line_width(w->cr, p->stroke_width);
        bool joined = item->kind == DRAW_POLYGON || item->kind == DRAW_POLYLINE;
        cairo_set_line_join(w->cr, joined ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
        cairo_set_dash(w->cr, &p->dash, p->dash > 0, 0);
        cairo_set_line_cap(w->cr,
                           item->kind == DRAW_LINE ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT);
        cairo_stroke_preserve(w->cr);
    }
    cairo_new_path(w->cr);
}

static void add_rect_path(cairo_t *cr, const struct draw_item *item)
{
    static const double quarter = 1.5707963267948966;
    double r = item->size, left = item->x, top = item->y;
    double right = left + item->x2, bottom = top + item->y2;
    if (r <= 0) {
        cairo_rectangle(cr, left, top, item->x2, item->y2);
        return;
    }
    cairo_new_sub_path(cr);
    cairo_arc(cr, right - r, top + r, r, -quarter, 0);
    cairo_arc(cr, right - r, bottom - r, r, 0, quarter);
    cairo_arc(cr, left + r, bottom - r, r, quarter, 2 * quarter);
    cairo_arc(cr, left + r, top + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr);
}

static void add_polygon_path(const struct png_writer *w, const struct draw_item *item)
{
    for (uint32_t i = 0; i < item->count; i++) {
        const struct draw_point *p = &w->d->points[item->first + i];
        cairo_line_to(w->cr, p->x, p->y);
    }
    if (item->kind == DRAW_POLYGON)
        cairo_close_path(w->cr);
}

/* --- Text ------------------------------------------------------------------------------------ */

static double anchored(double x, double width, enum draw_anchor anchor)
{
    return anchor == DRAW_MIDDLE ? x - width / 2 : anchor == DRAW_END ? x - width : x;
}

static void show_utf8(const struct png_writer *w, const struct draw_item *item, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(w->cr, text, &extents);
    cairo_move_to(w->cr, anchored(item->x, extents.x_advance, item->anchor), item->y);
    cairo_show_text(w->cr, text);
}

static int two_digits(const char *p)
{
    return (p[0] - '0') * 10 + (p[1] - '0');
}

/* Draws a stroke glyph in the square of a character whose baseline starts at x, y. */
static void show_strokes(const struct png_writer *w, const struct draw_item *item, double x,
                         double y, const char *strokes)
{
    double unit = item->size / 100, top = y - item->size * 0.87;
    bool begin = true;
    for (const char *p = strokes; *p;) {
        double px = x + two_digits(p) * unit, py = top + two_digits(p + 2) * unit;
        if (begin)
            cairo_move_to(w->cr, px, py);
        else
            cairo_line_to(w->cr, px, py);
        p += 4;
        begin = *p == '/';
        p += *p != '\0';
    }
    cairo_set_line_width(w->cr, item->size * (item->bold ? 0.085 : 0.06));
    cairo_set_line_join(w->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(w->cr, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(w->cr);
}

/* One character of a text for which there is no font. */
struct spare_char {
    const char *strokes; /* NULL: utf8 in the usual font */
    char utf8[5];
    double advance;
};

static struct spare_char spare_char_of(struct png_writer *w, const struct draw_item *item,
                                       struct span *text)
{
    struct spare_char c = {.advance = item->size};
    struct span before = *text;
    uint32_t code = text_eat_char(text);
    c.strokes = stroke_glyph(code);
    if (c.strokes)
        return c;
    if (code == 0x3000 || code == TEXT_BAD_CHAR) {
        c.utf8[0] = ' ';
    } else if (code >= 0xff01 && code <= 0xff5e) {
        c.utf8[0] = (char)(code - 0xff01 + '!'); /* full-width ASCII */
    } else {
        for (size_t i = 0; i < before.n - text->n; i++)
            c.utf8[i] = before.p[i];
        if (text_char_columns(code) == 2)
            w->notes |= DRAW_PNG_BAD_LETTERS;
    }
    cairo_text_extents_t extents;
    cairo_text_extents(w->cr, c.utf8, &extents);
    c.advance = extents.x_advance;
    return c;
}

static void show_without_font(struct png_writer *w, const struct draw_item *item, struct span text)
{
    double width = 0;
    for (struct span rest = text; rest.n > 0;)
        width += spare_char_of(w, item, &rest).advance;
    double x = anchored(item->x, width, item->anchor);
    while (text.n > 0) {
        struct spare_char c = spare_char_of(w, item, &text);
        if (c.strokes) {
            show_strokes(w, item, x, item->y, c.strokes);
            w->notes |= DRAW_PNG_STROKES;
        } else {
            cairo_move_to(w->cr, x, item->y);
            cairo_show_text(w->cr, c.utf8);
        }
        x += c.advance;
    }
}

static enum status add_text(struct png_writer *w, const struct draw_item *item)
{
    struct span text = drawing_item_text(w->d, item);
    choose_font(w, item);
    set_colour(w, item->paint.fill, item->paint.opacity);
    if (!w->family[item->font]) {
        show_without_font(w, item, text);
        return STATUS_OK;
    }
    struct buf copy; /* cairo wants valid UTF-8 and a NUL */
    buf_init(&copy, BUF_DEFAULT_MAX);
    while (text.n > 0) {
        struct span before = text;
        uint32_t c = text_eat_char(&text);
        if (c != TEXT_BAD_CHAR && c != 0)
            buf_add(&copy, before.p, before.n - text.n);
    }
    enum status s = buf_status(&copy);
    show_utf8(w, item, buf_cstr(&copy));
    buf_release(&copy);
    return s;
}

/* About its own place, as the writers of text know no turning. */
static enum status add_turned_text(struct png_writer *w, const struct draw_item *item)
{
    struct draw_item straight = *item;
    straight.angle = 0;
    cairo_save(w->cr);
    cairo_translate(w->cr, item->x, item->y);
    cairo_rotate(w->cr, item->angle * DEGREE);
    cairo_translate(w->cr, -item->x, -item->y);
    enum status status = add_text(w, &straight);
    cairo_restore(w->cr);
    return status;
}

/* --- Items ----------------------------------------------------------------------------------- */

static enum status add_shape(struct png_writer *w, const struct draw_item *item)
{
    static const double turn = 6.283185307179586;
    cairo_new_path(w->cr); /* text leaves a point behind */
    switch (item->kind) {
    case DRAW_RECT:
        add_rect_path(w->cr, item);
        break;
    case DRAW_LINE:
        cairo_move_to(w->cr, item->x, item->y);
        cairo_line_to(w->cr, item->x2, item->y2);
        break;
    case DRAW_POLYGON:
    case DRAW_POLYLINE:
        add_polygon_path(w, item);
        break;
    case DRAW_CIRCLE:
        cairo_arc(w->cr, item->x, item->y, item->size, 0, turn);
        break;
    case DRAW_TEXT:
        return item->angle < 0 || item->angle > 0 ? add_turned_text(w, item) : add_text(w, item);
    case DRAW_USE:
    case DRAW_GROUP:
    case DRAW_GROUP_END:
        return STATUS_OK;
    }
    paint_path(w, item);
    return STATUS_OK;
}

static enum status add_use(struct png_writer *w, const struct draw_item *item)
{
    const struct draw_symbol *s = &w->d->symbols[item->first];
    enum status st = STATUS_OK;
    cairo_save(w->cr);
    cairo_translate(w->cr, item->x, item->y);
    cairo_rotate(w->cr, item->angle * DEGREE);
    cairo_scale(w->cr, item->size, item->size);
    for (uint32_t i = 0; i < s->count && st == STATUS_OK; i++)
        st = add_shape(w, &w->d->symbol_items[s->first + i]);
    cairo_restore(w->cr);
    return st;
}

static enum status draw_all(struct png_writer *w)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < w->d->item_count && st == STATUS_OK; i++) {
        const struct draw_item *item = &w->d->items[i];
        st = item->kind == DRAW_USE ? add_use(w, item) : add_shape(w, item);
    }
    return st;
}

static cairo_status_t keep_bytes(void *closure, const unsigned char *data, unsigned int n)
{
    struct buf *out = closure;
    buf_add(out, data, n);
    return buf_status(out) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

enum status drawing_to_png(const struct drawing *d, double width_px, bool dark, struct buf *out,
                           unsigned *notes, struct err *err)
{
    static const struct msg too_large = {"the picture is too large", "画像が大きくなりすぎます"};
    double scale = width_px / d->width;
    int width = (int)lround(fmin(width_px, 1e6)),
        height = (int)lround(fmin(scale * d->height, 1e6));
    if (width < 1 || height < 1 || width > DRAW_PNG_MAX_PX || height > DRAW_PNG_MAX_PX)
        return err_plain(err, STATUS_RANGE, &too_large);

    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    struct png_writer w = {.d = d, .cr = cairo_create(surface), .dark = dark};
    find_fonts(&w);
    cairo_scale(w.cr, width / d->width, height / d->height); /* whole pixels at every edge */
    enum status st = draw_all(&w);
    if (cairo_status(w.cr) || cairo_surface_write_to_png_stream(surface, keep_bytes, out))
        st = STATUS_NOMEM;
    *notes |= w.notes;
    cairo_destroy(w.cr);
    cairo_surface_destroy(surface);
    return st ? err_nomem(err) : STATUS_OK;
}

#endif
