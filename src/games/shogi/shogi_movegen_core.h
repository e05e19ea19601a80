/* shogi_movegen_core.h: lists or counts the legal moves of a shogi position.
 *
 * No include guard and no functions for others: shogi_movegen.c and shogi_movegen_v3.c each include
 * it once and compile it for a different processor (see cpu.h), so that counting bits is one
 * instruction where there is one.
 *
 * How it works.  First the guard: who gives check, which own pieces are pinned, hence where a
 * piece other than the king may go (`target`: anywhere but on own pieces; onto the checker or
 * between, when in check; nowhere in double check) and where one may be dropped.  After that
 * nothing needs to be tried out: a piece that is not pinned has all its reach within target, a
 * pinned one the part of it that lies on the line of its pin, and the king goes where the enemy
 * does not reach.
 *
 * Counting never makes a list.  All pieces that step in the same direction are moved as one set
 * and the squares counted; drops are the number of empty squares for each kind in hand.
 *
 * Everything is written once for both sides with `us` known to the compiler. */
#include "games/shogi/shogi_attacks.h"
#include "games/shogi/shogi_movegen.h"

#define INLINE static inline __attribute__((always_inline))

/* --- Directions as seen by one side --------------------------------------------------------- */

INLINE struct shogi_bb ahead(int us, struct shogi_bb set)
{
    return us == SHOGI_BLACK ? bb_up(set) : bb_down(set);
}
INLINE struct shogi_bb back(int us, struct shogi_bb set)
{
    return us == SHOGI_BLACK ? bb_down(set) : bb_up(set);
}
INLINE struct shogi_bb far_rank(int us, int rank)
{
    return bb_rank(us == SHOGI_BLACK ? rank : 10 - rank);
}
INLINE struct shogi_bb far_ranks(int us, int from, int to)
{
    struct shogi_bb set = {0, 0};
    for (int rank = from; rank <= to; rank++)
        set = bb_or(set, far_rank(us, rank));
    return set;
}
INLINE struct shogi_bb zone_of(int us)
{
    return far_ranks(us, 1, 3);
}

/* --- Guard ---------------------------------------------------------------------------------- */

struct legal_masks {
    int king; /* SHOGI_NO_SQUARE: none */
    struct shogi_bb occupied;
    struct shogi_bb pinned; /* own pieces */
    struct shogi_bb target; /* where pieces other than the king may go */
    struct shogi_bb drop;   /* where pieces may be dropped */
};

INLINE struct legal_masks legal_masks_make(const struct shogi_pos *pos, int us)
{
    struct legal_masks g;
    struct shogi_bb own = pos->bb[us][SHOGI_ALL];
    g.king = bb_first(pos->bb[us][SHOGI_CLASS_KING]);
    g.occupied = shogi_occupied(pos);
    g.pinned = (struct shogi_bb){0, 0};
    struct shogi_bb checkers = stepping_attackers(pos, g.king, us ^ 1);
    struct shogi_bb sliders = sliders_in_line(pos, g.king, us ^ 1);
    BB_EACH(s, sliders)
    {
        struct shogi_bb blockers = bb_and(squares_between(g.king, s), g.occupied);
        if (!bb_any(blockers))
            checkers = bb_or(checkers, shogi_bit[s]);
        else if (!bb_many(blockers))
            g.pinned = bb_or(g.pinned, bb_and(blockers, own));
    }
    g.target = bb_not(own);
    g.drop = bb_not(g.occupied);
    if (__builtin_expect(bb_any(checkers), 0)) {
        struct shogi_bb none = {0, 0};
        bool one = !bb_many(checkers);
        g.drop = one ? squares_between(g.king, bb_first(checkers)) : none;
        g.target = one ? bb_or(g.drop, checkers) : none;
    }
    return g;
}

