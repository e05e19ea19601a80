/* game.h: the small table every game fills in.
 *
 * Import, index and display go through it; hot loops call a game's own functions.  Two players
 * and one piece a move are not built in: seats are counted, a move is what one player does in one
 * turn (in chaturanga the roll and up to two moves), and whose turn it is comes from the position.
 *
 * A position is an opaque block of pos_bytes bytes, aligned for anything, that may be copied. */
#ifndef KIFU_GAMES_GAME_H
#define KIFU_GAMES_GAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { GAME_MAX_SEATS = 4 };

/* One turn, packed as the game likes; 0 is never a move. */
typedef uint64_t game_move;

/* The shape of a board, for games that are played on more than one. */
struct board_shape {
    uint8_t width, height;
};

/* How a move changes what is true of the position.  A move in Go may take thousands of stones from
 * the largest board, which has 52 by 52 points. */
enum { GAME_MAX_FACTS = 4096 };
/* Plies of one line of play, of any game: the indexes count them in 16 bits, and need one number
 * that is the ply of no line. */
enum { GAME_MAX_PLIES = 65534 };
struct fact_changes {
    uint32_t n_ends, n_begins;
    uint32_t ends[GAME_MAX_FACTS], begins[GAME_MAX_FACTS];
};

/* Places whose changes matter, as the game numbers them: of shogi squares, and kinds in hand. */
struct fact_watch {
    bool places[128], others[16];
    uint8_t sieve[16]; /* places once more, as the game likes them */
};

/* What is wanted of places, all at once: which pieces may stand on each (bit 0: none at all). */
enum { GAME_MAX_PLACES = 128 };
struct fact_places {
    uint32_t count;
    uint8_t place[GAME_MAX_PLACES];
    uint32_t pieces[GAME_MAX_PLACES];
    uint8_t slot[GAME_MAX_PLACES]; /* by place: its number + 1; 0: nothing is wanted of it */
    uint8_t sieve[16];             /* places once more, as the game likes them */
};

/* Where one is in a line of play, looking for spans of plies at which that is so. */
struct fact_leap {
    uint32_t from, to; /* the span found last, end excluded */
    uint32_t at;       /* plies looked at */
    uint32_t missing;  /* what is not met there: its number; count: nothing */
    bool begun;
};
enum leap_end { LEAP_NO_MORE, LEAP_SPAN, LEAP_DAMAGED };

struct game {
    const char *name; /* "shogi" */
    struct msg title;
    int seats;
    const char *seat_names[GAME_MAX_SEATS]; /* "black", "white" */
    size_t pos_bytes;

    void (*pos_start)(void *pos);
    /* The position in the game's usual notation (SFEN for shogi). */
    enum status (*pos_parse)(void *pos, struct span text, struct err *err);
    void (*pos_print)(const void *pos, struct buf *out);
    int (*seat_to_move)(const void *pos);
    /* The shape of its board; NULL: always that of `board` below. */
    struct board_shape (*pos_board)(const void *pos);
    /* Which handicap a start position is, 0 being the usual start: what record.handicap says.  NULL
     * if the game has no list of them. */
    int (*handicap)(const void *pos);

    /* Moves in the game's usual short notation (USI for shogi); parsing checks the form only, and
     * knows no position, if pos is NULL. */
    bool (*move_parse)(const void *pos, struct span text, game_move *out);
    void (*move_print)(const void *pos, game_move move, struct buf *out);
    /* May a record hold the move here?  In shogi by the rules; in Go, where records hold what was
     * played whatever the rules say, on any point of the board. */
    bool (*move_is_legal)(const void *pos, game_move move);
    bool legal_by_start;                     /* that depends on the start of the game alone */
    uint32_t max_plies;                      /* of a line of play */
    bool passes;                             /* a turn may leave the board as it was */
    void (*play)(void *pos, game_move move); /* move must be legal */

    /* The move by which it is counted when what was played next is told: moves between which nobody
     * chose are one (dice that fell in another order).  NULL: each counts by itself. */
    game_move (*move_group)(game_move move);

    /* Bytes of a move in a database: 2, 4 or 8. */
    unsigned move_bytes;

    /* Facts: statements that are true of a position or not, numbered 0 … fact_count - 1 for ever
     * (they go into files).  The index keeps the plies during which each held. */
    uint32_t fact_count;
    uint32_t max_facts; /* of one position; at most GAME_MAX_FACTS */
    uint32_t (*facts)(const void *pos, uint32_t *out);
    void (*fact_changes)(const void *pos, game_move move, struct fact_changes *out);
    void (*fact_print)(uint32_t fact, struct buf *out);
    bool (*fact_parse)(struct span name, uint32_t *out);

