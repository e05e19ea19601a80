/* shogi.h: the rules of shogi.
 *
 * A position is a value: copy it with =.  Moves are sixteen bits.  Functions here are what parsers,
 * the index, the engine and the page call directly; the generic table of src/games/game.h is
 * filled in from them by shogi_game.c.
 *
 *   squares   0..80, by files from the right as Japanese diagrams number them, then by ranks from
 *             the top: square = (file - 1) * 9 + (rank - 1), so 1-1 is 0, 9-9 is 80.
 *   colours   SHOGI_BLACK = 0 (sente, moves up the board), SHOGI_WHITE = 1 (gote).
 *   kinds     1..14; a promoted kind is the plain one with bit 3 set (gold and king have none).
 *   pieces    kind | colour << 4; 0 is an empty square.
 *
 *   move      15    14       13..7                        6..0
 *            [drop][promote][from square, or dropped kind][to square]         0: no move
 */
#ifndef KIFU_GAMES_SHOGI_SHOGI_H
#define KIFU_GAMES_SHOGI_SHOGI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { SHOGI_BLACK = 0, SHOGI_WHITE = 1 };
enum {
    SHOGI_SQUARES = 81,
    /* Room for any move list.  The most that is known is 593, with both kings; a bound: 7 kinds
     * dropped on 81 squares, plus what pieces on the board gain over the drops their squares
     * cost (25 a rook or bishop, 3 a lance or silver, 1 the king) is 692. */
    SHOGI_MAX_MOVES = 704,
    SHOGI_PERFT_MAX_DEPTH = 32,
};

enum shogi_kind {
    SHOGI_NONE = 0,
    SHOGI_PAWN = 1,
    SHOGI_LANCE = 2,
    SHOGI_KNIGHT = 3,
    SHOGI_SILVER = 4,
    SHOGI_BISHOP = 5,
    SHOGI_ROOK = 6,
    SHOGI_GOLD = 7,
    SHOGI_KING = 8,
    SHOGI_PRO_PAWN = 9,
    SHOGI_PRO_LANCE = 10,
    SHOGI_PRO_KNIGHT = 11,
    SHOGI_PRO_SILVER = 12,
    SHOGI_HORSE = 13,  /* promoted bishop */
    SHOGI_DRAGON = 14, /* promoted rook */
    SHOGI_KINDS = 15,
    SHOGI_HAND_KINDS = 8, /* hands hold kinds 1..7 */
};

typedef uint16_t shogi_move;

static inline int shogi_square(int file, int rank)
{
    return (file - 1) * 9 + (rank - 1);
}
static inline int shogi_file_of(int square)
{
    return square / 9 + 1;
}
static inline int shogi_rank_of(int square)
{
    return square % 9 + 1;
}
static inline int shogi_piece(int color, int kind)
{
    return kind | color << 4;
}
static inline int shogi_kind_of(int piece)
{
    return piece & 15;
}
static inline int shogi_color_of(int piece)
{
    return piece >> 4;
}
static inline bool shogi_kind_can_promote(int kind)
{
    return kind >= SHOGI_PAWN && kind <= SHOGI_ROOK;
}
static inline int shogi_kind_plain(int kind)
{
    return kind == SHOGI_KING ? kind : kind & 7;
}

static inline shogi_move shogi_move_make(int from, int to, bool promote)
{
    return (shogi_move)(to | from << 7 | promote << 14);
}
static inline shogi_move shogi_drop_make(int kind, int to)
{
    return (shogi_move)(to | kind << 7 | 1 << 15);
}
static inline int shogi_move_to(shogi_move m)
{
    return m & 127;
}
static inline bool shogi_move_is_drop(shogi_move m)
{
    return m >> 15;
}
/* Of a board move. */
static inline int shogi_move_from(shogi_move m)
{
    return m >> 7 & 127;
}
/* Of a drop. */
static inline int shogi_move_kind(shogi_move m)
{
    return m >> 7 & 127;
}
static inline bool shogi_move_promotes(shogi_move m)
{
    return m >> 14 & 1;
}

