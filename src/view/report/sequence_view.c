/* sequence_view.c: see sequence_view.h. */
#include "view/report/sequence_view.h"

#include "base/arena.h"
#include "gallery_tables.h"
#include "view/board/go_board.h"
#include "view/report/result_json.h"

/* --- Gallery ----------------------------------------------------------------------------------
 * A thousand sequences have to be small, so points are two letters as in
 * SGF, and lists stand in for objects where there are many of them. */
/* --- Sequences -------------------------------------------------------------------------------- */

/* Columns from the left, rows from the top. */
static void add_point(const struct sequence_profile *p, int point, struct buf *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    buf_add_char(out, letters[go_column(point)]);
    buf_add_char(out, letters[p->height - 1 - go_row(point)]);
}

static void add_gallery_moves(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    bool alternate = true;
    buf_clear(word);
    for (uint32_t i = 0; i < p->length; i++) {
        add_point(p, go_move_point(p->moves[i]), word);
        alternate = alternate && go_move_color(p->moves[i]) == (int)(i & 1);
    }
    json_key_str(j, "moves", buf_span(word));
    if (alternate)
        return;
    buf_clear(word);
    for (uint32_t i = 0; i < p->length; i++)
        buf_add_char(word, go_move_color(p->moves[i]) == GO_BLACK ? 'b' : 'w');
    json_key_str(j, "colors", buf_span(word));
}

static void add_shape(struct json *j, const struct sequence_profile *p,
                      const struct tally_entry *shape, struct buf *word)
{
    for (int color = 0; color < 2; color++) {
        buf_clear(word);
        for (uint32_t i = 0; i < surroundings_stones(shape); i++) {
            go_move m = surroundings_stone(shape, i);
            if (go_move_color(m) == color)
                add_point(p, go_move_point(m), word);
        }
        json_str(j, buf_span(word));
    }
}

static void add_usual(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    const struct placement_rect *r = &p->around.rect;
    json_key(j, "usual");
    json_open_array(j);
    for (int color = 0; color < 2; color++) {
        buf_clear(word);
        for (int row = r->top; row >= r->bottom; row--)
            for (int column = r->left; column <= r->right; column++)
                if (surroundings_usual(&p->around, color, go_point(column, row)))
                    add_point(p, go_point(column, row), word);
        json_str(j, buf_span(word));
    }
    json_end(j);
}

static void add_around(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    add_usual(j, p, word);
    json_key_u64(j, "arounds", p->around.shapes.count);
    json_key(j, "around");
    json_open_array(j);
    for (size_t i = 0; i < p->around.shapes.count && i < SEQUENCE_AROUND; i++) {
        json_open_array(j);
        json_u64(j, p->around.shapes.entries[i].count);
        add_shape(j, p, &p->around.shapes.entries[i], word);
        json_end(j);
    }
    json_end(j);
}

static void add_next(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    json_key(j, "next");
    json_open_array(j);
    for (size_t i = 0; i < p->next.count && i < SEQUENCE_NEXT; i++) {
        go_move m = sequence_next_move(&p->next.entries[i]);
        json_open_array(j);
        json_u64(j, p->next.entries[i].count);
        json_cstr(j, go_move_color(m) == GO_BLACK ? "b" : "w");
        buf_clear(word);
        add_point(p, go_move_point(m), word);
        json_str(j, buf_span(word));
        json_end(j);
    }
    json_end(j);
    json_key_u64(j, "atOnce", p->at_once);
    json_key_u64(j, "ended", sequence_profile_ended(p));
}

static void add_usage(struct json *j, const struct usage *u)
{
    json_key_u64(j, "games", u->games);
    json_key_u64(j, "first", u->first_year);
    json_key_u64(j, "last", u->last_year);
    sequence_json_decades(j, u);
    sequence_json_results(j, u);
    json_key(j, "players");
    json_open_array(j);
    for (size_t i = 0; i < u->players.count && i < SEQUENCE_PLAYERS; i++) {
        json_open_array(j);
        json_str(j, tally_key(&u->players.entries[i]));
        json_u64(j, u->players.entries[i].count);
        json_end(j);
    }
    json_end(j);
}

