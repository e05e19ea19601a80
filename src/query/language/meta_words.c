/* meta_words.c: words about the game as a whole: who, when, where, how it ended. */
#include "base/text/num.h"
#include "query/language/parse.h"
#include "store/metadata/figures.h"

static uint32_t meta_node(struct parser *p, enum query_meta ask, int seat)
{
    uint32_t node = parse_node(p, Q_META);
    if (node) {
        p->q->nodes[node].ask = ask;
        p->q->nodes[node].seat = seat;
    }
    return node;
}

/* What a name must contain, or be: player:Habu, player:=Habu; or whose it must be: player:==Habu. */
struct wanted_name {
    struct span text;
    bool whole, person;
};

static uint32_t text_node(struct parser *p, enum meta_field field, int seat,
                          struct wanted_name name)
{
    uint32_t node = meta_node(p, META_TEXT, seat);
    if (node) {
        p->q->nodes[node].field = field;
        p->q->nodes[node].text = name.text;
        p->q->nodes[node].compare = name.whole ? COMPARE_EQ : COMPARE_GE;
        p->q->nodes[node].person = name.person;
    }
    return node;
}

/* In quotes an equals sign is part of the name. */
static bool read_name(struct parser *p, struct wanted_name *name)
{
    const char *at;
    name->whole = lexer_eat(&p->lex, '=');
    name->person = false;
    return parse_text(p, &name->text, &at);
}

static bool read_player_name(struct parser *p, struct wanted_name *name)
{
    struct lexer before = p->lex;
    bool person = lexer_eat(&p->lex, '=') && lexer_eat(&p->lex, '=');
    if (!person)
        p->lex = before;
    bool good = read_name(p, name);
    name->whole |= person;
    name->person = person;
    return good;
}

static bool expect_colon(struct parser *p, struct span word)
{
    static const struct msg WANT_COLON = {"expected \":\" after %1", "%1 の後に「:」が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind == TOKEN_COLON) {
        lexer_next(&p->lex);
        return true;
    }
    parse_fail(p, t.text.p, &WANT_COLON, word, (struct span){0});
    return false;
}

/* --- Names ----------------------------------------------------------------------------------- */

static uint32_t player_of(struct parser *p, int seat, struct wanted_name name)
{
    return text_node(p, seat < 0 ? META_PLAYER : META_SEAT, seat, name);
}

/* One more of several that are joined by "or"; all 0: the first. */
static uint32_t or_else(struct parser *p, uint32_t all, uint32_t one)
{
    if (!all || !one)
        return one;
    return p->q->nodes[all].op == Q_OR ? parse_adopt(p, all, one) : parse_pair(p, Q_OR, all, one);
}

/* One of them in each of two seats, whichever. */
static uint32_t two_seats(struct parser *p, struct wanted_name a, struct wanted_name b)
{
    uint32_t all = 0;
    int seats = p->q->game->seats;
    for (int one = 0; one < seats; one++)
        for (int other = one + 1; other < seats; other++) {
            all =
                or_else(p, all, parse_pair(p, Q_AND, player_of(p, one, a), player_of(p, other, b)));
            if (all)
                all = or_else(p, all,
                              parse_pair(p, Q_AND, player_of(p, one, b), player_of(p, other, a)));
            if (!all)
                return 0;
        }
    return all;
}

/* One in each of two seats, in any order. */
static uint32_t read_players(struct parser *p)
{
    static const struct msg WANT_TWO = {"expected two names, as in players:A,B",
                                        "players:A,B のように二人の名前が必要です"};
    struct wanted_name a, b;
    if (!read_player_name(p, &a))
        return 0;
    if (!parse_eat(p, TOKEN_COMMA)) {
        struct token t = lexer_peek(&p->lex);
        return parse_unexpected(p, &t, &WANT_TWO);
    }
    if (!read_player_name(p, &b))
        return 0;
    return two_seats(p, a, b);
}

static uint32_t result_of(struct parser *p, int seat)
{
    return meta_node(p, META_RESULT, seat);
}

