/* db.h: a database as its readers see it.
 *
 * Opening reads the manifest once and maps the segments it names; what is imported, removed or
 * compacted afterwards does not change what this reader sees.  Reading needs no lock, and after
 * opening everything here may be used from many threads at once. */
#ifndef KIFU_DB_DB_H
#define KIFU_DB_DB_H

#include <stdatomic.h>

#include "facts/fact_index.h"
#include "facts/position_index.h"
#include "store/columns.h"
#include "store/games_writer.h"
#include "store/lines.h"
#include "store/manifest.h"
#include "store/metadata.h"
#include "store/segment.h"

/* One games segment, open.  The unit of work for threads and machines. */
struct db_segment {
    struct segment file;
    struct manifest_entry listed;
    struct lines lines;
    struct columns columns;
    struct fact_index facts;
    struct position_index positions;
    struct entries entries;
    struct metadata *metadata;
    uint64_t *removed; /* a bit for each game number; NULL: none removed */
    uint32_t removed_count;
};

struct db {
    char *path; /* owned */
    const struct game *game;
    struct manifest manifest;
    struct db_segment *segments;
    uint32_t segment_count;
    /* sources of games that came in after their segment was made */
    struct segment *source_segments;
    uint32_t source_segment_count;
    uint64_t games, plies; /* not removed */
};

/* STATUS_NOT_FOUND if it is no database; STATUS_SYNTAX, naming file and offset, if it is damaged;
 * STATUS_UNSUPPORTED, saying what to do, if another version wrote it. */
enum status db_open(struct db **out, const char *path, struct err *err) CHECK_RESULT;
void db_close(struct db *db); /* NULL is fine */

static inline bool db_is_removed(const struct db_segment *s, uint32_t number)
{
    return s->removed && s->removed[number / 64] >> number % 64 & 1;
}

/* Where a game is.  STATUS_NOT_FOUND if there is none of that id, or it was removed. */
enum status db_find(const struct db *db, uint32_t id, const struct db_segment **segment,
                    uint32_t *number, struct err *err) CHECK_RESULT;

/* The game as it was read (first source), problems left out.  rec is the caller's. */
enum status db_record(const struct db *db, uint32_t id, struct record *rec,
                      struct err *err) CHECK_RESULT;
/* How many sources a game has, and any of them (0: the first). */
enum status db_sources(const struct db *db, uint32_t id, uint32_t *count,
                       struct err *err) CHECK_RESULT;
enum status db_source(const struct db *db, uint32_t id, uint32_t source, struct record *rec,
                      struct err *err) CHECK_RESULT;

/* Bytes on disk, by what they are for. */
struct db_bytes {
    uint64_t games, facts, hashes, metadata; /* games: moves and records */
};
void db_bytes(const struct db *db, struct db_bytes *out);

#endif
