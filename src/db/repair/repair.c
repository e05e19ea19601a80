/* repair.c: see repair.h. */
#include "db/repair/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/db.h"
#include "db/db_writer.h"
#include "db/import_folder.h"
#include "db/record_check.h"
#include "db/repair/repair_files.h"
#include "db/repair/salvage.h"
#include "db/segment_build.h"

static const struct msg NO_MANIFEST = {"the manifest is missing", "目録がありません"};
static const struct msg REBUILT = {"rebuilt from the segments", "セグメントから作り直します"};

struct id_list {
    uint32_t *ids; /* owned */
    size_t count, cap;
};

struct id_range {
    uint32_t first, last;
};

/* A line of the manifest as it was, and what becomes of it. */
struct repair_slot {
    bool faulty, missing;
    struct manifest made;           /* segments that take its place, if faulty */
    struct salvage_removed removed; /* of a removals segment */
    struct repair_segment outcome;
};

struct repairer {
    const char *path;
    const struct repair_options *opt;
    struct repair_result *result;
    struct manifest listed;
    bool from_files; /* listed is made from the files: the manifest is missing or damaged */
    bool manifest_damaged;
    char manifest_aside[64];
    struct repair_slot *slots; /* one for each line of listed */
    struct manifest next;
    const struct game *game;
    struct id_list removed, lost;
    bool games_lost;          /* also such whose ids are not known */
    struct id_range *covered; /* ids of newer segments, where nothing else says which counts */
    size_t covered_count, covered_cap;
    uint64_t next_id;
    struct repair_loss pending; /* count 0: none */
    /* of the segment being written anew */
    uint32_t at;
    struct games_writer *games;
    struct file_table files;
    struct source_list sources;
    struct id_range seen;
    bool any_seen;
    uint64_t given;
    bool last_was_lost; /* the game before; its sources are lost with it */
    /* to read sources with the moves of their games */
    struct db_segment *segments;
    uint32_t segment_count;
    struct record rec;
    struct record_check moves;
};

/* --- Lists of ids ---------------------------------------------------------------------------- */

