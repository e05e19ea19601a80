/* flow.h: sequences that people play more often than programs do, or the other way round.
 *
 * Two corpora are counted, from some ply on; a sequence is tested by the 2 × 2 table of its own
 * occurrences against those of all other sequences of its class, in either corpus (chi-squared, one
 * degree of freedom, no correction for continuity):
 *
 *                     people            programs
 *     this one          a                  b               p = erfc(sqrt(chi² / 2))
 *     all others   total - a          total - b            ratio = (a + ½)/(total + 1) by
 *                                                                  (b + ½)/(total + 1)
 *
 * Kept are those that occur often enough in the corpus that plays them more and whose p is below
 * the level; the correction for testing thousands (Benjamini and Hochberg, over all that were
 * tested, whatever their class) is an option beside the paper's plain 5 %.
 *
 * Also: how often the same piece was moved twice in a row, by kind (the paper's Table 6), with both
 * readings of it: against all pairs of own moves, and as a rate given that the piece could. */
#ifndef KIFU_TEXT_FLOW_FLOW_H
#define KIFU_TEXT_FLOW_FLOW_H

#include <stdatomic.h>

#include "base/hash_index.h"
#include "base/io/progress.h"
#include "base/work/reduction.h"
#include "db/db.h"
#include "query/language/measures.h"
#include "query/language/query.h"
#include "store/game_split.h"
#include "text/flow/flow_keys.h"

enum flow_side { FLOW_HUMAN, FLOW_COMPUTER, FLOW_SIDES };
extern const char *const flow_side_names[FLOW_SIDES]; /* "human" … */

struct flow_example {
    uint32_t db, id; /* which database of the side, and the game's id in it */
    uint32_t ply;    /* moves made before the last one of the sequence; UINT32_MAX: no example */
};
enum { FLOW_EXAMPLES = 3 }; /* the first games by database and id, each at its first ply */

struct flow_row {
    flow_key key;
    uint8_t class;
    bool kept;
    uint32_t count[FLOW_SIDES];
    double p, adjusted;
    double ratio; /* of the two rates, human by computer */
    struct flow_example examples[FLOW_SIDES][FLOW_EXAMPLES];
};

/* The same piece again, by its kind when it was put down first: a pawn that goes on and promotes is
 * a pawn twice.  A drop counts as the first move, too. */
struct flow_twice {
    uint64_t count[FLOW_SIDES];
    uint64_t moves[FLOW_SIDES]; /* own moves for which the own move before was of this kind and the
                                   piece still stands there: so often it could have been */
    double p;                   /* count against the other pairs of own moves */
    double rate_p;              /* count against the other moves of `moves` */
};

/* What a move that continues a sequence is worth to an engine that plays so (style.h), in
 * hundredths of a pawn: part of the file, for people to change. */
struct flow_points {
    int one_frame, both_frames;
    int again[SHOGI_KINDS]; /* the same piece twice, by kind */
};
extern const struct flow_points flow_points_paper; /* 150, 300; pawns and bishops 100 */
enum { FLOW_MOST_POINTS = 30000 };

/* Names of kinds in the file and the table: "pawn", "promoted-lance", "horse"; [0] is NULL. */
extern const char *const flow_kind_names[SHOGI_KINDS];

/* How it was mined: kept with the table. */
struct flow_settings {
    uint32_t from_ply;  /* 41: the 41st move is the first that may end a sequence */
    uint32_t min_count; /* 50 */
    double alpha;       /* 0.05 */
    bool correct;       /* for having tested many */
    bool both;          /* keep also what programs play more */
    bool shuffled;      /* a control: whose game it was, was drawn by lot */
    enum game_part part;
};

struct flow_table {
    struct flow_row *rows; /* owned; all that were tested (of a file: kept), by class, kept ones
                              first, then by p */
    size_t count, cap;
    uint32_t classes;                          /* a bit for each that was counted */
    uint64_t totals[FLOW_CLASSES][FLOW_SIDES]; /* occurrences of all sequences of a class */
    uint64_t distinct[FLOW_CLASSES], tested[FLOW_CLASSES], kept[FLOW_CLASSES];
    struct flow_twice twice[SHOGI_KINDS];
    uint64_t pairs[FLOW_SIDES]; /* of own moves */
    uint64_t games[FLOW_SIDES];
    struct flow_settings settings;
    struct flow_points points;
    struct buf sources; /* where the games came from: lines "human PATH", "computer PATH", in the
                           order of the examples' databases */
    struct hash_index by_key;
};

struct flow_source {
    struct db *const *dbs; /* of shogi */
    uint32_t count;
    const char *const *names; /* as people know them; NULL: by their paths */
    /* Which games and positions; NULL: all.  A sequence counts if its last move was made at a ply
     * that matches. */
    const struct query *q;
    const struct query_values *values; /* what `value` means in it; may be NULL */
};

struct flow_options {
    struct flow_settings settings;
    uint32_t classes; /* a bit for each that is wanted; 0: the paper's four */
    uint64_t seed;    /* of settings.shuffled */
    unsigned threads; /* 0: one for each processor */
    const atomic_bool *cancelled;
    struct progress *progress;         /* may be NULL */
    const struct reduction *reduction; /* who count together; all get the table.  May be NULL */
};
#define FLOW_DEFAULTS                                                                              \
    ((struct flow_options){.settings = {.from_ply = 41, .min_count = 50, .alpha = 0.05}})
/* {two, own-two} × {own-king, enemy-king}, with the flag. */
extern const uint32_t flow_adopted_classes;

/* Counts the main lines of games that were not removed; the same for any number of threads.  Needs
 * some 50 to 100 bytes for each different sequence. */
enum status flow_mine(struct flow_table *out, const struct flow_source sides[FLOW_SIDES],
                      const struct flow_options *o, struct err *err) CHECK_RESULT;
void flow_release(struct flow_table *t);

/* The row of a key, or NULL.  Rows that were tested but not kept are there too, if the table was
 * mined and not read. */
const struct flow_row *flow_find(const struct flow_table *t, unsigned class, flow_key key);

/* A text file (docs/formats/flow.md): a heading, how it was mined, the points, kept rows with their
 * counts, the table of pieces moved twice. */
void flow_write(const struct flow_table *t, struct buf *out);
/* STATUS_SYNTAX with line and byte if it is no such file.  A file without points has the paper's;
 * in one that has some, those it does not name are 0. */
enum status flow_read(struct flow_table *out, struct span text, struct err *err) CHECK_RESULT;
/* The same from a file. */
enum { FLOW_FILE_MOST_BYTES = 1 << 28 };
enum status flow_load(struct flow_table *out, const char *path, struct err *err) CHECK_RESULT;

#endif
