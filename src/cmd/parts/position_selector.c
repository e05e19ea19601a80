/* position_selector.c: see position_selector.h. */
#include "cmd/parts/position_selector.h"

#include "base/alloc.h"
#include "engine/eval/see.h"

enum status position_selector_open(struct position_selector *c, const char *source,
                                   const struct value_source_options *o, struct err *err)
{
    if (strcmp(source, "record") == 0)
        return STATUS_OK;
    enum status st = value_source_open(&c->source, source, o, err);
    return st == STATUS_OK ? value_source_worker_open(&c->worker, c->source, err) : st;
}

void position_selector_close(struct position_selector *c)
{
    value_source_worker_close(c->worker);
    value_source_close(c->source);
    mem_free(c->moves);
    mem_free(c->values);
    mem_free(c->wanted);
}

static enum status make_room(struct position_selector *c, size_t plies, struct err *err)
{
    size_t room = c->room ? c->room : 512;
    while (room < plies + 1)
        room *= 2;
    if (room == c->room)
        return STATUS_OK;
    shogi_move *moves = mem_realloc_array(c->moves, room, sizeof *moves);
    c->moves = moves ? moves : c->moves;
    int16_t *values = mem_realloc_array(c->values, room, sizeof *values);
    c->values = values ? values : c->values;
    uint64_t *wanted = mem_realloc_array(c->wanted, room / 64, sizeof *wanted);
    c->wanted = wanted ? wanted : c->wanted;
    if (!moves || !values || !wanted)
        return err_nomem(err);
    memset(c->wanted + c->room / 64, 0, (room - c->room) / 64 * sizeof *c->wanted);
    c->room = room;
    return STATUS_OK;
}

enum status position_selector_add(struct position_selector *c, uint32_t from, uint32_t to,
                                  struct err *err)
{
    enum status st = make_room(c, to, err);
    c->hits_only = true;
    for (uint32_t ply = from; ply < to && st == STATUS_OK; ply++)
        c->wanted[ply / 64] |= (uint64_t)1 << ply % 64;
    return st;
}

static bool is_quiet(const struct position_selector *c, const struct shogi_pos *pos)
{
    return !(c->no_checks && shogi_in_check(pos)) && !(c->no_hanging && see_can_win(pos));
}

static void choose_position(struct position_selector *c, const struct shogi_pos *pos, uint32_t ply)
{
    uint64_t bit = (uint64_t)1 << ply % 64, *word = &c->wanted[ply / 64];
    if (!c->hits_only)
        *word |= bit;
    if (*word & bit && !is_quiet(c, pos))
        *word &= ~bit;
}

/* The moves of the main line, and which of the positions before them are wanted; of a record without
 * moves, its position. */
static uint32_t list_moves(struct position_selector *c, const struct record *rec,
                           const struct shogi_pos *start)
{
    struct shogi_pos pos = *start;
    struct shogi_undo undo;
    uint32_t plies = 0;
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child, plies++) {
        choose_position(c, &pos, plies);
        c->moves[plies] = (shogi_move)rec->nodes[node].move;
        shogi_play(&pos, c->moves[plies], &undo);
    }
    if (!plies)
        choose_position(c, start, 0);
    return plies;
}

enum status position_selector_write(struct position_selector *c, const struct position_codec *codec,
                                    const struct record *rec, struct position_counts *counts,
                                    struct buf *out, unsigned *losses, struct err *err)
{
    struct shogi_pos start;
    uint32_t plies;
    record_last_move(rec, &plies);
    enum status st = make_room(c, plies, err);
    if (st == STATUS_OK)
        st = shogi_sfen_parse(&start, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    plies = list_moves(c, rec, &start);
    const struct value_source_game game = {.start = &start, .moves = c->moves, .plies = plies};
    if (c->source)
        st = value_source_run_game(c->worker, &game, c->values, err);
    const struct position_selection selection = {.plies = c->wanted,
                                                 .values = c->source ? c->values : NULL};
    if (st == STATUS_OK)
        st = position_file_write(codec, rec, &selection, counts, out, losses, err);
    memset(c->wanted, 0, c->room / 64 * sizeof *c->wanted);
    return st;
}
