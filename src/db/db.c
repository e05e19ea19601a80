/* db.c: see db.h. */
#include "db/db.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/text/num.h"
#include "db/db_edits.h"
#include "db/db_people.h"
#include "db/found_log.h"
#include "db/kept_columns.h"
#include "db/record_check.h"
#include "db/record_index.h"
#include "store/entries.h"
#include "store/entry.h"
#include "store/metadata/metadata_writer.h"
#include "store/record_codec.h"

static const struct msg NO_DATABASE = {
    "%1 is not a Kifu database; create one with kifu import %1 FILE",
    "%1 は Kifu のデータベースではありません。kifu import %1 FILE で作れます"};
/* Something else has the name, perhaps the records that somebody wants to search. */
static const struct msg NOT_A_DATABASE = {
    "%1 is not a Kifu database; if it holds records, import them with kifu import NEW.kifu %1",
    "%1 は Kifu のデータベースではありません。棋譜なら kifu import NEW.kifu %1 "
    "で取り込んでください"};
static const struct msg NO_MANIFEST = {
    "%1 has no MANIFEST; rebuild it from the segments with kifu check %1 --repair",
    "%1 に MANIFEST がありません。kifu check %1 --repair でセグメントから作り直せます"};
static const struct msg CANT_LOOK = {"cannot examine %1: %2", "%1 を調べられません: %2"};
static const struct msg UNKNOWN_GAME = {
    "%1 holds records of %2, which this version does not support; update Kifu",
    "%1 は、この版が対応していない %2 の棋譜です。Kifu を更新してください"};
static const struct msg NO_SUCH_GAME = {"no game %1 in %2", "%2 に %1 番の棋譜はありません"};
static const struct msg REMOVED_GAME = {"game %1 was removed from %2",
                                        "%1 番の棋譜は %2 から削除されています"};
static const struct msg NO_SUCH_SOURCE = {"game %1 has no source %2",
                                          "%1 番の棋譜に出典 %2 はありません"};
static const struct msg WRONG_COUNT = {"the number of games differs from the manifest",
                                       "局数が目録と違います"};
static const struct msg BAD_REMOVED = {"the list of removed games is damaged",
                                       "削除された棋譜の一覧が壊れています"};
static const struct msg OUT_OF_ORDER = {"game ids are not in ascending order",
                                        "棋譜の番号が昇順ではありません"};

const char *db_file_path(struct buf *path, const char *directory, const char *name,
                         const char *ending)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/%s%s", directory, name, ending);
    const char *text = buf_cstr(path);
    return buf_status(path) == STATUS_OK ? text : NULL;
}

uint32_t segment_number(struct span file)
{
    uint64_t number;
    struct span ending = SPAN(DB_SEGMENT_ENDING);
    if (!span_ends(file, ending) || !span_eat(&file, SPAN("s")) ||
        !num_parse_u64(span_make(file.p, file.n - ending.n), UINT32_MAX, &number))
        return 0;
    return (uint32_t)number;
}

enum status db_exists(const char *path, bool *there, struct err *err)
{
    struct stat st;
    struct buf name;
    const char *text = db_file_path(&name, path, "MANIFEST", "");
    *there = text && stat(text, &st) == 0;
    int why = errno;
    buf_release(&name);
    if (!text)
        return err_nomem(err);
    if (*there || why == ENOENT || why == ENOTDIR)
        return STATUS_OK;
    return err_errno(err, why, &CANT_LOOK, span_of(path));
}

/* --- Segments -------------------------------------------------------------------------------- */

static enum status open_file(struct segment *s, const char *directory, const char *name,
                             struct err *err)
{
    struct buf path;
    const char *text = db_file_path(&path, directory, name, DB_SEGMENT_ENDING);
    enum status st = text ? segment_open(s, text, err) : err_nomem(err);
    buf_release(&path);
    return st;
}

static enum status open_games(struct db_segment *s, const struct game *game, struct err *err)
{
    enum status st = lines_open(&s->lines, game, &s->file, err);
    if (st == STATUS_OK && s->lines.games != s->listed.count)
        st = segment_damaged(&s->file, s->file.view.bytes.p, &WRONG_COUNT, err);
    return st == STATUS_OK ? entries_open(&s->entries, &s->file, &s->lines, err) : st;
}

