/* flow_keys.h: short sequences of moves as people see them: by where pieces go, not from where.
 *
 * A step is where a piece was put down and which, as the side sees it that plays the last move of
 * the sequence ("own"); for White the board is turned round.  Places are relative to a square:
 *
 *     moved        where the first step of the sequence went
 *     own-king     where the own king stands when the last move is chosen
 *     enemy-king   likewise the enemy's
 *
 *     two          his move, my answer
 *     three        mine, his, mine
 *     own-two      my move before, my move now, whatever he did between
 *
 * and each of these with or without a flag: does the last move take something?  That makes
 * FLOW_CLASSES rows of a table (flow_classes).  x grows with the files (to the left for Black), y
 * with the ranks (towards the own side): White pawn to 1-4, Black pawn to 1-3, kings on 8-8 and
 * 2-2:
 *
 *     moved (0,0,P),(0,-1,P)   own-king (-7,-4,P),(-7,-5,P)   enemy-king (-1,2,P),(-1,1,P)
 *
 * Kings count where they stand before the last move: a king that moves itself goes one step away
 * from there, (1,0,K), and a king whose move was the first of the sequence stands at (0,0) already.
 *
 * A piece is its kind after the move; a move that promotes is told from one by a piece that was
 * promoted already.  Drops are not told from moves. */
#ifndef KIFU_TEXT_FLOW_FLOW_KEYS_H
#define KIFU_TEXT_FLOW_FLOW_KEYS_H

#include "base/buf.h"
#include "base/err.h"
#include "games/game.h"
#include "games/shogi/shogi.h"

/* Are there such sequences of the game? */
bool flow_has_game(const struct game *game);

enum flow_length { FLOW_TWO, FLOW_THREE, FLOW_OWN_TWO, FLOW_LENGTHS };
enum flow_frame { FLOW_MOVED, FLOW_OWN_KING, FLOW_ENEMY_KING, FLOW_FRAMES };
enum { FLOW_CLASSES = FLOW_LENGTHS * FLOW_FRAMES * 2 };

struct flow_class {
    const char *name; /* "two/own-king/capture"; without the flag "two/own-king" */
    enum flow_length length;
    enum flow_frame frame;
    bool capture;
};
extern const struct flow_class flow_classes[FLOW_CLASSES];
/* FLOW_CLASSES if there is none of that name. */
unsigned flow_class_of(struct span name);

/* A move that was made. */
struct flow_step {
    uint8_t to, color;
    uint8_t piece; /* kind after the move; FLOW_PROMOTES more if it promotes */
    bool takes;
};
enum { FLOW_PROMOTES = 16, FLOW_NO_STEP = 255 /* of `to`: nothing, or not known */ };
struct flow_step flow_step_of(const struct shogi_pos *before, shogi_move m);

/* Equal sequences of a class have equal keys, others others; 0: there is none (too early, a king
 * missing: king < 0).  past[0] is the move before, past[1] the one before that.  The keys go into
 * files: they must never change. */
typedef uint64_t flow_key;
flow_key flow_key_of(unsigned class, const struct flow_step past[2], const struct flow_step *last,
                     int own_king, int enemy_king);
/* The class is in the key: those of different classes differ, too.  key is not 0. */
static inline unsigned flow_key_class(flow_key key)
{
    return (unsigned)(key >> 56) - 1;
}

/* "(-7,-4,P),(-7,-5,P)" and with the flag ",1" or ",0"; pieces as in SFEN, "+P" promoted already,
 * "P+" promoting. */
void flow_key_text(unsigned class, flow_key key, struct buf *out);
enum status flow_key_read(unsigned class, struct span text, flow_key *out,
                          struct err *err) CHECK_RESULT;

#endif
