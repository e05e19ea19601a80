/* served.c: see served.h. */
#include "web/site/served.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/alloc.h"
#include "cluster/fetch.h"
#include "cluster/partition.h"
#include "db/db_names.h"
#include "db/db_people.h"
#include "store/people/people_decisions.h"

static const struct msg AS_BEFORE = {
    "cannot open the changed database; serving it as it was before",
    "変更されたデータベースを開けません。変更前の内容を使っています"};
static const struct msg OTHER_GAME = {
    "all databases must hold the same game; this one does not: %1",
    "同じゲームのデータベースを指定してください: %1"};

static const struct msg TOO_MANY = {"too many databases in one server",
                                    "一つのサーバーのデータベースが多すぎます"};

static const struct msg NAMES_AS_BEFORE = {
    "cannot read the changed names.txt; using the names as they were before",
    "変更された names.txt を読めません。変更前の名前を使っています"};

/* A database and how many snapshots have it. */
struct served_db {
    struct db *db;
    uint32_t snapshots;
};

struct served_names {
    struct named_queries named;
    uint32_t snapshots;
};

/* What tells a file from its successor; all zero: there is none. */
struct file_mark {
    dev_t device;
    ino_t inode;
    off_t bytes;
    struct timespec changed;
};

/* The files that a database is opened from, and the one with its names; and, if one of these could
 * not be opened, when. */
enum served_part { SERVED_GAMES, SERVED_NAMES, SERVED_PARTS };
enum { MARK_MANIFEST, MARK_LIST, MARK_DECISIONS, MARK_NAMES, MARK_FILES };
struct served_mark {
    struct file_mark files[MARK_FILES];
    time_t failed[SERVED_PARTS]; /* seconds of a steady clock; 0: it was opened */
    struct err why[SERVED_PARTS];
};

/* --- Marks ----------------------------------------------------------------------------------- */

static struct file_mark mark_file(const char *folder, const char *file)
{
    struct buf name;
    struct stat st;
    struct file_mark mark = {0};
    const char *path = db_file_path(&name, folder, file, "");
    if (path && stat(path, &st) == 0)
        mark = (struct file_mark){st.st_dev, st.st_ino, st.st_size, st.st_mtim};
    buf_release(&name);
    return mark;
}

static void mark_of(const char *path, struct served_mark *out)
{
    static const char *const FILES[MARK_FILES] = {[MARK_MANIFEST] = "MANIFEST",
                                                  [MARK_LIST] = DB_PEOPLE_FILE,
                                                  [MARK_DECISIONS] = PEOPLE_DECISIONS_FILE,
                                                  [MARK_NAMES] = DB_NAMES_FILE};
    *out = (struct served_mark){0};
    for (size_t i = 0; i < MARK_FILES; i++)
        out->files[i] = mark_file(path, FILES[i]);
}

static bool same_mark(const struct file_mark *a, const struct file_mark *b)
{
    return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

static time_t whole_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1; /* never 0 */
}

/* What failed is tried again after a second: there may have been no memory. */
static bool part_changed(const struct served_mark *seen, const struct served_mark *known,
                         enum served_part part)
{
    bool same = part == SERVED_GAMES
                    ? same_mark(&seen->files[MARK_MANIFEST], &known->files[MARK_MANIFEST]) &&
                          same_mark(&seen->files[MARK_LIST], &known->files[MARK_LIST]) &&
                          same_mark(&seen->files[MARK_DECISIONS], &known->files[MARK_DECISIONS])
                    : same_mark(&seen->files[MARK_NAMES], &known->files[MARK_NAMES]);
    return !same || (known->failed[part] && whole_seconds() > known->failed[part] + 1);
}

/* Are there other files than those that were opened?  A database that is gone stays as it was. */
static bool has_changed(struct served *s, uint32_t i, struct served_mark *seen,
                        bool changed[SERVED_PARTS])
{
    mark_of(s->paths[i], seen);
    pthread_mutex_lock(&s->lock);
    struct served_mark known = s->marks[i];
    pthread_mutex_unlock(&s->lock);
    bool there = seen->files[MARK_MANIFEST].inode != 0, any = false;
    for (int part = 0; part < SERVED_PARTS; part++) {
        changed[part] = there && part_changed(seen, &known, (enum served_part)part);
        if (!changed[part]) {
            seen->failed[part] = known.failed[part];
            seen->why[part] = known.why[part];
        }
        any |= changed[part];
    }
    return any;
}

