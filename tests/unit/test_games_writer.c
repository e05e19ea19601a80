/* Games put into a segment come out as they were, in the order of lines.h, with the same bytes
 * every time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "random_record.h"
#include "store/record_codec.h"
#include "store_fixture.h"

static char folder[] = "/tmp/kifu-games-writer-XXXXXX";
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

static const enum record_end ENDS[] = {END_RESIGN, END_TIME_UP, END_OTHER};
static const struct random_header HEADERS[] = {{HEADER_PLAYER, "先手"}, {HEADER_EVENT, "棋戦"}};
static const struct random_style STYLE = {
    .headers = HEADERS, .header_count = 2, .ends = ENDS, .end_count = 3, .end_times = true};

enum { GAMES = 60 };

static void make_record(struct record *rec, uint32_t i)
{
    if (i % 3 == 0)
        store_fixture_game(rec, 7, i / 6); /* every second one twice */
    else
        random_record(rec, 1000 + i, &STYLE);
}

static uint32_t id_of(uint32_t i)
{
    return 100 + 3 * i;
}

static void write_all(const char *to)
{
    struct games_writer *w;
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    for (uint32_t i = 0; i < GAMES; i++) {
        make_record(&rec, i);
        store_fixture_add(w, id_of(i), &rec, NULL, 0);
    }
    make_record(&rec, 0);
    store_fixture_add_source(w, id_of(5), &rec);
    store_fixture_add_source(w, id_of(2), &rec);
    store_fixture_finish(w, to);
    record_release(&rec);
}

struct opened {
    struct segment s;
    struct lines l;
    struct entries e;
};

static void open_all(struct opened *o, const char *from)
{
    struct err err;
    assert_int_equal(segment_open(&o->s, from, &err), STATUS_OK);
    assert_int_equal(lines_open(&o->l, &shogi_game, &o->s, &err), STATUS_OK);
    assert_int_equal(entries_open(&o->e, &o->s, &o->l, &err), STATUS_OK);
}

static void assert_same_record(const struct record *a, const struct record *b)
{
    struct buf before, after;
    buf_init(&before, BUF_DEFAULT_MAX);
    buf_init(&after, BUF_DEFAULT_MAX);
    dump_record(a, 0, &before);
    dump_record(b, 0, &after);
    assert_string_equal(buf_cstr(&after), buf_cstr(&before));
    buf_release(&before);
    buf_release(&after);
}

/* What is stored of the game with an id, as a record. */
static void read_back(const struct opened *o, uint32_t id, struct record *rec)
{
    uint32_t number, rank;
    struct buf bytes;
    struct arena arena;
    struct entry_view view;
    struct err err;
    assert_true(lines_find_id(&o->l, id, &number));
    assert_true(lines_rank_of_id(&o->l, id, &rank));
    assert_int_equal(line_rank(&o->l, number), rank);
    game_move *moves = mem_alloc(line_plies(&o->l, number) * sizeof *moves);
    line_moves(&o->l, number, moves);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    arena_init(&arena, 1 << 20);
    assert_int_equal(entries_get(&o->e, rank, &bytes, &err), STATUS_OK);
    assert_int_equal(entry_parse(buf_span(&bytes), &arena, &view, &err), STATUS_OK);
    assert_int_equal(
        record_decode(rec, &shogi_game, view.record, moves, line_plies(&o->l, number), &err),
        STATUS_OK);
    mem_free(moves);
    arena_release(&arena);
    buf_release(&bytes);
}

static void test_games_come_back(void **state)
{
    (void)state;
    struct opened o;
    struct record rec, back;
    struct err err;
    write_all(path);
    open_all(&o, path);
    record_init(&rec);
    record_init(&back);
    assert_int_equal(o.l.games, GAMES);
    for (uint32_t i = 0; i < GAMES; i++) {
        make_record(&rec, i);
        read_back(&o, id_of(i), &back);
        assert_same_record(&rec, &back);
        uint32_t id;
        assert_true(lines_find_game(&o.l, &o.s, &rec, &id));
        assert_true(id == id_of(i) || (i % 6 == 3 && id == id_of(i - 3)));
    }
    assert_int_equal(lines_check(&o.l, &o.s, 0, o.l.count, &err), STATUS_OK);
    assert_int_equal(prints_check(&o.l, &o.s, &err), STATUS_OK);
    assert_int_equal(segment_check(&o.s, &err), STATUS_OK);
    record_release(&rec);
    record_release(&back);
    segment_close(&o.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_come_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
