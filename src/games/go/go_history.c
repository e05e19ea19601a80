/* go_history.c: see go_history.h.
 *
 * Chains by the low bits of the key, the newest first: as positions come and go at the newest end
 * only, taking one back just makes the chain begin with the one before it. */
#include "games/go/go_history.h"

#include "base/alloc.h"
#include "games/game.h"

/* The longest line has 64 in a chain; games have one or none. */
enum { CHAINS = 1024, MOST = GAME_MAX_PLIES + 2 };

const char *const go_ko_names[] = {[GO_KO_SIMPLE] = "simple",
                                   [GO_KO_POSITIONAL] = "positional",
                                   [GO_KO_SITUATIONAL] = "situational",
                                   NULL};

void go_history_init(struct go_history *h)
{
    *h = (struct go_history){0};
}

void go_history_release(struct go_history *h)
{
    mem_free(h->past);
    mem_free(h->chains);
    go_history_init(h);
}

static uint32_t chain_of(uint64_t key)
{
    return (uint32_t)(key % CHAINS);
}

void go_history_back_to(struct go_history *h, uint32_t n)
{
    while (h->count > n) {
        const struct go_past *last = &h->past[--h->count];
        h->chains[chain_of(last->key)] = last->before;
    }
}

void go_history_clear(struct go_history *h)
{
    go_history_back_to(h, 0);
}

uint64_t go_history_key(uint64_t hash, int turn, enum go_ko_rule rule)
{
    /* any constant that no difference of two positions is likely to be */
    return rule == GO_KO_SITUATIONAL && turn ? hash ^ 0x9E3779B97F4A7C15 : hash;
}

bool go_history_has(const struct go_history *h, uint64_t key)
{
    uint32_t at = h->chains ? h->chains[chain_of(key)] : 0;
    while (at && h->past[at - 1].key != key)
        at = h->past[at - 1].before;
    return at != 0;
}

bool go_history_push(struct go_history *h, uint64_t key)
{
    if (!h->chains)
        h->chains = mem_calloc(CHAINS, sizeof *h->chains);
    void *past = h->chains ? mem_grow(h->past, h->count, &h->cap, MOST, sizeof *h->past) : NULL;
    if (!past)
        return false;
    h->past = past;
    uint32_t *chain = &h->chains[chain_of(key)];
    h->past[h->count] = (struct go_past){key, *chain};
    *chain = ++h->count;
    return true;
}
