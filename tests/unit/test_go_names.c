/* test_go_names.c: every name that is built in for Go, on a game made for it: it holds when the
 * last move has been played and not before, in all eight orientations, for the player who plays it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "games/go/go.h"
#include "games/go/go_pattern.h"
#include "query/language/named.h"
#include "query/run/evaluate.h"

static const struct {
    const char *name, *moves; /* Black begins */
    bool both;                /* White has it then as well */
} GAMES[] = {
    {"opening:hoshi-first", "Q16", false},
    {"opening:komoku-first", "R16", false},
    {"opening:san-san-first", "R17", false},
    {"opening:mokuhazushi-first", "R15", false},
    {"opening:takamoku-first", "Q15", false},
    {"opening:go-no-go-first", "P15", false},
    {"opening:tengen", "K10", false},
    {"opening:nirensei", "Q16 D16 Q4", false},
    {"opening:nirensei-nirensei", "Q16 D16 D10 D4 Q4", true},
    {"opening:tasuki-hoshi", "Q16 D16 K3 Q4 D4", true},
    {"opening:hoshi-komoku", "Q16 D16 R4", false},
    {"opening:mukai-komoku", "R16 D16 R4", false},
    {"opening:mirrored-komoku", "Q17 D16 Q3", false},
    {"opening:diagonal-komoku", "R16 D16 D3", false},
    {"opening:sanrensei", "Q16 D16 Q4 D4 Q10", false},
    {"opening:yonrensei", "Q16 D16 Q4 D4 Q10 D10 K4", false},
    {"opening:low-chinese", "Q16 D4 Q3 D16 R9", false},
    {"opening:high-chinese", "Q16 D4 Q3 D16 Q9", false},
    {"opening:chinese", "Q16 D4 Q3 D16 Q9", false},
    {"opening:mini-chinese", "Q16 D4 R4 D16 F3 C6 L3", false},
    {"opening:kobayashi", "Q16 D4 Q3 D16 F3 C6 K3", false},
    {"opening:orthodox", "Q16 D4 R4 D16 P3", false},
    {"opening:kobayashi-2", "Q16 D4 Q3 D16 R5", false},
    {"opening:shusaku", "R16 D17 Q3 P17 C4", false},
    {"opening:san-san-hoshi-tengen", "R17 D16 D4 Q3 K10", false},
    {"opening:great-wall", "K10 Q16 K16 D4 K4", false},
    {"shape:keima-jimari", "R16 D4 P17", false},
    {"shape:ikken-jimari", "R16 D4 P16", false},
    {"shape:ogeima-jimari", "R16 D4 O17", false},
    {"shape:niken-jimari", "R16 D4 O16", false},
    {"joseki:komoku-keima-kakari", "R16 P17", false},
    {"joseki:komoku-ikken-takagakari", "R16 P16", false},
    {"joseki:komoku-ogeima-kakari", "R16 O17", false},
    {"joseki:komoku-niken-takagakari", "R16 O16", false},
    {"joseki:shusaku-kosumi", "R16 P17 Q15", false},
    {"joseki:ikken-basami", "R16 P17 N17", false},
    {"joseki:niken-basami", "R16 P17 M17", false},
    {"joseki:sangen-basami", "R16 P17 L17", false},
    {"joseki:ikken-taka-basami", "R16 P17 N16", false},
    {"joseki:niken-taka-basami", "R16 P17 M16", false},
    {"joseki:sangen-taka-basami", "R16 P17 L16", false},
    {"joseki:shita-tsuke", "R16 P16 P17", false},
    {"joseki:nadare", "R16 P16 P17 Q16", false},
    {"joseki:taisha", "R15 Q17 O16", false},
    {"joseki:hoshi-keima-kakari", "Q16 O17", false},
    {"joseki:hoshi-keima-uke", "Q16 O17 R14", false},
    {"joseki:hoshi-ikken-uke", "Q16 O17 Q14", false},
    {"joseki:hoshi-ogeima-uke", "Q16 O17 R13", false},
    {"joseki:hoshi-ikken-basami", "Q16 O17 M17", false},
    {"joseki:tsuke-nobi", "Q16 O17 O16 N16 O15", false},
    {"joseki:ryo-gakari", "Q16 O17 D4 R14", false},
    {"joseki:san-san-iri", "Q16 R17", false},
};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES, MOST_MOVES = 16 };

static struct named_queries names;

static uint32_t moves_of(const char *text, unsigned symmetry, game_move *out)
{
    struct span s = span_of(text);
    uint32_t n = 0;
    for (int point; s.n; span_eat(&s, SPAN(" "))) {
        assert_true(n < MOST_MOVES && go_point_parse(&s, &point));
        int color = symmetry & GO_COLORS ? 1 - (int)(n & 1) : (int)(n & 1);
        out[n++] = go_move_make(GO_PLAY, color, go_point_image(point, 19, 19, symmetry));
    }
    return n;
}

/* At which plies, by bits. */
static uint64_t where(const char *prefix, const char *name, const game_move *moves, uint32_t n)
{
    struct query q;
    struct evaluator *e;
    struct evaluation v;
    struct err err = {0};
    struct buf text;
    buf_init(&text, 1000);
    buf_printf(&text, "%s%s", prefix, name);
    if (query_parse(&q, &go_game, &names, buf_span(&text), &err) != STATUS_OK)
        fail_msg("%s: can't be read", buf_cstr(&text));
    assert_int_equal(evaluator_open(&e, &q, &err), STATUS_OK);
    assert_int_equal(evaluate_moves(e, SPAN(""), moves, n, &v, &err), STATUS_OK);
    assert_int_equal(v.count, n + 1);
    uint64_t found = v.matches[0] & (((uint64_t)1 << (n + 1)) - 1);
    evaluator_close(e);
    query_release(&q);
    buf_release(&text);
    return found;
}

static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAME_COUNT; i++)
        for (unsigned symmetry = 0; symmetry < GO_SYMMETRIES; symmetry++) {
            game_move moves[MOST_MOVES];
            uint32_t n = moves_of(GAMES[i].moves, symmetry, moves);
            bool white = symmetry & GO_COLORS;
            uint64_t last = (uint64_t)1 << n;
            uint64_t own = where(white ? "w." : "b.", GAMES[i].name, moves, n);
            uint64_t other = where(white ? "b." : "w.", GAMES[i].name, moves, n);
            uint64_t either = where("", GAMES[i].name, moves, n);
            if (own != last || (bool)(other & last) != GAMES[i].both || (own | other) != either)
                fail_msg("%s, symmetry %u: %llx %llx %llx", GAMES[i].name, symmetry,
                         (unsigned long long)own, (unsigned long long)other,
                         (unsigned long long)either);
        }
}

/* None is left out above, all can be read, and each has a Japanese name but one. */
static void test_all(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(named_check(&names, &go_game, &err), STATUS_OK);
    assert_int_equal(names.count, GAME_COUNT);
    for (size_t i = 0; i < GAME_COUNT; i++) {
        struct span name = span_of(GAMES[i].name);
        ptrdiff_t colon = span_find(name, SPAN(":"));
        assert_non_null(named_find(&names, span_make(name.p, (size_t)colon),
                                   span_skip(name, (size_t)colon + 1)));
    }
    assert_non_null(named_find(&names, SPAN("opening"), SPAN("中国流")));
}

static int load(void **state)
{
    (void)state;
    named_init(&names);
    return named_add_builtin(&names, &go_game, NULL) == STATUS_OK ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    named_release(&names);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_all)};
    return cmocka_run_group_tests(tests, load, unload);
}
