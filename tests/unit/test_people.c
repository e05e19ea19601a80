/* People: keys of spellings, lists, evidence from games, doubts, decisions, and the index. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "store/metadata/columns.h"
#include "store/people/people.h"
#include "store/people/people_decisions.h"
#include "store/people/people_file.h"
#include "store/people/people_index.h"
#include "store/people/romaji.h"
#include "store/people/spelling.h"

/* --- Keys ------------------------------------------------------------------------------------ */

static const char *text_of(struct buf *b)
{
    assert_int_equal(buf_status(b), STATUS_OK);
    return buf_cstr(b);
}

static void test_keys(void **state)
{
    static const struct {
        const char *name, *key, *trimmed;
        enum spelling_kind kind;
    } CASES[] = {
        {"羽生善治", "羽生善治", "羽生善治", SPELLING_OTHER},
        {"羽生　善治 九段", "羽生善治", "羽生　善治", SPELLING_OTHER},
        {"羽生善治王座・棋王", "羽生善治", "羽生善治", SPELLING_OTHER},
        {"大山康晴十五世名人", "大山康晴", "大山康晴", SPELLING_OTHER},
        {"趙治勲 名誉名人", "趙治勲", "趙治勲", SPELLING_OTHER},
        {"藤井聡太 ＮＨＫ杯", "藤井聡太", "藤井聡太", SPELLING_OTHER},
        {"五段　小島常明(遠野)", "小島常明(遠野)", "小島常明(遠野)", SPELLING_OTHER},
        {"ハブ ヨシハル", "はぶよしはる", "ハブ ヨシハル", SPELLING_OTHER},
        {"名人コブラ", "名人こぶら", "名人コブラ", SPELLING_OTHER},
        {"이세돌 9단", "이세돌", "이세돌", SPELLING_OTHER},
        {"이세돌9단", "이세돌", "이세돌", SPELLING_OTHER},
        {"9단", "9단", "9단", SPELLING_OTHER},
        {"Yoshiharu Habu", "habu yoshiharu", "Yoshiharu Habu", SPELLING_LATIN},
        {"HABU, Yoshiharu (5 dan)", "habu yoshiharu", "HABU, Yoshiharu", SPELLING_LATIN},
        {"Habu Yoshiharu 9p", "habu yoshiharu", "Habu Yoshiharu", SPELLING_LATIN},
        {"Nakahara Makoto (Meijin)", "makoto nakahara", "Nakahara Makoto", SPELLING_LATIN},
        {"Ōyama Yasuharu", "oyama yasuharu", "Ōyama Yasuharu", SPELLING_LATIN},
        {"Cho Hun-hyun", "cho hunhyun", "Cho Hun-hyun", SPELLING_LATIN},
        {"Nie Wei Ping", "nie weiping", "Nie Wei Ping", SPELLING_LATIN},
        {"Wang Lei (b)", "lei wang(b)", "Wang Lei (b)", SPELLING_LATIN},
        {"Kihara (or Kiwara) Kametaro", "kametaro kihara", "Kihara (or Kiwara) Kametaro",
         SPELLING_LATIN},
        {"Tamura Hoju (later Shusai)", "hoju tamura", "Tamura Hoju", SPELLING_LATIN},
        {"Sato Ken (order)", "ken sato(order)", "Sato Ken (order)", SPELLING_LATIN},
        {"Cho U, Meijin/Oza", "cho u", "Cho U", SPELLING_LATIN},
        {"Otake Hideo, Honorary Gosei", "hideo otake", "Otake Hideo", SPELLING_LATIN},
        {"Chinen Kaori, Women's Kisei", "chinen kaori", "Chinen Kaori", SPELLING_LATIN},
        {"Shusai, Honinbo Shuei", "honinboshuei shusai", "Shusai, Honinbo Shuei", SPELLING_LATIN},
        {"Yasui Sanchi IX", "sanchi yasui(ix)", "Yasui Sanchi IX", SPELLING_LATIN},
        {"amaidel[4D]", "amaidel", "amaidel", SPELLING_WORD},
        {"Tonyko 3級", "tonyko", "Tonyko", SPELLING_WORD},
        {"Lv17 ひよえ(R910)", "ひよえ", "ひよえ", SPELLING_OTHER},
        {"先手", "先手", "先手", SPELLING_NOBODY},
        {"Black", "black", "Black", SPELLING_NOBODY},
        {"プレイヤー(R461)", "プレイヤー", "プレイヤー", SPELLING_NOBODY},
        {"Cho U & Suzuki Ayumi", "cho u & suzuki ayumi", "Cho U & Suzuki Ayumi", SPELLING_NOBODY},
        {"A & Cho U, Meijin", "a & cho u meijin", "A & Cho U, Meijin", SPELLING_NOBODY},
        {"九段", "九段", "九段", SPELLING_OTHER},
        {"", "", "", SPELLING_WORD},
    };
    struct buf out;
    (void)state;
    buf_init(&out, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        buf_clear(&out);
        assert_int_equal(spelling_key(span_of(CASES[i].name), &out), CASES[i].kind);
        assert_string_equal(text_of(&out), CASES[i].key);
        buf_clear(&out);
        spelling_trim(span_of(CASES[i].name), &out);
        assert_string_equal(text_of(&out), CASES[i].trimmed);
    }
    buf_release(&out);
}

