/* go_server.h: functions shared by the readers of Go server formats (GIB, NGF, UGF).
 *
 * Headers get SGF's names, so that they are written as such; stones are given by column and row,
 * handicap stones by number. */
#ifndef KIFU_FORMATS_GO_GO_SERVER_H
#define KIFU_FORMATS_GO_GO_SERVER_H

#include "formats/format.h"

/* Adds a header, unless the value is blank. */
enum status go_server_header(struct record *rec, enum record_header_id id, const char *name,
                             struct span value) CHECK_RESULT;
/* The result in words, which also becomes the header RE; of several the first counts, as in SGF. */
enum status go_server_result(struct record *rec, struct span text) CHECK_RESULT;

/* The corner where servers put the last of three handicap stones. */
enum go_third_stone { THIRD_LOWER_RIGHT, THIRD_UPPER_LEFT };
/* The start: a square board with that number of handicap stones where servers put them (2 to 9 on
 * an odd number of lines from 9 on, with HA as their number; otherwise none). */
enum status go_server_start(struct reader *r, int size, int handicap,
                            enum go_third_stone third) CHECK_RESULT;

/* A stone; column and row from the upper left, 0-based.  What cannot be played is reported and
 * skipped; STATUS_NOMEM is all that can go wrong. */
enum status go_server_move(struct reader *r, int color, int column, int row, const char *at,
                           uint32_t line) CHECK_RESULT;
/* The side to move passes. */
enum status go_server_pass(struct reader *r, const char *at, uint32_t line) CHECK_RESULT;
/* Reports a text that should be a move and is not. */
enum status go_server_bad_move(struct reader *r, struct span text, const char *at, uint32_t line);

/* Ends the game: hands it to the sink, or fails with STATUS_NOMEM if st is an error. */
enum status go_server_finish(struct reader *r, enum status st, struct err *err) CHECK_RESULT;

#endif
