/* test_sheet.c: columns are what a plain replay says, for any number of threads; they are kept and
 * found again, made anew where they are damaged or missing; which rows count; no memory. */
#include <dirent.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db/column_file.h"
#include "db/merge.h"
#include "db/repair/check.h"
#include "db_sample.h"
#include "engine/eval/see.h"
#include "engine/eval/weights.h"
#include "games/shogi/shogi_advance.h"
#include "query/run/evaluate.h"
#include "query/search.h"
#include "scratch.h"
#include "values/sheet/outcome.h"
#include "values/sheet/sheet.h"
#include "values/sheet/value_source_internal.h"

enum { GAMES = 60, GAMES_EACH = 40 };

/* --- A judge that counts ---------------------------------------------------------------------- */

static enum status count_game(struct value_source_worker *w, const struct value_source_game *g,
                              int16_t *values, struct err *err)
{
    (void)err;
    atomic_uint *games = w->value_source->own;
    atomic_fetch_add(games, 1);
    for (uint32_t p = 0; p <= g->plies; p++)
        values[p] = p % 7 == 6 ? VALUE_SOURCE_NO_VALUE : (int16_t)(10 * p + g->number % 5);
    return STATUS_OK;
}

static const struct value_source_type COUNTING = {.name = "counting", .game = count_game};

static void counting_open(struct value_source *j, atomic_uint *games)
{
    *j = (struct value_source){.type = &COUNTING, .own = games};
    atomic_store(games, 0);
    value_source_sample_init(&j->sample, &(struct value_source_options){0});
    buf_init(&j->line, 100);
    buf_add_str(&j->line, "counting 1");
}

/* --- Tools ------------------------------------------------------------------------------------ */

static struct value_source *open_judge(const char *spec)
{
    struct value_source *j;
    struct err err = {0};
    assert_int_equal(value_source_open(&j, spec, &(struct value_source_options){0}, &err),
                     STATUS_OK);
    return j;
}

static void open_sheets(struct sheets *s, struct db *db, const struct sheet_options *o)
{
    struct err err = {0};
    struct db *dbs[] = {db};
    assert_int_equal(sheets_open(s, dbs, 1, o, &err), STATUS_OK);
}

/* How often a judge is asked when a database is opened. */
static unsigned games_judged(const char *path, unsigned threads)
{
    atomic_uint games;
    struct value_source j;
    struct sheets s;
    struct db *db = sample_open(path);
    counting_open(&j, &games);
    open_sheets(&s, db, &(struct sheet_options){.value_source = &j, .threads = threads});
    assert_false(s.unwritten);
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t g = 0; g < s.at[i].games; g++)
            assert_int_equal(s.at[i].values[sheet_row(&s.at[i], g) + 2], 20 + g % 5);
    sheets_close(&s);
    buf_release(&j.line);
    db_close(db);
    return atomic_load(&games);
}

/* Every file of the columns' folder whose name begins so; says how many. */
static unsigned each_column(const char *path, const char *begin, void (*each)(const char *file))
{
    char folder[200], file[500];
    unsigned n = 0;
    snprintf(folder, sizeof folder, "%s/columns", path);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.' && strncmp(e->d_name, begin, strlen(begin)) == 0) {
            snprintf(file, sizeof file, "%s/%s", folder, e->d_name);
            n++;
            if (each)
                each(file);
        }
    closedir(dir);
    return n;
}

/* --- Columns against a plain replay ----------------------------------------------------------- */

static bool hangs(const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves);
    for (int i = 0; i < n; i++)
        if (pos->board[shogi_move_to(moves[i])] && see_result(pos, moves[i]) > 0)
            return true;
    return false;
}

static void check_row(const struct sheet *s, uint64_t row, const struct shogi_pos *pos,
                      const struct eval *eval, struct eval_account *account)
{
    const struct sheet_mark *m = &s->marks[row];
    struct advance a;
    advance_of(pos, &a);
    assert_int_equal(m->attack[0], a.attack[0]);
    assert_int_equal(m->attack[1], a.attack[1]);
    assert_int_equal(m->defence[0], a.defence[0]);
    assert_int_equal(m->defence[1], a.defence[1]);
    assert_int_equal(m->whole, a.whole);
    assert_int_equal(m->flags & MARK_WHITE ? 1 : 0, pos->turn);
    assert_int_equal((m->flags & MARK_CHECK) != 0, shogi_in_check(pos));
    assert_int_equal((m->flags & MARK_HANGING) != 0, hangs(pos));
    eval->type->explain(eval->weights, pos, account);
    assert_int_equal(s->values[row], account->value);
}

static void check_sheet(const struct sheet *s, const struct eval *eval)
{
    struct eval_account *account = mem_alloc(sizeof *account);
    assert_non_null(account);
    uint64_t rows = 0;
    for (uint32_t g = 0; g < s->games; g++) {
        struct shogi_pos pos;
        struct shogi_undo undo;
        uint32_t plies = line_plies(&s->segment->lines, g);
        shogi_pos_start(&pos);
        assert_int_equal(sheet_row(s, g), rows);
        for (uint32_t p = 0; p <= plies; p++) {
            check_row(s, sheet_row(s, g) + p, &pos, eval, account);
            if (p < plies)
                shogi_play(&pos, (shogi_move)line_move(&s->segment->lines, g, p), &undo);
        }
        rows += plies + 1;
        assert_int_equal(s->points[g], column_points(&s->segment->columns, g, 0));
    }
    assert_int_equal(rows, s->rows);
    mem_free(account);
}

