/* jkf.c: JSON Kifu Format, reading.
 *
 *     {"header": {"先手": "…"}, "initial": {"preset": "HIRATE"},
 *      "moves": [{"comments": ["…"]},
 *                {"move": {"color": 0, "from": {"x":7,"y":7}, "to": {"x":7,"y":6}, "piece": "FU"},
 *                 "time": {"now": {"m":0,"s":5}, "total": {…}},
 *                 "forks": [[{"move": {…}}, …]]},
 *                {"special": "TORYO"}]}
 *
 * The first element of moves is the start position, for its comments.  Forks stand at the move that
 * they replace.  Readers are to expect files from before normalisation: no colour, no "to" where
 * "same" says it, no "capture", the piece after moving instead of before, null for what is absent.
 *
 * A line is read to its end before its forks, the deepest fork first: then the path up to a fork is
 * always still there, and an explicit stack of forks is all the memory that nesting takes.
 *
 * A file may also hold an array of games, or one game after another (a line each, say).
 */
#include "formats/shogi/jkf.h"

#include "base/alloc.h"
#include "base/text/json_doc.h"
#include "formats/cursor.h"
#include "formats/shogi/csa.h"
#include "formats/shogi/kakinoki.h"
#include "games/shogi/shogi_names.h"

static const struct msg NOT_JSON = {"invalid JSON: %1", "ここからJSONとして読めません: %1"};
static const struct msg NOT_A_GAME = {"JSON without a game: %1",
                                      "JSONですが棋譜ではありません: %1"};
static const struct msg BAD_MOVE = {"illegal move %1", "指せない手です: %1"};
static const struct msg BAD_START = {"not a start position: %1", "開始局面が読めません: %1"};
static const struct msg BAD_TIME = {"not a time: %1", "消費時間が読めません: %1"};
static const struct msg BAD_ELEMENT = {"not a move: %1", "指し手ではありません: %1"};
static const struct msg AFTER_END = {"move after the end of the game: %1", "終局後の手です: %1"};
static const struct msg TOO_MANY = {"too many moves; the rest is ignored",
                                    "手数が多すぎるため、以降を省きました"};

const char *const jkf_presets[SHOGI_HANDICAP_OTHER + 1] = {
    "HIRATE", "KY",  "KY_R", "KA",  "HI",  "HIKY", "2",  "3",    "4",
    "5",      "5_L", "6",    "7_L", "7_R", "8",    "10", "OTHER"};

const struct jkf_relative jkf_relatives[JKF_RELATIVES] = {
    {KI2_LEFT, 'L'}, {KI2_STRAIGHT, 'C'}, {KI2_RIGHT, 'R'}, {KI2_UP, 'U'},
    {KI2_SIDE, 'M'}, {KI2_BACK, 'D'},     {KI2_DROP, 'H'}};

/* Forks still to be read: those of one element, from `fork` up to `end`. */
struct jkf_forks {
    uint32_t fork, end; /* tokens */
    uint32_t plies;     /* moves before the one they replace */
};

struct jkf_reader {
    struct reader *r;
    struct json_doc doc;
    struct buf text; /* the string last asked for */
    struct jkf_forks *stack;
    size_t depth, cap;
    bool unplayable;    /* the start position does not allow moves */
    bool ended, broken; /* of the line being read */
    /* where lines have been counted to, and where the present game begins */
    const char *mark_at, *game_at;
    uint32_t mark_line, game_line;
};

/* --- Places and texts ----------------------------------------------------------------------- */

static uint32_t line_of(struct jkf_reader *j, const char *at)
{
    if (at < j->mark_at) {
        j->mark_at = j->game_at;
        j->mark_line = j->game_line;
    }
    for (; j->mark_at < at; j->mark_at++)
        j->mark_line += cursor_is_line_end(j->mark_at, j->r->text.p + j->r->text.n);
    return j->mark_line;
}

static void problem_at(struct jkf_reader *j, enum problem_severity severity, enum status code,
                       const struct msg *what, struct span s)
{
    if (severity > PROBLEM_NOTE || j->r->rec->problem_count < RECORD_MAX_PROBLEMS)
        reader_problem(j->r, severity, code, what, s, s.p, line_of(j, s.p));
    else
        record_drop_problem(j->r->rec, severity);
}

static void problem(struct jkf_reader *j, enum problem_severity severity, enum status code,
                    const struct msg *what, uint32_t token)
{
    problem_at(j, severity, code, what, j->doc.tokens[token].at);
}

