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
#include "store_reader.h"

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
    make_record(&rec, 5);
    store_fixture_add_source(w, id_of(5), &rec);
    make_record(&rec, 2);
    store_fixture_add_source(w, id_of(2), &rec);
    store_fixture_finish(w, to);
    record_release(&rec);
}

struct games_writer_fixture {
    struct segment s;
    struct lines l;
    struct entries e;
};

static void open_all(struct games_writer_fixture *o, const char *from)
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
static void read_back(const struct games_writer_fixture *o, uint32_t id, struct record *rec)
{
    uint32_t number, nth;
    struct buf bytes;
    struct arena arena;
    struct entry_view view;
    struct err err;
    assert_true(lines_find_id(&o->l, id, &number));
    assert_true(lines_order_of_id(&o->l, id, &nth));
    assert_int_equal(line_order(&o->l, number), nth);
    game_move *moves = mem_alloc(line_plies(&o->l, number) * sizeof *moves);
    line_moves(&o->l, number, moves);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    arena_init(&arena, 1 << 20);
    assert_int_equal(entries_get(&o->e, nth, &bytes, &err), STATUS_OK);
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
    struct games_writer_fixture o;
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
        uint32_t number, end;
        assert_true(lines_find_games(&o.l, &o.s, &rec, &number, &end));
        id = game_id(&o.l, number);
        assert_true(id == id_of(i) || (i % 6 == 3 && id == id_of(i - 3)));
    }
    assert_int_equal(lines_check(&o.l, &o.s, 0, o.l.count, &err), STATUS_OK);
    assert_int_equal(fingerprints_check(&o.l, &o.s, &err), STATUS_OK);
    assert_int_equal(segment_check(&o.s, &err), STATUS_OK);
    record_release(&rec);
    record_release(&back);
    segment_close(&o.s);
}

/* Games stand by start and moves; ids lead to numbers and back. */
static void test_order(void **state)
{
    (void)state;
    struct games_writer_fixture o;
    write_all(path);
    open_all(&o, path);
    assert_true(o.l.starts > 1);
    assert_true(o.l.count > o.l.games);
    for (uint32_t i = 0; i < o.l.games; i++) {
        uint32_t number;
        assert_true(lines_find_id(&o.l, game_id(&o.l, i), &number));
        assert_int_equal(number, i);
        assert_int_equal(game_id(&o.l, lines_u32(o.l.by_id, i)), id_of(i));
        assert_int_equal(line_game(&o.l, i), i);
        assert_int_equal(line_fresh(&o.l, i), 0);
    }
    uint32_t number;
    assert_false(lines_find_id(&o.l, id_of(0) - 1, &number));
    assert_false(lines_find_id(&o.l, id_of(0) + 1, &number));
    assert_false(lines_find_id(&o.l, id_of(GAMES), &number));
    segment_close(&o.s);
}

/* Every node of a tree is the fresh part of exactly one line. */
static void test_variations(void **state)
{
    (void)state;
    struct games_writer_fixture o;
    struct record rec;
    write_all(path);
    open_all(&o, path);
    record_init(&rec);
    for (uint32_t i = 0; i < GAMES; i++) {
        uint32_t number, from, to, nodes = 0, fresh;
        make_record(&rec, i);
        for (uint32_t node = 1; node < rec.node_count; node++)
            nodes += rec.nodes[node].move != 0;
        assert_true(lines_find_id(&o.l, id_of(i), &number));
        fresh = line_plies(&o.l, number);
        lines_of_game(&o.l, number, &from, &to);
        for (; from < to; from++) {
            assert_int_equal(line_game(&o.l, from), number);
            assert_int_equal(line_start(&o.l, from), line_start(&o.l, number));
            fresh += line_plies(&o.l, from) - line_fresh(&o.l, from) + 1;
        }
        assert_int_equal(fresh, nodes);
    }
    record_release(&rec);
    segment_close(&o.s);
}

/* A tree of one move and then `width` moves of two plies each; the same moves again and again,
 * which the store does not mind. */
