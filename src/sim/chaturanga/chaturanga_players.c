/* chaturanga_players.c: see chaturanga_players.h. */
#include "sim/chaturanga/chaturanga_players.h"

#include <stdio.h>

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_mcts.h"

struct chaturanga_player {
    const struct chaturanga_kind_of_player *kind;
    void *state;
};

const struct chaturanga_kind_of_player chaturanga_player_kinds[] = {
    {.name = "P0",
     .what = {"random turn", "無作為"},
     .open = random_open,
     .choose = random_choose,
     .close = random_close},
    {.name = "P1",
     .what = {"captures a raja if possible", "取れるラージャーを取る"},
     .open = semirandom_open,
     .choose = semirandom_choose,
     .close = semirandom_close,
     .level = 1},
    {.name = "P2",
     .what = {"also avoids turns after which its raja can be captured", "取られる手を避ける"},
     .open = semirandom_open,
     .choose = semirandom_choose,
     .close = semirandom_close,
     .level = 2},
    {.name = "P3",
     .what = {"also moves where it can capture one next", "次に取れる手を選ぶ"},
     .open = semirandom_open,
     .choose = semirandom_choose,
     .close = semirandom_close,
     .level = 3},
    {.name = "P4",
     .what = {"also avoids dangers one round later", "次の巡の危険も避ける"},
     .open = semirandom_open,
     .choose = semirandom_choose,
     .close = semirandom_close,
     .level = 4},
    {.name = "P5",
     .what = {"hunts a turn further; P6, P7 … P16 go on so", "さらに先まで読む（P6～P16 も同様）"},
     .open = semirandom_open,
     .choose = semirandom_choose,
     .close = semirandom_close,
     .level = 5,
     .levels = SEMIRANDOM_MOST - 4},
    {.name = "maxn",
     .what = {"expectimax, every player for itself", "期待値探索、各自が自分のために"},
     .searches = true,
     .open = expectimax_open,
     .choose = expectimax_choose,
     .close = expectimax_close,
     .level = EXPECTIMAX_MAXN},
    {.name = "team",
     .what = {"expectimax, for the team while teams play", "期待値探索、味方のために"},
     .searches = true,
     .open = expectimax_open,
     .choose = expectimax_choose,
     .close = expectimax_close,
     .level = EXPECTIMAX_TEAM},
    {.name = "paranoid",
     .what = {"expectimax, all others as opponents", "期待値探索、全員が敵"},
     .searches = true,
     .open = expectimax_open,
     .choose = expectimax_choose,
     .close = expectimax_close,
     .level = EXPECTIMAX_PARANOID},
    {.name = "mcts",
     .what = {"Monte Carlo tree search", "モンテカルロ木探索"},
     .searches = true,
     .open = mcts_open,
     .choose = mcts_choose,
     .close = mcts_close},
    {.name = NULL},
};

const struct chaturanga_kind_of_player *chaturanga_player_kind(struct span name, int *level)
{
    const struct chaturanga_kind_of_player *kind = chaturanga_player_kinds;
    for (; kind->name; kind++) {
        *level = kind->level;
        for (int i = 1; i < kind->levels && !span_eq(name, span_of(kind->name)); i++) {
            char other[16];
            snprintf(other, sizeof other, "P%d", kind->level + i);
            if (!span_eq(name, span_of(other)))
                continue;
            *level = kind->level + i;
            return kind;
        }
        if (span_eq(name, span_of(kind->name)))
            return kind;
    }
    return NULL;
}

enum status chaturanga_player_open(struct chaturanga_player **out, struct span name,
                                   const struct chaturanga_limits *limits, struct err *err)
{
    static const struct msg UNKNOWN = {"unknown player %1", "プレイヤー %1 はありません"};
    static const struct chaturanga_limits none = {0};
    ptrdiff_t colon = span_find(name, span_of(":"));
    struct span word = span_make(name.p, colon < 0 ? name.n : (size_t)colon);
    struct span options = span_skip(name, colon < 0 ? name.n : (size_t)colon + 1);
    int level;
    const struct chaturanga_kind_of_player *kind = chaturanga_player_kind(word, &level);
    if (!kind)
        return err_set(err, STATUS_NOT_FOUND, &UNKNOWN, name, (struct span){0});
    struct chaturanga_player *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    p->kind = kind;
    struct chaturanga_kind_of_player row = *kind;
    row.level = level; /* as the name says */
    enum status status = kind->open(&p->state, &row, options, limits ? limits : &none, err);
    if (status != STATUS_OK) {
        mem_free(p);
        return status;
    }
    *out = p;
    return STATUS_OK;
}

void chaturanga_player_close(struct chaturanga_player *p)
{
    if (p)
        p->kind->close(p->state);
    mem_free(p);
}

game_move chaturanga_player_choose(struct chaturanga_player *p, const struct chaturanga_pos *pos,
                                   unsigned roll, struct rng *rng, uint32_t *count)
{
    uint32_t unused;
    return p->kind->choose(p->state, pos, roll, rng, count ? count : &unused);
}

bool chaturanga_player_searches(const struct chaturanga_player *p)
{
    return p->kind->searches;
}
