/* go_sieve.c: see go_sieve.h. */
#include "games/go/go_sieve.h"

#include "base/alloc.h"
#include "base/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { EITHER = 2 };

enum status go_sieve_open(struct go_sieve *s, const struct go_pattern *patterns, uint32_t count,
                          struct err *err)
{
    *s = (struct go_sieve){.patterns = patterns, .count = count};
    s->shapes = mem_calloc(count, sizeof *s->shapes);
    return s->shapes ? STATUS_OK : err_nomem(err);
}

static void release_board(struct go_sieve *s)
{
    for (int i = 0; i < 5; i++) {
        mem_free(s->arrays[i]);
        s->arrays[i] = NULL;
    }
    mem_free(s->planes);
    s->planes = NULL;
    s->plane_count = 0;
    s->width = s->height = 0;
}

void go_sieve_release(struct go_sieve *s)
{
    release_board(s);
    mem_free(s->shapes);
    s->shapes = NULL;
}

/* --- Shapes ----------------------------------------------------------------------------------- */

/* Where the next entries go. */
struct go_sieve_room {
    struct go_shape_cell *cells;
    struct go_shape_stone *stones;
    uint32_t *places;
    uint64_t *rows;
};

/* First and last place along one side of the board; false if there is none. */
static bool range(int board, int diagram, bool at_low, bool at_high, int out[2])
{
    out[0] = at_high ? board - diagram : 0;
    out[1] = at_low ? 0 : board - diagram;
    return diagram <= board && out[0] <= out[1];
}

static void add_cells(struct go_shape *shape, struct go_sieve_room *room)
{
    const struct go_pattern *p = shape->source;
    shape->cells = room->cells;
    shape->filled = room->rows;
    for (uint8_t row = 0; row < p->height; row++, room->rows++) {
        *room->rows = 0;
        for (uint8_t column = 0; column < p->width; column++) {
            struct go_shape_cell cell = {column, row, p->cell[row * p->width + column], 0};
            if (cell.want == GO_WANT_ANY)
                continue;
            for (uint8_t i = 0; i < p->move_count; i++)
                if (p->moves[i].column == column && p->moves[i].row == row)
                    cell.move = (uint8_t)(i + 1);
            *room->rows |= UINT64_C(1) << column;
            *room->cells++ = cell;
            shape->cell_count++;
        }
    }
}

/* The colour of a stone that must have stood there some time; -1: none. */
static int needed_color(const struct go_pattern *p, const struct go_shape_cell *cell)
{
    if (cell->move)
        return p->moves[cell->move - 1].color;
    return cell->want == GO_WANT_BLACK                     ? GO_BLACK
           : cell->want == GO_WANT_WHITE                   ? GO_WHITE
           : cell->want == (GO_WANT_BLACK | GO_WANT_WHITE) ? EITHER
                                                           : -1;
}

static void add_stones(struct go_shape *shape, struct go_sieve_room *room, uint32_t width)
{
    shape->stones = room->stones;
    for (uint16_t i = 0; i < shape->cell_count; i++) {
        const struct go_shape_cell *cell = &shape->cells[i];
        int color = needed_color(shape->source, cell);
        if (color < 0)
            continue;
        uint32_t at = 2 * (cell->row * width + cell->column);
        *room->stones++ = (struct go_shape_stone){
            .column = cell->column,
            .row = cell->row,
            .color = (uint8_t)color,
            .came = {at + (color == GO_WHITE), at + (color != GO_BLACK)},
        };
        shape->stone_count++;
    }
}

static void add_needs(struct go_shape *shape, struct go_sieve_room *room, uint32_t width,
                      bool either)
{
    for (uint16_t i = 0; i < shape->stone_count; i++) {
        const struct go_shape_stone *stone = &shape->stones[i];
        if ((stone->color == EITHER) != either)
            continue;
        uint32_t at = 2 * (stone->row * width + stone->column);
        *room->places++ = at + (either ? 0 : stone->color);
        if (either)
            shape->either_count++;
        else
            shape->need_count++;
    }
}

