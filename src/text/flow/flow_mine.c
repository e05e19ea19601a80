/* flow_mine.c: from counts to sequences that tell people from programs; see flow.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/proportions.h"
#include "text/flow/flow_internal.h"

static struct flow_example example_of(const struct flow_counts *c, uint32_t move)
{
    size_t low = 0, high = c->line_count;
    if (move == UINT32_MAX)
        return (struct flow_example){.ply = UINT32_MAX};
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(c->lines[middle].first <= move ? &low : &high) = middle;
    }
    const struct flow_line *l = &c->lines[low];
    return (struct flow_example){l->db, l->id, move - l->first};
}

/* Is it often enough to be tested? */
static bool is_frequent(const struct flow_count *n, const struct flow_settings *s)
{
    return n->count[FLOW_HUMAN] >= s->min_count ||
           (s->both && n->count[FLOW_COMPUTER] >= s->min_count);
}

static enum status add_row(struct flow_table *t, const struct flow_counts *c,
                           const struct flow_count *n, unsigned class, struct err *err)
{
    const uint64_t *totals = t->totals[class];
    struct flow_row *rows = mem_grow(t->rows, t->count, &t->cap, UINT32_MAX / 4, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    t->rows = rows;
    struct flow_row *row = &rows[t->count++];
    *row = (struct flow_row){.key = n->key, .class = (uint8_t) class};
    for (int side = 0; side < FLOW_SIDES; side++) {
        row->count[side] = n->count[side];
        for (int i = 0; i < FLOW_EXAMPLES; i++) /* of a control they would say nothing */
            row->examples[side][i] =
                example_of(c, t->settings.shuffled ? UINT32_MAX : n->first[side][i]);
    }
    row->p = flow_p(n->count[0], totals[0], n->count[1], totals[1]);
    row->ratio = flow_ratio(n->count[0], totals[0], n->count[1], totals[1]);
    t->tested[class]++;
    return STATUS_OK;
}

static int by_p(const void *a, const void *b)
{
    const struct flow_row *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_class(const void *a, const void *b)
{
    const struct flow_row *x = a, *y = b;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->kept != y->kept)
        return x->kept ? -1 : 1;
    return by_p(a, b);
}

/* Fills `adjusted`; rows are by p. */
static enum status adjust_rows(struct flow_table *t, struct err *err)
{
    double *p = mem_calloc(t->count ? t->count : 1, sizeof *p);
    if (!p)
        return err_nomem(err);
    for (size_t i = 0; i < t->count; i++)
        p[i] = t->rows[i].p;
    adjust_false_discovery(p, t->count);
    for (size_t i = 0; i < t->count; i++)
        t->rows[i].adjusted = p[i];
    mem_free(p);
    return STATUS_OK;
}

static bool is_kept(const struct flow_table *t, const struct flow_row *r)
{
    const uint64_t *totals = t->totals[r->class];
    /* a/A against b/B without dividing: whose is it? */
    enum flow_side more =
        (double)r->count[0] * (double)totals[1] >= (double)r->count[1] * (double)totals[0]
            ? FLOW_HUMAN
            : FLOW_COMPUTER;
    return (t->settings.correct ? r->adjusted : r->p) < t->settings.alpha &&
           r->count[more] >= t->settings.min_count && (more == FLOW_HUMAN || t->settings.both);
}

static enum status judge_rows(struct flow_table *t, struct err *err)
{
    if (t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_p);
    enum status status = adjust_rows(t, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < t->count; i++) {
        struct flow_row *r = &t->rows[i];
        r->kept = is_kept(t, r);
        t->kept[r->class] += r->kept;
    }
    if (t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_class);
    return flow_index(t, err);
}

static void take_sums(struct flow_table *t, const struct flow_counts *c)
{
    for (int class = 0; class < FLOW_CLASSES; class ++)
        for (int side = 0; side < FLOW_SIDES; side++)
            t->totals[class][side] = c->sums.totals[class][side];
    for (int side = 0; side < FLOW_SIDES; side++) {
        t->pairs[side] = c->sums.pairs[side];
        for (int kind = 0; kind < SHOGI_KINDS; kind++) {
            t->twice[kind].count[side] = c->sums.twice[kind][side];
            t->twice[kind].moves[side] = c->sums.could[kind][side];
        }
    }
    for (size_t i = 0; i < c->line_count; i++)
        t->games[c->lines[i].side]++;
    flow_judge_twice(t);
}

static enum status take_shard(struct flow_table *t, const struct flow_counts *c,
                              const struct flow_tally *shard, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shard->room && status == STATUS_OK; i++) {
        const struct flow_count *n = &shard->at[i];
        if (!n->key)
            continue;
        unsigned class = flow_key_class(n->key);
        t->distinct[class]++;
        if (is_frequent(n, &t->settings))
            status = add_row(t, c, n, class, err);
    }
    return status;
}

static enum status take_counts(struct flow_table *t, const struct flow_counts *c,
                               const struct reduction *reduction, struct err *err)
{
    enum status status = STATUS_OK;
    take_sums(t, c);
    for (int i = 0; i < FLOW_SHARDS && status == STATUS_OK; i++)
        status = take_shard(t, c, &c->shards[i], err);
    status = flow_rows_share(t, reduction, status, err);
    return status == STATUS_OK ? judge_rows(t, err) : status;
}

enum status flow_mine(struct flow_table *out, const struct flow_source sides[FLOW_SIDES],
                      const struct flow_options *o, struct err *err)
{
    struct flow_options how = *o;
    struct flow_counts counts = {0};
    if (!how.classes)
        how.classes = flow_adopted_classes;
    how.classes &= ((uint32_t)1 << FLOW_CLASSES) - 1;
    *out = (struct flow_table){
        .settings = how.settings, .classes = how.classes, .points = flow_points_paper};
    buf_init(&out->sources, BUF_DEFAULT_MAX);
    for (int side = 0; side < FLOW_SIDES; side++)
        for (uint32_t i = 0; i < sides[side].count; i++) {
            const struct flow_source *s = &sides[side];
            buf_printf(&out->sources, "%s ", flow_side_names[side]);
            for (const char *p = s->names ? s->names[i] : s->dbs[i]->path; *p; p++)
                buf_add_char(&out->sources, (unsigned char)*p < ' ' ? '?' : *p);
            buf_add_char(&out->sources, '\n');
        }
    enum status status = buf_status(&out->sources) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = flow_count_all(&counts, sides, &how, err);
    if (status == STATUS_OK)
        status = take_counts(out, &counts, how.reduction, err);
    flow_counts_release(&counts);
    if (status != STATUS_OK)
        flow_release(out);
    return status;
}
