/* sequence_view.h: a mined sequence as JSON, as a diagram in characters, and as moves.
 *
 * A diagram shows the part of the board with stones, with the edges that it reaches:
 *
 *      .  .  .  .  .|
 *      .  . O6  . X5|       numbers are the moves, X Black's and O White's;
 *      . X3  . X1  .|       bare X and O stood there before in more than half of the games */
#ifndef KIFU_VIEW_REPORT_SEQUENCE_VIEW_H
#define KIFU_VIEW_REPORT_SEQUENCE_VIEW_H

#include "base/text/json.h"
#include "text/profile/sequence_profile.h"
#include "text/profile/sequence_profiles.h"

/* Lists in JSON hold no more than so many, the most frequent first. */
enum { SEQUENCE_PLAYERS = 12, SEQUENCE_AROUND = 8, SEQUENCE_NEXT = 8 };

/* Appends one object:
 *
 *     rank, score, frequency, symbols [numbers], moves ["B[R16]", …], games
 *     first_year, last_year, decades [[1930, games] …]     left out if not known
 *     wins, losses, draws, rate, low, high                 of the side that began
 *     players [{name, games} …]
 *     placed, placements
 *     unbroken, surroundings [{count, black [points], white [points]} …]      Go
 *     sfens [positions before, between and after the moves]                   shogi
 *     next [{move, count} …], at_once
 *     ids [game ids], examples [{db, game, ply, black, white, date, result} …]
 */
enum status sequence_to_json(struct json *j, const struct sequence_entry *t,
                             struct err *err) CHECK_RESULT;
/* As sequence_to_json(), into an object that is open, for callers that add more. */
enum status sequence_fields_to_json(struct json *j, const struct sequence_entry *t,
                                    struct err *err) CHECK_RESULT;

/* Parts of it: "decades"; "wins" to "high". */
void sequence_json_decades(struct json *j, const struct usage *u);
void sequence_json_results(struct json *j, const struct usage *u);

/* Appends lines, each beginning with `indent` blanks; nothing for other games than Go. */
void sequence_diagram(const struct sequence_profile *p, unsigned indent, struct buf *out);
/* Appends the moves: "B[R16] W[P17] …", "7g7f 3c3d …". */
void sequence_moves(const struct sequence_profile *p, struct buf *out);

/* --- Mined sequences as one HTML page ---------------------------------------------------------
 * The page is whole in itself: it asks for nothing, its policy forbids it to, and it works from a
 * file.  Its parts are web/gallery/ (a template, a sheet of style, a script); the sequences are one
 * JSON value in the middle, from which the script draws boards as they are looked at.  Names come
 * from records and may be anything: in the JSON no "<" stands, and the script sets texts as texts. */

struct gallery_head {
    enum lang lang;         /* that it opens in */
    const char *const *dbs; /* paths, as `kifu show` takes them */
    uint32_t db_count;
    struct span query; /* may be empty */
    const char *encoding, *method;
    uint64_t games;
    int width, height; /* of the boards */
};

/* Appends one sequence: gallery_page() wants them with commas between. */
enum status gallery_card(const struct sequence_entry *t, struct buf *out,
                         struct err *err) CHECK_RESULT;
/* Appends the page. */
void gallery_page(const struct gallery_head *head, struct span cards, struct buf *out);

#endif
