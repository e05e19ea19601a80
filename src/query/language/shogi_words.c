/* shogi_words.c: the words of shogi: pieces, squares, hands, regions, material.
 *
 * Squares are file and rank (55), pieces an owner and CSA's code in small letters (sfu), both also
 * as Japanese books write them: 先手７六歩, ▲76歩. */
#include "query/language/shogi_words.h"

#include <stdlib.h>

#include "base/text/num.h"

enum { ALL_KINDS = 0x7FFE }; /* bits 1 to 14 */

/* --- Pieces and squares ---------------------------------------------------------------------- */

static const struct {
    struct span word;
    int seat;
} SEATS[] = {
    {SPAN_INIT("sente"), 0}, {SPAN_INIT("gote"), 1}, {SPAN_INIT("black"), 0},
    {SPAN_INIT("white"), 1}, {SPAN_INIT("先手"), 0}, {SPAN_INIT("後手"), 1},
    {SPAN_INIT("▲"), 0},     {SPAN_INIT("△"), 1},    {SPAN_INIT("☗"), 0},
    {SPAN_INIT("☖"), 1},     {SPAN_INIT("s"), 0},    {SPAN_INIT("g"), 1},
};

int shogi_eat_seat(struct span *s)
{
    for (size_t i = 0; i < sizeof SEATS / sizeof *SEATS; i++)
        if (span_eat(s, SEATS[i].word))
            return SEATS[i].seat;
    return -1;
}

/* The whole word is one of these; -1 if not. */
static int shogi_seat_by_word(struct span word)
{
    /* As SFEN writes them, and the results of --json.  Not before a square: "b55fu" is no piece. */
    if (span_eq(word, SPAN("b")) || span_eq(word, SPAN("w")))
        return word.p[0] == 'w';
    int seat = shogi_eat_seat(&word);
    return word.n == 0 ? seat : -1;
}

/* Two digits of any kind from the front; -1, with *s untouched, if there are none. */
static int shogi_eat_square(struct span *s)
{
    struct span rest = *s;
    int file = shogi_eat_any_digit(&rest), rank = file ? shogi_eat_any_digit(&rest) : 0;
    if (!rank)
        return -1;
    *s = rest;
    return shogi_square(file, rank);
}

int shogi_eat_kind(struct span *s)
{
    int kind = s->n >= 2 && s->p[0] >= 'a' && s->p[1] >= 'a'
                   ? shogi_kind_by_csa((char)(s->p[0] & ~0x20), (char)(s->p[1] & ~0x20))
                   : 0;
    if (kind)
        *s = span_skip(*s, 2);
    return kind ? kind : shogi_eat_kanji_kind(s);
}

/* sfu, fu (anybody's), s (any piece of sente's), any, empty. */
static bool parse_pieces(struct span s, struct piece_set *set)
{
    if (span_eq(s, SPAN("empty"))) {
        set->empty = true;
        return true;
    }
    if (span_eq(s, SPAN("any"))) {
        set->kinds[0] = set->kinds[1] = ALL_KINDS;
        return true;
    }
    struct span rest = s;
    int kind = shogi_eat_kind(&rest), seat = -1; /* gi is a silver, not gote's i */
    if (!kind || rest.n) {
        rest = s;
        seat = shogi_eat_seat(&rest);
        kind = shogi_eat_kind(&rest);
    }
    if (rest.n || (seat < 0 && !kind))
        return false;
    for (int color = 0; color < 2; color++)
        if (seat < 0 || seat == color)
            set->kinds[color] |= kind ? 1U << kind : ALL_KINDS;
    return true;
}

uint32_t shogi_add_facts(const struct piece_set *set, int square, uint32_t *facts, uint32_t n)
{
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
            if (set->kinds[color] >> kind & 1)
                facts[n++] = shogi_fact_on_board(color, square, kind);
    return n;
}

