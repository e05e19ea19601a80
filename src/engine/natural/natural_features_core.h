/* natural_features_core.h: what the model of people's moves looks at; see natural_model.h.
 *
 * Compiled with those who use it, once for any processor and once for those with AVX2: what a
 * position is and does is mostly counted bits. */
#ifndef KIFU_ENGINE_NATURAL_NATURAL_FEATURES_CORE_H
#define KIFU_ENGINE_NATURAL_NATURAL_FEATURES_CORE_H

#include <string.h>

#include "engine/eval/see.h"
#include "engine/natural/natural_model.h"
#include "games/shogi/shogi_attacks.h"

/* Attackers by what they are worth: 0 none, 1 pawn, 2 lance or knight, 3 silver or gold, 4 large,
 * 5 king. */
static const uint8_t ORDER_OF_KIND[16] = {0, 1, 2, 2, 3, 4, 4, 3, 5, 3, 3, 3, 3, 4, 4, 0};

static int sort_of(shogi_move m, int kind_before)
{
    if (shogi_move_is_drop(m))
        return SORT_DROPS + shogi_move_kind(m);
    return shogi_move_promotes(m) ? SORT_PROMOTES + kind_before : kind_before;
}

/* --- The position ----------------------------------------------------------------------------- */

static int padded_place(int seen)
{
    return (seen / 9 + 2) * 13 + seen % 9 + 2;
}

static void position_row(struct natural_scene *s, int row)
{
    if (s->rows < NATURAL_POSITION_ROWS)
        s->row[s->rows++] = (uint16_t)row;
}

/* How the side to move sees squares: turned round for White, and so that its king is on the right
 * half. */
static void fill_seen(struct natural_scene *s, const struct shogi_pos *pos)
{
    int king = shogi_king_square(pos, s->us);
    bool turned = s->us != SHOGI_BLACK;
    bool mirrored = king >= 0 && (turned ? 80 - king : king) / 9 > 4;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int seen = turned ? 80 - square : square;
        s->seen[square] = (uint8_t)(mirrored ? (8 - seen / 9) * 9 + seen % 9 : seen);
    }
    s->seen[SHOGI_NO_SQUARE] = SHOGI_NO_SQUARE;
}

static void fill_board(struct natural_scene *s, const struct shogi_pos *pos)
{
    memset(s->padded, CODE_OUTSIDE, sizeof s->padded);
    for (int file = 0; file < 9; file++)
        memset(s->padded + padded_place(9 * file), 0, 9);
    BB_EACH(square, s->occupied)
    {
        int piece = pos->board[square], seen = s->seen[square];
        int code = shogi_kind_of(piece) | (shogi_color_of(piece) == s->us ? 0 : 16);
        position_row(s, ROW_PIECE + code * 81 + seen);
        s->padded[padded_place(seen)] = (uint8_t)code;
    }
}

static void count_attacks(struct natural_scene *s, const struct shogi_pos *pos)
{
    memset(s->count, 0, sizeof s->count);
    memset(s->least, 0, sizeof s->least);
    BB_EACH(square, s->occupied)
    {
        int piece = pos->board[square], kind = shogi_kind_of(piece), color = shogi_color_of(piece);
        struct shogi_bb reach = piece_attacks(color, class_of_kind(kind), square, s->occupied);
        uint8_t *count = s->count[color != s->us], *least = s->least[color != s->us];
        uint8_t rank = ORDER_OF_KIND[kind];
        s->reach[square] = reach;
        BB_EACH(to, reach)
        {
            count[to]++;
            least[to] = !least[to] || rank < least[to] ? rank : least[to];
        }
    }
}

/* What may be lost: 1 a pawn or so … 4 a large piece. */
static int threat_to(const struct natural_scene *s, int square, int kind)
{
    /* by rank: what an exchange of such a piece is about */
    static const int16_t WORTH[6] = {0, 180, 720, 1030, 1900, 9999};
    int by = s->least[1][square];
    if (!by || kind == SHOGI_KING)
        return 0;
    int loss = see_gain(kind) - (s->count[0][square] ? WORTH[by] : 0);
    return loss < 100 ? 0 : loss < 400 ? 1 : loss < 900 ? 2 : loss < 1200 ? 3 : 4;
}

