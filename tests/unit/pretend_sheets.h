/* pretend_sheets.h: sheets of values/sheet/sheet.h without a database, for tests of what reads them.
 *
 *     struct pretend p;
 *     pretend_init(&p, 2);                          two sheets
 *     pretend_game(&p, 0, 2, values, n);            n positions, Black won
 *     pretend_finish(&p);
 *     … p.sheets, pretend_row(&p, sheet, game, ply) …
 *     pretend_release(&p);
 *
 * All rows with a value, of games with a result, are chosen.  Games have moves, made up, so that
 * some are held out and some not.  What goes wrong here is a fault of the test: it aborts. */
#ifndef KIFU_TESTS_UNIT_PRETEND_SHEETS_H
#define KIFU_TESTS_UNIT_PRETEND_SHEETS_H

#include <stdlib.h>
#include <string.h>

#include "base/le.h"
#include "values/sheet/sheet.h"

enum { PRETEND_MOST = 4 };

struct pretend_sheet {
    struct db_segment segment;
    char *first, *id, *moves; /* of lines */
    int16_t *values;
    uint8_t *points;
    uint32_t games, plies;
    uint64_t rows, room;
};

struct pretend {
    struct sheets sheets;
    struct sheet at[PRETEND_MOST];
    struct pretend_sheet own[PRETEND_MOST];
};

static inline void *pretend_grow(void *p, size_t bytes)
{
    p = realloc(p, bytes);
    if (!p)
        abort();
    return p;
}

static inline void pretend_init(struct pretend *p, uint32_t sheets)
{
    *p = (struct pretend){.sheets = {.count = sheets}};
    p->sheets.at = p->at;
}

/* Room for more is made in steps, so that hundreds of thousands of games take no time. */
static inline void pretend_game(struct pretend *p, uint32_t sheet, uint8_t points,
                                const int16_t *values, uint32_t positions)
{
    struct pretend_sheet *o = &p->own[sheet];
    if ((o->games & (o->games + 1)) == 0) {
        size_t games = 2 * ((size_t)o->games + 1);
        o->first = pretend_grow(o->first, 4 * (games + 1));
        o->id = pretend_grow(o->id, 4 * games);
        o->points = pretend_grow(o->points, games);
    }
    if (o->rows + positions > o->room) {
        o->room = 2 * o->room + positions + 1024;
        o->values = pretend_grow(o->values, o->room * sizeof *o->values);
    }
    memcpy(o->values + o->rows, values, positions * sizeof *values);
    le_put32(o->first + 4 * (size_t)o->games, o->plies);
    le_put32(o->id + 4 * (size_t)o->games, 10 * o->games + sheet);
    o->points[o->games++] = points;
    o->plies += positions - 1;
    o->rows += positions;
    le_put32(o->first + 4 * (size_t)o->games, o->plies);
}

static inline void pretend_choose(struct sheet *s)
{
    s->chosen = pretend_grow(NULL, 8 * (sheet_words(s) + 1));
    memset(s->chosen, 0, 8 * (sheet_words(s) + 1));
    for (uint32_t g = 0; g < s->games; g++) {
        uint64_t row = sheet_row(s, g), end = row + line_plies(&s->segment->lines, g);
        for (; s->points[g] != SHEET_NO_POINTS && row <= end; row++)
            if (s->values[row] != VALUE_SOURCE_NO_VALUE)
                s->chosen[row / 64] |= (uint64_t)1 << row % 64;
    }
}

static inline void pretend_finish(struct pretend *p)
{
    for (uint32_t i = 0; i < p->sheets.count; i++) {
        struct pretend_sheet *o = &p->own[i];
        o->moves = pretend_grow(NULL, 2 * (size_t)o->plies + 2);
        for (uint32_t m = 0; m < o->plies; m++)
            le_put16(o->moves + 2 * (size_t)m, (uint16_t)(m * 40503U));
        o->segment.lines = (struct lines){.game = &shogi_game,
                                          .games = o->games,
                                          .count = o->games,
                                          .move_bytes = 2,
                                          .first = o->first,
                                          .id = o->id,
                                          .moves = o->moves};
        p->at[i] = (struct sheet){.segment = &o->segment,
                                  .db = i,
                                  .games = o->games,
                                  .rows = o->rows,
                                  .values = o->values,
                                  .points = o->points};
        pretend_choose(&p->at[i]);
        p->sheets.rows += o->rows;
        p->sheets.games += o->games;
    }
}

static inline void pretend_release(struct pretend *p)
{
    for (uint32_t i = 0; i < p->sheets.count; i++) {
        free(p->at[i].chosen);
        free(p->own[i].first);
        free(p->own[i].id);
        free(p->own[i].moves);
        free(p->own[i].values);
        free(p->own[i].points);
    }
}

/* Bits of a condition for a sheet, none set; free() them. */
static inline uint64_t *pretend_bits(const struct pretend *p, uint32_t sheet)
{
    uint64_t *bits = calloc(sheet_words(&p->at[sheet]) + 1, sizeof *bits);
    if (!bits)
        abort();
    return bits;
}

static inline void pretend_mark(uint64_t *bits, uint64_t row)
{
    bits[row / 64] |= (uint64_t)1 << row % 64;
}

static inline void pretend_mark_game(const struct pretend *p, uint32_t sheet, uint32_t game,
                                     uint64_t *bits)
{
    uint64_t row = sheet_row(&p->at[sheet], game);
    uint64_t end = row + line_plies(&p->own[sheet].segment.lines, game);
    for (; row <= end; row++)
        pretend_mark(bits, row);
}

#endif
