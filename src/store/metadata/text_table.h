/* text_table.h: distinct texts, numbered in the order in which they came. */
#ifndef KIFU_STORE_METADATA_TEXT_TABLE_H
#define KIFU_STORE_METADATA_TEXT_TABLE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/hash_index.h"
#include "base/span.h"

struct text_table {
    struct buf bytes; /* of all texts, one after another */
    size_t *ends;     /* where each ends */
    uint32_t count;
    size_t cap;
    struct hash_index by_hash;
};

void text_table_init(struct text_table *t);
void text_table_release(struct text_table *t);

/* The number of a text, which is added if it is new.  False if there is no memory. */
bool text_table_add(struct text_table *t, struct span text, uint32_t *number);
/* The number of a text; false if it is not there. */
bool text_table_find(const struct text_table *t, struct span text, uint32_t *number);
/* Borrowed until the next addition. */
struct span text_table_get(const struct text_table *t, uint32_t number);
/* The numbers in the order of the texts' bytes; the caller's to free.  NULL: no memory. */
uint32_t *text_table_sorted(const struct text_table *t);
/* Bytes in memory. */
size_t text_table_bytes(const struct text_table *t);

#endif
