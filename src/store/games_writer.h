/* games_writer.h: collects games and writes the parts of a segment that are not indexes.
 *
 * Games are added in the order of their ids; their records are packed as they come, so what is kept
 * in memory is little more than the finished segment.  games_writer_sort() then puts them into the
 * order of lines.h, after which lines and columns can be read (by the makers of indexes), and
 * games_writer_write() adds the sections lines, moves, columns, entries, more, metadata, ….  The
 * bytes written depend on what was added and on nothing else. */
#ifndef KIFU_STORE_GAMES_WRITER_H
#define KIFU_STORE_GAMES_WRITER_H

#include "games/record.h"
#include "store/entries.h"
#include "store/entry.h"
#include "store/fingerprints.h"
#include "store/lines.h"
#include "store/metadata/columns.h"
#include "store/segment.h"

/* Variations of one game beyond these stay in its record and are not indexed. */
enum { VARIATION_MAX_LINES = 2000, VARIATION_MAX_MOVES = 200000 };

struct games_writer;

enum status games_writer_open(struct games_writer **out, const struct game *game,
                              struct err *err) CHECK_RESULT;
void games_writer_close(struct games_writer *w); /* NULL is fine */

/* Can a segment hold the record?  STATUS_LIMIT if not: such a record must not be
 * added, for its segment could not be written.  entry as below. */
enum status games_writer_check(const struct record *rec, struct span entry,
                               struct err *err) CHECK_RESULT;

/* One game.  entry is what entry_encode() made of rec; both are borrowed for the call.  id is
 * larger than that of the game before.  What games_writer_check() refuses fails before anything is
 * changed; after any other failure w can only be closed. */
enum status games_writer_add(struct games_writer *w, uint32_t id, const struct record *rec,
                             struct span entry, struct err *err) CHECK_RESULT;
/* A further source of a game that was added; refused in the same way. */
enum status games_writer_add_source(struct games_writer *w, uint32_t id, const struct record *rec,
                                    struct span entry, struct err *err) CHECK_RESULT;

/* How much there is, to know when to stop: games, lines, moves of all lines, bytes in memory. */
struct games_writer_size {
    uint32_t games, lines;
    uint64_t moves, bytes;
    uint64_t lines_left_out; /* variations beyond the limits */
};
struct games_writer_size games_writer_size(const struct games_writer *w);

/* Is a game with this start and these moves among those added?  Its id if so. */
bool games_writer_find(const struct games_writer *w, const struct record *rec, uint32_t *id);
/* The result of a game that was added (half points of each seat), to compare sources with. */
bool games_writer_points(const struct games_writer *w, uint32_t id, int8_t points[GAME_MAX_SEATS]);

/* After this nothing may be added or looked up.  Lines and columns are borrowed until close. */
enum status games_writer_sort(struct games_writer *w, struct err *err) CHECK_RESULT;
const struct lines *games_writer_lines(const struct games_writer *w);
const struct columns *games_writer_columns(const struct games_writer *w);
enum status games_writer_write(struct games_writer *w, struct segment_writer *s,
                               struct err *err) CHECK_RESULT;

#endif
