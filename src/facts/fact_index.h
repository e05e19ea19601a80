/* fact_index.h: the inverted index of facts: a list of lines and spans of plies for each fact.
 *
 * A list has one posting for each maximal span of plies during which the fact held in a line,
 * sorted by line and then by ply.  Lines are in blocks of POSTING_BLOCK (posting_block.h); a skip
 * table has the last line of each block, so that a rare list can lead and the others are only
 * probed.  Spans are rounded outward (posting_block.h) and can be read one by one.  Of a variation only
 * plies from `fresh` on are in the lists.
 *
 * The lists find candidates; the exact plies come from replaying them.
 *
 * Sections of a segment, numbers little-endian:
 *
 *     facts     for each fact that occurs, in order: its span code (posting_block.h); the numbers of
 *               its spans, one after another, lowest bits first, padded to a byte; its blocks
 *     factskip  for each fact with more than one block, in order:
 *               u32 last[blocks]             the last line of each block
 *               u32 group[(blocks + 7) / 8]  where blocks 0, 8, 16 … begin, from the first block
 *               u16 offset[blocks]           where each block begins, from its group's first
 *     factdir   u32 facts, u32 lines
 *               { u32 postings, u32 skip, u64 at }[facts + 1]
 *                                            where the fact's bytes begin in factskip and facts;
 *                                            the last row has 0 postings and the ends of both
 *     factmap   which lines some of the facts are in at all
 *     factspan  what rounding took from the spans of frequent facts: fact_spans.h */
#ifndef KIFU_FACTS_FACT_INDEX_H
#define KIFU_FACTS_FACT_INDEX_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "facts/posting_block.h"
#include "store/lines.h"
#include "store/segment.h"

/* --- Bitmaps of the lines in which a fact held at any ply, for some common facts --------------
 * Lists of common facts are long, and going through one for the few lines that are left costs more
 * than anything else in a search.  A bitmap is intersected with a single instruction for 64 lines
 * or more.  It does not record when a fact held, but few lines of a rare fact also have ten common
 * ones at some ply, and only those few are probed.
 *
 * Only facts whose lists have from a twelfth to nine tenths as many postings as there are lines
 * have a map: rarer ones are quickly gone through, more common ones exclude nothing.  For shogi
 * that is 280 facts, 35 bytes a game.  On 239,972 generated games the rarest fact of a partial
 * position of 18 pieces is in 13,000 lines; 9 maps leave 78 of them, in 47 µs.  (From a sixteenth
 * on, 378 facts, 70; from a twenty-fifth on, 569, 62.)
 *
 * Section of a segment, numbers little-endian:
 *
 *     factmap  u32 maps, u32 words
 *              u32 fact[maps]            ascending
 *              zero bytes, up to a multiple of 8
 *              u64 map[maps][words]      line n is bit n % 64 of word n / 64 */

struct fact_maps {
    uint32_t count, words, lines;
    const char *facts, *bits;      /* borrowed */
    const struct segment *segment; /* that holds them */
};

#define FACT_MAPS_SECTION "factmap"

/* Borrows the segment; one without the section has no maps. */
enum status fact_maps_open(struct fact_maps *m, const struct segment *s, uint32_t facts,
                           uint32_t lines, struct err *err) CHECK_RESULT;

/* The words of a fact's map, verified, to be read with fact_map_word(); NULL if it has none. */
const char *fact_map_find(const struct fact_maps *m, uint32_t fact);
uint64_t fact_map_word(const char *map, size_t word);
static inline bool fact_map_has(const char *map, uint32_t line)
{
    return (unsigned char)map[line / 8] >> line % 8 & 1;
}
/* bits &= map, words of both. */
void fact_map_and(uint64_t *bits, const char *map, size_t words);

/* --- Writing ---------------------------------------------------------------------------------- */

static inline uint32_t fact_map_words(uint32_t lines)
{
    return lines / 64 + 1;
}
/* Whether a fact with this number of postings gets a map. */
bool fact_map_wanted(uint32_t postings, uint32_t lines);
/* Appends an empty map, for fact_map_set(). */
bool fact_map_begin(struct buf *maps, uint32_t lines);
static inline void fact_map_set(char *map, uint32_t line)
{
    map[line / 8] = (char)((unsigned char)map[line / 8] | 1U << line % 8);
}
/* Writes the section: numbers of facts as little-endian u32s, and their maps one after another. */
enum status fact_maps_write(const struct buf *facts, const struct buf *maps, uint32_t lines,
                            struct segment_writer *w, struct err *err) CHECK_RESULT;

/* --- Fact index ------------------------------------------------------------------------------- */

/* Options of building an index; the index depends on the lines alone, not on these. */
struct index_options {
    unsigned threads;             /* 0: one for each processor */
    size_t memory;                /* for work, about; lines are replayed several times, some
                                     facts or positions at a time, to stay within it */
    const atomic_bool *cancelled; /* may be NULL: STATUS_CANCELLED when it becomes true */
};

/* Writes the sections of the fact index, and of captures.h, which the same pass yields, for games
 * that have it.  STATUS_SYNTAX if a line can't be replayed. */
