/* cmd_serve.c: `kifu serve DB...`: the page in the browser, and its JSON API. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/io/file.h"
#include "base/le.h"
#include "base/work/pool.h"
#include "cluster/shard_list.h"
#include "cmd/frame/cmd.h"
#include "db/db.h"
#include "kifu.h"
#include "web/shards/shard_worker.h"
#include "web/shards/shards.h"
#include "web/site/site.h"

/* --- Serve paths ------------------------------------------------------------------------------
 * The databases given to `kifu serve`, with lists of shards (cluster/shard_list.h)
 * expanded. */

struct serve_paths {
    const char **at;        /* owned; the texts are borrowed from operands and lists */
    const char **elsewhere; /* owned; how one is called that only another host has, or NULL */
    size_t count, cap, elsewhere_cap;
    struct shard_list *lists; /* owned, those read */
    size_t list_count, list_cap;
};

static enum status add_path(struct serve_paths *p, const char *path, const char *elsewhere,
                            struct err *err)
{
    const char **at = mem_grow(p->at, p->count, &p->cap, UINT32_MAX, sizeof *at);
    if (at)
        p->at = at;
    const char **names =
        mem_grow(p->elsewhere, p->count, &p->elsewhere_cap, UINT32_MAX, sizeof *names);
    if (names)
        p->elsewhere = names;
    if (!at || !names)
        return err_nomem(err);
    p->elsewhere[p->count] = elsewhere;
    p->at[p->count++] = path;
    return STATUS_OK;
}

static enum status add_shards(struct serve_paths *p, const struct shard_list *list, bool clustered,
                              struct err *err)
{
    char own[256] = "";
    enum status st = STATUS_OK;
    if (gethostname(own, sizeof own - 1) != 0)
        own[0] = '\0';
    for (size_t i = 0; i < list->count && st == STATUS_OK; i++) {
        const struct shard *s = &list->at[i];
        bool elsewhere = clustered && s->host && !shard_host_is(s->host, own);
        st = add_path(p, s->path, elsewhere ? s->name : NULL, err);
    }
    return st;
}