/* --- Snapshots ------------------------------------------------------------------------------- */

static void snapshot_free(struct snapshot *n)
{
    if (!n)
        return;
    mem_free(n->dbs);
    mem_free(n->held);
    mem_free(n);
}

static struct snapshot *snapshot_new(uint32_t count)
{
    struct snapshot *n = mem_calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->dbs = mem_calloc(count, sizeof(struct db *));
    n->held = mem_calloc(count, sizeof(struct served_db *));
    if (n->dbs && n->held)
        return n;
    snapshot_free(n);
    return NULL;
}

static void hold(struct snapshot *n, struct served_db *one)
{
    one->snapshots++;
    n->held[n->count] = one;
    n->dbs[n->count++] = one->db;
}

static void hold_names(struct snapshot *n, struct served_names *names)
{
    names->snapshots++;
    n->names = names;
    n->named = &names->named;
}

static void names_free(struct served_names *names)
{
    if (!names)
        return;
    named_release(&names->named);
    mem_free(names);
}

/* With the lock held.  Leaves in place of each database that nobody has any more what is to be
 * closed: closing takes its time and is done without the lock. */
static bool let_go(struct snapshot *n)
{
    if (--n->readers)
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        if (--n->held[i]->snapshots)
            n->held[i] = NULL;
    if (n->names && --n->names->snapshots)
        n->names = NULL;
    return true;
}

static void close_rest(struct snapshot *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (n->held[i]) {
            db_close(n->held[i]->db);
            mem_free(n->held[i]);
        }
    names_free(n->names);
    snapshot_free(n);
}

/* A snapshot like the present one but for database i, or for the names if they are not NULL; it
 * takes its place. */
static bool hang_up(struct served *s, uint32_t i, struct served_db *fresh,
                    struct served_names *names)
{
    struct snapshot *n = snapshot_new(s->count), *before;
    if (!n)
        return false;
    pthread_mutex_lock(&s->lock);
    before = s->now;
    for (uint32_t k = 0; k < before->count; k++)
        hold(n, fresh && k == i ? fresh : before->held[k]);
    hold_names(n, names ? names : before->names);
    n->readers = 1; /* being the present one */
    n->number = ++s->hung;
    n->games = fresh ? n->number : before->games;
    s->now = n;
    bool unused = let_go(before);
    pthread_mutex_unlock(&s->lock);
    if (unused)
        close_rest(before);
    return true;
}

/* --- Opening anew ---------------------------------------------------------------------------- */

static enum status open_anew(struct served *s, uint32_t i, struct err *err)
{
    struct served_db *fresh = mem_calloc(1, sizeof *fresh);
    if (!fresh)
        return err_nomem(err);
    enum status st = db_open(&fresh->db, s->paths[i], err);
    if (st == STATUS_OK && fresh->db->game != s->game)
        st = err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(s->paths[i]), SPAN(""));
    if (st == STATUS_OK && !hang_up(s, i, fresh, NULL))
        st = err_nomem(err);
    if (st != STATUS_OK) {
        db_close(fresh->db);
        mem_free(fresh);
    }
    return st;
}

/* Those that every process has: a query must mean the same to all. */
static enum status read_names(const struct served *s, const struct snapshot *now,
                              struct served_names **out, struct err *err)
{
    struct served_names *names = mem_calloc(1, sizeof *names);
    *out = names;
    if (!names)
        return err_nomem(err);
    named_init(&names->named);
    enum status st = s->game ? named_add_builtin(&names->named, s->game, err) : STATUS_OK;
    for (uint32_t i = 0; i < now->count && st == STATUS_OK; i++)
        if (!now->dbs[i]->apart)
            st = named_add_database(&names->named, now->dbs[i]->path, err);
    if (st != STATUS_OK) {
        names_free(names);
        *out = NULL;
    }
    return st;
}

static enum status read_names_anew(struct served *s, struct err *err)
{
    struct served_names *names;
    enum status st = read_names(s, s->now, &names, err); /* only who opens replaces `now` */
    if (st == STATUS_OK && !hang_up(s, 0, NULL, names)) {
        names_free(names);
        st = err_nomem(err);
    }
    return st;
}

