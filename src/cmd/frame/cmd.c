/* cmd.c: from main() to a command and back: language, options, signals, exit status. */
#include "cmd/frame/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io/file.h"
#include "base/le.h"
#include "base/text/suggest.h"
#include "base/work/pool.h"
#include "cmd/frame/help.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/shared_options.h"

/* --- Cluster env ------------------------------------------------------------------------------
 * The environment of a command that several processes run at once
 * (cluster/cluster.h).
 *
 * All of them run it; process 0 alone prints.  What the others print to stdout goes nowhere: they
 * print the same, or nothing.  What they print to stderr is kept until the end, and printed if they
 * failed while process 0 itself printed no failure. */

struct cluster_env {
    FILE *out, *err; /* of processes other than 0 */
    FILE *own_out;   /* what env->out was before */
    struct buf text; /* what was written to err */
};

/* A stream whose bytes end in a buffer; it takes all of them, or the buffer remembers. */
static ssize_t add_to_buf(void *text, const char *bytes, size_t n)
{
    buf_add(text, bytes, n);
    return (ssize_t)n;
}

/* Does nothing without a cluster, or on process 0.  False if there is no memory. */
static bool cluster_env_begin(struct cluster_env *c, struct cmd_env *env)
{
    *c = (struct cluster_env){0};
    buf_init(&c->text, BUF_DEFAULT_MAX);
    if (env->cluster) /* a launcher of jobs may well put a terminal of its own in between */
        env->out_is_tty = env->err_is_tty = env->colour = false, env->out_columns = 0;
    if (cluster_leads(env->cluster))
        return true;
    c->own_out = env->out;
    c->out = fopen("/dev/null", "w");
    c->err = fopencookie(&c->text, "w", (cookie_io_functions_t){.write = add_to_buf});
    if (!c->out || !c->err)
        return false;
    env->out = c->out;
    env->err = c->err;
    return true;
}

enum { CODE_BYTES = 4 };

static int code_of(struct span part)
{
    return part.n >= CODE_BYTES ? (int)le_get32(part.p) : CMD_ERROR;
}

/* The first process that failed says why, unless process 0 has done so. */
static void print_failure(struct cmd_env *env, const struct byte_parts *parts)
{
    for (uint32_t r = 1; r < parts->count && !env->complained; r++) {
        struct span part = parts->at[r];
        if (code_of(part) < CMD_MISUSE || part.n <= CODE_BYTES)
            continue;
        fflush(env->out);
        bool ja = env->lang == LANG_JA;
        fprintf(env->err, ja ? "並列ジョブのプロセス %d: " : "process %d of this job: ", (int)r);
        fwrite(part.p + CODE_BYTES, 1, part.n - CODE_BYTES, env->err);
        env->complained = true;
    }
}

static int agreed(const struct byte_parts *parts)
{
    int code = parts->count ? code_of(parts->at[0]) : CMD_ERROR;
    for (uint32_t r = 0; r < parts->count; r++)
        if (code_of(parts->at[r]) >= CMD_MISUSE && code_of(parts->at[r]) > code)
            code = code_of(parts->at[r]);
    return code;
}

/* Returns the exit status that all processes agree on: the worst failure if there is one, else that
 * of process 0. */
static int cluster_env_end(struct cluster_env *c, struct cmd_env *env, int code)
{
    struct byte_parts parts = {0};
    struct buf mine;
    unsigned char number[CODE_BYTES];
    if (cluster_size(env->cluster) < 2)
        return code;
    buf_init(&mine, BUF_DEFAULT_MAX);
    le_put32(number, (uint32_t)code);
    buf_add(&mine, number, sizeof number);
    if (c->err) {
        fclose(c->err);
        buf_add_span(&mine, buf_span(&c->text));
        env->err = stderr;
    }
    if (c->out) {
        fclose(c->out);
        env->out = c->own_out;
    }
    /* what failed here alone is known to all after this */
    enum status fared = code < CMD_MISUSE ? STATUS_OK : STATUS_IO;
    if (cluster_end(env->cluster, fared, NULL) != STATUS_OK && fared == STATUS_OK)
        code = CMD_ERROR;
    buf_release(&c->text);
    enum status status =
        cluster_allgather(env->cluster, buf_status(&mine), buf_span(&mine), &parts, NULL);
    if (status == STATUS_OK && cluster_leads(env->cluster))
        print_failure(env, &parts);
    if (status == STATUS_OK)
        code = agreed(&parts);
    byte_parts_release(&parts);
    buf_release(&mine);
    return status == STATUS_OK ? code : CMD_ERROR;
}

