/* policy.c: see policy.h.
 *
 * Scores are in eighths of a doubling.  What does not depend on the single move is worked out once
 * per position (struct policy_view): who attacks what, with which cheapest piece, which of our pieces
 * would be lost by doing nothing, from where a piece would give check. */
#include "sim/generate/policy.h"

#include <string.h>

#include "games/shogi/shogi_attacks.h"

/* --- Castles that players head for ------------------------------------------------------------ */

enum { CASTLE_MEN = 6 };

struct castle_man {
    uint8_t kind; /* SHOGI_NONE after the last man */
    uint8_t file, rank;
};

/* Squares are those of Black; for White they are turned round. */
struct castle {
    const char *name;
    uint8_t weight;                    /* how often it is chosen, against the others of its list; 0:
                                          only by those who choose among all alike */
    struct castle_man men[CASTLE_MEN]; /* the king first */
};

#define K(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_KING, file, rank                                                                     \
    }
#define G(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_GOLD, file, rank                                                                     \
    }
#define S(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_SILVER, file, rank                                                                   \
    }
#define N(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_KNIGHT, file, rank                                                                   \
    }
#define R(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_ROOK, file, rank                                                                     \
    }
#define L(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_LANCE, file, rank                                                                    \
    }

/* On Black's left (rook at home), and on the right (rook moved to the left or to the centre). */
static const struct castle castles_left[] = {
    {"yagura", 8, {K(8, 8), G(7, 8), G(6, 7), S(7, 7)}},
    {"half yagura", 3, {K(7, 9), G(7, 8), G(5, 8), S(7, 7)}},
    {"boat", 5, {K(7, 8), G(6, 9), G(5, 8), S(7, 9)}},
    {"left mino", 4, {K(8, 8), G(6, 9), G(5, 8), S(7, 8)}},
    {"left bear's hole", 10, {K(9, 9), L(9, 8), S(8, 8), G(7, 9), G(7, 8)}},
    {"left silver crown", 2, {K(8, 8), S(8, 7), G(7, 8), G(6, 7)}},
    {"snow roof", 2, {K(6, 9), G(7, 8), G(5, 8), S(6, 7), S(5, 7)}},
    {"crab", 1, {K(6, 9), G(7, 8), G(5, 8), S(6, 8)}},
    {"elmo", 3, {K(7, 8), S(6, 8), G(7, 9)}},
    {"central", 4, {K(5, 8), G(7, 8), G(3, 8), S(4, 8)}},
    {"right king", 1, {K(4, 8), G(7, 8), G(3, 8), S(4, 7)}},
    {"bishop exchange", 3, {K(6, 8), G(7, 8), G(4, 8), S(7, 7), S(4, 7)}},
    {"silver yagura", 0, {K(8, 8), G(7, 8), S(6, 7), S(7, 7)}},
    {"full yagura", 0, {K(8, 8), G(7, 8), G(6, 7), S(7, 7), S(5, 7)}},
    {"one-sided yagura", 0, {K(7, 8), G(6, 8), G(6, 7), S(7, 7)}},
    {"low yagura", 0, {K(7, 8), G(6, 7), G(5, 8), S(7, 7)}},
    {"yagura bear's hole", 0, {K(9, 9), L(9, 8), G(7, 8), G(6, 7), S(7, 7)}},
    {"crouching yagura", 0, {K(8, 9), N(7, 7), G(7, 8), G(6, 7), S(8, 8)}},
    {"two-silver bear's hole", 0, {K(9, 9), L(9, 8), S(8, 8), S(7, 9), G(7, 8)}},
    {"millennium", 0, {K(8, 9), N(7, 7), S(8, 8), G(7, 9)}},
    {"tower mino", 0, {K(8, 7), S(7, 8), G(6, 9)}},
    {"bonanza", 0, {K(7, 8), G(6, 8), G(5, 8), S(7, 7)}},
    {"new snow roof", 0, {K(6, 9), G(7, 8), G(5, 8), S(6, 7), S(4, 7)}},
    {"nakahara", 0, {K(6, 9), G(7, 8), G(5, 9), S(4, 8)}},
    {"right king, rook below", 0, {K(4, 8), R(2, 9), S(4, 7), G(5, 8)}},
    {"edge king", 0, {K(9, 8), S(8, 8)}},
    {0},
};

