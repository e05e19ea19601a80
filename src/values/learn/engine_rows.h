/* engine_rows.h: samples as fixed rows in a file, to train a network on (scripts/engine-train).
 *
 * The file is a head of 16 bytes and rows of ENGINE_ROW_BYTES, numbers little-endian:
 *
 *     0  "KIFUEROW"          8  u32 version (1)          12  u32 bytes of a row
 *
 *     row    0  u16 × 40  items, what there is to see (net_items(), engine/eval/net.h); then 0xffff
 *           80  i16       value for the side to move, hundredths of a pawn; −32768: none
 *           82  u16       plies before, at most 65535
 *           84  u8        items
 *           85  u8        phase: net_phase()
 *           86  u8        side to move: 0 Black, 1 White
 *           87  u8        half points of the side to move at the end of the game
 *           88  u8 × 2    squares of Black's and White's king
 *           90  u8        1: held out, not to be learnt from
 *           91  u8        0 */
#ifndef KIFU_VALUES_LEARN_ENGINE_ROWS_H
#define KIFU_VALUES_LEARN_ENGINE_ROWS_H

#include "values/samples.h"

enum { ENGINE_ROWS_VERSION = 1, ENGINE_ROWS_HEAD_BYTES = 16, ENGINE_ROW_BYTES = 92 };

/* Writes all samples, those held out last. */
enum status engine_rows_write(const struct samples *samples, const char *path,
                              struct err *err) CHECK_RESULT;

#endif
