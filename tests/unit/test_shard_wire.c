/* test_shard_wire.c: what the processes of a served cluster write to each other; and hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdatomic.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/varint.h"
#include "cluster/query_parts.h"
#include "web/shards/shard_wire.h"
#include "web/site/facet_count.h"

static void test_messages(void **state)
{
    struct shard_head head = {.kind = SHARD_REPLY, .id = 0x123456789abcdef0, .number = 77}, got;
    struct span body;
    struct buf b;
    (void)state;
    buf_init(&b, 1024);
    shard_message_write(&b, &head, SPAN("body"));
    assert_int_equal(b.n, SHARD_HEAD_BYTES + 4);
    assert_true(shard_message_read(buf_span(&b), &got, &body));
    assert_int_equal(got.kind, head.kind);
    assert_true(got.id == head.id && got.number == head.number);
    assert_true(span_eq(body, SPAN("body")));
    for (size_t n = 0; n < SHARD_HEAD_BYTES; n++)
        assert_false(shard_message_read(span_make(b.p, n), &got, &body));
    for (unsigned kind = 0; kind < 256; kind++) {
        b.p[3] = (char)kind;
        assert_int_equal(shard_message_read(buf_span(&b), &got, &body),
                         kind > 0 && kind < SHARD_MESSAGE_KINDS);
    }
    b.p[3] = SHARD_END;
    b.p[2]++; /* another version */
    assert_false(shard_message_read(buf_span(&b), &got, &body));
    buf_release(&b);
}

static void write_sample(struct buf *out)
{
    struct moves_row rows[3] = {
        {.next.move = 5}, {.next.move = UINT64_MAX, .seat = 1}, {.seat = 3}};
    struct shard_request q = {.kind = SHARD_GET_AFTER,
                              .first = 1,
                              .count = 2,
                              .lines = true,
                              .limit = UINT64_MAX,
                              .offset = 7,
                              .years = 10,
                              .ms = 8000,
                              .query = SPAN("s76fu"),
                              .rows = {.rows = rows, .count = 3}};
    shard_request_write(out, &q);
}

static void test_requests(void **state)
{
    struct shard_request q;
    struct err err = {0};
    struct buf b;
    (void)state;
    buf_init(&b, 1024);
    write_sample(&b);
    assert_int_equal(shard_request_read(&q, buf_span(&b), 3, &err), STATUS_OK);
    assert_int_equal(q.kind, SHARD_GET_AFTER);
    assert_true(q.first == 1 && q.count == 2 && q.lines && !q.counts);
    assert_true(q.limit == UINT64_MAX && q.offset == 7 && q.years == 10 && q.ms == 8000);
    assert_true(span_eq(q.query, SPAN("s76fu")));
    assert_int_equal(q.rows.count, 3);
    assert_true(q.rows.rows[1].next.move == UINT64_MAX && q.rows.rows[1].seat == 1);
    shard_request_release(&q);
    /* of a site with fewer databases; cut off anywhere; with more behind it */
    assert_int_equal(shard_request_read(&q, buf_span(&b), 2, &err), STATUS_SYNTAX);
    shard_request_release(&q);
    for (size_t n = 0; n < b.n; n++) {
        assert_int_equal(shard_request_read(&q, span_make(b.p, n), 3, &err), STATUS_SYNTAX);
        shard_request_release(&q);
    }
    buf_add_char(&b, 0);
    assert_int_equal(shard_request_read(&q, buf_span(&b), 3, &err), STATUS_SYNTAX);
    shard_request_release(&q);
    buf_release(&b);
}

/* Each number beyond its range, one at a time. */
static void test_ranges(void **state)
{
    static const uint64_t good[] = {SHARD_GET_HITS, 0, 1, 0, 5, 5, ORDER_DATE, 1, 0, 0, 0, 0, 0};
    static const uint64_t bad[] = {SHARD_GET_KINDS,
                                   2,
                                   2,
                                   4,
                                   5,
                                   5,
                                   ORDER_SCORE + 1,
                                   2,
                                   SHARD_MAX_YEARS + 1,
                                   MOVES_AT_LAST + 1,
                                   SHARD_MAX_MS + 1ull,
                                   1,
                                   1};
    enum { NUMBERS = sizeof good / sizeof *good };
    (void)state;
    for (int wrong = -1; wrong < NUMBERS; wrong++) {
        struct shard_request q;
        struct buf b;
        buf_init(&b, 1024);
        for (int i = 0; i < NUMBERS; i++)
            varint_put(&b, i == wrong ? bad[i] : good[i]);
        bool fine = wrong < 0 || bad[wrong] == good[wrong];
        assert_int_equal(shard_request_read(&q, buf_span(&b), 1, NULL),
                         fine ? STATUS_OK : STATUS_SYNTAX);
        shard_request_release(&q);
        buf_release(&b);
    }
}

