/* packed_position.h: a position in 256 bits, as the training data of other engines hold it.
 *
 * Two codes are in use: PackedSfen of YaneuraOu and HuffmanCodedPos of Apery.  Both write, from the
 * lowest bit of the first byte on,
 *
 *     side to move   1 bit, 1: White
 *     kings          7 bits each, Black's first: the square as shogi.h numbers it
 *     the board      81 squares but those of the kings: 0 for an empty one, else a code for the
 *                    plain kind, and bits for promotion (not of golds) and owner
 *     the hands      a code for each piece, one bit shorter than it is on the board
 *
 * so that the forty pieces always take 256 bits, wherever they are.  The codes differ in the kinds'
 * bits and in the order of promotion and owner.  PackedSfen also has codes for pieces that are
 * neither on the board nor in hand, as in handicap games; HuffmanCodedPos has none.  Neither holds
 * a position without a king. */
#ifndef KIFU_FORMATS_SHOGI_PACKED_POSITION_H
#define KIFU_FORMATS_SHOGI_PACKED_POSITION_H

#include "games/shogi/shogi.h"

enum { PACKED_POSITION_BYTES = 32 };

struct packed_code;
extern const struct packed_code packed_sfen, huffman_coded_pos;

/* False if the code has no room for the position: a king is missing, or a piece and the code has
 * none for such. */
bool packed_position_write(const struct packed_code *code, const struct shogi_pos *pos,
                           uint8_t out[PACKED_POSITION_BYTES]);
/* STATUS_SYNTAX if the bits are no such code, STATUS_ILLEGAL if they are and the position is not
 * allowed (shogi_pos_finish). */
enum status packed_position_read(const struct packed_code *code,
                                 const uint8_t in[PACKED_POSITION_BYTES], struct shogi_pos *pos,
                                 struct err *err) CHECK_RESULT;

#endif