int shogi_most_in_hand(int kind)
{
    static const uint8_t MOST[SHOGI_HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    return MOST[kind];
}

uint32_t shogi_add_hand_facts(int color, int kind, uint32_t *facts, uint32_t n)
{
    for (int i = 1; i <= shogi_most_in_hand(kind); i++)
        facts[n++] = shogi_fact_in_hand(color, kind, i);
    return n;
}

static uint32_t bad_square(struct parser *p, struct span word)
{
    static const struct msg BAD_SQUARE = {"expected a square such as 55",
                                          "55 のようなマスが必要です"};
    return parse_fail(p, word.p, &BAD_SQUARE, word, (struct span){0});
}

static uint32_t bad_piece(struct parser *p, struct span word)
{
    static const struct msg BAD_PIECE = {"expected a piece such as sfu",
                                         "sfu のような駒が必要です"};
    return parse_fail(p, word.p, &BAD_PIECE, word, (struct span){0});
}

/* sfu or {sfu,sgi}, removed. */
static bool read_pieces(struct parser *p, struct piece_set *set)
{
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    *set = (struct piece_set){0};
    bool braces = parse_eat(p, TOKEN_OPEN_SET);
    do {
        struct token t = lexer_peek(&p->lex);
        if (t.kind != TOKEN_WORD || !parse_pieces(t.text, set)) {
            bad_piece(p, t.text);
            return false;
        }
        lexer_next(&p->lex);
    } while (braces && parse_eat(p, TOKEN_COMMA));
    return !braces || parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE);
}

/* --- Squares with pieces on them ------------------------------------------------------------- */

/* A sum of facts, each counting one. */
static uint32_t count_of(struct parser *p, const uint32_t *facts, uint32_t n,
                         enum query_compare compare, int64_t value)
{
    struct query_term terms[GAME_MAX_FACTS];
    for (uint32_t i = 0; i < n; i++)
        terms[i] = (struct query_term){facts[i], 1};
    return parse_sum(p, terms, n, compare, value);
}

/* One of these pieces is on the square. */
static uint32_t one_of(struct parser *p, int square, const struct piece_set *set)
{
    uint32_t facts[2 * SHOGI_KINDS];
    if (!set->empty)
        return parse_any(p, facts, shogi_add_facts(set, square, facts, 0));
    struct piece_set others = {{ALL_KINDS & ~set->kinds[0], ALL_KINDS & ~set->kinds[1]}, false};
    return count_of(p, facts, shogi_add_facts(&others, square, facts, 0), COMPARE_EQ, 0);
}

/* 55:{sfu,sgi}; the square has been taken, the colon is next. */
static uint32_t read_square(struct parser *p, int square)
{
    static const struct msg WANT_COLON = {"expected \":\" and pieces after a square",
                                          "マスの後に「:」と駒が必要です"};
    struct piece_set set;
    if (!parse_expect(p, TOKEN_COLON, &WANT_COLON) || !read_pieces(p, &set))
        return 0;
    return one_of(p, square, &set);
}

static bool expect_colon(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\"", "「:」が必要です"};
    return parse_expect(p, TOKEN_COLON, &WANT_COLON);
}

static uint32_t read_empty(struct parser *p)
{
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text, rest = word;
    int square = shogi_eat_square(&rest);
    if (square < 0 || rest.n)
        return bad_square(p, word);
    return one_of(p, square, &(struct piece_set){{0, 0}, true});
}

/* any:s55, any:55 */
static uint32_t read_any(struct parser *p)
{
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text, rest = word;
    int seat = shogi_eat_seat(&rest), square = shogi_eat_square(&rest);
    if (square < 0 || rest.n)
        return bad_square(p, word);
    struct piece_set set = {{seat == 1 ? 0 : ALL_KINDS, seat == 0 ? 0 : ALL_KINDS}, false};
    return one_of(p, square, &set);
}

/* --- Hands ----------------------------------------------------------------------------------- */

