/* chaturanga.c: what happens on the board: the start, a step and what follows from it, the end of a
 * turn.  Which turns there are is in chaturanga_turns.c. */
#include "games/chaturanga/chaturanga.h"

#include <stddef.h>

#include "games/chaturanga/chaturanga_board.h"

/* --- The table of readings, and sets of them as text ------------------------------------------ */

const struct chaturanga_reading chaturanga_readings[CHATURANGA_READINGS] = {
    {"setup",
     {"standard", "swapped"},
     {"starting squares of horse and elephant: horse beside the boat, or the other way round",
      "馬と象の初期配置（標準では馬が船の隣）"}},
    {"order",
     {"asc", "any", "rolled", "desc", "both"},
     {"order of two moves by different dice: lower first; any order, each set listed once; as "
      "rolled; higher first; both orders listed",
      "二つの目で動かす順序（小さい目から、順不同、振った順、大きい目から、両方を別に数える）"}},
    {"doubles",
     {"samepiece", "samekind"},
     {"two moves by equal dice: by the same piece, or by any pieces of that number",
      "ゾロ目の二手（同一の駒か、同じ目の駒ならよいか）"}},
    {"ally",
     {"none", "any", "not-raja"},
     {"partner's pieces that may be captured while both teams play",
      "チーム戦の間に味方のどの駒を取れるか"}},
    {"bare",
     {"any", "all", "final", "team", "never"},
     {"bare raja that makes a draw: anyone's; all survivors'; only in the final game; only in the "
      "team game; nobody's",
      "裸のラージャーによる引き分け（一人でも、残り全員、最終戦だけ、チーム戦だけ、なし）"}},
    {"promotion",
     {"raja", "no-raja", "none"},
     {"promotion of a pawn on the last rank: also to a raja; to anything but a raja; none",
      "最終列のパダチの成り（ラージャーにも、ラージャー以外、なし）"}},
    {"exchange",
     {"yes", "no"},
     {"captive rajas may be exchanged and come back", "ラージャーの交換と復活"}},
    {"sinhasana",
     {"yes", "no"},
     {"a raja on the partner's throne moves the partner's pieces",
      "味方の王座に入ったラージャーは味方の駒も動かせる"}},
    {"triumph",
     {"yes", "no"},
     {"a boat that completes a block of four captures the others", "ロカの総取り"}},
    {"sum", {"yes", "no"}, {"one move by the sum of both dice", "目の合計で一手動かせる"}},
    {"pass",
     {"free", "forced"},
     {"pass: always allowed, or only if there is no other turn",
      "パス（いつでも、または他に手がないときだけ）"}},
    {"partners",
     {"fight", "share"},
     {"when a team is out, the winners play on against each other, or share the win",
      "チーム戦に勝った二人は（互いに戦う、勝ちを分け合う）"}},
    {"back",
     {"allowed", "forbidden"},
     {"a piece may move back to its square within one turn",
      "一つの手番で動かした駒をすぐ元の升に戻すこと"}},
    {"ending",
     {"whole", "at-once"},
     {"when the first of two moves ends the game: list the sets of two all the same, or only the "
      "one move",
      "一手目で勝負が決まる二手の組（それでも数える、一手目だけにする）"}},
};

uint8_t *chaturanga_rule(struct chaturanga_rules *rules, int reading)
{
    static const size_t PLACES[CHATURANGA_READINGS] = {
        offsetof(struct chaturanga_rules, setup),    offsetof(struct chaturanga_rules, order),
        offsetof(struct chaturanga_rules, doubles),  offsetof(struct chaturanga_rules, ally),
        offsetof(struct chaturanga_rules, bare),     offsetof(struct chaturanga_rules, promotion),
        offsetof(struct chaturanga_rules, exchange), offsetof(struct chaturanga_rules, sinhasana),
        offsetof(struct chaturanga_rules, triumph),  offsetof(struct chaturanga_rules, sum),
        offsetof(struct chaturanga_rules, pass),     offsetof(struct chaturanga_rules, partners),
        offsetof(struct chaturanga_rules, back),     offsetof(struct chaturanga_rules, ending),
    };
    return (uint8_t *)rules + PLACES[reading];
}

int chaturanga_rule_values(int reading)
{
    int n = 0;
    while (n < CHATURANGA_MAX_VALUES && chaturanga_readings[reading].values[n])
        n++;
    return n;
}

static int reading_named(struct span name)
{
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        if (span_eq_nocase(name, span_of(chaturanga_readings[i].name)))
            return i;
    return -1;
}

