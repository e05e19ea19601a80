/* packed_position.c: see packed_position.h. */
#include "formats/shogi/packed_position.h"

enum { BITS = PACKED_POSITION_BYTES * 8, KING_BITS = 7 };

/* Bits are written and read from the lowest on. */
struct prefix {
    uint8_t bits, length;
};

struct packed_code {
    struct prefix board[SHOGI_HAND_KINDS], hand[SHOGI_HAND_KINDS]; /* by plain kind */
    /* Kinds whose code in hand is followed by a bit before the owner's: 0, or 1 if the piece is in
     * the box. */
    uint8_t flagged;
    bool owner_first; /* on the board the owner's bit stands before that of promotion */
    bool has_box;
};

#define KIND(k) (1U << (k))

const struct packed_code packed_sfen = {
    .board = {[SHOGI_PAWN] = {1, 2},
              [SHOGI_LANCE] = {3, 4},
              [SHOGI_KNIGHT] = {11, 4},
              [SHOGI_SILVER] = {7, 4},
              [SHOGI_GOLD] = {15, 5},
              [SHOGI_BISHOP] = {31, 6},
              [SHOGI_ROOK] = {63, 6}},
    .hand = {[SHOGI_PAWN] = {0, 1},
             [SHOGI_LANCE] = {1, 3},
             [SHOGI_KNIGHT] = {5, 3},
             [SHOGI_SILVER] = {3, 3},
             [SHOGI_GOLD] = {7, 4},
             [SHOGI_BISHOP] = {15, 5},
             [SHOGI_ROOK] = {31, 5}},
    .flagged = KIND(SHOGI_PAWN) | KIND(SHOGI_LANCE) | KIND(SHOGI_KNIGHT) | KIND(SHOGI_SILVER) |
               KIND(SHOGI_BISHOP) | KIND(SHOGI_ROOK),
    .has_box = true,
};

const struct packed_code huffman_coded_pos = {
    .board = {[SHOGI_PAWN] = {1, 2},
              [SHOGI_LANCE] = {3, 4},
              [SHOGI_KNIGHT] = {7, 4},
              [SHOGI_SILVER] = {11, 4},
              [SHOGI_GOLD] = {15, 5},
              [SHOGI_BISHOP] = {31, 6},
              [SHOGI_ROOK] = {63, 6}},
    .hand = {[SHOGI_PAWN] = {0, 1},
             [SHOGI_LANCE] = {1, 3},
             [SHOGI_KNIGHT] = {3, 3},
             [SHOGI_SILVER] = {5, 3},
             [SHOGI_GOLD] = {7, 4},
             [SHOGI_BISHOP] = {31, 6},
             [SHOGI_ROOK] = {63, 6}},
    .flagged = KIND(SHOGI_PAWN) | KIND(SHOGI_LANCE) | KIND(SHOGI_KNIGHT) | KIND(SHOGI_SILVER),
    .owner_first = true,
};

/* The order in which both programs write the pieces in hand. */
static const uint8_t HAND_ORDER[] = {SHOGI_PAWN, SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
                                     SHOGI_GOLD, SHOGI_BISHOP, SHOGI_ROOK};
enum { HAND_ORDERS = sizeof HAND_ORDER };
static const uint8_t SET[SHOGI_HAND_KINDS] = {
    [SHOGI_PAWN] = 18,  [SHOGI_LANCE] = 4, [SHOGI_KNIGHT] = 4, [SHOGI_SILVER] = 4,
    [SHOGI_BISHOP] = 2, [SHOGI_ROOK] = 2,  [SHOGI_GOLD] = 4};

/* --- Writing --------------------------------------------------------------------------------- */

struct packed_writer {
    uint8_t *bytes;
    unsigned at; /* goes beyond BITS if there is no room */
};

static void put(struct packed_writer *w, unsigned bits, unsigned length)
{
    for (unsigned i = 0; i < length; i++, w->at++)
        if (w->at < BITS)
            w->bytes[w->at / 8] |= (uint8_t)((bits >> i & 1) << w->at % 8);
}

static void put_on_board(const struct packed_code *code, struct packed_writer *w, int piece)
{
    int kind = shogi_kind_of(piece), plain = shogi_kind_plain(kind);
    unsigned promoted = kind != plain, owner = (unsigned)shogi_color_of(piece);
    put(w, code->board[plain].bits, code->board[plain].length);
    if (plain == SHOGI_GOLD)
        put(w, owner, 1);
    else
        put(w, code->owner_first ? owner | promoted << 1 : promoted | owner << 1, 2);
}

static void put_in_hand(const struct packed_code *code, struct packed_writer *w, int kind,
                        unsigned owner, bool in_box)
{
    put(w, code->hand[kind].bits, code->hand[kind].length);
    if (code->flagged & KIND(kind))
        put(w, in_box, 1);
    put(w, owner, 1);
}

/* A gold in the box would have no flag: it is written as a silver of White's in the box. */
static void put_in_box(const struct packed_code *code, struct packed_writer *w, int kind)
{
    bool gold = kind == SHOGI_GOLD;
    put_in_hand(code, w, gold ? SHOGI_SILVER : kind, gold, true);
}

