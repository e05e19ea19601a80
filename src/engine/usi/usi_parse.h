/* usi_parse.h: the words of a USI line, and what "go" and "position" say with them.
 *
 * Forgiving: words that mean nothing are passed over, numbers too large are the largest. */
#ifndef KIFU_ENGINE_USI_USI_PARSE_H
#define KIFU_ENGINE_USI_USI_PARSE_H

#include "engine/natural/natural.h"

/* The next word of a line, taken off its front; empty at its end. */
struct span usi_word(struct span *line);

/* What "go", or "ponderhit" with times, asks for. */
struct usi_go {
    bool ponder, infinite;
    bool mate, mate_timed; /* not timed: as long as it takes */
    uint32_t mate_ms;
    bool timed; /* times of a clock were given */
    uint32_t time_ms[2], increment_ms[2], byoyomi_ms;
    bool has_movetime;
    uint32_t movetime_ms;
    uint32_t depth;                   /* 0: no limit; who asks for 0 gets 1 */
    uint64_t nodes;                   /* likewise */
    shogi_move only[SHOGI_MAX_MOVES]; /* "searchmoves": written as moves, legal or not */
    unsigned only_count;
};
void usi_go_parse(struct usi_go *go, struct span line);

/* A game as "position" tells it: where it stands and how it came there. */
struct usi_game {
    bool known; /* false: there is no position, what was said of it was refused */
    struct shogi_pos pos;
    unsigned ply;                        /* of the move to come, from 1 */
    struct natural_past past;            /* the last moves, as far as they were told */
    struct shogi_history_entry *history; /* owned: positions so far, pos last */
    size_t count, cap;
};

enum status usi_game_init(struct usi_game *g, struct err *err) CHECK_RESULT;
void usi_game_release(struct usi_game *g);
/* Reads "startpos|sfen … [moves …]".  On error the game is not known any more: whoever played on
 * from an earlier position would play in another game than his opponent. */
enum status usi_game_set(struct usi_game *g, struct span line, struct err *err) CHECK_RESULT;
enum status usi_game_copy(struct usi_game *g, const struct usi_game *from,
                          struct err *err) CHECK_RESULT;

#endif