/* At least n of a kind; n may be more than there are. */
static uint32_t at_least(struct parser *p, int color, int kind, int64_t n)
{
    if (n <= 0)
        return parse_node(p, Q_TRUE);
    if (n > shogi_most_in_hand(kind))
        return parse_not(p, parse_node(p, Q_TRUE));
    return parse_fact(p, shogi_fact_in_hand(color, kind, (int)n));
}

static uint32_t exactly(struct parser *p, int color, int kind, int64_t n)
{
    if (n == 0)
        return parse_not(p, at_least(p, color, kind, 1));
    if (n == shogi_most_in_hand(kind))
        return at_least(p, color, kind, n);
    return parse_pair(p, Q_AND, at_least(p, color, kind, n),
                      parse_not(p, at_least(p, color, kind, n + 1)));
}

static uint32_t hand_compared(struct parser *p, int color, int kind, enum query_compare compare,
                              int64_t n)
{
    switch (compare) {
    case COMPARE_GE:
        return at_least(p, color, kind, n);
    case COMPARE_GT:
        return at_least(p, color, kind, n + 1);
    case COMPARE_LT:
        return parse_not(p, at_least(p, color, kind, n));
    case COMPARE_LE:
        return parse_not(p, at_least(p, color, kind, n + 1));
    case COMPARE_NE:
        return parse_not(p, exactly(p, color, kind, n));
    default:
        return exactly(p, color, kind, n);
    }
}

/* The number of pieces in a hand, whatever they are. */
static uint32_t whole_hand(struct parser *p, int color, enum query_compare compare, int64_t n)
{
    uint32_t facts[SHOGI_FACT_COUNT], count = 0;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        count = shogi_add_hand_facts(color, kind, facts, count);
    return count_of(p, facts, count, compare, n);
}

/* s.hand.gi>=2 or s.hand>=5: what follows "s.hand". */
static uint32_t read_hand(struct parser *p, int color, struct span rest)
{
    static const struct msg NOT_IN_HAND = {"expected a piece that can be in hand",
                                           "持駒になる駒が必要です"};
    static const struct msg TOO_MANY = {"a set has only %1 of them", "%1 枚しかありません"};
    enum query_compare compare;
    int64_t n;
    int kind = 0;
    struct span name = rest;
    if (span_eat(&rest, SPAN("."))) {
        name = rest;
        kind = shogi_eat_kind(&rest);
        if (!kind || kind >= SHOGI_HAND_KINDS || rest.n)
            return parse_fail(p, name.p, &NOT_IN_HAND, name, (struct span){0});
    }
    if (!parse_compare(p, &compare, &n, 1))
        return 0;
    if (n >= 0 && n <= (kind ? shogi_most_in_hand(kind) : 38))
        return kind ? hand_compared(p, color, kind, compare, n) : whole_hand(p, color, compare, n);
    static const char *const MOST[] = {"0", "18", "4", "4", "4", "2", "2", "4"};
    return parse_fail(p, name.p, &TOO_MANY, span_of(kind ? MOST[kind] : "38"), (struct span){0});
}

/* --- Regions --------------------------------------------------------------------------------- */

struct shogi_region {
    bool at[SHOGI_SQUARES];
    bool hand[2];
};

static void mark_rectangle(struct shogi_region *r, int file1, int file2, int rank1, int rank2)
{
    for (int file = file1; file <= file2; file++)
        for (int rank = rank1; rank <= rank2; rank++)
            r->at[shogi_square(file, rank)] = true;
}

/* 55 or 55..77, two corners of a rectangle. */
static bool parse_squares(struct span word, struct shogi_region *r)
{
    int a = shogi_eat_square(&word), b = a;
    if (a >= 0 && span_eat(&word, SPAN("..")))
        b = shogi_eat_square(&word);
    if (a < 0 || b < 0 || word.n)
        return false;
    int f1 = shogi_file_of(a), f2 = shogi_file_of(b), r1 = shogi_rank_of(a), r2 = shogi_rank_of(b);
    mark_rectangle(r, f1 < f2 ? f1 : f2, f1 < f2 ? f2 : f1, r1 < r2 ? r1 : r2, r1 < r2 ? r2 : r1);
    return true;
}

