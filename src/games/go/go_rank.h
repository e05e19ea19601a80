/* go_rank.h: converts ranks of Go players to and from ratings.
 *
 * Ratings are numbers already; ranks become numbers of the same kind, after the scale that the
 * European federation rates by, so that one query covers both:
 *
 *     20k 100 … 1k 2000, 1d 2100 … 9d 2900       a hundred a grade; 30k to 21k: 50 to 95
 *     1p 2705, 2p 2735 … 9p 2945                 thirty a grade: 1p is as strong as 7d
 *
 * The 5 keeps professional ranks apart from all others (the federation has 2700 … 2940). */
#ifndef KIFU_GAMES_GO_GO_RANK_H
#define KIFU_GAMES_GO_GO_RANK_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Finds a rank in a record's text: "9p", "6 dan", "3k?", "九段", "5級", "프로 4단", "9p, Honinbo",
 * "6d ama".  False, with *rating untouched, if there is none, or if it names two players. */
bool go_rank_parse(struct span text, unsigned *rating);
/* Appends "9p", "6d", "3k"; false, with nothing appended, if no rank has that number. */
bool go_rank_print(unsigned rating, struct buf *out);

#endif