static enum status open_indexes(struct db_segment *s, const struct game *game, enum db_parts parts,
                                struct err *err)
{
    if (parts == DB_GAMES)
        return STATUS_OK;
    enum status st = columns_open(&s->columns, &s->file, s->lines.games, err);
    if (st != STATUS_OK || parts == DB_WRITING)
        return st;
    if (parts == DB_SUMMARY)
        return metadata_open(&s->metadata, &s->file, &s->lines, &s->columns, err);
    st = fact_index_open(&s->facts, game, &s->lines, &s->file, err);
    if (st == STATUS_OK)
        st = position_index_open(&s->positions, &s->lines, &s->columns, &s->file, err);
    if (st == STATUS_OK)
        st = captures_open(&s->captures, &s->lines, &s->file, err);
    if (st == STATUS_OK)
        st = metadata_open(&s->metadata, &s->file, &s->lines, &s->columns, err);
    if (st == STATUS_OK && !(s->records = record_index_new()))
        st = err_nomem(err);
    if (st == STATUS_OK && !(s->kept = kept_columns_new()))
        st = err_nomem(err);
    return st;
}

/* The file is open, or opening it failed. */
static enum status open_parts(struct db_segment *s, const struct game *game, enum db_parts parts,
                              enum status st, struct err *err)
{
    if (st == STATUS_OK)
        st = open_games(s, game, err);
    if (st == STATUS_OK)
        st = open_indexes(s, game, parts, err);
    if (st != STATUS_OK)
        db_segment_close(s);
    return st;
}

enum status db_segment_open(struct db_segment *s, const char *directory, const struct game *game,
                            const struct manifest_entry *listed, enum db_parts parts,
                            struct err *err)
{
    *s = (struct db_segment){.listed = *listed};
    return open_parts(s, game, parts, open_file(&s->file, directory, listed->name, err), err);
}

void db_segment_close(struct db_segment *s)
{
    record_index_free(s->records);
    kept_columns_free(s->kept);
    metadata_close(s->metadata);
    columns_release(&s->columns);
    segment_close(&s->file);
    mem_free(s->removed);
    *s = (struct db_segment){0};
}

static enum status open_removed(struct db_extra *x, struct err *err)
{
    struct span all;
    enum status st = segment_need_whole(&x->file, "removed", &all, err);
    if (st != STATUS_OK)
        return st;
    if (all.n < 4 || (all.n - 4) / 4 != le_get32(all.p) || all.n % 4 ||
        le_get32(all.p) != x->listed.count)
        return segment_damaged(&x->file, all.p, &BAD_REMOVED, err);
    x->removed = span_skip(all, 4);
    return STATUS_OK;
}

static enum status open_extra(struct db_extra *x, const struct manifest_entry *listed,
                              enum status st, struct err *err)
{
    x->listed = *listed;
    if (st != STATUS_OK)
        return st;
    if (listed->kind == SEGMENT_REMOVALS)
        return open_removed(x, err);
    if (listed->kind == SEGMENT_EDITS)
        return STATUS_OK;
    return entries_open_sources(&x->sources, &x->file, err);
}

/* --- Opening --------------------------------------------------------------------------------- */

static enum status allocate(struct db *db, struct err *err)
{
    uint32_t games = 0;
    for (uint32_t i = 0; i < db->manifest.count; i++)
        games += db->manifest.entries[i].kind == SEGMENT_GAMES;
    db->segments = mem_calloc(games, sizeof *db->segments);
    db->extras = mem_calloc(db->manifest.count - games, sizeof *db->extras);
    return db->segments && db->extras ? STATUS_OK : err_nomem(err);
}

static uint32_t id_of_nth(const struct db_segment *s, uint32_t nth)
{
    return game_id(&s->lines, lines_u32(s->lines.by_id, nth));
}

/* Ids ascend from segment to segment, begin where the manifest says, and are below next-id. */
static bool ids_fit(const struct db *db, const struct db_segment *s)
{
    const struct db_segment *before = db->segment_count ? s - 1 : NULL;
    if (s->lines.games == 0 || id_of_nth(s, 0) != s->listed.first_id ||
        id_of_nth(s, s->lines.games - 1) >= db->manifest.next_id)
        return false;
    return !before || id_of_nth(before, before->lines.games - 1) < s->listed.first_id;
}