static int value_named(int reading, struct span name)
{
    for (int i = 0; i < chaturanga_rule_values(reading); i++)
        if (span_eq_nocase(name, span_of(chaturanga_readings[reading].values[i])))
            return i;
    return -1;
}

/* The next word, ended by blanks, the end of a line, '=' or a comment. */
static struct span eat_word(struct span *s)
{
    while (s->n && (is_blank(*s->p) || *s->p == '#')) {
        if (*s->p == '#')
            while (s->n && *s->p != '\n')
                *s = span_skip(*s, 1);
        else
            *s = span_skip(*s, 1);
    }
    size_t n = 0;
    while (n < s->n && !is_blank(s->p[n]) && s->p[n] != '=' && s->p[n] != '#')
        n++;
    struct span word = span_make(s->p, n);
    *s = span_skip(*s, n);
    return word;
}

static void eat_equals(struct span *s)
{
    while (s->n && (*s->p == ' ' || *s->p == '\t'))
        *s = span_skip(*s, 1);
    if (s->n && *s->p == '=')
        *s = span_skip(*s, 1);
}

enum status chaturanga_rules_parse(struct chaturanga_rules *out, struct span text, struct err *err)
{
    static const struct msg UNKNOWN = {"unknown rule \"%1\"", "「%1」という規則はありません"};
    static const struct msg BAD_VALUE = {"rule \"%1\" cannot be \"%2\"",
                                         "規則「%1」は「%2」にできません"};
    struct chaturanga_rules rules = {0};
    for (;;) {
        struct span name = eat_word(&text);
        if (!name.n && !text.n)
            break;
        int reading = reading_named(name);
        if (reading < 0)
            return err_set(err, STATUS_SYNTAX, &UNKNOWN, name, (struct span){0});
        eat_equals(&text);
        struct span word = eat_word(&text);
        int value = value_named(reading, word);
        if (value < 0)
            return err_set(err, STATUS_SYNTAX, &BAD_VALUE, name, word);
        *chaturanga_rule(&rules, reading) = (uint8_t)value;
    }
    *out = rules;
    return STATUS_OK;
}

void chaturanga_rules_print(const struct chaturanga_rules *rules, struct buf *out)
{
    struct chaturanga_rules copy = *rules;
    const char *between = "";
    for (int i = 0; i < CHATURANGA_READINGS; i++) {
        unsigned value = *chaturanga_rule(&copy, i);
        if (!value)
            continue;
        buf_add_str(out, between);
        buf_add_str(out, chaturanga_readings[i].name);
        buf_add_char(out, '=');
        buf_add_str(out, chaturanga_readings[i].values[value]);
        between = " ";
    }
}

const char *const chaturanga_colour_names[CHATURANGA_COLOURS] = {"red", "green", "yellow", "black"};
const char *const chaturanga_kind_names[CHATURANGA_KINDS] = {"boat", "horse", "elephant", "raja",
                                                             "pawn"};

/* --- Tables: an expression of the square, for all squares ------------------------------------- */

#define BIT(n) (UINT64_C(1) << (n))
#define EAST(b) (((b) & ~CHATURANGA_FILE_H) << 1)
#define WEST(b) (((b) & ~CHATURANGA_FILE_A) >> 1)
#define UP_DOWN(b, ranks) ((b) << 8 * (ranks) | (b) >> 8 * (ranks))
#define SIDES(b) (EAST(b) | WEST(b))
#define TWO_ASIDE(b) (EAST(EAST(b)) | WEST(WEST(b)))
#define BOAT(n) UP_DOWN(TWO_ASIDE(BIT(n)), 2)
#define HORSE(n) (UP_DOWN(SIDES(BIT(n)), 2) | UP_DOWN(TWO_ASIDE(BIT(n)), 1))
#define RAJA(n) (SIDES(BIT(n)) | UP_DOWN(BIT(n) | SIDES(BIT(n)), 1))
#define EIGHT(F, n)                                                                                \
    F((n)), F((n) + 1), F((n) + 2), F((n) + 3), F((n) + 4), F((n) + 5), F((n) + 6), F((n) + 7)
#define ALL_SQUARES(F)                                                                             \
    {                                                                                              \
        EIGHT(F, 0), EIGHT(F, 8), EIGHT(F, 16), EIGHT(F, 24), EIGHT(F, 32), EIGHT(F, 40),          \
            EIGHT(F, 48), EIGHT(F, 56)                                                             \
    }

