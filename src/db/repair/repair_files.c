/* repair_files.c: see repair_files.h. */
#include "db/repair/repair_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "db/repair/repair.h"
#include "db/repair/salvage.h"
#include "formats/cursor.h"

static const struct msg WHICH_GAME = {
    "cannot determine the game of %1: no segment of games can be read",
    "%1 のゲームが分かりません。読める棋譜セグメントがありません"};
static const struct msg CANNOT_NAME = {"cannot move %1 aside: %2", "%1 を退避できません: %2"};

enum { MAX_MANIFEST_BYTES = 64 << 20, MAX_NAMES = 1000 };

/* In place of the plies of a line, while the list is made. */
enum { UNKNOWN_KIND = 1, NAMED = 2 };

/* --- Names ----------------------------------------------------------------------------------- */

/* s000012.seg, s000012.seg.damaged, … */
static uint32_t number_in_name(struct span name)
{
    ptrdiff_t dot = span_find(name, SPAN(DB_SEGMENT_ENDING));
    return dot < 0 ? 0 : segment_number(span_make(name.p, (size_t)dot + strlen(DB_SEGMENT_ENDING)));
}

uint32_t repair_largest_segment(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    uint32_t largest = 0;
    while (dir && (entry = readdir(dir))) {
        uint32_t n = number_in_name(span_of(entry->d_name));
        largest = n > largest ? n : largest;
    }
    if (dir)
        closedir(dir);
    return largest;
}

static enum status add_file(struct manifest *m, struct span name, struct err *err)
{
    struct manifest_entry e = {.kind = SEGMENT_GAMES};
    size_t n = name.n - strlen(DB_SEGMENT_ENDING);
    if (n >= sizeof e.name)
        return STATUS_OK;
    memcpy(e.name, name.p, n);
    return manifest_add(m, &e, err);
}

static int compare_numbers(const void *a, const void *b)
{
    const struct manifest_entry *x = a, *y = b;
    uint64_t i = 0, k = 0;
    (void)num_parse_u64(span_of(x->name + 1), UINT64_MAX, &i);
    (void)num_parse_u64(span_of(y->name + 1), UINT64_MAX, &k);
    return (i > k) - (i < k);
}

static enum status list_names(struct manifest *m, const char *path, struct err *err)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    enum status st = STATUS_OK;
    while (dir && st == STATUS_OK && (entry = readdir(dir)))
        if (segment_number(span_of(entry->d_name)))
            st = add_file(m, span_of(entry->d_name), err);
    if (dir)
        closedir(dir);
    if (m->count)
        qsort(m->entries, m->count, sizeof *m->entries, compare_numbers);
    return st;
}

/* --- Kinds and figures ----------------------------------------------------------------------- */

static bool has(const struct salvage_file *f, const char *section)
{
    struct span bytes;
    return segment_find(&f->file, section, &bytes);
}

static enum status find_kind(struct manifest_entry *e, const char *path, struct err *err)
{
    struct salvage_file f = {0};
    struct buf name;
    const char *text = db_file_path(&name, path, e->name, DB_SEGMENT_ENDING);
    enum status st = text ? salvage_file_open(&f, text, SEGMENT_KINDS, err) : err_nomem(err);
    if (st == STATUS_OK) {
        bool lines = has(&f, "lines");
        e->kind = !lines && has(&f, "removed") ? SEGMENT_REMOVALS
                  : !lines && has(&f, "more")  ? SEGMENT_SOURCES
                  : !lines && has(&f, "edits") ? SEGMENT_EDITS
                                               : SEGMENT_GAMES;
        if (!lines && !has(&f, "removed") && !has(&f, "more") && !has(&f, "edits"))
            e->plies = UNKNOWN_KIND;
        struct span removed = salvage_section(&f, "removed"), more = salvage_section(&f, "more");
        if (e->kind == SEGMENT_REMOVALS && salvage_is_whole(&f, removed))
            e->count = (uint32_t)(removed.n / 4 - 1);
        if (e->kind == SEGMENT_SOURCES && more.n >= 4)
            e->count = le_get32(more.p);
    }
    salvage_file_close(&f);
    buf_release(&name);
    return st;
}

bool repair_take_figures(struct manifest_entry *e, const char *path, const struct game *game,
                         uint32_t *last_id)
{
    struct segment s;
    struct lines l;
    struct err err;
    struct buf name;
    const char *text = db_file_path(&name, path, e->name, DB_SEGMENT_ENDING);
    bool good = text && segment_open(&s, text, &err) == STATUS_OK;
    buf_release(&name);
    if (!good)
        return false;
    good = lines_open(&l, game, &s, &err) == STATUS_OK && l.games > 0;
    if (good) {
        e->count = l.games;
        e->first_id = game_id(&l, lines_u32(l.by_id, 0));
        e->plies = lines_u32(l.first, l.games);
        *last_id = game_id(&l, lines_u32(l.by_id, l.games - 1));
    }
    segment_close(&s);
    return good;
}

