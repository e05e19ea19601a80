/* dfpn.c: depth-first proof-number search; see mate.h.
 *
 * There is no recursion: a way is as long as the mate.  Each round looks at the last frame: its
 * numbers follow from those of its moves, and either it is done (settled, or its numbers have
 * passed the limits that its parent gave it) or the most promising move is followed.
 *
 * The attacker's proof number is the least of his moves'; his disproof number would be the sum, but
 * moves often lead to the same thing (a piece put between here or there, a check from near or far),
 * and then a sum counts it many times: the largest, and one for each other move that is open, is
 * what they are worth together.  The other way round for the defender.  On 1,000 problems of eleven
 * plies this took 2.07 million nodes where sums for the attacker took 2.11 and no slack at all did
 * not solve all of them.
 *
 * What the defender may put between on one square differs little by its kind: the first is looked
 * at with the other moves, the rest when all those are proven.  That took the CPU time of 1,000
 * problems each of 7, 9 and 11 plies from 0.59, 2.77 and 4.49 s to 0.46, 1.53 and 3.75; putting off
 * all drops left 26 of the 3,000 unsolved after 300,000 nodes each.  (The figures above and below
 * were measured before that.)
 *
 * A position met for the first time is looked at before it is entered: is there a mate by one move,
 * a check at all, how hard is the defender to mate?  These looks take most of the time, so each
 * stops as soon as it knows.  The proof number of a position of the defender is the number of his
 * ways out (shogi_count_ways_out()), of which one that takes the checker counts twice; that of the
 * attacker's is one, and two where the king has fled without taking anything.  Nodes for 2,000
 * problems of eleven plies: 3.47 million by the number of moves, up to four; 2.90 million by the
 * number of ways out, up to five; 2.60 million where taking counts twice, up to six; 2.40 million
 * with two where the king has fled, which is what stands here (up to five 2.39, up to eight 2.49;
 * if he takes, too, 2.49).  Taking counted three times 2.84, what comes between counted one and a
 * half times 3.45; numbers of checks as disproof numbers, or squares beside the king left to him
 * added, took as many or more. */
#include "engine/search/dfpn.h"

#include <time.h>

#include "games/shogi/shogi_attacks.h"
#include "games/shogi/shogi_lookup.h"

/* Limits are wider than the second best by an eighth of it, so that the search does not go to and
 * fro between two that are equally good.  On the same problems a quarter took a fifth more nodes,
 * a sixteenth as many. */
enum { EPSILON = 8 };

/* Of positions met for the first time: more ways out than this count as so many; the proof number
 * after a move of the king that takes nothing. */
enum { MOST_WAYS_OUT = 6, KING_FLED = 2 };

uint64_t mate_key(const struct mate_solver *s)
{
    const struct shogi_pos *pos = &s->pos;
    uint64_t key = pos->hash ^ s->set;
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            key ^= shogi_key_hand[color][kind][pos->hand[color][kind]];
    return key;
}

static uint64_t mix(uint64_t x)
{
    x *= UINT64_C(0x9E3779B97F4A7C15);
    x ^= x >> 32;
    return x * UINT64_C(0xD6E8FEB86659FD93);
}

/* Where a disproof by coming back is kept. */
static uint64_t path_key(uint64_t hash, uint64_t path, uint32_t length)
{
    return mix(hash + length) ^ path;
}

static uint16_t one_longer(uint16_t length)
{
    return length >= MATE_LONG ? length : (uint16_t)(length + 1);
}

static uint32_t one_shorter(uint32_t length)
{
    return length > MATE_LONG ? length : length - 1;
}

static uint32_t sum_numbers(uint32_t a, uint32_t b)
{
    return a + b >= MATE_INFINITE ? MATE_INFINITE - 1 : a + b;
}