static void test_romaji(void **state)
{
    static const char *const ALIKE[][2] = {
        {"satou shinichi", "sato sinichi"},
        {"iijima eiji", "ijima eiji"},
        {"honimbo shusai", "honinbo shusai"},
        {"goh ryuuji", "go ryuji"},
    };
    struct buf a, b;
    (void)state;
    buf_init(&a, BUF_DEFAULT_MAX);
    buf_init(&b, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof ALIKE / sizeof *ALIKE; i++) {
        buf_clear(&a);
        buf_clear(&b);
        romaji_plain(span_of(ALIKE[i][0]), &a);
        romaji_plain(span_of(ALIKE[i][1]), &b);
        assert_string_equal(text_of(&a), text_of(&b));
        assert_true(romaji_is_japanese(span_of(ALIKE[i][0])));
    }
    buf_clear(&a);
    buf_clear(&b);
    romaji_plain(SPAN("oono hiroshi"), &a);
    romaji_plain(SPAN("ono hiroshi"), &b);
    assert_string_not_equal(text_of(&a), text_of(&b));
    buf_clear(&a);
    romaji_plainest(SPAN("oono hiroshi"), &a);
    assert_string_equal(text_of(&a), text_of(&b));
    assert_false(romaji_is_japanese(SPAN("habu ysohiharu")));
    assert_false(romaji_is_japanese(SPAN("nie weiping")));
    buf_release(&a);
    buf_release(&b);
}

/* --- Persons --------------------------------------------------------------------------------- */

/* A database in one line: "name games name games …", spellings parted by bars. */
struct sample {
    const char *names;            /* "A 3|B 1": the last word is the games */
    const char *list, *decisions; /* may be NULL */
    const char *pairs;            /* "A=B 2|…": so many games have both */
    uint32_t date;
};

static void add_names(struct people_builder *b, const struct sample *s)
{
    struct err err;
    struct span rest = span_of(s->names);
    while (rest.n) {
        const char *bar = memchr(rest.p, '|', rest.n);
        struct span one = span_make(rest.p, bar ? (size_t)(bar - rest.p) : rest.n);
        size_t blank = one.n;
        while (one.p[blank - 1] != ' ')
            blank--;
        uint32_t number, games = (uint32_t)strtoul(one.p + blank, NULL, 10);
        assert_int_equal(people_add_spelling(b, span_make(one.p, blank - 1), games, &number, &err),
                         STATUS_OK);
        people_add_date(b, number, s->date);
        rest = span_skip(rest, one.n + (bar ? 1 : 0));
    }
}

