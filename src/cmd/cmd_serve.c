/* cmd_serve.c: `kifu serve DB...`: the page in the browser, and its JSON API. */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "cmd/frame/cmd.h"
#include "cmd/parts/serve_cluster.h"
#include "cmd/parts/serve_paths.h"
#include "kifu.h"
#include "web/site/site.h"

enum { OPT_PORT, OPT_BIND, OPT_HOST, OPT_DEADLINE, OPT_IMPORT, OPT_COUNT };

enum { DEADLINE_SECONDS = 10, MAX_DEADLINE_SECONDS = 600 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_PORT, "port", "N", 0, UINT16_MAX,
               "port to listen on; 0: any free port (default 8017)",
               "待ち受けるポート（既定は 8017）。0 は空きポート", .letter = 'p'),
    TEXT_OPTION(OPT_BIND, "bind", "ADDRESS",
                "address to listen on (default 127.0.0.1, this machine only)",
                "待ち受けるアドレス（既定は 127.0.0.1、このマシンからだけ）"),
    TEXT_OPTION(OPT_HOST, "host", "NAME", "also accept this host name (repeatable)",
                "このホスト名への要求も受け付ける（繰り返し可）", .repeatable = true),
    INT_OPTION(OPT_DEADLINE, "deadline", "SECONDS", 1, MAX_DEADLINE_SECONDS,
               "time limit of a request in seconds (default 10)",
               "一つの要求の制限時間（秒、既定は 10）"),
    FLAG_OPTION(OPT_IMPORT, "allow-import",
                "allow the page to add to the databases: dropped files and games played there",
                "ページからの追加（ドロップしたファイル、指した対局）を許可する"),
    [OPT_COUNT] = {.name = NULL}};

static const struct msg SERVING = {"serving %1; press Ctrl-C to stop",
                                   "%1 で公開中。Ctrl-C で終了"};
static const struct msg OPEN_TO_OTHERS = {
    "anyone who can reach %1 can read these databases; there is no password",
    "%1 に接続できる人は誰でもこれらのデータベースを読めます（パスワードはありません）"};

static const struct msg WRITABLE_TO_OTHERS = {
    "anyone who can reach %1 can read and add to these databases; there is no password",
    "%1 に接続できる人は誰でもこれらのデータベースを読み、追加できます（パスワードはありません）"};

static const struct msg NOT_ON_CLUSTER = {
    "--allow-import cannot run in several processes; use kifu, not kifu-mpi",
    "--allow-import は複数のプロセスでは使えません。kifu-mpi ではなく kifu を使ってください"};

static bool is_loopback(const char *address)
{
    struct span a = span_of(address);
    return span_starts(a, SPAN("127.")) || span_eq(a, SPAN("::1")) || span_eq(a, SPAN("localhost"));
}

/* "http://127.0.0.1:8017/" */
static void add_url(const char *address, uint16_t port, struct buf *out)
{
    struct span a = span_of(address);
    bool v6 = span_find(a, SPAN(":")) >= 0;
    if (span_eq(a, SPAN("0.0.0.0")) || span_eq(a, SPAN("::")))
        a = SPAN("localhost"), v6 = false;
    buf_add_str(out, v6 ? "http://[" : "http://");
    buf_add_span(out, a);
    buf_printf(out, v6 ? "]:%u/" : ":%u/", port);
}

static void wait_for_the_end(struct cmd_env *env, struct serve_cluster *cluster)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    if (cluster->shards.dispatcher)
        serve_cluster_wait(cluster, env);
    while (!cmd_should_stop(env) && !cluster->shards.dispatcher)
        nanosleep(&pause, NULL);
}

/* The address goes to stdout, for scripts to read. */
static int announce(struct cmd_env *env, const char *address, uint16_t port, bool writable)
{
    struct buf url;
    buf_init(&url, BUF_DEFAULT_MAX);
    add_url(address, port, &url);
    if (!is_loopback(address))
        cmd_note(env, writable ? &WRITABLE_TO_OTHERS : &OPEN_TO_OTHERS, address, NULL);
    cmd_note(env, &SERVING, buf_cstr(&url), NULL);
    if (!env->out_is_tty)
        fprintf(env->out, "%s\n", buf_cstr(&url));
    buf_release(&url);
    return fflush(env->out) == 0 ? CMD_OK : CMD_ERROR;
}