static bool same_fault(const struct err *a, const struct err *b)
{
    return a->code == b->code && a->what == b->what && a->byte == b->byte &&
           strcmp(a->file, b->file) == 0;
}

void served_report(struct served *s, const struct err *fault)
{
    pthread_mutex_lock(&s->lock);
    bool again = false;
    for (uint32_t i = 0; i < SERVED_REPORTED && i < s->reports && !again; i++)
        again = same_fault(&s->reported[i], fault);
    if (!again)
        s->reported[s->reports++ % SERVED_REPORTED] = *fault;
    pthread_mutex_unlock(&s->lock);
    if (s->report && !again)
        s->report(s->report_ctx, fault);
}

enum status served_fault(struct served *s, const struct snapshot *snapshot, uint32_t i,
                         struct err *err)
{
    enum status st = db_status(snapshot->dbs[i], err);
    if (st != STATUS_OK)
        return st;
    pthread_mutex_lock(&s->lock);
    struct served_mark mark = s->marks[i];
    pthread_mutex_unlock(&s->lock);
    /* who asks learns nothing of our files */
    if (mark.failed[SERVED_GAMES])
        return err_plain(err, mark.why[SERVED_GAMES].code, &AS_BEFORE);
    if (mark.failed[SERVED_NAMES])
        return err_plain(err, mark.why[SERVED_NAMES].code, &NAMES_AS_BEFORE);
    return STATUS_OK;
}

/* With `opening` held.  The mark is taken before opening: what changes meanwhile is seen next time.
 */
static void look_at(struct served *s, uint32_t i)
{
    struct served_mark mark;
    bool changed[SERVED_PARTS];
    if (!has_changed(s, i, &mark, changed))
        return;
    for (int part = 0; part < SERVED_PARTS; part++) {
        if (!changed[part])
            continue;
        enum status st = part == SERVED_GAMES ? open_anew(s, i, &mark.why[part])
                                              : read_names_anew(s, &mark.why[part]);
        if (st != STATUS_OK) {
            mark.failed[part] = whole_seconds();
            served_report(s, &mark.why[part]);
        }
    }
    pthread_mutex_lock(&s->lock);
    s->marks[i] = mark;
    pthread_mutex_unlock(&s->lock);
}

void served_look_again(struct served *s)
{
    pthread_mutex_lock(&s->opening);
    for (uint32_t i = 0; i < s->count; i++)
        look_at(s, i);
    pthread_mutex_unlock(&s->opening);
}

static void look_if_free(struct served *s, uint32_t i)
{
    struct served_mark mark;
    bool changed[SERVED_PARTS];
    if (!has_changed(s, i, &mark, changed) || pthread_mutex_trylock(&s->opening) != 0)
        return;
    look_at(s, i);
    pthread_mutex_unlock(&s->opening);
}

struct snapshot *served_take(struct served *s)
{
    if (!s->count)
        return NULL;
    for (uint32_t i = 0; i < s->count && !s->fixed; i++)
        look_if_free(s, i);
    pthread_mutex_lock(&s->lock);
    struct snapshot *n = s->now;
    n->readers++;
    pthread_mutex_unlock(&s->lock);
    return n;
}

void served_give_back(struct served *s, struct snapshot *snapshot)
{
    if (!snapshot)
        return;
    pthread_mutex_lock(&s->lock);
    bool unused = let_go(snapshot);
    pthread_mutex_unlock(&s->lock);
    if (unused)
        close_rest(snapshot);
}

/* --- One more -------------------------------------------------------------------------------- */

/* A snapshot with one more database, which takes the place of the present one. */
static bool hang_up_more(struct served *s, struct served_db *fresh)
{
    struct snapshot *n = snapshot_new(s->count + 1U), *before;
    if (!n)
        return false;
    pthread_mutex_lock(&s->lock);
    before = s->now;
    for (uint32_t k = 0; k < before->count; k++)
        hold(n, before->held[k]);
    hold(n, fresh);
    hold_names(n, before->names);
    n->readers = 1;
    n->number = n->games = ++s->hung;
    s->now = n;
    s->count++;
    bool unused = let_go(before);
    pthread_mutex_unlock(&s->lock);
    if (unused)
        close_rest(before);
    return true;
}

