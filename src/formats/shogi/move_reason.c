/* move_reason.c: see move_reason.h. */
#include "formats/shogi/move_reason.h"

#include <stdlib.h>

#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_attacks.h"
#include "games/shogi/shogi_names.h"

/* %1: a piece, %2: a square, but where it says otherwise. */
static const struct msg OTHER_SIDE_MOVES = {"it is the other side's turn", "手番が違います"};
static const struct msg NOTHING_THERE = {"there is no %1 on %2", "%2 に%1がありません"};
static const struct msg IT_WENT = {"; it went to %1 at move %2", "（%2 手目に %1 へ動いています）"};
static const struct msg OF_THE_OTHER = {"the %1 on %2 is the other side's",
                                        "%2 の%1は相手の駒です"};
static const struct msg ANOTHER_PIECE = {"the piece on %2 is a %1", "%2 にあるのは%1です"};
static const struct msg OWN_PIECE = {"a %1 of its own side stands on %2",
                                     "%2 に味方の%1があります"};
static const struct msg IN_THE_WAY = {"a %1 on %2 is in the way", "%2 の%1が間にあります"};
static const struct msg NOT_SO = {"a %1 does not go to %2 like that", "%1は %2 へは動けません"};
static const struct msg CANNOT_PROMOTE = {"a %1 cannot promote there", "%1はそこでは成れません"};
static const struct msg DEAD_END = {"a %1 could never move on from %2",
                                    "%2 の%1は行き所がありません"};
static const struct msg INTO_CHECK = {"the king walks into check from the %1 on %2",
                                      "%2 の%1の利きに玉が入ります"};
static const struct msg STAYS_IN_CHECK = {"the king stays in check from the %1 on %2",
                                          "%2 の%1の王手を防いでいません"};
static const struct msg OPENS_CHECK = {"it opens the king to the %1 on %2",
                                       "%2 の%1に玉を取られます"};
static const struct msg NOT_IN_HAND = {"there is no %1 in hand", "持駒に%1がありません"};
static const struct msg OCCUPIED = {"a %1 stands on %2", "%2 に%1があります"};
static const struct msg TWO_PAWNS = {"it would be the second pawn on its file", "二歩です"};
static const struct msg PAWN_MATES = {"a pawn must not be dropped to mate", "打ち歩詰めです"};
static const struct msg NONE_GOES = {"no %1 can go to %2", "%2 へ動ける%1がありません"};
static const struct msg SEVERAL_GO = {"it is not clear which %1 goes to %2",
                                      "%2 へ動く%1が一つに決まりません"};

/* A move as it is written; what is not there is -1, of kinds 0. */
struct written_move {
    int side, from, to;
    int kind;  /* before it moves */
    int after; /* afterwards: CSA */
    bool promote, drop;
};

struct reason_text {
    const struct shogi_pos *pos;
    enum lang lang;
    struct buf *out;
};

/* --- The text --------------------------------------------------------------------------------- */

static bool csa_square(struct span s, size_t at, int *square)
{
    char file = s.p[at], rank = s.p[at + 1];
    *square = -1;
    if (file == '0' && rank == '0')
        return true;
    if (file < '1' || file > '9' || rank < '1' || rank > '9')
        return false;
    *square = shogi_square(file - '0', rank - '0');
    return true;
}

/* "+2726FU" */
static bool parse_csa(struct span s, struct written_move *w)
{
    if (s.n < 7 || (s.p[0] != '+' && s.p[0] != '-'))
        return false;
    *w = (struct written_move){.side = s.p[0] == '+' ? SHOGI_BLACK : SHOGI_WHITE,
                               .after = shogi_kind_by_csa(s.p[5], s.p[6])};
    if (!csa_square(s, 1, &w->from) || !csa_square(s, 3, &w->to) || w->to < 0 || !w->after)
        return false;
    w->drop = w->from < 0;
    w->kind = w->drop ? w->after : 0;
    return true;
}

static bool parse_usi(struct span s, struct written_move *w)
{
    shogi_move m;
    if (!shogi_usi_parse(s, &m))
        return false;
    *w = (struct written_move){
        .side = -1, .from = -1, .to = shogi_move_to(m), .drop = shogi_move_is_drop(m)};
    if (w->drop) {
        w->kind = shogi_move_kind(m);
    } else {
        w->from = shogi_move_from(m);
        w->promote = shogi_move_promotes(m);
    }
    return true;
}

static void settle(struct written_move *w, shogi_move m)
{
    w->drop = shogi_move_is_drop(m);
    w->from = w->drop ? -1 : shogi_move_from(m);
    w->promote = !w->drop && shogi_move_promotes(m);
}

