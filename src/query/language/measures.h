/* measures.h: measures: numbers of a position that queries compare.
 *
 *     progress>=0.5    progress.diff<=-0.25    value>500    found.pro>=0.5
 *
 * Each is a row of the game's table.  A measure is a whole number of parts: progress is kept in
 * 64ths, scale 64.  What it is compared with is kept in millionths, which hold 64ths exactly, so
 * that bounds between two parts mean what they say: n parts are compared with b millionths by
 *
 *     n × MEASURE_UNIT   against   b × scale
 *
 * Most are worked out from the position.  `value` depends on the caller: struct query_values gives
 * it, line by line.  How likely people were to play the move made at the position (`found`,
 * `surprise`) is what the database keeps of it (db/found_log.h). */
#ifndef KIFU_QUERY_LANGUAGE_MEASURES_H
#define KIFU_QUERY_LANGUAGE_MEASURES_H

#include "query/language/query.h"
#include "store/lines.h"

enum { MEASURE_UNIT = 1000000, MEASURE_DIGITS = 6, MEASURE_MOST = 1000000000 };

enum measure_by {
    MEASURE_BY_GAME,
    MEASURE_BY_VALUES,   /* struct query_values */
    MEASURE_BY_FOUND,    /* the probability of the move by db/found_log.h */
    MEASURE_BY_SURPRISE, /* minus its logarithm; scale FOUND_NAT */
};

struct measure {
    const char *name; /* "attack.s" */
    uint32_t scale;   /* parts of one */
    enum measure_by by;
    uint8_t class; /* of player, for found and surprise */
    /* By the game: bytes of a mark that it is read off, and that is taken from it; plus 1, 0: none */
    uint8_t mark, less;
    /* With the players exchanged it is this row, perhaps with the other sign. */
    uint8_t flipped;
    bool negated;
};

struct measure_game {
    const struct measure *rows;
    uint32_t count; /* at most 64 */
    /* Those of the rows that are wanted (bits) and by the game, of a position as the game has it. */
    void (*measure)(const void *pos, uint64_t wanted, int32_t *out);
};

/* What the database may keep of every position of its games' main lines (docs/formats/columns.md), so
 * that nothing has to be played: marks of KEPT_MARK_BYTES each, and values for the first player, of
 * which there is none below -KEPT_VALUE_MOST.  In the order of lines and plies, ply p of line n at
 * first[n] + n + p.  NULL: not kept. */
enum mark_byte {
    MARK_ATTACK_FIRST,
    MARK_ATTACK_SECOND,
    MARK_DEFENCE_FIRST,
    MARK_DEFENCE_SECOND,
    MARK_WHOLE,
    MARK_FLAGS,
    KEPT_MARK_BYTES
};
enum { KEPT_VALUE_MOST = 32000 };
struct measure_columns {
    const uint8_t *marks;
    const int16_t *values;
};

/* Where values come from. */
#define QUERY_NO_VALUE INT32_MIN
struct db_segment;
struct query_values {
    void *ctx;
    /* Those of a line at plies from … to - 1, for the first player, in hundredths of a pawn: out[0]
     * is that of ply `from`.  QUERY_NO_VALUE where there is none: no comparison with it holds.
     * Called by several threads at once. */
    enum status (*line)(void *ctx, const struct lines *l, uint32_t line, uint32_t from, uint32_t to,
                        int32_t *out, struct err *err);
    /* What is kept of a segment; borrowed for as long as the values and the segment are open.
     * NULL: nothing. */
    struct measure_columns (*columns)(void *ctx, const struct db_segment *s);
};

/* Whether the query has measures; whether it has some that are not of positions alone; whether it
 * has `value`, or those that the database must have kept. */
bool query_has_measures(const struct query *q);
bool query_needs_others(const struct query *q);
bool query_needs_values(const struct query *q);
bool query_needs_found(const struct query *q);
/* STATUS_UNSUPPORTED if values are needed and there are none. */
enum status query_check_values(const struct query *q, const struct query_values *values,
                               struct err *err) CHECK_RESULT;

/* Whether all that a query measures, one thing at least, is kept. */
bool query_has_kept(const struct query *q, struct measure_columns kept);

/* The numbers of parts, both included, of which the comparison of a MEASURE node holds; or all
 * others. */
struct measure_range {
    int32_t low, high;
    bool outside;
};
struct measure_range measure_range_of(const struct query_node *n, uint32_t scale);
/* Whether the comparison of a MEASURE node holds for that number of parts. */
bool measure_holds(const struct query_node *n, uint32_t scale, int32_t parts);
/* Turns a MEASURE node into what it is with the players exchanged. */
void measure_flip(const struct measure_game *game, struct query_node *n);
/* Appends name, comparison, number. */
void measure_print(const struct measure_game *game, const struct query_node *n, struct buf *out);

#endif