/* With `opening` held.  Its names.txt, if it has one, is read by the next who looks at it. */
static enum status open_more(struct served *s, const char *path, struct err *err)
{
    struct served_db *fresh = mem_calloc(1, sizeof *fresh);
    if (!fresh)
        return err_nomem(err);
    uint32_t at = s->count;
    s->paths[at] = path;
    mark_of(path, &s->marks[at]);
    s->marks[at].files[MARK_NAMES] = (struct file_mark){0};
    enum status st = db_open(&fresh->db, path, err);
    if (st == STATUS_OK && s->game && fresh->db->game != s->game)
        st = err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(path), SPAN(""));
    if (st == STATUS_OK && !hang_up_more(s, fresh))
        st = err_nomem(err);
    if (st != STATUS_OK) {
        db_close(fresh->db);
        mem_free(fresh);
    }
    return st;
}

enum status served_add(struct served *s, const char *path, struct err *err)
{
    pthread_mutex_lock(&s->opening);
    enum status st = s->count < s->room && !s->fixed ? open_more(s, path, err)
                                                     : err_plain(err, STATUS_LIMIT, &TOO_MANY);
    pthread_mutex_unlock(&s->opening);
    return st;
}

/* --- From beginning to end ------------------------------------------------------------------- */

static enum status open_first(struct served *s, const char *path, const char *elsewhere,
                              struct err *err)
{
    struct served_db *one = mem_calloc(1, sizeof *one);
    if (!one)
        return err_nomem(err);
    if (!elsewhere)
        mark_of(path, &s->marks[s->count]);
    enum status st =
        elsewhere ? db_open_away(&one->db, elsewhere, err) : db_open(&one->db, path, err);
    if (st != STATUS_OK) {
        mem_free(one);
        return st;
    }
    s->paths[s->count++] = path;
    hold(s->now, one); /* from now on served_release() closes it */
    return STATUS_OK;
}

static enum status check_game(struct served *s, struct err *err)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct game *game = s->now->dbs[i]->game;
        if (s->game && s->game != game)
            return err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(s->paths[i]), SPAN(""));
        s->game = game;
    }
    return STATUS_OK;
}

static enum status open_all(struct served *s, const char *const *paths,
                            const char *const *elsewhere, uint32_t count, struct err *err)
{
    *s = (struct served){.room = count + SERVED_MORE};
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->opening, NULL);
    s->paths = mem_calloc(s->room, sizeof *s->paths);
    s->marks = mem_calloc(s->room, sizeof *s->marks);
    s->now = snapshot_new(count);
    if (!s->paths || !s->marks || !s->now)
        return err_nomem(err);
    s->now->readers = 1;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        st = open_first(s, paths[i], elsewhere ? elsewhere[i] : NULL, err);
    return st;
}

enum status served_open_none(struct served *s, const struct game *game, struct err *err)
{
    struct served_names *names = NULL;
    enum status st = open_all(s, NULL, NULL, 0, err);
    s->game = game;
    if (st == STATUS_OK)
        st = read_names(s, s->now, &names, err);
    if (st == STATUS_OK)
        hold_names(s->now, names);
    return st;
}

enum status served_open_cluster(struct served *s, const char *const *paths,
                                const char *const *elsewhere, uint32_t count,
                                const struct cluster *cluster, struct err *err)
{
    bool together = cluster_size(cluster) > 1;
    enum status st = open_all(s, paths, together ? elsewhere : NULL, count, err);
    if (together) {
        s->fixed = true; /* all must see the same */
        struct db *const *dbs = s->now ? s->now->dbs : NULL;
        st = db_partition(dbs, s->count, cluster, st, err);
        if (st == STATUS_OK)
            st = db_fetch(dbs, s->count, 1, cluster, err);
    }
    if (st == STATUS_OK)
        st = check_game(s, err);
    struct served_names *names = NULL;
    if (st == STATUS_OK)
        st = read_names(s, s->now, &names, err);
    if (st == STATUS_OK)
        hold_names(s->now, names);
    return st;
}

enum status served_open(struct served *s, const char *const *paths, uint32_t count, struct err *err)
{
    return served_open_cluster(s, paths, NULL, count, NULL, err);
}

void served_release(struct served *s)
{
    if (s->now && let_go(s->now))
        close_rest(s->now);
    mem_free(s->paths);
    mem_free(s->marks);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->opening);
    *s = (struct served){0};
}
