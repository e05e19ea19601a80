/* test_chaturanga_search.c: chaturanga in databases: what its words mean as trees, and that the
 * index, a scan and a plain replay give the same answers, over random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/io/file.h"
#include "db/import/import.h"
#include "query/search.h"
#include "random_chaturanga.h"
#include "scratch.h"

static bool parses(struct query *q, const char *text, struct buf *why)
{
    struct err err = {0};
    buf_clear(why);
    if (query_parse(q, &chaturanga_game, NULL, span_of(text), &err) == STATUS_OK)
        return true;
    err_format(&err, LANG_EN, why);
    return false;
}

/* --- Words ------------------------------------------------------------------------------------ */

static const struct {
    const char *text, *printed; /* NULL: only that it survives */
} READ[] = {
    {"r.d1.raja g.frozen", "r.d1.raja g.frozen"},
    {"any:r.d1", "{r.d1.boat,r.d1.horse,r.d1.elephant,r.d1.raja,r.d1.pawn}"},
    {"any:d1", NULL},
    {"empty:d4", NULL},
    {"d4:{r.raja,g.pawn}", "{r.d4.raja,g.d4.pawn}"},
    {"d4:raja", "{r.d4.raja,g.d4.raja,y.d4.raja,b.d4.raja}"},
    {"turn:yellow", "turn:y"},
    {"turn:赤", "turn:r"},
    {"winner:red", "result:r"},
    {"result:draw", "result:d"},
    {"count(r.pawn)>=3", NULL},
    {"count(r.pawn,a2..b2)>=2", "sum(r.a2.pawn,r.b2.pawn)>=2"},
    {"count(b.pawn,file:g,rank:1)>=2", NULL},
    {"dice:33", "moves(part:33)"},
    {"dice:35", "moves(part:35) or moves(part:53)"},
    {"move:r.b1c3", "moves(r part:1b1c3) or moves(r part:2b1c3) or moves(r part:3b1c3)"},
    {"move:a1", "moves(part:1?a1) or moves(part:2?a1) or moves(part:3?a1)"},
    {"move:g.pass", "moves(g part:-)"},
    {"move:*e4", "moves(part:*e4)"},
    {"move:\"35 b1c3 d2d3\"", "moves(as:\"35 b1c3 d2d3\")"},
    {"seq:\"35 b1c3; 44 -\"", "moves(as:\"35 b1c3\", as:\"44 -\")"},
    {"flip(r.d1.raja turn:r r.player:x)", "g.a5.raja turn:g g.player:\"x\""},
    {"sym(r.d1.raja)", "r.d1.raja or g.a5.raja or y.e8.raja or b.h4.raja"},
    {"flip(move:r.b1c3)", "moves(g part:1a7c6) or moves(g part:2a7c6) or moves(g part:3a7c6)"},
    {"flip(flip(flip(flip(move:\"25 *e4\"))))", "moves(as:\"25 *e4\")"},
    {"startpos", NULL},
    {"sym(startpos)", NULL},
    {"board \"gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP4bPbR/6bPbE/6bPbH/8/8\"", NULL},
    {"sfen \"7?/8/8/8/8/8/8/5?bPbB r ?xow\"", NULL},
    {"like \"startpos\" >=20", NULL},
    {"players:A,B", NULL},
    {"loser:Asha", NULL},
    {"winner:Asha", NULL},
    {"handicap:other", "handicap:other"},
};

static void words_mean_what_they_say(void **state)
{
    (void)state;
    struct buf text, again, why;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&again, BUF_DEFAULT_MAX);
    buf_init(&why, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        struct query q, p;
        bool good = parses(&q, READ[i].text, &why);
        if (!good)
            fail_msg("%s: %s", READ[i].text, buf_cstr(&why));
        buf_clear(&text);
        query_print(&q, &text);
        if (READ[i].printed)
            assert_string_equal(buf_cstr(&text), READ[i].printed);
        if (!parses(&p, buf_cstr(&text), &why))
            fail_msg("%s: %s", buf_cstr(&text), buf_cstr(&why));
        assert_true(query_equal(&q, &p));
        query_release(&q);
        query_release(&p);
    }
    buf_release(&text);
    buf_release(&again);
    buf_release(&why);
}

static void reports_bad_words(void **state)
{
    (void)state;
    static const char *const BAD[] = {"r.i1.raja",
                                      "dice:36",
                                      "dice:3",
                                      "move:zz",
                                      "empty:d9",
                                      "count(empty)>1",
                                      "mirror(r.d1.raja)",
                                      "d4:queen",
                                      "sfen \"8/8\"",
                                      "sfen \"9/8/8/8/8/8/8/8\"",
                                      "seq:\"35 b1\"",
                                      "turn:w"};
    struct buf why;
    buf_init(&why, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct query q;
        if (parses(&q, BAD[i], &why))
            fail_msg("%s was read", BAD[i]);
        assert_true(why.n > 0);
        query_release(&q);
    }
    buf_release(&why);
}

