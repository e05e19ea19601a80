/* flow_internal.h: what the files of flow.h share. */
#ifndef KIFU_TEXT_FLOW_FLOW_INTERNAL_H
#define KIFU_TEXT_FLOW_FLOW_INTERNAL_H

#include "text/flow/flow.h"

/* --- Counting (flow_count.c) ------------------------------------------------------------------ */

/* A game to count.  Its moves are numbered on from those of the game before.  Every part
 * knows of all games, and counts its own. */
struct flow_line {
    uint32_t side, db, id;
    uint32_t segment; /* of all segments of both sides that are asked; FLOW_ELSEWHERE */
    uint32_t number;
    uint32_t first; /* number of its first move; while games are listed, how many it has */
};
#define FLOW_ELSEWHERE UINT32_MAX

/* A different sequence.  Examples are numbers of moves, ascending, each of another game;
 * UINT32_MAX: none. */
struct flow_count {
    flow_key key; /* 0: a free place */
    uint32_t count[FLOW_SIDES];
    uint32_t first[FLOW_SIDES][FLOW_EXAMPLES];
};

/* Places by hash, the next free one if it is taken. */
struct flow_tally {
    struct flow_count *at; /* owned; NULL: none yet */
    size_t count, room;    /* room: a power of two */
};

/* Sums over all sequences. */
struct flow_sums {
    uint64_t totals[FLOW_CLASSES][FLOW_SIDES];
    uint64_t twice[SHOGI_KINDS][FLOW_SIDES], could[SHOGI_KINDS][FLOW_SIDES];
    uint64_t pairs[FLOW_SIDES];
};

/* So many that threads seldom want the same one. */
enum { FLOW_SHARD_BITS = 5, FLOW_SHARDS = 1 << FLOW_SHARD_BITS };
struct flow_counts {
    struct flow_line *lines; /* owned; by side (before any shuffling), database and id */
    size_t line_count, line_cap;
    struct flow_tally shards[FLOW_SHARDS]; /* by the first bits of the hash */
    struct flow_sums sums;
};
enum status flow_count_all(struct flow_counts *out, const struct flow_source sides[FLOW_SIDES],
                           const struct flow_options *o, struct err *err) CHECK_RESULT;
void flow_counts_release(struct flow_counts *c);

/* The place of a key, which is made if there is none; NULL: no memory. */
struct flow_count *flow_place(struct flow_tally *t, flow_key key);
/* Which shard a key is in. */
unsigned flow_shard(flow_key key);

/* --- In parts (flow_parts.c) ------------------------------------------------------------------ */

/* If shards are apart: adds the games that other parts listed.  A meeting: `status` is how listing
 * went. */
enum status flow_lines_share(struct flow_counts *c, const struct flow_source sides[FLOW_SIDES],
                             const struct reduction *reduction, enum status status,
                             struct err *err) CHECK_RESULT;
/* What each part counted becomes what all did: sums everywhere, each shard in one part.
 * A meeting: `status` is how counting went. */
enum status flow_counts_exchange(struct flow_counts *c, const struct reduction *reduction,
                                 enum status status, struct err *err) CHECK_RESULT;
/* Rows, distinct and tested of each part's shards become those of all, in every part. */
enum status flow_rows_share(struct flow_table *t, const struct reduction *reduction,
                            enum status status, struct err *err) CHECK_RESULT;

/* --- Figures (flow_figures.c) ----------------------------------------------------------------- */

/* p of the 2 × 2 table of a of A against b of B; 1 if it says nothing (a margin is 0). */
double flow_p(uint64_t a, uint64_t whole_a, uint64_t b, uint64_t whole_b);
double flow_ratio(uint64_t a, uint64_t whole_a, uint64_t b, uint64_t whole_b);
/* The p and rate_p of all kinds, by their counts and t->pairs. */
void flow_judge_twice(struct flow_table *t);

/* --- The table (flow.c) ----------------------------------------------------------------------- */

/* Makes the index by key anew.  STATUS_SYNTAX, naming it, if a sequence is there twice. */
enum status flow_index(struct flow_table *t, struct err *err) CHECK_RESULT;

/* All bits of a key count for all of the hash: fields of keys repeat themselves, and one
 * multiplication leaves heaps (it made finding places twice as slow). */
static inline uint64_t flow_hash(flow_key key)
{
    key ^= key >> 33;
    key *= 0xFF51AFD7ED558CCDU;
    key ^= key >> 33;
    key *= 0xC4CEB9FE1A85EC53U;
    return key ^ key >> 33;
}

#endif
