/* query_operands.c: databases and a query from the command line; see query_operands.h. */
#include "cmd/frame/query_operands.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "cluster/shard_list.h"
#include "db/db_names.h"
#include "db/found_log.h"
#include "engine/network/network.h"
#include "query/language/lexer.h"
#include "query/plan/db_lookup.h"
#include "view/draw/text_width.h"

/* --- Names ------------------------------------------------------------------------------------ */

/* A file that need not be there. */
static enum status add_if_there(struct named_queries *named, const char *path, struct err *err)
{
    return access(path, F_OK) == 0 ? named_add_file(named, path, err) : STATUS_OK;
}

/* DIRECTORY/NAME, if there is such a file. */
static enum status add_in(struct named_queries *named, const char *directory, const char *name,
                          struct err *err)
{
    struct buf path;
    buf_init(&path, 4096);
    buf_add_str(&path, directory);
    buf_add_str(&path, name);
    enum status status =
        buf_status(&path) == STATUS_OK ? add_if_there(named, buf_cstr(&path), err) : err_nomem(err);
    buf_release(&path);
    return status;
}

/* Those in $KIFU_NAMES must be there: somebody named them. */
static enum status add_listed(struct named_queries *named, struct span list, struct err *err)
{
    enum status status = STATUS_OK;
    while (list.n && status == STATUS_OK) {
        const char *colon = memchr(list.p, ':', list.n);
        size_t length = colon ? (size_t)(colon - list.p) : list.n;
        struct buf path;
        buf_init(&path, 4096);
        buf_add(&path, list.p, length);
        if (length)
            status = buf_status(&path) == STATUS_OK ? named_add_file(named, buf_cstr(&path), err)
                                                    : err_nomem(err);
        buf_release(&path);
        list = span_skip(list, length + (colon ? 1 : 0));
    }
    return status;
}

enum status query_operands_add_names(struct named_queries *named, const struct game *game,
                                     struct db *const *dbs, uint32_t count, struct err *err)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    enum status status = named_add_builtin(named, game, err);
    if (status == STATUS_OK)
        status = add_listed(named, span_of(getenv("KIFU_NAMES")), err);
    if (status == STATUS_OK && config && *config)
        status = add_in(named, config, "/kifu/names.txt", err);
    else if (status == STATUS_OK && home && *home)
        status = add_in(named, home, "/.config/kifu/names.txt", err);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        if (!dbs[i]->apart) /* a query must mean the same to all processes */
            status = named_add_database(named, dbs[i]->path, err);
    return status;
}

/* --- Operands --------------------------------------------------------------------------------- */

bool operand_is_database(const char *operand)
{
    struct buf path;
    struct span name = span_of(operand);
    buf_init(&path, 4096);
    buf_add_span(&path, name);
    buf_add_str(&path, "/MANIFEST");
    bool is = buf_status(&path) == STATUS_OK && access(buf_cstr(&path), F_OK) == 0;
    buf_release(&path);
    while (name.n > 1 && name.p[name.n - 1] == '/')
        name.n--;
    return is || span_ends(name, SPAN(".kifu")) || is_shard_list(operand);
}

static enum status open_databases(struct query_operands *q, const char *const *operands, size_t n,
                                  const struct cluster *cluster, struct err *err)
{
    enum status status = databases_open(&q->databases, operands, n, cluster, err);
    q->dbs = q->databases.at;
    q->paths = q->databases.names;
    q->count = q->databases.count;
    return status;
}

int query_operands_need_all(const struct databases *d, struct cmd_env *env)
{
    static const struct msg apart = {
        "%1 is not on the host of every process, and this command needs all games in each; share "
        "the folders, and list them without a host name",
        "%1 "
        "は一部のプロセスから見えません。このコマンドは全プロセスに全棋譜が必要です。フォルダを共有"
        "し、一覧からホスト名を除いてください"};
    for (uint32_t i = 0; i < d->count; i++)
        if (d->at[i]->apart)
            return cmd_fail_msg(env, &apart, d->names[i]);
    return CMD_OK;
}

