/* moves_turned.c: what was played next in a whole position that was asked for in several
 * orientations, as it would be on the one that was written.
 *
 * sym(board "b:Q16 w:D4") finds games in which Black began in any of the four corners.  The answer
 * to where White's first stone is then found in four corners as well, or eight, and would be as
 * many rows; people want to see it once, on the board that they asked about.  So a move m, made
 * where the board was the image of that one by a symmetry s, counts as the move whose image by s is
 * m.
 *
 * A board that is its own image by some symmetries leaves several such moves, which mean the same:
 * the one with the highest number is taken, which in Go is nearest to the upper right corner. Where
 * colours may have been exchanged as well, they are taken for exchanged only if nothing else fits.
 *
 * A position that is asked for as it is written may be its own image as well, and moves that mean
 * the same are one row in the same way: the first stone of Go is on one 4-4 point, not on four.
 * Shogi is left alone: no game of it keeps the board symmetric.
 *
 * This is for whole positions of games for two.  They are told apart by their keys. */
#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/words.h"
#include "query/run/run_internal.h"

/* What the whole position, or the images of one, stand under; 0 if the query is none. */
static uint32_t turned_node(const struct query *q)
{
    const struct query_node *root = &q->nodes[q->root];
    uint32_t found = 0;
    if (q->game->seats != 2)
        return 0;
    if (root->images)
        return q->root;
    for (uint32_t c = root->op == Q_AND ? root->child : 0; c; c = q->nodes[c].next) {
        if (!q->nodes[c].images)
            continue;
        if (found)
            return 0;
        found = c;
    }
    return found;
}

/* One after another the whole positions among which it may be: those below an OR, or two. */
struct position_nodes {
    const struct query *q;
    uint32_t outer, inner;
};

static uint32_t first_whole(struct position_nodes *w, uint32_t node)
{
    const struct query_node *nodes = w->q->nodes;
    w->outer = nodes[node].op == Q_OR ? nodes[node].child : node;
    w->inner = nodes[w->outer].op == Q_OR ? nodes[w->outer].child : w->outer;
    return w->inner;
}

/* 0: there are no more. */
static uint32_t next_whole(struct position_nodes *w, uint32_t node)
{
    const struct query_node *nodes = w->q->nodes;
    if (w->outer == node)
        return 0; /* it is the only one */
    w->inner = w->inner == w->outer ? 0 : nodes[w->inner].next;
    if (w->inner)
        return w->inner;
    w->outer = nodes[w->outer].next;
    if (!w->outer)
        return 0;
    w->inner = nodes[w->outer].op == Q_OR ? nodes[w->outer].child : w->outer;
    return w->inner;
}

bool query_is_turned(const struct query *q)
{
    uint32_t node = turned_node(q);
    struct position_nodes w = {.q = q};
    for (uint32_t i = node ? first_whole(&w, node) : 0; i; i = next_whole(&w, node))
        if (q->nodes[i].op != Q_EXACT)
            return false;
    return node != 0;
}

/* The one whole position that is asked for as it is written; 0 if there is none. */
static uint32_t written_node(const struct query *q)
{
    const struct query_node *root = &q->nodes[q->root];
    uint32_t found = 0;
    if (root->op == Q_EXACT)
        return q->root;
    for (uint32_t c = root->op == Q_AND ? root->child : 0; c; c = q->nodes[c].next) {
        if (q->nodes[c].op != Q_EXACT)
            continue;
        if (found)
            return 0;
        found = c;
    }
    return found;
}

bool query_is_whole(const struct query *q)
{
    return written_node(q) || query_is_turned(q);
}

/* Whether boards of this game are looked at from any side. */
static bool has_orientations(const struct query *q)
{
    return q->game->seats == 2 && patterns_of_game(q->game);
}

bool query_may_fold(const struct query *q)
{
    return query_is_turned(q) || (has_orientations(q) && written_node(q));
}

static bool same_keys(const struct query_node *a, const struct query_node *b)
{
    return position_key_equal(a->keys[0], b->keys[0]) && position_key_equal(a->keys[1], b->keys[1]);
}

static bool is_image_of(const struct query *q, uint32_t node, const struct query_node *image)
{
    struct position_nodes w = {.q = q};
    for (uint32_t i = first_whole(&w, node); i; i = next_whole(&w, node))
        if (same_keys(&q->nodes[i], image))
            return true;
    return false;
}

/* By which symmetries: if they are named twice, either(sym(X)), by all. */
static uint32_t query_symmetries(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    return n->op == Q_OR && q->nodes[n->child].images ? UINT32_MAX : n->images | 1;
}

static enum status find_board(struct turned_position *t, const struct query_node *n,
                              struct err *err)
{
    const struct game *game = t->words->game;
    t->board = game->board;
    if (!game->rules.pos_board)
        return STATUS_OK;
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!pos)
        return err_nomem(err);
    enum status status = game->text.pos_parse(pos, n->position, err);
    if (status == STATUS_OK)
        t->board = game->rules.pos_board(pos);
    mem_free(pos);
    return status;
}

