/* psv.c: PackedSfenValue, the training positions of YaneuraOu: 40 bytes each, little-endian.
 *
 *      0  32 bytes   position, packed_sfen (packed_position.h)
 *     32  int16      value for the side to move, hundredths of a pawn
 *     34  uint16     move: to square 0..6, from square or dropped kind 7..13, drop 14, promotion 15
 *     36  uint16     ply, 1 for the start
 *     38  int8       1: the side to move won, -1: it lost, 0: a draw
 *     39  uint8      0 */
#include "base/le.h"
#include "formats/shogi/packed_position.h"
#include "formats/shogi/position_file.h"

enum { VALUE_AT = 32, MOVE_AT = 34, PLY_AT = 36, RESULT_AT = 38, ENTRY_BYTES = 40 };

static uint16_t psv_move(shogi_move m)
{
    unsigned squares = m & 0x3FFFU;
    return (uint16_t)(squares | (unsigned)shogi_move_is_drop(m) << 14 |
                      (unsigned)shogi_move_promotes(m) << 15);
}

static shogi_move move_of_psv(uint16_t m)
{
    return (shogi_move)((m & 0x3FFFU) | (m >> 15 & 1U) << 14 | (m >> 14 & 1U) << 15);
}

static bool psv_encode(const struct position_entry *e, uint8_t *out)
{
    static const int8_t results[] = {[POINTS_LOSS] = -1, [POINTS_DRAW] = 0, [POINTS_WIN] = 1};
    int8_t result = e->points == POINTS_UNKNOWN ? 0 : results[e->points];
    if (!packed_position_write(&packed_sfen, &e->pos, out))
        return false;
    le_put16(out + VALUE_AT, (uint16_t)(e->value == POSITION_NO_VALUE ? 0 : e->value));
    le_put16(out + MOVE_AT, psv_move(e->move));
    le_put16(out + PLY_AT, e->ply < UINT16_MAX ? (uint16_t)(e->ply + 1) : UINT16_MAX);
    out[RESULT_AT] = (uint8_t)result;
    out[RESULT_AT + 1] = 0;
    return true;
}

/* Resignation and the like are moves from a square to itself. */
static bool is_no_move(uint16_t m)
{
    return (m & 127U) == (m >> 7 & 127U) && !(m >> 14);
}

static enum status psv_decode(const uint8_t *in, struct position_entry *e, bool *move_ok,
                              struct err *err)
{
    uint16_t move = le_get16(in + MOVE_AT), ply = le_get16(in + PLY_AT);
    int8_t result = (int8_t)in[RESULT_AT];
    enum status st = packed_position_read(&packed_sfen, in, &e->pos, err);
    if (st != STATUS_OK)
        return st;
    e->move = is_no_move(move) ? 0 : move_of_psv(move);
    *move_ok = !e->move || shogi_move_is_legal(&e->pos, e->move);
    if (!*move_ok)
        e->move = 0;
    e->value = (int16_t)le_get16(in + VALUE_AT);
    e->ply = ply ? ply - 1U : 0;
    e->points = result > 0 ? POINTS_WIN : result < 0 ? POINTS_LOSS : POINTS_DRAW;
    return STATUS_OK;
}

static const struct position_codec CODEC = {.bytes = ENTRY_BYTES,
                                            .has_plies = true,
                                            .max_ply = UINT16_MAX - RECORD_MAX_PLIES,
                                            .encode = psv_encode,
                                            .decode = psv_decode};

static int psv_probe(struct span head)
{
    return position_file_probe(&CODEC, head);
}

static enum status psv_read(struct reader *r, struct err *err)
{
    return position_file_read(r, &CODEC, err);
}

static enum status psv_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    return position_file_write(&CODEC, rec, NULL, NULL, out, losses, err);
}

const struct format psv_format = {
    .name = "psv",
    .title = {"training positions of YaneuraOu (PackedSfenValue)",
              "やねうら王の教師局面（PackedSfenValue）"},
    .extensions = {"psv", "bin"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "",
    .bytes = true,
    .positions = &CODEC,
    .probe = psv_probe,
    .read = psv_read,
    .write = psv_write,
};
