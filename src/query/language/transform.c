/* transform.c: questions as a symmetry of the board shows them.
 *
 * Facts have images (game.h); whoever is to move, has won or sits there changes places where the
 * symmetry exchanges the players; numbers of plies stay.
 *
 * Where a point goes depends on the size of the board.  It is the one that stands beside what is
 * turned: "size:13 sym(bK4)" or "sym(size:13 bK4)"; without any, the game's usual one.  Whoever
 * reads sees to the first (parser.board), here the second is found. */
#include <stdio.h>

#include "query/language/measures.h"
#include "query/language/parse.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"

struct image {
    struct parser *p;
    unsigned symmetry;
    struct board_shape board;
};

/* Does the node say that the board has one certain size? */
static bool names_board(const struct query_node *n, struct board_shape *board)
{
    if (n->op != Q_META || n->ask != META_SIZE || n->compare != COMPARE_EQ || n->number > UINT8_MAX)
        return false;
    *board = (struct board_shape){(uint8_t)n->number, (uint8_t)(n->low ? n->low : n->number)};
    return true;
}

/* The board that a question is about, if it or one of what it joins by "and" says so. */
static struct board_shape board_within(const struct query *q, uint32_t node,
                                       struct board_shape otherwise)
{
    const struct query_node *n = &q->nodes[node];
    struct board_shape board;
    if (names_board(n, &board))
        return board;
    for (uint32_t c = n->op == Q_AND ? n->child : 0; c; c = q->nodes[c].next)
        if (names_board(&q->nodes[c], &board))
            return board;
    return otherwise;
}

static bool no_image(struct image *i, const struct msg *what)
{
    char board[16];
    int n = snprintf(board, sizeof board, "%ux%u", i->board.width, i->board.height);
    parse_fail(i->p, i->p->lex.all.p + i->p->lex.at, what, span_make(board, (size_t)n),
               (struct span){0});
    return false;
}

static bool off_board(struct image *i)
{
    static const struct msg OFF_BOARD = {
        "a point outside a board of %1 has no image; add size:",
        "%1 の盤にない点は対称移動できません。size: で盤の大きさを指定してください"};
    return no_image(i, &OFF_BOARD);
}

static uint32_t fact_image(const struct image *i, uint32_t fact)
{
    return i->p->q->game->rules.fact_image(fact, i->symmetry, i->board);
}

static int seat_image(const struct image *i, int seat)
{
    return seat >= 0 ? i->p->q->game->rules.seat_image(seat, i->symmetry) : seat;
}

/* What can't be on the board is left out, as it is never true there; but something must be left of
 * what was asked for. */
static bool image_terms(struct image *i, uint32_t node)
{
    struct query_node *n = &i->p->q->nodes[node];
    struct query_term *terms = arena_alloc_array(&i->p->q->arena, n->term_count, sizeof *terms);
    uint32_t count = 0;
    if (!terms)
        return parse_full(i->p) != 0;
    for (uint32_t t = 0; t < n->term_count; t++) {
        uint32_t fact = fact_image(i, n->terms[t].fact);
        if (fact != NO_FACT)
            terms[count++] = (struct query_term){fact, n->terms[t].weight};
    }
    if (n->term_count && !count)
        return off_board(i);
    n->terms = terms;
    n->term_count = terms_tidy(terms, count);
    return true;
}

static bool image_facts(struct image *i, uint32_t **facts, uint32_t *count)
{
    uint32_t *images = arena_alloc_array(&i->p->q->arena, *count, sizeof *images), n = 0;
    if (!images)
        return parse_full(i->p) != 0;
    for (uint32_t f = 0; f < *count; f++) {
        images[n] = fact_image(i, (*facts)[f]);
        n += images[n] != NO_FACT;
    }
    if (*count && !n)
        return off_board(i);
    *facts = images;
    *count = facts_tidy(images, n);
    return true;
}

static bool image_moves(struct image *i, uint32_t node)
{
    struct query_node *n = &i->p->q->nodes[node];
    struct query_move *moves = arena_alloc_array(&i->p->q->arena, n->move_count, sizeof *moves);
    if (!moves)
        return parse_full(i->p) != 0;
    for (uint32_t k = 0; k < n->move_count; k++) {
        struct query_move m = n->moves[k];
        m.seat = seat_image(i, m.seat);
        if (m.mask)
            m.move = i->p->words->part_image(m.move, m.mask, i->symmetry);
        else if (m.move && !(m.move = i->p->words->move_image(m.move, i->symmetry, i->board)))
            return off_board(i);
        if (!image_facts(i, &m.begins, &m.begins_count) || !image_facts(i, &m.ends, &m.ends_count))
            return false;
        moves[k] = m;
    }
    n->moves = moves;
    return true;
}

static bool image_exact(struct image *i, uint32_t node)
{
    struct parser *p = i->p;
    if (p->status != STATUS_OK)
        return false;
    p->status = p->words->exact_image(p->q, node, i->symmetry, p->err);
    return p->status == STATUS_OK;
}

static bool image_pattern(struct parser *p, uint32_t node, unsigned symmetry)
{
    struct query_node *n = &p->q->nodes[node];
    const struct pattern_game *game = p->words->patterns;
    void *image = arena_alloc(&p->q->arena, game->bytes);
    if (!image) {
        parse_full(p);
        return false;
    }
    game->image(n->pattern, symmetry, image);
    n->pattern = image;
    n->symmetry = game->compose(n->symmetry, symmetry);
    return pattern_name(p, node);
}

