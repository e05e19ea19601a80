/* bod.h: reads and prints BOD, the text diagrams of positions of Kakinoki's programs.
 *
 *     後手の持駒：飛　歩二　
 *       ９ ８ ７ ６ ５ ４ ３ ２ １
 *     +---------------------------+
 *     |v香v桂 ・ ・ ・ ・ ・v桂v香|一
 *       …
 *     +---------------------------+
 *     先手の持駒：なし
 *     手数＝171  ▲６二角成  まで
 *     後手番
 *
 * A file may hold nothing else, and a KIF or KI2 record begins with one if its start position has
 * no name. */
#ifndef KIFU_FORMATS_SHOGI_BOD_H
#define KIFU_FORMATS_SHOGI_BOD_H

#include "base/buf.h"
#include "base/span.h"
#include "games/shogi/shogi.h"

/* A diagram being read, line by line in any order. */
struct bod {
    struct shogi_pos pos; /* not finished: see shogi_pos_finish */
    int rows;             /* rows of the board read so far */
    bool has_hand[2];
    int turn;         /* side to move, -1: not given */
    unsigned ply;     /* 手数＝ */
    int last_to;      /* where that move went, -1: not given */
    bool expects_row; /* a line of files was just seen: rows may come without a frame */
};

void bod_clear(struct bod *b);
/* Whether any part of a diagram was read. */
static inline bool bod_any(const struct bod *b)
{
    return b->rows || b->has_hand[0] || b->has_hand[1];
}

enum bod_line {
    BOD_NONE, /* not a line of a diagram: nothing changed */
    BOD_READ,
    BOD_BAD,   /* a line of a diagram that can't be read */
    BOD_AGAIN, /* a line that this diagram already has: another one begins; nothing changed */
};

/* Takes one line without blanks in front: a row, a frame, the line of files, a side to move or
 * 手数＝.  Hands are header lines, see below. */
enum bod_line bod_read_line(struct bod *b, struct span line);
/* Takes a header line if its key is that of a hand (先手の持駒 …). */
enum bod_line bod_read_hand(struct bod *b, struct span key, struct span value);
/* The side that a word for it names (先手 下手 後手 上手 at the front of *s, removed), or -1. */
int bod_eat_side(struct span *s);

/* What a diagram shows besides the position. */
struct bod_caption {
    unsigned ply;     /* 手数＝, 0: none */
    struct span last; /* last move with its mark, empty: none; only with ply */
    bool with_side;   /* also 先手番 when Black is to move */
    const char *eol;  /* "\n" or "\r\n" */
};
void bod_print(const struct shogi_pos *pos, const struct bod_caption *caption, struct buf *out);

#endif
