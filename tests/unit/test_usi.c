/* test_usi.c: a client that talks with `kifu usi` through pipes, as a GUI does: whole
 * conversations, and what no GUI would say.  Every move that the engine prints is checked by the
 * plain rules of shogi_naive.h.  Times are the best of several tries, and where none is good, of
 * the processor: others may be using the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "shogi_naive.h"

enum { PATIENCE_MS = 60000, MOST_TRIES = 40 };

#define MIDGAME "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"
#define MATE_IN_3 "3sks3/9/4+P4/9/9/+B8/9/9/9 b S2rb4gs4n4l17p 1"
/* thousands of checks, and nobody knows */
#define HARD_TO_MATE "9/9/9/9/4k4/9/9/9/4K4 b 2R2B2G2S2N2L9P2g2s2n2l9p 1"
#define MOST_MOVES "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"

struct client {
    pid_t pid;
    int to, from;
    char in[1 << 16]; /* what came and was not read yet */
    size_t n;
    char line[1 << 16];
    struct shogi_pos pos; /* that the engine was told last */
    int infos;            /* lines since the last "go" */
};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void start(struct client *c, const char *option)
{
    int to[2], from[2];
    const char *kifu = getenv("KIFU");
    *c = (struct client){0};
    shogi_pos_start(&c->pos);
    if (!kifu)
        skip();
    assert_int_equal(pipe(to) + pipe(from), 0);
    c->pid = fork();
    if (c->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execl(kifu, "kifu", "usi", "--hash=16", option, (char *)NULL);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    c->to = to[1];
    c->from = from[0];
}

static void say_bytes(struct client *c, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(c->to, bytes, n);
        assert_true(done > 0);
        bytes += done;
        n -= (size_t)done;
    }
}

static void say(struct client *c, const char *line)
{
    say_bytes(c, line, strlen(line));
    say_bytes(c, "\n", 1);
    if (strncmp(line, "go", 2) == 0)
        c->infos = 0;
}

static void expect_position(struct client *c, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(&c->pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL),
                     STATUS_OK);
}

/* Tells the engine, and remembers where it ought to be. */
static void say_position(struct client *c, const char *sfen)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    buf_printf(&b, "position %s%s", strcmp(sfen, "startpos") == 0 ? "" : "sfen ", sfen);
    expect_position(c, sfen);
    say(c, buf_cstr(&b));
    buf_release(&b);
}

/* The next line; NULL at the end of output. */
static const char *next_line(struct client *c, uint64_t until)
{
    char *end;
    while (!(end = memchr(c->in, '\n', c->n))) {
        struct pollfd p = {.fd = c->from, .events = POLLIN};
        uint64_t now = now_ms();
        assert_true(now < until && c->n < sizeof c->in);
        if (poll(&p, 1, (int)(until - now)) <= 0)
            continue;
        ssize_t n = read(c->from, c->in + c->n, sizeof c->in - c->n);
        if (n <= 0)
            return NULL;
        c->n += (size_t)n;
    }
    size_t n = (size_t)(end - c->in);
    memcpy(c->line, c->in, n);
    c->line[n] = 0;
    c->n -= n + 1;
    memmove(c->in, end + 1, c->n);
    return c->line;
}

static void play(struct shogi_pos *pos, const char *word, size_t n)
{
    shogi_move m;
    struct shogi_undo undo;
    struct shogi_naive naive = naive_of(pos);
    if (!shogi_usi_parse(span_make(word, n), &m) || !naive_is_legal(&naive, m))
        fail_msg("illegal: %.*s", (int)n, word);
    shogi_play(pos, m, &undo);
}

/* Moves with blanks between, played from the client's position. */
static int check_moves(const struct client *c, const char *text)
{
    struct shogi_pos pos = c->pos;
    int count = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        play(&pos, text, n);
        count++;
        text += n + (text[n] == ' ');
    }
    return count;
}

static void check_info(struct client *c, const char *line)
{
    const char *pv = strstr(line, " pv ");
    c->infos++;
    if (pv)
        assert_true(check_moves(c, pv + 4) > 0);
    if (strstr(line, " seldepth "))
        assert_true(pv && strstr(line, " score ") && strstr(line, " nodes ") &&
                    strstr(line, " nps ") && strstr(line, " time ") && strstr(line, " hashfull "));
}

