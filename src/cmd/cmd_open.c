/* cmd_open.c: `kifu open [PATH]...`: a page of the user's own, with a library for each game.
 *
 * Records are imported into the libraries, the page of each game that occurs is started unless it
 * runs (page_state.h), and the browser shows it.  A database is served beside the library of its
 * game; if the page runs without it, it is started again, at the same address. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/parts/browser.h"
#include "cmd/parts/open_import.h"
#include "cmd/parts/page_server.h"
#include "db/db.h"
#include "db/db_writer.h"
#include "kifu.h"

enum { OPT_NO_BROWSER, OPT_FOREGROUND, OPT_STATUS, OPT_STOP, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_NO_BROWSER, "no-browser", "print the address and start no browser",
                "アドレスを表示し、ブラウザは起動しない"),
    FLAG_OPTION(OPT_FOREGROUND, "foreground", "serve until Ctrl-C instead of in the background",
                "バックグラウンドではなく、Ctrl-C まで動かす"),
    FLAG_OPTION(OPT_STATUS, "status", "list the pages that are running",
                "動いているページの一覧を表示する"),
    FLAG_OPTION(OPT_STOP, "stop", "stop the pages that are running", "動いているページを終了する"),
    [OPT_COUNT] = {.name = NULL}};

static const struct msg PAGE_AT = {"%1: %2", "%1: %2"};
static const struct msg STOPPED = {"stopped the page of %1", "%1 のページを終了しました"};
static const struct msg NONE_RUNS = {"no page is running", "動いているページはありません"};
static const struct msg NOT_TOGETHER = {"--%1 cannot be combined with other arguments",
                                        "--%1 はほかの引数と一緒には使えません"};
static const struct msg RUNS_ALREADY = {"the page is running at %1; stop it with kifu open --stop",
                                        "ページは %1 で動いています。kifu open --stop "
                                        "で終了できます"};
static const struct msg ONE_IN_FOREGROUND = {
    "--foreground serves one page: that of %1; kifu open shows that of %2",
    "--foreground で動かせるページは一つ（%1）です。%2 は kifu open で表示できます"};
static const struct msg ANOTHER_IMPORTS = {"waiting for another kifu open to finish importing",
                                           "別の kifu open の取り込みが終わるのを待っています"};
static const struct msg OTHER_GAME = {"%1 is a database of %2; give it another name",
                                      "%1 は %2 のデータベースです。名前を変えてください"};
static const struct msg CANNOT_FIND = {"cannot find %1: %2", "%1 が見つかりません: %2"};

/* The page of one game. */
struct open_page {
    const struct game *game;
    bool wanted;
    struct buf library;
    char **extra; /* owned, as its texts: databases beside the library, absolute paths */
    size_t extra_count, extra_cap;
};

struct open_cmd {
    struct cmd_env *env;
    bool browser, foreground;
    struct buf folder;
    const char **records; /* operands that are no databases */
    size_t record_count;
    struct open_import imported;
    struct open_page pages[OPEN_MAX_GAMES];
    size_t page_count;
    int lock;
};

static void open_release(struct open_cmd *o)
{
    for (size_t i = 0; i < o->page_count; i++) {
        for (size_t k = 0; k < o->pages[i].extra_count; k++)
            mem_free(o->pages[i].extra[k]);
        mem_free(o->pages[i].extra);
        buf_release(&o->pages[i].library);
    }
    mem_free(o->records);
    buf_release(&o->folder);
    if (o->lock >= 0)
        close(o->lock);
}

static enum status open_init(struct open_cmd *o, struct cmd_env *env, struct err *err)
{
    *o = (struct open_cmd){.env = env, .lock = -1};
    buf_init(&o->folder, BUF_DEFAULT_MAX);
    for (; all_games[o->page_count] && o->page_count < OPEN_MAX_GAMES; o->page_count++) {
        o->pages[o->page_count] = (struct open_page){.game = all_games[o->page_count]};
        buf_init(&o->pages[o->page_count].library, BUF_DEFAULT_MAX);
    }
    return page_folder(&o->folder, err);
}

static const char *folder_of(struct open_cmd *o)
{
    return buf_cstr(&o->folder);
}

/* --- What was given --------------------------------------------------------------------------- */

