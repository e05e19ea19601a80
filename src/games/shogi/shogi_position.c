/* shogi_position.c: setting up positions, playing moves and taking them back. */
#include "games/shogi/shogi_attacks.h"

static void toggle(struct shogi_pos *pos, int piece, struct shogi_bb square)
{
    struct shogi_bb *sets = pos->bb[shogi_color_of(piece)];
    int class = class_of_kind(shogi_kind_of(piece));
    sets[SHOGI_ALL] = bb_xor(sets[SHOGI_ALL], square);
    sets[class] = bb_xor(sets[class], square);
}

/* --- Setting up ----------------------------------------------------------------------------- */

void shogi_pos_clear(struct shogi_pos *pos)
{
    *pos = (struct shogi_pos){0};
}

static bool piece_exists(int piece)
{
    return piece > 0 && piece < 32 && (piece & 15) != 0 && (piece & 15) != 15;
}

void shogi_pos_put(struct shogi_pos *pos, int square, int piece)
{
    if (square < 0 || square >= SHOGI_SQUARES || (piece && !piece_exists(piece)))
        return;
    if (pos->board[square])
        toggle(pos, pos->board[square], shogi_bit[square]);
    pos->board[square] = (uint8_t)piece;
    if (piece)
        toggle(pos, piece, shogi_bit[square]);
}

void shogi_pos_set_hand(struct shogi_pos *pos, int color, int kind, int count)
{
    if (color != (color & 1) || kind < SHOGI_PAWN || kind >= SHOGI_HAND_KINDS)
        return;
    pos->hand[color][kind] = (uint8_t)(count < 0 ? 0 : count > 255 ? 255 : count);
}

void shogi_pos_set_turn(struct shogi_pos *pos, int color)
{
    pos->turn = color == SHOGI_WHITE;
}

static uint64_t hash_of(const struct shogi_pos *pos)
{
    uint64_t hash = pos->turn == SHOGI_WHITE ? shogi_key_white : 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        hash ^= shogi_key_piece[pos->board[square]][square];
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            hash ^= shogi_key_hand[color][kind][pos->hand[color][kind]];
    return hash;
}

static enum status check_material(const struct shogi_pos *pos, struct err *err)
{
    static const struct msg TOO_MANY = {"too many pieces of one kind", "駒の枚数が多すぎます"};
    static const struct msg TWO_KINGS = {"two kings on one side", "同じ側に玉が二枚あります"};
    static const int IN_A_SET[SHOGI_HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    int count[SHOGI_KING + 1] = {0};
    for (int square = 0; square < SHOGI_SQUARES; square++)
        count[shogi_kind_plain(shogi_kind_of(pos->board[square]))]++;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        if (count[kind] + pos->hand[0][kind] + pos->hand[1][kind] > IN_A_SET[kind])
            return err_plain(err, STATUS_ILLEGAL, &TOO_MANY);
    for (int color = 0; color < 2; color++)
        if (bb_many(pos->bb[color][SHOGI_CLASS_KING]))
            return err_plain(err, STATUS_ILLEGAL, &TWO_KINGS);
    return STATUS_OK;
}

static enum status check_placement(const struct shogi_pos *pos, struct err *err)
{
    static const struct msg DEAD_END = {"a piece without possible moves",
                                        "行き所のない駒があります"};
    static const struct msg TWO_PAWNS = {"two pawns on one file", "二歩の局面です"};
    int pawns[2][9] = {{0}};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square];
        int color = shogi_color_of(piece);
        if (!piece)
            continue;
        if (relative_rank(color, square) < first_live_rank(shogi_kind_of(piece)))
            return err_plain(err, STATUS_ILLEGAL, &DEAD_END);
        if (shogi_kind_of(piece) == SHOGI_PAWN && ++pawns[color][square / 9] > 1)
            return err_plain(err, STATUS_ILLEGAL, &TWO_PAWNS);
    }
    return STATUS_OK;
}

enum status shogi_pos_finish(struct shogi_pos *pos, struct err *err)
{
    static const struct msg IN_CHECK = {"the side that is not to move is in check",
                                        "手番でない側の玉に王手がかかっています"};
    enum status status = check_material(pos, err);
    if (status == STATUS_OK)
        status = check_placement(pos, err);
    if (status != STATUS_OK)
        return status;
    int king = bb_first(pos->bb[pos->turn ^ 1][SHOGI_CLASS_KING]);
    if (square_attacked(pos, king, pos->turn, shogi_occupied(pos)))
        return err_plain(err, STATUS_ILLEGAL, &IN_CHECK);
    pos->hash = hash_of(pos);
    return STATUS_OK;
}

bool shogi_pos_equal(const struct shogi_pos *a, const struct shogi_pos *b)
{
    return a->turn == b->turn && memcmp(a->board, b->board, sizeof a->board) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0;
}

bool shogi_pos_consistent(const struct shogi_pos *pos)
{
    struct shogi_pos fresh;
    shogi_pos_clear(&fresh);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        shogi_pos_put(&fresh, square, pos->board[square]);
    memcpy(fresh.hand, pos->hand, sizeof fresh.hand);
    fresh.turn = pos->turn;
    return shogi_pos_finish(&fresh, NULL) == STATUS_OK && fresh.hash == pos->hash &&
           memcmp(fresh.bb, pos->bb, sizeof fresh.bb) == 0;
}

