/* chaturanga_slow.c: see chaturanga_slow.h. */
#include "bench/chaturanga_slow.h"

#include <stdlib.h>

/* The names of the values of readings, as chaturanga_readings has them. */
enum { ASC, ANY_ORDER, ROLLED, DESC, BOTH };
enum { ALLY_NONE, ALLY_ANY, ALLY_NOT_RAJA };
enum { BARE_ANY, BARE_ALL, BARE_FINAL, BARE_TEAM, BARE_NEVER };
enum { PROMOTE_ALL, PROMOTE_NO_RAJA, PROMOTE_NONE };

static int partner_of(int colour)
{
    return (colour + 2) % 4;
}

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static bool same_place(struct slow_place a, struct slow_place b)
{
    return a.file == b.file && a.rank == b.rank;
}

static struct slow_square *at(struct slow_game *g, struct slow_place p)
{
    return &g->board[p.file][p.rank];
}

static struct slow_square look(const struct slow_game *g, struct slow_place p)
{
    return g->board[p.file][p.rank];
}

static const struct slow_square EMPTY = {SLOW_NOBODY, 0};

/* --- Setup: the table of the rules ------------------------------------------------------------ */

static void put_name(struct slow_game *g, int colour, int kind, const char *square)
{
    g->board[square[0] - 'a'][square[1] - '1'] = (struct slow_square){colour, kind};
}

void slow_start(struct slow_game *g, const struct chaturanga_rules *rules)
{
    static const char *const OFFICERS[4][4] = {/* boat, horse, elephant, raja */
                                               {"a1", "b1", "c1", "d1"},
                                               {"a8", "a7", "a6", "a5"},
                                               {"h8", "g8", "f8", "e8"},
                                               {"h1", "h2", "h3", "h4"}};
    static const char *const PAWNS[4][4] = {{"a2", "b2", "c2", "d2"},
                                            {"b8", "b7", "b6", "b5"},
                                            {"h7", "g7", "f7", "e7"},
                                            {"g1", "g2", "g3", "g4"}};
    *g = (struct slow_game){.rules = *rules};
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            g->board[file][rank] = EMPTY;
    for (int c = 0; c < 4; c++) {
        put_name(g, c, CHATURANGA_BOAT, OFFICERS[c][0]);
        put_name(g, c, rules->setup ? CHATURANGA_ELEPHANT : CHATURANGA_HORSE, OFFICERS[c][1]);
        put_name(g, c, rules->setup ? CHATURANGA_HORSE : CHATURANGA_ELEPHANT, OFFICERS[c][2]);
        put_name(g, c, CHATURANGA_RAJA, OFFICERS[c][3]);
        for (int i = 0; i < 4; i++)
            put_name(g, c, CHATURANGA_PAWN, PAWNS[c][i]);
    }
}

/* --- Counting pieces -------------------------------------------------------------------------- */

static int count_kind(const struct slow_game *g, int colour, int kind)
{
    int n = 0;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            if (g->board[file][rank].colour == colour && g->board[file][rank].kind == kind)
                n++;
    return n;
}

static int count_all(const struct slow_game *g, int colour)
{
    int n = 0;
    for (int kind = 0; kind < CHATURANGA_KINDS; kind++)
        n += count_kind(g, colour, kind);
    return n;
}

/* --- How pieces move -------------------------------------------------------------------------- */

static void forward(int colour, int *file, int *rank)
{
    static const int DF[4] = {0, 1, 0, -1}, DR[4] = {1, 0, -1, 0};
    *file = DF[colour];
    *rank = DR[colour];
}

static bool clear_between(const struct slow_game *g, struct slow_place from, struct slow_place to)
{
    int df = (to.file > from.file) - (to.file < from.file);
    int dr = (to.rank > from.rank) - (to.rank < from.rank);
    for (int f = from.file + df, r = from.rank + dr; f != to.file || r != to.rank; f += df, r += dr)
        if (g->board[f][r].colour != SLOW_NOBODY)
            return false;
    return true;
}

/* Does the piece on one square attack the other, whoever stands there? */
static bool attacks(const struct slow_game *g, struct slow_place from, struct slow_place to)
{
    struct slow_square piece = look(g, from);
    int df = to.file - from.file, dr = to.rank - from.rank, ff, fr;
    switch (piece.kind) {
    case CHATURANGA_BOAT:
        return abs(df) == 2 && abs(dr) == 2;
    case CHATURANGA_HORSE:
        return (abs(df) == 1 && abs(dr) == 2) || (abs(df) == 2 && abs(dr) == 1);
    case CHATURANGA_ELEPHANT:
        return (df == 0) != (dr == 0) && clear_between(g, from, to);
    case CHATURANGA_RAJA:
        return (df || dr) && abs(df) <= 1 && abs(dr) <= 1;
    default:
        forward(piece.colour, &ff, &fr);
        return ff ? df == ff && abs(dr) == 1 : dr == fr && abs(df) == 1;
    }
}

