/* import_ranges.c: the third step of import_cluster.h: ranges of new games become segments, and
 * process 0 puts them into the database.
 *
 * A range is what an import would collect before it writes a segment: it begins with its first new
 * game, and has with it everything that comes before the first new game of the next range: sources
 * of games that are new in it, sources of games before it, and the files that were finished.  Its
 * segments get their places in a folder of their own, whose manifest says that they are complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "db/import/import_cluster_internal.h"
#include "db/import_folder.h"
#include "db/merge.h"
#include "db/record_check.h"
#include "db/segment_build.h"

static const struct msg CANT_MAKE = {"cannot create %1: %2", "%1 を作れません: %2"};
static const struct msg NOT_SEEN = {
    "%1 is finished but missing; the folder of the database must be shared by all hosts",
    "%1 は完成しましたが見えません。データベースのフォルダを全ホストで共有してください"};

/* Sources of games before the range are written when there are so many bytes of them, as by an
 * import. */
enum { MAX_SOURCE_BYTES = 64 << 20 };

struct range_writer {
    struct import_job *t;
    uint64_t from, to; /* places: [from, to) */
    const char *folder;
    struct manifest manifest; /* of the folder */
    struct games_writer *games;
    uint32_t first_id; /* of those in games */
    struct source_list sources;
    struct file_table files;
    struct part part;
    struct part_decisions decisions;
    struct part_reader reading;
    struct record_check check;
};

static const char *range_path(const struct import_job *t, uint32_t range, struct buf *path)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/" IMPORT_FOLDER "/%016" PRIx64 "-%06u", t->path, t->plan, (unsigned)range);
    const char *text = buf_cstr(path);
    return buf_status(path) == STATUS_OK ? text : NULL;
}

/* --- Adding ----------------------------------------------------------------------------------- */

static enum status flush(struct range_writer *w, struct err *err)
{
    const struct index_options opt = {.threads = w->t->opt.threads,
                                      .memory = (size_t)256 << 20,
                                      .cancelled = w->t->opt.cancelled};
    enum status st = STATUS_OK;
    bool games = w->games;
    if (games)
        st = segment_build_next(w->games, &w->manifest, w->folder, &opt, &w->files, err);
    if (st == STATUS_OK && (w->sources.count || (w->files.count && !games)))
        st = segment_build_sources(&w->sources, &w->manifest, w->folder, games ? NULL : &w->files,
                                   err);
    games_writer_close(w->games);
    w->games = NULL;
    source_list_release(&w->sources);
    source_list_init(&w->sources);
    file_table_clear(&w->files);
    return st;
}

static enum status add_new(struct range_writer *w, uint32_t id, struct span entry, struct err *err)
{
    enum status st = STATUS_OK;
    if (w->games && segment_is_full(w->games, UINT32_MAX, 0))
        st = flush(w, err);
    if (st == STATUS_OK && !w->games) {
        w->first_id = id;
        st = games_writer_open(&w->games, w->t->game, err);
    }
    if (st == STATUS_OK)
        st = games_writer_add(w->games, id, &w->reading.rec, entry, err);
    if (w->manifest.next_id <= id)
        w->manifest.next_id = id + 1;
    return st;
}

static enum status add_source(struct range_writer *w, uint32_t id, struct span entry,
                              struct err *err)
{
    enum status st;
    bool full;
    if (w->games && id >= w->first_id) {
        st = games_writer_add_source(w->games, id, &w->reading.rec, entry, err);
        full = segment_is_full(w->games, UINT32_MAX, 0);
    } else {
        st = source_list_add(&w->sources, id, entry, err);
        full = w->sources.data.n > MAX_SOURCE_BYTES;
    }
    return st == STATUS_OK && full ? flush(w, err) : st;
}

static enum status add_game(struct range_writer *w, uint32_t number, struct err *err)
{
    struct verdict v;
    struct span entry;
    decisions_game(&w->decisions, number, &v);
    if (v.what != VERDICT_NEW && v.what != VERDICT_SOURCE)
        return STATUS_OK;
    enum status st = part_record(&w->part, number, w->t->game, &w->reading, &entry, err);
    if (st == STATUS_OK)
        st = record_check_moves(&w->check, &w->reading.rec, err);
    if (st != STATUS_OK)
        return st;
    return v.what == VERDICT_NEW ? add_new(w, v.id, entry, err) : add_source(w, v.id, entry, err);
}