/* Squares the enemy of `us` reaches by steps and jumps, all pieces at once. */
INLINE struct shogi_bb stepping_reach(const struct shogi_pos *pos, int by)
{
    const struct shogi_bb *set = pos->bb[by];
    struct shogi_bb king_like =
        bb_or(set[SHOGI_CLASS_KING], bb_or(set[SHOGI_CLASS_HORSE], set[SHOGI_CLASS_DRAGON]));
    struct shogi_bb silver = bb_or(set[SHOGI_CLASS_SILVER], king_like);
    struct shogi_bb gold = bb_or(set[SHOGI_CLASS_GOLD], king_like);
    struct shogi_bb front = ahead(by, bb_or(silver, gold));
    struct shogi_bb jump = ahead(by, ahead(by, set[SHOGI_CLASS_KNIGHT]));
    /* Whatever then goes one file to the side goes there in one shift. */
    struct shogi_bb aside = bb_or(bb_or(front, gold), bb_or(back(by, silver), jump));
    struct shogi_bb straight =
        bb_or(front, bb_or(ahead(by, set[SHOGI_CLASS_PAWN]), back(by, gold)));
    return bb_or(straight, bb_or(bb_left(aside), bb_right(aside)));
}

/* Squares around `king` that the sliders of `by` reach; others may be missing. */
INLINE struct shogi_bb sliding_reach(const struct shogi_pos *pos, int by, int king,
                                     struct shogi_bb occupied)
{
    const struct shogi_bb *set = pos->bb[by];
    uint64_t inner = inner_files(occupied);
    struct shogi_bb reach = {0, 0};
    struct shogi_bb rooks = bb_or(set[SHOGI_CLASS_ROOK], set[SHOGI_CLASS_DRAGON]);
    struct shogi_bb bishops = bb_or(set[SHOGI_CLASS_BISHOP], set[SHOGI_CLASS_HORSE]);
    BB_EACH(r, bb_and(rooks, shogi_threat[SHOGI_THREAT_ROOK][king]))
    {
        reach = bb_or(reach, slide_rook(r, occupied, inner));
    }
    BB_EACH(b, bb_and(bishops, shogi_threat[SHOGI_THREAT_BISHOP][king]))
    {
        reach = bb_or(reach, slide_bishop(b, inner));
    }
    BB_EACH(l, bb_and(set[SHOGI_CLASS_LANCE], shogi_threat[SHOGI_THREAT_LANCE + by][king]))
    {
        reach = bb_or(reach, slide_lance(by, l, occupied));
    }
    return reach;
}

/* Where the king may go.  Sliders look through the square it leaves. */
INLINE struct shogi_bb king_targets(const struct shogi_pos *pos, int us,
                                    const struct legal_masks *g)
{
    struct shogi_bb to =
        bb_minus(shogi_step[us][SHOGI_CLASS_KING][g->king], pos->bb[us][SHOGI_ALL]);
    to = bb_minus(to, stepping_reach(pos, us ^ 1));
    if (!bb_any(to))
        return to;
    return bb_minus(to,
                    sliding_reach(pos, us ^ 1, g->king, bb_minus(g->occupied, shogi_bit[g->king])));
}

/* What a pinned piece reaches; the line through king and piece contains the pinner. */
INLINE struct shogi_bb pinned_targets(int us, int class, int square, const struct legal_masks *g)
{
    struct shogi_bb line = shogi_ray[shogi_dir[g->king][square]][g->king];
    return bb_and(bb_and(piece_attacks(us, class, square, g->occupied), g->target), line);
}

/* Files on which the side has no pawn, as whole files.  In each file's nine bits: the top bit
 * less the pawn's bit leaves the top bit standing only where there is no pawn. */
INLINE uint64_t pawnless_word(uint64_t pawns, uint64_t rank1)
{
    uint64_t top = rank1 << 8;
    uint64_t standing = (top - pawns) & top;
    return standing | (standing - (standing >> 8));
}

INLINE struct shogi_bb pawn_drops(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    struct shogi_bb pawns = pos->bb[us][SHOGI_CLASS_PAWN];
    struct shogi_bb files = {pawnless_word(pawns.lo, SHOGI_LO_RANK1),
                             pawnless_word(pawns.hi, SHOGI_HI_RANK1)};
    struct shogi_bb to = bb_minus(bb_and(g->drop, files), far_rank(us, 1));
    struct shogi_bb check = bb_and(to, pawn_check_square(pos, us));
    if (bb_any(check) && shogi_pawn_drop_mates(pos))
        to = bb_minus(to, check);
    return to;
}