static void make_bush(struct record *rec, uint32_t width, uint32_t depth)
{
    shogi_move first = 0, second = 0;
    assert_int_equal(record_clear(rec, &shogi_game), STATUS_OK);
    assert_true(shogi_usi_parse(SPAN("7g7f"), &first));
    assert_true(shogi_usi_parse(SPAN("3c3d"), &second));
    for (uint32_t i = 0; i < width; i++) {
        uint32_t node = 0;
        for (uint32_t k = 0; k < depth; k++)
            node = record_add_node(rec, node, k % 2 ? second : first);
        assert_int_not_equal(node, 0);
    }
}

static void test_limits_of_variations(void **state)
{
    (void)state;
    struct games_writer *w;
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    make_bush(&rec, VARIATION_MAX_LINES + 11, 2);
    store_fixture_add(w, 1, &rec, NULL, 0);
    assert_int_equal(games_writer_size(w).lines, 1 + VARIATION_MAX_LINES);
    assert_int_equal(games_writer_size(w).lines_left_out, 10);
    make_bush(&rec, 101, 4000);
    store_fixture_add(w, 2, &rec, NULL, 0);
    assert_int_equal(games_writer_size(w).lines,
                     2 + VARIATION_MAX_LINES + VARIATION_MAX_MOVES / 4000);
    assert_int_equal(games_writer_size(w).lines_left_out, 60);
    games_writer_close(w);
    record_release(&rec);
}

/* A game may go on as a variation behind the end of its main line, or have no main line at all. */
static void test_moves_behind_the_end(void **state)
{
    (void)state;
    struct games_writer *w;
    struct record rec;
    struct games_writer_fixture o;
    struct err err;
    shogi_move m[3];
    assert_true(shogi_usi_parse(SPAN("7g7f"), &m[0]));
    assert_true(shogi_usi_parse(SPAN("3c3d"), &m[1]));
    assert_true(shogi_usi_parse(SPAN("8h2b+"), &m[2]));
    record_init(&rec);
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    for (uint32_t end = 0; end < 2; end++) { /* the main line ends after so many moves */
        uint32_t node = 0;
        assert_int_equal(record_clear(&rec, &shogi_game), STATUS_OK);
        for (uint32_t i = 0; i < 3; i++) {
            if (i == end)
                record_note(&rec, record_add_node(&rec, node, 0))->end = END_RESIGN;
            node = record_add_node(&rec, node, m[i]);
        }
        store_fixture_add(w, end, &rec, NULL, 0);
    }
    store_fixture_finish(w, path);
    open_all(&o, path);
    assert_int_equal(o.l.count, 4);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(line_plies(&o.l, i), i);
        assert_int_equal(line_plies(&o.l, 2 + i), 3);
        assert_int_equal(line_game(&o.l, 2 + i), i);
        assert_int_equal(line_fresh(&o.l, 2 + i), i + 1);
    }
    assert_int_equal(lines_check(&o.l, &o.s, 0, o.l.count, &err), STATUS_OK);
    segment_close(&o.s);
    record_release(&rec);
}

static void test_found_while_adding(void **state)
{
    (void)state;
    struct games_writer *w;
    struct record rec;
    struct err err;
    uint32_t id;
    int8_t points[GAME_MAX_SEATS];
    record_init(&rec);
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    store_fixture_game(&rec, 7, 0);
    assert_false(games_writer_find(w, &rec, &id));
    for (uint32_t i = 0; i < 600; i++) {
        store_fixture_game(&rec, 7, i);
        store_fixture_add(w, 2 * i, &rec, NULL, 0);
    }
    for (uint32_t i = 0; i < 600; i++) {
        store_fixture_game(&rec, 7, i);
        assert_true(games_writer_find(w, &rec, &id));
        assert_int_equal(id, 2 * i);
        assert_true(games_writer_points(w, id, points));
        assert_memory_equal(points, rec.points, 2);
    }
    store_fixture_game(&rec, 8, 0);
    assert_false(games_writer_find(w, &rec, &id));
    assert_false(games_writer_points(w, 1, points));
    /* ids must ascend, sources need their game */
    assert_int_equal(games_writer_add(w, 5, &rec, SPAN(""), &err), STATUS_RANGE);
    assert_int_equal(games_writer_add_source(w, 5, &rec, SPAN(""), &err), STATUS_NOT_FOUND);
    games_writer_close(w);
    record_release(&rec);
}