static bool add_id(struct id_list *l, uint32_t id)
{
    uint32_t *ids = mem_grow(l->ids, l->count, &l->cap, UINT32_MAX, sizeof *ids);
    if (!ids)
        return false;
    l->ids = ids;
    ids[l->count++] = id;
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_ids(struct id_list *l)
{
    size_t n = 0;
    if (l->count)
        qsort(l->ids, l->count, sizeof *l->ids, compare_ids);
    for (size_t i = 0; i < l->count; i++)
        if (n == 0 || l->ids[n - 1] != l->ids[i])
            l->ids[n++] = l->ids[i];
    l->count = n;
}

static bool has_id(const struct id_list *l, uint32_t id)
{
    return l->count && bsearch(&id, l->ids, l->count, sizeof *l->ids, compare_ids);
}

static void see_id(struct repairer *r, uint32_t id)
{
    if ((uint64_t)id + 1 > r->next_id)
        r->next_id = (uint64_t)id + 1;
}

/* --- Reporting ------------------------------------------------------------------------------- */

static void flush_loss(struct repairer *r)
{
    if (r->pending.count)
        r->opt->loss(r->opt->check.ctx, &r->pending);
    r->pending.count = 0;
}

static bool continues(const struct repair_loss *a, const struct repair_loss *b)
{
    bool same = a->count && a->kind == b->kind && a->ids_known == b->ids_known &&
                strcmp(a->file, b->file) == 0 && strcmp(a->section, b->section) == 0;
    return same && (!a->ids_known || a->last == b->first || a->last + 1 == b->first);
}

/* Adjacent games that were lost in the same section are reported together. */
static void report(struct repairer *r, struct repair_loss loss)
{
    r->result->count[loss.kind] += loss.count;
    snprintf(loss.file, sizeof loss.file, "%s", r->slots[r->at].outcome.file);
    if (continues(&r->pending, &loss)) {
        r->pending.last = loss.last;
        r->pending.count += loss.count;
        return;
    }
    flush_loss(r);
    r->pending = loss;
}

static void report_game(struct repairer *r, enum repair_loss_kind kind,
                        const struct salvage_game *g)
{
    report(r, (struct repair_loss){.kind = kind,
                                   .ids_known = g->id_known,
                                   .first = g->id,
                                   .last = g->id,
                                   .count = 1,
                                   .section = g->section,
                                   .byte = g->byte});
}

/* --- What there is --------------------------------------------------------------------------- */

static void report_manifest(struct repairer *r, struct err *err, bool there)
{
    if (!there) {
        err_plain(err, STATUS_NOT_FOUND, &NO_MANIFEST);
        err_in_file(err, span_of(r->path));
    }
    r->result->faults++;
    r->opt->check.fault(r->opt->check.ctx, err, &REBUILT);
}

static enum status read_manifest(struct repairer *r, struct err *err)
{
    enum status st = manifest_read(&r->listed, r->path, err);
    if (st != STATUS_SYNTAX && st != STATUS_NOT_FOUND)
        return st;
    r->manifest_damaged = st == STATUS_SYNTAX;
    r->from_files = r->result->manifest = true;
    report_manifest(r, err, r->manifest_damaged);
    return repair_list_files(&r->listed, r->path, err);
}

static enum status name_places(struct repairer *r, struct err *err)
{
    r->slots = mem_calloc((size_t)r->listed.count + 1, sizeof *r->slots);
    if (!r->slots)
        return err_nomem(err);
    for (uint32_t i = 0; i < r->listed.count; i++) {
        struct repair_segment *outcome = &r->slots[i].outcome;
        struct buf path;
        snprintf(outcome->file, sizeof outcome->file, "%s" DB_SEGMENT_ENDING,
                 r->listed.entries[i].name);
        outcome->kind = r->listed.entries[i].kind;
        const char *text = db_file_path(&path, r->path, outcome->file, "");
        r->slots[i].missing = text && access(text, F_OK) != 0;
        buf_release(&path);
    }
    return STATUS_OK;
}

/* Faults that lie between segments show only where none has faults of its own; what is not games
 * is then written anew, and the manifest. */
static enum status check_consistency(struct repairer *r, uint64_t faults_before, struct err *err)
{
    struct check_result result;
    struct check_options opt = r->opt->check;
    opt.keepable = NULL;
    if (r->from_files || r->result->faults > faults_before)
        return STATUS_OK;
    enum status st = db_check_consistency(r->path, &r->listed, &opt, &result, err);
    r->result->faults += result.faults;
    for (uint32_t i = 0; i < r->listed.count && result.faults; i++)
        r->slots[i].faulty = r->listed.entries[i].kind != SEGMENT_GAMES;
    return st;
}

static enum status find_faults(struct repairer *r, struct err *err)
{
    struct check_result result;
    struct check_options opt = r->opt->check;
    uint64_t before = r->result->faults;
    bool *faulty = mem_calloc((size_t)r->listed.count + 1, sizeof *faulty);
    if (!faulty)
        return err_nomem(err);
    opt.keepable = NULL;
    enum status st = db_check_listed(r->path, &r->listed, &opt, faulty, &result, err);
    r->result->faults += result.faults;
    for (uint32_t i = 0; i < r->listed.count; i++)
        r->slots[i].faulty = faulty[i];
    mem_free(faulty);
    return st == STATUS_OK ? check_consistency(r, before, err) : st;
}

/* --- Removals -------------------------------------------------------------------------------- */

static const char *file_of(const struct repairer *r, uint32_t i, struct buf *path)
{
    return db_file_path(path, r->path, r->slots[i].outcome.file, "");
}

static enum status open_place(struct repairer *r, uint32_t i, struct salvage_file *f,
                              struct err *err)
{
    struct buf path;
    const char *text = file_of(r, i, &path);
    r->at = i;
    enum status st =
        text ? salvage_file_open(f, text, r->listed.entries[i].kind, err) : err_nomem(err);
    buf_release(&path);
    if (st == STATUS_OK)
        r->result->mended += f->mended;
    return st;
}

/* Begins the manifest of what takes the place of a segment; end_place() takes over its names. */
static void begin_place(struct repairer *r, struct manifest *m)
{
    manifest_init(m, r->listed.game);
    m->next_segment = r->next.next_segment;
}

static void end_place(struct repairer *r, uint32_t i, const struct manifest *m, uint64_t kept)
{
    r->slots[i].made = *m;
    r->slots[i].outcome.kept = kept;
    r->next.next_segment = m->next_segment;
}

static void report_removals(struct repairer *r, uint32_t unknown, uint32_t above, uint32_t below,
                            uint64_t byte)
{
    report(r, (struct repair_loss){.kind = REPAIR_LOST_REMOVALS,
                                   .first = above,
                                   .last = below,
                                   .count = unknown,
                                   .section = r->slots[r->at].missing ? "" : "removed",
                                   .byte = byte});
}

/* An id that has lost its checksum and is larger than any game's is not one. */
static void drop_impossible(const struct repairer *r, struct salvage_removed *ids)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < ids->count; i++) {
        if (!ids->whole[i] && ids->ids[i] >= r->next_id) {
            ids->unknown++;
            continue;
        }
        ids->ids[n] = ids->ids[i];
        ids->whole[n++] = ids->whole[i];
    }
    ids->count = n;
}

