/* Metadata: names, figures and files go in with games and are found again; damaged images are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "formats/format.h"
#include "store/metadata/dates.h"
#include "store/metadata/figures.h"
#include "store/metadata/metadata.h"
#include "store/metadata/metadata_schema.h"
#include "store_fixture.h"

static char folder[] = "/tmp/kifu-metadata-XXXXXX";
static char path[64], other[64];

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.seg", folder);
    snprintf(other, sizeof other, "%s/b.seg", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return rmdir(folder);
}

/* --- A small collection ---------------------------------------------------------------------- */

static const char *const TEXTS[] = {
    "開始日時：2004/07/12(月) "
    "10:00:00\n棋戦：第62期Ａ級順位戦\n場所：東京・将棋会館\n持ち時間：6時間\n"
    "先手：羽生善治 王座\n後手：髙橋道雄九段\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
    "対局日：平成16年\n棋戦：龍王戦\n先手：森内俊之竜王・名人\n後手：羽生善治\n"
    "   1 ２六歩(27)\n   2 中断\n",
    "V2.2\nN+Titanda_L\nN-apery(2345)\n$EVENT:wdoor+floodgate-600-10\n"
    "$START_TIME:2017/03/01 10:30:00\n'black_rate:Titanda_L+bb6f:3526.0\nPI\n+\n+2726FU\n"
    "-8384FU\n%TORYO\n",
    "手合割：香落ち\n上手：大山康晴十五世名人\n下手：somebody\n先手詳細：Some Body アマ五段\n"
    "   1 ３四歩(33)\n   2 投了\n",
};
enum { TEXTS_COUNT = sizeof TEXTS / sizeof TEXTS[0] };
static const char *const LABELS[] = {"old/Pro Games/a001.kif", "old/Pro Games/a002.kif",
                                     "new/x.zip:b.csa", "new/日本/ｶﾞｯﾂ.kif"};

struct metadata_addition {
    struct games_writer *w;
    uint32_t id;
    bool more;
};

static enum status add(void *ctx, struct record *rec)
{
    struct metadata_addition *a = ctx;
    struct span tags[] = {SPAN("All"), SPAN("Computer")};
    assert_int_equal(record_worst(rec), PROBLEM_NOTE);
    if (a->more)
        store_fixture_add_source(a->w, a->id, rec);
    else
        store_fixture_add(a->w, a->id, rec, tags, rec->format[0] == 'c' ? 2 : 1);
    return STATUS_OK;
}

static void add_text(struct games_writer *w, uint32_t id, const char *text, const char *label,
                     bool more)
{
    struct reader r;
    struct err err;
    struct metadata_addition a = {w, id, more};
    reader_init(&r);
    assert_int_equal(reader_read(&r, span_of(text), span_of(label), NULL, add, &a, &err),
                     STATUS_OK);
    reader_release(&r);
}

static void write_collection(const char *to)
{
    struct games_writer *w;
    struct err err;
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    for (uint32_t i = 0; i < TEXTS_COUNT; i++)
        add_text(w, 10 + i, TEXTS[i], LABELS[i], false);
    /* game 11 once more, with what was not known and another name */
    add_text(
        w, 11,
        "開始日時：2004/10/19\n棋戦：竜王戦七番勝負\n場所：天童\n先手：Moriuchi\n後手：羽生善治\n"
        "   1 ２六歩(27)\n   2 投了\n",
        "copy/z.kif", true);
    store_fixture_finish(w, to);
}

struct metadata_fixture {
    struct segment s;
    struct lines l;
    struct columns c;
    struct metadata *m;
};

static enum status open_all(struct metadata_fixture *o, const char *from, struct err *err)
{
    o->m = NULL;
    enum status st = segment_open(&o->s, from, err);
    if (st == STATUS_OK)
        st = lines_open(&o->l, &shogi_game, &o->s, err);
    if (st == STATUS_OK)
        st = columns_open(&o->c, &o->s, o->l.games, err);
    if (st == STATUS_OK)
        st = metadata_open(&o->m, &o->s, &o->l, &o->c, err);
    return st;
}

