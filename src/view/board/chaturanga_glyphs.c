/* chaturanga_glyphs.c: the pieces of chaturanga as simple shapes of our own.
 *
 * Points are given in hundredths of the size, from -100 to 100, y downwards. */
#include "view/board/chaturanga_picture.h"

struct outline {
    const int8_t (*points)[2];
    uint32_t count;
};

#define OUTLINE(a)                                                                                 \
    {                                                                                              \
        a, sizeof(a) / sizeof((a)[0])                                                              \
    }

static const int8_t HULL[][2] = {{-92, 26}, {92, 26}, {62, 72}, {-58, 72}};
static const int8_t SAIL[][2] = {{-6, -88}, {-6, 14}, {-70, 14}};
static const int8_t JIB[][2] = {{8, -70}, {8, 14}, {60, 14}};
static const int8_t HORSE[][2] = {{-52, 80}, {-44, 34},  {-8, -2},   {-20, -4},  {-56, 22},
                                  {-78, 6},  {-72, -18}, {-34, -58}, {-22, -92}, {2, -62},
                                  {40, -44}, {60, 0},    {62, 80}};
static const int8_t ELEPHANT[][2] = {{-92, 66},  {-96, 40}, {-88, -6}, {-72, -44}, {-44, -60},
                                     {-14, -52}, {40, -58}, {76, -38}, {88, 4},    {88, 76},
                                     {58, 76},   {58, 30},  {18, 30},  {18, 76},   {-14, 76},
                                     {-14, 30},  {-40, 18}, {-62, 8},  {-72, 24},  {-76, 66}};
static const int8_t CROWN[][2] = {{-72, 66}, {-88, -44}, {-44, 2}, {0, -84},
                                  {44, 2},   {88, -44},  {72, 66}};
static const int8_t BODY[][2] = {{-52, 80}, {-38, 40}, {-16, -8}, {16, -8}, {38, 40}, {52, 80}};

static const struct outline OUTLINES[CHATURANGA_KINDS][3] = {
    [CHATURANGA_BOAT] = {OUTLINE(HULL), OUTLINE(SAIL), OUTLINE(JIB)},
    [CHATURANGA_HORSE] = {OUTLINE(HORSE)},
    [CHATURANGA_ELEPHANT] = {OUTLINE(ELEPHANT)},
    [CHATURANGA_RAJA] = {OUTLINE(CROWN)},
    [CHATURANGA_PAWN] = {OUTLINE(BODY)},
};

static void draw_outline(struct drawing *d, const struct outline *o, double unit, int ink)
{
    struct draw_point points[32];
    for (uint32_t i = 0; i < o->count; i++)
        points[i] = (struct draw_point){o->points[i][0] * unit, o->points[i][1] * unit};
    drawing_polygon(d, points, o->count,
                    (struct draw_paint){.fill = ink, .stroke = DRAW_NO_COLOUR});
}

static void draw_dot(struct drawing *d, double x, double y, double r, int colour)
{
    drawing_circle(d, x, y, r, (struct draw_paint){.fill = colour, .stroke = DRAW_NO_COLOUR});
}

void chaturanga_glyph(struct drawing *d, unsigned kind, double size, int ink, int ground)
{
    double unit = size / 100;
    for (int i = 0; i < 3; i++)
        if (OUTLINES[kind][i].points)
            draw_outline(d, &OUTLINES[kind][i], unit, ink);
    if (kind == CHATURANGA_PAWN)
        draw_dot(d, 0, -44 * unit, 36 * unit, ink);
    else if (kind == CHATURANGA_HORSE)
        draw_dot(d, -22 * unit, -36 * unit, 9 * unit, ground);
    else if (kind == CHATURANGA_ELEPHANT)
        draw_dot(d, -56 * unit, -26 * unit, 9 * unit, ground);
    else if (kind == CHATURANGA_RAJA)
        drawing_line(d, -64 * unit, 44 * unit, 64 * unit, 44 * unit,
                     (struct draw_paint){
                         .fill = DRAW_NO_COLOUR, .stroke = ground, .stroke_width = 10 * unit});
}