/* "▲同　銀右成", "２九飛成(28)" */
static bool parse_kanji(struct span s, const struct shogi_pos *pos, int last_to,
                        struct written_move *w)
{
    struct ki2_move m;
    int side = ki2_eat_mark(&s);
    ki2_eat_blanks(&s);
    if (ki2_parse_move(&s, last_to, &m) != KI2_MOVE || m.to < 0)
        return false;
    *w = (struct written_move){.side = side,
                               .from = m.from >= 0 && m.from < SHOGI_SQUARES ? m.from : -1,
                               .to = m.to,
                               .kind = m.kind,
                               .promote = m.words & KI2_PROMOTE,
                               .drop = m.words & KI2_DROP};
    shogi_move one = w->from < 0 && !w->drop ? ki2_resolve_move(pos, &m) : 0;
    /* what could only be dropped is not meant so if there is none in hand */
    if (one && (!shogi_move_is_drop(one) || shogi_hand(pos, shogi_turn(pos), m.kind)))
        settle(w, one);
    return true;
}

/* --- The words -------------------------------------------------------------------------------- */

static void add_square(struct buf *out, int square, enum lang lang)
{
    int file = shogi_file_of(square), rank = shogi_rank_of(square);
    if (lang == LANG_JA)
        buf_printf(out, "%s%s", shogi_wide_digit(file), shogi_kanji_digit(rank));
    else
        buf_printf(out, "%d%c", file, 'a' + rank - 1);
}

static bool give(const struct reason_text *t, const struct msg *what, int kind, int square)
{
    struct buf place;
    const char *name = t->lang == LANG_JA ? shogi_kind_kanji(kind) : shogi_kind_english(kind);
    buf_init(&place, 64);
    if (square >= 0)
        add_square(&place, square, t->lang);
    msg_format(what, t->lang, span_of(name), buf_span(&place), t->out);
    buf_release(&place);
    return true;
}

static bool give_piece_on(const struct reason_text *t, const struct msg *what, int square)
{
    return give(t, what, shogi_kind_of(shogi_piece_at(t->pos, square)), square);
}

/* Where the piece went that is not on `from` any more, if the mover's own was there. */
static void add_where_it_went(const struct reason_text *t, const shogi_move *made, uint32_t count,
                              uint32_t first_ply, int from)
{
    struct buf place;
    for (uint32_t i = count; i-- > 0;) {
        if (shogi_move_is_drop(made[i]) || shogi_move_from(made[i]) != from)
            continue;
        if ((count - i) % 2) /* of the other side */
            return;
        buf_init(&place, 64);
        add_square(&place, shogi_move_to(made[i]), t->lang);
        msg_format(&IT_WENT, t->lang, buf_span(&place), SPAN_U64(first_ply + i + 1), t->out);
        buf_release(&place);
        return;
    }
}

/* --- What is wrong ---------------------------------------------------------------------------- */

static bool check_safety(const struct reason_text *t, shogi_move m, bool king)
{
    struct shogi_pos after = *t->pos;
    struct shogi_undo undo;
    int us = shogi_turn(t->pos);
    bool was_in_check = shogi_king_square(t->pos, us) >= 0 && shogi_in_check(t->pos);
    shogi_play(&after, m, &undo);
    int square = shogi_king_square(&after, us);
    if (square < 0)
        return false;
    int attacker = bb_first(square_attackers(&after, square, us ^ 1, shogi_occupied(&after)));
    if (attacker == SHOGI_NO_SQUARE)
        return false;
    return give_piece_on(t,
                         king           ? &INTO_CHECK
                         : was_in_check ? &STAYS_IN_CHECK
                                        : &OPENS_CHECK,
                         attacker);
}

static int steps_between(int a, int b)
{
    int files = abs(shogi_file_of(a) - shogi_file_of(b));
    int ranks = abs(shogi_rank_of(a) - shogi_rank_of(b));
    return files > ranks ? files : ranks;
}

/* The first piece that one which slides from there would meet. */
static int nearest_between(const struct shogi_pos *pos, int from, int to)
{
    int nearest = to;
    struct shogi_bb met = bb_and(squares_between(from, to), shogi_occupied(pos));
    BB_EACH(square, met)
    {
        if (steps_between(from, square) < steps_between(from, nearest))
            nearest = square;
    }
    return nearest;
}

static bool check_reach(const struct reason_text *t, int from, int to)
{
    int us = shogi_turn(t->pos), kind = shogi_kind_of(shogi_piece_at(t->pos, from));
    int class = class_of_kind(kind);
    if (bb_has(piece_attacks(us, class, from, shogi_occupied(t->pos)), to))
        return false;
    if (!bb_has(piece_attacks(us, class, from, (struct shogi_bb){0, 0}), to))
        return give(t, &NOT_SO, kind, to);
    return give_piece_on(t, &IN_THE_WAY, nearest_between(t->pos, from, to));
}