/* Neither won by him nor drawn nor unknown. */
static uint32_t lost_by(struct parser *p, int seat)
{
    uint32_t others = parse_pair(p, Q_OR, result_of(p, -1), result_of(p, -2));
    return parse_not(p, parse_adopt(p, others, result_of(p, seat)));
}

/* In a game of more than two, where winner:red is a player, too, and who did not win has lost
 * unless nobody did. */
static uint32_t read_winner_of_many(struct parser *p, struct wanted_name name, bool won)
{
    uint32_t all = 0;
    int named = name.whole ? -1 : p->words->seat(name.text);
    for (int seat = 0; seat < p->q->game->seats; seat++) {
        if (named >= 0 && seat != named)
            continue;
        uint32_t result = won ? result_of(p, seat) : lost_by(p, seat);
        if (named < 0)
            result = parse_pair(p, Q_AND, player_of(p, seat, name), result);
        all = or_else(p, all, result);
        if (!all)
            return 0;
    }
    return all;
}

/* Of a game of two: name sits where `won` says. */
static uint32_t read_winner(struct parser *p, bool won)
{
    struct wanted_name name;
    if (!read_player_name(p, &name))
        return 0;
    if (p->q->game->seats > 2)
        return read_winner_of_many(p, name, won);
    uint32_t one = parse_pair(p, Q_AND, player_of(p, 0, name), result_of(p, won ? 0 : 1));
    uint32_t other = parse_pair(p, Q_AND, player_of(p, 1, name), result_of(p, won ? 1 : 0));
    return parse_pair(p, Q_OR, one, other);
}

/* --- Figures --------------------------------------------------------------------------------- */

static uint32_t figure_node(struct parser *p, enum query_meta ask, int seat,
                            enum query_compare compare, uint64_t number)
{
    uint32_t node = meta_node(p, ask, seat);
    if (node) {
        p->q->nodes[node].compare = compare;
        p->q->nodes[node].number = (uint32_t)number;
    }
    return node;
}

/* rating>=2000, or rating:1800..2200 for both ends. */
static uint32_t read_figure(struct parser *p, enum query_meta ask, int seat)
{
    static const struct msg NEGATIVE = {"expected a number of 0 or more", "0 以上の数が必要です"};
    enum { MOST = 1000000000 };
    enum query_compare compare;
    int64_t value;
    uint64_t low, high;
    if (parse_eat(p, TOKEN_COLON)) {
        struct token t = lexer_value(&p->lex);
        if (!parse_range(p, t.text, 0, MOST, &low, &high))
            return 0;
        if (low == high)
            return figure_node(p, ask, seat, COMPARE_EQ, low);
        uint32_t least = figure_node(p, ask, seat, COMPARE_GE, low);
        return high == MOST
                   ? least
                   : parse_pair(p, Q_AND, least, figure_node(p, ask, seat, COMPARE_LE, high));
    }
    const char *at = lexer_peek(&p->lex).text.p;
    if (!parse_compare(p, &compare, &value, NO_DEFAULT))
        return 0;
    if (value < 0)
        return parse_fail(p, at, &NEGATIVE, (struct span){0}, (struct span){0});
    return figure_node(p, ask, seat, compare, (uint64_t)value);
}

/* size:13, size:13x9, size>=13 */
static uint32_t read_size(struct parser *p)
{
    struct board_shape board;
    struct lexer before = p->lex;
    if (parse_eat(p, TOKEN_COLON) && parse_board_shape(lexer_value(&p->lex).text, &board)) {
        uint32_t node = figure_node(p, META_SIZE, -1, COMPARE_EQ, board.width);
        if (node && board.height != board.width)
            p->q->nodes[node].low = board.height;
        return node;
    }
    p->lex = before;
    return read_figure(p, META_SIZE, -1);
}

static uint32_t komi_node(struct parser *p, enum query_compare compare, int32_t komi)
{
    uint32_t node = meta_node(p, META_KOMI, -1);
    if (node) {
        p->q->nodes[node].compare = compare;
        p->q->nodes[node].value = komi;
    }
    return node;
}

static uint32_t bad_komi(struct parser *p, const char *at)
{
    static const struct msg WANT_KOMI = {"expected komi or a range such as 6.5 or 5.5..7.5",
                                         "6.5、5.5..7.5 のようなコミが必要です"};
    return parse_fail(p, at, &WANT_KOMI, (struct span){0}, (struct span){0});
}