/* What must not have come: any stone, or one of the other colour. */
static void add_limits(struct go_shape *shape, struct go_sieve_room *room, uint32_t width, bool any)
{
    for (uint16_t i = 0; i < shape->cell_count; i++) {
        const struct go_shape_cell *cell = &shape->cells[i];
        uint32_t at = 2 * (cell->row * width + cell->column);
        if (!(cell->want & GO_WANT_EMPTY) || (cell->want == GO_WANT_EMPTY) != any)
            continue;
        *room->places++ = at + (!any && cell->want & GO_WANT_BLACK);
        if (any)
            shape->empty_count++;
        else
            shape->limit_count++;
    }
}

static void fit(struct go_shape *shape, const struct go_pattern *p, struct go_sieve_room *room,
                int width, int height)
{
    *shape = (struct go_shape){.source = p};
    shape->fits =
        range(width, p->width, p->edges & GO_EDGE_LEFT, p->edges & GO_EDGE_RIGHT, shape->columns) &&
        range(height, p->height, p->edges & GO_EDGE_BOTTOM, p->edges & GO_EDGE_TOP, shape->rows);
    if (!shape->fits)
        return;
    shape->alone = shape->columns[0] == shape->columns[1] && shape->rows[0] == shape->rows[1];
    add_cells(shape, room);
    add_stones(shape, room, (uint32_t)width);
    shape->needs = room->places;
    add_needs(shape, room, (uint32_t)width, false);
    shape->eithers = room->places;
    add_needs(shape, room, (uint32_t)width, true);
    shape->empties = room->places;
    add_limits(shape, room, (uint32_t)width, true);
    shape->limits = room->places;
    add_limits(shape, room, (uint32_t)width, false);
}

static enum status make_shapes(struct go_sieve *s, struct err *err)
{
    size_t cells = 1, rows = 1; /* nothing at all is no size to ask for */
    for (uint32_t i = 0; i < s->count; i++) {
        cells += (size_t)s->patterns[i].width * s->patterns[i].height;
        rows += s->patterns[i].height;
    }
    struct go_sieve_room
        room; /* a numbered cell has two places: its stone, and that it is empty before */
    s->arrays[0] = room.cells = mem_calloc(cells, sizeof *room.cells);
    s->arrays[1] = room.stones = mem_calloc(cells, sizeof *room.stones);
    s->arrays[2] = room.places = mem_calloc(cells, 2 * sizeof *room.places);
    s->arrays[3] = room.rows = mem_calloc(rows, sizeof *room.rows);
    s->arrays[4] = mem_calloc(cells, sizeof(uint32_t)); /* planes, later */
    for (int i = 0; i < 5; i++)
        if (!s->arrays[i])
            return err_nomem(err);
    for (uint32_t i = 0; i < s->count; i++)
        fit(&s->shapes[i], &s->patterns[i], &room, s->width, s->height);
    return STATUS_OK;
}

/* --- Planes ----------------------------------------------------------------------------------- */

static uint32_t plane_for(struct go_sieve *s, int32_t known[3][GO_MAX_SIZE], uint8_t color,
                          uint8_t column)
{
    int32_t *plane = &known[color][column];
    if (*plane < 0) {
        *plane = (int32_t)s->plane_count;
        s->plane_of[s->plane_count].color = color;
        s->plane_of[s->plane_count++].column = column;
    }
    return (uint32_t)*plane;
}

static enum status make_planes(struct go_sieve *s, struct err *err)
{
    int32_t known[3][GO_MAX_SIZE];
    memset(known, 0xFF, sizeof known);
    uint32_t *next = s->arrays[4];
    for (uint32_t i = 0; i < s->count; i++) {
        struct go_shape *shape = &s->shapes[i];
        if (!shape->fits || shape->alone)
            continue;
        shape->planes = next;
        for (uint16_t k = 0; k < shape->stone_count; k++) {
            const struct go_shape_stone *stone = &shape->stones[k];
            uint32_t plane = plane_for(s, known, stone->color, stone->column);
            *next++ = plane * GO_TIMES_ROWS + stone->row;
        }
    }
    s->planes = mem_calloc(s->plane_count + 1, GO_TIMES_ROWS * sizeof *s->planes);
    return s->planes ? STATUS_OK : err_nomem(err);
}

