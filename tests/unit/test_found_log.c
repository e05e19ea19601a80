/* test_found_log.c: likelihoods come back as they were written, whatever happened to the segments;
 * another network's are not mixed in; what is torn, cut or changed is not believed; what was read is
 * kept while the file is the same; queries compare them at the position before the move; no
 * memory. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "db/found_log.h"
#include "db_sample.h"
#include "query/run/query_result.h"
#include "scratch.h"

enum { GAMES = 6, NETWORK = 77 };
#define LOG "a.kifu/columns/found.log"

static struct db *db;

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    sample_make("a.kifu", 0, GAMES, 0);
    db = sample_open("a.kifu");
    return failed;
}

static int tear_down(void **state)
{
    db_close(db);
    return scratch_tear_down(state);
}

/* Each test begins without a log. */
static int forget(void **state)
{
    (void)state;
    (void)unlink(LOG);
    return 0;
}

static const struct lines *lines(void)
{
    return &db->segments[0].lines;
}

/* Of ply p of game g: no two are the same. */
static uint16_t surprise(uint32_t game, uint32_t ply, unsigned class)
{
    return (uint16_t)(game * 5000 + ply * 20 + class);
}

static enum status add_game(struct found_writer *w, uint32_t game)
{
    uint32_t moves = line_plies(lines(), game);
    uint16_t *all = mem_calloc((size_t)moves * FOUND_CLASSES + 1, sizeof *all);
    if (!all)
        return STATUS_NOMEM;
    for (uint32_t i = 0; i < moves * FOUND_CLASSES; i++)
        all[i] = surprise(game, i / FOUND_CLASSES, i % FOUND_CLASSES);
    enum status status = found_writer_add(w, line_hash(lines(), game), all, moves, NULL);
    mem_free(all);
    return status;
}

static void write_games(uint32_t from, uint32_t to)
{
    struct found_writer w;
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK, false, NULL), STATUS_OK);
    for (uint32_t g = 0; g < GAMES; g++)
        assert_int_equal(found_writer_has(&w, line_hash(lines(), g)), g < from);
    for (uint32_t g = from; g < to; g++)
        assert_int_equal(add_game(&w, g), STATUS_OK);
    found_writer_close(&w);
}

static void check_games(uint32_t count)
{
    struct found_log *f;
    uint64_t games;
    assert_int_equal(found_log_open(&f, db, NULL), STATUS_OK);
    assert_int_equal(found_log_network(f), NETWORK);
    assert_int_equal(found_log_count(f, db, &games), count);
    assert_int_equal(games, GAMES);
    for (uint32_t g = 0; g < GAMES; g++) {
        const char *at;
        uint64_t hash = line_hash(lines(), g);
        uint32_t moves = line_plies(lines(), g);
        assert_int_equal(found_log_find(f, hash, moves, &at), g < count);
        assert_false(found_log_find(f, hash, moves + 1, &at));
        assert_false(found_log_find(f, hash ^ 1, moves, &at));
        for (uint32_t p = 0; g < count && p < moves; p++)
            for (unsigned c = 0; c < FOUND_CLASSES; c++)
                assert_int_equal(found_surprise(at, p, c), surprise(g, p, c));
    }
    assert_int_equal(found_log_status(f, NULL), STATUS_OK);
    found_log_close(f);
}

static void games_come_back(void **state)
{
    struct found_log *f;
    (void)state;
    assert_int_equal(found_log_open(&f, db, NULL), STATUS_NOT_FOUND);
    assert_null(f);
    assert_int_equal(found_log_check("a.kifu", NULL), STATUS_OK);
    assert_int_equal(found_log_repair("a.kifu", NULL), STATUS_OK);
    write_games(0, 2);
    check_games(2);
    write_games(2, GAMES);
    check_games(GAMES);
    assert_int_equal(found_log_check("a.kifu", NULL), STATUS_OK);
}

