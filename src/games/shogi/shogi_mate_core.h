/* shogi_mate_core.h: finds a mate in one move.
 *
 * Included behind shogi_checks_core.h, and compiled twice like it.
 *
 * Most checks leave the king a square to go to, and that can be seen without playing them.  First
 * his flights: squares beside him that neither hold his own pieces nor are reached by the attacker.
 * A move mates only if the piece that arrives reaches all of them, but for those that are behind
 * the piece on the line of one of the attacker's own sliders.  For pieces that step, the squares
 * from which all flights are reached are found at once, by stepping back from each of them.  What
 * passes is played on a copy and looked at in full: the answer is exact.
 *
 * Two kinds of moves are left out because others do as well: a pawn dropped never mates by the
 * rules; pawn, bishop and rook reach all they did, and more, when they promote. */

struct mate_info {
    struct check_info aim;
    struct shogi_bb occupied; /* without the king: sliders look through him */
    struct shogi_bb beside;   /* his eight neighbours */
    struct shogi_bb flights;
    struct shogi_bb golds, silvers;  /* where one gives check and reaches all flights */
    struct shogi_bb dragons, horses; /* as these, on a board where nothing is in the way */
    struct shogi_bb opens;           /* own pieces that leave a line of an own slider towards him */
};

/* Squares a slider reaches, and which of its own pieces stand before squares beside the king. */
INLINE struct shogi_bb mate_info_slide(const struct shogi_pos *pos, int us, struct mate_info *s,
                                       int slider, struct shogi_bb reach)
{
    BB_EACH(own, bb_and(reach, pos->bb[us][SHOGI_ALL]))
    {
        if (bb_meet(shogi_ray[shogi_dir[slider][own]][own], s->beside))
            s->opens = bb_or(s->opens, shogi_bit[own]);
    }
    return reach;
}

/* As sliding_reach(), for all sliders of `us` around the king. */
INLINE struct shogi_bb mate_info_slides(const struct shogi_pos *pos, int us, struct mate_info *s)
{
    const struct shogi_bb *set = pos->bb[us];
    uint64_t inner = inner_files(s->occupied);
    int king = s->aim.king;
    struct shogi_bb reach = {0, 0};
    struct shogi_bb rooks = bb_or(set[SHOGI_CLASS_ROOK], set[SHOGI_CLASS_DRAGON]);
    struct shogi_bb bishops = bb_or(set[SHOGI_CLASS_BISHOP], set[SHOGI_CLASS_HORSE]);
    BB_EACH(r, bb_and(rooks, shogi_threat[SHOGI_THREAT_ROOK][king]))
    {
        reach = bb_or(reach, mate_info_slide(pos, us, s, r, slide_rook(r, s->occupied, inner)));
    }
    BB_EACH(b, bb_and(bishops, shogi_threat[SHOGI_THREAT_BISHOP][king]))
    {
        reach = bb_or(reach, mate_info_slide(pos, us, s, b, slide_bishop(b, inner)));
    }
    BB_EACH(l, bb_and(set[SHOGI_CLASS_LANCE], shogi_threat[SHOGI_THREAT_LANCE + us][king]))
    {
        reach = bb_or(reach, mate_info_slide(pos, us, s, l, slide_lance(us, l, s->occupied)));
    }
    return reach;
}

INLINE void mate_info_make(struct mate_info *s, const struct shogi_pos *pos, int us)
{
    int them = us ^ 1;
    struct shogi_bb occupied = shogi_occupied(pos);
    s->aim = check_info_make(pos, us, occupied);
    s->occupied = bb_minus(occupied, shogi_bit[s->aim.king]);
    s->beside = shogi_step[them][SHOGI_CLASS_KING][s->aim.king];
    s->opens = s->aim.screen;
    struct shogi_bb reach = bb_or(stepping_reach(pos, us), mate_info_slides(pos, us, s));
    s->flights = bb_minus(s->beside, bb_or(reach, pos->bb[them][SHOGI_ALL]));
    s->golds = s->aim.from[SHOGI_CLASS_GOLD];
    s->silvers = s->aim.from[SHOGI_CLASS_SILVER];
    s->dragons = s->aim.from[SHOGI_CLASS_DRAGON];
    s->horses = s->aim.from[SHOGI_CLASS_HORSE];
    BB_EACH(f, s->flights)
    {
        struct shogi_bb step = shogi_step[them][SHOGI_CLASS_KING][f];
        s->dragons = bb_and(s->dragons, bb_or(step, shogi_cross[f]));
        s->horses = bb_and(s->horses, bb_or(step, shogi_diagonals[f]));
        s->golds = bb_and(s->golds, shogi_step[them][SHOGI_CLASS_GOLD][f]);
        s->silvers = bb_and(s->silvers, shogi_step[them][SHOGI_CLASS_SILVER][f]);
    }
}