static void add_pairs(struct people_builder *b, const char *pairs)
{
    struct err err;
    struct span rest = span_of(pairs ? pairs : "");
    for (uint32_t game = 100; rest.n; game += 100) {
        const char *bar = memchr(rest.p, '|', rest.n);
        struct span one = span_make(rest.p, bar ? (size_t)(bar - rest.p) : rest.n);
        const char *equals = memchr(one.p, '=', one.n);
        size_t blank = one.n;
        uint32_t a, z;
        while (one.p[blank - 1] != ' ')
            blank--;
        struct span first = span_make(one.p, (size_t)(equals - one.p));
        struct span second = span_make(equals + 1, (size_t)(one.p + blank - 1 - equals - 1));
        assert_int_equal(people_add_spelling(b, first, 0, &a, &err), STATUS_OK);
        assert_int_equal(people_add_spelling(b, second, 0, &z, &err), STATUS_OK);
        for (unsigned long i = strtoul(one.p + blank, NULL, 10); i > 0; i--)
            assert_int_equal(people_add_pair(b, a, z, game + (uint32_t)i, &err), STATUS_OK);
        rest = span_skip(rest, one.n + (bar ? 1 : 0));
    }
}

static struct people *people_from(const struct game *game, const struct sample *s)
{
    struct people_builder *b;
    struct people *p;
    struct err err;
    assert_int_equal(people_begin(&b, game, &err), STATUS_OK);
    if (s->list)
        assert_int_equal(people_add_list(b, span_of(s->list), SPAN("people.txt"), &err), STATUS_OK);
    if (s->decisions)
        assert_int_equal(people_add_decisions(b, span_of(s->decisions), SPAN("x"), &err),
                         STATUS_OK);
    add_names(b, s);
    add_pairs(b, s->pairs);
    assert_int_equal(people_end(b, &p, &err), STATUS_OK);
    return p;
}

static bool are_one(const struct people *p, const char *a, const char *b)
{
    uint32_t one = people_of(p, span_of(a)), other = people_of(p, span_of(b));
    assert_int_not_equal(one, PEOPLE_NOBODY);
    assert_int_not_equal(other, PEOPLE_NOBODY);
    return one == other;
}

static bool has_doubt(const struct people *p, enum person_doubt_kind kind, const char *a,
                      const char *b)
{
    for (uint32_t i = 0; i < p->doubt_count; i++) {
        const struct person_link *l = &p->doubts[i];
        if (l->kind == kind && ((span_eq(l->a, span_of(a)) && span_eq(l->b, span_of(b))) ||
                                (span_eq(l->a, span_of(b)) && span_eq(l->b, span_of(a)))))
            return true;
    }
    return false;
}

static bool has_evidence(const struct people *p, const char *name, enum person_evidence_kind kind)
{
    const struct person *who = &p->at[people_of(p, span_of(name))];
    for (uint32_t i = 0; i < who->evidence; i++)
        if (p->evidence[who->first_evidence + i].kind == kind)
            return true;
    return false;
}

static void test_spellings(void **state)
{
    (void)state;
    const struct sample s = {
        .names = "羽生善治九段 30|羽生善治 20|Yoshiharu Habu 40|Habu Yoshiharu 3|羽生 2|羽生直剛 5|"
                 "Yamada Taro 4|Taro Yamada 2|Yamada Hanako 7|先手 9|後手 9|藤井猛 5|藤井聡太 6"};
    struct people *p = people_from(&shogi_game, &s);
    assert_true(are_one(p, "羽生善治", "Yoshiharu Habu"));
    assert_true(are_one(p, "羽生善治九段", "羽生"));
    assert_false(are_one(p, "羽生善治", "羽生直剛"));
    assert_true(are_one(p, "Yamada Taro", "Taro Yamada"));
    assert_false(are_one(p, "Yamada Taro", "Yamada Hanako"));
    assert_false(are_one(p, "藤井猛", "藤井聡太"));
    assert_false(are_one(p, "先手", "後手"));
    const struct person *habu = &p->at[people_of(p, SPAN("はぶ よしはる"))];
    assert_int_equal(habu->games, 95);
    assert_int_equal(habu->count, 5);
    assert_true(span_eq(habu->name, SPAN("羽生善治")));
    assert_true(span_eq(p->spellings[habu->first].name, SPAN("Yoshiharu Habu")));
    assert_true(has_evidence(p, "羽生", EVIDENCE_BUILT_IN));
    assert_true(has_evidence(p, "Taro Yamada", EVIDENCE_SPELLING));
    assert_true(p->at[0].games == 95); /* the most frequent first */
    people_free(p);
}