static enum status add_gallery_example(struct json *j, const struct sequence_entry *t,
                                       const struct sequence_example *e, struct arena *arena,
                                       struct buf *word, struct err *err)
{
    const struct mined_line *line = &t->source->mining->lines[e->line];
    const struct db *db = t->source->dbs[line->db];
    struct game_summary summary;
    enum status status =
        metadata_summary(db->segments[line->segment].metadata, line->number, arena, &summary, err);
    if (status != STATUS_OK)
        return status;
    char result[2] = {points_letter(db->game, summary.points), '\0'};
    json_open_array(j);
    json_u64(j, line->db);
    json_u64(j, line->id);
    json_u64(j, e->ply);
    json_str(j, summary.players[GO_BLACK]);
    json_str(j, summary.players[GO_WHITE]);
    buf_clear(word);
    date_text(summary.date, word);
    json_str(j, buf_span(word));
    json_cstr(j, result);
    json_end(j);
    return STATUS_OK;
}

static enum status add_gallery_examples(struct json *j, const struct sequence_entry *t,
                                        struct buf *word, struct err *err)
{
    enum status status = STATUS_OK;
    struct arena arena;
    arena_init(&arena, BUF_DEFAULT_MAX);
    json_key(j, "examples");
    json_open_array(j);
    for (uint32_t i = 0; i < t->profile->example_count && status == STATUS_OK; i++)
        status = add_gallery_example(j, t, &t->profile->examples[i], &arena, word, err);
    json_end(j);
    arena_release(&arena);
    return status;
}

enum status gallery_card(const struct sequence_entry *t, struct buf *out, struct err *err)
{
    const struct sequence_profile *p = t->profile;
    struct json j;
    struct buf word;
    json_init(&j, out);
    buf_init(&word, BUF_DEFAULT_MAX);
    json_open_object(&j);
    json_key_u64(&j, "rank", t->nth);
    json_key_double(&j, "score", p->score);
    json_key_u64(&j, "frequency", p->frequency);
    json_key_u64(&j, "placed", p->placed);
    json_key_u64(&j, "placements", p->placements);
    json_key_u64(&j, "unbroken", p->unbroken);
    json_key_i64(&j, "opening", sequence_profile_opening(p));
    add_gallery_moves(&j, p, &word);
    add_usage(&j, &p->usage);
    add_around(&j, p, &word);
    add_next(&j, p, &word);
    enum status status = add_gallery_examples(&j, t, &word, err);
    json_end(&j);
    if (status == STATUS_OK && buf_status(&word) != STATUS_OK)
        status = err_nomem(err);
    buf_release(&word);
    return status;
}

/* --- The page --------------------------------------------------------------------------------- */

static struct span part(const char *path)
{
    for (size_t i = 0; i < sizeof PAGE_FILES / sizeof *PAGE_FILES; i++)
        if (strcmp(PAGE_FILES[i].path, path) == 0)
            return span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count);
    return SPAN("");
}

static void add_head(const struct gallery_head *head, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "lang", head->lang == LANG_JA ? "ja" : "en");
    json_key(&j, "dbs");
    json_open_array(&j);
    for (uint32_t i = 0; i < head->db_count; i++)
        json_cstr(&j, head->dbs[i]);
    json_end(&j);
    json_key_str(&j, "query", head->query);
    json_key_cstr(&j, "encoding", head->encoding);
    json_key_cstr(&j, "method", head->method);
    json_key_u64(&j, "games", head->games);
    json_key(&j, "size");
    json_open_array(&j);
    json_i64(&j, head->width);
    json_i64(&j, head->height);
    json_end(&j);
    json_end(&j);
}

