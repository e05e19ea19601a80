/* sgf.c: reading SGF, FF[1] to FF[4], as people have it; see sgf.h for what becomes of it.
 *
 * One pass over the text with a stack of branches of its own, so that nesting costs memory and
 * nothing else.  A node's properties are gathered, then looked at together:
 *
 *     one move, at most one comment and one name     a move of the record       (nearly all nodes)
 *     setup, several moves, anything odd             its moves one by one, the text kept whole
 *     nothing that changes the board                 joined to the node before it
 *
 * What was played is played, by the rules or not; only points that the board does not have are
 * passed over, their text being kept.  Text before, between and behind the games is no SGF. */
#include "formats/sgf.h"
#include "base/alloc.h"
#include "base/num.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go_line.h"
#include "formats/go_result.h"
#include "formats/sgf_lexer.h"

static const struct msg NOT_GO = {"not a game of Go: GM[%1]", "囲碁の棋譜ではありません: GM[%1]"};
static const struct msg BAD_SIZE = {"boards have 1 to 52 lines, not %1",
                                    "盤の大きさは 1～52 です: %1"};
static const struct msg BAD_POINT = {"not a point of this board: %1", "この盤にない点です: %1"};
static const struct msg NO_NODE = {"a property before any node: %1",
                                   "「;」の前に属性があります: %1"};
static const struct msg JUNK = {"passed over what is no SGF: %1",
                                "SGF でない部分を読み飛ばしました: %1"};
static const struct msg BEHIND = {"passed over what stands behind the game: %1",
                                  "棋譜の後ろの部分を読み飛ばしました: %1"};
static const struct msg TOO_EARLY = {"a bracket closes the game before its end; passed over",
                                     "棋譜の途中で括弧が閉じています（読み飛ばしました）"};
static const struct msg UNCLOSED = {"the file ends before the game is closed",
                                    "棋譜の括弧が閉じる前にファイルが終わっています"};
static const struct msg CUT = {"the file ends inside a value",
                               "値の途中でファイルが終わっています"};
static const struct msg TOO_MANY = {"too many moves; the rest is left out",
                                    "手数が多すぎるため、以降を省きました"};
static const struct msg LONG_TEXT = {"texts of more than 16 MB; one is left out",
                                     "16MBを超えるテキストを省きました"};

enum { MAX_TEXT_BYTES = 16 << 20, MAX_NESTING = 1 << 24, MAX_PROPERTIES = 1 << 24 };

struct sgf {
    struct reader *r;
    struct go_line *line;
    struct sgf_lexer lexer;
    struct go_pos *start;
    struct span result;
    struct span handicap; /* HA of the root; .p is NULL if there is none */
    int turn;             /* by PL in the root, -1: not said */

    struct sgf_property *props; /* of the node being read */
    size_t prop_count, prop_cap;
    bool in_node, root_done;
    bool skipping; /* the rest of this tree is not wanted */

    uint32_t *branches; /* moves on the path where each open bracket was met */
    size_t depth, branch_cap;

    /* The node last finished: its first node in the record, and its text if that is kept whole. */
    uint32_t head;
    bool can_join; /* nothing but a semicolon since */
    bool whole;
    struct buf text, comment;
    struct buf scratch;

    const char *line_at; /* lines are counted when somebody asks */
    uint32_t line_number;
};

/* --- Places ----------------------------------------------------------------------------------- */

static uint32_t line_of(struct sgf *s, const char *at)
{
    if (at < s->line_at) {
        s->line_at = s->r->text.p;
        s->line_number = 1;
    }
    for (; s->line_at < at; s->line_at++)
        s->line_number += cursor_is_line_end(s->line_at, s->lexer.end);
    return s->line_number;
}

static void problem(struct sgf *s, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span arg, const char *at)
{
    reader_problem(s->r, severity, code, what, arg, at, line_of(s, at));
}

/* --- Texts ------------------------------------------------------------------------------------ */

static bool is_plain(struct span raw)
{
    for (size_t i = 0; i < raw.n; i++)
        if (raw.p[i] == '\\' || (unsigned char)raw.p[i] < ' ')
            return false;
    return true;
}

