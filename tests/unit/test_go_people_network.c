/* test_go_people_network.c: what a network of people's Go moves sees: positions made by hand, the
 * same for both colours, liberties, last moves, ko, ladders, legal moves; images; what it says:
 * probabilities that add up, images, batches, classes; networks of something else are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/natural/go_people_network.h"
#include "random_network.h"

/* --- Positions -------------------------------------------------------------------------------- */

static int at(const char *name)
{
    struct span text = span_of(name);
    int point;
    assert_true(go_point_parse(&text, &point));
    return point;
}

struct game {
    struct go_pos pos;
    struct go_last_moves last;
};

static void begin(struct game *g)
{
    go_pos_empty(&g->pos, 19, 19);
    go_last_moves_clear(&g->last);
}

static void play(struct game *g, go_move m)
{
    assert_int_equal(go_why_illegal(&g->pos, m), GO_LEGAL);
    go_last_moves_add(&g->last, m);
    assert_true(go_play(&g->pos, m, NULL));
}

/* Names with blanks between, by turns; "-" passes. */
static void play_all(struct game *g, const char *moves)
{
    struct span rest = span_of(moves);
    while (rest.n) {
        int point;
        if (rest.p[0] == '-') {
            rest = span_skip(rest, 1);
            play(g, go_pass_make(g->pos.turn));
        } else {
            assert_true(go_point_parse(&rest, &point));
            play(g, go_move_make(GO_PLAY, g->pos.turn, point));
        }
        if (rest.n)
            rest = span_skip(rest, 1);
    }
}

static void see(const struct game *g, struct go_people_input *in)
{
    static struct go_ladder_board board;
    go_ladder_init(&board);
    go_people_input_make(in, &g->pos, &g->last, &board);
}

static unsigned byte_at(const struct go_people_input *in, const char *name)
{
    return in->points[go_people_point(at(name))];
}

static unsigned stone(unsigned side, unsigned liberties, bool ladder, unsigned last)
{
    return side | (liberties - 1) << 2 | (ladder ? 16U : 0) | last << 5;
}

static void test_positions_by_hand(void **state)
{
    struct go_people_input in;
    struct game g;
    (void)state;
    begin(&g);
    see(&g, &in);
    for (int p = 0; p < GO_PEOPLE_POINTS; p++)
        assert_int_equal(in.points[p], 0);
    for (int m = 0; m < GO_PEOPLE_MOVES; m++)
        assert_true(go_people_is_legal(&in, m));
    assert_int_equal(in.ko, GO_PEOPLE_POINTS);
    play_all(&g, "Q16 D4 R16 A1");
    see(&g, &in); /* Black sees */
    assert_int_equal(byte_at(&in, "Q16"), stone(1, 4, false, 4));
    assert_int_equal(byte_at(&in, "D4"), stone(2, 4, false, 3));
    assert_int_equal(byte_at(&in, "R16"), stone(1, 4, false, 2)); /* six, counted up to four */
    assert_int_equal(byte_at(&in, "A1"), stone(2, 2, true, 1));
    assert_false(go_people_is_legal(&in, go_people_point(at("A1"))));
    assert_true(go_people_is_legal(&in, GO_PEOPLE_PASS));
    assert_int_equal(go_people_point(at("A2")), 1); /* columns first */
    assert_int_equal(go_people_board_point(go_people_point(at("Q16"))), at("Q16"));
    /* White sees the same the other way round, and a pass is a move without a place */
    play_all(&g, "-");
    see(&g, &in);
    assert_int_equal(byte_at(&in, "Q16"), stone(2, 4, false, 5));
    assert_int_equal(byte_at(&in, "D4"), stone(1, 4, false, 4));
    assert_int_equal(byte_at(&in, "A1"), stone(1, 2, true, 2));
}

