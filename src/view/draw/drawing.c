/* drawing.c: building a drawing; see drawing.h. */
#include "view/draw/drawing.h"

#include "base/alloc.h"
#include "view/draw/text_width.h"

enum { DRAW_TEXT_BYTES = 1 << 20, DRAW_MAX_ITEMS = 1 << 20 };

void drawing_init(struct drawing *d, double width, double height)
{
    *d = (struct drawing){.width = width, .height = height, .scheme = "plain", .lang = "en"};
    buf_init(&d->texts, DRAW_TEXT_BYTES);
    buf_init(&d->title, BUF_DEFAULT_MAX);
    buf_init(&d->desc, BUF_DEFAULT_MAX);
}

void drawing_release(struct drawing *d)
{
    mem_free(d->items);
    mem_free(d->symbol_items);
    mem_free(d->symbols);
    mem_free(d->points);
    buf_release(&d->texts);
    buf_release(&d->title);
    buf_release(&d->desc);
    *d = (struct drawing){.bad = STATUS_RANGE};
}

/* Room for one more in *array; false, with the failure remembered, if there is none. */
static bool grow(struct drawing *d, void **array, uint32_t count, size_t *cap, size_t size)
{
    if (d->bad)
        return false;
    if (count >= DRAW_MAX_ITEMS) {
        d->bad = STATUS_LIMIT;
        return false;
    }
    void *p = mem_grow(*array, count, cap, DRAW_MAX_ITEMS, size);
    if (p)
        *array = p;
    else
        d->bad = STATUS_NOMEM;
    return p != NULL;
}

static void add_item(struct drawing *d, const struct draw_item *item)
{
    struct draw_item **list = d->in_symbol ? &d->symbol_items : &d->items;
    uint32_t *count = d->in_symbol ? &d->symbol_item_count : &d->item_count;
    size_t *cap = d->in_symbol ? &d->symbol_item_cap : &d->item_cap;
    void *array = *list;
    if (!grow(d, &array, *count, cap, sizeof **list))
        return;
    *list = array;
    (*list)[(*count)++] = *item;
}

void drawing_rect(struct drawing *d, double x, double y, double w, double h, double radius,
                  struct draw_paint paint)
{
    add_item(
        d,
        &(struct draw_item){
            .kind = DRAW_RECT, .paint = paint, .x = x, .y = y, .x2 = w, .y2 = h, .size = radius});
}

void drawing_line(struct drawing *d, double x1, double y1, double x2, double y2,
                  struct draw_paint paint)
{
    add_item(d, &(struct draw_item){
                    .kind = DRAW_LINE, .paint = paint, .x = x1, .y = y1, .x2 = x2, .y2 = y2});
}

static void add_points(struct drawing *d, enum draw_kind kind, const struct draw_point *points,
                       uint32_t n, struct draw_paint paint)
{
    uint32_t first = d->point_count;
    for (uint32_t i = 0; i < n; i++) {
        void *array = d->points;
        if (!grow(d, &array, d->point_count, &d->point_cap, sizeof *d->points))
            return;
        d->points = array;
        d->points[d->point_count++] = points[i];
    }
    add_item(d, &(struct draw_item){.kind = kind, .paint = paint, .first = first, .count = n});
}

void drawing_polygon(struct drawing *d, const struct draw_point *points, uint32_t n,
                     struct draw_paint paint)
{
    add_points(d, DRAW_POLYGON, points, n, paint);
}

void drawing_polyline(struct drawing *d, const struct draw_point *points, uint32_t n,
                      struct draw_paint paint)
{
    paint.fill = DRAW_NO_COLOUR;
    add_points(d, DRAW_POLYLINE, points, n, paint);
}

void drawing_circle(struct drawing *d, double x, double y, double r, struct draw_paint paint)
{
    add_item(d,
             &(struct draw_item){.kind = DRAW_CIRCLE, .paint = paint, .x = x, .y = y, .size = r});
}

static void keep_text(struct drawing *d, struct span text, struct draw_item *item)
{
    item->first = (uint32_t)d->texts.n;
    item->count = (uint32_t)text.n;
    buf_add_span(&d->texts, text);
    if (buf_status(&d->texts) && !d->bad)
        d->bad = buf_status(&d->texts);
}

void drawing_text(struct drawing *d, double x, double y, struct span text,
                  struct draw_text_style style)
{
    drawing_text_turned(d, x, y, text, style, 0);
}

void drawing_text_turned(struct drawing *d, double x, double y, struct span text,
                         struct draw_text_style style, double angle)
{
    struct draw_item item = {.kind = DRAW_TEXT,
                             .paint = {.fill = style.colour, .stroke = DRAW_NO_COLOUR},
                             .x = x,
                             .y = y,
                             .size = style.size,
                             .angle = angle,
                             .font = style.font,
                             .anchor = style.anchor,
                             .bold = style.bold};
    keep_text(d, text, &item);
    add_item(d, &item);
}

void drawing_text_middle(struct drawing *d, double x, double y, struct span text,
                         struct draw_text_style style)
{
    /* In Japanese fonts the square of a character reaches from 0.12 below the baseline to 0.88
     * above it; capitals and digits of Latin fonts are 0.7 high. */
    bool wide = text.n > 0 && (unsigned char)text.p[0] >= 0x80;
    drawing_text(d, x, y + style.size * (wide ? 0.37 : 0.35), text, style);
}

void drawing_text_fitted(struct drawing *d, double x, double y, struct span text, double width,
                         enum draw_anchor anchor, int colour)
{
    double size = 19, ems = text_ems(text);
    if (ems * size > width)
        size = width / ems < 12 ? 12 : width / ems;
    text = text_cut_ems(text, width / size);
    drawing_text_middle(d, x, y, text,
                        (struct draw_text_style){DRAW_FONT_TEXT, anchor, size, colour, false});
}

uint32_t drawing_symbol_begin(struct drawing *d, const char *name)
{
    void *array = d->symbols;
    d->in_symbol = true;
    if (!grow(d, &array, d->symbol_count, &d->symbol_cap, sizeof *d->symbols))
        return UINT32_MAX;
    d->symbols = array;
    d->symbols[d->symbol_count] = (struct draw_symbol){.name = name, .first = d->symbol_item_count};
    return d->symbol_count++;
}

void drawing_symbol_end(struct drawing *d)
{
    d->in_symbol = false;
    if (d->bad || d->symbol_count == 0)
        return;
    struct draw_symbol *s = &d->symbols[d->symbol_count - 1];
    s->count = d->symbol_item_count - s->first;
}

uint32_t drawing_find_symbol(const struct drawing *d, const char *name)
{
    for (uint32_t i = 0; i < d->symbol_count; i++)
        if (strcmp(d->symbols[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

void drawing_use(struct drawing *d, uint32_t symbol, double x, double y, double angle, double scale)
{
    if (symbol >= d->symbol_count)
        return;
    add_item(d,
             &(struct draw_item){
                 .kind = DRAW_USE, .first = symbol, .x = x, .y = y, .angle = angle, .size = scale});
}

void drawing_group(struct drawing *d, const char *name)
{
    struct draw_item item = {.kind = DRAW_GROUP};
    keep_text(d, span_of(name), &item);
    add_item(d, &item);
}

void drawing_group_end(struct drawing *d)
{
    add_item(d, &(struct draw_item){.kind = DRAW_GROUP_END});
}
