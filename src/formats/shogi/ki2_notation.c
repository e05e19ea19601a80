/* ki2_notation.c: see ki2_notation.h.
 *
 * All characters that matter here are three bytes of UTF-8, so a character is one number and a
 * switch finds it: KIF files are read by the million and ask this for every move.
 *
 * Which words tell pieces apart (the rule of the Japan Shogi Association):
 *   1. the way it moves, if no other candidate moves that way: 上 寄 引;
 *   2. 直 for the one that goes straight ahead (never 馬 or 龍);
 *   3. the side it comes from, if it is the only one from there: 左 右;
 *   4. both, side first: 左上.
 * Candidates are the pieces that reach the square, pinned ones too, as other programs count them.
 */
#include "formats/shogi/ki2_notation.h"

#include "games/shogi/shogi_names.h"

/* clang-format off */
enum ki2_character {
    CH_SAME = 0xE5908C,
    CH_1 = 0xE4B880, CH_2 = 0xE4BA8C, CH_3 = 0xE4B889, CH_4 = 0xE59B9B, CH_5 = 0xE4BA94,
    CH_6 = 0xE585AD, CH_7 = 0xE4B883, CH_8 = 0xE585AB, CH_9 = 0xE4B99D,
    CH_WIDE_1 = 0xEFBC91, CH_WIDE_9 = 0xEFBC99,
    CH_FU = 0xE6ADA9, CH_KYO = 0xE9A699, CH_KEI = 0xE6A182, CH_GIN = 0xE98A80, CH_KIN = 0xE98791,
    CH_KAKU = 0xE8A792, CH_HI = 0xE9A39B, CH_GYOKU = 0xE78E89, CH_O = 0xE78E8B, CH_TO = 0xE381A8,
    CH_ZEN = 0xE585A8, CH_KEI_PRO = 0xE59CAD, CH_AN = 0xE69D8F, CH_UMA = 0xE9A6AC,
    CH_RYU = 0xE9BE8D, CH_RYU_NEW = 0xE7AB9C,
    CH_NARI = 0xE68890, CH_FU_NOT = 0xE4B88D, CH_NAMA = 0xE7949F, CH_UTSU = 0xE68993,
    CH_LEFT = 0xE5B7A6, CH_RIGHT = 0xE58FB3, CH_STRAIGHT = 0xE79BB4, CH_UP = 0xE4B88A,
    CH_GO = 0xE8A18C, CH_SIDE = 0xE5AF84, CH_BACK = 0xE5BC95,
    CH_BLACK = 0xE296B2, CH_WHITE = 0xE296B3, CH_BLACK_DOWN = 0xE296BC, CH_WHITE_DOWN = 0xE296BD,
    CH_BLACK_PIECE = 0xE29897, CH_WHITE_PIECE = 0xE29896,
    CH_OPEN = 0xEFBC88, CH_CLOSE = 0xEFBC89,
};
/* clang-format on */

