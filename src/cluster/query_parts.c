/* query_parts.c: see query_parts.h. */
#include "cluster/query_parts.h"

#include "base/alloc.h"
#include "cluster/wire.h"
#include "query/language/tree.h"
#include "query/run/top_hits.h"

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
    varint_put(out, h->plays);
    varint_put(out, h->segment);
    varint_put(out, h->number);
    varint_put(out, h->stored_line);
    varint_put(out, h->key);
    wire_put_bytes(out, h->text);
}

static struct hit take_hit(struct wire_reader *r)
{
    struct hit h = {.db = wire_take32(r)};
    h.id = wire_take32(r);
    h.line = wire_take32(r);
    h.from = wire_take32(r);
    h.to = wire_take32(r);
    h.plies = wire_take32(r);
    h.first = wire_take32(r);
    h.score = (int32_t)wire_take_signed(r, INT32_MIN, INT32_MAX);
    h.placed = wire_take(r, 1) != 0;
    h.symmetry = (uint8_t)wire_take(r, UINT8_MAX);
    h.column = (int16_t)wire_take_signed(r, INT16_MIN, INT16_MAX);
    h.row = (int16_t)wire_take_signed(r, INT16_MIN, INT16_MAX);
    h.plays = (uint8_t)wire_take(r, PLAYS_BOTH);
    h.segment = wire_take32(r);
    h.number = wire_take32(r);
    h.stored_line = wire_take32(r);
    h.key = wire_take(r, UINT64_MAX);
    h.text = wire_take_bytes(r);
    return h;
}

/* Most of them are zero: so many that are not, each with its place. */
static void put_scores(struct buf *out, const struct game_scores *s)
{
    const uint64_t *at = &s->games[0][0][0];
    const uint32_t cells = sizeof s->games / sizeof *at;
    uint32_t used = 0;
    for (uint32_t i = 0; i < cells; i++)
        used += at[i] != 0;
    varint_put(out, used);
    for (uint32_t i = 0; i < cells; i++)
        if (at[i]) {
            varint_put(out, i);
            varint_put(out, at[i]);
        }
}

static void take_scores(struct wire_reader *r, struct game_scores *s)
{
    uint64_t *at = &s->games[0][0][0];
    const uint64_t cells = sizeof s->games / sizeof *at;
    for (uint64_t left = wire_take(r, cells); left && !r->bad; left--) {
        uint64_t cell = wire_take(r, cells - 1);
        at[cell] += wire_take(r, UINT64_MAX);
    }
}

void hits_to_bytes(const struct hits *h, struct buf *out)
{
    varint_put(out, h->games);
    varint_put(out, h->spans);
    varint_put(out, h->positions);
    varint_put(out, h->places);
    put_scores(out, &h->scores);
    varint_put(out, h->count);
    for (size_t i = 0; i < h->count; i++)
        put_hit(out, &h->at[i]);
}

static enum status take_hits(struct top_hits *c, struct span part, struct err *err)
{
    struct wire_reader r = {.rest = part};
    struct hits *out = c->out;
    enum status status = STATUS_OK;
    out->games += wire_take(&r, UINT64_MAX);
    out->spans += wire_take(&r, UINT64_MAX);
    out->positions += wire_take(&r, UINT64_MAX);
    out->places += wire_take(&r, UINT64_MAX);
    take_scores(&r, &out->scores);
    for (uint64_t left = wire_take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct hit h = take_hit(&r);
        if (!r.bad)
            status = top_hits_add_keyed(c, &h, err);
    }
    return wire_end(&r, status, err);
}

enum status hits_from_bytes(struct hits *h, struct span bytes, struct err *err)
{
    struct top_hits all;
    *h = (struct hits){0};
    top_hits_init(&all, h, false, (struct hit_order){0}, UINT64_MAX);
    return take_hits(&all, bytes, err); /* they are in order already */
}

/* Who goes on from a hit looks into its segment, where that is at hand. */
static bool is_possible(const struct hit *h, struct db *const *dbs, uint32_t count)
{
    if (h->db >= count)
        return false;
    if (dbs[h->db]->away)
        return true;
    if (h->segment >= dbs[h->db]->segment_count)
        return false;
    const struct lines *l = &dbs[h->db]->segments[h->segment].lines;
    return h->number < l->games && h->stored_line < l->count && h->from < h->to &&
           h->first < h->to && game_id(l, h->number) == h->id;
}

