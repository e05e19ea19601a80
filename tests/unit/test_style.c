/* test_style.c: who chooses otherwise than the search, when, and what is never chosen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "engine/eval/weights.h"
#include "engine/natural/style.h"

enum { NODES = 3000 };

#define MIDGAME "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"
#define EDGE "9/7k1/8p/9/8P/9/9/1K7/9 w - 1"

struct style_fixture {
    struct weights *weights;
    struct thinker *thinker;
    struct shogi_pos pos;
    struct natural_past past;
    struct style_position at;
};

static void open_fixture(struct style_fixture *d, const char *sfen)
{
    struct err err;
    assert_int_equal(weights_open(&d->weights, "material", &err), STATUS_OK);
    const struct think_options o = {
        .tt_bytes = 1 << 20, .threads = 1, .eval = weights_eval(d->weights)};
    assert_int_equal(thinker_open(&d->thinker, &o, &err), STATUS_OK);
    assert_int_equal(shogi_sfen_parse(&d->pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    natural_past_clear(&d->past);
    d->at = (struct style_position){&d->pos, &d->past, 60};
}

static void close_fixture(struct style_fixture *d)
{
    thinker_close(d->thinker);
    weights_close(d->weights);
}

static struct style *open_style(struct style_settings *s)
{
    struct style *style;
    struct err err;
    assert_int_equal(style_open(&style, s, &err), STATUS_OK);
    return style;
}

static struct style_settings defaults(int dial)
{
    struct style_settings s;
    usi_rows_init(&style_rows, &s);
    s.natural = dial;
    return s;
}

static shogi_move move_of(const char *usi)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(usi), &m));
    return m;
}

static void off_is_the_plain_engine(void **state)
{
    struct style_settings s = defaults(0);
    struct style *style;
    struct think_result plain, styled;
    struct style_fixture d;
    struct err err;
    (void)state;
    assert_null(open_style(&s));
    s.flow_file = (char *)(uintptr_t) "no such file"; /* with a weight of 0 nobody reads it */
    s.flow_weight = 0;
    assert_null(open_style(&s));
    s.flow_weight = 100;
    assert_int_not_equal(style_open(&style, &s, &err), STATUS_OK);
    assert_null(style);
    open_fixture(&d, MIDGAME);
    const struct think_request q = {.pos = &d.pos, .limits = {.nodes = NODES}};
    assert_int_equal(think(d.thinker, &q, &plain, &err), STATUS_OK);
    thinker_new_game(d.thinker);
    assert_int_equal(style_search(NULL, d.thinker, &q, &d.at, &styled, NULL, &err), STATUS_OK);
    assert_int_equal(styled.best, plain.best);
    assert_int_equal(styled.value, plain.value);
    assert_true(styled.nodes == plain.nodes);
    close_fixture(&d);
}

/* The budget is kept, the answer is legal and comes with its reasons, the same each time. */
static void thinks_within_limits(void **state)
{
    struct style_settings s = defaults(80);
    struct style *style = open_style(&s);
    struct think_result a, b;
    struct style_choice c;
    struct style_fixture d;
    struct err err;
    (void)state;
    open_fixture(&d, MIDGAME);
    const struct think_request q = {.pos = &d.pos, .limits = {.nodes = NODES}};
    assert_int_equal(style_search(style, d.thinker, &q, &d.at, &a, &c, &err), STATUS_OK);
    assert_true(shogi_move_is_legal(&d.pos, a.best));
    assert_true(c.free && c.move == a.best && c.value == a.value);
    assert_true(c.p > 0 && c.p <= 1 && c.order >= 1 && c.order <= c.of);
    assert_true(c.value >= c.plain_value - s.margin);
    assert_true(a.nodes <= NODES + NODES / 5);
    thinker_new_game(d.thinker);
    assert_int_equal(style_search(style, d.thinker, &q, &d.at, &b, NULL, &err), STATUS_OK);
    assert_true(a.best == b.best && a.value == b.value && a.nodes == b.nodes);
    style_close(style);
    close_fixture(&d);
}