static void find_threats(struct natural_scene *s, const struct shogi_pos *pos)
{
    s->threatened = s->loose = (struct shogi_bb){0, 0};
    s->worst = SHOGI_NO_SQUARE;
    s->worst_level = s->second_level = 0;
    BB_EACH(square, pos->bb[s->us][SHOGI_ALL])
    {
        int threat = threat_to(s, square, shogi_kind_of(pos->board[square]));
        s->threat[square] = (uint8_t)threat;
        if (s->count[1][square] && s->count[0][square] == 1)
            s->loose = bb_or(s->loose, shogi_bit[square]);
        if (!threat)
            continue;
        s->threatened = bb_or(s->threatened, shogi_bit[square]);
        if (threat > s->worst_level ||
            (threat == s->worst_level && s->seen[square] < s->seen[s->worst])) {
            s->second_level = s->worst_level;
            s->worst_level = threat;
            s->worst = square;
        } else if (threat > s->second_level) {
            s->second_level = threat;
        }
    }
}

/* Where a piece can be taken that threatens, or put between. */
static void find_answers(struct natural_scene *s, const struct shogi_pos *pos)
{
    s->answers = (struct shogi_bb){0, 0};
    if (s->worst == SHOGI_NO_SQUARE)
        return;
    struct shogi_bb by = square_attackers(pos, s->worst, s->us ^ 1, s->occupied);
    s->answers = by;
    BB_EACH(square, by)
    {
        int class = class_of_kind(shogi_kind_of(pos->board[square]));
        if (class == SHOGI_CLASS_LANCE || class == SHOGI_CLASS_BISHOP ||
            class == SHOGI_CLASS_ROOK || class >= SHOGI_CLASS_HORSE)
            s->answers = bb_or(s->answers, squares_between(s->worst, square));
    }
}

/* Behind the first piece on each line of a slider: what it uncovers or exposes when it goes. */
static void look_through(struct natural_scene *s, const struct shogi_pos *pos, int slider)
{
    int color = shogi_color_of(pos->board[slider]);
    int class = class_of_kind(shogi_kind_of(pos->board[slider]));
    struct shogi_bb firsts = bb_and(s->reach[slider], pos->bb[s->us][SHOGI_ALL]);
    struct shogi_bb without = bb_minus(s->occupied, firsts);
    struct shogi_bb further =
        bb_minus(piece_attacks(color, class, slider, without), s->reach[slider]);
    BB_EACH(square, bb_and(further, s->occupied))
    {
        int piece = pos->board[square];
        bool uncovers = color == s->us && shogi_color_of(piece) != s->us;
        if (!uncovers && (color == s->us || shogi_color_of(piece) != s->us))
            continue;
        int first = bb_first(bb_and(squares_between(slider, square), firsts));
        if (first == SHOGI_NO_SQUARE)
            continue;
        uint8_t *kind = (uncovers ? s->uncovers : s->exposes) + first;
        *kind = shogi_kind_of(piece) > *kind ? (uint8_t)shogi_kind_of(piece) : *kind;
    }
}

static void find_lines(struct natural_scene *s, const struct shogi_pos *pos)
{
    memset(s->uncovers, 0, sizeof s->uncovers);
    memset(s->exposes, 0, sizeof s->exposes);
    for (int color = 0; color < 2; color++) {
        const struct shogi_bb *bb = pos->bb[color];
        struct shogi_bb sliders = bb_or(
            bb_or(bb[SHOGI_CLASS_LANCE], bb[SHOGI_CLASS_BISHOP]),
            bb_or(bb[SHOGI_CLASS_ROOK], bb_or(bb[SHOGI_CLASS_HORSE], bb[SHOGI_CLASS_DRAGON])));
        BB_EACH(slider, sliders)
        {
            look_through(s, pos, slider);
        }
    }
}

