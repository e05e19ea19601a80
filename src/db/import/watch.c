/* watch.c: see watch.h. */
#include "db/import/watch.h"

#include "base/le.h"

/* A file that has not changed for so long is whole. */
enum { SETTLED_SECONDS = 3 };

void watch_init(struct watch *w)
{
    *w = (struct watch){0};
    file_table_init(&w->done);
    file_table_init(&w->before);
    file_table_init(&w->next);
}

void watch_release(struct watch *w)
{
    file_table_release(&w->done);
    file_table_release(&w->before);
    file_table_release(&w->next);
}

void watch_begin(struct watch *w)
{
    struct file_table old = w->before;
    w->before = w->next;
    w->next = old;
    file_table_clear(&w->next);
}

/* A file in a state, as 128 bits. */
static struct file_row state_of(const char *path, const struct stat *st)
{
    char numbers[32];
    le_put64(numbers, (uint64_t)st->st_size);
    le_put64(numbers + 8, (uint64_t)st->st_mtim.tv_sec);
    le_put64(numbers + 16, (uint64_t)st->st_mtim.tv_nsec);
    le_put64(numbers + 24, (uint64_t)st->st_ino);
    const struct span state = {numbers, sizeof numbers};
    return (struct file_row){.hash = file_hash_of(span_of(path), &state, 1)};
}

bool watch_wanted(struct watch *w, const char *path, const struct stat *st, int64_t now)
{
    struct file_row row = state_of(path, st);
    struct err err;
    if (file_table_find(&w->done, row.hash))
        return false;
    bool settled = (int64_t)st->st_mtim.tv_sec + SETTLED_SECONDS <= now ||
                   file_table_find(&w->before, row.hash);
    struct file_table *table = settled ? &w->done : &w->next;
    if (file_table_add(table, &row, &err) != STATUS_OK)
        w->failed = true;
    return settled || w->failed;
}
