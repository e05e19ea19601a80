/* test_own_book.c: books to play from: what is found in them, what is refused, how a move is
 * chosen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db_sample.h"
#include "engine/book/own_book.h"
#include "formats/shogi/book_file.h"
#include "scratch.h"
#include "sim/match/scoresheet.h"

#define HEAD BOOK_YANEURAOU_HEAD "\n"
#define START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
#define AFTER_76 "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -"
#define AFTER_26 "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w -"
/* sorted: the one after 7g7f, the one after 2g2f, the start */
#define BOOK                                                                                       \
    HEAD "sfen " AFTER_76 " 2\n3c3d 2g2f -40 32 70\n8c8d none -60 32 30\n"                         \
         "sfen " AFTER_26 " 2\n8c8d\n"                                                             \
         "sfen " START " 1\n7g7f 3c3d 40 32 60\n2g2f 8c8d 50 32 30\n6i7h none 90 32 10\n"

static void set_position(struct shogi_pos *pos, const char *moves)
{
    struct span rest = span_of(moves);
    struct shogi_undo undo;
    shogi_pos_start(pos);
    for (struct span word; (word = span_eat_word(&rest)).n;) {
        shogi_move m;
        assert_true(shogi_usi_parse(word, &m));
        shogi_play(pos, m, &undo);
    }
}

static shogi_move move_of(const char *text)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(text), &m));
    return m;
}

/* "7g7f 60 40, …": moves with games and value. */
static void print_moves(const struct book_file_moves *m, struct buf *out)
{
    buf_clear(out);
    for (uint32_t i = 0; i < m->count; i++) {
        buf_add_str(out, i ? ", " : "");
        shogi_usi_print(m->at[i].move, out);
        buf_printf(out, " %u %d", m->at[i].games, m->at[i].value);
    }
    if (m->refused)
        buf_printf(out, " (%u refused)", m->refused);
}

static void expect_in(struct book_file *f, const char *moves, const char *expected)
{
    static struct book_file_moves found;
    struct shogi_pos pos;
    struct buf text;
    set_position(&pos, moves);
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(book_file_find(f, &pos, &found, NULL), STATUS_OK);
    print_moves(&found, &text);
    assert_string_equal(buf_cstr(&text), expected);
    buf_release(&text);
}

static void expect(struct span bytes, const char *moves, const char *expected)
{
    struct book_file f;
    assert_int_equal(book_file_open_bytes(&f, bytes, NULL), STATUS_OK);
    expect_in(&f, moves, expected);
    book_file_close(&f);
}

/* --- Files ------------------------------------------------------------------------------------ */

static void test_text(void **state)
{
    (void)state;
    struct span book = SPAN(BOOK);
    expect(book, "", "7g7f 60 40, 2g2f 30 50, 6i7h 10 90");
    expect(book, "7g7f", "3c3d 70 -40, 8c8d 30 -60");
    expect(book, "2g2f", "8c8d 1 0"); /* no more than a move: one game */
    expect(book, "2g2f 8c8d", "");
    expect(book, "6i7h", "");
}

/* Numbers of moves, line ends, notes; a position that is there twice is one. */
static void test_spellings(void **state)
{
    (void)state;
    expect(SPAN("#YANEURAOU-DB2016 1.00\r\n# NOTE:of somebody\r\nsfen " START "\r\n"
                "7g7f none 0 0 0\r\n// and more\r\nnone none 0 0 9\r\n"),
           "", "7g7f 1 0");
    expect(SPAN("sfen " START "\n7g7f 3c3d 1 2 3\n"), "", "7g7f 3 1");
    expect(SPAN("\xEF\xBB\xBF" HEAD "sfen " START " 31\n7g7f 3c3d 1 2 3\n"), "", "7g7f 3 1");
    expect(SPAN("\xEF\xBB\xBF"
                "sfen " START "\n7g7f 3c3d 1 2 3\n"),
           "", "7g7f 3 1");
    expect(SPAN(HEAD "sfen " START " 1\n7g7f 3c3d 1 2 3\n"
                     "sfen " START " 13\n7g7f none 4 5 6\n2g2f none 7 8 9\n"
                     "sfen " START " 5\n2g2f none 7 8 4294967295\n"),
           "", "7g7f 9 1, 2g2f 9 7"); /* too many are not added */
    expect(SPAN(HEAD "\n\nsfen " START " 1\n\n  7g7f   none x -3 5  \n"), "", "7g7f 5 0");
}

