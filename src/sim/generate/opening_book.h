/* opening_book.h: a small book of openings, for when no real games are at hand. */
#ifndef KIFU_SIM_GENERATE_OPENING_BOOK_H
#define KIFU_SIM_GENERATE_OPENING_BOOK_H

/* USI moves from the even start, one opening a string; NULL at the end. */
extern const char *const opening_book[];

#endif
