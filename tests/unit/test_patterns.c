/* test_patterns.c: drawn diagrams in questions: reading, printing, turning; where they hold; and
 * thousands of random ones, answered with the index, by playing, and by looking at every board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "base/text/num.h"
#include "db/db_writer.h"
#include "formats/format.h"
#include "games/go/go_pattern.h"
#include "query/language/named.h"
#include "query/language/patterns.h"
#include "query/run/evaluate.h"
#include "query/search.h"
#include "scratch.h"
#include "store/entry.h"

static enum status parse(struct query *q, const struct named_queries *named, const char *text,
                         struct err *err)
{
    *err = (struct err){0};
    return query_parse(q, &go_game, named, span_of(text), err);
}

static struct query parsed(const char *text)
{
    struct query q;
    struct err err;
    struct buf why;
    buf_init(&why, 10000);
    if (parse(&q, NULL, text, &err) != STATUS_OK) {
        err_format(&err, LANG_EN, &why);
        fail_msg("%s: %s", text, buf_cstr(&why));
    }
    buf_release(&why);
    return q;
}

/* --- Reading and printing --------------------------------------------------------------------- */

static const struct {
    const char *text, *printed;
} READ[] = {
    {"pattern \"X . O\"", "pattern \"X.O\""},
    {"pattern \"X .\nO ?\"", "pattern \"X./O?\""},
    {"pattern \"X./O?\" player:A", "pattern \"X./O?\" player:\"A\""},
    {"flip(pattern \"X x *\")", "pattern \"Oo*\""},
    {"mirror(pattern \"X.O|\")", "pattern \"|O.X\""},
    {"mirror(mirror(pattern \"X.O|\"))", "pattern \"X.O|\""},
    {"sym(pattern \"X\")", "pattern \"X\""},
    {"either(sym(pattern \"X\"))", "pattern \"X\" or pattern \"O\""},
    {"sym(pattern \"X.\")",
     "pattern \"X.\" or pattern \".X\" or pattern \"./X\" or pattern \"X/.\""},
    {"not pattern \"XO\" then pattern \"OX\" for>=3",
     "not pattern \"XO\" then pattern \"OX\" for>=3"},
};

static void test_reading(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        struct query q = parsed(READ[i].text), again;
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        query_print(&q, &out);
        assert_string_equal(buf_cstr(&out), READ[i].printed);
        again = parsed(buf_cstr(&out));
        assert_true(query_equal(&q, &again));
        query_release(&q);
        query_release(&again);
        buf_release(&out);
    }
}

static void test_equality(void **state)
{
    (void)state;
    struct query a = parsed("pattern \"X.\""), b = parsed("pattern \"X .\""),
                 c = parsed("pattern \".X\"");
    assert_true(query_equal(&a, &b));
    assert_false(query_equal(&a, &c));
    assert_false(query_same_meaning(&a, &c));
    query_release(&a);
    query_release(&b);
    query_release(&c);
}

/* Thousands of words alike, three levels deep: whether the images are the same is not found out at
 * any price, which would be an hour here. */
static void test_words_alike(void **state)
{
    (void)state;
    enum { ALIKE = 24 };
    struct buf leaf, group, all;
    struct err err;
    struct query q;
    buf_init(&leaf, BUF_DEFAULT_MAX);
    buf_init(&group, BUF_DEFAULT_MAX);
    buf_init(&all, BUF_DEFAULT_MAX);
    for (int i = 0; i < ALIKE; i++)
        buf_add_str(&leaf, i ? " or bK10" : "(bK10");
    for (int i = 0; i < ALIKE; i++)
        buf_printf(&group, "%s%s)", i ? " " : "(", buf_cstr(&leaf));
    for (int i = 0; i < ALIKE; i++)
        buf_printf(&all, "%s%s)", i ? " or " : "mirror(", buf_cstr(&group));
    buf_add_str(&all, ")");
    assert_int_equal(buf_status(&all), STATUS_OK);
    assert_int_equal(parse(&q, NULL, buf_cstr(&all), &err), STATUS_OK);
    query_release(&q);
    memcpy(all.p, "either", 6);
    assert_int_equal(parse(&q, NULL, buf_cstr(&all), &err), STATUS_OK);
    assert_true(query_equal(&q, &q));
    assert_false(query_same_meaning(&q, &q)); /* not known */
    query_release(&q);
    buf_release(&leaf);
    buf_release(&group);
    buf_release(&all);
}

