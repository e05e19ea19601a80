/* test_named.c: queries with names, those that are built in, and the tags of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "games/shogi/shogi.h"
#include "query/language/named.h"
#include "query/language/tree.h"
#include "query/run/tags.h"

static void fail_with(const struct err *err, const char *what)
{
    struct buf why;
    buf_init(&why, 10000);
    err_format(err, LANG_EN, &why);
    fail_msg("%s: %s", what, buf_cstr(&why));
}

static struct named_queries of_text(const char *text)
{
    struct named_queries n;
    struct err err = {0};
    named_init(&n);
    if (named_add_text(&n, span_of(text), SPAN("test"), &err) != STATUS_OK)
        fail_with(&err, text);
    return n;
}

static void assert_means(const struct named_queries *n, const char *query, const char *printed)
{
    struct query q;
    struct err err = {0};
    struct buf out;
    buf_init(&out, 100000);
    if (query_parse(&q, &shogi_game, n, span_of(query), &err) != STATUS_OK)
        fail_with(&err, query);
    query_print(&q, &out);
    assert_string_equal(buf_cstr(&out), printed);
    query_release(&q);
    buf_release(&out);
}

static const char FEW[] = "# a comment\n"
                          "castle mino 美濃囲い 美濃 : s28ou s38gi\n"
                          "\n"
                          "castle~ hole 穴 : s19ou\n"
                          "  s18ky # in the corner \"\n"
                          "# within\n"
                          "  or s28ou\n"
                          "opening middle 中 : s55fu or g55fu\n"
                          "@mine 私 : castle:mino or s76fu\r\n"
                          "mess x : all";

static void test_meaning(void **state)
{
    (void)state;
    struct named_queries n = of_text(FEW);
    assert_int_equal(n.count, 5);
    assert_means(&n, "s.castle:mino", "s28ou s38gi");
    assert_means(&n, "g.castle:美濃", "g82ou g72gi");
    assert_means(&n, "先手.castle:\"美濃囲い\"", "s28ou s38gi");
    assert_means(&n, "castle:MINO", "s28ou s38gi or g82ou g72gi");
    assert_means(&n, "s.castle:hole", "(s19ou s18ky or s28ou) or (s99ou s98ky or s88ou)");
    assert_means(&n, "opening:middle", "since(s55fu or g55fu)");
    assert_means(&n, "@mine", "(s28ou s38gi or g82ou g72gi) or s76fu");
    assert_means(&n, "flip(s.castle:mino)", "g82ou g72gi");
    assert_means(&n, "mess:x", "all");
    assert_string_equal(named_nearest(&n, SPAN("castle"), SPAN("mnio")).p, "mino");
    named_release(&n);
}

/* An opening is about the game: what it stands for depends on what stands around it. */
static void test_about_game(void **state)
{
    (void)state;
    struct named_queries n = of_text("castle mino 美濃 : s28ou s38gi\n"
                                     "opening middle : s55fu ply:..40\n"
                                     "opening both : s.opening:middle or s.castle:mino\n"
                                     "@mine : s.opening:middle player:A\n");
    assert_means(&n, "s.opening:middle", "since(s55fu ply:..40)");
    assert_means(&n, "opening:middle", "since(s55fu ply:..40 or g55fu ply:..40)");
    assert_means(&n, "flip(s.opening:middle)", "since(g55fu ply:..40)");
    assert_means(&n, "s.opening:middle player:A turn:s",
                 "since(s55fu ply:..40) player:\"A\" turn:s");
    assert_means(&n, "s.opening:middle or g.opening:middle",
                 "since(s55fu ply:..40) or since(g55fu ply:..40)");
    assert_means(&n, "not s.opening:middle", "not (all ever s55fu ply:..40)");
    assert_means(&n, "g.opening:middle not s.opening:middle",
                 "since(g55fu ply:..40) not (all ever s55fu ply:..40)");
    assert_means(&n, "s.castle:mino s.opening:middle", "(s28ou s38gi) (all ever s55fu ply:..40)");
    assert_means(&n, "s55fu or s.opening:middle", "s55fu or (all ever s55fu ply:..40)");
    assert_means(&n, "s.castle:mino ever s.opening:middle",
                 "s28ou s38gi ever (all ever s55fu ply:..40)");
    assert_means(&n, "s.opening:middle ever s.castle:mino",
                 "since(s55fu ply:..40) ever s28ou s38gi");
    assert_means(&n, "s.opening:middle never s.castle:mino",
                 "since(s55fu ply:..40) never s28ou s38gi");
    assert_means(&n, "s.opening:middle then s.castle:mino",
                 "(all ever s55fu ply:..40) (s28ou s38gi)");
    assert_means(&n, "s.castle:mino then s.opening:middle player:A",
                 "(s28ou s38gi) ((all ever s55fu ply:..40) player:\"A\")");
    assert_means(&n, "s.opening:middle then<20 s.castle:mino",
                 "s55fu ply:..40 then<=20 s28ou s38gi");
    assert_means(&n, "s.opening:middle for>=10", "s55fu ply:..40 for>=10");
    assert_means(&n, "game.s.castle:mino", "since(s28ou s38gi)");
    assert_means(&n, "game.castle:美濃 s55fu", "(all ever s28ou s38gi or g82ou g72gi) s55fu");
    assert_means(&n, "s.opening:both", "since(s55fu ply:..40 or s28ou s38gi)");
    assert_means(&n, "@mine", "since(s55fu ply:..40) player:\"A\"");
    assert_means(&n, "@mine s76fu", "((all ever s55fu ply:..40) player:\"A\") s76fu");
    assert_means(&n, "since(s55fu then g55fu)", "since(s55fu then g55fu)");
    named_release(&n);
}

