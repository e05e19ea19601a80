/* comparison.h: what two sets of games do differently: names, next moves, sequences.
 *
 * Each row is one test: a property that `count` of the `of` games have in each set.
 *
 *     opening, castle, shape   named queries (named.h) that hold at some ply, for the side that the
 *                              query is about (side_games.h); of all games of the set
 *     move                     a move chosen in a position; of the games that moved from there
 *     sequence                 a sequence that the mining finds in both sets together
 *                              (text/mine/mine.h) and that occurs in the game; of all games
 *
 * What is tested depends on both sets together and on the sizes of the sets alone, never on how the
 * games with a property divide: this is what false discovery rates (proportions.h) need.  One rate
 * is for all rows of all kinds.
 *
 * A game that both sets have counts in both.  The test takes the sets for independent: its p are
 * then too large, not too small. */
#ifndef KIFU_TEXT_COMPARE_COMPARISON_H
#define KIFU_TEXT_COMPARE_COMPARISON_H

#include "base/proportions.h"
#include "query/language/named.h"
#include "text/compare/position_choices.h"
#include "text/mine/mine.h"

enum comparison_kind {
    COMPARISON_OPENING,
    COMPARISON_CASTLE,
    COMPARISON_SHAPE, /* every other group of names */
    COMPARISON_MOVE,
    COMPARISON_SEQUENCE,
    COMPARISON_KINDS
};
extern const char *const comparison_kind_names[COMPARISON_KINDS]; /* "opening", … */
/* "openings,moves": *kinds gets their bits.  False if one is no kind. */
bool comparison_kinds_parse(struct span text, unsigned *kinds);

struct comparison_row {
    enum comparison_kind kind;
    uint64_t count[COMPARED_SETS], of[COMPARED_SETS];
    struct proportion_difference difference; /* share in the first set less that in the second */
    double p, adjusted;                      /* adjusted: false discovery rate */
    bool different;                          /* adjusted is at most the level */
    uint32_t number; /* in named queries, choices, sequences of the mining */
};

struct comparison_options {
    unsigned kinds;      /* bits of enum comparison_kind; 0: all that the game has */
    double level;        /* false discovery rate */
    uint32_t least;      /* games with a property in both sets together; of a position, in each */
    uint32_t plies;      /* of next moves: as in choice_options */
    uint32_t sequences;  /* so many of the mining's best */
    uint32_t min_length; /* of a sequence, in symbols */
    uint32_t most_games; /* STATUS_LIMIT if sequences are to be found in more; 0: any number */
    unsigned threads;
    const atomic_bool *cancelled;
    const struct query_values *values;
    /* May be NULL: steps done, in the caller's thread. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *progress_ctx;
};

struct comparison_input {
    struct db *const *dbs;
    uint32_t count;
    const struct named_queries *named;
    struct compared_query {
        const struct query *query;
        uint32_t from, to; /* the databases of the set */
    } sets[COMPARED_SETS];
};

/* Not to be moved once it is filled. */
struct game_comparison {
    enum side_rule rules[COMPARED_SETS];
    uint64_t games[COMPARED_SETS], both;
    /* Sorted: those that are different first, by the end of the interval that is nearer to 0,
     * farthest first; then the others by p. */
    struct comparison_row *rows;
    size_t count, cap;
    size_t tested[COMPARISON_KINDS], different;
    struct position_choices choices;
    struct mine_result mining;
    bool mined;
};

enum status comparison_run(struct game_comparison *c, const struct comparison_input *in,
                           const struct comparison_options *opt, struct err *err) CHECK_RESULT;
void comparison_release(struct game_comparison *c); /* of a zeroed one, too */

#endif