static void test_an_empty_segment(void **state)
{
    (void)state;
    struct games_writer *w;
    struct games_writer_fixture o;
    struct err err;
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    store_fixture_finish(w, path);
    open_all(&o, path);
    assert_int_equal(o.l.games, 0);
    assert_int_equal(store_read_everything(&o.s, &shogi_game), 0);
    segment_close(&o.s);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct buf a, b;
    struct err err;
    buf_init(&a, 1 << 24);
    buf_init(&b, 1 << 24);
    write_all(path);
    write_all(other);
    assert_int_equal(file_read(path, 1 << 24, &a, &err), STATUS_OK);
    assert_int_equal(file_read(other, 1 << 24, &b, &err), STATUS_OK);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.p, b.p, a.n);
    buf_release(&a);
    buf_release(&b);
}

static void write_few(const char *to)
{
    struct games_writer *w;
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(games_writer_open(&w, &shogi_game, &err), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++) {
        struct span tag = SPAN("tag");
        make_record(&rec, i);
        rec.label = SPAN("folder/file.kif");
        store_fixture_add(w, id_of(i), &rec, &tag, 1);
    }
    make_record(&rec, 2);
    store_fixture_add_source(w, id_of(2), &rec);
    store_fixture_finish(w, to);
    record_release(&rec);
}

/* What reads the section that a byte is in: opening SQLite for every byte of others takes long. */
static unsigned readers_of(const struct segment_section *section)
{
    static const char *const GAMES_ONLY[] = {"entries", "entrydir", "more", "prints", "moves"};
    if (strcmp(section->name, "metadata") == 0)
        return STORE_READ_METADATA;
    for (size_t i = 0; i < sizeof GAMES_ONLY / sizeof GAMES_ONLY[0]; i++)
        if (strcmp(section->name, GAMES_ONLY[i]) == 0)
            return STORE_READ_GAMES;
    return STORE_READ_ALL;
}

/* Whoever forges a segment makes its checksums right: without them damage gets as far as the
 * readers. */
static void test_every_flipped_byte(void **state)
{
    (void)state;
    static const char MASKS[] = {1, '\x80', '\xff'};
    struct segment s;
    struct err err;
    write_few(path);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(store_read_everything(&s, &shogi_game), 0);
    struct segment hostile = s;
    hostile.state = NULL;
    char *bytes = malloc(s.view.bytes.n);
    memcpy(bytes, s.view.bytes.p, s.view.bytes.n);
    hostile.view.bytes.p = bytes;
    uint64_t noticed = 0;
    for (unsigned k = 0; k < s.count; k++) {
        unsigned readers = readers_of(&s.sections[k]);
        for (uint64_t i = 0; i < s.sections[k].length; i++) {
            char *byte = bytes + s.sections[k].offset + i, good = *byte;
            *byte = (char)(good ^ MASKS[i % sizeof MASKS]);
            noticed += store_read_parts(&hostile, &shogi_game, readers) != 0;
            *byte = good;
        }
    }
    assert_true(noticed > 1000);
    free(bytes);
    segment_close(&s);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct record rec;
    struct buf entry;
    struct err err;
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    make_record(&rec, 1);
    entry_encode(&rec, NULL, 0, &entry);
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct games_writer *w = NULL;
        struct segment_writer s = {.file = {.fd = -1}};
        mem_fail_after(n);
        st = games_writer_open(&w, &shogi_game, &err);
        if (st == STATUS_OK)
            st = games_writer_add(w, 3, &rec, buf_span(&entry), &err);
        if (st == STATUS_OK)
            st = games_writer_add_source(w, 3, &rec, buf_span(&entry), &err);
        if (st == STATUS_OK)
            st = games_writer_sort(w, &err);
        if (st == STATUS_OK)
            st = segment_writer_open(&s, path, &err);
        if (st == STATUS_OK) {
            st = games_writer_write(w, &s, &err);
            if (st != STATUS_OK)
                segment_writer_abort(&s);
            else
                st = segment_writer_commit(&s, &err);
        }
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        games_writer_close(w);
    }
    record_release(&rec);
    buf_release(&entry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_come_back),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_variations),           cmocka_unit_test(test_limits_of_variations),
        cmocka_unit_test(test_moves_behind_the_end), cmocka_unit_test(test_found_while_adding),
        cmocka_unit_test(test_an_empty_segment),     cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_every_flipped_byte),   cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
