/* natural_features.c: what a model of people's moves looks at; see natural_model.h. */
#include "engine/exchange.h"
#include "engine/natural_model.h"
#include "games/shogi/attacks.h"

/* Attackers by what they are worth: 0 none, 1 pawn, 2 lance or knight, 3 silver or gold, 4 large,
 * 5 king. */
static const uint8_t RANK_OF_KIND[16] = {0, 1, 2, 2, 3, 4, 4, 3, 5, 3, 3, 3, 3, 4, 4, 0};

/* As the side to move sees it. */
static int as_seen(const struct natural_scene *s, int square)
{
    int seen = s->us == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
    return s->mirrored ? (8 - seen / 9) * 9 + seen % 9 : seen;
}

static int sort_of(shogi_move m, int kind_before)
{
    if (shogi_move_is_drop(m))
        return SORT_DROPS + shogi_move_kind(m);
    return shogi_move_promotes(m) ? SORT_PROMOTES + kind_before : kind_before;
}

/* --- The position ----------------------------------------------------------------------------- */

static int padded_place(int seen)
{
    return (seen / 9 + 2) * 13 + seen % 9 + 2;
}

static void position_row(struct natural_scene *s, int row)
{
    if (s->rows < NATURAL_POSITION_ROWS)
        s->row[s->rows++] = (uint16_t)row;
}

static void fill_board(struct natural_scene *s, const struct shogi_pos *pos)
{
    for (int i = 0; i < 13 * 13; i++)
        s->padded[i] = CODE_OUTSIDE;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square], seen = as_seen(s, square), code = 0;
        if (piece) {
            code = shogi_kind_of(piece) | (shogi_color_of(piece) == s->us ? 0 : 16);
            position_row(s, ROW_PIECE + code * 81 + seen);
        }
        s->padded[padded_place(seen)] = (uint8_t)code;
    }
}

static void count_attacks(struct natural_scene *s, const struct shogi_pos *pos)
{
    BB_EACH(square, s->occupied)
    {
        int piece = pos->board[square], kind = shogi_kind_of(piece), color = shogi_color_of(piece);
        struct shogi_bb reach = piece_attacks(color, class_of_kind(kind), square, s->occupied);
        uint8_t *count = s->count[color != s->us], *least = s->least[color != s->us];
        uint8_t rank = RANK_OF_KIND[kind];
        s->reach[square] = reach;
        BB_EACH(to, reach)
        {
            count[to]++;
            if (!least[to] || rank < least[to])
                least[to] = rank;
        }
    }
}

/* 3: for nothing, or by something smaller; 2: by as much and for as much; 1: only attacked. */
static int threat_to(const struct natural_scene *s, int square, int kind)
{
    int by = s->least[1][square], rank = RANK_OF_KIND[kind];
    if (!by || kind == SHOGI_KING)
        return 0;
    if (by < rank || (!s->count[0][square] && rank > 1))
        return 3;
    return !s->count[0][square] || by == rank ? 2 : 1;
}

static void find_threats(struct natural_scene *s, const struct shogi_pos *pos)
{
    s->threatened = (struct shogi_bb){0, 0};
    BB_EACH(square, pos->bb[s->us][SHOGI_ALL])
    {
        int threat = threat_to(s, square, shogi_kind_of(pos->board[square]));
        s->threat[square] = (uint8_t)threat;
        s->threats[threat]++;
        if (threat >= 2)
            s->threatened = bb_or(s->threatened, shogi_bit[square]);
    }
}

static void find_kings(struct natural_scene *s, const struct shogi_pos *pos)
{
    int own = shogi_king_square(pos, s->us), enemy = shogi_king_square(pos, s->us ^ 1);
    struct shogi_bb none = {0, 0};
    s->own_king = own < 0 ? -1 : as_seen(s, own);
    s->enemy_king = enemy < 0 ? -1 : as_seen(s, enemy);
    s->home = own < 0 ? none : bb_or(shogi_step[0][SHOGI_CLASS_KING][own], shogi_bit[own]);
    s->zone = enemy < 0 ? none : shogi_step[0][SHOGI_CLASS_KING][enemy];
    s->in_check = own >= 0 && s->count[1][own] > 0;
    s->checker = SHOGI_NO_SQUARE;
    if (s->in_check)
        s->checker = bb_first(square_attackers(pos, own, s->us ^ 1, s->occupied));
    s->unmasks = none;
    if (enemy < 0)
        return;
    BB_EACH(slider, sliders_in_line(pos, enemy, s->us))
    {
        struct shogi_bb between = bb_and(squares_between(enemy, slider), s->occupied);
        if (bb_any(between) && !bb_many(between))
            s->unmasks = bb_or(s->unmasks, bb_and(between, pos->bb[s->us][SHOGI_ALL]));
    }
}