static void columns_are_what_a_replay_says(void **state)
{
    (void)state;
    sample_make("all.kifu", 0, GAMES, GAMES_EACH);
    struct db *db = sample_open("all.kifu");
    struct value_source *j = open_judge("static");
    struct weights *w;
    struct err err = {0};
    assert_int_equal(weights_open(&w, "paper", &err), STATUS_OK);
    struct eval eval = weights_eval(w);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct sheets s;
        open_sheets(
            &s, db,
            &(struct sheet_options){.value_source = j, .threads = threads, .no_cache = true});
        assert_int_equal(s.count, 2);
        assert_int_equal(s.games, GAMES);
        for (uint32_t i = 0; i < s.count; i++)
            check_sheet(&s.at[i], &eval);
        sheets_close(&s);
    }
    weights_close(w);
    value_source_close(j);
    db_close(db);
}

/* --- What is kept ----------------------------------------------------------------------------- */

static void flip_a_byte(const char *file)
{
    struct buf bytes;
    struct err err;
    sample_read(file, &bytes);
    bytes.p[bytes.n / 2] ^= 4;
    assert_int_equal(file_replace(file, buf_span(&bytes), &err), STATUS_OK);
    buf_release(&bytes);
}

static void cut_short(const char *file)
{
    struct buf bytes;
    struct err err;
    sample_read(file, &bytes);
    assert_int_equal(file_replace(file, span_make(bytes.p, bytes.n / 3), &err), STATUS_OK);
    buf_release(&bytes);
}

static void remove_file(const char *file)
{
    assert_int_equal(unlink(file), 0);
}

static void a_second_opening_replays_nothing(void **state)
{
    (void)state;
    sample_make("kept.kifu", 0, GAMES, GAMES_EACH);
    assert_int_equal(games_judged("kept.kifu", 1), GAMES);
    assert_int_equal(games_judged("kept.kifu", 3), 0);
    assert_int_equal(each_column("kept.kifu", "s000001-values-", flip_a_byte), 1);
    assert_int_equal(games_judged("kept.kifu", 3), GAMES_EACH);
    assert_int_equal(each_column("kept.kifu", "s000001-values-", cut_short), 1);
    assert_int_equal(games_judged("kept.kifu", 1), GAMES_EACH);
    assert_int_equal(each_column("kept.kifu", "s000002-values-", remove_file), 1);
    assert_int_equal(games_judged("kept.kifu", 1), GAMES - GAMES_EACH);
    assert_int_equal(each_column("kept.kifu", "", flip_a_byte), 4);
    assert_int_equal(games_judged("kept.kifu", 1), GAMES);
    assert_int_equal(games_judged("kept.kifu", 1), 0);
}

static void threads_write_the_same_bytes(void **state)
{
    (void)state;
    sample_make("one.kifu", 0, GAMES, GAMES_EACH);
    sample_make("three.kifu", 0, GAMES, GAMES_EACH);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct db *db = sample_open(threads == 1 ? "one.kifu" : "three.kifu");
        struct value_source *j = open_judge("quiescence");
        struct sheets s;
        open_sheets(
            &s, db,
            &(struct sheet_options){.value_source = j, .threads = threads, .mate_nodes = 300});
        sheets_close(&s);
        value_source_close(j);
        db_close(db);
    }
    assert_int_equal(each_column("one.kifu", "", NULL), 6);
    assert_int_equal(system("diff -r one.kifu/columns three.kifu/columns"), 0);
}

static void only_new_games_are_judged(void **state)
{
    (void)state;
    struct err err = {0};
    sample_make("grown.kifu", 0, GAMES_EACH, 0);
    assert_int_equal(games_judged("grown.kifu", 1), GAMES_EACH);
    sample_make("grown.kifu", GAMES_EACH, GAMES, 0);
    assert_int_equal(games_judged("grown.kifu", 1), GAMES - GAMES_EACH);
    assert_int_equal(games_judged("grown.kifu", 1), 0);
    /* nobody complains of the columns, and those of segments that are gone go, too */
    const struct check_options check = {.threads = 1, .temporary = "."};
    struct check_result checked;
    assert_int_equal(db_check("grown.kifu", &check, &checked, &err), STATUS_OK);
    assert_int_equal(checked.faults, 0);
    assert_int_equal(checked.leftovers, 0);
    assert_int_equal(each_column("grown.kifu", "", NULL), 4);
    struct compact_result compacted;
    assert_int_equal(
        db_compact("grown.kifu", &(struct compact_options){.threads = 1}, &compacted, &err),
        STATUS_OK);
    assert_int_equal(each_column("grown.kifu", "", NULL), 0);
    assert_int_equal(games_judged("grown.kifu", 1), GAMES);
}

static bool has_row_of(const struct sheet *s, uint32_t number)
{
    uint64_t row = sheet_row(s, number);
    for (uint32_t p = 0; p <= line_plies(&s->segment->lines, number); p++)
        if (sheet_has(s->chosen, row + p))
            return true;
    return false;
}

static void removed_games_are_left_out(void **state)
{
    (void)state;
    struct err err = {0};
    uint32_t id = 7, removed = 0;
    sample_make("less.kifu", 0, GAMES_EACH, 0);
    assert_int_equal(games_judged("less.kifu", 1), GAMES_EACH);
    struct db_writer *w = sample_writer("less.kifu", 0);
    assert_int_equal(db_writer_remove(w, &id, 1, &removed, &err), STATUS_OK);
    db_writer_close(w);
    assert_int_equal(games_judged("less.kifu", 1), 0);
    struct db *db = sample_open("less.kifu");
    struct value_source *j = open_judge("static");
    struct sheets s;
    uint32_t number;
    open_sheets(&s, db, &(struct sheet_options){.value_source = j, .threads = 1});
    assert_int_equal(s.games, GAMES_EACH - 1);
    assert_true(lines_find_id(&db->segments[0].lines, id, &number));
    for (uint32_t g = 0; g < s.at[0].games; g++)
        assert_int_equal(has_row_of(&s.at[0], g), g != number);
    sheets_close(&s);
    value_source_close(j);
    db_close(db);
}