static void child_set(struct mate_child *c, const struct mate_value *v, uint16_t rests_on)
{
    c->pn = v->pn;
    c->dn = v->dn;
    c->mate = v->mate;
    c->none = v->none;
    c->hand = v->hand;
    c->rests_on = rests_on;
}

static const struct mate_value NO_MATE = {MATE_INFINITE, 0, MATE_NO_LENGTH, MATE_UNLIMITED, 0};

/* --- What a proof needs -------------------------------------------------------------------------
 *
 * A proof does not need all that the attacker has in hand: what he drops, less what he captures on
 * the way.  Kept with no more than that it counts for as many positions as possible.  There is one
 * trap.  What the attacker does not have the defender has, and may put between: where that is
 * possible at all, the attacker must hold all of the kinds of which the defender has none. */

static bool is_check_from_afar(const struct shogi_pos *pos)
{
    int king = bb_first(pos->bb[pos->turn][SHOGI_CLASS_KING]);
    struct shogi_bb occupied = shogi_occupied(pos);
    BB_EACH(s, sliders_in_line(pos, king, pos->turn ^ 1))
    {
        struct shogi_bb between = squares_between(king, s);
        if (bb_any(between) && !bb_meet(between, occupied))
            return true;
    }
    return false;
}

/* What the attacker must hold so that the defender, to move and in check, has no other drops. */
static uint32_t withheld(const struct shogi_pos *pos)
{
    uint32_t hand = 0;
    if (!is_check_from_afar(pos))
        return 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        if (!pos->hand[pos->turn][kind])
            hand += pos->hand[pos->turn ^ 1][kind] * mate_hand_of(kind);
    return hand;
}

/* What is needed before the attacker's move, if `hand` is behind it. */
static uint32_t needed_before(uint32_t hand, shogi_move m, int captured)
{
    if (shogi_move_is_drop(m))
        return hand + mate_hand_of(shogi_move_kind(m));
    int kind = captured & 7; /* of plain pieces; kings are not taken */
    return kind && hand & mate_hand_field(kind) ? hand - mate_hand_of(kind) : hand;
}

/* --- Positions met for the first time --------------------------------------------------------- */

/* The defender to move, in check. */
static void defender_numbers(const struct mate_solver *s, uint32_t length, struct mate_value *v)
{
    int moves = shogi_count_ways_out(&s->pos, MOST_WAYS_OUT);
    if (moves == 0)
        *v = (struct mate_value){0, MATE_INFINITE, 0, 0, withheld(&s->pos)};
    else if (length == 0)
        *v = (struct mate_value){MATE_INFINITE, 0, MATE_NO_LENGTH, 0, 0};
    else if (v->pn == 1)
        v->pn = (uint32_t)moves;
}

/* What the attacker needs for a move that mates. */
static uint32_t needed_for(struct shogi_pos *pos, shogi_move m)
{
    struct shogi_undo undo;
    shogi_play(pos, m, &undo);
    uint32_t hand = needed_before(withheld(pos), m, undo.captured);
    shogi_unplay(pos, m, &undo);
    return hand;
}

/* Is there a check by dropping a piece beside the king?  Far quicker than to list checks. */
static bool drops_check(const struct shogi_pos *pos)
{
    int us = pos->turn, king = bb_first(pos->bb[us ^ 1][SHOGI_CLASS_KING]);
    const uint8_t *hand = pos->hand[us];
    const struct shogi_bb(*step)[SHOGI_ROWS] = shogi_step[us ^ 1];
    struct shogi_bb beside = step[SHOGI_CLASS_KING][king], to = {0, 0};
    if (hand[SHOGI_GOLD])
        to = bb_or(to, step[SHOGI_CLASS_GOLD][king]);
    if (hand[SHOGI_SILVER])
        to = bb_or(to, step[SHOGI_CLASS_SILVER][king]);
    if (hand[SHOGI_ROOK])
        to = bb_or(to, bb_and(beside, shogi_cross[king]));
    if (hand[SHOGI_BISHOP])
        to = bb_or(to, bb_and(beside, shogi_diagonals[king]));
    return bb_any(bb_minus(to, shogi_occupied(pos))) && !shogi_in_check(pos);
}