static void test_numbers(void **state)
{
    const uint64_t numbers[3] = {0, UINT64_MAX, 300};
    uint64_t got[3];
    size_t n = 0;
    struct buf b;
    (void)state;
    buf_init(&b, 1024);
    numbers_write(&b, numbers, 3);
    assert_int_equal(numbers_read(buf_span(&b), got, 3, &n, NULL), STATUS_OK);
    assert_int_equal(n, 3);
    assert_memory_equal(got, numbers, sizeof got);
    assert_int_equal(numbers_read(buf_span(&b), got, 2, &n, NULL), STATUS_SYNTAX);
    for (size_t cut = 0; cut < b.n; cut++)
        assert_int_equal(numbers_read(span_make(b.p, cut), got, 3, &n, NULL), STATUS_SYNTAX);
    buf_release(&b);
}

static void test_facets(void **state)
{
    struct facets *f = mem_calloc(1, sizeof *f), *sum = mem_calloc(1, sizeof *sum);
    struct facet_player players[2] = {{SPAN("b"), 2, 1}, {SPAN("a"), 2, 0}};
    struct buf b;
    (void)state;
    f->games = 3;
    f->years[0] = 1;
    f->years[1999] = 2;
    f->results[3] = 3;
    f->players = players;
    f->player_count = 2;
    buf_init(&b, 1024);
    facets_to_bytes(f, &b);
    for (size_t cut = 0; cut < b.n; cut++)
        assert_int_equal(facets_from_bytes(sum, span_make(b.p, cut), NULL), STATUS_SYNTAX);
    facets_free(sum);
    sum = mem_calloc(1, sizeof *sum);
    for (int i = 0; i < 2; i++)
        assert_int_equal(facets_from_bytes(sum, buf_span(&b), NULL), STATUS_OK);
    facets_finish(sum);
    assert_true(sum->games == 6 && sum->years[0] == 2 && sum->years[1999] == 4 &&
                sum->results[3] == 6);
    assert_int_equal(sum->player_count, 2);
    assert_true(span_eq(sum->players[0].name, SPAN("a")) && sum->players[0].games == 4);
    assert_true(sum->players[1].wins == 2);
    facets_free(sum);
    mem_free(f);
    buf_release(&b);
}

/* A row of next moves with one number replaced: beyond its range it is refused where it is read,
 * and within it is taken as it is. */