/* Somebody else's file where the folder should be. */
static void columns_live_in_memory_where_nothing_can_be_written(void **state)
{
    (void)state;
    struct err err = {0};
    atomic_uint games;
    struct value_source j;
    struct sheets s;
    sample_make("bare.kifu", 0, 5, 0);
    assert_int_equal(file_replace("bare.kifu/columns", SPAN("x"), &err), STATUS_OK);
    struct db *db = sample_open("bare.kifu");
    counting_open(&j, &games);
    for (int i = 1; i <= 2; i++) {
        open_sheets(&s, db, &(struct sheet_options){.value_source = &j, .threads = 1});
        assert_true(s.unwritten);
        assert_non_null(s.why.what);
        assert_int_equal(s.at[0].values[3], 30);
        assert_int_equal(atomic_load(&games), 5 * i);
        sheets_close(&s);
    }
    buf_release(&j.line);
    db_close(db);
}

/* --- Rows that count -------------------------------------------------------------------------- */

static void rows_are_left_out(void **state)
{
    (void)state;
    struct db *db = sample_open("all.kifu");
    struct value_source j;
    atomic_uint games;
    struct query q;
    struct err err = {0};
    struct sheets s;
    counting_open(&j, &games);
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("turn:s value>=300"), &err),
                     STATUS_OK);
    const struct sheet_options o = {.value_source = &j,
                                    .threads = 2,
                                    .skip_plies = 5,
                                    .no_checks = true,
                                    .no_hanging = true,
                                    .no_cache = true,
                                    .q = &q};
    open_sheets(&s, db, &o);
    uint64_t chosen = 0, checks = 0, hanging = 0;
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t g = 0; g < s.at[i].games; g++)
            for (uint32_t p = 0; p <= line_plies(&s.at[i].segment->lines, g); p++) {
                const struct sheet *at = &s.at[i];
                uint64_t row = sheet_row(at, g) + p;
                unsigned flags = at->marks[row].flags;
                bool wanted = p >= 5 && p % 7 != 6 && at->points[g] != SHEET_NO_POINTS &&
                              !(flags & (MARK_CHECK | MARK_HANGING | MARK_WHITE)) &&
                              at->values[row] >= 300;
                assert_int_equal(sheet_has(at->chosen, row), wanted);
                chosen += wanted;
                checks += (flags & MARK_CHECK) != 0;
                hanging += (flags & MARK_HANGING) != 0;
            }
    assert_int_equal(s.chosen, chosen);
    assert_true(chosen > 100 && checks > 100 && hanging > 100);
    sheets_close(&s);
    query_release(&q);
    buf_release(&j.line);
    db_close(db);
}

/* Where a query matches, line by line. */
static uint64_t check_matches(const struct sheet *s, const struct query *q, const uint64_t *bits)
{
    struct evaluator *e;
    struct evaluation v;
    struct err err = {0};
    uint64_t n = 0;
    assert_int_equal(evaluator_open(&e, q, &err), STATUS_OK);
    for (uint32_t g = 0; g < s->games; g++) {
        assert_int_equal(evaluate_line(e, &s->segment->lines, g, 0, UINT32_MAX, &v, &err),
                         STATUS_OK);
        for (uint32_t p = 0; p <= line_plies(&s->segment->lines, g); p++) {
            bool match = p < v.count && plies_has(v.matches, p);
            assert_int_equal(sheet_has(bits, sheet_row(s, g) + p),
                             match && sheet_has(s->chosen, sheet_row(s, g) + p));
            n += match;
        }
    }
    evaluator_close(e);
    return n;
}

static void matches_are_where_the_query_holds(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {"",
                                          "turn:g",
                                          "s.hand.ka>=1",
                                          "sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/"
                                          "LNSGKGSNL b - 1\"",
                                          "progress.diff>=0.25",
                                          "s76fu then g34fu",
                                          "material>=500 turn:s"};
    struct db *db = sample_open("all.kifu");
    struct value_source *j = open_judge("static");
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        const struct sheet_options o = {
            .value_source = j, .threads = threads, .skip_plies = threads - 1, .no_cache = true};
        struct sheets s;
        open_sheets(&s, db, &o);
        for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
            struct query q;
            struct err err = {0};
            uint64_t found = 0;
            assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(QUERIES[i]), &err),
                             STATUS_OK);
            for (uint32_t k = 0; k < s.count; k++) {
                uint64_t *bits = mem_alloc(sheet_words(&s.at[k]) * sizeof *bits);
                memset(bits, 0xa5, sheet_words(&s.at[k]) * sizeof *bits);
                assert_int_equal(sheet_match(&s.at[k], &q, &o, bits, &err), STATUS_OK);
                found += check_matches(&s.at[k], &q, bits);
                mem_free(bits);
            }
            assert_true(found > 0);
            query_release(&q);
        }
        sheets_close(&s);
    }
    value_source_close(j);
    db_close(db);
}

/* A column that says what can't be is believed if its text is that of the query; what is asked
 * about games is never looked up. */
static void matches_are_taken_from_a_column(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        bool kept;
    } CASES[] = {{"turn:g", true}, {"turn:g result:draw", false}, {"value>=100", true}};
    sample_make("matched.kifu", 0, 3, 0);
    struct db *db = sample_open("matched.kifu");
    struct value_source *j = open_judge("static");
    const struct sheet_options o = {.value_source = j, .threads = 1};
    struct sheets s;
    open_sheets(&s, db, &o);
    size_t bytes = sheet_words(&s.at[0]) * sizeof(uint64_t);
    uint64_t *bits = mem_alloc(bytes);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct query q;
        struct buf of;
        struct err err = {0};
        buf_init(&of, BUF_DEFAULT_MAX);
        assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(CASES[i].query), &err),
                         STATUS_OK);
        buf_add_str(&of, "query ");
        query_print(&q, &of);
        if (i == 2)
            buf_printf(&of, "\nvalues %.*s", (int)value_source_line(j).n, value_source_line(j).p);
        const struct column_key key = {.database = "matched.kifu",
                                       .segment = s.at[0].segment,
                                       .column = "matches",
                                       .of = buf_span(&of),
                                       .bytes = bytes};
        memset(bits, 0xff, bytes);
        assert_int_equal(column_file_write(&key, bits, &err), STATUS_OK);
        assert_int_equal(sheet_match(&s.at[0], &q, &o, bits, &err), STATUS_OK);
        assert_int_equal(memcmp(bits, s.at[0].chosen, bytes) == 0, CASES[i].kept);
        query_release(&q);
        buf_release(&of);
    }
    mem_free(bits);
    sheets_close(&s);
    value_source_close(j);
    db_close(db);
}