static enum status add_file(struct range_writer *w, uint32_t number, struct err *err)
{
    const struct part_file *f = &w->part.files[number];
    struct file_row row = {.hash = f->hash}, known;
    if (!decisions_file(&w->decisions, number) ||
        (w->t->db && file_table_on_disk(w->t->db, f->hash, &known)))
        return STATUS_OK;
    for (uint32_t n = f->first_game; n < f->first_game + f->games; n++) {
        struct part_game g;
        part_game_at(&w->part, n, &g);
        row.games++;
        row.partial += (g.flags & PART_GAME_PARTIAL) != 0;
        row.plies += g.plies;
    }
    return file_table_add(&w->files, &row, err);
}

/* --- A range ---------------------------------------------------------------------------------- */

static enum status add_part(struct range_writer *w, uint32_t part, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < w->part.file_count && st == STATUS_OK; i++) {
        const struct part_file *f = &w->part.files[i];
        uint32_t end = f->first_game + f->games;
        for (uint32_t n = f->first_game; n < end && st == STATUS_OK; n++) {
            uint64_t place = place_of(part, n);
            if (place >= w->from && place < w->to)
                st = add_game(w, n, err);
        }
        /* a file ends before the next game begins */
        uint64_t place = place_of(part, end);
        if (st == STATUS_OK && (place > w->from || w->from == 0) && place <= w->to)
            st = add_file(w, i, err);
        if (st == STATUS_OK && import_cancelled(w->t))
            st = import_interrupted(err);
    }
    return st;
}

static enum status open_part(struct range_writer *w, uint32_t number, struct err *err)
{
    const struct part_row *row = &w->t->parts[number];
    struct buf ident, path;
    buf_init(&ident, SIZE_MAX / 2);
    part_ident(w->t, row->unit, row->window, &ident);
    const char *text = part_path(w->t, row->ident, ".part", &path);
    enum status st = text && buf_status(&ident) == STATUS_OK
                         ? part_open(&w->part, text, buf_span(&ident), err)
                         : err_nomem(err);
    if (st == STATUS_NOT_FOUND)
        st = err_set(err, STATUS_IO, &NOT_SEEN, span_of(text), (struct span){0});
    if (st == STATUS_OK)
        st = decisions_open(&w->decisions, w->t, row, &w->part, err);
    buf_release(&path);
    buf_release(&ident);
    return st;
}

static enum status add_range(struct range_writer *w, struct err *err)
{
    enum status st = STATUS_OK;
    uint32_t last = w->to == UINT64_MAX ? w->t->part_count : (uint32_t)(w->to >> 32) + 1;
    for (uint32_t i = (uint32_t)(w->from >> 32); i < last && st == STATUS_OK; i++) {
        st = open_part(w, i, err);
        if (st == STATUS_OK)
            st = add_part(w, i, err);
        decisions_close(&w->decisions);
        part_close(&w->part);
    }
    return st == STATUS_OK ? flush(w, err) : st;
}

static enum status make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return STATUS_OK;
    return err_errno(err, errno, &CANT_MAKE, span_of(path));
}

static enum status write_range(struct import_job *t, uint32_t range, const char *folder,
                               struct err *err)
{
    struct range_writer w = {.t = t,
                             .from = range ? t->starts[range - 1] : 0,
                             .to = range + 1 < t->range_count ? t->starts[range] : UINT64_MAX,
                             .folder = folder};
    manifest_init(&w.manifest, t->game->name);
    w.manifest.next_id = t->first_id;
    source_list_init(&w.sources);
    file_table_init(&w.files);
    enum status st = make_folder(folder, err);
    if (st == STATUS_OK)
        segment_sweep(&w.manifest, folder); /* of one who was killed here */
    if (st == STATUS_OK)
        st = add_range(&w, err);
    if (st == STATUS_OK)
        st = manifest_write(&w.manifest, folder, err);
    games_writer_close(w.games);
    source_list_release(&w.sources);
    file_table_release(&w.files);
    part_reader_release(&w.reading);
    record_check_release(&w.check);
    manifest_release(&w.manifest);
    return st;
}

/* --- What an earlier run has finished --------------------------------------------------------- */

static bool segment_is_sound(const char *folder, const char *name)
{
    struct segment s = {0};
    struct buf path;
    struct err err;
    const char *text = db_file_path(&path, folder, name, DB_SEGMENT_ENDING);
    bool sound =
        text && segment_open(&s, text, &err) == STATUS_OK && segment_check(&s, &err) == STATUS_OK;
    segment_close(&s);
    buf_release(&path);
    return sound;
}

/* Everything in it is verified; what is not sound is written again. */
static bool range_is_there(const struct import_job *t, const char *folder)
{
    struct manifest m;
    struct err err;
    if (manifest_read(&m, folder, &err) != STATUS_OK)
        return false;
    bool sound = span_eq(span_of(m.game), span_of(t->game->name));
    for (uint32_t i = 0; i < m.count && sound; i++)
        sound = segment_is_sound(folder, m.entries[i].name);
    manifest_release(&m);
    return sound;
}