/* A server may be in the middle of a query. */
static void readers_keep_what_they_opened(void **state)
{
    struct found_writer w;
    struct found_log *f;
    const char *at;
    (void)state;
    write_games(0, GAMES);
    enum { MANY = FILE_MAP_BYTES / FOUND_MOVE_BYTES }; /* so that the file is mapped, not copied */
    uint16_t *many = mem_calloc((size_t)MANY * FOUND_CLASSES, sizeof *many);
    assert_non_null(many);
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK, false, NULL), STATUS_OK);
    assert_int_equal(found_writer_add(&w, 1, many, MANY, NULL), STATUS_OK);
    found_writer_close(&w);
    mem_free(many);
    assert_int_equal(found_log_open(&f, db, NULL), STATUS_OK);
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK + 1, true, NULL), STATUS_OK);
    assert_int_equal(add_game(&w, GAMES - 1), STATUS_OK);
    found_writer_close(&w);
    assert_int_equal(found_log_network(f), NETWORK);
    for (uint32_t g = 0; g < GAMES; g++) {
        assert_true(found_log_find(f, line_hash(lines(), g), line_plies(lines(), g), &at));
        assert_int_equal(found_surprise(at, 1, 2), surprise(g, 1, 2));
    }
    assert_int_equal(found_log_status(f, NULL), STATUS_OK);
    found_log_close(f);
}

static struct found_log *open_log(struct db *of)
{
    struct found_log *f;
    assert_int_equal(found_log_open(&f, of, NULL), STATUS_OK);
    return f;
}

static struct buf mark(void)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    found_log_mark("a.kifu", &text);
    assert_int_equal(buf_status(&text), STATUS_OK);
    return text;
}

static void check_marks(const struct buf *a, const struct buf *b, bool same)
{
    assert_int_equal(span_eq(buf_span(a), buf_span(b)), same);
}

/* The same file is not read again; one that was added to, replaced or changed is. */
static void what_was_read_is_kept(void **state)
{
    (void)state;
    struct buf none = mark();
    write_games(0, 2);
    struct found_log *first = open_log(db), *again = open_log(db);
    struct buf before = mark(), same = mark();
    assert_ptr_equal(first, again);
    check_marks(&before, &same, true);
    check_marks(&before, &none, false);
    write_games(2, 3);
    struct found_log *grown = open_log(db);
    struct buf after = mark();
    assert_ptr_not_equal(first, grown);
    check_marks(&before, &after, false);
    check_games(3);
    found_log_close(grown);
    assert_true(
        found_log_find(again, line_hash(lines(), 1), line_plies(lines(), 1), &(const char *){0}));
    assert_false(
        found_log_find(again, line_hash(lines(), 2), line_plies(lines(), 2), &(const char *){0}));
    found_log_close(first);
    found_log_close(again);
    buf_release(&none);
    buf_release(&before);
    buf_release(&same);
    buf_release(&after);
}

/* Of as many bytes, in the same file, a second later: file systems may have one time for what happens
 * within a few milliseconds. */
static void what_was_changed_is_read_again(void **state)
{
    char byte;
    (void)state;
    write_games(0, 2);
    check_games(2);
    FILE *file = fopen(LOG, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -20, SEEK_END), 0);
    assert_int_equal(fread(&byte, 1, 1, file), 1);
    byte ^= 1;
    assert_int_equal(fseek(file, -20, SEEK_END), 0);
    assert_int_equal(fwrite(&byte, 1, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    const struct timespec later = {.tv_sec = time(NULL) + 1}, times[2] = {later, later};
    assert_int_equal(utimensat(AT_FDCWD, LOG, times, 0), 0);
    assert_int_equal(found_log_open(&(struct found_log *){0}, db, NULL), STATUS_SYNTAX);
    assert_int_equal(unlink(LOG), 0);
    assert_int_equal(found_log_open(&(struct found_log *){0}, db, NULL), STATUS_NOT_FOUND);
}

/* What a server's query reads while an import has the database opened anew. */
static void a_log_outlives_its_database(void **state)
{
    const char *at;
    (void)state;
    write_games(0, 2);
    struct db *other = sample_open("a.kifu");
    struct found_log *f = open_log(other);
    db_close(other);
    assert_true(found_log_find(f, line_hash(lines(), 1), line_plies(lines(), 1), &at));
    assert_int_equal(found_surprise(at, 1, 2), surprise(1, 1, 2));
    found_log_close(f);
}

static void another_network_begins_anew(void **state)
{
    struct found_writer w;
    struct err err;
    (void)state;
    write_games(0, 3);
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK + 1, false, &err), STATUS_UNSUPPORTED);
    check_games(3);
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK, true, &err), STATUS_OK);
    assert_false(found_writer_has(&w, line_hash(lines(), 0)));
    found_writer_close(&w);
    check_games(0);
}