/* --- Who won ---------------------------------------------------------------------------------- */

/* A game that ended in some way after moves; what Black got by the record. */
static void add_ended(struct db_writer *w, const char *start, const char *moves,
                      enum record_end end, int points)
{
    struct record rec;
    struct buf entry;
    struct db_add_result result;
    struct span left = span_of(moves);
    uint32_t node = 0;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
    assert_true(arena_copy(&rec.arena, span_of(start), &rec.start));
    rec.handicap = SHOGI_HANDICAP_OTHER;
    while (left.n) {
        shogi_move m;
        size_t n = left.n > 4 && left.p[4] == '+' ? 5 : 4;
        assert_true(shogi_usi_parse(span_make(left.p, n), &m));
        node = record_add_node(&rec, node, m);
        left = span_trim(span_skip(left, n));
    }
    rec.end = end;
    rec.points[0] = (int8_t)points;
    rec.points[1] = (int8_t)(points < 0 ? points : POINTS_WIN - points);
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, NULL), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

/* With Black to move, the gold in hand mates on 5b. */
#define MATING "4k4/9/4P4/9/9/9/9/9/4K4 w G 1"

static void a_mate_on_the_board_wins(void **state)
{
    (void)state;
    static const struct {
        const char *start, *move;
        enum record_end end;
        int recorded, with_search;
    } GAMES_ENDED[] = {
        {MATING, "5a4a", END_RESIGN, POINTS_LOSS, POINTS_LOSS}, /* no mate from here */
        {MATING, "", END_RESIGN, POINTS_WIN, POINTS_WIN},       /* White is to move, and resigns */
        {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "", END_RESIGN, POINTS_LOSS, POINTS_WIN},
        {"4k4/9/4P4/9/9/9/9/9/3K5 b G 1", "", END_TIME_UP, POINTS_LOSS, POINTS_WIN},
        {"4k4/9/4P4/9/9/9/9/9/2K6 b G 1", "", END_INTERRUPTED, POINTS_UNKNOWN, POINTS_WIN},
        {"4k4/9/4P4/9/9/9/9/9/1K7 b G 1", "", END_MAX_MOVES, POINTS_DRAW, POINTS_DRAW},
        {"4k4/9/4P4/9/9/9/9/9/K8 b G 1", "", END_ILLEGAL_MOVE, POINTS_LOSS, POINTS_LOSS},
        {"4k4/9/9/9/9/9/9/9/4K4 b G 1", "", END_TIME_UP, POINTS_LOSS, POINTS_LOSS},
        {"4k4/9/9/9/9/9/9/9/3K5 b G 1", "", END_INTERRUPTED, POINTS_UNKNOWN, POINTS_UNKNOWN},
        {"4k4/9/9/9/9/9/9/9/2K6 b G 1", "", END_RESIGN, POINTS_UNKNOWN, POINTS_LOSS},
    };
    enum { COUNT = sizeof GAMES_ENDED / sizeof *GAMES_ENDED };
    struct db_writer *w = sample_writer("ended.kifu", 0);
    for (int i = 0; i < COUNT; i++)
        add_ended(w, GAMES_ENDED[i].start, GAMES_ENDED[i].move, GAMES_ENDED[i].end,
                  GAMES_ENDED[i].recorded);
    sample_commit(w);
    db_writer_close(w);
    struct db *db = sample_open("ended.kifu");
    struct value_source *j = open_judge("static");
    for (int pass = 0; pass < 4; pass++) { /* as recorded; searched; kept; damaged */
        struct sheets s;
        if (pass == 3)
            assert_int_equal(each_column("ended.kifu", "s000001-mates-", flip_a_byte), 1);
        open_sheets(&s, db,
                    &(struct sheet_options){.value_source = j, .mate_nodes = pass ? 1000 : 0});
        for (int i = 0; i < COUNT; i++) {
            uint32_t number;
            int want = pass ? GAMES_ENDED[i].with_search : GAMES_ENDED[i].recorded;
            assert_true(lines_find_id(&db->segments[0].lines, (uint32_t)i, &number));
            assert_int_equal(s.at[0].points[number], want < 0 ? SHEET_NO_POINTS : want);
            assert_int_equal(has_row_of(&s.at[0], number), want >= 0);
            /* asked when nobody had told how it ended, and decided by a rule as we know now */
            if (!outcome_needs_search(GAMES_ENDED[i].end))
                assert_int_equal(
                    outcome_points(&db->segments[0].columns, number, SHOGI_BLACK, OUTCOME_MATE),
                    GAMES_ENDED[i].recorded);
        }
        sheets_close(&s);
    }
    value_source_close(j);
    db_close(db);
}

/* --- Slow judges, and those that are stopped -------------------------------------------------- */

/* Stops everything after so many games, or takes its time, or never comes back from a game. */
struct slow_own {
    atomic_uint games, positions;
    unsigned most; /* 0: no such limit */
    unsigned microseconds;
    unsigned hangs_in; /* the game, counted from 1; 0: in none */
    atomic_bool cancelled;
};

static enum status slow_game(struct value_source_worker *w, const struct value_source_game *g,
                             int16_t *values, struct err *err)
{
    (void)err;
    struct slow_own *own = w->value_source->own;
    const unsigned number = atomic_fetch_add(&own->games, 1) + 1;
    if (own->most && number >= own->most) /* not the first of them alone: it may have to wait */
        atomic_store(&own->cancelled, true);
    while (number == own->hangs_in)
        pause();
    if (own->microseconds)
        usleep(own->microseconds);
    for (uint32_t p = 0; p <= g->plies; p++)
        values[p] = (int16_t)(g->number + 3 * p);
    return STATUS_OK;
}

