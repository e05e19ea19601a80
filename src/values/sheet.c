/* sheet.c: see sheet.h: opening columns, and which rows count. */
#include "values/sheet.h"

#include "base/alloc.h"
#include "values/held_out.h"
#include "values/sheet_internal.h"

static const char *const COLUMN_NAMES[SHEET_COLUMNS] = {"marks", "values", "mates"};

/* --- Columns at hand -------------------------------------------------------------------------- */

static bool is_wanted(const struct sheet_options *o, int column)
{
    return column != COLUMN_MATES || o->mate_nodes > 0;
}

static uint64_t column_bytes(const struct sheet *s, int column)
{
    static const uint64_t OF_ROW[SHEET_COLUMNS] = {sizeof(struct sheet_mark), sizeof(int16_t), 0};
    return column == COLUMN_MATES ? s->games : OF_ROW[column] * s->rows;
}

/* What a column is made by; `of` is owned by the buffer. */
static struct column_key key_of(const struct sheet *s, const struct sheet_options *o, int column,
                                struct buf *of)
{
    buf_init(of, BUF_DEFAULT_MAX);
    if (column == COLUMN_VALUES)
        buf_add_span(of, buf_span(&s->columns->line));
    else if (column == COLUMN_MATES)
        buf_printf(of, "mate search of %u nodes", o->mate_nodes);
    else
        buf_add_str(of, "positions");
    return (struct column_key){.database = buf_cstr(&s->columns->database),
                               .segment = s->segment,
                               .column = COLUMN_NAMES[column],
                               .of = buf_span(of),
                               .bytes = column_bytes(s, column)};
}

/* A game of which a later source told how it ended may have to be asked after all. */
static bool answers_all(const struct sheet *s, const uint8_t *mates)
{
    for (uint32_t g = 0; g < s->games; g++)
        if (mates[g] > OUTCOME_UNASKED ||
            (mates[g] == OUTCOME_UNASKED && outcome_asks(column_end(&s->segment->columns, g))))
            return false;
    return true;
}

