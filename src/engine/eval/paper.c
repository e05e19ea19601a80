/* paper.c: see paper.h.
 *
 * Everything is counted from Black's side: what White has is subtracted.  A state is a stack of
 * sums, one for each move on the way, so that taking a move back costs nothing.  A king that moves
 * changes the place of every piece: that sum is only marked, and made anew when a value is asked
 * for (in a search half of all king moves are taken back before anybody asks). */
#include "engine/eval/paper.h"

#include <math.h>
#include <stdio.h>

#include "games/shogi/shogi_lookup.h"

/* --- Sums ------------------------------------------------------------------------------------- */

struct paper_sums {
    int32_t opening, endgame; /* material, and for the opening pairs */
    int32_t place[2];         /* of all pieces, as seen from the king of a colour */
    bool stale[2];            /* that king moved: place is to be summed anew */
};

/* Searches go less deep than this; deeper ones would only overwrite sums that they come back to. */
enum { FRAMES = 256 };

struct paper_state {
    uint32_t top;
    struct paper_sums frames[FRAMES];
};

static int sign_of(int color)
{
    return color == SHOGI_BLACK ? 1 : -1;
}

/* One piece's place, as seen from the king on that square. */
static int place_of(const struct paper *w, int king_color, int king, int piece, int square)
{
    int color = shogi_color_of(piece), kind = shogi_kind_of(piece);
    return sign_of(color) * w->place[color == king_color ? PAPER_OWN : PAPER_ENEMY][kind]
                                    [paper_row(color, king, square)][paper_column(king, square)];
}

static int all_places(const struct paper *w, const struct shogi_pos *pos, int king_color)
{
    int king = shogi_king_square(pos, king_color), sum = 0;
    if (king < 0)
        return 0;
    struct shogi_bb kings = bb_or(pos->bb[0][SHOGI_CLASS_KING], pos->bb[1][SHOGI_CLASS_KING]);
    BB_EACH(square, bb_minus(shogi_occupied(pos), kings))
    {
        sum += place_of(w, king_color, king, pos->board[square], square);
    }
    return sum;
}

/* What a pair is worth to its owner; the second stands `ranks` ahead of the first. */
static int pair_worth(const struct paper *w, int kind, int other, int files, int ranks)
{
    if (ranks == 0)
        return kind < other ? w->pair[PAPER_BESIDE][kind][other]
                            : w->pair[PAPER_BESIDE][other][kind];
    const int16_t(*table)[SHOGI_KINDS] = w->pair[files == 0 ? PAPER_AHEAD : PAPER_SLANT];
    return ranks > 0 ? table[other][kind] : table[kind][other];
}

/* All pairs of a piece on a square with what stands around it, the square `gone` left empty. */
static int pairs_of(const struct paper *w, const struct shogi_pos *pos, int piece, int square,
                    int gone)
{
    int color = shogi_color_of(piece), kind = shogi_kind_of(piece), sum = 0;
    struct shogi_bb around = bb_and(shogi_step[color][SHOGI_CLASS_KING][square],
                                    bb_minus(pos->bb[color][SHOGI_ALL], shogi_bit[gone]));
    BB_EACH(at, around)
    {
        int files = at / 9 - square / 9, ranks = at - square - 9 * files;
        sum += pair_worth(w, kind, shogi_kind_of(pos->board[at]), files,
                          color == SHOGI_BLACK ? -ranks : ranks);
    }
    return sum;
}

/* A piece is put on the board (by 1) or taken off (by -1). */
static void change_board(const struct paper *w, struct paper_sums *s, const struct shogi_pos *pos,
                         int piece, int square, int gone, int by)
{
    int kind = shogi_kind_of(piece), sign = by * sign_of(shogi_color_of(piece));
    s->opening += sign * (w->board[PAPER_OPENING][kind] + pairs_of(w, pos, piece, square, gone));
    s->endgame += sign * w->board[PAPER_ENDGAME][kind];
    for (int color = 0; color < 2 && kind != SHOGI_KING; color++)
        if (!s->stale[color]) {
            int king = shogi_king_square(pos, color);
            s->place[color] += king < 0 ? 0 : by * place_of(w, color, king, piece, square);
        }
}

static void change_hand(const struct paper *w, struct paper_sums *s, int color, int kind, int by)
{
    s->opening += by * sign_of(color) * w->hand[PAPER_OPENING][kind];
    s->endgame += by * sign_of(color) * w->hand[PAPER_ENDGAME][kind];
}

/* --- The table of evaluations ----------------------------------------------------------------- */