static const struct value_source_type SLOW = {.name = "slow", .slow = true, .game = slow_game};
static const struct value_source_type QUICK = {.name = "quick", .game = slow_game};

static enum status open_slowly(const char *path, const struct value_source_type *type,
                               struct slow_own *own, unsigned threads)
{
    struct value_source j = {.type = type, .own = own};
    struct sheets s;
    struct err err = {0};
    struct db *db = sample_open(path);
    const struct sheet_options o = {
        .value_source = &j, .threads = threads, .cancelled = &own->cancelled, .mate_nodes = 10};
    value_source_sample_init(&j.sample, &(struct value_source_options){0});
    buf_init(&j.line, 100);
    buf_add_str(&j.line, type->name);
    enum status status = sheets_open(&s, &db, 1, &o, &err);
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t g = 0; g < s.at[i].games; g++)
            for (uint32_t p = 0; p <= line_plies(&s.at[i].segment->lines, g); p++)
                assert_int_equal(s.at[i].values[sheet_row(&s.at[i], g) + p], g + 3 * p);
    sheets_close(&s);
    buf_release(&j.line);
    db_close(db);
    return status;
}

static void cut_last_byte(const char *file)
{
    struct stat st;
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(truncate(file, st.st_size - 1), 0);
}

static void what_was_judged_before_a_stop_is_kept(void **state)
{
    (void)state;
    sample_make("slow.kifu", 0, GAMES_EACH, 0);
    struct slow_own own = {.most = 10};
    assert_int_equal(open_slowly("slow.kifu", &SLOW, &own, 1), STATUS_CANCELLED);
    assert_int_equal(atomic_load(&own.games), 10);
    assert_int_equal(each_column("slow.kifu", "s000001-values-", cut_last_byte), 1); /* one less */
    own = (struct slow_own){.most = 15};
    assert_int_equal(open_slowly("slow.kifu", &SLOW, &own, 3), STATUS_CANCELLED);
    unsigned before = atomic_load(&own.games);
    assert_in_range(before, 15, 18);
    own = (struct slow_own){0};
    assert_int_equal(open_slowly("slow.kifu", &SLOW, &own, 2), STATUS_OK);
    assert_int_equal(atomic_load(&own.games), GAMES_EACH - 9 - before); /* nothing twice */
    own = (struct slow_own){0};
    assert_int_equal(open_slowly("slow.kifu", &SLOW, &own, 2), STATUS_OK);
    assert_int_equal(atomic_load(&own.games), 0);
    assert_int_equal(each_column("slow.kifu", "", NULL), 3); /* the part is gone */
}

/* --- What a slow judge is asked about --------------------------------------------------------- */

/* Asked about what is wanted; counts that. */
static enum status picky_game(struct value_source_worker *w, const struct value_source_game *g,
                              int16_t *values, struct err *err)
{
    (void)err;
    struct slow_own *own = w->value_source->own;
    assert_non_null(g->wanted);
    for (uint32_t p = 0; p <= g->plies; p++)
        if (sheet_has(g->wanted, g->first_row + p)) {
            assert_int_equal(values[p], VALUE_SOURCE_NOT_RUN); /* nothing twice */
            values[p] = (int16_t)(g->number + 3 * p);
            atomic_fetch_add(&own->positions, 1);
        }
    if (atomic_fetch_add(&own->games, 1) + 1 == own->most)
        atomic_store(&own->cancelled, true);
    return STATUS_OK;
}

static const struct value_source_type PICKY = {.name = "picky", .slow = true, .game = picky_game};

/* Of the rows: those that count have their value, those that have none were never asked. */
static uint64_t check_answers(const struct sheet *s)
{
    uint64_t answers = 0;
    for (uint32_t g = 0; g < s->games; g++)
        for (uint32_t p = 0; p <= line_plies(&s->segment->lines, g); p++) {
            const uint64_t row = sheet_row(s, g) + p;
            const bool judged = s->values[row] != VALUE_SOURCE_NOT_RUN;
            assert_int_equal(s->values[row], judged ? (int)(g + 3 * p) : VALUE_SOURCE_NOT_RUN);
            assert_true(judged || !sheet_has(s->chosen, row));
            answers += judged;
        }
    return answers;
}

struct judge_counts {
    uint64_t chosen, judged, answers; /* rows that count; asked now; asked at any time */
};

/* The positions where a query holds, or one in so many of them. */
static struct judge_counts ask_about(const char *path, const char *query, uint32_t sample,
                                     const struct sheet_options *usual)
{
    struct slow_own own = {0};
    struct value_source j = {.type = &PICKY, .own = &own};
    struct progress progress;
    struct sheet_options o = *usual;
    struct judge_counts is = {0};
    struct sheets s;
    struct query q;
    struct err err = {0};
    struct db *db = sample_open(path);
    progress_init(&progress, PROGRESS_NONE, LANG_EN, &(struct progress_writer){0});
    assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(query), &err), STATUS_OK);
    value_source_sample_init(&j.sample, &(struct value_source_options){.sample = sample});
    buf_init(&j.line, 100);
    buf_add_str(&j.line, "picky");
    o.value_source = &j;
    o.progress = &progress;
    o.q = *query ? &q : NULL;
    open_sheets(&s, db, &o);
    for (uint32_t i = 0; i < s.count; i++)
        is.answers += check_answers(&s.at[i]);
    is.chosen = s.chosen;
    is.judged = atomic_load(&own.positions);
    if (is.judged) { /* it was said how many there would be */
        assert_int_equal(progress.total, is.judged);
        assert_int_equal(progress.done, is.judged);
    }
    sheets_close(&s);
    query_release(&q);
    progress_release(&progress);
    buf_release(&j.line);
    db_close(db);
    return is;
}