static enum status add_extra(struct open_page *page, const char *path, struct err *err)
{
    for (size_t i = 0; i < page->extra_count; i++)
        if (strcmp(page->extra[i], path) == 0)
            return STATUS_OK;
    char **grown =
        mem_grow(page->extra, page->extra_count, &page->extra_cap, SIZE_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    page->extra = grown;
    size_t bytes = strlen(path) + 1;
    char *copy = mem_alloc(bytes);
    if (!copy)
        return err_nomem(err);
    page->extra[page->extra_count++] = memcpy(copy, path, bytes);
    return STATUS_OK;
}

static enum status absolute_path(const char *path, struct buf *out, struct err *err)
{
    char full[PATH_MAX];
    if (!realpath(path, full))
        return err_errno(err, errno, &CANNOT_FIND, span_of(path));
    buf_clear(out);
    buf_add_str(out, full);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* A database goes to the page of its game. */
static enum status take_database(struct open_cmd *o, const char *path, struct err *err)
{
    struct buf full;
    struct db *db = NULL;
    buf_init(&full, BUF_DEFAULT_MAX);
    enum status st = absolute_path(path, &full, err);
    if (st == STATUS_OK)
        st = db_open(&db, buf_cstr(&full), err); /* as the page will */
    for (size_t i = 0; i < o->page_count && st == STATUS_OK; i++)
        if (o->pages[i].game == db->game) {
            o->pages[i].wanted = true;
            st = add_extra(&o->pages[i], buf_cstr(&full), err);
        }
    db_close(db);
    buf_release(&full);
    return st;
}

/* A database that cannot be opened is reported; the others, and the page, do not suffer. */
static int sort_operands(struct open_cmd *o, const struct cmd_args *args)
{
    int code = CMD_OK;
    struct err err;
    o->records = mem_calloc(args->n_operands + 1, sizeof *o->records);
    if (!o->records) {
        err_nomem(&err);
        return cmd_fail(o->env, &err);
    }
    for (size_t i = 0; i < args->n_operands; i++) {
        bool is_db = false;
        enum status st = db_exists(args->operands[i], &is_db, &err);
        if (st == STATUS_OK && is_db)
            st = take_database(o, args->operands[i], &err);
        else if (st == STATUS_OK)
            o->records[o->record_count++] = args->operands[i];
        if (st != STATUS_OK)
            code = cmd_fail(o->env, &err);
    }
    return code;
}

static void note_waiting(void *ctx)
{
    cmd_note(ctx, &ANOTHER_IMPORTS, NULL, NULL);
}

static int import_records(struct open_cmd *o)
{
    struct err err;
    int lock;
    if (o->record_count == 0)
        return CMD_OK;
    if (page_lock(folder_of(o), "importing", o->env->cancelled, note_waiting, o->env, &lock,
                  &err) != STATUS_OK)
        return cmd_fail(o->env, &err);
    int code = open_import_run(&o->imported, o->env, o->records, o->record_count);
    close(lock);
    for (size_t i = 0; i < o->page_count; i++)
        o->pages[i].wanted |= o->imported.has_game[i];
    return code;
}

/* --- Pages ------------------------------------------------------------------------------------ */

static enum status read_page(struct open_cmd *o, size_t i, struct page_state *state, bool *runs,
                             struct err *err)
{
    enum status st = page_state_read(state, folder_of(o), o->pages[i].game, runs, err);
    *runs = *runs && state->known;
    return st;
}

/* Nothing says which game: one whose page runs, or that has a library, or the first. */
static enum status choose_page(struct open_cmd *o, struct err *err)
{
    size_t chosen = o->page_count;
    struct page_state state;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < o->page_count; i++)
        if (o->pages[i].wanted)
            return STATUS_OK;
    page_state_init(&state);
    for (size_t i = 0; i < o->page_count && st == STATUS_OK && chosen == o->page_count; i++) {
        bool runs = false;
        st = read_page(o, i, &state, &runs, err);
        chosen = runs ? i : chosen;
    }
    page_state_release(&state);
    for (size_t i = 0; i < o->page_count && st == STATUS_OK && chosen == o->page_count; i++) {
        bool there = false;
        st = db_exists(buf_cstr(&o->pages[i].library), &there, err);
        chosen = there ? i : chosen;
    }
    o->pages[chosen == o->page_count ? 0 : chosen].wanted = true;
    return st;
}

static enum status check_library(const struct open_page *page, const char *path, struct err *err)
{
    struct db *db = NULL;
    enum status st = db_open(&db, path, err);
    if (st == STATUS_OK && db->game != page->game)
        st = err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(path), span_of(db->game->name));
    db_close(db);
    return st;
}