/* By what bears down on both kings, and how much is in hand. */
static int phase_of(struct natural_scene *s, const struct shogi_pos *pos)
{
    int hunt = 0, danger = 0;
    BB_EACH(square, s->zone)
    {
        hunt += s->count[0][square];
    }
    BB_EACH(square, s->home)
    {
        danger += s->count[1][square];
    }
    s->hunt = hunt < 7 ? hunt : 7;
    s->danger = danger < 7 ? danger : 7;
    int points = 2 * (hunt + danger);
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
        points += (pos->hand[0][kind] + pos->hand[1][kind]) * (kind == SHOGI_PAWN ? 1 : 3);
    int phase = points / 6;
    return phase < NATURAL_PHASES ? phase : NATURAL_PHASES - 1;
}

static struct natural_last last_of(const struct natural_scene *s, const struct natural_past *past,
                                   int which)
{
    shogi_move m = past->moves[which];
    const struct flow_step *step = &past->steps[which];
    struct natural_last last = {0};
    if (!m || step->to >= SHOGI_SQUARES)
        return last;
    int kind = step->piece & 15;
    last.sort = (uint8_t)sort_of(m, shogi_move_promotes(m) ? shogi_kind_plain(kind) : kind);
    last.to = (uint8_t)as_seen(s, step->to);
    return last;
}

static void add_position_rows(struct natural_scene *s, const struct shogi_pos *pos)
{
    for (int side = 0; side < 2; side++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++) {
            int n = pos->hand[s->us ^ side][kind];
            if (n)
                position_row(s, ROW_HANDS + (side * 8 + kind) * 8 + (n < 7 ? n : 7));
        }
    if (s->last.sort)
        position_row(s, ROW_LAST + s->last.sort * 81 + s->last.to);
    if (s->own.sort)
        position_row(s, ROW_OWN_LAST + s->own.sort * 81 + s->own.to);
    position_row(s, ROW_WHEN + s->phase);
    position_row(s, ROW_WHO + (int)s->q->class);
    if (s->in_check)
        position_row(s, ROW_IN_CHECK);
}

static void clear(struct natural_scene *s)
{
    for (int i = 0; i < SHOGI_SQUARES; i++) {
        s->count[0][i] = s->count[1][i] = s->least[0][i] = s->least[1][i] = s->threat[i] = 0;
        s->around[i].ready = false;
    }
    for (int i = 0; i < 4; i++)
        s->threats[i] = 0;
    s->rows = 0;
}

static bool king_is_left(struct natural_scene *s, const struct shogi_pos *pos)
{
    int king = shogi_king_square(pos, s->us);
    s->mirrored = false;
    return king >= 0 && as_seen(s, king) / 9 > 4;
}

void natural_look(struct natural_scene *s, const struct natural_question *q)
{
    const struct shogi_pos *pos = q->pos;
    clear(s);
    s->q = q;
    s->us = pos->turn;
    s->mirrored = king_is_left(s, pos);
    s->occupied = shogi_occupied(pos);
    fill_board(s, pos);
    count_attacks(s, pos);
    find_threats(s, pos);
    find_kings(s, pos);
    s->phase = phase_of(s, pos);
    s->last = last_of(s, q->past, 0);
    s->own = last_of(s, q->past, 1);
    s->third = last_of(s, q->past, 2);
    s->last_reach = (struct shogi_bb){0, 0};
    if (s->last.sort && bb_has(s->occupied, q->past->steps[0].to))
        s->last_reach = s->reach[q->past->steps[0].to];
    add_position_rows(s, pos);
}

const struct natural_around *natural_look_around(struct natural_scene *s, int square)
{
    struct natural_around *a = &s->around[square];
    if (a->ready)
        return a;
    static const int8_t OFFSET[NATURAL_AROUND] = {-28, -27, -26, -25, -24, -15, -14, -13,
                                                  -12, -11, -2,  -1,  1,   2,   11,  12,
                                                  13,  14,  15,  24,  25,  26,  27,  28};
    static const uint8_t NEAR[8] = {6, 7, 8, 11, 12, 15, 16, 17}; /* of the offsets */
    const uint8_t *middle = s->padded + padded_place(square);
    uint32_t near = 1;
    int count = 0;
    for (int i = 0; i < NATURAL_AROUND; i++) { /* without a branch: nobody can guess these */
        int code = middle[OFFSET[i]];
        a->item[count] = (uint16_t)(i * NATURAL_CODES + code);
        count += code != 0;
    }
    for (int i = 0; i < 8; i++)
        near = near * 0x9E3779B1U + middle[OFFSET[NEAR[i]]] + 1;
    a->ready = true;
    a->count = (uint8_t)count;
    a->near = near;
    return a;
}

