/* sgf.h: the representation of SGF nodes and properties in a record of Go.
 *
 * Every node of SGF with a move is a node of the record.  C is its comment, N its bookmark, and all
 * other properties stand in the note's `extra`, as SGF text:
 *
 *     LB[dd:A][pp:B]KO[]        besides the move, the comment and the bookmark
 *     ;AB[aa][bb]C[so]          the whole of one or more nodes of SGF, comment and all, where they
 *                               are not just one move: stones put down, two moves at once, nodes
 *                               without a move behind this one.  The text is written as it is
 *     +                         this node stands in the text of a node before it
 *
 * Stones put down and points emptied in the middle of a game are moves of the record
 * (games/go/go.h) one by one.  A node without any move becomes part of the one before it, or, where
 * a variation begins with it, becomes a GO_TURN move for the side to move.
 *
 * Properties of the game's root are headers, if they are about the game; SZ, AB, AW and PL make the
 * start position. */
#ifndef KIFU_FORMATS_GO_SGF_H
#define KIFU_FORMATS_GO_SGF_H

#include "base/buf.h"
#include "games/go/go.h"
#include "games/record.h"

#define SGF_CONTINUED "+"

/* Appends what stands in a node: move, name, comment, the rest; not headers and start stones. */
void sgf_put_body(const struct record *rec, uint32_t node, int height, struct buf *out);

/* The side to move first where the record does not give it: that of the first move of the game;
 * else White if only black stones are on the board. */
int sgf_first_turn(const struct record *rec, const struct go_pos *start);

/* Whether the property is about the game, in any node; whether the record has it as a header. */
bool sgf_is_info(uint32_t id);
bool sgf_has_header(const struct record *rec, uint32_t id);

#endif
