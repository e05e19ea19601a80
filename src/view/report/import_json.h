/* import_json.h: the result of an import as JSON, for --json and the page. */
#ifndef KIFU_VIEW_REPORT_IMPORT_JSON_H
#define KIFU_VIEW_REPORT_IMPORT_JSON_H

#include "base/text/json.h"
#include "db/import/import.h"
#include "db/import_log.h"

/* Appends the members "files", "games", "added" … to the open object; stored: games on disk. */
void import_counts_to_json(struct json *j, const struct import_counts *c, uint64_t stored,
                           double seconds);

/* A problem of a record as a value: what problem_value() has; "game", the id that the record has now, if
 * id is not NULL; and where a line of shogi breaks off "ply", the moves before it, "variation" if it is
 * not the game itself, "position" there, "move", what stands in the record, and "reason", why that is not
 * possible, if there is anything to say. */
void import_problem_to_json(struct json *j, const struct record *rec,
                            const struct record_problem *problem, const uint32_t *id,
                            enum lang lang);

/* An import of the log as a value; db: how its database is called. */
void import_entry_to_json(struct json *j, const struct import_entry *e, struct span db);

#endif
