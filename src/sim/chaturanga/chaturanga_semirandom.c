/* chaturanga_semirandom.c: the semi-random players of the paper, P0 to P16.
 *
 * With n players in play P1 looks one turn ahead, P2 n, P3 n + 1, P4 2 n; in general P_i for an odd
 * i (i - 1)/2 n + 1 turns, so that it sees (i - 1)/2 further turns of its own, and for an even i
 * i/2 n, so that it sees i/2 rounds of the others.
 *
 *     R1   take an enemy raja, two before one; from P3 on also: the turn after which a raja can be
 *          taken with the highest probability, if there is one at all: next time (P3, P4), or
 *          within two turns (P5, P6), and so on
 *     R2   from P2 on: of the other turns strike those after which the own raja can be taken; if
 *          none is left, none is struck.  P4: of what is left strike those after which it could
 *          be taken in the round after, too, unless none would be left; P6 goes on so with the
 *          round after that, and so on
 *
 * and then any turn, each as likely.  As in the paper's program, looking ahead means to look at
 * the board after the first move of a turn, the others standing still, and at captures in one move;
 * taking a raja now is seen whichever move does it.  Beyond a piece's next move, too, the others
 * stand still (chaturanga_threat.h, chaturanga_race.h), so that a level more costs a step more, not
 * a tree.  What can be different (a word after the player's name):
 *
 *     set        look at the board after the whole turn
 *     double     captures by two moves of a turn count, too
 *     reach      the same in R1 only, of the next turn
 *     hunt       P1 and P2 hunt as P3 does
 *     first      taking a raja now is seen only if the first move does it
 *     partner    R1 takes a partner's raja as well, where the rules allow that
 *     move       passes only if nothing else can be done
 *     two        makes two moves whenever that can be done
 *     raise      R2 strikes only turns that make the danger greater than it is
 *     king       R2 looks only at turns that begin with the raja
 *     literal    P4 and above strike by all rounds at once
 *     safe       R2 comes before the second part of R1
 *
 * The pieces of a frozen partner that somebody on his throne could move are not seen as threats.
 *
 * What is asked of a turn depends on its first move alone (or on all of it: "set"), so answers are
 * remembered by that for as long as one list is looked through. */
#include "sim/chaturanga/chaturanga_players.h"

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_race.h"
#include "sim/chaturanga/chaturanga_threat.h"

enum habit {
    HABIT_SET = 1 << 0,
    HABIT_DOUBLE = 1 << 1,
    HABIT_FIRST = 1 << 2,
    HABIT_PARTNER = 1 << 3,
    HABIT_MOVE = 1 << 4,
    HABIT_TWO = 1 << 5,
    HABIT_RAISE = 1 << 6,
    HABIT_KING = 1 << 7,
    HABIT_LITERAL = 1 << 8,
    HABIT_SAFE = 1 << 9,
    HABIT_REACH = 1 << 10,
    HABIT_HUNT = 1 << 11,
};
static const struct {
    const char *name;
    enum habit habit;
} HABITS[] = {
    {"set", HABIT_SET},   {"double", HABIT_DOUBLE},   {"first", HABIT_FIRST},
    {"move", HABIT_MOVE}, {"partner", HABIT_PARTNER}, {"two", HABIT_TWO},
    {"king", HABIT_KING}, {"literal", HABIT_LITERAL}, {"raise", HABIT_RAISE},
    {"safe", HABIT_SAFE}, {"reach", HABIT_REACH},     {"hunt", HABIT_HUNT},
};

enum { FIRST_MOVES = 64 * 64, NOT_A_MOVE = FIRST_MOVES };

/* What looking ahead told of a first move. */
struct turn_outlook {
    uint32_t list;  /* of which list; another: not known yet */
    uint32_t gain;  /* sequences of rolls by which an enemy raja could be taken */
    uint16_t peril; /* rolls by which the own could be taken, over all enemies */
    uint8_t later;  /* rounds after which it could be taken; `rounds` if in none that is seen */
};

