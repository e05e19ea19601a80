/* hit_columns.c: see hit_columns.h. */
#include "view/report/hit_columns.h"

#include "base/alloc.h"
#include "view/draw/text_width.h"
#include "view/report/result_json.h"

enum {
    COL_DB,
    COL_ID,
    COL_LINE,
    COL_FROM,
    COL_TO,
    COL_FIRST,
    COL_PLIES,
    COL_SCORE,
    COL_PLAYER, /* of a seat; its name is the seat's */
    COL_RATING, /* of a seat */
    COL_RESULT,
    COL_DATE,
    COL_EVENT,
    COL_PLACE,
    COL_TIME,
    COL_END,
    COL_LENGTH,
    COL_TAGS,
    COL_SOURCE,
    COL_FORMAT,
    COL_SFEN,
    COL_KINDS
};

static const char *const NAMES[COL_KINDS] = {
    [COL_DB] = "db",         [COL_ID] = "id",         [COL_LINE] = "line",
    [COL_FROM] = "from",     [COL_TO] = "to",         [COL_FIRST] = "first",
    [COL_PLIES] = "plies",   [COL_SCORE] = "score",   [COL_PLAYER] = NULL,
    [COL_RATING] = NULL,     [COL_RESULT] = "result", [COL_DATE] = "date",
    [COL_EVENT] = "event",   [COL_PLACE] = "place",   [COL_TIME] = "time",
    [COL_END] = "end",       [COL_LENGTH] = "length", [COL_TAGS] = "tags",
    [COL_SOURCE] = "source", [COL_FORMAT] = "format", [COL_SFEN] = "sfen",
};
static const struct {
    const char *word;
    int what;
} OTHER_NAMES[] = {{"game", COL_ID}, {"start", COL_FROM}, {"stop", COL_TO}};

/* --- Choosing --------------------------------------------------------------------------------- */

static bool add_column(struct hit_columns *c, int what, int seat, struct span name)
{
    if (c->count == HIT_MAX_COLUMNS)
        return false;
    c->at[c->count++] = (struct hit_column){what, seat, name};
    return true;
}

#define RATING_ENDING "_rating"

/* Whether a word is the name of a seat's rating: "black_rating". */
static bool is_rating_of(struct span word, struct span seat)
{
    return span_eat(&word, seat) && span_eq(word, SPAN(RATING_ENDING));
}

/* The heading; of a rating the name is the seat's. */
static void add_heading(const struct hit_column *c, struct buf *out)
{
    buf_add_span(out, c->name);
    if (c->what == COL_RATING)
        buf_add_str(out, RATING_ENDING);
}

static bool add_seats(struct hit_columns *c, const struct game *game, int what)
{
    bool good = true;
    for (int seat = 0; seat < game->seats; seat++)
        good = good && add_column(c, what, seat, span_of(game->seat_names[seat]));
    return good;
}

static int kind_of_name(struct span word)
{
    for (int i = 0; i < COL_KINDS; i++)
        if (NAMES[i] && span_eq(word, span_of(NAMES[i])))
            return i;
    for (size_t i = 0; i < sizeof OTHER_NAMES / sizeof *OTHER_NAMES; i++)
        if (span_eq(word, span_of(OTHER_NAMES[i].word)))
            return OTHER_NAMES[i].what;
    return -1;
}

/* *known: there is such a column. */
static bool add_named(struct hit_columns *c, const struct game *game, struct span word, bool *known)
{
    *known = true;
    if (span_eq(word, SPAN("players")))
        return add_seats(c, game, COL_PLAYER);
    if (span_eq(word, SPAN("ratings")))
        return add_seats(c, game, COL_RATING);
    for (int seat = 0; seat < game->seats; seat++) {
        struct span name = span_of(game->seat_names[seat]);
        if (span_eq(word, name))
            return add_column(c, COL_PLAYER, seat, name);
        if (is_rating_of(word, name))
            return add_column(c, COL_RATING, seat, name);
    }
    int what = kind_of_name(word);
    *known = what >= 0;
    return what < 0 || add_column(c, what, 0, word);
}

/* A message has no room for a long argument, so the list is part of it. */
#define ALL_COLUMNS                                                                                \
    "db id line from to first plies score players ratings result date event place time end "       \
    "length tags source format sfen"

static enum status unknown_column(struct span word, struct err *err)
{
    static const struct msg unknown = {"unknown column '%1'; use: " ALL_COLUMNS
                                       "; of one player, the colour: black, black_rating",
                                       "列 '%1' はありません。使えるもの: " ALL_COLUMNS
                                       "。一人だけなら色の名: black, black_rating"};
    return err_set(err, STATUS_RANGE, &unknown, word, SPAN(""));
}

