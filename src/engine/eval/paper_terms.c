/* paper_terms.c: see paper_terms.h.
 *
 * Terms are numbered group by group, so that each set is a beginning of the next:
 *
 *     attack defence | board × (opening, endgame)  hand × … | beside  ahead  slant  own  enemy
 *
 * Counting goes through the pieces in any order; a bit for each term that was touched brings the
 * counts back in the order of terms without sorting. */
#include "engine/eval/paper_terms.h"

#include <stdio.h>

const char *const paper_terms_names[PAPER_TERMS_SETS] = {[PAPER_TERMS_PROGRESS] = "progress",
                                                         [PAPER_TERMS_MATERIAL] = "material",
                                                         [PAPER_TERMS_ALL] = "all"};
static const char *const PART_NAMES[PAPER_PARTS] = {
    [PAPER_OPENING] = "opening", [PAPER_ENDGAME] = "endgame"};

/* --- Numbers ---------------------------------------------------------------------------------- */

enum {
    ATTACK,
    DEFENCE,
    BOARD, /* the first of board, and so on */
    KINDS = SHOGI_KINDS - 1,
    BOARD_KINDS = KINDS - 1, /* kings have no worth, nor a place */
    HAND_KINDS = SHOGI_HAND_KINDS - 1,
    HAND = BOARD + PAPER_PARTS * BOARD_KINDS,
    BESIDE = HAND + PAPER_PARTS * HAND_KINDS,
    BESIDE_TERMS = KINDS * (KINDS + 1) / 2, /* the lesser kind first */
    AHEAD = BESIDE + BESIDE_TERMS,
    SLANT = AHEAD + KINDS * KINDS,
    OWN = SLANT + KINDS * KINDS,
    TABLE = PAPER_ROWS * PAPER_COLUMNS,
    ENEMY = OWN + BOARD_KINDS * TABLE,
    ALL = ENEMY + BOARD_KINDS * TABLE,
};
_Static_assert(ALL <= 1 << 13, "term_spool.c keeps a term in 13 bits");

/* Kinds but the king, from 0, and back. */
static inline uint32_t slot_of(int kind)
{
    return (uint32_t)(kind < SHOGI_KING ? kind - SHOGI_PAWN : kind - SHOGI_PAWN - 1);
}

static int kind_in(uint32_t slot)
{
    int kind = (int)slot + SHOGI_PAWN;
    return kind < SHOGI_KING ? kind : kind + 1;
}

static inline uint32_t pair_term(enum paper_relation relation, int first, int second)
{
    uint32_t a = (uint32_t)(first - SHOGI_PAWN), b = (uint32_t)(second - SHOGI_PAWN);
    if (relation == PAPER_BESIDE)
        return a < b ? BESIDE + b * (b + 1) / 2 + a : BESIDE + a * (a + 1) / 2 + b;
    return (relation == PAPER_AHEAD ? AHEAD : SLANT) + a * KINDS + b;
}

static inline uint32_t place_term(enum paper_king king, int kind, int row, int column)
{
    return (king == PAPER_OWN ? OWN : ENEMY) + slot_of(kind) * TABLE +
           (uint32_t)(row * PAPER_COLUMNS + column);
}

uint32_t paper_term_count(enum paper_terms set)
{
    return set == PAPER_TERMS_ALL ? ALL : set == PAPER_TERMS_MATERIAL ? BESIDE : BOARD;
}

enum paper_phase paper_term_phase(uint32_t term)
{
    if (term < BOARD)
        return PAPER_IN_DIFFERENCE;
    if (term < BESIDE) /* opening and endgame take turns */
        return (term - BOARD) % PAPER_PARTS == PAPER_OPENING ? PAPER_IN_OPENING : PAPER_IN_ENDGAME;
    return term < OWN ? PAPER_IN_OPENING : PAPER_IN_ENDGAME;
}

/* --- Names and weights ------------------------------------------------------------------------ */

static void find_pair(uint32_t term, enum paper_relation *relation, int *first, int *second)
{
    uint32_t a = 0, b = 0;
    if (term < AHEAD) {
        *relation = PAPER_BESIDE;
        while ((b + 1) * (b + 2) / 2 <= term - BESIDE)
            b++;
        a = term - BESIDE - b * (b + 1) / 2;
    } else {
        *relation = term < SLANT ? PAPER_AHEAD : PAPER_SLANT;
        a = (term - (term < SLANT ? AHEAD : SLANT)) / KINDS;
        b = (term - (term < SLANT ? AHEAD : SLANT)) % KINDS;
    }
    *first = (int)a + SHOGI_PAWN;
    *second = (int)b + SHOGI_PAWN;
}