static void find_kings(struct natural_scene *s, const struct shogi_pos *pos)
{
    int own = shogi_king_square(pos, s->us), enemy = shogi_king_square(pos, s->us ^ 1);
    struct shogi_bb none = {0, 0};
    s->king[0] = own;
    s->king[1] = enemy;
    s->own_king = own < 0 ? -1 : s->seen[own];
    s->enemy_king = enemy < 0 ? -1 : s->seen[enemy];
    s->home = own < 0 ? none : bb_or(shogi_step[0][SHOGI_CLASS_KING][own], shogi_bit[own]);
    s->zone = enemy < 0 ? none : shogi_step[0][SHOGI_CLASS_KING][enemy];
    s->in_check = own >= 0 && s->count[1][own] > 0;
    s->checker = SHOGI_NO_SQUARE;
    s->check_kind = 0;
    if (s->in_check) {
        BB_EACH(square, square_attackers(pos, own, s->us ^ 1, s->occupied))
        {
            if (shogi_kind_of(pos->board[square]) >= s->check_kind) {
                s->checker = square;
                s->check_kind = shogi_kind_of(pos->board[square]);
            }
        }
    }
    s->unmasks = none;
    if (enemy < 0)
        return;
    BB_EACH(slider, sliders_in_line(pos, enemy, s->us))
    {
        struct shogi_bb between = bb_and(squares_between(enemy, slider), s->occupied);
        if (bb_any(between) && !bb_many(between))
            s->unmasks = bb_or(s->unmasks, bb_and(between, pos->bb[s->us][SHOGI_ALL]));
    }
}

/* By what bears down on both kings, and how much is in hand. */
static int phase_of(struct natural_scene *s, const struct shogi_pos *pos)
{
    int hunt = 0, danger = 0;
    BB_EACH(square, s->zone)
    {
        hunt += s->count[0][square];
    }
    BB_EACH(square, s->home)
    {
        danger += s->count[1][square];
    }
    s->hunt = hunt < 7 ? hunt : 7;
    s->danger = danger < 7 ? danger : 7;
    int points = 2 * (hunt + danger);
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
        points += (pos->hand[0][kind] + pos->hand[1][kind]) * (kind == SHOGI_PAWN ? 1 : 3);
    int phase = points / 6;
    return phase < NATURAL_PHASES ? phase : NATURAL_PHASES - 1;
}

/* Mates in one need a piece at the king already. */
static void find_mates(struct natural_scene *s, const struct shogi_pos *pos)
{
    s->mate = s->hunt && shogi_mate_in_one(pos);
    s->threatened_mate = false;
    if (s->in_check || !s->danger || s->king[0] < 0 || s->king[1] < 0)
        return;
    struct shogi_pos passed = *pos;
    passed.turn ^= 1;
    s->threatened_mate = shogi_mate_in_one(&passed) != 0;
}

static struct natural_last last_of(const struct natural_scene *s, const struct natural_past *past,
                                   int which)
{
    shogi_move m = past->moves[which];
    const struct flow_step *step = &past->steps[which];
    struct natural_last last = {0};
    if (!m || step->to >= SHOGI_SQUARES)
        return last;
    int kind = step->piece & 15;
    last.sort = (uint8_t)sort_of(m, shogi_move_promotes(m) ? shogi_kind_plain(kind) : kind);
    last.to = s->seen[step->to];
    return last;
}

static void look_back(struct natural_scene *s, const struct natural_past *past)
{
    s->last = last_of(s, past, 0);
    s->own = last_of(s, past, 1);
    s->third = last_of(s, past, 2);
    s->last_reach = (struct shogi_bb){0, 0};
    if (s->last.sort && bb_has(s->occupied, past->steps[0].to))
        s->last_reach = s->reach[past->steps[0].to];
    s->worst_is_new = s->worst != SHOGI_NO_SQUARE && bb_has(s->last_reach, s->worst);
    s->own_from = SHOGI_NO_SQUARE;
    if (s->own.sort && !shogi_move_is_drop(past->moves[1]))
        s->own_from = shogi_move_from(past->moves[1]);
}