/* Borrows raw, or the scratch until it is used again. */
static struct span text_of(struct sgf *s, struct span raw, bool one_line)
{
    if (is_plain(raw))
        return raw;
    buf_clear(&s->scratch);
    sgf_unescape(raw, one_line, &s->scratch);
    return s->scratch.p ? buf_span(&s->scratch) : SPAN("");
}

static enum status keep(struct sgf *s, struct span text, struct span *out)
{
    if (text.n > MAX_TEXT_BYTES) {
        problem(s, PROBLEM_LOST, STATUS_LIMIT, &LONG_TEXT, (struct span){0}, s->lexer.p);
        return STATUS_OK;
    }
    return arena_copy(&s->r->rec->arena, text, out) ? STATUS_OK : STATUS_NOMEM;
}

/* Appends to the comment of nodes that are kept whole. */
static void join_comment(struct sgf *s, struct span text)
{
    if (s->comment.n)
        buf_add_char(&s->comment, '\n');
    buf_add_span(&s->comment, text);
}

/* Gives the node last finished its text, if it has one. */
static enum status settle(struct sgf *s)
{
    if (!s->whole)
        return STATUS_OK;
    s->whole = false;
    struct record_note *note = record_note(s->r->rec, s->head);
    if (!note || buf_status(&s->text) || buf_status(&s->comment))
        return STATUS_NOMEM;
    note->bookmark = note->comment = (struct span){0};
    enum status st = keep(s, buf_span(&s->text), &note->extra);
    if (st == STATUS_OK && s->comment.n)
        st = keep(s, buf_span(&s->comment), &note->comment);
    return st;
}

/* The text of this node, from here on, is kept whole. */
static void begin_whole(struct sgf *s, uint32_t head)
{
    s->head = head;
    s->whole = true;
    buf_clear(&s->text);
    buf_clear(&s->comment);
}

/* The same for the node last finished, which so far was an ordinary one. */
static void make_whole(struct sgf *s)
{
    const struct record_note *note = record_note_at(s->r->rec, s->head);
    if (s->whole)
        return;
    begin_whole(s, s->head);
    buf_add_char(&s->text, ';');
    sgf_put_body(s->r->rec, s->head, s->start->height, &s->text);
    join_comment(s, note->comment);
}

/* --- Moves ------------------------------------------------------------------------------------ */

static bool is_move(uint32_t id)
{
    return id == SGF_ID1('B') || id == SGF_ID1('W');
}

static bool is_setup(uint32_t id)
{
    return id == SGF_ID('A', 'B') || id == SGF_ID('A', 'W') || id == SGF_ID('A', 'E') ||
           id == SGF_ID('P', 'L');
}

static int color_of(uint32_t id)
{
    return (id & 0xFF) == 'W' ? GO_WHITE : GO_BLACK;
}

static bool point_on_board(const struct sgf *s, struct span value, int *point)
{
    int column, row;
    if (!sgf_point(value, &column, &row) || column >= s->start->width || row >= s->start->height)
        return false;
    *point = go_point(column, s->start->height - 1 - row);
    return true;
}

static bool is_pass(const struct sgf *s, struct span value)
{
    bool small = s->start->width <= 19 && s->start->height <= 19;
    value = span_trim(value);
    return value.n == 0 || (small && span_eq(value, SPAN("tt")));
}

static bool move_of(const struct sgf *s, const struct sgf_property *prop, go_move *out)
{
    int point;
    if (point_on_board(s, prop->first, &point))
        *out = go_move_make(GO_PLAY, color_of(prop->id), point);
    else if (is_pass(s, prop->first))
        *out = go_pass_make(color_of(prop->id));
    else
        return false;
    return true;
}

static void tell_illegal(struct sgf *s, enum go_illegal why, go_move m, const char *at)
{
    struct buf text;
    buf_init(&text, 64);
    go_move_print(m, &text);
    problem(s, PROBLEM_NOTE, STATUS_ILLEGAL, go_illegal_text(why), buf_span(&text), at);
    buf_release(&text);
}

/* STATUS_LIMIT ends the tree, and has been told. */
static enum status make_move(struct sgf *s, go_move m, const char *at)
{
    enum go_illegal why;
    enum status st = go_line_move(s->line, m, &why);
    if (st == STATUS_LIMIT) {
        problem(s, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_MANY, (struct span){0}, at);
        s->skipping = true;
    }
    if (st == STATUS_OK && why != GO_LEGAL)
        tell_illegal(s, why, m, at);
    return st;
}

