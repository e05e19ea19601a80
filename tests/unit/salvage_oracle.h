/* salvage_oracle.h: which games of a folder are whole, by an independent reading.
 *
 * Written from docs/formats/database.md alone, as plainly as it can be, and with none of src/store
 * or src/db: a game is whole if every byte of its line (places of its moves, id, number, moves) and
 * of its record (row of the directory, frame of its pack) is covered by a checksum that is right,
 * that of the block in `sums` or that of the section.  Files without a table that is whole have no
 * whole games here. */
#ifndef KIFU_TESTS_UNIT_SALVAGE_ORACLE_H
#define KIFU_TESTS_UNIT_SALVAGE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

struct oracle_file {
    unsigned char *p;
    size_t n;
    size_t table;
    uint32_t sections;
};

struct oracle_section {
    size_t at, n;
    bool there, whole;
};

/* One whole game; the bytes are owned. */
struct oracle_game {
    uint32_t id;
    unsigned char *moves, *entry;
    size_t moves_n, entry_n;
};

struct oracle_games {
    struct oracle_game *at;
    size_t count, cap;
};

static inline uint32_t oracle_u32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t oracle_u64(const unsigned char *p)
{
    return oracle_u32(p) | (uint64_t)oracle_u32(p + 4) << 32;
}

static inline bool oracle_read(struct oracle_file *f, const char *path)
{
    FILE *in = fopen(path, "rb");
    *f = (struct oracle_file){0};
    if (!in)
        return false;
    fseek(in, 0, SEEK_END);
    f->n = (size_t)ftell(in);
    rewind(in);
    f->p = malloc(f->n + 1);
    bool good = f->p && fread(f->p, 1, f->n, in) == f->n;
    fclose(in);
    return good;
}

/* The frame: both marks, version, place of the table, checksum. */
static inline bool oracle_frame(struct oracle_file *f)
{
    if (f->n < 48 || memcmp(f->p, "KIFUSEG\n", 8) != 0 || oracle_u32(f->p + 8) != 1 ||
        memcmp(f->p + f->n - 8, "kifuend\n", 8) != 0)
        return false;
    f->sections = oracle_u32(f->p + f->n - 24);
    if (f->sections > 64 || (f->sections + 1) * 32 > f->n - 16)
        return false;
    f->table = f->n - 32 - f->sections * 32;
    unsigned char all[16 + 64 * 32 + 16];
    memcpy(all, f->p, 16);
    memcpy(all + 16, f->p + f->table, f->sections * 32);
    memcpy(all + 16 + f->sections * 32, f->p + f->n - 32, 16);
    return oracle_u64(f->p + f->n - 32) == f->table &&
           XXH3_64bits(all, 32 + f->sections * 32) == oracle_u64(f->p + f->n - 16);
}

static inline struct oracle_section oracle_section(const struct oracle_file *f, const char *name)
{
    char wanted[8] = {0};
    memcpy(wanted, name, strlen(name));
    for (uint32_t i = 0; i < f->sections; i++) {
        const unsigned char *row = f->p + f->table + i * 32;
        if (memcmp(row, wanted, 8) != 0)
            continue;
        struct oracle_section s = {oracle_u64(row + 8), oracle_u64(row + 16), true, false};
        s.whole = XXH3_64bits(f->p + s.at, s.n) == oracle_u64(row + 24);
        return s;
    }
    return (struct oracle_section){0};
}

/* Are bytes from … from + n - 1 of the file whole, which lie in section s? */
static inline bool oracle_whole(const struct oracle_file *f, const struct oracle_section *s,
                                size_t from, size_t n)
{
    if (from < s->at || from + n > s->at + s->n)
        return false;
    if (s->whole || n == 0)
        return true;
    struct oracle_section sums = oracle_section(f, "sums");
    if (!sums.there || !sums.whole)
        return false;
    for (size_t block = from / 4096; block <= (from + n - 1) / 4096; block++) {
        size_t begin = block * 4096, end = begin + 4096 < sums.at ? begin + 4096 : sums.at;
        uint32_t sum = (uint32_t)XXH3_64bits(f->p + begin, end - begin);
        if (sum != oracle_u32(f->p + sums.at + 8 + 4 * block))
            return false;
    }
    return true;
}

static inline bool oracle_varint(const unsigned char **p, const unsigned char *end, uint64_t *v)
{
    *v = 0;
    for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
        unsigned char c = *(*p)++;
        *v |= (uint64_t)(c & 127) << shift;
        if (!(c & 128))
            return true;
    }
    return false;
}