/* The paper's rule: one search with a value for every move, of which the dial then chooses. */
static void adds_after_one_search(void **state)
{
    (void)state;
    struct style_fixture d;
    struct style_settings s = defaults(80);
    struct style_line lines[SHOGI_MAX_MOVES];
    struct style_choice c, chosen;
    struct think_result a, b;
    shogi_move legal[SHOGI_MAX_MOVES];
    struct err err;
    int n, seen = 0;
    open_fixture(&d, MIDGAME);
    s.flow_rule = STYLE_RULE_PAPER;
    struct style *style = open_style(&s);
    const struct think_request q = {.pos = &d.pos, .limits = {.depth = 3}};
    assert_int_equal(style_search_all(d.thinker, &q, &a, lines, &n, &err), STATUS_OK);
    int count = shogi_legal_moves(&d.pos, legal);
    assert_true(n <= count && n > count * 9 / 10);
    assert_int_equal(lines[0].move, a.best);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < count; i++)
            seen += legal[i] == lines[k].move;
        assert_true(k == 0 || lines[k].value <= lines[k - 1].value);
        assert_true(k == 0 || lines[k].move != lines[k - 1].move);
    }
    assert_int_equal(seen, n);
    style_choose(style, &d.at, lines, n, &chosen);
    thinker_new_game(d.thinker);
    assert_int_equal(style_search(style, d.thinker, &q, &d.at, &b, &c, &err), STATUS_OK);
    assert_true(b.best == chosen.move && b.value == chosen.value && b.plain == a.best);
    assert_true(c.move == b.best && c.plain == a.best && b.nodes == a.nodes);
    style_close(style);
    close_fixture(&d);
}

/* Of the other moves it is known how far they lie behind. */
static void rates_all_moves(void **state)
{
    struct think_rating r[SHOGI_MAX_MOVES];
    struct think_result a;
    struct style_fixture d;
    struct err err;
    uint64_t nodes;
    (void)state;
    open_fixture(&d,
                 "4k4/9/9/9/4r4/9/9/9/4K3R b G 1"); /* check: the rook is taken or the king goes */
    const struct think_request q = {.pos = &d.pos, .limits = {.depth = 4}};
    assert_int_equal(think(d.thinker, &q, &a, &err), STATUS_OK);
    int n = think_rate(d.thinker, &q, &a, 300, r, &nodes);
    shogi_move legal[SHOGI_MAX_MOVES];
    assert_int_equal(n, shogi_legal_moves(&d.pos, legal));
    assert_int_equal(r[0].move, a.best);
    for (int i = 1; i < n; i++) {
        assert_true(r[i].value <= r[i - 1].value);
        assert_true(r[i].value >= a.value - 300 || r[i].value <= -THINK_MATE_BOUND);
        assert_true(shogi_move_is_legal(&d.pos, r[i].move));
        assert_int_equal(r[i].depth, a.depth - 1);
    }
    assert_true(nodes > 0);
    close_fixture(&d);
}

/* The same search if nothing is preferred, or everything alike. */
static void favours_of_nothing(void **state)
{
    struct think_result plain, same;
    struct think_favour favours[SHOGI_MAX_MOVES];
    shogi_move legal[SHOGI_MAX_MOVES];
    struct style_fixture d;
    struct err err;
    (void)state;
    open_fixture(&d, MIDGAME);
    struct think_request q = {.pos = &d.pos, .limits = {.nodes = NODES}};
    assert_int_equal(think(d.thinker, &q, &plain, &err), STATUS_OK);
    assert_int_equal(plain.plain, 0);
    int n = shogi_legal_moves(&d.pos, legal);
    for (int i = 0; i < n; i++)
        favours[i] = (struct think_favour){legal[i], 0};
    q.favours = favours;
    q.favour_count = (unsigned)n;
    q.plain_share = 100; /* never */
    thinker_new_game(d.thinker);
    assert_int_equal(think(d.thinker, &q, &same, &err), STATUS_OK);
    assert_true(same.best == plain.best && same.value == plain.value && same.nodes == plain.nodes);
    close_fixture(&d);
}

/* One move is preferred by `by`: what is played, what is said to be best without that? */
static void prefer(struct style_fixture *d, const char *move, int by, struct think_result *a)
{
    const struct think_favour favour = {move_of(move), by};
    const struct think_request q = {
        .pos = &d->pos, .limits = {.depth = 4}, .favours = &favour, .favour_count = 1};
    struct err err;
    thinker_new_game(d->thinker);
    assert_int_equal(think(d->thinker, &q, a, &err), STATUS_OK);
}