static bool has_check(const struct shogi_pos *pos)
{
    shogi_move checks[SHOGI_MAX_MOVES];
    return drops_check(pos) || shogi_check_moves(pos, checks) > 0;
}

/* The attacker to move.  fled: the king has moved, and taken nothing. */
static void attacker_numbers(struct mate_solver *s, uint32_t length, bool fled,
                             struct mate_value *v)
{
    shogi_move m = shogi_mate_in_one(&s->pos);
    if (m)
        *v = (struct mate_value){0, MATE_INFINITE, 1, 0, needed_for(&s->pos, m)};
    else if (length == 1)
        *v = (struct mate_value){MATE_INFINITE, 0, MATE_NO_LENGTH, 1, 0};
    else if (!has_check(&s->pos))
        *v = NO_MATE;
    else if (fled && v->pn == 1)
        v->pn = KING_FLED;
}

static bool king_fled(const struct shogi_pos *pos, shogi_move m, const struct shogi_undo *undo)
{
    int placed = shogi_piece_at(pos, shogi_move_to(m));
    return !undo->captured && shogi_kind_of(placed) == SHOGI_KING;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static uint64_t met_bit(uint64_t hash)
{
    return UINT64_C(1) << (hash >> 58);
}

/* The frame that has the position of s->pos, MATE_NO_PATH if none has. */
static uint16_t depth_on_path(const struct mate_solver *s)
{
    if (!(s->frames[s->depth - 1].met & met_bit(s->pos.hash)))
        return MATE_NO_PATH;
    for (uint32_t i = s->depth; i-- > 0;)
        if (s->frames[i].hash == s->pos.hash)
            return (uint16_t)i;
    return MATE_NO_PATH;
}

static uint64_t path_behind(const struct mate_frame *f)
{
    return f->path ^ mix(f->hash);
}

/* The key and the attacker's hand after a move, which has been played: from those before it. */
static uint64_t key_behind(const struct mate_solver *s, const struct mate_frame *f, shogi_move m,
                           const struct shogi_undo *undo, uint32_t *hand)
{
    int mover = s->pos.turn ^ 1, kind = 0;
    uint64_t hands = f->key ^ f->hash;
    uint32_t sign = 1;
    *hand = f->hand;
    if (shogi_move_is_drop(m)) {
        kind = shogi_move_kind(m);
        sign = UINT32_MAX;
    } else if (undo->captured) {
        kind = undo->captured & 7; /* of plain pieces; kings are not taken */
    }
    if (kind) {
        const uint64_t *keys = shogi_key_hand[mover][kind];
        int now = s->pos.hand[mover][kind];
        hands ^= keys[now] ^ keys[sign == 1 ? now - 1 : now + 1];
        *hand += mover == s->attacker ? sign * mate_hand_of(kind) : 0;
    }
    return hands ^ s->pos.hash;
}

/* The first look at the position after a move, which has been played. */
static void child_numbers(struct mate_solver *s, const struct mate_frame *f, struct mate_child *c,
                          const struct shogi_undo *undo)
{
    struct mate_value v;
    uint32_t hand;
    uint32_t length = one_shorter(f->length);
    uint16_t above = depth_on_path(s);
    if (above != MATE_NO_PATH || s->depth + 1 >= MATE_MAX_FRAMES) {
        child_set(c, &NO_MATE, above != MATE_NO_PATH ? above : 0);
        return;
    }
    if (s->tt.any_path && mate_path_known(&s->tt, path_key(s->pos.hash, path_behind(f), length))) {
        child_set(c, &NO_MATE, 0);
        return;
    }
    uint64_t key = key_behind(s, f, c->move, undo, &hand);
    bool known = mate_tt_probe(&s->tt, key, hand, length, &v);
    if (!known && v.pn && v.dn) {
        if (f->attacks)
            defender_numbers(s, length, &v);
        else
            attacker_numbers(s, length, king_fled(&s->pos, c->move, undo), &v);
    }
    child_set(c, &v, MATE_NO_PATH);
}

/* A first look at the next move in the pool. */
static const struct mate_child *look_at_next(struct mate_solver *s, struct mate_frame *f)
{
    struct mate_child *c = &s->pool[f->first + f->count++];
    struct shogi_undo undo;
    shogi_play(&s->pos, c->move, &undo);
    child_numbers(s, f, c, &undo);
    shogi_unplay(&s->pos, c->move, &undo);
    return c;
}

/* Lists the defender's moves in the pool: those of pieces on the board, one drop for each square,
 * the other drops.  Returns how many come before those others. */
static uint32_t list_defences(const struct mate_solver *s, struct mate_child *out, uint32_t *all)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    bool seen[SHOGI_SQUARES] = {false};
    int n = shogi_legal_moves(&s->pos, moves);
    uint32_t now = 0, late = 0;
    for (int i = 0; i < n; i++) {
        int to = shogi_move_to(moves[i]);
        if (shogi_move_is_drop(moves[i]) && seen[to]) {
            moves[late++] = moves[i];
            continue;
        }
        seen[to] |= shogi_move_is_drop(moves[i]);
        out[now++].move = moves[i];
    }
    for (uint32_t i = 0; i < late; i++)
        out[now + i].move = moves[i];
    *all = now + late;
    return now;
}

