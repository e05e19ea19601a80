/* games_coder.c: see games_coder.h.
 *
 * Writing and reading are the same code: a function is given what is to be written, or anything if it
 * reads, and returns what there was. */
#include "formats/shogi/games_coder.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/range_coder.h"
#include "formats/shogi/packed_position.h"
#include "games/shogi/shogi_attack_counts.h"

static const struct msg BAD_BLOCK = {"the coded games are damaged",
                                     "符号化された棋譜が壊れています"};
static const struct msg BAD_MOVE = {"the game contains an illegal move", "棋譜に反則手があります"};
static const struct msg NO_CODE = {"the start position cannot be packed",
                                   "開始局面を符号化できません"};
static const struct msg TOO_LARGE = {"a number of the game is too large for this format",
                                     "この形式では表せない大きな数があります"};

/* --- Numbers ---------------------------------------------------------------------------------- */

/* The number of bits by a tree, the two bits below the highest by models, the others as they are. */
enum { LENGTH_BITS = 5, TOP_BITS = 2 };
struct number_model {
    struct bit_model length[1 << LENGTH_BITS];
    struct bit_model top[1 << LENGTH_BITS][1 << TOP_BITS];
};

static int bit_length(uint32_t n)
{
    return n ? 32 - __builtin_clz(n) : 0;
}

static uint32_t code_number(struct range_coder *c, struct number_model *m, uint32_t number)
{
    int length = (int)range_code_tree(c, m->length, LENGTH_BITS, (uint32_t)bit_length(number));
    if (length < 2)
        return (uint32_t)length;
    int rest = length - 1, top = rest < TOP_BITS ? rest : TOP_BITS, plain = rest - top;
    uint32_t high = range_code_tree(c, m->top[length], top, number >> plain & ((1U << top) - 1));
    uint32_t low = range_code_plain(c, plain, number & ((1U << plain) - 1));
    return 1U << rest | high << plain | low;
}

/* --- Models ----------------------------------------------------------------------------------- */

enum {
    MOVER_KINDS = SHOGI_KINDS + SHOGI_HAND_KINDS, /* pieces on the board, then drops */
    TAKEN_CLASSES = 5,
    MOVE_FLAGS = 1 << 6,
    CHOICE_CLASSES = 4,
    MOVE_CONTEXTS = CHOICE_CLASSES * MOVER_KINDS * TAKEN_CLASSES * MOVE_FLAGS,
    SWING_CLASSES = 12,
    LEVEL_CLASSES = 4,
    VALUE_KINDS = VALUE_MATE + 1,
    MOST_DIFFERENCE = 4 * CODED_GAME_MOST_VALUE, /* of a value from what was expected */
};

/* Nothing but bit models, so that they can begin as one array. */
struct game_models {
    struct bit_model moves[MOVE_CONTEXTS];
    struct bit_model value_kind[VALUE_KINDS][4]; /* by the kind before */
    struct number_model centipawns[LEVEL_CLASSES][SWING_CLASSES], mate;
    struct bit_model sign[SWING_CLASSES][3], mate_sign;
    struct number_model plies, start_ply;
    struct bit_model has_start;
    struct bit_model end[1 << 5], end_seat[1 << 2], points[2][1 << 2];
};

struct games_coder {
    struct range_coder coder;
    struct game_models models;
};

struct games_coder *games_coder_make(void)
{
    return mem_calloc(1, sizeof(struct games_coder));
}

void games_coder_free(struct games_coder *c)
{
    mem_free(c);
}

static void begin_models(struct games_coder *c)
{
    enum { EVEN = 1 << 15, MOVE_PLAYED = 1 << 11 };
    struct bit_model *all = (struct bit_model *)&c->models;
    for (size_t i = 0; i < sizeof c->models / sizeof *all; i++)
        all[i] = bit_model_make(i < MOVE_CONTEXTS ? MOVE_PLAYED : EVEN);
}

void games_coder_write(struct games_coder *c, struct buf *out)
{
    begin_models(c);
    range_coder_write(&c->coder, out);
}

void games_coder_read(struct games_coder *c, struct span bytes)
{
    begin_models(c);
    range_coder_read(&c->coder, bytes);
}

void games_coder_flush(struct games_coder *c)
{
    range_coder_flush(&c->coder);
}