/* As another program may leave it, after adding to it: an index finds what halving would not. */
static void test_unsorted(void **state)
{
    struct book_file f;
    (void)state;
    struct span book = SPAN(HEAD "sfen " START " 1\n7g7f none 1 1 1\n"
                                 "sfen " AFTER_26 " 2\n8c8d none 2 1 2\n"
                                 "sfen " AFTER_76 " 2\n3c3d none 3 1 3\n"
                                 "sfen " START " 3\n2g2f none 4 1 4\n");
    assert_int_equal(book_file_open_bytes(&f, book, NULL), STATUS_OK);
    assert_int_equal(f.index_count, 4);
    expect_in(&f, "", "7g7f 1 1, 2g2f 4 4");
    expect_in(&f, "2g2f", "8c8d 2 2");
    expect_in(&f, "7g7f", "3c3d 3 3");
    expect_in(&f, "7g7f 3c3d", "");
    book_file_close(&f);
    assert_int_equal(book_file_open_bytes(&f, SPAN(BOOK), NULL), STATUS_OK);
    assert_int_equal(f.index_count, 0);
    book_file_close(&f);
}

static void test_refused_moves(void **state)
{
    (void)state;
    struct span book =
        SPAN(HEAD "sfen " START " 1\n"
                  "7g7e none 1 1 1\nnonsense\nP*5e\n8h2b+ none 0 0 3\n2g2f none 0 0 2\n");
    expect(book, "", "2g2f 2 0 (4 refused)");
}

/* Every way to cut it short: no more than it had, and never a move that it did not have. */
static void test_cut(void **state)
{
    (void)state;
    static struct book_file_moves found;
    struct book_file f;
    struct shogi_pos pos;
    unsigned most = 0;
    shogi_pos_start(&pos);
    for (size_t n = 0; n < sizeof BOOK; n++) {
        if (book_file_open_bytes(&f, span_make(BOOK, n), NULL) != STATUS_OK) {
            assert_true(n < sizeof HEAD + sizeof AFTER_76 + 10);
            continue;
        }
        assert_int_equal(book_file_find(&f, &pos, &found, NULL), STATUS_OK);
        assert_true(found.count >= most && found.refused == 0);
        most = found.count;
        for (unsigned i = 0; i < most; i++)
            assert_int_equal(found.at[i].move, move_of(i == 0 ? "7g7f" : i == 1 ? "2g2f" : "6i7h"));
        book_file_close(&f);
    }
    assert_int_equal(most, 3);
}

static void add_game(struct move_book *book, const char *moves, const int8_t points[2])
{
    struct shogi_pos start;
    shogi_move list[16];
    uint32_t n = 0;
    struct span rest = span_of(moves);
    shogi_pos_start(&start);
    for (struct span word; (word = span_eat_word(&rest)).n;)
        assert_true(shogi_usi_parse(word, &list[n++]));
    assert_int_equal(move_book_add(book, &start, 0, list, n, points, NULL), STATUS_OK);
}

/* What `kifu book` writes is read back, in both formats the same. */
static void test_written(void **state)
{
    static const int8_t won[2] = {POINTS_WIN, POINTS_LOSS}, lost[2] = {POINTS_LOSS, POINTS_WIN};
    const struct book_format *const formats[] = {&book_yaneuraou, &book_apery};
    struct move_book book = {0};
    (void)state;
    add_game(&book, "7g7f 3c3d 8h2b+ 3a2b B*4e", won);
    add_game(&book, "7g7f 3c3d 2g2f", won);
    add_game(&book, "2g2f 3c3d 7g7f 4c4d", lost);
    assert_int_equal(
        move_book_select(&book, &(struct book_choice){.min_games = 1, .moves = 8}, NULL),
        STATUS_OK);
    for (int i = 0; i < 2; i++) {
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        assert_int_equal(formats[i]->write(&book, &out, NULL), STATUS_OK);
        expect(buf_span(&out), "", "7g7f 2 659, 2g2f 1 -416");
        expect(buf_span(&out), "2g2f 3c3d 7g7f", "4c4d 1 416");
        expect(buf_span(&out), "7g7f 3c3d", "2g2f 1 416, 8h2b+ 1 416");
        expect(buf_span(&out), "7g7f 3c3d 8h2b+ 3a2b", "B*4e 1 416");
        expect(buf_span(&out), "3g3f", "");
        buf_release(&out);
    }
    move_book_release(&book);
}

