/* test_natural_rows.c: rows of a database are its positions, with the moves before them, in the same
 * parts and classes; labels beside them; damaged files, and labels of other rows, are told so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db_sample.h"
#include "engine/natural/people_input.h"
#include "scratch.h"
#include "values/learn/natural_rows.h"
#include "values/learn/people_rows.h"

enum { GAMES = 40 };

static int by_id(void *ctx, const struct db_segment *segment, uint32_t number)
{
    (void)ctx;
    return (int)(game_id(&segment->lines, number) % NATURAL_CLASSES);
}

static const struct natural_game_options PEOPLE = {
    .held_out = 200, .reserve = 300, .class_of = by_id};
static const struct natural_rows_options ROWS = {.held_out = 200, .reserve = 300};

static struct buf contents(const char *path)
{
    struct buf file;
    buf_init(&file, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, BUF_DEFAULT_MAX, &file, NULL), STATUS_OK);
    return file;
}

static void write_labels(const char *path, const struct natural_samples *s)
{
    struct buf out;
    unsigned char head[PEOPLE_HEAD_BYTES] = "KIFULABL";
    buf_init(&out, BUF_DEFAULT_MAX);
    le_put16(head + 8, PEOPLE_ROWS_VERSION);
    le_put32(head + 12, NATURAL_LABEL_BYTES);
    buf_add(&out, (const char *)head, sizeof head);
    const struct natural_sample_set *set = &s->part[NATURAL_BEFORE];
    for (size_t i = 0; i < set->count; i++) {
        unsigned char label[NATURAL_LABEL_BYTES] = {0};
        uint16_t move = (uint16_t)people_output_of(&set->rows[i].pos, set->rows[i].played);
        le_put16(label, move);
        le_put16(label + 2, UINT16_MAX);
        le_put16(label + 2 * NATURAL_LABEL_MOVES, (uint16_t)(40000 + i % 1000));
        le_put16(label + 2 * NATURAL_LABEL_MOVES + 2, 7);
        le_put16(label + 4 * NATURAL_LABEL_MOVES, move);
        label[4 * NATURAL_LABEL_MOVES + 2] = (unsigned char)(i % NATURAL_CLASSES);
        buf_add(&out, (const char *)label, sizeof label);
    }
    assert_int_equal(file_replace(path, buf_span(&out), NULL), STATUS_OK);
    buf_release(&out);
}

static void read_all(struct natural_samples *s, const char *path,
                     const struct natural_rows_options *o)
{
    natural_samples_init(s);
    assert_int_equal(natural_rows_add(s, path, o, NULL), STATUS_OK);
}

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    struct people_rows rows;
    struct natural_samples all;
    sample_make("games.kifu", 0, GAMES, 25);
    struct db *db = sample_open("games.kifu");
    assert_int_equal(people_rows_open(&rows, "games.rows", NULL), STATUS_OK);
    assert_int_equal(
        people_rows_add(&rows, db,
                        &(struct natural_game_options){.reserve = 300, .class_of = by_id}, NULL),
        STATUS_OK);
    assert_int_equal(people_rows_commit(&rows, NULL), STATUS_OK);
    people_rows_close(&rows);
    db_close(db);
    read_all(&all, "games.rows", &(struct natural_rows_options){.before = true});
    write_labels("games.labels", &all);
    natural_samples_release(&all);
    return failed;
}

/* Sides take turns from a game's first row on, so a board may be seen from the other side. */
static void check_same(const struct natural_sample *a, const struct natural_sample *b)
{
    assert_int_equal(a->pos.turn, b->pos.turn);
    assert_memory_equal(a->pos.board, b->pos.board, sizeof a->pos.board);
    assert_memory_equal(a->pos.hand, b->pos.hand, sizeof a->pos.hand);
    assert_memory_equal(a->past.moves, b->past.moves, sizeof a->past.moves);
    assert_memory_equal(a->past.steps, b->past.steps, sizeof a->past.steps);
    assert_int_equal(a->played, b->played);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->class, b->class);
    assert_int_equal(a->split, b->split);
    assert_int_equal(a->points, b->points);
}

static void test_rows_are_the_positions_of_a_database(void **state)
{
    struct natural_samples rows, games;
    (void)state;
    struct db *db = sample_open("games.kifu");
    natural_samples_init(&games);
    assert_int_equal(natural_samples_add(&games, db, &PEOPLE, NULL), STATUS_OK);
    db_close(db);
    read_all(&rows, "games.rows", &ROWS);
    for (int p = 0; p < NATURAL_PARTS; p++) {
        const struct natural_sample_set *a = &rows.part[p], *b = &games.part[p];
        assert_int_equal(a->count, b->count);
        assert_int_equal(a->labelled, 0);
        assert_true(p == NATURAL_BEFORE || a->count > 0);
        for (size_t i = 0; i < a->count; i++)
            check_same(&a->rows[i], &b->rows[i]);
    }
    natural_samples_release(&rows);
    natural_samples_release(&games);
}