/* --- Counting ------------------------------------------------------------------------------- */

/* Moves of one piece that may promote when it moves into, out of or within the zone. */
INLINE int count_promotable(int us, int square, struct shogi_bb to)
{
    struct shogi_bb zone = zone_of(us);
    int n = bb_count(to);
    return bb_has(zone, square) ? 2 * n : n + bb_count(bb_and(to, zone));
}

/* Of a set of targets of pawns or lances: each is a move, and two if it may but need not promote.
 */
INLINE int count_forward(int us, struct shogi_bb to)
{
    return bb_count(to) + bb_count(bb_and(to, far_ranks(us, 2, 3)));
}

INLINE int count_steps(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    const struct shogi_bb *set = pos->bb[us];
    struct shogi_bb to = g->target;
    struct shogi_bb silver = bb_minus(set[SHOGI_CLASS_SILVER], g->pinned);
    struct shogi_bb gold = bb_minus(set[SHOGI_CLASS_GOLD], g->pinned);
    struct shogi_bb pawn = ahead(us, bb_minus(set[SHOGI_CLASS_PAWN], g->pinned));
    struct shogi_bb front = ahead(us, bb_or(silver, gold));
    struct shogi_bb rear = back(us, silver);
    int n = bb_count(bb_and(to, bb_or(pawn, front)));
    n += bb_count(bb_and(bb_and(to, pawn), far_ranks(us, 2, 3)));
    n += bb_count(bb_and(to, bb_left(front))) + bb_count(bb_and(to, bb_right(front)));
    n += bb_count(bb_and(to, bb_left(gold))) + bb_count(bb_and(to, bb_right(gold)));
    n += bb_count(bb_and(to, back(us, gold)));
    return n + bb_count(bb_and(to, bb_left(rear))) + bb_count(bb_and(to, bb_right(rear)));
}

INLINE int count_silver_promotions(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    struct shogi_bb silvers = bb_minus(pos->bb[us][SHOGI_CLASS_SILVER], g->pinned);
    int n = 0;
    BB_EACH(s, bb_and(silvers, far_ranks(us, 1, 4)))
    {
        struct shogi_bb to = bb_and(shogi_step[us][SHOGI_CLASS_SILVER][s], g->target);
        n += bb_count(bb_has(zone_of(us), s) ? to : bb_and(to, zone_of(us)));
    }
    return n;
}

INLINE int count_knights(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    struct shogi_bb knights = bb_minus(pos->bb[us][SHOGI_CLASS_KNIGHT], g->pinned);
    struct shogi_bb jump = ahead(us, ahead(us, knights));
    struct shogi_bb left = bb_and(g->target, bb_left(jump));
    struct shogi_bb right = bb_and(g->target, bb_right(jump));
    struct shogi_bb third = far_rank(us, 3); /* the only rank where promotion is a choice */
    return bb_count(left) + bb_count(right) + bb_count(bb_and(left, third)) +
           bb_count(bb_and(right, third));
}

INLINE int count_sliders(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    const struct shogi_bb *set = pos->bb[us];
    uint64_t inner = inner_files(g->occupied);
    int n = 0;
    BB_EACH(l, bb_minus(set[SHOGI_CLASS_LANCE], g->pinned))
    {
        n += count_forward(us, bb_and(slide_lance(us, l, g->occupied), g->target));
    }
    BB_EACH(b, bb_minus(set[SHOGI_CLASS_BISHOP], g->pinned))
    {
        n += count_promotable(us, b, bb_and(slide_bishop(b, inner), g->target));
    }
    BB_EACH(r, bb_minus(set[SHOGI_CLASS_ROOK], g->pinned))
    {
        n += count_promotable(us, r, bb_and(slide_rook(r, g->occupied, inner), g->target));
    }
    return n;
}

