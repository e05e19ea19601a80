/* Following some points of a game of Go without playing it says the same as playing; so do both
 * ways of looking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "games/go/go_facts.h"
#include "games/go/go_lite.h"
#include "tests/unit/random_go_game.h"

enum { GAMES = 2000 };

/* A game, the light position at its start, and what stands on each point at each ply. */
struct played {
    struct random_go_game game;
    struct go_lite start;
    uint8_t stands[RANDOM_GO_MOVES + 1][GO_POINTS];
    uint8_t room[GAME_MAX_PLACES];
};

static void look(struct played *p, uint32_t ply, const struct go_pos *pos)
{
    memset(p->stands[ply], GO_EMPTY, GO_POINTS);
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int point = go_point(column, row);
            p->stands[ply][point] = (uint8_t)go_stone_at(pos, point);
        }
}

static void play_some(struct played *p, struct rng *rng)
{
    random_go_game(&p->game, rng);
    struct go_pos pos = p->game.start;
    go_lite_begin(&p->start, &pos);
    look(p, 0, &pos);
    for (uint32_t i = 0; i < p->game.count; i++) {
        assert_true(go_play(&pos, le_get16(p->game.moves + 2 * (size_t)i), NULL));
        look(p, i + 1, &pos);
    }
}

static struct fact_scan scan_of(struct played *p, const struct fact_places *places)
{
    return (struct fact_scan){.start = &p->start,
                              .moves = p->game.moves,
                              .plies = p->game.count,
                              .places = places,
                              .taken = p->game.taken,
                              .taken_count = p->game.taken_count,
                              .stands = p->room};
}

static bool list_has(const uint32_t *facts, uint32_t n, uint32_t fact)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < n; i++)
        times += facts[i] == fact;
    assert_true(times <= 1);
    return times;
}

/* The changes of a ply are those of the points that are watched, and no others. */
static void compare_ply(const struct played *p, const struct fact_places *places, uint32_t ply,
                        const struct fact_changes *changes)
{
    uint32_t ends = 0, begins = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        int point = places->place[i];
        int before = p->stands[ply - 1][point], after = p->stands[ply][point];
        if (before != after && before) {
            assert_true(list_has(changes->ends, changes->n_ends, go_fact(before - 1, point)));
            ends++;
        }
        if (before != after && after) {
            assert_true(list_has(changes->begins, changes->n_begins, go_fact(after - 1, point)));
            begins++;
        }
    }
    assert_int_equal(ends, changes->n_ends);
    assert_int_equal(begins, changes->n_begins);
}

static uint32_t compare_changes(struct played *p, const struct fact_places *places)
{
    static struct fact_changes changes, none;
    struct fact_scan scan = scan_of(p, places);
    uint32_t found = 0;
    enum scan_end end = go_scan.next_change(&scan, NULL, &changes);
    for (uint32_t ply = 1; ply <= p->game.count; ply++) {
        bool now = end == SCAN_FOUND && scan.ply == ply;
        compare_ply(p, places, ply, now ? &changes : &none);
        found += now;
        if (now)
            end = go_scan.next_change(&scan, NULL, &changes);
    }
    assert_int_equal(end, SCAN_END);
    return found;
}

static void watch_some(struct rng *rng, const struct played *p, struct fact_places *places)
{
    unsigned points = 1 + go_below(rng, go_below(rng, 2) ? 4 : 60);
    memset(places, 0, sizeof *places);
    for (unsigned i = 0; i < points; i++) {
        uint32_t fact = go_fact((int)go_below(rng, 2), random_go_point(&p->game.start, rng));
        assert_true(go_scan.want(places, WANT_CHANGES, &fact, 1));
    }
}

static void test_changes(void **state)
{
    (void)state;
    static struct played p;
    static struct fact_places places;
    uint32_t found = 0;
    for (int game = 0; game < GAMES; game++) {
        struct rng rng;
        rng_seed_stream(&rng, 3, (uint64_t)game);
        play_some(&p, &rng);
        watch_some(&rng, &p, &places);
        cpu_level_limit(CPU_BASE);
        uint32_t plain = compare_changes(&p, &places);
        cpu_level_limit(CPU_V3);
        assert_int_equal(compare_changes(&p, &places), plain);
        found += plain;
    }
    assert_true(found > 10 * GAMES);
}