static void forget_manifest(const char *folder)
{
    struct buf path;
    const char *text = db_file_path(&path, folder, "MANIFEST", "");
    if (text)
        (void)unlink(text);
    buf_release(&path);
}

static enum status make_range(struct import_job *t, uint32_t range, struct err *err)
{
    struct buf path;
    const char *folder = range_path(t, range, &path);
    enum status st = STATUS_OK;
    if (!folder) {
        st = err_nomem(err);
    } else if (range_is_there(t, folder)) {
        t->reused->ranges++;
    } else {
        forget_manifest(folder);
        st = write_range(t, range, folder, err);
    }
    buf_release(&path);
    return st;
}

/* --- The manifest at the end ------------------------------------------------------------------ */

/* A second name, so that the range stays complete until the manifest is in place; where there are
 * no second names, it moves. */
static enum status move_segment(const char *from_folder, const char *from, const char *to_folder,
                                const char *to, struct err *err)
{
    struct buf old, new;
    const char *a = db_file_path(&old, from_folder, from, DB_SEGMENT_ENDING);
    const char *b = db_file_path(&new, to_folder, to, DB_SEGMENT_ENDING);
    enum status st = STATUS_OK;
    if (!a || !b)
        st = err_nomem(err);
    else if (link(a, b) != 0 && rename(a, b) != 0)
        st = err_errno(err, errno, &CANT_MAKE, span_of(b));
    buf_release(&old);
    buf_release(&new);
    return st;
}

static enum status list_range(struct import_job *t, uint32_t range, struct manifest *next,
                              struct err *err)
{
    struct buf path;
    struct manifest m = {0};
    const char *folder = range_path(t, range, &path);
    enum status st = folder ? manifest_read(&m, folder, err) : err_nomem(err);
    if (st == STATUS_NOT_FOUND)
        st = err_set(err, STATUS_IO, &NOT_SEEN, span_of(folder), (struct span){0});
    if (st != STATUS_OK) {
        buf_release(&path);
        return st;
    }
    for (uint32_t i = 0; i < m.count && st == STATUS_OK; i++) {
        struct manifest_entry e = m.entries[i];
        st = segment_next_name(next, &e, err);
        if (st == STATUS_OK)
            st = move_segment(folder, m.entries[i].name, t->path, e.name, err);
        if (st == STATUS_OK)
            st = manifest_add(next, &e, err);
    }
    manifest_release(&m);
    buf_release(&path);
    return st;
}

/* Segments without any manifest would be taken for a damaged database. */
static void withdraw(const struct import_job *t)
{
    struct manifest none;
    int folder = open(t->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && faccessat(folder, "MANIFEST", F_OK, 0) != 0 && errno == ENOENT) {
        manifest_init(&none, t->game->name);
        segment_sweep(&none, t->path);
        manifest_release(&none);
    }
    if (folder >= 0)
        close(folder);
}

static enum status publish(struct import_job *t, struct err *err)
{
    struct manifest next;
    enum status st = STATUS_OK;
    if (t->db)
        st = manifest_copy(&t->db->manifest, &next, err);
    else
        manifest_init(&next, t->game->name);
    if (st != STATUS_OK)
        return st;
    next.next_id = (uint32_t)(t->first_id + t->added);
    segment_sweep(&next, t->path); /* of one who was killed here */
    for (uint32_t i = 0; i < t->range_count && st == STATUS_OK; i++)
        st = list_range(t, i, &next, err);
    if (st == STATUS_OK)
        st = manifest_write(&next, t->path, err);
    if (st == STATUS_OK)
        import_folder_clear(t->path, "");
    else if (!t->db)
        withdraw(t);
    manifest_release(&next);
    return st;
}

enum status import_write_ranges(struct import_job *t, struct err *err)
{
    enum status st = STATUS_OK;
    char plan[24];
    if (!t->any)
        return STATUS_OK;
    snprintf(plan, sizeof plan, "%016" PRIx64 "-", t->plan);
    if (reduction_leads(t->reduction))
        import_folder_clear_kind(t->path, plan, "/");
    st = reduction_agree(t->reduction, st, err);
    for (uint32_t i = reduction_part(t->reduction); i < t->range_count && st == STATUS_OK;
         i += reduction_parts(t->reduction))
        st = make_range(t, i, err);
    st = reduction_sum(t->reduction, st, &t->reused->ranges, 1, err);
    if (st == STATUS_OK && reduction_leads(t->reduction))
        st = publish(t, err);
    return reduction_agree(t->reduction, st, err);
}