static void bad_point(struct sgf *s, struct span value)
{
    problem(s, PROBLEM_LOST, STATUS_SYNTAX, &BAD_POINT, value, value.p);
}

/* The points of a list, rectangles ("aa:cc") included, one by one. */
struct points {
    struct span values;
    int column, row, to_column, to_row, from_column;
    bool open;
};

static bool read_corners(const struct sgf *s, struct span value, struct points *p)
{
    value = span_trim(value);
    const char *colon = value.n ? memchr(value.p, ':', value.n) : NULL;
    struct span a = value, b = value;
    if (colon) {
        a.n = (size_t)(colon - value.p);
        b = span_skip(value, a.n + 1);
    }
    if (!sgf_point(a, &p->from_column, &p->row) || !sgf_point(b, &p->to_column, &p->to_row))
        return false;
    if (p->from_column > p->to_column) {
        int c = p->from_column;
        p->from_column = p->to_column;
        p->to_column = c;
    }
    if (p->row > p->to_row) {
        int row = p->row;
        p->row = p->to_row;
        p->to_row = row;
    }
    p->column = p->from_column;
    return p->to_column < s->start->width && p->to_row < s->start->height;
}

static bool next_point(struct sgf *s, struct points *p, int *point)
{
    struct span value;
    while (!p->open) {
        if (!sgf_next_value(&p->values, &value))
            return false;
        p->open = read_corners(s, value, p);
        if (!p->open && span_trim(value).n)
            bad_point(s, value);
    }
    *point = go_point(p->column, s->start->height - 1 - p->row);
    if (p->column++ == p->to_column) {
        p->column = p->from_column;
        p->open = p->row++ != p->to_row;
    }
    return true;
}

static go_move setup_move(uint32_t id, int point)
{
    if (id == SGF_ID('A', 'E'))
        return go_move_make(GO_REMOVE, 0, point);
    return go_move_make(GO_PUT, color_of(id), point);
}

/* Makes the moves of a property at the tip. */
static enum status set_up(struct sgf *s, const struct sgf_property *prop)
{
    enum status st = STATUS_OK;
    int point;
    if (prop->id == SGF_ID('P', 'L')) {
        int turn = sgf_color(prop->first);
        return turn < 0 ? STATUS_OK : make_move(s, go_turn_make(turn), prop->name.p);
    }
    struct points points = {.values = prop->values};
    while (st == STATUS_OK && next_point(s, &points, &point))
        st = make_move(s, setup_move(prop->id, point), prop->name.p);
    return st;
}

static enum status play(struct sgf *s, const struct sgf_property *prop)
{
    go_move m;
    if (move_of(s, prop, &m))
        return make_move(s, m, prop->name.p);
    bad_point(s, prop->first);
    return STATUS_OK;
}

/* --- Headers ---------------------------------------------------------------------------------- */

/* What is about the game wherever it stands. */
static const struct {
    uint32_t id;
    int header;
} INFO[] = {
    {SGF_ID('P', 'B'), HEADER_PLAYER},     {SGF_ID('P', 'W'), HEADER_PLAYER + 1},
    {SGF_ID('E', 'V'), HEADER_EVENT},      {SGF_ID('P', 'C'), HEADER_SITE},
    {SGF_ID('D', 'T'), HEADER_START_TIME}, {SGF_ID('T', 'M'), HEADER_TIME_LIMIT},
    {SGF_ID('O', 'N'), HEADER_OPENING},    {SGF_ID('G', 'N'), HEADER_TITLE},
    {SGF_ID('G', 'C'), HEADER_NOTE},       {SGF_ID('R', 'E'), HEADER_OTHER},
    {SGF_ID('K', 'M'), HEADER_OTHER},      {SGF_ID('H', 'A'), HEADER_OTHER},
    {SGF_ID('B', 'R'), HEADER_OTHER},      {SGF_ID('W', 'R'), HEADER_OTHER},
    {SGF_ID('B', 'T'), HEADER_OTHER},      {SGF_ID('W', 'T'), HEADER_OTHER},
    {SGF_ID('R', 'O'), HEADER_OTHER},      {SGF_ID('R', 'U'), HEADER_OTHER},
    {SGF_ID('O', 'T'), HEADER_OTHER},      {SGF_ID('S', 'O'), HEADER_OTHER},
    {SGF_ID('U', 'S'), HEADER_OTHER},      {SGF_ID('A', 'N'), HEADER_OTHER},
    {SGF_ID('C', 'P'), HEADER_OTHER},      {SGF_ID('A', 'P'), HEADER_OTHER},
    {SGF_ID('S', 'T'), HEADER_OTHER},
};