static void test_entries(void **state)
{
    struct book_file f;
    struct shogi_pos pos;
    static struct apery_keys keys;
    char bytes[3 * BOOK_APERY_BYTES] = {0};
    (void)state;
    apery_keys_make(&keys);
    shogi_pos_start(&pos);
    for (size_t i = 0; i < 3; i++) {
        le_put64(bytes + i * BOOK_APERY_BYTES, apery_key(&keys, &pos));
        le_put16(bytes + i * BOOK_APERY_BYTES + 8, i == 1 ? 0xFFFF : move_of(i ? "2g2f" : "7g7f"));
        le_put16(bytes + i * BOOK_APERY_BYTES + 10, (uint16_t)i);
        le_put32(bytes + i * BOOK_APERY_BYTES + 12, (uint32_t)(-5 - (int)i));
    }
    expect(span_make(bytes, sizeof bytes), "", "7g7f 1 -5, 2g2f 2 -7 (1 refused)");
    expect(span_make(bytes, BOOK_APERY_BYTES), "", "7g7f 1 -5");
    /* cut short; keys not in order; nothing */
    assert_int_equal(book_file_open_bytes(&f, span_make(bytes, sizeof bytes - 1), NULL),
                     STATUS_SYNTAX);
    le_put64(bytes, UINT64_MAX);
    assert_int_equal(book_file_open_bytes(&f, span_make(bytes, sizeof bytes), NULL), STATUS_SYNTAX);
    assert_int_equal(book_file_open_bytes(&f, SPAN(""), NULL), STATUS_SYNTAX);
    assert_int_equal(book_file_open_bytes(&f, SPAN(HEAD), NULL), STATUS_SYNTAX);
}

static void write_file(const char *path, struct span bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
    assert_int_equal(fclose(file), 0);
}

static void test_files(void **state)
{
    struct book_file f;
    struct err err;
    (void)state;
    assert_int_equal(book_file_open(&f, "nowhere.db", &err), STATUS_NOT_FOUND);
    assert_int_not_equal(book_file_open(&f, ".", &err), STATUS_OK);
    write_file("other.sbk", SPAN("\x0A\x10somebody's\x12\x20 book in a format of its own......"));
    assert_int_equal(book_file_open(&f, "other.sbk", &err), STATUS_SYNTAX);
    assert_string_equal(err.file, "other.sbk");
    write_file("book.db", SPAN(BOOK));
    assert_int_equal(book_file_open(&f, "book.db", &err), STATUS_OK);
    expect_in(&f, "7g7f", "3c3d 70 -40, 8c8d 30 -60");
    book_file_close(&f);
}

/* Mapped, and cut short while it is open: an error, not the end of the process. */
static void test_cut_while_open(void **state)
{
    static struct book_file_moves found;
    struct book_file f;
    struct shogi_pos pos;
    struct buf out;
    (void)state;
    buf_init(&out, 16 << 20);
    buf_add_str(&out, HEAD);
    for (int i = 0; i < 40000; i++)
        buf_printf(&out, "sfen 4k4/9/9/9/9/9/9/9/4K4 b %05d 1\n5i5h none 0 0 1\n", i);
    buf_add_str(&out, "sfen " START " 1\n7g7f none 0 0 1\n");
    write_file("large.db", buf_span(&out));
    assert_int_equal(book_file_open(&f, "large.db", NULL), STATUS_OK);
    expect_in(&f, "", "7g7f 1 0");
    assert_int_equal(truncate("large.db", 4096), 0);
    shogi_pos_start(&pos);
    assert_int_equal(book_file_find(&f, &pos, &found, NULL), STATUS_IO);
    book_file_close(&f);
    buf_release(&out);
}

