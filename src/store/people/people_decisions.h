/* people_decisions.h: what users decided on who is who; kept beside the segments.
 *
 * The file "people-decisions" of a database, replaced as a whole under the lock of writers, the
 * oldest decision first.  Words are parted by tabs; names are spellings as written:
 *
 *     kifu-people-decisions 1
 *     merge   A   B        A and B are one person
 *     split   A            A is nobody else, and earlier mergers of A are void
 *     checksum 1f2e3d4c5b6a7988
 *
 * The checksum is XXH3-64 of all lines before its own. */
#ifndef KIFU_STORE_PEOPLE_PEOPLE_DECISIONS_H
#define KIFU_STORE_PEOPLE_PEOPLE_DECISIONS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

#define PEOPLE_DECISIONS_FILE "people-decisions"

struct people_decision {
    bool merge;
    struct span a, b; /* b is empty for a split */
};

typedef enum status people_each_decision(void *ctx, const struct people_decision *decision,
                                         struct err *err);

/* Calls back for each decision; texts are borrowed.  An empty text has none.  STATUS_SYNTAX with
 * file, line and byte if it is damaged, before anything is called. */
enum status people_decisions_parse(struct span text, struct span file, people_each_decision *each,
                                   void *ctx, struct err *err) CHECK_RESULT;

/* One line of the file, without its end; texts are borrowed.  False if it is none. */
bool people_decision_parse(struct span line, struct people_decision *d);

/* Appends the file's text to out; nothing if there is none. */
enum status people_decisions_read(const char *directory, struct buf *out,
                                  struct err *err) CHECK_RESULT;

/* Adds a decision; when this returns STATUS_OK it is on disk.  STATUS_RANGE for a name with a tab
 * or a line break; STATUS_IO if another process is writing. */
enum status people_decisions_add(const char *directory, const struct people_decision *decision,
                                 struct err *err) CHECK_RESULT;
/* Takes the last decision back, whose line, without its end, is appended to undone.
 * STATUS_NOT_FOUND if there is none. */
enum status people_decisions_undo(const char *directory, struct buf *undone,
                                  struct err *err) CHECK_RESULT;

#endif
