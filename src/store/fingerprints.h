/* fingerprints.h: fingerprints of games: is this game in the segment already?
 *
 * Nearly always it is not, and then the answer should cost next to nothing, memory included: 64-bit
 * fingerprints of all games would take eight bytes each.  Kept is one byte, in a table of buckets;
 * who finds his byte there looks for the game itself, which the order of lines makes easy.  The
 * section "prints":
 *
 *     u32  games, u32 bits
 *     u32  bucket[2^bits + 1]   where each bucket begins in the tags; the last: games
 *     u8   tag[games]           ascending within a bucket
 *
 * The bucket of a game is the first `bits` bits of its fingerprint, its tag the next eight. */
#ifndef KIFU_STORE_FINGERPRINTS_H
#define KIFU_STORE_FINGERPRINTS_H

#include <stdint.h>

#include "base/buf.h"
#include "games/record.h"
#include "store/lines.h"
#include "store/segment.h"

/* Start position as it stands in lines: "" for the usual one. */
struct span record_start_text(const struct record *rec);

/* Same start, same moves: 64 bits that decide which games are compared. */
uint64_t game_fingerprint(const struct record *rec);

/* The games of the segment that have the start and the moves of rec: numbers *from … *to - 1, in
 * the order of their ids.  False if there are none; also if the section is damaged: `kifu check`
 * tells.
 */
bool lines_find_games(const struct lines *l, const struct segment *s, const struct record *rec,
                      uint32_t *from, uint32_t *to);

/* Whether the section's bytes have the print of so many games: true for one in 32 that is not among
 * them.  False also if the section is damaged. */
bool fingerprints_may_have(struct span table, uint32_t games, uint64_t fingerprint);

/* Appends the section; the prints are sorted by it. */
void fingerprints_encode(uint64_t *fingerprints, uint32_t games, struct buf *out);
/* Verifies that every game of the segment can be found.  STATUS_SYNTAX if not. */
enum status fingerprints_check(const struct lines *l, const struct segment *s,
                               struct err *err) CHECK_RESULT;

#endif