static void test_generations_and_notes(void **state)
{
    (void)state;
    const struct sample go = {.names = "Sakaguchi Sentoku I 12|Sakaguchi Sentoku II 26|Wang Lei 10|"
                                       "Wang Lei (b) 46|Wang Lei (s) 3|Tei Meiki 18|Tei Meiko 83"};
    struct people *p = people_from(&go_game, &go);
    assert_int_equal(p->count, 7);
    assert_true(has_doubt(p, DOUBT_NOTE, "Wang Lei", "Wang Lei (b)"));
    people_free(p);
    const struct sample shogi = {
        .names = "小島常明 2|小島常明(遠野) 8|五段 小島常明(盛岡) 1|"
                 "佐藤健(盛岡) 2|佐藤健(花巻) 3|佐藤健 1|昆隆志 1|昆隆志(盛岡) 3|"
                 "伊藤宗看（三代） 1|伊藤宗看（初代） 1"};
    p = people_from(&shogi_game, &shogi);
    assert_true(are_one(p, "小島常明", "小島常明(遠野)"));
    assert_true(are_one(p, "小島常明", "五段 小島常明(盛岡)"));
    assert_true(are_one(p, "昆隆志", "昆隆志(盛岡)"));
    assert_false(are_one(p, "佐藤健(盛岡)", "佐藤健(花巻)"));
    assert_false(are_one(p, "伊藤宗看（三代）", "伊藤宗看（初代）"));
    assert_true(has_evidence(p, "昆隆志", EVIDENCE_NOTE));
    people_free(p);
}

static void test_romanised(void **state)
{
    (void)state;
    const struct sample s = {
        .names = "Satou Jirou 3|Sato Jiro 9|Oono Jiro 2|Ono Jiro 3|Nakayama Tarou 20|"
                 "Nakayama Tarru 1|Nakayama Sarou 1|Eiji Ijima 2|Ohyama Yasuharu 1"};
    struct people *p = people_from(&shogi_game, &s);
    assert_true(are_one(p, "Satou Jirou", "Sato Jiro"));
    assert_true(has_evidence(p, "Sato Jiro", EVIDENCE_ROMAJI));
    assert_false(are_one(p, "Oono Jiro", "Ono Jiro"));
    assert_true(has_doubt(p, DOUBT_ROMAJI, "Oono Jiro", "Ono Jiro"));
    assert_true(are_one(p, "Nakayama Tarou", "Nakayama Tarru"));
    assert_true(has_evidence(p, "Nakayama Tarru", EVIDENCE_MISPRINT));
    assert_false(are_one(p, "Nakayama Tarou", "Nakayama Sarou"));
    assert_true(has_doubt(p, DOUBT_LETTER, "Nakayama Tarou", "Nakayama Sarou"));
    assert_true(are_one(p, "Eiji Ijima", "飯島栄治"));
    people_free(p);
}

static void test_games_teach(void **state)
{
    (void)state;
    const struct sample s = {
        .names = "山川一郎 5|Yamakawa Ichiro 4|川上二郎 5|Yamakawa Jiro 5|川上 9|handle7 5|"
                 "Abe Taro 3|Abe Jiro 3|谷川浩司 8|Habu Yoshiharu 9|先手 5|ken 4|森太郎 4|林次郎 4",
        .pairs = "山川一郎=Yamakawa Ichiro 1|川上二郎=川上 2|Abe Taro=Abe Jiro 5|"
                 "谷川浩司=Habu Yoshiharu 2|先手=山川一郎 4|handle7=川上二郎 2|森太郎=ken "
                 "3|林次郎=ken 3"};
    struct people *p = people_from(&shogi_game, &s);
    assert_true(are_one(p, "山川一郎", "Yamakawa Ichiro"));
    assert_true(has_evidence(p, "山川一郎", EVIDENCE_GAMES));
    assert_false(are_one(p, "Yamakawa Ichiro", "Yamakawa Jiro"));
    assert_true(
        are_one(p, "川上二郎", "川上")); /* nobody else begins with it, and two games say so */
    assert_false(are_one(p, "Abe Taro", "Abe Jiro"));
    assert_true(has_doubt(p, DOUBT_GAMES, "Abe Taro", "Abe Jiro"));
    assert_false(are_one(p, "谷川浩司", "Habu Yoshiharu"));
    assert_true(has_doubt(p, DOUBT_CONFLICT, "谷川浩司", "Habu Yoshiharu"));
    assert_false(are_one(p, "先手", "山川一郎"));
    assert_false(are_one(p, "handle7", "川上二郎")); /* a handle needs more */
    assert_false(are_one(p, "ken", "森太郎"));       /* whose is it? */
    assert_false(are_one(p, "ken", "林次郎"));
    people_free(p);
}

