/* chaturanga_read.c: reading records of chaturanga.
 *
 *     chaturanga 1                      begins a game
 *     Red: Asha                         headers; Rules: and Start: say how and where it starts
 *     Rules: order=any
 *     1 red 35 b1c3 d2d3 4.5s           a turn: number, colour, dice, moves, time
 *     * a comment, & a bookmark, # a remark: of what stands before it
 *     Result: red wins (rajas)
 *     variation 12                      another twelfth turn, in the line above
 *
 * A turn that can't be read or made costs the rest of its line of play, up to the next variation or
 * game; any other bad line costs itself. */
#include "base/text/num.h"
#include "formats/chaturanga/chaturanga_text.h"
#include "formats/cursor.h"

static const struct msg BAD_LINE = {"neither a header nor a turn: %1",
                                    "見出しでも手番の記述でもありません: %1"};
static const struct msg BAD_TURN = {"not a turn: %1", "手番の記述ではありません: %1"};
static const struct msg ILLEGAL = {"illegal here: %1", "ここではできません: %1"};
static const struct msg GAME_OVER = {"a turn after the end of the game: %1",
                                     "終局後の手番です: %1"};
static const struct msg WRONG_COLOUR = {"%2 is to move, not %1", "%1 ではなく %2 の番です"};
static const struct msg WRONG_NUMBER = {"turn %1 is number %2 of its line",
                                        "手番 %1 は、この手順では %2 番目です"};
static const struct msg TOO_MANY = {"more than 5,000 turns; the rest is ignored",
                                    "5,000手番を超えたため、以降を省きました"};
static const struct msg BAD_VARIATION = {"no turn %1 to vary in the line above",
                                         "前の手順に手番 %1 はありません"};
static const struct msg BAD_RESULT = {"not a result: %1", "結果の記述ではありません: %1"};
static const struct msg OTHER_RESULT = {"the rules give a result other than %1",
                                        "規則による結果は %1 と異なります"};
static const struct msg LATE_START = {"%1 must precede the first turn",
                                      "%1 は最初の手番より前に書いてください"};
static const struct msg BAD_VERSION = {"unsupported format version %1", "形式の版 %1 は未対応です"};

struct chaturanga_source {
    struct reader *r;
    struct chaturanga_line *line;
    uint32_t number;    /* of the line of text */
    const char *at;     /* its start */
    struct span rules;  /* as written; empty: the usual ones */
    struct span start;  /* likewise */
    uint32_t start_row; /* their lines of text */
    uint32_t rules_row;
    bool open;      /* a game has begun */
    bool fresh;     /* of which nothing is there but remarks */
    bool started;   /* its start position is fixed */
    bool rejected;  /* and was none */
    bool skipping;  /* what is left of a line of play after a bad turn */
    bool variation; /* not the game itself */
    bool ended;     /* the line of play has its end */
};

static void problem(struct chaturanga_source *c, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span s)
{
    reader_problem(c->r, severity, code, what, s, s.p, c->number);
}

/* --- The start ------------------------------------------------------------------------------- */

static void reject(struct chaturanga_source *c, const struct err *why, struct span at, uint32_t row)
{
    reader_problem_at(c->r, PROBLEM_REJECTED, why, at.p, row);
    c->rejected = true;
}

