/* shogi_position_words.c: positions in queries: sfen "…", board "…", like "…".
 *
 * A position is an SFEN in which ? stands for any square and fields may be missing from the right:
 *
 *     lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
 *     ?????????/…/4K4 b                    any hands
 *
 * Without ? and with hands it is one position and becomes a key; otherwise it becomes the facts
 * that hold in it, and one sum of all facts that must not. */
#include "base/text/num.h"
#include "query/language/shogi_words.h"

enum { ANY_SQUARE = -1, NOBODY = -1 };

struct shogi_diagram {
    int8_t at[SHOGI_SQUARES]; /* a piece, 0 or ANY_SQUARE */
    int hand[2][SHOGI_HAND_KINDS];
    bool hands_given;
    bool complete; /* no ? */
    int turn;      /* NOBODY: not given */
};

static char peek(const struct diagram_reader *r)
{
    return r->rest.n ? r->rest.p[0] : '\0';
}

static bool eat(struct diagram_reader *r, char c)
{
    if (!r->rest.n || r->rest.p[0] != c)
        return false;
    r->rest = span_skip(r->rest, 1);
    return true;
}

static void skip_blanks(struct diagram_reader *r)
{
    while (eat(r, ' ') || eat(r, '\t') || eat(r, '\n') || eat(r, '\r'))
        ;
}

/* A letter of SFEN, with its + ; 0 if there is none. */
static int eat_piece(struct diagram_reader *r)
{
    static const char LETTERS[] = "PLNSBRGKplnsbrgk";
    struct diagram_reader before = *r;
    bool promoted = eat(r, '+');
    const char *found = peek(r) ? strchr(LETTERS, peek(r)) : NULL;
    int i = found ? (int)(found - LETTERS) : 0;
    if (!found || (promoted && !shogi_kind_can_promote(i % 8 + 1))) {
        *r = before;
        return 0;
    }
    r->rest = span_skip(r->rest, 1);
    return shogi_piece(i / 8, (i % 8 + 1) | promoted << 3);
}

static bool read_rank(struct diagram_reader *r, struct shogi_diagram *d, int rank)
{
    static const struct msg BAD_RANK = {"expected nine squares in a rank", "一段は九マスです"};
    for (int file = 9; file >= 1;) {
        int empty = peek(r) >= '1' && peek(r) <= '9' ? peek(r) - '0' : 0, piece = 0;
        if (empty > file)
            return diagram_fail(r, &BAD_RANK);
        if (empty) {
            r->rest = span_skip(r->rest, 1);
            file -= empty;
            continue;
        }
        if (eat(r, '?')) {
            piece = ANY_SQUARE;
            d->complete = false;
        } else if (!(piece = eat_piece(r))) {
            return diagram_fail(r, &BAD_RANK);
        }
        d->at[shogi_square(file--, rank)] = (int8_t)piece;
    }
    return true;
}

static bool read_board(struct diagram_reader *r, struct shogi_diagram *d)
{
    static const struct msg WANT_SLASH = {"expected \"/\" after nine squares",
                                          "九マスの後に「/」が必要です"};
    for (int rank = 1; rank <= 9; rank++) {
        if (!read_rank(r, d, rank))
            return false;
        if (rank < 9 && !eat(r, '/'))
            return diagram_fail(r, &WANT_SLASH);
    }
    return true;
}

static bool read_turn(struct diagram_reader *r, struct shogi_diagram *d)
{
    static const struct msg WANT_TURN = {"expected b, w or ?", "手番 b、w、? のいずれかが必要です"};
    if (eat(r, 'b'))
        d->turn = SHOGI_BLACK;
    else if (eat(r, 'w'))
        d->turn = SHOGI_WHITE;
    else if (!eat(r, '?'))
        return diagram_fail(r, &WANT_TURN);
    return true;
}

static bool read_hands(struct diagram_reader *r, struct shogi_diagram *d)
{
    static const struct msg BAD_HAND = {"expected pieces in hand, - or ?",
                                        "持駒、-、? のいずれかが必要です"};
    if (eat(r, '?'))
        return true;
    d->hands_given = true;
    if (eat(r, '-'))
        return true;
    do {
        uint64_t n = 1;
        if (peek(r) >= '0' && peek(r) <= '9' && (!num_eat_u64(&r->rest, 18, &n) || n == 0))
            return diagram_fail(r, &BAD_HAND);
        struct diagram_reader before = *r;
        int piece = eat_piece(r), kind = shogi_kind_of(piece), color = shogi_color_of(piece);
        bool held = piece && kind < SHOGI_HAND_KINDS &&
                    d->hand[color][kind] + (int)n <= shogi_most_in_hand(kind);
        if (!held)
            return diagram_fail(&before, &BAD_HAND);
        d->hand[color][kind] += (int)n;
    } while (r->rest.n && peek(r) != ' ');
    return true;
}