/* May the player to move take what stands there with a piece of that colour? */
static bool may_take(const struct slow_game *g, int piece_colour, struct slow_square victim)
{
    if (victim.colour == g->turn || victim.colour == piece_colour)
        return false;
    bool ally = !g->team_out && victim.colour == partner_of(g->turn);
    if (!ally || g->rules.ally == ALLY_ANY)
        return true;
    return g->rules.ally == ALLY_NOT_RAJA && victim.kind != CHATURANGA_RAJA;
}

static bool can_go(const struct slow_game *g, struct slow_place from, struct slow_place to)
{
    struct slow_square piece = look(g, from), there = look(g, to);
    int ff, fr;
    if (there.colour == SLOW_NOBODY) {
        if (piece.kind != CHATURANGA_PAWN)
            return attacks(g, from, to);
        forward(piece.colour, &ff, &fr);
        return to.file == from.file + ff && to.rank == from.rank + fr;
    }
    return attacks(g, from, to) && may_take(g, piece.colour, there);
}

static struct slow_place throne_of(int colour)
{
    static const struct slow_place THRONES[4] = {{3, 0}, {0, 4}, {4, 7}, {7, 3}};
    return THRONES[colour];
}

/* Sinhasana: does the colour's raja stand on its partner's throne? */
static bool on_throne(const struct slow_game *g, int colour)
{
    struct slow_square s = look(g, throne_of(partner_of(colour)));
    return !g->rules.sinhasana && !g->team_out && s.colour == colour && s.kind == CHATURANGA_RAJA;
}

static int number_of(int kind)
{
    static const int NUMBERS[] = {2, 3, 4, 5, 5};
    return NUMBERS[kind];
}

/* May the player to move use this number for the piece on the square? */
static bool may_move(const struct slow_game *g, int number, struct slow_place from)
{
    struct slow_square piece = look(g, from);
    if (piece.colour == SLOW_NOBODY || number_of(piece.kind) != number)
        return false;
    return piece.colour == g->turn ||
           (piece.colour == partner_of(g->turn) && on_throne(g, g->turn));
}

static bool legal_step(const struct slow_game *g, int number, struct slow_step s)
{
    return !(g->over && g->rules.ending) && may_move(g, number, s.from) && can_go(g, s.from, s.to);
}

/* --- What follows a step ---------------------------------------------------------------------- */

/* The boat on the square and three others fill a block: those are taken, but for the mover's. */
static void boat_triumph(struct slow_game *g, struct slow_place boat)
{
    bool taken[8][8] = {{false}};
    for (int f = boat.file - 1; f <= boat.file; f++)
        for (int r = boat.rank - 1; r <= boat.rank; r++) {
            int boats = 0;
            for (int i = 0; i < 4; i++) {
                int file = f + i % 2, rank = r + i / 2;
                if (on_board(file, rank) && g->board[file][rank].colour != SLOW_NOBODY &&
                    g->board[file][rank].kind == CHATURANGA_BOAT)
                    boats++;
            }
            for (int i = 0; i < 4 && boats == 4; i++)
                taken[f + i % 2][r + i / 2] = true;
        }
    for (int f = 0; f < 8; f++)
        for (int r = 0; r < 8; r++)
            if (taken[f][r] && !same_place(boat, (struct slow_place){f, r}) &&
                g->board[f][r].colour != g->turn)
                g->board[f][r] = EMPTY;
}

static bool on_last_line(int colour, struct slow_place p)
{
    static const struct {
        int file, rank;
    } LAST[4] = {{-1, 7}, {7, -1}, {-1, 0}, {0, -1}};
    return p.file == LAST[colour].file || p.rank == LAST[colour].rank;
}

