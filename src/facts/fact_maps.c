/* fact_maps.c: see fact_maps.h. */
#include "facts/fact_maps.h"

#include <endian.h>
#include <string.h>

#include "base/le.h"

static const struct msg BAD_MAPS = {"the maps of the fact index are damaged",
                                    "局面索引のビット表が壊れています"};

enum { HEAD_BYTES = 8 };

/* --- Reading ---------------------------------------------------------------------------------- */

static size_t head_bytes(uint32_t maps)
{
    return (HEAD_BYTES + 4 * (size_t)maps + 7) / 8 * 8;
}

static bool ascending_facts(const struct fact_maps *m, uint32_t facts)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (le_get32(m->facts + 4 * (size_t)i) >= facts ||
            (i && le_get32(m->facts + 4 * (size_t)(i - 1)) >= le_get32(m->facts + 4 * (size_t)i)))
            return false;
    return true;
}

enum status fact_maps_open(struct fact_maps *m, const struct segment *s, uint32_t facts,
                           uint32_t lines, struct err *err)
{
    struct span bytes;
    *m = (struct fact_maps){.lines = lines, .words = fact_map_words(lines)};
    if (!segment_find(s, FACT_MAPS_SECTION, &bytes))
        return STATUS_OK;
    if (bytes.n < HEAD_BYTES)
        return segment_damaged(s, bytes.p, &BAD_MAPS, err);
    m->count = le_get32(bytes.p);
    m->facts = bytes.p + HEAD_BYTES;
    m->segment = s;
    size_t head = head_bytes(m->count);
    enum status st =
        segment_verify_span(s, span_make(bytes.p, head < bytes.n ? head : bytes.n), err);
    if (st != STATUS_OK)
        return st;
    if (m->count > facts || le_get32(bytes.p + 4) != m->words ||
        bytes.n != head_bytes(m->count) + (size_t)m->count * m->words * 8 ||
        !ascending_facts(m, facts))
        return segment_damaged(s, bytes.p, &BAD_MAPS, err);
    m->bits = bytes.p + head_bytes(m->count);
    return STATUS_OK;
}

const char *fact_map_find(const struct fact_maps *m, uint32_t fact)
{
    uint32_t low = 0, high = m->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (le_get32(m->facts + 4 * (size_t)middle) < fact)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == m->count || le_get32(m->facts + 4 * (size_t)low) != fact)
        return NULL;
    const char *map = m->bits + (size_t)low * m->words * 8;
    (void)segment_verify(m->segment, span_make(map, (size_t)m->words * 8));
    return map;
}

uint64_t fact_map_word(const char *map, size_t word)
{
    uint64_t v;
    memcpy(&v, map + 8 * word, sizeof v); /* unlike le_get64(), this becomes vectors */
    return le64toh(v);
}

void fact_map_and(uint64_t *bits, const char *map, size_t words)
{
    for (size_t i = 0; i < words; i++)
        bits[i] &= fact_map_word(map, i);
}

/* --- Writing ---------------------------------------------------------------------------------- */

bool fact_map_wanted(uint32_t postings, uint32_t lines)
{
    return (uint64_t)postings * 12 >= lines && (uint64_t)postings * 10 <= (uint64_t)lines * 9 &&
           postings > 0;
}

bool fact_map_begin(struct buf *maps, uint32_t lines)
{
    size_t bytes = (size_t)fact_map_words(lines) * 8;
    if (!buf_reserve(maps, bytes))
        return false;
    memset(maps->p + maps->n, 0, bytes);
    maps->n += bytes;
    return true;
}

enum status fact_maps_write(const struct buf *facts, const struct buf *maps, uint32_t lines,
                            struct segment_writer *w, struct err *err)
{
    char head[HEAD_BYTES], zeros[8] = {0};
    uint32_t count = (uint32_t)(facts->n / 4);
    le_put32(head, count);
    le_put32(head + 4, fact_map_words(lines));
    enum status st = segment_writer_begin(w, FACT_MAPS_SECTION, err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, span_make(head, sizeof head), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(facts), err);
    if (st == STATUS_OK)
        st = segment_writer_add(
            w, span_make(zeros, head_bytes(count) - HEAD_BYTES - 4 * (size_t)count), err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, buf_span(maps), err);
    return st == STATUS_OK ? segment_writer_end(w, err) : st;
}