static struct span next_name(struct span *rest)
{
    size_t n = 0;
    while (rest->n && (rest->p[0] == ',' || rest->p[0] == ' '))
        *rest = span_skip(*rest, 1);
    while (n < rest->n && rest->p[n] != ',' && rest->p[n] != ' ')
        n++;
    struct span name = span_make(rest->p, n);
    *rest = span_skip(*rest, n);
    return name;
}

static enum status add_column_named(struct hit_columns *c, const struct game *game,
                                    struct span name, struct err *err)
{
    static const struct msg many = {"too many columns", "列が多すぎます"};
    bool known;
    if (!add_named(c, game, name, &known))
        return err_plain(err, STATUS_LIMIT, &many);
    return known ? STATUS_OK : unknown_column(name, err);
}

enum status hit_columns_add(struct hit_columns *c, const struct game *game, struct span name,
                            struct err *err)
{
    for (size_t i = 0; i < c->count; i++)
        if (span_eq(c->at[i].name, name))
            return STATUS_OK;
    return add_column_named(c, game, name, err);
}

enum status hit_columns_parse(struct hit_columns *c, const struct game *game, struct span text,
                              struct err *err)
{
    struct span rest = text, name;
    enum status status = STATUS_OK;
    *c = (struct hit_columns){0};
    while (status == STATUS_OK && (name = next_name(&rest)).n)
        status = add_column_named(c, game, name, err);
    return status == STATUS_OK && c->count == 0 ? unknown_column(SPAN(""), err) : status;
}

void hit_columns_usual(struct hit_columns *c, const struct game *game, bool several)
{
    *c = (struct hit_columns){0};
    for (int i = several ? COL_DB : COL_ID; i <= COL_LENGTH; i++)
        if (!NAMES[i])
            (void)add_seats(c, game, i);
        else if (i != COL_TIME)
            (void)add_column(c, i, 0, span_of(NAMES[i]));
}

/* --- Values ----------------------------------------------------------------------------------- */

enum status hit_position_print(const struct db_segment *s, const struct hit *hit, struct buf *out,
                               struct err *err)
{
    const struct lines *l = &s->lines;
    const struct game *game = l->game;
    struct span start = lines_start_text(l, line_start(l, hit->stored_line));
    uint32_t plies = line_plies(l, hit->stored_line), ply = 0;
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!pos)
        return err_nomem(err);
    game->rules.pos_start(pos);
    enum status status = start.n ? game->text.pos_parse(pos, start, err) : STATUS_OK;
    for (; status == STATUS_OK && ply < plies && ply < hit->first; ply++) {
        game_move move = line_move(l, hit->stored_line, ply);
        if (!game->rules.move_is_legal(pos, move))
            break; /* damaged; `check` says more */
        game->rules.play(pos, move);
    }
    if (status == STATUS_OK)
        game->text.pos_print(pos, ply + 1, out);
    mem_free(pos);
    return status;
}

/* One cell: a number, or a text that is ours or a record's. */
struct hit_cell {
    bool is_number, known;
    bool foreign; /* the text is as a record has it */
    int64_t number;
    struct span text;
};

static struct hit_cell number_cell(int64_t v, bool known)
{
    return (struct hit_cell){.is_number = true, .known = known, .number = v};
}

static struct hit_cell text_cell(struct span text, bool foreign)
{
    return (struct hit_cell){.known = text.n > 0, .foreign = foreign, .text = text};
}

static struct hit_cell cell_of_hit(int what, const struct hit *h)
{
    switch (what) {
    case COL_ID:
        return number_cell(h->id, true);
    case COL_LINE:
        return number_cell(h->line, true);
    case COL_FROM:
        return number_cell(h->from, true);
    case COL_TO:
        return number_cell(h->to, true);
    case COL_FIRST:
        return number_cell(h->first, true);
    case COL_PLIES:
        return number_cell(h->plies, true);
    default:
        return number_cell(h->score, h->score != 0);
    }
}

static struct hit_cell cell_of_game(const struct hit_column *c, const struct game_summary *s)
{
    switch (c->what) {
    case COL_PLAYER:
        return text_cell(s->players[c->seat], true);
    case COL_RATING:
        return number_cell(s->rating[c->seat], s->rating[c->seat] > 0);
    case COL_EVENT:
        return text_cell(s->event, true);
    case COL_PLACE:
        return text_cell(s->place, true);
    case COL_TIME:
        return text_cell(s->timing, true);
    case COL_END:
        return text_cell(span_of(record_end_name(s->end)), false);
    case COL_LENGTH:
        return number_cell(s->plies, true);
    case COL_TAGS:
        return text_cell(s->tags, true);
    case COL_SOURCE:
        return text_cell(s->source, true);
    default:
        return text_cell(s->format, false);
    }
}