static void add_data(const struct gallery_head *head, struct span cards, struct buf *out)
{
    struct buf json;
    buf_init(&json, BUF_DEFAULT_MAX);
    add_head(head, &json);
    json.n -= json.n ? 1 : 0; /* the object goes on */
    buf_add_str(&json, ",\"sequences\":[\n");
    json_within_script(buf_span(&json), out);
    if (buf_status(&json) != STATUS_OK)
        out->bad = buf_status(&json);
    json_within_script(cards, out);
    buf_add_str(out, "\n]}");
    buf_release(&json);
}

void gallery_page(const struct gallery_head *head, struct span cards, struct buf *out)
{
    static const struct span MARK = SPAN_INIT("/*@");
    struct span page = part("/");
    for (ptrdiff_t at; (at = span_find(page, MARK)) >= 0;) {
        buf_add(out, page.p, (size_t)at);
        page = span_skip(page, (size_t)at);
        if (span_eat(&page, SPAN("/*@gallery.css@*/")))
            buf_add_span(out, part("/gallery.css"));
        else if (span_eat(&page, SPAN("/*@gallery.js@*/")))
            buf_add_span(out, part("/gallery.js"));
        else if (span_eat(&page, SPAN("/*@data@*/")))
            add_data(head, cards, out);
        else
            page = span_skip(page, MARK.n);
    }
    buf_add_span(out, page);
}

static void add_move(struct json *j, const struct sequence_profile *p, uint16_t m, struct buf *word)
{
    buf_clear(word);
    sequence_print_move(p, m, word);
    json_str(j, buf_span(word));
}

static void add_moves(struct json *j, const struct sequence_entry *t, struct buf *word)
{
    json_key(j, "symbols");
    json_open_array(j);
    for (uint32_t i = 0; i < t->symbol_count; i++)
        json_u64(j, t->symbols[i]);
    json_end(j);
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < t->profile->length; i++)
        add_move(j, t->profile, t->profile->moves[i], word);
    json_end(j);
}

void sequence_json_decades(struct json *j, const struct usage *u)
{
    json_key(j, "decades");
    json_open_array(j);
    for (uint32_t d = 0; d < USAGE_DECADES; d++) {
        if (u->decades[d] == 0)
            continue;
        json_open_array(j);
        json_u64(j, 10 * (uint64_t)d);
        json_u64(j, u->decades[d]);
        json_end(j);
    }
    json_end(j);
}

static void add_years(struct json *j, const struct usage *u)
{
    if (u->dated == 0)
        return;
    json_key_u64(j, "first_year", u->first_year);
    json_key_u64(j, "last_year", u->last_year);
    sequence_json_decades(j, u);
}

void sequence_json_results(struct json *j, const struct usage *u)
{
    const struct wilson w = usage_score(u);
    json_key_u64(j, "wins", u->wins);
    json_key_u64(j, "losses", u->losses);
    json_key_u64(j, "draws", u->draws);
    json_key_double(j, "rate", w.share);
    json_key_double(j, "low", w.low);
    json_key_double(j, "high", w.high);
}

static void add_players(struct json *j, const struct usage *u)
{
    json_key(j, "players");
    json_open_array(j);
    for (size_t i = 0; i < u->players.count && i < SEQUENCE_PLAYERS; i++) {
        json_open_object(j);
        json_key_str(j, "name", tally_key(&u->players.entries[i]));
        json_key_u64(j, "games", u->players.entries[i].count);
        json_end(j);
    }
    json_end(j);
}

static void add_stones(struct json *j, const char *key, const struct tally_entry *shape, int color,
                       struct buf *word)
{
    json_key(j, key);
    json_open_array(j);
    for (uint32_t i = 0; i < surroundings_stones(shape); i++) {
        go_move m = surroundings_stone(shape, i);
        if (go_move_color(m) != color)
            continue;
        buf_clear(word);
        go_point_print(go_move_point(m), word);
        json_str(j, buf_span(word));
    }
    json_end(j);
}