/* --- A stdio stream on an open descriptor that remembers why a write failed -------------------
 * stdio keeps only that one failed: by the time somebody looks, often at the end of the program,
 * errno belongs to another call.  Failures are seen with ferror() as usual, and their cause here. */

struct outstream {
    FILE *file;
    int fd;
    int why; /* errno of the first write that failed; 0: none did */
};

/* All bytes or a failure; the caller (stdio) holds the stream's lock.  A call ends with EINTR only
 * for a signal that somebody caught in order to stop (file.h). */
static ssize_t write_all(void *cookie, const char *bytes, size_t n)
{
    struct outstream *s = cookie;
    if (!file_write_fd(s->fd, span_make(bytes, n))) {
        s->why = s->why ? s->why : errno;
        return 0; /* this is how fopencookie() wants to hear of it */
    }
    return (ssize_t)n;
}

/* Makes s->file, line by line if the descriptor is a terminal.  False if there is no memory.  *s
 * stays where it is until outstream_close(). */
static bool outstream_open(struct outstream *s, int fd)
{
    *s = (struct outstream){.fd = fd};
    s->file = fopencookie(s, "w", (cookie_io_functions_t){.write = write_all});
    if (s->file && isatty(fd) == 1)
        setvbuf(s->file, NULL, _IOLBF, 0);
    return s->file != NULL;
}

/* Writes what is left, sets s->why if that fails, and closes the stream; the descriptor stays open.
 * May be called on a stream that did not open. */
static void outstream_close(struct outstream *s)
{
    if (s->file)
        fclose(s->file);
    s->file = NULL;
}

static const struct msg UNKNOWN_COMMAND = {"unknown command '%1'", "コマンド '%1' はありません"};
static const struct msg UNKNOWN_WORD_NEAR = {"unknown word '%1'; did you mean '%2'?",
                                             "'%1' という語はありません。'%2' のことですか?"};
static const struct msg UNKNOWN_COMMAND_NEAR = {"unknown command '%1'; did you mean '%2'?",
                                                "コマンド '%1' はありません。'%2' のことですか?"};
static const struct msg NOT_ON_CLUSTER = {
    "command '%1' cannot run in several processes; use kifu, not kifu-mpi",
    "コマンド '%1' は複数のプロセスでは実行できません。kifu-mpi ではなく kifu を使ってください"};
static const struct msg TOO_FEW = {"missing operand: %1", "引数が足りません: %1"};
static const struct msg TOO_MANY = {"unexpected operand '%1'", "引数 '%1' は余分です"};
static const struct msg READ_HELP = {"see 'kifu help%1'", "'kifu help%1' を参照してください"};
static const struct msg CANNOT_WRITE = {"cannot write to standard output: %2",
                                        "標準出力に書けません: %2"};
static const struct msg INTERRUPTED = {"interrupted", "中断しました"};

/* The one piece of state outside cmd_main(): a signal handler has no other way to be told where to
 * write.  Nothing else looks at these; commands see env->cancelled. */
static atomic_bool stop_requested;
static volatile sig_atomic_t stop_signal;

static void on_stop(int signum)
{
    stop_signal = signum;
    atomic_store(&stop_requested, true);
}

/* The first Ctrl-C asks for a clean stop, the second one kills.  No SA_RESTART: a command that
 * waits for input is to stop, too.  Writing into a closed pipe is to be an error like a full disk,
 * not a signal. */