static const struct castle castles_right[] = {
    {"mino", 9, {K(2, 8), S(3, 8), G(4, 9), G(5, 8)}},
    {"high mino", 4, {K(2, 8), S(3, 8), G(4, 9), G(4, 7)}},
    {"half mino", 3, {K(2, 8), S(3, 8), G(4, 9)}},
    {"silver crown", 3, {K(2, 8), S(2, 7), G(3, 8), G(4, 7)}},
    {"bear's hole", 6, {K(1, 9), L(1, 8), S(2, 8), G(3, 9), G(3, 8)}},
    {"gold fortress", 2, {K(3, 8), S(2, 8), G(4, 8), G(5, 8)}},
    {"early mino", 2, {K(3, 9), S(3, 8), G(4, 9), G(5, 8)}},
    {"diamond mino", 0, {K(2, 8), S(3, 8), G(4, 9), G(5, 8), S(4, 7)}},
    {"kimura mino", 0, {K(2, 8), G(3, 8), S(4, 7)}},
    {"right yagura", 0, {K(2, 8), G(3, 8), G(4, 7), S(3, 7)}},
    {"big four", 0, {K(1, 9), L(1, 8), G(2, 8), G(3, 8), S(3, 7), S(2, 7)}},
    {0},
};

#undef K
#undef G
#undef S
#undef N
#undef R
#undef L

/* --- Points ----------------------------------------------------------------------------------- */

enum { /* Points; 8 double the chance. */
       POINTS_BASE = 160,
       POINTS_PAWN = 11,      /* per pawn of material won, saved or lost */
       POINTS_RECAPTURE = 14, /* besides the material */
       POINTS_CAPTURE = 20,
       POINTS_CONTACT = 11, /* a pawn meets an enemy piece */
       POINTS_CHECK = 8,
       POINTS_CASTLE_STEP = 23,
       POINTS_CASTLE_HOME = 30,
       POINTS_KING_FIRST = 6,
       POINTS_LEAVE_HOME = -40,
       POINTS_CLEAR = 16,        /* out of the way of a castle's man */
       POINTS_GUARD_MOVES = -20, /* gold or silver beside the own king */
       POINTS_KING_WANDERS = -36,
       POINTS_KING_FLEES = 10, /* out of an attacked neighbourhood */
       POINTS_DROP = -9,
       POINTS_DROP_FAR = -18, /* and far from both kings */
       POINTS_RETREAT = -10,
       POINTS_UNPROMOTED = -30, /* could have promoted */
       POINTS_ATTACK = 6,
       POINTS_MAX = 440,
};

enum { FAR = 9, FAR_MAN = 3 }; /* no way at all; longest way of a man that is no king */
enum { TIERS = 5 };            /* pawn; lance, knight; silver, gold; bishop, rook; king */

struct side_view {
    struct shogi_bb once, twice;
    struct shogi_bb tier[TIERS];
    int king;
};

struct policy_view {
    const struct shogi_pos *pos;
    const struct policy *policy;
    const struct castle *castle;
    struct side_view us, them;
    struct shogi_bb hanging;                   /* ours, lost by doing nothing */
    struct shogi_bb check_from[SHOGI_CLASSES]; /* where a class gives check */
    struct shogi_bb their_zone, our_zone;      /* kings and their neighbours, two steps */
    struct shogi_bb our_ring;                  /* one step */
    /* the castle's places: where its men stand, where others of ours stand, and by kind where men
     * are missing (SHOGI_NO_SQUARE after the last) */
    struct shogi_bb settled, blocked;
    uint8_t vacant[SHOGI_KINDS][3];
    bool king_first;
    int side;
    int last_to; /* -1: none */
    int heat;    /* 0 quiet opening … 8 endgame */
    bool in_check;
    bool king_pressed;
};