struct semirandom {
    unsigned turns;  /* further ones of its own that it hunts for */
    unsigned rounds; /* of the others that it looks at */
    unsigned habits;
    uint32_t list; /* number of the list that is looked through */
    game_move listed[CHATURANGA_MAX_TURNS];
    game_move replies[CHATURANGA_MAX_TURNS];
    uint8_t kept[CHATURANGA_MAX_TURNS];
    struct turn_outlook outlooks[FIRST_MOVES + 1];
    struct turn_outlook spare; /* "set": of the turn asked for last */
    struct chaturanga_race race;
};

static enum status read_habits(struct span text, unsigned *out, struct err *err)
{
    static const struct msg UNKNOWN = {"unknown player option %1", "%1 という指定はありません"};
    *out = 0;
    while (text.n) {
        ptrdiff_t plus = span_find(text, span_of("+"));
        struct span word = span_make(text.p, plus < 0 ? text.n : (size_t)plus);
        bool known = false;
        for (size_t i = 0; i < sizeof HABITS / sizeof *HABITS; i++)
            if (span_eq(word, span_of(HABITS[i].name))) {
                *out |= HABITS[i].habit;
                known = true;
            }
        if (!known)
            return err_set(err, STATUS_SYNTAX, &UNKNOWN, word, (struct span){0});
        text = span_skip(text, plus < 0 ? text.n : (size_t)plus + 1);
    }
    return STATUS_OK;
}

enum status semirandom_open(void **state, const struct chaturanga_kind_of_player *kind,
                            struct span options, const struct chaturanga_limits *limits,
                            struct err *err)
{
    unsigned habits;
    (void)limits;
    enum status status = read_habits(options, &habits, err);
    if (status != STATUS_OK)
        return status;
    struct semirandom *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->turns = (unsigned)(kind->level - 1) / 2;
    s->rounds = (unsigned)kind->level / 2;
    s->habits = habits;
    if (s->turns == 0 && (habits & HABIT_HUNT))
        s->turns = 1;
    if (s->turns > 1)
        status = chaturanga_race_open(&s->race, s->turns, err);
    if (status == STATUS_OK)
        *state = s;
    else
        mem_free(s);
    return status;
}

void semirandom_close(void *state)
{
    struct semirandom *s = state;
    chaturanga_race_close(&s->race);
    mem_free(s);
}

/* --- Looking ahead ---------------------------------------------------------------------------- */

static uint32_t rolls_that_take(struct semirandom *s, const struct chaturanga_pos *pos,
                                unsigned colour, uint64_t squares, unsigned by_two)
{
    if (s->habits & by_two)
        return chaturanga_reach_rolls(pos, colour, squares, s->replies);
    return chaturanga_strike_rolls(pos, colour, squares);
}

static unsigned peril_of(struct semirandom *s, const struct chaturanga_pos *pos, unsigned me)
{
    uint64_t raja = chaturanga_pieces(pos, me, CHATURANGA_RAJA);
    unsigned sum = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (c != me && chaturanga_enemies(pos, c, me))
            sum += chaturanga_rolls_count(rolls_that_take(s, pos, c, raja, HABIT_DOUBLE));
    return sum;
}

/* The first round, from the second one on, in which an enemy could strike; `rounds` if none. */
static unsigned later_of(const struct chaturanga_pos *pos, unsigned me, unsigned rounds)
{
    uint64_t raja = chaturanga_pieces(pos, me, CHATURANGA_RAJA);
    unsigned first = rounds;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        if (c == me || !chaturanga_enemies(pos, c, me))
            continue;
        if (first > 1 && chaturanga_strikes_later(pos, c, raja))
            first = 1;
        for (unsigned kind = 0; kind < CHATURANGA_KINDS && first > 2; kind++) {
            unsigned moves = chaturanga_moves_to_strike(pos, c, kind, raja, first - 1);
            first = moves && moves < first ? moves : first;
        }
    }
    return first;
}

