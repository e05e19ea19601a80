/* sgf_root.c: the root of a game of SGF: its headers, its board, what it starts with; see
 * sgf_reader.h. */
#include "formats/go/sgf_reader.h"

#include "base/text/num.h"

static const struct msg NOT_GO = {"not a Go record: GM[%1]", "囲碁の棋譜ではありません: GM[%1]"};
static const struct msg BAD_SIZE = {"board size must be 1 to 52: %1",
                                    "盤の大きさは 1～52 です: %1"};

static const struct msg NO_HANDICAP = {"HA gives %1 handicap stones, but they are not on the board",
                                       "HA に置石 %1 子とありますが、盤上にありません"};

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
int sgf_header_of(uint32_t id)
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

enum status sgf_add_header(struct sgf_reader *s, const struct sgf_property *prop, int header)
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
                               sgf_text_of(s, value, header != HEADER_NOTE));
    buf_release(&key);
    return st;
}

bool sgf_is_info(uint32_t id)
{
    return sgf_header_of(id) >= 0;
}

bool sgf_has_header(const struct record *rec, uint32_t id)
{
    char name[2] = {(char)(id >> 8), (char)(id & 0xFF)};
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (span_eq(rec->headers[i].key, span_make(name, 2)))
            return true;
    return false;
}

/* --- The root --------------------------------------------------------------------------------- */

static const struct sgf_property *find(const struct sgf_reader *s, uint32_t id)
{
    for (size_t i = 0; i < s->prop_count; i++)
        if (s->props[i].id == id)
            return &s->props[i];
    return NULL;
}

static void reject(struct sgf_reader *s, const struct msg *why, struct span arg)
{
    sgf_problem(s, PROBLEM_REJECTED, STATUS_UNSUPPORTED, why, arg, arg.p);
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

static void read_board(struct sgf_reader *s)
{
    const struct sgf_property *game = find(s, SGF_ID('G', 'M')), *size = find(s, SGF_ID('S', 'Z'));
    int width = 19, height = 19;
    if (game && span_trim(game->first).n && !span_eq(span_trim(game->first), SPAN("1")))
        reject(s, &NOT_GO, game->first);
    else if (size && span_trim(size->first).n && !read_size(size->first, &width, &height))
        reject(s, &BAD_SIZE, size->first);
    go_pos_empty(s->start, width, height);
}

/* In the order in which they are written: a list and a point taken out of it make sense only so. */
static void put_start_stones(struct sgf_reader *s)
{
    for (size_t i = 0; i < s->prop_count; i++) {
        uint32_t id = s->props[i].id;
        if (!sgf_is_setup(id) || id == SGF_ID('P', 'L'))
            continue;
        struct sgf_points points = {.values = s->props[i].values};
        int point;
        while (sgf_next_point(s, &points, &point))
            go_play(s->start, sgf_setup_move(id, point), NULL);
    }
}

/* A property of the root besides those that make the start: a header, or kept as it is. */
static enum status root_property(struct sgf_reader *s, const struct sgf_property *prop,
                                 struct buf *rest)
{
    uint32_t id = prop->id;
    int header = sgf_header_of(id);
    if (id == SGF_ID('G', 'M') || id == SGF_ID('F', 'F') || id == SGF_ID('S', 'Z') ||
        id == SGF_ID('C', 'A') || id == SGF_ID('A', 'B') || id == SGF_ID('A', 'W') ||
        id == SGF_ID('A', 'E'))
        return STATUS_OK;
    if (header >= 0)
        return sgf_add_header(s, prop, header);
    if (!is_of_position(id) && !sgf_is_move(id) && prop->count == 1 && sgf_is_plain(prop->first))
        return sgf_add_header(s, prop, HEADER_OTHER);
    sgf_put_property(prop, rest);
    return STATUS_OK;
}

/* Moves in the root are children of it whose text stands there. */
static enum status root_moves(struct sgf_reader *s)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        uint32_t before = s->line->tip;
        if (!sgf_is_move(s->props[i].id))
            continue;
        st = sgf_play(s, &s->props[i]);
        if (st != STATUS_OK || s->line->tip == before)
            continue;
        struct record_note *note = record_note(s->r->rec, s->line->tip);
        if (!note)
            return STATUS_NOMEM;
        note->extra = SPAN(SGF_CONTINUED);
    }
    return st;
}

static enum status root_properties(struct sgf_reader *s, bool whole)
{
    struct buf *rest = &s->text;
    enum status st = STATUS_OK;
    sgf_begin_whole(s, 0);
    s->whole = whole;
    if (whole)
        buf_add_char(rest, ';');
    for (size_t i = 0; i < s->prop_count && st == STATUS_OK; i++) {
        const struct sgf_property *prop = &s->props[i];
        if (sgf_is_note(prop) && !whole) {
            st = sgf_keep_note(s, 0, prop);
        } else if (sgf_is_note(prop)) {
            sgf_put_property(prop, rest);
            if (prop->id == SGF_ID1('C'))
                sgf_join_comment(s, sgf_text_of(s, prop->first, false));
        } else {
            st = root_property(s, prop, rest);
        }
    }
    if (st != STATUS_OK || whole || rest->n == 0)
        return st;
    struct record_note *note = record_note(s->r->rec, 0);
    return note && !buf_status(rest) ? sgf_keep(s, buf_span(rest), &note->extra) : STATUS_NOMEM;
}

enum status sgf_finish_root(struct sgf_reader *s)
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
        st = root_properties(s, moves || !sgf_notes_are_plain(s));
    const struct sgf_property *rules = find(s, SGF_ID('R', 'U'));
    const struct sgf_property *handicap = find(s, SGF_ID('H', 'A'));
    if (handicap)
        s->handicap = handicap->first;
    s->line->suicide = rules && go_rules_allow_suicide(rules->first);
    if (st == STATUS_OK && moves && !s->skipping)
        st = root_moves(s);
    return st;
}

/* Are the stones of HA there, put down or played in a row? */
void sgf_check_handicap(struct sgf_reader *s)
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
        sgf_problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &NO_HANDICAP, text, text.p);
}
