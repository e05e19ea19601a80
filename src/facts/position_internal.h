/* position_internal.h: declarations shared by the files of the position index.
 *
 * Games stand sorted by their moves, so the games that reach a position by the same moves stand
 * side by side.  Such a run is a *node*: its first line, and the ply.  Everything is built on
 * nodes: a position is a few nodes, seldom more than one, however many games went through it, and
 * the others of a run follow from `share`, a byte for each game:
 *
 *     0        it shares nothing with the game before, not even the start position
 *     1 + n    the two share n plies, or more (n is at most 254)
 *
 * so that a node (line, ply) goes on through line + 1, line + 2 … while share > ply.  A line has
 * nodes of its own from ply share on (a variation: from `fresh` on, and its runs have one line). */
#ifndef KIFU_FACTS_POSITION_INTERNAL_H
#define KIFU_FACTS_POSITION_INTERNAL_H

#include <stdint.h>

#include "facts/key_slots.h"
#include "facts/next_moves.h"
#include "facts/position_index.h"

/* Sections. */
#define POSITION_HEAD "poshead"
#define POSITION_SHARES "posshare"
#define POSITION_SLOTS "posslots"
#define POSITION_TABLE "postable"
#define POSITION_GROUPS "posgroup"

enum {
    POSITION_HEAD_BYTES = 40,
    /* Bits of the key in an entry beyond its slot: an entry of another position is taken for the
     * one sought in a quarter of all look-ups, and costs a replay of 2 µs.  One bit more or less is
     * 11.6 of 265 bytes a game (240,000 generated games of 109 plies). */
    POSITION_FINGERPRINT_BITS = 2,
    POSITION_MAX_FINGERPRINT_BITS = 16,
    /* A position with nodes in this many lines has a group instead of entries, for speed: each line
     * is a replay.  An entry takes 22 bits, a node in a group nearly as much, and its key 12 bytes
     * on top. */
    POSITION_GROUP_LINES = 6,
    /* A position that occurs this often in games has a group as well, which stores its next moves.
     * On the games above groups take 6.6 bytes a game, with 8 here 10.8, with 24 5.1. */
    POSITION_GROUP_OCCURRENCES = 16,
    /* Groups in a bucket are walked through; there are at most twice as many, on average. */
    POSITION_BUCKET_GROUPS = 4,
    POSITION_MAX_PLY = GAME_MAX_PLIES, /* a node has 16 bits for it */
};

/* --- Nodes ----------------------------------------------------------------------------------- */

struct position_node {
    uint64_t a;    /* of the key */
    uint64_t rest; /* top 16 bits of the key's b, line (32 bits), ply (16 bits) */
};

static inline uint16_t key_tag(struct position_key key)
{
    return (uint16_t)(key.b >> 48);
}
static inline struct position_node node_make(struct position_key key, uint32_t line, uint32_t ply)
{
    return (struct position_node){key.a, (uint64_t)key_tag(key) << 48 | (uint64_t)line << 16 | ply};
}
static inline uint16_t node_tag(const struct position_node *n)
{
    return (uint16_t)(n->rest >> 48);
}
static inline uint32_t node_line(const struct position_node *n)
{
    return (uint32_t)(n->rest >> 16);
}
static inline uint32_t node_ply(const struct position_node *n)
{
    return n->rest & 0xffff;
}
static inline bool node_same_key(const struct position_node *m, const struct position_node *n)
{
    return m->a == n->a && node_tag(m) == node_tag(n);
}

/* The first ply of a line that has a node of its own. */
static inline uint32_t own_ply(const struct lines *l, const uint8_t *share, uint32_t line)
{
    return line < l->games ? share[line] : line_fresh(l, line);
}
/* The line after the last of a node's run. */
static inline uint32_t run_end(const struct lines *l, const uint8_t *share, uint32_t line,
                               uint32_t ply)
{
    uint32_t end = line + 1;
    while (end < l->games && share[end] > ply)
        end++;
    return end;
}

/* --- From nodes to occurrences (position_sweep.c) --------------------------------------------- */

/* Goes through the runs of a position's nodes in the order of lines.  Runs overlap where a position
 * came up twice in the moves that games share. */
struct node_sweep {
    const struct lines *lines;
    const uint8_t *share;
    const struct occurrence *nodes; /* borrowed; sorted by line and ply */
    size_t left;
    struct open_run {
        uint32_t ply, end;
    } * open; /* owned; the plies at which the position stands in lines from … to - 1, ascending */
    size_t count, cap;
    uint32_t from, to;
};

void sweep_begin(struct node_sweep *s, const struct lines *l, const uint8_t *share,
                 const struct occurrence *nodes, size_t n);
/* Goes to the next lines that have the position at the same plies; *more is false at the end. */
enum status sweep_next(struct node_sweep *s, bool *more, struct err *err);
/* May be used again with sweep_begin(), which keeps the memory, unless released. */
void sweep_release(struct node_sweep *s);

/* --- Groups (position_groups.c) --------------------------------------------------------------- */

/* Appends the group of one position: its n nodes, sorted by line and ply, and its next moves
 * (finished) unless they are NULL. */
void position_group_encode(const struct position_node *nodes, size_t n,
                           const struct next_moves *moves, const struct lines *l, struct buf *out);

/* One group as it stands in the section. */
struct position_group {
    uint64_t a;
    uint16_t tag;
    struct span body;
};
/* Removes a group from the front of *s; false if the bytes are not a group. */
bool position_group_next(struct span *s, struct position_group *g);
bool position_group_size(const struct position_group *g, uint32_t *nodes);
/* The nodes of a group, appended.  *bad: the bytes are damaged. */
enum status position_group_nodes(const struct position_group *g, const struct lines *l,
                                 const uint8_t *share, struct occurrences *nodes, bool *bad,
                                 struct err *err);
/* The figures of a group; *found: it has any. */
enum status position_group_summary(const struct position_group *g, const struct lines *l,
                                   struct position_summary *out, bool *found, bool *bad,
                                   struct err *err);

/* --- Collecting nodes (position_collect.c) ---------------------------------------------------- */

enum { NODE_CHUNK = 1023 };
struct node_chunk {
    struct node_chunk *next;
    size_t count;
    struct position_node nodes[NODE_CHUNK];
};
struct node_part {
    struct node_chunk *first, *last;
    size_t count;
};

struct position_build {
    const struct lines *lines;
    const struct columns *columns;
    const struct index_options *options;
    const uint8_t *share;
    unsigned threads;
    struct build_worker {
        struct replay *replay;
    } * workers;    /* one for each thread */
    uint64_t nodes; /* of all lines */
    /* The keys are divided into passes * parts equal ranges; one pass takes `parts` of them. */
    uint64_t passes, pass, part_count;
    struct node_part *parts;
    struct node_chunk *spare; /* chunks that were used before */
};

/* Fills share, a byte for each game; returns the number of nodes of all lines. */
uint64_t position_shares(const struct lines *l, uint8_t *share);
/* Fills b->parts with the nodes of b->pass, each part's sorted by line and ply. */
enum status position_collect(struct position_build *b, struct err *err);
void node_chunks_release(struct node_chunk *first);
bool build_cancelled(const struct position_build *b);
/* STATUS_CANCELLED with its message. */
enum status build_stop(struct err *err);

#endif