/* Reads up to a line that begins so; all others must be "info". */
static const char *await(struct client *c, const char *begins)
{
    uint64_t until = now_ms() + PATIENCE_MS;
    for (;;) {
        const char *line = next_line(c, until);
        if (!line)
            fail_msg("the engine ended; %s was expected", begins);
        if (strncmp(line, begins, strlen(begins)) == 0)
            return line;
        assert_true(strncmp(line, "info ", 5) == 0);
        check_info(c, line);
    }
}

static const char *await_best(struct client *c)
{
    const char *line = await(c, "bestmove ") + strlen("bestmove ");
    const char *ponder = strstr(line, " ponder ");
    if (strcmp(line, "resign") == 0 || strcmp(line, "win") == 0)
        return line;
    struct shogi_pos pos = c->pos;
    play(&pos, line, ponder ? (size_t)(ponder - line) : strlen(line));
    if (ponder)
        play(&pos, ponder + 8, strlen(ponder + 8));
    return line;
}

static void expect_silence(struct client *c, int ms)
{
    struct pollfd p = {.fd = c->from, .events = POLLIN};
    assert_int_equal(c->n, 0);
    assert_int_equal(poll(&p, 1, ms), 0);
}

static void shake_hands(struct client *c)
{
    uint64_t until = now_ms() + PATIENCE_MS;
    say(c, "usi");
    for (const char *line = ""; strcmp(line, "usiok") != 0;) {
        line = next_line(c, until);
        assert_non_null(line);
        assert_true(strncmp(line, "id ", 3) == 0 || strncmp(line, "option name ", 12) == 0 ||
                    strcmp(line, "usiok") == 0);
    }
    say(c, "isready");
    await(c, "readyok");
    say(c, "usinewgame");
}

