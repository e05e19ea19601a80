/* db_writer.h: the writer of a database, which adds and removes games.
 *
 * One writer at a time (manifest_lock).  Games get ids in the order in which they are added; one
 * that is there already (same start, same moves) is merged into it.  Games are stored when
 * db_writer_commit() has returned STATUS_OK, or when a full segment was flushed on the way: what
 * `stored` says is on disk.  After a crash the database is as it was at the last of these moments.
 */
#ifndef KIFU_DB_DB_WRITER_H
#define KIFU_DB_DB_WRITER_H

#include <stdatomic.h>

#include "db/file_table.h"
#include "games/record.h"
#include "store/edits.h"
#include "store/manifest.h"

/* Games in a segment at which a database is flushed: at 1,000 bytes a game one is 260 MB, and its
 * indexes are made within options.memory.  compact makes larger ones. */
enum { DB_SEGMENT_GAMES = 262144, DB_COMPACT_GAMES = 1048576 };

enum db_duplicates { DUP_MERGE, DUP_SKIP, DUP_KEEP };

struct db_writer_options {
    enum db_duplicates duplicates;
    unsigned threads;       /* for indexes; 0: one for each processor */
    size_t memory;          /* for indexes; 0: 256 MiB */
    uint32_t segment_games; /* flush at this number, and merge no such segment; 0: the default */
    size_t segment_bytes;   /* or when they take so much memory; 0: the default */
    const atomic_bool *cancelled; /* may be NULL */
};

struct db_writer;

/* Opens a database for writing, or creates it; game may be NULL if it exists. */
enum status db_writer_open(struct db_writer **out, const char *path, const struct game *game,
                           const struct db_writer_options *opt, struct err *err) CHECK_RESULT;
/* Gives up what was not committed. */
void db_writer_close(struct db_writer *w);

/* The folder of a new database, without a manifest; one that is empty will do. */
enum status db_make_folder(const char *path, struct err *err) CHECK_RESULT;

enum db_added { ADDED_NEW, ADDED_MERGED, ADDED_SKIPPED };
struct db_add_result {
    enum db_added what;
    uint32_t id;
    bool result_conflict; /* a merged source has another winner */
};
/* entry: what entry_encode() made of rec (workers do that side by side). */
enum status db_writer_add(struct db_writer *w, const struct record *rec, struct span entry,
                          struct db_add_result *out, struct err *err) CHECK_RESULT;
enum status db_writer_commit(struct db_writer *w, struct err *err) CHECK_RESULT;
/* STATUS_SYNTAX, naming file, section and byte, if segments that were there before turned out to be
 * damaged.  What was added is stored nevertheless: a game that could not be compared counts as new,
 * and segments with damage are not merged. */
enum status db_writer_status(struct db_writer *w, struct err *err) CHECK_RESULT;
/* Games on disk that this writer added. */
uint64_t db_writer_stored(const struct db_writer *w);

/* All games of a file were added: it need not be read again once they are on disk. */
enum status db_writer_add_file(struct db_writer *w, const struct file_row *row,
                               struct err *err) CHECK_RESULT;
/* Whether a file with these bytes and tags was imported before, by this writer or another. */
bool db_writer_knows_file(const struct db_writer *w, struct file_hash hash, struct file_row *row);

/* A game with equal start and moves in a database on disk, if it was not removed. */
struct db_same_game {
    uint32_t id;
    int8_t points[GAME_MAX_SEATS];
};
bool db_find_same(const struct db *db, const struct record *rec, struct db_same_game *same);
/* Whether this very source is among those of a game. */
enum status db_has_source(const struct db *db, uint32_t id, struct span entry, bool *has,
                          struct err *err) CHECK_RESULT;
/* Both results are known, and differ. */
bool results_conflict(int seats, const int8_t *points, const int8_t *others);

/* Removes games from the database at once, pending ones aside; ids of which there is no game are
 * passed over.  *removed: how many there were.  ids is sorted by this. */
enum status db_writer_remove(struct db_writer *w, uint32_t *ids, size_t count, uint32_t *removed,
                             struct err *err) CHECK_RESULT;

/* Replaces the edits of the database (store/edits.h) by what `change` makes of them, at once, pending
 * games aside.  *changed is false if change() says that there is nothing to do. */
typedef enum status db_change_edits(void *ctx, struct edits *edits, bool *changed, struct err *err);
enum status db_writer_edit(struct db_writer *w, db_change_edits *change, void *ctx, bool *changed,
                           struct err *err) CHECK_RESULT;

/* The database as it is on disk now, opened for writing (DB_WRITING); borrowed until the next
 * commit or flush. */
const struct db *db_writer_db(const struct db_writer *w);

#endif
