/* parse.c: the grammar of the query language; docs/query.md has it in full.
 *
 *     chain  = either { ( "then" [ "<=" n ] | "never" | "ever" ) either }     left to right
 *     either = group { "or" group }
 *     group  = unit { unit | "for" compare n }           all at once; for: what came before it
 *     unit   = "not" unit | "(" chain ")" | word
 *
 * A level of the text is a level of calls; parser.depth bounds both. */
#include "query/language/parse.h"
#include "query/language/game_names.h"
#include "query/language/measures.h"

/* --- Symmetries ------------------------------------------------------------------------------ */

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_bracketed(struct parser *p)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \")\"", "「)」が必要です"};
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return 0;
    uint32_t node = parse_chain(p);
    return node && parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) ? node : 0;
}

enum symmetry_word { FLIPPED, MIRRORED, ANY_ORIENTATION, EITHER_PLAYER };

static uint32_t no_mirror(struct parser *p, struct span word)
{
    static const struct msg NO_MIRROR = {"mirror() is not defined for this game",
                                         "このゲームでは mirror() を使えません"};
    return parse_fail(p, word.p, &NO_MIRROR, word, (struct span){0});
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_symmetry(struct parser *p, struct span word, enum symmetry_word which)
{
    const struct game *game = p->q->game;
    uint32_t node = read_bracketed(p);
    switch (which) {
    case FLIPPED:
        return parse_image(p, node, game->flip);
    case MIRRORED:
        return game->mirror ? parse_image(p, node, game->mirror) : no_mirror(p, word);
    case ANY_ORIENTATION:
        return parse_images(p, node, game->orientations);
    case EITHER_PLAYER:
        break;
    }
    if (game->seats > 2) /* any player of several */
        return parse_images(p, node, game->orientations);
    return parse_images(p, node, 1U << game->flip);
}

/* --- Words of every game --------------------------------------------------------------------- */

static uint32_t read_ply(struct parser *p)
{
    static const struct msg WANT_PLY = {"expected a range of plies, as in ply:20..40",
                                        "ply:20..40 のように手数が必要です"};
    uint64_t low = 0, high = UINT32_MAX;
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COLON)
        return parse_unexpected(p, &t, &WANT_PLY);
    lexer_next(&p->lex);
    t = lexer_value(&p->lex);
    if (!parse_range(p, t.text, 0, UINT32_MAX, &low, &high))
        return 0;
    uint32_t node = parse_node(p, Q_PLY);
    if (node) {
        p->q->nodes[node].low = (uint32_t)low;
        p->q->nodes[node].high = (uint32_t)high;
    }
    return node;
}

static uint32_t read_turn(struct parser *p)
{
    static const struct msg WANT_SEAT = {"expected a player after turn:, such as %1 or %2",
                                         "turn: の後に対局者（%1、%2 など）が必要です"};
    struct span first = span_of(p->words->seats[0]), second = span_of(p->words->seats[1]);
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COLON)
        return parse_fail(p, t.text.p, &WANT_SEAT, first, second);
    lexer_next(&p->lex);
    t = lexer_value(&p->lex);
    int seat = p->words->seat(t.text);
    if (seat < 0)
        return parse_fail(p, t.text.p, &WANT_SEAT, first, second);
    uint32_t node = parse_node(p, Q_TURN);
    if (node)
        p->q->nodes[node].seat = seat;
    return node;
}

static uint32_t read_sequence(struct parser *p)
{
    static const struct msg WANT_MOVES = {"expected moves, as in seq:\"…\"",
                                          "seq:\"…\" のように指し手が必要です"};
    struct span text;
    const char *at;
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COLON)
        return parse_unexpected(p, &t, &WANT_MOVES);
    lexer_next(&p->lex);
    return parse_text(p, &text, &at) ? p->words->read_sequence(p, text, at) : 0;
}

static const char *const GENERAL_WORDS[] = {
    "all",  "not",   "or",     "then",   "never", "ever",    "for",     "ply",
    "turn", "seq",   "flip",   "mirror", "sym",   "either",  "pattern", "sum",
    "best", "moves", "castle", "shape",  "since", "opening", NULL};