/* An empty one, if there is none.  Its path becomes the one that realpath() gives: the same database
 * may be an operand, too. */
static enum status make_library(struct open_page *page, struct err *err)
{
    const struct db_writer_options opt = {0};
    struct db_writer *writer = NULL;
    const char *path = buf_cstr(&page->library);
    bool there;
    enum status st = db_exists(path, &there, err);
    if (st == STATUS_OK && there) {
        st = check_library(page, path, err);
    } else if (st == STATUS_OK) {
        st = db_writer_open(&writer, path, page->game, &opt, err);
        db_writer_close(writer);
    }
    return st == STATUS_OK ? absolute_path(path, &page->library, err) : st;
}

struct path_list {
    const char *at[PAGE_MAX_DATABASES]; /* borrowed */
    size_t count;
    bool too_many; /* some were left out */
};

static bool has_path(const struct path_list *l, const char *path)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->at[i], path) == 0)
            return true;
    return false;
}

static bool add_path(struct path_list *l, const char *path)
{
    if (has_path(l, path))
        return false;
    if (l->count == PAGE_MAX_DATABASES) {
        l->too_many = true;
        return false;
    }
    l->at[l->count++] = path;
    return true;
}

/* One database that cannot be opened would keep the page from starting again.  One that was removed
 * is not missed. */
static bool can_be_served(struct open_cmd *o, const char *path)
{
    struct err err;
    struct db *db = NULL;
    bool there = false;
    enum status st = db_exists(path, &there, &err);
    if (st == STATUS_OK && !there)
        return false;
    if (st == STATUS_OK)
        st = db_open(&db, path, &err);
    db_close(db);
    if (st != STATUS_OK)
        cmd_warn(o->env, &err);
    return st == STATUS_OK;
}

/* The library, what the page serves now if it runs, and what was given.  True if that is more than
 * it serves. */
static bool list_databases(struct open_cmd *o, struct open_page *page, const struct page_state *now,
                           struct path_list *list)
{
    bool more = false;
    *list = (struct path_list){0};
    add_path(list, buf_cstr(&page->library));
    for (size_t i = 0; now && i < now->database_count; i++)
        if (!has_path(list, now->databases[i]) && can_be_served(o, now->databases[i]))
            add_path(list, now->databases[i]);
    for (size_t i = 0; i < page->extra_count; i++)
        more |= add_path(list, page->extra[i]);
    return more;
}

/* --- Showing ---------------------------------------------------------------------------------- */

/* The address of the page, or of the one game that was given. */
static void add_address(const struct open_cmd *o, const struct open_page *page, uint16_t port,
                        struct buf *url)
{
    const struct open_import *im = &o->imported;
    buf_printf(url, "http://127.0.0.1:%u/", port);
    if (im->has_one && all_games[im->one_game] == page->game)
        buf_printf(url, "#/game/%s/%u", page->game->name, im->one_id);
}

static void print_page(struct cmd_env *env, const struct open_page *page, const char *url)
{
    struct buf text;
    struct json j;
    if (!env->json && env->out_is_tty)
        cmd_remark(env, &PAGE_AT, msg_in(&page->game->title, env->lang), url);
    else if (!env->json)
        fprintf(env->out, "%s\n", url);
    if (env->json) {
        buf_init(&text, BUF_DEFAULT_MAX);
        json_init(&j, &text);
        json_open_object(&j);
        json_key_cstr(&j, "game", page->game->name);
        json_key_cstr(&j, "url", url);
        json_end(&j);
        json_line(&j);
        cmd_print(env, &text);
        buf_release(&text);
    }
    fflush(env->out);
}

static int show_page(struct open_cmd *o, const struct open_page *page, uint16_t port)
{
    struct buf url;
    struct err err;
    int code = CMD_OK;
    buf_init(&url, BUF_DEFAULT_MAX);
    add_address(o, page, port, &url);
    print_page(o->env, page, buf_cstr(&url));
    enum status st = o->browser ? browser_open(buf_cstr(&url), &err) : STATUS_OK;
    if (st == STATUS_NOT_FOUND)
        cmd_warn(o->env, &err); /* the page is there, and its address was printed */
    else if (st != STATUS_OK)
        code = cmd_fail(o->env, &err);
    buf_release(&url);
    return code;
}

struct shown_page {
    struct open_cmd *o;
    const struct open_page *page;
};

