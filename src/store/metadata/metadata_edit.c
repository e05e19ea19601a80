/* metadata_edit.c: tags, and what people changed about games; see metadata.h. */
#include "base/alloc.h"
#include "store/metadata/metadata_internal.h"
#include "store/metadata/name_fold.h"

static bool bit_at(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static void put_bit(uint64_t *bits, uint32_t i, bool on)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    bits[i / 64] = on ? bits[i / 64] | bit : bits[i / 64] & ~bit;
}

/* --- Names ------------------------------------------------------------------------------------ */

static enum name_list_id list_of(enum meta_field field)
{
    switch (field) {
    case META_EVENT:
        return NAMES_EVENT;
    case META_PLACE:
        return NAMES_PLACE;
    case META_TIME:
        return NAMES_TIMING;
    default:
        return NAMES_PLAYER;
    }
}

static unsigned also_of(enum meta_field field, int seat)
{
    return field == META_EVENT   ? ALSO_EVENT
           : field == META_PLACE ? ALSO_PLACE
           : field == META_TIME  ? ALSO_KINDS
                                 : ALSO_PLAYER + (unsigned)seat;
}

static uint64_t *new_bits(struct metadata *m)
{
    uint64_t *bits = arena_alloc_array(&m->arena, metadata_words(m), sizeof *bits);
    if (bits)
        memset(bits, 0, metadata_words(m) * sizeof *bits);
    return bits;
}

static uint32_t find_row(const struct name_list *l, struct span name)
{
    for (uint32_t row = 1; row <= l->count; row++)
        if (span_eq(name_list_get(l, row), name))
            return row;
    return 0;
}

static enum status add_row(struct name_list *l, enum name_list_id list, struct span name,
                           struct err *err)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    if (list == NAMES_PLAYER)
        player_fold(name, &key);
    else
        name_fold(name, &key);
    bool good = buf_status(&key) == STATUS_OK && name_list_add(l, name, buf_span(&key));
    buf_release(&key);
    return good ? STATUS_OK : err_nomem(err);
}

enum status metadata_edit_name(struct metadata *m, uint32_t number, enum meta_field field, int seat,
                               struct span name, uint32_t *row, struct err *err)
{
    enum name_list_id list = list_of(field);
    struct name_list *l = &m->names[list];
    uint64_t **changed = &m->changed[also_of(field, seat)];
    if (!*changed && !(*changed = new_bits(m)))
        return err_nomem(err);
    put_bit(*changed, number, true);
    enum status status = metadata_need(m, (int)list, err);
    *row = 0;
    if (status != STATUS_OK || name.n == 0)
        return status;
    *row = find_row(l, name);
    if (*row == 0) {
        status = add_row(l, list, name, err);
        *row = l->count;
    }
    return status;
}

/* --- Tags ------------------------------------------------------------------------------------- */

const struct tag_change *metadata_tag_change(const struct metadata *m, struct span key)
{
    for (size_t i = 0; i < m->change_count; i++)
        if (span_eq(m->changes[i].key, key))
            return &m->changes[i];
    return NULL;
}

static const struct tag_change *new_change(struct metadata *m, struct span name, struct span key)
{
    struct tag_change *changes =
        mem_grow(m->changes, m->change_count, &m->change_cap, UINT32_MAX, sizeof *changes);
    if (!changes)
        return NULL;
    m->changes = changes;
    struct tag_change *c = &changes[m->change_count];
    *c = (struct tag_change){.added = new_bits(m), .removed = new_bits(m)};
    if (!c->added || !c->removed || !arena_copy(&m->arena, name, &c->name) ||
        !arena_copy(&m->arena, key, &c->key))
        return NULL;
    m->change_count++;
    return c;
}

enum status metadata_edit_tag(struct metadata *m, uint32_t number, struct span name, bool add,
                              struct err *err)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    name_fold(name, &key);
    const struct tag_change *c = NULL;
    if (buf_status(&key) == STATUS_OK) {
        c = metadata_tag_change(m, buf_span(&key));
        c = c ? c : new_change(m, name, buf_span(&key));
    }
    buf_release(&key);
    if (!c)
        return err_nomem(err);
    put_bit(c->added, number, add);
    put_bit(c->removed, number, !add);
    return STATUS_OK;
}