/* The entry of a rank; malloc'ed.  NULL if a byte of the way there is not whole. */
static inline unsigned char *oracle_entry(const struct oracle_file *f, uint32_t nth, size_t *n)
{
    struct oracle_section dir = oracle_section(f, "entrydir"), data = oracle_section(f, "entries");
    if (!dir.there || !data.there || !oracle_whole(f, &dir, dir.at, 8))
        return NULL;
    uint32_t packs = oracle_u32(f->p + dir.at), pack = packs;
    for (uint32_t i = 0; i < packs; i++) {
        size_t row = dir.at + 8 + 16 * (size_t)i;
        if (!oracle_whole(f, &dir, row, 32))
            return NULL; /* the reader goes through the rows one by one */
        if (oracle_u32(f->p + row + 8) <= nth && nth < oracle_u32(f->p + row + 24))
            pack = i;
    }
    if (pack == packs)
        return NULL;
    const unsigned char *row = f->p + dir.at + 8 + 16 * (size_t)pack;
    size_t from = data.at + oracle_u64(row), length = oracle_u64(row + 16) - oracle_u64(row);
    if (!oracle_whole(f, &data, from, length))
        return NULL;
    uint32_t first = oracle_u32(row + 8), count = oracle_u32(row + 24) - first;
    size_t bytes = oracle_u32(row + 12);
    unsigned char *raw = malloc(bytes + 1), *entry = NULL;
    if (ZSTD_decompress(raw, bytes, f->p + from, length) == bytes) {
        const unsigned char *p = raw;
        uint64_t v = 0, before = 0;
        *n = 0;
        for (uint32_t i = 0; i < count && oracle_varint(&p, raw + bytes, &v); i++) {
            before += i < nth - first ? v : 0;
            *n = i == nth - first ? v : *n;
        }
        entry = malloc(*n + 1);
        memcpy(entry, p + before, *n);
    }
    free(raw);
    return entry;
}

static inline void oracle_add(struct oracle_games *g, struct oracle_game game)
{
    if (g->count == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 64;
        g->at = realloc(g->at, g->cap * sizeof *g->at);
    }
    g->at[g->count++] = game;
}

/* Adds the whole games of a segment file. */
static inline void oracle_segment(const char *path, struct oracle_games *out)
{
    struct oracle_file f;
    if (!oracle_read(&f, path) || !oracle_frame(&f)) {
        free(f.p);
        return;
    }
    struct oracle_section lines = oracle_section(&f, "lines"), moves = oracle_section(&f, "moves");
    uint32_t games = 0;
    if (lines.there && moves.there && oracle_whole(&f, &lines, lines.at, 16))
        games = oracle_u32(f.p + lines.at);
    for (uint32_t nth = 0; nth < games; nth++) {
        size_t count = oracle_u32(f.p + lines.at + 4), bytes = oracle_u32(f.p + lines.at + 8);
        size_t first_at = lines.at + 16, id_at = first_at + 4 * (count + 1);
        size_t by_id_at = id_at + 4 * (size_t)games + 4 * (size_t)nth;
        if (!oracle_whole(&f, &lines, by_id_at, 4))
            continue;
        size_t number = oracle_u32(f.p + by_id_at);
        if (!oracle_whole(&f, &lines, first_at + 4 * number, 8) ||
            !oracle_whole(&f, &lines, id_at + 4 * number, 4))
            continue;
        size_t from = oracle_u32(f.p + first_at + 4 * number) * bytes;
        size_t to = oracle_u32(f.p + first_at + 4 * number + 4) * bytes;
        if (!oracle_whole(&f, &moves, moves.at + from, to - from))
            continue;
        struct oracle_game game = {.id = oracle_u32(f.p + id_at + 4 * number),
                                   .moves_n = to - from};
        game.entry = oracle_entry(&f, nth, &game.entry_n);
        if (!game.entry)
            continue;
        game.moves = malloc(game.moves_n + 1);
        memcpy(game.moves, f.p + moves.at + from, game.moves_n);
        oracle_add(out, game);
    }
    free(f.p);
}

static inline void oracle_free(struct oracle_games *g)
{
    for (size_t i = 0; i < g->count; i++) {
        free(g->at[i].moves);
        free(g->at[i].entry);
    }
    free(g->at);
    *g = (struct oracle_games){0};
}

static inline const struct oracle_game *oracle_find(const struct oracle_games *g, uint32_t id)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->at[i].id == id)
            return &g->at[i];
    return NULL;
}

#endif
