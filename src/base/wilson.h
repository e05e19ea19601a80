/* wilson.h: Wilson's confidence interval of a proportion.
 *
 * Wilson's score interval (E. B. Wilson, 1927): unlike the textbook's p ± 2 s it stays within 0 and
 * 1 and means something for three games out of three. */
#ifndef KIFU_BASE_WILSON_H
#define KIFU_BASE_WILSON_H

/* Standard errors on either side of a 95 % interval: 97.5 % of a normal distribution lie below. */
#define WILSON_Z 1.959963984540054

struct wilson {
    double share, low, high; /* low and high: 95 %; all NaN if there were no trials */
};

/* wins may be a half more: a draw counts for either side. */
struct wilson wilson_interval(double wins, double trials);

#endif