static uint32_t list_checks(const struct mate_solver *s, struct mate_child *out)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_check_moves(&s->pos, moves);
    for (int i = 0; i < n; i++)
        out[i].move = moves[i];
    return (uint32_t)n;
}

/* Lists the moves with a first look at each; stops where one settles the position. */
static bool expand(struct mate_solver *s, struct mate_frame *f)
{
    uint32_t all, now;
    if (s->pool_used + SHOGI_MAX_MOVES > MATE_POOL)
        return false;
    f->first = s->pool_used;
    f->expanded = true;
    s->nodes++;
    if (f->attacks)
        now = all = list_checks(s, &s->pool[f->first]);
    else
        now = list_defences(s, &s->pool[f->first], &all);
    f->later = all - now;
    while (f->count < now) {
        const struct mate_child *c = look_at_next(s, f);
        if (f->attacks ? c->pn == 0 : c->dn == 0 && c->rests_on == MATE_NO_PATH) {
            f->later = 0;
            break;
        }
    }
    s->pool_used += f->count + f->later;
    return true;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

/* What the moves of a position make of it, and the two that promise most. */
struct first_look {
    struct mate_value value;
    uint16_t rests_on;
    uint32_t best, second; /* the best move; the number of the second best */
    uint32_t proof;        /* the attacker's move that mates soonest */
    uint32_t others;       /* of the limit, what moves other than the best use up */
};

static struct first_look attacker_first_look(const struct mate_child *c, uint32_t count)
{
    struct first_look o = {.value = {MATE_INFINITE, 0, MATE_NO_LENGTH, MATE_UNLIMITED, 0},
                           .rests_on = MATE_NO_PATH,
                           .second = MATE_INFINITE};
    uint32_t largest = 0, open = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (c[i].pn < o.value.pn ||
            (c[i].pn == o.value.pn && c[i].pn < MATE_INFINITE && c[i].dn < c[o.best].dn)) {
            o.second = o.value.pn;
            o.value.pn = c[i].pn;
            o.best = i;
        } else if (c[i].pn < o.second) {
            o.second = c[i].pn;
        }
        largest = c[i].dn > largest ? c[i].dn : largest;
        open += c[i].dn != 0;
        if (c[i].pn == 0 && one_longer(c[i].mate) < o.value.mate) {
            o.value.mate = one_longer(c[i].mate);
            o.proof = i;
        }
        if (one_longer(c[i].none) < o.value.none)
            o.value.none = one_longer(c[i].none);
        if (c[i].rests_on < o.rests_on)
            o.rests_on = c[i].rests_on;
    }
    if (o.value.pn == 0)
        o.value.dn = MATE_INFINITE;
    else if (open) {
        o.others = open - 1;
        o.value.dn = sum_numbers(largest, open - 1);
    }
    return o;
}

