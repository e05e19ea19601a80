/* test_measures.c: numbers measured at positions: bounds, both players' view, and values that
 * others say.  What the game measures itself is compared with the slow way in test_evaluate.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "lines_fixture.h"
#include "query/language/words.h"
#include "query/run/evaluate.h"
#include "shogi_random.h"

static void parse(struct query *q, const char *text)
{
    struct err err = {0};
    if (query_parse(q, &shogi_game, NULL, span_of(text), &err) != STATUS_OK)
        fail_msg("%s: %s", text, msg_in(err.what, LANG_EN));
}

/* --- Bounds ----------------------------------------------------------------------------------- */

static void bounds_between_two_parts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int first, last; /* 64ths for which it holds */
    } CASES[] = {
        {"progress>=0.25", 16, 64},
        {"progress>=0.26", 17, 64},
        {"progress>0.25", 17, 64},
        {"progress<0.26", 0, 16},
        {"progress<=0.25", 0, 16},
        {"progress<0.25", 0, 15},
        {"progress=0.25", 16, 16},
        {"progress=0.26", 1, 0},
        {"progress>=0.015625", 1, 64},
        {"progress>=0.015626", 2, 64},
        {"progress>=0.015624", 1, 64},
        {"progress<=0.984375", 0, 63},
        {"progress<=0.999999", 0, 63},
        {"progress>=1", 64, 64},
        {"progress>1", 1, 0},
        {"progress>=-5", 0, 64},
        {"progress<=1000000000", 0, 64},
        {"progress>=1000000000", 1, 0},
        {"progress<=-1000000000", 1, 0},
        {"progress.diff>=-0.01", 0, 64},
        {"progress.diff>=0.000001", 1, 64},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct query q;
        parse(&q, CASES[i].text);
        for (int n = 0; n <= 64; n++)
            if (measure_holds(&q.nodes[q.root], 64, n) !=
                (n >= CASES[i].first && n <= CASES[i].last))
                fail_msg("%s: %d/64", CASES[i].text, n);
        query_release(&q);
    }
}

/* --- Both players' view ----------------------------------------------------------------------- */

/* The position as a symmetry of shogi shows it: bit 0 turned round, bit 1 mirrored. */
static void image_of(const struct shogi_pos *pos, unsigned symmetry, struct shogi_pos *out)
{
    bool flip = symmetry & 1, mirror = symmetry >> 1 & 1;
    shogi_pos_clear(out);
    for (int s = 0; s < SHOGI_SQUARES; s++) {
        int file = shogi_file_of(s), rank = shogi_rank_of(s), piece = pos->board[s];
        int to = shogi_square(flip != mirror ? 10 - file : file, flip ? 10 - rank : rank);
        if (piece)
            shogi_pos_put(out, to, flip ? piece ^ 16 : piece);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            shogi_pos_set_hand(out, color ^ flip, kind, shogi_hand(pos, color, kind));
    shogi_pos_set_turn(out, flip ? pos->turn ^ 1 : pos->turn);
    assert_int_equal(shogi_pos_finish(out, NULL), STATUS_OK);
}

/* Does the question match at the position? */
static bool matches(const char *text, const struct shogi_pos *pos)
{
    struct query q;
    struct evaluator *e;
    struct evaluation v;
    struct buf sfen;
    parse(&q, text);
    buf_init(&sfen, 1000);
    shogi_sfen_print(pos, 1, &sfen);
    assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_OK);
    assert_int_equal(evaluate_moves(e, buf_span(&sfen), NULL, 0, &v, NULL), STATUS_OK);
    bool is = plies_has(v.matches, 0);
    evaluator_close(e);
    buf_release(&sfen);
    query_release(&q);
    return is;
}

/* X at a position is flip(X) at the position turned round, and so on. */
static void symmetries_keep_the_query(void **state)
{
    (void)state;
    static const char *const COMPARE[] = {">=", "<=", "=", ">", "<", "!="};
    uint64_t seed = 5;
    uint32_t found = 0, queries = 0;
    for (int i = 0; i < 40; i++) {
        struct shogi_pos pos, flipped, mirrored;
        int32_t parts[64];
        random_game(&pos, &seed);
        image_of(&pos, 1, &flipped);
        image_of(&pos, 2, &mirrored);
        shogi_measures.measure(&pos, ~(uint64_t)0, parts);
        for (uint32_t row = 0; row < shogi_measures.count; row++) {
            char plain[100], flip[120], mirror[120], either[120];
            if (shogi_measures.rows[row].by != MEASURE_BY_GAME)
                continue;
            for (int c = 0; c < 6; c++) {
                /* near the number itself, where comparisons differ */
                double bound = (parts[row] + (int)random_below(&seed, 3) - 1) / 64.0;
                snprintf(plain, sizeof plain, "%s%s%.6f", shogi_measures.rows[row].name, COMPARE[c],
                         bound);
                snprintf(flip, sizeof flip, "flip(%s)", plain);
                snprintf(mirror, sizeof mirror, "mirror(%s)", plain);
                snprintf(either, sizeof either, "sym(%s)", plain);
                bool here = matches(plain, &pos);
                if (here != matches(flip, &flipped) || here != matches(mirror, &mirrored))
                    fail_msg("%s", plain);
                assert_int_equal(matches(either, &pos), here || matches(flip, &pos));
                found += here;
                queries++;
            }
        }
    }
    assert_in_range(found, queries / 4, queries * 3 / 4);
}

