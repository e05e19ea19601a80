/* shogi_positions.c: prints random positions with their legal moves, for perft-fairy.sh.
 *
 *   sfen SFEN
 *   7g7f            a legal move
 *   P*1b mate       illegal only because it mates by a dropped pawn, as the naive rules find
 */
#include <stdio.h>
#include <stdlib.h>

#include "shogi_naive.h"
#include "shogi_random.h"

/* Pawn drops that would be legal, did they not mate. */
static bool only_mates(const struct shogi_naive *naive, shogi_move m)
{
    struct shogi_naive after;
    return naive_try(naive, m, &after) && !naive_king_hangs(&after, naive->turn) &&
           !naive_is_legal(naive, m);
}

static void print_mates(const struct shogi_pos *pos, struct buf *out)
{
    struct shogi_naive naive = naive_of(pos);
    for (int to = 0; to < SHOGI_SQUARES; to++)
        if (only_mates(&naive, shogi_drop_make(SHOGI_PAWN, to))) {
            shogi_usi_print(shogi_drop_make(SHOGI_PAWN, to), out);
            buf_add_str(out, " mate\n");
        }
}

static void print_position(const struct shogi_pos *pos, struct buf *out)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves);
    buf_add_str(out, "sfen ");
    shogi_sfen_print(pos, 1, out);
    buf_add_char(out, '\n');
    for (int i = 0; i < n; i++) {
        shogi_usi_print(moves[i], out);
        buf_add_char(out, '\n');
    }
    print_mates(pos, out);
}

/* A few positions of our own first, so that pawn-drop mates are sure to occur. */
static const char *const FIXED[] = {
    "7nk/9/7G1/9/9/9/9/9/4K4 b P 1",
    "3nkn3/R7R/9/9/9/9/9/9/4K4 b P 1",
    "4k4/9/9/9/9/9/1g7/9/KN7 w p 1",
};
enum { N_FIXED = sizeof FIXED / sizeof FIXED[0] };

int main(int argc, char **argv)
{
    int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000;
    uint64_t seed = 20;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    for (int i = 0; i < n; i++) {
        struct shogi_pos pos;
        if (i < N_FIXED) {
            if (shogi_sfen_parse(&pos, span_of(FIXED[i]), SHOGI_SFEN_STRICT, NULL, NULL) != 0)
                return 1;
        } else if (i % 3) {
            random_game(&pos, &seed);
        } else {
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        }
        print_position(&pos, &out);
    }
    fputs(buf_cstr(&out), stdout);
    buf_release(&out);
    return 0;
}
