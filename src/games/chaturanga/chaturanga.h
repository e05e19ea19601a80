/* chaturanga.h: the rules of four-handed chaturanga with dice.
 *
 * Four players, red (south), green (west), yellow (north), black (east), play in this order; red
 * and yellow are partners, green and black are.  A turn is a roll of two four-sided dice (2 … 5)
 * and up to two moves by what they show: 2 boat, 3 horse, 4 elephant, 5 raja or pawn; or one move
 * by their sum.  Who has lost his raja is frozen; when both rajas of a team are gone, the other two
 * fight each other.  The rules leave much open: every reading is an option
 * (struct chaturanga_rules), and the readings are part of a position, so that a record states under which it was played.
 *
 *     squares   a1 = 0, b1 = 1 … h8 = 63; rank 1 is the south
 *     colours   red 0, green 1, yellow 2, black 3; the partner of c is c ^ 2
 *
 * A turn as it is stored (game_move):
 *
 *     bit   0-1    first die - 2, as rolled         6-11  first move: from
 *           2-3    second die - 2                   12-17             to
 *           4-5    number of moves, 0 … 2           18-23 second move: from
 *           30     a raja comes back, on "to" of    24-29              to
 *                  the first move                   63    always set: a turn is never 0
 *           32-33  exchange of captive rajas after this turn: 0 not possible, 1 refused,
 *                  2 agreed
 *
 * By which die, or by their sum, a piece moved follows from what it is.  What chance decides (the
 * roll, whether an exchange is agreed, where a raja comes back) is in the turn: playing it needs no
 * random numbers. */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"
#include "base/span.h"
#include "games/game.h"

/* --- Chaturanga rules -------------------------------------------------------------------------
 * The options of the rules of chaturanga, where they can be read in several
 * ways.
 *
 * Every reading is a row of chaturanga_readings: a name, its values by name, what they mean.  From
 * the rows come files of rules, positions, records, `kifu chaturanga --rules`, and the table of
 * what each reading does. */

enum chaturanga_order {
    CHATURANGA_ORDER_ASC,
    CHATURANGA_ORDER_ANY,
    CHATURANGA_ORDER_ROLLED,
    CHATURANGA_ORDER_DESC,
    CHATURANGA_ORDER_BOTH
};
enum chaturanga_promotion {
    CHATURANGA_PROMOTES_ALL,
    CHATURANGA_PROMOTES_NO_RAJA,
    CHATURANGA_PROMOTES_NONE
};

/* Values are indices into a row's list; every default is 0, so that {0} is the usual set. */
struct chaturanga_rules {
    uint8_t setup;     /* standard, swapped (horse and elephant) */
    uint8_t order;     /* asc, any, rolled, desc, both */
    uint8_t doubles;   /* samepiece, samekind */
    uint8_t ally;      /* none, any, not-raja: may a partner's piece be taken */
    uint8_t bare;      /* any, all, final, team, never: whose bare raja draws, and when */
    uint8_t promotion; /* raja, no-raja, none */
    uint8_t exchange;  /* yes, no */
    uint8_t sinhasana; /* yes, no */
    uint8_t triumph;   /* yes, no */
    uint8_t sum;       /* yes, no */
    uint8_t pass;      /* free, forced */
    uint8_t partners;  /* fight, share: what follows when a team is out */
    uint8_t back;      /* allowed, forbidden: the same piece straight back in one turn */
    uint8_t ending;    /* whole, at-once: a set of moves whose first one ends the game */
};

enum { CHATURANGA_MAX_VALUES = 6, CHATURANGA_READINGS = 14 };
struct chaturanga_reading {
    const char *name;
    const char *values[CHATURANGA_MAX_VALUES]; /* NULL at the end */
    struct msg what;
};
extern const struct chaturanga_reading chaturanga_readings[CHATURANGA_READINGS];
/* The field of the rules that holds a reading's value. */
uint8_t *chaturanga_rule(struct chaturanga_rules *rules, int reading);
/* How many values it has. */
int chaturanga_rule_values(int reading);

/* "order any", one a line or separated by blanks as "order=any"; '#' begins a comment; what is not
 * named keeps its default. */
enum status chaturanga_rules_parse(struct chaturanga_rules *out, struct span text,
                                   struct err *err) CHECK_RESULT;
/* "order=any bare=never": what differs from the default; nothing for the usual set. */
void chaturanga_rules_print(const struct chaturanga_rules *rules, struct buf *out);

/* --- Chaturanga ------------------------------------------------------------------------------- */

