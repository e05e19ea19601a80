/* sgf_reader.h: the state and functions shared by the files of the SGF reader.
 *
 * These are sgf.c (trees and their brackets), sgf_root.c (the root: the game, its board and
 * headers), sgf_nodes.c (all other nodes), sgf_moves.c (moves, setup, points), sgf_texts.c
 * (comments, and the text of nodes that is kept whole). */
#ifndef KIFU_FORMATS_GO_SGF_READER_H
#define KIFU_FORMATS_GO_SGF_READER_H

#include "formats/format.h"
#include "formats/go/go_line.h"
#include "formats/go/sgf.h"
#include "formats/go/sgf_lexer.h"

struct sgf_reader {
    struct reader *r;
    struct go_line *line;
    struct sgf_lexer lexer;
    struct go_pos *start;
    struct span result;
    struct span handicap; /* HA of the root; .p is NULL if there is none */
    int turn;             /* by PL in the root, -1: none */

    struct sgf_property *props; /* of the node being read */
    size_t prop_count, prop_cap;
    bool in_node, root_done;
    bool skipping; /* the rest of this tree is not wanted */

    uint32_t *branches; /* moves on the path where each open bracket was met */
    size_t depth, branch_cap;
    uint32_t too_deep; /* open brackets beyond those */
    bool too_many;     /* properties of one node; reported */

    /* The node last finished: its first node in the record, and its text if that is kept whole. */
    uint32_t head;
    bool can_join; /* nothing but a semicolon since */
    bool whole;
    struct buf text, comment;
    struct buf scratch;

    const char *line_at; /* lines are counted on demand */
    uint32_t line_number;
};

void sgf_problem(struct sgf_reader *s, enum problem_severity severity, enum status code,
                 const struct msg *what, struct span arg, const char *at);

/* --- Texts ------------------------------------------------------------------------------------ */

/* Nothing to unescape, and one line. */
bool sgf_is_plain(struct span raw);
/* Without escapes.  Borrows raw, or the scratch until it is used again. */
struct span sgf_text_of(struct sgf_reader *s, struct span raw, bool one_line);
/* Copies into the record; a text that is too long is left out and reported. */
enum status sgf_keep(struct sgf_reader *s, struct span text, struct span *out) CHECK_RESULT;
/* Appends to the comment of nodes that are kept whole. */
void sgf_join_comment(struct sgf_reader *s, struct span text);
/* Gives the node last finished its text, if it has one. */
enum status sgf_settle(struct sgf_reader *s) CHECK_RESULT;
/* The text of this node, from here on, is kept whole. */
void sgf_begin_whole(struct sgf_reader *s, uint32_t head);
/* One comment and one name are the note's; the text of those is not kept. */
bool sgf_is_note(const struct sgf_property *prop);
enum status sgf_keep_note(struct sgf_reader *s, uint32_t node,
                          const struct sgf_property *prop) CHECK_RESULT;
/* At most one comment and one name, each with one value. */
bool sgf_notes_are_plain(const struct sgf_reader *s);

/* --- Moves and setup -------------------------------------------------------------------------- */

static inline bool sgf_is_move(uint32_t id)
{
    return id == SGF_ID1('B') || id == SGF_ID1('W');
}
static inline bool sgf_is_setup(uint32_t id)
{
    return id == SGF_ID('A', 'B') || id == SGF_ID('A', 'W') || id == SGF_ID('A', 'E') ||
           id == SGF_ID('P', 'L');
}

/* The points of a list, rectangles ("aa:cc") included, one by one. */
struct sgf_points {
    struct span values;
    int column, row, to_column, to_row, from_column;
    bool open;
};
/* The next point; false when none is left.  Points that are not on this board are reported and
 * skipped. */
bool sgf_next_point(struct sgf_reader *s, struct sgf_points *p, int *point);
/* What AB, AW or AE do at a point. */
go_move sgf_setup_move(uint32_t id, int point);
/* The move of B or W; false if the board has no such point. */
bool sgf_move_of(const struct sgf_reader *s, const struct sgf_property *prop, go_move *out);
/* Makes a move at the tip.  STATUS_LIMIT ends the tree, and has been reported. */
enum status sgf_make_move(struct sgf_reader *s, go_move m, const char *at) CHECK_RESULT;
/* Makes the moves of a property at the tip: of setup, of B or W. */
enum status sgf_set_up(struct sgf_reader *s, const struct sgf_property *prop) CHECK_RESULT;
enum status sgf_play(struct sgf_reader *s, const struct sgf_property *prop) CHECK_RESULT;

/* --- The root --------------------------------------------------------------------------------- */

/* Which header a property is (enum record_header_id); -1: it is not about the game. */
int sgf_header_of(uint32_t id);
enum status sgf_add_header(struct sgf_reader *s, const struct sgf_property *prop,
                           int header) CHECK_RESULT;
enum status sgf_finish_root(struct sgf_reader *s) CHECK_RESULT;
/* Checks that the stones of HA are there, put down or played in a row; to be called when the whole
 * game has been read. */
void sgf_check_handicap(struct sgf_reader *s);

/* --- Nodes ------------------------------------------------------------------------------------ */

/* The properties of a node are all there; does nothing outside of a node. */
enum status sgf_finish_node(struct sgf_reader *s) CHECK_RESULT;

#endif
