/* drawing_png.c: a drawing as a PNG.
 *
 * Shapes go to cairo as they are.  Text needs a font: families are tried in order until one has
 * the character 歩.  If none has, texts are put together character by character, our own strokes
 * for the kanji we have, full-width digits as plain ones, and the usual font for the rest. */
#include "view/draw/drawing_png.h"

#include <math.h>
#include <stddef.h>
#ifdef KIFU_HAVE_CAIRO
#include <cairo.h>
#endif

#include "view/draw/text_width.h"

/* --- The kanji of shogi pieces and ranks as strokes, for drawing without a font --------------- */

struct stroke_glyph_shape {
    uint32_t c;
    const char *strokes;
};

/* Code points beside their characters: C17 has no Unicode character constants that gcc and clang
 * read alike with -Wpedantic. */
static const struct stroke_glyph_shape GLYPHS[] = {
    /* pieces */
    {0x6b69 /* 歩 */, "5005 5040/5021 7621/2819 2840/0840 9240/5048 5072/3252 2068/6851 8264/"
                      "8468 5886 1697"},
    {0x9999 /* 香 */, "7205 2814/0926 9126/5012 5056/4828 1053/5228 9053/2862 7262 7296 2896 2862/"
                      "2879 7279"},
    {0x6842 /* 桂 */, "0630 4130/2405 2496/2335 0566/2640 4056/4819 9319/7105 7138/4338 9838/"
                      "7148 7190/4865 9365/4291 9891"},
    {0x9280 /* 銀 */, "2405 0431/2405 4329/1437 3637/0754 4354/2537 2586/1163 1677/4161 3577/"
                      "0490 4685/5510 8810 8845 5545/5528 8828/5510 5592 7382/6347 9695/9156 7468"},
    {0x91d1 /* 金 */, "5004 0741/5004 9341/2943 7143/1761 8361/5043 5093/2769 3585/7369 6485/"
                      "0794 9394"},
    {0x89d2 /* 角 */, "4004 1431/3613 6613 5429/2529 8129 8195 7091/2529 2566 1296/2549 8149/"
                      "2570 8170/5329 5390"},
    {0x98db /* 飛 */, "1309 6009 6134 7450 9352 9442/8708 6922/6924 8637/3823 1033/0550 4448/"
                      "2431 2456 0992/3628 3695/4752 7452 7574 8393 9691 9780/8856 7867/"
                      "7869 9079"},
    {0x738b /* 王 */, "1412 8612/1950 8150/0791 9391/5012 5091"},
    {0x7389 /* 玉 */, "1412 8612/1950 8150/0791 9391/5012 5091/6362 7778"},
    {0x3068 /* と */, "3506 4145/8328 4446 2464 2280 3691 8490"},
    {0x674f /* 杏 */, "0822 9222/5004 5057/4824 0955/5224 9155/2565 7565 7595 2595 2565"},
    {0x572d /* 圭 */, "1917 8117/5004 5042/0942 9142/5050 5093/2167 7967/0594 9594"},
    {0x5168 /* 全 */, "5004 0743/5004 9343/2549 7549/2770 7370/0793 9393/5049 5093"},
    {0x99ac /* 馬 */, "2308 2359/2308 8008/2325 7525/2342 7542/5008 5059/2359 8959 8393 6888/"
                      "1170 0590/2971 3286/4669 5083/6367 6880"},
    {0x9f8d /* 龍 */, "2803 2812/0914 4914/1821 2234/4021 3534/0538 5338/1448 1480 0896/"
                      "1448 4448 4494 3592/1463 4463/1478 4478/6204 6224/6212 9312/"
                      "6224 9124 9140 6240 6289 9689 9677/7054 8954/7066 8966/7077 8777"},
    /* numbers */
    {0x4e00 /* 一 */, "0850 9250"},
    {0x4e8c /* 二 */, "2025 8025/0882 9282"},
    {0x4e09 /* 三 */, "1515 8515/2250 7850/0888 9288"},
    {0x56db /* 四 */, "1218 8818 8890 1290 1218/4018 3845 2462/6018 6052 7855"},
    {0x4e94 /* 五 */, "1512 8512/4812 3588/2046 7246 6888/0690 9490"},
    {0x516d /* 六 */, "5005 5026/0832 9232/3845 1292/6045 8892"},
    {0x4e03 /* 七 */, "0852 9238/4508 4578 5888 8886 8870"},
    {0x516b /* 八 */, "4015 3650 0890/5512 6650 9290"},
    {0x4e5d /* 九 */, "1235 6535 6580 7890 9486 9472/4008 3840 0892"},
    {0x5341 /* 十 */, "0845 9245/5006 5094"},
    /* moves and signs */
    {0x624b /* 手 */, "7508 2516/1534 8534/0656 9456/5214 5290 3687"},
    {0x756a /* 番 */, "7405 2612/0824 9224/5010 5049/4826 1051/5226 9051/2257 7857 7895 2295 2257/"
                      "2276 7876/5057 5095"},
    {0x5148 /* 先 */, "3008 1536/2025 8025/5005 5048/0848 9248/4050 3475 0894/"
                      "6050 6085 7092 9290 9275"},
    {0x5f8c /* 後 */, "2505 0822/2824 0646/1840 1895/5505 4220 6022/7010 4240 7838/7025 8242/"
                      "5245 3868/4852 7852 6080 3695/4862 9295"},
    {0x4e0a /* 上 */, "4208 4289/4242 7842/0690 9490"},
    {0x4e0b /* 下 */, "0612 9412/4712 4795/5235 7854"},
    {0x7b2c /* 第 */, "2503 1018/1512 4512/2812 3422/6203 5018/5512 9012/6812 7422/"
                      "1830 8230 8244 2444 2060 8460 8076 7074/5030 5096/4662 1090"},
    {0x540c /* 同 */, "1295 1212 8812 8894 7692/2832 7232/3048 7048 7072 3072 3048"},
    {0x6210 /* 成 */, "2025 9025/2025 1860 0892/2045 4545 4275 3474/5505 6055 8892 9275/8245 5085/"
                      "7006 8216"},
    {0x4e0d /* 不 */, "0812 9212/5512 0862/5238 5295/6042 8866"},
    {0x6253 /* 打 */, "0528 4228/2405 2490 1286/0565 4252/4818 9518/7418 7490 6086"},
    {0x53f3 /* 右 */, "0825 9225/4505 3835 0870/3552 8052 8092 3592 3552"},
    {0x5de6 /* 左 */, "0825 9225/4505 3840 0892/3852 8552/6052 6090/3091 9291"},
    {0x76f4 /* 直 */, "1018 9018/5005 5028/2830 7530 7576 2876 2830/2845 7545/2860 7560/"
                      "1040 1092 9292"},
    {0x5bc4 /* 寄 */, "5003 5013/0828 0814 9214 9028/2532 7532/5020 2848/5234 7546/0552 9552/"
                      "2264 5864 5884 2284 2264/7552 7594 6490"},
    {0x5f15 /* 引 */, "1012 5012 5035 1535 1062 5262 4890 3286/8005 8095"},
};

const char *stroke_glyph(uint32_t c)
{
    for (size_t i = 0; i < sizeof GLYPHS / sizeof GLYPHS[0]; i++)
        if (GLYPHS[i].c == c)
            return GLYPHS[i].strokes;
    return NULL;
}

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
        for (uint32_t i = 0; i < item->count; i++) {
            const struct draw_point *p = &w->d->points[item->first + i];
            cairo_line_to(w->cr, p->x, p->y);
        }
        if (item->kind == DRAW_POLYGON)
            cairo_close_path(w->cr);
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