static void add_position_rows(struct natural_scene *s, const struct shogi_pos *pos)
{
    for (int side = 0; side < 2; side++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++) {
            int n = pos->hand[s->us ^ side][kind];
            if (n)
                position_row(s, ROW_HANDS + (side * 8 + kind) * 8 + (n < 7 ? n : 7));
        }
    position_row(s, ROW_WHEN + s->phase);
    position_row(s, ROW_WHO + (int)s->q->class);
    if (s->in_check)
        position_row(s, ROW_IN_CHECK);
    s->head_rows = s->rows;
    if (s->last.sort)
        position_row(s, ROW_LAST + s->last.sort * 81 + s->last.to);
    if (s->own.sort)
        position_row(s, ROW_OWN_LAST + s->own.sort * 81 + s->own.to);
}

static void natural_extract(struct natural_scene *s, const struct natural_input *q)
{
    const struct shogi_pos *pos = q->pos;
    s->q = q;
    s->us = pos->turn;
    s->rows = 0;
    s->occupied = shogi_occupied(pos);
    fill_seen(s, pos);
    fill_board(s, pos);
    count_attacks(s, pos);
    find_threats(s, pos);
    find_answers(s, pos);
    find_lines(s, pos);
    find_kings(s, pos);
    s->phase = phase_of(s, pos);
    find_mates(s, pos);
    look_back(s, q->past);
    add_position_rows(s, pos);
}

static void natural_extract_around(const struct natural_scene *s, int square,
                                   struct natural_around *a)
{
    static const int8_t OFFSET[NATURAL_AROUND] = {-28, -27, -26, -25, -24, -15, -14, -13,
                                                  -12, -11, -2,  -1,  1,   2,   11,  12,
                                                  13,  14,  15,  24,  25,  26,  27,  28};
    const uint8_t *middle = s->padded + padded_place(square);
    int count = 0;
    for (int i = 0; i < NATURAL_AROUND; i++) { /* without a branch: nobody can guess these */
        int code = middle[OFFSET[i]];
        a->item[count] = (uint16_t)(i * NATURAL_CODES + code);
        count += code != 0;
    }
    a->count = (uint8_t)count;
}

/* --- Groups of moves -------------------------------------------------------------------------- */

static inline void list_row(struct natural_rows_list *out, int row)
{
    out->row[out->count] = (uint16_t)row;
    out->count += out->count < NATURAL_MOST_ROWS - 1;
}

static void natural_extract_sort(const struct natural_scene *s, int sort,
                                 struct natural_rows_list *out)
{
    bool takes = s->last.sort && s->q->past->steps[0].takes;
    out->count = 0;
    list_row(out, ROW_PHASE + sort * NATURAL_PHASES + s->phase);
    list_row(out, ROW_CLASS + sort * 4 + (int)s->q->class);
    list_row(out, ROW_DANGER + sort * 8 + s->danger);
    list_row(out, ROW_HUNT + sort * 8 + s->hunt);
    list_row(out, ROW_REPLY + sort * 64 + s->last.sort * 2 + takes);
    list_row(out, ROW_AFTER + sort * 32 + s->own.sort);
    if (s->worst_level)
        list_row(out, ROW_PRESSED + sort * 16 + (s->worst_level - 1) * 4 +
                          (s->second_level > 1) * 2 + s->worst_is_new);
    if (s->mate || s->threatened_mate)
        list_row(out, ROW_NEAR_MATE + sort * 4 + s->mate * 2 + s->threatened_mate);
    if (s->in_check)
        list_row(out, ROW_CHECKED + sort * 16 + s->check_kind);
    if (sort > SORT_DROPS) {
        int n = s->q->pos->hand[s->us][sort - SORT_DROPS];
        list_row(out, ROW_HAND + sort * 8 + (n < 7 ? n : 7));
    }
}

/* Where b is from a: up to four files and ranks off. */
static int place_from(int a, int b)
{
    int dx = b / 9 - a / 9 + 4, dy = b % 9 - a % 9 + 4;
    return dx < 0 || dx > 8 || dy < 0 || dy > 8 ? NATURAL_PLACES - 1 : dx * 9 + dy;
}