/* The three-byte character at the front; 0 if there are not three bytes. */
static inline uint32_t front(struct span s)
{
    if (s.n < 3)
        return 0;
    const unsigned char *p = (const unsigned char *)s.p;
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static inline void drop_front(struct span *s, size_t n)
{
    s->p += n;
    s->n -= n;
}

int ki2_eat_mark(struct span *s)
{
    int color;
    switch (front(*s)) {
    case CH_BLACK:
    case CH_BLACK_DOWN:
    case CH_BLACK_PIECE:
        color = SHOGI_BLACK;
        break;
    case CH_WHITE:
    case CH_WHITE_DOWN:
    case CH_WHITE_PIECE:
        color = SHOGI_WHITE;
        break;
    default:
        return -1;
    }
    drop_front(s, 3);
    return color;
}

/* --- Text to move --------------------------------------------------------------------------- */

static inline int wide_or_kanji_digit(uint32_t c)
{
    if (c >= CH_WIDE_1 && c <= CH_WIDE_9)
        return (int)(c - CH_WIDE_1) + 1;
    switch (c) {
    case CH_1:
        return 1;
    case CH_2:
        return 2;
    case CH_3:
        return 3;
    case CH_4:
        return 4;
    case CH_5:
        return 5;
    case CH_6:
        return 6;
    case CH_7:
        return 7;
    case CH_8:
        return 8;
    case CH_9:
        return 9;
    default:
        return 0;
    }
}

static inline int eat_digit(struct span *s)
{
    if (s->n && s->p[0] >= '1' && s->p[0] <= '9') {
        int digit = s->p[0] - '0';
        drop_front(s, 1);
        return digit;
    }
    int digit = wide_or_kanji_digit(front(*s));
    if (digit)
        drop_front(s, 3);
    return digit;
}

static int promoted_name(uint32_t c)
{
    switch (c) {
    case CH_KYO:
        return SHOGI_PRO_LANCE;
    case CH_KEI:
        return SHOGI_PRO_KNIGHT;
    case CH_GIN:
        return SHOGI_PRO_SILVER;
    default:
        return SHOGI_NONE;
    }
}

static inline int piece_name(uint32_t c)
{
    switch (c) {
    case CH_FU:
        return SHOGI_PAWN;
    case CH_KYO:
        return SHOGI_LANCE;
    case CH_KEI:
        return SHOGI_KNIGHT;
    case CH_GIN:
        return SHOGI_SILVER;
    case CH_KIN:
        return SHOGI_GOLD;
    case CH_KAKU:
        return SHOGI_BISHOP;
    case CH_HI:
        return SHOGI_ROOK;
    case CH_GYOKU:
    case CH_O:
        return SHOGI_KING;
    case CH_TO:
        return SHOGI_PRO_PAWN;
    case CH_ZEN:
        return SHOGI_PRO_SILVER;
    case CH_KEI_PRO:
        return SHOGI_PRO_KNIGHT;
    case CH_AN:
        return SHOGI_PRO_LANCE;
    case CH_UMA:
        return SHOGI_HORSE;
    case CH_RYU:
    case CH_RYU_NEW:
        return SHOGI_DRAGON;
    default:
        return SHOGI_NONE;
    }
}

static inline int eat_piece(struct span *s)
{
    uint32_t c = front(*s);
    if (c == CH_NARI) {
        int kind = promoted_name(front(span_skip(*s, 3)));
        if (kind)
            drop_front(s, 6);
        return kind;
    }
    int kind = piece_name(c);
    if (kind)
        drop_front(s, 3);
    return kind;
}

static inline unsigned eat_word(struct span *s)
{
    unsigned word;
    switch (front(*s)) {
    case CH_NARI:
        word = KI2_PROMOTE;
        break;
    case CH_UTSU:
        word = KI2_DROP;
        break;
    case CH_LEFT:
        word = KI2_LEFT;
        break;
    case CH_RIGHT:
        word = KI2_RIGHT;
        break;
    case CH_STRAIGHT:
        word = KI2_STRAIGHT;
        break;
    case CH_UP:
    case CH_GO:
        word = KI2_UP;
        break;
    case CH_SIDE:
        word = KI2_SIDE;
        break;
    case CH_BACK:
        word = KI2_BACK;
        break;
    case CH_NAMA:
        word = KI2_STAY;
        break;
    case CH_FU_NOT:
        if (front(span_skip(*s, 3)) != CH_NARI)
            return 0;
        drop_front(s, 3);
        word = KI2_STAY;
        break;
    default:
        return 0;
    }
    drop_front(s, 3);
    return word;
}

/* "（７七）", as people type it. */
static int eat_wide_from(struct span *s)
{
    struct span rest = span_skip(*s, 3);
    int file = eat_digit(&rest), rank = eat_digit(&rest);
    if (!file || !rank || front(rest) != CH_CLOSE)
        return -1;
    *s = span_skip(rest, 3);
    return shogi_square(file, rank);
}

/* "(77)": brackets around anything else are the time, or nothing we know. */
static inline int eat_from(struct span *s)
{
    if (front(*s) == CH_OPEN)
        return eat_wide_from(s);
    if (s->n < 4 || s->p[0] != '(' || s->p[3] != ')')
        return -1;
    unsigned file = (unsigned)(s->p[1] - '1'), rank = (unsigned)(s->p[2] - '1');
    drop_front(s, 4);
    return file < 9 && rank < 9 ? (int)(file * 9 + rank) : SHOGI_SQUARES;
}

/* Where to; -1 if the text does not begin with a square, SHOGI_SQUARES if it is a broken one. */
static inline int eat_square(struct span *s, int last_to)
{
    if (front(*s) == CH_SAME) {
        drop_front(s, 3);
        ki2_eat_blanks(s);
        return last_to < 0 ? SHOGI_SQUARES : last_to;
    }
    int file = eat_digit(s);
    if (!file)
        return -1;
    int rank = eat_digit(s);
    return rank ? shogi_square(file, rank) : SHOGI_SQUARES;
}

enum ki2_parsed ki2_parse_move(struct span *s, int last_to, struct ki2_move *out)
{
    int to = eat_square(s, last_to);
    if (to < 0)
        return KI2_NO_MOVE;
    ki2_eat_blanks(s);
    int kind = eat_piece(s);
    unsigned words = 0, word;
    while ((word = eat_word(s)))
        words |= word;
    *out = (struct ki2_move){to, kind, eat_from(s), words};
    return to < SHOGI_SQUARES && kind ? KI2_MOVE : KI2_BAD;
}

/* --- How pieces move ------------------------------------------------------------------------ */

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static bool is_clear_between(const struct shogi_pos *pos, int from, int to)
{
    int step = sign(shogi_file_of(to) - shogi_file_of(from)) * 9 +
               sign(shogi_rank_of(to) - shogi_rank_of(from));
    for (int square = from + step; square != to; square += step)
        if (shogi_piece_at(pos, square))
            return false;
    return true;
}

/* A move from the mover's side: to the right and forward are positive. */
struct ki2_direction {
    int right, forward;
};

static struct ki2_direction direction_of(int from, int to, int color)
{
    struct ki2_direction d = {shogi_file_of(from) - shogi_file_of(to),
                              shogi_rank_of(from) - shogi_rank_of(to)};
    if (color == SHOGI_WHITE)
        d = (struct ki2_direction){-d.right, -d.forward};
    return d;
}

static int magnitude(int n)
{
    return n < 0 ? -n : n;
}

/* Would the piece on `from` reach `to` by its manner of moving?  Who owns what stands on `to`,
 * and whether a king is left in check, is not asked. */
static bool ki2_reaches(const struct shogi_pos *pos, int from, int to)
{
    int piece = shogi_piece_at(pos, from);
    if (!piece || from == to)
        return false;
    struct ki2_direction d = direction_of(from, to, shogi_color_of(piece));
    int side = magnitude(d.right), away = magnitude(d.forward);
    bool near = side <= 1 && away <= 1;
    bool diagonal = side == away, straight = !side || !away;
    switch (shogi_kind_of(piece)) {
    case SHOGI_PAWN:
        return !side && d.forward == 1;
    case SHOGI_LANCE:
        return !side && d.forward > 0 && is_clear_between(pos, from, to);
    case SHOGI_KNIGHT:
        return side == 1 && d.forward == 2;
    case SHOGI_SILVER:
        return near && (d.forward == 1 || (side == 1 && d.forward == -1));
    case SHOGI_KING:
        return near;
    case SHOGI_BISHOP:
        return diagonal && is_clear_between(pos, from, to);
    case SHOGI_ROOK:
        return straight && is_clear_between(pos, from, to);
    case SHOGI_HORSE:
        return near || (diagonal && is_clear_between(pos, from, to));
    case SHOGI_DRAGON:
        return near || (straight && is_clear_between(pos, from, to));
    default: /* gold, and what moves like it */
        return near && (d.forward >= 0 || !side);
    }
}

bool ki2_is_foul(const struct shogi_pos *pos, shogi_move m)
{
    int to = shogi_move_to(m);
    if (!m || to >= SHOGI_SQUARES)
        return false;
    int color = shogi_turn(pos), target = shogi_piece_at(pos, to);
    if (shogi_move_is_drop(m)) {
        int kind = shogi_move_kind(m);
        return !target && kind > 0 && kind < SHOGI_HAND_KINDS && shogi_hand(pos, color, kind) > 0;
    }
    int from = shogi_move_from(m);
    if (from >= SHOGI_SQUARES || (target && shogi_color_of(target) == color))
        return false;
    int piece = shogi_piece_at(pos, from);
    return piece && shogi_color_of(piece) == color && ki2_reaches(pos, from, to);
}

/* --- Telling pieces apart ------------------------------------------------------------------- */

/* Squares from which pieces of one kind go to one square. */
struct ki2_candidates {
    int n;
    uint8_t from[SHOGI_SQUARES];
};

static void find_candidates(const struct shogi_pos *pos, int kind, int to, struct ki2_candidates *c)
{
    int piece = shogi_piece(shogi_turn(pos), kind);
    c->n = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (shogi_piece_at(pos, square) == piece && ki2_reaches(pos, square, to))
            c->from[c->n++] = (uint8_t)square;
}

static unsigned way_of(struct ki2_direction d)
{
    return d.forward > 0 ? KI2_UP : d.forward < 0 ? KI2_BACK : KI2_SIDE;
}

/* The side it comes from: a piece that moves to the right comes from the left. */
static int origin(int from, int to, int color)
{
    return -direction_of(from, to, color).right;
}

static unsigned side_of(int from, int to, int color)
{
    int x = origin(from, to, color);
    return x < 0 ? KI2_LEFT : x > 0 ? KI2_RIGHT : KI2_STRAIGHT;
}

enum { WAYS = KI2_UP | KI2_SIDE | KI2_BACK, SIDES = KI2_LEFT | KI2_RIGHT };

static void keep_way(struct ki2_candidates *c, int to, int color, unsigned words)
{
    int kept = 0;
    for (int i = 0; i < c->n; i++)
        if (words & way_of(direction_of(c->from[i], to, color)))
            c->from[kept++] = c->from[i];
    c->n = kept;
}

static void keep_straight(struct ki2_candidates *c, int to, int color)
{
    int kept = 0;
    for (int i = 0; i < c->n; i++) {
        struct ki2_direction d = direction_of(c->from[i], to, color);
        if (d.right == 0 && d.forward == 1)
            c->from[kept++] = c->from[i];
    }
    c->n = kept;
}

/* 右 is what stands to the right of the square; of two horses, or where nothing stands there, the
 * one further to the right. */
static void keep_side(struct ki2_candidates *c, int to, int color, int kind, bool right)
{
    int best = -10, kept = 0;
    for (int i = 0; i < c->n; i++) {
        int x = origin(c->from[i], to, color) * (right ? 1 : -1);
        if (x > best)
            best = x;
    }
    bool outermost = best <= 0 || kind == SHOGI_HORSE || kind == SHOGI_DRAGON;
    for (int i = 0; i < c->n; i++) {
        int x = origin(c->from[i], to, color) * (right ? 1 : -1);
        if (outermost ? x == best : x > 0)
            c->from[kept++] = c->from[i];
    }
    c->n = kept;
}

static void narrow(struct ki2_candidates *c, int color, const struct ki2_move *m)
{
    if (m->words & WAYS)
        keep_way(c, m->to, color, m->words);
    if (m->words & KI2_STRAIGHT)
        keep_straight(c, m->to, color);
    else if (m->words & SIDES)
        keep_side(c, m->to, color, m->kind, m->words & KI2_RIGHT);
}

static void keep_legal(struct ki2_candidates *c, const struct shogi_pos *pos, int to, bool promote)
{
    int kept = 0;
    for (int i = 0; i < c->n; i++)
        if (shogi_move_is_legal(pos, shogi_move_make(c->from[i], to, promote)))
            c->from[kept++] = c->from[i];
    c->n = kept;
}

static shogi_move drop_of(const struct ki2_move *m)
{
    return m->kind < SHOGI_HAND_KINDS ? shogi_drop_make(m->kind, m->to) : 0;
}

/* Some writers name the piece as it is after promoting (馬 for 角成), some a promoted one by its
 * plain name (角 for 馬); with the square it comes from, both are clear. */
static shogi_move move_from(const struct shogi_pos *pos, const struct ki2_move *m)
{
    if (m->from >= SHOGI_SQUARES)
        return 0;
    int kind = shogi_kind_of(shogi_piece_at(pos, m->from));
    bool promote = m->words & KI2_PROMOTE;
    if (kind != m->kind) {
        bool renamed = shogi_kind_can_promote(kind) && (kind | 8) == m->kind;
        bool plain = kind > SHOGI_KING && shogi_kind_plain(kind) == m->kind;
        if (promote || !(renamed || plain))
            return 0;
        promote = renamed;
    }
    return shogi_move_make(m->from, m->to, promote);
}

/* The one of the candidates that the words leave; 0 if they leave none or several. */
static shogi_move pick(const struct shogi_pos *pos, const struct ki2_candidates *all,
                       const struct ki2_move *m)
{
    bool promote = m->words & KI2_PROMOTE;
    int color = shogi_turn(pos);
    struct ki2_candidates c = *all;
    narrow(&c, color, m);
    shogi_move named = c.n == 1 ? shogi_move_make(c.from[0], m->to, promote) : 0;
    if (named && shogi_move_is_legal(pos, named))
        return named;
    /* the writer may have counted only the pieces that were free to move */
    c = *all;
    keep_legal(&c, pos, m->to, promote);
    narrow(&c, color, m);
    return c.n == 1 ? shogi_move_make(c.from[0], m->to, promote) : named;
}

shogi_move ki2_resolve_move(const struct shogi_pos *pos, const struct ki2_move *text)
{
    struct ki2_move m = *text;
    struct ki2_candidates all;
    if (m.from >= 0)
        return move_from(pos, &m);
    if (m.words & KI2_DROP)
        return drop_of(&m);
    find_candidates(pos, m.kind, m.to, &all);
    if (!all.n && m.kind > SHOGI_KING && !(m.words & (KI2_PROMOTE | KI2_STAY))) {
        m.kind = shogi_kind_plain(m.kind);
        m.words |= KI2_PROMOTE;
        find_candidates(pos, m.kind, m.to, &all);
    }
    if (all.n)
        return pick(pos, &all, &m);
    return m.words & (WAYS | SIDES | KI2_STRAIGHT | KI2_PROMOTE) ? 0 : drop_of(&m);
}

/* --- Move to text --------------------------------------------------------------------------- */

const char *ki2_mark(int color)
{
    return color == SHOGI_BLACK ? "▲" : "△";
}

static bool is_only_one_of_way(const struct ki2_candidates *c, int to, int color, unsigned way)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += way_of(direction_of(c->from[i], to, color)) == way;
    return n == 1;
}

