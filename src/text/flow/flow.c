/* flow.c: the table of sequences, and finding one in it; see flow.h. */
#include "text/flow/flow.h"

#include "base/alloc.h"
#include "text/flow/flow_internal.h"

const char *const flow_side_names[FLOW_SIDES] = {"human", "computer"};

/* Bits of the classes' places in flow_classes. */
const uint32_t flow_adopted_classes = 1 << 3 | 1 << 5 | 1 << 15 | 1 << 17;

const struct flow_points flow_points_paper = {
    .one_frame = 150,
    .both_frames = 300,
    .again = {[SHOGI_PAWN] = 100, [SHOGI_BISHOP] = 100},
};

const char *const flow_kind_names[SHOGI_KINDS] = {
    [SHOGI_PAWN] = "pawn",
    [SHOGI_LANCE] = "lance",
    [SHOGI_KNIGHT] = "knight",
    [SHOGI_SILVER] = "silver",
    [SHOGI_BISHOP] = "bishop",
    [SHOGI_ROOK] = "rook",
    [SHOGI_GOLD] = "gold",
    [SHOGI_KING] = "king",
    [SHOGI_PRO_PAWN] = "promoted-pawn",
    [SHOGI_PRO_LANCE] = "promoted-lance",
    [SHOGI_PRO_KNIGHT] = "promoted-knight",
    [SHOGI_PRO_SILVER] = "promoted-silver",
    [SHOGI_HORSE] = "horse",
    [SHOGI_DRAGON] = "dragon",
};

void flow_release(struct flow_table *t)
{
    mem_free(t->rows);
    hash_index_release(&t->by_key);
    buf_release(&t->sources);
    *t = (struct flow_table){0};
}

/* --- Finding ---------------------------------------------------------------------------------- */

const struct flow_row *flow_find(const struct flow_table *t, unsigned class, flow_key key)
{
    uint32_t row;
    uint64_t hash = flow_hash(key);
    (void)class; /* is in the key */
    for (size_t at = hash_index_first(&t->by_key, hash);
         key && hash_index_next(&t->by_key, hash, &at, &row);)
        if (t->rows[row].key == key)
            return &t->rows[row];
    return NULL;
}

static enum status there_twice(const struct flow_row *row, struct err *err)
{
    static const struct msg TWICE = {"sequence %1 of class %2 occurs twice",
                                     "手順 %1 (%2) が二度あります"};
    struct buf text;
    buf_init(&text, 256);
    flow_key_text(row->class, row->key, &text);
    err_set(err, STATUS_SYNTAX, &TWICE, buf_span(&text), span_of(flow_classes[row->class].name));
    buf_release(&text);
    return STATUS_SYNTAX;
}

enum status flow_index(struct flow_table *t, struct err *err)
{
    hash_index_release(&t->by_key);
    if (!hash_index_reserve(&t->by_key, t->count))
        return err_nomem(err);
    for (size_t i = 0; i < t->count; i++) {
        if (flow_find(t, t->rows[i].class, t->rows[i].key))
            return there_twice(&t->rows[i], err);
        if (!hash_index_add(&t->by_key, flow_hash(t->rows[i].key), (uint32_t)i))
            return err_nomem(err);
    }
    return STATUS_OK;
}
