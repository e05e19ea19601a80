/* position_groups.c: the positions that occur often, packed.
 *
 *     u64     a of the key
 *     u16     top 16 bits of its b
 *     varint  bytes that follow
 *     varint  4 * nodes + 2 * (all nodes have the same ply) + (there are figures)
 *     figures, if so:
 *       varint  games in which it occurs
 *       varint  occurrences in games, less the games
 *       varint  the last year of all, 0: none
 *       varint  next moves; for each, by games, most first:
 *         move    as in the section of moves
 *         varint  games; wins of each seat; draws; unknown
 *         varint  0: no year, otherwise 1 + the last year of all - its last year
 *     varint  the ply of all nodes, if it is the same
 *     for each node, sorted by line and ply:
 *       varint  line, less that of the node before
 *       varint  ply, unless all have the same */
#include "base/alloc.h"
#include "base/varint.h"
#include "facts/position_internal.h"

enum { KEY_BYTES = 10, SAME_PLY = 2, FIGURES = 1 };

/* --- Writing --------------------------------------------------------------------------------- */

static bool plies_equal(const struct position_node *nodes, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (node_ply(&nodes[i]) != node_ply(&nodes[0]))
            return false;
    return true;
}

static void put_nodes(const struct position_node *nodes, size_t n, bool same, struct buf *out)
{
    uint32_t before = 0;
    if (same)
        varint_put(out, node_ply(&nodes[0]));
    for (size_t i = 0; i < n; i++) {
        varint_put(out, node_line(&nodes[i]) - before);
        before = node_line(&nodes[i]);
        if (!same)
            varint_put(out, node_ply(&nodes[i]));
    }
}

static void put_move(const struct next_move *m, const struct lines *l, uint32_t last_year,
                     struct buf *out)
{
    char bytes[8];
    le_put64(bytes, m->move);
    buf_add(out, bytes, l->move_bytes);
    varint_put(out, m->games);
    for (int seat = 0; seat < l->game->seats; seat++)
        varint_put(out, m->wins[seat]);
    varint_put(out, m->draws);
    varint_put(out, m->unknown);
    varint_put(out, m->last_year ? 1 + last_year - m->last_year : 0);
}

static void put_figures(const struct next_moves *n, const struct lines *l, struct buf *out)
{
    uint32_t last_year = 0;
    for (size_t i = 0; i < n->count; i++)
        last_year = n->moves[i].last_year > last_year ? n->moves[i].last_year : last_year;
    varint_put(out, n->games);
    varint_put(out, n->occurrences - n->games);
    varint_put(out, last_year);
    varint_put(out, n->count);
    for (size_t i = 0; i < n->count; i++)
        put_move(&n->moves[i], l, last_year, out);
}

void position_group_encode(const struct position_node *nodes, size_t n,
                           const struct next_moves *moves, const struct lines *l, struct buf *out)
{
    char key[KEY_BYTES];
    struct buf body;
    buf_init(&body, UINT32_MAX);
    bool same = plies_equal(nodes, n);
    varint_put(&body, 4 * (uint64_t)n + (same ? SAME_PLY : 0) + (moves ? FIGURES : 0));
    if (moves)
        put_figures(moves, l, &body);
    put_nodes(nodes, n, same, &body);
    le_put64(key, nodes[0].a);
    le_put16(key + 8, node_tag(&nodes[0]));
    buf_add(out, key, sizeof key);
    varint_put(out, body.n);
    buf_add_span(out, buf_span(&body));
    if (buf_status(&body) != STATUS_OK)
        out->bad = buf_status(&body);
    buf_release(&body);
}

/* --- Reading --------------------------------------------------------------------------------- */

bool position_group_next(struct span *s, struct position_group *g)
{
    uint64_t n;
    if (s->n < KEY_BYTES)
        return false;
    g->a = le_get64(s->p);
    g->tag = le_get16(s->p + 8);
    *s = span_skip(*s, KEY_BYTES);
    if (!varint_get(s, &n) || n > s->n)
        return false;
    g->body = span_make(s->p, (size_t)n);
    *s = span_skip(*s, (size_t)n);
    return true;
}

static bool get_u32(struct span *s, uint32_t *out)
{
    uint64_t v;
    if (!varint_get(s, &v) || v > UINT32_MAX)
        return false;
    *out = (uint32_t)v;
    return true;
}

