/* fact_maps.h: bitmaps of the lines in which a fact held at any ply, for some common facts.
 *
 * Lists of common facts are long, and going through one for the few lines that are left costs more
 * than anything else in a search.  A bitmap is intersected with a single instruction for 64 lines
 * or more.  It does not record when a fact held, but few lines of a rare fact also have ten common
 * ones at some ply, and only those few are probed.
 *
 * Only facts whose lists have from a twelfth to nine tenths as many postings as there are lines
 * have a map: rarer ones are quickly gone through, more common ones exclude nothing.  For shogi
 * that is 280 facts, 35 bytes a game.  On 239,972 generated games the rarest fact of a partial
 * position of 18 pieces is in 13,000 lines; 9 maps leave 78 of them, in 47 µs.  (From a sixteenth
 * on, 378 facts, 70; from a twenty-fifth on, 569, 62.)
 *
 * Section of a segment, numbers little-endian:
 *
 *     factmap  u32 maps, u32 words
 *              u32 fact[maps]            ascending
 *              zero bytes, up to a multiple of 8
 *              u64 map[maps][words]      line n is bit n % 64 of word n / 64 */
#ifndef KIFU_FACTS_FACT_MAPS_H
#define KIFU_FACTS_FACT_MAPS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/segment.h"

struct fact_maps {
    uint32_t count, words, lines;
    const char *facts, *bits;      /* borrowed */
    const struct segment *segment; /* that holds them */
};

#define FACT_MAPS_SECTION "factmap"

/* Borrows the segment; one without the section has no maps. */
enum status fact_maps_open(struct fact_maps *m, const struct segment *s, uint32_t facts,
                           uint32_t lines, struct err *err) CHECK_RESULT;

/* The words of a fact's map, verified, to be read with fact_map_word(); NULL if it has none. */
const char *fact_map_find(const struct fact_maps *m, uint32_t fact);
uint64_t fact_map_word(const char *map, size_t word);
static inline bool fact_map_has(const char *map, uint32_t line)
{
    return (unsigned char)map[line / 8] >> line % 8 & 1;
}
/* bits &= map, words of both. */
void fact_map_and(uint64_t *bits, const char *map, size_t words);

/* --- Writing ---------------------------------------------------------------------------------- */

static inline uint32_t fact_map_words(uint32_t lines)
{
    return lines / 64 + 1;
}
/* Whether a fact with this number of postings gets a map. */
bool fact_map_wanted(uint32_t postings, uint32_t lines);
/* Appends an empty map, for fact_map_set(). */
bool fact_map_begin(struct buf *maps, uint32_t lines);
static inline void fact_map_set(char *map, uint32_t line)
{
    map[line / 8] = (char)((unsigned char)map[line / 8] | 1U << line % 8);
}
/* Writes the section: numbers of facts as little-endian u32s, and their maps one after another. */
enum status fact_maps_write(const struct buf *facts, const struct buf *maps, uint32_t lines,
                            struct segment_writer *w, struct err *err) CHECK_RESULT;

#endif
