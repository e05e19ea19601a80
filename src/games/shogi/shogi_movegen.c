/* shogi_movegen.c: move generation for any processor, and the choice between this and the others. */
#include "base/cpu.h"

#define CORE(name) name##_base
#include "games/shogi/shogi_movegen_core.h"
/* behind it */
#include "games/shogi/shogi_checks_core.h"
#include "games/shogi/shogi_mate_core.h"
#include "games/shogi/shogi_parts_core.h"

#if SHOGI_HAVE_V3
#define CHOOSE(call, ...)                                                                          \
    (cpu_level() >= CPU_V3 ? call##_v3(__VA_ARGS__) : call##_base(__VA_ARGS__))
#else
#define CHOOSE(call, ...) call##_base(__VA_ARGS__)
#endif

int shogi_legal_moves(const struct shogi_pos *pos, shogi_move *out)
{
    return CHOOSE(shogi_list_moves, pos, out);
}

int shogi_check_moves(const struct shogi_pos *pos, shogi_move *out)
{
    return CHOOSE(shogi_list_checks, pos, out);
}

int shogi_capture_moves(const struct shogi_pos *pos, shogi_move *out)
{
    return CHOOSE(shogi_list_captures, pos, out);
}

int shogi_quiet_moves(const struct shogi_pos *pos, shogi_move *out)
{
    return CHOOSE(shogi_list_quiets, pos, out);
}

int shogi_count_legal_moves(const struct shogi_pos *pos)
{
    return CHOOSE(shogi_count_moves, pos);
}

int shogi_count_few_moves(const struct shogi_pos *pos, int most)
{
    return CHOOSE(shogi_count_few, pos, most);
}

int shogi_count_ways_out(const struct shogi_pos *pos, int most)
{
    return CHOOSE(shogi_count_ways_out, pos, most);
}

bool shogi_has_no_move(const struct shogi_pos *pos)
{
    return !CHOOSE(shogi_any_move, pos);
}

shogi_move shogi_mate_in_one(const struct shogi_pos *pos)
{
    return CHOOSE(shogi_mate_move, pos);
}

static int clamp_depth(int depth)
{
    return depth > SHOGI_PERFT_MAX_DEPTH ? SHOGI_PERFT_MAX_DEPTH : depth;
}

uint64_t shogi_perft(struct shogi_pos *pos, int depth)
{
    return CHOOSE(shogi_perft, pos, clamp_depth(depth));
}

uint64_t shogi_perft_make_leaves(struct shogi_pos *pos, int depth)
{
    return CHOOSE(shogi_perft_play, pos, clamp_depth(depth));
}