static const uint8_t VALUE[16] = {0, 1, 3, 4, 5, 8, 10, 6, 40, 6, 6, 6, 6, 11, 13, 0};
static const uint8_t TIER_OF_CLASS[SHOGI_CLASSES] = {0, 0, 1, 1, 2, 3, 3, 2, 4, 3, 3};
static const uint8_t TIER_VALUE[TIERS] = {1, 3, 5, 9, 0};

int policy_value(int kind)
{
    return VALUE[kind];
}

int policy_value_taken(int kind)
{
    return VALUE[shogi_kind_plain(kind)];
}

static int distance(int a, int b)
{
    int files = a / 9 - b / 9, ranks = a % 9 - b % 9;
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* --- Looking at a position ------------------------------------------------------------------ */

static void view_side(struct side_view *v, const struct shogi_pos *pos, int color,
                      struct shogi_bb occupied)
{
    *v = (struct side_view){0};
    v->king = shogi_king_square(pos, color);
    for (int class = SHOGI_CLASS_PAWN; class < SHOGI_CLASSES; class ++) {
        struct shogi_bb *tier = &v->tier[TIER_OF_CLASS[class]];
        BB_EACH(square, pos->bb[color][class])
        {
            struct shogi_bb reach = piece_attacks(color, class, square, occupied);
            v->twice = bb_or(v->twice, bb_and(v->once, reach));
            v->once = bb_or(v->once, reach);
            *tier = bb_or(*tier, reach);
        }
    }
}

static struct shogi_bb spread(struct shogi_bb set)
{
    set = bb_or(set, bb_or(bb_up(set), bb_down(set)));
    return bb_or(set, bb_or(bb_left(set), bb_right(set)));
}

/* What the cheapest attacker of an attacked square is worth; a king costs nothing to take with. */
static int cheapest(const struct side_view *v, int square)
{
    for (int tier = 0; tier < TIERS - 1; tier++)
        if (bb_has(v->tier[tier], square))
            return TIER_VALUE[tier];
    return 0;
}

/* What is lost if a piece of this value stands on a square, defended or not. */
static int standing_loss(const struct side_view *enemy, int square, int value, bool defended)
{
    if (!bb_has(enemy->once, square))
        return 0;
    if (!defended)
        return value;
    int with = cheapest(enemy, square);
    return with && with < value ? value - with : 0;
}

static struct shogi_bb find_hanging(const struct policy_view *v)
{
    struct shogi_bb set = {0, 0};
    struct shogi_bb attacked = bb_and(v->pos->bb[v->side][SHOGI_ALL], v->them.once);
    BB_EACH(square, attacked)
    {
        int value = VALUE[shogi_kind_of(v->pos->board[square])];
        if (standing_loss(&v->them, square, value, bb_has(v->us.once, square)) > 0)
            set = bb_or(set, shogi_bit[square]);
    }
    return bb_minus(set, v->pos->bb[v->side][SHOGI_CLASS_KING]);
}

static int man_square(const struct castle_man *man, int color)
{
    int square = shogi_square(man->file, man->rank);
    return color == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
}

/* Sorts the places of the castle: taken by the right man, by another of ours, or free for him. */
static void view_castle(struct policy_view *v)
{
    const struct castle_man *men = v->castle->men;
    const struct castle_man *king = &men[0];
    v->settled = v->blocked = (struct shogi_bb){0, 0};
    memset(v->vacant, SHOGI_NO_SQUARE, sizeof v->vacant);
    for (int i = 0; i < CASTLE_MEN && men[i].kind; i++) {
        int home = man_square(&men[i], v->side);
        int piece = v->pos->board[home];
        if (piece == shogi_piece(v->side, men[i].kind)) {
            v->settled = bb_or(v->settled, shogi_bit[home]);
            continue;
        }
        if (piece && shogi_color_of(piece) == v->side)
            v->blocked = bb_or(v->blocked, shogi_bit[home]);
        uint8_t *vacant = v->vacant[men[i].kind];
        vacant[vacant[0] != SHOGI_NO_SQUARE] = (uint8_t)home;
    }
    /* A king on its way into the corner goes first, but for the lance that makes room for it. */
    bool corner = king->rank == 9 && (king->file == 1 || king->file == 9);
    v->king_first = corner && !bb_has(v->settled, v->us.king);
}

static int pieces_in_hands(const struct shogi_pos *pos)
{
    int n = 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        n += pos->hand[0][kind] + pos->hand[1][kind];
    return n;
}

static void view_position(struct policy_view *v, const struct policy *policy,
                          const struct shogi_pos *pos, unsigned ply, shogi_move last)
{
    struct shogi_bb occupied = shogi_occupied(pos);
    int side = pos->turn;
    v->pos = pos;
    v->policy = policy;
    v->side = side;
    v->castle = policy->players[side].castle;
    v->last_to = last ? shogi_move_to(last) : -1;
    view_side(&v->us, pos, side, occupied);
    view_side(&v->them, pos, side ^ 1, occupied);
    v->in_check = bb_has(v->them.once, v->us.king);
    v->hanging = find_hanging(v);
    for (int class = SHOGI_CLASS_PAWN; class < SHOGI_CLASSES; class ++)
        v->check_from[class] = piece_attacks(side ^ 1, class, v->them.king, occupied);
    v->our_ring = spread(shogi_bit[v->us.king]);
    v->our_zone = spread(v->our_ring);
    v->their_zone = spread(spread(shogi_bit[v->them.king]));
    v->king_pressed = bb_count(bb_and(v->our_ring, v->them.once)) >= 3;
    int heat = pieces_in_hands(pos) / 2 + (int)ply / 16 - 1;
    v->heat = heat < 0 ? 0 : heat > 8 ? 8 : heat;
    view_castle(v);
}

/* --- Castles -------------------------------------------------------------------------------- */

/* How far a square is from the nearest vacant place of the kind; far if there is none. */
static int way_home(const struct policy_view *v, int kind, int square)
{
    int best = FAR;
    for (int i = 0; i < 2 && v->vacant[kind][i] != SHOGI_NO_SQUARE; i++) {
        int way = distance(v->vacant[kind][i], square);
        best = way < best ? way : best;
    }
    return best;
}

static int castle_points(const struct policy_view *v, int kind, int from, int to)
{
    if (bb_has(v->settled, from))
        return POINTS_LEAVE_HOME + 3 * v->heat;
    int stays = bb_has(v->blocked, from) ? POINTS_CLEAR - 2 * v->heat : 0;
    int before = way_home(v, kind, from);
    bool waits = v->king_first && kind != SHOGI_KING && kind != SHOGI_LANCE;
    if (waits || before > (kind == SHOGI_KING ? FAR - 1 : FAR_MAN))
        return stays;
    int after = way_home(v, kind, to);
    if (after >= before)
        return stays;
    int points = after == 0 ? POINTS_CASTLE_HOME : POINTS_CASTLE_STEP;
    if (kind == SHOGI_KING)
        points += POINTS_KING_FIRST;
    return points - 3 * v->heat;
}

static int castle_fits(const struct castle *castle, int color, int king,
                       enum policy_castles castles)
{
    int way = distance(man_square(&castle->men[0], color), king);
    int weight = castles == CASTLES_ALL ? 4 : castle->weight;
    return weight * 12 / (2 + way);
}

static const struct castle *choose_castle(const struct shogi_pos *pos, int color,
                                          enum policy_castles castles, struct rng *rng)
{
    int king = shogi_king_square(pos, color);
    int rook = bb_first(pos->bb[color][SHOGI_CLASS_ROOK]);
    if (rook == SHOGI_NO_SQUARE)
        rook = SHOGI_SQUARES - 1 - king; /* the king goes where the rook is not */
    int file = color == SHOGI_BLACK ? shogi_file_of(rook) : 10 - shogi_file_of(rook);
    const struct castle *c = file <= 4 ? castles_left : castles_right;
    int total = 0;
    for (int i = 0; c[i].name; i++)
        total += castle_fits(&c[i], color, king, castles);
    int drawn = (int)rng_below(rng, (uint64_t)total);
    while ((drawn -= castle_fits(c, color, king, castles)) >= 0)
        c++;
    return c;
}

void policy_init(struct policy *p, const struct shogi_pos *pos, enum policy_castles castles,
                 struct rng *rng)
{
    for (int color = 0; color < 2; color++)
        p->players[color] = (struct policy_player){
            .castle = choose_castle(pos, color, castles, rng),
            .boldness = (int)rng_below(rng, 9) - 4,
        };
}

/* --- Scoring -------------------------------------------------------------------------------- */

static int material_points(const struct policy_view *v, int square, int value, int taken,
                           bool defended)
{
    int loss = standing_loss(&v->them, square, value, defended);
    return POINTS_PAWN * (taken - loss);
}

static int attack_points(const struct policy_view *v, int class, int to)
{
    int points = 0;
    int bold = POINTS_ATTACK + v->policy->players[v->side].boldness;
    if (bb_has(v->check_from[class], to))
        points += POINTS_CHECK + 2 * v->heat;
    if (bb_has(v->their_zone, to))
        points += bold * v->heat / 3;
    return points;
}

static int score_king(const struct policy_view *v, int from, int to)
{
    int points = castle_points(v, SHOGI_KING, from, to);
    if (v->in_check)
        return points + POINTS_KING_FLEES;
    if (points <= 0)
        points += POINTS_KING_WANDERS;
    return points + (v->king_pressed ? POINTS_KING_FLEES : 0);
}

/* What the kind of piece makes of going from one square to another, on a quiet board. */
static int manner_points(const struct policy_view *v, int kind, int from, int to)
{
    static const int8_t WANDERS[SHOGI_KINDS] = {
        [SHOGI_PAWN] = -5,      [SHOGI_LANCE] = -36,     [SHOGI_KNIGHT] = 0, [SHOGI_SILVER] = 4,
        [SHOGI_BISHOP] = -8,    [SHOGI_ROOK] = -5,       [SHOGI_GOLD] = -9,  [SHOGI_PRO_PAWN] = -6,
        [SHOGI_PRO_LANCE] = -8, [SHOGI_PRO_KNIGHT] = -4, [SHOGI_HORSE] = -4, [SHOGI_DRAGON] = -9,
    };
    int points = castle_points(v, kind, from, to);
    if (points > 0)
        return points;
    points += WANDERS[kind];
    if (bb_has(v->our_ring, from) && (kind == SHOGI_GOLD || kind == SHOGI_SILVER))
        points += POINTS_GUARD_MOVES;
    if (kind == SHOGI_PAWN &&
        bb_meet(shogi_step[v->side][SHOGI_CLASS_PAWN][to], v->pos->bb[v->side ^ 1][SHOGI_ALL]))
        points += POINTS_CONTACT;
    bool far_reaching = kind == SHOGI_BISHOP || kind == SHOGI_ROOK;
    if (!far_reaching && relative_rank(v->side, to) > relative_rank(v->side, from))
        points += POINTS_RETREAT;
    return points;
}

/* Is there a rook or lance on the file behind a pawn, that takes back when the pawn is taken? */
static bool pushed_from_behind(const struct policy_view *v, int from)
{
    const struct shogi_bb *ours = v->pos->bb[v->side];
    struct shogi_bb sliders =
        bb_or(ours[SHOGI_CLASS_LANCE], bb_or(ours[SHOGI_CLASS_ROOK], ours[SHOGI_CLASS_DRAGON]));
    struct shogi_bb behind = bb_and(sliders, shogi_ray[direction_ahead(v->side ^ 1)][from]);
    return bb_any(behind) && bb_has(v->us.once, from);
}

static int score_board_move(const struct policy_view *v, shogi_move m)
{
    int from = shogi_move_from(m), to = shogi_move_to(m);
    int kind = shogi_kind_of(v->pos->board[from]);
    int taken_kind = shogi_kind_of(v->pos->board[to]);
    int taken = taken_kind ? (VALUE[taken_kind] + policy_value_taken(taken_kind) + 1) / 2 : 0;
    if (kind == SHOGI_KING)
        return score_king(v, from, to) + POINTS_PAWN * taken;
    int kind_after = shogi_move_promotes(m) ? kind | 8 : kind;
    bool defended = bb_has(v->us.twice, to) || (kind == SHOGI_PAWN && pushed_from_behind(v, from));
    int points = material_points(v, to, VALUE[kind_after], taken, defended);
    if (bb_has(v->hanging, from))
        points +=
            POINTS_PAWN * standing_loss(&v->them, from, VALUE[kind], bb_has(v->us.once, from));
    if (to == v->last_to)
        points += POINTS_RECAPTURE;
    if (shogi_move_promotes(m))
        points += POINTS_PAWN * (VALUE[kind_after] - VALUE[kind]);
    else if (shogi_kind_can_promote(kind) &&
             (relative_rank(v->side, to) <= 3 || relative_rank(v->side, from) <= 3))
        points += kind == SHOGI_SILVER || kind == SHOGI_KNIGHT ? POINTS_UNPROMOTED / 2
                                                               : POINTS_UNPROMOTED;
    points += attack_points(v, class_of_kind(kind_after), to);
    if (taken)
        points += POINTS_CAPTURE;
    else
        points += manner_points(v, kind, from, to);
    return points;
}

/* Nobody keeps a rook in hand for long, and a lance is seldom of use. */
static const int8_t DROP_POINTS[SHOGI_HAND_KINDS] = {0, 3, -14, 0, 13, 18, 19, 11};

static int score_drop(const struct policy_view *v, shogi_move m)
{
    int to = shogi_move_to(m), kind = shogi_move_kind(m);
    int points = POINTS_DROP + DROP_POINTS[kind] + v->heat;
    points += material_points(v, to, VALUE[kind], 0, bb_has(v->us.once, to));
    points += attack_points(v, kind, to);
    if (bb_has(v->our_zone, to))
        points += v->king_pressed || v->in_check ? 12 : 0;
    else if (!bb_has(v->their_zone, to))
        points += POINTS_DROP_FAR;
    return points;
}

/* --- Drawing -------------------------------------------------------------------------------- */

/* 2^(points / 8), scaled: eighths of an octave and a shift. */
static uint64_t chance_of(int points)
{
    static const uint16_t EIGHTH[8] = {256, 279, 304, 332, 362, 395, 431, 470};
    points = points < 0 ? 0 : points > POINTS_MAX ? POINTS_MAX : points;
    return (uint64_t)EIGHTH[points & 7] << (points >> 3 > 44 ? 44 : points >> 3);
}

shogi_move policy_move(const struct policy *p, const struct shogi_pos *pos, unsigned ply,
                       shogi_move last, struct rng *rng)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    uint64_t upto[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves);
    if (n <= 0)
        return 0;
    struct policy_view v;
    view_position(&v, p, pos, ply, last);
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        int points = shogi_move_is_drop(moves[i]) ? score_drop(&v, moves[i])
                                                  : score_board_move(&v, moves[i]);
        upto[i] = total += chance_of(POINTS_BASE + points);
    }
    uint64_t drawn = rng_below(rng, total);
    for (int i = 0; i < n - 1; i++)
        if (drawn < upto[i])
            return moves[i];
    return moves[n - 1];
}
