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
    mem_free(t->slots);
    buf_release(&t->sources);
    *t = (struct flow_table){0};
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* The slot of a key: its row + 1, or 0 where it would be. */
static uint32_t *slot_of(const struct flow_table *t, flow_key key)
{
    size_t at = flow_hash(key) & t->slot_mask;
    while (t->slots[at] && t->rows[t->slots[at] - 1].key != key)
        at = (at + 1) & t->slot_mask;
    return &t->slots[at];
}

static enum status there_twice(const struct flow_row *row, struct err *err)
{
    static const struct msg TWICE = {"sequence %1 of class %2 is there twice",
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
    size_t room = 16;
    while (room < 2 * t->count)
        room *= 2;
    mem_free(t->slots);
    t->slots = mem_calloc(room, sizeof *t->slots);
    t->slot_mask = room - 1;
    if (!t->slots)
        return err_nomem(err);
    for (size_t i = 0; i < t->count; i++) {
        uint32_t *slot = slot_of(t, t->rows[i].key);
        if (*slot)
            return there_twice(&t->rows[i], err);
        *slot = (uint32_t)i + 1;
    }
    return STATUS_OK;
}

const struct flow_row *flow_find(const struct flow_table *t, unsigned class, flow_key key)
{
    (void)class; /* is in the key */
    if (!key || !t->slots)
        return NULL;
    uint32_t row = *slot_of(t, key);
    return row ? &t->rows[row - 1] : NULL;
}