/* Of squares from which a lance gives check, those from which it may reach all flights: on its file. */
INLINE struct shogi_bb useful_far(const struct mate_info *s, struct shogi_bb from)
{
    int king = s->aim.king;
    struct shogi_bb line = bb_or(shogi_ray[SHOGI_UP][king], shogi_ray[SHOGI_DOWN][king]);
    struct shogi_bb none = {0, 0};
    return bb_any(bb_minus(s->flights, line)) ? none : bb_and(from, line);
}

/* Whether the move is legal and mates; plays it on a copy. */
static bool mates_by(const struct shogi_pos *pos, shogi_move m)
{
    struct shogi_undo undo;
    struct shogi_pos behind;
    if (!shogi_move_is_legal(pos, m))
        return false;
    behind = *pos;
    shogi_play(&behind, m, &undo);
    return !CORE(shogi_any_move)(&behind);
}

/* --- Drops ------------------------------------------------------------------------------------ */

static shogi_move mate_by_slider_drop(const struct shogi_pos *pos, int us,
                                      const struct mate_info *s, int kind, struct shogi_bb to)
{
    BB_EACH(square, to)
    {
        shogi_move m = shogi_drop_make(kind, square);
        if (!bb_any(bb_minus(s->flights, piece_attacks(us, kind, square, s->occupied))) &&
            mates_by(pos, m))
            return m;
    }
    return 0;
}

INLINE shogi_move mate_by_far_kinds(const struct shogi_pos *pos, int us, const struct mate_info *s,
                                    struct shogi_bb empty)
{
    const uint8_t *hand = pos->hand[us];
    shogi_move m = 0;
    if (hand[SHOGI_ROOK])
        m = mate_by_slider_drop(pos, us, s, SHOGI_ROOK,
                                bb_and(bb_and(s->dragons, s->aim.from[SHOGI_CLASS_ROOK]), empty));
    if (!m && hand[SHOGI_BISHOP])
        m = mate_by_slider_drop(pos, us, s, SHOGI_BISHOP,
                                bb_and(bb_and(s->horses, s->aim.from[SHOGI_CLASS_BISHOP]), empty));
    if (!m && hand[SHOGI_LANCE])
        m = mate_by_slider_drop(pos, us, s, SHOGI_LANCE,
                                useful_far(s, bb_and(s->aim.from[SHOGI_CLASS_LANCE], empty)));
    return m;
}

static shogi_move mate_by_step_drop(const struct shogi_pos *pos, int kind, struct shogi_bb to)
{
    BB_EACH(square, to)
    {
        shogi_move m = shogi_drop_make(kind, square);
        if (mates_by(pos, m))
            return m;
    }
    return 0;
}

/* Squares beside the king that are empty and no flights are held by the attacker: nothing dropped
 * there, onto golds or silvers, is taken by the king. */
INLINE shogi_move mate_by_drop(const struct shogi_pos *pos, int us, const struct mate_info *s)
{
    const uint8_t *hand = pos->hand[us];
    struct shogi_bb empty = bb_minus(bb_not(s->occupied), shogi_bit[s->aim.king]);
    empty = bb_minus(empty, s->flights);
    shogi_move m = 0;
    if (hand[SHOGI_GOLD])
        m = mate_by_step_drop(pos, SHOGI_GOLD, bb_and(s->golds, empty));
    if (!m && hand[SHOGI_SILVER])
        m = mate_by_step_drop(pos, SHOGI_SILVER, bb_and(s->silvers, empty));
    if (!m && hand[SHOGI_KNIGHT] && !bb_any(s->flights))
        m = mate_by_step_drop(pos, SHOGI_KNIGHT, bb_and(s->aim.from[SHOGI_CLASS_KNIGHT], empty));
    return m ? m : mate_by_far_kinds(pos, us, s, empty);
}