static enum status rebuild_removals(struct repairer *r, uint32_t i, struct err *err)
{
    struct salvage_removed *ids = &r->slots[i].removed;
    struct manifest m;
    uint32_t unverified = 0;
    r->at = i;
    drop_impossible(r, ids);
    begin_place(r, &m);
    enum status st =
        ids->count ? segment_build_removals(ids->ids, ids->count, &m, r->path, err) : STATUS_OK;
    end_place(r, i, &m, ids->count);
    for (uint32_t k = 0; k < ids->count; k++)
        unverified += !ids->whole[k];
    if (ids->unknown)
        report_removals(r, ids->unknown, ids->above, ids->below, ids->unknown_at);
    if (unverified)
        report(r, (struct repair_loss){
                      .kind = REPAIR_UNVERIFIED, .count = unverified, .section = "removed"});
    return st;
}

static enum status read_removals(struct repairer *r, uint32_t i, struct err *err)
{
    const struct manifest_entry *e = &r->listed.entries[i];
    struct salvage_removed *ids = &r->slots[i].removed;
    struct salvage_file f;
    r->at = i;
    if (r->slots[i].missing) {
        report_removals(r, e->count ? e->count : 1, 0, UINT32_MAX, 0);
        return STATUS_OK;
    }
    enum status st = open_place(r, i, &f, err);
    if (st != STATUS_OK)
        return st;
    st = salvage_removed(&f, r->from_files ? NULL : e, ids, err);
    salvage_file_close(&f);
    for (uint32_t k = 0; k < ids->count && st == STATUS_OK; k++) {
        if (ids->whole[k])
            see_id(r, ids->ids[k]);
        st = add_id(&r->removed, ids->ids[k]) ? STATUS_OK : err_nomem(err);
    }
    return st;
}

static enum status go_through_removals(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++)
        if (r->listed.entries[i].kind == SEGMENT_REMOVALS && r->slots[i].faulty &&
            !r->slots[i].missing)
            st = rebuild_removals(r, i, err);
    return st;
}

static enum status read_all_removals(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++)
        if (r->listed.entries[i].kind == SEGMENT_REMOVALS)
            st = read_removals(r, i, err);
    sort_ids(&r->removed);
    return st;
}

/* --- Games ----------------------------------------------------------------------------------- */

static bool is_covered(const struct repairer *r, uint32_t id)
{
    for (size_t i = 0; i < r->covered_count; i++)
        if (id >= r->covered[i].first && id <= r->covered[i].last)
            return true;
    return false;
}

static enum status cover(struct repairer *r, struct id_range range, struct err *err)
{
    struct id_range *more =
        mem_grow(r->covered, r->covered_count, &r->covered_cap, UINT32_MAX, sizeof *more);
    if (!more)
        return err_nomem(err);
    r->covered = more;
    more[r->covered_count++] = range;
    return STATUS_OK;
}

