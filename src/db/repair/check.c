/* check.c: see check.h. */
#include "db/repair/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/db.h"
#include "db/found_log.h"
#include "db/record_check.h"
#include "db/repair/salvage.h"
#include "db/segment_build.h"

static const struct msg REBUILD = {"run kifu check --repair to rebuild it from the records",
                                   "kifu check --repair で棋譜から作り直せます"};
static const struct msg SALVAGE = {
    "run kifu check --repair to keep every game that can still be read; import the sources of the "
    "others again, or restore the file from a backup",
    "kifu check --repair "
    "で、まだ読める棋譜をすべて残せます。残りは元の棋譜を取り込み直すか、バックアップから戻してくだ"
    "さい"};
static const struct msg RESTORE = {
    "run kifu check --repair to rebuild it from the segments, or restore the file from a backup",
    "kifu check --repair でセグメントから作り直せます。またはバックアップから戻してください"};
static const struct msg DIFFERS = {"section %1 differs from what the records give",
                                   "区画 %1 が棋譜から作ったものと違います"};
static const struct msg MISSING = {"section %1 is missing", "区画 %1 がありません"};
static const struct msg UNKNOWN = {"unexpected section %1", "余分な区画 %1 があります"};
static const struct msg BAD_GAME = {"game %1: %2", "%1 番の棋譜: %2"};
static const struct msg WRONG_PLIES = {"the number of plies differs from the manifest",
                                       "手数が目録と違います"};
static const struct msg BAD_REMOVAL = {"removes game %1, which never existed",
                                       "存在しない %1 番の棋譜を削除しています"};
static const struct msg NO_TEMPORARY = {
    "cannot create a temporary folder in %1: %2; set TMPDIR",
    "%1 に一時フォルダを作れません: %2。TMPDIR を指定してください"};

struct db_checker {
    const char *path;
    const struct check_options *opt;
    struct check_result *result;
    struct manifest manifest;
    const struct game *game;
    uint64_t done, total;
    /* of the segment being looked at */
    const struct db_segment *segment;
    struct games_writer *games;
    uint32_t number;
    bool first, faulty;
    bool outdated; /* segments that the manifest names were replaced by others */
    struct record rec;
    struct record_check moves;
};

static void fault(struct db_checker *c, const struct err *err, const struct msg *remedy)
{
    c->result->faults++;
    c->faulty = true;
    c->opt->fault(c->opt->ctx, err, remedy);
}

static bool is_cancelled(const struct db_checker *c)
{
    return c->opt->cancelled && atomic_load(c->opt->cancelled);
}

/* Is it nobody's fault but ours? */
static bool ends_all(enum status st)
{
    return st == STATUS_NOMEM || st == STATUS_CANCELLED;
}

static void section_fault(struct db_checker *c, const struct segment *s, const struct msg *what,
                          const struct segment_section *section, uint64_t offset,
                          const struct msg *remedy)
{
    struct err err;
    err_set(&err, STATUS_SYNTAX, what, span_of(section->name), (struct span){0});
    err_in_file(&err, span_of(s->path));
    err_at(&err, 1, offset);
    fault(c, &err, remedy);
}

/* A segment could not be opened: is it because somebody compacted the database? */
static bool must_begin_again(struct db_checker *c, enum status st)
{
    c->outdated =
        st == STATUS_NOT_FOUND && !c->result->faults && db_was_replaced(c->path, &c->manifest);
    return c->outdated;
}

/* --- Checksums ------------------------------------------------------------------------------- */

/* Moves and records are what everything else is made from. */
static bool is_original(const char *section)
{
    static const char *const ORIGINALS[] = {"lines",    "moves", "entries",
                                            "entrydir", "more",  "removed"};
    for (size_t i = 0; i < sizeof ORIGINALS / sizeof *ORIGINALS; i++)
        if (strcmp(section, ORIGINALS[i]) == 0)
            return true;
    return false;
}

static void check_sums(struct db_checker *c, const struct segment *s)
{
    struct err err;
    for (unsigned i = 0; i < s->count; i++) {
        c->result->sections++;
        if (segment_check_section(s, i, &err) != STATUS_OK)
            fault(c, &err, is_original(s->sections[i].name) ? &SALVAGE : &REBUILD);
    }
    if (segment_check_gaps(s, &err) != STATUS_OK)
        fault(c, &err, &REBUILD);
    c->result->bytes += s->view.bytes.n;
}

