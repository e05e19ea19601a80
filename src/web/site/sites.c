/* sites.c: see sites.h. */
#include "web/site/sites.h"

#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/text/utf8.h"

enum { MAX_NAME_BYTES = 100 };

static const struct msg NO_DATABASE = {"no database named %1", "データベース %1 はありません"};
static const struct msg BAD_NAME = {"a database cannot be named \"%1\"",
                                    "データベースの名前を「%1」にはできません"};
static const struct msg NO_FOLDER = {"this server makes no new databases",
                                     "このサーバーでは新しいデータベースを作れません"};
static const struct msg IS_THERE = {"%1 exists already; choose another name",
                                    "%1 はすでにあります。別の名前にしてください"};
static const struct msg TOO_MANY = {"too many databases in one server",
                                    "一つのサーバーのデータベースが多すぎます"};

/* --- Names ------------------------------------------------------------------------------------ */

struct site *sites_find(struct sites *s, struct span name, uint32_t *which)
{
    for (uint32_t g = 0; g < s->count; g++)
        for (uint32_t i = 0; i < s->at[g].count; i++)
            if (span_eq(s->at[g].names[i], name)) {
                if (which)
                    *which = i;
                return &s->at[g];
            }
    return NULL;
}

/* Of the first database; if none was named, of any that was made since. */
struct site *sites_default(struct sites *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        struct site *site = &s->at[(s->first + i) % s->count];
        if (site->count)
            return site;
    }
    return &s->at[s->first];
}

struct site *sites_of_game(struct sites *s, struct span game)
{
    for (uint32_t g = 0; g < s->count; g++)
        if (span_eq(span_of(s->at[g].game->name), game))
            return &s->at[g];
    return NULL;
}

bool sites_can_make(const char *path)
{
    struct stat st;
    struct buf folder;
    size_t n = strlen(path);
    if (lstat(path, &st) == 0)
        return false;
    while (n > 1 && path[n - 1] == '/')
        n--;
    const char *end = memrchr(path, '/', n);
    buf_init(&folder, BUF_DEFAULT_MAX);
    if (end)
        buf_add(&folder, path, end == path ? 1 : (size_t)(end - path));
    else
        buf_add_char(&folder, '.');
    bool can = stat(buf_cstr(&folder), &st) == 0 && S_ISDIR(st.st_mode);
    buf_release(&folder);
    return can;
}

/* --- Databases that do not exist ---------------------------------------------------------------- */

/* A file name that is no surprise anywhere. */
static bool is_good_name(struct span name)
{
    if (name.n == 0 || name.n > MAX_NAME_BYTES || name.p[0] == '.' || name.p[0] == '-' ||
        !utf8_is_valid(name) || span_trim(name).n != name.n)
        return false;
    for (size_t i = 0; i < name.n; i++)
        if ((unsigned char)name.p[i] < ' ' || name.p[i] == 127 || strchr("/\\:*?\"<>|", name.p[i]))
            return false;
    return true;
}

static enum status find_missing(struct sites *s, struct span name, struct span *kept,
                                const char **path)
{
    for (uint32_t i = 0; i < s->missing_count; i++)
        if (span_eq(s->missing[i].name, name)) {
            *kept = s->missing[i].name;
            *path = s->missing[i].path;
            return STATUS_OK;
        }
    return STATUS_NOT_FOUND;
}

/* FOLDER/NAME.kifu */
static enum status new_path(const struct sites *s, struct span name, struct arena *arena,
                            struct span *kept, const char **path, struct err *err)
{
    struct buf text;
    struct span copy;
    struct stat st;
    if (!s->folder)
        return err_plain(err, STATUS_UNSUPPORTED, &NO_FOLDER);
    if (!is_good_name(name))
        return err_set(err, STATUS_RANGE, &BAD_NAME, name, SPAN(""));
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].served.count >= s->at[i].served.room)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "%s/%.*s.kifu", s->folder, (int)name.n, name.p);
    buf_add_char(&text, '\0');
    bool good = buf_status(&text) == STATUS_OK && arena_copy(arena, buf_span(&text), &copy) &&
                arena_copy(arena, name, kept);
    buf_release(&text);
    if (!good)
        return err_nomem(err);
    *path = copy.p;
    return lstat(copy.p, &st) == 0 ? err_set(err, STATUS_RANGE, &IS_THERE, name, SPAN(""))
                                   : STATUS_OK;
}

enum status sites_place(struct sites *s, struct span name, bool make, struct arena *arena,
                        struct span *kept, const char **path, struct err *err)
{
    pthread_mutex_lock(&s->lock);
    enum status st = find_missing(s, name, kept, path);
    if (st != STATUS_OK)
        st = make ? new_path(s, name, arena, kept, path, err)
                  : err_set(err, STATUS_NOT_FOUND, &NO_DATABASE, name, SPAN(""));
    pthread_mutex_unlock(&s->lock);
    return st;
}

static void forget_missing(struct sites *s, struct span name)
{
    for (uint32_t i = 0; i < s->missing_count; i++)
        if (span_eq(s->missing[i].name, name)) {
            s->missing_count--;
            memmove(&s->missing[i], &s->missing[i + 1],
                    (s->missing_count - i) * sizeof s->missing[0]);
            return;
        }
}