static enum status lose_game(struct repairer *r, const struct salvage_game *g, struct err *err)
{
    if (g->id_known && has_id(&r->removed, g->id))
        return STATUS_OK; /* it was removed before */
    r->games_lost = true;
    report_game(r, REPAIR_LOST_GAMES, g);
    return !g->id_known || add_id(&r->lost, g->id) ? STATUS_OK : err_nomem(err);
}

static struct index_options index_options(const struct repairer *r)
{
    return (struct index_options){.threads = r->opt->check.threads,
                                  .memory = r->opt->check.memory ? r->opt->check.memory
                                                                 : (size_t)256 << 20,
                                  .cancelled = r->opt->check.cancelled};
}

static enum status finish_games(struct repairer *r, bool last, struct err *err)
{
    struct index_options opt = index_options(r);
    if (!r->games)
        return STATUS_OK;
    enum status st = segment_build_next(r->games, &r->slots[r->at].made, r->path, &opt,
                                        last ? &r->files : NULL, err);
    games_writer_close(r->games);
    r->games = NULL;
    return st;
}

static enum status keep_game(struct repairer *r, const struct salvage_game *g, struct err *err)
{
    enum status st = STATUS_OK;
    if (r->games && segment_is_full(r->games, DB_COMPACT_GAMES, 0))
        st = finish_games(r, false, err);
    if (st == STATUS_OK && !r->games)
        st = games_writer_open(&r->games, r->game, err);
    if (st == STATUS_OK)
        st = games_writer_add(r->games, g->id, g->rec, g->entry, err);
    if (st != STATUS_OK)
        return st;
    r->slots[r->at].outcome.kept++;
    if (g->promoted)
        report_game(r, REPAIR_PROMOTED_RECORDS, g);
    if (g->state == SALVAGE_MOVES)
        report_game(r, REPAIR_LOST_RECORDS, g);
    if (g->state == SALVAGE_PLAUSIBLE)
        report_game(r, REPAIR_UNVERIFIED, g);
    return STATUS_OK;
}

static enum status take_game(void *ctx, const struct salvage_game *g, struct err *err)
{
    struct repairer *r = ctx;
    const atomic_bool *cancelled = r->opt->check.cancelled;
    if (cancelled && atomic_load(cancelled))
        return err_plain(err, STATUS_CANCELLED, NULL);
    r->given++;
    if (g->id_known) {
        see_id(r, g->id);
        r->seen.first = r->any_seen ? r->seen.first : g->id;
        r->seen.last = g->id;
        r->any_seen = true;
        if (is_covered(r, g->id))
            return STATUS_OK;
    }
    r->last_was_lost = g->state == SALVAGE_LOST;
    return r->last_was_lost ? lose_game(r, g, err) : keep_game(r, g, err);
}

static enum status take_source(void *ctx, const struct salvage_game *g, struct err *err)
{
    struct repairer *r = ctx;
    bool of_last = g->id_known && r->any_seen && g->id == r->seen.last;
    if ((g->id_known && is_covered(r, g->id)) || (of_last && r->last_was_lost))
        return STATUS_OK; /* its game is not there, either */
    if (g->state == SALVAGE_LOST) {
        report_game(r, REPAIR_LOST_SOURCES, g);
        return STATUS_OK;
    }
    if (g->state == SALVAGE_PLAUSIBLE)
        report_game(r, REPAIR_UNVERIFIED, g);
    return games_writer_add_source(r->games, g->id, g->rec, g->entry, err);
}

/* Games that the manifest tells of and the file does not: of a file that is gone, all. */
static enum status lose_rest(struct repairer *r, uint32_t i, struct err *err)
{
    const struct manifest_entry *e = &r->listed.entries[i];
    struct repair_loss loss = {.kind = REPAIR_LOST_GAMES, .section = ""};
    if (r->from_files || r->given >= e->count) {
        if (r->given)
            return STATUS_OK;
        loss.count = e->count ? e->count : 1; /* nobody knows how many */
        r->games_lost = true;
        report(r, loss);
        return STATUS_OK;
    }
    loss.count = e->count - r->given;
    loss.ids_known = r->given == 0 && manifest_id_behind(&r->listed, e) - e->first_id == e->count;
    loss.first = e->first_id;
    loss.last = loss.ids_known ? e->first_id + e->count - 1 : 0;
    r->games_lost = true;
    report(r, loss);
    for (uint32_t k = 0; loss.ids_known && k < e->count; k++)
        if (!has_id(&r->removed, e->first_id + k) && !add_id(&r->lost, e->first_id + k))
            return err_nomem(err);
    return STATUS_OK;
}

