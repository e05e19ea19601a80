/* paper_file.c: the text file of the paper's evaluation; see paper.h and docs/evaluation.md.
 *
 *     kifu-weights paper 1
 *     progress  paper             # or osl
 *     attack    0
 *     board.pawn  90  95          # opening, endgame
 *     beside  0                   # all pairs beside each other
 *     beside.silver.gold  6
 *     own.gold                    # and seventeen rows of nine numbers
 *         0  0  0  0  0  0  0  0  0
 *
 * A number sign and what follows it is a comment; blanks are free. */
#include "base/text/num.h"
#include "base/text/suggest.h"
#include "engine/eval/paper.h"
#include "paper_tables.h"

const char *const paper_relation_names[PAPER_RELATIONS] = {
    [PAPER_BESIDE] = "beside", [PAPER_AHEAD] = "ahead", [PAPER_SLANT] = "slant"};
const char *const paper_king_names[PAPER_KINGS] = {[PAPER_OWN] = "own", [PAPER_ENEMY] = "enemy"};
static const char *const RULE_NAMES[] = {[ADVANCE_PAPER] = "paper", [ADVANCE_OSL] = "osl"};

/* --- Lines ------------------------------------------------------------------------------------ */

struct weights_text {
    const char *start;
    struct span rest;
    struct span line; /* without comment and blanks at its ends */
    uint32_t number;
    struct err *err;
};

/* The next line that says something; false at the end. */
static bool next_line(struct weights_text *t)
{
    while (t->rest.n > 0) {
        const char *end = memchr(t->rest.p, '\n', t->rest.n);
        size_t n = end ? (size_t)(end - t->rest.p) : t->rest.n;
        struct span line = span_make(t->rest.p, n);
        t->rest = span_skip(t->rest, n + (end != NULL));
        t->number++;
        const char *comment = line.n ? memchr(line.p, '#', line.n) : NULL;
        if (comment)
            line.n = (size_t)(comment - line.p);
        t->line = span_trim(line);
        if (t->line.n > 0)
            return true;
    }
    t->line = span_make(t->rest.p, 0);
    return false;
}

static enum status fail(const struct weights_text *t, struct span at, const struct msg *what,
                        struct span arg1, struct span arg2)
{
    err_set(t->err, STATUS_SYNTAX, what, arg1, arg2);
    if (t->err)
        err_at(t->err, t->number, at.p ? (uint64_t)(at.p - t->start) : 0);
    return STATUS_SYNTAX;
}

/* Exactly so many numbers, and nothing after them. */
static enum status read_numbers(const struct weights_text *t, struct span line, int16_t *const *out,
                                int count)
{
    static const struct msg FEW = {"expected %1 numbers on this line", "数が %1 個必要です"};
    static const struct msg BAD = {"expected an integer from -30000 to 30000, found \"%1\"",
                                   "-30000 から 30000 の整数が必要です: 「%1」"};
    char wanted[] = {(char)('0' + count), '\0'};
    for (int i = 0; i < count; i++) {
        int64_t v;
        struct span word = span_eat_word(&line);
        if (word.n == 0)
            return fail(t, word, &FEW, span_of(wanted), (struct span){0});
        if (!num_parse_i64(word, -PAPER_MOST, PAPER_MOST, &v))
            return fail(t, word, &BAD, word, (struct span){0});
        *out[i] = (int16_t)v;
    }
    line = span_trim(line);
    return line.n ? fail(t, line, &FEW, span_of(wanted), (struct span){0}) : STATUS_OK;
}

