/* found_report.h: how likely people were to find the moves of records, move by move, for
 * `kifu eval --people`.
 *
 * A move has the number that it has in the record: 1 is the first one.  The position that it was
 * made at is one ply earlier, where queries for `found` and `surprise` have their hits. */
#ifndef KIFU_CMD_PARTS_FOUND_REPORT_H
#define KIFU_CMD_PARTS_FOUND_REPORT_H

#include "cmd/frame/cmd.h"
#include "games/record.h"

struct found_report;
/* network: NULL: the installed one.  class: whose surprise is printed. */
enum status found_report_open(struct found_report **out, struct cmd_env *env, const char *network,
                              int class, struct err *err) CHECK_RESULT;
void found_report_close(struct found_report *r); /* NULL is fine */
/* Prints the moves of the main line as they are known.  STATUS_CANCELLED after Ctrl-C. */
enum status found_report_game(struct found_report *r, const struct record *rec,
                              struct err *err) CHECK_RESULT;

#endif
