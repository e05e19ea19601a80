/* record_check.c: see record_check.h.
 *
 * The tree is walked in the order of record_next(): whatever comes between a node and its next
 * variation lies below their parent, so the position of the parent is still where it was put, at
 * its depth. */
#include "db/record_check.h"

#include "base/alloc.h"

static const struct msg BAD_START = {"the start position does not match its handicap",
                                     "開始局面と手合割が合いません"};
static const struct msg TOO_LONG = {"a line of more than %1 moves", "%1 手を超える手順です"};
static const struct msg ILLEGAL = {"move %1 is illegal", "%1 手目は指せない手です"};

void record_check_release(struct record_check *c)
{
    mem_free(c->positions);
    mem_free(c->depths);
    *c = (struct record_check){0};
}

static bool make_room(struct record_check *c, size_t bytes, size_t nodes)
{
    if (bytes > c->position_cap) {
        void *p = mem_realloc(c->positions, bytes * 2);
        if (!p)
            return false;
        c->positions = p;
        c->position_cap = bytes * 2;
    }
    if (nodes > c->depth_cap) {
        void *p = mem_realloc_array(c->depths, nodes, sizeof *c->depths);
        if (!p)
            return false;
        c->depths = p;
        c->depth_cap = nodes;
    }
    return true;
}

static enum status fail_with(enum status st, const struct msg *what, uint32_t n, struct err *err)
{
    err_set(err, st, what, SPAN_U64(n), (struct span){0});
    return st;
}

enum status record_check_moves(struct record_check *c, const struct record *rec, struct err *err)
{
    size_t stride = (rec->game->pos_bytes + 63) / 64 * 64; /* aligned for anything */
    if (!make_room(c, 2 * stride, rec->node_count))
        return err_nomem(err);
    enum status st = rec->game->text.pos_parse(c->positions, rec->start, err);
    if (st != STATUS_OK)
        return st == STATUS_NOMEM ? st : STATUS_SYNTAX;
    if (rec->game->rules.handicap && rec->game->rules.handicap(c->positions) != rec->handicap)
        return err_plain(err, STATUS_SYNTAX, &BAD_START);
    c->depths[0] = 0;
    for (uint32_t node = record_next(rec, 0); node; node = record_next(rec, node)) {
        uint32_t depth = c->depths[rec->nodes[node].parent] + 1;
        c->depths[node] = depth;
        game_move move = rec->nodes[node].move;
        if (!move)
            continue; /* how the line ended */
        if (depth > rec->game->max_plies)
            return fail_with(STATUS_LIMIT, &TOO_LONG, rec->game->max_plies, err);
        if (rec->game->legal_by_start) {
            if (!rec->game->rules.move_is_legal(c->positions, move))
                return fail_with(STATUS_ILLEGAL, &ILLEGAL, depth, err);
            continue; /* no need to know the positions */
        }
        if (!make_room(c, ((size_t)depth + 1) * stride, 0))
            return err_nomem(err);
        const char *parent = c->positions + (depth - 1) * stride;
        char *mine = c->positions + depth * stride;
        if (!rec->game->rules.move_is_legal(parent, move))
            return fail_with(STATUS_ILLEGAL, &ILLEGAL, depth, err);
        memcpy(mine, parent, rec->game->pos_bytes);
        rec->game->rules.play(mine, move);
    }
    return STATUS_OK;
}