static void test_ranges_of_moves(void **state)
{
    enum {
        MOVE,
        GAMES,
        WINS,
        DRAWS = WINS + GAME_MAX_SEATS,
        UNKNOWN,
        YEAR,
        PERIOD,
        ENDS,
        SEAT = ENDS + ENDS_OF * SIDE_ENDS,
        SEGMENTS,
        SHAPE,
        LISTED, /* one move elsewhere: a move, games, plies, seat, later */
        LISTED_MOVE,
        LISTED_GAMES,
        LISTED_PLIES,
        LISTED_SEAT,
        LISTED_LATER
    };
    static const struct {
        int at;
        uint64_t value;
        enum status wanted;
    } CASES[] = {
        {SEAT, 0, STATUS_OK},
        {SEAT, GAME_MAX_SEATS - 1, STATUS_OK},
        {SEAT, GAME_MAX_SEATS, STATUS_SYNTAX},
        {SEAT, UINT32_MAX, STATUS_SYNTAX}, /* negative as an int */
        {SEAT, (uint64_t)1 << 32, STATUS_SYNTAX},
        {GAMES, (uint64_t)1 << 32, STATUS_SYNTAX},
        {WINS, 4, STATUS_SYNTAX},
        {DRAWS, 4, STATUS_SYNTAX},
        {UNKNOWN, 4, STATUS_SYNTAX},
        {ENDS, 3, STATUS_OK},
        {ENDS, 4, STATUS_SYNTAX},
        {SEAT - 1, 4, STATUS_SYNTAX},
        {SEGMENTS, UINT64_MAX, STATUS_SYNTAX},
        {SHAPE, 2, STATUS_SYNTAX},
        {LISTED, 2, STATUS_SYNTAX},
        {LISTED_GAMES, 0, STATUS_SYNTAX},
        {LISTED_GAMES, (uint64_t)1 << 32, STATUS_SYNTAX},
        {LISTED_PLIES, GAME_MAX_PLIES, STATUS_OK},
        {LISTED_PLIES, GAME_MAX_PLIES + 1, STATUS_SYNTAX},
        {LISTED_SEAT, GAME_MAX_SEATS, STATUS_SYNTAX},
        {LISTED_LATER, 2, STATUS_SYNTAX},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct moves_table table = {0};
        struct buf b;
        buf_init(&b, 1024);
        varint_put(&b, 3); /* games, moved, periods, rows */
        varint_put(&b, 3);
        varint_put(&b, 0);
        varint_put(&b, 1);
        for (int at = MOVE; at <= LISTED_LATER; at++)
            varint_put(&b, at == CASES[i].at ? CASES[i].value : at == GAMES ? 3 : 1);
        struct span part = buf_span(&b);
        assert_int_equal(moves_merge(&part, 1, &table, NULL), CASES[i].wanted);
        moves_release(&table);
        buf_release(&b);
    }
}

/* As above, of a hit. */
static void test_ranges_of_hits(void **state)
{
    enum { SCORE = 7, PLACED, SYMMETRY, COLUMN, ROW, PLAYS, FIELDS = 16 };
    static const struct {
        int at;
        int64_t value;
        enum status wanted;
    } CASES[] = {
        {SCORE, INT32_MIN, STATUS_OK},
        {SCORE, (int64_t)INT32_MAX + 1, STATUS_SYNTAX},
        {PLACED, 1, STATUS_OK},
        {PLACED, 2, STATUS_SYNTAX},
        {SYMMETRY, 256, STATUS_SYNTAX},
        {COLUMN, INT16_MIN, STATUS_OK},
        {COLUMN, INT16_MIN - 1, STATUS_SYNTAX},
        {ROW, INT16_MAX + 1, STATUS_SYNTAX},
        {PLAYS, 3, STATUS_OK},
        {PLAYS, 4, STATUS_SYNTAX},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct hits hits = {0};
        struct buf b;
        buf_init(&b, 1024);
        for (int at = 0; at < 4; at++) /* figures */
            varint_put(&b, 1);
        for (int at = 0; at < 3; at++) /* one cell of the scores */
            varint_put(&b, 1);
        varint_put(&b, 1); /* one hit */
        for (int at = 0; at < FIELDS; at++) {
            const bool folded = at == SCORE || at == COLUMN || at == ROW;
            const int64_t v = at == CASES[i].at ? CASES[i].value : 1;
            varint_put(&b, folded ? varint_fold(v) : (uint64_t)v);
        }
        varint_put(&b, UINT64_MAX); /* the key it is sorted by, and its text */
        varint_put(&b, 1);
        buf_add_char(&b, 'x');
        struct span part = buf_span(&b);
        assert_int_equal(hits_from_bytes(&hits, part, NULL), CASES[i].wanted);
        hits_release(&hits);
        buf_release(&b);
    }
}

/* Allocation failures are statuses. */
static void test_no_memory(void **state)
{
    struct shard_request q;
    struct buf b;
    (void)state;
    buf_init(&b, 1024);
    write_sample(&b);
    mem_fail_after(0);
    enum status status = shard_request_read(&q, buf_span(&b), 3, NULL);
    mem_fail_never();
    assert_int_equal(status, STATUS_NOMEM);
    shard_request_release(&q);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),       cmocka_unit_test(test_requests),
        cmocka_unit_test(test_ranges),         cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_facets),         cmocka_unit_test(test_ranges_of_moves),
        cmocka_unit_test(test_ranges_of_hits), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
