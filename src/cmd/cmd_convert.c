/* cmd_convert.c: `kifu convert PATH... --to FORMAT`.
 *
 * Every game of every input goes through one function, convert_game(), which writes it in the
 * wanted format and hands the text to the output: one stream (stdout or a file) in which games
 * follow each other, or a directory with a file per game.  With --json the text travels inside an
 * object that says everything else about the game, too. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/source.h"
#include "cmd/cmd.h"
#include "cmd/outname.h"
#include "formats/format.h"
#include "view/record_json.h"

enum { OPT_TO, OPT_OUTPUT, OPT_FROM, OPT_CHARSET, OPT_REPORT, OPT_STRICT, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    [OPT_TO] = {.name = "to",
                .letter = 't',
                .kind = OPTION_TEXT,
                .metavar = "FORMAT",
                .help = {"format to write: csa, kif, kifu, ki2, usi, jkf, bod",
                         "書き出す形式: csa, kif, kifu, ki2, usi, jkf, bod"}},
    [OPT_OUTPUT] =
        {.name = "output",
         .letter = 'o',
         .kind = OPTION_TEXT,
         .metavar = "FILE|DIR|-",
         .completes = COMPLETE_FILE,
         .help = {"one file for all games, a directory (existing, or ending in /) for a "
                  "file per game, or - for standard output (the default)",
                  "出力先: 全局を収めるファイル、1局1ファイルで収めるディレクトリ（既存、"
                  "または末尾が /）、- は標準出力（既定）"}},
    [OPT_FROM] = {.name = "from",
                  .kind = OPTION_TEXT,
                  .metavar = "FORMAT",
                  .help = {"format to read, instead of deciding by content",
                           "内容で判定せず、この形式として読む"}},
    [OPT_CHARSET] =
        {.name = "charset",
         .kind = OPTION_TEXT,
         .metavar = "NAME",
         .help = {"character set to write (default: the format's own; kif and ki2: CP932)",
                  "書き出す文字コード（既定は形式による。kif と ki2 は CP932）"}},
    [OPT_REPORT] = {.name = "report",
                    .kind = OPTION_TEXT,
                    .metavar = "FILE",
                    .completes = COMPLETE_FILE,
                    .help = {"write one JSON line per problem to FILE",
                             "問題1件につき JSON 1行を FILE に書く"}},
    [OPT_STRICT] = {.name = "strict",
                    .kind = OPTION_FLAG,
                    .help = {"exit with 1 if anything could not be read or kept whole",
                             "完全に読めない、または保てないものがあれば終了コード 1"}},
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg NO_FORMAT = {"say which format to write: --to csa, kif, ki2, usi, jkf …",
                                     "--to で形式を指定してください: csa, kif, ki2, usi, jkf …"};
static const struct msg UNKNOWN_FORMAT = {"there is no format \"%1\"; there are csa, kif, kifu, "
                                          "ki2, usi, jkf, bod",
                                          "「%1」という形式はありません。csa, kif, kifu, ki2, "
                                          "usi, jkf, bod があります"};
static const struct msg READ_ONLY = {"%1 can be read, but not written", "%1 は読み込み専用です"};
static const struct msg UNKNOWN_CHARSET = {"there is no character set \"%1\"",
                                           "「%1」という文字コードはありません"};
static const struct msg CANT_WRITE = {"can't write %1: %2", "%1 に書けません: %2"};
static const struct msg SUMMARY = {"%1 games from %2", "%2から%1局"};
static const struct msg LOSSES = {"not kept in this format: %1", "この形式に入らなかったもの: %1"};

struct convert {
    struct cmd_env *env;
    const struct format *from, *to;
    enum charset charset;
    const char *output;    /* as the user wrote it */
    const char *directory; /* the same if it is one; NULL: one stream */
    FILE *stream;          /* stdout, or the file being written */
    FILE *report;
    struct reader reader;
    struct buf text, encoded, name, line;
    uint64_t files, games, partial, rejected, lost;
    unsigned losses; /* of all games */
};

/* --- Output ---------------------------------------------------------------------------------- */

static enum status make_directories(struct convert *c, struct err *err)
{
    const char *path = buf_cstr(&c->name);
    for (char *slash = c->name.p + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        int why = errno;
        *slash = '/';
        if (failed)
            return err_errno(err, why, &CANT_WRITE, span_of(path));
    }
    return STATUS_OK;
}

/* Games of one file are numbered from the second on, so that the usual file of one game keeps its
 * name. */
static enum status write_to_directory(struct convert *c, const struct record *rec, struct err *err)
{
    uint32_t number = rec->number_in_file ? rec->number_in_file + 1 : 0;
    buf_clear(&c->name);
    buf_printf(&c->name, "%s/", c->directory);
    outname_make(rec->label, c->to->extensions[0], number, &c->name);
    enum status st = make_directories(c, err);
    if (st != STATUS_OK)
        return st;
    const char *path = buf_cstr(&c->name);
    FILE *f = fopen(path, "wb");
    if (!f)
        return err_errno(err, errno, &CANT_WRITE, span_of(path));
    bool failed = fwrite(c->encoded.p, 1, c->encoded.n, f) != c->encoded.n;
    failed |= fclose(f) != 0;
    return failed ? err_errno(err, errno, &CANT_WRITE, span_of(path)) : STATUS_OK;
}

