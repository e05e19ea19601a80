/* match_block.h: a finished game of a match as bytes, for its way between threads and processes.
 *
 *     varint  points of A, how it ended, plies, trouble, culprit; text said
 *     varint  for A, then B: moves, milliseconds, nodes, late moves, longest move
 *     text    where trouble arose: "startpos moves …"; empty if there was none
 *     bytes   the record as a packet (db/import/packet.h), or nothing
 *
 * A text is its length as a varint and its bytes. */
#ifndef KIFU_SIM_MATCH_MATCH_BLOCK_H
#define KIFU_SIM_MATCH_MATCH_BLOCK_H

#include "base/buf.h"
#include "sim/match/match.h"

/* What is told of a game without its moves. */
struct match_report {
    int points; /* of A */
    enum record_end end;
    unsigned plies;
    enum match_trouble trouble;
    int culprit;
    char bad_word[PLAYER_WORD_BYTES];
    struct match_clock clock[2];
    struct span position; /* borrowed */
};

/* Appends all but the record. */
void match_report_put(struct buf *out, const struct match_game *g);
/* Removes a report from the front of *bytes; false if it is none. */
bool match_report_get(struct span *bytes, struct match_report *out);

#endif
