/* shogi_movegen.h: declarations of the two compilations of shogi_movegen_core.h. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_MOVEGEN_H
#define KIFU_GAMES_SHOGI_SHOGI_MOVEGEN_H

#include "games/shogi/shogi.h"

#pragma GCC visibility push(hidden)

int shogi_count_moves_base(const struct shogi_pos *pos);
int shogi_count_few_base(const struct shogi_pos *pos, int most);
int shogi_count_ways_out_base(const struct shogi_pos *pos, int most);
bool shogi_any_move_base(const struct shogi_pos *pos);
int shogi_list_moves_base(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_checks_base(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_captures_base(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_quiets_base(const struct shogi_pos *pos, shogi_move *out);
shogi_move shogi_mate_move_base(const struct shogi_pos *pos);
uint64_t shogi_perft_base(struct shogi_pos *pos, int depth);
uint64_t shogi_perft_play_base(struct shogi_pos *pos, int depth);

#if defined(__x86_64__)
#define SHOGI_HAVE_V3 1
int shogi_count_moves_v3(const struct shogi_pos *pos);
int shogi_count_few_v3(const struct shogi_pos *pos, int most);
int shogi_count_ways_out_v3(const struct shogi_pos *pos, int most);
bool shogi_any_move_v3(const struct shogi_pos *pos);
int shogi_list_moves_v3(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_checks_v3(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_captures_v3(const struct shogi_pos *pos, shogi_move *out);
int shogi_list_quiets_v3(const struct shogi_pos *pos, shogi_move *out);
shogi_move shogi_mate_move_v3(const struct shogi_pos *pos);
uint64_t shogi_perft_v3(struct shogi_pos *pos, int depth);
uint64_t shogi_perft_play_v3(struct shogi_pos *pos, int depth);
#else
#define SHOGI_HAVE_V3 0
#endif

#pragma GCC visibility pop

#endif
