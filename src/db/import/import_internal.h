/* import_internal.h: the reader of an import whose games do not go into a database at once:
 * import_parts.c has files read by import.c's threads and keeps the games in parts. */
#ifndef KIFU_DB_IMPORT_IMPORT_INTERNAL_H
#define KIFU_DB_IMPORT_IMPORT_INTERNAL_H

#include "db/import/batch.h"
#include "db/import/import.h"

/* Gets what was read, in the order of input, in the thread that calls importer_take(); but a known
 * file at once, before what is still being read. */
struct import_sink {
    void *ctx;
    /* Whether a file with this hash was imported before; then it is not read. */
    bool (*knows)(void *ctx, struct file_hash hash, struct file_row *row);
    enum status (*known_file)(void *ctx, const struct file_row *row, uint64_t bytes,
                              struct err *err);
    /* A record of the file that comes next; also one of which nothing can be used. */
    enum status (*game)(void *ctx, const struct record *rec, struct span entry, struct err *err);
    enum status (*file)(void *ctx, const struct batch_file *file, struct err *err);
};

/* An importer without a database. */
enum status importer_open_sink(struct importer **out, const struct import_options *opt,
                               const struct import_sink *sink, struct err *err) CHECK_RESULT;
/* Reads an item that source_walk() gave.  What it holds may reach the sink later. */
enum status importer_take(struct importer *im, const struct source_item *item,
                          struct err *err) CHECK_RESULT;
/* As importer_take(), for a piece; what it holds reaches the sink at once. */
enum status importer_take_piece(struct importer *im, struct source_piece *piece,
                                struct err *err) CHECK_RESULT;
/* Waits until everything taken has reached the sink. */
enum status importer_drain(struct importer *im, struct err *err) CHECK_RESULT;

/* What a file adds to the counts that was imported before. */
void import_count_known(struct import_counts *c, const struct file_row *row, uint64_t bytes);

/* Fill *err for a record of another game than wanted, a problem that rejects it; and for one whose
 * winner is another than that of game id, which is the same: a note. */
void import_wrong_game(const struct record *rec, const struct game *wanted, struct err *err);
void import_conflict(const struct record *rec, uint32_t id, struct err *err);

#endif
