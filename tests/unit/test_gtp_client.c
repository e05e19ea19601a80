/* test_gtp_client.c: programs of Go that behave, and all the ways in which they do not; and the
 * processes that a server keeps of them.  The programs are lines of shell. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/io/child.h"
#include "engine/gtp/gtp_client.h"
#include "web/site/go_programs.h"

/* Says yes to all; what it heard is in the file LOG, if that is set; genmove has it do what stands
 * there, within single quotes. */
#define PROGRAM(genmove)                                                                           \
    "sh -c 'echo hello; while read l; do [ -z \"$LOG\" ] || echo \"$l\" >>\"$LOG\"; case \"$l\" "  \
    "in name) echo \"= Fake\"; echo;; version) echo \"= 1\"; echo;; quit) exit;; "                 \
    "genmove*) " genmove ";; *) echo \"=\"; echo;; esac; done'"
#define SAYS(move) PROGRAM("echo \"= " move "\"; echo")

static const char *path;

static struct gtp_client *start(const char *program)
{
    struct gtp_client *c;
    struct err err;
    assert_int_equal(
        gtp_client_open(&c, span_of(program), &(struct gtp_client_options){.path = path}, &err),
        STATUS_OK);
    return c;
}

static void play(struct gtp_game *g, const char *vertex)
{
    int column = vertex[0] - 'A' - (vertex[0] > 'I');
    assert_int_equal(gtp_game_play(g, go_move_make(GO_PLAY, g->pos.turn,
                                                   go_point(column, atoi(vertex + 1) - 1))),
                     STATUS_OK);
}

static enum gtp_reply once(const char *program, uint32_t patience_ms, struct gtp_answer *a)
{
    struct gtp_game g;
    struct gtp_client *c = start(program);
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    play(&g, "Q16");
    gtp_client_move(c, &g, patience_ms, NULL, a);
    gtp_client_close(c);
    gtp_game_release(&g);
    return a->reply;
}

static void plays_a_move(void **state)
{
    struct gtp_answer a;
    (void)state;
    assert_int_equal(once(SAYS("d4"), 60000, &a), GTP_MOVE);
    assert_int_equal(a.move, go_move_make(GO_PLAY, GO_WHITE, go_point(3, 3)));
    assert_int_equal(once(SAYS("PASS"), 60000, &a), GTP_MOVE);
    assert_true(go_move_is_pass(a.move));
    assert_int_equal(once(SAYS("resign"), 60000, &a), GTP_RESIGN);
}

static void takes_no_wrong_move(void **state)
{
    struct gtp_answer a;
    (void)state;
    assert_int_equal(once(SAYS("Q16"), 60000, &a), GTP_BAD_MOVE); /* taken */
    assert_string_equal(a.word, "Q16");
    assert_int_equal(once(SAYS("Z99"), 60000, &a), GTP_BAD_MOVE);
    assert_int_equal(once(PROGRAM("echo \"? no thanks\"; echo"), 60000, &a), GTP_REFUSED);
    assert_string_equal(a.word, "no thanks");
}

static void waits_no_longer_than_it_must(void **state)
{
    struct gtp_answer a;
    (void)state;
    assert_int_equal(once(PROGRAM("sleep 600"), 200, &a), GTP_HANGS);
    assert_int_equal(once(PROGRAM("exit"), 60000, &a), GTP_DIED);
    assert_int_equal(once(PROGRAM("yes | tr -d \"\\\\n\""), 60000, &a), GTP_DIED); /* no line end */
}

static void needs_a_program_that_speaks(void **state)
{
    struct gtp_client *c;
    struct err err;
    const struct gtp_client_options opt = {.path = path, .hello_ms = 200};
    (void)state;
    assert_int_equal(gtp_client_open(&c, SPAN("no-such-program"), &opt, &err), STATUS_NOT_FOUND);
    assert_int_equal(gtp_client_open(&c, SPAN("sleep 600"), &opt, &err), STATUS_IO);
    assert_int_equal(gtp_client_open(&c, SPAN("true"), &opt, &err), STATUS_IO);
    assert_null(c);
}

/* Lines of a file. */
static size_t lines_of(const char *file, const char *with)
{
    char line[256];
    size_t n = 0;
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        n += strstr(line, with) != NULL;
    if (f)
        fclose(f);
    return n;
}

