/* small_games.c: see small_games.h. */
#include "sim/small_games.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/shogi/shogi.h"
#include "sim/heian.h"

const struct small_row small_rows[SMALL_GAMES] = {
    [SMALL_HEIAN_9X8] = {"heian-9x8",
                         {"heian shogi, 9 x 8 squares", "平安将棋（9×8）"},
                         24.0,
                         213.7,
                         87.12,
                         0.0229},
    [SMALL_HEIAN] =
        {"heian", {"heian shogi, 9 x 9 squares", "平安将棋（9×9）"}, 24.0, 213.7, 87.12, 0.0229},
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

/* --- Chess and two-handed chaturanga: rules --------------------------------------------------- */

enum { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8, NO_SQUARE = 64 };

static int file_of(int square)
{
    return square & 7;
}
static int rank_of(int square)
{
    return square >> 3;
}
static int sign_of(const struct small_board *b)
{
    return b->black ? -1 : 1;
}

/* --- Starts ----------------------------------------------------------------------------------- */

static void set_up(struct small_board *b, const int8_t officers[8])
{
    memset(b, 0, sizeof *b);
    b->passed = NO_SQUARE;
    for (int f = 0; f < 8; f++) {
        b->squares[f] = officers[f];
        b->squares[8 + f] = SMALL_PAWN;
        b->squares[48 + f] = -SMALL_PAWN;
        b->squares[56 + f] = (int8_t)-officers[f];
    }
}

void small_chess_start(struct small_board *b)
{
    static const int8_t OFFICERS[8] = {SMALL_ROOK, SMALL_KNIGHT, SMALL_BISHOP, SMALL_QUEEN,
                                       SMALL_KING, SMALL_BISHOP, SMALL_KNIGHT, SMALL_ROOK};
    set_up(b, OFFICERS);
    b->chess = 1;
    b->castling = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG;
}

void small_chaturanga_start(struct small_board *b)
{
    static const int8_t OFFICERS[8] = {SMALL_ROOK, SMALL_KNIGHT,   SMALL_ELEPHANT, SMALL_MANTRI,
                                       SMALL_KING, SMALL_ELEPHANT, SMALL_KNIGHT,   SMALL_ROOK};
    set_up(b, OFFICERS);
}

/* The board of a FEN; NULL if it can't be read, else what follows it. */
static const char *read_squares(struct small_board *b, const char *fen)
{
    static const char LETTERS[] = "?PNBRQK";
    int square = 56;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/') {
            square -= 16;
        } else if (*fen >= '1' && *fen <= '8') {
            square += *fen - '0';
        } else {
            const char *upper = strchr(LETTERS, *fen & ~32);
            if (!upper || square < 0 || square > 63)
                return NULL;
            int kind = (int)(upper - LETTERS);
            b->squares[square++] = (int8_t)(*fen & 32 ? -kind : kind);
        }
    }
    return fen;
}

bool small_chess_read(struct small_board *b, const char *fen)
{
    static const char CASTLES[] = "KQkq";
    memset(b, 0, sizeof *b);
    b->chess = 1;
    b->passed = NO_SQUARE;
    fen = read_squares(b, fen);
    if (!fen || fen[0] != ' ' || (fen[1] != 'w' && fen[1] != 'b') || fen[2] != ' ')
        return false;
    b->black = fen[1] == 'b';
    for (fen += 3; *fen && *fen != ' '; fen++)
        for (int i = 0; i < 4; i++)
            if (CASTLES[i] == *fen)
                b->castling |= (uint8_t)(1 << i);
    if (fen[0] == ' ' && fen[1] >= 'a' && fen[1] <= 'h' && fen[2] >= '1' && fen[2] <= '8')
        b->passed = (uint8_t)(fen[1] - 'a' + 8 * (fen[2] - '1'));
    return true;
}

/* What stands there, with its sign. */
static int piece_at(const struct small_board *b, int square)
{
    return b->squares[square]; // NOLINT(cert-str34-c): a small number, not a character
}

/* --- How pieces go ---------------------------------------------------------------------------- */

static bool clear_between(const struct small_board *b, int from, int to)
{
    int df = (file_of(to) > file_of(from)) - (file_of(to) < file_of(from));
    int dr = (rank_of(to) > rank_of(from)) - (rank_of(to) < rank_of(from));
    for (int s = from + df + 8 * dr; s != to; s += df + 8 * dr)
        if (b->squares[s])
            return false;
    return true;
}