/* The query in a file, or the words that are left. */
static enum status read_query(struct buf *text, const char *const *words, size_t n,
                              const char *file, struct err *err)
{
    if (file) {
        enum status status = strcmp(file, "-") == 0
                                 ? file_read_fd(STDIN_FILENO, QUERY_MAX_BYTES, text, err)
                                 : file_read(file, QUERY_MAX_BYTES, text, err);
        if (status == STATUS_OK && text->n)
            lexer_blank_comments(text->p, text->n);
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_add_char(text, ' ');
        buf_add_str(text, words[i]);
    }
    return buf_status(text) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* How much of a long line is shown before and after the mistake, in bytes. */
enum { SHOWN_BEFORE = 60, SHOWN_AFTER = 40 };

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The line of the query that has the mistake, or what is near it, and a mark below it. */
static void point_at(struct cmd_env *env, struct span text, const struct err *err)
{
    struct buf out, shown; /* shown: what stands before the mistake, as it is printed */
    if (err->line == 0 || err->byte > text.n)
        return;
    size_t at = (size_t)err->byte, start = at, end = at;
    while (start > 0 && text.p[start - 1] != '\n' && at - start < SHOWN_BEFORE)
        start--;
    while (end < text.n && text.p[end] != '\n' && end - at < SHOWN_AFTER)
        end++;
    while (start < at && continues_character(text.p[start]))
        start++;
    while (end < text.n && continues_character(text.p[end]))
        end++;
    const char *before = start > 0 && text.p[start - 1] != '\n' ? "… " : "";
    const char *after = end < text.n && text.p[end] != '\n' ? " …" : "";
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_printf(&out, "  %s", before);
    text_add_clean(&out, span_make(text.p + start, end - start));
    buf_printf(&out, "%s\n  %s", after, *before ? "  " : "");
    buf_init(&shown, BUF_DEFAULT_MAX);
    text_add_clean(&shown, span_make(text.p + start, at - start));
    for (int i = text_columns(buf_span(&shown)); i > 0; i--)
        buf_add_char(&out, ' ');
    buf_release(&shown);
    buf_add_str(&out, "^\n");
    fputs(buf_cstr(&out), env->err);
    buf_release(&out);
}

/* Whom bare names stand for that others have, too. */
static void note_readings(struct cmd_env *env, const struct query *q)
{
    static const struct msg READ = {"\"%1\" is read as %2", "「%1」は%2とみなします"};
    for (const struct name_reading *r = q->readings; r; r = r->next) {
        struct buf word, name;
        buf_init(&word, BUF_DEFAULT_MAX);
        buf_init(&name, BUF_DEFAULT_MAX);
        text_add_clean(&word, r->word);
        text_add_clean(&name, r->name);
        buf_printf(&name, env->lang == LANG_JA ? "（%llu / %llu 局）" : " (%llu of %llu games)",
                   (unsigned long long)r->games, (unsigned long long)r->of);
        cmd_note(env, &READ, buf_cstr(&word), buf_cstr(&name));
        buf_release(&word);
        buf_release(&name);
    }
}

int query_operands_parse(struct query_operands *q, struct cmd_env *env, struct span text,
                         struct query *out)
{
    static const struct msg in_query = {"query", "検索式"};
    struct err err = {0};
    q->named.may_read_files = true; /* whoever types a command may read their files */
    enum status status =
        db_lookup_parse(out, q->dbs[0]->game, &q->named, text, q->dbs, q->count, &err);
    if (status == STATUS_OK) {
        note_readings(env, out);
        return CMD_OK;
    }
    bool here = err.file[0] == '\0'; /* else in a name's definition, which the message names */
    if (here)
        err_in_file(&err, span_of(msg_in(&in_query, env->lang)));
    cmd_fail(env, &err);
    if (here)
        point_at(env, text, &err);
    return status == STATUS_NOMEM ? CMD_ERROR : CMD_MISUSE;
}

/* Games of which nothing is known have no hits, and what another network said is still compared:
 * both are reported. */
static void note_found_in(struct cmd_env *env, const struct db *db, const struct found_log *log)
{
    static const struct msg SOME = {
        "how likely moves were is known of %1 games; run kifu natural found %2 for the others",
        "指し手の確率があるのは %1 局だけです。残りは kifu natural found %2 で作れます"};
    static const struct msg OTHER = {
        "another network than the installed one made found and surprise of %1; kifu natural found "
        "--force %1 makes them again",
        "%1 の found と surprise は付属のものとは別のネットワークによるものです。kifu natural "
        "found --force %1 で作り直せます"};
    uint64_t games, have = found_log_count(log, db, &games), installed;
    struct err ignored;
    char text[64];
    snprintf(text, sizeof text, "%llu/%llu", (unsigned long long)have, (unsigned long long)games);
    if (have < games)
        cmd_note(env, &SOME, text, db->path);
    if (network_file_checksum(&installed, NULL, &ignored) == STATUS_OK &&
        installed != found_log_network(log))
        cmd_note(env, &OTHER, db->path, NULL);
}

static void note_found(struct cmd_env *env, const struct query_operands *q)
{
    struct err ignored;
    for (uint32_t i = 0; i < q->count && query_needs_found(&q->query); i++) {
        struct found_log *log = NULL;
        if (!q->dbs[i]->away && found_log_open(&log, q->dbs[i], &ignored) == STATUS_OK)
            note_found_in(env, q->dbs[i], log); /* without one, the query will fail */
        found_log_close(log);
    }
}

static int parse_query(struct query_operands *q, struct cmd_env *env, struct span text)
{
    struct err err = {0};
    q->has_query = true;
    int code = query_operands_parse(q, env, text, &q->query);
    if (code == CMD_OK && static_values_for(&q->values, &q->query, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    if (code == CMD_OK)
        note_found(env, q);
    return code;
}

int query_operands_open(struct query_operands *q, struct cmd_env *env, const char *const *operands,
                        size_t n, const char *query_file)
{
    static const struct msg no_database = {"the first operand must be a database",
                                           "最初の引数にはデータベースを指定してください"};
    struct err err = {0};
    size_t databases = query_file ? n : 1;
    *q = (struct query_operands){0};
    named_init(&q->named);
    if (n == 0)
        return cmd_misuse(env, &no_database, NULL);
    while (databases < n && operand_is_database(operands[databases]))
        databases++;
    struct buf text;
    buf_init(&text, QUERY_MAX_BYTES);
    enum status status = open_databases(q, operands, databases, env->cluster, &err);
    if (status == STATUS_OK)
        status = query_operands_add_names(&q->named, q->dbs[0]->game, q->dbs, q->count, &err);
    if (status == STATUS_OK)
        status = read_query(&text, operands + databases, n - databases, query_file, &err);
    status = cluster_broadcast(env->cluster, status, &text, &err);
    int code = status == STATUS_OK ? parse_query(q, env, buf_span(&text)) : cmd_fail(env, &err);
    buf_release(&text);
    return code;
}

/* Reads the name as it will be read from the file: what it stands for must be the query. */
static int check_saved(struct query_operands *q, struct cmd_env *env, struct span name,
                       struct span text)
{
    static const struct msg other = {
        "the query cannot be saved on one line; in a diagram, write / between rows",
        "検索式を一行で保存できません。図の行の区切りには / を使ってください"};
    struct err err = {0};
    struct query saved;
    struct buf line;
    struct span word = {0};
    buf_init(&line, QUERY_MAX_BYTES);
    buf_add_char(&line, '@');
    buf_add_span(&line, name);
    size_t n = line.n;
    buf_add_str(&line, " : ");
    db_names_add_query(text, &line);
    bool kept = buf_status(&line) == STATUS_OK;
    enum status status =
        kept ? named_add_text(&q->named, buf_span(&line), SPAN("@"), &err) : err_nomem(&err);
    if (status != STATUS_OK) {
        buf_release(&line);
        return cmd_fail(env, &err);
    }
    word = span_make(line.p, n);
    int code = query_operands_parse(q, env, word, &saved);
    if (code == CMD_OK && !query_equal(&saved, &q->query)) {
        (void)cmd_fail_msg(env, &other, NULL);
        code = CMD_MISUSE;
    }
    query_release(&saved);
    buf_release(&line);
    return code;
}

int query_operands_save(struct query_operands *q, struct cmd_env *env, const char *name)
{
    static const struct msg one = {"--save needs exactly one database",
                                   "--save にはデータベースを一つだけ指定してください"};
    static const struct msg apart = {"--save: %1 is not on the host of every process",
                                     "--save: %1 は一部のプロセスから見えません"};
    static const struct msg bad = {"\"%1\" cannot be a name: no blanks and none of ( ) { } , : \" "
                                   "< > = @ # !",
                                   "「%1」は名前にできません。空白と ( ) { } , : \" < > = @ # ! "
                                   "は使えません"};
    static const struct msg saved = {"saved as @%1", "@%1 として保存しました"};
    struct err err = {0};
    struct span text = span_of(name);
    if (span_eat(&text, SPAN("@")))
        name++;
    if (q->count != 1)
        return cmd_misuse(env, &one, NULL);
    if (q->dbs[0]->apart)
        return cmd_fail_msg(env, &apart, q->paths[0]);
    if (!db_names_allowed(text))
        return cmd_misuse(env, &bad, name);
    int code = check_saved(q, env, text, q->query.text);
    if (code != CMD_OK || !env->leads)
        return code;
    if (db_names_save(q->dbs[0]->path, text, q->query.text, &err) != STATUS_OK)
        return cmd_fail(env, &err);
    cmd_note(env, &saved, name, NULL);
    return CMD_OK;
}

int databases_check(const struct databases *d, struct cmd_env *env, int code)
{
    struct err err;
    if (code != CMD_OK && code != CMD_NOTHING)
        return code;
    return db_status_all(d->at, d->count, &err) == STATUS_OK ? code : cmd_fail(env, &err);
}

int query_operands_check(const struct query_operands *q, struct cmd_env *env, int code)
{
    return databases_check(&q->databases, env, code);
}

void query_operands_release(struct query_operands *q)
{
    databases_close(&q->databases);
    static_values_close(q->values);
    named_release(&q->named);
    if (q->has_query)
        query_release(&q->query);
    *q = (struct query_operands){0};
}