/* Name and path as the sites need them, for ever. */
static bool keep_texts(struct sites *s, const char **path, struct span *name)
{
    struct span copy;
    pthread_mutex_lock(&s->lock);
    bool kept = arena_copy(&s->arena, span_make(*path, strlen(*path) + 1), &copy) &&
                arena_copy(&s->arena, *name, name);
    pthread_mutex_unlock(&s->lock);
    if (kept)
        *path = copy.p;
    return kept;
}

void sites_add(struct sites *s, const char *path, struct span name)
{
    struct db *db = NULL;
    struct err fault = {0};
    struct site *site = NULL;
    bool there = false;
    if (sites_find(s, name, NULL) || db_exists(path, &there, &fault) != STATUS_OK || !there)
        return;
    if (!keep_texts(s, &path, &name)) {
        err_nomem(&fault);
        served_report(&s->at[0].served, &fault);
        return;
    }
    enum status st = db_open_parts(&db, path, DB_WRITING, &fault);
    if (st == STATUS_OK)
        site = sites_of_game(s, span_of(db->game->name));
    db_close(db);
    if (site)
        st = site_add(site, path, name, &fault);
    if (site && st == STATUS_OK) {
        pthread_mutex_lock(&s->lock);
        forget_missing(s, name);
        pthread_mutex_unlock(&s->lock);
    } else {
        served_report(&s->at[0].served, &fault);
    }
}

void sites_each_missing(struct sites *s, void (*each)(void *ctx, struct span name), void *ctx)
{
    pthread_mutex_lock(&s->lock);
    for (uint32_t i = 0; i < s->missing_count; i++)
        each(ctx, s->missing[i].name);
    pthread_mutex_unlock(&s->lock);
}

/* --- Opening ------------------------------------------------------------------------------------ */

/* The databases that were named, with the game of each; NULL: it does not exist. */
struct named_paths {
    const char *const *paths;
    const struct game **games;
    struct span *names;
    uint32_t count, named;
};

static bool is_named(void *ctx, struct span name)
{
    const struct named_paths *n = ctx;
    for (uint32_t i = 0; i < n->named; i++)
        if (span_eq(n->names[i], name))
            return true;
    return false;
}

static enum status find_game(struct named_paths *n, uint32_t i, struct err *err)
{
    struct db *db = NULL;
    if (sites_can_make(n->paths[i]))
        return STATUS_OK;
    enum status st = db_open_parts(&db, n->paths[i], DB_WRITING, err);
    if (st == STATUS_OK)
        n->games[i] = db->game;
    db_close(db);
    return st;
}

static enum status look_at_paths(struct sites *s, struct named_paths *n, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < n->count && st == STATUS_OK; i++) {
        st = find_game(n, i, err);
        if (st == STATUS_OK)
            st = site_name_database(n->paths[i], is_named, n, &s->arena, &n->names[i], err);
        n->named += st == STATUS_OK;
        if (st != STATUS_OK || n->games[i])
            continue;
        if (s->missing_count == SITES_MOST_MISSING)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY);
        s->missing[s->missing_count++] =
            (struct missing_database){.path = n->paths[i], .name = n->names[i]};
    }
    return st;
}

static enum status open_game(struct sites *s, const char *version, const struct game *game,
                             const struct named_paths *n, struct err *err)
{
    const char **paths = mem_calloc(n->count, sizeof *paths);
    struct span *names = mem_calloc(n->count, sizeof *names);
    uint32_t count = 0;
    enum status st = paths && names ? STATUS_OK : err_nomem(err);
    for (uint32_t i = 0; i < n->count && st == STATUS_OK; i++)
        if (n->games[i] == game) {
            paths[count] = n->paths[i];
            names[count++] = n->names[i];
        }
    if (st == STATUS_OK)
        st = site_open_named(&s->at[s->count++], version, game, paths, names, count, err);
    mem_free(paths);
    mem_free(names);
    return st;
}

static void choose_first(struct sites *s, const struct named_paths *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t g = 0; g < s->count && n->games[i]; g++)
            if (s->at[g].game == n->games[i]) {
                s->first = g;
                return;
            }
}

enum status sites_open(struct sites *s, const char *version, const char *const *paths,
                       uint32_t count, const char *folder, struct err *err)
{
    /* Pointers are what the array holds.
     * NOLINTNEXTLINE(bugprone-sizeof-expression) */
    const struct game **games = mem_calloc(count, sizeof *games);
    struct named_paths n = {.paths = paths,
                            .games = games,
                            .names = mem_calloc(count, sizeof *n.names),
                            .count = count};
    *s = (struct sites){.folder = folder};
    intake_init(&s->intake);
    pthread_mutex_init(&s->lock, NULL);
    arena_init(&s->arena, BUF_DEFAULT_MAX);
    enum status st = n.games && n.names ? look_at_paths(s, &n, err) : err_nomem(err);
    for (size_t g = 0; all_games[g] && s->count < SITES_MOST_GAMES && st == STATUS_OK; g++)
        st = open_game(s, version, all_games[g], &n, err);
    if (st == STATUS_OK)
        choose_first(s, &n);
    mem_free(n.games);
    mem_free(n.names);
    return st;
}

void sites_release(struct sites *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        site_release(&s->at[i]);
    intake_release_lock(&s->intake);
    pthread_mutex_destroy(&s->lock);
    arena_release(&s->arena);
    s->count = 0;
}
