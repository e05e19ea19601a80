/* term_columns.c: see term_columns.h. */
#include "values/fit/term_columns.h"

#include "base/alloc.h"
#include "base/work/pool.h"

/* Games of a piece: some ten thousand rows, which stay in a processor's cache. */
enum { PIECE_GAMES = 128 };

struct columns_piece {
    uint32_t sheet, first, count; /* games */
    uint32_t cluster;             /* of the first */
};

struct columns_reader {
    double *x;
    float *y;
    uint32_t *cluster;
    size_t count, cap; /* rows */
};

struct columns_view {
    struct term_columns *columns;
    uint32_t features;
};

struct term_columns {
    const struct sheets *sheets;
    struct term_fit_options options;
    struct columns_piece *pieces;
    size_t piece_count;
    struct columns_reader *readers;
    unsigned reader_count;
    struct columns_view views[2]; /* all; the value alone */
};

uint32_t term_columns_features(const struct term_fit_options *o)
{
    return o->set == TERM_SET_CONDITIONS ? 1 + o->condition_count : 3;
}

void term_columns_row(const struct sheets *sheets, const struct term_fit_options *o, uint32_t sheet,
                      uint64_t row, double *x)
{
    if (o->set == TERM_SET_CONDITIONS) {
        for (uint32_t i = 0; i < o->condition_count; i++)
            x[i] = (double)sheet_has(o->conditions[i].bits[sheet], row) -
                   (double)sheet_has(o->conditions[i].flipped[sheet], row);
        return;
    }
    const struct sheet_mark *m = &sheets->at[sheet].progress[row];
    x[0] = m->whole * (m->attack[0] - m->attack[1]) / (double)(ADVANCE_ONE * ADVANCE_ONE);
    x[1] = m->whole * (m->defence[0] - m->defence[1]) / (double)(ADVANCE_ONE * ADVANCE_ONE);
}

static bool reader_room(struct columns_reader *r, uint32_t features, size_t rows)
{
    if (rows <= r->cap)
        return true;
    double *x = mem_realloc_array(r->x, rows * features, sizeof *x);
    r->x = x ? x : r->x;
    float *y = mem_realloc_array(r->y, rows, sizeof *y);
    r->y = y ? y : r->y;
    uint32_t *cluster = mem_realloc_array(r->cluster, rows, sizeof *cluster);
    r->cluster = cluster ? cluster : r->cluster;
    if (!x || !y || !cluster)
        return false;
    r->cap = rows;
    return true;
}

static void read_game(const struct columns_view *v, const struct columns_piece *p, uint32_t number,
                      struct columns_reader *r)
{
    const struct term_columns *c = v->columns;
    const struct sheet *s = &c->sheets->at[p->sheet];
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number);
    for (; row <= end; row++) {
        if (!sheet_has(s->chosen, row) || !term_value_counts(s->values[row]))
            continue;
        double *x = r->x + r->count * v->features;
        x[0] = s->values[row] / (double)TERM_VALUE_UNIT;
        if (v->features > 1)
            term_columns_row(c->sheets, &c->options, p->sheet, row, x + 1);
        r->y[r->count] = (float)s->points[number] / 2;
        r->cluster[r->count++] = p->cluster + (number - p->first);
    }
}

static enum status read_piece(void *ctx, enum regression_part part, size_t number, unsigned worker,
                              struct regression_piece *out, struct err *err)
{
    const struct columns_view *v = ctx;
    const struct term_columns *c = v->columns;
    const struct columns_piece *p = &c->pieces[number];
    const struct sheet *s = &c->sheets->at[p->sheet];
    struct columns_reader *r = &c->readers[worker];
    uint64_t rows = p->first + p->count < s->games ? sheet_row(s, p->first + p->count) : s->rows;
    rows -= sheet_row(s, p->first);
    /* room is for the larger of both views, so that they can take turns */
    if (!reader_room(r, c->views[0].features, (size_t)rows))
        return err_nomem(err);
    r->count = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t game = p->first + i;
        if (s->points[game] <= 2 &&
            sheet_is_held_out(s, game, c->options.held_out) == (part == REGRESSION_HELD_OUT))
            read_game(v, p, game, r);
    }
    *out =
        (struct regression_piece){.count = r->count, .x = r->x, .y = r->y, .cluster = r->cluster};
    return STATUS_OK;
}

struct regression_source term_columns_source(struct term_columns *c, bool value_alone)
{
    struct columns_view *v = &c->views[value_alone];
    return (struct regression_source){
        .ctx = v, .features = v->features, .pieces = c->piece_count, .piece = read_piece};
}

static bool cut_into_pieces(struct term_columns *c)
{
    uint32_t cluster = 0;
    for (uint32_t i = 0; i < c->sheets->count; i++)
        c->piece_count += (c->sheets->at[i].games + PIECE_GAMES - 1) / PIECE_GAMES;
    c->pieces = mem_calloc(c->piece_count + 1, sizeof *c->pieces);
    if (!c->pieces)
        return false;
    struct columns_piece *p = c->pieces;
    for (uint32_t i = 0; i < c->sheets->count; i++) {
        uint32_t games = c->sheets->at[i].games;
        for (uint32_t first = 0; first < games; first += PIECE_GAMES) {
            uint32_t left = games - first, count = left < PIECE_GAMES ? left : PIECE_GAMES;
            *p++ = (struct columns_piece){
                .sheet = i, .first = first, .count = count, .cluster = cluster};
            cluster += count;
        }
    }
    return true;
}

enum status term_columns_open(struct term_columns **out, const struct sheets *sheets,
                              const struct term_fit_options *o, struct err *err)
{
    struct term_columns *c = mem_calloc(1, sizeof *c);
    *out = c;
    if (!c)
        return err_nomem(err);
    c->sheets = sheets;
    c->options = *o;
    c->reader_count = o->threads ? o->threads : pool_cpu_count();
    c->readers = mem_calloc(c->reader_count, sizeof *c->readers);
    c->views[0] = (struct columns_view){.columns = c, .features = term_columns_features(o)};
    c->views[1] = (struct columns_view){.columns = c, .features = 1};
    if (c->readers && cut_into_pieces(c))
        return STATUS_OK;
    term_columns_close(c);
    *out = NULL;
    return err_nomem(err);
}

void term_columns_close(struct term_columns *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->reader_count && c->readers; i++) {
        mem_free(c->readers[i].x);
        mem_free(c->readers[i].y);
        mem_free(c->readers[i].cluster);
    }
    mem_free(c->readers);
    mem_free(c->pieces);
    mem_free(c);
}
