/* test_usi_client.c: programs that behave, and all the ways in which they don't.  The programs are
 * lines of shell. */
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/usi/usi_client.h"

/* Starts answering; go has it do what stands there. */
#define PROGRAM(go)                                                                                \
    "sh -c 'while read l; do case \"$l\" in usi) echo id name Fake 1; echo option name Threads "   \
    "type spin; echo option name Skill Level type spin; echo usiok;; isready) echo readyok;; "     \
    "setoption*) set=\"$set $l\";; go*) " go ";; quit) exit;; esac; done'"

static const char *path;

static struct usi_client *start(const char *program)
{
    const struct usi_setting usual[] = {{SPAN("Threads"), SPAN("1")}, {SPAN("Hash"), SPAN("2")}};
    const struct usi_setting own[] = {{SPAN("Skill Level"), SPAN("3")}};
    const struct usi_client_options opt = {
        .path = path, .settings = own, .setting_count = 1, .usual = usual, .usual_count = 2};
    struct usi_client *c;
    struct err err;
    assert_int_equal(usi_client_open(&c, span_of(program), &opt, &err), STATUS_OK);
    return c;
}

static enum usi_reply ask(struct usi_client *c, uint32_t patience_ms, struct usi_answer *a)
{
    usi_client_go(c, SPAN("startpos moves 7g7f"),
                  &(struct usi_request){.limits = SPAN("nodes 100"), .patience_ms = patience_ms},
                  a);
    return a->reply;
}

static enum usi_reply once(const char *program, uint32_t patience_ms)
{
    struct usi_answer a;
    struct usi_client *c = start(program);
    enum usi_reply reply = ask(c, patience_ms, &a);
    usi_client_close(c);
    return reply;
}

static shogi_move move_of(const char *usi)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(usi), &m));
    return m;
}

static void reads_a_move_and_what_was_thought(void **state)
{
    struct usi_answer a;
    struct usi_client *c = start(
        PROGRAM("echo info depth 3 score cp 9; echo info depth 7 multipv 1 score cp -45 nodes "
                "1234 pv 3c3d 2g2f; echo info depth 8 multipv 2 score cp 900 pv 8c8d; echo info "
                "string depth 99; echo bestmove 3c3d ponder 2g2f"));
    (void)state;
    assert_true(span_eq(usi_client_name(c), SPAN("Fake 1")));
    assert_true(usi_client_new_game(c));
    assert_int_equal(ask(c, 60000, &a), USI_MOVE);
    assert_int_equal(a.best, move_of("3c3d"));
    assert_int_equal(a.ponder, move_of("2g2f"));
    assert_int_equal(a.value, -45);
    assert_int_equal(a.depth, 7);
    assert_int_equal(a.nodes, 1234);
    assert_true(span_eq(a.line, SPAN("3c3d 2g2f")));
    usi_client_close(c);
}

