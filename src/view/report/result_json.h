/* result_json.h: hits and next moves as JSON: the same fields on the command line and the page. */
#ifndef KIFU_VIEW_REPORT_RESULT_JSON_H
#define KIFU_VIEW_REPORT_RESULT_JSON_H

#include "base/text/json.h"
#include "db/db.h"
#include "query/search.h"
#include "view/report/record_json.h"

/* Appends {"db","game","from","to","plies","first","black","white","result","date","event",…} as
 * one value; db_name may be empty (left out), and what is not known is left out too. */
void hit_to_json(struct json *j, const struct game *game, struct span db_name,
                 const struct hit *hit, const struct game_summary *summary);

/* The fields of hits, into an object that is open, for callers that add more. */
void hit_fields_to_json(struct json *j, const struct game *game, struct span db_name,
                        const struct hit *hit, const struct game_summary *summary);

/* Adds "black", "white", "draws", "unknown" (games by result), and if the query names a player
 * "own", and one by player: "player", each {"wins","losses","draws","unknown","both","score","low",
 * "high"}, to an object that is open.  Nothing in games of more than two. */
void scores_to_json(struct json *j, const struct query *q, const struct game_scores *scores);
/* "own" and "player" alone. */
void side_scores_to_json(struct json *j, const struct query *q, const struct game_scores *scores);
/* One player's score, {"wins","losses","draws","unknown","both","score","low","high"}, under a key;
 * and as a sentence with a line break. */
void side_score_to_json(struct json *j, const char *key, const struct side_score *s);
void side_score_to_text(const struct side_score *s, struct span whose, enum lang lang,
                        struct buf *out);
/* The same as a sentence for each of them, with a line break. */
void scores_to_text(const struct query *q, const struct game_scores *scores, enum lang lang,
                    struct buf *out);
/* "black", "white", "both": who has the part of s or b in a hit; NULL if the query names nobody. */
const char *plays_name(const struct game *game, uint8_t plays);

/* Appends
 * {"move","seat","games","share","wins":[…],"draws","score","low","high","transposed","last"} as
 * one value, with "own" and "player" as in side_scores_to_json().  Moves are printed in the game's
 * notation. */
void moves_row_to_json(struct json *j, const struct query *q, const struct moves_row *row);
/* Of a row of moves elsewhere: "places" and "later", so many of each at most (struct tenuki_move). */
void moves_tenuki_to_json(struct json *j, const struct game *game, const struct moves_table *table,
                          const struct moves_row *row, size_t most);

void moves_row_fields_to_json(struct json *j, const struct query *q, const struct moves_row *row);

/* Appends "1999-07-15", "1999-07", "1999"; nothing if it is not known. */
void date_text(uint32_t date, struct buf *out);

#endif
