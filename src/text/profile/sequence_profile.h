/* sequence_profile.h: the profile of a mined sequence: moves, surroundings, continuations, players, results.
 *
 * Occurrences of a string of symbols need not lie on the same points: the encodings follow shapes,
 * not places.  The profile is that of the commonest placement (surroundings.h): its moves, the stones
 * that stood around it, what was played near it next.  Usage is that of all occurrences.  Memory
 * grows with the occurrences of this one sequence only.
 *
 * That is for Go.  In shogi the points are those of the symbols, but positions differ: a profile
 * is drawn of the commonest one, and knows no surroundings. */
#ifndef KIFU_TEXT_PROFILE_SEQUENCE_PROFILE_H
#define KIFU_TEXT_PROFILE_SEQUENCE_PROFILE_H

#include "base/wilson.h"
#include "store/metadata/columns.h"
#include "store/metadata/metadata.h"
#include "store/people/people_index.h"
#include "text/mine/mine.h"
#include "text/mine/tally.h"
#include "text/profile/surroundings.h"

/* --- Who played a sequence, when, and with which results --------------------------------------
 * Each game counts once, however often it happens there; for results each game and side that began
 * it.  Years come from the columns, names from the metadata, so that games of several segments and
 * databases may be added.  Players are persons: the spellings of one count together, and who sits
 * at both sides of the board has played one game. */

enum { USAGE_DECADES = 1000 }; /* a year beyond is nobody's */

struct usage {
    uint32_t games, dated;
    uint32_t first_year, last_year;  /* 0: none is known */
    uint32_t decades[USAGE_DECADES]; /* games of the years 10 i … 10 i + 9 */
    uint32_t sides;                  /* games and sides that began */
    uint32_t wins, losses, draws;    /* of these, as far as known */
    struct tally players; /* by person, the usual name, of either side; one count a game */
};

struct usage_game {
    const struct columns *columns;
    struct metadata *metadata;         /* NULL: no names */
    const struct people_index *people; /* NULL: each spelling is a person */
    uint32_t number;
};

void usage_init(struct usage *u);
void usage_release(struct usage *u);
void usage_clear(struct usage *u);
/* A game that was not added yet. */
enum status usage_add_game(struct usage *u, const struct usage_game *g,
                           struct err *err) CHECK_RESULT;
/* In which this seat began it. */
void usage_add_side(struct usage *u, const struct usage_game *g, int seat);
void usage_finish(struct usage *u);
/* Of the side that began. */
struct wilson usage_score(const struct usage *u);

/* --- Sequence profile ------------------------------------------------------------------------- */

/* A next move is near within so many points of the rectangle of the stones: it holds the extensions
 * along the side that sequences in a corner end with. */
enum { SEQUENCE_NEAR = 4, SEQUENCE_EXAMPLES = 6 };

struct sequence_example {
    uint32_t line; /* of the mining */
    uint32_t ply;  /* the board right after the last move */
};

struct sequence_profile {
    const struct game *game;
    bool on_board; /* it is placed on a board (encoding.placed); else it is played from the start */
    double score;
    uint32_t frequency;   /* occurrences */
    int width, height;    /* of the board */
    go_move *moves;       /* in normal form; of shogi (shogi_move) as they were played */
    struct buf positions; /* of shogi: before, between and after the moves, a line each (SFEN) */
    uint32_t length;
    uint32_t placements; /* different ones */
    uint32_t placed;     /* occurrences of the commonest one */
    uint32_t unbroken;   /* of these: no move of the game came between the sequence's */
    struct surroundings around;
    struct tally next; /* the next move near, whenever it came; keys: a move, two bytes */
    uint32_t at_once;  /* of these: the very next move of the game was near */
    struct usage usage;
    /* how often the first stone in the corner lay so many lines from the edges, the nearer first */
    uint32_t openings[PLACEMENT_CORNER + 1][PLACEMENT_CORNER + 1];
    struct sequence_example examples[SEQUENCE_EXAMPLES]; /* of that placement, the oldest first */
    uint32_t example_count;
    struct sequence_profile_work *work; /* owned */
};

enum status sequence_profile_init(struct sequence_profile *p, struct err *err) CHECK_RESULT;
void sequence_profile_release(struct sequence_profile *p);
/* Where sequences come from; borrowed. */
struct sequence_source {
    const struct mine_result *mining;
    struct db *const *dbs;
    const struct span *names; /* what the databases are called; NULL: their paths */
    int width, height;        /* of the boards */
    const atomic_bool *cancelled;
};
/* What was there before is replaced, its memory used again. */
enum status sequence_profile_make(struct sequence_profile *p, const struct sequence_source *from,
                                  const struct sequence *s, struct err *err) CHECK_RESULT;

/* What the corner was opened with, as placement_first() has it: the first stone there in more than
 * half of the games, whether it belongs to the sequence or was played long before; 0 if the
 * sequence is in no corner, or there is no telling. */
int sequence_profile_opening(const struct sequence_profile *p);

uint16_t sequence_next_move(const struct tally_entry *e);
/* Appends a move of it as the game's short notation has it: B[Q16], 7g7f. */
void sequence_print_move(const struct sequence_profile *p, uint16_t move, struct buf *out);
/* Games in which nothing was played near afterwards: occurrences without a next move. */
static inline uint32_t sequence_profile_ended(const struct sequence_profile *p)
{
    return p->placed - (uint32_t)p->next.total;
}

#endif