static void reads_mates(void **state)
{
    static const struct {
        const char *program;
        int value;
    } rows[] = {
        {PROGRAM("echo info score mate 5; echo bestmove 3c3d"), THINK_MATE - 5},
        {PROGRAM("echo info score mate -4; echo bestmove 3c3d"), -(THINK_MATE - 4)},
        {PROGRAM("echo info score mate -; echo bestmove 3c3d"), -THINK_MATE_BOUND},
        {PROGRAM("echo info score cp 999999; echo bestmove 3c3d"), THINK_MATE_BOUND - 1},
        {PROGRAM("echo info score cp x; echo info score; echo bestmove 3c3d"), THINK_NO_VALUE},
        {PROGRAM("echo info score mate +; echo bestmove 3c3d"), THINK_MATE_BOUND},
        /* bounds are not values */
        {PROGRAM("echo info score cp 7; echo info score cp 90 lowerbound nodes 5; echo info score "
                 "cp -90 upperbound; echo bestmove 3c3d"),
         7},
        {PROGRAM("echo info score mate 3 lowerbound; echo bestmove 3c3d"), THINK_NO_VALUE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct usi_answer a;
        struct usi_client *c = start(rows[i].program);
        assert_int_equal(ask(c, 60000, &a), USI_MOVE);
        assert_int_equal(a.value, rows[i].value);
        usi_client_close(c);
    }
}

/* Options that it does not name are only set when they are asked for. */
static void sets_options(void **state)
{
    struct usi_answer a;
    struct usi_client *c =
        start(PROGRAM("case \"$set\" in *Hash*) ;; *Threads*Skill?Level?value?3*) "
                      "echo bestmove 3c3d;; esac; echo bestmove resign"));
    (void)state;
    assert_int_equal(ask(c, 60000, &a), USI_MOVE);
    usi_client_close(c);
}

static void other_answers(void **state)
{
    (void)state;
    assert_int_equal(once(PROGRAM("echo bestmove resign"), 60000), USI_RESIGN);
    assert_int_equal(once(PROGRAM("echo bestmove win"), 60000), USI_WIN);
    assert_int_equal(once(PROGRAM("echo bestmove nonsense"), 60000), USI_NO_MOVE);
    assert_int_equal(once(PROGRAM("echo bestmove"), 60000), USI_NO_MOVE);
}

static void failures(void **state)
{
    (void)state;
    assert_int_equal(once(PROGRAM("exit 3"), 60000), USI_DIED);
    assert_int_equal(once(PROGRAM("kill -9 $$"), 60000), USI_DIED);
    assert_int_equal(once(PROGRAM(":"), 200), USI_HANGS);
    /* that goes on talking does not help it */
    assert_int_equal(once(PROGRAM("while :; do echo info string still here; done"), 300),
                     USI_HANGS);
    assert_int_equal(once(PROGRAM("head -c 3000000 /dev/zero; echo"), 60000), USI_GARBAGE);
}

/* One that does not read: our text is longer than a pipe. */
static void does_not_read(void **state)
{
    struct child c;
    struct err err;
    (void)state;
    char *text = mem_calloc(1, 1 << 20);
    assert_int_equal(child_start(&c, SPAN("sleep 60"), path, &(struct child_options){0}, &err),
                     STATUS_OK);
    assert_false(child_send(&c, span_make(text, 1 << 20), steady_ms() + 200));
    pid_t pid = c.pid;
    child_stop(&c, 0);
    assert_int_equal(kill(pid, 0), -1);
    mem_free(text);
}

/* What a program started goes with it. */
static void leaves_nobody_behind(void **state)
{
    struct child c;
    struct span line;
    struct err err;
    (void)state;
    assert_int_equal(child_start(&c, SPAN("sh -c 'sleep 60 & echo $!; wait'"), path,
                                 &(struct child_options){0}, &err),
                     STATUS_OK);
    assert_int_equal(child_line(&c, steady_ms() + 60000, &line), CHILD_LINE);
    char number[32];
    snprintf(number, sizeof number, "%.*s", (int)line.n, line.p);
    pid_t grandchild = (pid_t)strtoimax(number, NULL, 10);
    assert_true(grandchild > 1);
    child_stop(&c, 0);
    uint64_t deadline = steady_ms() + 60000;
    char proc[64], status = 'R';
    snprintf(proc, sizeof proc, "/proc/%s/stat", number);
    while (status != 'Z' && steady_ms() < deadline) { /* gone, or waiting for its burial */
        FILE *f = fopen(proc, "r");
        status = 'Z';
        if (f) {
            if (fscanf(f, "%*d %*s %c", &status) != 1)
                status = 'Z';
            fclose(f);
        }
        usleep(1000);
    }
    assert_int_equal(status, 'Z');
}

static void is_stopped(void **state)
{
    struct usi_answer a;
    struct usi_client *c =
        start(PROGRAM("read l; [ \"$l\" = stop ] && echo bestmove 8c8d || echo bestmove resign"));
    (void)state;
    usi_client_go(
        c, SPAN("startpos"),
        &(struct usi_request){.limits = SPAN("infinite"), .patience_ms = 60000, .stop_ms = 50}, &a);
    assert_int_equal(a.reply, USI_MOVE);
    assert_int_equal(a.best, move_of("8c8d"));
    assert_true(a.stopped);
    usi_client_close(c);
}

static void is_cancelled(void **state)
{
    atomic_bool cancel = true;
    struct usi_client *c;
    struct err err;
    const struct usi_client_options opt = {.path = path, .cancel = &cancel};
    (void)state;
    assert_int_equal(usi_client_open(&c, SPAN("sleep 60"), &opt, &err), STATUS_CANCELLED);
    assert_null(c);
}

static void no_engines(void **state)
{
    static const struct {
        const char *command;
        enum status status;
    } rows[] = {
        {"no-such-program", STATUS_NOT_FOUND},
        {"/etc/passwd", STATUS_NOT_FOUND},
        {"", STATUS_SYNTAX},
        {"sh -c 'open", STATUS_SYNTAX},
        {"true", STATUS_IO},
        {"sleep 60", STATUS_IO},
    };
    const struct usi_client_options opt = {.path = path, .ready_ms = 200};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct usi_client *c;
        struct err err;
        assert_int_equal(usi_client_open(&c, span_of(rows[i].command), &opt, &err), rows[i].status);
    }
}