static bool is_writing(const struct games_coder *c)
{
    return c->coder.out != NULL;
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* What the model of a move is chosen by. */
struct move_surroundings {
    const struct shogi_pos *pos;
    uint8_t attacks[2][SHOGI_SQUARES];
    int last_to, own_last_to; /* -1: none */
    int choice_class;
};

/* 0 nothing, 1 pawn, 2 lance or knight, 3 silver, gold or what moves like one, 4 bishop or rook. */
static int taken_class(int piece)
{
    static const uint8_t CLASS[16] = {0, 1, 2, 2, 3, 4, 4, 3, 0, 3, 3, 3, 3, 4, 4, 0};
    return CLASS[shogi_kind_of(piece)];
}

static int choice_class(int moves)
{
    return moves < 10 ? 0 : moves < 50 ? 1 : moves < 100 ? 2 : 3;
}

static size_t move_context(const struct move_surroundings *s, shogi_move m)
{
    const struct shogi_pos *pos = s->pos;
    int us = shogi_turn(pos), to = shogi_move_to(m);
    bool drop = shogi_move_is_drop(m);
    int from = drop ? -1 : shogi_move_from(m);
    int kind = drop ? SHOGI_KINDS + shogi_move_kind(m) : shogi_kind_of(pos->board[from]);
    unsigned flags = (unsigned)shogi_move_promotes(m);
    flags = flags << 1 | (to == s->last_to);
    flags = flags << 1 | (s->attacks[us ^ 1][to] > 0);
    flags = flags << 1 | (s->attacks[us][to] > !drop);
    flags = flags << 1 | (!drop && s->attacks[us ^ 1][from] > 0);
    flags = flags << 1 | (!drop && from == s->own_last_to);
    size_t context = (size_t)s->choice_class;
    context = context * MOVER_KINDS + (size_t)kind;
    context = context * TAKEN_CLASSES + (size_t)taken_class(pos->board[to]);
    return context * MOVE_FLAGS + flags;
}

struct move_candidate {
    uint32_t order; /* the less likely, the larger; then by the move */
    uint32_t context;
};

static int by_order(const void *a, const void *b)
{
    const struct move_candidate *one = a, *other = b;
    return (one->order > other->order) - (one->order < other->order);
}

/* The legal moves, the likeliest first. */
static int list_candidates(const struct games_coder *c, const struct move_surroundings *given,
                           struct move_candidate *out)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct move_surroundings s = *given;
    int n = shogi_legal_moves(s.pos, moves);
    s.choice_class = choice_class(n);
    for (int i = 0; i < n; i++) {
        size_t context = move_context(&s, moves[i]);
        uint32_t unlikely = 65535 - bit_probability(&c->models.moves[context]);
        out[i] = (struct move_candidate){unlikely << 16 | moves[i], (uint32_t)context};
    }
    if (n > 1)
        qsort(out, (size_t)n, sizeof *out, by_order);
    return n;
}

/* The last candidate needs no answer.  0: there is no legal move, or none of them is m. */
static shogi_move code_move(struct games_coder *c, const struct move_surroundings *s, shogi_move m)
{
    struct move_candidate candidates[SHOGI_MAX_MOVES];
    int n = list_candidates(c, s, candidates), i = 0;
    for (; i < n - 1; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): n of them are listed */
        bool played = m == (shogi_move)candidates[i].order;
        if (range_code(&c->coder, &c->models.moves[candidates[i].context], played))
            break;
    }
    if (i >= n)
        return 0;
    shogi_move found = (shogi_move)candidates[i].order;
    return is_writing(c) && found != m ? 0 : found;
}

/* --- Values ----------------------------------------------------------------------------------- */

/* What is known before a value is: the values of this game so far. */
struct value_past {
    enum record_value_kind kind;
    int32_t last;  /* in hundredths of a pawn: what the next one is expected to be */
    int32_t error; /* how far the last one was from that */
    int32_t swing; /* how far the last ones were, smoothed */
    int32_t mate;
};

static int32_t magnitude(int32_t n)
{
    return n < 0 ? -n : n;
}

static int sign_of(int32_t n)
{
    return n < 0 ? 0 : n > 0 ? 2 : 1;
}

static int32_t code_signed(struct range_coder *c, struct number_model *m, struct bit_model *sign,
                           int32_t number)
{
    uint32_t size = code_number(c, m, (uint32_t)magnitude(number));
    c->failed |= size > MOST_DIFFERENCE;
    if (size == 0 || size > MOST_DIFFERENCE)
        return 0;
    return range_code(c, sign, number < 0) ? -(int32_t)size : (int32_t)size;
}

static int32_t code_centipawns(struct games_coder *c, struct value_past *past, int32_t number)
{
    int swing = bit_length((uint32_t)past->swing), far = magnitude(past->last);
    int level = far < 300 ? 0 : far < 1000 ? 1 : far < 2500 ? 2 : 3;
    swing = swing < SWING_CLASSES ? swing : SWING_CLASSES - 1;
    int32_t error = code_signed(&c->coder, &c->models.centipawns[level][swing],
                                &c->models.sign[swing][sign_of(past->error)], number - past->last);
    past->swing = (3 * past->swing + 4 * magnitude(error)) / 4;
    past->error = error;
    past->last += error;
    return past->last;
}

