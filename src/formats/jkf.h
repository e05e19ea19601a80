/* jkf.h: what reading and writing JKF share. */
#ifndef KIFU_FORMATS_JKF_H
#define KIFU_FORMATS_JKF_H

#include "formats/format.h"

/* JKF's names of start positions, in the order of enum shogi_handicap, OTHER last. */
extern const char *const jkf_presets[SHOGI_HANDICAP_OTHER + 1];

enum status jkf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);

#endif