static void find_place(uint32_t term, enum paper_king *king, int *kind, int *row, int *column)
{
    *king = term < ENEMY ? PAPER_OWN : PAPER_ENEMY;
    uint32_t at = term - (term < ENEMY ? OWN : ENEMY);
    *kind = kind_in(at / TABLE);
    *row = (int)(at % TABLE / PAPER_COLUMNS);
    *column = (int)(at % PAPER_COLUMNS);
}

void paper_term_name(uint32_t term, char name[EVAL_NAME_BYTES])
{
    enum paper_relation relation;
    enum paper_king king;
    int a, b, row, column;
    if (term < BOARD) {
        snprintf(name, EVAL_NAME_BYTES, "%s", term == ATTACK ? "attack" : "defence");
    } else if (term < BESIDE) {
        bool hand = term >= HAND;
        uint32_t at = term - (hand ? HAND : BOARD);
        snprintf(name, EVAL_NAME_BYTES, "%s.%s.%s", hand ? "hand" : "board",
                 eval_kind_names[kind_in(at / PAPER_PARTS)], PART_NAMES[at % PAPER_PARTS]);
    } else if (term < OWN) {
        find_pair(term, &relation, &a, &b);
        snprintf(name, EVAL_NAME_BYTES, "%s.%s.%s", paper_relation_names[relation],
                 eval_kind_names[a], eval_kind_names[b]);
    } else {
        find_place(term, &king, &a, &row, &column);
        snprintf(name, EVAL_NAME_BYTES, "%s.%s.%+d.%d", paper_king_names[king], eval_kind_names[a],
                 PAPER_ROWS / 2 - row, column);
    }
}

int16_t *paper_term_weight(struct paper *paper, uint32_t term)
{
    enum paper_relation relation;
    enum paper_king king;
    int a, b, row, column;
    if (term < BOARD)
        return term == ATTACK ? &paper->attack : &paper->defence;
    if (term < BESIDE) {
        bool hand = term >= HAND;
        uint32_t at = term - (hand ? HAND : BOARD), part = at % PAPER_PARTS;
        int kind = kind_in(at / PAPER_PARTS);
        return hand ? &paper->hand[part][kind] : &paper->board[part][kind];
    }
    if (term < OWN) {
        find_pair(term, &relation, &a, &b);
        return &paper->pair[relation][a][b];
    }
    find_place(term, &king, &a, &row, &column);
    return &paper->place[king][a][row][column];
}

/* --- Counting --------------------------------------------------------------------------------- */

struct paper_tally {
    int8_t count[(ALL + 63) / 64 * 64];
    uint64_t touched[(ALL + 63) / 64];
};

static inline void tally_add(struct paper_tally *t, uint32_t term, int by)
{
    t->count[term] = (int8_t)(t->count[term] + by);
    t->touched[term / 64] |= 1ULL << term % 64;
}

static inline int sign_of(int color)
{
    return color == SHOGI_BLACK ? 1 : -1;
}

/* A number of pieces, on the board or in hand: worth something in both parts. */
static void tally_material(struct paper_tally *t, uint32_t first, int count)
{
    for (uint32_t part = 0; part < PAPER_PARTS && count; part++)
        tally_add(t, first + part, count);
}

static void tally_board(struct paper_tally *t, const struct shogi_pos *pos)
{
    int count[SHOGI_KINDS] = {0};
    for (int color = 0; color < 2; color++)
        BB_EACH(square, pos->bb[color][SHOGI_ALL])
        {
            count[shogi_kind_of(pos->board[square])] += sign_of(color);
        }
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        if (kind != SHOGI_KING)
            tally_material(t, BOARD + PAPER_PARTS * slot_of(kind), count[kind]);
}

/* Each of `seconds` has a first `away` from it. */
static inline void tally_relation(struct paper_tally *t, const struct shogi_pos *pos,
                                  struct shogi_bb seconds, int away, enum paper_relation relation,
                                  int sign)
{
    BB_EACH(square, seconds)
    {
        tally_add(t,
                  pair_term(relation, shogi_kind_of(pos->board[square + away]),
                            shogi_kind_of(pos->board[square])),
                  sign);
    }
}

