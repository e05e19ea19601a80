/* analysis_table.h: the table of players that `kifu analyse` prints and writes. */
#ifndef KIFU_CMD_ANALYSE_ANALYSIS_TABLE_H
#define KIFU_CMD_ANALYSE_ANALYSIS_TABLE_H

#include "base/buf.h"
#include "values/analysis/player_table.h"

/* Sorted tables.  For people; one JSON object a line. */
void analysis_table_text(const struct player_table *t, enum lang lang, struct buf *out);
void analysis_table_json(const struct player_table *t, struct buf *out);
/* Replaces the file: JSON lines if its name ends in .json or .jsonl, else tab-separated values. */
enum status analysis_table_write(const struct player_table *t, const char *path,
                                 struct err *err) CHECK_RESULT;

#endif
