/* cmd_usi.c: `kifu usi`: an engine for the GUIs of shogi.  The protocol is engine/usi_session.h;
 * here are the pipes. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "engine/usi_session.h"
#include "kifu.h"

enum { OPT_WEIGHTS, OPT_HASH, OPT_THREADS, OPT_COUNT };
enum { READ_BYTES = 1 << 16, LOOK_EVERY_MS = 5 };

static const struct option_spec OPTIONS[] = {
    [OPT_WEIGHTS] = {.name = "weights",
                     .kind = OPTION_TEXT,
                     .metavar = "FILE",
                     .completes = COMPLETE_FILE,
                     .help = {"evaluate with these weights: a file, or a built-in name",
                              "評価関数の重み（ファイル、または組み込みの名前）"}},
    [OPT_HASH] = {.name = "hash",
                  .kind = OPTION_INT,
                  .metavar = "MB",
                  .min = 1,
                  .max = USI_MOST_HASH_MB,
                  .help = {"size of the table of positions, if the GUI sets no USI_Hash "
                           "(default: 128)",
                           "置換表の大きさ。GUI が USI_Hash を指定しない場合（既定: 128）"}},
    [OPT_THREADS] = {.name = "threads",
                     .kind = OPTION_INT,
                     .metavar = "N",
                     .min = 1,
                     .max = USI_MOST_THREADS,
                     .help = {"threads to think with, if the GUI sets no Threads (default: 1)",
                              "思考スレッド数。GUI が Threads を指定しない場合（既定: 1）"}},
    [OPT_COUNT] = {.name = NULL},
};

struct output {
    FILE *to;
    int why; /* errno of the thread that could not write */
};

/* A failure is noticed by cmd_should_stop(). */
static void write_lines(void *ctx, struct span lines)
{
    struct output *out = ctx;
    if (fwrite(lines.p, 1, lines.n, out->to) != lines.n || fflush(out->to) != 0)
        out->why = errno;
}

/* At the end of input: a script that asked something wants to hear the answer, but a GUI that went
 * away does not. */
static void wait_for_answer(struct cmd_env *env, struct usi *u)
{
    while (usi_ends_by_itself(u) && !cmd_should_stop(env)) {
        poll(NULL, 0, LOOK_EVERY_MS);
        usi_tick(u);
    }
}

/* Until "quit", the end of input, or a signal. */
static void converse(struct cmd_env *env, struct usi *u)
{
    char bytes[READ_BYTES];
    while (!cmd_should_stop(env)) {
        struct pollfd in = {.fd = fileno(env->in), .events = POLLIN};
        int due = usi_due_ms(u);
        if (poll(&in, 1, due) <= 0) {
            usi_tick(u);
            continue;
        }
        ssize_t n = read(fileno(env->in), bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        if (!usi_feed(u, span_make(bytes, (size_t)n)))
            return;
    }
    wait_for_answer(env, u);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct err err = {0};
    struct usi *u;
    struct output out = {.to = env->out};
    struct usi_config config = {.ctx = &out, .write = write_lines};
    struct buf name;
    const char *weights = args_text(args, OPT_WEIGHTS, NULL);
    usi_settings_init(&config.settings);
    config.settings.hash_mb = args_int(args, OPT_HASH, config.settings.hash_mb);
    config.settings.threads = args_int(args, OPT_THREADS, config.settings.threads);
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_printf(&name, "Kifu %s", kifu_version());
    config.name = buf_span(&name);
    enum status st = STATUS_OK;
    if (weights &&
        usi_settings_set(&config.settings, SPAN("Weights"), span_of(weights)) != USI_SET_WEIGHTS)
        st = err_nomem(&err);
    if (st == STATUS_OK)
        st = usi_open(&u, &config, &err);
    if (st == STATUS_OK) {
        converse(env, u);
        usi_close(u);
        errno = out.why; /* the frame tells of it, where it is worth telling */
    }
    usi_settings_release(&config.settings);
    buf_release(&name);
    return st == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

const struct command CMD_USI = {
    .name = "usi",
    .group = GROUP_PLAY,
    .summary = {"play shogi: an engine for ShogiHome and other GUIs",
                "将棋エンジン（ShogiHome などの GUI から使う）"},
    .operands = "",
    .options = OPTIONS,
    .details =
        {"Speaks USI on standard input and output. A program of the name kifu-usi (a link to "
         "kifu) does the same without being told.",
         "標準入出力で USI プロトコルを話します。kifu-usi という名前（kifu へのリンク）で"
         "起動しても同じです。"},
    .run = run,
};