/* Files that need not be read again. */
static enum status take_files(struct repairer *r, const struct salvage_file *f, struct err *err)
{
    struct span files = salvage_section(f, "files");
    file_table_clear(&r->files);
    if (!files.n || !salvage_is_whole(f, files))
        return STATUS_OK;
    enum status st = file_table_add_segment(&r->files, &f->file, err);
    if (st == STATUS_SYNTAX)
        file_table_clear(&r->files);
    return st == STATUS_SYNTAX ? STATUS_OK : st;
}

static enum status rebuild_games(struct repairer *r, uint32_t i, struct err *err)
{
    struct salvage_file f = {0};
    const struct salvage_sink sink = {r, take_game, take_source};
    const struct salvage_hint hint = {
        r->from_files ? NULL : &r->listed.entries[i],
        r->from_files ? UINT32_MAX : manifest_id_behind(&r->listed, &r->listed.entries[i])};
    r->at = i;
    r->any_seen = false;
    r->given = 0;
    begin_place(r, &r->slots[i].made);
    enum status st = STATUS_OK;
    if (!r->slots[i].missing) {
        st = open_place(r, i, &f, err);
        if (st == STATUS_OK)
            st = take_files(r, &f, err);
        if (st == STATUS_OK)
            st = salvage_games(&f, r->game, &hint, &sink, err);
    }
    if (st == STATUS_OK)
        st = finish_games(r, true, err);
    if (st == STATUS_OK)
        st = lose_rest(r, i, err);
    r->next.next_segment = r->slots[i].made.next_segment;
    sort_ids(&r->lost);
    salvage_file_close(&f);
    return st == STATUS_OK && r->from_files && r->any_seen ? cover(r, r->seen, err) : st;
}

/* A segment without faults: does a newer one have its ids?  Then what it has besides is kept. */
static enum status keep_games(struct repairer *r, uint32_t i, struct err *err)
{
    struct manifest_entry *e = &r->listed.entries[i];
    struct id_range range;
    if (!repair_take_figures(e, r->path, r->game, &range.last)) {
        r->slots[i].faulty = true;
        return rebuild_games(r, i, err);
    }
    range.first = e->first_id;
    see_id(r, range.last);
    for (size_t k = 0; k < r->covered_count; k++)
        if (range.first <= r->covered[k].last && range.last >= r->covered[k].first) {
            r->slots[i].faulty = true;
            return rebuild_games(r, i, err);
        }
    return r->from_files ? cover(r, range, err) : STATUS_OK;
}

/* The newest first, so that older ones of the same ids are known as such. */
static enum status go_through_games(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = r->listed.count; i-- > 0 && st == STATUS_OK;)
        if (r->listed.entries[i].kind == SEGMENT_GAMES)
            st = r->slots[i].faulty ? rebuild_games(r, i, err) : keep_games(r, i, err);
    return st;
}

/* --- Sources --------------------------------------------------------------------------------- */

/* The segments of games as they will be. */
static enum status open_games(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->next.count; i++)
        count += r->next.entries[i].kind == SEGMENT_GAMES;
    r->segments = mem_calloc((size_t)count + 1, sizeof *r->segments);
    if (!r->segments)
        return err_nomem(err);
    for (uint32_t i = 0; i < r->next.count && st == STATUS_OK; i++)
        if (r->next.entries[i].kind == SEGMENT_GAMES)
            st = db_segment_open(&r->segments[r->segment_count++], r->path, r->game,
                                 &r->next.entries[i], DB_GAMES, err);
    return st;
}

