/* salvage_packs.h: the packs of entries of a damaged segment, for salvage.c.
 *
 * If the directory of packs is whole, it says where each is.  Otherwise the packs are found by
 * going through section `entries` frame by frame: each says how long it is and, its lengths adding
 * up at one place only, how many entries it has.  Behind a frame that is damaged the order of the
 * next one's first entry comes from a row of the directory that names its offset, or is counted
 * from the end. */
#ifndef KIFU_DB_REPAIR_SALVAGE_PACKS_H
#define KIFU_DB_REPAIR_SALVAGE_PACKS_H

#include "db/repair/salvage_file.h"

struct salvage_pack {
    uint64_t offset, length;
    uint32_t first, count; /* its entries, by order; first UINT32_MAX: unknown */
};

struct salvage_packs {
    const struct salvage_file *file; /* borrowed */
    struct span data;
    uint32_t games;
    struct salvage_pack *packs; /* owned; ascending */
    size_t count, cap;
    void *zstd;
    struct buf raw; /* the pack unpacked last */
    size_t loaded;  /* its number; SIZE_MAX: none */
    bool good;      /* it could be unpacked */
};

enum status salvage_packs_open(struct salvage_packs *p, const struct salvage_file *f,
                               uint32_t games, struct err *err) CHECK_RESULT;
void salvage_packs_close(struct salvage_packs *p);

/* The nth entry, borrowed until the next call.  False if it can't be read; *byte is then, and
 * otherwise, where its pack is in the file.  *whole: a checksum covers it. */
bool salvage_packs_get(struct salvage_packs *p, uint32_t nth, struct span *entry, bool *whole,
                       uint64_t *byte);

/* Unpacks one frame; false if it is damaged.  zstd is a ZSTD_DCtx.  *checked: the frame has a
 * checksum of its own. */
bool salvage_unpack(void *zstd, struct span frame, struct buf *out, bool *checked);

#endif