/* --- Moves ------------------------------------------------------------------------------------ */

struct act {
    int sort, kind, after, taken; /* kinds */
    int from, to;                 /* as they are; from SHOGI_NO_SQUARE: a drop */
    int seen_from, seen_to;
    struct shogi_bb reach; /* from where it stands then */
};

static void add_row(struct natural_active *out, int group, int sort, int width, int which)
{
    if (out->rows < NATURAL_MOST_ROWS)
        out->row[out->rows++] = (uint16_t)(group + sort * width + which);
}

static void add_hash(struct natural_active *out, unsigned what, uint64_t key)
{
    uint64_t mixed = (key << 5 | what) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 29;
    mixed *= UINT64_C(0xBF58476D1CE4E5B9);
    out->hash_group[out->hashes] = (uint8_t)what;
    out->hash[out->hashes++] = (uint32_t)(mixed >> (64 - NATURAL_HASH_BITS));
}

static int files_apart(int a, int b)
{
    int d = a / 9 - b / 9;
    return d < 0 ? -d : d;
}

/* Where b is from a: up to four files and ranks off. */
static int place_from(int a, int b)
{
    int dx = b / 9 - a / 9 + 4, dy = b % 9 - a % 9 + 4;
    return dx < 0 || dx > 8 || dy < 0 || dy > 8 ? NATURAL_PLACES - 1 : dx * 9 + dy;
}

static void add_places(const struct natural_scene *s, const struct act *a,
                       struct natural_active *out)
{
    add_row(out, ROW_TO, a->sort, 81, a->seen_to);
    if (a->from != SHOGI_NO_SQUARE)
        add_row(out, ROW_FROM, a->sort, 81, a->seen_from);
    if (s->enemy_king >= 0)
        add_row(out, ROW_ENEMY_KING, a->sort, 153,
                files_apart(a->seen_to, s->enemy_king) * 17 + a->seen_to % 9 - s->enemy_king % 9 +
                    8);
    if (s->own_king >= 0 && a->kind != SHOGI_KING)
        add_row(out, ROW_OWN_KING, a->sort, 153,
                files_apart(a->seen_to, s->own_king) * 17 + a->seen_to % 9 - s->own_king % 9 + 8);
    const uint8_t *middle = s->padded + padded_place(a->seen_to);
    add_row(out, ROW_AHEAD, a->sort, NATURAL_CODES, middle[-1]);
    add_row(out, ROW_BEHIND, a->sort, NATURAL_CODES, middle[1]);
}

static int support(int count)
{
    return count < 2 ? count : 2;
}

/* What is won or lost on the square, in steps. */
static int exchange_step(int result)
{
    static const int16_t BELOW[] = {-1200, -600, -250, -50, 50, 250, 600, 1000, 1500, 2200};
    int step = 0;
    while (step < 10 && result > BELOW[step])
        step++;
    return step;
}

static int exchange_of(const struct natural_scene *s, const struct act *a, shogi_move m)
{
    if (s->count[1][a->to])
        return exchange_step(exchange_result(s->q->pos, m));
    int gain = a->taken ? exchange_gain(a->taken) : 0;
    int step = exchange_step(gain + exchange_value[a->after] - exchange_value[a->kind]);
    return step == 4 ? 11 : step;
}

static void add_exchanges(const struct natural_scene *s, const struct act *a, shogi_move m,
                          struct natural_active *out)
{
    int own = s->count[0][a->to] - (a->from != SHOGI_NO_SQUARE);
    if (a->taken)
        add_row(out, ROW_TAKES, a->sort, 16, a->taken);
    add_row(out, ROW_EXCHANGE, a->sort, 12, exchange_of(s, a, m));
    add_row(out, ROW_TO_GUARD, a->sort, 18, s->least[1][a->to] * 3 + support(own < 0 ? 0 : own));
    int threat = 0;
    if (a->from != SHOGI_NO_SQUARE) {
        threat = s->threat[a->from];
        add_row(out, ROW_FROM_GUARD, a->sort, 18,
                s->least[1][a->from] * 3 + support(s->count[0][a->from]));
    } else {
        int n = s->q->pos->hand[s->us][a->kind];
        add_row(out, ROW_HAND, a->sort, 8, n < 7 ? n : 7);
    }
    int other = s->threats[3] > (threat == 3) ? 3 : s->threats[2] > (threat == 2) ? 2 : 0;
    add_row(out, ROW_LOOSE, a->sort, 16, threat * 4 + other);
}