/* An engine is asked about what the query leaves, and never twice about a position. */
static void a_slow_judge_judges_what_is_left(void **state)
{
    (void)state;
    const struct sheet_options plain = {.threads = 2}, fresh = {.threads = 2, .no_cache = true};
    sample_make("picky.kifu", 0, GAMES_EACH, 16); /* three segments */
    struct judge_counts x = ask_about("picky.kifu", "ply:10..19", 0, &plain);
    const uint64_t ten = x.judged;
    assert_int_equal(ten, GAMES_EACH * 10);
    assert_int_equal(x.chosen, ten);
    assert_int_equal(x.answers, ten);
    assert_int_equal(each_column("picky.kifu", "s000001-", NULL), 2); /* no part is left */
    x = ask_about("picky.kifu", "ply:10..19", 0, &plain);
    assert_int_equal(x.judged, 0);
    assert_int_equal(x.chosen, ten);
    x = ask_about("picky.kifu", "ply:15..24", 0, &plain); /* what is new of it */
    assert_int_equal(x.judged, ten / 2);
    assert_int_equal(x.chosen, ten);
    assert_int_equal(x.answers, ten * 3 / 2);
    /* values of other positions than were asked for are not there: a query that needs them asks */
    x = ask_about("picky.kifu", "value>=45 ply:10..19", 0, &fresh);
    assert_true(x.judged > 4 * ten && x.chosen < ten);
    x = ask_about("picky.kifu", "", 0, &fresh);
    const uint64_t all = x.judged;
    assert_int_equal(x.chosen, all);
    x = ask_about("picky.kifu", "", 0, &plain);
    assert_int_equal(x.judged, all - ten * 3 / 2);
    assert_int_equal(x.chosen, all);
    assert_int_equal(ask_about("picky.kifu", "", 0, &plain).judged, 0);
}

/* Nor about what the sample, the options, or a game without a result leave out. */
static void a_slow_judge_is_not_used_in_vain(void **state)
{
    (void)state;
    const struct sheet_options fresh = {.threads = 1, .no_cache = true};
    const struct sheet_options late = {.threads = 1, .no_cache = true, .skip_plies = 30};
    const struct sheet_options checks = {.threads = 1, .no_cache = true, .no_checks = true};
    const uint64_t all = ask_about("picky.kifu", "", 0, &fresh).judged;
    const uint64_t some = ask_about("picky.kifu", "", 10, &fresh).judged;
    assert_in_range(some, all / 10 - all / 30, all / 10 + all / 30);
    struct judge_counts x = ask_about("picky.kifu", "ply:10..29", 10, &fresh);
    assert_in_range(x.judged, GAMES_EACH, GAMES_EACH * 3);
    assert_int_equal(x.chosen, x.judged);
    assert_int_equal(ask_about("picky.kifu", "", 0, &late).judged, all - GAMES_EACH * 30);
    assert_true(ask_about("picky.kifu", "", 0, &checks).judged < all);
    x = ask_about("ended.kifu", "", 0, &fresh);
    assert_int_equal(x.judged, x.chosen);
    assert_true(x.answers == x.judged && x.judged > 0);
}

/* Two questions that were broken off, then a third: what is there of a game is taken as that. */
static void games_are_kept_in_part(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {"ply:10..19", "ply:15..24"};
    sample_make("parts.kifu", 0, GAMES_EACH, 0);
    uint64_t before = 0;
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        struct slow_own own = {.most = 10};
        struct value_source j = {.type = &PICKY, .own = &own};
        struct sheets s;
        struct query q;
        struct err err = {0};
        struct db *db = sample_open("parts.kifu");
        assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(QUERIES[i]), &err), STATUS_OK);
        value_source_sample_init(&j.sample, &(struct value_source_options){0});
        buf_init(&j.line, 100);
        buf_add_str(&j.line, "picky");
        const struct sheet_options o = {
            .value_source = &j, .threads = 1, .cancelled = &own.cancelled, .q = &q};
        assert_int_equal(sheets_open(&s, &db, 1, &o, &err), STATUS_CANCELLED);
        before += atomic_load(&own.positions);
        query_release(&q);
        buf_release(&j.line);
        db_close(db);
    }
    assert_int_equal(before, 10 * 10 + 10 * 5); /* the second knew what the first had asked */
    struct judge_counts x =
        ask_about("parts.kifu", "ply:10..24", 0, &(struct sheet_options){.threads = 2});
    assert_int_equal(x.chosen, GAMES_EACH * 15);
    assert_int_equal(x.judged, x.chosen - before);
    assert_int_equal(x.answers, x.chosen);
    assert_int_equal(each_column("parts.kifu", "s000001-values-", NULL), 1);
}

static bool any_game(void *ctx, uint32_t number, struct span elements)
{
    (void)ctx;
    (void)number;
    (void)elements;
    return true;
}

/* Games that the segment has not, or of another length, with sums that are right. */
static void a_part_may_be_hostile(void **state)
{
    (void)state;
    static const char elements[200] = {0};
    enum { SOME_GAMES = 5 };
    sample_make("hostile.kifu", 0, SOME_GAMES, 0);
    for (uint32_t number = 0; number <= SOME_GAMES; number += SOME_GAMES) {
        struct slow_own own = {.most = 2};
        struct column_part part;
        struct err err = {0};
        struct db *db = sample_open("hostile.kifu");
        const struct db_segment *segment = &db->segments[0];
        const struct column_key key = {.database = "hostile.kifu",
                                       .segment = segment,
                                       .column = "values",
                                       .of = SPAN("slow"),
                                       .bytes = 2 * (segment->listed.plies + segment->lines.games)};
        assert_int_equal(open_slowly("hostile.kifu", &SLOW, &own, 1), STATUS_CANCELLED);
        assert_int_equal(column_part_open(&part, &key, any_game, NULL, &err), STATUS_OK);
        assert_int_equal(column_part_add(&part, number, span_make(elements, 200 - number), &err),
                         STATUS_OK);
        column_part_close(&part);
        own = (struct slow_own){0};
        assert_int_equal(open_slowly("hostile.kifu", &SLOW, &own, 1), STATUS_OK);
        assert_int_equal(atomic_load(&own.games), SOME_GAMES - 2);
        db_close(db);
        each_column("hostile.kifu", "s000001-values", remove_file);
    }
}

