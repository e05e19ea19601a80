/* csa.h: declarations shared by the reader and writer of CSA, and its names of ends, for JKF
 * too. */
#ifndef KIFU_FORMATS_SHOGI_CSA_H
#define KIFU_FORMATS_SHOGI_CSA_H

#include "formats/format.h"

extern const struct format csa_format;

/* "TORYO", "+ILLEGAL_ACTION" …, without the percent sign.  False if there is no such word. */
bool csa_end_by_name(struct span name, enum record_end *end, int *seat);
/* The word, static; NULL if CSA has none.  seat: who offended, for END_ILLEGAL_ACTION. */
const char *csa_end_name(enum record_end end, int seat);

/* The keyword for a header, without $; NULL if CSA has none. */
const char *csa_header_key(enum record_header_id id);
/* Whether it begins like a move: sign, four digits, two more characters. */
bool csa_is_move(struct span s);
enum status csa_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);

#endif