/* What it attacks, covers and leaves. */
static void add_attacks(const struct natural_scene *s, const struct act *a,
                        struct natural_active *out)
{
    const struct shogi_pos *pos = s->q->pos;
    int rank = RANK_OF_KIND[a->after];
    BB_EACH(square, bb_and(a->reach, pos->bb[s->us ^ 1][SHOGI_ALL]))
    {
        int kind = shogi_kind_of(pos->board[square]);
        int how = !s->count[1][square] ? 0 : RANK_OF_KIND[kind] > rank ? 1 : 2;
        add_row(out, ROW_HITS, a->sort, 48, kind * 3 + how);
    }
    if (bb_any(s->threatened)) {
        struct shogi_bb covered = bb_and(a->reach, s->threatened);
        BB_EACH(square, covered)
        {
            if (square != a->from)
                add_row(out, ROW_SHIELDS, a->sort, 16, shogi_kind_of(pos->board[square]));
        }
    }
    if (a->from == SHOGI_NO_SQUARE)
        return;
    struct shogi_bb left = bb_minus(s->reach[a->from], a->reach);
    BB_EACH(square, bb_and(left, pos->bb[s->us][SHOGI_ALL]))
    {
        if (s->count[1][square] && s->count[0][square] == 1 && square != a->to)
            add_row(out, ROW_LEAVES, a->sort, 16, shogi_kind_of(pos->board[square]));
    }
}

static int at_most_four(struct shogi_bb set)
{
    int n = bb_count(set);
    return n < 4 ? n : 4;
}

static void add_kings(const struct natural_scene *s, const struct act *a,
                      struct natural_active *out)
{
    int king = shogi_king_square(s->q->pos, s->us ^ 1);
    int how = king >= 0 && bb_has(a->reach, king);
    if (a->from != SHOGI_NO_SQUARE && bb_has(s->unmasks, a->from) && king >= 0 &&
        shogi_dir[king][a->from] != shogi_dir[king][a->to])
        how |= 2;
    int safe = !s->count[1][a->to] ? 0 : s->count[0][a->to] > (a->from != SHOGI_NO_SQUARE) ? 1 : 2;
    if (how)
        add_row(out, ROW_CHECK, a->sort, 12, how * 3 + safe);
    add_row(out, ROW_ZONE, a->sort, 5, at_most_four(bb_and(a->reach, s->zone)));
    add_row(out, ROW_HOME, a->sort, 5, at_most_four(bb_and(a->reach, s->home)));
    if (s->in_check)
        add_row(out, ROW_EVADE, a->sort, 2, a->to == s->checker);
}

static void add_past(const struct natural_scene *s, const struct act *a, struct natural_active *out)
{
    if (s->last.sort) {
        int last = s->last.to, place = s->q->past->steps[0].to;
        bool board = a->from != SHOGI_NO_SQUARE;
        add_row(out, ROW_NEAR_LAST, a->sort, NATURAL_PLACES, place_from(last, a->seen_to));
        if (board)
            add_row(out, ROW_FROM_LAST, a->sort, NATURAL_PLACES, place_from(last, a->seen_from));
        add_row(out, ROW_REPLY, a->sort, 2 * NATURAL_SORTS, s->last.sort * 2 + (a->to == place));
        int chased = board && bb_has(s->last_reach, a->from);
        int chases = bb_has(a->reach, place);
        if (chased || chases)
            add_row(out, ROW_BY_LAST, a->sort, 4, chased * 2 + chases);
        add_row(out, ROW_TAKEN, a->sort, 4, s->q->past->steps[0].takes * 2 + (a->to == place));
    }
    if (s->own.sort) {
        add_row(out, ROW_NEAR_OWN, a->sort, NATURAL_PLACES, place_from(s->own.to, a->seen_to));
        add_row(out, ROW_AGAIN, a->sort, 2 * NATURAL_SORTS,
                s->own.sort * 2 + (a->from != SHOGI_NO_SQUARE && a->seen_from == s->own.to));
    }
    if (s->third.sort)
        add_row(out, ROW_NEAR_THIRD, a->sort, NATURAL_PLACES, place_from(s->third.to, a->seen_to));
    add_row(out, ROW_DANGER, a->sort, 8, s->danger);
    add_row(out, ROW_HUNT, a->sort, 8, s->hunt);
    add_row(out, ROW_PHASE, a->sort, NATURAL_PHASES, s->phase);
    add_row(out, ROW_CLASS, a->sort, NATURAL_CLASSES, (int)s->q->class);
}

