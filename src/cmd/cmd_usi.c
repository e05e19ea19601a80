/* cmd_usi.c: `kifu usi`: an engine for the GUIs of shogi.  The protocol is engine/usi/usi_session.h;
 * here are the pipes. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/frame/cmd.h"
#include "engine/natural/natural.h"
#include "engine/person/person.h"
#include "engine/usi/usi_proxy.h"
#include "engine/usi/usi_session.h"
#include "kifu.h"

enum {
    OPT_WEIGHTS,
    OPT_HASH,
    OPT_THREADS,
    OPT_FLOW,
    OPT_MODEL,
    OPT_NATURAL,
    OPT_PERSON,
    OPT_SEED,
    OPT_LIKE,
    OPT_BOOK,
    OPT_OVER,
    OPT_COUNT
};
enum { READ_BYTES = 1 << 16, LOOK_EVERY_MS = 5 };

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_WEIGHTS, "weights", "FILE", "evaluation: a weights file or a built-in name",
                "評価関数: 重みのファイルか組み込みの名前"),
    INT_OPTION(OPT_HASH, "hash", "MB", 1, USI_MOST_HASH_MB,
               "transposition table size in MiB unless the GUI sets USI_Hash (default 128)",
               "置換表の大きさ（MiB、既定は 128）。GUI の USI_Hash が優先"),
    INT_OPTION(OPT_THREADS, "threads", "N", 1, USI_MOST_THREADS,
               "number of search threads unless the GUI sets Threads (default 1)",
               "探索スレッド数（既定は 1）。GUI の Threads が優先"),
    FILE_OPTION(OPT_FLOW, "flow", "FILE",
                "bonus for moves that continue a sequence of this file (from kifu flow)",
                "手順のファイル（kifu flow で作成）に一致する手に加点"),
    FILE_OPTION(OPT_MODEL, "model", "FILE",
                "model of human moves from kifu natural train (default: built in)",
                "人の指し手のモデル（kifu natural train で作成、既定は内蔵のもの）"),
    INT_OPTION(OPT_NATURAL, "natural", "N", 0, 100,
               "naturalness from 0, the strongest move, to 100, the most human one (default 0)",
               "自然さ: 0（最強の手）から 100（人が最も指しそうな手）まで（既定は 0）"),
    CHOICE_OPTION(OPT_PERSON, "person", person_words,
                  "play, err and resign as such a person does (default none: the engine); the "
                  "beginner is an extrapolation beyond the weakest games there are",
                  "その人物らしく指し、間違え、投了する（既定の none はエンジン）。beginner "
                  "は棋譜のある最も弱い層から外挿したもの"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT32_MAX,
               "random seed of the person, --like and --book; 0: another one for each game "
               "(default 0)",
               "人物、--like、--book の乱数の種。0 は対局ごとに変える（既定は 0）"),
    FILE_OPTION(OPT_LIKE, "like", "DB",
                "open as in the games of this database that match QUERY; moves of the player whom "
                "it names, if it names one",
                "このデータベースの QUERY に合う棋譜のとおりに序盤を指す（player: "
                "などがあればその対局者の手）"),
    FILE_OPTION(OPT_BOOK, "book", "FILE",
                "opening book to follow: YaneuraOu's text, Apery's .bin, or a database",
                "従う定跡: やねうら王のテキスト、Apery の .bin、またはデータベース"),
    TEXT_OPTION(OPT_OVER, "over", "COMMAND", "choose among the moves of another USI engine",
                "他の USI エンジンの候補手から選ぶ"),
    [OPT_COUNT] = {.name = NULL},
};

/* A failure is noticed by cmd_should_stop(). */
static void write_lines(void *ctx, struct span lines)
{
    FILE *out = ctx;
    fwrite(lines.p, 1, lines.n, out);
    fflush(out);
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
        int due = usi_due_ms(u), ready = poll(&in, 1, due);
        if (ready <= 0 || due == 0) /* also while a GUI writes without a pause */
            usi_tick(u);
        if (ready <= 0)
            continue;
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

/* Settings that the command line makes; the GUI may make others. */
static enum status read_settings(const struct cmd_args *args, struct usi_settings *s,
                                 struct err *err)
{
    static const struct msg BAD_NAME = {"file name contains control characters: %1",
                                        "ファイル名に制御文字があります: %1"};
    const struct {
        size_t option;
        const char *name;
    } files[] = {{OPT_WEIGHTS, "Weights"},
                 {OPT_FLOW, "Flow_File"},
                 {OPT_MODEL, "Natural_Model"},
                 {OPT_LIKE, "Like_Database"},
                 {OPT_BOOK, "BookFile"}};
    s->hash_mb = args_int(args, OPT_HASH, s->hash_mb);
    s->threads = args_int(args, OPT_THREADS, s->threads);
    s->style.natural = args_int(args, OPT_NATURAL, s->style.natural);
    s->person.person = (int64_t)args_choice(args, OPT_PERSON, PERSON_NONE);
    s->person.seed = args_int(args, OPT_SEED, s->person.seed);
    s->book.seed = args_int(args, OPT_SEED, s->book.seed);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = args_text(args, files[i].option, NULL);
        enum usi_set set =
            path ? usi_settings_set(s, span_of(files[i].name), span_of(path)) : USI_SET_FILE;
        if (set == USI_SET_NO_VALUE)
            return err_set(err, STATUS_RANGE, &BAD_NAME, span_of(path), (struct span){0});
        if (set != USI_SET_FILE)
            return err_nomem(err);
    }
    /* A model is opened when somebody turns the dial; who names one wants to hear now if it is
     * none. */
    struct natural *model = NULL;
    enum status st = args_text(args, OPT_MODEL, NULL)
                         ? natural_open(&model, args_text(args, OPT_MODEL, NULL), err)
                         : STATUS_OK;
    natural_close(model);
    return st;
}

