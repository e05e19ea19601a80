/* halfka.h: a larger network for the engine, whose sizes come from its file.
 *
 * Each side sees the features of net.h, and which row of weights a feature has depends on the region
 * of its own king: the file says which of 45 squares (the board is mirrored) belong to which region.
 *
 *     Black's eyes ──▶ sum of rows ──▶ U units ──┐ clip to 0…1; first half · second half
 *     White's eyes ──▶ sum of rows ──▶ U units ──┴──▶ side to move first ──▶ U inputs
 *     U inputs ──▶ dense, F units ──▶ clipped and squared, 2 F ──▶ dense, S units ──▶ clipped ──▶ value
 *
 * There is one dense tail for each of NET_PHASES phases.  scripts/engine-train makes such files,
 * docs/formats/halfka.md has every byte and every rounding.  All processors give the same values. */
#ifndef KIFU_ENGINE_EVAL_HALFKA_H
#define KIFU_ENGINE_EVAL_HALFKA_H

#include "engine/eval/eval.h"
#include "engine/eval/net.h"

enum {
    HALFKA_MOST_UNITS = 512,
    HALFKA_MOST_DENSE = 64,
    HALFKA_KING_SQUARES = 45,
    HALFKA_ONE = 255,      /* 1.0 of a unit */
    HALFKA_TAIL_ONE = 127, /* 1.0 between dense layers */
    HALFKA_WEIGHT_ONE = 64,
    HALFKA_OUT_ONE = 1024,
    HALFKA_BIAS_MOST = 8192,
    HALFKA_TAIL_BIAS_MOST = 1 << 24,
    HALFKA_VALUE_MOST = 20000,
    HALFKA_GROUP = 16, /* outputs of a dense layer that are summed together */
};
#define HALFKA_MAGIC "KIFUHKA1"

/* One dense tail; where its arrays are, in bytes from the beginning of struct halfka.  Weights of
 * HALFKA_GROUP outputs stand together, for four inputs each (halfka_place()); the second layer is
 * filled up with outputs of 0. */
struct halfka_tail {
    size_t bias1, dense1; /* i32[first], i8[first / 16][units / 4][16][4] */
    size_t bias2, dense2; /* i32[second], i8[second / 16][first / 2][16][4] */
    size_t dense3;        /* i16[second] */
    int32_t bias3;
};

/* The arrays follow in the same piece of memory, the rows behind them or elsewhere. */
struct halfka {
    uint32_t regions, units, first, second;
    int32_t scale; /* hundredths of a pawn of a logit of 1 */
    uint8_t region[HALFKA_KING_SQUARES];
    size_t bytes;       /* of all but the rows */
    size_t bias;        /* i16[units] */
    const int8_t *rows; /* [regions][NET_FEATURES][units], aligned to 64 bytes */
    struct halfka_tail tail[NET_PHASES];
};

extern const struct eval_type eval_halfka; /* weights: struct halfka */

/* Reads a file: *out is owned by the caller (mem_free()).  STATUS_SYNTAX, STATUS_UNSUPPORTED (sizes
 * that this program does not have). */
enum status halfka_read(struct span file, struct halfka **out, struct err *err) CHECK_RESULT;
/* The same of a file that is part of the program: its checksum is not looked at, and its rows are not
 * copied if it begins HALFKA_BUILT_IN_AT bytes behind a multiple of 64. */
enum { HALFKA_BUILT_IN_AT = 40 };
enum status halfka_read_built_in(struct span file, struct halfka **out,
                                 struct err *err) CHECK_RESULT;
/* Is the checksum right? */
bool halfka_is_whole(struct span file);
/* Equal for equal numbers, wherever they are. */
uint64_t halfka_hash(const struct halfka *h);

/* From scratch, without any shortcut: for tests.  For the side to move. */
int halfka_value_plain(const struct halfka *h, const struct shogi_pos *pos);

#endif