static uint32_t deadline_ms(const struct cmd_args *args)
{
    return (uint32_t)args_int(args, OPT_DEADLINE, DEADLINE_SECONDS) * 1000;
}

/* A shard that is late has its deadline a little before the request, so that there is an answer
 * without it. */
static struct http_options http_options(const struct cmd_args *args,
                                        const struct serve_cluster *cluster)
{
    return (struct http_options){
        .bind = args_text(args, OPT_BIND, "127.0.0.1"),
        .port = (uint16_t)args_int(args, OPT_PORT, 8017),
        .name_count = args_count(args, OPT_HOST),
        .is_long = site_is_long,
        .is_upload = site_is_upload,
        .upload_bytes = INTAKE_TOTAL_BYTES,
        .upload_folder = getenv("TMPDIR"),
        .upload_refusal = args_flag(args, OPT_IMPORT) ? NULL : &INTAKE_NOT_ALLOWED,
        .deadline_ms = deadline_ms(args) + (cluster->shards.dispatcher ? 2000 : 0),
    };
}

static int serve(struct cmd_env *env, const struct cmd_args *args, struct site *site,
                 struct serve_cluster *cluster)
{
    struct http_options opt = http_options(args, cluster);
    struct http_server *server = NULL;
    struct err err;
    const char **names = mem_calloc(opt.name_count + 1, sizeof *names);
    int status = CMD_OK;
    for (size_t i = 0; names && i < opt.name_count; i++)
        names[i] = args_nth(args, OPT_HOST, i);
    opt.names = names;
    if ((names ? http_start(&server, &opt, site_handle_request, site, &err) : err_nomem(&err)) !=
        STATUS_OK)
        status = cmd_fail(env, &err);
    else if ((status = announce(env, opt.bind, http_port(server), site->intake.allowed)) == CMD_OK)
        wait_for_the_end(env, cluster);
    http_stop(server);
    if (cluster->shards.dispatcher)
        serve_cluster_dismiss(cluster, env);
    mem_free(names);
    return status;
}

static void report_fault(void *ctx, const struct err *fault)
{
    cmd_warn(ctx, fault);
}

static int serve_databases(struct cmd_env *env, const struct cmd_args *args,
                           const struct serve_paths *paths)
{
    struct site site;
    struct serve_cluster cluster;
    struct err err;
    int status;
    enum status st = site_open_cluster(&site, kifu_version(), paths->at, paths->elsewhere,
                                       (uint32_t)paths->count, env->cluster, &err);
    site.threads = env->threads;
    site.served.report = report_fault;
    site.served.report_ctx = env;
    site.intake.allowed = args_flag(args, OPT_IMPORT);
    st = serve_cluster_begin(&cluster, env, &site, deadline_ms(args), st, &err);
    if (st != STATUS_OK)
        status = cmd_fail(env, &err);
    else if (env->leads)
        status = serve(env, args, &site, &cluster);
    else
        status = serve_cluster_work(&cluster, env);
    serve_cluster_release(&cluster, &site);
    site_release(&site);
    return status;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg nothing = {"no database in %1", "%1 にデータベースがありません"};
    struct serve_paths paths;
    struct err err;
    bool clustered = cluster_size(env->cluster) > 1;
    int status;
    if (args_flag(args, OPT_IMPORT) && clustered)
        return cmd_misuse(env, &NOT_ON_CLUSTER, NULL);
    if (serve_paths_read(&paths, args->operands, args->n_operands, clustered, &err) != STATUS_OK)
        status = cmd_fail(env, &err);
    else if (paths.count == 0)
        status = cmd_fail_msg(env, &nothing, args->operands[0]);
    else
        status = serve_databases(env, args, &paths);
    serve_paths_release(&paths);
    return status;
}

const struct command CMD_SERVE = {
    .name = "serve",
    .group = GROUP_UPKEEP,
    .summary = {"serve databases to a browser", "データベースをブラウザで見る"},
    .operands = "DB...",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Serves a page to set up positions, find games and replay them, and a JSON API for "
                "programs under /api/.",
                "局面を並べて棋譜を検索し、再生するページと、プログラム用の JSON "
                "API（/api/）を提供します。"},
    .run = run,
};