/* --- Games ----------------------------------------------------------------------------------- */

static void game_fault(struct db_checker *c, const struct segment *s, uint32_t id,
                       const struct err *why)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(why, LANG_EN, &text);
    err_set(&err, why->code, &BAD_GAME, SPAN_U64(id), buf_span(&text));
    err_in_file(&err, span_of(s->path));
    if (why->line)
        err_at(&err, why->line, why->byte);
    fault(c, &err, &SALVAGE);
    buf_release(&text);
}

static enum status read_source(struct db_checker *c, struct span bytes, struct err *err)
{
    enum status st = db_decode(c->segment, c->number, bytes, &c->rec, err);
    return st == STATUS_OK ? record_check_moves(&c->moves, &c->rec, err) : st;
}

static enum status take_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct db_checker *c = ctx;
    enum status st = read_source(c, bytes, err);
    if (st != STATUS_OK)
        return st;
    st = c->first ? games_writer_add(c->games, id, &c->rec, bytes, err)
                  : games_writer_add_source(c->games, id, &c->rec, bytes, err);
    c->first = false;
    return st;
}

/* Reads all games into c->games; those that can't be read are reported. */
static enum status read_games(struct db_checker *c, struct err *err)
{
    enum { REPORT_EVERY = 256 };
    const struct db_segment *s = c->segment;
    struct entry_cursor cursor;
    enum status st = STATUS_OK;
    entry_cursor_init(&cursor, &s->entries);
    for (uint32_t nth = 0; nth < s->lines.games && !ends_all(st); nth++) {
        struct span bytes;
        c->number = lines_u32(s->lines.by_id, nth);
        c->first = true;
        uint32_t id = game_id(&s->lines, c->number);
        st = entry_cursor_get(&cursor, nth, &bytes, err);
        if (st == STATUS_OK)
            st = take_source(c, id, bytes, err);
        if (st == STATUS_OK)
            st = entries_more(&s->entries, id, take_source, c, err);
        if (st != STATUS_OK && !ends_all(st))
            game_fault(c, &s->file, id, err);
        c->result->plies += line_plies(&s->lines, c->number);
        c->result->games++;
        if (++c->done % REPORT_EVERY == 0 && c->opt->progress)
            c->opt->progress(c->opt->ctx, c->done, c->total);
        if (is_cancelled(c))
            st = err_plain(err, STATUS_CANCELLED, NULL);
    }
    entry_cursor_release(&cursor);
    return ends_all(st) ? st : STATUS_OK;
}

/* --- Comparing ------------------------------------------------------------------------------- */

/* An SQLite image says which version of the library wrote it, and how often it was changed. */
static bool is_version_byte(const char *section, size_t at)
{
    return strcmp(section, "metadata") == 0 && ((at >= 24 && at < 28) || (at >= 92 && at < 100));
}

/* The first byte at which they differ; SIZE_MAX if they do not. */
static size_t first_difference(const char *section, struct span a, struct span b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    if (a.n == b.n && memcmp(a.p, b.p, n) == 0)
        return SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        if (a.p[i] != b.p[i] && !is_version_byte(section, i))
            return i;
    return a.n == b.n ? SIZE_MAX : n;
}

/* Sums are missing in older segments.  Packs are what was just unpacked, perhaps by another zstd, or
 * without its checksums. */
static bool is_made_otherwise(const char *section)
{
    static const char *const NAMES[] = {SEGMENT_SUMS, "entries", "entrydir", "more"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(section, NAMES[i]) == 0)
            return true;
    return false;
}

/* Written by newer programs only: without them the same is found, in more time. */
static bool may_be_missing(const char *section)
{
    static const char *const NAMES[] = {"factmap", "factspan", "captures"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(section, NAMES[i]) == 0)
            return true;
    return false;
}

