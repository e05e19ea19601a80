/* measure_words.c: reading, printing and exchanging sides of what is measured; see measures.h. */
#include "base/text/num.h"
#include "query/language/measures.h"
#include "query/language/parse.h"
#include "query/language/tree.h"

/* --- Reading ---------------------------------------------------------------------------------- */

/* "-0.25" as millionths; NULL, or what is wrong with it. */
static const struct msg *read_millionths(struct span text, int64_t *out)
{
    static const struct msg WANT_NUMBER = {"expected a number such as 0.25",
                                           "0.25 のような数が必要です"};
    static const struct msg TOO_FINE = {"at most six digits after the decimal point",
                                        "小数点以下は 6 桁までです"};
    static const struct msg TOO_LARGE = {"the number must be at most 1000000000",
                                         "数は 1000000000 までです"};
    bool negative = span_eat(&text, SPAN("-"));
    uint64_t whole = 0, part = 0;
    if (!negative)
        span_eat(&text, SPAN("+"));
    if (text.n == 0 || text.p[0] < '0' || text.p[0] > '9')
        return &WANT_NUMBER;
    if (!num_eat_u64(&text, MEASURE_MOST, &whole))
        return &TOO_LARGE;
    if (span_eat(&text, SPAN("."))) {
        size_t digits = text.n;
        if (digits == 0 || !num_eat_u64(&text, UINT64_MAX, &part))
            return digits > MEASURE_DIGITS ? &TOO_FINE : &WANT_NUMBER;
        if (text.n == 0 && digits > MEASURE_DIGITS)
            return &TOO_FINE;
        for (; digits < MEASURE_DIGITS; digits++)
            part *= 10;
    }
    if (text.n)
        return &WANT_NUMBER;
    int64_t value = (int64_t)whole * MEASURE_UNIT + (int64_t)part;
    *out = negative ? -value : value;
    return NULL;
}

/* The row of a name; also of "s.attack" for attack.s, as hands and castles are written. */
static bool find_row(const struct parser *p, struct span word, uint32_t *row)
{
    const struct measure_game *game = p->words->measures;
    ptrdiff_t dot = span_find(word, SPAN("."));
    int seat = dot > 0 ? p->words->seat(span_make(word.p, (size_t)dot)) : -1;
    struct span rest = seat < 0 ? word : span_skip(word, (size_t)dot + 1);
    struct span owner = seat < 0 ? (struct span){0} : span_of(p->words->seats[seat]);
    for (*row = 0; game && *row < game->count; ++*row) {
        struct span name = span_of(game->rows[*row].name);
        if (seat < 0 ? span_eq(name, rest)
                     : span_eat(&name, rest) && span_eat(&name, SPAN(".")) && span_eq(name, owner))
            return true;
    }
    return false;
}

/* Reports print shares in per cent, so that found.pro>=30 may be meant. */
static const struct msg *check_share(const struct measure *row, int64_t value)
{
    static const struct msg WANT_SHARE = {"expected a number from 0 to 1, such as 0.25",
                                          "0 から 1 までの数が必要です（例: 0.25）"};
    bool fits = value >= 0 && value <= MEASURE_UNIT;
    return row->by == MEASURE_BY_FOUND && !fits ? &WANT_SHARE : NULL;
}

uint32_t measure_word(struct parser *p, struct span word, bool *mine)
{
    enum query_compare compare;
    int64_t value = 0;
    uint32_t row;
    *mine = find_row(p, word, &row);
    if (!*mine || !parse_comparison(p, &compare))
        return 0;
    struct token t = lexer_peek(&p->lex);
    const struct msg *wrong = read_millionths(t.kind == TOKEN_WORD ? t.text : SPAN(""), &value);
    if (!wrong)
        wrong = check_share(&p->words->measures->rows[row], value);
    if (wrong)
        return parse_unexpected(p, &t, wrong);
    lexer_next(&p->lex);
    uint32_t node = parse_node(p, Q_MEASURE);
    if (node) {
        struct query_node *n = &p->q->nodes[node];
        n->number = row;
        n->compare = compare;
        n->value = value;
    }
    return node;
}

/* --- Printing --------------------------------------------------------------------------------- */

void measure_print(const struct measure_game *game, const struct query_node *n, struct buf *out)
{
    uint64_t size = n->value < 0 ? 0 - (uint64_t)n->value : (uint64_t)n->value;
    uint64_t part = size % MEASURE_UNIT;
    if (!game || n->number >= game->count)
        return;
    buf_add_str(out, game->rows[n->number].name);
    buf_add_str(out, compare_text(n->compare));
    buf_add_str(out, n->value < 0 ? "-" : "");
    buf_add_u64(out, size / MEASURE_UNIT);
    if (part)
        buf_add_char(out, '.');
    for (uint64_t place = MEASURE_UNIT / 10; part; place /= 10) {
        buf_add_char(out, (char)('0' + part / place));
        part %= place;
    }
}