#include "games/shogi/shogi_position.h" /* shogi_pos, shogi_undo */

/* --- Positions ------------------------------------------------------------------------------ */

/* The even start position. */
void shogi_pos_start(struct shogi_pos *pos);

enum shogi_handicap { /* in the order of Kakinoki's list; OTHER is a start of its own */
                      SHOGI_EVEN,
                      SHOGI_HANDICAP_LANCE,
                      SHOGI_HANDICAP_RIGHT_LANCE,
                      SHOGI_HANDICAP_BISHOP,
                      SHOGI_HANDICAP_ROOK,
                      SHOGI_HANDICAP_ROOK_LANCE,
                      SHOGI_HANDICAP_2,
                      SHOGI_HANDICAP_3,
                      SHOGI_HANDICAP_4,
                      SHOGI_HANDICAP_5,
                      SHOGI_HANDICAP_LEFT_5,
                      SHOGI_HANDICAP_6,
                      SHOGI_HANDICAP_LEFT_7,
                      SHOGI_HANDICAP_RIGHT_7,
                      SHOGI_HANDICAP_8,
                      SHOGI_HANDICAP_10,
                      SHOGI_HANDICAP_OTHER,
                      SHOGI_HANDICAPS = SHOGI_HANDICAP_OTHER
};
/* The start position of a handicap game (White, the giver, to move). */
void shogi_pos_handicap(struct shogi_pos *pos, enum shogi_handicap handicap);
/* Which of the above it is, side to move included; SHOGI_HANDICAP_OTHER if none. */
enum shogi_handicap shogi_pos_which_handicap(const struct shogi_pos *pos);

/* Building a position piece by piece (BOD diagrams, CSA P lines, JKF): clear, put, set, and last
 * shogi_pos_finish, which computes the hash and checks whether the position can be played on:
 *   - no more pieces of a kind, on the board and in hand, than a set holds (18 pawns, 4 lances …),
 *   - at most one king a side; a missing king is allowed (mate problems) and never in check,
 *   - no piece on a rank from which it could never move, no two unpromoted pawns on a file,
 *   - the side that is not to move is not in check.
 * STATUS_ILLEGAL otherwise; the position is then still printable, but nothing may be played on it
 * and its hash means nothing.  Squares, pieces, colours and kinds that do not exist are ignored;
 * what stood on a square is replaced; counts are kept within 0..255. */
void shogi_pos_clear(struct shogi_pos *pos);
void shogi_pos_put(struct shogi_pos *pos, int square, int piece);
void shogi_pos_set_hand(struct shogi_pos *pos, int color, int kind, int count);
void shogi_pos_set_turn(struct shogi_pos *pos, int color);
enum status shogi_pos_finish(struct shogi_pos *pos, struct err *err) CHECK_RESULT;

/* Both refuse ranks that are not nine squares long, promoted golds and kings, counts of 0 or above
 * 18, text after the position, and whatever shogi_pos_finish refuses; both take any order of the
 * pieces in hand. */
enum shogi_sfen_mode {
    SHOGI_SFEN_STRICT,   /* exactly four fields with one blank between */
    SHOGI_SFEN_TOLERANT, /* also "startpos"; "sfen", "position" before it; several blanks, line
                            ends; missing fields from the right: Black to move, no hands, move 1 */
};
/* Reads one position.  *ply gets the fourth field (1 if missing; NULL: not wanted).  STATUS_SYNTAX
 * with the byte in err, or STATUS_ILLEGAL; *pos is then printable, no more. */
enum status shogi_sfen_parse(struct shogi_pos *pos, struct span text, enum shogi_sfen_mode mode,
                             unsigned *ply, struct err *err) CHECK_RESULT;
/* Appends the canonical SFEN with move number ply. */
void shogi_sfen_print(const struct shogi_pos *pos, unsigned ply, struct buf *out);

