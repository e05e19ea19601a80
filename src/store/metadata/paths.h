/* paths.h: the files that games came from.
 *
 * Often as many as there are games, and each nearly the same as the one before; so a path is stored
 * as what it does not share with its predecessor.  The section "paths":
 *
 *     u32  paths, u32 blocks
 *     u32  block[blocks + 1]   where each block of 32 paths begins in what follows; the last: its end
 *     for each path: varint kind (row of table kind in the metadata), varint bytes shared with the
 *         path before (0 in the first of a block), varint length of the rest, the rest
 *
 * A shared beginning ends with an ASCII character, so that folding works on the rest alone. */
#ifndef KIFU_STORE_METADATA_PATHS_H
#define KIFU_STORE_METADATA_PATHS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/metadata/text_table.h"
#include "store/segment.h"

enum { PATHS_BLOCK = 32 };

struct paths {
    const struct segment *segment; /* borrowed */
    uint32_t count, blocks;
    const char *offsets;
    struct span data;
};

/* Checks the head; paths themselves are checked when they are read. */
enum status paths_open(struct paths *p, const struct segment *s, struct err *err) CHECK_RESULT;
/* Appends path `number`, which is below count, to out. */
enum status paths_get(const struct paths *p, uint32_t number, struct buf *out, uint32_t *kind,
                      struct err *err) CHECK_RESULT;
/* Sets the bit of every path that contains text, or is it if it is to be whole; text is folded
 * (name_fold.h). */
enum status paths_match(const struct paths *p, struct span text, bool whole, uint64_t *bits,
                        struct err *err) CHECK_RESULT;

/* Appends the section. */
void paths_encode(const struct text_table *paths, const uint32_t *kinds, struct buf *out);

#endif
