/* test_flow_keys.c: sequences as keys: the paper's example, both colours alike, different ones
 * different, there and back as text, the beginning of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "shogi_random.h"
#include "text/flow/flow_keys.h"

/* A place on the way through a game. */
struct flow_keys_place {
    struct shogi_pos pos;
    struct flow_step past[2];
};

static void begin(struct flow_keys_place *at)
{
    shogi_pos_start(&at->pos);
    at->past[0].to = at->past[1].to = FLOW_NO_STEP;
}

static void go_on(struct flow_keys_place *at, shogi_move m)
{
    struct shogi_undo undo;
    struct flow_step step = flow_step_of(&at->pos, m);
    at->past[1] = at->past[0];
    at->past[0] = step;
    shogi_play(&at->pos, m, &undo);
}

static flow_key key_at(const struct flow_keys_place *at, unsigned class, shogi_move m)
{
    struct flow_step last = flow_step_of(&at->pos, m);
    int own = shogi_turn(&at->pos);
    return flow_key_of(class, at->past, &last, shogi_king_square(&at->pos, own),
                       shogi_king_square(&at->pos, !own));
}

/* The same place with colours exchanged and the board turned. */
static shogi_move turned_move(shogi_move m)
{
    int to = 80 - shogi_move_to(m);
    return shogi_move_is_drop(m)
               ? shogi_drop_make(shogi_move_kind(m), to)
               : shogi_move_make(80 - shogi_move_from(m), to, shogi_move_promotes(m));
}

static struct flow_step turned_step(struct flow_step s)
{
    if (s.to == FLOW_NO_STEP)
        return s;
    s.to = (uint8_t)(80 - s.to);
    s.color ^= 1;
    return s;
}

static void turn(const struct flow_keys_place *at, struct flow_keys_place *out)
{
    shogi_pos_clear(&out->pos);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = shogi_piece_at(&at->pos, square);
        if (piece)
            shogi_pos_put(&out->pos, 80 - square, piece ^ 16);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            shogi_pos_set_hand(&out->pos, !color, kind, shogi_hand(&at->pos, color, kind));
    shogi_pos_set_turn(&out->pos, !shogi_turn(&at->pos));
    assert_int_equal(shogi_pos_finish(&out->pos, NULL), STATUS_OK);
    for (int i = 0; i < 2; i++)
        out->past[i] = turned_step(at->past[i]);
}

static void assert_text(unsigned class, flow_key key, const char *want)
{
    struct buf text;
    flow_key back = 0;
    buf_init(&text, 1000);
    assert_true(key != 0);
    assert_int_equal(flow_key_class(key), class);
    flow_key_text(class, key, &text);
    if (want)
        assert_string_equal(buf_cstr(&text), want);
    assert_int_equal(flow_key_read(class, buf_span(&text), &back, NULL), STATUS_OK);
    assert_true(back == key);
    buf_release(&text);
}