static void begin(const void *weights, void *state, const struct shogi_pos *pos)
{
    const struct paper *w = weights;
    struct paper_state *p = state;
    struct paper_sums *s = &p->frames[0];
    struct shogi_pos grown = *pos; /* pieces come one by one, so that pairs count once */
    *s = (struct paper_sums){.stale = {true, true}};
    p->top = 0;
    grown.bb[0][SHOGI_ALL] = grown.bb[1][SHOGI_ALL] = (struct shogi_bb){0, 0};
    BB_EACH(square, shogi_occupied(pos))
    {
        struct shogi_bb *all = &grown.bb[shogi_color_of(pos->board[square])][SHOGI_ALL];
        change_board(w, s, &grown, pos->board[square], square, SHOGI_NO_SQUARE, 1);
        *all = bb_or(*all, shogi_bit[square]);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            change_hand(w, s, color, kind, pos->hand[color][kind]);
}

static void play(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m)
{
    const struct paper *w = weights;
    struct paper_state *p = state;
    struct paper_sums s = p->frames[p->top % FRAMES];
    int to = shogi_move_to(m), turn = pos->turn;
    if (shogi_move_is_drop(m)) {
        int kind = shogi_move_kind(m);
        change_hand(w, &s, turn, kind, -1);
        change_board(w, &s, pos, shogi_piece(turn, kind), to, SHOGI_NO_SQUARE, 1);
    } else {
        int from = shogi_move_from(m), piece = pos->board[from], taken = pos->board[to];
        s.stale[turn] |= shogi_kind_of(piece) == SHOGI_KING;
        if (taken) {
            change_board(w, &s, pos, taken, to, SHOGI_NO_SQUARE, -1);
            change_hand(w, &s, turn, shogi_kind_plain(shogi_kind_of(taken)), 1);
        }
        change_board(w, &s, pos, piece, from, SHOGI_NO_SQUARE, -1);
        change_board(w, &s, pos, shogi_move_promotes(m) ? piece | 8 : piece, to, from, 1);
    }
    p->frames[++p->top % FRAMES] = s;
}

static void unplay(void *state)
{
    struct paper_state *p = state;
    p->top--;
}

/* In 4096ths: 64ths of progress, and 64ths of what differs between the players. */
enum { ONE = ADVANCE_ONE, WHOLE = ONE * ONE };

static int blend(const struct paper *w, const struct advance *a, int opening, int endgame)
{
    int64_t differences = (int64_t)w->attack * (a->attack[0] - a->attack[1]) +
                          (int64_t)w->defence * (a->defence[0] - a->defence[1]);
    int64_t sum = (int64_t)ONE * (ONE - a->whole) * opening + (int64_t)ONE * a->whole * endgame +
                  a->whole * differences;
    return (int)(sum / WHOLE); /* towards 0, so that both sides see the same */
}

int paper_value_at(const struct paper *w, void *state, const struct shogi_pos *pos,
                   const struct advance *a)
{
    struct paper_state *p = state;
    struct paper_sums *s = &p->frames[p->top % FRAMES];
    for (int color = 0; color < 2; color++)
        if (s->stale[color]) {
            s->place[color] = all_places(w, pos, color);
            s->stale[color] = false;
        }
    return sign_of(pos->turn) * blend(w, a, s->opening, s->endgame + s->place[0] + s->place[1]);
}

static int value(const void *weights, void *state, const struct shogi_pos *pos)
{
    const struct paper *w = weights;
    struct advance a;
    advance_by(w->rule, pos, &a);
    return paper_value_at(w, state, pos, &a);
}

/* --- Term by term ----------------------------------------------------------------------------- */

/* What there is of everything, Black's less White's: the same shape as the weights. */
struct paper_counts {
    int board[SHOGI_KINDS], hand[SHOGI_HAND_KINDS];
    int pair[PAPER_RELATIONS][SHOGI_KINDS][SHOGI_KINDS];
    int place[PAPER_KINGS][SHOGI_KINDS]; /* summed worth */
};

/* The piece on the square with those on three squares before it and one beside it. */
static void count_pairs(const struct shogi_pos *pos, int square, struct paper_counts *c)
{
    static const struct {
        int files, ranks;
        enum paper_relation relation;
    } STEPS[] = {
        {1, 0, PAPER_BESIDE}, {-1, 1, PAPER_SLANT}, {0, 1, PAPER_AHEAD}, {1, 1, PAPER_SLANT}};
    int piece = pos->board[square], color = shogi_color_of(piece), kind = shogi_kind_of(piece);
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        int file = shogi_file_of(square) + STEPS[i].files;
        int rank = shogi_rank_of(square) - sign_of(color) * STEPS[i].ranks;
        if (file < 1 || file > 9 || rank < 1 || rank > 9)
            continue;
        int other = pos->board[shogi_square(file, rank)], first = shogi_kind_of(other);
        if (!other || shogi_color_of(other) != color)
            continue;
        if (STEPS[i].relation == PAPER_BESIDE && first > kind)
            c->pair[PAPER_BESIDE][kind][first] += sign_of(color);
        else
            c->pair[STEPS[i].relation][first][kind] += sign_of(color);
    }
}

