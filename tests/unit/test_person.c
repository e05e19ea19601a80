/* test_person.c: persons to play against: what they draw, when they resign, what they say, and what
 * they play when there is no time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/weights.h"
#include "engine/person/person_player.h"
#include "random_network.h"

/* A made-up position of the mind: so many moves, as likely as is said. */
static void make_view(struct person_view *v, const double *p, int n)
{
    *v = (struct person_view){.count = n, .win = 0.5};
    for (int i = 0; i < n; i++)
        v->moves[i] = (struct person_move){
            .move = (shogi_move)(i + 1), .seen = true, .likely = (float)p[i], .p = p[i]};
}

struct person_fixture {
    struct shogi_pos pos;
    struct natural_past past;
    struct think_request search;
    struct person_question q;
};

static void open_fixture(struct person_fixture *f)
{
    shogi_pos_start(&f->pos);
    natural_past_clear(&f->past);
    f->search = (struct think_request){.pos = &f->pos};
    f->q = (struct person_question){.search = &f->search, .past = &f->past, .seed = 1};
}

static const struct person_kind *who(int id)
{
    return &persons[id];
}

/* χ² of 20,000 draws with seeds 1, 2, …: four degrees of freedom, beyond 18.5 once in a thousand. */
static void test_frequencies_follow_p(void **state)
{
    static const double P[] = {0.5, 0.25, 0.15, 0.08, 0.02, 0};
    enum { MOVES = sizeof P / sizeof *P, DRAWS = 20000 };
    struct person_fixture f;
    struct person_choice c;
    struct person_view *v = malloc(sizeof *v);
    int counts[MOVES] = {0};
    double chi = 0;
    (void)state;
    open_fixture(&f);
    make_view(v, P, MOVES);
    for (int i = 0; i < DRAWS; i++) {
        f.q.seed = (uint64_t)i + 1;
        person_decide(who(PERSON_CLUB_PLAYER), &f.q, v, &c);
        counts[c.place]++;
    }
    for (int i = 0; i < MOVES - 1; i++) {
        double expected = P[i] * DRAWS;
        chi += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assert_true(chi < 18.5);
    assert_int_equal(counts[MOVES - 1], 0);
    free(v);
}

static void test_same_seed_same_move(void **state)
{
    static const double P[] = {0.2, 0.2, 0.2, 0.2, 0.2};
    struct person_fixture f;
    struct person_choice a, b;
    struct person_view *v = malloc(sizeof *v);
    int differ = 0;
    (void)state;
    open_fixture(&f);
    make_view(v, P, 5);
    for (unsigned ply = 0; ply < 50; ply++) {
        f.q.ply = ply;
        person_decide(who(PERSON_BEGINNER), &f.q, v, &a);
        person_decide(who(PERSON_BEGINNER), &f.q, v, &b);
        assert_int_equal(a.place, b.place);
        assert_int_equal(a.ms, b.ms);
        f.q.seed++;
        person_decide(who(PERSON_BEGINNER), &f.q, v, &b);
        differ += a.place != b.place;
    }
    assert_true(differ > 25);
    free(v);
}

/* Whatever the weights are, a person prefers what the class plays, and loses less than it gains. */
static void test_weights(void **state)
{
    static const double P[] = {0.4, 0.4, 0.2};
    struct person_view *v = malloc(sizeof *v);
    (void)state;
    for (int id = PERSON_NONE + 1; id < PERSON_COUNT; id++) {
        double sum = 0;
        make_view(v, P, 3);
        v->moves[1].loss = 6;
        person_weigh(who(id), v);
        for (int i = 0; i < 3; i++)
            sum += v->moves[i].p;
        assert_true(fabs(sum - 1) < 1e-9);
        assert_true(v->moves[0].p > v->moves[2].p);
        assert_true(v->moves[0].p > v->moves[1].p);
        assert_true(v->entropy > 0 && v->entropy < log(3));
    }
    free(v);
}

/* A professional loses six pawns less readily than others, and a beginner more. */
static void test_blunders(void **state)
{
    static const double P[] = {0.5, 0.5};
    struct person_view *v = malloc(sizeof *v);
    double blunder[PERSON_COUNT] = {0}, mate[PERSON_COUNT] = {0};
    (void)state;
    for (int id = PERSON_NONE + 1; id < PERSON_COUNT; id++) {
        make_view(v, P, 2);
        v->moves[1].loss = 6;
        person_weigh(who(id), v);
        blunder[id] = v->moves[1].p;
        v->moves[1].allows_mate = true;
        person_weigh(who(id), v);
        mate[id] = v->moves[1].p;
        assert_true(mate[id] < blunder[id]);
    }
    for (int id = PERSON_STRONG_AMATEUR; id < PERSON_BEGINNER; id++) {
        assert_true(blunder[PERSON_PROFESSIONAL] < blunder[id]);
        assert_true(blunder[PERSON_BEGINNER] > blunder[id]);
        assert_true(mate[PERSON_BEGINNER] > mate[id]);
    }
    free(v);
}

static void test_resignation(void **state)
{
    static const double P[] = {1};
    struct person_view *v = malloc(sizeof *v);
    (void)state;
    make_view(v, P, 1);
    for (int id = PERSON_NONE + 1; id < PERSON_COUNT; id++) {
        double before = 0;
        for (int value = 1000; value > -PERSON_RESIGNS_BEHIND; value -= 100) {
            v->value = value; /* nobody resigns before something is lost */
            assert_true(person_resignation(who(id), v) == 0);
        }
        for (int value = -400; value > -10000; value -= 400) {
            v->value = value;
            double p = person_resignation(who(id), v);
            assert_true(p >= before && p < 1);
            assert_true(p == 0 || p >= PERSON_LEAST_RESIGNATION);
            before = p;
        }
        assert_true(before > 0.05);
        v->value = -THINK_MATE + 1;
        assert_true(person_resignation(who(id), v) > 0.05);
    }
    free(v);
}

/* So often as is said, over many turns. */
static void test_resigns_as_often(void **state)
{
    static const double P[] = {1};
    enum { TURNS = 4000 };
    struct person_fixture f;
    struct person_choice c;
    struct person_view *v = malloc(sizeof *v);
    int resigned = 0;
    (void)state;
    open_fixture(&f);
    make_view(v, P, 1);
    v->value = -2500;
    double p = person_resignation(who(PERSON_PROFESSIONAL), v);
    for (int i = 0; i < TURNS; i++) {
        f.q.seed = (uint64_t)i + 1;
        person_decide(who(PERSON_PROFESSIONAL), &f.q, v, &c);
        resigned += c.resigns;
    }
    double off = resigned - p * TURNS; /* χ² with one degree of freedom */
    assert_true(p > 0 && off * off / (p * (1 - p) * TURNS) < 10.8);
    free(v);
}

static void test_worth(void **state)
{
    (void)state;
    assert_true(person_worth(0) == 0);
    assert_true(fabs(person_worth(100) - 0.9375) < 1e-9);
    assert_true(fabs(person_worth(-100) + person_worth(100)) < 1e-12);
    assert_true(person_worth(3000) - person_worth(2900) < 0.15);
}

static void explain(const struct person_fixture *f, struct person_view *v, enum lang lang,
                    bool resigns, const char *expected)
{
    const struct person_choice c = {.place = 0, .resigns = resigns};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    person_explain(who(PERSON_CLUB_PLAYER), &f->q, v, &c, lang, &out);
    assert_string_equal(buf_cstr(&out), expected);
    buf_release(&out);
}

static void test_explanations(void **state)
{
    static const double P[] = {0.42, 0.58};
    struct person_fixture f;
    struct person_view *v = malloc(sizeof *v);
    (void)state;
    open_fixture(&f);
    make_view(v, P, 2);
    assert_true(shogi_usi_parse(SPAN("7g7f"), &v->moves[0].move));
    assert_true(shogi_usi_parse(SPAN("2g2f"), &v->moves[1].move));
    v->best = 1;
    v->depth = 3;
    v->nodes = 250; /* "go nodes" or the clock allowed no more */
    v->moves[0].loss = 1.3F;
    explain(&f, v, LANG_EN, false,
            "7g7f: about 42 of 100 club players play it here; the engine, with 250 positions, "
            "would play 2g2f, worth 1.3 "
            "pawns more");
    explain(&f, v, LANG_JA, false,
            "▲７六歩: アマ中級者なら 100 人中およそ 42 人が指す。250 "
            "局面を読むエンジンなら▲２六歩（歩 1.3 "
            "枚分よい）");
    v->moves[0].allows_mate = true;
    explain(&f, v, LANG_EN, false,
            "7g7f: about 42 of 100 club players play it here; the engine, with 250 positions, "
            "would play 2g2f; this allows "
            "mate in one");
    v->moves[1].mates = true;
    explain(&f, v, LANG_EN, false,
            "7g7f: about 42 of 100 club players play it here; the engine, with 250 positions, "
            "would play 2g2f, which mates");
    v->depth = 0; /* no time: nothing is known of the engine */
    explain(&f, v, LANG_EN, false, "7g7f: about 42 of 100 club players play it here");
    v->depth = 3;
    v->best = 0;
    v->moves[0].p = 0.004;
    v->moves[0].mates_now = true;
    explain(&f, v, LANG_EN, false,
            "7g7f (mate): fewer than 1 of 100 club players play it here; so would the engine");
    free(v);
}

/* --- With little time ------------------------------------------------------------------------- */

/* Drawn as often as the small model has it, raised to the person's powers. */
static void test_draft_is_of_the_model(void **state)
{
    enum { DRAWS = 4000 };
    struct natural_move moves[SHOGI_MAX_MOVES];
    struct person_fixture f;
    struct natural *model;
    double p[SHOGI_MAX_MOVES], sum = 0;
    int drawn[SHOGI_MAX_MOVES] = {0}, best = 0;
    (void)state;
    open_fixture(&f);
    const struct person_kind *kind = who(PERSON_STRONG_AMATEUR);
    const struct natural_input input = {.pos = &f.pos, .past = &f.past, .class = kind->class};
    assert_int_equal(natural_open(&model, NULL, NULL), STATUS_OK);
    int n = natural_infer(model, &input, moves);
    for (int i = 0; i < n; i++) {
        sum += p[i] = pow((double)moves[i].p, kind->steadiness * kind->weight[PERSON_LN_P]);
        best = p[i] > p[best] ? i : best;
    }
    for (int k = 0; k < DRAWS; k++) {
        f.q.seed = (uint64_t)k + 1;
        shogi_move m = person_draft(kind, model, &f.q);
        for (int i = 0; i < n; i++)
            drawn[i] += moves[i].move == m;
    }
    double share = p[best] / sum, off = drawn[best] - share * DRAWS;
    assert_true(share > 0.2 && off * off / (share * (1 - share) * DRAWS) < 10.8);
    natural_close(model);
}

static void note_draft(void *ctx, shogi_move move)
{
    *(shogi_move *)ctx = move;
}

struct mind_fixture {
    struct people_network *network;
    struct person_mind *mind;
    struct weights *weights;
    struct thinker *thinker;
};

static void open_mind(struct mind_fixture *f)
{
    const struct network_shape shape = random_network_people(8, 1);
    struct think_options opt = {.tt_bytes = 1 << 20};
    struct buf bytes;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    random_network_write(&bytes, &shape, 1);
    assert_int_equal(people_network_read(&f->network, buf_span(&bytes), NULL), STATUS_OK);
    buf_release(&bytes);
    assert_int_equal(person_mind_open(&f->mind, f->network, NULL), STATUS_OK);
    assert_int_equal(weights_open(&f->weights, "material", NULL), STATUS_OK);
    opt.eval = weights_eval(f->weights);
    assert_int_equal(thinker_open(&f->thinker, &opt, NULL), STATUS_OK);
}

static void close_mind(struct mind_fixture *f)
{
    thinker_close(f->thinker);
    weights_close(f->weights);
    person_mind_close(f->mind);
    people_network_close(f->network);
}

/* What is drawn then is the network's draw, and with time for a search it is known before it. */
static void test_no_time_for_a_search(void **state)
{
    struct mind_fixture m;
    struct person_fixture f;
    struct think_control control;
    struct person_choice c;
    struct person_view *v = malloc(sizeof *v), *likely = malloc(sizeof *likely);
    const struct person_kind *kind = who(PERSON_PROFESSIONAL);
    shogi_move draft = 0, early = 0;
    (void)state;
    open_mind(&m);
    open_fixture(&f);
    think_control_begin(&control, NULL);
    f.search.control = &control;
    f.q.draft = note_draft;
    f.q.ctx = &draft;
    atomic_store(&control.stop, true);
    assert_int_equal(person_look(m.mind, kind, m.thinker, &f.q, v, NULL), STATUS_OK);
    assert_int_equal(v->depth, 0);
    assert_int_equal(v->nodes, 0);
    person_look_likely(m.mind, kind->class, &f.q, likely);
    for (int i = 1; i < v->count; i++) {
        double ratio = pow((double)(likely->moves[i].likely / likely->moves[0].likely),
                           kind->steadiness * kind->weight[PERSON_LN_P]);
        assert_true(v->moves[i].seen && v->moves[i].loss == 0);
        assert_true(fabs(v->moves[i].p / v->moves[0].p / ratio - 1) < 1e-4);
    }
    person_decide(kind, &f.q, v, &c);
    assert_int_equal(draft, v->moves[c.place].move);
    assert_false(c.resigns);
    /* time enough */
    atomic_store(&control.stop, false);
    f.q.ctx = &early;
    assert_int_equal(person_look(m.mind, kind, m.thinker, &f.q, v, NULL), STATUS_OK);
    assert_int_equal(early, draft);
    assert_true(v->depth > 0 && v->nodes > 0);
    free(v);
    free(likely);
    close_mind(&m);
}

/* Hard limits that the network alone exceeds. */
static void test_network_takes_all_the_time(void **state)
{
    const struct think_limits limits = {.hard_ms = 1};
    struct mind_fixture m;
    struct person_fixture f;
    struct think_control control;
    struct person_view *v = malloc(sizeof *v);
    (void)state;
    open_mind(&m);
    open_fixture(&f);
    think_control_begin(&control, &limits);
    control.began_ns -= 1000000; /* nanoseconds */
    f.search.control = &control;
    assert_int_equal(person_look(m.mind, who(PERSON_BEGINNER), m.thinker, &f.q, v, NULL),
                     STATUS_OK);
    assert_int_equal(v->depth, 0);
    free(v);
    close_mind(&m);
}

static void test_nobody(void **state)
{
    struct person_settings settings;
    struct person_player *p;
    struct err err = {0};
    (void)state;
    usi_rows_init(&person_rows, &settings);
    assert_int_equal(person_player_open(&p, &settings, NULL, NULL, &err), STATUS_OK);
    assert_null(p);
    assert_int_equal(usi_rows_set(&person_rows, &settings, SPAN("Person"), SPAN("somebody")),
                     USI_SET_NO_VALUE);
    assert_int_equal(usi_rows_set(&person_rows, &settings, SPAN("person"), SPAN("Beginner")),
                     USI_SET);
    assert_int_equal(settings.person, PERSON_BEGINNER);
    usi_rows_release(&person_rows, &settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frequencies_follow_p),
        cmocka_unit_test(test_same_seed_same_move),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_blunders),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_resigns_as_often),
        cmocka_unit_test(test_worth),
        cmocka_unit_test(test_explanations),
        cmocka_unit_test(test_draft_is_of_the_model),
        cmocka_unit_test(test_no_time_for_a_search),
        cmocka_unit_test(test_network_takes_all_the_time),
        cmocka_unit_test(test_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