static bool is_only_one_of_side(const struct ki2_candidates *c, int to, int color, unsigned side)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += side_of(c->from[i], to, color) == side;
    return n == 1;
}

/* Of two horses or dragons that move the same way. */
static unsigned side_among(const struct ki2_candidates *c, int from, int to, int color)
{
    for (int i = 0; i < c->n; i++)
        if (origin(c->from[i], to, color) > origin(from, to, color))
            return KI2_LEFT;
    return KI2_RIGHT;
}

static unsigned distinct_words(const struct shogi_pos *pos, int from, int to, int kind)
{
    struct ki2_candidates c;
    int color = shogi_turn(pos);
    find_candidates(pos, kind, to, &c);
    if (c.n <= 1)
        return 0;
    struct ki2_direction d = direction_of(from, to, color);
    unsigned way = way_of(d), side = side_of(from, to, color);
    if (is_only_one_of_way(&c, to, color, way))
        return way;
    if (kind == SHOGI_HORSE || kind == SHOGI_DRAGON)
        return side_among(&c, from, to, color);
    if (d.right == 0 && d.forward == 1)
        return KI2_STRAIGHT;
    if (is_only_one_of_side(&c, to, color, side))
        return side;
    return side | way;
}

static bool may_promote(int from, int to, int color)
{
    int far = color == SHOGI_BLACK ? 3 : 7;
    int a = shogi_rank_of(from), b = shogi_rank_of(to);
    return color == SHOGI_BLACK ? a <= far || b <= far : a >= far || b >= far;
}