static const struct {
    const char *text;
    uint64_t byte;
    const char *why; /* part of the message */
} WRONG[] = {
    {"pattern", 7, "a diagram in quotes"},
    {"pattern bQ16", 8, "a diagram in quotes"},
    {"bQ16 pattern \"X Q\"", 16, "in a diagram"},
    {"pattern \"XX/X\"", 12, "this row has"},
    {"pattern \"X", 8, "unclosed quote"},
    {"pattern @x.txt", 8, "cannot read diagrams from files"},
};

static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct query q;
        struct err err;
        struct buf why;
        buf_init(&why, 10000);
        assert_int_equal(parse(&q, NULL, WRONG[i].text, &err), STATUS_SYNTAX);
        err_message(&err, LANG_EN, &why);
        if (!strstr(buf_cstr(&why), WRONG[i].why) || err.byte != WRONG[i].byte)
            fail_msg("%s: byte %u: %s", WRONG[i].text, (unsigned)err.byte, buf_cstr(&why));
        buf_release(&why);
        query_release(&q);
    }
}

static void put_file(const char *path, const char *text)
{
    struct err err;
    assert_int_equal(file_replace(path, span_of(text), &err), STATUS_OK);
}

/* Files are read only for those who were given the right to, and never for a name's definition. */
static void test_files(void **state)
{
    (void)state;
    struct named_queries named;
    struct query q, drawn = parsed("pattern \"X./.O\"");
    struct err err;
    put_file("good.txt", "X .\r\n. O\r\n");
    put_file("my diagram.txt", "X .\n. O\n");
    put_file("bad.txt", "X .\n. Q\n");
    named_init(&named);
    assert_int_equal(parse(&q, &named, "pattern @good.txt", &err), STATUS_SYNTAX);
    query_release(&q);
    named.may_read_files = true;
    assert_int_equal(parse(&q, &named, "pattern @good.txt", &err), STATUS_OK);
    assert_true(query_equal(&q, &drawn));
    query_release(&q);
    assert_int_equal(parse(&q, &named, "pattern @\"my diagram.txt\"", &err), STATUS_OK);
    assert_true(query_equal(&q, &drawn));
    query_release(&q);
    assert_int_equal(parse(&q, &named, "pattern @bad.txt", &err), STATUS_SYNTAX);
    assert_string_equal(err.file, "bad.txt");
    assert_int_equal(err.line, 2);
    query_release(&q);
    assert_int_equal(parse(&q, &named, "pattern @nothing.txt", &err), STATUS_NOT_FOUND);
    query_release(&q);
    assert_int_equal(named_add_text(&named, SPAN("@mine : pattern @good.txt\n"), SPAN("n"), &err),
                     STATUS_OK);
    assert_int_equal(parse(&q, &named, "@mine", &err), STATUS_SYNTAX);
    query_release(&q);
    query_release(&drawn);
    named_release(&named);
}

/* The symmetry of a node makes of the drawn diagram what it holds, however it was put together. */
static void test_symmetries(void **state)
{
    (void)state;
    struct query q = parsed("either(sym(mirror(flip(sym(pattern \"X.?|/O*.|\")))))");
    unsigned nodes = 0;
    for (uint32_t i = 1; i < q.count; i++) {
        const struct query_node *n = &q.nodes[i];
        struct go_pattern image;
        if (n->op != Q_PATTERN)
            continue;
        go_pattern_image(n->drawn, n->symmetry, &image);
        assert_true(go_pattern_equal(&image, n->pattern));
        nodes++;
    }
    assert_true(nodes >= 16);
    assert_non_null(query_drawn(&q));
    query_release(&q);
    q = parsed("pattern \"X\" pattern \"O\"");
    assert_null(query_drawn(&q));
    query_release(&q);
}

static void test_memory(void **state)
{
    (void)state;
    for (int n = 0; n < 200; n++) {
        struct query q;
        struct err err;
        mem_fail_after(n);
        enum status status = parse(&q, NULL, "either(sym(pattern \"X.\"))", &err);
        mem_fail_never();
        query_release(&q);
        if (status == STATUS_OK)
            return;
        assert_int_equal(status, STATUS_NOMEM);
    }
    fail();
}

