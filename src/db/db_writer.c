/* db_writer.c: see db_writer.h.
 *
 * The order of things when games go to disk is what makes a crash harmless:
 *
 *     the segments' files are written, flushed, and get their names;
 *     the manifest that names them is written, flushed, and takes the old one's place;
 *     files that it no longer names are deleted.
 *
 * At any instant the manifest on disk names only files that are complete.  What a killed writer
 * leaves (temporary files, segments that no manifest names) the next writer sweeps away. */
#include "db/db_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "db/import_folder.h"
#include "db/merge.h"
#include "db/segment_build.h"

static const struct msg CANT_CREATE = {"cannot create the database %1: %2",
                                       "データベース %1 を作れません: %2"};
static const struct msg NOT_A_DATABASE = {
    "%1 exists and is not a Kifu database; choose another name",
    "%1 は既にあり、Kifu のデータベースではありません。"
    "別の名前を指定してください"};
static const struct msg OTHER_GAME = {
    "%1 is a database of %2; use another one for this game",
    "%1 は %2 のデータベースです。この棋譜には別のデータベースを使ってください"};
static const struct msg NO_GAME = {"the game of %1 is unknown; use --game",
                                   "%1 のゲームが分かりません。--game で指定してください"};
static const struct msg OUT_OF_SIGHT = {
    "%1 was changed but cannot be read again; run the command again to see what is stored",
    "%1 は変更されましたが、読み直せませんでした。もう一度実行してください"};
static const struct msg TOO_MANY_GAMES = {"the database has no game numbers left",
                                          "棋譜の番号を使い切りました"};

/* Sources of games on disk are written when there are so many bytes of them. */
enum { MAX_SOURCE_BYTES = 64 << 20 };

struct db_writer {
    char *path;
    int lock;
    struct db_writer_options opt;
    struct db *db; /* as on disk */
    bool blind;    /* db is not: nothing may be written that builds on it */
    /* What is not on disk yet. */
    struct games_writer *games;
    struct source_list sources; /* of games on disk */
    struct file_table files;
    uint32_t first_id, next_id; /* of the pending games */
    uint64_t stored;
    bool damaged; /* db was found to be, or what it was before: */
    struct err damage;
};

/* --- Opening --------------------------------------------------------------------------------- */

/* True if there is nothing in it but what a writer that was killed at its very beginning left. */
static bool is_empty_folder(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    bool empty = dir != NULL;
    while (empty && (entry = readdir(dir))) {
        struct span name = span_of(entry->d_name);
        empty = span_eq(name, SPAN(".")) || span_eq(name, SPAN("..")) ||
                span_eq(name, SPAN("lock")) || span_eq(name, SPAN(IMPORT_FOLDER)) ||
                span_starts(name, SPAN(".kifu-tmp-"));
    }
    if (dir)
        closedir(dir);
    return empty;
}

/* So that the new folder itself survives a crash. */
static void flush_parent(const char *path)
{
    struct buf parent;
    const char *text = db_file_path(&parent, path, "..", "");
    int fd = text ? open(text, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        (void)fsync(fd); /* some file systems can't */
        close(fd);
    }
    buf_release(&parent);
}

enum status db_make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0) {
        flush_parent(path);
        return STATUS_OK;
    }
    if (errno != EEXIST)
        return err_errno(err, errno, &CANT_CREATE, span_of(path));
    if (is_empty_folder(path))
        return STATUS_OK;
    if (db_has_segments(path))
        return db_explain_missing(path, STATUS_NOT_FOUND, err);
    return err_set(err, STATUS_NOT_FOUND, &NOT_A_DATABASE, span_of(path), (struct span){0});
}

static enum status write_empty_manifest(const char *path, const struct game *game, struct err *err)
{
    struct manifest m;
    manifest_init(&m, game->name);
    enum status st = manifest_write(&m, path, err);
    manifest_release(&m);
    return st;
}

