/* test_utf8.c: characters of UTF-8, against a decoder written down as the standard's table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text/utf8.h"

/* Table 3-7 of the Unicode standard, row by row. */
static size_t naive_length(const unsigned char *p, size_t n)
{
    static const struct {
        unsigned char length, low[4], high[4];
    } rows[] = {
        {1, {0x00}, {0x7F}},
        {2, {0xC2, 0x80}, {0xDF, 0xBF}},
        {3, {0xE0, 0xA0, 0x80}, {0xE0, 0xBF, 0xBF}},
        {3, {0xE1, 0x80, 0x80}, {0xEC, 0xBF, 0xBF}},
        {3, {0xED, 0x80, 0x80}, {0xED, 0x9F, 0xBF}},
        {3, {0xEE, 0x80, 0x80}, {0xEF, 0xBF, 0xBF}},
        {4, {0xF0, 0x90, 0x80, 0x80}, {0xF0, 0xBF, 0xBF, 0xBF}},
        {4, {0xF1, 0x80, 0x80, 0x80}, {0xF3, 0xBF, 0xBF, 0xBF}},
        {4, {0xF4, 0x80, 0x80, 0x80}, {0xF4, 0x8F, 0xBF, 0xBF}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t good = 0;
        while (good < rows[r].length && good < n && p[good] >= rows[r].low[good] &&
               p[good] <= rows[r].high[good])
            good++;
        if (good == rows[r].length)
            return good;
    }
    return 0;
}

static size_t naive_prefix(const unsigned char *p, size_t n)
{
    size_t i = 0, length;
    while (i < n && (length = naive_length(p + i, n - i)))
        i += length;
    return i;
}

static void test_every_code_point(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x110000; c++) {
        if (c >= 0xD800 && c < 0xE000)
            continue;
        char text[UTF8_MAX_BYTES];
        uint32_t back = ~c;
        size_t n = utf8_encode(c, text);
        if (utf8_decode(span_make(text, n), &back) != n || back != c ||
            naive_length((unsigned char *)text, n) != n)
            fail_msg("U+%04X", c);
        if (n > 1 && utf8_decode(span_make(text, n - 1), &back) != 0)
            fail_msg("U+%04X cut short", c);
    }
}

static void test_every_three_bytes(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 1U << 24; v++) {
        unsigned char b[3] = {(unsigned char)(v >> 16), (unsigned char)(v >> 8), (unsigned char)v};
        if (b[0] < 0x80)
            continue;
        if (utf8_valid_prefix(span_make((char *)b, 3)) != naive_prefix(b, 3))
            fail_msg("%06x", v);
    }
}

/* Mixtures of valid characters with a fault now and then, at every length and alignment. */
static void test_random_texts(void **state)
{
    (void)state;
    static const char *const PIECES[] = {"a",  "0123456789abcdef",    "é",    "七",       "七六歩",
                                         "𠮷", "\xED\xA0\x80",        "\xC0", "\xE3\x81", "\xF5",
                                         "\n", "０１２３４５６７８９"};
    struct rng r;
    rng_seed(&r, 7);
    for (int round = 0; round < 20000; round++) {
        char text[400];
        size_t n = rng_below(&r, 8);
        memset(text, 'x', n);
        while (n < 300) {
            /* Faults are rare, so that most texts are valid for long. */
            size_t which = rng_below(&r, 12);
            if (which >= 6 && which <= 9 && rng_below(&r, 20))
                which = 4;
            size_t bytes = strlen(PIECES[which]);
            memcpy(text + n, PIECES[which], bytes);
            n += bytes;
        }
        size_t from = rng_below(&r, 9);
        struct span s = span_make(text + from, rng_below(&r, n - from));
        assert_int_equal(utf8_valid_prefix(s), naive_prefix((const unsigned char *)s.p, s.n));
        size_t ascii = 0;
        while (ascii < s.n && !(s.p[ascii] & 0x80))
            ascii++;
        assert_int_equal(utf8_ascii_prefix(s), ascii);
    }
    assert_true(utf8_is_valid(span_make(NULL, 0)));
    uint32_t c;
    assert_int_equal(utf8_decode(span_make(NULL, 0), &c), 0);
}

static void test_width(void **state)
{
    (void)state;
    assert_int_equal(utf8_width('a'), 1);
    assert_int_equal(utf8_width(0x4E03), 2);  /* 七 */
    assert_int_equal(utf8_width(0xFF17), 2);  /* ７ */
    assert_int_equal(utf8_width(0xFF71), 1);  /* half-width ｱ */
    assert_int_equal(utf8_width(0x3000), 2);  /* wide blank */
    assert_int_equal(utf8_width(0x25B2), 1);  /* ▲ */
    assert_int_equal(utf8_width(0xAC00), 2);  /* 가 */
    assert_int_equal(utf8_width(0x0301), 0);  /* combining acute */
    assert_int_equal(utf8_width(0x1F600), 2); /* a smiling face */
    assert_int_equal(utf8_width(0x10FFFF), 1);
    assert_int_equal(utf8_text_width(SPAN("▲７六歩 abc")), 1 + 2 + 2 + 2 + 4);
    assert_int_equal(utf8_text_width(SPAN("\xFF"
                                          "a")),
                     2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_code_point),
        cmocka_unit_test(test_every_three_bytes),
        cmocka_unit_test(test_random_texts),
        cmocka_unit_test(test_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