/* A word that may be a handle is a person's only in that person's time. */
static void test_handles(void **state)
{
    (void)state;
    struct sample s = {.names = "Honinbo Shusaku 20|Yasuda Shusaku 10",
                       .date = date_make(1850, 1, 1)};
    struct people_builder *b;
    struct people *p;
    struct err err;
    for (unsigned year = 1848; year <= 2015; year += 167) {
        uint32_t number;
        assert_int_equal(people_begin(&b, &go_game, &err), STATUS_OK);
        add_names(b, &s);
        assert_int_equal(people_add_spelling(b, SPAN("Shusaku"), 3, &number, &err), STATUS_OK);
        people_add_date(b, number, date_make(year, 3, 3));
        assert_int_equal(people_end(b, &p, &err), STATUS_OK);
        assert_true(are_one(p, "Honinbo Shusaku", "Yasuda Shusaku"));
        assert_int_equal(are_one(p, "Honinbo Shusaku", "Shusaku"), year < 1900);
        people_free(p);
    }
}

static void test_lists(void **state)
{
    (void)state;
    const struct sample s = {
        .names = "Ace228 5|山田太郎 4|yamataro 2|羽生善治 3|Mr. Shogi 2",
        .list = "# mine\n山田太郎 = Ace228 = yamataro\n羽生善治=Mr. Shogi # his\n"};
    struct people *p = people_from(&shogi_game, &s);
    assert_true(are_one(p, "山田太郎", "Ace228"));
    assert_true(are_one(p, "山田太郎", "yamataro"));
    assert_true(has_evidence(p, "yamataro", EVIDENCE_LIST));
    assert_true(are_one(p, "Mr. Shogi", "Yoshiharu Habu"));
    people_free(p);
}

static enum status count_line(void *ctx, const struct people_line *person, struct err *err)
{
    (void)err;
    *(uint32_t *)ctx += person->count;
    return STATUS_OK;
}

static void test_list_errors(void **state)
{
    static const struct {
        const char *text;
        uint32_t line;
        uint64_t byte;
    } CASES[] = {
        {"A B = C D\n = E\n", 2, 10}, {"A B =\n", 1, 5},     {"A B = = C D", 1, 5},
        {"A B = 先手\n", 1, 6},       {"A B\n\xFF\n", 1, 4}, {"A & B = C D", 1, 0},
    };
    struct err err;
    uint32_t count = 0;
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(
            people_file_parse(span_of(CASES[i].text), SPAN("f.txt"), count_line, &count, &err),
            STATUS_SYNTAX);
        assert_int_equal(err.line, CASES[i].line);
        assert_int_equal(err.byte, CASES[i].byte);
        assert_string_equal(err.file, "f.txt");
    }
    count = 0;
    assert_int_equal(people_file_parse(SPAN("\xEF\xBB\xBF羽生 = Habu # x\r\n\n# y\nA"), SPAN(""),
                                       count_line, &count, &err),
                     STATUS_OK);
    assert_int_equal(count, 3);
}

struct seen_keys {
    struct text_table keys;
    uint32_t *line;
    size_t cap;
};

