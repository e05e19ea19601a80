/* writer.h: adding games to a database.
 *
 * One writer at a time (manifest_lock).  Games get ids in the order in which they are added; one
 * that is there already (same start, same moves) is merged into it.  Games are stored when
 * db_writer_commit() has returned STATUS_OK, or when a full segment was flushed on the way: what
 * `stored` says is on disk.  After a crash the database is as it was at the last of these moments.
 */
#ifndef KIFU_DB_WRITER_H
#define KIFU_DB_WRITER_H

#include <stdatomic.h>

#include "games/record.h"
#include "store/manifest.h"

enum db_duplicates { DUP_MERGE, DUP_SKIP, DUP_KEEP };

struct db_writer_options {
    enum db_duplicates duplicates;
    unsigned threads;             /* for indexes; 0: one for each processor */
    size_t memory;                /* for indexes; 0: 256 MiB */
    uint32_t segment_games;       /* flush after so many; 0: the default */
    const atomic_bool *cancelled; /* may be NULL */
};

struct db_writer;

/* Opens a database for writing, or creates it; game may be NULL if it exists. */
enum status db_writer_open(struct db_writer **out, const char *path, const struct game *game,
                           const struct db_writer_options *opt, struct err *err) CHECK_RESULT;
/* Gives up what was not committed. */
void db_writer_close(struct db_writer *w);

enum db_added { ADDED_NEW, ADDED_MERGED, ADDED_SKIPPED };
struct db_add_result {
    enum db_added what;
    uint32_t id;
    bool result_conflict; /* a merged source says that somebody else won */
};
/* entry: what entry_encode() made of rec (workers do that side by side). */
enum status db_writer_add(struct db_writer *w, const struct record *rec, struct span entry,
                          struct db_add_result *out, struct err *err) CHECK_RESULT;
enum status db_writer_commit(struct db_writer *w, struct err *err) CHECK_RESULT;
/* Games on disk that this writer added. */
uint64_t db_writer_stored(const struct db_writer *w);

#endif