enum status fact_index_write(const struct lines *l, const struct index_options *opt,
                             struct segment_writer *w, struct err *err) CHECK_RESULT;

/* Of fact_spans.h. */
struct fact_spans {
    const struct segment *segment;
    uint32_t count;    /* 0: none are known exactly */
    const char *rows;  /* borrowed */
    struct span lists; /* borrowed */
};

#define FACT_SPANS_SECTION "factspan"

/* Borrows the segment; one without the section has none. */
enum status fact_spans_open(struct fact_spans *s, const struct segment *segment, uint32_t facts,
                            struct err *err) CHECK_RESULT;

struct fact_index {
    const struct segment *segment;
    uint32_t facts;     /* number of lists */
    struct lines lines; /* the lines that are indexed */
    struct span directory, skips, lists;
    struct fact_maps maps;
    struct fact_spans spans;
};

/* Sections, and sizes within them. */
#define FACT_LISTS_SECTION "facts"
#define FACT_SKIPS_SECTION "factskip"
#define FACT_DIRECTORY_SECTION "factdir"
enum { FACT_HEAD_BYTES = 8, FACT_ROW_BYTES = 16, FACT_SKIP_GROUP = 8 };

/* Borrows the segment, and what the lines borrow.  Checks what can be checked without going through
 * the lists. */
enum status fact_index_open(struct fact_index *x, const struct game *game, const struct lines *l,
                            const struct segment *s, struct err *err) CHECK_RESULT;

/* Number of postings of a fact. */
uint32_t fact_list_length(const struct fact_index *x, uint32_t fact);

struct posting {
    uint32_t line;
    uint32_t from; /* ply, or an earlier one */
    uint32_t to;   /* the ply after the last, or a later one, within the line */
};

/* A cursor in a list.  About 1 KiB: the lines of a block are unpacked into it. */
struct fact_cursor {
    const struct fact_index *index;
    uint32_t fact, length;
    uint32_t block, blocks; /* the block unpacked, or UINT32_MAX; and how many */
    uint32_t at, in_block;  /* the posting within it, and how many it has */
    bool damaged;           /* the bytes are not a list: the cursor is at its end */
    struct posting now;     /* see fact_cursor_get() */
    /* more, for fact_index.c */
    const char *last, *group, *offset; /* the skip table; NULL if there is one block */
    const char *numbers;               /* of spans */
    struct span bytes;                 /* of the blocks */
    struct span_code code;
    uint32_t lines[POSTING_BLOCK];
};

/* Goes before the first posting. */
void fact_cursor_open(struct fact_cursor *c, const struct fact_index *x, uint32_t fact);
/* Goes to the first posting whose line is >= line and that is not before the present one; false if
 * there is none.  Cheap for steps of any size. */
bool fact_cursor_seek(struct fact_cursor *c, uint32_t line);
/* The next posting; false at the end. */
bool fact_cursor_next(struct fact_cursor *c);
/* Goes to the first posting of the next block, of which c->in_block lines are at c->lines; false at
 * the end.  For reading a list block by block. */
bool fact_cursor_next_block(struct fact_cursor *c);
/* Goes to the first posting of the next block whose last line is >= line; false at the end. */
bool fact_cursor_seek_block(struct fact_cursor *c, uint32_t line);
/* What belongs to the list is damaged: the cursor goes to its end. */
void fact_cursor_fail(struct fact_cursor *c);
/* After one of these returned true: the line of the present posting, and the whole of it. */
static inline uint32_t fact_cursor_line(const struct fact_cursor *c)
{
    return c->lines[c->at];
}
const struct posting *fact_cursor_get(struct fact_cursor *c);
/* The code of the span of posting `number` of the list (posting_block.h). */
static inline unsigned fact_list_number(const struct fact_cursor *c, uint32_t number)
{
    return span_code_number(&c->code, c->numbers, number);
}
/* The span of posting `number` of the list; *to may lie beyond the line.  The list must be neither
 * empty nor damaged. */
static inline void fact_list_span(const struct fact_cursor *c, uint32_t number, uint32_t *from,
                                  uint32_t *to)
{
    span_code_span(&c->code, fact_list_number(c, number), from, to);
}
/* As fact_list_span(), for posting `at` of the present block. */
static inline void fact_cursor_span(const struct fact_cursor *c, uint32_t at, uint32_t *from,
                                    uint32_t *to)
{
    fact_list_span(c, c->block * POSTING_BLOCK + at, from, to);
}
/* When the span of the present posting may have begun: at *from or later, before *until, which may
 * lie beyond the line. */
static inline void fact_cursor_beginning(const struct fact_cursor *c, uint32_t *from,
                                         uint32_t *until)
{
    unsigned number = fact_list_number(c, c->block * POSTING_BLOCK + c->at);
    span_code_beginning(&c->code, number, from, until);
}
/* After one of them returned false: STATUS_SYNTAX if that was because of damage. */
enum status fact_cursor_status(const struct fact_cursor *c, struct err *err) CHECK_RESULT;

#endif