/* No spelling of the built-in lists is two people's. */
static enum status add_keys(void *ctx, const struct people_line *person, struct err *err)
{
    struct seen_keys *seen = ctx;
    struct buf key;
    (void)err;
    buf_init(&key, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < person->count; i++) {
        uint32_t number, before = seen->keys.count;
        buf_clear(&key);
        (void)spelling_key(person->spellings[i], &key);
        assert_true(text_table_add(&seen->keys, buf_span(&key), &number));
        if (seen->keys.count > before) {
            seen->line = mem_grow(seen->line, before, &seen->cap, UINT32_MAX, sizeof *seen->line);
            seen->line[number] = person->line;
        } else if (seen->line[number] != person->line) {
            fail_msg("%s is in lines %u and %u", buf_cstr(&key), seen->line[number], person->line);
        }
    }
    buf_release(&key);
    return STATUS_OK;
}

static void test_builtin(void **state)
{
    const struct game *const GAMES[] = {&shogi_game, &go_game};
    struct err err;
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct seen_keys seen = {0};
        text_table_init(&seen.keys);
        struct span list = people_builtin(GAMES[i]);
        assert_int_equal(people_file_parse(list, SPAN("built in"), add_keys, &seen, &err),
                         STATUS_OK);
        assert_true(seen.keys.count > 800);
        text_table_release(&seen.keys);
        mem_free(seen.line);
    }
    assert_int_equal(people_builtin(&chaturanga_game).n, 0);
}

/* --- Decisions ------------------------------------------------------------------------------- */

static char folder[] = "/tmp/kifu-people-XXXXXX";

static void decide(bool merge, const char *a, const char *b)
{
    struct err err;
    const struct people_decision d = {merge, span_of(a), span_of(b)};
    assert_int_equal(people_decisions_add(folder, &d, &err), STATUS_OK);
}

static struct people *decided(void)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(people_decisions_read(folder, &text, &err), STATUS_OK);
    const struct sample s = {.names =
                                 "Abe Taro 3|Abe Jiro 3|Taro Abe 1|羽生善治 4|Habu Yoshiharu 5",
                             .decisions = text_of(&text)};
    struct people *p = people_from(&shogi_game, &s);
    buf_release(&text);
    return p;
}