    /* A light position: the little that is needed to say how moves change facts, for walking
     * through stored games by the million (see replay.h).  lite_play() says which facts end and
     * begin; false, with nothing changed, for a move that can't be made there: stored bytes may be
     * damaged.  It does not ask whether a move is legal. */
    size_t lite_bytes;
    void (*lite_begin)(void *lite, const void *pos);
    void (*lite_copy)(void *to, const void *from); /* NULL: all its bytes; see game_lite_copy() */
    bool (*lite_play)(void *lite, game_move move, struct fact_changes *changes);
    int (*lite_seat)(const void *lite); /* whose turn it is */
    /* The same without playing: both players move by turns, whatever happens; or the last move
     * says it (-1: this one leaves it as it was).  Neither: it takes playing. */
    bool by_turns;
    int (*seat_after)(game_move move);
    /* Where nobody asks what changes on the way: makes n moves as they are stored (move_bytes each,
     * little-endian), quickly; false, at some position, if one can't be made.  And all facts of
     * the light position, as facts() has them.  Both may be NULL. */
    bool (*lite_skip)(void *lite, const char *moves, uint32_t n);
    uint32_t (*lite_facts)(const void *lite, uint32_t *out);
    /* Where few facts are asked about: adds to *w what a fact depends on; and makes moves first …
     * n - 1 as lite_skip() does, up to one that may change what is watched or can't be made, which
     * is not made: its number, or n.  Both may be NULL. */
    void (*watch_fact)(struct fact_watch *w, uint32_t fact);
    uint32_t (*lite_watch)(void *lite, const char *moves, uint32_t first, uint32_t n,
                           const struct fact_watch *w);
    /* Where nothing but places is watched: without making the moves between.  touched() fills in a
     * bit for each of n moves; touch() makes one of those, each in turn, of what is watched: lite
     * is that at first where the moves begin, which is also `start`.  False: it can't be made, or
     * lite_watch() is needed to tell.  Both may be NULL. */
    void (*touched)(const char *moves, uint32_t n, const struct fact_watch *w, uint64_t *bits);
    bool (*touch)(void *lite, const void *start, const char *moves, uint32_t ply,
                  const struct fact_watch *w, struct fact_changes *changes);
    /* Where everything wanted is about places: the next span of plies at which they all have it,
     * without a look at most moves (shogi_leap.h).  place_fact() adds a condition, that a fact
     * holds or does not; place_any() that one of several does, all of one place; false: that can't
     * be said so.  All three may be NULL. */
    bool (*place_fact)(struct fact_places *p, uint32_t fact, bool wanted);
    bool (*place_any)(struct fact_places *p, const uint32_t *facts, uint32_t count);
    enum leap_end (*leap)(struct fact_leap *leap, const void *start, const char *moves, uint32_t n,
                          const struct fact_places *p);
    /* For games in which pieces come off where nothing moves to: the points that are empty after
     * the move and were not before, or that it was made on all the same (a stone of Go that takes
     * itself off); how many.  changes: what lite_play() said; held: a bit for each fact, after the
     * move; out has room for max_facts.  NULL: the game needs no list of them (facts/captures.h).
     */
    uint32_t (*emptied)(game_move move, const struct fact_changes *changes, const uint64_t *held,
                        uint16_t *out);

    /* Symmetries are numbered; 0 leaves everything as it is.  For shogi bit 0 gives the board to
     * the other player (turned round, colours exchanged), bit 1 mirrors it left to right; for Go
     * see go_pattern.h.  The game says which one gives everything to the other player (flip), which
     * one mirrors left to right, and by bits which ones are meant by "in any orientation". */
    unsigned symmetries, flip, mirror;
    uint32_t orientations;
    bool (*flips_seats)(unsigned symmetry); /* does it exchange the players? */
    /* Who takes the place of a player, in games of more than two; NULL: see flips_seats. */
    int (*seat_image)(int seat, unsigned symmetry);
    /* Where things go depends on the board.  board is the usual one; symmetry_fits() says whether
     * the image of a board has the same shape, NULL: always.  A fact about a place that is not on
     * the board has no image. */
    struct board_shape board;
    bool (*symmetry_fits)(unsigned symmetry, struct board_shape board);
    uint32_t (*fact_image)(uint32_t fact, unsigned symmetry, struct board_shape board);
};
#define NO_FACT UINT32_MAX

extern const struct game shogi_game;
extern const struct game go_game;
extern const struct game chaturanga_game;

static inline void game_lite_copy(const struct game *game, void *to, const void *from)
{
    if (game->lite_copy)
        game->lite_copy(to, from);
    else
        memcpy(to, from, game->lite_bytes);
}

/* All games, NULL at the end. */
extern const struct game *const all_games[];
/* NULL if there is none of that name. */
const struct game *game_by_name(struct span name);

#endif
