/* usi_fallback.c: see usi_fallback.h. */
#include "engine/usi_fallback.h"

#include "engine/think.h"
#include "engine/weights.h"

enum { TABLE_BYTES = 8 << 20, MOST_NODES = 100000 };

static shogi_move search(const struct usi_game *game, const struct weights *weights, uint32_t ms)
{
    const struct think_options options = {
        .table_bytes = TABLE_BYTES, .threads = 1, .eval = weights_eval(weights)};
    const struct think_question question = {
        .pos = &game->pos,
        .history = game->history,
        .history_count = (unsigned)game->count,
        .limits = {.nodes = MOST_NODES, .hard_ms = ms ? ms : 1}};
    struct thinker *thinker;
    struct think_answer answer = {0};
    struct err err;
    if (thinker_open(&thinker, &options, &err) != STATUS_OK)
        return 0;
    enum status st = think(thinker, &question, &answer, &err);
    thinker_close(thinker);
    return st == STATUS_OK ? answer.best : 0;
}

shogi_move usi_fallback_move(const struct usi_game *game, uint32_t ms)
{
    shogi_move moves[SHOGI_MAX_MOVES], best = 0;
    struct weights *weights;
    struct err err;
    if (weights_open(&weights, NULL, &err) == STATUS_OK) {
        best = search(game, weights, ms);
        weights_close(weights);
    }
    if (!best && shogi_legal_moves(&game->pos, moves) > 0)
        best = moves[0]; /* there was no memory to think with */
    return best;
}