/* One Habu, several of 藤井, an event and a tag. */
static enum status find_few(const struct name_lookup *lookup, enum meta_field field,
                            struct span text, bool words, struct arena *arena,
                            struct names_found *out, struct err *err)
{
    (void)lookup;
    (void)arena;
    (void)err;
    *out = (struct names_found){0};
    if (field == META_PLAYER && span_eq_nocase(text, SPAN("Habu")))
        *out = (struct names_found){
            .count = 1, .at = {{SPAN("Yoshiharu Habu"), 9}}, .listed = 1, .clear = true, .of = 9};
    if (field == META_PLAYER && !words && span_eq(text, SPAN("Hab")))
        *out = (struct names_found){.count = 1, .clear = true};
    if (field == META_PLAYER && span_eq(text, SPAN("Yama")))
        *out = (struct names_found){
            .count = 2, .at = {{SPAN("Yamada"), 98}}, .listed = 1, .clear = true, .of = 99};
    if (field == META_PLAYER && span_eq(text, SPAN("藤井")))
        *out = (struct names_found){
            .count = 13, .at = {{SPAN("藤井聡太"), 5}, {SPAN("藤井猛"), 2}}, .listed = 2, .of = 9};
    if (field == META_PLAYER && span_eq(text, SPAN("藤井猛")))
        *out = (struct names_found){
            .count = 2, .at = {{SPAN("藤井猛"), 2}}, .listed = 1, .clear = true};
    if (field == META_EVENT && span_eq(text, SPAN("Oi Sen")))
        out->count = 1;
    if (field == META_TAG && span_eq(text, SPAN("pro")))
        out->count = 1;
    return span_eq(text, SPAN("broken")) ? err_nomem(err) : STATUS_OK;
}

static void assert_wrong(const struct named_queries *n, const char *query, const char *message)
{
    struct query q;
    struct err err = {0};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(query_parse(&q, &shogi_game, n, span_of(query), &err), STATUS_SYNTAX);
    err_message(&err, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out), message);
    query_release(&q);
    buf_release(&out);
}

