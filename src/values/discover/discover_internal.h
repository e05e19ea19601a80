/* discover_internal.h: what the files of discover.h share.
 *
 *     discover_candidates.c   which conditions are tried, and how they are written
 *     discover_scale.c        how often positions of a value are won: a smooth curve
 *     discover_walk.c         one game: running sums, and when each candidate held
 *     discover_score.c        all games: sums, scores, and the correction for many
 *     discover_chosen.c       what was chosen so far, and how residuals are freed of it
 *     discover_report.c       what the other games say of it: figures, curves, examples
 *     discover.c              the steps in a row */
#ifndef KIFU_VALUES_DISCOVER_DISCOVER_INTERNAL_H
#define KIFU_VALUES_DISCOVER_DISCOVER_INTERNAL_H

#include "games/replay.h"
#include "games/shogi/shogi_facts.h"
#include "values/discover/discover.h"

/* --- Candidates ------------------------------------------------------------------------------- */

/* Rows of a sheet, end excluded. */
struct row_run {
    uint64_t from, to;
};
struct row_runs {
    struct row_run *at; /* owned */
    size_t count, cap;
};

enum discover_candidate_kind {
    CANDIDATE_FACT,  /* fact: Black's */
    CANDIDATE_STEP,  /* number: which of the steps, discover_step_plies() */
    CANDIDATE_NAMED, /* runs: where the query matches */
    CANDIDATE_PAIR   /* a, b: numbers of the singles */
};
struct discover_candidate {
    enum discover_candidate_kind kind;
    uint32_t number; /* of the fact, step, or name */
    uint32_t a, b;
    bool other;            /* the second of a pair is the other side's */
    bool symmetric;        /* both sides see the same */
    struct row_runs *runs; /* owned; by sheet, two each: Black's, White's */
};

struct discover_candidates {
    struct discover_candidate *at;
    uint32_t count, singles; /* pairs come after singles */
    size_t cap;
    uint32_t sheets;
    uint32_t of_fact[SHOGI_FACT_COUNT]; /* the single that a fact of either side belongs to */
    uint32_t first_step, first_named;
};

/* Facts, steps and names: all but pairs.  Finds out where named queries match. */
enum status candidates_open(struct discover_candidates *c, const struct sheets *s,
                            const struct discover_options *o, struct err *err) CHECK_RESULT;
void candidates_close(struct discover_candidates *c);
enum status candidates_add_pair(struct discover_candidates *c, uint32_t a, uint32_t b, bool other,
                                struct err *err) CHECK_RESULT;
/* Appends its query as a side has it. */
void candidate_print(const struct discover_candidates *c, uint32_t number, int side,
                     const struct named_queries *named, struct buf *out);
/* Of what has no part in it that the other implies, or excludes. */
bool candidates_may_pair(const struct discover_candidates *c, uint32_t a, uint32_t b);

/* Steps of progress, plies and turns. */
uint32_t discover_step_count(void);
/* At which plies of a game one holds as a side sees it; room and out are for as many. */
void discover_step_plies(uint32_t step, const struct sheet_mark *m, uint32_t plies, int side,
                         int *room, bool *out);

/* --- The curve of all positions --------------------------------------------------------------- */

struct scale {
    float *rate; /* owned; of values from INT16_MIN on */
};
enum status scale_open(struct scale *s, const struct sheets *sheets,
                       const struct discover_options *o, struct err *err) CHECK_RESULT;
void scale_close(struct scale *s);
static inline double scale_rate(const struct scale *s, int value)
{
    return (double)s->rate[value - INT16_MIN];
}

/* --- What was chosen -------------------------------------------------------------------------- */

/* A candidate that residuals are freed of. */
struct chosen {
    uint32_t candidate;
    uint64_t **bits;    /* owned; by sheet, two each */
    double shift, tilt; /* how much of it */
};

/* --- One game --------------------------------------------------------------------------------- */

/* Of the chosen rows before a ply. */
struct run_sum {
    double r, rt;  /* residuals; times how far Black is ahead */
    double t, tt;  /* how far; squared */
    double n;      /* how many */
    double had[2]; /* rows at which each side had the last one chosen */
};

/* Of one candidate in one game, both sides together. */
struct game_sum {
    double r, rt, t, tt, n, had;
    double plain_t, net; /* t as Black sees it; Black's rows less White's */
};

/* Whom a walk looks at. */
enum discover_part { DISCOVER_SCORED, DISCOVER_HELD_OUT, DISCOVER_ALL };