/* --- Choosing --------------------------------------------------------------------------------- */

static struct book_settings settings_for(const char *path)
{
    static char room[64];
    struct book_settings s;
    usi_rows_init(&book_rows, &s);
    snprintf(room, sizeof room, "%s", path);
    s.file = room;
    return s;
}

/* "7g7f 60 100", or "" for none. */
static void choose(struct own_book *b, const char *moves, unsigned ply,
                   const struct think_request *like, struct buf *out)
{
    struct own_book_choice c;
    struct shogi_pos pos;
    struct think_request q = like ? *like : (struct think_request){0};
    set_position(&pos, moves);
    q.pos = &pos;
    buf_clear(out);
    assert_int_equal(own_book_choose(b, &q, ply, &c, NULL), STATUS_OK);
    if (!c.move)
        return;
    shogi_usi_print(c.move, out);
    buf_printf(out, " %u %llu", c.games, (unsigned long long)c.of);
}

static void expect_choice(const struct book_settings *s, const char *moves, unsigned ply,
                          const struct think_request *like, const char *expected)
{
    struct own_book *b;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(own_book_open(&b, s, NULL), STATUS_OK);
    assert_non_null(b);
    choose(b, moves, ply, like, &out);
    assert_string_equal(buf_cstr(&out), expected);
    own_book_close(b);
    buf_release(&out);
}

static void test_rules(void **state)
{
    (void)state;
    write_file("book.db", SPAN(BOOK));
    struct book_settings s = settings_for("book.db");
    s.rule = BOOK_RULE_GAMES;
    expect_choice(&s, "", 0, NULL, "7g7f 60 100");
    s.rule = BOOK_RULE_SCORE;
    expect_choice(&s, "", 0, NULL, "6i7h 10 100");
    s.min_games = 11;
    expect_choice(&s, "", 0, NULL, "2g2f 30 90");
    s.min_games = 61;
    expect_choice(&s, "", 0, NULL, "");
    s.min_games = 1;
    s.plies = 3;
    expect_choice(&s, "", 2, NULL, "6i7h 10 100");
    expect_choice(&s, "", 3, NULL, "");
    /* moves to choose from are the search's */
    const shogi_move only[] = {move_of("6i7h")};
    const struct think_request q = {.only = only, .only_count = 1};
    expect_choice(&s, "", 0, &q, "");
}

/* A position that the game has had is not played to again. */
static void test_repetition(void **state)
{
    struct shogi_pos pos;
    struct shogi_history_entry history[2] = {{0}};
    const struct think_request q = {.history = history, .history_count = 2};
    (void)state;
    write_file("book.db", SPAN(BOOK));
    struct book_settings s = settings_for("book.db");
    s.rule = BOOK_RULE_GAMES;
    set_position(&pos, "7g7f");
    history[0].hash = shogi_hash(&pos);
    expect_choice(&s, "", 0, &q, "2g2f 30 40");
    set_position(&pos, "2g2f");
    history[1].hash = shogi_hash(&pos);
    expect_choice(&s, "", 0, &q, "6i7h 10 10");
}

static void test_no_book(void **state)
{
    struct own_book *b;
    (void)state;
    struct book_settings s = settings_for("no_book");
    assert_int_equal(own_book_open(&b, &s, NULL), STATUS_OK);
    assert_null(b);
    s = settings_for("book.db");
    s.own = 0;
    assert_int_equal(own_book_open(&b, &s, NULL), STATUS_OK);
    assert_null(b);
    s = settings_for("nowhere.db");
    assert_int_equal(own_book_open(&b, &s, NULL), STATUS_NOT_FOUND);
    assert_null(b);
}