static enum status set_board(struct go_sieve *s, int width, int height, struct err *err)
{
    release_board(s);
    s->width = width;
    s->height = height;
    enum status st = make_shapes(s, err);
    if (st == STATUS_OK)
        st = make_planes(s, err);
    if (st != STATUS_OK)
        release_board(s);
    return st;
}

enum status go_sieve_line(struct go_sieve *s, struct go_times *t, struct err *err)
{
    if (t->width != s->width || t->height != s->height) {
        enum status st = set_board(s, t->width, t->height, err);
        if (st != STATUS_OK)
            return st;
    }
    if (s->plane_count)
        go_times_ever(t);
    for (uint32_t i = 0; i < s->plane_count; i++) {
        const uint64_t *a = t->ever[s->plane_of[i].color == GO_WHITE];
        const uint64_t *b = t->ever[s->plane_of[i].color != GO_BLACK];
        uint64_t *plane = s->planes + (size_t)i * GO_TIMES_ROWS;
        for (int row = 0; row < s->height; row++)
            plane[row] = (a[row] | b[row]) >> s->plane_of[i].column;
    }
    return STATUS_OK;
}

/* --- Places ----------------------------------------------------------------------------------- */

/* The times themselves say whether a stone stood there, unless the point is restless: then it may
 * have.  Without leaving early: guessing wrong costs more than the rest of the stones. */
static uint64_t place_alone(const struct go_times *t, const struct go_shape *shape,
                            uint64_t rows[GO_TIMES_ROWS])
{
    int x = shape->columns[0], y = shape->rows[0];
    const uint32_t *came = t->came + 2 * (size_t)(y * t->width + x);
    bool there = true;
    for (uint16_t i = 0; i < shape->stone_count; i++) {
        const struct go_shape_stone *stone = &shape->stones[i];
        there &= ((came[stone->came[0]] & came[stone->came[1]]) != GO_NEVER) |
                 go_is_restless(t, x + stone->column, y + stone->row);
    }
    rows[y] = (uint64_t)there << x;
    return (uint64_t)there << y;
}

static uint64_t places_base(const uint64_t *planes, const struct go_shape *shape, uint64_t columns,
                            uint64_t rows[GO_TIMES_ROWS])
{
    uint64_t some = 0;
    for (int y = shape->rows[0]; y <= shape->rows[1]; y++) {
        uint64_t at = columns;
        for (uint16_t i = 0; i < shape->stone_count; i++)
            at &= planes[shape->planes[i] + (uint32_t)y];
        rows[y] = at;
        some |= (uint64_t)(at != 0) << y;
    }
    return some;
}

#if defined(__x86_64__)
/* Four rows at once; those behind the last are cut off at the end. */
__attribute__((target("avx2"))) static uint64_t places_avx2(const uint64_t *planes,
                                                            const struct go_shape *shape,
                                                            uint64_t columns,
                                                            uint64_t rows[GO_TIMES_ROWS])
{
    const __m256i all = _mm256_set1_epi64x((long long)columns), zero = _mm256_setzero_si256();
    uint64_t some = 0;
    for (int y = shape->rows[0]; y <= shape->rows[1]; y += 4) {
        __m256i at = all;
        const uint64_t *rows_up = planes + y;
        for (const uint32_t *plane = shape->planes, *end = plane + shape->stone_count; plane < end;
             plane++)
            at = _mm256_and_si256(at, _mm256_loadu_si256((const __m256i_u *)(rows_up + *plane)));
        _mm256_storeu_si256((__m256i_u *)(rows + y), at);
        int none = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(at, zero)));
        some |= (uint64_t)(~none & 15) << y;
    }
    return some & ((UINT64_C(2) << shape->rows[1]) - 1);
}
#endif

uint64_t go_sieve_places(const struct go_sieve *s, const struct go_times *t,
                         const struct go_shape *shape, uint64_t rows[GO_TIMES_ROWS])
{
    if (!shape->fits)
        return 0;
    if (shape->alone)
        return place_alone(t, shape, rows);
    uint64_t columns = (UINT64_C(2) << shape->columns[1]) - (UINT64_C(1) << shape->columns[0]);
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3)
        return places_avx2(s->planes, shape, columns, rows);
#endif
    return places_base(s->planes, shape, columns, rows);
}