static void close_all(struct metadata_fixture *o)
{
    metadata_close(o->m);
    segment_close(&o->s);
}

/* The ids of the games found, as digits: "10 12". */
static void expect(const struct metadata_fixture *o, enum meta_field field, int seat,
                   const char *text, const char *ids)
{
    uint64_t bits[4] = {0};
    struct buf found;
    struct err err;
    buf_init(&found, 1024);
    assert_int_equal(metadata_match(o->m, field, seat, span_of(text), false, bits, &err),
                     STATUS_OK);
    for (uint32_t id = 0; id < 100; id++) {
        uint32_t number;
        if (!lines_find_id(&o->l, id, &number) || !(bits[number / 64] >> number % 64 & 1))
            continue;
        buf_printf(&found, "%s%u", found.n ? " " : "", id);
    }
    if (strcmp(buf_cstr(&found), ids) != 0)
        fail_msg("%s: found %s instead of %s", text, buf_cstr(&found), ids);
    buf_release(&found);
}

static void test_names_are_found(void **state)
{
    (void)state;
    struct metadata_fixture o;
    struct err err;
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    assert_int_equal(metadata_check(o.m, &err), STATUS_OK);
    expect(&o, META_PLAYER, 0, "羽生", "10 11");
    expect(&o, META_SEAT, 0, "羽生", "10");
    expect(&o, META_SEAT, 1, "羽生", "11");
    expect(&o, META_PLAYER, 0, "羽生善治九段", "10 11");
    expect(&o, META_PLAYER, 0, "高橋", "10");
    expect(&o, META_PLAYER, 0, "髙橋 道雄", "10");
    expect(&o, META_PLAYER, 0, "森内", "11");
    expect(&o, META_PLAYER, 0, "moriuchi", "11");
    expect(&o, META_PLAYER, 0, "ｔｉｔａｎｄａ", "12");
    expect(&o, META_PLAYER, 0, "大山康晴", "13");
    expect(&o, META_PLAYER, 0, "some body", "13");
    expect(&o, META_PLAYER, 0, "谷川", "");
    expect(&o, META_PLAYER, 0, "", "10 11 12 13");
    expect(&o, META_EVENT, 0, "順位戦", "10");
    expect(&o, META_EVENT, 0, "A級", "10");
    expect(&o, META_EVENT, 0, "竜王戦", "11");
    expect(&o, META_EVENT, 0, "七番勝負", "11");
    expect(&o, META_PLACE, 0, "将棋会館", "10");
    expect(&o, META_PLACE, 0, "天童", "11");
    expect(&o, META_TAG, 0, "all", "10 11 12 13");
    expect(&o, META_TAG, 0, "computer", "12");
    expect(&o, META_TAG, 0, "none", "");
    expect(&o, META_SOURCE, 0, "Pro Games", "10 11");
    expect(&o, META_SOURCE, 0, "a002", "11");
    expect(&o, META_SOURCE, 0, "copy", "11");
    expect(&o, META_SOURCE, 0, "日本", "13");
    expect(&o, META_SOURCE, 0, "ガッツ", "13");
    close_all(&o);
}