static int support(int count)
{
    return count < 2 ? count : 2;
}

static int at_most_four(struct shogi_bb set)
{
    int n = bb_count(set);
    return n < 4 ? n : 4;
}

/* from: as it is. */
static void natural_extract_origin(const struct natural_scene *s, int sort, int from,
                                   struct natural_rows_list *out)
{
    int seen = s->seen[from];
    bool chased = s->last.sort && bb_has(s->last_reach, from);
    out->count = 0;
    list_row(out, ROW_FROM + sort * 81 + seen);
    if (s->last.sort)
        list_row(out, ROW_FROM_LAST + sort * NATURAL_PLACES + place_from(s->last.to, seen));
    list_row(out, ROW_FROM_GUARD + sort * 18 + s->least[1][from] * 3 + support(s->count[0][from]));
    if (s->threat[from] || chased)
        list_row(out, ROW_FROM_THREAT + sort * 16 + s->threat[from] * 2 + chased);
    if (s->uncovers[from])
        list_row(out, ROW_UNCOVERS + sort * 16 + s->uncovers[from]);
    if (s->exposes[from])
        list_row(out, ROW_EXPOSES + sort * 16 + s->exposes[from]);
    if (s->own.sort && seen == s->own.to)
        list_row(out, ROW_SAME + sort * 32 + s->own.sort);
    list_row(out, ROW_FROM_ZONE + sort * 5 + at_most_four(bb_and(s->reach[from], s->zone)));
    list_row(out, ROW_FROM_HOME + sort * 5 + at_most_four(bb_and(s->reach[from], s->home)));
}

/* --- Moves ------------------------------------------------------------------------------------ */

struct natural_act {
    int sort, kind, after, taken; /* kinds */
    int from, to;                 /* as they are; from SHOGI_NO_SQUARE: a drop */
    int seen_to;
    struct shogi_bb reach; /* from where it stands then */
};

static int files_apart(int a, int b)
{
    int d = a / 9 - b / 9;
    return d < 0 ? -d : d;
}

static void add_places(const struct natural_scene *s, const struct natural_act *a,
                       struct natural_rows_list *out)
{
    int sort = a->sort, to = a->seen_to;
    list_row(out, ROW_TO + sort * 81 + to);
    if (s->enemy_king >= 0)
        list_row(out, ROW_ENEMY_KING + sort * 153 + files_apart(to, s->enemy_king) * 17 + to % 9 -
                          s->enemy_king % 9 + 8);
    if (s->own_king >= 0 && a->kind != SHOGI_KING)
        list_row(out, ROW_OWN_KING + sort * 153 + files_apart(to, s->own_king) * 17 + to % 9 -
                          s->own_king % 9 + 8);
    if (s->last.sort)
        list_row(out, ROW_NEAR_LAST + sort * NATURAL_PLACES + place_from(s->last.to, to));
    if (s->own.sort)
        list_row(out, ROW_NEAR_OWN + sort * NATURAL_PLACES + place_from(s->own.to, to));
    if (s->third.sort)
        list_row(out, ROW_NEAR_THIRD + sort * NATURAL_PLACES + place_from(s->third.to, to));
    list_row(out, ROW_AHEAD + sort * NATURAL_CODES + s->padded[padded_place(to) - 1]);
}

/* What is won or lost on the square, in steps. */
static int see_class(int result)
{
    static const int16_t BELOW[] = {-1200, -600, -250, -50, 50, 250, 600, 1000, 1500, 2200};
    int step = result > BELOW[4] ? 5 : 0; /* nearly all stop at once */
    while (step < 10 && result > BELOW[step])
        step++;
    return step;
}

/* The exchange is played through only where both sides have something to say. */
static int see_class_of(const struct natural_scene *s, const struct natural_act *a, shogi_move m,
                        int own)
{
    int gain = see_piece_value[a->after] - see_piece_value[a->kind];
    if (a->taken)
        gain += see_gain(a->taken);
    if (!s->count[1][a->to]) {
        int step = see_class(gain);
        return step == 4 ? 11 : step;
    }
    if (own <= 0)
        return see_class(gain - see_gain(a->after));
    if (s->least[1][a->to] == 5)
        return see_class(gain);
    return see_class(see_result(s->q->pos, m));
}

