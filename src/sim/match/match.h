/* match.h: games between two players, A and B.
 *
 * Games have numbers.  Those of number 2k and 2k + 1 are a pair: the k-th opening, A being Black in
 * the first and White in the second (the side that moves first in the opening's start is Black's,
 * as everywhere).  A game depends on its number and nothing else, as far as its players do. */
#ifndef KIFU_SIM_MATCH_MATCH_H
#define KIFU_SIM_MATCH_MATCH_H

#include <stdint.h>

#include "base/err.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "sim/match/player.h"
#include "sim/match/scoresheet.h"

/* --- The sequential probability ratio test, and Elo with its confidence interval --------------
 * Each opening is played twice with colours exchanged, and the two games of such a pair are not
 * independent: an opening that is good for Black gives each a win.  So pairs are what is counted,
 * by the points that A got in them (0, ½, 1, 1½, 2), and what varies is the result of a pair.
 *
 * Elo.  A score s is a difference of -400 log10(1/s - 1).  Its interval is that of Wilson, with so
 * many games as would vary as much as ours do if all were won or lost and none hung on another; the
 * variance is that of the pairs seen, pulled towards that of plain wins and losses as if two such
 * pairs had been seen besides, because few pairs say little about it.  A score of 0 or 1 is told as
 * half a point from it, no match shows an infinite difference, and its games count as what they
 * are: that none differs does not narrow the interval.
 *
 * SPRT.  The generalised sequential probability ratio test: after each pair the log of the ratio of
 * two likelihoods is worked out, that of what was seen if the mean were what a difference of elo1
 * gives, to that for elo0, each with the most likely distribution of the five results that has such
 * a mean.  Beyond log((1 - β)/α) A is taken to be elo1 better, below log(β/(1 - α)) not to be
 * better than elo0; the test errs in about α, or β, of the matches (tests/unit/test_sprt.c plays
 * some thousands). */

enum { SPRT_PAIR_RESULTS = 5, SPRT_MOST_RESULTS = 5 };

struct match_score {
    uint64_t wins, losses, draws;      /* of A, in all games */
    uint64_t pairs[SPRT_PAIR_RESULTS]; /* by half points less 0: 0, ½, 1, 1½, 2 points of A */
};

/* A's points in a game (POINTS_LOSS, POINTS_DRAW, POINTS_WIN), and those of both games of a pair
 * together. */
void match_score_game(struct match_score *s, int points);
void match_score_pair(struct match_score *s, int points);

static inline uint64_t match_score_games(const struct match_score *s)
{
    return s->wins + s->losses + s->draws;
}

struct elo {
    double score;     /* 0 … 1; one half if there is no game */
    double elo;       /* of A less B */
    double low, high; /* 95 % interval */
};
void elo_of(const struct match_score *s, struct elo *out);
double elo_of_score(double score);
double score_of_elo(double elo);

struct sprt {
    double elo0, elo1;
    double alpha, beta;
};
enum sprt_verdict { SPRT_GOES_ON, SPRT_H0, SPRT_H1 };

/* The log likelihood ratio of counts of n results that are worth 0, 1/(n-1), … 1 point; n is 3 for
 * games, 5 for pairs.  0 as long as there is nothing to say. */
double sprt_llr(const struct sprt *t, const uint64_t *counts, int n);
void sprt_bounds(const struct sprt *t, double *lower, double *upper);
enum sprt_verdict sprt_verdict(const struct sprt *t, double llr);

/* --- The openings from which the games of a match begin ---------------------------------------
 * Each opening is a position and the moves that lead to the first one the players decide about.
 * Two that lead to the same position are one; those after which there is nothing to play are left
 * out.  They come in an order that a seed decides. */

enum { OPENING_MOST_PLIES = 400 };

struct opening {
    struct shogi_pos start;
    size_t first; /* of its moves in openings.moves */
    unsigned plies;
    uint64_t reached; /* hash of the position at its end */
};

struct openings {
    unsigned most_plies; /* moves beyond so many are left out */
    struct opening *list;
    size_t count, cap;
    shogi_move *moves;
    size_t move_count, move_cap;
    size_t *order; /* the k-th to be played; NULL before openings_settle() */
};

void openings_init(struct openings *o, unsigned most_plies);
void openings_release(struct openings *o);
/* The main line of a game of shogi; other games are passed over. */
enum status openings_add_record(struct openings *o, const struct record *rec,
                                struct err *err) CHECK_RESULT;
/* The small book that is built in. */
enum status openings_add_book(struct openings *o, struct err *err) CHECK_RESULT;
/* When all are in: removes what is there twice and shuffles.  STATUS_NOT_FOUND if there is none. */
enum status openings_settle(struct openings *o, uint64_t seed, struct err *err) CHECK_RESULT;
/* The k-th, from the first again when all were played. */
const struct opening *openings_get(const struct openings *o, uint64_t k);
/* A number that tells one set of openings in its order from another. */
uint64_t openings_fingerprint(const struct openings *o);