/* Does the piece on one square attack the other? */
static bool attacks(const struct small_board *b, int from, int to)
{
    int piece = piece_at(b, from);
    int df = abs(file_of(to) - file_of(from)), rise = rank_of(to) - rank_of(from), dr = abs(rise);
    switch (abs(piece)) {
    case SMALL_PAWN:
        return df == 1 && rise == (piece > 0 ? 1 : -1);
    case SMALL_KNIGHT:
        return df * dr == 2;
    case SMALL_BISHOP:
        return df == dr && df && clear_between(b, from, to);
    case SMALL_ROOK:
        return !df != !dr && clear_between(b, from, to);
    case SMALL_QUEEN:
        return (df == dr ? df != 0 : !df || !dr) && clear_between(b, from, to);
    case SMALL_KING:
        return df <= 1 && dr <= 1 && df + dr;
    case SMALL_MANTRI:
        return df == 1 && dr == 1;
    case SMALL_ELEPHANT:
        return df == 2 && dr == 2;
    default:
        return false;
    }
}

/* Does a piece of that sign attack the square? */
static bool is_attacked(const struct small_board *b, int square, int sign)
{
    for (int from = 0; from < 64; from++)
        if (b->squares[from] * sign > 0 && attacks(b, from, square))
            return true;
    return false;
}

static bool king_hangs(const struct small_board *b, int sign)
{
    for (int s = 0; s < 64; s++)
        if (b->squares[s] == sign * SMALL_KING)
            return is_attacked(b, s, -sign);
    return false;
}

bool small_in_check(const struct small_board *b)
{
    return king_hangs(b, sign_of(b));
}

/* --- Playing ---------------------------------------------------------------------------------- */

/* What castling is over once something leaves the square, or is taken on it. */
static int castling_of(int square)
{
    switch (square) {
    case 0:
        return WHITE_LONG;
    case 4:
        return WHITE_SHORT | WHITE_LONG;
    case 7:
        return WHITE_SHORT;
    case 56:
        return BLACK_LONG;
    case 60:
        return BLACK_SHORT | BLACK_LONG;
    case 63:
        return BLACK_SHORT;
    default:
        return 0;
    }
}

void small_play(struct small_board *b, struct small_move m)
{
    int sign = sign_of(b), kind = abs(b->squares[m.from]);
    bool pawn = kind == SMALL_PAWN, takes = b->squares[m.to] != 0;
    b->squares[m.to] = (int8_t)(sign * (m.becomes ? m.becomes : kind));
    b->squares[m.from] = 0;
    if (pawn && m.to == b->passed)
        b->squares[m.to - 8 * sign] = 0;
    b->passed = NO_SQUARE;
    if (pawn && abs(m.to - m.from) == 16)
        b->passed = (uint8_t)((m.from + m.to) / 2);
    if (kind == SMALL_KING && abs(m.to - m.from) == 2) { /* the rook, too */
        int rook = m.to > m.from ? m.from + 3 : m.from - 4;
        b->squares[(m.from + m.to) / 2] = b->squares[rook];
        b->squares[rook] = 0;
    }
    b->castling &= (uint8_t) ~(castling_of(m.from) | castling_of(m.to));
    b->quiet = pawn || takes ? 0 : (uint16_t)(b->quiet + 1);
    b->black ^= 1;
}

/* --- Moves ------------------------------------------------------------------------------------ */

struct small_move_list {
    const struct small_board *b;
    struct small_move *out;
    int n;
};

static void add(struct small_move_list *moves, int from, int to, int becomes)
{
    struct small_board after = *moves->b;
    struct small_move m = {(uint8_t)from, (uint8_t)to, (uint8_t)becomes};
    small_play(&after, m);
    if (!king_hangs(&after, sign_of(moves->b)))
        moves->out[moves->n++] = m;
}

static void add_pawn(struct small_move_list *moves, int from, int to)
{
    int last = moves->b->black ? 0 : 7;
    if (rank_of(to) != last) {
        add(moves, from, to, SMALL_NONE);
        return;
    }
    if (!moves->b->chess) {
        add(moves, from, to, SMALL_MANTRI);
        return;
    }
    for (int kind = SMALL_KNIGHT; kind <= SMALL_QUEEN; kind++)
        add(moves, from, to, kind);
}

static void add_pawn_moves(struct small_move_list *moves, int from)
{
    const struct small_board *b = moves->b;
    int sign = sign_of(b), ahead = from + 8 * sign, second = b->black ? 6 : 1;
    if (!b->squares[ahead]) {
        add_pawn(moves, from, ahead);
        if (b->chess && rank_of(from) == second && !b->squares[ahead + 8 * sign])
            add_pawn(moves, from, ahead + 8 * sign);
    }
    for (int side = -1; side <= 1; side += 2) {
        int to = ahead + side;
        if (file_of(from) + side < 0 || file_of(from) + side > 7)
            continue;
        if (b->squares[to] * sign < 0 || to == b->passed)
            add_pawn(moves, from, to);
    }
}