static void test_summaries(void **state)
{
    (void)state;
    struct metadata_fixture o;
    struct err err;
    struct arena arena;
    struct game_summary g;
    uint32_t number;
    arena_init(&arena, 1 << 20);
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    assert_true(lines_find_id(&o.l, 10, &number));
    assert_int_equal(metadata_summary(o.m, number, &arena, &g, &err), STATUS_OK);
    assert_true(span_eq(g.players[0], SPAN("羽生善治 王座")));
    assert_true(span_eq(g.players[1], SPAN("髙橋道雄九段")));
    assert_true(span_eq(g.event, SPAN("第62期Ａ級順位戦")));
    assert_true(span_eq(g.place, SPAN("東京・将棋会館")));
    assert_true(span_eq(g.timing, SPAN("6時間")));
    assert_true(span_eq(g.source, SPAN("old/Pro Games/a001.kif")));
    assert_true(span_eq(g.format, SPAN("kif")));
    assert_int_equal(g.date, date_make(2004, 7, 12));
    assert_int_equal(g.end, END_RESIGN);
    assert_int_equal(g.points[0], POINTS_LOSS);
    assert_int_equal(g.points[1], POINTS_WIN);
    assert_int_equal(g.plies, 2);

    /* completed: date, place, result; the event stays that of the first source */
    assert_true(lines_find_id(&o.l, 11, &number));
    assert_int_equal(metadata_summary(o.m, number, &arena, &g, &err), STATUS_OK);
    assert_int_equal(g.date, date_make(2004, 10, 19));
    assert_true(span_eq(g.place, SPAN("天童")));
    assert_true(span_eq(g.event, SPAN("龍王戦")));
    assert_true(span_eq(g.players[0], SPAN("森内俊之竜王・名人")));
    assert_true(span_eq(g.source, SPAN("old/Pro Games/a002.kif")));
    assert_int_equal(g.end, END_INTERRUPTED);
    assert_int_equal(g.points[0], POINTS_WIN);

    assert_true(lines_find_id(&o.l, 12, &number));
    assert_int_equal(metadata_summary(o.m, number, &arena, &g, &err), STATUS_OK);
    assert_int_equal(g.rating[0], 3526);
    assert_int_equal(g.rating[1], 2345);
    assert_true(span_eq(g.tags, SPAN("All,Computer")));
    assert_true(span_eq(g.format, SPAN("csa")));

    assert_true(lines_find_id(&o.l, 13, &number));
    assert_int_equal(metadata_summary(o.m, number, &arena, &g, &err), STATUS_OK);
    assert_int_equal(g.handicap, SHOGI_HANDICAP_LANCE);
    assert_int_equal(g.date, 0);
    close_all(&o);
    arena_release(&arena);
}

static void test_sources_that_come_later(void **state)
{
    (void)state;
    struct metadata_fixture o;
    struct err err;
    struct record rec;
    struct span tags[] = {SPAN("Later")};
    uint32_t number;
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    assert_true(lines_find_id(&o.l, 12, &number));
    record_init(&rec);
    assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
    assert_int_equal(record_add_header(&rec, HEADER_PLAYER, SPAN("先手"), SPAN("山﨑 七段")),
                     STATUS_OK);
    rec.label = SPAN("late/q.csa");
    assert_int_equal(metadata_add_source(o.m, number, &rec, tags, 1, &err), STATUS_OK);
    expect(&o, META_SEAT, 0, "山崎", "12");
    expect(&o, META_SEAT, 1, "山崎", "");
    expect(&o, META_SOURCE, 0, "late/", "12");
    expect(&o, META_TAG, 0, "later", "12");
    record_release(&rec);
    close_all(&o);
}

/* One value that a statement gives. */
static void expect_sql(sqlite3 *db, const char *sql, const char *value)
{
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(stmt, 0), value);
    sqlite3_finalize(stmt);
}

static void test_export(void **state)
{
    (void)state;
    struct metadata_fixture o;
    struct err err;
    sqlite3 *db;
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    unlink(other);
    assert_int_equal(metadata_export(o.m, other, &err), STATUS_OK);
    assert_int_equal(sqlite3_open(other, &db), SQLITE_OK);
    expect_sql(db, "SELECT count(*) FROM game", "4");
    expect_sql(db, "SELECT black FROM game WHERE id=10", "羽生善治 王座");
    expect_sql(db, "SELECT date FROM game WHERE id=11", "2004-10-19");
    expect_sql(db, "SELECT black_rating FROM game WHERE white LIKE 'apery%'", "3526");
    expect_sql(db, "SELECT white_points FROM game WHERE id=10", "1.0");
    expect_sql(db, "SELECT end FROM game WHERE id=12", "resign");
    expect_sql(db, "SELECT game FROM tag WHERE name='Computer'", "12");
    sqlite3_close(db);
    assert_int_equal(metadata_export(o.m, "/no/such/folder/x.db", &err), STATUS_IO);
    close_all(&o);
}

