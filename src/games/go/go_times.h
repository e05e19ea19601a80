/* go_times.h: a table of the plies at which stones came to the points in a line of Go.
 *
 *     came[2 * slot + colour]   ply after which the first stone of the line stood on the point,
 *                               0 if it was there at the start, GO_NEVER if none came
 *     ever[colour]              a bit for each point on which a stone of the colour ever stood: on
 *                               demand
 *     restless                  a bit for each point that changed again after its first stone:
 *                               taken, replaced, played on anew.  In `came` it has GO_NEVER;
 *                               go_walk_next() lists its changes
 *
 * A slot is row * width + column.  Filling costs about a nanosecond a move: nothing is played if
 * the captures of the line are known. */
#ifndef KIFU_GAMES_GO_GO_TIMES_H
#define KIFU_GAMES_GO_GO_TIMES_H

#include "games/go/go_match.h"

/* More than a board has, so that vectors may read past its last row. */
enum { GO_TIMES_ROWS = 56 };
#define GO_NEVER UINT32_MAX

struct go_event {
    uint32_t ply, next;
    uint8_t content;
};

/* The first change of a restless point: a stone, at ply 0 or later; `next` is the event after
 * it. */
struct go_first_event {
    uint32_t ply, next; /* GO_NEVER: none */
    uint8_t content;
};

/* A stone that came where one had been before. */
struct go_replaced {
    uint32_t ply;
    uint16_t code; /* of the move, as if it was played */
};

struct go_times {
    int width, height; /* 0: no line yet */
    uint32_t plies;
    uint32_t restless_count;
    uint32_t came[2 * GO_POINTS + 8]; /* one entry for points off the board; vectors read on */
    uint64_t ever[2][GO_TIMES_ROWS], restless[GO_TIMES_ROWS];

    /* The rest is of concern to go_times.c alone. */
    uint16_t places[1 << 16];      /* by move: its index in came, if it is a stone played */
    uint8_t start_cells[GO_CELLS]; /* rows of the last start position, to recognise it */
    uint32_t start_stones[GO_POINTS], start_count;
    struct go_replaced *again; /* owned */
    size_t again_count, again_cap;
    const struct go_taken *taken; /* the line's or our own */
    uint32_t taken_count;
    struct go_taken *replayed; /* owned: by playing */
    size_t replayed_count, replayed_cap;
    struct go_pos *board; /* owned: room for playing */
    bool has_stories;
    struct go_event *events; /* owned: of restless points */
    size_t events_cap;
    uint16_t restless_points[GO_POINTS];
    struct go_first_event firsts[GO_POINTS]; /* by slot, of restless points */
};

/* t begins as zeros. */
void go_times_release(struct go_times *t);
/* STATUS_SYNTAX if a move can't be made or something was taken that is not on the board. */
enum status go_times_fill(struct go_times *t, const struct go_match_line *line,
                          struct err *err) CHECK_RESULT;

/* Fills in `ever`. */
void go_times_ever(struct go_times *t);

static inline bool go_is_restless(const struct go_times *t, int column, int row)
{
    return t->restless[row] >> column & 1;
}

/* Prepares the changes of restless points for go_walk_next(); *most: how many they have. */
enum status go_times_stories(struct go_times *t, size_t *most, struct err *err) CHECK_RESULT;

/* Walks through what happened on a point, after go_times_stories() if it is restless.  Contents are
 * those of go.h: GO_EMPTY, 1 + colour; of one ply only what it left (a suicide leaves what was
 * before, but is listed). */
struct go_walk {
    uint8_t first; /* content at the start of the line */
    uint32_t came; /* first change if it was no stone then; GO_NEVER: none */
    uint8_t stone;
    uint32_t next;
};
struct go_walk go_walk_begin(const struct go_times *t, int slot, bool restless);
bool go_walk_next(const struct go_times *t, struct go_walk *w, uint32_t *ply, uint8_t *content);

#endif
