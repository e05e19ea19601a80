/* test_charset_detect.c: which charset is taken, for short, long, damaged and misleading texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"

static const struct span NO_NAME = {NULL, 0};

static struct buf scratch;

static struct text detect(struct span raw, struct span declared, enum charset_family family)
{
    struct text text;
    struct err err;
    assert_int_equal(charset_decode_text(raw, declared, family, &scratch, &text, &err), STATUS_OK);
    assert_true(utf8_is_valid(text.utf8));
    return text;
}

static void expect_found(enum charset cs, enum charset_family family, const char *utf8)
{
    struct buf raw;
    buf_init(&raw, 1 << 20);
    assert_int_equal(charset_encode(cs, span_of(utf8), &raw, NULL, NULL), STATUS_OK);
    struct text text = detect(buf_span(&raw), NO_NAME, family);
    if (text.charset != cs || !span_eq(text.utf8, span_of(utf8)))
        fail_msg("%s taken for %s: %.*s", charset_name(cs), charset_name(text.charset),
                 (int)text.utf8.n, text.utf8.p);
    assert_int_equal(text.bad_bytes, 0);
    buf_release(&raw);
}

/* Records of very few Japanese characters. */
static void test_short_japanese(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "N+佐藤\nN-鈴木\nPI\n+\n+7776FU\n%TORYO\n",
        "V2.2\nN+羽生善治\nN-谷川浩司\n$EVENT:竜王戦\nPI\n+\n",
        "先手：山田\n後手：中村\n",
        "▲７六歩△３四歩▲２六歩",
        "手合割：平手\n",
        "   1 ７六歩(77)\n   2 投了\n",
        "まで87手で後手の勝ち\n",
        "'こんにちは\nPI\n+\n+7776FU\n",
        "N+コンピュータ\nN-ボナンザ\nPI\n+\n",
        "手数＝12  △６二銀  まで\n",
        "棋戦：第１回アマ名人戦\n場所：岩手県\n",
        "後手の持駒：飛　角　金　歩四\n",
        "N+豊島将之\nN-永瀬拓矢\n",
        "N+森内\n",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        expect_found(CHARSET_CP932, CHARSET_FAMILY_JAPANESE, TEXTS[i]);
        expect_found(CHARSET_EUC_JP, CHARSET_FAMILY_JAPANESE, TEXTS[i]);
        expect_found(CHARSET_ISO_2022_JP, CHARSET_FAMILY_JAPANESE, TEXTS[i]);
        expect_found(CHARSET_UTF8, CHARSET_FAMILY_JAPANESE, TEXTS[i]);
    }
    expect_found(CHARSET_UTF16LE, CHARSET_FAMILY_JAPANESE, TEXTS[0]);
    expect_found(CHARSET_UTF16BE, CHARSET_FAMILY_JAPANESE, TEXTS[1]);
}

static void test_half_width_katakana(void **state)
{
    (void)state;
    expect_found(CHARSET_CP932, CHARSET_FAMILY_JAPANESE, "N+ｺﾝﾋﾟｭｰﾀ\nN-ｶﾞﾝﾊﾞﾙｿﾞ\nPI\n");
    expect_found(CHARSET_CP932, CHARSET_FAMILY_JAPANESE, "先手：ﾀﾅｶ ﾀﾛｳ\n後手：ﾔﾏﾀﾞ\n");
}