/* komi:6.5, komi:5.5..7.5, one end of which may be missing. */
static uint32_t komi_range(struct parser *p)
{
    struct span text = lexer_value(&p->lex).text;
    ptrdiff_t dots = span_find(text, SPAN(".."));
    struct span from = dots < 0 ? text : span_make(text.p, (size_t)dots);
    struct span to = dots < 0 ? (struct span){0} : span_skip(text, (size_t)dots + 2);
    int32_t low = 0, high = 0;
    if ((from.n || !to.n) && !komi_parse(from, &low))
        return bad_komi(p, text.p);
    if (to.n && !komi_parse(to, &high))
        return bad_komi(p, text.p);
    if (dots < 0)
        return komi_node(p, COMPARE_EQ, low);
    uint32_t least = from.n ? komi_node(p, COMPARE_GE, low) : 0;
    uint32_t most = to.n ? komi_node(p, COMPARE_LE, high) : 0;
    return from.n && to.n ? parse_pair(p, Q_AND, least, most) : least + most;
}

static uint32_t read_komi(struct parser *p, struct span word)
{
    static const struct msg NO_KOMI = {"this game has no komi", "このゲームにコミはありません"};
    struct token compare = lexer_peek(&p->lex);
    int32_t komi;
    if (!p->words->komi)
        return parse_fail(p, word.p, &NO_KOMI, (struct span){0}, (struct span){0});
    if (compare.kind != TOKEN_COMPARE)
        return expect_colon(p, word) ? komi_range(p) : 0;
    lexer_next(&p->lex);
    struct token t = lexer_next(&p->lex);
    return komi_parse(t.text, &komi) ? komi_node(p, compare.compare, komi) : bad_komi(p, t.text.p);
}

/* A rank to compare ratings with. */
static bool rank_of(struct parser *p, struct span name, uint64_t *rating)
{
    static const struct msg NO_RANKS = {"this game has no ranks to compare",
                                        "このゲームでは段級位を比べられません"};
    static const struct msg WANT_RANK = {"expected a rank such as 9p, 6d or 3k, found \"%1\"",
                                         "9p、6d、3k のような段級位が必要です: 「%1」"};
    unsigned value;
    bool good = p->words->rank && p->words->rank(name, &value);
    if (good)
        *rating = value;
    else
        parse_fail(p, name.p, p->words->rank ? &WANT_RANK : &NO_RANKS, name, (struct span){0});
    return good;
}

/* rank:1d..5d, one end of which may be missing. */
static uint32_t rank_range(struct parser *p, int seat)
{
    struct span text = lexer_value(&p->lex).text;
    ptrdiff_t dots = span_find(text, SPAN(".."));
    struct span from = dots < 0 ? text : span_make(text.p, (size_t)dots);
    struct span to = dots < 0 ? (struct span){0} : span_skip(text, (size_t)dots + 2);
    uint64_t low = 0, high = 0;
    if (((from.n || !to.n) && !rank_of(p, from, &low)) || (to.n && !rank_of(p, to, &high)))
        return 0;
    if (dots < 0)
        return figure_node(p, META_RATING, seat, COMPARE_EQ, low);
    uint32_t least = from.n ? figure_node(p, META_RATING, seat, COMPARE_GE, low) : 0;
    uint32_t most = to.n ? figure_node(p, META_RATING, seat, COMPARE_LE, high) : 0;
    return from.n && to.n ? parse_pair(p, Q_AND, least, most) : least + most;
}

/* rank>=6d asks about the ratings that ranks stand for. */
static uint32_t read_rank(struct parser *p, struct span word, int seat)
{
    struct token compare = lexer_peek(&p->lex);
    uint64_t rating;
    if (compare.kind != TOKEN_COMPARE)
        return expect_colon(p, word) ? rank_range(p, seat) : 0;
    lexer_next(&p->lex);
    struct token t = lexer_next(&p->lex);
    return rank_of(p, t.text, &rating) ? figure_node(p, META_RATING, seat, compare.compare, rating)
                                       : 0;
}

