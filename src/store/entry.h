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
 * A text is its length as a varint and its bytes. */
#ifndef KIFU_STORE_ENTRY_H
#define KIFU_STORE_ENTRY_H

#include "base/buf.h"
#include "games/record.h"

enum { ENTRY_MAX_TAGS = 1000 };

/* tag_count is at most ENTRY_MAX_TAGS. */
void entry_encode(const struct record *rec, const struct span *tags, size_t tag_count,
                  struct buf *out);

/* One source, read back.  The record has everything but the problems, which are texts here. */
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