const uint64_t chaturanga_boat_leaps[64] = ALL_SQUARES(BOAT);
const uint64_t chaturanga_horse_leaps[64] = ALL_SQUARES(HORSE);
const uint64_t chaturanga_raja_steps[64] = ALL_SQUARES(RAJA);
const uint8_t chaturanga_thrones[CHATURANGA_COLOURS] = {3, 32, 60, 31}; /* d1 a5 e8 h4 */
const uint64_t chaturanga_last_lines[CHATURANGA_COLOURS] = {CHATURANGA_RANK_8, CHATURANGA_FILE_H,
                                                            CHATURANGA_RANK_1, CHATURANGA_FILE_A};

/* --- The start -------------------------------------------------------------------------------- */

static void put(struct chaturanga_pos *pos, unsigned colour, unsigned kind, unsigned square)
{
    pos->colours[colour] |= chaturanga_bit(square);
    pos->kinds[kind] |= chaturanga_bit(square);
}

void chaturanga_start(struct chaturanga_pos *pos, const struct chaturanga_rules *rules)
{
    static const uint8_t LANES[2][4] = {
        {CHATURANGA_BOAT, CHATURANGA_HORSE, CHATURANGA_ELEPHANT, CHATURANGA_RAJA},
        {CHATURANGA_BOAT, CHATURANGA_ELEPHANT, CHATURANGA_HORSE, CHATURANGA_RAJA},
    };
    *pos = (struct chaturanga_pos){.rules = *rules};
    for (unsigned i = 0; i < 4; i++) {
        unsigned piece = i, pawn = 8 + i;
        for (unsigned colour = 0; colour < CHATURANGA_COLOURS; colour++) {
            put(pos, colour, LANES[rules->setup][i], piece);
            put(pos, colour, CHATURANGA_PAWN, pawn);
            piece = chaturanga_quarter_turn(piece);
            pawn = chaturanga_quarter_turn(pawn);
        }
    }
}

/* --- A step ----------------------------------------------------------------------------------- */

static void lift(struct chaturanga_pos *pos, uint64_t squares)
{
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        pos->colours[i] &= ~squares;
    for (int i = 0; i < CHATURANGA_KINDS; i++)
        pos->kinds[i] &= ~squares;
}

/* If the boat on the square fills a block of four with three others, those are taken, but for the
 * mover's own. */
static void triumph(struct chaturanga_pos *pos, unsigned square)
{
    uint64_t boats = pos->kinds[CHATURANGA_BOAT], here = chaturanga_bit(square);
    uint64_t corners = boats & chaturanga_west(boats); /* south-west corners of filled blocks */
    corners &= chaturanga_south(corners);
    for (; corners; corners &= corners - 1) {
        uint64_t pair = UINT64_C(3) << chaturanga_first_square(corners), block = pair | pair << 8;
        if (block & here)
            lift(pos, block & ~here & ~pos->colours[pos->turn]);
    }
}

/* Who has no raja left goes out. */
static void lose_rajas(struct chaturanga_pos *pos)
{
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (pos->state[c] == CHATURANGA_PLAYING && !chaturanga_pieces(pos, c, CHATURANGA_RAJA)) {
            pos->state[c] = CHATURANGA_FROZEN;
            pos->taken[c]++;
            pos->taker[c] = pos->turn;
        }
}

static unsigned survivors(const struct chaturanga_pos *pos)
{
    unsigned n = 0;
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        n += pos->state[c] != CHATURANGA_FROZEN;
    return n;
}

/* After a raja was taken: is a team out, or are all but one? */
static void settle(struct chaturanga_pos *pos)
{
    unsigned other = pos->turn ^ 1;
    bool out = pos->state[other] == CHATURANGA_FROZEN && pos->state[other ^ 2] == CHATURANGA_FROZEN;
    if (pos->phase == CHATURANGA_TEAMS && !out)
        return;
    if (survivors(pos) > 1 && !pos->rules.partners) {
        pos->phase = CHATURANGA_PARTNERS;
        return;
    }
    pos->phase = CHATURANGA_WON;
    pos->winner = pos->turn;
}