static void test_labels(void **state)
{
    struct natural_samples s;
    struct natural_rows_options o = {.before = true, .labelled = true};
    (void)state;
    read_all(&s, "games.rows", &(struct natural_rows_options){.before = true});
    size_t without = s.part[NATURAL_BEFORE].count;
    assert_int_equal(natural_rows_add(&s, "games.rows", &o, NULL), STATUS_OK);
    const struct natural_sample_set *set = &s.part[NATURAL_BEFORE];
    assert_int_equal(set->count, 2 * without);
    assert_int_equal(set->labelled, set->count);
    for (size_t i = 0; i < without; i++) {
        const struct natural_label *label = &set->labels[without + i];
        assert_int_equal(set->labels[i].share[0], 0); /* the first have none */
        assert_int_equal(label->output[0],
                         people_output_of(&set->rows[i].pos, set->rows[i].played));
        assert_int_equal(label->share[0], 40000 + i % 1000);
        assert_int_equal(label->share[1], 0); /* of a move that there is not */
        assert_int_equal(set->rows[without + i].class, i % NATURAL_CLASSES);
    }
    natural_samples_release(&s);
}

static void expect(const char *path, bool labelled, enum status status)
{
    struct natural_samples s;
    struct natural_rows_options o = ROWS;
    struct err err = {0};
    o.labelled = labelled;
    natural_samples_init(&s);
    assert_int_equal(natural_rows_add(&s, path, &o, &err), status);
    natural_samples_release(&s);
}

/* A byte of a file is another one. */
static void expect_byte(struct buf *file, const char *path, size_t at, char byte,
                        enum status status)
{
    char was = file->p[at];
    file->p[at] = byte;
    assert_int_equal(file_replace(path, buf_span(file), NULL), STATUS_OK);
    expect("bad.rows", strcmp(path, "bad.labels") == 0, status);
    file->p[at] = was;
    assert_int_equal(file_replace(path, buf_span(file), NULL), STATUS_OK);
}

static void test_damaged_files(void **state)
{
    struct buf rows = contents("games.rows"), labels = contents("games.labels");
    (void)state;
    assert_true(natural_rows_is("games.rows") && !natural_rows_is("games.labels") &&
                !natural_rows_is("games.kifu") && !natural_rows_is("none.rows"));
    assert_int_equal(file_replace("bad.labels", buf_span(&labels), NULL), STATUS_OK);
    expect_byte(&rows, "bad.rows", 0, 'X', STATUS_SYNTAX);
    expect_byte(&rows, "bad.rows", 8, 2, STATUS_UNSUPPORTED);      /* version */
    expect_byte(&rows, "bad.rows", 10, 1, STATUS_UNSUPPORTED);     /* Go */
    expect_byte(&rows, "bad.rows", 16, 29, STATUS_SYNTAX);         /* no such piece */
    expect_byte(&rows, "bad.rows", 16 + 185, 0x7f, STATUS_SYNTAX); /* no such move */
    expect_byte(&rows, "bad.rows", 16 + 190, 4, STATUS_SYNTAX);    /* class */
    expect_byte(&labels, "bad.labels", 3, 'X', STATUS_SYNTAX);
    expect_byte(&labels, "bad.labels", 16 + 48, (char)(labels.p[16 + 48] ^ 1), STATUS_SYNTAX);
    expect_byte(&labels, "bad.labels", 16 + 50, 4, STATUS_SYNTAX);
    expect("bad.rows", true, STATUS_OK);
    labels.n -= NATURAL_LABEL_BYTES;
    assert_int_equal(file_replace("bad.labels", buf_span(&labels), NULL), STATUS_OK);
    expect("bad.rows", true, STATUS_SYNTAX);
    rows.n -= 1;
    assert_int_equal(file_replace("bad.rows", buf_span(&rows), NULL), STATUS_OK);
    expect("bad.rows", false, STATUS_SYNTAX);
    expect("none.rows", false, STATUS_NOT_FOUND);
    buf_release(&rows);
    buf_release(&labels);
}

static void test_no_memory(void **state)
{
    const struct natural_rows_options o = {.before = true, .labelled = true};
    (void)state;
    unsigned failures = 0;
    for (long fails = 0; fails < 40; fails++) {
        struct natural_samples s;
        natural_samples_init(&s);
        mem_fail_after(fails);
        enum status status = natural_rows_add(&s, "games.rows", &o, NULL);
        mem_fail_never();
        natural_samples_release(&s);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
        failures++;
    }
    assert_true(failures > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_the_positions_of_a_database),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