static const struct {
    struct span word;
    enum symmetry_word which;
} SYMMETRIES[] = {
    {SPAN_INIT("flip"), FLIPPED},
    {SPAN_INIT("mirror"), MIRRORED},
    {SPAN_INIT("sym"), ANY_ORIENTATION},
    {SPAN_INIT("either"), EITHER_PLAYER},
};

/* A piece on a square as another game writes it. */
static const struct msg *foreign_word(struct span word)
{
    static const struct msg SHOGI = {
        "\"%1\" is shogi notation, but this database holds another game",
        "「%1」は将棋の書き方です。このデータベースは別のゲームのものです"};
    static const struct msg GO = {
        "\"%1\" is Go notation, but this database holds another game",
        "「%1」は囲碁の書き方です。このデータベースは別のゲームのものです"};
    static const struct msg CHATURANGA = {
        "\"%1\" is chaturanga notation, but this database holds another game",
        "「%1」はチャトランガの書き方です。このデータベースは別のゲームのものです"};
    const struct game_words *words = words_with_fact(word);
    if (!words)
        return NULL;
    return words == &shogi_words ? &SHOGI : words == &go_words ? &GO : &CHATURANGA;
}

static uint32_t unknown_word(struct parser *p, struct span word)
{
    const struct msg *foreign = foreign_word(word);
    if (foreign)
        return parse_fail(p, word.p, foreign, word, (struct span){0});
    static const struct msg UNKNOWN = {"unknown word \"%1\"", "語「%1」はありません"};
    static const struct msg NEAREST = {"unknown word \"%1\"; did you mean \"%2\"?",
                                       "語「%1」はありません。「%2」のことですか?"};
    static const struct msg NO_LOOKUP = {
        "unknown word \"%1\"; write player:%1 for a player, event:%1 for an event",
        "語「%1」はありません。対局者なら player:%1、棋戦なら event:%1 と書いてください"};
    enum { MOST = 200 };
    const char *all[MOST + 1];
    size_t n = 0;
    const char *const *lists[] = {GENERAL_WORDS, META_WORDS, p->words->vocabulary};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const char *const *w = lists[i]; *w && n < MOST; w++)
            all[n++] = *w;
    const struct measure_game *measures = p->words->measures;
    for (uint32_t i = 0; measures && i < measures->count && n < MOST; i++)
        all[n++] = measures->rows[i].name;
    all[n] = NULL;
    parse_unknown(p, word, &NEAREST, all, true);
    if (p->err && p->err->what == &NEAREST && p->err->arg[1][0] == '\0') {
        struct span name = bare_word_nearest(p->named, word);
        if (name.n)
            err_list(p->err, name);
        else
            p->err->what = p->named && p->named->lookup ? &UNKNOWN : &NO_LOOKUP;
    }
    return 0;
}