static void compare_segments(struct db_checker *c, const struct segment *stored,
                             const struct segment *built)
{
    for (unsigned i = 0; i < built->count; i++) {
        const struct segment_section *section = &built->sections[i];
        struct span want = span_make(built->view.bytes.p + section->offset, section->length), have;
        if (is_made_otherwise(section->name))
            continue;
        if (!segment_find(stored, section->name, &have)) {
            if (!may_be_missing(section->name))
                section_fault(c, stored, &MISSING, section, stored->view.bytes.n, &REBUILD);
            continue;
        }
        size_t at = first_difference(section->name, have, want);
        if (at != SIZE_MAX)
            section_fault(c, stored, &DIFFERS, section,
                          (uint64_t)(have.p - stored->view.bytes.p) + at, &REBUILD);
    }
    for (unsigned i = 0; i < stored->count; i++) {
        const struct segment_section *section = &stored->sections[i];
        struct span other;
        if (strcmp(section->name, "files") != 0 && !segment_find(built, section->name, &other))
            section_fault(c, stored, &UNKNOWN, section, section->offset, &REBUILD);
    }
}

static enum status make_temporary(const char *where, struct buf *folder, struct err *err)
{
    const char *root = where && *where ? where : "/tmp";
    buf_init(folder, 1 << 16);
    buf_printf(folder, "%s/kifu-check-XXXXXX", root);
    buf_cstr(folder);
    if (buf_status(folder) != STATUS_OK)
        return err_nomem(err);
    return mkdtemp(folder->p) ? STATUS_OK : err_errno(err, errno, &NO_TEMPORARY, span_of(root));
}

static enum status build_and_compare(struct db_checker *c, const char *path, struct err *err)
{
    const struct index_options opt = {.threads = c->opt->threads,
                                      .memory = c->opt->memory ? c->opt->memory : (size_t)256 << 20,
                                      .cancelled = c->opt->cancelled};
    struct segment built;
    enum status st = segment_build(c->games, path, &opt, NULL, err);
    if (st == STATUS_OK)
        st = segment_open(&built, path, err);
    if (st == STATUS_OK) {
        compare_segments(c, &c->segment->file, &built);
        segment_close(&built);
    }
    return st;
}

/* In a temporary folder, which is gone afterwards. */
static enum status compare_with_rebuilt(struct db_checker *c, struct err *err)
{
    struct buf folder, path;
    enum status st = make_temporary(c->opt->temporary, &folder, err);
    if (st == STATUS_OK) {
        const char *text = db_file_path(&path, folder.p, "again", DB_SEGMENT_ENDING);
        st = text ? build_and_compare(c, text, err) : err_nomem(err);
        if (text)
            unlink(text);
        buf_release(&path);
        rmdir(folder.p);
    }
    buf_release(&folder);
    return st;
}

/* --- Segments -------------------------------------------------------------------------------- */

static enum status check_contents(struct db_checker *c, struct err *err)
{
    const struct db_segment *s = c->segment;
    enum status st = games_writer_open(&c->games, c->game, err);
    if (st == STATUS_OK)
        st = read_games(c, err);
    if (st == STATUS_OK && !c->faulty)
        st = compare_with_rebuilt(c, err);
    games_writer_close(c->games);
    c->games = NULL;
    if (lines_u32(s->lines.first, s->lines.games) != s->listed.plies) {
        struct err why;
        segment_damaged(&s->file, s->lines.first, &WRONG_PLIES, &why);
        fault(c, &why, &REBUILD);
    }
    return st;
}

static enum status check_games_segment(struct db_checker *c, const struct manifest_entry *e,
                                       struct err *err)
{
    struct db_segment s;
    enum status st = db_segment_open(&s, c->path, c->game, e, DB_ALL, err);
    if (st != STATUS_OK) {
        struct db_segment bare;
        if (ends_all(st) || must_begin_again(c, st))
            return st;
        bool games_are_there =
            db_segment_open(&bare, c->path, c->game, e, DB_GAMES, &(struct err){0}) == STATUS_OK;
        db_segment_close(&bare);
        fault(c, err, games_are_there ? &REBUILD : &SALVAGE);
        return STATUS_OK;
    }
    c->segment = &s;
    st = check_contents(c, err);
    c->segment = NULL;
    db_segment_close(&s);
    return st;
}

