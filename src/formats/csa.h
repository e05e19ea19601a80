/* csa.h: CSA's words for how a game ended, which JKF uses too. */
#ifndef KIFU_FORMATS_CSA_H
#define KIFU_FORMATS_CSA_H

#include "base/span.h"
#include "games/record.h"

/* "TORYO", "+ILLEGAL_ACTION" …, without the percent sign.  False if there is no such word. */
bool csa_end_by_name(struct span name, enum record_end *end, int *seat);
/* The word, static; NULL if CSA has none.  seat: who offended, for END_ILLEGAL_ACTION. */
const char *csa_end_name(enum record_end end, int seat);

#endif