/* Can it be read with the moves of its game?  Sources of games that are gone do no harm. */
static bool source_fits(struct repairer *r, const struct salvage_game *g, struct err *err)
{
    for (uint32_t i = 0; i < r->segment_count; i++) {
        uint32_t number;
        if (!lines_find_id(&r->segments[i].lines, g->id, &number))
            continue;
        return db_decode(&r->segments[i], number, g->entry, &r->rec, err) == STATUS_OK &&
               record_check_moves(&r->moves, &r->rec, err) == STATUS_OK;
    }
    return true;
}

static enum status take_separate_source(void *ctx, const struct salvage_game *g, struct err *err)
{
    struct repairer *r = ctx;
    struct err ignored = {0};
    bool keep = g->state != SALVAGE_LOST && source_fits(r, g, &ignored);
    if (ignored.code == STATUS_NOMEM)
        return err_nomem(err);
    if (!keep) {
        report_game(r, REPAIR_LOST_SOURCES, g);
        return STATUS_OK;
    }
    see_id(r, g->id);
    if (g->state == SALVAGE_PLAUSIBLE)
        report_game(r, REPAIR_UNVERIFIED, g);
    return source_list_add(&r->sources, g->id, g->entry, err);
}

static enum status write_sources(struct repairer *r, uint32_t i, struct err *err)
{
    struct manifest m;
    uint64_t kept = r->sources.count;
    begin_place(r, &m);
    enum status st = STATUS_OK;
    if (r->sources.count || r->files.count)
        st = segment_build_sources(&r->sources, &m, r->path, &r->files, err);
    end_place(r, i, &m, kept);
    return st;
}

static enum status rebuild_sources(struct repairer *r, uint32_t i, struct err *err)
{
    struct salvage_file f = {0};
    const struct salvage_sink sink = {r, NULL, take_separate_source};
    r->at = i;
    if (r->slots[i].missing) {
        report(r, (struct repair_loss){.kind = REPAIR_LOST_SOURCES,
                                       .count = r->listed.entries[i].count,
                                       .section = ""});
        return STATUS_OK;
    }
    source_list_init(&r->sources);
    enum status st = open_place(r, i, &f, err);
    if (st == STATUS_OK)
        st = take_files(r, &f, err);
    if (st == STATUS_OK)
        st = salvage_sources(&f, &sink, err);
    if (st == STATUS_OK)
        st = write_sources(r, i, err);
    source_list_release(&r->sources);
    salvage_file_close(&f);
    return st;
}

/* Ids of sources count for the next id, too. */
static enum status see_sources(struct repairer *r, uint32_t i, struct err *err)
{
    struct segment s;
    struct entries e;
    struct buf path;
    const char *text = file_of(r, i, &path);
    enum status st = text ? segment_open(&s, text, err) : err_nomem(err);
    buf_release(&path);
    if (st != STATUS_OK)
        return st;
    st = entries_open_sources(&e, &s, err);
    if (st == STATUS_OK && e.more_count)
        see_id(r, le_get32(e.more.p + 4 + 12 * ((size_t)e.more_count - 1)));
    segment_close(&s);
    return st;
}

static enum status go_through_sources(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++)
        if (r->listed.entries[i].kind == SEGMENT_SOURCES)
            st = r->slots[i].faulty ? rebuild_sources(r, i, err) : see_sources(r, i, err);
    return st;
}

/* --- Edits ------------------------------------------------------------------------------------ */

/* They are read whole or not at all: half of the changes of a person are worse than none. */
static bool read_edits(const struct repairer *r, uint32_t i, struct edits *edits)
{
    struct segment s = {0};
    struct span bytes;
    struct buf path;
    struct err err;
    const char *text = file_of(r, i, &path);
    edits_init(edits);
    bool good = text && segment_open(&s, text, &err) == STATUS_OK &&
                segment_need_whole(&s, "edits", &bytes, &err) == STATUS_OK &&
                edits_parse(edits, bytes, &err) == STATUS_OK;
    segment_close(&s);
    buf_release(&path);
    return good;
}