/* Maps a column if it is kept and valid. */
static enum status find_column(struct sheet *s, const struct sheet_options *o, int column,
                               struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct buf of;
    struct column_key key = key_of(s, o, column, &of);
    enum status status = buf_status(&of) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = column_file_open(&h->file, &key, err);
    buf_release(&of);
    if (status == STATUS_OK && column == COLUMN_MATES &&
        !answers_all(s, (const uint8_t *)h->file.bytes.p)) {
        column_file_close(&h->file);
        status = STATUS_NOT_FOUND;
    }
    if (status == STATUS_OK)
        h->bytes = h->file.bytes.p;
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* Keeps a column that was made; from then on the file is used, not the memory. */
static enum status keep_column(struct sheet *s, const struct sheet_options *o, int column,
                               struct err *err)
{
    struct sheet_held *h = &s->columns->held[column];
    struct err why;
    struct buf of;
    struct column_key key = key_of(s, o, column, &of);
    enum status status = column_file_write(&key, h->memory, &why);
    buf_release(&of);
    if (status == STATUS_NOMEM)
        return err_nomem(err);
    if (status != STATUS_OK) {
        s->columns->unwritten = true;
        s->columns->why = why;
        return STATUS_OK;
    }
    status = find_column(s, o, column, err);
    if (status == STATUS_OK && h->bytes != h->memory) {
        mem_free(h->memory);
        h->memory = NULL;
    }
    return status;
}

static enum status make_columns(struct sheet *s, const struct sheet_options *o, const bool *make,
                                struct err *err)
{
    struct sheet_held *held = s->columns->held;
    enum status status = STATUS_OK;
    for (int c = 0; c < SHEET_COLUMNS; c++) {
        if (!make[c])
            continue;
        held[c].memory = mem_calloc(1, (size_t)column_bytes(s, c));
        if (!held[c].memory)
            return err_nomem(err);
    }
    const struct sheet_filling f = {.segment = s->segment,
                                    .o = o,
                                    .marks = held[COLUMN_MARKS].memory,
                                    .values = held[COLUMN_VALUES].memory,
                                    .mates = held[COLUMN_MATES].memory};
    status = sheet_fill(&f, err);
    for (int c = 0; c < SHEET_COLUMNS && status == STATUS_OK; c++) {
        if (!make[c])
            continue;
        held[c].bytes = held[c].memory;
        if (!o->no_cache)
            status = keep_column(s, o, c, err);
    }
    return status;
}

static enum status make_missing(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    bool make[SHEET_COLUMNS], any = false;
    for (int c = 0; c < SHEET_COLUMNS; c++) {
        make[c] = is_wanted(o, c) && !s->columns->held[c].bytes;
        any |= make[c];
    }
    return any ? make_columns(s, o, make, err) : STATUS_OK;
}

/* --- Rows that count -------------------------------------------------------------------------- */

static enum status find_points(struct sheet *s, struct err *err)
{
    const uint8_t *mates = s->columns->held[COLUMN_MATES].bytes;
    uint8_t *points = mem_alloc(s->games);
    if (!points)
        return err_nomem(err);
    for (uint32_t g = 0; g < s->games; g++) {
        uint64_t last = sheet_row(s, g) + line_plies(&s->segment->lines, g);
        int mover = s->marks[last].flags & MARK_WHITE ? SHOGI_WHITE : SHOGI_BLACK;
        points[g] = outcome_points(&s->segment->columns, g, mover,
                                   mates ? (enum outcome_mate)mates[g] : OUTCOME_UNASKED);
    }
    s->points = s->columns->points = points;
    return STATUS_OK;
}

static enum status choose_rows(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    unsigned unwanted = (o->no_checks ? MARK_CHECK : 0) | (o->no_hanging ? MARK_HANGING : 0);
    s->chosen = mem_calloc(sheet_words(s), sizeof *s->chosen);
    if (!s->chosen)
        return err_nomem(err);
    for (uint32_t g = 0; g < s->games; g++) {
        if (db_is_removed(s->segment, g) || s->points[g] == SHEET_NO_POINTS)
            continue;
        uint64_t row = sheet_row(s, g), end = row + line_plies(&s->segment->lines, g) + 1;
        for (row += o->skip_plies; row < end; row++)
            if (s->values[row] != JUDGE_NO_VALUE && !(s->marks[row].flags & unwanted))
                s->chosen[row / 64] |= (uint64_t)1 << row % 64;
    }
    return STATUS_OK;
}

static enum status choose_matches(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    if (!o->q)
        return STATUS_OK;
    uint64_t *bits = mem_calloc(sheet_words(s), sizeof *bits);
    if (!bits)
        return err_nomem(err);
    enum status status = sheet_match(s, o->q, o, bits, err);
    for (size_t i = 0; i < sheet_words(s) && status == STATUS_OK; i++)
        s->chosen[i] &= bits[i];
    mem_free(bits);
    return status;
}

static bool has_chosen(const struct sheet *s, uint32_t number)
{
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number) + 1;
    while (row < end) {
        uint64_t word = s->chosen[row / 64] >> row % 64;
        if (word)
            return row + (unsigned)__builtin_ctzll(word) < end;
        row = (row / 64 + 1) * 64;
    }
    return false;
}

static void count_sheet(struct sheets *all, const struct sheet *s)
{
    all->rows += s->rows;
    for (size_t i = 0; i < sheet_words(s); i++)
        all->chosen += (unsigned)__builtin_popcountll(s->chosen[i]);
    for (uint32_t g = 0; g < s->games; g++)
        all->games += has_chosen(s, g);
}

/* --- All segments ----------------------------------------------------------------------------- */

static enum status sheet_init(struct sheet *s, const struct db *db, uint32_t number,
                              const struct db_segment *segment, const struct sheet_options *o,
                              struct err *err)
{
    const struct lines *l = &segment->lines;
    *s = (struct sheet){.segment = segment, .db = number, .games = l->games};
    s->rows = (uint64_t)lines_u32(l->first, l->games) + l->games;
    struct sheet_columns *c = s->columns = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    buf_init(&c->database, BUF_DEFAULT_MAX);
    buf_init(&c->line, BUF_DEFAULT_MAX);
    buf_add_str(&c->database, db->path);
    buf_add_span(&c->line, judge_line(o->judge));
    (void)buf_cstr(&c->database);
    enum status status = buf_status(&c->database) == STATUS_OK && buf_status(&c->line) == STATUS_OK
                             ? STATUS_OK
                             : err_nomem(err);
    for (int i = 0; i < SHEET_COLUMNS && status == STATUS_OK && !o->no_cache; i++)
        if (is_wanted(o, i))
            status = find_column(s, o, i, err);
    return status;
}

