/* metadata_writer.h: collects what metadata.h reads, while games are added to a segment. */
#ifndef KIFU_STORE_METADATA_METADATA_WRITER_H
#define KIFU_STORE_METADATA_METADATA_WRITER_H

#include "store/entry.h"
#include "store/lines.h"
#include "store/metadata/figures.h"
#include "store/metadata/metadata_schema.h"
#include "store/metadata/text_table.h"
#include "store/segment.h"

struct metadata_writer {
    const struct game *game;
    struct text_table names[NAME_LISTS]; /* as written; a row's id is its number + 1 */
    struct text_table paths, kinds, tags;
    uint32_t *path_kind; /* by path */
    size_t path_kind_cap;
    struct tag_games {
        uint32_t *orders; /* of the games that have it */
        uint32_t count;
        size_t cap;
    } * tagged; /* by tag */
    size_t tagged_cap;
    struct also_row {
        uint32_t game, kind, row;
    } * also;
    uint32_t also_count;
    size_t also_cap;
    struct buf problems; /* encoded */
    struct buf scratch;
    struct arena arena;
};

void metadata_writer_init(struct metadata_writer *w, const struct game *game);
void metadata_writer_release(struct metadata_writer *w);

/* A game, or a further source of one: sets or completes its values (COLUMN_COUNT of them).  nth is
 * its place in the order of ids.  first: it is the game's first source. */
enum status metadata_writer_add(struct metadata_writer *w, uint32_t nth, uint32_t id, bool first,
                                const struct record *rec, struct span entry, uint32_t *values,
                                struct err *err) CHECK_RESULT;

/* Sets the result of a game that has none yet. */
void metadata_complete_result(const struct game *game, const struct record *rec, uint32_t *values);

/* The same for result, end, date and ratings, as far as they are not known or f knows better. */
void metadata_complete_figures(const struct record *rec, const struct figures *f, uint32_t *values);

/* Writes the sections metadata, paths and also. */
enum status metadata_writer_write(struct metadata_writer *w, const struct lines *l,
                                  struct segment_writer *s, struct err *err) CHECK_RESULT;
/* Bytes in memory. */
size_t metadata_writer_bytes(const struct metadata_writer *w);

#endif
