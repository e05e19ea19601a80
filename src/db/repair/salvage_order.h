/* salvage_order.h: number and id of each game of a damaged segment, for salvage.c. */
#ifndef KIFU_DB_REPAIR_SALVAGE_ORDER_H
#define KIFU_DB_REPAIR_SALVAGE_ORDER_H

#include "db/repair/salvage.h"
#include "games/game.h"

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
