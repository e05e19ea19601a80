/* metadata_internal.h: an open image; shared by metadata.c, metadata_load.c, metadata_export.c.
 *
 * Lists are read out of the image when they are first asked for and stay: a search for a name then
 * is a search through some kilobytes or megabytes of text, and needs no lock. */
#ifndef KIFU_STORE_METADATA_METADATA_INTERNAL_H
#define KIFU_STORE_METADATA_METADATA_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/metadata/metadata.h"
#include "store/metadata/metadata_schema.h"
#include "store/metadata/paths.h"
#include "store/metadata/sqlite_image.h"

/* One list of names.  Texts end with a zero byte, so that nothing is found across two of them. */
struct name_list {
    struct buf names, keys;
    size_t *name_ends, *key_ends; /* behind the zero byte */
    size_t name_cap, key_cap;
    uint32_t count;
};

struct tag {
    struct span name, key; /* in the arena */
    uint32_t *runs;        /* first nth and end of each run, in the arena */
    uint32_t run_count;
};

/* A tag that people gave to games or took from them: bits by game number. */
struct tag_change {
    struct span name, key;     /* in the arena */
    uint64_t *added, *removed; /* in the arena */
};

struct source_kind {
    struct span format, charset;
};

/* A name, file or tag that came later: metadata_add_source(). */
enum { LATE_TAG = ALSO_KINDS }; /* besides enum also_kind */
struct late_name {
    uint32_t number;
    unsigned kind;
    struct span name, key; /* in the arena */
};

/* What is read out of the image: the four lists, then tags and kinds. */
enum { PART_TAGS = NAME_LISTS, PART_KINDS, PARTS };

struct metadata {
    const struct segment *segment;
    const struct lines *lines;
    const struct columns *columns;
    struct span image;
    struct sqlite_image sqlite;
    pthread_mutex_t mutex; /* of sqlite, loading and the arena */
    atomic_bool loaded[PARTS];
    struct name_list names[NAME_LISTS];
    struct tag *tags;
    size_t tag_count, tag_cap;
    struct source_kind *kinds;
    size_t kind_count, kind_cap;
    struct paths paths;
    const char *also;
    uint32_t also_count;
    struct late_name *late;
    size_t late_count, late_cap;
    struct tag_change *changes; /* owned */
    size_t change_count, change_cap;
    /* Fields that people changed: names of further sources do not count.  By enum also_kind, bits
     * by game number, in the arena; NULL: none. */
    uint64_t *changed[ALSO_KINDS + 1];
    struct arena arena;
};

/* Opens the image; m->segment and m->image are set. */
enum status metadata_open_image(struct metadata *m, struct err *err) CHECK_RESULT;
/* Prepares a statement, which may take as long as an honest image could make it take. */
int metadata_prepare(struct metadata *m, const char *sql, sqlite3_stmt **stmt);
/* Makes sure that a part is there. */
enum status metadata_need(struct metadata *m, int part, struct err *err) CHECK_RESULT;
/* STATUS_SYNTAX or STATUS_NOMEM with what SQLite said. */
enum status metadata_sqlite_error(const struct metadata *m, struct err *err);
enum status metadata_damaged(const struct metadata *m, struct err *err);

/* Whether people changed this field of a game. */
static inline bool metadata_is_changed(const struct metadata *m, uint32_t number, unsigned kind)
{
    return m->changed[kind] && m->changed[kind][number / 64] >> number % 64 & 1;
}
/* Words of bits by game number. */
static inline size_t metadata_words(const struct metadata *m)
{
    return (size_t)m->lines->games / 64 + 1;
}
/* The change of a tag by its key; NULL: none. */
const struct tag_change *metadata_tag_change(const struct metadata *m, struct span key);
/* Appends a row to a list that is loaded. */
bool name_list_add(struct name_list *l, struct span name, struct span key);
bool metadata_order_has_tag(const struct tag *tag, uint32_t nth);

/* Row `id` of a list; empty if there is none. */
struct span name_list_get(const struct name_list *l, uint32_t id);
/* Its key. */
struct span name_list_key(const struct name_list *l, uint32_t id);

#endif
