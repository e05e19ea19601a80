/* chaturanga_line.h: the line of play being read or played, for records of chaturanga.
 *
 * As in shogi_line.h, it is the path from the start to the tip, here with the position before each
 * turn, so that a branch costs nothing; texts are collected for the tip and go into its note when
 * it changes. */
#ifndef KIFU_FORMATS_CHATURANGA_CHATURANGA_LINE_H
#define KIFU_FORMATS_CHATURANGA_CHATURANGA_LINE_H

#include "base/buf.h"
#include "games/chaturanga/chaturanga.h"
#include "games/record.h"

/* Numbers of the start positions (record.handicap). */
enum { CHATURANGA_START_USUAL, CHATURANGA_START_OTHER };

struct chaturanga_step {
    uint32_t node;
    struct chaturanga_pos before;
};

struct chaturanga_line {
    struct record *rec;
    struct chaturanga_pos pos; /* after the last turn */
    uint32_t tip;              /* node that comments go to: the last turn, an end, or the root */
    uint32_t plies;            /* turns on the path */
    struct chaturanga_step *path;
    size_t path_cap;
    struct buf comment, remark, bookmark; /* of the tip, not yet in its note */
    bool full;                            /* text was left out for lack of room */
};

void chaturanga_line_init(struct chaturanga_line *line);
void chaturanga_line_release(struct chaturanga_line *line);
/* Empty, for a new record; the usual start until chaturanga_line_start(). */
void chaturanga_line_clear(struct chaturanga_line *line, struct record *rec);

/* Fixes the start position and the record's start, handicap and start_ply. */
enum status chaturanga_line_start(struct chaturanga_line *line,
                                  const struct chaturanga_pos *pos) CHECK_RESULT;

/* Adds a turn at the tip.  STATUS_ILLEGAL: not allowed; STATUS_LIMIT: too many; nothing changed. */
enum status chaturanga_line_turn(struct chaturanga_line *line, game_move turn) CHECK_RESULT;
/* Takes turns back until n remain; n at most line->plies. */
enum status chaturanga_line_back_to(struct chaturanga_line *line, uint32_t n) CHECK_RESULT;
/* Removes the last turn of the path from the record, with its texts: for games being played.  The
 * path must be the main line, without variations; not at the start. */
void chaturanga_line_undo(struct chaturanga_line *line);

/* Adds the end of this line at the tip, which is then the end node until going back. */
enum status chaturanga_line_end(struct chaturanga_line *line, enum record_end end,
                                struct span text) CHECK_RESULT;

enum chaturanga_text { CHATURANGA_COMMENT, CHATURANGA_REMARK, CHATURANGA_BOOKMARK };
/* Collects one line of text for the tip.  False at the first one that finds no room (1 MB); that
 * one and those after it are left out. */
bool chaturanga_line_text(struct chaturanga_line *line, enum chaturanga_text kind,
                          struct span text) CHECK_RESULT;
/* Puts what was collected into the tip's note; called by the others when the tip changes. */
enum status chaturanga_line_flush(struct chaturanga_line *line) CHECK_RESULT;

/* Who won by the rules, if the game is over, and how it ended; otherwise END_NONE and no winner. */
enum record_end chaturanga_outcome(const struct chaturanga_pos *pos,
                                   int8_t points[CHATURANGA_COLOURS]);

#endif
