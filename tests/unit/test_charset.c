/* test_charset.c: decoding against iconv, encoding and back, names, and places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <iconv.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"

static const struct span NO_NAME = {NULL, 0};

static void assert_span_is(struct span got, struct span want)
{
    if (!span_eq(got, want))
        fail_msg("got \"%.*s\", want \"%.*s\"", (int)got.n, got.p, (int)want.n, want.p);
}

/* What iconv makes of the bytes: length of the UTF-8, or -1. */
static int by_iconv(iconv_t cd, const unsigned char *bytes, size_t n, char out[16])
{
    char *in = (char *)(uintptr_t)bytes, *to = out;
    size_t left = 16;
    iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &in, &n, &to, &left) == (size_t)-1 || n)
        return -1;
    return (int)(16 - left);
}

/* Every pair of bytes: the same text as iconv, or an error where iconv has one. */
static void compare_pairs(enum charset cs, const char *name, bool (*differs)(unsigned pair))
{
    iconv_t cd = iconv_open("UTF-8", name);
    assert_true(cd != (iconv_t)-1);
    struct buf out;
    buf_init(&out, 100);
    for (unsigned pair = 0; pair < 65536; pair++) {
        unsigned char bytes[2] = {(unsigned char)(pair >> 8), (unsigned char)pair};
        char want[16];
        int n = by_iconv(cd, bytes, 2, want);
        if (differs && differs(pair))
            continue;
        buf_clear(&out);
        enum status got =
            charset_decode(cs, span_make((char *)bytes, 2), CHARSET_STRICT, &out, NULL, NULL);
        if ((n < 0) != (got == STATUS_CHARSET))
            fail_msg("%s %04x: iconv %d, we %s", name, pair, n, status_name(got));
        if (n >= 0 && (out.n != (size_t)n || memcmp(out.p, want, out.n) != 0))
            fail_msg("%s %04x: other text than iconv", name, pair);
    }
    buf_release(&out);
    iconv_close(cd);
}

static void test_cp932_pairs(void **state)
{
    (void)state;
    compare_pairs(CHARSET_CP932, "CP932", NULL);
}

/* We have no control characters 80-9F, and real characters where iconv has private use. */
static bool euc_differs(unsigned pair)
{
    unsigned lead = pair >> 8, trail = pair & 0xFF;
    bool c1 = (lead >= 0x80 && lead < 0xA0 && lead != 0x8E && lead != 0x8F) ||
              (lead < 0x80 && trail >= 0x80 && trail < 0xA0);
    return c1 || lead >= 0xF9;
}

static void test_euc_jp_pairs(void **state)
{
    (void)state;
    compare_pairs(CHARSET_EUC_JP, "EUC-JP-MS", euc_differs);
}

static void test_euc_jp_triples(void **state)
{
    (void)state;
    iconv_t cd = iconv_open("UTF-8", "EUC-JP-MS");
    struct buf out;
    buf_init(&out, 100);
    for (unsigned pair = 0; pair < 65536; pair++) {
        unsigned char bytes[3] = {0x8F, (unsigned char)(pair >> 8), (unsigned char)pair};
        char want[16];
        int n = by_iconv(cd, bytes, 3, want);
        buf_clear(&out);
        enum status got = charset_decode(CHARSET_EUC_JP, span_make((char *)bytes, 3),
                                         CHARSET_STRICT, &out, NULL, NULL);
        if ((n < 0) != (got == STATUS_CHARSET) ||
            (n >= 0 && (out.n != (size_t)n || memcmp(out.p, want, out.n) != 0)))
            fail_msg("8f %04x", pair);
    }
    buf_release(&out);
    iconv_close(cd);
}

