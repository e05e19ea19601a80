/* open_import.c: see open_import.h.
 *
 * A database holds one game, and what a folder holds is known when it was read: the first pass reads
 * everything for the library of one game, and notes which others occur; each of these has a pass of
 * its own.  All problems come up in the first one. */
#include "cmd/parts/open_import.h"

#include <string.h>
#include <sys/stat.h>

#include "base/io/source.h"
#include "cmd/frame/msg_fold.h"
#include "cmd/parts/page_state.h"
#include "db/db.h"
#include "formats/format.h"

static const struct msg NO_RECORDS = {"no game records in %1", "%1 に棋譜がありません"};

struct open_pass {
    struct open_import *into;
    struct cmd_env *env;
    size_t game; /* that is being imported */
    bool first;
    struct importer *importer;
    struct progress progress;
    struct msg_fold fold;
};

static size_t game_index(const struct game *game)
{
    size_t i = 0;
    while (all_games[i] && all_games[i] != game)
        i++;
    return i;
}

/* --- What happens meanwhile ------------------------------------------------------------------- */

static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    struct open_pass *p = ctx;
    if (err->what == &IMPORT_WRONG_GAME) {
        const struct game *other = game_by_name(span_of(err->arg[0]));
        if (other && game_index(other) < OPEN_MAX_GAMES)
            p->into->has_game[game_index(other)] = true;
        return;
    }
    if (!p->first || severity == PROBLEM_NOTE || !msg_fold_add(&p->fold, p->env, err))
        return;
    progress_wipe(&p->progress);
    cmd_warn(p->env, err);
}

static void on_advance(void *ctx, uint64_t disk_bytes)
{
    struct open_pass *p = ctx;
    (void)disk_bytes;
    if (p->importer)
        progress_set(&p->progress, importer_counts(p->importer)->games);
}

/* --- One library ------------------------------------------------------------------------------ */

static void note_counts(struct open_pass *p)
{
    static const struct msg ADDED = {"%1: %2", "%1: %2"};
    const struct import_counts *c = &p->into->counts[p->game];
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    bool ja = p->env->lang == LANG_JA;
    buf_printf(&text, ja ? "追加 %llu、重複 %llu" : "added %llu, duplicates %llu",
               (unsigned long long)c->added, (unsigned long long)c->duplicates);
    cmd_note(p->env, &ADDED, msg_in(&all_games[p->game]->title, p->env->lang), buf_cstr(&text));
    buf_release(&text);
}

static enum status import_into(struct open_pass *p, const char *library, const char *const *paths,
                               size_t count, struct err *err)
{
    static const struct msg importing = {"importing", "取り込み中"}, games = {"games", "局"};
    const struct import_options opt = {
        .game = all_games[p->game], .threads = p->env->threads, .cancelled = p->env->cancelled};
    const struct import_events events = {.ctx = p, .problem = on_problem, .advance = on_advance};
    enum status st = importer_open(&p->importer, library, &opt, &events, err);
    progress_start(&p->progress, &importing, &games, 0);
    if (st == STATUS_OK)
        st = importer_run(p->importer, paths, count, err);
    if (st == STATUS_OK)
        st = importer_commit(p->importer, err);
    progress_finish(&p->progress);
    if (st == STATUS_OK)
        p->into->counts[p->game] = *importer_counts(p->importer);
    importer_close(p->importer);
    p->importer = NULL;
    return st;
}

/* The rest is imported although one library cannot be written. */
static int import_game(struct open_import *o, struct cmd_env *env, size_t game, bool first,
                       const char *const *paths, size_t count)
{
    struct open_pass p = {.into = o, .env = env, .game = game, .first = first};
    struct buf library;
    struct err err;
    int code = CMD_OK;
    buf_init(&library, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &p.progress);
    enum status st = page_library(all_games[game], &library, &err);
    if (st == STATUS_OK)
        st = import_into(&p, buf_cstr(&library), paths, count, &err);
    progress_release(&p.progress);
    msg_fold_print(&p.fold, env);
    if (st != STATUS_OK)
        code = cmd_fail(env, &err);
    else if (o->counts[game].games) {
        o->has_game[game] = true;
        note_counts(&p);
    }
    msg_fold_release(&p.fold);
    buf_release(&library);
    return code;
}

/* --- One game --------------------------------------------------------------------------------- */

struct one_game {
    struct reader reader;
    const struct db *db;
    struct open_import *into;
};

static enum status find_game(void *ctx, struct record *rec)
{
    struct one_game *o = ctx;
    struct db_same_game same;
    if (rec->game == o->db->game && db_find_same(o->db, rec, &same)) {
        o->into->has_one = true;
        o->into->one_id = same.id;
    }
    return STATUS_OK;
}

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct one_game *o = ctx;
    /* What cannot be read was reported by the import. */
    enum status st = reader_read(&o->reader, item->bytes, item->label, NULL, find_game, o, NULL);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

/* A file that was imported before is not read again by an import: the game that it holds is looked
 * for by its moves. */
static void find_one(struct open_import *o, size_t game, const char *path)
{
    struct one_game one = {.into = o};
    const struct source_handler handler = {.ctx = &one, .item = read_item};
    struct buf library;
    struct db *db = NULL;
    buf_init(&library, BUF_DEFAULT_MAX);
    reader_init(&one.reader);
    if (page_library(all_games[game], &library, NULL) == STATUS_OK &&
        db_open_parts(&db, buf_cstr(&library), DB_WRITING, NULL) == STATUS_OK) {
        one.db = db;
        o->one_game = game;
        if (source_walk(&path, 1, NULL, &handler, NULL) != STATUS_OK)
            o->has_one = false;
    }
    db_close(db);
    reader_release(&one.reader);
    buf_release(&library);
}

static void look_for_one(struct open_import *o, const char *const *paths, size_t count)
{
    uint64_t games = 0;
    size_t game = 0;
    struct stat st;
    for (size_t i = 0; i < OPEN_MAX_GAMES; i++) {
        games += o->counts[i].games;
        game = o->counts[i].games ? i : game;
    }
    if (games == 1 && count == 1 && stat(paths[0], &st) == 0 && S_ISREG(st.st_mode))
        find_one(o, game, paths[0]);
}

/* --- All -------------------------------------------------------------------------------------- */

static size_t first_game(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct format *format = format_by_path(span_of(paths[i]));
        if (format)
            return game_index(format->game);
    }
    return 0;
}

int open_import_run(struct open_import *o, struct cmd_env *env, const char *const *paths,
                    size_t count)
{
    *o = (struct open_import){0};
    size_t first = first_game(paths, count);
    int code = import_game(o, env, first, true, paths, count);
    const struct import_counts *c = &o->counts[first];
    bool unreadable = c->unreadable != 0;
    for (size_t i = 0; all_games[i] && i < OPEN_MAX_GAMES; i++) {
        bool other = i != first && o->has_game[i] && !cmd_should_stop(env);
        if (other && import_game(o, env, i, false, paths, count) != CMD_OK)
            code = CMD_ERROR;
    }
    look_for_one(o, paths, count);
    uint64_t games = 0;
    for (size_t i = 0; i < OPEN_MAX_GAMES; i++)
        games += o->counts[i].games;
    bool nothing = code == CMD_OK && games == 0 && !cmd_should_stop(env);
    for (size_t i = 0; i < count && nothing && !c->rejected; i++)
        code = cmd_fail_msg(env, &NO_RECORDS, paths[i]); /* no problem has said why */
    return code == CMD_OK && (unreadable || games == 0) ? CMD_ERROR : code;
}
