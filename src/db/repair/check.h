/* check.h: the check of a database.
 *
 * Every checksum is verified; every game is unpacked and replayed by the rules, all variations too;
 * and every segment is built a second time from its records, in a temporary file, and compared byte
 * by byte: lines, columns, metadata and indexes are what the records make them, or the difference
 * is reported.  The manifest is compared with what the segments hold. */
#ifndef KIFU_DB_REPAIR_CHECK_H
#define KIFU_DB_REPAIR_CHECK_H

#include <stdatomic.h>

#include "base/err.h"
#include "store/manifest.h"

/* What db_repair() would make of a segment of games that has faults. */
struct check_keepable {
    char segment[MANIFEST_NAME_BYTES];
    uint64_t games;     /* that it has, as far as that is known */
    uint64_t whole;     /* of these can be kept; see db/repair/salvage.h */
    uint64_t plausible; /* can be kept, though a checksum is missing */
    uint64_t moves;     /* can be kept without their records */
};

struct check_options {
    unsigned threads;      /* 0: one for each processor */
    size_t memory;         /* for indexes; 0: 256 MiB */
    const char *temporary; /* a folder with room for a segment; NULL: /tmp */
    const atomic_bool *cancelled;
    void *ctx;
    /* A fault: what and where in *err, and what to do about it. */
    void (*fault)(void *ctx, const struct err *err, const struct msg *remedy);
    /* May be NULL: what can be kept of a games segment that has faults. */
    void (*keepable)(void *ctx, const struct check_keepable *k);
    /* May be NULL.  done: games of total. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
};

struct check_result {
    uint64_t faults;
    uint64_t segments, sections, games, plies, bytes; /* looked at */
    uint64_t leftovers; /* files that no manifest names: harmless, the next writer removes them */
};

/* STATUS_OK if it could be checked, with or without faults.  Fails where there is no database, if
 * it was cancelled, or for want of memory or room for the temporary file. */
enum status db_check(const char *path, const struct check_options *opt, struct check_result *result,
                     struct err *err) CHECK_RESULT;

/* As db_check(), for the segments that a manifest names, on disk or not, each by itself.  faulty
 * has an element for each.  For who holds the lock. */
enum status db_check_listed(const char *path, const struct manifest *m,
                            const struct check_options *opt, bool *faulty,
                            struct check_result *result, struct err *err) CHECK_RESULT;
/* What spans segments, of a database whose segments have no faults of their own. */
enum status db_check_consistency(const char *path, const struct manifest *m,
                                 const struct check_options *opt, struct check_result *result,
                                 struct err *err) CHECK_RESULT;

#endif