/* Encoding every character of the basic plane: as iconv does. */
static void test_cp932_encode(void **state)
{
    (void)state;
    iconv_t cd = iconv_open("CP932", "UTF-8");
    struct buf out;
    buf_init(&out, 100);
    for (uint32_t c = 0; c < 0x11000; c++) {
        if (c >= 0xD800 && c < 0xE000)
            continue;
        char text[4], want[16];
        size_t n = utf8_encode(c, text);
        int want_n = by_iconv(cd, (unsigned char *)text, n, want);
        struct charset_loss loss;
        buf_clear(&out);
        assert_int_equal(charset_encode(CHARSET_CP932, span_make(text, n), &out, &loss, NULL),
                         STATUS_OK);
        if (want_n < 0) {
            assert_int_equal(loss.count, 1);
            assert_span_is(buf_span(&out), SPAN("\x81\xAC")); /* 〓 */
        } else if (out.n != (size_t)want_n || memcmp(out.p, want, out.n) != 0 || loss.count) {
            fail_msg("U+%04X", c);
        }
    }
    buf_release(&out);
    iconv_close(cd);
}

static const char SAMPLE[] = "# ---- Kifu ----\r\n手合割：平手　　\r\n先手：髙﨑①～－\r\n"
                             "   1 ７六歩(77)   ( 0:16/00:00:16)\r\nまで1手で先手の勝ち\r\n";

static void encode_text(enum charset cs, const char *text, struct buf *out)
{
    buf_clear(out);
    assert_int_equal(charset_encode(cs, span_of(text), out, NULL, NULL), STATUS_OK);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const struct {
        enum charset cs;
        const char *text;
    } cases[] = {
        {CHARSET_UTF8, SAMPLE},
        {CHARSET_UTF16LE, SAMPLE},
        {CHARSET_UTF16BE, "𠮷野家 a"},
        {CHARSET_CP932, SAMPLE},
        {CHARSET_EUC_JP, SAMPLE},
        {CHARSET_ISO_2022_JP, "手合割：平手\n先手 abc 歩"},
        {CHARSET_GB18030, "围棋 黑中盘胜 𠮷"},
        {CHARSET_BIG5, "圍棋 黑中盤勝"},
        {CHARSET_EUC_KR, "바둑 흑 불계승 똠"},
        {CHARSET_LATIN1, "Müller"},
    };
    struct buf bytes, text;
    buf_init(&bytes, 10000);
    buf_init(&text, 10000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct charset_loss loss;
        encode_text(cases[i].cs, cases[i].text, &bytes);
        buf_clear(&text);
        assert_int_equal(
            charset_decode(cases[i].cs, buf_span(&bytes), CHARSET_STRICT, &text, &loss, NULL),
            STATUS_OK);
        assert_span_is(buf_span(&text), span_of(cases[i].text));
        assert_int_equal(loss.count, 0);
    }
    buf_release(&bytes);
    buf_release(&text);
}

static void test_encode_losses(void **state)
{
    (void)state;
    struct buf out, back;
    struct charset_loss loss;
    buf_init(&out, 1000);
    buf_init(&back, 1000);
    charset_encode(CHARSET_CP932, SPAN("ab😀c〜\xFF"), &out, &loss, NULL);
    assert_span_is(buf_span(&out), SPAN("ab\x81\xAC"
                                        "c\x81\x60\x81\xAC"));
    assert_int_equal(loss.count, 2);
    assert_int_equal(loss.first, 2);
    assert_int_equal(loss.folded, 1);
    buf_clear(&out);
    charset_encode(CHARSET_LATIN1, SPAN("a歩é"), &out, &loss, NULL);
    assert_span_is(buf_span(&out), SPAN("a?\xE9"));
    static const enum charset ALL[] = {CHARSET_EUC_JP, CHARSET_ISO_2022_JP, CHARSET_BIG5,
                                       CHARSET_EUC_KR};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        buf_clear(&out);
        buf_clear(&back);
        charset_encode(ALL[i], SPAN("手😀手 a"), &out, &loss, NULL);
        assert_int_equal(loss.count, 1);
        charset_decode(ALL[i], buf_span(&out), CHARSET_STRICT, &back, NULL, NULL);
        assert_span_is(buf_span(&back),
                       ALL[i] == CHARSET_BIG5 ? SPAN("手?手 a") : SPAN("手〓手 a"));
    }
    buf_release(&out);
    buf_release(&back);
}