/* The image of the position as a node of a query of its own. */
static enum status add_image(struct turned_position *t, const struct query *q, uint32_t node,
                             const struct query_node *wanted, unsigned symmetry, struct err *err)
{
    struct query scratch;
    query_init(&scratch, q->game);
    uint32_t at = query_add(&scratch, Q_EXACT);
    enum status status = STATUS_OK;
    if (!at)
        status = err_nomem(err);
    if (status == STATUS_OK) {
        scratch.nodes[at].position = wanted->position;
        scratch.nodes[at].seat = wanted->seat;
        status = t->words->exact_image(&scratch, at, symmetry, err);
    }
    if (status == STATUS_OK && is_image_of(q, node, &scratch.nodes[at])) {
        struct turned_image *image = &t->at[t->count++];
        image->symmetry = symmetry;
        image->seat = scratch.nodes[at].seat;
        image->flips = q->game->rules.seat_image(0, symmetry) != 0;
        image->keys[0] = scratch.nodes[at].keys[0];
        image->keys[1] = scratch.nodes[at].keys[1];
    }
    query_release(&scratch);
    return status;
}

/* The symmetries that leave players as they are. */
static uint32_t same_players(const struct game *game)
{
    uint32_t set = 0;
    for (unsigned s = 0; s < game->symmetries; s++)
        if (game->rules.seat_image(0, s) == 0)
            set |= 1U << s;
    return set;
}

enum status turned_open(struct turned_position *t, const struct query *q, struct err *err)
{
    *t = (struct turned_position){.words = words_of_game(q->game)};
    if (!query_may_fold(q) || q->game->symmetries > TURNED_MOST)
        return STATUS_OK;
    struct position_nodes w = {.q = q};
    uint32_t node = query_is_turned(q) ? turned_node(q) : written_node(q);
    t->q = q;
    t->node = node;
    t->as_written = q->nodes[node].op == Q_EXACT; /* sym() may have found no other image */
    uint32_t allowed = t->as_written ? same_players(q->game) : query_symmetries(q, node);
    const struct query_node *wanted = &q->nodes[first_whole(&w, node)];
    enum status status = find_board(t, wanted, err);
    for (unsigned s = 0; s < q->game->symmetries && status == STATUS_OK; s++)
        if (allowed >> s & 1 && game_symmetry_fits(q->game, s, t->board))
            status = add_image(t, q, node, wanted, s, err);
    if (t->as_written && t->count == 1)
        t->count = 0; /* nothing but itself */
    return status;
}

/* The move whose image is m; 0 if there is none. */
static game_move move_before(const struct turned_position *t, game_move m, unsigned symmetry)
{
    for (unsigned s = 0; s < t->words->game->symmetries; s++) {
        game_move before = t->words->move_image(m, s, t->board);
        if (before && t->words->move_image(before, symmetry, t->board) == m)
            return before;
    }
    return 0;
}

void turned_move(const struct turned_position *t, struct position_key key, struct made_move *made)
{
    struct made_move best = *made;
    bool found = false;
    for (unsigned i = 0; i < t->count; i++) {
        const struct turned_image *image = &t->at[i];
        if ((image->seat >= 0 && image->seat != made->seat) ||
            !position_key_equal(image->keys[made->seat], key))
            continue;
        game_move move = move_before(t, made->move, image->symmetry);
        bool better = !found || image->flips < best.swapped ||
                      (image->flips == best.swapped && move > best.move);
        if (!move || !better)
            continue;
        found = true;
        best.move = move;
        best.swapped = image->flips;
        best.seat = image->flips ? (uint8_t)(1 - made->seat) : made->seat;
    }
    *made = best;
}

unsigned turned_moves_alike(const struct turned_position *t, game_move move,
                            game_move alike[TURNED_MOST])
{
    unsigned count = 0;
    alike[count++] = move;
    for (unsigned i = 0; t->as_written && i < t->count; i++) {
        game_move image = t->words->move_image(move, t->at[i].symmetry, t->board);
        bool known = image == 0;
        for (unsigned k = 0; k < count && !known; k++)
            known = alike[k] == image;
        if (!known && count < TURNED_MOST)
            alike[count++] = image;
    }
    return count;
}

/* The whole position that is on the board at a ply, by its key with a seat to move. */
static struct position_key key_at(const struct turned_position *t, const struct evaluation *v,
                                  uint32_t ply, int seat)
{
    struct position_nodes w = {.q = t->q};
    uint32_t first = first_whole(&w, t->node);
    for (uint32_t i = first; i && i != t->node; i = next_whole(&w, t->node))
        if (evaluation_alternative(v, i, ply))
            return t->q->nodes[i].keys[seat];
    return t->q->nodes[first].keys[seat];
}

enum status made_turned(struct made_moves *m, const struct turned_position *t, const struct plan *p,
                        uint32_t line, const struct evaluation *v, enum moves_at at,
                        struct err *err)
{
    const struct lines *l = &p->segment->lines;
    enum status status = STATUS_OK;
    for (uint32_t ply = moves_first_ply(v, at); ply < v->count && status == STATUS_OK;
         ply = moves_next_ply(v, at, ply)) {
        struct made_move made = {.line = line, .seat = v->seats[ply]};
        if (ply < line_plies(l, line)) {
            made.move = line_move(l, line, ply);
            turned_move(t, key_at(t, v, ply, made.seat), &made);
        }
        status = made_moves_add(m, &made, err);
    }
    return status;
}
