/* gtp_game.c: see gtp_game.h. */
#include "engine/gtp/gtp_game.h"

#include "base/alloc.h"

static uint64_t key_of(const struct go_pos *pos)
{
    return go_history_key(pos->hash, pos->turn, GO_KO_POSITIONAL);
}

enum status gtp_game_begin(struct gtp_game *g, const struct go_pos *start)
{
    go_pos_copy(&g->start, start);
    go_pos_copy(&g->pos, start);
    g->count = 0;
    go_history_clear(&g->history);
    return go_history_push(&g->history, key_of(start)) ? STATUS_OK : STATUS_NOMEM;
}

enum status gtp_game_clear(struct gtp_game *g)
{
    struct go_pos empty;
    go_pos_empty(&empty, GTP_SIDE, GTP_SIDE);
    return gtp_game_begin(g, &empty);
}

enum status gtp_game_init(struct gtp_game *g)
{
    g->moves = NULL;
    g->count = g->cap = 0;
    g->komi = 0;
    go_history_init(&g->history);
    return gtp_game_clear(g);
}

void gtp_game_release(struct gtp_game *g)
{
    mem_free(g->moves);
    g->moves = NULL;
    go_history_release(&g->history);
}

/* --- Moves ------------------------------------------------------------------------------------ */

bool gtp_game_may_play(const struct gtp_game *g, go_move m)
{
    return go_move_kind(m) == GO_PLAY && go_why_illegal(&g->pos, m) == GO_LEGAL;
}

bool gtp_game_may_choose(const struct gtp_game *g, go_move m)
{
    struct go_pos after;
    if (!gtp_game_may_play(g, m) || go_move_is_pass(m))
        return gtp_game_may_play(g, m);
    go_pos_copy(&after, &g->pos);
    return go_play(&after, m, NULL) && !go_history_has(&g->history, key_of(&after));
}

enum status gtp_game_play(struct gtp_game *g, go_move m)
{
    if (!gtp_game_may_play(g, m))
        return STATUS_ILLEGAL;
    if (g->count >= GTP_MOST_MOVES)
        return STATUS_LIMIT;
    void *moves = mem_grow(g->moves, g->count, &g->cap, GTP_MOST_MOVES, sizeof *g->moves);
    if (!moves)
        return STATUS_NOMEM;
    g->moves = moves;
    struct go_pos after;
    go_pos_copy(&after, &g->pos);
    (void)go_play(&after, m, NULL); /* it is legal */
    if (!go_history_push(&g->history, key_of(&after)))
        return STATUS_NOMEM;
    go_pos_copy(&g->pos, &after);
    g->moves[g->count++] = m;
    return STATUS_OK;
}

void gtp_game_set_turn(struct gtp_game *g, int color)
{
    if (g->pos.turn != color)
        (void)go_play(&g->pos, go_turn_make(color), NULL);
}

/* All moves but the last are made again: some hundred, which takes less than a keystroke. */
bool gtp_game_undo(struct gtp_game *g)
{
    if (!g->count)
        return false;
    g->count--;
    go_pos_copy(&g->pos, &g->start);
    for (size_t i = 0; i < g->count; i++)
        (void)go_play(&g->pos, g->moves[i], NULL);
    go_history_back_to(&g->history, (uint32_t)g->count + 1);
    return true;
}

go_move gtp_game_last(const struct gtp_game *g, size_t nth)
{
    return nth < g->count ? g->moves[g->count - 1 - nth] : 0;
}

enum status gtp_game_copy(struct gtp_game *g, const struct gtp_game *from, size_t count)
{
    enum status status = gtp_game_begin(g, &from->start);
    g->komi = from->komi;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        gtp_game_set_turn(g, go_move_color(from->moves[i]));
        status = gtp_game_play(g, from->moves[i]);
    }
    return status;
}

/* --- Handicaps -------------------------------------------------------------------------------- */

/* Corners first, lower left and upper right; five and seven stones have the centre, where it is not
 * among the sides. */
void gtp_handicap_points(int stones, int points[GTP_MOST_FIXED_HANDICAP])
{
    enum { LOW = 3, MIDDLE = 9, HIGH = 15 };
    static const int8_t AT[GTP_MOST_FIXED_HANDICAP - 1][2] = {
        {LOW, LOW},    {HIGH, HIGH},   {LOW, HIGH},   {HIGH, LOW},
        {LOW, MIDDLE}, {HIGH, MIDDLE}, {MIDDLE, LOW}, {MIDDLE, HIGH},
    };
    int n = stones == 5 || stones == 7 || stones == 9 ? stones - 1 : stones;
    for (int i = 0; i < n; i++)
        points[i] = go_point(AT[i][0], AT[i][1]);
    if (n < stones)
        points[n] = go_point(MIDDLE, MIDDLE);
}

enum status gtp_game_handicap(struct gtp_game *g, const int *points, size_t count)
{
    struct go_pos start;
    go_pos_empty(&start, GTP_SIDE, GTP_SIDE);
    if (count < 2 || count >= GTP_POINTS)
        return STATUS_RANGE;
    for (size_t i = 0; i < count; i++) {
        if (!go_on_board(&start, points[i]) || go_stone_at(&start, points[i]) != GO_EMPTY)
            return STATUS_RANGE;
        (void)go_play(&start, go_move_make(GO_PUT, GO_BLACK, points[i]), NULL);
    }
    (void)go_play(&start, go_turn_make(GO_WHITE), NULL);
    return gtp_game_begin(g, &start);
}
