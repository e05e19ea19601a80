/* db.h: a database as its readers see it.
 *
 *     NAME.kifu/MANIFEST      which segments there are (store/manifest.h)
 *     NAME.kifu/lock          held by the one who writes
 *     NAME.kifu/s000001.seg   segments (store/segment.h), four kinds of them:
 *         games      everything about some games: store/entry.h names the sections
 *         sources    further sources of games in earlier segments: section "more"
 *         removals   ids of games that were removed: section "removed"
 *         edits      tags and headers that people changed (store/edits.h): section "edits"; only
 *                    the last one counts
 *         (games and sources may have "files": db/file_table.h)
 *     NAME.kifu/people.txt        a user's list of people (store/people/people_file.h)
 *     NAME.kifu/people-decisions  decisions on who is who (store/people/people_decisions.h)
 *     NAME.kifu/people-index      who is who, worked out: a cache (store/people/people_index.h)
 *     NAME.kifu/columns/      what was worked out from games segments, to be used again: a cache
 *                             (db/column_file.h, db/record_index.h,
 *                             query/groups/name_games.h, query/run/kept_spans.h) that anybody
 *                             may delete
 *
 * What sources that came later add to a game (names, and a result, day or rating that was not
 * known) counts at once; only the figures that the position index keeps of frequent positions are
 * those of when the segment was written, until compact.
 *
 * Opening reads the manifest once and maps the segments it names; what is imported, removed or
 * compacted afterwards does not change what this reader sees.  Reading needs no lock, and after
 * opening everything here may be used from many threads at once. */
#ifndef KIFU_DB_DB_H
#define KIFU_DB_DB_H

#include <stdatomic.h>

#include "facts/captures.h"
#include "facts/fact_index.h"
#include "facts/position_index.h"
#include "store/edits.h"
#include "store/entries.h"
#include "store/games_writer.h"
#include "store/lines.h"
#include "store/manifest.h"
#include "store/metadata/columns.h"
#include "store/metadata/metadata.h"
#include "store/segment.h"

struct record_index;
struct kept_columns;

/* One games segment, open.  The unit of work for threads and machines. */
struct db_segment {
    struct segment file;
    struct manifest_entry listed;
    struct lines lines;
    struct columns columns;
    struct fact_index facts;
    struct position_index positions;
    struct captures captures;
    struct entries entries;
    struct metadata *metadata;
    struct record_index *records; /* comments and komi (record_index.h); DB_ALL only */
    struct kept_columns *kept;    /* open columns and the like (kept_columns.h); DB_ALL only */
    uint64_t *removed;            /* a bit for each game number; NULL: none removed */
    uint32_t removed_count;
    uint32_t process; /* of a cluster: to whom it was assigned (cluster/partition.h) */
    bool elsewhere;   /* that is another process: who works on a part of the segments skips it */
    struct db *db;    /* of which it is a part; NULL: it was opened alone */
};

/* A segment without games: sources that came in after their game's segment was made, ids of games
 * that were removed, or edits. */
struct db_extra {
    struct segment file;
    struct manifest_entry listed;
    struct entries sources; /* of a sources segment */
    struct span removed;    /* of a removals segment: u32 ids, ascending */
};

/* Bytes on disk, by what they are for. */
struct db_bytes {
    uint64_t games, facts, hashes, metadata; /* games: moves and records */
};

struct db {
    char *path; /* owned */
    const struct game *game;
    struct manifest manifest;
    struct db_segment *segments;
    uint32_t segment_count;
    /* segments of the other kinds, in the order of the manifest */
    struct db_extra *extras;
    uint32_t extra_count;
    struct edits edits;    /* all zero: none */
    uint64_t games, plies; /* not removed */
    /* Of a cluster: */
    bool away;       /* only processes on another host can open it: nothing but figures is here */
    bool apart;      /* it is away for some process */
    uint32_t keeper; /* the first process that has it */
    bool elsewhere;  /* that is another one: figures of the whole come from there */
    uint32_t
        *owners;  /* owned; of one that is away: the process of each games segment (partition.h) */
    bool fetched; /* it was away; its games are here now, its indexes are not (cluster/fetch.h) */
    struct db_bytes away_bytes; /* of one that is or was away: where it is on disk */
    struct db_people *people;   /* owned; who is who, when it was needed (db_people.h) */
    struct found_keeper *found; /* owned; likelihoods of moves, likewise (found_log.h) */
};

/* STATUS_NOT_FOUND if it is no database; STATUS_SYNTAX, naming file and offset, if it is damaged;
 * STATUS_UNSUPPORTED, saying what to do, if another version wrote it. */
enum status db_open(struct db **out, const char *path, struct err *err) CHECK_RESULT;
void db_close(struct db *db); /* NULL is fine */
/* One that is away; name is for people.  db_partition() fills in what others know of it. */
enum status db_open_away(struct db **out, const char *name, struct err *err) CHECK_RESULT;
/* Whether the name is that of a list of databases (cluster/shard_list.h). */
#define SHARDS_ENDING ".shards"
static inline bool is_shard_list(const char *path)
{
    return span_ends(span_of(path), SPAN(SHARDS_ENDING));
}
/* Whether there is a database, in any state.  Fails if that cannot be found out. */
enum status db_exists(const char *path, bool *there, struct err *err) CHECK_RESULT;
/* Fills one that is away from the files that its manifest names, in that order, which it takes over
 * (they are closed and zero then): all but the indexes.  After a failure it can only be closed. */
