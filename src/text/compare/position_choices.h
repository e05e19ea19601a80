/* position_choices.h: the moves that two sets of games chose in the positions that both reached.
 *
 * Games are replayed twice.  The first time counts positions by a hash in two arrays of small
 * counters, which holds no position but says of nearly all that they are too rare; the second time
 * counts the moves of those that are left.  Memory is 32 MiB and what frequent positions need, of
 * which there are at most plies × games / least.  A position that a game has several times counts
 * where it is first. */
#ifndef KIFU_TEXT_COMPARE_POSITION_CHOICES_H
#define KIFU_TEXT_COMPARE_POSITION_CHOICES_H

#include "base/hash_index.h"
#include "games/replay.h"
#include "text/compare/side_games.h"

enum { COMPARED_SETS = 2 };

struct choice_position {
    struct position_key key;
    uint32_t games[COMPARED_SETS];    /* in which the set's side moved from here */
    uint32_t db, segment, number, id; /* a game that has it */
    uint32_t ply;
    int seat; /* to move */
};

struct position_choice {
    uint32_t position;
    game_move move;
    uint32_t games[COMPARED_SETS];
};

struct position_choices {
    struct choice_position *positions; /* owned */
    size_t position_count, position_cap;
    struct position_choice *at; /* owned; in the order in which they were met */
    size_t count, cap;
    struct hash_index by_key, by_move;
};

struct choice_options {
    uint32_t plies; /* of a game, from its beginning */
    uint32_t least; /* games of each set that a position must have */
    const atomic_bool *cancelled;
};

/* Positions that are too rare after all stay in the list: choice_is_frequent().  Released with
 * position_choices_release(), whatever is returned. */
enum status position_choices_count(struct position_choices *c,
                                   const struct side_games sets[COMPARED_SETS],
                                   const struct side_range *range, const struct choice_options *opt,
                                   struct err *err) CHECK_RESULT;
void position_choices_release(struct position_choices *c);

/* Appends the position in the game's notation, and the moves of that game that lead there. */
struct choice_text {
    struct buf position, moves;
};
enum status choice_position_print(const struct choice_position *p, struct db *const *dbs,
                                  struct choice_text *out, struct err *err) CHECK_RESULT;

static inline bool choice_is_frequent(const struct choice_position *p, uint32_t least)
{
    return p->games[0] >= least && p->games[1] >= least;
}

#endif