static uint32_t gain_of(struct semirandom *s, const struct chaturanga_pos *pos, unsigned me)
{
    uint64_t prey = chaturanga_prey(pos, me, s->habits & HABIT_PARTNER);
    uint32_t now = rolls_that_take(s, pos, me, prey, HABIT_DOUBLE | HABIT_REACH);
    unsigned needs[CHATURANGA_KINDS];
    if (s->turns == 1)
        return chaturanga_rolls_count(now);
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        needs[kind] = chaturanga_moves_to_strike(pos, me, kind, prey, s->turns - 1);
    return chaturanga_race_count(&s->race, &pos->rules, needs, now);
}

static void look_ahead(struct semirandom *s, const struct chaturanga_pos *pos, game_move turn,
                       struct turn_outlook *out)
{
    struct chaturanga_pos after = *pos;
    unsigned me = pos->turn;
    if (chaturanga_steps(turn))
        chaturanga_play_turn(&after, s->habits & HABIT_SET ? turn : chaturanga_turn_first(turn));
    *out = (struct turn_outlook){.list = s->list, .later = (uint8_t)s->rounds};
    if (chaturanga_over(&after))
        return;
    if (s->rounds)
        out->peril = (uint16_t)peril_of(s, &after, me);
    if (s->turns)
        out->gain = gain_of(s, &after, me);
    if (s->rounds > 1)
        out->later = (uint8_t)later_of(&after, me, s->rounds);
}

static const struct turn_outlook *outlook_of(struct semirandom *s, const struct chaturanga_pos *pos,
                                             game_move turn)
{
    struct turn_outlook *o = &s->spare;
    if (!(s->habits & HABIT_SET) || chaturanga_steps(turn) < 2) {
        unsigned key = chaturanga_step_from(turn, 0) * 64 + chaturanga_step_to(turn, 0);
        o = &s->outlooks[chaturanga_steps(turn) ? key : NOT_A_MOVE];
        if (o->list == s->list)
            return o;
    }
    look_ahead(s, pos, turn, o);
    return o;
}

/* --- Rules: each keeps some of the n turns, and says how many --------------------------------- */

/* Of the kept turns those that have the greatest value, if that is not 0; otherwise none. */
static uint32_t keep_takers(struct semirandom *s, const struct chaturanga_pos *pos, uint32_t n)
{
    uint64_t prey = chaturanga_prey(pos, pos->turn, s->habits & HABIT_PARTNER);
    unsigned best = 1;
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        game_move seen =
            s->habits & HABIT_FIRST ? chaturanga_turn_first(s->listed[i]) : s->listed[i];
        unsigned taken = chaturanga_rajas_taken(seen, prey);
        if (taken > best) {
            for (uint32_t k = 0; k < i; k++)
                s->kept[k] = 0;
            best = taken;
            kept_count = 0;
        }
        s->kept[i] = taken == best;
        kept_count += taken == best;
    }
    return kept_count;
}

static uint32_t keep_hunters(struct semirandom *s, const struct chaturanga_pos *pos, uint32_t n)
{
    unsigned best = 1;
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!s->kept[i])
            continue;
        unsigned gain = outlook_of(s, pos, s->listed[i])->gain;
        if (gain > best) {
            best = gain;
            kept_count = 0;
        }
        kept_count += gain == best;
    }
    for (uint32_t i = 0; kept_count && i < n; i++)
        s->kept[i] = s->kept[i] && outlook_of(s, pos, s->listed[i])->gain == best;
    return kept_count;
}

static bool begins_with_raja(const struct chaturanga_pos *pos, game_move turn)
{
    return chaturanga_steps(turn) &&
           (chaturanga_pieces(pos, pos->turn, CHATURANGA_RAJA) >> chaturanga_step_from(turn, 0) &
            1);
}