static enum status write_to_stream(struct convert *c, struct err *err)
{
    if (c->games > 1 && c->to->separator)
        fputs(c->to->separator, c->stream);
    if (fwrite(c->encoded.p, 1, c->encoded.n, c->stream) == c->encoded.n)
        return STATUS_OK;
    return err_errno(err, errno, &CANT_WRITE, span_of(c->output));
}

static enum status write_json(struct convert *c, const struct record *rec, unsigned losses,
                              struct err *err)
{
    buf_clear(&c->line);
    record_to_json(rec, losses, buf_span(&c->text), &c->line);
    if (buf_status(&c->line) != STATUS_OK)
        return err_nomem(err);
    fwrite(c->line.p, 1, c->line.n, c->env->out);
    return STATUS_OK;
}

static void write_report(struct convert *c, const struct err *problem, enum problem_severity how)
{
    if (!c->report)
        return;
    buf_clear(&c->line);
    problem_to_json(problem, how, &c->line);
    fwrite(c->line.p, 1, c->line.n, c->report);
}

/* --- One game -------------------------------------------------------------------------------- */

static void tell_problems(struct convert *c, const struct record *rec)
{
    for (uint32_t i = 0; i < rec->problem_count; i++) {
        const struct record_problem *p = &rec->problems[i];
        write_report(c, &p->err, p->severity);
        if (p->severity > PROBLEM_NOTE && !c->env->json)
            cmd_warn(c->env, &p->err);
    }
    enum problem_severity worst = record_worst(rec);
    c->partial += worst == PROBLEM_PARTIAL;
    c->lost += worst == PROBLEM_LOST;
}

static enum status encode(struct convert *c, unsigned *losses, struct err *err)
{
    struct charset_loss loss;
    buf_clear(&c->encoded);
    enum status st = charset_encode(c->charset, buf_span(&c->text), &c->encoded, &loss, err);
    if (st == STATUS_OK && loss.count)
        *losses |= LOSS_CHARACTERS;
    return st;
}

static enum status convert_game(void *ctx, struct record *rec)
{
    struct convert *c = ctx;
    struct err err;
    unsigned losses = 0;
    enum status st = STATUS_OK;
    tell_problems(c, rec);
    buf_clear(&c->text);
    if (record_worst(rec) == PROBLEM_REJECTED) {
        c->rejected++;
        return c->env->json ? write_json(c, rec, 0, &err) : STATUS_OK;
    }
    c->games++;
    st = c->to->write(rec, &c->text, &losses, &err);
    if (st == STATUS_OK)
        st = encode(c, &losses, &err);
    if (st == STATUS_OK && c->directory)
        st = write_to_directory(c, rec, &err);
    else if (st == STATUS_OK && !(c->env->json && c->stream == c->env->out))
        st = write_to_stream(c, &err);
    if (st == STATUS_OK && c->env->json)
        st = write_json(c, rec, losses, &err);
    c->losses |= losses;
    if (st == STATUS_IO && c->stream == c->env->out && !c->directory)
        return STATUS_CANCELLED; /* the frame tells why stdout failed */
    if (st != STATUS_OK) {
        cmd_warn(c->env, &err);
        return st;
    }
    return cmd_should_stop(c->env) ? STATUS_CANCELLED : STATUS_OK;
}

/* --- All of them ------------------------------------------------------------------------------ */

static void reject(struct convert *c, struct span label, const struct err *err)
{
    c->rejected++;
    write_report(c, err, PROBLEM_REJECTED);
    if (!c->env->json) {
        cmd_warn(c->env, err);
        return;
    }
    buf_clear(&c->line);
    rejection_to_json(label, err, &c->line);
    fwrite(c->line.p, 1, c->line.n, c->env->out);
}

static bool is_fatal(enum status st)
{
    return st == STATUS_NOMEM || st == STATUS_CANCELLED || st == STATUS_IO;
}

static enum status convert_item(void *ctx, const struct source_item *item)
{
    struct convert *c = ctx;
    struct err err;
    c->files++;
    enum status st =
        reader_read(&c->reader, item->bytes, item->label, c->from, convert_game, c, &err);
    if (st == STATUS_OK || is_fatal(st))
        return st;
    reject(c, item->label, &err);
    return STATUS_OK;
}

static enum status convert_problem(void *ctx, struct span label, const struct err *err)
{
    struct convert *c = ctx;
    c->files++;
    reject(c, label, err);
    return STATUS_OK;
}