/* What the waiting pawn becomes; a pawn if its time has not come. */
static int becomes(const struct slow_game *g, struct slow_place p)
{
    int colour = look(g, p).colour, lane = colour == 0 || colour == 2 ? p.file : p.rank;
    int from_edge = lane < 4 ? lane : 7 - lane, pawns = count_kind(g, colour, CHATURANGA_PAWN);
    static const int STANDARD[] = {CHATURANGA_BOAT, CHATURANGA_HORSE, CHATURANGA_ELEPHANT,
                                   CHATURANGA_RAJA};
    static const int SWAPPED[] = {CHATURANGA_BOAT, CHATURANGA_ELEPHANT, CHATURANGA_HORSE,
                                  CHATURANGA_RAJA};
    int kind = g->rules.setup ? SWAPPED[from_edge] : STANDARD[from_edge];
    if (g->rules.promotion == PROMOTE_NONE || pawns >= 3)
        return CHATURANGA_PAWN;
    if (kind == CHATURANGA_HORSE || kind == CHATURANGA_ELEPHANT)
        return kind;
    int others = count_all(g, colour) - count_kind(g, colour, CHATURANGA_RAJA) - 1;
    bool last =
        pawns == 1 && (others == 0 || (others == 1 && count_kind(g, colour, CHATURANGA_BOAT)));
    if (!last)
        return CHATURANGA_PAWN;
    if (kind == CHATURANGA_BOAT)
        return kind;
    bool allowed = g->rules.promotion == PROMOTE_ALL && g->state[colour] == CHATURANGA_PLAYING;
    return allowed ? CHATURANGA_RAJA : CHATURANGA_PAWN;
}

/* Until nothing changes any more. */
static void promote_pawns(struct slow_game *g)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int f = 0; f < 8; f++)
            for (int r = 0; r < 8; r++) {
                struct slow_place p = {f, r};
                struct slow_square s = look(g, p);
                if (s.colour == SLOW_NOBODY || s.kind != CHATURANGA_PAWN ||
                    !on_last_line(s.colour, p) || becomes(g, p) == CHATURANGA_PAWN)
                    continue;
                at(g, p)->kind = becomes(g, p);
                changed = true;
            }
    }
}

static int players_left(const struct slow_game *g)
{
    int n = 0;
    for (int c = 0; c < 4; c++)
        n += g->state[c] != CHATURANGA_FROZEN;
    return n;
}

/* Who plays and has no raja is out; then a team may be, or all but one player. */
static void look_after_rajas(struct slow_game *g)
{
    for (int c = 0; c < 4; c++)
        if (g->state[c] == CHATURANGA_PLAYING && count_kind(g, c, CHATURANGA_RAJA) == 0) {
            g->state[c] = CHATURANGA_FROZEN;
            g->taken[c]++;
            g->taker[c] = g->turn;
        }
    for (int c = 0; c < 2; c++)
        if (g->state[c] == CHATURANGA_FROZEN && g->state[c + 2] == CHATURANGA_FROZEN)
            g->team_out = true;
    if (players_left(g) == 1 || (g->team_out && g->rules.partners)) {
        g->over = true;
        g->winner = g->turn;
    }
}

static void make_step(struct slow_game *g, struct slow_step s)
{
    struct slow_square piece = look(g, s.from);
    *at(g, s.from) = EMPTY;
    *at(g, s.to) = piece;
    if (piece.kind == CHATURANGA_BOAT && !g->rules.triumph)
        boat_triumph(g, s.to);
    look_after_rajas(g);
    promote_pawns(g);
}

/* --- The end of a turn ------------------------------------------------------------------------ */

static bool is_bare(const struct slow_game *g, int colour)
{
    if (g->state[colour] != CHATURANGA_PLAYING ||
        count_all(g, colour) != count_kind(g, colour, CHATURANGA_RAJA))
        return false;
    return !on_throne(g, colour) || count_all(g, partner_of(colour)) == 0;
}

static bool bare_draw(const struct slow_game *g)
{
    int bare = 0, playing = 0;
    for (int c = 0; c < 4; c++) {
        bare += is_bare(g, c);
        playing += g->state[c] == CHATURANGA_PLAYING;
    }
    switch (g->rules.bare) {
    case BARE_ANY:
        return bare > 0;
    case BARE_ALL:
        return bare > 0 && bare == playing;
    case BARE_FINAL:
        return bare > 0 && g->team_out;
    case BARE_TEAM:
        return bare > 0 && !g->team_out;
    default:
        return false;
    }
}