/* -1: not about the game. */
static int info_of(uint32_t id)
{
    for (size_t i = 0; i < sizeof INFO / sizeof INFO[0]; i++)
        if (INFO[i].id == id)
            return INFO[i].header;
    return -1;
}

/* What belongs to a position, not to the game, though it may stand in the root. */
static bool is_of_position(uint32_t id)
{
    static const char names[][3] = {"TR", "SQ", "CR", "MA", "LB", "LN", "AR", "DD", "VW",
                                    "SL", "TB", "TW", "FG", "PM", "MN", "KO", "GB", "GW",
                                    "DM", "UC", "HO", "V",  "BL", "WL", "OB", "OW", "IT",
                                    "DO", "BM", "TE", "L",  "M",  "CH", "BS", "WS", "PL"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *n = names[i];
        if (id == (n[1] ? SGF_ID(n[0], n[1]) : SGF_ID1(n[0])))
            return true;
    }
    return false;
}

static enum status add_header(struct sgf *s, const struct sgf_property *prop, int header)
{
    struct buf key;
    struct span value, values = prop->values;
    enum status st = STATUS_OK;
    if (prop->id == SGF_ID('R', 'E') && !s->result.p)
        s->result = prop->first;
    buf_init(&key, BUF_DEFAULT_MAX);
    sgf_put_property(&(struct sgf_property){.name = prop->name}, &key);
    if (buf_status(&key))
        st = STATUS_NOMEM;
    while (st == STATUS_OK && sgf_next_value(&values, &value))
        st = record_add_header(s->r->rec, (enum record_header_id)header, buf_span(&key),
                               text_of(s, value, header != HEADER_NOTE));
    buf_release(&key);
    return st;
}

bool sgf_is_info(uint32_t id)
{
    return info_of(id) >= 0;
}

bool sgf_has_header(const struct record *rec, uint32_t id)
{
    char name[2] = {(char)(id >> 8), (char)(id & 0xFF)};
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (span_eq(rec->headers[i].key, span_make(name, 2)))
            return true;
    return false;
}

/* FF[3] files may tell about the game in a later node: that moves to the root, where it is not
 * said there already and no variation can have said it. */
static bool moves_to_root(const struct sgf *s, const struct sgf_property *prop)
{
    return s->depth == 1 && sgf_is_info(prop->id) && !sgf_has_header(s->r->rec, prop->id);
}

/* --- The root --------------------------------------------------------------------------------- */

static const struct sgf_property *find(const struct sgf *s, uint32_t id)
{
    for (size_t i = 0; i < s->prop_count; i++)
        if (s->props[i].id == id)
            return &s->props[i];
    return NULL;
}

static void reject(struct sgf *s, const struct msg *why, struct span arg)
{
    problem(s, PROBLEM_REJECTED, STATUS_UNSUPPORTED, why, arg, arg.p);
    s->skipping = true;
}

static bool read_size(struct span text, int *width, int *height)
{
    uint64_t w, h;
    text = span_trim(text);
    if (!num_eat_u64(&text, GO_MAX_SIZE, &w) || w == 0)
        return false;
    h = w;
    text = span_trim(text);
    if (span_eat(&text, SPAN(":")) || span_eat(&text, SPAN("x"))) {
        text = span_trim(text);
        if (text.n && (!num_eat_u64(&text, GO_MAX_SIZE, &h) || h == 0))
            return false; /* "9:" is 9 */
    }
    *width = (int)w;
    *height = (int)h;
    return text.n == 0;
}

static void read_board(struct sgf *s)
{
    const struct sgf_property *game = find(s, SGF_ID('G', 'M')), *size = find(s, SGF_ID('S', 'Z'));
    int width = 19, height = 19;
    if (game && span_trim(game->first).n && !span_eq(span_trim(game->first), SPAN("1")))
        reject(s, &NOT_GO, game->first);
    else if (size && span_trim(size->first).n && !read_size(size->first, &width, &height))
        reject(s, &BAD_SIZE, size->first);
    go_pos_empty(s->start, width, height);
}

