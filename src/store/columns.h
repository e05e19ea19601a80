/* columns.h: what every search wants to know about a game, one array for each thing.
 *
 * The truth about a game is its stored record; these are the few figures of it that filters and
 * next-move statistics read for hundreds of thousands of games at a time.  All arrays are in the
 * order of game numbers (lines.h), little-endian, one after another in the section "columns":
 *
 *     u32  games, u32 seats
 *     u8   result[games]          2 bits a seat, seat 0 lowest: 0 loss, 1 draw, 2 win, 3 unknown
 *     u8   handicap[games]        the game's own number
 *     u8   end[games]             enum record_end
 *     u32  date[games]            year * 512 + month * 32 + day; 0: unknown; a missing month or
 *                                 day is 0
 *     u16  rating[seats][games]   0: unknown
 *     u32  player[seats][games]   row of table player in the metadata; 0: unknown
 *     u32  event[games]           row of table event; 0: unknown
 *
 * (each array padded to a multiple of 4 bytes) */
#ifndef KIFU_STORE_COLUMNS_H
#define KIFU_STORE_COLUMNS_H

#include <stdint.h>

#include "base/err.h"
#include "base/le.h"
#include "games/game.h"
#include "store/segment.h"

struct columns {
    uint32_t games, seats;
    const char *result, *handicap, *end, *date, *rating[GAME_MAX_SEATS], *player[GAME_MAX_SEATS],
        *event;
};

enum status columns_open(struct columns *c, const struct segment *s, uint32_t games,
                         struct err *err) CHECK_RESULT;

/* Half points as in record.h: POINTS_… */
static inline int column_points(const struct columns *c, uint32_t number, int seat)
{
    int two = (unsigned char)c->result[number] >> 2 * seat & 3;
    return two == 3 ? -1 : two;
}
static inline uint32_t column_date(const struct columns *c, uint32_t number)
{
    return le_get32(c->date + 4 * (size_t)number);
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
    return le_get16(c->rating[seat] + 2 * (size_t)number);
}
static inline uint32_t column_player(const struct columns *c, uint32_t number, int seat)
{
    return le_get32(c->player[seat] + 4 * (size_t)number);
}
static inline uint32_t column_event(const struct columns *c, uint32_t number)
{
    return le_get32(c->event + 4 * (size_t)number);
}

#endif