static enum status rebuild_edits(struct repairer *r, uint32_t i, struct err *err)
{
    struct manifest m;
    struct edits edits;
    enum status st = STATUS_OK;
    r->at = i;
    begin_place(r, &m);
    bool good = read_edits(r, i, &edits);
    if (good && edits_count(&edits))
        st = segment_build_edits(&edits, &m, r->path, err);
    end_place(r, i, &m, good ? edits_count(&edits) : 0);
    if (!good)
        report(r, (struct repair_loss){.kind = REPAIR_LOST_EDITS,
                                       .count = r->listed.entries[i].count,
                                       .section = ""});
    edits_release(&edits);
    return st;
}

static enum status go_through_edits(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++)
        if (r->listed.entries[i].kind == SEGMENT_EDITS && r->slots[i].faulty)
            st = rebuild_edits(r, i, err);
    return st;
}

/* --- The next manifest ------------------------------------------------------------------------ */

static int compare_first_ids(const void *a, const void *b)
{
    const struct manifest_entry *x = a, *y = b;
    bool p = x->kind != SEGMENT_GAMES, q = y->kind != SEGMENT_GAMES;
    if (p || q)
        return p - q;
    return (x->first_id > y->first_id) - (x->first_id < y->first_id);
}

/* Games of segments stand in the order of their ids.  If the order of names is another one, those
 * of games come first; where removals stand then makes files count less (db/file_table.h), no more.
 */
static void put_in_order(struct manifest *m)
{
    uint32_t before = 0;
    bool ordered = true;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->entries[i].kind == SEGMENT_GAMES) {
            ordered &= m->entries[i].first_id >= before;
            before = m->entries[i].first_id;
        }
    if (ordered)
        return;
    for (uint32_t i = 1; i < m->count; i++) /* stable, and nearly in order */
        for (uint32_t k = i; k && compare_first_ids(&m->entries[k - 1], &m->entries[k]) > 0; k--) {
            struct manifest_entry e = m->entries[k];
            m->entries[k] = m->entries[k - 1];
            m->entries[k - 1] = e;
        }
}

static enum status collect(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    r->next.count = 0;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++) {
        const struct repair_slot *p = &r->slots[i];
        const struct manifest *from = p->faulty ? &p->made : &r->listed;
        uint32_t first = p->faulty ? 0 : i, count = p->faulty ? p->made.count : 1;
        for (uint32_t k = first; k < first + count && st == STATUS_OK; k++)
            st = manifest_add(&r->next, &from->entries[k], err);
    }
    put_in_order(&r->next);
    return st;
}

/* Importing the files of games that were lost brings them back. */
static enum status list_lost(struct repairer *r, struct err *err)
{
    sort_ids(&r->lost);
    if (!r->games_lost)
        return STATUS_OK;
    return segment_build_removals(r->lost.ids, (uint32_t)r->lost.count, &r->next, r->path, err);
}

static enum status rebuild(struct repairer *r, struct err *err)
{
    enum status st = read_all_removals(r, err);
    if (st == STATUS_OK)
        st = go_through_games(r, err);
    if (st == STATUS_OK)
        st = go_through_removals(r, err);
    if (st == STATUS_OK)
        st = go_through_edits(r, err);
    if (st == STATUS_OK)
        st = collect(r, err);
    if (st == STATUS_OK)
        st = open_games(r, err);
    if (st == STATUS_OK)
        st = go_through_sources(r, err);
    for (uint32_t i = 0; i < r->segment_count; i++)
        db_segment_close(&r->segments[i]);
    mem_free(r->segments);
    r->segments = NULL;
    r->segment_count = 0;
    if (st == STATUS_OK)
        st = collect(r, err);
    if (st == STATUS_OK)
        st = list_lost(r, err);
    flush_loss(r);
    r->next.next_id = r->next_id > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)r->next_id;
    return st;
}

/* --- To disk --------------------------------------------------------------------------------- */

