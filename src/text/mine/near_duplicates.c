/* near_duplicates.c: see near_duplicates.h.
 *
 * A stretch is known by its hash, and kept with the first game that has it.  Of two stretches with
 * the same 32 bits of hash one in some thousands is mistaken, but not a third of a game's. */
#include "text/mine/near_duplicates.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "base/hash_index.h"

enum {
    STRETCH = 32, /* symbols: longer than what joseki and opening books have in common in Go */
    ONE_IN = 8,   /* stretches looked at: some twenty of a game */
    SHARE = 3,    /* a third: from a half to a sixth, 99 to 110 of 33,226 games are found */
    LEAST = 4,    /* a game with fewer of them is too short to tell */
};

/* An earlier game and how many stretches it has in common with the present one. */
struct shared_stretches {
    uint32_t game, count;
};

struct near_duplicates {
    struct hash_index games_by_stretch;
    uint32_t *stretches; /* by game: how many it has */
    size_t count, cap;
    uint64_t *hashes; /* of the present game */
    size_t hash_count, hash_cap;
    struct shared_stretches *shared;
    size_t shared_count, shared_cap;
};

enum status near_duplicates_open(struct near_duplicates **out, struct err *err)
{
    *out = mem_calloc(1, sizeof **out);
    return *out ? STATUS_OK : err_nomem(err);
}

void near_duplicates_close(struct near_duplicates *n)
{
    if (!n)
        return;
    hash_index_release(&n->games_by_stretch);
    mem_free(n->stretches);
    mem_free(n->hashes);
    mem_free(n->shared);
    mem_free(n);
}

static enum status take_stretches(struct near_duplicates *n, const struct corpus *game,
                                  struct err *err)
{
    n->hash_count = 0;
    for (uint32_t s = 0; s < game->sentence_count; s++) {
        const uint32_t *text = game->text + game->sentences[s].first;
        for (uint32_t i = 0; i + STRETCH <= game->sentences[s].count; i++) {
            uint64_t hash = XXH3_64bits(text + i, STRETCH * sizeof *text);
            if (hash >> 32 & (ONE_IN - 1)) /* the index uses the low bits */
                continue;
            uint64_t *more =
                mem_grow(n->hashes, n->hash_count, &n->hash_cap, UINT32_MAX, sizeof *more);
            if (!more)
                return err_nomem(err);
            n->hashes = more;
            n->hashes[n->hash_count++] = hash;
        }
    }
    return STATUS_OK;
}

static enum status note_shared(struct near_duplicates *n, uint32_t game, struct err *err)
{
    for (size_t i = 0; i < n->shared_count; i++)
        if (n->shared[i].game == game) {
            n->shared[i].count++;
            return STATUS_OK;
        }
    struct shared_stretches *more =
        mem_grow(n->shared, n->shared_count, &n->shared_cap, UINT32_MAX, sizeof *more);
    if (!more)
        return err_nomem(err);
    n->shared = more;
    n->shared[n->shared_count++] = (struct shared_stretches){game, 1};
    return STATUS_OK;
}

static enum status find_shared(struct near_duplicates *n, struct err *err)
{
    enum status status = STATUS_OK;
    n->shared_count = 0;
    for (size_t i = 0; i < n->hash_count && status == STATUS_OK; i++) {
        size_t at = hash_index_first(&n->games_by_stretch, n->hashes[i]);
        uint32_t game;
        if (hash_index_next(&n->games_by_stretch, n->hashes[i], &at, &game))
            status = note_shared(n, game, err);
    }
    return status;
}

static bool is_near_duplicate(const struct near_duplicates *n)
{
    for (size_t i = 0; i < n->shared_count; i++) {
        uint32_t other = n->stretches[n->shared[i].game];
        size_t shorter = other < n->hash_count ? other : n->hash_count;
        if (shorter >= LEAST && SHARE * (size_t)n->shared[i].count >= shorter)
            return true;
    }
    return false;
}

static enum status keep_game(struct near_duplicates *n, struct err *err)
{
    uint32_t *more = mem_grow(n->stretches, n->count, &n->cap, UINT32_MAX - 1, sizeof *more);
    if (!more)
        return err_nomem(err);
    n->stretches = more;
    n->stretches[n->count] = (uint32_t)n->hash_count;
    for (size_t i = 0; i < n->hash_count; i++) {
        size_t at = hash_index_first(&n->games_by_stretch, n->hashes[i]);
        uint32_t game;
        if (!hash_index_next(&n->games_by_stretch, n->hashes[i], &at, &game) &&
            !hash_index_add(&n->games_by_stretch, n->hashes[i], (uint32_t)n->count))
            return err_nomem(err);
    }
    n->count++;
    return STATUS_OK;
}

enum status near_duplicates_add(struct near_duplicates *n, const struct corpus *game, bool *found,
                                struct err *err)
{
    enum status status = take_stretches(n, game, err);
    if (status == STATUS_OK)
        status = find_shared(n, err);
    if (status != STATUS_OK)
        return status;
    *found = is_near_duplicate(n);
    return *found ? STATUS_OK : keep_game(n, err);
}
