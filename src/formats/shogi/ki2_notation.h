/* ki2_notation.h: parses and prints moves in the notation of Japanese books.
 *
 *     ７六歩   同　銀左上成   ５五角打   ３三桂不成   and KIF's  ７六歩(77)
 *
 * The text names a square, a piece and, where several pieces of that kind could go there, words
 * that distinguish them.  Which words are needed depends on the position, so both directions need
 * one: printing picks the words, resolving finds the one move that they leave. */
#ifndef KIFU_FORMATS_SHOGI_KI2_NOTATION_H
#define KIFU_FORMATS_SHOGI_KI2_NOTATION_H

#include "base/buf.h"
#include "base/span.h"
#include "games/shogi/shogi.h"

enum ki2_word {
    KI2_LEFT = 1 << 0,     /* 左: comes from the mover's left */
    KI2_STRAIGHT = 1 << 1, /* 直: one square straight ahead */
    KI2_RIGHT = 1 << 2,    /* 右 */
    KI2_UP = 1 << 3,       /* 上, 行 */
    KI2_SIDE = 1 << 4,     /* 寄 */
    KI2_BACK = 1 << 5,     /* 引 */
    KI2_PROMOTE = 1 << 6,  /* 成 */
    KI2_STAY = 1 << 7,     /* 不成, 生 */
    KI2_DROP = 1 << 8,     /* 打 */
};

/* A move as the text names it. */
struct ki2_move {
    int to;         /* square */
    int kind;       /* of the piece before moving */
    int from;       /* square in KIF's brackets, -1: none; SHOGI_SQUARES: brackets, but no square */
    unsigned words; /* enum ki2_word */
};

enum ki2_parsed {
    KI2_NO_MOVE, /* does not begin with a square or 同: nothing was eaten */
    KI2_BAD,     /* begins like a move and does not go on like one */
    KI2_MOVE,
};

/* Reads one move at the front of *s and removes it.  last_to is what 同 means, -1: nothing. */
enum ki2_parsed ki2_parse_move(struct span *s, int last_to, struct ki2_move *out);
/* Removes one of ▲ △ ▼ ▽ ☗ ☖ from the front.  The colour, or -1. */
int ki2_eat_mark(struct span *s);
/* Removes blanks of all kinds (ASCII, tab, U+3000, U+FEFF) from the front. */
static inline void ki2_eat_blanks(struct span *s)
{
    for (;;) {
        if (s->n && (s->p[0] == ' ' || s->p[0] == '\t'))
            *s = span_make(s->p + 1, s->n - 1);
        else if (s->n >= 3 && s->p[0] == '\xE3' && s->p[1] == '\x80' && s->p[2] == '\x80')
            *s = span_make(s->p + 3, s->n - 3);
        else if (s->n >= 3 && s->p[0] == '\xEF' && s->p[1] == '\xBB' && s->p[2] == '\xBF')
            *s = span_make(s->p + 3, s->n - 3);
        else
            return;
    }
}

/* The move that the text means: a drop only if it says so or nothing on the board fits.  馬 is also
 * taken for 角成 if no horse can be meant, and 角 for 馬 if the square it comes from is given.  0
 * if there is none, or more than one.  What is returned may still be illegal (left in check). */
shogi_move ki2_resolve_move(const struct shogi_pos *pos, const struct ki2_move *m);

/* The pieces move so, but a rule forbids it: two pawns, a king left in check, a dead end.  False
 * for moves that no piece could make. */
bool ki2_is_foul(const struct shogi_pos *pos, shogi_move m);

/* The words that m needs, 成, 不成 and 打 among them.  m must be legal. */
unsigned ki2_words_of_move(const struct shogi_pos *pos, shogi_move m);
/* "▲" for Black, "△" for White. */
const char *ki2_mark(int color);
/* Appends "７六歩", "同　銀左上成": without mark.  last_to as above. */
void ki2_print_move(const struct shogi_pos *pos, shogi_move m, int last_to, struct buf *out);
/* Appends the square, or 同　, and the piece alone: what KIF writes before 成, 打 or (77). */
void ki2_print_square_and_piece(const struct shogi_pos *pos, shogi_move m, int last_to,
                                struct buf *out);

#endif
