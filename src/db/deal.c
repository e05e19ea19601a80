/* deal.c: see deal.h. */
#include "db/deal.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"

/* A number that is the same for those who see the same segments. */
static uint64_t print_of(struct db *const *dbs, uint32_t count)
{
    struct buf seen;
    buf_init(&seen, SIZE_MAX);
    for (uint32_t d = 0; d < count; d++) {
        const struct manifest *m = &dbs[d]->manifest;
        buf_printf(&seen, "%s %u %u\n", m->game, (unsigned)m->next_id, (unsigned)m->next_segment);
        for (uint32_t i = 0; i < m->count; i++)
            buf_printf(&seen, "%s %u %llu\n", m->entries[i].name, (unsigned)m->entries[i].count,
                       (unsigned long long)m->entries[i].plies);
    }
    uint64_t print = buf_status(&seen) == STATUS_OK ? XXH3_64bits(seen.p, seen.n) : 0;
    buf_release(&seen);
    return print;
}

static enum status check_same(struct db *const *dbs, uint32_t count, const struct crew *crew,
                              enum status opened, struct err *err)
{
    static const struct msg differs = {
        "the processes see different states of %1: is somebody importing, or is the folder not "
        "shared by all machines?",
        "プロセスごとに %1 の内容が違います。取り込み中か、共有されていないフォルダです"};
    struct crew_parts parts = {0};
    uint64_t mine = opened == STATUS_OK ? print_of(dbs, count) : 0;
    opened = crew_share(crew, opened, span_make((const char *)&mine, sizeof mine), &parts, err);
    for (uint32_t r = 0; r < parts.count && opened == STATUS_OK; r++)
        if (parts.at[r].n != sizeof mine || memcmp(parts.at[r].p, &mine, sizeof mine) != 0)
            opened = err_set(err, STATUS_IO, &differs, span_of(dbs[0]->path), (struct span){0});
    crew_parts_release(&parts);
    return opened;
}

struct dealt {
    struct db_segment *segment;
    uint64_t size;
    size_t order;
};

static int largest_first(const void *a, const void *b)
{
    const struct dealt *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void deal_out(struct dealt *cards, size_t n, uint64_t *loads, uint32_t ranks)
{
    if (n)
        qsort(cards, n, sizeof *cards, largest_first);
    for (size_t i = 0; i < n; i++) {
        uint32_t least = 0;
        for (uint32_t r = 1; r < ranks; r++)
            if (loads[r] < loads[least])
                least = r;
        cards[i].segment->rank = least;
        loads[least] += cards[i].size;
    }
}

enum status db_deal(struct db *const *dbs, uint32_t count, const struct crew *crew,
                    enum status opened, struct err *err)
{
    size_t all = 0, n = 0;
    if (crew_size(crew) < 2)
        return opened;
    opened = check_same(dbs, count, crew, opened, err);
    if (opened != STATUS_OK)
        return opened;
    for (uint32_t d = 0; d < count; d++)
        all += dbs[d]->segment_count;
    struct dealt *cards = mem_calloc(all + 1, sizeof *cards);
    uint64_t *loads = mem_calloc(crew->size, sizeof *loads);
    if (!cards || !loads)
        opened = err_nomem(err);
    for (uint32_t d = 0; d < count && opened == STATUS_OK; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++, n++)
            cards[n] = (struct dealt){.segment = &dbs[d]->segments[i],
                                      .size = dbs[d]->segments[i].listed.plies + 1,
                                      .order = n};
    if (opened == STATUS_OK)
        deal_out(cards, n, loads, crew->size);
    mem_free(cards);
    mem_free(loads);
    return opened;
}