/* What a pawn of the colour on its last line becomes now; CHATURANGA_PAWN if it waits. */
static unsigned promoted(const struct chaturanga_pos *pos, unsigned colour, unsigned square)
{
    static const uint8_t LANES[2][8] = {
        {CHATURANGA_BOAT, CHATURANGA_HORSE, CHATURANGA_ELEPHANT, CHATURANGA_RAJA, CHATURANGA_RAJA,
         CHATURANGA_ELEPHANT, CHATURANGA_HORSE, CHATURANGA_BOAT},
        {CHATURANGA_BOAT, CHATURANGA_ELEPHANT, CHATURANGA_HORSE, CHATURANGA_RAJA, CHATURANGA_RAJA,
         CHATURANGA_HORSE, CHATURANGA_ELEPHANT, CHATURANGA_BOAT},
    };
    unsigned kind = LANES[pos->rules.setup][colour & 1 ? square >> 3 : square & 7];
    int pawns = __builtin_popcountll(chaturanga_pieces(pos, colour, CHATURANGA_PAWN));
    if (pos->rules.promotion == CHATURANGA_PROMOTES_NONE || pawns > 2)
        return CHATURANGA_PAWN;
    if (kind == CHATURANGA_HORSE || kind == CHATURANGA_ELEPHANT)
        return kind;
    if (pawns != 1 || chaturanga_pieces(pos, colour, CHATURANGA_HORSE) ||
        chaturanga_pieces(pos, colour, CHATURANGA_ELEPHANT) ||
        __builtin_popcountll(chaturanga_pieces(pos, colour, CHATURANGA_BOAT)) > 1)
        return CHATURANGA_PAWN;
    if (kind == CHATURANGA_RAJA &&
        (pos->rules.promotion || pos->state[colour] != CHATURANGA_PLAYING))
        return CHATURANGA_PAWN;
    return kind;
}

/* All pawns on their last lines that may, promote.  Their order is of no account: with two pawns
 * only horses and elephants come to be, and these keep the other from becoming anything else. */
static void promote(struct chaturanga_pos *pos)
{
    uint64_t arrived = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        arrived |= pos->colours[c] & chaturanga_last_lines[c];
    if (!(arrived & pos->kinds[CHATURANGA_PAWN]))
        return;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        uint64_t pawns = chaturanga_pieces(pos, c, CHATURANGA_PAWN) & chaturanga_last_lines[c];
        for (; pawns; pawns &= pawns - 1) {
            unsigned square = chaturanga_first_square(pawns), kind = promoted(pos, c, square);
            pos->kinds[CHATURANGA_PAWN] &= ~chaturanga_bit(square);
            pos->kinds[kind] |= chaturanga_bit(square);
        }
    }
}

void chaturanga_step(struct chaturanga_pos *pos, unsigned from, unsigned to)
{
    unsigned colour = pos->colours[pos->turn] & chaturanga_bit(from) ? pos->turn : pos->turn ^ 2U;
    unsigned kind = chaturanga_kind_at(pos, from);
    uint64_t rajas = pos->kinds[CHATURANGA_RAJA] & chaturanga_bit(to);
    lift(pos, chaturanga_bit(from) | chaturanga_bit(to));
    put(pos, colour, kind, to);
    if (kind == CHATURANGA_BOAT && !pos->rules.triumph)
        triumph(pos, to);
    if (rajas) {
        lose_rajas(pos);
        settle(pos);
    }
    promote(pos);
}

/* --- The end of a turn ------------------------------------------------------------------------ */

bool chaturanga_wins(const struct chaturanga_pos *pos, unsigned colour)
{
    return pos->phase == CHATURANGA_WON &&
           (colour == pos->winner || (pos->rules.partners && colour == (pos->winner ^ 2U)));
}

bool chaturanga_enemies(const struct chaturanga_pos *pos, unsigned a, unsigned b)
{
    return a != b && (pos->phase != CHATURANGA_TEAMS || (a ^ b) != 2);
}

uint64_t chaturanga_attacks(const struct chaturanga_pos *pos, unsigned colour, unsigned kind)
{
    uint64_t pieces = chaturanga_pieces(pos, colour, kind), occupied = chaturanga_occupied(pos),
             all = 0;
    if (kind == CHATURANGA_PAWN)
        return chaturanga_pawn_attacks(colour, pieces);
    for (; pieces; pieces &= pieces - 1)
        all |= chaturanga_piece_attacks(occupied, kind, chaturanga_first_square(pieces));
    return all;
}

/* Has the player nothing but rajas, and nothing else to move? */
static bool is_bare(const struct chaturanga_pos *pos, unsigned colour)
{
    if (pos->state[colour] != CHATURANGA_PLAYING ||
        (pos->colours[colour] & ~pos->kinds[CHATURANGA_RAJA]) != 0)
        return false;
    return !(chaturanga_enthroned(pos, colour) && pos->colours[colour ^ 2]);
}