/* A mate comes nearer by one ply with every move. */
static int32_t code_mate(struct games_coder *c, struct value_past *past, int32_t number)
{
    int32_t expected = past->mate > 0 ? past->mate - 1 : past->mate < 0 ? past->mate + 1 : 0;
    past->mate =
        expected + code_signed(&c->coder, &c->models.mate, &c->models.mate_sign, number - expected);
    return past->mate;
}

static struct record_value code_value(struct games_coder *c, struct value_past *past,
                                      struct record_value value)
{
    unsigned kind = range_code_tree(&c->coder, c->models.value_kind[past->kind], 2, value.kind);
    value.kind = kind < VALUE_KINDS ? (enum record_value_kind)kind : VALUE_NONE;
    c->coder.failed |= kind >= VALUE_KINDS;
    value.number = value.kind == VALUE_CENTIPAWNS ? code_centipawns(c, past, value.number)
                   : value.kind == VALUE_MATE     ? code_mate(c, past, value.number)
                                                  : 0;
    past->kind = value.kind;
    c->coder.failed |= magnitude(value.number) > CODED_GAME_MOST_VALUE;
    return value;
}

/* --- Games ------------------------------------------------------------------------------------ */

static enum status code_start(struct games_coder *c, struct coded_game *g, struct err *err)
{
    struct shogi_pos even;
    uint8_t packed[PACKED_POSITION_BYTES] = {0};
    shogi_pos_start(&even);
    if (!range_code(&c->coder, &c->models.has_start,
                    is_writing(c) && !shogi_pos_equal(&g->start, &even))) {
        g->start = even;
        return STATUS_OK;
    }
    if (is_writing(c) && !packed_position_write(&packed_sfen, &g->start, packed))
        return err_plain(err, STATUS_UNSUPPORTED, &NO_CODE);
    for (int i = 0; i < PACKED_POSITION_BYTES; i++)
        packed[i] = (uint8_t)range_code_plain(&c->coder, 8, is_writing(c) ? packed[i] : 0);
    return is_writing(c) ? STATUS_OK : packed_position_read(&packed_sfen, packed, &g->start, err);
}

static enum status code_end(struct games_coder *c, struct coded_game *g, struct err *err)
{
    unsigned end = range_code_tree(&c->coder, c->models.end, 5, g->end);
    g->end_seat = (int8_t)((int)range_code_tree(&c->coder, c->models.end_seat, 2,
                                                (uint32_t)(g->end_seat + 1)) -
                           1);
    for (int seat = 0; seat < 2; seat++)
        g->points[seat] = (int8_t)((int)range_code_tree(&c->coder, c->models.points[seat], 2,
                                                        (uint32_t)(g->points[seat] + 1)) -
                                   1);
    if (end >= END_COUNT || g->end_seat > 1)
        return err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
    g->end = (enum record_end)end;
    return STATUS_OK;
}

static enum status code_moves(struct games_coder *c, struct coded_game *g, struct err *err)
{
    struct shogi_pos pos = g->start;
    struct shogi_undo undo;
    struct value_past past = {0};
    struct move_surroundings s = {.pos = &pos, .last_to = -1, .own_last_to = -1};
    for (uint32_t ply = 0; ply < g->plies && !c->coder.failed; ply++) {
        shogi_attack_counts(&pos, s.attacks);
        shogi_move m = code_move(c, &s, g->moves[ply]);
        if (!m)
            return is_writing(c) ? err_plain(err, STATUS_ILLEGAL, &BAD_MOVE)
                                 : err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
        g->moves[ply] = m;
        g->values[ply] = code_value(c, &past, g->values[ply]);
        s.own_last_to = s.last_to;
        s.last_to = shogi_move_to(m);
        shogi_play(&pos, m, &undo);
    }
    return STATUS_OK;
}

static bool fits(const struct coded_game *g)
{
    for (uint32_t i = 0; i < g->plies && i < CODED_GAME_MOST_PLIES; i++)
        if (g->values[i].number > CODED_GAME_MOST_VALUE ||
            g->values[i].number < -CODED_GAME_MOST_VALUE)
            return false;
    return g->plies <= CODED_GAME_MOST_PLIES && g->start_ply <= CODED_GAME_MOST_VALUE;
}

enum status games_coder_code(struct games_coder *c, struct coded_game *g, struct err *err)
{
    if (is_writing(c) && !fits(g))
        return err_plain(err, STATUS_LIMIT, &TOO_LARGE);
    enum status status = code_start(c, g, err);
    if (status != STATUS_OK)
        return status;
    g->start_ply = code_number(&c->coder, &c->models.start_ply, g->start_ply);
    g->plies = code_number(&c->coder, &c->models.plies, g->plies);
    if (g->plies > CODED_GAME_MOST_PLIES || g->start_ply > CODED_GAME_MOST_VALUE)
        return err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
    status = code_moves(c, g, err);
    if (status == STATUS_OK)
        status = code_end(c, g, err);
    if (status == STATUS_OK && c->coder.failed)
        return err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
    return status;
}
