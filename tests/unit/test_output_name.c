/* Names of output files never leave their directory, whatever a label says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmd/frame/game_output.h"

static void expect(const char *label, uint32_t number, const char *name)
{
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    output_name_make(span_of(label), "csa", number, &out);
    assert_string_equal(buf_cstr(&out), name);
    buf_release(&out);
}

static void test_usual_names(void **state)
{
    (void)state;
    expect("a.kif", 0, "a.csa");
    expect("dir/a.b.kif", 0, "dir/a.b.csa");
    expect("dir/games.zip:2024/名人戦.kif", 2, "dir/games.zip/2024/名人戦-0002.csa");
    expect("-", 0, "-.csa");
}

static void test_hostile_names(void **state)
{
    (void)state;
    expect("../../etc/passwd", 0, "etc/passwd.csa");
    expect("/etc/passwd", 0, "etc/passwd.csa");
    expect("a.zip:../../x.kif", 0, "a.zip/x.csa");
    expect("a.zip:..\\..\\x.kif", 0, "a.zip/x.csa");
    expect("x\ny;rm -rf.kif", 0, "x_y_rm_-rf.csa");
    expect("...", 0, "stdin.csa");
    expect("dir/..", 0, "dir/game.csa");
    expect(".bashrc", 0, "bashrc.csa");
}

static void test_no_name_twice(void **state)
{
    (void)state;
    struct output_names names;
    struct buf out;
    output_names_init(&names);
    buf_init(&out, BUF_DEFAULT_MAX);
    static const char *const expected[] = {"a.csa", "a-0002.csa", "a-0003.csa"};
    for (int i = 0; i < 3; i++) {
        buf_clear(&out);
        assert_int_equal(output_names_make(&names, SPAN("a.kif"), "csa", 0, &out), STATUS_OK);
        assert_string_equal(buf_cstr(&out), expected[i]);
    }
    for (uint32_t i = 1; i < 2000; i++) {
        buf_clear(&out);
        assert_int_equal(output_names_make(&names, SPAN("b"), "csa", i, &out), STATUS_OK);
    }
    assert_int_equal(names.hashes.count, 2002);
    output_names_release(&names);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usual_names),
        cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_no_name_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