/* In the foreground: others may start and stop pages from now on. */
static void show_when_ready(void *ctx, uint16_t port)
{
    struct shown_page *s = ctx;
    close(s->o->lock);
    s->o->lock = -1;
    show_page(s->o, s->page, port);
}

/* --- Starting --------------------------------------------------------------------------------- */

/* *ended: this process is the page's, and has done its work. */
static int start_page(struct open_cmd *o, struct open_page *page, const struct path_list *list,
                      uint16_t last_port, bool *ended)
{
    struct shown_page shown = {o, page};
    uint16_t port = 0;
    int code;
    struct page_server server = {.env = o->env,
                                 .folder = folder_of(o),
                                 .game = page->game,
                                 .databases = list->at,
                                 .database_count = list->count,
                                 .port = last_port,
                                 .lock = &o->lock,
                                 .ready = show_when_ready,
                                 .ctx = &shown};
    if (o->foreground) {
        *ended = true;
        return page_server_run(&server);
    }
    enum page_start how = page_server_start(&server, &port, &code);
    *ended = how == PAGE_ENDED;
    return how == PAGE_STARTED ? show_page(o, page, port) : code;
}

static void report_running(struct open_cmd *o, const struct open_page *page, uint16_t port)
{
    struct buf url;
    buf_init(&url, BUF_DEFAULT_MAX);
    add_address(o, page, port, &url);
    cmd_fail_msg(o->env, &RUNS_ALREADY, buf_cstr(&url));
    buf_release(&url);
}

/* A page that runs is shown, if it serves all that it should and is of this version. */
static int show_or_start(struct open_cmd *o, struct open_page *page, const struct page_state *now,
                         uint16_t last_port, bool *ended)
{
    struct path_list list;
    struct err err;
    bool more = list_databases(o, page, now, &list);
    int code;
    if (now && o->foreground) {
        report_running(o, page, now->port);
        return CMD_ERROR;
    }
    if (list.too_many) {
        err_set(&err, STATUS_LIMIT, &PAGE_TOO_MANY, SPAN_U64(PAGE_MAX_DATABASES), SPAN(""));
        cmd_fail(o->env, &err);
    }
    if (now && !more && span_eq(now->version, span_of(kifu_version())))
        code = show_page(o, page, now->port);
    else if (now && page_stop(now, folder_of(o), page->game, &err) != STATUS_OK)
        code = cmd_fail(o->env, &err);
    else
        code = start_page(o, page, &list, last_port, ended);
    return code == CMD_OK && list.too_many ? CMD_ERROR : code;
}

static int open_page(struct open_cmd *o, struct open_page *page, struct page_state *state,
                     bool *ended)
{
    struct err err;
    bool runs = false;
    enum status st = read_page(o, (size_t)(page - o->pages), state, &runs, &err);
    if (st == STATUS_OK)
        st = make_library(page, &err);
    if (st != STATUS_OK)
        return cmd_fail(o->env, &err);
    uint16_t last_port = state->known ? state->port : 0;
    return show_or_start(o, page, runs ? state : NULL, last_port, ended);
}

/* One process serves one page: the first. */
static void keep_one_page(struct open_cmd *o)
{
    const struct open_page *first = NULL;
    for (size_t i = 0; i < o->page_count; i++) {
        struct open_page *page = &o->pages[i];
        if (page->wanted && first) {
            cmd_remark(o->env, &ONE_IN_FOREGROUND, msg_in(&first->game->title, o->env->lang),
                       msg_in(&page->game->title, o->env->lang));
            page->wanted = false;
        } else if (page->wanted) {
            first = page;
        }
    }
}

static int open_pages(struct open_cmd *o)
{
    struct page_state state;
    struct err err;
    bool ended = false;
    int worst = CMD_OK;
    enum status st =
        page_lock(folder_of(o), "starting", o->env->cancelled, NULL, NULL, &o->lock, &err);
    for (size_t i = 0; i < o->page_count && st == STATUS_OK; i++)
        st = page_library(o->pages[i].game, &o->pages[i].library, &err);
    if (st == STATUS_OK)
        st = choose_page(o, &err);
    if (st != STATUS_OK)
        return cmd_fail(o->env, &err);
    if (o->foreground)
        keep_one_page(o);
    page_state_init(&state);
    for (size_t i = 0; i < o->page_count && !ended; i++) {
        if (!o->pages[i].wanted)
            continue;
        int code = open_page(o, &o->pages[i], &state, &ended);
        worst = code > worst || ended ? code : worst;
    }
    page_state_release(&state);
    return worst;
}