static uint32_t range_node(struct parser *p, enum query_meta ask, uint64_t low, uint64_t high)
{
    uint32_t node = meta_node(p, ask, -1);
    if (node) {
        p->q->nodes[node].low = (uint32_t)low;
        p->q->nodes[node].high = (uint32_t)high;
    }
    return node;
}

/* --- Dates ----------------------------------------------------------------------------------- */

enum { FIRST_DATE = 1 * 512 + 1 * 32 + 1, LAST_DATE = 9999 * 512 + 12 * 32 + 31 };

/* 2004, 2004-07, 2004-07-12, also with slashes: its first and last day. */
static bool parse_date(struct span s, uint32_t *first, uint32_t *last)
{
    static const uint64_t MOST[3] = {9999, 12, 31};
    uint64_t part[3];
    int n = 0;
    do {
        if (n == 3 || !num_eat_u64(&s, MOST[n], &part[n]) || part[n] == 0)
            return false;
        n++;
    } while (span_eat(&s, SPAN("-")) || span_eat(&s, SPAN("/")));
    if (s.n)
        return false;
    *first =
        date_make((unsigned)part[0], n > 1 ? (unsigned)part[1] : 1, n > 2 ? (unsigned)part[2] : 1);
    *last = date_make((unsigned)part[0], n > 1 ? (unsigned)part[1] : 12,
                      n > 2 ? (unsigned)part[2] : 31);
    return true;
}

static uint32_t bad_date(struct parser *p, struct span text)
{
    static const struct msg BAD_DATE = {
        "expected a date or a range of dates such as 1990..2004-07-12",
        "日付か 1990..2004-07-12 のような範囲が必要です"};
    return parse_fail(p, text.p, &BAD_DATE, text, (struct span){0});
}

/* The neighbours of a day.  Every month has 31 days here: what does not exist hurts nobody. */
static uint32_t day_after(uint32_t date)
{
    unsigned y = date_year(date), m = date_month(date), d = date_day(date);
    return d < 31 ? date + 1 : m < 12 ? date_make(y, m + 1, 1) : date_make(y + 1, 1, 1);
}

static uint32_t day_before(uint32_t date)
{
    unsigned y = date_year(date), m = date_month(date), d = date_day(date);
    return d > 1 ? date - 1 : m > 1 ? date_make(y, m - 1, 31) : date_make(y - 1, 12, 31);
}

static uint32_t dates_between(struct parser *p, struct span text, uint32_t low, uint32_t high)
{
    return low <= high ? range_node(p, META_DATE, low, high) : bad_date(p, text);
}

static uint32_t read_date_range(struct parser *p)
{
    struct span text = lexer_value(&p->lex).text;
    ptrdiff_t dots = span_find(text, SPAN(".."));
    struct span from = dots < 0 ? text : span_make(text.p, (size_t)dots);
    struct span to = dots < 0 ? text : span_skip(text, (size_t)dots + 2);
    uint32_t low = FIRST_DATE, high = LAST_DATE, other;
    if ((from.n && !parse_date(from, &low, &other)) || (to.n && !parse_date(to, &other, &high)) ||
        (!from.n && !to.n) || low > high)
        return bad_date(p, text);
    return range_node(p, META_DATE, low, high);
}

static uint32_t read_date(struct parser *p, struct span word)
{
    struct token compare = lexer_peek(&p->lex);
    if (compare.kind != TOKEN_COMPARE)
        return expect_colon(p, word) ? read_date_range(p) : 0;
    lexer_next(&p->lex);
    struct token t = lexer_next(&p->lex);
    uint32_t first, last;
    if (t.kind != TOKEN_WORD || !parse_date(t.text, &first, &last))
        return bad_date(p, t.text);
    switch (compare.compare) {
    case COMPARE_GE:
        return range_node(p, META_DATE, first, LAST_DATE);
    case COMPARE_GT:
        return dates_between(p, t.text, day_after(last), LAST_DATE);
    case COMPARE_LE:
        return range_node(p, META_DATE, FIRST_DATE, last);
    case COMPARE_LT:
        return dates_between(p, t.text, FIRST_DATE, day_before(first));
    case COMPARE_NE:
        return parse_not(p, range_node(p, META_DATE, first, last));
    default:
        return range_node(p, META_DATE, first, last);
    }
}