static bool is_drawn(const struct chaturanga_pos *pos)
{
    enum { ANY, ALL, FINAL, TEAM, NEVER };
    unsigned bare = 0, playing = 0, rule = pos->rules.bare;
    uint64_t others = ~pos->kinds[CHATURANGA_RAJA];
    if (pos->colours[0] & others && pos->colours[1] & others && pos->colours[2] & others &&
        pos->colours[3] & others)
        return false; /* as nearly always */
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        bare += is_bare(pos, c);
        playing += pos->state[c] == CHATURANGA_PLAYING;
    }
    if (!bare || rule == NEVER || (rule == ALL && bare < playing))
        return false;
    return !(rule == FINAL && pos->phase == CHATURANGA_TEAMS) &&
           !(rule == TEAM && pos->phase == CHATURANGA_PARTNERS);
}

unsigned chaturanga_exchange(const struct chaturanga_pos *pos, const struct chaturanga_pos *after)
{
    if (after->phase != CHATURANGA_TEAMS || after->rules.exchange || is_drawn(after))
        return 0;
    unsigned fell = 0, out[2], n = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        fell |= after->taken[c] != pos->taken[c];
        if (after->state[c] == CHATURANGA_FROZEN) {
            if (n == 2)
                return 0;
            out[n++] = c;
        }
    }
    if (!fell || n != 2 || (out[0] ^ out[1]) == 2)
        return 0;
    unsigned a = out[0], b = out[1]; /* captives; each taken by the other's partner? */
    if (after->taker[a] != (b ^ 2) || after->taker[b] != (a ^ 2))
        return 0;
    bool first_a = after->taken[a] < 2, first_b = after->taken[b] < 2;
    return (unsigned)first_a + first_b;
}

uint64_t chaturanga_return_squares(const struct chaturanga_pos *pos)
{
    uint64_t attacked = 0, empty = ~chaturanga_occupied(pos);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (chaturanga_enemies(pos, pos->turn, c))
            for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
                attacked |= chaturanga_attacks(pos, c, kind);
    return empty & ~attacked ? empty & ~attacked : empty;
}

static void end_turn(struct chaturanga_pos *pos)
{
    pos->ply++;
    if (chaturanga_over(pos))
        return;
    if (is_drawn(pos) || pos->ply >= CHATURANGA_MAX_PLIES) {
        pos->phase = CHATURANGA_DRAWN;
        return;
    }
    do
        pos->turn = (pos->turn + 1) & 3;
    while (pos->state[pos->turn] == CHATURANGA_FROZEN);
}

void chaturanga_play_steps(struct chaturanga_pos *pos, game_move turn)
{
    if (turn & CHATURANGA_RETURN) {
        put(pos, pos->turn, CHATURANGA_RAJA, chaturanga_step_to(turn, 0));
        pos->state[pos->turn] = CHATURANGA_PLAYING;
        promote(pos);
        return;
    }
    for (unsigned i = 0; i < chaturanga_steps(turn); i++)
        chaturanga_step(pos, chaturanga_step_from(turn, i), chaturanga_step_to(turn, i));
}

bool chaturanga_can_play(const struct chaturanga_pos *pos, game_move turn)
{
    unsigned steps = chaturanga_steps(turn), mover = pos->turn;
    if (!(turn >> 63) || chaturanga_over(pos) || steps > 2)
        return false;
    if (pos->state[mover] != CHATURANGA_PLAYING)
        return turn & CHATURANGA_RETURN
                   ? steps == 1 &&
                         !(chaturanga_occupied(pos) & chaturanga_bit(chaturanga_step_to(turn, 0)))
                   : steps == 0;
    if (turn & CHATURANGA_RETURN)
        return false;
    uint64_t own = pos->colours[mover], partners = pos->colours[mover ^ 2];
    for (unsigned i = 0; i < steps; i++) {
        uint64_t from = chaturanga_bit(chaturanga_step_from(turn, i));
        uint64_t to = chaturanga_bit(chaturanga_step_to(turn, i));
        if (!((own | partners) & from) || from == to || own & to)
            return false;
        bool is_own = own & from;
        own = (own & ~from) | (is_own ? to : 0);
        partners = (partners & ~from & ~to) | (is_own ? 0 : to);
    }
    return true;
}

void chaturanga_play_turn(struct chaturanga_pos *pos, game_move turn)
{
    chaturanga_play_steps(pos, turn);
    if ((turn & CHATURANGA_EXCHANGE) == CHATURANGA_AGREED) {
        for (int c = 0; c < CHATURANGA_COLOURS; c++)
            if (pos->state[c] == CHATURANGA_FROZEN)
                pos->state[c] = CHATURANGA_WAITING;
    }
    end_turn(pos);
}
