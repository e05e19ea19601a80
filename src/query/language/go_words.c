/* go_words.c: the words of Go: stones on points, sets, regions.
 *
 * Points are a letter without I and a number (Q16), stones a colour before that (bQ16), also as
 * Japanese writes them: 黒Q16. */
#include "query/language/go_words.h"

#include "games/go/go_rank.h"

static const struct {
    struct span word;
    int seat;
} SEATS[] = {
    {SPAN_INIT("black"), GO_BLACK}, {SPAN_INIT("white"), GO_WHITE}, {SPAN_INIT("黒"), GO_BLACK},
    {SPAN_INIT("白"), GO_WHITE},    {SPAN_INIT("●"), GO_BLACK},     {SPAN_INIT("○"), GO_WHITE},
    {SPAN_INIT("b"), GO_BLACK},     {SPAN_INIT("w"), GO_WHITE},
};

int go_eat_seat(struct span *s)
{
    for (size_t i = 0; i < sizeof SEATS / sizeof *SEATS; i++)
        if (span_eat(s, SEATS[i].word))
            return SEATS[i].seat;
    return -1;
}

static int seat_by_word(struct span word)
{
    int seat = go_eat_seat(&word);
    return word.n == 0 ? seat : -1;
}

bool go_whole_point(struct span s, int *point)
{
    return go_point_parse(&s, point) && s.n == 0;
}

/* bQ16, or Q16 with *seat -1. */
static bool go_stone_parse(struct span s, int *seat, int *point)
{
    struct span rest = s;
    *seat = go_eat_seat(&rest);
    if (*seat >= 0 && go_whole_point(rest, point))
        return true;
    *seat = -1;
    return go_whole_point(s, point);
}

static uint32_t bad_point(struct parser *p, struct span word)
{
    static const struct msg BAD_POINT = {"expected a point such as Q16",
                                         "Q16 のような点が必要です"};
    return parse_fail(p, word.p, &BAD_POINT, word, (struct span){0});
}

/* --- What may be on a point ------------------------------------------------------------------- */

/* b, w, any (a stone), empty, "." and what diagrams write; as bits of go_pattern.h. */
static unsigned wanted_by_word(struct span word)
{
    static const struct {
        struct span word;
        unsigned wanted;
    } OTHERS[] = {
        {SPAN_INIT("any"), GO_WANT_BLACK | GO_WANT_WHITE},
        {SPAN_INIT("*"), GO_WANT_BLACK | GO_WANT_WHITE},
        {SPAN_INIT("empty"), GO_WANT_EMPTY},
        {SPAN_INIT("."), GO_WANT_EMPTY},
        {SPAN_INIT("X"), GO_WANT_BLACK},
        {SPAN_INIT("O"), GO_WANT_WHITE},
        {SPAN_INIT("?"), GO_WANT_ANY},
    };
    int seat = seat_by_word(word);
    if (seat >= 0)
        return seat == GO_BLACK ? GO_WANT_BLACK : GO_WANT_WHITE;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (span_eq(word, OTHERS[i].word))
            return OTHERS[i].wanted;
    return 0;
}

/* b or {b,.}, removed; 0 after a failure. */
unsigned go_read_wanted(struct parser *p)
{
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    static const struct msg BAD_STONE = {"expected b, w, any or empty",
                                         "b、w、any、empty のいずれかが必要です"};
    unsigned all = 0;
    bool braces = parse_eat(p, TOKEN_OPEN_SET);
    do {
        struct token t = lexer_peek(&p->lex);
        unsigned wanted = t.kind == TOKEN_WORD ? wanted_by_word(t.text) : 0;
        if (!wanted)
            return parse_unexpected(p, &t, &BAD_STONE);
        all |= wanted;
        lexer_next(&p->lex);
    } while (braces && parse_eat(p, TOKEN_COMMA));
    return braces && !parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE) ? 0 : all;
}

static uint32_t point_node(struct parser *p, int point, unsigned wanted)
{
    struct query_term others[2];
    uint32_t facts[2], n = 0, m = 0;
    for (int color = GO_BLACK; color <= GO_WHITE; color++) {
        bool meant = wanted & (color == GO_BLACK ? GO_WANT_BLACK : GO_WANT_WHITE);
        if (meant)
            facts[n++] = go_fact(color, point);
        else
            others[m++] = (struct query_term){go_fact(color, point), 1};
    }
    if (wanted == GO_WANT_ANY)
        return parse_node(p, Q_TRUE);
    return wanted & GO_WANT_EMPTY ? parse_sum(p, others, m, COMPARE_EQ, 0) : parse_any(p, facts, n);
}