/* After the steps of a turn, g is before it: may captive rajas be exchanged? */
static int exchange_offered(const struct slow_game *g, const struct slow_game *after)
{
    int left[4], n = 0;
    bool fell = false;
    if (after->rules.exchange || after->over || bare_draw(after))
        return 0;
    for (int c = 0; c < 4; c++) {
        if (after->state[c] != CHATURANGA_FROZEN)
            left[n++] = c;
        fell |= after->taken[c] > g->taken[c];
    }
    if (!fell || n != 2 || left[0] == partner_of(left[1]))
        return 0;
    int captive0 = partner_of(left[0]), captive1 = partner_of(left[1]);
    if (after->taker[captive0] != left[1] || after->taker[captive1] != left[0])
        return 0;
    int once = (after->taken[captive0] == 1) + (after->taken[captive1] == 1);
    return once; /* both once: both must agree; one: its holder can't refuse; none: never */
}

static bool takes_raja(const struct slow_game *g, const struct slow_turn *turn)
{
    for (int i = 0; i < turn->n; i++) {
        struct slow_square there = look(g, turn->step[i].to);
        if (there.colour != SLOW_NOBODY && there.kind == CHATURANGA_RAJA)
            return true;
    }
    return false;
}

static void make_steps(struct slow_game *g, const struct slow_turn *turn)
{
    if (turn->comes_back) {
        *at(g, turn->step[0].to) = (struct slow_square){g->turn, CHATURANGA_RAJA};
        g->state[g->turn] = CHATURANGA_PLAYING;
        promote_pawns(g);
        return;
    }
    for (int i = 0; i < turn->n; i++)
        make_step(g, turn->step[i]);
}

void slow_play(struct slow_game *g, const struct slow_turn *turn, bool agreed)
{
    make_steps(g, turn);
    for (int c = 0; c < 4 && turn->exchange && agreed; c++)
        if (g->state[c] == CHATURANGA_FROZEN)
            g->state[c] = CHATURANGA_WAITING;
    g->ply++;
    if (g->over)
        return;
    if (bare_draw(g) || g->ply >= 5000) {
        g->over = g->drawn = true;
        return;
    }
    g->turn = (g->turn + 1) % 4;
    while (g->state[g->turn] == CHATURANGA_FROZEN)
        g->turn = (g->turn + 1) % 4;
}

/* --- Which turns there are -------------------------------------------------------------------- */

/* Two steps that are legal one after the other: may one turn have both? */
static bool may_follow(const struct slow_game *g, int number1, struct slow_step one, int number2,
                       struct slow_step two)
{
    bool same_piece = same_place(two.from, one.to);
    if (number1 == number2 && !g->rules.doubles && !same_piece)
        return false;
    return !(g->rules.back && same_piece && same_place(two.to, one.from));
}

bool slow_set_is_legal(const struct slow_game *g, int number1, struct slow_step one, int number2,
                       struct slow_step two)
{
    if (!legal_step(g, number1, one))
        return false;
    struct slow_game between = *g;
    make_step(&between, one);
    return legal_step(&between, number2, two) && may_follow(g, number1, one, number2, two);
}

/* All steps from any square to any other by the number. */
static int all_steps(const struct slow_game *g, int number, struct slow_step *out)
{
    int n = 0;
    for (int from = 0; from < 64; from++) {
        struct slow_step s = {.from = {from % 8, from / 8}};
        if ((g->over && g->rules.ending) || !may_move(g, number, s.from))
            continue;
        for (int to = 0; to < 64; to++) {
            s.to = (struct slow_place){to % 8, to / 8};
            if (from != to && can_go(g, s.from, s.to))
                out[n++] = s;
        }
    }
    return n;
}

static bool same_step(struct slow_step a, struct slow_step b)
{
    return same_place(a.from, b.from) && same_place(a.to, b.to);
}

/* Is the same set of two in the list, in the other order?  Where one step begins on the other's
 * end, the order says which pieces move: such sets are not the same. */
static bool is_listed(const struct slow_turn *turns, int n, struct slow_step a, struct slow_step b)
{
    if (same_place(a.to, b.from) || same_place(b.to, a.from))
        return false;
    for (int i = 0; i < n; i++)
        if (turns[i].n == 2 && same_step(turns[i].step[0], b) && same_step(turns[i].step[1], a))
            return true;
    return false;
}

enum { MAX_STEPS = 400 };

static int add_pairs(const struct slow_game *g, int number1, int number2, bool once,
                     struct slow_turn *out, int n)
{
    struct slow_step first[MAX_STEPS], second[MAX_STEPS];
    int n_first = all_steps(g, number1, first);
    for (int i = 0; i < n_first; i++) {
        struct slow_game between = *g;
        make_step(&between, first[i]);
        int n_second = all_steps(&between, number2, second);
        for (int j = 0; j < n_second; j++)
            if (may_follow(g, number1, first[i], number2, second[j]) &&
                !(once && is_listed(out, n, first[i], second[j])))
                out[n++] = (struct slow_turn){.n = 2, .step = {first[i], second[j]}};
    }
    return n;
}