/* 60, 30 and 10 of 100: χ² of 4,000 draws, two degrees of freedom, beyond 13.8 once in a thousand. */
static void test_frequencies(void **state)
{
    enum { DRAWS = 4000 };
    struct own_book *b, *again;
    struct buf out, other;
    unsigned counts[3] = {0};
    (void)state;
    write_file("book.db", SPAN(BOOK));
    struct book_settings s = settings_for("book.db");
    s.seed = 7;
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_init(&other, BUF_DEFAULT_MAX);
    assert_int_equal(own_book_open(&b, &s, NULL), STATUS_OK);
    assert_int_equal(own_book_open(&again, &s, NULL), STATUS_OK);
    for (uint64_t game = 0; game < DRAWS; game++) {
        own_book_begin(b, game);
        choose(b, "", 0, NULL, &out);
        counts[out.p[0] == '7' ? 0 : out.p[0] == '2' ? 1 : 2]++;
        own_book_begin(again, game);
        choose(again, "", 0, NULL, &other);
        assert_string_equal(buf_cstr(&out), buf_cstr(&other));
    }
    const double expected[3] = {0.6 * DRAWS, 0.3 * DRAWS, 0.1 * DRAWS};
    double chi = 0;
    for (int i = 0; i < 3; i++)
        chi += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    assert_true(chi < 13.8);
    own_book_close(b);
    own_book_close(again);
    buf_release(&out);
    buf_release(&other);
}

/* --- Databases -------------------------------------------------------------------------------- */

static void add_to_database(struct db_writer *w, const char *moves, enum record_end end)
{
    struct referee r;
    struct record rec;
    struct buf entry;
    struct shogi_pos start;
    struct span rest = span_of(moves);
    struct db_add_result result = {0};
    shogi_pos_start(&start);
    referee_begin(&r, &start, 0);
    for (struct span word; (word = span_eat_word(&rest)).n;)
        referee_play(&r, move_of((char[8]){word.p[0], word.p[1], word.p[2], word.p[3]}));
    referee_stop(&r, end);
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(scoresheet_write(&r, NULL, &rec), STATUS_OK);
    sample_label(&rec, "sample");
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, NULL), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static void test_database(void **state)
{
    (void)state;
    struct db_writer *w = sample_writer("games.kifu", 2);
    add_to_database(w, "7g7f 3c3d 2g2f", END_RESIGN); /* who is to move resigns */
    add_to_database(w, "7g7f 8c8d 2g2f", END_RESIGN);
    add_to_database(w, "7g7f 4c4d 2g2f 3c3d", END_RESIGN);
    add_to_database(w, "2g2f 3c3d 7g7f", END_RESIGN);
    sample_commit(w);
    db_writer_close(w);
    struct book_settings s = settings_for("games.kifu");
    s.rule = BOOK_RULE_GAMES;
    expect_choice(&s, "", 0, NULL, "7g7f 3 4");
    s.rule = BOOK_RULE_SCORE; /* (2 + 1) / (3 + 2) and (1 + 1) / (1 + 2) */
    expect_choice(&s, "", 0, NULL, "2g2f 1 4");
    s.min_games = 2;
    expect_choice(&s, "", 0, NULL, "7g7f 3 3");
    s.min_games = 1;
    expect_choice(&s, "7g7f 3c3d 2g2f", 3, NULL, ""); /* both ends of it */
    expect_choice(&s, "2g2f 3c3d", 2, NULL, "7g7f 1 1");
    expect_choice(&s, "9g9f", 1, NULL, "");
}

static void test_texts(void **state)
{
    struct buf out;
    struct shogi_pos pos;
    const struct own_book_choice c = {.move = move_of("7g7f"), .games = 60, .of = 100};
    (void)state;
    shogi_pos_start(&pos);
    buf_init(&out, BUF_DEFAULT_MAX);
    own_book_explain(&pos, &c, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out), "7g7f: opening book, 60 of 100 games");
    buf_clear(&out);
    own_book_explain(&pos, &c, LANG_JA, &out);
    assert_string_equal(buf_cstr(&out), "▲７六歩: 定跡（100 局中 60 局）");
    buf_release(&out);
}

static void test_memory(void **state)
{
    (void)state;
    write_file("book.db", SPAN("sfen b\n5i5h\nsfen a\n5i5h\n")); /* with an index */
    struct book_settings s = settings_for("book.db");
    for (long n = 0; n < 12; n++) {
        struct own_book *b;
        mem_fail_after(n);
        enum status status = own_book_open(&b, &s, NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || (status == STATUS_NOMEM && !b));
        own_book_close(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_unsorted),
        cmocka_unit_test(test_refused_moves),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_cut_while_open),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_no_book),
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_database),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
