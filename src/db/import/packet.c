/* packet.c: see packet.h. */
#include "db/import/packet.h"

#include "base/alloc.h"
#include "base/varint.h"
#include "store/entry.h"
#include "store/record_codec.h"

static const struct msg DAMAGED = {"a game from another process is damaged",
                                   "別のプロセスから届いた棋譜が壊れています"};

void packet_put(struct buf *out, const struct record *rec, struct span entry)
{
    uint32_t plies;
    record_last_move(rec, &plies);
    varint_put(out, plies);
    uint32_t node = rec->nodes[0].child;
    for (uint32_t i = 0; i < plies; i++, node = rec->nodes[node].child)
        varint_put(out, rec->nodes[node].move);
    varint_put(out, entry.n);
    buf_add_span(out, entry);
}

void packet_reader_init(struct packet_reader *r)
{
    *r = (struct packet_reader){0};
    arena_init(&r->arena, SIZE_MAX / 2);
    record_init(&r->rec);
}

void packet_reader_release(struct packet_reader *r)
{
    arena_release(&r->arena);
    record_check_release(&r->check);
    mem_free(r->moves);
    record_release(&r->rec);
}

static enum status get_moves(struct packet_reader *r, struct span *bytes, uint64_t *plies,
                             struct err *err)
{
    if (!varint_get(bytes, plies) || *plies > bytes->n) /* a move has a byte at least */
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    if (*plies >= r->move_cap) {
        size_t cap = (size_t)*plies * 2 + 256;
        game_move *grown = mem_realloc_array(r->moves, cap, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->moves = grown;
        r->move_cap = cap;
    }
    for (uint64_t i = 0; i < *plies; i++)
        if (!varint_get(bytes, &r->moves[i]))
            return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    return STATUS_OK;
}

enum status packet_get(struct packet_reader *r, struct span *bytes, const struct game *game,
                       bool checked, struct err *err)
{
    struct entry_view view;
    uint64_t plies = 0, n;
    enum status st = get_moves(r, bytes, &plies, err);
    if (st != STATUS_OK)
        return st;
    if (!varint_get(bytes, &n) || n > bytes->n)
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    r->entry = span_make(bytes->p, (size_t)n);
    *bytes = span_skip(*bytes, (size_t)n);
    arena_reset(&r->arena);
    st = entry_parse(r->entry, &r->arena, &view, err);
    if (st == STATUS_OK)
        st = record_decode(&r->rec, game, view.record, r->moves, (uint32_t)plies, err);
    return st == STATUS_OK && !checked ? record_check_moves(&r->check, &r->rec, err) : st;
}
