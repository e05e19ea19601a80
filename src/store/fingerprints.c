/* fingerprints.c: see fingerprints.h.
 *
 * BUCKET_GAMES: with 8 games a bucket the table takes 1.5 bytes a game, and one question in 32
 * about a game that is not there goes on to search the lines.  On a busy machine, 12,000 games: 0.6
 * µs for a game that is not there, of which 0.5 go into its print; 2.6 µs for one that is. */
#include "store/fingerprints.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"

enum { HEAD_BYTES = 8, BUCKET_GAMES = 8, MAX_BITS = 28 };

static const struct msg BAD_FINGERPRINTS = {"the fingerprints of games are damaged",
                                            "棋譜の照合表が壊れています"};

struct span record_start_text(const struct record *rec)
{
    return rec->handicap ? rec->start : SPAN("");
}

/* --- The fingerprint ------------------------------------------------------------------------- */

/* Moves go into the hash a block at a time, as 64-bit numbers; each block's hash is the seed of the
 * next one's. */
struct move_hasher {
    uint64_t hash;
    char block[512];
    size_t n;
};

static void hash_begin(struct move_hasher *h, struct span start)
{
    h->hash = XXH3_64bits(start.n ? start.p : "", start.n);
    h->n = 0;
}

static void hash_flush(struct move_hasher *h)
{
    h->hash = XXH3_64bits_withSeed(h->block, h->n, h->hash);
    h->n = 0;
}

static void hash_move(struct move_hasher *h, game_move move)
{
    le_put64(h->block + h->n, move);
    h->n += 8;
    if (h->n == sizeof h->block)
        hash_flush(h);
}

static uint64_t hash_end(struct move_hasher *h)
{
    hash_flush(h);
    return h->hash;
}

uint64_t game_fingerprint(const struct record *rec)
{
    struct move_hasher h;
    hash_begin(&h, record_start_text(rec));
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child)
        hash_move(&h, rec->nodes[node].move);
    return hash_end(&h);
}

static uint64_t line_fingerprint(const struct lines *l, uint32_t line)
{
    struct move_hasher h;
    hash_begin(&h, lines_start_text(l, line_start(l, line)));
    for (uint32_t i = 0, n = line_plies(l, line); i < n; i++)
        hash_move(&h, line_move(l, line, i));
    return hash_end(&h);
}

/* --- The table ------------------------------------------------------------------------------- */

static uint32_t bucket_of(uint64_t fingerprint, unsigned bits)
{
    return bits ? (uint32_t)(fingerprint >> (64 - bits)) : 0;
}

static unsigned char tag_of(uint64_t fingerprint, unsigned bits)
{
    return (unsigned char)(fingerprint << bits >> 56);
}

static int compare_fingerprints(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void put32(struct buf *out, uint32_t v)
{
    char bytes[4];
    le_put32(bytes, v);
    buf_add(out, bytes, sizeof bytes);
}

void fingerprints_encode(uint64_t *fingerprints, uint32_t games, struct buf *out)
{
    unsigned bits = 0;
    while (bits < MAX_BITS && games >> bits > BUCKET_GAMES)
        bits++;
    if (games)
        qsort(fingerprints, games, sizeof *fingerprints, compare_fingerprints);
    put32(out, games);
    put32(out, bits);
    uint32_t at = 0;
    for (uint32_t bucket = 0; bucket < 1U << bits; bucket++) {
        put32(out, at);
        while (at < games && bucket_of(fingerprints[at], bits) == bucket)
            at++;
    }
    put32(out, games);
    for (uint32_t i = 0; i < games; i++)
        buf_add_char(out, (char)tag_of(fingerprints[i], bits));
}

/* Maybe: false if no game has this print.  True as well if the table is damaged: then the lines
 * tell. */
static bool may_have(const struct segment *s, struct span table, uint32_t games,
                     uint64_t fingerprint)
{
    if (table.n < HEAD_BYTES)
        return false;
    if (!segment_is_whole(s, span_make(table.p, HEAD_BYTES)))
        return true;
    if (le_get32(table.p) != games || le_get32(table.p + 4) > MAX_BITS)
        return false;
    unsigned bits = le_get32(table.p + 4);
    uint64_t buckets = (uint64_t)1 << bits;
    if (table.n != HEAD_BYTES + 4 * (buckets + 1) + games)
        return false;
    const char *bucket = table.p + HEAD_BYTES + 4 * (size_t)bucket_of(fingerprint, bits);
    uint32_t from = le_get32(bucket), to = le_get32(bucket + 4);
    if (!segment_is_whole(s, span_make(bucket, 8)))
        return true;
    if (from >= to || to > games)
        return false;
    const char *tags = table.p + HEAD_BYTES + 4 * (size_t)(buckets + 1);
    if (!segment_is_whole(s, span_make(tags + from, to - from)))
        return true;
    return memchr(tags + from, tag_of(fingerprint, bits), to - from) != NULL;
}

bool fingerprints_may_have(struct span table, uint32_t games, uint64_t fingerprint)
{
    static const struct segment memory; /* of whose bytes nothing is verified */
    return may_have(&memory, table, games, fingerprint);
}

/* --- The game itself ------------------------------------------------------------------------- */

static bool find_start(const struct lines *l, struct span text, uint32_t *start)
{
    uint32_t low = 0, high = l->starts;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (span_compare(lines_start_text(l, middle), text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *start = low;
    return low < l->starts && span_eq(lines_start_text(l, low), text);
}

/* Where a line stands to the record's main line: below, equal, above. */
static int compare_line(const struct lines *l, uint32_t line, const struct record *rec)
{
    uint32_t node = rec->nodes[0].child;
    const char *stored = line_stored(l, line);
    for (uint32_t i = 0, n = line_plies(l, line); i < n; i++) {
        game_move move = node ? rec->nodes[node].move : 0, other = stored_move(l, stored, i);
        if (move == 0 || other != move)
            return move == 0 || other > move ? 1 : -1;
        node = rec->nodes[node].child;
    }
    return node && rec->nodes[node].move ? -1 : 0;
}

static bool find_lines(const struct lines *l, const struct record *rec, uint32_t *from,
                       uint32_t *to)
{
    uint32_t start;
    if (!find_start(l, record_start_text(rec), &start))
        return false;
    uint32_t low = lines_u32(l->start_line, start), high = lines_u32(l->start_line, start + 1);
    uint32_t end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_line(l, middle, rec) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*from = low; low < end && compare_line(l, low, rec) == 0; low++)
        ;
    *to = low;
    return *to > *from;
}

bool lines_find_games(const struct lines *l, const struct segment *s, const struct record *rec,
                      uint32_t *from, uint32_t *to)
{
    struct span table;
    return segment_find(s, "prints", &table) &&
           may_have(s, table, l->games, game_fingerprint(rec)) && find_lines(l, rec, from, to);
}

enum status fingerprints_check(const struct lines *l, const struct segment *s, struct err *err)
{
    struct span table;
    enum status status = segment_need_whole(s, "prints", &table, err);
    for (uint32_t line = 0; line < l->games && status == STATUS_OK; line++)
        if (!may_have(s, table, l->games, line_fingerprint(l, line)))
            status = segment_damaged(s, table.p, &BAD_FINGERPRINTS, err);
    return status;
}