/* --- How it ended ---------------------------------------------------------------------------- */

static uint32_t read_result(struct parser *p)
{
    static const struct msg WANT_RESULT = {"expected %1, %2, d (draw) or ? (unknown)",
                                           "%1、%2、d（引き分け）、?（不明）のいずれかが必要です"};
    struct span word = lexer_value(&p->lex).text;
    int seat = p->words->seat(word);
    if (seat >= 0)
        return result_of(p, seat);
    if (span_eq(word, SPAN("d")) || span_eq(word, SPAN("draw")) || span_eq(word, SPAN("引き分け")))
        return result_of(p, -1);
    if (span_eq(word, SPAN("?")) || span_eq(word, SPAN("unknown")) || span_eq(word, SPAN("不明")))
        return result_of(p, -2);
    return parse_fail(p, word.p, &WANT_RESULT, span_of(p->words->seats[0]),
                      span_of(p->words->seats[1]));
}

static uint32_t read_end(struct parser *p)
{
    static const struct msg UNKNOWN = {
        "unknown ending \"%1\"; use one of resign, mate, time-up, illegal-move, illegal-action, "
        "declaration, repetition, impasse, draw, max-moves, interrupted, no-mate, take-back, "
        "error, forfeit-win, forfeit-loss, sealed, score, rajas, bare-raja, other, none",
        "終局「%1」はありません。次のいずれかです: resign, mate, time-up, illegal-move, "
        "illegal-action, declaration, repetition, impasse, draw, max-moves, interrupted, no-mate, "
        "take-back, error, forfeit-win, forfeit-loss, sealed, score, rajas, bare-raja, other, "
        "none"};
    static const struct msg NEAREST = {"unknown ending \"%1\"; did you mean \"%2\"?",
                                       "終局「%1」はありません。「%2」のことですか?"};
    struct span word = lexer_value(&p->lex).text;
    enum record_end end = record_end_by_name(word);
    if (end != END_NONE || span_eq(word, SPAN("none")))
        return figure_node(p, META_END, -1, COMPARE_EQ, (uint64_t)end);
    const char *names[END_COUNT + 1];
    for (int i = 0; i < END_COUNT; i++)
        names[i] = record_end_name((enum record_end)i);
    names[END_COUNT] = NULL;
    parse_unknown(p, word, &NEAREST, names, false);
    if (p->err && p->err->what == &NEAREST && p->err->arg[1][0] == '\0')
        p->err->what = &UNKNOWN;
    return 0;
}

static uint32_t read_handicap(struct parser *p)
{
    static const struct msg UNKNOWN = {"unknown handicap \"%1\"", "手合割「%1」はありません"};
    struct span word;
    const char *at;
    if (!parse_text(p, &word, &at))
        return 0;
    bool any = span_eq(word, SPAN("any"));
    int handicap = any ? 0 : p->words->handicap(word);
    if (handicap < 0)
        return parse_fail(p, at, &UNKNOWN, word, (struct span){0});
    uint32_t node = figure_node(p, META_HANDICAP, -1, COMPARE_EQ, (uint64_t)handicap);
    return any ? parse_not(p, node) : node;
}

/* --- The table ------------------------------------------------------------------------------- */

enum meta_word_kind {
    TEXT,
    PLAYER,
    PLAYERS,
    WINNER,
    LOSER,
    RATING,
    RANK,
    PLIES,
    DATE,
    RESULT,
    END,
    HANDICAP,
    SIZE,
    ID,
    KOMI
};