/* A string's value; of anything else, its text. */
static struct span text_of(struct jkf_reader *j, uint32_t token)
{
    if (!json_doc_is(&j->doc, token, JSON_DOC_STRING))
        return j->doc.tokens[token].at;
    buf_clear(&j->text);
    json_doc_string(&j->doc, token, &j->text);
    return buf_span(&j->text);
}

/* A member of the game itself; 0 if it is missing or null. */
static uint32_t game_member(const struct jkf_reader *j, struct span key)
{
    uint32_t token = json_doc_member(&j->doc, 0, key);
    return token && !json_doc_is(&j->doc, token, JSON_DOC_NULL) ? token : 0;
}

/* The same of something in it, which may be missing (0) as well. */
static uint32_t member(const struct jkf_reader *j, uint32_t object, struct span key)
{
    uint32_t token = object ? json_doc_member(&j->doc, object, key) : 0;
    return token && !json_doc_is(&j->doc, token, JSON_DOC_NULL) ? token : 0;
}

static bool is_true(const struct jkf_reader *j, uint32_t token)
{
    return token && json_doc_is(&j->doc, token, JSON_DOC_TRUE);
}

static int kind_of_name(const struct jkf_reader *j, uint32_t token)
{
    struct span name = token ? j->doc.tokens[token].at : (struct span){0};
    return name.n == 2 ? shogi_kind_by_csa(name.p[0], name.p[1]) : 0;
}

/* --- Header --------------------------------------------------------------------------------- */

/* The handicap's name is no header of its own: it is in the start position. */
static bool is_handicap_name(struct span key, struct span value)
{
    return span_eq(key, SPAN("手合割")) && shogi_handicap_by_kanji(value) >= 0;
}