/* --- Status and end --------------------------------------------------------------------------- */

static void print_state(struct cmd_env *env, const struct game *game, const struct page_state *s,
                        struct buf *text)
{
    struct json j;
    if (!env->json) {
        buf_printf(text, "%s\thttp://127.0.0.1:%u/\t%ld\n", game->name, s->port, (long)s->pid);
        for (size_t i = 0; i < s->database_count; i++)
            buf_printf(text, "\t%s\n", s->databases[i]);
        return;
    }
    json_init(&j, text);
    json_open_object(&j);
    json_key_cstr(&j, "game", game->name);
    json_key(&j, "url");
    struct buf url;
    buf_init(&url, BUF_DEFAULT_MAX);
    buf_printf(&url, "http://127.0.0.1:%u/", s->port);
    json_str(&j, buf_span(&url));
    buf_release(&url);
    json_key_u64(&j, "pid", (uint64_t)s->pid);
    json_key_str(&j, "version", s->version);
    json_key(&j, "databases");
    json_open_array(&j);
    for (size_t i = 0; i < s->database_count; i++)
        json_cstr(&j, s->databases[i]);
    json_end(&j);
    json_end(&j);
    json_line(&j);
}

/* Lists the pages that run, or ends them. */
static int visit_pages(struct open_cmd *o, bool stop)
{
    struct page_state state;
    struct buf text;
    struct err err;
    int found = 0;
    enum status st =
        page_lock(folder_of(o), "starting", o->env->cancelled, NULL, NULL, &o->lock, &err);
    page_state_init(&state);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < o->page_count && st == STATUS_OK; i++) {
        bool runs = false;
        st = read_page(o, i, &state, &runs, &err);
        if (st != STATUS_OK || !runs)
            continue;
        found++;
        if (!stop)
            print_state(o->env, o->pages[i].game, &state, &text);
        else if ((st = page_stop(&state, folder_of(o), o->pages[i].game, &err)) == STATUS_OK)
            cmd_note(o->env, &STOPPED, msg_in(&o->pages[i].game->title, o->env->lang), NULL);
    }
    int code = st == STATUS_OK ? cmd_print(o->env, &text) : cmd_fail(o->env, &err);
    page_state_release(&state);
    buf_release(&text);
    if (code == CMD_OK && !found)
        cmd_note(o->env, &NONE_RUNS, NULL, NULL);
    return code == CMD_OK && !found ? CMD_NOTHING : code;
}

/* --- The command ------------------------------------------------------------------------------ */

/* What cannot be read does not keep the page from opening. */
static int open_all(struct open_cmd *o, const struct cmd_args *args)
{
    int read = sort_operands(o, args);
    int imported = import_records(o);
    if (cmd_should_stop(o->env))
        return CMD_ERROR;
    int opened = open_pages(o);
    return opened != CMD_OK ? opened : read != CMD_OK ? read : imported;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct open_cmd o;
    struct err err;
    bool stop = args_flag(args, OPT_STOP), status = args_flag(args, OPT_STATUS);
    bool more = args->n_operands || args_flag(args, OPT_NO_BROWSER) ||
                args_flag(args, OPT_FOREGROUND) || (stop && status);
    if ((stop || status) && more)
        return cmd_misuse(env, &NOT_TOGETHER, stop ? "stop" : "status");
    enum status st = open_init(&o, env, &err);
    o.browser = !args_flag(args, OPT_NO_BROWSER);
    o.foreground = args_flag(args, OPT_FOREGROUND);
    int code;
    if (st != STATUS_OK)
        code = cmd_fail(env, &err);
    else if (stop || status)
        code = visit_pages(&o, stop);
    else
        code = open_all(&o, args);
    open_release(&o);
    return code;
}

const struct command CMD_OPEN = {
    .name = "open",
    .group = GROUP_UPKEEP,
    .summary = {"open records and databases in the browser", "棋譜やデータベースをブラウザで開く"},
    .operands = "[PATH|DB]...",
    .min_operands = 0,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Adds records (files, folders, archives) to your own library of their game and "
                "shows the page of kifu serve in the browser, started in the background if it is "
                "not running. Databases are served beside the library.",
                "棋譜（ファイル、フォルダ、書庫）を自分の棋譜庫に加え、kifu serve "
                "のページをブラウザで開きます。ページはバックグラウンドで動き続けます。データベース"
                "は棋譜庫と並べて公開します。"},
    .run = run,
};