static const struct {
    struct span word;
    int file1, file2, rank1, rank2;
} REGIONS[] = {
    {SPAN_INIT("board"), 1, 9, 1, 9},  {SPAN_INIT("s.zone"), 1, 9, 1, 3},
    {SPAN_INIT("g.zone"), 1, 9, 7, 9}, {SPAN_INIT("s.camp"), 1, 9, 7, 9},
    {SPAN_INIT("g.camp"), 1, 9, 1, 3}, {SPAN_INIT("middle"), 1, 9, 4, 6},
    {SPAN_INIT("right"), 1, 4, 1, 9},  {SPAN_INIT("left"), 6, 9, 1, 9},
    {SPAN_INIT("edge"), 1, 1, 1, 9},   {SPAN_INIT("edge"), 9, 9, 1, 9},
};

/* board, s.zone, hand …; *known is false if the word names no region. */
static bool mark_region(struct span word, struct shogi_region *r)
{
    bool known = false;
    for (size_t i = 0; i < sizeof REGIONS / sizeof *REGIONS; i++)
        if (span_eq(word, REGIONS[i].word)) {
            mark_rectangle(r, REGIONS[i].file1, REGIONS[i].file2, REGIONS[i].rank1,
                           REGIONS[i].rank2);
            known = true;
        }
    if (span_eq(word, SPAN("hand")))
        known = r->hand[0] = r->hand[1] = true;
    return known;
}

/* zone:s, zone:g, zone:middle … */
static bool mark_zone(struct span value, struct shogi_region *r)
{
    int seat = shogi_seat_by_word(value);
    return mark_region(seat < 0 ? value : seat ? SPAN("g.zone") : SPAN("s.zone"), r);
}

/* rank:5, file:7..9, zone:s; the word has been taken, the colon is next. */
static bool read_region_value(struct parser *p, struct span word, struct shogi_region *r)
{
    static const struct msg BAD_ZONE = {"unknown zone \"%1\"", "領域「%1」はありません"};
    uint64_t low, high;
    lexer_next(&p->lex);
    struct span value = lexer_value(&p->lex).text;
    if (span_eq(word, SPAN("zone"))) {
        if (mark_zone(value, r))
            return true;
        parse_fail(p, value.p, &BAD_ZONE, value, (struct span){0});
        return false;
    }
    if (!parse_range(p, value, 1, 9, &low, &high))
        return false;
    if (span_eq(word, SPAN("rank")))
        mark_rectangle(r, 1, 9, (int)low, (int)high);
    else
        mark_rectangle(r, (int)low, (int)high, 1, 9);
    return true;
}

/* One part of a region, removed; a set in braces is several. */
static bool read_region_part(struct parser *p, struct shogi_region *r)
{
    static const struct msg BAD_REGION = {"expected rank:, file:, zone: or squares such as 55",
                                          "rank:、file:、zone: か 55 のようなマスが必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind == TOKEN_WORD) {
        lexer_next(&p->lex);
        bool valued = span_eq(t.text, SPAN("rank")) || span_eq(t.text, SPAN("file")) ||
                      span_eq(t.text, SPAN("zone"));
        if (valued && lexer_peek(&p->lex).kind == TOKEN_COLON)
            return read_region_value(p, t.text, r);
        if (parse_squares(t.text, r) || mark_region(t.text, r))
            return true;
    }
    parse_unexpected(p, &t, &BAD_REGION);
    return false;
}

static bool read_region(struct parser *p, struct shogi_region *r)
{
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    bool braces = parse_eat(p, TOKEN_OPEN_SET);
    do {
        if (!read_region_part(p, r))
            return false;
    } while (braces && parse_eat(p, TOKEN_COMMA));
    return !braces || parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE);
}

