/* go_server.h: what the formats of Go servers (GIB, NGF, UGF) have in common: headers under SGF's
 * names, so that they are written as such; stones by column and row; handicap stones by number. */
#ifndef KIFU_FORMATS_GO_GO_SERVER_H
#define KIFU_FORMATS_GO_GO_SERVER_H

#include "formats/format.h"

/* A header, if there is something to say. */
enum status go_server_header(struct record *rec, enum record_header_id id, const char *name,
                             struct span value) CHECK_RESULT;
/* The result in words, which also becomes the header RE. */
enum status go_server_result(struct record *rec, struct span text) CHECK_RESULT;

/* Of three handicap stones servers put the last one here. */
enum go_third_stone { THIRD_LOWER_RIGHT, THIRD_UPPER_LEFT };
/* The start: a square board with so many handicap stones where servers put them (2 to 9 on an odd
 * number of lines from 9 on, and HA says how many; otherwise none). */
enum status go_server_start(struct reader *r, int size, int handicap,
                            enum go_third_stone third) CHECK_RESULT;

/* A stone; column and row from the upper left, 0-based.  What can't be played is reported and
 * passed over; STATUS_NOMEM is all that can go wrong. */
enum status go_server_move(struct reader *r, int color, int column, int row, const char *at,
                           uint32_t line) CHECK_RESULT;
/* Whose turn it is passes. */
enum status go_server_pass(struct reader *r, const char *at, uint32_t line) CHECK_RESULT;
/* A line that should be a move is none. */
enum status go_server_bad_move(struct reader *r, struct span text, const char *at, uint32_t line);

/* The game is read: hands it out, or fails for want of memory (st). */
enum status go_server_finish(struct reader *r, enum status st, struct err *err) CHECK_RESULT;

#endif