static bool is_struck(struct semirandom *s, const struct chaturanga_pos *pos, game_move turn,
                      unsigned peril_now, unsigned rounds)
{
    const struct turn_outlook *o = outlook_of(s, pos, turn);
    if ((s->habits & HABIT_KING) && !begins_with_raja(pos, turn))
        return false;
    if (s->habits & HABIT_RAISE)
        return o->peril > peril_now;
    return o->peril || o->later < rounds;
}

/* R2 for as many rounds: strikes turns unless none would be left; how many are left. */
static uint32_t strike(struct semirandom *s, const struct chaturanga_pos *pos, uint32_t n,
                       unsigned rounds)
{
    unsigned now = s->habits & HABIT_RAISE ? peril_of(s, pos, pos->turn) : 0;
    uint32_t left = 0, before = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool kept = s->kept[i] & 1;
        before += kept;
        if (kept && !is_struck(s, pos, s->listed[i], now, rounds)) {
            s->kept[i] |= 2;
            left++;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        s->kept[i] = left ? s->kept[i] >> 1 : s->kept[i] & 1;
    return left ? left : before;
}

/* What the player would rather not choose from at all. */
static uint32_t keep_busy(struct semirandom *s, uint32_t n)
{
    unsigned least = s->habits & HABIT_MOVE ? 1 : 0, most = 0;
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < n; i++)
        most = chaturanga_steps(s->listed[i]) > most ? chaturanga_steps(s->listed[i]) : most;
    if (s->habits & HABIT_TWO)
        least = most;
    least = least < most ? least : most;
    for (uint32_t i = 0; i < n; i++) {
        s->kept[i] = chaturanga_steps(s->listed[i]) >= least;
        kept_count += s->kept[i];
    }
    return kept_count;
}

static uint32_t keep_candidates(struct semirandom *s, const struct chaturanga_pos *pos, uint32_t n)
{
    uint32_t kept_count = keep_takers(s, pos, n);
    if (kept_count)
        return kept_count;
    kept_count = keep_busy(s, n);
    if (s->rounds && (s->habits & HABIT_SAFE))
        kept_count = strike(s, pos, n, 1);
    if (s->turns) {
        uint32_t hunters = keep_hunters(s, pos, n);
        if (hunters)
            return hunters;
    }
    unsigned first = s->habits & HABIT_LITERAL ? s->rounds : 1;
    for (unsigned round = first; round && round <= s->rounds; round++)
        kept_count = strike(s, pos, n, round);
    return kept_count;
}

game_move semirandom_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                            struct rng *rng, uint32_t *count)
{
    struct semirandom *s = state;
    uint32_t n = chaturanga_turns(pos, roll, s->listed), i = 0;
    *count = n;
    if (n > 1) {
        s->list++;
        if (s->list == 0) /* the numbers have gone round: nothing may be taken for known */
            s->list = 1;
        uint64_t lot = rng_below(rng, keep_candidates(s, pos, n));
        for (; !s->kept[i] || lot > 0; i++)
            lot -= s->kept[i];
    }
    return chaturanga_chance(pos, s->listed[i], rng);
}

/* --- P0 --------------------------------------------------------------------------------------- */

enum status random_open(void **state, const struct chaturanga_kind_of_player *kind,
                        struct span options, const struct chaturanga_limits *limits,
                        struct err *err)
{
    static const struct msg PLAIN = {"P0 takes no options: %1", "P0 に指定はできません: %1"};
    (void)kind;
    (void)limits;
    *state = NULL;
    return options.n ? err_set(err, STATUS_SYNTAX, &PLAIN, options, (struct span){0}) : STATUS_OK;
}

game_move random_choose(void *state, const struct chaturanga_pos *pos, unsigned roll,
                        struct rng *rng, uint32_t *count)
{
    (void)state;
    return chaturanga_random_turn(pos, roll, rng, count);
}

void random_close(void *state)
{
    (void)state;
}