/* What a move does about the worst threat: the piece goes, it is covered, the threat is met where
 * it comes from, or nothing. */
static int about_worst(const struct natural_scene *s, const struct natural_act *a)
{
    int how = a->from == s->worst          ? 0
              : bb_has(s->answers, a->to)  ? 1
              : bb_has(a->reach, s->worst) ? 2
                                           : 3;
    return ((s->worst_level - 1) * 8 + how * 2 + (s->second_level > 1)) * 2 + s->worst_is_new;
}

static void add_exchanges(const struct natural_scene *s, const struct natural_act *a, shogi_move m,
                          struct natural_rows_list *out)
{
    int own = s->count[0][a->to] - (a->from != SHOGI_NO_SQUARE);
    if (a->taken) {
        bool fresh = (s->last.sort && a->seen_to == s->last.to) ||
                     (s->own.sort && s->seen[a->from] == s->own.to);
        list_row(out, ROW_TAKES + a->sort * 32 + a->taken * 2 + fresh);
    }
    list_row(out, ROW_EXCHANGE + a->sort * 12 + see_class_of(s, a, m, own));
    list_row(out,
             ROW_TO_GUARD + a->sort * 18 + s->least[1][a->to] * 3 + support(own < 0 ? 0 : own));
    if (s->worst != SHOGI_NO_SQUARE)
        list_row(out, ROW_WORST + a->sort * 64 + about_worst(s, a));
}

/* What it attacks, covers and leaves. */
static void add_attacks(const struct natural_scene *s, const struct natural_act *a,
                        struct natural_rows_list *out)
{
    const struct shogi_pos *pos = s->q->pos;
    int rank = ORDER_OF_KIND[a->after], good = 0;
    BB_EACH(square, bb_and(a->reach, pos->bb[s->us ^ 1][SHOGI_ALL]))
    {
        int kind = shogi_kind_of(pos->board[square]);
        int how = !s->count[1][square] ? 0 : ORDER_OF_KIND[kind] > rank ? 1 : 2;
        good += how < 2;
        list_row(out, ROW_HITS + a->sort * 48 + kind * 3 + how);
    }
    if (good > 1)
        list_row(out, ROW_FORK + a->sort * 4 + (good < 5 ? good - 2 : 3));
    BB_EACH(square, bb_and(a->reach, s->threatened))
    {
        if (square != a->from)
            list_row(out, ROW_SHIELDS + a->sort * 16 + shogi_kind_of(pos->board[square]));
    }
    if (a->from == SHOGI_NO_SQUARE || !bb_any(s->loose))
        return;
    BB_EACH(square, bb_and(bb_minus(s->reach[a->from], a->reach), s->loose))
    {
        if (square != a->to)
            list_row(out, ROW_LEAVES + a->sort * 16 + shogi_kind_of(pos->board[square]));
    }
}

static bool gives_check(const struct natural_scene *s, const struct natural_act *a, int *how)
{
    int king = s->king[1];
    if (king < 0)
        return false;
    *how = bb_has(a->reach, king);
    if (a->from != SHOGI_NO_SQUARE && bb_has(s->unmasks, a->from) &&
        shogi_dir[king][a->from] != shogi_dir[king][a->to])
        *how |= 2;
    return *how != 0;
}

static bool mates(const struct natural_scene *s, shogi_move m)
{
    struct shogi_pos after = *s->q->pos;
    struct shogi_undo undo;
    shogi_play(&after, m, &undo);
    return shogi_has_no_move(&after);
}

/* How a move meets a mate that is threatened: with a check, not at all, or perhaps; then it is
 * played to see. */
static int about_mate(const struct natural_scene *s, const struct natural_act *a, shogi_move m,
                      bool check)
{
    struct shogi_pos after;
    struct shogi_undo undo;
    if (check)
        return 1;
    if (a->kind != SHOGI_KING && !a->taken && !bb_has(s->home, a->to) &&
        !bb_meet(a->reach, s->home))
        return 2;
    after = *s->q->pos;
    shogi_play(&after, m, &undo);
    return shogi_mate_in_one(&after) ? 3 : 4;
}

