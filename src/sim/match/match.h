/* match.h: games between two players, A and B.
 *
 * Games have numbers.  Those of number 2k and 2k + 1 are a pair: the k-th opening, A being Black in
 * the first and White in the second (the side that moves first in the opening's start is Black's,
 * as everywhere).  A game depends on its number and nothing else, as far as its players do. */
#ifndef KIFU_SIM_MATCH_MATCH_H
#define KIFU_SIM_MATCH_MATCH_H

#include "base/err.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "sim/match/player.h"
#include "sim/match/scoresheet.h"
#include "sim/match/sprt.h"

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
 *     varint  for A, then B: moves, milliseconds, nodes, late moves, longest move
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
