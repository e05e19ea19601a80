/* import.h: import of records from files, folders and archives into a database.
 *
 * Files are found one after the other, read and encoded by several threads, and added by one, in
 * the order in which they were found; so the database is the same for any number of threads.  A
 * file whose bytes were imported before is not read again.  What is in memory at any time is a few
 * files and the segment being collected, however much there is to import.
 *
 *     importer_open(&im, path, &opt, &events, err);
 *     importer_run(im, paths, n, err);            again and again, if one watches
 *     importer_commit(im, err);
 *     importer_close(im); */
#ifndef KIFU_DB_IMPORT_IMPORT_H
#define KIFU_DB_IMPORT_IMPORT_H

#include <stdatomic.h>

#include "base/io/source.h"
#include "db/db_writer.h"
#include "games/go/go_history.h"
#include "games/record.h"

struct import_options {
    const struct game *game; /* NULL: by content, or what the database holds */
    enum db_duplicates duplicates;
    const struct span *tags;
    size_t tag_count;
    unsigned threads;                   /* 0: one for each processor */
    uint32_t segment_games;             /* 0: the default */
    enum go_ko_rule go_ko;              /* by which moves of Go are judged; problems are notes */
    const atomic_bool *cancelled;       /* may be NULL */
    uint64_t checkpoint_bytes;          /* of import_cluster.h; 0: the default */
    const struct source_limits *limits; /* NULL: the default */
};

struct import_counts {
    uint64_t files, known_files; /* known: imported before, not read again */
    uint64_t games;              /* read: added and duplicates */
    uint64_t added, duplicates;
    uint64_t partial, lost; /* games of which something is missing: moves; less than that */
    uint64_t rejected;      /* records and files of which nothing could be used */
    uint64_t unreadable;    /* of those: files that could not even be opened or read */
    uint64_t conflicts;     /* duplicates with another winner */
    uint64_t plies, bytes;  /* of the games read; of the files */
};

/* Called in the thread that runs the import.  Any may be NULL. */
struct import_events {
    void *ctx;
    /* Everything that could not be read whole, in the order of input. */
    void (*problem)(void *ctx, enum problem_severity severity, const struct err *err);
    /* How far it is: bytes on disk gone through; 0: in the middle of a large file. */
    void (*advance)(void *ctx, uint64_t disk_bytes);
    /* Each game that is in now, new or not. */
    void (*added)(void *ctx, const struct db_add_result *result);
    /* Each record, once it is in (result NULL: it was rejected).  If this is set, it gets what is wrong
     * with records from them, and `problem` is not called for it, only for files and other games. */
    void (*record)(void *ctx, const struct record *rec, const struct db_add_result *result);
    /* Whether to read a plain file on disk: see source.h. */
    bool (*wanted)(void *ctx, const char *path, const struct stat *st);
};

/* What a conflict is reported with, as a note. */
extern const struct msg IMPORT_RESULT_CONFLICT;
/* What a record of another game is rejected with; its game is the first argument. */
extern const struct msg IMPORT_WRONG_GAME;

/* Whether the file could not even be read, so that it is unknown what it holds. */
bool import_is_unreadable(const struct err *err);

struct importer;
struct import_entry; /* db/import_log.h */

/* Opens the database; one that does not exist is made with the first game that comes. */
enum status importer_open(struct importer **out, const char *path, const struct import_options *opt,
                          const struct import_events *events, struct err *err) CHECK_RESULT;
/* Gives up what was not committed. */
void importer_close(struct importer *im);

/* Imports all that the paths hold.  STATUS_CANCELLED if it was cancelled: what is pending can then
 * be committed or given up. */
enum status importer_run(struct importer *im, const char *const *paths, size_t n,
                         struct err *err) CHECK_RESULT;
/* As importer_run(), for bytes in memory, such as an upload: see source_walk_bytes().  wrapped:
 * they are an archive that does not count as one, made to hold several files; those may be archives
 * as deep as any. */
enum status importer_run_bytes(struct importer *im, struct span label, struct span bytes,
                               bool wrapped, struct err *err) CHECK_RESULT;
enum status importer_commit(struct importer *im, struct err *err) CHECK_RESULT;
/* As db_writer_status(): what was there before is damaged. */
enum status importer_status(struct importer *im, struct err *err) CHECK_RESULT;

/* After the commit: adds this import to the log of its database.  e has what the importer does not
 * know: time, sent, what, again, tags; e->number is 0 if there is no database to have one. */
enum status importer_log(struct importer *im, struct import_entry *e, struct err *err) CHECK_RESULT;

const struct import_counts *importer_counts(const struct importer *im);
/* Games that are on disk. */
uint64_t importer_stored(const struct importer *im);

/* Bytes on disk of all files under the paths, to know how long it will take. */
enum status import_measure(const char *const *paths, size_t n, const char *except, uint64_t *bytes,
                           struct err *err) CHECK_RESULT;

#endif
