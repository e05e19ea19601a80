/* captures.h: the index of captures of a segment: for each line, the points emptied by ply.
 *
 * It is for games in which a move captures on points other than its own (Go): with it and the
 * moves, the board at any ply is known without the rules, and patterns are found by that
 * (go_match.h).  A game has it if captures_of_game() has a row for it; segments of other games, and
 * those written before there was such a section, have none.  Like the other indexes it is made from
 * the lines alone, by replay: while the facts are counted (fact_collect.c).  Of variations, too,
 * all plies are in it, as the matcher needs whole lines.
 *
 *     captures  u32 lines
 *               u32 end[lines]    where the bytes of each line end, counted from the first one's
 *               for each line, for each ply after whose move points were empty that were not before
 *               (or that the move itself was made on), in order:
 *                 varint    8 * plies since the one before (since ply 0) + how
 *                           how 0 … 3: the point to the right, to the left, above, below
 *                                      the move's own
 *                           how 4:     the move's own
 *                           how 5:     several points, or one elsewhere:
 *                 varint      how many
 *                             for each, counted from the one before (from the move's own):
 *                 u8            15 * (columns to the right + 7) + rows up + 7, if neither is
 *                               more than 7 away; otherwise 255
 *                 u16           and the point */
#ifndef KIFU_FACTS_CAPTURES_H
#define KIFU_FACTS_CAPTURES_H

#include "games/go/go_match.h"
#include "store/lines.h"
#include "store/segment.h"

#define CAPTURES_SECTION "captures"

/* --- Writing ---------------------------------------------------------------------------------- */

/* Which points a move emptied, for a game whose captures are kept. */
struct capture_game {
    const struct game *game;
    /* Lists the points that are empty after the move and were not before, and the point of the move
     * if it is empty too (suicide in Go); returns how many.  changes: what lite_play() listed;
     * held: a bit for each fact, after the move; out has room for max_facts. */
    uint32_t (*emptied)(game_move move, const struct fact_changes *changes, const uint64_t *held,
                        uint16_t *out);
};
/* NULL if no captures are kept for the game. */
const struct capture_game *captures_of_game(const struct game *game);

/* The captures of consecutive lines. */
struct captures_part {
    struct buf bytes, ends;
    uint32_t ply; /* of the last points written */
};

void captures_part_init(struct captures_part *p);
void captures_part_release(struct captures_part *p);
/* A line is: begin, a call for each ply after whose move something was emptied, end. */
void captures_begin_line(struct captures_part *p);
void captures_add(struct captures_part *p, uint32_t ply, game_move move, const uint16_t *points,
                  uint32_t count);
void captures_end_line(struct captures_part *p);
/* Writes the section from all parts, in the order of lines. */
enum status captures_write(const struct captures_part *parts, size_t count,
                           struct segment_writer *w, struct err *err) CHECK_RESULT;

/* --- Reading ---------------------------------------------------------------------------------- */

struct captures {
    const struct segment *segment; /* NULL: there is no such section */
    struct span ends, bytes;       /* borrowed */
};

/* Borrows the segment.  Without the section results are equal, but take longer. */
enum status captures_open(struct captures *c, const struct lines *l, const struct segment *s,
                          struct err *err) CHECK_RESULT;

/* The captures of a line; the memory is reused for the next line. */
struct taken_list {
    struct go_taken *at; /* owned */
    size_t count, cap;
};
void taken_list_release(struct taken_list *t);

/* STATUS_SYNTAX, with file and byte, if the bytes are damaged: plies are those of the line, points
 * those of the largest board.  The segment must have the section. */
enum status captures_of_line(const struct captures *c, const struct lines *l, uint32_t line,
                             struct taken_list *out, struct err *err) CHECK_RESULT;
/* A line as the matcher reads it, with its captures if they are known.  start: the position that
 * the line begins with; borrowed like all the rest, room until its next change. */
enum status captures_match_line(const struct captures *c, const struct lines *l, uint32_t line,
                                const struct go_pos *start, struct taken_list *room,
                                struct go_match_line *out, struct err *err) CHECK_RESULT;

#endif
