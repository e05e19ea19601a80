/* repair_games.c: games and sources of faulty segments, written anew; see repairer.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "db/repair/repairer.h"

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
    if (g->id_known && id_list_has(&r->removed, g->id))
        return STATUS_OK; /* it was removed before */
    r->games_lost = true;
    repair_report_game(r, REPAIR_LOST_GAMES, g);
    return !g->id_known || id_list_add(&r->lost, g->id) ? STATUS_OK : err_nomem(err);
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
        repair_report_game(r, REPAIR_PROMOTED_RECORDS, g);
    if (g->state == SALVAGE_MOVES)
        repair_report_game(r, REPAIR_LOST_RECORDS, g);
    if (g->state == SALVAGE_PLAUSIBLE)
        repair_report_game(r, REPAIR_UNVERIFIED, g);
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
        repair_see_id(r, g->id);
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
        repair_report_game(r, REPAIR_LOST_SOURCES, g);
        return STATUS_OK;
    }
    if (g->state == SALVAGE_PLAUSIBLE)
        repair_report_game(r, REPAIR_UNVERIFIED, g);
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
        repair_report(r, loss);
        return STATUS_OK;
    }
    loss.count = e->count - r->given;
    loss.ids_known = r->given == 0 && manifest_id_behind(&r->listed, e) - e->first_id == e->count;
    loss.first = e->first_id;
    loss.last = loss.ids_known ? e->first_id + e->count - 1 : 0;
    r->games_lost = true;
    repair_report(r, loss);
    for (uint32_t k = 0; loss.ids_known && k < e->count; k++)
        if (!id_list_has(&r->removed, e->first_id + k) && !id_list_add(&r->lost, e->first_id + k))
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
    repair_begin_place(r, &r->slots[i].made);
    enum status st = STATUS_OK;
    if (!r->slots[i].missing) {
        st = repair_open_place(r, i, &f, err);
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
    id_list_sort(&r->lost);
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
    repair_see_id(r, range.last);
    for (size_t k = 0; k < r->covered_count; k++)
        if (range.first <= r->covered[k].last && range.last >= r->covered[k].first) {
            r->slots[i].faulty = true;
            return rebuild_games(r, i, err);
        }
    return r->from_files ? cover(r, range, err) : STATUS_OK;
}

/* The newest first, so that older ones of the same ids are known as such. */
enum status repair_games(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = r->listed.count; i-- > 0 && st == STATUS_OK;)
        if (r->listed.entries[i].kind == SEGMENT_GAMES)
            st = r->slots[i].faulty ? rebuild_games(r, i, err) : keep_games(r, i, err);
    return st;
}

/* --- Sources --------------------------------------------------------------------------------- */

/* The segments of games as they will be. */
enum status repair_open_games(struct repairer *r, struct err *err)
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
        repair_report_game(r, REPAIR_LOST_SOURCES, g);
        return STATUS_OK;
    }
    repair_see_id(r, g->id);
    if (g->state == SALVAGE_PLAUSIBLE)
        repair_report_game(r, REPAIR_UNVERIFIED, g);
    return source_list_add(&r->sources, g->id, g->entry, err);
}

static enum status write_sources(struct repairer *r, uint32_t i, struct err *err)
{
    struct manifest m;
    uint64_t kept = r->sources.count;
    repair_begin_place(r, &m);
    enum status st = STATUS_OK;
    if (r->sources.count || r->files.count)
        st = segment_build_sources(&r->sources, &m, r->path, &r->files, err);
    repair_end_place(r, i, &m, kept);
    return st;
}

static enum status rebuild_sources(struct repairer *r, uint32_t i, struct err *err)
{
    struct salvage_file f = {0};
    const struct salvage_sink sink = {r, NULL, take_separate_source};
    r->at = i;
    if (r->slots[i].missing) {
        repair_report(r, (struct repair_loss){.kind = REPAIR_LOST_SOURCES,
                                              .count = r->listed.entries[i].count,
                                              .section = ""});
        return STATUS_OK;
    }
    source_list_init(&r->sources);
    enum status st = repair_open_place(r, i, &f, err);
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
    const char *text = repair_file_of(r, i, &path);
    enum status st = text ? segment_open(&s, text, err) : err_nomem(err);
    buf_release(&path);
    if (st != STATUS_OK)
        return st;
    st = entries_open_sources(&e, &s, err);
    if (st == STATUS_OK && e.more_count)
        repair_see_id(r, le_get32(e.more.p + 4 + 12 * ((size_t)e.more_count - 1)));
    segment_close(&s);
    return st;
}

enum status repair_sources(struct repairer *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->listed.count && st == STATUS_OK; i++)
        if (r->listed.entries[i].kind == SEGMENT_SOURCES)
            st = r->slots[i].faulty ? rebuild_sources(r, i, err) : see_sources(r, i, err);
    return st;
}