INLINE int count_promoted_sliders(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    const struct shogi_bb *set = pos->bb[us];
    uint64_t inner = inner_files(g->occupied);
    int n = 0;
    BB_EACH(h, bb_minus(set[SHOGI_CLASS_HORSE], g->pinned))
    {
        struct shogi_bb reach = bb_or(slide_bishop(h, inner), shogi_step[us][SHOGI_CLASS_KING][h]);
        n += bb_count(bb_and(reach, g->target));
    }
    BB_EACH(d, bb_minus(set[SHOGI_CLASS_DRAGON], g->pinned))
    {
        struct shogi_bb reach =
            bb_or(slide_rook(d, g->occupied, inner), shogi_step[us][SHOGI_CLASS_KING][d]);
        n += bb_count(bb_and(reach, g->target));
    }
    return n;
}

static int count_pinned(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    int n = 0;
    BB_EACH(s, g->pinned)
    {
        int kind = shogi_kind_of(pos->board[s]);
        struct shogi_bb to = pinned_targets(us, class_of_kind(kind), s, g);
        if (!shogi_kind_can_promote(kind))
            n += bb_count(to);
        else if (kind == SHOGI_PAWN || kind == SHOGI_LANCE)
            n += count_forward(us, to);
        else /* silver, bishop, rook; a pinned knight reaches nothing */
            n += count_promotable(us, s, to);
    }
    return n;
}

INLINE int count_drops(const struct shogi_pos *pos, int us, const struct legal_masks *g)
{
    const uint8_t *hand = pos->hand[us];
    int anywhere =
        !!hand[SHOGI_SILVER] + !!hand[SHOGI_GOLD] + !!hand[SHOGI_BISHOP] + !!hand[SHOGI_ROOK];
    int n = anywhere * bb_count(g->drop);
    if (hand[SHOGI_PAWN])
        n += bb_count(pawn_drops(pos, us, g));
    if (hand[SHOGI_LANCE])
        n += bb_count(bb_minus(g->drop, far_rank(us, 1)));
    if (hand[SHOGI_KNIGHT])
        n += bb_count(bb_minus(g->drop, far_ranks(us, 1, 2)));
    return n;
}

/* Where anything at all may be dropped. */
INLINE struct shogi_bb drop_targets(const struct shogi_pos *pos, int us,
                                    const struct legal_masks *g)
{
    const uint8_t *hand = pos->hand[us];
    struct shogi_bb to = {0, 0};
    if (hand[SHOGI_SILVER] | hand[SHOGI_GOLD] | hand[SHOGI_BISHOP] | hand[SHOGI_ROOK])
        return g->drop;
    if (hand[SHOGI_LANCE])
        to = bb_minus(g->drop, far_rank(us, 1));
    if (hand[SHOGI_KNIGHT])
        to = bb_or(to, bb_minus(g->drop, far_ranks(us, 1, 2)));
    return hand[SHOGI_PAWN] ? bb_or(to, pawn_drops(pos, us, g)) : to;
}

INLINE bool hand_is_empty(const struct shogi_pos *pos, int us)
{
    static const uint8_t NOTHING[8] = {0};
    return memcmp(pos->hand[us], NOTHING, sizeof NOTHING) == 0;
}

INLINE int count_for(const struct shogi_pos *pos, int us)
{
    struct legal_masks g = legal_masks_make(pos, us);
    int n = bb_count(king_targets(pos, us, &g));
    n += count_steps(pos, us, &g) + count_knights(pos, us, &g) + count_sliders(pos, us, &g);
    n += count_silver_promotions(pos, us, &g);
    n += count_promoted_sliders(pos, us, &g);
    if (bb_any(g.pinned))
        n += count_pinned(pos, us, &g);
    return hand_is_empty(pos, us) ? n : n + count_drops(pos, us, &g);
}