struct tag_walk {
    const struct metadata *m;
    uint32_t number;
    meta_tag_sink *each;
    void *ctx;
};

/* A tag of the records, unless it was taken away. */
static bool give_stored(const struct tag_walk *w, struct span name, struct span key)
{
    const struct tag_change *change = metadata_tag_change(w->m, key);
    return (change && bit_at(change->removed, w->number)) || w->each(w->ctx, name);
}

static bool has_stored(const struct metadata *m, uint32_t number, struct span key)
{
    uint32_t nth = line_order(m->lines, number);
    for (size_t i = 0; i < m->tag_count; i++)
        if (span_eq(m->tags[i].key, key) && metadata_order_has_tag(&m->tags[i], nth))
            return true;
    for (size_t i = 0; i < m->late_count; i++)
        if (m->late[i].kind == LATE_TAG && m->late[i].number == number &&
            span_eq(m->late[i].key, key))
            return true;
    return false;
}

enum status metadata_tags(struct metadata *m, uint32_t number, meta_tag_sink *each, void *ctx,
                          struct err *err)
{
    const struct tag_walk w = {m, number, each, ctx};
    uint32_t nth = line_order(m->lines, number);
    enum status status = metadata_need(m, PART_TAGS, err);
    bool on = status == STATUS_OK;
    for (size_t i = 0; i < m->tag_count && on; i++)
        if (metadata_order_has_tag(&m->tags[i], nth))
            on = give_stored(&w, m->tags[i].name, m->tags[i].key);
    for (size_t i = 0; i < m->late_count && on; i++)
        if (m->late[i].kind == LATE_TAG && m->late[i].number == number)
            on = give_stored(&w, m->late[i].name, m->late[i].key);
    for (size_t i = 0; i < m->change_count && on; i++)
        if (bit_at(m->changes[i].added, number) && !has_stored(m, number, m->changes[i].key))
            on = each(ctx, m->changes[i].name);
    return status;
}

/* Whether a tag that was stored, or came with the sources before `late`, has the key. */
static bool is_stored_before(const struct metadata *m, size_t late, struct span key)
{
    for (size_t i = 0; i < m->tag_count; i++)
        if (span_eq(m->tags[i].key, key))
            return true;
    for (size_t i = 0; i < late; i++)
        if (m->late[i].kind == LATE_TAG && span_eq(m->late[i].key, key))
            return true;
    return false;
}

enum status metadata_all_tags(struct metadata *m, meta_tag_sink *each, void *ctx, struct err *err)
{
    enum status status = metadata_need(m, PART_TAGS, err);
    bool on = status == STATUS_OK;
    for (size_t i = 0; i < m->tag_count && on; i++)
        on = each(ctx, m->tags[i].name);
    for (size_t i = 0; i < m->late_count && on; i++)
        if (m->late[i].kind == LATE_TAG && !is_stored_before(m, i, m->late[i].key))
            on = each(ctx, m->late[i].name);
    for (size_t i = 0; i < m->change_count && on; i++)
        if (!is_stored_before(m, m->late_count, m->changes[i].key))
            on = each(ctx, m->changes[i].name);
    return status;
}

enum status metadata_has_tag(struct metadata *m, uint32_t number, struct span name, bool *has,
                             struct err *err)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    name_fold(name, &key);
    enum status status =
        buf_status(&key) == STATUS_OK ? metadata_need(m, PART_TAGS, err) : err_nomem(err);
    *has = false;
    if (status == STATUS_OK) {
        const struct tag_change *change = metadata_tag_change(m, buf_span(&key));
        *has =
            (change && bit_at(change->added, number)) ||
            (has_stored(m, number, buf_span(&key)) && !(change && bit_at(change->removed, number)));
    }
    buf_release(&key);
    return status;
}