/* Who does not greet is not waited for any longer; the message says what was waited for. */
static void silence_is_named(void **state)
{
    static const struct {
        const char *command, *bad_word;
        uint32_t ready_ms; /* short only where nothing will ever come */
        const char *after;
    } rows[] = {
        {"sleep 60", "does not answer \"usi\" within", 300, "0.3 s"},
        {"sh -c 'while read l; do echo $l; done'", "does not answer \"usi\" within", 300, "0.3 s"},
        {"true", "exited without answering \"usi\"", 0, ""},
        {"sh -c 'read l; echo usiok; sleep 60'", "does not answer \"isready\" within", 5000, "5 s"},
        {"sh -c 'read l; echo usiok; read l'", "exited without answering \"isready\"", 0, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct usi_client_options opt = {.path = path, .ready_ms = rows[i].ready_ms};
        struct usi_client *c;
        struct err err;
        assert_int_equal(usi_client_open(&c, span_of(rows[i].command), &opt, &err), STATUS_IO);
        assert_non_null(strstr(err.what->en, rows[i].bad_word));
        assert_string_equal(err.arg[1], rows[i].after);
    }
    assert_int_equal(USI_HELLO_MS, 10000); /* as the man pages say */
}

static void splits_commands(void **state)
{
    struct buf words;
    struct err err;
    size_t count;
    (void)state;
    buf_init(&words, 1000);
    assert_int_equal(child_split(SPAN("  a 'b c'  \"d \\\" e\"f\\ g ''"), &words, &count, &err),
                     STATUS_OK);
    assert_int_equal(count, 4);
    assert_true(span_eq(buf_span(&words), SPAN("a\0b c\0d \" ef g\0\0")));
    buf_release(&words);
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    for (long n = 0;; n++) {
        const struct usi_client_options opt = {.path = path};
        struct usi_client *c;
        struct usi_answer a = {.reply = USI_DIED};
        struct err err;
        mem_fail_after(n);
        enum status st = usi_client_open(&c, SPAN(PROGRAM("echo bestmove 3c3d")), &opt, &err);
        if (st == STATUS_OK)
            ask(c, 60000, &a);
        mem_fail_never();
        usi_client_close(c);
        if (a.reply == USI_MOVE)
            return;
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    path = getenv("PATH");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_move_and_what_was_thought),
        cmocka_unit_test(reads_mates),
        cmocka_unit_test(sets_options),
        cmocka_unit_test(other_answers),
        cmocka_unit_test(failures),
        cmocka_unit_test(does_not_read),
        cmocka_unit_test(leaves_nobody_behind),
        cmocka_unit_test(is_stopped),
        cmocka_unit_test(is_cancelled),
        cmocka_unit_test(no_engines),
        cmocka_unit_test(silence_is_named),
        cmocka_unit_test(splits_commands),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