static void tell_summary(struct convert *c)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (c->losses) {
        const char *comma = "";
        for (int bit = 0; bit < LOSS_BITS; bit++)
            if (c->losses >> bit & 1) {
                buf_printf(&text, "%s%s", comma, msg_in(record_loss_name(bit), c->env->lang));
                comma = ", ";
            }
        cmd_note(c->env, &LOSSES, buf_cstr(&text), NULL);
    }
    if (c->stream != c->env->out || c->directory) {
        char games[24];
        snprintf(games, sizeof games, "%llu", (unsigned long long)c->games);
        buf_clear(&text);
        buf_printf(&text, c->env->lang == LANG_JA ? "%llu ファイル" : "%llu files",
                   (unsigned long long)c->files);
        cmd_note(c->env, &SUMMARY, games, buf_cstr(&text));
    }
    buf_release(&text);
}

static int exit_code(const struct convert *c, bool strict)
{
    if (strict && (c->partial || c->rejected || c->lost || c->losses))
        return CMD_NOTHING;
    return c->games == 0 && c->rejected ? CMD_ERROR : CMD_OK;
}

static int convert_all(struct convert *c, const struct cmd_args *args)
{
    struct err err;
    const struct source_handler handler = {c, convert_item, convert_problem};
    enum status st = source_walk(args->operands, args->n_operands, NULL, &handler, &err);
    if (st == STATUS_CANCELLED || st == STATUS_IO)
        return CMD_ERROR; /* told already */
    if (st != STATUS_OK)
        return cmd_fail(c->env, &err);
    tell_summary(c);
    return exit_code(c, args_flag(args, OPT_STRICT));
}

/* --- Setting up --------------------------------------------------------------------------------
 */

static int choose_formats(struct convert *c, const struct cmd_args *args)
{
    const char *to = args_text(args, OPT_TO, NULL), *from = args_text(args, OPT_FROM, NULL);
    const char *charset = args_text(args, OPT_CHARSET, NULL);
    if (!to)
        return cmd_misuse(c->env, &NO_FORMAT, NULL);
    if (!(c->to = format_by_name(span_of(to))))
        return cmd_misuse(c->env, &UNKNOWN_FORMAT, to);
    if (!c->to->write)
        return cmd_misuse(c->env, &READ_ONLY, to);
    if (from && !(c->from = format_by_name(span_of(from))))
        return cmd_misuse(c->env, &UNKNOWN_FORMAT, from);
    c->charset = c->to->charset;
    if (charset && !charset_by_name(span_of(charset), &c->charset))
        return cmd_misuse(c->env, &UNKNOWN_CHARSET, charset);
    return CMD_OK;
}

static bool is_directory(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return (n && path[n - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

static int cant_write(struct convert *c, const char *path)
{
    struct err err;
    err_errno(&err, errno, &CANT_WRITE, span_of(path));
    return cmd_fail(c->env, &err);
}

static int open_outputs(struct convert *c, const struct cmd_args *args)
{
    const char *output = args_text(args, OPT_OUTPUT, "-"),
               *report = args_text(args, OPT_REPORT, NULL);
    c->stream = c->env->out;
    c->output = output;
    if (is_directory(output))
        c->directory = output;
    else if (strcmp(output, "-") != 0 && !(c->stream = fopen(output, "wb")))
        return cant_write(c, output);
    if (report && !(c->report = fopen(report, "wb")))
        return cant_write(c, report);
    return CMD_OK;
}

static int close_outputs(struct convert *c, int code)
{
    if (c->stream && c->stream != c->env->out && fclose(c->stream) != 0)
        code = cant_write(c, c->output);
    if (c->report && fclose(c->report) != 0)
        code = cant_write(c, "report");
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct convert c = {.env = env};
    struct buf *bufs[] = {&c.text, &c.encoded, &c.name, &c.line};
    int code = choose_formats(&c, args);
    if (code != CMD_OK)
        return code;
    reader_init(&c.reader);
    for (int i = 0; i < 4; i++)
        buf_init(bufs[i], BUF_DEFAULT_MAX);
    code = open_outputs(&c, args);
    if (code == CMD_OK)
        code = convert_all(&c, args);
    code = close_outputs(&c, code);
    for (int i = 0; i < 4; i++)
        buf_release(bufs[i]);
    reader_release(&c.reader);
    return code;
}

const struct command CMD_CONVERT = {
    .name = "convert",
    .group = GROUP_RECORDS,
    .summary = {"write records in another format", "棋譜を別の形式で書き出す"},
    .operands = "PATH... --to FORMAT",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS,
    .options = OPTIONS,
    .details = {"Reads files, folders and archives (zip 7z tar gz bz2 xz zst lzh; - for standard "
                "input) in any format and character set Kifu knows. What can't be read is reported "
                "with its place and left out; the rest is written.",
                "ファイル、フォルダ、書庫（zip 7z tar gz bz2 xz zst lzh、- は標準入力）を、"
                "対応するすべての形式と文字コードで読みます。読めない部分は場所を示して報告し、"
                "残りを書き出します。"},
    .run = run,
};