/* --- Where they hold -------------------------------------------------------------------------- */

/* Black to move first on a board of 9 by 9; moves one after another. */
static void check_plies(const char *query_text, const char *const *moves, uint32_t n,
                        const char *expected)
{
    struct query q = parsed(query_text);
    struct evaluator *e;
    struct evaluation v;
    struct err err = {0};
    game_move made[64];
    struct buf plies;
    assert_int_equal(evaluator_open(&e, &q, &err), STATUS_OK);
    for (uint32_t i = 0; i < n; i++) {
        go_move m;
        struct go_pos pos;
        go_pos_empty(&pos, 9, 9);
        pos.turn = i % 2;
        assert_true(go_move_parse(&pos, span_of(moves[i]), &m));
        made[i] = m;
    }
    for (int playing = 0; playing < 2; playing++) {
        buf_init(&plies, 1000);
        evaluator_play_patterns(e, playing);
        assert_int_equal(evaluate_moves(e, SPAN("9x9 b"), made, n, &v, &err), STATUS_OK);
        for (uint32_t ply = 0; ply < v.count; ply++)
            buf_add_char(&plies, plies_has(v.holds, ply) ? '#' : '.');
        if (strcmp(buf_cstr(&plies), expected) != 0)
            fail_msg("%s: %s", query_text, buf_cstr(&plies));
        buf_release(&plies);
    }
    evaluator_close(e);
    query_release(&q);
}

static void test_holding(void **state)
{
    (void)state;
    /* White takes C3; Black plays there again */
    static const char *const GAME[] = {"C3", "C4", "G7", "C2", "G6", "B3", "G5", "D3", "C3"};
    enum { MOVES = sizeof GAME / sizeof *GAME };
    check_plies("pattern \"O/X\"", GAME, MOVES, "..######..");
    check_plies("pattern \"O/./O\"", GAME, MOVES, "........##");
    check_plies("not pattern \"O/X\"", GAME, MOVES, "##......##");
    check_plies("pattern \"O/X\" bG7", GAME, MOVES, "...#####..");
    check_plies("pattern \"O/X\" for>=9", GAME, MOVES, "..........");
    check_plies("pattern \"O/X\" for=6", GAME, MOVES, "..######..");
    check_plies("pattern \"O/X\" then pattern \"O/./O\"", GAME, MOVES, "..########");
    check_plies("pattern \"O/X\" never bG4", GAME, MOVES, "..######..");
    check_plies("pattern \"O/X\" never bG5", GAME, MOVES, "..........");
    check_plies("flip(pattern \"X/O\")", GAME, MOVES, "..######..");
    check_plies("sym(pattern \"X/O\")", GAME, MOVES, "..######..");
    check_plies("sym(pattern \"X/O\") ply:..3", GAME, MOVES, "..##......");
    check_plies("pattern \". . . . .|/X . . . .|/. . . . .|\"", GAME, MOVES, "..........");
    check_plies("pattern \"X . .|/. . .|\"", GAME, MOVES, "...#######");
    check_plies("pattern \"|..X/|.../|.../+---\"", GAME, MOVES, ".###......");
    check_plies("pattern \"|..X/|.../|...\"", GAME, MOVES, ".###......");
    check_plies("pattern \"|..X/|.../---\"", GAME, MOVES, "..........");
    check_plies("pattern \"|..X/|.../|.../\" or pattern \"O?/.O\"", GAME, MOVES, ".###..####");
}

/* --- Against each other, on random games ------------------------------------------------------ */

enum { GAMES = 300 };

static int near(struct rng *rng, int at, int size)
{
    int to = at + (int)rng_below(rng, 5) - 2;
    return to < 0 || to >= size ? (int)rng_below(rng, (uint64_t)size) : to;
}