static enum status read_table(struct weights_text *t, struct span name,
                              int16_t (*table)[PAPER_COLUMNS])
{
    static const struct msg SHORT = {"expected seventeen rows after \"%1\"",
                                     "「%1」の後に17行が必要です"};
    struct span after = span_trim(span_skip(t->line, name.n));
    static const struct msg OWN_LINE = {"the rows of \"%1\" begin on the next line",
                                        "「%1」の値は次の行から書きます"};
    if (after.n)
        return fail(t, after, &OWN_LINE, name, (struct span){0});
    for (int row = 0; row < PAPER_ROWS; row++) {
        int16_t *cells[PAPER_COLUMNS];
        for (int i = 0; i < PAPER_COLUMNS; i++)
            cells[i] = &table[row][i];
        if (!next_line(t))
            return fail(t, t->line, &SHORT, name, (struct span){0});
        enum status status = read_numbers(t, t->line, cells, PAPER_COLUMNS);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* "group.KIND", with the point: the kind, or 0. */
static int eat_kind(struct span *s)
{
    size_t n = 0;
    if (!span_eat(s, SPAN(".")))
        return 0;
    while (n < s->n && s->p[n] != '.')
        n++;
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        if (span_eq(span_make(s->p, n), span_of(eval_kind_names[kind]))) {
            *s = span_skip(*s, n);
            return kind;
        }
    return 0;
}

static enum status read_rule(const struct weights_text *t, struct span value, struct paper *p)
{
    static const struct msg BAD = {"expected \"paper\" or \"osl\", found \"%1\"",
                                   "「paper」か「osl」が必要です: 「%1」"};
    value = span_trim(value);
    for (int rule = ADVANCE_PAPER; rule <= ADVANCE_OSL; rule++)
        if (span_eq(value, span_of(RULE_NAMES[rule]))) {
            p->rule = (enum advance_rule)rule;
            return STATUS_OK;
        }
    return fail(t, value, &BAD, value, (struct span){0});
}

/* The nearest name, where one word is wrong: groups are what people mistype. */
static enum status unknown(const struct weights_text *t, struct span name)
{
    static const char *const GROUPS[] = {"progress", "attack", "defence", "board", "hand",
                                         "beside",   "ahead",  "slant",   "own",   "enemy"};
    static const struct msg PLAIN = {"unknown weight \"%1\"", "「%1」という重みはありません"};
    static const struct msg NEAR = {"unknown weight \"%1\"; did you mean \"%2\"?",
                                    "「%1」という重みはありません。「%2」のことですか?"};
    char group[SUGGEST_MAX_BYTES];
    size_t n = 0;
    while (n < name.n && n + 1 < sizeof group && name.p[n] != '.') {
        group[n] = name.p[n];
        n++;
    }
    group[n] = '\0';
    struct suggestion s = {.word = group};
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++)
        suggest_consider(&s, GROUPS[i]);
    if (!s.best || s.distance == 0)
        return fail(t, name, &PLAIN, name, (struct span){0});
    return fail(t, name, &NEAR, name, span_of(s.best));
}

static enum status read_material(const struct weights_text *t, struct span name, struct span value,
                                 struct paper *p)
{
    struct span rest = name;
    bool hand = span_eat(&rest, SPAN("hand"));
    if (!hand)
        span_eat(&rest, SPAN("board"));
    int kind = eat_kind(&rest);
    if (!kind || rest.n || kind == SHOGI_KING || (hand && kind >= SHOGI_HAND_KINDS))
        return unknown(t, name);
    int16_t *cells[PAPER_PARTS];
    for (int part = 0; part < PAPER_PARTS; part++)
        cells[part] = hand ? &p->hand[part][kind] : &p->board[part][kind];
    return read_numbers(t, value, cells, PAPER_PARTS);
}

static enum status read_pair(const struct weights_text *t, struct span name, int relation,
                             struct span value, struct paper *p)
{
    static const struct msg ORDER = {"write \"%1\" with the two pieces in the other order",
                                     "「%1」は駒の順を逆に書いてください"};
    struct span rest = span_skip(name, strlen(paper_relation_names[relation]));
    int a = eat_kind(&rest), b = a ? eat_kind(&rest) : 0;
    if (!a || !b || rest.n)
        return unknown(t, name);
    if (relation == PAPER_BESIDE && a > b)
        return fail(t, name, &ORDER, name, (struct span){0});
    int16_t *cells[] = {&p->pair[relation][a][b]};
    return read_numbers(t, value, cells, 1);
}

/* "beside 0": all pairs of that relation at once. */
static enum status read_all_pairs(const struct weights_text *t, int relation, struct span value,
                                  struct paper *p)
{
    int16_t every = 0, *cells[] = {&every};
    enum status status = read_numbers(t, value, cells, 1);
    for (int a = SHOGI_PAWN; a < SHOGI_KINDS && status == STATUS_OK; a++)
        for (int b = relation == PAPER_BESIDE ? a : SHOGI_PAWN; b < SHOGI_KINDS; b++)
            p->pair[relation][a][b] = every;
    return status;
}

static enum status read_places(struct weights_text *t, struct span name, int king, struct paper *p)
{
    struct span rest = span_skip(name, strlen(paper_king_names[king]));
    int kind = eat_kind(&rest);
    if (!kind || rest.n || kind == SHOGI_KING)
        return unknown(t, name);
    return read_table(t, name, p->place[king][kind]);
}

static bool in_group(struct span name, const char *group)
{
    return span_eat(&name, span_of(group)) && span_starts(name, SPAN("."));
}

static enum status read_line(struct weights_text *t, struct paper *p)
{
    struct span value = t->line, name = span_eat_word(&value);
    int16_t *attack[] = {&p->attack}, *defence[] = {&p->defence};
    if (span_eq(name, SPAN("progress")))
        return read_rule(t, value, p);
    if (span_eq(name, SPAN("attack")))
        return read_numbers(t, value, attack, 1);
    if (span_eq(name, SPAN("defence")))
        return read_numbers(t, value, defence, 1);
    if (in_group(name, "board") || in_group(name, "hand"))
        return read_material(t, name, value, p);
    for (int r = 0; r < PAPER_RELATIONS; r++) {
        if (span_eq(name, span_of(paper_relation_names[r])))
            return read_all_pairs(t, r, value, p);
        if (in_group(name, paper_relation_names[r]))
            return read_pair(t, name, r, value, p);
    }
    for (int k = 0; k < PAPER_KINGS; k++)
        if (in_group(name, paper_king_names[k]))
            return read_places(t, name, k, p);
    return unknown(t, name);
}

enum status paper_read(struct span text, struct paper *paper, struct err *err)
{
    static const struct msg HEADING = {"the first line must be \"%1\"",
                                       "最初の行は「%1」でなければなりません"};
    struct weights_text t = {.start = text.p, .rest = text, .err = err};
    if (!next_line(&t) || !span_eq(t.line, SPAN(PAPER_HEADING)))
        return fail(&t, t.line, &HEADING, SPAN(PAPER_HEADING), (struct span){0});
    while (next_line(&t)) {
        enum status status = read_line(&t, paper);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status paper_default(struct paper *out, struct err *err)
{
    *out = (struct paper){0};
    return paper_read(span_make(PAPER_BYTES, sizeof PAPER_BYTES), out, err);
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* Kinds in the order in which people list them. */
static const uint8_t ORDER[] = {SHOGI_PAWN,      SHOGI_LANCE,      SHOGI_KNIGHT,     SHOGI_SILVER,
                                SHOGI_GOLD,      SHOGI_BISHOP,     SHOGI_ROOK,       SHOGI_PRO_PAWN,
                                SHOGI_PRO_LANCE, SHOGI_PRO_KNIGHT, SHOGI_PRO_SILVER, SHOGI_HORSE,
                                SHOGI_DRAGON};

static void write_material(const struct paper *p, struct buf *out)
{
    buf_add_str(out, "\n# Material: a piece on the board; opening, endgame.\n");
    for (size_t i = 0; i < sizeof ORDER; i++)
        buf_printf(out, "board.%-16s %5d %5d\n", eval_kind_names[ORDER[i]],
                   p->board[PAPER_OPENING][ORDER[i]], p->board[PAPER_ENDGAME][ORDER[i]]);
    buf_add_str(out, "\n# Material: a piece in hand; opening, endgame.\n");
    for (size_t i = 0; i < sizeof ORDER && ORDER[i] < SHOGI_HAND_KINDS; i++)
        buf_printf(out, "hand.%-17s %5d %5d\n", eval_kind_names[ORDER[i]],
                   p->hand[PAPER_OPENING][ORDER[i]], p->hand[PAPER_ENDGAME][ORDER[i]]);
}

static void write_pairs(const struct paper *p, struct buf *out)
{
    buf_add_str(out,
                "\n# Opening: two own pieces next to each other, as their owner sees them: on"
                " one rank\n# (beside), the first right before the second (ahead), or"
                " diagonally before it (slant).\n# A relation alone stands for all its pairs.\n");
    for (int r = 0; r < PAPER_RELATIONS; r++) {
        buf_printf(out, "%s 0\n", paper_relation_names[r]);
        for (int a = SHOGI_PAWN; a < SHOGI_KINDS; a++)
            for (int b = SHOGI_PAWN; b < SHOGI_KINDS; b++)
                if (p->pair[r][a][b])
                    buf_printf(out, "%s.%s.%s %d\n", paper_relation_names[r], eval_kind_names[a],
                               eval_kind_names[b], p->pair[r][a][b]);
    }
}

static void write_places(const struct paper *p, struct buf *out)
{
    buf_add_str(out, "\n# Endgame: where a piece stands from its own king (own) and from the"
                     " enemy's (enemy), as\n# its owner sees it.  Rows: eight ranks ahead of the"
                     " king, …, on its rank, …, eight behind.\n# Columns: on the king's file, one"
                     " file aside, …, eight.\n");
    for (int k = 0; k < PAPER_KINGS; k++)
        for (size_t i = 0; i < sizeof ORDER; i++) {
            buf_printf(out, "\n%s.%s\n", paper_king_names[k], eval_kind_names[ORDER[i]]);
            for (int row = 0; row < PAPER_ROWS; row++) {
                for (int c = 0; c < PAPER_COLUMNS; c++)
                    buf_printf(out, " %5d", p->place[k][ORDER[i]][row][c]);
                buf_add_char(out, '\n');
            }
        }
}

void paper_write(const struct paper *p, struct buf *out)
{
    buf_add_str(out, PAPER_HEADING "\n");
    buf_add_str(out, "# Weights of the evaluation \"paper\", in hundredths of a pawn.\n"
                     "# What is left out of a file keeps the value that Kifu was built with.\n\n"
                     "# Whose rule of progress: paper, or osl.\n");
    buf_printf(out, "progress %s\n", RULE_NAMES[p->rule]);
    buf_add_str(out, "\n# For a difference of 1 between Black's and White's progress.\n");
    buf_printf(out, "attack %d\ndefence %d\n", p->attack, p->defence);
    write_material(p, out);
    write_pairs(p, out);
    write_places(p, out);
}
