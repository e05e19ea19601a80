/* flow_keys.c: sequences as numbers of 64 bits, and as text; see flow_keys.h.
 *
 *     63    56  55..46  45      44        30  29        15  14         0
 *     [class+1] [ 0 ]  [takes] [step before] [step before] [last step]
 *
 *     step      14..10   9..5    4..0
 *              [dx + 8][dy + 8][piece]             all 0: the class has no such step
 *
 * Sequences of two steps leave the third place empty.  The class is in the key, so that sequences
 * of all classes can be kept in one table. */
#include "text/flow/flow_keys.h"

bool flow_has_game(const struct game *game)
{
    static const struct game *const GAMES[] = {&shogi_game};
    return game == GAMES[0];
}

#define CLASS(word, length, frame)                                                                 \
    {word, length, frame, false},                                                                  \
    {                                                                                              \
        word "/capture", length, frame, true                                                       \
    }

/* The order is part of the keys. */
const struct flow_class flow_classes[FLOW_CLASSES] = {
    CLASS("two/moved", FLOW_TWO, FLOW_MOVED),
    CLASS("two/own-king", FLOW_TWO, FLOW_OWN_KING),
    CLASS("two/enemy-king", FLOW_TWO, FLOW_ENEMY_KING),
    CLASS("three/moved", FLOW_THREE, FLOW_MOVED),
    CLASS("three/own-king", FLOW_THREE, FLOW_OWN_KING),
    CLASS("three/enemy-king", FLOW_THREE, FLOW_ENEMY_KING),
    CLASS("own-two/moved", FLOW_OWN_TWO, FLOW_MOVED),
    CLASS("own-two/own-king", FLOW_OWN_TWO, FLOW_OWN_KING),
    CLASS("own-two/enemy-king", FLOW_OWN_TWO, FLOW_ENEMY_KING),
};

enum { FAR = 8, STEP_BITS = 15, TAKES_BIT = 3 * STEP_BITS, CLASS_BIT = 56 };
enum { STEP_MASK = (1 << STEP_BITS) - 1 };

unsigned flow_class_of(struct span name)
{
    unsigned class = 0;
    while (class < FLOW_CLASSES && !span_eq(name, span_of(flow_classes[class].name)))
        class ++;
    return class;
}

struct flow_step flow_step_of(const struct shogi_pos *before, shogi_move m)
{
    struct flow_step step = {.to = (uint8_t)shogi_move_to(m), .color = (uint8_t)shogi_turn(before)};
    if (shogi_move_is_drop(m)) {
        step.piece = (uint8_t)shogi_move_kind(m);
        return step;
    }
    int kind = shogi_kind_of(shogi_piece_at(before, shogi_move_from(m)));
    step.takes = shogi_piece_at(before, step.to) != 0;
    step.piece =
        (uint8_t)(shogi_move_promotes(m) ? (kind + SHOGI_PRO_PAWN - SHOGI_PAWN) | FLOW_PROMOTES
                                         : kind);
    return step;
}

/* --- Keys ------------------------------------------------------------------------------------- */

/* As the own side sees it. */
static int seen_from(int color, int square)
{
    return color == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
}

static flow_key pack(int dx, int dy, unsigned piece)
{
    return (flow_key)(unsigned)(dx + FAR) << 10 | (flow_key)(unsigned)(dy + FAR) << 5 | piece;
}

static flow_key pack_step(const struct flow_step *step, int own, int origin)
{
    int to = seen_from(own, step->to);
    return pack(shogi_file_of(to) - shogi_file_of(origin),
                shogi_rank_of(to) - shogi_rank_of(origin), step->piece);
}

/* The first step of a sequence that ends with the move to come; NULL: something of it was before
 * the game began. */
static const struct flow_step *first_step(enum flow_length length, const struct flow_step past[2])
{
    const struct flow_step *first = length == FLOW_TWO ? &past[0] : &past[1];
    if (first->to == FLOW_NO_STEP || (length == FLOW_THREE && past[0].to == FLOW_NO_STEP))
        return NULL;
    return first;
}