/* --- Which game ------------------------------------------------------------------------------ */

/* One line of a damaged manifest, as if it were all of it. */
static bool parse_segment_line(struct span line, struct manifest_entry *e)
{
    struct manifest one;
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, "kifu-manifest 1\n");
    buf_add_span(&text, line);
    buf_add_char(&text, '\n');
    if (buf_status(&text) == STATUS_OK)
        buf_printf(&text, "checksum %016llx\n", (unsigned long long)XXH3_64bits(text.p, text.n));
    bool good = buf_status(&text) == STATUS_OK &&
                manifest_parse(&one, buf_span(&text), (struct span){0}, &err) == STATUS_OK;
    buf_release(&text);
    if (!good)
        return false;
    bool found = one.count == 1;
    if (found)
        *e = one.entries[0];
    manifest_release(&one);
    return found;
}

/* A segment that the manifest named: what it is if the file does not say, or that it is gone. */
static enum status take_segment_line(struct manifest *m, const struct manifest_entry *e,
                                     struct manifest *gone, struct err *err)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (strcmp(m->entries[i].name, e->name) == 0) {
            if (m->entries[i].plies == UNKNOWN_KIND)
                m->entries[i].kind = e->kind;
            m->entries[i].plies = NAMED;
            return STATUS_OK;
        }
    return manifest_add(gone, e, err);
}

static enum status take_line(struct manifest *m, struct span line, struct manifest *gone,
                             struct err *err)
{
    struct manifest_entry e;
    uint64_t id;
    if (span_starts(line, SPAN("segment ")))
        return parse_segment_line(line, &e) ? take_segment_line(m, &e, gone, err) : STATUS_OK;
    const struct game *game = span_eat(&line, SPAN("game ")) ? game_by_name(line) : NULL;
    if (game)
        memcpy(m->game, game->name, strlen(game->name) + 1);
    /* a digit that is wrong may make it larger, which does no harm, but not much larger */
    if (span_eat(&line, SPAN("next-id ")) && num_parse_u64(line, INT32_MAX, &id))
        m->next_id = (uint32_t)id;
    return STATUS_OK;
}

/* Segments that are gone; unless there is a file that no line names, as then a name was damaged. */
static enum status add_gone(struct manifest *m, const struct manifest *gone, struct err *err)
{
    enum status st = STATUS_OK;
    uint32_t named = 0;
    for (uint32_t i = 0; i < m->count; i++)
        named += m->entries[i].plies == NAMED;
    for (uint32_t i = 0; i < gone->count && named == m->count && st == STATUS_OK; i++, named++) {
        st = manifest_add(m, &gone->entries[i], err);
        if (st == STATUS_OK)
            m->entries[m->count - 1].plies = NAMED;
    }
    if (m->count)
        qsort(m->entries, m->count, sizeof *m->entries, compare_numbers);
    return st;
}

/* Lines of a damaged manifest that can be read. */
static enum status read_remains(struct manifest *m, const char *path, struct err *err)
{
    struct buf name, text;
    struct err ignored;
    struct manifest gone;
    enum status st = STATUS_OK;
    const char *file = db_file_path(&name, path, "MANIFEST", "");
    manifest_init(&gone, "");
    buf_init(&text, MAX_MANIFEST_BYTES);
    if (file && file_read(file, MAX_MANIFEST_BYTES, &text, &ignored) == STATUS_OK) {
        struct cursor cursor = cursor_over(buf_span(&text));
        struct span line;
        while (st == STATUS_OK && cursor_next(&cursor, &line))
            st = take_line(m, line, &gone, err);
    }
    if (st == STATUS_OK)
        st = add_gone(m, &gone, err);
    manifest_release(&gone);
    buf_release(&text);
    buf_release(&name);
    for (uint32_t i = 0; i < m->count; i++)
        m->entries[i].plies = 0;
    return st;
}

struct segment_sample {
    uint32_t seen, good;
    bool stopped; /* enough were seen */
};

static enum status sample_game(void *ctx, const struct salvage_game *g, struct err *err)
{
    enum { ENOUGH = 200 };
    struct segment_sample *s = ctx;
    s->good += g->state != SALVAGE_LOST;
    return ++s->seen < ENOUGH ? STATUS_OK : err_plain(err, STATUS_CANCELLED, NULL);
}

static enum status pass_over(void *ctx, const struct salvage_game *g, struct err *err)
{
    (void)ctx, (void)g, (void)err;
    return STATUS_OK;
}

/* How many of the first games of a segment can be read as games of this kind. */
static uint32_t count_readable(const struct manifest_entry *e, const char *path,
                               const struct game *game)
{
    struct salvage_file f = {0};
    struct segment_sample s = {0};
    struct err err;
    struct buf name;
    const struct salvage_sink sink = {&s, sample_game, pass_over};
    const struct salvage_hint hint = {NULL, UINT32_MAX};
    const char *text = db_file_path(&name, path, e->name, DB_SEGMENT_ENDING);
    if (text && salvage_file_open(&f, text, SEGMENT_GAMES, &err) == STATUS_OK)
        s.stopped = salvage_games(&f, game, &hint, &sink, &err) != STATUS_OK;
    salvage_file_close(&f);
    buf_release(&name);
    return s.good;
}