enum status search_merge(const struct query *q, struct db *const *dbs, uint32_t count,
                         const struct search_options *opt, const struct span *parts,
                         uint32_t part_count, struct hits *out, struct err *err)
{
    struct top_hits all;
    enum status status = STATUS_OK;
    *out = (struct hits){0};
    top_hits_init(&all, out, query_ranked(q) != 0, opt->order, search_wanted_hits(opt));
    for (uint32_t i = 0; i < part_count && status == STATUS_OK; i++)
        status = take_hits(&all, parts[i], err);
    enum status sorted = top_hits_finish(&all, status == STATUS_OK ? err : NULL);
    status = status == STATUS_OK ? sorted : status;
    for (size_t i = 0; i < out->count && status == STATUS_OK; i++)
        if (!is_possible(&out->at[i], dbs, count))
            status = reduction_damaged(err);
    hits_skip(out, opt->offset);
    if (status != STATUS_OK)
        hits_release(out);
    return status;
}

enum status cluster_search(const struct query *q, struct db *const *dbs, uint32_t count,
                           const struct search_options *opt, const struct cluster *cluster,
                           struct hits *out, struct err *err)
{
    const struct reduction *reduction = cluster_reduction(cluster);
    struct search_options own = *opt;
    struct byte_parts parts = {0};
    struct buf mine;
    if (!reduction)
        return search_run(q, dbs, count, opt, out, err);
    own.own = true;
    enum status status = search_part(q, dbs, count, &own, out, err);
    buf_init(&mine, SIZE_MAX);
    hits_to_bytes(out, &mine);
    hits_release(out);
    status = reduction_gather_buf(reduction, status, &mine, &parts, err);
    if (status == STATUS_OK && reduction_leads(reduction))
        status = search_merge(q, dbs, count, opt, parts.at, parts.count, out, err);
    byte_parts_release(&parts);
    return status;
}

/* --- Texts about hits: the number of the text, its bytes ---------------------------------------- */

/* Everybody learns what process 0 is going to print. */
static enum status share_hits(struct hits *hits, struct db *const *dbs, uint32_t count,
                              const struct reduction *reduction, struct err *err)
{
    struct buf bytes;
    buf_init(&bytes, SIZE_MAX / 2);
    if (reduction_leads(reduction))
        hits_to_bytes(hits, &bytes);
    enum status status = reduction_broadcast(reduction, STATUS_OK, &bytes, err);
    if (status == STATUS_OK && !reduction_leads(reduction)) {
        hits_release(hits);
        status = hits_from_bytes(hits, buf_span(&bytes), err);
    }
    for (size_t i = 0; i < hits->count && status == STATUS_OK; i++)
        if (!is_possible(&hits->at[i], dbs, count))
            status = reduction_damaged(err);
    buf_release(&bytes);
    return status;
}

static enum status write_texts(const struct hits *hits, struct db *const *dbs, uint32_t process,
                               hit_text_writer *write, void *ctx, struct buf *out, struct err *err)
{
    struct buf text;
    enum status status = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; hits->count && i <= hits->count && status == STATUS_OK; i++) {
        if (dbs[hits->at[i < hits->count ? i : 0].db]->keeper != process)
            continue;
        buf_clear(&text);
        status = write(ctx, i, &text, err);
        if (status == STATUS_OK && buf_status(&text) != STATUS_OK)
            status = err_nomem(err);
        varint_put(out, i);
        wire_put_bytes(out, buf_span(&text));
    }
    buf_release(&text);
    return status;
}

enum status cluster_hit_texts(struct hit_texts *out, struct hits *hits, struct db *const *dbs,
                              uint32_t count, const struct cluster *cluster, hit_text_writer *write,
                              void *ctx, struct err *err)
{
    const struct reduction *reduction = cluster_reduction(cluster);
    struct buf mine;
    bool apart = false;
    *out = (struct hit_texts){0};
    for (uint32_t i = 0; i < count; i++)
        apart |= dbs[i]->apart;
    if (!reduction || !apart)
        return STATUS_OK;
    enum status status = share_hits(hits, dbs, count, reduction, err);
    buf_init(&mine, SIZE_MAX / 2);
    if (status == STATUS_OK && !reduction_leads(reduction))
        status = write_texts(hits, dbs, cluster->process, write, ctx, &mine, err);
    if (status == STATUS_OK && !(out->at = mem_calloc(hits->count + 1, sizeof *out->at)))
        status = err_nomem(err);
    status = reduction_gather_buf(reduction, status, &mine, &out->parts, err);
    for (uint32_t i = 0; i < out->parts.count && status == STATUS_OK; i++) {
        struct wire_reader r = {.rest = out->parts.at[i]};
        while (r.rest.n && !r.bad) {
            uint64_t number = wire_take(&r, hits->count);
            out->at[number] = wire_take_bytes(&r);
        }
        status = wire_end(&r, status, err);
    }
    if (!reduction_leads(reduction))
        hits_release(hits);
    return status;
}