static const struct msg NO_HANDICAP = {"HA says %1 handicap stones, which are not on the board",
                                       "HA に置石 %1 子とありますが、盤上にありません"};

/* Are the stones of HA there, put down or played in a row? */
static void check_handicap(struct sgf *s)
{
    const struct record *rec = s->r->rec;
    struct span text = span_trim(s->handicap);
    uint64_t wanted, found = 0;
    if (!num_parse_u64(text, GO_POINTS, &wanted) || wanted < 2)
        return;
    for (int point = 0; point < GO_POINTS; point++)
        found += go_on_board(s->start, point) && go_stone_at(s->start, point) == 1 + GO_BLACK;
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child) {
        go_move m = (go_move)rec->nodes[node].move;
        bool black = go_move_kind(m) <= GO_PUT && go_move_color(m) == GO_BLACK;
        if (!black || go_move_point(m) < 0)
            break;
        found++;
    }
    if (found < wanted)
        problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &NO_HANDICAP, text, text.p);
}

/* In the order in which they are written: a list and a point taken out of it make sense only so. */
static void put_start_stones(struct sgf *s)
{
    for (size_t i = 0; i < s->prop_count; i++) {
        uint32_t id = s->props[i].id;
        if (!is_setup(id) || id == SGF_ID('P', 'L'))
            continue;
        struct points points = {.values = s->props[i].values};
        int point;
        while (next_point(s, &points, &point))
            go_play(s->start, setup_move(id, point), NULL);
    }
}

/* A property of the root besides those that make the start: a header, or kept as it is. */
static enum status root_property(struct sgf *s, const struct sgf_property *prop, struct buf *rest)
{
    uint32_t id = prop->id;
    int header = info_of(id);
    if (id == SGF_ID('G', 'M') || id == SGF_ID('F', 'F') || id == SGF_ID('S', 'Z') ||
        id == SGF_ID('C', 'A') || id == SGF_ID('A', 'B') || id == SGF_ID('A', 'W') ||
        id == SGF_ID('A', 'E'))
        return STATUS_OK;
    if (header >= 0)
        return add_header(s, prop, header);
    if (!is_of_position(id) && !is_move(id) && prop->count == 1 && is_plain(prop->first))
        return add_header(s, prop, HEADER_OTHER);
    sgf_put_property(prop, rest);
    return STATUS_OK;
}

/* One comment and one name are the note's; the text of those is not kept. */
static bool is_note(const struct sgf_property *prop)
{
    return prop->id == SGF_ID1('C') || prop->id == SGF_ID1('N');
}

static enum status keep_note(struct sgf *s, uint32_t node, const struct sgf_property *prop)
{
    struct record_note *note = record_note(s->r->rec, node);
    if (!note)
        return STATUS_NOMEM;
    bool comment = prop->id == SGF_ID1('C');
    return keep(s, text_of(s, prop->first, !comment), comment ? &note->comment : &note->bookmark);
}

/* At most one comment and one name, each with one value. */
static bool notes_are_plain(const struct sgf *s)
{
    int seen[2] = {0, 0};
    for (size_t i = 0; i < s->prop_count; i++)
        if (is_note(&s->props[i]) &&
            (seen[s->props[i].id == SGF_ID1('N')]++ || s->props[i].count > 1))
            return false;
    return true;
}

/* Moves in the root are children of it whose text stands there. */
static enum status root_moves(struct sgf *s)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        uint32_t before = s->line->tip;
        if (!is_move(s->props[i].id))
            continue;
        st = play(s, &s->props[i]);
        if (st != STATUS_OK || s->line->tip == before)
            continue;
        struct record_note *note = record_note(s->r->rec, s->line->tip);
        if (!note)
            return STATUS_NOMEM;
        note->extra = SPAN(SGF_CONTINUED);
    }
    return st;
}

