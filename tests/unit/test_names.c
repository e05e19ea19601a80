/* Names are found however they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/metadata/name_fold.h"

static void expect(void (*fold)(struct span, struct buf *), const char *text, const char *folded)
{
    struct buf out;
    buf_init(&out, 1024);
    fold(span_of(text), &out);
    assert_string_equal(buf_cstr(&out), folded);
    /* folding again changes nothing */
    struct buf again;
    buf_init(&again, 1024);
    fold(buf_span(&out), &again);
    assert_string_equal(buf_cstr(&again), folded);
    buf_release(&again);
    buf_release(&out);
}

static void test_characters(void **state)
{
    (void)state;
    expect(name_fold, "羽生 善治", "羽生善治");
    expect(name_fold, "羽生　善治", "羽生善治");
    expect(name_fold, "髙橋", "高橋");
    expect(name_fold, "山﨑隆之", "山崎隆之");
    expect(name_fold, "龍王戦", "竜王戦");
    expect(name_fold, "渡邊 渡邉", "渡辺渡辺");
    expect(name_fold, "ＡｂＣ１２３", "abc123");
    expect(name_fold, "Habu Yoshiharu", "habuyoshiharu");
    expect(name_fold, "ﾊﾌﾞ ﾖｼﾊﾙ", "ハブヨシハル");
    expect(name_fold, "ﾊﾟﾋﾟﾌﾟ ｳﾞ ｶﾞ", "パピプヴガ");
    expect(name_fold, "か\u3099は\u309a", "がぱ");
    expect(name_fold, "ｱﾞ", "ア\xef\xbe\x9e");
    expect(name_fold, "ジョン・スミス･A·B", "ジョンスミスab");
    expect(name_fold, "", "");
    expect(name_fold,
           "a\xff\xe7\xbe"
           "b",
           "ab");
}

static void test_players(void **state)
{
    (void)state;
    expect(player_fold, "羽生善治九段", "羽生善治");
    expect(player_fold, "羽生善治 竜王・名人", "羽生善治");
    expect(player_fold, "加藤一二三十段", "加藤一二三");
    expect(player_fold, "加藤一二三九段", "加藤一二三");
    expect(player_fold, "藤井聡太 二冠", "藤井聡太");
    expect(player_fold, "渡辺明(龍王)", "渡辺明(竜王)");
    expect(player_fold, "里見香奈女流四冠", "里見香奈");
    expect(player_fold, "大山康晴十五世名人", "大山康晴");
    expect(player_fold, "Tonyko 3級", "tonyko");
    expect(player_fold, "micro77 四段", "micro77");
    expect(player_fold, "山田太郎アマ五段", "山田太郎");
    expect(player_fold, "Hiyoe(R910)", "hiyoe");
    expect(player_fold, "somebody (1834)", "somebody");
    expect(player_fold, "名人", "名人");
    expect(player_fold, "九段", "九段");
    expect(player_fold, "(1834)", "(1834)");
    expect(player_fold, "長岡俊勝（北関東）", "長岡俊勝(北関東)");
}

static void expect_rating(const char *name, unsigned rating)
{
    unsigned found = 0;
    assert_int_equal(player_rating(span_of(name), &found), rating != 0);
    assert_int_equal(found, rating);
}

static void test_ratings(void **state)
{
    (void)state;
    unsigned rating = 0;
    expect_rating("somebody (1834)", 1834);
    expect_rating("somebody（１８３４）", 1834);
    expect_rating("Lv17 ひよえ(R910)", 910);
    expect_rating("x[2345]", 2345);
    expect_rating("x(2345", 0);
    expect_rating("x()", 0);
    expect_rating("x(abc)", 0);
    expect_rating("", 0);
    assert_true(rating_parse(SPAN("2817.0"), &rating));
    assert_int_equal(rating, 2817);
    assert_false(rating_parse(SPAN("70000"), &rating));
    assert_false(rating_parse(SPAN("-5"), &rating));
    assert_false(rating_parse(SPAN("0"), &rating));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