static void test_strict_says_where(void **state)
{
    (void)state;
    struct buf out;
    struct err err;
    struct charset_loss loss;
    buf_init(&out, 1000);
    assert_int_equal(
        charset_decode(CHARSET_CP932, SPAN("ab\x8E\xE8\xFF"), CHARSET_STRICT, &out, &loss, &err),
        STATUS_CHARSET);
    assert_int_equal(err.byte, 4);
    assert_int_equal(loss.first, 4);
    assert_span_is(buf_span(&out), SPAN("ab手"));
    buf_clear(&out);
    assert_int_equal(
        charset_decode(CHARSET_GB18030, SPAN("ab\x81"), CHARSET_STRICT, &out, &loss, &err),
        STATUS_CHARSET);
    assert_int_equal(err.byte, 2);
    buf_release(&out);
}

/* A bad byte is one U+FFFD and costs nothing after it, least of all the end of the line. */
static void test_lenient(void **state)
{
    (void)state;
    static const struct {
        enum charset cs;
        struct span raw, want;
        size_t bad, first;
    } cases[] = {
        {CHARSET_UTF8, {"a\xE3\x81\nb", 5}, {"a��\nb", 9}, 2, 1},
        {CHARSET_CP932, {"\x8E\nb\x80", 4}, {"�\nb�", 8}, 2, 0},
        {CHARSET_EUC_JP, {"\xBC\xEA\xBC\n", 4}, {"手�\n", 7}, 1, 2},
        {CHARSET_EUC_JP, {"\x8F\xB0\n", 3}, {"��\n", 7}, 2, 0},
        {CHARSET_ISO_2022_JP, {"\x1B$B<j<\nab", 9}, {"手�\nab", 9}, 1, 5},
        {CHARSET_ISO_2022_JP, {"\x1Bxa", 3}, {"�xa", 5}, 1, 0},
        {CHARSET_UTF16LE,
         {"a\0\x00\xD8"
          "b\0c",
          7},
         {"a�b�", 8},
         3,
         2},
        {CHARSET_GB18030, {"\xFFz\x81", 3}, {"�z�", 7}, 2, 0},
        {CHARSET_BIG5, {"\xA4\nz", 3}, {"�\nz", 5}, 1, 0},
        {CHARSET_EUC_KR, {"\xC9z\xFE", 3}, {"�z�", 7}, 2, 0},
    };
    struct buf out;
    struct charset_loss loss;
    buf_init(&out, 1000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        assert_int_equal(
            charset_decode(cases[i].cs, cases[i].raw, CHARSET_LENIENT, &out, &loss, NULL),
            STATUS_OK);
        if (!span_eq(buf_span(&out), cases[i].want))
            fail_msg("case %zu: \"%.*s\"", i, (int)out.n, out.p);
        assert_int_equal(loss.count, cases[i].bad);
        assert_int_equal(loss.first, cases[i].first);
    }
    buf_release(&out);
}