/* --- Values ----------------------------------------------------------------------------------- */

/* Says 100 a ply, less 250; nothing at every seventh ply. */
static enum status hundred_a_ply(void *ctx, const struct lines *l, uint32_t line, uint32_t from,
                                 uint32_t to, int32_t *out, struct err *err)
{
    uint32_t *calls = ctx;
    (void)err;
    assert_true(from < to && to <= line_plies(l, line) + 1);
    ++*calls;
    for (uint32_t ply = from; ply < to; ply++)
        out[ply - from] = ply % 7 == 3 ? QUERY_NO_VALUE : (int32_t)ply * 100 - 250;
    return STATUS_OK;
}

static void ask_values(const struct lines *l, const char *text, uint32_t from, uint32_t until,
                       bool (*wanted)(int value, uint32_t ply))
{
    uint32_t calls = 0;
    const struct query_values values = {&calls, hundred_a_ply, NULL};
    struct query q;
    struct evaluator *e;
    struct evaluation v;
    parse(&q, text);
    assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_OK);
    evaluator_set_values(e, &values);
    for (uint32_t line = 0; line < l->count; line++) {
        assert_int_equal(evaluate_line(e, l, line, from, until, &v, NULL), STATUS_OK);
        for (uint32_t ply = from; ply < v.count; ply++)
            if (plies_has(v.matches, ply) != (ply % 7 != 3 && wanted((int)ply * 100 - 250, ply)))
                fail_msg("%s: line %u, ply %u", text, line, ply);
    }
    assert_true(calls > 0);
    evaluator_close(e);
    query_release(&q);
}

static bool at_least_500(int value, uint32_t ply)
{
    (void)ply;
    return value >= 500;
}
static bool at_most_minus_150(int value, uint32_t ply)
{
    (void)ply;
    return value <= -150;
}
static bool not_550(int value, uint32_t ply)
{
    (void)ply;
    return value != 550;
}
static bool early_and_positive(int value, uint32_t ply)
{
    return value > 0 && ply <= 9;
}

static void others_say_values(void **state)
{
    (void)state;
    struct lines_fixture f;
    fixture_init(&f);
    fixture_add_generated(&f, 9, 5, 0);
    fixture_add_odd(&f, 9, 3);
    fixture_add_variations(&f, 9, 4);
    fixture_finish(&f);
    ask_values(&f.lines, "value>=500", 0, UINT32_MAX, at_least_500);
    ask_values(&f.lines, "value>=499.5", 0, UINT32_MAX, at_least_500);
    ask_values(&f.lines, "value<=-150", 0, UINT32_MAX, at_most_minus_150);
    ask_values(&f.lines, "value<-149.999999", 0, UINT32_MAX, at_most_minus_150);
    ask_values(&f.lines, "flip(value>=150)", 0, UINT32_MAX, at_most_minus_150);
    ask_values(&f.lines, "value!=550", 0, UINT32_MAX, not_550);
    ask_values(&f.lines, "value>=500 progress>=0", 2, 12, at_least_500);
    ask_values(&f.lines, "value>0 ply:..9", 0, UINT32_MAX, early_and_positive);
    /* a sum beside it that always holds */
    ask_values(&f.lines, "value>0 count(any)<=40 ply:..9", 0, UINT32_MAX, early_and_positive);
    fixture_release(&f);
}

