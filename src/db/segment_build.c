/* segment_build.c: see segment_build.h. */
#include "db/segment_build.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/le.h"

static const struct msg TOO_MANY_SEGMENTS = {"the database has no segment names left",
                                             "セグメントの名前を使い切りました"};

/* --- Segments -------------------------------------------------------------------------------- */

static enum status write_files(struct file_table *files, struct segment_writer *w, struct err *err)
{
    struct buf bytes;
    if (!files || !files->count)
        return STATUS_OK;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    enum status st = file_table_print(files, &bytes, err);
    if (st == STATUS_OK)
        st = segment_writer_section(w, "files", buf_span(&bytes), err);
    buf_release(&bytes);
    return st;
}

static enum status write_sections(struct games_writer *games, const struct index_options *opt,
                                  struct file_table *files, struct segment_writer *w,
                                  struct err *err)
{
    enum status st = games_writer_sort(games, err);
    if (st == STATUS_OK)
        st = games_writer_write(games, w, err);
    if (st == STATUS_OK)
        st = fact_index_write(games_writer_lines(games), opt, w, err);
    if (st == STATUS_OK)
        st = position_index_write(games_writer_lines(games), games_writer_columns(games), opt, w,
                                  err);
    return st == STATUS_OK ? write_files(files, w, err) : st;
}

enum status segment_build(struct games_writer *games, const char *path,
                          const struct index_options *opt, struct file_table *files,
                          struct err *err)
{
    struct segment_writer w;
    enum status st = segment_writer_open(&w, path, err);
    if (st != STATUS_OK)
        return st;
    st = write_sections(games, opt, files, &w, err);
    if (st == STATUS_OK)
        return segment_writer_commit(&w, err);
    segment_writer_abort(&w);
    return st;
}

/* --- As parts of a database ------------------------------------------------------------------ */

/* Names that a manifest has had are never used again: nobody can take an old file for a new one.
 * (What a crash left was named by none.) */
enum status segment_next_name(struct manifest *m, struct manifest_entry *e, struct err *err)
{
    if (m->next_segment == UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY_SEGMENTS);
    snprintf(e->name, sizeof e->name, "s%06u", m->next_segment);
    m->next_segment++;
    return STATUS_OK;
}

enum status segment_build_next(struct games_writer *games, struct manifest *m,
                               const char *directory, const struct index_options *opt,
                               struct file_table *files, struct err *err)
{
    struct manifest_entry e = {.kind = SEGMENT_GAMES};
    struct buf path;
    enum status st = segment_next_name(m, &e, err);
    if (st != STATUS_OK)
        return st;
    const char *text = db_file_path(&path, directory, e.name, DB_SEGMENT_ENDING);
    st = text ? segment_build(games, text, opt, files, err) : err_nomem(err);
    buf_release(&path);
    if (st != STATUS_OK)
        return st;
    const struct lines *l = games_writer_lines(games);
    e.count = l->games;
    e.first_id = game_id(l, lines_u32(l->by_id, 0));
    e.plies = lines_u32(l->first, l->games);
    return manifest_add(m, &e, err);
}

static enum status open_extra(struct segment_writer *w, struct manifest *m, const char *directory,
                              struct manifest_entry *e, struct err *err)
{
    struct buf path;
    enum status st = segment_next_name(m, e, err);
    if (st != STATUS_OK)
        return st;
    const char *text = db_file_path(&path, directory, e->name, DB_SEGMENT_ENDING);
    st = text ? segment_writer_open(w, text, err) : err_nomem(err);
    buf_release(&path);
    return st;
}

static enum status close_extra(enum status st, struct segment_writer *w, struct manifest *m,
                               const struct manifest_entry *e, struct err *err)
{
    if (st != STATUS_OK) {
        segment_writer_abort(w);
        return st;
    }
    st = segment_writer_commit(w, err);
    return st == STATUS_OK ? manifest_add(m, e, err) : st;
}

enum status segment_build_sources(struct source_list *sources, struct manifest *m,
                                  const char *directory, struct file_table *files, struct err *err)
{
    struct manifest_entry e = {.kind = SEGMENT_SOURCES, .count = (uint32_t)sources->count};
    struct segment_writer w;
    enum status st = open_extra(&w, m, directory, &e, err);
    if (st != STATUS_OK)
        return st;
    st = source_list_write(sources, &w, err);
    if (st == STATUS_OK)
        st = write_files(files, &w, err);
    return close_extra(st, &w, m, &e, err);
}