static enum status add_list(struct serve_paths *p, const char *path, bool clustered,
                            struct err *err)
{
    struct shard_list *grown =
        mem_grow(p->lists, p->list_count, &p->list_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    p->lists = grown;
    struct shard_list *list = &p->lists[p->list_count++];
    enum status st = shard_list_read(list, path, err);
    return st == STATUS_OK ? add_shards(p, list, clustered, err) : st;
}

/* A list is replaced by its databases.  `clustered`: several processes serve them, and some may be
 * on other hosts.  A single process opens every database of a list.  Released with
 * serve_paths_release(), whatever is returned. */
static enum status serve_paths_read(struct serve_paths *p, const char *const *operands, size_t n,
                                    bool clustered, struct err *err)
{
    enum status st = STATUS_OK;
    *p = (struct serve_paths){0};
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = is_shard_list(operands[i]) ? add_list(p, operands[i], clustered, err)
                                        : add_path(p, operands[i], NULL, err);
    return st;
}

static void serve_paths_release(struct serve_paths *p)
{
    for (size_t i = 0; i < p->list_count; i++)
        shard_list_release(&p->lists[i]);
    mem_free(p->lists);
    mem_free(p->at);
    mem_free(p->elsewhere);
    *p = (struct serve_paths){0};
}

/* --- Serve cluster ----------------------------------------------------------------------------
 * `kifu serve` in the processes of a cluster: the first answers requests, all
 * search (web/shards/shards.h). */

struct serve_cluster {
    struct shards shards;
    struct snapshot *databases;
};

static const struct msg OTHER_PROGRAM = {
    "process %1 runs another build (%2); all must run the same build",
    "プロセス %1 は別のビルド (%2) です。すべて同じビルドにしてください"};
static const struct msg SIGNALLED_TO_END = {"process %1 was told to stop; stopping the job",
                                            "プロセス %1 が終了を指示されたため、全体を終了します"};
static const struct msg DOES_NOT_LISTEN = {
    "process %1 does not answer; stopping the job without it",
    "プロセス %1 が応答しないため、待たずに終了します"};

/* How long others may take to leave: what they work on is given up at once. */
enum { LEAVING_MS = 5000 };

/* --- The same program? ------------------------------------------------------------------------ */

/* The version, and a number that changes with every byte of the program. */
static void write_print(struct buf *out)
{
    struct file_view program;
    uint64_t fingerprint = 0;
    if (file_view_open(&program, "/proc/self/exe", SIZE_MAX, NULL) == STATUS_OK)
        fingerprint = XXH3_64bits(program.bytes.p, program.bytes.n);
    file_view_close(&program);
    buf_printf(out, "%s, %016llx", kifu_version(), (unsigned long long)fingerprint);
}

static enum status compare_programs(const struct cluster *cluster, struct err *err)
{
    struct byte_parts parts = {0};
    struct buf mine;
    buf_init(&mine, 256);
    write_print(&mine);
    enum status st = buf_status(&mine) == STATUS_OK ? STATUS_OK : err_nomem(err);
    st = cluster_allgather(cluster, st, buf_span(&mine), &parts, err);
    for (uint32_t r = 0; r < parts.count && st == STATUS_OK; r++)
        if (!span_eq(parts.at[r], parts.at[0])) {
            st = err_set(err, STATUS_UNSUPPORTED, &OTHER_PROGRAM, SPAN_U64(r), parts.at[r]);
        }
    byte_parts_release(&parts);
    buf_release(&mine);
    return st;
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* A meeting of all, which fails if they do not run the same program.  On the first process the
 * site, which all opened together, gets its shards.  `opened` is how opening it went.  Does nothing
 * for a process that is alone.  Released with serve_cluster_release(), whatever is returned. */
static enum status serve_cluster_begin(struct serve_cluster *c, struct cmd_env *env,
                                       struct site *site, uint32_t deadline_ms, enum status opened,
                                       struct err *err)
{
    const struct cluster *cluster = env->cluster;
    *c = (struct serve_cluster){0};
    if (cluster_size(cluster) < 2 || opened != STATUS_OK)
        return opened;
    enum status st = compare_programs(cluster, err);
    if (st == STATUS_OK)
        c->databases = served_take(&site->served);
    struct db *const *dbs = c->databases ? c->databases->dbs : NULL;
    if (st != STATUS_OK)
        return st;
    c->shards =
        (struct shards){.self = {.site = site,
                                 .dbs = dbs,
                                 .cluster = {.process = cluster->process, .size = cluster->size},
                                 .threads = env->threads},
                        .deadline_ms = deadline_ms};
    if (cluster_leads(cluster)) {
        st = dispatcher_open(&c->shards.dispatcher, cluster, deadline_ms, err);
        site->shards = &c->shards;
    }
    return cluster_agree(cluster, st, err);
}

static void serve_cluster_release(struct serve_cluster *c, struct site *site)
{
    site->shards = NULL;
    dispatcher_close(c->shards.dispatcher);
    served_give_back(&site->served, c->databases);
    *c = (struct serve_cluster){0};
}

/* --- Working ---------------------------------------------------------------------------------- */

static bool should_stop(void *ctx)
{
    return cmd_should_stop(ctx);
}

/* The first process: carries messages until the service is to end, and ends what is under way; the
 * server can be stopped after that. */
static void serve_cluster_wait(struct serve_cluster *c, struct cmd_env *env)
{
    uint32_t left = 0;
    char number[16];
    dispatcher_serve(c->shards.dispatcher, should_stop, env, &left);
    snprintf(number, sizeof number, "%u", (unsigned)left);
    if (left)
        cmd_note(env, &SIGNALLED_TO_END, number, NULL);
    dispatcher_end_rounds(c->shards.dispatcher);
}

/* After the server was stopped: ends the other processes.  Does not return if one of them does not
 * reply. */
static void serve_cluster_dismiss(struct serve_cluster *c, struct cmd_env *env)
{
    char number[16];
    uint32_t deaf = dispatcher_dismiss(c->shards.dispatcher, LEAVING_MS);
    if (!deaf)
        return;
    snprintf(number, sizeof number, "%u", (unsigned)deaf);
    cmd_note(env, &DOES_NOT_LISTEN, number, NULL);
    fflush(env->err);
    cluster_abort(env->cluster, CMD_ERROR);
}

/* The others: replies to the requests of the first until the service ends. */
static int serve_cluster_work(struct serve_cluster *c, struct cmd_env *env)
{
    struct err err = {0};
    unsigned threads = 2 * pool_cpu_count() / env->cluster->neighbours;
    if (threads < 4)
        threads = 4; /* a question that takes long must not hold up all others */
    if (shard_work(&c->shards.self, env->cluster, threads, should_stop, env, &err) != STATUS_OK)
        return cmd_fail(env, &err);
    return CMD_OK;
}

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