/* The king comes first: in most positions that are tested it can move. */
INLINE bool any_for(const struct shogi_pos *pos, int us)
{
    struct legal_masks g = legal_masks_make(pos, us);
    if (bb_any(king_targets(pos, us, &g)))
        return true;
    if (!bb_any(g.target))
        return false;
    return count_steps(pos, us, &g) || count_knights(pos, us, &g) || count_sliders(pos, us, &g) ||
           count_promoted_sliders(pos, us, &g) || count_pinned(pos, us, &g) ||
           count_drops(pos, us, &g);
}

/* Parts that are rarely needed come last. */
INLINE int few_for(const struct shogi_pos *pos, int us, int most)
{
    struct legal_masks g = legal_masks_make(pos, us);
    int n = bb_count(king_targets(pos, us, &g));
    if (n >= most || !bb_any(g.target))
        return n < most ? n : most;
    n += count_steps(pos, us, &g) + count_knights(pos, us, &g);
    if (n < most && !hand_is_empty(pos, us) && bb_any(g.drop))
        n += count_drops(pos, us, &g);
    if (n < most)
        n += count_sliders(pos, us, &g) + count_promoted_sliders(pos, us, &g);
    if (n < most)
        n += count_silver_promotions(pos, us, &g);
    if (n < most && bb_any(g.pinned))
        n += count_pinned(pos, us, &g);
    return n < most ? n : most;
}

/* Squares the king may go to count once, so do pieces that come between and squares between onto
 * which something may be dropped; pieces that take the checker count twice. */
INLINE int ways_out_for(const struct shogi_pos *pos, int us, int most)
{
    struct legal_masks g = legal_masks_make(pos, us);
    int n = bb_count(king_targets(pos, us, &g));
    if (n >= most || !bb_any(g.target))
        return n < most ? n : most;
    struct shogi_bb bound = bb_or(g.pinned, pos->bb[us][SHOGI_CLASS_KING]);
    BB_EACH(to, g.target)
    {
        int pieces = bb_count(bb_minus(square_attackers(pos, to, us, g.occupied), bound));
        n += bb_has(g.drop, to) ? pieces : 2 * pieces;
    }
    if (n < most && bb_any(g.drop) && !hand_is_empty(pos, us))
        n += bb_count(drop_targets(pos, us, &g));
    return n < most ? n : most;
}

int CORE(shogi_count_ways_out)(const struct shogi_pos *pos, int most)
{
    return pos->turn == SHOGI_BLACK ? ways_out_for(pos, SHOGI_BLACK, most)
                                    : ways_out_for(pos, SHOGI_WHITE, most);
}

int CORE(shogi_count_few)(const struct shogi_pos *pos, int most)
{
    return pos->turn == SHOGI_BLACK ? few_for(pos, SHOGI_BLACK, most)
                                    : few_for(pos, SHOGI_WHITE, most);
}

bool CORE(shogi_any_move)(const struct shogi_pos *pos)
{
    return pos->turn == SHOGI_BLACK ? any_for(pos, SHOGI_BLACK) : any_for(pos, SHOGI_WHITE);
}

int CORE(shogi_count_moves)(const struct shogi_pos *pos)
{
    return pos->turn == SHOGI_BLACK ? count_for(pos, SHOGI_BLACK) : count_for(pos, SHOGI_WHITE);
}

/* --- Listing -------------------------------------------------------------------------------- */

INLINE shogi_move *list_plain(shogi_move *out, int from, struct shogi_bb set)
{
    BB_EACH(to, set)
    {
        *out++ = shogi_move_make(from, to, false);
    }
    return out;
}

INLINE shogi_move *list_promoting(shogi_move *out, int from, struct shogi_bb set)
{
    BB_EACH(to, set)
    {
        *out++ = shogi_move_make(from, to, true);
    }
    return out;
}

/* Silver, bishop, rook: both ways wherever the zone is touched. */
INLINE shogi_move *list_promotable(shogi_move *out, int us, int from, struct shogi_bb to)
{
    struct shogi_bb zone = zone_of(us);
    out = list_plain(out, from, to);
    return list_promoting(out, from, bb_has(zone, from) ? to : bb_and(to, zone));
}

