/* go_match.h: finds the hits of patterns in a line of play without playing its moves.
 *
 * A point of a Go board is nearly always played on once and stays as it is.  So a game is a table
 * of times: for each point the ply at which a black (white) stone came to stand there, "never"
 * otherwise.  A pattern holds at a location from the largest time of its stones to the smallest
 * time at which one of its empty points was played on, and no move need be played (go_times.h).
 * Locations where some stone of the pattern never stood, nearly all, are ruled out many at a time
 * (go_sieve.h).  Points that changed more than once (captures, ko) have a list of what happened,
 * and where such a point is part of a location, that list decides.  The captures are in the line's
 * `taken` (facts/captures.h keeps them): finding them by playing would cost more than all the rest.
 *
 * One matcher for each thread. */
#ifndef KIFU_GAMES_GO_GO_MATCH_H
#define KIFU_GAMES_GO_GO_MATCH_H

#include "games/go/go_pattern.h"

/* Stones that came off: taken[i].ply is the ply after whose move the point was empty (the position
 * after n moves is ply n), ascending.  Stones that were taken away by hand are among them; those
 * replaced by another stone are not. */
struct go_taken {
    uint32_t ply;
    uint16_t point;
};

struct go_match_line {
    const struct go_pos *start;
    const char *moves; /* sixteen bits each, little-endian */
    uint32_t count;
    const struct go_taken *taken; /* NULL with taken_known false: the matcher plays to find out */
    uint32_t taken_count;
    bool taken_known;
};

/* A pattern was there at plies from … to - 1; to is the line's count + 1 if it was still there at
 * the end.  With numbered moves: from the ply after the last of them until something comes to or
 * goes from one of its cells (those with "?" do not count).  Nothing else may have come or gone
 * there between them; what the moves themselves take off, in the diagram or not, is part of it. */
struct go_hit {
    uint32_t from, to;
    int16_t column, row; /* of the diagram's lower left cell */
    uint16_t pattern;    /* which one */
};
struct go_hits {
    struct go_hit *at; /* sorted by pattern, from, row, column */
    size_t count, cap;
};
void go_hits_release(struct go_hits *p);

struct go_matcher;
/* Borrows the patterns. */
enum status go_matcher_open(struct go_matcher **out, const struct go_pattern *patterns,
                            uint32_t count, struct err *err) CHECK_RESULT;
void go_matcher_close(struct go_matcher *m); /* NULL is fine */
/* Finds all hits; out is cleared first.  STATUS_SYNTAX if a move can't be made. */
enum status go_matcher_run(struct go_matcher *m, const struct go_match_line *line,
                           struct go_hits *out, struct err *err) CHECK_RESULT;

/* Finds the hits of go_matcher_run() by making all moves: for verification.  Takes some tens of
 * microseconds a game for small patterns; `taken` is not looked at. */
enum status go_match_by_playing(const struct go_pattern *patterns, uint32_t count,
                                const struct go_match_line *line, struct go_hits *out,
                                struct err *err) CHECK_RESULT;

#endif
