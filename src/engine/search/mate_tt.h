/* mate_tt.h: the mate solver's transposition table; see mate.h. */
#ifndef KIFU_ENGINE_SEARCH_MATE_TT_H
#define KIFU_ENGINE_SEARCH_MATE_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* Proof and disproof numbers.  MATE_INFINITE is "settled the other way". */
enum { MATE_INFINITE = 1 << 28 };
/* Lengths.  Those above MATE_LONG stand for "however long". */
enum { MATE_NO_LENGTH = 0xFFFF, MATE_LONG = 0x4000, MATE_UNLIMITED = 0x7FFF };

/* The attacker's hand in one word, each kind with a guard bit above it, so that one subtraction
 * compares all of them:
 *
 *     28   25   22    18    14     10     6     0
 *     [rook][bish][gold][silv][knig][lanc][pawn]
 */
#define MATE_GUARDS                                                                                \
    (UINT32_C(1) << 5 | UINT32_C(1) << 9 | UINT32_C(1) << 13 | UINT32_C(1) << 17 |                 \
     UINT32_C(1) << 21 | UINT32_C(1) << 24 | UINT32_C(1) << 27)
uint32_t mate_hand(const uint8_t hand[8]);
/* One piece of a kind; the bits of its number. */
uint32_t mate_hand_of(int kind);
uint32_t mate_hand_field(int kind);
/* Of every kind the larger number of the two. */
uint32_t mate_hand_union(uint32_t a, uint32_t b);
/* Has a at least what b has of every kind? */
static inline bool mate_hand_covers(uint32_t a, uint32_t b)
{
    return (((a | MATE_GUARDS) - b) & MATE_GUARDS) == MATE_GUARDS;
}

struct mate_tt_entry {
    uint64_t key;    /* of the board and the side to move */
    uint32_t hand;   /* the attacker's, or what a proof needs of it */
    uint32_t pn, dn; /* of the open question */
    uint32_t work;   /* nodes below it */
    uint16_t mate;   /* a mate is known within so many plies; MATE_NO_LENGTH: none */
    uint16_t none;   /* no mate within so many plies; 0: nothing known */
    uint32_t round;  /* the table's when it was written; another: an empty slot */
};

struct mate_value {
    uint32_t pn, dn;
    uint16_t mate, none;
    uint32_t hand; /* of a proof: what the attacker needs of his hand */
};

struct mate_tt {
    void *memory;                /* owned */
    struct mate_tt_entry *slots; /* in memory, at a multiple of their size */
    size_t most;                 /* slots there is room for: a power of two, and a window behind */
    size_t count;                /* slots in use as yet: a power of two */
    size_t full;                 /* how many of them hold something, about */
    uint32_t round;              /* from 1; forgetting everything starts the next */
    uint64_t *paths;             /* owned: positions lost by coming back, with the way to them */
    size_t path_count;
    bool any_path; /* some of them hold something */
};

enum status mate_tt_open(struct mate_tt *t, size_t bytes, struct err *err) CHECK_RESULT;
void mate_tt_close(struct mate_tt *t);
void mate_tt_clear(struct mate_tt *t);

/* What is known about the question "mate within `length`": settled (a number is 0), numbers of
 * earlier searches, or false if nothing is. */
bool mate_tt_probe(const struct mate_tt *t, uint64_t key, uint32_t hand, uint32_t length,
                   struct mate_value *out);
/* hand: of a proof, what it needs; else what the attacker has. */
void mate_tt_store(struct mate_tt *t, uint64_t key, uint32_t hand, const struct mate_value *value,
                   uint32_t work);

/* Disproofs by coming back: hash of the position and of the way. */
bool mate_path_known(const struct mate_tt *t, uint64_t path);
void mate_path_store(struct mate_tt *t, uint64_t path);

#endif