/* Pawn, lance, knight: must promote where it could not move on. */
INLINE shogi_move *list_forward(shogi_move *out, int us, int kind, int from, struct shogi_bb to)
{
    struct shogi_bb dead = far_ranks(us, 1, kind == SHOGI_KNIGHT ? 2 : 1);
    out = list_plain(out, from, bb_minus(to, dead));
    return list_promoting(out, from, bb_and(to, zone_of(us)));
}

INLINE shogi_move *list_pawns(shogi_move *out, const struct shogi_pos *pos, int us,
                              const struct legal_masks *g)
{
    struct shogi_bb pawns = bb_minus(pos->bb[us][SHOGI_CLASS_PAWN], g->pinned);
    struct shogi_bb targets = bb_and(ahead(us, pawns), g->target);
    int behind = us == SHOGI_BLACK ? 1 : -1;
    BB_EACH(to, bb_minus(targets, far_rank(us, 1)))
    {
        *out++ = shogi_move_make(to + behind, to, false);
    }
    BB_EACH(into, bb_and(targets, zone_of(us)))
    {
        *out++ = shogi_move_make(into + behind, into, true);
    }
    return out;
}

INLINE shogi_move *list_steppers(shogi_move *out, const struct shogi_pos *pos, int us,
                                 const struct legal_masks *g)
{
    const struct shogi_bb *set = pos->bb[us];
    BB_EACH(n, bb_minus(set[SHOGI_CLASS_KNIGHT], g->pinned))
    {
        struct shogi_bb to = bb_and(shogi_step[us][SHOGI_CLASS_KNIGHT][n], g->target);
        out = list_forward(out, us, SHOGI_KNIGHT, n, to);
    }
    BB_EACH(s, bb_minus(set[SHOGI_CLASS_SILVER], g->pinned))
    {
        struct shogi_bb to = bb_and(shogi_step[us][SHOGI_CLASS_SILVER][s], g->target);
        out = list_promotable(out, us, s, to);
    }
    BB_EACH(gold, bb_minus(set[SHOGI_CLASS_GOLD], g->pinned))
    {
        out = list_plain(out, gold, bb_and(shogi_step[us][SHOGI_CLASS_GOLD][gold], g->target));
    }
    return out;
}

INLINE shogi_move *list_sliders(shogi_move *out, const struct shogi_pos *pos, int us,
                                const struct legal_masks *g)
{
    const struct shogi_bb *set = pos->bb[us];
    uint64_t inner = inner_files(g->occupied);
    BB_EACH(l, bb_minus(set[SHOGI_CLASS_LANCE], g->pinned))
    {
        struct shogi_bb to = bb_and(slide_lance(us, l, g->occupied), g->target);
        out = list_forward(out, us, SHOGI_LANCE, l, to);
    }
    BB_EACH(b, bb_minus(set[SHOGI_CLASS_BISHOP], g->pinned))
    {
        out = list_promotable(out, us, b, bb_and(slide_bishop(b, inner), g->target));
    }
    BB_EACH(r, bb_minus(set[SHOGI_CLASS_ROOK], g->pinned))
    {
        out = list_promotable(out, us, r, bb_and(slide_rook(r, g->occupied, inner), g->target));
    }
    BB_EACH(h, bb_minus(set[SHOGI_CLASS_HORSE], g->pinned))
    {
        struct shogi_bb reach = bb_or(slide_bishop(h, inner), shogi_step[us][SHOGI_CLASS_KING][h]);
        out = list_plain(out, h, bb_and(reach, g->target));
    }
    BB_EACH(d, bb_minus(set[SHOGI_CLASS_DRAGON], g->pinned))
    {
        struct shogi_bb reach =
            bb_or(slide_rook(d, g->occupied, inner), shogi_step[us][SHOGI_CLASS_KING][d]);
        out = list_plain(out, d, bb_and(reach, g->target));
    }
    return out;
}

