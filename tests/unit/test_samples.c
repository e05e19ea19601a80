/* test_samples.c: which positions of games are taken, with which value and result; positions come
 * back from samples; whole games are held out; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "db_sample.h"
#include "formats/shogi/shogi_line.h"
#include "scratch.h"
#include "shogi_random.h"
#include "values/samples.h"

/* A game from USI moves, each with a value of its own: 10 times its ply (from 1), of Black. */
static void add_game(struct db_writer *w, const char *moves, int points, bool valued)
{
    struct record rec;
    struct buf entry;
    struct db_add_result result;
    struct span left = span_of(moves);
    uint32_t node = 0;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
    for (int32_t ply = 1; left.n; ply++) {
        shogi_move m;
        size_t n = left.n < 4 ? left.n : left.n > 4 && left.p[4] == '+' ? 5 : 4;
        assert_true(shogi_usi_parse(span_make(left.p, n), &m));
        node = record_add_node(&rec, node, m);
        if (valued) {
            char text[32];
            snprintf(text, sizeof text, "* %d", 10 * ply);
            struct record_note *note = record_note(&rec, node);
            assert_true(arena_copy(&rec.arena, span_of(text), &note->comment));
            note->value = comment_value(note->comment);
            assert_int_equal(note->value.kind, VALUE_CENTIPAWNS);
        }
        left = span_trim(span_skip(left, n));
    }
    rec.points[0] = (int8_t)points;
    rec.points[1] = (int8_t)(points < 0 ? points : POINTS_WIN - points);
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, NULL), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static void take(struct samples *s, const char *path, const struct sample_options *o)
{
    struct db *db = sample_open(path);
    samples_init(s);
    assert_int_equal(samples_add(s, db, o, NULL), STATUS_OK);
    assert_int_equal(samples_finish(s, o, NULL), STATUS_OK);
    db_close(db);
}

static void quiet_positions_with_their_values(void **state)
{
    (void)state;
    struct samples s;
    struct shogi_pos pos, back;
    struct shogi_undo undo;
    struct sample_options o = SAMPLE_DEFAULTS;
    struct db_writer *w = sample_writer("values.kifu", 0);
    /* taken and promoted: the fifth; taken back: the sixth; then a check and a move out of it */
    add_game(w, "7g7f 3c3d 2g2f 4a3b 8h2b+ 3a2b B*5e 9c9d 5e2b+ 3b2b S*6b 5a6b", POINTS_WIN, true);
    sample_commit(w);
    db_writer_close(w);
    o.skip_plies = 1;
    o.held_out = 0;
    o.threads = 1;
    take(&s, "values.kifu", &o);
    const struct sample_set *training = &s.part[SAMPLES_TRAINING];
    static const int PLIES[] = {2, 3, 4, 7, 8, 11}; /* of the moves after positions that count */
    assert_int_equal(training->count, 6);
    assert_int_equal(s.part[SAMPLES_HELD_OUT].count, 0);
    assert_int_equal(s.valued, 6);
    for (size_t i = 0; i < 6; i++) {
        const struct sample *row = &training->rows[i];
        bool black = PLIES[i] % 2 == 1;
        assert_int_equal(row->value, 10 * PLIES[i]);
        assert_int_equal(row->turn, black ? SHOGI_BLACK : SHOGI_WHITE);
        assert_int_equal(sample_value(row), black ? 10 * PLIES[i] : -10 * PLIES[i]);
        assert_true(sample_result(row) == (black ? 1 : 0));
    }
    shogi_pos_start(&pos);
    shogi_play(&pos, shogi_move_make(shogi_square(7, 7), shogi_square(7, 6), false), &undo);
    assert_int_equal(sample_position(&training->rows[0], &back, NULL), STATUS_OK);
    assert_true(shogi_pos_equal(&pos, &back));
    samples_release(&s);
    o.max_value = 70;
    take(&s, "values.kifu", &o);
    assert_int_equal(s.part[SAMPLES_TRAINING].count, 4);
    samples_release(&s);
}