/* The operands are the query of --like, whose words may have been cut by the shell. */
static enum status read_query(const struct cmd_args *args, struct usi_settings *s, struct err *err)
{
    static const struct msg BAD_QUERY = {"query contains control characters: %1",
                                         "検索式に制御文字があります: %1"};
    struct buf text;
    enum status st = STATUS_OK;
    if (!args->n_operands)
        return STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < args->n_operands; i++)
        buf_printf(&text, "%s%s", i ? " " : "", args->operands[i]);
    enum usi_set set = buf_status(&text) == STATUS_OK
                           ? usi_settings_set(s, SPAN("Like_Query"), buf_span(&text))
                           : USI_SET_NO_MEMORY;
    if (set == USI_SET_NO_VALUE)
        st = err_set(err, STATUS_RANGE, &BAD_QUERY, buf_span(&text), (struct span){0});
    else if (set != USI_SET_FILE)
        st = err_nomem(err);
    buf_release(&text);
    return st;
}

/* A GUI, as a proxy has it. */
struct gui {
    FILE *to;
    int from;
    struct buf ahead; /* what it said while an engine was waited for */
};

static void write_to_gui(void *ctx, struct span lines)
{
    const struct gui *gui = ctx;
    write_lines(gui->to, lines);
}

/* "quit" as a line of its own, among what has come so far. */
static bool has_quit(struct span text)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        if (end && span_eq(span_trim(span_make(text.p, n)), SPAN("quit")))
            return true;
        text = span_skip(text, end ? n + 1 : n);
    }
    return false;
}

/* Asked while an engine is waited for, which may be long: a GUI that quits need not wait for it. */
static bool gui_quits(void *ctx)
{
    struct gui *gui = ctx;
    struct pollfd in = {.fd = gui->from, .events = POLLIN};
    while (poll(&in, 1, 0) > 0 && in.revents & POLLIN && buf_reserve(&gui->ahead, READ_BYTES)) {
        ssize_t n = read(gui->from, gui->ahead.p + gui->ahead.n, READ_BYTES);
        if (n <= 0)
            break;
        gui->ahead.n += (size_t)n;
    }
    return has_quit(buf_span(&gui->ahead));
}

/* Reads what a GUI says; false at its end. */
static bool read_some(struct cmd_env *env, char bytes[READ_BYTES], struct span *out)
{
    ssize_t n;
    do
        n = read(fileno(env->in), bytes, READ_BYTES);
    while (n < 0 && errno == EINTR && !cmd_should_stop(env));
    *out = span_make(bytes, n > 0 ? (size_t)n : 0);
    return n > 0;
}

/* What was read ahead comes first; false after "quit".  Feeding may wait for the engine and read
 * ahead again. */
