/* test_people_network.c: what a network of people's moves sees: positions made by hand, the same for
 * both colours, mirrored, and a distinct output for every legal move; what it says: probabilities
 * that add up, mirror images, batches, classes; networks of something else are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/data_file.h"
#include "engine/natural/people_network.h"
#include "random_network.h"
#include "shogi_random.h"

/* --- Positions -------------------------------------------------------------------------------- */

static struct shogi_pos position(const char *sfen)
{
    struct shogi_pos pos;
    assert_int_equal(shogi_sfen_parse(&pos, span_of(sfen), SHOGI_SFEN_STRICT, NULL, NULL),
                     STATUS_OK);
    return pos;
}

/* The same with the colours changed and the board turned round (mirrored: left and right
 * exchanged instead). */
static struct shogi_pos changed(const struct shogi_pos *pos, bool mirrored)
{
    struct shogi_pos out;
    int other = mirrored ? 0 : 1;
    shogi_pos_clear(&out);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = shogi_piece_at(pos, square);
        int to = mirrored ? shogi_square(10 - shogi_file_of(square), shogi_rank_of(square))
                          : 80 - square;
        if (piece)
            shogi_pos_put(&out, to,
                          shogi_piece(shogi_color_of(piece) ^ other, shogi_kind_of(piece)));
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
            shogi_pos_set_hand(&out, color ^ other, kind, shogi_hand(pos, color, kind));
    shogi_pos_set_turn(&out, shogi_turn(pos) ^ other);
    assert_int_equal(shogi_pos_finish(&out, NULL), STATUS_OK);
    return out;
}

static int changed_square(int square, bool mirrored)
{
    return mirrored ? shogi_square(10 - shogi_file_of(square), shogi_rank_of(square)) : 80 - square;
}

static shogi_move changed_move(shogi_move m, bool mirrored)
{
    int to = changed_square(shogi_move_to(m), mirrored);
    return shogi_move_is_drop(m) ? shogi_drop_make(shogi_move_kind(m), to)
                                 : shogi_move_make(changed_square(shogi_move_from(m), mirrored), to,
                                                   shogi_move_promotes(m));
}

struct walked {
    struct shogi_pos pos, turned, mirrored;
    struct natural_past past, turned_past, mirrored_past;
};

/* Positions of random games with the moves before, three ways. */
static void walk(int games, int every, void (*check)(const struct walked *))
{
    struct walked w;
    struct shogi_undo undo;
    shogi_move moves[SHOGI_MAX_MOVES];
    uint64_t random = 11;
    for (int game = 0; game < games; game++) {
        shogi_pos_start(&w.pos);
        natural_past_clear(&w.past);
        natural_past_clear(&w.turned_past);
        natural_past_clear(&w.mirrored_past);
        for (int ply = 0; ply < 200; ply++) {
            int count = shogi_legal_moves(&w.pos, moves);
            if (!count)
                break;
            w.turned = changed(&w.pos, false);
            w.mirrored = changed(&w.pos, true);
            if (ply % every == 0)
                check(&w);
            shogi_move m = moves[random_below(&random, (unsigned)count)];
            natural_past_add(&w.past, &w.pos, m);
            natural_past_add(&w.turned_past, &w.turned, changed_move(m, false));
            natural_past_add(&w.mirrored_past, &w.mirrored, changed_move(m, true));
            shogi_play(&w.pos, m, &undo);
        }
    }
}

/* --- What is seen ----------------------------------------------------------------------------- */

