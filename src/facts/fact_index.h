/* fact_index.h: for every fact, in which lines it held, and when.
 *
 * A list has one posting for each maximal span of plies during which the fact held in a line,
 * sorted by line and then by ply, in blocks of POSTING_BLOCK with their spans rounded outward to
 * POSTING_STEP plies (posting_block.h).  A skip table says with which line each block begins, so
 * that a rare list can lead and the others are only probed.  Of a variation only plies from `fresh`
 * on are in the lists.
 *
 * The lists find candidates; the exact plies come from replaying them. */
#ifndef KIFU_FACTS_FACT_INDEX_H
#define KIFU_FACTS_FACT_INDEX_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/err.h"
#include "facts/posting_block.h"
#include "store/lines.h"
#include "store/segment.h"

/* How an index is made: it depends on the lines alone, not on threads or memory. */
struct index_options {
    unsigned threads;             /* 0: one for each processor */
    size_t memory;                /* for work, about; lines are replayed several times, some
                                     facts or positions at a time, to stay within it */
    const atomic_bool *cancelled; /* may be NULL: STATUS_CANCELLED when it becomes true */
};

/* Writes the sections of the fact index.  STATUS_SYNTAX if a line can't be replayed. */
enum status fact_index_write(const struct lines *l, const struct index_options *opt,
                             struct segment_writer *w, struct err *err) CHECK_RESULT;

struct fact_index {
    const struct segment *segment;
    uint32_t facts; /* how many lists there are */
    uint32_t lines;
    /* more, for fact_index.c */
    struct span directory, skips, blocks;
};

/* Sections, and sizes within them. */
#define FACT_BLOCKS_SECTION "facts"
#define FACT_SKIPS_SECTION "factskip"
#define FACT_DIRECTORY_SECTION "factdir"
enum { FACT_SKIP_BYTES = 8, FACT_HEAD_BYTES = 8, FACT_ROW_BYTES = 16 };

/* Borrows the segment.  Checks what can be checked without going through the lists. */
enum status fact_index_open(struct fact_index *x, const struct game *game, const struct lines *l,
                            const struct segment *s, struct err *err) CHECK_RESULT;

/* Number of postings of a fact. */
uint32_t fact_list_length(const struct fact_index *x, uint32_t fact);

/* A place in a list.  About 2 KiB: blocks are unpacked into it. */
struct fact_cursor {
    const struct fact_index *index;
    uint32_t fact, length;
    uint32_t block, blocks; /* the block unpacked (or the one before the first), and how many */
    uint32_t at, in_block;  /* the posting within it, and how many it has */
    bool damaged;           /* the bytes are not a list: the cursor is at its end */
    const char *skips;
    struct span bytes;
    struct posting postings[POSTING_BLOCK];
};

/* Goes before the first posting. */
void fact_cursor_open(struct fact_cursor *c, const struct fact_index *x, uint32_t fact);
/* Goes to the first posting whose line is >= line and that is not before the present one; false if
 * there is none.  Cheap for steps of any size. */
bool fact_cursor_seek(struct fact_cursor *c, uint32_t line);
/* The next posting; false at the end. */
bool fact_cursor_next(struct fact_cursor *c);
/* After either returned true. */
static inline const struct posting *fact_cursor_get(const struct fact_cursor *c)
{
    return &c->postings[c->at];
}
/* After either returned false: STATUS_SYNTAX if that was because of damage. */
enum status fact_cursor_status(const struct fact_cursor *c, struct err *err) CHECK_RESULT;

#endif
