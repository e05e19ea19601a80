/* query_merge.c: see query_merge.h.  What is sent are varints, field by field; a part that can't be read
 * has been damaged on the way and ends the work. */
#include "query/run/query_merge.h"

#include "base/alloc.h"
#include "base/varint.h"

/* Reads numbers within their range; one that is missing or beyond it is 0 and remembered. */
struct merge_reader {
    struct span rest;
    bool bad;
};

static uint64_t take(struct merge_reader *r, uint64_t max)
{
    uint64_t v = 0;
    if (!varint_get(&r->rest, &v) || v > max) {
        r->bad = true;
        return 0;
    }
    return v;
}

static uint32_t take32(struct merge_reader *r)
{
    return (uint32_t)take(r, UINT32_MAX);
}

/* Of a folded number. */
static int64_t take_signed(struct merge_reader *r, int64_t min, int64_t max)
{
    int64_t v = varint_unfold(take(r, UINT64_MAX));
    if (v < min || v > max) {
        r->bad = true;
        return 0;
    }
    return v;
}

enum status query_merge_damaged(struct err *err)
{
    static const struct msg bad = {"what another process sent is damaged",
                                   "別のプロセスから届いたデータが壊れています"};
    return err_plain(err, STATUS_SYNTAX, &bad);
}

/* --- Hits ------------------------------------------------------------------------------------- */

static void put_hit(struct buf *out, const struct hit *h)
{
    varint_put(out, h->db);
    varint_put(out, h->id);
    varint_put(out, h->line);
    varint_put(out, h->from);
    varint_put(out, h->to);
    varint_put(out, h->plies);
    varint_put(out, h->first);
    varint_put(out, varint_fold(h->score));
    varint_put(out, h->placed);
    varint_put(out, h->symmetry);
    varint_put(out, varint_fold(h->column));
    varint_put(out, varint_fold(h->row));
    varint_put(out, h->segment);
    varint_put(out, h->number);
    varint_put(out, h->stored_line);
}

static struct hit take_hit(struct merge_reader *r)
{
    struct hit h = {.db = take32(r)};
    h.id = take32(r);
    h.line = take32(r);
    h.from = take32(r);
    h.to = take32(r);
    h.plies = take32(r);
    h.first = take32(r);
    h.score = (int32_t)take_signed(r, INT32_MIN, INT32_MAX);
    h.placed = take(r, 1) != 0;
    h.symmetry = (uint8_t)take(r, UINT8_MAX);
    h.column = (int16_t)take_signed(r, INT16_MIN, INT16_MAX);
    h.row = (int16_t)take_signed(r, INT16_MIN, INT16_MAX);
    h.segment = take32(r);
    h.number = take32(r);
    h.stored_line = take32(r);
    return h;
}

void hits_to_bytes(const struct hits *h, struct buf *out)
{
    varint_put(out, h->games);
    varint_put(out, h->spans);
    varint_put(out, h->positions);
    varint_put(out, h->places);
    varint_put(out, h->count);
    for (size_t i = 0; i < h->count; i++)
        put_hit(out, &h->at[i]);
}

static enum status take_hits(struct top_hits *c, struct span part, struct err *err)
{
    struct merge_reader r = {.rest = part};
    struct hits *out = c->out;
    enum status status = STATUS_OK;
    out->games += take(&r, UINT64_MAX);
    out->spans += take(&r, UINT64_MAX);
    out->positions += take(&r, UINT64_MAX);
    out->places += take(&r, UINT64_MAX);
    for (uint64_t left = take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct hit h = take_hit(&r);
        if (!r.bad)
            status = top_hits_add(c, &h, err);
    }
    return status == STATUS_OK && (r.bad || r.rest.n) ? query_merge_damaged(err) : status;
}

enum status hits_merge_parts(struct hits *out, bool ranked, uint64_t keep, const struct span *parts,
                             uint32_t part_count, struct err *err)
{
    struct top_hits all;
    enum status status = STATUS_OK;
    top_hits_init(&all, out, ranked, keep);
    for (uint32_t r = 0; r < part_count && status == STATUS_OK; r++)
        status = take_hits(&all, parts[r], err);
    top_hits_finish(&all);
    return status;
}