static void catch_signals(void)
{
    struct sigaction stop = {.sa_handler = on_stop, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

/* A standard stream that came closed (`kifu … 2>&-`) would give its number to the next file opened,
 * and messages would be written into that.  Opened the wrong way round it fails as before. */
static void occupy_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
            return;
}

bool cmd_should_stop(const struct cmd_env *env)
{
    return atomic_load(env->cancelled) || ferror(env->out);
}

static void print_prefix(const struct cmd_env *env)
{
    fputs("kifu", env->err);
    if (env->command)
        fprintf(env->err, " %s", env->command->name);
    fputs(": ", env->err);
}

static void print_err(const struct cmd_env *env, const struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_format(err, env->lang, &text);
    print_prefix(env);
    fprintf(env->err, "%s\n", buf_cstr(&text));
    buf_release(&text);
}

int cmd_fail(struct cmd_env *env, const struct err *err)
{
    if (env->cluster && err->code == STATUS_CANCELLED) /* who failed will say why */
        return CMD_ERROR;
    print_err(env, err);
    env->complained = true;
    return CMD_ERROR;
}

int cmd_fail_msg(struct cmd_env *env, const struct msg *what, const char *arg)
{
    struct err err;
    err_set(&err, STATUS_IO, what, span_of(arg), SPAN(""));
    return cmd_fail(env, &err);
}

void cmd_warn(struct cmd_env *env, const struct err *err)
{
    print_err(env, err);
}

void cmd_remark(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    msg_format(what, env->lang, span_of(arg1), span_of(arg2), &text);
    print_prefix(env);
    fprintf(env->err, "%s\n", buf_cstr(&text));
    buf_release(&text);
}

void cmd_note(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2)
{
    if (!env->quiet)
        cmd_remark(env, what, arg1, arg2);
}

int cmd_print(struct cmd_env *env, const struct buf *text)
{
    if (buf_status(text) != STATUS_OK) {
        struct err err;
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    if (text->n)
        fwrite(text->p, 1, text->n, env->out); /* failure is looked for at the end */
    return CMD_OK;
}

/* Prints the error and where to read on. */
static int misuse(struct cmd_env *env, const struct err *what)
{
    print_err(env, what);
    env->complained = true;
    struct err hint;
    char topic[ERR_ARG_BYTES] = "";
    if (env->command)
        snprintf(topic, sizeof topic, " %s", env->command->name);
    err_set(&hint, STATUS_OK, &READ_HELP, span_of(topic), SPAN(""));
    print_err(env, &hint);
    return CMD_MISUSE;
}

int cmd_misuse(struct cmd_env *env, const struct msg *what, const char *arg)
{
    struct err err;
    err_set(&err, STATUS_SYNTAX, what, span_of(arg), SPAN(""));
    return misuse(env, &err);
}

int cmd_misuse2(struct cmd_env *env, const struct msg *what, const char *arg1, const char *arg2)
{
    struct err err;
    err_set(&err, STATUS_SYNTAX, what, span_of(arg1), span_of(arg2));
    return misuse(env, &err);
}

const struct command *cmd_find(const struct command *const *commands, const char *name)
{
    for (; *commands; commands++)
        if (strcmp((*commands)->name, name) == 0)
            return *commands;
    return NULL;
}

int cmd_unknown(struct cmd_env *env, const char *name)
{
    env->command = NULL; /* the complaint is not about the one that runs, such as help */
    if (env->cluster)
        return cmd_misuse(env, &NOT_ON_CLUSTER, name);
    struct suggestion s = {.word = name};
    for (const struct command *const *c = env->commands; *c; c++)
        suggest_consider(&s, (*c)->name);
    struct err err;
    err_set(&err, STATUS_NOT_FOUND, s.best ? &UNKNOWN_COMMAND_NEAR : &UNKNOWN_COMMAND,
            span_of(name), span_of(s.best));
    return misuse(env, &err);
}

int cmd_unknown_word(struct cmd_env *env, const char *word)
{
    static const struct msg UNKNOWN = {
        "unknown word '%1'; use one of: %2",
        "'%1' という語はありません。次のいずれかを指定してください: %2"};
    struct suggestion s = {.word = word};
    struct buf words;
    buf_init(&words, BUF_DEFAULT_MAX);
    for (const char *const *w = env->command->words; *w; w++) {
        suggest_consider(&s, *w);
        buf_printf(&words, "%s%s", words.n ? ", " : "", *w);
    }
    struct err err;
    err_set(&err, STATUS_NOT_FOUND, s.best ? &UNKNOWN_WORD_NEAR : &UNKNOWN, span_of(word),
            s.best ? span_of(s.best) : buf_span(&words));
    buf_release(&words);
    return misuse(env, &err);
}

/* POSIX's order: the first of these that is set and not empty decides. */
static enum lang locale_lang(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(value && *value); i++)
        value = getenv(names[i]);
    bool ja = value && strncmp(value, "ja", 2) == 0 && strchr("_.@", value[2]);
    return ja ? LANG_JA : LANG_EN;
}

/* Looks for --lang before the line is parsed, so that a complaint about the rest of the line is
 * already in the language asked for. */
static enum lang wanted_lang(int argc, const char *const *argv)
{
    enum lang lang = locale_lang();
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = strncmp(argv[i], "--lang=", 7) == 0              ? argv[i] + 7
                           : strcmp(argv[i], "--lang") == 0 && i + 1 < argc ? argv[i + 1]
                                                                            : "";
        if (strcmp(word, "ja") == 0)
            lang = LANG_JA;
        else if (strcmp(word, "en") == 0)
            lang = LANG_EN;
    }
    return lang;
}

