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
 *     varint  nodes, the root included
 *     words   of the nodes, in runs of equal ones: varint word, varint run - 1.  A word is how far
 *             back the parent is, minus 1 (0 for the root), times 4, plus 2 if it has a time, plus
 *             1 if it has a note
 *     varint  for each node but the root and the moves of the main line: its move + 1, 0 for an end
 *     varint  milliseconds of a unit of time, 1 or 1000; for each node that has a time: its units
 *     notes   of each node that has one: varint parts (1 comment, 2 remark, 4 bookmark, 8 end text,
 *             16 end, 32 end seat, 64 value, 128 extra), then those parts: four texts, varint end,
 *             end seat, value kind and folded value, text extra
 *
 * Things of one kind stand together because they compress better so.
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
