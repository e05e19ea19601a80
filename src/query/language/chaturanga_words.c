/* chaturanga_words.c: the words of chaturanga: pieces on squares, sets, counts.
 *
 *     r.d1.raja  g.frozen  y.waiting          facts, read by the game itself
 *     any:r.d1  any:d1  empty:d4
 *     d4:r  d4:{r.raja,pawn,empty}            what may be on a square
 *     count(r.pawn)>=3  count({r,y},rank:4..5)
 *     dice:35  move:r.b1c3                    chaturanga_move_words.c
 *     sfen "…"                                chaturanga_position_words.c */
#include "query/language/chaturanga_query.h"

static const struct {
    struct span word;
    int seat;
} SEATS[] = {
    {SPAN_INIT("red"), CHATURANGA_RED},       {SPAN_INIT("green"), CHATURANGA_GREEN},
    {SPAN_INIT("yellow"), CHATURANGA_YELLOW}, {SPAN_INIT("black"), CHATURANGA_BLACK},
    {SPAN_INIT("r"), CHATURANGA_RED},         {SPAN_INIT("g"), CHATURANGA_GREEN},
    {SPAN_INIT("y"), CHATURANGA_YELLOW},      {SPAN_INIT("b"), CHATURANGA_BLACK},
    {SPAN_INIT("赤"), CHATURANGA_RED},        {SPAN_INIT("緑"), CHATURANGA_GREEN},
    {SPAN_INIT("黄"), CHATURANGA_YELLOW},     {SPAN_INIT("黒"), CHATURANGA_BLACK},
};

static const struct {
    struct span word;
    int kind;
} KINDS[] = {
    {SPAN_INIT("boat"), CHATURANGA_BOAT},         {SPAN_INIT("horse"), CHATURANGA_HORSE},
    {SPAN_INIT("elephant"), CHATURANGA_ELEPHANT}, {SPAN_INIT("raja"), CHATURANGA_RAJA},
    {SPAN_INIT("pawn"), CHATURANGA_PAWN},         {SPAN_INIT("舟"), CHATURANGA_BOAT},
    {SPAN_INIT("馬"), CHATURANGA_HORSE},          {SPAN_INIT("象"), CHATURANGA_ELEPHANT},
    {SPAN_INIT("王"), CHATURANGA_RAJA},           {SPAN_INIT("歩"), CHATURANGA_PAWN},
};

int chaturanga_seat_by_word(struct span word)
{
    for (size_t i = 0; i < sizeof SEATS / sizeof *SEATS; i++)
        if (span_eq(word, SEATS[i].word))
            return SEATS[i].seat;
    return -1;
}

/* boat … pawn, b, h, e, k (raja), p are not taken: words only; -1 if it is none. */
static int chaturanga_kind_by_word(struct span word)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (span_eq(word, KINDS[i].word))
            return KINDS[i].kind;
    return -1;
}

bool chaturanga_whole_square(struct span s, unsigned *square)
{
    if (s.n != 2 || s.p[0] < 'a' || s.p[0] > 'h' || s.p[1] < '1' || s.p[1] > '8')
        return false;
    *square = (unsigned)((s.p[1] - '1') * 8 + (s.p[0] - 'a'));
    return true;
}

unsigned chaturanga_square_turned(unsigned square, unsigned quarters)
{
    for (quarters &= 3; quarters; quarters--)
        square = (7 - square % 8) * 8 + square / 8;
    return square;
}

static uint32_t bad_square(struct parser *p, struct span word)
{
    static const struct msg BAD_SQUARE = {"expected a square such as d4, or r.d4",
                                          "d4 や r.d4 のような升が必要です"};
    return parse_fail(p, word.p, &BAD_SQUARE, word, (struct span){0});
}

/* --- What may be on a square ------------------------------------------------------------------ */

/* Bits by colour and kind, and one for an empty square. */
enum { BIT_EMPTY = 1 << (CHATURANGA_COLOURS * CHATURANGA_KINDS) };

static uint32_t bits_of(int colour, int kind)
{
    uint32_t bits = 0;
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        for (int k = 0; k < CHATURANGA_KINDS; k++)
            if ((colour < 0 || c == colour) && (kind < 0 || k == kind))
                bits |= UINT32_C(1) << (c * CHATURANGA_KINDS + k);
    return bits;
}

/* r, raja, r.raja, any, empty; 0 if it is none of them. */
static uint32_t wanted_by_word(struct span word)
{
    if (span_eq(word, SPAN("any")))
        return bits_of(-1, -1);
    if (span_eq(word, SPAN("empty")) || span_eq(word, SPAN(".")))
        return BIT_EMPTY;
    ptrdiff_t dot = span_find(word, SPAN("."));
    int colour = chaturanga_seat_by_word(dot > 0 ? span_make(word.p, (size_t)dot) : word),
        kind = -1;
    if (dot > 0) {
        kind = chaturanga_kind_by_word(span_skip(word, (size_t)dot + 1));
        return colour >= 0 && kind >= 0 ? bits_of(colour, kind) : 0;
    }
    if (colour < 0)
        kind = chaturanga_kind_by_word(word);
    return colour >= 0 || kind >= 0 ? bits_of(colour, kind) : 0;
}

