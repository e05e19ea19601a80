/* go_policy.h: a quick and plausible move of Go.
 *
 * Not an engine: it reads nothing out.  A few points are looked at, most of them near the last
 * moves, and get a score from what can be seen at a glance: what is taken or saved, contact, shape,
 * the height above the edge.  The best one, with some luck, is played.  That makes local fights
 * with captures, and stones that come, stay and go much as they do in games of people, in about a
 * microsecond a move.
 *
 * Whole numbers throughout: the same seed gives the same game on every machine. */
#ifndef KIFU_SIM_GENERATE_GO_POLICY_H
#define KIFU_SIM_GENERATE_GO_POLICY_H

#include "base/rng.h"
#include "games/go/go.h"

/* A point for the side to move, legal and neither an eye of its own nor a stone thrown away; -1 if
 * none was found.  last, before: points of the last move and the one before it, -1 if there is
 * none. */
int go_policy_point(const struct go_pos *pos, unsigned ply, int last, int before, struct rng *rng);

#endif