static enum progress_style progress_style(const struct cmd_env *env, size_t word)
{
    static const enum progress_style styles[] = {
        [PROGRESS_WORD_BAR] = PROGRESS_TERMINAL,
        [PROGRESS_WORD_PLAIN] = PROGRESS_LINES,
        [PROGRESS_WORD_JSON] = PROGRESS_JSON,
        [PROGRESS_WORD_NONE] = PROGRESS_NONE,
    };
    if (!env->leads)
        return PROGRESS_NONE;
    if (word == PROGRESS_WORD_AUTO && env->quiet)
        return PROGRESS_NONE;
    if (word == PROGRESS_WORD_AUTO)
        word = progress_word(getenv("KIFU_PROGRESS"));
    if (word != PROGRESS_WORD_AUTO)
        return styles[word];
    return env->err_is_tty ? PROGRESS_TERMINAL : PROGRESS_LINES;
}

static void write_progress(void *ctx, struct span text)
{
    FILE *err = ctx;
    fwrite(text.p, 1, text.n, err);
    fflush(err);
}

static int terminal_columns(int fd)
{
    struct winsize size;
    return isatty(fd) == 1 && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void cmd_progress_init(struct cmd_env *env, struct progress *p)
{
    struct progress_writer writer = {.ctx = env->err, .write = write_progress};
    if (env->err_is_tty)
        writer.columns = (unsigned)terminal_columns(fileno(env->err));
    progress_init(p, env->progress, env->lang, &writer);
}

static int check_operands(struct cmd_env *env, const struct cmd_args *args)
{
    const struct command *c = env->command;
    if (args->n_operands < (size_t)c->min_operands)
        return cmd_misuse(env, &TOO_FEW, c->operands);
    if (c->max_operands != ANY_NUMBER && args->n_operands > (size_t)c->max_operands)
        return cmd_misuse(env, &TOO_MANY, args->operands[c->max_operands]);
    return CMD_OK;
}

static int wrong_ending(struct cmd_env *env, const struct option_value *v)
{
    static const struct msg WRONG_ENDING = {"%1: the file name must end in %2",
                                            "%1: ファイル名の末尾は %2 にしてください"};
    struct err err;
    err_set(&err, STATUS_SYNTAX, &WRONG_ENDING, span_of(v->text), span_of(v->spec->ending));
    return misuse(env, &err);
}

static int check_outputs(struct cmd_env *env, const struct cmd_args *args)
{
    struct err err;
    for (size_t i = 0; i < args->n_values && env->leads; i++) {
        const struct option_value *v = &args->values[i];
        if (v->spec->ending && output_ends_otherwise(v->text, v->spec->ending))
            return wrong_ending(env, v);
        if (v->spec->writes && output_check(v->text, v->spec->writes, env->force, &err))
            return cmd_fail(env, &err);
    }
    return CMD_OK;
}

static int print_help(struct cmd_env *env)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    help_command(env->command, env->lang, &text);
    int status = cmd_print(env, &text);
    buf_release(&text);
    return status;
}

/* Processes on the same machine share its processors. */
static unsigned threads_per_process(const struct cmd_env *env, unsigned wanted)
{
    if (!env->cluster || wanted)
        return wanted;
    unsigned each = pool_cpu_count() / (env->cluster->neighbours ? env->cluster->neighbours : 1);
    return each ? each : 1;
}

static int run_parsed(struct cmd_env *env, const struct option_tables *tables,
                      const struct cmd_args *args)
{
    if (args_flag(args, tables->always_id + SHARED_HELP))
        return print_help(env);
    env->quiet = args_flag(args, tables->always_id + SHARED_QUIET) || !env->leads;
    env->json = args_flag(args, tables->json_id);
    env->force = args_flag(args, tables->force_id);
    env->threads = threads_per_process(env, (unsigned)args_int(args, tables->jobs_id, 0));
    env->progress = progress_style(env, args_choice(args, tables->progress_id, PROGRESS_WORD_AUTO));
    int status = check_operands(env, args);
    if (status == CMD_OK)
        status = check_outputs(env, args);
    return status == CMD_OK ? env->command->run(env, args) : status;
}

static int run_command(struct cmd_env *env, int argc, const char *const *argv)
{
    struct option_tables tables = shared_option_tables(env->command);
    struct cmd_args args;
    struct err err;
    enum status st =
        args_parse(&args, tables.table, env->command->signed_operands ? PARSE_SIGNED : PARSE_ALL,
                   argc, argv, &err);
    if (st != STATUS_OK)
        return st == STATUS_NOMEM ? cmd_fail(env, &err) : misuse(env, &err);
    int status = run_parsed(env, &tables, &args);
    args_release(&args);
    return status;
}