void hit_texts_release(struct hit_texts *t)
{
    mem_free(t->at);
    byte_parts_release(&t->parts);
    *t = (struct hit_texts){0};
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
    for (int i = 0; i < ENDS_OF * SIDE_ENDS; i++)
        varint_put(out, n->ends[i / SIDE_ENDS][i % SIDE_ENDS]);
    varint_put(out, (uint64_t)row->seat);
    varint_put(out, row->segments);
}

static struct moves_row take_row(struct wire_reader *r)
{
    struct moves_row row = {.next.move = (game_move)wire_take(r, (game_move)-1)};
    const uint32_t games = row.next.games = wire_take32(r);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        row.next.wins[seat] = (uint32_t)wire_take(r, games);
    row.next.draws = (uint32_t)wire_take(r, games);
    row.next.unknown = (uint32_t)wire_take(r, games);
    row.next.last_year = wire_take32(r);
    row.next.period = wire_take32(r);
    for (int i = 0; i < ENDS_OF * SIDE_ENDS; i++)
        row.next.ends[i / SIDE_ENDS][i % SIDE_ENDS] = (uint32_t)wire_take(r, games);
    row.seat = (int)wire_take(r, GAME_MAX_SEATS - 1);
    row.segments = wire_take32(r);
    return row;
}

static void put_tenuki(struct buf *out, const struct tenuki_move *t)
{
    varint_put(out, t->move);
    varint_put(out, t->games);
    varint_put(out, t->plies);
    varint_put(out, (uint64_t)t->seat);
    varint_put(out, t->later);
}

static struct tenuki_move take_tenuki(struct wire_reader *r)
{
    struct tenuki_move t = {.move = (game_move)wire_take(r, (game_move)-1)};
    t.games = wire_take32(r);
    t.plies = wire_take(r, (uint64_t)t.games * GAME_MAX_PLIES);
    t.seat = (int)wire_take(r, GAME_MAX_SEATS - 1);
    t.later = wire_take(r, 1) != 0;
    r->bad = r->bad || t.games == 0; /* plies are shared out among them */
    return t;
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
    varint_put(out, t->shape);
    varint_put(out, t->tenuki_count);
    for (size_t i = 0; i < t->tenuki_count; i++)
        put_tenuki(out, &t->tenuki[i]);
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
    struct wire_reader r = {.rest = part};
    enum status status = STATUS_OK;
    t->games += wire_take32(&r);
    t->moved += wire_take32(&r);
    for (uint64_t left = wire_take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct moves_period period = {.period = wire_take32(&r)};
        period.games = wire_take32(&r);
        period.moved = wire_take32(&r);
        if (!r.bad)
            status = add_period(t, period, err);
    }
    for (uint64_t left = wire_take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct moves_row row = take_row(&r);
        if (!r.bad)
            status = add_row(t, &row, err);
    }
    t->shape |= wire_take(&r, 1) != 0;
    for (uint64_t left = wire_take(&r, r.rest.n); left && !r.bad && status == STATUS_OK; left--) {
        struct tenuki_move tenuki = take_tenuki(&r);
        if (!r.bad)
            status = moves_add_tenuki(t, &tenuki, err);
    }
    return wire_end(&r, status, err);
}

enum status moves_merge(const struct span *parts, uint32_t part_count, struct moves_table *out,
                        struct err *err)
{
    enum status status = STATUS_OK;
    *out = (struct moves_table){0};
    for (uint32_t i = 0; i < part_count && status == STATUS_OK; i++)
        status = take_moves(out, parts[i], err);
    if (status == STATUS_OK)
        moves_finish(out);
    else
        moves_release(out);
    return status;
}

enum status cluster_moves(const struct query *q, struct db *const *dbs, uint32_t count,
                          const struct search_options *opt, const struct cluster *cluster,
                          struct moves_table *out, struct err *err)
{
    const struct reduction *reduction = cluster_reduction(cluster);
    struct search_options own = *opt;
    struct byte_parts parts = {0};
    struct buf mine;
    if (!reduction)
        return moves_run(q, dbs, count, opt, out, err);
    own.own = true;
    enum status status = moves_part(q, dbs, count, &own, out, err);
    buf_init(&mine, SIZE_MAX);
    moves_to_bytes(out, &mine);
    moves_release(out);
    status = reduction_share_buf(reduction, status, &mine, &parts, err);
    if (status == STATUS_OK)
        status = moves_merge(parts.at, parts.count, out, err);
    byte_parts_release(&parts);
    if (status != STATUS_OK || !moves_wants_after(q, opt, out))
        return status;
    uint64_t *games = mem_calloc(out->count, sizeof *games);
    status = games ? moves_after(q, dbs, count, &own, out, games, err) : err_nomem(err);
    status = reduction_sum(reduction, status, games, out->count, err);
    if (status == STATUS_OK)
        moves_set_after(out, games);
    else
        moves_release(out);
    mem_free(games);
    return status;
}