static void test_iso_2022_jp_sets(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, 1000);
    /* JIS X 0208 (both revisions), half-width kana, JIS-Roman, JIS X 0212, a vendor's ① */
    charset_decode(CHARSET_ISO_2022_JP, SPAN("\x1B$@<j\x1B(J~\x1B(I1\x1B$B-!\x1B$(D0!\x1B(B!"),
                   CHARSET_STRICT, &out, NULL, NULL);
    assert_span_is(buf_span(&out), SPAN("手~ｱ①丂!"));
    buf_release(&out);
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum charset cs;
    } cases[] = {
        {"Shift_JIS", CHARSET_CP932},
        {"SJIS", CHARSET_CP932},
        {"windows-31j", CHARSET_CP932},
        {"MS932", CHARSET_CP932},
        {"EUC-JP", CHARSET_EUC_JP},
        {"eucJP", CHARSET_EUC_JP},
        {"ISO-2022-JP", CHARSET_ISO_2022_JP},
        {"GBK", CHARSET_GB18030},
        {"gb2312", CHARSET_GB18030},
        {"UHC", CHARSET_EUC_KR},
        {"CP949", CHARSET_EUC_KR},
        {"ks_c_5601-1987", CHARSET_EUC_KR},
        {"Big5", CHARSET_BIG5},
        {"utf-8", CHARSET_UTF8},
        {"UTF8", CHARSET_UTF8},
        {"ISO8859-1", CHARSET_LATIN1},
    };
    enum charset cs;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!charset_by_name(span_of(cases[i].name), &cs) || cs != cases[i].cs)
            fail_msg("%s", cases[i].name);
    }
    for (int i = 0; i < CHARSET_COUNT; i++) {
        assert_true(charset_by_name(span_of(charset_name((enum charset)i)), &cs));
        assert_int_equal(cs, i);
    }
    cs = CHARSET_BIG5;
    assert_false(charset_by_name(SPAN("klingon"), &cs));
    assert_false(charset_by_name(SPAN(""), &cs));
    assert_false(charset_by_name(
        SPAN("a name that is much longer than any name of a charset has ever been"), &cs));
    assert_int_equal(cs, CHARSET_BIG5);
}

/* ASCII is itself everywhere, backslash and tilde included. */
static void test_ascii(void **state)
{
    (void)state;
    char ascii[128];
    for (int i = 0; i < 128; i++)
        ascii[i] = (char)i;
    ascii[0x1B] = ' '; /* ESC is not, in ISO-2022-JP */
    struct buf out;
    buf_init(&out, 1000);
    for (int cs = 0; cs < CHARSET_COUNT; cs++) {
        if (cs == CHARSET_UTF16LE || cs == CHARSET_UTF16BE)
            continue;
        buf_clear(&out);
        assert_int_equal(charset_decode((enum charset)cs, span_make(ascii, 128), CHARSET_STRICT,
                                        &out, NULL, NULL),
                         STATUS_OK);
        assert_true(span_eq(buf_span(&out), span_make(ascii, 128)));
    }
    buf_release(&out);
}

/* Pieces cut anywhere, and bulk decoding against decoding character by character. */
static void test_bulk_equals_steps(void **state)
{
    (void)state;
    struct rng r;
    struct buf raw, bulk, steps;
    rng_seed(&r, 11);
    buf_init(&raw, 1 << 20);
    buf_init(&bulk, 1 << 22);
    buf_init(&steps, 1 << 22);
    for (int round = 0; round < 300; round++) {
        enum charset cs = (enum charset)rng_below(&r, CHARSET_COUNT);
        buf_clear(&raw);
        size_t want = rng_below(&r, round % 50 == 0 ? 100000 : 300);
        while (raw.n < want) {
            if (rng_below(&r, 2))
                encode_text(cs, rng_below(&r, 2) ? "７六歩(77) " : "0123456789abcdef", &bulk);
            else
                buf_clear(&bulk);
            if (rng_below(&r, 4) == 0)
                buf_add_char(&bulk, (char)rng_next(&r));
            buf_add_span(&raw, buf_span(&bulk));
        }
        struct charset_loss loss;
        buf_clear(&bulk);
        charset_decode(cs, buf_span(&raw), CHARSET_LENIENT, &bulk, &loss, NULL);
        assert_true(utf8_is_valid(buf_span(&bulk)));
        struct charset_stepper stepper;
        assert_int_equal(charset_stepper_init(&stepper, cs, NULL), STATUS_OK);
        buf_clear(&steps);
        size_t bad = 0;
        for (size_t at = 0; at < raw.n;) {
            char out[CHARSET_STEP_BYTES];
            struct charset_step step =
                charset_stepper_next(&stepper, span_skip(buf_span(&raw), at), out);
            buf_add(&steps, out, step.made);
            bad += step.bad ? step.taken : 0;
            at += step.taken;
        }
        charset_stepper_release(&stepper);
        assert_int_equal(loss.count, bad);
        assert_span_is(buf_span(&bulk), buf_span(&steps));
    }
    buf_release(&raw);
    buf_release(&bulk);
    buf_release(&steps);
}