struct group_reader {
    struct span rest;
    uint32_t nodes; /* left */
    bool same, figures;
    uint32_t games, more, last_year, moves; /* of the figures */
    bool first;
    uint32_t line, ply; /* of the node */
};

static bool get_head(struct group_reader *r, struct span body)
{
    uint32_t head;
    *r = (struct group_reader){.rest = body, .first = true};
    if (!get_u32(&r->rest, &head))
        return false;
    r->nodes = head / 4;
    r->same = head & SAME_PLY;
    r->figures = head & FIGURES;
    return !r->figures || (get_u32(&r->rest, &r->games) && get_u32(&r->rest, &r->more) &&
                           r->more <= UINT32_MAX - r->games && get_u32(&r->rest, &r->last_year) &&
                           get_u32(&r->rest, &r->moves));
}

static bool get_move(struct group_reader *r, const struct lines *l, struct next_move *m)
{
    uint32_t ago;
    char bytes[8] = {0};
    if (r->rest.n < l->move_bytes)
        return false;
    memcpy(bytes, r->rest.p, l->move_bytes);
    r->rest = span_skip(r->rest, l->move_bytes);
    *m = (struct next_move){.move = le_get64(bytes)};
    bool good = get_u32(&r->rest, &m->games);
    for (int seat = 0; seat < l->game->seats; seat++)
        good = good && get_u32(&r->rest, &m->wins[seat]);
    if (!good || !get_u32(&r->rest, &m->draws) || !get_u32(&r->rest, &m->unknown) ||
        !get_u32(&r->rest, &ago) || ago > r->last_year)
        return false;
    m->last_year = ago ? r->last_year - (ago - 1) : 0;
    return true;
}

enum status position_group_summary(const struct position_group *g, const struct lines *l,
                                   struct position_summary *out, bool *found, bool *bad,
                                   struct err *err)
{
    struct group_reader r;
    *bad = !get_head(&r, g->body);
    *found = !*bad && r.figures;
    out->games = r.games;
    out->occurrences = r.games + r.more;
    for (out->count = 0; !*bad && out->count < r.moves;) {
        void *at = mem_grow(out->moves, out->count, &out->cap, UINT32_MAX, sizeof *out->moves);
        if (!at)
            return err_nomem(err);
        out->moves = at;
        *bad = !get_move(&r, l, &out->moves[out->count++]);
    }
    return STATUS_OK;
}

bool position_group_size(const struct position_group *g, uint32_t *nodes)
{
    struct group_reader r;
    bool good = get_head(&r, g->body);
    *nodes = r.nodes;
    return good;
}

static bool skip_figures(struct group_reader *r, const struct lines *l)
{
    struct next_move m;
    for (uint32_t i = 0; i < r->moves; i++)
        if (!get_move(r, l, &m))
            return false;
    return !r->same || get_u32(&r->rest, &r->ply);
}

/* Nodes must be what they claim to be, runs that do not overlap: that bounds what is found. */
static bool node_fits(const struct group_reader *r, const struct lines *l, const uint8_t *share)
{
    return r->line < l->count && r->ply <= line_plies(l, r->line) &&
           r->ply >= own_ply(l, share, r->line);
}

static bool get_node(struct group_reader *r, const struct lines *l, const uint8_t *share)
{
    uint32_t gap, ply = r->ply;
    if (!get_u32(&r->rest, &gap) || gap > UINT32_MAX - r->line ||
        (!r->same && !get_u32(&r->rest, &r->ply)))
        return false;
    r->line += gap;
    r->nodes--;
    bool ascends = r->first || gap || r->ply > ply;
    r->first = false;
    return ascends && node_fits(r, l, share);
}

enum status position_group_nodes(const struct position_group *g, const struct lines *l,
                                 const uint8_t *share, struct occurrences *nodes, bool *bad,
                                 struct err *err)
{
    struct group_reader r;
    *bad = !get_head(&r, g->body) || !skip_figures(&r, l);
    while (!*bad && r.nodes) {
        void *at = mem_grow(nodes->at, nodes->count, &nodes->cap, UINT32_MAX, sizeof *nodes->at);
        if (!at)
            return err_nomem(err);
        nodes->at = at;
        *bad = !get_node(&r, l, share);
        nodes->at[nodes->count++] = (struct occurrence){r.line, r.ply};
    }
    return STATUS_OK;
}