static uint32_t region_facts(const struct piece_set *set, const struct shogi_region *r,
                             uint32_t *facts)
{
    uint32_t n = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (r->at[square])
            n = shogi_add_facts(set, square, facts, n);
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            if (r->hand[color] && set->kinds[color] >> kind & 1)
                n = shogi_add_hand_facts(color, kind, facts, n);
    return n;
}

/* count({sfu,sgi},rank:5,55)>=2 */
static uint32_t read_count(struct parser *p)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \",\" or \")\"", "「,」か「)」が必要です"};
    static const struct msg NO_EMPTY = {"cannot count empty squares", "空きマスは数えられません"};
    struct piece_set set;
    struct shogi_region region = {0};
    enum query_compare compare;
    int64_t value;
    uint32_t facts[SHOGI_FACT_COUNT];
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return 0;
    const char *at = lexer_peek(&p->lex).text.p;
    if (!read_pieces(p, &set))
        return 0;
    if (set.empty)
        return parse_fail(p, at, &NO_EMPTY, (struct span){0}, (struct span){0});
    bool anywhere = true;
    for (; parse_eat(p, TOKEN_COMMA); anywhere = false)
        if (!read_region(p, &region))
            return 0;
    if (anywhere)
        mark_rectangle(&region, 1, 9, 1, 9);
    if (!parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) || !parse_compare(p, &compare, &value, 1))
        return 0;
    return count_of(p, facts, region_facts(&set, &region, facts), compare, value);
}

/* --- Material -------------------------------------------------------------------------------- */

/* A pawn is 100: the table that Japanese primers teach.  Promoted lances, knights and silvers count
 * as golds, a promoted pawn as a little more, for it costs only a pawn when taken. */
static const int WORTH[SHOGI_KINDS] = {
    [SHOGI_PAWN] = 100,       [SHOGI_LANCE] = 300,      [SHOGI_KNIGHT] = 400,
    [SHOGI_SILVER] = 500,     [SHOGI_GOLD] = 600,       [SHOGI_BISHOP] = 800,
    [SHOGI_ROOK] = 1000,      [SHOGI_PRO_PAWN] = 700,   [SHOGI_PRO_LANCE] = 600,
    [SHOGI_PRO_KNIGHT] = 600, [SHOGI_PRO_SILVER] = 600, [SHOGI_HORSE] = 1000,
    [SHOGI_DRAGON] = 1200,
};

static uint32_t material_terms(struct query_term *terms)
{
    uint32_t n = 0;
    for (int color = 0; color < 2; color++) {
        int sign = color ? -1 : 1;
        for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
            int most = kind < SHOGI_HAND_KINDS ? shogi_most_in_hand(kind) : 0;
            for (int square = 0; WORTH[kind] && square < SHOGI_SQUARES; square++)
                terms[n++] = (struct query_term){shogi_fact_on_board(color, square, kind),
                                                 sign * WORTH[kind]};
            for (int i = 1; i <= most; i++)
                terms[n++] =
                    (struct query_term){shogi_fact_in_hand(color, kind, i), sign * WORTH[kind]};
        }
    }
    return terms_tidy(terms, n);
}

static uint32_t read_material(struct parser *p)
{
    struct query_term terms[SHOGI_FACT_COUNT];
    enum query_compare compare;
    int64_t value;
    return parse_compare(p, &compare, &value, NO_DEFAULT)
               ? parse_sum(p, terms, material_terms(terms), compare, value)
               : 0;
}

/* --- The table ------------------------------------------------------------------------------- */

/* ▲７六歩, 先手76歩: facts as books write them. */
static bool parse_japanese_fact(struct span s, uint32_t *fact)
{
    int seat = shogi_eat_seat(&s), square = shogi_eat_square(&s);
    int kind = square < 0 ? 0 : shogi_eat_kind(&s);
    if (seat < 0 || !kind || s.n)
        return false;
    *fact = shogi_fact_on_board(seat, square, kind);
    return true;
}

