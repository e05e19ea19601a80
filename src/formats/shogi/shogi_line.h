/* shogi_line.h: the line of play being read, for formats of shogi.
 *
 * All shogi readers set up a start, add legal moves at the tip, go back to a ply and branch, and
 * attach comments and an end to the tip with these functions.  The path from the start to the tip
 * is kept with what is needed to take moves back, so a branch costs the moves undone, never a
 * replay of the game.
 *
 *     start ── move ── move ── move ◀ tip            shogi_line_back_to(line, 1)
 *                └── (next move goes here)
 */
#ifndef KIFU_FORMATS_SHOGI_SHOGI_LINE_H
#define KIFU_FORMATS_SHOGI_SHOGI_LINE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"
#include "games/record.h"
#include "games/shogi/shogi.h"

struct shogi_line_step {
    uint32_t node;
    struct shogi_undo undo;
};

struct shogi_line {
    struct record *rec;
    struct shogi_pos pos;         /* after the last move */
    uint32_t tip;                 /* node that comments go to: the last move, an end, or the root */
    uint32_t plies;               /* moves on the path */
    struct shogi_line_step *path; /* plies entries */
    size_t path_cap;
    bool started;
    struct buf comment, remark, bookmark; /* of the tip, not yet in its note */
    bool full;                            /* text was left out for lack of room */
};

void shogi_line_init(struct shogi_line *line);
void shogi_line_release(struct shogi_line *line);
/* Empty, for a new record; no start position yet. */
void shogi_line_clear(struct shogi_line *line, struct record *rec);

/* Fixes the start position (which must have passed shogi_pos_finish) and the record's start and
 * handicap fields. */
enum status shogi_line_start(struct shogi_line *line, const struct shogi_pos *pos) CHECK_RESULT;

/* Adds a move at the tip.  STATUS_ILLEGAL: not allowed, nothing changed.  STATUS_LIMIT: too many.
 * The new node is line->tip. */
enum status shogi_line_move(struct shogi_line *line, shogi_move m) CHECK_RESULT;
/* The square the last move went to, -1 at the start. */
int shogi_line_last_to(const struct shogi_line *line);
/* The node of the last move, 0 at the start. */
uint32_t shogi_line_last_node(const struct shogi_line *line);
/* Takes moves back until n remain; n at most line->plies. */
void shogi_line_back_to(struct shogi_line *line, uint32_t n);
/* Goes to a node that is on the path, or a child of one that is (back from a variation to the move
 * that it replaced). */
enum status shogi_line_return_to(struct shogi_line *line, uint32_t node) CHECK_RESULT;

/* Adds the end of this line at the tip; the tip is then the end node until going back or
 * branching.  end_seat only for END_ILLEGAL_ACTION (else -1); text may be empty. */
enum status shogi_line_end(struct shogi_line *line, enum record_end end, int end_seat,
                           struct span text) CHECK_RESULT;

/* Collects one line of text for the tip.  False at the first line of it that finds no room (1 MB);
 * that one and those after it are left out. */
bool shogi_line_comment(struct shogi_line *line, struct span text) CHECK_RESULT;
bool shogi_line_remark(struct shogi_line *line, struct span text) CHECK_RESULT;
bool shogi_line_bookmark(struct shogi_line *line, struct span text) CHECK_RESULT;
/* Time spent on the tip. */
void shogi_line_time(struct shogi_line *line, uint64_t ms);
/* Puts what was collected into the tip's note; called by the others when the tip changes. */
enum status shogi_line_flush(struct shogi_line *line) CHECK_RESULT;

/* The record is read: flushes, and fills in how the main line ended and who won, unless
 * record->points were already set. */
enum status shogi_line_finish(struct shogi_line *line) CHECK_RESULT;

/* --- Finds the engine values that programs write into comments -------------------------------- */

/* The first value found in a comment of one or more lines; VALUE_NONE if there is none.  All known
 * dialects give values from Black's side. */
struct record_value comment_value(struct span comment);
/* Appends a value as a line of comment that comment_value() finds it in: "* 94", "* -m3" (CSA's
 * dialect); nothing for VALUE_NONE. */
void record_value_print(struct record_value value, struct buf *out);

#endif
