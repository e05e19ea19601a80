/* name_table_internal.h: the table while it is filled; shared by name_table.c and name_table_fill.c. */
#ifndef KIFU_QUERY_GROUPS_NAME_TABLE_INTERNAL_H
#define KIFU_QUERY_GROUPS_NAME_TABLE_INTERNAL_H

#include "base/arena.h"
#include "query/groups/name_table.h"
#include "store/metadata/text_table.h"

/* A text by which a row is found, folded. */
struct name_text {
    size_t end; /* behind the zero byte that ends it */
    uint32_t row;
    bool within; /* it begins inside of the name */
};

struct name_table {
    struct name_row *rows;
    uint32_t count;
    size_t row_cap;
    struct text_table known; /* kind and name of each row */
    struct buf bytes;        /* texts, each with a zero byte behind it */
    struct name_text *texts;
    size_t text_count, text_cap;
    struct arena arena;
};

/* The row of that kind and name, a new one with copies of all texts if there is none. */
enum status name_table_add(struct name_table *t, const struct name_row *row, uint32_t *number,
                           bool *is_new, struct err *err) CHECK_RESULT;
/* A text that is folded already; an empty one is left out. */
enum status name_table_add_text(struct name_table *t, uint32_t row, struct span text, bool within,
                                struct err *err) CHECK_RESULT;
/* As it is written. */
enum status name_table_add_name(struct name_table *t, uint32_t row, struct span name, bool within,
                                struct err *err) CHECK_RESULT;

/* name_table_fill.c */
enum status name_table_fill(struct name_table *t, const struct named_queries *named,
                            struct db *const *dbs, uint32_t count, struct err *err) CHECK_RESULT;

#endif
