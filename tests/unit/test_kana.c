/* test_kana.c: kana as Latin letters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/kana.h"

static void in_letters(void **state)
{
    (void)state;
    static const struct {
        const char *kana, *letters; /* NULL: not all kana */
    } cases[] = {
        {"みの", "mino"},
        {"しけんびしゃ", "shikenbisha"},
        {"くうちゅうせん", "kuuchuusen"},
        {"いってぞん", "ittezon"},
        {"ひゃくりょう", "hyakuryou"},
        {"じゃ", "ja"},
        {"ちょんまげ", "chonmage"},
        {"ぼーる", "booru"},
        {"を", "o"},
        {"ん", "n"},
        {"ぽ", "po"},
        {"ろわゔ", "rowavu"},
        {"美濃", NULL},
        {"み濃", NULL},
        {"mino", NULL},
        {"", NULL},
        {"ー", NULL},
        {"ゃ", NULL},
        {"あっ", NULL},
        {"\xE3\x81", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        bool all = kana_romaji(span_of(cases[i].kana), &out);
        assert_int_equal(all, cases[i].letters != NULL);
        if (all)
            assert_string_equal(buf_cstr(&out), cases[i].letters);
        buf_release(&out);
    }
}

static void both_kinds(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    kana_fold(SPAN("エルモgakoiヴァー囲い\xFF"), &out);
    assert_string_equal(buf_cstr(&out), "えるもgakoiゔぁー囲い\xFF");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_letters), cmocka_unit_test(both_kinds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