/* Places of the character 歩 in the text and in the file, for every charset that has it. */
static void test_map(void **state)
{
    (void)state;
    static const enum charset ALL[] = {CHARSET_UTF8,   CHARSET_UTF16LE,     CHARSET_UTF16BE,
                                       CHARSET_CP932,  CHARSET_ISO_2022_JP, CHARSET_GB18030,
                                       CHARSET_EUC_JP, CHARSET_BIG5};
    struct buf raw, head, scratch;
    buf_init(&raw, 10000);
    buf_init(&head, 10000);
    buf_init(&scratch, 10000);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        encode_text(ALL[i], "abc手\n", &head);
        size_t expect = head.n;
        encode_text(ALL[i], "abc手\n手a\n手手", &raw);
        struct text text;
        struct text_map map;
        assert_int_equal(charset_decode_text_as(buf_span(&raw), ALL[i], &scratch, &text, NULL),
                         STATUS_OK);
        text_map_init(&map, &text);
        assert_int_equal(text_map_offset(&map, 0), 0);
        size_t second = text_map_offset(&map, 7);
        /* in a shifting charset the character may be taken to begin at its escape sequence */
        assert_true(second == expect || (ALL[i] == CHARSET_ISO_2022_JP && second == expect + 3));
        assert_int_equal(text_map_offset(&map, 0), 0); /* back, out of a shifted state */
        assert_int_equal(text_map_offset(&map, 7), second);
        assert_int_equal(text_map_offset(&map, text.utf8.n), raw.n);
        assert_int_equal(text_map_offset(&map, 2),
                         ALL[i] == CHARSET_UTF16LE || ALL[i] == CHARSET_UTF16BE ? 4 : 2); /* back */
        assert_int_equal(text_map_offset(&map, 8), second); /* inside the character */
        text_map_release(&map);
    }
    buf_release(&raw);
    buf_release(&head);
    buf_release(&scratch);
}

static void test_limit(void **state)
{
    (void)state;
    struct buf out;
    struct err err;
    buf_init(&out, 100);
    char raw[99];
    memset(raw, 'a', sizeof raw);
    assert_int_equal(
        charset_decode(CHARSET_CP932, span_make(raw, 80), CHARSET_STRICT, &out, NULL, &err),
        STATUS_OK);
    assert_int_equal(out.n, 80);
    assert_int_equal(
        charset_decode(CHARSET_CP932, span_make(raw, 99), CHARSET_STRICT, &out, NULL, &err),
        STATUS_LIMIT);
    assert_int_equal(err.code, STATUS_LIMIT);
    buf_release(&out);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    struct buf raw;
    buf_init(&raw, 100000);
    for (int family = 0; family <= CHARSET_FAMILY_SGF; family++) {
        encode_text(CHARSET_EUC_JP, SAMPLE, &raw);
        enum status status = STATUS_NOMEM;
        for (long n = 0; status == STATUS_NOMEM; n++) {
            struct buf scratch;
            struct text text;
            struct err err;
            buf_init(&scratch, 100000);
            mem_fail_after(n);
            status = charset_decode_text(buf_span(&raw), NO_NAME, (enum charset_family)family,
                                         &scratch, &text, &err);
            mem_fail_never();
            assert_true(status == STATUS_OK || err.code == STATUS_NOMEM);
            buf_release(&scratch);
            assert_true(n < 100);
        }
        assert_int_equal(status, STATUS_OK);
    }
    buf_release(&raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cp932_pairs),
        cmocka_unit_test(test_euc_jp_pairs),
        cmocka_unit_test(test_euc_jp_triples),
        cmocka_unit_test(test_cp932_encode),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_encode_losses),
        cmocka_unit_test(test_strict_says_where),
        cmocka_unit_test(test_lenient),
        cmocka_unit_test(test_iso_2022_jp_sets),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_bulk_equals_steps),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
