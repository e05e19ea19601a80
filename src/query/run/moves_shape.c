/* moves_shape.c: what was played next at a shape of Go that was given by its stones, not drawn.
 *
 * sym(bQ16 wR14) is a shape in a corner.  Of what was played when it came about people want the
 * continuation: the moves in or next to it, on the corner as they wrote it.  Moves elsewhere are one
 * row for each player, tenuki, as of drawn diagrams (moves_patterns.c).
 *
 * The shape is the points that the query names.  Next to it is whatever is at most three lines away
 * from one of its stones; points that the query names in another way (empty:, regions, not) are in
 * it themselves.  Of several alternatives, as sym() makes them, each has its own points, and those
 * that hold at the ply say where the shape is and how it was turned. */
#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/words.h"
#include "query/run/run_internal.h"

enum { WORD_BITS = 64, FACT_WORDS = 2 * SHAPE_POINTS / WORD_BITS + 1 };

/* The points of one alternative, while the tree below it is gone through. */
struct shape_points {
    const struct query *q;
    const struct pattern_game *game;
    struct shape_image *image;
    uint64_t facts[FACT_WORDS];
    bool any;     /* it names a point */
    bool ordered; /* in a certain order: its facts do not say all */
    bool other;   /* it has parts that are no shape */
};

static void add_bit(uint64_t *set, uint32_t bit)
{
    set[bit / WORD_BITS] |= (uint64_t)1 << bit % WORD_BITS;
}

