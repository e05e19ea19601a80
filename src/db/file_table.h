/* file_table.h: the table of imported files, which need not be read again.
 *
 * A file is known by the 128 bits of XXH3 over its bytes and the tags that its games were given.
 * The section "files" of a games or sources segment lists those whose games were all in the
 * database when the segment was finished, sorted by hash:
 *
 *     { u64 hash, low half; u64 high half; u32 games; u32 of these partial; u64 plies }[n]
 *
 * After games were removed, files that were imported before that count no more: importing one of
 * them brings the removed games back, under new ids. */
#ifndef KIFU_DB_FILE_TABLE_H
#define KIFU_DB_FILE_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/hash_index.h"
#include "base/span.h"
#include "db/db.h"

struct file_hash {
    uint64_t low, high;
};

struct file_row {
    struct file_hash hash;
    uint32_t games, partial;
    uint64_t plies;
};

struct file_hash file_hash_of(struct span bytes, const struct span *tags, size_t tag_count);
/* As file_hash_of(), for bytes that come in pieces. */
struct file_hasher;
struct file_hasher *file_hasher_open(void); /* NULL: no memory */
void file_hasher_close(struct file_hasher *h);
void file_hasher_reset(struct file_hasher *h);
void file_hasher_add(struct file_hasher *h, struct span bytes);
struct file_hash file_hasher_end(const struct file_hasher *h, const struct span *tags,
                                 size_t tag_count);

/* As file_hash_of(), for a file on disk, read to its end; false if it cannot be, if it is an
 * archive, or if that was cancelled. */
bool file_hash_file(const char *path, const struct span *tags, size_t tag_count,
                    const atomic_bool *cancelled, struct file_hash *out);

/* Rows not yet on disk. */
struct file_table {
    struct file_row *rows; /* in the order in which they came */
    size_t count, cap;
    struct hash_index by_hash;
};

void file_table_init(struct file_table *t);
void file_table_release(struct file_table *t);
void file_table_clear(struct file_table *t);
/* A file that is there already stays as it is. */
enum status file_table_add(struct file_table *t, const struct file_row *row,
                           struct err *err) CHECK_RESULT;
const struct file_row *file_table_find(const struct file_table *t, struct file_hash hash);
/* Appends the section's bytes. */
enum status file_table_print(struct file_table *t, struct buf *out, struct err *err) CHECK_RESULT;

/* Looks a file up in all segments that count. */
bool file_table_on_disk(const struct db *db, struct file_hash hash, struct file_row *row);
/* Adds the rows of a segment: for those who merge segments.  STATUS_SYNTAX if it is damaged. */
enum status file_table_add_segment(struct file_table *t, const struct segment *s,
                                   struct err *err) CHECK_RESULT;
/* Whether the files of the segment that the manifest lists at `place` count: not if there are
 * removals after it. */
bool file_table_counts(const struct manifest *m, uint32_t place);

/* --- Watch ------------------------------------------------------------------------------------
 * The files of a watched folder that are to be read (again), when it is listed every
 * second.
 *
 * A file is wanted once for every state it is in: path, size and times.  One that has just come is
 * left alone until it was the same twice, or has not changed for a while: somebody may still be
 * writing it. */

struct watch {
    struct file_table done;         /* states that were imported */
    struct file_table before, next; /* states seen in the last round, and in this one */
    bool failed;                    /* no memory: everything is wanted then */
};

void watch_init(struct watch *w);
void watch_release(struct watch *w);
/* Begins a round. */
void watch_begin(struct watch *w);
/* Whether it is to be read now.  now: seconds since 1970. */
bool watch_wanted(struct watch *w, const char *path, const struct stat *st, int64_t now);

#endif
