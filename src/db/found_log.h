/* found_log.h: how likely people were to find the moves of games, kept in a database.
 *
 *     NAME.kifu/columns/found.log
 *
 *     offset 0   8  "KIFUFND1"
 *            8   8  checksum of the network that made it (engine/network/network.h)
 *           16      games, in the order in which they were finished:
 *                     0        8  line_hash() of its start and its moves
 *                     8        4  n, the number of moves
 *                    12       6n  for each move, for each class of player (pro, amateur, online), u16:
 *                                 the surprise, -ln p, in 4096ths, at most FOUND_MOST
 *                    12 + 6n   8  XXH3-64 of the 12 + 6n bytes before
 *
 * Numbers are little-endian.  A network takes seconds for a game, so that what it says must outlive
 * the segments: games are known by their moves, and importing, compacting and repairing change
 * nothing here.  A game is appended when it is finished; what a kill leaves of the last one is cut
 * off by the next writer.  One process writes at a time (flock); readers need no lock, and see the
 * games that were whole when they opened it.  As all in that folder, it may be deleted.
 *
 * Reading all of it to compare checksums takes longer than most queries.  So an open database keeps
 * the log that was read last, and the next reader gets the same one while the file is the same. */
#ifndef KIFU_DB_FOUND_LOG_H
#define KIFU_DB_FOUND_LOG_H

#include "base/hash_index.h"
#include "base/io/append_log.h"
#include "db/db.h"

enum {
    FOUND_CLASSES = 3,
    FOUND_MOVE_BYTES = 2 * FOUND_CLASSES,
    FOUND_NAT = 4096, /* parts of a nat */
    FOUND_MOST = UINT16_MAX,
    FOUND_MOST_MOVES = 1 << 20,
};

/* --- Reading ---------------------------------------------------------------------------------- */

struct found_log; /* shared by threads */
/* STATUS_NOT_FOUND if the database has none, STATUS_SYNTAX if the file is something else or damaged.
 * From any thread; while one reads the file, others wait for it. */
enum status found_log_open(struct found_log **out, struct db *db, struct err *err) CHECK_RESULT;
/* The database may be closed before.  NULL is fine. */
void found_log_close(struct found_log *f);
uint64_t found_log_network(const struct found_log *f);
/* What is known of a line, by line_hash() and moves: FOUND_MOVE_BYTES for each of them, borrowed. */
bool found_log_find(const struct found_log *f, uint64_t hash, uint32_t moves, const char **out);
static inline uint16_t found_surprise(const char *moves, uint32_t ply, unsigned class)
{
    return le_get16(moves + (size_t)FOUND_MOVE_BYTES * ply + 2 * class);
}
/* How many games of a database it has, of those that were not removed; *games is all of these. */
uint64_t found_log_count(const struct found_log *f, const struct db *db, uint64_t *games);
/* Appends a line that is another one whenever the file is: for keys of what is kept of a query. */
void found_log_mark(const char *database, struct buf *out);
/* Last, before what was read is believed: STATUS_IO if the file was cut short meanwhile. */
enum status found_log_status(const struct found_log *f, struct err *err) CHECK_RESULT;

/* What a database keeps of its log (db.h). */
struct found_keeper;
struct found_keeper *found_keeper_new(void);    /* NULL: no memory */
void found_keeper_free(struct found_keeper *k); /* NULL is fine */

/* The error of a database without a log: which command makes it. */
enum status found_log_missing(const char *database, struct err *err);

/* STATUS_SYNTAX, saying from which byte on, if a database has a log with damage in it: a last game that was not
 * written to its end is none. */
enum status found_log_check(const char *database, struct err *err) CHECK_RESULT;
/* Cuts off what is damaged and behind it. */
enum status found_log_repair(const char *database, struct err *err) CHECK_RESULT;

/* --- Writing ---------------------------------------------------------------------------------- */

struct found_writer {
    struct append_log log;
    struct hash_set known;
    struct buf row; /* a game being written */
};
/* Goes on with a log, or begins it.  STATUS_UNSUPPORTED, saying what to do, if another network made
 * it, unless anew: then it begins from nothing.  STATUS_IO if it cannot be written to or somebody
 * else is at it.  Closed after a failure. */
enum status found_writer_open(struct found_writer *w, const char *database, uint64_t network,
                              bool anew, struct err *err) CHECK_RESULT;
void found_writer_close(struct found_writer *w); /* fine if it is closed */
bool found_writer_has(const struct found_writer *w, uint64_t hash);
/* surprises: FOUND_CLASSES for each move. */
enum status found_writer_add(struct found_writer *w, uint64_t hash, const uint16_t *surprises,
                             uint32_t moves, struct err *err) CHECK_RESULT;

/* --- Bytes ------------------------------------------------------------------------------------ */

/* Each game in the bytes of a log as far as they are right; false ends it. */
typedef bool found_log_game(void *ctx, uint64_t hash, uint32_t moves, uint64_t offset);
/* Where that ends; 0 if the bytes are no log.  *damaged (may be NULL): what is behind is no game
 * that was not written to its end. */
size_t found_log_read(struct span file, found_log_game *each, void *ctx, bool *damaged);

#endif