static enum status open_locked(struct db_writer *w, const struct game *game, struct err *err)
{
    bool there;
    enum status st = db_exists(w->path, &there, err); /* again: now nobody else is at it */
    if (st == STATUS_OK && !there)
        st = game ? write_empty_manifest(w->path, game, err)
                  : err_set(err, STATUS_RANGE, &NO_GAME, span_of(w->path), (struct span){0});
    if (st == STATUS_OK)
        st = db_open_parts(&w->db, w->path, DB_WRITING, err);
    if (st != STATUS_OK)
        return st;
    if (game && game != w->db->game)
        return err_set(err, STATUS_UNSUPPORTED, &OTHER_GAME, span_of(w->path),
                       span_of(w->db->game->name));
    segment_sweep(&w->db->manifest, w->path);
    w->first_id = w->next_id = w->db->manifest.next_id;
    return STATUS_OK;
}

static enum status open_writer(struct db_writer *w, const struct game *game, struct err *err)
{
    bool there;
    enum status st = db_exists(w->path, &there, err);
    if (st == STATUS_OK && !there)
        st = game ? db_make_folder(w->path, err)
                  : err_set(err, STATUS_RANGE, &NO_GAME, span_of(w->path), (struct span){0});
    if (st == STATUS_OK)
        st = manifest_lock(w->path, &w->lock, err);
    return st == STATUS_OK ? open_locked(w, game, err) : st;
}

enum status db_writer_open(struct db_writer **out, const char *path, const struct game *game,
                           const struct db_writer_options *opt, struct err *err)
{
    size_t n = strlen(path) + 1;
    struct db_writer *w = mem_calloc(1, sizeof *w);
    *out = NULL;
    if (!w)
        return err_nomem(err);
    w->lock = -1;
    w->opt = *opt;
    if (!w->opt.segment_games)
        w->opt.segment_games = DB_SEGMENT_GAMES;
    if (!w->opt.memory)
        w->opt.memory = (size_t)256 << 20;
    source_list_init(&w->sources);
    file_table_init(&w->files);
    w->path = mem_alloc(n);
    if (!w->path) {
        db_writer_close(w);
        return err_nomem(err);
    }
    memcpy(w->path, path, n);
    enum status st = open_writer(w, game, err);
    if (st == STATUS_OK)
        *out = w;
    else
        db_writer_close(w);
    return st;
}

void db_writer_close(struct db_writer *w)
{
    if (!w)
        return;
    games_writer_close(w->games);
    source_list_release(&w->sources);
    file_table_release(&w->files);
    db_close(w->db);
    manifest_unlock(&w->lock);
    mem_free(w->path);
    mem_free(w);
}

const struct db *db_writer_db(const struct db_writer *w)
{
    return w->db;
}

uint64_t db_writer_stored(const struct db_writer *w)
{
    return w->stored;
}

/* --- To disk --------------------------------------------------------------------------------- */

static struct index_options index_options(const struct db_writer *w)
{
    return (struct index_options){
        .threads = w->opt.threads, .memory = w->opt.memory, .cancelled = w->opt.cancelled};
}

static enum status write_segments(struct db_writer *w, struct manifest *next, struct err *err)
{
    struct index_options opt = index_options(w);
    enum status st = STATUS_OK;
    if (w->games)
        st = segment_build_next(w->games, next, w->path, &opt, &w->files, err);
    if (st == STATUS_OK && (w->sources.count || (w->files.count && !w->games)))
        st = segment_build_sources(&w->sources, next, w->path, w->games ? NULL : &w->files, err);
    return st;
}

/* What is named by no manifest goes; asked from disk, for the new manifest may be there although
 * writing it failed. */
static void sweep(const char *path)
{
    struct manifest m;
    struct err err;
    if (manifest_read(&m, path, &err) != STATUS_OK)
        return;
    segment_sweep(&m, path);
    manifest_release(&m);
}

/* What was read of the database so far showed that it is damaged. */
static void note_damage(struct db_writer *w)
{
    if (!w->damaged && w->db)
        w->damaged = db_status(w->db, &w->damage) != STATUS_OK;
}

enum status db_writer_status(struct db_writer *w, struct err *err)
{
    note_damage(w);
    if (!w->damaged)
        return STATUS_OK;
    *err = w->damage;
    return w->damage.code;
}