static struct first_look defender_first_look(const struct mate_child *c, uint32_t count)
{
    struct first_look o = {.value = {0, MATE_INFINITE, 0, 0, 0}, .second = MATE_INFINITE};
    uint32_t largest = 0, open = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (c[i].dn < o.value.dn ||
            (c[i].dn == 0 && o.value.dn == 0 && c[i].rests_on > o.rests_on) ||
            (c[i].dn == o.value.dn && c[i].dn < MATE_INFINITE && c[i].pn < c[o.best].pn)) {
            o.second = o.value.dn;
            o.value.dn = c[i].dn;
            o.best = i;
            o.rests_on = c[i].rests_on;
            o.value.none = one_longer(c[i].none);
        } else if (c[i].dn < o.second) {
            o.second = c[i].dn;
        }
        if (c[i].pn == 0 && one_longer(c[i].mate) > o.value.mate)
            o.value.mate = one_longer(c[i].mate);
        if (c[i].pn == 0)
            o.value.hand = mate_hand_union(o.value.hand, c[i].hand);
        largest = c[i].pn > largest ? c[i].pn : largest;
        open += c[i].pn != 0;
    }
    if (open == 0)
        return o;
    o.value.mate = MATE_NO_LENGTH;
    o.others = open - 1;
    o.value.pn = o.value.dn == 0 ? MATE_INFINITE : sum_numbers(largest, open - 1);
    return o;
}

/* What the proof of a position needs, its moves being proven. */
static uint32_t needed_here(const struct mate_solver *s, const struct mate_frame *f,
                            const struct first_look *o)
{
    const struct mate_child *c = &s->pool[f->first + o->proof];
    if (!f->attacks)
        return mate_hand_union(o->value.hand, withheld(&s->pos));
    return needed_before(
        c->hand, c->move,
        shogi_move_is_drop(c->move) ? 0 : shogi_piece_at(&s->pos, shogi_move_to(c->move)));
}

static struct first_look first_look_at(const struct mate_solver *s, const struct mate_frame *f)
{
    const struct mate_child *c = s->pool + f->first;
    struct first_look o =
        f->attacks ? attacker_first_look(c, f->count) : defender_first_look(c, f->count);
    if (f->length > MATE_LONG && o.value.dn == 0)
        o.value.none = MATE_UNLIMITED;
    if (o.value.pn == 0)
        o.value.hand = needed_here(s, f, &o);
    return o;
}

/* --- Going down and coming back --------------------------------------------------------------- */

static uint32_t with_epsilon(uint32_t second)
{
    return sum_numbers(second, second / EPSILON + 1);
}

static void descend(struct mate_solver *s, struct mate_frame *f, const struct first_look *o)
{
    const struct mate_child *c = &s->pool[f->first + o->best];
    struct mate_frame *next = &s->frames[s->depth];
    uint32_t slack = with_epsilon(o->second);
    f->chosen = o->best;
    *next = (struct mate_frame){.move = c->move,
                                .attacks = !f->attacks,
                                .length = (uint16_t)one_shorter(f->length),
                                .path = path_behind(f),
                                .nodes_before = s->nodes};
    next->pn_limit = f->pn_limit;
    next->dn_limit = f->dn_limit;
    if (f->attacks) {
        next->pn_limit = slack < f->pn_limit ? slack : f->pn_limit;
        next->dn_limit -= o->others;
    } else {
        next->dn_limit = slack < f->dn_limit ? slack : f->dn_limit;
        next->pn_limit -= o->others;
    }
    shogi_play(&s->pos, c->move, &next->undo);
    next->hash = s->pos.hash;
    next->met = f->met | met_bit(next->hash);
    next->key = key_behind(s, f, c->move, &next->undo, &next->hand);
    s->depth++;
}