static void favours_decide_within_reason(void **state)
{
    struct think_result plain, a;
    struct style_fixture d;
    struct err err;
    (void)state;
    /* a rook may be taken; anything else leaves it */
    open_fixture(&d, "4k4/9/9/9/9/9/4r4/3G5/4K4 b P 1");
    const struct think_request q = {.pos = &d.pos, .limits = {.depth = 4}};
    assert_int_equal(think(d.thinker, &q, &plain, &err), STATUS_OK);
    assert_int_equal(plain.best, move_of("6h5g"));
    prefer(&d, "5i4i", 50, &a);
    assert_true(a.best == plain.best && a.plain == plain.best && a.value == a.plain_value);
    prefer(&d, "5i4i", 9000, &a);
    assert_int_equal(a.best, move_of("5i4i"));
    assert_int_equal(a.plain, plain.best);
    assert_true(a.plain_value > a.value + 300);
    close_fixture(&d);
    /* a mate in one is played, whatever else is preferred */
    open_fixture(&d, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    prefer(&d, "5i4i", 9000, &a);
    assert_int_equal(a.best, move_of("G*5b"));
    assert_true(a.value >= THINK_MATE_BOUND);
    close_fixture(&d);
}

/* Wherever a search is cut short after its plain rounds: what is preferred by far has been compared
 * with the best. */
static void favours_count_at_once(void **state)
{
    struct style_fixture d;
    struct err err;
    (void)state;
    open_fixture(&d, MIDGAME);
    for (unsigned nodes = 500; nodes <= 5000; nodes += 500) {
        struct think_result a;
        shogi_move legal[SHOGI_MAX_MOVES];
        shogi_legal_moves(&d.pos, legal);
        const struct think_favour favour = {legal[0], 9000};
        const struct think_request q = {.pos = &d.pos,
                                        .limits = {.nodes = nodes},
                                        .favours = &favour,
                                        .favour_count = 1,
                                        .plain_share = 30};
        thinker_new_game(d.thinker);
        assert_int_equal(think(d.thinker, &q, &a, &err), STATUS_OK);
        assert_int_equal(a.best, favour.move);
    }
    close_fixture(&d);
}

static shogi_move choose(const struct style *s, const struct style_fixture *d,
                         const struct style_line *lines, int n, struct style_choice *c)
{
    style_choose(s, &d->at, lines, n, c);
    return c->move;
}

static void what_is_never_chosen(void **state)
{
    struct style_fixture d;
    struct style_choice c;
    (void)state;
    open_fixture(&d, "startpos");
    struct style_line lines[] = {
        {.move = move_of("1g1f"), .value = 100},
        {.move = move_of("7g7f"), .value = -401},
        {.move = move_of("2g2f"), .value = -THINK_MATE + 5},
    };
    /* people open with 7g7f and 2g2f: whatever the model thinks of 1g1f, the margin decides */
    for (int dial = 1; dial < 100; dial += 7) {
        struct style_settings s = defaults(dial);
        struct style *style = open_style(&s);
        assert_int_equal(choose(style, &d, lines, 3, &c), lines[0].move);
        assert_true(c.free && c.plain == c.move);
        style_close(style);
    }
    struct style_settings s = defaults(99);
    struct style *style = open_style(&s);
    lines[1].value = 99; /* within the margin */
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[1].move);
    assert_int_equal(c.value, 99);
    assert_int_equal(c.plain, lines[0].move);
    lines[1].value = 300; /* a line of an older round is worth no more than the one above */
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[1].move);
    assert_int_equal(c.value, 100);
    lines[1].at_most = true;
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    lines[1].at_most = false;
    lines[0].value = THINK_MATE - 3; /* a mate is played */
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    assert_false(c.free);
    style_close(style);
    /* at 100 the likeliest, but nothing of which no more is known than what it is worth at most */
    s.natural = 100;
    style = open_style(&s);
    lines[0].value = 100;
    lines[1].value = 99;
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[1].move);
    lines[1].at_most = true;
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    style_close(style);
    close_fixture(&d);
}

