/* test_natural.c: what people play: probabilities add up; both colours see the same; files come
 * back as they were; the dial chooses; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "engine/natural/natural.h"
#include "engine/natural/natural_model.h"
#include "shogi_random.h"

/* The same position with the colours changed and the board turned round. */
static void turn_round(const struct shogi_pos *pos, struct shogi_pos *out)
{
    shogi_pos_clear(out);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = shogi_piece_at(pos, square);
        if (piece)
            shogi_pos_put(out, 80 - square,
                          shogi_piece(shogi_color_of(piece) ^ 1, shogi_kind_of(piece)));
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
            shogi_pos_set_hand(out, color ^ 1, kind, shogi_hand(pos, color, kind));
    shogi_pos_set_turn(out, shogi_turn(pos) ^ 1);
    assert_int_equal(shogi_pos_finish(out, NULL), STATUS_OK);
}

static shogi_move turned(shogi_move m)
{
    int to = 80 - shogi_move_to(m);
    return shogi_move_is_drop(m)
               ? shogi_drop_make(shogi_move_kind(m), to)
               : shogi_move_make(80 - shogi_move_from(m), to, shogi_move_promotes(m));
}

struct natural_log {
    struct shogi_pos pos;
    struct natural_past past;
    struct natural_move moves[SHOGI_MAX_MOVES];
    int count;
};

static void judge(const struct natural *n, struct natural_log *s, const int16_t *values)
{
    const struct natural_input q = {
        .pos = &s->pos, .past = &s->past, .class = NATURAL_PRO, .ply = 50, .values = values};
    s->count = natural_infer(n, &q, s->moves);
}

/* Positions of random games with the moves before, both ways round. */
static void walk(const struct natural *n,
                 void (*check)(const struct natural *, struct natural_log *, struct natural_log *))
{
    struct natural_log a, b;
    struct shogi_undo undo;
    shogi_move moves[SHOGI_MAX_MOVES];
    uint64_t random = 7;
    for (int game = 0; game < 10; game++) {
        shogi_pos_start(&a.pos);
        natural_past_clear(&a.past);
        natural_past_clear(&b.past);
        for (int ply = 0; ply < 120; ply++) {
            int count = shogi_legal_moves(&a.pos, moves);
            if (!count)
                break;
            turn_round(&a.pos, &b.pos);
            if (ply % 5 == 0)
                check(n, &a, &b);
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            shogi_move m = moves[(random >> 33) % (unsigned)count];
            natural_past_add(&a.past, &a.pos, m);
            natural_past_add(&b.past, &b.pos, turned(m));
            shogi_play(&a.pos, m, &undo);
        }
    }
}

static const struct natural_move *find(const struct natural_log *s, shogi_move m)
{
    for (int i = 0; i < s->count; i++)
        if (s->moves[i].move == m)
            return &s->moves[i];
    fail();
    return NULL;
}

static void check_one(const struct natural *n, struct natural_log *a, struct natural_log *b)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    double sum = 0;
    judge(n, a, NULL);
    judge(n, b, NULL);
    assert_int_equal(a->count, shogi_legal_moves(&a->pos, legal));
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->moves[i].move, legal[i]);
        assert_true(a->moves[i].score == find(b, turned(legal[i]))->score);
        sum += (double)a->moves[i].p;
    }
    assert_true(fabs(sum - 1) < 1e-4);
}

static void test_both_colours_see_the_same(void **state)
{
    struct natural *n;
    (void)state;
    assert_int_equal(natural_open(&n, NULL, NULL), STATUS_OK);
    walk(n, check_one);
    natural_close(n);
}

/* With the newest instructions, with AVX2 and without. */
static void check_processors(const struct natural *n, struct natural_log *a, struct natural_log *b)
{
    static const enum cpu_level LEVELS[] = {CPU_BASE, CPU_V3};
    judge(n, a, NULL);
    for (size_t k = 0; k < sizeof LEVELS / sizeof *LEVELS; k++) {
        *b = *a;
        cpu_level_limit(LEVELS[k]);
        judge(n, b, NULL);
        cpu_level_limit(CPU_V4);
        assert_int_equal(a->count, b->count);
        for (int i = 0; i < a->count; i++)
            assert_true(a->moves[i].score == b->moves[i].score);
    }
}

static void test_processors_agree(void **state)
{
    struct natural *n;
    (void)state;
    assert_int_equal(natural_open(&n, NULL, NULL), STATUS_OK);
    walk(n, check_processors);
    natural_close(n);
}

static unsigned positions_seen, positions_raised;

static void check_values(const struct natural *n, struct natural_log *a, struct natural_log *b)
{
    int16_t values[SHOGI_MAX_MOVES];
    judge(n, b, NULL);
    for (int i = 0; i < SHOGI_MAX_MOVES; i++)
        values[i] = i == 0 ? 900 : NATURAL_NO_VALUE;
    judge(n, a, NULL);
    float before = a->moves[0].p;
    judge(n, a, values);
    double sum = 0;
    for (int i = 0; i < a->count; i++)
        sum += (double)a->moves[i].p;
    assert_true(fabs(sum - 1) < 1e-4);
    positions_seen++;
    positions_raised += a->count == 1 || a->moves[0].p > before;
}

static void test_a_search_counts(void **state)
{
    struct natural *n;
    (void)state;
    assert_int_equal(natural_open(&n, NULL, NULL), STATUS_OK);
    walk(n, check_values);
    natural_close(n);
    /* not where it was likely already: nothing is said of the other moves */
    assert_true(positions_seen > 100 && positions_raised * 10 > positions_seen * 9);
}

static void test_files(void **state)
{
    struct natural *n, *again = NULL;
    struct buf bytes, twice;
    struct err err = {0};
    (void)state;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    buf_init(&twice, BUF_DEFAULT_MAX);
    assert_int_equal(natural_open(&n, NULL, &err), STATUS_OK);
    assert_int_equal(natural_write(n, &bytes, &err), STATUS_OK);
    assert_true(bytes.n <= 3000000);
    assert_int_equal(natural_read(&again, buf_span(&bytes), &err), STATUS_OK);
    assert_int_equal(natural_write(again, &twice, &err), STATUS_OK);
    assert_int_equal(bytes.n, twice.n);
    assert_memory_equal(bytes.p, twice.p, bytes.n);
    natural_close(again);
    for (size_t i = 0; i < bytes.n; i += 997) {
        bytes.p[i] ^= 1;
        assert_int_equal(natural_read(&again, buf_span(&bytes), &err), STATUS_SYNTAX);
        assert_null(again);
        bytes.p[i] ^= 1;
        assert_int_equal(natural_read(&again, span_make(bytes.p, i), &err), STATUS_SYNTAX);
    }
    for (long fails = 0; fails < 2; fails++) {
        mem_fail_after(fails);
        enum status status = natural_read(&again, buf_span(&bytes), &err);
        mem_fail_never();
        assert_int_equal(status, STATUS_NOMEM);
    }
    natural_close(n);
    buf_release(&bytes);
    buf_release(&twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_colours_see_the_same),
        cmocka_unit_test(test_processors_agree),
        cmocka_unit_test(test_a_search_counts),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