/* A file of the manifest: the next that was given, or the one in the folder. */
static enum status take_file(const struct db *db, const struct manifest_entry *e,
                             struct segment *given, struct segment *out, struct err *err)
{
    if (!given)
        return open_file(out, db->path, e->name, err);
    *out = *given;
    *given = (struct segment){0};
    return STATUS_OK;
}

/* given: files that are open already, one for each line of the manifest; NULL: those in the folder.
 */
static enum status open_segments(struct db *db, enum db_parts parts, struct segment *given,
                                 struct err *err)
{
    enum status st = allocate(db, err);
    for (uint32_t i = 0; i < db->manifest.count && st == STATUS_OK; i++) {
        const struct manifest_entry *e = &db->manifest.entries[i];
        if (e->kind != SEGMENT_GAMES) {
            struct db_extra *x = &db->extras[db->extra_count++];
            st = take_file(db, e, given ? &given[i] : NULL, &x->file, err);
            st = open_extra(x, e, st, err);
            if (st == STATUS_OK && e->kind == SEGMENT_EDITS)
                st = db_edits_read(db, &x->file, err);
            continue;
        }
        struct db_segment *s = &db->segments[db->segment_count];
        *s = (struct db_segment){.listed = *e, .db = db};
        st = take_file(db, e, given ? &given[i] : NULL, &s->file, err);
        st = open_parts(s, db->game, parts, st, err);
        if (st == STATUS_OK && !ids_fit(db, s))
            st = segment_damaged(&s->file, s->lines.id, &OUT_OF_ORDER, err);
        if (s->file.path)
            db->segment_count++;
    }
    return st;
}

/* The segment whose range of ids the id falls into; NULL if there is none. */
static struct db_segment *segment_of(const struct db *db, uint32_t id)
{
    uint32_t low = 0, high = db->segment_count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (db->segments[mid].listed.first_id <= id)
            low = mid + 1;
        else
            high = mid;
    }
    return low ? &db->segments[low - 1] : NULL;
}

/* An id that is in no segment was removed long ago and compacted away. */
static bool mark_removed(struct db *db, uint32_t id)
{
    struct db_segment *s = segment_of(db, id);
    uint32_t number;
    if (!s || !lines_find_id(&s->lines, id, &number) || db_is_removed(s, number))
        return true;
    if (!s->removed && !(s->removed = mem_calloc(s->lines.games / 64 + 1, sizeof *s->removed)))
        return false;
    s->removed[number / 64] |= (uint64_t)1 << number % 64;
    s->removed_count++;
    db->games--;
    db->plies -= line_plies(&s->lines, number);
    return true;
}

static enum status count_games(struct db *db, struct err *err)
{
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *l = &db->segments[i].lines;
        db->games += l->games;
        db->plies += lines_u32(l->first, l->games);
    }
    for (uint32_t i = 0; i < db->extra_count; i++) {
        const struct span ids = db->extras[i].removed;
        for (size_t at = 0; at < ids.n; at += 4)
            if (!mark_removed(db, le_get32(ids.p + at)))
                return err_nomem(err);
    }
    return STATUS_OK;
}

/* --- Sources that came later ----------------------------------------------------------------- */

struct name_collector {
    struct db *db;
    struct record rec;
    struct arena arena;
};

/* A result, a day, a rating that the sources before did not tell. */
static bool complete_columns(struct columns *c, uint32_t number, const struct record *rec)
{
    uint32_t values[COLUMN_COUNT];
    struct figures f;
    bool good = true;
    record_figures(rec, &f);
    for (unsigned i = 0; i < COLUMN_COUNT; i++)
        values[i] = column_get(&c->column[i], number);
    metadata_complete_figures(rec, &f, values);
    for (unsigned i = 0; i < COLUMN_COUNT && good; i++)
        if (values[i] != column_get(&c->column[i], number))
            good = columns_set(c, (enum column_id)i, number, values[i]);
    return good;
}