/* --- Match ------------------------------------------------------------------------------------ */

/* Time for a game; all zero: it is not played by the clock. */
struct match_time {
    uint32_t main_ms;
    uint32_t increment_ms; /* added for every move, the first one included */
    uint32_t byoyomi_ms;   /* for each move when main time is over */
};
static inline bool match_is_timed(const struct match_time *t)
{
    return t->main_ms || t->increment_ms || t->byoyomi_ms;
}

struct match_rules {
    struct match_time time;
    unsigned max_plies; /* a draw after so many; 0: 320 */
    /* hundredths of a pawn: a game is given up when both have said three times in a row that one
     * side is so far behind; 0: never */
    int resign;
    uint32_t margin_ms;      /* a move that takes so much longer than its time is late */
    bool time_loss;          /* and loses; by the clock it does in any case */
    const atomic_bool *stop; /* when set, games end unfinished; may be NULL */
};

/* What went wrong in a game. */
enum match_trouble {
    TROUBLE_NONE,
    TROUBLE_ILLEGAL, /* a move, or a declaration, against the rules */
    TROUBLE_NO_MOVE, /* said something that is no move */
    TROUBLE_HANGS,
    TROUBLE_DIED,
    TROUBLE_TIME, /* lost on time */
};

/* How a player used its time in a game. */
struct match_clock {
    uint64_t moves, ms, nodes;
    uint64_t late;     /* moves beyond the margin */
    uint64_t changed;  /* moves that a plain search would not have made (style.h) */
    uint32_t worst_ms; /* longest move */
};

struct match_game {
    uint64_t number;
    bool finished; /* false: it was cancelled */
    int points;    /* of A: POINTS_LOSS, POINTS_DRAW, POINTS_WIN */
    enum record_end end;
    unsigned plies;
    enum match_trouble trouble;
    int culprit; /* 0: A, 1: B */
    char bad_word[PLAYER_WORD_BYTES];
    struct match_clock clock[2];
    struct usi_clocks left; /* of a game by the clock, by side */
    /* room to play in */
    struct referee referee;
    struct scoresheet_entry sheet[REFEREE_MOST_PLIES];
    int values[REFEREE_MOST_PLIES]; /* as its mover said, THINK_NO_VALUE */
};

/* Plays game g->number from its opening; players are A and B.  Fails only if a player can't be
 * started. */
enum status match_play(const struct match_rules *rules, const struct openings *openings,
                       struct player *const players[2], const struct player_spec *const specs[2],
                       struct match_game *g, struct err *err) CHECK_RESULT;

/* Which of the players, 0 for A, has this seat in a game. */
static inline int match_player_at(uint64_t number, int seat)
{
    return seat ^ (int)(number & 1);
}

/* The finished game as a record, with the names that the players have in it. */
enum status match_write(const struct match_game *g, const char *const names[2],
                        struct record *rec) CHECK_RESULT;

/* --- The score over many games, in the order of their numbers --------------------------------- */

enum { MATCH_UNPLAYED = -1 };

struct match_tally {
    int8_t *points; /* owned; by number: A's, or MATCH_UNPLAYED */
    uint64_t size;
    uint64_t counted; /* games before this number are in the score */
    struct match_score score;
};

enum status match_tally_open(struct match_tally *t, uint64_t games, struct err *err) CHECK_RESULT;
void match_tally_close(struct match_tally *t);
/* Adds the next game, number t->counted, to the score; with its second game a pair, too. */
void match_tally_count(struct match_tally *t, int points);

/* What is reported of a finished game without its moves.  As bytes, for its way between threads and
 * processes:
 *
 *     varint  points of A, how it ended, plies, trouble, culprit; text said
 *     varint  for A, then B: moves, milliseconds, nodes, late moves, changed moves, longest move
 *     text    where trouble arose: "startpos moves …"; empty if there was none
 *     bytes   the record as a packet (db/import/packet.h), or nothing
 *
 * A text is its length as a varint and its bytes. */
struct match_report {
    int points; /* of A */
    enum record_end end;
    unsigned plies;
    enum match_trouble trouble;
    int culprit;
    char bad_word[PLAYER_WORD_BYTES];
    struct match_clock clock[2];
    struct span position; /* borrowed */
};

/* Appends all but the record. */
void match_report_put(struct buf *out, const struct match_game *g);
/* Removes a report from the front of *bytes; false if it is none. */
bool match_report_get(struct span *bytes, struct match_report *out);

#endif
