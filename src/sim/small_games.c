/* small_games.c: see small_games.h. */
#include "sim/small_games.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "games/shogi/shogi.h"
#include "sim/small_chess.h"

const struct small_row small_rows[SMALL_GAMES] = {
    [SMALL_HEIAN] = {"heian", {"heian shogi", "平安将棋"}, 24.0, 213.7, 87.12, 0.0229},
    [SMALL_HEIAN_BIG] = {"heian+big",
                         {"heian shogi with rook and bishop", "平安将棋＋大駒"},
                         29.5,
                         268.8,
                         84.60,
                         0.0202},
    [SMALL_HEIAN_DROPS] =
        {"heian+drops", {"heian shogi with drops", "平安将棋＋持駒"}, 41.5, 343.8, 46.14, 0.0187},
    [SMALL_SHOGI] = {"shogi", {"shogi", "将棋"}, 53.0, 408.2, 17.76, 0.0178},
    [SMALL_CHESS] = {"chess", {"chess", "チェス"}, 0, 0, 0, 0},
    [SMALL_CHATURANGA] =
        {"chaturanga2", {"two-handed chaturanga", "二人制チャトランガ"}, 0, 0, 0, 0},
};

/* What one game was like. */
struct course {
    unsigned plies;
    bool drawn;
    double moves;
};

/* Has the last of these keys been there so many times before? */
static bool repeats(const uint64_t *keys, unsigned last, unsigned times)
{
    for (unsigned i = 0; i < last && times; i++)
        times -= keys[i] == keys[last];
    return times == 0;
}

/* --- Shogi and its forerunners ---------------------------------------------------------------- */

static const char HEIAN[] = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1";

/* What was taken does not come back.  The position was legal before, and is without a hand. */
static bool empty_hands(struct shogi_pos *pos)
{
    for (int colour = 0; colour < 2; colour++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
            shogi_pos_set_hand(pos, colour, kind, 0);
    return shogi_pos_finish(pos, NULL) == STATUS_OK;
}

static struct course play_shogi(enum small_game game, struct rng *rng)
{
    struct course c = {.drawn = true};
    uint64_t keys[SMALL_MAX_PLIES];
    struct shogi_pos pos;
    bool big = game == SMALL_SHOGI || game == SMALL_HEIAN_BIG;
    bool drops = game == SMALL_SHOGI || game == SMALL_HEIAN_DROPS;
    shogi_pos_start(&pos);
    if (!big && shogi_sfen_parse(&pos, span_of(HEIAN), SHOGI_SFEN_STRICT, NULL, NULL) != STATUS_OK)
        return c;
    for (; c.plies < SMALL_MAX_PLIES; c.plies++) {
        shogi_move moves[SHOGI_MAX_MOVES];
        struct shogi_undo undo;
        keys[c.plies] = shogi_hash(&pos);
        if (repeats(keys, c.plies, 3))
            return c;
        int n = shogi_legal_moves(&pos, moves);
        if (n == 0) {
            c.drawn = false;
            return c;
        }
        c.moves += n;
        shogi_move m = moves[rng_below(rng, (uint64_t)n)];
        bool takes = !shogi_move_is_drop(m) && shogi_piece_at(&pos, shogi_move_to(m));
        shogi_play(&pos, m, &undo);
        if (takes && !drops && !empty_hands(&pos))
            return c;
    }
    return c;
}

/* --- Chess and two-handed chaturanga ---------------------------------------------------------- */

/* FNV-1a of what makes a position. */
static uint64_t key_of(const struct small_board *b)
{
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < 64; i++)
        key = (key ^ (uint8_t)b->squares[i]) * UINT64_C(0x100000001b3);
    key = (key ^ (b->black | (unsigned)b->castling << 1)) * UINT64_C(0x100000001b3);
    return (key ^ b->passed) * UINT64_C(0x100000001b3);
}

static struct course play_chess(enum small_game game, struct rng *rng)
{
    enum { FIFTY_MOVES = 100 };
    struct course c = {.drawn = true};
    uint64_t keys[SMALL_MAX_PLIES];
    struct small_board b;
    if (game == SMALL_CHESS)
        small_chess_start(&b);
    else
        small_chaturanga_start(&b);
    for (; c.plies < SMALL_MAX_PLIES; c.plies++) {
        struct small_move moves[SMALL_MAX_MOVES];
        keys[c.plies] = key_of(&b);
        if (repeats(keys, c.plies, b.chess ? 2 : 3) || small_is_dead(&b))
            return c;
        int n = small_moves(&b, moves);
        if (n == 0) {
            c.drawn = !small_in_check(&b);
            return c;
        }
        if (b.chess && b.quiet >= FIFTY_MOVES)
            return c;
        c.moves += n;
        small_play(&b, moves[rng_below(rng, (uint64_t)n)]);
    }
    return c;
}

/* --- Sums ------------------------------------------------------------------------------------- */

bool small_games_play(enum small_game game, uint64_t first, uint64_t n, uint64_t seed,
                      const atomic_bool *stop, struct small_sums *sums)
{
    for (uint64_t i = first; i < first + n; i++) {
        struct rng rng;
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return false;
        rng_seed_stream(&rng, seed, i);
        struct course c = game < SMALL_CHESS ? play_shogi(game, &rng) : play_chess(game, &rng);
        double plies = c.plies;
        sums->games++;
        sums->draws += c.drawn;
        sums->plies += plies;
        sums->plies_squares += plies * plies;
        sums->moves += c.moves;
        sums->moves_squares += c.moves * c.moves;
        sums->moves_plies += c.moves * plies;
        if (!c.drawn) {
            sums->decided += plies;
            sums->decided_moves += c.moves;
            sums->decided_squares += plies * plies;
        }
    }
    return true;
}

/* Of n values with these sums. */
static struct small_figure mean_of(double sum, double squares, double n)
{
    if (n < 2)
        return (struct small_figure){n > 0 ? sum : 0, 0};
    double mean = sum / n, variance = (squares - sum * mean) / (n - 1);
    return (struct small_figure){mean, sqrt(variance > 0 ? variance / n : 0)};
}

void small_games_figures(const struct small_sums *s, struct small_figures *out)
{
    *out = (struct small_figures){0};
    double n = (double)s->games, draws = (double)s->draws;
    if (n < 1 || s->plies < 1)
        return;
    double b = s->moves / s->plies;
    /* A ratio of two sums over games: what is left of each game's moves beyond b for each ply. */
    double left = s->moves_squares - 2 * b * s->moves_plies + b * b * s->plies_squares;
    out->moves = (struct small_figure){b, sqrt(left > 0 ? left : 0) / s->plies};
    out->length = mean_of(s->plies, s->plies_squares, n);
    out->decided = mean_of(s->decided, s->decided_squares, n - draws);
    out->draws = mean_of(draws, draws, n);
    out->draws.value *= 100;
    out->draws.error *= 100;
    out->index = sqrt(b) / out->length.value;
    if (s->decided < 1)
        return;
    out->decided_moves = s->decided_moves / s->decided;
    out->index_decided = sqrt(out->decided_moves) / out->decided.value;
}