enum chaturanga_colour {
    CHATURANGA_RED,
    CHATURANGA_GREEN,
    CHATURANGA_YELLOW,
    CHATURANGA_BLACK,
    CHATURANGA_COLOURS
};
enum chaturanga_kind {
    CHATURANGA_BOAT,
    CHATURANGA_HORSE,
    CHATURANGA_ELEPHANT,
    CHATURANGA_RAJA,
    CHATURANGA_PAWN,
    CHATURANGA_KINDS
};
/* A player: has a raja; lost it and can't move; waits to come back with one. */
enum chaturanga_state { CHATURANGA_PLAYING, CHATURANGA_FROZEN, CHATURANGA_WAITING };
enum chaturanga_phase { CHATURANGA_TEAMS, CHATURANGA_PARTNERS, CHATURANGA_WON, CHATURANGA_DRAWN };

/* The pieces, as nine sets of squares: a piece's square is in the set of its colour and in the set
 * of its kind.  Small, so that copying is cheap; a capture clears a bit of all nine. */
struct chaturanga_pos {
    uint64_t colours[CHATURANGA_COLOURS]; /* a bit for each square */
    uint64_t kinds[CHATURANGA_KINDS];
    uint32_t ply;                      /* turns made */
    uint8_t turn;                      /* whose; when it is over: who played last */
    uint8_t phase;                     /* enum chaturanga_phase */
    uint8_t winner;                    /* CHATURANGA_WON: who; see chaturanga_wins() */
    uint8_t state[CHATURANGA_COLOURS]; /* enum chaturanga_state */
    uint8_t taken[CHATURANGA_COLOURS]; /* how often it lost its (last) raja */
    uint8_t taker[CHATURANGA_COLOURS]; /* to whom last; 0 if never */
    struct chaturanga_rules rules;
};

/* Rolls are numbered 0 … 15: first die - 2, plus four times (second die - 2). */
enum { CHATURANGA_ROLLS = 16, CHATURANGA_MAX_PLIES = 5000 };
static inline unsigned chaturanga_roll(unsigned first, unsigned second)
{
    return (first - 2) | (second - 2) << 2;
}
static inline unsigned chaturanga_turn_roll(game_move turn)
{
    return (unsigned)(turn & 15);
}
/* With its dice exchanged. */
static inline unsigned chaturanga_roll_mirrored(unsigned roll)
{
    return roll >> 2 | (roll & 3) << 2;
}
/* A roll and its mirror image allow the same, unless the rules go by the order in which dice fall.
 * The one with the lower die first stands for both: how many the roll stands for, 0 if another
 * stands for it. */
static inline unsigned chaturanga_roll_weight(const struct chaturanga_rules *rules, unsigned roll)
{
    unsigned mirrored = chaturanga_roll_mirrored(roll);
    if (roll == mirrored || rules->order == CHATURANGA_ORDER_ROLLED)
        return 1;
    return roll > mirrored ? 2 : 0; /* the second die counts four times */
}

/* What a turn is made of. */
#define CHATURANGA_RETURN (UINT64_C(1) << 30)
#define CHATURANGA_EXCHANGE (UINT64_C(3) << 32)
#define CHATURANGA_REFUSED (UINT64_C(1) << 32)
#define CHATURANGA_AGREED (UINT64_C(2) << 32)
/* The number of moves, and the squares of the n-th, 0 or 1. */
static inline unsigned chaturanga_steps(game_move turn)
{
    return (unsigned)(turn >> 4 & 3);
}
static inline unsigned chaturanga_step_from(game_move turn, unsigned n)
{
    return (unsigned)(turn >> (6 + 12 * n) & 63);
}
static inline unsigned chaturanga_step_to(game_move turn, unsigned n)
{
    return (unsigned)(turn >> (12 + 12 * n) & 63);
}

void chaturanga_start(struct chaturanga_pos *pos, const struct chaturanga_rules *rules);
static inline bool chaturanga_over(const struct chaturanga_pos *pos)
{
    return pos->phase >= CHATURANGA_WON;
}
/* Has the colour won?  Where partners share (rules.partners), both of a team have. */
bool chaturanga_wins(const struct chaturanga_pos *pos, unsigned colour);

/* --- Turns ------------------------------------------------------------------------------------ */

/* All turns by that roll, the pass first, in the order in which rules.order lists them; out may be
 * NULL.  Returns how many; 0 when the game is over.  A turn after which an exchange is possible
 * stands there once, as "refused"; a raja that comes back stands there once, on the lowest square
 * that it may come to: see chaturanga_chance(). */
enum { CHATURANGA_MAX_TURNS = 20000 };
uint32_t chaturanga_turns(const struct chaturanga_pos *pos, unsigned roll, game_move *out);
/* Lets chance decide what it decides after or within the turn. */
game_move chaturanga_chance(const struct chaturanga_pos *pos, game_move turn, struct rng *rng);
/* The players who decide after the turn whether captive rajas are exchanged, as bits of the
 * colours; 0 if no exchange is possible.  It is agreed if all of them consent. */
unsigned chaturanga_deciders(const struct chaturanga_pos *pos, game_move turn);
/* One of the turns by that roll, each as likely, with what chance decides; *count: how many there
 * are.  Equal to picking from chaturanga_turns(), but faster. */