/* Stones near each other, so that there are captures; passes, variations, setup. */
static void random_game(struct rng *rng, bool small, struct buf *out)
{
    static const int SIZES[][2] = {{19, 19}, {9, 9}, {9, 9}, {5, 7}, {4, 4}, {13, 13}};
    static const int SMALL[] = {3, 3};
    const int *size = small ? SMALL : SIZES[rng_below(rng, 6)];
    int column = size[0] / 2, row = size[1] / 2, moves = (int)rng_below(rng, 90);
    int branch = rng_below(rng, 3) ? -1 : moves / 2;
    buf_printf(out, "(;SZ[%d:%d]DT[%d]RE[%s]", size[0], size[1], 1900 + (int)rng_below(rng, 100),
               rng_below(rng, 2) ? "B+R" : "W+R");
    if (!small && rng_below(rng, 5) == 0)
        buf_add_str(out, "AB[aa][bb]AW[cc]");
    for (int i = 0; i < moves; i++) {
        if (i == branch)
            buf_add_char(out, '(');
        buf_printf(out, ";%c[", i % 2 ? 'W' : 'B');
        column = near(rng, column, size[0]);
        row = near(rng, row, size[1]);
        if (rng_below(rng, 20))
            buf_printf(out, "%c%c", 'a' + column, 'a' + row);
        buf_add_char(out, ']');
    }
    if (branch >= 0 && moves > branch)
        buf_add_str(out, ")(;B[aa];W[ab];B[bb];W[ba])");
    buf_add_str(out, ")\n");
}

static enum status add_game(void *ctx, struct record *rec)
{
    struct buf entry;
    struct err err;
    struct db_add_result result;
    buf_init(&entry, BUF_DEFAULT_MAX);
    entry_encode(rec, NULL, 0, &entry);
    enum status status = db_writer_add(ctx, rec, buf_span(&entry), &result, &err);
    buf_release(&entry);
    return status;
}

static struct db *random_db(const char *path, uint64_t seed, bool small)
{
    const struct db_writer_options opt = {.threads = 1, .segment_games = GAMES / 2};
    struct db_writer *w;
    struct reader reader;
    struct rng rng;
    struct buf text;
    struct db *db;
    struct err err = {0};
    rng_seed(&rng, seed);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < GAMES; i++)
        random_game(&rng, small, &text);
    assert_int_equal(db_writer_open(&w, path, &go_game, &opt, &err), STATUS_OK);
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, buf_span(&text), SPAN("random"), NULL, add_game, w, &err),
                     STATUS_OK);
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
    db_writer_close(w);
    reader_release(&reader);
    buf_release(&text);
    assert_int_equal(db_open(&db, path, &err), STATUS_OK);
    return db;
}

/* A diagram with more of what is common, anchored or not; now and then with numbered moves. */
static void random_diagram(struct rng *rng, struct buf *out)
{
    static const char CELLS[] = "..........XXXXOOOO??*xo";
    int width = 1 + (int)rng_below(rng, 4), height = 1 + (int)rng_below(rng, 4);
    int edges = rng_below(rng, 2) ? (int)rng_below(rng, 16) : 0, numbered = 0;
    if (edges == 15 || (edges & 3) == 3 || (edges & 12) == 12) {
        width = rng_below(rng, 2) ? 4 : 5;
        height = 4;
    }
    if (edges & 8)
        buf_add_str(out, "---/");
    for (int row = 0; row < height; row++) {
        buf_add_str(out, row ? "/" : "");
        buf_add_str(out, edges & 1 ? "|" : "");
        for (int column = 0; column < width; column++)
            if (numbered < 4 && rng_below(rng, 25) == 0)
                buf_add_char(out, (char)('1' + numbered++));
            else if (row == 0 && column == 0) /* it must say something */
                buf_add_char(out, ".XO"[rng_below(rng, 3)]);
            else
                buf_add_char(out, CELLS[rng_below(rng, sizeof CELLS - 1)]);
        buf_add_str(out, edges & 2 ? "|" : "");
    }
    if (edges & 4)
        buf_add_str(out, "/---");
}

static void random_pattern_query(struct rng *rng, struct buf *out)
{
    static const char *const AROUND[][2] = {
        {"", ""},
        {"sym(", ")"},
        {"either(sym(", "))"},
        {"flip(", ")"},
        {"not ", ""},
        {"", " result:b"},
        {"", " for>=3"},
        {"", " ply:5..40"},
        {"", " bC3"},
        {"either(", ") wC4"},
        {"bC3 then ", ""},
        {"", " never wD5"},
        {"", " turn:b"},
        {"either(sym(", ")) size:9"},
        {"mirror(", ") or bA1 wB2"},
    };
    size_t i = (size_t)rng_below(rng, sizeof AROUND / sizeof *AROUND);
    buf_add_str(out, AROUND[i][0]);
    buf_add_str(out, "pattern \"");
    random_diagram(rng, out);
    buf_add_char(out, '"');
    buf_add_str(out, AROUND[i][1]);
}

