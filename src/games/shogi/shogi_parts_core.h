/* shogi_parts_core.h: lists legal moves in two parts, for searches that try captures first.
 *
 * The first part has captures and pawns that promote (pinned ones aside), the second all the
 * others.  Included behind shogi_movegen_core.h, like shogi_checks_core.h. */

INLINE shogi_move *list_pawn_promotions(shogi_move *out, const struct shogi_pos *pos, int us,
                                        const struct legal_masks *g)
{
    struct shogi_bb pawns = bb_minus(pos->bb[us][SHOGI_CLASS_PAWN], g->pinned);
    struct shogi_bb into = bb_and(bb_and(ahead(us, pawns), g->target), zone_of(us));
    int behind = us == SHOGI_BLACK ? 1 : -1;
    BB_EACH(to, into)
    {
        *out++ = shogi_move_make(to + behind, to, true);
    }
    return out;
}

/* Everything that stays within g->target, but for drops; quiet: without pawns that promote. */
INLINE shogi_move *list_within(shogi_move *out, const struct shogi_pos *pos, int us,
                               const struct legal_masks *g, bool quiet)
{
    shogi_move *first = out;
    out = list_pawns(out, pos, us, g);
    if (quiet) { /* they come behind the others */
        while (out > first && shogi_move_promotes(out[-1]))
            out--;
    }
    out = list_steppers(out, pos, us, g);
    out = list_sliders(out, pos, us, g);
    return bb_any(g->pinned) ? list_pinned(out, pos, us, g) : out;
}

INLINE int list_captures_for(const struct shogi_pos *pos, int us, shogi_move *first)
{
    struct legal_masks g = legal_masks_make(pos, us), quiet = g;
    struct shogi_bb enemy = pos->bb[us ^ 1][SHOGI_ALL];
    struct shogi_bb king = bb_and(king_targets(pos, us, &g), enemy);
    g.target = bb_and(g.target, enemy);
    quiet.target = bb_minus(quiet.target, enemy);
    shogi_move *out = list_within(first, pos, us, &g, false);
    out = list_pawn_promotions(out, pos, us, &quiet);
    return (int)(list_plain(out, g.king, king) - first);
}

INLINE int list_quiets_for(const struct shogi_pos *pos, int us, shogi_move *first)
{
    struct legal_masks g = legal_masks_make(pos, us);
    struct shogi_bb enemy = pos->bb[us ^ 1][SHOGI_ALL];
    struct shogi_bb king = bb_minus(king_targets(pos, us, &g), enemy);
    g.target = bb_minus(g.target, enemy);
    shogi_move *out = list_within(first, pos, us, &g, true);
    out = list_plain(out, g.king, king);
    if (!hand_is_empty(pos, us))
        out = list_drops(out, pos, us, &g);
    return (int)(out - first);
}

int CORE(shogi_list_captures)(const struct shogi_pos *pos, shogi_move *out)
{
    return pos->turn == SHOGI_BLACK ? list_captures_for(pos, SHOGI_BLACK, out)
                                    : list_captures_for(pos, SHOGI_WHITE, out);
}

int CORE(shogi_list_quiets)(const struct shogi_pos *pos, shogi_move *out)
{
    return pos->turn == SHOGI_BLACK ? list_quiets_for(pos, SHOGI_BLACK, out)
                                    : list_quiets_for(pos, SHOGI_WHITE, out);
}