/* A program that is called kifu-NAME is the command NAME: many GUIs start an engine by its file
 * alone, without any words behind it. */
static const struct command *command_of_program(const struct command *const *commands,
                                                const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return strncmp(name, "kifu-", 5) == 0 ? cmd_find(commands, name + 5) : NULL;
}

/* Options before the command: `kifu --lang=ja help`, `kifu --version`. */
static int run_top(struct cmd_env *env, const struct cmd_args *top)
{
    if (args_flag(top, TOP_VERSION)) {
        env->command = cmd_find(env->commands, "version");
        return run_command(env, 0, NULL);
    }
    if (args_flag(top, TOP_HELP) || top->n_operands == 0) {
        env->command = cmd_find(env->commands, "help");
        if (!args_flag(top, TOP_HELP)) {
            env->out = env->err;
            env->complained = true; /* once is enough */
        }
        int status = run_command(env, 0, NULL);
        return status == CMD_OK && !args_flag(top, TOP_HELP) ? CMD_MISUSE : status;
    }
    env->command = cmd_find(env->commands, top->operands[0]);
    if (!env->command)
        return cmd_unknown(env, top->operands[0]);
    return run_command(env, (int)top->n_operands - 1, top->operands + 1);
}

/* The shell must see why the process ended, as if nobody had caught the signal. */
static void end_by_signal(int signum)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t set;
    sigemptyset(&usual.sa_mask);
    sigemptyset(&set);
    sigaddset(&set, signum);
    sigaction(signum, &usual, NULL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signum);
}

/* A full disk shows only now, when the last bytes leave the buffer.  A reader that went away
 * (`kifu … | head`) knows what it did: it gets no message, and the end that other programs have,
 * by SIGPIPE.  The processes of a job must meet once more and only have the status. */
static int finish(struct cmd_env *env, struct outstream *out, int status)
{
    outstream_close(out);
    int why = out->why;
    if (why && why != EPIPE && why != EINTR) {
        struct err err;
        err_errno(&err, why, &CANNOT_WRITE, SPAN(""));
        status = cmd_fail(env, &err);
    }
    if (atomic_load(env->cancelled)) {
        cmd_note(env, &INTERRUPTED, NULL, NULL);
        end_by_signal(stop_signal);
    }
    if (why == EPIPE && !env->cluster)
        end_by_signal(SIGPIPE);
    return why == EPIPE ? CMD_CLOSED_PIPE : why ? CMD_ERROR : status;
}

/* The line after the name of the program. */
static int run_line(struct cmd_env *env, int argc, const char *const *argv)
{
    static const struct option_spec *const tables[] = {TOP_OPTIONS, NULL};
    struct cmd_args top;
    struct err err;
    int skip = argc > 0;
    env->command = skip ? command_of_program(env->commands, argv[0]) : NULL;
    if (env->command)
        return run_command(env, argc - 1, argv + 1);
    enum status st = args_parse(&top, tables, PARSE_LEADING_ONLY, argc - skip, argv + skip, &err);
    if (st != STATUS_OK)
        return misuse(env, &err);
    int status = run_top(env, &top);
    args_release(&top);
    return status;
}

int cmd_main(const struct command *const *commands, int argc, const char *const *argv)
{
    return cmd_main_cluster(commands, argc, argv, NULL);
}

int cmd_main_cluster(const struct command *const *commands, int argc, const char *const *argv,
                     const struct cluster *cluster)
{
    struct cluster_env process_env;
    struct outstream out;
    struct cmd_env env = {
        .in = stdin,
        .err = stderr,
        .lang = wanted_lang(argc, argv),
        .out_is_tty = isatty(STDOUT_FILENO) == 1,
        .err_is_tty = isatty(STDERR_FILENO) == 1,
        .out_columns = terminal_columns(STDOUT_FILENO),
        .cancelled = &stop_requested,
        .commands = commands,
        .cluster = cluster,
        .leads = cluster_leads(cluster),
    };
    env.colour = env.out_is_tty && !getenv("NO_COLOR");
    occupy_standard_streams();
    catch_signals();
    env.out = outstream_open(&out, STDOUT_FILENO) ? out.file : stdout;
    int status = cluster_env_begin(&process_env, &env) ? run_line(&env, argc, argv) : CMD_ERROR;
    return finish(&env, &out, cluster_env_end(&process_env, &env, status));
}
