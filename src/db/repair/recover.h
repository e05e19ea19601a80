/* recover.h: a new database with every game that can still be read of a damaged one, which stays as
 * it is: its disk may be failing, or nothing may be written to it.
 *
 * The files are copied byte by byte, and the copy is repaired (db/repair/repair.h).  Bytes that the
 * system cannot read become zeros, which no checksum fits: what they held is reported as lost like
 * any other damage.  The copy has no files put aside: the damaged ones are where they were. */
#ifndef KIFU_DB_REPAIR_RECOVER_H
#define KIFU_DB_REPAIR_RECOVER_H

#include "db/repair/repair.h"

struct recover_result {
    struct repair_result repair;
    uint64_t unreadable; /* bytes of blocks that the system could not read */
};

/* As db_repair(), into a folder `to` that must not exist; after a failure it does not.  Nobody may
 * write to the damaged database meanwhile: STATUS_IO if somebody did.  `aside` of the segments that
 * are reported is empty. */
enum status db_recover(const char *path, const char *to, const struct repair_options *opt,
                       struct recover_result *result, struct err *err) CHECK_RESULT;

#endif