static const char *const VOCABULARY[] = {"startpos", "sfen",     "board",    "like", "empty",
                                         "any",      "count",    "material", "move", "s.hand",
                                         "g.hand",   "s.castle", "g.castle", NULL};

static uint32_t read_keyword(struct parser *p, struct span word, bool *mine)
{
    static const struct msg NO_PATTERN = {
        "pattern is for Go; for shogi use board \"…\" with ?",
        "pattern は囲碁用です。将棋では ? を含む board \"…\" を使ってください"};
    if (span_eq(word, SPAN("sfen")) || span_eq(word, SPAN("board")) ||
        span_eq(word, SPAN("like")) || span_eq(word, SPAN("startpos")))
        return shogi_read_position(p, word);
    if (span_eq(word, SPAN("empty")))
        return read_empty(p);
    if (span_eq(word, SPAN("any")))
        return read_any(p);
    if (span_eq(word, SPAN("count")))
        return read_count(p);
    if (span_eq(word, SPAN("material")))
        return read_material(p);
    if (span_eq(word, SPAN("move")))
        return shogi_read_move(p);
    if (span_eq(word, SPAN("pattern")))
        return parse_fail(p, word.p, &NO_PATTERN, (struct span){0}, (struct span){0});
    *mine = false;
    return 0;
}

static uint32_t read(struct parser *p, struct span word, bool *mine)
{
    uint32_t fact;
    *mine = true;
    if (parse_japanese_fact(word, &fact))
        return parse_fact(p, fact);
    struct span rest = word;
    int square = shogi_eat_square(&rest);
    if (square >= 0 && rest.n == 0)
        return read_square(p, square);
    ptrdiff_t dot = span_find(word, SPAN("."));
    int seat = dot > 0 ? shogi_seat_by_word(span_make(word.p, (size_t)dot)) : -1;
    rest = seat < 0 ? word : span_skip(word, (size_t)dot);
    if (seat >= 0 && span_eat(&rest, SPAN(".hand")) && (rest.n == 0 || rest.p[0] == '.'))
        return read_hand(p, seat, rest);
    return read_keyword(p, word, mine);
}

static bool same_terms(const struct query_node *node, const struct query_term *terms, uint32_t n)
{
    if (node->term_count != n)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (node->terms[i].fact != terms[i].fact || node->terms[i].weight != terms[i].weight)
            return false;
    return true;
}

static bool print_sum(const struct query_node *node, struct buf *out)
{
    struct query_term terms[SHOGI_FACT_COUNT];
    if (node->term_count > 1000 && same_terms(node, terms, material_terms(terms))) {
        buf_add_str(out, "material");
        return true;
    }
    return false;
}

/* A digit is the number of pieces that are missing. */
static const char *const HANDICAP_NAMES[SHOGI_HANDICAPS + 1] = {
    "even", "lance",  "right-lance", "bishop", "rook",    "rook-lance", "2",  "3",    "4",
    "5",    "left-5", "6",           "left-7", "right-7", "8",          "10", "other"};

static int handicap_by_name(struct span name)
{
    for (int i = 0; i <= SHOGI_HANDICAPS; i++)
        if (span_eq(name, span_of(HANDICAP_NAMES[i])))
            return i;
    return shogi_handicap_by_kanji(name);
}

static const char *handicap_name(int handicap)
{
    return handicap >= 0 && handicap <= SHOGI_HANDICAPS ? HANDICAP_NAMES[handicap] : "other";
}

const struct game_words shogi_words = {
    .game = &shogi_game,
    .seats = {"s", "g"},
    .seat = shogi_seat_by_word,
    .read = read,
    .read_sequence = shogi_read_sequence,
    .vocabulary = VOCABULARY,
    .handicap = handicap_by_name,
    .handicap_name = handicap_name,
    .exact_image = shogi_exact_image,
    .move_image = shogi_move_image,
    .measures = &shogi_measures,
    .print_sum = print_sum,
};
