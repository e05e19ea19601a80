/* self_players.c: see self_players.h. */
#include "cmd/parts/self_players.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"

struct self_players {
    struct weights *weights;   /* owned */
    struct selfplay **players; /* owned: one for each thread */
    unsigned count;
    struct buf name;
};

/* "Kifu (material, 200 nodes)"; of a file its last part. */
static void name_them(struct self_players *p, const char *weights, const char *eval, uint64_t nodes)
{
    const char *slash = weights ? strrchr(weights, '/') : NULL;
    buf_add_str(&p->name, "Kifu (");
    buf_add_str(&p->name, !weights ? eval : slash ? slash + 1 : weights);
    buf_add_str(&p->name, ", ");
    buf_add_u64(&p->name, nodes);
    buf_add_str(&p->name, " nodes)");
}

static enum status open_players(struct self_players *p, const char *weights, unsigned threads,
                                const struct selfplay_options *given, struct err *err)
{
    struct selfplay_options opt = *given;
    enum status status = weights_open(&p->weights, weights, err);
    if (status != STATUS_OK)
        return status;
    opt.eval = weights_eval(p->weights);
    name_them(p, weights, opt.eval.type->name, opt.nodes);
    opt.name = buf_span(&p->name);
    p->players = mem_calloc(threads, sizeof(struct selfplay *));
    if (!p->players || buf_status(&p->name) != STATUS_OK)
        return err_nomem(err);
    while (p->count < threads && status == STATUS_OK) {
        status = selfplay_open(&p->players[p->count], &opt, err);
        p->count += status == STATUS_OK;
    }
    return status;
}

enum status self_players_open(struct self_players **out, const char *weights, unsigned threads,
                              const struct selfplay_options *opt, struct err *err)
{
    *out = NULL;
    struct self_players *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    buf_init(&p->name, BUF_DEFAULT_MAX);
    enum status status = open_players(p, weights, threads, opt, err);
    if (status == STATUS_OK)
        *out = p;
    else
        self_players_close(p);
    return status;
}

void self_players_close(struct self_players *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->count; i++)
        selfplay_close(p->players[i]);
    mem_free(p->players);
    weights_close(p->weights);
    buf_release(&p->name);
    mem_free(p);
}

uint64_t self_players_print(const struct self_players *p)
{
    return XXH3_64bits_withSeed(p->name.p, p->name.n, weights_hash(p->weights));
}

enum status self_players_game(struct self_players *p, unsigned thread, uint64_t number,
                              struct record *rec, struct err *err)
{
    return selfplay_game(p->players[thread], number, rec, err);
}