static const struct {
    const char *word;
    enum meta_word_kind kind;
    enum meta_field field;
} TABLE[] = {
    {"player", PLAYER, META_PLAYER}, {"players", PLAYERS, META_PLAYER},
    {"winner", WINNER, META_PLAYER}, {"loser", LOSER, META_PLAYER},
    {"event", TEXT, META_EVENT},     {"place", TEXT, META_PLACE},
    {"tag", TEXT, META_TAG},         {"source", TEXT, META_SOURCE},
    {"time", TEXT, META_TIME},       {"comment", TEXT, META_COMMENT},
    {"komi", KOMI, META_PLAYER},     {"rank", RANK, META_PLAYER},
    {"rating", RATING, META_PLAYER}, {"moves", PLIES, META_PLAYER},
    {"date", DATE, META_PLAYER},     {"result", RESULT, META_PLAYER},
    {"end", END, META_PLAYER},       {"handicap", HANDICAP, META_PLAYER},
    {"size", SIZE, META_PLAYER},     {"id", ID, META_PLAYER},
};

const char *const META_WORDS[] = {
    "player",   "players", "winner", "loser",  "black",   "white", "sente", "gote",   "event",
    "place",    "tag",     "source", "rating", "rank",    "moves", "date",  "result", "end",
    "handicap", "size",    "id",     "time",   "comment", "komi",  NULL};

static uint32_t read_id(struct parser *p)
{
    uint64_t low, high;
    struct token t = lexer_value(&p->lex);
    return parse_range(p, t.text, 0, UINT32_MAX, &low, &high) ? range_node(p, META_ID, low, high)
                                                              : 0;
}

static uint32_t read_text(struct parser *p, enum meta_field field, int seat)
{
    static const struct msg NO_WHOLE = {
        "a comment is searched for a part of it; use comment:TEXT",
        "コメントは一部を探します。comment:文字列 と書いてください"};
    struct wanted_name name;
    const char *at = lexer_peek(&p->lex).text.p;
    if (!(field == META_PLAYER ? read_player_name : read_name)(p, &name))
        return 0;
    if (field == META_COMMENT && name.whole)
        return parse_fail(p, at, &NO_WHOLE, (struct span){0}, (struct span){0});
    uint32_t node = field == META_PLAYER ? player_of(p, seat, name) : text_node(p, field, -1, name);
    if (node && field == META_PLAYER && seat < 0)
        p->q->nodes[node].named_player = true;
    return node;
}

static uint32_t read_kind(struct parser *p, size_t row, struct span word, int seat)
{
    switch (TABLE[row].kind) {
    case RATING:
        return read_figure(p, META_RATING, seat);
    case RANK:
        return read_rank(p, word, seat);
    case PLIES:
        return read_figure(p, META_PLIES, -1);
    case SIZE:
        return read_size(p);
    case DATE:
        return read_date(p, word);
    case KOMI:
        return read_komi(p, word);
    default:
        break;
    }
    if (!expect_colon(p, word))
        return 0;
    switch (TABLE[row].kind) {
    case PLAYERS:
        return read_players(p);
    case WINNER:
    case LOSER:
        return read_winner(p, TABLE[row].kind == WINNER);
    case RESULT:
        return read_result(p);
    case END:
        return read_end(p);
    case HANDICAP:
        return read_handicap(p);
    case ID:
        return read_id(p);
    default:
        return read_text(p, TABLE[row].field, seat);
    }
}

uint32_t meta_word(struct parser *p, struct span word, int seat, bool *mine)
{
    *mine = true;
    /* black:NAME */
    int alone = seat < 0 && lexer_peek(&p->lex).kind == TOKEN_COLON ? p->words->seat(word) : -1;
    if (alone >= 0) {
        lexer_next(&p->lex);
        return read_text(p, META_PLAYER, alone);
    }
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        bool seated = TABLE[i].kind == PLAYER || TABLE[i].kind == RATING || TABLE[i].kind == RANK;
        if (span_eq(word, span_of(TABLE[i].word)) && (seat < 0 || seated))
            return read_kind(p, i, word, seat);
    }
    *mine = false;
    return 0;
}

uint32_t meta_name(struct parser *p, enum meta_field field, int seat, struct span text)
{
    struct wanted_name name = {.text = text};
    return field == META_PLAYER ? player_of(p, seat, name) : text_node(p, field, -1, name);
}

uint32_t meta_person(struct parser *p, int seat, struct span name)
{
    struct wanted_name person = {.text = name, .whole = true, .person = true};
    return player_of(p, seat, person);
}