static enum status add_names(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct name_collector *n = ctx;
    struct db_segment *s = segment_of(n->db, id);
    struct entry_view view;
    uint32_t number;
    if (!s || !lines_find_id(&s->lines, id, &number))
        return STATUS_OK; /* the game is gone */
    arena_reset(&n->arena);
    enum status st = entry_parse(bytes, &n->arena, &view, err);
    if (st == STATUS_OK)
        st = db_decode(s, number, bytes, &n->rec, err);
    if (st != STATUS_OK)
        return st;
    if (!complete_columns(&s->columns, number, &n->rec))
        return err_nomem(err);
    st = metadata_add_source(s->metadata, number, &n->rec, view.tags, view.tag_count, err);
    return st == STATUS_OK && s->records ? record_index_add(s->records, number, &n->rec, err) : st;
}

/* So that a game is found by what every source says: those in segments of their own are told to the
 * columns and the metadata of the games' segments. */
static enum status name_sources(struct db *db, struct err *err)
{
    struct name_collector n = {.db = db};
    enum status st = STATUS_OK;
    record_init(&n.rec);
    arena_init(&n.arena, SIZE_MAX / 2);
    for (uint32_t i = 0; i < db->extra_count && st == STATUS_OK; i++)
        if (db->extras[i].listed.kind == SEGMENT_SOURCES)
            st = entries_more(&db->extras[i].sources, UINT32_MAX, add_names, &n, err);
    record_release(&n.rec);
    arena_release(&n.arena);
    return st;
}

enum status db_status(const struct db *db, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count && st == STATUS_OK; i++)
        st = segment_status(&db->segments[i].file, err);
    for (uint32_t i = 0; i < db->extra_count && st == STATUS_OK; i++)
        st = segment_status(&db->extras[i].file, err);
    return st;
}

enum status db_segment_fault(const struct db_segment *s, struct err *err)
{
    struct err damage = {0};
    if (segment_status(&s->file, &damage) != STATUS_OK && err)
        *err = damage;
    else if (s->file.path)
        err_in_file(err, span_of(s->file.path));
    return STATUS_SYNTAX;
}

enum { VERIFIED_AT_ONCE = 1 << 20 };

/* False: it is enough. */
static bool verify_file(const struct segment *s, db_go_on *go_on, void *ctx)
{
    for (unsigned i = 0; i < s->count; i++) {
        struct span rest =
            span_make(s->view.bytes.p + s->sections[i].offset, (size_t)s->sections[i].length);
        /* section sums was verified when the segment was opened */
        while (rest.n && strcmp(s->sections[i].name, SEGMENT_SUMS) != 0) {
            size_t n = rest.n < VERIFIED_AT_ONCE ? rest.n : VERIFIED_AT_ONCE;
            if (!segment_verify(s, span_make(rest.p, n)) || !go_on(ctx))
                return false;
            rest = span_skip(rest, n);
        }
    }
    return true;
}

enum status db_verify(const struct db *db, db_go_on *go_on, void *ctx, struct err *err)
{
    bool all = true;
    for (uint32_t i = 0; i < db->segment_count && all; i++)
        all = db->segments[i].elsewhere || verify_file(&db->segments[i].file, go_on, ctx);
    for (uint32_t i = 0; i < db->extra_count && all; i++)
        all = verify_file(&db->extras[i].file, go_on, ctx);
    enum status st = db_status(db, err);
    return st == STATUS_OK && !all ? STATUS_CANCELLED : st;
}

enum status db_status_all(struct db *const *dbs, uint32_t count, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        st = db_status(dbs[i], err);
    return st;
}

enum status db_unknown_game(const char *path, const char *game, struct err *err)
{
    return err_set(err, STATUS_UNSUPPORTED, &UNKNOWN_GAME, span_of(path), span_of(game));
}

bool db_has_segments(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    bool found = false;
    while (dir && !found && (entry = readdir(dir)))
        found = segment_number(span_of(entry->d_name)) > 0;
    if (dir)
        closedir(dir);
    return found;
}