/* Splits "s.castle" into a seat and the rest; -1 and all of it if there is no seat. */
static int split_seat(const struct parser *p, struct span word, struct span *rest)
{
    ptrdiff_t dot = span_find(word, SPAN("."));
    int seat = dot > 0 ? p->words->seat(span_make(word.p, (size_t)dot)) : -1;
    *rest = seat < 0 ? word : span_skip(word, (size_t)dot + 1);
    return seat;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_since(struct parser *p)
{
    uint32_t node = read_bracketed(p);
    return node ? parse_adopt(p, parse_node(p, Q_SINCE), node) : 0;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_general(struct parser *p, struct span word, bool *mine)
{
    *mine = true;
    for (size_t i = 0; i < sizeof SYMMETRIES / sizeof *SYMMETRIES; i++)
        if (span_eq(word, SYMMETRIES[i].word))
            return read_symmetry(p, word, SYMMETRIES[i].which);
    if (span_eq(word, SPAN("since")))
        return read_since(p);
    if (span_eq(word, SPAN("all")))
        return parse_node(p, Q_TRUE);
    if (span_eq(word, SPAN("ply")))
        return read_ply(p);
    if (span_eq(word, SPAN("turn")))
        return read_turn(p);
    if (span_eq(word, SPAN("seq")))
        return read_sequence(p);
    if (span_eq(word, SPAN("sum")) || span_eq(word, SPAN("best")))
        return sum_word(p, span_eq(word, SPAN("best")));
    if (span_eq(word, SPAN("moves")) && lexer_peek(&p->lex).kind == TOKEN_OPEN)
        return moves_word(p);
    if (p->words->patterns && span_eq(word, SPAN("pattern")))
        return pattern_word(p);
    if (word.p[0] == '@')
        return named_at_word(p, word);
    *mine = false;
    return 0;
}

/* What stands behind a word that is no name: a colon, a comparison, or a parenthesis at once. */
static bool next_makes_no_name(const struct parser *p)
{
    struct lexer here = p->lex;
    enum token_kind next = lexer_peek(&p->lex).kind;
    return next == TOKEN_COLON || next == TOKEN_COMPARE || lexer_eat(&here, '(');
}

/* "Yoshiharu Habu" */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_quoted_name(struct parser *p, struct span quoted)
{
    static const struct msg NOBODY = {"no name, player, event or tag has \"%1\"",
                                      "「%1」という名前、対局者、棋戦、タグはありません"};
    struct span name;
    bool mine;
    if (!lexer_unquote(quoted, &p->q->arena, &name))
        return parse_full(p);
    uint32_t node = bare_word(p, quoted, name, -1, &mine);
    return mine ? node : parse_fail(p, quoted.p, &NOBODY, name, (struct span){0});
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_word(struct parser *p, struct span word)
{
    bool mine;
    uint32_t fact;
    if (p->q->game->text.fact_parse(word, &fact))
        return parse_fact(p, fact);
    uint32_t node = read_general(p, word, &mine);
    if (mine)
        return node;
    struct span rest = word;
    mine = false;
    bool whole = span_eat(&rest, SPAN("game."));
    int seat = split_seat(p, rest, &rest);
    if (named_group_exists(p->named, rest))
        return named_group_word(p, word, rest, seat);
    node = whole ? 0 : meta_word(p, rest, seat, &mine);
    if (mine)
        return node;
    node = whole ? 0 : measure_word(p, word, &mine);
    if (mine)
        return node;
    node = whole ? 0 : p->words->read(p, word, &mine);
    if (mine)
        return node;
    node = next_makes_no_name(p) ? 0 : bare_word(p, word, rest, seat, &mine);
    return mine ? node : unknown_word(p, word);
}

/* --- The grammar ----------------------------------------------------------------------------- */

/* What joins the parts of a chain. */
static bool is_link(struct span word, enum query_op *op)
{
    static const struct {
        struct span word;
        enum query_op op;
    } LINKS[] = {
        {SPAN_INIT("then"), Q_THEN}, {SPAN_INIT("never"), Q_NEVER}, {SPAN_INIT("ever"), Q_EVER}};
    for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++)
        if (span_eq(word, LINKS[i].word)) {
            *op = LINKS[i].op;
            return true;
        }
    return false;
}

static bool is_joint(struct span word)
{
    enum query_op op;
    return span_eq(word, SPAN("or")) || span_eq(word, SPAN("for")) || is_link(word, &op);
}

static bool next_is(const struct parser *p, struct span word)
{
    struct token t = lexer_peek(&p->lex);
    return t.kind == TOKEN_WORD && span_eq(t.text, word);
}

static bool next_links(const struct parser *p, enum query_op *op)
{
    struct token t = lexer_peek(&p->lex);
    return t.kind == TOKEN_WORD && is_link(t.text, op);
}

static bool unit_begins(const struct parser *p)
{
    struct token t = lexer_peek(&p->lex);
    return t.kind == TOKEN_OPEN || t.kind == TOKEN_OPEN_SET || t.kind == TOKEN_STRING ||
           (t.kind == TOKEN_WORD && !is_joint(t.text));
}

static uint32_t read_unit(struct parser *p);

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_unit_inside(struct parser *p)
{
    static const struct msg WANT_CLOSE = {"expected \")\"", "「)」が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind == TOKEN_OPEN_SET)
        return set_word(p);
    lexer_next(&p->lex);
    if (t.kind == TOKEN_WORD && span_eq(t.text, SPAN("not")))
        return parse_not(p, read_unit(p));
    if (t.kind == TOKEN_WORD)
        return read_word(p, t.text);
    if (t.kind == TOKEN_STRING)
        return read_quoted_name(p, t.text);
    uint32_t node = parse_chain(p);
    return node && parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) ? node : 0;
}

/* Notes where a node was read from: the text from `at` on to here. */
static uint32_t with_source(struct parser *p, uint32_t node, const char *at)
{
    if (node && p->source.n)
        p->q->nodes[node].source = p->source;
    else if (node)
        p->q->nodes[node].source = span_make(at, (size_t)(p->lex.all.p + p->lex.at - at));
    return node;
}

static const char *next_at(const struct parser *p)
{
    return lexer_peek(&p->lex).text.p;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_unit(struct parser *p)
{
    static const struct msg TOO_DEEP = {"nested too deep at \"%1\"", "入れ子が深すぎます: 「%1」"};
    static const struct msg WANT_UNIT = {"expected a condition", "条件が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (!unit_begins(p))
        return parse_unexpected(p, &t, &WANT_UNIT);
    if (p->depth >= QUERY_MAX_DEPTH)
        return parse_fail(p, t.text.p, &TOO_DEEP, t.text, (struct span){0});
    p->depth++;
    uint32_t node = read_unit_inside(p);
    p->depth--;
    return with_source(p, node, t.text.p);
}

/* "for>=10", the word being next, around what came before it. */
static uint32_t read_for(struct parser *p, uint32_t before)
{
    static const struct msg NEGATIVE = {"the length of a span must be 0 or more",
                                        "長さは 0 以上です"};
    enum query_compare compare;
    int64_t value;
    lexer_next(&p->lex);
    const char *at = next_at(p);
    if (!parse_compare(p, &compare, &value, NO_DEFAULT))
        return 0;
    if (value < 0)
        return parse_fail(p, at, &NEGATIVE, (struct span){0}, (struct span){0});
    uint32_t node = parse_adopt(p, parse_node(p, Q_FOR), before);
    if (!node)
        return 0;
    p->q->nodes[node].compare = compare;
    p->q->nodes[node].number = (uint32_t)value;
    return node;
}

/* What stands side by side: one unit, or all of several. */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_units(struct parser *p)
{
    const char *at = next_at(p);
    uint32_t node = read_unit(p);
    bool joined = false; /* node is an AND of our own */
    while (node) {
        if (next_is(p, SPAN("for"))) {
            node = with_source(p, read_for(p, node), at);
            joined = false;
        } else if (unit_begins(p)) {
            uint32_t unit = read_unit(p);
            node = joined ? parse_adopt(p, node, unit) : parse_pair(p, Q_AND, node, unit);
            node = with_source(p, node, at);
            joined = true;
        } else {
            break;
        }
    }
    return node;
}

/* ":13x9" or "=13", if that comes next. */
static void board_here(struct lexer ahead, struct board_shape *board)
{
    struct token t = lexer_next(&ahead);
    if (t.kind == TOKEN_COLON || (t.kind == TOKEN_COMPARE && t.compare == COMPARE_EQ))
        parse_board_shape(lexer_value(&ahead).text, board);
}

/* Looks ahead for the size of the board that stands among these units: what is turned before it
 * depends on it. */
static struct board_shape board_ahead(const struct parser *p)
{
    struct lexer ahead = p->lex;
    struct board_shape board = p->board;
    bool negated = false;
    for (int depth = 0; depth >= 0;) {
        struct token t = lexer_next(&ahead);
        bool word = t.kind == TOKEN_WORD;
        if (t.kind == TOKEN_END || t.kind == TOKEN_BAD ||
            (depth == 0 && word && is_joint(t.text) && !span_eq(t.text, SPAN("for"))))
            return board;
        depth += t.kind == TOKEN_OPEN;
        depth -= t.kind == TOKEN_CLOSE;
        if (depth == 0 && !negated && word && span_eq(t.text, SPAN("size")))
            board_here(ahead, &board);
        negated = word && span_eq(t.text, SPAN("not"));
    }
    return board;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_group_of_units(struct parser *p)
{
    struct board_shape outside = p->board;
    if (p->q->game->rules.pos_board) /* boards have different shapes */
        p->board = board_ahead(p);
    uint32_t node = read_units(p);
    p->board = outside;
    return node;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_either(struct parser *p)
{
    const char *at = next_at(p);
    uint32_t node = read_group_of_units(p);
    bool joined = false;
    while (node && next_is(p, SPAN("or"))) {
        lexer_next(&p->lex);
        uint32_t group = read_group_of_units(p);
        node = joined ? parse_adopt(p, node, group) : parse_pair(p, Q_OR, node, group);
        node = with_source(p, node, at);
        joined = true;
    }
    return node;
}

/* What may stand after "then": <20 or <=20, both for "at most 20 plies later". */
static bool read_within(struct parser *p, uint32_t *within)
{
    static const struct msg WANT_LESS = {"then takes < or <= and a number of plies",
                                         "then の後には < か <= と手数が必要です"};
    enum query_compare compare;
    int64_t value;
    *within = UINT32_MAX;
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COMPARE)
        return true;
    if (!parse_compare(p, &compare, &value, NO_DEFAULT))
        return false;
    if ((compare != COMPARE_LT && compare != COMPARE_LE) || value < 0) {
        parse_fail(p, t.text.p, &WANT_LESS, (struct span){0}, (struct span){0});
        return false;
    }
    *within = (uint32_t)value;
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
uint32_t parse_chain(struct parser *p)
{
    const char *at = next_at(p);
    uint32_t node = read_either(p);
    enum query_op op;
    while (node && next_links(p, &op)) {
        uint32_t within = 0;
        lexer_next(&p->lex);
        if (op == Q_THEN && !read_within(p, &within))
            return 0;
        node = parse_pair(p, op, node, read_either(p));
        if (node)
            p->q->nodes[node].number = within;
        node = with_source(p, node, at);
    }
    return node;
}

static void read_all(struct parser *p)
{
    static const struct msg TRAILING = {"unexpected \"%1\"", "余分な文字です: 「%1」"};
    struct token t = lexer_peek(&p->lex);
    p->q->root = t.kind == TOKEN_END ? parse_node(p, Q_TRUE) : parse_chain(p);
    t = lexer_peek(&p->lex);
    if (p->q->root && t.kind != TOKEN_END)
        p->q->root = parse_unexpected(p, &t, &TRAILING);
    if (p->q->root && !game_names_place(p))
        p->q->root = 0;
}

enum status query_parse(struct query *q, const struct game *game, const struct named_queries *named,
                        struct span text, struct err *err)
{
    static const struct msg TOO_LONG = {"the query is longer than 1 MB",
                                        "検索式が長すぎます（1 MB まで）"};
    static const struct msg NO_WORDS = {"%1 cannot be searched by queries", "%1 は検索できません"};
    query_init(q, game);
    const struct game_words *words = words_of_game(game);
    if (!words)
        return err_set(err, STATUS_UNSUPPORTED, &NO_WORDS, span_of(game->name), (struct span){0});
    if (text.n > QUERY_MAX_BYTES)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    if (!arena_copy(&q->arena, text, &q->text))
        return err_nomem(err);
    struct parser p = {.q = q, .words = words, .named = named, .board = game->board, .err = err};
    p.lex = (struct lexer){q->text, 0};
    read_all(&p);
    if (p.status != STATUS_OK)
        q->root = 0;
    return p.status;
}
