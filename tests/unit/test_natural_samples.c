/* test_natural_samples.c: every position with the move played and the moves before; a game twice
 * counts once; parts don't overlap, whatever the options, and hold whole games; a game that was
 * written down with another end is in the same part; classes; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db_sample.h"
#include "scratch.h"
#include "values/learn/natural_samples.h"

enum { GAMES = 60, LONG_GAME = 0 /* has more than 70 moves */ };

static int always_online(void *ctx, const struct db_segment *segment, uint32_t number)
{
    (void)ctx;
    (void)segment;
    (void)number;
    return NATURAL_ONLINE;
}

/* -1 for each second id. */
static int each_second(void *ctx, const struct db_segment *segment, uint32_t number)
{
    (void)ctx;
    return game_id(&segment->lines, number) % 2 ? NATURAL_PRO : -1;
}

static void take(struct natural_samples *s, const char *path, struct natural_game_options o)
{
    struct db *db = sample_open(path);
    if (!o.class_of)
        o.class_of = always_online;
    assert_int_equal(natural_samples_add(s, db, &o, NULL), STATUS_OK);
    db_close(db);
}

static size_t plies_of(const struct db *db)
{
    size_t n = 0;
    for (uint32_t i = 0; i < db->segment_count; i++)
        for (uint32_t k = 0; k < db->segments[i].lines.games; k++)
            n += line_plies(&db->segments[i].lines, k);
    return n;
}

static void test_all_positions_of_all_games(void **state)
{
    struct natural_samples s;
    (void)state;
    natural_samples_init(&s);
    take(&s, "games.kifu", (struct natural_game_options){0});
    struct db *db = sample_open("games.kifu");
    assert_int_equal(s.chosen.games, GAMES);
    assert_int_equal(s.part[NATURAL_TRAINING].count, plies_of(db));
    assert_int_equal(s.part[NATURAL_HELD_OUT].count, 0);
    db_close(db);
    const struct natural_sample *rows = s.part[NATURAL_TRAINING].rows;
    for (size_t i = 0; i < s.part[NATURAL_TRAINING].count; i++) {
        assert_true(shogi_move_is_legal(&rows[i].pos, rows[i].played));
        assert_int_equal(rows[i].class, NATURAL_ONLINE);
        bool begins = i == 0 || rows[i - 1].game != rows[i].game;
        assert_int_equal(rows[i].ply, begins ? 0 : rows[i - 1].ply + 1);
        assert_int_equal(rows[i].past.moves[0], begins ? 0 : rows[i - 1].played);
    }
    natural_samples_release(&s);
}

static void test_games_twice_count_once(void **state)
{
    struct natural_samples s;
    (void)state;
    natural_samples_init(&s);
    take(&s, "games.kifu", (struct natural_game_options){0});
    size_t count = s.part[NATURAL_TRAINING].count;
    take(&s, "half.kifu", (struct natural_game_options){0});
    assert_int_equal(s.chosen.repeated, GAMES / 2);
    assert_int_equal(s.part[NATURAL_TRAINING].count, count);
    natural_samples_release(&s);
}

/* A number for each game of a part, made of its moves. */
static void hashes_of(const struct natural_sample_set *set, uint64_t *out, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (i == 0 || set->rows[i - 1].game != set->rows[i].game)
            out[(*count)++] = 0;
        out[*count - 1] = (out[*count - 1] + set->rows[i].played) * UINT64_C(0x9E3779B97F4A7C15);
    }
}

static bool holds(const uint64_t *in, size_t n, uint64_t hash)
{
    for (size_t i = 0; i < n; i++)
        if (in[i] == hash)
            return true;
    return false;
}