static enum status put_aside(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++) {
        struct repair_segment *outcome = &r->slots[i].outcome;
        if (r->slots[i].faulty && !r->slots[i].missing)
            st = repair_put_aside(r->path, outcome->file, outcome->aside, sizeof outcome->aside,
                                  err);
    }
    if (st == STATUS_OK && r->manifest_damaged)
        st =
            repair_put_aside(r->path, "MANIFEST", r->manifest_aside, sizeof r->manifest_aside, err);
    if (st == STATUS_OK && r->manifest_damaged)
        st = repair_copy_aside(r->path, "MANIFEST", r->manifest_aside, err);
    return st;
}

static enum status leave_damaged(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++) {
        const struct repair_segment *outcome = &r->slots[i].outcome;
        if (!r->slots[i].faulty)
            continue;
        r->result->segments++;
        if (!r->slots[i].missing)
            st = repair_leave(r->path, outcome->file, outcome->aside, err);
        r->opt->segment(r->opt->check.ctx, outcome);
    }
    return st;
}

static bool has_faulty(const struct repairer *r)
{
    for (uint32_t i = 0; i < r->listed.count; i++)
        if (r->slots[i].faulty)
            return true;
    return false;
}

static enum status publish(struct repairer *r, struct err *err)
{
    enum status st = put_aside(r, err);
    if (st == STATUS_OK)
        st = manifest_write(&r->next, r->path, err);
    if (st != STATUS_OK)
        return st;
    r->result->changed = true;
    import_folder_clear(r->path, ""); /* what was prepared for another state is of no use */
    return leave_damaged(r, err);
}

static void ignore_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    (void)ctx, (void)err, (void)remedy;
}

static enum status verify(struct repairer *r, struct err *err)
{
    struct check_options opt = r->opt->check;
    struct check_result result;
    opt.fault = ignore_fault;
    opt.keepable = NULL;
    enum status st = db_check(r->path, &opt, &result, err);
    if (st == STATUS_OK) {
        r->result->faults_left = result.faults;
        r->result->games = result.games;
    }
    return st;
}

static enum status repair_locked(struct repairer *r, struct err *err)
{
    enum status st = read_manifest(r, err);
    if (st != STATUS_OK)
        return st;
    r->game = game_by_name(span_of(r->listed.game));
    if (!r->game)
        return db_unknown_game(r->path, r->listed.game, err);
    uint32_t largest = repair_largest_segment(r->path);
    manifest_init(&r->next, r->listed.game);
    r->next_id = r->listed.next_id;
    r->next.next_segment = r->listed.next_segment > largest ? r->listed.next_segment : largest + 1;
    st = name_places(r, err);
    if (st == STATUS_OK)
        st = find_faults(r, err);
    if (st != STATUS_OK || (!r->result->faults && !has_faulty(r)))
        return st;
    st = rebuild(r, err);
    if (st == STATUS_OK)
        st = publish(r, err);
    return st;
}

static void release(struct repairer *r)
{
    for (uint32_t i = 0; r->slots && i < r->listed.count; i++) {
        manifest_release(&r->slots[i].made);
        salvage_removed_free(&r->slots[i].removed);
    }
    mem_free(r->slots);
    manifest_release(&r->listed);
    manifest_release(&r->next);
    mem_free(r->removed.ids);
    mem_free(r->lost.ids);
    mem_free(r->covered);
    games_writer_close(r->games);
    file_table_release(&r->files);
    record_release(&r->rec);
    record_check_release(&r->moves);
}

enum status db_repair(const char *path, const struct repair_options *opt,
                      struct repair_result *result, struct err *err)
{
    struct repairer r = {.path = path, .opt = opt, .result = result};
    bool there;
    int lock;
    *result = (struct repair_result){0};
    enum status st = db_exists(path, &there, err);
    if (st == STATUS_OK && !there && !db_has_segments(path))
        st = db_explain_missing(path, STATUS_NOT_FOUND, err);
    if (st == STATUS_OK)
        st = manifest_lock(path, &lock, err);
    if (st != STATUS_OK)
        return st;
    file_table_init(&r.files);
    record_init(&r.rec);
    st = repair_locked(&r, err);
    if (st == STATUS_OK && result->changed)
        st = verify(&r, err);
    release(&r);
    manifest_unlock(&lock);
    return st;
}