flow_key flow_key_of(unsigned class, const struct flow_step past[2], const struct flow_step *last,
                     int own_king, int enemy_king)
{
    const struct flow_class *c = &flow_classes[class];
    const struct flow_step *first = first_step(c->length, past);
    if (!first)
        return 0;
    int own = last->color;
    int origin = c->frame == FLOW_MOVED      ? first->to
                 : c->frame == FLOW_OWN_KING ? own_king
                                             : enemy_king;
    if (origin < 0)
        return 0;
    origin = seen_from(own, origin);
    flow_key key = pack_step(first, own, origin);
    if (c->length == FLOW_THREE)
        key = key << STEP_BITS | pack_step(&past[0], own, origin);
    key = key << STEP_BITS | pack_step(last, own, origin);
    if (c->capture && last->takes)
        key |= (flow_key)1 << TAKES_BIT;
    return key | (flow_key)(class + 1) << CLASS_BIT;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* By plain kind, as SFEN has them. */
static const char LETTERS[] = ".PLNSBRGK";

static void piece_text(unsigned piece, struct buf *out)
{
    int kind = (int)(piece & 15), plain = shogi_kind_plain(kind);
    bool promotes = piece & FLOW_PROMOTES;
    if (kind != plain && !promotes)
        buf_add_char(out, '+');
    buf_add_char(out, LETTERS[plain]);
    if (promotes)
        buf_add_char(out, '+');
}

static int step_count(unsigned class)
{
    return flow_classes[class].length == FLOW_THREE ? 3 : 2;
}

void flow_key_text(unsigned class, flow_key key, struct buf *out)
{
    for (int i = step_count(class) - 1; i >= 0; i--) {
        unsigned step = (unsigned)(key >> i * STEP_BITS) & STEP_MASK;
        buf_add_char(out, '(');
        buf_add_i64(out, (int)(step >> 10) - FAR);
        buf_add_char(out, ',');
        buf_add_i64(out, (int)(step >> 5 & 31) - FAR);
        buf_add_char(out, ',');
        piece_text(step & 31, out);
        buf_add_str(out, i ? ")," : ")");
    }
    if (flow_classes[class].capture)
        buf_add_str(out, key >> TAKES_BIT & 1 ? ",1" : ",0");
}

/* Only as flow_key_text() writes it: there is one text for each key. */
static bool eat_offset(struct span *s, int *out)
{
    bool negative = span_eat(s, SPAN("-"));
    if (!s->n || s->p[0] < (negative ? '1' : '0') || s->p[0] > '0' + FAR)
        return false;
    *out = negative ? '0' - s->p[0] : s->p[0] - '0';
    *s = span_skip(*s, 1);
    return true;
}

static bool eat_piece(struct span *s, unsigned *out)
{
    bool promoted = span_eat(s, SPAN("+"));
    const char *letter = s->n ? memchr(LETTERS + 1, s->p[0], SHOGI_KING) : NULL;
    if (!letter)
        return false;
    unsigned kind = (unsigned)(letter - LETTERS);
    *s = span_skip(*s, 1);
    bool promotes = span_eat(s, SPAN("+"));
    if ((promoted && promotes) || ((promoted || promotes) && !shogi_kind_can_promote((int)kind)))
        return false;
    kind += promoted || promotes ? SHOGI_PRO_PAWN - SHOGI_PAWN : 0;
    *out = kind | (promotes ? FLOW_PROMOTES : 0);
    return true;
}

static bool eat_step(struct span *s, flow_key *out)
{
    int dx, dy;
    unsigned piece;
    if (!span_eat(s, SPAN("(")) || !eat_offset(s, &dx) || !span_eat(s, SPAN(",")) ||
        !eat_offset(s, &dy) || !span_eat(s, SPAN(",")) || !eat_piece(s, &piece) ||
        !span_eat(s, SPAN(")")))
        return false;
    *out = pack(dx, dy, piece);
    return true;
}

/* In the frame of the moved piece the first step is its own origin. */
static bool fits_frame(unsigned class, flow_key first)
{
    return flow_classes[class].frame != FLOW_MOVED || first >> 5 == pack(0, 0, 0) >> 5;
}

static bool read_key(unsigned class, struct span *s, flow_key *out)
{
    flow_key key = 0, step;
    for (int i = 0; i < step_count(class); i++) {
        if ((i > 0 && !span_eat(s, SPAN(","))) || !eat_step(s, &step) ||
            (i == 0 && !fits_frame(class, step)))
            return false;
        key = key << STEP_BITS | step;
    }
    if (flow_classes[class].capture) {
        if (span_eat(s, SPAN(",1")))
            key |= (flow_key)1 << TAKES_BIT;
        else if (!span_eat(s, SPAN(",0")))
            return false;
    }
    *out = key | (flow_key)(class + 1) << CLASS_BIT;
    return s->n == 0;
}

enum status flow_key_read(unsigned class, struct span text, flow_key *out, struct err *err)
{
    static const struct msg BAD = {"%1 is not a sequence of class %2",
                                   "%1 は %2 の手順ではありません"};
    struct span left = text;
    if (class < FLOW_CLASSES && read_key(class, &left, out))
        return STATUS_OK;
    return err_set(err, STATUS_SYNTAX, &BAD, text,
                   span_of(class < FLOW_CLASSES ? flow_classes[class].name : "?"));
}