static enum status read_header(struct jkf_reader *j, uint32_t header, struct err *err)
{
    struct json_doc *doc = &j->doc;
    if (!header || !json_doc_is(doc, header, JSON_DOC_OBJECT))
        return STATUS_OK;
    struct buf name;
    enum status st = STATUS_OK;
    buf_init(&name, BUF_DEFAULT_MAX);
    for (uint32_t key = json_doc_begin(header); st == STATUS_OK && key < json_doc_end(doc, header);
         key = json_doc_next(doc, key + 1)) {
        if (json_doc_is(doc, key + 1, JSON_DOC_NULL))
            continue;
        buf_clear(&name);
        json_doc_string(doc, key, &name);
        struct span value = text_of(j, key + 1);
        if (!is_handicap_name(buf_span(&name), value))
            st = record_add_header(j->r->rec, kakinoki_header_id(buf_span(&name)), buf_span(&name),
                                   value);
    }
    buf_release(&name);
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- Start position ------------------------------------------------------------------------- */

static int preset_by_name(struct span name)
{
    for (int i = 0; i <= SHOGI_HANDICAP_OTHER; i++)
        if (span_eq(name, span_of(jkf_presets[i])))
            return i;
    return -1;
}

static bool put_square(struct jkf_reader *j, struct shogi_pos *pos, int square, uint32_t token)
{
    uint32_t kind_token = member(j, token, SPAN("kind"));
    int64_t color = 0;
    if (!kind_token)
        return true;
    int kind = kind_of_name(j, kind_token);
    uint32_t color_token = member(j, token, SPAN("color"));
    if (!kind || (color_token && !json_doc_integer(&j->doc, color_token, 0, 1, &color)))
        return false;
    shogi_pos_put(pos, square, shogi_piece((int)color, kind));
    return true;
}

/* board[x-1][y-1]; an object instead of an array is an empty board. */
static bool put_board(struct jkf_reader *j, struct shogi_pos *pos, uint32_t board)
{
    const struct json_doc *doc = &j->doc;
    int file = 1;
    if (json_doc_is(doc, board, JSON_DOC_OBJECT))
        return true;
    if (!json_doc_is(doc, board, JSON_DOC_ARRAY))
        return false;
    for (uint32_t c = json_doc_begin(board); c < json_doc_end(doc, board);
         c = json_doc_next(doc, c), file++) {
        int rank = 1;
        if (file > 9 || !json_doc_is(doc, c, JSON_DOC_ARRAY))
            return false;
        for (uint32_t s = json_doc_begin(c); s < json_doc_end(doc, c);
             s = json_doc_next(doc, s), rank++)
            if (rank > 9 || !put_square(j, pos, shogi_square(file, rank), s))
                return false;
    }
    return true;
}

static bool put_hand(struct jkf_reader *j, struct shogi_pos *pos, int color, uint32_t hand)
{
    const struct json_doc *doc = &j->doc;
    if (!json_doc_is(doc, hand, JSON_DOC_OBJECT))
        return json_doc_is(doc, hand, JSON_DOC_NULL);
    for (uint32_t key = json_doc_begin(hand); key < json_doc_end(doc, hand);
         key = json_doc_next(doc, key + 1)) {
        int kind = kind_of_name(j, key);
        int64_t count = 0;
        if (!json_doc_integer(doc, key + 1, 0, 18, &count))
            return false;
        if (count && !(kind && kind < SHOGI_HAND_KINDS))
            return false;
        if (count)
            shogi_pos_set_hand(pos, color, kind, (int)count);
    }
    return true;
}

static bool put_data(struct jkf_reader *j, struct shogi_pos *pos, uint32_t data)
{
    int64_t turn = 0;
    uint32_t color = member(j, data, SPAN("color")), board = member(j, data, SPAN("board"));
    uint32_t hands = member(j, data, SPAN("hands"));
    shogi_pos_clear(pos);
    if (color && !json_doc_integer(&j->doc, color, 0, 1, &turn))
        return false;
    if (board && !put_board(j, pos, board))
        return false;
    if (hands && json_doc_is(&j->doc, hands, JSON_DOC_ARRAY)) {
        int seat = 0;
        for (uint32_t h = json_doc_begin(hands); h < json_doc_end(&j->doc, hands) && seat < 2;
             h = json_doc_next(&j->doc, h), seat++)
            if (!put_hand(j, pos, seat, h))
                return false;
    }
    shogi_pos_set_turn(pos, (int)turn);
    return true;
}

/* Files without "initial" may name the handicap in the header, as KIF does. */
static int handicap_of_header(struct jkf_reader *j, uint32_t header)
{
    uint32_t token = member(j, header, SPAN("手合割"));
    int handicap = token ? shogi_handicap_by_kanji(text_of(j, token)) : -1;
    return handicap < 0 || handicap == SHOGI_HANDICAP_OTHER ? SHOGI_EVEN : handicap;
}

/* False, with the even start in *pos, if what the file says makes no sense. */
static bool find_start(struct jkf_reader *j, struct shogi_pos *pos)
{
    uint32_t initial = game_member(j, SPAN("initial"));
    uint32_t preset = member(j, initial, SPAN("preset")), data = member(j, initial, SPAN("data"));
    int handicap = preset ? preset_by_name(text_of(j, preset)) : -1;
    if (!initial)
        handicap = handicap_of_header(j, game_member(j, SPAN("header")));
    if (handicap >= 0 && handicap != SHOGI_HANDICAP_OTHER) {
        if (handicap == SHOGI_EVEN)
            shogi_pos_start(pos);
        else
            shogi_pos_handicap(pos, (enum shogi_handicap)handicap);
        return true;
    }
    if (data && put_data(j, pos, data))
        return true;
    shogi_pos_start(pos);
    return false;
}

static enum status read_start(struct jkf_reader *j, struct err *err)
{
    struct shogi_pos pos;
    struct err why;
    uint32_t initial = game_member(j, SPAN("initial"));
    j->unplayable = false;
    if (!find_start(j, &pos)) {
        problem(j, PROBLEM_REJECTED, STATUS_SYNTAX, &BAD_START, initial);
        j->unplayable = true;
    } else if (shogi_pos_finish(&pos, &why) != STATUS_OK) {
        const char *at = j->doc.tokens[initial].at.p;
        reader_problem_at(j->r, PROBLEM_REJECTED, &why, at, line_of(j, at));
        j->unplayable = true;
    }
    return shogi_line_start(&j->r->line, &pos) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- Moves ---------------------------------------------------------------------------------- */

/* The square of {"x":7,"y":6}, or -1. */
static int square_of(const struct jkf_reader *j, uint32_t token)
{
    int64_t x, y;
    uint32_t x_token = member(j, token, SPAN("x")), y_token = member(j, token, SPAN("y"));
    if (!x_token || !y_token || !json_doc_integer(&j->doc, x_token, 1, 9, &x) ||
        !json_doc_integer(&j->doc, y_token, 1, 9, &y))
        return -1;
    return shogi_square((int)x, (int)y);
}

/* The words of "relative": L C R, U M D, H. */
static unsigned words_of(const struct jkf_reader *j, uint32_t relative)
{
    unsigned words = 0;
    struct span letters = relative ? j->doc.tokens[relative].at : (struct span){0};
    for (size_t i = 0; i < letters.n; i++)
        for (int w = 0; w < JKF_RELATIVES; w++)
            if (letters.p[i] == jkf_relatives[w].letter)
                words |= jkf_relatives[w].word;
    return words;
}

/* Without "from" it is a drop; files made from KI2 and not normalised also leave "from" out where
 * the words tell the piece. */
static shogi_move decode_without_from(const struct jkf_reader *j, uint32_t move, int kind, int to,
                                      bool promote)
{
    const struct shogi_pos *pos = &j->r->line.pos;
    shogi_move drop = kind < SHOGI_HAND_KINDS ? shogi_drop_make(kind, to) : 0;
    if (drop && shogi_move_is_legal(pos, drop))
        return drop;
    struct ki2_move m = {.to = to, .kind = kind, .from = -1};
    m.words = words_of(j, member(j, move, SPAN("relative")));
    if (promote)
        m.words |= KI2_PROMOTE;
    return ki2_resolve_move(pos, &m);
}

/* 0 if it is no move here. */
static shogi_move decode_move(const struct jkf_reader *j, uint32_t move)
{
    const struct shogi_line *line = &j->r->line;
    uint32_t from_token = member(j, move, SPAN("from")), to_token = member(j, move, SPAN("to"));
    uint32_t color = member(j, move, SPAN("color")), piece = member(j, move, SPAN("piece"));
    bool promote = is_true(j, member(j, move, SPAN("promote")));
    int to = to_token ? square_of(j, to_token) : -1;
    int kind = kind_of_name(j, piece);
    int64_t seat;
    if (!to_token && is_true(j, member(j, move, SPAN("same"))))
        to = shogi_line_last_to(line);
    /* older files hold true and false here, which say nothing that the position does not */
    if (color && json_doc_integer(&j->doc, color, 0, 1, &seat) && seat != shogi_turn(&line->pos))
        return 0;
    if (to < 0 || (piece && !kind))
        return 0;
    if (!from_token)
        return kind ? decode_without_from(j, move, kind, to, promote) : 0;
    int from = square_of(j, from_token);
    if (from < 0)
        return 0;
    int moved = shogi_kind_of(shogi_piece_at(&line->pos, from));
    if (kind && kind != moved) {
        /* the piece after moving, as CSA has it */
        if (!shogi_kind_can_promote(moved) || kind != (moved | 8))
            return 0;
        promote = true;
    }
    return shogi_move_make(from, to, promote);
}

static void read_comments(struct jkf_reader *j, uint32_t comments)
{
    struct span text = text_of(j, comments), line;
    struct cursor cursor = cursor_over(text);
    bool ok = text.n || shogi_line_comment(&j->r->line, text);
    while (cursor_next(&cursor, &line))
        ok = shogi_line_comment(&j->r->line, line) && ok;
    const char *at = j->doc.tokens[comments].at.p;
    if (!ok)
        reader_no_room(j->r, at, line_of(j, at));
}

static void read_all_comments(struct jkf_reader *j, uint32_t comments)
{
    if (!comments)
        return;
    if (!json_doc_is(&j->doc, comments, JSON_DOC_ARRAY)) {
        read_comments(j, comments);
        return;
    }
    for (uint32_t c = json_doc_begin(comments); c < json_doc_end(&j->doc, comments);
         c = json_doc_next(&j->doc, c))
        read_comments(j, c);
}

/* {"now":{"h":0,"m":1,"s":2},…}: what this move took.  The total follows from the others. */
static void read_time(struct jkf_reader *j, uint32_t time)
{
    enum { MAX_UNIT = 1000000 };
    uint32_t now = member(j, time, SPAN("now"));
    static const struct {
        struct span name;
        uint64_t ms;
    } units[] = {{SPAN_INIT("h"), 3600000}, {SPAN_INIT("m"), 60000}, {SPAN_INIT("s"), 1000}};
    uint64_t ms = 0;
    if (!now)
        return;
    for (int i = 0; i < 3; i++) {
        uint32_t token = member(j, now, units[i].name);
        int64_t n = 0;
        if (token && !json_doc_integer(&j->doc, token, 0, MAX_UNIT, &n)) {
            problem(j, PROBLEM_LOST, STATUS_SYNTAX, &BAD_TIME, now);
            return;
        }
        ms += (uint64_t)n * units[i].ms;
    }
    if (ms >= RECORD_NO_TIME)
        problem(j, PROBLEM_LOST, STATUS_RANGE, &BAD_TIME, now);
    else
        shogi_line_time(&j->r->line, ms);
}

static enum status push_forks(struct jkf_reader *j, uint32_t forks, struct err *err)
{
    if (!forks || !json_doc_is(&j->doc, forks, JSON_DOC_ARRAY))
        return STATUS_OK;
    void *p = mem_grow(j->stack, j->depth, &j->cap, SIZE_MAX, sizeof *j->stack);
    if (!p)
        return err_nomem(err);
    j->stack = p;
    j->stack[j->depth++] =
        (struct jkf_forks){json_doc_begin(forks), json_doc_end(&j->doc, forks), j->r->line.plies};
    return STATUS_OK;
}

/* A status of shogi_line: a bad move breaks the line off, the rest is as it is. */
static enum status settle(struct jkf_reader *j, enum status st, uint32_t token, struct err *err)
{
    if (st == STATUS_OK)
        return STATUS_OK;
    if (st != STATUS_ILLEGAL && st != STATUS_LIMIT)
        return err_nomem(err);
    problem(j, PROBLEM_PARTIAL, st, st == STATUS_LIMIT ? &TOO_MANY : &BAD_MOVE, token);
    j->broken = true;
    return STATUS_OK;
}

static enum status read_special(struct jkf_reader *j, uint32_t special, struct err *err)
{
    struct span name = text_of(j, special);
    enum record_end end = END_OTHER;
    int seat = -1;
    csa_end_by_name(name, &end, &seat);
    j->ended = true;
    return settle(
        j, shogi_line_end(&j->r->line, end, seat, end == END_OTHER ? name : (struct span){0}),
        special, err);
}

static enum status read_move(struct jkf_reader *j, uint32_t move, struct err *err)
{
    if (j->ended) {
        problem(j, PROBLEM_LOST, STATUS_SYNTAX, &AFTER_END, move);
        j->broken = true;
        return STATUS_OK;
    }
    return settle(j, shogi_line_move(&j->r->line, decode_move(j, move)), move, err);
}

/* One element of moves or of a fork. */
static enum status read_element(struct jkf_reader *j, uint32_t element, struct err *err)
{
    uint32_t move = member(j, element, SPAN("move"));
    uint32_t special = member(j, element, SPAN("special"));
    enum status st = STATUS_OK;
    if (!json_doc_is(&j->doc, element, JSON_DOC_OBJECT)) {
        problem(j, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_ELEMENT, element);
        j->broken = true;
        return STATUS_OK;
    }
    st = push_forks(j, member(j, element, SPAN("forks")), err);
    if (st == STATUS_OK && move)
        st = read_move(j, move, err);
    if (st == STATUS_OK && special && !j->broken && !j->ended)
        st = read_special(j, special, err);
    if (st != STATUS_OK || j->broken)
        return st;
    read_all_comments(j, member(j, element, SPAN("comments")));
    if (move || special)
        read_time(j, member(j, element, SPAN("time")));
    return STATUS_OK;
}

static enum status read_line(struct jkf_reader *j, uint32_t array, struct err *err)
{
    enum status st = STATUS_OK;
    j->ended = j->broken = false;
    if (!json_doc_is(&j->doc, array, JSON_DOC_ARRAY)) {
        problem(j, PROBLEM_PARTIAL, STATUS_SYNTAX, &BAD_ELEMENT, array);
        return STATUS_OK;
    }
    for (uint32_t e = json_doc_begin(array);
         st == STATUS_OK && !j->broken && e < json_doc_end(&j->doc, array);
         e = json_doc_next(&j->doc, e))
        st = read_element(j, e, err);
    if (st == STATUS_OK && shogi_line_flush(&j->r->line) != STATUS_OK)
        st = err_nomem(err);
    return st;
}

static enum status read_tree(struct jkf_reader *j, uint32_t moves, struct err *err)
{
    j->depth = 0;
    enum status st = read_line(j, moves, err);
    while (st == STATUS_OK && j->depth) {
        struct jkf_forks *top = &j->stack[j->depth - 1];
        if (top->fork >= top->end) {
            j->depth--;
            continue;
        }
        uint32_t fork = top->fork;
        top->fork = json_doc_next(&j->doc, fork);
        shogi_line_back_to(&j->r->line, top->plies);
        st = read_line(j, fork, err);
    }
    return st;
}

/* --- Games ---------------------------------------------------------------------------------- */

/* The first line, for a message. */
static struct span beginning(struct span s)
{
    struct cursor cursor = cursor_over(s);
    struct span line = span_make(s.p, 0);
    cursor_next(&cursor, &line);
    return line;
}

static enum status read_game(struct jkf_reader *j, enum status parsed, struct err *err)
{
    struct reader *r = j->r;
    uint32_t moves = game_member(j, SPAN("moves"));
    enum status st = reader_begin(r, j->game_at, err);
    if (st != STATUS_OK)
        return st;
    if (!moves) {
        struct shogi_pos pos;
        problem_at(j, PROBLEM_REJECTED, STATUS_SYNTAX, &NOT_A_GAME, beginning(j->doc.tokens[0].at));
        shogi_pos_start(&pos);
        if (shogi_line_start(&r->line, &pos) != STATUS_OK)
            return err_nomem(err);
        return reader_emit(r, err);
    }
    st = read_header(j, game_member(j, SPAN("header")), err);
    if (st == STATUS_OK)
        st = read_start(j, err);
    if (st == STATUS_OK && !j->unplayable)
        st = read_tree(j, moves, err);
    if (st == STATUS_OK && parsed != STATUS_OK)
        problem_at(j, PROBLEM_PARTIAL, STATUS_SYNTAX, &NOT_JSON,
                   beginning(span_make(j->doc.end, (size_t)(r->text.p + r->text.n - j->doc.end))));
    return st == STATUS_OK ? reader_emit(r, err) : st;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

static enum status read_games(struct jkf_reader *j, struct span rest, struct err *err)
{
    struct reader *r = j->r;
    for (;;) {
        while ((rest.n && is_space(rest.p[0])) || span_starts(rest, SPAN("\xEF\xBB\xBF")))
            rest = span_skip(rest, is_space(rest.p[0]) ? 1 : 3);
        if (!rest.n || rest.p[0] == ']')
            return STATUS_OK;
        j->game_line = line_of(j, rest.p);
        j->game_at = rest.p;
        enum status parsed = json_doc_read(&j->doc, rest);
        if (parsed == STATUS_NOMEM)
            return err_nomem(err);
        if (!j->doc.count)
            return reader_fail(r, STATUS_SYNTAX, &NOT_JSON, beginning(rest), rest.p, j->game_line,
                               err);
        enum status st = read_game(j, parsed, err);
        if (st != STATUS_OK || parsed != STATUS_OK)
            return st;
        rest = span_skip(rest, (size_t)(j->doc.end - rest.p));
    }
}

static enum status jkf_read(struct reader *r, struct err *err)
{
    struct jkf_reader j = {.r = r, .mark_at = r->text.p, .mark_line = 1};
    j.game_at = j.mark_at;
    j.game_line = j.mark_line;
    json_doc_init(&j.doc);
    buf_init(&j.text, BUF_DEFAULT_MAX);
    struct span text = span_trim(r->text);
    if (text.n && text.p[0] == '[')
        text = span_skip(text, 1);
    enum status st = read_games(&j, text, err);
    mem_free(j.stack);
    buf_release(&j.text);
    json_doc_release(&j.doc);
    return st;
}

/* Games that follow each other begin on lines of their own; what is inside one is indented, or on
 * one line with it. */
static const char *jkf_resume(struct span text)
{
    ptrdiff_t at = span_find(text, SPAN("\n{"));
    return at < 0 ? NULL : text.p + at + 1;
}

/* --- Probing -------------------------------------------------------------------------------- */

static int jkf_probe(struct span head)
{
    struct span s = span_trim(head);
    if (span_eat(&s, SPAN("[")))
        s = span_trim(s);
    if (!span_starts(s, SPAN("{")))
        return 0;
    int score = 0;
    if (span_find(s, SPAN("\"moves\"")) >= 0)
        score += 60;
    if (span_find(s, SPAN("\"header\"")) >= 0 || span_find(s, SPAN("\"initial\"")) >= 0)
        score += 40;
    return score;
}

const struct format jkf_format = {
    .name = "jkf",
    .title = {"JSON Kifu Format", "JSON棋譜フォーマット"},
    .extensions = {"jkf", "json"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "",
    .probe = jkf_probe,
    .read = jkf_read,
    .resume = jkf_resume,
    .write = jkf_write,
};
