/* mined_shapes.h: what the programs that measure mining share: giving up, and shapes of moves. */
#ifndef KIFU_BENCH_MINED_SHAPES_H
#define KIFU_BENCH_MINED_SHAPES_H

#include "text/mine/mine.h"

/* Says what went wrong and ends the program, unless nothing did. */
void bench_stop_on(enum status status, const struct err *err);
/* Zero bytes, at least one element; ends the program if there is no memory. */
void *bench_room(size_t count, size_t size);

/* Column and row of the move behind each symbol of a text, and of that which the first symbol of a
 * sentence is told from before it; owned by the caller. */
struct bench_place {
    int8_t column, row;
};
struct bench_place *bench_places(const struct mine_result *m, struct db *db);

/* The same number for moves whose points, in their order, are the same up to the eight symmetries
 * and translation, another one for others (but for one chance in 2^64 or so). */
uint64_t bench_shape(const struct bench_place *p, uint32_t length);

#endif
