/* sheet.h: the positions of a segment as columns: what each is worth, how far the game had come,
 * who won.
 *
 * Everything that calibration asks is asked of columns.  A row is a position of a game's main line;
 * rows stand in the order of the segment's lines (store/lines.h), a game's positions one after
 * another from ply 0 to its last, so that a row's number is arithmetic and no column stores it:
 *
 *     game number g, ply p   ──▶   row first[g] + g + p          (a game of n moves has n + 1 rows)
 *
 *     column     of         bytes   what
 *     marks      rows         6     progress around both kings, who is to move, check, hanging
 *     progress   rows         6     the same by OSL's rule, for an evaluation that goes by it
 *     values     rows         2     what a judge (value_source.h) says of the position, for Black; a slow
 * one is asked about chosen rows alone (sheet_evaluate.c) points     games        1     what Black got:
 * 0 loss, 1 draw, 2 win; by mate search, or as recorded matches    rows        1/8    where a query
 * holds
 *
 * A column is worked out by replaying the segment once, in all threads, and kept in the database's
 * folder, so that the next question costs no replay (column_file.h has the layout).  Columns are a
 * cache: anybody may delete them; one that is damaged or of another segment is made anew.  If the
 * folder can't be written to, they live in memory as long as the sheet.
 *
 * Segments are the unit of work: whatever looks at sheets looks at one after another and adds up.
 */
#ifndef KIFU_VALUES_SHEET_SHEET_H
#define KIFU_VALUES_SHEET_SHEET_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/io/progress.h"
#include "base/work/reduction.h"
#include "db/db.h"
#include "games/shogi/shogi_advance.h"
#include "query/language/measures.h"
#include "store/game_split.h"
#include "values/sheet/outcome.h"
#include "values/sheet/value_source.h"

struct sheet_mark {
    uint8_t attack[2], defence[2], whole; /* struct advance, 64ths */
    uint8_t flags;
};
_Static_assert(sizeof(struct sheet_mark) == KEPT_MARK_BYTES &&
                   offsetof(struct sheet_mark, defence) == MARK_DEFENCE_FIRST &&
                   offsetof(struct sheet_mark, whole) == MARK_WHOLE,
               "queries read the bytes of marks");
enum {
    MARK_WHITE = 1,   /* White is to move */
    MARK_CHECK = 2,   /* he is in check */
    MARK_HANGING = 4, /* he can win material by a capture (see.h) */
};

enum { SHEET_NO_POINTS = 255 };

struct sheet {
    const struct db_segment *segment; /* borrowed */
    uint32_t db, games;
    uint64_t rows;
    const struct sheet_mark *marks; /* borrowed from what is below, as the next three */
    const struct sheet_mark
        *progress;         /* the same by the rule asked for: marks, unless it is OSL's */
    const int16_t *values; /* value_source_has_value(): of some rows there is none */
    const uint8_t *points; /* SHEET_NO_POINTS: not known */
    /* The rows that count: of games that were not removed and have a result, with a value, and not
     * left out by the options.  Owned. */
    uint64_t *chosen;
    struct sheet_columns *columns; /* owned: files and memory behind them */
};

struct sheets {
    struct sheet *at;
    uint32_t count;
    uint64_t rows, chosen, games; /* games: with a chosen row */
    uint64_t twins;               /* games left out: another database has the same */
    bool unwritten;               /* columns could not be kept; the reason: */
    struct err why;
};

struct sheet_options {
    struct value_source *value_source; /* of values; not NULL */
    enum advance_rule rule;            /* of sheet.progress */
    uint32_t mate_nodes;               /* to find the winner; 0: as recorded */
    uint32_t skip_plies;   /* positions before this ply are left out: 1 leaves out the start */
    bool no_checks;        /* positions in check are left out */
    bool no_hanging;       /* and those with something to be taken */
    const struct query *q; /* only positions where it matches; NULL: all */
    enum game_part part;   /* only games of this part of the split */
    bool no_cache;         /* neither read nor write columns in the database */
    bool keep_no_matches;  /* where queries match is read if it is kept, but not written: for
                               those who let anybody ask, so that questions do not fill a disk */
    unsigned threads;      /* 0: one for each processor */
    const atomic_bool *cancelled;
    struct progress *progress; /* may be NULL; a slow judge: positions asked, of those to ask */
    const struct reduction *reduction; /* may be NULL; else only this part's segments have sheets */
};
/* What the command, the library and the page take where nobody says otherwise. */
#define SHEET_DEFAULTS ((struct sheet_options){.mate_nodes = OUTCOME_MATE_NODES})

/* All segments of all databases (of shogi).  Borrows them.  A game that several databases have
 * counts in one of them.  In parts, the totals are those of all of
 * them.  What was finished before a
 * cancellation, or a crash, is in the cache. */
enum status sheets_open(struct sheets *s, struct db *const *dbs, uint32_t count,
                        const struct sheet_options *o, struct err *err) CHECK_RESULT;
void sheets_close(struct sheets *s); /* fine after a failure, or twice */

/* Where a query matches: sets bits by row (bits has sheet_words(s) words), of chosen rows alone.
 * "value" in it means the sheet's values.  Kept as a column if it is worth it. */
enum status sheet_match(const struct sheet *s, const struct query *q, const struct sheet_options *o,
                        uint64_t *bits, struct err *err) CHECK_RESULT;

static inline uint64_t sheet_row(const struct sheet *s, uint32_t number)
{
    return (uint64_t)lines_u32(s->segment->lines.first, number) + number;
}
static inline size_t sheet_words(const struct sheet *s)
{
    return (size_t)(s->rows + 63) / 64;
}
static inline bool sheet_has(const uint64_t *bits, uint64_t row)
{
    return bits[row / 64] >> row % 64 & 1;
}

/* Is the game one of those that are judged but not learnt from?  So many in a thousand; depends on
 * its moves alone, the same for any database that holds it. */
bool sheet_is_held_out(const struct sheet *s, uint32_t number, unsigned in_a_thousand);

#endif