/* --- A database ------------------------------------------------------------------------------- */

enum { GAMES = 120, MOST = 400 };

/* A game as a test knows it: every position and every turn. */
struct known_game {
    struct chaturanga_pos pos[MOST + 1];
    game_move turns[MOST];
    uint32_t plies;
    int8_t points[CHATURANGA_COLOURS];
};

struct chaturanga_search_fixture {
    struct known_game *games; /* by id */
    struct db *db;
};

static void remember(struct known_game *k, const struct record *rec,
                     const struct chaturanga_line *line)
{
    k->plies = line->plies;
    for (uint32_t i = 0; i < line->plies; i++) {
        k->pos[i] = line->path[i].before;
        k->turns[i] = rec->nodes[line->path[i].node].move;
    }
    k->pos[k->plies] = line->pos;
    memcpy(k->points, rec->points, sizeof k->points);
}

static void make_world(struct chaturanga_search_fixture *w)
{
    struct record rec;
    struct chaturanga_line line;
    struct buf text;
    struct err err;
    struct importer *im;
    const struct import_options opt = {.threads = 2, .segment_games = 50};
    const struct import_events events = {0};
    const char *path = "games.chatur";
    record_init(&rec);
    chaturanga_line_init(&line);
    buf_init(&text, BUF_DEFAULT_MAX);
    w->games = calloc(GAMES, sizeof *w->games);
    for (unsigned i = 0; i < GAMES; i++) {
        struct rng rng;
        unsigned losses = 0;
        rng_seed_stream(&rng, 5, i);
        assert_true(random_chaturanga_game(&rec, &line, &rng, i % 10 ? "" : "order=any", MOST));
        remember(&w->games[i], &rec, &line);
        assert_int_equal(chaturanga_write(&rec, &text, &losses, NULL), STATUS_OK);
    }
    assert_int_equal(file_replace(path, buf_span(&text), &err), STATUS_OK);
    assert_int_equal(system("rm -rf c.kifu"), 0);
    assert_int_equal(importer_open(&im, "c.kifu", &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    assert_int_equal(importer_counts(im)->added, GAMES);
    assert_int_equal(importer_counts(im)->partial + importer_counts(im)->rejected, 0);
    importer_close(im);
    assert_int_equal(db_open(&w->db, "c.kifu", &err), STATUS_OK);
    buf_release(&text);
    chaturanga_line_release(&line);
    record_release(&rec);
}

static void free_world(struct chaturanga_search_fixture *w)
{
    db_close(w->db);
    free(w->games);
}

/* What a question asks of one ply, worked out by hand. */
static bool has(const struct chaturanga_pos *p, unsigned colour, unsigned kind, const char *square)
{
    unsigned at = (unsigned)(square[0] - 'a') + 8 * (unsigned)(square[1] - '1');
    return chaturanga_pieces(p, colour, kind) >> at & 1;
}

static unsigned pawns(const struct chaturanga_pos *p, unsigned colour)
{
    return (unsigned)__builtin_popcountll(chaturanga_pieces(p, colour, CHATURANGA_PAWN));
}

static bool is_dice(game_move t, unsigned a, unsigned b)
{
    return chaturanga_turn_roll(t) == chaturanga_roll(a, b) ||
           chaturanga_turn_roll(t) == chaturanga_roll(b, a);
}

static bool goes(game_move t, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < chaturanga_steps(t) && !(t & CHATURANGA_RETURN); i++)
        if (chaturanga_step_from(t, i) == from && chaturanga_step_to(t, i) == to)
            return true;
    return false;
}

static bool expected(int query_index, const struct known_game *k, uint32_t ply)
{
    const struct chaturanga_pos *p = &k->pos[ply];
    game_move t = ply ? k->turns[ply - 1] : 0;
    int mover = ply ? k->pos[ply - 1].turn : -1;
    switch (query_index) {
    case 0:
        return has(p, CHATURANGA_RED, CHATURANGA_RAJA, "d1") &&
               has(p, CHATURANGA_GREEN, CHATURANGA_BOAT, "a8");
    case 1:
        return p->state[CHATURANGA_GREEN] == CHATURANGA_FROZEN && pawns(p, CHATURANGA_RED) >= 3;
    case 2:
        return p->turn == CHATURANGA_BLACK && has(p, CHATURANGA_BLACK, CHATURANGA_PAWN, "g2");
    case 3:
        return t && is_dice(t, 3, 5);
    case 4:
        return t && goes(t, 1, 18) && mover == CHATURANGA_RED;
    case 5:
        return t && chaturanga_steps(t) == 0 && !(t & CHATURANGA_RETURN);
    case 6:
        return k->points[CHATURANGA_YELLOW] == POINTS_WIN && !(p->colours[0] >> 3 & 1) &&
               ply <= 100;
    case 7:
        return has(p, 0, CHATURANGA_RAJA, "d2") || has(p, 1, CHATURANGA_RAJA, "b5") ||
               has(p, 2, CHATURANGA_RAJA, "e7") || has(p, 3, CHATURANGA_RAJA, "g4");
    case 8:
        return k->points[0] == POINTS_DRAW && ply == 0;
    case 9:
        return ply == 0;
    default:
        return false;
    }
}

static const char *const QUERIES[] = {
    "r.d1.raja g.a8.boat",
    "g.frozen count(r.pawn)>=3",
    "b.g2.pawn turn:b",
    "dice:35",
    "move:r.b1c3",
    "move:pass",
    "winner:yellow not any:r.d1 ply:0..100",
    "sym(r.d2.raja)",
    "result:d ply:0",
    "startpos",
};

static uint64_t count_expected(const struct chaturanga_search_fixture *w, int query_index)
{
    uint64_t n = 0;
    for (int g = 0; g < GAMES; g++)
        for (uint32_t ply = 0; ply <= w->games[g].plies; ply++)
            n += expected(query_index, &w->games[g], ply);
    return n;
}

static void index_scan_and_replay_agree(void **state)
{
    (void)state;
    struct chaturanga_search_fixture w;
    struct buf why;
    buf_init(&why, BUF_DEFAULT_MAX);
    make_world(&w);
    for (int i = 0; i < (int)(sizeof QUERIES / sizeof *QUERIES); i++) {
        struct query q;
        if (!parses(&q, QUERIES[i], &why))
            fail_msg("%s: %s", QUERIES[i], buf_cstr(&why));
        for (int scan = 0; scan < 2; scan++) {
            struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .scan = scan};
            struct hits hits;
            struct err err = {0};
            assert_int_equal(search_run(&q, &w.db, 1, &opt, &hits, &err), STATUS_OK);
            if (hits.positions != count_expected(&w, i))
                fail_msg("%s: %llu positions, not %llu (scan %d)", QUERIES[i],
                         (unsigned long long)hits.positions,
                         (unsigned long long)count_expected(&w, i), scan);
            assert_true(hits.positions > 0);
            for (size_t h = 0; h < hits.count; h++)
                assert_true(expected(i, &w.games[hits.at[h].id], hits.at[h].first));
            hits_release(&hits);
        }
        query_release(&q);
    }
    buf_release(&why);
    free_world(&w);
}

