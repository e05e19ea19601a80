/* fuzz_sfen.c: any bytes as a position.  What is accepted must print, read back as the same
 * position, and stand up to move generation and a few plies of play. */
#include <stdlib.h>

#include "games/shogi/shogi.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_text(const struct shogi_pos *pos, unsigned ply)
{
    struct buf out;
    struct shogi_pos again;
    unsigned ply_again;
    buf_init(&out, 1000);
    shogi_sfen_print(pos, ply, &out);
    require(shogi_sfen_parse(&again, buf_span(&out), SHOGI_SFEN_STRICT, &ply_again, NULL) ==
            STATUS_OK);
    require(ply == ply_again && shogi_pos_equal(pos, &again) &&
            shogi_hash(pos) == shogi_hash(&again));
    buf_release(&out);
}

static void play_on(struct shogi_pos pos, uint64_t seed)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    for (int ply = 0; ply < 8; ply++) {
        struct shogi_undo undo;
        int n = shogi_legal_moves(&pos, moves);
        require(n == shogi_count_legal_moves(&pos));
        if (n == 0)
            return;
        seed = seed * UINT64_C(6364136223846793005) + 1;
        shogi_move m = moves[(seed >> 33) % (uint64_t)n];
        require(shogi_move_is_legal(&pos, m));
        shogi_play(&pos, m, &undo);
        require(shogi_pos_consistent(&pos));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int mode = SHOGI_SFEN_STRICT; mode <= SHOGI_SFEN_TOLERANT; mode++) {
        struct shogi_pos pos;
        struct err err;
        unsigned ply;
        struct span text = span_make((const char *)data, size);
        if (shogi_sfen_parse(&pos, text, (enum shogi_sfen_mode)mode, &ply, &err) != STATUS_OK)
            continue;
        check_text(&pos, ply);
        play_on(pos, shogi_hash(&pos));
        shogi_declare_27(&pos);
        shogi_declare_24(&pos);
        shogi_pos_which_handicap(&pos);
    }
    return 0;
}