/* --- Moves on the board ----------------------------------------------------------------------- */

/* Flights behind the piece on the lines of sliders that look at it: those it may open. */
static struct shogi_bb opened_by(const struct shogi_pos *pos, int us, const struct mate_info *s,
                                 int from)
{
    struct shogi_bb opened = {0, 0};
    if (!bb_has(s->opens, from))
        return opened;
    BB_EACH(slider, sliders_in_line(pos, from, us))
    {
        opened = bb_or(opened, shogi_ray[shogi_dir[slider][from]][from]);
    }
    return opened;
}

/* Whether the move is worth playing: the piece comes to `to` as one of the class. */
INLINE bool shuts_in(const struct shogi_pos *pos, int us, const struct mate_info *s, int class,
                     int from, int to)
{
    struct shogi_bb occupied = bb_minus(s->occupied, shogi_bit[from]);
    struct shogi_bb open = bb_minus(s->flights, piece_attacks(us, class, to, occupied));
    if (bb_any(open) && bb_any(bb_minus(open, opened_by(pos, us, s, from))))
        return false;
    if (!bb_has(s->beside, to))
        return true;
    return bb_any(bb_minus(square_attackers(pos, to, us, occupied), shogi_bit[from]));
}

INLINE shogi_move mate_onto(const struct shogi_pos *pos, int us, const struct mate_info *s,
                            int class, int from, struct shogi_bb to, bool promotes)
{
    BB_EACH(square, to)
    {
        shogi_move m = shogi_move_make(from, square, promotes);
        if (shuts_in(pos, us, s, class, from, square) && mates_by(pos, m))
            return m;
    }
    return 0;
}

/* to: what the piece reaches.  Not inlined, because it has many callers. */
static __attribute__((noinline)) shogi_move mate_from(const struct shogi_pos *pos, int us,
                                                      const struct mate_info *s, int from,
                                                      struct shogi_bb to)
{
    int kind = shogi_kind_of(pos->board[from]);
    struct shogi_bb uncovers = {0, 0};
    shogi_move m = 0;
    to = bb_minus(to, pos->bb[us][SHOGI_ALL]);
    if (bb_has(s->aim.screen, from))
        uncovers = bb_minus(to, shogi_ray[shogi_dir[s->aim.king][from]][s->aim.king]);
    struct shogi_bb live = to;
    if (shogi_kind_can_promote(kind)) {
        struct shogi_bb zone = zone_of(us);
        struct shogi_bb may = bb_has(zone, from) ? to : bb_and(to, zone);
        int class = class_of_kind(kind | 8);
        bool better = kind == SHOGI_PAWN || kind == SHOGI_BISHOP || kind == SHOGI_ROOK;
        m = mate_onto(pos, us, s, class, from, bb_and(may, bb_or(s->aim.from[class], uncovers)),
                      true);
        live = bb_minus(to, better ? may : far_ranks(us, 1, first_live_rank(kind) - 1));
    }
    if (m)
        return m;
    int class = class_of_kind(kind);
    return mate_onto(pos, us, s, class, from, bb_and(live, bb_or(s->aim.from[class], uncovers)),
                     false);
}

INLINE shogi_move mate_by_steppers(const struct shogi_pos *pos, int us, const struct mate_info *s,
                                   int class, struct shogi_bb from)
{
    shogi_move m = 0;
    BB_EACH(square, bb_and(from, pos->bb[us][class]))
    {
        if ((m = mate_from(pos, us, s, square, shogi_step[us][class][square])))
            break;
    }
    return m;
}

