/* flow.h: sequences that people play more often than programs do, or the other way round.
 *
 * Two corpora are counted, from some ply on; a sequence is tested by the 2 × 2 table of its own
 * occurrences against those of all other sequences of its class, in either corpus (chi-squared, one
 * degree of freedom).  Kept are those that occur often enough in the corpus that plays them more
 * and whose p is below the level; the correction for testing thousands (Benjamini and Hochberg) is
 * an option beside the paper's plain 5 %.
 *
 * Also: how often the same piece was moved twice in a row, by kind (the paper's Table 6), with both
 * readings of it: against all pairs of own moves, and as a rate given that the piece could. */
#ifndef KIFU_TEXT_FLOW_H
#define KIFU_TEXT_FLOW_H

#include <stdatomic.h>

#include "base/progress.h"
#include "db/db.h"
#include "query/query.h"
#include "text/flow_keys.h"

enum flow_side { FLOW_HUMAN, FLOW_COMPUTER, FLOW_SIDES };

struct flow_example {
    uint32_t db, id, ply; /* of the last move; ply UINT32_MAX: none */
};
enum { FLOW_EXAMPLES = 3 };

struct flow_row {
    flow_key key;
    uint8_t class;
    bool kept;
    uint32_t count[FLOW_SIDES];
    double p, adjusted;
    double ratio; /* of the two rates, human by computer; corrected by half a count */
    struct flow_example examples[FLOW_SIDES][FLOW_EXAMPLES];
};

struct flow_twice {                                /* the same piece again */
    uint64_t count[FLOW_SIDES], moves[FLOW_SIDES]; /* moves by that kind where the own move before
                                                      was by the same kind */
    double p, rate_p;
};

struct flow_table {
    struct flow_row *rows; /* owned; by class, kept ones first, then by p */
    size_t count, cap;
    uint64_t totals[FLOW_CLASSES][FLOW_SIDES]; /* occurrences of all sequences of a class */
    uint64_t tested[FLOW_CLASSES], kept[FLOW_CLASSES];
    struct flow_twice twice[SHOGI_KINDS];
    uint64_t games[FLOW_SIDES];
    uint32_t *slots; /* owned; for flow_find() */
    size_t slot_mask;
};

struct flow_source {
    struct db *const *dbs;
    uint32_t count;
    const struct query *q; /* which games and positions; NULL: all */
};

struct flow_options {
    uint32_t from_ply;  /* 41: the 41st move is the first that may end a sequence */
    uint32_t min_count; /* 50 */
    double alpha;       /* 0.05 */
    bool correct;       /* for having tested many */
    bool both;          /* keep also what programs play more */
    uint32_t classes;   /* a bit for each that is wanted; 0: the paper's four */
    unsigned threads;
    const atomic_bool *cancelled;
    struct progress *progress; /* may be NULL */
};
#define FLOW_DEFAULTS ((struct flow_options){.from_ply = 41, .min_count = 50, .alpha = 0.05})
/* {two, own-two} × {own-king, enemy-king}, with the flag. */
extern const uint32_t flow_adopted_classes;

enum status flow_mine(struct flow_table *out, const struct flow_source sides[FLOW_SIDES],
                      const struct flow_options *o, struct err *err) CHECK_RESULT;
void flow_release(struct flow_table *t);

/* The row of a key, or NULL. */
const struct flow_row *flow_find(const struct flow_table *t, unsigned class, flow_key key);

/* A text file (docs/formats/flow.md): a heading, how it was mined, the points (flow_points.h), kept
 * rows with their counts, the table of pieces moved twice. */
void flow_write(const struct flow_table *t, const struct flow_options *o, struct buf *out);
enum status flow_read(struct flow_table *out, struct span text, struct err *err) CHECK_RESULT;

#endif
