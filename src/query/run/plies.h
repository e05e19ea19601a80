/* plies.h: sets of plies as bits, which the parts of a query are evaluated with.
 *
 * A set has a bit for each ply 0 … n - 1 in 64-bit words, the lowest bit first; bits from n on are
 * zero.  A usual game fills two words, so that a dozen conditions are a few dozen instructions. */
#ifndef KIFU_QUERY_RUN_PLIES_H
#define KIFU_QUERY_RUN_PLIES_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t plies_words(uint32_t n)
{
    return (n + 63) / 64;
}

static inline bool plies_has(const uint64_t *set, uint32_t ply)
{
    return set[ply / 64] >> ply % 64 & 1;
}

static inline void plies_add(uint64_t *set, uint32_t ply)
{
    set[ply / 64] |= (uint64_t)1 << ply % 64;
}

/* Adds from … to - 1. */
static inline void plies_add_range(uint64_t *set, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    uint32_t first = from / 64, last = (to - 1) / 64;
    uint64_t head = ~(uint64_t)0 << from % 64, tail = ~(uint64_t)0 >> (63 - (to - 1) % 64);
    if (first == last) {
        set[first] |= head & tail;
        return;
    }
    set[first] |= head;
    for (uint32_t word = first + 1; word < last; word++)
        set[word] = ~(uint64_t)0;
    set[last] |= tail;
}

/* The first ply >= from that is in the set, n if there is none. */
static inline uint32_t plies_next(const uint64_t *set, uint32_t n, uint32_t from)
{
    if (from >= n)
        return n;
    uint32_t word = from / 64, words = plies_words(n);
    uint64_t bits = set[word] >> from % 64 << from % 64;
    while (bits == 0)
        if (++word == words)
            return n;
        else
            bits = set[word];
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* The first ply >= from that is not in the set, n if all are. */
static inline uint32_t plies_next_not(const uint64_t *set, uint32_t n, uint32_t from)
{
    if (from >= n)
        return n;
    uint32_t word = from / 64, words = plies_words(n);
    uint64_t bits = ~set[word] >> from % 64 << from % 64;
    while (bits == 0)
        if (++word == words)
            return n;
        else
            bits = ~set[word];
    uint32_t ply = word * 64 + (uint32_t)__builtin_ctzll(bits);
    return ply < n ? ply : n;
}

/* The last of 0 … n - 1 that is in the set, n if there is none. */
static inline uint32_t plies_last(const uint64_t *set, uint32_t n)
{
    for (uint32_t word = plies_words(n); word-- > 0;)
        if (set[word])
            return word * 64 + 63 - (uint32_t)__builtin_clzll(set[word]);
    return n;
}

/* How many of from … to - 1 are in the set. */
static inline uint32_t plies_count(const uint64_t *set, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    if (from >= to)
        return 0;
    uint32_t first = from / 64, last = (to - 1) / 64;
    for (uint32_t word = first; word <= last; word++) {
        uint64_t bits = set[word];
        if (word == first)
            bits &= ~(uint64_t)0 << from % 64;
        if (word == last)
            bits &= ~(uint64_t)0 >> (63 - (to - 1) % 64);
        count += (uint32_t)__builtin_popcountll(bits);
    }
    return count;
}

/* A run of plies that hold, with at least one that matches. */
struct plies_span {
    uint32_t from, to;
    uint32_t first; /* the first that matches */
    uint8_t plays;  /* of evaluate_spans(): PLAYS_… (query.h), 0 if the query does not tell */
};

/* The first span that begins at `at` or later (or goes on there); false if there is none. */
static inline bool plies_next_span(const uint64_t *holds, const uint64_t *matches, uint32_t n,
                                   uint32_t at, struct plies_span *out)
{
    for (;;) {
        out->from = plies_next(holds, n, at);
        if (out->from == n)
            return false;
        out->to = plies_next_not(holds, n, out->from);
        out->first = plies_next(matches, n, out->from);
        if (out->first < out->to)
            return true;
        at = out->to;
    }
}

#endif