/* One of them or several in braces, removed; 0 after a failure. */
static uint32_t read_wanted(struct parser *p)
{
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    static const struct msg BAD_PIECE = {"expected a player, a piece, r.raja, any or empty",
                                         "対局者、駒、r.raja、any、empty のいずれかが必要です"};
    uint32_t all = 0;
    bool braces = parse_eat(p, TOKEN_OPEN_SET);
    do {
        struct token t = lexer_peek(&p->lex);
        uint32_t wanted = t.kind == TOKEN_WORD ? wanted_by_word(t.text) : 0;
        if (!wanted)
            return parse_unexpected(p, &t, &BAD_PIECE);
        all |= wanted;
        lexer_next(&p->lex);
    } while (braces && parse_eat(p, TOKEN_COMMA));
    return braces && !parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE) ? 0 : all;
}

static uint32_t square_node(struct parser *p, unsigned square, uint32_t wanted)
{
    enum { PIECES = CHATURANGA_COLOURS * CHATURANGA_KINDS };
    struct query_term others[PIECES];
    uint32_t facts[PIECES], n = 0, m = 0;
    for (unsigned i = 0; i < PIECES; i++) {
        uint32_t fact = chaturanga_piece_fact(i / CHATURANGA_KINDS, i % CHATURANGA_KINDS, square);
        if (wanted >> i & 1)
            facts[n++] = fact;
        else
            others[m++] = (struct query_term){fact, 1};
    }
    if (!(wanted & BIT_EMPTY))
        return parse_any(p, facts, n);
    return m ? parse_sum(p, others, m, COMPARE_EQ, 0) : parse_node(p, Q_TRUE);
}

static bool expect_colon(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\"", "「:」が必要です"};
    return parse_expect(p, TOKEN_COLON, &WANT_COLON);
}

static uint32_t read_square(struct parser *p, unsigned square)
{
    uint32_t wanted = expect_colon(p) ? read_wanted(p) : 0;
    return wanted ? square_node(p, square, wanted) : 0;
}

static uint32_t read_empty(struct parser *p)
{
    unsigned square;
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    return chaturanga_whole_square(word, &square) ? square_node(p, square, BIT_EMPTY)
                                                  : bad_square(p, word);
}

/* any:d1, any:r.d1 */
static uint32_t read_any(struct parser *p)
{
    unsigned square;
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text, rest = word;
    ptrdiff_t dot = span_find(word, SPAN("."));
    int colour = -1;
    if (dot > 0) {
        colour = chaturanga_seat_by_word(span_make(word.p, (size_t)dot));
        rest = colour < 0 ? word : span_skip(word, (size_t)dot + 1);
    }
    return chaturanga_whole_square(rest, &square) ? square_node(p, square, bits_of(colour, -1))
                                                  : bad_square(p, word);
}

/* --- Counting --------------------------------------------------------------------------------- */

static uint64_t rectangle(unsigned a, unsigned b)
{
    unsigned left = a % 8 < b % 8 ? a % 8 : b % 8, right = a % 8 < b % 8 ? b % 8 : a % 8;
    unsigned low = a / 8 < b / 8 ? a / 8 : b / 8, high = a / 8 < b / 8 ? b / 8 : a / 8;
    uint64_t squares = 0;
    for (unsigned rank = low; rank <= high; rank++)
        for (unsigned file = left; file <= right; file++)
            squares |= UINT64_C(1) << (rank * 8 + file);
    return squares;
}

/* d4, a1..d4 or a1-d4. */
static uint64_t squares_by_word(struct span word)
{
    unsigned a, b;
    struct span rest = span_skip(word, 2);
    if (word.n < 2 || !chaturanga_whole_square(span_make(word.p, 2), &a))
        return 0;
    if (rest.n == 0)
        return UINT64_C(1) << a;
    if (!(span_eat(&rest, SPAN("..")) || span_eat(&rest, SPAN("-"))) ||
        !chaturanga_whole_square(rest, &b))
        return 0;
    return rectangle(a, b);
}

/* "d" or "c..f" as 1 … 8; otherwise numbers. */
static bool read_files(struct parser *p, struct span text, uint64_t *low, uint64_t *high)
{
    bool letters = text.n && text.p[0] >= 'a' && text.p[0] <= 'h' &&
                   (text.n == 1 || (text.n == 4 && text.p[1] == '.' && text.p[2] == '.' &&
                                    text.p[3] >= text.p[0] && text.p[3] <= 'h'));
    if (!letters)
        return parse_range(p, text, 1, 8, low, high);
    *low = (uint64_t)(text.p[0] - 'a') + 1;
    *high = (uint64_t)(text.p[text.n - 1] - 'a') + 1;
    return true;
}