static shogi_move *list_pinned(shogi_move *out, const struct shogi_pos *pos, int us,
                               const struct legal_masks *g)
{
    BB_EACH(s, g->pinned)
    {
        int kind = shogi_kind_of(pos->board[s]);
        struct shogi_bb to = pinned_targets(us, class_of_kind(kind), s, g);
        if (!shogi_kind_can_promote(kind))
            out = list_plain(out, s, to);
        else if (kind == SHOGI_PAWN || kind == SHOGI_LANCE)
            out = list_forward(out, us, kind, s, to);
        else
            out = list_promotable(out, us, s, to);
    }
    return out;
}

INLINE shogi_move *list_drops_of(shogi_move *out, int kind, struct shogi_bb set)
{
    BB_EACH(to, set)
    {
        *out++ = shogi_drop_make(kind, to);
    }
    return out;
}

INLINE shogi_move *list_drops(shogi_move *out, const struct shogi_pos *pos, int us,
                              const struct legal_masks *g)
{
    const uint8_t *hand = pos->hand[us];
    if (hand[SHOGI_PAWN])
        out = list_drops_of(out, SHOGI_PAWN, pawn_drops(pos, us, g));
    if (hand[SHOGI_LANCE])
        out = list_drops_of(out, SHOGI_LANCE, bb_minus(g->drop, far_rank(us, 1)));
    if (hand[SHOGI_KNIGHT])
        out = list_drops_of(out, SHOGI_KNIGHT, bb_minus(g->drop, far_ranks(us, 1, 2)));
    for (int kind = SHOGI_SILVER; kind <= SHOGI_GOLD; kind++)
        if (hand[kind])
            out = list_drops_of(out, kind, g->drop);
    return out;
}

INLINE int list_for(const struct shogi_pos *pos, int us, shogi_move *first)
{
    struct legal_masks g = legal_masks_make(pos, us);
    shogi_move *out = first;
    out = list_pawns(out, pos, us, &g);
    out = list_steppers(out, pos, us, &g);
    out = list_sliders(out, pos, us, &g);
    if (bb_any(g.pinned))
        out = list_pinned(out, pos, us, &g);
    out = list_plain(out, g.king, king_targets(pos, us, &g));
    if (!hand_is_empty(pos, us))
        out = list_drops(out, pos, us, &g);
    return (int)(out - first);
}

int CORE(shogi_list_moves)(const struct shogi_pos *pos, shogi_move *out)
{
    return pos->turn == SHOGI_BLACK ? list_for(pos, SHOGI_BLACK, out)
                                    : list_for(pos, SHOGI_WHITE, out);
}

/* --- Perft ---------------------------------------------------------------------------------- */

/* Recursion is bounded by SHOGI_PERFT_MAX_DEPTH. */
uint64_t CORE(shogi_perft)(struct shogi_pos *pos, int depth) // NOLINT(misc-no-recursion)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    uint64_t total = 0;
    if (depth <= 1)
        return depth < 1 ? 1 : (uint64_t)CORE(shogi_count_moves)(pos);
    int n = CORE(shogi_list_moves)(pos, moves);
    for (int i = 0; i < n; i++) {
        shogi_play(pos, moves[i], &undo);
        total += CORE(shogi_perft)(pos, depth - 1);
        shogi_unplay(pos, moves[i], &undo);
    }
    return total;
}

INLINE uint64_t play_leaves(struct shogi_pos *pos, const shogi_move *moves, int n)
{
    struct shogi_undo undo;
    for (int i = 0; i < n; i++) {
        shogi_play(pos, moves[i], &undo);
        shogi_unplay(pos, moves[i], &undo);
    }
    return (uint64_t)n;
}

uint64_t CORE(shogi_perft_play)(struct shogi_pos *pos, int depth) // NOLINT(misc-no-recursion)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    uint64_t total = 0;
    if (depth < 1)
        return 1;
    int n = CORE(shogi_list_moves)(pos, moves);
    if (depth == 1)
        return play_leaves(pos, moves, n);
    for (int i = 0; i < n; i++) {
        shogi_play(pos, moves[i], &undo);
        total += CORE(shogi_perft_play)(pos, depth - 1);
        shogi_unplay(pos, moves[i], &undo);
    }
    return total;
}
