/* shogi_checks_core.h: lists the legal moves that give check, without generating the others.
 *
 * Like shogi_movegen_core.h, behind which shogi_movegen.c and shogi_movegen_v3.c include it, it has
 * no include guard and is compiled twice.
 *
 * A move gives check in two ways.  Directly: the piece arrives, perhaps promoted, where it attacks
 * the king; those squares are, for each manner of moving, what such a piece of the other colour
 * would attack from the king's square.  Or by leaving: it stood between a slider of its own side
 * and the king, and goes off the line.  Which golds can step onto a checking square at all is found
 * for all of them at once by stepping back from those squares. */

struct check_info {
    int king;                            /* of the other side */
    struct shogi_bb from[SHOGI_CLASSES]; /* where a piece of the class would give check */
    struct shogi_bb screen;              /* own pieces that uncover a check when they leave */
};

INLINE struct check_info check_info_make(const struct shogi_pos *pos, int us,
                                         struct shogi_bb occupied)
{
    struct check_info a;
    int king = bb_first(pos->bb[us ^ 1][SHOGI_CLASS_KING]);
    struct shogi_bb none = {0, 0};
    const struct shogi_bb(*step)[SHOGI_ROWS] = shogi_step[us ^ 1];
    a.king = king;
    a.screen = none;
    for (int c = 0; c < SHOGI_CLASSES; c++)
        a.from[c] = none;
    if (king == SHOGI_NO_SQUARE)
        return a;
    uint64_t inner = inner_files(occupied);
    a.from[SHOGI_CLASS_PAWN] = step[SHOGI_CLASS_PAWN][king];
    a.from[SHOGI_CLASS_KNIGHT] = step[SHOGI_CLASS_KNIGHT][king];
    a.from[SHOGI_CLASS_SILVER] = step[SHOGI_CLASS_SILVER][king];
    a.from[SHOGI_CLASS_GOLD] = step[SHOGI_CLASS_GOLD][king];
    a.from[SHOGI_CLASS_LANCE] = slide_lance(us ^ 1, king, occupied);
    a.from[SHOGI_CLASS_BISHOP] = slide_bishop(king, inner);
    a.from[SHOGI_CLASS_ROOK] = slide_rook(king, occupied, inner);
    a.from[SHOGI_CLASS_HORSE] = bb_or(a.from[SHOGI_CLASS_BISHOP], step[SHOGI_CLASS_KING][king]);
    a.from[SHOGI_CLASS_DRAGON] = bb_or(a.from[SHOGI_CLASS_ROOK], step[SHOGI_CLASS_KING][king]);
    BB_EACH(s, sliders_in_line(pos, king, us))
    {
        struct shogi_bb between = bb_and(squares_between(king, s), occupied);
        if (bb_any(between) && !bb_many(between))
            a.screen = bb_or(a.screen, bb_and(between, pos->bb[us][SHOGI_ALL]));
    }
    return a;
}

/* Squares from which a piece of `us` steps into the set: where one of the other side would go. */
INLINE struct shogi_bb gold_sources(int us, struct shogi_bb to)
{
    struct shogi_bb front = back(us, to);
    struct shogi_bb aside = bb_or(front, to);
    return bb_or(bb_or(front, ahead(us, to)), bb_or(bb_left(aside), bb_right(aside)));
}

INLINE struct shogi_bb silver_sources(int us, struct shogi_bb to)
{
    struct shogi_bb front = back(us, to);
    struct shogi_bb aside = bb_or(front, ahead(us, to));
    return bb_or(front, bb_or(bb_left(aside), bb_right(aside)));
}

INLINE struct shogi_bb knight_sources(int us, struct shogi_bb to)
{
    struct shogi_bb behind = back(us, back(us, to));
    return bb_or(bb_left(behind), bb_right(behind));
}

/* Moves of one piece to `to` (where it may go at all) that give check. */
INLINE shogi_move *list_checks_of(shogi_move *out, int us, int kind, int from, struct shogi_bb to,
                                  const struct check_info *a)
{
    struct shogi_bb plain = a->from[class_of_kind(kind)];
    struct shogi_bb uncovers = {0, 0};
    if (bb_has(a->screen, from))
        uncovers = bb_minus(to, shogi_ray[shogi_dir[a->king][from]][a->king]);
    struct shogi_bb live = to;
    if (shogi_kind_can_promote(kind)) {
        struct shogi_bb zone = zone_of(us);
        struct shogi_bb may = bb_has(zone, from) ? to : bb_and(to, zone);
        struct shogi_bb promoted = a->from[class_of_kind(kind | 8)];
        out = list_promoting(out, from, bb_and(may, bb_or(promoted, uncovers)));
        live = bb_minus(to, far_ranks(us, 1, first_live_rank(kind) - 1));
    }
    return list_plain(out, from, bb_and(live, bb_or(plain, uncovers)));
}

INLINE shogi_move *list_step_checks(shogi_move *out, const struct shogi_pos *pos, int us, int class,
                                    struct shogi_bb pieces, const struct legal_masks *g,
                                    const struct check_info *a)
{
    BB_EACH(from, pieces)
    {
        out = list_checks_of(out, us, shogi_kind_of(pos->board[from]), from,
                             bb_and(shogi_step[us][class][from], g->target), a);
    }
    return out;
}