static void one_writer_at_a_time(void **state)
{
    struct found_writer a, b;
    struct err err;
    (void)state;
    assert_int_equal(found_writer_open(&a, "a.kifu", NETWORK, false, NULL), STATUS_OK);
    assert_int_equal(found_writer_open(&b, "a.kifu", NETWORK, false, &err), STATUS_IO);
    found_writer_close(&a);
    write_games(0, 1);
}

static struct buf read_log(void)
{
    struct buf bytes;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(LOG, BUF_DEFAULT_MAX, &bytes, NULL), STATUS_OK);
    return bytes;
}

/* A kill leaves a part of the last game: the others are there, it is no damage, and the next run
 * makes it again. */
static void what_is_torn_is_made_again(void **state)
{
    (void)state;
    write_games(0, 2);
    struct buf two = read_log();
    write_games(2, 3);
    struct buf three = read_log();
    for (size_t n = two.n; n < three.n; n += 7) {
        assert_int_equal(file_replace(LOG, span_make(three.p, n), NULL), STATUS_OK);
        assert_int_equal(found_log_check("a.kifu", NULL), STATUS_OK);
        check_games(2);
    }
    write_games(2, 3);
    struct buf again = read_log();
    assert_true(span_eq(buf_span(&again), buf_span(&three)));
    buf_release(&two);
    buf_release(&three);
    buf_release(&again);
}

static void what_is_changed_is_found(void **state)
{
    struct err err;
    (void)state;
    write_games(0, 1);
    struct buf one = read_log();
    write_games(1, GAMES);
    struct buf all = read_log();
    /* in a game's moves; then in their number, which seems to be that of a game that was torn */
    static const size_t places[] = {9, 40};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct found_log *f;
        char was = all.p[one.n + places[i]];
        all.p[one.n + places[i]] ^= 4;
        assert_int_equal(file_replace(LOG, buf_span(&all), NULL), STATUS_OK);
        assert_int_equal(found_log_open(&f, db, &err), STATUS_SYNTAX);
        assert_non_null(strstr(err.file, "found.log"));
        assert_int_equal(found_log_check("a.kifu", &err), STATUS_SYNTAX);
        all.p[one.n + places[i]] = was;
    }
    assert_int_equal(found_log_repair("a.kifu", NULL), STATUS_OK);
    assert_int_equal(found_log_check("a.kifu", NULL), STATUS_OK);
    write_games(1, GAMES);
    check_games(GAMES);
    buf_release(&one);
    buf_release(&all);
}

static void something_else_is_refused(void **state)
{
    struct found_writer w;
    struct found_log *f;
    struct err err;
    (void)state;
    write_games(0, 1);
    assert_int_equal(file_replace(LOG, SPAN("this is no log at all"), NULL), STATUS_OK);
    assert_int_equal(found_log_open(&f, db, &err), STATUS_SYNTAX);
    assert_int_equal(found_log_check("a.kifu", &err), STATUS_SYNTAX);
    assert_int_equal(found_writer_open(&w, "a.kifu", NETWORK, false, &err), STATUS_SYNTAX);
    assert_int_equal(found_log_repair("a.kifu", NULL), STATUS_OK);
    assert_int_equal(found_log_open(&f, db, &err), STATUS_NOT_FOUND);
}