static void count_all(const struct paper *w, const struct shogi_pos *pos, struct paper_counts *c)
{
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square], color = shogi_color_of(piece);
        if (!piece)
            continue;
        c->board[shogi_kind_of(piece)] += sign_of(color);
        count_pairs(pos, square, c);
        for (int side = 0; side < 2; side++) {
            int king = shogi_king_square(pos, side);
            if (king >= 0 && shogi_kind_of(piece) != SHOGI_KING)
                c->place[side == color ? PAPER_OWN : PAPER_ENEMY][shogi_kind_of(piece)] +=
                    place_of(w, side, king, piece, square);
        }
    }
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        c->hand[kind] = pos->hand[0][kind] - pos->hand[1][kind];
}

struct paper_explainer {
    struct eval_account *account;
    int whole; /* progress in 64ths */
};

static void add(struct paper_explainer *e, const char *name, double count, int opening, int endgame)
{
    eval_add_term(e->account, name, count,
                  ((double)(ONE - e->whole) * opening + (double)e->whole * endgame) / ONE);
    struct eval_term *t = &e->account->terms[e->account->term_count - 1];
    t->opening = opening;
    t->endgame = endgame;
}

static void add_material(struct paper_explainer *e, const struct paper *w,
                         const struct paper_counts *c)
{
    char name[EVAL_NAME_BYTES];
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
        if (!c->board[kind] || kind == SHOGI_KING)
            continue;
        snprintf(name, sizeof name, "board.%s", eval_kind_names[kind]);
        add(e, name, c->board[kind], c->board[kind] * w->board[PAPER_OPENING][kind],
            c->board[kind] * w->board[PAPER_ENDGAME][kind]);
    }
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
        if (!c->hand[kind])
            continue;
        snprintf(name, sizeof name, "hand.%s", eval_kind_names[kind]);
        add(e, name, c->hand[kind], c->hand[kind] * w->hand[PAPER_OPENING][kind],
            c->hand[kind] * w->hand[PAPER_ENDGAME][kind]);
    }
}

static void add_pairs(struct paper_explainer *e, const struct paper *w,
                      const struct paper_counts *c)
{
    char name[EVAL_NAME_BYTES];
    for (int r = 0; r < PAPER_RELATIONS; r++)
        for (int a = SHOGI_PAWN; a < SHOGI_KINDS; a++)
            for (int b = SHOGI_PAWN; b < SHOGI_KINDS; b++) {
                if (!w->pair[r][a][b] || !c->pair[r][a][b])
                    continue;
                snprintf(name, sizeof name, "%s.%s.%s", paper_relation_names[r], eval_kind_names[a],
                         eval_kind_names[b]);
                add(e, name, c->pair[r][a][b], c->pair[r][a][b] * w->pair[r][a][b], 0);
            }
}

/* The paper's two terms are told even if they weigh nothing: they are what is to be fitted. */
static void add_difference(struct paper_explainer *e, const char *name, int weight, int difference)
{
    double share = (double)difference / ONE;
    eval_add_term(e->account, name, share, weight * share * e->whole / ONE);
    struct eval_term *t = &e->account->terms[e->account->term_count - 1];
    t->opening = 0;
    t->endgame = weight * share + 0.;
}

static void explain(const void *weights, const struct shogi_pos *pos, struct eval_account *out)
{
    const struct paper *w = weights;
    struct paper_counts c = {0};
    struct advance a;
    double opening = 0, endgame = 0, sum = 0;
    count_all(w, pos, &c);
    advance_by(w->rule, pos, &a);
    struct paper_explainer e = {.account = out, .whole = a.whole};
    out->term_count = 0;
    out->advance = a;
    add_material(&e, w, &c);
    add_pairs(&e, w, &c);
    char name[EVAL_NAME_BYTES];
    for (int k = 0; k < PAPER_KINGS; k++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
            if (!c.place[k][kind])
                continue;
            snprintf(name, sizeof name, "%s.%s", paper_king_names[k], eval_kind_names[kind]);
            add(&e, name, c.board[kind], 0, c.place[k][kind]);
        }
    for (int i = 0; i < out->term_count; i++) {
        opening += out->terms[i].opening;
        endgame += out->terms[i].endgame;
    }
    add_difference(&e, "attack", w->attack, a.attack[0] - a.attack[1]);
    add_difference(&e, "defence", w->defence, a.defence[0] - a.defence[1]);
    for (int i = 0; i < out->term_count; i++)
        sum += out->terms[i].value; /* multiples of 1/4096: no digit is lost */
    out->value = blend(w, &a, (int)opening, (int)endgame);
    if (out->value != sum)
        eval_add_term(out, "rounding", NAN, out->value - sum);
}

const struct eval_type eval_paper = {.name = "paper",
                                     .state_bytes = sizeof(struct paper_state),
                                     .begin = begin,
                                     .play = play,
                                     .unplay = unplay,
                                     .value = value,
                                     .explain = explain};
