/* columns.h: metadata that every search reads, one column for each kind.
 *
 * The truth about a game is its stored record; these are the few figures of it that filters and
 * next-move statistics read for hundreds of thousands of games at a time.  All arrays are in the
 * order of game numbers (lines.h) and little-endian.  An element has as many bytes as the largest
 * value of its column needs: 0 (then all are 0) to 4.  The section "columns":
 *
 *     u32  games, u32 seats, u32 columns (8 + 2 * seats)
 *     u32  width[columns]        bytes of an element
 *     the arrays, each padded with zero bytes to a multiple of 4:
 *       result      2 bits a seat, seat 0 lowest: 0 loss, 1 draw, 2 win, 3 unknown; always 1 byte
 *       handicap    the game's own number
 *       end         enum record_end
 *       date        year * 512 + month * 32 + day; 0: unknown; a missing month or day is 0
 *       event       row of table event in the metadata; 0: unknown
 *       place       row of table place; 0: unknown
 *       timing      row of table timing; 0: unknown
 *       source      1 + number of its path (paths.h); 0: unknown
 *       rating of each seat; 0: unknown
 *       player of each seat: row of table player; 0: unknown
 *
 * Opening checks sizes and that ends are ends.  Rows may still lead nowhere: metadata.h checks. */
#ifndef KIFU_STORE_METADATA_COLUMNS_H
#define KIFU_STORE_METADATA_COLUMNS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/le.h"
#include "games/game.h"
#include "games/record.h"
#include "store/segment.h"

/* The places of columns in the section. */
enum column_id {
    COLUMN_RESULT,
    COLUMN_HANDICAP,
    COLUMN_END,
    COLUMN_DATE,
    COLUMN_EVENT,
    COLUMN_PLACE,
    COLUMN_TIMING,
    COLUMN_SOURCE,
    COLUMN_RATING,                                  /* COLUMN_RATING + seat */
    COLUMN_PLAYER = COLUMN_RATING + GAME_MAX_SEATS, /* COLUMN_PLAYER + seat */
    COLUMN_COUNT = COLUMN_PLAYER + GAME_MAX_SEATS
};

struct column {
    const char *p; /* borrowed */
    unsigned width;
    const struct segment
        *segment; /* that they are in; NULL: they are in memory, or were verified */
};

struct columns {
    uint32_t games, seats;
    struct column column[COLUMN_COUNT]; /* those of seats that the game has not are all zero */
    char *own[COLUMN_COUNT];            /* owned: copies of columns that columns_set() changed */
};

enum status columns_open(struct columns *c, const struct segment *s, uint32_t games,
                         struct err *err) CHECK_RESULT;
/* The same for the section's bytes.  NULL if they are as they must be; otherwise what is wrong,
 * *at being where. */
const struct msg *columns_from_bytes(struct columns *c, struct span bytes, uint32_t games,
                                     const char **at);
/* For callers that go through many games: verifies whole columns, of which it returns a view whose
 * elements are then read without that.  Borrows what c borrows and owns; not to be released. */
struct columns columns_verify(const struct columns *c, enum column_id from, enum column_id to);
struct columns columns_verify_all(const struct columns *c);
/* Replaces a value in memory: a later source told more.  False if there is no memory.  Not while
 * others read. */
bool columns_set(struct columns *c, enum column_id column, uint32_t number, uint32_t value);
/* Frees what that took. */
void columns_release(struct columns *c);
/* Appends the section; values has games * COLUMN_COUNT elements, a game's side by side.  order says
 * where in values each game number is; NULL: as they stand. */
void columns_encode(const uint32_t *values, const uint32_t *order, uint32_t games, uint32_t seats,
                    struct buf *out);

/* number < games.  Of a column that was verified. */
static inline uint32_t column_value(const struct column *c, uint32_t number)
{
    const unsigned char *p = (const unsigned char *)c->p;
    size_t i = number;
    switch (c->width) {
    case 0:
        return 0;
    case 1:
        return p[i];
    case 2:
        return le_get16(p + 2 * i);
    case 3:
        return le_get16(p + 3 * i) | (uint32_t)p[3 * i + 2] << 16;
    default:
        return le_get32(p + 4 * i);
    }
}

/* The same, verified: after damage segment_status() fails, and nothing that was made of it may be
 * believed. */
static inline uint32_t column_get(const struct column *c, uint32_t number)
{
    (void)segment_verify(c->segment, span_make(c->p + (size_t)number * c->width, c->width));
    return column_value(c, number);
}

/* Half points as in record.h: POINTS_… */
static inline int column_points_of(uint32_t result, int seat)
{
    int two = (int)(result >> 2 * seat & 3);
    return two == 3 ? POINTS_UNKNOWN : two;
}
static inline int column_points(const struct columns *c, uint32_t number, int seat)
{
    return column_points_of(column_get(&c->column[COLUMN_RESULT], number), seat);
}
static inline uint32_t column_handicap(const struct columns *c, uint32_t number)
{
    return column_get(&c->column[COLUMN_HANDICAP], number);
}
static inline enum record_end column_end(const struct columns *c, uint32_t number)
{
    return (enum record_end)column_get(&c->column[COLUMN_END], number);
}
static inline uint32_t column_date(const struct columns *c, uint32_t number)
{
    return column_get(&c->column[COLUMN_DATE], number);
}
static inline uint32_t date_make(unsigned year, unsigned month, unsigned day)
{
    return year * 512 + month * 32 + day;
}
static inline unsigned date_year(uint32_t date)
{
    return date / 512;
}
static inline unsigned date_month(uint32_t date)
{
    return date / 32 % 16;
}
static inline unsigned date_day(uint32_t date)
{
    return date % 32;
}
static inline unsigned column_rating(const struct columns *c, uint32_t number, int seat)
{
    return column_get(&c->column[COLUMN_RATING + seat], number);
}
static inline uint32_t column_player(const struct columns *c, uint32_t number, int seat)
{
    return column_get(&c->column[COLUMN_PLAYER + seat], number);
}
static inline uint32_t column_event(const struct columns *c, uint32_t number)
{
    return column_get(&c->column[COLUMN_EVENT], number);
}

#endif