bool shogi_pos_equal(const struct shogi_pos *a, const struct shogi_pos *b);
/* Recomputes from scratch and compares everything incremental: for tests. */
bool shogi_pos_consistent(const struct shogi_pos *pos);

/* --- Moves ---------------------------------------------------------------------------------- */

/* All legal moves: promotions and every non-promotion; two pawns, dead ends and pawn-drop mate
 * excluded.  out holds SHOGI_MAX_MOVES; returns how many. */
int shogi_legal_moves(const struct shogi_pos *pos, shogi_move *out);
/* Those of them that give check. */
int shogi_check_moves(const struct shogi_pos *pos, shogi_move *out);
/* All of them in two parts: captures and pawns that promote; the others. */
int shogi_capture_moves(const struct shogi_pos *pos, shogi_move *out);
int shogi_quiet_moves(const struct shogi_pos *pos, shogi_move *out);
/* m may be any sixteen bits. */
bool shogi_move_is_legal(const struct shogi_pos *pos, shogi_move m);
/* m must be legal. */
void shogi_play(struct shogi_pos *pos, shogi_move m, struct shogi_undo *undo);
/* The hash that the position will have, so that a table can be looked at meanwhile. */
uint64_t shogi_hash_after(const struct shogi_pos *pos, shogi_move m);
/* Takes back the last move played. */
void shogi_unplay(struct shogi_pos *pos, shogi_move m, const struct shogi_undo *undo);
bool shogi_in_check(const struct shogi_pos *pos);
/* How many legal moves there are, without listing them. */
int shogi_count_legal_moves(const struct shogi_pos *pos);
/* As shogi_count_legal_moves(), but at most `most` (1 or more): faster where there are many. */
int shogi_count_few_moves(const struct shogi_pos *pos, int most);
/* How hard the side to move, in check, is to mate: ways out of it, those that take the checker
 * counted twice, at most `most`; 0 exactly if there is no legal move. */
int shogi_count_ways_out(const struct shogi_pos *pos, int most);
/* Whether the side to move has no legal move, in check or not. */
bool shogi_has_no_move(const struct shogi_pos *pos);

/* A move of the side to move that mates, 0 if there is none; in check or not. */
shogi_move shogi_mate_in_one(const struct shogi_pos *pos);

/* USI: 7g7f, 8h2b+, P*5e.  Parsing checks the form only. */
bool shogi_usi_parse(struct span text, shogi_move *out);
void shogi_usi_print(shogi_move m, struct buf *out);

/* Number of move sequences of the given length (at most SHOGI_PERFT_MAX_DEPTH); the last ply is
 * counted, or with make_leaves played and undone.  pos comes back as it was. */
uint64_t shogi_perft(struct shogi_pos *pos, int depth);
uint64_t shogi_perft_make_leaves(struct shogi_pos *pos, int depth);

/* --- Ends of games -------------------------------------------------------------------------- */

enum shogi_repetition {
    SHOGI_REP_NONE,
    SHOGI_REP_DRAW, /* fourth occurrence */
    SHOGI_REP_WIN,  /* the opponent gave check at every move of the cycle: side to move wins */
    SHOGI_REP_LOSS, /* the side to move did */
};
/* One entry per position from the start on, the present one last. */
struct shogi_history_entry {
    uint64_t hash;
    bool in_check; /* the side to move there */
};
enum shogi_repetition shogi_repetition(const struct shogi_history_entry *history, unsigned n);

/* Declaration win of the side to move: king in the zone, ten other pieces there, not in check,
 * points.  Rule 27: Black needs 28, White 27; rule 24: 31 wins, 24 to 30 draws.  In handicap games
 * the pieces the giver left off do not count; callers that play by such a rule add them. */
enum shogi_declaration { SHOGI_DECLARE_NO, SHOGI_DECLARE_DRAW, SHOGI_DECLARE_WIN };
enum shogi_declaration shogi_declare_27(const struct shogi_pos *pos);
enum shogi_declaration shogi_declare_24(const struct shogi_pos *pos);

#endif