static unsigned class_of(const char *name)
{
    unsigned class = flow_class_of(span_of(name));
    assert_in_range(class, 0, FLOW_CLASSES - 1);
    return class;
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void classes_are_all_there_once(void **state)
{
    (void)state;
    bool seen[FLOW_LENGTHS][FLOW_FRAMES][2] = {0};
    for (unsigned i = 0; i < FLOW_CLASSES; i++) {
        const struct flow_class *c = &flow_classes[i];
        assert_false(seen[c->length][c->frame][c->capture]);
        seen[c->length][c->frame][c->capture] = true;
        assert_int_equal(flow_class_of(span_of(c->name)), i);
        assert_int_equal(span_ends(span_of(c->name), SPAN("/capture")), c->capture);
    }
    assert_int_equal(flow_class_of(SPAN("two")), FLOW_CLASSES);
    assert_int_equal(flow_class_of(SPAN("")), FLOW_CLASSES);
    assert_string_equal(flow_classes[class_of("own-two/enemy-king/capture")].name,
                        "own-two/enemy-king/capture");
}

/* White pawn to 1-4, Black pawn to 1-3, kings on 8-8 and 2-2. */
static void the_papers_example(void **state)
{
    (void)state;
    const struct flow_step past[2] = {
        {.to = (uint8_t)shogi_square(1, 4), .color = SHOGI_WHITE, .piece = SHOGI_PAWN},
        {.to = FLOW_NO_STEP}};
    const struct flow_step last = {.to = (uint8_t)shogi_square(1, 3), .piece = SHOGI_PAWN};
    int own = shogi_square(8, 8), enemy = shogi_square(2, 2);
    static const char *const TEXTS[][2] = {
        {"two/moved", "(0,0,P),(0,-1,P)"},
        {"two/own-king", "(-7,-4,P),(-7,-5,P)"},
        {"two/enemy-king", "(-1,2,P),(-1,1,P)"},
        {"two/enemy-king/capture", "(-1,2,P),(-1,1,P),0"},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        unsigned class = class_of(TEXTS[i][0]);
        assert_text(class, flow_key_of(class, past, &last, own, enemy), TEXTS[i][1]);
    }
    assert_true(flow_key_of(class_of("two/own-king"), past, &last, -1, enemy) == 0);
    assert_true(flow_key_of(class_of("own-two/moved"), past, &last, own, enemy) == 0);
}

/* Keys are in other people's files: they may not change. */
static void keys_never_change(void **state)
{
    (void)state;
    flow_key key = 0;
    assert_int_equal(
        flow_key_read(class_of("two/own-king/capture"), SPAN("(-1,-3,P),(-1,-4,P+),1"), &key, NULL),
        STATUS_OK);
    assert_true(key == ((flow_key)4 << 56 | (flow_key)1 << 45 |
                        (flow_key)(7 << 10 | 5 << 5 | 1) << 15 | (7 << 10 | 4 << 5 | 25)));
}

static void a_step_is_what_was_put_where(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *move;
        unsigned piece;
        bool takes;
    } CASES[] = {
        {"4k4/9/4p4/4P4/9/9/9/9/4K4 b P 1", "5d5c+", SHOGI_PRO_PAWN + FLOW_PROMOTES, true},
        {"4k4/9/4p4/4P4/9/9/9/9/4K4 b P 1", "5d5c", SHOGI_PAWN, true},
        {"4k4/9/9/4+P4/9/9/9/9/4K4 b P 1", "5d5c", SHOGI_PRO_PAWN, false},
        {"4k4/9/9/4P4/9/9/9/9/4K4 b G 1", "G*5h", SHOGI_GOLD, false},
        {"4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "5i6h", SHOGI_KING, true},
        {"4k4/9/9/9/9/9/9/3r5/4K4 w - 1", "6h6i+", SHOGI_DRAGON + FLOW_PROMOTES, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct shogi_pos pos;
        shogi_move m;
        assert_int_equal(
            shogi_sfen_parse(&pos, span_of(CASES[i].sfen), SHOGI_SFEN_STRICT, NULL, NULL),
            STATUS_OK);
        assert_true(shogi_usi_parse(span_of(CASES[i].move), &m));
        assert_true(shogi_move_is_legal(&pos, m));
        struct flow_step step = flow_step_of(&pos, m);
        assert_int_equal(step.piece, CASES[i].piece);
        assert_int_equal(step.takes, CASES[i].takes);
        assert_int_equal(step.color, shogi_turn(&pos));
        assert_int_equal(step.to, shogi_move_to(m));
    }
}

static void kings_count_where_they_stood(void **state)
{
    (void)state;
    struct flow_keys_place at = {.past = {{.to = FLOW_NO_STEP}, {.to = FLOW_NO_STEP}}};
    shogi_move m;
    assert_int_equal(shogi_sfen_parse(&at.pos, SPAN("4k4/9/9/9/9/9/9/9/4K4 w - 1"),
                                      SHOGI_SFEN_STRICT, NULL, NULL),
                     STATUS_OK);
    assert_true(shogi_usi_parse(SPAN("5a4b"), &m));
    go_on(&at, m);
    assert_true(shogi_usi_parse(SPAN("5i6i"), &m));
    assert_text(class_of("two/own-king"), key_at(&at, class_of("two/own-king"), m),
                "(-1,-7,K),(1,0,K)");
    assert_text(class_of("two/enemy-king"), key_at(&at, class_of("two/enemy-king"), m),
                "(0,0,K),(2,7,K)");
}

static void too_early_is_no_sequence(void **state)
{
    (void)state;
    struct flow_keys_place at;
    shogi_move moves[SHOGI_MAX_MOVES];
    begin(&at);
    for (int ply = 0; ply < 3; ply++) {
        shogi_legal_moves(&at.pos, moves);
        for (unsigned class = 0; class < FLOW_CLASSES; class ++) {
            int needs = flow_classes[class].length == FLOW_TWO ? 1 : 2;
            assert_int_equal(key_at(&at, class, moves[0]) != 0, ply >= needs);
        }
        go_on(&at, moves[0]);
    }
}

/* Along random games: both colours alike, text there and back, and the key says no less than the
 * steps it is made of. */
static void random_games(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int game = 0; game < 30; game++) {
        struct flow_keys_place at, turned;
        shogi_move moves[SHOGI_MAX_MOVES];
        begin(&at);
        for (int ply = 0; ply < 120; ply++) {
            int n = shogi_legal_moves(&at.pos, moves);
            if (n == 0)
                break;
            turn(&at, &turned);
            shogi_move m = moves[random_below(&seed, (unsigned)n)];
            for (unsigned class = 0; class < FLOW_CLASSES; class ++) {
                flow_key key = key_at(&at, class, m);
                assert_true(key == key_at(&turned, class, turned_move(m)));
                if (key)
                    assert_text(class, key, NULL);
            }
            go_on(&at, m);
        }
    }
}

/* Of two moves at one place the keys are equal just if the steps are (and the flag, if it counts).
 */
static void different_steps_have_different_keys(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int game = 0; game < 20; game++) {
        struct flow_keys_place at;
        shogi_move moves[SHOGI_MAX_MOVES];
        begin(&at);
        int n = shogi_legal_moves(&at.pos, moves);
        for (int ply = 0; ply < 90 && n; ply++, n = shogi_legal_moves(&at.pos, moves))
            go_on(&at, moves[random_below(&seed, (unsigned)n)]);
        for (int i = 0; i < n && i < 60; i++)
            for (int k = 0; k < i; k++) {
                struct flow_step a = flow_step_of(&at.pos, moves[i]);
                struct flow_step b = flow_step_of(&at.pos, moves[k]);
                bool same = a.to == b.to && a.piece == b.piece;
                for (unsigned class = 0; class < FLOW_CLASSES; class ++)
                    assert_int_equal(key_at(&at, class, moves[i]) == key_at(&at, class, moves[k]),
                                     same);
            }
    }
}