static void test_bare_words(void **state)
{
    (void)state;
    static const struct name_lookup lookup = {find_few};
    struct named_queries n = of_text("castle mino 美濃囲い 美濃 : s28ou\n"
                                     "castle kata-mino 片美濃 : s38gi\n"
                                     "castle gin-mino 銀美濃 : s47gi\n"
                                     "castle yagura 矢倉 : s77gi\n"
                                     "opening yagura 矢倉 : s66fu\n"
                                     "opening shiken-bisha 四間飛車 エルモ : s68hi\n"
                                     "joseki taisha 大斜 : s55fu\n"
                                     "shape habu-roll : s11fu\n");
    n.lookup = &lookup;
    static const char *const BOTH = "s28ou or g82ou";
    const char *const typed[] = {"mino", "MINO", "美濃",     "みの",
                                 "ミノ", "ﾐﾉ",   "美濃囲い", "\"美濃\""};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        assert_means(&n, typed[i], BOTH);
    assert_means(&n, "s.mino", "s28ou");
    assert_means(&n, "g.みの", "g82ou");
    assert_means(&n, "game.s.mino", "since(s28ou)");
    assert_means(&n, "s.yagura", "s77gi");
    assert_means(&n, "s.しけんびしゃ", "since(s68hi)");
    assert_means(&n, "s.shikenbisha", "since(s68hi)");
    assert_means(&n, "s.shi", "since(s68hi)");
    assert_means(&n, "s.えるも", "since(s68hi)");
    assert_means(&n, "s.大斜", "s55fu");
    assert_means(&n, "habu (s.mino)",
                 "player:==\"Yoshiharu Habu\" s28ou"); /* no shape: it is not all of it */
    assert_means(&n, "g.Habu", "g.player:==\"Yoshiharu Habu\"");
    assert_means(&n, "Hab", "s11fu or g99fu");
    assert_means(&n, "Yama", "player:==\"Yamada\"");
    assert_means(&n, "藤井猛", "player:==\"藤井猛\"");
    assert_means(&n, "\"Oi Sen\" or pro", "event:\"Oi Sen\" or tag:\"pro\"");
    assert_wrong(
        &n, "藤井",
        "\"藤井\" may be any of: 藤井聡太 (5), 藤井猛 (2), …; write the whole name in quotes, or "
        "player:藤井 for all of them");
    assert_means(&n, "s.片", "s38gi");
    assert_wrong(&n, "min",
                 "\"min\" may be any of: castle:mino, castle:kata-mino, castle:gin-mino");
    assert_wrong(&n, "mnio", "unknown word \"mnio\"; did you mean \"mino\"?");
    assert_wrong(&n, "xyzzy", "unknown word \"xyzzy\"");
    assert_wrong(&n, "\"xyzzy\"", "no name, player, event or tag has \"xyzzy\"");
    assert_wrong(&n, "s.pro", "unknown word \"s.pro\"");
    assert_wrong(&n, "Habu:x", "unknown word \"Habu\"");
    assert_wrong(&n, "Habu(s28ou)", "unknown word \"Habu\"");
    assert_wrong(&n, "h", "unknown word \"h\"");
    struct query q;
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("s.mino Yama Habu"), NULL), STATUS_OK);
    assert_non_null(q.readings); /* of Yama alone */
    assert_true(span_eq(q.readings->word, SPAN("Yama")));
    assert_true(span_eq(q.readings->name, SPAN("Yamada")));
    assert_int_equal(q.readings->games, 98);
    assert_int_equal(q.readings->of, 99);
    assert_null(q.readings->next);
    query_release(&q);
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("Yama"), NULL), STATUS_OK);
    assert_int_equal(query_player(&q), q.root);
    query_release(&q);
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("broken"), NULL), STATUS_NOMEM);
    query_release(&q);
    named_release(&n);
}

static void test_replacing(void **state)
{
    (void)state;
    struct named_queries n = of_text(FEW);
    struct err err;
    assert_int_equal(named_add_text(&n, SPAN("castle Mino : s55ou"), SPAN("mine"), &err),
                     STATUS_OK);
    assert_int_equal(n.count, 5);
    assert_means(&n, "s.castle:mino", "s55ou");
    named_release(&n);
}

static void test_bad_files(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, byte;
    } cases[] = {
        {"castle mino s28ou", 1, 0}, {"\n# x\ncastle a : all\ncastle b:all", 4, 20},
        {"castle : all", 1, 0},      {": all", 1, 0},
        {"castle a :", 1, 0},        {"castle a : all\ncastle a : all", 2, 15},
        {" castle a b", 1, 0},       {"@ : all", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct named_queries n;
        struct err err = {0};
        named_init(&n);
        if (named_add_text(&n, span_of(cases[i].text), SPAN("test"), &err) != STATUS_SYNTAX)
            fail_msg("taken: %s", cases[i].text);
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.byte, cases[i].byte);
        assert_string_equal(err.file, "test");
        named_release(&n);
    }
}

