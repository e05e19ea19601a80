/* repair.c: see repair.h. */
#include "db/repair/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/found_log.h"
#include "db/repair/repairer.h"

static const struct msg NO_MANIFEST = {"the manifest is missing", "目録がありません"};
static const struct msg REBUILT = {"rebuilt from the segments", "セグメントから作り直します"};

/* --- Lists of ids ---------------------------------------------------------------------------- */

bool id_list_add(struct id_list *l, uint32_t id)
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

void id_list_sort(struct id_list *l)
{
    size_t n = 0;
    if (l->count)
        qsort(l->ids, l->count, sizeof *l->ids, compare_ids);
    for (size_t i = 0; i < l->count; i++)
        if (n == 0 || l->ids[n - 1] != l->ids[i])
            l->ids[n++] = l->ids[i];
    l->count = n;
}

bool id_list_has(const struct id_list *l, uint32_t id)
{
    return l->count && bsearch(&id, l->ids, l->count, sizeof *l->ids, compare_ids);
}

void repair_see_id(struct repairer *r, uint32_t id)
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
void repair_report(struct repairer *r, struct repair_loss loss)
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

void repair_report_game(struct repairer *r, enum repair_loss_kind kind,
                        const struct salvage_game *g)
{
    repair_report(r, (struct repair_loss){.kind = kind,
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

const char *repair_file_of(const struct repairer *r, uint32_t i, struct buf *path)
{
    return db_file_path(path, r->path, r->slots[i].outcome.file, "");
}

enum status repair_open_place(struct repairer *r, uint32_t i, struct salvage_file *f,
                              struct err *err)
{
    struct buf path;
    const char *text = repair_file_of(r, i, &path);
    r->at = i;
    enum status st =
        text ? salvage_file_open(f, text, r->listed.entries[i].kind, err) : err_nomem(err);
    buf_release(&path);
    if (st == STATUS_OK)
        r->result->mended += f->mended;
    return st;
}

/* Begins the manifest of what takes the place of a segment; repair_end_place() takes over its names. */
void repair_begin_place(struct repairer *r, struct manifest *m)
{
    manifest_init(m, r->listed.game);
    m->next_segment = r->next.next_segment;
}

void repair_end_place(struct repairer *r, uint32_t i, const struct manifest *m, uint64_t kept)
{
    r->slots[i].made = *m;
    r->slots[i].outcome.kept = kept;
    r->next.next_segment = m->next_segment;
}

static void report_removals(struct repairer *r, uint32_t unknown, uint32_t above, uint32_t below,
                            uint64_t byte)
{
    repair_report(r, (struct repair_loss){.kind = REPAIR_LOST_REMOVALS,
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
    repair_begin_place(r, &m);
    enum status st =
        ids->count ? segment_build_removals(ids->ids, ids->count, &m, r->path, err) : STATUS_OK;
    repair_end_place(r, i, &m, ids->count);
    for (uint32_t k = 0; k < ids->count; k++)
        unverified += !ids->whole[k];
    if (ids->unknown)
        report_removals(r, ids->unknown, ids->above, ids->below, ids->unknown_at);
    if (unverified)
        repair_report(r, (struct repair_loss){
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
    enum status st = repair_open_place(r, i, &f, err);
    if (st != STATUS_OK)
        return st;
    st = salvage_removed(&f, r->from_files ? NULL : e, ids, err);
    salvage_file_close(&f);
    for (uint32_t k = 0; k < ids->count && st == STATUS_OK; k++) {
        if (ids->whole[k])
            repair_see_id(r, ids->ids[k]);
        st = id_list_add(&r->removed, ids->ids[k]) ? STATUS_OK : err_nomem(err);
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
    id_list_sort(&r->removed);
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
    const char *text = repair_file_of(r, i, &path);
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
    repair_begin_place(r, &m);
    bool good = read_edits(r, i, &edits);
    if (good && edits_count(&edits))
        st = segment_build_edits(&edits, &m, r->path, err);
    repair_end_place(r, i, &m, good ? edits_count(&edits) : 0);
    if (!good)
        repair_report(r, (struct repair_loss){.kind = REPAIR_LOST_EDITS,
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
    id_list_sort(&r->lost);
    if (!r->games_lost)
        return STATUS_OK;
    return segment_build_removals(r->lost.ids, (uint32_t)r->lost.count, &r->next, r->path, err);
}

static enum status rebuild(struct repairer *r, struct err *err)
{
    enum status st = read_all_removals(r, err);
    if (st == STATUS_OK)
        st = repair_games(r, err);
    if (st == STATUS_OK)
        st = go_through_removals(r, err);
    if (st == STATUS_OK)
        st = go_through_edits(r, err);
    if (st == STATUS_OK)
        st = collect(r, err);
    if (st == STATUS_OK)
        st = repair_open_games(r, err);
    if (st == STATUS_OK)
        st = repair_sources(r, err);
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
    st = found_log_repair(path, err);
    if (st == STATUS_OK)
        st = repair_locked(&r, err);
    if (st == STATUS_OK && result->changed)
        st = verify(&r, err);
    release(&r);
    manifest_unlock(&lock);
    return st;
}