static void only_our_own_text_is_read(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        "(0,0,P)",
        "(0,0,P),(0,-1,P)",
        "(0,0,P),(0,-1,P),2",
        "(0,0,P),(0,-1,P),1 ",
        " (0,0,P),(0,-1,P),1",
        "(0,0,P),(0,-1,P),(0,0,P),1",
        "(0,0,P),(0,-9,P),1",
        "(0,0,P),(-0,1,P),1",
        "(0,0,P),(+1,1,P),1",
        "(0,0,P),(01,1,P),1",
        "(0,0,P),(1,1,+G),1",
        "(0,0,P),(1,1,K+),1",
        "(0,0,P),(1,1,+P+),1",
        "(0,0,P),(1,1,p),1",
        "(0,0,P),(1,1,.),1",
        "(0,0,P),(1,1,),1",
        "(0,0,P),(1,1",
    };
    flow_key key;
    unsigned class = class_of("two/own-king/capture");
    struct err err = {0};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(flow_key_read(class, span_of(BAD[i]), &key, &err), STATUS_SYNTAX);
    assert_int_equal(flow_key_read(class, SPAN("(0,8,+R),(-8,0,N+),1"), &key, &err), STATUS_OK);
    class = class_of("two/moved");
    assert_int_equal(flow_key_read(class, SPAN("(0,1,P),(0,0,P)"), &key, &err), STATUS_SYNTAX);
    assert_int_equal(flow_key_read(class, SPAN("(0,0,P),(0,0,P)"), &key, &err), STATUS_OK);
    assert_int_equal(flow_key_read(FLOW_CLASSES, SPAN("(0,0,P),(0,0,P)"), &key, &err),
                     STATUS_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_all_there_once),
        cmocka_unit_test(the_papers_example),
        cmocka_unit_test(keys_never_change),
        cmocka_unit_test(a_step_is_what_was_put_where),
        cmocka_unit_test(kings_count_where_they_stood),
        cmocka_unit_test(too_early_is_no_sequence),
        cmocka_unit_test(random_games),
        cmocka_unit_test(different_steps_have_different_keys),
        cmocka_unit_test(only_our_own_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
