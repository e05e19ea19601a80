/* entry.h: a game as the database keeps it: its moves once, and what each source says about it.
 *
 * The same game (same start, same moves) often comes from several files.  It is stored once and
 * keeps every source: headers, comments, times, variations, results, and what went wrong when it
 * was read.  The first source is the one that is shown and exported.  A source as bytes:
 *
 *     varint  version (1)
 *     varint  tags; for each: text
 *     varint  problems; for each: varint severity, line, byte, status; text message (English)
 *     varint  problems dropped
 *     bytes   the record, as record_codec.h has it, to the end
 *
 * Sections of a games segment (ids ascending in all of them):
 *
 *     entries  the first source of each game in the order of ids, packed with zstd some at a time
 *     entrydir where each pack begins and how long its entries are (see entry.c)
 *     more     further sources that came in while the segment was made: u32 count, then
 *              { u32 id, u32 offset, u32 length }[count], then the bytes (one zstd frame each)
 *
 * A sources segment has only `more`; a removals segment only `removed`: u32 count, u32 id[count].
 */
#ifndef KIFU_STORE_ENTRY_H
#define KIFU_STORE_ENTRY_H

#include "base/buf.h"
#include "games/record.h"

/* What the database knows about a source beyond the record itself. */
struct entry_source {
    struct span *tags;
    size_t tag_count;
};

void entry_encode(const struct record *rec, const struct span *tags, size_t tag_count,
                  struct buf *out);

/* One source, read back.  rec gets everything but the problems, which go into problem texts. */
struct entry_problem {
    enum problem_severity severity;
    enum status code;
    uint32_t line;
    uint64_t byte;
    struct span message;
};
struct entry_view {
    struct span *tags;
    size_t tag_count;
    struct entry_problem *problems;
    size_t problem_count, problems_dropped;
    struct span record; /* for record_decode() */
};
/* Arrays live in the arena, texts borrow bytes.  STATUS_SYNTAX if the bytes are no source. */
enum status entry_parse(struct span bytes, struct arena *arena, struct entry_view *out,
                        struct err *err) CHECK_RESULT;

#endif
