/* book_apery.c: Apery's opening book, which ShogiHome and YaneuraOu read as well: entries of 16
 * bytes, little-endian, sorted by key.
 *
 *      0  uint64   key of the position
 *      8  uint16   move (hcpe.h)
 *     10  uint16   games in which it was played, at most 65535
 *     12  int32    value for the side to move
 *
 * A key is the exclusive or of random numbers: one for each piece on its square, one for how many of
 * a kind the side to move has in hand, one if White is to move.  The numbers are those that the
 * Mersenne twister of 64 bits gives in turn from its usual seed, for the pieces 0 to 30 (black ones
 * from 1, white ones from 17, as in shogi.h) on the squares 0 to 80, for the kinds in hand, pawn,
 * lance, knight, silver, gold, bishop, rook, with 0 to 18 pieces, and for White.  So the key does
 * not depend on the opponent's hand, which follows from the rest where all pieces are there. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "formats/shogi/hcpe.h"
#include "formats/shogi/move_book.h"

/* --- Keys ------------------------------------------------------------------------------------ */

/* The Mersenne twister of Nishimura and Matsumoto for 64 bits, MT19937-64. */
enum { WORDS = 312, SHIFT = 156 };

struct twister {
    uint64_t state[WORDS];
    int at;
};

static void twister_start(struct twister *t)
{
    t->state[0] = 5489;
    for (unsigned i = 1; i < WORDS; i++)
        t->state[i] =
            6364136223846793005u * (t->state[i - 1] ^ t->state[i - 1] >> 62) + (uint64_t)i;
    t->at = WORDS;
}

static void twister_turn(struct twister *t)
{
    for (int i = 0; i < WORDS; i++) {
        uint64_t x = (t->state[i] & 0xFFFFFFFF80000000u) | (t->state[(i + 1) % WORDS] & 0x7FFFFFFF);
        t->state[i] = t->state[(i + SHIFT) % WORDS] ^ x >> 1 ^ (x & 1 ? 0xB5026F5AA96619E9u : 0);
    }
    t->at = 0;
}

static uint64_t twister_next(struct twister *t)
{
    if (t->at == WORDS)
        twister_turn(t);
    uint64_t x = t->state[t->at++];
    x ^= x >> 29 & 0x5555555555555555u;
    x ^= x << 17 & 0x71D67FFFEDA60000u;
    x ^= x << 37 & 0xFFF7EEE000000000u;
    return x ^ x >> 43;
}

void apery_keys_make(struct apery_keys *keys)
{
    struct twister t;
    twister_start(&t);
    for (int piece = 0; piece < 31; piece++)
        for (int square = 0; square < SHOGI_SQUARES; square++)
            keys->piece[piece][square] = twister_next(&t);
    for (int kind = 0; kind < 7; kind++)
        for (int n = 0; n < 19; n++)
            keys->hand[kind][n] = twister_next(&t);
    keys->turn = twister_next(&t);
}

uint64_t apery_key(const struct apery_keys *keys, const struct shogi_pos *pos)
{
    static const uint8_t kinds[] = {SHOGI_PAWN, SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
                                    SHOGI_GOLD, SHOGI_BISHOP, SHOGI_ROOK};
    uint64_t key = shogi_turn(pos) == SHOGI_WHITE ? keys->turn : 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (shogi_piece_at(pos, square))
            key ^= keys->piece[shogi_piece_at(pos, square)][square];
    for (int i = 0; i < 7; i++)
        key ^= keys->hand[i][shogi_hand(pos, shogi_turn(pos), kinds[i])];
    return key;
}

/* --- Entries --------------------------------------------------------------------------------- */

struct keyed_position {
    uint64_t key;
    const struct book_position *position;
};

/* Positions with one key, if there are any, are in the order in which they were met. */
static int compare_keys(const void *a, const void *b)
{
    const struct keyed_position *x = a, *y = b;
    int order = (x->key > y->key) - (x->key < y->key);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

static enum status list_keys(const struct move_book *book, struct keyed_position *list,
                             struct err *err)
{
    struct apery_keys *keys = mem_alloc(sizeof *keys);
    if (!keys)
        return err_nomem(err);
    apery_keys_make(keys);
    enum status st = STATUS_OK;
    for (uint32_t i = 0, n = 0; i < book->position_count && st == STATUS_OK; i++) {
        struct shogi_pos pos;
        if (!book->positions[i].chosen_count)
            continue;
        st = packed_position_read(&packed_sfen, book->positions[i].packed, &pos, err);
        if (st == STATUS_OK)
            list[n++] = (struct keyed_position){apery_key(keys, &pos), &book->positions[i]};
    }
    mem_free(keys);
    return st;
}

static void write_entry(uint64_t key, const struct book_move *m, struct buf *out)
{
    uint8_t bytes[BOOK_APERY_BYTES];
    le_put64(bytes, key);
    le_put16(bytes + 8, hcpe_move(m->move));
    le_put16(bytes + 10, m->games < UINT16_MAX ? (uint16_t)m->games : UINT16_MAX);
    le_put32(bytes + 12, (uint32_t)m->value);
    buf_add(out, bytes, sizeof bytes);
}

static enum status apery_write(const struct move_book *book, struct buf *out, struct err *err)
{
    struct keyed_position *list = mem_calloc((size_t)book->chosen_positions + 1, sizeof *list);
    if (!list)
        return err_nomem(err);
    enum status st = list_keys(book, list, err);
    if (st == STATUS_OK) {
        qsort(list, book->chosen_positions, sizeof *list, compare_keys);
        for (uint32_t i = 0; i < book->chosen_positions; i++)
            for (uint32_t k = 0; k < list[i].position->chosen_count; k++)
                write_entry(list[i].key, book_chosen(book, list[i].position, k), out);
        st = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    mem_free(list);
    return st;
}

const struct book_format book_apery = {"apery", "bin", apery_write};