static enum status root_properties(struct sgf *s, bool whole)
{
    struct buf *rest = &s->text;
    enum status st = STATUS_OK;
    begin_whole(s, 0);
    s->whole = whole;
    if (whole)
        buf_add_char(rest, ';');
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (is_note(prop) && !whole) {
            st = keep_note(s, 0, prop);
        } else if (is_note(prop)) {
            sgf_put_property(prop, rest);
            if (prop->id == SGF_ID1('C'))
                join_comment(s, text_of(s, prop->first, false));
        } else {
            st = root_property(s, prop, rest);
        }
    }
    if (st != STATUS_OK || whole || rest->n == 0)
        return st;
    struct record_note *note = record_note(s->r->rec, 0);
    return note && !buf_status(rest) ? keep(s, buf_span(rest), &note->extra) : STATUS_NOMEM;
}

static enum status finish_root(struct sgf *s)
{
    const struct sgf_property *turn = find(s, SGF_ID('P', 'L'));
    read_board(s);
    put_start_stones(s);
    s->turn = turn ? sgf_color(turn->first) : -1;
    if (s->turn >= 0)
        s->start->turn = (uint8_t)s->turn;
    enum status st = go_line_start(s->line, s->start);
    bool moves = find(s, SGF_ID1('B')) || find(s, SGF_ID1('W'));
    if (st == STATUS_OK)
        st = root_properties(s, moves || !notes_are_plain(s));
    const struct sgf_property *rules = find(s, SGF_ID('R', 'U'));
    const struct sgf_property *handicap = find(s, SGF_ID('H', 'A'));
    if (handicap)
        s->handicap = handicap->first;
    s->line->suicide = rules && go_rules_allow_suicide(rules->first);
    if (st == STATUS_OK && moves && !s->skipping)
        st = root_moves(s);
    return st;
}

/* --- Other nodes ------------------------------------------------------------------------------ */

/* One move that can be made, and nothing that needs the node's text as a whole. */
static bool is_simple(const struct sgf *s, go_move *m)
{
    const struct sgf_property *move = NULL;
    for (size_t i = 0; i < s->prop_count; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (is_setup(prop->id) || (is_move(prop->id) && (move || prop->count > 1)))
            return false;
        if (is_move(prop->id))
            move = prop;
    }
    return move && move_of(s, move, m) && (s->prop_count == 1 || notes_are_plain(s));
}

static enum status simple_node(struct sgf *s, go_move m)
{
    enum status st = settle(s);
    if (st == STATUS_OK)
        st = make_move(s, m, s->props[0].name.p);
    if (st != STATUS_OK)
        return st;
    s->head = s->line->tip;
    if (s->prop_count == 1)
        return STATUS_OK;
    struct buf *rest = &s->text;
    buf_clear(rest);
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (is_note(prop))
            st = keep_note(s, s->head, prop);
        else if (moves_to_root(s, prop))
            st = add_header(s, prop, info_of(prop->id));
        else if (!is_move(prop->id))
            sgf_put_property(prop, rest);
    }
    if (st != STATUS_OK || rest->n == 0)
        return st;
    struct record_note *note = record_note(s->r->rec, s->head);
    return note && !buf_status(rest) ? keep(s, buf_span(rest), &note->extra) : STATUS_NOMEM;
}

/* Adds the node's text to that of the one last finished or begun. */
static enum status add_text(struct sgf *s)
{
    enum status st = STATUS_OK;
    buf_add_char(&s->text, ';');
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (moves_to_root(s, prop))
            st = add_header(s, prop, info_of(prop->id));
        else
            sgf_put_property(prop, &s->text);
        if (prop->id == SGF_ID1('C'))
            join_comment(s, text_of(s, prop->first, false));
    }
    return st;
}

/* Setup first, then moves, each in the order in which they are written. */
static enum status node_moves(struct sgf *s)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++)
        if (is_setup(s->props[i].id))
            st = set_up(s, &s->props[i]);
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++)
        if (is_move(s->props[i].id))
            st = play(s, &s->props[i]);
    return st;
}

/* All but the first of the moves that a node made stand in its text. */
static enum status mark_continued(struct sgf *s, uint32_t plies_before)
{
    for (uint32_t i = plies_before + 1; i < s->line->plies; i++) {
        struct record_note *note = record_note(s->r->rec, s->line->path[i].node);
        if (!note)
            return STATUS_NOMEM;
        note->extra = SPAN(SGF_CONTINUED);
    }
    return STATUS_OK;
}

