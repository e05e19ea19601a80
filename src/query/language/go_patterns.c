/* go_patterns.c: drawn diagrams of Go, for questions; see patterns.h. */
#include "base/alloc.h"
#include "base/text/num.h"
#include "facts/captures.h"
#include "games/go/go_facts.h"
#include "games/go/go_match.h"
#include "query/language/patterns.h"
#include "query/language/words.h"

static enum status parse(void *pattern, struct span text, struct err *err)
{
    memset(pattern, 0, sizeof(struct go_pattern));
    return go_pattern_parse(pattern, text, err);
}

static void print(const void *pattern, struct buf *out)
{
    go_pattern_print(pattern, out);
}

static void image(const void *pattern, unsigned symmetry, void *out)
{
    memset(out, 0, sizeof(struct go_pattern));
    go_pattern_image(pattern, symmetry, out);
}

/* Two points beside each other at a corner of a small board tell the eight symmetries apart. */
static unsigned compose(unsigned first, unsigned second)
{
    enum { SIDE = 3, CORNER = 0, BESIDE = 1 };
    unsigned colors = (first ^ second) & GO_COLORS;
    for (unsigned s = 0; s < GO_COLORS; s++) {
        bool same = true;
        for (int point = CORNER; point <= BESIDE; point++) {
            int to = go_point_image(point, SIDE, SIDE, first);
            same &= go_point_image(to, SIDE, SIDE, second) == go_point_image(point, SIDE, SIDE, s);
        }
        if (same)
            return s | colors;
    }
    return colors; /* never: the symmetries are a group */
}

/* --- Finding ---------------------------------------------------------------------------------- */

struct finder {
    struct go_pattern *patterns; /* owned: the matcher wants them in a row */
    uint32_t count;
    bool playing;
    struct go_matcher *matcher;
    struct go_pos start; /* of start_text */
    struct buf start_text;
    bool start_known;
    struct taken_list taken;
    struct go_hits found;
    struct pattern_place *places; /* owned */
    size_t cap;
};

static void close_finder(void *matcher)
{
    struct finder *f = matcher;
    if (!f)
        return;
    go_matcher_close(f->matcher);
    go_hits_release(&f->found);
    taken_list_release(&f->taken);
    buf_release(&f->start_text);
    mem_free(f->places);
    mem_free(f->patterns);
    mem_free(f);
}

static enum status open_finder(void **matcher, const void *const *patterns, uint32_t count,
                               bool playing, struct err *err)
{
    struct finder *f = mem_calloc(1, sizeof *f);
    *matcher = f;
    if (!f)
        return err_nomem(err);
    buf_init(&f->start_text, BUF_DEFAULT_MAX);
    f->count = count;
    f->playing = playing;
    f->patterns = mem_calloc((size_t)count + 1, sizeof *f->patterns);
    enum status status = f->patterns ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; i < count && f->patterns; i++)
        f->patterns[i] = *(const struct go_pattern *)patterns[i];
    if (status == STATUS_OK && !playing)
        status = go_matcher_open(&f->matcher, f->patterns, count, err);
    if (status != STATUS_OK) {
        close_finder(f);
        *matcher = NULL;
    }
    return status;
}

/* Most lines begin at the same position. */
static enum status go_to_start(struct finder *f, struct span start, struct err *err)
{
    if (f->start_known && span_eq(start, buf_span(&f->start_text)))
        return STATUS_OK;
    f->start_known = false;
    buf_clear(&f->start_text);
    buf_add_span(&f->start_text, start);
    if (buf_status(&f->start_text) != STATUS_OK)
        return err_nomem(err);
    enum status status = STATUS_OK;
    if (start.n == 0)
        go_game.rules.pos_start(&f->start);
    else
        status = go_pos_parse(&f->start, start, err);
    f->start_known = status == STATUS_OK;
    return status;
}