static void test_parts_do_not_overlap(void **state)
{
    struct natural_samples s, last, all;
    uint64_t part[4][GAMES];
    size_t n[4];
    (void)state;
    natural_samples_init(&s);
    natural_samples_init(&last);
    natural_samples_init(&all);
    take(&s, "games.kifu", (struct natural_game_options){.held_out = 200, .reserve = 300});
    take(&last, "games.kifu",
         (struct natural_game_options){.reserve = 300, .only = GAME_PART_RESERVED});
    take(&all, "games.kifu", (struct natural_game_options){.reserve = 300});
    hashes_of(&s.part[NATURAL_TRAINING], part[0], &n[0]);
    hashes_of(&s.part[NATURAL_HELD_OUT], part[1], &n[1]);
    hashes_of(&last.part[NATURAL_HELD_OUT], part[2], &n[2]);
    hashes_of(&all.part[NATURAL_TRAINING], part[3], &n[3]);
    assert_int_equal(last.part[NATURAL_TRAINING].count, 0);
    assert_int_equal(n[0] + n[1] + n[2], GAMES);
    assert_int_equal(n[0] + n[1], n[3]); /* what is reserved stays so when nothing is held out */
    for (int p = 0; p < 3; p++)
        assert_true(n[p] > 3);
    for (size_t i = 0; i < n[2]; i++)
        assert_false(holds(part[0], n[0], part[2][i]) || holds(part[1], n[1], part[2][i]) ||
                     holds(part[3], n[3], part[2][i]));
    for (size_t i = 0; i < n[1]; i++)
        assert_false(holds(part[0], n[0], part[1][i]));
    natural_samples_release(&s);
    natural_samples_release(&last);
    natural_samples_release(&all);
}

static void test_classes_and_shares(void **state)
{
    struct natural_samples s, half;
    (void)state;
    natural_samples_init(&s);
    natural_samples_init(&half);
    take(&s, "games.kifu", (struct natural_game_options){.class_of = each_second});
    assert_int_equal(s.chosen.games, GAMES / 2);
    assert_int_equal(s.part[NATURAL_TRAINING].rows[0].class, NATURAL_PRO);
    take(&half, "games.kifu", (struct natural_game_options){.share = 2});
    assert_true(half.chosen.games > GAMES / 4 && half.chosen.games < GAMES * 3 / 4);
    natural_samples_release(&s);
    natural_samples_release(&half);
}

/* Adds the first moves of game n. */
static void add_cut(struct db_writer *w, uint64_t n, uint32_t plies)
{
    struct record whole, cut;
    struct buf entry;
    struct db_add_result result;
    record_init(&whole);
    record_init(&cut);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(n, &whole);
    assert_int_equal(record_clear(&cut, &shogi_game), STATUS_OK);
    uint32_t node = 0, from = 0;
    for (uint32_t i = 0; i < plies; i++) {
        from = whole.nodes[from].child;
        assert_true(from != 0);
        node = record_add_node(&cut, node, whole.nodes[from].move);
    }
    entry_encode(&cut, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &cut, buf_span(&entry), &result, NULL), STATUS_OK);
    buf_release(&entry);
    record_release(&cut);
    record_release(&whole);
}

static void test_another_end_is_in_the_same_part(void **state)
{
    struct db_writer *w = sample_writer("ends.kifu", 100);
    (void)state;
    for (uint32_t plies = 30; plies <= 70; plies += 5)
        add_cut(w, LONG_GAME, plies);
    sample_commit(w);
    db_writer_close(w);
    struct db *db = sample_open("ends.kifu");
    const struct lines *l = &db->segments[0].lines;
    unsigned splits[71] = {0};
    for (uint32_t k = 0; k < l->games; k++)
        splits[line_plies(l, k)] = game_split(l, k);
    assert_int_equal(splits[60], splits[65]);
    assert_int_equal(splits[60], splits[70]);
    assert_int_not_equal(splits[50], splits[55]); /* shorter ones by all their moves */
    db_close(db);
}

static void test_no_memory(void **state)
{
    struct db *db = sample_open("games.kifu");
    const struct natural_game_options o = {.class_of = always_online};
    (void)state;
    for (long fails = 0; fails < 4; fails++) {
        struct natural_samples s;
        natural_samples_init(&s);
        mem_fail_after(fails);
        enum status status = natural_samples_add(&s, db, &o, NULL);
        mem_fail_never();
        assert_int_equal(status, STATUS_NOMEM);
        natural_samples_release(&s);
    }
    db_close(db);
}

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    sample_make("games.kifu", 0, GAMES, 25);
    sample_make("half.kifu", GAMES / 2, GAMES, 100);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_positions_of_all_games),
        cmocka_unit_test(test_games_twice_count_once),
        cmocka_unit_test(test_parts_do_not_overlap),
        cmocka_unit_test(test_classes_and_shares),
        cmocka_unit_test(test_another_end_is_in_the_same_part),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