enum status db_fill(struct db *db, struct segment *files, struct err *err) CHECK_RESULT;
/* DB_GAMES, for who makes everything else anew: opens the games alone, so that a damaged index, or
 * one of an older version, is no obstacle.  DB_WRITING: columns as well.  DB_SUMMARY: metadata,
 * too. Other parts of segments are zero. */
enum db_parts { DB_GAMES, DB_WRITING, DB_SUMMARY, DB_ALL };
enum status db_open_parts(struct db **out, const char *path, enum db_parts parts,
                          struct err *err) CHECK_RESULT;

static inline bool db_is_removed(const struct db_segment *s, uint32_t number)
{
    return s->removed && s->removed[number / 64] >> number % 64 & 1;
}

/* Where a game is.  STATUS_NOT_FOUND if there is none of that id, or it was removed. */
enum status db_find(const struct db *db, uint32_t id, const struct db_segment **segment,
                    uint32_t *number, struct err *err) CHECK_RESULT;

/* The game as it was read (first source), problems left out, with the headers that people changed.
 * rec is the caller's.  Stored bytes may be hostile: STATUS_SYNTAX unless every move of the record
 * is by the rules. */
enum status db_record(const struct db *db, uint32_t id, struct record *rec,
                      struct err *err) CHECK_RESULT;
/* As db_record(), with the headers of the source. */
enum status db_record_original(const struct db *db, uint32_t id, struct record *rec,
                               struct err *err) CHECK_RESULT;
/* Calls back for each source of a game with its bytes (entry.h), the first one first.  Anything but
 * STATUS_OK ends it and is returned. */
typedef enum status db_each_source(void *ctx, uint32_t id, struct span bytes, struct err *err);
enum status db_walk_sources(const struct db *db, uint32_t id, db_each_source *each, void *ctx,
                            struct err *err) CHECK_RESULT;
/* How many sources a game has, and any of them (0: the first). */
enum status db_sources(const struct db *db, uint32_t id, uint32_t *count,
                       struct err *err) CHECK_RESULT;
enum status db_source(const struct db *db, uint32_t id, uint32_t source, struct record *rec,
                      struct err *err) CHECK_RESULT;

/* Makes a record of a source's bytes and the moves of the game, problems left out.  Its moves are
 * whatever the bytes say: db_record() and db_source() check them. */
enum status db_decode(const struct db_segment *s, uint32_t number, struct span bytes,
                      struct record *rec, struct err *err) CHECK_RESULT;

/* The path of a file of a database, owned by the buffer; NULL if there is no memory. */
const char *db_file_path(struct buf *path, const char *directory, const char *name,
                         const char *ending);
#define DB_SEGMENT_ENDING ".seg"
/* The number in the name of a segment's file, s000012.seg; 0 if it is none. */
uint32_t segment_number(struct span file);
#define DB_COLUMNS_FOLDER "columns"

/* Whether the manifest was replaced since it was seen.  Then segments that it named may be gone,
 * and who misses one begins again. */
bool db_was_replaced(const char *path, const struct manifest *seen);

/* A folder that has segments is, or was, a database. */
bool db_has_segments(const char *path);
/* Fill *err for a folder that is no database, or holds a game that is not known here. */
enum status db_explain_missing(const char *path, enum status st, struct err *err);
enum status db_unknown_game(const char *path, const char *game, struct err *err);

/* One games segment.  Opening fails leaving it closed; closing a closed one does nothing. */
enum status db_segment_open(struct db_segment *s, const char *directory, const struct game *game,
                            const struct manifest_entry *listed, enum db_parts parts,
                            struct err *err) CHECK_RESULT;
void db_segment_close(struct db_segment *s);
/* For who cannot read what a segment has, which *err says: names the file; if it was found to be
 * damaged, that is the error.  Returns STATUS_SYNTAX. */
enum status db_segment_fault(const struct db_segment *s, struct err *err);

/* STATUS_SYNTAX, naming file, section and byte, if what was read so far showed that a segment is
 * damaged, or was cut short since it was opened.  Readers go on reading when that happens: whoever
 * returns a result from a database calls this last, and has no result if it fails. */
enum status db_status(const struct db *db, struct err *err) CHECK_RESULT;
enum status db_status_all(struct db *const *dbs, uint32_t count, struct err *err) CHECK_RESULT;
/* Verifies every byte of the segments that was not verified yet, but for those that another process
 * works on; then as db_status().  go_on() is called after each mebibyte: false ends it with
 * STATUS_CANCELLED. */
typedef bool db_go_on(void *ctx);
enum status db_verify(const struct db *db, db_go_on *go_on, void *ctx,
                      struct err *err) CHECK_RESULT;

/* Whether a section of a games segment, by its name, is an index that only searches need. */
bool db_is_index(const char *section);

/* Of a database that was fetched: where it is on disk. */
void db_bytes(const struct db *db, struct db_bytes *out);

#endif
