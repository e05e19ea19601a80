/* transform.c: questions as a symmetry of the board shows them.
 *
 * Facts have images (game.h); whoever is to move, has won or sits there changes places where the
 * symmetry exchanges the players; numbers of plies stay. */
#include "query/parse.h"

/* Of a game of two; in others nobody changes places. */
static int seat_image(const struct query *q, int seat, unsigned symmetry)
{
    return seat >= 0 && q->game->seats == 2 && q->game->flips_seats(symmetry) ? 1 - seat : seat;
}

static bool image_terms(struct parser *p, uint32_t node, unsigned symmetry)
{
    struct query_node *n = &p->q->nodes[node];
    struct query_term *terms = arena_alloc_array(&p->q->arena, n->term_count, sizeof *terms);
    if (!terms) {
        parse_full(p);
        return false;
    }
    for (uint32_t i = 0; i < n->term_count; i++)
        terms[i] = (struct query_term){p->q->game->fact_image(n->terms[i].fact, symmetry),
                                       n->terms[i].weight};
    n->terms = terms;
    n->term_count = terms_tidy(terms, n->term_count);
    return true;
}

static bool image_facts(struct parser *p, uint32_t **facts, uint32_t *count, unsigned symmetry)
{
    uint32_t *images = arena_alloc_array(&p->q->arena, *count, sizeof *images);
    if (!images) {
        parse_full(p);
        return false;
    }
    for (uint32_t i = 0; i < *count; i++)
        images[i] = p->q->game->fact_image((*facts)[i], symmetry);
    *facts = images;
    *count = facts_tidy(images, *count);
    return true;
}

static bool image_moves(struct parser *p, uint32_t node, unsigned symmetry)
{
    struct query_node *n = &p->q->nodes[node];
    struct query_move *moves = arena_alloc_array(&p->q->arena, n->move_count, sizeof *moves);
    if (!moves) {
        parse_full(p);
        return false;
    }
    for (uint32_t i = 0; i < n->move_count; i++) {
        struct query_move m = n->moves[i];
        m.seat = seat_image(p->q, m.seat, symmetry);
        m.move = m.move ? p->words->move_image(m.move, symmetry) : 0;
        if (!image_facts(p, &m.begins, &m.begins_count, symmetry) ||
            !image_facts(p, &m.ends, &m.ends_count, symmetry))
            return false;
        moves[i] = m;
    }
    n->moves = moves;
    return true;
}

static bool image_exact(struct parser *p, uint32_t node, unsigned symmetry)
{
    if (p->status != STATUS_OK)
        return false;
    p->status = p->words->exact_image(p->q, node, symmetry, p->err);
    return p->status == STATUS_OK;
}

/* Turns a copy into the image, but for its children. */
static bool image_node(struct parser *p, uint32_t node, unsigned symmetry)
{
    switch (p->q->nodes[node].op) {
    case Q_SUM:
        return image_terms(p, node, symmetry);
    case Q_MOVE:
        return image_moves(p, node, symmetry);
    case Q_EXACT:
        return image_exact(p, node, symmetry);
    case Q_TURN:
    case Q_META:
        p->q->nodes[node].seat = seat_image(p->q, p->q->nodes[node].seat, symmetry);
        return true;
    default:
        return true;
    }
}

/* As deep as the tree: QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
uint32_t parse_image(struct parser *p, uint32_t node, unsigned symmetry)
{
    if (!node)
        return 0;
    uint32_t copy = parse_node(p, p->q->nodes[node].op);
    if (!copy)
        return 0;
    p->q->nodes[copy] = p->q->nodes[node];
    p->q->nodes[copy].child = p->q->nodes[copy].last = p->q->nodes[copy].next = 0;
    p->q->nodes[copy].depth = 1;
    if (!image_node(p, copy, symmetry))
        return 0;
    for (uint32_t c = p->q->nodes[node].child; c; c = p->q->nodes[c].next)
        if (!parse_adopt(p, copy, parse_image(p, c, symmetry)))
            return 0;
    return copy;
}