static bool has_bit(const uint64_t *set, uint32_t bit)
{
    return set[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

/* --- The points of a query -------------------------------------------------------------------- */

static void add_fact(struct shape_points *p, uint32_t fact, bool stone)
{
    int at = p->game->fact_point(fact);
    p->any = true;
    add_bit(p->facts, fact);
    for (int point = 0; stone && point < SHAPE_POINTS; point++)
        if (p->game->near(at, point))
            add_bit(p->image->near, (uint32_t)point);
    add_bit(p->image->near, (uint32_t)at);
}

/* Whether a sum says that there is something at one certain point. */
static bool is_stone(const struct shape_points *p, const struct query_node *n)
{
    bool one =
        (n->compare == COMPARE_GE && n->value == 1) || (n->compare == COMPARE_GT && n->value == 0);
    for (uint32_t i = 0; i < n->term_count && one; i++)
        one = n->terms[i].weight > 0 &&
              p->game->fact_point(n->terms[i].fact) == p->game->fact_point(n->terms[0].fact);
    return one;
}

static void add_sum(struct shape_points *p, const struct query_node *n, bool wanted)
{
    bool stone = wanted && is_stone(p, n);
    p->other = p->other || n->ranked;
    for (uint32_t i = 0; i < n->term_count; i++)
        add_fact(p, n->terms[i].fact, stone);
}

static void add_moves(struct shape_points *p, const struct query_node *n, bool wanted)
{
    p->ordered = true;
    for (uint32_t i = 0; i < n->move_count; i++) {
        int seat, at = n->moves[i].move ? p->game->move_point(n->moves[i].move, &seat) : -1;
        if (at >= 0)
            add_fact(p, p->game->point_fact(at), wanted);
        for (uint32_t k = 0; k < n->moves[i].begins_count; k++)
            add_fact(p, n->moves[i].begins[k], wanted && n->moves[i].begins_count <= 2);
    }
}

/* As deep as the tree: QUERY_MAX_DEPTH.  What must be, or must not be, elsewhere in the game is no
 * part of the shape. */
// NOLINTNEXTLINE(misc-no-recursion)
static void add_points(struct shape_points *p, uint32_t node, bool wanted)
{
    const struct query_node *n = &p->q->nodes[node];
    bool first_only = n->op == Q_NEVER || n->op == Q_EVER;
    if (n->op == Q_SUM)
        add_sum(p, n, wanted);
    if (n->op == Q_MOVE)
        add_moves(p, n, wanted);
    p->other = p->other || n->op == Q_EXACT || n->op == Q_PATTERN;
    p->ordered = p->ordered || n->op == Q_THEN;
    for (uint32_t c = n->child; c; c = first_only ? 0 : p->q->nodes[c].next)
        add_points(p, c, wanted != (n->op == Q_NOT));
}

/* --- Alternatives ----------------------------------------------------------------------------- */

/* Finds the symmetries that leave the shape as it is, and the players. */
static void find_alike(struct moves_shape *s, const struct shape_points *p)
{
    const struct game *game = p->q->game;
    for (unsigned symmetry = 1; symmetry < game->symmetries && !p->ordered; symmetry++) {
        uint64_t image[FACT_WORDS] = {0};
        if (game->rules.seat_image(0, symmetry) != 0 ||
            !game_symmetry_fits(game, symmetry, s->board))
            continue;
        for (uint32_t fact = 0; fact < game->fact_count; fact++) {
            uint32_t to = has_bit(p->facts, fact) ? game->rules.fact_image(fact, symmetry, s->board)
                                                  : NO_FACT;
            if (to != NO_FACT)
                add_bit(image, to);
        }
        if (memcmp(image, p->facts, sizeof image) == 0)
            s->alike[s->alike_count++] = symmetry;
    }
}

/* The way from the root to an alternative: children of the last two ORs (0: none), which must both
 * match where it is, and the symmetry that made it of the query as written. */
struct shape_path {
    uint32_t node, inner, outer;
    unsigned symmetry;
    bool turned; /* a part on the way has images */
};

static enum status add_image(struct moves_shape *s, const struct query *q,
                             const struct shape_path *path, struct err *err)
{
    s->none = s->none || s->count == SHAPE_MOST;
    if (s->none)
        return STATUS_OK;
    struct shape_image *grown = mem_grow(s->at, s->count, &s->cap, SHAPE_MOST, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    s->at = grown;
    struct shape_image *image = &s->at[s->count++];
    *image = (struct shape_image){.inner = path->inner,
                                  .outer = path->outer,
                                  .swapped = q->game->rules.seat_image(0, path->symmetry) != 0};
    while (s->game->compose(path->symmetry, image->back) != 0)
        image->back++;
    struct shape_points points = {.q = q, .game = s->game, .image = image};
    add_points(&points, path->node, true);
    if (path->turned && s->count == 1)
        find_alike(s, &points);
    s->none = points.other || !points.any;
    return STATUS_OK;
}

/* The part of an AND that was turned: the rest is conditions on where it counts.  0 if there is
 * none; s->none if there are several, which need not have been turned alike. */
static uint32_t turned_part(struct moves_shape *s, const struct query *q, uint32_t node)
{
    uint32_t found = 0;
    for (uint32_t c = q->nodes[node].child; c; c = q->nodes[c].next) {
        if (!q->nodes[c].images && q->nodes[c].op != Q_SINCE)
            continue;
        s->none = s->none || found;
        found = c;
    }
    return found;
}

/* The alternatives below a node. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum status add_images(struct moves_shape *s, const struct query *q,
                              const struct shape_path *path, struct err *err)
{
    const struct query_node *n = &q->nodes[path->node];
    enum status status = STATUS_OK;
    struct shape_path below = *path;
    if (n->images && !path->turned) {
        s->board = n->board;
        below.turned = true;
    }
    uint32_t part = n->op == Q_AND ? turned_part(s, q, path->node) : 0;
    if (n->op == Q_SINCE) /* where it begins, but not at later plies, what is below holds */
        part = n->child;
    s->none = s->none || (n->op == Q_SINCE && s->at_plies != MOVES_AT_FIRST);
    if (n->op != Q_OR && !part)
        return add_image(s, q, &below, err);
    if (part) {
        below.node = part;
        return add_images(s, q, &below, err);
    }
    for (uint32_t c = n->child; c && status == STATUS_OK; c = q->nodes[c].next) {
        below.node = c;
        below.symmetry = s->game->compose(q->nodes[c].turn, path->symmetry);
        below.outer = path->inner;
        below.inner = c;
        status = add_images(s, q, &below, err);
    }
    return status;
}

enum status shape_open(struct moves_shape *s, const struct query *q, enum moves_at at,
                       struct err *err)
{
    *s = (struct moves_shape){
        .words = words_of_game(q->game), .game = patterns_of_game(q->game), .at_plies = at};
    const struct shape_path root = {.node = q->root};
    if (!s->game || at == MOVES_AT_EVERY || query_is_whole(q) || query_drawn(q))
        return STATUS_OK;
    s->board = q->game->board;
    enum status status = add_images(s, q, &root, err);
    s->count = s->none ? 0 : s->count;
    return status;
}

void shape_close(struct moves_shape *s)
{
    mem_free(s->at);
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* The move as it is on the shape as written; of those that mean the same there the highest. */
static game_move turn_back(const struct moves_shape *s, const struct shape_image *image,
                           game_move move)
{
    game_move back = s->words->move_image(move, image->back, s->board), best = back;
    for (unsigned i = 0; i < s->alike_count && back; i++) {
        game_move other = s->words->move_image(back, s->alike[i], s->board);
        best = other > best ? other : best;
    }
    return best ? best : move; /* not on the board that the query is about */
}

/* Whether a move is in or next to the shape. */
static bool is_near(const struct moves_shape *s, const struct shape_image *image, game_move move)
{
    int seat, point = s->game->move_point(move, &seat);
    return point >= 0 && has_bit(image->near, (uint32_t)point);
}

static struct made_move seen_at(const struct moves_shape *s, const struct shape_image *image,
                                const struct lines *l, uint32_t line, uint32_t ply)
{
    struct made_move made = {.line = line, .swapped = image->swapped};
    int seat;
    if (ply >= line_plies(l, line))
        return made;
    game_move move = line_move(l, line, ply);
    if (s->game->move_point(move, &seat) == POINT_NOT_PLAYED)
        return made;
    made.seat = (uint8_t)(seat ^ image->swapped);
    made.move = turn_back(s, image, move);
    if (is_near(s, image, move))
        return made;
    made.place = made.move;
    made.move = MOVE_ELSEWHERE;
    return made;
}

/* The first move afterwards that is in or next to the shape, if it is not later than what is known
 * of another image. */
static void find_later(const struct moves_shape *s, const struct shape_image *image,
                       const struct lines *l, uint32_t ply, struct made_move *made)
{
    uint32_t plies = line_plies(l, made->line);
    uint32_t end = made->later ? ply + made->later_plies + 1 : plies;
    for (uint32_t p = ply + 1; p < end; p++)
        if (is_near(s, image, line_move(l, made->line, p))) {
            made_note_later(made, turn_back(s, image, line_move(l, made->line, p)), p - ply);
            return;
        }
}

/* v may be NULL of a fixed shape. */
static bool is_there(const struct shape_image *image, const struct evaluation *v, uint32_t ply)
{
    return (!image->inner || evaluation_alternative(v, image->inner, ply)) &&
           (!image->outer || evaluation_alternative(v, image->outer, ply));
}

static enum status add_made(struct made_moves *m, const struct moves_shape *s,
                            const struct lines *l, uint32_t line, uint32_t ply,
                            const struct evaluation *v, struct err *err)
{
    struct made_move best = {0};
    bool found = false;
    for (size_t i = 0; i < s->count; i++) {
        if (!is_there(&s->at[i], v, ply))
            continue;
        struct made_move made = seen_at(s, &s->at[i], l, line, ply);
        if (!found || made_shows_better(&made, &best))
            best = made;
        found = true;
    }
    for (size_t i = 0; i < s->count && found && best.move == MOVE_ELSEWHERE; i++)
        if (is_there(&s->at[i], v, ply))
            find_later(s, &s->at[i], l, ply, &best);
    return found ? made_moves_add(m, &best, err) : STATUS_OK;
}

enum status made_of_shape(struct made_moves *m, const struct moves_shape *s, const struct plan *p,
                          uint32_t line, const struct evaluation *v, enum moves_at at,
                          struct err *err)
{
    uint32_t ply = moves_first_ply(v, at);
    return ply < v->count ? add_made(m, s, &p->segment->lines, line, ply, v, err) : STATUS_OK;
}

bool shape_is_fixed(const struct moves_shape *s)
{
    return s->count == 1 && !s->at[0].inner && !s->at[0].outer;
}

enum status made_at_shape(struct made_moves *m, const struct moves_shape *s, const struct lines *l,
                          uint32_t line, uint32_t ply, struct err *err)
{
    return add_made(m, s, l, line, ply, NULL, err);
}
