/* game.h: the description of a game: its figures, rules, notation and, if any, its fast scan.
 *
 * Import, index and query go through it; whatever else a layer needs to know about a game stands in
 * a table of that layer (query/language/words.h, view/board/game_view.h).  Two players and one
 * piece a move are not built in: seats are counted, a move is what one player does in one turn (in
 * chaturanga the roll and up to two moves), and whose turn it is comes from the position.
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

/* What a fast scan looks for: which pieces may stand on each of some squares (bit 0: none at all),
 * and which others (kinds in hand, of shogi) may change, numbered as the game likes. */
enum { GAME_MAX_PLACES = 400, GAME_MAX_SQUARES = 2704, GAME_MAX_OTHERS = 16 };
struct fact_places {
    uint32_t count;
    uint16_t place[GAME_MAX_PLACES];
    uint32_t pieces[GAME_MAX_PLACES];
    uint16_t slot[GAME_MAX_SQUARES]; /* by square: its number + 1; 0: it is not looked at */
    bool others[GAME_MAX_OTHERS], has_others;
    uint8_t sieve[16]; /* the squares again, as the game packs them */
};
#define FACT_PLACES_ANY (~UINT32_C(0))

/* On a square only these pieces are wanted, besides what was wanted of it before; false: there are
 * too many squares. */
static inline bool fact_places_narrow(struct fact_places *p, uint32_t square, uint32_t pieces)
{
    uint16_t *slot = &p->slot[square];
    if (*slot == 0 && p->count == GAME_MAX_PLACES)
        return false;
    if (*slot == 0) {
        p->place[p->count] = (uint16_t)square;
        p->pieces[p->count] = FACT_PLACES_ANY;
        *slot = (uint16_t)++p->count;
    }
    p->pieces[*slot - 1] &= pieces;
    return true;
}

enum fact_want {
    WANT_FACTS,   /* all of them hold */
    WANT_NONE,    /* none of them holds */
    WANT_ANY,     /* one of them holds; they are of one square */
    WANT_CHANGES, /* nothing is wanted, changes are to be seen */
};

struct go_taken; /* games/go/go_match.h */

/* A stored line and how far it has been scanned; what stands below `places` is zero at first. */
struct fact_scan {
    const void *start; /* the light position before the first move */
    const char *moves; /* as they are stored: move_bytes each, little-endian */
    uint32_t plies;
    const struct fact_places *places;
    const struct go_taken *taken; /* what came off the board, if the scan needs it */
    uint32_t taken_count;
    uint8_t *stands;   /* by place, GAME_MAX_PLACES of them: room for a scan that needs taken */
    uint32_t from, to; /* the span found last, end excluded */
    uint32_t ply;      /* after whose move something changed last */
    /* the game's own */
    uint32_t at, missing;
    uint64_t touches;
    uint32_t taken_at;
    bool begun;
};
enum scan_end { SCAN_END, SCAN_FOUND, SCAN_DAMAGED };

struct fact_weight {
    uint32_t fact;
    int32_t weight;
};

/* The rules of a game. */
struct game_rules {
    void (*pos_start)(void *pos);
    int (*seat_to_move)(const void *pos);
    /* The shape of its board; NULL: always that of game.board. */
    struct board_shape (*pos_board)(const void *pos);
    /* Which handicap a start position is, 0 being the usual start: the number in record.handicap.
     * NULL if the game has no list of them. */
    int (*handicap)(const void *pos);
    /* Whether a record may hold the move here: in shogi, if it is legal; in Go, where records hold
     * what was played, legal or not, on any point of the board. */
    bool (*move_is_legal)(const void *pos, game_move move);
    void (*play)(void *pos, game_move move); /* move must be legal */
    /* The move by which it is counted among next moves: moves that differ only by chance are one
     * (dice that fell in another order).  NULL: each counts by itself. */
    game_move (*move_group)(game_move move);
    /* Whose turn it is after a move, in games where the move alone decides that (-1: this one
     * leaves it as it was).  NULL: see game.by_turns. */
    int (*seat_after)(game_move move);

    /* All facts of a position. */
    uint32_t (*facts)(const void *pos, uint32_t *out);
    /* A light position: the little that is needed to know how moves change facts, for walking
     * through stored games by the million (see replay.h).  lite_play() makes a move and lists the
     * facts that end and begin.  It returns whose turn it is then; -1, with nothing changed, if the
     * move cannot be made: stored bytes may be damaged.  Whether a move is legal is not checked. */
    void (*lite_begin)(void *lite, const void *pos);
    void (*lite_copy)(void *to, const void *from); /* NULL: all its bytes; see game_lite_copy() */
    int (*lite_play)(void *lite, game_move move, struct fact_changes *changes);

    /* The seat that a seat becomes under a symmetry. */
    int (*seat_image)(int seat, unsigned symmetry);
    /* A fact about a point or square that is not on the board has no image: NO_FACT. */
    uint32_t (*fact_image)(uint32_t fact, unsigned symmetry, struct board_shape board);
};

