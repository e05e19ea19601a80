/* test_shogi_board_svg.c: the SVG board is well-formed whatever it is given, the same every time, and
 * shows what it should. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "view/board/shogi_board.h"
#include "view/draw/svg.h"

static const char FULL[] =
    "l4k1nl/1r1s3+P1/p1ppp4/5pp1p/1p7/P1PP2P1P/1P2P4/1B4+b2/LNSGK1SNL b RS2Pgn 1";

struct setting {
    struct shogi_pos pos;
    struct shogi_picture p;
    struct board_options opt;
};

static void set_up(struct setting *s, const char *sfen)
{
    struct err err;
    *s = (struct setting){.p.caption_side = -1};
    assert_int_equal(shogi_sfen_parse(&s->pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    s->p.pos = &s->pos;
}

static void draw(const struct setting *s, struct buf *out)
{
    struct err err;
    buf_init(out, BUF_DEFAULT_MAX);
    assert_int_equal(shogi_board_svg(&s->p, &s->opt, out, &err), STATUS_OK);
}

/* Reads one tag, p standing behind its '<'; returns what follows it.  *depth is kept up. */
static const char *read_tag(const char *p, const char **stack, size_t *depth)
{
    bool closing = *p == '/';
    const char *name = closing ? p + 1 : p;
    size_t n = strcspn(name, " />\n");
    assert_true(n > 0);
    p = name + n;
    if (closing) {
        assert_true(*depth > 0);
        (*depth)--;
        assert_memory_equal(stack[*depth], name, n);
        assert_int_equal(*p, '>');
        return p + 1;
    }
    while (*p == ' ') {
        p += 1 + strcspn(p + 1, "=");
        assert_memory_equal(p, "=\"", 2);
        p += 2;
        size_t value = strcspn(p, "\"<");
        assert_int_equal(p[value], '"');
        p += value + 1;
    }
    if (*p == '/') {
        p++;
    } else {
        assert_true(*depth < 16);
        stack[(*depth)++] = name;
    }
    assert_int_equal(*p, '>');
    return p + 1;
}

/* Tags nest, attributes are quoted, & begins one of the five entities. */
static void assert_well_formed(const char *p)
{
    const char *stack[16];
    size_t depth = 0;
    while (*p) {
        if (*p == '<') {
            p = read_tag(p + 1, stack, &depth);
        } else if (*p == '&') {
            size_t n = strcspn(p, ";");
            assert_true(n == 3 || n == 4 || n == 5);
            p += n;
        } else {
            assert_true((unsigned char)*p >= 0x20 || *p == '\n');
            p++;
        }
    }
    assert_int_equal(depth, 0);
}

static void every_option_is_well_formed(void **state)
{
    (void)state;
    static const struct shogi_mark marks[] = {
        {0, SHOGI_MARK_FILL, 0}, {40, SHOGI_MARK_RING, 1}, {80, SHOGI_MARK_CROSS, 2}};
    static const struct shogi_arrow arrows[] = {
        {.from = 10, .to = 30, .weight = 1},
        {.from = SHOGI_ARROW_HAND_WHITE, .to = 44, .kind = SHOGI_GOLD, .accent = 1, .weight = 0.3},
        {.from = 5, .to = 5, .accent = 2}};
    for (int bits = 0; bits < 64; bits++) {
        struct setting s;
        set_up(&s, FULL);
        s.opt.lang = bits & 1 ? LANG_JA : LANG_EN;
        s.opt.flip = bits & 2;
        s.opt.letters = bits & 4;
        s.opt.no_coordinates = bits & 8;
        s.opt.theme = (enum board_theme)(bits >> 4);
        s.p.marks = marks;
        s.p.n_marks = 3;
        s.p.arrows = arrows;
        s.p.n_arrows = 3;
        s.p.last = shogi_move_make(60, 59, false);
        struct buf out;
        draw(&s, &out);
        assert_well_formed(buf_cstr(&out));
        buf_release(&out);
    }
}

static void hostile_names(void **state)
{
    (void)state;
    struct setting s;
    set_up(&s, "startpos");
    s.p.name[0] = SPAN("<script>alert(\"x\")</script> & 'q' \x01\xff");
    s.p.name[1] = SPAN("a very long name that will not fit into its place whatever is done, ever, "
                       "because it goes on and on and on, 寿限無寿限無五劫のすりきれ");
    s.p.title = s.p.name[1];
    s.p.caption = s.p.name[0];
    struct buf out;
    draw(&s, &out);
    assert_well_formed(buf_cstr(&out));
    assert_null(strstr(buf_cstr(&out), "<script"));
    assert_non_null(strstr(buf_cstr(&out), "&lt;script&gt;alert(&quot;x&quot;)"));
    assert_non_null(strstr(buf_cstr(&out), "…</text>"));
    buf_release(&out);
}

