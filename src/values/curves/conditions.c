/* conditions.c: see conditions.h. */
#include "values/curves/conditions.h"

#include <string.h>

#include "base/alloc.h"

enum { MOST_CONDITIONS = 10000 };

const struct condition_preset condition_presets[] = {
    {"progress", {"progress.diff>=0.25", "progress.diff<=-0.25"}},
    {"rooks", {"s.hand.hi>=2", "g.hand.hi>=2"}},
    {"bishops", {"s.hand.ka>=2", "g.hand.ka>=2"}},
    {"knights", {"s.hand.ke>=3", "g.hand.ke>=3"}},
    {"paper",
     {"progress.diff>=0.25", "progress.diff<=-0.25", "s.hand.hi>=2", "g.hand.hi>=2", "s.hand.ka>=2",
      "g.hand.ka>=2", "s.hand.ke>=3", "g.hand.ke>=3"}},
    {NULL, {NULL}},
};

const struct condition_preset *condition_preset(const char *name)
{
    for (const struct condition_preset *p = condition_presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

void conditions_init(struct conditions *c)
{
    *c = (struct conditions){0};
}

static void forget_bits(struct condition *one, uint32_t sheets)
{
    for (uint32_t i = 0; one->bits && i < sheets; i++)
        mem_free(one->bits[i]);
    mem_free(one->bits);
    one->bits = NULL;
}

void conditions_release(struct conditions *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        forget_bits(&c->at[i], c->sheets);
        query_release(&c->at[i].query);
        mem_free((void *)c->at[i].name);
    }
    mem_free(c->at);
    conditions_init(c);
}

enum status conditions_add(struct conditions *c, struct query *q, struct err *err)
{
    struct condition *at = mem_grow(c->at, c->count, &c->cap, MOST_CONDITIONS, sizeof *at);
    char *name = mem_alloc(q->text.n + 1);
    if (at)
        c->at = at;
    if (!at || !name) {
        mem_free(name);
        query_release(q);
        return err_nomem(err);
    }
    memcpy(name, q->text.p, q->text.n);
    name[q->text.n] = '\0';
    at[c->count++] = (struct condition){.name = name, .query = *q};
    *q = (struct query){0};
    return STATUS_OK;
}

static enum status match_one(struct condition *one, const struct sheets *s,
                             const struct sheet_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    one->bits = mem_calloc(s->count + 1, sizeof *one->bits);
    if (!one->bits)
        return err_nomem(err);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        one->bits[i] = mem_calloc(sheet_words(&s->at[i]) + 1, sizeof **one->bits);
        if (!one->bits[i])
            return err_nomem(err);
        status = sheet_match(&s->at[i], &one->query, o, one->bits[i], err);
    }
    return status;
}

enum status conditions_match(struct conditions *c, const struct sheets *s,
                             const struct sheet_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < c->count; i++)
        forget_bits(&c->at[i], c->sheets);
    c->sheets = s->count;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = match_one(&c->at[i], s, o, err);
    return status;
}

static enum status oppose_bits(struct condition *to, const struct condition *one,
                               const struct sheets *s, struct err *err)
{
    to->bits = mem_calloc(s->count + 1, sizeof *to->bits);
    if (!to->bits)
        return err_nomem(err);
    for (uint32_t i = 0; i < s->count; i++) {
        size_t words = sheet_words(&s->at[i]);
        to->bits[i] = mem_calloc(words + 1, sizeof **to->bits);
        if (!to->bits[i])
            return err_nomem(err);
        for (size_t w = 0; w < words; w++)
            to->bits[i][w] = s->at[i].chosen[w] & ~one->bits[i][w];
    }
    return STATUS_OK;
}

static enum status add_opposite(struct conditions *out, const struct condition *one,
                                const struct sheets *s, struct err *err)
{
    struct query none = {0};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_printf(&name, "not (%s)", one->name);
    none.text = buf_span(&name);
    enum status status =
        buf_status(&name) == STATUS_OK ? conditions_add(out, &none, err) : err_nomem(err);
    buf_release(&name);
    if (status != STATUS_OK)
        return status;
    struct condition *to = &out->at[out->count - 1];
    to->query.text = (struct span){0}; /* it was borrowed */
    return oppose_bits(to, one, s, err);
}

enum status conditions_oppose(struct conditions *out, const struct conditions *c,
                              const struct sheets *s, struct err *err)
{
    enum status status = STATUS_OK;
    out->sheets = s->count;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = add_opposite(out, &c->at[i], s, err);
    return status;
}

void conditions_for_curves(const struct conditions *c, struct curve_condition *out)
{
    for (uint32_t i = 0; i < c->count; i++)
        out[i].bits = (const uint64_t *const *)c->at[i].bits;
}