/* Conditions that hold at a ply of the game: a stone, either, not that one, neither. */
static void want_some(struct rng *rng, const struct played *p, struct fact_places *places)
{
    uint32_t ply = go_below(rng, p->game.count + 1);
    memset(places, 0, sizeof *places);
    for (unsigned n = 1 + go_below(rng, 5); n > 0; n--) {
        int point = random_go_point(&p->game.start, rng), stone = p->stands[ply][point];
        uint32_t facts[2] = {go_fact(GO_BLACK, point), go_fact(GO_WHITE, point)};
        if (stone && go_below(rng, 3))
            assert_true(go_scan.want(places, WANT_FACTS, &facts[stone - 1], 1));
        else if (stone)
            assert_true(go_scan.want(places, WANT_ANY, facts, 2));
        else
            for (unsigned i = go_below(rng, 2); i < 2; i++)
                assert_true(go_scan.want(places, WANT_NONE, &facts[i], 1));
    }
}

static bool are_met(const struct played *p, const struct fact_places *places, uint32_t ply)
{
    for (uint32_t i = 0; i < places->count; i++)
        if (!(places->pieces[i] >> p->stands[ply][places->place[i]] & 1))
            return false;
    return true;
}

static uint32_t compare_spans(struct played *p, const struct fact_places *places)
{
    struct fact_scan scan = scan_of(p, places);
    enum scan_end end = go_scan.next_span(&scan);
    uint32_t found = 0;
    for (uint32_t ply = 0; ply <= p->game.count; ply++) {
        bool now = end == SCAN_FOUND && ply >= scan.from && ply < scan.to;
        assert_int_equal(now, are_met(p, places, ply));
        if (now && ply + 1 == scan.to) {
            end = go_scan.next_span(&scan);
            found++;
        }
    }
    assert_int_equal(end, SCAN_END);
    return found;
}

static void test_spans(void **state)
{
    (void)state;
    static struct played p;
    static struct fact_places places;
    uint32_t found = 0;
    for (int game = 0; game < GAMES; game++) {
        struct rng rng;
        rng_seed_stream(&rng, 4, (uint64_t)game);
        play_some(&p, &rng);
        want_some(&rng, &p, &places);
        cpu_level_limit(CPU_BASE);
        uint32_t plain = compare_spans(&p, &places);
        cpu_level_limit(CPU_V3);
        assert_int_equal(compare_spans(&p, &places), plain);
        found += plain;
    }
    assert_true(found > GAMES);
}

/* What can't be is refused: points beyond the board, more of them than there is room for, one
 * condition about two points. */
static void test_refused(void **state)
{
    (void)state;
    static struct played p;
    static struct fact_places places;
    const uint32_t two[2] = {go_fact(GO_BLACK, 0), go_fact(GO_BLACK, 1)};
    struct rng rng;
    rng_seed(&rng, 5);
    play_some(&p, &rng);
    assert_false(go_scan.want(&places, WANT_ANY, two, 2));
    uint32_t beyond = go_fact(GO_BLACK, go_point(p.game.start.width, 0));
    p.game.count = 1;
    p.game.taken_count = 0;
    le_put16(p.game.moves, go_move_make(GO_PLAY, GO_BLACK, go_point(p.game.start.width, 0)));
    assert_true(go_scan.want(&places, WANT_FACTS, &beyond, 1));
    struct fact_scan scan = scan_of(&p, &places);
    assert_int_equal(go_scan.next_span(&scan), SCAN_DAMAGED);
    uint32_t fact = 0, wanted = 0;
    for (; fact < GO_POINTS && go_scan.want(&places, WANT_CHANGES, &fact, 1); fact++)
        wanted++;
    assert_true(wanted < GO_POINTS && places.count == GAME_MAX_PLACES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
