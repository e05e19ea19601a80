/* A record encoded and decoded is the same record; hostile bytes are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "random_go.h"
#include "random_record.h"
#include "store/record_codec.h"

enum { MAX_PLIES = 65536 }; /* rectangles of stones make many moves */

static const struct random_header HEADERS[] = {{HEADER_PLAYER, "先手"}, {HEADER_OTHER, "odd key"}};
static const enum record_end ENDS[] = {END_RESIGN, END_TIME_UP, END_OTHER, END_ILLEGAL_ACTION};
static const struct random_style STYLE = {
    .headers = HEADERS, .header_count = 2, .ends = ENDS, .end_count = 4, .end_times = true};

static uint32_t main_line(const struct record *rec, game_move *moves)
{
    uint32_t n = 0;
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child) {
        assert_true(n < MAX_PLIES);
        moves[n++] = rec->nodes[node].move;
    }
    return n;
}

static void encode(uint64_t seed, struct record *rec, struct buf *bytes, game_move *moves,
                   uint32_t *plies)
{
    record_init(rec);
    random_record(rec, seed, &STYLE);
    *plies = main_line(rec, moves);
    buf_init(bytes, BUF_DEFAULT_MAX);
    record_encode(rec, bytes);
    assert_int_equal(buf_status(bytes), STATUS_OK);
}

static void test_identity(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct record rec, again;
        struct buf bytes, before, after;
        struct err err;
        game_move moves[MAX_PLIES];
        uint32_t plies;
        encode(seed, &rec, &bytes, moves, &plies);
        record_init(&again);
        buf_init(&before, BUF_DEFAULT_MAX);
        buf_init(&after, BUF_DEFAULT_MAX);
        assert_int_equal(record_decode(&again, &shogi_game, buf_span(&bytes), moves, plies, &err),
                         STATUS_OK);
        dump_record(&rec, 0, &before);
        dump_record(&again, 0, &after);
        assert_string_equal(buf_cstr(&after), buf_cstr(&before));
        record_release(&rec);
        record_release(&again);
        buf_release(&bytes);
        buf_release(&before);
        buf_release(&after);
    }
}

/* Every cut and every changed byte gives an error or some record, never worse (ASan watches). */
static void test_hostile_bytes(void **state)
{
    (void)state;
    struct record rec, again;
    struct buf bytes;
    struct err err;
    game_move moves[MAX_PLIES];
    uint32_t plies;
    encode(7, &rec, &bytes, moves, &plies);
    record_init(&again);
    for (size_t n = 0; n < bytes.n; n++)
        assert_int_not_equal(
            record_decode(&again, &shogi_game, span_make(bytes.p, n), moves, plies, &err),
            STATUS_OK);
    for (size_t i = 0; i < bytes.n; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes.p[i] = (char)(bytes.p[i] ^ 1 << bit);
            (void)!record_decode(&again, &shogi_game, buf_span(&bytes), moves, plies, &err);
            bytes.p[i] = (char)(bytes.p[i] ^ 1 << bit);
        }
    record_release(&rec);
    record_release(&again);
    buf_release(&bytes);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct record rec;
    struct buf bytes;
    struct err err;
    game_move moves[MAX_PLIES];
    uint32_t plies;
    encode(7, &rec, &bytes, moves, &plies);
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct record again;
        record_init(&again);
        mem_fail_after(n);
        st = record_decode(&again, &shogi_game, buf_span(&bytes), moves, plies, &err);
        mem_fail_never();
        record_release(&again);
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
    }
    record_release(&rec);
    buf_release(&bytes);
}

struct sgf_case {
    uint32_t games;
};

static enum status same_after_codec(void *ctx, struct record *rec)
{
    struct sgf_case *c = ctx;
    struct record again;
    struct buf bytes, before, after;
    struct err err;
    static game_move moves[MAX_PLIES];
    uint32_t plies = main_line(rec, moves);
    record_init(&again);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    buf_init(&before, BUF_DEFAULT_MAX);
    buf_init(&after, BUF_DEFAULT_MAX);
    record_encode(rec, &bytes);
    assert_int_equal(record_decode(&again, &go_game, buf_span(&bytes), moves, plies, &err),
                     STATUS_OK);
    dump_record(rec, DUMP_NO_PROBLEMS, &before);
    dump_record(&again, DUMP_NO_PROBLEMS, &after);
    assert_string_equal(buf_cstr(&after), buf_cstr(&before));
    c->games++;
    record_release(&again);
    buf_release(&bytes);
    buf_release(&before);
    buf_release(&after);
    return STATUS_OK;
}

/* What SGF has beyond moves and comments is kept, too. */
static void test_go_records(void **state)
{
    (void)state;
    struct sgf_case c = {0};
    struct reader reader;
    struct err err;
    reader_init(&reader);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct buf raw;
        buf_init(&raw, BUF_DEFAULT_MAX);
        random_sgf(&raw, seed);
        assert_int_equal(reader_read(&reader, buf_span(&raw), SPAN("t"),
                                     format_by_name(SPAN("sgf")), same_after_codec, &c, &err),
                         STATUS_OK);
        buf_release(&raw);
    }
    assert_int_equal(c.games, 100);
    reader_release(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_hostile_bytes),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_go_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
