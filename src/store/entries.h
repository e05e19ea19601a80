/* entries.h: the sources of games (entry.h), packed.
 *
 * Sections of a games segment:
 *
 *     entries   packs, one after another: each a zstd frame of
 *                 varint  length of each of its entries
 *                 bytes   the entries
 *     entrydir  u32 packs, u32 games
 *               { u64 offset in entries, u32 nth of its first entry, u32 bytes unpacked }[packs]
 *               { u64 bytes of entries, u32 games, u32 zero }
 *     more      further sources that came in while the segment was made: u32 count, then
 *               { u32 id, u32 offset, u32 length }[count], ids ascending, then the bytes, a zstd
 *               frame each; offsets count from the first of these bytes
 *
 * The entries are the first sources of all games in the order of ids; nth is a place in that
 * order.  A segment of sources has only `more`; a segment of removals only `removed`: u32 count,
 * u32 id[count], ascending. */
#ifndef KIFU_STORE_ENTRIES_H
#define KIFU_STORE_ENTRIES_H

#include "base/buf.h"
#include "base/err.h"
#include "store/lines.h"
#include "store/segment.h"

/* An entry as bytes, unpacked, is never longer. */
#define ENTRY_MAX_BYTES ((size_t)1 << 29)

/* --- Reading --------------------------------------------------------------------------------- */

struct entries {
    const struct segment *segment; /* borrowed */
    struct span data, directory, more;
    uint32_t games, packs, more_count;
};

/* Opens the sections of a games segment.  Borrows it. */
enum status entries_open(struct entries *e, const struct segment *s, const struct lines *l,
                         struct err *err) CHECK_RESULT;
/* The same for a segment of sources: only entries_more() has something to give. */
enum status entries_open_sources(struct entries *e, const struct segment *s,
                                 struct err *err) CHECK_RESULT;

/* The first source of the n-th game by id; appended to out. */
enum status entries_get(const struct entries *e, uint32_t nth, struct buf *out,
                        struct err *err) CHECK_RESULT;

typedef enum status entry_sink(void *ctx, uint32_t id, struct span bytes, struct err *err);
/* Further sources in this segment: calls back for each with its bytes; id UINT32_MAX: of all. */
enum status entries_more(const struct entries *e, uint32_t id, entry_sink *each, void *ctx,
                         struct err *err) CHECK_RESULT;

/* Many entries: remembers the pack it unpacked last.  One for each thread. */
struct entry_cursor {
    const struct entries *entries;
    void *zstd;
    struct buf pack;
    uint32_t pack_number, first, count; /* the entries in it; count 0: none yet */
    size_t body;                        /* where their bytes begin */
    uint32_t next;                      /* the entry that next_at is the place of */
    size_t next_length, next_at;        /* places in the pack of its length and its bytes */
};
void entry_cursor_init(struct entry_cursor *c, const struct entries *e);
void entry_cursor_release(struct entry_cursor *c);
/* Borrowed until the next call. */
enum status entry_cursor_get(struct entry_cursor *c, uint32_t nth, struct span *bytes,
                             struct err *err) CHECK_RESULT;

/* --- Writing --------------------------------------------------------------------------------- */

/* First sources, packed as they come. */
struct entry_packer {
    void *zstd;
    struct buf lengths, bodies, raw; /* of the pack being filled */
    struct buf data, directory;      /* of the packs that are done */
    uint32_t packs, games, in_pack;
};
void entry_packer_init(struct entry_packer *p);
void entry_packer_release(struct entry_packer *p);
enum status entry_packer_add(struct entry_packer *p, struct span entry,
                             struct err *err) CHECK_RESULT;
/* Writes the sections entries and entrydir. */
enum status entry_packer_write(struct entry_packer *p, struct segment_writer *s,
                               struct err *err) CHECK_RESULT;
size_t entry_packer_bytes(const struct entry_packer *p);

/* Further sources, in any order of ids; those of one game keep the order in which they came. */
struct source_list {
    void *zstd;
    struct source_row {
        uint32_t id, offset, length;
    } * rows;
    size_t count, cap;
    struct buf data;
};
void source_list_init(struct source_list *l);
void source_list_release(struct source_list *l);
enum status source_list_add(struct source_list *l, uint32_t id, struct span entry,
                            struct err *err) CHECK_RESULT;
/* By id, in the order of coming for each. */
void source_list_sort(struct source_list *l);
/* Unpacks the n-th; appended to out. */
enum status source_list_get(const struct source_list *l, size_t n, struct buf *out,
                            struct err *err) CHECK_RESULT;
/* Writes the section more. */
enum status source_list_write(struct source_list *l, struct segment_writer *s,
                              struct err *err) CHECK_RESULT;

#endif