static void add_surroundings(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    json_key_u64(j, "unbroken", p->unbroken);
    json_key(j, "surroundings");
    json_open_array(j);
    for (size_t i = 0; i < p->around.shapes.count && i < SEQUENCE_AROUND; i++) {
        const struct tally_entry *shape = &p->around.shapes.entries[i];
        json_open_object(j);
        json_key_u64(j, "count", shape->count);
        add_stones(j, "black", shape, GO_BLACK, word);
        add_stones(j, "white", shape, GO_WHITE, word);
        json_end(j);
    }
    json_end(j);
}

/* Of shogi. */
static void add_positions(struct json *j, const struct sequence_profile *p)
{
    struct span rest = buf_span(&p->positions);
    json_key(j, "sfens");
    json_open_array(j);
    for (ptrdiff_t end; (end = span_find(rest, SPAN("\n"))) >= 0;) {
        json_str(j, span_make(rest.p, (size_t)end));
        rest = span_skip(rest, (size_t)end + 1);
    }
    json_end(j);
}

static void add_board(struct json *j, const struct sequence_profile *p, struct buf *word)
{
    json_key_u64(j, "placed", p->placed);
    json_key_u64(j, "placements", p->placements);
    if (!p->on_board)
        add_positions(j, p);
    else
        add_surroundings(j, p, word);
    json_key(j, "next");
    json_open_array(j);
    for (size_t i = 0; i < p->next.count && i < SEQUENCE_NEXT; i++) {
        json_open_object(j);
        json_key(j, "move");
        add_move(j, p, sequence_next_move(&p->next.entries[i]), word);
        json_key_u64(j, "count", p->next.entries[i].count);
        json_end(j);
    }
    json_end(j);
    json_key_u64(j, "at_once", p->at_once);
}

static enum status add_example(struct json *j, const struct sequence_entry *t,
                               const struct sequence_example *e, struct arena *arena,
                               struct buf *word, struct err *err)
{
    const struct mined_line *line = &t->source->mining->lines[e->line];
    const struct db *db = t->source->dbs[line->db];
    struct game_summary summary;
    enum status status =
        metadata_summary(db->segments[line->segment].metadata, line->number, arena, &summary, err);
    if (status != STATUS_OK)
        return status;
    char result[2] = {points_letter(db->game, summary.points), '\0'};
    json_open_object(j);
    if (t->source->names)
        json_key_str(j, "db", t->source->names[line->db]);
    else
        json_key_cstr(j, "db", db->path);
    json_key_u64(j, "game", line->id);
    json_key_u64(j, "ply", e->ply);
    json_key_str(j, "black", summary.players[GO_BLACK]);
    json_key_str(j, "white", summary.players[GO_WHITE]);
    buf_clear(word);
    date_text(summary.date, word);
    json_key_str(j, "date", buf_span(word));
    json_key_cstr(j, "result", result);
    json_end(j);
    return STATUS_OK;
}

static enum status add_examples(struct json *j, const struct sequence_entry *t, struct buf *word,
                                struct err *err)
{
    const struct sequence_profile *p = t->profile;
    enum status status = STATUS_OK;
    struct arena arena;
    json_key(j, "ids");
    json_open_array(j);
    for (uint32_t i = 0; i < p->example_count; i++)
        json_u64(j, t->source->mining->lines[p->examples[i].line].id);
    json_end(j);
    json_key(j, "examples");
    json_open_array(j);
    arena_init(&arena, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < p->example_count && status == STATUS_OK; i++)
        status = add_example(j, t, &p->examples[i], &arena, word, err);
    arena_release(&arena);
    json_end(j);
    return status;
}

enum status sequence_fields_to_json(struct json *j, const struct sequence_entry *t, struct err *err)
{
    const struct sequence_profile *p = t->profile;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_key_u64(j, "rank", t->nth);
    json_key_double(j, "score", p->score);
    json_key_u64(j, "frequency", p->frequency);
    add_moves(j, t, &word);
    json_key_u64(j, "games", p->usage.games);
    add_years(j, &p->usage);
    sequence_json_results(j, &p->usage);
    add_players(j, &p->usage);
    add_board(j, p, &word);
    enum status status = add_examples(j, t, &word, err);
    if (status == STATUS_OK && buf_status(&word) != STATUS_OK)
        status = err_nomem(err);
    buf_release(&word);
    return status;
}

