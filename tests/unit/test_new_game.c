/* A game that the library does not know (hasami_game.h) is a directory and a row: its records are
 * stored, its facts indexed, and queries answered as a plain look at every position answers them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "db/db.h"
#include "db/db_writer.h"
#include "games/record.h"
#include "games/replay.h"
#include "hasami_game.h"
#include "query/search.h"
#include "scratch.h"
#include "store/entry.h"

enum { GAMES = 150, PLIES = 60 };

struct hasami_line {
    struct hasami_pos pos[PLIES + 1];
    game_move moves[PLIES];
    uint32_t plies;
};

static void random_line(struct hasami_line *l, uint64_t number)
{
    struct rng rng;
    rng_seed_stream(&rng, 3, number);
    hasami_start(&l->pos[0]);
    uint32_t most = 10 + (uint32_t)rng_below(&rng, PLIES - 10);
    for (l->plies = 0; l->plies < most; l->plies++) {
        game_move legal[HASAMI_SQUARES * HASAMI_SQUARES];
        uint64_t n = 0;
        for (game_move m = 1; m <= HASAMI_SQUARES * HASAMI_SQUARES; m++)
            if (hasami_is_legal(&l->pos[l->plies], m))
                legal[n++] = m;
        if (n == 0)
            return;
        l->moves[l->plies] = legal[rng_below(&rng, n)];
        l->pos[l->plies + 1] = l->pos[l->plies];
        hasami_play(&l->pos[l->plies + 1], l->moves[l->plies]);
    }
}

static void test_rules_and_text(void **state)
{
    (void)state;
    struct buf text;
    struct hasami_pos pos, again;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_ptr_equal(game_by_name(SPAN("hasami")), &hasami_game);
    assert_int_equal(hasami_parse(&pos, SPAN("5/5/bw3/2b2/w4 b"), NULL), STATUS_OK);
    game_move move;
    assert_true(hasami_game.text.move_parse(&pos, SPAN("c2c3"), &move));
    assert_true(hasami_game.rules.move_is_legal(&pos, move));
    hasami_game.rules.play(&pos, move);
    hasami_game.text.pos_print(&pos, 1, &text);
    assert_string_equal(buf_cstr(&text), "5/5/b1b2/5/w4 w");
    buf_clear(&text);
    hasami_game.text.move_print(&pos, move, &text);
    assert_string_equal(buf_cstr(&text), "c2c3");
    assert_true(hasami_parse(&again, SPAN("5/5/5/5/6 b"), &(struct err){0}) != STATUS_OK);
    for (uint32_t fact = 0; fact < hasami_game.fact_count; fact++) {
        uint32_t back = NO_FACT;
        buf_clear(&text);
        hasami_game.text.fact_print(fact, &text);
        assert_true(hasami_game.text.fact_parse(buf_span(&text), &back));
        assert_int_equal(back, fact);
    }
    buf_release(&text);
}

/* What begins and ends makes the facts of each position, and the key that it has by itself. */
static void test_facts(void **state)
{
    (void)state;
    static struct hasami_line l;
    struct replay *r = NULL;
    uint32_t taken = 0;
    struct err err;
    assert_int_equal(replay_open(&r, &hasami_game, &err), STATUS_OK);
    for (uint64_t game = 0; game < 40; game++) {
        bool held[2 * HASAMI_SQUARES] = {false};
        random_line(&l, game);
        replay_start(r, &l.pos[0]);
        for (uint32_t ply = 0; ply <= l.plies; ply++) {
            uint32_t facts[HASAMI_SQUARES], n = hasami_facts(&l.pos[ply], facts), holding = 0;
            if (ply)
                assert_true(replay_step(r, l.moves[ply - 1]));
            for (uint32_t i = 0; i < r->changes.n_ends; i++)
                held[r->changes.ends[i]] = false;
            for (uint32_t i = 0; i < r->changes.n_begins; i++)
                held[r->changes.begins[i]] = true;
            taken += ply && r->changes.n_ends > 1;
            for (uint32_t i = 0; i < n; i++)
                assert_true(held[facts[i]]);
            for (uint32_t i = 0; i < 2 * HASAMI_SQUARES; i++)
                holding += held[i];
            assert_int_equal(holding, n);
            assert_true(position_key_equal(r->key, position_key(&hasami_game, &l.pos[ply])));
        }
    }
    assert_true(taken > 20);
    assert_false(replay_step(r, 1)); /* a1a1 */
    replay_close(r);
}

