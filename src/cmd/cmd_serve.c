/* cmd_serve.c: `kifu serve [DB]...`: the page in the browser, and its JSON API. */
#include <dirent.h>
#include <errno.h>
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
#include "web/site/go_programs.h"
#include "web/site/sites.h"
#include "web/site/verifier.h"

/* --- Serve paths ------------------------------------------------------------------------------
 * The databases given to `kifu serve`, with lists of shards (cluster/shard_list.h)
 * expanded. */

struct serve_paths {
    const char **at;        /* owned; the texts are borrowed from operands and lists */
    const char **elsewhere; /* owned; how one is called that only another host has, or NULL */
    size_t count, cap, elsewhere_cap;
    struct shard_list *lists; /* owned, those read */
    size_t list_count, list_cap;
    char **found; /* owned, as its texts: databases of the folder, if none were named */
    size_t found_count, found_cap;
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

/* --- New databases ----------------------------------------------------------------------------
 * Without operands the databases of this folder are served, and new ones are made in it. */

static const struct msg CANNOT_LIST = {"cannot read this folder: %2",
                                       "このフォルダーを読めません: %2"};

static bool is_database_name(const char *name)
{
    return name[0] != '.' && span_ends(span_of(name), SPAN(".kifu"));
}

/* A folder is a database if it has a manifest; others may be called so, too. */
static enum status keep_if_database(struct serve_paths *p, const char *name, struct err *err)
{
    bool there = false;
    struct err unreadable;
    if (db_exists(name, &there, &unreadable) != STATUS_OK || !there)
        return STATUS_OK;
    size_t bytes = strlen(name) + 1;
    char **grown = mem_grow(p->found, p->found_count, &p->found_cap, UINT32_MAX, sizeof *grown);
    char *copy = mem_alloc(bytes);
    if (grown)
        p->found = grown;
    if (!grown || !copy) {
        mem_free(copy);
        return err_nomem(err);
    }
    p->found[p->found_count++] = memcpy(copy, name, bytes);
    return STATUS_OK;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status serve_paths_find(struct serve_paths *p, struct err *err)
{
    enum status st = STATUS_OK;
    *p = (struct serve_paths){0};
    DIR *dir = opendir(".");
    if (!dir)
        return err_errno(err, errno, &CANNOT_LIST, SPAN("."));
    for (const struct dirent *e; st == STATUS_OK && (errno = 0, e = readdir(dir)) != NULL;)
        if (is_database_name(e->d_name))
            st = keep_if_database(p, e->d_name, err);
    if (st == STATUS_OK && errno)
        st = err_errno(err, errno, &CANNOT_LIST, SPAN("."));
    closedir(dir);
    if (p->found_count)
        qsort(p->found, p->found_count, sizeof *p->found, by_name);
    for (size_t i = 0; i < p->found_count && st == STATUS_OK; i++)
        st = add_path(p, p->found[i], NULL, err);
    return st;
}

/* Where the page makes new databases: beside the first. */
static bool new_folder(const struct serve_paths *p, struct buf *folder)
{
    const char *first = p->count && p->found_count == 0 ? p->at[0] : ".", *end;
    size_t n = strlen(first);
    while (n > 1 && first[n - 1] == '/')
        n--;
    end = memrchr(first, '/', n);
    if (!end)
        buf_add_char(folder, '.');
    else
        buf_add(folder, first, end == first ? 1 : (size_t)(end - first));
    (void)buf_cstr(folder);
    return buf_status(folder) == STATUS_OK;
}

/* Whether none of them exists: nothing is changed by adding to them. */
static bool all_are_new(const struct serve_paths *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (!sites_can_make(p->at[i]))
            return false;
    return true;
}

static void serve_paths_release(struct serve_paths *p)
{
    for (size_t i = 0; i < p->list_count; i++)
        shard_list_release(&p->lists[i]);
    for (size_t i = 0; i < p->found_count; i++)
        mem_free(p->found[i]);
    mem_free(p->lists);
    mem_free(p->found);
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

enum { OPT_PORT, OPT_BIND, OPT_HOST, OPT_DEADLINE, OPT_IMPORT, OPT_GTP, OPT_COUNT };

enum { DEADLINE_SECONDS = 10, MAX_DEADLINE_SECONDS = 600 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_PORT, "port", "N", 0, UINT16_MAX,
               "port to listen on; 0: any free port (default 8017)",
               "待ち受けるポート（既定は 8017）。0 は空きポート", .letter = 'p'),
    TEXT_OPTION(OPT_BIND, "bind", "ADDRESS",
                "address to listen on (default 127.0.0.1, this machine only)",
                "待ち受けるアドレス（既定は 127.0.0.1、このマシンからだけ）"),
    TEXT_OPTION(
        OPT_HOST, "host", "NAME",
        "also accept this host name, or this address of a proxy in front such as "
        "https://kifu.example (repeatable)",
        "このホスト名、または前に置いたプロキシのアドレス（https://kifu.example など）への要求も"
        "受け付ける（繰り返し可）",
        .repeatable = true),
    INT_OPTION(OPT_DEADLINE, "deadline", "SECONDS", 1, MAX_DEADLINE_SECONDS,
               "time limit of a request in seconds (default 10)",
               "一つの要求の制限時間（秒、既定は 10）"),
    FLAG_OPTION(OPT_IMPORT, "allow-import",
                "allow the page to add to the databases: dropped files and games played there",
                "ページからの追加（ドロップしたファイル、指した対局）を許可する"),
    TEXT_OPTION(OPT_GTP, "gtp", "NAME=COMMAND",
                "offer this GTP program as an opponent at Go on the page (repeatable); GNU Go is "
                "offered if it is installed",
                "ページの囲碁の相手に加える GTP プログラム（繰り返し可）。GNU Go "
                "はインストールされていれば選べる",
                .repeatable = true),
    [OPT_COUNT] = {.name = NULL}};

static const struct msg SERVING = {"serving %1; press Ctrl-C to stop",
                                   "%1 で公開中。Ctrl-C で終了"};
static const struct msg OPEN_TO_OTHERS = {
    "anyone who can reach %1 can read these databases; there is no password",
    "%1 に接続できる人は誰でもこれらのデータベースを読めます（パスワードはありません）"};

static const struct msg TO_CHANGE = {
    "to add to them and change them, open %1; keep this address to yourself",
    "追加や変更は %1 を開いて行います（このアドレスは人に教えないでください）"};
static const struct msg BAD_TOKEN = {
    "KIFU_SERVE_TOKEN must have 16 to 128 letters, digits, \"-\" and \"_\"",
    "KIFU_SERVE_TOKEN は 16〜128 文字の英数字・-・_ にしてください"};
static const struct msg BAD_HOST = {
    "\"%1\" is neither a host name nor an address such as https://kifu.example",
    "「%1」はホスト名でも https://kifu.example のようなアドレスでもありません"};
static const struct msg NO_RANDOM = {"the system provides no random numbers",
                                     "システムから乱数を得られません"};

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

/* The address goes to stdout, for scripts to read; that with the token does not. */
static int announce(struct cmd_env *env, const struct http_options *opt, uint16_t port)
{
    struct buf url;
    buf_init(&url, BUF_DEFAULT_MAX);
    add_url(opt->bind, port, &url);
    const size_t plain = url.n;
    if (!is_loopback(opt->bind))
        cmd_note(env, &OPEN_TO_OTHERS, opt->bind, NULL);
    if (opt->trust == HTTP_TRUST_TOKEN) {
        buf_printf(&url, "?token=%s", opt->token);
        cmd_remark(env, &TO_CHANGE, buf_cstr(&url), NULL);
        url.n = plain;
    }
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
                                        const struct serve_cluster *cluster, bool may_add)
{
    return (struct http_options){
        .bind = args_text(args, OPT_BIND, "127.0.0.1"),
        .port = (uint16_t)args_int(args, OPT_PORT, 8017),
        .name_count = args_count(args, OPT_HOST),
        .is_long = site_is_long,
        .is_upload = site_is_upload,
        .upload_bytes = INTAKE_TOTAL_BYTES,
        .upload_folder = getenv("TMPDIR"),
        .upload_refusal = may_add ? NULL : &INTAKE_NOT_ALLOWED,
        .deadline_ms = deadline_ms(args) + (cluster->shards.dispatcher ? 2000 : 0),
    };
}

/* What answers requests: all databases of this process, or the site of a cluster. */
struct service {
    http_handler *handle;
    void *ctx;
    bool may_add;
};

/* Who may change something, if anybody: on the network and where a token is given, who has it;
 * without --allow-import the user alone; otherwise every program of this machine. */
static int choose_trust(struct cmd_env *env, const struct cmd_args *args,
                        const struct service *service, char token[HTTP_TOKEN_MOST + 1],
                        struct http_options *opt)
{
    const char *given = getenv("KIFU_SERVE_TOKEN");
    if (!service->may_add)
        return CMD_OK;
    if (is_loopback(opt->bind) && !given) {
        opt->trust = args_flag(args, OPT_IMPORT) ? HTTP_TRUST_ALL : HTTP_TRUST_USER;
        return CMD_OK;
    }
    if (given && !http_token_is_good(span_of(given)))
        return cmd_misuse(env, &BAD_TOKEN, NULL);
    if (!given && !http_token_make(token))
        return cmd_fail_msg(env, &NO_RANDOM, NULL);
    opt->trust = HTTP_TRUST_TOKEN;
    opt->token = given ? given : token;
    return CMD_OK;
}

static int check_hosts(struct cmd_env *env, const struct cmd_args *args)
{
    for (size_t i = 0; i < args_count(args, OPT_HOST); i++)
        if (!origin_name_is_good(span_of(args_nth(args, OPT_HOST, i))))
            return cmd_misuse(env, &BAD_HOST, args_nth(args, OPT_HOST, i));
    return CMD_OK;
}

static int serve(struct cmd_env *env, const struct cmd_args *args, const struct service *service,
                 struct serve_cluster *cluster)
{
    struct http_options opt = http_options(args, cluster, service->may_add);
    struct http_server *server = NULL;
    struct err err;
    char token[HTTP_TOKEN_MOST + 1];
    int status = check_hosts(env, args);
    if (status == CMD_OK)
        status = choose_trust(env, args, service, token, &opt);
    if (status != CMD_OK)
        return status;
    const char **names = mem_calloc(opt.name_count + 1, sizeof *names);
    for (size_t i = 0; names && i < opt.name_count; i++)
        names[i] = args_nth(args, OPT_HOST, i);
    opt.names = names;
    if ((names ? http_start(&server, &opt, service->handle, service->ctx, &err)
               : err_nomem(&err)) != STATUS_OK)
        status = cmd_fail(env, &err);
    else if ((status = announce(env, &opt, http_port(server))) == CMD_OK)
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

static void set_up(struct site *site, struct cmd_env *env, struct go_programs *programs)
{
    site->threads = env->threads;
    site->go_programs = programs;
    site->served.report = report_fault;
    site->served.report_ctx = env;
}

/* Several processes serve databases of one game. */
static int serve_in_cluster(struct cmd_env *env, const struct cmd_args *args,
                            const struct serve_paths *paths, struct go_programs *programs)
{
    struct site site;
    struct serve_cluster cluster;
    struct verifier verifier = {0};
    struct err err;
    int status;
    enum status st = site_open_cluster(&site, kifu_version(), paths->at, paths->elsewhere,
                                       (uint32_t)paths->count, env->cluster, &err);
    set_up(&site, env, programs);
    st = serve_cluster_begin(&cluster, env, &site, deadline_ms(args), st, &err);
    if (st == STATUS_OK)
        st = verifier_start(&verifier, &site, 1, &err);
    const struct service service = {site_handle_request, &site, false};
    if (st != STATUS_OK)
        status = cmd_fail(env, &err);
    else if (env->leads)
        status = serve(env, args, &service, &cluster);
    else
        status = serve_cluster_work(&cluster, env);
    verifier_stop(&verifier);
    serve_cluster_release(&cluster, &site);
    site_release(&site);
    return status;
}

static int serve_databases(struct cmd_env *env, const struct cmd_args *args,
                           const struct serve_paths *paths, struct go_programs *programs,
                           bool may_add)
{
    struct sites *sites = mem_calloc(1, sizeof *sites);
    struct serve_cluster alone = {0};
    struct verifier verifier = {0};
    struct buf folder;
    struct err err;
    int status;
    if (!sites) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    buf_init(&folder, BUF_DEFAULT_MAX);
    enum status st = new_folder(paths, &folder) ? STATUS_OK : err_nomem(&err);
    if (st == STATUS_OK)
        st = sites_open(sites, kifu_version(), paths->at, (uint32_t)paths->count,
                        may_add ? buf_cstr(&folder) : NULL, &err);
    for (uint32_t i = 0; i < sites->count; i++)
        set_up(&sites->at[i], env, programs);
    sites->intake.allowed = may_add;
    if (st == STATUS_OK)
        st = verifier_start(&verifier, sites->at, sites->count, &err);
    const struct service service = {sites_handle_request, sites, may_add};
    status = st == STATUS_OK ? serve(env, args, &service, &alone) : cmd_fail(env, &err);
    verifier_stop(&verifier);
    sites_release(sites);
    mem_free(sites);
    buf_release(&folder);
    return status;
}

/* The page of a server that has nothing is for importing; so is that of databases that are to be made.
 * Others of the network would have to be meant, and of connections of IPv6 nobody knows whose they are
 * (peer_user.h). */
static bool adds_by_itself(const struct cmd_args *args, const struct serve_paths *paths)
{
    const char *bind = args_text(args, OPT_BIND, "127.0.0.1");
    return is_loopback(bind) && strchr(bind, ':') == NULL &&
           (args->n_operands == 0 || all_are_new(paths));
}

static int serve_alone(struct cmd_env *env, const struct cmd_args *args,
                       const struct serve_paths *paths, struct go_programs *programs)
{
    static const struct msg missing = {
        "%1 does not exist; with --allow-import the page can make it",
        "%1 はありません。--allow-import を付けるとページから作れます"};
    static const struct msg will_make = {"%1 does not exist yet; the first import makes it",
                                         "%1 はまだありません。最初の取り込みで作ります"};
    bool may_add = args_flag(args, OPT_IMPORT) || adds_by_itself(args, paths);
    for (size_t i = 0; i < paths->count; i++) {
        if (!sites_can_make(paths->at[i]))
            continue;
        if (!may_add)
            return cmd_fail_msg(env, &missing, paths->at[i]);
        cmd_note(env, &will_make, paths->at[i], NULL);
    }
    return serve_databases(env, args, paths, programs, may_add);
}

static int serve_paths_with(struct cmd_env *env, const struct cmd_args *args,
                            struct go_programs *programs)
{
    static const struct msg nothing = {"no database in %1", "%1 にデータベースがありません"},
                            none_named = {"missing database", "データベースを指定してください"};
    struct serve_paths paths;
    struct err err;
    bool clustered = cluster_size(env->cluster) > 1;
    int status;
    if (args_flag(args, OPT_IMPORT) && clustered)
        return cmd_misuse(env, &NOT_ON_CLUSTER, NULL);
    if (args->n_operands == 0 && clustered)
        return cmd_misuse(env, &none_named, NULL);
    enum status st = args->n_operands ? serve_paths_read(&paths, args->operands, args->n_operands,
                                                         clustered, &err)
                                      : serve_paths_find(&paths, &err);
    if (st != STATUS_OK)
        status = cmd_fail(env, &err);
    else if (paths.count == 0 && args->n_operands)
        status = cmd_fail_msg(env, &nothing, args->operands[0]);
    else
        status = clustered ? serve_in_cluster(env, args, &paths, programs)
                           : serve_alone(env, args, &paths, programs);
    serve_paths_release(&paths);
    return status;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct go_programs programs;
    struct err err;
    int status = CMD_OK;
    go_programs_init(&programs, getenv("PATH"));
    for (size_t i = 0; i < args_count(args, OPT_GTP) && status == CMD_OK; i++)
        if (go_programs_add(&programs, args_nth(args, OPT_GTP, i), &err) != STATUS_OK)
            status = cmd_misuse(env, err.what, err.arg[0]);
    if (status == CMD_OK)
        status = serve_paths_with(env, args, &programs);
    go_programs_release(&programs);
    return status;
}

const struct command CMD_SERVE = {
    .name = "serve",
    .group = GROUP_UPKEEP,
    .summary = {"serve databases to a browser", "データベースをブラウザで見る"},
    .operands = "[DB]...",
    .min_operands = 0,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Serves a page to set up positions, find games and replay them, and a JSON API for "
         "programs "
         "under /api/. Databases may hold different games; the page chooses among them. Without "
         "DB, "
         "the databases of the current folder (*.kifu) are served, and the page can make new ones "
         "there. A DB that does not exist yet is made by the first import.",
         "局面を並べて棋譜を検索し、再生するページと、プログラム用の JSON "
         "API（/api/）を提供します。"
         "別々のゲームのデータベースも一緒に指定でき、ページで選びます。DB "
         "を省くと、今のフォルダーの "
         "データベース（*.kifu）を公開し、ページから新しく作れます。まだない DB は最初の取り込みで"
         "作ります。"},
    .run = run,
};
