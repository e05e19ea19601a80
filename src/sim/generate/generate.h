/* generate.h: games that look real, made by the thousand.
 *
 * For measuring and for demonstrations: a real opening for a random number of plies, then quick
 * plausible moves (policy.h) until mate, resignation, repetition or a limit.  Game n of a seed is
 * always the same, whoever asks for it and in whatever order, so any number of threads can share a
 * generator once its openings are in. */
#ifndef KIFU_SIM_GENERATE_GENERATE_H
#define KIFU_SIM_GENERATE_GENERATE_H

#include "games/record.h"
#include "games/shogi/shogi.h"
#include "sim/generate/policy.h"

struct generator {
    uint64_t seed;
    enum policy_castles castles; /* CASTLES_USUAL at first; to be set before the first game */
    shogi_move *moves;           /* of all openings, one after the other */
    size_t move_count, move_cap;
    size_t *ends; /* where each opening ends in moves */
    size_t opening_count, opening_cap;
    /* Openings are followed for 2 to so many plies, each as often; 0: as generator_draw_opening()
     * says.  To be set before openings are added. */
    unsigned opening_plies;
};

enum {
    GENERATOR_MAX_PLIES = 400,
    GENERATOR_OPENING_PLIES = 40,       /* kept of an opening */
    GENERATOR_MOST_OPENING_PLIES = 200, /* the most that opening_plies may be */
};

/* Without openings, games begin with the policy's own moves. */
void generator_init(struct generator *g, uint64_t seed);
void generator_release(struct generator *g);

/* Adds one opening: a USI line from the even start ("startpos moves 7g7f …", also with "position"
 * before it, or bare moves).  Moves beyond GENERATOR_OPENING_PLIES, or opening_plies, are left out.  An opening that
 * is given twice is played twice as often: give the lines of a real collection and prefixes will
 * be as frequent as they are there.  STATUS_SYNTAX or STATUS_ILLEGAL: nothing is added. */
enum status generator_add_opening(struct generator *g, struct span line,
                                  struct err *err) CHECK_RESULT;
/* Adds the small book that is built in. */
enum status generator_add_book(struct generator *g, struct err *err) CHECK_RESULT;

/* Draws an opening, and how far it is followed: most games leave the book somewhere between the
 * fourth and the twentieth ply.  *moves gets its moves, borrowed; returns how many, 0 if there are
 * no openings. */
size_t generator_draw_opening(const struct generator *g, struct rng *rng, const shogi_move **moves);

/* Fills rec, which it clears, with game `number`.  Fails only for want of memory. */
enum status generator_game(const struct generator *g, uint64_t number,
                           struct record *rec) CHECK_RESULT;

/* --- Players, events and dates for generated games --------------------------------------------
 * All names are made up from common parts.  As in real collections a few players have many games
 * and many have few. */

/* Adds headers for both players, the event and the day to the record of game `number` of `seed`;
 * they depend on nothing else. */
enum status invented_headers(uint64_t seed, uint64_t number, struct record *rec) CHECK_RESULT;

#endif