unsigned ki2_words_of_move(const struct shogi_pos *pos, shogi_move m)
{
    int to = shogi_move_to(m);
    if (shogi_move_is_drop(m)) {
        struct ki2_candidates c;
        find_candidates(pos, shogi_move_kind(m), to, &c);
        return c.n ? KI2_DROP : 0;
    }
    int from = shogi_move_from(m), kind = shogi_kind_of(shogi_piece_at(pos, from));
    unsigned words = distinct_words(pos, from, to, kind);
    if (shogi_move_promotes(m))
        words |= KI2_PROMOTE;
    else if (shogi_kind_can_promote(kind) && may_promote(from, to, shogi_turn(pos)))
        words |= KI2_STAY;
    return words;
}

void ki2_print_square_and_piece(const struct shogi_pos *pos, shogi_move m, int last_to,
                                struct buf *out)
{
    int to = shogi_move_to(m);
    int kind = shogi_move_is_drop(m) ? shogi_move_kind(m)
                                     : shogi_kind_of(shogi_piece_at(pos, shogi_move_from(m)));
    if (to == last_to) {
        buf_add_str(out, "同　");
    } else {
        buf_add_str(out, shogi_wide_digit(shogi_file_of(to)));
        buf_add_str(out, shogi_kanji_digit(shogi_rank_of(to)));
    }
    buf_add_str(out, shogi_kind_kanji(kind));
}

void ki2_print_move(const struct shogi_pos *pos, shogi_move m, int last_to, struct buf *out)
{
    static const char *const texts[] = {"左", "直", "右", "上", "寄", "引", "成", "不成", "打"};
    ki2_print_square_and_piece(pos, m, last_to, out);
    unsigned words = ki2_words_of_move(pos, m);
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (words >> i & 1)
            buf_add_str(out, texts[i]);
}