static void add_castling(struct small_move_list *moves)
{
    const struct small_board *b = moves->b;
    int sign = sign_of(b), king = b->black ? 60 : 4, shift = b->black ? 2 : 0;
    if (b->castling >> shift & WHITE_SHORT && !b->squares[king + 1] && !b->squares[king + 2] &&
        !is_attacked(b, king, -sign) && !is_attacked(b, king + 1, -sign))
        add(moves, king, king + 2, SMALL_NONE);
    if (b->castling >> shift & WHITE_LONG && !b->squares[king - 1] && !b->squares[king - 2] &&
        !b->squares[king - 3] && !is_attacked(b, king, -sign) && !is_attacked(b, king - 1, -sign))
        add(moves, king, king - 2, SMALL_NONE);
}

int small_moves(const struct small_board *b, struct small_move *out)
{
    struct small_move_list moves = {b, out, 0};
    int sign = sign_of(b);
    for (int from = 0; from < 64; from++) {
        if (b->squares[from] * sign <= 0)
            continue;
        if (abs(b->squares[from]) == SMALL_PAWN) {
            add_pawn_moves(&moves, from);
            continue;
        }
        for (int to = 0; to < 64; to++)
            if (b->squares[to] * sign <= 0 && attacks(b, from, to))
                add(&moves, from, to, SMALL_NONE);
    }
    if (b->castling)
        add_castling(&moves);
    return moves.n;
}

bool small_is_dead(const struct small_board *b)
{
    int minor = 0, other = 0;
    for (int s = 0; s < 64; s++) {
        int kind = abs(b->squares[s]);
        if (kind && kind != SMALL_KING) {
            bool light = b->chess && (kind == SMALL_KNIGHT || kind == SMALL_BISHOP);
            minor += light;
            other += !light;
        }
    }
    return !other && minor <= 1;
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

static struct course play_heian(struct rng *rng)
{
    struct course c = {.drawn = true};
    uint64_t keys[SMALL_MAX_PLIES];
    struct heian_board b;
    heian_start(&b, 8);
    for (; c.plies < SMALL_MAX_PLIES; c.plies++) {
        struct heian_move moves[HEIAN_MAX_MOVES];
        keys[c.plies] = heian_key(&b);
        if (repeats(keys, c.plies, 3))
            return c;
        int n = heian_moves(&b, moves);
        if (n == 0) {
            c.drawn = false;
            return c;
        }
        c.moves += n;
        heian_play(&b, moves[rng_below(rng, (uint64_t)n)]);
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

static struct course play_one(enum small_game game, struct rng *rng)
{
    if (game == SMALL_HEIAN_9X8)
        return play_heian(rng);
    return game < SMALL_CHESS ? play_shogi(game, rng) : play_chess(game, rng);
}

bool small_games_play(enum small_game game, uint64_t first, uint64_t n, uint64_t seed,
                      const atomic_bool *stop, struct small_sums *sums)
{
    for (uint64_t i = first; i < first + n; i++) {
        struct rng rng;
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return false;
        rng_seed_stream(&rng, seed, i);
        struct course c = play_one(game, &rng);
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
            sums->decided_moves_squares += c.moves * c.moves;
            sums->decided_moves_plies += c.moves * plies;
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

/* A ratio of two sums over games: its error is from what is left of each game's moves beyond the
 * ratio for each ply. */
static struct small_figure ratio_of(double moves, double moves_squares, double moves_plies,
                                    double plies, double plies_squares)
{
    double b = moves / plies;
    double left = moves_squares - 2 * b * moves_plies + b * b * plies_squares;
    return (struct small_figure){b, sqrt(left > 0 ? left : 0) / plies};
}

void small_games_figures(const struct small_sums *s, struct small_figures *out)
{
    *out = (struct small_figures){0};
    double n = (double)s->games, draws = (double)s->draws;
    if (n < 1 || s->plies < 1)
        return;
    out->moves = ratio_of(s->moves, s->moves_squares, s->moves_plies, s->plies, s->plies_squares);
    out->length = mean_of(s->plies, s->plies_squares, n);
    out->decided = mean_of(s->decided, s->decided_squares, n - draws);
    out->draws = mean_of(draws, draws, n);
    out->draws.value *= 100;
    out->draws.error *= 100;
    out->index = sqrt(out->moves.value) / out->length.value;
    if (s->decided < 1)
        return;
    out->decided_moves = ratio_of(s->decided_moves, s->decided_moves_squares,
                                  s->decided_moves_plies, s->decided, s->decided_squares);
    out->index_decided = sqrt(out->decided_moves.value) / out->decided.value;
}
