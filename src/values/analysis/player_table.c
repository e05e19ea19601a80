/* player_table.c: see player_table.h. */
#include "values/analysis/player_table.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"

void player_table_release(struct player_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        mem_free((void *)t->at[i].name.p);
    mem_free(t->at);
    hash_index_release(&t->index);
    *t = (struct player_table){0};
}

static struct table_player *find_row(struct player_table *t, struct span name)
{
    const uint64_t hash = XXH3_64bits(name.p, name.n);
    uint32_t row;
    for (size_t at = hash_index_first(&t->index, hash);
         hash_index_next(&t->index, hash, &at, &row);)
        if (span_eq(t->at[row].name, name))
            return &t->at[row];
    struct table_player *grown = mem_grow(t->at, t->count, &t->cap, UINT32_MAX - 1, sizeof *grown);
    char *copy = grown ? mem_alloc(name.n + 1) : NULL;
    if (grown)
        t->at = grown;
    if (!copy || !hash_index_add(&t->index, hash, (uint32_t)t->count)) {
        mem_free(copy);
        return NULL;
    }
    if (name.n)
        memcpy(copy, name.p, name.n);
    t->at[t->count] = (struct table_player){.name = span_make(copy, name.n)};
    return &t->at[t->count++];
}

enum status player_table_add(struct player_table *t, struct span name,
                             const struct analysed_player *p, struct err *err)
{
    if (!p->moves)
        return STATUS_OK;
    struct table_player *row = find_row(t, name);
    if (!row)
        return err_nomem(err);
    row->games++;
    row->moves += p->moves;
    for (int class = 0; class < MOVE_CLASSES; class ++)
        row->classes[class] += p->classes[class];
    row->mates_missed += p->mates_missed;
    row->mates_found += p->mates_found;
    row->accuracy += p->accuracy;
    row->loss += p->loss * p->moves;
    return STATUS_OK;
}

static int compare_rows(const void *x, const void *y)
{
    const struct table_player *a = x, *b = y;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    return span_compare(a->name, b->name);
}

void player_table_sort(struct player_table *t)
{
    if (t->count)
        qsort(t->at, t->count, sizeof *t->at, compare_rows);
    hash_index_clear(&t->index); /* rows have moved: none can be added any more */
}

double table_player_accuracy(const struct table_player *p)
{
    return p->games ? p->accuracy / (double)p->games : 0;
}

double table_player_loss(const struct table_player *p)
{
    return p->moves ? p->loss / (double)p->moves : 0;
}

double table_player_rate(const struct table_player *p, enum move_class class)
{
    return p->moves ? 100 * (double)p->classes[class] / (double)p->moves : 0;
}
