/* natural_predict.h: what each way to play would do in a position of somebody's game, and what it
 * thinks of the move that was played.
 *
 *     plain          our engine: think() with so many nodes and nothing else
 *     paper          the paper's rule: one search with so many nodes gives every move a value, and
 *                    when it is finished points for moves that continue a sequence are added
 *     paper-control  the same search with one per cent of the points: its own best move
 *     sum            the same nodes, in a search for the best sum of value and points (style.h)
 *     sum-control    the same with one per cent of the points
 *     model          the likeliest move by the model of people's moves (natural.h), no search
 *     model+search   the model with what a search with so many nodes says
 *     dial           what `Natural N` plays: a search with so many nodes for the best sum of value
 *                    and ln p (style.h); a move and nothing else, so it has no top 3
 *     dial-control   the same with the dial at 1
 *     network        the likeliest move by a network of people's moves (people_network.h), no search
 *     network+search the network with what a search with so many nodes says
 *
 * All searches are those of playing (style.h), each in a position of its own: nothing is remembered
 * from the one before, so answers do not depend on the order of work.
 *
 * A plain search says nothing of the second-best move.  For top 3 and the likelihood of `plain`,
 * `paper` and `sum` one position in NATURAL_LINED is searched once more with the same nodes, so that every
 * legal move has a value; the likelihood is that of a softmax of values (with points), a move that
 * is worth a pawn and a half less being e times less likely. */
#ifndef KIFU_VALUES_NATURAL_NATURAL_PREDICT_H
#define KIFU_VALUES_NATURAL_NATURAL_PREDICT_H

#include "engine/eval/eval.h"
#include "engine/natural/people_predictor.h"
#include "values/learn/natural_samples.h"
#include "values/natural/agreement.h"
#include "values/sheet/answer_file.h"

enum natural_method {
    NATURAL_PLAIN,
    NATURAL_PAPER,
    NATURAL_PAPER_CONTROL,
    NATURAL_SUM,
    NATURAL_SUM_CONTROL,
    NATURAL_MODEL,
    NATURAL_MODEL_SEARCH,
    NATURAL_DIAL,
    NATURAL_DIAL_CONTROL,
    NATURAL_NETWORK,
    NATURAL_NETWORK_SEARCH,
    NATURAL_METHODS
};
_Static_assert((int)NATURAL_METHODS <= (int)AGREEMENT_METHODS, "there is room for all");
extern const char *const natural_method_names[NATURAL_METHODS + 1]; /* NULL at the end */

/* Those that take a file of sequences. */
enum {
    NATURAL_BY_FLOW = 1U << NATURAL_PAPER | 1U << NATURAL_PAPER_CONTROL | 1U << NATURAL_SUM |
                      1U << NATURAL_SUM_CONTROL
};
/* Those that take a network. */
enum { NATURAL_BY_NETWORK = 1U << NATURAL_NETWORK | 1U << NATURAL_NETWORK_SEARCH };
/* The methods with the controls of those that have one. */
unsigned natural_with_controls(unsigned methods);

enum { NATURAL_LINED = 4 };

struct natural_predict_options {
    unsigned methods; /* a bit for each */
    uint64_t nodes;
    const char *model_file;   /* NULL: the built-in one */
    const char *network_file; /* NULL: the one that is installed */
    bool fitting;             /* there are no weights of search values for it yet */
    const char *values_file;  /* its weights of search values; NULL: those that are installed */
    bool one_way;             /* the network does not see mirror images */
    const char *flow_file;    /* for NATURAL_BY_FLOW */
    int flow_weight;          /* of its points, in per cent */
    int dial;                 /* for NATURAL_DIAL, 1 … 100 */
    struct eval eval;
    uint64_t eval_hash;          /* weights_hash() */
    struct answer_file *answers; /* what was searched before, and will be; NULL: nowhere */
};

struct natural_predictor; /* shared by threads */
enum status natural_predictor_open(struct natural_predictor **out,
                                   const struct natural_predict_options *o,
                                   struct err *err) CHECK_RESULT;
void natural_predictor_close(struct natural_predictor *a); /* NULL is fine */

/* Each thread has its own. */
enum status natural_predictor_thinker(const struct natural_predictor *a, struct thinker **out,
                                      struct err *err) CHECK_RESULT;

/* The network, for people_predict(); NULL: none of NATURAL_BY_NETWORK is asked. */
const struct people_predictor *natural_predictor_network(const struct natural_predictor *a);
struct natural_input natural_sample_input(const struct natural_sample *s);

/* Fills the answers, and what was played; the rest of the row is the caller's.  network: what it
 * says of the position, where it is asked.  lined: also what takes a search for the values of all
 * moves. */
enum status natural_predict(const struct natural_predictor *a, struct thinker *t,
                            const struct natural_sample *s, const struct people_answer *network,
                            bool lined, struct agreement_row *out, struct err *err) CHECK_RESULT;

/* What NATURAL_MODEL_SEARCH searches, or with a network NATURAL_NETWORK_SEARCH, and nothing else.
 * prior: what the network says, or, filled in here, the model.  lines has room for
 * SHOGI_MAX_MOVES. */
enum status natural_predict_lines(const struct natural_predictor *a, struct thinker *t,
                                  const struct natural_sample *s, struct people_answer *prior,
                                  struct style_line *lines, int *count,
                                  struct err *err) CHECK_RESULT;

/* Positions to ask about: of each class about `positions` / classes that are there, evenly spread
 * over those with at least from_ply moves made.  Places in the set, in its order; owned by the
 * caller.  positions 0: all. */
enum status natural_choose_samples(const struct natural_sample_set *set, unsigned from_ply,
                                   size_t positions, size_t **out, size_t *count,
                                   struct err *err) CHECK_RESULT;
/* Asks about all those, in threads, the same for any number of them.  STATUS_CANCELLED leaves *out
 * with the positions that were done. */
struct natural_predict_work {
    const struct natural_sample_set *set;
    const size_t *places;
    size_t count;
    unsigned threads; /* 0: one for each processor */
    const atomic_bool *cancelled;
    void (*done)(void *ctx, size_t positions); /* so many more; may be NULL */
    /* If set, natural_predict_lines() alone, and here is what it says, in order, in the caller's
     * thread; out is not needed. */
    void (*lines)(void *ctx, const struct natural_sample *s, const struct people_answer *prior,
                  const struct style_line *lines, int n);
    void *ctx;
};
enum status natural_predict_all(const struct natural_predictor *a,
                                const struct natural_predict_work *w, struct agreement *out,
                                struct err *err) CHECK_RESULT;

/* How many positions of a game are to be asked about, on average over those with any: of a class,
 * or of all (NATURAL_CLASSES). */
double natural_moves_a_game(const struct natural_sample_set *set, unsigned from_ply, int class);

/* The third of its game that a sample is in, 0 … 2: of all its moves, from the first on. */
int natural_third(const struct natural_sample_set *set, size_t place);

#endif
