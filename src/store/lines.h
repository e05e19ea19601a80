/* lines.h: the games of a segment as lines of play.
 *
 * A line is a start position and moves.  Lines 0 … games - 1 are the games themselves, sorted by
 * start position and then by moves, so that games with the same opening stand side by side (the
 * lists of the index are shorter and faster for it); "number" means this place in the order.  After
 * them come the variations, each from the start of its game, so that every line can be replayed by
 * itself; `fresh` is the first ply that the variation does not share with an earlier line of its
 * game, and only plies from there on are indexed (ply p is the position after p moves).
 *
 * Game ids, in contrast, follow the input and never change.  Sections of a segment:
 *
 *     lines    u32 games, u32 lines, u32 move_bytes, u32 starts
 *              u32 first[lines + 1]       a line's first move, counted in moves
 *              u32 id[games]              ascending order of ids is the order of input
 *              u32 by_id[games]           numbers of the games sorted by id
 *              u32 start_line[starts + 1] the first game of each start position; the last: games
 *              u32 start_text[starts + 1] where its notation begins in the texts
 *              { u32 number, u32 fresh }[lines - games]
 *              the texts, one after another ("" is the usual start)
 *     moves    move_bytes each, little-endian
 *
 * Equal games stand in the order of their ids.  Starts are in the order of their texts' bytes and
 * each has at least one game.  The variations of a game follow each other, and the games that have
 * some come in the order of their numbers.
 *
 * Opening checks what the functions below rely on, so that they need no checks; the moves
 * themselves may still be impossible, which replay_step() notices.  lines_check() checks all the
 * rest. */
#ifndef KIFU_STORE_LINES_H
#define KIFU_STORE_LINES_H

#include <stdint.h>

#include "base/err.h"
#include "base/le.h"
#include "games/game.h"
#include "store/segment.h"

struct lines {
    const struct game *game;
    uint32_t games, count; /* games, and all lines */
    uint32_t starts;
    unsigned move_bytes;
    /* Borrowed; little-endian u32s, read with le_get32(). */
    const char *first, *id, *by_id, *start_line, *start_text, *variation, *texts;
    const char *moves;             /* to be had by line_move() and line_stored(), who verify them */
    const struct segment *segment; /* that they are in; NULL: they are in memory, and whole */
};

/* Borrows the segment.  Takes a millisecond for a quarter of a million games. */
enum status lines_open(struct lines *l, const struct game *game, const struct segment *s,
                       struct err *err) CHECK_RESULT;
/* The same for the bytes of both sections.  NULL if they are as they must be; otherwise what is
 * wrong, *at being where. */
const struct msg *lines_from_bytes(struct lines *l, const struct game *game, struct span lines,
                                   struct span moves, const char **at);
/* Verifies lines from … to - 1 of a segment that is open: that every move can be made, that games
 * are sorted, that variations begin as they say.  STATUS_SYNTAX with the place if not. */
enum status lines_check(const struct lines *l, const struct segment *s, uint32_t from, uint32_t to,
                        struct err *err) CHECK_RESULT;

static inline uint32_t lines_u32(const char *array, uint32_t i)
{
    return le_get32(array + 4 * (size_t)i);
}
static inline uint32_t line_plies(const struct lines *l, uint32_t line)
{
    return lines_u32(l->first, line + 1) - lines_u32(l->first, line);
}
/* The moves of a line as they are stored, move_bytes each, verified: after damage
 * segment_status() fails, and nothing that was made of them may be believed. */
static inline const char *line_stored(const struct lines *l, uint32_t line)
{
    uint32_t first = lines_u32(l->first, line), end = lines_u32(l->first, line + 1);
    const char *stored = l->moves + (size_t)first * l->move_bytes;
    (void)segment_verify(l->segment, span_make(stored, (size_t)(end - first) * l->move_bytes));
    return stored;
}
/* STATUS_SYNTAX if the moves of a line are damaged. */
enum status line_status(const struct lines *l, uint32_t line, struct err *err) CHECK_RESULT;
/* The move made at ply (0: the first), of moves from line_stored(). */
static inline game_move stored_move(const struct lines *l, const char *stored, uint32_t ply)
{
    if (l->move_bytes == 2)
        return le_get16(stored + 2 * (size_t)ply);
    return l->move_bytes == 4 ? le_get32(stored + 4 * (size_t)ply)
                              : le_get64(stored + 8 * (size_t)ply);
}
/* A single one; ply < line_plies().  Verified likewise. */
static inline game_move line_move(const struct lines *l, uint32_t line, uint32_t ply)
{
    const char *at = l->moves + ((size_t)lines_u32(l->first, line) + ply) * l->move_bytes;
    (void)segment_verify(l->segment, span_make(at, l->move_bytes));
    return stored_move(l, at, 0);
}
/* The game that a line belongs to; itself if it is one. */
static inline uint32_t line_game(const struct lines *l, uint32_t line)
{
    return line < l->games ? line : lines_u32(l->variation, 2 * (line - l->games));
}
/* The first ply that is indexed; 0 for games. */
static inline uint32_t line_fresh(const struct lines *l, uint32_t line)
{
    return line < l->games ? 0 : lines_u32(l->variation, 2 * (line - l->games) + 1);
}
static inline uint32_t game_id(const struct lines *l, uint32_t number)
{
    return lines_u32(l->id, number);
}
/* The place of an id among those of the segment, 0 the smallest; false if it has none such. */
bool lines_order_of_id(const struct lines *l, uint32_t id, uint32_t *nth);
/* The number of the game with this id; false if the segment has none. */
bool lines_find_id(const struct lines *l, uint32_t id, uint32_t *number);
/* The place of a game among the games by id: what entries are kept by. */
uint32_t line_order(const struct lines *l, uint32_t number);
/* The variations of a game are the lines *from … *to - 1; none if they are equal. */
void lines_of_game(const struct lines *l, uint32_t number, uint32_t *from, uint32_t *to);
/* Which start position a line has, 0 … starts - 1, and its notation ("": the usual one). */
uint32_t line_start(const struct lines *l, uint32_t line);
/* Copies the moves of a line; out has room for line_plies(). */
void line_moves(const struct lines *l, uint32_t line, game_move *out);
struct span lines_start_text(const struct lines *l, uint32_t start);
/* Same start, same moves: a hash, never 0, that is the same in every segment. */
uint64_t line_hash(const struct lines *l, uint32_t line);

#endif