static enum status check_file(struct db_checker *c, const struct manifest_entry *e,
                              const char *path, struct err *err)
{
    struct segment s = {0};
    enum status st = segment_open(&s, path, err);
    c->result->segments++;
    c->faulty = false;
    if (st != STATUS_OK) {
        if (ends_all(st) || must_begin_again(c, st))
            return st;
        fault(c, err, &SALVAGE);
        return STATUS_OK;
    }
    check_sums(c, &s);
    segment_close(&s);
    bool sound = !c->faulty; /* what has a wrong checksum need not be looked at further */
    return sound && e->kind == SEGMENT_GAMES ? check_games_segment(c, e, err) : STATUS_OK;
}

/* --- What can be kept ------------------------------------------------------------------------ */

static enum status count_game(void *ctx, const struct salvage_game *g, struct err *err)
{
    struct check_keepable *k = ctx;
    (void)err;
    k->whole += g->state == SALVAGE_WHOLE;
    k->plausible += g->state == SALVAGE_PLAUSIBLE;
    k->moves += g->state == SALVAGE_MOVES;
    return STATUS_OK;
}

static enum status pass_over(void *ctx, const struct salvage_game *g, struct err *err)
{
    (void)ctx, (void)g, (void)err;
    return STATUS_OK;
}

static enum status count_keepable(struct db_checker *c, const struct manifest_entry *e,
                                  const char *path, struct err *err)
{
    struct salvage_file f;
    struct check_keepable k = {.games = e->count};
    const struct salvage_sink sink = {&k, count_game, pass_over};
    const struct salvage_hint hint = {e, manifest_id_behind(&c->manifest, e)};
    memcpy(k.segment, e->name, sizeof k.segment);
    enum status st = salvage_file_open(&f, path, e->kind, err);
    if (st == STATUS_OK)
        st = salvage_games(&f, c->game, &hint, &sink, err);
    salvage_file_close(&f);
    if (st == STATUS_OK)
        c->opt->keepable(c->opt->ctx, &k);
    return ends_all(st) ? st : STATUS_OK;
}

static enum status check_segment(struct db_checker *c, const struct manifest_entry *e,
                                 struct err *err)
{
    struct buf path;
    const char *text = db_file_path(&path, c->path, e->name, DB_SEGMENT_ENDING);
    enum status st = text ? check_file(c, e, text, err) : err_nomem(err);
    if (st == STATUS_OK && c->faulty && c->opt->keepable && e->kind == SEGMENT_GAMES)
        st = count_keepable(c, e, text, err);
    buf_release(&path);
    return st;
}

/* --- What spans segments --------------------------------------------------------------------- */

static enum status check_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct db_checker *c = ctx;
    (void)id;
    return read_source(c, bytes, err);
}

/* The id of the i-th source: see store/entries.h. */
static uint32_t more_id(const struct db_extra *x, uint32_t i)
{
    return le_get32(x->sources.more.p + 4 + 12 * (size_t)i);
}

/* Sources of games that are gone are harmless. */
static enum status check_sources(struct db_checker *c, const struct db *db,
                                 const struct db_extra *x, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < x->sources.more_count && !ends_all(st); i++) {
        uint32_t id = more_id(x, i);
        if (i && id == more_id(x, i - 1))
            continue;
        if (db_find(db, id, &c->segment, &c->number, err) != STATUS_OK)
            continue;
        st = entries_more(&x->sources, id, check_source, c, err);
        if (st != STATUS_OK && !ends_all(st))
            game_fault(c, &x->file, id, err);
    }
    c->segment = NULL;
    return ends_all(st) ? st : STATUS_OK;
}

static void check_removals(struct db_checker *c, const struct db *db, const struct db_extra *x)
{
    for (size_t at = 0; at < x->removed.n; at += 4) {
        uint32_t id = le_get32(x->removed.p + at);
        if (id < db->manifest.next_id)
            continue;
        struct err err;
        err_set(&err, STATUS_SYNTAX, &BAD_REMOVAL, SPAN_U64(id), (struct span){0});
        err_in_file(&err, span_of(x->file.path));
        fault(c, &err, &REBUILD);
    }
}