static bool read_number(struct diagram_reader *r)
{
    static const struct msg BAD_NUMBER = {"expected a move number", "手数が必要です"};
    uint64_t ply;
    return num_eat_u64(&r->rest, 1000000000, &ply) || diagram_fail(r, &BAD_NUMBER);
}

static bool read_fields(struct diagram_reader *r, struct shogi_diagram *d)
{
    static const struct msg TRAILING = {"unexpected text after the position: \"%1\"",
                                        "局面の後に余分な文字があります: 「%1」"};
    if (!read_board(r, d))
        return false;
    skip_blanks(r);
    if (r->rest.n && !read_turn(r, d))
        return false;
    skip_blanks(r);
    if (r->rest.n && !read_hands(r, d))
        return false;
    skip_blanks(r);
    if (r->rest.n && !read_number(r))
        return false;
    skip_blanks(r);
    return r->rest.n == 0 || diagram_fail(r, &TRAILING);
}

static void start_diagram(struct shogi_diagram *d)
{
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        d->at[square] = (int8_t)shogi_piece_at(&pos, square);
    d->hands_given = true;
    d->turn = SHOGI_BLACK;
}

static bool read_diagram(struct diagram_reader *r, struct shogi_diagram *d)
{
    *d = (struct shogi_diagram){.complete = true, .turn = NOBODY};
    skip_blanks(r);
    if (span_eat(&r->rest, SPAN("position")))
        skip_blanks(r);
    if (span_eq(r->rest, SPAN("startpos"))) {
        start_diagram(d);
        return true;
    }
    if (span_eat(&r->rest, SPAN("sfen")))
        skip_blanks(r);
    return read_fields(r, d);
}

/* --- One position: a key --------------------------------------------------------------------- */