static void test_ko_and_suicide(void **state)
{
    struct go_people_input in;
    struct game g;
    (void)state;
    begin(&g);
    play_all(&g, "C4 D4 C2 D2 B3 E3 D3 C3"); /* White takes on C3 */
    see(&g, &in);
    assert_int_equal(in.ko, go_people_point(at("D3")));
    assert_int_equal(byte_at(&in, "C3"), stone(2, 1, false, 1)); /* Black may not take it now */
    assert_int_equal(byte_at(&in, "D3"), 2U << 5);               /* the last move but one is gone */
    assert_false(go_people_is_legal(&in, go_people_point(at("D3"))));
    play_all(&g, "Q16 Q4");
    see(&g, &in);
    assert_int_equal(in.ko, GO_PEOPLE_POINTS);
    assert_int_equal(byte_at(&in, "C3"), stone(2, 1, true, 3));
    begin(&g);
    play_all(&g, "B1 Q16 A2 Q4");
    play_all(&g, "-");
    see(&g, &in); /* White: A1 is suicide */
    assert_false(go_people_is_legal(&in, go_people_point(at("A1"))));
}

static void test_ladders_of_both_sides(void **state)
{
    struct go_people_input in;
    struct game g;
    (void)state;
    begin(&g);
    play_all(&g, "D3 C3 C2 Q16 B3 Q4 D2 R4"); /* White C3 has two liberties: C4 and … */
    see(&g, &in);
    assert_int_equal(byte_at(&in, "C3"), stone(2, 1, true, 0));
    play_all(&g, "-");
    see(&g, &in); /* White may run with C4, and has three liberties then */
    assert_int_equal(byte_at(&in, "C3"), stone(1, 1, false, 0));
}

/* --- Images ----------------------------------------------------------------------------------- */

static void random_game(struct game *g, struct rng *r, int plies)
{
    begin(g);
    for (int i = 0; i < plies; i++) {
        go_move m = go_people_board_move((int)rng_below(r, GO_PEOPLE_POINTS), g->pos.turn);
        if (go_why_illegal(&g->pos, m) == GO_LEGAL)
            play(g, m);
    }
}