static void put_big_endian(unsigned char *p, uint32_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        p[i] = (unsigned char)(v >> 8 * (bytes - 1 - i));
}

enum { PAGE = 1024, CHILDREN = 100, LEVELS = 8, PROBLEM_ROOT = 8 };

/* A page of a tree all of whose children are the next page. */
static void fold_page(unsigned char *page, uint32_t next)
{
    enum { HEAD = 12, CELL = 5, CELLS_AT = PAGE - CHILDREN * CELL };
    memset(page, 0, PAGE);
    page[0] = 5;
    put_big_endian(page + 3, CHILDREN, 2);
    put_big_endian(page + 5, CELLS_AT, 2);
    put_big_endian(page + 8, next, 4);
    for (unsigned i = 0; i < CHILDREN; i++) {
        unsigned at = CELLS_AT + CELL * i;
        put_big_endian(page + HEAD + 2 * i, at, 2);
        put_big_endian(page + at, next, 4);
        page[at + 4] = (unsigned char)(i + 1);
    }
}

/* A leaf with one row of zeros and empty texts. */
static void leaf_page(unsigned char *page)
{
    static const unsigned char ROW[] = {8, 1, 8, 8, 8, 8, 13, 8, 8, 13};
    memset(page, 0, PAGE);
    page[0] = 13;
    put_big_endian(page + 3, 1, 2);
    put_big_endian(page + 5, PAGE - sizeof ROW, 2);
    put_big_endian(page + 8, PAGE - sizeof ROW, 2);
    memcpy(page + PAGE - sizeof ROW, ROW, sizeof ROW);
}

static enum status count_problem(void *ctx, const struct meta_problem *problem, struct err *err)
{
    (void)problem, (void)err;
    ++*(uint64_t *)ctx;
    return STATUS_OK;
}

/* Pages that lead to the same pages a hundred times each: 10^16 rows in nine pages. */
static void test_a_table_without_end(void **state)
{
    (void)state;
    static const char *const SCHEMA[METADATA_TABLES] = METADATA_SCHEMA;
    struct metadata_fixture o;
    struct err err;
    sqlite3 *db;
    sqlite3_int64 n = 0;
    uint64_t rows = 0;
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    metadata_close(o.m);
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA page_size=1024", NULL, NULL, NULL), SQLITE_OK);
    for (int i = 0; i < METADATA_TABLES; i++)
        assert_int_equal(sqlite3_exec(db, SCHEMA[i], NULL, NULL, NULL), SQLITE_OK);
    unsigned char *small = sqlite3_serialize(db, "main", &n, 0);
    assert_int_equal(n, PROBLEM_ROOT * PAGE);
    size_t bytes = (size_t)n + LEVELS * PAGE;
    unsigned char *image = calloc(1, bytes);
    memcpy(image, small, (size_t)n);
    put_big_endian(image + 28, PROBLEM_ROOT + LEVELS, 4);
    for (uint32_t i = 0; i < LEVELS; i++)
        fold_page(image + (PROBLEM_ROOT - 1 + i) * PAGE, PROBLEM_ROOT + 1 + i);
    leaf_page(image + (PROBLEM_ROOT - 1 + LEVELS) * PAGE);
    struct segment hostile = o.s;
    hostile.state = NULL; /* whoever forges it makes its checksums right */
    for (unsigned i = 0; i < hostile.count; i++)
        if (strcmp(hostile.sections[i].name, "metadata") == 0) {
            hostile.sections[i].offset = (uint64_t)((char *)image - hostile.view.bytes.p);
            hostile.sections[i].length = bytes;
        }
    assert_int_equal(metadata_open(&o.m, &hostile, &o.l, &o.c, &err), STATUS_OK);
    assert_int_equal(metadata_problems(o.m, count_problem, &rows, &err), STATUS_SYNTAX);
    assert_true(rows > 1000); /* SQLite itself does not mind */
    metadata_close(o.m);
    free(image);
    sqlite3_free(small);
    sqlite3_close(db);
    segment_close(&o.s);
}

