/* record.h: the record of a game: a tree of moves with headers, comments and the result.
 *
 * A record is a tree of nodes in one array.  Node 0 is the start position; every other node is a
 * move, or the end of a line ("resigns", "time up").  A node's first child continues the line it
 * is on, further children are variations, in the order in which they are to be shown; so the game
 * itself is reached from node 0 by first children alone.
 *
 *        0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 (end)      child:   1→2, 2→3, 3→4
 *                    └──▶ 5 ──▶ 6             sibling: 3→5 (a variation of the third move)
 *
 * What few nodes have (comments, bookmarks, ends, engine values) is in notes, reached by number.
 * All texts are UTF-8 in the record's arena and die with the next record_clear().
 *
 * Nothing is dropped by reading: headers that no format knows, remarks ("'" lines of CSA, "#" lines
 * of KIF), the words of an unknown ending.  What could not be read is in problems, with its line
 * and byte. */
#ifndef KIFU_GAMES_RECORD_H
#define KIFU_GAMES_RECORD_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "games/game.h"

/* How a line ended.  "Mover": the seat whose turn it is after the last move. */
enum record_end {
    END_NONE,
    END_RESIGN,         /* the mover resigned */
    END_MATE,           /* the mover is mated */
    END_TIME_UP,        /* the mover's time ran out */
    END_ILLEGAL_MOVE,   /* the mover made an illegal move and lost */
    END_ILLEGAL_ACTION, /* note's end_seat offended and lost (the last move, or something else) */
    END_DECLARATION,    /* the mover declared a win */
    END_REPETITION,
    END_IMPASSE,
    END_DRAW,
    END_MAX_MOVES,
    END_INTERRUPTED,
    END_NO_MATE, /* a mate problem that has none */
    END_TAKE_BACK,
    END_ERROR,
    END_FORFEIT_WIN,  /* the mover won without play */
    END_FORFEIT_LOSS, /* the mover lost without play */
    END_SEALED,       /* adjourned with a sealed move */
    END_OTHER,        /* see the note's shogi_end_text */
    END_SCORE,        /* the board was counted */
    END_RAJAS,        /* of chaturanga: all rajas but the winner's were taken */
    END_BARE_RAJA,    /* of chaturanga: a raja was left alone, which is a draw */
    END_COUNT
};

/* Half points: 2 for a win, 1 for a draw, 0 for a loss. */
enum { POINTS_UNKNOWN = -1, POINTS_LOSS = 0, POINTS_DRAW = 1, POINTS_WIN = 2 };

enum record_value_kind { VALUE_NONE, VALUE_CENTIPAWNS, VALUE_MATE };

/* An engine's value found in a comment (the comment itself stays as it was).  Seat 0's view:
 * positive is good for seat 0.  For VALUE_MATE the number is the plies to mate with the winner's
 * sign; a mate of unknown length has |number| == VALUE_MATE_UNKNOWN. */
enum { VALUE_MATE_UNKNOWN = 100000 };
struct record_value {
    enum record_value_kind kind;
    int32_t number;
};

#define RECORD_NO_TIME UINT32_MAX

struct record_node {
    game_move move;   /* 0 in the root and in end nodes */
    uint32_t parent;  /* 0 in the root as well */
    uint32_t child;   /* first child, 0: none */
    uint32_t last;    /* last child, so that a thousand variations cost no thousand steps each */
    uint32_t sibling; /* next variation, 0: none */
    uint32_t note;    /* number of its note, 0: none */
    uint32_t time_ms; /* spent on this move, or RECORD_NO_TIME */
};

struct record_note {
    struct span comment;  /* lines joined by '\n' */
    struct span remark;   /* lines that the format sets apart from content */
    struct span bookmark; /* KIF's & lines, SGF's N */
    struct span extra;   /* what else the format has here, in its own words; see formats/go/sgf.h */
    enum record_end end; /* of an end node */
    int8_t end_seat;     /* END_ILLEGAL_ACTION: who offended; otherwise -1 */
    struct span shogi_end_text; /* as written, where the kind alone does not suffice */
    struct record_value value;
};

/* What a header is about.  Formats map their own keys to these; HEADER_OTHER keeps the key. */
enum record_header_id {
    HEADER_OTHER,
    HEADER_PLAYER, /* HEADER_PLAYER + seat */
    HEADER_PLAYER_LAST = HEADER_PLAYER + GAME_MAX_SEATS - 1,
    HEADER_EVENT,
    HEADER_SITE,
    HEADER_START_TIME,
    HEADER_END_TIME,
    HEADER_TIME_LIMIT,
    HEADER_OPENING,
    HEADER_TITLE,
    HEADER_NOTE,
    HEADER_ID_COUNT
};