#define FLOW                                                                                       \
    "kifu flow 1\nfrom-ply 41\nmin-count 1\nalpha 0.05\ncorrect no\nboth yes\nshuffled no\n"       \
    "source human else.kifu\nsource human my games.kifu\ngames 100 100\npoints one-frame "         \
    "150\npoints both-frames 300\n"                                                                \
    "class two/own-king/capture 1000 1000 10 10\n(-7,-4,P),(-7,-4,P),1 392 141 1e-9 1e-9 2.78 "    \
    "human:1:7:62\n"

static void points_and_reasons(void **state)
{
    char path[] = "/tmp/kifu-style-XXXXXX";
    int fd = mkstemp(path);
    struct style_settings s = defaults(0);
    struct shogi_undo undo;
    struct style_fixture d;
    struct style_choice c;
    struct buf text;
    (void)state;
    assert_true(fd >= 0 && write(fd, FLOW, sizeof FLOW - 1) == sizeof FLOW - 1);
    close(fd);
    s.flow_file = path;
    struct style *style = open_style(&s);
    open_fixture(&d, EDGE);
    natural_past_add(&d.past, &d.pos, move_of("1c1d"));
    shogi_play(&d.pos, move_of("1c1d"), &undo);
    const struct style_line lines[] = {{.move = move_of("8h8g"), .value = 50},
                                       {.move = move_of("1e1d"), .value = -90}};
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[1].move);
    assert_int_equal(c.reason.points, 150);
    buf_init(&text, BUF_DEFAULT_MAX);
    style_explain(style, &d.at, &c, &text);
    assert_non_null(strstr(buf_cstr(&text), "1e1d: people play it "));
    assert_non_null(strstr(buf_cstr(&text),
                           "; value -90; answers 1c1d as people do: own king "
                           "(-7,-4,P),(-7,-4,P),1 (people 392 times, programs 141, a ratio "
                           "of rates of 2.8, e.g. my games.kifu:7 move 63), +150 points; the "
                           "engine alone plays 8h8g, worth 140 more, which people play "));
    /* openings were not mined */
    d.at.ply = 39;
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    d.at.ply = 40;
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[1].move);
    style_close(style);
    /* half the points are not enough */
    s.flow_weight = 50;
    s.language = STYLE_JAPANESE;
    style = open_style(&s);
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    buf_clear(&text);
    style_explain(style, &d.at, &c, &text);
    assert_non_null(strstr(buf_cstr(&text), "▲８七玉: 人が指す割合 "));
    assert_non_null(strstr(buf_cstr(&text), "エンジンだけなら同じ手"));
    style_close(style);
    /* programs' sequences: this is none of theirs */
    s.flow_weight = 1000;
    s.flow_style = FLOW_COMPUTER;
    s.language = STYLE_SILENT;
    style = open_style(&s);
    assert_int_equal(choose(style, &d, lines, 2, &c), lines[0].move);
    buf_clear(&text);
    style_explain(style, &d.at, &c, &text);
    assert_int_equal(text.n, 0);
    style_close(style);
    buf_release(&text);
    close_fixture(&d);
    unlink(path);
}

static void want_of_memory(void **state)
{
    struct style_settings s = defaults(50);
    struct style *style = NULL;
    struct err err;
    enum status st;
    (void)state;
    for (long n = 0; n < 1000; n++) {
        mem_fail_after(n);
        st = style_open(&style, &s, &err);
        mem_fail_never();
        if (st == STATUS_OK)
            break;
        assert_int_equal(st, STATUS_NOMEM);
        assert_null(style);
    }
    assert_non_null(style);
    style_close(style);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(off_is_the_plain_engine), cmocka_unit_test(thinks_within_limits),
        cmocka_unit_test(adds_after_one_search),   cmocka_unit_test(rates_all_moves),
        cmocka_unit_test(favours_of_nothing),      cmocka_unit_test(favours_decide_within_reason),
        cmocka_unit_test(favours_count_at_once),   cmocka_unit_test(what_is_never_chosen),
        cmocka_unit_test(points_and_reasons),      cmocka_unit_test(want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
