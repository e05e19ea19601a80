/* store_reader.h: reads everything that a games segment holds, for tests with damaged ones: there
 * are answers or errors, never worse. */
#ifndef KIFU_TESTS_UNIT_STORE_READER_H
#define KIFU_TESTS_UNIT_STORE_READER_H

#include <stdlib.h>

#include "base/alloc.h"
#include "store/entries.h"
#include "store/entry.h"
#include "store/fingerprints.h"
#include "store/lines.h"
#include "store/metadata/metadata.h"
#include "store/record_codec.h"

struct store_reader {
    struct segment *segment;
    struct lines lines;
    struct columns columns;
    struct entries entries;
    struct metadata *metadata;
    struct record rec;
    struct arena arena;
    uint64_t faults; /* errors met */
};

static inline void store_reading_count(struct store_reader *r, enum status st)
{
    r->faults += st != STATUS_OK;
}

/* One source: parsed, and its record decoded with the moves of a game. */
static inline void store_read_source(struct store_reader *r, uint32_t number, struct span bytes)
{
    struct err err;
    struct entry_view view;
    arena_reset(&r->arena);
    enum status st = entry_parse(bytes, &r->arena, &view, &err);
    store_reading_count(r, st);
    if (st != STATUS_OK)
        return;
    uint32_t plies = line_plies(&r->lines, number);
    game_move *moves = malloc((plies + 1) * sizeof *moves);
    line_moves(&r->lines, number, moves);
    store_reading_count(r, record_decode(&r->rec, r->lines.game, view.record, moves, plies, &err));
    free(moves);
}

static inline enum status store_read_more(void *ctx, uint32_t id, struct span bytes,
                                          struct err *err)
{
    uint32_t number;
    (void)err;
    if (lines_find_id(&((struct store_reader *)ctx)->lines, id, &number))
        store_read_source(ctx, number, bytes);
    return STATUS_OK;
}

static inline void store_read_entries(struct store_reader *r)
{
    struct err err;
    struct entry_cursor c;
    enum status st = entries_open(&r->entries, r->segment, &r->lines, &err);
    store_reading_count(r, st);
    if (st != STATUS_OK)
        return;
    entry_cursor_init(&c, &r->entries);
    for (uint32_t nth = 0; nth < r->lines.games; nth++) {
        struct span bytes;
        st = entry_cursor_get(&c, nth, &bytes, &err);
        store_reading_count(r, st);
        if (st == STATUS_OK)
            store_read_source(r, lines_u32(r->lines.by_id, nth), bytes);
    }
    entry_cursor_release(&c);
    store_reading_count(r, entries_more(&r->entries, UINT32_MAX, store_read_more, r, &err));
}

static inline void store_read_metadata(struct store_reader *r)
{
    struct err err;
    enum status st = columns_open(&r->columns, r->segment, r->lines.games, &err);
    if (st == STATUS_OK)
        st = metadata_open(&r->metadata, r->segment, &r->lines, &r->columns, &err);
    store_reading_count(r, st);
    if (st != STATUS_OK)
        return;
    uint64_t *bits = calloc((size_t)r->lines.games / 64 + 1, sizeof *bits);
    for (int field = 0; field < META_FIELDS; field++)
        store_reading_count(r, metadata_match(r->metadata, (enum meta_field)field, 1, SPAN("a"),
                                              false, bits, &err));
    for (uint32_t i = 0; i < r->lines.games; i++) {
        struct game_summary g;
        arena_reset(&r->arena);
        store_reading_count(r, metadata_summary(r->metadata, i, &r->arena, &g, &err));
    }
    store_reading_count(r, metadata_check(r->metadata, &err));
    metadata_close(r->metadata);
    free(bits);
}

static inline void store_read_lines(struct store_reader *r)
{
    struct err err;
    uint32_t first, end;
    store_reading_count(r, lines_check(&r->lines, r->segment, 0, r->lines.count, &err));
    store_reading_count(r, fingerprints_check(&r->lines, r->segment, &err));
    (void)lines_find_games(&r->lines, r->segment, &r->rec, &first, &end);
    for (uint32_t line = 0; line < r->lines.count; line++) {
        uint32_t from, to;
        lines_of_game(&r->lines, line_game(&r->lines, line), &from, &to);
    }
}

enum { STORE_READ_GAMES = 1, STORE_READ_METADATA = 2, STORE_READ_ALL = 3 };

/* How many errors there were.  parts: bits of the above. */
static inline uint64_t store_read_parts(struct segment *s, const struct game *game, unsigned parts)
{
    struct store_reader r = {.segment = s};
    struct err err;
    enum status st = lines_open(&r.lines, game, s, &err);
    store_reading_count(&r, st);
    if (st != STATUS_OK)
        return r.faults;
    record_init(&r.rec);
    arena_init(&r.arena, 1 << 24);
    if (record_clear(&r.rec, game) == STATUS_OK && parts & STORE_READ_GAMES) {
        store_read_entries(&r);
        store_read_lines(&r);
    }
    if (parts & STORE_READ_METADATA)
        store_read_metadata(&r);
    record_release(&r.rec);
    arena_release(&r.arena);
    return r.faults;
}

static inline uint64_t store_read_everything(struct segment *s, const struct game *game)
{
    return store_read_parts(s, game, STORE_READ_ALL);
}

#endif