/* Turns a copy into the image, but for its children. */
static bool image_node(struct image *i, uint32_t node)
{
    struct query_node *n = &i->p->q->nodes[node];
    switch (n->op) {
    case Q_SUM:
        return image_terms(i, node);
    case Q_MOVE:
        return image_moves(i, node);
    case Q_EXACT:
        return image_exact(i, node);
    case Q_PATTERN:
        return image_pattern(i->p, node, i->symmetry);
    case Q_TURN:
    case Q_META:
        n->seat = seat_image(i, n->seat);
        return true;
    case Q_MEASURE:
        if (seat_image(i, 0) != 0)
            measure_flip(i->p->words->measures, n);
        return true;
    default:
        return true;
    }
}

/* As deep as the tree: QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static uint32_t image_of(struct parser *p, uint32_t node, unsigned symmetry,
                         struct board_shape board)
{
    static const struct msg NOT_SQUARE = {
        "a board of %1 does not map onto itself under this symmetry",
        "%1 の盤はこの対称移動で自身に重なりません"};
    struct image i = {p, symmetry, board_within(p->q, node, board)};
    uint32_t copy = parse_node(p, p->q->nodes[node].op);
    if (!copy)
        return 0;
    if (!game_symmetry_fits(p->q->game, symmetry, i.board))
        return no_image(&i, &NOT_SQUARE);
    p->q->nodes[copy] = p->q->nodes[node];
    p->q->nodes[copy].child = p->q->nodes[copy].last = p->q->nodes[copy].next = 0;
    p->q->nodes[copy].depth = 1;
    if (!image_node(&i, copy))
        return 0;
    for (uint32_t c = p->q->nodes[node].child; c; c = p->q->nodes[c].next) {
        uint32_t image = image_of(p, c, symmetry, i.board);
        if (!image || !parse_adopt(p, copy, image))
            return 0;
    }
    return copy;
}

uint32_t parse_image(struct parser *p, uint32_t node, unsigned symmetry)
{
    return node ? image_of(p, node, symmetry, p->board) : 0;
}

/* The one of those that are joined by `either` already, or the node itself, that an image is the
 * same as; 0: none. */
static uint32_t known_image(const struct query *q, uint32_t either, uint32_t node, uint32_t image)
{
    if (query_nodes_same(q, node, image))
        return node;
    for (uint32_t c = either ? q->nodes[either].child : 0; c; c = q->nodes[c].next)
        if (query_nodes_same(q, c, image))
            return c;
    return 0;
}

/* Whether both play the part in every image. */
static bool all_both(const struct query *q, uint32_t either)
{
    for (uint32_t c = q->nodes[either].child; c; c = q->nodes[c].next)
        if (q->nodes[c].plays != PLAYS_BOTH)
            return false;
    return true;
}

/* Says who plays the part that was written: each image has its own player, unless what was written
 * is the same for both; then it may still have a part inside that tells them apart. */
static void mark_sides(struct query *q, uint32_t either, uint32_t node)
{
    uint32_t outer = either ? either : node;
    bool both = either ? all_both(q, either) : q->nodes[node].plays == PLAYS_BOTH;
    bool exchanged = false;
    for (uint32_t c = either ? q->nodes[either].child : 0; c; c = q->nodes[c].next)
        exchanged |= (q->nodes[c].plays & PLAYS_EXCHANGED) != 0;
    bool inside = both && query_has_sides(q, node);
    if (exchanged && !inside)
        q->nodes[outer].sides = SIDES_IMAGES;
    else
        for (uint32_t c = either ? q->nodes[either].child : 0; c; c = q->nodes[c].next)
            q->nodes[c].plays = 0;
    if (either)
        return;
    q->nodes[node].plays = 0;
    if (both && !inside)
        q->nodes[node].sides = SIDES_SAME;
}

uint32_t parse_images(struct parser *p, uint32_t node, uint32_t symmetries)
{
    const struct game *game = p->q->game;
    uint32_t either = 0;
    if (!node)
        return 0;
    struct board_shape board = board_within(p->q, node, p->board);
    p->q->nodes[node].plays = PLAYS_WRITTEN;
    for (unsigned s = 1; s < game->symmetries; s++) {
        if (!(symmetries >> s & 1) || !game_symmetry_fits(game, s, board))
            continue;
        uint8_t plays = game->rules.seat_image(0, s) != 0 ? PLAYS_EXCHANGED : PLAYS_WRITTEN;
        uint32_t image = parse_image(p, node, s);
        if (!image)
            return 0;
        uint32_t known = known_image(p->q, either, node, image);
        if (known) {
            p->q->nodes[known].plays = (uint8_t)(p->q->nodes[known].plays | plays);
            continue;
        }
        if (!either && !(either = parse_adopt(p, parse_node(p, Q_OR), node)))
            return 0;
        if (!parse_adopt(p, either, image))
            return 0;
        p->q->nodes[image].plays = plays;
        p->q->nodes[image].turn = s;
    }
    mark_sides(p->q, either, node);
    struct query_node *n = &p->q->nodes[either ? either : node];
    /* said once more of the same: all that fit */
    n->images = !either && n->images ? UINT32_MAX : symmetries;
    n->board = board;
    return either ? either : node;
}
