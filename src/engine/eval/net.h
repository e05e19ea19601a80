/* net.h: the default evaluation: a small network, updated move by move.
 *
 * Each side looks at the board with its own eyes: turned so that it plays upwards, and mirrored
 * if its king is on the left half, so that the king is always on one of five files.  What it sees
 * are features: a piece on a square, a king on a square, "at least n of a kind in hand".  Which
 * row of weights a feature has depends on where the king is (one of NET_BUCKETS regions):
 *
 *     Black's eyes ──▶ sum of rows ──▶ hidden[0..H)  ──┐ clamp to 0…1, square
 *     White's eyes ──▶ sum of rows ──▶ hidden[0..H)  ──┴──▶ side to move first ──▶ · out ──┐
 *         each row also has a plain worth; own minus enemy's ─────────────────────────────+──▶ value
 *
 * There is one `out` for each of NET_PHASES phases of the game, told by what is in the hands.
 * A move changes a few rows of each sum, and only a king that enters another region asks for a new
 * sum; sums are made when a value is asked for, not before.
 *
 * Weights are small integers: rows and biases in 255ths, worths in eighths of a hundredth of a
 * pawn.  A feature's worth counts in the eyes of both sides, so it is about half of what the piece
 * is worth, and its negative for an enemy's piece:
 *
 *     value = (own worths - enemy's worths) / 8 + out_bias + (out · squares) * out_gain / 2^20
 */
#ifndef KIFU_ENGINE_EVAL_NET_H
#define KIFU_ENGINE_EVAL_NET_H

#include "base/err.h"
#include "engine/eval/eval.h"

enum {
    /* pawn lance knight silver bishop rook gold, promoted pawn, the other small promoted pieces,
     * horse, dragon */
    NET_KINDS = 11,
    NET_BOARD_FEATURES = 2 * NET_KINDS * SHOGI_SQUARES,
    NET_KING_FEATURES = 2 * SHOGI_SQUARES, /* own, enemy */
    NET_HAND_FEATURES = 2 * 38,            /* "at least n": 18 pawns, 4 each of four, 2, 2 */
    NET_FEATURES = NET_BOARD_FEATURES + NET_KING_FEATURES + NET_HAND_FEATURES,
    NET_MOST_ACTIVE = 40, /* features in one side's eyes: there are 40 pieces */
    NET_BUCKETS = 12,
    NET_HIDDEN = 32,
    NET_PHASES = 6,
    NET_ONE = 255,      /* 1.0 in rows: they stay below a half, and the finer the better */
    NET_ROW_MOST = 127, /* the largest of a row */
    NET_OUT_ONE = 128,  /* the largest of out: 255 times that is still sixteen bits */
    NET_WORTH_ONE = 8,
    NET_BIAS_MOST = 8192, /* with it no sum of 40 rows leaves sixteen bits */
    NET_OUT_BIAS_MOST = 32000,
    NET_OUT_GAIN_MOST = 1 << 20,
    NET_SCALE = 600, /* hundredths of a pawn at which a side wins e times as often as it loses */
};

struct net {
    _Alignas(64) int8_t row[NET_BUCKETS][NET_FEATURES][NET_HIDDEN];
    _Alignas(64) int16_t bias[NET_HIDDEN];
    int16_t worth[NET_BUCKETS][NET_FEATURES];
    int16_t out[NET_PHASES][2 * NET_HIDDEN]; /* own eyes, then the enemy's; within NET_OUT_ONE */
    int32_t out_bias[NET_PHASES];            /* hundredths of a pawn */
    int32_t out_gain; /* 255² × out × out_gain / 2^20: what a unit at 1.0 is worth */
};

/* --- Features, for the trainer and the network alike ------------------------------------------ */

/* What can be seen, whoever looks: a piece (also a king) on a square, the nth piece (from 1) of a
 * kind in a hand. */
enum { NET_HAND_ITEM = 1 << 12, NET_ITEMS = 1 << 13 };
static inline int net_board_item(int piece, int square)
{
    return piece << 7 | square;
}
static inline int net_hand_item(int color, int kind, int n)
{
    return NET_HAND_ITEM | color << 8 | kind << 5 | n;
}
/* In the eyes of a side: the first feature of a piece, and of a color's kind in hand; how it sees a
 * square, as it is and mirrored (left and right exchanged). */
extern const uint16_t net_piece_first[2][32], net_hand_first[2][2][SHOGI_HAND_KINDS];
extern const uint8_t net_seen_square[2][2][SHOGI_SQUARES];
/* The feature that an item is to `side`. */
static inline int net_feature(int side, bool mirrored, int item)
{
    return item & NET_HAND_ITEM
               ? net_hand_first[side][item >> 8 & 1][item >> 5 & 7] + (item & 31) - 1
               : net_piece_first[side][item >> 7] + net_seen_square[side][mirrored][item & 127];
}
/* How a side looks when its king is on the square (-1: it has none, and sees as if at home):
 * mirrored if that is in the left half in its own eyes; the region of the king. */
void net_place_king(int side, int square, bool *mirrored, uint8_t *bucket);
int net_phase(const struct shogi_pos *pos);
/* All that there is to see, at most NET_MOST_ACTIVE; returns how many. */
int net_items(const struct shogi_pos *pos, uint16_t *out);

/* What a move changes. */
enum { NET_MOST_CHANGES = 2 };
struct net_changes {
    uint16_t plus[NET_MOST_CHANGES], minus[NET_MOST_CHANGES]; /* items */
    int plus_count, minus_count;
};
/* Before the move is played. */
void net_changes_of(const struct shogi_pos *pos, shogi_move m, struct net_changes *out);

/* --- Judging ---------------------------------------------------------------------------------- */

extern const struct eval_type eval_net; /* weights: struct net */

/* From scratch, without any shortcut: for tests.  For the side to move. */
int net_value_plain(const struct net *net, const struct shogi_pos *pos);

/* --- Files -------------------------------------------------------------------------------------
 *
 *      0          8                                        28                     n - 8      n
 *     ┌──────────┬────────────────────────────────────────┬──────────────────────┬──────────┐
 *     │ KIFUNET1 │ u32 buckets features hidden phases one │ fields in one frame  │ XXH3 of  │
 *     │          │                                        │ of zstd              │ the rest │
 *     └──────────┴────────────────────────────────────────┴──────────────────────┴──────────┘
 * Fields are those of struct net in their order, little-endian. */
#define NET_MAGIC "KIFUNET1"
enum status net_read(struct span bytes, struct net *out, struct err *err) CHECK_RESULT;
enum status net_write(const struct net *net, struct buf *out, struct err *err) CHECK_RESULT;

#endif