/* Replaces the manifest and looks at the database anew, also if that failed: the new manifest may
 * be there nevertheless, and the next one has to build on what is on disk. */
static enum status publish(struct db_writer *w, const struct manifest *next, struct err *err)
{
    struct db *now;
    struct err ignored;
    enum status st = manifest_write(next, w->path, err);
    enum status seen = db_open_parts(&now, w->path, DB_WRITING, st == STATUS_OK ? err : &ignored);
    if (seen == STATUS_OK) {
        note_damage(w);
        db_close(w->db);
        w->db = now;
        import_folder_clear(w->path, ""); /* what was prepared for another state is of no use */
    }
    w->blind = seen != STATUS_OK;
    return st == STATUS_OK ? seen : st;
}

static enum status see(const struct db_writer *w, struct err *err)
{
    if (!w->blind)
        return STATUS_OK;
    return err_set(err, STATUS_IO, &OUT_OF_SIGHT, span_of(w->path), (struct span){0});
}

static void forget_pending(struct db_writer *w)
{
    games_writer_close(w->games);
    w->games = NULL;
    source_list_release(&w->sources);
    source_list_init(&w->sources);
    file_table_clear(&w->files);
    w->first_id = w->next_id = w->db->manifest.next_id;
}

static enum status flush(struct db_writer *w, struct err *err)
{
    struct manifest next;
    uint64_t added = w->next_id - w->first_id;
    if (!w->games && !w->sources.count && !w->files.count)
        return STATUS_OK;
    enum status st = see(w, err);
    if (st == STATUS_OK)
        st = manifest_copy(&w->db->manifest, &next, err);
    if (st != STATUS_OK)
        return st;
    next.next_id = w->next_id;
    st = write_segments(w, &next, err);
    if (st == STATUS_OK)
        st = publish(w, &next, err);
    manifest_release(&next);
    if (st == STATUS_OK)
        w->stored += added;
    else
        sweep(w->path);
    forget_pending(w);
    return st;
}

/* Who asked for smaller segments than usual, to have some for each of many processes, keeps them.
 * Merging may fail (a full disk, Ctrl-C): what was stored is stored, and the next commit tries
 * again. */
static enum status merge_if_many(struct db_writer *w, struct err *err)
{
    uint32_t wanted = w->opt.segment_games;
    const struct merge_options opt = {.index = index_options(w),
                                      .max_games =
                                          wanted < DB_SEGMENT_GAMES ? wanted : DB_COMPACT_GAMES,
                                      .full = wanted};
    for (bool changed = true; changed;) {
        struct manifest next;
        enum status st = merge_tail(w->db, &opt, &next, &changed, err);
        if (st != STATUS_OK || !changed)
            return st;
        st = publish(w, &next, err);
        manifest_release(&next);
        if (st != STATUS_OK)
            return st;
        segment_sweep(&w->db->manifest, w->path);
    }
    return STATUS_OK;
}

enum status db_writer_commit(struct db_writer *w, struct err *err)
{
    struct err ignored;
    enum status st = flush(w, err);
    if (st == STATUS_OK && !w->blind && merge_if_many(w, &ignored) != STATUS_OK)
        sweep(w->path);
    return st;
}

/* --- Adding ---------------------------------------------------------------------------------- */

bool results_conflict(int seats, const int8_t *points, const int8_t *others)
{
    bool differ = false;
    for (int seat = 0; seat < seats; seat++) {
        if (points[seat] < 0 || others[seat] < 0)
            return false;
        differ |= points[seat] != others[seat];
    }
    return differ;
}

/* One that was not removed: if duplicates were kept, another of the same moves may be left. */
static bool find_in_segment(const struct db_segment *s, const struct record *rec,
                            struct db_same_game *same)
{
    uint32_t number, end;
    struct err damage;
    if (!lines_find_games(&s->lines, &s->file, rec, &number, &end))
        return false;
    if (line_status(&s->lines, number, &damage) != STATUS_OK)
        return false; /* nothing can be said of a game whose moves are damaged */
    while (number < end && db_is_removed(s, number))
        number++;
    if (number == end)
        return false;
    same->id = game_id(&s->lines, number);
    for (int seat = 0; seat < rec->game->seats; seat++)
        same->points[seat] = (int8_t)column_points(&s->columns, number, seat);
    return true;
}