static enum status sheet_finish(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    enum status status = make_missing(s, o, err);
    if (status != STATUS_OK)
        return status;
    s->marks = s->columns->held[COLUMN_MARKS].bytes;
    s->values = s->columns->held[COLUMN_VALUES].bytes;
    status = find_points(s, err);
    if (status == STATUS_OK)
        status = choose_rows(s, o, err);
    return status == STATUS_OK ? choose_matches(s, o, err) : status;
}

static enum status check_games(struct db *const *dbs, uint32_t count, struct err *err)
{
    static const struct msg NOT_SHOGI = {"not a database of shogi",
                                         "将棋のデータベースではありません"};
    for (uint32_t i = 0; i < count; i++)
        if (dbs[i]->game != &shogi_game) {
            err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
            err_in_file(err, span_of(dbs[i]->path));
            return STATUS_UNSUPPORTED;
        }
    return STATUS_OK;
}

static enum status init_all(struct sheets *s, struct db *const *dbs, uint32_t count,
                            const struct sheet_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    size_t all = 0;
    for (uint32_t d = 0; d < count; d++)
        all += dbs[d]->segment_count;
    s->at = mem_calloc(all ? all : 1, sizeof *s->at);
    if (!s->at)
        return err_nomem(err);
    for (uint32_t d = 0; d < count && status == STATUS_OK; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++)
            status = sheet_init(&s->at[s->count++], dbs[d], d, &dbs[d]->segments[i], o, err);
    return status;
}

static void start_progress(const struct sheets *s, const struct sheet_options *o)
{
    static const struct msg WHAT = {"judging", "評価"}, UNIT = {"positions", "局面"};
    uint64_t rows = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        bool missing = false;
        for (int c = 0; c < SHEET_COLUMNS; c++)
            missing |= is_wanted(o, c) && !s->at[i].columns->held[c].bytes;
        rows += missing ? s->at[i].rows : 0;
    }
    if (o->progress && rows)
        progress_start(o->progress, &WHAT, &UNIT, rows);
}

enum status sheets_open(struct sheets *s, struct db *const *dbs, uint32_t count,
                        const struct sheet_options *o, struct err *err)
{
    *s = (struct sheets){0};
    enum status status = check_games(dbs, count, err);
    if (status == STATUS_OK)
        status = init_all(s, dbs, count, o, err);
    if (status == STATUS_OK)
        start_progress(s, o);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        status = sheet_finish(&s->at[i], o, err);
        if (status == STATUS_OK)
            count_sheet(s, &s->at[i]);
        if (s->at[i].columns->unwritten && !s->unwritten) {
            s->unwritten = true;
            s->why = s->at[i].columns->why;
        }
    }
    if (status != STATUS_OK)
        sheets_close(s);
    return status;
}

static void sheet_close(struct sheet *s)
{
    struct sheet_columns *c = s->columns;
    for (int i = 0; c && i < SHEET_COLUMNS; i++) {
        column_file_close(&c->held[i].file);
        mem_free(c->held[i].memory);
    }
    if (c) {
        buf_release(&c->database);
        buf_release(&c->line);
        mem_free(c->points);
    }
    mem_free(c);
    mem_free(s->chosen);
    *s = (struct sheet){0};
}

void sheets_close(struct sheets *s)
{
    for (uint32_t i = 0; s->at && i < s->count; i++)
        sheet_close(&s->at[i]);
    mem_free(s->at);
    *s = (struct sheets){0};
}

bool sheet_is_held_out(const struct sheet *s, uint32_t number, unsigned in_a_thousand)
{
    return game_is_held_out(&s->segment->lines, number, in_a_thousand);
}