/* What Rules: and Start: said becomes the start position. */
static enum status begin_play(struct chaturanga_source *c, struct err *err)
{
    struct chaturanga_rules rules = {0};
    struct chaturanga_pos pos;
    struct err why;
    if (c->started)
        return STATUS_OK;
    c->started = true;
    if (c->rules.n && !span_eq_nocase(c->rules, SPAN("usual")) &&
        chaturanga_rules_parse(&rules, c->rules, &why) != STATUS_OK) {
        reject(c, &why, c->rules, c->rules_row);
        rules = (struct chaturanga_rules){0};
    }
    chaturanga_start(&pos, &rules);
    if (c->start.n && chaturanga_parse(&pos, c->start, &why) != STATUS_OK) {
        reject(c, &why, c->start, c->start_row);
        chaturanga_start(&pos, &rules);
    } else if (c->start.n && c->rules.n) {
        pos.rules = rules;
    }
    return chaturanga_line_start(c->line, &pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- Ends ------------------------------------------------------------------------------------ */

/* The game, if it just stops, has ended as its last position says. */
static enum status end_by_rules(struct chaturanga_source *c, struct err *err)
{
    int8_t points[CHATURANGA_COLOURS];
    struct record *rec = c->r->rec;
    enum record_end end = chaturanga_outcome(&c->line->pos, points);
    if (c->ended || end == END_NONE)
        return STATUS_OK;
    c->ended = true;
    if (!c->variation) {
        rec->end = end;
        memcpy(rec->points, points, sizeof points);
    }
    enum status st = chaturanga_line_end(c->line, end, (struct span){0});
    return st == STATUS_NOMEM ? err_nomem(err) : STATUS_OK;
}

static enum status finish_line(struct chaturanga_source *c, struct err *err)
{
    enum status st = begin_play(c, err);
    if (st == STATUS_OK)
        st = end_by_rules(c, err);
    return st;
}

static enum status finish_game(struct chaturanga_source *c, struct err *err)
{
    if (!c->open)
        return STATUS_OK;
    enum status st = finish_line(c, err);
    if (st == STATUS_OK && chaturanga_line_flush(c->line) != STATUS_OK)
        st = err_nomem(err);
    c->open = false;
    return st == STATUS_OK ? reader_emit(c->r, err) : st;
}

static enum status begin_game(struct chaturanga_source *c, struct err *err)
{
    enum status st = finish_game(c, err);
    if (st == STATUS_OK)
        st = reader_begin(c->r, c->at, err);
    struct chaturanga_source fresh = {
        .r = c->r, .line = c->line, .number = c->number, .at = c->at, .open = true, .fresh = true};
    *c = fresh;
    return st;
}

static enum status read_result(struct chaturanga_source *c, struct span text, struct err *err)
{
    int8_t points[CHATURANGA_COLOURS], by_rules[CHATURANGA_COLOURS];
    enum record_end end;
    struct span words;
    struct record *rec = c->r->rec;
    enum status st = begin_play(c, err);
    if (st != STATUS_OK)
        return st;
    if (!chaturanga_result_parse(text, points, &end, &words)) {
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &BAD_RESULT, text);
        return STATUS_OK;
    }
    enum record_end rule = chaturanga_outcome(&c->line->pos, by_rules);
    if (!c->skipping && rule != END_NONE) {
        if (memcmp(points, by_rules, CHATURANGA_COLOURS) != 0)
            problem(c, PROBLEM_NOTE, STATUS_ILLEGAL, &OTHER_RESULT, text);
        else if (words.n == 0 && (end == END_OTHER || end == END_DRAW))
            end = rule;
    }
    if (!c->variation && !c->ended) {
        rec->end = end;
        memcpy(rec->points, points, sizeof points);
    }
    if (c->ended || end == END_NONE)
        return STATUS_OK;
    c->ended = true;
    st = chaturanga_line_end(c->line, end, words);
    return st == STATUS_NOMEM ? err_nomem(err) : STATUS_OK;
}

/* --- Turns ----------------------------------------------------------------------------------- */

/* "4.5s" at the end: removed. */
static void eat_time(struct span *text, uint32_t *ms)
{
    size_t at = text->n;
    uint64_t whole, part = 0;
    *ms = RECORD_NO_TIME;
    while (at && text->p[at - 1] != ' ' && text->p[at - 1] != '\t')
        at--;
    struct span word = span_skip(*text, at);
    if (!span_ends(word, SPAN("s")) || !num_eat_u64(&word, 4000000, &whole))
        return;
    if (span_eat(&word, SPAN("."))) {
        size_t digits = word.n;
        if (!num_eat_u64(&word, 999, &part) || digits - word.n > 3)
            return;
        for (digits -= word.n; digits < 3; digits++)
            part *= 10;
    }
    if (!span_eq(word, SPAN("s")))
        return;
    *ms = (uint32_t)(whole * 1000 + part);
    *text = span_trim(span_make(text->p, at));
}

/* The colour that a word names; CHATURANGA_COLOURS: none. */
static unsigned colour_of(struct span word)
{
    unsigned colour = 0;
    while (colour < CHATURANGA_COLOURS &&
           !span_eq_nocase(word, span_of(chaturanga_colour_names[colour])))
        colour++;
    return colour;
}

static bool is_dice(struct span word)
{
    return word.n == 2 && word.p[0] >= '2' && word.p[0] <= '5' && word.p[1] >= '2' &&
           word.p[1] <= '5';
}

static void check_number(struct chaturanga_source *c, struct span word, uint64_t number)
{
    uint32_t here = c->r->rec->start_ply + c->line->plies + 1;
    if (number == here)
        return;
    reader_problem2(c->r, PROBLEM_NOTE, STATUS_SYNTAX, &WRONG_NUMBER, word, SPAN_U64(here), word.p,
                    c->number);
}

/* Does the text begin with a colour and dice? */
static bool begins_with_colour(struct span text)
{
    return colour_of(span_eat_word(&text)) < CHATURANGA_COLOURS && is_dice(span_eat_word(&text));
}

/* A number before a colour or dice, with or without a full stop: removed. */
static void eat_number(struct chaturanga_source *c, struct span *text)
{
    struct span rest = *text, digits = span_eat_word(&rest), after = rest;
    struct span next = span_eat_word(&after);
    uint64_t number;
    if (span_ends(digits, SPAN(".")))
        digits.n--;
    if ((colour_of(next) == CHATURANGA_COLOURS && !is_dice(next)) ||
        !num_parse_u64(digits, UINT32_MAX, &number))
        return; /* dice at once */
    check_number(c, digits, number);
    *text = rest;
}

/* The number of the turn and who makes it, both of which may be missing: removed.  False if it is
 * somebody else's turn. */
static bool eat_head(struct chaturanga_source *c, struct span *text)
{
    eat_number(c, text);
    struct span rest = *text, name = span_eat_word(&rest);
    unsigned colour = colour_of(name);
    if (colour == CHATURANGA_COLOURS)
        return true;
    *text = rest;
    if (colour == c->line->pos.turn || chaturanga_over(&c->line->pos))
        return true;
    reader_problem2(c->r, PROBLEM_PARTIAL, STATUS_ILLEGAL, &WRONG_COLOUR, name,
                    span_of(chaturanga_colour_names[c->line->pos.turn & 3]), name.p, c->number);
    return false;
}

static enum status read_turn(struct chaturanga_source *c, struct span text, struct err *err)
{
    uint32_t ms;
    game_move turn;
    enum status st = begin_play(c, err);
    if (st != STATUS_OK || c->skipping)
        return st;
    struct span whole = text;
    c->skipping = true; /* until it has been made */
    st = end_by_rules(c, err);
    if (st != STATUS_OK)
        return st;
    if (!eat_head(c, &text))
        return STATUS_OK;
    text = span_trim(text);
    eat_time(&text, &ms);
    if (c->ended) {
        problem(c, PROBLEM_PARTIAL, STATUS_ILLEGAL, &GAME_OVER, whole);
        return STATUS_OK;
    }
    if (!chaturanga_turn_parse(NULL, text, &turn)) {
        problem(c, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_TURN, text);
        return STATUS_OK;
    }
    st = chaturanga_line_turn(c->line, turn);
    if (st == STATUS_ILLEGAL || st == STATUS_LIMIT) {
        problem(c, PROBLEM_PARTIAL, st, st == STATUS_LIMIT ? &TOO_MANY : &ILLEGAL, text);
        return STATUS_OK;
    }
    if (st != STATUS_OK)
        return err_nomem(err);
    c->skipping = false;
    c->r->rec->nodes[c->line->tip].time_ms = ms;
    return STATUS_OK;
}

static enum status read_variation(struct chaturanga_source *c, struct span text, struct err *err)
{
    uint64_t number;
    struct span word = span_eat_word(&text);
    enum status st = finish_line(c, err);
    if (st != STATUS_OK)
        return st;
    uint32_t before = c->r->rec->start_ply;
    bool good = num_parse_u64(word, UINT32_MAX, &number) && number > before &&
                number - before <= (uint64_t)c->line->plies + 1 && span_trim(text).n == 0;
    c->ended = false;
    c->skipping = !good;
    if (!good) {
        problem(c, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_VARIATION, word);
        c->ended = true;
        return STATUS_OK;
    }
    st = chaturanga_line_back_to(c->line, (uint32_t)number - 1 - before);
    if (c->r->rec->nodes[c->line->tip].child)
        c->variation = true; /* else it goes on where the line stopped */
    return st == STATUS_OK ? st : err_nomem(err);
}

/* --- Headers --------------------------------------------------------------------------------- */

/* Splits "Key: value"; false if there is no colon. */
static bool split_header(struct span line, struct span *key, struct span *value)
{
    ptrdiff_t colon = span_find(line, SPAN(":")), wide = span_find(line, SPAN("："));
    size_t width = 1;
    if (wide >= 0 && (colon < 0 || wide < colon)) {
        colon = wide;
        width = strlen("：");
    }
    if (colon <= 0)
        return false;
    *key = span_trim(span_make(line.p, (size_t)colon));
    *value = span_trim(span_skip(line, (size_t)colon + width));
    return key->n > 0;
}

static void keep_start(struct chaturanga_source *c, struct span key, struct span value, bool rules)
{
    if (c->started) {
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &LATE_START, key);
        return;
    }
    *(rules ? &c->rules : &c->start) = value;
    *(rules ? &c->rules_row : &c->start_row) = c->number;
}

