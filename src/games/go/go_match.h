/* go_match.h: where patterns are in a line of play, found without playing it.
 *
 * A point of a Go board is nearly always played on once and stays as it is.  So a game is a table
 * of times: for each point the ply at which a black (white) stone came to stand there, "never"
 * otherwise.  A pattern holds at a place from the largest time of its stones to the smallest time
 * at which one of its empty points was played on: a few vector instructions find all places in a
 * row at once, and nobody has to play the moves.  The points of a line that had more than one stone
 * in its course (captures, ko) have more than one time; tables hold the widest span, which finds
 * every hit and some that are none, and where such a point is part of a place, its history decides.
 * What came off when is what the line's `taken` says (facts/captures.h keeps it): finding that out
 * by playing would cost more than all the rest.
 *
 * One matcher for each thread. */
#ifndef KIFU_GAMES_GO_GO_MATCH_H
#define KIFU_GAMES_GO_GO_MATCH_H

#include "games/go/go_pattern.h"

/* Stones that came off: taken[i].ply is the ply after whose move the point was empty (the position
 * after n moves is ply n), ascending. */
struct go_taken {
    uint32_t ply;
    uint16_t point;
};

struct go_line {
    const struct go_pos *start;
    const char *moves; /* sixteen bits each, little-endian */
    uint32_t count;
    const struct go_taken *taken; /* NULL with taken_known false: the matcher plays to find out */
    uint32_t taken_count;
    bool taken_known;
};

/* A pattern was there at plies from … to - 1.  With numbered moves: from the ply after the last of
 * them until the diagram, as they leave it, changes. */
struct go_place {
    uint32_t from, to;
    int16_t column, row; /* of the diagram's lower left cell */
    uint16_t pattern;    /* which one */
};
struct go_places {
    struct go_place *at; /* sorted by pattern, from, row, column */
    size_t count, cap;
};
void go_places_release(struct go_places *p);

struct go_matcher;
/* Borrows the patterns. */
enum status go_matcher_open(struct go_matcher **out, const struct go_pattern *patterns,
                            uint32_t count, struct err *err) CHECK_RESULT;
void go_matcher_close(struct go_matcher *m); /* NULL is fine */
/* All places; out is cleared first.  STATUS_SYNTAX if a move can't be made. */
enum status go_matcher_run(struct go_matcher *m, const struct go_line *line, struct go_places *out,
                           struct err *err) CHECK_RESULT;

#endif
