/* repair.h: repair of a damaged database, with every game that can still be read.
 *
 * Under the lock, the segments are checked one by one (db/repair/check.h); one that has faults is
 * read as far as it can be (db/repair/salvage.h has the rule by which games are kept) and written
 * anew, under a new name, with all its indexes.  Ids never change.  A manifest that is missing or
 * damaged is made again from the segments of the folder; the id of the next game and the name of
 * the next segment are larger than any that is seen.
 *
 * What is lost is reported: games, records (of games whose moves are kept), further sources, and
 * removals, which means that games that were removed are back.  If games were lost, a segment of
 * removals names them: files that were imported before count no more (db/file_table.h), so that
 * importing them again brings the lost games back, under new ids.
 *
 * The order makes it safe to be killed at any moment: new segments first; then a second name for
 * each damaged file, with DB_DAMAGED_ENDING behind it, which no writer removes; then the manifest;
 * then the damaged files' first names go.  So nothing is lost by repairing, and whatever is there
 * after a kill can be repaired again.
 *
 * Of segments without a manifest that have the same ids, the newer counts (it was made from the
 * older one): games in the range of its ids are taken from it alone, as others were removed. */
#ifndef KIFU_DB_REPAIR_REPAIR_H
#define KIFU_DB_REPAIR_REPAIR_H

#include "db/repair/check.h"

#define DB_DAMAGED_ENDING ".damaged"

enum repair_loss_kind {
    REPAIR_LOST_GAMES,    /* gone */
    REPAIR_LOST_RECORDS,  /* moves are kept, with what the index knows of the game */
    REPAIR_LOST_SOURCES,  /* further sources; the games are kept unless they are lost, too */
    REPAIR_LOST_REMOVALS, /* which games were removed is not known: they are back */
    REPAIR_LOST_EDITS,    /* tags and headers that people changed are those of the records again */
    REPAIR_PROMOTED_RECORDS, /* the first source is gone, and a further one took its place */
    REPAIR_UNVERIFIED,       /* kept, though a checksum is missing: see db/repair/salvage.h */
    REPAIR_LOSS_KINDS
};

/* Games first … last, of which there are `count`; if they are not known, games of unknown ids
 * (above `first` and below `last` for removals). */
struct repair_loss {
    enum repair_loss_kind kind;
    bool ids_known;
    uint32_t first, last;
    uint64_t count;
    char file[MANIFEST_NAME_BYTES + 16]; /* in the database's folder */
    const char *section;                 /* "": the whole file */
    uint64_t byte;
};

/* A segment that was written anew, or left out. */
struct repair_segment {
    char file[MANIFEST_NAME_BYTES + 16];
    char aside[MANIFEST_NAME_BYTES + 32]; /* its name now; "" if there was no such file */
    enum segment_kind kind;
    uint64_t kept; /* games, sources, removals */
};

struct repair_options {
    struct check_options check; /* its callbacks report the faults; keepable is not called */
    void (*loss)(void *ctx, const struct repair_loss *loss);          /* ctx of check */
    void (*segment)(void *ctx, const struct repair_segment *segment); /* ctx of check */
};

struct repair_result {
    bool changed;                      /* false: it was whole, and is as it was */
    bool manifest;                     /* the manifest was made anew from the segments */
    uint64_t faults;                   /* found before */
    uint64_t faults_left;              /* found afterwards: 0 if it is whole */
    uint64_t segments;                 /* written anew or left out */
    uint64_t mended;                   /* bytes that a checksum put right */
    uint64_t games;                    /* in the database afterwards */
    uint64_t count[REPAIR_LOSS_KINDS]; /* by kind of loss */
};

/* STATUS_OK if it was done, whatever was lost; see faults_left.  Fails where there is no database,
 * if another process writes, if a newer Kifu wrote it, if it is not known which game it is about,
 * or for want of memory or room; then nothing has changed. */
enum status db_repair(const char *path, const struct repair_options *opt,
                      struct repair_result *result, struct err *err) CHECK_RESULT;

#endif