/* --- Lines ----------------------------------------------------------------------------------- */

static enum status read_text(struct chaturanga_source *c, struct span line,
                             enum chaturanga_text kind, struct err *err)
{
    bool early = kind == CHATURANGA_REMARK && !c->started; /* may stand among the headers */
    enum status st = early ? STATUS_OK : begin_play(c, err);
    struct span text = span_skip(line, 1);
    span_eat(&text, SPAN(" "));
    if (st == STATUS_OK && !c->skipping && !chaturanga_line_text(c->line, kind, text))
        reader_no_room(c->r, line.p, c->number);
    return st;
}

/* "chaturanga 1" alone. */
static bool is_magic(struct span line, struct span *version)
{
    uint64_t number;
    *version = line;
    if (!span_eq_nocase(span_eat_word(version), SPAN(CHATURANGA_MAGIC)))
        return false;
    *version = span_trim(*version);
    return num_parse_u64(*version, UINT32_MAX, &number);
}

static enum status begin_version(struct chaturanga_source *c, struct span version, struct err *err)
{
    enum status st = c->open && c->fresh ? STATUS_OK : begin_game(c, err);
    uint64_t number;
    c->fresh = false;
    if (st == STATUS_OK &&
        (!num_parse_u64(version, UINT32_MAX, &number) || number != CHATURANGA_VERSION)) {
        problem(c, PROBLEM_REJECTED, STATUS_UNSUPPORTED, &BAD_VERSION, version);
        c->skipping = true;
    }
    return st;
}