/* Nothing more comes, and it ends well. */
static void wait_for_end(struct client *c)
{
    int status;
    uint64_t until = now_ms() + PATIENCE_MS;
    while (next_line(c, until))
        ;
    close(c->from);
    assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void quit(struct client *c)
{
    say(c, "quit");
    wait_for_end(c);
    close(c->to);
}

/* --- Conversations ---------------------------------------------------------------------------- */

static void answers_each_kind_of_go(void **state)
{
    static const char *const kinds[] = {
        "go depth 5",
        "go nodes 3000",
        "go movetime 50",
        "go btime 0 wtime 0 byoyomi 60",
        "go btime 1000 wtime 1000 binc 10 winc 10",
        "go btime 3000 wtime 3000",
        "go byoyomi 50 wtime -5 btime -5",
        "go nodes 1",
        "go depth 1 nodes 99999999999999999999999",
        "go movetime 1",
        "go wtime 0 btime 0 byoyomi 0",
    };
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        say_position(&c, i % 2 ? MIDGAME : "startpos");
        say(&c, kinds[i]);
        assert_string_not_equal(await_best(&c), "resign");
    }
    say(&c, "position startpos moves 7g7f 3c3d 2g2f");
    expect_position(&c, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4");
    say(&c, "go depth 4");
    await_best(&c);
    say(&c, "gameover win");
    say(&c, "usinewgame");
    say_position(&c, "startpos");
    say(&c, "go depth 3 searchmoves 9g9f 1i1h 5e5d");
    const char *best = await_best(&c);
    assert_true(strncmp(best, "9g9f", 4) == 0 || strncmp(best, "1i1h", 4) == 0);
    quit(&c);
}

static void thinks_until_stopped(void **state)
{
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    for (int i = 0; i < 3; i++) {
        say_position(&c, MIDGAME);
        say(&c, "go infinite");
        await(&c, "info");
        say(&c, "isready"); /* answered while it thinks */
        await(&c, "readyok");
        say(&c, "setoption name MultiPV value 3"); /* for the next time */
        say(&c, "stop");
        await_best(&c);
    }
    /* ended by itself long ago, but the answer waits: infinite and pondering */
    static const char *const waiting[] = {"go infinite depth 2", "go ponder depth 2"};
    for (int i = 0; i < 2; i++) {
        say_position(&c, "startpos");
        say(&c, waiting[i]);
        for (int line = 0; line < 6; line++)
            await(&c, "info");
        expect_silence(&c, 100);
        say(&c, "stop");
        await_best(&c);
    }
    quit(&c);
}

static void ponders(void **state)
{
    struct client c;
    (void)state;
    start(&c, "--threads=2");
    shake_hands(&c);
    say_position(&c, MIDGAME);
    say(&c, "go ponder btime 0 wtime 0 byoyomi 100");
    for (uint64_t until = now_ms() + 300; now_ms() < until;) {
        usleep(20000);
        say(&c, "");
    }
    uint64_t hit = now_ms();
    say(&c, "ponderhit");
    await_best(&c);
    assert_true(now_ms() - hit >= 50); /* byoyomi is not given back */
    say(&c, "go ponder btime 100000 wtime 100000");
    say(&c, "stop");
    await_best(&c);
    /* without times, which come with the hit */
    say(&c, "go ponder");
    say(&c, "ponderhit btime 0 wtime 0 byoyomi 50");
    await_best(&c);
    say(&c, "ponderhit"); /* too late for anything */
    say(&c, "stop");
    say(&c, "isready");
    await(&c, "readyok");
    quit(&c);
}

static void solves_mates(void **state)
{
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    say_position(&c, MATE_IN_3);
    say(&c, "go mate 10000");
    assert_true(check_moves(&c, await(&c, "checkmate ") + 10) >= 3);
    say(&c, "go mate infinite");
    assert_true(check_moves(&c, await(&c, "checkmate ") + 10) >= 3);
    say(&c, "go depth 1 mate infinite");
    assert_string_equal(await(&c, "checkmate "), "checkmate nomate");
    say_position(&c, "startpos");
    say(&c, "go mate 1000");
    assert_string_equal(await(&c, "checkmate "), "checkmate nomate");
    /* nobody knows whether there is one: by node, by clock, by stop */
    say_position(&c, "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1");
    say(&c, "go nodes 1 mate infinite");
    assert_string_equal(await(&c, "checkmate "), "checkmate timeout");
    say_position(&c, HARD_TO_MATE);
    say(&c, "go mate 10");
    await(&c, "checkmate ");
    say(&c, "go mate infinite");
    say(&c, "stop");
    await(&c, "checkmate ");
    quit(&c);
}

static void plays_by_the_rules_that_are_set(void **state)
{
    /* 28 points and ten pieces beside the king */
    const char *entered = "K+R+R+B+BGGGG/SSSS5/9/9/9/9/9/9/4k4 b 2N2L9P2n2l9p 1";
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    say_position(&c, entered);
    say(&c, "go depth 3");
    assert_string_equal(await_best(&c), "win");
    say(&c, "go infinite");
    await(&c, "info");
    say(&c, "stop");
    assert_string_equal(await_best(&c), "win");
    say(&c, "setoption name EnteringKingRule value NoEnteringKing");
    say(&c, "go depth 3");
    assert_string_not_equal(await_best(&c), "win");
    /* mated */
    say_position(&c, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    say(&c, "go movetime 1000");
    assert_string_equal(await_best(&c), "resign");
    say(&c, "go infinite");
    await(&c, "info");
    expect_silence(&c, 50);
    say(&c, "stop");
    assert_string_equal(await_best(&c), "resign");
    /* enough is enough */
    say(&c, "setoption name ResignValue value 500");
    say_position(&c, "4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G 1");
    say(&c, "go depth 3");
    assert_string_equal(await_best(&c), "resign");
    quit(&c);
}

static void shows_several_lines(void **state)
{
    struct client c;
    bool seen = false;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    say(&c, "setoption name MultiPV value 4");
    say(&c, "setoption name Threads value 3");
    say(&c, "setoption name USI_Hash value 8");
    say_position(&c, MIDGAME);
    say(&c, "go depth 4");
    for (;;) {
        const char *line = next_line(&c, now_ms() + PATIENCE_MS);
        assert_non_null(line);
        if (strncmp(line, "bestmove", 8) == 0)
            break;
        check_info(&c, line);
        seen |= strstr(line, " depth 4 ") && strstr(line, " multipv 4 ");
    }
    assert_true(seen);
    quit(&c);
}

/* Wins, draws and losses of a thousand, behind the value; only if they are wanted. */
static void shows_wins_and_losses(void **state)
{
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    for (int wanted = 0; wanted < 2; wanted++) {
        bool seen = false;
        say(&c, wanted ? "setoption name USI_ShowWDL value true" : "isready");
        say_position(&c, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B 1"); /* Black is far ahead */
        say(&c, "go depth 3");
        for (;;) {
            int wins, draws, losses;
            const char *line = next_line(&c, now_ms() + PATIENCE_MS);
            assert_non_null(line);
            if (strncmp(line, "bestmove", 8) == 0)
                break;
            const char *wdl = strstr(line, " wdl ");
            if (!wdl)
                continue;
            seen = true;
            assert_int_equal(sscanf(wdl, " wdl %d %d %d pv", &wins, &draws, &losses), 3);
            assert_int_equal(wins + draws + losses, 1000);
            assert_true(wins > losses && strstr(line, " score ") < wdl);
        }
        assert_int_equal(seen, wanted);
    }
    quit(&c);
}

static void two_in_a_row(void **state)
{
    struct client c;
    (void)state;
    start(&c, "--threads=2");
    shake_hands(&c);
    say_position(&c, "startpos");
    for (int i = 0; i < 20; i++)
        say(&c, i % 2 ? "go infinite" : "go movetime 100000");
    say(&c, "stop");
    for (int i = 0; i < 20; i++)
        await_best(&c);
    say(&c, "go infinite");
    say(&c, "usinewgame");
    await_best(&c);
    say(&c, "go infinite");
    say(&c, "gameover draw");
    await_best(&c);
    quit(&c);
}

static void ends_in_the_middle(void **state)
{
    static const char *const busy[] = {"go infinite", "go ponder", "go mate infinite",
                                       "go movetime 100000"};
    struct client c;
    (void)state;
    for (int i = 0; i < 8; i++) {
        start(&c, i % 2 ? NULL : "--threads=2");
        say_position(&c, i == 4 ? "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1" : MIDGAME);
        say(&c, busy[i / 2]);
        if (i % 2 || i == 6) {
            quit(&c);
        } else {
            close(c.to);
            wait_for_end(&c);
        }
    }
    /* what ends by itself is waited for, */
    start(&c, NULL);
    say_position(&c, MIDGAME);
    say(&c, "go depth 6");
    close(c.to);
    await(&c, "info depth 6 ");
    await_best(&c);
    wait_for_end(&c);
    /* unless nobody listens any more */
    start(&c, NULL);
    say(&c, "go movetime 100000");
    close(c.to);
    close(c.from);
    int status;
    uint64_t then = now_ms();
    assert_int_equal(waitpid(c.pid, &status, 0), c.pid);
    /* as any program that writes where nobody reads */
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    assert_true(now_ms() - then < PATIENCE_MS);
}

static void survives_garbage(void **state)
{
    static const char bytes[] =
        "\0\xff\x80go\0depth\n\r\n \t\n\x1b[31m\nposition\0startpos\ngo\xff\n";
    static const char *const lines[] = {
        "xyzzy",
        "go_on",
        "position",
        "position sfen",
        "position sfen 9/9/9 b - 1",
        "position sfen startpos moves",
        "position startpos moves 7g7f 7g7f 3c3d",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 9999P 1",
        "position sfen 4k4/9/9/9/9/9/9/4R4/4K4 b - 1",
        "setoption",
        "setoption name",
        "setoption name Threads",
        "setoption name Threads value x",
        "setoption name Nope value 1",
        "setoption name USI_Hash value 99999999999999999999",
        "setoption name Weights value /no/such/file",
        "setoption name EnteringKingRule value 7",
        "setoption name USI_Hash value 4",
        "ponderhit",
        "stop",
        "gameover",
        "isready"};
    struct client c;
    (void)state;
    start(&c, NULL);
    say_bytes(&c, bytes, sizeof bytes - 1);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        say(&c, lines[i]);
    await(&c, "readyok");
    for (int i = 0; i < 40; i++) { /* a line of megabytes */
        static char much[1 << 16];
        memset(much, 'x', sizeof much);
        say_bytes(&c, much, sizeof much);
    }
    say(&c, "");
    /* a bad move: there is no position, and no move from another one */
    say(&c, "position startpos moves 7g7f 7g7f 3c3d");
    say(&c, "go depth 2");
    assert_string_equal(await_best(&c), "resign");
    say_position(&c, "startpos");
    say(&c, "go depth 2");
    assert_string_not_equal(await_best(&c), "resign");
    quit(&c);
}

static void takes_any_position(void **state)
{
    static const char *const odd[] = {
        MOST_MOVES,
        "9/9/9/9/9/9/9/9/9 b - 1",                 /* nothing at all */
        "9/9/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1",   /* no board pieces */
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", /* one king */
        "9/9/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1",  /* the other */
        "4k4/9/9/9/9/9/9/9/4K4 b - 1",             /* nothing but kings */
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        "ln2+r1r2/5s+Pkl/3+B1p1p1/p4B2p/2P6/P6PP/1PNP1P3/2G3SK1/L4G1NL w 2GSN3Ps3p 76",
        "7nk/9/7G1/9/9/9/9/9/4K4 b P 1",
    };
    struct client c;
    (void)state;
    start(&c, "--threads=2");
    shake_hands(&c);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        say_position(&c, odd[i]);
        say(&c, "go depth 4");
        await_best(&c);
        say(&c, "go movetime 30");
        await_best(&c);
        say(&c, "go mate 20");
        await(&c, "checkmate ");
    }
    quit(&c);
}

/* --- Time ------------------------------------------------------------------------------------- */

/* The best of several answers: by the clock on the wall, and in time of the processor. */
struct timing {
    uint64_t wall_ms, cpu_ms;
};

static const struct timing NO_TIMING = {UINT64_MAX, UINT64_MAX};

/* Time of the processor that the engine has had so far. */
static uint64_t engine_cpu_ms(const struct client *c)
{
    clockid_t its_clock;
    struct timespec t;
    assert_int_equal(clock_getcpuclockid(c->pid, &its_clock), 0);
    assert_int_equal(clock_gettime(its_clock, &t), 0);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void time_answer(struct client *c, const char *command, const char *begins,
                        struct timing *best)
{
    uint64_t then = now_ms(), before = engine_cpu_ms(c);
    say(c, command);
    await(c, begins);
    uint64_t wall = now_ms() - then, cpu = engine_cpu_ms(c) - before;
    best->wall_ms = wall < best->wall_ms ? wall : best->wall_ms;
    best->cpu_ms = cpu < best->cpu_ms ? cpu : best->cpu_ms;
}

/* One good try is enough.  Where others have the processor most of the time, what the engine does
 * with its share must be over in time. */
static void expect_in_time(struct timing best)
{
    if (best.wall_ms >= 100)
        print_message("# %u ms, %u of the processor\n", (unsigned)best.wall_ms,
                      (unsigned)best.cpu_ms);
    assert_true(best.wall_ms < 400 || best.cpu_ms < 400);
}

/* Whoever looks at the clock on the wall never uses more processor time than that shows, however
 * busy the machine is; whoever does not, does. */
static void answers_within_its_time(void **state)
{
    enum { OWN_MS = 100 }; /* the first round of 593 moves, with sanitizers */
    static const struct {
        const char *command;
        uint32_t ms;
    } kinds[] = {
        {"go btime 1 wtime 1", 1},
        {"go btime 3 wtime 3", 3},
        {"go btime 20 wtime 20", 20},
        {"go btime 50 wtime 50", 50},
        {"go btime 54 wtime 54 byoyomi 0 binc 0 winc 0", 54},
        {"go btime 0 wtime 0", 0},
        {"go btime 0 wtime 0 byoyomi 0", 0},
        {"go btime 0 wtime 0 binc 30 winc 30", 30},
        {"go btime 10 wtime 10 byoyomi 20", 30},
        {"go btime 400 wtime 400 binc 10 winc 10", 410},
        {"go movetime 0", 0},
        {"go movetime 1", 1},
        {"go movetime 30", 30},
        {"go nodes 1", 0},
        {"go depth 1", 0},
        {"go mate 0", 0},
        {"go mate 30", 30},
    };
    struct client c;
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        start(&c, threads == 1 ? NULL : "--threads=2");
        shake_hands(&c);
        for (size_t i = 0; i < 2 * sizeof kinds / sizeof *kinds; i++) {
            const char *command = kinds[i / 2].command;
            say_position(&c, i % 2 ? MOST_MOVES : HARD_TO_MATE);
            say(&c, "isready");
            await(&c, "readyok");
            uint64_t before = engine_cpu_ms(&c), most = kinds[i / 2].ms + OWN_MS;
            say(&c, command);
            await(&c, strstr(command, " mate ") ? "checkmate " : "bestmove ");
            uint64_t used = engine_cpu_ms(&c) - before;
            if (used > most * (unsigned)threads)
                fail_msg("%s: %u ms", command, (unsigned)used);
        }
        quit(&c);
    }
}

/* Nobody has told it to get ready, and threads beyond all reason are asked for: what there is no
 * time for is not waited for. */
static void answers_unready(void **state)
{
    static const char *const commands[] = {"go mate 100", "go movetime 100"};
    struct client c;
    (void)state;
    for (int i = 0; i < 2; i++) {
        start(&c, "--threads=512");
        say_position(&c, HARD_TO_MATE);
        uint64_t before = engine_cpu_ms(&c);
        say(&c, commands[i]);
        await(&c, i ? "bestmove " : "checkmate ");
        assert_true(engine_cpu_ms(&c) - before < 1000);
        quit(&c);
    }
}

static void stops_at_once(void **state)
{
    struct client c;
    struct timing best = NO_TIMING;
    (void)state;
    start(&c, "--threads=2");
    shake_hands(&c);
    for (int i = 0; i < MOST_TRIES && best.wall_ms >= 100; i++) {
        say_position(&c, i % 2 ? MIDGAME : MOST_MOVES);
        say(&c, "go infinite");
        await(&c, "info depth 3 ");
        time_answer(&c, "stop", "bestmove", &best);
    }
    expect_in_time(best);
    quit(&c);
}

static void keeps_to_the_clock(void **state)
{
    static const struct {
        const char *command, *begins, *sfen;
        uint64_t least;
    } kinds[] = {{"go movetime 100", "bestmove", MIDGAME, 80},
                 {"go btime 0 wtime 0 byoyomi 100", "bestmove", MIDGAME, 80},
                 {"go mate 100", "checkmate", HARD_TO_MATE, 0}};
    struct client c;
    (void)state;
    start(&c, NULL);
    shake_hands(&c);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct timing best = NO_TIMING;
        for (int i = 0; i < MOST_TRIES && best.wall_ms >= 100; i++) {
            say_position(&c, kinds[k].sfen);
            time_answer(&c, kinds[k].command, kinds[k].begins, &best);
            usleep(20000); /* a late search has ended by then */
        }
        expect_in_time(best);
        assert_true(best.wall_ms >= kinds[k].least); /* and uses it */
    }
    quit(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_each_kind_of_go),
        cmocka_unit_test(thinks_until_stopped),
        cmocka_unit_test(ponders),
        cmocka_unit_test(solves_mates),
        cmocka_unit_test(plays_by_the_rules_that_are_set),
        cmocka_unit_test(shows_several_lines),
        cmocka_unit_test(shows_wins_and_losses),
        cmocka_unit_test(two_in_a_row),
        cmocka_unit_test(ends_in_the_middle),
        cmocka_unit_test(survives_garbage),
        cmocka_unit_test(takes_any_position),
        cmocka_unit_test(answers_within_its_time),
        cmocka_unit_test(answers_unready),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(keeps_to_the_clock),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