static void values_may_be_missing(void **state)
{
    (void)state;
    struct query q;
    struct evaluator *e;
    struct evaluation v;
    struct err err = {0};
    struct buf why;
    uint32_t calls = 0;
    const struct query_values values = {&calls, hundred_a_ply, NULL};
    buf_init(&why, 1000);
    parse(&q, "s76fu or value>0");
    assert_true(query_needs_values(&q) && query_has_measures(&q));
    assert_int_equal(query_check_values(&q, &values, &err), STATUS_OK);
    assert_int_equal(query_check_values(&q, NULL, &err), STATUS_UNSUPPORTED);
    err_message(&err, LANG_EN, &why);
    assert_string_equal(buf_cstr(&why),
                        "\"value\" is not available here: positions have no values");
    assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_OK);
    assert_int_equal(evaluate_moves(e, SPAN(""), NULL, 0, &v, &err), STATUS_UNSUPPORTED);
    evaluator_set_values(e, &values); /* but of no line */
    assert_int_equal(evaluate_moves(e, SPAN(""), NULL, 0, &v, &err), STATUS_UNSUPPORTED);
    evaluator_close(e);
    query_release(&q);
    parse(&q, "progress>0.5 s76fu");
    assert_false(query_needs_values(&q));
    assert_true(query_has_measures(&q));
    query_release(&q);
    parse(&q, "s76fu");
    assert_false(query_has_measures(&q));
    query_release(&q);
    buf_release(&why);
}

/* --- As ranges --------------------------------------------------------------------------------- */

static void ranges_hold_what_comparisons_hold(void **state)
{
    (void)state;
    static const uint32_t SCALES[] = {1, 64, MEASURE_UNIT};
    static const int64_t OFF[] = {0, 1, -1, 15625, -15625, 7812, 999999};
    for (size_t s = 0; s < sizeof SCALES / sizeof *SCALES; s++)
        for (int compare = 0; compare <= COMPARE_NE; compare++)
            for (int64_t whole = -3; whole <= 3; whole++)
                for (size_t o = 0; o < sizeof OFF / sizeof *OFF; o++) {
                    const struct query_node n = {.compare = (enum query_compare)compare,
                                                 .value = whole * MEASURE_UNIT + OFF[o]};
                    struct measure_range r = measure_range_of(&n, SCALES[s]);
                    for (int32_t parts = -300; parts <= 300; parts++)
                        assert_int_equal((parts >= r.low && parts <= r.high) != r.outside,
                                         measure_holds(&n, SCALES[s], parts));
                }
    const struct query_node far = {.compare = COMPARE_GT, .value = INT64_MAX};
    assert_int_equal(measure_range_of(&far, 64).low, INT32_MAX);
    const struct query_node low = {.compare = COMPARE_LT, .value = INT64_MIN};
    assert_int_equal(measure_range_of(&low, 64).high, INT32_MIN);
}

/* --- Mishaps ---------------------------------------------------------------------------------- */

static void a_damaged_line_is_reported(void **state)
{
    (void)state;
    /* takes its own piece; from an empty square; the king, at last */
    static const char *const BAD[] = {"2h7g", "5e5d", "8h3c"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct query q;
        struct evaluator *e;
        struct evaluation v;
        struct err err = {0};
        game_move moves[2];
        assert_true(shogi_game.text.move_parse(NULL, SPAN("9g9f"), &moves[0]));
        assert_true(shogi_game.text.move_parse(NULL, span_of(BAD[i]), &moves[1]));
        parse(&q, "progress>0.5");
        assert_int_equal(evaluator_open(&e, &q, NULL), STATUS_OK);
        assert_int_equal(evaluate_moves(e, SPAN(""), moves, 2, &v, &err), STATUS_SYNTAX);
        assert_string_equal(err.arg[0], "2");
        evaluator_close(e);
        query_release(&q);
    }
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    struct lines_fixture f;
    uint32_t calls = 0;
    const struct query_values values = {&calls, hundred_a_ply, NULL};
    struct query q;
    fixture_init(&f);
    fixture_add_generated(&f, 9, 1, 0);
    fixture_finish(&f);
    parse(&q, "progress>0.1 (value>0 or attack.g<=0.5)");
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct evaluator *e;
        struct evaluation v;
        mem_fail_after(n);
        status = evaluator_open(&e, &q, NULL);
        if (status == STATUS_OK) {
            evaluator_set_values(e, &values);
            status = evaluate_line(e, &f.lines, 0, 0, UINT32_MAX, &v, NULL);
        }
        mem_fail_never();
        evaluator_close(e);
    }
    assert_int_equal(status, STATUS_OK);
    query_release(&q);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_between_two_parts),
        cmocka_unit_test(symmetries_keep_the_query),
        cmocka_unit_test(others_say_values),
        cmocka_unit_test(values_may_be_missing),
        cmocka_unit_test(ranges_hold_what_comparisons_hold),
        cmocka_unit_test(a_damaged_line_is_reported),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