enum status db_explain_missing(const char *path, enum status st, struct err *err)
{
    static const struct msg list = {
        "%1 is named like a list of shards, which this command does not take; give it the "
        "databases",
        "%1 はシャードの一覧の名前です。このコマンドにはデータベースを指定してください"};
    struct stat found;
    if (st != STATUS_NOT_FOUND)
        return st;
    const struct msg *what = is_shard_list(path)       ? &list
                             : db_has_segments(path)   ? &NO_MANIFEST
                             : stat(path, &found) == 0 ? &NOT_A_DATABASE
                                                       : &NO_DATABASE;
    return err_set(err, STATUS_NOT_FOUND, what, span_of(path), (struct span){0});
}

static enum status find_game(struct db *db, struct err *err)
{
    db->game = game_by_name(span_of(db->manifest.game));
    return db->game ? STATUS_OK : db_unknown_game(db->path, db->manifest.game, err);
}

/* A segment that is not there is something else than no database. */
static enum status missing_segment(struct err *err)
{
    if (err)
        err->code = STATUS_IO;
    return STATUS_IO;
}

static struct db *new_db(const char *path)
{
    struct db *db = mem_calloc(1, sizeof *db);
    size_t n = strlen(path) + 1;
    if (!db || !(db->path = mem_alloc(n)) || !(db->people = db_people_new()) ||
        !(db->found = found_keeper_new())) {
        if (db) {
            db_people_free(db->people);
            mem_free(db->path);
        }
        mem_free(db);
        return NULL;
    }
    memcpy(db->path, path, n);
    return db;
}

enum status db_open_away(struct db **out, const char *name, struct err *err)
{
    *out = new_db(name);
    if (!*out)
        return err_nomem(err);
    (*out)->away = (*out)->apart = true;
    return STATUS_OK;
}

static enum status open_once(struct db **out, const char *path, enum db_parts parts,
                             struct err *err)
{
    struct db *db = new_db(path);
    if (!db)
        return err_nomem(err);
    enum status st = manifest_read(&db->manifest, path, err);
    if (st == STATUS_NOT_FOUND)
        st = db_explain_missing(path, st, err);
    else {
        if (st == STATUS_OK)
            st = find_game(db, err);
        if (st == STATUS_OK)
            st = open_segments(db, parts, NULL, err);
        if (st == STATUS_OK)
            st = count_games(db, err);
        if (st == STATUS_OK && parts == DB_ALL)
            st = name_sources(db, err);
        if (st == STATUS_OK && (parts == DB_ALL || parts == DB_SUMMARY))
            st = db_edits_apply(db, err);
        if (st == STATUS_OK)
            st = db_status(db, err);
        if (st == STATUS_NOT_FOUND)
            st = missing_segment(err);
    }
    if (st == STATUS_OK)
        *out = db;
    else
        db_close(db);
    return st;
}

enum status db_fill(struct db *db, struct segment *files, struct err *err)
{
    db->games = db->plies = 0;
    enum status st = open_segments(db, DB_SUMMARY, files, err);
    if (st == STATUS_OK)
        st = count_games(db, err);
    if (st == STATUS_OK)
        st = name_sources(db, err);
    if (st == STATUS_OK)
        st = db_edits_apply(db, err);
    for (uint32_t i = 0; i < db->segment_count && db->owners; i++) {
        db->segments[i].process = db->owners[i];
        db->segments[i].elsewhere = true;
    }
    db->away = false;
    db->fetched = true;
    return st;
}

bool db_was_replaced(const char *path, const struct manifest *seen)
{
    struct manifest now;
    struct err err;
    if (manifest_read(&now, path, &err) != STATUS_OK)
        return false;
    /* compacting a database without games uses no new name */
    bool same = now.next_segment == seen->next_segment && now.count == seen->count;
    manifest_release(&now);
    return !same;
}

enum status db_open_parts(struct db **out, const char *path, enum db_parts parts, struct err *err)
{
    enum { ATTEMPTS = 10 };
    enum status st = STATUS_OK;
    *out = NULL;
    for (int i = 0; i < ATTEMPTS; i++) {
        /* compact deletes what the manifest no longer names: a reader that was about to open those
         * begins again */
        struct manifest before;
        st = manifest_read(&before, path, err);
        bool known = st == STATUS_OK;
        st = open_once(out, path, parts, err);
        bool again = known && st == STATUS_IO && db_was_replaced(path, &before);
        if (known)
            manifest_release(&before);
        if (!again)
            break;
    }
    return st;
}