enum status hits_merge_cluster(struct hits *mine, bool ranked, uint64_t keep,
                               const struct cluster *cluster, enum status status, struct err *err)
{
    struct cluster_parts parts = {0};
    struct buf bytes;
    if (cluster_size(cluster) < 2)
        return status;
    buf_init(&bytes, SIZE_MAX);
    hits_to_bytes(mine, &bytes);
    if (status == STATUS_OK && buf_status(&bytes) != STATUS_OK)
        status = err_nomem(err);
    hits_release(mine);
    status = cluster_gather(cluster, status, buf_span(&bytes), &parts, err);
    buf_release(&bytes);
    if (status == STATUS_OK && cluster_leads(cluster))
        status = hits_merge_parts(mine, ranked, keep, parts.at, parts.count, err);
    cluster_parts_release(&parts);
    return status;
}

/* --- Next moves ------------------------------------------------------------------------------- */

static void put_row(struct buf *out, const struct moves_row *row)
{
    const struct next_move *n = &row->next;
    varint_put(out, n->move);
    varint_put(out, n->games);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        varint_put(out, n->wins[seat]);
    varint_put(out, n->draws);
    varint_put(out, n->unknown);
    varint_put(out, n->last_year);
    varint_put(out, n->period);
    varint_put(out, (uint64_t)row->seat);
    varint_put(out, row->segments);
}

static struct moves_row take_row(struct merge_reader *r)
{
    struct moves_row row = {.next.move = (game_move)take(r, (game_move)-1)};
    const uint32_t games = row.next.games = take32(r);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        row.next.wins[seat] = (uint32_t)take(r, games);
    row.next.draws = (uint32_t)take(r, games);
    row.next.unknown = (uint32_t)take(r, games);
    row.next.last_year = take32(r);
    row.next.period = take32(r);
    row.seat = (int)take(r, GAME_MAX_SEATS - 1);
    row.segments = take32(r);
    return row;
}

void moves_to_bytes(const struct moves_table *t, struct buf *out)
{
    varint_put(out, t->games);
    varint_put(out, t->moved);
    varint_put(out, t->period_count);
    for (size_t i = 0; i < t->period_count; i++) {
        varint_put(out, t->periods[i].period);
        varint_put(out, t->periods[i].games);
        varint_put(out, t->periods[i].moved);
    }
    varint_put(out, t->count);
    for (size_t i = 0; i < t->count; i++)
        put_row(out, &t->rows[i]);
}

static enum status add_period(struct moves_table *t, struct moves_period more, struct err *err)
{
    for (size_t i = 0; i < t->period_count; i++)
        if (t->periods[i].period == more.period) {
            t->periods[i].games += more.games;
            t->periods[i].moved += more.moved;
            return STATUS_OK;
        }
    struct moves_period *grown = mem_grow(t->periods, t->period_count, &t->period_cap,
                                          SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->periods = grown;
    t->periods[t->period_count++] = more;
    return STATUS_OK;
}

static enum status add_row(struct moves_table *t, const struct moves_row *row, struct err *err)
{
    struct moves_row *grown =
        mem_grow(t->rows, t->count, &t->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->rows = grown;
    t->rows[t->count++] = *row;
    return STATUS_OK;
}

static enum status take_moves(struct moves_table *t, struct span part, struct err *err)
{
    struct merge_reader r = {.rest = part};
    enum status status = STATUS_OK;
    t->games += take32(&r);
    t->moved += take32(&r);
    for (uint64_t left = take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct moves_period period = {.period = take32(&r)};
        period.games = take32(&r);
        period.moved = take32(&r);
        if (!r.bad)
            status = add_period(t, period, err);
    }
    for (uint64_t left = take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct moves_row row = take_row(&r);
        if (!r.bad)
            status = add_row(t, &row, err);
    }
    return status == STATUS_OK && (r.bad || r.rest.n) ? query_merge_damaged(err) : status;
}

enum status moves_merge_parts(struct moves_table *out, const struct span *parts,
                              uint32_t part_count, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t r = 0; r < part_count && status == STATUS_OK; r++)
        status = take_moves(out, parts[r], err);
    return status;
}

enum status moves_merge_cluster(struct moves_table *mine, const struct cluster *cluster,
                                enum status status, struct err *err)
{
    struct cluster_parts parts = {0};
    struct buf bytes;
    if (cluster_size(cluster) < 2)
        return status;
    buf_init(&bytes, SIZE_MAX);
    moves_to_bytes(mine, &bytes);
    if (status == STATUS_OK && buf_status(&bytes) != STATUS_OK)
        status = err_nomem(err);
    moves_release(mine);
    status = cluster_allgather(cluster, status, buf_span(&bytes), &parts, err);
    buf_release(&bytes);
    if (status == STATUS_OK)
        status = moves_merge_parts(mine, parts.at, parts.count, err);
    cluster_parts_release(&parts);
    return status;
}