static enum status check_consistency(struct db_checker *c, struct err *err)
{
    struct db *db;
    enum status st = db_open(&db, c->path, err);
    if (st != STATUS_OK) {
        if (ends_all(st))
            return st;
        fault(c, err, &RESTORE);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < db->extra_count && st == STATUS_OK; i++) {
        if (db->extras[i].listed.kind == SEGMENT_REMOVALS)
            check_removals(c, db, &db->extras[i]);
        else if (db->extras[i].listed.kind == SEGMENT_SOURCES)
            st = check_sources(c, db, &db->extras[i], err);
    }
    db_close(db);
    return st;
}

/* What is kept of games beside the segments and takes long to make again. */
static enum status check_found(struct db_checker *c, struct err *err)
{
    static const struct msg AGAIN = {
        "run kifu check --repair to cut it off, and kifu natural found to make the rest again",
        "kifu check --repair で切り落とし、kifu natural found で残りを作り直せます"};
    enum status st = found_log_check(c->path, err);
    if (st == STATUS_OK || ends_all(st))
        return st;
    fault(c, err, &AGAIN);
    return STATUS_OK;
}

/* --- All of it ------------------------------------------------------------------------------- */

static enum status check_segments(struct db_checker *c, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < c->manifest.count; i++)
        c->total += c->manifest.entries[i].kind == SEGMENT_GAMES ? c->manifest.entries[i].count : 0;
    for (uint32_t i = 0; i < c->manifest.count && st == STATUS_OK; i++)
        st = check_segment(c, &c->manifest.entries[i], err);
    if (st == STATUS_OK && !c->result->faults)
        st = check_consistency(c, err);
    if (st == STATUS_OK)
        st = check_found(c, err);
    DIR *dir = opendir(c->path);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        c->result->leftovers += segment_is_leftover(&c->manifest, span_of(entry->d_name));
    if (dir)
        closedir(dir);
    return st;
}

static enum status check_once(struct db_checker *c, struct err *err)
{
    c->outdated = false;
    c->done = c->total = 0;
    *c->result = (struct check_result){0};
    enum status st = manifest_read(&c->manifest, c->path, err);
    if (st == STATUS_SYNTAX) {
        fault(c, err, &RESTORE);
        return STATUS_OK;
    }
    if (st != STATUS_OK)
        return db_explain_missing(c->path, st, err);
    c->game = game_by_name(span_of(c->manifest.game));
    st = c->game ? check_segments(c, err) : db_unknown_game(c->path, c->manifest.game, err);
    manifest_release(&c->manifest);
    return st;
}

enum status db_check_listed(const char *path, const struct manifest *m,
                            const struct check_options *opt, bool *faulty,
                            struct check_result *result, struct err *err)
{
    struct db_checker c = {.path = path, .opt = opt, .result = result, .manifest = *m};
    *result = (struct check_result){0};
    c.game = game_by_name(span_of(m->game));
    if (!c.game)
        return db_unknown_game(path, m->game, err);
    record_init(&c.rec);
    for (uint32_t i = 0; i < m->count; i++)
        c.total += m->entries[i].kind == SEGMENT_GAMES ? m->entries[i].count : 0;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++) {
        st = check_segment(&c, &m->entries[i], err);
        faulty[i] = c.faulty;
    }
    record_release(&c.rec);
    record_check_release(&c.moves);
    return st;
}

enum status db_check_consistency(const char *path, const struct manifest *m,
                                 const struct check_options *opt, struct check_result *result,
                                 struct err *err)
{
    struct db_checker c = {.path = path, .opt = opt, .result = result, .manifest = *m};
    *result = (struct check_result){0};
    c.game = game_by_name(span_of(m->game));
    record_init(&c.rec);
    enum status st = check_consistency(&c, err);
    record_release(&c.rec);
    record_check_release(&c.moves);
    return st;
}

enum status db_check(const char *path, const struct check_options *opt, struct check_result *result,
                     struct err *err)
{
    enum { ATTEMPTS = 10 };
    struct db_checker c = {.path = path, .opt = opt, .result = result};
    enum status st = STATUS_OK;
    record_init(&c.rec);
    for (int i = 0; i < ATTEMPTS; i++) {
        st = check_once(&c, err);
        if (!c.outdated)
            break;
    }
    if (c.outdated)
        st = err->code = STATUS_IO; /* it is compacted again and again */
    record_release(&c.rec);
    record_check_release(&c.moves);
    return st;
}