/* The mover's piece is on w->from. */
static bool check_board_move(const struct reason_text *t, const struct written_move *w)
{
    int us = shogi_turn(t->pos), kind = shogi_kind_of(shogi_piece_at(t->pos, w->from));
    int target = shogi_piece_at(t->pos, w->to);
    bool promote =
        w->promote || (w->after && w->after != kind && shogi_kind_plain(w->after) == kind);
    if ((w->kind && w->kind != kind && shogi_kind_plain(w->kind) != kind) ||
        (w->after && shogi_kind_plain(w->after) != shogi_kind_plain(kind)))
        return give(t, &ANOTHER_PIECE, kind, w->from);
    if (target && shogi_color_of(target) == us)
        return give_piece_on(t, &OWN_PIECE, w->to);
    if (check_reach(t, w->from, w->to))
        return true;
    if (promote && (!shogi_kind_can_promote(kind) ||
                    (relative_rank(us, w->from) > 3 && relative_rank(us, w->to) > 3)))
        return give(t, &CANNOT_PROMOTE, kind, w->to);
    if (!promote && relative_rank(us, w->to) < first_live_rank(kind))
        return give(t, &DEAD_END, kind, w->to);
    return check_safety(t, shogi_move_make(w->from, w->to, promote), kind == SHOGI_KING);
}

static bool has_pawn_on_file(const struct shogi_pos *pos, int color, int square)
{
    for (int rank = 1; rank <= 9; rank++)
        if (shogi_piece_at(pos, shogi_square(shogi_file_of(square), rank)) ==
            shogi_piece(color, SHOGI_PAWN))
            return true;
    return false;
}

static bool check_drop(const struct reason_text *t, int kind, int to)
{
    int us = shogi_turn(t->pos);
    if (kind <= 0 || kind >= SHOGI_HAND_KINDS)
        return false;
    if (!shogi_hand(t->pos, us, kind))
        return give(t, &NOT_IN_HAND, kind, to);
    if (shogi_piece_at(t->pos, to))
        return give_piece_on(t, &OCCUPIED, to);
    if (relative_rank(us, to) < first_live_rank(kind))
        return give(t, &DEAD_END, kind, to);
    if (kind == SHOGI_PAWN && has_pawn_on_file(t->pos, us, to))
        return give(t, &TWO_PAWNS, kind, to);
    if (check_safety(t, shogi_drop_make(kind, to), false))
        return true;
    return !shogi_move_is_legal(t->pos, shogi_drop_make(kind, to)) &&
           give(t, &PAWN_MATES, kind, to);
}

/* No single piece fits a text that names none by its square. */
static bool check_candidates(const struct reason_text *t, const struct written_move *w)
{
    int us = shogi_turn(t->pos), target = shogi_piece_at(t->pos, w->to);
    bool any = false;
    if (target && shogi_color_of(target) == us)
        return give_piece_on(t, &OWN_PIECE, w->to);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        any |= shogi_piece_at(t->pos, square) == shogi_piece(us, w->kind) &&
               bb_has(piece_attacks(us, class_of_kind(w->kind), square, shogi_occupied(t->pos)),
                      w->to);
    return give(t, any ? &SEVERAL_GO : &NONE_GOES, w->kind, w->to);
}

bool move_reason(const struct shogi_pos *pos, const shogi_move *made, uint32_t count,
                 uint32_t first_ply, struct span text, enum lang lang, struct buf *out)
{
    const struct reason_text t = {.pos = pos, .lang = lang, .out = out};
    struct written_move w;
    int last_to = count ? shogi_move_to(made[count - 1]) : -1;
    text = span_trim(text);
    if (!parse_csa(text, &w) && !parse_usi(text, &w) && !parse_kanji(text, pos, last_to, &w))
        return false;
    if (w.side >= 0 && w.side != shogi_turn(pos))
        return give(&t, &OTHER_SIDE_MOVES, SHOGI_NONE, -1);
    if (w.drop)
        return check_drop(&t, w.kind, w.to);
    if (w.from < 0)
        return check_candidates(&t, &w);
    int piece = shogi_piece_at(pos, w.from);
    if (!piece) {
        int kind = w.kind ? w.kind : w.after;
        if (!kind) /* USI names no piece */
            return false;
        give(&t, &NOTHING_THERE, kind, w.from);
        add_where_it_went(&t, made, count, first_ply, w.from);
        return true;
    }
    if (shogi_color_of(piece) != shogi_turn(pos))
        return give_piece_on(&t, &OF_THE_OTHER, w.from);
    return check_board_move(&t, &w);
}