static void sends_what_the_program_does_not_have(void **state)
{
    char log[] = "/tmp/kifu-gtp-XXXXXX";
    struct gtp_answer a;
    struct gtp_game g;
    int points[GTP_MOST_FIXED_HANDICAP];
    (void)state;
    int fd = mkstemp(log);
    assert_true(fd >= 0);
    close(fd);
    setenv("LOG", log, 1);
    struct gtp_client *c = start(PROGRAM("echo \"= K10\"; echo"));
    unsetenv("LOG");
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    play(&g, "Q16");
    gtp_client_move(c, &g, 60000, NULL, &a);
    assert_int_equal(a.reply, GTP_MOVE);
    assert_int_equal(gtp_game_play(&g, a.move), STATUS_OK);
    play(&g, "D4");
    assert_int_equal(gtp_client_has(c, &g), 2);
    gtp_client_move(c, &g, 60000, NULL, &a); /* K10 is taken: a failure of the program */
    assert_int_equal(a.reply, GTP_BAD_MOVE);
    assert_int_equal(lines_of(log, "clear_board"), 1);
    assert_int_equal(lines_of(log, "play "), 2);
    assert_int_equal(gtp_client_has(c, &g), -1); /* of no more use */
    gtp_client_close(c);

    setenv("LOG", log, 1);
    c = start(SAYS("K10"));
    unsetenv("LOG");
    gtp_handicap_points(3, points);
    assert_int_equal(gtp_game_handicap(&g, points, 3), STATUS_OK);
    gtp_client_move(c, &g, 60000, NULL, &a);
    assert_int_equal(a.reply, GTP_MOVE);
    assert_int_equal(go_move_color(a.move), GO_WHITE);
    assert_int_equal(lines_of(log, "set_free_handicap D4"), 1);
    assert_int_equal(lines_of(log, "genmove white"), 3);
    gtp_client_close(c);
    gtp_game_release(&g);
    unlink(log);
}

/* --- Processes of a server -------------------------------------------------------------------- */

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static enum status ask(struct go_programs *p, const char *name, const struct gtp_game *g,
                       struct gtp_answer *a)
{
    struct err err;
    return go_programs_move(p, go_programs_find(p, span_of(name)), 10, g, NULL, a, &err);
}

static void a_server_keeps_few_processes(void **state)
{
    struct go_programs p;
    struct gtp_game games[GO_PROGRAMS_MOST_RUNNING + 2];
    struct gtp_answer a;
    struct err err;
    (void)state;
    go_programs_init(&p, path);
    assert_int_equal(go_programs_add(&p, "Fake=" SAYS("K10"), &err), STATUS_OK);
    assert_int_equal(go_programs_add(&p, "Gone=no-such-program", &err), STATUS_OK);
    assert_int_equal(go_programs_add(&p, "Fake=true", &err), STATUS_RANGE);
    assert_int_equal(go_programs_add(&p, "nothing", &err), STATUS_SYNTAX);
    assert_true(go_programs_installed(&p, 1));
    assert_false(go_programs_installed(&p, 2));
    assert_int_equal(go_programs_find(&p, SPAN("sh")), GO_PROGRAMS_MOST);
    for (uint32_t i = 0; i < GO_PROGRAMS_MOST_RUNNING + 2; i++) {
        char vertex[8];
        assert_int_equal(gtp_game_init(&games[i]), STATUS_OK);
        snprintf(vertex, sizeof vertex, "A%u", i + 1);
        play(&games[i], vertex);
        assert_int_equal(ask(&p, "Fake", &games[i], &a), STATUS_OK);
        assert_int_equal(gtp_game_play(&games[i], a.move), STATUS_OK);
        gtp_game_release(&games[i]);
    }
    assert_int_equal(go_programs_running(&p), GO_PROGRAMS_MOST_RUNNING);
    assert_int_equal(gtp_game_init(&games[0]), STATUS_OK);
    assert_int_equal(ask(&p, "Gone", &games[0], &a), STATUS_NOT_FOUND);
    gtp_game_release(&games[0]);
    go_programs_release(&p);
}

static void a_server_ends_idle_processes(void **state)
{
    struct go_programs p;
    struct gtp_game g;
    struct gtp_answer a;
    struct err err;
    (void)state;
    go_programs_init(&p, path);
    p.idle_ms = 100;
    assert_int_equal(go_programs_add(&p, "Fake=" SAYS("K10"), &err), STATUS_OK);
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    assert_int_equal(ask(&p, "Fake", &g, &a), STATUS_OK);
    for (int i = 0; i < 600 && go_programs_running(&p); i++)
        pause_ms(100);
    assert_int_equal(go_programs_running(&p), 0);
    gtp_game_release(&g);
    go_programs_release(&p);
}

/* "GNU Go" is there where it is installed; its moves are moves. */
static void plays_gnu_go(void **state)
{
    struct go_programs p;
    struct gtp_game g;
    struct gtp_answer a;
    (void)state;
    go_programs_init(&p, path);
    bool installed = go_programs_installed(&p, 0);
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    for (int i = 0; i < 4 && installed; i++) {
        assert_int_equal(ask(&p, "GNU Go", &g, &a), STATUS_OK);
        assert_int_equal(gtp_game_play(&g, a.move), STATUS_OK);
    }
    gtp_game_release(&g);
    go_programs_release(&p);
    if (!installed)
        skip();
}

int main(void)
{
    path = getenv("PATH");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_a_move),
        cmocka_unit_test(takes_no_wrong_move),
        cmocka_unit_test(waits_no_longer_than_it_must),
        cmocka_unit_test(needs_a_program_that_speaks),
        cmocka_unit_test(sends_what_the_program_does_not_have),
        cmocka_unit_test(a_server_keeps_few_processes),
        cmocka_unit_test(a_server_ends_idle_processes),
        cmocka_unit_test(plays_gnu_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