static enum status fill_exact(struct query *q, uint32_t node, struct shogi_pos *pos, int seat,
                              struct err *err)
{
    struct buf text;
    int turn = shogi_turn(pos);
    struct query_node *n = &q->nodes[node];
    for (int color = 0; color < 2; color++) {
        shogi_pos_set_turn(pos, color);
        n->keys[color] = position_key(q->game, pos);
    }
    shogi_pos_set_turn(pos, turn);
    n->seat = seat;
    buf_init(&text, 1000);
    shogi_sfen_print(pos, 1, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    return good ? STATUS_OK : err_nomem(err);
}

static bool pos_of_diagram(struct shogi_pos *pos, const struct shogi_diagram *d, int turn,
                           struct err *err)
{
    shogi_pos_clear(pos);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        shogi_pos_put(pos, square, d->at[square]);
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            shogi_pos_set_hand(pos, color, kind, d->hand[color][kind]);
    shogi_pos_set_turn(pos, turn);
    return shogi_pos_finish(pos, err) == STATUS_OK;
}

/* seat NOBODY: any may be to move; then a king in check decides whose turn is written down. */
static uint32_t exact_node(struct diagram_reader *r, const struct shogi_diagram *d, int seat)
{
    struct parser *p = r->p;
    struct shogi_pos pos;
    struct err why;
    int turn = seat == NOBODY ? SHOGI_BLACK : seat;
    if (!pos_of_diagram(&pos, d, turn, &why) &&
        (seat != NOBODY || !pos_of_diagram(&pos, d, SHOGI_WHITE, &why)))
        return parse_fail(p, r->at, why.what, span_of(why.arg[0]), span_of(why.arg[1]));
    uint32_t node = parse_node(p, Q_EXACT);
    if (!node)
        return 0;
    enum status status = fill_exact(p->q, node, &pos, seat, p->err);
    if (status != STATUS_OK)
        return parse_full(p);
    return node;
}

static int piece_image(int piece, unsigned symmetry)
{
    return piece && symmetry & SHOGI_FLIP
               ? shogi_piece(shogi_color_of(piece) ^ 1, shogi_kind_of(piece))
               : piece;
}

enum status shogi_exact_image(struct query *q, uint32_t node, unsigned symmetry, struct err *err)
{
    struct shogi_pos pos, image;
    enum status status =
        shogi_sfen_parse(&pos, q->nodes[node].position, SHOGI_SFEN_TOLERANT, NULL, err);
    if (status != STATUS_OK)
        return status;
    bool flip = symmetry & SHOGI_FLIP;
    shogi_pos_clear(&image);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        shogi_pos_put(&image, shogi_square_image(square, symmetry),
                      piece_image(shogi_piece_at(&pos, square), symmetry));
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            shogi_pos_set_hand(&image, flip ? color ^ 1 : color, kind,
                               shogi_hand(&pos, color, kind));
    shogi_pos_set_turn(&image, flip ? shogi_turn(&pos) ^ 1 : shogi_turn(&pos));
    int seat = q->nodes[node].seat;
    status = shogi_pos_finish(&image, err);
    if (status == STATUS_OK && seat == NOBODY) {
        /* as reading would write it down: Black to move, if that can be */
        struct shogi_pos black = image;
        shogi_pos_set_turn(&black, SHOGI_BLACK);
        if (shogi_pos_finish(&black, NULL) == STATUS_OK)
            image = black;
    }
    return status == STATUS_OK
               ? fill_exact(q, node, &image, seat >= 0 && flip ? seat ^ 1 : seat, err)
               : status;
}

/* --- Part of a position: facts --------------------------------------------------------------- */

static uint32_t hand_facts_of(const struct shogi_diagram *d, uint32_t *facts, uint32_t n)
{
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            for (int i = 1; i <= d->hand[color][kind]; i++)
                facts[n++] = shogi_fact_in_hand(color, kind, i);
    return n;
}

/* What holds: at most 81 squares and 76 pieces in hand. */
static uint32_t facts_of(const struct shogi_diagram *d, uint32_t *facts)
{
    uint32_t n = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (d->at[square] > 0)
            facts[n++] = shogi_fact_on_board(shogi_color_of(d->at[square]), square,
                                             shogi_kind_of(d->at[square]));
    return n;
}

/* What must not hold: a piece on an empty square, one piece more in hand. */
static uint32_t facts_against(const struct shogi_diagram *d, struct query_term *terms)
{
    uint32_t facts[2 * SHOGI_KINDS], n = 0;
    const struct piece_set all = {{0x7FFE, 0x7FFE}, false};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        uint32_t count = d->at[square] == 0 ? shogi_add_facts(&all, square, facts, 0) : 0;
        for (uint32_t i = 0; i < count; i++)
            terms[n++] = (struct query_term){facts[i], 1};
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            if (d->hands_given && d->hand[color][kind] < shogi_most_in_hand(kind))
                terms[n++] = (struct query_term){
                    shogi_fact_in_hand(color, kind, d->hand[color][kind] + 1), 1};
    return n;
}

/* The highest "at least n" of each kind says all. */
static uint32_t hands_held(const struct shogi_diagram *d, uint32_t *facts, uint32_t n)
{
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            if (d->hand[color][kind])
                facts[n++] = shogi_fact_in_hand(color, kind, d->hand[color][kind]);
    return n;
}

static uint32_t join(struct parser *p, const uint32_t *nodes, uint32_t n)
{
    if (n == 0)
        return parse_node(p, Q_TRUE);
    if (n == 1)
        return nodes[0];
    uint32_t all = parse_node(p, Q_AND);
    for (uint32_t i = 0; i < n; i++)
        all = parse_adopt(p, all, nodes[i]);
    return all;
}

static uint32_t partial_node(struct parser *p, const struct shogi_diagram *d, int seat)
{
    uint32_t facts[SHOGI_MAX_FACTS], nodes[SHOGI_MAX_FACTS + 2];
    struct query_term against[SHOGI_FACT_COUNT];
    uint32_t n = hands_held(d, facts, facts_of(d, facts)), forbidden = facts_against(d, against);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = parse_fact(p, facts[i]);
    if (forbidden)
        nodes[n++] = parse_sum(p, against, forbidden, COMPARE_EQ, 0);
    if (seat != NOBODY) {
        nodes[n] = parse_node(p, Q_TURN);
        if (nodes[n])
            p->q->nodes[nodes[n]].seat = seat;
        n++;
    }
    return p->status == STATUS_OK ? join(p, nodes, n) : 0;
}

/* --- Pieces in common ------------------------------------------------------------------------ */

static uint32_t like_node(struct diagram_reader *r, const struct shogi_diagram *d)
{
    static const struct msg NO_PIECES = {"like needs a position with pieces",
                                         "like には駒のある局面が必要です"};
    struct parser *p = r->p;
    uint32_t facts[SHOGI_MAX_FACTS];
    uint32_t n = hand_facts_of(d, facts, facts_of(d, facts));
    if (n == 0)
        return parse_fail(p, r->at, &NO_PIECES, (struct span){0}, (struct span){0});
    return parse_like(p, facts, n);
}

uint32_t shogi_read_position(struct parser *p, struct span word)
{
    struct diagram_reader r;
    struct shogi_diagram d;
    if (!parse_diagram(p, word, &r) || !read_diagram(&r, &d))
        return 0;
    if (span_eq(word, SPAN("like")))
        return like_node(&r, &d);
    int seat = span_eq(word, SPAN("board")) ? NOBODY : d.turn;
    return d.complete && d.hands_given ? exact_node(&r, &d, seat) : partial_node(p, &d, seat);
}
