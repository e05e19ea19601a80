/* game_sides.c: see game_sides.h. */
#include "query/run/game_sides.h"

#include "base/alloc.h"

void game_sides_init(struct game_sides *s, const struct query *q)
{
    *s = (struct game_sides){.q = q, .own = query_own(q), .player = query_player(q)};
}

void game_sides_release(struct game_sides *s)
{
    mem_free(s->players[0]);
    mem_free(s->players[1]);
    *s = (struct game_sides){0};
}

enum status game_sides_begin(struct game_sides *s, const struct db_segment *segment,
                             struct err *err)
{
    enum status status = STATUS_OK;
    s->columns = columns_verify(&segment->columns, COLUMN_RESULT, COLUMN_RESULT + 1);
    for (int seat = 0; seat < 2 && s->player && status == STATUS_OK; seat++) {
        mem_free(s->players[seat]);
        s->players[seat] = mem_alloc(game_words(&segment->lines) * sizeof **s->players);
        status = s->players[seat]
                     ? meta_player_games(s->q, s->player, seat, segment, s->players[seat], err)
                     : err_nomem(err);
    }
    return status;
}

uint8_t game_plays_unwalked(const struct game_sides *s, const struct plan *p, uint32_t number,
                            const uint32_t *drawn)
{
    const struct query *q = s->q;
    if (s->own != OWN_BY_HIT) /* of hundreds of thousands of games at a time */
        return game_plays(s, 0);
    uint32_t sided = q->root;
    while (sided && q->nodes[sided].op == Q_AND && !query_is_meta(q, sided))
        sided = query_sided_child(q, sided);
    for (uint32_t i = 0; sided && i < p->meta_count; i++)
        if (p->metas[i].node == sided)
            return (uint8_t)(plies_has(p->metas[i].sides[0], number) |
                             plies_has(p->metas[i].sides[1], number) << 1);
    uint8_t plays = 0;
    for (uint32_t n = 1; sided && drawn && n < q->count; n++)
        if (q->nodes[n].op == Q_PATTERN && span_eq(q->nodes[n].position, q->nodes[*drawn].position))
            plays = (uint8_t)(plays | query_leaf_plays(q, sided, n));
    return game_plays(s, sided && !plays ? PLAYS_BOTH : plays);
}

void game_ends(const struct game_sides *s, uint32_t number, uint8_t plays,
               enum side_end ends[ENDS_OF])
{
    enum game_result result = game_result(s, number);
    ends[ENDS_OWN] = side_end_of(plays, result);
    ends[ENDS_PLAYER] = side_end_of(game_player(s, number), result);
}
