/* salvage_index.h: where the games of a damaged segment are, for salvage.c: the packs of
 * their entries, and their numbers and ids.
 *
 * If the directory of packs is whole, it says where each is.  Otherwise the packs are found by
 * going through section `entries` frame by frame: each says how long it is and, its lengths adding
 * up at one place only, how many entries it has.  Behind a frame that is damaged the order of the
 * next one's first entry comes from a row of the directory that names its offset, or is counted
 * from the end. */
#ifndef KIFU_DB_REPAIR_SALVAGE_INDEX_H
#define KIFU_DB_REPAIR_SALVAGE_INDEX_H

#include "db/repair/salvage.h"
#include "db/repair/salvage_file.h"
#include "games/game.h"

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

/* --- Number and id of each game of a damaged segment, for salvage.c --------------------------- */

/* Section `lines` (store/lines.h), which may be damaged or end early.  Places are bytes of it. */
struct line_table {
    const struct salvage_file *file; /* borrowed */
    struct span lines, moves;
    uint32_t games, count, starts;
    uint64_t first_at, id_at, by_id_at, start_line_at, start_text_at, texts_at;
};

/* False if there is no such table, or its head is lost and can't be made again. */
bool line_table_open(struct line_table *t, const struct salvage_file *f, const struct game *game,
                     const struct manifest_entry *listed);
/* The u32 at a place; false if it is not there.  Clears *whole if no checksum covers it. */
bool line_table_get(const struct line_table *t, uint64_t at, uint32_t *v, bool *whole);
/* The text of the start of a game; false if that is damaged. */
bool line_table_start(const struct line_table *t, uint32_t number, struct span *text);

/* Arrays by the order of ids (the nth game), owned. */
struct salvage_order {
    struct line_table table; /* without games if there is no table */
    uint32_t *number;        /* UINT32_MAX: unknown */
    uint32_t *id;
    bool *id_known;
    bool *whole; /* number and id are covered by checksums, or nothing else is possible */
};

enum status salvage_order_open(struct salvage_order *r, const struct salvage_file *f,
                               const struct game *game, const struct salvage_hint *hint,
                               struct err *err) CHECK_RESULT;
void salvage_order_close(struct salvage_order *r);

#endif
