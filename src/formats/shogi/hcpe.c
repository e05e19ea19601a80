/* hcpe.c: HuffmanCodedPosAndEval, the training positions of Apery and dlshogi: 38 bytes each,
 * little-endian.
 *
 *      0  32 bytes   position, huffman_coded_pos (packed_position.h)
 *     32  int16      value for the side to move, hundredths of a pawn
 *     34  uint16     move: to square 0..6, from square or 80 + dropped kind 7..13, promotion 14
 *     36  uint8      0: a draw, 1: Black won, 2: White won (higher bits say how, and are ignored)
 *     37  uint8      0 */
#include "formats/shogi/hcpe.h"
#include "base/le.h"
#include "formats/shogi/packed_position.h"
#include "formats/shogi/position_file.h"

enum { VALUE_AT = 32, MOVE_AT = 34, RESULT_AT = 36, ENTRY_BYTES = 38 };
enum { RESULT_DRAW, RESULT_BLACK, RESULT_WHITE, RESULT_MASK = 3 };

/* A dropped kind stands where no square can. */
enum { BEFORE_KINDS = SHOGI_SQUARES - 1 };

uint16_t hcpe_move(shogi_move m)
{
    if (!shogi_move_is_drop(m))
        return m;
    return (uint16_t)(shogi_move_to(m) | (BEFORE_KINDS + shogi_move_kind(m)) << 7);
}

shogi_move hcpe_move_parse(uint16_t m)
{
    int from = m >> 7 & 127, to = m & 127;
    if (m >> 15 || from == to) /* none, or something that is no move */
        return 0;
    return from > BEFORE_KINDS ? shogi_drop_make(from - BEFORE_KINDS, to)
                               : shogi_move_make(from, to, m >> 14 & 1);
}

static bool hcpe_encode(const struct position_entry *e, uint8_t *out)
{
    bool black = shogi_turn(&e->pos) == SHOGI_BLACK;
    uint8_t result = RESULT_DRAW;
    if (e->points == POINTS_WIN || e->points == POINTS_LOSS)
        result = (e->points == POINTS_WIN) == black ? RESULT_BLACK : RESULT_WHITE;
    if (!packed_position_write(&huffman_coded_pos, &e->pos, out))
        return false;
    le_put16(out + VALUE_AT, (uint16_t)(e->value == POSITION_NO_VALUE ? 0 : e->value));
    le_put16(out + MOVE_AT, hcpe_move(e->move));
    out[RESULT_AT] = result;
    out[RESULT_AT + 1] = 0;
    return true;
}

static enum status hcpe_decode(const uint8_t *in, struct position_entry *e, bool *move_ok,
                               struct err *err)
{
    int result = in[RESULT_AT] & RESULT_MASK;
    enum status st = packed_position_read(&huffman_coded_pos, in, &e->pos, err);
    if (st != STATUS_OK)
        return st;
    bool black = shogi_turn(&e->pos) == SHOGI_BLACK;
    uint16_t move = le_get16(in + MOVE_AT);
    e->move = hcpe_move_parse(move);
    *move_ok = e->move ? shogi_move_is_legal(&e->pos, e->move) : (move & 127) == (move >> 7 & 127);
    if (!*move_ok)
        e->move = 0;
    e->value = (int16_t)le_get16(in + VALUE_AT);
    e->ply = 0;
    e->points = POINTS_DRAW;
    if (result == RESULT_BLACK || result == RESULT_WHITE)
        e->points = (result == RESULT_BLACK) == black ? POINTS_WIN : POINTS_LOSS;
    return STATUS_OK;
}

static const struct position_codec CODEC = {
    .bytes = ENTRY_BYTES, .encode = hcpe_encode, .decode = hcpe_decode};

static int hcpe_probe(struct span head)
{
    return position_file_probe(&CODEC, head);
}

static enum status hcpe_read(struct reader *r, struct err *err)
{
    return position_file_read(r, &CODEC, err);
}

static enum status hcpe_write(const struct record *rec, struct buf *out, unsigned *losses,
                              struct err *err)
{
    return position_file_write(&CODEC, rec, NULL, NULL, out, losses, err);
}

const struct format hcpe_format = {
    .name = "hcpe",
    .title = {"training positions of Apery and dlshogi (HuffmanCodedPosAndEval)",
              "Apery・dlshogi の教師局面（HuffmanCodedPosAndEval）"},
    .extensions = {"hcpe"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "",
    .bytes = true,
    .positions = &CODEC,
    .probe = hcpe_probe,
    .read = hcpe_read,
    .write = hcpe_write,
};