/* Texts that have to be made are in *made. */
static enum status find_cell(const struct hit_column *c, const struct hit_row *row,
                             struct buf *made, struct hit_cell *out, struct err *err)
{
    enum status status = STATUS_OK;
    buf_clear(made);
    if (c->what == COL_RESULT)
        buf_add_char(made, points_letter(row->segment->lines.game, row->summary->points));
    else if (c->what == COL_DATE)
        date_text(row->summary->date, made);
    else if (c->what == COL_SFEN)
        status = hit_position_print(row->segment, row->hit, made, err);
    else if (c->what == COL_DB)
        buf_add_span(made, row->db_name);
    else {
        *out =
            c->what < COL_PLAYER ? cell_of_hit(c->what, row->hit) : cell_of_game(c, row->summary);
        return STATUS_OK;
    }
    if (status == STATUS_OK && buf_status(made) != STATUS_OK)
        status = err_nomem(err);
    *out = text_cell(buf_span(made), false);
    return status;
}

/* --- As text ---------------------------------------------------------------------------------- */

static void add_csv(struct span text, bool foreign, struct buf *out)
{
    bool formula = foreign && text.n && memchr("=+-@\t\r", text.p[0], 6) != NULL;
    bool quoted = formula;
    for (size_t i = 0; i < text.n && !quoted; i++)
        quoted = memchr(",\"\n\r", text.p[i], 4) != NULL;
    if (!quoted) {
        buf_add_span(out, text);
        return;
    }
    buf_add_char(out, '"');
    if (formula)
        buf_add_char(out, '\'');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"')
            buf_add_char(out, '"');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '"');
}

static void add_tsv(struct span text, struct buf *out)
{
    static const char SPECIAL[] = "\t\n\r\\", LETTERS[] = "tnr\\";
    for (size_t i = 0; i < text.n; i++) {
        const char *special = memchr(SPECIAL, text.p[i], sizeof SPECIAL - 1);
        if (special) {
            buf_add_char(out, '\\');
            buf_add_char(out, LETTERS[special - SPECIAL]);
        } else {
            buf_add_char(out, text.p[i]);
        }
    }
}

static void add_text(struct span text, bool foreign, enum table_style style, struct buf *out)
{
    if (style == TABLE_CSV)
        add_csv(text, foreign, out);
    else if (style == TABLE_TSV)
        add_tsv(text, out);
    else
        text_add_clean(out, text);
}

static void add_separator(size_t i, enum table_style style, struct buf *out)
{
    if (i)
        buf_add_char(out, style == TABLE_CSV ? ',' : '\t');
}

void hit_columns_add_head(const struct hit_columns *c, enum table_style style, struct buf *out)
{
    for (size_t i = 0; i < c->count; i++) {
        add_separator(i, style, out);
        add_heading(&c->at[i], out); /* a word that needs no quotes */
    }
    buf_add_char(out, '\n');
}

enum status hit_columns_add_row(const struct hit_columns *c, enum table_style style,
                                const struct hit_row *row, struct buf *out, struct err *err)
{
    struct buf made;
    enum status status = STATUS_OK;
    buf_init(&made, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < c->count && status == STATUS_OK; i++) {
        struct hit_cell cell;
        status = find_cell(&c->at[i], row, &made, &cell, err);
        if (status != STATUS_OK)
            break;
        add_separator(i, style, out);
        if (!cell.is_number)
            add_text(cell.text, cell.foreign, style, out);
        else if (cell.known)
            buf_printf(out, "%lld", (long long)cell.number);
    }
    buf_add_char(out, '\n');
    buf_release(&made);
    return status;
}

enum status hit_columns_to_json(const struct hit_columns *c, const struct hit_row *row,
                                struct json *j, struct err *err)
{
    struct buf made, name;
    enum status status = STATUS_OK;
    buf_init(&made, BUF_DEFAULT_MAX);
    buf_init(&name, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < c->count && status == STATUS_OK; i++) {
        struct hit_cell cell;
        status = find_cell(&c->at[i], row, &made, &cell, err);
        if (status != STATUS_OK)
            break;
        buf_clear(&name);
        add_heading(&c->at[i], &name);
        json_key(j, buf_cstr(&name));
        if (!cell.is_number)
            json_str(j, cell.text);
        else if (cell.known)
            json_i64(j, cell.number);
        else
            json_null_value(j);
    }
    buf_release(&made);
    buf_release(&name);
    return status;
}