static void check_same(const char *query_text, const struct hits *a, const struct hits *b)
{
    if (a->games != b->games || a->spans != b->spans || a->positions != b->positions ||
        a->places != b->places || a->count != b->count)
        fail_msg("%s: %u hits and %u places, by playing %u and %u", query_text, (unsigned)a->spans,
                 (unsigned)a->places, (unsigned)b->spans, (unsigned)b->places);
    for (size_t i = 0; i < a->count; i++) {
        const struct hit *x = &a->at[i], *y = &b->at[i];
        if (x->id != y->id || x->line != y->line || x->from != y->from || x->to != y->to ||
            x->plies != y->plies || x->placed != y->placed || x->column != y->column ||
            x->row != y->row || x->symmetry != y->symmetry)
            fail_msg("%s: game %u, plies %u to %u, by playing game %u, %u to %u", query_text,
                     (unsigned)x->id, (unsigned)x->from, (unsigned)x->to, (unsigned)y->id,
                     (unsigned)y->from, (unsigned)y->to);
    }
}

static uint64_t check_query(struct db *db, const char *query_text, bool lines)
{
    struct query q = parsed(query_text);
    struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .lines = lines};
    struct hits quick, slow;
    struct err err = {0};
    assert_int_equal(search_run(&q, &db, 1, &opt, &quick, &err), STATUS_OK);
    opt.scan = true;
    assert_int_equal(search_run(&q, &db, 1, &opt, &slow, &err), STATUS_OK);
    check_same(query_text, &quick, &slow);
    uint64_t found = quick.spans;
    hits_release(&quick);
    hits_release(&slow);
    query_release(&q);
    return found;
}

static void test_random(void **state)
{
    (void)state;
    struct db *db = random_db("random.kifu", 5, false);
    struct rng rng;
    unsigned with_hits = 0;
    uint64_t queries = 200;
    const char *wanted = getenv("KIFU_RANDOM_QUERIES");
    if (wanted)
        assert_true(num_parse_u64(span_of(wanted), 1000000, &queries));
    rng_seed(&rng, 11);
    for (uint64_t i = 0; i < queries; i++) {
        struct buf query_text;
        buf_init(&query_text, 10000);
        random_pattern_query(&rng, &query_text);
        with_hits += check_query(db, buf_cstr(&query_text), rng_below(&rng, 2)) > 0;
        buf_release(&query_text);
    }
    assert_true(with_hits > queries / 4);
    db_close(db);
}

/* Of boards of one size, whole ones are found by their keys. */
static void test_whole_boards(void **state)
{
    (void)state;
    static const char *const AROUND[][2] = {
        {"", ""},
        {"either(sym(", "))"},
        {"either(", ") result:b"},
        {"sym(", ") or pattern \"|X|\""},
        {"either(sym(", ")) or pattern \"+-/|.X.|/|...|/|...|/-\""},
    };
    struct db *db = random_db("small.kifu", 6, true);
    struct rng rng;
    unsigned with_hits = 0;
    enum { QUERIES = 150 };
    rng_seed(&rng, 12);
    for (int i = 0; i < QUERIES; i++) {
        const char *const *around = AROUND[rng_below(&rng, sizeof AROUND / sizeof *AROUND)];
        struct buf query_text;
        buf_init(&query_text, 10000);
        buf_printf(&query_text, "%spattern \"+-/", around[0]);
        for (int row = 0; row < 3; row++) {
            buf_add_char(&query_text, '|');
            for (int column = 0; column < 3; column++)
                buf_add_char(&query_text, "....XO"[rng_below(&rng, 6)]);
            buf_add_str(&query_text, "|/");
        }
        buf_printf(&query_text, "-\"%s", around[1]);
        with_hits += check_query(db, buf_cstr(&query_text), rng_below(&rng, 2)) > 0;
        buf_release(&query_text);
    }
    assert_true(with_hits > QUERIES / 4);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),      cmocka_unit_test(test_equality),
        cmocka_unit_test(test_mistakes),     cmocka_unit_test(test_files),
        cmocka_unit_test(test_symmetries),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_holding),      cmocka_unit_test(test_random),
        cmocka_unit_test(test_whole_boards), cmocka_unit_test(test_words_alike),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
