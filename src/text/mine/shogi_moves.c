/* shogi_moves.c: a game of shogi as the moves themselves, each as its player sees the board.
 *
 *     15     14        13 … 7          6 … 0
 *     [drop][promotes][from, or kind ][to    ]      the sixteen bits of shogi.h, plus 1;
 *                                                   White's squares turned round: 3c3d is 7g7f
 *
 * Shogi has no symmetries to be rid of but this one, and squares mean something: a sequence is
 * played where it is played.  So one that begins with White's move is the same string as one that
 * begins with Black's, and what is found are exchanges, attacks and defences as well as openings.
 * A sentence is a game; handicap games, in which the players do not see the same, are left out. */
#include "games/shogi/shogi.h"
#include "text/mine/encodings.h"

enum { ALPHABET = 1 + (1 << 16), SQUARES = 81 };

static uint32_t symbol_of(shogi_move m, int turn)
{
    if (turn == SHOGI_BLACK)
        return 1 + (uint32_t)m;
    int to = SQUARES - 1 - shogi_move_to(m);
    if (shogi_move_is_drop(m))
        return 1 + (uint32_t)shogi_drop_make(shogi_move_kind(m), to);
    return 1 +
           (uint32_t)shogi_move_make(SQUARES - 1 - shogi_move_from(m), to, shogi_move_promotes(m));
}

static enum status encode(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err)
{
    static const struct msg NO_MOVE = {"illegal move", "指せない手があります"};
    (void)e;
    if (shogi_game.rules.handicap(in->start) != 0)
        return STATUS_OK;
    int turn = shogi_turn(in->start);
    enum status status = corpus_begin(out, in->line, 0, err);
    for (uint32_t ply = 0; ply < in->count && status == STATUS_OK; ply++, turn = !turn) {
        shogi_move m = (shogi_move)in->moves[ply];
        if (shogi_move_to(m) >= SQUARES ||
            (!shogi_move_is_drop(m) && shogi_move_from(m) >= SQUARES))
            return err_plain(err, STATUS_SYNTAX, &NO_MOVE);
        status = corpus_add(out, symbol_of(m, turn), ply, err);
    }
    return status;
}

static void print(uint32_t symbol, struct buf *out)
{
    shogi_usi_print((shogi_move)(symbol - 1), out);
}

const struct encoding shogi_moves_encoding = {
    .name = "moves",
    .title = {"shogi moves as the player sees them", "将棋の指し手（指す側から見たもの）"},
    .game = &shogi_game,
    .usual = true,
    .gapless = true,
    .ordered = true,
    .alphabet = ALPHABET,
    .method = "msfp",
    .encode = encode,
    .print = print,
};