static void test_cycles(void **state)
{
    (void)state;
    struct named_queries n = of_text("@a : @b\n@b : s76fu @c\n@c : not @a\ncastle d : castle:d\n"
                                     "@far : s76fu xyzzy");
    struct query q;
    struct err err = {0};
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("s55fu @a"), &err), STATUS_SYNTAX);
    query_release(&q);
    assert_string_equal(err.file, "@c");
    assert_int_equal(err.byte, 4);
    assert_string_equal(err.arg[0], "@a");
    err = (struct err){0};
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("castle:d"), &err), STATUS_SYNTAX);
    query_release(&q);
    assert_string_equal(err.file, "castle:d");
    err = (struct err){0};
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("@far"), &err), STATUS_SYNTAX);
    query_release(&q);
    assert_string_equal(err.file, "@far");
    assert_int_equal(err.byte, 6);
    err = (struct err){0};
    assert_int_equal(named_check(&n, &shogi_game, &err), STATUS_SYNTAX);
    assert_string_equal(err.file, "test");
    assert_int_equal(err.line, 1);
    named_release(&n);
}

/* Names that double with each step must meet a limit, not fill the memory. */
static void test_explosion(void **state)
{
    (void)state;
    struct buf text;
    struct query q;
    buf_init(&text, 100000);
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "@n%d : @n%d @n%d\n", i, i + 1, i + 1);
    buf_add_str(&text, "@n40 : material>=1");
    struct named_queries n = of_text(buf_cstr(&text));
    assert_int_equal(query_parse(&q, &shogi_game, &n, SPAN("@n0"), NULL), STATUS_LIMIT);
    query_release(&q);
    named_release(&n);
    buf_release(&text);
}

/* --- Those built in -------------------------------------------------------------------------- */

static bool has_japanese(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0xE3)
            return true;
    return false;
}

static bool is_roman(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= '0' && s.p[i] <= '9') ||
              s.p[i] == '-'))
            return false;
    return s.n > 0;
}

/* Names and labels that would find this one and another as well. */
static void assert_unique(const struct named_queries *n, const struct named_query *q)
{
    for (uint32_t k = 0; k < q->label_count; k++) {
        const struct named_query *found = named_find(n, q->group, q->labels[k]);
        if (found != q)
            fail_msg("%s is two names", q->labels[k].p);
        assert_true(span_eq(q->labels[k], q->labels[k]));
        for (uint32_t j = 0; j < k; j++)
            assert_false(span_eq(q->labels[j], q->labels[k]));
    }
}

static void test_builtin(void **state)
{
    (void)state;
    struct named_queries n;
    struct err err = {0};
    named_init(&n);
    assert_int_equal(named_add_builtin(&n, &shogi_game, &err), STATUS_OK);
    assert_true(n.count >= 60);
    if (named_check(&n, &shogi_game, &err) != STATUS_OK)
        fail_with(&err, "built in");
    for (size_t i = 0; i < n.count; i++) {
        const struct named_query *q = &n.at[i];
        assert_true(is_roman(q->name));
        if (q->label_count == 0 || !has_japanese(q->labels[0]))
            fail_msg("%s has no Japanese name", q->name.p);
        assert_true(q->group.n > 0);
        assert_unique(&n, q);
    }
    named_release(&n);
}

/* --- Tags ------------------------------------------------------------------------------------ */

/* A static rook against a fourth-file rook in a Mino castle. */
static const char GAME[] = "2g2f 3c3d 7g7f 4c4d 4g4f 8b4b 5i6h 5a6b 6h7h 7a7b 4i5h 6b7a 3i4h 7a8b "
                           "9g9f 9c9d 3g3f 4a5b 8h7g 3a3b 7h8h 3b4c 1g1f 6c6d 9i9h 8c8d 8h9i 7c7d "
                           "7i8h 5b6c";

static uint32_t moves_of(const char *text, game_move *moves, uint32_t most)
{
    struct span rest = span_of(text);
    uint32_t n = 0;
    while (rest.n && n < most) {
        ptrdiff_t blank = span_find(rest, SPAN(" "));
        struct span word = span_make(rest.p, blank < 0 ? rest.n : (size_t)blank);
        assert_true(shogi_game.text.move_parse(NULL, word, &moves[n++]));
        rest = span_skip(rest, word.n + (blank >= 0));
    }
    return n;
}