static bool hear_ahead(struct gui *gui, struct usi_proxy *p)
{
    bool more = true;
    while (more && gui->ahead.n) {
        struct buf input = gui->ahead;
        buf_init(&gui->ahead, BUF_DEFAULT_MAX);
        more = usi_proxy_feed(p, buf_span(&input));
        buf_release(&input);
    }
    return more;
}

/* With both: the GUI and the engine behind. */
static void mediate(struct cmd_env *env, struct gui *gui, struct usi_proxy *p)
{
    char bytes[READ_BYTES];
    bool listening = true;
    while (!cmd_should_stop(env) && (listening || usi_proxy_ends_by_itself(p))) {
        struct span input;
        if (!hear_ahead(gui, p)) /* which may start the engine again: its pipe is another then */
            return;
        struct pollfd fds[2] = {{.fd = listening ? fileno(env->in) : -1, .events = POLLIN},
                                {.fd = usi_proxy_fd(p), .events = POLLIN}};
        int ready = poll(fds, 2, usi_proxy_due_ms(p));
        if (ready < 0)
            continue;
        if (fds[0].revents) {
            listening = read_some(env, bytes, &input);
            if (!usi_proxy_feed(p, input))
                return;
        }
        usi_proxy_read(p);
    }
}

static enum status run_proxy(struct cmd_env *env, const struct usi_config *config,
                             const char *command, struct err *err)
{
    struct usi_proxy *p;
    struct gui gui = {.to = env->out, .from = fileno(env->in)};
    const struct usi_proxy_config proxy = {.ctx = &gui,
                                           .write = write_to_gui,
                                           .name = config->name,
                                           .command = span_of(command),
                                           .path = getenv("PATH"),
                                           .cancel = env->cancelled,
                                           .quits = gui_quits,
                                           .style = config->settings.style};
    buf_init(&gui.ahead, BUF_DEFAULT_MAX);
    enum status st = usi_proxy_open(&p, &proxy, err);
    if (st == STATUS_OK) {
        mediate(env, &gui, p);
        usi_proxy_close(p);
    }
    buf_release(&gui.ahead);
    return st;
}

static enum status run_engine(struct cmd_env *env, const struct usi_config *config, struct err *err)
{
    struct usi *u;
    enum status st = usi_open(&u, config, err);
    if (st != STATUS_OK)
        return st;
    converse(env, u);
    usi_close(u);
    return STATUS_OK;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NO_DATABASE = {"a query needs --like DB: %1",
                                           "検索式には --like DB が必要です: %1"};
    struct err err = {0};
    struct usi_config config = {.ctx = env->out, .write = write_lines};
    struct buf name;
    const char *over = args_text(args, OPT_OVER, NULL);
    if (args->n_operands && !args_text(args, OPT_LIKE, NULL))
        return cmd_misuse(env, &NO_DATABASE, args->operands[0]);
    usi_settings_init(&config.settings);
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_printf(&name, "Kifu %s", kifu_version());
    config.name = buf_span(&name);
    enum status st = read_settings(args, &config.settings, &err);
    if (st == STATUS_OK)
        st = read_query(args, &config.settings, &err);
    if (st == STATUS_OK)
        st = over ? run_proxy(env, &config, over, &err) : run_engine(env, &config, &err);
    usi_settings_release(&config.settings);
    buf_release(&name);
    return st == STATUS_OK ? CMD_OK : st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
}

const struct command CMD_USI = {
    .name = "usi",
    .group = GROUP_PLAY,
    .summary = {"run the shogi engine for ShogiHome and other GUIs",
                "将棋エンジン（ShogiHome などの GUI から使う）"},
    .operands = "[QUERY]",
    .max_operands = ANY_NUMBER,
    .options = OPTIONS,
    .details = {"Speaks USI on standard input and output. Started under the name kifu-usi (a link "
                "to kifu), kifu runs this command. With --over another engine searches and Kifu "
                "chooses among its moves; --weights, --hash, --threads, --person, --like and "
                "--book then have "
                "no effect.",
                "標準入出力で USI プロトコルを話します。kifu-usi という名前（kifu "
                "へのリンク）で起動しても同じです。--over では別のエンジンが探索し、Kifu "
                "がその候補手から選びます（--weights、--hash、--threads、--person、--like、--book "
                "は無効）。"},
    .run = run,
};
