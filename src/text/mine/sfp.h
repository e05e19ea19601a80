/* sfp.h: how sfp.c cuts a profile into mountains, for those who show one. */
#ifndef KIFU_TEXT_MINE_SFP_H
#define KIFU_TEXT_MINE_SFP_H

#include <stdint.h>

enum { SFP_USUAL_WINDOW = 6 };
#define SFP_USUAL_THRESHOLD 0.15

/* Windows of w symbols of a sentence begin at from … to - 1; cuts[at]: length, in symbols, of the
 * piece that begins there.  Others are left as they are. */
void sfp_cut_sentence(const uint32_t *profile, uint32_t from, uint32_t to, uint32_t w,
                      double threshold, uint32_t *cuts);

#endif