bool packed_position_write(const struct packed_code *code, const struct shogi_pos *pos,
                           uint8_t out[PACKED_POSITION_BYTES])
{
    struct packed_writer w = {.bytes = out};
    int kings[2] = {shogi_king_square(pos, SHOGI_BLACK), shogi_king_square(pos, SHOGI_WHITE)};
    uint8_t left[SHOGI_HAND_KINDS];
    if (kings[0] < 0 || kings[1] < 0)
        return false;
    memcpy(left, SET, sizeof left);
    memset(out, 0, PACKED_POSITION_BYTES);
    put(&w, (unsigned)shogi_turn(pos), 1);
    put(&w, (unsigned)kings[0], KING_BITS);
    put(&w, (unsigned)kings[1], KING_BITS);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = shogi_piece_at(pos, square);
        if (!piece)
            put(&w, 0, 1);
        else if (shogi_kind_of(piece) != SHOGI_KING) {
            put_on_board(code, &w, piece);
            left[shogi_kind_plain(shogi_kind_of(piece))]--;
        }
    }
    for (unsigned color = 0; color < 2; color++)
        for (int i = 0; i < HAND_ORDERS; i++)
            for (int n = shogi_hand(pos, (int)color, HAND_ORDER[i]); n > 0; n--) {
                put_in_hand(code, &w, HAND_ORDER[i], color, false);
                left[HAND_ORDER[i]]--;
            }
    for (int i = 0; code->has_box && i < HAND_ORDERS; i++)
        for (int n = left[HAND_ORDER[i]]; n > 0; n--)
            put_in_box(code, &w, HAND_ORDER[i]);
    return w.at == BITS;
}

/* --- Reading --------------------------------------------------------------------------------- */

static const struct msg NOT_PACKED = {"not a packed position", "圧縮された局面ではありません"};

struct packed_reader {
    const uint8_t *bytes;
    unsigned at; /* goes beyond BITS if there are none left; those read as 0 */
};

static unsigned get(struct packed_reader *r, unsigned length)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < length; i++, r->at++)
        if (r->at < BITS)
            bits |= ((unsigned)r->bytes[r->at / 8] >> r->at % 8 & 1U) << i;
    return bits;
}

/* The kind whose code comes next; SHOGI_NONE if none does. */
static int get_kind(struct packed_reader *r, const struct prefix *codes)
{
    enum { LONGEST = 6 };
    struct packed_reader ahead = *r;
    unsigned bits = get(&ahead, LONGEST);
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
        if ((bits & ((1U << codes[kind].length) - 1)) == codes[kind].bits) {
            r->at += codes[kind].length;
            return kind;
        }
    return SHOGI_NONE;
}

static bool get_from_board(const struct packed_code *code, struct packed_reader *r,
                           struct shogi_pos *pos, int square)
{
    struct packed_reader ahead = *r;
    if (get(&ahead, 1) == 0) {
        *r = ahead;
        return true;
    }
    int kind = get_kind(r, code->board);
    if (kind == SHOGI_NONE)
        return false;
    unsigned bits = get(r, kind == SHOGI_GOLD ? 1 : 2);
    unsigned owner = kind == SHOGI_GOLD || code->owner_first ? bits & 1 : bits >> 1;
    bool promoted = kind != SHOGI_GOLD && (code->owner_first ? bits >> 1 : bits & 1);
    shogi_pos_put(pos, square, shogi_piece((int)owner, kind | (promoted ? 8 : 0)));
    return true;
}

static bool get_from_hand(const struct packed_code *code, struct packed_reader *r,
                          uint8_t hands[2][SHOGI_HAND_KINDS])
{
    int kind = get_kind(r, code->hand);
    if (kind == SHOGI_NONE)
        return false;
    bool in_box = code->flagged & KIND(kind) && get(r, 1);
    unsigned owner = get(r, 1);
    hands[owner][kind] += !in_box;
    return !in_box || code->has_box;
}

/* All but what shogi_pos_finish() checks. */
static bool get_position(const struct packed_code *code, struct packed_reader *r,
                         struct shogi_pos *pos)
{
    uint8_t hands[2][SHOGI_HAND_KINDS] = {0}; /* a piece takes three bits: none overflows */
    shogi_pos_set_turn(pos, (int)get(r, 1));
    int black = (int)get(r, KING_BITS), white = (int)get(r, KING_BITS);
    if (black >= SHOGI_SQUARES || white >= SHOGI_SQUARES || black == white)
        return false;
    shogi_pos_put(pos, black, shogi_piece(SHOGI_BLACK, SHOGI_KING));
    shogi_pos_put(pos, white, shogi_piece(SHOGI_WHITE, SHOGI_KING));
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (square != black && square != white && !get_from_board(code, r, pos, square))
            return false;
    while (r->at < BITS)
        if (!get_from_hand(code, r, hands))
            return false;
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
            shogi_pos_set_hand(pos, color, kind, hands[color][kind]);
    return r->at == BITS;
}

enum status packed_position_read(const struct packed_code *code,
                                 const uint8_t in[PACKED_POSITION_BYTES], struct shogi_pos *pos,
                                 struct err *err)
{
    struct packed_reader r = {.bytes = in};
    shogi_pos_clear(pos);
    if (!get_position(code, &r, pos))
        return err_plain(err, STATUS_SYNTAX, &NOT_PACKED);
    return shogi_pos_finish(pos, err);
}