game_move chaturanga_random_turn(const struct chaturanga_pos *pos, unsigned roll, struct rng *rng,
                                 uint32_t *count);
/* The k-th of chaturanga_turns(), k less than their number. */
game_move chaturanga_turn_at(const struct chaturanga_pos *pos, unsigned roll, uint32_t k);
/* Every turn that chaturanga_turns() lists, with any outcome of chance that can be; and, where both
 * orders of a set are allowed but it is listed once, the other order. */
bool chaturanga_is_legal(const struct chaturanga_pos *pos, game_move turn);
/* The turn must be legal, or at least pass chaturanga_can_play(): then what comes of it is a
 * position, if not one that the rules allow. */
void chaturanga_play_turn(struct chaturanga_pos *pos, game_move turn);
/* A fast check whether the turn can be made at all. */
bool chaturanga_can_play(const struct chaturanga_pos *pos, game_move turn);

/* How many turns there are, counted as the paper counts. */
struct chaturanga_counts {
    uint32_t before;     /* before the dice: 1 + all single moves + all sets of two */
    uint32_t sixteenths; /* 16 times the expected number after them */
};
void chaturanga_count(const struct chaturanga_pos *pos, struct chaturanga_counts *out);

/* Random play to the end, every turn of a list being as likely: for each turn the roll is the four
 * highest bits of rng_next(), and chaturanga_random_turn() takes what it needs.  What the turns
 * were like is added to *course; before and sixteenths only if counts is set. */
struct chaturanga_course {
    uint64_t turns, after, before, sixteenths;
};
void chaturanga_random_game(struct chaturanga_pos *pos, struct rng *rng, bool counts,
                            struct chaturanga_course *course);

/* How many sequences of turns of a length there are, over the distinct rolls (all sixteen where
 * their order matters), by the lists of chaturanga_turns().  Weighted: the expected number with
 * dice and whatever else chance decides.  A game that is over goes no further.  Both end early,
 * with a figure that means nothing, when *stop becomes true; stop may be NULL. */
enum { CHATURANGA_PERFT_MAX_DEPTH = 8 };
uint64_t chaturanga_count_tree(const struct chaturanga_pos *pos, unsigned depth,
                               const atomic_bool *stop);
double chaturanga_weigh_tree(const struct chaturanga_pos *pos, unsigned depth,
                             const atomic_bool *stop);

/* Squares that a colour's pieces of a kind attack (pawns: diagonally forward). */
uint64_t chaturanga_attacks(const struct chaturanga_pos *pos, unsigned colour, unsigned kind);
static inline uint64_t chaturanga_pieces(const struct chaturanga_pos *pos, unsigned colour,
                                         unsigned kind)
{
    return pos->colours[colour] & pos->kinds[kind];
}
static inline uint64_t chaturanga_occupied(const struct chaturanga_pos *pos)
{
    return pos->colours[0] | pos->colours[1] | pos->colours[2] | pos->colours[3];
}
/* Whether they are on different sides now. */
bool chaturanga_enemies(const struct chaturanga_pos *pos, unsigned a, unsigned b);

/* --- Notation: docs/formats/chaturanga.md ----------------------------------------------------- */

enum status chaturanga_parse(struct chaturanga_pos *pos, struct span text,
                             struct err *err) CHECK_RESULT;
void chaturanga_print(const struct chaturanga_pos *pos, struct buf *out);
/* "35 b1c3 d2d3", "44 -", "25 *e4" (a raja comes back), "… =yes" and "… =no" (exchange).  pos NULL:
 * the form alone. */
bool chaturanga_turn_parse(const struct chaturanga_pos *pos, struct span text, game_move *out);
void chaturanga_turn_print(const struct chaturanga_pos *pos, game_move turn, struct buf *out);

extern const char *const chaturanga_colour_names[CHATURANGA_COLOURS]; /* "red" … */
extern const char *const chaturanga_kind_names[CHATURANGA_KINDS];     /* "boat" … */

/* Facts, as they go into files: colour, kind and square, then the state of each player. */
enum {
    CHATURANGA_PIECE_FACTS = CHATURANGA_COLOURS * CHATURANGA_KINDS * 64,
    CHATURANGA_FACTS = CHATURANGA_PIECE_FACTS + CHATURANGA_COLOURS * 2 /* frozen, waiting */
};
static inline uint32_t chaturanga_piece_fact(unsigned colour, unsigned kind, unsigned square)
{
    return (colour * CHATURANGA_KINDS + kind) * 64 + square;
}

static inline uint32_t chaturanga_state_fact(unsigned colour, unsigned state)
{
    return CHATURANGA_PIECE_FACTS + colour * 2 + state - CHATURANGA_FROZEN;
}

/* A quarter turn of the board takes each colour's squares to the next's: south to west. */
static inline unsigned chaturanga_quarter_turn(unsigned square)
{
    return (square >> 3) + 8 * (7 - (square & 7));
}

#endif
