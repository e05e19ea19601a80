/* go_line.h: the line of play being read, for formats of Go.
 *
 * As in shogi_line.h, it is the path from the start to the tip with what is needed to take moves
 * back, so that a branch costs the moves undone.  Records hold whatever was played: an illegal move
 * is made as well, and the caller gets the reason why it is illegal. */
#ifndef KIFU_FORMATS_GO_GO_LINE_H
#define KIFU_FORMATS_GO_GO_LINE_H

#include "base/err.h"
#include "games/go/go.h"
#include "games/go/go_history.h"
#include "games/record.h"

struct go_line_step {
    uint32_t node;
    struct go_undo undo;
};

struct go_line {
    struct record *rec;
    struct go_pos pos; /* after the last move */
    uint32_t tip;      /* node of the last move, 0 at the start */
    uint32_t plies;
    struct go_line_step *path; /* plies entries */
    size_t path_cap;
    uint16_t *taken; /* points of all stones taken on the path */
    size_t taken_count, taken_cap;
    /* The rules by which moves are checked: the caller's option, and what the record has. */
    enum go_ko_rule ko;
    bool suicide;              /* of several stones is allowed, until the next record */
    struct go_history history; /* of the path, unless ko is GO_KO_SIMPLE */
};

void go_line_init(struct go_line *line);
void go_line_release(struct go_line *line);
/* Empty, for a new record; an empty board of the usual size. */
void go_line_clear(struct go_line *line, struct record *rec);

/* Fixes the start position and the record's start and handicap. */
enum status go_line_start(struct go_line *line, const struct go_pos *pos) CHECK_RESULT;
/* The side to move at the start, where that is known only later. */
enum status go_line_start_turn(struct go_line *line, const struct go_pos *start,
                               int turn) CHECK_RESULT;

/* Adds a move at the tip; *why: whether it is legal, and if not, the reason.  STATUS_RANGE: its
 * point is not on the board; STATUS_LIMIT: too many moves; nothing changed then. */
enum status go_line_move(struct go_line *line, go_move m, enum go_illegal *why) CHECK_RESULT;
/* Takes moves back until n remain; n at most line->plies. */
void go_line_back_to(struct go_line *line, uint32_t n);

/* Whether rules of that name (SGF's RU) allow suicide of several stones. */
bool go_rules_allow_suicide(struct span name);

/* The reason why a move is illegal, as text; NULL for GO_LEGAL. */
const struct msg *go_illegal_text(enum go_illegal why);

#endif