static void a_quick_judge_can_be_stopped_too(void **state)
{
    (void)state;
    struct slow_own own = {.most = 3};
    sample_make("quick.kifu", 0, GAMES_EACH, 0);
    assert_int_equal(open_slowly("quick.kifu", &QUICK, &own, 2), STATUS_CANCELLED);
    own = (struct slow_own){0};
    assert_int_equal(open_slowly("quick.kifu", &QUICK, &own, 2), STATUS_OK);
    assert_int_equal(atomic_load(&own.games), GAMES_EACH);
}

/* Runs it in a process of its own. */
static pid_t open_apart(const char *path, const struct value_source_type *type, struct slow_own own)
{
    pid_t pid = fork();
    if (pid == 0) {
        _exit(open_slowly(path, type, &own, 1) == STATUS_OK ? 0 : 1);
    }
    assert_true(pid > 0);
    return pid;
}

/* Bytes of all columns of a name; waits, not for ever, until they are more than so many. */
static off_t wait_for_more(const char *pattern, off_t than)
{
    off_t bytes = 0;
    for (int i = 0; i < 120000 && bytes <= than; i++) {
        glob_t found = {0};
        struct stat st;
        usleep(500);
        bytes = 0;
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc; k++)
                bytes += stat(found.gl_pathv[k], &st) == 0 ? st.st_size : 0;
        globfree(&found);
    }
    return bytes;
}

/* Begins the part of a column that SLOW makes: its head and no game.  Returns its bytes. */
static off_t begin_part(const char *path, const char *pattern)
{
    struct column_part part;
    struct err err = {0};
    struct db *db = sample_open(path);
    const struct db_segment *segment = &db->segments[0];
    const struct column_key key = {.database = path,
                                   .segment = segment,
                                   .column = "values",
                                   .of = SPAN("slow"),
                                   .bytes = 2 * (segment->listed.plies + segment->lines.games)};
    assert_int_equal(column_part_open(&part, &key, any_game, NULL, &err), STATUS_OK);
    column_part_close(&part);
    db_close(db);
    return wait_for_more(pattern, 0);
}

static void a_kill_costs_the_game_being_judged(void **state)
{
    (void)state;
    struct slow_own own = {0};
    int how;
    sample_make("killed.kifu", 0, GAMES_EACH, 0);
    /* its head is there already, so that whatever is added is a game */
    off_t bytes = begin_part("killed.kifu", "killed.kifu/columns/*.part");
    for (int i = 0; i < 6; i++) {
        /* it can't have finished before it is killed, however late that is */
        pid_t pid = open_apart("killed.kifu", &SLOW, (struct slow_own){.hangs_in = 2});
        bytes = wait_for_more("killed.kifu/columns/*.part", bytes);
        assert_int_equal(kill(pid, SIGKILL), 0);
        assert_int_equal(waitpid(pid, &how, 0), pid);
    }
    assert_int_equal(open_slowly("killed.kifu", &SLOW, &own, 1), STATUS_OK);
    assert_int_equal(atomic_load(&own.games), GAMES_EACH - 6);
    const struct check_options check = {.threads = 1, .temporary = "."};
    struct check_result checked;
    struct err err = {0};
    assert_int_equal(db_check("killed.kifu", &check, &checked, &err), STATUS_OK);
    assert_int_equal(checked.faults, 0);
}

/* Two processes that make the same columns get in nobody's way. */
static void two_may_write_the_same(void **state)
{
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        const struct value_source_type *type = slow ? &SLOW : &QUICK;
        const char *path = slow ? "two-slow.kifu" : "two-quick.kifu";
        struct slow_own own = {0};
        int how[2];
        sample_make(path, 0, 10, 0);
        const struct slow_own takes_time = {.microseconds = 500};
        pid_t one = open_apart(path, type, takes_time), two = open_apart(path, type, takes_time);
        assert_int_equal(waitpid(one, &how[0], 0), one);
        assert_int_equal(waitpid(two, &how[1], 0), two);
        assert_true(WIFEXITED(how[0]) && WEXITSTATUS(how[0]) == 0);
        assert_true(WIFEXITED(how[1]) && WEXITSTATUS(how[1]) == 0);
        assert_int_equal(open_slowly(path, type, &own, 1), STATUS_OK);
        assert_int_equal(atomic_load(&own.games), 0);
        assert_int_equal(each_column(path, "", NULL), 3);
    }
}

/* --- The rest --------------------------------------------------------------------------------- */

static void hold_out_as_many_as_set(void **state)
{
    (void)state;
    struct db *db = sample_open("all.kifu");
    struct value_source *j = open_judge("record");
    struct sheets s;
    unsigned none = 0, some = 0, all = 0;
    open_sheets(&s, db, &(struct sheet_options){.value_source = j, .no_cache = true});
    assert_int_equal(s.chosen, 0); /* generated games have no values */
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t g = 0; g < s.at[i].games; g++) {
            none += sheet_is_held_out(&s.at[i], g, 0);
            some += sheet_is_held_out(&s.at[i], g, 300);
            all += sheet_is_held_out(&s.at[i], g, 1000);
        }
    assert_int_equal(none, 0);
    assert_in_range(some, GAMES / 8, GAMES / 2);
    assert_int_equal(all, GAMES);
    sheets_close(&s);
    value_source_close(j);
    db_close(db);
}

/* --- Games that two databases have ------------------------------------------------------------ */