static const struct named_tag *tag_named(const struct tag_list *l, const char *name, int seat)
{
    for (size_t i = 0; i < l->count; i++)
        if (span_eq(l->at[i].named->name, span_of(name)) && l->at[i].seat == seat)
            return &l->at[i];
    return NULL;
}

static void test_tags(void **state)
{
    (void)state;
    struct named_queries n;
    struct named_tags *tags;
    struct tag_list found = {0};
    struct err err = {0};
    game_move moves[100];
    uint32_t count = moves_of(GAME, moves, 100);
    named_init(&n);
    assert_int_equal(named_add_builtin(&n, &shogi_game, &err), STATUS_OK);
    assert_int_equal(named_tags_open(&tags, &n, &shogi_game, &err), STATUS_OK);
    assert_int_equal(named_tags_of_line(tags, SPAN(""), moves, count, &found, &err), STATUS_OK);
    const struct named_tag *mino = tag_named(&found, "mino", 1);
    assert_non_null(mino);
    assert_int_equal(mino->from, 18);
    assert_int_equal(mino->to, 30);
    assert_int_equal(mino->plies, 12);
    assert_int_equal(mino->spans, 1);
    assert_null(tag_named(&found, "mino", 0));
    assert_non_null(tag_named(&found, "shiken-bisha", 1));
    assert_non_null(tag_named(&found, "taka-mino", 1));
    assert_non_null(tag_named(&found, "ibisha-anaguma", 0));
    assert_non_null(tag_named(&found, "taikoukei", 1));
    assert_null(tag_named(&found, "yagura", 0));
    for (size_t i = 1; i < found.count; i++)
        assert_true(found.at[i - 1].from <= found.at[i].from);
    tag_list_release(&found);
    named_tags_close(tags);
    named_release(&n);
}

/* What both players have is nobody's alone. */
static void test_shared_tags(void **state)
{
    (void)state;
    struct named_queries n = of_text("shape both : s76fu g34fu\nshape one : s76fu");
    struct named_tags *tags;
    struct tag_list found = {0};
    game_move moves[100];
    uint32_t count = moves_of("7g7f 3c3d", moves, 100);
    assert_int_equal(named_tags_open(&tags, &n, &shogi_game, NULL), STATUS_OK);
    assert_int_equal(named_tags_of_line(tags, SPAN(""), moves, count, &found, NULL), STATUS_OK);
    assert_int_equal(found.count, 3);
    assert_non_null(tag_named(&found, "both", -1));
    assert_non_null(tag_named(&found, "one", 0));
    assert_non_null(tag_named(&found, "one", 1));
    assert_int_equal(tag_named(&found, "both", -1)->from, 2);
    tag_list_release(&found);
    named_tags_close(tags);
    named_release(&n);
}

static enum status everything(struct err *err)
{
    struct named_queries n;
    struct named_tags *tags = NULL;
    struct tag_list found = {0};
    game_move moves[100];
    uint32_t count = moves_of(GAME, moves, 100);
    named_init(&n);
    enum status status = named_add_text(&n, span_of(FEW), SPAN("test"), err);
    if (status == STATUS_OK)
        status = named_tags_open(&tags, &n, &shogi_game, err);
    if (status == STATUS_OK)
        status = named_tags_of_line(tags, SPAN(""), moves, count, &found, err);
    tag_list_release(&found);
    named_tags_close(tags);
    named_release(&n);
    return status;
}

static void test_no_memory(void **state)
{
    (void)state;
    for (long n = 0;; n++) {
        struct err err = {0};
        mem_fail_after(n);
        enum status status = everything(&err);
        mem_fail_never();
        if (status == STATUS_OK) {
            assert_true(n > 10);
            break;
        }
        assert_int_equal(status, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meaning),    cmocka_unit_test(test_about_game),
        cmocka_unit_test(test_bare_words), cmocka_unit_test(test_replacing),
        cmocka_unit_test(test_bad_files),  cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_explosion),  cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_tags),       cmocka_unit_test(test_shared_tags),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