/* The same moves in an image. */
static void image_of(const struct go_people_input *in, int image, struct go_people_input *out)
{
    memset(out, 0, sizeof *out);
    for (int p = 0; p < GO_PEOPLE_POINTS; p++) {
        int to = go_people_image(p, image);
        out->points[to] = in->points[p];
        if (go_people_is_legal(in, p))
            out->legal[to / 8] = (uint8_t)(out->legal[to / 8] | 1U << to % 8);
    }
    out->legal[GO_PEOPLE_PASS / 8] |= 1U << GO_PEOPLE_PASS % 8;
    out->ko = (uint16_t)(in->ko == GO_PEOPLE_POINTS ? in->ko : go_people_image(in->ko, image));
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* In order, as it is a set. */
static void look(struct go_people_seen *s, const struct go_people_input *in, int image)
{
    memset(s, 0, sizeof *s);
    go_people_see(s, in, GO_PEOPLE_AMATEUR, image);
    assert_true(s->ones_count <= GO_PEOPLE_MOST_ONES);
    qsort(s->ones, s->ones_count, sizeof *s->ones, compare_numbers);
    for (size_t i = 0; i < s->ones_count; i++)
        assert_true(s->ones[i] < GO_PEOPLE_PLANES * GO_PEOPLE_POINTS &&
                    (i == 0 || s->ones[i] != s->ones[i - 1]));
}

static void test_images(void **state)
{
    struct rng r;
    struct game g;
    struct go_people_input in, turned;
    struct go_people_seen a, b;
    (void)state;
    rng_seed(&r, 5);
    for (int first = 0; first < 8; first++) {
        assert_int_equal(go_people_image(GO_PEOPLE_POINTS / 2, first), GO_PEOPLE_POINTS / 2);
        for (int second = 0; second < first; second++)
            assert_int_not_equal(go_people_image(1, first), go_people_image(1, second));
    }
    for (int i = 0; i < 40; i++) {
        random_game(&g, &r, 10 * i);
        see(&g, &in);
        for (int image = 0; image < 8; image++) {
            image_of(&in, image, &turned);
            look(&a, &in, image);
            look(&b, &turned, 0);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

static bool has(const struct go_people_seen *s, int plane, const char *name)
{
    for (size_t i = 0; i < s->ones_count; i++)
        if (s->ones[i] == plane * GO_PEOPLE_POINTS + go_people_point(at(name)))
            return true;
    return false;
}

/* Numbers of planes, as the trainer has them. */
static void test_numbers_of_what_is_seen(void **state)
{
    struct go_people_input in;
    struct go_people_seen s;
    struct game g;
    (void)state;
    begin(&g);
    play_all(&g, "C4 D4 C2 D2 B3 E3 D3 C3");
    see(&g, &in);
    go_people_see(&s, &in, GO_PEOPLE_PROGRAM, 0);
    assert_int_equal(s.class, 3);
    assert_true(has(&s, 0, "C4") && has(&s, 0, "B3") && has(&s, 1, "C3"));
    assert_false(has(&s, 0, "D3") || has(&s, 1, "D3"));
    assert_true(has(&s, 3, "C4")); /* own, two liberties */
    assert_true(has(&s, 8, "D4")); /* the opponent's, three */
    assert_true(has(&s, 6, "C3")); /* one */
    assert_true(has(&s, 9, "E3")); /* four */
    assert_true(has(&s, 10, "C3") && has(&s, 11, "D3") && has(&s, 12, "E3") && has(&s, 14, "D2"));
    assert_true(has(&s, 15, "D3"));
    assert_false(has(&s, 16, "C3") || has(&s, 17, "C3"));
    assert_true(has(&s, 18, "A1") && has(&s, 18, "T19"));
    play_all(&g, "Q16 Q4");
    see(&g, &in);
    go_people_see(&s, &in, GO_PEOPLE_PRO, 0);
    assert_true(has(&s, 17, "C3"));
    play_all(&g, "-");
    see(&g, &in);
    go_people_see(&s, &in, GO_PEOPLE_PRO, 0);
    assert_false(has(&s, 16, "C3")); /* it may fill the ko */
    begin(&g);
    play_all(&g, "A1 B1");
    see(&g, &in);
    go_people_see(&s, &in, GO_PEOPLE_PRO, 0);
    assert_true(has(&s, 16, "A1") && has(&s, 2, "A1") && has(&s, 7, "B1"));
}

/* --- What is said ----------------------------------------------------------------------------- */

static struct go_people_network *network;
static struct go_people_scratch *scratch[4]; /* of 1, 2, 4 and 8 images */

static enum status read_shape(struct go_people_network **out, const struct network_shape *s)
{
    struct buf file;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, s, 4);
    enum status status = go_people_network_read(out, buf_span(&file), NULL);
    buf_release(&file);
    return status;
}

static int open_network(void **state)
{
    const struct network_shape s = random_network_go(16, 1);
    (void)state;
    bool fine = read_shape(&network, &s) == STATUS_OK;
    for (int i = 0; i < 4; i++)
        fine = fine && go_people_scratch_open(&scratch[i], network, 1 << i, NULL) == STATUS_OK;
    return fine ? 0 : -1;
}

static int close_network(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        go_people_scratch_close(scratch[i]);
    go_people_network_close(network);
    return 0;
}

static void judge(const struct go_people_input *in, int class, int which,
                  struct go_people_answer *out)
{
    const struct go_people_question q = {in, class};
    go_people_infer(network, scratch[which], &q, out, 1);
}

static void test_probabilities(void **state)
{
    struct rng r;
    struct game g;
    struct go_people_input in;
    struct go_people_answer a, again;
    (void)state;
    rng_seed(&r, 8);
    for (int i = 0; i < 12; i++) {
        random_game(&g, &r, 40 * i);
        see(&g, &in);
        double sum = 0;
        judge(&in, i % 4, i % 4, &a);
        for (int m = 0; m < GO_PEOPLE_MOVES; m++) {
            assert_true(a.p[m] > 0 ? go_people_is_legal(&in, m)
                                   : a.p[m] == 0 && !go_people_is_legal(&in, m));
            sum += (double)a.p[m];
        }
        assert_true(fabs(sum - 1) < 1e-4);
        assert_true(a.win > 0 && a.win < 1);
        go_people_judge(network, scratch[i % 4], &g.pos, &g.last, i % 4, &again);
        assert_memory_equal(&a, &again, sizeof a);
    }
}

static void test_images_are_averaged(void **state)
{
    struct rng r;
    struct game g;
    struct go_people_input in, turned;
    struct go_people_answer one, all, other;
    (void)state;
    rng_seed(&r, 9);
    random_game(&g, &r, 150);
    see(&g, &in);
    for (int which = 0; which < 4; which++) {
        int images = 1 << which;
        double p[GO_PEOPLE_MOVES] = {0}, win = 0;
        for (int image = 0; image < images; image++) {
            image_of(&in, image, &turned);
            judge(&turned, GO_PEOPLE_PRO, 0, &one);
            for (int m = 0; m < GO_PEOPLE_POINTS; m++)
                p[m] += (double)one.p[go_people_image(m, image)] / images;
            p[GO_PEOPLE_PASS] += (double)one.p[GO_PEOPLE_PASS] / images;
            win += (double)one.win / images;
        }
        judge(&in, GO_PEOPLE_PRO, which, &all);
        for (int m = 0; m < GO_PEOPLE_MOVES; m++)
            assert_true(fabs(p[m] - (double)all.p[m]) < 1e-5);
        assert_true(fabs(win - (double)all.win) < 1e-5);
        /* so the answer to an image is the image of the answer */
        image_of(&in, images - 1, &turned);
        judge(&turned, GO_PEOPLE_PRO, which, &other);
        for (int m = 0; m < GO_PEOPLE_POINTS && which > 0; m++)
            assert_true(fabsf(all.p[m] - other.p[go_people_image(m, images - 1)]) < 1e-5F);
    }
}

static void test_batches(void **state)
{
    enum { COUNT = 11 };
    struct rng r;
    static struct game g;
    static struct go_people_input in[COUNT];
    static struct go_people_answer together[COUNT], alone;
    struct go_people_question q[COUNT];
    (void)state;
    rng_seed(&r, 10);
    for (int i = 0; i < COUNT; i++) {
        random_game(&g, &r, 30 * i);
        see(&g, &in[i]);
        q[i] = (struct go_people_question){&in[i], i % 4};
    }
    for (int which = 0; which < 4; which += 1) {
        go_people_infer(network, scratch[which], q, together, COUNT);
        for (int i = 0; i < COUNT; i++) {
            judge(&in[i], i % 4, which, &alone);
            assert_memory_equal(&alone, &together[i], sizeof alone);
        }
    }
    judge(&in[5], GO_PEOPLE_PRO, 0, &alone);
    judge(&in[5], GO_PEOPLE_AMATEUR, 0, &together[0]);
    assert_memory_not_equal(&alone, &together[0], sizeof alone);
}

static void test_other_networks(void **state)
{
    struct go_people_network *n;
    struct err err = {0};
    (void)state;
    struct network_shape s = random_network_people(16, 1);
    assert_int_equal(read_shape(&n, &s), STATUS_UNSUPPORTED);
    s = random_network_go(16, 1);
    s.policy = 1;
    assert_int_equal(read_shape(&n, &s), STATUS_UNSUPPORTED);
    assert_null(n);
    assert_int_equal(go_people_network_open(&n, "nowhere.network", &err), STATUS_NOT_FOUND);
    assert_string_equal(err.file, "nowhere.network");
    assert_true(span_eq(go_people_network_text(network), span_of("random weights")));
    go_people_network_close(NULL);
    go_people_scratch_close(NULL);
}

static void test_no_memory(void **state)
{
    const struct network_shape s = random_network_go(8, 1);
    struct go_people_network *n = NULL;
    struct go_people_scratch *room = NULL;
    struct buf file;
    enum status status = STATUS_NOMEM;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &s, 1);
    for (long i = 0; status == STATUS_NOMEM; i++) {
        mem_fail_after(i);
        status = go_people_network_read(&n, buf_span(&file), NULL);
        if (status == STATUS_OK)
            status = go_people_scratch_open(&room, n, 2, NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        go_people_scratch_close(room);
        go_people_network_close(n);
        n = NULL;
        room = NULL;
    }
    buf_release(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_by_hand),       cmocka_unit_test(test_ko_and_suicide),
        cmocka_unit_test(test_ladders_of_both_sides),   cmocka_unit_test(test_images),
        cmocka_unit_test(test_numbers_of_what_is_seen), cmocka_unit_test(test_probabilities),
        cmocka_unit_test(test_images_are_averaged),     cmocka_unit_test(test_batches),
        cmocka_unit_test(test_other_networks),          cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, open_network, close_network);
}