/* --- Meaning ---------------------------------------------------------------------------------- */

static enum query_compare reversed(enum query_compare compare)
{
    switch (compare) {
    case COMPARE_GE:
        return COMPARE_LE;
    case COMPARE_LE:
        return COMPARE_GE;
    case COMPARE_GT:
        return COMPARE_LT;
    case COMPARE_LT:
        return COMPARE_GT;
    default:
        return compare;
    }
}

void measure_flip(const struct measure_game *game, struct query_node *n)
{
    if (!game || n->number >= game->count)
        return;
    const struct measure *row = &game->rows[n->number];
    n->number = row->flipped;
    if (!row->negated)
        return;
    n->value = -n->value;
    n->compare = reversed(n->compare);
}

bool measure_holds(const struct query_node *n, uint32_t scale, int32_t parts)
{
    /* beyond this it is compared with more than any number of parts */
    int64_t most = INT64_MAX / (int64_t)scale;
    int64_t value = n->value > most ? most : n->value < -most ? -most : n->value;
    return query_compare((int64_t)parts * MEASURE_UNIT, n->compare, value * (int64_t)scale);
}

static int32_t cut(int64_t parts)
{
    return (int32_t)(parts > INT32_MAX ? INT32_MAX : parts < INT32_MIN ? INT32_MIN : parts);
}

struct measure_range measure_range_of(const struct query_node *n, uint32_t scale)
{
    int64_t most = INT64_MAX / (int64_t)scale;
    int64_t value = n->value > most ? most : n->value < -most ? -most : n->value;
    int64_t bound = value * (int64_t)scale, rest = bound % MEASURE_UNIT;
    int64_t below = bound / MEASURE_UNIT - (rest < 0), above = below + (rest != 0);
    switch (n->compare) {
    case COMPARE_GE:
        return (struct measure_range){.low = cut(above), .high = INT32_MAX};
    case COMPARE_GT:
        return (struct measure_range){.low = cut(below + 1), .high = INT32_MAX};
    case COMPARE_LE:
        return (struct measure_range){.low = INT32_MIN, .high = cut(below)};
    case COMPARE_LT:
        return (struct measure_range){.low = INT32_MIN, .high = cut(above - 1)};
    default:
        return (struct measure_range){
            .low = cut(above), .high = cut(below), .outside = n->compare == COMPARE_NE};
    }
}

bool query_has_kept(const struct query *q, struct measure_columns kept)
{
    const struct game_words *words = words_of_game(q->game);
    const struct measure_game *game = words ? words->measures : NULL;
    bool any = false;
    for (uint32_t i = 1; i < q->count; i++) {
        if (q->nodes[i].op != Q_MEASURE)
            continue;
        if (!game || q->nodes[i].number >= game->count)
            return false;
        const struct measure *row = &game->rows[q->nodes[i].number];
        bool has = row->by == MEASURE_BY_GAME     ? kept.marks && row->mark
                   : row->by == MEASURE_BY_VALUES ? kept.values != NULL
                                                  : false;
        if (!has)
            return false;
        any = true;
    }
    return any;
}

bool query_has_measures(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_MEASURE)
            return true;
    return false;
}

/* Whether it has a measure by one of these: bits. */
static bool has_measure_by(const struct query *q, unsigned by)
{
    const struct game_words *words = words_of_game(q->game);
    const struct measure_game *game = words ? words->measures : NULL;
    for (uint32_t i = 1; game && i < q->count; i++)
        if (q->nodes[i].op == Q_MEASURE && q->nodes[i].number < game->count &&
            (by >> game->rows[q->nodes[i].number].by & 1))
            return true;
    return false;
}

bool query_needs_others(const struct query *q)
{
    return has_measure_by(q, ~(1U << MEASURE_BY_GAME));
}

bool query_needs_values(const struct query *q)
{
    return has_measure_by(q, 1U << MEASURE_BY_VALUES);
}

bool query_needs_found(const struct query *q)
{
    return has_measure_by(q, 1U << MEASURE_BY_FOUND | 1U << MEASURE_BY_SURPRISE);
}

enum status query_check_values(const struct query *q, const struct query_values *values,
                               struct err *err)
{
    static const struct msg NO_VALUES = {
        "\"value\" is not available here: positions have no values",
        "ここでは value は使えません: 局面の評価値がありません"};
    return !values && query_needs_values(q) ? err_plain(err, STATUS_UNSUPPORTED, &NO_VALUES)
                                            : STATUS_OK;
}