static enum status take_places(struct finder *f, struct err *err)
{
    if (f->found.count > f->cap) {
        struct pattern_place *grown =
            mem_realloc_array(f->places, f->found.count, sizeof *f->places);
        if (!grown)
            return err_nomem(err);
        f->places = grown;
        f->cap = f->found.count;
    }
    for (size_t i = 0; i < f->found.count; i++) {
        const struct go_hit *p = &f->found.at[i];
        f->places[i] = (struct pattern_place){p->from, p->to, p->pattern, p->column, p->row};
    }
    return STATUS_OK;
}

/* What came off the board up to the last ply that is asked about. */
static enum status take_captures(struct finder *f, const struct pattern_line *line,
                                 struct go_match_line *out, struct err *err)
{
    enum status status = captures_of_line(line->captures, line->lines, line->line, &f->taken, err);
    size_t count = f->taken.count;
    while (count > 0 && f->taken.at[count - 1].ply > line->count)
        count--;
    out->taken = f->taken.at;
    out->taken_count = (uint32_t)count;
    out->taken_known = status == STATUS_OK;
    return status;
}

static enum status find(void *matcher, const struct pattern_line *line,
                        const struct pattern_place **places, size_t *count, struct err *err)
{
    struct finder *f = matcher;
    struct go_match_line l = {.start = &f->start, .moves = line->moves, .count = line->count};
    enum status status = go_to_start(f, line->start, err);
    if (status == STATUS_OK && line->captures)
        status = take_captures(f, line, &l, err);
    if (status == STATUS_OK && f->playing)
        status = go_match_by_playing(f->patterns, f->count, &l, &f->found, err);
    else if (status == STATUS_OK)
        status = go_matcher_run(f->matcher, &l, &f->found, err);
    if (status == STATUS_OK)
        status = take_places(f, err);
    *places = f->places;
    *count = status == STATUS_OK ? f->found.count : 0;
    return status;
}

/* --- Where it can be -------------------------------------------------------------------------- */

enum { BOARD_SHIFT = 8, BOARD_MASK = 255 };

static uint32_t board_make(unsigned width, unsigned height)
{
    return width << BOARD_SHIFT | height;
}

/* "19x19 b …": the size is all that is read.  0 if there is none. */
static uint32_t board(struct span start)
{
    uint64_t width, height;
    if (start.n == 0)
        return board_make(19, 19);
    const char *blank = memchr(start.p, ' ', start.n);
    struct span size = span_make(start.p, blank ? (size_t)(blank - start.p) : start.n);
    ptrdiff_t x = span_find(size, SPAN("x"));
    struct span first = x < 0 ? size : span_make(size.p, (size_t)x);
    struct span second = x < 0 ? size : span_skip(size, (size_t)x + 1);
    if (!num_parse_u64(first, GO_MAX_SIZE, &width) || !num_parse_u64(second, GO_MAX_SIZE, &height))
        return 0;
    return board_make((unsigned)width, (unsigned)height);
}

/* How many places there are along one side; *first is where they begin. */
static uint32_t places_along(unsigned cells, unsigned size, bool low, bool high, unsigned *first)
{
    *first = 0;
    if (cells > size || (low && high && cells != size))
        return 0;
    if (high)
        *first = size - cells;
    return low || high ? 1 : size - cells + 1;
}

static uint32_t columns_of(const struct go_pattern *p, uint32_t on, unsigned *first)
{
    return places_along(p->width, on >> BOARD_SHIFT, p->edges & GO_EDGE_LEFT,
                        p->edges & GO_EDGE_RIGHT, first);
}

static uint32_t rows_of(const struct go_pattern *p, uint32_t on, unsigned *first)
{
    return places_along(p->height, on & BOARD_MASK, p->edges & GO_EDGE_BOTTOM,
                        p->edges & GO_EDGE_TOP, first);
}

static uint32_t place_count(const void *pattern, uint32_t on)
{
    unsigned first;
    return columns_of(pattern, on, &first) * rows_of(pattern, on, &first);
}

