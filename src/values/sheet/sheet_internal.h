/* sheet_internal.h: columns while they are being made; shared by sheet*.c. */
#ifndef KIFU_VALUES_SHEET_SHEET_INTERNAL_H
#define KIFU_VALUES_SHEET_SHEET_INTERNAL_H

#include "db/column_file.h"
#include "values/sheet/outcome.h"
#include "values/sheet/sheet.h"
#include "values/sheet/value_source_internal.h"

enum sheet_column { COLUMN_MARKS, COLUMN_PROGRESS, COLUMN_VALUES, COLUMN_MATES, SHEET_COLUMNS };

#define MARKS_COLUMN "marks"
#define VALUES_COLUMN "values"
/* What a column of marks is of, besides the segment. */
#define POSITIONS "positions"

/* A column as it is at hand: mapped, or in memory. */
struct sheet_held {
    struct column_file file;
    void *memory;      /* owned; NULL: mapped, or not wanted */
    const void *bytes; /* NULL: not there */
};

struct sheet_columns {
    struct buf database; /* its folder, as a C string */
    struct buf line;     /* the judge's */
    struct sheet_held held[SHEET_COLUMNS];
    uint8_t *points;               /* owned */
    struct sheet_pending *pending; /* owned; NULL: no slow judge, or nothing to ask it */
    bool unwritten;                /* and why: */
    struct err why;
};

/* What a pass over the games of a segment is to fill in; NULL: not this. */
struct sheet_filling {
    const struct db_segment *segment;
    const struct sheet_options *o;
    struct sheet_mark *marks, *progress;
    int16_t *values;
    uint8_t *mates;
    const struct sheet_mark *known; /* marks that are there already, or filled in; or NULL */
    /* As soon as a game is finished, one call at a time; NULL: games are nothing to keep */
    enum status (*keep)(void *ctx, uint32_t number, struct err *err);
    void *ctx;
    const uint64_t *wanted; /* bits by row: only these positions; NULL: all */
};

/* A game's start and moves, as a segment has them: the moves may be illegal. */
struct sheet_line {
    struct shogi_pos start;
    shogi_move *moves; /* owned */
    uint32_t plies;
    size_t room;
    uint32_t start_number; /* of the segment's starts: 1 + that of `start`; 0: none yet */
};

/* Which database each game counts in, if there are several: an open hash table. */
struct sheet_twins {
    struct sheet_twin *slots; /* owned; NULL: there is one database only */
    size_t mask;
};

#pragma GCC visibility push(hidden)

/* Takes what the database has; makes what it has not in one pass over the games, and keeps it
 * there: all but the values of a slow judge. */
enum status sheet_columns_find(struct sheet *s, const char *database, const struct sheet_options *o,
                               struct err *err) CHECK_RESULT;
/* Is anything missing that the pass makes? */
bool sheet_columns_lack(const struct sheet *s, const struct sheet_options *o);
enum status sheet_columns_make(struct sheet *s, const struct sheet_options *o,
                               struct err *err) CHECK_RESULT;
void sheet_columns_close(struct sheet_columns *c); /* NULL is fine */

/* Values of a slow judge (sheet_evaluate.c): of chosen rows alone, and what was asked before is kept.
 * Finds which are still to be asked, *count of them; then asks.  Both do nothing for others. */
enum status sheet_evaluate_prepare(struct sheet *s, const struct sheet_options *o, uint64_t *count,
                                   struct err *err) CHECK_RESULT;
enum status sheet_evaluate(struct sheet *s, const struct sheet_options *o,
                           struct err *err) CHECK_RESULT;
void sheet_pending_free(struct sheet_pending *a); /* NULL is fine */

/* What a column is made by; `of` is initialized, and owns the key's text. */
struct column_key sheet_column_key(const struct sheet *s, const struct sheet_options *o, int column,
                                   struct buf *of);
/* Writes a column that was made; from then on the file is used, not the memory. */
enum status sheet_column_keep(struct sheet *s, const struct sheet_options *o, int column,
                              struct err *err) CHECK_RESULT;
/* Columns are a cache: that one cannot be kept is reported, but no reason to stop. */
void sheet_not_written(const struct sheet *s, const struct err *why);

/* A meeting if there are several databases: `status` is how it went so far.  A part
 * learns of the games in its own segments. */
enum status sheet_twins_find(struct sheet_twins *t, struct db *const *dbs, uint32_t count,
                             const struct reduction *reduction, enum status status,
                             struct err *err) CHECK_RESULT;
void sheet_twins_release(struct sheet_twins *t);
/* Does the same game of another database count instead? */
bool sheet_is_twin(const struct sheet_twins *t, const struct sheet *s, uint32_t number);

/* Replays all games, in all threads. */
enum status sheet_fill(const struct sheet_filling *f, struct err *err) CHECK_RESULT;
enum status sheet_line_read(struct sheet_line *l, const struct db_segment *segment, uint32_t number,
                            struct err *err) CHECK_RESULT;
void sheet_line_release(struct sheet_line *l);
enum status sheet_bad_game(const struct db_segment *segment, uint32_t number, struct err *err);
/* Bits that are set from `from` to `end` - 1. */
uint64_t sheet_count_bits(const uint64_t *bits, uint64_t from, uint64_t end);
/* What can be seen at once in a position. */
struct sheet_mark sheet_mark_of(const struct shogi_pos *pos, enum advance_rule rule);

#pragma GCC visibility pop

#endif