/* --- Playing -------------------------------------------------------------------------------- */

static void toggle_class(struct shogi_bb *sets, int piece, struct shogi_bb squares)
{
    int class = class_of_kind(shogi_kind_of(piece));
    sets[class] = bb_xor(sets[class], squares);
}

/* Returns what the hash changes by. */
static uint64_t change_hand(struct shogi_pos *pos, int color, int kind, int by)
{
    const uint64_t *key = shogi_key_hand[color][kind];
    int before = pos->hand[color][kind];
    pos->hand[color][kind] = (uint8_t)(before + by);
    return key[before] ^ key[before + by];
}

static uint64_t play_drop(struct shogi_pos *pos, shogi_move m)
{
    int to = shogi_move_to(m);
    int kind = shogi_move_kind(m);
    int piece = shogi_piece(pos->turn, kind);
    pos->board[to] = (uint8_t)piece;
    toggle(pos, piece, shogi_bit[to]);
    return change_hand(pos, pos->turn, kind, -1) ^ shogi_key_piece[piece][to];
}

static uint64_t take(struct shogi_pos *pos, int captured, int to)
{
    int kind = shogi_kind_plain(shogi_kind_of(captured));
    toggle(pos, captured, shogi_bit[to]);
    return change_hand(pos, pos->turn, kind, 1) ^ shogi_key_piece[captured][to];
}

/* The piece leaves one square and, perhaps as another class, comes to the other.  Undoes itself
 * with from and to, before and after exchanged. */
static inline __attribute__((always_inline)) void move_piece(struct shogi_pos *pos, int from,
                                                             int before, int to, int after)
{
    struct shogi_bb *sets = pos->bb[shogi_color_of(before)];
    struct shogi_bb both = bb_xor(shogi_bit[from], shogi_bit[to]);
    pos->board[from] = 0;
    pos->board[to] = (uint8_t)after;
    sets[SHOGI_ALL] = bb_xor(sets[SHOGI_ALL], both);
    if (before == after) {
        toggle_class(sets, before, both);
    } else {
        toggle_class(sets, before, shogi_bit[from]);
        toggle_class(sets, after, shogi_bit[to]);
    }
}

static uint64_t play_on_board(struct shogi_pos *pos, shogi_move m, struct shogi_undo *undo)
{
    int from = shogi_move_from(m);
    int to = shogi_move_to(m);
    int piece = pos->board[from];
    int placed = piece | shogi_move_promotes(m) << 3;
    uint64_t change = shogi_key_piece[piece][from] ^ shogi_key_piece[placed][to];
    undo->captured = pos->board[to];
    if (undo->captured)
        change ^= take(pos, undo->captured, to);
    move_piece(pos, from, piece, to, placed);
    return change;
}

void shogi_play(struct shogi_pos *pos, shogi_move m, struct shogi_undo *undo)
{
    uint64_t hash = pos->hash;
    undo->hash = hash;
    undo->captured = 0;
    if (shogi_move_is_drop(m))
        hash ^= play_drop(pos, m);
    else
        hash ^= play_on_board(pos, m, undo);
    pos->turn ^= 1;
    pos->hash = hash ^ shogi_key_white;
}

uint64_t shogi_hash_after(const struct shogi_pos *pos, shogi_move m)
{
    uint64_t hash = pos->hash ^ shogi_key_white;
    int to = shogi_move_to(m), us = pos->turn;
    if (shogi_move_is_drop(m)) {
        int kind = shogi_move_kind(m);
        const uint64_t *hand = shogi_key_hand[us][kind] + pos->hand[us][kind];
        return hash ^ hand[0] ^ hand[-1] ^ shogi_key_piece[shogi_piece(us, kind)][to];
    }
    int from = shogi_move_from(m), piece = pos->board[from], captured = pos->board[to];
    if (captured) {
        int kind = shogi_kind_plain(shogi_kind_of(captured));
        const uint64_t *hand = shogi_key_hand[us][kind] + pos->hand[us][kind];
        hash ^= hand[0] ^ hand[1] ^ shogi_key_piece[captured][to];
    }
    return hash ^ shogi_key_piece[piece][from] ^
           shogi_key_piece[piece | shogi_move_promotes(m) << 3][to];
}

void shogi_unplay(struct shogi_pos *pos, shogi_move m, const struct shogi_undo *undo)
{
    int to = shogi_move_to(m);
    int placed = pos->board[to];
    int us = pos->turn ^ 1;
    pos->turn = (uint8_t)us;
    pos->hash = undo->hash;
    if (shogi_move_is_drop(m)) {
        pos->board[to] = 0;
        toggle(pos, placed, shogi_bit[to]);
        pos->hand[us][shogi_move_kind(m)]++;
        return;
    }
    move_piece(pos, to, placed, shogi_move_from(m), placed ^ shogi_move_promotes(m) << 3);
    int captured = undo->captured;
    if (captured) {
        pos->board[to] = (uint8_t)captured;
        toggle(pos, captured, shogi_bit[to]);
        pos->hand[us][shogi_kind_plain(shogi_kind_of(captured))]--;
    }
}