/* Games of several kinds have moves of the same size.  The one whose rules allow the most games is
 * it; the first in the list, which has the strictest rules, if several do. */
static bool guess_game(struct manifest *m, const char *path)
{
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t best = 0;
        if (m->entries[i].kind != SEGMENT_GAMES)
            continue;
        for (const struct game *const *g = all_games; *g; g++) {
            uint32_t n = count_readable(&m->entries[i], path, *g);
            if (n > best)
                memcpy(m->game, (*g)->name, strlen((*g)->name) + 1);
            best = n > best ? n : best;
        }
        if (best)
            return true;
    }
    return false;
}

enum status repair_list_files(struct manifest *m, const char *path, struct err *err)
{
    manifest_init(m, "");
    enum status st = list_names(m, path, err);
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++)
        st = find_kind(&m->entries[i], path, err);
    if (st == STATUS_OK)
        st = read_remains(m, path, err);
    if (st == STATUS_OK && !m->game[0] && !guess_game(m, path))
        st = err_set(err, STATUS_UNSUPPORTED, &WHICH_GAME, span_of(path), (struct span){0});
    const struct game *game = game_by_name(span_of(m->game));
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++) {
        uint32_t last;
        if (m->entries[i].kind == SEGMENT_GAMES)
            (void)repair_take_figures(&m->entries[i], path, game, &last);
    }
    if (st != STATUS_OK)
        manifest_release(m);
    return st;
}

/* --- Aside ----------------------------------------------------------------------------------- */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool has_no_links(int why)
{
    return why == EPERM || why == EOPNOTSUPP || why == ENOSYS || why == EMLINK;
}

/* 0, or errno; EEXIST if another file has the name.  A second name that was given before a kill
 * will do. */
static int give_name(const char *old, const char *other)
{
    struct stat st;
    if (link(old, other) == 0)
        return 0;
    int why = errno;
    if (why == EEXIST && same_file(old, other))
        return 0;
    return has_no_links(why) && lstat(other, &st) == 0 ? EEXIST : why;
}

/* 0, or errno; EEXIST if there is a file of that name. */
static int rename_to_free(const char *old, const char *other)
{
    struct stat st;
    if (renameat2(AT_FDCWD, old, AT_FDCWD, other, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    /* the file system can't do that; others that write to the folder are locked out */
    if (lstat(other, &st) == 0)
        return EEXIST;
    return rename(old, other) == 0 ? 0 : errno;
}

enum status repair_put_aside(const char *path, const char *name, char *aside, size_t room,
                             struct err *err)
{
    struct buf from, to;
    const char *old = db_file_path(&from, path, name, "");
    int why = old ? EEXIST : ENOMEM;
    for (int i = 1; why == EEXIST && i < MAX_NAMES; i++) {
        if (i == 1)
            snprintf(aside, room, "%s" DB_DAMAGED_ENDING, name);
        else
            snprintf(aside, room, "%s" DB_DAMAGED_ENDING ".%d", name, i);
        const char *other = db_file_path(&to, path, aside, "");
        why = other ? give_name(old, other) : ENOMEM;
        buf_release(&to);
    }
    buf_release(&from);
    return why == 0 || has_no_links(why) ? STATUS_OK
                                         : err_errno(err, why, &CANNOT_NAME, span_of(name));
}

enum status repair_copy_aside(const char *path, const char *name, const char *aside,
                              struct err *err)
{
    struct buf from, to, bytes;
    const char *old = db_file_path(&from, path, name, "");
    const char *other = db_file_path(&to, path, aside, "");
    enum status st = old && other ? STATUS_OK : err_nomem(err);
    buf_init(&bytes, MAX_MANIFEST_BYTES);
    if (st == STATUS_OK && !same_file(old, other)) {
        st = file_read(old, MAX_MANIFEST_BYTES, &bytes, err);
        if (st == STATUS_OK)
            st = file_replace(other, buf_span(&bytes), err);
    }
    buf_release(&bytes);
    buf_release(&from);
    buf_release(&to);
    return st;
}

enum status repair_leave(const char *path, const char *name, const char *aside, struct err *err)
{
    struct buf from, to;
    const char *old = db_file_path(&from, path, name, "");
    const char *other = db_file_path(&to, path, aside, "");
    enum status st = old && other ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK) {
        int why = !same_file(old, other) ? rename_to_free(old, other)
                  : unlink(old) == 0     ? 0
                                         : errno;
        if (why != 0 && why != ENOENT)
            st = err_errno(err, why, &CANNOT_NAME, span_of(name));
    }
    buf_release(&from);
    buf_release(&to);
    return st;
}