static void test_decisions(void **state)
{
    struct buf undone;
    struct err err;
    char path[64], lock[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/" PEOPLE_DECISIONS_FILE, folder);
    snprintf(lock, sizeof lock, "%s/lock", folder);
    buf_init(&undone, BUF_DEFAULT_MAX);
    assert_int_equal(people_decisions_undo(folder, &undone, &err), STATUS_NOT_FOUND);
    decide(true, "Abe Taro", "Abe Jiro");
    struct people *p = decided();
    assert_true(are_one(p, "Abe Taro", "Abe Jiro"));
    assert_true(has_evidence(p, "Abe Taro", EVIDENCE_DECISION));
    people_free(p);
    decide(false, "Habu Yoshiharu", "");
    decide(false, "Taro Abe", "");
    p = decided();
    assert_false(are_one(p, "羽生善治", "Habu Yoshiharu"));
    assert_false(are_one(p, "Taro Abe", "Abe Taro"));
    assert_true(are_one(p, "Abe Taro", "Abe Jiro"));
    people_free(p);
    decide(false, "Abe Jiro", "");
    p = decided();
    assert_false(are_one(p, "Abe Taro", "Abe Jiro")); /* the later word counts */
    people_free(p);
    decide(true, "Abe Taro", "Abe Jiro");
    p = decided();
    assert_true(are_one(p, "Abe Taro", "Abe Jiro"));
    people_free(p);
    for (int i = 0; i < 2; i++)
        assert_int_equal(people_decisions_undo(folder, &undone, &err), STATUS_OK);
    assert_string_equal(text_of(&undone), "merge\tAbe Taro\tAbe Jirosplit\tAbe Jiro");
    p = decided();
    assert_true(are_one(p, "Abe Taro", "Abe Jiro"));
    people_free(p);
    const struct people_decision tab = {true, SPAN("a\tb"), SPAN("c")};
    assert_int_equal(people_decisions_add(folder, &tab, &err), STATUS_RANGE);
    assert_int_equal(file_replace(path, SPAN("kifu-people-decisions 2\nx\n"), &err), STATUS_OK);
    assert_int_equal(people_decisions_undo(folder, &undone, &err), STATUS_SYNTAX);
    buf_release(&undone);
    unlink(path);
    unlink(lock);
    rmdir(folder);
}

static enum status ignore_decision(void *ctx, const struct people_decision *d, struct err *err)
{
    (void)ctx, (void)d, (void)err;
    fail_msg("a damaged file has no decisions");
    return STATUS_OK;
}

/* Every byte counts. */
static void test_damaged_decisions(void **state)
{
    struct buf text;
    struct err err;
    (void)state;
    assert_non_null(mkdtemp(strcpy(folder, "/tmp/kifu-people-XXXXXX")));
    decide(true, "A", "B");
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(people_decisions_read(folder, &text, &err), STATUS_OK);
    for (size_t i = 0; i < text.n; i++) {
        text.p[i] ^= 1;
        assert_int_equal(
            people_decisions_parse(buf_span(&text), SPAN("f"), ignore_decision, NULL, &err),
            STATUS_SYNTAX);
        text.p[i] ^= 1;
        if (i)
            assert_int_equal(people_decisions_parse(span_make(text.p, i), SPAN("f"),
                                                    ignore_decision, NULL, &err),
                             STATUS_SYNTAX);
    }
    buf_release(&text);
    char path[64];
    snprintf(path, sizeof path, "%s/" PEOPLE_DECISIONS_FILE, folder);
    assert_int_equal(truncate(path, 0), 0); /* no decisions would be another answer */
    assert_int_equal(people_decisions_read(folder, &(struct buf){0}, &err), STATUS_SYNTAX);
    unlink(path);
    snprintf(path, sizeof path, "%s/lock", folder);
    unlink(path);
    rmdir(folder);
}

/* --- Finding, and the index ------------------------------------------------------------------ */

static const struct sample SAMPLE = {
    .names = "羽生善治九段 30|Yoshiharu Habu 40|谷川浩司 20|handle 5|Yamada Taro 4|藤井聡太 50"};

static void test_find(void **state)
{
    static const struct {
        const char *text;
        enum people_part part;
        uint32_t count;
        const char *first;
    } CASES[] = {
        {"羽生", PEOPLE_PREFIX, 1, "Habu Yoshiharu"},
        {"はぶ", PEOPLE_PREFIX, 1, "Habu Yoshiharu"},
        {"habu", PEOPLE_PREFIX, 1, "Habu Yoshiharu"},
        {"Yoshi", PEOPLE_PREFIX, 1, "Habu Yoshiharu"},
        {"善治", PEOPLE_PREFIX, 0, NULL},
        {"善治", PEOPLE_PART, 1, "Habu Yoshiharu"},
        {"ハブ", PEOPLE_PREFIX, 1, "Habu Yoshiharu"},
        {"andl", PEOPLE_PART, 1, "handle"},
        {"", PEOPLE_PREFIX, 5, "Habu Yoshiharu"},
        {"taro yamada", PEOPLE_PREFIX, 1, "Yamada Taro"},
    };
    struct people *p = people_from(&shogi_game, &SAMPLE);
    struct err err;
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint32_t found[2], count;
        assert_int_equal(
            people_find(p, span_of(CASES[i].text), CASES[i].part, found, 2, &count, &err),
            STATUS_OK);
        assert_int_equal(count, CASES[i].count);
        if (CASES[i].first)
            assert_true(span_eq(p->at[found[0]].name, span_of(CASES[i].first)));
    }
    people_free(p);
}