struct discover_job {
    const struct sheets *sheets;
    const struct discover_options *o;
    const struct discover_candidates *candidates;
    const struct scale *scale;
    const struct chosen *chosen;
    uint32_t chosen_count;
    enum discover_part part;
    /* Singles that have bits, for pairs and for whoever wants them: by single its place or
     * UINT32_MAX. */
    const uint32_t *item_of;
    uint32_t items;
    bool bits_only;     /* nothing but bits of items is wanted */
    bool no_facts;      /* none is wanted */
    const bool *wanted; /* candidates to score, with the parts of pairs; NULL: all */
};

/* A thread's own. */
struct discover_walk {
    const struct discover_job *job;
    struct replay *replay;
    const struct sheet *sheet;
    uint32_t sheet_number, plies; /* plies: rows of the game */
    uint64_t row;                 /* its first */
    size_t words;                 /* of bits for its plies */
    struct run_sum *sums;         /* plies + 1 of them */
    int *field; /* room for steps: at each ply what is compared, and whether it holds */
    bool *holds;
    size_t plies_cap;      /* of these three */
    uint32_t *begun;       /* by fact: the ply */
    struct game_sum *game; /* by single */
    uint32_t *touched;     /* singles that held in the game */
    uint8_t *is_touched;
    uint32_t touched_count;
    uint64_t *bits; /* of items: [item][side][words] */
    size_t bits_cap;
};

enum status discover_walk_open(struct discover_walk *w, const struct discover_job *job,
                               struct err *err) CHECK_RESULT;
void discover_walk_close(struct discover_walk *w);
/* Is the game one to look at, of the job's part?  Then sums along it are made; otherwise *is_in is
 * false. */
enum status discover_walk_begin(struct discover_walk *w, uint32_t sheet, uint32_t number,
                                bool *is_in, struct err *err) CHECK_RESULT;
/* Sums of all singles: w->game of w->touched; and bits of items. */
enum status discover_walk_singles(struct discover_walk *w, uint32_t number,
                                  struct err *err) CHECK_RESULT;
/* Where a pair, or a single that is an item, held for a side: words in out. */
void discover_walk_bits(const struct discover_walk *w, uint32_t candidate, int side, uint64_t *out);
/* Adds what lies under bits to a sum, as that side sees it. */
void discover_walk_add_bits(const struct discover_walk *w, const uint64_t *bits, int side,
                            struct game_sum *sum);

/* --- All games -------------------------------------------------------------------------------- */

/* Sums over games: of residuals (times how far ahead), and of products of a game's sums. */
struct discover_tally {
    double r, rt, t, tt, n, had;
    double r_r, r_rt, rt_rt, r_n, n_n;
    /* What r_r, r_rt and rt_rt are expected to be. */
    double due_r_r, due_r_rt, due_rt_rt;
    double games;
};
/* A pair and the rest of one of its parts: products of their sums, in games that have the pair. */
struct contrast {
    double r_r, r_n, n_r, n_n; /* the pair's times the rest's */
};
struct score {
    struct discover_tally tally;
    struct contrast against[2]; /* of pairs: part a, part b */
    double shift, tilt;         /* mean residual; slope by how far ahead */
    double spread;              /* of how far ahead */
    double z_shift, z_tilt;     /* in standard errors; 0 if there are none */
    double z_least; /* of a pair: of its shift, and beyond each part; else of its shift */
    double p, adjusted;
    bool tested;
};

/* Fills scores (as many as there are candidates) of those wanted, on the job's part. */
enum status discover_score(const struct discover_job *job, struct score *scores,
                           struct err *err) CHECK_RESULT;
/* Benjamini and Hochberg: fills adjusted; *passes: the largest p that does, 0 if none. */
enum status discover_correct(struct score *scores, uint32_t count, double level, double *passes,
                             struct err *err) CHECK_RESULT;
/* Bits of one candidate on all sheets, of all games.  */
enum status chosen_open(struct chosen *k, const struct discover_job *job, uint32_t candidate,
                        struct err *err) CHECK_RESULT;
void chosen_close(struct chosen *k, uint32_t sheets);
/* Weights of all chosen, by least squares on the job's part. */
enum status chosen_fit(struct chosen *k, uint32_t count, const struct discover_job *job,
                       struct err *err) CHECK_RESULT;

/* --- The report ------------------------------------------------------------------------------- */

/* Fills what the games that judge say of the chosen ones, in their order, and examples.  Of out->at
 * the names and scores are there. */
enum status discover_validate(struct discoveries *out, const struct chosen *k,
                              const struct discover_job *job, struct err *err) CHECK_RESULT;

/* Is the game one of a part? */
bool discover_is_in_part(const struct discover_options *o, const struct sheet *s, uint32_t number,
                         enum discover_part part);
size_t discover_all_games(const struct sheets *s);
/* The game at a place among those of all sheets. */
void discover_find_game(const struct sheets *s, size_t at, uint32_t *sheet, uint32_t *number);
enum status discover_cancelled(const struct discover_options *o, struct err *err) CHECK_RESULT;

#endif