/* Blanks at its end are no part of it. */
static struct span trim_end(struct span s)
{
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n--;
    return s;
}

static enum status read_line(struct chaturanga_source *c, struct span raw, struct err *err)
{
    struct span line = span_trim(raw), rest = line;
    if (line.n == 0)
        return STATUS_OK;
    if (is_magic(line, &rest))
        return begin_version(c, rest, err);
    if (!c->open) {
        enum status st = begin_game(c, err);
        if (st != STATUS_OK)
            return st;
    }
    if (line.p[0] != '#')
        c->fresh = false;
    struct span text = trim_end(span_skip(raw, (size_t)(line.p - raw.p)));
    switch (line.p[0]) {
    case '*':
        return read_text(c, text, CHATURANGA_COMMENT, err);
    case '#':
        return read_text(c, text, CHATURANGA_REMARK, err);
    case '&':
        return read_text(c, text, CHATURANGA_BOOKMARK, err);
    default:
        break;
    }
    if ((line.p[0] >= '0' && line.p[0] <= '9') || begins_with_colour(line))
        return read_turn(c, line, err);
    rest = line;
    if (span_eq_nocase(span_eat_word(&rest), SPAN("variation")))
        return read_variation(c, rest, err);
    struct span key, value;
    if (!split_header(line, &key, &value)) {
        problem(c, PROBLEM_LOST, STATUS_SYNTAX, &BAD_LINE, line);
        return STATUS_OK;
    }
    if (span_eq_nocase(key, SPAN("Result")))
        return read_result(c, value, err);
    bool rules = span_eq_nocase(key, SPAN("Rules"));
    if (rules || span_eq_nocase(key, SPAN("Start"))) {
        keep_start(c, key, value, rules);
        return STATUS_OK;
    }
    return record_add_header(c->r->rec, chaturanga_header_id(key), key, value) == STATUS_OK
               ? STATUS_OK
               : err_nomem(err);
}

static enum status chaturanga_read(struct reader *r, struct err *err)
{
    struct chaturanga_source c = {.r = r, .line = &r->chaturanga_line};
    struct cursor cursor = cursor_over(r->text);
    struct span line;
    enum status st = STATUS_OK;
    while (st == STATUS_OK && cursor_next(&cursor, &line)) {
        c.number = cursor.line;
        c.at = line.p;
        st = read_line(&c, line, err);
    }
    return st == STATUS_OK ? finish_game(&c, err) : st;
}

static bool begins_game(struct span line)
{
    struct span version;
    return is_magic(span_trim(line), &version);
}

static const char *chaturanga_resume(struct span text)
{
    return cursor_find(text, begins_game);
}

/* The first line that is no remark tells. */
static int chaturanga_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line, version;
    while (cursor_next(&cursor, &line)) {
        line = span_trim(line);
        if (line.n && line.p[0] != '#')
            return is_magic(line, &version) ? 100 : 0;
    }
    return 0;
}

const struct format chaturanga_format = {
    .name = "chaturanga",
    .title = {"four-handed chaturanga with dice", "四人制さいころチャトランガ"},
    .extensions = {"chatur"},
    .game = &chaturanga_game,
    .charset = CHARSET_UTF8,
    .separator = "\n",
    .probe = chaturanga_probe,
    .read = chaturanga_read,
    .resume = chaturanga_resume,
    .write = chaturanga_write,
};