/* --- Queries ---------------------------------------------------------------------------------- */

static enum status positions_of(const char *text, uint64_t *positions)
{
    struct query q;
    struct query_result r;
    struct err err;
    const struct search_options opt = {.threads = 1};
    assert_int_equal(query_parse(&q, db->game, NULL, span_of(text), &err), STATUS_OK);
    enum status status = query_run(&r, &q, &db, 1, &opt, KEEP_SPANS, &err);
    *positions = r.positions;
    query_result_release(&r);
    query_release(&q);
    return status;
}

/* Counted by hand: every move of the games that are known, none at a last position. */
static uint64_t count_moves(uint32_t games, unsigned class, uint16_t least)
{
    uint64_t count = 0;
    for (uint32_t g = 0; g < games; g++)
        for (uint32_t p = 0; p < line_plies(lines(), g); p++)
            count += surprise(g, p, class) >= least;
    return count;
}

static void queries_compare_them(void **state)
{
    uint64_t n;
    (void)state;
    assert_int_equal(positions_of("surprise>=0", &n), STATUS_UNSUPPORTED);
    write_games(0, 4);
    assert_int_equal(positions_of("surprise>=0", &n), STATUS_OK);
    assert_int_equal(n, count_moves(4, 0, 0));
    assert_int_equal(positions_of("surprise>=1.5", &n), STATUS_OK);
    assert_int_equal(n, count_moves(4, 0, 6144));
    assert_int_equal(positions_of("surprise>=1000000000", &n), STATUS_OK);
    assert_int_equal(n, 0);
    assert_int_equal(positions_of("surprise<=1000000000", &n), STATUS_OK);
    assert_int_equal(n, count_moves(4, 0, 0));
    /* -4096 ln 0.1 = 9431.4 */
    assert_int_equal(positions_of("found.amateur<=0.1", &n), STATUS_OK);
    assert_int_equal(n, count_moves(4, 1, 9432));
    assert_int_equal(positions_of("flip(found.online<=0.1)", &n), STATUS_OK);
    assert_int_equal(n, count_moves(4, 2, 9432));
    /* the first move of game 0 is certain, at the position before it */
    assert_int_equal(positions_of("found.pro>=1 ply:0", &n), STATUS_OK);
    assert_int_equal(n, 1);
}

/* --- No memory -------------------------------------------------------------------------------- */

static void without_memory(void **state)
{
    (void)state;
    write_games(0, 3);
    for (long n = 0;; n++) {
        struct found_log *f = NULL;
        mem_fail_after(n);
        enum status status = found_log_open(&f, db, NULL);
        mem_fail_never();
        found_log_close(f);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
    }
    for (long n = 0;; n++) {
        struct found_writer w;
        mem_fail_after(n);
        enum status status = found_writer_open(&w, "a.kifu", NETWORK, false, NULL);
        if (status == STATUS_OK)
            status = add_game(&w, 3);
        mem_fail_never();
        found_writer_close(&w);
        check_games(status == STATUS_OK ? 4 : 3); /* nothing that was there is lost */
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(games_come_back, forget),
        cmocka_unit_test_setup(another_network_begins_anew, forget),
        cmocka_unit_test_setup(readers_keep_what_they_opened, forget),
        cmocka_unit_test_setup(what_was_read_is_kept, forget),
        cmocka_unit_test_setup(what_was_changed_is_read_again, forget),
        cmocka_unit_test_setup(a_log_outlives_its_database, forget),
        cmocka_unit_test_setup(one_writer_at_a_time, forget),
        cmocka_unit_test_setup(what_is_torn_is_made_again, forget),
        cmocka_unit_test_setup(what_is_changed_is_found, forget),
        cmocka_unit_test_setup(something_else_is_refused, forget),
        cmocka_unit_test_setup(queries_compare_them, forget),
        cmocka_unit_test_setup(without_memory, forget),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