struct record_header {
    enum record_header_id id;
    struct span key; /* as written in the source: "棋戦", "$EVENT", "Event" */
    struct span value;
};

enum problem_severity {
    PROBLEM_NOTE,     /* odd, but nothing is missing */
    PROBLEM_LOST,     /* a detail could not be kept (a time, a header, a byte) */
    PROBLEM_PARTIAL,  /* the rest of a line of play is missing */
    PROBLEM_REJECTED, /* the whole record, or file, is missing */
};

struct record_problem {
    enum problem_severity severity;
    struct err err;
    uint32_t node; /* the move after which it is, where its reader knows that; else 0 */
};

struct record {
    const struct game *game;

    struct record_node *nodes; /* nodes[0] is the start */
    uint32_t node_count;
    size_t node_cap;
    struct record_note *notes; /* notes[0] is unused */
    uint32_t note_count;
    size_t note_cap;
    struct record_header *headers; /* in the order of the source */
    uint32_t header_count;
    size_t header_cap;
    struct record_problem *problems; /* at most RECORD_MAX_PROBLEMS */
    uint32_t problem_count;
    size_t problem_cap;
    uint32_t problems_dropped;   /* beyond that number */
    enum problem_severity worst; /* of all, also those */

    struct span start; /* the start position in the game's notation */
    int handicap;      /* the game's number for it: enum shogi_handicap */
    uint32_t
        start_ply; /* moves made before the start position (a diagram's 手数＝171), usually 0 */

    enum record_end end; /* of the game itself; END_NONE if it just stops */
    int8_t points[GAME_MAX_SEATS];

    const char *format;  /* static name of the format it was read from, or NULL */
    const char *charset; /* static name of the character set */
    bool charset_guessed;
    struct span label;       /* where it came from: a path, a path within an archive */
    uint32_t number_in_file; /* 0-based */

    struct arena arena;
};

enum { RECORD_MAX_NODES = 1000000, RECORD_MAX_PLIES = 10000, RECORD_MAX_PROBLEMS = 100 };
_Static_assert((int)RECORD_MAX_PLIES <= (int)GAME_MAX_PLIES, "records must fit into the indexes");

void record_init(struct record *rec);
void record_release(struct record *rec);
/* Empties it for the next game, with a root node; keeps memory. */
enum status record_clear(struct record *rec, const struct game *game) CHECK_RESULT;

/* A new last child of parent; 0 if there is no memory or room. */
uint32_t record_add_node(struct record *rec, uint32_t parent, game_move move);
/* The node's note, made if need be; NULL if there is no memory. */
struct record_note *record_note(struct record *rec, uint32_t node);
/* The node's note, or a constant empty one. */
const struct record_note *record_note_at(const struct record *rec, uint32_t node);
bool record_is_end(const struct record *rec, uint32_t node);

/* key and value are copied. */
enum status record_add_header(struct record *rec, enum record_header_id id, struct span key,
                              struct span value) CHECK_RESULT;
/* The first header of that kind, trimmed; empty if there is none. */
struct span record_header(const struct record *rec, int id);
/* Replaces the headers of an id, of which the first keeps its place and its key; an empty value
 * takes them away.  STATUS_NOMEM. */
enum status record_set_header(struct record *rec, enum record_header_id id,
                              struct span value) CHECK_RESULT;
/* Copies *err; beyond RECORD_MAX_PROBLEMS the least severe are dropped, or this if there is no
 * memory. */
void record_add_problem(struct record *rec, enum problem_severity severity, const struct err *err);
/* Takes out the last of the least severe problems, of which there is at least one. */
void record_drop_least(struct record *rec);
/* Counts one that is not kept. */
void record_drop_problem(struct record *rec, enum problem_severity severity);
/* The worst severity among the problems, kept or not; PROBLEM_NOTE if there is none. */
enum problem_severity record_worst(const struct record *rec);

/* The last move on the main line, and how many moves lead there. */
uint32_t record_last_move(const struct record *rec, uint32_t *plies);
/* The node reached by n moves of the main line; the last one if there are fewer. */
uint32_t record_node_at_ply(const struct record *rec, uint32_t n);

/* Walks the whole tree in reading order, main line first: the node after `node`, or 0 at the end.
 * A variation comes after the line that it leaves. */
uint32_t record_next(const struct record *rec, uint32_t node);

/* Who won, for an end with `mover` to move in a game of two: fills points. */
void record_points_of_end(enum record_end end, int end_seat, int mover, int8_t points[2]);
/* One letter: the first of the (first) winner's colour, b or w in a game of two; d, or ? */
char points_letter(const struct game *game, const int8_t *points);
char record_result_letter(const struct record *rec);

/* Stable English names: "resign", "time-up", … */
const char *record_end_name(enum record_end end);
enum record_end record_end_by_name(struct span name); /* END_NONE if unknown */

#endif
