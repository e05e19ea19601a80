/* position_sweep.c: from the nodes of a position to its occurrences; see position_internal.h. */
#include "base/alloc.h"
#include "facts/position_internal.h"

void sweep_begin(struct node_sweep *s, const struct lines *l, const uint8_t *share,
                 const struct occurrence *nodes, size_t n)
{
    s->lines = l;
    s->share = share;
    s->nodes = nodes;
    s->left = n;
    s->count = 0;
    s->from = s->to = 0;
}

void sweep_release(struct node_sweep *s)
{
    mem_free(s->open);
    *s = (struct node_sweep){0};
}

/* Plies ascend by themselves: a line's own nodes lie above all that it shares with the line before,
 * and the runs that are open here are shared. */
static bool open_run(struct node_sweep *s)
{
    struct open_run run = {.ply = s->nodes->ply,
                           .end = run_end(s->lines, s->share, s->nodes->line, s->nodes->ply)};
    void *open = mem_grow(s->open, s->count, &s->cap, UINT32_MAX, sizeof *s->open);
    if (!open)
        return false;
    s->open = open;
    s->open[s->count++] = run;
    s->nodes++;
    s->left--;
    return true;
}

enum status sweep_next(struct node_sweep *s, bool *more, struct err *err)
{
    s->from = s->to;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->open[i].end > s->from)
            s->open[kept++] = s->open[i];
    s->count = kept;
    *more = s->count || s->left;
    if (!*more)
        return STATUS_OK;
    if (!s->count)
        s->from = s->nodes->line;
    while (s->left && s->nodes->line == s->from)
        if (!open_run(s))
            return err_nomem(err);
    s->to = s->left ? s->nodes->line : UINT32_MAX;
    for (size_t i = 0; i < s->count; i++)
        s->to = s->open[i].end < s->to ? s->open[i].end : s->to;
    return STATUS_OK;
}