static void add_kings(const struct natural_scene *s, const struct natural_act *a, shogi_move m,
                      struct natural_rows_list *out)
{
    int how = 0;
    bool check = gives_check(s, a, &how);
    if (check) {
        bool covered = s->count[0][a->to] > (a->from != SHOGI_NO_SQUARE);
        int safe = !s->count[1][a->to] ? 0 : covered ? 1 : 2;
        list_row(out, ROW_CHECK + a->sort * 12 + how * 3 + safe);
    }
    list_row(out, ROW_ZONE + a->sort * 5 + at_most_four(bb_and(a->reach, s->zone)));
    list_row(out, ROW_HOME + a->sort * 5 + at_most_four(bb_and(a->reach, s->home)));
    if (s->in_check)
        list_row(out, ROW_EVADE + a->sort * 2 + (a->to == s->checker));
    if (s->mate && check && mates(s, m))
        list_row(out, ROW_MATES + a->sort);
    if (s->threatened_mate)
        list_row(out, ROW_MEETS_MATE + a->sort * 8 + about_mate(s, a, m, check));
}

static void add_past(const struct natural_scene *s, const struct natural_act *a, bool promotes,
                     struct natural_rows_list *out)
{
    if (s->last.sort) {
        const struct flow_step *last = &s->q->past->steps[0];
        if (a->to == last->to)
            list_row(out, ROW_TAKES_BACK + a->sort * 64 + s->last.sort * 2 + last->takes);
        if (bb_has(a->reach, last->to))
            list_row(out, ROW_CHASES + a->sort * 2 +
                              (a->from != SHOGI_NO_SQUARE && bb_has(s->last_reach, a->from)));
    }
    if (a->from == SHOGI_NO_SQUARE)
        return;
    if (a->to == s->own_from && s->seen[a->from] == s->own.to)
        list_row(out, ROW_BACK + a->sort);
    if (!promotes && a->kind < SHOGI_GOLD &&
        (relative_rank(s->us, a->from) <= 3 || relative_rank(s->us, a->to) <= 3))
        list_row(out, ROW_STAYS + a->sort);
}

static struct natural_act act_of(const struct natural_scene *s, shogi_move m)
{
    const struct shogi_pos *pos = s->q->pos;
    struct natural_act a = {.to = shogi_move_to(m), .from = SHOGI_NO_SQUARE};
    struct shogi_bb occupied = bb_or(s->occupied, shogi_bit[a.to]);
    a.seen_to = s->seen[a.to];
    a.taken = shogi_kind_of(pos->board[a.to]);
    if (shogi_move_is_drop(m)) {
        a.kind = a.after = shogi_move_kind(m);
    } else {
        a.from = shogi_move_from(m);
        a.kind = shogi_kind_of(pos->board[a.from]);
        a.after = shogi_move_promotes(m) ? a.kind | 8 : a.kind;
        occupied = bb_minus(occupied, shogi_bit[a.from]);
    }
    a.sort = sort_of(m, a.kind);
    a.reach = piece_attacks(s->us, class_of_kind(a.after), a.to, occupied);
    return a;
}

static void natural_extract_move(const struct natural_scene *s, shogi_move m,
                                 struct natural_active *out)
{
    const struct natural_act a = act_of(s, m);
    bool promotes = !shogi_move_is_drop(m) && shogi_move_promotes(m);
    struct natural_rows_list *list = &out->list;
    list->count = 0;
    out->sort = (uint8_t)a.sort;
    out->to = (uint8_t)a.seen_to;
    out->origin =
        (uint8_t)(a.from == SHOGI_NO_SQUARE ? NATURAL_ORIGINS : s->seen[a.from] * 2 + promotes);
    add_places(s, &a, list);
    add_exchanges(s, &a, m, list);
    add_attacks(s, &a, list);
    add_kings(s, &a, m, list);
    add_past(s, &a, promotes, list);
}

#endif