/* Places as numbers that hashes are made of. */
static uint64_t from_king(int king, int square)
{
    return (uint64_t)((square / 9 - king / 9 + 8) * 17 + square % 9 - king % 9 + 8);
}

static void add_sequences(const struct natural_scene *s, const struct act *a,
                          struct natural_active *out)
{
    const struct natural_last *before[2] = {&s->last, &s->own};
    const uint64_t sort = (uint64_t)a->sort, move = sort << 7 | (uint64_t)a->seen_to;
    const int king[2] = {s->own_king, s->enemy_king};
    for (unsigned i = 0; i < 2; i++) {
        if (!before[i]->sort)
            continue;
        uint64_t first = (uint64_t)before[i]->sort << 7 | before[i]->to;
        add_hash(out, i, first << 12 | move);
        add_hash(out, 2 + i,
                 ((uint64_t)before[i]->sort << 5 | sort) << 9 |
                     from_king(before[i]->to, a->seen_to));
        for (unsigned k = 0; k < 2; k++)
            if (king[k] >= 0) /* as flow_keys.h has them */
                add_hash(
                    out, 4 + 2 * i + k,
                    ((((uint64_t)before[i]->sort << 9 | from_king(king[k], before[i]->to)) << 5 |
                      sort)
                         << 9 |
                     from_king(king[k], a->seen_to))
                            << 1 |
                        (a->taken != 0));
    }
    for (unsigned k = 0; k < 2; k++)
        if (king[k] >= 0)
            add_hash(out, 8 + k, move << 7 | (uint64_t)king[k]);
}

static void add_patterns(struct natural_scene *s, const struct act *a, struct natural_active *out)
{
    uint64_t sort = (uint64_t)a->sort;
    add_hash(out, 10,
             ((uint64_t)natural_look_around(s, a->seen_to)->near << 5 | sort) << 5 |
                 (uint64_t)a->taken);
    if (a->from == SHOGI_NO_SQUARE)
        return;
    add_hash(out, 11,
             ((uint64_t)natural_look_around(s, a->seen_from)->near << 5 | sort) << 9 |
                 from_king(a->seen_from, a->seen_to));
    add_hash(out, 12, (sort << 7 | (uint64_t)a->seen_from) << 7 | (uint64_t)a->seen_to);
}

static struct act act_of(const struct natural_scene *s, shogi_move m)
{
    const struct shogi_pos *pos = s->q->pos;
    struct act a = {.to = shogi_move_to(m), .from = SHOGI_NO_SQUARE, .seen_from = SHOGI_NO_SQUARE};
    struct shogi_bb occupied = bb_or(s->occupied, shogi_bit[a.to]);
    a.seen_to = as_seen(s, a.to);
    a.taken = shogi_kind_of(pos->board[a.to]);
    if (shogi_move_is_drop(m)) {
        a.kind = a.after = shogi_move_kind(m);
    } else {
        a.from = shogi_move_from(m);
        a.seen_from = as_seen(s, a.from);
        a.kind = shogi_kind_of(pos->board[a.from]);
        a.after = shogi_move_promotes(m) ? a.kind | 8 : a.kind;
        occupied = bb_minus(occupied, shogi_bit[a.from]);
    }
    a.sort = sort_of(m, a.kind);
    a.reach = piece_attacks(s->us, class_of_kind(a.after), a.to, occupied);
    return a;
}

void natural_look_at(struct natural_scene *s, shogi_move m, struct natural_active *out)
{
    const struct act a = act_of(s, m);
    out->rows = out->hashes = 0;
    out->sort = (uint8_t)a.sort;
    out->to = (uint8_t)a.seen_to;
    out->from = (uint8_t)a.seen_from;
    add_places(s, &a, out);
    add_exchanges(s, &a, m, out);
    add_attacks(s, &a, out);
    add_kings(s, &a, out);
    add_past(s, &a, out);
    add_sequences(s, &a, out);
    add_patterns(s, &a, out);
}