/* --- A database ------------------------------------------------------------------------------- */

static void add_game(struct db_writer *w, const struct hasami_line *l)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result = {0};
    uint32_t node = 0;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(record_clear(&rec, &hasami_game), STATUS_OK);
    rec.start = SPAN("wwwww/5/5/5/bbbbb b");
    assert_int_equal(record_add_header(&rec, HEADER_PLAYER, SPAN("Black"), SPAN("Asha")),
                     STATUS_OK);
    for (uint32_t i = 0; i < l->plies; i++)
        assert_true((node = record_add_node(&rec, node, l->moves[i])) != 0);
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static bool has(const struct hasami_pos *p, const char *fact)
{
    int square = hasami_square(fact + 1, 'A');
    return p->at[square] == (fact[0] == 'b' ? 1 : 2);
}

static bool expected(size_t query, const struct hasami_pos *p, uint32_t ply)
{
    switch (query) {
    case 0:
        return has(p, "bC3");
    case 1:
        return has(p, "bC3") && has(p, "wC4");
    case 2:
        return has(p, "bA1") || has(p, "wE5");
    case 3:
        return !has(p, "bC1") && p->turn == 1;
    case 4:
        return has(p, "bD2");
    case 5:
        return has(p, "wB4");
    case 6:
        return has(p, "bC1") + has(p, "bC2") + has(p, "bC3") >= 2;
    default:
        return ply >= 3 && ply <= 8 && has(p, "wA4");
    }
}

static void test_queries(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {
        "bC3",         "bC3 wC4",   "bA1 or wE5",          "not bC1 turn:w",
        "mirror(bB2)", "flip(bD2)", "sum(bC1,bC2,bC3)>=2", "wA4 ply:3..8 player:Asha",
    };
    struct hasami_line *lines = calloc(GAMES, sizeof *lines);
    const struct db_writer_options opt = {.threads = 1, .segment_games = 60};
    struct db_writer *w = NULL;
    struct db *db = NULL;
    struct record rec;
    struct err err = {0};
    assert_non_null(lines);
    assert_int_equal(db_writer_open(&w, "h.kifu", &hasami_game, &opt, &err), STATUS_OK);
    for (uint32_t i = 0; i < GAMES; i++) {
        random_line(&lines[i], i);
        add_game(w, &lines[i]);
    }
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
    db_writer_close(w);
    assert_int_equal(db_open(&db, "h.kifu", &err), STATUS_OK);
    assert_ptr_equal(db->game, &hasami_game);

    record_init(&rec);
    assert_int_equal(db_record(db, 17, &rec, &err), STATUS_OK);
    uint32_t plies = 0;
    for (uint32_t node = rec.nodes[0].child; node; node = rec.nodes[node].child)
        assert_int_equal(rec.nodes[node].move, lines[17].moves[plies++]);
    assert_int_equal(plies, lines[17].plies);
    record_release(&rec);

    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        struct query q;
        uint64_t wanted = 0;
        for (uint32_t g = 0; g < GAMES; g++)
            for (uint32_t ply = 0; ply <= lines[g].plies; ply++)
                wanted += expected(i, &lines[g].pos[ply], ply);
        assert_true(wanted > 0);
        assert_int_equal(query_parse(&q, &hasami_game, NULL, span_of(QUERIES[i]), &err), STATUS_OK);
        for (int scan = 0; scan < 2; scan++) {
            struct search_options how = {.limit = UINT64_MAX, .threads = 1, .scan = scan};
            struct hits hits;
            assert_int_equal(search_run(&q, &db, 1, &how, &hits, &err), STATUS_OK);
            assert_int_equal(hits.positions, wanted);
            for (size_t h = 0; h < hits.count; h++) {
                uint32_t ply = hits.at[h].first;
                assert_true(expected(i, &lines[hits.at[h].id].pos[ply], ply));
            }
            hits_release(&hits);
        }
        query_release(&q);
    }
    db_close(db);
    free(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_and_text),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_queries),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