/* rank:4..5, file:c, zone:a1..d4, d4; removed.  0 after a failure. */
static uint64_t read_region(struct parser *p)
{
    static const struct msg BAD_REGION = {"expected rank:, file:, zone: or squares such as a1..d4",
                                          "rank:、file:、zone: か a1..d4 のような升が必要です"};
    struct token t = lexer_peek(&p->lex);
    bool ranks = span_eq(t.text, SPAN("rank")), files = span_eq(t.text, SPAN("file"));
    uint64_t low, high, squares;
    if (t.kind != TOKEN_WORD)
        return parse_unexpected(p, &t, &BAD_REGION);
    lexer_next(&p->lex);
    if (ranks || files || span_eq(t.text, SPAN("zone"))) {
        if (!expect_colon(p))
            return 0;
        t = lexer_value(&p->lex);
    }
    if (!ranks && !files) {
        squares = squares_by_word(t.text);
        return squares ? squares : parse_fail(p, t.text.p, &BAD_REGION, t.text, (struct span){0});
    }
    if (!(ranks ? parse_range(p, t.text, 1, 8, &low, &high) : read_files(p, t.text, &low, &high)))
        return 0;
    return ranks ? rectangle((unsigned)(low - 1) * 8, (unsigned)(high - 1) * 8 + 7)
                 : rectangle((unsigned)low - 1, 56 + (unsigned)high - 1);
}

static uint32_t count_node(struct parser *p, uint64_t squares, uint32_t wanted,
                           enum query_compare compare, int64_t value)
{
    struct query_term terms[CHATURANGA_PIECE_FACTS];
    uint32_t n = 0;
    for (unsigned square = 0; square < 64; square++)
        for (unsigned i = 0; squares >> square & 1 && i < CHATURANGA_COLOURS * CHATURANGA_KINDS;
             i++)
            if (wanted >> i & 1)
                terms[n++] = (struct query_term){
                    chaturanga_piece_fact(i / CHATURANGA_KINDS, i % CHATURANGA_KINDS, square), 1};
    return parse_sum(p, terms, n, compare, value);
}

static uint32_t read_count(struct parser *p)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \",\" or \")\"", "「,」か「)」が必要です"};
    static const struct msg NO_EMPTY = {"cannot count empty squares", "空き升は数えられません"};
    enum query_compare compare;
    int64_t value;
    uint64_t squares = 0;
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return 0;
    const char *at = lexer_peek(&p->lex).text.p;
    uint32_t wanted = read_wanted(p);
    if (wanted & BIT_EMPTY)
        return parse_fail(p, at, &NO_EMPTY, (struct span){0}, (struct span){0});
    if (!wanted)
        return 0;
    while (parse_eat(p, TOKEN_COMMA)) {
        uint64_t part = read_region(p);
        if (!part)
            return 0;
        squares |= part;
    }
    if (!parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) || !parse_compare(p, &compare, &value, 1))
        return 0;
    return count_node(p, squares ? squares : UINT64_MAX, wanted, compare, value);
}

/* --- The table -------------------------------------------------------------------------------- */

static const char *const VOCABULARY[] = {"sfen", "board", "startpos", "like", "empty",
                                         "any",  "count", "move",     "dice", NULL};

static uint32_t read(struct parser *p, struct span word, bool *mine)
{
    static const struct {
        struct span word;
        uint32_t (*read)(struct parser *p);
    } WORDS[] = {
        {SPAN_INIT("empty"), read_empty},          {SPAN_INIT("any"), read_any},
        {SPAN_INIT("count"), read_count},          {SPAN_INIT("move"), chaturanga_read_move},
        {SPAN_INIT("dice"), chaturanga_read_dice},
    };
    unsigned square;
    *mine = true;
    if (chaturanga_whole_square(word, &square))
        return read_square(p, square);
    if (span_eq(word, SPAN("sfen")) || span_eq(word, SPAN("board")) ||
        span_eq(word, SPAN("like")) || span_eq(word, SPAN("startpos")))
        return chaturanga_read_position(p, word);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (span_eq(word, WORDS[i].word))
            return WORDS[i].read(p);
    *mine = false;
    return 0;
}

static const char *const STARTS[] = {"usual", "other"};

static int handicap_by_name(struct span name)
{
    return span_eq(name, SPAN("usual")) || span_eq(name, SPAN("even")) ? 0
           : span_eq(name, SPAN("other"))                              ? 1
                                                                       : -1;
}

static const char *handicap_name(int handicap)
{
    return STARTS[handicap != 0];
}

static bool print_sum(const struct query_node *node, struct buf *out)
{
    (void)node;
    (void)out;
    return false;
}

const struct game_words chaturanga_words = {
    .game = &chaturanga_game,
    .seats = {"r", "g", "y", "b"},
    .seat = chaturanga_seat_by_word,
    .read = read,
    .read_sequence = chaturanga_read_sequence,
    .vocabulary = VOCABULARY,
    .handicap = handicap_by_name,
    .handicap_name = handicap_name,
    .exact_image = chaturanga_exact_image,
    .move_image = chaturanga_move_image,
    .part_parse = chaturanga_part_parse,
    .part_print = chaturanga_part_print,
    .part_image = chaturanga_part_image,
    .print_sum = print_sum,
};
