/* dates.h: dates as people write them.
 *
 * A date is one number: year * 512 + month * 32 + day (columns.h), a missing month or day being 0:
 * the precision is that of the text.  Understood are, with anything behind them and in full or half
 * width:
 *
 *     2004/07/12(月) 10:00:00   2004-07-12   2004.7.12   2004/07   20040712   2004年7月12日
 *     2004년 7월 12일   民国25年   光绪十年
 *     1995年   1995   平成16年7月12日   昭和五十年三月   令和元年   H16.7.12
 *     12 July 2004   Jul. 12, 2004   12/07/2004 (the year alone, unless one number is above 12)
 *     2004.??.??   99/07/12 (1999; from 50 on)
 *
 * Of a range (2004/07/12～13) the first day counts.  Years of the eras before Meiji are understood,
 * but their months are those of the moon, so the year alone is taken. */
#ifndef KIFU_STORE_METADATA_DATES_H
#define KIFU_STORE_METADATA_DATES_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* False, with *date untouched, if the text does not begin with a date (after other words that hold
 * no digits: "対局日 2004/07/12" does).  Days that the calendar has not are left out. */
bool date_parse(struct span text, uint32_t *date);
/* "2004-07-12", "2004-07", "2004"; nothing for 0. */
void date_print(uint32_t date, struct buf *out);

#endif