static uint32_t place_facts(const void *pattern, uint32_t on, uint32_t i, uint32_t *facts,
                            bool *lasting)
{
    const struct go_pattern *p = pattern;
    unsigned column, row;
    uint32_t columns = columns_of(p, on, &column), rows = rows_of(p, on, &row), count = 0;
    if (columns == 0 || rows == 0)
        return 0;
    column += i % columns;
    row += i / columns;
    *lasting = p->move_count == 0;
    for (unsigned y = 0; y < p->height; y++)
        for (unsigned x = 0; x < p->width; x++) {
            unsigned want = p->cell[y * p->width + x];
            int point = go_point((int)(column + x), (int)(row + y));
            if (want == GO_WANT_BLACK || want == GO_WANT_WHITE)
                facts[count++] = go_fact(want == GO_WANT_WHITE, point);
        }
    return count;
}

static bool is_whole_pattern(const struct go_pattern *p, uint32_t on)
{
    enum { ALL_EDGES = GO_EDGE_LEFT | GO_EDGE_RIGHT | GO_EDGE_BOTTOM | GO_EDGE_TOP };
    if (p->edges != ALL_EDGES || p->move_count || on != board_make(p->width, p->height))
        return false;
    for (int i = 0; i < p->width * p->height; i++)
        if (p->cell[i] != GO_WANT_EMPTY && p->cell[i] != GO_WANT_BLACK &&
            p->cell[i] != GO_WANT_WHITE)
            return false;
    return true;
}