static void values_push_out_others(void **state)
{
    (void)state;
    struct samples s;
    struct sample_options o = SAMPLE_DEFAULTS;
    struct db_writer *w = sample_writer("some.kifu", 0);
    o.skip_plies = o.held_out = 0;
    add_game(w, "7g7f 3c3d", POINTS_LOSS, true);
    add_game(w, "2g2f 8c8d 2f2e", POINTS_DRAW, false);
    add_game(w, "5g5f 5c5d 2h5h", POINTS_UNKNOWN, true);
    sample_commit(w);
    db_writer_close(w);
    take(&s, "some.kifu", &o);
    assert_int_equal(s.games, 2); /* the last one has no result */
    assert_int_equal(s.part[0].count, 2);
    assert_int_equal(s.value_less, 3);
    samples_release(&s);
    o.keep_value_less = true;
    take(&s, "some.kifu", &o);
    assert_int_equal(s.part[0].count, 5);
    assert_int_equal(s.part[0].rows[4].value, SAMPLE_NO_VALUE);
    assert_true(sample_result(&s.part[0].rows[4]) == 0.5);
    samples_release(&s);
}

static void whole_games_are_held_out(void **state)
{
    (void)state;
    struct samples one, many;
    struct sample_options o = SAMPLE_DEFAULTS;
    sample_make("games.kifu", 0, 300, 100);
    o.held_out = 300;
    o.threads = 1;
    take(&one, "games.kifu", &o);
    o.threads = 4;
    take(&many, "games.kifu", &o);
    for (int p = 0; p < SAMPLES_PARTS; p++) {
        assert_int_equal(one.part[p].count, many.part[p].count);
        assert_memory_equal(one.part[p].rows, many.part[p].rows,
                            one.part[p].count * sizeof(struct sample));
    }
    size_t all = one.part[0].count + one.part[1].count + one.repeated;
    assert_int_equal(one.games, 300);
    assert_true(one.part[1].count + one.repeated > all / 5);
    assert_true(one.part[1].count + one.repeated < all * 2 / 5);
    assert_true(one.repeated > 0);                     /* openings */
    for (size_t i = 0; i < one.part[1].count; i += 97) /* what is held out was not learnt from */
        for (size_t k = 0; k < one.part[0].count; k++)
            assert_true(one.part[0].rows[k].turn != one.part[1].rows[i].turn ||
                        memcmp(one.part[0].rows[k].item, one.part[1].rows[i].item,
                               sizeof one.part[0].rows[k].item) != 0);
    samples_release(&one);
    samples_release(&many);
}

static void positions_come_back(void **state)
{
    (void)state;
    uint64_t random = 9;
    for (int i = 0; i < 2000; i++) {
        struct shogi_pos pos, back;
        struct sample s;
        random_throw(&pos, &random, WITH_BOTH_KINGS);
        bool kings = shogi_king_square(&pos, 0) >= 0 && shogi_king_square(&pos, 1) >= 0;
        assert_int_equal(sample_of(&s, &pos), kings);
        if (!kings)
            continue;
        assert_int_equal(s.phase, net_phase(&pos));
        assert_int_equal(sample_position(&s, &back, NULL), STATUS_OK);
        assert_true(shogi_pos_equal(&pos, &back));
    }
}

static void not_of_another_game(void **state)
{
    (void)state;
    struct samples s;
    struct db *db = NULL;
    struct err err;
    const struct sample_options o = SAMPLE_DEFAULTS;
    const struct db_writer_options opt = {.threads = 1};
    struct db_writer *w = NULL;
    assert_int_equal(db_writer_open(&w, "go.kifu", &go_game, &opt, &err), STATUS_OK);
    sample_commit(w);
    db_writer_close(w);
    assert_int_equal(db_open(&db, "go.kifu", &err), STATUS_OK);
    samples_init(&s);
    assert_int_equal(samples_add(&s, db, &o, &err), STATUS_UNSUPPORTED);
    samples_release(&s);
    db_close(db);
}

static void no_memory(void **state)
{
    (void)state;
    struct sample_options o = SAMPLE_DEFAULTS;
    enum status st = STATUS_NOMEM;
    sample_make("few.kifu", 0, 3, 100);
    struct db *db = sample_open("few.kifu");
    long n = 0;
    o.threads = 1;
    for (; st != STATUS_OK; n++) {
        struct samples s;
        struct err err;
        samples_init(&s);
        mem_fail_after(n);
        st = samples_add(&s, db, &o, &err);
        if (st == STATUS_OK)
            st = samples_finish(&s, &o, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        samples_release(&s);
    }
    assert_true(n > 5);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_positions_with_their_values),
        cmocka_unit_test(values_push_out_others),
        cmocka_unit_test(whole_games_are_held_out),
        cmocka_unit_test(positions_come_back),
        cmocka_unit_test(not_of_another_game),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
