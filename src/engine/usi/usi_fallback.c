/* usi_fallback.c: see usi_fallback.h. */
#include "engine/usi/usi_fallback.h"

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"

enum {
    TABLE_BYTES = 8 << 20,
    MOST_NODES = 100000,
    MOST_MS = 200,
    LEAST_LEFT_MS = 30, /* a search may notice some milliseconds late that its time is over */
};

struct usi_fallback {
    struct weights *weights;
    struct thinker *thinker;
};

struct usi_fallback *usi_fallback_open(void)
{
    struct usi_fallback *f = mem_calloc(1, sizeof *f);
    struct err err;
    if (!f)
        return NULL;
    enum status status = weights_open(&f->weights, NULL, &err);
    if (status == STATUS_OK) {
        const struct think_options options = {
            .tt_bytes = TABLE_BYTES, .threads = 1, .eval = weights_eval(f->weights)};
        status = thinker_open(&f->thinker, &options, &err);
    }
    if (status == STATUS_OK)
        return f;
    usi_fallback_close(f);
    return NULL;
}

void usi_fallback_close(struct usi_fallback *f)
{
    if (!f)
        return;
    thinker_close(f->thinker);
    weights_close(f->weights);
    mem_free(f);
}

static shogi_move search(struct usi_fallback *f, const struct usi_game *game, uint64_t left)
{
    const struct think_request request = {
        .pos = &game->pos,
        .history = game->history,
        .history_count = (unsigned)game->count,
        .limits = {.nodes = MOST_NODES,
                   .hard_ms = left / 2 < MOST_MS ? (uint32_t)left / 2 : MOST_MS}};
    struct think_result answer = {0};
    struct err err;
    return think(f->thinker, &request, &answer, &err) == STATUS_OK ? answer.best : 0;
}

shogi_move usi_fallback_move(struct usi_fallback *f, const struct usi_game *game, uint64_t until)
{
    shogi_move moves[SHOGI_MAX_MOVES], best = 0;
    uint64_t now = steady_ms(), left = until > now ? until - now : 0;
    if (f && left >= LEAST_LEFT_MS)
        best = search(f, game, left);
    if (!best && shogi_legal_moves(&game->pos, moves) > 0)
        best = moves[0];
    return best;
}