static void test_positions_by_hand(void **state)
{
    struct people_input in;
    struct natural_past past;
    (void)state;
    natural_past_clear(&past);
    /* Black: king 5i, rook 2h, a pawn 2g; three pawns and a gold in hand.  White: king 5a, a lance
     * 1a; a bishop in hand. */
    struct shogi_pos pos = position("4k3l/9/9/9/9/9/7P1/7R1/4K4 b G3Pb 1");
    people_input_make(&in, &pos, &past);
    assert_int_equal(in.board[shogi_square(5, 9)], SHOGI_KING);
    assert_int_equal(in.board[shogi_square(2, 8)], SHOGI_ROOK);
    assert_int_equal(in.board[shogi_square(2, 7)], SHOGI_PAWN);
    assert_int_equal(in.board[shogi_square(5, 1)], 14 + SHOGI_KING);
    assert_int_equal(in.board[shogi_square(1, 1)], 14 + SHOGI_LANCE);
    assert_int_equal(in.board[shogi_square(9, 9)], 0);
    assert_int_equal(in.attacks[shogi_square(2, 7)], 1); /* by the rook */
    assert_int_equal(in.attacks[shogi_square(2, 6)], 1); /* by the pawn, which stops the rook */
    assert_int_equal(in.attacks[shogi_square(5, 8)], 2); /* king and rook */
    assert_int_equal(in.attacks[shogi_square(1, 8)], 1 + 16); /* rook; the lance from above */
    assert_int_equal(in.attacks[shogi_square(4, 2)], 16);     /* his king */
    assert_int_equal(in.attacks[shogi_square(9, 9)], 0);
    assert_int_equal(in.hand[SHOGI_PAWN - 1], 3);
    assert_int_equal(in.hand[SHOGI_GOLD - 1], 1);
    assert_int_equal(in.hand[7 + SHOGI_BISHOP - 1], 1);
    assert_int_equal(in.hand[7 + SHOGI_PAWN - 1], 0);
    for (int i = 0; i < 2 * NATURAL_PAST; i++)
        assert_int_equal(in.last[i], PEOPLE_NOWHERE);
}

static void test_white_sees_the_board_turned(void **state)
{
    struct people_input in;
    struct natural_past past;
    struct shogi_undo undo;
    (void)state;
    struct shogi_pos pos = position("4k3l/9/9/9/9/9/7P1/7R1/4K4 b G3Pb 1");
    natural_past_clear(&past);
    shogi_move drop = shogi_drop_make(SHOGI_PAWN, shogi_square(3, 4));
    natural_past_add(&past, &pos, drop);
    shogi_play(&pos, drop, &undo);
    people_input_make(&in, &pos, &past);
    assert_int_equal(in.board[shogi_square(5, 9)], SHOGI_KING); /* White's, who plays up */
    assert_int_equal(in.board[shogi_square(9, 9)], SHOGI_LANCE);
    assert_int_equal(in.board[shogi_square(5, 1)], 14 + SHOGI_KING);
    assert_int_equal(in.board[shogi_square(8, 2)], 14 + SHOGI_ROOK);
    assert_int_equal(in.board[shogi_square(7, 6)], 14 + SHOGI_PAWN);
    assert_int_equal(in.attacks[shogi_square(9, 2)], 1 + 16);
    assert_int_equal(in.hand[SHOGI_BISHOP - 1], 1);
    assert_int_equal(in.hand[7 + SHOGI_PAWN - 1], 2);
    assert_int_equal(in.last[0], PEOPLE_NOWHERE); /* dropped */
    assert_int_equal(in.last[1], shogi_square(7, 6));
    assert_int_equal(in.last[3], PEOPLE_NOWHERE);
    /* then White's king: for Black it comes from 5a to 5b, and the drop is the move before */
    shogi_move step = shogi_move_make(shogi_square(5, 1), shogi_square(5, 2), false);
    natural_past_add(&past, &pos, step);
    shogi_play(&pos, step, &undo);
    people_input_make(&in, &pos, &past);
    assert_int_equal(in.last[0], shogi_square(5, 1));
    assert_int_equal(in.last[1], shogi_square(5, 2));
    assert_int_equal(in.last[2], PEOPLE_NOWHERE);
    assert_int_equal(in.last[3], shogi_square(3, 4));
}

static int plane_of(const struct shogi_pos *pos, int from_file, int from_rank, int to_file,
                    int to_rank, bool promotes)
{
    shogi_move m = shogi_move_make(shogi_square(from_file, from_rank),
                                   shogi_square(to_file, to_rank), promotes);
    int output = people_output_of(pos, m);
    int to = shogi_square(to_file, to_rank);
    assert_int_equal(output % SHOGI_SQUARES, shogi_turn(pos) == SHOGI_BLACK ? to : 80 - to);
    return output / SHOGI_SQUARES;
}

