/* jkf.h: declarations shared by the reader and writer of JKF. */
#ifndef KIFU_FORMATS_SHOGI_JKF_H
#define KIFU_FORMATS_SHOGI_JKF_H

#include "formats/format.h"
#include "formats/shogi/ki2_notation.h"

/* JKF's names of start positions, in the order of enum shogi_handicap, OTHER last. */
extern const char *const jkf_presets[SHOGI_HANDICAP_OTHER + 1];

/* KI2's words as letters, in the order in which they are written. */
enum { JKF_RELATIVES = 7 };
struct jkf_relative {
    enum ki2_word word;
    char letter;
};
extern const struct jkf_relative jkf_relatives[JKF_RELATIVES];

enum status jkf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);

#endif
