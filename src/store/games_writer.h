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
#include "store/columns.h"
#include "store/entry.h"
#include "store/lines.h"
#include "store/segment.h"

struct games_writer;

enum status games_writer_open(struct games_writer **out, const struct game *game,
                              struct err *err) CHECK_RESULT;
void games_writer_close(struct games_writer *w);

/* One game.  entry is what entry_encode() made of rec; both are borrowed for the call.  id is
 * larger than that of the game before. */
enum status games_writer_add(struct games_writer *w, uint32_t id, const struct record *rec,
                             struct span entry, struct err *err) CHECK_RESULT;
/* A further source of a game that was added. */
enum status games_writer_add_source(struct games_writer *w, uint32_t id, const struct record *rec,
                                    struct span entry, struct err *err) CHECK_RESULT;

/* How much there is, to know when to stop: games, lines, moves of all lines, bytes in memory. */
struct games_writer_size {
    uint32_t games, lines;
    uint64_t moves, bytes;
};
struct games_writer_size games_writer_size(const struct games_writer *w);

/* Is a game with this start and these moves among those added?  Its id if so. */
bool games_writer_find(const struct games_writer *w, const struct record *rec, uint32_t *id);

/* After this nothing may be added.  Lines and columns are borrowed until close. */
enum status games_writer_sort(struct games_writer *w, struct err *err) CHECK_RESULT;
const struct lines *games_writer_lines(const struct games_writer *w);
const struct columns *games_writer_columns(const struct games_writer *w);
enum status games_writer_write(struct games_writer *w, struct segment_writer *s,
                               struct err *err) CHECK_RESULT;

/* --- Reading the entries ---------------------------------------------------------------------- */

struct entries {
    const struct segment *segment;
    struct span data, directory, more;
};
enum status entries_open(struct entries *e, const struct segment *s, const struct lines *l,
                         struct err *err) CHECK_RESULT;
/* The first source of the n-th game by id; appended to out. */
enum status entries_get(const struct entries *e, uint32_t rank, struct buf *out,
                        struct err *err) CHECK_RESULT;
/* Further sources in this segment: calls back for each with its bytes; id UINT32_MAX: of all. */
enum status entries_more(const struct entries *e, uint32_t id,
                         enum status (*each)(void *ctx, uint32_t id, struct span bytes,
                                             struct err *err),
                         void *ctx, struct err *err) CHECK_RESULT;

/* Same start, same moves: 64 bits that decide which games are compared. */
uint64_t game_fingerprint(const struct record *rec);
/* A games segment has the sorted fingerprints with ids in section "prints"; finds a game that is
 * really equal, moves and start compared. */
bool lines_find_game(const struct lines *l, const struct segment *s, const struct record *rec,
                     uint32_t *id);

#endif