static void test_planes_by_hand(void **state)
{
    (void)state;
    struct shogi_pos pos = position("8k/9/9/9/4R4/3B5/9/3N5/4K4 b S 1");
    /* the numbers of people_input.h: where it comes from, seen from where it goes */
    assert_int_equal(plane_of(&pos, 5, 5, 5, 2, false), 0); /* from below */
    assert_int_equal(plane_of(&pos, 5, 5, 5, 2, true), 10); /* the same, promoting */
    assert_int_equal(plane_of(&pos, 5, 5, 5, 7, false), 5); /* from above */
    assert_int_equal(plane_of(&pos, 5, 5, 2, 5, false), 3); /* from the left: to file 2 */
    assert_int_equal(plane_of(&pos, 5, 5, 9, 5, false), 4); /* from the right */
    assert_int_equal(plane_of(&pos, 6, 6, 9, 3, true), 12); /* from below, right of it */
    assert_int_equal(plane_of(&pos, 6, 6, 4, 4, false), 1); /* from below, left of it */
    assert_int_equal(plane_of(&pos, 6, 6, 4, 8, false), 6); /* from above, left of it */
    assert_int_equal(plane_of(&pos, 6, 6, 9, 9, false), 7); /* from above, right of it */
    assert_int_equal(plane_of(&pos, 6, 8, 5, 6, false), 8); /* a knight from the left */
    assert_int_equal(plane_of(&pos, 6, 8, 7, 6, false), 9); /* from the right */
    shogi_move drop = shogi_drop_make(SHOGI_SILVER, shogi_square(1, 1));
    assert_int_equal(people_output_of(&pos, drop), (20 + 3) * SHOGI_SQUARES);
    pos = position("4k4/9/9/9/4r4/9/9/9/8K w - 1");
    assert_int_equal(plane_of(&pos, 5, 5, 5, 8, false), 0);
    assert_int_equal(plane_of(&pos, 5, 5, 2, 5, false), 4); /* from White's right */
}

static void check_outputs(const struct walked *w)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    bool seen[PEOPLE_MOVES] = {false};
    int count = shogi_legal_moves(&w->pos, legal);
    for (int i = 0; i < count; i++) {
        int output = people_output_of(&w->pos, legal[i]);
        assert_in_range(output, 0, PEOPLE_MOVES - 1);
        assert_false(seen[output]);
        seen[output] = true;
        assert_int_equal(output, people_output_of(&w->turned, changed_move(legal[i], false)));
        assert_int_equal(people_mirrored_output(output),
                         people_output_of(&w->mirrored, changed_move(legal[i], true)));
        assert_int_equal(people_mirrored_output(people_mirrored_output(output)), output);
    }
}

