/* record_json.h: records and their problems as JSON lines, for --json and --report. */
#ifndef KIFU_VIEW_REPORT_RECORD_JSON_H
#define KIFU_VIEW_REPORT_RECORD_JSON_H

#include "base/buf.h"
#include "base/text/json.h"
#include "games/record.h"

/* Appends one line: where the game came from, what it holds, its problems, what writing it lost
 * (bits of enum record_loss), and text, the game in the format asked for. */
void record_to_json(const struct record *rec, unsigned losses, struct span text, struct buf *out);

/* Keys of the object that *j is in: the players by seat, "event", "site", "date", if known. */
void record_headers_to_json(struct json *j, const struct record *rec);

/* Appends {"file","line","byte","severity","code","message"} as a line. */
void problem_to_json(const struct err *err, enum problem_severity severity, struct buf *out);

/* The same object as a value of *j, with its message in that language. */
void problem_value(struct json *j, const struct err *err, enum problem_severity severity,
                   enum lang lang);

/* The members of that object alone, to the object that is open. */
void problem_members(struct json *j, const struct err *err, enum problem_severity severity,
                     enum lang lang);

/* Appends a line for a file that gave no game: {"file","status":"rejected","problems":[…]}. */
void rejection_to_json(struct span label, const struct err *err, struct buf *out);

/* In games of more than two: adds "points", an array with 1, 0.5, 0 or null for each seat. */
void points_to_json(struct json *j, const struct game *game, const int8_t *points);

#endif