static size_t occurrences(struct buf *b, const char *needle)
{
    size_t n = 0;
    for (const char *p = buf_cstr(b); (p = strstr(p, needle)); p++)
        n++;
    return n;
}

static void shows_what_it_should(void **state)
{
    (void)state;
    struct setting s;
    set_up(&s, "startpos");
    s.opt.lang = LANG_JA;
    s.opt.theme = BOARD_PAPER;
    s.p.last = shogi_move_make(shogi_square(7, 7), shogi_square(7, 6), false);
    struct buf out;
    draw(&s, &out);
    assert_int_equal(occurrences(&out, "<use "), 40);
    assert_int_equal(occurrences(&out, "rotate(180)"), 20);
    assert_int_equal(occurrences(&out, "<g id="), 9); /* eight kinds, two kings */
    assert_int_equal(occurrences(&out, ">玉</text>"), 1);
    assert_int_equal(occurrences(&out, ">王</text>"), 1);
    assert_int_equal(occurrences(&out, ">手番</text>"), 1);
    assert_int_equal(occurrences(&out, ">９</text>"), 1);
    assert_int_equal(occurrences(&out, ">九</text>"), 1);
    assert_int_equal(occurrences(&out, "#c4c4c4"), 2); /* from and to */
    assert_int_equal(occurrences(&out, "@media"), 0);
    buf_release(&out);
    s.opt.theme = BOARD_AUTO;
    s.opt.lang = LANG_EN;
    s.opt.flip = true;
    draw(&s, &out);
    assert_int_equal(occurrences(&out, "@media (prefers-color-scheme:dark)"), 1);
    assert_int_equal(occurrences(&out, ">a</text>"), 1);
    /* Every colour that is used has its dark rule, with a class of its own. */
    assert_true(occurrences(&out, "class=\"kifu-auto-f-piece kifu-auto-s-edge\"") > 0);
    assert_int_equal(occurrences(&out, "\n.kifu-auto-f-piece{fill:"), 1);
    buf_release(&out);
}

/* Kings and rooks, ours upright below, whichever side we are. */
static void pieces_stand_where_they_should(void **state)
{
    (void)state;
    struct setting s;
    struct buf out;
    set_up(&s, "startpos");
    s.opt.theme = BOARD_WOOD;
    draw(&s, &out);
    assert_int_equal(occurrences(&out, "#kifu-wood-gy\" transform=\"translate(438 622.5)\"/>"), 1);
    assert_int_equal(
        occurrences(&out, "#kifu-wood-ou\" transform=\"translate(438 102.5) rotate(180)\"/>"), 1);
    assert_int_equal(occurrences(&out, "#kifu-wood-hi\" transform=\"translate(618 557.5)\"/>"), 1);
    buf_release(&out);
    s.opt.flip = true;
    draw(&s, &out);
    assert_int_equal(occurrences(&out, "#kifu-wood-ou\" transform=\"translate(438 622.5)\"/>"), 1);
    assert_int_equal(
        occurrences(&out, "#kifu-wood-gy\" transform=\"translate(438 102.5) rotate(180)\"/>"), 1);
    assert_int_equal(
        occurrences(&out, "#kifu-wood-hi\" transform=\"translate(258 167.5) rotate(180)\"/>"), 1);
    buf_release(&out);
}

static void same_bytes_every_time(void **state)
{
    (void)state;
    struct setting s;
    struct buf a, b;
    set_up(&s, FULL);
    draw(&s, &a);
    setlocale(LC_ALL, "de_DE.UTF-8"); /* where it exists: a comma for a point */
    draw(&s, &b);
    setlocale(LC_ALL, "C");
    assert_string_equal(buf_cstr(&a), buf_cstr(&b));
    buf_release(&a);
    buf_release(&b);
}

static void numbers(void **state)
{
    (void)state;
    static const struct {
        double v;
        const char *text;
    } cases[] = {{0, "0"},       {-0.001, "0"},    {12.5, "12.5"},   {0.05, "0.05"},
                 {-3.999, "-4"}, {-0.25, "-0.25"}, {100.1, "100.1"}, {1e300, "1000000000"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buf out;
        buf_init(&out, 100);
        svg_number(&out, cases[i].v);
        assert_string_equal(buf_cstr(&out), cases[i].text);
        buf_release(&out);
    }
}

static void no_memory_is_a_status(void **state)
{
    (void)state;
    struct setting s;
    set_up(&s, FULL);
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK && n < 1000; n++) {
        struct buf out;
        struct err err;
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(n);
        status = shogi_board_svg(&s.p, &s.opt, &out, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        buf_release(&out);
    }
    assert_int_equal(status, STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_well_formed),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(shows_what_it_should),
        cmocka_unit_test(pieces_stand_where_they_should),
        cmocka_unit_test(same_bytes_every_time),
        cmocka_unit_test(numbers),
        cmocka_unit_test(no_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