/* With its dice in order. */
static game_move in_order(game_move t)
{
    unsigned roll = chaturanga_turn_roll(t), a = 2 + (roll & 3), b = 2 + (roll >> 2);
    return (t & ~UINT64_C(15)) | chaturanga_roll(a < b ? a : b, a < b ? b : a);
}

static void next_turns_agree(void **state)
{
    (void)state;
    struct chaturanga_search_fixture w;
    struct query q;
    struct buf why;
    buf_init(&why, BUF_DEFAULT_MAX);
    make_world(&w);
    assert_true(parses(&q, "startpos", &why));
    for (int scan = 0; scan < 2; scan++) {
        struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .scan = scan};
        struct moves_table t;
        uint32_t sum = 0;
        assert_int_equal(moves_run(&q, &w.db, 1, &opt, &t, NULL), STATUS_OK);
        assert_int_equal(t.games, GAMES);
        for (size_t i = 0; i < t.count; i++) {
            uint32_t games = 0, wins = 0;
            for (int g = 0; g < GAMES; g++)
                if (in_order(w.games[g].turns[0]) == t.rows[i].next.move) {
                    games++;
                    wins += w.games[g].points[CHATURANGA_BLACK] == POINTS_WIN;
                }
            assert_int_equal(t.rows[i].next.games, games);
            assert_int_equal(t.rows[i].next.wins[CHATURANGA_BLACK], wins);
            assert_int_equal(t.rows[i].seat, CHATURANGA_RED);
            sum += games;
        }
        assert_int_equal(sum, GAMES);
        moves_release(&t);
    }
    query_release(&q);
    buf_release(&why);
    free_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_mean_what_they_say),
        cmocka_unit_test(reports_bad_words),
        cmocka_unit_test(index_scan_and_replay_agree),
        cmocka_unit_test(next_turns_agree),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