/* Three databases with games of no moves: each is told by its start position. */
static void games_of_several_databases_count_once(void **state)
{
    (void)state;
    static const char *const STARTS[] = {
        "4k4/9/9/9/9/9/9/9/4K4 b G 1", "4k4/9/9/9/9/9/9/9/3K5 b G 1", "4k4/9/9/9/9/9/9/9/2K6 b G 1",
        "4k4/9/9/9/9/9/9/9/1K7 b G 1"};
    static const char *const PATHS[3] = {"twin1.kifu", "twin2.kifu", "twin3.kifu"};
    enum { NOT_THERE = -9 };
    /* What Black got by each database. */
    static const int HAD[4][3] = {
        {POINTS_WIN, POINTS_WIN, POINTS_WIN},         /* counts in the first */
        {NOT_THERE, POINTS_LOSS, POINTS_LOSS},        /* in the second */
        {POINTS_UNKNOWN, POINTS_UNKNOWN, POINTS_WIN}, /* in the third, which alone knows who won */
        {POINTS_UNKNOWN, NOT_THERE, POINTS_UNKNOWN},  /* nowhere */
    };
    struct db *dbs[3];
    struct err err = {0};
    struct sheets s;
    uint32_t id = 0, removed = 0;
    for (int d = 0; d < 3; d++) {
        struct db_writer *w = sample_writer(PATHS[d], 0);
        for (int g = 0; g < 4; g++)
            if (HAD[g][d] != NOT_THERE)
                add_ended(w, STARTS[g], "", END_INTERRUPTED, HAD[g][d]);
        sample_commit(w);
        db_writer_close(w);
        dbs[d] = sample_open(PATHS[d]);
    }
    struct value_source *j = open_judge("static");
    const struct sheet_options o = {.value_source = j, .threads = 1};
    assert_int_equal(sheets_open(&s, dbs, 3, &o, &err), STATUS_OK);
    assert_int_equal(s.games, 3);
    assert_int_equal(s.twins, 3); /* of those whose winner is known */
    uint32_t seen[3] = {0};
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t g = 0; g < s.at[i].games; g++)
            seen[s.at[i].db] += has_row_of(&s.at[i], g);
    for (int d = 0; d < 3; d++)
        assert_int_equal(seen[d], 1);
    sheets_close(&s);
    db_close(dbs[0]);
    struct db_writer *w = sample_writer(PATHS[0], 0); /* what was removed is nobody's twin */
    assert_int_equal(db_writer_remove(w, &id, 1, &removed, &err), STATUS_OK);
    db_writer_close(w);
    dbs[0] = sample_open(PATHS[0]);
    assert_int_equal(sheets_open(&s, dbs, 3, &o, &err), STATUS_OK);
    assert_int_equal(s.games, 3);
    assert_int_equal(s.twins, 2);
    sheets_close(&s);
    mem_fail_after(0);
    assert_int_equal(sheets_open(&s, dbs, 3, &o, &err), STATUS_NOMEM);
    mem_fail_never();
    value_source_close(j);
    for (int d = 0; d < 3; d++)
        db_close(dbs[d]);
}

static void not_of_another_game(void **state)
{
    (void)state;
    struct sheets s;
    struct db *db;
    struct err err;
    struct value_source *j = open_judge("static");
    const struct db_writer_options opt = {.threads = 1};
    struct db_writer *w = NULL;
    assert_int_equal(db_writer_open(&w, "go.kifu", &go_game, &opt, &err), STATUS_OK);
    sample_commit(w);
    db_writer_close(w);
    assert_int_equal(db_open(&db, "go.kifu", &err), STATUS_OK);
    assert_int_equal(sheets_open(&s, &db, 1, &(struct sheet_options){.value_source = j}, &err),
                     STATUS_UNSUPPORTED);
    sheets_close(&s);
    value_source_close(j);
    db_close(db);
}

static void no_memory(void **state)
{
    (void)state;
    enum status st = STATUS_NOMEM;
    struct query q;
    struct err err;
    long n = 0;
    sample_make("few.kifu", 0, 2, 100);
    struct db *db = sample_open("few.kifu");
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("turn:s"), &err), STATUS_OK);
    for (; st != STATUS_OK; n++) {
        struct sheets s = {0};
        struct value_source *j = NULL;
        mem_fail_after(n);
        st = value_source_open(&j, n % 2 ? "static" : "quiescence",
                               &(struct value_source_options){0}, &err);
        if (st == STATUS_OK)
            st = sheets_open(
                &s, &db, 1,
                &(struct sheet_options){.value_source = j, .threads = 1, .q = &q, .mate_nodes = 5},
                &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        if (st == STATUS_OK)
            assert_false(s.unwritten);
        sheets_close(&s);
        value_source_close(j);
    }
    assert_true(n > 20);
    query_release(&q);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_what_a_replay_says),
        cmocka_unit_test(a_second_opening_replays_nothing),
        cmocka_unit_test(threads_write_the_same_bytes),
        cmocka_unit_test(only_new_games_are_judged),
        cmocka_unit_test(removed_games_are_left_out),
        cmocka_unit_test(columns_live_in_memory_where_nothing_can_be_written),
        cmocka_unit_test(rows_are_left_out),
        cmocka_unit_test(matches_are_where_the_query_holds),
        cmocka_unit_test(matches_are_taken_from_a_column),
        cmocka_unit_test(a_mate_on_the_board_wins),
        cmocka_unit_test(what_was_judged_before_a_stop_is_kept),
        cmocka_unit_test(a_slow_judge_judges_what_is_left),
        cmocka_unit_test(a_slow_judge_is_not_used_in_vain),
        cmocka_unit_test(games_are_kept_in_part),
        cmocka_unit_test(a_part_may_be_hostile),
        cmocka_unit_test(a_quick_judge_can_be_stopped_too),
        cmocka_unit_test(a_kill_costs_the_game_being_judged),
        cmocka_unit_test(two_may_write_the_same),
        cmocka_unit_test(hold_out_as_many_as_set),
        cmocka_unit_test(games_of_several_databases_count_once),
        cmocka_unit_test(not_of_another_game),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