static int add_singles(const struct slow_game *g, int number, struct slow_turn *out, int n)
{
    struct slow_step steps[MAX_STEPS];
    int n_steps = all_steps(g, number, steps);
    for (int i = 0; i < n_steps; i++)
        out[n++] = (struct slow_turn){.n = 1, .step = {steps[i]}};
    return n;
}

static int add_all_pairs(const struct slow_game *g, int die1, int die2, struct slow_turn *out,
                         int n)
{
    int low = die1 < die2 ? die1 : die2, high = die1 < die2 ? die2 : die1;
    if (low == high)
        return add_pairs(g, low, low, g->rules.order != BOTH, out, n);
    switch (g->rules.order) {
    case ASC:
        return add_pairs(g, low, high, false, out, n);
    case DESC:
        return add_pairs(g, high, low, false, out, n);
    case ROLLED:
        return add_pairs(g, die1, die2, false, out, n);
    default:
        n = add_pairs(g, low, high, false, out, n);
        return add_pairs(g, high, low, g->rules.order == ANY_ORDER, out, n);
    }
}

/* Does an opponent of the player to move attack the square? */
static bool is_attacked(const struct slow_game *g, struct slow_place p)
{
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++) {
            int colour = g->board[file][rank].colour;
            if (colour == SLOW_NOBODY || colour == g->turn ||
                (!g->team_out && colour == partner_of(g->turn)))
                continue;
            if (attacks(g, (struct slow_place){file, rank}, p))
                return true;
        }
    return false;
}

static int returns(const struct slow_game *g, struct slow_turn *out)
{
    for (int careful = 1; careful >= 0; careful--) {
        int n = 0;
        for (int i = 0; i < 64; i++) {
            struct slow_place p = {i % 8, i / 8};
            if (look(g, p).colour == SLOW_NOBODY && !(careful && is_attacked(g, p)))
                out[n++] = (struct slow_turn){.n = 1, .step = {{.to = p}}, .comes_back = true};
        }
        if (n)
            return n;
    }
    return 0;
}

int slow_turns(const struct slow_game *g, int die1, int die2, struct slow_turn *out)
{
    int n = 0, sum = g->rules.sum ? 0 : die1 + die2;
    if (g->over)
        return 0;
    if (g->state[g->turn] == CHATURANGA_WAITING) {
        if (die1 == 5 || die2 == 5 || sum == 5)
            n = returns(g, out);
        if (n == 0)
            out[n++] = (struct slow_turn){.n = 0};
        return n;
    }
    if (!g->rules.pass)
        out[n++] = (struct slow_turn){.n = 0};
    n = add_singles(g, die1, out, n);
    if (die1 != die2)
        n = add_singles(g, die2, out, n);
    if (sum == 4 || sum == 5)
        n = add_singles(g, sum, out, n);
    n = add_all_pairs(g, die1, die2, out, n);
    if (n == 0)
        out[n++] = (struct slow_turn){.n = 0};
    for (int i = 0; i < n; i++) {
        struct slow_game after = *g;
        if (!takes_raja(g, &out[i]))
            continue;
        make_steps(&after, &out[i]);
        out[i].exchange = exchange_offered(g, &after);
    }
    return n;
}

void slow_count(const struct slow_game *g, struct slow_turn *turns, struct chaturanga_counts *out)
{
    *out = (struct chaturanga_counts){0};
    if (g->over)
        return;
    *out = (struct chaturanga_counts){1, 16};
    if (g->state[g->turn] == CHATURANGA_WAITING)
        return;
    static const uint32_t TABLE_4[] = {7, 7, 8, 9}; /* of sixteen rolls */
    for (int a = 2; a <= 5; a++) {
        uint32_t singles = (uint32_t)add_singles(g, a, turns, 0);
        out->before += singles;
        out->sixteenths += singles * (g->rules.sum ? 7 : TABLE_4[a - 2]);
        uint32_t same = (uint32_t)add_all_pairs(g, a, a, turns, 0);
        out->before += same;
        out->sixteenths += same;
        for (int b = a + 1; b <= 5; b++) {
            uint32_t rising = (uint32_t)add_all_pairs(g, a, b, turns, 0);
            uint32_t falling = (uint32_t)add_all_pairs(g, b, a, turns, 0);
            out->before += (rising + falling) / 2;
            out->sixteenths += rising + falling;
        }
    }
}