INLINE shogi_move mate_by_steps(const struct shogi_pos *pos, int us, const struct mate_info *s)
{
    struct shogi_bb jumps = s->golds, pushes = s->golds;
    shogi_move m = 0;
    if (!bb_any(s->flights)) { /* a pawn or knight that gives check reaches none */
        jumps = bb_or(jumps, s->aim.from[SHOGI_CLASS_KNIGHT]);
        pushes = bb_or(pushes, s->aim.from[SHOGI_CLASS_PAWN]);
    }
    if (bb_any(s->golds))
        m = mate_by_steppers(pos, us, s, SHOGI_CLASS_GOLD, gold_sources(us, s->golds));
    if (!m && bb_any(bb_or(s->silvers, s->golds)))
        m = mate_by_steppers(pos, us, s, SHOGI_CLASS_SILVER,
                             silver_sources(us, bb_or(s->silvers, s->golds)));
    if (!m && bb_any(jumps))
        m = mate_by_steppers(pos, us, s, SHOGI_CLASS_KNIGHT, knight_sources(us, jumps));
    if (!m && bb_any(pushes))
        m = mate_by_steppers(pos, us, s, SHOGI_CLASS_PAWN, back(us, pushes));
    return m;
}

/* lines: what the slider would reach on an empty board. */
INLINE shogi_move mate_by_sliders(const struct shogi_pos *pos, int us, const struct mate_info *s,
                                  int class, const struct shogi_bb *lines, struct shogi_bb to)
{
    struct shogi_bb occupied = shogi_occupied(pos);
    shogi_move m = 0;
    BB_EACH(from, pos->bb[us][class])
    {
        if (bb_meet(bb_or(lines[from], shogi_step[us][class][from]), to) &&
            (m = mate_from(pos, us, s, from, piece_attacks(us, class, from, occupied))))
            break;
    }
    return m;
}

INLINE shogi_move mate_by_slides(const struct shogi_pos *pos, int us, const struct mate_info *s)
{
    struct shogi_bb rook = s->dragons, bishop = s->horses;
    struct shogi_bb lance = bb_or(s->golds, useful_far(s, s->aim.from[SHOGI_CLASS_LANCE]));
    shogi_move m = 0;
    if (bb_any(rook) && ((m = mate_by_sliders(pos, us, s, SHOGI_CLASS_DRAGON, shogi_cross, rook)) ||
                         (m = mate_by_sliders(pos, us, s, SHOGI_CLASS_ROOK, shogi_cross, rook))))
        return m;
    if (bb_any(bishop) &&
        ((m = mate_by_sliders(pos, us, s, SHOGI_CLASS_HORSE, shogi_diagonals, bishop)) ||
         (m = mate_by_sliders(pos, us, s, SHOGI_CLASS_BISHOP, shogi_diagonals, bishop))))
        return m;
    return bb_any(lance) ? mate_by_sliders(pos, us, s, SHOGI_CLASS_LANCE,
                                           shogi_ray[direction_ahead(us)], lance)
                         : 0;
}

/* Pieces that open lines, wherever they give check. */
static shogi_move mate_by_opening(const struct shogi_pos *pos, int us, const struct mate_info *s)
{
    struct shogi_bb occupied = shogi_occupied(pos);
    shogi_move m = 0;
    BB_EACH(from, s->opens)
    {
        int class = class_of_kind(shogi_kind_of(pos->board[from]));
        if ((m = mate_from(pos, us, s, from, piece_attacks(us, class, from, occupied))))
            break;
    }
    return m;
}

INLINE shogi_move mate_for(const struct shogi_pos *pos, int us)
{
    struct mate_info s;
    mate_info_make(&s, pos, us);
    if (s.aim.king == SHOGI_NO_SQUARE)
        return 0;
    shogi_move m = hand_is_empty(pos, us) ? 0 : mate_by_drop(pos, us, &s);
    if (m || (m = mate_by_steps(pos, us, &s)) || (m = mate_by_slides(pos, us, &s)))
        return m;
    return bb_any(s.opens) ? mate_by_opening(pos, us, &s) : 0;
}

shogi_move CORE(shogi_mate_move)(const struct shogi_pos *pos)
{
    return pos->turn == SHOGI_BLACK ? mate_for(pos, SHOGI_BLACK) : mate_for(pos, SHOGI_WHITE);
}
