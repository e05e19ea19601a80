/* test_result_json.c: hits, next moves and games as JSON, read back with somebody else's parser. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/alloc.h"
#include "formats/format.h"
#include "query/language/query.h"
#include "view/report/game_json.h"
#include "view/report/result_json.h"

static json_t *parse(struct buf *text)
{
    json_error_t error;
    json_t *value = json_loads(buf_cstr(text), 0, &error);
    if (!value)
        fail_msg("%s in %s", error.text, buf_cstr(text));
    buf_release(text);
    return value;
}

static const char *text_at(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "(none)";
}

static json_int_t number_at(json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static void test_a_hit(void **state)
{
    (void)state;
    struct hit hit = {.id = 9, .from = 23, .to = 102, .plies = 79, .first = 23};
    struct game_summary summary = {
        .players = {SPAN("羽生善治"), SPAN("Tani\"gawa")},
        .event = SPAN("名人戦"),
        .date = date_make(1996, 4, 0),
        .rating = {0, 2200},
        .points = {POINTS_LOSS, POINTS_WIN},
        .end = END_RESIGN,
        .plies = 120,
    };
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    hit_to_json(&j, &shogi_game, SPAN("pro"), &hit, &summary);
    json_t *got = parse(&out);
    assert_string_equal(text_at(got, "db"), "pro");
    assert_int_equal(number_at(got, "game"), 9);
    assert_int_equal(number_at(got, "from"), 23);
    assert_int_equal(number_at(got, "to"), 102);
    assert_int_equal(number_at(got, "plies"), 79);
    assert_string_equal(text_at(got, "black"), "羽生善治");
    assert_string_equal(text_at(got, "white"), "Tani\"gawa");
    assert_string_equal(text_at(got, "result"), "w");
    assert_string_equal(text_at(got, "date"), "1996-04");
    assert_string_equal(text_at(got, "event"), "名人戦");
    assert_true(json_is_null(json_array_get(json_object_get(got, "ratings"), 0)));
    assert_int_equal(json_integer_value(json_array_get(json_object_get(got, "ratings"), 1)), 2200);
    assert_null(json_object_get(got, "line"));
    json_decref(got);
}

static void test_a_next_move(void **state)
{
    (void)state;
    struct moves_row row = {.next = {.games = 10, .wins = {6, 3}, .draws = 1, .last_year = 2020},
                            .share = 0.5,
                            .score = 0.65,
                            .low = 0.35,
                            .high = NAN,
                            .seat = 0};
    shogi_move m;
    struct buf out;
    struct json j;
    struct query q;
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("s76fu"), NULL), STATUS_OK);
    row.next.ends[ENDS_OWN][END_WON] = 3;
    row.next.ends[ENDS_OWN][END_LOST] = 1;
    row.next.ends[ENDS_OWN][END_BOTH] = 6;
    assert_true(shogi_usi_parse(SPAN("7g7f"), &m));
    row.next.move = m;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    moves_row_to_json(&j, &q, &row);
    json_t *got = parse(&out);
    assert_string_equal(text_at(got, "move"), "7g7f");
    assert_int_equal(number_at(got, "games"), 10);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(got, "wins"), 1)), 3);
    assert_int_equal(number_at(got, "draws"), 1);
    assert_int_equal(number_at(got, "last"), 2020);
    assert_true(json_is_null(json_object_get(got, "high")));
    json_t *own = json_object_get(got, "own");
    assert_int_equal(number_at(own, "wins"), 3);
    assert_int_equal(number_at(own, "losses"), 1);
    assert_int_equal(number_at(own, "both"), 6);
    assert_true(json_real_value(json_object_get(own, "score")) == 0.75);
    assert_null(json_object_get(got, "player"));
    json_decref(got);
    query_release(&q);
}

static void test_dates(void **state)
{
    (void)state;
    static const struct {
        uint32_t date;
        const char *text;
    } cases[] = {{0, ""},
                 {512 * 1999, "1999"},
                 {512 * 1999 + 32 * 7, "1999-07"},
                 {512 * 1999 + 32 * 7 + 5, "1999-07-05"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out;
        buf_init(&out, 100);
        date_text(cases[i].date, &out);
        assert_string_equal(buf_cstr(&out), cases[i].text);
        buf_release(&out);
    }
}

/* --- Games ------------------------------------------------------------------------------------ */

static const char GAME[] =
    "V2.2\nN+甲\nN-乙\n$EVENT:試合\nPI\n+\n+7776FU\nT12\n-3334FU\n'*よい手\n+8822UM\n%TORYO\n";

static void write_game(const struct record *rec, struct buf *out, enum status wanted)
{
    struct json j;
    struct err err;
    buf_init(out, BUF_DEFAULT_MAX);
    json_init(&j, out);
    json_open_object(&j);
    enum status st = game_to_json(&j, rec, &err);
    if (wanted == STATUS_OK) {
        assert_int_equal(st, STATUS_OK);
        json_end(&j);
    }
}

static enum status check_game(void *ctx, struct record *rec)
{
    (void)ctx;
    struct buf out;
    write_game(rec, &out, STATUS_OK);
    json_t *got = parse(&out), *positions = json_object_get(got, "positions");
    assert_string_equal(text_at(got, "black"), "甲");
    assert_string_equal(text_at(got, "event"), "試合");
    assert_string_equal(text_at(got, "result"), "b");
    assert_int_equal(number_at(got, "plies"), 3);
    assert_int_equal(json_array_size(positions), 4);
    json_t *first = json_array_get(positions, 1), *last = json_array_get(positions, 3);
    assert_string_equal(text_at(first, "move"), "7g7f");
    assert_string_equal(text_at(first, "ja"), "▲７六歩");
    assert_string_equal(text_at(first, "en"), "P-7f");
    assert_int_equal(number_at(first, "ms"), 12000);
    assert_string_equal(text_at(json_array_get(positions, 2), "comment"), "よい手");
    assert_string_equal(text_at(last, "sfen"),
                        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
    assert_int_equal(number_at(last, "turn"), 1);
    json_decref(got);
    for (long n = 0; n < 20; n++) { /* no crash, and no memory kept */
        mem_fail_after(n);
        write_game(rec, &out, STATUS_NOMEM);
        mem_fail_never();
        buf_release(&out);
    }
    return STATUS_OK;
}

static void test_a_game(void **state)
{
    (void)state;
    struct reader reader;
    struct err err;
    reader_init(&reader);
    assert_int_equal(
        reader_read(&reader, span_of(GAME), SPAN("test"), NULL, check_game, NULL, &err), STATUS_OK);
    reader_release(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_hit),
        cmocka_unit_test(test_a_next_move),
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