/* An image with any other table, or none, is not opened. */
static void expect_refused(const char *sql)
{
    struct metadata_fixture o;
    struct err err;
    struct segment hostile;
    sqlite3 *db;
    sqlite3_int64 n = 0;
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    metadata_close(o.m);
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    unsigned char *image = sqlite3_serialize(db, "main", &n, 0);
    hostile = o.s;
    for (unsigned i = 0; i < hostile.count; i++)
        if (strcmp(hostile.sections[i].name, "metadata") == 0) {
            /* the section's place is counted from the start of the file */
            hostile.sections[i].offset = (uint64_t)((char *)image - hostile.view.bytes.p);
            hostile.sections[i].length = (uint64_t)n;
        }
    assert_int_equal(metadata_open(&o.m, &hostile, &o.l, &o.c, &err), STATUS_SYNTAX);
    assert_null(o.m);
    assert_string_equal(err.file, path);
    sqlite3_free(image);
    sqlite3_close(db);
    segment_close(&o.s);
}

static void test_other_images(void **state)
{
    (void)state;
    write_collection(path);
    expect_refused("CREATE TABLE x(y)");
    expect_refused("CREATE TABLE player(id INTEGER PRIMARY KEY,name TEXT,key TEXT)");
    expect_refused("CREATE VIEW player AS SELECT 1 AS id,'a' AS name,'a' AS key");
    expect_refused("CREATE VIRTUAL TABLE player USING fts5(id,name,key)");
}

static void test_no_memory(void **state)
{
    (void)state;
    struct metadata_fixture o;
    struct err err;
    struct arena arena;
    write_collection(path);
    assert_int_equal(open_all(&o, path, &err), STATUS_OK);
    metadata_close(o.m);
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        uint64_t bits[4] = {0};
        struct game_summary g;
        arena_init(&arena, 1 << 20);
        mem_fail_after(n);
        st = metadata_open(&o.m, &o.s, &o.l, &o.c, &err);
        for (int field = 0; field < META_FIELDS && st == STATUS_OK; field++)
            st = metadata_match(o.m, (enum meta_field)field, 0, SPAN("a"), false, bits, &err);
        if (st == STATUS_OK)
            st = metadata_summary(o.m, 1, &arena, &g, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        metadata_close(o.m);
        arena_release(&arena);
    }
    segment_close(&o.s);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct buf a, b;
    struct err err;
    buf_init(&a, 1 << 24);
    buf_init(&b, 1 << 24);
    write_collection(path);
    char *litter[64];
    for (int i = 0; i < 64; i++) { /* what the heap held before must not matter */
        litter[i] = malloc(1000 + 100 * (size_t)i);
        memset(litter[i], 0xA5, 1000 + 100 * (size_t)i);
    }
    for (int i = 0; i < 64; i++)
        free(litter[i]);
    write_collection(other);
    assert_int_equal(file_read(path, 1 << 24, &a, &err), STATUS_OK);
    assert_int_equal(file_read(other, 1 << 24, &b, &err), STATUS_OK);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.p, b.p, a.n);
    buf_release(&a);
    buf_release(&b);
}

static void reads_komi(void **state)
{
    static const struct {
        const char *text;
        bool good;
        int32_t komi;
    } CASES[] = {
        {"6.5", true, 650},   {"0", true, 0},      {" 3.75 ", true, 375}, {"-5.5", true, -550},
        {"7,5", true, 750},   {".5", true, 50},    {"+6", true, 600},     {"6.555", true, 655},
        {"", false, 0},       {"-", false, 0},     {".", false, 0},       {"six", false, 0},
        {"6.5 pt", false, 0}, {"10001", false, 0}, {"6.5.5", false, 0},   {"--5", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int32_t komi = 0;
        assert_int_equal(komi_parse(span_of(CASES[i].text), &komi), CASES[i].good);
        assert_int_equal(komi, CASES[i].komi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_komi),
        cmocka_unit_test(test_names_are_found),
        cmocka_unit_test(test_summaries),
        cmocka_unit_test(test_sources_that_come_later),
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_other_images),
        cmocka_unit_test(test_a_table_without_end),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_same_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