static void test_go_records(void **state)
{
    (void)state;
    static const struct {
        enum charset cs;
        const char *text;
    } cases[] = {
        {CHARSET_GB18030, "(;GM[1]PB[古力]PW[常昊]RE[黑中盘胜])"},
        {CHARSET_GB18030, "(;PB[聂卫平]BR[九段]PW[马晓春]EV[第三届应氏杯决赛]C[这是定式的变化])"},
        {CHARSET_EUC_KR, "(;PB[이창호]PW[조훈현]EV[제1회 바둑왕전]RE[백 불계승])"},
        {CHARSET_EUC_KR, "(;PB[박정환]PW[이세돌])"},
        {CHARSET_BIG5, "(;PB[周俊勳]PW[林至涵]EV[圍棋名人賽]RE[黑中盤勝])"},
        {CHARSET_CP932, "(;PB[井山裕太]PW[山下敬吾]EV[本因坊戦]RE[黒中押し勝ち])"},
        {CHARSET_CP932, "(;C[ここは白の手がいい])"},
        {CHARSET_EUC_JP, "(;C[ここは白の手がいい。黒は先手で打つ。])"},
        {CHARSET_LATIN1, "(;PB[Müller]PW[Håkan]C[Une très belle partie, jouée à Orléans])"},
        {CHARSET_UTF8, "(;PB[Müller]PW[古力])"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_found(cases[i].cs, CHARSET_FAMILY_SGF, cases[i].text);
}

static void test_marks(void **state)
{
    (void)state;
    struct text t = detect(SPAN("\xEF\xBB\xBF手"), NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
    assert_int_equal(t.bom_bytes, 3);
    assert_ptr_equal(t.utf8.p, t.raw.p + 3); /* no copy */
    assert_false(t.guessed);
    t = detect(SPAN("\xFF\xFEKb\n\0"), NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF16LE);
    assert_true(span_eq(t.utf8, SPAN("手\n")));
    t = detect(SPAN("\xFE\xFF"
                    "bK\0\n"),
               SPAN("Shift_JIS"), CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF16BE);
    assert_true(span_eq(t.utf8, SPAN("手\n")));
    assert_int_equal(t.bom_bytes, 2);
    t = detect(SPAN("\xEF\xBB\xBF"
                    "a\xFF"),
               NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
    assert_int_equal(t.bad_bytes, 1);
    assert_int_equal(t.first_bad, 4);
}

static void test_declarations(void **state)
{
    (void)state;
    /* believed where the bytes agree */
    struct text t = detect(SPAN("\xBC\xEA"), SPAN("EUC-JP"), CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_EUC_JP);
    assert_true(t.declared && !t.guessed);
    t = detect(SPAN("\xBC\xEA"), SPAN("gb2312"), CHARSET_FAMILY_SGF);
    assert_int_equal(t.charset, CHARSET_GB18030);
    /* not believed where they don't */
    t = detect(SPAN("先手：山田"), SPAN("ISO-2022-JP"), CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
    assert_false(t.declared);
    t = detect(SPAN("\x90\xE6\x8E\xE8\x81\x46\x8E\x52\x93\x63"), SPAN("UTF-8"),
               CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_CP932);
    assert_true(t.guessed);
    /* an ASCII file cannot be UTF-16, whatever it says, nor Chinese Latin-1 */
    t = detect(SPAN("(;CA[UTF-16]SZ[19])"), SPAN("UTF-16"), CHARSET_FAMILY_SGF);
    assert_int_equal(t.charset, CHARSET_UTF8);
    t = detect(SPAN("(;PB[\xB9\xC5\xC1\xA6]PW[\xB3\xA3\xEA\xBB])"), SPAN("ISO-8859-1"),
               CHARSET_FAMILY_SGF);
    assert_int_equal(t.charset, CHARSET_GB18030);
    t = detect(SPAN("(;PB[M\xFCller])"), SPAN("ISO-8859-1"), CHARSET_FAMILY_SGF);
    assert_int_equal(t.charset, CHARSET_LATIN1);
    t = detect(SPAN("plain"), SPAN("no such thing"), CHARSET_FAMILY_SGF);
    assert_int_equal(t.charset, CHARSET_UTF8);
}

static void test_plain_and_empty(void **state)
{
    (void)state;
    struct text t = detect(SPAN("PI\n+\n+7776FU\n"), NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
    assert_ptr_equal(t.utf8.p, t.raw.p);
    assert_false(t.guessed);
    t = detect(span_make(NULL, 0), NO_NAME, CHARSET_FAMILY_SGF);
    assert_int_equal(t.utf8.n, 0);
    /* an escape that is no charset's */
    t = detect(SPAN("\x1B[1mbold\x1B(B"), NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
    /* a zero byte here and there is not UTF-16 */
    t = detect(SPAN("hello\0this is plain ASCII text"), NO_NAME, CHARSET_FAMILY_JAPANESE);
    assert_int_equal(t.charset, CHARSET_UTF8);
}

static const char RECORD[] =
    "手合割：平手　　\n先手：山田太郎\n後手：中村次郎\n手数----指手---------消費時間--\n"
    "   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   ( 0:03/00:00:03)\n"
    "*ここから急戦になりました。\n   3 投了\nまで2手で後手の勝ち\n";

/* A byte damaged anywhere: the charset is still found, and the rest of the text is there. */
static void test_damage(void **state)
{
    (void)state;
    static const enum charset ALL[] = {CHARSET_UTF8, CHARSET_CP932, CHARSET_EUC_JP};
    struct buf raw;
    struct rng r;
    buf_init(&raw, 1 << 16);
    rng_seed(&r, 3);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        for (int round = 0; round < 300; round++) {
            buf_clear(&raw);
            charset_encode(ALL[i], span_of(RECORD), &raw, NULL, NULL);
            size_t at = rng_below(&r, raw.n);
            raw.p[at] = (char)0xFF;
            struct text t = detect(buf_span(&raw), NO_NAME, CHARSET_FAMILY_JAPANESE);
            if (t.charset != ALL[i])
                fail_msg("%s damaged at %zu taken for %s", charset_name(ALL[i]), at,
                         charset_name(t.charset));
            assert_true(t.bad_bytes >= 1 && t.bad_bytes <= 4);
            assert_true(t.first_bad <= at && t.first_bad + 3 >= at);
        }
        /* cut in the middle of a character */
        buf_clear(&raw);
        charset_encode(ALL[i], SPAN("先手：山田太郎\n後手：中村"), &raw, NULL, NULL);
        raw.n--;
        assert_int_equal(detect(buf_span(&raw), NO_NAME, CHARSET_FAMILY_JAPANESE).charset, ALL[i]);
    }
    buf_release(&raw);
}

static void test_garbage(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 5);
    for (int round = 0; round < 2000; round++) {
        char raw[200];
        size_t n = rng_below(&r, sizeof raw);
        for (size_t i = 0; i < n; i++)
            raw[i] = (char)rng_next(&r);
        struct text t = detect(span_make(raw, n), NO_NAME, (enum charset_family)rng_below(&r, 2));
        struct text_map map;
        text_map_init(&map, &t);
        size_t before = 0;
        for (size_t at = 0; at <= t.utf8.n; at++) {
            size_t place = text_map_offset(&map, at);
            assert_true(place >= before && place <= n);
            before = place;
        }
        assert_int_equal(before, n);
        text_map_release(&map);
    }
}

static int set_up(void **state)
{
    (void)state;
    buf_init(&scratch, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&scratch);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_japanese), cmocka_unit_test(test_half_width_katakana),
        cmocka_unit_test(test_go_records),     cmocka_unit_test(test_marks),
        cmocka_unit_test(test_declarations),   cmocka_unit_test(test_plain_and_empty),
        cmocka_unit_test(test_damage),         cmocka_unit_test(test_garbage),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