enum status db_open(struct db **out, const char *path, struct err *err)
{
    return db_open_parts(out, path, DB_ALL, err);
}

void db_close(struct db *db)
{
    if (!db)
        return;
    for (uint32_t i = 0; i < db->segment_count; i++)
        db_segment_close(&db->segments[i]);
    for (uint32_t i = 0; i < db->extra_count; i++)
        segment_close(&db->extras[i].file);
    mem_free(db->segments);
    mem_free(db->extras);
    mem_free(db->owners);
    db_people_free(db->people);
    found_keeper_free(db->found);
    edits_release(&db->edits);
    manifest_release(&db->manifest);
    mem_free(db->path);
    mem_free(db);
}

/* --- Games ----------------------------------------------------------------------------------- */

static enum status no_game(const struct db *db, const struct msg *what, uint32_t id,
                           struct err *err)
{
    return err_set(err, STATUS_NOT_FOUND, what, SPAN_U64(id), span_of(db->path));
}

enum status db_find(const struct db *db, uint32_t id, const struct db_segment **segment,
                    uint32_t *number, struct err *err)
{
    const struct db_segment *s = segment_of(db, id);
    if (!s || !lines_find_id(&s->lines, id, number))
        return no_game(db, id < db->manifest.next_id ? &REMOVED_GAME : &NO_SUCH_GAME, id, err);
    if (db_is_removed(s, *number))
        return no_game(db, &REMOVED_GAME, id, err);
    *segment = s;
    return STATUS_OK;
}

static enum status decode_moves(const struct db_segment *s, uint32_t number, struct span record,
                                struct record *rec, struct err *err)
{
    uint32_t plies = line_plies(&s->lines, number);
    game_move *moves = mem_calloc((size_t)plies + 1, sizeof *moves);
    if (!moves)
        return err_nomem(err);
    line_moves(&s->lines, number, moves);
    enum status st = line_status(&s->lines, number, err);
    if (st == STATUS_OK)
        st = record_decode(rec, s->lines.game, record, moves, plies, err);
    mem_free(moves);
    return st;
}

enum status db_decode(const struct db_segment *s, uint32_t number, struct span bytes,
                      struct record *rec, struct err *err)
{
    struct arena arena;
    struct entry_view view;
    arena_init(&arena, SIZE_MAX / 2);
    enum status st = entry_parse(bytes, &arena, &view, err);
    if (st == STATUS_OK)
        st = decode_moves(s, number, view.record, rec, err);
    if (st == STATUS_SYNTAX && err && !err->file[0])
        err_in_file(err, span_of(s->file.path));
    arena_release(&arena);
    return st;
}

/* The same for those who print and draw: what they rely on holds. */
static enum status decode_checked(const struct db_segment *s, uint32_t number, struct span bytes,
                                  struct record *rec, struct err *err)
{
    struct record_check check = {0};
    enum status st = db_decode(s, number, bytes, rec, err);
    if (st != STATUS_OK)
        return st;
    st = record_check_moves(&check, rec, err);
    record_check_release(&check);
    if (st == STATUS_OK || st == STATUS_NOMEM)
        return st;
    err_in_file(err, span_of(s->file.path));
    return err->code = STATUS_SYNTAX;
}

enum status db_walk_sources(const struct db *db, uint32_t id, db_each_source *each, void *ctx,
                            struct err *err)
{
    const struct db_segment *s = NULL;
    uint32_t number = 0;
    struct buf bytes;
    enum status st = db_find(db, id, &s, &number, err);
    if (st != STATUS_OK || !s)
        return st;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    st = entries_get(&s->entries, line_order(&s->lines, number), &bytes, err);
    if (st == STATUS_OK)
        st = each(ctx, id, buf_span(&bytes), err);
    buf_release(&bytes);
    if (st == STATUS_OK)
        st = entries_more(&s->entries, id, each, ctx, err);
    for (uint32_t i = 0; i < db->extra_count && st == STATUS_OK; i++)
        if (db->extras[i].listed.kind == SEGMENT_SOURCES)
            st = entries_more(&db->extras[i].sources, id, each, ctx, err);
    return st;
}

/* Counts sources, and makes a record of the wanted one. */
struct source_picker {
    const struct db_segment *segment;
    uint32_t number, wanted, count;
    struct record *rec; /* NULL: only count */
};

