/* test_repertoire.c: openings as somebody plays them: whose moves, how often, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "db_sample.h"
#include "engine/person/repertoire.h"
#include "scratch.h"
#include "sim/match/scoresheet.h"

static const struct {
    const char *black, *white, *moves;
} GAMES[] = {
    {"Ann", "Bob", "7g7f 3c3d 2g2f 8c8d"}, {"Ann", "Bob", "7g7f 3c3d 2g2f 4c4d"},
    {"Ann", "Cid", "7g7f 8c8d 2g2f 8d8e"}, {"Ann", "Cid", "2g2f 3c3d 7g7f 4c4d 3i4h"},
    {"Bob", "Ann", "2g2f 8c8d 2f2e 8d8e"}, {"Bob", "Cid", "5g5f 5c5d 2h5h"},
};

static void add_game(struct db_writer *w, int n)
{
    struct referee r;
    struct record rec;
    struct buf entry;
    struct shogi_pos start;
    struct span rest = span_of(GAMES[n].moves);
    struct err err = {0};
    struct db_add_result result = {0};
    shogi_pos_start(&start);
    referee_begin(&r, &start, 0);
    while (rest.n) {
        shogi_move m;
        assert_true(shogi_usi_parse(span_make(rest.p, 4), &m));
        rest = span_skip(rest, rest.n > 5 ? 5 : rest.n);
        referee_play(&r, m);
    }
    referee_stop(&r, END_RESIGN);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(scoresheet_write(&r, NULL, &rec), STATUS_OK);
    assert_int_equal(record_add_header(&rec, HEADER_PLAYER, SPAN(""), span_of(GAMES[n].black)),
                     STATUS_OK);
    assert_int_equal(record_add_header(&rec, (enum record_header_id)(HEADER_PLAYER + 1), SPAN(""),
                                       span_of(GAMES[n].white)),
                     STATUS_OK);
    sample_label(&rec, "sample");
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static int make_database(void **state)
{
    int code = scratch_set_up(state);
    struct db_writer *w = sample_writer("games.kifu", 3); /* two segments */
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        add_game(w, (int)i);
    sample_commit(w);
    db_writer_close(w);
    return code;
}

static void set_position(struct shogi_pos *pos, const char *moves)
{
    struct span rest = span_of(moves);
    struct shogi_undo undo;
    shogi_pos_start(pos);
    while (rest.n) {
        shogi_move m;
        assert_true(shogi_usi_parse(span_make(rest.p, 4), &m));
        rest = span_skip(rest, rest.n > 5 ? 5 : rest.n);
        shogi_play(pos, m, &undo);
    }
}

/* What is drawn in a position, and of how many games; "" if nothing is. */
static void expect(const char *query, const char *moves, const char *move, unsigned games,
                   unsigned of)
{
    struct repertoire *r;
    struct repertoire_move m;
    struct shogi_pos pos;
    struct buf name;
    struct rng rng;
    struct err err = {0};
    assert_int_equal(repertoire_open(&r, "games.kifu", query, NULL, &err), STATUS_OK);
    set_position(&pos, moves);
    buf_init(&name, BUF_DEFAULT_MAX);
    bool found = false;
    for (uint64_t seed = 1; seed <= 64 && !found; seed++) {
        rng_seed(&rng, seed);
        assert_int_equal(repertoire_draw(r, &pos, &rng, &m, &err), STATUS_OK);
        buf_clear(&name);
        if (m.move)
            shogi_usi_print(m.move, &name);
        found = span_eq(buf_span(&name), span_of(move));
        assert_int_equal(m.of, of);
    }
    assert_true(found);
    assert_int_equal(m.games, games);
    buf_release(&name);
    repertoire_close(r);
}

static void test_whose_moves(void **state)
{
    (void)state;
    expect(NULL, "", "2g2f", 2, 6); /* anybody's */
    expect("player:Ann", "", "7g7f", 3, 4);
    expect("player:Ann", "", "2g2f", 1, 4); /* not Bob's */
    expect("player:Ann", "2g2f", "8c8d", 1, 1);
    expect("player:Ann", "7g7f", "", 0, 0); /* there Bob and Cid played */
    expect("white:Cid", "", "", 0, 0);      /* Black is not meant */
    expect("white:Cid", "7g7f", "8c8d", 1, 1);
    /* the same position by another order of moves */
    expect("player:Ann", "7g7f 3c3d 2g2f 4c4d", "3i4h", 1, 1);
    expect("player:Ann", "5g5f", "", 0, 0);
}

/* What a query asks for may come about later, or have been there before. */
static void test_later(void **state)
{
    (void)state;
    expect("s58hi", "", "5g5f", 1, 1);
    expect("s58hi", "5g5f", "5c5d", 1, 1);
    expect("player:Bob s26fu", "", "2g2f", 1, 1);
    expect("ply:0", "5g5f", "5c5d", 1, 1);
    expect("s58hi or player:Cid", "5g5f", "5c5d", 1, 1);
}

/* Three of four: χ² of 4,000 draws, one degree of freedom, beyond 10.8 once in a thousand. */
static void test_frequencies(void **state)
{
    enum { DRAWS = 4000 };
    struct repertoire *r;
    struct repertoire_move m;
    struct shogi_pos pos;
    struct rng rng;
    struct err err = {0};
    unsigned often = 0;
    (void)state;
    assert_int_equal(repertoire_open(&r, "games.kifu", "player:Ann", NULL, &err), STATUS_OK);
    shogi_pos_start(&pos);
    rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        assert_int_equal(repertoire_draw(r, &pos, &rng, &m, &err), STATUS_OK);
        often += m.games == 3;
    }
    double off = often - 0.75 * DRAWS;
    assert_true(off * off / (0.75 * DRAWS) + off * off / (0.25 * DRAWS) < 10.8);
    repertoire_close(r);
}

static void test_mistakes(void **state)
{
    struct repertoire *r;
    struct err err = {0};
    (void)state;
    assert_int_equal(repertoire_open(&r, "nowhere.kifu", NULL, NULL, &err), STATUS_NOT_FOUND);
    assert_null(r);
    assert_int_equal(repertoire_open(&r, "games.kifu", "player:Ann (", NULL, &err), STATUS_SYNTAX);
    assert_int_equal(err.byte, 12);
    assert_int_equal(repertoire_open(&r, "games.kifu", "player:Dan", NULL, &err), STATUS_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whose_moves),
        cmocka_unit_test(test_later),
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, make_database, scratch_tear_down);
}