enum status sequence_to_json(struct json *j, const struct sequence_entry *t, struct err *err)
{
    json_open_object(j);
    enum status status = sequence_fields_to_json(j, t, err);
    json_end(j);
    return status;
}

/* How far the diagram reaches beyond the stones; an edge that is no farther than NEAR_EDGE from
 * them is shown as well. */
enum { MARGIN = 1, NEAR_EDGE = 4 };

static struct placement_rect part_of(const struct sequence_profile *p)
{
    const struct placement_rect stones = placement_around(p->moves, p->length);
    struct placement_rect r = placement_grow(stones, MARGIN, p->width, p->height);
    r.left = stones.left <= NEAR_EDGE ? 0 : r.left;
    r.right = stones.right >= p->width - 1 - NEAR_EDGE ? p->width - 1 : r.right;
    r.bottom = stones.bottom <= NEAR_EDGE ? 0 : r.bottom;
    r.top = stones.top >= p->height - 1 - NEAR_EDGE ? p->height - 1 : r.top;
    return r;
}

/* 0: no move on this point. */
static uint32_t number_at(const struct sequence_profile *p, int point, int *color)
{
    for (uint32_t i = 0; i < p->length; i++)
        if (go_move_point(p->moves[i]) == point) {
            *color = go_move_color(p->moves[i]);
            return i + 1;
        }
    return 0;
}

static void add_blanks(struct buf *out, unsigned n)
{
    while (n-- > 0)
        buf_add_char(out, ' ');
}

static void add_cell(const struct sequence_profile *p, int point, int columns, struct buf *out)
{
    int color = 0;
    uint32_t number = number_at(p, point, &color);
    bool black = surroundings_usual(&p->around, GO_BLACK, point);
    bool white = surroundings_usual(&p->around, GO_WHITE, point);
    if (number) {
        add_blanks(out, (unsigned)columns - (number < 10 ? 2 : number < 100 ? 3 : 4));
        buf_add_char(out, color == GO_BLACK ? 'X' : 'O');
        buf_add_u64(out, number);
        return;
    }
    bool star = go_is_star(p->width, p->height, go_column(point), go_row(point));
    add_blanks(out, (unsigned)columns - 1);
    buf_add_char(out, black ? 'X' : white ? 'O' : star ? '+' : '.');
}

static void add_edge(const struct placement_rect *r, int columns, unsigned indent, int width,
                     struct buf *out)
{
    add_blanks(out, indent);
    buf_add_char(out, r->left == 0 ? '+' : ' ');
    for (int i = (r->right - r->left + 1) * columns; i > 0; i--)
        buf_add_char(out, '-');
    buf_add_str(out, r->right == width - 1 ? "-+\n" : "\n");
}

void sequence_diagram(const struct sequence_profile *p, unsigned indent, struct buf *out)
{
    if (p->length == 0 || !p->on_board)
        return;
    const struct placement_rect r = part_of(p);
    if (p->length > 999) /* no diagram for people */
        return;
    const int columns = p->length < 10 ? 3 : p->length < 100 ? 4 : 5;
    if (r.top == p->height - 1)
        add_edge(&r, columns, indent, p->width, out);
    for (int row = r.top; row >= r.bottom; row--) {
        add_blanks(out, indent);
        buf_add_char(out, r.left == 0 ? '|' : ' ');
        for (int column = r.left; column <= r.right; column++)
            add_cell(p, go_point(column, row), columns, out);
        buf_add_str(out, r.right == p->width - 1 ? " |\n" : "\n");
    }
    if (r.bottom == 0)
        add_edge(&r, columns, indent, p->width, out);
}

void sequence_moves(const struct sequence_profile *p, struct buf *out)
{
    for (uint32_t i = 0; i < p->length; i++) {
        if (i)
            buf_add_char(out, ' ');
        sequence_print_move(p, p->moves[i], out);
    }
}
