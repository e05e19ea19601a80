/* person.h: somebody to play against: persons who play, err, hesitate and resign as people do.
 *
 *     person_mind_open(&mind, network, err);                  a network may be shared
 *     person_look(mind, who, thinker, &question, &view, err); what each move is worth to the person
 *     person_decide(who, &question, &view, &choice);          a move, drawn; or resignation
 *     person_explain(who, &question, &view, &choice, lang, &text);
 *     person_draft(who, model, &question);                    without time for a network
 *
 * A person is a row of a table: a class of players, how far it looks, and weights.  How likely a
 * move is:
 *
 *     p(move) = exp(Σ weight[term] · x(term)) / Σ exp(… of the other moves)
 *
 * The terms are ln p by the network of people's moves (people_network.h) for the class, and what a
 * small search says: how much is lost by the move, in parts, so that small and large mistakes are
 * as frequent as they are with people; whether it mates, and whether it lets the opponent mate in
 * one.  Weights are fitted to games of the class that the network has not seen, by conditional
 * logit, with the nodes that the person searches (values/natural/person_fit.h, docs/natural.md).
 *
 * Whoever draws from a class as a whole plays worse than its members, for what they disagree about
 * is drawn anew at every move: steadiness multiplies all scores.  At 1 the person is the class, as
 * fitted; those who are stronger have more, and the beginner, of whom there are no games, has less.
 *
 * The less time there is, the less a person sees: with none for the search all moves count as seen
 * and as good, and how likely they are is left; with none for the network, how likely the small
 * model (natural.h) takes them to be.
 *
 * What is drawn depends on the seed, the position and the number of the move: with the same seed
 * the same game is played again. */
#ifndef KIFU_ENGINE_PERSON_PERSON_H
#define KIFU_ENGINE_PERSON_PERSON_H

#include "base/buf.h"
#include "engine/natural/people_network.h"
#include "engine/search/engine_search.h"

enum person_id {
    PERSON_NONE,
    PERSON_PROFESSIONAL,
    PERSON_STRONG_AMATEUR,
    PERSON_CLUB_PLAYER,
    PERSON_BEGINNER,
    PERSON_COUNT
};
/* "none", "professional", … as options have them; NULL at the end. */
extern const char *const person_words[PERSON_COUNT + 1];

enum person_term {
    PERSON_LN_P,        /* by the network */
    PERSON_BEST,        /* the search's own move */
    PERSON_SLIP,        /* what is lost, in pawns: the first pawn of it … */
    PERSON_MISTAKE,     /* … the next three … */
    PERSON_BLUNDER,     /* … and the rest */
    PERSON_NOT_SEEN,    /* too unlikely to be searched */
    PERSON_MATES,       /* the search has seen that it mates */
    PERSON_MATES_NOW,   /* it is mate */
    PERSON_ALLOWS_MATE, /* the opponent can mate in one */
    PERSON_TERMS
};

enum {
    PERSON_RESIGNS_ALWAYS,
    PERSON_RESIGNS_VALUE,
    PERSON_RESIGNS_MATED,
    PERSON_RESIGNATION_TERMS
};

struct person_kind {
    struct msg name, many; /* one, and several of them */
    enum natural_class class;
    uint64_t nodes;
    double weight[PERSON_TERMS];
    double steadiness; /* all scores are multiplied by it */
    /* Log odds of resigning at a turn: always; by the value of the search (person_worth()); if it
     * sees that it is mated. */
    double resignation[PERSON_RESIGNATION_TERMS];
    /* ln seconds: mean, by nat of entropy of p, standard deviation. */
    double time, time_by_entropy, time_deviation;
    bool beyond_data; /* weaker than any class: extrapolated */
};
extern const struct person_kind persons[PERSON_COUNT]; /* of PERSON_NONE nothing is to be read */

/* --- Looking ---------------------------------------------------------------------------------- */

struct person_move {
    shogi_move move;
    bool seen; /* by the search: loss is known */
    bool best, mates, mates_now, allows_mate;
    float likely; /* p by the network */
    float loss;   /* against the best, in pawns (person_worth()) */
    double p;     /* that the person plays it */
};

struct person_view {
    struct person_move moves[SHOGI_MAX_MOVES]; /* in the order of shogi_legal_moves() */
    int count;
    int best;       /* place of the search's own move */
    int value;      /* as in engine_search.h */
    double win;     /* by the network */
    double entropy; /* of p, in nats */
    uint64_t nodes;
    int depth; /* 0: there was no time for a search; value and best say nothing */
};

struct person_question {
    const struct think_request *search; /* position, history, rules, control; nodes: at most */
    const struct natural_past *past;
    unsigned ply; /* moves made so far */
    uint64_t seed;
    /* Is called when the network has answered, with the move that is drawn without a search, for
     * whoever cannot wait any longer; may be NULL. */
    void (*draft)(void *ctx, shogi_move move);
    void *ctx;
};

/* The network with memory to work in; belongs to one thread. */
struct person_mind;
/* network is borrowed; NULL: the installed one is opened. */
enum status person_mind_open(struct person_mind **out, const struct people_network *network,
                             struct err *err) CHECK_RESULT;
void person_mind_close(struct person_mind *m); /* NULL is fine */

/* There is a legal move.  If the search's control says that time is over once the network has
 * answered, there is no search. */
enum status person_look(struct person_mind *m, const struct person_kind *who, struct thinker *t,
                        const struct person_question *q, struct person_view *out,
                        struct err *err) CHECK_RESULT;

/* Parts of person_look(), for fitting.  The network's part; what a search says; and p. */
void person_look_likely(struct person_mind *m, enum natural_class class,
                        const struct person_question *q, struct person_view *out);
enum status person_look_deep(struct thinker *t, uint64_t nodes, const struct person_question *q,
                             struct person_view *out, struct err *err) CHECK_RESULT;
void person_weigh(const struct person_kind *who, struct person_view *v);
/* The terms of a move. */
void person_terms(const struct person_view *v, int place, double x[PERSON_TERMS]);
/* A value in pawns, less and less for more: whoever is far ahead does not mind a pawn. */
double person_worth(int value);

/* --- Deciding --------------------------------------------------------------------------------- */

struct person_choice {
    int place; /* in the view */
    bool resigns;
    uint32_t ms; /* how long such a person would think */
};

/* What is drawn by the small model alone, within a tenth of a millisecond.  There is a legal
 * move. */
shogi_move person_draft(const struct person_kind *who, const struct natural *model,
                        const struct person_question *q);

void person_decide(const struct person_kind *who, const struct person_question *q,
                   const struct person_view *v, struct person_choice *out);
/* The probability of resigning at this turn.  None where the search is not so far behind (in
 * hundredths of a pawn), and none where it would be less than one in two hundred. */
enum { PERSON_RESIGNS_BEHIND = 300 };
#define PERSON_LEAST_RESIGNATION 0.005
double person_resignation(const struct person_kind *who, const struct person_view *v);
/* The terms of it. */
void person_resignation_terms(const struct person_view *v, double x[PERSON_RESIGNATION_TERMS]);

/* One sentence, without an end of line: why the person plays this. */
void person_explain(const struct person_kind *who, const struct person_question *q,
                    const struct person_view *v, const struct person_choice *c, enum lang lang,
                    struct buf *out);

#endif