/* Shifting a colour's pieces finds all that have a neighbour in that direction at once. */
static void tally_pairs(struct paper_tally *t, const struct shogi_pos *pos, int color)
{
    struct shogi_bb own = pos->bb[color][SHOGI_ALL];
    struct shogi_bb behind = color == SHOGI_BLACK ? bb_down(own) : bb_up(own);
    int sign = sign_of(color), file = shogi_square(2, 1) - shogi_square(1, 1);
    tally_relation(t, pos, bb_and(own, bb_left(own)), -file, PAPER_BESIDE, sign);
    tally_relation(t, pos, bb_and(own, behind), -sign, PAPER_AHEAD, sign);
    tally_relation(t, pos, bb_and(own, bb_left(behind)), -file - sign, PAPER_SLANT, sign);
    tally_relation(t, pos, bb_and(own, bb_right(behind)), file - sign, PAPER_SLANT, sign);
}

/* Of all pieces of a colour, from one king. */
static void tally_places(struct paper_tally *t, const struct shogi_pos *pos, int color, int king,
                         enum paper_king whose)
{
    if (king < 0)
        return;
    BB_EACH(square, bb_minus(pos->bb[color][SHOGI_ALL], pos->bb[color][SHOGI_CLASS_KING]))
    {
        tally_add(t,
                  place_term(whose, shogi_kind_of(pos->board[square]),
                             paper_row(color, king, square), paper_column(king, square)),
                  sign_of(color));
    }
}

static size_t tally_list(const struct paper_tally *t, struct paper_count *out)
{
    size_t n = 0;
    for (uint32_t word = 0; word < sizeof t->touched / sizeof *t->touched; word++)
        for (uint64_t left = t->touched[word]; left; left &= left - 1) {
            uint32_t term = word * 64 + (uint32_t)__builtin_ctzll(left);
            out[n] = (struct paper_count){(uint16_t)term, t->count[term]};
            n += t->count[term] != 0;
        }
    return n;
}

size_t paper_counts(enum advance_rule rule, enum paper_terms set, const struct shogi_pos *pos,
                    struct paper_count *out, int *whole)
{
    struct paper_tally t = {0};
    struct advance a;
    advance_by(rule, pos, &a);
    *whole = a.whole;
    tally_add(&t, ATTACK, a.attack[0] - a.attack[1]);
    tally_add(&t, DEFENCE, a.defence[0] - a.defence[1]);
    if (set >= PAPER_TERMS_MATERIAL) {
        tally_board(&t, pos);
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            tally_material(&t, HAND + PAPER_PARTS * slot_of(kind),
                           shogi_hand(pos, 0, kind) - shogi_hand(pos, 1, kind));
    }
    for (int color = 0; color < 2 && set == PAPER_TERMS_ALL; color++) {
        tally_pairs(&t, pos, color);
        tally_places(&t, pos, color, shogi_king_square(pos, color), PAPER_OWN);
        tally_places(&t, pos, color, shogi_king_square(pos, color ^ 1), PAPER_ENEMY);
    }
    return tally_list(&t, out);
}

void paper_factors(int whole, float factor[PAPER_PHASES])
{
    factor[PAPER_IN_OPENING] = (float)(ADVANCE_ONE - whole) / ADVANCE_ONE;
    factor[PAPER_IN_ENDGAME] = (float)whole / ADVANCE_ONE;
    factor[PAPER_IN_DIFFERENCE] = (float)whole / (ADVANCE_ONE * ADVANCE_ONE);
}

size_t paper_coefficients(enum advance_rule rule, enum paper_terms set, const struct shogi_pos *pos,
                          struct paper_coefficient *out)
{
    struct paper_count counts[PAPER_MOST_COEFFICIENTS];
    float factor[PAPER_PHASES];
    int whole;
    size_t n = paper_counts(rule, set, pos, counts, &whole);
    paper_factors(whole, factor);
    for (size_t i = 0; i < n; i++)
        out[i] = (struct paper_coefficient){
            counts[i].term, (float)counts[i].count * factor[paper_term_phase(counts[i].term)]};
    return n;
}