bool db_find_same(const struct db *db, const struct record *rec, struct db_same_game *same)
{
    for (uint32_t i = db->segment_count; i-- > 0;)
        if (find_in_segment(&db->segments[i], rec, same))
            return true;
    return false;
}

static bool find_same(const struct db_writer *w, const struct record *rec,
                      struct db_same_game *same, bool *on_disk)
{
    *on_disk = !(w->games && games_writer_find(w->games, rec, &same->id));
    return *on_disk ? db_find_same(w->db, rec, same)
                    : games_writer_points(w->games, same->id, same->points);
}

struct entry_comparison {
    struct span entry;
    bool equal;
};

static enum status compare_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct entry_comparison *c = ctx;
    (void)id;
    (void)err;
    c->equal |= span_eq(bytes, c->entry);
    return STATUS_OK;
}

enum status db_has_source(const struct db *db, uint32_t id, struct span entry, bool *has,
                          struct err *err)
{
    struct entry_comparison c = {.entry = entry};
    enum status st = db_walk_sources(db, id, compare_source, &c, err);
    *has = c.equal;
    return st;
}

/* However many sources one game has, they are not all kept in memory. */
static enum status merge_pending(struct db_writer *w, uint32_t id, const struct record *rec,
                                 struct span entry, struct err *err)
{
    enum status st = games_writer_add_source(w->games, id, rec, entry, err);
    if (st == STATUS_OK && segment_is_full(w->games, UINT32_MAX, w->opt.segment_bytes))
        st = flush(w, err);
    return st;
}

/* Of a game on disk. */
static enum status merge_source(struct db_writer *w, uint32_t id, struct span entry,
                                struct db_add_result *out, struct err *err)
{
    /* an import that was broken off and begun again brings sources that are there */
    bool has;
    enum status st = db_has_source(w->db, id, entry, &has, err);
    if (st == STATUS_SYNTAX) /* damaged ones can't be compared: better twice than not at all */
        st = STATUS_OK;
    if (st != STATUS_OK || has)
        return st;
    out->what = ADDED_MERGED;
    st = source_list_add(&w->sources, id, entry, err);
    return st == STATUS_OK && w->sources.data.n > MAX_SOURCE_BYTES ? flush(w, err) : st;
}

static enum status add_new(struct db_writer *w, const struct record *rec, struct span entry,
                           struct db_add_result *out, struct err *err)
{
    enum status st = STATUS_OK;
    if (w->games && segment_is_full(w->games, w->opt.segment_games, w->opt.segment_bytes))
        st = flush(w, err);
    if (st != STATUS_OK)
        return st;
    if (w->next_id == UINT32_MAX - 1)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY_GAMES);
    if (!w->games)
        st = games_writer_open(&w->games, w->db->game, err);
    if (st == STATUS_OK)
        st = games_writer_add(w->games, w->next_id, rec, entry, err);
    if (st != STATUS_OK)
        return st;
    *out = (struct db_add_result){.what = ADDED_NEW, .id = w->next_id++};
    return STATUS_OK;
}

enum status db_writer_add(struct db_writer *w, const struct record *rec, struct span entry,
                          struct db_add_result *out, struct err *err)
{
    struct db_same_game same;
    bool on_disk;
    enum status st = see(w, err);
    if (st != STATUS_OK)
        return st;
    if (w->opt.duplicates == DUP_KEEP || !find_same(w, rec, &same, &on_disk))
        return add_new(w, rec, entry, out, err);
    *out = (struct db_add_result){.what = ADDED_SKIPPED,
                                  .id = same.id,
                                  .result_conflict =
                                      results_conflict(rec->game->seats, rec->points, same.points)};
    if (w->opt.duplicates == DUP_SKIP)
        return STATUS_OK;
    if (on_disk)
        return merge_source(w, same.id, entry, out, err);
    out->what = ADDED_MERGED;
    return merge_pending(w, same.id, rec, entry, err);
}