static void keep(struct mate_solver *s, const struct mate_frame *f, const struct first_look *o,
                 uint32_t depth)
{
    uint64_t work = s->nodes - f->nodes_before;
    if (o->value.dn == 0 && o->rests_on < depth)
        mate_path_store(&s->tt, path_key(f->hash, f->path, f->length));
    else
        mate_tt_store(&s->tt, f->key, o->value.pn == 0 ? o->value.hand : f->hand, &o->value,
                      work < UINT32_MAX ? (uint32_t)work : UINT32_MAX);
}

/* Ends the last frame; its parent learns what came out. */
static void ascend(struct mate_solver *s, const struct first_look *o)
{
    struct mate_frame *f = &s->frames[--s->depth];
    uint16_t rests_on = o->rests_on < s->depth ? o->rests_on : MATE_NO_PATH;
    keep(s, f, o, s->depth);
    s->pool_used = f->first;
    if (s->depth == 0)
        return;
    struct mate_frame *parent = &s->frames[s->depth - 1];
    shogi_unplay(&s->pos, f->move, &f->undo);
    child_set(&s->pool[parent->first + parent->chosen], &o->value,
              o->value.dn == 0 ? rests_on : MATE_NO_PATH);
}

int64_t mate_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool is_stop_requested(const struct mate_solver *s)
{
    return (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) ||
           (s->time_limit != INT64_MAX && mate_now() >= s->time_limit);
}

/* Asked after every node; 256 nodes take a fraction of a millisecond. */
static bool must_stop(struct mate_solver *s)
{
    if ((s->nodes & 255) == 0 && is_stop_requested(s))
        s->over = true;
    return s->over || s->nodes >= s->node_limit;
}

/* One look at the last frame. */
static struct mate_value advance(struct mate_solver *s)
{
    struct mate_frame *f = &s->frames[s->depth - 1];
    bool room = true;
    if (!f->expanded) {
        f->first = s->pool_used;
        room = expand(s, f);
    }
    struct first_look o = first_look_at(s, f);
    while (room && o.value.pn == 0 && f->later) {
        f->later--;
        look_at_next(s, f);
        o = first_look_at(s, f);
    }
    s->gave_up |= !room || must_stop(s);
    if (!room)
        o.value = (struct mate_value){1, 1, MATE_NO_LENGTH, 0, 0};
    if (s->gave_up || o.value.pn == 0 || o.value.dn == 0 || o.value.pn >= f->pn_limit ||
        o.value.dn >= f->dn_limit)
        ascend(s, &o);
    else
        descend(s, f, &o);
    return o.value;
}

struct mate_value dfpn_search(struct mate_solver *s, uint32_t length)
{
    struct mate_value v = {1, 1, MATE_NO_LENGTH, 0, 0};
    s->frames[0] = (struct mate_frame){.key = mate_key(s),
                                       .hash = s->pos.hash,
                                       .met = met_bit(s->pos.hash),
                                       .hand = mate_hand(s->pos.hand[s->attacker]),
                                       .attacks = s->pos.turn == s->attacker,
                                       .length = (uint16_t)length,
                                       .pn_limit = MATE_INFINITE,
                                       .dn_limit = MATE_INFINITE,
                                       .nodes_before = s->nodes};
    s->depth = 1;
    s->pool_used = 0;
    s->gave_up = must_stop(s);
    while (s->depth && !(s->gave_up && s->depth == 1 && !s->frames[0].expanded))
        v = advance(s);
    s->depth = 0;
    return v;
}