static bool whole(const void *pattern, uint32_t on, struct position_key keys[GAME_MAX_SEATS])
{
    const struct go_pattern *p = pattern;
    struct go_pos pos;
    if (!is_whole_pattern(p, on))
        return false;
    go_pos_empty(&pos, p->width, p->height);
    for (int i = 0; i < p->width * p->height; i++) {
        int point = go_point(i % p->width, i / p->width);
        if (p->cell[i] != GO_WANT_EMPTY &&
            !go_play(&pos, go_move_make(GO_PUT, p->cell[i] == GO_WANT_WHITE, point), NULL))
            return false;
    }
    for (int seat = GO_BLACK; seat <= GO_WHITE; seat++) {
        pos.turn = (uint8_t)seat;
        keys[seat] = position_key(&go_game, &pos);
    }
    return true;
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* Is its place on the board known from the drawing? */
static bool in_corner(const struct go_pattern *p)
{
    return (p->edges & (GO_EDGE_LEFT | GO_EDGE_RIGHT)) &&
           (p->edges & (GO_EDGE_BOTTOM | GO_EDGE_TOP));
}

/* The point of a usual board on which somebody sees it who looks at the drawn corner; that of a
 * board that is drawn whole as it is. */
static int point_on_board(const struct go_pattern *drawn, int point, uint32_t on, unsigned back)
{
    enum { USUAL = 19 };
    int width = (int)(on >> BOARD_SHIFT), height = (int)(on & BOARD_MASK);
    int to = go_point_image(point, width, height, back);
    int column = go_column(to), row = go_row(to);
    bool turned = back & GO_TRANSPOSE;
    if ((drawn->edges & (GO_EDGE_LEFT | GO_EDGE_RIGHT)) == GO_EDGE_RIGHT)
        column += USUAL - (turned ? height : width);
    if ((drawn->edges & (GO_EDGE_BOTTOM | GO_EDGE_TOP)) == GO_EDGE_TOP)
        row += USUAL - (turned ? width : height);
    return column < 0 || row < 0 ? -1 : go_point(column, row);
}

static bool is_within(int at, int cells, int beside)
{
    return at >= -beside && at < cells + beside;
}

static game_move move_seen(const struct query_node *n, const struct pattern_place *place,
                           uint32_t on, game_move move, int beside, bool ends, int *seat,
                           bool *swapped)
{
    const struct go_pattern *p = n->pattern, *drawn = n->drawn;
    go_move m = (go_move)move;
    int point = go_move_point(m), column = 0, row = 0;
    unsigned back = go_symmetry_inverse(n->symmetry);
    bool inside = false, shown = false;
    *swapped = n->symmetry & GO_COLORS;
    *seat = go_move_color(m) ^ *swapped;
    if (point >= 0) {
        column = go_column(point) - place->column;
        row = go_row(point) - place->row;
        inside = is_within(column, p->width, 0) && is_within(row, p->height, 0);
        shown = inside || (in_corner(drawn) && (ends || (is_within(column, p->width, beside) &&
                                                         is_within(row, p->height, beside))));
    }
    if (go_move_kind(m) != GO_PLAY && !inside)
        return 0;
    if (!shown)
        return MOVE_ELSEWHERE;
    int seen = in_corner(drawn) ? point_on_board(drawn, point, on, back)
                                : go_point_image(go_point(column, row), p->width, p->height, back);
    return seen < 0 ? MOVE_ELSEWHERE : go_move_make(go_move_kind(m), *seat, seen);
}

static game_move move_elsewhere(const struct query_node *n, uint32_t on, game_move move)
{
    go_move m = (go_move)move;
    int seat = go_move_color(m) ^ ((n->symmetry & GO_COLORS) != 0), point = go_move_point(m);
    if (point < 0)
        return m ^ (n->symmetry & GO_COLORS ? 1U << 12 : 0);
    point = in_corner(n->drawn)
                ? point_on_board(n->drawn, point, on, go_symmetry_inverse(n->symmetry))
                : -1;
    return point < 0 ? 0 : go_move_make(go_move_kind(m), seat, point);
}

static game_move move_turned(const void *drawn, unsigned symmetry, game_move seen)
{
    const struct go_pattern *p = drawn;
    const struct board_shape cells = {p->width, p->height};
    bool part = (p->edges & (GO_EDGE_LEFT | GO_EDGE_RIGHT)) != (GO_EDGE_LEFT | GO_EDGE_RIGHT);
    return go_words.move_image(seen, symmetry, in_corner(p) && part ? go_game.board : cells);
}

/* --- Points ----------------------------------------------------------------------------------- */

_Static_assert((int)SHAPE_POINTS == (int)GO_POINTS, "points of shapes are those of the board");

static int fact_point(uint32_t fact)
{
    return (int)(fact % GO_POINTS);
}

static uint32_t point_fact(int point)
{
    return go_fact(GO_BLACK, point);
}

static int move_point(game_move move, int *seat)
{
    go_move m = (go_move)move;
    int point = go_move_point(m);
    *seat = go_move_color(m);
    if (go_move_kind(m) != GO_PLAY)
        return POINT_NOT_PLAYED;
    return point < 0 ? POINT_NONE : point;
}

/* As far as stones are from the corner on the fourth line, and extensions and approaches from
 * them. */
static bool near(int stone, int point)
{
    enum { LINES = 3 };
    int columns = go_column(stone) - go_column(point), rows = go_row(stone) - go_row(point);
    return columns >= -LINES && columns <= LINES && rows >= -LINES && rows <= LINES;
}

static void print_place(int column, int row, struct buf *out)
{
    go_point_print(go_point(column, row), out);
}

const struct pattern_game go_patterns = {
    .bytes = sizeof(struct go_pattern),
    .parse = parse,
    .print = print,
    .image = image,
    .compose = compose,
    .open = open_finder,
    .close = close_finder,
    .find = find,
    .board = board,
    .place_count = place_count,
    .place_facts = place_facts,
    .whole = whole,
    .move_seen = move_seen,
    .move_elsewhere = move_elsewhere,
    .move_turned = move_turned,
    .fact_point = fact_point,
    .point_fact = point_fact,
    .move_point = move_point,
    .near = near,
    .print_place = print_place,
};