static enum status pick_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct source_picker *p = ctx;
    (void)id;
    if (p->rec && p->count == p->wanted) {
        enum status st = decode_checked(p->segment, p->number, bytes, p->rec, err);
        if (st != STATUS_OK)
            return st;
    }
    p->count++;
    return STATUS_OK;
}

enum status db_sources(const struct db *db, uint32_t id, uint32_t *count, struct err *err)
{
    struct source_picker p = {0};
    enum status st = db_walk_sources(db, id, pick_source, &p, err);
    *count = p.count;
    return st;
}

enum status db_source(const struct db *db, uint32_t id, uint32_t source, struct record *rec,
                      struct err *err)
{
    struct source_picker p = {.wanted = source, .rec = rec};
    enum status st = db_find(db, id, &p.segment, &p.number, err);
    if (st != STATUS_OK || !p.segment)
        return st;
    st = db_walk_sources(db, id, pick_source, &p, err);
    if (st == STATUS_OK)
        st = segment_status(&p.segment->file, err);
    if (st == STATUS_OK && p.count <= source) {
        st = err_set(err, STATUS_NOT_FOUND, &NO_SUCH_SOURCE, SPAN_U64(id), SPAN_U64(source));
    }
    return st;
}

enum status db_record(const struct db *db, uint32_t id, struct record *rec, struct err *err)
{
    enum status st = db_record_original(db, id, rec, err);
    return st == STATUS_OK ? db_edits_of_record(db, id, rec, err) : st;
}

enum status db_record_original(const struct db *db, uint32_t id, struct record *rec,
                               struct err *err)
{
    const struct db_segment *s = NULL;
    uint32_t number = 0;
    struct buf bytes;
    enum status st = db_find(db, id, &s, &number, err);
    if (st != STATUS_OK || !s)
        return st;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    st = entries_get(&s->entries, line_order(&s->lines, number), &bytes, err);
    if (st == STATUS_OK)
        st = decode_checked(s, number, buf_span(&bytes), rec, err);
    buf_release(&bytes);
    return st == STATUS_OK ? segment_status(&s->file, err) : st;
}

/* --- Bytes ----------------------------------------------------------------------------------- */

/* What a section is for, by its name; what is not listed counts as games. */
static uint64_t *bytes_of(struct db_bytes *out, const char *name)
{
    static const struct {
        const char *prefix;
        size_t field;
    } USES[] = {
        {"fact", offsetof(struct db_bytes, facts)},
        {"captures", offsetof(struct db_bytes, facts)},
        {"pos", offsetof(struct db_bytes, hashes)},
        {"metadata", offsetof(struct db_bytes, metadata)},
        {"columns", offsetof(struct db_bytes, metadata)},
        {"paths", offsetof(struct db_bytes, metadata)},
        {"also", offsetof(struct db_bytes, metadata)},
        {"files", offsetof(struct db_bytes, metadata)},
        {"edits", offsetof(struct db_bytes, metadata)},
    };
    for (size_t i = 0; i < sizeof USES / sizeof *USES; i++)
        if (span_starts(span_of(name), span_of(USES[i].prefix)))
            return (uint64_t *)((char *)out + USES[i].field);
    return &out->games;
}

bool db_is_index(const char *section)
{
    struct db_bytes bytes;
    const uint64_t *use = bytes_of(&bytes, section);
    return use == &bytes.facts || use == &bytes.hashes;
}

static void add_bytes(const struct segment *s, struct db_bytes *out)
{
    uint64_t rest = s->view.bytes.n;
    for (unsigned i = 0; i < s->count; i++) {
        *bytes_of(out, s->sections[i].name) += s->sections[i].length;
        rest -= s->sections[i].length;
    }
    out->games += rest;
}

void db_bytes(const struct db *db, struct db_bytes *out)
{
    *out = (struct db_bytes){0};
    if (db->fetched) {
        *out = db->away_bytes;
        return;
    }
    for (uint32_t i = 0; i < db->segment_count; i++)
        add_bytes(&db->segments[i].file, out);
    for (uint32_t i = 0; i < db->extra_count; i++)
        add_bytes(&db->extras[i].file, out);
}