enum status segment_build_removals(const uint32_t *ids, uint32_t count, struct manifest *m,
                                   const char *directory, struct err *err)
{
    struct manifest_entry e = {.kind = SEGMENT_REMOVALS, .count = count};
    struct segment_writer w;
    char number[4];
    enum status st = open_extra(&w, m, directory, &e, err);
    if (st != STATUS_OK)
        return st;
    st = segment_writer_begin(&w, "removed", err);
    le_put32(number, count);
    if (st == STATUS_OK)
        st = segment_writer_add(&w, span_make(number, sizeof number), err);
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++) {
        le_put32(number, ids[i]);
        st = segment_writer_add(&w, span_make(number, sizeof number), err);
    }
    if (st == STATUS_OK)
        st = segment_writer_end(&w, err);
    return close_extra(st, &w, m, &e, err);
}

enum status segment_build_edits(const struct edits *edits, struct manifest *m,
                                const char *directory, struct err *err)
{
    struct manifest_entry e = {.kind = SEGMENT_EDITS, .count = edits_count(edits)};
    struct segment_writer w;
    struct buf bytes;
    enum status st = open_extra(&w, m, directory, &e, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&bytes, SIZE_MAX / 2);
    edits_encode(edits, &bytes);
    st = buf_status(&bytes) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w, "edits", buf_span(&bytes), err);
    buf_release(&bytes);
    return close_extra(st, &w, m, &e, err);
}

/* --- Leftovers ------------------------------------------------------------------------------- */

static bool is_listed(const struct manifest *m, struct span name)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (span_eq(span_of(m->entries[i].name), name))
            return true;
    return false;
}

bool segment_is_leftover(const struct manifest *m, struct span name)
{
    struct span ending = SPAN(DB_SEGMENT_ENDING);
    if (span_starts(name, SPAN(".kifu-tmp-")))
        return true;
    return span_starts(name, SPAN("s")) && span_ends(name, ending) &&
           !is_listed(m, span_make(name.p, name.n - ending.n));
}

static void sweep_folder(const struct manifest *m, DIR *dir,
                         bool (*is_leftover)(const struct manifest *m, DIR *dir, const char *name))
{
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (is_leftover(m, dir, entry->d_name))
            (void)unlinkat(dirfd(dir), entry->d_name, 0); /* what stays costs room, no more */
    if (dir)
        closedir(dir);
}

static bool is_leftover_segment(const struct manifest *m, DIR *dir, const char *name)
{
    (void)dir;
    return segment_is_leftover(m, span_of(name));
}

/* A column of a segment that is gone (names begin with the segment's), or a temporary file: as
 * nobody locks this folder, only one that has not been written to for long. */
static bool is_leftover_column(const struct manifest *m, DIR *dir, const char *name)
{
    enum { LONG_SECONDS = 24 * 3600 };
    struct stat st;
    if (span_starts(span_of(name), SPAN(".kifu-tmp-")))
        return fstatat(dirfd(dir), name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
               time(NULL) - st.st_mtime > LONG_SECONDS;
    const char *hyphen = strchr(name, '-');
    return name[0] == 's' && hyphen && !is_listed(m, span_make(name, (size_t)(hyphen - name)));
}

void segment_sweep(const struct manifest *m, const char *directory)
{
    struct buf path;
    const char *columns = db_file_path(&path, directory, DB_COLUMNS_FOLDER, "");
    sweep_folder(m, opendir(directory), is_leftover_segment);
    if (columns)
        sweep_folder(m, opendir(columns), is_leftover_column);
    buf_release(&path);
}

bool segment_is_full(const struct games_writer *games, uint32_t max_games, size_t max_bytes)
{
    enum { MAX_BYTES = 400 << 20, MAX_LINES = 1 << 28, MAX_MOVES = 1 << 30 };
    struct games_writer_size size = games_writer_size(games);
    return size.games >= max_games || size.bytes >= (max_bytes ? max_bytes : MAX_BYTES) ||
           size.lines >= MAX_LINES || size.moves >= MAX_MOVES;
}