static void test_every_move_has_its_output(void **state)
{
    (void)state;
    walk(20, 1, check_outputs);
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* In order, as it is a set. */
static void see(struct people_seen *s, const struct people_input *in, bool mirrored)
{
    memset(s, 0, sizeof *s);
    people_see(s, in, NATURAL_AMATEUR, mirrored);
    assert_true(s->ones_count <= PEOPLE_MOST_ONES && s->globals_count <= PEOPLE_GLOBALS);
    qsort(s->ones, s->ones_count, sizeof *s->ones, compare_numbers);
    for (size_t i = 0; i < s->ones_count; i++) {
        assert_true(s->ones[i] < PEOPLE_INPUT_PLANES * SHOGI_SQUARES);
        assert_true(i == 0 || s->ones[i] != s->ones[i - 1]);
    }
    for (size_t i = 0; i < s->globals_count; i++) {
        assert_true(s->globals[i] < PEOPLE_GLOBALS);
        assert_true(i == 0 || s->globals[i] > s->globals[i - 1]);
    }
}

static void check_inputs(const struct walked *w)
{
    struct people_input a, b, c;
    struct people_seen of_a, of_c;
    people_input_make(&a, &w->pos, &w->past);
    people_input_make(&b, &w->turned, &w->turned_past);
    people_input_make(&c, &w->mirrored, &w->mirrored_past);
    assert_memory_equal(&a, &b, sizeof a);
    see(&of_a, &a, true);
    see(&of_c, &c, false);
    assert_memory_equal(&of_a, &of_c, sizeof of_a);
}

static void test_inputs_are_symmetrical(void **state)
{
    (void)state;
    walk(20, 3, check_inputs);
}

static bool has(const uint16_t *numbers, size_t count, int number)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* Numbers of planes and globals, as the trainer has them. */
static void test_numbers_of_what_is_seen(void **state)
{
    struct people_input in;
    struct people_seen s;
    struct natural_past past;
    struct shogi_undo undo;
    (void)state;
    struct shogi_pos pos = position("4k3l/9/9/9/9/9/7P1/7R1/4K4 b G3P2b 1");
    natural_past_clear(&past);
    shogi_move m = shogi_move_make(shogi_square(5, 9), shogi_square(4, 8), false);
    natural_past_add(&past, &pos, m);
    shogi_play(&pos, m, &undo);
    people_input_make(&in, &pos, &past);
    people_see(&s, &in, PEOPLE_PROGRAM, false);
    /* White: two bishops in hand (18 numbers of pawn … silver before); Black: 3 pawns, a gold */
    static const uint16_t GLOBALS[] = {20, 21, 28, 29, 30, 28 + 24, 59};
    assert_int_equal(s.globals_count, sizeof GLOBALS / sizeof *GLOBALS);
    assert_memory_equal(s.globals, GLOBALS, sizeof GLOBALS);
    assert_true(has(s.ones, s.ones_count, 7 * 81 + shogi_square(5, 9)));   /* own king */
    assert_true(has(s.ones, s.ones_count, 21 * 81 + shogi_square(6, 2)));  /* his king */
    assert_true(has(s.ones, s.ones_count, 28 * 81 + shogi_square(5, 8)));  /* attacked once … */
    assert_false(has(s.ones, s.ones_count, 29 * 81 + shogi_square(5, 8))); /* … not twice */
    assert_true(has(s.ones, s.ones_count, 31 * 81 + shogi_square(7, 2)));  /* by king and rook */
    assert_true(has(s.ones, s.ones_count, 32 * 81 + shogi_square(7, 2)));
    assert_false(has(s.ones, s.ones_count, 33 * 81 + shogi_square(7, 2)));
    assert_true(has(s.ones, s.ones_count, 34 * 81 + shogi_square(5, 1))); /* from, to */
    assert_true(has(s.ones, s.ones_count, 35 * 81 + shogi_square(6, 2)));
    for (size_t i = 0; i < s.ones_count; i++)
        assert_true(s.ones[i] < 36 * 81); /* there was one move */
}

/* --- What is said ----------------------------------------------------------------------------- */

static struct people_network *network;
static struct people_scratch *both, *alone;

static int open_network(void **state)
{
    const struct network_shape s = random_network_people(16, 2);
    struct buf file;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &s, 4);
    bool fine = people_network_read(&network, buf_span(&file), NULL) == STATUS_OK &&
                people_scratch_open(&both, network, true, NULL) == STATUS_OK &&
                people_scratch_open(&alone, network, false, NULL) == STATUS_OK;
    buf_release(&file);
    return fine ? 0 : -1;
}

static int close_network(void **state)
{
    (void)state;
    people_scratch_close(both);
    people_scratch_close(alone);
    people_network_close(network);
    return 0;
}

static float p_of(const struct people_answer *a, shogi_move m)
{
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].move == m)
            return a->moves[i].p;
    fail();
    return 0;
}

static void check_answers(const struct walked *w)
{
    static struct people_answer mean[3], single[3];
    const struct people_position q[3] = {{&w->pos, &w->past, NATURAL_PRO},
                                         {&w->turned, &w->turned_past, NATURAL_PRO},
                                         {&w->mirrored, &w->mirrored_past, NATURAL_PRO}};
    shogi_move legal[SHOGI_MAX_MOVES];
    double sum = 0;
    people_infer(network, both, q, mean, 3);
    for (int i = 0; i < 3; i++)
        people_infer(network, alone, &q[i], &single[i], 1);
    assert_int_equal(mean[0].count, shogi_legal_moves(&w->pos, legal));
    for (int i = 0; i < mean[0].count; i++) {
        shogi_move turned = changed_move(legal[i], false), other = changed_move(legal[i], true);
        assert_int_equal(mean[0].moves[i].move, legal[i]);
        /* the same logits, in another order of legal moves */
        assert_true(fabsf(mean[0].moves[i].p - p_of(&mean[1], turned)) < 1e-6F);
        assert_true(fabsf(single[0].moves[i].p - p_of(&single[1], turned)) < 1e-6F);
        assert_true(fabsf(mean[0].moves[i].p - p_of(&mean[2], other)) < 1e-6F);
        float half = (single[0].moves[i].p + p_of(&single[2], other)) / 2;
        assert_true(fabsf(mean[0].moves[i].p - half) < 1e-6F);
        sum += (double)mean[0].moves[i].p;
    }
    assert_true(fabs(sum - 1) < 1e-4);
    assert_true(mean[0].win > 0 && mean[0].win < 1 && mean[0].win == mean[1].win);
    assert_true(fabsf(mean[0].win - (single[0].win + single[2].win) / 2) < 1e-6F);
}