static void check_index(const struct people_index *x)
{
    struct err err;
    bool wanted[8] = {0}, any;
    uint32_t habu = people_index_person(x, SPAN("羽生善治九段"));
    assert_int_not_equal(habu, PEOPLE_NOBODY);
    assert_int_equal(people_index_person(x, SPAN("Yoshiharu Habu")), habu);
    assert_int_equal(people_index_person(x, SPAN("handle")), PEOPLE_NOBODY);
    assert_true(span_eq(people_index_name(x, habu), SPAN("Habu Yoshiharu")));
    assert_int_equal(people_index_match(x, SPAN("はぶ"), wanted, &any, &err), STATUS_OK);
    assert_true(any && wanted[habu]);
    assert_int_equal(people_index_match(x, SPAN("ohabu"), wanted, &any, &err), STATUS_OK);
    static const char *const names[] = {"Habu Yoshiharu", "羽生善治九段", "はぶよしはる",
                                        "yoshiharu habu"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        memset(wanted, 0, sizeof wanted);
        assert_int_equal(people_index_find(x, span_of(names[i]), wanted, &any, &err), STATUS_OK);
        assert_true(any && wanted[habu]);
    }
    memset(wanted, 0, sizeof wanted);
    assert_int_equal(people_index_find(x, SPAN("abu Yoshi"), wanted, &any, &err), STATUS_OK);
    assert_false(any || wanted[habu]);
}

static void test_index(void **state)
{
    struct people *p = people_from(&shogi_game, &SAMPLE);
    struct people_index made, read;
    struct buf text;
    struct err err;
    (void)state;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(people_index_make(&made, p, &err), STATUS_OK);
    check_index(&made);
    assert_true(people_index_print(&made, 77, &text));
    assert_int_equal(people_index_parse(&read, buf_span(&text), 77, &err), STATUS_OK);
    check_index(&read);
    people_index_release(&read);
    assert_int_equal(people_index_parse(&read, buf_span(&text), 78, &err), STATUS_NOT_FOUND);
    for (size_t i = 40; i < text.n; i++) {
        text.p[i] ^= 1;
        assert_int_not_equal(people_index_parse(&read, buf_span(&text), 77, &err), STATUS_OK);
        text.p[i] ^= 1;
        assert_int_not_equal(people_index_parse(&read, span_make(text.p, i), 77, &err), STATUS_OK);
    }
    people_index_release(&made);
    people_free(p);
    buf_release(&text);
}

/* --- Without memory -------------------------------------------------------------------------- */

static enum status build_all(void)
{
    struct people_builder *b;
    struct people *p = NULL;
    struct people_index x;
    struct err err;
    uint32_t one, other;
    enum status status = people_begin(&b, &chaturanga_game, &err);
    if (status != STATUS_OK)
        return status;
    if (people_add_spelling(b, SPAN("山川一郎"), 3, &one, &err) != STATUS_OK ||
        people_add_spelling(b, SPAN("Yamakawa Ichiro"), 30, &other, &err) != STATUS_OK ||
        people_add_pair(b, one, other, 7, &err) != STATUS_OK ||
        people_add_spelling(b, SPAN("Yamakawa Ihciro"), 1, &other, &err) != STATUS_OK ||
        people_add_spelling(b, SPAN("山川一郎(盛岡)"), 1, &other, &err) != STATUS_OK ||
        people_add_list(b, SPAN("A B = C"), SPAN("f"), &err) != STATUS_OK) {
        people_abandon(b);
        return err.code;
    }
    status = people_end(b, &p, &err);
    if (status == STATUS_OK) {
        assert_int_equal(p->count, 1);
        status = people_index_make(&x, p, &err);
        if (status == STATUS_OK)
            people_index_release(&x);
    }
    people_free(p);
    return status;
}

static void test_no_memory(void **state)
{
    (void)state;
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK && n < 2000; n++) {
        mem_fail_after(n);
        status = build_all();
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
    }
    assert_int_equal(status, STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),        cmocka_unit_test(test_romaji),
        cmocka_unit_test(test_spellings),   cmocka_unit_test(test_generations_and_notes),
        cmocka_unit_test(test_romanised),   cmocka_unit_test(test_games_teach),
        cmocka_unit_test(test_handles),     cmocka_unit_test(test_lists),
        cmocka_unit_test(test_list_errors), cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_decisions),   cmocka_unit_test(test_damaged_decisions),
        cmocka_unit_test(test_find),        cmocka_unit_test(test_index),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
