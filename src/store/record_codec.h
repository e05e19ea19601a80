/* record_codec.h: a record as bytes, and back.
 *
 * Holds everything a record holds but the moves of its main line, which the store keeps apart so
 * that they can be reached without unpacking, and its problems, which are metadata.  The bytes are
 * meant to be compressed together with those of other records.
 *
 *     varint  version (1), start_ply, handicap, end, points of each seat + 1
 *     text    start position (empty: the game's usual one), format, charset, label
 *     varint  charset guessed; number in file
 *     varint  headers; for each: id, text key, text value
 *     note    of the root
 *     varint  nodes beside the root; for each, in the order of the array:
 *               how far back its parent is, minus 1, times 4, plus 2 if it has a time, plus 1 if
 *               it has a note
 *               its move + 1, unless it is a move of the main line (0: it is an end)
 *               its time: seconds * 2 + 1, or milliseconds * 2
 *               its note
 *     a note is: text comment, remark, bookmark, end_text; varint end, end_seat + 1, value kind,
 *               folded value
 *
 * A text is its length + 1 as a varint and its bytes; 0 is no text, 1 an empty one. */
#ifndef KIFU_STORE_RECORD_CODEC_H
#define KIFU_STORE_RECORD_CODEC_H

#include "base/buf.h"
#include "games/record.h"

/* Appends the record's bytes. */
void record_encode(const struct record *rec, struct buf *out);

/* Makes rec, which is cleared, what was encoded.  moves are those of the main line.  The bytes may
 * be hostile: STATUS_SYNTAX if they are not what record_encode() writes.  Moves are not checked
 * against the rules here. */
enum status record_decode(struct record *rec, const struct game *game, struct span bytes,
                          const game_move *moves, uint32_t plies, struct err *err) CHECK_RESULT;

#endif