static enum status other_node(struct sgf *s)
{
    uint32_t before = s->line->plies;
    enum status st = node_moves(s);
    if (st != STATUS_OK && st != STATUS_LIMIT)
        return st;
    if (s->line->plies == before && s->can_join) {
        make_whole(s);
        return add_text(s);
    }
    if (s->line->plies == before && st == STATUS_OK)
        st = make_move(s, go_turn_make(s->line->pos.turn), s->lexer.p);
    if (s->line->plies == before)
        return st;
    if (st == STATUS_OK || st == STATUS_LIMIT)
        st = settle(s);
    if (st == STATUS_OK)
        st = mark_continued(s, before);
    if (st != STATUS_OK)
        return st;
    begin_whole(s, s->line->path[before].node);
    return add_text(s);
}

static enum status finish_node(struct sgf *s)
{
    enum status st = STATUS_OK;
    go_move m;
    if (!s->in_node)
        return STATUS_OK;
    s->in_node = false;
    if (!s->root_done) {
        s->root_done = true;
        st = finish_root(s);
    } else if (!s->skipping) {
        st = is_simple(s, &m) ? simple_node(s, m) : other_node(s);
    }
    s->prop_count = 0;
    s->can_join = true;
    return st == STATUS_LIMIT ? STATUS_OK : st;
}

/* --- Trees ------------------------------------------------------------------------------------ */

static enum status open_bracket(struct sgf *s)
{
    uint32_t *p = mem_grow(s->branches, s->depth, &s->branch_cap, MAX_NESTING, sizeof *p);
    if (!p)
        return STATUS_NOMEM;
    s->branches = p;
    p[s->depth++] = s->line->plies;
    s->can_join = false;
    return STATUS_OK;
}

/* Does the game go on behind a bracket that should end it?  People forget to quote brackets in
 * texts: GC[by 3 points (=6 [points])] closes the game, and its moves follow. */
static bool goes_on(const struct sgf *s)
{
    enum { FAR_ENOUGH = 64 };
    const char *p = s->lexer.p;
    const char *end = s->lexer.end - p > FAR_ENOUGH ? p + FAR_ENOUGH : s->lexer.end;
    while (p < end && (*p == ')' || *p == ']' || *p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    if (p < end && *p == ';')
        return true;
    const char *name = p;
    while (p < end && *p >= 'A' && *p <= 'Z')
        p++;
    return p > name && p < end && *p == '[';
}

/* The last one ends the tree, and nothing need be taken back. */
static void close_bracket(struct sgf *s)
{
    if (s->depth == 1 && goes_on(s)) {
        problem(s, PROBLEM_LOST, STATUS_SYNTAX, &TOO_EARLY, (struct span){0}, s->lexer.p - 1);
        return;
    }
    s->can_join = false;
    if (--s->depth)
        go_line_back_to(s->line, s->branches[s->depth]);
}

static enum status take_property(struct sgf *s, const struct sgf_property *prop)
{
    void *p = mem_grow(s->props, s->prop_count, &s->prop_cap, MAX_PROPERTIES, sizeof *s->props);
    if (!p)
        return STATUS_NOMEM;
    s->props = p;
    s->props[s->prop_count++] = *prop;
    if (!s->in_node)
        problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &NO_NODE, prop->name, prop->name.p);
    s->in_node = true;
    return STATUS_OK;
}

/* Up to the bracket that closes the tree, or the end of the file. */
static enum status read_nodes(struct sgf *s, bool *closed)
{
    struct sgf_property prop;
    enum status st = STATUS_OK;
    do {
        enum sgf_kind kind = sgf_next(&s->lexer, &prop);
        if (kind == SGF_PROPERTY) {
            st = take_property(s, &prop);
            continue;
        }
        st = finish_node(s);
        if (kind == SGF_END)
            return st;
        if (kind == SGF_NODE)
            s->in_node = true;
        else if (kind == SGF_CLOSE)
            close_bracket(s);
        else if (st == STATUS_OK)
            st = open_bracket(s);
    } while (st == STATUS_OK && s->depth);
    *closed = true;
    return st;
}

/* The first word of something, to be shown. */
static struct span glimpse(struct sgf *s, const char *at)
{
    size_t n = (size_t)(s->lexer.end - at);
    return span_make(at, n < 20 ? n : 20);
}

/* What follows up to the next game is passed over; if it looks like part of one, that is told. */
static void look_behind(struct sgf *s)
{
    const char *next = sgf_find_tree(s->lexer.p, s->lexer.end);
    const char *to = next ? next : s->lexer.end;
    for (const char *p = s->lexer.p; p < to; p++)
        if (*p == ';' || *p == '[') {
            problem(s, PROBLEM_PARTIAL, STATUS_SYNTAX, &BEHIND, glimpse(s, p), p);
            break;
        }
    s->lexer.p = to;
}

static void tell_oddities(struct sgf *s, bool closed)
{
    if (s->lexer.junk)
        problem(s, PROBLEM_LOST, STATUS_SYNTAX, &JUNK, glimpse(s, s->lexer.junk), s->lexer.junk);
    if (s->lexer.cut)
        problem(s, PROBLEM_PARTIAL, STATUS_SYNTAX, &CUT, (struct span){0}, s->lexer.end);
    else if (!closed)
        problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &UNCLOSED, (struct span){0}, s->lexer.end);
}

