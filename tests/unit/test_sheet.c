/* test_sheet.c: columns are what a plain replay says, for any number of threads; they are kept and
 * found again, made anew where they are damaged or missing; which rows count; no memory. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db_sample.h"
#include "engine/exchange.h"
#include "engine/weights.h"
#include "games/shogi/advance.h"
#include "query/search.h"
#include "scratch.h"
#include "values/judge_internal.h"
#include "values/sheet.h"

enum { GAMES = 60, GAMES_EACH = 40 };

/* --- A judge that counts ---------------------------------------------------------------------- */

static enum status count_game(struct judge_worker *w, const struct judged_game *g, int16_t *values,
                              struct err *err)
{
    (void)err;
    atomic_uint *games = w->judge->own;
    atomic_fetch_add(games, 1);
    for (uint32_t p = 0; p <= g->plies; p++)
        values[p] = p % 7 == 6 ? JUDGE_NO_VALUE : (int16_t)(10 * p + g->number % 5);
    return STATUS_OK;
}

static const struct judge_type COUNTING = {.name = "counting", .game = count_game};

static void counting_open(struct judge *j, atomic_uint *games)
{
    *j = (struct judge){.type = &COUNTING, .own = games};
    atomic_store(games, 0);
    judge_sample_init(&j->sample, &(struct judge_options){0});
    buf_init(&j->line, 100);
    buf_add_str(&j->line, "counting 1");
}

/* --- Tools ------------------------------------------------------------------------------------ */

static struct judge *open_judge(const char *spec)
{
    struct judge *j;
    struct err err = {0};
    assert_int_equal(judge_open(&j, spec, &(struct judge_options){0}, &err), STATUS_OK);
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
    struct judge j;
    struct sheets s;
    struct db *db = sample_open(path);
    counting_open(&j, &games);
    open_sheets(&s, db, &(struct sheet_options){.judge = &j, .threads = threads});
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
        if (pos->board[shogi_move_to(moves[i])] && exchange_result(pos, moves[i]) > 0)
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
    struct judge *j = open_judge("static");
    struct weights *w;
    struct err err = {0};
    assert_int_equal(weights_open(&w, "paper", &err), STATUS_OK);
    struct eval eval = weights_eval(w);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct sheets s;
        open_sheets(&s, db,
                    &(struct sheet_options){.judge = j, .threads = threads, .no_cache = true});
        assert_int_equal(s.count, 2);
        assert_int_equal(s.games, GAMES);
        for (uint32_t i = 0; i < s.count; i++)
            check_sheet(&s.at[i], &eval);
        sheets_close(&s);
    }
    weights_close(w);
    judge_close(j);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_what_a_replay_says),
        cmocka_unit_test(a_second_opening_replays_nothing),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