static void test_answers_are_symmetrical(void **state)
{
    (void)state;
    walk(3, 17, check_answers);
}

static void test_batches_and_classes(void **state)
{
    static struct people_answer together[PEOPLE_BATCH], one;
    struct people_position q[PEOPLE_BATCH];
    struct shogi_pos pos[PEOPLE_BATCH];
    struct natural_past past;
    uint64_t random = 3;
    (void)state;
    natural_past_clear(&past);
    for (int i = 0; i < PEOPLE_BATCH; i++) {
        if (i % 4 == 0)
            random_game(&pos[i], &random);
        else
            pos[i] = pos[i - 1];
        q[i] = (struct people_position){&pos[i], &past, i % PEOPLE_CLASSES};
    }
    people_infer(network, both, q, together, PEOPLE_BATCH);
    for (int i = 0; i < PEOPLE_BATCH; i++) {
        people_infer(network, both, &q[i], &one, 1);
        assert_int_equal(one.count, together[i].count);
        assert_memory_equal(one.moves, together[i].moves, (size_t)one.count * sizeof *one.moves);
        assert_true(one.win == together[i].win);
        if (i % 4)
            assert_true(one.win != together[i - 1].win); /* another class */
    }
}

static void test_other_networks_are_refused(void **state)
{
    struct network_shape s = random_network_people(8, 1);
    struct people_network *n;
    struct err err = {0};
    (void)state;
    uint32_t *const fields[] = {&s.game,    &s.width,  &s.height, &s.planes,
                                &s.globals, &s.policy, &s.classes};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct buf file;
        buf_init(&file, BUF_DEFAULT_MAX);
        *fields[i] += 1;
        random_network_write(&file, &s, 1);
        *fields[i] -= 1;
        assert_int_equal(people_network_read(&n, buf_span(&file), &err), STATUS_UNSUPPORTED);
        assert_null(n);
        buf_release(&file);
    }
    struct buf path;
    buf_init(&path, BUF_DEFAULT_MAX);
    assert_false(data_file_find("natural/nobody.network", &path));
    assert_int_equal(path.n, 0);
    buf_release(&path);
    assert_int_equal(people_network_open(&n, "/nowhere/people.network", &err), STATUS_NOT_FOUND);
}

static void test_no_memory(void **state)
{
    const struct network_shape s = random_network_people(8, 1);
    struct buf file;
    enum status status = STATUS_NOMEM;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &s, 1);
    for (long i = 0; status == STATUS_NOMEM; i++) {
        struct people_network *n = NULL;
        struct people_scratch *scratch = NULL;
        mem_fail_after(i);
        status = people_network_read(&n, buf_span(&file), NULL);
        if (status == STATUS_OK)
            status = people_scratch_open(&scratch, n, true, NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        people_scratch_close(scratch);
        people_network_close(n);
    }
    buf_release(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_by_hand),
        cmocka_unit_test(test_white_sees_the_board_turned),
        cmocka_unit_test(test_planes_by_hand),
        cmocka_unit_test(test_every_move_has_its_output),
        cmocka_unit_test(test_inputs_are_symmetrical),
        cmocka_unit_test(test_numbers_of_what_is_seen),
        cmocka_unit_test(test_answers_are_symmetrical),
        cmocka_unit_test(test_batches_and_classes),
        cmocka_unit_test(test_other_networks_are_refused),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, open_network, close_network);
}