/* What only the whole game tells. */
static enum status conclude(struct sgf *s)
{
    struct record *rec = s->r->rec;
    check_handicap(s);
    if (s->result.p)
        (void)go_result_read(text_of(s, s->result, true), rec);
    if (s->turn >= 0)
        return STATUS_OK;
    return go_line_start_turn(s->line, s->start, sgf_first_turn(rec, s->start));
}

static enum status read_tree(struct sgf *s, struct err *err)
{
    bool closed = false;
    enum status st = reader_begin(s->r, err);
    if (st != STATUS_OK)
        return st;
    s->depth = s->prop_count = 0;
    s->in_node = s->root_done = s->skipping = s->can_join = s->whole = false;
    s->head = 0;
    s->result = s->handicap = (struct span){0};
    s->lexer.junk = NULL;
    st = read_nodes(s, &closed);
    if (st == STATUS_OK && !s->root_done) {
        s->in_node = true;
        st = finish_node(s);
    }
    if (st == STATUS_OK)
        st = settle(s);
    if (st == STATUS_OK)
        st = conclude(s);
    if (st != STATUS_OK)
        return err_nomem(err);
    tell_oddities(s, closed);
    look_behind(s);
    return reader_emit(s->r, err);
}

static enum status read(struct reader *r, struct err *err)
{
    struct go_pos start; /* 26 kB that need no zeros */
    struct sgf s = {.r = r,
                    .line = &r->go_line,
                    .start = &start,
                    .lexer = sgf_lexer_over(r->text),
                    .line_at = r->text.p,
                    .line_number = 1};
    enum status st = STATUS_OK;
    buf_init(&s.text, BUF_DEFAULT_MAX);
    buf_init(&s.comment, BUF_DEFAULT_MAX);
    buf_init(&s.scratch, BUF_DEFAULT_MAX);
    for (const char *p; st == STATUS_OK && (p = sgf_find_tree(s.lexer.p, s.lexer.end));) {
        s.lexer.p = p;
        st = read_tree(&s, err);
    }
    mem_free(s.props);
    mem_free(s.branches);
    buf_release(&s.text);
    buf_release(&s.comment);
    buf_release(&s.scratch);
    return st;
}

/* --- The format ------------------------------------------------------------------------------- */

static int probe(struct span head)
{
    const char *end = head.p + head.n, *p = sgf_find_tree(head.p, end);
    if (!p)
        return 0;
    bool first = span_trim(span_make(head.p, (size_t)(p - head.p))).n == 0;
    struct sgf_lexer lexer = sgf_lexer_over(span_make(p + 1, (size_t)(end - p - 1)));
    struct sgf_property prop;
    enum sgf_kind kind = sgf_next(&lexer, &prop);
    if (kind == SGF_NODE)
        kind = sgf_next(&lexer, &prop);
    if (lexer.junk)
        return 0;
    if (kind == SGF_PROPERTY)
        return first ? 100 : 80;
    return first ? 60 : 30;
}

enum status sgf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);

const struct format sgf_format = {
    .name = "sgf",
    .title = {"SGF", "SGF"},
    .extensions = {"sgf"},
    .game = &go_game,
    .charset = CHARSET_UTF8,
    .family = CHARSET_FAMILY_SGF,
    .separator = "\n",
    .probe = probe,
    .read = read,
    .write = sgf_write,
};