/* --- Files ----------------------------------------------------------------------------------- */

enum status db_writer_add_file(struct db_writer *w, const struct file_row *row, struct err *err)
{
    struct file_row known;
    if (file_table_on_disk(w->db, row->hash, &known))
        return STATUS_OK;
    return file_table_add(&w->files, row, err);
}

bool db_writer_knows_file(const struct db_writer *w, struct file_hash hash, struct file_row *row)
{
    const struct file_row *pending = file_table_find(&w->files, hash);
    if (pending)
        *row = *pending;
    return pending || file_table_on_disk(w->db, hash, row);
}

/* --- Removing -------------------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts, and leaves only those that there are; returns how many. */
static uint32_t keep_existing(const struct db *db, uint32_t *ids, size_t count)
{
    uint32_t kept = 0;
    if (count)
        qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 0; i < count; i++) {
        const struct db_segment *s;
        uint32_t number;
        struct err err;
        bool again = kept && ids[kept - 1] == ids[i];
        if (!again && db_find(db, ids[i], &s, &number, &err) == STATUS_OK)
            ids[kept++] = ids[i];
    }
    return kept;
}

enum status db_writer_remove(struct db_writer *w, uint32_t *ids, size_t count, uint32_t *removed,
                             struct err *err)
{
    struct manifest next;
    *removed = 0;
    enum status st = see(w, err);
    uint32_t kept = st == STATUS_OK ? keep_existing(w->db, ids, count) : 0;
    if (!kept)
        return st;
    st = manifest_copy(&w->db->manifest, &next, err);
    if (st != STATUS_OK)
        return st;
    st = segment_build_removals(ids, kept, &next, w->path, err);
    if (st == STATUS_OK)
        st = publish(w, &next, err);
    manifest_release(&next);
    if (st == STATUS_OK)
        *removed = kept;
    else
        sweep(w->path);
    return st;
}

/* --- Edits ----------------------------------------------------------------------------------- */

/* Of the database's edits, by their bytes. */
static enum status copy_edits(const struct edits *from, struct edits *to, struct err *err)
{
    struct buf bytes;
    buf_init(&bytes, SIZE_MAX / 2);
    edits_encode(from, &bytes);
    enum status st =
        buf_status(&bytes) == STATUS_OK ? edits_parse(to, buf_span(&bytes), err) : err_nomem(err);
    buf_release(&bytes);
    return st;
}

/* The manifest without segments of edits. */
static enum status copy_without_edits(const struct manifest *m, struct manifest *out,
                                      struct err *err)
{
    enum status st = manifest_copy_head(m, out, err);
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++)
        if (m->entries[i].kind != SEGMENT_EDITS)
            st = manifest_add(out, &m->entries[i], err);
    if (st != STATUS_OK)
        manifest_release(out);
    return st;
}

static enum status write_edits(struct db_writer *w, const struct edits *edits, struct err *err)
{
    struct manifest next;
    enum status st = copy_without_edits(&w->db->manifest, &next, err);
    if (st != STATUS_OK)
        return st;
    if (edits_count(edits))
        st = segment_build_edits(edits, &next, w->path, err);
    else
        next.next_segment++; /* so that readers see that it is another state */
    if (st == STATUS_OK)
        st = publish(w, &next, err);
    manifest_release(&next);
    sweep(w->path);
    return st;
}

enum status db_writer_edit(struct db_writer *w, db_change_edits *change, void *ctx, bool *changed,
                           struct err *err)
{
    struct edits edits;
    *changed = false;
    enum status st = see(w, err);
    if (st != STATUS_OK)
        return st;
    edits_init(&edits);
    st = copy_edits(&w->db->edits, &edits, err);
    if (st == STATUS_OK)
        st = change(ctx, &edits, changed, err);
    if (st == STATUS_OK && *changed)
        st = write_edits(w, &edits, err);
    edits_release(&edits);
    return st;
}
