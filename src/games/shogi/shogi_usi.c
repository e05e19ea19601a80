/* shogi_usi.c: moves as USI writes them: 7g7f, 8h2b+, P*5e. */
#include "games/shogi/shogi.h"

static bool parse_square(const char *p, int *square)
{
    if (p[0] < '1' || p[0] > '9' || p[1] < 'a' || p[1] > 'i')
        return false;
    *square = shogi_square(p[0] - '0', p[1] - 'a' + 1);
    return true;
}

static int parse_kind(char c)
{
    static const char LETTERS[] = "PLNSBRG";
    const char *found = c ? strchr(LETTERS, c) : NULL;
    return found ? (int)(found - LETTERS) + SHOGI_PAWN : SHOGI_NONE;
}

bool shogi_usi_parse(struct span text, shogi_move *out)
{
    int from;
    int to;
    if (text.n != 4 && !(text.n == 5 && text.p[4] == '+'))
        return false;
    if (!parse_square(text.p + 2, &to))
        return false;
    if (text.p[1] == '*') {
        int kind = parse_kind(text.p[0]);
        if (kind == SHOGI_NONE || text.n != 4)
            return false;
        *out = shogi_drop_make(kind, to);
        return true;
    }
    if (!parse_square(text.p, &from))
        return false;
    *out = shogi_move_make(from, to, text.n == 5);
    return true;
}

static void print_square(int square, struct buf *out)
{
    buf_add_char(out, (char)('0' + shogi_file_of(square)));
    buf_add_char(out, (char)('a' + shogi_rank_of(square) - 1));
}

void shogi_usi_print(shogi_move m, struct buf *out)
{
    if (shogi_move_is_drop(m)) {
        buf_add_char(out, "?PLNSBRG"[shogi_move_kind(m) & 7]);
        buf_add_char(out, '*');
    } else {
        print_square(shogi_move_from(m), out);
    }
    print_square(shogi_move_to(m), out);
    if (shogi_move_promotes(m))
        buf_add_char(out, '+');
}
