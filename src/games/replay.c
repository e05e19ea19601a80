/* replay.c: walking through a line of play; see replay.h. */
#include "games/replay.h"

#include <string.h>

#include "base/alloc.h"
#include "games/mix.h"
#include "mix_tables.h"

/* The random numbers of fact n (of seat s: fact_count + s). */
static struct position_key mix_of(uint32_t n)
{
    return (struct position_key){mix_a(n), mix_b(n)};
}

static void toggle(struct position_key *key, struct position_key mix)
{
    key->a ^= mix.a;
    key->b ^= mix.b;
}

/* Boards of other shapes than the usual one have numbers of their own, beyond those of all facts:
 * an empty board of 9 by 9 is another position than one of 19 by 19. */
static void toggle_board(struct position_key *key, const struct game *game, const void *pos)
{
    enum { SHAPES = 1 << 16 };
    if (!game->rules.pos_board)
        return;
    struct board_shape board = game->rules.pos_board(pos);
    if (board.width != game->board.width || board.height != game->board.height)
        toggle(key, mix_of(SHAPES | (uint32_t)board.width << 8 | board.height));
}

enum status replay_open(struct replay **out, const struct game *game, struct err *err)
{
    *out = NULL;
    struct replay *r = mem_calloc(1, sizeof *r);
    if (!r)
        return err_nomem(err);
    uint32_t mixes = game->fact_count + (uint32_t)game->seats;
    r->game = game;
    r->mix = MIX_TABLE;
    if (mixes > MIX_TABLE_NUMBERS)
        r->mix = r->own_mix = mem_calloc(mixes, sizeof *r->own_mix);
    r->lite = mem_calloc(1, game->lite_bytes);
    r->start_lite = mem_calloc(1, game->lite_bytes);
    r->start_facts = mem_calloc(game->max_facts, sizeof *r->start_facts);
    r->parsed = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!r->mix || !r->lite || !r->start_lite || !r->start_facts || !r->parsed) {
        replay_close(r);
        return err_nomem(err);
    }
    for (uint32_t n = 0; r->own_mix && n < mixes; n++)
        r->own_mix[n] = mix_of(n);
    *out = r;
    return STATUS_OK;
}

void replay_close(struct replay *r)
{
    if (!r)
        return;
    mem_free(r->own_mix);
    mem_free(r->lite);
    mem_free(r->start_lite);
    mem_free(r->start_facts);
    mem_free(r->parsed);
    mem_free(r);
}

void replay_start(struct replay *r, const void *pos)
{
    const struct game *game = r->game;
    game->rules.lite_begin(r->lite, pos);
    r->ply = 0;
    r->seat = game->rules.seat_to_move(pos);
    r->changes.n_ends = 0;
    r->changes.n_begins = game->rules.facts(pos, r->changes.begins);
    r->key = r->mix[game->fact_count + (uint32_t)r->seat];
    for (uint32_t i = 0; i < r->changes.n_begins; i++)
        toggle(&r->key, r->mix[r->changes.begins[i]]);
    toggle_board(&r->key, game, pos);
    game_lite_copy(game, r->start_lite, r->lite);
    memcpy(r->start_facts, r->changes.begins, r->changes.n_begins * sizeof *r->start_facts);
    r->n_start_facts = r->changes.n_begins;
    r->start_seat = r->seat;
    r->start_key = r->key;
    r->usual_start = false;
}

void replay_restart(struct replay *r)
{
    game_lite_copy(r->game, r->lite, r->start_lite);
    memcpy(r->changes.begins, r->start_facts, r->n_start_facts * sizeof *r->start_facts);
    r->changes.n_begins = r->n_start_facts;
    r->changes.n_ends = 0;
    r->ply = 0;
    r->seat = r->start_seat;
    r->key = r->start_key;
}

enum status replay_start_text(struct replay *r, struct span start, struct err *err)
{
    if (start.n == 0 && r->usual_start) { /* nearly always */
        replay_restart(r);
        return STATUS_OK;
    }
    if (start.n == 0) {
        r->game->rules.pos_start(r->parsed);
    } else {
        enum status status = r->game->text.pos_parse(r->parsed, start, err);
        if (status != STATUS_OK)
            return status;
    }
    replay_start(r, r->parsed);
    r->usual_start = start.n == 0;
    return STATUS_OK;
}

bool replay_step(struct replay *r, game_move move)
{
    const struct game *game = r->game;
    struct fact_changes *c = &r->changes;
    int seat = game->rules.lite_play(r->lite, move, c);
    if (seat < 0)
        return false;
    for (uint32_t i = 0; i < c->n_ends; i++)
        toggle(&r->key, r->mix[c->ends[i]]);
    for (uint32_t i = 0; i < c->n_begins; i++)
        toggle(&r->key, r->mix[c->begins[i]]);
    toggle(&r->key, r->mix[game->fact_count + (uint32_t)r->seat]);
    r->seat = seat;
    toggle(&r->key, r->mix[game->fact_count + (uint32_t)r->seat]);
    r->ply++;
    return true;
}

struct position_key position_key(const struct game *game, const void *pos)
{
    uint32_t facts[GAME_MAX_FACTS];
    uint32_t n = game->rules.facts(pos, facts);
    struct position_key key = mix_of(game->fact_count + (uint32_t)game->rules.seat_to_move(pos));
    for (uint32_t i = 0; i < n; i++)
        toggle(&key, mix_of(facts[i]));
    toggle_board(&key, game, pos);
    return key;
}