/* The notation of a game. */
struct game_text {
    /* The position in the game's usual notation (SFEN for shogi). */
    enum status (*pos_parse)(void *pos, struct span text, struct err *err);
    /* number: of the move to come, for notations that have it (1: not known). */
    void (*pos_print)(const void *pos, uint32_t number, struct buf *out);
    /* Moves in the game's usual short notation (USI for shogi); parsing checks the form only, and
     * knows no position, if pos is NULL. */
    bool (*move_parse)(const void *pos, struct span text, game_move *out);
    void (*move_print)(const void *pos, game_move move, struct buf *out);
    bool (*fact_parse)(struct span name, uint32_t *out);
    void (*fact_print)(uint32_t fact, struct buf *out);
};

/* A fast scan of stored lines, where few facts matter, without making most moves.  It may miss
 * damage; where it meets some it stops, and walking move by move finds the ply. */
struct game_scan {
    /* Adds a condition to what is looked for; false: it cannot be scanned for. */
    bool (*want)(struct fact_places *p, enum fact_want want, const uint32_t *facts, uint32_t count);
    /* The next span of plies at which all conditions are met: scan->from … to. */
    enum scan_end (*next_span)(struct fact_scan *scan);
    /* The next change on the squares, or of the others, with the facts that end and begin there.
     * lite, a copy of the start at first, is what the scan needs it to be. */
    enum scan_end (*next_change)(struct fact_scan *scan, void *lite, struct fact_changes *changes);
    /* Makes the first n moves without listing changes; all facts that hold then are in
     * changes->begins.  False: a move cannot be made. */
    bool (*skip_moves)(void *lite, const char *moves, uint32_t n, struct fact_changes *changes);
    /* A sum of weights of facts along a line.  weigh() fills a table of sums_bytes bytes; false:
     * sums() can't follow these.  sums[0] is that of the facts of the start; sums() writes those
     * after each of the scan's moves.  False: damage.  NULL: there is no such thing. */
    size_t sums_bytes;
    bool (*weigh)(void *table, const struct fact_weight *weights, uint32_t count);
    bool (*sums)(const void *table, const struct fact_scan *scan, int32_t *sums);
    uint32_t most_places; /* of more, making all moves is as quick */
    bool needs_taken;     /* scan->taken; lite is not looked at; NULL skip_moves */
};

struct game {
    const char *name; /* "shogi" */
    struct msg title;
    int seats;
    const char *seat_names[GAME_MAX_SEATS]; /* "black", "white" */
    struct msg seat_titles[GAME_MAX_SEATS]; /* as tables head them */
    size_t pos_bytes, lite_bytes;
    unsigned move_bytes;      /* of a move in a database: 2, 4 or 8 */
    uint32_t max_plies;       /* of a line of play */
    struct board_shape board; /* the usual one */
    bool by_turns;            /* both players move by turns, whatever happens */
    bool passes;              /* a turn may leave the board as it was */
    bool legal_by_start;      /* move_is_legal() depends on the start of the game alone */

    /* Facts: statements that are true of a position or not, numbered 0 … fact_count - 1 for ever
     * (they go into files).  The index keeps the plies during which each held. */
    uint32_t fact_count;
    uint32_t max_facts; /* of one position; at most GAME_MAX_FACTS */
    /* The index has the exact spans of facts with a posting for so many lines or fewer; 0: of none.
     * More of them make a database larger. */
    uint32_t exact_lines;

    /* Symmetries are numbered; 0 leaves everything as it is.  For shogi bit 0 gives the board to
     * the other player (turned round, colours exchanged), bit 1 mirrors it left to right; for Go
     * see go_pattern.h.  flip gives everything to the other player, mirror mirrors left to right;
     * by bits: those meant by "in any orientation", and those that need a square board. */
    unsigned symmetries, flip, mirror;
    uint32_t orientations, need_square;

    struct game_rules rules;
    struct game_text text;
    const struct game_scan *scan; /* NULL: every move is made */
};
#define NO_FACT UINT32_MAX

extern const struct game shogi_game;
extern const struct game go_game;
extern const struct game chaturanga_game;

static inline void game_lite_copy(const struct game *game, void *to, const void *from)
{
    if (game->rules.lite_copy)
        game->rules.lite_copy(to, from);
    else
        memcpy(to, from, game->lite_bytes);
}

/* Whether the image of a board has the same shape. */
static inline bool game_symmetry_fits(const struct game *game, unsigned symmetry,
                                      struct board_shape board)
{
    return board.width == board.height || !(game->need_square >> symmetry & 1);
}

/* All games, NULL at the end. */
extern const struct game *const all_games[];
/* Games of a program's own beside these, NULL at the end; a test defines it, the library does
 * not. */
extern const struct game *const extra_games[] __attribute__((weak, visibility("hidden")));
/* One of either list; NULL if there is none of that name. */
const struct game *game_by_name(struct span name);

#endif