static bool expect_colon(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\"", "「:」が必要です"};
    return parse_expect(p, TOKEN_COLON, &WANT_COLON);
}

/* Q16:{b,.}; the point has been taken, the colon is next. */
static uint32_t read_point(struct parser *p, int point)
{
    static const struct msg WANT_COLON = {"expected \":\" and b, w, any or empty after a point",
                                          "点の後に「:」と b、w、any、empty が必要です"};
    unsigned wanted = parse_expect(p, TOKEN_COLON, &WANT_COLON) ? go_read_wanted(p) : 0;
    return wanted ? point_node(p, point, wanted) : 0;
}

static uint32_t read_empty(struct parser *p)
{
    int point;
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    return go_whole_point(word, &point) ? point_node(p, point, GO_WANT_EMPTY) : bad_point(p, word);
}

/* any:Q16, any:bQ16 */
static uint32_t read_any(struct parser *p)
{
    int seat, point;
    if (!expect_colon(p))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    if (!go_stone_parse(word, &seat, &point))
        return bad_point(p, word);
    return seat < 0 ? point_node(p, point, GO_WANT_BLACK | GO_WANT_WHITE)
                    : parse_fact(p, go_fact(seat, point));
}

/* --- The table ------------------------------------------------------------------------------- */

static const char *const VOCABULARY[] = {"sfen",  "board", "startpos", "like",    "empty",  "any",
                                         "count", "move",  "pattern",  "opening", "joseki", NULL};

static uint32_t not_in_go(struct parser *p, struct span word)
{
    static const struct msg NOT_IN_GO = {"Go has no %1", "囲碁に %1 はありません"};
    return parse_fail(p, word.p, &NOT_IN_GO, word, (struct span){0});
}

static uint32_t read_keyword(struct parser *p, struct span word, bool *mine)
{
    if (span_eq(word, SPAN("sfen")) || span_eq(word, SPAN("board")) ||
        span_eq(word, SPAN("like")) || span_eq(word, SPAN("startpos")))
        return go_read_position(p, word);
    if (span_eq(word, SPAN("empty")))
        return read_empty(p);
    if (span_eq(word, SPAN("any")))
        return read_any(p);
    if (span_eq(word, SPAN("count")))
        return go_read_count(p);
    if (span_eq(word, SPAN("move")))
        return go_read_move(p);
    if (span_eq(word, SPAN("material")) || span_eq(word, SPAN("b.hand")) ||
        span_eq(word, SPAN("w.hand")))
        return not_in_go(p, word);
    *mine = false;
    return 0;
}

static uint32_t read(struct parser *p, struct span word, bool *mine)
{
    int seat, point;
    *mine = true;
    if (go_stone_parse(word, &seat, &point))
        return seat < 0 ? read_point(p, point) : parse_fact(p, go_fact(seat, point));
    return read_keyword(p, word, mine);
}

static const char *const HANDICAPS[] = {"even", "other", "2", "3", "4", "5", "6", "7", "8", "9"};
enum { HANDICAP_COUNT = sizeof HANDICAPS / sizeof *HANDICAPS };

static int handicap_by_name(struct span name)
{
    for (int i = 0; i < HANDICAP_COUNT; i++)
        if (span_eq(name, span_of(HANDICAPS[i])))
            return i;
    return -1;
}

static const char *handicap_name(int handicap)
{
    return handicap >= 0 && handicap < HANDICAP_COUNT ? HANDICAPS[handicap] : "other";
}

static bool print_sum(const struct query_node *node, struct buf *out)
{
    (void)node;
    (void)out;
    return false;
}

const struct game_words go_words = {
    .game = &go_game,
    .seats = {"b", "w"},
    .seat = seat_by_word,
    .read = read,
    .read_sequence = go_read_sequence,
    .vocabulary = VOCABULARY,
    .handicap = handicap_by_name,
    .handicap_name = handicap_name,
    .rank = go_rank_parse,
    .komi = true,
    .exact_image = go_exact_image,
    .move_image = go_move_image,
    .print_sum = print_sum,
    .patterns = &go_patterns,
};