INLINE shogi_move *list_slide_checks(shogi_move *out, const struct shogi_pos *pos, int us,
                                     int class, const struct legal_masks *g,
                                     const struct check_info *a)
{
    BB_EACH(from, bb_minus(pos->bb[us][class], g->pinned))
    {
        out = list_checks_of(out, us, shogi_kind_of(pos->board[from]), from,
                             bb_and(piece_attacks(us, class, from, g->occupied), g->target), a);
    }
    return out;
}

INLINE shogi_move *list_board_checks(shogi_move *out, const struct shogi_pos *pos, int us,
                                     const struct legal_masks *g, const struct check_info *a)
{
    const struct shogi_bb *set = pos->bb[us];
    struct shogi_bb gold = a->from[SHOGI_CLASS_GOLD], zone = zone_of(us);
    /* a piece that becomes a gold by moving: into the zone, or from within it */
    struct shogi_bb pawns =
        bb_or(back(us, bb_or(a->from[SHOGI_CLASS_PAWN], bb_and(gold, zone))), a->screen);
    struct shogi_bb knights = bb_or(
        knight_sources(us, bb_or(a->from[SHOGI_CLASS_KNIGHT], bb_and(gold, zone))), a->screen);
    struct shogi_bb silvers =
        bb_or(silver_sources(us, bb_or(a->from[SHOGI_CLASS_SILVER], gold)), a->screen);
    struct shogi_bb golds = bb_or(gold_sources(us, gold), a->screen);
    out = list_step_checks(out, pos, us, SHOGI_CLASS_PAWN,
                           bb_and(bb_minus(set[SHOGI_CLASS_PAWN], g->pinned), pawns), g, a);
    out = list_step_checks(out, pos, us, SHOGI_CLASS_KNIGHT,
                           bb_and(bb_minus(set[SHOGI_CLASS_KNIGHT], g->pinned), knights), g, a);
    out = list_step_checks(out, pos, us, SHOGI_CLASS_SILVER,
                           bb_and(bb_minus(set[SHOGI_CLASS_SILVER], g->pinned), silvers), g, a);
    out = list_step_checks(out, pos, us, SHOGI_CLASS_GOLD,
                           bb_and(bb_minus(set[SHOGI_CLASS_GOLD], g->pinned), golds), g, a);
    out = list_slide_checks(out, pos, us, SHOGI_CLASS_LANCE, g, a);
    out = list_slide_checks(out, pos, us, SHOGI_CLASS_BISHOP, g, a);
    out = list_slide_checks(out, pos, us, SHOGI_CLASS_ROOK, g, a);
    out = list_slide_checks(out, pos, us, SHOGI_CLASS_HORSE, g, a);
    return list_slide_checks(out, pos, us, SHOGI_CLASS_DRAGON, g, a);
}

/* The king uncovers, and pinned pieces give check along the line of their pin: both are rare. */
INLINE shogi_move *list_rare_checks(shogi_move *out, const struct shogi_pos *pos, int us,
                                    const struct legal_masks *g, const struct check_info *a)
{
    BB_EACH(from, g->pinned)
    {
        int kind = shogi_kind_of(pos->board[from]);
        out = list_checks_of(out, us, kind, from, pinned_targets(us, class_of_kind(kind), from, g),
                             a);
    }
    if (bb_meet(a->screen, pos->bb[us][SHOGI_CLASS_KING]))
        out = list_checks_of(out, us, SHOGI_KING, g->king, king_targets(pos, us, g), a);
    return out;
}

INLINE shogi_move *list_drop_checks(shogi_move *out, const struct shogi_pos *pos, int us,
                                    const struct legal_masks *g, const struct check_info *a)
{
    const uint8_t *hand = pos->hand[us];
    if (hand[SHOGI_PAWN] && bb_meet(g->drop, a->from[SHOGI_CLASS_PAWN]))
        out = list_drops_of(out, SHOGI_PAWN,
                            bb_and(pawn_drops(pos, us, g), a->from[SHOGI_CLASS_PAWN]));
    for (int kind = SHOGI_LANCE; kind <= SHOGI_GOLD; kind++)
        if (hand[kind]) /* from a check square a piece can move on: onto the king */
            out = list_drops_of(out, kind, bb_and(g->drop, a->from[kind]));
    return out;
}

INLINE int list_checks_for(const struct shogi_pos *pos, int us, shogi_move *first)
{
    struct legal_masks g = legal_masks_make(pos, us);
    struct check_info a = check_info_make(pos, us, g.occupied);
    shogi_move *out = list_board_checks(first, pos, us, &g, &a);
    out = list_rare_checks(out, pos, us, &g, &a);
    if (!hand_is_empty(pos, us))
        out = list_drop_checks(out, pos, us, &g, &a);
    return (int)(out - first);
}

int CORE(shogi_list_checks)(const struct shogi_pos *pos, shogi_move *out)
{
    return pos->turn == SHOGI_BLACK ? list_checks_for(pos, SHOGI_BLACK, out)
                                    : list_checks_for(pos, SHOGI_WHITE, out);
}
