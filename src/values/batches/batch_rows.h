/* batch_rows.h: which games batches are made of, and a game's positions as rows. */
#ifndef KIFU_VALUES_BATCHES_BATCH_ROWS_H
#define KIFU_VALUES_BATCHES_BATCH_ROWS_H

#include "values/batches/batches.h"

/* A segment of one of the databases. */
struct batch_segment {
    const struct db_segment *segment;
    uint32_t db;
    struct columns columns; /* verified; borrowed */
    uint64_t *matches;      /* owned: bits by position, as query_matches() has them; NULL: all */
    uint8_t *class;         /* owned: by game number; NULL: not asked for */
};

struct batch_source {
    const struct batch_kind *game;
    struct batch_segment *segments; /* owned */
    uint32_t segment_count;
    const struct batch_feature *features[BATCHES_MOST_FEATURES];
    size_t bytes[BATCHES_MOST_FEATURES];
    size_t feature_count, row_bytes;
    unsigned needs; /* enum batch_need */
    bool absolute;
};

enum status batch_source_open(struct batch_source *s, struct db *const *dbs, uint32_t count,
                              const struct batch_feature *const *features, size_t feature_count,
                              const struct batch_options *opt, struct err *err) CHECK_RESULT;
void batch_source_release(struct batch_source *s); /* also of one that failed to open */

struct batch_list_game {
    uint32_t segment, number;
};
struct batch_list {
    struct batch_list_game *at; /* owned; by database and id */
    uint32_t count;
    size_t cap;
    uint64_t positions; /* rows that they give */
};
/* The games that have a row. */
enum status batch_list_fill(struct batch_list *l, struct batch_source *s, const struct query *query,
                            const struct query_values *values, const struct batch_options *opt,
                            struct err *err) CHECK_RESULT;
void batch_list_release(struct batch_list *l);

/* What one thread needs. */
struct batch_walker;
enum status batch_walker_open(struct batch_walker **out, const struct batch_source *s,
                              struct err *err) CHECK_RESULT;
void batch_walker_close(struct batch_walker *w); /* NULL is fine */
/* Appends the rows of a game.  STATUS_SYNTAX if it is damaged. */
enum status batch_walker_add(struct batch_walker *w, const struct batch_list_game *g,
                             struct buf *rows, struct err *err) CHECK_RESULT;

#endif
