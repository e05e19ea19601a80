/* chatur_line.h: the line of play being read or played, for records of chaturanga.
 *
 * What shogi_line.h is for shogi: the path from the start to the tip, with the positions before
 * each turn, so that a branch costs nothing; texts are collected for the tip and go into its note
 * when it changes. */
#ifndef KIFU_FORMATS_CHATURANGA_CHATUR_LINE_H
#define KIFU_FORMATS_CHATURANGA_CHATUR_LINE_H

#include "base/buf.h"
#include "games/chaturanga/chaturanga.h"
#include "games/record.h"

/* What Kifu calls the start positions (record.handicap). */
enum { CHATUR_START_USUAL, CHATUR_START_OTHER };

struct chatur_step {
    uint32_t node;
    struct chatur_pos before;
};

struct chatur_line {
    struct record *rec;
    struct chatur_pos pos; /* after the last turn */
    uint32_t tip;          /* node that comments go to: the last turn, an end, or the root */
    uint32_t plies;        /* turns on the path */
    struct chatur_step *path;
    size_t path_cap;
    struct buf comment, remark, bookmark; /* of the tip, not yet in its note */
    bool full;                            /* there was more than one of them could hold */
};

void chatur_line_init(struct chatur_line *line);
void chatur_line_release(struct chatur_line *line);
/* Empty, for a new record; the usual start until chatur_line_start(). */
void chatur_line_clear(struct chatur_line *line, struct record *rec);

/* Fixes the start position and the record's start, handicap and start_ply. */
enum status chatur_line_start(struct chatur_line *line, const struct chatur_pos *pos) CHECK_RESULT;

/* Adds a turn at the tip.  STATUS_ILLEGAL: not allowed; STATUS_LIMIT: too many; nothing changed. */
enum status chatur_line_turn(struct chatur_line *line, game_move turn) CHECK_RESULT;
/* Takes turns back until n remain; n at most line->plies. */
enum status chatur_line_back_to(struct chatur_line *line, uint32_t n) CHECK_RESULT;
/* The last turn of the path is taken out of the record, with all that is said of it: for games
 * being played.  The path must be the main line, without variations; not at the start. */
void chatur_line_undo(struct chatur_line *line);

/* Adds the end of this line at the tip, which is then the end node until going back. */
enum status chatur_line_end(struct chatur_line *line, enum record_end end,
                            struct span text) CHECK_RESULT;

enum chatur_text { CHATUR_COMMENT, CHATUR_REMARK, CHATUR_BOOKMARK };
/* Collects one line of text for the tip.  False at the first one that finds no room (1 MB); that
 * one and those after it are left out. */
bool chatur_line_text(struct chatur_line *line, enum chatur_text kind,
                      struct span text) CHECK_RESULT;
/* Puts what was collected into the tip's note; called by the others when the tip changes. */
enum status chatur_line_flush(struct chatur_line *line) CHECK_RESULT;

/* Who won by the rules, if the position is over, and how it ended; otherwise END_NONE and nobody.
 */
enum record_end chatur_outcome(const struct chatur_pos *pos, int8_t points[CHATUR_COLOURS]);

#endif
