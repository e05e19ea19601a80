/* sheet.c: see sheet.h: which rows count, and all segments one after another. */
#include "values/sheet/sheet.h"

#include "base/alloc.h"
#include "engine/eval/eval.h"
#include "query/language/measures.h"
#include "values/held_out.h"
#include "values/sheet/sheet_internal.h"

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
                                   mates ? (enum outcome_mate)mates[g] : OUTCOME_UNSEARCHED);
    }
    s->points = s->columns->points = points;
    return STATUS_OK;
}

/* All that count if they have a value. */
static enum status choose_rows(struct sheet *s, const struct sheet_options *o,
                               const struct sheet_twins *twins, uint64_t *left_out, struct err *err)
{
    unsigned unwanted = (o->no_checks ? MARK_CHECK : 0) | (o->no_hanging ? MARK_HANGING : 0);
    s->chosen = mem_calloc(sheet_words(s), sizeof *s->chosen);
    if (!s->chosen)
        return err_nomem(err);
    for (uint32_t g = 0; g < s->games; g++) {
        if (db_is_removed(s->segment, g) || s->points[g] == SHEET_NO_POINTS ||
            !game_is_in_part(&s->segment->lines, g, o->part))
            continue;
        if (sheet_is_twin(twins, s, g)) {
            ++*left_out;
            continue;
        }
        uint64_t row = sheet_row(s, g), end = row + line_plies(&s->segment->lines, g) + 1;
        for (row += o->skip_plies; row < end; row++)
            if (!(s->marks[row].flags & unwanted))
                s->chosen[row / 64] |= (uint64_t)1 << row % 64;
    }
    return STATUS_OK;
}

static enum status choose_matches(struct sheet *s, const struct sheet_options *o, struct err *err)
{
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
    return sheet_columns_find(s, db->path, o, err);
}

/* All but what needs values. */
static enum status sheet_begin(struct sheet *s, const struct sheet_options *o,
                               const struct sheet_twins *twins, uint64_t *left_out, struct err *err)
{
    enum status status = sheet_columns_make(s, o, err);
    if (status != STATUS_OK)
        return status;
    s->marks = s->columns->held[COLUMN_MARKS].bytes;
    s->progress = o->rule == ADVANCE_PAPER ? s->marks : s->columns->held[COLUMN_PROGRESS].bytes;
    status = find_points(s, err);
    if (status == STATUS_OK)
        status = choose_rows(s, o, twins, left_out, err);
    if (status == STATUS_OK && o->q && !query_needs_values(o->q))
        status = choose_matches(s, o, err);
    return status;
}

static enum status sheet_finish(struct sheet *s, const struct sheet_options *o, struct err *err)
{
    enum status status = sheet_evaluate(s, o, err);
    if (status != STATUS_OK)
        return status;
    s->values = s->columns->held[COLUMN_VALUES].bytes;
    for (uint64_t row = 0; row < s->rows; row++)
        if (!value_source_has_value(s->values[row]))
            s->chosen[row / 64] &= ~((uint64_t)1 << row % 64);
    return o->q && query_needs_values(o->q) ? choose_matches(s, o, err) : STATUS_OK;
}

static enum status check_games(struct db *const *dbs, uint32_t count, struct err *err)
{
    static const struct msg NOT_SHOGI = {"not a shogi database",
                                         "将棋のデータベースではありません"};
    for (uint32_t i = 0; i < count; i++)
        if (!engine_has_game(dbs[i]->game)) {
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
            if (!(o->reduction && dbs[d]->segments[i].elsewhere))
                status = sheet_init(&s->at[s->count++], dbs[d], d, &dbs[d]->segments[i], o, err);
    return status;
}

static void start_progress(const struct sheet_options *o, const struct msg *what, uint64_t rows)
{
    static const struct msg UNIT = {"positions", "局面"};
    if (o->progress && rows)
        progress_start(o->progress, what, &UNIT, rows);
}

static void finish_progress(const struct sheet_options *o, uint64_t rows)
{
    if (o->progress && rows)
        progress_finish(o->progress);
}

static enum status begin_all(struct sheets *s, const struct sheet_options *o,
                             const struct sheet_twins *twins, struct err *err)
{
    static const struct msg EVALUATING = {"evaluating", "評価中"};
    enum status status = STATUS_OK;
    uint64_t rows = 0;
    for (uint32_t i = 0; i < s->count; i++)
        rows += sheet_columns_lack(&s->at[i], o) ? s->at[i].rows : 0;
    start_progress(o, &EVALUATING, rows);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++)
        status = sheet_begin(&s->at[i], o, twins, &s->twins, err);
    finish_progress(o, rows);
    return status;
}

/* A slow judge is asked when it is known of all segments what there is to ask. */
static enum status finish_all(struct sheets *s, const struct sheet_options *o, struct err *err)
{
    static const struct msg EVALUATING_SLOWLY = {"asking the engine", "エンジンに問い合わせ中"};
    enum status status = STATUS_OK;
    uint64_t rows = 0, more;
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        status = sheet_evaluate_prepare(&s->at[i], o, &more, err);
        rows += more;
    }
    start_progress(o, &EVALUATING_SLOWLY, rows);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        status = sheet_finish(&s->at[i], o, err);
        if (status == STATUS_OK)
            count_sheet(s, &s->at[i]);
    }
    finish_progress(o, rows);
    return status;
}

static enum status add_up(struct sheets *s, const struct reduction *reduction, enum status status,
                          struct err *err)
{
    uint64_t totals[] = {s->rows, s->chosen, s->games, s->twins};
    status = reduction_sum(reduction, status, totals, sizeof totals / sizeof *totals, err);
    s->rows = totals[0];
    s->chosen = totals[1];
    s->games = totals[2];
    s->twins = totals[3];
    return status;
}

enum status sheets_open(struct sheets *s, struct db *const *dbs, uint32_t count,
                        const struct sheet_options *o, struct err *err)
{
    struct sheet_twins twins = {0};
    *s = (struct sheets){0};
    enum status status = check_games(dbs, count, err);
    status = sheet_twins_find(&twins, dbs, count, o->reduction, status, err);
    if (status == STATUS_OK)
        status = init_all(s, dbs, count, o, err);
    if (status == STATUS_OK)
        status = begin_all(s, o, &twins, err);
    if (status == STATUS_OK)
        status = finish_all(s, o, err);
    /* Why columns could not be kept, if one could not. */
    for (uint32_t i = 0; i < s->count && !s->unwritten; i++)
        if (s->at[i].columns && s->at[i].columns->unwritten) {
            s->unwritten = true;
            s->why = s->at[i].columns->why;
        }
    sheet_twins_release(&twins);
    status = add_up(s, o->reduction, status, err);
    if (status != STATUS_OK)
        sheets_close(s);
    return status;
}

void sheets_close(struct sheets *s)
{
    for (uint32_t i = 0; s->at && i < s->count; i++) {
        sheet_columns_close(s->at[i].columns);
        mem_free(s->at[i].chosen);
        s->at[i] = (struct sheet){0};
    }
    mem_free(s->at);
    *s = (struct sheets){0};
}

bool sheet_is_held_out(const struct sheet *s, uint32_t number, unsigned in_a_thousand)
{
    return game_is_held_out(&s->segment->lines, number, in_a_thousand);
}
